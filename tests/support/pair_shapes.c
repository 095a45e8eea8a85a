// SPDX-License-Identifier: MIT
#include "pair_shapes.h"

#define PI 3.14159265358979323846

double pairUnit(PairKind kind)
{
    return kind == PAIR_TINY ? 1e-6 : 1.0;
}

double pairTolerance(PairKind kind)
{
    static const double tolerances[PAIR_KINDS] = {1e-13, 1e-13, 1e-13, 1e-19, 1e-8};
    return tolerances[kind] * 4.0;
}

const CaromGeometry *pairGeometry(PairShape *shape)
{
    shape->geometry.points = shape->points;
    return &shape->geometry;
}

PairShape pairMoved(const PairShape *shape, CaromVec2 by)
{
    PairShape moved = *shape;
    for (int i = 0; i < moved.geometry.count; i++) {
        moved.points[i].x += by.x;
        moved.points[i].y += by.y;
    }
    return moved;
}

static double nudge(TestRandom *random, double x)
{
    int way = testRandomInt(random, -1, 1);
    return way == 0 ? x : nextafter(x, way * 1e30);
}

static CaromVec2 anyPlace(TestRandom *random, PairKind kind, double extent)
{
    if (kind == PAIR_LATTICE || kind == PAIR_NUDGED) {
        int most = (int)extent;
        CaromVec2 p = {testRandomInt(random, -most, most), testRandomInt(random, -most, most)};
        if (kind == PAIR_NUDGED) {
            p.x = nudge(random, p.x);
            p.y = nudge(random, p.y);
        }
        return p;
    }
    double unit = pairUnit(kind) * extent;
    CaromVec2 p = {testRandomRange(random, -unit, unit), testRandomRange(random, -unit, unit)};
    if (kind == PAIR_FAR) {
        p.x += 3e6;
        p.y -= 1e6;
    }
    return p;
}

/// A ring around a place: points of an ellipse, or of a star; either winding.
static void makeRing(PairShape *shape, TestRandom *random, PairKind kind, bool convex)
{
    double unit = pairUnit(kind);
    CaromVec2 center = anyPlace(random, kind, 4.0);
    int count = testRandomInt(random, convex ? 3 : 4, PAIR_POINTS);
    double way = testRandomInt(random, 0, 1) ? 1.0 : -1.0;
    double width = unit * testRandomRange(random, 0.2, 4.0);
    double height = unit * testRandomRange(random, 0.2, 4.0);
    for (int i = 0; i < count; i++) {
        double angle = way * 2.0 * PI * (i + 0.6 * testRandomUnit(random)) / count;
        double size = convex ? 1.0 : testRandomRange(random, 0.2, 1.0);
        shape->points[i].x = center.x + size * width * cos(angle);
        shape->points[i].y = center.y + size * height * sin(angle);
    }
    shape->geometry.count = count;
}

/// Boxes, an L, a U with collinear corners, whole numbers.
static void makeLatticeRing(PairShape *shape, TestRandom *random, PairKind kind, bool convex)
{
    static const signed char convexes[][PAIR_POINTS][2] = {
        {{0, 0}, {2, 0}, {2, 1}, {0, 1}},
        {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {1, 2}, {0, 2}, {0, 1}},
        {{0, 0}, {3, 0}, {0, 2}},
        {{1, 0}, {2, 1}, {1, 2}, {0, 1}}};
    static const int convexCounts[] = {4, 7, 3, 4};
    static const signed char concaves[][PAIR_POINTS][2] = {
        {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}},
        {{0, 0}, {1, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},
        {{0, 0}, {4, 0}, {1, 1}, {0, 4}}};
    static const int concaveCounts[] = {6, 9, 4};
    int which = testRandomInt(random, 0, convex ? 3 : 2);
    int count = convex ? convexCounts[which] : concaveCounts[which];
    bool reversed = testRandomInt(random, 0, 1);
    CaromVec2 at = anyPlace(random, PAIR_LATTICE, 3.0);
    for (int i = 0; i < count; i++) {
        const signed char *p = convex ? convexes[which][i] : concaves[which][i];
        CaromVec2 *q = &shape->points[reversed ? count - 1 - i : i];
        q->x = at.x + p[0];
        q->y = at.y + p[1];
        if (kind == PAIR_NUDGED && !convex) { // what was convex is to stay so
            q->x = nudge(random, q->x);
            q->y = nudge(random, q->y);
        }
    }
    shape->geometry.count = count;
}

enum { OUTER = 4 };
static const int RING_ENDS[] = {OUTER, OUTER + 3};

/// Windings as they come.
static void makeRegion(PairShape *shape, TestRandom *random, PairKind kind)
{
    static const signed char corners[][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4},
                                             {1, 1}, {3, 1}, {1, 3}};
    bool isLattice = kind == PAIR_LATTICE || kind == PAIR_NUDGED;
    double size = pairUnit(kind) * (isLattice ? 1.0 : testRandomRange(random, 0.1, 1.5));
    CaromVec2 at = anyPlace(random, kind, 4.0);
    bool reversed = testRandomInt(random, 0, 1);
    shape->geometry.count = RING_ENDS[1];
    shape->geometry.ringEnds = RING_ENDS;
    shape->geometry.ringCount = 2;
    for (int i = 0; i < RING_ENDS[1]; i++) {
        int k = reversed && i < OUTER ? OUTER - 1 - i : i;
        shape->points[i].x = at.x + size * corners[k][0];
        shape->points[i].y = at.y + size * corners[k][1];
    }
}

static void makePoints(PairShape *shape, TestRandom *random, PairKind kind, PairForm form)
{
    bool isRing = form == PAIR_CONVEX || form == PAIR_CONCAVE || form == PAIR_LOOP;
    bool isLattice = kind == PAIR_LATTICE || kind == PAIR_NUDGED;
    if (isRing) {
        (isLattice ? makeLatticeRing : makeRing)(shape, random, kind, form == PAIR_CONVEX);
        return;
    }
    if (form == PAIR_REGION) {
        makeRegion(shape, random, kind);
        return;
    }
    int count = form == PAIR_CIRCLE ? 1 : form == PAIR_CHAIN ? testRandomInt(random, 2, 7) : 2;
    for (int i = 0; i < count; i++) {
        CaromVec2 *p = &shape->points[i];
        do {
            *p = anyPlace(random, kind, 4.0);
        } while (form == PAIR_CHAIN && i > 0 && p->x == p[-1].x && p->y == p[-1].y);
    }
    shape->geometry.count = count;
}

PairShape pairShape(TestRandom *random, PairKind kind, PairForm form)
{
    static const CaromShapeType types[PAIR_FORMS] = {
        CAROM_SHAPE_CIRCLE,  CAROM_SHAPE_CAPSULE, CAROM_SHAPE_SEGMENT, CAROM_SHAPE_POLYGON,
        CAROM_SHAPE_POLYGON, CAROM_SHAPE_CHAIN,   CAROM_SHAPE_LOOP,    CAROM_SHAPE_REGION};
    PairShape shape;
    shape.geometry = caromGeometry(types[form], NULL, 0, 0.0);
    makePoints(&shape, random, kind, form);
    if (form <= PAIR_CAPSULE || testRandomInt(random, 0, 2) == 0) {
        bool isLattice = kind == PAIR_LATTICE || kind == PAIR_NUDGED;
        shape.geometry.radius = isLattice ? 0.5 * testRandomInt(random, 0, 4)
                                          : pairUnit(kind) * testRandomRange(random, 0.0, 2.0);
    }
    return shape;
}

int pairEdgeCount(const PairShape *shape)
{
    switch (shape->geometry.type) {
    case CAROM_SHAPE_CIRCLE:
    case CAROM_SHAPE_CAPSULE:
    case CAROM_SHAPE_SEGMENT:
        return 1;
    case CAROM_SHAPE_CHAIN:
        return shape->geometry.count - 1;
    default:
        return shape->geometry.count;
    }
}

static Point startOf(const PairShape *shape, int i)
{
    return pointOf(shape->points[i]);
}

static Point endOf(const PairShape *shape, int i)
{
    int start = 0, end = shape->geometry.count;
    if (shape->geometry.ringCount == 2) {
        start = i < OUTER ? 0 : OUTER;
        end = i < OUTER ? OUTER : end;
    }
    return pointOf(shape->points[i + 1 < end ? i + 1 : start]);
}

long double pairEdgeDistance(const PairShape *a, const PairShape *b)
{
    long double least = 1e300L;
    for (int i = 0; i < pairEdgeCount(a); i++) {
        for (int j = 0; j < pairEdgeCount(b); j++) {
            least = fminl(least,
                          segmentToSegment(startOf(a, i), endOf(a, i), startOf(b, j), endOf(b, j)));
        }
    }
    return least;
}

long double pairDistanceTo(const PairShape *shape, CaromVec2 p)
{
    long double least = 1e300L;
    for (int i = 0; i < pairEdgeCount(shape); i++) {
        least = fminl(least, pointToSegment(pointOf(p), startOf(shape, i), endOf(shape, i)));
    }
    return least;
}

bool pairIsConvex(const PairShape *shape)
{
    CaromShapeType type = shape->geometry.type;
    return type <= CAROM_SHAPE_SEGMENT ||
           (type == CAROM_SHAPE_POLYGON &&
            caromPolygonIsConvex(shape->points, shape->geometry.count));
}

bool pairOutlinesTouch(const PairShape *a, const PairShape *b)
{
    PairShape thinA = *a, thinB = *b;
    thinA.geometry.radius = thinB.geometry.radius = 0.0;
    return caromShapesTouch(pairGeometry(&thinA), pairGeometry(&thinB));
}
