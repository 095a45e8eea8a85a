// SPDX-License-Identifier: MIT
// Bodies that touch something, from a tick to the next: gathered for the solver, solved, and given
// their paths.
#ifndef CAROM_WORLD_RIGID_RIGID_SOLVE_H
#define CAROM_WORLD_RIGID_RIGID_SOLVE_H

#include "../data/world.h"

/// Solves the contacts of all bodies at `time`, up to `next`. Afterwards crRigidTouched says whose
/// path that decides. On CAROM_ERROR_MEMORY no body has moved, and it may be called again. On
/// CAROM_ERROR_NOT_FINITE neither, and world->rigids.broken has the bodies that are out of range.
CaromError crRigidSolve(CaromWorld *world, double time, double next);
/// Whether contacts decide the path of a dynamic body; if so, writes it, and what it does at the
/// next tick.
bool crRigidTouched(CaromWorld *world, CrRigid *rigid, CrRigidPlan *plan);
/// After a solve: the body knows its rotation at the next tick, as the solver has it.
void crRigidKnowTurn(CaromWorld *world, uint32_t slot);

#endif
