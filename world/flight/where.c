// SPDX-License-Identifier: MIT
#include "where.h"

#include "../geometry/shape_view.h"
#include "../index/hierarchy.h"
#include "leg.h"

bool crFlightRides(const CaromWorld *world, uint32_t i)
{
    int mode = world->flights.hot[i].mode;
    return (mode == CAROM_PROJECTILE_RESTING || crModeSlides(mode)) &&
           crFlightExtra(&world->flights, i)->rides;
}

const CrBody *crSupportBody(const CaromWorld *world, const CrSupport *support)
{
    return &world->bodies[world->shapes[support->shape].body];
}

CaromVec2 crSupportArm(const CaromWorld *world, const CrSupport *support, double time,
                       CaromVec2 place)
{
    const CrBody *body = crSupportBody(world, support);
    return crSub(place, crAdd(body->pivot, crBodyOffset(body, time)));
}

double crRideSlack(const CaromWorld *world, uint32_t i, const CrSupport *support)
{
    const CrFlight *hot = &world->flights.hot[i];
    if (!crFlightRides(world, i)) {
        return 0.0;
    }
    CaromVec2 arm = crSupportArm(world, support, hot->start, hot->place);
    return 0x1p-18 * (crAbs(arm.x) + crAbs(arm.y) + 1e-3);
}

const CrBody *crStuckBody(const CaromWorld *world, uint32_t i)
{
    return &world->bodies[crFlightExtra(&world->flights, i)->stuckBody];
}

CaromVec2 crStuckBakedPlace(const CaromWorld *world, uint32_t i)
{
    const CrFlightExtra *extra = crFlightExtra(&world->flights, i);
    uint32_t body = extra->stuckBody;
    bool same = crEqual(extra->stuckLocal, crFrameLocal(world, body, extra->stuckBaked));
    return same ? extra->stuckBaked : crFramePoint(world, body, extra->stuckLocal);
}

CaromRide crFlightRide(const CaromWorld *world, uint32_t i)
{
    const CrBody *body = crStuckBody(world, i);
    CaromRide ride = {crStuckBakedPlace(world, i), body->pivot, body->drift, body->velocity,
                      body->acceleration,          body->turn,  body->spin,  body->anchorTime};
    return ride;
}

CaromVec2 crRidePlace(const CaromRide *ride, double time)
{
    CrBody body = {0};
    body.type = CAROM_BODY_KINEMATIC;
    body.pivot = ride->pivot;
    body.drift = ride->drift;
    body.velocity = ride->velocity;
    body.acceleration = ride->acceleration;
    body.accelerates = crIsPulled(ride->acceleration);
    body.turn = ride->turn;
    body.spin = ride->spin;
    body.anchorTime = ride->time;
    CrPose pose = crBodyPose(&body, time);
    return crPoseToWorld(&pose, ride->place);
}

CaromVec2 crFlightWhere(const CaromWorld *world, uint32_t i, double time)
{
    const CrFlights *f = &world->flights;
    CrSupport support;
    if (!crFlightIsStuck(world, i)) {
        return crFlightPlaceAt(f, i, time);
    }
    if (!crFlightSupport(world, i, &support)) {
        return crFlightExtra(f, i)->stuckPlace; // its body is gone; it falls off at the next step
    }
    CaromRide ride = crFlightRide(world, i);
    return crRidePlace(&ride, time);
}

CaromVec2 crFlightHowFast(const CaromWorld *world, uint32_t i, double time)
{
    CrSupport support;
    if (!crFlightIsStuck(world, i)) {
        CrPath path = crFlightPath(&world->flights, i);
        return crPathVelocity(&path, crFlightTau(&world->flights, i, time));
    }
    if (!crFlightSupport(world, i, &support)) {
        return crVec(0.0, 0.0);
    }
    return crBodyVelocityAt(crStuckBody(world, i), time, crFlightWhere(world, i, time));
}

/// Of a shape, never another one's: ages alone are the same in many slots. Multiples of the golden
/// ratio lie too far apart for slots to lead from one to another. 0 is that of no shape.
static uint32_t markOf(const CaromWorld *world, uint32_t slot)
{
    return world->shapeSlots.ages[slot] * 0x9e3779b1u ^ slot;
}

/// The shape of the edge now, or CR_NONE; the key for no edge is beyond all keys.
static uint32_t ownerOf(const CaromWorld *world, uint32_t key)
{
    return key < (uint32_t)crArrayCount(world->keyOwners) ? world->keyOwners[key].shape : CR_NONE;
}

uint32_t crSupportAge(const CaromWorld *world, const CrFlightExtra *extra)
{
    uint32_t shape = ownerOf(world, extra->supportKey);
    bool isIt = shape != CR_NONE && markOf(world, shape) == extra->supportMark;
    return isIt ? world->shapeSlots.ages[shape] : 0;
}

uint32_t crSupportMark(const CaromWorld *world, uint32_t key, uint32_t age)
{
    uint32_t shape = ownerOf(world, key);
    bool isIt = shape != CR_NONE && world->shapeSlots.ages[shape] == age;
    return isIt ? markOf(world, shape) : 0;
}

bool crFlightSupport(const CaromWorld *world, uint32_t i, CrSupport *support)
{
    const CrFlightExtra *cold = crFlightExtra(&world->flights, i);
    if (cold->supportKey == CR_NONE) {
        return false;
    }
    const CrKeyOwner *owner = &world->keyOwners[cold->supportKey];
    if (owner->shape == CR_NONE || markOf(world, owner->shape) != cold->supportMark ||
        world->shapes[owner->shape].sensor ||
        world->bodies[world->shapes[owner->shape].body].disabled) {
        return false;
    }
    support->shape = owner->shape;
    support->edge = (int)owner->feature;
    support->part = (CrPart)cold->supportPart;
    return true;
}

bool crFlightOn(const CaromWorld *world, uint32_t shape, uint32_t *i, CrSupport *support)
{
    const CrFlights *f = &world->flights;
    for (; *i < crFlightsCount(f); ++*i) {
        if (crFlightLives(f, *i) && crFlightSupport(world, *i, support) &&
            support->shape == shape) {
            return true;
        }
    }
    return false;
}

void crFlightLeanOn(CaromWorld *world, uint32_t i, const CrSupport *support)
{
    CrFlightExtra *cold = crFlightOwn(&world->flights, i);
    cold->supportKey = crShapeKeys(&world->shapes[support->shape])[support->edge];
    cold->supportMark = markOf(world, support->shape);
    cold->supportPart = (int8_t)support->part;
    cold->glued = false;
    cold->rides = false;
}

bool crSupportHolds(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 local)
{
    const CrShape *shape = &world->shapes[support->shape];
    const CaromProjectileDef *def = &world->flightDefs[world->flights.hot[i].flightDef].def;
    CrEdge edge = crShapeEdge(shape, support->edge, def->radius);
    double gap = caromNearestOnSegment(local, edge.a, edge.b).distance - edge.reach;
    return crAbs(gap) <= CR_TOUCHES(local, def->radius) + crRideSlack(world, i, support) &&
           crFiltersMeet(&def->filter, &crShapeTraitsOf(world, shape)->filter);
}

CrTouch crSupportTouch(const CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                       CaromVec2 place)
{
    const CrShape *shape = &world->shapes[support->shape];
    double radius = world->flightDefs[world->flights.hot[i].flightDef].def.radius;
    CrTouch touch;
    touch.edge = crShapeEdge(shape, support->edge, radius);
    touch.key = crShapeKeys(shape)[support->edge];
    touch.pose = crFlightPose(world, &world->bodies[shape->body], time);
    touch.part = support->part;
    CaromVec2 local = crPoseToLocal(&touch.pose, place);
    touch.normal = crPoseTurn(&touch.pose, crEdgeNormal(&touch.edge, support->part, local));
    return touch;
}
