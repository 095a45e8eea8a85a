// SPDX-License-Identifier: MIT
// Reads flights. The next step searches again for each flight's next event.
#include "../data/flight_pool.h"
#include "../flight/acceleration.h"
#include "../flight/def_table.h"
#include "../flight/leg.h"
#include "../flight/projectile_pairs.h"
#include "../index/sensors.h"
#include "../projectile/event_queue.h"
#include "../support/rest.h"
#include "snapshot_types.h"

// ---- slots

static void loadAge(CrLoad *load)
{
    CrFlights *f = &load->world->flights;
    uint32_t age = 0;
    bool live = false;
    crStreamU32(load->stream, &age);
    crStreamBool(load->stream, &live);
    uint32_t i = crFlightsTake(f);
    f->tail[i].age = age;
    f->next[i] = CR_NEVER;
    if (!live) {
        f->hot[i].leg |= CR_LEG_FREE;
        f->liveCount--;
    }
}

/// Reads the list of free slots in its order. A walk along it checks that it is a list.
static void loadFree(CrLoad *load)
{
    CrFlights *f = &load->world->flights;
    CrStream *s = load->stream;
    uint32_t count = 0, *link = &f->free;
    crStreamCount(s, &count, 4);
    for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
        uint32_t slot = 0;
        crStreamU32(s, &slot);
        bool ok = slot < crFlightsCount(f) && !crFlightLives(f, slot);
        crStreamExpect(s, ok);
        if (ok) {
            *link = slot;
            link = &f->hot[slot].nextKey;
            *link = CR_NONE;
            f->freeCount++;
        }
    }
    crStreamExpect(s, crFlightsHold(f));
}

static void loadSlots(CrLoad *load)
{
    CrStream *s = load->stream;
    uint32_t count = 0;
    crStreamCount(s, &count, 5);
    crStreamExpect(s, count <= 0x40000000u);
    if (crStreamIsGood(s)) {
        crLoadReserved(load, crFlightsReserve(load->world, (int)count) == CAROM_OK);
    }
    for (uint32_t i = 0; i < count && crStreamIsGood(s); i++) {
        loadAge(load);
    }
    if (crStreamIsGood(s)) {
        loadFree(load);
    }
}

// ---- what an extra record holds

static bool isKey(const CaromWorld *world, uint32_t key)
{
    return key == CR_NONE || key < (uint32_t)crArrayCount(world->keyOwners);
}

/// Stale references must be found to be stale by the next step.
static bool isPierceable(const CaromWorld *world, const CrPierced *pierced)
{
    bool current = crSlotsHolds(&world->shapeSlots, pierced->shape + 1, pierced->age) &&
                   !world->shapes[pierced->shape].sensor;
    return pierced->shape < crSlotsCount(&world->shapeSlots) &&
           (current || crArrayCount(world->edits.boxes) > 0);
}

static void loadPierces(CrLoad *load, CrPierces *pierces)
{
    CrStream *s = load->stream;
    int count = 0;
    crStreamInt(s, &count);
    crStreamExpect(s, count <= CR_PIERCE_DEPTH);
    for (int k = 0; k < count && crStreamIsGood(s); k++) {
        crStreamFields(s, &crPiercedTable, &pierces->of[k]);
        crStreamExpect(s, isPierceable(load->world, &pierces->of[k]));
    }
    pierces->count = crStreamIsGood(s) ? count : 0;
}

static void loadPartner(CrLoad *load, uint32_t i)
{
    CaromWorld *world = load->world;
    crLoadReserved(load, crProjectilePairsReserve(world, 1) == CAROM_OK);
    if (crStreamIsGood(load->stream)) {
        crProjectilePairsAdd(world, i);
        crStreamFields(load->stream, &crProjectilePairTable,
                       &crArrayLast(world->projectilePairs.all));
    }
}

/// One that sticks does so in a shape of the body that carries it.
static bool sticksWell(const CaromWorld *world, uint32_t i)
{
    const CrFlightExtra *extra = crFlightExtra(&world->flights, i);
    CrSupport support;
    return extra->stuckBody < crSlotsCount(&world->bodySlots) &&
           (!crFlightSupport(world, i, &support) ||
            world->shapes[support.shape].body == extra->stuckBody);
}

static void loadStuck(CrLoad *load, uint32_t i)
{
    CrFlights *f = &load->world->flights;
    crFlightOwn(f, i)->listed = true;
    crArrayPush(f->stuck, f->hot[i].extra);
    crStreamExpect(load->stream, sticksWell(load->world, i));
}

static CrPassed passedOfKey(const CaromWorld *world, uint32_t key)
{
    static const CrPassed none = {.shape = CR_NONE};
    bool isOwned = key != CR_NONE && world->keyOwners[key].shape != CR_NONE;
    return isOwned ? crPassedMake(world, world->keyOwners[key].shape,
                                  (int)world->keyOwners[key].feature)
                   : none;
}

static void loadExtra(CrLoad *load, uint32_t i, bool hasPierces)
{
    CaromWorld *world = load->world;
    CrFlights *f = &world->flights;
    CrStream *s = load->stream;
    int mode = f->hot[i].mode;
    crLoadReserved(load, crExtrasReserve(world, 1, hasPierces) == CAROM_OK);
    if (!crStreamIsGood(s)) {
        return;
    }
    crFlightTakeExtra(world, i, hasPierces);
    CrFlightExtra *extra = crFlightOwn(f, i);
    crExtraFields(s, extra, mode);
    extra->ignoreBody.world = extra->ignoreBody.index != 0 ? world->tag : 0;
    extra->steering.targetBody.world = extra->steering.targetBody.index != 0 ? world->tag : 0;
    double past = crMax(world->time - f->hot[i].start, 0.0) * (1.0 + 1e-9) + 1e-6;
    crStreamExpect(s, isKey(world, extra->passed.shape) && isKey(world, extra->supportKey) &&
                          extra->after <= past);
    if (crStreamIsGood(s)) {
        extra->passed = passedOfKey(world, extra->passed.shape);
        extra->supportMark = crSupportMark(world, extra->supportKey, extra->supportMark);
    }
    if (hasPierces) {
        loadPierces(load, crFlightOwnPierces(f, i));
    }
    if (crStreamIsGood(s) && mode == CAROM_PROJECTILE_STUCK) {
        loadStuck(load, i);
    }
    if (world->flightDefs[f->hot[i].flightDef].def.meetMask != 0) {
        loadPartner(load, i);
    }
}

/// That no turn of it is left undone.
static bool isSteeredInTime(const CaromWorld *world, uint32_t i)
{
    return world->flights.hot[i].mode == CAROM_PROJECTILE_PENDING ||
           crFlightSteerDue(world, i) >= crMax(world->flights.hot[i].start, world->time);
}

// ---- sensors on its way

static bool isSensor(const CaromWorld *world, const CrInside *node)
{
    bool current = crSlotsHolds(&world->shapeSlots, node->shape + 1, node->age) &&
                   world->shapes[node->shape].sensor;
    return node->shape < crSlotsCount(&world->shapeSlots) && (current || world->sensors.edited);
}

/// In order of shapes.
static void loadNodes(CrLoad *load, uint32_t i, uint32_t count)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    uint32_t last = CR_NONE;
    for (uint32_t k = 0; k < count && crStreamIsGood(s); k++) {
        CrInside node = {0, 0, CR_NONE, false, 0.0, CR_NEVER};
        crStreamFields(s, &crInsideTable, &node);
        crLoadReserved(load, crArrayGrow(world->sensors.nodes, 1, &world->allocator));
        crStreamExpect(s, isSensor(world, &node) &&
                              (k == 0 || world->sensors.nodes[last].shape < node.shape));
        if (crStreamIsGood(s)) {
            uint32_t at = (uint32_t)crArrayCount(world->sensors.nodes);
            crArrayPush(world->sensors.nodes, node);
            *(k == 0 ? &world->flights.crossings[i].inside : &world->sensors.nodes[last].next) = at;
            last = at;
        }
    }
}

static void loadCrossing(CrLoad *load, uint32_t i)
{
    CrStream *s = load->stream;
    CrSensorCrossing crossing = {-CR_NEVER, 0.0, CR_NONE, false};
    uint32_t count = 0;
    crStreamFields(s, &crSensorCrossingTable, &crossing);
    crStreamCount(s, &count, 16);
    load->world->flights.crossings[i] = crossing;
    loadNodes(load, i, count);
}

// ---- one flight

static bool isUsed(const CaromWorld *world, uint32_t flightDef)
{
    return flightDef < (uint32_t)crArrayCount(world->flightDefs) &&
           world->flightDefs[flightDef].def.cookie != 0;
}

/// Returns whether it has the records that it needs.
static bool isEquipped(const CaromWorld *world, const CrFlightRecord *record)
{
    const CaromProjectileDef *def = &world->flightDefs[record->hot.flightDef].def;
    bool lies =
        record->hot.mode >= CAROM_PROJECTILE_SETTLING && record->hot.mode <= CAROM_PROJECTILE_STUCK;
    bool owns = (record->hot.leg & CR_LEG_PULLS) == CR_LEG_PULL_OWN;
    bool extra = lies || owns || record->hasPierces || crNeedsExtra(world, def);
    return (record->hasExtra || !extra) && (record->hasPierces || !crMayPierce(world, def));
}

static bool isWithin(CaromVec2 v, double most)
{
    return crAbs(v.x) <= most && crAbs(v.y) <= most;
}

/// Where it is at the clock, too.
static bool isInRangeNow(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    return isWithin(crFlightPlaceAt(f, i, world->time), CR_PLACE_MOST) &&
           isWithin(crFlightVelocityAt(f, i, world->time), CR_SPEED_MOST);
}

/// Nothing is known of what comes next.
static void forget(CaromWorld *world, uint32_t i)
{
    crFlightForget(world, i);
    if (world->flights.hot[i].mode == CAROM_PROJECTILE_PENDING) {
        world->flights.hot[i].nextKind = CR_NEXT_LAUNCH;
    }
}

static void loadFlight(CrLoad *load, uint32_t i)
{
    static const CrFlightRecord blank;
    CaromWorld *world = load->world;
    CrFlights *f = &world->flights;
    CrStream *s = load->stream;
    CrFlightRecord record = blank;
    crStreamFields(s, &crFlightRecordTable, &record);
    bool ok = crStreamIsGood(s) && !(record.hot.leg & CR_LEG_EXTRA) &&
              isUsed(world, record.hot.flightDef) && isEquipped(world, &record);
    crStreamExpect(s, ok);
    if (!ok) {
        return;
    }
    record.tail.age = f->tail[i].age;
    f->hot[i] = record.hot;
    f->tail[i] = record.tail;
    crFlightDefUse(world, record.hot.flightDef, 1);
    if (record.hasExtra) {
        loadExtra(load, i, record.hasPierces);
    }
    if (f->crossings != NULL) {
        loadCrossing(load, i);
    }
    crStreamExpect(s, !crStreamIsGood(s) || isInRangeNow(world, i));
    crStreamExpect(s, !crStreamIsGood(s) ||
                          (crFlightIsUpToDate(world, i) && isSteeredInTime(world, i)));
    forget(world, i);
}

// ---- all of them

/// What flights of the flight defs may need besides.
static void reserveTurns(CrLoad *load)
{
    CaromWorld *world = load->world;
    bool turns = false;
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        turns |= world->flightDefs[r].def.cookie != 0 && crIsQueued(&world->flightDefs[r].def);
    }
    crLoadReserved(load, !turns || crEventQueueReserve(world) == CAROM_OK);
}

static bool areNumbered(const CaromWorld *world, uint64_t legs)
{
    bool ok = true;
    for (int k = 0; k < crArrayCount(world->projectilePairs.all); k++) {
        ok &= world->projectilePairs.all[k].leg <= legs;
    }
    return ok;
}

void crLoadFlights(CrLoad *load)
{
    CaromWorld *world = load->world;
    CrStream *s = load->stream;
    uint64_t legs = 0;
    crStreamTag(s, "FLIG");
    loadSlots(load);
    crStreamU64(s, &legs);
    reserveTurns(load);
    for (uint32_t i = 0; i < crFlightsCount(&world->flights) && crStreamIsGood(s); i++) {
        if (crFlightLives(&world->flights, i)) {
            loadFlight(load, i);
        }
    }
    crStreamExpect(s, areNumbered(world, legs));
    crStreamExpect(s, !crStreamIsGood(s) || crFlightDefsRelist(world));
    world->projectilePairs.legs = legs;
}
