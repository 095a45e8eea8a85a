// SPDX-License-Identifier: MIT
// What ticks and calls change of dynamic bodies: their paths, their mass, and with it the point
// that they turn about.
#ifndef CAROM_WORLD_BODIES_RIGID_CHANGE_H
#define CAROM_WORLD_BODIES_RIGID_CHANGE_H

#include "../rigid/shape_mass.h"

/// Each body with another path from this tick on (world->rigids.plans) takes it, at the clock. The
/// step goes on until then, or to an earlier tick.
void crBodiesFollowPlans(CaromWorld *world, double until);

/// Sets mass, inertia and centre of mass (in local space). What the body does goes on: its material
/// keeps its place and its velocity. Nothing can fail.
void crBodySetMass(CaromWorld *world, uint32_t slot, double mass, double inertia, CaromVec2 center);
/// After a change of shapes: the mass of a dynamic body follows, unless the game gave it.
void crBodyRenewMass(CaromWorld *world, uint32_t slot);
/// The same after a shape was added, in a time that does not depend on how many there are.
void crBodyAddMass(CaromWorld *world, uint32_t slot, const CrShape *shape);
/// Adds to the velocity of a dynamic body's centre and to its spin, from the clock on, and wakes
/// it. Room for edits was reserved for this and the next ones.
void crBodyAddVelocity(CaromWorld *world, uint32_t slot, CaromVec2 velocity, double spin);
/// Sets them; null: as it is.
void crBodySetVelocity(CaromWorld *world, uint32_t slot, const CaromVec2 *velocity,
                       const double *spin);
/// Wakes a dynamic body, or lays it to sleep where it is.
void crBodySetAwake(CaromWorld *world, uint32_t slot, bool awake);
/// Sets the motions that it does not make, and stops these.
void crBodySetLocks(CaromWorld *world, uint32_t slot, uint32_t locks);
/// Sets its torque. Between two ticks it acts for the rest of the interval.
void crBodySetTorque(CaromWorld *world, uint32_t slot, double torque);
/// Sets the acceleration of a body that touches nothing, after its force, mass or share of gravity
/// changed.
void crBodyRenewPull(CaromWorld *world, uint32_t slot);

#endif
