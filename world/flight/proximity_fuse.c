// SPDX-License-Identifier: MIT
#include "proximity_fuse.h"

#include "../geometry/shape_view.h"
#include "../index/moving_index.h"
#include "../narrowphase/shape_distance.h"
#include "def_table.h"
#include "flight_boxes.h"
#include "where.h"

#define ROUNDINGS 64.0 ///< [place tolerances] as deep in its reach as one is surely near
#define GAIN 1.05      ///< of a speed, within a step
#define ROOM 0x1p-6    ///< [m] for places after a bounce

static const CaromProjectileDef *defOf(const CaromWorld *world, uint32_t i)
{
    return &world->flightDefs[world->flights.hot[i].flightDef].def;
}

/// Not there yet, or carried along by a body in a way that its leg knows nothing of.
static bool isElsewhere(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    if (!crFlightIsStuck(world, i)) {
        return f->hot[i].mode == CAROM_PROJECTILE_PENDING;
    }
    return world->bodies[crFlightExtra(f, i)->stuckBody].type != CAROM_BODY_STATIC ||
           !crEqual(crFlightWhere(world, i, world->time), f->hot[i].place);
}

bool crFlightWatches(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    return defOf(world, i)->proximity > 0.0 && crFlightLives(f, i) && !isElsewhere(world, i) &&
           f->hot[i].mode != CAROM_PROJECTILE_PARKED;
}

bool crWatchersAreOut(const CaromWorld *world, double until)
{
    const CrFlights *f = &world->flights;
    for (int k = 0; k < crArrayCount(world->linked); k++) {
        uint32_t i = world->linked[k];
        bool comes = f->hot[i].mode == CAROM_PROJECTILE_PENDING && f->hot[i].start <= until &&
                     defOf(world, i)->proximity > 0.0;
        if (comes || crFlightWatches(world, i)) {
            return true;
        }
    }
    return false;
}

// ---- shapes

static bool watchesFor(const CaromWorld *world, uint32_t i, uint32_t slot)
{
    const CrShape *shape = &world->shapes[slot];
    return crFiltersMeet(&defOf(world, i)->proximityFilter,
                         &crShapeTraitsOf(world, shape)->filter) &&
           !crExtraIgnores(world, crFlightExtra(&world->flights, i), shape->body);
}

bool crFlightNearsEdge(const CaromWorld *world, uint32_t i, uint32_t slot, int edgeIndex,
                       CrSpan span, CrEncounter *encounter)
{
    const CrFlights *f = &world->flights;
    const CrShape *shape = &world->shapes[slot];
    const CaromProjectileDef *def = defOf(world, i);
    CrSpinPath path = crFlightRelativePath(world, i, &world->bodies[shape->body]);
    CrEdge edge = crShapeEdge(shape, edgeIndex, def->radius + def->proximity);
    edge.oneSided = edge.oneSided && !crShapeIsWall(shape); // near on either side
    double frame = path.frame, ahead = frame - f->hot[i].start;
    CrSpinWindow window = {crMax(crFlightAfter(world, i) - ahead, 0.0), false, span.from,
                           span.until};
    CrMeet meet;
    if (!watchesFor(world, i, slot) || !crSpinPathMeets(&path, &edge, &window, &meet)) {
        return false;
    }
    double tau = ahead + meet.tau;
    CrEncounter found = {crMax(f->hot[i].start + tau, frame), tau, meet.part, slot, edgeIndex};
    *encounter = found;
    return true;
}

/// From when on the leg is watched over.
static double watchStart(const CaromWorld *world, uint32_t i)
{
    return world->flights.hot[i].start + crFlightAfter(world, i);
}

/// On either side of a one-sided wall: one that came through from behind is as near. A flight that
/// passes at exactly this distance never enters, by its path, and rounding does not make it near at
/// any time.
static bool isNear(const CrShape *shape, CaromVec2 local, const CaromProjectileDef *def)
{
    double rounding = ROUNDINGS * crPlaceTolerance(local, def->radius + def->proximity);
    double near = crMax(def->proximity - rounding, 0.5 * def->proximity);
    return shape->oneSided && crShapeIsWall(shape)
               ? crShapeOverlapsDisc(shape, local, def->radius + near)
               : crShapeGapWithin(shape, local, def->radius, near) <= near;
}

/// When it is near a shape from the start, that is from when both go as they do now.
static double startsNearShape(const CaromWorld *world, uint32_t i, uint32_t slot)
{
    const CrShape *shape = &world->shapes[slot];
    const CaromProjectileDef *def = defOf(world, i);
    CrSpinPath path = crFlightRelativePath(world, i, &world->bodies[shape->body]);
    double from = crMax(watchStart(world, i), path.frame);
    CaromVec2 local = crSpinPathPoint(&path, from - path.frame);
    bool near = watchesFor(world, i, slot) && isNear(shape, local, def);
    return near ? crMax(from, world->time) : CR_NEVER;
}

double crFlightStartsNear(const CaromWorld *world, uint32_t i)
{
    const CaromProjectileDef *def = defOf(world, i);
    CaromVec2 at = crFlightPlaceAt(&world->flights, i, watchStart(world, i));
    double reach = def->radius + def->proximity, first = CR_NEVER;
    CrBoxCellsWalk walk;
    uint32_t slot;
    crBoxCellsStart(&walk, &world->boxes,
                    crBoxInflate(crBox(at, at), reach + 64.0 * crPlaceTolerance(at, reach)));
    while (crBoxCellsNext(&walk, &slot)) {
        first = crMin(first, startsNearShape(world, i, slot));
    }
    return first;
}

static double nearsShape(const CaromWorld *world, uint32_t i, uint32_t slot, CrSpan span)
{
    const CrShape *shape = &world->shapes[slot];
    double first = watchesFor(world, i, slot) ? startsNearShape(world, i, slot) : CR_NEVER;
    for (int e = 0; e < shape->edgeCount && watchesFor(world, i, slot); e++) {
        CrEncounter encounter;
        if (crFlightNearsEdge(world, i, slot, e, span, &encounter)) {
            first = crMin(first, encounter.time);
        }
    }
    return first;
}

/// Within the time that the moving layer covers by the layer, else shape by shape.
static double nearsMoving(const CaromWorld *world, uint32_t i, double until)
{
    const CrMovingIndex *movingIndex = &world->movingIndex;
    CrSpan span = {world->time, until};
    double first = CR_NEVER;
    uint32_t slot;
    if (until > movingIndex->to) {
        for (int k = 0; k < movingIndex->solids; k++) {
            first = crMin(first, nearsShape(world, i, movingIndex->shapes[k], span));
        }
        return first;
    }
    CrMovingIndexWalk walk;
    crMovingIndexStart(&walk, world, crFlightSweptBox(world, i, span, defOf(world, i)->proximity));
    while (crMovingIndexNext(&walk, &slot)) {
        first = crMin(first, nearsShape(world, i, slot, span));
    }
    return first;
}

// ---- flights

/// The filters of all defs that are used, or-ed.
static CaromFilter flownFilters(const CaromWorld *world)
{
    CaromFilter all = {0, 0, 0};
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        const CaromFilter *one = &world->flightDefs[r].def.filter;
        if (crFlightDefIsUsed(world, r)) {
            all.category |= one->category;
            all.mask |= one->mask;
            all.group |= one->group;
        }
    }
    return all;
}

/// False: it watches for none of the flights that there are in the step.
static bool mayWatchForFlights(const CaromWorld *world, uint32_t i)
{
    const CaromFilter *filter = &defOf(world, i)->proximityFilter;
    return (filter->group > 0 && world->flightBoxes.flown.group != 0) ||
           ((filter->category & world->flightBoxes.flown.mask) != 0 &&
            (filter->mask & world->flightBoxes.flown.category) != 0);
}

void crWatchersFind(CaromWorld *world)
{
    uint32_t *watchers = world->watchers;
    int count = 0;
    crArraySetCount(watchers, 0);
    world->flightBoxes.lookouts = 0;
    for (int k = 0; k < crArrayCount(world->linked); k++) {
        uint32_t i = world->linked[k];
        if (defOf(world, i)->proximity > 0.0) {
            if (count == 0) {
                world->flightBoxes.flown = flownFilters(world);
            }
            crArrayPush(watchers, i);
            if (world->plain || mayWatchForFlights(world, i)) {
                watchers[count] = watchers[world->flightBoxes.lookouts];
                watchers[world->flightBoxes.lookouts++] = i;
            }
            count++;
        }
    }
}

CaromBox crWatcherZone(const CaromWorld *world, uint32_t i, double until)
{
    const CrFlights *f = &world->flights;
    const CaromProjectileDef *def = defOf(world, i);
    CrPath path = crFlightPath(f, i);
    CaromVec2 at = crFlightWhere(world, i, world->time);
    double left = crMax(until - crMax(world->time, f->hot[i].start), 0.0);
    double speed = crLength(crFlightVelocityAt(f, i, world->time)) + crLength(path.a) * left;
    double reach = crMax(def->proximity, def->blast.radius) + def->radius;
    reach += GAIN * speed * left;
    return crBoxInflate(crBox(at, at), reach + ROOM + ROUNDINGS * crPlaceTolerance(at, reach));
}

static bool watchesForFlight(const CaromWorld *world, uint32_t i, uint32_t j)
{
    return i != j && crFlightLives(&world->flights, j) && !isElsewhere(world, j) &&
           crFiltersMeet(&defOf(world, i)->proximityFilter, &defOf(world, j)->filter);
}

/// Whether both ignore the same body, as what one shooter fires does.
static bool areKin(const CrFlights *f, uint32_t i, uint32_t j)
{
    CaromBodyId mine = crFlightExtra(f, i)->ignoreBody, its = crFlightExtra(f, j)->ignoreBody;
    return mine.index != 0 && mine.index == its.index && mine.age == its.age;
}

static CrPath pathFrom(const CrFlights *f, uint32_t i, double frame)
{
    CrPath path = crFlightPath(f, i);
    double tau = frame - f->hot[i].start;
    return crPathMake(crPathPoint(&path, tau), crPathVelocity(&path, tau), path.a);
}

/// Whether the relative path keeps clear of what is within reach of the origin for a time: most do,
/// and need no roots.
static bool keepsClear(CrPath path, double time, double reach)
{
    double x = crAbs(path.p.x) - (crAbs(path.v.x) + 0.5 * crAbs(path.a.x) * time) * time;
    double y = crAbs(path.p.y) - (crAbs(path.v.y) + 0.5 * crAbs(path.a.y) * time) * time;
    double slack = (crAbs(path.p.x) + crAbs(path.p.y) + reach + 1.0) * 1e-9;
    return crMax(x, y) > reach + slack;
}

/// As b sees a.
static CrPath relativeFrom(const CrFlights *f, uint32_t a, uint32_t b, double time)
{
    CrPath its = pathFrom(f, a, time), other = pathFrom(f, b, time);
    return crPathMake(crSub(its.p, other.p), crSub(its.v, other.v), crSub(its.a, other.a));
}

double crFlightNearsFlight(const CaromWorld *world, uint32_t i, uint32_t j, double until)
{
    const CrFlights *f = &world->flights;
    if (!watchesForFlight(world, i, j)) {
        return CR_NEVER;
    }
    double reach = defOf(world, i)->radius + defOf(world, j)->radius + defOf(world, i)->proximity;
    double frame = crMax(f->hot[i].start, f->hot[j].start),
           from = crMax(frame, watchStart(world, i));
    double now = crMax(from, world->time);
    if (now > until || keepsClear(relativeFrom(f, i, j, now), until - now, reach) ||
        areKin(f, i, j)) {
        return CR_NEVER;
    }
    CrPath path = relativeFrom(f, i, j, frame);
    CrEdge disc = {{0.0, 0.0}, {0.0, 0.0}, reach, false};
    CrMeet meet;
    if (crLength(crPathPoint(&path, from - frame)) <= reach) {
        return crMax(from, world->time);
    }
    return crPathMeets(&path, &disc, from - frame, false, &meet) ? frame + meet.tau : CR_NEVER;
}

double crFlightNearsAny(const CaromWorld *world, uint32_t i, double until)
{
    double first = crMovingIndexAny(world) ? nearsMoving(world, i, until) : CR_NEVER;
    CrNearbyWalk walk;
    uint32_t j;
    if (!world->plain && world->turnUntil > -CR_NEVER && !mayWatchForFlights(world, i)) {
        return first <= until ? first : CR_NEVER;
    }
    crNearbyStart(&walk, world, i, until, defOf(world, i)->proximity);
    while (crNearbyNext(&walk, &j)) {
        first = crMin(first, crFlightNearsFlight(world, i, j, until));
    }
    return first <= until ? first : CR_NEVER;
}
