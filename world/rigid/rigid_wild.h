// SPDX-License-Identifier: MIT
// Ticks that may end out of range. If one does, the solver's state goes back to before the tick,
// who is to blame is disabled, and the tick is solved again: as if the game had disabled it there.
// That takes a copy of the state. So it is kept only in ticks that are wild: with masses, speeds or
// impulses from which such results could come, or with impulses that were read from outside.
#ifndef CAROM_WORLD_RIGID_RIGID_WILD_H
#define CAROM_WORLD_RIGID_RIGID_WILD_H

#include "../../dynamics/rigid_data.h"
#include "../data/world.h"

/// Whether a tick with that body is wild. velocity: at the tick, before it.
bool crRigidIsWild(const CaromWorld *world, const CrRigid *rigid, const CrRigidVelocity *velocity,
                   double span);
/// Before the mirror is renewed: keeps the state if the tick is likely to be wild. On
/// CAROM_ERROR_MEMORY nothing changed.
CaromError crRigidKeepBefore(CaromWorld *world, double time, double span);
/// After bodies were gathered. wild: one of them is; then the state is kept now, unless it was. (If
/// edits wait for the same tick, bodies that are made then have other indices in the solver than if
/// those to blame had been disabled before.)
CaromError crRigidKeepAfter(CaromWorld *world, bool wild);
/// After CAROM_ERROR_NOT_FINITE of crDynamicsSolve: brings the solver's state back, and lists in
/// world->rigids.broken who has to be disabled.
void crRigidReturn(CaromWorld *world);

#endif
