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
}

int64_t crFlightBoxesBytes(const CaromWorld *world)
{
    const CrFlightBoxes *boxes = &world->flightBoxes;
    return crBoxesBytes(&boxes->all) + crBoxesBytes(&boxes->watchers) +
           crArrayBytes(boxes->entries) + crArrayBytes(boxes->found);
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
    if (world->flightBoxes.listed) {
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
    boxes->listed = false;
}

void crFlightBoxesEnd(CaromWorld *world)
{
    world->flightBoxes.questions = -1;
    world->flightBoxes.listed = false;
}

static bool reserve(CaromWorld *world)
{
    CrFlightBoxes *boxes = &world->flightBoxes;
    const CrFlights *f = &world->flights;
    const CaromAllocator *a = &world->allocator;
    int count = crArrayCapacity(f->next), watchers = 0;
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        watchers += crFlightLives(f, i) && watches(world, i);
    }
    return crArrayReserve(boxes->entries, count, a) && crArrayReserve(boxes->found, count, a) &&
           crBoxesReserve(&boxes->all, count) == CAROM_OK &&
           crBoxesReserve(&boxes->watchers, watchers) == CAROM_OK;
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
    if (!reserve(world)) {
        boxes->questions = -1;
        return;
    }
    crBoxesClear(&boxes->all);
    crBoxesClear(&boxes->watchers);
    crArraySetCount(boxes->entries, (int)count);
    boxes->listed = true;
    for (uint32_t i = 0; i < count; i++) {
        boxes->entries[i] = blank;
        list(world, i);
    }
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

bool crFlightBoxesFind(CaromWorld *world, CaromBox box, const uint32_t **slots, int *count)
{
    CrFlightBoxes *boxes = &world->flightBoxes;
    crFlightBoxesExpect(world, 1);
    if (!boxes->listed) {
        return false;
    }
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
    return true;
}

void crNearbyStart(CrNearbyWalk *walk, const CaromWorld *world, uint32_t i, double until,
                   double distance)
{
    const CrFlightBoxes *boxes = &world->flightBoxes;
    walk->listed = boxes->listed && until <= boxes->until;
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
    bool listed = boxes->listed && boxes->entries[i].listed;
    if (listed) {
        crBoxesStart(walk, &boxes->watchers, boxes->entries[i].box);
    }
    return listed;
}
