// SPDX-License-Identifier: MIT
// One step, as a list of its stages.
#include "response/blast.h"
#include "index/edit_list.h"
#include "flight/sensor_crossings.h"
#include "batch/flight_batch.h"
#include "batch/in_turn.h"
#include "events/event.h"
#include "data/flight_pool.h"
#include "bodies/body_enable.h"
#include "bodies/rigid_change.h"
#include "index/moving_index.h"
#include "data/observer.h"
#include "rigid/rigid_contacts.h"
#include "rigid/rigid_sweep.h"
#include "rigid/tick.h"
#include "response/body_impact.h"
#include "support/stick.h"
#include "flight/ties.h"
#include "contacts/contact.h"
#include "projectile/event_queue.h"
#include "data/revision.h"
#include "data/refuse.h"
#include "projectile/edits.h"

// ---- the stages

/// Handles all events of flights that are due up to a time.
static void fly(CaromWorld *world, double until)
{
    CrInTurn whose = crEventQueueNeeds(world, until);
    if (whose != CR_IN_TURN_NONE) {
        crInTurnLive(world, until, whose);
    }
    if (whose != CR_IN_TURN_ALL) {
        crBodyImpactsLive(world, until);
        crBatchLive(world, until);
    }
}

static void resetCounters(CaromWorld *world)
{
    CaromCounters *c = &world->counters;
    c->hits = c->simpleHits = c->meetings = c->ends = c->searches = c->flightsWoken = c->parked =
        c->steered = 0;
    c->cellsVisited = c->edgesTested = 0;
}

static double now(CaromWorld *world)
{
    if (world->clock == NULL) {
        return 0.0;
    }
    world->locked = true; // it is the game's code, in the middle of a step
    double seconds = world->clock(world->clockContext);
    world->locked = false;
    return seconds;
}

/// [s] What the stages of all stretches took.
typedef struct Times {
    double edits, moving, flights; ///< [s] of the stages, summed up
    double last;                   ///< what the clock said last
} Times;

/// Everything from the clock to a time up to which no path of a body changes.
static int stretch(CaromWorld *world, double until, Times *times)
{
    int flags = CAROM_STEP_OK;
    double began = times->last;
    crTiesForget(world);
    crEditsApply(world);
    crSensorCrossingsApplyEdits(world);
    crRigidSweepEdits(world);
    crBlastsObey(world);
    double edited = now(world);
    if (!crMovingIndexIsEmpty(world) && !crMovingIndexFill(world, world->time, until)) {
        flags |= CAROM_STEP_EXHAUSTED;
    }
    double moved = now(world);
    fly(world, until);
    crSensorCrossingsTellAll(world, until);
    flags |= (int)crContactsStep(world, until);
    flags |= world->events.insideLost ? CAROM_STEP_EXHAUSTED : 0;
    times->edits += edited - began;
    times->moving += moved - edited;
    times->last = now(world);
    times->flights += times->last - moved;
    return flags;
}

/// Solves the tick at the clock. Bodies out of range are disabled before, as by
/// caromBodySetEnabled. Without memory no body has changed: CAROM_STEP_EXHAUSTED.
static int tick(CaromWorld *world, double next, double until)
{
    int flags = CAROM_STEP_OK;
    crEventsTick(world);
    CaromError error = crRigidTick(world, world->time, next);
    while (error == CAROM_ERROR_NOT_FINITE) {
        flags |= CAROM_STEP_BODIES_DISABLED;
        error = crBodiesQuarantine(world);
        error = crThen(error, crRigidTick(world, world->time, next));
    }
    if (error != CAROM_OK) {
        return flags | CAROM_STEP_EXHAUSTED;
    }
    crRigidTellContacts(world, world->time);
    crBodiesFollowPlans(world, crMin(next, until));
    crRigidSweepListed(world, next);
    crObserversTurned(world, world->time);
    return flags;
}

/// Stretch by stretch between the ticks. The step that leaves a tick solves it: so calls at its
/// time come before it. Returns the time that it came to: a tick that finds no memory ends it.
static double stretchesBetweenTicks(CaromWorld *world, double until, Times *times, int *flags)
{
    for (;;) {
        double next = crTickAfter(world, world->time);
        if (crTimeIsTick(world, world->time)) {
            int found = tick(world, next, until);
            *flags |= found;
            if (found & CAROM_STEP_EXHAUSTED) {
                return world->time;
            }
        }
        *flags |= stretch(world, crMin(next, until), times);
        if (next >= until) {
            return until;
        }
        crStuckRemember(world, next);
        world->time = world->queryTime = next;
    }
}

static CaromStepFlags step(CaromWorld *world, double time)
{
    int flags = CAROM_STEP_OK;
    double began = now(world);
    Times times = {0.0, 0.0, 0.0, began};
    crMomentNext(world);
    crObserversBegan(world, time);
    resetCounters(world);
    crEventsClear(world);
    int freeSlots = world->flights.freeCount;
    uint32_t freeBefore = world->flights.free;
    if (world->rigids.dynamic == 0) {
        flags |= stretch(world, time, &times);
    } else {
        double last = crTickLast(world, time);
        flags |= last < time ? CAROM_STEP_TICKS_LIMITED : 0;
        time = stretchesBetweenTicks(world, last, &times, &flags);
    }
    double flown = times.last;
    flags |= crEventsPublish(world) ? 0 : CAROM_STEP_EVENTS_DROPPED;
    // In a long step flights end in the order of their slots, not of time. The list of free slots,
    // which the next shots take theirs from, must not depend on that.
    crFlightsSortFreed(world, freeBefore, world->flights.freeCount - freeSlots);
    crStuckRemember(world, time);
    world->time = world->queryTime = time;
    world->counters.steps++;
    world->counters.events = world->events.sequence;
    double ended = now(world);
    CaromProfile profile = {ended - began, times.edits, times.moving, times.flights, ended - flown};
    world->profile = profile;
    flags |= world->counters.parked > 0 ? CAROM_STEP_PARKED : 0;
    crObserversTicked(world, (CaromStepFlags)flags);
    return (CaromStepFlags)flags;
}

static CaromStepFlags stepChecked(CaromWorld *world, double time, CaromError error,
                                  const char *function)
{
    error = error != CAROM_OK ? error : crCheckNumber(time);
    if (error == CAROM_OK && !(time > world->time)) {
        error = CAROM_ERROR_TIME;
    }
    if (error != CAROM_OK) {
        crRefuse(world, error, function);
        return CAROM_STEP_REFUSED;
    }
    return step(world, time);
}

CaromStepFlags caromWorldStepTo(CaromWorld *world, double time)
{
    return stepChecked(world, time, crCheckEditable(world), "caromWorldStepTo");
}

CaromStepFlags caromWorldStep(CaromWorld *world, double dt)
{
    CaromError error = crCheckEditable(world);
    error = error != CAROM_OK ? error : crCheckNumber(dt);
    if (error == CAROM_OK && !(dt > 0.0)) {
        error = CAROM_ERROR_OUT_OF_RANGE;
    }
    double time = error == CAROM_OK ? world->time + dt : 0.0;
    if (error == CAROM_OK && world->rigids.dynamic > 0 && time <= CR_HUGE) {
        time = crTickSnap(world, time);
    }
    return stepChecked(world, time, error, "caromWorldStep");
}
