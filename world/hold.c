// SPDX-License-Identifier: MIT
#include "hold.h"

#include "../shapes/exact.h"
#include "beam.h"
#include "recipe.h"
#include "shape.h"
#include "slide.h"
#include "steer.h"
#include "visit.h"

typedef struct Hold {
    const CaromWorld *world;
    uint32_t i;
    const CrSupport *support;
    CaromVec2 now, normal; ///< the support's
    CaromVec2 velocity;    ///< [m/s] as the support moves there
    CaromVec2 pull;
    double radius;
} Hold;

bool crHoldsBetween(CaromVec2 acceleration, CaromVec2 n1, CaromVec2 n2)
{
    double turn = crCross(n1, n2);
    if (crAbs(turn) < 1e-12) {
        return false;
    }
    CaromVec2 push = crNegate(acceleration);
    return crCross(push, n2) / turn >= 0.0 && crCross(n1, push) / turn >= 0.0;
}

/// As when it came to rest there.
static bool holdsAlone(const Hold *hold)
{
    const CrShape *shape = &hold->world->shapes[hold->support->shape];
    double press = -crDot(hold->pull, hold->normal);
    CrGrip grip = crGripOf(hold->world, hold->i, hold->support, hold->pull,
                           crAlongSurface(hold->normal), press);
    bool isBelt = crShapeMatter(hold->world, shape)->surfaceSpeed != 0.0;
    return !isBelt && crAbs(grip.drive) <= grip.hold;
}

/// The part of an edge that is nearest to a place.
static CrPart partAt(const CrEdge *edge, CaromVec2 place)
{
    CaromVec2 along = crSub(edge->b, edge->a);
    double u = crDot(along, crSub(place, edge->a));
    if (edge->reach > 0.0 && !(u > 0.0 && u < crLengthSquared(along))) {
        return u > 0.0 ? CR_PART_B : CR_PART_A;
    }
    return crOrient(edge->a, edge->b, place) >= 0 ? CR_PART_LEFT : CR_PART_RIGHT;
}

/// Whether it is held between its support and an edge.
static bool holdsWith(const Hold *hold, uint32_t slot, int index)
{
    const CaromWorld *world = hold->world;
    const CrShape *shape = &world->shapes[slot];
    const CrBody *body = &world->bodies[shape->body];
    const CrRecipe *recipe = &world->recipes[world->flights.hot[hold->i].recipe];
    CrEdge edge = crShapeEdge(shape, index, hold->radius);
    CrPose pose = crFlightPose(world, body, world->time);
    CaromVec2 local = crPoseToLocal(&pose, hold->now);
    double gap = caromNearestOnSegment(local, edge.a, edge.b).distance - edge.reach;
    if (crAbs(gap) > CR_TOUCHES(local, hold->radius) ||
        !crFlightSees(world, &recipe->def.filter, slot)) {
        return false;
    }
    CrPart part = partAt(&edge, local);
    CaromVec2 normal = crPoseTurn(&pose, crEdgeNormal(&edge, part, local));
    CaromVec2 moves = crSub(crBodyVelocityAt(body, world->time, hold->now), hold->velocity);
    return !(edge.oneSided && part == CR_PART_LEFT) && crDot(moves, normal) >= 0.0 &&
           crHoldsBetween(hold->pull, hold->normal, normal);
}

static bool isFreeOf(void *hold, uint32_t slot, int index)
{
    return !holdsWith(hold, slot, index);
}

bool crFlightIsHeld(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 now)
{
    const CrBody *body = &world->bodies[world->shapes[support->shape].body];
    Hold hold = {world, i, support, now, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, 0.0};
    hold.normal = crSupportTouch(world, i, world->time, support, now).normal;
    hold.velocity = crBodyVelocityAt(body, world->time, now);
    hold.pull = crFlightAcceleration(world, i, world->time, hold.velocity);
    hold.radius = world->recipes[world->flights.hot[i].recipe].def.radius;
    CaromBox box = crBoxInflate(crBox(now, now), hold.radius + CR_TOUCHES(now, hold.radius));
    return holdsAlone(&hold) || !crVisitEdges(world, box, isFreeOf, &hold);
}
