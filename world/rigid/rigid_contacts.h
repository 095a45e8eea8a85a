// SPDX-License-Identifier: MIT
// What the solver says of touching shapes: begin and end events at the time of the tick, and the
// contacts that are asked for.
//
// Two shapes touch if one of their solver's contacts presses: it has pushed since it came near, and
// has not been farther away than CR_SOLVED_GAP since then. A chain, a map, a concave polygon is an
// edge each for the solver: the pair touches as long as one of them does.
#ifndef CAROM_WORLD_RIGID_RIGID_CONTACTS_H
#define CAROM_WORLD_RIGID_RIGID_CONTACTS_H

#include "../api/events.h"
#include "rigid_mirror.h"

/// Room for all that may begin in the tick to be solved: each contact that does not press yet.
CaromError crRigidReserveContacts(CaromWorld *world);
/// After a tick that was solved: begins and ends pairs that are reported, at its time. Costs
/// nothing if no shape reports contacts.
void crRigidTellContacts(CaromWorld *world, double time);
/// How the solver has the contact, from the shape in the lower slot to the other.
void crRigidContactTold(const CaromWorld *world, int index, CaromContact *contact);
/// The two shapes of the solver's contact, the lower slot first.
void crRigidContactShapes(const CrRigidMirror *mirror, int index, uint32_t shapes[2]);
/// The next of the solver's contacts of a shape that presses, after `at`; first -1. -1: no more.
int crRigidContactNext(const CaromWorld *world, uint32_t slot, int *at);
/// The next one of all that press, after `index`; first -1. -1: no more.
int crRigidContactAfter(const CaromWorld *world, int index);
/// How many of the solver's contacts press, those of sleepers included. O(1).
int crRigidTouching(const CaromWorld *world);

#endif
