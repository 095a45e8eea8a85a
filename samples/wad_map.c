// SPDX-License-Identifier: MIT
// One map from its records: lines, sectors, things. Every index is compared before it is used.
#include "wad_lumps.h"

#include <stdlib.h>
#include <string.h>

#define NO_SIDE 0xffffu
#define DEGREE 0.017453292519943295 // [rad]

static const unsigned char *record(WadLump lump, int index)
{
    return lump.bytes + (size_t)index * (size_t)lump.recordBytes;
}

// ---- records

static CaromVec2 inMetres(int x, int y)
{
    return caromVec2(x * WAD_METRES_PER_UNIT, y * WAD_METRES_PER_UNIT);
}

static bool readVertex(const WadRecords *records, unsigned index, int line, CaromVec2 *out,
                       WadError *error)
{
    if (index >= (unsigned)records->vertices.count)
        return wadFail(error, "linedef %d names vertex %u, but there are %d", line, index,
                       records->vertices.count);
    const unsigned char *vertex = record(records->vertices, (int)index);
    *out = inMetres(wadS16(vertex), wadS16(vertex + 2));
    return true;
}

static bool readSide(const WadRecords *records, unsigned index, int line, int *sector,
                     WadError *error)
{
    *sector = WAD_NO_SECTOR;
    if (index == NO_SIDE)
        return true;
    if (index >= (unsigned)records->sides.count)
        return wadFail(error, "linedef %d names sidedef %u, but there are %d", line, index,
                       records->sides.count);
    unsigned named = wadU16(record(records->sides, (int)index) + 28);
    if (named >= (unsigned)records->sectors.count)
        return wadFail(error, "sidedef %u names sector %u, but there are %d", index, named,
                       records->sectors.count);
    *sector = (int)named;
    return true;
}

static bool readLine(const WadRecords *records, int number, WadLine *line, WadError *error)
{
    const unsigned char *bytes = record(records->lines, number);
    const unsigned char *sides = bytes + (records->hexen ? 12 : 10);
    line->number = number;
    line->flags = wadU16(bytes + 4);
    line->special = records->hexen ? bytes[6] : wadU16(bytes + 6);
    return readVertex(records, wadU16(bytes), number, &line->a, error) &&
           readVertex(records, wadU16(bytes + 2), number, &line->b, error) &&
           readSide(records, wadU16(sides), number, &line->front, error) &&
           readSide(records, wadU16(sides + 2), number, &line->back, error);
}

static void turnRound(WadLine *line)
{
    WadLine before = *line;
    line->a = before.b;
    line->b = before.a;
    line->front = before.back;
    line->back = before.front;
}

/// Keeps a line that has a length and a side; counts what is odd about the others.
static void keepLine(WadMap *map, WadLine line)
{
    if (line.front == WAD_NO_SECTOR && line.back == WAD_NO_SECTOR) {
        map->skippedSideless++;
        return;
    }
    if (line.a.x == line.b.x && line.a.y == line.b.y) {
        map->skippedZero++;
        return;
    }
    if (line.front == WAD_NO_SECTOR) {
        turnRound(&line);
        map->turned++;
    }
    CaromVec2 ends[2] = {line.a, line.b};
    CaromBox box = caromBoxOfPoints(ends, 2);
    map->bounds = map->lineCount == 0 ? box : caromBoxUnion(map->bounds, box);
    map->oneSidedCount += line.back == WAD_NO_SECTOR;
    map->lines[map->lineCount++] = line;
}

static bool readLines(const WadRecords *records, WadMap *map, WadError *error)
{
    for (int i = 0; i < records->lines.count; i++) {
        WadLine line;
        if (!readLine(records, i, &line, error))
            return false;
        keepLine(map, line);
    }
    if (map->lineCount == 0)
        return wadFail(error, "none of its %d linedefs is a line", records->lines.count);
    return true;
}

static void readSectors(const WadRecords *records, WadMap *map)
{
    for (int i = 0; i < records->sectors.count; i++) {
        const unsigned char *bytes = record(records->sectors, i);
        WadSector *sector = &map->sectors[map->sectorCount++];
        sector->floor = wadS16(bytes) * WAD_METRES_PER_UNIT;
        sector->ceiling = wadS16(bytes + 2) * WAD_METRES_PER_UNIT;
        sector->light = wadS16(bytes + 20);
        sector->special = wadS16(bytes + 22);
        sector->tag = wadS16(bytes + 24);
    }
}

static void readThings(const WadRecords *records, WadMap *map)
{
    for (int i = 0; i < records->things.count; i++) {
        const unsigned char *bytes = record(records->things, i);
        const unsigned char *place = bytes + (records->hexen ? 2 : 0);
        const unsigned char *facing = bytes + (records->hexen ? 8 : 4);
        WadThing *thing = &map->things[map->thingCount++];
        thing->position = inMetres(wadS16(place), wadS16(place + 2));
        thing->angle = wadS16(facing) * DEGREE;
        thing->type = (int)wadU16(facing + 2);
        thing->sector = wadSectorAt(map, thing->position);
        map->thingsInSolid += thing->sector == WAD_NO_SECTOR;
    }
}

// ---- maps

static int findMap(const Wad *wad, const char *name, WadMap *map)
{
    size_t length = strlen(name);
    for (size_t i = 0; i <= length && i < sizeof map->name - 1; i++)
        map->name[i] = name[i] >= 'a' && name[i] <= 'z' ? (char)(name[i] - 'a' + 'A') : name[i];
    for (int i = wadMapCount(wad) - 1; i >= 0; i--) // where a name comes twice, Doom takes the last
        if (length < sizeof map->name && strcmp(wadMapName(wad, i), map->name) == 0)
            return i;
    return -1;
}

static bool makeRoom(const WadRecords *records, WadMap *map, WadError *error)
{
    // One more than needed: malloc(0) may give null.
    map->lines = malloc(((size_t)records->lines.count + 1) * sizeof *map->lines);
    map->things = malloc(((size_t)records->things.count + 1) * sizeof *map->things);
    map->sectors = malloc(((size_t)records->sectors.count + 1) * sizeof *map->sectors);
    return (map->lines && map->things && map->sectors) || wadFail(error, "out of memory");
}

bool wadReadMap(const Wad *wad, const char *name, WadMap *map, WadError *error)
{
    WadRecords records;
    memset(map, 0, sizeof *map);
    error->text[0] = '\0';
    int found = findMap(wad, name, map);
    if (found < 0) {
        wadFail(error, "it has no map %.20s, only %s .. %s", name, wadMapName(wad, 0),
                wadMapName(wad, wadMapCount(wad) - 1));
    } else if (wadRecords(wad, found, &records, error) && makeRoom(&records, map, error) &&
               readLines(&records, map, error)) {
        readSectors(&records, map);
        readThings(&records, map);
        return true;
    }
    wadMapFree(map);
    return false;
}

void wadMapFree(WadMap *map)
{
    free(map->lines);
    free(map->things);
    free(map->sectors);
    memset(map, 0, sizeof *map);
}

// A ray to the right crosses the border of its own sector an odd number of times, that of every
// other an even number. So the exclusive or of both sectors (from 1, solid being 0) of all lines
// crossed leaves the number of the one. Where a sector is not closed the answer may be any sector.
int wadSectorAt(const WadMap *map, CaromVec2 point)
{
    unsigned number = 0;
    for (int i = 0; i < map->lineCount; i++) {
        const WadLine *line = &map->lines[i];
        bool up = line->b.y > point.y;
        bool isLeft = line->a.x < point.x && line->b.x < point.x;
        if ((line->a.y > point.y) == up || isLeft)
            continue;
        int side = caromOrientation(line->a, line->b, point);
        if (side == (up ? 1 : -1))
            number ^= (unsigned)(line->front + 1) ^ (unsigned)(line->back + 1);
    }
    return number <= (unsigned)map->sectorCount ? (int)number - 1 : WAD_NO_SECTOR;
}
