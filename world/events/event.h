// SPDX-License-Identifier: MIT
// Events of a step: collected as flights produce them, sorted by time, at a tick's time those
// before the tick first, then by the projectile's index, then as they came; numbered in that order.
// So a step that ends at a tick numbers them as one that goes on. Without memory they are counted,
// and nothing else changes.
#ifndef CAROM_WORLD_EVENTS_EVENT_H
#define CAROM_WORLD_EVENTS_EVENT_H

#include "../data/world.h"

CaromError crEventsReserve(CaromWorld *world, int count);
/// Room for as many as another world has room for.
bool crEventsReserveAs(CaromWorld *world, const CaromWorld *other);
void crEventsFree(CaromWorld *world);
void crEventsClear(CaromWorld *world);
/// A hit, to be filled in, every field; null where there is no memory. Not of a preview world.
CrHit *crEventsAddHit(CaromWorld *world, uint32_t projectile, double time);
/// The event of a hit, at a time, of the projectile in a slot, without its sequence number.
void crHitWrite(const CaromWorld *world, const CrHit *hit, double time, uint32_t projectile,
                CaromHitEvent *event);
/// One for each other kind: crEventsAddEnd(world, projectile slot, &event), …
#define CR_DECLARE_ADD(KIND, array, name)                                                          \
    void crEventsAdd##name(CaromWorld *world, uint32_t projectile, const Carom##name##Event *event);
CR_RARE_EVENT_KINDS(CR_DECLARE_ADD)
#undef CR_DECLARE_ADD
/// One slice for each task of all room that there is; grown where the tasks of past steps wanted
/// more.
void crEventsSlice(CaromWorld *world, CrEventSlice *slices);
/// Takes them over, in their order.
void crEventsGather(CaromWorld *world, const CrEventSlice *slices);
/// A tick is about to be solved at the clock: what was collected at its time came before it.
void crEventsTick(CaromWorld *world);
/// How many were collected so far.
int crEventsCollected(const CaromWorld *world);
/// Events collected since then, all of one kind and of one projectile or none: those of equal times
/// are published in the order of their shapes, not in the order of the search.
void crEventsJoin(CaromWorld *world, int since);
/// Moves contacts that were collected since then behind all else, as if they had been collected
/// last. Returns how many were collected before the first of them.
int crEventsBringContactsLast(CaromWorld *world, int since);
/// A mode event of projectile i.
void crEventsTellMode(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                      CaromVec2 velocity, CaromProjectileMode mode);
/// Takes an event of a preview world's flight: writes it into the prediction's arrays, and counts
/// it if they are full. Where a callback would decide, the prediction stops: later events are not
/// reported.
void crPreviewSinkTake(CrPreviewSink *recorder, CrEventKind kind, double time, const void *event);
/// It stops at a hit: the game would have to answer, or a body to go on otherwise.
void crPreviewSinkStop(CrPreviewSink *recorder, const CaromHitEvent *hit, CaromPredictionStop stop);
/// Sorts and numbers. False where events were dropped. publish.c
bool crEventsPublish(CaromWorld *world);

#endif
