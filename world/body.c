// SPDX-License-Identifier: MIT
// Bodies: what shapes are attached to. Static ones rest; kinematic ones move straight from their
// anchor and turn about their position.
#include "edit.h"
#include "kinematics.h"
#include "shape.h"

#define BODY_COOKIE 0x43420001u
#define SCALE_MIN 1e-9
#define SCALE_MAX 1e9
#define SPIN_MAX 1e4 ///< [rad/s]

CaromBodyDef caromBodyDef(void)
{
    CaromBodyDef def = {0};
    def.scale = crVec(1.0, 1.0);
    def.cookie = BODY_COOKIE;
    return def;
}

static CaromError checkScale(CaromVec2 scale)
{
    if (!crVecFinite(scale)) {
        return CAROM_ERROR_NOT_FINITE;
    }
    double x = crAbs(scale.x), y = crAbs(scale.y);
    if (x == 0.0 || y == 0.0) {
        return CAROM_ERROR_SCALE;
    }
    bool ok = x >= SCALE_MIN && x <= SCALE_MAX && y >= SCALE_MIN && y <= SCALE_MAX;
    return ok ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

static CaromError checkSpin(double spin)
{
    CaromError error = crCheckNumber(spin);
    return error == CAROM_OK && crAbs(spin) > SPIN_MAX ? CAROM_ERROR_OUT_OF_RANGE : error;
}

static CaromError checkDef(const CaromWorld *world, const CaromBodyDef *def)
{
    if (def == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (def->cookie != BODY_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    CrDefCheck check = {world, "caromBodyCreate", world->log, world->logContext, CAROM_OK};
    bool isType = (unsigned)def->type < CAROM_BODY_TYPE_COUNT;
    crDefCheck(&check, isType ? CAROM_OK : CAROM_ERROR_ENUM, "CaromBodyDef.type");
    crDefCheckVec(&check, def->position, "CaromBodyDef.position: finite");
    crDefCheck(&check, crCheckNumber(def->angle), "CaromBodyDef.angle: finite");
    crDefCheck(&check, checkScale(def->scale), "CaromBodyDef.scale: 1e-9 .. 1e9 in size");
    crDefCheckVec(&check, def->velocity, "CaromBodyDef.velocity: finite");
    crDefCheck(&check, checkSpin(def->angularVelocity),
               "CaromBodyDef.angularVelocity: -1e4 .. 1e4");
    bool moves = def->velocity.x != 0.0 || def->velocity.y != 0.0;
    if (crFinite(def->angularVelocity) && def->angularVelocity != 0.0 &&
        def->type == CAROM_BODY_STATIC) {
        crDefCheck(&check, CAROM_ERROR_STATIC, "CaromBodyDef.angularVelocity: 0 for static bodies");
    }
    if (crVecFinite(def->velocity) && moves && def->type == CAROM_BODY_STATIC) {
        crDefCheck(&check, CAROM_ERROR_STATIC, "CaromBodyDef.velocity: (0, 0) for static bodies");
    }
    return check.error;
}

CaromBodyId caromBodyCreate(CaromWorld *world, const CaromBodyDef *def)
{
    static const CaromBodyId null;
    CaromError error = crCheckEditable(world);
    error = error != CAROM_OK ? error : checkDef(world, def);
    error = error != CAROM_OK ? error : crSlotsReserve(&world->bodySlots, 1, &world->allocator);
    if (error == CAROM_OK &&
        !crArrayReserve(world->bodies, crArrayCapacity(world->bodySlots.ages), &world->allocator)) {
        error = CAROM_ERROR_MEMORY;
    }
    if (error != CAROM_OK) {
        crRefuse(world, error, "caromBodyCreate");
        return null;
    }
    CrBody body = {0};
    body.type = def->type;
    body.transform = caromTransform(def->position, def->angle, def->scale);
    body.velocity = def->velocity;
    body.spin = def->angularVelocity;
    body.anchorTime = world->time;
    body.firstShape = body.lastShape = CR_NONE;
    body.userData = def->userData;
    world->kinematics.spinners += body.spin != 0.0;
    uint32_t slot = crSlotsTake(&world->bodySlots);
    if (slot == (uint32_t)crArrayCount(world->bodies)) {
        crArrayPush(world->bodies, body);
    } else {
        world->bodies[slot] = body;
    }
    return crBodyIdOf(world, slot);
}

static CaromError checkBody(const CaromWorld *world, CaromBodyId body)
{
    return world == NULL ? CAROM_ERROR_NULL
                         : crCheckId(world, &world->bodySlots, body.index, body.age, body.world);
}

static CaromError checkEdit(const CaromWorld *world, CaromBodyId body)
{
    CaromError error = crCheckEditable(world);
    return error != CAROM_OK ? error : checkBody(world, body);
}

CaromError caromBodyDestroy(CaromWorld *world, CaromBodyId body)
{
    CaromError error = checkEdit(world, body);
    error = error != CAROM_OK ? error : crEditsReserve(world);
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromBodyDestroy");
    }
    uint32_t slot = body.index - 1;
    while (world->bodies[slot].lastShape != CR_NONE) {
        crShapeDestroySlot(world, world->bodies[slot].lastShape);
    }
    world->kinematics.spinners -= world->bodies[slot].spin != 0.0;
    crSlotsRelease(&world->bodySlots, slot);
    return CAROM_OK;
}

bool caromBodyIsValid(const CaromWorld *world, CaromBodyId body)
{
    return checkBody(world, body) == CAROM_OK;
}

static void touchShapes(CaromWorld *world, const CrBody *body)
{
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next) {
        crEditsAdd(world, s);
        if (body->type == CAROM_BODY_KINEMATIC && !world->shapes[s].sensor) {
            crKinematicsTouch(world, s);
        }
    }
}

static CaromError checkTransform(CaromTransform transform)
{
    CaromError error = crCheckVec(transform.position);
    error = error != CAROM_OK ? error : checkScale(transform.scale);
    if (error != CAROM_OK) {
        return error;
    }
    double c = transform.rotation.c, s = transform.rotation.s, unit = c * c + s * s;
    if (!crFinite(c) || !crFinite(s)) {
        return CAROM_ERROR_NOT_FINITE;
    }
    return unit > 1.0 - 1e-9 && unit < 1.0 + 1e-9 ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

CaromError caromBodySetTransform(CaromWorld *world, CaromBodyId id, CaromTransform transform)
{
    CaromError error = checkEdit(world, id);
    error = error != CAROM_OK ? error : checkTransform(transform);
    error = error != CAROM_OK ? error : crShapesRebake(world, id.index - 1, transform);
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromBodySetTransform");
    }
    CrBody *body = &world->bodies[id.index - 1];
    body->transform = transform;
    body->drift = crVec(0.0, 0.0);
    body->turn = 0.0;
    body->anchorTime = world->time;
    touchShapes(world, body);
    return CAROM_OK;
}

CaromTransform caromBodyTransform(const CaromWorld *world, CaromBodyId id)
{
    CaromError error = checkBody(world, id);
    if (error != CAROM_OK) {
        crComplain(world, error, "caromBodyTransform");
        return caromTransformIdentity();
    }
    const CrBody *body = &world->bodies[id.index - 1];
    CaromTransform transform = body->transform;
    CrPose pose = crBodyPose(body, world->queryTime);
    transform.position = crAdd(transform.position, pose.offset);
    if (pose.turned) {
        transform.rotation = caromRotationCompose(transform.rotation, pose.turn);
    }
    return transform;
}

/// A new anchor at the clock, as the body stands.
static void anchorNow(const CaromWorld *world, CrBody *body)
{
    body->drift = crBodyOffset(body, world->time);
    body->turn = crBodyTurn(body, world->time);
    body->anchorTime = world->time;
}

static CaromError checkMotionEdit(CaromWorld *world, CaromBodyId id, CaromError error)
{
    CaromError edit = checkEdit(world, id);
    if (edit == CAROM_OK && world->bodies[id.index - 1].type == CAROM_BODY_STATIC) {
        edit = CAROM_ERROR_STATIC;
    }
    error = edit != CAROM_OK ? edit : error;
    return error != CAROM_OK ? error : crEditsReserve(world);
}

static void setMotion(CaromWorld *world, uint32_t slot, CaromVec2 velocity, double spin)
{
    CrBody *body = &world->bodies[slot];
    crEditsHoldSides(world, slot);
    anchorNow(world, body);
    world->kinematics.spinners += (spin != 0.0) - (body->spin != 0.0);
    body->velocity = velocity;
    body->spin = spin;
    touchShapes(world, body);
}

CaromError caromBodySetVelocity(CaromWorld *world, CaromBodyId id, CaromVec2 velocity)
{
    CaromError error = checkMotionEdit(world, id, crCheckVec(velocity));
    if (error == CAROM_OK) {
        setMotion(world, id.index - 1, velocity, world->bodies[id.index - 1].spin);
    }
    return crRefuse(world, error, "caromBodySetVelocity");
}

CaromError caromBodySetAngularVelocity(CaromWorld *world, CaromBodyId id, double angularVelocity)
{
    CaromError error = checkMotionEdit(world, id, checkSpin(angularVelocity));
    if (error == CAROM_OK) {
        setMotion(world, id.index - 1, world->bodies[id.index - 1].velocity, angularVelocity);
    }
    return crRefuse(world, error, "caromBodySetAngularVelocity");
}

CaromVec2 caromBodyVelocity(const CaromWorld *world, CaromBodyId id)
{
    CaromError error = checkBody(world, id);
    crComplain(world, error, "caromBodyVelocity");
    return error == CAROM_OK ? world->bodies[id.index - 1].velocity : crVec(0.0, 0.0);
}

double caromBodyAngularVelocity(const CaromWorld *world, CaromBodyId id)
{
    CaromError error = checkBody(world, id);
    crComplain(world, error, "caromBodyAngularVelocity");
    return error == CAROM_OK ? world->bodies[id.index - 1].spin : 0.0;
}

CaromError caromBodySetUserData(CaromWorld *world, CaromBodyId id, void *userData)
{
    CaromError error = checkEdit(world, id);
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromBodySetUserData");
    }
    world->bodies[id.index - 1].userData = userData;
    return CAROM_OK;
}

void *caromBodyUserData(const CaromWorld *world, CaromBodyId id)
{
    CaromError error = checkBody(world, id);
    crComplain(world, error, "caromBodyUserData");
    return error == CAROM_OK ? world->bodies[id.index - 1].userData : NULL;
}

int caromBodyShapes(const CaromWorld *world, CaromBodyId id, CaromShapeId *out, int capacity)
{
    CaromError error = checkBody(world, id);
    error = error == CAROM_OK && capacity < 0 ? CAROM_ERROR_COUNT : error;
    error = error == CAROM_OK && capacity > 0 && out == NULL ? CAROM_ERROR_NULL : error;
    if (error != CAROM_OK) {
        crComplain(world, error, "caromBodyShapes");
        return 0;
    }
    int count = 0;
    for (uint32_t s = world->bodies[id.index - 1].firstShape; s != CR_NONE;
         s = world->shapes[s].next, count++) {
        if (count < capacity) {
            out[count] = crShapeIdOf(world, s);
        }
    }
    return count;
}
