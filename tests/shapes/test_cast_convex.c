// SPDX-License-Identifier: MIT
// Casts of convex shapes, turning or not, against any shape. Oracle: caromShapesDistance (which has
// its own) of the shape where it is at a time. Nothing changes it faster than the fastest corner
// moves, so marching by it proves that nothing was passed by more than a stated hair.
#include "../support/pair_shapes.h"

#include "../../shapes/path.h"

#include <stdlib.h>

typedef struct Case {
    PairKind kind;
    PairShape moving, target;
    CaromVec2 translation, pivot;
    double angle;
    int seed, round;
} Case;

#define CHECK_MOVE(condition)                                                                      \
    ck_assert_msg(condition, "%s\nround %d of seed %d, kind %d, types %d %d, angle %g",            \
                  #condition, c->round, c->seed, (int)c->kind, (int)c->moving.geometry.type,       \
                  (int)c->target.geometry.type, c->angle)

static double anyWay(TestRandom *random, PairKind kind)
{
    bool isLattice = kind == PAIR_LATTICE || kind == PAIR_NUDGED;
    double unit = pairUnit(kind);
    return isLattice ? testRandomInt(random, -8, 8) : testRandomRange(random, -12.0, 12.0) * unit;
}

static Case anyCase(TestRandom *random, bool turns, int seed, int round)
{
    Case c = {
        .kind = (PairKind)testRandomInt(random, 0, PAIR_KINDS - 1), .seed = seed, .round = round};
    c.moving = pairShape(random, c.kind, (PairForm)testRandomInt(random, 0, PAIR_CONVEX));
    c.target = pairShape(random, c.kind, (PairForm)testRandomInt(random, 0, PAIR_FORMS - 1));
    c.translation.x = anyWay(random, c.kind);
    c.translation.y = testRandomInt(random, 0, 3) ? anyWay(random, c.kind) : 0.0;
    if (testRandomInt(random, 0, 49) == 0) {
        c.translation.x = c.translation.y = 0.0;
    }
    if (turns) {
        static const double angles[] = {0.0, 1e-9, 0.1, -1.5707963267948966, 3.0, -9.0};
        int which = testRandomInt(random, 0, 7);
        c.angle = which < 6 ? angles[which] : testRandomRange(random, -4.0, 4.0);
        c.pivot = c.moving.points[0];
        c.pivot.x += testRandomInt(random, 0, 1) ? anyWay(random, c.kind) : 0.0;
    }
    return c;
}

static PairShape placedAt(const Case *c, double fraction)
{
    PairShape placed = c->moving;
    double turn = fraction * c->angle, cosine = cos(turn), sine = sin(turn);
    for (int i = 0; i < placed.geometry.count; i++) {
        CaromVec2 *p = &placed.points[i];
        double x = p->x - c->pivot.x, y = p->y - c->pivot.y;
        if (c->angle != 0.0) {
            p->x = c->pivot.x + (cosine * x - sine * y);
            p->y = c->pivot.y + (sine * x + cosine * y);
        }
        p->x += fraction * c->translation.x;
        p->y += fraction * c->translation.y;
    }
    return placed;
}

static double gapAt(Case *c, double fraction)
{
    PairShape placed = placedAt(c, fraction);
    return caromShapesDistance(pairGeometry(&c->target), pairGeometry(&placed)).distance;
}

/// [m] the way of its fastest corner, at most.
static double wayOf(const Case *c)
{
    double arm = 0.0;
    for (int i = 0; i < c->moving.geometry.count && c->angle != 0.0; i++) {
        CaromVec2 p = c->moving.points[i];
        arm = fmax(arm, hypot(p.x - c->pivot.x, p.y - c->pivot.y));
    }
    return hypot(c->translation.x, c->translation.y) + fabs(c->angle) * arm;
}

static bool cast(Case *c, CaromInside inside, CaromConvexHit *hit)
{
    const CaromGeometry *moving = pairGeometry(&c->moving), *target = pairGeometry(&c->target);
    return caromCastTurning(moving, c->pivot, c->translation, c->angle, target, inside, hit);
}

/// [m] places along the way: coordinates of 40 units, angles, turned by libm here; and what
/// crPlaceTolerance takes for one place.
static double toleranceOf(const Case *c)
{
    return pairTolerance(c->kind) * (64.0 + 64.0 * fabs(c->angle)) + 0x1p-43;
}

/// Nothing is passed between two fractions: steps of the gap, or of a hair where it is less.
static void checkFree(Case *c, double from, double to)
{
    double way = wayOf(c), hair = 2e-3 * pairUnit(c->kind), fraction = from;
    while (fraction < to) {
        double gap = gapAt(c, fraction);
        CHECK_MOVE(gap > -toleranceOf(c));
        fraction += fmax(gap, hair) / way;
    }
    CHECK_MOVE(gapAt(c, to) > -toleranceOf(c));
}

static void checkTouches(Case *c, const CaromConvexHit *hit)
{
    double tolerance = toleranceOf(c), length = hypot(hit->normal.x, hit->normal.y);
    CHECK_MOVE(hit->fraction >= 0.0 && hit->fraction <= 1.0);
    CHECK_MOVE(fabs(gapAt(c, hit->fraction)) < tolerance && fabs(length - 1.0) < 1e-14);
    CaromVec2 inner = {hit->point.x - c->target.geometry.radius * hit->normal.x,
                       hit->point.y - c->target.geometry.radius * hit->normal.y};
    CHECK_MOVE(hit->startsInside || pairDistanceTo(&c->target, inner) < tolerance);
}

static void checkStartInside(Case *c, double depth)
{
    double tolerance = toleranceOf(c);
    CaromConvexHit hit, exit, later;
    CHECK_MOVE(cast(c, CAROM_INSIDE_HIT, &hit));
    CHECK_MOVE(hit.startsInside && hit.fraction == 0.0 && fabs(hit.depth - depth) < tolerance);
    bool leaves = cast(c, CAROM_INSIDE_EXIT, &exit);
    CHECK_MOVE(leaves || gapAt(c, 1.0) <= tolerance);
    bool hitsLater = cast(c, CAROM_INSIDE_IGNORE, &later);
    CHECK_MOVE(!hitsLater || (leaves && later.fraction > exit.fraction && !later.startsInside));
    if (leaves) {
        checkTouches(c, &exit);
        for (int k = 1; k < 16; k++) {
            CHECK_MOVE(gapAt(c, exit.fraction * k / 16) < tolerance);
        }
        checkFree(c, exit.fraction, hitsLater ? later.fraction : 1.0);
    }
    if (hitsLater) {
        checkTouches(c, &later);
    }
}

static void checkCast(Case *c)
{
    double start = gapAt(c, 0.0), tolerance = toleranceOf(c);
    CaromConvexHit hit;
    if (start < -tolerance) {
        checkStartInside(c, -start);
        return;
    }
    bool found = cast(c, CAROM_INSIDE_IGNORE, &hit);
    if (!found || !hit.startsInside) {
        if (found) {
            checkTouches(c, &hit);
        }
        checkFree(c, 0.0, found ? hit.fraction : 1.0);
    }
}

static void manyCasts(int seed, bool turns)
{
    TestRandom random = testRandomSeed((uint64_t)seed);
    int rounds = (getenv("CAROM_TEST_LONG") ? 64 : 1) * (turns ? 50 : 200);
    for (int round = 0; round < rounds; round++) {
        Case c = anyCase(&random, turns, seed, round);
        checkCast(&c);
    }
}

TEST_LOOP(moving_shapes_meet_at_the_first_touch, 64)
{
    manyCasts(_i, false);
}

TEST_LOOP(turning_shapes_meet_at_the_first_touch, 32)
{
    manyCasts(10000 + _i, true);
}

/// As caromWorldCastCircle: edge by edge, by the code that flies projectiles.
static bool castDisc(Case *c, double *fraction)
{
    const CaromGeometry *g = pairGeometry(&c->target);
    CrPath path = crPathMake(c->moving.points[0], c->translation, (CaromVec2){0.0, 0.0});
    *fraction = 2.0;
    for (int i = 0; i < pairEdgeCount(&c->target); i++) {
        CrEdge edge = {g->points[i], g->points[i + 1 < g->count ? i + 1 : 0],
                       g->radius + c->moving.geometry.radius, g->type == CAROM_SHAPE_POLYGON};
        if (edge.oneSided && caromPolygonWinding(g->points, g->count) < 0) {
            CaromVec2 start = edge.a;
            edge.a = edge.b;
            edge.b = start;
        }
        CrMeet meet;
        if (crPathMeets(&path, &edge, 0.0, false, &meet) && meet.tau < *fraction) {
            *fraction = meet.tau;
        }
    }
    return *fraction <= 1.0;
}

TEST_LOOP(a_circle_is_met_as_projectiles_are, 16)
{
    TestRandom random = testRandomSeed(500u + (uint64_t)_i);
    for (int round = 0; round < 300; round++) {
        Case moved = anyCase(&random, false, _i, round), *c = &moved;
        c->moving = pairShape(&random, c->kind, PAIR_CIRCLE);
        if (c->target.geometry.type == CAROM_SHAPE_REGION || gapAt(c, 0.0) < 1e-6 ||
            c->moving.geometry.radius + c->target.geometry.radius == 0.0) {
            continue; // rays end by exact signs
        }
        double fraction;
        CaromConvexHit hit = {0};
        CHECK_MOVE(castDisc(c, &fraction) == cast(c, CAROM_INSIDE_HIT, &hit));
        CHECK_MOVE(fraction > 1.0 || hit.fraction == fraction);
    }
}

TEST_LOOP(angle_0_gives_the_bits_of_a_translation, 16)
{
    TestRandom random = testRandomSeed(700u + (uint64_t)_i);
    for (int round = 0; round < 300; round++) {
        Case moved = anyCase(&random, false, _i, round), *c = &moved;
        c->pivot = c->target.points[0];
        CaromConvexHit hit = {0}, straight = {0};
        bool met = caromCastConvex(pairGeometry(&c->moving), c->translation,
                                   pairGeometry(&c->target), CAROM_INSIDE_EXIT, &straight);
        CHECK_MOVE(met == cast(c, CAROM_INSIDE_EXIT, &hit));
        CHECK_MOVE(hit.fraction == straight.fraction && hit.normal.x == straight.normal.x &&
                   hit.normal.y == straight.normal.y && hit.point.x == straight.point.x);
    }
}

// ---- by hand

static const CaromVec2 BOX[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

// A box that slides over a floor of many edges, and a rounding below it, meets no seam; the step at
// its end it does meet.
TEST(a_box_slides_over_seams_to_the_step)
{
    const CaromVec2 floor[] = {{-1, 0}, {2, 0}, {4, 0},  {7, 0},  {8, 0},
                               {8, 3},  {9, 3}, {9, -1}, {-1, -1}};
    static const CaromShapeType types[] = {CAROM_SHAPE_CHAIN, CAROM_SHAPE_LOOP,
                                           CAROM_SHAPE_POLYGON};
    CaromVec2 box[4], way = {9.0, 0.0};
    for (int i = 0; i < 3 * 5; i++) {
        CaromGeometry target = caromGeometry(types[i / 5], floor, 9, 0.0);
        CaromGeometry moving = caromGeometry(CAROM_SHAPE_POLYGON, box, 4, 0.0);
        for (int k = 0; k < 4; k++) {
            box[k] = BOX[k];
            box[k].y += (i % 5 - 2) * 0x1p-52;
        }
        CaromConvexHit hit;
        ck_assert(caromCastConvex(&moving, way, &target, CAROM_INSIDE_HIT, &hit));
        ck_assert(fabs(hit.fraction - 7.0 / 9.0) < 1e-15 && hit.normal.x == -1.0);
        ck_assert(!hit.startsInside && hit.feature == 4);
    }
}

// A needle from (1, 0) to (2, 0) turns by a quarter about the origin onto the point (0, 1.5); and,
// three quarters around, onto it from the other side.
TEST(a_needle_turns_onto_a_point)
{
    const CaromVec2 needle[] = {{1, 0}, {2, 0}}, origin = {0, 0}, point = {0, 1.5};
    const double quarter = 1.5707963267948966;
    CaromGeometry moving = caromGeometry(CAROM_SHAPE_SEGMENT, needle, 2, 0.0),
                  target = caromGeometry(CAROM_SHAPE_CIRCLE, &point, 1, 0.25);
    CaromConvexHit hit;
    double touch = asin(0.25 / 1.5); // the disc is met so much before
    ck_assert(
        caromCastTurning(&moving, origin, origin, 2.0 * quarter, &target, CAROM_INSIDE_HIT, &hit));
    ck_assert(fabs(hit.fraction * 2.0 * quarter - (quarter - touch)) < 1e-13);
    ck_assert(
        caromCastTurning(&moving, origin, origin, -4.0 * quarter, &target, CAROM_INSIDE_HIT, &hit));
    ck_assert(fabs(hit.fraction * 4.0 * quarter - (3.0 * quarter - touch)) < 1e-13);
    ck_assert(!caromCastTurning(&moving, origin, origin, 0.9 * quarter - touch, &target,
                                CAROM_INSIDE_HIT, &hit));
}

TEST(what_is_not_convex_moves_nothing)
{
    const CaromVec2 dart[] = {{0, 0}, {4, 0}, {1, 1}, {0, 4}}, way = {10, 0}, far[] = {{6, 0}};
    CaromGeometry moving = caromGeometry(CAROM_SHAPE_POLYGON, dart, 4, 0.0),
                  target = caromGeometry(CAROM_SHAPE_CIRCLE, far, 1, 1.0);
    CaromConvexHit hit = {.fraction = 7.0};
    ck_assert(!caromCastConvex(&moving, way, &target, CAROM_INSIDE_HIT, &hit));
    moving.type = CAROM_SHAPE_CHAIN;
    ck_assert(!caromCastConvex(&moving, way, &target, CAROM_INSIDE_HIT, &hit));
    CaromVec2 many[CAROM_MOVING_POINTS + 1];
    caromEllipsePoints(caromTransformIdentity(), dart[0], 1.0, many, CAROM_MOVING_POINTS + 1);
    moving = caromGeometry(CAROM_SHAPE_POLYGON, many, CAROM_MOVING_POINTS + 1, 0.0);
    ck_assert(!caromCastConvex(&moving, way, &target, CAROM_INSIDE_HIT, &hit));
    ck_assert(hit.fraction == 7.0);
    moving.count = CAROM_MOVING_POINTS; // without its last corner it still ends at x 1
    ck_assert(caromCastConvex(&moving, way, &target, CAROM_INSIDE_HIT, &hit));
    ck_assert(fabs(hit.fraction - 0.4) < 1e-4);
}

TEST(geometry_without_points_neither_moves_nor_is_met)
{
    const CaromVec2 points[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    CaromGeometry square = caromGeometry(CAROM_SHAPE_POLYGON, points, 4, 0.0),
                  nothing = caromGeometry(CAROM_SHAPE_CIRCLE, points, 0, 1.0);
    CaromConvexHit hit;
    CaromVec2 way = {4.0, 0.0};
    ck_assert(caromCastConvex(&square, way, &square, CAROM_INSIDE_HIT, &hit));
    ck_assert(hit.startsInside && hit.vertex == -1); // no end of an edge was met
    ck_assert(!caromCastConvex(&nothing, way, &square, CAROM_INSIDE_HIT, &hit));
    ck_assert(!caromCastConvex(&square, way, &nothing, CAROM_INSIDE_HIT, &hit));
}

/// A region with a hole; its points hold nothing of that but where rings end. From within the hole
/// its border is met, from without the region's outer one.
TEST(a_box_meets_the_borders_of_a_region)
{
    static const CaromVec2 points[8] = {{-4, -4}, {4, -4}, {4, 4}, {-4, 4},
                                        {-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
    static const CaromVec2 box[4] = {{-0.25, -0.25}, {0.25, -0.25}, {0.25, 0.25}, {-0.25, 0.25}};
    static const int ends[2] = {4, 8};
    static const CaromVec2 ways[4] = {{6, 0}, {0, 6}, {-6, 0}, {0, -6}};
    static const int next[8] = {1, 2, 3, 0, 5, 6, 7, 4};
    CaromGeometry target = caromGeometry(CAROM_SHAPE_REGION, points, 8, 0.0),
                  moving = caromGeometry(CAROM_SHAPE_POLYGON, box, 4, 0.0);
    target.ringEnds = ends;
    target.ringCount = 2;
    target.next = next;
    for (int k = 0; k < 4; k++) {
        CaromVec2 way = ways[k];
        double length = 6.0;
        CaromConvexHit hit;
        ck_assert(caromCastConvex(&moving, way, &target, CAROM_INSIDE_HIT, &hit));
        ck_assert(!hit.startsInside && fabs(hit.fraction - 0.75 / length) < 1e-12);
        ck_assert(fabs(caromVec2Dot(hit.normal, way) + length) < 1e-12);
    }
    CaromVec2 there[4];
    for (int k = 0; k < 4; k++) {
        there[k] = caromVec2Add(box[k], caromVec2(-8.0, 0.0));
    }
    CaromConvexHit hit;
    moving.points = there;
    ck_assert(caromCastConvex(&moving, caromVec2(8.0, 0.0), &target, CAROM_INSIDE_HIT, &hit));
    ck_assert(!hit.startsInside && fabs(hit.fraction - 3.75 / 8.0) < 1e-12);
}
