// SPDX-License-Identifier: MIT
// Calls of sector maps, and of their links with the world.
#include "calls.h"

#include <string.h>

enum { LINES = 16, SECTORS = 4, PROBLEMS = 4 };

FUZZ_FREE(caromSectorFaultName)
{
    FUZZ_CHECK(caromSectorFaultName((CaromSectorFault)fuzzEnum(g, CAROM_FAULT_COUNT)) != NULL);
}

FUZZ_FREE(caromSectorFaultText)
{
    FUZZ_CHECK(caromSectorFaultText((CaromSectorFault)fuzzEnum(g, CAROM_FAULT_COUNT)) != NULL);
}

FUZZ_DEF(caromSectorMapDef)

/// Ends the link, if there is one, with memory; false: a callback keeps it.
static bool endLink(FuzzGame *g)
{
    int in = g->refusal.in;
    g->refusal.in = 0; // another call's business
    bool ended = g->link == NULL || caromSectorLinkDestroy(g->link) == CAROM_OK;
    g->refusal.in = in;
    if (ended) {
        g->link = NULL;
    }
    return ended;
}

static void dropMap(FuzzGame *g)
{
    if (endLink(g)) {
        caromSectorMapDestroy(g->map);
        g->map = NULL;
        FUZZ_CHECK(g->mapMemory.held == 0);
    }
}

/// Lines between places of g->points, most between neighbours, as rings have them.
static int drawLines(FuzzGame *g, CaromSectorLine *lines, int vertices)
{
    int count = fuzzByte(&g->bytes) % (LINES + 1);
    fuzzSay(g, "CaromSectorLine lines[] = {");
    for (int k = 0; k < count; k++) {
        uint8_t ends = fuzzByte(&g->bytes), sides = fuzzByte(&g->bytes);
        CaromSectorLine line = {k, k + 1, sides % SECTORS, (sides >> 2) % 6 - 1, 0, NULL};
        if (ends >= 128 && vertices > 0) {
            line.a = (ends & 127) % (vertices + 1);
            line.b = (ends >> 3 & 15) % (vertices + 1);
        } else if (vertices > 0) {
            line.a = k % vertices;
            line.b = (k + 1) % vertices;
        }
        line.front = sides >= 250 ? -1 : line.front;
        line.back = sides < 160 ? CAROM_NO_SECTOR : line.back;
        line.blocks = sides & 1u;
        lines[k] = line;
        fuzzSay(g, "{%d, %d, %d, %d, %u}, ", line.a, line.b, line.front, line.back,
                (unsigned)line.blocks);
    }
    fuzzSay(g, "}; ");
    return count;
}

void fuzz_caromSectorMapCreate(FuzzGame *g)
{
    CaromSectorLine lines[LINES];
    CaromSector sectors[SECTORS];
    CaromSectorProblem problems[PROBLEMS];
    int problemCount = -1;
    CaromSectorMapDef def = caromSectorMapDef();
    def.log = NULL;
    if (!g->inside) {
        dropMap(g);
    }
    memset(sectors, 0, sizeof sectors);
    int count = fuzzPoints(g);
    def.vertices = g->points;
    def.vertexCount = count > FUZZ_POINTS ? FUZZ_POINTS : count;
    def.lines = lines;
    def.lineCount = drawLines(g, lines, def.vertexCount);
    for (int k = 0; k < SECTORS; k++) {
        sectors[k].ceiling = fuzzByte(&g->bytes) % 4;
    }
    def.sectors = sectors;
    def.sectorCount = SECTORS;
    FuzzFields fields = fuzzFields(g, "CaromSectorMapDef def = caromSectorMapDef()");
    FUZZ_FIELD(fields, &def, strict, fuzzBool(g));
    FUZZ_FIELD(fields, &def, sectorCount, fuzzInt(g, SECTORS));
    FUZZ_FIELD(fields, &sectors[0], floor, fuzzNumber(g));
    def.sectorCount = def.sectorCount > SECTORS ? -1 : def.sectorCount;
    def.problems = problems;
    def.problemCapacity = PROBLEMS;
    def.problemCount = &problemCount;
    def.cookie = fuzzCookie(g, def.cookie);
    FuzzMemory memory;
    bool kept = g->map == NULL;
    def.allocator = fuzzAllocator(kept ? &g->mapMemory : &memory, &g->refusal);
    fuzzOpenFree(g, "caromSectorMapCreate");
    fuzzArgument(g, "&def, &error");
    CaromError error = CAROM_ERROR_COUNT_OF;
    CaromSectorMap *map = caromSectorMapCreate(&def, &error);
    fuzzRefused(g, error);
    FUZZ_CHECK((map != NULL) == (error == CAROM_OK));
    if (kept) {
        g->map = map;
        FUZZ_CHECK(map != NULL || g->mapMemory.held == 0);
    } else {
        caromSectorMapDestroy(map);
        FUZZ_CHECK(memory.held == 0);
    }
    fuzzFreed(g);
}

void fuzz_caromSectorMapDestroy(FuzzGame *g)
{
    if (!g->inside) {
        dropMap(g);
    }
    fuzzOpenFree(g, "caromSectorMapDestroy");
    caromSectorMapDestroy(NULL);
    fuzzFreed(g);
}

// ---- answers

/// Opens `name(map`.
static void open(FuzzGame *g, const char *name)
{
    fuzzOpenFree(g, name);
    fuzzArgument(g, g->map != NULL ? "map" : "NULL");
}

void fuzz_caromSectorMapLineCount(FuzzGame *g)
{
    open(g, "caromSectorMapLineCount");
    FUZZ_CHECK(caromSectorMapLineCount(g->map) <= LINES);
    fuzzFreed(g);
}

void fuzz_caromSectorMapSectorCount(FuzzGame *g)
{
    open(g, "caromSectorMapSectorCount");
    FUZZ_CHECK(caromSectorMapSectorCount(g->map) <= SECTORS);
    fuzzFreed(g);
}

void fuzz_caromSectorMapBounds(FuzzGame *g)
{
    open(g, "caromSectorMapBounds");
    CaromBox box = caromSectorMapBounds(g->map);
    FUZZ_CHECK(box.min.x <= box.max.x && box.min.y <= box.max.y);
    fuzzFreed(g);
}

void fuzz_caromSectorMapLine(FuzzGame *g)
{
    CaromSectorEdge out;
    open(g, "caromSectorMapLine");
    int line = fuzzInt(g, LINES);
    if (caromSectorMapLine(g->map, line, &out) == CAROM_OK) {
        fuzzFiniteVec(out.a);
        fuzzFiniteVec(out.b);
    }
    fuzzFreed(g);
}

void fuzz_caromSectorMapSector(FuzzGame *g)
{
    CaromSector out;
    open(g, "caromSectorMapSector");
    int sector = fuzzInt(g, SECTORS);
    if (caromSectorMapSector(g->map, sector, &out) == CAROM_OK) {
        fuzzFinite(out.floor);
    }
    fuzzFreed(g);
}

void fuzz_caromSectorMapSectorLines(FuzzGame *g)
{
    int out[FUZZ_ROOM];
    open(g, "caromSectorMapSectorLines");
    int sector = fuzzInt(g, SECTORS), capacity = fuzzCapacity(g);
    fuzzFound(caromSectorMapSectorLines(g->map, sector, out, capacity));
    fuzzFreed(g);
}

void fuzz_caromSectorMapNeighbors(FuzzGame *g)
{
    int out[FUZZ_ROOM];
    open(g, "caromSectorMapNeighbors");
    int sector = fuzzInt(g, SECTORS), capacity = fuzzCapacity(g);
    FUZZ_CHECK(caromSectorMapNeighbors(g->map, sector, out, capacity) <= SECTORS);
    fuzzFreed(g);
}

void fuzz_caromSectorMapSetHeights(FuzzGame *g)
{
    open(g, "caromSectorMapSetHeights");
    int sector = fuzzInt(g, SECTORS);
    double floor = fuzzNumber(g), ceiling = fuzzNumber(g);
    (void)caromSectorMapSetHeights(g->map, sector, floor, ceiling);
    fuzzFreed(g);
}

void fuzz_caromSectorMapSetBlocks(FuzzGame *g)
{
    open(g, "caromSectorMapSetBlocks");
    int line = fuzzInt(g, LINES);
    (void)caromSectorMapSetBlocks(g->map, line, fuzzByte(&g->bytes));
    fuzzFreed(g);
}

void fuzz_caromSectorMapLocate(FuzzGame *g)
{
    open(g, "caromSectorMapLocate");
    int sector = caromSectorMapLocate(g->map, fuzzVec(g));
    FUZZ_CHECK(sector >= CAROM_NO_SECTOR && sector < SECTORS);
    fuzzFreed(g);
}

// ---- questions

FUZZ_DEF(caromSectorQuery)

static CaromSectorQuery queryOf(FuzzGame *g)
{
    CaromSectorQuery query = caromSectorQuery();
    FuzzFields fields = fuzzFields(g, "CaromSectorQuery query = caromSectorQuery()");
    FUZZ_FIELD(fields, &query, mask, (uint32_t)fuzzMaterial(g));
    FUZZ_FIELD(fields, &query, flat, fuzzBool(g));
    FUZZ_FIELD(fields, &query, z, fuzzNumber(g));
    FUZZ_FIELD(fields, &query, height, fuzzPositive(g));
    FUZZ_FIELD(fields, &query, step, fuzzPositive(g));
    FUZZ_FIELD(fields, &query, through, fuzzBool(g));
    query.cookie = fuzzCookie(g, query.cookie);
    return query;
}

void fuzz_caromSectorMapLineBlocks(FuzzGame *g)
{
    CaromSectorQuery query = queryOf(g);
    open(g, "caromSectorMapLineBlocks");
    int line = fuzzInt(g, LINES);
    FUZZ_CHECK(caromSectorMapLineBlocks(g->map, line, query) <= CAROM_BLOCK_LOW);
    fuzzFreed(g);
}

static void checkTrace(const CaromSectorCrossing *out, int count, int capacity)
{
    fuzzFound(count);
    for (int k = 0; k < count && k < capacity; k++) {
        fuzzFiniteVec(out[k].point);
        FUZZ_CHECK(out[k].at >= 0.0 && (k == 0 || out[k - 1].at <= out[k].at));
    }
}

void fuzz_caromSectorMapTrace(FuzzGame *g)
{
    CaromSectorCrossing out[FUZZ_ROOM];
    CaromSectorQuery query = queryOf(g);
    open(g, "caromSectorMapTrace");
    CaromVec2 origin = fuzzVec(g), translation = fuzzVec(g);
    fuzzArgument(g, "query, out");
    int capacity = fuzzCapacity(g);
    checkTrace(out, caromSectorMapTrace(g->map, origin, translation, query, out, capacity),
               capacity);
    fuzzFreed(g);
}

void fuzz_caromSectorMapTraceArc(FuzzGame *g)
{
    CaromSectorCrossing out[FUZZ_ROOM];
    CaromSectorQuery query = queryOf(g);
    open(g, "caromSectorMapTraceArc");
    CaromVec2 origin = fuzzVec(g), velocity = fuzzVec(g), acceleration = fuzzVec(g);
    double time = fuzzPositive(g);
    fuzzArgument(g, "query, out");
    int capacity = fuzzCapacity(g);
    checkTrace(
        out,
        caromSectorMapTraceArc(g->map, origin, velocity, acceleration, time, query, out, capacity),
        capacity);
    fuzzFreed(g);
}

void fuzz_caromSectorMapNearest(FuzzGame *g)
{
    CaromSectorNearest out = {-1, {0, 0}, {0, 0}, 0.0};
    CaromSectorQuery query = queryOf(g);
    open(g, "caromSectorMapNearest");
    CaromVec2 point = fuzzVec(g);
    double distance = fuzzPositive(g);
    int found = caromSectorMapNearest(g->map, point, distance, query, &out);
    fuzzFound(found);
    if (found > 0) {
        fuzzFiniteVec(out.point);
        fuzzUnit(out.normal);
        FUZZ_CHECK(out.distance >= 0.0 && out.line >= 0);
    }
    fuzzFreed(g);
}

void fuzz_caromSectorMapWalls(FuzzGame *g)
{
    int out[FUZZ_ROOM];
    CaromSectorQuery query = queryOf(g);
    open(g, "caromSectorMapWalls");
    CaromBox box = fuzzBox(g);
    fuzzArgument(g, "query, out");
    int capacity = fuzzCapacity(g);
    FUZZ_CHECK(caromSectorMapWalls(g->map, box, query, out, capacity) <= LINES);
    fuzzFreed(g);
}

void fuzz_caromSectorMapKeepArm(FuzzGame *g)
{
    CaromVec2 out = {0.0, 0.0};
    CaromSectorQuery query = queryOf(g);
    open(g, "caromSectorMapKeepArm");
    CaromVec2 point = fuzzVec(g);
    double arm = fuzzPart(g);
    fuzzFound(caromSectorMapKeepArm(g->map, point, arm, query, &out));
    fuzzFiniteVec(out);
    fuzzFreed(g);
}

// ---- links

FUZZ_DEF(caromSectorLinkDef)

void fuzzDropLink(FuzzGame *g)
{
    FUZZ_CHECK(endLink(g));
}

void fuzz_caromSectorLinkCreate(FuzzGame *g)
{
    if (!g->inside) {
        fuzzDropLink(g);
    }
    CaromSectorLinkDef def = caromSectorLinkDef();
    FuzzFields fields = fuzzFields(g, "CaromSectorLinkDef def = caromSectorLinkDef()");
    FUZZ_FIELD(fields, &def, portals, fuzzBool(g));
    FUZZ_FIELD(fields, &def, blockShift, fuzzInt(g, 33));
    def.cookie = fuzzCookie(g, def.cookie);
    if (!g->inside && !fuzzHasRoom(g)) {
        def.cookie = 0;
    }
    fuzzOpen(g, "caromSectorLinkCreate");
    fuzzArgument(g, g->map != NULL ? "map, &def, &error" : "NULL, &def, &error");
    CaromError error = CAROM_ERROR_COUNT_OF;
    CaromSectorLink *link = caromSectorLinkCreate(g->call.at, g->map, &def, &error);
    FUZZ_CHECK((link != NULL) == (error == CAROM_OK));
    if (link != NULL) {
        g->link = link;
    }
    fuzzEdit(g, error);
}

void fuzz_caromSectorLinkDestroy(FuzzGame *g)
{
    fuzzOpenFree(g, "caromSectorLinkDestroy");
    fuzzArgument(g, g->link != NULL ? "link" : "NULL");
    CaromError error = caromSectorLinkDestroy(g->link);
    FUZZ_CHECK((error == CAROM_ERROR_BUSY) == (g->inside && g->link != NULL));
    if (error == CAROM_OK) {
        g->link = NULL;
        fuzzOpenFree(g, "// done");
    }
    fuzzAsked(g);
    FUZZ_CHECK(g->inside || caromWorldValidate(g->world));
}

void fuzz_caromSectorLinkSync(FuzzGame *g)
{
    fuzzOpenFree(g, "caromSectorLinkSync");
    fuzzArgument(g, g->link != NULL ? "link" : "NULL");
    CaromError error = caromSectorLinkSync(g->link);
    if (error == CAROM_OK || error == CAROM_ERROR_MEMORY) { // some are done
        fuzzOpenFree(g, "// done");
    }
    fuzzAsked(g);
    FUZZ_CHECK(g->inside || caromWorldValidate(g->world));
}

void fuzz_caromSectorLinkBody(FuzzGame *g)
{
    fuzzOpenFree(g, "caromSectorLinkBody");
    fuzzArgument(g, g->link != NULL ? "link" : "NULL");
    CaromBodyId body = caromSectorLinkBody(g->link);
    FUZZ_CHECK(g->link != NULL || body.index == 0);
    fuzzAsked(g);
    if (!g->inside) {
        fuzzKeepBody(g, body);
    }
}

void fuzz_caromSectorLinkLine(FuzzGame *g)
{
    fuzzOpenFree(g, "caromSectorLinkLine");
    fuzzArgument(g, g->link != NULL ? "link" : "NULL");
    int line = caromSectorLinkLine(g->link, fuzzShape(g));
    FUZZ_CHECK(line >= -1 && line < LINES);
    fuzzAsked(g);
}

void fuzz_caromSectorLinkCrossing(FuzzGame *g)
{
    CaromSectorCrossing out;
    CaromEvents events = caromWorldEvents(g->world);
    fuzzOpenFree(g, "caromSectorLinkCrossing");
    fuzzArgument(g, "link, events.crosses[0]");
    if (events.crossCount > 0 && caromSectorLinkCrossing(g->link, &events.crosses[0], &out)) {
        FUZZ_CHECK(out.line >= 0 && out.line < LINES);
    }
    fuzzAsked(g);
}
