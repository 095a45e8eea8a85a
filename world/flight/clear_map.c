// SPDX-License-Identifier: MIT
#include "clear_map.h"

#include <string.h>

/// Not at the rim.
static uint32_t fieldOf(double x)
{
    return (uint32_t)crClamp(x, 1.0, CR_CLEAR_FIELDS - 2.0);
}

static void drawOne(CrClearMap *map, CaromBox box)
{
    uint32_t minX = fieldOf((box.min.x - map->low.x) * map->fields.x),
             minY = fieldOf((box.min.y - map->low.y) * map->fields.y),
             maxX = fieldOf((box.max.x - map->low.x) * map->fields.x),
             maxY = fieldOf((box.max.y - map->low.y) * map->fields.y);
    for (uint32_t word = minX >> 6; word <= maxX >> 6; word++) {
        uint64_t from = word == minX >> 6 ? ~(uint64_t)0 << (minX & 63) : ~(uint64_t)0;
        uint64_t to = word == maxX >> 6 ? ~(uint64_t)0 >> (63 - (maxX & 63)) : ~(uint64_t)0;
        for (uint32_t y = minY; y <= maxY; y++) {
            map->taken[y][word] |= from & to;
        }
    }
}

/// Of fields: as many as suit the bounds of all that moves, with the rim around.
static void placeMap(CrClearMap *map, CaromBox bounds)
{
    double width = bounds.max.x - bounds.min.x, height = bounds.max.y - bounds.min.y;
    map->fields = crVec((CR_CLEAR_FIELDS - 2) / width, (CR_CLEAR_FIELDS - 2) / height);
    map->low = crSub(bounds.min, crVec(1.0 / map->fields.x, 1.0 / map->fields.y));
    memset(map->taken, 0, sizeof map->taken);
}

void crClearMapDraw(CaromWorld *world)
{
    CrClearMap *map = world->movingIndex.map;
    const CrMotionGrid *motionGrid = &world->movingIndex.motionGrid;
    double span = motionGrid->until - world->time;
    map->fastest = map->seen > 0.0 ? crMin(map->seen, CR_CLEAR_FASTEST) : CR_CLEAR_FASTEST;
    double reach = 0.5 * span * map->fastest * (1.0 + 0x1p-20) + 2.0 * motionGrid->margin;
    map->middle = world->time + 0.5 * span;
    placeMap(map, crBoxInflate(motionGrid->bounds, reach));
    for (int k = 0; k < motionGrid->count; k++) {
        const CrMotionGridItem *one = &motionGrid->all[k];
        CaromBox box = crBox(one->center, crAddScaled(one->center, one->velocity, span));
        box.min = crSub(box.min, one->half);
        box.max = crAdd(box.max, one->half);
        box = one->roams ? one->zone : box;
        drawOne(map, crBoxInflate(box, reach));
    }
}

void crClearMapLook(CaromWorld *world)
{
    CrFlights *f = &world->flights;
    CrClearMap *map = world->movingIndex.map;
    double clear[3] = {-CR_NEVER, world->movingIndex.motionGrid.until, CR_NEVER}, seen = 0.0;
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        const CrFlight *hot = &f->hot[i];
        f->clearUntil[i] = clear[crClearMapIsFree(map, hot) | (hot->leg & CR_LEG_FREE) >> 6];
        seen = crMax(seen, crMax(crAbs(hot->velocity.x), crAbs(hot->velocity.y)));
    }
    map->seen = seen;
}
