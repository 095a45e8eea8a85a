// SPDX-License-Identifier: MIT
// Crossings of sensors. They do not change a flight, so they are not among its events: when a piece
// of a leg has been flown, its path is tested for sensors. The time of an entry or exit is a
// function of leg and sensor alone; a step only decides which crossings are reported.
//
// A flight has a list of the sensors that contain it, so each entry is followed by one exit before
// the next entry. Entry: the first hit of the path with an edge of the shape, as flights hit walls.
// Exit: when no part of the shape contains it any more. At a leg's start the list is corrected by
// the place, so that a bounce within rounding of a border is not lost.
#ifndef CAROM_WORLD_FLIGHT_SENSOR_CROSSINGS_H
#define CAROM_WORLD_FLIGHT_SENSOR_CROSSINGS_H

#include "../core/limits.h"
#include "../index/sensors.h"

/// Of a new projectile, and once it is launched.
void crSensorCrossingsBegin(CaromWorld *world, uint32_t i);
void crSensorCrossingsLaunch(CaromWorld *world, uint32_t i);
/// Reports all crossings of flight i's leg up to a time; may search up to a horizon. Must be called
/// within a step before anything changes the leg.
void crSensorCrossingsTell(CaromWorld *world, uint32_t i, double until, double horizon);
/// The same for the rest of a step that ends then; also looks ahead for steps to come.
void crSensorCrossingsTellStep(CaromWorld *world, uint32_t i, double until);
/// The same of all flights, at a step's end. Where clearUntil[] is valid, flights that came near
/// something that moves within the step, but are clear by now, must have been reported.
void crSensorCrossingsTellAll(CaromWorld *world, double until);
/// Whether the leg of flight i, which comes near no sensor that moves until then, crosses nothing.
static inline bool crSensorCrossingsClear(const CaromWorld *world, uint32_t i, double time)
{
    const CrSensorCrossing *crossing = &world->flights.crossings[i];
    return crossing->clearUntil > time ||
           (crossing->inside == CR_NONE && !crSensorsAnyRests(world));
}
/// Updates which flights are inside sensors that edits made, removed or moved since the last step.
void crSensorCrossingsApplyEdits(CaromWorld *world);
/// Flight i starts a new leg.
void crSensorCrossingsNewLeg(CaromWorld *world, uint32_t i);
/// Flight i has ended. The flight has another filter: the next step reports the sensors that it is
/// no longer in.
void crSensorCrossingsTakeFilter(CaromWorld *world, uint32_t i);
void crSensorCrossingsDrop(CaromWorld *world, uint32_t i);

#endif
