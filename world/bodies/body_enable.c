// SPDX-License-Identifier: MIT
// Disabling and enabling bodies: their shapes leave their layers and come back. A body whose own
// motion is none is not touched otherwise, so that both in one breath change nothing of what lies
// on it. One that moves gets a new anchor, as by caromBodySetVelocity.
#include "../data/observer.h"
#include "../data/revision.h"
#include "../events/body_events.h"
#include "../flight/def_table.h"
#include "../geometry/journal.h"
#include "../geometry/shape_view.h"
#include "../index/contact_watch.h"
#include "../index/edit_list.h"
#include "../index/hierarchy.h"
#include "../index/sensors.h"
#include "../projectile/edits.h"
#include "../rigid/awake_list.h"
#include "../rigid/rigid_pool.h"
#include "body.h"
#include "body_enable.h"
#include "shape_layers.h"
#include "undo.h"

static bool hasMotion(const CrBody *body)
{
    return body->own.velocity.x != 0.0 || body->own.velocity.y != 0.0 || body->own.spin != 0.0 ||
           crIsPulled(body->own.acceleration);
}

/// Notes the place of an enabled body's shape. What lies on it is left alone if the shape has not
/// changed otherwise at this time.
static void noteShape(CaromWorld *world, uint32_t slot)
{
    CrShape *shape = &world->shapes[slot];
    bool stays = !crShapeIsRenewed(world, shape);
    double renewed = crShapeExtras(shape)->renewed;
    crEditsAdd(world, slot);
    shape->state |= stays ? CR_SHAPE_KEPT : 0;
    if (shape->extras != NULL) {
        shape->extras->renewed = renewed;
    }
}

void crBodyKeepShapes(CaromWorld *world, uint32_t slot)
{
    if (world->bodies[slot].type == CAROM_BODY_STATIC) {
        crJournalKeepBody(world, slot, true);
    }
    for (uint32_t s = world->bodies[slot].firstShape; s != CR_NONE; s = world->shapes[s].next) {
        crJournalKeepShape(world, s, true);
        crJournalTakeCopy(world, s); // states do not hold shapes of disabled bodies
    }
    crRevisionTurn(world, slot);
}

static CaromError disable(CaromWorld *world, uint32_t slot)
{
    CrBody *body = &world->bodies[slot];
    bool moves = hasMotion(body);
    CaromError error = crEditsReserve(world);
    if (error != CAROM_OK) {
        return error;
    }
    crBodyKeepShapes(world, slot);
    if (moves) {
        crEditsHoldSides(world, slot);
        crHierarchyAnchor(world, slot, world->time);
    }
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next) {
        noteShape(world, s);
        if (world->shapes[s].contacts) {
            crContactsUnwatch(world, s);
        }
        crShapeUnlist(world, s);
    }
    world->rigids.dynamic -= crBodyIsSolved(body);
    body->disabled = true;
    if (moves) { // what hangs from it
        crHierarchyCompose(world, slot, world->time, true);
        crBodyTouchShapes(world, slot, false);
    }
    return CAROM_OK;
}

CaromError crBodiesQuarantine(CaromWorld *world)
{
    const uint32_t *broken = world->rigids.broken;
    CaromError error = CAROM_OK;
    for (int k = 0; k < crArrayCount(broken) && error == CAROM_OK; k++) {
        error = disable(world, broken[k]);
        if (error == CAROM_OK) {
            crTellBody(world, broken[k], world->time, CAROM_BODY_OUT_OF_RANGE);
        }
    }
    world->locked = true; // the log is the game's code, in the middle of a step
    crLog(world, CAROM_ERROR_OUT_OF_RANGE, "caromWorldStep",
          "a body went out of range and was disabled");
    world->locked = false;
    return error;
}

/// Back out of the resting layers, those before `end`.
static void unlistUntil(CaromWorld *world, uint32_t slot, uint32_t end)
{
    for (uint32_t s = world->bodies[slot].firstShape; s != end; s = world->shapes[s].next) {
        CrShape *shape = &world->shapes[s];
        if (shape->sensor) {
            crSensorsTouch(world, s, false);
            crSensorsRemove(world, s);
            shape->touched = false;
        } else if (crBodyRests(&world->bodies[slot])) {
            crShapeUnlist(world, s);
        }
    }
}

static CaromError reserve(CaromWorld *world, uint32_t slot)
{
    CaromError error = crEditsReserve(world);
    int count = 0;
    for (uint32_t s = world->bodies[slot].firstShape; s != CR_NONE; s = world->shapes[s].next) {
        const CrShape *shape = &world->shapes[s];
        error = crThen(error, crContactsReserve(world, shape, shape->contacts));
        count++;
    }
    if (error == CAROM_OK && crBodyMoves(&world->bodies[slot])) {
        error = crMovingIndexReserve(world, count);
    }
    bool ok = error != CAROM_OK || crArrayGrow(world->touchings.watched, count, &world->allocator);
    return ok ? error : CAROM_ERROR_MEMORY;
}

/// Into the layers that may have no memory; or nothing is changed.
static CaromError list(CaromWorld *world, uint32_t slot)
{
    CaromError error = reserve(world, slot);
    uint32_t s = world->bodies[slot].firstShape;
    while (error == CAROM_OK && s != CR_NONE) {
        error = crShapeReserveLayer(world, &world->shapes[s]);
        error = crThen(error, crShapeList(world, &world->shapes[s], s));
        s = error == CAROM_OK ? world->shapes[s].next : s;
    }
    error = crThen(error, crFlightsAwaitSpin(world, world->bodies[slot].own.spin));
    if (error != CAROM_OK) {
        unlistUntil(world, slot, s);
    }
    return error;
}

/// Its motion goes on from here, and so does what hangs from it.
static void goOn(CaromWorld *world, uint32_t slot)
{
    CrBody *body = &world->bodies[slot];
    bool moves = hasMotion(body);
    crBodyKeepShapes(world, slot);
    if (moves) {
        crEditsHoldSides(world, slot);
        crHierarchyAnchor(world, slot, world->time);
    }
    body->disabled = false;
    crRigidTurned(world, body->rigid);
    world->rigids.dynamic += crBodyIsSolved(body);
    if (moves) {
        crHierarchyCompose(world, slot, world->time, true);
    }
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next) {
        crShapeListMoving(world, s);
    }
    if (moves) {
        crBodyTouchShapes(world, slot, false);
    }
}

static CaromError enable(CaromWorld *world, uint32_t slot)
{
    CrUndo mark = crUndoKeep(world);
    CrBody *body = &world->bodies[slot];
    body->disabled = false;
    CaromError error = list(world, slot);
    body->disabled = true;
    if (error != CAROM_OK) {
        crUndoRestore(world, &mark);
        return error;
    }
    goOn(world, slot);
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next) {
        bool isBack = world->shapes[s].edited == world->time; // disabled at this very time
        if (isBack) {
            noteShape(world, s);
        } else {
            crEditsAdd(world, s);
        }
    }
    return CAROM_OK;
}

CaromError caromBodySetEnabled(CaromWorld *world, CaromBodyId id, bool enabled)
{
    CaromError error = crCheckBodyEdit(world, id);
    if (error == CAROM_OK && world->bodies[id.index - 1].disabled == enabled) {
        error = enabled ? enable(world, id.index - 1) : disable(world, id.index - 1);
    }
    return crEndCall(world, error, caromBodySetEnabled, .body = id, .set = enabled);
}

bool caromBodyIsEnabled(const CaromWorld *world, CaromBodyId id)
{
    const CrBody *body = crBodyAsked(world, id, "caromBodyIsEnabled");
    return body != NULL && !body->disabled;
}
