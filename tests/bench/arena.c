// SPDX-License-Identifier: MIT
// Scene `arena`: a frame of a match in a hall of 100 m with 1,000 short walls. Players are discs
// whose velocity changes in every frame, each casts four rays of 16 m; elastic bullets fly at 60
// m/s. Ours: a step, and its places read. A peer: one closest cast for a bullet and each of its
// bounces, then a step that moves the players.
#include "hall.h"
#include "machine.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 100.0 // [m]
#define LOOKS 4    // rays of a player in a frame
#define SIGHT 16.0 // [m]
#define FRAMES 30  // of a round

/// One engine's match.
typedef struct Arena {
    const BenchEngine *engine;
    void *state;
    const BenchScene *scene;
    CaromWorld *world; // ours, or null
    HallCrowd crowd;
    BenchFlight flight; // a peer's bullets; of ours the places that were read
    int64_t hits;
    int fired;     // bullets in place of those that were crushed
    uint64_t hash; // of what was seen
} Arena;

static void arenaFree(Arena *arena)
{
    if (arena) {
        if (arena->state) {
            arena->engine->destroy(arena->state);
        }
        hallCrowdFree(&arena->crowd);
        benchFlightFree(&arena->flight);
        free(arena);
    }
}

static Arena *arenaMake(const BenchScene *scene, const BenchEngine *engine)
{
    Arena *arena = calloc(1, sizeof *arena);
    if (!arena) {
        return NULL;
    }
    arena->engine = engine;
    arena->scene = scene;
    arena->hash = BENCH_HASH_START;
    arena->state = engine->create(scene);
    if (!arena->state || !hallCrowdStart(&arena->crowd, scene, SIDE) ||
        !benchFlightStart(&arena->flight, scene, scene->bulletCount)) {
        arenaFree(arena);
        return NULL;
    }
    if (engine->prepare) {
        engine->prepare(arena->state);
    }
    arena->world = engine == &benchCarom ? benchCaromWorld(arena->state) : NULL;
    return arena;
}

/// Ray k of player i, from just before its disc.
static void aim(const Arena *arena, int i, int k, CaromVec2 *origin, CaromVec2 *way)
{
    CaromRotation heading = caromRotation(0.7 * i + 1.5 * k);
    CaromVec2 unit = {heading.c, heading.s};
    *way = caromVec2Scale(unit, SIGHT);
    *origin = caromVec2Add(arena->crowd.places[i], caromVec2Scale(unit, 1.01 * HALL_PLAYER));
}

static void look(Arena *arena)
{
    for (int i = 0; i < arena->crowd.count; i++) {
        for (int k = 0; k < LOOKS; k++) {
            BenchHit hit = {.fraction = 1};
            CaromVec2 origin, way;
            aim(arena, i, k, &origin, &way);
            arena->engine->closest(arena->state, origin, way, &hit);
            arena->hash = benchHashDouble(arena->hash, hit.fraction);
        }
    }
}

/// Elastic bullets end only between a player and a wall.
static void fireMissing(Arena *arena)
{
    CaromProjectileDef shot = caromProjectileDef();
    int missing = arena->scene->bulletCount - caromWorldCounters(arena->world).projectiles;
    for (int i = 0; i < missing; i++) {
        int at = arena->fired++ % arena->scene->bulletCount;
        shot.position = arena->scene->positions[at];
        shot.velocity = arena->scene->velocities[at];
        caromProjectileFire(arena->world, &shot);
    }
}

static void fly(Arena *arena)
{
    if (!arena->world) {
        benchFlightStep(&arena->flight, arena->engine->closest, arena->state);
        arena->engine->advance(arena->state);
        arena->hits = arena->flight.hits;
        return;
    }
    fireMissing(arena);
    caromWorldStep(arena->world, BENCH_DT);
    caromWorldPositions(arena->world, arena->flight.positions, NULL, arena->flight.count);
    arena->hits += caromWorldCounters(arena->world).hits;
}

static double lap(void *context, Racer *racer)
{
    Arena *arena = racer->state;
    (void)context;
    double start = machineSeconds();
    for (int frame = 0; frame < FRAMES; frame++) {
        hallCrowdTurn(&arena->crowd);
        for (int i = 0; i < arena->crowd.count; i++) {
            arena->engine->aim(arena->state, i, arena->crowd.velocities[i]);
        }
        look(arena);
        fly(arena);
        hallCrowdMove(&arena->crowd);
    }
    return (machineSeconds() - start) * 1e3 / FRAMES;
}

/// Before the first frame, rays against a loop over all shapes.
static bool checkRays(const Race *race, const BenchScene *scene)
{
    bool good = true;
    for (int r = 0; r < race->count; r++) {
        const Arena *arena = race->racers[r].state;
        int wrong = 0, asked = scene->movers < 50 ? scene->movers : 50;
        for (int i = 0; i < asked; i++) {
            BenchHit hit = {.fraction = 1}, truth = {.fraction = 1};
            CaromVec2 origin, way;
            aim(arena, i, i % LOOKS, &origin, &way);
            arena->engine->closest(arena->state, origin, way, &hit);
            benchSceneCast(scene, origin, way, &truth);
            wrong += !(fabs(hit.fraction - truth.fraction) < 1e-3);
        }
        good &= raceAgree(race->scene, race->racers[r].name, wrong, asked, arena->world ? 0 : 1);
    }
    return good;
}

/// All have hit as often, within what chance and a player who moves by frames make of it; ours are
/// in the hall.
static bool checkHits(const Race *race)
{
    const Arena *ours = race->racers[0].state;
    int outside = 0;
    bool good = true;
    for (int i = 0; i < ours->flight.count; i++) {
        CaromVec2 p = ours->flight.positions[i];
        outside += !(p.x >= 0 && p.x <= SIDE && p.y >= 0 && p.y <= SIDE);
    }
    for (int r = 1; r < race->count; r++) {
        const Arena *other = race->racers[r].state;
        int64_t more = other->hits - ours->hits;
        good &= raceAgree(race->scene, race->racers[r].name, more < 0 ? -more : more, ours->hits,
                          ours->hits / 20);
    }
    return raceAgree(race->scene, "inside", outside, ours->flight.count, 0) && outside == 0 && good;
}

static bool enterAll(Race *race, const BenchScene *scene, const BenchRun *run)
{
    bool entered = raceEnter(race, benchCarom.name, NULL, arenaMake(scene, &benchCarom)) != NULL;
    for (int i = 0; entered && run->peers && i < benchPeerCount; i++) {
        if (benchPeers[i]->aim) {
            Arena *arena = arenaMake(scene, benchPeers[i]);
            entered = raceEnter(race, benchPeers[i]->name, NULL, arena) != NULL;
        }
    }
    return entered;
}

static bool raceArena(const BenchRun *run, const char *name, int players, int bullets)
{
    static Race race;
    BenchScene scene;
    HallDef def = {SIDE, players, bullets, run->seed};
    if (!hallMake(&scene, &def)) {
        return false;
    }
    raceBegin(&race, name, bullets, "ms per frame");
    bool good = enterAll(&race, &scene, run) && checkRays(&race, &scene);
    if (good) {
        raceRun(&race, run, lap, NULL);
        good = checkHits(&race);
    }
    for (int i = 0; i < race.count; i++) {
        Arena *arena = race.racers[i].state;
        uint64_t state = arena->world ? caromWorldHash(arena->world)
                                      : benchHashPoints(arena->flight.positions, bullets);
        race.racers[i].hash = benchHash(arena->hash, state);
    }
    if (good) {
        racePublish(&race, run);
    }
    for (int i = 0; i < race.count; i++) {
        arenaFree(race.racers[i].state);
    }
    benchSceneFree(&scene);
    return good;
}

bool sceneArena(const BenchRun *run, const char *name)
{
    return raceArena(run, name, 4, 300) && raceArena(run, name, 50, 2000) &&
           (run->quick || raceArena(run, name, 200, 20000));
}
