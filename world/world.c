// SPDX-License-Identifier: MIT
// Creation and destruction of a world; refusals; checks shared by all public calls.
#include "world.h"

#include "../shapes/rounding.h"
#include "bodies/shape.h"
#include "contacts/contact.h"
#include "rigid/awake_list.h"
#include "rigid/rigid_contacts.h"
#include "data/flight_pool.h"
#include "data/observer.h"
#include "data/query_lock.h"
#include "data/tasks.h"
#include "data/world.h"
#include "events/event.h"
#include "flight/def_table.h"
#include "flight/flight_boxes.h"
#include "flight/leg.h"
#include "flight/projectile_pairs.h"
#include "flight/ties.h"
#include "geometry/journal.h"
#include "index/contact_watch.h"
#include "index/edit_list.h"
#include "index/moving_index.h"
#include "index/sensors.h"
#include "rigid/rigid_mirror.h"
#include "rigid/rigid_pool.h"

#define WORLD_COOKIE 0x43570001u

// ---- memory

/// Allocates by the game's allocator and counts bytes.
static void *countingResize(void *context, void *memory, size_t oldSize, size_t newSize)
{
    CaromWorld *world = context;
    void *result = crResize(&world->game, memory, oldSize, newSize);
    if (result != NULL || newSize == 0) {
        world->bytes += (int64_t)newSize - (int64_t)oldSize;
    }
    return result;
}

// ---- birth and death

CaromWorldDef caromWorldDef(void)
{
    CaromWorldDef def = {0};
    def.log = caromLogToStderr;
    def.eventWindow = 1.0 / 64.0;
    def.eventLimit = 1000;
    def.steerInterval = 1.0 / 64.0;
    def.contactInterval = 1.0 / 256.0;
    def.contactLimit = CR_CONTACT_LIMIT;
    def.bodyInterval = CR_BODY_INTERVAL;
    def.substeps = CR_SUBSTEPS;
    def.contactHertz = CR_CONTACT_HERTZ;
    def.contactDampingRatio = CR_CONTACT_DAMPING;
    def.contactSpeed = CR_CONTACT_SPEED;
    def.hitThreshold = CR_HIT_THRESHOLD;
    def.restitutionThreshold = CR_BOUNCE_THRESHOLD;
    def.tickLimit = CR_TICK_LIMIT;
    def.sleepTime = CR_SLEEP_TIME;
    def.searchCells = 4096;
    def.rollbackBytes = CR_JOURNAL_BYTES;
    def.cookie = WORLD_COOKIE;
    return def;
}

CaromError crWorldDefCheck(const CaromWorldDef *def)
{
    if (def == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (def->cookie != WORLD_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    CrDefCheck check = {NULL, "caromWorldCreate", def->log, def->logContext, CAROM_OK};
    crDefCheckVec(&check, def->gravity, "CaromWorldDef.gravity: finite");
    crDefCheckRange(&check, def->eventWindow, 1e-6, 1e6,
                    "CaromWorldDef.eventWindow: 1e-6 .. 1e6 s");
    crDefCheckRange(&check, def->eventLimit, 1, 1000000,
                    "CaromWorldDef.eventLimit: 1 .. 1,000,000");
    crDefCheckRange(&check, def->steerInterval, 1e-6, 1e6,
                    "CaromWorldDef.steerInterval: 1e-6 .. 1e6 s");
    crDefCheckRange(&check, def->contactInterval, 1e-6, 1e6,
                    "CaromWorldDef.contactInterval: 1e-6 .. 1e6 s");
    crDefCheckRange(&check, def->contactLimit, 0, 1e9, "CaromWorldDef.contactLimit: 0 .. 1e9");
    crDefCheckRange(&check, def->bodyInterval, 1e-4, 10.0,
                    "CaromWorldDef.bodyInterval: 1e-4 .. 10 s");
    crDefCheckRange(&check, def->substeps, 1, 100, "CaromWorldDef.substeps: 1 .. 100");
    crDefCheckRange(&check, def->contactHertz, CR_CONTACT_HERTZ_MIN, CR_CONTACT_HERTZ_MAX,
                    "CaromWorldDef.contactHertz: 0.01 .. 1e6 Hz");
    crDefCheckRange(&check, def->contactDampingRatio, 0.0, CR_CONTACT_DAMPING_MAX,
                    "CaromWorldDef.contactDampingRatio: 0 .. 1e3");
    crDefCheckRange(&check, def->contactSpeed, 0.0, CR_CONTACT_SPEED_MAX,
                    "CaromWorldDef.contactSpeed: 0 .. 1e6 m/s");
    crDefCheckRange(&check, def->sleepTime, 1e-6, 1e6, "CaromWorldDef.sleepTime: 1e-6 .. 1e6 s");
    crDefCheckRange(&check, def->tickLimit, 1, 1e9, "CaromWorldDef.tickLimit: 1 .. 1e9");
    crDefCheckRange(&check, def->hitThreshold, 0.0, 1e6,
                    "CaromWorldDef.hitThreshold: 0 .. 1e6 m/s");
    crDefCheckRange(&check, def->restitutionThreshold, 0.0, 1e6,
                    "CaromWorldDef.restitutionThreshold: 0 .. 1e6 m/s");
    bool mixes = (unsigned)def->restitutionMix < CAROM_MIX_COUNT &&
                 (unsigned)def->frictionMix < CAROM_MIX_COUNT;
    crDefCheck(&check, mixes ? CAROM_OK : CAROM_ERROR_ENUM, "CaromWorldDef.…Mix");
    crDefCheckRange(&check, def->searchCells, 16, 1000000,
                    "CaromWorldDef.searchCells: 16 .. 1,000,000");
    crDefCheckRange(&check, def->rollbackBytes, 0, INT32_MAX,
                    "CaromWorldDef.rollbackBytes: 0 .. 2,147,483,647");
    crDefCheckRange(&check, def->projectileCapacity, 0, 1e9,
                    "CaromWorldDef.projectileCapacity: 0 .. 1e9");
    crDefCheckRange(&check, def->eventCapacity, 0, 1e9, "CaromWorldDef.eventCapacity: 0 .. 1e9");
    return check.error;
}

#define PLACE 4096
typedef char worldsLieThatFarApart[sizeof(CaromWorld) >= PLACE ? 1 : -1];

/// Returns a tag that differs between worlds that live at the same time, if they lie within 16 TB
/// of each other: no two lie in one place, and each step of the mixing is invertible. Never 0.
static uint32_t tagFromAddress(const CaromWorld *world)
{
    uint32_t place = (uint32_t)((uintptr_t)world / PLACE);
    uint32_t tag = (place ^ place >> 16) * 0x85ebca6bu;
    return tag != 0 ? tag : 1;
}

static CaromError reserve(CaromWorld *world, const CaromWorldDef *def)
{
    CaromError error = crFlightsReserve(world, def->projectileCapacity);
    return error != CAROM_OK ? error : crEventsReserve(world, def->eventCapacity);
}

CaromError crWorldFill(CaromWorld *world, const CaromWorldDef *def, const CrKernels *kernels)
{
    static const CaromWorld blank;
    *world = blank;
    world->game = def->allocator;
    world->allocator.resize = countingResize;
    world->allocator.context = world;
    world->bytes = (int64_t)sizeof *world;
    world->log = def->log;
    world->logContext = def->logContext;
    world->logAll = def->logAll;
    world->turnUntil = world->editedAt = -CR_NEVER;
    world->flights.free = world->flights.freeExtra = world->flights.freePierces = CR_NONE;
    world->tag = def->tag != 0 ? def->tag : tagFromAddress(world);
    world->gravity = def->gravity;
    world->eventWindow = def->eventWindow;
    world->eventLimit = world->eventCap = def->eventLimit;
    world->steerInterval = def->steerInterval;
    world->contactInterval = def->contactInterval;
    world->contactLimit = def->contactLimit;
    world->bodyInterval = def->bodyInterval;
    world->substeps = def->substeps;
    world->tickLimit = def->tickLimit;
    world->rigids.tuning.hertz = def->contactHertz;
    world->rigids.tuning.dampingRatio = def->contactDampingRatio;
    world->rigids.tuning.speed = def->contactSpeed;
    world->hitThreshold = def->hitThreshold;
    world->restitutionThreshold = def->restitutionThreshold;
    world->enableSleep = def->enableSleep;
    world->sleepTime = def->sleepTime;
    world->restitutionMix = def->restitutionMix;
    world->frictionMix = def->frictionMix;
    world->searchCells = def->searchCells;
    world->journal.limit = def->rollbackBytes;
    world->lastRecipe = world->lastMatter = world->freeKey = CR_NONE;
    world->pairRoot = -1;
    world->tasks.count = 1;
    crGridInit(&world->grid, &world->allocator);
    world->grid.lanes.kernels = kernels;
    crBoxCellsInit(&world->boxes, &world->allocator);
    crMovingIndexInit(world);
    crProjectilePairsInit(world);
    crFlightBoxesInit(world);
    crTiesForget(world);
    crEditsInit(world);
    crSensorsInit(world);
    return reserve(world, def);
}

CaromWorld *caromWorldCreate(const CaromWorldDef *def, CaromError *error)
{
    CaromError ignored = CAROM_OK;
    error = error != NULL ? error : &ignored;
    *error = crWorldDefCheck(def);
    if (*error != CAROM_OK) {
        crRefuseDef(*error, "caromWorldCreate");
        return NULL;
    }
    CaromWorld *world = NULL;
    if (!crRoundsAsExpected()) {
        *error = CAROM_ERROR_ROUNDING;
    } else {
        world = crResize(&def->allocator, NULL, 0, sizeof *world);
        *error = world != NULL ? crWorldFill(world, def, crKernelsBest()) : CAROM_ERROR_MEMORY;
    }
    if (*error == CAROM_OK) {
        return world;
    }
    if (def->log != NULL) {
        def->log(def->logContext, *error, "caromWorldCreate", caromErrorText(*error));
    }
    caromWorldDestroy(world);
    return NULL;
}

CaromError caromWorldDestroy(CaromWorld *world)
{
    if (world == NULL) {
        return CAROM_OK;
    }
    if (world->locked || crQueryIsAsking(world)) {
        return crRefuse(world, CAROM_ERROR_BUSY, "caromWorldDestroy");
    }
    crObserversEnded(world);
    crWorldFree(world);
    return CAROM_OK;
}

void crWorldFree(CaromWorld *world)
{
    const CaromAllocator *allocator = &world->allocator;
    crJournalFree(world);
    crShapesFree(world);
    crArrayFree(world->bodies, allocator);
    crRigidsFree(world);
    crSlotsFree(&world->bodySlots, allocator);
    crGridFree(&world->grid);
    crBoxCellsFree(&world->boxes);
    crMovingIndexFree(world);
    crSensorsFree(world);
    crContactsFree(world);
    crEditsFree(world);
    crArrayFree(world->pendingBlasts, allocator);
    crFlightsFree(world);
    crProjectilePairsFree(world);
    crFlightBoxesFree(world);
    crArrayFree(world->ties.all, &world->allocator);
    crFlightDefsFree(world);
    crArrayFree(world->pairs, allocator);
    crEventsFree(world);
    crTasksFree(world);
    CR_ASSERT(world->bytes == (int64_t)sizeof *world);
    CaromAllocator game = world->game;
    crResize(&game, world, sizeof *world, 0);
}

/// Points the parts of a world to its allocator.
static void replant(CaromWorld *world)
{
    const CaromAllocator *allocator = &world->allocator;
    world->allocator.context = world;
    world->grid.allocator = allocator;
    world->boxes.allocator = allocator;
    world->movingIndex.layer.allocator = allocator;
    world->movingIndex.cells.allocator = allocator;
    world->movingIndex.motionGrid.allocator = allocator;
    world->edits.layer.allocator = allocator;
    world->sensors.boxes.allocator = allocator;
    world->projectilePairs.boxes.allocator = allocator;
    world->flightBoxes.all.allocator = allocator;
    world->flightBoxes.watchers.allocator = allocator;
    crRigidMirrorMoved(world);
}

void crWorldExchange(CaromWorld *a, CaromWorld *b)
{
    CaromWorld c = *a;
    *a = *b;
    *b = c;
    replant(a);
    replant(b);
}

// ---- settings and figures

CaromError caromWorldSetHitCallback(CaromWorld *world, CaromHitFunction *callback, void *context)
{
    CaromError error = crCheckEditable(world);
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromWorldSetHitCallback");
    }
    world->hitCallback = callback;
    world->hitContext = context;
    crRecordCallbacks(world);
    return CAROM_OK;
}

CaromError caromWorldSetMeetCallback(CaromWorld *world, CaromMeetFunction *callback, void *context)
{
    CaromError error = crCheckEditable(world);
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromWorldSetMeetCallback");
    }
    world->meetCallback = callback;
    world->meetContext = context;
    crRecordCallbacks(world);
    return CAROM_OK;
}

CaromError caromWorldSetContactCallback(CaromWorld *world, CaromContactFunction *callback,
                                        void *context)
{
    CaromError error = crCheckEditable(world);
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromWorldSetContactCallback");
    }
    world->contactCallback = callback;
    world->contactContext = context;
    crRecordCallbacks(world);
    return CAROM_OK;
}

CaromError caromWorldSetProfileClock(CaromWorld *world, CaromClockFunction *clock, void *context)
{
    static const CaromProfile blank;
    CaromError error = crCheckEditable(world);
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromWorldSetProfileClock");
    }
    world->clock = clock;
    world->clockContext = context;
    world->profile = blank;
    return CAROM_OK;
}

CaromError caromWorldSetHitThreshold(CaromWorld *world, double threshold)
{
    CaromError error = crCheckEditable(world);
    error = crThen(error, crCheckNumber(threshold));
    if (error == CAROM_OK && !(threshold >= 0.0 && threshold <= 1e6)) {
        error = CAROM_ERROR_OUT_OF_RANGE;
    }
    if (error == CAROM_OK) {
        world->hitThreshold = threshold;
    }
    return crEndCall(world, error, caromWorldSetHitThreshold, .number = threshold);
}

double caromWorldHitThreshold(const CaromWorld *world)
{
    return world != NULL ? world->hitThreshold : 0.0;
}

double caromWorldTime(const CaromWorld *world)
{
    return world != NULL ? world->queryTime : 0.0;
}

CaromVec2 caromWorldGravity(const CaromWorld *world)
{
    return world != NULL ? world->gravity : crVec(0.0, 0.0);
}

/// Resting flights have an extra record: the others need not be searched.
static int restingCount(const CrFlights *flights)
{
    int count = 0;
    for (int k = 0; k < crArrayCount(flights->extras); k++) {
        uint32_t i = flights->extras[k].flight;
        count += i != CR_NONE && flights->hot[i].mode == CAROM_PROJECTILE_RESTING;
    }
    return count;
}

CaromCounters caromWorldCounters(const CaromWorld *world)
{
    static const CaromCounters blank;
    if (world == NULL) {
        return blank;
    }
    CaromCounters counters = world->counters;
    counters.bodies = world->bodySlots.liveCount;
    counters.shapes = world->shapeSlots.liveCount;
    counters.edges = world->edgeCount;
    counters.contacts = crArrayCount(world->touchings.all);
    counters.touching = crRigidTouching(world);
    counters.awake = crRigidsAwake(world);
    counters.projectiles = world->flights.liveCount;
    counters.flightDefs = crFlightDefCount(world);
    counters.bytes = world->bytes;
    counters.resting = restingCount(&world->flights);
    return counters;
}

CaromProfile caromWorldProfile(const CaromWorld *world)
{
    static const CaromProfile blank;
    return world != NULL ? world->profile : blank;
}
