// SPDX-License-Identifier: MIT
// Scene `hall`: a frame of a match in a hall of 100 m with 1,000 short walls. Players are discs
// with a velocity that changes in every frame; each casts four rays of 16 m. Elastic bullets fly at
// 60 m/s. Ours: a step, and its places read. A peer: one closest cast for a bullet and each of its
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
typedef struct Match {
    const BenchEngine *engine;
    void *state;
    const BenchScene *scene;
    CaromWorld *world; // ours, or null
    HallCrowd crowd;
    BenchFlight flight; // a peer's bullets; of ours the places that were read
    int64_t hits;
    int fired;     // bullets in place of crushed ones
    uint64_t hash; // of what was seen
} Match;

static void matchFree(Match *match)
{
    if (match) {
        if (match->state) {
            match->engine->destroy(match->state);
        }
        hallCrowdFree(&match->crowd);
        benchFlightFree(&match->flight);
        free(match);
    }
}

static Match *matchMake(const BenchScene *scene, const BenchEngine *engine)
{
    Match *match = calloc(1, sizeof *match);
    if (!match) {
        return NULL;
    }
    match->engine = engine;
    match->scene = scene;
    match->hash = BENCH_HASH_START;
    match->state = engine->create(scene);
    if (!match->state || !hallCrowdStart(&match->crowd, scene, SIDE) ||
        !benchFlightStart(&match->flight, scene, scene->bulletCount)) {
        matchFree(match);
        return NULL;
    }
    if (engine->prepare) {
        engine->prepare(match->state);
    }
    match->world = engine == &benchCarom ? benchCaromWorld(match->state) : NULL;
    return match;
}

/// Ray k of player i, from just before its disc.
static void aim(const Match *match, int i, int k, CaromVec2 *origin, CaromVec2 *way)
{
    CaromRotation heading = caromRotation(0.7 * i + 1.5 * k);
    CaromVec2 unit = {heading.c, heading.s};
    *way = caromVec2Scale(unit, SIGHT);
    *origin = caromVec2Add(match->crowd.places[i], caromVec2Scale(unit, 1.01 * HALL_PLAYER));
}

static void look(Match *match)
{
    for (int i = 0; i < match->crowd.count; i++) {
        for (int k = 0; k < LOOKS; k++) {
            BenchHit hit = {.fraction = 1};
            CaromVec2 origin, way;
            aim(match, i, k, &origin, &way);
            match->engine->closest(match->state, origin, way, &hit);
            match->hash = benchHashDouble(match->hash, hit.fraction);
        }
    }
}

/// Elastic bullets end only between a player and a wall.
static void fireMissing(Match *match)
{
    CaromProjectileDef shot = caromProjectileDef();
    int missing = match->scene->bulletCount - caromWorldCounters(match->world).projectiles;
    for (int i = 0; i < missing; i++) {
        int at = match->fired++ % match->scene->bulletCount;
        shot.position = match->scene->positions[at];
        shot.velocity = match->scene->velocities[at];
        caromProjectileFire(match->world, &shot);
    }
}

static void fly(Match *match)
{
    if (!match->world) {
        benchFlightStep(&match->flight, match->engine->closest, match->state);
        match->engine->advance(match->state);
        match->hits = match->flight.hits;
        return;
    }
    fireMissing(match);
    caromWorldStep(match->world, BENCH_DT);
    caromWorldPositions(match->world, match->flight.positions, NULL, match->flight.count);
    match->hits += caromWorldCounters(match->world).hits;
}

static double lap(void *context, Racer *racer)
{
    Match *match = racer->state;
    (void)context;
    double start = machineSeconds();
    for (int frame = 0; frame < FRAMES; frame++) {
        hallCrowdTurn(&match->crowd);
        for (int i = 0; i < match->crowd.count; i++) {
            match->engine->aim(match->state, i, match->crowd.velocities[i]);
        }
        look(match);
        fly(match);
        hallCrowdMove(&match->crowd);
    }
    return (machineSeconds() - start) * 1e3 / FRAMES;
}

/// Before the first frame, rays against a loop over all shapes.
static bool checkRays(const Race *race, const BenchScene *scene)
{
    bool good = true;
    for (int r = 0; r < race->count; r++) {
        const Match *match = race->racers[r].state;
        int wrong = 0, asked = scene->movers < 50 ? scene->movers : 50;
        for (int i = 0; i < asked; i++) {
            BenchHit hit = {.fraction = 1}, truth = {.fraction = 1};
            CaromVec2 origin, way;
            aim(match, i, i % LOOKS, &origin, &way);
            match->engine->closest(match->state, origin, way, &hit);
            benchSceneCast(scene, origin, way, &truth);
            wrong += !(fabs(hit.fraction - truth.fraction) < 1e-3);
        }
        good &= raceAgree(race->scene, race->racers[r].name, wrong, asked, match->world ? 0 : 1);
    }
    return good;
}

/// Checks that each engine has as many hits as ours, but for chance and for players that move by
/// frames: within a twentieth. All of our bullets must be in the hall.
static bool checkHits(const Race *race)
{
    const Match *ours = race->racers[0].state;
    int outside = 0;
    bool good = true;
    for (int i = 0; i < ours->flight.count; i++) {
        CaromVec2 p = ours->flight.positions[i];
        outside += !(p.x >= 0 && p.x <= SIDE && p.y >= 0 && p.y <= SIDE);
    }
    for (int r = 1; r < race->count; r++) {
        const Match *other = race->racers[r].state;
        int64_t more = other->hits - ours->hits;
        good &= raceAgree(race->scene, race->racers[r].name, more < 0 ? -more : more, ours->hits,
                          ours->hits / 20);
    }
    return raceAgree(race->scene, "inside", outside, ours->flight.count, 0) && outside == 0 && good;
}

static bool enterAll(Race *race, const BenchScene *scene, const BenchRun *run)
{
    bool entered = raceEnter(race, benchCarom.name, NULL, matchMake(scene, &benchCarom)) != NULL;
    for (int i = 0; entered && run->peers && i < benchPeerCount; i++) {
        if (benchPeers[i]->aim) {
            Match *match = matchMake(scene, benchPeers[i]);
            entered = raceEnter(race, benchPeers[i]->name, NULL, match) != NULL;
        }
    }
    return entered;
}

static bool raceHall(const BenchRun *run, const char *name, int players, int bullets)
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
        Match *match = race.racers[i].state;
        uint64_t state = match->world ? caromWorldHash(match->world)
                                      : benchHashPoints(match->flight.positions, bullets);
        race.racers[i].hash = benchHash(match->hash, state);
    }
    if (good) {
        racePublish(&race, run);
    }
    for (int i = 0; i < race.count; i++) {
        matchFree(race.racers[i].state);
    }
    benchSceneFree(&scene);
    return good;
}

bool sceneHall(const BenchRun *run, const char *name)
{
    return raceHall(run, name, 4, 300) && raceHall(run, name, 50, 2000) &&
           (run->quick || raceHall(run, name, 200, 20000));
}
