// SPDX-License-Identifier: MIT
// The world's bodies and shapes as the solver has them (dynamics/): the one place that knows both.
// A body that moves is one body there; a static shape is one by itself, about the middle of its
// box, so that floats relative to it are exact enough anywhere. Before each tick the mirror is
// brought up to date; which of its shapes is whose is in arrays by index.
#ifndef CAROM_WORLD_RIGID_RIGID_MIRROR_H
#define CAROM_WORLD_RIGID_RIGID_MIRROR_H

#include "../../dynamics/dynamics.h"
#include "../data/world.h"

/// What the mirror has of a shape of the world, and the marks by which a change is noticed.
typedef struct CrRigidSeen {
    uint64_t mark;
    int32_t own; ///< a static shape's body in the solver; else 0
    bool in;
} CrRigidSeen;

typedef struct CrRigidMirror {
    CrDynamics dynamics;
    CrRigidSeen *seen; ///< by shape
    int32_t *bodyOf;   ///< by body: its index in the solver, or 0
    uint32_t *shapeAt; ///< by index in the solver: the shape,
    uint32_t *bodyAt;  ///< and the body, of those that move; else CR_NONE
} CrRigidMirror;

/// The mirror as bodies and shapes are now. On CAROM_ERROR_MEMORY it may be called again.
CaromError crRigidMirrorRenew(CaromWorld *world);
void crRigidMirrorFree(CaromWorld *world);
/// The world is elsewhere in memory, and so is its allocator.
void crRigidMirrorMoved(CaromWorld *world);

#endif
