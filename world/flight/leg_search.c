// SPDX-License-Identifier: MIT
// The search for a leg's end in the resting layer: walks the cells along the path, nearest first,
// until no later cell can hold an earlier surface. Filters pass over most edges; what they leave is
// decided by crFlightMeetsEdge, or by the part of it that is left where its exact signs are plain
// to see. So no filter, cell or piece of a path alters a time (law 2).
#include "leg.h"

#include "../../shapes/roots.h"
#include "../core/lattice.h"
#include "../narrowphase/path_query.h"
#include "../narrowphase/thin_edge.h"
#include "acceleration.h"
#include "def_table.h"
#include "ground.h"
#include "projectile_pairs.h"
#include "proximity_fuse.h"
#include "ties.h"
#include "where.h"

/// When it is steered next; what a forged snapshot has left undone is not made up for.
static double steersNext(const CaromWorld *world, uint32_t i)
{
    double due = crFlightSteerDue(world, i);
    return crIsLate(world, due) ? crSteerAfter(world->steerInterval, world->time) : due;
}

/// What is due when nothing is met, and when. At one time what is named first comes first.
typedef struct Quiet {
    double time;
    CrNext kind;
    double end; ///< the same but for what it leaves: nothing of the leg is later
} Quiet;

static void appoint(Quiet *quiet, double time, CrNext kind)
{
    if (time < quiet->time) {
        quiet->time = time;
        quiet->kind = kind;
    }
    if (kind != CR_NEXT_EXIT) {
        quiet->end = crMin(quiet->end, time);
    }
}

static Quiet quietOf(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    const CrFlightExtra *extra = crFlightExtra(f, i);
    Quiet quiet = {CR_NEVER, CR_NEXT_NOTHING, CR_NEVER};
    double exit = crPierceNext(world, i);
    if (f->hot[i].mode == CAROM_PROJECTILE_SETTLING) {
        appoint(&quiet, extra->restTime, CR_NEXT_REST);
    }
    if (crModeSlides(f->hot[i].mode) || crFlightRides(world, i)) {
        appoint(&quiet, extra->slideEnd, CR_NEXT_SLIDE);
    }
    appoint(&quiet, crFlightStopDue(world, i), CR_NEXT_STOP);
    appoint(&quiet, extra->fuseTime, CR_NEXT_FUSE);
    appoint(&quiet, exit, CR_NEXT_EXIT);
    appoint(&quiet, f->tail[i].endTime, CR_NEXT_LIFETIME);
    appoint(&quiet, steersNext(world, i), CR_NEXT_STEER);
    appoint(&quiet, extra->steering.forceTime, CR_NEXT_FORCE);
    return quiet;
}

/// The search for a leg's end, in times since its start.
typedef struct Find {
    const CaromWorld *world;
    uint32_t i;
    Quiet quiet;
    CrPath path;
    bool near;     ///< looks for what it comes near to, not for what it meets
    double radius; ///< of the disc that flies, with what it must keep clear
    const CaromFilter *filter;
    double reached; ///< everything before has been looked at
    double tau;     ///< the best so far
    uint64_t order;
    uint32_t key, leftKey;
    CrPart part;
    bool shaves;
    bool isThin; ///< a point on a straight path
    bool plain;  ///< a leg from its very start, with nothing to ignore
    CrThinEdgePath thin;
    int64_t edges;
    int cells;
    CrTies *ties; ///< takes all that are met first, or null
} Find;

/// Takes an edge that is seen, and met at a time, if it is the first so far.
static void take(Find *find, double tau, CrPart part, const CrGridItem *item)
{
    const CrKeyOwner *owner = &find->world->keyOwners[item->key];
    uint64_t order = crEdgeOrder(owner->shape, (int)owner->feature);
    if (find->ties != NULL) {
        CrTie tie = {order, item->key};
        crTiesAdd(find->ties, tau, tie, &find->world->allocator);
    }
    if (tau < find->tau || (tau == find->tau && order < find->order)) {
        find->tau = tau;
        find->order = order;
        find->key = item->key;
        find->part = part;
    }
}

static bool sees(const Find *find, const CrGridItem *item)
{
    const CaromWorld *world = find->world;
    return world->hitPolicy != NULL
               ? crFlightSees(world, find->filter, world->keyOwners[item->key].shape)
               : crFiltersMeet(find->filter, crItemFilter(world, item));
}

/// The result of crFlightMeetsEdge if only the time at which the path meets the edge is needed.
/// False: more is needed.
static bool considerPlain(Find *find, const CrGridItem *item)
{
    CrEdge edge = {item->a, item->b, item->radius + find->radius,
                   (item->flags & CR_GRID_ONE_SIDED) != 0};
    CrMeet meet;
    if (!find->plain || find->near) {
        return false;
    }
    if (!crPathMeetsBefore(&find->path, &edge, find->tau, &meet)) {
        return true;
    }
    if (meet.tau > 0.0) {
        take(find, meet.tau, meet.part, item);
    }
    return meet.tau > 0.0;
}

static void consider(Find *find, const CrGridItem *item)
{
    const CaromWorld *world = find->world;
    if (!sees(find, item) || considerPlain(find, item)) {
        return;
    }
    const CrKeyOwner *owner = &world->keyOwners[item->key];
    CrEncounter encounter;
    CrSpan always = {0.0, CR_NEVER};
    uint32_t slot = owner->shape;
    int edge = (int)owner->feature;
    bool found = find->near ? crFlightNearsEdge(world, find->i, slot, edge, always, &encounter)
                            : crFlightMeetsEdge(world, find->i, slot, edge, always, &encounter);
    if (found) {
        take(find, encounter.tau, encounter.part, item);
    }
}

/// A thin edge that is crossed. Where it is as clearly met from its free back, left behind, or
/// farther off than what was found, it is done with; so it is where the flight starts clearly
/// before it, since exact signs then have nothing to add. False: look at it exactly.
static bool isClear(Find *find, const CrGridItem *item, CrThinEdgeCrossing *crossing)
{
    if (crThinEdgeFromBack(crossing, item)) {
        return true;
    }
    crThinEdgeMeasure(&find->thin, item, crossing);
    if (crThinEdgeIsOut(crossing, find->tau)) {
        return true;
    }
    if (!crThinEdgeIsAhead(crossing) || !find->plain) {
        return false;
    }
    CrEdge edge = {item->a, item->b, 0.0, false};
    if (sees(find, item)) {
        take(find, crPathCrossingTime(&find->path, &edge), crThinEdgePart(crossing), item);
    }
    return true;
}

/// Points on straight paths, the common case: most edges lie clearly to one side of the line of
/// flight, most others are clearly no better than what was found; the rest is looked at exactly.
static void considerThin(Find *find, const CrGridItem *item)
{
    if (item->radius == 0.0) {
        CrThinEdgeCrossing crossing;
        CrThinEdge pass = crThinEdgePass(&find->thin, item, &crossing);
        find->shaves |= pass == CR_THIN_SHAVED;
        if (pass == CR_THIN_BESIDE || (pass == CR_THIN_CROSSED && isClear(find, item, &crossing))) {
            return;
        }
    }
    if (item->key != find->leftKey) {
        consider(find, item);
    }
}

bool crFlightIsUpToDate(const CaromWorld *world, uint32_t i)
{
    const CrFlight *hot = &world->flights.hot[i];
    bool isPending = hot->mode == CAROM_PROJECTILE_PENDING;
    return isPending ? hot->start >= world->time
                     : quietOf(world, i).end >= crMax(hot->start, world->time);
}

/// Until when it matters: the leg's end, the edge of all content.
static double searchLimit(const Find *find)
{
    const CaromWorld *world = find->world;
    double leg = crLegLimit(world->flights.hot[find->i].start, find->quiet.end);
    CaromBox bounds = crBoxInflate(crGridBounds(&world->grid), find->radius);
    bounds = crBoxInflate(bounds, 64.0 * crPlaceTolerance(bounds.min, 0.0) +
                                      64.0 * crPlaceTolerance(bounds.max, 0.0));
    double out = crPathTimeWithin(&find->path, crBoxFarthest(bounds, find->path.p));
    return crMax(crMin(out, leg), 0.0);
}

double crFlightDoubt(const CaromWorld *world, const CrPath *path)
{
    return crThinEdgePath(path->p, path->v, crThinEdgeExtent(&world->grid, path->p)).doubt;
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

/// When the leg leaves the range of coordinates.
static double leavesAllRange(const CrFlights *f, uint32_t i)
{
    CaromVec2 p = f->hot[i].place, v = f->hot[i].velocity, a = crFlightPull(f, i);
    return f->hot[i].start + crMin(leavesRange(p.x, v.x, a.x), leavesRange(p.y, v.y, a.y));
}

/// Whether the path clearly stays within the range up to a time: most do, up to what they meet.
static bool keepsRange(const CrPath *path, double tau)
{
    double pull = crAbs(path->a.x) + crAbs(path->a.y), speed = crAbs(path->v.x) + crAbs(path->v.y);
    return crAbs(path->p.x) + crAbs(path->p.y) + (speed + pull * tau) * tau < 0.5 * CR_HUGE;
}

static void setFound(CaromWorld *world, uint32_t i, const Find *find, bool complete)
{
    CrFlights *f = &world->flights;
    double hit = find->tau < CR_NEVER ? f->hot[i].start + find->tau : CR_NEVER;
    bool meets = complete && hit < CR_NEVER;
    Quiet quiet = find->quiet;
    if (!(meets && (!find->path.curved || keepsRange(&find->path, find->tau)))) {
        appoint(&quiet, leavesAllRange(f, i), CR_NEXT_OVERFLOW);
    }
    f->next[i] = quiet.time;
    f->hot[i].nextKind = (uint8_t)quiet.kind;
    f->hot[i].tau = find->reached;
    if (meets && hit <= f->next[i]) {
        f->next[i] = hit;
        f->hot[i].nextKind = CR_NEXT_HIT;
        f->hot[i].nextKey = find->key;
        f->hot[i].tau = find->tau;
        f->hot[i].nextPart = (int8_t)find->part;
    } else if (!complete && f->hot[i].start + find->reached < f->next[i]) {
        f->next[i] = f->hot[i].start + find->reached;
        f->hot[i].nextKind = CR_NEXT_SEARCH;
    }
    if (find->shaves) {
        f->hot[i].leg |= CR_LEG_SHAVES;
    }
}

static bool isPlain(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    const CrFlightExtra *extra = crFlightExtra(f, i);
    return !(f->hot[i].leg & (CR_LEG_PIERCED | CR_LEG_SHAVES)) && crFlightAfter(world, i) == 0.0 &&
           extra->ignoreBody.index == 0 && extra->supportKey == CR_NONE;
}

/// Looks at all edges along the path, nearest first, up to the first that is met; false where that
/// takes too many cells.
static bool walkPath(Find *find, double limit)
{
    const CaromWorld *world = find->world;
    CrPathQuery query;
    const CrGridItem *item;
    query.ask =
        (CrPathAsk){&world->grid,     find->path,         find->radius, find->reached, limit,
                    find->thin.slack, world->searchCells, find->isThin, world->plain};
    crPathQueryStart(&query);
    while ((item = crPathQueryNext(&query, find->tau)) != NULL) {
        if (find->isThin) {
            considerThin(find, item);
        } else if (item->key != find->leftKey && !crPathQueryMisses(&query, item)) {
            consider(find, item);
        }
    }
    find->reached = query.reached;
    find->cells = query.cells;
    find->edges = query.edges;
    return !query.cut;
}

/// Searches on from a time of a leg without a known next hit, or for things that it comes near;
/// true if the result is final.
static bool look(const CaromWorld *world, uint32_t i, double reached, bool near, CrTies *ties,
                 Find *find)
{
    static const Find blank;
    const CrFlights *f = &world->flights;
    *find = blank;
    find->world = world;
    find->i = i;
    find->quiet = quietOf(world, i);
    find->path = crFlightPath(f, i);
    const CaromProjectileDef *def = &world->flightDefs[f->hot[i].flightDef].def;
    find->near = near;
    find->ties = ties;
    find->radius = near ? def->radius + def->proximity : def->radius;
    find->filter = near ? &def->proximityFilter : &def->filter;
    find->reached = reached;
    find->tau = CR_NEVER;
    find->leftKey = find->path.curved || near ? CR_NONE : f->hot[i].nextKey;
    bool rests = !find->path.curved && find->path.v.x == 0.0 && find->path.v.y == 0.0;
    if (rests || crGridIsEmpty(&world->grid)) {
        return true;
    }
    double limit = searchLimit(find);
    find->thin =
        crThinEdgePath(find->path.p, find->path.v, crThinEdgeExtent(&world->grid, find->path.p));
    find->isThin = !find->path.curved && find->radius == 0.0;
    find->plain = isPlain(world, i);
    if (!(reached < limit || reached == 0.0)) {
        return true;
    }
    return walkPath(find, limit) || find->tau <= find->reached;
}

/// When it comes near something at rest: the first time, or any after `until`. Before `reached` it
/// does not.
static double nearsResting(const CaromWorld *world, uint32_t i, double reached, double until)
{
    const CrFlights *f = &world->flights;
    double start = f->hot[i].start;
    double first = reached == crFlightAfter(world, i) ? crFlightStartsNear(world, i) : CR_NEVER;
    Find find;
    while (first >= CR_NEVER && !look(world, i, reached, true, NULL, &find) &&
           start + find.reached < until) {
        reached = find.reached;
    }
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): looked for if not near
    return first < CR_NEVER || find.tau >= CR_NEVER ? first : start + find.tau;
}

/// What another search has found to be met at the time up to which all is done.
static bool lookAmongTies(CaromWorld *world, uint32_t i, Find *find)
{
    static const Find blank;
    CrEncounter encounter;
    uint32_t key;
    if (!crTiesNext(world, i, &encounter, &key)) {
        return false;
    }
    *find = blank;
    find->quiet = quietOf(world, i);
    find->path = crFlightPath(&world->flights, i);
    find->tau = find->reached = encounter.tau;
    find->key = key;
    find->part = encounter.part;
    find->edges = 1;
    setFound(world, i, find, true);
    return true;
}

void crFlightSearchCounted(CaromWorld *world, uint32_t i, CaromCounters *counters)
{
    CrFlights *f = &world->flights;
    Find find;
    double reached = f->hot[i].tau;
    bool alone = counters == &world->counters; // else others search at the same time
    if (!alone || !lookAmongTies(world, i, &find)) {
        CrTies *ties = alone ? crTiesFor(world, i) : NULL;
        bool complete = look(world, i, reached, false, ties, &find);
        setFound(world, i, &find, complete);
        if (ties != NULL && complete) {
            crTiesFinish(ties, world, i);
        }
    }
    double near =
        crFlightWatches(world, i) ? nearsResting(world, i, reached, f->next[i]) : CR_NEVER;
    if (near < f->next[i]) {
        f->next[i] = near;
        f->hot[i].nextKind = CR_NEXT_NEAR;
    }
    counters->searches++;
    counters->cellsVisited += find.cells;
    counters->edgesTested += find.edges;
}

void crFlightSearch(CaromWorld *world, uint32_t i)
{
    crFlightSearchCounted(world, i, &world->counters);
}

double crFlightLegEnd(const CaromWorld *world, uint32_t i, double until)
{
    const CrFlights *f = &world->flights;
    double end = f->next[i];
    if (f->hot[i].nextKind == CR_NEXT_SEARCH) {
        double start = f->hot[i].start, reached = f->hot[i].tau;
        Find find;
        while (!look(world, i, reached, false, NULL, &find) && start + find.reached < until) {
            reached = find.reached;
        }
        end = crMin(find.quiet.time, leavesAllRange(f, i));
        end = crMin(end, find.tau < CR_NEVER ? start + find.tau : CR_NEVER);
    }
    if (crFlightWatches(world, i)) {
        end = crMin(end, nearsResting(world, i, f->hot[i].tau, crMin(until, end)));
        end = crMin(end, crFlightNearsAny(world, i, crMin(until, end)));
    }
    CrEncounter moving;
    CrMeetingTime meeting;
    if (!crModeMeets(f->hot[i].mode)) {
        return end;
    }
    if (crFlightWillMeetMoving(world, i, crMin(until, end), &moving)) {
        end = moving.time;
    }
    return crIsProjectilePair(world, i) &&
                   crFlightNextMeeting(world, i, crMin(until, end), &meeting)
               ? meeting.time
               : end;
}
