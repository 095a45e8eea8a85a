// SPDX-License-Identifier: MIT
// Every pure function of shapes.h with any doubles: no crash (sanitized builds look), no endless
// loop, and no call that takes longer than a game could bear. Results are not checked: for most
// inputs here nothing is promised. Test_exact.c has the signs.
#include "../../shapes/shapes.h"

#include <float.h>
#include <time.h>

#include "../support/assertions.h"
#include "../support/random.h"

enum { POINTS = 24, ROUNDS = 100, ROOM = 64 };

/// [s] of processor time for one call, on the slowest of sanitized builds.
#define PATIENCE 1.0

typedef struct Draw {
    TestRandom random;
    bool finite;        ///< neither NaN nor infinity
    const double *some; ///< what this case is made of; null: any
    CaromVec2 points[3][POINTS];
    int rings[3][4];
} Draw;

static const double kinds[] = {0.0,          5e-324, DBL_MIN, 1e-150,  1e-84, 1.0,
                               0.1,          3.0,    1e12,    1e84,    1e150, 1e154,
                               1e200,        1e300,  1e308,   DBL_MAX, 1e-12, 4503599627370497.0,
                               2147483648.0, 1e9};

static double drawSize(Draw *d)
{
    if (!d->finite && testRandomInt(&d->random, 0, 15) == 0) {
        return testRandomInt(&d->random, 0, 1) ? NAN : INFINITY;
    }
    if (d->some != NULL) {
        return d->some[testRandomInt(&d->random, 0, 2)];
    }
    int kind = testRandomInt(&d->random, 0, 24);
    return kind < 20
               ? kinds[kind]
               : ldexp(1.0 + testRandomUnit(&d->random), testRandomInt(&d->random, -1074, 1022));
}

static double draw(Draw *d)
{
    double x = drawSize(d);
    x = testRandomInt(&d->random, 0, 9) == 0 ? nextafter(x, 0.0) : x;
    return testRandomInt(&d->random, 0, 1) ? x : -x;
}

static CaromVec2 drawVec(Draw *d)
{
    double x = draw(d);
    return caromVec2(x, draw(d));
}

static void drawPoints(Draw *d, CaromVec2 *points, int count)
{
    for (int k = 0; k < count; k++) {
        bool again = k > 0 && testRandomInt(&d->random, 0, 3) == 0;
        points[k] = again ? points[testRandomInt(&d->random, 0, k - 1)] : drawVec(d);
    }
}

static CaromGeometry drawGeometry(Draw *d, int which)
{
    static const int counts[] = {1, 2, 2};
    CaromShapeType type = (CaromShapeType)testRandomInt(&d->random, 0, CAROM_SHAPE_REGION);
    int count = type <= CAROM_SHAPE_SEGMENT ? counts[type] : testRandomInt(&d->random, 3, POINTS);
    double radius = testRandomInt(&d->random, 0, 1) ? fabs(draw(d)) : 0.0;
    drawPoints(d, d->points[which], count);
    CaromGeometry g = caromGeometry(type, d->points[which], count, radius);
    if (type == CAROM_SHAPE_REGION) {
        g.ringEnds = d->rings[which];
        g.ringCount = count >= 6 ? 2 : 1;
        d->rings[which][0] = g.ringCount == 2 ? count / 2 : count;
        d->rings[which][1] = count;
    }
    return g;
}

/// All convex but for their coordinates.
static CaromGeometry drawConvex(Draw *d, int which)
{
    CaromGeometry g = drawGeometry(d, which);
    if (g.type > CAROM_SHAPE_POLYGON || testRandomInt(&d->random, 0, 3) == 0) {
        g = caromGeometry(CAROM_SHAPE_POLYGON, g.points, g.count, g.radius);
        g.count = caromHull(d->points[which], g.count);
        g.type = g.count >= 3   ? CAROM_SHAPE_POLYGON
                 : g.count == 2 ? CAROM_SHAPE_SEGMENT
                                : CAROM_SHAPE_CIRCLE;
    }
    return g;
}

static CaromInside drawInside(Draw *d)
{
    return (CaromInside)testRandomInt(&d->random, 0, CAROM_INSIDE_EXIT);
}

// ---- the functions, by topic

static void callRays(Draw *d)
{
    CaromVec2 p[4];
    CaromRayHit hit;
    CaromClip clip;
    double near, far;
    CaromGeometry g = drawGeometry(d, 0);
    drawPoints(d, p, 4);
    double radius = fabs(draw(d));
    CaromInside inside = drawInside(d);
    caromOrientation(p[0], p[1], p[2]);
    caromRayMeetsSegment(p[0], p[1], p[2], p[3], &near, &far);
    caromRayCastSegment(p[0], p[1], p[2], p[3], &hit);
    caromLineMeetsCircle(p[0], p[1], p[2], radius, &near, &far);
    caromRayCastCircle(p[0], p[1], p[2], radius, inside, &hit);
    caromRayCastCapsule(p[0], p[1], p[2], p[3], radius, inside, &hit);
    caromRayCastBox(p[0], p[1], caromBoxOfPoints(p + 2, 2), inside, &hit);
    caromClipSegment(p[0], p[1], g.points, g.count, &clip);
    caromRayCrossesPolygon(p[0], p[1], g.points, g.count);
    caromRayCastPolygon(p[0], p[1], g.points, g.count, inside, &hit);
}

static void callPlaces(Draw *d)
{
    CaromVec2 p[3];
    CaromGeometry g = drawGeometry(d, 0);
    int whole[1] = {g.count};
    const int *ends = g.ringEnds != NULL ? g.ringEnds : whole;
    int rings = g.ringEnds != NULL ? g.ringCount : 1;
    drawPoints(d, p, 3);
    double radius = fabs(draw(d));
    caromPointInCircle(p[0], p[1], radius);
    caromPointInConvex(p[0], g.points, g.count);
    caromPointInPolygon(p[0], g.points, g.count);
    caromPointInPolygonQuadrants(p[0], g.points, g.count);
    caromPointInRegion(p[0], g.points, ends, rings);
    caromNearestOnSegment(p[0], p[1], p[2]);
    caromNearestOnCircle(p[0], p[1], radius);
    caromNearestOnCapsule(p[0], p[1], p[2], radius);
    caromNearestOnPolygon(p[0], g.points, g.count);
    caromNearestOnRegion(p[0], g.points, ends, rings);
}

static void callPairs(Draw *d)
{
    CaromGeometry a = drawGeometry(d, 0), b = drawGeometry(d, 1);
    CaromGeometry c = drawConvex(d, 2);
    CaromManifold manifolds[4];
    caromOverlapConvex(&c, &a);
    caromShapesTouch(&a, &b);
    caromShapesDistance(&a, &b);
    caromShapesDistance(&c, &b);
    caromShapesCollide(&a, &b, fabs(draw(d)), manifolds, 4);
    caromShapesCollide(&c, &b, 0.0, manifolds, 4);
}

static void callCasts(Draw *d)
{
    CaromGeometry moving = drawConvex(d, 0), target = drawGeometry(d, 1);
    CaromConvexHit hit;
    caromCastConvex(&moving, drawVec(d), &target, drawInside(d), &hit);
}

static void callTurns(Draw *d)
{
    CaromGeometry moving = drawConvex(d, 0), target = drawGeometry(d, 1);
    CaromConvexHit hit;
    CaromVec2 pivot = drawVec(d), way = drawVec(d);
    double angle =
        testRandomInt(&d->random, 0, 1) ? draw(d) : testRandomRange(&d->random, -1e3, 1e3);
    caromCastTurning(&moving, pivot, way, angle, &target, drawInside(d), &hit);
}

static void callAims(Draw *d)
{
    CaromShot shots[4];
    CaromVec2 from = drawVec(d), to = drawVec(d), pull = drawVec(d);
    CaromTarget target = {to, drawVec(d), drawVec(d)};
    double speed = fabs(draw(d));
    caromAimLead(from, target, speed, pull, shots, 4);
    caromAimAt(from, to, speed, pull, shots);
    caromAimLeastSpeed(from, to, pull, shots);
}

static void callRasters(Draw *d)
{
    static const uint16_t tiles[6] = {0, 1, 0, 0, 0, 2};
    CaromTileMap map = {3, 2, fabs(draw(d)), drawVec(d), tiles, 0.0};
    CaromCell cells[4], a, b;
    CaromVec2 p = drawVec(d), q = drawVec(d);
    a.x = (int32_t)testRandomU32(&d->random);
    a.y = (int32_t)testRandomU32(&d->random);
    b.x = testRandomInt(&d->random, 0, 1) ? INT32_MAX : (int32_t)testRandomU32(&d->random);
    b.y = testRandomInt(&d->random, 0, 1) ? INT32_MIN : (int32_t)testRandomU32(&d->random);
    caromRasterLine(a, b, cells, 4);
    caromRasterSupercover(p, q, cells, 4);
    caromTilesLineOfSight(&map, p, q);
    caromTilesSee(&map, a, b);
    map.size = 1.0;
    map.origin = caromVec2(0.0, 0.0);
    caromTilesLineOfSight(&map, p, q);
}

static void callPolygons(Draw *d)
{
    CaromGeometry g = drawGeometry(d, 0);
    int whole[1] = {g.count};
    const int *ends = g.ringEnds != NULL ? g.ringEnds : whole;
    int rings = g.ringEnds != NULL ? g.ringCount : 1;
    caromPolygonValidate(g.points, g.count, NULL);
    caromRegionValidate(g.points, ends, rings, NULL);
    caromPolygonArea(g.points, g.count);
    caromPolygonWinding(g.points, g.count);
    caromPolygonIsConvex(g.points, g.count);
    caromPolygonCentroid(g.points, g.count);
    caromGeometryMass(&g);
    caromPolygonReverse(d->points[0], g.count);
}

static void callMakers(Draw *d)
{
    CaromGeometry g = drawGeometry(d, 0);
    int triangles[3 * ROOM], indices[3 * ROOM], ends[ROOM];
    CaromPieces pieces = {indices, ends, 3 * ROOM, ROOM, 0, 0};
    CaromError error;
    caromTriangulate(&g, NULL, triangles, ROOM, &error);
    caromConvexPieces(&g, testRandomInt(&d->random, 3, 9), NULL, &pieces);
    caromHull(d->points[0], g.count);
}

static CaromTransform drawTransform(Draw *d)
{
    CaromVec2 position = drawVec(d), scale = drawVec(d);
    return caromTransform(position, draw(d), scale);
}

static void callEllipses(Draw *d)
{
    CaromVec2 out[POINTS], p = drawVec(d), way = drawVec(d);
    CaromRayHit hit;
    CaromEllipse e = {drawVec(d), drawVec(d), drawVec(d)};
    caromEllipse(drawTransform(d), p, fabs(draw(d)));
    caromEllipsePrincipal(e);
    caromEllipseBox(e);
    caromPointInEllipse(p, e);
    caromRayCastEllipse(p, way, e, drawInside(d), &hit);
    caromNearestOnEllipse(p, e);
    caromEllipsePolygon(e, fabs(draw(d)), out, POINTS);
}

static void callVectors(Draw *d)
{
    CaromVec2 p = drawVec(d), q = drawVec(d), out[POINTS];
    CaromTransform t = drawTransform(d);
    CaromMatrix m = caromTransformMatrix(t);
    CaromBox box = caromBoxOfPoints(&p, 1);
    caromVec2Normalize(p);
    caromVec2Length(p);
    caromVec2Reflect(p, q);
    caromRotation(p.x);
    caromAtan2(p.y, p.x);
    caromTransformPointInverse(t, caromTransformPoint(t, p));
    caromTransformNormal(t, p);
    caromMatrixCompose(caromMatrixInverse(m), m);
    caromEllipsePoints(t, p, q.x, out, POINTS);
    drawPoints(d, d->points[0], POINTS);
    caromTransformPolygon(t, d->points[0], POINTS, out);
    caromBoxContains(caromBoxUnion(box, caromBoxInflate(box, q.x)), q);
}

static void (*const calls[])(Draw *) = {callRays,   callPlaces,   callPairs,   callCasts,
                                        callTurns,  callAims,     callRasters, callPolygons,
                                        callMakers, callEllipses, callVectors};
enum { CALLS = sizeof calls / sizeof calls[0], EACH = 4 };

TEST_LOOP(pure_functions_take_any_doubles, CALLS *EACH)
{
    static const Draw blank;
    Draw d = blank;
    d.random = testRandomSeed((uint64_t)_i);
    d.finite = _i % 2 == 0;
    for (int round = 0; round < ROUNDS; round++) {
        double some[3] = {drawSize(&d), drawSize(&d), drawSize(&d)};
        d.some = round % 2 ? some : NULL;
        clock_t start = clock();
        calls[_i % CALLS](&d);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        ck_assert_msg(seconds < PATIENCE, "topic %d, seed %d, round %d: %g s", _i % CALLS, _i,
                      round, seconds);
        d.some = NULL;
    }
}
