// SPDX-License-Identifier: MIT
#include "metamorphic.h"

#include "../../shapes/path.h"

#include <math.h>

// ---- two worlds and what they answer

enum { FLIGHT_HITS = 64 };

CasePair casePair;

void casePairAsk(CaseWorld *built, const Case *scene, CaseAnswers *answers)
{
    answers->count = 0;
    answers->overflow = false;
    caseQuery(built, scene, answers);
    caseFly(built, scene, answers);
    caseFree(built);
}

bool casePairRun(const Case *scene, const int *order, CaseAnswers *answers)
{
    CaseWorld built;
    if (!caseCreate(&built, scene)) {
        return false;
    }
    caseFill(&built, scene, order);
    casePairAsk(&built, scene, answers);
    return true;
}

// ---- comparing

static bool equal(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static double ulp(double x)
{
    return nextafter(fabs(x), INFINITY) - fabs(x);
}

static bool nearlyEqual(double a, double b, double more)
{
    return fabs(a - b) <= 1.5 * ulp(fmax(fabs(a), fabs(b))) + more;
}

static bool isShifted(void)
{
    return casePair.map.shift.x != 0.0 || casePair.map.shift.y != 0.0;
}

/// A place is the rounded sum of an origin and a way. Shifts that are exact change the origin
/// alone, so that each of the three sums that are compared here rounds by half of its last digit at
/// most.
static bool samePlace(CaromVec2 a, CaromVec2 b, double more)
{
    CaromVec2 mapped = caseMapPoint(&casePair.map, a);
    if (!isShifted() && more == 0.0) {
        return equal(mapped, b);
    }
    return nearlyEqual(mapped.x, b.x, more + 0.5 * ulp(a.x)) &&
           nearlyEqual(mapped.y, b.y, more + 0.5 * ulp(a.y));
}

/// A flight goes on after a hit from a place on the exact side of what it hit. To get there it is
/// moved by up to some place tolerances (shapes/path.h), as far as rounding requires. These are
/// 2^-46 of the coordinates and of a metre, so they neither scale nor go with a shift. How a place
/// is rounded also depends on the end of an edge from which it is computed, and a mirror exchanges
/// the ends. Therefore the time of a first hit, what is hit, and both velocities have the same
/// bits; the place is the same within these tolerances; what follows is another flight.
static bool isFirstHit(const CaseAnswer *a)
{
    return casePair.once && a->kind == CASE_HIT;
}

static double placeTolerance(CaromVec2 a, CaromVec2 b)
{
    return 4.0 * (casePair.map.length * crPlaceTolerance(a, 1.0) + crPlaceTolerance(b, 1.0));
}

/// An exit from something round is reported as soon as the way is clear of it by the place
/// tolerance, which differs with place and size.
static bool hasSoftExit(const CaseAnswer *a)
{
    const CaseAsk *asked = &casePair.a.asks[a->ask];
    bool round = asked->radius > 0.0 || asked->kind != CASE_RAY ||
                 (a->shape >= 0 && casePair.a.shapes[a->shape].radius > 0.0);
    return round && (isShifted() || casePair.map.length != 1.0 || casePair.map.mirrors);
}

/// [m] the last digit of any coordinate in a shifted case.
static double farthestUlp(void)
{
    return ulp(fmax(fabs(casePair.map.shift.x), fabs(casePair.map.shift.y)) + 64.0);
}

/// The length of an arc's answer is the distance between two rounded places. How deep a box is in
/// something is the difference of two rounded numbers, and a mirror computes it from an edge's
/// other end.
static bool sameLength(const CaseAnswer *a, const CaseAnswer *b)
{
    CaseAskKind asks = casePair.a.asks[a->ask].kind;
    bool rounded = (isShifted() && asks == CASE_ARC) || (casePair.map.mirrors && asks == CASE_FITS);
    double mapped = a->length * casePair.map.length;
    return mapped == b->length || (rounded && fabs(mapped - b->length) <= 4.0 * farthestUlp());
}

/// A ray on a straight edge.
static bool isFlat(const CaseAnswer *a)
{
    const CaseAsk *asked = &casePair.a.asks[a->ask];
    return asked->kind == CASE_RAY && asked->radius == 0.0 &&
           (a->shape < 0 || casePair.a.shapes[a->shape].radius == 0.0);
}

/// The normal of what is round, and that of where a ray leaves, is the direction between two
/// rounded places, 1/4 m apart at least.
static bool sameNormal(CaromVec2 normalA, CaromVec2 normalB, bool flat)
{
    CaromVec2 mapped = caseMapVector(&casePair.map, normalA, 1.0);
    if (!isShifted() || flat) {
        return equal(mapped, normalB);
    }
    double more = 16.0 * farthestUlp();
    return nearlyEqual(mapped.x, normalB.x, more) && nearlyEqual(mapped.y, normalB.y, more);
}

/// What decides the order of answers: kind, ask, fraction or time.
static const char *keyDifference(const CaseAnswer *a, const CaseAnswer *b)
{
    if (a->kind != b->kind || a->ask != b->ask) {
        return "kind";
    }
    if (a->fraction != b->fraction) {
        return "fraction";
    }
    return a->time * casePair.map.time != b->time ? "time" : NULL;
}

/// Whether a ray leaves by a corner of an outline. It then leaves by the face with the lower
/// number, and a mirror numbers the faces the other way round.
static bool leavesByCorner(const CaseAnswer *a)
{
    if (!casePair.map.mirrors || a->shape < 0 || a->kind >= CASE_HIT) {
        return false;
    }
    const CaseShape *shape = &casePair.a.shapes[a->shape];
    CaromTransform base = casePair.a.bodies[shape->body].transform;
    for (int k = 0; k < shape->count; k++) {
        CaromVec2 off = caromVec2Sub(caromTransformPoint(base, shape->points[k]), a->second);
        if (fabs(off.x) + fabs(off.y) <= 0x1p-20) {
            return true;
        }
    }
    return false;
}

/// A box that touches something from the start, within the place tolerance: its answer says where
/// only to within that tolerance.
static bool touchesAtStart(const CaseAnswer *a)
{
    return casePair.map.length != 1.0 && casePair.a.asks[a->ask].kind == CASE_SWEEP &&
           a->fraction == 0.0 && a->length == 0.0;
}

static const char *placeDifference(const CaseAnswer *a, const CaseAnswer *b)
{
    bool tolerates = isFirstHit(a) || touchesAtStart(a);
    double more = tolerates                   ? placeTolerance(a->point, b->point)
                  : isShifted() && !isFlat(a) ? 4.0 * farthestUlp()
                                              : 0.0;
    bool isPut = !a->hasPoint || samePlace(a->point, b->point, more);
    if (!isPut && !(isFirstHit(a) && casePairFillsGap(a))) {
        return "point";
    }
    if (!sameNormal(a->normal, b->normal, isFlat(a))) {
        return "normal";
    }
    if (!isPut || (a->kind < CASE_HIT && hasSoftExit(a))) {
        return NULL;
    }
    more = isShifted() && a->kind < CASE_HIT ? 4.0 * farthestUlp() : more; // from the edge
    if (a->hasSecond && !samePlace(a->second, b->second, more)) {
        return "second point";
    }
    return leavesByCorner(a) || sameNormal(a->exitNormal, b->exitNormal, false) ? NULL
                                                                                : "exit normal";
}

static bool sameVelocities(const CaseAnswer *a, const CaseAnswer *b, double speed)
{
    const CaseMap *map = &casePair.map;
    bool grazes = isFirstHit(a) && caseOnlyGrazes(&casePair.a, a) && caseOnlyGrazes(&casePair.b, b);
    return equal(caseMapVector(map, a->before, speed), b->before) &&
           (grazes || equal(caseMapVector(map, a->after, speed), b->after));
}

/// Marks that a tie of ids may change.
static unsigned tiedMarks(const CaseAnswer *a, const CaseAnswer *b)
{
    bool corner = casePair.renames && a->kind == CASE_HIT && ((a->marks ^ b->marks) & 1u);
    return corner && casePairTouchesTwo(a) ? 1u : 0u;
}

static const char *restDifference(const CaseAnswer *a, const CaseAnswer *b)
{
    double speed = casePair.map.length / casePair.map.time;
    if (a->shape != b->shape || a->feature != b->feature) {
        return a->shape != b->shape ? "shape" : "feature";
    }
    if (!sameLength(a, b)) {
        return "length";
    }
    if (a->exitFraction != b->exitFraction && !hasSoftExit(a)) {
        return "exit fraction";
    }
    const char *place = placeDifference(a, b);
    if (place != NULL) {
        return place;
    }
    if (!sameVelocities(a, b, speed)) {
        return "velocity";
    }
    unsigned ends = hasSoftExit(a) ? 2u : 0u; // whether it leaves by the end of its way
    unsigned free = ends | tiedMarks(a, b);
    return a->vertex != b->vertex ? "vertex" : ((a->marks ^ b->marks) & ~free) ? "marks" : NULL;
}

/// A tie is what the order of ids decides: which of two things is reported when they have the same
/// fraction, depth or time, to the bit. Two more orders decide ties. A mirrored shape numbers its
/// edges the other way round, so that all of them are counter-clockwise. The corners of a querying
/// box do not turn with the rest.
static bool isTie(const CaseAnswer *a, const CaseAnswer *b)
{
    CaseAskKind asks = casePair.a.asks[a->ask].kind;
    bool mapped = casePair.map.mirrors || casePair.map.quarters != 0;
    bool shapes = casePair.renames && (a->shape != b->shape || a->kind == CASE_DISTANCE);
    bool edges = casePair.map.mirrors && a->shape == b->shape && a->feature != b->feature;
    bool gradient = mapped && a->kind == CASE_DISTANCE && (casePair.map.mirrors || a->length < 0.0);
    bool middle = mapped && a->shape == b->shape && a->length <= 0.0 && a->shape >= 0 &&
                  (casePair.a.shapes[a->shape].radius > 0.0 || asks == CASE_NEAR);
    bool corners = mapped && a->shape == b->shape && (asks == CASE_SWEEP || asks == CASE_FITS);
    bool depths = casePair.map.mirrors && asks == CASE_FITS; // rounded: see sameLength
    return (shapes && a->kind != CASE_DISTANCE) ||
           ((shapes || edges || gradient || corners || depths || middle) && sameLength(a, b));
}

static bool tellDifference(Draw *draw, const char *what, int i)
{
    const CaseAnswer *x = &casePair.askedA.list[i], *y = &casePair.askedB.list[i];
    return drawFails(draw,
                     "another %s: answer %d, kind %d of %s %d: shape %d, fraction %.17g, time "
                     "%.17g, length %.17g, not %d of %d: %d, %.17g, %.17g, %.17g",
                     what, i, (int)x->kind, caseAskName(casePair.a.asks[x->ask].kind), x->ask,
                     x->shape, x->fraction, x->time, x->length, (int)y->kind, y->ask, y->shape,
                     y->fraction, y->time, y->length);
}

/// Orders answers by query or flight, then kind, then numbers, then shape: ties have no order.
static bool comesBefore(const CaseAnswer *a, const CaseAnswer *b)
{
    bool flies = a->kind >= CASE_HIT;
    if (a->ask != b->ask || a->kind != b->kind || flies) {
        return a->ask < b->ask || (a->ask == b->ask && !flies && a->kind < b->kind);
    }
    if (a->fraction != b->fraction || a->length != b->length) {
        return a->fraction != b->fraction ? a->fraction < b->fraction : a->length < b->length;
    }
    return a->shape < b->shape;
}

/// By insertion: answers are few, and nearly in order. Flights of one ask stay as they were.
static void sortAnswers(CaseAnswers *answers)
{
    for (int i = 1; i < answers->count; i++) {
        CaseAnswer answer = answers->list[i];
        int k = i;
        for (; k > 0 && comesBefore(&answer, &answers->list[k - 1]); k--) {
            answers->list[k] = answers->list[k - 1];
        }
        answers->list[k] = answer;
    }
}

static int nextAsk(const CaseAnswers *answers, int i)
{
    int from = answers->list[i].ask;
    while (i < answers->count && answers->list[i].ask == from) {
        i++;
    }
    return i;
}

/// A change of mode, or a hit of a corner.
static bool leansOrTurns(const CaseAnswer *a)
{
    return a->kind == CASE_MODE || (a->kind == CASE_HIT && (a->marks & 1));
}

/// The first answer of the same ask.
static int firstOf(const CaseAnswers *answers, int i)
{
    int from = answers->list[i].ask;
    while (i > 0 && answers->list[i - 1].ask == from) {
        i--;
    }
    return i;
}

bool casePairAgrees(Draw *draw)
{
    const CaseAnswers *a = &casePair.askedA, *b = &casePair.askedB;
    sortAnswers(&casePair.askedA);
    sortAnswers(&casePair.askedB);
    int i = 0, k = 0;
    while (i < a->count && k < b->count) {
        const CaseAnswer *x = &a->list[i], *y = &b->list[k];
        const char *key = keyDifference(x, y), *rest = key ? key : restDifference(x, y);
        int hits = i - firstOf(a, i);
        bool leans = casePair.flies && x->kind == y->kind && leansOrTurns(x);
        if (casePair.parks && (x->kind == CASE_MODE || y->kind == CASE_MODE)) {
            i = nextAsk(a, i);
            k = nextAsk(b, k);
            continue;
        }
        if (rest != NULL && !(leans && key == NULL) && (key != NULL || !isTie(x, y))) {
            return tellDifference(draw, rest, i);
        }
        bool sided = x->kind == CASE_HIT && casePair.flies && caseLegSidedByAxes(&casePair.a, x);
        bool over = isFirstHit(x) || leans || sided || (casePair.flies && hits == FLIGHT_HITS);
        bool skips = (rest != NULL && x->kind >= CASE_HIT) || over; // flights part here
        i = skips ? nextAsk(a, i) : i + 1;
        k = skips ? nextAsk(b, k) : k + 1;
    }
    return (i == a->count && k == b->count) ||
           drawFails(draw, "%d answers, not %d", a->count, b->count);
}

void casePairBegin(Draw *draw, int habits)
{
    casePair.map = caseMap();
    casePair.once = casePair.flies = casePair.parks = casePair.renames = false;
    caseDraw(&casePair.a, draw, habits);
}

/// How many shapes the start of a bullet touches, within a micrometre.
static int touchedAtStart(const CaromWorld *world, const CaseAsk *shot)
{
    CaromNear found[CASE_SHAPES];
    CaromNearestQuery query = caromNearestQuery();
    query.point = shot->at;
    query.within = shot->radius + 0x1p-20;
    int count = caromWorldNearest(world, &query, found, CASE_SHAPES), touched = 0;
    for (int i = 0; i < count; i++) {
        touched += fabs(found[i].distance - shot->radius) <= 0x1p-20;
    }
    return touched;
}

void casePairDropTouching(Case *scene, int least)
{
    CaseWorld built;
    int kept = 0;
    if (!caseCreate(&built, scene)) {
        return;
    }
    caseFill(&built, scene, NULL);
    for (int i = 0; i < scene->askCount; i++) {
        const CaseAsk *asked = &scene->asks[i];
        if (asked->kind != CASE_BULLET || touchedAtStart(built.world, asked) < least) {
            scene->asks[kept++] = *asked;
        }
    }
    scene->askCount = kept;
    caseFree(&built);
}
