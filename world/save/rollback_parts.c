// SPDX-License-Identifier: MIT
// Kinematic bodies and their shapes in a state. A shape's part is what changes when its body is
// moved or placed: its baked points and when it was edited. snapshot_fields.c checks that no field
// of either is forgotten.
#include "../bodies/bake.h"
#include "../events/event.h"
#include "../geometry/tile_border.h"
#include "../geometry/tile_shape.h"
#include "../index/hierarchy.h"
#include "rollback_types.h"

#include <string.h>

static size_t pointsSize(const CrShape *shape)
{
    return (size_t)shape->pointCount * sizeof *shape->baked;
}

int crMovingShapes(const CaromWorld *world)
{
    return crArrayCount(world->movingIndex.shapes);
}

uint32_t crMovingShapeAt(const CaromWorld *world, int k)
{
    return world->movingIndex.shapes[k];
}

size_t crRollbackMovingSize(const CaromWorld *world)
{
    size_t size = (size_t)crArrayCount(world->movingIndex.bodies) * sizeof(CrBody) +
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

char *crRollbackTakeMoving(const CaromWorld *world, char *to)
{
    const uint32_t *bodies = world->movingIndex.bodies;
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

size_t crRollbackMovingSizeIn(const CrRollbackHead *head, const char *from, size_t left)
{
    size_t size = (size_t)head->counts[CR_ROLLBACK_BODIES] * sizeof(CrBody);
    int shapes = head->counts[CR_ROLLBACK_SHAPES];
    for (int k = 0; k < shapes; k++) {
        CrMovingShape moving;
        if (size > left || left - size < sizeof moving) {
            return 0;
        }
        memcpy(&moving, from + size, sizeof moving);
        size += sizeof moving + (size_t)moving.points * sizeof(CaromVec2);
    }
    return size <= left ? size : 0;
}

void crRollbackUnlinkMoved(CaromWorld *world, const char *from)
{
    const uint32_t *bodies = world->movingIndex.bodies;
    for (int k = 0; k < crArrayCount(bodies); k++) {
        if (bodyAt(from, k).parent != world->bodies[bodies[k]].parent) {
            crHierarchyUnlink(world, bodies[k]);
        }
    }
}

/// Lists of children belong to the parents, which may be static.
static void putBody(CaromWorld *world, uint32_t slot, const char *from, int k)
{
    CrBody body = bodyAt(from, k), *present = &world->bodies[slot];
    uint32_t parent = body.parent;
    body.parent = present->parent;
    body.firstChild = present->firstChild;
    body.nextSibling = present->nextSibling;
    body.previousSibling = present->previousSibling;
    body.firstShape = present->firstShape;
    body.lastShape = present->lastShape;
    body.listed = k;
    *present = body;
    if (parent != body.parent) {
        crHierarchyLink(world, slot, parent);
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

void crRollbackPutMoving(CaromWorld *world, const char *from, uint64_t placed)
{
    const uint32_t *bodies = world->movingIndex.bodies;
    bool isPlaced = placed == world->movingIndex.placed;
    for (int k = 0; k < crArrayCount(bodies); k++) {
        putBody(world, bodies[k], from, k);
    }
    from += (size_t)crArrayCount(bodies) * sizeof(CrBody);
    for (int k = 0; k < crMovingShapes(world); k++) {
        from = putShape(&world->shapes[crMovingShapeAt(world, k)], from, isPlaced);
    }
}

// Which arrays and numbers a state holds. A field that is added to the world, or to one of its
// parts, must be part of the state, or written before it is read, or change the revision. If a step
// or a call changes it, list it here or in CR_ROLLBACK_NUMBERS. Leave it out if it is the same in
// all worlds of a revision, or of use only within a step. Bodies, flights, partners, … are held
// whole. A check of the world's size reminds of this: snapshot_fields.c.

// ---- arrays

/// As many as there are entries of what is filled in place, in arrays that do not count them.
static int placesOf(uint32_t bits)
{
    return bits > 0 ? (int)(1u << bits) : 0;
}

static CrRollbackPart filled(void *at, size_t each, int count, int room)
{
    CrRollbackPart part = {at, each, count, room, false};
    return part;
}

static CrRollbackPart counted(void *at, size_t each, int count, int room)
{
    CrRollbackPart part = {at, each, count, room, true};
    return part;
}

/// Changes are listed for the present only: a state records that all may have changed.
static bool isDisturbed(const CaromWorld *world)
{
    return world->movingIndex.disturbed || crArrayCount(world->movingIndex.changed) > 0;
}

/// Nothing if all is disturbed: it is refilled before it is read.
static CrRollbackPart *driftParts(const CaromWorld *world, CrRollbackPart *part)
{
    const CrMotionGrid *d = &world->movingIndex.motionGrid;
    bool isUsed = !isDisturbed(world) && d->bits > 0;
    int places = isUsed ? placesOf(d->bits) : 0, listed = isUsed ? d->start[places] : 0;
    *part++ = filled(d->all, sizeof *d->all, isUsed ? d->count : 0, crArrayCapacity(d->all));
    *part++ = filled(d->listed, sizeof *d->listed, listed, crArrayCapacity(d->listed));
    *part++ =
        filled(d->start, sizeof *d->start, isUsed ? places + 1 : 0, crArrayCapacity(d->start));
    return part;
}

void crRollbackParts(const CaromWorld *world, CrRollbackPart *part)
{
    const CrFlights *f = &world->flights;
    const CrBoxes *boxes = &world->projectilePairs.boxes;
    const CrRollbackPart *first = part;
    *part++ = filled(f->hot, sizeof *f->hot, crArrayCount(f->next), crArrayCapacity(f->next));
#define COUNTED(array)                                                                             \
    *part++ = counted(array, sizeof *(array), crArrayCount(array), crArrayCapacity(array));
#define OF_FLIGHTS(type, name) COUNTED(f->name)
    CR_FLIGHT_ARRAYS(OF_FLIGHTS)
    CR_ROLLBACK_ARRAYS(COUNTED)
#undef OF_FLIGHTS
#undef COUNTED
    int chains = placesOf(boxes->bits);
    *part++ = filled(boxes->heads, sizeof *boxes->heads, chains, chains);
    const CrRollbackPart *end = driftParts(world, part);
    CR_ASSERT(end - first == CR_ROLLBACK_PARTS);
    (void)first;
    (void)end;
}

// ---- out

void crRollbackTake(const CaromWorld *world, const CrRollbackPart *parts, CrRollbackHead *head)
{
    head->owner = (uint64_t)(uintptr_t)world;
    head->revision = world->revision;
    head->tag = world->tag;
    for (int k = 0; k < CR_ROLLBACK_PARTS; k++) {
        head->counts[k] = parts[k].count;
    }
#define TAKE(type, name, place) head->name = place;
    CR_ROLLBACK_NUMBERS(TAKE)
#undef TAKE
    head->disturbed = isDisturbed(world);
    head->motionGrid = world->movingIndex.motionGrid;
    head->partnerBoxes = world->projectilePairs.boxes;
}

// ---- in

static void putDrifts(CrMotionGrid *motionGrid, const CrMotionGrid *saved)
{
    CrMotionGrid present = *motionGrid;
    *motionGrid = *saved;
    motionGrid->allocator = present.allocator;
    motionGrid->all = present.all;
    motionGrid->listed = present.listed;
    motionGrid->start = present.start;
}

/// The boxes may have more chains now than when they were saved.
static void putBoxes(CrBoxes *boxes, const CrBoxes *saved)
{
    CrBoxes present = *boxes;
    *boxes = *saved;
    boxes->allocator = present.allocator;
    boxes->nodes = present.nodes;
    boxes->heads = present.heads;
    boxes->bits = present.bits;
    boxes->cellBits = present.cellBits;
    if (present.bits != saved->bits) {
        crBoxesRechain(boxes);
    }
}

/// Fills the part of these arrays that the state does not hold: nothing is known there.
static void putLateArrays(CrFlights *f)
{
    static const CrSensorCrossing unknown = {-CR_NEVER, -CR_NEVER, CR_NONE, true};
    int count = (int)crFlightsCount(f);
    int known = crArrayCount(f->crossings), clearUntil = crArrayCount(f->clearUntil);
    for (int i = known; f->crossings != NULL && i < count; i++) {
        crArrayPush(f->crossings, unknown);
    }
    for (int i = clearUntil; f->clearUntil != NULL && i < count; i++) {
        crArrayPush(f->clearUntil, -CR_NEVER);
    }
    int queued = crArrayCount(f->queued);
    crArraySetCount(f->queued, f->queued != NULL && count < queued ? count : queued);
    for (int i = queued; f->queued != NULL && i < count; i++) {
        crArrayPush(f->queued, CR_NEVER);
    }
}

/// Places are not part of states: later items of a key are the present ones.
static void putDrifterPlaces(CaromWorld *world)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    const CrMotionGrid *motionGrid = &movingIndex->motionGrid;
    for (int k = 0; !movingIndex->disturbed && k < motionGrid->count; k++) {
        movingIndex->places[motionGrid->all[k].key].drifter = k;
    }
}

static void putTouched(CaromWorld *world)
{
    const CrSensors *sensors = &world->sensors;
    for (int k = 0; k < crArrayCount(sensors->touched); k++) {
        world->shapes[sensors->touched[k]].touched = true;
    }
}

void crRollbackPut(CaromWorld *world, const CrRollbackHead *head)
{
#define PUT(type, name, place) place = head->name;
    CR_ROLLBACK_NUMBERS(PUT)
#undef PUT
    world->queryTime = world->time;
    putDrifts(&world->movingIndex.motionGrid, &head->motionGrid);
    world->movingIndex.told = -CR_NEVER;
    world->movingIndex.mapped = false;
    crArraySetCount(world->movingIndex.changed, 0);
    world->edits.motions = world->sensors.motions = false;
    putDrifterPlaces(world);
    putBoxes(&world->projectilePairs.boxes, &head->partnerBoxes);
    putLateArrays(&world->flights);
    putTouched(world);
    crInternRelist(&world->recipeKinds);
    crEventsClear(world);
}
