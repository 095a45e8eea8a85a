// SPDX-License-Identifier: MIT
// Contacts: pairs of touching shapes of which at least one reports contacts
// (CaromShapeDef.contacts), from the time at which they begin to touch to the time at which they
// part.
//
// The solver of dynamic bodies decides at ticks whether two solid shapes touch of which one is a
// dynamic body's (rigid/rigid_contacts.h). Here such pairs end only by calls: by moves, filters,
// destroyed shapes.
//
// Other pairs are examined at the multiples kP of world time, P = CaromWorldDef.contactInterval,
// and at the time of an edit of either; never at a step's end, so steps have no influence (law 2).
// Where a dynamic body takes another path in the middle of a step, its pairs are judged before and
// after, as by an edit: each time by the path that the body is on then.
// Between two such times they are tested again at halves of the interval, quarters, …, as far as
// one may pass the other unnoticed and CaromWorldDef.contactLimit allows. A bound on the speed of
// approach gives the earliest time at which they can touch or part: until then they are not tested.
// That bound, the order of tests and their limit depend on the pair's motion and on k alone.
#ifndef CAROM_WORLD_CONTACTS_CONTACT_H
#define CAROM_WORLD_CONTACTS_CONTACT_H

#include "../api/events.h"
#include "../data/world.h"

/// Judges all pairs up to a time.
/// @returns CAROM_STEP_EXHAUSTED where memory was short and something may have been left out,
/// CAROM_STEP_CONTACTS_LIMITED where contactLimit was reached
CaromStepFlags crContactsStep(CaromWorld *world, double to);

/// A body, and what hangs from it, is about to leave its path in the middle of a step: judges the
/// pairs of its shapes up to there, as it went so far.
void crContactsBeforeTurn(CaromWorld *world, uint32_t body, double time);
/// It has turned: from here on its pairs are judged by its new path.
void crContactsAfterTurn(CaromWorld *world, uint32_t body, double time);

#endif
