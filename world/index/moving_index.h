// SPDX-License-Identifier: MIT
// The moving layer's content: shapes of kinematic bodies. Refilled each step with the boxes they
// sweep; what is edited in between is searched one by one until the next filling.
#ifndef CAROM_WORLD_INDEX_MOVING_INDEX_H
#define CAROM_WORLD_INDEX_MOVING_INDEX_H

#include "../../broadphase/moving_line.h"
#include "../data/world.h"

void crKinematicsInit(CaromWorld *world);
void crKinematicsFree(CaromWorld *world);
/// Room for `extra` more shapes, so that the calls below can't fail.
CaromError crKinematicsReserve(CaromWorld *world, int extra);
void crKinematicsAdd(CaromWorld *world, uint32_t shape);
void crKinematicsRemove(CaromWorld *world, uint32_t shape);
/// Its box is not what the layer thinks. placed: it is elsewhere, or another; it did not just
/// change its motion.
void crKinematicsTouch(CaromWorld *world, uint32_t shape, bool placed);
/// Refills the layer for the time from..to; false where there was no memory: it is then searched in
/// full.
bool crKinematicsFill(CaromWorld *world, double from, double to);

/// The same for the clock alone, within the room that there is: without it, it is searched in full.
void crKinematicsRefill(CaromWorld *world);

static inline bool crKinematicsAny(const CaromWorld *world)
{
    return crArrayCount(world->kinematics.shapes) > 0;
}

/// The world-space box that a kinematic shape sweeps.
CaromBox crKinematicsSweptBox(const CaromWorld *world, uint32_t shape, double from, double to);

/// Every kinematic shape whose swept box touches a box, each once.
typedef struct CrKinematicsWalk {
    const CaromWorld *world;
    CaromBox box;
    const CrLinePiece *line; ///< only what it comes near matters, or null
    CrMovingWalk layer;
    int listed; ///< next in the list that is searched one by one
} CrKinematicsWalk;
void crKinematicsStart(CrKinematicsWalk *walk, const CaromWorld *world, CaromBox box);
/// After that: only of those whose swept box the piece of a line comes near; it must live as long.
void crKinematicsKeepTo(CrKinematicsWalk *walk, const CrLinePiece *line);
bool crKinematicsNext(CrKinematicsWalk *walk, uint32_t *shape);

/// The layer may hold slots that have died, or live on as something else, since it was filled.
bool crKinematicsIsCurrent(const CaromWorld *world, uint32_t shape);

void crCalmInit(CaromWorld *world);
void crCalmFree(CaromWorld *world);
/// Room for all kinematic shapes that there is room for, and for flights; false: no memory.
bool crCalmReserve(CaromWorld *world);

/// A shape moves no more.
void crCalmDrop(CaromWorld *world, uint32_t shape);

/// Something has begun to move, or moves in another way.
static inline void crCalmDisturb(CaromWorld *world)
{
    world->kinematics.disturbed = true;
}

#endif
