// SPDX-License-Identifier: MIT
// Bodies that hang from bodies: who hangs from whom, what of it can be, and how the motions of both
// make one.
//
// What moves does so as one pose: turned about a pivot, moved in a straight line (CrBody). What
// hangs from a body is carried by its pose, pivot and all. A motion of its own on top of that is
// again such a pose where the parent does not spin at the time; its own spin, where no ancestor
// scales unequally, or it would be no rotation. All else is refused (CAROM_ERROR_MOTION), so that
// law 2 holds for everything that moves.
#ifndef CAROM_WORLD_FAMILY_H
#define CAROM_WORLD_FAMILY_H

#include "frame.h"

#define CR_SPIN_MAX 1e4 ///< [rad/s]

/// The next of a body and all that hang from it, parents first; CR_NONE: no more.
uint32_t crFamilyNext(const CaromWorld *world, uint32_t root, uint32_t body);

/// Every shape of them.
typedef struct CrFamilyWalk {
    const CaromWorld *world;
    uint32_t root, body, shape;
} CrFamilyWalk;
CrFamilyWalk crFamilyShapes(const CaromWorld *world, uint32_t root);
bool crFamilyNextShape(CrFamilyWalk *walk, uint32_t *shape);

/// Hangs a body from another, or nothing (CR_NONE). Brothers are listed by slot.
void crFamilyLink(CaromWorld *world, uint32_t body, uint32_t parent);
void crFamilyUnlink(CaromWorld *world, uint32_t body);
/// Whether a body is another one, or hangs from it.
bool crFamilyHolds(const CaromWorld *world, uint32_t root, uint32_t body);
/// What is wrong with a body, as it is set and hangs, and with all that hang from it.
CaromError crFamilyCheck(const CaromWorld *world, uint32_t root);

/// A new anchor at the clock of a body's own motion, which stays what it is.
void crFamilyAnchor(const CaromWorld *world, uint32_t body);
/// What the motions make together, of a body and of all that hang from it, from the clock on.
/// stays: nothing is where it was not before, and so shall be to the bit.
void crFamilyCompose(CaromWorld *world, uint32_t root, bool stays);

/// Whether a body moves as it must by what it hangs from, where that alone decides.
bool crFamilyMotionHolds(const CaromWorld *world, uint32_t body);

// ---- for the doors (body.c)

/// Room for as many bodies as there are slots for.
bool crBodiesReserve(CaromWorld *world);
/// One is made: it is listed, if it moves.
void crBodyList(CaromWorld *world, uint32_t slot);
CaromError crCheckBody(const CaromWorld *world, CaromBodyId body);
CaromError crCheckBodyEdit(const CaromWorld *world, CaromBodyId body);
/// Undoes the last creation of a body and those of its shapes, if nothing else was created since
/// then, and nobody was told their ids: the state is as before.
void crBodyTakeBack(CaromWorld *world, uint32_t slot);
CaromError crCheckTransform(CaromTransform transform);
/// Base transform as the body's own motion has changed it up to a time.
CaromTransform crBodyTransformAt(const CrBody *body, double time);
/// The body, and all that hang from it, as they are set and hang now: checked, baked, composed,
/// flights told. On an error nothing changed; the caller takes back what it set.
CaromError crBodyApply(CaromWorld *world, uint32_t body);
/// It stands for a mover from now on.
CaromError crBodyMakeCharacter(CaromWorld *world, CaromBodyId body);

#endif
