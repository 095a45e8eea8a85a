// SPDX-License-Identifier: MIT
// The countries of the world: outlines as they come, of up to thousands of points, with lakes, with
// islands by the hundred, with borders in common. Oracle: GEOS.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../support/builder.h"
#include "../support/flight_field.h"
#include "../support/random.h"
#include "atlas.h"
#include "faces.h"
#include "geos_shapes.h"

static GEOSContextHandle_t geos;
static Atlas *atlas;
static bool *isValid; ///< of each polygon of it

/// Whether there are data; those that are named must be there.
static bool isThere(void)
{
    const char *path = getenv("CAROM_WORLD_ATLAS");
    if (!path || !*path) {
        return false;
    }
    ck_assert_msg(atlas != NULL, "%s can't be read", path);
    return true;
}

static CaromError validate(const AtlasPolygon *polygon)
{
    return caromRegionValidate(polygon->points, polygon->ends, polygon->rings, NULL);
}

static void openAtlas(void)
{
    const char *path = getenv("CAROM_WORLD_ATLAS");
    geos = GEOS_init_r();
    atlas = path && *path ? atlasRead(path) : NULL;
    isValid = atlas ? malloc((size_t)atlas->count * sizeof *isValid) : NULL;
    for (int i = 0; atlas && i < atlas->count; i++) {
        isValid[i] = validate(&atlas->polygons[i]) == CAROM_OK;
    }
}

static void closeAtlas(void)
{
    if (atlas) {
        atlasFree(atlas);
    }
    free(isValid);
    GEOS_finish_r(geos);
}

static GEOSGeometry *theirs(const AtlasPolygon *polygon)
{
    return geosPolygon(geos, polygon->points, polygon->ends, polygon->rings);
}

START_TEST(valid_are_those_that_geos_finds_valid)
{
    int points = 0, holes = 0;
    for (int i = 0; isThere() && i < atlas->count; i++) {
        const AtlasPolygon *polygon = &atlas->polygons[i];
        GEOSGeometry *it = theirs(polygon);
        CaromError error = validate(polygon);
        ck_assert_msg((error == CAROM_OK) == (GEOSisValid_r(geos, it) == 1), "%s: %s",
                      polygon->country, caromErrorName(error));
        GEOSGeom_destroy_r(geos, it);
        points += polygon->count;
        holes += polygon->rings - 1;
        if (error != CAROM_OK) {
            printf("atlas: %s: a polygon of %d points is %s\n", polygon->country, polygon->count,
                   caromErrorName(error));
        }
    }
    if (isThere()) {
        printf("atlas: %d polygons, %d points, %d holes\n", atlas->count, points, holes);
    }
}
END_TEST

// ---- location

static CaromVec2 anyPoint(const AtlasPolygon *polygon, CaromBox box, TestRandom *random)
{
    CaromVec2 p = polygon->points[testRandomInt(random, 0, polygon->count - 1)];
    double x = testRandomRange(random, box.min.x, box.max.x);
    switch (testRandomInt(random, 0, 3)) {
    case 0:
        return p;
    case 1:
        return caromVec2(x, p.y); // at the height of a point
    case 2:
        return caromVec2(p.x + testRandomInt(random, -1, 1) * 1e-13, p.y);
    default:
        return caromVec2(x, testRandomRange(random, box.min.y, box.max.y));
    }
}

START_TEST(points_are_where_geos_finds_them)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int i = 0; isThere() && i < atlas->count; i++) {
        const AtlasPolygon *polygon = &atlas->polygons[i];
        GEOSGeometry *it = theirs(polygon);
        const GEOSPreparedGeometry *prepared = GEOSPrepare_r(geos, it);
        CaromBox box = caromBoxOfPoints(polygon->points, polygon->count);
        for (int round = isValid[i] ? flightTestTimes(10) * 24 : 0; round > 0; round--) {
            CaromVec2 p = anyPoint(polygon, box, &random);
            GEOSGeometry *point = geosPoint(geos, p);
            ck_assert_msg(caromPointInRegion(p, polygon->points, polygon->ends, polygon->rings) ==
                              (GEOSPreparedCovers_r(geos, prepared, point) == 1),
                          "seed %d, %s: (%a, %a)", _i, polygon->country, p.x, p.y);
            GEOSGeom_destroy_r(geos, point);
        }
        GEOSPreparedGeom_destroy_r(geos, prepared);
        GEOSGeom_destroy_r(geos, it);
    }
}
END_TEST

// ---- pieces

static void checkPieces(const AtlasPolygon *polygon, int *pieceCount, int *cornerCount)
{
    CaromGeometry region = atlasRegion(polygon);
    int room = polygon->count + 2 * polygon->rings - 4;
    int *indices = malloc(3 * (size_t)room * sizeof *indices);
    int *ends = malloc((size_t)room * sizeof *ends);
    CaromPieces pieces = {indices, ends, 3 * room, room, 0, 0};
    CaromError error = caromConvexPieces(&region, 0, NULL, &pieces);
    ck_assert_msg(error == validate(polygon), "%s: %s", polygon->country, caromErrorName(error));
    if (error == CAROM_OK) {
        Faces faces = {&region, indices, ends, pieces.pieceCount};
        const char *fault = facesFault(&faces);
        ck_assert_msg(!fault, "%s: %s", polygon->country, fault);
        ck_assert_msg(facesNeedAllDiagonals(&faces), "%s: a diagonal more", polygon->country);
        GEOSGeometry *it = theirs(polygon);
        double area = 0.0, sum = (double)facesArea(&faces);
        GEOSArea_r(geos, it, &area);
        ck_assert_msg(fabs(sum - area) <= 1e-9 * area, "%s: pieces %.17g, whole %.17g",
                      polygon->country, sum, area);
        ck_assert(fabs(caromGeometryMass(&region).area - area) <= 1e-9 * area);
        GEOSGeom_destroy_r(geos, it);
        *pieceCount += pieces.pieceCount;
        *cornerCount += pieces.indexCount;
    }
    free(ends);
    free(indices);
}

START_TEST(countries_are_cut_into_convex_pieces)
{
    int pieces = 0, corners = 0;
    for (int i = 0; isThere() && i < atlas->count; i++) {
        checkPieces(&atlas->polygons[i], &pieces, &corners);
    }
    if (isThere()) {
        printf("atlas: %d convex pieces, %.1f corners each\n", pieces, (double)corners / pieces);
    }
}
END_TEST

// ---- a world of them

static CaromWorld *worldOfAll(void)
{
    CaromWorld *world = newWorld();
    CaromBodyId body = newRest(world);
    CaromShapeDef def = caromShapeDef();
    for (int i = 0; i < atlas->count; i++) {
        const AtlasPolygon *it = &atlas->polygons[i];
        CaromShapeId shape =
            caromShapeCreateRegion(world, body, &def, it->points, it->ends, it->rings);
        ck_assert_msg(isValid[i] == (shape.index != 0), "%s", it->country);
    }
    return world;
}

/// The first fraction at which a ray meets an edge of any valid polygon, 2 where none; and whether
/// it starts in one.
static double firstOfAll(CaromVec2 origin, CaromVec2 way, const CaromBox *boxes, bool *isInside)
{
    double first = 2.0;
    CaromVec2 end = caromVec2Add(origin, way);
    CaromVec2 ends[2] = {origin, end};
    CaromBox swept = caromBoxOfPoints(ends, 2);
    *isInside = false;
    for (int i = 0; i < atlas->count; i++) {
        const AtlasPolygon *it = &atlas->polygons[i];
        if (!isValid[i] || !caromBoxOverlaps(swept, boxes[i])) {
            continue;
        }
        *isInside |= caromPointInRegion(origin, it->points, it->ends, it->rings);
        for (int k = 0; k < it->rings; k++) {
            int start = k > 0 ? it->ends[k - 1] : 0;
            CaromPolygonRay ray =
                caromRayCrossesPolygon(origin, way, it->points + start, it->ends[k] - start);
            first = ray.hit && ray.first.fraction < first ? ray.first.fraction : first;
        }
    }
    return first;
}

/// GEOS's distance from the start to the nearest point of a border that the ray meets.
static double firstByGeos(CaromVec2 origin, CaromVec2 way, const CaromBox *boxes)
{
    CaromVec2 ends[2] = {origin, caromVec2Add(origin, way)};
    GEOSGeometry *line = geosLine(geos, ends, 2), *from = geosPoint(geos, origin);
    double first = INFINITY;
    for (int i = 0; i < atlas->count; i++) {
        if (!isValid[i] || !caromBoxOverlaps(caromBoxOfPoints(ends, 2), boxes[i])) {
            continue;
        }
        GEOSGeometry *it = theirs(&atlas->polygons[i]), *border = GEOSBoundary_r(geos, it);
        GEOSGeometry *met = GEOSIntersection_r(geos, border, line);
        double distance = INFINITY;
        if (GEOSisEmpty_r(geos, met) == 0) {
            GEOSDistance_r(geos, met, from, &distance);
        }
        first = distance < first ? distance : first;
        GEOSGeom_destroy_r(geos, met);
        GEOSGeom_destroy_r(geos, border);
        GEOSGeom_destroy_r(geos, it);
    }
    GEOSGeom_destroy_r(geos, from);
    GEOSGeom_destroy_r(geos, line);
    return first;
}

START_TEST(rays_over_the_sea_meet_the_first_coast)
{
    if (!isThere()) {
        return;
    }
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromWorld *world = worldOfAll();
    CaromBox *boxes = malloc((size_t)atlas->count * sizeof *boxes);
    for (int i = 0; i < atlas->count; i++) {
        boxes[i] = caromBoxOfPoints(atlas->polygons[i].points, atlas->polygons[i].count);
    }
    int hits = 0;
    for (int round = flightTestTimes(10) * 150; round > 0; round--) {
        double x = testRandomRange(&random, -180.0, 180.0);
        CaromVec2 origin = caromVec2(x, testRandomRange(&random, -60.0, 80.0));
        double reach = testRandomRange(&random, 1.0, 60.0);
        CaromRotation r = caromRotation(testRandomRange(&random, 0.0, 6.3));
        CaromVec2 way = caromVec2(reach * r.c, reach * r.s);
        bool isInside;
        double first = firstOfAll(origin, way, boxes, &isInside);
        if (isInside) {
            continue;
        }
        CaromHit hit;
        int found = caromWorldCastRay(world, origin, way, caromQueryOptions(), &hit, 1);
        ck_assert_msg(found == (first <= 1.0), "seed %d: %d, first %g", _i, found, first);
        ck_assert_msg(!found || fabs(hit.fraction - first) <= 1e-14, "seed %d: %.17g, not %.17g",
                      _i, hit.fraction, first);
        hits += found;
        if (round % 3 == 0) {
            double distance = firstByGeos(origin, way, boxes);
            ck_assert_msg(found == (distance < INFINITY), "seed %d: GEOS has %g", _i, distance);
            ck_assert_msg(!found || fabs(hit.fraction * reach - distance) <= 1e-11,
                          "seed %d: %.17g, GEOS has %.17g", _i, hit.fraction * reach, distance);
        }
    }
    ck_assert_int_ge(hits, 20);
    free(boxes);
    caromWorldDestroy(world);
}
END_TEST

SUITE_HOOK(addAtlas)
{
    TCase *tc = addCase(suite, "atlas");
    const char *path = getenv("CAROM_WORLD_ATLAS");
    if (!path || !*path) {
        printf("atlas: left out, CAROM_WORLD_ATLAS names no countries-50m.json of npm's "
               "world-atlas\n");
        fflush(stdout);
    }
    tcase_add_checked_fixture(tc, openAtlas, closeAtlas);
    tcase_add_test(tc, valid_are_those_that_geos_finds_valid);
    tcase_add_loop_test(tc, points_are_where_geos_finds_them, 0, 2);
    tcase_add_test(tc, countries_are_cut_into_convex_pieces);
    tcase_add_loop_test(tc, rays_over_the_sea_meet_the_first_coast, 0, 3);
}
