// SPDX-License-Identifier: MIT
#include "in_turn.h"

#include "../data/flight_pool.h"
#include "../flight/clear_until.h"
#include "../flight/flight_boxes.h"
#include "../index/moving_index.h"
#include "../response/body_impact.h"
#include "../rigid/rigid_due.h"
#include "../rigid/rigid_pool.h"
#include "flight_batch.h"

#define SLICES 256             ///< of a step
#define SOME 64                ///< flights that go on together
#define BEFORE (1.0 - 0x1p-53) ///< times this: the last time before one that is above 0

/// The flights that wait, by the slice of the step in which something is due to them.
typedef struct Waiting {
    CrBouncer bouncer;
    double until, perSlice;
    int slice;  ///< those before it are empty
    bool alone; ///< who concerns no other goes on by itself; false: all are queued
    bool zoned; ///< those that watch for others have zones, and who is in none goes on by itself
    int freed;  ///< slots that were free when an event last concerned others
    int count;  ///< of some
    uint32_t some[SOME]; ///< within a stretch: they go on next, from whatever slices they are
    uint32_t first[SLICES];
} Waiting;

/// A part of the step: through with what is before `time`, or at it where that is its end.
typedef struct Stretch {
    double last; ///< so far one goes on by oneself
    double time; ///< what is due from then on, up to here, is queued
} Stretch;

static int sliceOf(const Waiting *waiting, double time)
{
    double slice = (time - waiting->bouncer.world->time) * waiting->perSlice;
    return slice < SLICES - 1 ? (int)crMax(slice, waiting->slice) : SLICES - 1;
}

static double dueTo(const Waiting *waiting, uint32_t i)
{
    const CrFlights *f = &waiting->bouncer.world->flights;
    return waiting->bouncer.clearUntil ? crMin(f->next[i], f->clearUntil[i]) : f->next[i];
}

static void await(Waiting *waiting, uint32_t i)
{
    double due = dueTo(waiting, i);
    if (due <= waiting->until) {
        uint32_t *first = &waiting->first[sliceOf(waiting, due)];
        waiting->bouncer.world->flights.queuedAfter[i] = *first;
        *first = i;
    }
}

// ---- as a step begins

/// Its leg is new, or something that moves may be near: queued if that is so.
static void lookAround(Waiting *waiting, uint32_t i)
{
    CaromWorld *world = waiting->bouncer.world;
    crBounceSearch(&waiting->bouncer, i);
    double clear = crClearUntilLook(world, i, world->time).until;
    if (clear <= crMin(world->flights.next[i], waiting->until)) {
        crEventQueueTake(world, i, waiting->until);
    }
}

static void begin(Waiting *waiting, uint32_t i, bool looks)
{
    CaromWorld *world = waiting->bouncer.world;
    if (looks && crFlightBoxesHasZone(world, i)) {
        return; // it is queued when all that come into its zone are noted
    }
    if (!waiting->alone || crEventQueueConcerns(world, i)) {
        crEventQueueTake(world, i, waiting->until);
    } else if (looks) {
        lookAround(waiting, i);
    } else if (!crEventQueueHolds(world, i)) {
        await(waiting, i);
    }
}

/// Those whose time comes in the step, by next[] or clearUntil[].
static void beginBy(Waiting *waiting, const double *times)
{
    const CaromWorld *world = waiting->bouncer.world;
    uint32_t due[CR_FLIGHT_CHUNK], count = crFlightsCount(&world->flights);
    for (uint32_t first = 0; first < count; first += CR_FLIGHT_CHUNK) {
        int all = (int)(count - first < CR_FLIGHT_CHUNK ? count - first : CR_FLIGHT_CHUNK);
        int some = world->grid.lanes.kernels->due(times + first, all, waiting->until, due);
        for (int k = 0; k < some; k++) {
            CR_PREFETCH(&world->flights.hot[first + due[k]]);
        }
        for (int k = 0; k < some; k++) {
            begin(waiting, first + due[k], times == world->flights.clearUntil);
        }
    }
}

/// No flight goes on by itself from here on.
static void takeAll(Waiting *waiting)
{
    CaromWorld *world = waiting->bouncer.world;
    waiting->alone = false;
    for (uint32_t i = 0; i < crFlightsCount(&world->flights); i++) {
        crEventQueueTake(world, i, waiting->until);
    }
}

static void beginAll(Waiting *waiting)
{
    CaromWorld *world = waiting->bouncer.world;
    const CrFlights *f = &world->flights;
    bool unclear = crMovingIndexAny(world) && !world->movingIndex.isClear;
    if (waiting->bouncer.clearUntil) {
        beginBy(waiting, f->clearUntil);
    }
    for (int k = 0; k < crArrayCount(world->watchers); k++) {
        crEventQueueTake(world, world->watchers[k], waiting->until);
    }
    if (world->plain || unclear) {
        takeAll(waiting);
        return;
    }
    beginBy(waiting, f->next);
}

// ---- as it goes on

/// It may come near to those that watch, which must know before they go on.
static bool comesIntoZone(const Waiting *waiting, uint32_t i)
{
    const CaromWorld *world = waiting->bouncer.world;
    const CrFlights *f = &world->flights;
    return world->flightBoxes.zoned && f->clearUntil[i] <= crMin(f->next[i], waiting->until);
}

static void settle(Waiting *waiting, uint32_t i, const Stretch *stretch)
{
    if (dueTo(waiting, i) <= stretch->time || comesIntoZone(waiting, i)) {
        crEventQueueTake(waiting->bouncer.world, i, waiting->until);
    } else {
        await(waiting, i);
    }
}

/// All of some.
static void goOn(Waiting *waiting, const Stretch *stretch)
{
    crBatchAhead(&waiting->bouncer, waiting->some, waiting->count, stretch->last);
    for (int k = 0; k < waiting->count; k++) {
        crFlightBoxesRenew(waiting->bouncer.world, waiting->some[k]);
        settle(waiting, waiting->some[k], stretch);
    }
    waiting->count = 0;
}

/// Through the first slice that may hold any. What the queue holds was pushed while it waited.
static void goThroughSlice(Waiting *waiting, const Stretch *stretch)
{
    const CaromWorld *world = waiting->bouncer.world;
    uint32_t i = waiting->first[waiting->slice];
    waiting->first[waiting->slice] = CR_NONE;
    while (i != CR_NONE) {
        uint32_t after = world->flights.queuedAfter[i];
        bool held = crEventQueueHolds(world, i);
        if (!held && dueTo(waiting, i) <= stretch->last) {
            waiting->some[waiting->count++] = i;
        } else if (!held) {
            settle(waiting, i, stretch);
        }
        if (waiting->count == SOME) {
            goOn(waiting, stretch);
        }
        i = after;
    }
}

static void advance(Waiting *waiting, const Stretch *stretch)
{
    int last = sliceOf(waiting, stretch->time);
    while (waiting->slice < last) {
        goThroughSlice(waiting, stretch);
        waiting->slice++;
    }
    goThroughSlice(waiting, stretch);
    goOn(waiting, stretch);
}

static Stretch before(const Waiting *waiting, double time)
{
    bool ahead = time > crMax(waiting->bouncer.world->time, 0.0);
    Stretch stretch = {ahead ? time * BEFORE : -CR_NEVER, time};
    return stretch;
}

/// Who looks at others then finds slots freed in order of time.
static void liveFirst(Waiting *waiting, bool concerns)
{
    CaromWorld *world = waiting->bouncer.world;
    CrFlights *f = &world->flights;
    if (concerns && waiting->alone && f->freeCount > waiting->freed + 1) {
        crFlightsSortLastFreed(f, f->freeCount - waiting->freed);
    }
    crEventQueueLiveFirst(world, waiting->until);
    waiting->freed = concerns ? f->freeCount : waiting->freed;
}

/// A lookout has left its zone: from here on all may depend on it.
static void leaveZones(Waiting *waiting)
{
    waiting->zoned = false;
    crFlightBoxesExpect(waiting->bouncer.world, waiting->bouncer.world->flightBoxes.lookouts);
    takeAll(waiting);
}

/// A body runs into something, when all flights have come as far.
static void liveImpact(Waiting *waiting, uint32_t body, Stretch *stretch, const bool *over)
{
    CaromWorld *world = waiting->bouncer.world;
    double time = crRigidOf(world, body)->impact.time;
    if (!*over && time > stretch->time) {
        *stretch = before(waiting, time);
        advance(waiting, stretch);
    } else {
        crBodyImpact(world, body);
        crEventQueueTakeChanged(world, waiting->until);
    }
}

static void liveAll(Waiting *waiting)
{
    CaromWorld *world = waiting->bouncer.world;
    Stretch stretch = {-CR_NEVER, -CR_NEVER}, whole = {waiting->until, waiting->until};
    beginAll(waiting);
    bool over = !waiting->alone;
    for (;;) {
        const CrQueuedEvent *first = crEventQueueFirst(world);
        uint32_t body = crRigidDueFirst(world, first != NULL ? first->due : waiting->until);
        if (first == NULL && over && body == CR_NONE) {
            return;
        }
        if (body != CR_NONE) {
            liveImpact(waiting, body, &stretch, &over);
            continue;
        }
        bool concerns = first != NULL && (world->rigids.dynamic > 0 || world->flightBoxes.zoned ||
                                          crEventQueueConcerns(world, first->flight));
        if (first == NULL) {
            over = true;
            advance(waiting, &whole);
        } else if (concerns && !over && first->due > stretch.time) {
            stretch = before(waiting, first->due);
            advance(waiting, &stretch);
        } else {
            liveFirst(waiting, concerns);
            if (waiting->zoned && !world->flightBoxes.zoned) {
                leaveZones(waiting);
                over = true;
            }
        }
    }
}

void crInTurnLive(CaromWorld *world, double until, CrInTurn whose)
{
    crEventQueueBegin(world, until);
    if (whose == CR_IN_TURN_PARTNERS) {
        while (crEventQueueFirst(world) != NULL) {
            crEventQueueLiveFirst(world, until);
        }
    } else {
        Waiting waiting = {.bouncer = crBouncer(world),
                           .until = until,
                           .perSlice = SLICES / (until - world->time),
                           .alone = world->flightBoxes.lookouts == 0 || world->flightBoxes.zoned,
                           .zoned = world->flightBoxes.zoned,
                           .freed = world->flights.freeCount};
        waiting.bouncer.clearUntil = world->movingIndex.isClear;
        waiting.bouncer.usable &= crMovingIndexIsEmpty(world) || world->movingIndex.isClear;
        for (int k = 0; k < SLICES; k++) {
            waiting.first[k] = CR_NONE;
        }
        liveAll(&waiting);
    }
    crEventQueueEnd(world, until);
}
