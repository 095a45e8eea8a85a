// SPDX-License-Identifier: MIT
// Edges around a place, of whatever rests or moves there.
#ifndef CAROM_WORLD_VISIT_H
#define CAROM_WORLD_VISIT_H

#include "world.h"

/// What is done with an edge; false ends the round.
typedef bool CrVisit(void *context, uint32_t shape, int edge);

/// Every edge that may touch a box, some more than once; false where a visit ended the round.
bool crVisitEdges(const CaromWorld *world, CaromBox box, CrVisit *visit, void *context);
/// Of those of moving shapes alone, each once.
bool crVisitMoving(const CaromWorld *world, CaromBox box, CrVisit *visit, void *context);

#endif
