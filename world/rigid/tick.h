// SPDX-License-Identifier: MIT
// The tick: at world times kT dynamic bodies are solved. Between two ticks each of them is an
// anchored motion, as a kinematic body is. So everything that meets bodies meets them by the same
// code, at the true time, and nothing depends on the game's frames.
#ifndef CAROM_WORLD_RIGID_TICK_H
#define CAROM_WORLD_RIGID_TICK_H

#include "../data/world.h"

/// Returns whether a time is a tick.
bool crTimeIsTick(const CaromWorld *world, double time);
/// Returns the first tick after a time >= 0.
double crTickAfter(const CaromWorld *world, double time);
/// Returns a time, or the tick that is so near to it that only the rounding of a sum of time steps
/// is between them (1e-9 s). So that rounding never decides which tick a call precedes.
double crTickSnap(const CaromWorld *world, double time);

/// Returns a time after the clock, or the last tick before it that a step may end at, by
/// CaromWorldDef.tickLimit.
double crTickLast(const CaromWorld *world, double time);

/// Returns the acceleration of a body that touches nothing: by gravity and its force.
CaromVec2 crRigidAcceleration(const CaromWorld *world, const CrRigid *rigid);
/// Velocity and spin at the tick with what hit the body since the last one, while it kept its path.
CaromVec2 crRigidPushedVelocity(const CrRigid *rigid);
double crRigidPushedSpin(const CrRigid *rigid);
/// Whether a dynamic body is where a tick can take it on, at a speed that it can limit.
bool crRigidIsSound(const CaromWorld *world, const CrRigid *rigid, double time);
/// Solves the tick at `time`, the clock: finds how each awake body moves until `next`, the next
/// tick, and lists in world->rigids.plans those whose path changes. CAROM_ERROR_MEMORY: no body has
/// changed; called again, it gives the bits that it would have given now. CAROM_ERROR_NOT_FINITE:
/// no body has changed, world->rigids.broken has those that must be disabled first.
CaromError crRigidTick(CaromWorld *world, double time, double next);

#endif
