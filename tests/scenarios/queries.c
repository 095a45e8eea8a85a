// SPDX-License-Identifier: MIT
// What is near, what is lit, where characters walk.
#include "../../world/api/carom.h"
#include "scenario.h"

enum { MOST = 32 };

static void nearness(Hash *hash)
{
    TestRandom random = testRandomSeed(51);
    CaromWorld *world = worldOf(caromVec2(0.0, 0.0));
    CaromShapeDef shape = caromShapeDef();
    addThings(world, &shape, &random, 48, 25.0, 1, 0.0);
    caromWorldStepTo(world, 0.25);
    for (int i = 0; i < 80; i++) {
        CaromNearestQuery query = caromNearestQuery();
        CaromNear near[4];
        CaromShapeId ids[MOST];
        CaromVec2 gradient, at = randomPoint(&random, 28.0);
        query.point = at;
        query.sight = i % 2 == 0;
        int count = caromWorldNearest(world, &query, near, 4);
        for (int k = 0; k < count; k++) {
            hashNumber(hash, near[k].shape.index);
            hashNumber(hash, near[k].distance);
            hashPoint(hash, near[k].point);
            hashPoint(hash, near[k].normal);
        }
        double distance = 0.0;
        caromWorldDistance(world, at, 5.0, query.options, &distance, &gradient);
        hashNumber(hash, distance);
        hashPoint(hash, gradient);
        hashNumber(hash, caromWorldOverlapPoint(world, at, query.options, ids, MOST));
        hashNumber(hash, caromWorldOverlapCircle(world, at, 3.0, query.options, ids, MOST));
        CaromBox box = caromBoxInflate(caromBoxOfPoints(&at, 1), 2.0);
        hashNumber(hash, caromWorldOverlapBox(world, box, query.options, ids, MOST));
    }
    playToEnd(world, hash, 1, 8.0);
}

static void hashFan(Hash *hash, const CaromLight *light)
{
    int count = 0;
    const CaromLightPoint *points = caromLightPoints(light, &count);
    hashNumber(hash, count);
    hashNumber(hash, caromLightArea(light));
    for (int i = 0; i < count; i++) {
        hashPoint(hash, points[i].point);
        hashNumber(hash, (int)points[i].seen * 4096.0 + points[i].shape.index);
        hashNumber(hash, points[i].feature);
    }
}

/// Fans all around and of cones, what is exposed of segments and discs.
static void lights(Hash *hash)
{
    TestRandom random = testRandomSeed(52);
    CaromWorld *world = worldOf(caromVec2(0.0, 0.0));
    CaromShapeDef shape = caromShapeDef();
    CaromLight *light = caromLightCreate(NULL);
    must(light != NULL, "no memory for a light");
    addThings(world, &shape, &random, 48, 25.0, 1, 0.0);
    caromWorldStepTo(world, 0.25);
    for (int i = 0; i < 16; i++) {
        CaromLightDef def = caromLightDef();
        CaromSpan spans[8];
        CaromVec2 a = randomPoint(&random, 25.0), b = randomPoint(&random, 25.0);
        def.position = randomPoint(&random, 28.0);
        def.range = 25.0;
        def.direction = testRandomRange(&random, -3.0, 3.0);
        def.halfAngle = i % 2 ? 0.75 : def.halfAngle;
        def.options.inside = i % 4 < 2 ? CAROM_INSIDE_HIT : CAROM_INSIDE_IGNORE;
        must(caromLightCast(light, world, &def) == CAROM_OK, "no light");
        hashFan(hash, light);
        CaromExposure seen =
            caromLightExposeSegment(light, world, def.position, a, b, def.options, spans, 8);
        hashNumber(hash, seen.fraction);
        hashNumber(hash, seen.angle);
        seen = caromLightExposeDisc(light, world, def.position, a, 1.5, def.options);
        hashNumber(hash, seen.fraction);
    }
    caromLightDestroy(light);
    playToEnd(world, hash, 1, 8.0);
}

static void walk(Hash *hash, CaromWorld *world, CaromMoverDef def, TestRandom *random)
{
    CaromMover mover;
    must(caromMoverInit(world, &mover, &def) == CAROM_OK, "no mover");
    for (int i = 0; i < 250; i++) {
        CaromMoverResult result;
        CaromVec2 wish = randomPoint(random, 9.0);
        if (def.up.y != 0.0) {
            wish.y = -5.0;
        }
        caromWorldStep(world, 1.0 / 64.0);
        must(caromMoverMove(world, &mover, wish, 1.0 / 64.0, &result) == CAROM_OK, "no move");
        hashPoint(hash, result.position);
        hashPoint(hash, result.velocity);
        hashPoint(hash, result.groundNormal);
        hashNumber(hash, result.contactCount * 16 + result.grounded * 4 + result.stepped * 2 +
                             result.crushed);
    }
}

/// Seen from above a disc, from the side a capsule that climbs: long walks among walls, a bar that
/// turns and a door that moves.
static void movers(Hash *hash)
{
    TestRandom random = testRandomSeed(53);
    CaromWorld *world = worldOf(caromVec2(0.0, 0.0));
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromMoverDef def = caromMoverDef();
    const CaromVec2 ends[2] = {{0.0, -0.5}, {0.0, 0.5}};
    CaromBodyId rest = caromBodyCreate(world, &bodyDef);
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.velocity = caromVec2(0.25, 0.0);
    bodyDef.angularVelocity = 0.75;
    CaromBodyId bar = caromBodyCreate(world, &bodyDef);
    caromShapeCreateBox(world, bar, &shape, caromVec2(0.0, 0.0), caromVec2(3.0, 0.25));
    for (int i = 0; i < 150; i++) {
        CaromVec2 a = randomPoint(&random, 20.0), way = randomPoint(&random, 2.0);
        caromShapeCreateSegment(world, rest, &shape, a, caromVec2Add(a, way));
    }
    walk(hash, world, def, &random);
    def.shape = caromGeometry(CAROM_SHAPE_CAPSULE, ends, 2, 0.3);
    def.up = caromVec2(0.0, 1.0);
    def.stepHeight = 0.5;
    def.snap = 0.25;
    def.position = caromVec2(3.0, 18.0);
    walk(hash, world, def, &random);
    playToEnd(world, hash, 1, 8.0);
}

const Scenario scenariosQueries[] = {
    {"nearness", nearness}, {"lights", lights}, {"movers", movers}, {NULL, NULL}};
