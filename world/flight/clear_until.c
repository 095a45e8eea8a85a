// SPDX-License-Identifier: MIT
#include "clear_until.h"

#include "../geometry/shape_storage.h"
#include "../index/moving_index.h"
#include "leg.h"

#define AHEAD 0.25       // [s] that is looked ahead, at least
#define STEPS_AHEAD 4.0  // or so many steps
#define RESTLESS_AHEAD 2 // steps, where motions change at each: a match took half as long again
#define CURVE 0x1p-5     // [m] by which a curved leg may lead away from its chord
#define MARGIN 0x1p-4    // [m] for that and for roundings
#define WIDEST 2.0       // [m] radius of flights that are told apart from those near
#define FEW 2            // shapes a flight: so much more that moves than flies
#define PAST_HIT 0x1p-20 // [s] after what is due at rest, so that this is known to come first

// ---- what moves

static CrDrifter drifterOf(const CaromWorld *world, uint32_t slot, double time)
{
    const CrShape *shape = &world->shapes[slot];
    const CrBody *body = &world->bodies[shape->body];
    CrPose pose = crBodyPose(body, time);
    CrDrifter one = {{0.0, 0.0}, {0.0, 0.0}, body->velocity, -1.0, false, slot};
    if (body->spin != 0.0) { // anywhere around its pivot
        one.center = crAdd(body->pivot, pose.offset);
        one.radius = crBoxFarthest(crShapeBox(shape), body->pivot);
        one.half = crVec(one.radius, one.radius);
        return one;
    }
    CaromBox box = crKinematicsSweptBox(world, slot, time, time);
    one.center = crScale(crAdd(box.min, box.max), 0.5);
    one.half = crScale(crSub(box.max, box.min), 0.5);
    if (shape->type == CAROM_SHAPE_CIRCLE) {
        one.radius = crMax(one.half.x, one.half.y);
        one.full = !pose.turned;
    }
    return one;
}

/// Of those that fly; wider ones are always asked.
static double widestRadius(const CaromWorld *world)
{
    double widest = 0.0;
    for (int r = 0; r < crArrayCount(world->recipes); r++) {
        double radius = world->recipes[r].def.radius;
        widest = world->recipeKinds.entries[r].users > 0 && radius <= WIDEST ? crMax(widest, radius)
                                                                             : widest;
    }
    return widest;
}

static void fill(CaromWorld *world, double until)
{
    CrKinematics *kinematics = &world->kinematics;
    int count = crArrayCount(kinematics->shapes);
    for (int i = 0; i < count; i++) {
        kinematics->drifts.all[i] = drifterOf(world, kinematics->shapes[i], world->time);
        world->shapes[kinematics->shapes[i]].state &= (uint8_t)~CR_SHAPE_ASTRAY;
        kinematics->places[kinematics->shapes[i]].drifter = i;
    }
    crDriftsFill(&kinematics->drifts, count, world->time, until, widestRadius(world) + MARGIN);
}

// ---- flights

static double lookAhead(const CrKinematics *kinematics, double step)
{
    bool restless = kinematics->disturbed && kinematics->restless;
    return restless ? RESTLESS_AHEAD * step : crMax(AHEAD, STEPS_AHEAD * step);
}

bool crCalmPrepare(CaromWorld *world, double until)
{
    CrKinematics *kinematics = &world->kinematics;
    CrFlights *f = &world->flights;
    double ahead = lookAhead(kinematics, until - world->time);
    if (world->plain || !kinematics->usable ||
        crArrayCount(kinematics->shapes) / FEW > f->liveCount || f->liveCount == 0) {
        return false;
    }
    if (kinematics->disturbed || kinematics->drifts.until - world->time < 0.5 * ahead) {
        fill(world, world->time + ahead);
    }
    for (uint32_t i = 0; kinematics->disturbed && i < crFlightsCount(f); i++) {
        f->calm[i] = crFlightLives(f, i) ? -CR_NEVER : CR_NEVER;
    }
    kinematics->restless = kinematics->disturbed;
    kinematics->disturbed = false;
    return true;
}

bool crCalmTells(const CaromWorld *world, const CrShape *shape, double distance)
{
    const CrKinematics *kinematics = &world->kinematics;
    return kinematics->told == world->time && !(shape->state & CR_SHAPE_ASTRAY) &&
           distance <= 0.5 * crDriftsSlack(kinematics->drifts.extent);
}

int crCalmNear(const CaromWorld *world, uint32_t first, bool told, uint32_t *near)
{
    const CrFlights *f = &world->flights;
    uint32_t left = crFlightsCount(f) - first;
    int all = left < CR_FLIGHT_CHUNK ? (int)left : CR_FLIGHT_CHUNK, count = all;
    if (told) {
        count = world->grid.lanes.kernels->due(f->calm + first, all, world->time, near);
    }
    for (int k = 0; k < count; k++) {
        near[k] = first + (told ? near[k] : (uint32_t)k);
    }
    return count;
}

CrClearance crCalmLook(CaromWorld *world, uint32_t i, double since)
{
    const CrFlights *f = &world->flights;
    const CrFlight *hot = &f->hot[i];
    const CrDrifts *drifts = &world->kinematics.drifts;
    double from = crMax(since, hot->start);
    double until = crMin(f->next[i] + PAST_HIT, drifts->until);
    if (!crModeMeets(hot->mode) || (hot->leg & CR_LEG_PINCHED) || !(from < until)) {
        CrClearance blind = {crModeMeets(hot->mode) ? from : drifts->until, NULL, from};
        f->calm[i] = blind.until;
        return blind;
    }
    CrPath path = crFlightPath(f, i);
    CrCourse course = {crPathPoint(&path, from - hot->start), path.v, from, until, f->next[i],
                       world->recipes[hot->recipe].def.radius};
    if (path.curved) {
        double length = crMin(sqrt(8.0 * CURVE / crLength(path.a)), until - from);
        CaromVec2 end = crPathPoint(&path, from - hot->start + length);
        course.velocity = crScale(crSub(end, course.place), 1.0 / length);
        course.until = from + length;
        course.radius += CURVE;
    }
    CrClearance clear = crDriftsClear(drifts, &course);
    f->calm[i] = clear.until;
    return clear;
}
