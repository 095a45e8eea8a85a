// SPDX-License-Identifier: MIT
// The list of shapes that report contacts.
#ifndef CAROM_WORLD_INDEX_CONTACT_WATCH_H
#define CAROM_WORLD_INDEX_CONTACT_WATCH_H

#include "../../shapes/api.h"
#include "../data/shape.h"
#include "../data/world.h"

void crContactsFree(CaromWorld *world);
/// Makes room for a shape that is new, or will now report contacts.
CaromError crContactsReserve(CaromWorld *world, const CrShape *shape, bool contacts);
/// Makes room for a shape at rest that will move.
CaromError crContactsReserveMoving(CaromWorld *world, const CrShape *shape);
/// Adds a shape that reports contacts; room was reserved.
void crContactsWatch(CaromWorld *world, uint32_t slot);
void crContactsUnwatch(CaromWorld *world, uint32_t slot);

#endif
