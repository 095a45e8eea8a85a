// SPDX-License-Identifier: MIT
// Boxes around the legs of flights until the end of a step: for blasts, which push flights near
// them, and for proximity fuses. The first few searches test all flights one by one; for more, the
// boxes are listed once for the step. A flight with a new leg is listed again. The boxes only limit
// which flights are tested: without memory for them all flights are tested, and no bit changes.
#ifndef CAROM_WORLD_FLIGHT_FLIGHT_BOXES_H
#define CAROM_WORLD_FLIGHT_FLIGHT_BOXES_H

#include "leg.h"

void crFlightBoxesInit(CaromWorld *world);
void crFlightBoxesFree(CaromWorld *world);
int64_t crFlightBoxesBytes(const CaromWorld *world);

/// Searches from here on are for these times; nothing is listed yet.
void crFlightBoxesBegin(CaromWorld *world, double from, double until);
/// Ends the searches.
void crFlightBoxesEnd(CaromWorld *world);
/// So many more questions will be asked: lists all flights, if that pays.
void crFlightBoxesExpect(CaromWorld *world, int questions);
/// Flight i may have another way, or none.
void crFlightBoxesRenew(CaromWorld *world, uint32_t i);

/// Slots of flights that may come within a box, ascending, none missing; good until the next call.
/// False: not listed, look at all.
bool crFlightBoxesFind(CaromWorld *world, CaromBox box, const uint32_t **slots, int *count);

/// A walk over flights that may come within a distance of flight i up to a time; over all of them
/// where they are not listed. In no order.
typedef struct CrNearbyWalk {
    CrBoxesWalk boxes;
    uint32_t next, count;
    bool listed;
} CrNearbyWalk;
void crNearbyStart(CrNearbyWalk *walk, const CaromWorld *world, uint32_t i, double until,
                   double distance);
bool crNearbyNext(CrNearbyWalk *walk, uint32_t *slot);

/// A walk over flights with a proximity fuse that flight i may come near to. False: not listed.
bool crWatchersStart(CrBoxesWalk *walk, const CaromWorld *world, uint32_t i);

#endif
