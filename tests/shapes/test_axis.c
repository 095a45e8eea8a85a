// SPDX-License-Identifier: MIT
// The axis between convex polygons of many corners has the bits that the loops over all pairs of
// an edge and a corner give. Oracle: those loops, which sides take that do not count as many.
#include "../../shapes/axis.h"

#include <math.h>
#include <string.h>

#include "../../shapes/convex_piece.h"
#include "../support/assertions.h"
#include "../support/lattice.h"

#define MOST 96
#define PI 3.14159265358979323846

typedef struct Polygon {
    CaromVec2 points[MOST];
    int count;
} Polygon;

// ---- polygons

static double angleOf(TestRandom *random, int i, int count, int way)
{
    double jitter = way == 0 ? 0.0 : 0.9 * testRandomUnit(random);
    return 2.0 * PI * (i + jitter) / count;
}

/// Of an ellipse, from a circle to a needle, with corners in even or uneven steps.
static Polygon ellipse(TestRandom *random)
{
    Polygon p;
    double flat = testRandomInt(random, 0, 1) ? 1.0 : testRandomSize(random, 1e-9, 1.0);
    double tilt = testRandomInt(random, 0, 1) ? 0.0 : testRandomRange(random, 0.0, 2.0 * PI);
    int way = testRandomInt(random, 0, 1);
    p.count = testRandomInt(random, 3, MOST);
    for (int i = 0; i < p.count; i++) {
        double angle = angleOf(random, i, p.count, way);
        double x = cos(angle), y = flat * sin(angle);
        p.points[i] = caromVec2(cos(tilt) * x - sin(tilt) * y, sin(tilt) * x + cos(tilt) * y);
    }
    return p;
}

/// In whole numbers: a square with all corners along its sides, or arcs of a parabola there and
/// back. Many corners in one line, and equal distances.
static Polygon lattice(TestRandom *random)
{
    static const CaromVec2 steps[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    Polygon p;
    int side = testRandomInt(random, 1, MOST / 4), bends = testRandomInt(random, 0, 1);
    CaromVec2 at = {0.0, 0.0};
    p.count = 4 * side;
    for (int i = 0; i < p.count; i++) {
        int quarter = i / side, k = i % side;
        CaromVec2 along = steps[quarter], inward = steps[(quarter + 1) % 4];
        p.points[i] = at;
        at = crAddScaled(at, along, bends ? side - k : 1);
        at = crAddScaled(at, inward, bends ? k : 0);
    }
    return p;
}

/// Corners on the sides of a triangle, out of line by the last digits or a little more; the hull
/// keeps those that stand out.
static Polygon nearlyInLine(TestRandom *random)
{
    Polygon p;
    double out = testRandomSize(random, 1e-17, 1e-6);
    CaromVec2 ends[3];
    for (int k = 0; k < 3; k++) {
        ends[k] = caromVec2(cos(2.1 * k + 0.3), sin(2.1 * k + 0.3));
    }
    for (int i = 0; i < MOST; i++) {
        double t = testRandomUnit(random);
        CaromVec2 a = ends[i % 3], b = ends[(i + 1) % 3];
        CaromVec2 on = crAddScaled(a, crSub(b, a), t);
        p.points[i] = crAddScaled(on, crRight(crSub(b, a)), out * t * (1.0 - t));
    }
    p.count = caromHull(p.points, MOST);
    return p;
}

static void repeatSome(TestRandom *random, Polygon *p)
{
    for (int k = testRandomInt(random, 0, 3); k > 0 && p->count < MOST; k--) {
        int at = testRandomInt(random, 0, p->count - 1);
        memmove(p->points + at + 1, p->points + at, sizeof *p->points * (size_t)(p->count - at));
        p->count++;
    }
}

/// Begins at any corner, in either direction.
static void shuffle(TestRandom *random, Polygon *p)
{
    Polygon copy = *p;
    int first = testRandomInt(random, 0, p->count - 1), way = testRandomInt(random, 0, 1);
    for (int i = 0; i < p->count; i++) {
        p->points[i] = copy.points[(first + (way ? i : p->count - i)) % p->count];
    }
}

static void place(Polygon *p, double size, CaromVec2 at)
{
    for (int i = 0; i < p->count; i++) {
        p->points[i] = crAddScaled(at, p->points[i], size);
    }
}

static Polygon randomPolygon(TestRandom *random)
{
    int kind = testRandomInt(random, 0, 3);
    Polygon p = kind == 0 ? lattice(random) : kind == 1 ? nearlyInLine(random) : ellipse(random);
    if (testRandomInt(random, 0, 3) == 0) {
        repeatSome(random, &p);
    }
    shuffle(random, &p);
    return p;
}

// ---- pairs

typedef struct Two {
    Polygon a, b;
} Two;

static double widthOf(const Polygon *p)
{
    CaromBox box = caromBoxOfPoints(p->points, p->count);
    return box.max.x - box.min.x;
}

static CrSide sideOf(const Polygon *p, bool isMany)
{
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, p->points, p->count, 0.0);
    CrSide side = crSideOf(&geometry);
    side.isMany = isMany && caromPolygonIsConvex(p->points, p->count);
    return side;
}

/// How to move b so that its deepest corner falls on an edge of a, as far as rounding lets it.
static CaromVec2 ontoAnEdge(TestRandom *random, const Two *two)
{
    CrSide a = sideOf(&two->a, false), b = sideOf(&two->b, false);
    CaromVec2 from, to, deepest = two->b.points[0];
    crSideEdge(&a, testRandomInt(random, 0, two->a.count - 1), &from, &to);
    CaromVec2 outward = crRight(crSub(to, from));
    for (int i = 1; i < b.outline.count; i++) {
        CaromVec2 p = two->b.points[i];
        deepest = crDot(crSub(p, deepest), outward) < 0.0 ? p : deepest;
    }
    return crSub(crAddScaled(from, crSub(to, from), testRandomUnit(random)), deepest);
}

/// As the kind says: anywhere near, side by side to the last digits, far away, the same twice, or a
/// corner on an edge.
static Two randomTwo(TestRandom *random)
{
    Two two = {randomPolygon(random), randomPolygon(random)};
    int kind = testRandomInt(random, 0, 5);
    if (kind == 4) {
        two.b = two.a;
        shuffle(random, &two.b);
    }
    double width = 0.5 * (widthOf(&two.a) + widthOf(&two.b)), apart = 0.0;
    if (kind == 1 || kind == 4) {
        int way = testRandomInt(random, -1, 1);
        apart = width * (1.0 + way * testRandomSize(random, 1e-17, 1e-3));
    }
    double y = testRandomInt(random, 0, 1) ? 0.0 : testRandomRange(random, -1.0, 1.0);
    CaromVec2 by = kind == 0   ? caromVec2(width * testRandomRange(random, -1.5, 1.5), width * y)
                   : kind == 2 ? caromVec2(1e3 * width * y, 1e5 * width)
                               : caromVec2(apart, kind == 3 ? width * y : 0.0);
    place(&two.b, 1.0, kind == 5 ? ontoAnEdge(random, &two) : by);
    return two;
}

/// Sizes of both, and how far off the origin they are.
static void placeTwo(TestRandom *random, Two *two)
{
    static const double sizes[] = {1e-3, 1e6, 1e-90, 1e-105, 1e-150, 1e-306, 1e90, 1e120, 1e300};
    double size = testRandomInt(random, 0, 7) ? 1.0 : sizes[testRandomInt(random, 0, 8)];
    double off = testRandomInt(random, 0, 1) ? 0.0 : size * testRandomSize(random, 1.0, 1e9);
    CaromVec2 at = {off, -0.7 * off};
    if (testRandomInt(random, 0, 7) == 0) {
        place(&two->b, testRandomSize(random, 1e-9, 1.0), caromVec2(0.0, 0.0));
    }
    place(&two->a, size, at);
    place(&two->b, size, at);
}

// ---- bits

static uint64_t bitsOf(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void assertSameAxis(CrAxis found, CrAxis expected, int seed)
{
    ck_assert_msg(bitsOf(found.gap) == bitsOf(expected.gap), "%d: gap %a, not %a", seed, found.gap,
                  expected.gap);
    ck_assert_msg(found.edge == expected.edge && found.point == expected.point &&
                      found.edgeIsOfB == expected.edgeIsOfB && found.apart == expected.apart,
                  "%d: edge %d of %d, point %d, not %d of %d, %d", seed, found.edge,
                  found.edgeIsOfB, found.point, expected.edge, expected.edgeIsOfB, expected.point);
    ck_assert_msg(bitsOf(found.normal.x) == bitsOf(expected.normal.x) &&
                      bitsOf(found.normal.y) == bitsOf(expected.normal.y),
                  "%d: normal %a %a, not %a %a", seed, found.normal.x, found.normal.y,
                  expected.normal.x, expected.normal.y);
}

/// Each of the two may be of few corners.
static void assertSameBits(const Two *two, bool manyA, bool manyB, int seed)
{
    CrSide a = sideOf(&two->a, manyA), b = sideOf(&two->b, manyB);
    CrSide slowA = sideOf(&two->a, false), slowB = sideOf(&two->b, false);
    bool apart = crSidesAreApart(&slowA, &slowB);
    ck_assert_msg(crSidesAreApart(&a, &b) == apart, "%d: apart is not %d", seed, apart);
    assertSameAxis(crAxisOfOverlap(&a, &b, NULL, NULL), crAxisOfOverlap(&slowA, &slowB, NULL, NULL),
                   seed);
    if (apart) {
        assertSameAxis(crAxisOfDistance(&a, &b), crAxisOfDistance(&slowA, &slowB), seed);
    }
}

enum { ROUNDS = 500 };

TEST_LOOP(many_corners_have_the_bits_of_all_pairs, 8)
{
    for (int k = 0; k < ROUNDS; k++) {
        int seed = _i * ROUNDS + k;
        TestRandom random = testRandomSeed((uint64_t)seed);
        Two two = randomTwo(&random);
        placeTwo(&random, &two);
        assertSameBits(&two, true, true, seed);
        assertSameBits(&two, k % 2, k % 2 == 0, seed);
    }
}

/// Circles, capsules and polygons of few corners, and rounded ones: by the calls that games make.
TEST_LOOP(many_corners_answer_like_their_pieces, 4)
{
    for (int k = 0; k < ROUNDS; k++) {
        TestRandom random = testRandomSeed((uint64_t)(_i * ROUNDS + k));
        Two two = randomTwo(&random);
        int count = testRandomInt(&random, 1, 2);
        CaromShapeType type = count == 1 ? CAROM_SHAPE_CIRCLE : CAROM_SHAPE_CAPSULE;
        double radius = testRandomInt(&random, 0, 1) ? 0.0 : testRandomUnit(&random);
        CaromGeometry a = caromGeometry(CAROM_SHAPE_POLYGON, two.a.points, two.a.count, radius);
        CaromGeometry b = caromGeometry(k % 2 ? type : CAROM_SHAPE_POLYGON, two.b.points,
                                        k % 2 ? count : two.b.count, 0.5 * radius);
        if (!caromPolygonIsConvex(a.points, a.count) ||
            (k % 2 == 0 && !caromPolygonIsConvex(b.points, b.count))) {
            continue;
        }
        CrSide sideA = crSideOf(&a), sideB = crSideOf(&b);
        bool swapped = crGeometryComesBefore(&b, &a);
        CrAxis axis = swapped ? crAxisBetween(&sideB, &sideA) : crAxisBetween(&sideA, &sideB);
        CaromDistance distance = caromShapesDistance(&a, &b);
        CaromOverlap overlap = caromOverlapConvex(&a, &b);
        CaromVec2 normal = swapped ? crNegate(axis.normal) : axis.normal;
        ck_assert(bitsOf(distance.distance) == bitsOf(-(a.radius + b.radius - axis.gap)));
        ck_assert(bitsOf(distance.normal.x) == bitsOf(normal.x));
        ck_assert(bitsOf(distance.normal.y) == bitsOf(normal.y));
        ck_assert(bitsOf(overlap.depth) == bitsOf(a.radius + b.radius - axis.gap));
        ck_assert(bitsOf(overlap.normal.x) == bitsOf(normal.x));
        ck_assert(bitsOf(overlap.normal.y) == bitsOf(normal.y));
    }
}

/// Oracle: the same points as loops, with all pairs of edges tried. Loops have no inside: where no
/// border is met, the test is whether a corner of one lies within the other.
TEST_LOOP(many_corners_touch_like_their_borders, 4)
{
    for (int k = 0; k < ROUNDS; k++) {
        int seed = _i * ROUNDS + k;
        TestRandom random = testRandomSeed((uint64_t)seed);
        Two two = randomTwo(&random);
        placeTwo(&random, &two);
        CrSide sideA = sideOf(&two.a, true), sideB = sideOf(&two.b, true);
        if (!sideA.isMany || !sideB.isMany) {
            continue;
        }
        CaromVec2 *a = two.a.points, *b = two.b.points;
        bool within =
            caromPointInPolygon(a[0], b, two.b.count) || caromPointInPolygon(b[0], a, two.a.count);
        double gap = crMax(crAxisBetween(&sideA, &sideB).gap, 0.0);
        double radii[] = {0.0, gap, gap * (1.0 - DBL_EPSILON), 0.9 * gap, 1.1 * gap};
        for (int r = 0; r < 5; r++) {
            CaromGeometry loopA = caromGeometry(CAROM_SHAPE_LOOP, a, two.a.count, radii[r]);
            CaromGeometry loopB = caromGeometry(CAROM_SHAPE_LOOP, b, two.b.count, 0.0);
            CaromGeometry solidA = caromGeometry(CAROM_SHAPE_POLYGON, a, two.a.count, radii[r]);
            CaromGeometry solidB = caromGeometry(CAROM_SHAPE_POLYGON, b, two.b.count, 0.0);
            bool expected = within || caromShapesTouch(&loopA, &loopB);
            ck_assert_msg(caromShapesTouch(&solidA, &solidB) == expected, "%d, radius %d", seed, r);
        }
    }
}
