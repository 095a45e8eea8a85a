// SPDX-License-Identifier: MIT
#include "rigid_solve.h"

#include "../../dynamics/rigid_contact.h"
#include "rigid_meet.h"
#include "rigid_pool.h"
#include "tick.h"

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
    bool turns = rigid->awake && !(rigid->locks & CAROM_LOCK_ROTATION);
    double mass = rigid->awake ? inverseOf(rigid->mass) : 0.0, // a sleeper stays where it is
        inertia = turns ? inverseOf(rigid->inertia) : 0.0;
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
    if (!rigid->awake) {
        static const CrRigidVelocity atRest;
        b->velocity[i] = atRest;
        traits->gravityScale = 0.0;
    }
}

/// Straight from where it is to where it will be.
static void gatherKinematic(CrRigidMirror *mirror, const CrBody *body, int i, double time,
                            double next)
{
    double span = next - time;
    CaromVec2 way = crSub(crBodyOffset(body, next), crBodyOffset(body, time));
    mirror->dynamics.bodies.velocity[i] = limited(crVec(way.x / span, way.y / span), body->spin);
}

/// What a look at all bodies found.
typedef struct Gathered {
    int dynamic, asleep; ///< how many are
    CaromError error;    ///< CAROM_ERROR_NOT_FINITE: rigids.broken lists some
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
    for (int k = 0; k < crArrayCount(rigids->all) && gathered->error != CAROM_ERROR_MEMORY; k++) {
        uint32_t slot = rigids->all[k].body;
        if (slot != CR_NONE && crBodyIsSolved(&world->bodies[slot]) && !mirror->bodyOf[slot]) {
            isSound(world, slot, time, gathered);
        }
    }
}

static Gathered gather(CaromWorld *world, CrRigidMirror *mirror, double time, double next)
{
    Gathered gathered = {0, 0, CAROM_OK};
    crArraySetCount(world->rigids.broken, 0);
    for (int i = 1; i < crArrayCount(mirror->bodyAt); i++) {
        uint32_t slot = mirror->bodyAt[i];
        if (slot == CR_NONE || mirror->bodyOf[slot] != i) {
            continue;
        }
        const CrBody *body = &world->bodies[slot];
        bool dynamic = body->type == CAROM_BODY_DYNAMIC;
        gathered.dynamic += dynamic;
        if (dynamic && !isSound(world, slot, time, &gathered)) {
            continue;
        }
        gatherPose(mirror, body, i, time);
        if (dynamic) {
            gatherDynamic(world, mirror, body, i, time);
            gathered.asleep += !crRigidOf(world, slot)->awake;
        } else {
            gatherKinematic(mirror, body, i, time, next);
        }
    }
    if (gathered.dynamic < world->rigids.dynamic) {
        judgeOthers(world, mirror, time, &gathered);
    }
    return gathered;
}

/// Slower ones let sleepers sleep.
#define WAKES 0.05 ///< [m/s]

/// Whether an awake dynamic body runs into it, before the tick ends.
static bool isPushed(const CaromWorld *world, const CrRigidMirror *mirror, int i, double span)
{
    const CrDynamics *d = &mirror->dynamics;
    for (int at = d->bodies.traits[i].firstContact; at >= 0;) {
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        int other = at & 1 ? contact->bodyA : contact->bodyB;
        uint32_t slot = mirror->bodyAt[other];
        const CrRigidVelocity *v = &d->bodies.velocity[other];
        if (slot != CR_NONE && world->bodies[slot].type == CAROM_BODY_DYNAMIC &&
            v->x * v->x + v->y * v->y > WAKES * WAKES) {
            CrContactManifold manifold;
            crRigidContactCollide(d, contact, span, &manifold);
            if (manifold.count > 0) {
                return true;
            }
        }
        at = contact->next[at & 1];
    }
    return false;
}

static void wakePushed(CaromWorld *world, CrRigidMirror *mirror, double time, double span)
{
    for (int i = 1; i < crArrayCount(mirror->bodyAt); i++) {
        uint32_t slot = mirror->bodyAt[i];
        if (slot == CR_NONE || mirror->bodyOf[slot] != i ||
            world->bodies[slot].type != CAROM_BODY_DYNAMIC) {
            continue;
        }
        CrRigid *rigid = &world->rigids.all[world->bodies[slot].rigid];
        if (!rigid->awake && isPushed(world, mirror, i, span)) {
            rigid->awake = true;
            gatherDynamic(world, mirror, &world->bodies[slot], i, time);
        }
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
    CaromError error = crRigidMirrorRenew(world);
    if (error) {
        return error;
    }
    CrRigidMirror *mirror = world->rigids.mirror;
    mirror->dynamics.settings.contactHertz = (float)world->rigids.tuning.hertz;
    mirror->dynamics.settings.contactDamping = (float)world->rigids.tuning.dampingRatio;
    mirror->dynamics.settings.pushSpeed = (float)world->rigids.tuning.speed;
    mirror->dynamics.settings.gravity = world->gravity;
    mirror->dynamics.settings.substeps = world->substeps;
    Gathered gathered = gather(world, mirror, time, next);
    if (gathered.error) {
        return gathered.error;
    }
    error = crDynamicsFindPairs(&mirror->dynamics, next - time);
    if (error == CAROM_ERROR_NOT_FINITE) {
        return listBroken(world, mirror);
    }
    if (!error) {
        crRigidMeet(world, mirror);
        error = crDynamicsReserveSolve(&mirror->dynamics);
    }
    if (!error) { // from here on nothing fails
        crRigidRemix(world, mirror);
        if (gathered.asleep > 0) {
            wakePushed(world, mirror, time, next - time);
        }
        crDynamicsSolve(&mirror->dynamics, next - time);
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
    const CrRigidMirror *mirror = world->rigids.mirror;
    int i = mirror->bodyOf[rigid->body];
    if (!i || mirror->dynamics.bodies.traits[i].held == 0) {
        return false;
    }
    const CrRigidPath *path = &mirror->dynamics.bodies.path[i];
    const CrRigidVelocity *velocity = &mirror->dynamics.bodies.velocity[i];
    double most = crAbs(path->vx) + crAbs(path->vy) + crAbs(path->spin) + crAbs(velocity->x) +
                  crAbs(velocity->y) + crAbs(velocity->spin);
    if (!(most <= CR_HUGE)) {
        return false; // of extreme masses, or a snapshot's impulses: as if it touched nothing
    }
    CrRigidPlan made = {rigid->body, crVec(path->vx, path->vy), {0.0, 0.0}, path->spin};
    rigid->solved = true;
    *plan = made;
    rigid->velocity = crVec(velocity->x, velocity->y);
    rigid->spin = crClamp(velocity->spin, -CR_SPIN_MAX, CR_SPIN_MAX);
    return true;
}
