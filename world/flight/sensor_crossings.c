// SPDX-License-Identifier: MIT
#include "sensor_crossings.h"

#include "../events/event.h"
#include "../geometry/tile_shape.h"
#include "../index/sensors.h"
#include "clear_until.h"
#include "def_table.h"
#include "inside_list.h"
#include "leg.h"
#include "where.h"

#define STEPS_AHEAD 16.0 ///< a look for sensors serves for so many steps

/// A piece of a leg on its way through sensors.
typedef struct Passage {
    CaromWorld *world;
    uint32_t i;
    const CrFlightDef *flightDef;
    double until;      ///< crossings up to here are reported
    double horizon;    ///< of resting ones, later ones up to here are looked for
    double clearUntil; ///< none between until and this
    bool starts;       ///< nothing of the leg has been reported
    uint32_t inside;   ///< nodes of sensors that were asked and hold it, the last one asked first
} Passage;

// ---- a flight's life

void crSensorCrossingsBegin(CaromWorld *world, uint32_t i)
{
    if (world->flights.crossings != NULL) {
        world->flights.crossings[i].inside = CR_NONE;
        world->flights.crossings[i].fresh = false;
    }
}

void crSensorCrossingsLaunch(CaromWorld *world, uint32_t i)
{
    if (world->flights.crossings != NULL) {
        world->flights.crossings[i].fresh = true;
    }
}

void crSensorCrossingsTakeFilter(CaromWorld *world, uint32_t i)
{
    const CrSensorCrossing *crossings = world->flights.crossings;
    if (crossings != NULL && crossings[i].inside != CR_NONE) {
        world->sensors.edited = true;
        world->sensors.motions = false;
    }
}

void crSensorCrossingsDrop(CaromWorld *world, uint32_t i)
{
    while (world->flights.crossings != NULL && world->flights.crossings[i].inside != CR_NONE) {
        crInsideFree(world, crInsidePop(world, &world->flights.crossings[i].inside));
    }
}

void crSensorCrossingsNewLeg(CaromWorld *world, uint32_t i)
{
    if (world->flights.crossings == NULL) {
        return;
    }
    CrSensorCrossing *crossing = &world->flights.crossings[i];
    crossing->clearUntil = crossing->crossed = -CR_NEVER;
    for (uint32_t n = crossing->inside; n != CR_NONE; n = crInsideAt(world, n)->next) {
        crInsideAt(world, n)->known = false;
    }
}

// ---- times

/// The first time after `after` at which the leg comes into a sensor that it is outside of.
static double entersAfter(const Passage *passage, uint32_t slot, double after)
{
    const CaromWorld *world = passage->world;
    const CrShape *shape = &world->shapes[slot];
    const CrBody *body = &world->bodies[shape->body];
    double radius = passage->flightDef->def.radius, start = world->flights.hot[passage->i].start;
    CrSpinPath path = crFlightRelativePath(world, passage->i, body);
    double frame = path.frame;
    double horizon = body->type == CAROM_BODY_STATIC ? passage->horizon : passage->until;
    CrSpan span = {crMax(after, frame), horizon};
    CaromBox box = crFlightRelativeBox(world, passage->i, body, span, radius + shape->radius);
    // a rounding early; what is not after is passed over
    double from = crMax(after - frame - (crAbs(after) + frame) * 0x1p-50, 0.0), first = CR_NEVER;
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, shape, box);
    while (crEdgesNext(&walk, &e)) {
        CrEdge edge = crShapeEdge(shape, e, radius);
        CrSpinWindow window = {from, false, span.from, span.until};
        double time = -CR_NEVER;
        CrMeet meet;
        while (crBoxOverlaps(box, crBox(edge.a, edge.b)) && !(time > after) &&
               crSpinPathMeets(&path, &edge, &window, &meet)) {
            time = crMax(start + ((frame - start) + meet.tau), frame);
            window.after = meet.tau;
            window.beyond = true;
        }
        first = time > after ? crMin(first, time) : first;
    }
    return first;
}

// ---- events

static CaromCrossEvent eventOf(const CaromWorld *world, uint32_t i, double time)
{
    const CrFlights *f = &world->flights;
    CaromCrossEvent event = {0};
    event.time = time;
    event.projectile = crProjectileIdOf(world, i);
    event.point = crFlightWhere(world, i, time);
    event.velocity = crFlightHowFast(world, i, time);
    event.sensor = true;
    event.projectileData = f->tail[i].userData;
    return event;
}

static void tell(const Passage *passage, uint32_t slot, double time, bool entered,
                 bool startedInside)
{
    CaromWorld *world = passage->world;
    CaromCrossEvent event = eventOf(world, passage->i, time);
    event.shape = crShapeIdOf(world, slot);
    event.body = crBodyIdOf(world, world->shapes[slot].body);
    event.entered = entered;
    event.startedInside = startedInside;
    event.shapeData = world->shapes[slot].userData;
    crEventsAddCross(world, passage->i, &event);
}

/// Returns the node of an entry, in no list yet. CR_NONE without memory: then neither the entry nor
/// the exit is reported.
static uint32_t enter(const Passage *passage, uint32_t slot, double time, bool startedInside)
{
    CaromWorld *world = passage->world;
    uint32_t n = crInsideTake(world);
    if (n == CR_NONE) {
        world->events.dropped += 2;
        world->events.insideLost = true;
    } else {
        CrInside node = {slot, world->shapeSlots.ages[slot], CR_NONE, false, time, CR_NEVER};
        *crInsideAt(world, n) = node;
        tell(passage, slot, time, true, startedInside);
    }
    return n;
}

static double leaveTime(const Passage *passage, uint32_t n)
{
    CrInside *node = crInsideAt(passage->world, n);
    if (!node->known) {
        crFlightLeavesShape(passage->world, passage->i, node->shape, node->since, &node->leaves);
        node->known = true;
    }
    return node->leaves;
}

/// Which flights are inside at a leg's start, or after an edit of the sensor: that is told at the
/// time of the edit, before anything else is.
static uint32_t setRight(const Passage *passage, uint32_t slot, uint32_t n)
{
    CaromWorld *world = passage->world;
    bool touched = world->shapes[slot].touched;
    double time = crMax(world->flights.hot[passage->i].start, touched ? passage->until : 0.0),
           leaves;
    if (n != CR_NONE && touched) {
        CrInside *node = crInsideAt(world, n);
        node->since = crMax(node->since, time);
        node->known = false;
    } else if (n == CR_NONE && crFlightLeavesShape(world, passage->i, slot, time, &leaves)) {
        return enter(passage, slot, time, touched || world->flights.crossings[passage->i].fresh);
    }
    return n;
}

/// In and out of one sensor, as often as the piece of the leg leads. Takes the node of one that it
/// is inside of, or CR_NONE, and returns the node that is left.
static uint32_t passThrough(Passage *passage, uint32_t slot, uint32_t n)
{
    CaromWorld *world = passage->world;
    bool touched = world->shapes[slot].touched;
    double time = world->flights.crossings[passage->i].crossed;
    n = passage->starts || touched ? setRight(passage, slot, n) : n;
    for (;;) {
        time = n != CR_NONE ? leaveTime(passage, n) : entersAfter(passage, slot, time);
        if (time > passage->until) {
            break;
        }
        if (n != CR_NONE) {
            tell(passage, slot, time, false, false);
            crInsideFree(world, n);
            n = CR_NONE;
        } else {
            n = enter(passage, slot, time, false);
        }
    }
    passage->clearUntil = crMin(passage->clearUntil, time);
    return n;
}

/// Once for each sensor; first for those that it is inside of, with their nodes.
static void pass(Passage *passage, uint32_t slot, uint32_t n)
{
    CaromWorld *world = passage->world;
    CrShape *shape = &world->shapes[slot];
    if (shape->extras->stamp != world->sensors.stamp &&
        crFiltersMeet(&passage->flightDef->def.filter, &crShapeTraitsOf(world, shape)->filter)) {
        shape->extras->stamp = world->sensors.stamp;
        n = passThrough(passage, slot, n);
    }
    if (n != CR_NONE) {
        crInsidePush(world, &passage->inside, n);
    }
}

// ---- through all of them

static CaromBox boxUntil(const Passage *passage, double until)
{
    const CrFlights *f = &passage->world->flights;
    CrPath path = crFlightPath(f, passage->i);
    double from = crFlightTau(f, passage->i, f->crossings[passage->i].crossed);
    double to = crMax(crFlightTau(f, passage->i, until), from);
    return crPathSweptBox(&path, from, to, passage->flightDef->def.radius);
}

static void passInside(Passage *passage)
{
    CaromWorld *world = passage->world;
    uint32_t *inside = &world->flights.crossings[passage->i].inside;
    while (*inside != CR_NONE) {
        uint32_t n = crInsidePop(world, inside);
        pass(passage, crInsideAt(world, n)->shape, n);
    }
}

static void passResting(Passage *passage)
{
    CrBoxCellsWalk walk;
    uint32_t slot;
    crBoxCellsStart(&walk, &passage->world->sensors.boxes, boxUntil(passage, passage->horizon));
    while (crBoxCellsNext(&walk, &slot)) {
        pass(passage, slot, CR_NONE);
    }
    passage->world->flights.crossings[passage->i].clearUntil = passage->clearUntil;
}

static void passMoving(Passage *passage)
{
    CrMovingIndexWalk walk;
    uint32_t slot;
    crMovingIndexStartIn(&walk, passage->world, boxUntil(passage, passage->until),
                         CR_MOVING_SENSORS);
    while (crMovingIndexNext(&walk, &slot)) {
        pass(passage, slot, CR_NONE);
    }
}

void crSensorCrossingsTell(CaromWorld *world, uint32_t i, double until, double horizon)
{
    CrFlights *f = &world->flights;
    bool moving = crMovingIndexAnySensor(world);
    if (world->sensors.count == 0 || f->hot[i].mode == CAROM_PROJECTILE_PENDING ||
        crFlightIsStuck(world, i) || (f->crossings[i].clearUntil > until && !moving)) {
        return;
    }
    CrSensorCrossing *crossing = &f->crossings[i];
    int before = crEventsCollected(world);
    bool rests = crEqual(f->hot[i].velocity, crVec(0.0, 0.0)) &&
                 crEqual(crFlightPull(f, i), crVec(0.0, 0.0));
    Passage passage = {world,
                       i,
                       &world->flightDefs[f->hot[i].flightDef],
                       until,
                       rests ? CR_NEVER : crMax(horizon, until),
                       CR_NEVER,
                       crossing->crossed == -CR_NEVER,
                       CR_NONE};
    passage.clearUntil = passage.horizon;
    world->sensors.stamp++;
    passInside(&passage);
    if (crossing->clearUntil <= until) {
        passResting(&passage);
    }
    if (moving) {
        passMoving(&passage);
    }
    crossing->inside = crInsideSort(world, passage.inside);
    crossing->crossed = until;
    crossing->fresh = false;
    crEventsJoin(world, before);
}

void crSensorCrossingsTellStep(CaromWorld *world, uint32_t i, double until)
{
    double ahead = until + STEPS_AHEAD * (until - world->time);
    crSensorCrossingsTell(world, i, until, crMin(ahead, world->flights.next[i] + CR_PAST_HIT));
}

void crSensorCrossingsTellAll(CaromWorld *world, double until)
{
    const CrFlights *f = &world->flights;
    bool moving = crMovingIndexAnySensor(world), resting = crSensorsAnyRests(world);
    bool told = !moving || world->movingIndex.told == until;
    uint32_t some[CR_FLIGHT_CHUNK], flights = world->sensors.count > 0 ? crFlightsCount(f) : 0;
    for (uint32_t first = 0; first < flights; first += CR_FLIGHT_CHUNK) {
        int count = crClearUntilNear(world, first, moving && told && !resting, until, some);
        for (int k = 0; k < count; k++) {
            uint32_t i = some[k];
            bool clear =
                told && f->crossings[i].clearUntil > until && (!moving || f->clearUntil[i] > until);
            if (!clear && crFlightLives(f, i)) {
                crSensorCrossingsTellStep(world, i, until);
            }
        }
    }
}

// ---- edits

/// Whether there is such a sensor, and it sees flight i.
static bool isSensed(const CaromWorld *world, uint32_t i, const CrInside *node)
{
    const CrShape *shape = &world->shapes[node->shape];
    const CaromProjectileDef *def = &world->flightDefs[world->flights.hot[i].flightDef].def;
    return crShapeIsThere(world, node->shape, node->age) && shape->sensor &&
           crFiltersMeet(&def->filter, &crShapeTraitsOf(world, shape)->filter);
}

static void tellVanished(CaromWorld *world, uint32_t i, const CrInside *node)
{
    CaromCrossEvent event = eventOf(world, i, world->time);
    CaromShapeId id = {node->shape + 1, node->age, world->tag};
    event.shape = id;
    if (crSlotsHolds(&world->shapeSlots, id.index, id.age)) {
        event.body = crBodyIdOf(world, world->shapes[node->shape].body);
        event.shapeData = world->shapes[node->shape].userData;
    }
    crEventsAddCross(world, i, &event);
}

/// Sensors that are no more, or not for this flight, are left at the clock.
static void leaveVanished(CaromWorld *world, uint32_t i)
{
    uint32_t *link = &world->flights.crossings[i].inside;
    while (*link != CR_NONE) {
        CrInside *node = crInsideAt(world, *link);
        if (isSensed(world, i, node)) {
            link = &node->next;
        } else {
            tellVanished(world, i, node);
            crInsideFree(world, crInsidePop(world, link));
        }
    }
}

/// What edits of sensors end at the clock, and what they make unknown.
static void forgetCrossings(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    leaveVanished(world, i); // one that was put where it can't be launched may have been inside
    if (f->hot[i].mode == CAROM_PROJECTILE_PENDING) {
        return;
    }
    f->crossings[i].clearUntil = -CR_NEVER;
    if (f->hot[i].start < world->time) { // the leg up to now is past
        f->crossings[i].crossed = crMax(f->crossings[i].crossed, world->time);
        f->crossings[i].fresh = false;
    }
}

void crSensorCrossingsApplyEdits(CaromWorld *world)
{
    if (!world->sensors.edited) {
        return;
    }
    const CrFlights *f = &world->flights;
    uint32_t near[CR_FLIGHT_CHUNK];
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t first = 0; first < crFlightsCount(f); first += CR_FLIGHT_CHUNK) {
            int count = crClearUntilNear(world, first, world->sensors.motions, world->time, near);
            for (int k = 0; k < count; k++) {
                if (!crFlightLives(f, near[k])) {
                    continue;
                }
                if (pass == 0) {
                    forgetCrossings(world, near[k]);
                } else {
                    crSensorCrossingsTell(world, near[k], world->time, world->time);
                }
            }
        }
    }
    crSensorsForgetEdits(world);
}
