// SPDX-License-Identifier: MIT
#include "bounce_series.h"

#include "../events/event.h"
#include "../flight/flight.h"
#include "../flight/ground.h"
#include "../geometry/shape_view.h"
#include "../index/hierarchy.h"
#include "../narrowphase/shape_walk.h"
#include "../placement/launch.h"
#include "../placement/place.h"
#include "rest.h"

#define TERM_LIMIT 4096
#define NOTHING 0x1p-56 ///< [1] of a sum: adding so much of it does not change it
#define LEAST 0x1p-960  ///< [s] of a rest of a series: its way is divided by it
#define TURNS 0x1p-4    ///< [rad] so little of a turn is none to the rest of a series
#define AT_ONCE 0x1p-6  ///< [1] of restTime: so short a rest of a series needs no way of its own
#define ROUND_STRAIGHT                                                                             \
    0x1p-10 ///< [1] of its radius: over so short a way a round surface passes for straight

// ---- the sum of the series

/// One bounce series on a straight face, after a bounce: normal speed u, tangential speed v.
typedef struct Series {
    double restitution, friction;
    double minSpeed;     ///< [m/s] a landing with less is the last
    double flight;       ///< [s] duration of the first flight, 2u/g
    double speed;        ///< [m/s] along the face
    double acceleration; ///< [m/s²] along the face
    double normalSpeed;  ///< u
} Series;

/// Returns how long it lasts: 2u/g · (1 + e + e² + …), up to the landing that is the last.
static double duration(Series s)
{
    double sum = 0.0, e = s.restitution;
    for (int k = 0; s.minSpeed > 0.0 && k < TERM_LIMIT && s.flight > 0.0; k++) {
        sum += s.flight;
        if (s.normalSpeed < s.minSpeed) {
            return sum;
        }
        s.flight *= e;
        s.normalSpeed *= e;
    }
    return sum + s.flight / (1.0 - e);
}

/// Returns whether the remainder is too small to change a distance of that length or the speed: no
/// single term does, nor all of them together. This is so long before the terms are too small for
/// normal numbers, which would be slow.
static bool isOver(const Series *s, double way)
{
    double rest = s->flight / (1.0 - s->restitution), speed = crAbs(s->speed),
           pull = crAbs(s->acceleration), grip = s->friction * s->normalSpeed,
           most = grip * (1.0 + s->restitution), least = s->minSpeed > 0.0 ? grip : most;
    bool keepsSpeed = speed > 0.0 ? pull * rest + most / (1.0 - s->restitution) <= NOTHING * speed
                                  : least >= 1.001 * pull * s->flight; // held at each landing
    return keepsSpeed && (speed + pull * rest) * rest <= NOTHING * crAbs(way);
}

/// Computes how far it gets along the face, and its speed then: v T + ½ a T² in each flight, then
/// friction μ(1 + e)u at each landing, with T and u multiplied by e from one to the next. The first
/// terms are added one by one, since friction may stop it in any of them; the remainder is in
/// closed form.
static double displacement(Series s, double *endSpeed)
{
    double sum = 0.0, e = s.restitution;
    for (int k = 0; k < TERM_LIMIT && s.flight > 0.0; k++) {
        if (isOver(&s, sum)) {
            *endSpeed = s.speed + 0.0; // no -0
            return sum;
        }
        sum += (s.speed + 0.5 * s.acceleration * s.flight) * s.flight;
        bool isLast = s.normalSpeed < s.minSpeed;
        double landing = s.speed + s.acceleration * s.flight,
               grip = s.friction * (1.0 + (isLast ? 0.0 : e)) * s.normalSpeed;
        s.speed = landing > 0.0 ? crMax(landing - grip, 0.0) : crMin(landing + grip, 0.0);
        if (isLast) {
            *endSpeed = s.speed;
            return sum;
        }
        s.flight *= e;
        s.normalSpeed *= e;
    }
    *endSpeed = s.speed + s.acceleration * s.flight / (1.0 - e);
    return sum + s.speed * s.flight / (1.0 - e) +
           0.5 * s.acceleration * s.flight * s.flight / (1.0 - e * e);
}

// ---- whether it may settle

/// A straight glide along a support, relative to it.
typedef struct Glide {
    const CaromWorld *world;
    const CrFlightDef *flightDef;
    const CrBody *body;
    double time, lasts;
    CaromVec2 place, way;
    uint32_t supportKey;
    CaromBox box; ///< of the way, with what rounding adds
} Glide;

/// Returns what rounding may add to the distance between its centre and anything that it meets.
static double slackOf(const CrFlightDef *flightDef, CaromVec2 place)
{
    return 64.0 * crPlaceTolerance(place, flightDef->def.radius);
}

/// The way to other bodies, as they move on when it begins, there where it does.
static CaromVec2 wayTo(const Glide *glide, const CrBody *other)
{
    CaromVec2 carried = crBodyVelocityAt(other, glide->time, glide->place);
    CaromVec2 velocity = crSub(crBodyVelocity(glide->body, glide->time), carried);
    return crAddScaled(glide->way, velocity, glide->lasts);
}

/// Returns whether an edge is not in the way; one in motion only if it is near when the glide
/// begins: what comes later is met when it comes.
static bool letsPass(void *context, uint32_t slot, int e)
{
    const Glide *glide = context;
    const CrShape *shape = &glide->world->shapes[slot];
    const CrBody *other = &glide->world->bodies[shape->body];
    const CaromProjectileDef *def = &glide->flightDef->def;
    if (crShapeKeys(shape)[e] == glide->supportKey ||
        !crFlightSees(glide->world, &def->filter, slot)) {
        return true;
    }
    CrEdge edge = crShapeEdge(shape, e, def->radius);
    CrPose pose = crFlightPose(glide->world, other, glide->time);
    CrPath path =
        crPathUnder(&pose, crPathMake(glide->place, wayTo(glide, other), crVec(0.0, 0.0)));
    CaromBox at = crBox(crPoseToWorld(&pose, edge.a), crPoseToWorld(&pose, edge.b));
    bool near = other->type == CAROM_BODY_STATIC ||
                crBoxOverlaps(crBoxInflate(at, shape->radius), glide->box);
    CrMeet meet;
    return !near || !crPathMeets(&path, &edge, 0.0, false, &meet) || meet.tau > 1.0;
}

/// Returns whether no edge but the support is in the way of a glide.
static bool isFreeWay(Glide *glide)
{
    const CaromWorld *world = glide->world;
    static const CrBody still;
    CaromVec2 end = crAdd(glide->place, wayTo(glide, &still));
    double slack = slackOf(glide->flightDef, glide->place);
    CrWalk walk;
    CrCell cell;
    crWalkStart(&walk, &world->grid, glide->place, end, glide->flightDef->def.radius + slack);
    while (crWalkNext(&walk, &cell)) {
        CrCellItems items = {NULL, 0};
        for (const CrGridItem *item; (item = crCellNext(&cell, &items)) != NULL;) {
            const CrKeyOwner *owner = &world->keyOwners[item->key];
            if (!letsPass(glide, owner->shape, (int)owner->feature)) {
                return false;
            }
        }
    }
    CaromBox box = crBoxInflate(glide->box, slack); // whatever is near, however long the step is
    return crVisitMoving(world, box, letsPass, glide);
}

static bool staysOnFace(const CrTouch *touch, CaromVec2 place)
{
    CaromVec2 along = crSub(touch->edge.b, touch->edge.a),
              local = crPoseToLocal(&touch->pose, place);
    double u = crDot(along, crSub(local, touch->edge.a));
    return u >= 0.0 && u <= crLengthSquared(along);
}

/// Begins the way to where a series ends, at a place and time, with a speed along the support.
static void settle(CaromWorld *world, uint32_t i, CrTransition *way, double until, CaromVec2 end,
                   double speed)
{
    CrPose pose = crSupportPose(world, way->support, way->time);
    CrFlightExtra *extra = crFlightOwn(&world->flights, i);
    way->mode = CAROM_PROJECTILE_SETTLING;
    extra->restTime = until;
    extra->restPlace = crPoseToLocal(&pose, end);
    extra->settleSpeed = speed;
    crFlightApply(world, i, way);
}

/// Glides in a straight line to where the series ends.
static void startSettling(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 glide,
                          double remaining, double endSpeed, double restitution)
{
    const CrFlight *hot = &world->flights.hot[i];
    const CrBody *body = crSupportBody(world, support);
    CaromVec2 carried = crBodyVelocity(body, hot->start);
    CrTransition way = {.time = hot->start,
                        .place = hot->place,
                        .velocity = crAddScaled(carried, glide, 1.0 / remaining),
                        .acceleration = crBodyAccelerates(body, crVec(0.0, 0.0)),
                        .support = support,
                        .isTold = restitution > 0.0}; // otherwise it takes only a rounding
    settle(world, i, &way, hot->start + remaining, crAdd(hot->place, glide), endSpeed);
}

/// On a spinning surface the sum of a series has no closed form. If the remainder is short, and the
/// face turns little in that time, the series is cut off: the flight slides or rides from here.
/// Until then bounces shrink as elsewhere, so that they end.
static void settleTurning(CaromWorld *world, uint32_t i, const CrSupport *support,
                          const CrTouch *touch, const Series *bounces)
{
    CrFlights *f = &world->flights;
    double time = f->hot[i].start, restTime = world->flightDefs[f->hot[i].flightDef].def.restTime;
    CaromVec2 place = f->hot[i].place, velocity = f->hot[i].velocity;
    double spin = crSupportSpin(world, support);
    CaromVec2 w = crSub(velocity, crSupportVelocity(world, support, time, place)),
              whirl = crSupportWhirl(world, support, time, place);
    double speed = crDot(w, crAlongSurface(touch->normal));
    double press = 2.0 * spin * speed - crDot(crAdd(crFlightPull(f, i), whirl), touch->normal);
    press -= crPartIsCap(support->part) ? speed * speed / touch->edge.reach : 0.0;
    if (!(press > 0.0)) {
        return; // it is left behind
    }
    Series rest = *bounces;
    rest.normalSpeed = crMax(crDot(w, touch->normal), 0.0);
    rest.flight = 2.0 * rest.normalSpeed / press;
    double lasts = rest.restitution > 0.0 ? duration(rest) : 0.0;
    if (lasts <= restTime && lasts * crAbs(spin) <= TURNS) {
        crFlightSlide(world, i, time, support, place, velocity);
    }
}

/// Returns whether the remainder of a series has a straight path for a glide, or is so short that
/// it needs none.
static bool canGlide(const CaromWorld *world, uint32_t i, const CrSupport *support,
                     const CrTouch *touch, CaromVec2 way, double lasts)
{
    const CrFlight *hot = &world->flights.hot[i];
    const CrShape *shape = &world->shapes[support->shape];
    const CrFlightDef *flightDef = &world->flightDefs[hot->flightDef];
    bool onFace = !crPartIsCap(support->part);
    CaromVec2 glideWay = onFace ? way : crVec(0.0, 0.0);
    CaromBox box = crBox(hot->place, crAdd(hot->place, glideWay));
    Glide glide = {world,
                   flightDef,
                   &world->bodies[shape->body],
                   hot->start,
                   lasts,
                   hot->place,
                   glideWay,
                   crShapeKeys(shape)[support->edge],
                   crBoxInflate(box, flightDef->def.radius + slackOf(flightDef, hot->place))};
    bool stays = onFace ? staysOnFace(touch, crAdd(hot->place, way))
                        : crLength(way) <= ROUND_STRAIGHT * touch->edge.reach;
    return stays && isFreeWay(&glide);
}

void crFlightSettle(CaromWorld *world, uint32_t i, const CrSupport *support, const CrTouch *touch,
                    double restitution, const CrSurface *surface)
{
    CrFlights *f = &world->flights;
    double restTime = world->flightDefs[f->hot[i].flightDef].def.restTime;
    CaromVec2 n = touch->normal, tangent = crAlongSurface(n),
              a = crSupportPull(world, support, crFlightPull(f, i));
    double runs = crSupportRuns(world, support);
    Series series = {restitution, surface->friction, surface->minBounceSpeed, 0.0, 0.0, 0.0, 0.0};
    if (crSupportSpin(world, support) != 0.0) {
        settleTurning(world, i, support, touch, &series);
        return;
    }
    CaromVec2 w =
        crSub(f->hot[i].velocity, crBodyVelocity(crSupportBody(world, support), f->hot[i].start));
    double g = -crDot(a, n), u = crMax(crDot(w, n), 0.0);
    if (!(g > 0.0) || crGroundHolds(world, i, 2.0 * u / g)) {
        return;
    }
    series.flight = 2.0 * u / g;
    series.speed = crDot(w, tangent) - runs;
    series.acceleration = crDot(a, tangent);
    series.normalSpeed = u;
    double remaining = duration(series), endSpeed;
    bool isDead = restitution == 0.0; // no series is left
    if (!isDead && !(remaining <= restTime)) {
        return;
    }
    double way = displacement(series, &endSpeed) + runs * remaining;
    endSpeed += runs;
    CaromVec2 glide = crScale(tangent, way);
    bool glides = !isDead || !crPartIsCap(support->part); // off a round thing it may take off
    if (glides && remaining > LEAST && canGlide(world, i, support, touch, glide, remaining)) {
        bool onFace = !crPartIsCap(support->part);
        if (!onFace) { // where it does not move it gains nothing either
            glide = crVec(0.0, 0.0);
            endSpeed = crDot(w, tangent);
        }
        startSettling(world, i, support, glide, remaining, endSpeed, restitution);
    } else if (isDead || remaining <= restTime * AT_ONCE) {
        crFlightSlide(world, i, f->hot[i].start, support, f->hot[i].place, f->hot[i].velocity);
    }
}

void crFlightFinishSettling(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    CrSupport support;
    double time = crFlightExtra(f, i)->restTime;
    if (!crFlightSupport(world, i, &support)) {
        CaromVec2 place = crFlightPlaceAt(f, i, time), velocity = f->hot[i].velocity;
        crEventsTellMode(world, i, time, place, velocity, CAROM_PROJECTILE_FLYING);
        crFlightRelaunch(world, i, time, velocity);
        return;
    }
    CrPose pose = crSupportPose(world, &support, time);
    CaromVec2 place = crPoseToWorld(&pose, crFlightExtra(f, i)->restPlace);
    CrTouch touch = crSupportTouch(world, i, time, &support, place);
    CaromVec2 carried = crSupportVelocity(world, &support, time, place);
    crFlightSlide(
        world, i, time, &support, place,
        crAddScaled(carried, crAlongSurface(touch.normal), crFlightExtra(f, i)->settleSpeed));
}

/// A series that ends at once: what follows is then an event of the next step, at its beginning.
void crFlightSettleAnew(CaromWorld *world, uint32_t i, const CrSupport *support)
{
    CrFlights *f = &world->flights;
    double time = world->time;
    if (crFlightExtra(f, i)->glued || crFlightIsStuck(world, i)) {
        return;
    }
    CaromVec2 velocity = crFlightVelocityAt(f, i, time), wish = crFlightPlaceAt(f, i, time);
    CrTouch touch = crSupportTouch(world, i, time, support, wish);
    CaromVec2 place = crPlaceOrCrush(world, i, time, wish, NULL),
              own = crSub(velocity, crSupportVelocity(world, support, time, place));
    double speed = crFlightRides(world, i) ? crRideSpeed(world, i, time, support)
                                           : crDot(own, crAlongSurface(touch.normal));
    CrTransition way = {.time = time, .place = place, .velocity = velocity, .support = support};
    settle(world, i, &way, time, place, speed);
}
