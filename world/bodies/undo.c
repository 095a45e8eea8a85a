// SPDX-License-Identifier: MIT
#include "undo.h"

#include "../data/flight_pool.h"
#include "../geometry/journal.h"
#include "../geometry/shape_traits.h"

// ---- keys of edges

CaromError crKeysReserve(CaromWorld *world, int count)
{
    int fresh = count - world->freeKeyCount;
    bool ok = fresh <= 0 || crArrayGrow(world->keyOwners, fresh, &world->allocator);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

uint32_t crKeyTake(CaromWorld *world, uint32_t slot, int edge)
{
    CrKeyOwner owner = {slot, (uint32_t)edge};
    uint32_t key = world->freeKey;
    if (key != CR_NONE) {
        world->freeKey = world->keyOwners[key].feature;
        world->freeKeyCount--;
        world->keyOwners[key] = owner;
        crJournalList(world, CR_LISTING_KEY_TAKEN, key);
        return key;
    }
    key = (uint32_t)crArrayCount(world->keyOwners);
    crArrayPush(world->keyOwners, owner);
    crJournalList(world, CR_LISTING_KEY_ADDED, key);
    return key;
}

static void releaseKey(CaromWorld *world, uint32_t key)
{
    CrKeyOwner nobody = {CR_NONE, world->freeKey};
    world->keyOwners[key] = nobody;
    world->freeKey = key;
    world->freeKeyCount++;
}

void crKeyRelease(CaromWorld *world, uint32_t key)
{
    releaseKey(world, key);
    crJournalList(world, CR_LISTING_KEY_RELEASED, key);
}

void crKeyUndo(CaromWorld *world, CrListing listing, uint32_t key)
{
    if (listing == CR_LISTING_KEY_TAKEN) {
        releaseKey(world, key);
    } else if (listing == CR_LISTING_KEY_ADDED) {
        crArraySetCount(world->keyOwners, (int)key);
    } else {
        CR_ASSERT(world->freeKey == key);
        world->freeKey = world->keyOwners[key].feature;
        world->freeKeyCount--;
    }
}

/// Those after the first so many, all released again, were never there: when they were taken no
/// others were free, so that they come last.
static void cutKeys(CaromWorld *world, int count)
{
    uint32_t *link = &world->freeKey;
    while (*link != CR_NONE && *link < (uint32_t)count) {
        link = &world->keyOwners[*link].feature;
    }
    *link = CR_NONE;
    world->freeKeyCount -= crArrayCount(world->keyOwners) - count;
    crArraySetCount(world->keyOwners, count);
}

// ---- what a call restores

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
    mark.editedSince = world->rigids.editedSince;
    mark.revision = world->revision;
    mark.ops = crJournalOps(world);
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
    cutKeys(world, mark->keys);
    crShapeTraitsCut(world, mark->allTraits);
    restoreBoxes(world, mark);
    if (!mark->crossings) {
        crSensorCrossingsFree(world);
    }
    world->sensors.edited = mark->sensorsEdited;
    world->rigids.editedSince = mark->editedSince;
    world->revision = mark->revision;
    crJournalCut(world, mark->ops);
}
