// SPDX-License-Identifier: MIT
#include "builder.h"
#include "storms.h"

#include <math.h>
#include <string.h>

#include "../../world/data/world.h"
#include "assertions.h"

typedef struct Storm {
    CaromWorld *world;
    TestRandom random;
} Storm;

CaromVec2 stormPlace(TestRandom *random, double half, bool onGrid)
{
    CaromVec2 p = {testRandomRange(random, -half, half), testRandomRange(random, -half, half)};
    if (onGrid) {
        p.x = floor(p.x * 2.0) * 0.5;
        p.y = floor(p.y * 2.0) * 0.5;
    }
    return p;
}

/// solids: 0 none, 1 circles, 2 capsules.
static void addWalls(Storm *storm, double half, bool onGrid, int solids)
{
    CaromBodyId body = newRest(storm->world);
    CaromVec2 room[4] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    for (int k = 0; k < 60; k++) {
        CaromShapeDef def = caromShapeDef();
        def.restitution = testRandomInt(&storm->random, 0, 2) ? 1.0 : 0.6;
        def.friction = testRandomInt(&storm->random, 0, 2) ? 0.0 : 0.3;
        def.material = (uint32_t)testRandomInt(&storm->random, 0, 3);
        def.filter.category = testRandomInt(&storm->random, 0, 9) ? 1u : 2u;
        CaromVec2 a = stormPlace(&storm->random, half, onGrid),
                  b = stormPlace(&storm->random, half, onGrid);
        if (k < 4) {
            def.filter.category = 1u;
            caromShapeCreateSegment(storm->world, body, &def, room[k], room[(k + 1) % 4]);
        } else if (k % 5 == 0) {
            caromShapeCreateOneSided(storm->world, body, &def, a, b);
        } else if (k % 5 == 1 && solids == 1) {
            caromShapeCreateCircle(storm->world, body, &def, a,
                                   testRandomRange(&storm->random, 0.05, 1.0));
        } else if (k % 5 == 1 && solids == 2) {
            caromShapeCreateCapsule(storm->world, body, &def, a, b,
                                    testRandomRange(&storm->random, 0.05, 1.0));
        } else {
            caromShapeCreateSegment(storm->world, body, &def, a, b);
        }
    }
}

/// Some start right at a corner, some right on a wall, some run along one.
static void addBullets(Storm *storm, double half, bool onGrid, int bullets)
{
    for (int k = 0; k < bullets; k++) {
        CaromVec2 place = stormPlace(&storm->random, 0.99 * half, onGrid && k % 3);
        CaromProjectileDef def =
            newShot(place, stormPlace(&storm->random, 5.0 * half, onGrid || k % 7 == 0));
        def.gravityScale = 0.0;
        def.restitution = k % 4 ? 1.0 : 0.8;
        def.filter.mask = k % 11 ? 1u : 3u;
        def.material = (uint32_t)(k % 3);
        def.lifetime = k % 5 ? CAROM_FOREVER : testRandomRange(&storm->random, 0.1, 3.0);
        def.bounces = k % 13 ? CAROM_UNLIMITED : k % 2 ? 20 : 0;
        caromProjectileFire(storm->world, &def);
    }
}

double stormHalf(int seed)
{
    return seed % 6 == 0 ? 12000.0 : 12.0;
}

CaromWorldDef stormDef(int seed)
{
    CaromWorldDef def = newWorldDef();
    def.tag = 1;
    def.searchCells = seed % 5 ? 4096 : 16;
    def.eventLimit = seed % 7 ? def.eventLimit : 8;
    return def;
}

void stormFill(CaromWorld *world, int seed, int bullets)
{
    Storm storm = {world, testRandomSeed((uint64_t)seed)};
    bool onGrid = seed % 2;
    double half = stormHalf(seed);
    if (seed % 3 == 0) {
        CaromSurface surface = caromSurface();
        surface.minBounceSpeed = 2.0;
        surface.ricochetAngle = 0.7;
        surface.steep = CAROM_HIT_DIE;
        caromWorldSetSurface(world, 1, 2, &surface);
    }
    addWalls(&storm, half, onGrid, seed % 4 > 1 ? seed % 4 - 1 : 0);
    addBullets(&storm, half, onGrid, bullets);
}

CaromWorld *stormMake(int seed, int bullets, const CaromAllocator *allocator)
{
    CaromWorldDef def = stormDef(seed);
    if (allocator) {
        def.allocator = *allocator;
    }
    CaromWorld *world = caromWorldCreate(&def, NULL);
    stormFill(world, seed, bullets);
    return world;
}

void stormUseTasks(CaromWorld *world, CaromRunFunction *run, void *runner, int count)
{
    ck_assert_ok(caromWorldSetTasks(world, run, runner, count));
    world->tasks.leastFlights = world->tasks.leastEvents = 1;
}

void stormFire(CaromWorld *world, int seed, int volley)
{
    TestRandom random = testRandomSeed((uint64_t)seed << 16 | (uint64_t)volley);
    CaromProjectileDef def = caromProjectileDef();
    CaromVec2 positions[8], velocities[8];
    bool onGrid = seed % 2;
    double half = stormHalf(seed);
    int same = testRandomInt(&random, 0, 3);
    def.onHit = same ? CAROM_HIT_DIE : CAROM_HIT_BOUNCE;
    def.bounces = same ? CAROM_UNLIMITED : 1;
    def.lifetime = same == 1 ? 0.05 : same == 2 ? 3.0 : CAROM_FOREVER;
    def.radius = same == 3 && testRandomInt(&random, 0, 3) == 0 ? 0.02 * half : 0.0;
    def.acceleration.y = seed % 4 == 3 ? -half : 0.0;
    for (int k = 0; k < 8; k++) {
        positions[k] = stormPlace(&random, 1.05 * half, onGrid && k % 2);
        velocities[k] = stormPlace(&random, 9.0 * half, onGrid && k % 3 == 0);
        def.position = positions[k];
        def.velocity = velocities[(k * 5) % (k + 1)];
        caromProjectileFire(world, &def);
    }
    caromProjectileFireMany(world, &def, positions, velocities, 8, NULL);
}

CaromBodyId stormAddSensors(CaromWorld *world, int seed)
{
    double half = stormHalf(seed);
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    CaromBodyId rest = caromBodyCreate(world, &bodyDef), zone;
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.velocity = caromVec2(0.3 * half, 0.1 * half);
    bodyDef.angularVelocity = seed % 8 == 1 ? 1.5 : 0.0;
    def.sensor = true;
    zone = caromBodyCreate(world, &bodyDef);
    caromShapeCreateBox(world, zone, &def, caromVec2(-0.4 * half, 0.0),
                        caromVec2(0.2 * half, 0.1 * half));
    caromShapeCreateCircle(world, zone, &def, caromVec2(0.2 * half, 0.3 * half), 1.0);
    caromShapeCreateBox(world, rest, &def, caromVec2(0.3 * half, -0.5 * half),
                        caromVec2(0.3 * half, 0.1 * half));
    return zone;
}

void stormCompare(const CaromWorld *plain, const CaromWorld *other, int seed, int step)
{
    CaromEvents a = caromWorldEvents(plain), b = caromWorldEvents(other);
    ck_assert_msg(a.hitCount == b.hitCount && a.endCount == b.endCount,
                  "seed %d, step %d: %d and %d hits", seed, step, a.hitCount, b.hitCount);
    for (int k = 0; k < a.endCount; k++) {
        const CaromEndEvent *s = &a.ends[k], *t = &b.ends[k];
        ck_assert_msg(s->sequence == t->sequence && s->time == t->time &&
                          s->projectile.index == t->projectile.index &&
                          s->projectile.age == t->projectile.age && s->reason == t->reason &&
                          memcmp(&s->position, &t->position, sizeof s->position) == 0 &&
                          memcmp(&s->velocity, &t->velocity, sizeof s->velocity) == 0,
                      "seed %d, step %d: end %d of %d differs", seed, step, k, a.endCount);
    }
    for (int k = 0; k < a.hitCount; k++) {
        const CaromHitEvent *s = &a.hits[k], *t = &b.hits[k];
        ck_assert_msg(
            s->sequence == t->sequence && s->time == t->time &&
                s->projectile.index == t->projectile.index &&
                s->projectile.age == t->projectile.age && s->shape.index == t->shape.index &&
                s->feature == t->feature && s->center.x == t->center.x &&
                s->center.y == t->center.y && s->normal.x == t->normal.x &&
                s->normal.y == t->normal.y && s->velocityAfter.x == t->velocityAfter.x &&
                s->velocityAfter.y == t->velocityAfter.y && s->impulse.x == t->impulse.x &&
                s->impulse.y == t->impulse.y && s->action == t->action && s->corner == t->corner,
            "seed %d, step %d: hit %d of %d differs", seed, step, k, a.hitCount);
    }
    ck_assert_msg(caromWorldHash(plain) == caromWorldHash(other), "seed %d, step %d: state", seed,
                  step);
}

void stormCompareCounters(const CaromWorld *plain, const CaromWorld *other, int seed, int step)
{
    CaromCounters a = caromWorldCounters(plain), b = caromWorldCounters(other);
    a.bytes = b.bytes; // which differ
    ck_assert_msg(a.hits == b.hits && a.simpleHits == b.simpleHits && a.ends == b.ends &&
                      a.searches == b.searches && a.cellsVisited == b.cellsVisited &&
                      a.edgesTested == b.edgesTested && a.parked == b.parked &&
                      a.events == b.events,
                  "seed %d, step %d: counters", seed, step);
}
