// SPDX-License-Identifier: MIT
// SensorCrossings of sensors. They change nothing about a flight, so they are not part of its life:
// each piece of a leg is asked, once it is flown, through which sensors it led. When a flight comes
// in or goes out is a function of leg and sensor alone; a step only decides which crossings are
// told.
//
// A flight carries the list of sensors that it is inside of, so that who came in goes out once, and
// only then comes in again. Coming in: the first meeting of the path with an edge of the shape, as
// flights meet walls; going out: when no part of the shape holds it any more. At a leg's start the
// list is set right by the place, lest a bounce within rounding of a border be lost.
#ifndef CAROM_WORLD_FLIGHT_SENSOR_CROSSINGS_H
#define CAROM_WORLD_FLIGHT_SENSOR_CROSSINGS_H

#include "../data/world.h"

/// Of a new projectile, and once it is launched.
void crSensorCrossingsBegin(CaromWorld *world, uint32_t i);
void crSensorCrossingsLaunch(CaromWorld *world, uint32_t i);
/// Tells all crossings of flight i's leg up to a time; may look for what comes up to a horizon.
/// Within a step, due before anything that changes the leg.
void crSensorCrossingsTell(CaromWorld *world, uint32_t i, double until, double horizon);
/// The same of all flights, at a step's end.
void crSensorCrossingsTellAll(CaromWorld *world, double until);
/// Sensors that came, went or moved by edits since the last step: who is inside of them now.
void crSensorCrossingsApplyEdits(CaromWorld *world);
/// Flight i starts a new leg.
void crSensorCrossingsNewLeg(CaromWorld *world, uint32_t i);
/// Flight i is no more.
/// The flight has another filter: the next step tells of the sensors that it is no longer in.
void crSensorCrossingsTakeFilter(CaromWorld *world, uint32_t i);
void crSensorCrossingsDrop(CaromWorld *world, uint32_t i);

#endif
