// SPDX-License-Identifier: MIT
// Keeps book of every projectile: the legs between its events, as the world published them, each
// judged for an escape. Legs are kept for the picture, the latest of a fixed number.
#ifndef CAROM_SAMPLES_FLIGHTS_H
#define CAROM_SAMPLES_FLIGHTS_H

#include "escape.h"

typedef enum FlightKind {
    FLIGHT_ELASTIC,  ///< a bullet that bounces off as fast as it came
    FLIGHT_RICOCHET, ///< a bullet that slows down with each bounce
    FLIGHT_GRENADE,
    FLIGHT_KINDS
} FlightKind;

/// What one projectile did last: where its present leg began.
typedef struct Flight {
    CaromProjectileId id;
    FlightKind kind;
    CaromVec2 position, velocity, acceleration;
    CaromVec2 pull; ///< [m/s²] the acceleration of its free flight
    double time;
    bool ended, escaped;
    bool slides; ///< along walls: its way is not known in between, until its next hit
} Flight;

typedef struct FlightLeg {
    CaromVec2 from, to;
    CaromVec2 velocity, acceleration; ///< at from
    double begin, end;                ///< [s]
    FlightKind kind;
    bool bounced; ///< it ended with a hit
} FlightLeg;

typedef struct Flights {
    Flight *flights;
    int count, capacity;
    FlightLeg *legs; ///< a ring once legCount exceeds legCapacity
    int64_t legCount;
    int legCapacity;
    EscapeCheck *check;
    int64_t bounces;  ///< hits read
    int64_t torn;     ///< legs whose published end is not on their flight
    int escaped;      ///< projectiles
    uint64_t digest;  ///< of all events: what happened, where and when, to the bit
    char report[256]; ///< of the first escape or torn leg; empty where there is none
} Flights;

/// False: no memory. Free it in either case.
bool flightsInit(Flights *flights, const WadMap *map, int capacity);
void flightsFree(Flights *flights);

/// Fires a projectile and opens its book. False where the world refuses it.
bool flightsFire(Flights *flights, CaromWorld *world, CaromProjectileDef def, FlightKind kind);
/// Reads the events of the last step.
void flightsRead(Flights *flights, const CaromWorld *world);
/// Closes the leg of every projectile that still lives, at the clock.
void flightsClose(Flights *flights, const CaromWorld *world);

#endif
