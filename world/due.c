// SPDX-License-Identifier: MIT
#include "due.h"

#include "bounce.h"
#include "event.h"
#include "life.h"
#include "task.h"

#define AHEAD 12 ///< so many flights ahead their memory is asked for,
#define NEAR 5   ///< and so many ahead that of what they hit

static inline void askAhead(const CrFlights *f, uint32_t i)
{
    CR_PREFETCH(&f->hot[i]);
    CR_PREFETCH(&f->tail[i]);
}

/// Of a chunk of flights. A task leaves what is not simple: true, there is some.
static bool live(const CrBouncer *bouncer, uint32_t chunk, double until)
{
    CaromWorld *world = bouncer->world;
    CrFlights *f = &world->flights;
    uint32_t due[CR_FLIGHT_CHUNK];
    uint32_t first = chunk * CR_FLIGHT_CHUNK, count = crFlightsCount(f) - first;
    count = count < CR_FLIGHT_CHUNK ? count : CR_FLIGHT_CHUNK;
    int dueCount = world->grid.lanes.kernels->due(f->next + first, (int)count, until, due);
    bool left = false;
    for (int k = 0; k < dueCount; k++) {
        askAhead(f, first + due[k + AHEAD < dueCount ? k + AHEAD : dueCount - 1]);
        crBounceAhead(bouncer, first + due[k + NEAR < dueCount ? k + NEAR : dueCount - 1]);
        uint32_t i = first + due[k];
        crBounces(bouncer, i, until);
        if (f->next[i] <= until) {
            left = true;
            if (bouncer->slice == NULL) {
                crFlightLive(world, i, until);
            } else {
                bouncer->slice->missed += bouncer->slice->count == bouncer->slice->room;
            }
        }
    }
    return left;
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
    uint32_t end = crTaskStart(world, flock->chunks, index + 1);
    for (uint32_t c = crTaskStart(world, flock->chunks, index); c < end; c++) {
        world->tasks.left[c] = live(&bouncer, c, flock->until);
    }
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

void crDueLive(CaromWorld *world, double until)
{
    CrBouncer bouncer = crBouncer(world);
    uint32_t count = crFlightsCount(&world->flights);
    uint32_t chunks = (count + CR_FLIGHT_CHUNK - 1) / CR_FLIGHT_CHUNK;
    bool tasks =
        bouncer.usable && world->tasks.count > 1 && count >= (uint32_t)world->tasks.leastFlights;
    if (tasks) {
        liveSideBySide(&bouncer, chunks, until);
    }
    for (uint32_t c = 0; c < chunks; c++) {
        if (!tasks || world->tasks.left[c]) {
            (void)live(&bouncer, c, until);
        }
    }
}
