// SPDX-License-Identifier: MIT
// Where a flight is and how fast, in every mode; and what it leans on.
#ifndef CAROM_WORLD_FLIGHT_WHERE_H
#define CAROM_WORLD_FLIGHT_WHERE_H

#include "../../shapes/path.h"
#include "../../shapes/pose.h"
#include "../api/previews.h"
#include "../core/limits.h"
#include "../data/body.h"
#include "../data/flight.h"
#include "../data/flight_extra.h"

/// Something touched: an edge, thickened, as baked, and where its body stands; the normal points to
/// the flight, in the world.
typedef struct CrTouch {
    CrEdge edge;
    uint32_t key; ///< of the edge
    CrPose pose;
    CrPart part;
    CaromVec2 normal;
} CrTouch;

/// A face of an edge, or the cap at one of its ends.
typedef struct CrSupport {
    uint32_t shape;
    int edge;
    CrPart part;
} CrSupport;

/// Within this of its support's surface it touches it.
#define CR_TOUCHES(place, radius) (256.0 * crPlaceTolerance(place, radius))

/// Whether the leg of flight i is such a piece.
bool crFlightRides(const CaromWorld *world, uint32_t i);

/// [m] So far its leg may be off the surface.
double crRideSlack(const CaromWorld *world, uint32_t i, const CrSupport *support);

/// How one that sticks rides along, and where that leads.
CaromRide crFlightRide(const CaromWorld *world, uint32_t i);
CaromVec2 crRidePlace(const CaromRide *ride, double time);
/// Where it is; also for those that don't stick.
CaromVec2 crFlightWhere(const CaromWorld *world, uint32_t i, double time);
CaromVec2 crFlightHowFast(const CaromWorld *world, uint32_t i, double time);

static inline bool crFlightIsStuck(const CaromWorld *world, uint32_t i)
{
    return world->flights.hot[i].mode == CAROM_PROJECTILE_STUCK;
}

/// The support that a flight leans on; false where it is gone, or a sensor by now.
bool crFlightSupport(const CaromWorld *world, uint32_t i, CrSupport *support);
/// Finds the first flight, from *i on, that leans on a shape; false: none does.
bool crFlightOn(const CaromWorld *world, uint32_t shape, uint32_t *i, CrSupport *support);
void crFlightLeanOn(CaromWorld *world, uint32_t i, const CrSupport *support);
static inline void crFlightLetGo(CaromWorld *world, uint32_t i)
{
    if (crFlightHasExtra(&world->flights, i)) {
        crFlightOwn(&world->flights, i)->supportKey = CR_NONE;
        crFlightOwn(&world->flights, i)->glued = false;
        crFlightOwn(&world->flights, i)->rides = false;
    }
}
/// How old the slot of the shape that it leans on is, for snapshots; of one that is gone 0.
uint32_t crSupportAge(const CaromWorld *world, const CrFlightExtra *extra);
/// The supportMark of the shape that has an edge, if its slot is so old.
uint32_t crSupportMark(const CaromWorld *world, uint32_t key, uint32_t age);
/// Whether flight i at a place, seen from where the support's shape is baked, touches it still, as
/// edits left it.
bool crSupportHolds(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 local);

/// How flight i, near `place` at a time, touches its support.
CrTouch crSupportTouch(const CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                       CaromVec2 place);

/// Whether forces move it; others keep theirs until they fly again.
static inline bool isMovable(const CaromWorld *world, uint32_t i)
{
    int mode = world->flights.hot[i].mode;
    return mode != CAROM_PROJECTILE_PENDING && mode != CAROM_PROJECTILE_STUCK &&
           mode != CAROM_PROJECTILE_PARKED;
}

/// As its body's shapes are baked now.
CaromVec2 crStuckBakedPlace(const CaromWorld *world, uint32_t i);

const CrBody *crStuckBody(const CaromWorld *world, uint32_t i);

CaromVec2 crSupportArm(const CaromWorld *world, const CrSupport *support, double time,
                       CaromVec2 place);

const CrBody *crSupportBody(const CaromWorld *world, const CrSupport *support);

#endif
