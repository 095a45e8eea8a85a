// SPDX-License-Identifier: MIT
#include "undo.h"

#include "../data/flight_pool.h"
#include "../geometry/shape_traits.h"
#include "edge_keys.h"
#include "shape.h"

CrUndo crUndoKeep(const CaromWorld *world)
{
    const CaromBox *boxes = world->edits.boxes;
    CrUndo mark = {0};
    mark.keys = crArrayCount(world->keyOwners);
    mark.allTraits = crArrayCount(world->allTraits);
    mark.boxes = crArrayCount(boxes);
    if (mark.boxes > 0) {
        mark.lastBox = crArrayLast(boxes);
    }
    mark.crossings = world->flights.crossings != NULL;
    mark.sensorsEdited = world->sensors.edited;
    mark.revision = world->revision;
    return mark;
}

static void restoreBoxes(CaromWorld *world, const CrUndo *mark)
{
    CaromBox *boxes = world->edits.boxes;
    crArraySetCount(boxes, mark->boxes);
    if (mark->boxes > 0) {
        crArrayLast(boxes) = mark->lastBox;
    }
}

void crUndoRestore(CaromWorld *world, const CrUndo *mark)
{
    crKeysCut(world, mark->keys);
    crShapeTraitsCut(world, mark->allTraits);
    restoreBoxes(world, mark);
    if (!mark->crossings) {
        crSensorCrossingsFree(world);
    }
    world->sensors.edited = mark->sensorsEdited;
    world->revision = mark->revision;
}
