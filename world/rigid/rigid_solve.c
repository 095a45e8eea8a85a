// SPDX-License-Identifier: MIT
#include "rigid_solve.h"

#include "../../dynamics/rigid_contact.h"
#include "../events/body_events.h"
#include "rigid_ask.h"
#include "rigid_contacts.h"
#include "rigid_meet.h"
#include "rigid_pool.h"
#include "rigid_sleep.h"
#include "rigid_wild.h"
#include "tick.h"

#include <math.h>

static void gatherPose(CrRigidMirror *mirror, const CrBody *body, int i, double time)
{
    CrRigidPose *pose = &mirror->dynamics.bodies.pose[i];
    CaromVec2 center = crAdd(body->pivot, crBodyOffset(body, time));
    pose->x = center.x;
    pose->y = center.y;
    double angle = crBodyTurn(body, time);
    bool known = angle == pose->angle && pose->s != 0.0; // by the tick before
    pose->angle = angle;
    if (!known && !(mirror->dynamics.bodies.traits[i].flags & CR_RIGID_ROUND)) {
        CaromRotation rotation = caromRotation(angle);
        pose->c = rotation.c;
        pose->s = rotation.s;
    }
}

/// In contacts a mass counts as 1e-18 to 1e18 kg, and so does an inertia: products of floats then
/// stay finite.
static double inverseOf(double mass)
{
    return mass >= CR_MASS_MIN ? 1.0 / crClamp(mass, 1e-18, 1e18) : 0.0;
}

static void gatherMass(CrDynamics *d, const CrRigid *rigid, int i)
{
    CrRigidTraits *traits = &d->bodies.traits[i];
    bool turns = !(rigid->locks & CAROM_LOCK_ROTATION);
    double mass = inverseOf(rigid->mass), inertia = turns ? inverseOf(rigid->inertia) : 0.0;
    if (traits->inverseMass != mass || traits->inverseInertia != inertia) {
        traits->inverseMass = mass;
        traits->inverseInertia = inertia;
        crDynamicsMassChanged(d, i);
    }
}

static CrRigidVelocity limited(CaromVec2 v, double spin)
{
    CrRigidVelocity velocity = {crClamp(v.x, -CR_HUGE, CR_HUGE), crClamp(v.y, -CR_HUGE, CR_HUGE),
                                spin};
    return velocity;
}

static void gatherDynamic(CaromWorld *world, CrRigidMirror *mirror, const CrBody *body, int i,
                          double time)
{
    const CrRigid *rigid = &world->rigids.all[body->rigid];
    CrRigidBodies *b = &mirror->dynamics.bodies;
    CrRigidTraits *traits = &b->traits[i];
    CaromVec2 v = rigid->solved ? crRigidPushedVelocity(rigid) : crBodyVelocity(body, time);
    CrRigidForce force = {rigid->force.x, rigid->force.y, rigid->torque};
    b->velocity[i] = limited(v, crRigidPushedSpin(rigid));
    b->force[i] = force;
    gatherMass(&mirror->dynamics, rigid, i);
    traits->linearDamping = rigid->linearDamping;
    traits->angularDamping = rigid->angularDamping;
    traits->gravityScale = rigid->gravityScale;
    traits->maxSpeed = crMin(rigid->maxSpeed, CR_HUGE);
    uint8_t locks = (uint8_t)((rigid->locks & CAROM_LOCK_X ? CR_RIGID_LOCK_X : 0) |
                              (rigid->locks & CAROM_LOCK_Y ? CR_RIGID_LOCK_Y : 0) |
                              (rigid->locks & CAROM_LOCK_ROTATION ? CR_RIGID_LOCK_SPIN : 0));
    traits->flags &= (uint8_t) ~(CR_RIGID_LOCK_X | CR_RIGID_LOCK_Y | CR_RIGID_LOCK_SPIN);
    traits->flags |= locks;
    bool sleeps = world->enableSleep && rigid->enableSleep;
    traits->sleepSpeed = sleeps ? (float)crMin(rigid->sleepThreshold, 1e18) : -1.0f;
}

/// Straight from where it is to where it will be.
static void gatherKinematic(CrRigidMirror *mirror, const CrBody *body, int i, double time,
                            double next)
{
    double span = next - time;
    CaromVec2 way = crSub(crBodyOffset(body, next), crBodyOffset(body, time));
    mirror->dynamics.bodies.velocity[i] = limited(crVec(way.x / span, way.y / span), body->spin);
}

/// What a look at the bodies that ticks move found.
typedef struct Gathered {
    int dynamic;      ///< how many are
    bool wild;        ///< one of them is
    CaromError error; ///< CAROM_ERROR_NOT_FINITE: rigids.broken lists some
} Gathered;

/// Whether a body is in range; if not, it is listed.
static bool isSound(CaromWorld *world, uint32_t slot, double time, Gathered *gathered)
{
    CrRigids *rigids = &world->rigids;
    bool sound = crRigidIsSound(world, crRigidOf(world, slot), time);
    if (CR_UNLIKELY(!sound)) {
        bool hasRoom = crArrayGrow(rigids->broken, 1, &world->allocator);
        gathered->error = hasRoom ? CAROM_ERROR_NOT_FINITE : CAROM_ERROR_MEMORY;
        if (hasRoom) {
            crArrayPush(rigids->broken, slot);
        }
    }
    return sound;
}

/// Bodies without a shape that takes part.
static void judgeOthers(CaromWorld *world, const CrRigidMirror *mirror, double time,
                        Gathered *gathered)
{
    const CrRigids *rigids = &world->rigids;
    for (int k = 0; k < crArrayCount(rigids->awake) && gathered->error != CAROM_ERROR_MEMORY; k++) {
        uint32_t slot = rigids->all[rigids->awake[k]].body;
        if (slot != CR_NONE && crBodyIsSolved(&world->bodies[slot]) && !mirror->bodyOf[slot]) {
            isSound(world, slot, time, gathered);
        }
    }
}

static void gatherBody(CaromWorld *world, CrRigidMirror *mirror, int i, double time, double next)
{
    const CrBody *body = &world->bodies[mirror->bodyAt[i]];
    gatherPose(mirror, body, i, time);
    if (body->type == CAROM_BODY_DYNAMIC) {
        gatherDynamic(world, mirror, body, i, time);
    } else {
        gatherKinematic(mirror, body, i, time, next);
    }
}

/// Of sleepers the solver has what it needs, and of those that wake this is gathered.
static Gathered gather(CaromWorld *world, CrRigidMirror *mirror, double time, double next)
{
    Gathered gathered = {0, false, CAROM_OK};
    const int32_t *moving = mirror->dynamics.bodies.moving;
    crArraySetCount(world->rigids.broken, 0);
    for (int n = 0; n < crArrayCount(moving); n++) {
        uint32_t slot = mirror->bodyAt[moving[n]];
        bool dynamic = world->bodies[slot].type == CAROM_BODY_DYNAMIC;
        gathered.dynamic += dynamic;
        if (!dynamic || isSound(world, slot, time, &gathered)) {
            gatherBody(world, mirror, moving[n], time, next);
            gathered.wild = gathered.wild ||
                            (dynamic && crRigidIsWild(world, crRigidOf(world, slot),
                                                      &mirror->dynamics.bodies.velocity[moving[n]],
                                                      next - time));
        }
    }
    if (gathered.dynamic < crArrayCount(world->rigids.awake)) {
        judgeOthers(world, mirror, time, &gathered);
    }
    return gathered;
}

static void gatherWoken(CaromWorld *world, CrRigidMirror *mirror, double time, double next)
{
    const int32_t *woken = mirror->dynamics.woken;
    for (int k = 0; k < crArrayCount(woken); k++) {
        gatherBody(world, mirror, woken[k], time, next);
    }
}

/// The world's bodies that the solver refused.
static CaromError listBroken(CaromWorld *world, const CrRigidMirror *mirror)
{
    const int32_t *broken = mirror->dynamics.broken;
    if (!crArrayGrow(world->rigids.broken, crArrayCount(broken), &world->allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    for (int k = 0; k < crArrayCount(broken); k++) {
        crArrayPush(world->rigids.broken, mirror->bodyAt[broken[k]]);
    }
    return CAROM_ERROR_NOT_FINITE;
}

CaromError crRigidSolve(CaromWorld *world, double time, double next)
{
    CaromError error = crRigidKeepBefore(world, time, next - time);
    error = error ? error : crRigidMirrorRenew(world);
    if (error) {
        return error;
    }
    CrRigidMirror *mirror = world->rigids.mirror;
    mirror->dynamics.settings.contactHertz = (float)world->rigids.tuning.hertz;
    mirror->dynamics.settings.contactDamping = (float)world->rigids.tuning.dampingRatio;
    mirror->dynamics.settings.pushSpeed = (float)world->rigids.tuning.speed;
    mirror->dynamics.settings.gravity = world->gravity;
    mirror->dynamics.settings.substeps = world->substeps;
    mirror->dynamics.settings.hitThreshold = (float)world->hitThreshold;
    mirror->dynamics.settings.restitutionThreshold = (float)world->restitutionThreshold;
    mirror->dynamics.settings.sleepTime = world->sleepTime;
    error = crRigidAwakeTell(world);
    if (error) {
        return error;
    }
    Gathered gathered = gather(world, mirror, time, next);
    error = gathered.error ? gathered.error : crRigidKeepAfter(world, gathered.wild);
    if (error) {
        return error;
    }
    bool remix = world->rigids.remix;
    error = crDynamicsFindPairs(&mirror->dynamics, next - time);
    if (!error) {
        crRigidMeet(world, mirror);
        crRigidRemix(world, mirror);
        error = crRigidAsk(world, time, next - time);
        error = error ? error : crDynamicsReserveSolve(&mirror->dynamics, next - time);
        error = error ? error : crRigidReserveContacts(world);
    }
    if (error) {
        return error == CAROM_ERROR_NOT_FINITE ? listBroken(world, mirror) : error;
    }
    // from here on memory is there
    gatherWoken(world, mirror, time, next);
    error = crDynamicsSolve(&mirror->dynamics, next - time);
    if (error) {
        world->rigids.remix = remix;
        crRigidReturn(world);
        world->rigids.awakeKnown = false;
    }
    return error;
}

void crRigidKnowTurn(CaromWorld *world, uint32_t slot)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    int i = mirror->bodyOf[slot];
    if (i && !(mirror->dynamics.bodies.traits[i].flags & CR_RIGID_ROUND)) {
        const CrRigidPose *pose = &mirror->dynamics.bodies.pose[i];
        CrBody *body = &world->bodies[slot];
        body->turnedBy = pose->angle;
        body->rotation.c = pose->c;
        body->rotation.s = pose->s;
    }
}

bool crRigidTouched(CaromWorld *world, CrRigid *rigid, CrRigidPlan *plan)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    int i = mirror->bodyOf[rigid->body];
    if (!i || mirror->dynamics.bodies.traits[i].held == 0) {
        return false;
    }
    const CrRigidPath *path = &mirror->dynamics.bodies.path[i];
    const CrRigidVelocity *velocity = &mirror->dynamics.bodies.velocity[i];
    double most = crAbs(path->vx) + crAbs(path->vy) + crAbs(path->spin) + crAbs(velocity->x) +
                  crAbs(velocity->y) + crAbs(velocity->spin);
    if (!(most <= CR_HUGE)) {
        // Only by forged lanes that the first tick survived. It goes on as if it touched nothing;
        // the next tick is wild, and disables it if that does not end.
        mirror->dynamics.strongest = INFINITY;
        return false;
    }
    double turn = crClamp(path->spin, -CR_SPIN_MAX, CR_SPIN_MAX);
    CrRigidPlan made = {rigid->body, crVec(path->vx, path->vy), {0.0, 0.0}, turn};
    rigid->solved = true;
    *plan = made;
    rigid->velocity = crVec(velocity->x, velocity->y);
    rigid->spin = crClamp(velocity->spin, -CR_SPIN_MAX, CR_SPIN_MAX);
    return true;
}
