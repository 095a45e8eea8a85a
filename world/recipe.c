// SPDX-License-Identifier: MIT
#include "recipe.h"

#include "hash.h"
#include "projectile.h"

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
    return hash ^ (hash >> 29);
}

static uint64_t bitsOf(double x)
{
    union {
        double x;
        uint64_t bits;
    } u;
    u.x = x == 0.0 ? 0.0 : x; // -0 is 0
    return u.bits;
}

static uint64_t mixFilter(uint64_t hash, const CaromFilter *filter)
{
    hash = mix(hash, filter->category);
    return mix(hash, filter->mask ^ (uint64_t)(uint32_t)filter->group << 17);
}

static uint32_t hashOf(const CaromProjectileDef *def)
{
    uint64_t hash = mix(0, bitsOf(def->radius));
    hash = mix(hash, bitsOf(def->gravityScale));
    hash = mix(hash, bitsOf(def->acceleration.x));
    hash = mix(hash, bitsOf(def->acceleration.y));
    hash = mix(hash, bitsOf(def->mass));
    hash = mix(hash, bitsOf(def->restitution));
    hash = mix(hash, bitsOf(def->friction));
    hash = mix(hash, bitsOf(def->lifetime));
    hash = mix(hash, bitsOf(def->restTime));
    hash = mix(hash, bitsOf(def->rollingResistance) ^ (uint64_t)def->rolls);
    hash = mix(hash, def->material);
    hash = mix(hash, bitsOf(def->linearDrag));
    hash = mix(hash, bitsOf(def->quadraticDrag));
    hash = mix(hash, bitsOf(def->turnRate));
    hash = mix(hash, bitsOf(def->groundDeceleration));
    hash = mix(hash, bitsOf(def->pierceLoss));
    hash = mix(hash, bitsOf(def->pierceDrag));
    hash = mix(hash, bitsOf(def->fuse));
    hash = mix(hash, bitsOf(def->proximity));
    hash = mix(hash, bitsOf(def->blast.radius));
    hash = mix(hash, bitsOf(def->blast.impulse) ^ (uint64_t)def->blast.falloff);
    hash = mix(hash, def->meetMask ^ (uint64_t)def->onMeet);
    hash = mix(hash, (uint64_t)def->bounces << 8 | (uint64_t)def->onHit);
    hash = mixFilter(hash, &def->filter);
    hash = mixFilter(hash, &def->proximityFilter);
    hash = mixFilter(hash, &def->blast.filter);
    return (uint32_t)(hash >> 32);
}

static bool equalFilters(const CaromFilter *a, const CaromFilter *b)
{
    return a->category == b->category && a->mask == b->mask && a->group == b->group;
}

static bool equalBlasts(const CaromBlast *a, const CaromBlast *b)
{
    return a->radius == b->radius && a->impulse == b->impulse && a->falloff == b->falloff &&
           equalFilters(&a->filter, &b->filter);
}

static bool equalMotion(const CaromProjectileDef *a, const CaromProjectileDef *b)
{
    return a->radius == b->radius && a->gravityScale == b->gravityScale &&
           crEqual(a->acceleration, b->acceleration) && a->mass == b->mass &&
           a->restitution == b->restitution && a->friction == b->friction &&
           a->lifetime == b->lifetime && a->restTime == b->restTime && a->bounces == b->bounces &&
           a->rolls == b->rolls && a->rollingResistance == b->rollingResistance &&
           a->material == b->material && a->linearDrag == b->linearDrag &&
           a->quadraticDrag == b->quadraticDrag && a->turnRate == b->turnRate &&
           a->groundDeceleration == b->groundDeceleration;
}

static bool equal(const CaromProjectileDef *a, const CaromProjectileDef *b)
{
    return equalMotion(a, b) && a->onHit == b->onHit && a->pierceLoss == b->pierceLoss &&
           a->pierceDrag == b->pierceDrag && a->fuse == b->fuse && a->proximity == b->proximity &&
           a->meetMask == b->meetMask && a->onMeet == b->onMeet &&
           equalFilters(&a->filter, &b->filter) &&
           equalFilters(&a->proximityFilter, &b->proximityFilter) &&
           equalBlasts(&a->blast, &b->blast);
}

static bool isEqual(const void *wanted, const void *owner, uint32_t recipe)
{
    const CaromWorld *world = owner;
    return equal(wanted, &world->recipes[recipe].def);
}

uint32_t crRecipeKnown(const CaromWorld *world, const CaromProjectileDef *def)
{
    uint32_t last = world->lastRecipe;
    bool known = last != CR_NONE && equal(def, &world->recipes[last].def) &&
                 def->blast.cookie == world->recipes[last].def.blast.cookie;
    return known ? last : CR_NONE;
}

static bool reserveOne(CaromWorld *world)
{
    CrShared *kinds = &world->recipeKinds;
    if (!crSharedReserve(kinds, &world->allocator)) {
        return false;
    }
    int capacity = crArrayCapacity(kinds->entries);
    return crArrayReserve(world->recipes, capacity, &world->allocator) &&
           crArrayReserve(world->flights.pulls, capacity, &world->allocator);
}

bool crRecipesReserve(CaromWorld *world, int count)
{
    return crSharedReserveFresh(&world->recipeKinds, count, &world->allocator) &&
           crArrayReserve(world->recipes, count, &world->allocator) &&
           crArrayReserve(world->flights.pulls, count, &world->allocator);
}

void crRecipePut(CaromWorld *world, const CaromProjectileDef *def, CrPull pull)
{
    static const CrRecipe none;
    CrRecipe recipe = none;
    if (def != NULL) {
        recipe.def = crProjectileRecipe(def);
        recipe.sum = crHashRecipe(&recipe.def);
    }
    crSharedPut(&world->recipeKinds, def != NULL ? hashOf(def) : 0, def != NULL);
    crArrayPush(world->recipes, recipe);
    crArrayPush(world->flights.pulls, pull);
}

bool crRecipesRelist(CaromWorld *world)
{
    CrShared *kinds = &world->recipeKinds;
    bool ok = true;
    crSharedRelist(kinds);
    for (int r = 0; r < crArrayCount(world->recipes); r++) {
        const CaromProjectileDef *def = &world->recipes[r].def;
        uint32_t hash = kinds->entries[r].hash;
        bool used = kinds->entries[r].users > 0;
        ok &= used == (def->cookie != 0) &&
              (!used || crSharedFind(kinds, hash, isEqual, def, world) == (uint32_t)r);
    }
    return ok;
}

uint32_t crRecipeFind(CaromWorld *world, const CaromProjectileDef *def, uint32_t users)
{
    CrShared *kinds = &world->recipeKinds;
    uint32_t hash = hashOf(def), found = crSharedFind(kinds, hash, isEqual, def, world);
    if (found != CR_SHARED_NONE) {
        crRecipeUse(world, found, users);
        return found;
    }
    if (!reserveOne(world)) {
        return CR_NONE;
    }
    found = crSharedAdd(kinds, hash);
    crArraySetCount(world->recipes, crArrayCount(kinds->entries));
    crArraySetCount(world->flights.pulls, crArrayCount(kinds->entries));
    world->recipes[found].def = crProjectileRecipe(def);
    world->recipes[found].sum = crHashRecipe(def);
    world->flights.pulls[found] = crRecipePull(world, def);
    crRecipeUse(world, found, users - 1);
    return found;
}

void crRecipeUse(CaromWorld *world, uint32_t recipe, uint32_t users)
{
    world->recipeKinds.entries[recipe].users += users;
    world->lastRecipe = recipe;
}

void crRecipeDrop(CaromWorld *world, uint32_t recipe)
{
    if (crSharedDrop(&world->recipeKinds, recipe) && world->lastRecipe == recipe) {
        world->lastRecipe = CR_NONE;
    }
}

void crRecipesTakeGravity(CaromWorld *world)
{
    CrFlights *f = &world->flights;
    int next = 1 - f->pull;
    for (int r = 0; r < crArrayCount(world->recipes); r++) {
        f->pulls[r].of[next] = crDefAcceleration(world, &world->recipes[r].def);
    }
    f->pull = next;
}

int crRecipeCount(const CaromWorld *world)
{
    const CrShared *kinds = &world->recipeKinds;
    return crArrayCount(kinds->entries) - crArrayCount(kinds->unused);
}

void crRecipesFree(CaromWorld *world)
{
    crSharedFree(&world->recipeKinds, &world->allocator);
    crArrayFree(world->recipes, &world->allocator);
}
