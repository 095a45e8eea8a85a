// SPDX-License-Identifier: MIT
// Proximity fuses: a flight that watches explodes at the first time at which its surface is within
// its flight def's `proximity` of a shape's or another projectile's that its proximityFilter meets.
// That is the entry of its path into what is watched for, thickened by so much more; or the time
// from which it watches, where it is near already: its launch, or the edit that brought a shape
// there. Sensors, the body it ignores, and projectiles that ignore the same body are never watched
// for.
//
// The resting layer is searched once a leg, together with the search for hits. Shapes that move are
// looked for in each step near the flight. Other flights are looked for in each step and after each
// of their events: one by one where few watch, else near it only (flight_boxes.h); not at all by a
// flight whose proximityFilter meets none of them.
#ifndef CAROM_WORLD_FLIGHT_PROXIMITY_FUSE_H
#define CAROM_WORLD_FLIGHT_PROXIMITY_FUSE_H

#include "leg.h"

/// Whether a flight watches: one with a proximity that is there, and not parked. What is stuck to a
/// body that moves, or was moved since, neither watches nor is watched for: its body is.
bool crFlightWatches(const CaromWorld *world, uint32_t i);
/// Whether any fuse acts until then: the things near it depend on other flights, and their events
/// must come first.
bool crWatchersAreOut(const CaromWorld *world, double until);

/// Lists the flights with a fuse for a step in turn: first those that may watch for other flights.
void crWatchersFind(CaromWorld *world);

/// Returns where a flight with a fuse may be from the clock until then, if its speed grows by no
/// more than a little, with all around that it may come near to, or push by its blast.
CaromBox crWatcherZone(const CaromWorld *world, uint32_t i, double until);

/// When it comes near one edge; as crFlightMeetsEdge, its span, too.
bool crFlightNearsEdge(const CaromWorld *world, uint32_t i, uint32_t shape, int edge, CrSpan span,
                       CrEncounter *encounter);
/// When it is near something at rest from the start; CR_NEVER if it isn't.
double crFlightStartsNear(const CaromWorld *world, uint32_t i);
/// When it comes near flight j, as both fly now; CR_NEVER: never, or surely after `until`.
double crFlightNearsFlight(const CaromWorld *world, uint32_t i, uint32_t j, double until);
/// The first time, at most `until`, at which it is near anything that moves; else CR_NEVER.
double crFlightNearsAny(const CaromWorld *world, uint32_t i, double until);

#endif
