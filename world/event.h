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
/// One for each kind: crEventsAddHit(world, projectile slot, &event), crEventsAddEnd, …
#define CR_DECLARE_ADD(KIND, array, name)                                                          \
    void crEventsAdd##name(CaromWorld *world, uint32_t projectile, const Carom##name##Event *event);
CR_EVENT_KINDS(CR_DECLARE_ADD)
#undef CR_DECLARE_ADD
/// A push of a shape. Those that follow each other are published in order of their shapes, however
/// the search came by them.
void crEventsAddShapePush(CaromWorld *world, uint32_t projectile, const CaromPushEvent *event);
/// How many were collected so far.
int crEventsCollected(const CaromWorld *world);
/// Cross events of one projectile collected since then: at equal times they come in the order of
/// their shapes' indices.
void crEventsJoin(CaromWorld *world, int since);
/// A mode event of projectile i.
void crEventsTellMode(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                      CaromProjectileMode mode);
/// Sorts and numbers. False where events were dropped.
bool crEventsPublish(CaromWorld *world);

#endif
