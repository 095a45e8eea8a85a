// SPDX-License-Identifier: MIT
// Where bodies are and how they move: transforms and velocities that are set. Each new one is a new
// anchor.
#include "../data/observer.h"
#include "../data/query_lock.h"
#include "../data/revision.h"
#include "../data/rigid_edits.h"
#include "../flight/clear_until.h"
#include "../flight/def_table.h"
#include "../geometry/journal.h"
#include "../index/edit_list.h"
#include "../index/hierarchy.h"
#include "../index/moving_index.h"
#include "../projectile/edits.h"
#include "bake.h"
#include "../rigid/rigid_pool.h"
#include "body.h"
#include "rigid_change.h"

static void touchLayer(CaromWorld *world, uint32_t shape, bool placed)
{
    if (crBodyMoves(&world->bodies[world->shapes[shape].body])) {
        crMovingIndexTouch(world, shape, placed);
    }
}

void crBodyTouchShapes(CaromWorld *world, uint32_t slot, bool placed)
{
    CrHierarchyWalk walk = crHierarchyShapes(world, slot);
    uint32_t s;
    world->rigids.editedSince = true;
    while (crHierarchyNextShape(&walk, &s)) {
        if (placed) {
            if (world->bodies[world->shapes[s].body].disabled) { // states do not hold it
                crJournalKeepShape(world, s, true);
                crRevisionTurn(world, s);
            }
            crEditsAdd(world, s);
        } else if (!world->bodies[world->shapes[s].body].disabled) {
            crEditsAddMotion(world, s, crClearUntilTellsOf(world, s));
        }
        touchLayer(world, s, placed);
    }
}

void crBodyKeep(CaromWorld *world, uint32_t slot)
{
    bool rests = world->bodies[slot].type == CAROM_BODY_STATIC;
    for (uint32_t b = slot; rests && b != CR_NONE; b = crHierarchyNext(world, slot, b)) {
        if (world->bodies[b].type == CAROM_BODY_STATIC) {
            crJournalKeepBody(world, b, true);
        }
    }
}

CaromError crBodyApply(CaromWorld *world, uint32_t slot)
{
    CaromError error = crHierarchyCheck(world, slot);
    error = crThen(error, crShapesRebake(world, slot));
    if (error == CAROM_OK) {
        crHierarchyCompose(world, slot, world->time, false);
        crBodyTouchShapes(world, slot, true);
        crPlacementTurn(world); // of what hangs from a static body, too
        if (world->bodies[slot].type == CAROM_BODY_STATIC) {
            crRevisionTurn(world, slot);
        }
    }
    return error;
}

/// A dynamic body turns about its centre of mass, which carries its position along.
static CaromVec2 positionAt(const CrBody *body, double time)
{
    CrPose pose = crBodyPose(body, time);
    return crPoseToWorld(&pose, body->transform.position);
}

CaromTransform crBodyTransformAt(const CrBody *body, double time)
{
    CrMotion own = crBodyOwn(body);
    CaromTransform transform = body->transform;
    double turn = own.turn + own.spin * (time - own.time);
    transform.position = body->type == CAROM_BODY_DYNAMIC
                             ? positionAt(body, time)
                             : crAdd(transform.position, crMotionDrift(&own, time));
    if (turn != 0.0) {
        transform.rotation = caromRotationCompose(transform.rotation, caromRotation(turn));
    }
    return transform;
}

void crBodyPlaceAt(CrBody *body, CaromTransform transform, double time)
{
    body->transform = transform;
    body->own.velocity = crMotionVelocity(&body->own, time);
    body->own.drift = crVec(0.0, 0.0);
    body->own.turn = 0.0;
    body->own.time = time;
}

/// Whether the body has this transform already. Baked again, its shapes would be a rounding beside
/// their places, and points that near to its walls could be on the other side.
static bool isAt(const CrBody *body, CaromTransform transform, double time)
{
    CaromTransform now = crBodyTransformAt(body, time);
    return crEqual(now.position, transform.position) && crEqual(now.scale, transform.scale) &&
           now.rotation.c == transform.rotation.c && now.rotation.s == transform.rotation.s;
}

CaromError caromBodySetTransform(CaromWorld *world, CaromBodyId id, CaromTransform transform)
{
    CaromError error = crCheckBodyEdit(world, id);
    error = crThen(error, crCheckTransform(transform));
    if (error == CAROM_OK && !isAt(&world->bodies[id.index - 1], transform, world->time)) {
        CrBody *body = &world->bodies[id.index - 1];
        CrBody before = *body;
        crBodyKeep(world, id.index - 1);
        crBodyPlaceAt(body, transform, world->time);
        error = crBodyApply(world, id.index - 1);
        if (error != CAROM_OK) {
            *body = before;
        } else if (!crEqual(before.transform.scale, transform.scale)) {
            crBodyRenewMass(world, id.index - 1);
        }
    }
    return crEndCall(world, error, caromBodySetTransform, .body = id, .transform = transform);
}

CaromTransform caromBodyTransform(const CaromWorld *world, CaromBodyId id)
{
    const CrBody *body = crBodyAsked(world, id, "caromBodyTransform");
    return body != NULL ? crBodyTransformAt(body, world->queryTime) : caromTransformIdentity();
}

CaromError crBodySetMotion(CaromWorld *world, uint32_t slot, CaromVec2 velocity,
                           CaromVec2 acceleration, double spin)
{
    CrBody *body = &world->bodies[slot];
    CrMotion before = body->own;
    body->own.velocity = velocity;
    body->own.spin = spin;
    CaromError error = crHierarchyCheck(world, slot);
    error = crThen(error, crEditsReserve(world));
    error = crThen(error, crFlightsAwaitSpin(world, crIsPulled(acceleration) ? 1.0 : spin));
    body->own = before;
    if (error == CAROM_OK) {
        crEditsHoldSides(world, slot);
        crHierarchyAnchor(world, slot, world->time);
        body->own.velocity = velocity;
        body->own.acceleration = acceleration;
        body->own.spin = spin;
        crHierarchyCompose(world, slot, world->time, true);
        crBodyTouchShapes(world, slot, false);
    }
    return error;
}

/// One of the two is null, and stays as it is.
static CaromError setMotion(CaromWorld *world, CaromBodyId id, const CaromVec2 *velocity,
                            const double *spin)
{
    if (world->bodies[id.index - 1].type == CAROM_BODY_DYNAMIC) {
        CaromError error = crEditsReserve(world);
        if (error == CAROM_OK) {
            crBodySetVelocity(world, id.index - 1, velocity, spin);
        }
        return error;
    }
    CrMotion own = world->bodies[id.index - 1].own;
    return crBodySetMotion(world, id.index - 1,
                           velocity != NULL ? *velocity : crMotionVelocity(&own, world->time),
                           own.acceleration, spin != NULL ? *spin : own.spin);
}

static CaromError checkMotionEdit(CaromWorld *world, CaromBodyId id)
{
    CaromError error = crCheckBodyEdit(world, id);
    bool rests = error == CAROM_OK && world->bodies[id.index - 1].type == CAROM_BODY_STATIC;
    return rests ? CAROM_ERROR_STATIC : error;
}

CaromError caromBodySetVelocity(CaromWorld *world, CaromBodyId id, CaromVec2 velocity)
{
    CaromError error = checkMotionEdit(world, id);
    error = crThen(error, crCheckVec(velocity));
    error = crThen(error, setMotion(world, id, &velocity, NULL));
    return crEndCall(world, error, caromBodySetVelocity, .body = id, .vector = velocity);
}

CaromError caromBodySetAngularVelocity(CaromWorld *world, CaromBodyId id, double angularVelocity)
{
    CaromError error = checkMotionEdit(world, id);
    error = crThen(error, crCheckSpin(angularVelocity));
    error = crThen(error, setMotion(world, id, NULL, &angularVelocity));
    return crEndCall(world, error, caromBodySetAngularVelocity, .body = id,
                     .number = angularVelocity);
}

/// No flight is concerned; but the layer holds characters where movers meet them, too.
static void makeCharacter(CaromWorld *world, uint32_t slot)
{
    CrHierarchyWalk walk = crHierarchyShapes(world, slot);
    uint32_t s;
    if (world->bodies[slot].type == CAROM_BODY_STATIC) {
        crJournalKeepBody(world, slot, true);
    }
    world->bodies[slot].character = true;
    while (crHierarchyNextShape(&walk, &s)) {
        touchLayer(world, s, true);
        crRigidNoteShape(world, s);
    }
    if (world->bodies[slot].type == CAROM_BODY_STATIC) {
        crRevisionTurn(world, slot); // states do not hold it
    }
}

CaromError crBodyMakeCharacter(CaromWorld *world, CaromBodyId id)
{
    CaromError error = crCheckBodyEdit(world, id);
    if (error == CAROM_OK && !world->bodies[id.index - 1].character) {
        makeCharacter(world, id.index - 1);
        crRecordCall(world, error, caromMoverInit, .body = id);
    }
    return error;
}

CaromVec2 caromBodyVelocity(const CaromWorld *world, CaromBodyId id)
{
    const CrBody *body = crBodyAsked(world, id, "caromBodyVelocity");
    if (body == NULL) {
        return crVec(0.0, 0.0);
    }
    bool isSolved = body->type == CAROM_BODY_DYNAMIC && !crIsCopy(world) &&
                    world->rigids.all[body->rigid].solved;
    return isSolved         ? world->rigids.all[body->rigid].velocity
           : body->disabled ? body->own.velocity
                            : crMotionVelocity(&body->own, world->queryTime);
}

double caromBodyAngularVelocity(const CaromWorld *world, CaromBodyId id)
{
    const CrBody *body = crBodyAsked(world, id, "caromBodyAngularVelocity");
    if (body == NULL) {
        return 0.0;
    }
    return body->type == CAROM_BODY_DYNAMIC && !crIsCopy(world)
               ? world->rigids.all[body->rigid].spin
               : body->own.spin;
}
