// SPDX-License-Identifier: MIT
// Scene `cliffs`: what one more thing costs that moves, meets, has a callback or explodes among
// many bullets that are not near it. Figures: the step with it, the step without it, their ratio.
// The scene is a hall of 300 m with 1,000 short walls, at two sizes each.
#include "hall.h"
#include "machine.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>

#define SIDE 300.0 // [m]
#define STEPS 20   // of a round
#define MANY 10000 // bodies, at most
#define DISC 0.5   // [m] radius of a body
#define SPEED 3.0  // [m/s] of one that moves
#define FAR 1e4    // [m]

typedef struct Side Side;
typedef void Habit(Side *side);

/// What is in a world besides, and what is done to it before each step; either may be null.
typedef struct Thing {
    Habit *enter, *frame;
} Thing;

/// One of the two worlds that are compared.
struct Side {
    CaromWorld *world;
    const Thing *thing;
    TestRandom random;
    CaromBodyId bodies[MANY];
    int bodyCount;
    int bullets; // without those of the thing
    int64_t hits;
};

// ---- bodies

static CaromVec2 anyWay(Side *side, double most)
{
    double x = testRandomRange(&side->random, -most, most);
    return caromVec2(x, testRandomRange(&side->random, -most, most));
}

static void addBodies(Side *side, int count, CaromBodyType type, double shift, bool sensor)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    bodyDef.type = type;
    def.sensor = sensor;
    for (int i = 0; i < count; i++) {
        bodyDef.position.x = shift + testRandomRange(&side->random, 5.0, SIDE - 5.0);
        bodyDef.position.y = testRandomRange(&side->random, 5.0, SIDE - 5.0);
        CaromBodyId body = caromBodyCreate(side->world, &bodyDef);
        caromShapeCreateCircle(side->world, body, &def, caromVec2(0, 0), DISC);
        side->bodies[side->bodyCount++] = body;
    }
}

/// Gives all of them other velocities.
static void turn(Side *side)
{
    for (int i = 0; i < side->bodyCount; i++) {
        caromBodySetVelocity(side->world, side->bodies[i], anyWay(side, SPEED));
    }
}

static void enterDisc(Side *side)
{
    addBodies(side, 1, CAROM_BODY_KINEMATIC, 0.0, false);
    turn(side);
}

static void enterSensor(Side *side)
{
    addBodies(side, 1, CAROM_BODY_KINEMATIC, 0.0, true);
    turn(side);
}

static void enterPlayers(Side *side)
{
    addBodies(side, 50, CAROM_BODY_KINEMATIC, 0.0, false);
}

static void enterThousand(Side *side)
{
    addBodies(side, 1000, CAROM_BODY_KINEMATIC, 0.0, false);
}

static void enterThousandAtRest(Side *side)
{
    addBodies(side, 1000, CAROM_BODY_STATIC, 0.0, false);
}

static void enterThousandFarAway(Side *side)
{
    addBodies(side, 1000, CAROM_BODY_KINEMATIC, FAR, false);
}

/// Adds as many bodies as there would be bullets, and no bullets.
static void enterMany(Side *side)
{
    addBodies(side, side->bullets, CAROM_BODY_KINEMATIC, 0.0, false);
    turn(side);
}

// ---- bullets

static void fire(Side *side, CaromProjectileDef *def, int count)
{
    for (int i = 0; i < count; i++) {
        CaromRotation heading = caromRotation(testRandomRange(&side->random, -3.14159, 3.14159));
        def->position.x = testRandomRange(&side->random, 1.0, SIDE - 1.0);
        def->position.y = testRandomRange(&side->random, 1.0, SIDE - 1.0);
        def->velocity = caromVec2(HALL_SPEED * heading.c, HALL_SPEED * heading.s);
        caromProjectileFire(side->world, def);
    }
}

static void enterPair(Side *side)
{
    CaromProjectileDef def = caromProjectileDef();
    def.radius = 0.1;
    def.meetMask = 1;
    fire(side, &def, 2);
}

static CaromHitAction bounceAnyway(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    (void)context;
    (void)world;
    return hit->action;
}

static void enterAskers(Side *side)
{
    CaromProjectileDef def = caromProjectileDef();
    def.onHit = CAROM_HIT_ASK;
    caromWorldSetHitCallback(side->world, bounceAnyway, NULL);
    fire(side, &def, 100);
}

/// Keeps ten with fuses in flight, so that ten blasts a second push what is near.
static void fireFuses(Side *side)
{
    CaromProjectileDef def = caromProjectileDef();
    def.blast.radius = 2.0;
    def.blast.impulse = 0.5;
    while (caromWorldCounters(side->world).projectiles < side->bullets + 10) {
        def.fuse = testRandomRange(&side->random, 0.5, 1.5);
        fire(side, &def, 1);
    }
}

/// Ten that would explode near what is not there.
static void enterWatchers(Side *side)
{
    CaromProjectileDef def = caromProjectileDef();
    def.proximity = 0.5;
    def.proximityFilter.mask = 2;
    fire(side, &def, 10);
}

/// Ten that would explode near two other projectiles, which are seldom near.
static void enterLookouts(Side *side)
{
    CaromProjectileDef def = caromProjectileDef();
    def.filter.category = 2;
    fire(side, &def, 2);
    def = caromProjectileDef();
    def.proximity = 0.5;
    def.proximityFilter.mask = 2;
    fire(side, &def, 10);
}

/// Keeps ten in flight that explode near anything.
static void fireMines(Side *side)
{
    CaromProjectileDef def = caromProjectileDef();
    def.proximity = 0.5;
    def.blast.radius = 1.0;
    def.blast.impulse = 0.5;
    int left = caromWorldCounters(side->world).projectiles - side->bullets;
    fire(side, &def, 10 - left);
}

// ---- rows

static const Thing NOTHING = {NULL, NULL};
static const Thing AT_REST = {enterThousandAtRest, NULL};
static const Thing MANY_STEADY = {enterMany, NULL};

static const struct Cliff {
    const char *name;
    Thing with;
    const Thing *without;
    int most;  // bullets, or bodies where there are no bullets; at a quarter of them, too
    bool bare; // without bullets
} CLIFFS[] = {
    {"cliff-steady", {enterDisc, NULL}, &NOTHING, 100000, false},
    {"cliff-restless", {enterDisc, turn}, &NOTHING, 100000, false},
    {"cliff-meet", {enterPair, NULL}, &NOTHING, 100000, false},
    {"cliff-ask", {enterAskers, NULL}, &NOTHING, 100000, false},
    {"cliff-blast", {NULL, fireFuses}, &NOTHING, 100000, false},
    {"cliff-watch", {enterWatchers, NULL}, &NOTHING, 100000, false},
    {"cliff-lookout", {enterLookouts, NULL}, &NOTHING, 100000, false},
    {"cliff-mines", {NULL, fireMines}, &NOTHING, 100000, false},
    {"cliff-sensor", {enterSensor, NULL}, &NOTHING, 100000, false},
    {"cliff-players", {enterPlayers, turn}, &NOTHING, 50000, false},
    {"cliff-anchored", {enterThousand, turn}, &AT_REST, 50000, false},
    {"cliff-idle-near", {enterThousand, NULL}, &AT_REST, 50000, false},
    {"cliff-idle-far", {enterThousandFarAway, NULL}, &NOTHING, 50000, false},
    {"cliff-turned", {enterMany, turn}, &MANY_STEADY, MANY, true},
};

static double lap(void *context, Racer *racer)
{
    Side *side = racer->state;
    double start = machineSeconds();
    (void)context;
    for (int i = 0; i < STEPS; i++) {
        if (side->thing->frame) {
            side->thing->frame(side);
        }
        caromWorldStep(side->world, BENCH_DT);
        side->hits += caromWorldCounters(side->world).hits;
    }
    return (machineSeconds() - start) * 1e3 / STEPS;
}

static bool enter(Race *race, const char *name, Side *side, const BenchScene *scene)
{
    void *state = benchCarom.create(scene);
    if (!raceEnter(race, name, &benchCarom, state)) {
        return false;
    }
    side->world = benchCaromWorld(state);
    side->random = testRandomSeed(7);
    side->bodyCount = 0;
    side->hits = 0;
    CaromProjectileDef shot = caromProjectileDef();
    caromProjectileFireMany(side->world, &shot, scene->positions, scene->velocities,
                            scene->bulletCount, NULL);
    if (side->thing->enter) {
        side->thing->enter(side);
    }
    return true;
}

/// Checks that there are as many hits as without it, but for what its own hits and pushes change.
static bool check(const Race *race, const Side *sides)
{
    int64_t more = sides[1].hits - sides[0].hits, all = sides[0].hits;
    return raceAgree(race->scene, "hits", more < 0 ? -more : more, all, all / 20 + 200);
}

static bool raceCliff(const BenchRun *run, const struct Cliff *cliff, int count)
{
    static Race race;
    static Side sides[2];
    static const char *const NAMES[2] = {"carom", "carom-with"};
    BenchScene scene;
    void *states[2] = {NULL, NULL};
    HallDef def = {SIDE, 0, cliff->bare ? 0 : count, run->seed};
    if (!hallMake(&scene, &def)) {
        return false;
    }
    raceBegin(&race, cliff->name, count, "ms per step");
    bool good = true;
    for (int i = 0; i < 2 && good; i++) {
        sides[i].thing = i == 0 ? cliff->without : &cliff->with;
        sides[i].bullets = count;
        good = enter(&race, NAMES[i], &sides[i], &scene);
    }
    for (int i = 0; i < race.count; i++) {
        states[i] = race.racers[i].state;
        race.racers[i].state = &sides[i];
    }
    if (good) {
        raceRun(&race, run, lap, NULL);
        good = check(&race, sides);
    }
    for (int i = 0; i < race.count; i++) {
        race.racers[i].hash = caromWorldHash(sides[i].world);
        benchCarom.destroy(states[i]);
    }
    if (good) {
        racePublish(&race, run);
    }
    benchSceneFree(&scene);
    return good;
}

bool sceneCliffs(const BenchRun *run, const char *name)
{
    bool good = true;
    (void)name;
    for (size_t i = 0; good && i < sizeof CLIFFS / sizeof CLIFFS[0]; i++) {
        int most = run->quick ? CLIFFS[i].most / 10 : CLIFFS[i].most;
        good = raceCliff(run, &CLIFFS[i], most / 4) && raceCliff(run, &CLIFFS[i], most);
    }
    return good;
}
