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
    body->transform = crBodyTransformAt(body, world->time);
    body->own.drift = crVec(0.0, 0.0);
    body->own.turn = 0.0;
    body->own.time = world->time;
    crHierarchyUnlink(world, slot);
    crHierarchyLink(world, slot, parent);
}

CaromError caromBodySetParent(CaromWorld *world, CaromBodyId id, CaromBodyId parent)
{
    bool hangs = parent.index != 0 || parent.age != 0 || parent.world != 0;
    CaromError error = crCheckBodyEdit(world, id);
    error = error == CAROM_OK && hangs ? crCheckBody(world, parent) : error;
    if (error == CAROM_OK && hangs && crHierarchyHolds(world, id.index - 1, parent.index - 1)) {
        error = CAROM_ERROR_CYCLE;
    }
    uint32_t slot = id.index - 1, from = error == CAROM_OK ? world->bodies[slot].parent : CR_NONE,
             to = hangs ? parent.index - 1 : CR_NONE;
    if (error == CAROM_OK && from != to) { // baked again, it would be a rounding beside its place
        CrBody before = world->bodies[slot];
        move(world, slot, to);
        error = crBodyApply(world, slot);
        if (error != CAROM_OK) {
            crHierarchyUnlink(world, slot);
            world->bodies[slot] = before;
            crHierarchyLink(world, slot, from);
        }
    }
    crRecordCall(world, error, caromBodySetParent, .body = id, .other = parent);
    return crRefuse(world, error, "caromBodySetParent");
}

CaromBodyId caromBodyParent(const CaromWorld *world, CaromBodyId id)
{
    static const CaromBodyId null;
    CaromError error = crCheckBody(world, id);
    crComplain(world, error, "caromBodyParent");
    uint32_t parent = error == CAROM_OK ? world->bodies[id.index - 1].parent : CR_NONE;
    return parent != CR_NONE ? crBodyIdOf(world, parent) : null;
}

int caromBodyChildren(const CaromWorld *world, CaromBodyId id, CaromBodyId *out, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    error = error != CAROM_OK ? error : crCheckBody(world, id);
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

// ---- places

CaromVec2 caromBodyPoint(const CaromWorld *world, CaromBodyId id, CaromVec2 local)
{
    CaromError error = crCheckBody(world, id);
    error = error != CAROM_OK ? error : crCheckVec(local);
    crComplain(world, error, "caromBodyPoint");
    if (error != CAROM_OK) {
        return crVec(0.0, 0.0);
    }
    CrPose pose = crBodyPose(&world->bodies[id.index - 1], world->queryTime);
    return crPoseToWorld(&pose, crFramePoint(world, id.index - 1, local));
}

CaromVec2 caromBodyPointInverse(const CaromWorld *world, CaromBodyId id, CaromVec2 point)
{
    CaromError error = crCheckBody(world, id);
    error = error != CAROM_OK ? error : crCheckVec(point);
    crComplain(world, error, "caromBodyPointInverse");
    if (error != CAROM_OK) {
        return crVec(0.0, 0.0);
    }
    CrPose pose = crBodyPose(&world->bodies[id.index - 1], world->queryTime);
    return crFrameLocal(world, id.index - 1, crPoseToLocal(&pose, point));
}

CaromMatrix caromBodyMatrix(const CaromWorld *world, CaromBodyId id)
{
    CaromMatrix matrix = {1.0, 0.0, 0.0, 1.0, 0.0, 0.0};
    CaromError error = crCheckBody(world, id);
    crComplain(world, error, "caromBodyMatrix");
    if (error == CAROM_OK) {
        uint32_t slot = id.index - 1;
        CrPose pose = crBodyPose(&world->bodies[slot], world->queryTime);
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
    CaromError error = crCheckBody(world, id);
    error = error != CAROM_OK ? error : crCheckVec(point);
    crComplain(world, error, "caromBodyVelocityAt");
    return error == CAROM_OK
               ? crBodyVelocityAt(&world->bodies[id.index - 1], world->queryTime, point)
               : crVec(0.0, 0.0);
}
