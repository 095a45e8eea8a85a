// SPDX-License-Identifier: MIT
#include "rigid_change.h"

#include "../index/edit_list.h"
#include "../index/hierarchy.h"
#include "../index/moving_index.h"
#include "../projectile/edits.h"
#include "../rigid/awake_list.h"
#include "../rigid/rigid_pool.h"
#include "../rigid/rigid_response.h"
#include "../rigid/rigid_sleep.h"
#include "../rigid/rigid_solve.h"
#include "../rigid/tick.h"
#include "body.h"

// ---- paths

/// As by crHierarchyAnchor and crHierarchyCompose, for a body that nothing hangs from.
static void setPath(CaromWorld *world, const CrRigidPlan *plan)
{
    CrBody *body = &world->bodies[plan->body];
    CrMotion own = {crMotionDrift(&body->own, world->time), plan->velocity, plan->acceleration,
                    crMotionTurn(&body->own, world->time),  plan->spin,     world->time};
    world->movingIndex.motions++;
    body->own = own;
    body->drift = crMotionDrift(&own, world->time);
    body->velocity = crMotionVelocity(&own, world->time);
    body->acceleration = own.acceleration;
    body->accelerates = crIsPulled(own.acceleration);
    body->turn = crMotionTurn(&own, world->time);
    body->spin = own.spin;
    body->anchorTime = world->time;
}

static void composePath(CaromWorld *world, const CrRigidPlan *plan)
{
    CrMotion *own = &world->bodies[plan->body].own;
    crHierarchyAnchor(world, plan->body, world->time);
    own->velocity = plan->velocity;
    own->acceleration = plan->acceleration;
    own->spin = plan->spin;
    crHierarchyCompose(world, plan->body, world->time, true);
}

/// Notes the edit of the shapes of a body that nothing hangs from, where nothing flies and the
/// moving index is filled after all. Returns false where more is to be done.
static bool noteShapes(CaromWorld *world, const CrBody *body)
{
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next) {
        if (world->shapes[s].sensor || world->shapes[s].extras != NULL) {
            return false;
        }
    }
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next) {
        world->shapes[s].edited = world->time;
        world->shapes[s].state &= (uint8_t)~CR_SHAPE_KEPT;
    }
    return true;
}

/// As crBodySetMotion, but for a body that has room for all that follows, and after
/// crEditsHoldSides. isQuiet: by crMovingIndexForgetMotions.
static void take(CaromWorld *world, const CrRigidPlan *plan, bool isQuiet)
{
    const CrBody *body = &world->bodies[plan->body];
    bool isLone = !body->disabled && body->firstChild == CR_NONE;
    if (isLone) {
        setPath(world, plan);
    } else {
        composePath(world, plan);
    }
    if (!isLone || !isQuiet || !noteShapes(world, body)) {
        crBodyTouchShapes(world, plan->body, false);
    }
}

static void follow(CaromWorld *world, const CrRigidPlan *plan)
{
    crEditsHoldSides(world, plan->body);
    take(world, plan, false);
}

/// Where memory is short, edits are joined in the room that there is: more flights are examined.
void crBodiesFollowPlans(CaromWorld *world, double until)
{
    const CrRigids *rigids = &world->rigids;
    if (crArrayCount(rigids->plans) > 0) {
        (void)crEditsReserve(world);
    }
    crEditsHoldSidesAtTick(world);
    crMovingIndexBeginMany(world, crArrayCount(rigids->plans));
    bool isQuiet = crMovingIndexForgetMotions(world);
    for (int k = 0; k < crArrayCount(rigids->plans); k++) {
        take(world, &rigids->plans[k], isQuiet);
        crRigidKnowTurn(world, rigids->plans[k].body); // until here it knew the present one
    }
    crMovingIndexEndMany(world, until);
}

/// Its path as it is. A disabled body stands, but keeps with what it will go on.
static CrRigidPlan pathOf(const CaromWorld *world, uint32_t slot)
{
    const CrBody *body = &world->bodies[slot];
    CaromVec2 velocity =
        body->disabled ? body->own.velocity : crMotionVelocity(&body->own, world->time);
    CrRigidPlan path = {slot, velocity, body->own.acceleration, body->own.spin};
    return path;
}

void crBodyRenewPull(CaromWorld *world, uint32_t slot)
{
    const CrRigid *rigid = crRigidOf(world, slot);
    CrRigidPlan path = pathOf(world, slot);
    CaromVec2 pull = crRigidAcceleration(world, rigid);
    if (rigid->awake && !rigid->solved && !crEqual(pull, path.acceleration)) {
        path.acceleration = pull;
        follow(world, &path);
    }
}

static double limitedSpin(const CrRigid *rigid, double spin)
{
    bool turns = !(rigid->locks & CAROM_LOCK_ROTATION);
    return turns ? crClamp(spin, -CR_SPIN_MAX, CR_SPIN_MAX) : 0.0;
}

/// What leans on others goes on to do so until the next tick.
static void wake(CaromWorld *world, CrRigid *rigid, CrRigidPlan *path)
{
    if (!rigid->awake) {
        crRigidSetAwake(world, rigid, true);
        path->acceleration = rigid->solved ? crVec(0.0, 0.0) : crRigidAcceleration(world, rigid);
    }
}

void crBodyAddVelocity(CaromWorld *world, uint32_t slot, CaromVec2 velocity, double spin)
{
    CrRigid *rigid = crRigidOf(world, slot);
    CrRigidPlan path = pathOf(world, slot);
    velocity = crRigidUnlocked(rigid, velocity);
    path.velocity = crAdd(path.velocity, velocity);
    path.spin = limitedSpin(rigid, path.spin + spin);
    rigid->velocity = crAdd(rigid->velocity, velocity);
    rigid->spin = limitedSpin(rigid, rigid->spin + spin);
    wake(world, rigid, &path);
    follow(world, &path);
}

void crBodySetVelocity(CaromWorld *world, uint32_t slot, const CaromVec2 *velocity,
                       const double *spin)
{
    CrRigid *rigid = crRigidOf(world, slot);
    CrRigidPlan path = pathOf(world, slot);
    if (velocity != NULL) {
        path.velocity = rigid->velocity = crRigidUnlocked(rigid, *velocity);
    }
    if (spin != NULL) {
        path.spin = rigid->spin = limitedSpin(rigid, *spin);
    }
    wake(world, rigid, &path);
    follow(world, &path);
}

/// It stands from now on.
static void putToSleep(CaromWorld *world, uint32_t slot)
{
    static const CaromVec2 zero;
    CrRigid *rigid = crRigidOf(world, slot);
    CrRigidPlan still = {slot, zero, zero, 0.0};
    crRigidSetAwake(world, rigid, false);
    rigid->solved = crRigidLeans(world, slot);
    rigid->velocity = zero;
    rigid->spin = 0.0;
    follow(world, &still);
}

void crBodySetAwake(CaromWorld *world, uint32_t slot, bool awake)
{
    static const CaromVec2 zero;
    CrRigid *rigid = crRigidOf(world, slot);
    if (awake && !rigid->awake) {
        crBodyAddVelocity(world, slot, zero, 0.0);
    } else if (!awake && rigid->awake) {
        int count = crRigidIsland(world, slot);
        for (int k = 0; k < count; k++) {
            uint32_t other = crRigidOfIsland(world, k);
            if (crBodyIsSolved(&world->bodies[other]) && crRigidOf(world, other)->awake) {
                putToSleep(world, other);
            }
        }
        if (rigid->awake) {
            putToSleep(world, slot);
        }
    }
}

void crBodySetLocks(CaromWorld *world, uint32_t slot, uint32_t locks)
{
    CrRigid *rigid = crRigidOf(world, slot);
    if (rigid->locks == locks) {
        return;
    }
    rigid->locks = (uint8_t)locks;
    CrRigidPlan path = pathOf(world, slot);
    path.velocity = crRigidUnlocked(rigid, path.velocity);
    path.spin = limitedSpin(rigid, path.spin);
    rigid->velocity = crRigidUnlocked(rigid, rigid->velocity);
    rigid->spin = limitedSpin(rigid, rigid->spin);
    if (rigid->awake && !rigid->solved) {
        path.acceleration = crRigidAcceleration(world, rigid);
    }
    follow(world, &path);
}

void crBodySetTorque(CaromWorld *world, uint32_t slot, double torque)
{
    CrRigid *rigid = crRigidOf(world, slot);
    double gain = (torque - rigid->torque) * crRigidInverseInertia(rigid);
    rigid->torque = torque;
    if (rigid->awake && gain != 0.0 && !crTimeIsTick(world, world->time)) {
        double span = crTickAfter(world, world->time) - world->time;
        CrRigidPlan path = pathOf(world, slot);
        double last = limitedSpin(rigid, rigid->spin + gain * span);
        path.spin = limitedSpin(rigid, path.spin + 0.5 * (last - rigid->spin));
        rigid->spin = last;
        follow(world, &path);
    }
}

// ---- mass

/// Sets the point that a body turns about; everything of it stays where it is, up to a rounding if
/// it has turned.
static void setCenter(CaromWorld *world, uint32_t slot, CaromVec2 center)
{
    CrBody *body = &world->bodies[slot];
    CrRigid *rigid = crRigidOf(world, slot);
    CrPose pose = crBodyPose(body, world->time);
    CaromVec2 pivot = crFramePoint(world, slot, center), place = crPoseToWorld(&pose, pivot);
    CaromVec2 arm = crSub(place, crPoseToWorld(&pose, body->pivot));
    crEditsHoldSides(world, slot);
    crHierarchyAnchor(world, slot, world->time);
    rigid->center = center;
    rigid->velocity = crAddScaled(rigid->velocity, crLeft(arm), rigid->spin);
    body->own.velocity = crAddScaled(body->own.velocity, crLeft(arm), body->own.spin);
    if (body->own.turn != 0.0) {
        body->own.drift = crSub(place, pivot);
    }
    bool stays = body->own.turn == 0.0;
    crHierarchyCompose(world, slot, world->time, stays);
    crBodyTouchShapes(world, slot, !stays);
}

void crBodySetMass(CaromWorld *world, uint32_t slot, double mass, double inertia, CaromVec2 center)
{
    CrRigid *rigid = crRigidOf(world, slot);
    rigid->mass = mass;
    rigid->inertia = inertia;
    if (!crEqual(rigid->center, center)) {
        setCenter(world, slot, center);
    }
    if (rigid->force.x != 0.0 || rigid->force.y != 0.0) {
        crBodyRenewPull(world, slot);
    }
}

static bool followsShapes(const CaromWorld *world, uint32_t slot)
{
    return world->bodies[slot].type == CAROM_BODY_DYNAMIC && !crRigidOf(world, slot)->massGiven;
}

static void setSum(CaromWorld *world, uint32_t slot, CrMassSum sum)
{
    CaromVec2 center = sum.mass > 0.0 ? crFrameLocal(world, slot, sum.center) : crVec(0.0, 0.0);
    crBodySetMass(world, slot, sum.mass, sum.inertia, center);
}

void crBodyRenewMass(CaromWorld *world, uint32_t slot)
{
    if (followsShapes(world, slot)) {
        setSum(world, slot, crMassSumOfBody(world, slot));
    }
}

void crBodyAddMass(CaromWorld *world, uint32_t slot, const CrShape *shape)
{
    if (followsShapes(world, slot)) {
        const CrRigid *rigid = crRigidOf(world, slot);
        CrMassSum sum = {rigid->mass, rigid->inertia, crFramePoint(world, slot, rigid->center)};
        CrMassSum more = crMassSumWith(world, sum, shape);
        if (more.mass != sum.mass) {
            setSum(world, slot, more);
        }
    }
}
