// SPDX-License-Identifier: MIT
// Scenes `fire-*`: what a shot costs from the call that fires it to the event of its end.
// `fire-wall`: a volley in front of a wall; each shot ends on it in the step in which it was fired.
// `fire-life`: each ends by its lifetime. `fire-single`: shots are fired and destroyed by calls,
// one by one. `fire-map`: E1M1 is kept full of bullets that end where they hit, however long they
// had to fly.
#include "machine.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>

#define VOLLEY 10000
#define VOLLEYS 10 // of a round

typedef struct Range {
    CaromVec2 *positions, *velocities; // of bullets, for ever the same
    CaromProjectileId *ids;
    CaromProjectileDef def;
    int64_t shots, ends; // so far
    int next;            // of the array, the first that was not fired last
    int count;           // of the array
} Range;

/// What one round does with the world; answers with the number of shots.
typedef int Fire(Range *range, CaromWorld *world);

static void takeEnds(Range *range, CaromWorld *world)
{
    caromWorldStep(world, BENCH_DT);
    range->ends += caromWorldEvents(world).endCount;
}

static int fireVolleys(Range *range, CaromWorld *world)
{
    for (int i = 0; i < VOLLEYS; i++) {
        caromProjectileFireMany(world, &range->def, range->positions, range->velocities, VOLLEY,
                                range->ids);
        takeEnds(range, world);
    }
    return VOLLEYS * VOLLEY;
}

static int fireSingle(Range *range, CaromWorld *world)
{
    for (int i = 0; i < VOLLEY; i++) {
        range->def.position = range->positions[i];
        range->def.velocity = range->velocities[i];
        range->ids[i] = caromProjectileFire(world, &range->def);
    }
    for (int i = 0; i < VOLLEY; i++) {
        range->ends += caromProjectileDestroy(world, range->ids[i]) == CAROM_OK;
    }
    return VOLLEY;
}

/// Fires as many as ended in the step before, from further on in the array.
static int fireMap(Range *range, CaromWorld *world)
{
    int shots = 0;
    for (int i = 0; i < VOLLEYS; i++) {
        int missing = VOLLEY - caromWorldCounters(world).projectiles;
        missing = missing < range->count - range->next ? missing : range->count - range->next;
        caromProjectileFireMany(world, &range->def, range->positions + range->next,
                                range->velocities + range->next, missing, NULL);
        range->next = (range->next + missing) % range->count;
        shots += missing;
        takeEnds(range, world);
    }
    return shots;
}

typedef struct Firing {
    Range *range;
    Fire *fire;
} Firing;

static double lap(void *context, Racer *racer)
{
    const Firing *firing = context;
    double start = machineSeconds();
    int shots = firing->fire(firing->range, racer->state);
    firing->range->shots += shots;
    return (machineSeconds() - start) * 1e9 / (shots > 0 ? shots : 1);
}

static bool raceRange(const BenchRun *run, const char *name, Range *range, CaromWorld *world,
                      Fire *fire)
{
    static Race race;
    Firing firing = {range, fire};
    raceBegin(&race, name, VOLLEY, "ns per shot");
    Racer *racer = raceEnter(&race, benchCarom.name, NULL, world);
    if (!racer) {
        return false;
    }
    raceRun(&race, run, lap, &firing);
    racer->hash = benchHash(caromWorldHash(world), (uint64_t)range->ends);
    // Each shot has ended, or still flies.
    int64_t open = range->shots - range->ends - caromWorldCounters(world).projectiles;
    bool good = raceAgree(name, "ends", llabs(open), range->shots, 0) && open == 0;
    if (good) {
        racePublish(&race, run);
    }
    return good;
}

static bool reserve(Range *range, int count)
{
    *range = (Range){.def = caromProjectileDef(), .count = count};
    range->positions = malloc((size_t)count * sizeof(CaromVec2));
    range->velocities = malloc((size_t)count * sizeof(CaromVec2));
    range->ids = malloc((size_t)count * sizeof(CaromProjectileId));
    return range->positions && range->velocities && range->ids;
}

static void release(Range *range)
{
    free(range->positions);
    free(range->velocities);
    free(range->ids);
}

/// In front of a wall, in a row, upwards.
static bool openRange(Range *range)
{
    if (!reserve(range, VOLLEY)) {
        return false;
    }
    for (int i = 0; i < VOLLEY; i++) {
        range->positions[i] = caromVec2(i * 0.01, -0.2 - i % 7 * 0.01);
        range->velocities[i] = caromVec2(i % 5 - 2.0, 60);
    }
    return true;
}

static CaromWorld *makeWorld(void)
{
    CaromWorldDef def = caromWorldDef();
    def.tag = 1;
    def.projectileCapacity = VOLLEY;
    def.eventCapacity = 2 * VOLLEY;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    if (world) {
        CaromBodyDef bodyDef = caromBodyDef();
        CaromShapeDef shapeDef = caromShapeDef();
        CaromBodyId body = caromBodyCreate(world, &bodyDef);
        caromShapeCreateSegment(world, body, &shapeDef, caromVec2(-10, 0),
                                caromVec2(VOLLEY * 0.01 + 10, 0));
    }
    return world;
}

static bool raceFresh(const BenchRun *run, const char *name, CaromHitAction onHit, double lifetime,
                      Fire *fire)
{
    Range range;
    CaromWorld *world = makeWorld();
    bool good = openRange(&range) && world;
    if (good) {
        range.def.onHit = onHit;
        range.def.lifetime = lifetime;
        good = raceRange(run, name, &range, world, fire);
    }
    release(&range);
    caromWorldDestroy(world);
    return good;
}

/// The scene's bullets, fired again and again at three times their speed.
static bool raceMap(const BenchRun *run, const char *name)
{
    BenchScene scene;
    Range range;
    int count = run->quick ? 50000 : 500000;
    if (!benchSceneMap(&scene, "E1M1", count, run->seed)) {
        return false;
    }
    void *state = benchCarom.create(&scene);
    bool good = reserve(&range, count) && state;
    for (int i = 0; good && i < count; i++) {
        range.positions[i] = scene.positions[i];
        range.velocities[i] = caromVec2Scale(scene.velocities[i], 3);
    }
    range.def.onHit = CAROM_HIT_DIE;
    good = good && raceRange(run, name, &range, benchCaromWorld(state), fireMap);
    if (state) {
        benchCarom.destroy(state);
    }
    release(&range);
    benchSceneFree(&scene);
    return good;
}

bool sceneFire(const BenchRun *run, const char *name)
{
    (void)name;
    return raceFresh(run, "fire-wall", CAROM_HIT_DIE, CAROM_FOREVER, fireVolleys) &&
           raceFresh(run, "fire-life", CAROM_HIT_BOUNCE, BENCH_DT / 2, fireVolleys) &&
           raceFresh(run, "fire-single", CAROM_HIT_BOUNCE, CAROM_FOREVER, fireSingle) &&
           raceMap(run, "fire-map");
}
