// SPDX-License-Identifier: MIT
// Queries in a world of shapes of every kind, at rest, moving and turning: casts of rays, arcs,
// shapes and beams, what is near, what is lit, who touches whom.
#include "same_bits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHAPES = 120, ASKED = 600, MOST = 32 };

static void addShape(CaromWorld *world, TestRandom *random, int i)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    bodyDef.position = randomPoint(random, 30.0);
    bodyDef.angle = testRandomRange(random, -3.0, 3.0);
    if (i % 3 == 0) {
        bodyDef.type = CAROM_BODY_KINEMATIC;
        bodyDef.velocity = randomPoint(random, 4.0);
        bodyDef.angularVelocity = i % 2 ? 1.5 : 0.0;
    }
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    CaromVec2 points[6];
    for (int k = 0; k < 6; k++) {
        CaromRotation r = caromRotation(k * 1.04);
        points[k] = caromVec2Scale(caromVec2(r.c, r.s), testRandomRange(random, 0.5, 3.0));
    }
    def.contacts = i % 2 == 0;
    def.radius = i % 5 == 1 ? 0.25 : 0.0;
    if (i % 4 == 0) {
        def.radius = 0.0;
        caromShapeCreateCapsule(world, body, &def, points[0], points[3], 0.5);
    } else if (i % 4 == 1) {
        caromShapeCreatePolygon(world, body, &def, points, 6);
    } else if (i % 4 == 2) {
        caromShapeCreateChain(world, body, &def, points, 6, CAROM_CHAIN_ONE_SIDED);
    } else {
        def.radius = 0.0;
        caromShapeCreateCircle(world, body, &def, points[0], 1.25);
    }
}

static void hashHits(Hash *hash, const CaromHit *hits, int count)
{
    hashNumber(hash, count);
    for (int i = 0; i < count && i < MOST; i++) {
        hashNumber(hash, hits[i].shape.index);
        hashNumber(hash, hits[i].fraction);
        hashPoint(hash, hits[i].point);
        hashPoint(hash, hits[i].normal);
        hashNumber(hash, hits[i].exitFraction);
        hashNumber(hash, hits[i].vertex);
    }
}

static void hashCasts(Hash *hash, const CaromWorld *world, TestRandom *random)
{
    CaromHit hits[MOST];
    CaromQueryOptions options = caromQueryOptions();
    CaromVec2 from = randomPoint(random, 30.0), way = randomPoint(random, 40.0);
    CaromVec2 corners[4] = {from, from, from, from};
    corners[1].x += 1.5;
    corners[2] = caromVec2(from.x + 1.25, from.y + 0.75);
    corners[3].y += 1.0;
    CaromGeometry asker = caromGeometry(CAROM_SHAPE_POLYGON, corners, 4, 0.125);
    options.exits = true;
    hashHits(hash, hits, caromWorldCastRay(world, from, way, options, hits, MOST));
    hashHits(
        hash, hits,
        caromWorldCastArc(world, from, 0.25, way, caromVec2(0.0, -9.81), 1.5, options, hits, MOST));
    hashHits(hash, hits, caromWorldCastShape(world, &asker, way, options, hits, MOST));
    hashHits(hash, hits, caromWorldCastTurning(world, &asker, from, way, 2.0, options, hits, MOST));
    CaromShapeOverlap overlaps[MOST];
    int count = caromWorldOverlapShape(world, &asker, options, overlaps, MOST);
    for (int i = 0; i < count && i < MOST; i++) {
        hashNumber(hash, overlaps[i].depth);
        hashPoint(hash, overlaps[i].normal);
    }
}

static void hashBeam(Hash *hash, const CaromWorld *world, TestRandom *random)
{
    CaromBeamDef def = caromBeamDef();
    CaromBeamLeg legs[MOST];
    def.origin = randomPoint(random, 30.0);
    def.direction = randomPoint(random, 1.0);
    int count = caromWorldCastBeam(world, &def, legs, MOST);
    for (int i = 0; i < count && i < MOST; i++) {
        hashPoint(hash, legs[i].to);
        hashNumber(hash, legs[i].energy);
    }
}

static void hashNear(Hash *hash, const CaromWorld *world, TestRandom *random)
{
    CaromNearestQuery query = caromNearestQuery();
    CaromNear near[4];
    query.point = randomPoint(random, 30.0);
    query.sight = true;
    int count = caromWorldNearest(world, &query, near, 4);
    for (int i = 0; i < count; i++) {
        hashNumber(hash, near[i].distance);
        hashPoint(hash, near[i].point);
    }
}

static void hashLight(Hash *hash, CaromLight *light, const CaromWorld *world, TestRandom *random)
{
    CaromLightDef def = caromLightDef();
    int count = 0;
    def.position = randomPoint(random, 30.0);
    def.range = 25.0;
    if (caromLightCast(light, world, &def) == CAROM_OK) {
        const CaromLightPoint *points = caromLightPoints(light, &count);
        for (int i = 0; i < count; i++) {
            hashPoint(hash, points[i].point);
        }
    }
}

static void hashContacts(Hash *hash, const CaromWorld *world)
{
    CaromEvents events = caromWorldEvents(world);
    for (int i = 0; i < events.contactCount; i++) {
        const CaromContactEvent *e = &events.contacts[i];
        hashNumber(hash, e->time);
        hashNumber(hash, e->shapeA.index * 1024.0 + e->shapeB.index);
        hashPoint(hash, e->manifold.normal);
        hashPoint(hash, e->manifold.points[0].point);
    }
}

int printQueries(void)
{
    Hash casts = {14695981039346656037u}, lights = casts, contacts = casts;
    TestRandom random = testRandomSeed(6);
    CaromWorldDef def = caromWorldDef();
    def.tag = 1;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromLight *light = caromLightCreate(NULL);
    if (!world || !light) {
        return EXIT_FAILURE;
    }
    for (int i = 0; i < SHAPES; i++) {
        addShape(world, &random, i);
    }
    for (int i = 0; i < ASKED; i++) {
        hashCasts(&casts, world, &random);
        hashBeam(&casts, world, &random);
        hashNear(&casts, world, &random);
        if (i % 10 == 0) {
            hashLight(&lights, light, world, &random);
            caromWorldStep(world, 1.0 / 60.0);
            hashContacts(&contacts, world);
        }
    }
    printf("queries %016" PRIx64 ", lights %016" PRIx64 ", contacts %016" PRIx64
           ", world %016" PRIx64 "\n",
           casts.value, lights.value, contacts.value, caromWorldHash(world));
    caromLightDestroy(light);
    return caromWorldDestroy(world) == CAROM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
