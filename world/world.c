// SPDX-License-Identifier: MIT
// Birth and death of a world; refusals; checks that all doors share.
#include "world.h"

#include "../shapes/rounding.h"
#include "asking.h"

#include "edit.h"
#include "event.h"
#include "flight.h"
#include "flight_slots.h"
#include "history.h"
#include "kinematics.h"
#include "flight_boxes.h"
#include "ties.h"
#include "partner.h"
#include "recipe.h"
#include "recorder.h"
#include "sensor.h"
#include "touching.h"
#include "shape.h"
#include "task.h"

#include <float.h>

#define WORLD_COOKIE 0x43570001u

// ---- memory

/// Stands between the world and the game's allocator, and counts.
static void *countingResize(void *context, void *memory, size_t oldSize, size_t newSize)
{
    CaromWorld *world = context;
    void *result = crResize(&world->game, memory, oldSize, newSize);
    if (result != NULL || newSize == 0) {
        world->bytes += (int64_t)newSize - (int64_t)oldSize;
    }
    return result;
}

// ---- refusals

/// A copy's refusals count as its origin's.
static CrHeard *heardBy(const CaromWorld *world)
{
    while (world->asking.of != NULL) {
        world = world->asking.of;
    }
    return &((CaromWorld *)world)->heard; // atomic
}

static void logRefusal(const CaromWorld *world, CaromError error, const char *function,
                       const char *text)
{
    if (world->log != NULL &&
        (world->logAll || crHeardFirst(heardBy(world), error, function, text))) {
        world->log(world->logContext, error, function, text);
    }
}

CaromError crComplain(const CaromWorld *world, CaromError error, const char *function)
{
    if (error != CAROM_OK && world != NULL) {
        logRefusal(world, error, function, caromErrorText(error));
    }
    return error;
}

int crRefuseQuery(const CaromWorld *world, CaromError error, const char *function)
{
    return -(int)crComplain(world, error, function);
}

int crRefuseOptions(const CaromWorld *world, CaromError error, const char *function)
{
    if (error == CAROM_ERROR_DEF && world != NULL) {
        logRefusal(world, error, function, CR_UNFILLED("options"));
        return -(int)error;
    }
    return crRefuseQuery(world, error, function);
}

CaromError crRefuse(CaromWorld *world, CaromError error, const char *function)
{
    if (error != CAROM_OK && world != NULL) {
        world->lastError = error;
    }
    return crComplain(world, error, function);
}

CaromError crCheckNumber(double x)
{
    if (!crFinite(x)) {
        return CAROM_ERROR_NOT_FINITE;
    }
    return crAbs(x) <= CR_HUGE ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

CaromError crCheckReach(double x, double least)
{
    if (x != x || x < -DBL_MAX) {
        return CAROM_ERROR_NOT_FINITE;
    }
    return x >= least ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

CaromError crCheckVecFully(CaromVec2 v)
{
    CaromError error = crCheckNumber(v.x);
    return error != CAROM_OK ? error : crCheckNumber(v.y);
}

CaromError crCheckEditable(const CaromWorld *world)
{
    CaromError error = crCheckAtRest(world);
    return error == CAROM_OK && crIsAsking(world) ? CAROM_ERROR_BUSY : error;
}

CaromError crCheckAtRest(const CaromWorld *world)
{
    if (world == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (world->locked) {
        return CAROM_ERROR_BUSY;
    }
    return crRoundsAsExpected() ? CAROM_OK : CAROM_ERROR_ROUNDING;
}

void crDefCheck(CrDefCheck *check, CaromError error, const char *field)
{
    if (error == CAROM_OK) {
        return;
    }
    if (check->error == CAROM_OK) {
        check->error = error;
    }
    if (check->world != NULL) {
        logRefusal(check->world, error, check->function, field);
    } else if (check->log != NULL) {
        check->log(check->logContext, error, check->function, field);
    }
}

void crDefCheckRange(CrDefCheck *check, double x, double lo, double hi, const char *field)
{
    CaromError error = CAROM_OK;
    if (x - x != 0.0) {
        error = CAROM_ERROR_NOT_FINITE;
    } else if (x < lo || x > hi) {
        error = CAROM_ERROR_OUT_OF_RANGE;
    }
    crDefCheck(check, error, field);
}

void crDefCheckVec(CrDefCheck *check, CaromVec2 v, const char *field)
{
    crDefCheck(check, crCheckVec(v), field);
}

CaromError crCheckId(const CaromWorld *world, const CrSlots *slots, uint32_t index, uint32_t age,
                     uint32_t tag)
{
    if (index == 0) {
        return CAROM_ERROR_STALE_ID;
    }
    if (tag != world->tag) {
        return CAROM_ERROR_FOREIGN_ID;
    }
    return crSlotsHolds(slots, index, age) ? CAROM_OK : CAROM_ERROR_STALE_ID;
}

CaromError crCheckFlightId(const CaromWorld *world, CaromProjectileId id)
{
    const CrFlights *f = &world->flights;
    if (id.index != 0 && id.world != world->tag) {
        return CAROM_ERROR_FOREIGN_ID;
    }
    bool held =
        id.index != 0 && crFlightLives(f, id.index - 1) && f->tail[id.index - 1].age == id.age;
    return held ? CAROM_OK : CAROM_ERROR_STALE_ID;
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
    def.searchCells = 4096;
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
    bool mixes = (unsigned)def->restitutionMix < CAROM_MIX_COUNT &&
                 (unsigned)def->frictionMix < CAROM_MIX_COUNT;
    crDefCheck(&check, mixes ? CAROM_OK : CAROM_ERROR_ENUM, "CaromWorldDef.…Mix");
    crDefCheckRange(&check, def->searchCells, 16, 1000000,
                    "CaromWorldDef.searchCells: 16 .. 1,000,000");
    crDefCheckRange(&check, def->projectileCapacity, 0, 1e9,
                    "CaromWorldDef.projectileCapacity: 0 .. 1e9");
    crDefCheckRange(&check, def->eventCapacity, 0, 1e9, "CaromWorldDef.eventCapacity: 0 .. 1e9");
    return check.error;
}

#define PLACE 4096
typedef char worldsLieThatFarApart[sizeof(CaromWorld) >= PLACE ? 1 : -1];

/// Different for worlds that live at the same time, as long as they lie within 16 TB of each other:
/// no two lie in one place, and each step of the mixing could be undone. Never 0.
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
    world->restitutionMix = def->restitutionMix;
    world->frictionMix = def->frictionMix;
    world->searchCells = def->searchCells;
    world->lastRecipe = world->lastMatter = world->freeKey = CR_NONE;
    world->pairRoot = -1;
    world->tasks.count = 1;
    crGridInit(&world->grid, &world->allocator);
    world->grid.lanes.kernels = kernels;
    crBoxesInit(&world->boxes, &world->allocator);
    crKinematicsInit(world);
    crPartnersInit(world);
    crFlightBoxesInit(world);
    crTiesForget(world);
    crEditsInit(world);
    crSensorsInit(world);
    crTouchingsInit(world);
    return reserve(world, def);
}

void crRefuseDef(CaromError error, const char *function)
{
    if (error == CAROM_ERROR_NULL || error == CAROM_ERROR_DEF) {
        caromLogToStderr(NULL, error, function, caromErrorText(error));
    }
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
    if (world->locked || crIsAsking(world)) {
        return crRefuse(world, CAROM_ERROR_BUSY, "caromWorldDestroy");
    }
    crRecordEnd(world);
    crHistoriesEnd(world);
    crWorldFree(world);
    return CAROM_OK;
}

void crWorldFree(CaromWorld *world)
{
    const CaromAllocator *allocator = &world->allocator;
    crShapesFree(world);
    crArrayFree(world->bodies, allocator);
    crSlotsFree(&world->bodySlots, allocator);
    crGridFree(&world->grid);
    crBoxesFree(&world->boxes);
    crKinematicsFree(world);
    crSensorsFree(world);
    crTouchingsFree(world);
    crEditsFree(world);
    crArrayFree(world->charges, allocator);
    crFlightsFree(world);
    crPartnersFree(world);
    crFlightBoxesFree(world);
    crArrayFree(world->ties.all, &world->allocator);
    crRecipesFree(world);
    crArrayFree(world->pairs, allocator);
    crEventsFree(world);
    crTasksFree(world);
    CR_ASSERT(world->bytes == (int64_t)sizeof *world);
    CaromAllocator game = world->game;
    crResize(&game, world, sizeof *world, 0);
}

/// What is in a world knows where its allocator is.
static void replant(CaromWorld *world)
{
    const CaromAllocator *allocator = &world->allocator;
    world->allocator.context = world;
    world->grid.allocator = allocator;
    world->boxes.allocator = allocator;
    world->kinematics.layer.allocator = allocator;
    world->kinematics.drifts.allocator = allocator;
    world->edits.layer.allocator = allocator;
    world->sensors.boxes.allocator = allocator;
    world->sensors.layer.allocator = allocator;
    world->touchings.layer.allocator = allocator;
    world->partners.boxes.allocator = allocator;
    world->flightBoxes.all.allocator = allocator;
    world->flightBoxes.watchers.allocator = allocator;
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

double caromWorldTime(const CaromWorld *world)
{
    return world != NULL ? world->queryTime : 0.0;
}

CaromVec2 caromWorldGravity(const CaromWorld *world)
{
    return world != NULL ? world->gravity : crVec(0.0, 0.0);
}

CaromError caromWorldLastError(const CaromWorld *world)
{
    return world != NULL ? world->lastError : CAROM_ERROR_NULL;
}

/// Who rests has a record: no need to look at all the others.
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
    counters.projectiles = world->flights.liveCount;
    counters.recipes = crRecipeCount(world);
    counters.bytes = world->bytes;
    counters.resting = restingCount(&world->flights);
    return counters;
}

CaromProfile caromWorldProfile(const CaromWorld *world)
{
    static const CaromProfile blank;
    return world != NULL ? world->profile : blank;
}
