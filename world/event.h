// SPDX-License-Identifier: MIT
// Events of a step: collected as flights produce them, sorted by time, then by the projectile's
// index, then as they came; numbered in that order. Without memory they are counted, and nothing
// else changes.
#ifndef CAROM_WORLD_EVENT_H
#define CAROM_WORLD_EVENT_H

#include "world.h"

CaromError crEventsReserve(CaromWorld *world, int count);
void crEventsFree(CaromWorld *world);
void crEventsClear(CaromWorld *world);
void crEventsAddHit(CaromWorld *world, const CaromHitEvent *event);
void crEventsAddEnd(CaromWorld *world, uint32_t projectile, double time, CaromVec2 place,
                    CaromVec2 velocity, CaromEndReason reason);
void crEventsAddMode(CaromWorld *world, uint32_t projectile, double time, CaromVec2 place,
                     CaromProjectileMode mode);
/// Sorts and numbers. False where events were dropped.
bool crEventsPublish(CaromWorld *world);

#endif
