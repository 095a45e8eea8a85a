// SPDX-License-Identifier: MIT
// What becomes of contacts: made, held in lanes, loose, destroyed.
// Inside of dynamics only.
#ifndef CAROM_DYNAMICS_RIGID_CONTACT_H
#define CAROM_DYNAMICS_RIGID_CONTACT_H

#include "rigid_data.h"

/// [m/s] Bodies that move faster against each other slide: arms of their contacts follow them
/// through the tick, so that angular momentum is kept. Below it they are those of the manifold:
/// tall piles would rock.
#define CR_RIGID_SLIDES 0.1

/// Room for `extra` contacts more, and for all of them to be made, destroyed and reported.
bool crRigidContactsReserve(CrDynamics *dynamics, int extra);
/// Blocks for all contacts to have lanes.
bool crRigidContactsReserveLanes(CrDynamics *dynamics);
/// A loose contact of two shapes. Needs room.
int crRigidContactMake(CrDynamics *dynamics, int shapeA, int shapeB);
/// Reports its end if it was pressed.
void crRigidContactDestroy(CrDynamics *dynamics, int contact);
/// Destroys all contacts of a body; or those of one shape, unless that is 0.
void crRigidContactsDestroyOf(CrDynamics *dynamics, int body, int shape);
/// From loose to a lane, and back.
void crRigidContactHold(CrDynamics *dynamics, int contact);
void crRigidContactRelease(CrDynamics *dynamics, int contact);
/// The contact's manifold at the current poses.
void crRigidContactCollide(const CrDynamics *dynamics, const CrRigidContact *contact,
                           double interval, CrContactManifold *manifold);
/// Writes a manifold with points into the contact's lane; impulses of points that were there stay.
void crRigidContactFill(CrDynamics *dynamics, int contact, const CrContactManifold *manifold);
/// Reports the end of a contact that is pressed.
void crRigidContactEndPress(CrDynamics *dynamics, int contact);

#endif
