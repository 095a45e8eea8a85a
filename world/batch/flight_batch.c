// SPDX-License-Identifier: MIT
#include "flight_batch.h"

#include "../data/tasks.h"
#include "../events/event.h"
#include "../flight/clear_until.h"
#include "../flight/sensor_crossings.h"
#include "../flight/ties.h"
#include "../index/moving_index.h"
#include "../projectile/dispatch.h"

static inline int endOfRound(int k, int count)
{
    return k + CR_BOUNCES < count ? k + CR_BOUNCES : count;
}

/// Asks for the memory of some flights that are due, from the k-th on.
CR_INLINE void askFor(const CrFlights *f, const uint32_t *due, int k, int count)
{
    for (int end = endOfRound(k, count); k < end; k++) {
        CR_PREFETCH(&f->hot[due[k]]);
        CR_PREFETCH(&f->tail[due[k]].endTime);
        CR_PREFETCH(&f->tail[due[k]].windowEvents); // at times in the next line
    }
}

/// The same for what they meet, when their own has come.
CR_INLINE void askForMet(const CrBouncer *bouncer, const uint32_t *due, int k, int count)
{
    for (int end = endOfRound(k, count); k < end; k++) {
        crBounceAhead(bouncer, due[k]);
    }
}

/// Whether something is still due to flight i, or it may be near something that moves.
static bool isDue(const CrBouncer *bouncer, uint32_t i, double until)
{
    const CrFlights *f = &bouncer->world->flights;
    return f->next[i] <= until || (bouncer->clearUntil && f->clearUntil[i] <= until);
}

void crBatchAhead(const CrBouncer *bouncer, const uint32_t *flights, int count, double until)
{
    askFor(&bouncer->world->flights, flights, 0, count);
    for (int from = 0; from < count; from += CR_BOUNCES) {
        int some = endOfRound(from, count) - from;
        askFor(&bouncer->world->flights, flights, from + CR_BOUNCES, count);
        askForMet(bouncer, flights, from, count);
        crBounces(bouncer, flights + from, some, until);
    }
}

/// What bouncing left of it.
static void liveThrough(const CrBouncer *bouncer, uint32_t i, double until)
{
    CaromWorld *world = bouncer->world;
    if (!bouncer->clearUntil) {
        crFlightLive(world, i, until);
        return;
    }
    do {
        if (!crFlightLiveOnce(world, i, until)) {
            if (crMovingIndexAnySensor(world)) {
                crSensorCrossingsTellStep(world, i, until);
            }
            (void)crClearUntilLook(world, i, until);
            return;
        }
        crBounces(bouncer, &i, 1, until);
    } while (isDue(bouncer, i, until));
}

/// What is left of a flight's, if any is. A task leaves it to the step.
static bool finish(const CrBouncer *bouncer, uint32_t i, double until)
{
    if (!isDue(bouncer, i, until)) {
        return false;
    }
    if (bouncer->slice == NULL) {
        liveThrough(bouncer, i, until);
    } else {
        bouncer->slice->missed += bouncer->slice->count == bouncer->slice->room;
    }
    return true;
}

/// The flights of a chunk that have something due.
typedef struct Due {
    uint32_t flights[CR_FLIGHT_CHUNK];
    int count;
} Due;

/// By next[] or by clearUntil[]. Asks for the memory of the first of them.
static void findDue(const CrBouncer *bouncer, const double *times, uint32_t chunk, double until,
                    Due *due)
{
    const CaromWorld *world = bouncer->world;
    const CrFlights *f = &world->flights;
    uint32_t first = chunk * CR_FLIGHT_CHUNK, count = crFlightsCount(f) - first;
    count = count < CR_FLIGHT_CHUNK ? count : CR_FLIGHT_CHUNK;
    due->count = world->grid.lanes.kernels->due(times + first, (int)count, until, due->flights);
    for (int k = 0; k < due->count; k++) {
        due->flights[k] += first;
    }
    askFor(f, due->flights, 0, due->count);
    askFor(f, due->flights, CR_BOUNCES, due->count);
}

/// A task leaves the events that are not simple; it returns true if there are some.
static bool liveDue(const CrBouncer *bouncer, const Due *due, double until)
{
    const CrFlights *f = &bouncer->world->flights;
    bool left = false;
    askForMet(bouncer, due->flights, 0, due->count);
    for (int from = 0; from < due->count; from += CR_BOUNCES) {
        int some = endOfRound(from, due->count) - from;
        askFor(f, due->flights, from + 2 * CR_BOUNCES, due->count);
        askForMet(bouncer, due->flights, from + CR_BOUNCES, due->count);
        crBounces(bouncer, due->flights + from, some, until);
        for (int k = from; k < from + some; k++) {
            left |= finish(bouncer, due->flights[k], until);
        }
    }
    return left;
}

/// Chunks from one to another; left: those of which something is left, of which alone is anything
/// to be done where `again` is set. While one is at work, the memory of the next is on its way.
static void liveChunks(const CrBouncer *bouncer, uint32_t from, uint32_t end, double until,
                       uint8_t *left, bool again)
{
    const CrFlights *f = &bouncer->world->flights;
    Due dues[2];
    uint32_t ahead = from; // the first chunk that is not looked at yet
    int at = 0;
    for (uint32_t c = from; c < end; c++) {
        if (again && !left[c]) {
            continue;
        }
        bool some = false;
        if (bouncer->clearUntil) {
            findDue(bouncer, f->clearUntil, c, until, &dues[at]);
            some = liveDue(bouncer, &dues[at], until);
        }
        if (bouncer->clearUntil || ahead <= c) {
            findDue(bouncer, f->next, c, until, &dues[at]);
            ahead = c + 1;
        }
        if (!bouncer->clearUntil && ahead < end && (!again || left[ahead])) {
            findDue(bouncer, f->next, ahead++, until, &dues[1 - at]);
        }
        some |= liveDue(bouncer, &dues[at], until);
        at = bouncer->clearUntil ? at : 1 - at;
        if (left != NULL && !again) {
            left[c] = some;
        }
    }
}

// ---- side by side

typedef struct Flock {
    const CrBouncer *bouncer;
    double until;
    uint32_t chunks;
    CrEventSlice slices[CR_TASKS];
    CaromCounters counters[CR_TASKS];
} Flock;

static void liveRange(void *context, int index)
{
    static const CaromCounters zero;
    Flock *flock = context;
    CaromWorld *world = flock->bouncer->world;
    CrBouncer bouncer = *flock->bouncer;
    CrEventSlice slice = flock->slices[index]; // here, where no other task's are near
    CaromCounters counters = zero;
    bouncer.slice = &slice;
    bouncer.counters = &counters;
    liveChunks(&bouncer, crTaskStart(world, flock->chunks, index),
               crTaskStart(world, flock->chunks, index + 1), flock->until, world->tasks.left,
               false);
    flock->slices[index] = slice;
    flock->counters[index] = counters;
}

static void liveSideBySide(const CrBouncer *bouncer, uint32_t chunks, double until)
{
    CaromWorld *world = bouncer->world;
    Flock flock;
    flock.bouncer = bouncer;
    flock.until = until;
    flock.chunks = chunks;
    crTiesForget(world); // none of them writes it
    crEventsSlice(world, flock.slices);
    crTasksRun(world, liveRange, &flock);
    crEventsGather(world, flock.slices);
    for (int t = 0; t < world->tasks.count; t++) {
        world->counters.hits += flock.counters[t].hits;
        world->counters.simpleHits += flock.counters[t].simpleHits;
        world->counters.searches += flock.counters[t].searches;
        world->counters.cellsVisited += flock.counters[t].cellsVisited;
        world->counters.edgesTested += flock.counters[t].edgesTested;
    }
}

/// Each is examined: something moves, and it is not known which flights are near it.
static void liveAll(CaromWorld *world, double until)
{
    const CrFlights *f = &world->flights;
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        if (crFlightLives(f, i)) {
            crFlightLive(world, i, until);
        }
    }
}

void crBatchLive(CaromWorld *world, double until)
{
    CrBouncer bouncer = crBouncer(world);
    if (!crMovingIndexIsEmpty(world)) {
        bouncer.clearUntil = crClearUntilPrepare(world, until, 0);
        bouncer.usable = bouncer.usable && bouncer.clearUntil;
        if (!bouncer.clearUntil && crMovingIndexAny(world)) {
            liveAll(world, until);
            return;
        }
    }
    uint32_t count = crFlightsCount(&world->flights);
    uint32_t chunks = (count + CR_FLIGHT_CHUNK - 1) / CR_FLIGHT_CHUNK;
    bool tasks =
        bouncer.usable && world->tasks.count > 1 && count >= (uint32_t)world->tasks.leastFlights;
    if (tasks) {
        liveSideBySide(&bouncer, chunks, until);
    }
    liveChunks(&bouncer, 0, chunks, until, tasks ? world->tasks.left : NULL, tasks);
    world->movingIndex.told = bouncer.clearUntil ? until : -CR_NEVER;
}
