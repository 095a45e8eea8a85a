// SPDX-License-Identifier: MIT
// The world's bodies and shapes as the solver has them (dynamics/): the one place that knows both.
// A body that moves is one body there; a static shape is one by itself, about the middle of its
// box, so that floats relative to it are exact enough anywhere. Before each tick the mirror is
// brought up to date; which of its shapes is whose is in arrays by index.
#ifndef CAROM_WORLD_RIGID_RIGID_MIRROR_H
#define CAROM_WORLD_RIGID_RIGID_MIRROR_H

#include "../../dynamics/dynamics.h"
#include "../data/world.h"
#include "rigid_parts.h"

/// What the mirror has of a shape of the world, and the marks by which a change is noticed.
typedef struct CrRigidSeen {
    uint64_t mark;
    int32_t own;  ///< a static shape's body in the solver; else 0
    int32_t body; ///< the solver's body that has it
    bool in;
    bool asks; ///< it is listed in askers
} CrRigidSeen;

/// What the contact callback has answered about two shapes that are near each other.
typedef struct CrContactAnswer {
    uint32_t a, b, ageA, ageB; ///< slots, the lower one first
    double at;                 ///< [s] when it was asked
    uint32_t action, unused;   ///< CaromContactAction
} CrContactAnswer;

/// A contact that the callback decides about, in a tick.
typedef struct CrAskedContact {
    uint32_t a, b;   ///< slots, the lower one first
    int32_t contact; ///< the solver's
    bool near;       ///< it has points, or had when both came to rest
} CrAskedContact;

typedef struct CrRigidMirror {
    CrDynamics dynamics;
    CrRigidSeen *seen;        ///< by shape
    int32_t *bodyOf;          ///< by body: its index in the solver, or 0
    int32_t *edgeAt;          ///< by shape in the solver: the edge whose material it has
    uint32_t *shapeAt;        ///< by index in the solver: the shape,
    uint32_t *bodyAt;         ///< and the body, of those that move; else CR_NONE
    uint32_t *emptied;        ///< bodies that have lost their last shape; nothing after a renewal
    int *spare;               ///< for sorting
    CrContactAnswer *answers; ///< state: by slots, ascending. contact_answers.h
    CrContactAnswer *given;   ///< scratch: those of the tick at hand; as large
    uint32_t *askers;         ///< shapes that ask, and some that did
    bool askersStale;         ///< they have to be listed again
    CrAskedContact *asked;    ///< scratch, as those below. rigid_ask.c
    int *askedOrder, *askedSpare;
    int looked; ///< how many shapes the last renewal looked at; for tests
} CrRigidMirror;

/// The mirror as bodies and shapes are now. Looks at those that were edited since the last time
/// (../data/rigid_edits.h). On CAROM_ERROR_MEMORY it may be called again. rigid_mirror_renew.c
CaromError crRigidMirrorRenew(CaromWorld *world);
/// Adds a shape that is not in it.
CaromError crRigidMirrorAdd(CaromWorld *world, uint32_t slot);
void crRigidMirrorFree(CaromWorld *world);
/// The world is elsewhere in memory, and so is its allocator.
void crRigidMirrorMoved(CaromWorld *world);

/// Room for so many edges more of static shapes, which are in it; for removing some, too.
CaromError crRigidMirrorReserveEdges(CaromWorld *world, int edges);

// ---- for what is read from outside: rigid_mirror_load.c

/// The mirror, made if there is none; null: no memory.
CrRigidMirror *crRigidMirrorOf(CaromWorld *world);
/// A number that changes with what the solver has of a shape.
uint64_t crRigidMirrorMark(const CaromWorld *world, uint32_t slot);
/// What its parts are relative to.
CaromVec2 crRigidMirrorOrigin(const CaromWorld *world, uint32_t slot);
/// Makes part i of a shape as the solver's shape `into`; 0: as a new one.
CaromError crRigidMirrorPart(CaromWorld *world, uint32_t slot, const CrRigidParts *parts, int i,
                             int body, CaromVec2 origin, int into);

/// Whether the mirror has a shape as it is now, or has it not because it takes no part.
bool crRigidMirrorIsRight(const CaromWorld *world, uint32_t slot);
/// Whether a shape is for the solver as it is now.
bool crRigidMirrorIsCurrent(const CaromWorld *world, uint32_t slot);
/// Whether shapes and bodies of the world and of the solver name each other. Trusts no index.
bool crRigidMirrorHolds(const CaromWorld *world);
/// Gives all shapes that are current their outlines. CAROM_ERROR_SNAPSHOT: these are others.
CaromError crRigidMirrorRebuild(CaromWorld *world);

#endif
