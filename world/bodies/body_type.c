// SPDX-License-Identifier: MIT
// Bodies that become static, kinematic or dynamic. What may lack memory is done first: the shapes
// of a body that comes to rest are in the layers of both types for a moment.
#include "../api/rigid_bodies.h"
#include "../data/observer.h"
#include "../data/revision.h"
#include "../flight/def_table.h"
#include "../geometry/journal.h"
#include "../index/contact_watch.h"
#include "../index/edit_list.h"
#include "../geometry/shape_storage.h"
#include "../index/hierarchy.h"
#include "../index/moving_index.h"
#include "../rigid/awake_list.h"
#include "../rigid/rigid_pool.h"
#include "../rigid/tick.h"
#include "bake.h"
#include "body.h"
#include "body_enable.h"
#include "rigid_change.h"
#include "shape.h"
#include "shape_layers.h"

/// What a body would hang from, and what hangs from it, as it would be.
static CaromError checkType(CaromWorld *world, uint32_t slot, CaromBodyType type)
{
    CrBody *body = &world->bodies[slot], before = *body;
    if (type == CAROM_BODY_DYNAMIC && (body->character || body->parent != CR_NONE)) {
        return CAROM_ERROR_DYNAMIC;
    }
    body->type = type;
    CaromError error = crHierarchyCheck(world, slot);
    for (uint32_t b = slot; error == CAROM_OK && b != CR_NONE;
         b = crHierarchyNext(world, slot, b)) {
        bool rests = world->bodies[b].type == CAROM_BODY_STATIC;
        error = b != slot && rests && type != CAROM_BODY_STATIC ? CAROM_ERROR_STATIC : error;
    }
    *body = before;
    return error;
}

static CaromError reserve(CaromWorld *world, uint32_t slot, CaromBodyType type)
{
    CaromError error = crEditsReserveTwo(world);
    int count = 0;
    for (uint32_t s = world->bodies[slot].firstShape; s != CR_NONE; s = world->shapes[s].next) {
        error = crThen(error, crContactsReserveMoving(world, &world->shapes[s]));
        count++;
    }
    error = crThen(error, crMovingIndexReserve(world, count));
    if (type == CAROM_BODY_DYNAMIC && world->bodies[slot].rigid == CR_NONE) {
        error = crThen(error, crRigidsReserve(world));
    }
    return crThen(error, type == CAROM_BODY_DYNAMIC ? crFlightsReserveSpin(world) : CAROM_OK);
}

/// In the list of bodies that move, or not.
static void relist(CaromWorld *world, uint32_t slot, CaromBodyType type)
{
    CrBody *body = &world->bodies[slot];
    bool moved = body->type != CAROM_BODY_STATIC, moves = type != CAROM_BODY_STATIC;
    world->movingIndex.spinners -= crBodyTurns(body);
    world->rigids.dynamic -= crBodyIsSolved(body);
    if (moved && !moves) {
        crMovingIndexUnlistBody(world, slot);
    }
    body->type = type;
    if (moves && !moved) {
        crMovingIndexListBody(world, slot);
    } else if (type == CAROM_BODY_KINEMATIC) {
        crMovingIndexListOther(world, slot);
    }
    world->movingIndex.spinners += crBodyTurns(body);
    world->rigids.dynamic += crBodyIsSolved(body);
}

/// How it moves at the clock.
typedef struct Moves {
    CaromVec2 velocity; ///< of its position
    double spin;
} Moves;

static Moves movesNow(const CaromWorld *world, uint32_t slot)
{
    const CrBody *body = &world->bodies[slot];
    Moves moves = {body->own.velocity, body->own.spin};
    if (body->type == CAROM_BODY_DYNAMIC) { // its path is placed: it has neither drifted nor turned
        const CrRigid *rigid = crRigidOf(world, slot);
        CaromVec2 arm = crSub(body->transform.position, body->pivot);
        moves.spin = rigid->spin;
        moves.velocity = rigid->solved ? rigid->velocity : body->own.velocity;
        moves.velocity = crAddScaled(moves.velocity, crLeft(arm), moves.spin);
    }
    return moves;
}

/// As a dynamic body for the first time it has the defaults of a def.
static void becomeDynamic(CaromWorld *world, uint32_t slot, const Moves *moves)
{
    CrBody *body = &world->bodies[slot];
    CaromBodyDef def = caromBodyDef();
    if (body->rigid == CR_NONE) {
        crRigidTake(world, slot, &def);
    }
    CrRigid *rigid = crRigidOf(world, slot);
    CrMassSum sum = crMassSumOfBody(world, slot);
    if (!rigid->massGiven) {
        rigid->mass = sum.mass;
        rigid->inertia = sum.inertia;
        rigid->center = sum.mass > 0.0 ? crFrameLocal(world, slot, sum.center) : crVec(0.0, 0.0);
    }
    CaromVec2 arm = crSub(crFramePoint(world, slot, rigid->center), body->transform.position);
    rigid->awake = true;
    crRigidTurned(world, body->rigid);
    rigid->solved = false;
    rigid->force = crVec(0.0, 0.0);
    rigid->torque = 0.0;
    rigid->spin = rigid->locks & CAROM_LOCK_ROTATION ? 0.0 : moves->spin;
    body->own.spin = rigid->spin;
    body->own.velocity =
        crRigidUnlocked(rigid, crAddScaled(moves->velocity, crLeft(arm), moves->spin));
    body->own.acceleration = crRigidAcceleration(world, rigid);
}

static void become(CaromWorld *world, uint32_t slot, CaromBodyType type, const Moves *moves)
{
    CrBody *body = &world->bodies[slot];
    relist(world, slot, type);
    body->own.acceleration = crVec(0.0, 0.0);
    body->own.velocity = type == CAROM_BODY_STATIC ? crVec(0.0, 0.0) : moves->velocity;
    body->own.spin = type == CAROM_BODY_STATIC ? 0.0 : moves->spin;
    body->own.time = world->time;
    if (type == CAROM_BODY_DYNAMIC) {
        becomeDynamic(world, slot, moves);
    }
    crHierarchyCompose(world, slot, world->time, false);
}

/// Its shapes are baked where it is; if it is to rest, they are in the resting layers from now on.
static CaromError place(CaromWorld *world, uint32_t slot, bool settles)
{
    CrBody *body = &world->bodies[slot], before = *body;
    crBodyPlaceAt(body, crBodyTransformAt(body, world->time), world->time);
    CaromError error = settles ? crShapesRebakeToRest(world, slot) : crShapesRebake(world, slot);
    if (error != CAROM_OK) {
        *body = before;
        return error;
    }
    crHierarchyCompose(world, slot, world->time, false); // so that its centre is where it is
    return CAROM_OK;
}

/// Out of the resting layers.
static void leaveRest(CaromWorld *world, uint32_t slot)
{
    for (uint32_t s = world->bodies[slot].firstShape; s != CR_NONE; s = world->shapes[s].next) {
        crEditsAdd(world, s);
        if (world->shapes[s].sensor) {
            crBoxCellsRemove(&world->sensors.boxes, s, crShapeBox(&world->shapes[s]));
        } else {
            crShapeUnlist(world, s);
        }
    }
}

static CaromError change(CaromWorld *world, uint32_t slot, CaromBodyType type)
{
    CrBody *body = &world->bodies[slot];
    bool enabled = !body->disabled, rested = body->type == CAROM_BODY_STATIC,
         rests = type == CAROM_BODY_STATIC;
    CaromError error = reserve(world, slot, type);
    if (error != CAROM_OK) {
        return error;
    }
    if (!rested) { // where it was is in rollback states
        error = place(world, slot, rests && enabled);
    }
    if (error != CAROM_OK) {
        return error;
    }
    if (type == CAROM_BODY_DYNAMIC) {
        (void)crFlightsAwaitSpin(world, 1.0); // memory was reserved
    }
    crJournalKeepBody(world, slot, true);
    crBodyKeepShapes(world, slot);
    Moves moves = movesNow(world, slot);
    if (enabled && rested) {
        leaveRest(world, slot);
    }
    for (uint32_t s = body->firstShape; enabled && rests && s != CR_NONE;
         s = world->shapes[s].next) {
        crMovingIndexRemove(world, s);
    }
    become(world, slot, type, &moves);
    for (uint32_t s = body->firstShape; enabled && rested && s != CR_NONE;
         s = world->shapes[s].next) {
        crMovingIndexAdd(world, s);
    }
    crBodyTouchShapes(world, slot, true);
    crPlacementTurn(world);
    crRevisionTurn(world, slot);
    return CAROM_OK;
}

CaromError caromBodySetType(CaromWorld *world, CaromBodyId id, CaromBodyType type)
{
    CaromError error = crCheckBodyEdit(world, id);
    error = crThen(error, (unsigned)type < CAROM_BODY_TYPE_COUNT ? CAROM_OK : CAROM_ERROR_ENUM);
    error = crThen(error, checkType(world, id.index - 1, type));
    if (error == CAROM_OK && world->bodies[id.index - 1].type != type) {
        error = change(world, id.index - 1, type);
    }
    return crEndCall(world, error, caromBodySetType, .body = id, .x = (int)type);
}
