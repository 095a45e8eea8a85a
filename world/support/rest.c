// SPDX-License-Identifier: MIT
#include "rest.h"

#include "../events/event.h"
#include "../flight/def_table.h"
#include "../flight/flight.h"
#include "../flight/ground.h"
#include "../placement/launch.h"
#include "ride.h"
#include "slide.h"
#include "stick.h"

static const CrBody *bodyOf(const CaromWorld *world, const CrSupport *support)
{
    return &world->bodies[world->shapes[support->shape].body];
}

double crSupportSpin(const CaromWorld *world, const CrSupport *support)
{
    const CrBody *body = bodyOf(world, support);
    const CrShape *shape = &world->shapes[support->shape];
    bool isHub = shape->type == CAROM_SHAPE_CIRCLE && crEqual(shape->baked[0], body->pivot);
    return isHub || world->still ? 0.0 : body->spin;
}

double crSupportRuns(const CaromWorld *world, const CrSupport *support)
{
    const CrShape *shape = &world->shapes[support->shape];
    double belt = crShapeTraitsOf(world, shape)->surfaceSpeed, spin = bodyOf(world, support)->spin;
    bool isHub = spin != 0.0 && crSupportSpin(world, support) == 0.0 && !world->still;
    return isHub ? belt - spin * shape->radius : belt;
}

CaromVec2 crSupportVelocity(const CaromWorld *world, const CrSupport *support, double time,
                            CaromVec2 place)
{
    const CrBody *body = bodyOf(world, support);
    return crSupportSpin(world, support) != 0.0 ? crBodyVelocityAt(body, time, place)
                                                : body->velocity;
}

CrPose crSupportPose(const CaromWorld *world, const CrSupport *support, double time)
{
    const CrBody *body = bodyOf(world, support);
    bool isHub = body->spin != 0.0 && crSupportSpin(world, support) == 0.0;
    return isHub ? crPose(body->pivot, crBodyOffset(body, time), 0.0) : crBodyPose(body, time);
}

CaromVec2 crSupportWhirl(const CaromWorld *world, const CrSupport *support, double time,
                         CaromVec2 place)
{
    const CrBody *body = bodyOf(world, support);
    double spin = crSupportSpin(world, support);
    CaromVec2 arm = crSub(place, crAdd(body->pivot, crBodyOffset(body, time)));
    return crScale(arm, spin * spin);
}

void crFlightRest(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                  const CrSupport *support, bool glued)
{
    CrFlights *f = &world->flights;
    if (crSupportSpin(world, support) != 0.0) {
        crFlightRideHeld(world, i, time, support, place);
        return;
    }
    crFlightLeanOn(world, i, support);
    crFlightOwn(f, i)->glued = glued;
    f->hot[i].mode = CAROM_PROJECTILE_RESTING;
    CaromVec2 carried = crSupportVelocity(world, support, time, place);
    crFlightSetLeg(world, i, time, place, carried, crVec(0.0, 0.0));
    crEventsTellMode(world, i, time, place, carried, CAROM_PROJECTILE_RESTING);
}

void crFlightStop(CaromWorld *world, uint32_t i, double time)
{
    CrFlights *f = &world->flights;
    CrPath path = crFlightPath(f, i);
    CaromVec2 wish =
        crPathPoint(&path, crGroundTimeToStop(world, i)); // not by the time, which is rounded
    CaromVec2 place = crPlace(world, i, time, wish, NULL), still = crVec(0.0, 0.0);
    f->hot[i].mode = CAROM_PROJECTILE_RESTING;
    crFlightGoOn(world, i, time, place, still, still);
    crFlightUpdateIgnore(world, i);
    crEventsTellMode(world, i, time, place, crVec(0.0, 0.0), CAROM_PROJECTILE_RESTING);
}
