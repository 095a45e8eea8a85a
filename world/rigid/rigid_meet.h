// SPDX-License-Identifier: MIT
// Which pairs of shapes collide, and with which friction, restitution, rolling resistance and speed
// of the surface. These numbers are a function of the world's shapes and surfaces alone. So a
// contact may take them again at any tick, and does when one of them changed. So do answers of the
// contact callback, which are a part of the state (contact_answers.h).
#ifndef CAROM_WORLD_RIGID_RIGID_MEET_H
#define CAROM_WORLD_RIGID_RIGID_MEET_H

#include "rigid_mirror.h"

/// Of two shapes that touch.
typedef struct CrRigidTouch {
    double friction, restitution;
} CrRigidTouch;

/// Returns whether edges of two shapes collide, and how: for impacts between ticks.
bool crRigidShapesMeet(const CaromWorld *world, uint32_t a, int edgeA, uint32_t b, int edgeB,
                       CrRigidTouch *touch);
/// Whether the surface of its materials lets a contact collide, whatever a callback says.
bool crRigidMayCollide(const CaromWorld *world, const CrRigidMirror *mirror,
                       const CrRigidContact *contact);
/// Decides about the contacts that the solver has just found.
void crRigidMeet(CaromWorld *world, CrRigidMirror *mirror);
/// Lets the contacts that there are take their numbers again, if any of them changed
/// (CrRigids.remix).
void crRigidRemix(CaromWorld *world, CrRigidMirror *mirror);

#endif
