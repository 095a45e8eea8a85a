// SPDX-License-Identifier: MIT
// The structures of projectiles that may meet.
#ifndef CAROM_WORLD_DATA_PAIRS_H
#define CAROM_WORLD_DATA_PAIRS_H

#include "../../broadphase/box_index.h"

/// A flight that can meet others. All but `flight`, `leg` and what was passed is a cache. What each
/// event reads comes first.
typedef struct CrProjectilePair {
    uint32_t flight;
    uint32_t other; ///< the flight that it meets next, on that flight's leg otherLeg; or CR_NONE
    uint64_t otherLeg;
    double due;    ///< of its next meeting, or its horizon
    uint64_t leg;  ///< legs are numbered as they begin
    double passed; ///< time of the last meeting on this leg that it went on from, with passedOther;
                   ///< none: -CR_NEVER
    uint32_t passedOther;
    bool listed;                        ///< in `boxes`, by the box of this leg until its horizon
    bool planned;                       ///< due and other are its next meeting or horizon
    double since, horizon;              ///< the times between which it is listed
    uint32_t queuedFirst, queuedSecond; ///< of its entry in the event queue
    double stretch;                     ///< [m] of way from one horizon to the next
    CaromBox box;
} CrProjectilePair;

/// All of them, pending ones included.
typedef struct CrProjectilePairs {
    CrProjectilePair *all; ///< in no particular order
    CrBoxes boxes;         ///< of listed ones, by flight
    uint64_t legs;
    double stretch;
} CrProjectilePairs;

#endif
