// SPDX-License-Identifier: MIT
#include "acceleration.h"

#include "../../shapes/exp.h"
#include "../core/lattice.h"
#include "../core/limits.h"
#include "../data/flight_extra.h"
#include "../data/flight_pool.h"
#include "leg.h"

#include <math.h>
#include <stdlib.h>

/// Below 1/4 by its series, cut where the next term is below 2^-56.
double crMeanDecay(double x)
{
    if (x >= 0.25) {
        return (1.0 - crExp(-x)) / x;
    }
    double sum = 1.0;
    for (int n = 13; n >= 2; n--) {
        sum = 1.0 - sum * x / n;
    }
    return sum;
}

/// The speed s in the middle: s·(1 + (k + c·s)·h/2) = |v + a·h/2|.
static double middleSpeed(const CrDrag *drag, CaromVec2 velocity, CaromVec2 acceleration, double h)
{
    double free = crLength(crAddScaled(velocity, acceleration, 0.5 * h));
    double linear = 1.0 + 0.5 * drag->linear * h;
    return 2.0 * free / (linear + sqrt(linear * linear + 2.0 * drag->quadratic * h * free));
}

CaromVec2 crDragAcceleration(const CrDrag *drag, CaromVec2 velocity, CaromVec2 acceleration,
                             double duration)
{
    double rate = drag->linear;
    if (drag->quadratic > 0.0) {
        rate += drag->quadratic * middleSpeed(drag, velocity, acceleration, duration);
    }
    CaromVec2 now = crAddScaled(acceleration, velocity, -rate);
    return crScale(now, crMeanDecay(rate * duration));
}

double crDragDeceleration(const CrDrag *drag, double ground, double speed, double duration)
{
    double rate = drag->linear;
    if (drag->quadratic > 0.0) {
        double slower = crMax(speed - 0.5 * duration * ground, 0.0);
        rate += drag->quadratic * middleSpeed(drag, crVec(slower, 0.0), crVec(0.0, 0.0), duration);
    }
    double mean = (ground + rate * speed) * crMeanDecay(rate * duration);
    return mean * duration < speed ? mean : ground + 0.5 * rate * speed;
}

const CaromProjectileDef *crFlightDef(const CaromWorld *world, uint32_t i)
{
    return &world->flightDefs[world->flights.hot[i].flightDef].def;
}

/// Homing acts on what flies, drag also on what slides or rolls; the ground's friction changes only
/// where what slides along a moving wall turns.
static bool isSteered(const CaromWorld *world, uint32_t i)
{
    const CaromProjectileDef *def = crFlightDef(world, i);
    int mode = world->flights.hot[i].mode;
    bool flies = mode == CAROM_PROJECTILE_FLYING;
    bool homes = crFlightExtra(&world->flights, i)->steering.targetKind != CR_TARGET_NONE &&
                 def->turnRate > 0.0;
    return (homes && flies) || (crIsDragged(def) && flies) ||
           ((crIsDragged(def) || crIsGrounded(def)) && crModeSlides(mode));
}

double crFlightSteerDue(const CaromWorld *world, uint32_t i)
{
    if (!isSteered(world, i)) {
        return CR_NEVER;
    }
    double start = world->flights.hot[i].start,
           done = crFlightExtra(&world->flights, i)->steering.done;
    if (done >= start) {
        return crSteerAfter(world->steerInterval, done);
    }
    // a leg that an event began at kP is steered then, after it
    bool atOnce = crSteerBefore(world->steerInterval, start) == start;
    return atOnce ? start : crSteerAfter(world->steerInterval, start);
}

/// The acceleration of a leg that friction with the ground slows down.
static CaromVec2 groundAcceleration(const CaromWorld *world, const CaromProjectileDef *def,
                                    double time, CaromVec2 velocity)
{
    double speed = crLength(velocity), deceleration = def->groundDeceleration;
    if (!(speed > 0.0)) {
        return crVec(0.0, 0.0);
    }
    if (crIsDragged(def)) {
        CrDrag drag = {def->linearDrag, def->quadraticDrag};
        double duration = crSteerAfter(world->steerInterval, time) - time;
        deceleration = crDragDeceleration(&drag, deceleration, speed, duration);
    }
    return crSquarable(crScale(crUnit(velocity, speed), -deceleration));
}

CaromVec2 crFlightAcceleration(const CaromWorld *world, uint32_t i, double time, CaromVec2 velocity)
{
    const CrFlights *f = &world->flights;
    const CaromProjectileDef *def = crFlightDef(world, i);
    if (crIsGrounded(def)) {
        return groundAcceleration(world, def, time, velocity);
    }
    CaromVec2 a = crDefAcceleration(world, def);
    CaromVec2 force = crFlightExtra(f, i)->steering.force;
    if (force.x != 0.0 || force.y != 0.0) {
        a = crSquarable(crAddScaled(a, force, 1.0 / def->mass));
    }
    if (crIsDragged(def)) {
        CrDrag drag = {def->linearDrag, def->quadraticDrag};
        double duration = crSteerAfter(world->steerInterval, time) - time;
        a = crSquarable(crDragAcceleration(&drag, velocity, a, duration));
    }
    return a;
}

CaromVec2 crGroundPullAlong(const CaromWorld *world, uint32_t i, double time, CaromVec2 velocity,
                            CaromVec2 along, CaromVec2 pull)
{
    double speed = crLength(velocity);
    if (!crIsGrounded(crFlightDef(world, i)) || !(speed > 0.0)) {
        return pull;
    }
    double rate = crLength(pull) / speed;
    double duration = crSteerAfter(world->steerInterval, time) - time;
    double fades = 1.0 - crMeanDecay(rate * duration);
    return crAddScaled(pull, along, crDot(velocity, along) * rate * fades);
}
