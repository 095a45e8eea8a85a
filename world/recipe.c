// SPDX-License-Identifier: MIT
#include "recipe.h"

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
           a->quadraticDrag == b->quadraticDrag && a->turnRate == b->turnRate;
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

static uint32_t tableSize(const CaromWorld *world)
{
    return (uint32_t)crArrayCount(world->recipeTable);
}

/// The table's cell that holds the recipe, or the empty one where it belongs.
static uint32_t cellOf(const CaromWorld *world, const CaromProjectileDef *def)
{
    uint32_t mask = tableSize(world) - 1, cell = hashOf(def) & mask;
    while (world->recipeTable[cell] != 0 &&
           !equal(&world->recipes[world->recipeTable[cell] - 1].def, def)) {
        cell = (cell + 1) & mask;
    }
    return cell;
}

static void fillTable(CaromWorld *world, uint32_t size)
{
    crArraySetCount(world->recipeTable, size);
    for (uint32_t i = 0; i < size; i++) {
        world->recipeTable[i] = 0;
    }
    for (int i = 0; i < crArrayCount(world->recipes); i++) {
        if (world->recipes[i].users > 0) {
            world->recipeTable[cellOf(world, &world->recipes[i].def)] = (uint32_t)i + 1;
        }
    }
}

/// Room for one more, with the table at most half full.
static bool reserveOne(CaromWorld *world)
{
    bool ok =
        crArrayGrow(world->recipes, 1, &world->allocator) &&
        crArrayReserve(world->flights.pulls, crArrayCapacity(world->recipes), &world->allocator) &&
        crArrayReserve(world->freeRecipes, crArrayCapacity(world->recipes), &world->allocator);
    uint32_t size = tableSize(world) > 0 ? tableSize(world) : 8;
    while (size < 2 * (uint32_t)(crArrayCount(world->recipes) + 1)) {
        size *= 2;
    }
    if (!ok || !crArrayReserve(world->recipeTable, size, &world->allocator)) {
        return false;
    }
    if (size != tableSize(world)) {
        fillTable(world, size);
    }
    return true;
}

uint32_t crRecipeFind(CaromWorld *world, const CaromProjectileDef *def)
{
    if (world->lastRecipe != CR_NONE && equal(&world->recipes[world->lastRecipe].def, def)) {
        return world->lastRecipe;
    }
    if (tableSize(world) > 0) {
        uint32_t found = world->recipeTable[cellOf(world, def)];
        if (found != 0) {
            return world->lastRecipe = found - 1;
        }
    }
    if (!reserveOne(world)) {
        return CR_NONE;
    }
    CrRecipe recipe = {*def, 0};
    CrPull pull = crRecipePull(world, def);
    uint32_t slot;
    if (crArrayCount(world->freeRecipes) > 0) {
        slot = crArrayPop(world->freeRecipes);
        world->recipes[slot] = recipe;
        world->flights.pulls[slot] = pull;
    } else {
        slot = (uint32_t)crArrayCount(world->recipes);
        crArrayPush(world->recipes, recipe);
        crArrayPush(world->flights.pulls, pull);
    }
    world->recipeTable[cellOf(world, def)] = slot + 1;
    return world->lastRecipe = slot;
}

void crRecipeUse(CaromWorld *world, uint32_t recipe)
{
    world->recipes[recipe].users++;
}

/// Takes a recipe out of the table; those behind it in the same run move up.
static void removeFromTable(CaromWorld *world, uint32_t recipe)
{
    uint32_t mask = tableSize(world) - 1, cell = hashOf(&world->recipes[recipe].def) & mask;
    while (world->recipeTable[cell] != recipe + 1) {
        cell = (cell + 1) & mask;
    }
    world->recipeTable[cell] = 0;
    for (cell = (cell + 1) & mask; world->recipeTable[cell] != 0; cell = (cell + 1) & mask) {
        uint32_t moved = world->recipeTable[cell];
        world->recipeTable[cell] = 0;
        world->recipeTable[cellOf(world, &world->recipes[moved - 1].def)] = moved;
    }
}

void crRecipeDrop(CaromWorld *world, uint32_t recipe)
{
    CrRecipe *r = &world->recipes[recipe];
    if (r->users > 0 && --r->users > 0) {
        return;
    }
    removeFromTable(world, recipe);
    world->lastRecipe = world->lastRecipe == recipe ? CR_NONE : world->lastRecipe;
    crArrayPush(world->freeRecipes, recipe);
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
    return crArrayCount(world->recipes) - crArrayCount(world->freeRecipes);
}

void crRecipesFree(CaromWorld *world)
{
    crArrayFree(world->recipes, &world->allocator);
    crArrayFree(world->freeRecipes, &world->allocator);
    crArrayFree(world->recipeTable, &world->allocator);
}
