// SPDX-License-Identifier: MIT
// Records the legs of every projectile between its events, as the world published them, and checks
// each for an escape. The latest legs, up to a fixed number, are kept for the picture.
#ifndef CAROM_SAMPLES_FLIGHTS_H
#define CAROM_SAMPLES_FLIGHTS_H

#include "escape.h"

typedef enum FlightKind {
    FLIGHT_ELASTIC,  ///< a bullet that bounces off as fast as it came
    FLIGHT_RICOCHET, ///< a bullet that slows down with each bounce
    FLIGHT_GRENADE,
    FLIGHT_KINDS
} FlightKind;

/// The start of a projectile's present leg.
typedef struct Flight {
    CaromProjectileId id;
    FlightKind kind;
    CaromVec2 position, velocity, acceleration;
    CaromVec2 pull; ///< [m/s²] the acceleration of its free flight
    double time;
    bool ended, escaped;
    bool settles; ///< glides straight to the end of its bounces, or to what comes before
    bool slides;  ///< along walls, or rides on a body: its path is not known until its next hit
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
    bool bodies; ///< there are some that move: projectiles may ride on them
    EscapeCheck *check;
    int64_t bounces;  ///< hits read
    int64_t torn;     ///< legs that do not lead to their published end
    int escaped;      ///< projectiles
    uint64_t digest;  ///< of all events: kind, place and time, to the bit
    char report[256]; ///< of the first escape or torn leg; empty if there is none
} Flights;

/// Returns false if there is no memory. Free it in either case.
bool flightsInit(Flights *flights, const WadMap *map, int capacity);
void flightsFree(Flights *flights);

/// Fires a projectile and starts its record. Returns false if the world refuses it.
bool flightsFire(Flights *flights, CaromWorld *world, CaromProjectileDef def, FlightKind kind);
/// Reads the events of the last step.
void flightsRead(Flights *flights, const CaromWorld *world);
/// Ends the leg of every flying projectile at the current time.
void flightsClose(Flights *flights, const CaromWorld *world);

#endif
