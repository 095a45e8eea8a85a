// SPDX-License-Identifier: MIT
#include "clear_until.h"

#include "../geometry/shape_storage.h"
#include "../index/edit_list.h"
#include "../index/moving_index.h"
#include "leg.h"

#define AHEAD 0.25       // [s] that is looked ahead, at least
#define STEPS_AHEAD 4.0  // or so many steps
#define RESTLESS_AHEAD 2 // steps, where motions change at each: a match took half as long again
#define CURVE 0x1p-5     // [m] by which a curved leg may lead away from its chord
#define MARGIN 0x1p-4    // [m] for that and for roundings
#define WIDEST 2.0       // [m] largest radius of flights that are tested for nearness
#define FEW 2            // shapes a flight: so much more that moves than flies
#define PAST_HIT 0x1p-20 // [s] after what is due at rest, so that this is known to come first

// ---- what moves

static CrMotionGridItem drifterOf(const CaromWorld *world, uint32_t slot, double time)
{
    const CrShape *shape = &world->shapes[slot];
    const CrBody *body = &world->bodies[shape->body];
    CrPose pose = crBodyPose(body, time);
    CrMotionGridItem one = {{0.0, 0.0}, {0.0, 0.0}, body->velocity, -1.0, false, slot};
    if (body->spin != 0.0) { // anywhere around its pivot
        one.center = crAdd(body->pivot, pose.offset);
        one.radius = crBoxFarthest(crShapeBox(shape), body->pivot);
        one.half = crVec(one.radius, one.radius);
        return one;
    }
    CaromBox box = crMovingIndexSweptBox(world, slot, time, time);
    one.center = crScale(crAdd(box.min, box.max), 0.5);
    one.half = crScale(crSub(box.max, box.min), 0.5);
    if (shape->type == CAROM_SHAPE_CIRCLE) {
        one.radius = crMax(one.half.x, one.half.y);
        one.full = !pose.turned;
    }
    return one;
}

/// Of the flights; wider ones are always examined.
static double widestRadius(const CaromWorld *world)
{
    double widest = 0.0;
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        double radius = world->flightDefs[r].def.radius;
        widest = world->recipeKinds.entries[r].users > 0 && radius <= WIDEST ? crMax(widest, radius)
                                                                             : widest;
    }
    return widest;
}

static void fill(CaromWorld *world, double until)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    int count = crArrayCount(movingIndex->shapes);
    for (int i = 0; i < count; i++) {
        movingIndex->motionGrid.all[i] = drifterOf(world, movingIndex->shapes[i], world->time);
        world->shapes[movingIndex->shapes[i]].state &= (uint8_t)~CR_SHAPE_MOVED_SINCE;
        movingIndex->places[movingIndex->shapes[i]].drifter = i;
    }
    crMotionGridFill(&movingIndex->motionGrid, count, world->time, until,
                     widestRadius(world) + MARGIN);
}

// ---- flights

static double lookAhead(const CrMovingIndex *movingIndex, double step)
{
    bool restless = movingIndex->disturbed && movingIndex->restless;
    return restless ? RESTLESS_AHEAD * step : crMax(AHEAD, STEPS_AHEAD * step);
}

bool crClearUntilPrepare(CaromWorld *world, double until)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    CrFlights *f = &world->flights;
    double ahead = lookAhead(movingIndex, until - world->time);
    if (world->plain || !movingIndex->usable ||
        crArrayCount(movingIndex->shapes) / FEW > f->liveCount || f->liveCount == 0) {
        return false;
    }
    if (movingIndex->disturbed || movingIndex->motionGrid.until - world->time < 0.5 * ahead) {
        fill(world, world->time + ahead);
    }
    for (uint32_t i = 0; movingIndex->disturbed && i < crFlightsCount(f); i++) {
        f->clearUntil[i] = crFlightLives(f, i) ? -CR_NEVER : CR_NEVER;
    }
    movingIndex->restless = movingIndex->disturbed;
    movingIndex->disturbed = false;
    return true;
}

bool crClearUntilTells(const CaromWorld *world, const CrShape *shape, double distance)
{
    const CrMovingIndex *movingIndex = &world->movingIndex;
    return movingIndex->told == world->time && !(shape->state & CR_SHAPE_MOVED_SINCE) &&
           distance <= 0.5 * crMotionGridSlack(movingIndex->motionGrid.extent);
}

bool crClearUntilTellsOf(const CaromWorld *world, uint32_t slot)
{
    const CrShape *shape = &world->shapes[slot];
    CaromBox box = crMovingIndexSweptBox(world, slot, world->time, world->time);
    return world->bodies[shape->body].type == CAROM_BODY_KINEMATIC &&
           crClearUntilTells(world, shape, crEditsSlack(box));
}

int crClearUntilNear(const CaromWorld *world, uint32_t first, bool told, uint32_t *near)
{
    const CrFlights *f = &world->flights;
    uint32_t left = crFlightsCount(f) - first;
    int all = left < CR_FLIGHT_CHUNK ? (int)left : CR_FLIGHT_CHUNK, count = all;
    if (told) {
        count = world->grid.lanes.kernels->due(f->clearUntil + first, all, world->time, near);
    }
    for (int k = 0; k < count; k++) {
        near[k] = first + (told ? near[k] : (uint32_t)k);
    }
    return count;
}

CrClearance crClearUntilLook(CaromWorld *world, uint32_t i, double since)
{
    const CrFlights *f = &world->flights;
    const CrFlight *hot = &f->hot[i];
    const CrMotionGrid *motionGrid = &world->movingIndex.motionGrid;
    double from = crMax(since, hot->start);
    double until = crMin(f->next[i] + PAST_HIT, motionGrid->until);
    if (!crModeMeets(hot->mode) || (hot->leg & CR_LEG_CRUSHED) || !(from < until)) {
        CrClearance blind = {crModeMeets(hot->mode) ? from : motionGrid->until, NULL, from};
        f->clearUntil[i] = blind.until;
        return blind;
    }
    CrPath path = crFlightPath(f, i);
    CrCourse course = {crPathPoint(&path, from - hot->start),       path.v, from, until, f->next[i],
                       world->flightDefs[hot->flightDef].def.radius};
    if (path.curved) {
        double length = crMin(sqrt(8.0 * CURVE / crLength(path.a)), until - from);
        CaromVec2 end = crPathPoint(&path, from - hot->start + length);
        course.velocity = crScale(crSub(end, course.place), 1.0 / length);
        course.until = from + length;
        course.radius += CURVE;
    }
    CrClearance clear = crMotionGridClear(motionGrid, &course);
    f->clearUntil[i] = clear.until;
    return clear;
}
