// SPDX-License-Identifier: MIT
#include "rigid_dig.h"

#include "rigid_mirror.h"

#include "../geometry/shape_storage.h"
#include "../geometry/tile_shape.h"

#include <string.h>

/// Whether the solver has a static map as it is now.
static bool isKnown(const CaromWorld *world, uint32_t slot)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    return mirror != NULL && slot < (uint32_t)crArrayCount(mirror->seen) &&
           mirror->seen[slot].own != 0 && crRigidMirrorIsCurrent(world, slot);
}

/// An edge's shape in the solver depends on its neighbours, too.
static bool stays(const CrTileMesh *from, const CrTileMesh *to, const int *newOf, int edge)
{
    int now = newOf[edge];
    if (now < 0) {
        return false;
    }
    for (int way = 0; way < 2; way++) {
        if (newOf[from->next[way][edge]] != to->next[way][now]) {
            return false;
        }
    }
    return true;
}

static bool allocate(CaromWorld *world, int edges, int present, CrRigidDig *dig)
{
    dig->size = sizeof(int32_t) * (size_t)(edges + present);
    dig->shapeOf = crResize(&world->allocator, NULL, 0, dig->size);
    if (dig->shapeOf == NULL) {
        return false;
    }
    memset(dig->shapeOf, 0, dig->size);
    dig->gone = dig->shapeOf + edges;
    dig->count = edges;
    return true;
}

void crRigidDigFree(CaromWorld *world, CrRigidDig *dig)
{
    if (dig->shapeOf != NULL) {
        crResize(&world->allocator, dig->shapeOf, dig->size, 0);
        dig->shapeOf = NULL;
    }
}

/// Which edges stay; returns how many.
static int match(const CaromWorld *world, uint32_t slot, const CrTileMesh *mesh, const int *newOf,
                 CrRigidDig *dig)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    const CrRigidShape *shapes = mirror->dynamics.shapes.shape;
    const CrTileMesh *present = &world->shapes[slot].extras->tiles->mesh;
    int edge = present->count, kept = 0;
    int32_t s = mirror->dynamics.bodies.traits[mirror->seen[slot].own].firstShape;
    for (; s; s = shapes[s].next) { // the last edge first
        edge--;
        if (stays(present, mesh, newOf, edge)) {
            dig->shapeOf[newOf[edge]] = s;
            kept++;
        } else {
            dig->gone[dig->goneCount++] = s;
        }
    }
    CR_ASSERT(edge == 0);
    return kept;
}

CaromError crRigidDigPrepare(CaromWorld *world, uint32_t slot, const CrTileMesh *mesh,
                             const int *newOf, CrRigidDig *dig)
{
    int present = world->shapes[slot].edgeCount;
    memset(dig, 0, sizeof *dig);
    if (mesh->count == 0 || present == 0 || !isKnown(world, slot)) {
        return CAROM_OK;
    }
    if (!allocate(world, mesh->count, present, dig)) {
        return CAROM_ERROR_MEMORY;
    }
    return crRigidMirrorReserveEdges(world, mesh->count - match(world, slot, mesh, newOf, dig));
}

static void addNew(CaromWorld *world, uint32_t slot, int body, CrRigidDig *dig)
{
    const CrDynamics *d = &world->rigids.mirror->dynamics;
    CaromVec2 origin = crRigidMirrorOrigin(world, slot);
    CrRigidParts parts;
    CaromError error = crRigidPartsOf(world, slot, &parts);
    CR_ASSERT(error == CAROM_OK && parts.kind == CR_RIGID_PART_EDGES);
    for (int e = 0; e < dig->count; e++) {
        if (dig->shapeOf[e] == 0) {
            error = crRigidMirrorPart(world, slot, &parts, e, body, origin, 0);
            CR_ASSERT(error == CAROM_OK);
            dig->shapeOf[e] = d->bodies.traits[body].firstShape;
        }
    }
    (void)error;
}

/// In the order that a map that is made anew has.
static void relink(CrRigidMirror *mirror, int body, const CrRigidDig *dig)
{
    CrDynamics *d = &mirror->dynamics;
    int32_t first = 0;
    for (int e = 0; e < dig->count; e++) {
        int32_t s = dig->shapeOf[e];
        d->shapes.shape[s].next = first;
        mirror->edgeAt[s] = e;
        first = s;
    }
    d->bodies.traits[body].firstShape = first;
    crDynamicsMeasure(d, body);
}

static bool isAbout(const CrRigidPose *pose, CaromVec2 origin)
{
    return pose->x == origin.x && pose->y == origin.y;
}

void crRigidDig(CaromWorld *world, uint32_t slot, CrRigidDig *dig)
{
    if (dig->shapeOf == NULL) {
        return;
    }
    CrRigidMirror *mirror = world->rigids.mirror;
    CrRigidSeen *seen = &mirror->seen[slot];
    // parts are relative to the middle of the map
    if (isAbout(&mirror->dynamics.bodies.pose[seen->own], crRigidMirrorOrigin(world, slot))) {
        crDynamicsDropShapes(&mirror->dynamics, seen->own, dig->gone, dig->goneCount);
        addNew(world, slot, seen->own, dig);
        relink(mirror, seen->own, dig);
        world->shapes[slot].state |= CR_SHAPE_FOLLOWED;
        seen->mark = crRigidMirrorMark(world, slot);
    }
}
