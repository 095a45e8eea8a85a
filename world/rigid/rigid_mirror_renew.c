// SPDX-License-Identifier: MIT
// Before a tick: shapes that were edited since the last one leave the solver, and enter it as they
// are now. All of them in the order of slots, whatever the order of edits was: the solver's indices
// follow from that.
#include "awake_list.h"
#include "rigid_mirror.h"
#include "rigid_pool.h"

#include "../../shapes/sort.h"
#include "../geometry/shape_storage.h"
#include "../index/hierarchy.h"

/// A tile map whose tiles are all dug has no edge, and nothing touches it.
static bool isWanted(const CaromWorld *world, uint32_t slot)
{
    const CrShape *shape = &world->shapes[slot];
    return crSlotsLive(&world->shapeSlots, slot) && !shape->sensor &&
           (shape->pointCount > 0 || shape->edgeCount > 0) && crBodyTakesPart(world, shape->body);
}

bool crRigidMirrorIsRight(const CaromWorld *world, uint32_t slot)
{
    const CrRigidSeen *seen = &world->rigids.mirror->seen[slot];
    return isWanted(world, slot) ? seen->in && seen->mark == crRigidMirrorMark(world, slot)
                                 : !seen->in;
}

// ---- what was edited

/// Room for arrays by slot with as many elements as there are slots.
static bool reserve(CaromWorld *world, CrRigidMirror *mirror, int shapes, int bodies)
{
    CrRigids *rigids = &world->rigids;
    const CaromAllocator *allocator = &world->allocator;
    int haveShapes = crArrayCount(mirror->seen), haveBodies = crArrayCount(mirror->bodyOf);
    return crArrayGrow(mirror->seen, shapes > haveShapes ? shapes - haveShapes : 0, allocator) &&
           crArrayGrow(mirror->bodyOf, bodies > haveBodies ? bodies - haveBodies : 0, allocator) &&
           crArrayReserve(rigids->isEdited, crArrayCapacity(mirror->seen), allocator) &&
           crArrayReserve(rigids->edited, crArrayCapacity(mirror->seen), allocator) &&
           crArrayReserve(mirror->askers, crArrayCapacity(mirror->seen), allocator) &&
           crArrayReserve(mirror->spare, crArrayCapacity(mirror->seen), allocator) &&
           crArrayReserve(mirror->emptied, crArrayCapacity(mirror->bodyOf), allocator);
}

/// Of a mirror that was read from outside.
static void listEmpty(CrRigidMirror *mirror)
{
    crArraySetCount(mirror->emptied, 0);
    for (int b = 0; b < crArrayCount(mirror->bodyOf); b++) {
        int body = mirror->bodyOf[b];
        if (body && !mirror->dynamics.bodies.traits[body].firstShape) {
            crArrayPush(mirror->emptied, (uint32_t)b);
        }
    }
}

/// Lists shapes with new slots, too.
static bool follow(CaromWorld *world, CrRigidMirror *mirror)
{
    static const CrRigidSeen unseen;
    CrRigids *rigids = &world->rigids;
    int shapes = (int)crSlotsCount(&world->shapeSlots);
    int bodies = (int)crSlotsCount(&world->bodySlots);
    if (!reserve(world, mirror, shapes, bodies)) {
        return false;
    }
    while (crArrayCount(mirror->seen) < shapes) {
        crArrayPush(mirror->seen, unseen);
    }
    while (crArrayCount(mirror->bodyOf) < bodies) {
        crArrayPush(mirror->bodyOf, 0);
    }
    if (crArrayCount(rigids->isEdited) == 0) {
        listEmpty(mirror);
    }
    for (int s = crArrayCount(rigids->isEdited); s < shapes; s++) {
        crArrayPush(rigids->isEdited, 1);
        crArrayPush(rigids->edited, (uint32_t)s);
    }
    return true;
}

static bool comesFirst(const void *context, int a, int b)
{
    (void)context;
    return a < b;
}

static void sort(CrRigidMirror *mirror, uint32_t *slots)
{
    crSortInts(comesFirst, NULL, (int *)slots, mirror->spare, crArrayCount(slots));
}

/// Where many are listed it is quicker to read all marks.
#define MANY 16

static void sortEdited(CrRigids *rigids)
{
    int count = crArrayCount(rigids->edited), known = crArrayCount(rigids->isEdited);
    if (count < known / MANY) {
        sort(rigids->mirror, rigids->edited);
        return;
    }
    crArraySetCount(rigids->edited, 0);
    for (int s = 0; s < known; s++) {
        if (rigids->isEdited[s]) {
            crArrayPush(rigids->edited, (uint32_t)s);
        }
    }
}

// ---- out

/// Its shapes change, or where they are.
static void wakeBody(CaromWorld *world, CrRigidMirror *mirror, int i)
{
    uint32_t body = mirror->bodyAt[i];
    bool sleeps = (mirror->dynamics.bodies.traits[i].flags & CR_RIGID_ASLEEP) != 0;
    if (sleeps && crSlotsLive(&world->bodySlots, body) && world->bodies[body].rigid != CR_NONE) {
        crRigidSetAwake(world, crRigidOf(world, body), true);
    }
}

static CaromError removeShape(CaromWorld *world, CrRigidMirror *mirror, uint32_t slot)
{
    CrRigidSeen *seen = &mirror->seen[slot];
    CrDynamics *d = &mirror->dynamics;
    CaromError error = CAROM_OK;
    if (seen->own) {
        error = crDynamicsRemoveBody(d, seen->own);
    } else {
        wakeBody(world, mirror, seen->body);
        for (int s = d->bodies.traits[seen->body].firstShape; s && !error;) {
            int next = d->shapes.shape[s].next;
            error = mirror->shapeAt[s] == slot ? crDynamicsRemoveShape(d, s) : CAROM_OK;
            s = next;
        }
        if (!error && seen->body && !d->bodies.traits[seen->body].firstShape) {
            crArrayPush(mirror->emptied, mirror->bodyAt[seen->body]);
        }
    }
    if (!error) {
        static const CrRigidSeen unseen;
        *seen = unseen;
    }
    return error;
}

static CaromError removeChanged(CaromWorld *world, CrRigidMirror *mirror)
{
    const uint32_t *edited = world->rigids.edited;
    CaromError error = CAROM_OK;
    for (int k = 0; k < crArrayCount(edited) && !error; k++) {
        if (mirror->seen[edited[k]].in && !crRigidMirrorIsRight(world, edited[k])) {
            error = removeShape(world, mirror, edited[k]);
        }
    }
    return error;
}

static CaromError removeEmpty(CrRigidMirror *mirror)
{
    CaromError error = CAROM_OK;
    sort(mirror, mirror->emptied);
    for (int k = 0; k < crArrayCount(mirror->emptied) && !error; k++) {
        int32_t *body = &mirror->bodyOf[mirror->emptied[k]];
        if (*body && !mirror->dynamics.bodies.traits[*body].firstShape) {
            error = crDynamicsRemoveBody(&mirror->dynamics, *body);
            *body = error ? *body : 0;
        }
    }
    if (!error) {
        crArraySetCount(mirror->emptied, 0);
    }
    return error;
}

// ---- all of it

CaromError crRigidMirrorRenew(CaromWorld *world)
{
    CrRigids *rigids = &world->rigids;
    CrRigidMirror *mirror = crRigidMirrorOf(world);
    if (mirror == NULL || !follow(world, mirror)) {
        return CAROM_ERROR_MEMORY;
    }
    sortEdited(rigids);
    mirror->looked = crArrayCount(rigids->edited);
    CaromError error = removeChanged(world, mirror);
    error = error ? error : removeEmpty(mirror);
    for (int k = 0; k < crArrayCount(rigids->edited) && !error; k++) {
        uint32_t slot = rigids->edited[k];
        error = !mirror->seen[slot].in && isWanted(world, slot) ? crRigidMirrorAdd(world, slot)
                                                                : CAROM_OK;
    }
    for (int k = 0; k < crArrayCount(rigids->edited) && !error; k++) {
        rigids->isEdited[rigids->edited[k]] = 0;
    }
    if (!error) {
        crArraySetCount(rigids->edited, 0);
    }
    return error;
}
