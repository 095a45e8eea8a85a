// SPDX-License-Identifier: MIT
// The list of pairs that touch and are reported, by a, then b, and their events.
#ifndef CAROM_WORLD_CONTACTS_CONTACT_LIST_H
#define CAROM_WORLD_CONTACTS_CONTACT_LIST_H

#include "../api/events.h"
#include "../data/contact.h"
#include "../data/ids.h"
#include "../data/world.h"

/// Whether both shapes are still there.
static inline bool crContactIsCurrent(const CaromWorld *world, const CrContact *touching)
{
    return crShapeIsThere(world, touching->a, touching->ageA) &&
           crShapeIsThere(world, touching->b, touching->ageB);
}
/// Whether the solver of dynamic bodies decides if two shapes touch: both are solid, both bodies
/// take part, and one of them is dynamic.
bool crContactIsSolved(const CaromWorld *world, uint32_t a, uint32_t b);
/// A pair of shapes that are there, a < b, not listed yet, without a manifold.
CrContact crContactFresh(const CaromWorld *world, uint32_t a, uint32_t b);
/// The contact as the game gets it, without impulses.
CaromContact crContactTold(const CaromWorld *world, const CrContact *touching);

/// The pair a < b, or null. O(log n).
CrContact *crContactFind(const CrContacts *contacts, uint32_t a, uint32_t b);
/// Adds a pair that is not listed; room was reserved. O(n).
void crContactInsert(CrContacts *contacts, const CrContact *touching);
/// Sorts the pairs in `fresh`, which are not listed, drops those that are there twice, and lists
/// them; room was reserved. O(n), and O(m log m) for m new pairs.
void crContactsTakeFresh(CaromWorld *world);

/// Adds the event of a pair that begins or ends.
void crContactTell(CaromWorld *world, const CrContact *touching, double time, bool began);
/// Ends the pairs of which a shape was destroyed; others that use its slot now are new to all.
void crContactsEndStale(CaromWorld *world, double time);
void crContactsDropParted(CrContacts *contacts);

#endif
