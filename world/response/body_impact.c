// SPDX-License-Identifier: MIT
#include "body_impact.h"

#include "../rigid/awake_list.h"
#include "../rigid/rigid_meet.h"
#include "../events/body_events.h"
#include "../rigid/rigid_ask.h"
#include "../rigid/rigid_due.h"
#include "../rigid/rigid_pool.h"
#include "../rigid/rigid_sweep.h"
#include "../rigid/tick.h"
#include "push.h"
#include "reanchor.h"

/// One impact.
typedef struct Impact {
    double time;
    CaromVec2 normal, place, carried; ///< carried: the velocity of what is hit, at the place
    double approach;                  ///< [m/s]
    CrRigidTouch touch;
} Impact;

static bool measure(const CaromWorld *world, uint32_t slot, Impact *impact)
{
    const CrRigidImpact *planned = &crRigidOf(world, slot)->impact;
    CrRigidPair pair;
    if (!crRigidSweepPair(world, slot, &pair)) {
        return false;
    }
    impact->time = planned->time;
    impact->normal = crRigidPairGap(&pair, impact->time).normal;
    const CrBody *body = &world->bodies[slot], *other = &world->bodies[pair.body[1]];
    CaromVec2 center = crAdd(body->pivot, crBodyOffset(body, impact->time));
    impact->place = crConvexTouch(&pair.track[0], &pair.outline[0], &pair.track[1],
                                  &pair.outline[1], impact->time, impact->normal, center);
    impact->carried = crVec(0.0, 0.0);
    if (other->type != CAROM_BODY_STATIC) {
        impact->carried = crBodyVelocityAt(other, impact->time, impact->place);
    }
    CaromVec2 w = crSub(crBodyVelocityAt(body, impact->time, impact->place), impact->carried);
    impact->approach = -crDot(w, impact->normal);
    int edge = planned->edge == CR_NONE ? 0 : (int)planned->edge;
    return crRigidShapesMeet(world, planned->shape, edge, planned->other, (int)planned->against,
                             &impact->touch);
}

/// Where nothing more can be done before the tick, the body waits for it, on what it hit.
static CrRigidPlan waiting(uint32_t slot, const Impact *impact)
{
    CrRigidPlan path = {slot, impact->carried, {0.0, 0.0}, 0.0};
    return path;
}

/// Without its part against a normal.
static CaromVec2 keptOff(CaromVec2 v, CaromVec2 n)
{
    return crAddScaled(v, n, crMax(-crDot(v, n), 0.0));
}

static bool isSound(CaromVec2 velocity, double spin)
{
    return !crIsTooFast(velocity) && crAbs(spin) <= CR_SPIN_MAX;
}

/// Velocity and spin of a body as an impact changes them.
static void answer(const CaromWorld *world, uint32_t slot, const Impact *impact, bool bounces,
                   CaromVec2 *velocity, double *spin)
{
    const CrBody *body = &world->bodies[slot];
    const CrRigid *rigid = crRigidOf(world, slot);
    CaromVec2 arm = crSub(impact->place, crAdd(body->pivot, crBodyOffset(body, impact->time)));
    CaromVec2 v = crAddScaled(*velocity, crLeft(arm), *spin), w = crSub(v, impact->carried);
    if (crDot(w, impact->normal) < 0.0) {
        CrAnswer k = crBodyAnswer(world, slot, impact->time, impact->place);
        double restitution = bounces ? impact->touch.restitution : 0.0;
        CaromVec2 p = crAnswerImpulse(&k, impact->normal, w, restitution, impact->touch.friction);
        CaromVec2 change = crScale(p, crRigidInverseMass(rigid));
        *velocity = crAdd(*velocity, crRigidUnlocked(rigid, change));
        *spin += crCross(arm, p) * crRigidInverseInertia(rigid);
        *spin = crClamp(*spin, -CR_SPIN_MAX, CR_SPIN_MAX);
    }
}

/// change: of the velocity of its centre.
static void tell(CaromWorld *world, const CrRigid *rigid, const Impact *impact, CaromVec2 change)
{
    const CrRigidImpact *of = &rigid->impact;
    CrBodyImpact event = {{of->shape, of->other},
                          {of->edge == CR_NONE ? 0 : (int)of->edge, (int)of->against},
                          impact->time,
                          impact->place,
                          crScale(impact->normal, -1.0),
                          impact->approach,
                          rigid->mass * crMax(crDot(change, impact->normal), 0.0)};
    crTellImpact(world, &event);
}

/// Returns whether that was the last one before the tick.
static bool countImpact(const CaromWorld *world, uint32_t slot, double time)
{
    CrRigid *rigid = crRigidOf(world, slot);
    double since = time - world->bodies[slot].own.time;
    int64_t counts = rigid->struck + crRigidSweepParts(world, slot) / CR_IMPACT_PARTS +
                     (since < CR_IMPACT_AT_ONCE * world->bodyInterval ? 4 : 1);
    rigid->struck = (uint8_t)(counts < CR_IMPACTS_MOST ? counts : CR_IMPACTS_MOST);
    return rigid->struck >= CR_IMPACTS_MOST;
}

/// Its path from here, and its velocity when the tick comes. These differ for a body in contact,
/// and both meet the surface.
static void strike(CaromWorld *world, uint32_t slot, const Impact *impact)
{
    const CrBody *body = &world->bodies[slot];
    CrRigid *rigid = crRigidOf(world, slot);
    bool bounces =
        impact->approach > world->restitutionThreshold && impact->touch.restitution > 0.0;
    double time = impact->time, rest = crTickAfter(world, time) - time;
    CrRigidPlan path = {slot, crBodyVelocity(body, time), body->own.acceleration, body->own.spin};
    double gained = rigid->spin - path.spin; // by a torque, until the tick
    answer(world, slot, impact, bounces, &path.velocity, &path.spin);
    if (rigid->solved) {
        answer(world, slot, impact, bounces, &rigid->velocity, &rigid->spin);
    } else {
        rigid->spin = crClamp(path.spin + gained, -CR_SPIN_MAX, CR_SPIN_MAX);
    }
    tell(world, rigid, impact, crSub(path.velocity, crBodyVelocity(body, time)));
    bool stops = countImpact(world, slot, impact->time);
    if (!isSound(path.velocity, path.spin) || !isSound(rigid->velocity, rigid->spin)) {
        path = waiting(slot, impact); // of extreme masses
        rigid->velocity = path.velocity;
        rigid->spin = 0.0;
        stops = true;
    }
    if (!bounces || stops) {
        path.acceleration = keptOff(path.acceleration, impact->normal);
    }
    if (!rigid->solved) {
        rigid->velocity = crAddScaled(path.velocity, path.acceleration, rest);
    }
    rigid->solved |= !bounces || stops;
    rigid->presses |= !bounces;
    path = stops ? waiting(slot, impact) : path;
    crBodyTakePath(world, &path, time, CR_NONE);
    if (!stops) {
        crRigidSweepOne(world, slot, time);
    }
}

/// Whether the contact callback lets the body through.
static bool isLetThrough(CaromWorld *world, uint32_t slot, const Impact *impact)
{
    const CrRigidImpact *of = &crRigidOf(world, slot)->impact;
    CrRigidMeeting meeting = {
        {of->shape, of->other},
        {of->edge == CR_NONE ? 0 : (int)of->edge, (int)of->against},
        impact->time,
        impact->place,
        crScale(impact->normal, -1.0),
        {crBodyVelocityAt(&world->bodies[slot], impact->time, impact->place), impact->carried}};
    return crRigidAskIgnores(world, &meeting);
}

void crBodyImpact(CaromWorld *world, uint32_t slot)
{
    CrRigid *rigid = crRigidOf(world, slot);
    Impact impact;
    crRigidDueSet(world, rigid, NULL);
    rigid->impact.time = crMax(rigid->impact.time, world->time);
    if (!measure(world, slot, &impact)) {
        return;
    }
    bool hits = impact.approach > 0.0 && rigid->impact.touches;
    if (hits && !isLetThrough(world, slot, &impact)) {
        crRigidSetAwake(world, rigid, true);
        strike(world, slot, &impact);
    } else {
        if (countImpact(world, slot, impact.time)) {
            CrRigidPlan path = waiting(slot, &impact);
            crBodyTakePath(world, &path, impact.time, CR_NONE);
        } else {
            crRigidSweepOne(world, slot, impact.time); // the search goes on
        }
    }
}

void crBodyImpactsLive(CaromWorld *world, double until)
{
    uint32_t body;
    while ((body = crRigidDueFirst(world, until)) != CR_NONE) {
        crBodyImpact(world, body);
    }
}
