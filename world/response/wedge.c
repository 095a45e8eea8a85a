// SPDX-License-Identifier: MIT
#include "wedge.h"

#include "../support/equilibrium.h"
#include "../support/rest.h"
#include "../support/slide.h"

#define MANY_HITS 64 ///< within a window: more than a corner takes
#define SLOW 0x1p-6  ///< [1] of what it is pulled to within restTime
#define LEADS 0.5625 ///< [1] of a gain of speed, which half of would do
#define TURNS 0x1p-6 ///< [1] of a facet's angle: the least turn of what it goes along before

/// A corner between the support of a flight and what it has hit.
typedef struct Wedge {
    CaromWorld *world;
    uint32_t i;
    double time;
    CaromVec2 place;
    const CrSupport *support;
    const CrImpact *contact;
    CaromVec2 normal, along; ///< [1] of the support
    CaromVec2 carried;       ///< [m/s] of the support
    CaromVec2 other;         ///< [m/s] of what was hit, at the place of the hit
    double rounding;         ///< [m/s] of both, of what turns by its place
    double speed;            ///< [m/s] u; 0 if the other face neither moves away nor approaches
} Wedge;

/// Returns the speed up to which the other face counts as standing, relative to the support.
static double leastSpeed(const Wedge *wedge)
{
    return CR_STANDS * (crLength(wedge->other) + crLength(wedge->carried)) + wedge->rounding;
}

static Wedge wedgeOf(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                     const CrImpact *contact)
{
    const CrFlight *hot = &world->flights.hot[i];
    CrSupport blocker = crImpactSupport(contact);
    Wedge wedge = {world,   i,       hot->start, hot->place,
                   support, contact, normal,     .along = crAlongSurface(normal)};
    wedge.carried = crSupportVelocity(world, support, wedge.time, wedge.place);
    bool isSame = world->shapes[support->shape].body == contact->shape->body;
    bool isHub = crSupportSpin(world, &blocker) == 0.0; // its surface runs along itself
    wedge.other = isSame && crSupportSpin(world, support) != 0.0 ? wedge.carried
                  : isHub ? crSupportVelocity(world, &blocker, wedge.time, contact->center)
                          : contact->bodyVelocity;
    double turns =
        crAbs(world->bodies[contact->shape->body].spin) + crAbs(crSupportSpin(world, support));
    wedge.rounding = turns * crPlaceTolerance(contact->center, contact->flightDef->def.radius);
    CaromVec2 n = contact->touch.normal;
    double across = crDot(crSub(wedge.other, wedge.carried), n);
    wedge.speed = crAbs(across) <= leastSpeed(&wedge) ? 0.0 : across / crDot(wedge.along, n);
    return wedge;
}

/// Returns whether the other face moves at all, even if only past.
static bool moves(const Wedge *wedge)
{
    return crLength(crSub(wedge->other, wedge->carried)) > leastSpeed(wedge);
}

/// Returns the velocity of the corner, changed by a rounding away from what was hit, which
/// otherwise would be met at once. *u: its speed along the support.
static CaromVec2 leavingSpeed(const Wedge *wedge, double *u)
{
    const CrImpact *contact = wedge->contact;
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

static CaromVec2 pullOf(const Wedge *wedge)
{
    return crPullOnSupport(wedge->world, wedge->i, wedge->time, wedge->support, wedge->place,
                           wedge->carried);
}

/// Returns whether it is held between the two while it moves along the support as the corner does,
/// and the remaining bounces are short enough.
static bool isHeld(const Wedge *wedge)
{
    const CrImpact *contact = wedge->contact;
    CaromVec2 n = wedge->normal, blocker = contact->touch.normal, along = wedge->along;
    CaromVec2 a =
        crPullWithFriction(wedge->world, wedge->i, wedge->support, n, pullOf(wedge), wedge->speed);
    double turn = crDot(n, blocker), rest = contact->restitution * contact->restitution;
    double ratio = sqrt(turn * turn + rest * (1.0 - turn * turn)); // of speeds, pass to pass
    double pull = crMin(crAbs(crDot(a, along)), crAbs(crDot(a, crAlongSurface(blocker))));
    CaromVec2 own = crSub(crSub(wedge->world->flights.hot[wedge->i].velocity, wedge->carried),
                          crScale(along, wedge->speed));
    // bounces until no speed is left
    bool isPinched = contact->restitution == 0.0 && crDot(own, n) < 0.0;
    double speed = isPinched ? 0.0 : crLength(own);
    return crEquilibriumBetween(a, n, blocker) &&
           2.0 * speed <= contact->flightDef->def.restTime * (1.0 - ratio) * pull;
}

/// Returns whether it bounces without end in a spinning corner: the faces rub it at each hit. It is
/// so slow that it may as well lie there until the corner has turned a little.
static bool isKneaded(const Wedge *wedge)
{
    const CrFlights *f = &wedge->world->flights;
    bool spins = crSupportSpin(wedge->world, wedge->support) != 0.0 && !moves(wedge);
    double speed = crLength(crSub(f->hot[wedge->i].velocity, wedge->carried));
    return spins && crFlightWindowEvents(f, wedge->i) > MANY_HITS &&
           speed <= SLOW * wedge->contact->flightDef->def.restTime * crLength(pullOf(wedge));
}

/// A turning face catches up with a flight that moves along ahead of it at one speed. Returns how
/// much faster the flight must be to stay ahead for so long. Its gap D to a face grows as D'' =
/// 2ω·(w × n) − ω²·(q · n), where w and q are its velocity and place relative to the pivot. Its gap
/// to a tip also depends on its way around the tip.
static double leadOf(const Wedge *wedge, CaromVec2 velocity, double lasts)
{
    const CaromWorld *world = wedge->world;
    const CrImpact *contact = wedge->contact;
    const CrBody *support = crSupportBody(world, wedge->support);
    const CrBody *other = &world->bodies[contact->shape->body];
    const CrTouch *touch = &contact->touch;
    double time = contact->encounter.time, spin = other->spin;
    CaromVec2 pivot = crAdd(other->pivot, crBodyOffset(other, time)), n = touch->normal;
    CaromVec2 q = crSub(contact->center, pivot), w = crSub(velocity, crBodyVelocity(other, time));
    double gain = 2.0 * spin * crCross(n, w) - spin * spin * crDot(q, n);
    if (crPartIsCap(touch->part)) {
        CaromVec2 tip = crAddScaled(q, n, -touch->edge.reach);
        CaromVec2 past = crSub(w, crScale(crLeft(tip), spin));
        double across = crCross(n, past);
        gain = spin * spin * crDot(tip, n) + across * across / touch->edge.reach;
    }
    CaromVec2 apart = crSub(crBodyAccelerates(support, crVec(0.0, 0.0)),
                            crBodyAccelerates(other, crVec(0.0, 0.0)));
    gain += crDot(apart, n);
    return LEADS * crMax(-gain, 0.0) * lasts;
}

/// As long as what was hit is nearly what it is now.
static double lastsBefore(const CaromWorld *world, const CrImpact *contact, CaromVec2 velocity)
{
    CrSupport blocker = crImpactSupport(contact);
    double spin = crAbs(crSupportSpin(world, &blocker)), all = lasts(contact, velocity);
    return spin > 0.0 ? crMin(crMax(all, CR_FACET * TURNS / spin), CR_FACET / spin) : all;
}

/// Whether one of both bodies does.
static bool accelerates(const Wedge *wedge)
{
    return crSupportBody(wedge->world, wedge->support)->accelerates ||
           wedge->world->bodies[wedge->contact->shape->body].accelerates;
}

/// Goes along its support, which does not turn, as the corner does.
static bool goWith(const Wedge *wedge)
{
    CaromWorld *world = wedge->world;
    const CrImpact *contact = wedge->contact;
    CrSupport blocker = crImpactSupport(contact);
    double u = wedge->speed;
    CaromVec2 velocity = leavingSpeed(wedge, &u);
    double until = lastsBefore(world, contact, velocity);
    if (crSupportSpin(world, &blocker) != 0.0 || accelerates(wedge)) {
        double away = crDot(wedge->along, contact->touch.normal);
        u += away != 0.0 ? leadOf(wedge, velocity, until) / away : 0.0;
        velocity = crAddScaled(wedge->carried, wedge->along, u);
    }
    if (crIsTooFast(velocity) || !(until > 0.0)) {
        return false;
    }
    crFlightSlideWedged(world, wedge->i, wedge->support, wedge->normal, u, until);
    return true;
}

/// Where the support turns and what was hit does not, it goes along that, before the support.
static bool goBefore(const Wedge *wedge)
{
    const CrImpact *contact = wedge->contact;
    CrSupport stands = crImpactSupport(contact);
    if (crSupportSpin(wedge->world, &stands) != 0.0) {
        return false;
    }
    CrEncounter encounter = contact->encounter;
    encounter.shape = wedge->support->shape;
    encounter.edge = wedge->support->edge;
    encounter.part = wedge->support->part;
    CrImpact blocker = crImpactMake(wedge->world, wedge->i, &encounter);
    blocker.center = contact->center;
    Wedge turned = wedgeOf(wedge->world, wedge->i, &stands, contact->touch.normal, &blocker);
    return isHeld(&turned) && goWith(&turned);
}

bool crFlightWedge(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                   const CrImpact *contact)
{
    Wedge wedge = wedgeOf(world, i, support, normal, contact);
    if (!isHeld(&wedge) && !isKneaded(&wedge)) {
        return false;
    }
    if (!moves(&wedge)) {
        crFlightRest(world, i, wedge.time, wedge.place, support, false);
        return true;
    }
    return crSupportSpin(world, support) != 0.0 ? goBefore(&wedge) : goWith(&wedge);
}
