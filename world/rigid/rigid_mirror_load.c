// SPDX-License-Identifier: MIT
// A mirror that was read from outside: whether it fits to the world, and the outlines of its
// shapes, which follow from the world's. Shapes that changed since the last tick have none: the
// next one removes them before it looks at any.
#include "rigid_mirror.h"

#include "../geometry/shape_view.h"

bool crRigidMirrorIsCurrent(const CaromWorld *world, uint32_t slot)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    return crSlotsLive(&world->shapeSlots, slot) && mirror->seen[slot].in &&
           mirror->seen[slot].mark == crRigidMirrorMark(world, slot);
}

// ---- whether it holds

static bool isUsed(const CrDynamics *d, int32_t body)
{
    return body > 0 && body < crArrayCount(d->bodies.traits) &&
           (d->bodies.traits[body].flags & CR_RIGID_USED);
}

/// A body of the solver is one of the world, which names it, or of one static shape.
static bool bodyHolds(const CrRigidMirror *mirror, int32_t i)
{
    const CrDynamics *d = &mirror->dynamics;
    uint32_t slot = i < crArrayCount(mirror->bodyAt) ? mirror->bodyAt[i] : CR_NONE;
    bool isStatic = d->bodies.traits[i].type == CR_RIGID_STATIC;
    if (isStatic || slot == CR_NONE) {
        return isStatic && slot == CR_NONE;
    }
    return slot < (uint32_t)crArrayCount(mirror->bodyOf) && mirror->bodyOf[slot] == i;
}

/// Of the body that its shape in the world has here.
static bool shapeHolds(const CrRigidMirror *mirror, int32_t i)
{
    const CrDynamics *d = &mirror->dynamics;
    uint32_t slot = i < crArrayCount(mirror->shapeAt) ? mirror->shapeAt[i] : CR_NONE;
    if (slot >= (uint32_t)crArrayCount(mirror->seen) || !mirror->seen[slot].in) {
        return false;
    }
    int32_t own = mirror->seen[slot].own, body = d->shapes.shape[i].body;
    return own ? own == body : d->bodies.traits[body].type != CR_RIGID_STATIC;
}

/// No two shapes have the same body as their own: its first shape says whose it is. One may be
/// without shapes, if memory was short.
static bool ownersHold(const CrRigidMirror *mirror)
{
    const CrDynamics *d = &mirror->dynamics;
    int owners = 0, bare = 0, bodies = 0;
    for (int s = 0; s < crArrayCount(mirror->seen); s++) {
        int32_t own = mirror->seen[s].in ? mirror->seen[s].own : 0;
        if (own == 0) {
            continue;
        }
        if (!isUsed(d, own) || d->bodies.traits[own].type != CR_RIGID_STATIC) {
            return false;
        }
        int32_t first = d->bodies.traits[own].firstShape;
        if (first != 0 && mirror->shapeAt[first] != (uint32_t)s) {
            return false;
        }
        owners++;
        bare += first == 0;
    }
    for (int i = 1; i < crArrayCount(d->bodies.traits); i++) {
        bodies += isUsed(d, i) && d->bodies.traits[i].type == CR_RIGID_STATIC;
    }
    return owners == bodies && bare <= 1;
}

/// What is as in the world is of the same kind, too.
static bool currentHolds(const CaromWorld *world, uint32_t slot)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    if (!crRigidMirrorIsCurrent(world, slot)) {
        return true;
    }
    uint32_t body = world->shapes[slot].body;
    CaromBodyType type = world->bodies[body].type;
    if (type == CAROM_BODY_STATIC) {
        return mirror->seen[slot].own != 0;
    }
    int32_t i = body < (uint32_t)crArrayCount(mirror->bodyOf) ? mirror->bodyOf[body] : 0;
    return mirror->seen[slot].own == 0 && i != 0 &&
           mirror->dynamics.bodies.traits[i].type ==
               (type == CAROM_BODY_DYNAMIC ? CR_RIGID_DYNAMIC : CR_RIGID_KINEMATIC);
}

/// What is not listed as edited needs no look.
static bool editsHold(const CaromWorld *world)
{
    const CrRigids *rigids = &world->rigids;
    int listed = 0;
    bool ok = true;
    for (int s = 0; s < crArrayCount(rigids->isEdited) && ok; s++) {
        listed += rigids->isEdited[s];
        ok = rigids->isEdited[s] || crRigidMirrorIsRight(world, (uint32_t)s);
    }
    return ok && listed == crArrayCount(rigids->edited);
}

bool crRigidMirrorHolds(const CaromWorld *world)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    if (mirror == NULL) {
        return true;
    }
    const CrDynamics *d = &mirror->dynamics;
    bool ok = crDynamicsHolds(d);
    for (int i = 1; i < crArrayCount(d->bodies.traits) && ok; i++) {
        ok = !isUsed(d, i) || bodyHolds(mirror, i);
    }
    for (int b = 0; b < crArrayCount(mirror->bodyOf) && ok; b++) {
        int32_t i = mirror->bodyOf[b];
        ok = i == 0 ||
             (isUsed(d, i) && i < crArrayCount(mirror->bodyAt) && mirror->bodyAt[i] == (uint32_t)b);
    }
    for (int i = 1; i < crArrayCount(d->shapes.shape) && ok; i++) {
        ok = d->shapes.shape[i].body == 0 || shapeHolds(mirror, i);
    }
    ok = ok && ownersHold(mirror) &&
         crArrayCount(mirror->seen) <= (int)crSlotsCount(&world->shapeSlots) &&
         crArrayCount(mirror->bodyOf) <= (int)crSlotsCount(&world->bodySlots);
    for (int s = 0; ok && s < crArrayCount(mirror->seen); s++) {
        ok = currentHolds(world, (uint32_t)s);
    }
    return ok && editsHold(world);
}

// ---- outlines

/// The parts of a shape are listed one after the other, the last part first. Returns the solver's
/// shape after them, by `next`.
static CaromError rebuildRun(CaromWorld *world, int body, int32_t *next)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    const CrRigidShape *shapes = mirror->dynamics.shapes.shape;
    int32_t first = *next, i = first;
    uint32_t slot = mirror->shapeAt[first];
    int count = 0;
    for (; i != 0 && mirror->shapeAt[i] == slot; i = shapes[i].next) {
        count++;
    }
    *next = i;
    if (!crRigidMirrorIsCurrent(world, slot)) {
        return CAROM_OK;
    }
    CrRigidParts parts;
    int own = mirror->seen[slot].own;
    CaromVec2 origin = crRigidMirrorOrigin(world, slot);
    CaromError error = crRigidPartsOf(world, slot, &parts);
    bool isWhole =
        count == parts.count && body == (own ? own : mirror->bodyOf[world->shapes[slot].body]);
    error = error || isWhole ? error : CAROM_ERROR_SNAPSHOT;
    i = first;
    for (int k = count - 1; k >= 0 && !error; k--) {
        error = crRigidMirrorPart(world, slot, &parts, k, body, origin, i);
        i = shapes[i].next;
    }
    crRigidPartsFree(world, &parts);
    return error;
}

CaromError crRigidMirrorRebuild(CaromWorld *world)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    CrDynamics *d = &mirror->dynamics;
    CaromError error = CAROM_OK;
    world->rigids.remix = true;
    mirror->askersStale = true;
    for (int i = 1; i < crArrayCount(d->shapes.shape); i++) {
        if (d->shapes.shape[i].body != 0) {
            mirror->seen[mirror->shapeAt[i]].body = d->shapes.shape[i].body;
        }
    }
    for (int b = 1; b < crArrayCount(d->bodies.traits) && !error; b++) {
        int32_t next = d->bodies.traits[b].firstShape;
        while (next != 0 && !error) {
            error = rebuildRun(world, b, &next);
        }
        crDynamicsMeasure(d, b);
    }
    return error;
}
