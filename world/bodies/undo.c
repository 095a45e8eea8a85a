// SPDX-License-Identifier: MIT
#include "undo.h"

#include "../data/flight_pool.h"
#include "../geometry/shape_traits.h"
#include "edge_keys.h"
#include "shape.h"

CrMark crMark(const CaromWorld *world)
{
    const CaromBox *boxes = world->edits.boxes;
    CrMark mark = {0};
    mark.keys = crArrayCount(world->keyOwners);
    mark.matters = crArrayCount(world->matters);
    mark.boxes = crArrayCount(boxes);
    if (mark.boxes > 0) {
        mark.lastBox = crArrayLast(boxes);
    }
    mark.crossings = world->flights.crossings != NULL;
    mark.sensorsEdited = world->sensors.edited;
    mark.edition = world->edition;
    return mark;
}

static void restoreBoxes(CaromWorld *world, const CrMark *mark)
{
    CaromBox *boxes = world->edits.boxes;
    crArraySetCount(boxes, mark->boxes);
    if (mark->boxes > 0) {
        crArrayLast(boxes) = mark->lastBox;
    }
}

void crMarkRestore(CaromWorld *world, const CrMark *mark)
{
    crKeysCut(world, mark->keys);
    crMattersCut(world, mark->matters);
    restoreBoxes(world, mark);
    if (!mark->crossings) {
        crCrossingsFree(world);
    }
    world->sensors.edited = mark->sensorsEdited;
    world->edition = mark->edition;
}
