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
/// Blocks for all contacts of bodies that move to have lanes, and for those that wake: so many,
/// `crowd` of them of bodies with many contacts.
bool crRigidContactsReserveLanes(CrDynamics *dynamics, int woken, int crowd);
/// How many contacts of a body may find no free colour.
int crRigidCrowd(const CrDynamics *dynamics, int body);
/// A loose contact of two shapes. Needs room.
int crRigidContactMake(CrDynamics *dynamics, int shapeA, int shapeB);
/// Reports its end if it was pressed.
void crRigidContactDestroy(CrDynamics *dynamics, int contact);
/// Destroys all contacts of a body; or those of one shape, unless that is 0.
void crRigidContactsDestroyOf(CrDynamics *dynamics, int body, int shape);
/// From loose to a lane, and back. A contact that is asleep becomes loose, too.
void crRigidContactHold(CrDynamics *dynamics, int contact);
void crRigidContactRelease(CrDynamics *dynamics, int contact);
/// From a lane, or from loose, to sleep. What it needs to go on is kept.
void crRigidContactRest(CrDynamics *dynamics, int contact, bool touches);
/// From sleep to a lane, with a manifold that has points.
void crRigidContactResume(CrDynamics *dynamics, int contact, const CrContactManifold *manifold);
/// The contact's manifold at the current poses.
void crRigidContactCollide(const CrDynamics *dynamics, const CrRigidContact *contact,
                           double interval, CrContactManifold *manifold);
/// Writes a manifold with points into the contact's lane; impulses of points that were there stay.
void crRigidContactFill(CrDynamics *dynamics, int contact, const CrContactManifold *manifold);
/// Reports the end of a contact that is pressed.
void crRigidContactEndPress(CrDynamics *dynamics, int contact);

#endif
