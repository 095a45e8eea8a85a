// SPDX-License-Identifier: MIT
// Where moving bodies were in the last ticks, and the world as queries would have found it then.
//
// A tick is what a state holds of bodies and shapes (state.h), with whose slots it is of. To look
// at it is to make a view: a copy of the world's own structure, without its projectiles, whose
// bodies and shapes are arrays of the history, put as the tick has them, and whose moving layer is
// filled for that time; all that rests is shared with the world. Queries find the very numbers that
// they would have found then, and so answer with the same bits. It is locked for good: whatever
// would write is refused.
//
// Between two ticks bodies went as the later one tells, since what is done to them is done at the
// clock, which was the earlier one.
//
// After Bernier, "Latency Compensating Methods in Client/Server In-game Protocol Design and
// Optimization" (2001), which moves the players back and forth again; here nothing is moved.
#ifndef CAROM_WORLD_HISTORY_H
#define CAROM_WORLD_HISTORY_H

#include "state.h"

typedef struct CrTick {
    double time;
    uint64_t moment; ///< of the world's
    uint64_t reshaped;
    int bodies, solids, sensors;
    char *bytes; ///< slots and ages of all of them, then what states hold; an array of array.h
} CrTick;

/// Who it was.
typedef struct CrTickName {
    uint32_t slot, age;
} CrTickName;

struct CaromHistory {
    const CaromWorld *world;
    CaromAllocator allocator; ///< the game's: a history may outlive its world
    CrTick *ticks;            ///< a ring
    int size, first, count;
    CaromWorld view;
    uint64_t edition, labels; ///< of the world's that bodies and shapes were last copied of
    bool copied;
    // the view's arrays
    CrBody *bodies;
    CrShape *shapes;
    uint32_t *solids, *sensors;
    CaromBox *boxes;
    char *room; ///< for what was baked otherwise then
    CrMoving layer;
};

/// Puts a tick into the view, whose arrays have room for it, at a time. history_view.c
CaromError crHistoryShow(CaromHistory *history, const CrTick *tick, double time);

#endif
