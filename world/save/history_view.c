// SPDX-License-Identifier: MIT
// Sets the view to a tick. Bodies and shapes are first copied from the world where the history's
// copies are older than the world's revision. Then those in the tick get its values.
#include "history.h"

#include "../core/limits.h"
#include "../data/query_lock.h"
#include "../geometry/shape_storage.h"
#include "../geometry/tile_border.h"
#include "../index/moving_index.h"

#include <string.h>

/// Reads on through a tick's bytes.
typedef struct Reader {
    const char *names, *bodies, *shapes;
} Reader;

static Reader readerOf(const CrTick *tick)
{
    Reader reader;
    reader.names = tick->bytes;
    reader.bodies = reader.names + (size_t)(tick->bodies + tick->shapes) * sizeof(CrTickName);
    reader.shapes = reader.bodies + (size_t)tick->bodies * sizeof(CrBody);
    return reader;
}

static CrTickName nextName(Reader *reader)
{
    CrTickName name;
    memcpy(&name, reader->names, sizeof name);
    reader->names += sizeof name;
    return name;
}

// ---- room

/// As shape_storage.h has it for a shape that is no twin, with extras and tiles of its own after
/// it.
static size_t roomOf(const CrShape *shape)
{
    size_t points = (size_t)shape->pointCount * sizeof *shape->baked;
    size_t keys = ((size_t)shape->edgeCount * sizeof(uint32_t) + 7) & ~(size_t)7;
    size_t box = crShapeHasBox(shape) ? sizeof(CaromBox) : 0;
    return sizeof(double) + 2 * points + box + keys + sizeof(CrShapeExtras) + sizeof(CrTileMap);
}

static CaromError reserve(CaromHistory *history, const CrTick *tick)
{
    const CaromWorld *world = history->world;
    const CaromAllocator *a = &history->allocator;
    size_t room = 0;
    for (int k = 0; k < crMovingShapes(world); k++) {
        room += roomOf(&world->shapes[crMovingShapeAt(world, k)]);
    }
    bool ok = crArrayReserve(history->bodies, crArrayCount(world->bodies), a) &&
              crArrayReserve(history->shapes, crArrayCount(world->shapes), a) &&
              crArrayReserve(history->moving, tick->shapes, a) &&
              crArrayReserve(history->boxes, tick->shapes, a) &&
              crArrayReserve(history->room, room, a);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

// ---- what has changed since the last look

/// Resets what an earlier view moved.
static void copyMoving(CaromHistory *history)
{
    const CaromWorld *world = history->world;
    const uint32_t *bodies = world->movingIndex.bodies;
    for (int k = 0; k < crArrayCount(bodies); k++) {
        history->bodies[bodies[k]] = world->bodies[bodies[k]];
    }
    for (int k = 0; k < crMovingShapes(world); k++) {
        uint32_t slot = crMovingShapeAt(world, k);
        history->shapes[slot] = world->shapes[slot];
        history->shapes[slot].unindexed = false;
    }
}

static void copyAll(CaromHistory *history)
{
    const CaromWorld *world = history->world;
    int bodies = crArrayCount(world->bodies), shapes = crArrayCount(world->shapes);
    if (history->copied && history->revision == world->revision &&
        history->labels == world->labels) {
        return;
    }
    if (bodies > 0) {
        memcpy(history->bodies, world->bodies, (size_t)bodies * sizeof *world->bodies);
    }
    if (shapes > 0) {
        memcpy(history->shapes, world->shapes, (size_t)shapes * sizeof *world->shapes);
    }
    crArraySetCount(history->bodies, bodies);
    crArraySetCount(history->shapes, shapes);
    history->revision = world->revision;
    history->labels = world->labels;
    history->copied = true;
}

// ---- bodies and shapes

/// The lists are the present ones: being in a list of children moves nothing by itself.
static void putBodies(CaromHistory *history, const CrTick *tick, Reader *reader)
{
    const CaromWorld *world = history->world;
    for (int k = 0; k < tick->bodies; k++) {
        CrTickName name = nextName(reader);
        if (crSlotsHolds(&world->bodySlots, name.slot + 1, name.age)) {
            const CrBody *now = &world->bodies[name.slot];
            CrBody then;
            memcpy(&then, reader->bodies, sizeof then);
            then.listed = now->listed;
            then.parent = now->parent;
            then.firstChild = now->firstChild;
            then.nextSibling = now->nextSibling;
            then.previousSibling = now->previousSibling;
            then.firstShape = now->firstShape;
            then.lastShape = now->lastShape;
            history->bodies[name.slot] = then;
        }
        reader->bodies += sizeof(CrBody);
    }
}

static bool isBakedAs(const CrShape *shape, const CrMovingShape *then, const char *points)
{
    return shape->radius == then->radius && shape->flipped == then->flipped &&
           (shape->pointCount == 0 ||
            memcmp(shape->baked, points, (size_t)shape->pointCount * sizeof *shape->baked) == 0);
}

/// A copy, with what is the world's own copied along, that may be baked otherwise.
static char *moveApart(CrShape *shape, const CrShape *now, char *room)
{
    int n = shape->pointCount;
    double radius = crShapeLocalRadius(now);
    CaromVec2 *local = (CaromVec2 *)(void *)(room + sizeof radius);
    char *after = (char *)(local + n) + (crShapeHasBox(shape) ? sizeof(CaromBox) : 0);
    shape->baked = (CaromVec2 *)(void *)after;
    shape->state &= (uint8_t)~CR_SHAPE_LOCAL_IS_BAKED;
    memcpy(room, &radius, sizeof radius);
    memcpy(local, crShapeLocal(now), (size_t)n * sizeof *local);
    memcpy(crShapeKeys(shape), crShapeKeys(now), (size_t)shape->edgeCount * sizeof(uint32_t));
    char *end = room + roomOf(shape);
    if (now->extras != NULL) {
        CrTileMap *tiles = (CrTileMap *)(void *)(end - sizeof *tiles);
        shape->extras = (CrShapeExtras *)(void *)((char *)tiles - sizeof *shape->extras);
        *shape->extras = *now->extras;
        if (now->extras->tiles != NULL) {
            *tiles = *now->extras->tiles;
            shape->extras->tiles = tiles;
        }
    }
    return end;
}

/// One that is still there, as it was baked then.
static char *putShape(CaromHistory *history, uint32_t slot, const CrMovingShape *then,
                      const char *points, char *room)
{
    const CrShape *now = &history->world->shapes[slot];
    CrShape *shape = &history->shapes[slot];
    if (isBakedAs(now, then, points)) {
        return room;
    }
    room = moveApart(shape, now, room);
    crMovingShapePut(shape, then, points);
    return room;
}

/// Solids and sensors that are still there, into their list; returns how many are solid.
static int putShapes(CaromHistory *history, const CrTick *tick, Reader *reader)
{
    const CaromWorld *world = history->world;
    char *room = history->room;
    int solids = 0;
    crArraySetCount(history->moving, 0);
    for (int k = 0; k < tick->shapes; k++) {
        CrTickName name = nextName(reader);
        CrMovingShape then;
        memcpy(&then, reader->shapes, sizeof then);
        const char *points = reader->shapes + sizeof then;
        reader->shapes = points + (size_t)then.points * sizeof(CaromVec2);
        if (!crSlotsHolds(&world->shapeSlots, name.slot + 1, name.age)) {
            continue;
        }
        room = putShape(history, name.slot, &then, points, room);
        crArrayPush(history->moving, name.slot);
        solids += !history->shapes[name.slot].sensor;
    }
    return solids;
}

// ---- the view

/// Without projectiles and what was in none of them, and nothing to be done.
static void openView(CaromHistory *history, double time)
{
    static const CrFlights noFlights;
    static const CrEdits noEdits;
    static const CrEvents noEvents;
    static const CrProjectilePairs noPartners;
    CaromWorld *view = &history->view;
    crWorldCopy(view, history->world);
    view->allocator.resize = crRefuseMemory;
    view->locked = true;
    view->time = view->queryTime = time;
    view->editedAt = -CR_NEVER;
    view->bodies = history->bodies;
    view->shapes = history->shapes;
    view->flights = noFlights;
    view->flights.free = CR_NONE;
    view->events = noEvents;
    view->projectilePairs = noPartners;
    view->edits = noEdits;
    view->pendingBlasts = NULL;
    view->sensors.touched = NULL;
    view->touchings.all = NULL;
    view->rigids.mirror = NULL;
    view->movingIndex.shapes = history->moving;
    view->movingIndex.boxes = history->boxes;
    view->movingIndex.rayProxies = NULL;
    view->movingIndex.unindexed = NULL;
    view->movingIndex.loose = CR_LOOSE_LISTED;
    view->movingIndex.intact = true;
    view->movingIndex.from = view->movingIndex.to = time;
    view->movingIndex.first = view->movingIndex.last = time;
}

static bool fillLayer(CaromHistory *history, double time)
{
    int count = crArrayCount(history->moving);
    for (int k = 0; k < count; k++) {
        history->boxes[k] = crMovingIndexSweptBox(&history->view, history->moving[k], time, time);
    }
    return crMovingFill(&history->layer, history->boxes, history->moving, count) == CAROM_OK;
}

CaromError crHistoryShow(CaromHistory *history, const CrTick *tick, double time)
{
    CaromError error = reserve(history, tick);
    if (error != CAROM_OK) {
        return error;
    }
    Reader reader = readerOf(tick);
    copyAll(history);
    copyMoving(history);
    putBodies(history, tick, &reader);
    int solids = putShapes(history, tick, &reader);
    openView(history, time);
    history->view.movingIndex.solids = solids;
    history->view.movingIndex.usable = fillLayer(history, time);
    history->view.movingIndex.layer = history->layer;
    return history->view.movingIndex.usable ? CAROM_OK : CAROM_ERROR_MEMORY;
}
