// SPDX-License-Identifier: MIT
// How shapes live: their memory, keys and layers.
#include "shape.h"

#include "../core/limits.h"
#include "../data/revision.h"
#include "../geometry/journal.h"
#include "../geometry/shape_traits.h"
#include "../geometry/tile_shape.h"
#include "../index/contact_watch.h"
#include "../index/edit_list.h"
#include "../index/sensors.h"
#include "bake.h"
#include "shape_layers.h"
#include "undo.h"

#include <string.h>

#define FEW_POINTS 16 // on the stack

// ---- what a shape is baked into

/// Local points of most are what the game gave; those of tile maps come from the map.
static CrLocal localOf(const CrShape *shape, const CrShapeSource *source, CaromVec2 *room)
{
    for (int i = 0; i < shape->pointCount && source->tiles != NULL; i++) {
        room[i] = crTileMapPoint(source->tiles, i);
    }
    CrLocal local = {source->tiles != NULL ? room : source->points, source->radius};
    return local;
}

static bool settle(CaromWorld *world, CrShape *shape, CrLocal local, const CrBaked *baked)
{
    shape->state = crShapeLocalIsBaked(shape, local, baked) ? CR_SHAPE_LOCAL_IS_BAKED : 0;
    if (!crShapeMakeRoom(world, shape)) {
        return false;
    }
    if (!(shape->state & CR_SHAPE_LOCAL_IS_BAKED) && shape->pointCount > 0) {
        memcpy(crShapeLocal(shape), local.points, (size_t)shape->pointCount * sizeof *local.points);
    }
    crShapeSetLocalRadius(shape, local.radius);
    crShapeAdopt(shape, baked);
    return true;
}

CaromError crShapeFurnish(CaromWorld *world, CrShape *shape, const CrShapeSource *source)
{
    CaromVec2 few[2 * FEW_POINTS], *points = few;
    size_t size = 2 * (size_t)shape->pointCount * sizeof *points;
    shape->baked = NULL;
    if (!crShapeMakeExtras(world, shape, source)) {
        return CAROM_ERROR_MEMORY;
    }
    if (shape->pointCount > FEW_POINTS) {
        points = crResize(&world->allocator, NULL, 0, size);
    }
    CaromError error = points != NULL ? CAROM_OK : CAROM_ERROR_MEMORY;
    if (error == CAROM_OK) {
        CrBaked baked = {0};
        baked.points = points;
        CrLocal local = localOf(shape, source, points + shape->pointCount);
        error = crShapeBake(world, shape, local, &baked);
        if (error == CAROM_OK && !settle(world, shape, local, &baked)) {
            error = CAROM_ERROR_MEMORY;
        }
    }
    if (points != few && points != NULL) {
        crResize(&world->allocator, points, size, 0);
    }
    if (error != CAROM_OK) {
        crShapeFreeRoom(world, shape);
    }
    return error;
}

static void freeShape(CaromWorld *world, CrShape *shape)
{
    crTileMapFree(world, crShapeExtras(shape)->tiles);
    crShapeFreeRoom(world, shape);
}

/// Frees what the shape in a slot was, unless the journal takes it. `tiles`: those that it has from
/// now on; the journal takes a copy of them.
static void dropContent(CaromWorld *world, uint32_t slot, const CrTileMap *tiles)
{
    CrShape *shape = &world->shapes[slot];
    bool stays = tiles != NULL && tiles == crShapeExtras(shape)->tiles;
    if (stays) {
        crJournalTakeCopy(world, slot);
    }
    if (stays) {
        crShapeFreeRoom(world, shape);
    } else if (!crJournalTake(world, slot, shape)) {
        freeShape(world, shape);
    }
}

// ---- keys

/// For the edges from `first` on.
static void takeKeys(CaromWorld *world, CrShape *shape, uint32_t slot, int first)
{
    for (int i = first; i < shape->edgeCount; i++) {
        crShapeKeys(shape)[i] = crKeyTake(world, slot, i);
    }
}

static void releaseKeys(CaromWorld *world, const CrShape *shape, int first)
{
    for (int i = shape->edgeCount - 1; i >= first; i--) {
        crKeyRelease(world, crShapeKeys(shape)[i]);
    }
}

// ---- creation

/// Room for a shape with so many new keys, but for its slot and the resting layers.
static CaromError reserveParts(CaromWorld *world, const CrShape *shape, int keys)
{
    CaromError error = keys > 0 ? crKeysReserve(world, keys) : CAROM_OK;
    error = crThen(error, crShapeReserveLayer(world, shape));
    error = crThen(error, crContactsReserve(world, shape, shape->contacts));
    return crThen(error, crEditsReserve(world));
}

CaromError crShapeReserve(CaromWorld *world, const CrShape *shape)
{
    CaromError error = crSlotsReserve(&world->shapeSlots, 1, &world->allocator);
    if (error == CAROM_OK &&
        !crArrayReserve(world->shapes, crSlotsRoomWanted(&world->shapeSlots), &world->allocator)) {
        error = CAROM_ERROR_MEMORY;
    }
    return crThen(error, reserveParts(world, shape, shape->edgeCount));
}

static void linkToBody(CaromWorld *world, uint32_t slot)
{
    CrShape *shape = &world->shapes[slot];
    CrBody *body = &world->bodies[shape->body];
    shape->previous = body->lastShape;
    shape->next = CR_NONE;
    if (body->lastShape != CR_NONE) {
        world->shapes[body->lastShape].next = slot;
    } else {
        body->firstShape = slot;
    }
    body->lastShape = slot;
}

/// By what the shape is: another world where this one was, made by as many calls, has another
/// revision.
static void turnEdition(CaromWorld *world, uint32_t slot)
{
    const CrShape *shape = &world->shapes[slot];
    crRevisionTurn(world, slot);
    crRevisionTurn(world,
                   (uint64_t)shape->pointCount << 32 | (uint64_t)shape->body << 8 | shape->type);
    for (int k = 0; k < shape->pointCount; k++) {
        uint64_t bits[2];
        memcpy(bits, &shape->baked[k], sizeof bits);
        crRevisionTurn(world, bits[0] ^ bits[1] << 1);
    }
}

void crShapeEnter(CaromWorld *world, uint32_t slot)
{
    const CrShape *shape = &world->shapes[slot];
    linkToBody(world, slot);
    crShapeListMoving(world, slot);
    world->edgeCount += shape->edgeCount;
    turnEdition(world, slot);
}

/// All memory is there; only the resting layer may still refuse.
static CaromError enter(CaromWorld *world, CrShape *shape, uint32_t *slot)
{
    *slot = crSlotsPeek(&world->shapeSlots);
    takeKeys(world, shape, *slot, 0);
    CaromError error = crShapeList(world, shape, *slot);
    if (error != CAROM_OK) {
        releaseKeys(world, shape, 0);
        return error;
    }
    crSlotsTake(&world->shapeSlots);
    if (*slot == (uint32_t)crArrayCount(world->shapes)) {
        crArrayPush(world->shapes, *shape);
    } else {
        world->shapes[*slot] = *shape;
    }
    crJournalKeepShape(world, *slot, false);
    crJournalList(world, CR_LISTING_SHAPE_TAKEN, *slot);
    crShapeEnter(world, *slot);
    crEditsAdd(world, *slot);
    return CAROM_OK;
}

CaromError crShapeMake(CaromWorld *world, CrShape *shape, const CrShapeSource *source,
                       uint32_t *slot)
{
    CaromError error = crShapeReserve(world, shape);
    error = crThen(error, crShapeFurnish(world, shape, source));
    if (error == CAROM_OK) {
        error = enter(world, shape, slot);
        if (error != CAROM_OK) {
            crShapeFreeRoom(world, shape); // tiles stay the caller's
        }
    }
    return error;
}

// ---- change

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

/// `to` is baked and has its keys.
static CaromError become(CaromWorld *world, uint32_t slot, CrShape *to)
{
    CrShape *shape = &world->shapes[slot];
    bool wasSensor = shape->sensor;
    crJournalKeepShape(world, slot, true);
    CaromError error = crShapeChangeLayer(world, slot, to);
    if (error != CAROM_OK) {
        return error;
    }
    if (wasSensor == to->sensor) {
        crEditsAdd(world, slot);
    }
    to->unindexed = shape->unindexed;
    to->touched = shape->touched;
    releaseKeys(world, shape, lesser(to->edgeCount, shape->edgeCount));
    world->edgeCount += to->edgeCount - shape->edgeCount;
    dropContent(world, slot, crShapeExtras(to)->tiles);
    *shape = *to;
    bool moves = crShapeMoves(world, shape);
    if (moves && wasSensor != shape->sensor) {
        crMovingIndexAdd(world, slot);
    } else if (moves) {
        crMovingIndexTouch(world, slot, true);
    }
    crEditsAdd(world, slot); // where it is now
    turnEdition(world, slot);
    crRevisionReshape(world, slot);
    return CAROM_OK;
}

/// Edges that stay keep their materials; those that come are of the shape's.
static CrShapeSource withMaterials(const CrShapeSource *source, const CrShape *from)
{
    CrShapeSource all = *source;
    all.materials = crShapeExtras(from)->materials;
    all.materialCount = from->edgeCount;
    return all;
}

CaromError crShapeReplace(CaromWorld *world, uint32_t slot, const CrShape *plan,
                          const CrShapeSource *source)
{
    const CrShape *from = &world->shapes[slot];
    CrShape to = *plan;
    CrShapeSource all = withMaterials(source, from);
    CrUndo mark = crUndoKeep(world);
    CaromError error = reserveParts(world, &to, to.edgeCount - from->edgeCount);
    error = crThen(error, crShapeFurnish(world, &to, &all));
    if (error == CAROM_OK) {
        int common = lesser(from->edgeCount, to.edgeCount);
        memcpy(crShapeKeys(&to), crShapeKeys(from), (size_t)common * sizeof(uint32_t));
        takeKeys(world, &to, slot, common);
        error = become(world, slot, &to);
        if (error != CAROM_OK) {
            releaseKeys(world, &to, common);
            crShapeFreeRoom(world, &to);
        }
    }
    if (error != CAROM_OK) {
        crUndoRestore(world, &mark);
    }
    return error;
}

// ---- death

/// Leaves the slot as it is, without an owner.
static void leave(CaromWorld *world, uint32_t slot)
{
    CrShape *shape = &world->shapes[slot];
    CrBody *body = &world->bodies[shape->body];
    crJournalKeepShape(world, slot, true);
    crEditsAdd(world, slot);
    if (shape->contacts && !world->bodies[shape->body].disabled) {
        crContactsUnwatch(world, slot);
    }
    crShapeUnlist(world, slot);
    *(shape->previous != CR_NONE ? &world->shapes[shape->previous].next : &body->firstShape) =
        shape->next;
    *(shape->next != CR_NONE ? &world->shapes[shape->next].previous : &body->lastShape) =
        shape->previous;
    world->edgeCount -= shape->edgeCount;
    releaseKeys(world, shape, 0);
    dropContent(world, slot, NULL);
    crShapeTraitsDrop(world, shape->traits);
    crRevisionTurn(world, slot);
}

void crShapeDestroySlot(CaromWorld *world, uint32_t slot)
{
    leave(world, slot);
    crSlotsRelease(&world->shapeSlots, slot);
    if (crJournalIsOn(world)) {
        CrJournalOp op = {CR_LISTING_SHAPE_RELEASED, slot, world->shapes[slot].body,
                          world->shapes[slot].previous};
        crJournalAdd(world, op);
    }
}

void crShapeTakeBack(CaromWorld *world, uint32_t slot)
{
    leave(world, slot);
    crSlotsUntake(&world->shapeSlots, slot);
    crArraySetCount(world->shapes, (int)crSlotsCount(&world->shapeSlots));
}

void crShapesFree(CaromWorld *world)
{
    for (uint32_t i = 0; i < crSlotsCount(&world->shapeSlots); i++) {
        if (crSlotsLive(&world->shapeSlots, i)) {
            freeShape(world, &world->shapes[i]);
        }
    }
    crPoolFree(&world->shapeRoom, &world->allocator);
    crRebakeRoomFree(world);
    crShapeTraitsFree(world);
    crArrayFree(world->shapes, &world->allocator);
    crArrayFree(world->keyOwners, &world->allocator);
    crSlotsFree(&world->shapeSlots, &world->allocator);
}
