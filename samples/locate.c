// SPDX-License-Identifier: MIT
#include "locate.h"

#include <stdlib.h>
#include <string.h>

// ---- loops

/// One side of a line, walked so that its sector is to the right.
typedef struct Side {
    CaromVec2 from, to;
    int sector;
} Side;

static int addSides(const WadLine *line, Side *out)
{
    int count = 0;
    if (line->front == line->back) {
        return 0; // the sector is on both sides: no border
    }
    if (line->front != WAD_NO_SECTOR) {
        out[count++] = (Side){line->a, line->b, line->front};
    }
    if (line->back != WAD_NO_SECTOR) {
        out[count++] = (Side){line->b, line->a, line->back};
    }
    return count;
}

static int compareSides(const void *left, const void *right)
{
    const Side *a = left, *b = right;
    if (a->sector != b->sector) {
        return a->sector < b->sector ? -1 : 1;
    }
    if (a->from.x != b->from.x) {
        return a->from.x < b->from.x ? -1 : 1;
    }
    return (a->from.y > b->from.y) - (a->from.y < b->from.y);
}

static bool samePoint(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

/// An unused side of the sector that starts at the point, -1 where there is none. Where several
/// start any will do: how a border is cut into loops changes neither its crossings nor its winding.
static int nextSide(const Side *sides, const bool *used, int count, int sector, CaromVec2 from)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        Side wanted = {from, from, sector};
        if (compareSides(&sides[middle], &wanted) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    while (low < count && sides[low].sector == sector && samePoint(sides[low].from, from)) {
        if (!used[low]) {
            return low;
        }
        low++;
    }
    return -1;
}

/// Walks from a side on, as far as there are sides to follow. @returns whether it came back.
static bool walkLoop(SectorLoops *loops, const Side *sides, bool *used, int count, int start)
{
    SectorLoop loop = {.sector = sides[start].sector, .first = loops->pointCount};
    int side = start;
    while (side >= 0) {
        used[side] = true;
        loops->points[loops->pointCount++] = sides[side].from;
        if (samePoint(sides[side].to, sides[start].from)) {
            break;
        }
        side = nextSide(sides, used, count, loop.sector, sides[side].to);
    }
    loop.count = loops->pointCount - loop.first;
    if (side < 0 || loop.count < 3) {
        loops->pointCount = loop.first;
        return false;
    }
    loop.area = caromPolygonArea(&loops->points[loop.first], loop.count);
    loop.box = caromBoxOfPoints(&loops->points[loop.first], loop.count);
    loops->loops[loops->loopCount++] = loop;
    return true;
}

bool sectorLoopsBuild(SectorLoops *loops, const WadMap *map)
{
    memset(loops, 0, sizeof *loops);
    size_t capacity = 2 * (size_t)map->lineCount + 1;
    Side *sides = malloc(capacity * sizeof *sides);
    bool *used = calloc(capacity, sizeof *used);
    loops->points = malloc(capacity * sizeof *loops->points);
    loops->loops = malloc(capacity * sizeof *loops->loops);
    bool ready = sides && used && loops->points && loops->loops;
    if (ready) {
        int count = 0;
        for (int i = 0; i < map->lineCount; i++) {
            count += addSides(&map->lines[i], &sides[count]);
        }
        qsort(sides, (size_t)count, sizeof *sides, compareSides);
        for (int i = 0; i < count; i++) {
            loops->open += !used[i] && !walkLoop(loops, sides, used, count, i);
        }
    } else {
        sectorLoopsFree(loops);
    }
    free(sides);
    free(used);
    return ready;
}

void sectorLoopsFree(SectorLoops *loops)
{
    free(loops->points);
    free(loops->loops);
    memset(loops, 0, sizeof *loops);
}

// ---- location

typedef bool InsideFunction(CaromVec2 p, const CaromVec2 *points, int count);

static int sectorByLoops(const SectorLoops *loops, CaromVec2 point, InsideFunction *inside)
{
    int sector = WAD_NO_SECTOR;
    bool odd = false;
    for (int i = 0; i < loops->loopCount; i++) { // the loops of a sector follow each other
        const SectorLoop *loop = &loops->loops[i];
        if (loop->sector != sector && odd) {
            break;
        }
        sector = loop->sector;
        odd ^= caromBoxContains(loop->box, point) &&
               inside(point, &loops->points[loop->first], loop->count);
    }
    return odd ? sector : WAD_NO_SECTOR;
}

int sectorByCrossings(const SectorLoops *loops, CaromVec2 point)
{
    return sectorByLoops(loops, point, caromPointInPolygon);
}

int sectorByQuadrants(const SectorLoops *loops, CaromVec2 point)
{
    return sectorByLoops(loops, point, caromPointInPolygonQuadrants);
}

/// How far a line leans towards the point as seen from its end there: the cosine, -1 .. 0.
static double lean(const WadLine *line, CaromVec2 end, CaromVec2 point)
{
    CaromVec2 other = samePoint(line->a, end) ? line->b : line->a;
    return caromVec2Dot(caromVec2Normalize(caromVec2Sub(other, end)),
                        caromVec2Normalize(caromVec2Sub(point, end)));
}

/// If the nearest point is a corner, all lines that end there are equally near. Only the two beside
/// the query point show its side; one of them is the line that leans towards it the most.
static bool isNearer(const WadLine *line, CaromNearest found, const WadLine *best,
                     CaromNearest bestFound, CaromVec2 point)
{
    if (!best || !samePoint(found.point, bestFound.point)) {
        return !best || found.distance < bestFound.distance;
    }
    return lean(line, found.point, point) > lean(best, found.point, point);
}

int sectorByNearestLine(const WadMap *map, CaromVec2 point)
{
    const WadLine *best = NULL;
    CaromNearest bestFound = {.distance = 0};
    for (int i = 0; i < map->lineCount; i++) {
        const WadLine *line = &map->lines[i];
        CaromNearest found = caromNearestOnSegment(point, line->a, line->b);
        if (isNearer(line, found, best, bestFound, point)) {
            best = line;
            bestFound = found;
        }
    }
    if (!best) {
        return WAD_NO_SECTOR;
    }
    return caromOrientation(best->a, best->b, point) <= 0 ? best->front : best->back;
}
