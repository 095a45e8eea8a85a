// SPDX-License-Identifier: MIT
// Recipes: what projectiles of equal defs share, stored once, counted, freed with the last user.
#ifndef CAROM_WORLD_RECIPE_H
#define CAROM_WORLD_RECIPE_H

#include "world.h"

/// The recipe that was used last, if it is such a def's: then all of the def that is part of
/// recipes is as it should be. Else CR_NONE.
uint32_t crRecipeKnown(const CaromWorld *world, const CaromProjectileDef *def);
/// Finds or makes the recipe of a checked def, for so many more users, at least one. CR_NONE: no
/// memory.
uint32_t crRecipeFind(CaromWorld *world, const CaromProjectileDef *def, uint32_t users);
/// Room for so many, of a world without any.
bool crRecipesReserve(CaromWorld *world, int count);
/// After that: the next one, without users yet, of a checked def, or a place for one (null).
void crRecipePut(CaromWorld *world, const CaromProjectileDef *def, CrPull pull);
/// All of them can be found from now on; false where two are equal, or one has no users.
bool crRecipesRelist(CaromWorld *world);
/// So many more.
void crRecipeUse(CaromWorld *world, uint32_t recipe, uint32_t users);
/// One less.
void crRecipeDrop(CaromWorld *world, uint32_t recipe);
/// The world's gravity is another: legs that begin from now on are pulled by it.
void crRecipesTakeGravity(CaromWorld *world);
int crRecipeCount(const CaromWorld *world);
void crRecipesFree(CaromWorld *world);

/// What is too small to be squared counts as none.
static inline CaromVec2 crSquarable(CaromVec2 a)
{
    return crVec(crAbs(a.x) < 1e-100 ? 0.0 : a.x, crAbs(a.y) < 1e-100 ? 0.0 : a.y);
}

/// The acceleration of a free flight, but for forces and drag.
static inline CaromVec2 crDefAcceleration(const CaromWorld *world, const CaromProjectileDef *def)
{
    return crSquarable(crAddScaled(def->acceleration, world->gravity, def->gravityScale));
}

static inline CrPull crRecipePull(const CaromWorld *world, const CaromProjectileDef *def)
{
    CaromVec2 pull = crDefAcceleration(world, def);
    CrPull both = {{pull, pull}};
    return both;
}

static inline bool crRecipeIsUsed(const CaromWorld *world, int recipe)
{
    return world->recipeKinds.entries[recipe].users > 0;
}

static inline bool crIsDragged(const CaromProjectileDef *def)
{
    return def->linearDrag > 0.0 || def->quadraticDrag > 0.0;
}

/// Whether friction with the ground slows it down.
static inline bool crIsGrounded(const CaromProjectileDef *def)
{
    return def->groundDeceleration > 0.0;
}

static inline bool crFiltersMeet(const CaromFilter *a, const CaromFilter *b)
{
    if (a->group != 0 && a->group == b->group) {
        return a->group > 0;
    }
    return (a->category & b->mask) != 0 && (b->category & a->mask) != 0;
}

#endif
