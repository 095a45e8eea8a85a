// SPDX-License-Identifier: MIT
// Geometry without a world, on random shapes.
#include "scenario.h"

#include <math.h>

static void hashRay(Hash *hash, bool hit, const CaromRayHit *what)
{
    hashNumber(hash, hit);
    if (hit) {
        hashNumber(hash, what->fraction);
        hashPoint(hash, what->point);
        hashPoint(hash, what->normal);
        hashNumber(hash, what->feature);
    }
}

static void hashNearest(Hash *hash, CaromNearest nearest)
{
    hashPoint(hash, nearest.point);
    hashPoint(hash, nearest.normal);
    hashNumber(hash, nearest.distance);
    hashNumber(hash, nearest.feature);
}

/// Rays at an ellipse-like polygon and two points, and what is nearest of it.
static void hashRays(Hash *hash, TestRandom *random)
{
    CaromVec2 polygon[9];
    CaromVec2 place = randomPoint(random, 3.0);
    caromEllipsePoints(randomTransform(random), place, 4.0, polygon, 9);
    CaromTransform transform = randomTransform(random);
    CaromVec2 a = caromTransformPoint(transform, caromVec2(-2.0, 0.5));
    CaromVec2 b = caromTransformPoint(transform, caromVec2(3.0, 0.25));
    CaromVec2 origin = randomPoint(random, 25.0), translation = randomPoint(random, 40.0);
    CaromBox box = caromBoxInflate(caromBoxOfPoints(polygon, 9), 0.125);
    CaromRayHit ray = {0};
    for (int i = 0; i < 3; i++) {
        CaromInside inside = (CaromInside)i;
        bool hit = caromRayCastPolygon(origin, translation, polygon, 9, inside, &ray);
        hashRay(hash, hit, &ray);
        hit = caromRayCastCapsule(origin, translation, a, b, 1.5, inside, &ray);
        hashRay(hash, hit, &ray);
        hit = caromRayCastCircle(origin, translation, a, 5.0, inside, &ray);
        hashRay(hash, hit, &ray);
        hit = caromRayCastBox(origin, translation, box, inside, &ray);
        hashRay(hash, hit, &ray);
    }
    bool hit = caromRayCastSegment(origin, translation, a, b, &ray);
    hashRay(hash, hit, &ray);
    hashNearest(hash, caromNearestOnPolygon(origin, polygon, 9));
    hashNearest(hash, caromNearestOnSegment(origin, a, b));
    hashNearest(hash, caromNearestOnCapsule(origin, a, b, 1.5));
    hashNearest(hash, caromNearestOnCircle(origin, a, 1.5));
    hashNumber(hash, caromRotationAngle(transform.rotation));
    hashNumber(hash, caromAtan2(translation.y, translation.x));
    CaromMatrix matrix = caromMatrixInverse(caromTransformMatrix(transform));
    hashPoint(hash, caromMatrixPoint(matrix, origin));
    hashPoint(hash, caromTransformPointInverse(transform, origin));
}

/// Hashes which shapes contain which points, and how lines cross. In every second case the points
/// are on a coarse lattice, where many of them lie on one line.
static void hashSides(Hash *hash, TestRandom *random, int i)
{
    CaromVec2 p[6];
    for (int k = 0; k < 6; k++) {
        p[k] = randomPoint(random, 4.0);
        if (i % 2 == 0) {
            p[k] = caromVec2(floor(p[k].x) * 0.1, floor(p[k].y) * 0.3);
        }
    }
    hashNumber(hash, caromOrientation(p[0], p[1], p[2]));
    hashNumber(hash, caromPointInPolygon(p[0], p + 1, 5));
    hashNumber(hash, caromPointInPolygonQuadrants(p[0], p + 1, 5));
    hashNumber(hash, caromPointInCircle(p[0], p[1], 2.0));
    double along = 0.0, across = 0.0;
    CaromVec2 way = caromVec2Sub(p[1], p[0]);
    hashNumber(hash, caromRayMeetsSegment(p[0], way, p[2], p[3], &along, &across));
    hashNumber(hash, along);
    hashNumber(hash, across);
    CaromPolygonRay ray = caromRayCrossesPolygon(p[0], way, p + 2, 4);
    hashNumber(hash, ray.crossings);
    hashNumber(hash, ray.startsInside);
    int count = caromHull(p, 6);
    CaromClip clip;
    hashNumber(hash, count);
    hashNumber(hash, caromPointInConvex(way, p, count));
    if (count >= 3 && caromClipSegment(randomPoint(random, 4.0), way, p, count, &clip)) {
        hashNumber(hash, clip.nearFraction);
        hashNumber(hash, clip.farFraction);
        hashPoint(hash, clip.nearNormal);
        hashPoint(hash, clip.farNormal);
        hashNumber(hash, clip.nearEdge * 16 + clip.farEdge);
    }
}

/// A triangle and a capsule: how far apart they are, where they touch, and when one that moves, or
/// also turns, meets the other.
static void hashPair(Hash *hash, TestRandom *random)
{
    CaromVec2 points[3], ends[2];
    for (int i = 0; i < 3; i++) {
        points[i] = randomPoint(random, 8.0);
    }
    ends[0] = randomPoint(random, 8.0);
    ends[1] = randomPoint(random, 8.0);
    CaromGeometry a = caromGeometry(CAROM_SHAPE_POLYGON, points, 3, 0.25);
    CaromGeometry b = caromGeometry(CAROM_SHAPE_CAPSULE, ends, 2, 1.0);
    CaromDistance distance = caromShapesDistance(&a, &b);
    hashNumber(hash, distance.distance);
    hashPoint(hash, distance.pointA);
    hashPoint(hash, distance.normal);
    CaromOverlap overlap = caromOverlapConvex(&a, &b);
    hashPoint(hash, overlap.normal);
    hashNumber(hash, overlap.depth);
    hashNumber(hash, caromShapesTouch(&a, &b));
    CaromManifold manifold;
    if (caromShapesCollide(&a, &b, 1.0, &manifold, 1) > 0) {
        hashManifold(hash, &manifold);
    }
    CaromVec2 translation = randomPoint(random, 20.0), pivot = randomPoint(random, 8.0);
    for (int i = 0; i < 3; i++) {
        CaromConvexHit hit = {0};
        if (i == 2) {
            caromCastConvex(&a, translation, &b, CAROM_INSIDE_HIT, &hit);
        } else {
            caromCastTurning(&b, pivot, translation, 1.5 * i, &a, CAROM_INSIDE_EXIT, &hit);
        }
        hashNumber(hash, hit.fraction);
        hashPoint(hash, hit.point);
        hashPoint(hash, hit.normal);
    }
}

/// Pieces and triangles of a star with a hole, its mass, its hull.
static void hashPieces(Hash *hash, TestRandom *random)
{
    CaromVec2 points[24];
    int indices[90], ends[30];
    const int rings[2] = {18, 24};
    for (int i = 0; i < 24; i++) {
        double length = i < 18 ? testRandomRange(random, 3.0, 9.0) : 1.0;
        CaromRotation r = caromRotation(i < 18 ? 0.349 * i : 1.04 * i);
        points[i] = caromVec2Scale(caromVec2(r.c, r.s), length);
    }
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_REGION, points, 24, 0.0);
    geometry.ringEnds = rings;
    geometry.ringCount = 2;
    CaromPieces pieces = {indices, ends, 90, 30, 0, 0};
    hashNumber(hash, caromConvexPieces(&geometry, 8, NULL, &pieces));
    for (int i = 0; i < pieces.indexCount; i++) {
        hashNumber(hash, indices[i]);
    }
    int count = caromTriangulate(&geometry, NULL, indices, 90, NULL);
    for (int i = 0; i < 3 * count; i++) {
        hashNumber(hash, indices[i]);
    }
    CaromVec2 place = randomPoint(random, 10.0);
    hashNumber(hash, caromPointInRegion(place, points, rings, 2));
    hashNearest(hash, caromNearestOnRegion(place, points, rings, 2));
    geometry = caromGeometry(CAROM_SHAPE_POLYGON, points, 18, 0.0);
    hashPoint(hash, caromPolygonCentroid(points, 18));
    hashNumber(hash, caromPolygonArea(points, 18));
    hashNumber(hash, caromPolygonValidate(points, 18, NULL));
    geometry.count = caromHull(points, 18);
    geometry.radius = 0.5;
    CaromMass mass = caromGeometryMass(&geometry);
    hashPoint(hash, mass.centroid);
    hashNumber(hash, mass.area);
    hashNumber(hash, mass.inertia);
}

static void hashEllipse(Hash *hash, TestRandom *random)
{
    CaromVec2 points[24];
    CaromVec2 center = randomPoint(random, 3.0);
    CaromEllipse ellipse = caromEllipse(randomTransform(random), center, 4.0);
    CaromVec2 origin = randomPoint(random, 20.0), translation = randomPoint(random, 40.0);
    CaromRayHit ray = {0};
    bool hit = caromRayCastEllipse(origin, translation, ellipse, CAROM_INSIDE_EXIT, &ray);
    hashRay(hash, hit, &ray);
    hashNearest(hash, caromNearestOnEllipse(origin, ellipse));
    hashNumber(hash, caromPointInEllipse(origin, ellipse));
    hashPoint(hash, caromEllipsePrincipal(ellipse).u);
    hashNumber(hash, caromEllipsePolygon(ellipse, 0.01, points, 24));
    hashPoint(hash, points[1]);
}

/// Shots at a target that moves or not.
static void hashShots(Hash *hash, TestRandom *random)
{
    CaromTarget target = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    target.position = randomPoint(random, 20.0);
    if (testRandomInt(random, 0, 1)) {
        target.velocity = randomPoint(random, 10.0);
        target.acceleration = randomPoint(random, 2.0);
    }
    CaromShot shots[4];
    CaromVec2 from = randomPoint(random, 20.0), gravity = caromVec2(0.1, -10.0);
    int count = caromAimLead(from, target, testRandomRange(random, 5.0, 40.0), gravity, shots, 4);
    count = count < 4 ? count : 4;
    for (int i = 0; i < count; i++) {
        hashPoint(hash, shots[i].velocity);
        hashNumber(hash, shots[i].time);
    }
    if (caromAimAt(from, target.position, 25.0, gravity, shots) > 0) {
        hashPoint(hash, shots[0].velocity);
    }
    if (caromAimLeastSpeed(from, target.position, gravity, shots)) {
        hashPoint(hash, shots[0].velocity);
        hashNumber(hash, shots[0].time);
    }
}

/// Cells along lines, of ends on lattice points, too; sight over tiles.
static void hashCells(Hash *hash, TestRandom *random, int i)
{
    CaromCell cells[64];
    uint16_t tiles[144] = {0};
    CaromVec2 a = randomPoint(random, 12.0), b = randomPoint(random, 12.0);
    CaromCell from = {(int32_t)floor(a.x), (int32_t)floor(a.y)};
    CaromCell to = {(int32_t)floor(b.x), (int32_t)floor(b.y)};
    if (i % 2 == 0) {
        a = caromVec2(from.x, from.y);
        b = caromVec2(to.x, to.y);
    }
    int64_t count = caromRasterSupercover(a, b, cells, 64);
    for (int64_t k = 0; k < count && k < 64; k++) {
        hashNumber(hash, cells[k].x * 64.0 + cells[k].y);
    }
    count = caromRasterLine(from, to, cells, 64);
    for (int64_t k = 0; k < count && k < 64; k++) {
        hashNumber(hash, cells[k].x * 64.0 + cells[k].y);
    }
    for (int k = 0; k < 144; k++) {
        if (testRandomInt(random, 0, 7) ==
            0) { // as an assignment emscripten 3.1.6 spoils it at -O3
            tiles[k] = 1;
        }
    }
    CaromTileMap map = {12, 12, 2.0, {-12.0, -12.0}, tiles, 0.0};
    hashNumber(hash, caromTilesLineOfSight(&map, a, b));
    hashNumber(hash, caromTilesSee(&map, from, to));
}

static void rays(Hash *hash)
{
    TestRandom random = testRandomSeed(1);
    for (int i = 0; i < 1500; i++) {
        hashRays(hash, &random);
    }
}

static void sides(Hash *hash)
{
    TestRandom random = testRandomSeed(2);
    for (int i = 0; i < 2500; i++) {
        hashSides(hash, &random, i);
    }
}

static void pairs(Hash *hash)
{
    TestRandom random = testRandomSeed(3);
    for (int i = 0; i < 300; i++) {
        hashPair(hash, &random);
    }
}

static void making(Hash *hash)
{
    TestRandom random = testRandomSeed(4);
    for (int i = 0; i < 150; i++) {
        hashPieces(hash, &random);
        hashEllipse(hash, &random);
    }
}

static void aiming(Hash *hash)
{
    TestRandom random = testRandomSeed(5);
    for (int i = 0; i < 1500; i++) {
        hashShots(hash, &random);
    }
}

static void cells(Hash *hash)
{
    TestRandom random = testRandomSeed(6);
    for (int i = 0; i < 1500; i++) {
        hashCells(hash, &random, i);
    }
}

const Scenario scenariosShapes[] = {{"rays at shapes", rays},
                                    {"sides of lines and polygons", sides},
                                    {"pairs of shapes", pairs},
                                    {"hulls, pieces, mass, ellipses", making},
                                    {"aiming", aiming},
                                    {"cells along lines", cells},
                                    {NULL, NULL}};
