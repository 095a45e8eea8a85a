// SPDX-License-Identifier: MIT
#include "projectile_pairs.h"

#include "def_table.h"

// The wanted number of neighbours farther on: with fewer, a horizon is too near, with more, too
// far. Neighbours that are near from the start do not count: they are tested at any horizon.
#define FEW 1
#define MANY 4
#define FIRST_STRETCH 1.0 ///< [m] of way to the first horizon; each partner learns its own
#define LONGEST_STRETCH 1e9
#define SHORTEST_STRETCH 1e-4
#define SHORTEST_SPAN 0x1p-20 ///< [s] to it, however fast: so many at most bound a step's work

// ---- the list

void crProjectilePairsInit(CaromWorld *world)
{
    crBoxesInitDense(&world->projectilePairs.boxes, &world->allocator);
    world->projectilePairs.stretch = FIRST_STRETCH;
}

void crProjectilePairsFree(CaromWorld *world)
{
    crArrayFree(world->projectilePairs.all, &world->allocator);
    crBoxesFree(&world->projectilePairs.boxes);
}

CaromError crProjectilePairsReserve(CaromWorld *world, int extra)
{
    CrProjectilePairs *projectilePairs = &world->projectilePairs;
    if (!crArrayGrow(projectilePairs->all, extra, &world->allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    return crBoxesReserve(&projectilePairs->boxes, crArrayCapacity(projectilePairs->all));
}

static CrProjectilePair *partnerOf(const CaromWorld *world, uint32_t i)
{
    return &world->projectilePairs.all[crFlightExtra(&world->flights, i)->projectilePair];
}

static void unlist(CaromWorld *world, CrProjectilePair *projectilePair)
{
    if (projectilePair->listed) {
        crBoxesRemove(&world->projectilePairs.boxes, projectilePair->flight, projectilePair->box);
    }
    projectilePair->listed = projectilePair->planned = false;
}

void crProjectilePairsAdd(CaromWorld *world, uint32_t i)
{
    static const CrProjectilePair blank;
    CrProjectilePair projectilePair = blank;
    projectilePair.flight = i;
    projectilePair.passed = -CR_NEVER;
    projectilePair.stretch = world->projectilePairs.stretch;
    projectilePair.leg = ++world->projectilePairs.legs;
    crFlightOwn(&world->flights, i)->projectilePair =
        (uint32_t)crArrayCount(world->projectilePairs.all);
    crArrayPush(world->projectilePairs.all, projectilePair);
}

void crProjectilePairsRemove(CaromWorld *world, uint32_t i)
{
    uint32_t hole = crFlightExtra(&world->flights, i)->projectilePair;
    unlist(world, &world->projectilePairs.all[hole]);
    crArrayRemoveSwap(world->projectilePairs.all, hole);
    if (hole < (uint32_t)crArrayCount(world->projectilePairs.all)) {
        crFlightOwn(&world->flights, world->projectilePairs.all[hole].flight)->projectilePair =
            hole;
    }
    crFlightOwn(&world->flights, i)->projectilePair = CR_NONE;
}

void crProjectilePairTakeLeg(CaromWorld *world, uint32_t i)
{
    if (crIsProjectilePair(world, i)) {
        CrProjectilePair *projectilePair = partnerOf(world, i);
        unlist(world, projectilePair);
        projectilePair->horizon = 0.0;
        projectilePair->passed = -CR_NEVER;
        projectilePair->leg = ++world->projectilePairs.legs;
    }
}

void crProjectilePairPass(CaromWorld *world, uint32_t i, double time, uint32_t other)
{
    CrProjectilePair *projectilePair = partnerOf(world, i);
    projectilePair->passed = time;
    projectilePair->passedOther = other;
    projectilePair->planned = false;
}

// ---- a pair

/// Of two that may meet others.
static bool wantToMeet(const CaromProjectileDef *a, const CaromProjectileDef *b)
{
    const CaromFilter *fa = &a->filter, *fb = &b->filter;
    bool grouped = fa->group != 0 && fa->group == fb->group;
    if (!(a->radius + b->radius > 0.0)) {
        return false;
    }
    return grouped ? fa->group > 0
                   : (fa->category & b->meetMask) != 0 && (fb->category & a->meetMask) != 0;
}

/// What is too small to be squared counts as none.
static double squarable(double x)
{
    return crAbs(x) < 1e-100 ? 0.0 : x;
}

/// A as b sees it. Their order only turns the sign of all of it.
static CrPath relativePath(const CrFlights *f, uint32_t a, const CrFlights *g, uint32_t b,
                           double *frame)
{
    CrPath pathA = crFlightPath(f, a), pathB = crFlightPath(g, b);
    *frame = crMax(f->hot[a].start, g->hot[b].start);
    double tauA = *frame - f->hot[a].start, tauB = *frame - g->hot[b].start;
    CaromVec2 bend = crSub(pathA.a, pathB.a);
    return crPathMake(crSub(crPathPoint(&pathA, tauA), crPathPoint(&pathB, tauB)),
                      crSub(crPathVelocity(&pathA, tauA), crPathVelocity(&pathB, tauB)),
                      crVec(squarable(bend.x), squarable(bend.y)));
}

CrPath crProjectilePairRelativePath(const CrFlights *flights, uint32_t a, uint32_t b, double *frame)
{
    return relativePath(flights, a, flights, b, frame);
}

/// As far as a place at a time may be off.
static double doubtOf(const CrFlights *f, uint32_t i, double time, double reach)
{
    return 2.0 * (crPlaceTolerance(f->hot[i].place, reach) +
                  crPlaceTolerance(crFlightPlaceAt(f, i, time), reach));
}

/// Whether a meeting of the present legs has happened. Meetings come in order of time; meetings of
/// one flight at one time in order of the other flights. So the events of the younger leg's flight
/// on this leg show everything that it could have met. (The older leg may have met others before
/// there was this pair, exactly when the younger one starts.)
static bool hasBeen(const CaromWorld *world, uint32_t a, uint32_t b, double time)
{
    const CrProjectilePair *younger = partnerOf(world, a);
    uint32_t other = b;
    if (partnerOf(world, b)->leg > younger->leg) {
        younger = partnerOf(world, b);
        other = a;
    }
    return time != younger->passed ? time < younger->passed : other <= younger->passedOther;
}

/// Two flights, the first perhaps a preview world in a world of its own, which is `self` to the
/// others, if it is one of them at all. For preview worlds what was up to the clock has been.
typedef struct Pair {
    const CaromWorld *mine, *world;
    uint32_t i, self, k;
} Pair;

static bool pairHasMet(const Pair *pair, double time)
{
    if (pair->mine == pair->world) {
        return hasBeen(pair->world, pair->i, pair->k, time);
    }
    return pair->self != CR_NONE && time <= pair->world->queryTime;
}

/// Whether these two ever meet.
static bool isPair(const Pair *pair)
{
    const CrFlights *f = &pair->mine->flights, *g = &pair->world->flights;
    return pair->self != pair->k && crModeMeets(g->hot[pair->k].mode) &&
           wantToMeet(&pair->mine->flightDefs[f->hot[pair->i].flightDef].def,
                      &pair->world->flightDefs[g->hot[pair->k].flightDef].def);
}

/// Whether a path surely keeps `gap` away from a disc around the origin for a time: it stays beyond
/// the disc's tangent across the way to the path's start. Most pairs do, and need no roots. A start
/// on the rim counts where the path leads away from there, and by more than rounding before it
/// bends back: less than that, and the roots have a say in when it is back.
static bool keepsClear(const CrPath *path, double gap, double span)
{
    double distance = crLength(path->p), away = crDot(path->v, path->p);
    double pull = path->curved ? crLength(path->a) : 0.0, bend = crDot(path->a, path->p);
    double slack = 1e-9 * distance * (crLength(path->v) + (path->curved ? pull * span : 0.0));
    double least = away + (bend < 0.0 ? 0.5 * bend * span : 0.0) - slack;
    bool leaves = least > 0.0 && away * away > 2e-9 * distance * distance * distance * pull;
    return gap > 0.0 && (leaves || gap * distance + least * span > 1e-9 * distance * distance);
}

/// The next meeting of a pair, the same whoever asks. One clearly after `until` may be left out.
static bool pairMeets(const Pair *pair, double until, double *time)
{
    const CrFlights *f = &pair->mine->flights, *g = &pair->world->flights;
    const CaromProjectileDef *defI = &pair->mine->flightDefs[f->hot[pair->i].flightDef].def,
                             *defK = &pair->world->flightDefs[g->hot[pair->k].flightDef].def;
    double frame, after = 0.0, reach = defI->radius + defK->radius;
    CrPath path = pair->self < pair->k ? relativePath(f, pair->i, g, pair->k, &frame)
                                       : relativePath(g, pair->k, f, pair->i, &frame);
    double gap = crLength(path.p) - reach;
    *time = frame;
    if (frame > until || keepsClear(&path, gap, until - frame)) {
        return false;
    }
    if (gap <= 0.0 && crDot(path.p, path.v) < 0.0 &&
        gap >= -doubtOf(f, pair->i, frame, reach) - doubtOf(g, pair->k, frame, reach) &&
        !pairHasMet(pair, frame)) {
        return true; // they start as near as rounding, and approach: at once
    }
    CrEdge disc = {crVec(0.0, 0.0), crVec(0.0, 0.0), reach, false};
    CrMeet meet;
    for (bool beyond = false; crPathMeets(&path, &disc, after, beyond, &meet); beyond = true) {
        *time = crMax(frame + meet.tau, frame);
        if (!pairHasMet(pair, *time)) {
            return true;
        }
        after = meet.tau;
    }
    return false;
}

/// Takes a meeting, if it is the first so far: at one time that with the lower other. One after
/// `until` may be left out.
static void consider(const Pair *pair, double until, CrMeetingTime *first)
{
    double time;
    if (pairMeets(pair, crMin(until, first->time), &time) &&
        (time < first->time || (time == first->time && pair->k < first->other))) {
        first->time = time;
        first->other = pair->k;
    }
}

// ---- horizons

/// How long a partner takes for a way.
static double spanOf(const CrPath *path, double way)
{
    double speed = crLength(path->v), acceleration = crLength(path->a);
    double most = speed + sqrt(speed * speed + 2.0 * acceleration * way);
    return most > 0.0 ? 2.0 * way / most : CR_NEVER;
}

/// [1/m] Boxes of partners are kept in units so small that the cells of crBoxes, of a metre at
/// least, suit discs of centimetres. A power of two moves no box.
#define UNITS 16.0

static CaromBox inUnits(CaromBox box)
{
    double most = 4.0 * CR_HUGE * UNITS; // it ends before it gets there
    CaromBox scaled = {
        {crClamp(box.min.x * UNITS, -most, most), crClamp(box.min.y * UNITS, -most, most)},
        {crClamp(box.max.x * UNITS, -most, most), crClamp(box.max.y * UNITS, -most, most)}};
    return scaled;
}

/// Lists it from a time on.
static void list(CaromWorld *world, uint32_t i, double from)
{
    const CrFlights *f = &world->flights;
    CrProjectilePair *projectilePair = partnerOf(world, i);
    double radius = world->flightDefs[f->hot[i].flightDef].def.radius;
    CrPath path = crFlightPath(f, i);
    double tau = crFlightTau(f, i, from);
    CrPath rest = crPathMake(crPathPoint(&path, tau), crPathVelocity(&path, tau), path.a);
    double span = crMax(spanOf(&rest, projectilePair->stretch), SHORTEST_SPAN);
    double slack = (crAbs(from) + 1e-3) * 0x1p-40; // so that it gets on, and covers its roundings
    projectilePair->since = from;
    projectilePair->horizon = span < CR_NEVER ? from + span + slack : CR_NEVER;
    double end = span < CR_NEVER ? tau + span + 2.0 * slack : tau;
    projectilePair->box = inUnits(crPathSweptBox(&path, crMax(tau - slack, 0.0), end, radius));
    crBoxesInsert(&world->projectilePairs.boxes, i, projectilePair->box); // there is room for all
    projectilePair->listed = true;
}

/// Where it is as it is listed.
static CaromBox firstBox(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    CaromVec2 at = crFlightPlaceAt(f, i, partnerOf(world, i)->since);
    return inUnits(crBoxInflate(crBox(at, at), world->flightDefs[f->hot[i].flightDef].def.radius));
}

/// Its next horizon is nearer if there are many neighbours on its path, farther if there are few.
/// `near`: neighbours with boxes around its place, which a nearer horizon would not exclude. If
/// only horizons end a leg, as in a crowd that flies together, each search tests all of them
/// without a result, so there should be few searches.
static void learn(CaromWorld *world, CrProjectilePair *projectilePair, int ahead, int near)
{
    const CrFlight *hot = &world->flights.hot[projectilePair->flight];
    double radius = world->flightDefs[hot->flightDef].def.radius;
    int spared = projectilePair->since > hot->start ? near : 0;
    double factor = ahead > MANY + spared ? 0.5 : ahead < FEW + spared / 2 ? 2.0 : 1.0;
    projectilePair->stretch = crClamp(projectilePair->stretch * factor,
                                      SHORTEST_STRETCH + 0.25 * radius, LONGEST_STRETCH + radius);
    world->projectilePairs.stretch = projectilePair->stretch;
}

#define SOME 16 ///< neighbours that are asked for at once

/// Some of those with boxes that touch a partner's, with their memory on its way.
typedef struct Neighbours {
    uint32_t flights[SOME];
    CaromBox boxes[SOME];
    int count;
} Neighbours;

/// False: there are no more.
static bool nextNeighbours(const CaromWorld *world, CrBoxesWalk *walk, Neighbours *some)
{
    some->count = 0;
    while (some->count < SOME &&
           crBoxesNext(walk, &some->flights[some->count], &some->boxes[some->count])) {
        CR_PREFETCH(&world->flights.hot[some->flights[some->count]]);
        some->count++;
    }
    return some->count > 0;
}

/// Finds its first meeting before its horizon.
static void plan(CaromWorld *world, uint32_t i)
{
    CrProjectilePair *projectilePair = partnerOf(world, i);
    CrMeetingTime first = {CR_NEVER, CR_NONE};
    int ahead = 0, near = 0;
    CaromBox at = firstBox(world, i);
    CrBoxesWalk walk;
    Neighbours some;
    crBoxesStart(&walk, &world->projectilePairs.boxes, projectilePair->box);
    while (nextNeighbours(world, &walk, &some)) {
        for (int k = 0; k < some.count; k++) {
            Pair pair = {world, world, i, i, some.flights[k]};
            if (isPair(&pair)) {
                bool isNear = crBoxOverlaps(some.boxes[k], at);
                consider(&pair, projectilePair->horizon, &first);
                near += isNear;
                ahead += !isNear;
            }
        }
    }
    learn(world, projectilePair, ahead, near);
    bool meets = first.time <= projectilePair->horizon && first.other != CR_NONE;
    projectilePair->due = meets ? first.time : projectilePair->horizon;
    projectilePair->other = meets ? first.other : CR_NONE;
    projectilePair->otherLeg = meets ? partnerOf(world, first.other)->leg : 0;
    projectilePair->planned = true;
}

/// Whether the partner of its planned meeting is still on the same leg.
static bool planStands(const CaromWorld *world, const CrProjectilePair *projectilePair)
{
    uint32_t k = projectilePair->other;
    return projectilePair->planned &&
           (k == CR_NONE || (crFlightLives(&world->flights, k) && crIsProjectilePair(world, k) &&
                             partnerOf(world, k)->leg == projectilePair->otherLeg));
}

CrMeetingTime crProjectilePairNext(CaromWorld *world, uint32_t i, double until)
{
    CrProjectilePair *projectilePair = partnerOf(world, i);
    if (projectilePair->listed && projectilePair->horizon < world->time) {
        unlist(world, projectilePair); // it was alone for a while, and no search went on
    }
    if (!projectilePair->listed) {
        list(world, i,
             crMax(crMax(world->flights.hot[i].start, world->time), projectilePair->horizon));
    }
    bool later = projectilePair->planned &&
                 projectilePair->due > until; // nothing comes before what was planned
    if (!later && !planStands(world, projectilePair)) {
        plan(world, i);
    }
    CrMeetingTime next = {projectilePair->due, projectilePair->other};
    return next;
}

void crProjectilePairLookOn(CaromWorld *world, uint32_t i)
{
    unlist(world, partnerOf(world, i));
}

static bool meetsOneOfAll(Pair pair, double until, CrMeetingTime *meeting)
{
    const CrProjectilePairs *projectilePairs = &pair.world->projectilePairs;
    meeting->time = CR_NEVER;
    meeting->other = CR_NONE;
    for (int k = 0; k < crArrayCount(projectilePairs->all); k++) {
        pair.k = projectilePairs->all[k].flight;
        if (isPair(&pair)) {
            consider(&pair, until, meeting);
        }
    }
    return meeting->other != CR_NONE && meeting->time <= until;
}

bool crFlightNextMeeting(const CaromWorld *world, uint32_t i, double until, CrMeetingTime *meeting)
{
    Pair pair = {world, world, i, i, CR_NONE};
    return meetsOneOfAll(pair, until, meeting);
}

bool crPreviewWorldNextMeeting(const CaromWorld *previewWorld, uint32_t i,
                               const CaromWorld *original, uint32_t self, double until,
                               CrMeetingTime *meeting)
{
    Pair pair = {previewWorld, original, i, self, CR_NONE};
    return meetsOneOfAll(pair, until, meeting);
}
