// SPDX-License-Identifier: MIT
// Casts of every kind among shapes of every kind, at rest, moving and turning; and predictions.
#include "../../world/api/carom.h"
#include "scenario.h"

enum { MOST = 32 };

/// Shapes of every kind, some of them rounded or sensors, some of which have moved.
static CaromWorld *someTimeAfter(TestRandom *random, CaromVec2 gravity)
{
    CaromWorld *world = worldOf(gravity);
    CaromShapeDef shape = caromShapeDef();
    addThings(world, &shape, random, 36, 25.0, 2, 0.0);
    addThings(world, &shape, random, 12, 25.0, 1, 0.25);
    shape.sensor = true;
    addThings(world, &shape, random, 6, 25.0, 1, 0.25);
    addRoom(world, 30.0);
    caromWorldStepTo(world, 0.375);
    return world;
}

/// Options by turns: starts inside, exits, sensors.
static CaromQueryOptions optionsOf(int i)
{
    CaromQueryOptions options = caromQueryOptions();
    options.inside = (CaromInside)(i % 3);
    options.exits = i % 2 == 0;
    options.reentries = i % 4 == 0;
    options.sensors = (CaromSensorPolicy)(i % 5 % 3);
    return options;
}

static void raysAndCircles(Hash *hash)
{
    TestRandom random = testRandomSeed(41);
    CaromWorld *world = someTimeAfter(&random, caromVec2(0.0, 0.0));
    CaromHit hits[MOST];
    CaromVec2 origins[64], ways[64];
    for (int i = 0; i < 150; i++) {
        CaromVec2 from = randomPoint(&random, 28.0), way = randomPoint(&random, 40.0);
        CaromQueryOptions options = optionsOf(i);
        hashHits(hash, hits, caromWorldCastRay(world, from, way, options, hits, MOST), MOST);
        hashHits(hash, hits, caromWorldCastRay(world, from, way, options, hits, 1), 1);
        int count = caromWorldCastCircle(world, from, 0.375, way, options, hits, MOST);
        hashHits(hash, hits, count, MOST);
        hashNumber(hash, caromWorldCastAny(world, from, 0.0, way, options));
        origins[i % 64] = from;
        ways[i % 64] = way;
    }
    CaromHit nearest[64];
    caromWorldCastRays(world, origins, ways, 64, caromQueryOptions(), nearest);
    for (int i = 0; i < 64; i++) {
        hashNumber(hash, nearest[i].fraction);
        hashNumber(hash, nearest[i].shape.index);
    }
    playToEnd(world, hash, 1, 8.0);
}

static void arcs(Hash *hash)
{
    TestRandom random = testRandomSeed(42);
    CaromWorld *world = someTimeAfter(&random, caromVec2(0.0, 0.0));
    CaromHit hits[MOST];
    for (int i = 0; i < 75; i++) {
        CaromVec2 from = randomPoint(&random, 28.0), way = randomPoint(&random, 30.0);
        int count = caromWorldCastArc(world, from, i % 2 * 0.25, way, caromVec2(0.0, -9.81), 1.5,
                                      optionsOf(i), hits, MOST);
        hashHits(hash, hits, count, MOST);
    }
    playToEnd(world, hash, 1, 8.0);
}

/// Circles, capsules, segments, polygons and rounded ones, moved and turned.
static void shapes(Hash *hash)
{
    TestRandom random = testRandomSeed(43);
    CaromWorld *world = someTimeAfter(&random, caromVec2(0.0, 0.0));
    CaromHit hits[MOST];
    CaromShapeOverlap overlaps[MOST];
    const CaromShapeType types[4] = {CAROM_SHAPE_CIRCLE, CAROM_SHAPE_CAPSULE, CAROM_SHAPE_SEGMENT,
                                     CAROM_SHAPE_POLYGON};
    const int counts[4] = {1, 2, 2, 4};
    for (int i = 0; i < 60; i++) {
        CaromVec2 from = randomPoint(&random, 28.0), way = randomPoint(&random, 30.0);
        CaromVec2 corners[4] = {from, from, from, from};
        corners[1].x += 1.5;
        corners[2] = caromVec2(from.x + 1.25, from.y + 0.75);
        corners[3].y += 1.0;
        CaromGeometry asker = caromGeometry(types[i % 4], corners, counts[i % 4],
                                            i % 4 < 2 ? 0.5 : i % 8 / 4 * 0.125);
        CaromQueryOptions options = optionsOf(i);
        options.reentries = false;
        int count = caromWorldCastShape(world, &asker, way, options, hits, MOST);
        hashHits(hash, hits, count, MOST);
        count = caromWorldCastTurning(world, &asker, from, way, 2.0, options, hits, MOST);
        hashHits(hash, hits, count, MOST);
        count = caromWorldOverlapShape(world, &asker, options, overlaps, MOST);
        for (int k = 0; k < count && k < MOST; k++) {
            hashNumber(hash, overlaps[k].depth);
            hashPoint(hash, overlaps[k].normal);
        }
    }
    playToEnd(world, hash, 1, 8.0);
}

static void beams(Hash *hash)
{
    TestRandom random = testRandomSeed(44);
    CaromWorld *world = someTimeAfter(&random, caromVec2(0.0, 0.0));
    for (int i = 0; i < 40; i++) {
        CaromBeamDef def = caromBeamDef();
        CaromBeamLeg legs[MOST];
        def.origin = randomPoint(&random, 28.0);
        def.direction = randomPoint(&random, 1.0);
        def.radius = i % 2 * 0.0625;
        def.length = 1e4;
        def.reflectivity = 0.75;
        int count = caromWorldCastBeam(world, &def, legs, MOST);
        for (int k = 0; k < count && k < MOST; k++) {
            hashPoint(hash, legs[k].to);
            hashNumber(hash, legs[k].energy);
            hashNumber(hash, legs[k].feature);
        }
    }
    playToEnd(world, hash, 1, 8.0);
}

static void hashPrediction(Hash *hash, const CaromPrediction *prediction)
{
    CaromVec2 points[MOST];
    hashNumber(hash, prediction->time);
    hashPoint(hash, prediction->position);
    hashPoint(hash, prediction->velocity);
    hashNumber(hash, prediction->stop * 64 + prediction->mode);
    for (int i = 0; i < prediction->legCount && i < prediction->legCapacity; i++) {
        hashNumber(hash, prediction->legs[i].end);
        hashPoint(hash, prediction->legs[i].position);
        hashPoint(hash, prediction->legs[i].velocity);
        hashPoint(hash, prediction->legs[i].normal);
    }
    for (int i = 0; i < prediction->hitCount && i < prediction->hitCapacity; i++) {
        hashHit(hash, &prediction->hits[i]);
    }
    int count = caromPredictionSample(prediction, prediction->from, 0.125, points, MOST);
    for (int i = 0; i < count && i < MOST; i++) {
        hashPoint(hash, points[i]);
    }
    count = caromPredictionSampleWay(prediction, 0.25, 1.0, points, MOST);
    for (int i = 0; i < count && i < MOST; i++) {
        hashPoint(hash, points[i]);
    }
}

/// What throws and flights will do; and that they did it.
static void predictions(Hash *hash)
{
    TestRandom random = testRandomSeed(45);
    CaromWorld *world = someTimeAfter(&random, caromVec2(0.0, -9.81));
    CaromProjectileDef def = caromProjectileDef();
    CaromLeg legs[64];
    CaromHitEvent hits[64];
    def.restitution = 0.75;
    def.friction = 0.25;
    for (int i = 0; i < 20; i++) {
        CaromPrediction prediction = caromPrediction();
        prediction.legs = legs;
        prediction.hits = hits;
        prediction.legCapacity = prediction.hitCapacity = 64;
        def.position = randomPoint(&random, 25.0);
        def.velocity = randomPoint(&random, 20.0);
        def.radius = i % 3 * 0.125;
        def.quadraticDrag = i % 4 == 0 ? 0.0625 : 0.0;
        def.onHit = (CaromHitAction)(i % 4);
        def.meetMask = i % 5 == 0;
        must(caromWorldPredict(world, &def, 2.0, &prediction) == CAROM_OK, "no prediction");
        hashPrediction(hash, &prediction);
        caromProjectilePredict(world, caromProjectileFire(world, &def), 1.0, &prediction);
        hashPrediction(hash, &prediction);
    }
    playToEnd(world, hash, 16, 8.0);
}

const Scenario scenariosCasts[] = {{"casts of rays and circles", raysAndCircles},
                                   {"casts along arcs", arcs},
                                   {"casts and overlaps of shapes", shapes},
                                   {"beams", beams},
                                   {"predictions", predictions},
                                   {NULL, NULL}};
