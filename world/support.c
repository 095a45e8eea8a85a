// SPDX-License-Identifier: MIT
#include "support.h"

#include "event.h"
#include "life.h"
#include "recipe.h"
#include "ride.h"
#include "shape.h"
#include "slide.h"
#include "stick.h"

#define RIDES 0x1p-10 ///< [1] of its speed: so far the leg of a ride may be off the surface's

/// Of a shape, never another one's: ages alone are the same in many slots. Multiples of the golden
/// ratio lie too far apart for slots to lead from one to another. 0 is that of no shape.
static uint32_t markOf(const CaromWorld *world, uint32_t slot)
{
    return world->shapeSlots.ages[slot] * 0x9e3779b1u ^ slot;
}

/// Whose edge it is now, or CR_NONE; that of no edge is beyond all keys.
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
        world->shapes[owner->shape].sensor) {
        return false;
    }
    support->shape = owner->shape;
    support->edge = (int)owner->feature;
    support->part = (CrPart)cold->supportPart;
    return true;
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
    const CaromProjectileDef *def = &world->recipes[world->flights.hot[i].recipe].def;
    CrEdge edge = crShapeEdge(shape, support->edge, def->radius);
    double gap = caromNearestOnSegment(local, edge.a, edge.b).distance - edge.reach;
    return crAbs(gap) <= CR_TOUCHES(local, def->radius) + crRideSlack(world, i, support) &&
           crFiltersMeet(&def->filter, &crShapeMatter(world, shape)->filter);
}

CrTouch crSupportTouch(const CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                       CaromVec2 place)
{
    const CrShape *shape = &world->shapes[support->shape];
    double radius = world->recipes[world->flights.hot[i].recipe].def.radius;
    CrTouch touch;
    touch.edge = crShapeEdge(shape, support->edge, radius);
    touch.key = crShapeKeys(shape)[support->edge];
    touch.pose = crFlightPose(world, &world->bodies[shape->body], time);
    touch.part = support->part;
    CaromVec2 local = crPoseToLocal(&touch.pose, place);
    touch.normal = crPoseTurn(&touch.pose, crEdgeNormal(&touch.edge, support->part, local));
    return touch;
}

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
    double belt = crShapeMatter(world, shape)->surfaceSpeed, spin = bodyOf(world, support)->spin;
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

/// It goes along with what it is glued to; with what begins to turn as a part of it.
static void ride(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 now)
{
    const CrBody *body = &world->bodies[world->shapes[support->shape].body];
    CrTouch touch = crSupportTouch(world, i, world->time, support, now);
    CaromVec2 place = crPlace(world, i, world->time, now, &touch);
    if (body->spin != 0.0) {
        crFlightStick(world, i, world->time, place, support);
        return;
    }
    CaromVec2 carried = crBodyVelocityAt(body, world->time, place);
    crFlightSetLeg(world, i, world->time, place, carried, crVec(0.0, 0.0));
}

/// What rests on something that spins goes on resting where that goes on as it did: its leg is as
/// fast as the surface only within the bounds of a piece.
static CaromVec2 steady(const CaromWorld *world, uint32_t i, CaromVec2 velocity, CaromVec2 surface)
{
    bool rests = world->flights.hot[i].mode == CAROM_PROJECTILE_RESTING && crFlightRides(world, i);
    bool isSame = crLength(crSub(velocity, surface)) <= RIDES * crLength(surface);
    return rests && isSame ? surface : velocity;
}

void crFlightFollowSupport(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 now)
{
    const CrFlights *f = &world->flights;
    const CrBody *body = &world->bodies[world->shapes[support->shape].body];
    if (body->anchorTime != world->time &&
        !crShapeIsRenewed(world, &world->shapes[support->shape])) {
        return; // it goes on as it did
    }
    if (crFlightExtra(f, i)->glued) {
        ride(world, i, support, now);
        return;
    }
    CrPath path = crFlightPath(f, i);
    CaromVec2 velocity = crPathVelocity(&path, crFlightTau(f, i, world->time));
    CrTouch touch = crSupportTouch(world, i, world->time, support, now);
    CaromVec2 surface = crSupportVelocity(world, support, world->time, now);
    double away = crDot(crSub(velocity, surface), touch.normal);
    if (away > (crFlightRides(world, i) ? RIDES : 1e-12) * crLength(velocity)) {
        crEventsTellMode(world, i, world->time, now, velocity, CAROM_PROJECTILE_FLYING);
        crFlightRelaunch(world, i, world->time, velocity); // it falls away under it
    } else {
        crFlightSlide(world, i, world->time, support, now, steady(world, i, velocity, surface));
    }
}
