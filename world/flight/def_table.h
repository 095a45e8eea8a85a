// SPDX-License-Identifier: MIT
// Recipes: what projectiles of equal defs share, stored once, counted, freed with the last user.
#ifndef CAROM_WORLD_FLIGHT_DEF_TABLE_H
#define CAROM_WORLD_FLIGHT_DEF_TABLE_H

#include "../data/flight_pool.h"
#include "../data/world.h"

/// The flight def that was used last, if it is such a def's: then all of the def that is part of
/// flight defs is as it should be. Else CR_NONE.
uint32_t crFlightDefKnown(const CaromWorld *world, const CaromProjectileDef *def);
/// Finds or makes the flight def of a checked def, for so many more users, at least one. CR_NONE:
/// no memory.
uint32_t crFlightDefFind(CaromWorld *world, const CaromProjectileDef *def, uint32_t users);
/// Room for so many, of a world without any.
bool crFlightDefsReserve(CaromWorld *world, int count);
/// After that: the next one, without users yet, of a checked def, or a place for one (null).
void crFlightDefPut(CaromWorld *world, const CaromProjectileDef *def, CrPull pull);
/// All of them can be found from now on; false where two are equal, or one has no users.
bool crFlightDefsRelist(CaromWorld *world);
/// So many more.
void crFlightDefUse(CaromWorld *world, uint32_t flightDef, uint32_t users);
/// One less.
void crFlightDefDrop(CaromWorld *world, uint32_t flightDef);
/// The world's gravity is another: legs that begin from now on are pulled by it.
void crFlightDefsTakeGravity(CaromWorld *world);
int crFlightDefCount(const CaromWorld *world);
void crFlightDefsFree(CaromWorld *world);

static inline CrPull crFlightDefPull(const CaromWorld *world, const CaromProjectileDef *def)
{
    CaromVec2 pull = crDefAcceleration(world, def);
    CrPull both = {{pull, pull}};
    return both;
}

static inline bool crFlightDefIsUsed(const CaromWorld *world, int flightDef)
{
    return world->recipeKinds.entries[flightDef].users > 0;
}

/// The world is about to be, or has just become, one in which others need a record, too: all of
/// them get one, or none.
CaromError crFlightsGiveExtras(CaromWorld *world);

/// The same before a body is given a spin [rad/s].
CaromError crFlightsAwaitSpin(CaromWorld *world, double spin);
/// Reserves the memory that this needs, if something is to spin.
CaromError crFlightsReserveSpin(CaromWorld *world);

/// Whether flights of a def may ever need a record, or pierce.
bool crNeedsExtra(const CaromWorld *world, const CaromProjectileDef *def);
bool crMayPierce(const CaromWorld *world, const CaromProjectileDef *def);

/// What all projectiles of a flight def share: kept beside it.
uint64_t crHashFlightDef(const CaromProjectileDef *def);

/// Checks a def, and logs every broken field.
CaromError crProjectileCheck(const CaromWorld *world, const CaromProjectileDef *def,
                             const char *function);
/// What flight defs share, the rest blank.
CaromProjectileDef crProjectileFlightDef(const CaromProjectileDef *def);

CaromError crProjectileDefCookie(const CaromProjectileDef *def);

/// `known`: what is part of flight defs was checked when it became one.
CaromError crProjectileDefCheck(const CaromWorld *world, const CaromProjectileDef *def, bool known,
                                const char *function);

#endif
