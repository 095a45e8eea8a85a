// SPDX-License-Identifier: MIT
// Oracles: segments and polygons in whole numbers (lattice.h); distances in long double over all
// pairs of edges; and moving shapes about: the translation given parts them, no shorter one does.
#include "../../shapes/shapes.h"

#include <math.h>

#include "../support/assertions.h"
#include "../support/lattice.h"

#define MAX_POINTS 9
#define PI 3.14159265358979323846

typedef struct Shape {
    CaromVec2 points[MAX_POINTS];
    CaromGeometry geometry;
} Shape;

/// Call again after a copy: the geometry points into its own shape.
static const CaromGeometry *geometryOf(Shape *shape)
{
    shape->geometry.points = shape->points;
    return &shape->geometry;
}

static Shape moved(const Shape *shape, CaromVec2 by)
{
    Shape copy = *shape;
    for (int i = 0; i < copy.geometry.count; i++) {
        copy.points[i].x += by.x;
        copy.points[i].y += by.y;
    }
    return copy;
}

static bool touchAfter(Shape *a, const Shape *b, CaromVec2 normal, double by)
{
    CaromVec2 offset = {normal.x * by, normal.y * by};
    Shape copy = moved(b, offset);
    return caromShapesTouch(geometryOf(a), geometryOf(&copy));
}

/// A convex polygon: points of an ellipse, either winding.
static void makePolygon(Shape *shape, TestRandom *random, double offset)
{
    int count = shape->geometry.count = testRandomInt(random, 3, MAX_POINTS);
    int way = testRandomInt(random, 0, 1) ? 1 : -1;
    double width = testRandomRange(random, 0.2, 4.0), height = testRandomRange(random, 0.2, 4.0);
    double x = offset + testRandomRange(random, -4, 4), y = offset + testRandomRange(random, -4, 4);
    for (int i = 0; i < count; i++) {
        double angle = way * 2.0 * PI * (i + 0.7 * testRandomUnit(random)) / count;
        shape->points[i].x = x + width * cos(angle);
        shape->points[i].y = y + height * sin(angle);
    }
}

static Shape randomShape(TestRandom *random, int type, double offset)
{
    Shape shape;
    shape.geometry.type = (CaromShapeType)type;
    shape.geometry.radius = 0.0;
    shape.geometry.count = type == CAROM_SHAPE_CIRCLE ? 1 : 2;
    if (type == CAROM_SHAPE_POLYGON) {
        makePolygon(&shape, random, offset);
        return shape;
    }
    for (int i = 0; i < shape.geometry.count; i++) {
        shape.points[i].x = offset + testRandomRange(random, -5, 5);
        shape.points[i].y = offset + testRandomRange(random, -5, 5);
    }
    if (type != CAROM_SHAPE_SEGMENT) {
        shape.geometry.radius = testRandomRange(random, 0.0, 2.0);
    }
    return shape;
}

/// The same on whole numbers: triangles or axis-aligned boxes, zero lengths and radii among them.
static Shape latticeShape(TestRandom *random, int type, int size)
{
    Shape shape;
    shape.geometry.type = (CaromShapeType)type;
    shape.geometry.radius = 0.0;
    shape.geometry.count = type == CAROM_SHAPE_CIRCLE ? 1 : (type == CAROM_SHAPE_POLYGON ? 3 : 2);
    for (int i = 0; i < shape.geometry.count; i++) {
        shape.points[i] = latticeToVec(latticeRandom(random, size));
    }
    if (type == CAROM_SHAPE_CIRCLE || type == CAROM_SHAPE_CAPSULE) {
        shape.geometry.radius = testRandomInt(random, 0, 2);
    }
    if (type != CAROM_SHAPE_POLYGON) {
        return shape;
    }
    CaromVec2 *p = shape.points;
    if (caromPolygonWinding(p, 3) == 0) {
        double x = p[0].x, y = p[0].y, w = testRandomInt(random, 1, 3),
               h = testRandomInt(random, 1, 3);
        const CaromVec2 box[] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
        for (int i = 0; i < 4; i++) {
            p[i] = box[i];
        }
        shape.geometry.count = 4;
    }
    return shape;
}

static long double distanceToSegment(CaromVec2 p, CaromVec2 a, CaromVec2 b)
{
    long double ux = (long double)b.x - a.x, uy = (long double)b.y - a.y;
    long double vx = (long double)p.x - a.x, vy = (long double)p.y - a.y;
    long double squared = ux * ux + uy * uy, t = squared > 0 ? (ux * vx + uy * vy) / squared : 0;
    t = t < 0 ? 0 : (t > 1 ? 1 : t);
    vx -= t * ux, vy -= t * uy;
    return sqrtl(vx * vx + vy * vy);
}

/// Between outlines that are apart: an end of one and an edge of the other.
static double distanceOf(const Shape *a, const Shape *b)
{
    long double least = 1e300L;
    int countA = a->geometry.count, countB = b->geometry.count;
    for (int i = 0; i < countA; i++) {
        for (int j = 0; j < countB; j++) {
            CaromVec2 p = a->points[i], q = a->points[(i + 1) % countA];
            CaromVec2 r = b->points[j], s = b->points[(j + 1) % countB];
            least = fminl(least, fminl(distanceToSegment(p, r, s), distanceToSegment(r, p, q)));
        }
    }
    return (double)(least - a->geometry.radius - b->geometry.radius);
}

/// Moving b by the translation parts the two, moving it less in any direction does not.
static void checkLeast(Shape *a, const Shape *b, CaromVec2 normal, double depth, double tolerance)
{
    ck_assert(fabs(hypot(normal.x, normal.y) - 1.0) < 1e-14);
    ck_assert(!touchAfter(a, b, normal, depth + tolerance));
    ck_assert(depth < tolerance || touchAfter(a, b, normal, depth - tolerance));
    int parted = 0;
    for (int i = 0; i < 90 && depth > tolerance; i++) {
        CaromVec2 direction = {cos(2.0 * PI * i / 90), sin(2.0 * PI * i / 90)};
        parted += !touchAfter(a, b, direction, depth - tolerance);
    }
    ck_assert_int_eq(parted, 0);
}

static void checkPair(Shape *a, Shape *b, double tolerance)
{
    CaromOverlap there = caromOverlapConvex(geometryOf(a), geometryOf(b));
    CaromOverlap back = caromOverlapConvex(geometryOf(b), geometryOf(a));
    bool touch = caromShapesTouch(geometryOf(a), geometryOf(b));
    bool exact = a->geometry.radius + b->geometry.radius == 0.0;
    ck_assert_int_eq(touch, caromShapesTouch(geometryOf(b), geometryOf(a)));
    ck_assert(there.overlap == touch || (!exact && fabs(there.depth) < tolerance));
    ck_assert(there.overlap == back.overlap && there.depth == back.depth);
    if (!there.overlap) {
        ck_assert(there.depth <= 0.0 && fabs(there.depth + distanceOf(a, b)) < tolerance);
        ck_assert(fabs(hypot(there.normal.x, there.normal.y) - 1.0) < 1e-14);
        CaromVec2 closer = {there.normal.x * there.depth, there.normal.y * there.depth};
        Shape touching = moved(b, closer);
        ck_assert(fabs(distanceOf(a, &touching)) < tolerance);
        return;
    }
    ck_assert(there.depth >= 0.0);
    checkLeast(a, b, there.normal, there.depth, tolerance);
    checkLeast(b, a, back.normal, back.depth, tolerance);
}

TEST_SEEDS(random_pairs_part_by_the_least_translation, 128)
{
    double offset = _i % 64 < 48 ? 0.0 : 1e6;
    for (int round = 0; round < 15; round++) {
        Shape a = randomShape(&random, _i % 4, offset),
              b = randomShape(&random, _i / 4 % 4, offset);
        checkPair(&a, &b, 1e-12 + 1e-14 * offset);
    }
}

TEST_SEEDS(lattice_pairs_part_by_the_least_translation, 128)
{
    for (int round = 0; round < 30; round++) {
        Shape a = latticeShape(&random, _i % 4, 4), b = latticeShape(&random, _i / 4 % 4, 4);
        checkPair(&a, &b, 1e-12);
    }
}

// ---- exact touching, concave polygons included

typedef struct LatticeShape {
    LatticePoint points[MAX_POINTS];
    Shape shape;
} LatticeShape;

static bool isSimple(const Shape *shape)
{
    return caromPolygonValidate(shape->points, shape->geometry.count, NULL) == CAROM_OK;
}

/// A segment (zero length now and then) or a simple polygon of 3 to 6 points.
static LatticeShape randomLatticeShape(TestRandom *random, int size)
{
    LatticeShape made;
    do {
        int count = testRandomInt(random, 2, 6);
        made.shape.geometry.count = count;
        made.shape.geometry.type = count == 2 ? CAROM_SHAPE_SEGMENT : CAROM_SHAPE_POLYGON;
        made.shape.geometry.radius = 0.0;
        for (int i = 0; i < count; i++) {
            made.points[i] = latticeRandom(random, size);
            made.shape.points[i] = latticeToVec(made.points[i]);
        }
    } while (made.shape.geometry.count > 2 && !isSimple(&made.shape));
    return made;
}

static bool expectTouch(const LatticeShape *a, const LatticeShape *b)
{
    int countA = a->shape.geometry.count, countB = b->shape.geometry.count;
    for (int i = 0; i < countA; i++) {
        for (int j = 0; j < countB; j++) {
            if (latticeSegmentsTouch(a->points[i], a->points[(i + 1) % countA], b->points[j],
                                     b->points[(j + 1) % countB])) {
                return true;
            }
        }
    }
    return latticeInPolygon(a->points[0], b->points, countB) ||
           latticeInPolygon(b->points[0], a->points, countA);
}

TEST_SEEDS(touching_agrees_with_whole_numbers, 16)
{
    int touching = 0;
    const int rounds = 2000;
    for (int round = 0; round < rounds; round++) {
        LatticeShape a = randomLatticeShape(&random, 6), b = randomLatticeShape(&random, 6);
        bool expected = expectTouch(&a, &b);
        const CaromGeometry *first = geometryOf(&a.shape), *second = geometryOf(&b.shape);
        ck_assert_int_eq(caromShapesTouch(first, second), expected);
        if (caromPolygonIsConvex(a.shape.points, first->count) == (first->count > 2) &&
            caromPolygonIsConvex(b.shape.points, second->count) == (second->count > 2)) {
            ck_assert_int_eq(caromOverlapConvex(first, second).overlap, expected);
        }
        touching += expected;
    }
    ck_assert(touching > rounds / 10 && touching < rounds * 9 / 10);
}

// ---- by hand

static Shape makeShape(CaromShapeType type, const CaromVec2 *points, int count, double radius)
{
    Shape shape;
    for (int i = 0; i < count; i++) {
        shape.points[i] = points[i];
    }
    shape.geometry.type = type;
    shape.geometry.count = count;
    shape.geometry.radius = radius;
    return shape;
}

TEST(concentric_and_collinear_shapes_have_an_axis)
{
    const CaromVec2 p[] = {{1, 1}, {1, 1}}, line[] = {{0, 0}, {4, 0}}, along[] = {{3, 0}, {9, 0}};
    Shape circle = makeShape(CAROM_SHAPE_CIRCLE, p, 1, 2.0),
          point = makeShape(CAROM_SHAPE_SEGMENT, p, 2, 0.0);
    CaromOverlap overlap = caromOverlapConvex(geometryOf(&circle), geometryOf(&circle));
    ck_assert(overlap.overlap && overlap.depth == 4.0 && overlap.normal.x == 1.0);
    overlap = caromOverlapConvex(geometryOf(&point), geometryOf(&point));
    ck_assert(overlap.overlap && overlap.depth == 0.0 && overlap.normal.x == 1.0);
    Shape wide = makeShape(CAROM_SHAPE_CAPSULE, line, 2, 1.0),
          thin = makeShape(CAROM_SHAPE_SEGMENT, along, 2, 0.0);
    overlap = caromOverlapConvex(geometryOf(&wide), geometryOf(&thin));
    ck_assert(overlap.overlap && overlap.depth == 1.0 && overlap.normal.x == 0.0);
    Shape away = makeShape(CAROM_SHAPE_SEGMENT, along, 2, 0.0);
    away.points[0].x = 6.5;
    overlap = caromOverlapConvex(geometryOf(&wide), geometryOf(&away));
    ck_assert(!overlap.overlap && overlap.depth == -1.5 && overlap.normal.x == 1.0);
    overlap = caromOverlapConvex(geometryOf(&away), geometryOf(&wide));
    ck_assert(!overlap.overlap && overlap.depth == -1.5 && overlap.normal.x == -1.0);
}

TEST(neighbours_on_a_grid_touch)
{
    const CaromVec2 box[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    Shape a = makeShape(CAROM_SHAPE_POLYGON, box, 4, 0.0);
    for (int x = -2; x <= 2; x++) {
        for (int y = -2; y <= 2; y++) {
            const CaromVec2 by = {x, y};
            Shape b = moved(&a, by);
            CaromOverlap overlap = caromOverlapConvex(geometryOf(&a), geometryOf(&b));
            ck_assert_int_eq(overlap.overlap, x * x <= 1 && y * y <= 1);
            ck_assert(overlap.depth ==
                      (x == 0 && y == 0 ? 1.0 : (overlap.overlap ? 0.0 : overlap.depth)));
            ck_assert(overlap.normal.x * x + overlap.normal.y * y >= 0.0);
        }
    }
    const CaromVec2 gap = {nextafter(1.0, 2.0), 0};
    Shape b = moved(&a, gap);
    CaromOverlap overlap = caromOverlapConvex(geometryOf(&a), geometryOf(&b));
    ck_assert(!overlap.overlap && overlap.depth == -0x1p-52 && overlap.normal.x == 1.0);
}

// A centre within the last place of an edge, on either side: the normal is that of the edge, never
// its opposite, and the circle leaves by its radius.
TEST_SEEDS(a_centre_on_an_edge_leaves_outward, 32)
{
    for (int round = 0; round < 100; round++) {
        Shape polygon = randomShape(&random, CAROM_SHAPE_POLYGON, _i % 2 ? 1e5 : 0.0), circle;
        int count = polygon.geometry.count, edge = testRandomInt(&random, 0, count - 1);
        CaromVec2 a = polygon.points[edge], b = polygon.points[(edge + 1) % count];
        double t = round % 4 == 0 ? 1.0 : testRandomUnit(&random);
        CaromVec2 p = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        for (int i = testRandomInt(&random, -2, 2); i != 0; i += i < 0 ? 1 : -1) {
            p.x = nextafter(p.x, i * 1e30);
            p.y = nextafter(p.y, testRandomInt(&random, 0, 1) ? 1e30 : -1e30);
        }
        circle = makeShape(CAROM_SHAPE_CIRCLE, &p, 1, 1.0);
        CaromOverlap overlap = caromOverlapConvex(geometryOf(&polygon), geometryOf(&circle));
        ck_assert(overlap.overlap && fabs(overlap.depth - 1.0) < 1e-9);
        ck_assert(!touchAfter(&polygon, &circle, overlap.normal, overlap.depth + 1e-9));
    }
}

// Polygons and segments that touch or do not by units of the last place: overlap is exact, and the
// depth, which is rounded, does not gainsay it.
TEST_SEEDS(contact_is_exact_in_the_last_place, 16)
{
    int touching = 0;
    for (int round = 0; round < 200; round++) {
        Shape polygon = randomShape(&random, CAROM_SHAPE_POLYGON, 0.0);
        int edge = testRandomInt(&random, 0, polygon.geometry.count - 1);
        CaromVec2 a = polygon.points[edge], b = polygon.points[(edge + 1) % polygon.geometry.count];
        double t = testRandomUnit(&random),
               way = caromPolygonWinding(polygon.points, polygon.geometry.count);
        CaromVec2 p = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        const CaromVec2 spike[] = {{nextafter(p.x, 1e30), p.y},
                                   {p.x + way * (b.y - a.y), p.y - way * (b.x - a.x)}};
        Shape segment = makeShape(CAROM_SHAPE_SEGMENT, spike, 2, 0.0);
        CaromOverlap overlap = caromOverlapConvex(geometryOf(&polygon), geometryOf(&segment));
        ck_assert_int_eq(overlap.overlap,
                         caromShapesTouch(geometryOf(&polygon), geometryOf(&segment)));
        ck_assert(fabs(overlap.depth) < 1e-14);
        ck_assert(overlap.overlap ? overlap.depth >= 0.0 : overlap.depth <= 0.0);
        touching += overlap.overlap;
    }
    ck_assert(touching > 20 && touching < 180);
}

TEST(broken_geometry_touches_nothing)
{
    const CaromVec2 p[] = {{0, 0}, {1, 0}};
    const CaromGeometry good = caromGeometry(CAROM_SHAPE_CIRCLE, p, 1, 1.0);
    const CaromGeometry none = caromGeometry(CAROM_SHAPE_POLYGON, p, 0, 0.0),
                        null = caromGeometry(CAROM_SHAPE_CIRCLE, NULL, 1, 1.0);
    const CaromGeometry half = caromGeometry(CAROM_SHAPE_SEGMENT, p, 1, 0.0);
    const CaromGeometry *broken[] = {&none, &null, &half};
    for (int i = 0; i < 3; i++) {
        ck_assert(!caromShapesTouch(&good, broken[i]) && !caromShapesTouch(broken[i], &good));
        ck_assert(!caromOverlapConvex(&good, broken[i]).overlap &&
                  !caromOverlapConvex(broken[i], &good).overlap);
    }
}

TEST(what_is_many_pieces_has_no_overlap)
{
    static const int ends[] = {4};
    const CaromVec2 points[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    CaromGeometry square = caromGeometry(CAROM_SHAPE_POLYGON, points, 4, 0.0),
                  region = caromGeometry(CAROM_SHAPE_REGION, points, 4, 0.0),
                  chain = caromGeometry(CAROM_SHAPE_CHAIN, points, 4, 0.0);
    region.ringEnds = ends;
    region.ringCount = 1;
    const CaromGeometry *others[] = {&region, &chain};
    ck_assert(caromOverlapConvex(&square, &square).overlap);
    for (int k = 0; k < 2; k++) {
        ck_assert(!caromOverlapConvex(&square, others[k]).overlap);
        ck_assert(!caromOverlapConvex(others[k], &square).overlap);
    }
}

// Two tiles far apart, in one outline without rings: each of them may be the one that lies within.
TEST(what_is_many_pieces_touches_what_one_of_them_lies_in)
{
    static const CaromVec2 points[8] = {{0, 0},  {1, 0},  {1, 1},  {0, 1},
                                        {10, 0}, {11, 0}, {11, 1}, {10, 1}};
    static const int next[8] = {1, 2, 3, 0, 5, 6, 7, 4};
    CaromGeometry tiles = caromGeometry(CAROM_SHAPE_TILES, points, 8, 0.0);
    tiles.next = next;
    for (int k = -3; k < 6; k++) {
        double x = 5.0 * k;
        CaromVec2 box[4] = {{x - 2, -1}, {x + 2, -1}, {x + 2, 2}, {x - 2, 2}};
        CaromGeometry around = caromGeometry(CAROM_SHAPE_POLYGON, box, 4, 0.0);
        bool touch = k == 0 || k == 2;
        ck_assert_int_eq(caromShapesTouch(&tiles, &around), touch);
        ck_assert_int_eq(caromShapesTouch(&around, &tiles), touch);
    }
}
