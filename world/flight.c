// SPDX-License-Identifier: MIT
#include "flight.h"

#include "event.h"
#include "kinematics.h"
#include "recipe.h"
#include "../shapes/roots.h"
#include "shape.h"

// ---- the pool

CaromError crFlightsReserve(CaromWorld *world, int extra)
{
    CrFlights *f = &world->flights;
    const CaromAllocator *a = &world->allocator;
    if (extra == 0) {
        return CAROM_OK;
    }
    CaromError error = crSlotsReserve(&f->slots, extra, a);
    int capacity = crArrayCapacity(f->slots.ages);
    bool ok = error == CAROM_OK && crArrayReserve(f->place, capacity, a) && crArrayReserve(f->velocity, capacity, a) &&
              crArrayReserve(f->acceleration, capacity, a) && crArrayReserve(f->start, capacity, a) &&
              crArrayReserve(f->next, capacity, a) && crArrayReserve(f->reached, capacity, a) &&
              crArrayReserve(f->nextKey, capacity, a) && crArrayReserve(f->recipe, capacity, a) &&
              crArrayReserve(f->nextKind, capacity, a) && crArrayReserve(f->mode, capacity, a) &&
              crArrayReserve(f->leg, capacity, a) && crArrayReserve(f->cold, capacity, a) &&
              crArrayReserve(f->position, capacity, a) && crArrayReserve(world->askers, capacity, a);
    return ok ? CAROM_OK : error != CAROM_OK ? error : CAROM_ERROR_MEMORY;
}

void crFlightsFree(CaromWorld *world)
{
    CrFlights *f = &world->flights;
    const CaromAllocator *a = &world->allocator;
    crSlotsFree(&f->slots, a);
    crArrayFree(f->place, a);
    crArrayFree(f->velocity, a);
    crArrayFree(f->acceleration, a);
    crArrayFree(f->start, a);
    crArrayFree(f->next, a);
    crArrayFree(f->reached, a);
    crArrayFree(f->nextKey, a);
    crArrayFree(f->recipe, a);
    crArrayFree(f->nextKind, a);
    crArrayFree(f->mode, a);
    crArrayFree(f->leg, a);
    crArrayFree(f->cold, a);
    crArrayFree(f->position, a);
}

void crFlightForget(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    f->next[i] = f->start[i];
    f->nextKind[i] = CR_NEXT_SEARCH;
    f->nextKey[i] = CR_NONE;
    f->reached[i] = f->cold[i].after;
}

void crFlightSetLeg(CaromWorld *world, uint32_t i, double start, CaromVec2 place, CaromVec2 velocity,
                    CaromVec2 acceleration)
{
    CrFlights *f = &world->flights;
    f->start[i] = start;
    f->place[i] = place;
    f->velocity[i] = velocity;
    f->acceleration[i] = acceleration;
    f->leg[i] = 0;
    f->cold[i].after = 0.0;
    f->cold[i].afterKey = CR_NONE;
    crFlightForget(world, i);
}

void crFlightRelease(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    f->nextKind[i] = CR_NEXT_NOTHING;
    f->next[i] = CR_NEVER;
    crRecipeDrop(world, f->recipe[i]);
    crSlotsRelease(&f->slots, i);
}

void crFlightEnd(CaromWorld *world, uint32_t i, double time, CaromEndReason reason)
{
    CrFlights *f = &world->flights;
    CrPath path = crFlightPath(f, i);
    double tau = crFlightTau(f, i, time);
    world->counters.ends++;
    crEventsAddEnd(world, i, time, crPathPoint(&path, tau), crPathVelocity(&path, tau), reason);
    crFlightRelease(world, i);
    f->start[i] = time; // of its end, by which the step sorts the slots that it frees
}

// ---- one edge

CrPath crFlightRelativePath(const CaromWorld *world, uint32_t i, const CrBody *body, double *frame)
{
    const CrFlights *f = &world->flights;
    CrPath path = crFlightPath(f, i);
    *frame = f->start[i];
    if (body->type == CAROM_BODY_STATIC) {
        return path;
    }
    if (body->anchorTime > *frame) {
        double tau = body->anchorTime - *frame;
        CaromVec2 place = crPathPoint(&path, tau);
        path.v = crPathVelocity(&path, tau);
        path.p = place;
        *frame = body->anchorTime;
    }
    path.p = crSub(path.p, crBodyOffset(body, *frame));
    path.v = crSub(path.v, body->velocity);
    return path;
}

static uint64_t orderOf(uint32_t shape, int edge)
{
    return (uint64_t)shape << 32 | (uint32_t)edge;
}

static uint64_t orderOfKey(const CaromWorld *world, uint32_t key)
{
    const CrKeyOwner *owner = &world->keyOwners[key];
    return orderOf(owner->shape, (int)owner->feature);
}

/// Whether the leg has passed an encounter already.
static bool isPast(const CaromWorld *world, const CrFlightCold *cold, const CrEncounter *encounter)
{
    if (cold->afterKey == CR_NONE || encounter->tau != cold->after) {
        return encounter->tau < cold->after;
    }
    return orderOf(encounter->shape, encounter->edge) <= orderOfKey(world, cold->afterKey);
}

/// Whether the body is the shooter, not yet left.
static bool isIgnored(const CaromWorld *world, const CrFlightCold *cold, uint32_t body, double time)
{
    return cold->ignoreBody.index == body + 1 && cold->ignoreBody.age == world->bodySlots.ages[body] &&
           time <= cold->ignoreUntil;
}

/// An encounter with a shape that was pierced on this leg is no new one while the flight is inside: deep
/// inside, or just in, as at a vertex, where two edges are passed at once.
static bool isInsidePierced(const CaromWorld *world, uint32_t i, const CrShape *shape, const CrPath *path, double tau,
                            double passed)
{
    const CrFlights *f = &world->flights;
    const CrFlightCold *cold = &f->cold[i];
    double radius = world->recipes[f->recipe[i]].def.radius;
    CaromVec2 at = crPathPoint(path, tau);
    if (!(f->leg[i] & CR_LEG_PIERCED)) {
        return false;
    }
    double tolerance = crPlaceTolerance(at, radius);
    bool same = cold->afterKey != CR_NONE && &world->shapes[world->keyOwners[cold->afterKey].shape] == shape;
    if (same && crLength(crSub(at, crPathPoint(path, passed))) <= 64.0 * tolerance) {
        return true;
    }
    return crShapeGap(shape, at, radius) < -8.0 * tolerance;
}

bool crFlightMeetsEdge(const CaromWorld *world, uint32_t i, uint32_t shapeSlot, int edgeIndex, CrEncounter *encounter)
{
    const CrFlights *f = &world->flights;
    const CrShape *shape = &world->shapes[shapeSlot];
    double radius = world->recipes[f->recipe[i]].def.radius, frame;
    CrPath path = crFlightRelativePath(world, i, &world->bodies[shape->body], &frame);
    CrEdge edge = crShapeEdge(shape, edgeIndex, radius);
    if (f->cold[i].supportKey == shape->keys[edgeIndex]) {
        return false; // it lies on it
    }
    const CrFlightCold *cold = &f->cold[i];
    double ahead = frame - f->start[i], passed = crMax(cold->after - ahead, 0.0);
    double after = ahead > 0.0 ? crMax(passed - (passed + ahead) * 0x1p-50, 0.0) : passed; // a rounding early
    bool beyond = false;
    CrMeet meet;
    while (crPathMeets(&path, &edge, after, beyond, &meet)) {
        double tau = ahead + meet.tau;
        CrEncounter found = {crMax(f->start[i] + tau, frame), tau, meet.part, shapeSlot, edgeIndex};
        if (!isPast(world, cold, &found) && !isIgnored(world, cold, shape->body, found.time) &&
            !isInsidePierced(world, i, shape, &path, meet.tau, passed)) {
            *encounter = found;
            return true;
        }
        after = meet.tau;
        beyond = true;
    }
    return false;
}

// ---- the resting layer

/// The piece of the path that is being walked, as a straight line; the path keeps within `reach` of it.
typedef struct Chord {
    CaromVec2 from, along;
    double length, reach;
} Chord;

/// The search for a leg's end, in times since its start.
typedef struct Find {
    CaromWorld *world;
    uint32_t i;
    CrPath path;
    const CrRecipe *recipe;
    double limit;   ///< nothing later matters
    double reached; ///< everything before has been looked at
    double tau;     ///< the best so far
    uint64_t order;
    uint32_t key;
    bool shaves;
    bool plain;   ///< a leg from its very start, with nothing to ignore
    double slack; ///< [m] start distances from a line up to this need the exact test
    double doubt; ///< of crFlightDoubt
    Chord chord;
    int64_t edges;
    int cells;
} Find;

/// Takes an edge that is met at a time, if it is the first so far.
static void take(Find *find, double tau, const CrGridItem *item)
{
    const CrKeyOwner *owner = &find->world->keyOwners[item->key];
    if (!crFiltersMeet(&find->recipe->def.filter, &find->world->shapes[owner->shape].filter)) {
        return;
    }
    uint64_t order = orderOf(owner->shape, (int)owner->feature);
    if (tau < find->tau || (tau == find->tau && order < find->order)) {
        find->tau = tau;
        find->order = order;
        find->key = item->key;
    }
}

static void consider(Find *find, const CrGridItem *item)
{
    const CaromWorld *world = find->world;
    const CrKeyOwner *owner = &world->keyOwners[item->key];
    if (!crFiltersMeet(&find->recipe->def.filter, &world->shapes[owner->shape].filter)) {
        return;
    }
    CrEncounter encounter;
    if (crFlightMeetsEdge(world, find->i, owner->shape, (int)owner->feature, &encounter)) {
        take(find, encounter.tau, item);
    }
}

/// A thin edge, the line of flight clearly between its ends. Where it is as clearly met from its free back,
/// left behind, or farther off than what was found, it is done with; so it is where the flight starts clearly
/// before it, since exact signs then have nothing to add. False: look at it exactly.
static bool isClear(Find *find, const CrGridItem *item, double speed)
{
    CaromVec2 p = find->path.p, along = crSub(item->b, item->a);
    double heading = speed > 0.0 ? 1.0 : -1.0;
    if (heading < 0.0 && (item->flags & 1u)) {
        return true;
    }
    double slack = (crAbs(along.x) + crAbs(along.y)) * find->slack;
    double past = heading * (along.x * (p.y - item->a.y) - along.y * (p.x - item->a.x));
    if (past > slack || -past > find->tau * (crAbs(speed) * (1.0 + 1e-9)) + slack) {
        return true;
    }
    if (past < -slack && find->plain) {
        CrEdge edge = {item->a, item->b, 0.0, false};
        take(find, crPathCrossingTime(&find->path, &edge), item);
        return true;
    }
    return false;
}

/// Points on straight paths, the common case: most edges of a cell lie clearly to one side of the line of
/// flight, most others are clearly no better than what was found; the rest is looked at exactly.
static void considerThin(Find *find, const CrCell *cell)
{
    CaromVec2 p = find->path.p, v = find->path.v;
    double doubt = find->doubt;
    for (int k = 0; k < cell->count; k++) {
        const CrGridItem *item = &cell->items[k];
        double atA = v.x * (item->a.y - p.y) - v.y * (item->a.x - p.x);
        double atB = v.x * (item->b.y - p.y) - v.y * (item->b.x - p.x);
        if (item->radius == 0.0) {
            if ((atA > doubt && atB > doubt) || (atA < -doubt && atB < -doubt)) {
                continue;
            }
            bool shaves = crAbs(atA) <= doubt || crAbs(atB) <= doubt;
            find->shaves |= shaves;
            if (!shaves && isClear(find, item, atA - atB)) {
                continue;
            }
        }
        consider(find, item);
    }
}

/// Whether an edge keeps clear of the piece of the path that is being walked: it lies to one side of the
/// chord, or before or behind it, or the whole chord lies to one side of the edge.
static bool isOutOfReach(const Find *find, const CrGridItem *item)
{
    const Chord *chord = &find->chord;
    double reach = chord->reach + item->radius, limit = reach * chord->length;
    CaromVec2 a = crSub(item->a, chord->from), b = crSub(item->b, chord->from), along = crSub(b, a);
    double atA = crCross(chord->along, a), atB = crCross(chord->along, b);
    double toA = crDot(chord->along, a), toB = crDot(chord->along, b), end = chord->length * chord->length + limit;
    if ((atA > limit && atB > limit) || (atA < -limit && atB < -limit) || (toA < -limit && toB < -limit) ||
        (toA > end && toB > end)) {
        return true;
    }
    double band = reach * (crAbs(along.x) + crAbs(along.y));
    double first = -crCross(along, a), last = first + crCross(along, chord->along);
    return (first > band && last > band) || (first < -band && last < -band);
}

static void considerCell(Find *find, const CrCell *cell)
{
    find->edges += cell->count;
    if (!find->path.curved && find->recipe->def.radius == 0.0) {
        considerThin(find, cell);
        return;
    }
    for (int k = 0; k < cell->count; k++) {
        if (!isOutOfReach(find, &cell->items[k])) {
            consider(find, &cell->items[k]);
        }
    }
}

/// Until when all cells of a walk that was cut have been seen.
static double reachedBy(const CrWalk *walk, double from, double span)
{
    return from + span * crWalkReached(walk) * (1.0 - 1e-12);
}

/// A search must get on: a fat path may have more cells before its first centimetre than it may look at.
static bool nextCell(CrWalk *walk, double from, double span, CrCell *cell)
{
    bool any = crWalkNext(walk, cell);
    while (!any && walk->cut && !(reachedBy(walk, from, span) > from)) {
        walk->cellLimit = walk->cellsVisited + 64;
        any = crWalkNext(walk, cell);
    }
    return any;
}

/// Walks the cells along the chord between two times; true where it was walked to its end, or far enough.
static bool walkChord(Find *find, double to, double sagitta)
{
    CrWalk walk;
    CrCell cell;
    double from = find->reached, span = to - from, reach = find->recipe->def.radius + sagitta;
    CaromVec2 first = crPathPoint(&find->path, from), last = crPathPoint(&find->path, to);
    Chord chord = {first, crSub(last, first), crLength(crSub(last, first)), reach + find->slack};
    find->chord = chord;
    crWalkStart(&walk, &find->world->grid, first, last, reach);
    walk.cellLimit = find->world->searchCells > find->cells ? find->world->searchCells - find->cells : 1;
    while (nextCell(&walk, from, span, &cell)) {
        if (find->tau < from + span * cell.fraction * (1.0 - 1e-12)) {
            break; // no later cell holds an earlier surface
        }
        considerCell(find, &cell);
    }
    find->cells += walk.cellsVisited;
    find->reached = walk.cut ? reachedBy(&walk, from, span) : to;
    return !walk.cut;
}

/// When a straight path has left the box for good.
static double leavesBox(const CrPath *path, CaromBox box)
{
    double x = CR_NEVER, y = CR_NEVER;
    if (path->v.x != 0.0) {
        x = ((path->v.x > 0.0 ? box.max.x : box.min.x) - path->p.x) / path->v.x;
    } else if (path->p.x < box.min.x || path->p.x > box.max.x) {
        return 0.0;
    }
    if (path->v.y != 0.0) {
        y = ((path->v.y > 0.0 ? box.max.y : box.min.y) - path->p.y) / path->v.y;
    } else if (path->p.y < box.min.y || path->p.y > box.max.y) {
        return 0.0;
    }
    return crMin(x, y);
}

static double farthestCorner(CaromBox box, CaromVec2 p)
{
    double x = crMax(crAbs(box.min.x - p.x), crAbs(box.max.x - p.x));
    double y = crMax(crAbs(box.min.y - p.y), crAbs(box.max.y - p.y));
    return x + y;
}

/// The longest piece of a curved path whose chord stays within an eighth of a cell of it.
static double pieceOf(const Find *find)
{
    double cell = crGridCellSize(&find->world->grid);
    return sqrt(cell / crLength(find->path.a));
}

static bool walkCurve(Find *find)
{
    double piece = pieceOf(find), acceleration = crLength(find->path.a);
    while (find->reached < find->limit && find->tau > find->reached) {
        double to = crMin(find->reached + piece, find->limit), h = to - find->reached;
        double sagitta = acceleration * h * h * 0.125 * (1.0 + 1e-9) +
                         8.0 * crPlaceTolerance(crPathPoint(&find->path, to), find->recipe->def.radius);
        if (to <= find->reached) {
            find->reached = find->limit; // times too large to tell apart: far outside
            break;
        }
        find->cells++;
        if (!walkChord(find, to, sagitta)) {
            return false;
        }
        if (find->cells > find->world->searchCells && find->reached < find->limit) {
            return false;
        }
    }
    return true;
}

/// Until when it matters: the lifetime's end, the end of settling, the edge of all content.
static double searchLimit(const Find *find)
{
    const CrFlights *f = &find->world->flights;
    CaromBox bounds = crBoxInflate(crGridBounds(&find->world->grid), find->recipe->def.radius);
    bounds = crBoxInflate(bounds, 64.0 * crPlaceTolerance(bounds.min, 0.0) + 64.0 * crPlaceTolerance(bounds.max, 0.0));
    double out = find->path.curved ? crPathTimeWithin(&find->path, farthestCorner(bounds, find->path.p))
                                   : leavesBox(&find->path, bounds);
    double life = (f->cold[find->i].endTime - f->start[find->i]) * (1.0 + 1e-12);
    return crMax(crMin(out, life), 0.0);
}

static double largestCoordinate(const CaromWorld *world, const CrPath *path)
{
    CaromBox bounds = crGridBounds(&world->grid);
    double m = crMax(crMax(crAbs(bounds.min.x), crAbs(bounds.max.x)), crMax(crAbs(bounds.min.y), crAbs(bounds.max.y)));
    return crMax(m, crMax(crAbs(path->p.x), crAbs(path->p.y)));
}

double crFlightDoubt(const CaromWorld *world, const CrPath *path)
{
    // a place is at most 64 units of 2^-52 of the four coordinates' sum from where the path leads
    return (crAbs(path->v.x) + crAbs(path->v.y)) * (largestCoordinate(world, path) + 1.0) * 0x1p-43;
}

/// When one coordinate of a path leaves ±CR_HUGE.
static double leavesRange(double p, double v, double a)
{
    double first = CR_NEVER;
    for (int side = -1; side <= 1; side += 2) {
        double lo, hi;
        int count = crQuadraticRoots(0.5 * a, 0.5 * v, p - side * CR_HUGE, &lo, &hi);
        if (count > 0 && hi > 0.0) {
            first = crMin(first, lo > 0.0 ? lo : hi);
        }
    }
    return first;
}

/// What is due when nothing is met: the end of settling, of its life, of all coordinates, or nothing at all.
static void setQuiet(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    const CrFlightCold *cold = &f->cold[i];
    CaromVec2 p = f->place[i], v = f->velocity[i], a = f->acceleration[i];
    double out = f->start[i] + crMin(leavesRange(p.x, v.x, a.x), leavesRange(p.y, v.y, a.y));
    f->next[i] = cold->endTime;
    f->nextKind[i] = cold->endTime < CR_NEVER ? CR_NEXT_LIFETIME : CR_NEXT_NOTHING;
    if (out < f->next[i]) {
        f->next[i] = out;
        f->nextKind[i] = CR_NEXT_OVERFLOW;
    }
    if (f->mode[i] == CAROM_PROJECTILE_SETTLING && cold->restTime <= cold->endTime) {
        f->next[i] = cold->restTime;
        f->nextKind[i] = CR_NEXT_REST;
    }
}

static void setFound(CaromWorld *world, uint32_t i, const Find *find, bool complete)
{
    CrFlights *f = &world->flights;
    double hit = find->tau < CR_NEVER ? f->start[i] + find->tau : CR_NEVER;
    complete = complete || find->tau <= find->reached;
    setQuiet(world, i);
    f->reached[i] = find->reached;
    if (complete && hit <= f->next[i] && hit < CR_NEVER) {
        f->next[i] = hit;
        f->nextKind[i] = CR_NEXT_HIT;
        f->nextKey[i] = find->key;
        f->leg[i] = (uint8_t)(find->shaves ? f->leg[i] | CR_LEG_SHAVES : f->leg[i]);
    } else if (!complete && f->start[i] + find->reached < f->next[i]) {
        f->next[i] = f->start[i] + find->reached;
        f->nextKind[i] = CR_NEXT_SEARCH;
        f->leg[i] = (uint8_t)(find->shaves ? f->leg[i] | CR_LEG_SHAVES : f->leg[i]);
    }
}

static bool isPlain(const CrFlights *f, uint32_t i)
{
    const CrFlightCold *cold = &f->cold[i];
    return f->leg[i] == 0 && cold->after == 0.0 && cold->ignoreBody.index == 0 && cold->supportKey == CR_NONE;
}

void crFlightSearch(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    Find find = {0};
    find.world = world;
    find.i = i;
    find.path = crFlightPath(f, i);
    find.recipe = &world->recipes[f->recipe[i]];
    find.reached = f->reached[i];
    find.tau = CR_NEVER;
    bool rests = !find.path.curved && find.path.v.x == 0.0 && find.path.v.y == 0.0;
    bool complete = true;
    if (!rests && !crGridIsEmpty(&world->grid)) {
        find.limit = searchLimit(&find);
        find.doubt = crFlightDoubt(world, &find.path);
        find.slack = (largestCoordinate(world, &find.path) + 1.0) * 0x1p-45;
        find.plain = isPlain(f, i);
        if (find.reached < find.limit || find.reached == 0.0) {
            complete = find.path.curved ? walkCurve(&find) : walkChord(&find, crMax(find.limit, find.reached), 0.0);
        }
    }
    setFound(world, i, &find, complete);
    world->counters.searches++;
    world->counters.cellsVisited += find.cells;
    world->counters.edgesTested += find.edges;
}

// ---- the moving layer

bool crEncounterIsEarlier(const CrEncounter *a, const CrEncounter *b)
{
    if (a->tau != b->tau) {
        return a->tau < b->tau;
    }
    return orderOf(a->shape, a->edge) < orderOf(b->shape, b->edge);
}

/// The box a flight sweeps between two times.
static CaromBox sweptBox(const CrPath *path, double from, double to, double radius)
{
    CaromVec2 a = crPathPoint(path, from), b = crPathPoint(path, to);
    double h = to - from, sagitta = path->curved ? crLength(path->a) * h * h * 0.125 * (1.0 + 1e-9) : 0.0;
    return crBoxInflate(crBox(a, b), radius + sagitta + 64.0 * (crPlaceTolerance(a, radius) + crPlaceTolerance(b, radius)));
}

bool crFlightMeetsMoving(const CaromWorld *world, uint32_t i, double until, CrEncounter *encounter)
{
    const CrFlights *f = &world->flights;
    const CrRecipe *recipe = &world->recipes[f->recipe[i]];
    CrPath path = crFlightPath(f, i);
    double from = crMax(crFlightTau(f, i, world->time), f->cold[i].after), to = crFlightTau(f, i, until);
    CrKinematicsWalk walk;
    uint32_t shape;
    bool found = false;
    crKinematicsStart(&walk, world, sweptBox(&path, crMin(from, to), to, recipe->def.radius));
    while (crKinematicsNext(&walk, &shape)) {
        const CrShape *s = &world->shapes[shape];
        if (!crFiltersMeet(&recipe->def.filter, &s->filter)) {
            continue;
        }
        for (int e = 0; e < s->edgeCount; e++) {
            CrEncounter candidate;
            if (crFlightMeetsEdge(world, i, shape, e, &candidate) && candidate.time <= until &&
                (!found || crEncounterIsEarlier(&candidate, encounter))) {
                *encounter = candidate;
                found = true;
            }
        }
    }
    return found;
}
