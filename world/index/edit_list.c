// SPDX-License-Identifier: MIT
#include "edit_list.h"

#include "../data/rigid_edits.h"
#include "../geometry/tile_shape.h"
#include "hierarchy.h"
#include "moving_index.h"
#include "sensors.h"

/// The number of boxes of one call; if a call edits more, the rest is joined to the last box. Which
/// boxes are joined must depend on the world's state, not on memory: flights in a box are placed
/// again.
#define ROOM 64

void crEditsInit(CaromWorld *world)
{
    crMovingInit(&world->edits.layer, &world->allocator);
}

void crEditsFree(CaromWorld *world)
{
    crArrayFree(world->edits.boxes, &world->allocator);
    crMovingFree(&world->edits.layer);
}

CaromError crEditsReserveFor(CaromWorld *world, int count)
{
    CrEdits *edits = &world->edits;
    return crArrayGrow(edits->boxes, count * ROOM, &world->allocator) ? CAROM_OK
                                                                      : CAROM_ERROR_MEMORY;
}

CaromError crEditsReserve(CaromWorld *world)
{
    CrEdits *edits = &world->edits;
    int count = crArrayCount(edits->boxes), room = count + ROOM;
    // While maps are made there are no queries.
    int most = world->flights.liveCount > 0 ? CR_EDITS_MOST : ROOM;
    room = room < most ? room : most;
    if (!crArrayGrow(edits->boxes, room > count ? room - count : 0, &world->allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    edits->room = room;
    return CAROM_OK;
}

double crEditsSlack(CaromBox box)
{
    return 64.0 * (crPlaceTolerance(box.min, 0.0) + crPlaceTolerance(box.max, 0.0));
}

static void addBox(CaromWorld *world, CaromBox box)
{
    CaromBox *boxes = world->edits.boxes;
    CaromBox edit = crBoxInflate(box, crEditsSlack(box));
    if (crArrayCount(boxes) < world->edits.room) {
        crArrayPush(boxes, edit);
    } else {
        crArrayLast(boxes) = crBoxUnion(crArrayLast(boxes), edit);
    }
}

void crEditsAddBox(CaromWorld *world, CaromBox box)
{
    world->edits.motions = false;
    addBox(world, box);
}

static void add(CaromWorld *world, uint32_t shape, bool motion)
{
    CrShape *edited = &world->shapes[shape];
    edited->edited = world->time;
    edited->state &= (uint8_t)~(CR_SHAPE_KEPT | CR_SHAPE_FOLLOWED);
    if (edited->extras != NULL) {
        edited->extras->renewed = world->time;
    }
    if (world->bodies[edited->body].disabled) {
        return; // it is in no layer
    }
    if (edited->sensor) {
        crSensorsTouch(world, shape, motion); // in the way of nothing
        return;
    }
    if (world->movingIndex.many && world->flights.liveCount == 0) {
        return; // a tick's changes are applied before anything can be fired
    }
    bool first = crArrayCount(world->edits.boxes) == 0;
    world->edits.motions = motion && (first || world->edits.motions);
    addBox(world, crMovingIndexSweptBox(world, shape, world->time, world->time));
}

void crEditsAdd(CaromWorld *world, uint32_t shape)
{
    crRigidNoteShape(world, shape);
    add(world, shape, false);
}

void crEditsAddMotion(CaromWorld *world, uint32_t shape, bool told)
{
    add(world, shape, told);
}
