// SPDX-License-Identifier: MIT
// What casts and overlaps share. They write nothing, so any number may run side by side.
#ifndef CAROM_WORLD_QUERY_H
#define CAROM_WORLD_QUERY_H

#include "../shapes/path.h"
#include "shape.h"

CaromError crCheckOptions(const CaromWorld *world, const CaromQueryOptions *options);
/// Whether options let a shape be seen.
bool crOptionsSee(const CaromWorld *world, const CaromQueryOptions *options, uint32_t shape);

#endif
