// SPDX-License-Identifier: MIT
// Prints hashes of what the library computes: of its geometry on random shapes, of its aiming, then
// of a crowded world after each tenth of a second. tests/same_bits compares what differently
// compiled copies print (law 8).
#include "same_bits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define PROJECTILES 400

static CaromTransform randomTransform(TestRandom *random)
{
    CaromVec2 position = randomPoint(random, 20.0);
    double angle = testRandomRange(random, -10.0, 10.0), scale = testRandomRange(random, 0.5, 2.0);
    return caromTransform(position, angle, caromVec2(scale, -1.0 / scale));
}

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

/// Rays, nearest points and overlap of one random ellipse-like polygon and a capsule.
static void hashShapes(Hash *hash, TestRandom *random)
{
    CaromVec2 polygon[9], ends[2];
    CaromTransform transform = randomTransform(random);
    caromEllipsePoints(transform, randomPoint(random, 3.0), 4.0, polygon, 9);
    transform = randomTransform(random);
    ends[0] = caromTransformPoint(transform, caromVec2(-2.0, 0.5));
    ends[1] = caromTransformPoint(transform, caromVec2(3.0, 0.25));
    hashNumber(hash, caromRotationAngle(transform.rotation));
    CaromVec2 origin = randomPoint(random, 25.0);
    CaromVec2 translation = randomPoint(random, 40.0);
    CaromRayHit ray = {0};
    bool hit = caromRayCastPolygon(origin, translation, polygon, 9, CAROM_INSIDE_HIT, &ray);
    hashRay(hash, hit, &ray);
    hit = caromRayCastCapsule(origin, translation, ends[0], ends[1], 1.5, CAROM_INSIDE_EXIT, &ray);
    hashRay(hash, hit, &ray);
    hit = caromRayCastCircle(origin, translation, ends[0], 5.0, CAROM_INSIDE_HIT, &ray);
    hashRay(hash, hit, &ray);
    CaromNearest nearest = caromNearestOnPolygon(origin, polygon, 9);
    hashPoint(hash, nearest.point);
    hashPoint(hash, nearest.normal);
    hashNumber(hash, nearest.distance);
    CaromGeometry a = caromGeometry(CAROM_SHAPE_POLYGON, polygon, 9, 0.0),
                  b = caromGeometry(CAROM_SHAPE_CAPSULE, ends, 2, 1.5);
    CaromOverlap overlap = caromOverlapConvex(&a, &b);
    hashPoint(hash, overlap.normal);
    hashNumber(hash, overlap.depth);
    hashPoint(hash, caromPolygonCentroid(polygon, 9));
    hashNumber(hash, caromPolygonArea(polygon, 9));
}

/// A random triangle and a capsule: how far apart, where they bear upon each other, when one that
/// moves, or turns as well, meets the other.
static void hashPairs(Hash *hash, TestRandom *random)
{
    CaromVec2 points[3], ends[2] = {randomPoint(random, 8.0), randomPoint(random, 8.0)};
    for (int i = 0; i < 3; i++) {
        points[i] = randomPoint(random, 8.0);
    }
    CaromGeometry a = caromGeometry(CAROM_SHAPE_POLYGON, points, 3, 0.25),
                  b = caromGeometry(CAROM_SHAPE_CAPSULE, ends, 2, 1.0);
    CaromDistance distance = caromShapesDistance(&a, &b);
    hashNumber(hash, distance.distance);
    hashPoint(hash, distance.pointA);
    hashPoint(hash, distance.normal);
    CaromManifold manifold;
    int count = caromShapesCollide(&a, &b, 1.0, &manifold, 1) > 0 ? manifold.count : 0;
    for (int i = 0; i < count; i++) {
        hashPoint(hash, manifold.points[i].point);
        hashNumber(hash, manifold.points[i].separation);
        hashNumber(hash, manifold.points[i].id);
    }
    CaromVec2 translation = randomPoint(random, 20.0), pivot = randomPoint(random, 8.0);
    for (int i = 0; i < 2; i++) {
        CaromConvexHit hit = {0};
        caromCastTurning(&b, pivot, translation, 1.5 * i, &a, CAROM_INSIDE_EXIT, &hit);
        hashNumber(hash, hit.fraction);
        hashPoint(hash, hit.point);
        hashPoint(hash, hit.normal);
    }
}

/// Shots at a random target, moving or not.
static void hashShots(Hash *hash, TestRandom *random)
{
    CaromTarget target = {randomPoint(random, 20.0), {0.0, 0.0}, {0.0, 0.0}};
    if (testRandomInt(random, 0, 1)) {
        target.velocity = randomPoint(random, 10.0);
    }
    CaromShot shots[4];
    CaromVec2 from = randomPoint(random, 20.0), gravity = caromVec2(0.1, -10.0);
    int count = caromAimLead(from, target, testRandomRange(random, 5.0, 40.0), gravity, shots, 4);
    for (int i = 0; i < count; i++) {
        hashPoint(hash, shots[i].velocity);
        hashNumber(hash, shots[i].time);
    }
}

/// A hull, its rounded mass, the pieces of a star, and an ellipse met by a ray.
static void hashMaking(Hash *hash, TestRandom *random)
{
    CaromVec2 points[24];
    int indices[66], ends[22];
    for (int i = 0; i < 24; i++) {
        CaromRotation r = caromRotation(0.26 * i);
        points[i] = caromVec2Scale(caromVec2(r.c, r.s), testRandomRange(random, 1.0, 9.0));
    }
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, points, 24, 0.5);
    CaromPieces pieces = {indices, ends, 66, 22, 0, 0};
    hashNumber(hash, caromConvexPieces(&geometry, 0, NULL, &pieces));
    for (int i = 0; i < pieces.indexCount; i++) {
        hashNumber(hash, indices[i]);
    }
    geometry.count = caromHull(points, 24);
    CaromMass mass = caromGeometryMass(&geometry);
    hashPoint(hash, mass.centroid);
    hashNumber(hash, mass.area);
    hashNumber(hash, mass.inertia);
    CaromTransform transform = randomTransform(random);
    CaromEllipse ellipse = caromEllipse(transform, randomPoint(random, 3.0), 4.0);
    CaromVec2 origin = randomPoint(random, 20.0), translation = randomPoint(random, 40.0);
    CaromRayHit ray = {0};
    bool hit = caromRayCastEllipse(origin, translation, ellipse, CAROM_INSIDE_EXIT, &ray);
    hashRay(hash, hit, &ray);
    CaromNearest nearest = caromNearestOnEllipse(origin, ellipse);
    hashPoint(hash, nearest.point);
    hashNumber(hash, nearest.distance);
    hashNumber(hash, caromEllipsePolygon(ellipse, 0.01, points, 24));
    hashPoint(hash, points[1]);
}

static void addBodies(CaromWorld *world, TestRandom *random)
{
    CaromShapeDef shape = caromShapeDef();
    CaromBodyId parent = {0, 0, 0};
    for (int i = 0; i < 40; i++) {
        CaromBodyDef def = caromBodyDef();
        CaromTransform transform = randomTransform(random);
        def.position = transform.position;
        def.angle = caromRotationAngle(transform.rotation);
        def.scale = transform.scale;
        if (i % 4 == 0) {
            def.type = CAROM_BODY_KINEMATIC;
            def.velocity = randomPoint(random, 3.0);
        }
        if (i % 4 == 2) { // on the static one before
            def.parent = parent;
        }
        CaromBodyId body = parent = caromBodyCreate(world, &def);
        shape.restitution = testRandomRange(random, 0.5, 1.0);
        if (i % 8 == 2) {
            caromShapeCreateEllipse(world, body, &shape, caromVec2(0.0, 0.5), caromVec2(0.75, 0.5),
                                    0.01);
        } else if (i % 2 == 0) {
            caromShapeCreateBox(world, body, &shape, caromVec2(0.25, 0.0), caromVec2(1.0, 0.5));
        } else {
            caromShapeCreateCircle(world, body, &shape, caromVec2(0.0, 0.5), 0.75);
        }
    }
    CaromBodyDef def = caromBodyDef();
    CaromBodyId room = caromBodyCreate(world, &def);
    const CaromVec2 corners[4] = {{-32.0, -30.0}, {-31.0, 32.0}, {33.0, 31.0}, {30.0, -33.0}};
    for (int i = 0; i < 4; i++) { // clockwise: solid outside
        caromShapeCreateOneSided(world, room, &shape, corners[i], corners[(i + 1) % 4]);
    }
}

static void fire(CaromWorld *world, TestRandom *random)
{
    CaromProjectileDef def = caromProjectileDef();
    for (int i = 0; i < PROJECTILES; i++) {
        def.position = randomPoint(random, 28.0);
        def.velocity = randomPoint(random, 60.0);
        def.gravityScale = i % 3 == 0 ? 0.0 : 1.0;
        def.radius = i % 5 == 0 ? 0.125 : 0.0;
        def.restitution = i % 2 == 0 ? 1.0 : 0.75;
        def.friction = i % 7 == 0 ? 0.25 : 0.0;
        caromProjectileFire(world, &def);
    }
}

static void printGeometry(void)
{
    Hash hash = {14695981039346656037u};
    TestRandom random = testRandomSeed(1);
    for (int i = 0; i < 20000; i++) {
        hashShapes(&hash, &random);
    }
    printf("geometry %016" PRIx64 "\n", hash.value);
}

static void printShots(void)
{
    Hash hash = {14695981039346656037u};
    TestRandom random = testRandomSeed(3);
    for (int i = 0; i < 20000; i++) {
        hashShots(&hash, &random);
    }
    printf("shots %016" PRIx64 "\n", hash.value);
}

static void printMaking(void)
{
    Hash hash = {14695981039346656037u};
    TestRandom random = testRandomSeed(4);
    for (int i = 0; i < 3000; i++) {
        hashMaking(&hash, &random);
        hashPairs(&hash, &random);
    }
    printf("making %016" PRIx64 "\n", hash.value);
}

static int printWorld(void)
{
    TestRandom random = testRandomSeed(2);
    CaromWorldDef def = caromWorldDef();
    def.gravity = caromVec2(0.0, -9.81);
    def.tag = 1;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    if (!world) {
        return EXIT_FAILURE;
    }
    addBodies(world, &random);
    fire(world, &random);
    Hash events = {14695981039346656037u};
    for (int step = 1; step <= 30; step++) {
        caromWorldStepTo(world, step / 10.0);
        CaromEvents now = caromWorldEvents(world);
        for (int i = 0; i < now.hitCount; i++) {
            hashNumber(&events, now.hits[i].time);
            hashPoint(&events, now.hits[i].center);
            hashPoint(&events, now.hits[i].impulse);
        }
        printf("world %d: %016" PRIx64 " after %d hits %016" PRIx64 "\n", step,
               caromWorldHash(world), now.hitCount, events.value);
    }
    return caromWorldDestroy(world) == CAROM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

/// Location and traces, straight and curved, over crooked squares.
static void printSectors(void)
{
    enum { SIDE = 9, LINES = 2 * SIDE * (SIDE - 1) };
    static CaromVec2 vertices[SIDE * SIDE];
    static CaromSectorLine lines[LINES];
    CaromSector sectors[2] = {{0.0, 3.0, NULL}, {1.0, 4.0, NULL}};
    Hash hash = {14695981039346656037u};
    TestRandom random = testRandomSeed(5);
    int count = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        CaromVec2 shift = randomPoint(&random, 0.375);
        vertices[i] = caromVec2(i % SIDE + shift.x, (double)(i / SIDE) + shift.y);
    }
    for (int i = 0; i < SIDE * SIDE; i++) { // two kinds of squares, as on a chessboard
        int side = (i % SIDE + i / SIDE) % 2;
        if (i % SIDE + 1 < SIDE) {
            lines[count++] = (CaromSectorLine){i, i + 1, 1 - side, side, 0, NULL};
        }
        if (i + SIDE < SIDE * SIDE) {
            lines[count++] = (CaromSectorLine){i, i + SIDE, side, 1 - side, 0, NULL};
        }
    }
    CaromSectorMapDef def = caromSectorMapDef();
    def.vertices = vertices;
    def.vertexCount = SIDE * SIDE;
    def.lines = lines;
    def.lineCount = count;
    def.sectors = sectors;
    def.sectorCount = 2;
    CaromSectorMap *map = caromSectorMapCreate(&def, NULL);
    for (int i = 0; i < 2000 && map; i++) {
        CaromSectorCrossing found[64];
        CaromVec2 from = randomPoint(&random, 10.0), way = randomPoint(&random, 10.0);
        CaromVec2 pull = i % 2 ? randomPoint(&random, 5.0) : caromVec2(0.0, 0.0);
        int told = caromSectorMapTraceArc(map, from, way, pull, 1.5, caromSectorQuery(), found, 64);
        hashNumber(&hash, caromSectorMapLocate(map, from));
        for (int k = 0; k < told && k < 64; k++) {
            hashNumber(&hash, found[k].line);
            hashNumber(&hash, found[k].at);
            hashPoint(&hash, found[k].point);
        }
    }
    caromSectorMapDestroy(map);
    printf("sectors %016" PRIx64 "\n", hash.value);
}

/// A long walk of a mover among walls, a spinning bar and a door.
static int printMover(void)
{
    Hash hash = {14695981039346656037u};
    TestRandom random = testRandomSeed(5);
    CaromWorldDef def = caromWorldDef();
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shapeDef = caromShapeDef();
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromBodyId rest = caromBodyCreate(world, &bodyDef);
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.velocity = caromVec2(0.25, 0.0);
    bodyDef.angularVelocity = 0.75;
    CaromBodyId bar = caromBodyCreate(world, &bodyDef);
    caromShapeCreateBox(world, bar, &shapeDef, caromVec2(0.0, 0.0), caromVec2(3.0, 0.25));
    for (int i = 0; i < 200; i++) {
        CaromVec2 a = randomPoint(&random, 20.0), way = randomPoint(&random, 2.0);
        caromShapeCreateSegment(world, rest, &shapeDef, a, caromVec2Add(a, way));
    }
    CaromMoverDef moverDef = caromMoverDef();
    CaromMover mover;
    if (!world || caromMoverInit(world, &mover, &moverDef) != CAROM_OK) {
        return EXIT_FAILURE;
    }
    for (int i = 0; i < 5000; i++) {
        CaromMoverResult result;
        CaromVec2 wish = randomPoint(&random, 9.0);
        caromWorldStep(world, 1.0 / 64.0);
        caromMoverMove(world, &mover, wish, 1.0 / 64.0, &result);
        hashPoint(&hash, result.position);
        hashPoint(&hash, result.velocity);
    }
    printf("mover %016" PRIx64 "\n", hash.value);
    return caromWorldDestroy(world) == CAROM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

/// Tiles that are shot away.
static int printTiles(void)
{
    uint16_t tiles[32 * 32];
    TestRandom random = testRandomSeed(4);
    CaromWorldDef def = caromWorldDef();
    CaromBodyDef body = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    body.angle = 0.3;
    def.tag = 1;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    if (!world) {
        return EXIT_FAILURE;
    }
    for (int i = 0; i < 32 * 32; i++) {
        tiles[i] = testRandomInt(&random, 0, 9) < 3 ? (uint16_t)testRandomInt(&random, 1, 3) : 0;
    }
    CaromTileMap map = {32, 32, 1.7, {-27.0, -27.0}, tiles};
    CaromShapeId id = caromShapeCreateTiles(world, caromBodyCreate(world, &body), &shape, &map);
    fire(world, &random);
    for (int step = 1; step <= 10; step++) {
        caromWorldStepTo(world, step / 10.0);
        CaromEvents now = caromWorldEvents(world);
        for (int i = 0; i < now.hitCount; i++) {
            caromShapeSetTile(world, id, now.hits[i].tile.x, now.hits[i].tile.y, 0);
        }
        printf("tiles %d: %016" PRIx64 " after %d hits\n", step, caromWorldHash(world),
               now.hitCount);
    }
    return caromWorldDestroy(world) == CAROM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(void)
{
    printGeometry();
    printShots();
    printSectors();
    printMaking();
    if (printMover() != EXIT_SUCCESS || printTiles() != EXIT_SUCCESS) {
        return EXIT_FAILURE;
    }
    return printQueries() == EXIT_SUCCESS ? printWorld() : EXIT_FAILURE;
}
