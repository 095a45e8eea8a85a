// SPDX-License-Identifier: MIT
// What disabling a body and changing its type have in common.
#ifndef CAROM_WORLD_BODIES_BODY_ENABLE_H
#define CAROM_WORLD_BODIES_BODY_ENABLE_H

#include "../data/world.h"

/// Keeps a body, if it is static, and the content of its shapes, before these leave their layers:
/// rollback states hold neither.
void crBodyKeepShapes(CaromWorld *world, uint32_t slot);

/// Disables the bodies in world->rigids.broken, as caromBodySetEnabled does, and logs that. Where
/// memory is short, those that are left.
CaromError crBodiesQuarantine(CaromWorld *world);

#endif
