// SPDX-License-Identifier: MIT
#include "clear_until.h"

#include "clear_items.h"

#include "../geometry/shape_storage.h"
#include "../index/edit_list.h"
#include "../index/hierarchy.h"
#include "../index/moving_index.h"
#include "leg.h"
#include "proximity_fuse.h"
#include "where.h"

#define AHEAD 0.25         // [s] that is looked ahead, at first
#define AHEAD_MOST 2.0     // [s] where all move on as they do
#define AHEAD_OF_FEW 8.0   // [s] of few among many flights
#define AHEAD_AT_REST 64.0 // [s] where none moves, until one does
#define SWEPT 0.1          // of where flights are
#define STEPS_AHEAD 4.0    // or so many steps, at least
#define CURVE 0x1p-5       // [m] by which a curved leg may lead away from its chord
#define MARGIN 0x1p-4      // [m] for that and for roundings
#define FEW 2              // shapes a flight: so much more that moves than flies
#define STRAYS 16          // shapes that leave what is known of them at once; more disturb all
#define STRAY_ZONE 4.0     // [m] by which the zone of one may reach beyond it
#define TICKS 8.0          // shorter steps are left to the plain way
#define SLOWING 0.75f      // a pace from window to window, while nothing gets so fast
#define BEYOND 0.125       // steps that the window of a step alone ends after it
#define LEAST_LEFT 0.25    // steps that a window lasts after one that it is used for
#define MAP_LOOK 0.15      // of a look: one at the map
#define TAKEN 6.0          // [m²] of fields that a shape takes
#define STRAY_LOOK 0.03    // of a look a flight: what a shape costs that leaves its zone at times
#define SAMPLE 16          // flights of which one tells where they are
#define LEAST_ZONES 16     // that there is room for

// ---- how far ahead

/// [m²] of a box around most flights; at least 1.
static double flightsArea(const CaromWorld *world)
{
    const CrFlights *f = &world->flights;
    CaromBox box = {{CR_NEVER, CR_NEVER}, {-CR_NEVER, -CR_NEVER}};
    for (uint32_t i = 0; i < crFlightsCount(f); i += SAMPLE) {
        if (crFlightLives(f, i)) {
            box = crBoxUnion(box, crBox(f->hot[i].place, f->hot[i].place));
        }
    }
    return crMax((box.max.x - box.min.x) * (box.max.y - box.min.y), 1.0);
}

/// A flight looks once a window, and once a step while in a zone, which is the larger the longer
/// windows are: the best of some lengths. Shapes that leave their zones cost a look at all flights.
/// Where that is more, the window is the step alone, without zones: all flights look, most of them
/// only at the map.
static double windowAmongZones(const CaromWorld *world, double step)
{
    const CrMovingIndex *movingIndex = &world->movingIndex;
    int count = crArrayCount(movingIndex->shapes), restless = 0;
    double pace = 0.0, area = flightsArea(world), best = AHEAD_MOST, least = CR_NEVER;
    for (int k = 0; k < count; k++) {
        const CrMovingIndexPlace *place = &movingIndex->places[movingIndex->shapes[k]];
        pace += place->restless ? (double)place->pace * place->pace : 0.0;
        restless += place->restless;
    }
    double alone = MAP_LOOK + TAKEN * count / area, strays = crMin(restless * STRAY_LOOK, 0.3);
    for (double ahead = AHEAD_MOST; restless > 0 && ahead >= STEPS_AHEAD * step; ahead *= 0.5) {
        double looks = step / ahead + 4.0 * ahead * ahead * pace / area + strays;
        best = looks < least ? ahead : best;
        least = crMin(looks, least);
    }
    return restless > 0 && alone < least ? 0.0 : best;
}

/// How long windows may become where all move on as they do: a long one takes few looks, but what
/// moves must not sweep much of where flights are.
static double longestWindow(const CaromWorld *world)
{
    const CrMovingIndex *movingIndex = &world->movingIndex;
    double way = movingIndex->motionGrid.fastest * AHEAD_OF_FEW;
    double swept = crArrayCount(movingIndex->shapes) * way * way;
    if (movingIndex->rests) {
        return AHEAD_AT_REST;
    }
    return swept < SWEPT * flightsArea(world) ? AHEAD_OF_FEW : AHEAD_MOST;
}

/// The end of a window that begins now, for a step that ends at `until`.
static double windowEnd(const CaromWorld *world, double until, int lookouts)
{
    if (lookouts > 0) {
        return until + BEYOND * (until - world->time);
    }
    const CrMotionGrid *last = &world->movingIndex.motionGrid;
    double step = until - world->time;
    double ahead = crClamp(2.0 * (last->until - last->from), AHEAD, longestWindow(world));
    double most = windowAmongZones(world, step);
    ahead = world->movingIndex.disturbed ? AHEAD : ahead;
    ahead = most < AHEAD_MOST ? most : ahead;
    return ahead > 0.0 ? world->time + crMax(ahead, STEPS_AHEAD * step) : until + BEYOND * step;
}

/// Adds the zones of some lookouts.
static void addZones(CaromWorld *world, int count, double until, int lookouts)
{
    for (int k = 0; k < lookouts; k++) {
        CaromBox zone = crWatcherZone(world, world->watchers[k], until);
        CrMotionGridItem one = {.center = crScale(crAdd(zone.min, zone.max), 0.5),
                                .half = crScale(crSub(zone.max, zone.min), 0.5),
                                .radius = -1.0,
                                .key = CR_NONE};
        world->movingIndex.motionGrid.all[count + k] = one;
    }
}

static void fill(CaromWorld *world, double until, double longer, int lookouts)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    int count = crArrayCount(movingIndex->shapes);
    for (int i = 0; i < count; i++) {
        uint32_t slot = movingIndex->shapes[i];
        CrMovingIndexPlace *place = &movingIndex->places[slot];
        place->pace = place->restless ? SLOWING * place->pace : 0.0f;
        crClearUntilPace(world, slot);
        const CrBody *body = &world->bodies[world->shapes[slot].body];
        bool pushed = crClearIsPushed(world, body);
        movingIndex->motionGrid.all[i] =
            crClearItem(world, slot, until, pushed || (place->restless && until > longer));
        world->shapes[slot].state &= (uint8_t)~CR_SHAPE_MOVED_SINCE;
        place->drifter = i;
        place->restless = pushed || body->accelerates;
    }
    addZones(world, count, until, lookouts);
    crMotionGridFill(&movingIndex->motionGrid, count + lookouts, world->time, until,
                     crClearWidest(world) + MARGIN);
    crArraySetCount(movingIndex->changed, 0);
}

// ---- what has changed

static CrMotionGridItem *knownItem(CaromWorld *world, uint32_t slot)
{
    CrMotionGrid *motionGrid = &world->movingIndex.motionGrid;
    int k = world->movingIndex.places[slot].drifter;
    bool known = k >= 0 && k < motionGrid->count && motionGrid->all[k].key == slot;
    return known ? &motionGrid->all[k] : NULL;
}

/// Whether something may stay in its zone whatever it does until the window's end.
static bool isInZone(const CrMotionGridItem *one, const CrMotionGridItem *now, double left)
{
    CaromVec2 reach = crVec(now->half.x + one->pace * left, now->half.y + one->pace * left);
    CaromBox around = {crSub(now->center, reach), crAdd(now->center, reach)};
    return one->roams && crAbs(now->velocity.x) <= one->pace &&
           crAbs(now->velocity.y) <= one->pace && around.min.x >= one->zone.min.x &&
           around.min.y >= one->zone.min.y && around.max.x <= one->zone.max.x &&
           around.max.y <= one->zone.max.y;
}

static bool isNear(CaromVec2 a, CaromVec2 b, double tolerance)
{
    return crAbs(a.x - b.x) <= tolerance && crAbs(a.y - b.y) <= tolerance;
}

/// Whether it goes on as it is listed, but for a part of the grid's slack.
static bool isAsListed(const CrMotionGridItem *one, const CrMotionGridItem *now, double extent)
{
    double tolerance = 0.25 * crMotionGridSlack(extent);
    return !one->roams && isNear(one->center, now->center, tolerance) &&
           isNear(one->half, now->half, tolerance) && crEqual(one->velocity, now->velocity) &&
           (one->radius < 0.0 || now->radius >= 0.0);
}

/// What is listed holds for a shape as it moves from now on; what roams goes on otherwise.
static bool isKept(CaromWorld *world, uint32_t slot)
{
    const CrMotionGrid *motionGrid = &world->movingIndex.motionGrid;
    CrMotionGridItem *one = knownItem(world, slot),
                     now = crClearItemNow(world, slot, motionGrid->until);
    bool inZone = one != NULL && isInZone(one, &now, motionGrid->until - world->time);
    now.center = crAddScaled(now.center, now.velocity, motionGrid->from - world->time);
    if (inZone) {
        now.roams = true;
        now.pace = one->pace;
        now.zone = one->zone;
        *one = now;
        world->shapes[slot].state &= (uint8_t)~CR_SHAPE_MOVED_SINCE;
    }
    return inZone || (one != NULL && isAsListed(one, &now, motionGrid->extent));
}

/// Lists a shape that has left its zone, or had none, by one for the rest of the window; false:
/// that would be too large, or there is no room.
static bool listStray(CaromWorld *world, uint32_t slot, CaromBox *zone)
{
    CrMotionGrid *motionGrid = &world->movingIndex.motionGrid;
    CrMovingIndexPlace *place = &world->movingIndex.places[slot];
    CrMotionGridItem *one = knownItem(world, slot);
    bool isNew = one == NULL;
    if (place->pace * (motionGrid->until - world->time) > STRAY_ZONE ||
        (isNew && motionGrid->count == crArrayCapacity(motionGrid->all))) {
        return false;
    }
    if (isNew) {
        place->drifter = motionGrid->count++;
        one = &motionGrid->all[place->drifter];
    }
    *one = crClearItem(world, slot, motionGrid->until, true);
    one->center = crAddScaled(one->center, one->velocity, motionGrid->from - world->time);
    *zone = crBoxInflate(one->zone, MARGIN);
    world->shapes[slot].state &= (uint8_t)~CR_SHAPE_MOVED_SINCE;
    return true;
}

/// Whether a flight may come into one of the zones before what is known of it ends.
static bool comesInto(const CaromWorld *world, uint32_t i, const CaromBox *zones, int count)
{
    const CrFlights *f = &world->flights;
    CrPath path = crFlightPath(f, i);
    double start = f->hot[i].start;
    if (path.curved || !crModeMeets(f->hot[i].mode)) {
        return true;
    }
    CaromBox way = crBox(crPathPoint(&path, world->time - start),
                         crPathPoint(&path, f->clearUntil[i] + CR_PAST_HIT - start));
    way = crBoxInflate(way, world->flightDefs[f->hot[i].flightDef].def.radius);
    bool any = false;
    for (int k = 0; k < count && !any; k++) {
        any = crBoxOverlaps(zones[k], way);
    }
    return any;
}

static void voidNear(CaromWorld *world, const CaromBox *zones, int count)
{
    CrFlights *f = &world->flights;
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        bool told = f->clearUntil[i] > world->time && f->clearUntil[i] < CR_NEVER;
        if (told && comesInto(world, i, zones, count)) {
            f->clearUntil[i] = -CR_NEVER;
        }
    }
}

static bool isListed(const CaromWorld *world, uint32_t slot)
{
    return crSlotsLive(&world->shapeSlots, slot) &&
           crBodyMoves(&world->bodies[world->shapes[slot].body]);
}

/// Makes the grid right again after changes of what is listed in it, for the present window.
static void followChanges(CaromWorld *world)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    CrMotionGrid *motionGrid = &movingIndex->motionGrid;
    CaromBox zones[STRAYS];
    int strays = 0;
    for (int k = 0; k < crArrayCount(movingIndex->changed) && !movingIndex->disturbed; k++) {
        uint32_t slot = movingIndex->changed[k];
        if (isListed(world, slot) && !isKept(world, slot)) {
            bool listed = strays < STRAYS && listStray(world, slot, &zones[strays]);
            movingIndex->disturbed = !listed;
            strays++;
        }
    }
    crArraySetCount(movingIndex->changed, 0);
    if (strays > 0 && !movingIndex->disturbed) {
        crMotionGridFill(motionGrid, motionGrid->count, motionGrid->from, motionGrid->until,
                         crMax(motionGrid->margin, crClearWidest(world) + MARGIN));
        voidNear(world, zones, strays);
    }
}

/// Within a step in turn, a shape of a body that was pushed: the grid holds from here on. What
/// flies near it is told by who pushed it.
void crClearUntilFollow(CaromWorld *world, uint32_t slot)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    CrMotionGrid *motionGrid = &movingIndex->motionGrid;
    CrMotionGridItem *one = knownItem(world, slot);
    if (!movingIndex->isClear || one == NULL || isKept(world, slot)) {
        return;
    }
    *one = crClearItem(world, slot, motionGrid->until, true);
    one->center = crAddScaled(one->center, one->velocity, motionGrid->from - world->time);
    double sure = motionGrid->sure;
    crMotionGridFill(motionGrid, motionGrid->count, motionGrid->from, motionGrid->until,
                     crMax(motionGrid->margin, crClearWidest(world) + MARGIN));
    motionGrid->sure = sure;
    movingIndex->mapped = false;
    CaromBox zone = crBoxInflate(one->zone, MARGIN);
    voidNear(world, &zone, 1);
}

// ---- flights

static bool noneIsWide(const CaromWorld *world)
{
    bool any = false;
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        any |= world->recipeKinds.entries[r].users > 0 &&
               world->flightDefs[r].def.radius > CR_CLEAR_WIDEST;
    }
    return !any;
}

/// Of a new window.
static void beginWindow(CaromWorld *world, bool alone)
{
    CrFlights *f = &world->flights;
    CrMovingIndex *movingIndex = &world->movingIndex;
    bool again = movingIndex->mapped;
    movingIndex->mapped = alone && movingIndex->motionGrid.small && noneIsWide(world);
    if (movingIndex->mapped) {
        crClearMapDraw(world);
        crClearMapLook(world, again);
        return;
    }
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        f->clearUntil[i] = crFlightLives(f, i) ? -CR_NEVER : CR_NEVER;
    }
}

/// Room for so many zones, and twice that as they become more.
static bool reserveZones(CaromWorld *world, int lookouts)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    int shapes = crArrayCapacity(movingIndex->shapes), room = LEAST_ZONES;
    while (room < lookouts) {
        room *= 2;
    }
    return lookouts == 0 || (crClearUntilReserve(world) &&
                             crMotionGridReserve(&movingIndex->motionGrid, shapes + room));
}

void crClearUntilEndZones(CaromWorld *world)
{
    world->movingIndex.disturbed = true;
}

bool crClearUntilPrepare(CaromWorld *world, double until, int lookouts)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    CrMotionGrid *motionGrid = &movingIndex->motionGrid;
    CrFlights *f = &world->flights;
    double step = until - world->time;
    if (world->plain || !movingIndex->usable || step < TICKS * crMotionGridTick(until) ||
        crArrayCount(movingIndex->shapes) / FEW > f->liveCount || f->liveCount == 0 ||
        !reserveZones(world, lookouts)) {
        return false;
    }
    bool over = lookouts > 0 || motionGrid->until < until + LEAST_LEFT * step;
    if (!movingIndex->disturbed && !over) {
        followChanges(world);
    }
    if (movingIndex->disturbed || over) {
        fill(world, windowEnd(world, until, lookouts), until + LEAST_LEFT * step, lookouts);
        beginWindow(world, motionGrid->until < until + LEAST_LEFT * step);
    }
    movingIndex->disturbed = false;
    motionGrid->sure = until;
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
    return world->bodies[shape->body].type != CAROM_BODY_STATIC &&
           crClearUntilTells(world, shape, 0.0) &&
           crClearUntilTells(
               world, shape,
               crEditsSlack(crMovingIndexSweptBox(world, slot, world->time, world->time)));
}

int crClearUntilNear(const CaromWorld *world, uint32_t first, bool told, double time,
                     uint32_t *near)
{
    const CrFlights *f = &world->flights;
    uint32_t left = crFlightsCount(f) - first;
    int all = left < CR_FLIGHT_CHUNK ? (int)left : CR_FLIGHT_CHUNK, count = all;
    if (told) {
        count = world->grid.lanes.kernels->due(f->clearUntil + first, all, time, near);
    }
    for (int k = 0; k < count; k++) {
        near[k] = first + (told ? near[k] : (uint32_t)k);
    }
    return count;
}

/// Whether lookouts look at a flight in this mode, which meets nothing.
static bool isWatchedFor(const CaromWorld *world, int mode)
{
    return mode == CAROM_PROJECTILE_STUCK && world->flightBoxes.zoned;
}

/// Whether a flight that sticks stands as its leg says.
static bool isHeldInPlace(const CaromWorld *world, uint32_t i)
{
    return crStuckBody(world, i)->type == CAROM_BODY_STATIC &&
           crEqual(crFlightWhere(world, i, world->time), world->flights.hot[i].place);
}

CrClearance crClearUntilLook(CaromWorld *world, uint32_t i, double since)
{
    const CrFlights *f = &world->flights;
    const CrFlight *hot = &f->hot[i];
    const CrMotionGrid *motionGrid = &world->movingIndex.motionGrid;
    double from = crMax(since, hot->start);
    double until = crMin(f->next[i] + CR_PAST_HIT, motionGrid->until);
    bool meets = crModeMeets(hot->mode), watched = isWatchedFor(world, hot->mode);
    if ((!meets && !watched) || (hot->leg & CR_LEG_CRUSHED) || !(from < until) ||
        (watched && !isHeldInPlace(world, i))) {
        CrClearance blind = {meets || watched ? from : motionGrid->until, NULL, from};
        f->clearUntil[i] = blind.until;
        return blind;
    }
    CrPath path = crFlightPath(f, i);
    if (watched) {
        path = crPathMake(hot->place, crVec(0.0, 0.0), crVec(0.0, 0.0));
    }
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
