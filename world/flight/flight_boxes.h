// SPDX-License-Identifier: MIT
// Boxes around the legs of flights until the end of a step: for blasts, which push flights near
// them, and for proximity fuses. The first few searches test all flights one by one; for more, the
// boxes are listed once for the step. A flight with a new leg is listed again. The boxes only limit
// which flights are tested: without memory for them all flights are tested, and no bit changes.
//
// Where few watch for other flights, the motion grid lists a zone for each lookout, which it does
// not leave within the step, so wide that it holds all that it may come near to or push by its
// blast. Then only flights that may come into a zone are noted, and listed; all others depend on no
// lookout, and no lookout on them. A lookout that leaves its zone ends that for the step.
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

/// So many lookouts have zones, items of the motion grid from one on: only flights that are noted
/// are listed from here on. Without memory that is not begun.
void crFlightBoxesBeginZones(CaromWorld *world, const uint32_t *lookouts, int count, int item);
/// Flight i may come into a zone; true: it was not noted yet.
bool crFlightBoxesNote(CaromWorld *world, uint32_t i);
/// Whether flight i is a lookout with a zone.
static inline bool crFlightBoxesHasZone(const CaromWorld *world, uint32_t i)
{
    return world->flightBoxes.zoned && world->flightBoxes.entries[i].zone > 0;
}
/// Whether flight i, which goes on otherwise now, is no lookout or stays in its zone.
bool crFlightBoxesKeepsZone(const CaromWorld *world, uint32_t i);
/// No zone holds any more.
void crFlightBoxesEndZones(CaromWorld *world);

/// Slots of flights that may come within a box, ascending, none missing; good until the next call.
/// False: not listed, look at all.
bool crFlightBoxesFind(CaromWorld *world, CaromBox box, const uint32_t **slots, int *count);
/// The same for what flight i does around it, which may be a lookout, or CR_NONE.
bool crFlightBoxesFindAround(CaromWorld *world, uint32_t i, CaromBox box, const uint32_t **slots,
                             int *count);

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
