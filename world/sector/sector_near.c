// SPDX-License-Identifier: MIT
// Lines that block near a place: the nearest, all in a box; and a point kept at arm's length.
#include "../data/refuse.h"
#include "../data/world.h"
#include "map.h"

#include <math.h>

#define PUSHES 64

// ---- the nearest

typedef struct Asker {
    const CaromSectorMap *map;
    const CaromSectorQuery *query;
    CaromVec2 point;
} Asker;

/// On the line itself the normal would be its left one; its front is on the right.
static void consider(const Asker *asker, int line, CaromSectorNearest *best)
{
    const CaromSectorEdge *edge = &asker->map->lines[line];
    if (crSectorLineBlocks(asker->map, line, asker->query) == CAROM_BLOCK_NONE) {
        return;
    }
    CaromNearest found = caromNearestOnSegment(asker->point, edge->b, edge->a);
    bool better = found.distance < best->distance ||
                  (found.distance == best->distance && (best->line < 0 || line < best->line));
    if (better) {
        CaromSectorNearest nearest = {line, found.point, found.normal, found.distance};
        *best = nearest;
    }
}

/// Looks ever farther, until nothing beyond can be nearer than what was found.
static CaromSectorNearest nearestWithin(const Asker *asker, double distance)
{
    double reach = crMin(2.0 * crGridCellSize(&asker->map->grid), distance);
    double whole = crBoxFarthest(asker->map->bounds, asker->point);
    for (;;) {
        CaromSectorNearest best = {-1, {0.0, 0.0}, {0.0, 0.0}, distance};
        double pad = (crAbs(asker->point.x) + crAbs(asker->point.y) + reach) * 0x1p-50;
        CrBoxesWalk walk;
        uint32_t line;
        crBoxesStart(&walk, &asker->map->boxes,
                     crBoxInflate(crBox(asker->point, asker->point), reach + pad));
        while (crBoxesNext(&walk, &line, NULL)) {
            consider(asker, (int)line, &best);
        }
        if (reach >= distance || reach > whole || (best.line >= 0 && best.distance <= reach)) {
            return best;
        }
        reach = crMin(2.0 * reach, distance);
    }
}

static CaromError checkAsker(const Asker *asker, double distance, double limit)
{
    CaromError error = crSectorCheckQuery(asker->map, asker->query);
    error = error != CAROM_OK ? error : crCheckVec(asker->point);
    error = error == CAROM_OK && limit < CR_HUGE ? crCheckNumber(distance) : error;
    error = error != CAROM_OK ? error : crCheckReach(distance, 0.0);
    return error == CAROM_OK && distance > limit ? CAROM_ERROR_OUT_OF_RANGE : error;
}

int caromSectorMapNearest(const CaromSectorMap *map, CaromVec2 point, double distance,
                          CaromSectorQuery query, CaromSectorNearest *out)
{
    Asker asker = {map, &query, point};
    CaromError error = out == NULL ? CAROM_ERROR_NULL : checkAsker(&asker, distance, INFINITY);
    if (error != CAROM_OK) {
        return crSectorRefuseQuery(map, error, "caromSectorMapNearest");
    }
    *out = nearestWithin(&asker, crMin(distance, 4.0 * CR_HUGE));
    return out->line >= 0;
}

// ---- arm's length

/// A little farther than the arm, so that rounding does not make it nearer.
int caromSectorMapKeepArm(const CaromSectorMap *map, CaromVec2 point, double arm,
                          CaromSectorQuery query, CaromVec2 *out)
{
    Asker asker = {map, &query, point};
    CaromError error = out == NULL ? CAROM_ERROR_NULL : checkAsker(&asker, arm, 1e6);
    if (error != CAROM_OK) {
        return crSectorRefuseQuery(map, error, "caromSectorMapKeepArm");
    }
    CaromSectorNearest nearest = nearestWithin(&asker, arm);
    for (int push = 0; push < PUSHES && nearest.line >= 0 && nearest.distance < arm; push++) {
        double reach = arm + (crAbs(nearest.point.x) + crAbs(nearest.point.y) + arm) * 0x1p-50;
        asker.point = crAddScaled(nearest.point, nearest.normal, reach);
        nearest = nearestWithin(&asker, arm);
    }
    *out = asker.point;
    return nearest.line < 0 || nearest.distance >= arm;
}

// ---- in a box

static CaromError checkBox(CaromBox box)
{
    CaromError error = crCheckVec(box.min);
    error = error != CAROM_OK ? error : crCheckVec(box.max);
    bool inOrder = box.min.x <= box.max.x && box.min.y <= box.max.y;
    return error == CAROM_OK && !inOrder ? CAROM_ERROR_OUT_OF_RANGE : error;
}

static bool isLower(const void *a, const void *b)
{
    return *(const int *)a < *(const int *)b;
}

int caromSectorMapWalls(const CaromSectorMap *map, CaromBox box, CaromSectorQuery query, int *out,
                        int capacity)
{
    CaromError error = map == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    error = error != CAROM_OK ? error : crSectorCheckQuery(map, &query);
    error = error != CAROM_OK ? error : checkBox(box);
    if (error != CAROM_OK) {
        return crSectorRefuseQuery(map, error, "caromSectorMapWalls");
    }
    CrBoxesWalk walk;
    uint32_t line;
    int count = 0;
    crBoxesStart(&walk, &map->boxes, box);
    while (crBoxesNext(&walk, &line, NULL)) {
        if (crSectorLineBlocks(map, (int)line, &query) != CAROM_BLOCK_NONE) {
            int number = (int)line;
            crKeepFirst(out, sizeof number, capacity, count++, &number, isLower);
        }
    }
    crSortKept(out, sizeof *out, capacity, count, isLower);
    return count;
}
