// SPDX-License-Identifier: MIT
// An oracle that is independent of us: GEOS, by its C interface. Hulls, areas, centroids, validity,
// location, intersection, distance, first hits. On a small lattice nearly all is degenerate in some
// way, and what is decided there is decided exactly by both.
#include "../../shapes/shapes.h"

#include <math.h>

#include "../support/assertions.h"
#include "../support/flight_field.h"
#include "geos_shapes.h"
#include "../support/lattice.h"

#define MAX_POINTS 10

static GEOSContextHandle_t geos;

static void openGeos(void)
{
    geos = GEOS_init_r();
}
static void closeGeos(void)
{
    GEOS_finish_r(geos);
}

// ---- random input

static CaromVec2 randomVec(TestRandom *random, int size)
{
    return latticeToVec(latticeRandom(random, size));
}

static int randomPoints(TestRandom *random, CaromVec2 *points, int size)
{
    int count = testRandomInt(random, 3, MAX_POINTS);
    for (int i = 0; i < count; i++) {
        points[i] = randomVec(random, size);
    }
    return count;
}

static bool repeats(const CaromVec2 *points, int count)
{
    for (int i = 0; i < count; i++) {
        CaromVec2 next = points[(i + 1) % count];
        if (points[i].x == next.x && points[i].y == next.y) {
            return true;
        }
    }
    return false;
}

/// A simple polygon with corners on a lattice.
static int randomSimple(TestRandom *random, CaromVec2 *points, int size)
{
    int count = randomPoints(random, points, size);
    while (caromPolygonValidate(points, count, NULL) != CAROM_OK) {
        count = randomPoints(random, points, size);
    }
    return count;
}

static GEOSGeometry *polygonOf(const CaromVec2 *points, int count)
{
    return geosPolygon(geos, points, &count, 1);
}

// ----

START_TEST(hulls)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int round = flightTestTimes(10) * 500; round > 0; round--) {
        CaromVec2 points[MAX_POINTS];
        int count = randomPoints(&random, points, testRandomInt(&random, 1, 9));
        GEOSGeometry *all = geosPoints(geos, points, count), *hull = GEOSConvexHull_r(geos, all);
        int corners = caromHull(points, count);
        GEOSGeometry *ours = corners > 2    ? polygonOf(points, corners)
                             : corners == 2 ? geosLine(geos, points, 2)
                                            : geosPoint(geos, points[0]);
        ck_assert_msg(GEOSEquals_r(geos, ours, hull) == 1, "seed %d: another hull", _i);
        ck_assert_int_eq(GEOSGetNumCoordinates_r(geos, hull), corners > 2 ? corners + 1 : corners);
        GEOSGeom_destroy_r(geos, ours);
        GEOSGeom_destroy_r(geos, hull);
        GEOSGeom_destroy_r(geos, all);
    }
}
END_TEST

START_TEST(validity)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    int valid = 0;
    for (int round = flightTestTimes(10) * 1000; round > 0; round--) {
        CaromVec2 points[MAX_POINTS];
        int count = randomPoints(&random, points, testRandomInt(&random, 1, 9));
        if (repeats(points, count)) { // GEOS lets that pass
            continue;
        }
        GEOSGeometry *polygon = polygonOf(points, count);
        bool isValid = GEOSisValid_r(geos, polygon) == 1;
        GEOSGeom_destroy_r(geos, polygon);
        ck_assert_msg((caromPolygonValidate(points, count, NULL) == CAROM_OK) == isValid,
                      "seed %d: %s", _i, caromErrorName(caromPolygonValidate(points, count, NULL)));
        valid += isValid;
    }
    ck_assert_int_ge(valid, 30);
}
END_TEST

/// Inside, on the border, outside; and how far from it.
START_TEST(location_and_distance)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int round = flightTestTimes(10) * 40; round > 0; round--) {
        CaromVec2 points[MAX_POINTS];
        int size = testRandomInt(&random, 2, 9), count = randomSimple(&random, points, size);
        GEOSGeometry *polygon = polygonOf(points, count);
        GEOSGeometry *border = GEOSBoundary_r(geos, polygon);
        for (int i = 0; i < 20; i++) {
            CaromVec2 p = caromVec2Scale(randomVec(&random, 2 * size), 0.5);
            GEOSGeometry *point = geosPoint(geos, p);
            bool isInside = GEOSCovers_r(geos, polygon, point) == 1;
            ck_assert_msg(caromPointInPolygon(p, points, count) == isInside, "seed %d", _i);
            ck_assert(caromPointInPolygonQuadrants(p, points, count) == isInside);
            double distance = -1.0;
            ck_assert_int_eq(GEOSDistance_r(geos, border, point, &distance), 1);
            CaromNearest nearest = caromNearestOnPolygon(p, points, count);
            ck_assert_msg(fabs(fabs(nearest.distance) - distance) <= 1e-14 * size, "seed %d", _i);
            ck_assert((distance == 0.0) == (nearest.distance == 0.0));
            ck_assert(distance == 0.0 || (nearest.distance < 0.0) == isInside);
            GEOSGeom_destroy_r(geos, point);
        }
        GEOSGeom_destroy_r(geos, border);
        GEOSGeom_destroy_r(geos, polygon);
    }
}
END_TEST

/// A shape of any type without radius, for both.
static CaromGeometry randomShape(TestRandom *random, CaromVec2 *points, GEOSGeometry **theirs)
{
    int kind = testRandomInt(random, 0, 3), size = testRandomInt(random, 2, 9);
    int count = kind == 0 ? randomSimple(random, points, size) : randomPoints(random, points, size);
    CaromVec2 moved = randomVec(random, 6);
    for (int i = 0; i < count; i++) {
        points[i] = caromVec2Add(points[i], moved);
    }
    if (kind == 0) {
        *theirs = polygonOf(points, count);
        return caromGeometry(CAROM_SHAPE_POLYGON, points, count, 0.0);
    }
    count = kind == 1 ? 2 : count;
    if (repeats(points, count)) { // GEOS has no lines without length
        return randomShape(random, points, theirs);
    }
    points[count] = points[0];
    *theirs = geosLine(geos, points, kind == 3 ? count + 1 : count);
    return caromGeometry(kind == 1   ? CAROM_SHAPE_SEGMENT
                         : kind == 2 ? CAROM_SHAPE_CHAIN
                                     : CAROM_SHAPE_LOOP,
                         points, count, 0.0);
}

START_TEST(shapes_touch_or_are_apart)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    int touching = 0, cases = flightTestTimes(10) * 1000;
    for (int round = 0; round < cases; round++) {
        CaromVec2 pointsA[MAX_POINTS + 1], pointsB[MAX_POINTS + 1];
        GEOSGeometry *theirA, *theirB;
        CaromGeometry a = randomShape(&random, pointsA, &theirA);
        CaromGeometry b = randomShape(&random, pointsB, &theirB);
        bool touches = GEOSIntersects_r(geos, theirA, theirB) == 1;
        ck_assert_msg(caromShapesTouch(&a, &b) == touches, "seed %d, round %d", _i, round);
        double distance = -1.0;
        ck_assert_int_eq(GEOSDistance_r(geos, theirA, theirB, &distance), 1);
        CaromDistance ours = caromShapesDistance(&a, &b);
        ck_assert_msg(touches ? ours.distance <= 1e-14 : fabs(ours.distance - distance) <= 1e-13,
                      "seed %d, round %d: %g, not %g", _i, round, ours.distance, distance);
        touching += touches;
        GEOSGeom_destroy_r(geos, theirA);
        GEOSGeom_destroy_r(geos, theirB);
    }
    ck_assert(touching > cases / 10 && touching < cases);
}
END_TEST

/// What a convex polygon leaves of a segment, and where a ray first meets any.
START_TEST(clips_and_rays)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int round = flightTestTimes(10) * 500; round > 0; round--) {
        CaromVec2 points[MAX_POINTS], ends[2];
        int size = testRandomInt(&random, 2, 9), count = randomSimple(&random, points, size);
        ends[0] = randomVec(&random, size);
        ends[1] = randomVec(&random, size);
        CaromVec2 way = caromVec2Sub(ends[1], ends[0]);
        double length = caromVec2Length(way);
        if (length == 0.0) {
            continue;
        }
        GEOSGeometry *line = geosLine(geos, ends, 2), *from = geosPoint(geos, ends[0]);
        GEOSGeometry *polygon = polygonOf(points, count), *border = GEOSBoundary_r(geos, polygon);
        GEOSGeometry *met = GEOSIntersection_r(geos, line, border);
        CaromPolygonRay ray = caromRayCrossesPolygon(ends[0], way, points, count);
        ck_assert_msg(ray.hit == (GEOSisEmpty_r(geos, met) == 0), "seed %d", _i);
        double distance = 0.0;
        ck_assert(!ray.hit || GEOSDistance_r(geos, met, from, &distance) == 1);
        ck_assert_msg(!ray.hit || fabs(ray.first.fraction * length - distance) <= 1e-13 * size,
                      "seed %d: %g, not %g", _i, ray.first.fraction * length, distance);
        GEOSGeom_destroy_r(geos, met);
        GEOSGeom_destroy_r(geos, border);
        GEOSGeom_destroy_r(geos, polygon);
        count = caromHull(points, count);
        polygon = polygonOf(points, count);
        met = GEOSIntersection_r(geos, line, polygon);
        CaromClip clip = {0};
        bool isLeft = caromClipSegment(ends[0], way, points, count, &clip);
        double left = 0.0;
        ck_assert_int_eq(isLeft, GEOSisEmpty_r(geos, met) == 0);
        ck_assert_int_eq(GEOSLength_r(geos, met, &left), 1);
        ck_assert(fabs((clip.farFraction - clip.nearFraction) * length - left) <= 1e-13 * size);
        GEOSGeom_destroy_r(geos, met);
        GEOSGeom_destroy_r(geos, polygon);
        GEOSGeom_destroy_r(geos, from);
        GEOSGeom_destroy_r(geos, line);
    }
}
END_TEST

/// Valid polygons with holes: area and centroid, and their triangles together are the polygon. A
/// polygon that we refuse has a point inside an edge of another ring; GEOS lets rings touch there,
/// too.
START_TEST(polygons_with_holes)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    int cut = 0;
    for (int round = flightTestTimes(10) * 4000; round > 0; round--) {
        CaromVec2 points[3 * MAX_POINTS] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
        int ends[3] = {4, 0, 0}, rings = testRandomInt(&random, 2, 3), triangles[3 * 40];
        for (int k = 1; k < rings; k++) {
            ends[k] = ends[k - 1] + testRandomInt(&random, 3, 5);
            for (int i = ends[k - 1]; i < ends[k]; i++) {
                points[i] = randomVec(&random, 9);
            }
        }
        CaromGeometry region = {.type = CAROM_SHAPE_REGION, .points = points};
        region.count = ends[rings - 1];
        region.ringEnds = ends;
        region.ringCount = rings;
        GEOSGeometry *theirs = geosPolygon(geos, points, ends, rings);
        CaromError error;
        int count = caromTriangulate(&region, NULL, triangles, 40, &error);
        if (GEOSisValid_r(geos, theirs) == 1 && error == CAROM_OK) {
            CaromMass mass = caromGeometryMass(&region);
            double area, x, y;
            GEOSGeometry *centroid = GEOSGetCentroid_r(geos, theirs);
            GEOSArea_r(geos, theirs, &area);
            GEOSGeomGetX_r(geos, centroid, &x);
            GEOSGeomGetY_r(geos, centroid, &y);
            ck_assert_msg(fabs(mass.area - area) <= 1e-12, "seed %d: %g, not %g", _i, mass.area,
                          area);
            ck_assert(hypot(mass.centroid.x - x, mass.centroid.y - y) <= 1e-12);
            for (int i = 0; i < count; i++) {
                CaromVec2 corners[3];
                for (int k = 0; k < 3; k++) {
                    corners[k] = points[triangles[3 * i + k]];
                }
                GEOSGeometry *triangle = polygonOf(corners, 3);
                ck_assert(GEOSCovers_r(geos, theirs, triangle) == 1);
                area -= caromPolygonArea(corners, 3);
                GEOSGeom_destroy_r(geos, triangle);
            }
            ck_assert_msg(fabs(area) <= 1e-12, "seed %d: %g are missing", _i, area);
            GEOSGeom_destroy_r(geos, centroid);
            cut++;
        }
        GEOSGeom_destroy_r(geos, theirs);
    }
    ck_assert_int_ge(cut, 50);
}
END_TEST

SUITE_HOOK(addGeos)
{
    TCase *tc = addCase(suite, "geos");
    tcase_add_checked_fixture(tc, openGeos, closeGeos);
    tcase_add_loop_test(tc, hulls, 0, 8);
    tcase_add_loop_test(tc, validity, 0, 8);
    tcase_add_loop_test(tc, location_and_distance, 0, 8);
    tcase_add_loop_test(tc, shapes_touch_or_are_apart, 0, 8);
    tcase_add_loop_test(tc, clips_and_rays, 0, 8);
    tcase_add_loop_test(tc, polygons_with_holes, 0, 8);
}
