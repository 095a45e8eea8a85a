// SPDX-License-Identifier: MIT
#include "preview_world.h"

#include "../data/query_lock.h"
#include "../index/edit_list.h"
#include "../flight/leg.h"
#include "../flight/flight_boxes.h"
#include "../data/flight_pool.h"
#include "../projectile/projectile.h"
#include "../flight/def_table.h"
#include "../flight/ties.h"
#include "../projectile/edits.h"

/// What flights may write.
static void plant(CrPreviewWorld *previewWorld)
{
    static const CrEvents noEvents;
    static const CrIntern noKinds;
    CaromWorld *world = &previewWorld->world;
    CrFlights *f = &world->flights;
    f->hot = &previewWorld->hot;
    f->free = CR_NONE;
    f->freeCount = 0;
    f->crossings = NULL;
    f->queued = NULL;
    f->queuedAfter = NULL;
    f->clearUntil = NULL;
    world->movingIndex.isClear = false; // that is about the clear times of the original
    crArrayPlant(world->flightDefs, &previewWorld->flightDefs);
    crArraySetCount(world->flightDefs, 1);
    crArrayPlant(f->pulls, &previewWorld->pulls);
    crArraySetCount(f->pulls, 1);
    crArrayPlant(f->extras, &previewWorld->extras);
    crArrayPlant(f->pierces, &previewWorld->pierces);
    crArrayPlant(f->stuck, &previewWorld->stuck);
    f->freeExtra = f->freePierces = CR_NONE;
    f->extrasLeft = f->piercesLeft = 0;
#define PLANT(type, name) crArrayPlant(f->name, &previewWorld->name);
    CR_FLIGHT_ARRAYS(PLANT)
#undef PLANT
    world->events = noEvents;
    world->queue = NULL;
    world->changed = NULL;
    world->watchers = NULL;
    world->linked = NULL;
    crFlightBoxesEnd(world);
    crTiesForget(world);
    world->pendingBlasts = NULL; // commands act on what is there
    world->recipeKinds = noKinds;
    crArrayPlant(world->recipeKinds.entries, &previewWorld->recipeUsers);
    crArraySetCount(world->recipeKinds.entries, 1);
    (void)crFlightsTake(f);
}

void crPreviewWorldInit(CrPreviewWorld *previewWorld, const CaromWorld *world, double until,
                        CaromPrediction *prediction)
{
    static const CrPreviewSink blank;
    static const CrSensors noSensors;
    CaromWorld *copy = &previewWorld->world;
    crWorldCopy(copy, world);
    plant(previewWorld);
    previewWorld->recorder = blank;
    previewWorld->recorder.original = world;
    previewWorld->recorder.prediction = prediction;
    copy->recorder = &previewWorld->recorder;
    copy->allocator.resize = crRefuseMemory;
    copy->log = NULL;
    copy->turnUntil = -CR_NEVER;
    copy->time = copy->queryTime;
    copy->editedAt = crArrayCount(world->edits.boxes) > 0 ? copy->time : copy->editedAt;
    copy->movingIndex.usable = false;
    copy->movingIndex.to = copy->movingIndex.last = until;
    copy->sensors = noSensors; // they change no flight
}

/// One user more than there are: the flight def stays when the flight ends.
static void setRecipe(CrPreviewWorld *previewWorld, const CaromProjectileDef *def, CrPull pull)
{
    CrInternEntry entry = {0, 2};
    previewWorld->world.flightDefs[0].def = *def;
    previewWorld->world.recipeKinds.entries[0] = entry;
    previewWorld->world.flights.hot[CR_PREVIEW_WORLD].flightDef = 0;
    previewWorld->world.flights.pulls[0] = pull;
}

void crPreviewWorldFire(CrPreviewWorld *previewWorld, const CaromProjectileDef *def)
{
    CaromProjectileDef flightDef = crProjectileFlightDef(def);
    setRecipe(previewWorld, &flightDef, crFlightDefPull(&previewWorld->world, &flightDef));
    crProjectileBegin(&previewWorld->world, CR_PREVIEW_WORLD, def, def->position, def->velocity);
    crEditsApplyTo(&previewWorld->world, CR_PREVIEW_WORLD);
}

void crPreviewWorldFollow(CrPreviewWorld *previewWorld, uint32_t slot)
{
    const CaromWorld *original = previewWorld->recorder.original;
    const CrFlights *from = &original->flights;
    CrFlights *to = &previewWorld->world.flights;
    to->hot[CR_PREVIEW_WORLD] = from->hot[slot];
#define COPY(type, name) to->name[CR_PREVIEW_WORLD] = from->name[slot];
    CR_FLIGHT_ARRAYS(COPY)
#undef COPY
    setRecipe(previewWorld, &original->flightDefs[from->hot[slot].flightDef].def,
              from->pulls[from->hot[slot].flightDef]);
    to->hot[CR_PREVIEW_WORLD].leg &= (uint8_t)~CR_LEG_EXTRA;
    to->hot[CR_PREVIEW_WORLD].bounces = crFlightBounces(from, slot);
    crFlightTakeExtra(&previewWorld->world, CR_PREVIEW_WORLD, true);
    if (crFlightHasExtra(from, slot)) {
        CrFlightExtra *extra = crFlightOwn(to, CR_PREVIEW_WORLD);
        uint32_t pierces = extra->pierces;
        *extra = *crFlightExtra(from, slot);
        extra->pierces = pierces;
        extra->flight = CR_PREVIEW_WORLD;
        *crFlightOwnPierces(to, CR_PREVIEW_WORLD) = *crFlightPierces(from, slot);
    }
    crFlightOwn(to, CR_PREVIEW_WORLD)->projectilePair = CR_NONE; // the others know nothing of it
    previewWorld->recorder.projectile = crProjectileIdOf(original, slot);
    crEditsApplyTo(&previewWorld->world, CR_PREVIEW_WORLD);
}
