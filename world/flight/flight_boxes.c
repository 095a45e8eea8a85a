// SPDX-License-Identifier: MIT
#include "flight_boxes.h"

#include "../../broadphase/bytes.h"
#include "where.h"

/// So many look at all flights before it pays to list these.
#define FEW_QUESTIONS 8
#define ROUNDINGS 64.0 ///< [place tolerances] around each box

void crFlightBoxesInit(CaromWorld *world)
{
    crBoxesInit(&world->flightBoxes.all, &world->allocator);
    crBoxesInit(&world->flightBoxes.watchers, &world->allocator);
}

void crFlightBoxesFree(CaromWorld *world)
{
    CrFlightBoxes *boxes = &world->flightBoxes;
    crBoxesFree(&boxes->all);
    crBoxesFree(&boxes->watchers);
    crArrayFree(boxes->entries, &world->allocator);
    crArrayFree(boxes->found, &world->allocator);
    crArrayFree(boxes->noted, &world->allocator);
}

int64_t crFlightBoxesBytes(const CaromWorld *world)
{
    const CrFlightBoxes *boxes = &world->flightBoxes;
    return crBoxesBytes(&boxes->all) + crBoxesBytes(&boxes->watchers) +
           crArrayBytes(boxes->entries) + crArrayBytes(boxes->found) + crArrayBytes(boxes->noted);
}

// ---- one box

/// Of one that sticks, and moves with its body in a way that its leg does not show.
static CaromBox rideBox(const CaromWorld *world, uint32_t i, double from, double until)
{
    CrSupport support;
    CaromBox box = crBox(crFlightWhere(world, i, from), crFlightWhere(world, i, until));
    if (crFlightSupport(world, i, &support)) {
        CaromRide ride = crFlightRide(world, i);
        double arm = ride.spin != 0.0 ? crLength(crSub(ride.place, ride.pivot)) : 0.0;
        box = crBoxInflate(box, 2.0 * arm);
    }
    double radius = world->flightDefs[world->flights.hot[i].flightDef].def.radius;
    double rounding = crPlaceTolerance(box.min, radius) + crPlaceTolerance(box.max, radius);
    return crBoxInflate(box, radius + ROUNDINGS * rounding);
}

static CaromBox boxOf(const CaromWorld *world, uint32_t i, double from, double until)
{
    const CrFlights *f = &world->flights;
    if (crFlightIsStuck(world, i)) {
        return rideBox(world, i, from, until);
    }
    CrPath path = crFlightPath(f, i);
    double first = crFlightTau(f, i, from), last = crFlightTau(f, i, until);
    double slack = (last + crAbs(until)) * 0x1p-40; // roundings of times
    return crPathSweptBox(&path, crMax(first - slack, 0.0), last + slack,
                          world->flightDefs[f->hot[i].flightDef].def.radius);
}

/// Boxes reach no farther than coordinates may.
static CaromBox withinReach(CaromBox box)
{
    double most = 4.0 * CR_HUGE;
    box.min = crVec(crClamp(box.min.x, -most, most), crClamp(box.min.y, -most, most));
    box.max = crVec(crClamp(box.max.x, -most, most), crClamp(box.max.y, -most, most));
    return box;
}

static bool watches(const CaromWorld *world, uint32_t i)
{
    return world->flightDefs[world->flights.hot[i].flightDef].def.proximity > 0.0;
}

static CaromBox watchedBox(const CaromWorld *world, uint32_t i, CaromBox box)
{
    double proximity = world->flightDefs[world->flights.hot[i].flightDef].def.proximity;
    return withinReach(crBoxInflate(box, proximity));
}

static void unlist(CaromWorld *world, uint32_t i)
{
    CrFlightBoxes *boxes = &world->flightBoxes;
    CrFlightBox *entry = &boxes->entries[i];
    if (entry->listed) {
        crBoxesRemove(&boxes->all, i, entry->box);
    }
    if (entry->watches) {
        crBoxesRemove(&boxes->watchers, i, watchedBox(world, i, entry->box));
    }
    entry->listed = entry->watches = false;
}

static void list(CaromWorld *world, uint32_t i)
{
    CrFlightBoxes *boxes = &world->flightBoxes;
    const CrFlights *f = &world->flights;
    if (!crFlightLives(f, i) || f->hot[i].mode == CAROM_PROJECTILE_PENDING) {
        return;
    }
    CrFlightBox *entry = &boxes->entries[i];
    entry->box = withinReach(boxOf(world, i, boxes->from, boxes->until));
    entry->listed = true;
    (void)crBoxesInsert(&boxes->all, i, entry->box); // there is room for all
    if (watches(world, i)) {
        entry->watches = true;
        (void)crBoxesInsert(&boxes->watchers, i, watchedBox(world, i, entry->box));
    }
}

void crFlightBoxesRenew(CaromWorld *world, uint32_t i)
{
    const CrFlightBoxes *boxes = &world->flightBoxes;
    if (boxes->listed || (boxes->partly && boxes->entries[i].noted)) {
        unlist(world, i);
        list(world, i);
    }
}

// ---- all of them

void crFlightBoxesBegin(CaromWorld *world, double from, double until)
{
    CrFlightBoxes *boxes = &world->flightBoxes;
    boxes->from = from;
    boxes->until = until;
    boxes->questions = 0;
    boxes->listed = boxes->partly = boxes->zoned = boxes->searched = false;
}

void crFlightBoxesEnd(CaromWorld *world)
{
    CrFlightBoxes *boxes = &world->flightBoxes;
    boxes->questions = -1;
    boxes->listed = boxes->partly = boxes->zoned = false;
}

static bool reserve(CaromWorld *world, int watchers)
{
    CrFlightBoxes *boxes = &world->flightBoxes;
    const CaromAllocator *a = &world->allocator;
    int count = crArrayCapacity(world->flights.next);
    return crArrayReserve(boxes->entries, count, a) && crArrayReserve(boxes->found, count, a) &&
           crArrayReserve(boxes->noted, count, a) &&
           crBoxesReserve(&boxes->all, count) == CAROM_OK &&
           crBoxesReserve(&boxes->watchers, watchers) == CAROM_OK;
}

static int countWatchers(const CaromWorld *world)
{
    const CrFlights *f = &world->flights;
    int watchers = 0;
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        watchers += crFlightLives(f, i) && watches(world, i);
    }
    return watchers;
}

void crFlightBoxesExpect(CaromWorld *world, int questions)
{
    static const CrFlightBox blank;
    CrFlightBoxes *boxes = &world->flightBoxes;
    uint32_t count = crFlightsCount(&world->flights);
    if (boxes->listed || boxes->questions < 0) {
        return;
    }
    boxes->questions += questions;
    if (boxes->questions < FEW_QUESTIONS) {
        return;
    }
    if (!reserve(world, countWatchers(world))) {
        boxes->questions = -1;
        return;
    }
    crBoxesClear(&boxes->all);
    crBoxesClear(&boxes->watchers);
    crArraySetCount(boxes->entries, (int)count);
    boxes->listed = true;
    for (uint32_t i = 0; i < count; i++) {
        CrFlightBox entry = boxes->zoned ? boxes->entries[i] : blank;
        entry.listed = entry.watches = false;
        boxes->entries[i] = entry;
        list(world, i);
    }
    boxes->partly = false;
    boxes->blank = 0;
}

// ---- zones

/// Makes entries blank that may be not.
static void blankAll(CrFlightBoxes *boxes, int count)
{
    static const CrFlightBox blank;
    crArraySetCount(boxes->entries, count);
    for (; boxes->blank < count; boxes->blank++) {
        boxes->entries[boxes->blank] = blank;
    }
}

void crFlightBoxesBeginZones(CaromWorld *world, const uint32_t *lookouts, int count, int item)
{
    CrFlightBoxes *boxes = &world->flightBoxes;
    if (boxes->listed || !reserve(world, crArrayCount(world->watchers))) {
        return;
    }
    if (crArrayCount(boxes->all.nodes) > 0 || crArrayCount(boxes->watchers.nodes) > 0) {
        crBoxesClear(&boxes->all);
        crBoxesClear(&boxes->watchers);
    }
    blankAll(boxes, (int)crFlightsCount(&world->flights));
    crArraySetCount(boxes->noted, 0);
    boxes->partly = boxes->zoned = true;
    for (int k = 0; k < count; k++) {
        boxes->entries[lookouts[k]].zone = item + k + 1;
        (void)crFlightBoxesNote(world, lookouts[k]);
    }
}

bool crFlightBoxesNote(CaromWorld *world, uint32_t i)
{
    CrFlightBoxes *boxes = &world->flightBoxes;
    if (!boxes->zoned || boxes->entries[i].noted) {
        return false;
    }
    boxes->entries[i].noted = true;
    if (boxes->partly) {
        crArrayPush(boxes->noted, i); // each once, so there is room
        list(world, i);
    }
    return true;
}

/// Of a lookout.
static CaromBox zoneOf(const CaromWorld *world, uint32_t i)
{
    const CrMotionGridItem *one =
        &world->movingIndex.motionGrid.all[world->flightBoxes.entries[i].zone - 1];
    CaromBox zone = {crSub(one->center, one->half), crAdd(one->center, one->half)};
    return zone;
}

static bool isWithin(CaromBox box, CaromBox zone)
{
    return box.min.x >= zone.min.x && box.min.y >= zone.min.y && box.max.x <= zone.max.x &&
           box.max.y <= zone.max.y;
}

bool crFlightBoxesKeepsZone(const CaromWorld *world, uint32_t i)
{
    const CrFlightBoxes *boxes = &world->flightBoxes;
    if (!boxes->zoned || boxes->entries[i].zone == 0 || !crFlightLives(&world->flights, i)) {
        return true;
    }
    CaromBox box = boxOf(world, i, boxes->from, boxes->until);
    const CaromProjectileDef *def = &world->flightDefs[world->flights.hot[i].flightDef].def;
    return isWithin(crBoxInflate(box, crMax(def->proximity, def->blast.radius)), zoneOf(world, i));
}

void crFlightBoxesEndZones(CaromWorld *world)
{
    static const CrFlightBox blank;
    CrFlightBoxes *boxes = &world->flightBoxes;
    boxes->zoned = false;
    for (int k = 0; boxes->partly && k < crArrayCount(boxes->noted); k++) {
        unlist(world, boxes->noted[k]);
        boxes->entries[boxes->noted[k]] = blank;
    }
    boxes->partly = false;
}

// ---- asked

static bool isHigher(uint32_t a, uint32_t b)
{
    return a > b;
}

static void sink(uint32_t *heap, int count, int k)
{
    for (int child = 2 * k + 1; child < count; child = 2 * k + 1) {
        child += child + 1 < count && isHigher(heap[child + 1], heap[child]);
        if (!isHigher(heap[child], heap[k])) {
            return;
        }
        uint32_t slot = heap[k];
        heap[k] = heap[child];
        heap[child] = slot;
        k = child;
    }
}

/// Ascending, by a heap.
static void sortSlots(uint32_t *slots, int count)
{
    for (int k = count / 2 - 1; k >= 0; k--) {
        sink(slots, count, k);
    }
    for (int last = count - 1; last > 0; last--) {
        uint32_t highest = slots[0];
        slots[0] = slots[last];
        slots[last] = highest;
        sink(slots, last, 0);
    }
}

static void findListed(CrFlightBoxes *boxes, CaromBox box, const uint32_t **slots, int *count)
{
    CrBoxesWalk walk;
    uint32_t slot;
    crArraySetCount(boxes->found, 0);
    crBoxesStart(&walk, &boxes->all, withinReach(box));
    while (crBoxesNext(&walk, &slot, NULL)) {
        crArrayPush(boxes->found, slot);
    }
    *slots = boxes->found;
    *count = crArrayCount(boxes->found);
    sortSlots(boxes->found, *count);
}

bool crFlightBoxesFind(CaromWorld *world, CaromBox box, const uint32_t **slots, int *count)
{
    CrFlightBoxes *boxes = &world->flightBoxes;
    crFlightBoxesExpect(world, 1);
    if (boxes->listed) {
        findListed(boxes, box, slots, count);
    }
    return boxes->listed;
}

bool crFlightBoxesFindAround(CaromWorld *world, uint32_t i, CaromBox box, const uint32_t **slots,
                             int *count)
{
    CrFlightBoxes *boxes = &world->flightBoxes;
    if (boxes->partly && i != CR_NONE && boxes->entries[i].zone > 0 &&
        isWithin(box, zoneOf(world, i))) {
        findListed(boxes, box, slots, count);
        return true;
    }
    return crFlightBoxesFind(world, box, slots, count);
}

void crNearbyStart(CrNearbyWalk *walk, const CaromWorld *world, uint32_t i, double until,
                   double distance)
{
    const CrFlightBoxes *boxes = &world->flightBoxes;
    bool within = until >= boxes->from && until <= boxes->until; // dues of a snapshot may be past
    walk->listed = (boxes->listed || boxes->partly) && within;
    walk->next = 0;
    walk->count = crFlightsCount(&world->flights);
    if (walk->listed) {
        CaromBox box = crBoxInflate(boxOf(world, i, boxes->from, until), distance);
        crBoxesStart(&walk->boxes, &boxes->all, withinReach(box));
    }
}

bool crNearbyNext(CrNearbyWalk *walk, uint32_t *slot)
{
    if (walk->listed) {
        return crBoxesNext(&walk->boxes, slot, NULL);
    }
    *slot = walk->next++;
    return *slot < walk->count;
}

bool crWatchersStart(CrBoxesWalk *walk, const CaromWorld *world, uint32_t i)
{
    const CrFlightBoxes *boxes = &world->flightBoxes;
    bool listed = (boxes->listed || boxes->partly) && boxes->entries[i].listed;
    if (listed) {
        crBoxesStart(walk, &boxes->watchers, boxes->entries[i].box);
    }
    return listed;
}
