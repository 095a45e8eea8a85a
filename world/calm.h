// SPDX-License-Identifier: MIT
// How long flights are left alone by all that moves. While no kinematic body changes its motion, a
// flight's leg tells once until when it comes near none of them: until then, and until what is due
// to it at rest, a step need not look at it. Near means within some roundings of a moving disc or
// box; what comes of that is found out exactly, by the general path, with the same bits. A cache:
// calm[i] of flight i may be dropped at any time.
#ifndef CAROM_WORLD_CALM_H
#define CAROM_WORLD_CALM_H

#include "world.h"

void crCalmInit(CaromWorld *world);
void crCalmFree(CaromWorld *world);
/// Room for all kinematic shapes that there is room for, and for flights; false: no memory.
bool crCalmReserve(CaromWorld *world);
/// For the step that ends then: whether calm[] may be used. It is not where few fly, or where the
/// moving layer had no memory.
bool crCalmPrepare(CaromWorld *world, double until);
/// Finds out about flight i from a time on, which is within the step; whom it comes near to is a
/// kinematic shape's drifter, whose key is the slot.
CrClearance crCalmLook(CaromWorld *world, uint32_t i, double since);
/// Whether calm[] still tells who is as near to a shape as that, at the clock: those of crCalmNear.
bool crCalmTells(const CaromWorld *world, const CrShape *shape, double distance);
/// Of flights from `first` on, CR_FLIGHT_CHUNK at most, those that may be near to what moves:
/// writes them, returns how many. told: calm[] tells, else all may be.
int crCalmNear(const CaromWorld *world, uint32_t first, bool told, uint32_t *near);
/// A shape moves no more.
void crCalmDrop(CaromWorld *world, uint32_t shape);

/// Something has begun to move, or moves in another way.
static inline void crCalmDisturb(CaromWorld *world)
{
    world->kinematics.disturbed = true;
}

/// Flight i flies another way.
static inline void crCalmForget(CrFlights *flights, uint32_t i)
{
    if (flights->calm != NULL) {
        flights->calm[i] = -CR_NEVER;
    }
}

#endif
