// SPDX-License-Identifier: MIT
// Bodies: what shapes are attached to. Static ones rest; kinematic ones move straight from their
// anchor and turn about their position. One may hang from another (hierarchy.h).
#include "../data/observer.h"
#include "../geometry/journal.h"
#include "../index/edit_list.h"
#include "../index/hierarchy.h"
#include "../index/moving_index.h"
#include "../rigid/rigid_pool.h"
#include "../rigid/tick.h"
#include "shape.h"
#include "body.h"
#include "../data/revision.h"
#include "../flight/def_table.h"

#define BODY_COOKIE 0x43420001u
#define SCALE_MIN 1e-9
#define SCALE_MAX 1e9

CaromBodyDef caromBodyDef(void)
{
    CaromBodyDef def = {0};
    def.scale = crVec(1.0, 1.0);
    def.enabled = def.awake = def.enableSleep = true;
    def.sleepThreshold = CR_SLEEP_THRESHOLD;
    def.gravityScale = 1.0;
    def.maxSpeed = CAROM_ENDLESS;
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

CaromError crCheckSpin(double spin)
{
    CaromError error = crCheckNumber(spin);
    return error == CAROM_OK && crAbs(spin) > CR_SPIN_MAX ? CAROM_ERROR_OUT_OF_RANGE : error;
}

static void checkRigidFields(CrDefCheck *check, const CaromBodyDef *def)
{
    crDefCheckRange(check, def->linearDamping, 0.0, CR_DAMPING_MAX,
                    "CaromBodyDef.linearDamping: 0 .. 1e6");
    crDefCheckRange(check, def->angularDamping, 0.0, CR_DAMPING_MAX,
                    "CaromBodyDef.angularDamping: 0 .. 1e6");
    crDefCheck(check, crCheckNumber(def->gravityScale), "CaromBodyDef.gravityScale: finite");
    crDefCheck(check, crCheckReach(def->maxSpeed, 0.0), "CaromBodyDef.maxSpeed: >= 0");
    crDefCheck(check, crCheckReach(def->sleepThreshold, 0.0), "CaromBodyDef.sleepThreshold: >= 0");
    crDefCheck(check, def->locks < CR_LOCKS ? CAROM_OK : CAROM_ERROR_ENUM, "CaromBodyDef.locks");
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
    crDefCheck(&check, crCheckSpin(def->angularVelocity),
               "CaromBodyDef.angularVelocity: -1e4 .. 1e4");
    checkRigidFields(&check, def);
    bool hangs = def->parent.index != 0 || def->parent.age != 0 || def->parent.world != 0;
    crDefCheck(&check, hangs ? crCheckBody(world, def->parent) : CAROM_OK, "CaromBodyDef.parent");
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

static CrBody bodyOf(const CaromWorld *world, const CaromBodyDef *def)
{
    CrBody body = {0};
    body.type = def->type;
    body.disabled = !def->enabled;
    body.transform = caromTransform(def->position, def->angle, def->scale);
    body.own.velocity = def->velocity;
    body.own.spin = def->angularVelocity;
    body.own.time = world->time;
    body.parent = body.firstChild = body.nextSibling = body.previousSibling = CR_NONE;
    body.rigid = CR_NONE;
    body.firstShape = body.lastShape = CR_NONE;
    body.userData = def->userData;
    return body;
}

bool crBodiesReserve(CaromWorld *world)
{
    int room = crSlotsRoomWanted(&world->bodySlots);
    return crArrayReserve(world->bodies, room, &world->allocator) &&
           crArrayReserve(world->movingIndex.bodies, room, &world->allocator) &&
           crArrayReserve(world->movingIndex.others, room, &world->allocator);
}

void crBodyList(CaromWorld *world, uint32_t slot)
{
    world->rigids.dynamic += crBodyIsSolved(&world->bodies[slot]);
    if (world->bodies[slot].type != CAROM_BODY_STATIC) {
        crMovingIndexListBody(world, slot);
    }
    crRevisionTurn(world, slot);
}

/// A body that is awake falls from now on; one that sleeps stands.
static void startRigid(CaromWorld *world, uint32_t slot)
{
    CrMotion *own = &world->bodies[slot].own;
    CrRigid *rigid = crRigidOf(world, slot);
    rigid->spin = rigid->awake && !(rigid->locks & CAROM_LOCK_ROTATION) ? own->spin : 0.0;
    own->spin = rigid->spin;
    own->velocity = rigid->awake ? crRigidUnlocked(rigid, own->velocity) : crVec(0.0, 0.0);
    own->acceleration = rigid->awake ? crRigidAcceleration(world, rigid) : crVec(0.0, 0.0);
}

/// Room was reserved; it may still be refused for what it hangs from.
static CaromError enter(CaromWorld *world, const CaromBodyDef *def)
{
    uint32_t slot = crSlotsPeek(&world->bodySlots);
    bool isNew = slot == (uint32_t)crArrayCount(world->bodies);
    if (isNew) {
        crArraySetCount(world->bodies, (int)slot + 1);
    }
    world->bodies[slot] = bodyOf(world, def);
    bool isDynamic = def->type == CAROM_BODY_DYNAMIC;
    crHierarchyLink(world, slot, def->parent.index - 1); // of none: CR_NONE
    CaromError error = crHierarchyCheck(world, slot);
    error = crThen(error, crFlightsAwaitSpin(world, isDynamic ? 1.0 : def->angularVelocity));
    if (error != CAROM_OK) {
        crHierarchyUnlink(world, slot);
        crArraySetCount(world->bodies, crArrayCount(world->bodies) - isNew);
        return error;
    }
    if (isDynamic) {
        crRigidTake(world, slot, def);
        startRigid(world, slot);
    }
    world->movingIndex.spinners += isDynamic; // which the next line takes for what it was before
    crHierarchyCompose(world, slot, world->time, false);
    crSlotsTake(&world->bodySlots);
    crJournalKeepBody(world, slot, false);
    crJournalList(world, CR_LISTING_BODY_TAKEN, slot);
    crBodyList(world, slot);
    return CAROM_OK;
}

CaromBodyId caromBodyCreate(CaromWorld *world, const CaromBodyDef *def)
{
    static const CaromBodyId null;
    CaromError error = crCheckEditable(world);
    error = crThen(error, checkDef(world, def));
    error = crThen(error, crSlotsReserve(&world->bodySlots, 1, &world->allocator));
    error = crThen(error, !crBodiesReserve(world) ? CAROM_ERROR_MEMORY : CAROM_OK);
    if (error == CAROM_OK && def->type == CAROM_BODY_DYNAMIC) {
        error = crThen(crRigidsReserve(world), crEditsReserve(world));
    }
    uint32_t slot = error == CAROM_OK ? crSlotsPeek(&world->bodySlots) : CR_NONE;
    error = crThen(error, enter(world, def));
    if (error != CAROM_OK) {
        crRefuse(world, error, "caromBodyCreate");
        return null;
    }
    CaromBodyId id = crBodyIdOf(world, slot);
    crRecordCall(world, error, caromBodyCreate, .bodyDef = def, .body = id);
    return id;
}

CaromError crCheckBody(const CaromWorld *world, CaromBodyId body)
{
    return world == NULL ? CAROM_ERROR_NULL
                         : crCheckId(world, &world->bodySlots, body.index, body.age, body.world);
}

CaromError crCheckBodyEdit(const CaromWorld *world, CaromBodyId body)
{
    CaromError error = crCheckEditable(world);
    return crThen(error, crCheckBody(world, body));
}

const CrBody *crBodyAsked(const CaromWorld *world, CaromBodyId id, const char *function)
{
    CaromError error = crCheckBody(world, id);
    crComplain(world, error, function);
    return error == CAROM_OK ? &world->bodies[id.index - 1] : NULL;
}

/// Leaves the slot as it is, without an owner.
static void leave(CaromWorld *world, uint32_t slot)
{
    world->movingIndex.spinners -= crBodyTurns(&world->bodies[slot]);
    world->rigids.dynamic -= crBodyIsSolved(&world->bodies[slot]);
    crRigidRelease(world, slot);
    if (world->bodies[slot].type != CAROM_BODY_STATIC) {
        crMovingIndexUnlistBody(world, slot);
    }
    crHierarchyUnlink(world, slot);
    crRevisionTurn(world, slot);
}

static void destroyOne(CaromWorld *world, uint32_t slot)
{
    crJournalKeepBody(world, slot, true);
    while (world->bodies[slot].lastShape != CR_NONE) {
        crShapeDestroySlot(world, world->bodies[slot].lastShape);
    }
    leave(world, slot);
    crSlotsRelease(&world->bodySlots, slot);
    crJournalList(world, CR_LISTING_BODY_RELEASED, slot);
}

void crBodyTakeBack(CaromWorld *world, uint32_t slot)
{
    while (world->bodies[slot].lastShape != CR_NONE) {
        crShapeTakeBack(world, world->bodies[slot].lastShape);
    }
    leave(world, slot);
    crSlotsUntake(&world->bodySlots, slot);
    crArraySetCount(world->bodies, (int)crSlotsCount(&world->bodySlots));
}

/// Destroys a body and what hangs from it, leaves first.
static void destroyAll(CaromWorld *world, uint32_t root)
{
    for (uint32_t slot = root, next; slot != CR_NONE; slot = next) {
        next = world->bodies[slot].firstChild;
        if (next == CR_NONE) {
            next = slot != root ? world->bodies[slot].parent : CR_NONE;
            destroyOne(world, slot);
        }
    }
}

CaromError caromBodyDestroy(CaromWorld *world, CaromBodyId body)
{
    CaromError error = crCheckBodyEdit(world, body);
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK) {
        destroyAll(world, body.index - 1);
    }
    return crEndCall(world, error, caromBodyDestroy, .body = body);
}

bool caromBodyIsValid(const CaromWorld *world, CaromBodyId body)
{
    return crCheckBody(world, body) == CAROM_OK;
}

CaromError crCheckTransform(CaromTransform transform)
{
    CaromError error = crCheckVec(transform.position);
    error = crThen(error, checkScale(transform.scale));
    if (error != CAROM_OK) {
        return error;
    }
    double c = transform.rotation.c, s = transform.rotation.s, unit = c * c + s * s;
    if (!crFinite(c) || !crFinite(s)) {
        return CAROM_ERROR_NOT_FINITE;
    }
    return unit > 1.0 - 1e-9 && unit < 1.0 + 1e-9 ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

CaromError caromBodySetUserData(CaromWorld *world, CaromBodyId id, void *userData)
{
    CaromError error = crCheckBodyEdit(world, id);
    if (error == CAROM_OK) {
        if (crJournalIsOn(world) && world->bodies[id.index - 1].type == CAROM_BODY_STATIC) {
            crJournalKeepBody(world, id.index - 1, true);
            crRevisionTurn(world, id.index - 1);
        }
        world->bodies[id.index - 1].userData = userData;
    }
    return crEndCall(world, error, caromBodySetUserData, .body = id, .userData = userData);
}

void *caromBodyUserData(const CaromWorld *world, CaromBodyId id)
{
    const CrBody *body = crBodyAsked(world, id, "caromBodyUserData");
    return body != NULL ? body->userData : NULL;
}

int caromWorldBodies(const CaromWorld *world, CaromBodyId *out, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldBodies");
    }
    int count = 0;
    for (uint32_t b = 0; b < crSlotsCount(&world->bodySlots); b++) {
        if (world->bodySlots.live[b] && count++ < capacity) {
            out[count - 1] = crBodyIdOf(world, b);
        }
    }
    return count;
}

CaromBodyType caromBodyType(const CaromWorld *world, CaromBodyId id)
{
    const CrBody *body = crBodyAsked(world, id, "caromBodyType");
    return body != NULL ? (CaromBodyType)body->type : CAROM_BODY_STATIC;
}
