// SPDX-License-Identifier: MIT
// The map of a window that is a step alone: whether a flight is far from all that moves, by one
// look at the field where it is in the middle of the window. Small fields, and no wider around what
// moves than the fastest flights need: then few must look further.
//
// From one window to the next most flights keep their legs. Of these a glance is enough, a quarter
// of the memory of a flight: where it is at the map's epoch, in floats, which are off by less than
// a hundredth of a metre. It is kept until crClearUntilForget.
#ifndef CAROM_WORLD_FLIGHT_CLEAR_MAP_H
#define CAROM_WORLD_FLIGHT_CLEAR_MAP_H

#include "../core/limits.h"
#include "../data/world.h"

/// Draws what the motion grid lists, for its window.
void crClearMapDraw(CaromWorld *world);
/// Flights in free fields are clear for the window; of others nothing is known. In slots that are
/// free nothing ever happens. again: the last window had a map, too.
void crClearMapLook(CaromWorld *world, bool again);

/// Whether a flight goes straight and is in a free field. Without branches, since they would be a
/// toss: the answer is no for a tenth to a third of all.
static inline bool crClearMapIsFree(const CrClearMap *map, const CrFlight *hot)
{
    CaromVec2 v = hot->velocity;
    double tau = map->middle - hot->start, rim = CR_CLEAR_FIELDS - 1.0;
    double x = (hot->place.x + v.x * tau - map->low.x) * map->fields.x;
    double y = (hot->place.y + v.y * tau - map->low.y) * map->fields.y;
    uint32_t column = (uint32_t)crClamp(x, 0.0, rim), row = (uint32_t)crClamp(y, 0.0, rim);
    uint64_t taken = map->taken[row][column >> 6] >> (column & 63) & 1;
    unsigned straight = (unsigned)(hot->mode == CAROM_PROJECTILE_FLYING) &
                        (unsigned)!(hot->leg & (CR_LEG_PULLS | CR_LEG_CRUSHED | CR_LEG_FREE));
    unsigned slow = (unsigned)(crMax(crAbs(v.x), crAbs(v.y)) <= map->fastest) &
                    (unsigned)(crMax(crAbs(x), crAbs(y)) < 1e5);
    return straight & slow & (unsigned)!taken;
}

#endif
