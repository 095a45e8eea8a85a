// SPDX-License-Identifier: MIT
// Which shapes touch: pairs of which one at least tells (CaromShapeDef.contacts), from the time at
// which they begin to touch to that at which they part.
//
// Pairs are judged at the multiples kP of world time, P = CaromWorldDef.contactInterval, and at the
// clock of an edit of either; never at a step's end, so steps have no part in it (law 2). Between
// two judgements they are asked again at halves of the interval, halves of these, …, as far as one
// may pass the other unseen, and CaromWorldDef.contactLimit allows. How fast places of both can
// near each other bounds when they can touch or part at the earliest: until then they are not asked
// at all. That bound, the order of looks and their limit depend on the pair's motion and on k
// alone.
#ifndef CAROM_WORLD_CONTACTS_CONTACT_H
#define CAROM_WORLD_CONTACTS_CONTACT_H

#include "../api/events.h"
#include "../data/contact.h"
#include "../data/world.h"

/// Whether both shapes are still there.
static inline bool crContactIsCurrent(const CaromWorld *world, const CrContact *touching)
{
    return crSlotsHolds(&world->shapeSlots, touching->a + 1, touching->ageA) &&
           crSlotsHolds(&world->shapeSlots, touching->b + 1, touching->ageB);
}
/// As a game is told of it.
CaromContact crContactTold(const CaromWorld *world, const CrContact *touching);
/// Judges all pairs up to a time.
/// @returns CAROM_STEP_EXHAUSTED where memory was short and something may have been left out,
/// CAROM_STEP_CONTACTS_LIMITED where contactLimit was reached
CaromStepFlags crContactsStep(CaromWorld *world, double to);

#endif
