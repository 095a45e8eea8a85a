// SPDX-License-Identifier: MIT
#include "ghost.h"

#include "edit.h"
#include "projectile.h"

/// A flight that asks for memory finds none.
static void *refuseMemory(void *context, void *memory, size_t oldSize, size_t newSize)
{
    (void)context;
    (void)memory;
    (void)oldSize;
    (void)newSize;
    return NULL;
}

/// What flights may write.
static void plant(CrGhost *ghost)
{
    static const CrSlots noSlots;
    static const CrEvents noEvents;
    CaromWorld *world = &ghost->world;
    CrFlights *f = &world->flights;
    f->slots = noSlots;
    crArrayPlant(f->slots.ages, &ghost->ages);
    crArrayPlant(f->slots.freeIndices, &ghost->freeIndices);
    crArrayPlant(f->slots.live, &ghost->live);
    crArrayPlant(world->recipes, &ghost->recipes);
    crArraySetCount(world->recipes, 1);
#define PLANT(type, name)                                                                          \
    crArrayPlant(f->name, &ghost->name);                                                           \
    crArraySetCount(f->name, 1);
    CR_FLIGHT_ARRAYS(PLANT)
#undef PLANT
    world->events = noEvents;
    world->turns = NULL;
    world->watchers = NULL;
    world->charges = NULL; // commands act on what is there
    world->freeRecipes = world->recipeTable = NULL;
    (void)crSlotsTake(&f->slots);
}

void crGhostInit(CrGhost *ghost, const CaromWorld *world, double until, CaromPrediction *prediction)
{
    static const CrRecorder blank;
    static const CrSensors noSensors;
    CaromWorld *copy = &ghost->world;
    *copy = *world;
    plant(ghost);
    ghost->recorder = blank;
    ghost->recorder.original = world;
    ghost->recorder.prediction = prediction;
    copy->recorder = &ghost->recorder;
    copy->allocator.resize = refuseMemory;
    copy->log = NULL;
    copy->turnUntil = -CR_NEVER;
    copy->time = copy->queryTime;
    copy->kinematics.usable = false;
    copy->kinematics.to = until;
    copy->sensors = noSensors; // they change no flight
}

/// One user more than there are: the recipe stays when the flight ends.
static void setRecipe(CrGhost *ghost, const CaromProjectileDef *def)
{
    CrRecipe recipe = {*def, 2};
    ghost->world.recipes[0] = recipe;
    ghost->world.flights.recipe[CR_GHOST] = 0;
}

void crGhostFire(CrGhost *ghost, const CaromProjectileDef *def)
{
    CaromProjectileDef recipe = crProjectileRecipe(def);
    setRecipe(ghost, &recipe);
    crProjectileBegin(&ghost->world, CR_GHOST, def, def->position, def->velocity);
    crEditsApplyTo(&ghost->world, CR_GHOST);
}

void crGhostFollow(CrGhost *ghost, uint32_t slot)
{
    const CaromWorld *original = ghost->recorder.original;
    const CrFlights *from = &original->flights;
    CrFlights *to = &ghost->world.flights;
#define COPY(type, name) to->name[CR_GHOST] = from->name[slot];
    CR_FLIGHT_ARRAYS(COPY)
#undef COPY
    to->cold[CR_GHOST].partner = CR_NONE; // the others know nothing of it
    to->cold[CR_GHOST].inside = CR_NONE;
    setRecipe(ghost, &original->recipes[from->recipe[slot]].def);
    ghost->recorder.projectile = crProjectileIdOf(original, slot);
    crEditsApplyTo(&ghost->world, CR_GHOST);
}
