// SPDX-License-Identifier: MIT
// The public calls of dynamic bodies.
#include "../api/rigid_bodies.h"
#include "../data/ids.h"
#include "../data/observer.h"
#include "../data/refuse.h"
#include "../geometry/journal.h"
#include "../geometry/shape_traits.h"
#include "../index/edit_list.h"
#include "../index/hierarchy.h"
#include "../rigid/awake_list.h"
#include "../rigid/rigid_pool.h"
#include "body.h"
#include "rigid_change.h"
#include "shape.h"

#define MASS_MAX 1e30

/// Checks of every call that changes a dynamic body.
static CaromError checkEdit(CaromWorld *world, CaromBodyId id)
{
    CaromError error = crCheckBodyEdit(world, id);
    bool is = error == CAROM_OK && world->bodies[id.index - 1].type == CAROM_BODY_DYNAMIC;
    return error == CAROM_OK && !is ? CAROM_ERROR_DYNAMIC : error;
}

static CaromError checkRange(double x, double least, double most)
{
    if (!crFinite(x)) {
        return CAROM_ERROR_NOT_FINITE;
    }
    return x >= least && x <= most ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

/// The dynamic body that a function which only reads is asked about; null, and logged, if there is
/// none.
static const CrRigid *asked(const CaromWorld *world, CaromBodyId id, const char *function)
{
    CaromError error = crCheckBody(world, id);
    if (error == CAROM_OK && world->bodies[id.index - 1].type != CAROM_BODY_DYNAMIC) {
        error = CAROM_ERROR_DYNAMIC;
    }
    crComplain(world, error, function);
    return error == CAROM_OK ? crRigidOf(world, id.index - 1) : NULL;
}

// ---- impulses

/// A push that is no mistake, but too strong, is one.
static CaromError push(CaromWorld *world, uint32_t slot, CaromVec2 velocity, double spin)
{
    CaromVec2 after = crAdd(world->bodies[slot].own.velocity, velocity);
    bool isSound = crLength(after) <= CR_HUGE && crAbs(spin) <= CR_HUGE * CR_HUGE;
    CaromError error = isSound ? crEditsReserve(world) : CAROM_ERROR_OUT_OF_RANGE;
    if (error == CAROM_OK) {
        crBodyAddVelocity(world, slot, velocity, spin);
    }
    return error;
}

static CaromError applyAt(CaromWorld *world, uint32_t slot, CaromVec2 impulse, CaromVec2 point)
{
    const CrBody *body = &world->bodies[slot];
    const CrRigid *rigid = crRigidOf(world, slot);
    CaromVec2 center = crAdd(body->pivot, crBodyOffset(body, world->time));
    double angular = crCross(crSub(point, center), impulse);
    return push(world, slot, crScale(impulse, crRigidInverseMass(rigid)),
                angular * crRigidInverseInertia(rigid));
}

CaromError caromBodyApplyLinearImpulse(CaromWorld *world, CaromBodyId id, CaromVec2 impulse,
                                       CaromVec2 point)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, crCheckVec(impulse));
    error = crThen(error, crCheckVec(point));
    error = crThen(error, applyAt(world, id.index - 1, impulse, point));
    return crEndCall(world, error, caromBodyApplyLinearImpulse, .body = id, .vector = impulse,
                     .second = point);
}

CaromError caromBodyApplyLinearImpulseToCenter(CaromWorld *world, CaromBodyId id, CaromVec2 impulse)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, crCheckVec(impulse));
    if (error == CAROM_OK) {
        const CrRigid *rigid = crRigidOf(world, id.index - 1);
        error = push(world, id.index - 1, crScale(impulse, crRigidInverseMass(rigid)), 0.0);
    }
    return crEndCall(world, error, caromBodyApplyLinearImpulseToCenter, .body = id,
                     .vector = impulse);
}

CaromError caromBodyApplyAngularImpulse(CaromWorld *world, CaromBodyId id, double impulse)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, crCheckNumber(impulse));
    if (error == CAROM_OK) {
        const CrRigid *rigid = crRigidOf(world, id.index - 1);
        error = push(world, id.index - 1, crVec(0.0, 0.0), impulse * crRigidInverseInertia(rigid));
    }
    return crEndCall(world, error, caromBodyApplyAngularImpulse, .body = id, .number = impulse);
}

// ---- contacts

CaromError caromWorldSetContactTuning(CaromWorld *world, CaromContactTuning tuning)
{
    CaromError error = crCheckEditable(world);
    error = crThen(error, checkRange(tuning.hertz, CR_CONTACT_HERTZ_MIN, CR_CONTACT_HERTZ_MAX));
    error = crThen(error, checkRange(tuning.dampingRatio, 0.0, CR_CONTACT_DAMPING_MAX));
    error = crThen(error, checkRange(tuning.speed, 0.0, CR_CONTACT_SPEED_MAX));
    if (error == CAROM_OK) {
        world->rigids.tuning = tuning;
    }
    return crEndCall(world, error, caromWorldSetContactTuning,
                     .vector = crVec(tuning.hertz, tuning.dampingRatio), .number = tuning.speed);
}

CaromContactTuning caromWorldContactTuning(const CaromWorld *world)
{
    CaromContactTuning none = {0.0, 0.0, 0.0};
    return world != NULL ? world->rigids.tuning : none;
}

// ---- forces

CaromError caromBodySetForce(CaromWorld *world, CaromBodyId id, CaromVec2 force)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, crCheckVec(force));
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK && !crEqual(crRigidOf(world, id.index - 1)->force, force)) {
        crRigidOf(world, id.index - 1)->force = force;
        crBodySetAwake(world, id.index - 1, true);
        crBodyRenewPull(world, id.index - 1);
    }
    return crEndCall(world, error, caromBodySetForce, .body = id, .vector = force);
}

CaromVec2 caromBodyForce(const CaromWorld *world, CaromBodyId id)
{
    const CrRigid *rigid = asked(world, id, "caromBodyForce");
    return rigid != NULL ? rigid->force : crVec(0.0, 0.0);
}

CaromError caromBodySetTorque(CaromWorld *world, CaromBodyId id, double torque)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, crCheckNumber(torque));
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK && crRigidOf(world, id.index - 1)->torque != torque) {
        crBodySetAwake(world, id.index - 1, true);
        crBodySetTorque(world, id.index - 1, torque);
    }
    return crEndCall(world, error, caromBodySetTorque, .body = id, .number = torque);
}

// ---- mass

static CaromError checkMass(CaromMassData data)
{
    CaromError error = checkRange(data.mass, 0.0, MASS_MAX);
    error = crThen(error, checkRange(data.inertia, 0.0, MASS_MAX));
    return crThen(error, crCheckVec(data.center));
}

CaromError caromBodySetMassData(CaromWorld *world, CaromBodyId id, CaromMassData data)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, checkMass(data));
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK) {
        crRigidOf(world, id.index - 1)->massGiven = true;
        crBodySetAwake(world, id.index - 1, true);
        crBodySetMass(world, id.index - 1, data.mass, data.inertia, data.center);
    }
    return crEndCall(world, error, caromBodySetMassData, .body = id, .vector = data.center,
                     .number = data.mass, .number2 = data.inertia);
}

CaromError caromBodyResetMassData(CaromWorld *world, CaromBodyId id)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK) {
        crRigidOf(world, id.index - 1)->massGiven = false;
        crBodySetAwake(world, id.index - 1, true);
        crBodyRenewMass(world, id.index - 1);
    }
    return crEndCall(world, error, caromBodyResetMassData, .body = id);
}

CaromVec2 caromBodyCenterOfMass(const CaromWorld *world, CaromBodyId id)
{
    const CrRigid *rigid = asked(world, id, "caromBodyCenterOfMass");
    return rigid != NULL ? rigid->center : crVec(0.0, 0.0);
}

CaromError caromShapeSetDensity(CaromWorld *world, CaromShapeId id, double density)
{
    CaromError error = crCheckEditable(world);
    error = crThen(error, crCheckShape(world, id));
    error = crThen(error, checkRange(density, 0.0, CR_DENSITY_MAX));
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK) {
        CrShapeTraits traits = *crShapeTraitsOf(world, &world->shapes[id.index - 1]);
        traits.density = density;
        crJournalKeepShape(world, id.index - 1, true);
        error = crShapeTraitsSet(world, id.index - 1, &traits) ? CAROM_OK : CAROM_ERROR_MEMORY;
    }
    if (error == CAROM_OK) {
        crBodyRenewMass(world, world->shapes[id.index - 1].body);
    }
    return crEndCall(world, error, caromShapeSetDensity, .shape = id, .number = density);
}

double caromShapeDensity(const CaromWorld *world, CaromShapeId id)
{
    CaromError error = crCheckShape(world, id);
    crComplain(world, error, "caromShapeDensity");
    return error == CAROM_OK ? crShapeTraitsOf(world, &world->shapes[id.index - 1])->density : 0.0;
}

// ---- sleep

CaromError caromBodySetAwake(CaromWorld *world, CaromBodyId id, bool awake)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK) {
        crBodySetAwake(world, id.index - 1, awake);
    }
    return crEndCall(world, error, caromBodySetAwake, .body = id, .set = awake);
}

bool caromBodyIsAwake(const CaromWorld *world, CaromBodyId id)
{
    const CrRigid *rigid = asked(world, id, "caromBodyIsAwake");
    return rigid != NULL && rigid->awake;
}

CaromError caromBodySetSleepEnabled(CaromWorld *world, CaromBodyId id, bool enabled)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK) {
        crRigidOf(world, id.index - 1)->enableSleep = enabled;
        if (!enabled) {
            crBodySetAwake(world, id.index - 1, true);
        }
    }
    return crEndCall(world, error, caromBodySetSleepEnabled, .body = id, .set = enabled);
}

bool caromBodyIsSleepEnabled(const CaromWorld *world, CaromBodyId id)
{
    const CrRigid *rigid = asked(world, id, "caromBodyIsSleepEnabled");
    return rigid != NULL && rigid->enableSleep;
}

CaromError caromBodySetSleepThreshold(CaromWorld *world, CaromBodyId id, double speed)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, crCheckReach(speed, 0.0));
    if (error == CAROM_OK) {
        crRigidOf(world, id.index - 1)->sleepThreshold = crMin(speed, CAROM_ENDLESS);
    }
    return crEndCall(world, error, caromBodySetSleepThreshold, .body = id,
                     .number = crMin(speed, CAROM_ENDLESS));
}

CaromError caromWorldSetSleepEnabled(CaromWorld *world, bool enabled)
{
    CaromError error = crCheckEditable(world);
    if (error == CAROM_OK) {
        world->enableSleep = enabled;
        if (!enabled) {
            crRigidsWakeAll(world);
        }
    }
    return crEndCall(world, error, caromWorldSetSleepEnabled, .set = enabled);
}

bool caromWorldIsSleepEnabled(const CaromWorld *world)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : CAROM_OK;
    crComplain(world, error, "caromWorldIsSleepEnabled");
    return error == CAROM_OK && world->enableSleep;
}

// ---- settings

/// A number of a dynamic body, that is only stored.
#define NUMBER(Name, name, least, most)                                                            \
    CaromError caromBodySet##Name(CaromWorld *world, CaromBodyId id, double value)                 \
    {                                                                                              \
        CaromError error = checkEdit(world, id);                                                   \
        error = crThen(error, checkRange(value, least, most));                                     \
        if (error == CAROM_OK) {                                                                   \
            crRigidOf(world, id.index - 1)->name = value;                                          \
        }                                                                                          \
        return crEndCall(world, error, caromBodySet##Name, .body = id, .number = value);           \
    }
/// What a game reads of one.
#define GETTER(Name, name)                                                                         \
    double caromBody##Name(const CaromWorld *world, CaromBodyId id)                                \
    {                                                                                              \
        const CrRigid *rigid = asked(world, id, "caromBody" #Name);                                \
        return rigid != NULL ? rigid->name : 0.0;                                                  \
    }

NUMBER(LinearDamping, linearDamping, 0.0, CR_DAMPING_MAX)
NUMBER(AngularDamping, angularDamping, 0.0, CR_DAMPING_MAX)
GETTER(LinearDamping, linearDamping)
GETTER(AngularDamping, angularDamping)
GETTER(GravityScale, gravityScale)
GETTER(MaxSpeed, maxSpeed)
GETTER(SleepThreshold, sleepThreshold)
GETTER(Mass, mass)
GETTER(Inertia, inertia)
GETTER(Torque, torque)

CaromError caromBodySetMaxSpeed(CaromWorld *world, CaromBodyId id, double speed)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, crCheckReach(speed, 0.0));
    if (error == CAROM_OK) {
        crRigidOf(world, id.index - 1)->maxSpeed = crMin(speed, CAROM_ENDLESS);
    }
    return crEndCall(world, error, caromBodySetMaxSpeed, .body = id,
                     .number = crMin(speed, CAROM_ENDLESS));
}

CaromError caromBodySetGravityScale(CaromWorld *world, CaromBodyId id, double scale)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, crCheckNumber(scale));
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK) {
        crRigidOf(world, id.index - 1)->gravityScale = scale;
        crBodySetAwake(world, id.index - 1, true);
        crBodyRenewPull(world, id.index - 1);
    }
    return crEndCall(world, error, caromBodySetGravityScale, .body = id, .number = scale);
}

CaromError caromBodySetLocks(CaromWorld *world, CaromBodyId id, uint32_t locks)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, locks < CR_LOCKS ? CAROM_OK : CAROM_ERROR_ENUM);
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK) {
        crBodySetAwake(world, id.index - 1, true);
        crBodySetLocks(world, id.index - 1, locks);
    }
    return crEndCall(world, error, caromBodySetLocks, .body = id, .x = (int)locks);
}

uint32_t caromBodyLocks(const CaromWorld *world, CaromBodyId id)
{
    const CrRigid *rigid = asked(world, id, "caromBodyLocks");
    return rigid != NULL ? rigid->locks : 0;
}

// ---- all poses

/// Walks through dynamic bodies that are enabled.
static const CrBody *nextBody(const CaromWorld *world, int *k, uint32_t *slot)
{
    while (*k < crArrayCount(world->rigids.all)) {
        *slot = world->rigids.all[(*k)++].body;
        if (*slot != CR_NONE && crBodyIsSolved(&world->bodies[*slot])) {
            return &world->bodies[*slot];
        }
    }
    return NULL;
}

int caromWorldPoses(const CaromWorld *world, CaromBodyPose *out, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldPoses");
    }
    int count = 0, k = 0;
    uint32_t slot;
    for (const CrBody *body; (body = nextBody(world, &k, &slot)) != NULL; count++) {
        if (count < capacity) {
            CaromTransform t = crBodyTransformAt(body, world->queryTime);
            CaromBodyPose pose = {crBodyIdOf(world, slot), t.position, t.rotation, body->userData};
            out[count] = pose;
        }
    }
    return count;
}

int caromWorldPosesFloat(const CaromWorld *world, CaromBodyPoseFloat *out, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldPosesFloat");
    }
    int count = 0, k = 0;
    uint32_t slot;
    for (const CrBody *body; (body = nextBody(world, &k, &slot)) != NULL; count++) {
        if (count < capacity) {
            CaromTransform t = crBodyTransformAt(body, world->queryTime);
            CaromBodyPoseFloat pose = {crBodyIdOf(world, slot), (float)t.position.x,
                                       (float)t.position.y, (float)t.rotation.c,
                                       (float)t.rotation.s};
            out[count] = pose;
        }
    }
    return count;
}
