// SPDX-License-Identifier: MIT
// ---- what is due
#include "dispatch.h"

#include "../flight/acceleration.h"
#include "../flight/clear_until.h"
#include "../flight/flight.h"
#include "../flight/ground.h"
#include "../flight/projectile_pairs.h"
#include "../flight/proximity_fuse.h"
#include "../flight/sensor_crossings.h"
#include "../index/moving_index.h"
#include "../placement/launch.h"
#include "../placement/place.h"
#include "../response/blast.h"
#include "../response/hit.h"
#include "../response/meeting.h"
#include "../response/pierce.h"
#include "../response/steering.h"
#include "../support/bounce_series.h"
#include "../support/rest.h"
#include "../support/slide.h"

/// The next thing to happen: an encounter, or what next[] says.
typedef struct Due {
    double time;
    CrNext kind;
    CrEncounter encounter;
    uint32_t other; ///< of CR_NEXT_MEETING
} Due;

static void searchUntilKnown(CaromWorld *world, uint32_t i, double until)
{
    const CrFlights *f = &world->flights;
    while (f->hot[i].nextKind == CR_NEXT_SEARCH && f->next[i] <= until) {
        crFlightSearch(world, i);
    }
}

/// At one time meetings with lower ones come before all that concerns it alone.
static void considerPartners(CaromWorld *world, uint32_t i, double until, Due *due)
{
    CrMeetingTime next = crProjectilePairNext(world, i, until);
    if (next.time < due->time || (next.time == due->time && next.other < i)) {
        due->time = next.time;
        due->kind = next.other != CR_NONE ? CR_NEXT_MEETING : CR_NEXT_HORIZON;
        due->other = next.other;
    }
}

/// False: it is known to come near nothing that moves until then.
static bool mayMeetMoving(CaromWorld *world, uint32_t i, double until)
{
    const double *clearUntil = world->flights.clearUntil;
    if (!crMovingIndexAny(world) || !world->movingIndex.isClear) {
        return crMovingIndexAny(world);
    }
    if (clearUntil[i] <= until) {
        (void)crClearUntilLook(world, i, world->time);
    }
    return clearUntil[i] <= until;
}

static bool nextDue(CaromWorld *world, uint32_t i, double until, Due *due)
{
    const CrFlights *f = &world->flights;
    searchUntilKnown(world, i, until);
    due->time = f->next[i];
    due->kind = (CrNext)f->hot[i].nextKind;
    bool moves = crModeMeets(f->hot[i].mode);
    bool meets = due->kind == CR_NEXT_HIT && due->time <= until;
    CrEncounter moving;
    if (meets) {
        const CrKeyOwner *owner = &world->keyOwners[f->hot[i].nextKey];
        CrEncounter resting = {due->time, f->hot[i].tau, (CrPart)f->hot[i].nextPart, owner->shape,
                               (int)owner->feature};
        due->encounter = resting;
    }
    if (moves && mayMeetMoving(world, i, crMin(until, due->time)) &&
        crFlightMeetsMoving(world, i, crMin(until, due->time), &moving) &&
        (!meets || crEncounterIsEarlier(&moving, &due->encounter))) {
        due->time = moving.time;
        due->kind = CR_NEXT_HIT;
        due->encounter = moving;
    }
    double near =
        crFlightWatches(world, i) ? crFlightNearsAny(world, i, crMin(until, due->time)) : CR_NEVER;
    if (near < due->time) {
        due->time = near;
        due->kind = CR_NEXT_NEAR;
    }
    if (moves && crIsProjectilePair(world, i) && crProjectilePairsAny(world)) {
        considerPartners(world, i, until, due);
    }
    return due->time <= until && due->kind != CR_NEXT_NOTHING;
}

CrQueuedEvent crFlightNextQueued(CaromWorld *world, uint32_t i, double until)
{
    Due due;
    CrQueuedEvent turn = {CR_NEVER, i, i, i};
    if (world->flights.hot[i].leg & CR_LEG_CRUSHED) {
        turn.due = world->flights.hot[i].start;
    } else if (nextDue(world, i, until, &due)) {
        uint32_t other = due.kind == CR_NEXT_MEETING ? due.other : i;
        turn.due = due.time;
        turn.first = i < other ? i : other;
        turn.second = i < other ? other : i;
    }
    return turn;
}

// ---- launches

void crFlightRenew(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    CrPath path = crFlightPath(f, i);
    CrSupport support;
    if (crFlightSupport(world, i, &support)) {
        crFlightSettleAnew(world, i, &support);
        return;
    }
    crFlightRelaunch(world, i, world->time, crPathVelocity(&path, crFlightTau(f, i, world->time)));
}

/// Starts the first leg, where there is a free place for it.
static bool launchFrom(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    CrTransition flight = {
        .mode = CAROM_PROJECTILE_FLYING, .time = f->hot[i].start, .velocity = f->hot[i].velocity};
    if (!crPlaceFresh(world, i, flight.time, f->hot[i].place, flight.velocity, NULL,
                      &flight.place)) {
        return false;
    }
    crSensorCrossingsLaunch(world, i);
    crFlightMarkSteered(f, i, flight.time);
    crFlightTakeDueForce(world, i, flight.time);
    flight.acceleration = crFlightAcceleration(world, i, flight.time, flight.velocity);
    crFlightApply(world, i, &flight);
    crFlightUpdateIgnore(world, i);
    return true;
}

void crFlightAwaitLaunch(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                         CaromVec2 velocity)
{
    CrTransition pending = {
        .mode = CAROM_PROJECTILE_PENDING, .time = time, .place = place, .velocity = velocity};
    crFlightApply(world, i, &pending);
    if (time > world->time || !launchFrom(world, i)) {
        world->flights.hot[i].nextKind = CR_NEXT_LAUNCH; // at its time, or refused next step
    }
}

static void launch(CaromWorld *world, uint32_t i)
{
    if (!launchFrom(world, i)) {
        crFlightEnd(world, i, world->flights.hot[i].start, CAROM_END_INSIDE);
    }
}

// ---- life

bool crFlightLiveOnce(CaromWorld *world, uint32_t i, double until)
{
    Due due;
    if (world->flights.hot[i].leg & CR_LEG_CRUSHED) {
        crFlightEnd(world, i, world->flights.hot[i].start, CAROM_END_CRUSHED);
        return true;
    }
    if (!nextDue(world, i, until, &due)) {
        return false;
    }
    crSensorCrossingsTell(world, i, due.time, due.time);
    switch (due.kind) {
    case CR_NEXT_HIT:
        crFlightHit(world, i, &due.encounter);
        break;
    case CR_NEXT_REST:
        crFlightFinishSettling(world, i);
        break;
    case CR_NEXT_SLIDE:
        if (crFlightFinishSlide(world, i, &due.encounter)) {
            crFlightHit(world, i, &due.encounter);
        }
        break;
    case CR_NEXT_STOP:
        crFlightStop(world, i, due.time);
        break;
    case CR_NEXT_EXIT:
        crPierceFinish(world, i, due.time);
        break;
    case CR_NEXT_LAUNCH:
        launch(world, i);
        break;
    case CR_NEXT_FUSE:
    case CR_NEXT_NEAR:
        crFlightExplode(world, i, due.time);
        break;
    case CR_NEXT_LIFETIME:
        crFlightEnd(world, i, due.time, CAROM_END_LIFETIME);
        break;
    case CR_NEXT_STEER:
        crFlightSteer(world, i, due.time);
        break;
    case CR_NEXT_FORCE:
        crFlightTakeForce(world, i);
        break;
    case CR_NEXT_OVERFLOW:
        crFlightEnd(world, i, due.time, CAROM_END_OVERFLOW);
        break;
    case CR_NEXT_MEETING:
        // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): whom it meets is told with that
        crFlightsMeet(world, i, due.other, due.time);
        break;
    case CR_NEXT_HORIZON:
        crProjectilePairLookOn(world, i);
        break;
    default:
        break;
    }
    return true;
}

void crFlightLive(CaromWorld *world, uint32_t i, double until)
{
    while (crFlightLives(&world->flights, i) && crFlightLiveOnce(world, i, until)) {
    }
}
