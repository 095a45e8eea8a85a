// SPDX-License-Identifier: MIT
#include "rigid_mirror.h"

#include "awake_list.h"
#include "../core/hash_mix.h"
#include "../geometry/shape_storage.h"
#include "../geometry/shape_traits.h"
#include "../geometry/shape_view.h"

#include <string.h>

static uint64_t mixDouble(uint64_t mark, double x)
{
    uint64_t bits;
    x = x == 0.0 ? 0.0 : x; // of either sign
    memcpy(&bits, &x, sizeof bits);
    return (mark ^ bits) * 0x9E3779B97F4A7C15u + (mark >> 29);
}

static uint64_t mixFilter(uint64_t mark, const CaromFilter *filter)
{
    mark = (mark ^ filter->category) * 0x9E3779B97F4A7C15u + (mark >> 29);
    mark = (mark ^ filter->mask) * 0x9E3779B97F4A7C15u + (mark >> 29);
    return mixDouble(mark, (double)filter->group);
}

/// Differs where the shape as the solver has it does. Static shapes say when they were edited; of
/// others that changes with each motion.
uint64_t crRigidMirrorMark(const CaromWorld *world, uint32_t slot)
{
    const CrShape *shape = &world->shapes[slot];
    const CrBody *body = &world->bodies[shape->body];
    const CrShapeTraits *traits = crShapeTraitsOf(world, shape);
    uint64_t mark = world->shapeSlots.ages[slot];
    mark = mixDouble(mark, (double)body->type + 4.0 * (double)world->bodySlots.ages[shape->body]);
    mark = mixFilter(mark, &traits->filter);
    if (body->type == CAROM_BODY_STATIC) {
        // an edit at the same time that the solver hasn't followed has another mark
        return mixDouble(mark ^ (shape->state & CR_SHAPE_FOLLOWED), shape->edited);
    }
    mark = mixDouble(mixDouble(mark, body->pivot.x), body->pivot.y);
    for (int i = 0; i < shape->pointCount; i++) {
        mark = mixDouble(mixDouble(mark, shape->baked[i].x), shape->baked[i].y);
    }
    return mixDouble(mark, shape->radius + 2.0 * (double)shape->oneSided);
}

CrRigidMirror *crRigidMirrorOf(CaromWorld *world)
{
    if (world->rigids.mirror == NULL) {
        CrRigidMirror *mirror = crResize(&world->allocator, NULL, 0, sizeof *mirror);
        if (mirror != NULL) {
            memset(mirror, 0, sizeof *mirror);
            crDynamicsInit(&mirror->dynamics, &world->allocator);
            world->rigids.mirror = mirror;
        }
    }
    return world->rigids.mirror;
}

void crRigidMirrorFree(CaromWorld *world)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    if (mirror != NULL) {
        crDynamicsFree(&mirror->dynamics);
        crArrayFree(mirror->seen, &world->allocator);
        crArrayFree(mirror->bodyOf, &world->allocator);
        crArrayFree(mirror->shapeAt, &world->allocator);
        crArrayFree(mirror->edgeAt, &world->allocator);
        crArrayFree(mirror->bodyAt, &world->allocator);
        crArrayFree(mirror->emptied, &world->allocator);
        crArrayFree(mirror->spare, &world->allocator);
        crArrayFree(mirror->answers, &world->allocator);
        crArrayFree(mirror->given, &world->allocator);
        crArrayFree(mirror->askers, &world->allocator);
        crArrayFree(mirror->asked, &world->allocator);
        crArrayFree(mirror->askedOrder, &world->allocator);
        crArrayFree(mirror->askedSpare, &world->allocator);
        crResize(&world->allocator, mirror, sizeof *mirror, 0);
        world->rigids.mirror = NULL;
    }
}

void crRigidMirrorMoved(CaromWorld *world)
{
    if (world->rigids.mirror != NULL) {
        world->rigids.mirror->dynamics.allocator = world->allocator;
    }
}

// ---- in

static CaromError addBody(CaromWorld *world, CrRigidMirror *mirror, CrRigidType type,
                          CaromVec2 center, uint32_t slot, int *body)
{
    int room = crArrayCount(mirror->dynamics.bodies.pose) + 2;
    if (!crArrayGrow(mirror->bodyAt, crMax(0, room - crArrayCount(mirror->bodyAt)),
                     &world->allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    CaromError error = crDynamicsAddBody(&mirror->dynamics, type, center, 0.0, body);
    if (!error) {
        while (crArrayCount(mirror->bodyAt) <= *body) {
            crArrayPush(mirror->bodyAt, CR_NONE);
        }
        mirror->bodyAt[*body] = slot;
    }
    return error;
}

/// Arrays by the solver's shape have `room` elements or more.
static bool followShapes(CaromWorld *world, CrRigidMirror *mirror, int room)
{
    int shapes = crArrayCount(mirror->shapeAt), edges = crArrayCount(mirror->edgeAt);
    if (!crArrayGrow(mirror->shapeAt, room > shapes ? room - shapes : 0, &world->allocator) ||
        !crArrayGrow(mirror->edgeAt, room > edges ? room - edges : 0, &world->allocator)) {
        return false;
    }
    while (crArrayCount(mirror->shapeAt) < room) {
        crArrayPush(mirror->shapeAt, CR_NONE);
    }
    while (crArrayCount(mirror->edgeAt) < room) {
        crArrayPush(mirror->edgeAt, 0);
    }
    return true;
}

CaromError crRigidMirrorReserveEdges(CaromWorld *world, int edges)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    int room = crArrayCount(mirror->dynamics.shapes.shape) + edges + 2;
    return followShapes(world, mirror, room) ? crDynamicsReserveEdges(&mirror->dynamics, edges)
                                             : CAROM_ERROR_MEMORY;
}

/// into: the solver's shape that it is; 0: a new one.
static CaromError putPart(CaromWorld *world, uint32_t slot, int edge, int body,
                          const CrContactShape *part, int into)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    const CrShapeTraits *traits = crShapeTraitsOf(world, &world->shapes[slot]);
    CrRigidShapeDef def = {*part, 0.0f, 0.0f, 0.0f, (float)traits->surfaceSpeed, false};
    if (into) {
        if (!followShapes(world, mirror, into + 1)) {
            return CAROM_ERROR_MEMORY;
        }
        mirror->edgeAt[into] = edge;
        return crDynamicsSetShape(&mirror->dynamics, into, &def);
    }
    int shape = 0, room = crArrayCount(mirror->dynamics.shapes.shape) + 2;
    if (!followShapes(world, mirror, room)) {
        return CAROM_ERROR_MEMORY;
    }
    CaromError error = crDynamicsAddShape(&mirror->dynamics, body, &def, &shape);
    if (!error) {
        mirror->shapeAt[shape] = slot;
        mirror->edgeAt[shape] = edge;
    }
    return error;
}

CaromError crRigidMirrorPart(CaromWorld *world, uint32_t slot, const CrRigidParts *parts, int i,
                             int body, CaromVec2 origin, int into)
{
    CrRigidPart part;
    CaromError error = crRigidPartMake(world, slot, parts, i, origin, &part);
    if (!error) {
        error = putPart(world, slot, part.edge, body, &part.shape, into);
        crRigidPartFree(world, &part);
    }
    return error;
}

CaromVec2 crRigidMirrorOrigin(const CaromWorld *world, uint32_t slot)
{
    const CrShape *shape = &world->shapes[slot];
    CaromBox box = crShapeBox(shape);
    return world->bodies[shape->body].type == CAROM_BODY_STATIC
               ? crAddScaled(box.min, crSub(box.max, box.min), 0.5)
               : world->bodies[shape->body].pivot;
}

static CaromError bodyFor(CaromWorld *world, CrRigidMirror *mirror, uint32_t slot, int *body,
                          CaromVec2 *origin)
{
    const CrShape *shape = &world->shapes[slot];
    CaromBodyType type = world->bodies[shape->body].type;
    *origin = crRigidMirrorOrigin(world, slot);
    if (type == CAROM_BODY_STATIC) {
        return addBody(world, mirror, CR_RIGID_STATIC, *origin, CR_NONE, body);
    }
    CaromError error = CAROM_OK;
    int has = mirror->bodyOf[shape->body];
    if (has && (mirror->dynamics.bodies.traits[has].flags & CR_RIGID_ASLEEP)) {
        crRigidSetAwake(world, &world->rigids.all[world->bodies[shape->body].rigid], true);
    } else if (!has) {
        if (type == CAROM_BODY_DYNAMIC) { // it may have been made asleep
            crRigidTurned(world, world->bodies[shape->body].rigid);
        }
        error = addBody(world, mirror,
                        type == CAROM_BODY_DYNAMIC ? CR_RIGID_DYNAMIC : CR_RIGID_KINEMATIC, *origin,
                        shape->body, &mirror->bodyOf[shape->body]);
    }
    *body = mirror->bodyOf[shape->body];
    return error;
}

/// A shape has entered that asks the contact callback.
static void addAsker(CrRigidMirror *mirror, uint32_t slot)
{
    if (crArrayCount(mirror->askers) < crArrayCapacity(mirror->askers)) {
        crArrayPush(mirror->askers, slot);
    } else {
        mirror->askersStale = true;
    }
}

CaromError crRigidMirrorAdd(CaromWorld *world, uint32_t slot)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    CrRigidSeen seen = {crRigidMirrorMark(world, slot), 0, 0, true, false};
    CaromVec2 origin;
    int body = 0;
    CaromError error = bodyFor(world, mirror, slot, &body, &origin);
    if (error) {
        return error;
    }
    seen.own = world->bodies[world->shapes[slot].body].type == CAROM_BODY_STATIC ? body : 0;
    seen.body = body;
    mirror->seen[slot] = seen;
    if (world->shapes[slot].asks) {
        addAsker(mirror, slot);
    }
    CrRigidParts parts;
    error = crRigidPartsOf(world, slot, &parts);
    for (int i = 0; !error && i < parts.count; i++) {
        error = crRigidMirrorPart(world, slot, &parts, i, body, origin, 0);
    }
    crRigidPartsFree(world, &parts);
    if (error) {
        mirror->seen[slot].mark ^= 1; // in part: the next time it is removed first
    }
    return error;
}
