// SPDX-License-Identifier: MIT
// Bodies: found by id, moved, listed; what calls check before they change one.
#ifndef CAROM_WORLD_BODIES_BODY_H
#define CAROM_WORLD_BODIES_BODY_H

#include "../../shapes/api.h"
#include "../../shapes/vec.h"
#include "../api/ids.h"
#include "../data/body.h"
#include "../data/world.h"

/// Room for as many bodies as there are slots for.
bool crBodiesReserve(CaromWorld *world);
/// One is made: it is listed, if it moves.
void crBodyList(CaromWorld *world, uint32_t slot);
CaromError crCheckBody(const CaromWorld *world, CaromBodyId body);
CaromError crCheckBodyEdit(const CaromWorld *world, CaromBodyId body);
/// The body that a function which only reads is asked about; null, and logged, if there is none.
const CrBody *crBodyAsked(const CaromWorld *world, CaromBodyId id, const char *function);
/// Undoes the last creation of a body and those of its shapes, if nothing else was created since
/// then, and their ids were not returned: the state is as before.
void crBodyTakeBack(CaromWorld *world, uint32_t slot);
CaromError crCheckSpin(double spin);
CaromError crCheckTransform(CaromTransform transform);
/// Base transform as the body's own motion has changed it up to a time.
CaromTransform crBodyTransformAt(const CrBody *body, double time);
/// Its own motion goes on from this transform at a time.
void crBodyPlaceAt(CrBody *body, CaromTransform transform, double time);
/// Sets the motion of a kinematic body from the clock on: a new anchor.
CaromError crBodySetMotion(CaromWorld *world, uint32_t body, CaromVec2 velocity,
                           CaromVec2 acceleration, double spin);
/// Notes that the shapes of a body and of all its descendants move otherwise; placed: they are
/// elsewhere.
void crBodyTouchShapes(CaromWorld *world, uint32_t body, bool placed);
/// Keeps a static body, and the static ones among its descendants, in the journal.
void crBodyKeep(CaromWorld *world, uint32_t body);
/// Applies the present transforms and parents of the body and all its descendants: checks, bakes,
/// composes, notifies flights. On an error nothing changed; the caller restores what it set.
CaromError crBodyApply(CaromWorld *world, uint32_t body);
/// It stands for a mover from now on.
CaromError crBodyMakeCharacter(CaromWorld *world, CaromBodyId body);

#endif
