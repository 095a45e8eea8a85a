// SPDX-License-Identifier: MIT
// Scenes `ask-*`: every other query, from the bullets' places in E1M1, a call at a time; a sample
// of the answers is held against asks_truth.c.
#include "asks.h"

#include "machine.h"
#include "scenes.h"

#include <stdlib.h>
#include <string.h>

static CaromVec2 along(const Asker *asker, int i, double length)
{
    return caromVec2Scale(caromVec2Normalize(asker->scene->velocities[i]), length);
}

static double castCircle(Asker *asker, int i)
{
    CaromHit hit;
    return caromWorldCastCircle(asker->world, asker->scene->positions[i], ASK_RADIUS,
                                along(asker, i, ASK_LENGTH), asker->options, &hit, 1) > 0
               ? hit.fraction
               : 1;
}

static double castShape(Asker *asker, int i)
{
    CaromHit hit;
    CaromVec2 corners[4];
    CaromGeometry box = asksBox(asker->scene->positions[i], corners);
    return caromWorldCastShape(asker->world, &box, along(asker, i, ASK_LENGTH), asker->options,
                               &hit, 1) > 0
               ? hit.fraction
               : 1;
}

static double castAny(Asker *asker, int i)
{
    return caromWorldCastAny(asker->world, asker->scene->positions[i], 0,
                             along(asker, i, ASK_LENGTH), asker->options);
}

static double castArc(Asker *asker, int i)
{
    CaromHit hit;
    return caromWorldCastArc(asker->world, asker->scene->positions[i], 0, along(asker, i, 15),
                             ASK_GRAVITY, ASK_SECONDS, asker->options, &hit, 1) > 0
               ? hit.time
               : ASK_SECONDS;
}

static double castBeam(Asker *asker, int i)
{
    CaromBeamLeg legs[ASK_BOUNCES + 1];
    CaromBeamDef def = caromBeamDef();
    def.origin = asker->scene->positions[i];
    def.direction = along(asker, i, 1);
    def.bounces = ASK_BOUNCES;
    int count = caromWorldCastBeam(asker->world, &def, legs, ASK_BOUNCES + 1);
    return legs[count - 1].way + caromVec2Distance(legs[count - 1].from, legs[count - 1].to);
}

static double predict(Asker *asker, int i)
{
    CaromPrediction prediction = caromPrediction();
    CaromProjectileDef def = caromProjectileDef();
    def.position = asker->scene->positions[i];
    def.velocity = along(asker, i, 15);
    def.acceleration = ASK_GRAVITY;
    caromWorldPredict(asker->world, &def, ASK_SECONDS, &prediction);
    return prediction.position.x + prediction.position.y;
}

static double nearest(Asker *asker, int i)
{
    CaromNear found;
    CaromNearestQuery query = caromNearestQuery();
    query.point = asker->scene->positions[i];
    query.within = ASK_LENGTH;
    return caromWorldNearest(asker->world, &query, &found, 1) > 0 ? found.distance : ASK_LENGTH;
}

static double distance(Asker *asker, int i)
{
    double found = ASK_LENGTH;
    caromWorldDistance(asker->world, asker->scene->positions[i], ASK_LENGTH, asker->options, &found,
                       NULL);
    return found;
}

static double overlapShape(Asker *asker, int i)
{
    CaromShapeOverlap found[16];
    CaromVec2 corners[4];
    CaromGeometry box = asksBox(asker->scene->positions[i], corners);
    box.radius = 1;
    return caromWorldOverlapShape(asker->world, &box, asker->options, found, 16);
}

static double light(Asker *asker, int i)
{
    CaromLightDef def = caromLightDef();
    def.position = asker->scene->positions[i];
    def.range = ASK_LENGTH;
    caromLightCast(asker->light, asker->world, &def);
    return caromLightArea(asker->light);
}

/// Tolerances: of a fraction, of s, of m, or of the light's area as a part of it.
static const Ask ASKS[] = {
    {"ask-circle", "ns per cast", 20000, castCircle, truthCircle, 1e-9},
    {"ask-shape", "ns per cast", 20000, castShape, truthShape, 1e-9},
    {"ask-any", "ns per cast", 20000, castAny, truthAny, 0},
    {"ask-arc", "ns per cast", 20000, castArc, truthArc, 1e-6},
    {"ask-beam", "ns per beam", 5000, castBeam, truthBeam, 1e-2},
    {"ask-predict", "ns per throw", 5000, predict, truthPredict, 0},
    {"ask-nearest", "ns per query", 20000, nearest, truthNearest, 1e-12},
    {"ask-distance", "ns per query", 20000, distance, truthNearest, 1e-12},
    {"ask-touching", "ns per query", 20000, overlapShape, truthTouching, 0},
    {"ask-light", "ns per light", 1000, light, truthLight, 5.0},
};

typedef struct Asking {
    Asker *asker;
    const Ask *ask;
    int count;
    uint64_t hash; // of the last lap's answers
} Asking;

static double lap(void *context, Racer *racer)
{
    Asking *queryLock = context;
    (void)racer;
    queryLock->hash = BENCH_HASH_START;
    double start = machineSeconds();
    for (int i = 0; i < queryLock->count; i++) {
        queryLock->hash =
            benchHashDouble(queryLock->hash, queryLock->ask->one(queryLock->asker, i));
    }
    return (machineSeconds() - start) * 1e9 / queryLock->count;
}

static bool raceAsk(Asker *asker, const Ask *ask, const BenchRun *run)
{
    static Race race;
    Asking queryLock = {asker, ask, run->quick ? ask->count / 10 : ask->count, 0};
    int wrong = 0, some = queryLock.count < ASK_CHECKED ? queryLock.count : ASK_CHECKED;
    for (int i = 0; i < some; i++) {
        double apart = ask->one(asker, i) - ask->truth(asker, i);
        wrong += !(apart <= ask->tolerance && apart >= -ask->tolerance);
    }
    // One in a hundred may graze a corner, where roundings decide what the loop finds.
    bool good = raceAgree(ask->name, "carom", wrong, some, some / 100);
    if (good) {
        raceBegin(&race, ask->name, asker->scene->shapeCount, ask->unit);
        raceEnter(&race, benchCarom.name, NULL, asker);
        raceRun(&race, run, lap, &queryLock);
        race.racers[0].hash = queryLock.hash;
        racePublish(&race, run);
    }
    return good;
}

bool sceneAsks(const BenchRun *run, const char *name)
{
    BenchScene scene;
    (void)name;
    if (!benchSceneMap(&scene, "E1M1", 20000, run->seed)) {
        return false;
    }
    void *state = benchCarom.create(&scene);
    Asker asker = {&scene, NULL, caromLightCreate(NULL), caromQueryOptions()};
    bool good = state && asker.light;
    if (good) {
        asker.world = benchCaromWorld(state);
        for (size_t i = 0; i < sizeof ASKS / sizeof ASKS[0]; i++) {
            good &= raceAsk(&asker, &ASKS[i], run);
        }
    }
    caromLightDestroy(asker.light);
    if (state) {
        benchCarom.destroy(state);
    }
    benchSceneFree(&scene);
    return good;
}
