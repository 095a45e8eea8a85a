// SPDX-License-Identifier: MIT
// Scene `moving`: shapes that all move, each on a kinematic body of its own; a step, then rays of
// 16 m into where they are now, one call a ray.
#include "machine.h"
#include "rays.h"
#include "scenes.h"

#define LENGTH 16.0 // [m]

/// Without an engine it is ours, all rays by one call.
static double lap(void *context, Racer *racer)
{
    Rays *rays = context;
    const BenchEngine *engine = racer->engine ? racer->engine : &benchCarom;
    BenchEach *cast = racer->engine ? engine->each : engine->batch;
    double start = machineSeconds();
    engine->advance(racer->state);
    cast(racer->state, rays->origins, rays->ways, rays->count, rays->others);
    return (machineSeconds() - start) * 1e3;
}

/// The step by itself, apart from the rays.
static double lapStep(void *context, Racer *racer)
{
    const BenchEngine *engine = racer->engine ? racer->engine : &benchCarom;
    double start = machineSeconds();
    (void)context;
    engine->advance(racer->state);
    return (machineSeconds() - start) * 1e3;
}

/// Where all shapes are after some steps: those of `scene`, moved.
static void moveScene(BenchScene *scene, int steps)
{
    for (int i = 0; i < scene->shapeCount; i++) {
        CaromVec2 way = caromVec2Scale(benchShapeVelocity(i), steps * BENCH_DT);
        for (int k = 0; k < scene->shapes[i].count; k++) {
            CaromVec2 *point = &scene->points[scene->shapes[i].first + k];
            *point = caromVec2Add(*point, way);
        }
    }
}

/// Shapes have moved over the starts of some rays: what these meet then is another question, with
/// an answer of each engine's own.
static int dropInside(Rays *rays, int count)
{
    int dropped = 0;
    for (int i = 0; i < count; i++) {
        if (rays->hits[i].fraction <= 0) {
            rays->others[i].fraction = rays->hits[i].fraction;
            dropped++;
        }
    }
    return dropped;
}

static bool check(Rays *rays, Race *race, BenchScene *scene, const BenchRun *run)
{
    int steps = 2 * (run->rounds + 1) + 1, some = rays->count < 1000 ? rays->count : 1000;
    bool good = true;
    moveScene(scene, steps);
    benchEach(benchSceneCast, scene, rays->origins, rays->ways, some, rays->hits);
    for (int i = 0; i < race->count; i++) {
        Racer *racer = &race->racers[i];
        lap(rays, racer);
        racer->hash = benchHashHits(rays->others, rays->count);
        bool ours = !racer->engine || racer->engine == &benchCarom;
        int of = some - (ours ? 0 : dropInside(rays, some));
        // Floats that are added up step by step drift by far less than this; corners part more.
        int wrong = raysDiffer(rays, rays->hits, rays->others, some, ours ? 1e-7 : 1e-2);
        good &= raceAgree(race->scene, racer->name, wrong, of, ours ? 0 : some / 100);
    }
    return good;
}

/// Answers after the last step are of all the steps before: they are compared then, and only then
/// are times printed.
static bool raceMoving(Race *race, BenchScene *scene, const BenchRun *run, Rays *rays)
{
    static Race steps;
    raysAim(rays, scene, LENGTH);
    raceRun(race, run, lap, rays);
    steps = *race;
    steps.scene = "moving-step";
    raceRun(&steps, run, lapStep, rays);
    if (!check(rays, race, scene, run)) {
        return false;
    }
    for (int i = 0; i < race->count; i++) {
        steps.racers[i].hash = race->racers[i].hash;
    }
    racePublish(race, run);
    racePublish(&steps, run);
    return true;
}

bool sceneMoving(const BenchRun *run, const char *name)
{
    static Race race;
    BenchScene scene;
    Rays rays;
    int count = run->quick ? 1000 : 10000;
    if (!benchSceneRandom(&scene, count, count, run->seed)) {
        return false;
    }
    scene.moving = true;
    raceBegin(&race, name, count, "ms per step");
    void *second = benchCarom.create(&scene); // the same world, for batches
    bool good = raysMake(&rays, &scene, count) && raceEnterEngines(&race, &scene, run, NULL) &&
                raceEnter(&race, "carom-batch", NULL, second) &&
                raceMoving(&race, &scene, run, &rays);
    raceLeave(&race);
    if (second) {
        benchCarom.destroy(second);
    }
    raysFree(&rays);
    benchSceneFree(&scene);
    return good;
}
