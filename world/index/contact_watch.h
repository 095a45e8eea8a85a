// SPDX-License-Identifier: MIT
// The list of shapes whose contacts are reported.
#ifndef CAROM_WORLD_INDEX_CONTACT_WATCH_H
#define CAROM_WORLD_INDEX_CONTACT_WATCH_H

#include "../../shapes/api.h"
#include "../data/shape.h"
#include "../data/world.h"

void crContactsInit(CaromWorld *world);
void crContactsFree(CaromWorld *world);
/// Room for a shape that is new, or is now to tell.
CaromError crContactsReserve(CaromWorld *world, const CrShape *shape, bool contacts);
/// A shape that tells; room was reserved.
void crContactsWatch(CaromWorld *world, uint32_t slot);
void crContactsUnwatch(CaromWorld *world, uint32_t slot);

#endif
