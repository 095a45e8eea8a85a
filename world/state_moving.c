// SPDX-License-Identifier: MIT
// Kinematic bodies and their shapes in a state. Of a shape that is what calls change which move
// bodies or place them: what is baked, and when it was edited. snapshot_fields.c asks about the
// fields of both.
#include "state.h"

#include "bake.h"
#include "family.h"
#include "tile_mesh.h"

#include <string.h>

static size_t pointsSize(const CrShape *shape)
{
    return (size_t)shape->pointCount * sizeof *shape->baked;
}

int crMovingShapes(const CaromWorld *world)
{
    return crArrayCount(world->kinematics.shapes) + crArrayCount(world->sensors.moving);
}

uint32_t crMovingShapeAt(const CaromWorld *world, int k)
{
    int solids = crArrayCount(world->kinematics.shapes);
    return k < solids ? world->kinematics.shapes[k] : world->sensors.moving[k - solids];
}

size_t crStateMovingSize(const CaromWorld *world)
{
    size_t size = (size_t)crArrayCount(world->kinematics.bodies) * sizeof(CrBody) +
                  (size_t)crMovingShapes(world) * sizeof(CrMovingShape);
    for (int k = 0; k < crMovingShapes(world); k++) {
        size += pointsSize(&world->shapes[crMovingShapeAt(world, k)]);
    }
    return size;
}

// ---- out

static char *put(char *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return to + size;
}

static char *takeShape(const CrShape *shape, char *to)
{
    static const CrMovingShape blank;
    const CrShapeExtras *extras = crShapeExtras(shape);
    CrMovingShape moving = blank;
    moving.edited = shape->edited;
    moving.renewed = extras->renewed;
    moving.radius = shape->radius;
    moving.points = (uint32_t)shape->pointCount;
    moving.box = crShapeBox(shape);
    moving.flipped = shape->flipped;
    moving.kept = (shape->state & CR_SHAPE_KEPT) != 0;
    if (extras->tiles != NULL) {
        moving.frame[0] = extras->tiles->corner;
        moving.frame[1] = extras->tiles->alongX;
        moving.frame[2] = extras->tiles->alongY;
    }
    to = put(to, &moving, sizeof moving);
    return put(to, shape->baked, pointsSize(shape));
}

char *crStateTakeMoving(const CaromWorld *world, char *to)
{
    const uint32_t *bodies = world->kinematics.bodies;
    for (int k = 0; k < crArrayCount(bodies); k++) {
        to = put(to, &world->bodies[bodies[k]], sizeof *world->bodies);
    }
    for (int k = 0; k < crMovingShapes(world); k++) {
        to = takeShape(&world->shapes[crMovingShapeAt(world, k)], to);
    }
    return to;
}

// ---- in

static CrBody bodyAt(const char *from, int k)
{
    CrBody body;
    memcpy(&body, from + (size_t)k * sizeof body, sizeof body);
    return body;
}

/// Whoever hangs from another one now is taken off it.
static void unlinkMoved(CaromWorld *world, const char *from)
{
    const uint32_t *bodies = world->kinematics.bodies;
    for (int k = 0; k < crArrayCount(bodies); k++) {
        if (bodyAt(from, k).parent != world->bodies[bodies[k]].parent) {
            crFamilyUnlink(world, bodies[k]);
        }
    }
}

/// Lists of children belong to their parents, who may rest.
static void putBody(CaromWorld *world, uint32_t slot, const char *from, int k)
{
    CrBody body = bodyAt(from, k), *present = &world->bodies[slot];
    uint32_t parent = body.parent;
    body.parent = present->parent;
    body.firstChild = present->firstChild;
    body.nextSibling = present->nextSibling;
    body.previousSibling = present->previousSibling;
    body.listed = present->listed;
    *present = body;
    if (parent != body.parent) {
        crFamilyLink(world, slot, parent);
    }
}

void crMovingShapePut(CrShape *shape, const CrMovingShape *moving, const char *points)
{
    memcpy(shape->baked, points, pointsSize(shape));
    CrBaked baked = {
        shape->baked, moving->radius, moving->flipped,
        moving->box,  NULL,           {moving->frame[0], moving->frame[1], moving->frame[2]}};
    crShapeAdopt(shape, &baked);
}

static const char *putShape(CrShape *shape, const char *from, bool isPlaced)
{
    CrMovingShape moving;
    memcpy(&moving, from, sizeof moving);
    from += sizeof moving;
    shape->edited = moving.edited;
    shape->state &= (uint8_t)~CR_SHAPE_KEPT;
    shape->state |= moving.kept ? CR_SHAPE_KEPT : 0;
    if (shape->extras != NULL) {
        shape->extras->renewed = moving.renewed;
    }
    if (!isPlaced) {
        crMovingShapePut(shape, &moving, from);
    }
    return from + pointsSize(shape);
}

const char *crStatePutMoving(CaromWorld *world, const char *from, uint64_t placed)
{
    const uint32_t *bodies = world->kinematics.bodies;
    bool isPlaced = placed == world->kinematics.placed;
    if (!isPlaced) {
        unlinkMoved(world, from);
    }
    for (int k = 0; k < crArrayCount(bodies); k++) {
        putBody(world, bodies[k], from, k);
    }
    from += (size_t)crArrayCount(bodies) * sizeof(CrBody);
    for (int k = 0; k < crMovingShapes(world); k++) {
        from = putShape(&world->shapes[crMovingShapeAt(world, k)], from, isPlaced);
    }
    return from;
}
