// SPDX-License-Identifier: MIT
// Scene `match`: a step of a match in E1M1. 50 players run about and look around by rays; 2,000
// bullets are in flight, and each that ends is replaced by a new one. 60 steps a second are one
// match; `match-per-core` is the number of matches that a core serves.
#include "machine.h"
#include "scenes.h"

#include <math.h>

#define PLAYERS 50
#define LOOKS 4 // rays of a player in a step
#define BULLETS 2000
#define ARSENAL 200000 // bullets of the scene, fired one after the other
#define STEPS 30       // of a round
#define SPEED 6.0      // [m/s] of a player
#define SIGHT 16.0     // [m]

typedef struct Match {
    CaromWorld *world;
    const BenchScene *scene;
    CaromMover movers[PLAYERS];
    double angles[PLAYERS];
    CaromProjectileDef shot;
    int fired;   // of the scene's bullets, around and around
    int crushed; // players, ever
    uint64_t hash;
} Match;

static CaromBodyId makeBody(CaromWorld *world, CaromVec2 position)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.position = position;
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    caromShapeCreateCircle(world, body, &def, caromVec2(0, 0), 0.3);
    return body;
}

static bool enterPlayers(Match *match)
{
    CaromMoverDef def = caromMoverDef();
    for (int i = 0; i < PLAYERS; i++) {
        def.position = match->scene->positions[i];
        def.body = makeBody(match->world, def.position);
        match->angles[i] = i;
        if (caromMoverInit(match->world, &match->movers[i], &def) != CAROM_OK) {
            return false;
        }
    }
    return true;
}

static void movePlayer(Match *match, int i)
{
    CaromMoverResult result;
    CaromRotation heading = caromRotation(match->angles[i]);
    CaromVec2 wish = {SPEED * heading.c, SPEED * heading.s};
    caromMoverMove(match->world, &match->movers[i], wish, BENCH_DT, &result);
    match->crushed += result.crushed;
    match->angles[i] += result.blocked ? 0.7 : 0.01;
}

static void look(Match *match, int i)
{
    CaromQueryOptions options = caromQueryOptions();
    options.ignoreBody = match->movers[i].body;
    for (int k = 0; k < LOOKS; k++) {
        CaromHit hit = {.fraction = 1};
        CaromRotation turn = caromRotation(match->angles[i] + 0.2 * k);
        CaromVec2 way = {SIGHT * turn.c, SIGHT * turn.s};
        caromWorldCastRay(match->world, match->movers[i].position, way, options, &hit, 1);
        match->hash = benchHashDouble(match->hash, hit.fraction);
    }
}

static void fireMissing(Match *match)
{
    int missing = BULLETS - caromWorldCounters(match->world).projectiles;
    int left = match->scene->bulletCount - match->fired;
    missing = missing < left ? missing : left;
    caromProjectileFireMany(match->world, &match->shot, match->scene->positions + match->fired,
                            match->scene->velocities + match->fired, missing, NULL);
    match->fired = (match->fired + missing) % match->scene->bulletCount;
}

static double lap(void *context, Racer *racer)
{
    Match *match = racer->state;
    (void)context;
    double start = machineSeconds();
    for (int i = 0; i < STEPS; i++) {
        for (int k = 0; k < PLAYERS; k++) {
            movePlayer(match, k);
            look(match, k);
        }
        fireMissing(match);
        caromWorldStep(match->world, BENCH_DT);
    }
    return (machineSeconds() - start) * 1e3 / STEPS;
}

/// Bullets and players are where they may be.
static bool check(const Match *match, const char *name)
{
    static CaromVec2 points[BULLETS + PLAYERS];
    int count = caromWorldPositions(match->world, points, NULL, BULLETS);
    for (int i = 0; i < PLAYERS; i++) {
        points[count++] = match->movers[i].position;
    }
    int outside = benchSceneOutside(match->scene, points, count);
    return raceAgree(name, "inside", outside, count, 0) && outside == 0;
}

static bool raceMatch(const BenchRun *run, const char *name, Match *match)
{
    static Race race;
    raceBegin(&race, name, BULLETS, "ms per step");
    Racer *racer = raceEnter(&race, benchCarom.name, NULL, match);
    if (!enterPlayers(match)) {
        return false;
    }
    raceRun(&race, run, lap, NULL);
    racer->hash = benchHash(match->hash, caromWorldHash(match->world));
    if (!check(match, name)) {
        return false;
    }
    racePublish(&race, run);
    const Figure *step = figureFind(name, BULLETS, benchCarom.name);
    racePublishOne("match-per-core", BULLETS, "matches per core", floor(1e3 / 60 / step->value),
                   racer->hash);
    return true;
}

bool sceneMatch(const BenchRun *run, const char *name)
{
    static Match match;
    BenchScene scene;
    if (!benchSceneMap(&scene, "E1M1", ARSENAL, run->seed)) {
        return false;
    }
    void *state = benchCarom.create(&scene);
    bool good = false;
    if (state) {
        match.world = benchCaromWorld(state);
        match.scene = &scene;
        match.shot = caromProjectileDef();
        match.shot.bounces = 3;
        match.hash = BENCH_HASH_START;
        good = raceMatch(run, name, &match);
        benchCarom.destroy(state);
    }
    benchSceneFree(&scene);
    return good;
}
