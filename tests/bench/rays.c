// SPDX-License-Identifier: MIT
// Scenes `ray-*`: one closest cast per bullet along its flight. Ours are checked by a loop over
// all shapes, the peers' and the batches by ours.
#include "rays.h"

#include "machine.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOP_WORK 20000000 // rays times shapes that a check by a loop may cost
#define MAX_RAYS 100000    // the cost of a ray does not depend on their number

bool raysMake(Rays *rays, const BenchScene *scene, int count)
{
    size_t room = (size_t)count + 1;
    *rays = (Rays){scene->positions,
                   malloc(room * sizeof(CaromVec2)),
                   calloc(room, sizeof(BenchHit)),
                   calloc(room, sizeof(BenchHit)),
                   0,
                   count};
    return rays->ways && rays->hits && rays->others;
}

void raysFree(Rays *rays)
{
    free(rays->ways);
    free(rays->hits);
    free(rays->others);
}

void raysAim(Rays *rays, const BenchScene *scene, double length)
{
    rays->length = length;
    for (int i = 0; i < rays->count; i++) {
        rays->ways[i] = caromVec2Scale(caromVec2Normalize(scene->velocities[i]), length);
    }
}

int raysDiffer(const Rays *rays, const BenchHit *a, const BenchHit *b, int count, double tolerance)
{
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        double apart = (a[i].fraction - b[i].fraction) * rays->length;
        wrong += !(apart <= tolerance && apart >= -tolerance);
    }
    return wrong;
}

bool raysCheckOurs(Rays *rays, const BenchScene *scene, const Race *race)
{
    benchCarom.each(race->racers[0].state, rays->origins, rays->ways, rays->count, rays->hits);
    int some = LOOP_WORK / scene->shapeCount + 20;
    some = some < rays->count ? some : rays->count;
    benchEach(benchSceneCast, scene, rays->origins, rays->ways, some, rays->others);
    int wrong = raysDiffer(rays, rays->hits, rays->others, some, 1e-9);
    return raceAgree(race->scene, "carom", wrong, some, 0);
}

static double lap(void *context, Racer *racer)
{
    Rays *rays = context;
    const BenchEngine *engine = racer->engine ? racer->engine : &benchCarom;
    BenchEach *cast = racer->engine ? engine->each : engine->batch;
    double start = machineSeconds();
    cast(racer->state, rays->origins, rays->ways, rays->count, rays->others);
    return (machineSeconds() - start) * 1e9 / rays->count;
}

/// Floats and doubles part by some 1e-5 m; by more only where a ray grazes the end of a wall. A
/// batch gives the same bits.
static bool checkOthers(Rays *rays, Race *race)
{
    bool good = true;
    for (int i = 0; i < race->count; i++) {
        Racer *racer = &race->racers[i];
        lap(rays, racer);
        racer->hash = benchHashHits(rays->others, rays->count);
        bool ours = !racer->engine || racer->engine == &benchCarom;
        int wrong = raysDiffer(rays, rays->hits, rays->others, rays->count, ours ? 0 : 2e-3);
        good &=
            raceAgree(race->scene, racer->name, wrong, rays->count, ours ? 0 : rays->count / 200) &&
            (!ours || wrong == 0);
    }
    return good;
}

static bool raceLength(Race *race, const BenchScene *scene, const BenchRun *run, Rays *rays,
                       double length)
{
    raysAim(rays, scene, length);
    bool good = raysCheckOurs(rays, scene, race) && checkOthers(rays, race);
    if (good) {
        raceRun(race, run, lap, rays);
        racePublish(race, run);
    }
    return good;
}

static bool enter(Race *race, const BenchScene *scene, const BenchRun *run)
{
    return raceEnterEngines(race, scene, run, NULL) &&
           raceEnter(race, "carom-batch", NULL, race->racers[0].state);
}

static bool raceLengths(const BenchScene *scene, const BenchRun *run, const char *map,
                        const double *lengths, int count)
{
    static Race race;
    Rays rays;
    char name[40] = "ray";
    raceBegin(&race, name, scene->shapeCount, "ns per ray");
    bool good = raysMake(&rays, scene, scene->bulletCount) && enter(&race, scene, run);
    for (int i = 0; good && i < count; i++) {
        snprintf(name, sizeof name, "ray-%s-%gm", map, lengths[i]);
        good = raceLength(&race, scene, run, &rays, lengths[i]);
    }
    raceLeave(&race);
    raysFree(&rays);
    return good;
}

bool sceneRaysMap(const BenchRun *run, const char *name)
{
    static const double LENGTHS[] = {1, 16, 128};
    const char *map = sceneMapOf(name);
    BenchScene scene;
    int count = run->quick ? MAX_RAYS / 10 : MAX_RAYS;
    if (!benchSceneMap(&scene, map, count, run->seed)) {
        return false;
    }
    bool good = raceLengths(&scene, run, map, LENGTHS, 3);
    benchSceneFree(&scene);
    return good;
}

bool sceneRaysRandom(const BenchRun *run, const char *name)
{
    static const double LENGTH = 16;
    bool good = true;
    int most = run->quick ? 10000 : 1000000;
    for (int shapes = 1000; good && shapes <= most; shapes *= 10) {
        BenchScene scene;
        good = benchSceneRandom(&scene, shapes, run->quick ? MAX_RAYS / 10 : MAX_RAYS, run->seed) &&
               raceLengths(&scene, run, sceneMapOf(name), &LENGTH, 1);
        benchSceneFree(&scene);
    }
    return good;
}
