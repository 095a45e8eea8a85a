// SPDX-License-Identifier: MIT
// A flight's leg is set; a flight ends and its slot is given back.
#ifndef CAROM_WORLD_FLIGHT_FLIGHT_H
#define CAROM_WORLD_FLIGHT_FLIGHT_H

#include "../../shapes/vec.h"
#include "../api/events.h"
#include "../data/world.h"
#include "where.h"

/// Starts a new leg; what the last one knew is forgotten.
void crFlightSetLeg(CaromWorld *world, uint32_t i, double start, CaromVec2 place,
                    CaromVec2 velocity, CaromVec2 acceleration);
/// The beginning of a mode, with its first leg.
typedef struct CrTransition {
    CaromProjectileMode mode;
    double time;
    CaromVec2 place, velocity, acceleration;
    const CrSupport *support; ///< what it leans on from now on; null: nothing
    bool glued;               ///< it was stopped, and rests whatever its support does
    bool isTold;              ///< by an event
} CrTransition;
/// Writes mode, support and leg of flight i; what the last leg knew is forgotten.
void crFlightApply(CaromWorld *world, uint32_t i, const CrTransition *transition);
/// Makes it one that flies already, whose place is about to be searched for: crPlace asks the mode
/// whether the leg is a line. A transition follows.
void crFlightTakeOff(CaromWorld *world, uint32_t i);
/// Begins the flight in a fresh slot, of which nothing else is to be said: it flies from the clock
/// on. pull: CR_LEG_PULL_… of its acceleration. Inline, since volleys consist of it.
static inline void crFlightBeginPlainly(CaromWorld *world, uint32_t i, CaromVec2 place,
                                        CaromVec2 velocity, uint8_t pull)
{
    CrFlight *hot = &world->flights.hot[i];
    hot->place = place;
    hot->velocity = velocity;
    hot->start = world->flights.next[i] = world->time;
    hot->tau = 0.0;
    hot->nextKey = CR_NONE;
    hot->bounces = world->flights.tail[i].windowEvents = 0;
    hot->nextKind = CR_NEXT_SEARCH;
    hot->mode = CAROM_PROJECTILE_FLYING;
    hot->leg = pull;
}
/// Another flight's event has changed flight i: its box is renewed, and, while events happen in
/// turn, it is put on world->changed for the event queue.
void crFlightChanged(CaromWorld *world, uint32_t i);

/// Ends it: an event, and the slot is free.
void crFlightEnd(CaromWorld *world, uint32_t i, double time, CaromEndReason reason);
/// The same where it is known where it is then, and how fast.
void crFlightEndAt(CaromWorld *world, uint32_t i, double time, CaromVec2 place, CaromVec2 velocity,
                   CaromEndReason reason);
void crFlightRelease(CaromWorld *world, uint32_t i);

#endif
