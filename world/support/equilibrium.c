// SPDX-License-Identifier: MIT
#include "equilibrium.h"

#include "../../shapes/exact.h"
#include "../flight/acceleration.h"
#include "../geometry/materials.h"
#include "../geometry/shape_view.h"
#include "../index/hierarchy.h"
#include "../narrowphase/shape_walk.h"

#define GRAZES 1e-6  ///< [rad] what it comes nearer to at less than this it passes by
#define FLUSH 0x1p-5 ///< [rad] what leans less to its support goes on as that does

// ---- one contact

CaromVec2 crPullOnSupport(const CaromWorld *world, uint32_t i, double time,
                          const CrSupport *support, CaromVec2 place, CaromVec2 velocity)
{
    return crAdd(crFlightAcceleration(world, i, time, velocity),
                 crSupportWhirl(world, support, time, place));
}

CrGrip crGripOf(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 pull,
                CaromVec2 along, double press)
{
    const CrFlightDef *flightDef = &world->flightDefs[world->flights.hot[i].flightDef];
    CrSurface surface =
        crSurfaceOf(world, flightDef, &world->shapes[support->shape], support->edge);
    bool rolls = flightDef->def.rolls;
    double drive = crDot(pull, along);
    CrGrip grip = {rolls ? drive * (2.0 / 3.0) : drive,
                   press * (rolls ? surface.rollingResistance : surface.friction)};
    return grip;
}

// ---- two contacts

CaromVec2 crPullWithFriction(const CaromWorld *world, uint32_t i, const CrSupport *support,
                             CaromVec2 normal, CaromVec2 pull, double speed)
{
    CaromVec2 along = crAlongSurface(normal);
    double slip = speed - crSupportRuns(world, support);
    CrGrip grip = crGripOf(world, i, support, pull, along, crMax(-crDot(pull, normal), 0.0));
    return slip == 0.0 ? pull : crAddScaled(pull, along, crGripFriction(&grip, slip));
}

bool crEquilibriumBetween(CaromVec2 acceleration, CaromVec2 n1, CaromVec2 n2)
{
    double turn = crCross(n1, n2);
    if (crAbs(turn) < 1e-12) {
        return false;
    }
    CaromVec2 push = crNegate(acceleration);
    return crCross(push, n2) / turn >= 0.0 && crCross(n1, push) / turn >= 0.0;
}

// ---- what flight i touches

typedef struct Hold {
    const CaromWorld *world;
    uint32_t i;
    double time;
    CaromVec2 place, normal; ///< the support's
    CaromVec2 velocity;      ///< [m/s] of its own; at rest that of the support
    CaromVec2 pull;
    double radius;
    double slack; ///< [m] so far it may be off what it touches
    bool still;   ///< what moves, as seen from the support, does not count
} Hold;

/// The normal and velocity of an edge that it touches.
typedef struct Side {
    CaromVec2 normal;
    CaromVec2 velocity; ///< as seen from it
} Side;

/// Returns the part of an edge that is nearest to a place.
static CrPart partAt(const CrEdge *edge, CaromVec2 place)
{
    CaromVec2 along = crSub(edge->b, edge->a);
    double u = crDot(along, crSub(place, edge->a));
    if (edge->reach > 0.0 && !(u > 0.0 && u < crLengthSquared(along))) {
        return u > 0.0 ? CR_PART_B : CR_PART_A;
    }
    return crOrient(edge->a, edge->b, place) >= 0 ? CR_PART_LEFT : CR_PART_RIGHT;
}

/// Returns false if it does not touch the edge, or does not collide with it.
static bool touches(const Hold *hold, uint32_t slot, int index, Side *side)
{
    const CaromWorld *world = hold->world;
    const CrShape *shape = &world->shapes[slot];
    const CrBody *body = &world->bodies[shape->body];
    const CrFlightDef *flightDef = &world->flightDefs[world->flights.hot[hold->i].flightDef];
    CrEdge edge = crShapeEdge(shape, index, hold->radius);
    CrPose pose = crFlightPose(world, body, hold->time);
    CaromVec2 local = crPoseToLocal(&pose, hold->place);
    double gap = caromNearestOnSegment(local, edge.a, edge.b).distance - edge.reach;
    if (crAbs(gap) > CR_TOUCHES(local, hold->radius) + hold->slack ||
        !crFlightSees(world, &flightDef->def.filter, slot)) {
        return false;
    }
    CrPart part = partAt(&edge, local);
    side->normal = crPoseTurn(&pose, crEdgeNormal(&edge, part, local));
    side->velocity = crSub(crBodyVelocityAt(body, hold->time, hold->place), hold->velocity);
    return !(edge.oneSided && part == CR_PART_LEFT);
}

/// Returns whether an edge does not move away and, if `still`, does not approach or slide past.
static bool stays(const Hold *hold, const Side *side)
{
    return hold->still ? crLength(side->velocity) <= CR_STANDS * crLength(hold->velocity)
                       : crDot(side->velocity, side->normal) >= 0.0;
}

/// Returns whether it is not held between its support and an edge.
static bool isFreeOf(void *context, uint32_t slot, int index)
{
    const Hold *hold = context;
    Side side;
    return !touches(hold, slot, index, &side) || !stays(hold, &side) ||
           !crEquilibriumBetween(hold->pull, hold->normal, side.normal);
}

static bool isPassedBy(void *context, uint32_t slot, int index)
{
    const Hold *hold = context;
    Side side;
    return !touches(hold, slot, index, &side) ||
           crDot(side.velocity, side.normal) <= GRAZES * crLength(side.velocity);
}

static Hold holdAt(const CaromWorld *world, uint32_t i, double time, CaromVec2 place)
{
    Hold hold = {0};
    hold.world = world;
    hold.i = i;
    hold.time = time;
    hold.place = place;
    hold.radius = world->flightDefs[world->flights.hot[i].flightDef].def.radius;
    return hold;
}

static CaromBox boxOf(const Hold *hold)
{
    double reach = hold->radius + CR_TOUCHES(hold->place, hold->radius) + hold->slack;
    return crBoxInflate(crBox(hold->place, hold->place), reach);
}

bool crFlightIsHeld(const CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                    CaromVec2 place, bool still)
{
    Hold hold = holdAt(world, i, time, place);
    hold.still = still;
    hold.normal = crSupportTouch(world, i, time, support, place).normal;
    hold.velocity = crSupportVelocity(world, support, time, place);
    hold.pull = crPullOnSupport(world, i, time, support, place, hold.velocity);
    hold.slack = crRideSlack(world, i, support);
    CrGrip grip = crGripOf(world, i, support, hold.pull, crAlongSurface(hold.normal),
                           -crDot(hold.pull, hold.normal));
    if (crGripHolds(&grip, crSupportRuns(world, support))) {
        return true; // by the support alone
    }
    hold.pull = crPullWithFriction(world, i, support, hold.normal, hold.pull, 0.0);
    return !crVisitEdges(world, boxOf(&hold), isFreeOf, &hold);
}

/// A search for another face of its support's body that it touches, beside the support.
typedef struct Beside {
    Hold hold;
    const CrSupport *support;
    CaromVec2 normal;
    bool exists;
} Beside;

static bool isElsewhere(void *context, uint32_t slot, int index)
{
    Beside *beside = context;
    const CaromWorld *world = beside->hold.world;
    const CrSupport *support = beside->support;
    Side side;
    bool isOther = slot != support->shape || index != support->edge;
    if (isOther && world->shapes[slot].body == world->shapes[support->shape].body &&
        touches(&beside->hold, slot, index, &side) &&
        crAbs(crCross(side.normal, beside->hold.normal)) > FLUSH) {
        beside->normal = side.normal;
        beside->exists = true;
    }
    return !beside->exists;
}

bool crFlightTouchesBeside(const CrLean *lean, CaromVec2 place, CaromVec2 *normal)
{
    Beside beside = {
        holdAt(lean->world, lean->i, lean->time, place), lean->support, {0.0, 0.0}, false};
    beside.hold.normal =
        crSupportTouch(lean->world, lean->i, lean->time, lean->support, place).normal;
    crVisitEdges(lean->world, boxOf(&beside.hold), isElsewhere, &beside);
    *normal = beside.normal;
    return beside.exists;
}

bool crFlightIsBlocked(const CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                       CaromVec2 velocity)
{
    Hold hold = holdAt(world, i, time, place);
    hold.velocity = velocity;
    return !crVisitEdges(world, boxOf(&hold), isPassedBy, &hold);
}
