// SPDX-License-Identifier: MIT
#include "wedge.h"

#include "hold.h"
#include "life.h"
#include "recipe.h"
#include "shape.h"
#include "slide.h"
#include "steer.h"

#define STANDS 1e-12 ///< [1] of the speeds: so slow a motion of one face to the other is rounding

/// Up to which speed the other one stands, as seen from the support.
static double leastSpeed(const CrBody *body, const CrContact *contact)
{
    return STANDS * (crLength(contact->bodyVelocity) + crLength(body->velocity));
}

/// Whether the other one moves at all, be it past.
static bool moves(const CrBody *body, const CrContact *contact)
{
    CaromVec2 apart = crSub(contact->bodyVelocity, body->velocity);
    return crLength(apart) > leastSpeed(body, contact);
}

/// u, or 0 where the other one neither goes away nor comes nearer.
static double cornerSpeed(const CrBody *body, CaromVec2 along, const CrContact *contact)
{
    CaromVec2 apart = crSub(contact->bodyVelocity, body->velocity), n = contact->touch.normal;
    double across = crDot(apart, n);
    return crAbs(across) <= leastSpeed(body, contact) ? 0.0 : across / crDot(along, n);
}

/// The velocity of the corner, by a rounding away from what was hit, or that would be met at once;
/// *u: its speed along the support.
static CaromVec2 leavingSpeed(const CrBody *body, CaromVec2 along, const CrContact *contact,
                              double *u)
{
    double away = crDot(along, contact->touch.normal), from = *u;
    CaromVec2 velocity = crAddScaled(body->velocity, along, from);
    double size = crCoordinateSum(velocity, contact->bodyVelocity);
    double step = away != 0.0 ? size * 0x1p-53 / away : 0.0;
    for (int k = 0; k < 12 && !crContactIsLeaving(contact, velocity); k++) {
        *u = from + step;
        velocity = crAddScaled(body->velocity, along, *u);
        step *= 2.0;
    }
    return velocity;
}

/// How long what was hit goes on straight beside it: to the end of a face, or over a facet.
static double lasts(const CrContact *contact, CaromVec2 velocity)
{
    const CrTouch *touch = &contact->touch;
    CaromVec2 along = crAlongSurface(touch->normal);
    double speed = crDot(crSub(velocity, contact->bodyVelocity), along);
    double way = CR_FACET * touch->edge.reach;
    if (!crPartIsCap(touch->part)) {
        CaromVec2 ahead = speed < 0.0 ? crNegate(along) : along;
        CaromVec2 a = crPoseToWorld(&touch->pose, touch->edge.a),
                  b = crPoseToWorld(&touch->pose, touch->edge.b);
        way =
            crMax(crDot(crSub(a, contact->center), ahead), crDot(crSub(b, contact->center), ahead));
    }
    return speed != 0.0 ? crMax(way, 0.0) / crAbs(speed) : CR_NEVER;
}

/// Whether it is held between the two while it goes along the support with a speed, and what is
/// left of its bounces is short enough.
static bool isHeld(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 n,
                   const CrContact *contact, double u)
{
    const CrFlight *hot = &world->flights.hot[i];
    const CrBody *body = &world->bodies[world->shapes[support->shape].body];
    CaromVec2 blocker = contact->touch.normal, along = crAlongSurface(n);
    CaromVec2 a = crFlightAcceleration(world, i, hot->start, body->velocity);
    a = crPullOn(world, i, support, n, a, u);
    double turn = crDot(n, blocker), rest = contact->restitution * contact->restitution;
    double ratio = sqrt(turn * turn + rest * (1.0 - turn * turn)); // of speeds, pass to pass
    double pull = crMin(crAbs(crDot(a, along)), crAbs(crDot(a, crAlongSurface(blocker))));
    CaromVec2 own = crSub(crSub(hot->velocity, body->velocity), crScale(along, u));
    // to and fro until nothing is left
    bool isPinched = contact->restitution == 0.0 && crDot(own, n) < 0.0;
    double speed = isPinched ? 0.0 : crLength(own);
    return crHoldsBetween(a, n, blocker) &&
           2.0 * speed <= contact->recipe->def.restTime * (1.0 - ratio) * pull;
}

bool crFlightWedge(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                   const CrContact *contact)
{
    const CrFlight *hot = &world->flights.hot[i];
    const CrBody *body = &world->bodies[world->shapes[support->shape].body],
                 *other = &world->bodies[contact->shape->body];
    CaromVec2 along = crAlongSurface(normal);
    double u = cornerSpeed(body, along, contact);
    if (body->spin != 0.0 || !isHeld(world, i, support, normal, contact, u)) {
        return false;
    }
    if (!moves(body, contact)) {
        crFlightRest(world, i, hot->start, hot->place, support, false);
        return true;
    }
    CaromVec2 velocity = leavingSpeed(body, along, contact, &u);
    double until = lasts(contact, velocity);
    if (other->spin != 0.0 || crIsTooFast(velocity) || !(until > 0.0)) {
        return false;
    }
    crFlightSlideWedged(world, i, support, normal, u, until);
    return true;
}
