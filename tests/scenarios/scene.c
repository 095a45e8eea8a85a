// SPDX-License-Identifier: MIT
// What scenarios' worlds are furnished with. The order in which C evaluates arguments is free: one
// random number a statement.
#include "../../world/api/carom.h"
#include "../support/rounded.h"
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>

void must(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "scenarios: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

CaromVec2 randomPoint(TestRandom *random, double extent)
{
    double x = testRandomRange(random, -extent, extent);
    double y = testRandomRange(random, -extent, extent);
    return caromVec2(x, y);
}

CaromTransform randomTransform(TestRandom *random)
{
    CaromVec2 position = randomPoint(random, 20.0);
    double angle = testRandomRange(random, -10.0, 10.0);
    double scale = testRandomRange(random, 0.5, 2.0);
    return caromTransform(position, angle, caromVec2(scale, -1.0 / scale));
}

CaromWorld *worldOf(CaromVec2 gravity)
{
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    def.gravity = gravity;
    def.tag = 1;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    must(world != NULL, "no memory for a world");
    return world;
}

CaromBodyId addRoom(CaromWorld *world, double size)
{
    CaromBodyDef def = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromBodyId room = caromBodyCreate(world, &def);
    const CaromVec2 corners[4] = {{-1.0, -0.96}, {-0.98, 1.0}, {1.02, 0.98}, {0.96, -1.02}};
    for (int i = 0; i < 4; i++) { // clockwise: solid outside
        CaromVec2 a = caromVec2Scale(corners[i], size);
        CaromVec2 b = caromVec2Scale(corners[(i + 1) % 4], size);
        caromShapeCreateOneSided(world, room, &shape, a, b);
    }
    return room;
}

/// Corners of a star around the origin, counter-clockwise.
static void randomStar(TestRandom *random, CaromVec2 *points, int count, double least)
{
    for (int i = 0; i < count; i++) {
        CaromRotation r = caromRotation(6.28 / count * i);
        points[i] = caromVec2Scale(caromVec2(r.c, r.s), testRandomRange(random, least, 3.0));
    }
}

static CaromShapeId addTiles(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                             TestRandom *random)
{
    uint16_t tiles[36];
    for (int i = 0; i < 36; i++) {
        tiles[i] = (uint16_t)(testRandomInt(random, 0, 2) ? testRandomInt(random, 1, 3) : 0);
    }
    CaromTileMap map = {6, 6, 0.75, {-2.25, -2.25}, tiles, 0.0};
    return caromShapeCreateTiles(world, body, def, &map);
}

enum { ELLIPSE_POINTS = 28 }; ///< as many as a tolerance of 0.01 requires

/// Rounded by the radius but for circles, capsules, regions and tile maps.
CaromShapeId addShape(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                      TestRandom *random, int kind, double radius)
{
    CaromVec2 points[12], ellipse[ELLIPSE_POINTS];
    const int rings[2] = {8, 12};
    randomStar(random, points, 8, kind == 7 ? 2.0 : 0.75);
    switch (kind % SHAPE_KINDS) {
    case 0:
        return caromShapeCreateCircle(world, body, def, points[0], 1.25);
    case 1:
        return caromShapeCreateCapsule(world, body, def, points[0], points[3], 0.5);
    case 2:
        return roundedSegment(world, body, def, points[1], points[5], radius);
    case 3:
        return roundedOneSided(world, body, def, points[2], points[6], radius);
    case 4:
        return roundedChain(world, body, def, points, 8, 0, radius);
    case 5:
        return roundedChain(world, body, def, points, 8, CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED,
                            radius);
    case 6:
        return roundedPolygon(world, body, def, points, 8, radius);
    case 7: // with a hole
        randomStar(random, points + 8, 4, 0.5);
        for (int i = 8; i < 12; i++) {
            points[i] = caromVec2Scale(points[i], 0.25);
        }
        return caromShapeCreateRegion(world, body, def, points, rings, 2);
    case 8:
        return roundedBox(world, body, def, points[4], caromVec2(1.0, 0.5), radius);
    case 9:
        if (radius == 0.0) {
            return caromShapeCreateEllipse(world, body, def, points[7], caromVec2(1.5, 0.75), 0.01);
        }
        caromEllipsePoints(caromTransform(points[7], 0.0, caromVec2(1.5, 0.75)), caromVec2(0, 0),
                           1.0, ellipse, ELLIPSE_POINTS);
        return roundedPolygon(world, body, def, ellipse, ELLIPSE_POINTS, radius);
    case 10:
        return addTiles(world, body, def, random);
    default:
        return roundedPolygon(world, body, def, points, caromHull(points, 8), radius);
    }
}

void addThings(CaromWorld *world, const CaromShapeDef *def, TestRandom *random, int count,
               double size, int moving, double radius)
{
    for (int i = 0; i < count; i++) {
        CaromBodyDef bodyDef = caromBodyDef();
        bodyDef.position = randomPoint(random, size);
        bodyDef.angle = testRandomRange(random, -3.0, 3.0);
        if (i % 3 == 1) {
            bodyDef.scale = caromVec2(-0.75, 1.25);
        }
        if (i % 4 < moving) {
            bodyDef.type = CAROM_BODY_KINEMATIC;
            bodyDef.velocity = randomPoint(random, 3.0);
            bodyDef.angularVelocity = i % 8 < moving ? testRandomRange(random, -2.0, 2.0) : 0.0;
        }
        CaromBodyId body = caromBodyCreate(world, &bodyDef);
        must(addShape(world, body, def, random, i, radius).index != 0, "a shape was refused");
    }
}

void fire(CaromWorld *world, CaromProjectileDef def, TestRandom *random, int count, double size,
          double speed)
{
    for (int i = 0; i < count; i++) {
        def.position = randomPoint(random, size);
        def.velocity = randomPoint(random, speed);
        must(caromProjectileFire(world, &def).index != 0, "a projectile was refused");
    }
}

void play(CaromWorld *world, Hash *hash, int steps, double rate)
{
    double began = caromWorldTime(world);
    for (int step = 1; step <= steps; step++) {
        caromWorldStepTo(world, began + step / rate);
        hashEvents(hash, world);
    }
    hashFlights(hash, world);
    hashBits(hash, caromWorldHash(world));
}

void playToEnd(CaromWorld *world, Hash *hash, int steps, double rate)
{
    play(world, hash, steps, rate);
    must(caromWorldDestroy(world) == CAROM_OK, "a world was not destroyed");
}
