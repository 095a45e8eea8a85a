// SPDX-License-Identifier: MIT
// Maps of sectors: made whole or not at all, asked for their parts, heights set.
#include "map.h"

#include "../data/refuse.h"
#include "../data/world.h"

#include <math.h>
#include <stdint.h>

#define MAP_COOKIE 0x436d0001u
#define QUERY_COOKIE 0x436d0002u
#define LIMIT 10000000

// ---- checks that the files share

CaromError crSectorComplain(const CaromSectorMap *map, CaromError error, const char *function)
{
    const char *text = caromErrorText(error);
    if (error != CAROM_OK && map != NULL && map->log != NULL &&
        (map->logAll ||
         crHeardFirst(&((CaromSectorMap *)map)->heard, error, function, text))) { // atomic
        map->log(map->logContext, error, function, text);
    }
    return error;
}

int crSectorRefuseQuery(const CaromSectorMap *map, CaromError error, const char *function)
{
    return -(int)crSectorComplain(map, error, function);
}

static CaromError checkLength(double x)
{
    CaromError error = crCheckNumber(x);
    return error == CAROM_OK && x < 0.0 ? CAROM_ERROR_OUT_OF_RANGE : error;
}

CaromError crSectorCheckQuery(const CaromSectorMap *map, const CaromSectorQuery *query)
{
    if (map == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (query->cookie != QUERY_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    CaromError error = crCheckNumber(query->z);
    error = error != CAROM_OK ? error : checkLength(query->height);
    return error != CAROM_OK ? error : checkLength(query->step);
}

// ---- birth and death

CaromSectorMapDef caromSectorMapDef(void)
{
    CaromSectorMapDef def = {0};
    def.log = caromLogToStderr;
    def.cookie = MAP_COOKIE;
    return def;
}

CaromSectorQuery caromSectorQuery(void)
{
    CaromSectorQuery query = {0};
    query.mask = UINT32_MAX;
    query.flat = true;
    query.cookie = QUERY_COOKIE;
    return query;
}

static CaromError checkArray(const void *array, int count)
{
    if (count < 0 || count > LIMIT) {
        return CAROM_ERROR_COUNT;
    }
    return count > 0 && array == NULL ? CAROM_ERROR_NULL : CAROM_OK;
}

static CaromError checkDef(const CaromSectorMapDef *def)
{
    CaromError error = checkArray(def->vertices, def->vertexCount);
    error = error != CAROM_OK ? error : checkArray(def->lines, def->lineCount);
    error = error != CAROM_OK ? error : checkArray(def->sectors, def->sectorCount);
    return error != CAROM_OK ? error : crCheckBuffer(def->problems, def->problemCapacity);
}

static CaromError reserve(CaromSectorMap *map, const CaromSectorMapDef *def)
{
    const CaromAllocator *a = &map->allocator;
    size_t lines = (size_t)def->lineCount, sectors = (size_t)def->sectorCount;
    if (!crArrayReserve(map->lines, lines, a) || !crArrayReserve(map->sectors, sectors, a) ||
        !crArrayReserve(map->firsts, sectors + 1, a) || !crArrayReserve(map->sides, 2 * lines, a)) {
        return CAROM_ERROR_MEMORY;
    }
    return crBoxesReserve(&map->boxes, def->lineCount);
}

/// Into both grids.
static CaromError listLine(CaromSectorMap *map, int line)
{
    const CaromSectorEdge *edge = &map->lines[line];
    CrGridItem item = {edge->a, edge->b, 0.0, (uint32_t)line, 0};
    CaromBox box = crBox(edge->a, edge->b);
    bool isFirst = crGridIsEmpty(&map->grid);
    CaromError error = crGridInsert(&map->grid, &item, 1);
    error = error != CAROM_OK ? error : crBoxesInsert(&map->boxes, (uint32_t)line, box);
    map->bounds = isFirst ? box : crBoxUnion(map->bounds, box);
    return error;
}

static CaromError fillLines(CaromSectorMap *map, CrSectorAudit *audit)
{
    CaromError error = CAROM_OK;
    for (int i = 0; i < audit->def->lineCount && error == CAROM_OK; i++) {
        CaromSectorEdge edge;
        crSectorAuditLine(audit, i, &edge);
        crArrayPush(map->lines, edge);
        error = crSectorEdgeIsUsed(&edge) ? listLine(map, i) : CAROM_OK;
    }
    return error;
}

/// Counting sort: lines by sector, ascending in each.
static void fillSides(CaromSectorMap *map)
{
    int sectors = crArrayCount(map->sectors), lines = crArrayCount(map->lines);
    crArraySetCount(map->firsts, sectors + 1);
    for (int s = 0; s <= sectors; s++) {
        map->firsts[s] = 0;
    }
    for (int i = 0; i < lines; i++) {
        const CaromSectorEdge *edge = &map->lines[i];
        map->firsts[edge->front + 1] += crSectorEdgeIsUsed(edge);
        map->firsts[edge->back + 1] += edge->back != CAROM_NO_SECTOR && edge->back != edge->front;
    }
    map->firsts[0] = 0;
    for (int s = 0; s < sectors; s++) {
        map->firsts[s + 1] += map->firsts[s];
    }
    crArraySetCount(map->sides, map->firsts[sectors]);
    for (int i = lines - 1; i >= 0; i--) { // ends become beginnings
        const CaromSectorEdge *edge = &map->lines[i];
        if (crSectorEdgeIsUsed(edge)) {
            map->sides[--map->firsts[edge->front + 1]] = i;
        }
        if (edge->back != CAROM_NO_SECTOR && edge->back != edge->front) {
            map->sides[--map->firsts[edge->back + 1]] = i;
        }
    }
    int total = crArrayCount(map->sides);
    for (int s = 0; s < sectors; s++) {
        map->firsts[s] = map->firsts[s + 1];
    }
    map->firsts[sectors] = total;
}

/// Whatever it returns, the map can be destroyed.
static CaromError fill(CaromSectorMap *map, CrSectorAudit *audit)
{
    const CaromSectorMapDef *def = audit->def;
    CaromError error = reserve(map, def);
    error = error != CAROM_OK ? error : fillLines(map, audit);
    if (error != CAROM_OK) {
        return error;
    }
    for (int s = 0; s < def->sectorCount; s++) {
        crArrayPush(map->sectors, def->sectors[s]);
    }
    fillSides(map);
    crSectorAuditPairs(audit, map);
    error = crSectorAuditAround(audit, map);
    bool refused = def->strict && audit->worst >= CAROM_SECTOR_ODD;
    return error == CAROM_OK && refused ? CAROM_ERROR_SECTOR_MAP : error;
}

static CaromError make(const CaromSectorMapDef *def, CrSectorAudit *audit, CaromSectorMap **out)
{
    static const CaromSectorMap blank;
    crSectorAuditRecords(audit);
    if (audit->worst == CAROM_SECTOR_BROKEN) {
        return CAROM_ERROR_SECTOR_MAP;
    }
    CaromSectorMap *map = crResize(&def->allocator, NULL, 0, sizeof *map);
    if (map == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    *map = blank;
    map->allocator = def->allocator;
    map->log = def->log;
    map->logContext = def->logContext;
    map->logAll = def->logAll;
    crGridInit(&map->grid, &map->allocator);
    crBoxesInit(&map->boxes, &map->allocator);
    CaromError error = fill(map, audit);
    if (error != CAROM_OK) {
        caromSectorMapDestroy(map);
        map = NULL;
    }
    *out = map;
    return error;
}

CaromSectorMap *caromSectorMapCreate(const CaromSectorMapDef *def, CaromError *error)
{
    CaromError ignored = CAROM_OK;
    CaromSectorMap *map = NULL;
    error = error != NULL ? error : &ignored;
    *error = def == NULL ? CAROM_ERROR_NULL : CAROM_OK;
    if (*error == CAROM_OK && def->cookie != MAP_COOKIE) {
        *error = CAROM_ERROR_DEF;
    }
    if (*error != CAROM_OK) {
        crRefuseDef(*error, "caromSectorMapCreate");
        return NULL;
    }
    CrSectorAudit audit = {def, 0, CAROM_SECTOR_NOTE};
    *error = checkDef(def);
    if (*error == CAROM_OK) {
        *error = make(def, &audit, &map);
    }
    if (*error != CAROM_OK && def->log != NULL) {
        def->log(def->logContext, *error, "caromSectorMapCreate", caromErrorText(*error));
    }
    if (def->problemCount != NULL) {
        *def->problemCount = audit.count;
    }
    return map;
}

void caromSectorMapDestroy(CaromSectorMap *map)
{
    if (map == NULL) {
        return;
    }
    const CaromAllocator *a = &map->allocator;
    crArrayFree(map->lines, a);
    crArrayFree(map->sectors, a);
    crArrayFree(map->firsts, a);
    crArrayFree(map->sides, a);
    crGridFree(&map->grid);
    crBoxesFree(&map->boxes);
    CaromAllocator allocator = map->allocator;
    crResize(&allocator, map, sizeof *map, 0);
}

// ---- parts

int caromSectorMapLineCount(const CaromSectorMap *map)
{
    return map != NULL ? crArrayCount(map->lines) : 0;
}

int caromSectorMapSectorCount(const CaromSectorMap *map)
{
    return map != NULL ? crArrayCount(map->sectors) : 0;
}

CaromBox caromSectorMapBounds(const CaromSectorMap *map)
{
    static const CaromBox nothing;
    return map != NULL ? map->bounds : nothing;
}

static CaromError checkIndex(const CaromSectorMap *map, int index, bool isLine)
{
    if (map == NULL) {
        return CAROM_ERROR_NULL;
    }
    int count = isLine ? crArrayCount(map->lines) : crArrayCount(map->sectors);
    return index >= 0 && index < count ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

CaromError caromSectorMapLine(const CaromSectorMap *map, int line, CaromSectorEdge *out)
{
    CaromError error = out == NULL ? CAROM_ERROR_NULL : checkIndex(map, line, true);
    if (error == CAROM_OK) {
        *out = map->lines[line];
    }
    return crSectorComplain(map, error, "caromSectorMapLine");
}

CaromError caromSectorMapSector(const CaromSectorMap *map, int sector, CaromSector *out)
{
    CaromError error = out == NULL ? CAROM_ERROR_NULL : checkIndex(map, sector, false);
    if (error == CAROM_OK) {
        *out = map->sectors[sector];
    }
    return crSectorComplain(map, error, "caromSectorMapSector");
}

static CaromError checkList(const CaromSectorMap *map, int sector, const int *out, int capacity)
{
    CaromError error = map == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    return error != CAROM_OK ? error : checkIndex(map, sector, false);
}

int caromSectorMapSectorLines(const CaromSectorMap *map, int sector, int *out, int capacity)
{
    CaromError error = checkList(map, sector, out, capacity);
    if (error != CAROM_OK) {
        return crSectorRefuseQuery(map, error, "caromSectorMapSectorLines");
    }
    int first = map->firsts[sector], count = map->firsts[sector + 1] - first;
    for (int i = 0; i < count && i < capacity; i++) {
        out[i] = map->sides[first + i];
    }
    return count;
}

/// The sector beyond the i-th of the listed lines, as seen from a sector; CAROM_NO_SECTOR: none.
static int beyond(const CaromSectorMap *map, int sector, int i)
{
    const CaromSectorEdge *edge = &map->lines[map->sides[i]];
    int other = edge->front == sector ? edge->back : edge->front;
    return other != sector ? other : CAROM_NO_SECTOR;
}

int caromSectorMapNeighbors(const CaromSectorMap *map, int sector, int *out, int capacity)
{
    CaromError error = checkList(map, sector, out, capacity);
    if (error != CAROM_OK) {
        return crSectorRefuseQuery(map, error, "caromSectorMapNeighbors");
    }
    int count = 0;
    for (int last = CAROM_NO_SECTOR, next = 0; next != CAROM_NO_SECTOR; last = next) {
        next = CAROM_NO_SECTOR; // the lowest above the last
        for (int i = map->firsts[sector]; i < map->firsts[sector + 1]; i++) {
            int other = beyond(map, sector, i);
            next = other > last && (next == CAROM_NO_SECTOR || other < next) ? other : next;
        }
        if (next != CAROM_NO_SECTOR && count < capacity) {
            out[count] = next;
        }
        count += next != CAROM_NO_SECTOR;
    }
    return count;
}

CaromError caromSectorMapSetHeights(CaromSectorMap *map, int sector, double floor, double ceiling)
{
    CaromError error = checkIndex(map, sector, false);
    error = error != CAROM_OK ? error : crCheckNumber(floor);
    error = error != CAROM_OK ? error : crCheckNumber(ceiling);
    if (error == CAROM_OK) {
        map->sectors[sector].floor = floor;
        map->sectors[sector].ceiling = ceiling;
    }
    return crSectorComplain(map, error, "caromSectorMapSetHeights");
}

CaromError caromSectorMapSetBlocks(CaromSectorMap *map, int line, uint32_t blocks)
{
    CaromError error = checkIndex(map, line, true);
    if (error == CAROM_OK) {
        map->lines[line].blocks = blocks;
    }
    return crSectorComplain(map, error, "caromSectorMapSetBlocks");
}

// ---- what blocks

CaromSectorBlock crSectorLineBlocks(const CaromSectorMap *map, int line,
                                    const CaromSectorQuery *query)
{
    const CaromSectorEdge *edge = &map->lines[line];
    if (!crSectorEdgeIsUsed(edge)) {
        return CAROM_BLOCK_NONE;
    }
    if (edge->back == CAROM_NO_SECTOR) {
        return CAROM_BLOCK_WALL;
    }
    if (edge->blocks & query->mask) {
        return CAROM_BLOCK_MASK;
    }
    const CaromSector *front = &map->sectors[edge->front], *back = &map->sectors[edge->back];
    double floor = crMax(front->floor, back->floor);
    double ceiling = crMin(front->ceiling, back->ceiling);
    if (ceiling <= floor) {
        return CAROM_BLOCK_CLOSED;
    }
    if (query->flat) {
        return CAROM_BLOCK_NONE;
    }
    if (floor > query->z + query->step) {
        return CAROM_BLOCK_STEP;
    }
    return crMax(floor, query->z) + query->height > ceiling ? CAROM_BLOCK_LOW : CAROM_BLOCK_NONE;
}

CaromSectorCrossing crSectorCrossing(const CaromSectorMap *map, int line, bool fromFront,
                                     const CaromSectorQuery *query)
{
    const CaromSectorEdge *edge = &map->lines[line];
    CaromSectorCrossing crossing = {0};
    crossing.line = line;
    crossing.fromFront = fromFront;
    crossing.from = fromFront ? edge->front : edge->back;
    crossing.to = fromFront ? edge->back : edge->front;
    crossing.block =
        crossing.from == CAROM_NO_SECTOR ? CAROM_BLOCK_NONE : crSectorLineBlocks(map, line, query);
    crossing.userData = edge->userData;
    return crossing;
}

CaromSectorBlock caromSectorMapLineBlocks(const CaromSectorMap *map, int line,
                                          CaromSectorQuery query)
{
    CaromError error = crSectorCheckQuery(map, &query);
    error = error != CAROM_OK ? error : checkIndex(map, line, true);
    if (error != CAROM_OK) {
        crSectorComplain(map, error, "caromSectorMapLineBlocks");
        return CAROM_BLOCK_WALL;
    }
    return crSectorLineBlocks(map, line, &query);
}
