// SPDX-License-Identifier: MIT
// Recipes: what projectiles of equal defs share, stored once, counted, freed with the last user.
#ifndef CAROM_WORLD_FLIGHT_DEF_TABLE_H
#define CAROM_WORLD_FLIGHT_DEF_TABLE_H

#include "../data/flight_pool.h"
#include "../data/world.h"

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

/// The world is about to be, or has just become, one in which others need a record, too: all of
/// them get one, or none.
CaromError crFlightsGiveExtras(CaromWorld *world);

/// The same before a body is given a spin [rad/s].
CaromError crFlightsAwaitSpin(CaromWorld *world, double spin);

/// Whether flights of a def may ever need a record, or pierce.
bool crNeedsExtra(const CaromWorld *world, const CaromProjectileDef *def);
bool crMayPierce(const CaromWorld *world, const CaromProjectileDef *def);

/// What all projectiles of a recipe share: kept beside it.
uint64_t crHashRecipe(const CaromProjectileDef *def);

/// Checks a def, tells the log of every broken field.
CaromError crProjectileCheck(const CaromWorld *world, const CaromProjectileDef *def,
                             const char *function);
/// What recipes share, the rest blank.
CaromProjectileDef crProjectileRecipe(const CaromProjectileDef *def);

CaromError crProjectileDefCookie(const CaromProjectileDef *def);

/// `known`: what is part of recipes was checked when it became one.
CaromError crProjectileDefCheck(const CaromWorld *world, const CaromProjectileDef *def, bool known,
                                const char *function);

#endif
