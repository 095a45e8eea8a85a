// SPDX-License-Identifier: MIT
#include "settle.h"

#include "event.h"
#include "life.h"
#include "recipe.h"
#include "shape.h"

#define TERM_LIMIT 4096
#define ROUND_STRAIGHT                                                                             \
    0x1p-10 ///< [1] of its radius: over so short a way a round surface passes for straight

bool crFlightSupport(const CaromWorld *world, uint32_t i, CrSupport *support)
{
    const CrFlightCold *cold = &world->flights.cold[i];
    if (cold->supportKey == CR_NONE) {
        return false;
    }
    const CrKeyOwner *owner = &world->keyOwners[cold->supportKey];
    if (owner->shape == CR_NONE || world->shapeSlots.ages[owner->shape] != cold->supportAge) {
        return false;
    }
    support->shape = owner->shape;
    support->edge = (int)owner->feature;
    support->part = (CrPart)cold->supportPart;
    return true;
}

static void leanOn(CaromWorld *world, uint32_t i, const CrSupport *support)
{
    CrFlightCold *cold = &world->flights.cold[i];
    cold->supportKey = world->shapes[support->shape].keys[support->edge];
    cold->supportAge = world->shapeSlots.ages[support->shape];
    cold->supportPart = (int)support->part;
}

void crFlightRest(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                  const CrSupport *support)
{
    CrFlights *f = &world->flights;
    const CrBody *body = &world->bodies[world->shapes[support->shape].body];
    leanOn(world, i, support);
    f->mode[i] = CAROM_PROJECTILE_RESTING;
    crFlightSetLeg(world, i, time, place, crBodyVelocityAt(body, time, place), crVec(0.0, 0.0));
    crEventsTellMode(world, i, time, place, CAROM_PROJECTILE_RESTING);
}

// ---- the sum of the series

/// One bounce series on a straight face, after a bounce: normal speed u, tangential speed v.
typedef struct Series {
    double restitution, friction;
    double flight;       ///< [s] duration of the first flight, 2u/g
    double speed;        ///< [m/s] along the face
    double acceleration; ///< [m/s²] along the face
    double normalSpeed;  ///< u
} Series;

/// How far it gets along the face: v T + ½ a T² in each flight, then friction μ(1 + e)u at each
/// landing, all of T and u times e from one to the next. The first terms one by one, since friction
/// may stop it in any of them; what is left after them in closed form.
static double displacement(Series s)
{
    double sum = 0.0, e = s.restitution;
    for (int k = 0; k < TERM_LIMIT && s.flight > 0.0; k++) {
        sum += (s.speed + 0.5 * s.acceleration * s.flight) * s.flight;
        double landing = s.speed + s.acceleration * s.flight,
               grip = s.friction * (1.0 + e) * s.normalSpeed;
        s.speed = landing > 0.0 ? crMax(landing - grip, 0.0) : crMin(landing + grip, 0.0);
        s.flight *= e;
        s.normalSpeed *= e;
    }
    return sum + s.speed * s.flight / (1.0 - e) +
           0.5 * s.acceleration * s.flight * s.flight / (1.0 - e * e);
}

// ---- whether it may settle

/// The first resting edge, other than the support, in the way of a straight glide from `place` by
/// `glide`.
static bool findsBlocker(const CaromWorld *world, uint32_t i, CaromVec2 place, CaromVec2 glide,
                         uint32_t supportKey, CaromVec2 *normal)
{
    const CrRecipe *recipe = &world->recipes[world->flights.recipe[i]];
    double radius = recipe->def.radius, first = 1.0;
    CrPath path = crPathMake(place, glide, crVec(0.0, 0.0));
    bool found = false;
    CrWalk walk;
    CrCell cell;
    crWalkStart(&walk, &world->grid, place, crAdd(place, glide),
                radius + 64.0 * crPlaceTolerance(place, radius));
    while (crWalkNext(&walk, &cell)) {
        for (int k = 0; k < cell.count; k++) {
            const CrKeyOwner *owner = &world->keyOwners[cell.items[k].key];
            const CrShape *shape = &world->shapes[owner->shape];
            CrEdge edge = crShapeEdge(shape, (int)owner->feature, radius);
            CrMeet meet;
            if (cell.items[k].key != supportKey &&
                crFiltersMeet(&recipe->def.filter, &shape->filter) &&
                crPathMeets(&path, &edge, 0.0, false, &meet) && meet.tau <= first) {
                first = meet.tau;
                *normal = crEdgeNormal(&edge, meet.part, crPathPoint(&path, meet.tau));
                found = true;
            }
        }
    }
    return found;
}

/// Whether the acceleration presses into the corner between two faces.
static bool isHeldBetween(CaromVec2 acceleration, CaromVec2 n1, CaromVec2 n2)
{
    double turn = crCross(n1, n2);
    if (crAbs(turn) < 1e-12) {
        return false;
    }
    CaromVec2 push = crNegate(acceleration);
    return crCross(push, n2) / turn >= 0.0 && crCross(n1, push) / turn >= 0.0;
}

static bool staysOnFace(const CrTouch *touch, CaromVec2 place)
{
    CaromVec2 along = crSub(touch->edge.b, touch->edge.a),
              local = crPoseToLocal(&touch->pose, place);
    double u = crDot(along, crSub(local, touch->edge.a));
    return u >= 0.0 && u <= crLengthSquared(along);
}

static void startSettling(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 glide,
                          double remaining)
{
    CrFlights *f = &world->flights;
    double start = f->start[i];
    const CrBody *body = &world->bodies[world->shapes[support->shape].body];
    CrPose pose = crBodyPose(body, start);
    CaromVec2 speed = remaining > 0.0 ? crScale(glide, 1.0 / remaining) : crVec(0.0, 0.0);
    leanOn(world, i, support);
    f->mode[i] = CAROM_PROJECTILE_SETTLING;
    f->cold[i].restTime = start + remaining;
    f->cold[i].restPlace = crPoseToLocal(&pose, crAdd(f->place[i], glide));
    crFlightSetLeg(world, i, start, f->place[i], crAdd(speed, body->velocity), crVec(0.0, 0.0));
}

void crFlightSettle(CaromWorld *world, uint32_t i, const CrSupport *support, const CrTouch *touch,
                    double restitution, double friction)
{
    CrFlights *f = &world->flights;
    double restTime = world->recipes[f->recipe[i]].def.restTime;
    CaromVec2 n = touch->normal, tangent = crLeft(n), a = f->acceleration[i];
    const CrBody *body = &world->bodies[world->shapes[support->shape].body];
    CaromVec2 w = crSub(f->velocity[i], body->velocity);
    double g = -crDot(a, n), u = crMax(crDot(w, n), 0.0);
    bool onFace = support->part == CR_PART_LEFT || support->part == CR_PART_RIGHT;
    if (!(restTime > 0.0) || !(g > 0.0) || body->spin != 0.0) {
        return; // the sum is that of a face that does not turn
    }
    double flight = 2.0 * u / g, remaining = flight / (1.0 - restitution);
    if (!(remaining <= restTime)) {
        return;
    }
    Series series = {restitution, friction, flight, crDot(w, tangent), crDot(a, tangent), u};
    double way = displacement(series);
    if (!onFace && crAbs(way) > ROUND_STRAIGHT * touch->edge.reach) {
        return;
    }
    CaromVec2 glide = crScale(tangent, onFace ? way : 0.0), blocker;
    if (findsBlocker(world, i, f->place[i], glide,
                     world->shapes[support->shape].keys[support->edge], &blocker)) {
        bool slow = 2.0 * crLength(w) <= restTime * (1.0 - restitution) * crLength(a);
        if (slow && isHeldBetween(a, n, blocker)) {
            crFlightRest(world, i, f->start[i], f->place[i], support); // in the corner
        }
        return;
    }
    if (!onFace || staysOnFace(touch, crAdd(f->place[i], glide))) {
        startSettling(world, i, support, glide, remaining);
    }
}

/// The place near `wish` on the side of the support that it leans on.
static CaromVec2 placeOn(CaromWorld *world, uint32_t i, const CrSupport *support, double time,
                         CaromVec2 wish)
{
    const CrShape *shape = &world->shapes[support->shape];
    CrTouch touch;
    touch.edge =
        crShapeEdge(shape, support->edge, world->recipes[world->flights.recipe[i]].def.radius);
    touch.pose = crBodyPose(&world->bodies[shape->body], time);
    touch.part = support->part;
    CaromVec2 local = crPoseToLocal(&touch.pose, wish);
    touch.normal = crPoseTurn(&touch.pose, crEdgeNormal(&touch.edge, support->part, local));
    return crPlace(world, i, time, wish, &touch);
}

void crFlightFinishSettling(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    CrSupport support;
    double time = f->cold[i].restTime;
    if (!crFlightSupport(world, i, &support)) {
        crFlightRelaunch(world, i, time, f->velocity[i]);
        return;
    }
    CrPose pose = crBodyPose(&world->bodies[world->shapes[support.shape].body], time);
    CaromVec2 wish = crPoseToWorld(&pose, f->cold[i].restPlace);
    CaromVec2 place = placeOn(world, i, &support, time, wish);
    crFlightRest(world, i, time, place, &support);
}

void crFlightFollowSupport(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 now)
{
    CrFlights *f = &world->flights;
    const CrShape *shape = &world->shapes[support->shape];
    const CrBody *body = &world->bodies[shape->body];
    double remaining = f->cold[i].restTime - world->time;
    if (body->anchorTime != world->time) {
        return; // it goes on as it did
    }
    CaromVec2 place = placeOn(world, i, support, world->time, now);
    if (f->mode[i] == CAROM_PROJECTILE_RESTING) {
        CaromVec2 carried = crBodyVelocityAt(body, world->time, place);
        crFlightSetLeg(world, i, world->time, place, carried, crVec(0.0, 0.0));
        return;
    }
    CaromVec2 local = f->cold[i].restPlace;
    CrPose pose = crBodyPose(body, world->time);
    double radius = world->recipes[f->recipe[i]].def.radius;
    bool stays = remaining > 0.0 && body->spin == 0.0 &&
                 crAbs(crShapeGap(shape, local, radius)) <= CR_TOUCHES(local, radius);
    if (!stays) { // turned or scaled under it, or turning
        crFlightRest(world, i, world->time, place, support);
        return;
    }
    CaromVec2 glide = crScale(crSub(crPoseToWorld(&pose, local), place), 1.0 / remaining);
    crFlightSetLeg(world, i, world->time, place, crAdd(glide, body->velocity), crVec(0.0, 0.0));
}
