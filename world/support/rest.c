// SPDX-License-Identifier: MIT
#include "rest.h"

#include "../events/event.h"
#include "../flight/def_table.h"
#include "../flight/flight.h"
#include "../flight/ground.h"
#include "../placement/launch.h"
#include "../placement/place.h"
#include "ride.h"

void crFlightRest(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                  const CrSupport *support, bool glued)
{
    if (crSupportSpin(world, support) != 0.0) {
        crFlightRideHeld(world, i, time, support, place);
        return;
    }
    CrTransition rest = {.mode = CAROM_PROJECTILE_RESTING,
                         .time = time,
                         .place = place,
                         .velocity = crSupportVelocity(world, support, time, place),
                         .support = support,
                         .isTold = true};
    crFlightApply(world, i, &rest);
    crFlightOwn(&world->flights, i)->glued = glued;
}

void crFlightStop(CaromWorld *world, uint32_t i, double time)
{
    CrFlights *f = &world->flights;
    CrPath path = crFlightPath(f, i);
    CaromVec2 wish =
        crPathPoint(&path, crGroundTimeToStop(world, i)); // not by the time, which is rounded
    CaromVec2 place = crPlaceOrCrush(world, i, time, wish, NULL), still = crVec(0.0, 0.0);
    f->hot[i].mode = CAROM_PROJECTILE_RESTING;
    crFlightGoOn(world, i, time, place, still, still);
    crFlightUpdateIgnore(world, i);
    crEventsTellMode(world, i, time, place, crVec(0.0, 0.0), CAROM_PROJECTILE_RESTING);
}
