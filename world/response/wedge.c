// SPDX-License-Identifier: MIT
#include "wedge.h"

#include "../flight/acceleration.h"
#include "../flight/def_table.h"
#include "../support/equilibrium.h"
#include "../support/rest.h"
#include "../support/slide.h"

#define MANY_HITS 64 ///< within a window: more than a corner takes
#define SLOW 0x1p-6  ///< [1] of what it is pulled to within restTime
#define LEADS 0.5625 ///< [1] of a gain of speed, which half of would do
#define TURNS 0x1p-6 ///< [1] of a facet's angle: the least turn of what it goes along before

/// A corner: the support, and the velocity of what was hit at the place of the hit.
typedef struct Wedge {
    CaromVec2 carried; ///< [m/s] of the support
    CaromVec2 other;   ///< [m/s] of what was hit
    CaromVec2 along;
    double rounding; ///< [m/s] of both, of what turns by its place
} Wedge;

static Wedge wedgeOf(const CaromWorld *world, uint32_t i, const CrSupport *support,
                     CaromVec2 normal, const CrImpact *contact)
{
    const CrFlight *hot = &world->flights.hot[i];
    CrSupport blocker = crImpactSupport(contact);
    Wedge wedge = {.along = crAlongSurface(normal)};
    wedge.carried = crSupportVelocity(world, support, hot->start, hot->place);
    bool isSame = world->shapes[support->shape].body == contact->shape->body;
    bool isHub = crSupportSpin(world, &blocker) == 0.0; // its surface runs along itself
    wedge.other = isSame && crSupportSpin(world, support) != 0.0 ? wedge.carried
                  : isHub ? crSupportVelocity(world, &blocker, hot->start, contact->center)
                          : contact->bodyVelocity;
    double turns =
        crAbs(world->bodies[contact->shape->body].spin) + crAbs(crSupportSpin(world, support));
    wedge.rounding = turns * crPlaceTolerance(contact->center, contact->flightDef->def.radius);
    return wedge;
}

/// Returns the speed up to which the other face counts as standing, relative to the support.
static double leastSpeed(const Wedge *wedge)
{
    return CR_STANDS * (crLength(wedge->other) + crLength(wedge->carried)) + wedge->rounding;
}

/// Returns whether the other face moves at all, even if only past.
static bool moves(const Wedge *wedge)
{
    return crLength(crSub(wedge->other, wedge->carried)) > leastSpeed(wedge);
}

/// Returns u, or 0 if the other face neither moves away nor approaches.
static double cornerSpeed(const Wedge *wedge, const CrImpact *contact)
{
    CaromVec2 n = contact->touch.normal;
    double across = crDot(crSub(wedge->other, wedge->carried), n);
    return crAbs(across) <= leastSpeed(wedge) ? 0.0 : across / crDot(wedge->along, n);
}

/// Returns the velocity of the corner, changed by a rounding away from what was hit, which
/// otherwise would be met at once. *u: its speed along the support.
static CaromVec2 leavingSpeed(const Wedge *wedge, const CrImpact *contact, double *u)
{
    double away = crDot(wedge->along, contact->touch.normal), from = *u;
    CaromVec2 velocity = crAddScaled(wedge->carried, wedge->along, from);
    double size = crCoordinateSum(velocity, contact->bodyVelocity);
    double step = away != 0.0 ? size * 0x1p-53 / away : 0.0;
    for (int k = 0; k < 12 && !crImpactIsLeaving(contact, velocity); k++) {
        *u = from + step;
        velocity = crAddScaled(wedge->carried, wedge->along, *u);
        step *= 2.0;
    }
    return velocity;
}

/// Returns how long the other face continues straight beside it: to the end of a face, or over a
/// facet.
static double lasts(const CrImpact *contact, CaromVec2 velocity)
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

/// Returns whether it is held between the two while it moves along the support with a speed, and
/// the remaining bounces are short enough.
static bool isHeld(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 n,
                   const Wedge *wedge, const CrImpact *contact, double u)
{
    const CrFlight *hot = &world->flights.hot[i];
    CaromVec2 blocker = contact->touch.normal, along = wedge->along;
    CaromVec2 a = crPullOnSupport(world, i, hot->start, support, hot->place, wedge->carried);
    a = crPullWithFriction(world, i, support, n, a, u);
    double turn = crDot(n, blocker), rest = contact->restitution * contact->restitution;
    double ratio = sqrt(turn * turn + rest * (1.0 - turn * turn)); // of speeds, pass to pass
    double pull = crMin(crAbs(crDot(a, along)), crAbs(crDot(a, crAlongSurface(blocker))));
    CaromVec2 own = crSub(crSub(hot->velocity, wedge->carried), crScale(along, u));
    // bounces until no speed is left
    bool isPinched = contact->restitution == 0.0 && crDot(own, n) < 0.0;
    double speed = isPinched ? 0.0 : crLength(own);
    return crEquilibriumBetween(a, n, blocker) &&
           2.0 * speed <= contact->flightDef->def.restTime * (1.0 - ratio) * pull;
}

/// Returns whether it bounces without end in a spinning corner: the faces rub it at each hit. It is
/// so slow that it may as well lie there until the corner has turned a little.
static bool isKneaded(const CaromWorld *world, uint32_t i, const CrSupport *support,
                      const Wedge *wedge, const CrImpact *contact)
{
    const CrFlight *hot = &world->flights.hot[i];
    bool spins = crSupportSpin(world, support) != 0.0 && !moves(wedge);
    CaromVec2 a = crPullOnSupport(world, i, hot->start, support, hot->place, wedge->carried);
    double speed = crLength(crSub(hot->velocity, wedge->carried));
    return spins && crFlightWindowEvents(&world->flights, i) > MANY_HITS &&
           speed <= SLOW * contact->flightDef->def.restTime * crLength(a);
}

/// A turning face catches up with a flight that moves along ahead of it at one speed. Returns how
/// much faster the flight must be to stay ahead for so long. Its gap D to a face grows as D'' =
/// 2ω·(w × n) − ω²·(q · n), where w and q are its velocity and place relative to the pivot. Its gap
/// to a tip also depends on its way around the tip.
static double leadOf(const CaromWorld *world, const CrImpact *contact, CaromVec2 velocity,
                     double lasts)
{
    const CrBody *other = &world->bodies[contact->shape->body];
    const CrTouch *touch = &contact->touch;
    double time = contact->encounter.time, spin = other->spin;
    CaromVec2 pivot = crAdd(other->pivot, crBodyOffset(other, time)), n = touch->normal;
    CaromVec2 q = crSub(contact->center, pivot), w = crSub(velocity, other->velocity);
    double gain = 2.0 * spin * crCross(n, w) - spin * spin * crDot(q, n);
    if (crPartIsCap(touch->part)) {
        CaromVec2 tip = crAddScaled(q, n, -touch->edge.reach);
        CaromVec2 past = crSub(w, crScale(crLeft(tip), spin));
        double across = crCross(n, past);
        gain = spin * spin * crDot(tip, n) + across * across / touch->edge.reach;
    }
    return LEADS * crMax(-gain, 0.0) * lasts;
}

/// As long as what was hit is nearly what it is now.
static double lastsBefore(const CaromWorld *world, const CrImpact *contact, CaromVec2 velocity)
{
    CrSupport blocker = crImpactSupport(contact);
    double spin = crAbs(crSupportSpin(world, &blocker)), all = lasts(contact, velocity);
    return spin > 0.0 ? crMin(crMax(all, CR_FACET * TURNS / spin), CR_FACET / spin) : all;
}

/// Goes along its support, which does not turn, as the corner does.
static bool goWith(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                   const Wedge *wedge, const CrImpact *contact, double u)
{
    CrSupport blocker = crImpactSupport(contact);
    CaromVec2 velocity = leavingSpeed(wedge, contact, &u);
    double until = lastsBefore(world, contact, velocity);
    if (crSupportSpin(world, &blocker) != 0.0) {
        double away = crDot(wedge->along, contact->touch.normal);
        u += away != 0.0 ? leadOf(world, contact, velocity, until) / away : 0.0;
        velocity = crAddScaled(wedge->carried, wedge->along, u);
    }
    if (crIsTooFast(velocity) || !(until > 0.0)) {
        return false;
    }
    crFlightSlideWedged(world, i, support, normal, u, until);
    return true;
}

/// Where the support turns and what was hit does not, it goes along that, before the support.
static bool goBefore(CaromWorld *world, uint32_t i, const CrSupport *support,
                     const CrImpact *contact)
{
    CrSupport stands = crImpactSupport(contact);
    if (crSupportSpin(world, &stands) != 0.0) {
        return false;
    }
    CrEncounter encounter = contact->encounter;
    encounter.shape = support->shape;
    encounter.edge = support->edge;
    encounter.part = support->part;
    CrImpact blocker = crImpactMake(world, i, &encounter);
    blocker.center = contact->center;
    CaromVec2 normal = contact->touch.normal;
    Wedge wedge = wedgeOf(world, i, &stands, normal, &blocker);
    double u = cornerSpeed(&wedge, &blocker);
    return isHeld(world, i, &stands, normal, &wedge, &blocker, u) &&
           goWith(world, i, &stands, normal, &wedge, &blocker, u);
}

bool crFlightWedge(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                   const CrImpact *contact)
{
    const CrFlight *hot = &world->flights.hot[i];
    Wedge wedge = wedgeOf(world, i, support, normal, contact);
    double u = cornerSpeed(&wedge, contact);
    if (!isHeld(world, i, support, normal, &wedge, contact, u) &&
        !isKneaded(world, i, support, &wedge, contact)) {
        return false;
    }
    if (!moves(&wedge)) {
        crFlightRest(world, i, hot->start, hot->place, support, false);
        return true;
    }
    return crSupportSpin(world, support) != 0.0
               ? goBefore(world, i, support, contact)
               : goWith(world, i, support, normal, &wedge, contact, u);
}
