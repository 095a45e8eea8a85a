// SPDX-License-Identifier: MIT
// Where moving bodies were in the last ticks, and queries in the world as it was then.
//
// A tick holds what a rollback state holds of bodies and shapes (rollback_types.h), and the ids of
// their slots. A query into the past needs a view. A view is a copy of the world's own structure
// without its projectiles. Its bodies and shapes are arrays of the history, set to the tick's
// values. Its moving index is filled for that time. Everything that rests is shared with the world.
// So queries find the same numbers as they did then, and return the same bits. A view is locked for
// good: every call that writes is refused.
//
// Between two ticks bodies continue from the earlier one, unless they were changed since, by a call
// after the tick or in a step that was not recorded. So a step takes a leg whenever it leaves a
// time at which something was changed since the last tick or leg. A leg is the same copy as a tick;
// it holds until the next leg or tick.
//
// After Bernier, "Latency Compensating Methods in Client/Server In-game Protocol Design and
// Optimization" (2001). That method moves the players back and forth again; here nothing is moved.
#ifndef CAROM_WORLD_SAVE_HISTORY_H
#define CAROM_WORLD_SAVE_HISTORY_H

#include "../api/saving.h"
#include "../data/observer.h"
#include "rollback_types.h"

/// A tick, or a leg.
typedef struct CrTick {
    double time;
    uint64_t moment; ///< the world's moment; for a leg the moment that it led to
    uint64_t reshaped;
    uint64_t legs; ///< legs taken before this tick or leg
    int bodies, shapes;
    bool lost;   ///< for a leg: memory was missing
    char *bytes; ///< slots and ages of all entities, then the state; an array of array.h
} CrTick;

/// The body or shape that had the slot.
typedef struct CrTickName {
    uint32_t slot, age;
} CrTickName;

/// The last ticks or legs, as many as there is room for.
typedef struct CrTickRing {
    CrTick *all;
    int size, first, count;
} CrTickRing;

#define CR_LEGS_PER_TICK 4

struct CaromHistory {
    CrObserver observer;
    CaromWorld *world;        ///< null: it was destroyed
    CaromAllocator allocator; ///< the game's: a history may outlive its world
    CrTickRing ticks, legs;
    uint64_t legsTaken;                  ///< in all; `legs` has the last of them
    uint64_t takenEdition, takenMotions; ///< the world's when the last tick or leg was taken
    CaromWorld view;
    uint64_t revision, labels; ///< the world's when its bodies and shapes were last copied
    bool copied;
    // the view's arrays
    CrBody *bodies;
    CrShape *shapes;
    uint32_t *moving; ///< shapes of kinematic bodies: solids, then sensors
    CaromBox *boxes;
    char *room; ///< for points that were baked differently then
    CrMoving layer;
};

/// Sets the view to a tick, moved on to a time. The view's arrays must have room for it.
CaromError crHistoryShow(CaromHistory *history, const CrTick *tick, double time);

#endif
