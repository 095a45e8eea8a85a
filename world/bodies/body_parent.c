// SPDX-License-Identifier: MIT
// What a body hangs from, and where that puts it in the world.
#include "../data/ids.h"
#include "../data/observer.h"
#include "../data/refuse.h"
#include "../index/hierarchy.h"
#include "body.h"

// ---- parents

/// Takes a body off its parent, with its own motion so far as part of its base transform, and hangs
/// it from another.
static void move(CaromWorld *world, uint32_t slot, uint32_t parent)
{
    CrBody *body = &world->bodies[slot];
    crBodyPlaceAt(body, crBodyTransformAt(body, world->time), world->time);
    crHierarchyUnlink(world, slot);
    crHierarchyLink(world, slot, parent);
}

CaromError caromBodySetParent(CaromWorld *world, CaromBodyId id, CaromBodyId parent)
{
    bool hangs = parent.index != 0 || parent.age != 0 || parent.world != 0;
    CaromError error = crCheckBodyEdit(world, id);
    error = crThen(error, hangs ? crCheckBody(world, parent) : CAROM_OK);
    if (error == CAROM_OK && hangs && crHierarchyHolds(world, id.index - 1, parent.index - 1)) {
        error = CAROM_ERROR_CYCLE;
    }
    uint32_t slot = id.index - 1, from = error == CAROM_OK ? world->bodies[slot].parent : CR_NONE,
             to = hangs ? parent.index - 1 : CR_NONE;
    if (error == CAROM_OK && from != to) { // baked again, it would be a rounding beside its place
        CrBody before = world->bodies[slot];
        crBodyKeep(world, slot);
        move(world, slot, to);
        error = crBodyApply(world, slot);
        if (error != CAROM_OK) {
            crHierarchyUnlink(world, slot);
            world->bodies[slot] = before;
            crHierarchyLink(world, slot, from);
        }
    }
    return crEndCall(world, error, caromBodySetParent, .body = id, .other = parent);
}

CaromBodyId caromBodyParent(const CaromWorld *world, CaromBodyId id)
{
    static const CaromBodyId null;
    const CrBody *body = crBodyAsked(world, id, "caromBodyParent");
    return body != NULL && body->parent != CR_NONE ? crBodyIdOf(world, body->parent) : null;
}

int caromBodyChildren(const CaromWorld *world, CaromBodyId id, CaromBodyId *out, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    error = crThen(error, crCheckBody(world, id));
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromBodyChildren");
    }
    int count = 0;
    for (uint32_t b = world->bodies[id.index - 1].firstChild; b != CR_NONE;
         b = world->bodies[b].nextSibling, count++) {
        if (count < capacity) {
            out[count] = crBodyIdOf(world, b);
        }
    }
    return count;
}

int caromBodyShapes(const CaromWorld *world, CaromBodyId id, CaromShapeId *out, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    error = crThen(error, crCheckBody(world, id));
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromBodyShapes");
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

// ---- places

/// The slot of the body that a function is asked about at a point; CR_NONE, and logged, if there is
/// none, or the point is no good.
static uint32_t slotAsked(const CaromWorld *world, CaromBodyId id, CaromVec2 point,
                          const char *function)
{
    CaromError error = crCheckBody(world, id);
    error = crThen(error, crCheckVec(point));
    crComplain(world, error, function);
    return error == CAROM_OK ? id.index - 1 : CR_NONE;
}

CaromVec2 caromBodyPoint(const CaromWorld *world, CaromBodyId id, CaromVec2 local)
{
    uint32_t slot = slotAsked(world, id, local, "caromBodyPoint");
    if (slot == CR_NONE) {
        return crVec(0.0, 0.0);
    }
    CrPose pose = crBodyPose(&world->bodies[slot], world->queryTime);
    return crPoseToWorld(&pose, crFramePoint(world, slot, local));
}

CaromVec2 caromBodyPointInverse(const CaromWorld *world, CaromBodyId id, CaromVec2 point)
{
    uint32_t slot = slotAsked(world, id, point, "caromBodyPointInverse");
    if (slot == CR_NONE) {
        return crVec(0.0, 0.0);
    }
    CrPose pose = crBodyPose(&world->bodies[slot], world->queryTime);
    return crFrameLocal(world, slot, crPoseToLocal(&pose, point));
}

CaromMatrix caromBodyMatrix(const CaromWorld *world, CaromBodyId id)
{
    CaromMatrix matrix = {1.0, 0.0, 0.0, 1.0, 0.0, 0.0};
    const CrBody *body = crBodyAsked(world, id, "caromBodyMatrix");
    if (body != NULL) {
        uint32_t slot = id.index - 1;
        CrPose pose = crBodyPose(body, world->queryTime);
        CaromVec2 x = crPoseTurn(&pose, crFrameVector(world, slot, crVec(1.0, 0.0)));
        CaromVec2 y = crPoseTurn(&pose, crFrameVector(world, slot, crVec(0.0, 1.0)));
        CaromVec2 t = crPoseToWorld(&pose, crFramePoint(world, slot, crVec(0.0, 0.0)));
        CaromMatrix all = {x.x, y.x, x.y, y.y, t.x, t.y};
        matrix = all;
    }
    return matrix;
}

CaromVec2 caromBodyVelocityAt(const CaromWorld *world, CaromBodyId id, CaromVec2 point)
{
    uint32_t slot = slotAsked(world, id, point, "caromBodyVelocityAt");
    return slot != CR_NONE ? crBodyVelocityAt(&world->bodies[slot], world->queryTime, point)
                           : crVec(0.0, 0.0);
}
