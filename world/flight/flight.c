// SPDX-License-Identifier: MIT
#include "flight.h"

#include "../core/limits.h"
#include "../data/flight_extra.h"
#include "../data/flight_pool.h"
#include "../events/event.h"
#include "def_table.h"
#include "flight_boxes.h"
#include "leg.h"
#include "projectile_pairs.h"
#include "sensor_crossings.h"
#include "ties.h"
#include "where.h"

/// The flags of a leg's acceleration.
static int pullOf(CrFlights *f, uint32_t i, CaromVec2 acceleration)
{
    if (acceleration.x == 0.0 && acceleration.y == 0.0) {
        return 0;
    }
    if (crEqual(acceleration, f->pulls[f->hot[i].flightDef].of[f->pull])) {
        return f->pull == 0 ? CR_LEG_PULL_A : CR_LEG_PULL_B;
    }
    crFlightOwn(f, i)->acceleration = acceleration;
    return CR_LEG_PULL_OWN;
}

/// What lies behind counts no more for a leg that begins in another window, unless an event began
/// it, which was counted there already.
static void keepCounts(CaromWorld *world, uint32_t i, double start)
{
    CrFlights *f = &world->flights;
    if (f->tail[i].windowEvents > 0 && !(f->hot[i].leg & CR_LEG_COUNTED) &&
        crWindowOf(world, start) != crWindowOf(world, f->hot[i].start)) {
        f->tail[i].windowEvents = 0;
    }
}

void crFlightSetLeg(CaromWorld *world, uint32_t i, double start, CaromVec2 place,
                    CaromVec2 velocity, CaromVec2 acceleration)
{
    CrFlights *f = &world->flights;
    CrFlight *hot = &f->hot[i];
    if (crFlightHasExtra(f, i)) {
        crFlightOwn(f, i)->after = 0.0;
        crFlightOwn(f, i)->passed.shape = CR_NONE;
    } else {
        keepCounts(world, i, start);
    }
    if (world->ties.flight == i) {
        crTiesForget(world);
    }
    hot->start = start;
    hot->place = place;
    hot->velocity = velocity;
    hot->leg = (uint8_t)((hot->leg & CR_LEG_STAYS) | pullOf(f, i, acceleration));
    crSensorCrossingsNewLeg(world, i);
    crClearUntilForget(f, i);
    crFlightForget(world, i);
    crProjectilePairTakeLeg(world, i);
}

void crFlightApply(CaromWorld *world, uint32_t i, const CrTransition *t)
{
    if (t->support != NULL) {
        crFlightLeanOn(world, i, t->support);
    } else {
        crFlightLetGo(world, i);
    }
    if (t->glued) {
        crFlightOwn(&world->flights, i)->glued = true;
    }
    world->flights.hot[i].mode = (uint8_t)t->mode;
    crFlightSetLeg(world, i, t->time, t->place, t->velocity, t->acceleration);
    if (t->isTold) {
        crEventsTellMode(world, i, t->time, t->place, t->velocity, t->mode);
    }
}

void crFlightTakeOff(CaromWorld *world, uint32_t i)
{
    world->flights.hot[i].mode = CAROM_PROJECTILE_FLYING;
}

/// Names each flight once: a blast that pushes many bodies names those near them many times.
static void nameOnce(uint32_t *changed)
{
    int count = crArrayCount(changed), kept = 0;
    for (int gap = count / 2; gap > 0; gap /= 2) {
        for (int k = gap; k < count; k++) {
            for (int j = k; j >= gap && changed[j - gap] > changed[j]; j -= gap) {
                uint32_t higher = changed[j - gap];
                changed[j - gap] = changed[j];
                changed[j] = higher;
            }
        }
    }
    for (int k = 0; k < count; k++) {
        if (kept == 0 || changed[kept - 1] != changed[k]) {
            changed[kept++] = changed[k];
        }
    }
    crArraySetCount(changed, kept);
}

void crFlightChanged(CaromWorld *world, uint32_t i)
{
    crFlightBoxesRenew(world, i);
    if (world->turnUntil > -CR_NEVER && crFlightLives(&world->flights, i)) {
        if (crArrayCount(world->changed) == crArrayCapacity(world->changed)) {
            nameOnce(world->changed); // there is room for each of them twice
        }
        crArrayPush(world->changed, i);
    }
}

void crFlightRelease(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    f->hot[i].nextKind = CR_NEXT_NOTHING;
    f->next[i] = CR_NEVER;
    if (f->clearUntil != NULL) {
        f->clearUntil[i] = CR_NEVER;
        crGlanceForget(f, i);
    }
    if (f->queued != NULL) {
        f->queued[i] = CR_NEVER;
    }
    if (crIsProjectilePair(world, i)) {
        crProjectilePairsRemove(world, i);
    }
    crSensorCrossingsDrop(world, i);
    if (crFlightHasExtra(f, i) && world->recorder == NULL) { // a preview world is still looked at
        crFlightDropExtra(world, i);
    }
    crFlightDefDrop(world, f->hot[i].flightDef);
    crFlightsFreeSlot(f, i);
}

void crFlightEnd(CaromWorld *world, uint32_t i, double time, CaromEndReason reason)
{
    crFlightEndAt(world, i, time, crFlightWhere(world, i, time), crFlightHowFast(world, i, time),
                  reason);
}

void crFlightEndAt(CaromWorld *world, uint32_t i, double time, CaromVec2 place, CaromVec2 velocity,
                   CaromEndReason reason)
{
    CrFlights *f = &world->flights;
    world->counters.ends++;
    CaromEndEvent event = {0,        time,   crProjectileIdOf(world, i), place,
                           velocity, reason, f->tail[i].userData};
    crEventsAddEnd(world, i, &event);
    crFlightRelease(world, i);
    f->hot[i].start = time; // of its end, by which the step sorts the slots that it frees
}
