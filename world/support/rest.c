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
                         .glued = glued,
                         .isTold = true};
    crFlightApply(world, i, &rest);
}

void crFlightStop(CaromWorld *world, uint32_t i, double time)
{
    CrPath path = crFlightPath(&world->flights, i);
    CaromVec2 wish =
        crPathPoint(&path, crGroundTimeToStop(world, i)); // not by the time, which is rounded
    CrTransition rest = {.mode = CAROM_PROJECTILE_RESTING,
                         .time = time,
                         .place = crPlaceOrCrush(world, i, time, wish, NULL),
                         .isTold = true};
    crFlightApplyAndGoOn(world, i, &rest);
}
