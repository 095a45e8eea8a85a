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
static void plant(CrGhost *ghost)
{
    static const CrEvents noEvents;
    static const CrShared noKinds;
    CaromWorld *world = &ghost->world;
    CrFlights *f = &world->flights;
    f->hot = &ghost->hot;
    f->free = CR_NONE;
    f->freeCount = 0;
    f->crossings = NULL;
    f->queued = NULL;
    f->calm = NULL;
    crArrayPlant(world->recipes, &ghost->recipes);
    crArraySetCount(world->recipes, 1);
    crArrayPlant(f->pulls, &ghost->pulls);
    crArraySetCount(f->pulls, 1);
    crArrayPlant(f->extras, &ghost->extras);
    crArrayPlant(f->pierces, &ghost->pierces);
    crArrayPlant(f->stuck, &ghost->stuck);
    f->freeExtra = f->freePierces = CR_NONE;
    f->extrasLeft = f->piercesLeft = 0;
#define PLANT(type, name) crArrayPlant(f->name, &ghost->name);
    CR_FLIGHT_ARRAYS(PLANT)
#undef PLANT
    world->events = noEvents;
    world->turns = NULL;
    world->watchers = NULL;
    crFlightBoxesEnd(world);
    crTiesForget(world);
    world->charges = NULL; // commands act on what is there
    world->recipeKinds = noKinds;
    crArrayPlant(world->recipeKinds.entries, &ghost->recipeUsers);
    crArraySetCount(world->recipeKinds.entries, 1);
    (void)crFlightsTake(f);
}

void crGhostInit(CrGhost *ghost, const CaromWorld *world, double until, CaromPrediction *prediction)
{
    static const CrRecorder blank;
    static const CrSensors noSensors;
    CaromWorld *copy = &ghost->world;
    crWorldCopy(copy, world);
    plant(ghost);
    ghost->recorder = blank;
    ghost->recorder.original = world;
    ghost->recorder.prediction = prediction;
    copy->recorder = &ghost->recorder;
    copy->allocator.resize = crRefuseMemory;
    copy->log = NULL;
    copy->turnUntil = -CR_NEVER;
    copy->time = copy->queryTime;
    copy->editedAt = crArrayCount(world->edits.boxes) > 0 ? copy->time : copy->editedAt;
    copy->kinematics.usable = false;
    copy->kinematics.to = until;
    copy->sensors = noSensors; // they change no flight
}

/// One user more than there are: the recipe stays when the flight ends.
static void setRecipe(CrGhost *ghost, const CaromProjectileDef *def, CrPull pull)
{
    CrSharedEntry entry = {0, 2};
    ghost->world.recipes[0].def = *def;
    ghost->world.recipeKinds.entries[0] = entry;
    ghost->world.flights.hot[CR_GHOST].recipe = 0;
    ghost->world.flights.pulls[0] = pull;
}

void crGhostFire(CrGhost *ghost, const CaromProjectileDef *def)
{
    CaromProjectileDef recipe = crProjectileRecipe(def);
    setRecipe(ghost, &recipe, crRecipePull(&ghost->world, &recipe));
    crProjectileBegin(&ghost->world, CR_GHOST, def, def->position, def->velocity);
    crEditsApplyTo(&ghost->world, CR_GHOST);
}

void crGhostFollow(CrGhost *ghost, uint32_t slot)
{
    const CaromWorld *original = ghost->recorder.original;
    const CrFlights *from = &original->flights;
    CrFlights *to = &ghost->world.flights;
    to->hot[CR_GHOST] = from->hot[slot];
#define COPY(type, name) to->name[CR_GHOST] = from->name[slot];
    CR_FLIGHT_ARRAYS(COPY)
#undef COPY
    setRecipe(ghost, &original->recipes[from->hot[slot].recipe].def,
              from->pulls[from->hot[slot].recipe]);
    to->hot[CR_GHOST].leg &= (uint8_t)~CR_LEG_EXTRA;
    to->hot[CR_GHOST].bounces = crFlightBounces(from, slot);
    crFlightTakeExtra(&ghost->world, CR_GHOST, true);
    if (crFlightHasExtra(from, slot)) {
        CrFlightExtra *extra = crFlightOwn(to, CR_GHOST);
        uint32_t pierces = extra->pierces;
        *extra = *crFlightExtra(from, slot);
        extra->pierces = pierces;
        extra->flight = CR_GHOST;
        *crFlightOwnPierces(to, CR_GHOST) = *crFlightPierces(from, slot);
    }
    crFlightOwn(to, CR_GHOST)->partner = CR_NONE; // the others know nothing of it
    ghost->recorder.projectile = crProjectileIdOf(original, slot);
    crEditsApplyTo(&ghost->world, CR_GHOST);
}
