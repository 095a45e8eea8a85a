// SPDX-License-Identifier: MIT
// Where moving bodies were in the last ticks, and the world as queries would have found it then.
//
// A tick is what a state holds of bodies and shapes (rollback_types.h), with whose slots it is of.
// To look at it is to make a view: a copy of the world's own structure, without its projectiles,
// whose bodies and shapes are arrays of the history, put as the tick has them, and whose moving
// layer is filled for that time; all that rests is shared with the world. Queries find the very
// numbers that they would have found then, and so answer with the same bits. It is locked for good:
// whatever would write is refused.
//
// Between two ticks bodies went on from the earlier one, unless they were changed since: by a
// command after the record, or in a step that was not recorded. So whenever a step leaves a time at
// which anything was changed since the last tick or leg, the history takes a leg: the same copy, of
// all that holds until the next leg or tick.
//
// After Bernier, "Latency Compensating Methods in Client/Server In-game Protocol Design and
// Optimization" (2001), which moves the players back and forth again; here nothing is moved.
#ifndef CAROM_WORLD_SAVE_HISTORY_H
#define CAROM_WORLD_SAVE_HISTORY_H

#include "../api/saving.h"
#include "../data/observer.h"
#include "rollback_types.h"

/// A tick, or a leg.
typedef struct CrTick {
    double time;
    uint64_t moment; ///< of the world's; of a leg the one that it led to
    uint64_t reshaped;
    uint64_t legs; ///< that were taken before it
    int bodies, solids, sensors;
    bool lost;   ///< of a leg: there was no memory for it
    char *bytes; ///< slots and ages of all of them, then what states hold; an array of array.h
} CrTick;

/// Who it was.
typedef struct CrTickName {
    uint32_t slot, age;
} CrTickName;

/// The last of them, as many as there is room for.
typedef struct CrTickRing {
    CrTick *all;
    int size, first, count;
} CrTickRing;

#define CR_LEGS_PER_TICK 4

struct CaromHistory {
    CrObserver observer;
    CaromWorld *world;        ///< null: it is gone
    CaromAllocator allocator; ///< the game's: a history may outlive its world
    CrTickRing ticks, legs;
    uint64_t legsTaken;                  ///< so far, of which `legs` has the last
    uint64_t takenEdition, takenMotions; ///< the world's when the last tick or leg was taken
    CaromWorld view;
    uint64_t revision, labels; ///< of the world's that bodies and shapes were last copied of
    bool copied;
    // the view's arrays
    CrBody *bodies;
    CrShape *shapes;
    uint32_t *solids, *sensors;
    CaromBox *boxes;
    char *room; ///< for what was baked otherwise then
    CrMoving layer;
};

// ---- history_ticks.c

CaromError crTickRingReserve(CrTickRing *ring, int size, const CaromAllocator *allocator);
void crTickRingFree(CrTickRing *ring, const CaromAllocator *allocator);
/// The k-th last of them.
static inline CrTick *crTickAt(const CrTickRing *ring, int back)
{
    return &ring->all[(ring->first + ring->count - 1 - back) % ring->size];
}
/// How many of the last ticks are of what has not happened, since the world was rolled back. It may
/// yet be brought forth to them again.
int crHistoryCountLost(const CaromHistory *history);
CaromError crHistoryTake(CaromHistory *history);
/// The tick or leg that tells of a time; CAROM_ERROR_TIME, or _MEMORY of a leg that is lost.
CaromError crHistoryFind(const CaromHistory *history, double time, const CrTick **found);

/// Takes a leg, unless the last tick or leg still tells how things stand at the clock.
void crHistoryTakeLeg(CaromHistory *history);

// ---- history_view.c

/// Puts a tick into the view, whose arrays have room for it, at a time.
CaromError crHistoryShow(CaromHistory *history, const CrTick *tick, double time);

#endif
