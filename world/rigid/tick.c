// SPDX-License-Identifier: MIT
// A body that touches nothing moves on its parabola. If nothing fades or clamps its velocity, it
// keeps its anchor over any number of ticks: so it is where p + vt + ½at² puts it, and projectiles
// that were examined need not be examined again.
//
// Damping c and the limit of speed act at ticks. The velocity there is that of dv/dt = a − cv,
// v(T) = v·e^(−cT) + a/c·(1 − e^(−cT)); the path to the next tick has the constant acceleration
// that leads to it. A torque changes the spin at ticks; in between a body turns at the mean of both
// spins, so that at each tick its angle is exact.
#include "tick.h"

#include "../../shapes/exp.h"
#include "../core/lattice.h"
#include "../core/limits.h"
#include "awake_list.h"
#include "rigid_pool.h"
#include "rigid_sleep.h"
#include "rigid_solve.h"
#include "rigid_sweep.h"

#define SNAP 1e-9    ///< [s]
#define FASTEST 1e40 ///< [m/s] more than any solver returns: false for what is no number

// ---- times

double crTickAfter(const CaromWorld *world, double time)
{
    double next = crTickAt(world->bodyInterval, crTickIndex(world->bodyInterval, time) + 1.0);
    return next > time ? next : time + time * 0x1p-52; // where doubles are farther apart than ticks
}

bool crTimeIsTick(const CaromWorld *world, double time)
{
    double interval = world->bodyInterval;
    return crTickAt(interval, crTickIndex(interval, time)) == time;
}

double crTickSnap(const CaromWorld *world, double time)
{
    double interval = world->bodyInterval, k = crTickIndex(interval, time);
    double before = crTickAt(interval, k), after = crTickAt(interval, k + 1.0);
    bool isPast = time - before <= SNAP && before > world->time;
    return isPast ? before : after - time <= SNAP ? after : time;
}

double crTickLast(const CaromWorld *world, double time)
{
    double interval = world->bodyInterval, first = crTickIndex(interval, world->time);
    first += crTickAt(interval, first) == world->time ? 0.0 : 1.0; // that is solved
    return crMin(time, crTickAt(interval, first + world->tickLimit));
}

// ---- one body

CaromVec2 crRigidAcceleration(const CaromWorld *world, const CrRigid *rigid)
{
    CaromVec2 pull = crScale(world->gravity, rigid->gravityScale);
    return crRigidUnlocked(rigid, crAddScaled(pull, rigid->force, crRigidInverseMass(rigid)));
}

/// A velocity after a time of constant acceleration and damping.
static double damped(double velocity, double acceleration, double damping, double time)
{
    if (damping == 0.0) {
        return velocity + acceleration * time;
    }
    double left = crExp(-damping * time);
    return velocity * left + acceleration * ((1.0 - left) / damping);
}

static CaromVec2 limited(CaromVec2 velocity, double most)
{
    double speed = crLength(velocity);
    return speed > most ? crScale(velocity, most / speed) : velocity;
}

/// Its linear motion until the next tick.
static void planLinear(const CaromWorld *world, const CrRigid *rigid, double span,
                       CrRigidPlan *plan)
{
    CaromVec2 a = crRigidAcceleration(world, rigid), v = plan->velocity;
    double c = rigid->linearDamping, most = crMin(rigid->maxSpeed, CR_HUGE);
    v = limited(crRigidUnlocked(rigid, v), most);
    CaromVec2 last = crVec(damped(v.x, a.x, c, span), damped(v.y, a.y, c, span));
    if (c != 0.0 || crLength(last) > most) {
        a = crScale(crSub(limited(last, most), v), 1.0 / span);
    }
    plan->velocity = v;
    plan->acceleration = a;
}

/// Its spin until the next tick, and there.
static void planAngular(CrRigid *rigid, double span, CrRigidPlan *plan)
{
    double spin = rigid->locks & CAROM_LOCK_ROTATION ? 0.0 : rigid->spin;
    double last =
        damped(spin, rigid->torque * crRigidInverseInertia(rigid), rigid->angularDamping, span);
    rigid->spin = crClamp(last, -CR_SPIN_MAX, CR_SPIN_MAX);
    plan->spin = rigid->spin == spin ? spin : 0.5 * (spin + rigid->spin);
}

static void plan(CaromWorld *world, CrRigid *rigid, double time, double next)
{
    const CrBody *body = &world->bodies[rigid->body];
    CaromVec2 now = crBodyVelocity(body, time);
    CrRigidPlan path = {rigid->body, rigid->solved ? rigid->velocity : now, {0.0, 0.0}, 0.0};
    if (!crRigidTouched(world, rigid, &path)) {
        planLinear(world, rigid, next - time, &path);
        planAngular(rigid, next - time, &path);
        rigid->solved = false;
    }
    bool same = crEqual(path.velocity, now) && crEqual(path.acceleration, body->acceleration) &&
                path.spin == body->spin;
    if (!same) {
        crArrayPush(world->rigids.plans, path);
    } else {
        crRigidKnowTurn(world, rigid->body);
    }
    crRigidSweepConsider(world, rigid, &path, next - time);
}

// ---- pushes

static bool isPushed(const CrRigid *rigid)
{
    return rigid->push.x != 0.0 || rigid->push.y != 0.0 || rigid->twist != 0.0;
}

CaromVec2 crRigidPushedVelocity(const CrRigid *rigid)
{
    if (!isPushed(rigid)) {
        return rigid->velocity;
    }
    CaromVec2 change = crRigidUnlocked(rigid, crScale(rigid->push, crRigidInverseMass(rigid)));
    return crAdd(rigid->velocity, change);
}

double crRigidPushedSpin(const CrRigid *rigid)
{
    if (!isPushed(rigid)) {
        return rigid->spin;
    }
    double spin = rigid->spin + rigid->twist * crRigidInverseInertia(rigid);
    return crClamp(spin, -CR_SPIN_MAX, CR_SPIN_MAX);
}

static void takePush(CrRigid *rigid)
{
    rigid->velocity = crRigidPushedVelocity(rigid);
    rigid->spin = crRigidPushedSpin(rigid);
    rigid->push = crVec(0.0, 0.0);
    rigid->twist = 0.0;
}

// ---- all of them

/// A velocity that is only too large is limited by ticks; a place cannot be.
bool crRigidIsSound(const CaromWorld *world, const CrRigid *rigid, double time)
{
    const CrBody *body = &world->bodies[rigid->body];
    CaromVec2 at = crAdd(body->pivot, crBodyOffset(body, time)),
              v = rigid->solved ? crRigidPushedVelocity(rigid) : crBodyVelocity(body, time);
    return !crIsTooFast(at) && crAbs(crBodyTurn(body, time)) <= CR_HUGE && crAbs(v.x) <= FASTEST &&
           crAbs(v.y) <= FASTEST;
}

/// A body that has fallen asleep stands from here on.
static void planSleep(CaromWorld *world, CrRigid *rigid, double time, double next)
{
    const CrBody *body = &world->bodies[rigid->body];
    CrRigidPlan path = {rigid->body, {0.0, 0.0}, {0.0, 0.0}, 0.0};
    CaromVec2 now = crBodyVelocity(body, time);
    if (!crEqual(path.velocity, now) || !crEqual(path.acceleration, body->acceleration) ||
        body->spin != 0.0) {
        crArrayPush(world->rigids.plans, path);
    }
    crRigidSweepConsider(world, rigid, &path, next - time);
}

/// Returns whether the list has any that are not awake.
static bool planAll(CaromWorld *world, double time, double next)
{
    CrRigids *rigids = &world->rigids;
    bool anyRests = false;
    crArraySetCount(rigids->plans, 0);
    crArraySetCount(rigids->fast, 0);
    for (int k = 0; k < crArrayCount(rigids->awake); k++) {
        CrRigid *rigid = &rigids->all[rigids->awake[k]];
        if (rigid->body == CR_NONE || !crBodyIsSolved(&world->bodies[rigid->body])) {
            anyRests = true;
            continue;
        }
        if (isPushed(rigid)) {
            takePush(rigid);
        }
        if (rigid->awake) {
            plan(world, rigid, time, next);
        } else {
            planSleep(world, rigid, time, next);
            anyRests = true;
        }
    }
    return anyRests;
}

CaromError crRigidTick(CaromWorld *world, double time, double next)
{
    crRigidAwakeRenew(world);
    CaromError error = crRigidSolve(world, time, next);
    if (error == CAROM_OK) {
        crRigidAwakeTake(world);
        crRigidAwakeRenew(world);
        bool anyRests = planAll(world, time, next);
        crRigidSweepConsiderDeep(world);
        crRigidSweepConsiderBouncing(world);
        if (anyRests) {
            crRigidAwakeDrop(world);
        }
    }
    return error;
}
