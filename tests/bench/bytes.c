// SPDX-License-Identifier: MIT
// Scene `bytes`: what a world holds for each bullet, events aside: bullets in an empty world, after
// some steps in which nothing happens.
#include "scenes.h"

#include <stdlib.h>

static double bytesOf(CaromVec2 *places, CaromVec2 *velocities, int count, uint64_t *hash)
{
    CaromWorldDef def = caromWorldDef();
    def.tag = 1;
    def.projectileCapacity = count; // no room to grow, which another peak would not need either
    CaromWorld *world = caromWorldCreate(&def, NULL);
    if (!world) {
        return 0;
    }
    CaromProjectileDef shot = caromProjectileDef();
    caromProjectileFireMany(world, &shot, places, velocities, count, NULL);
    for (int i = 0; i < 3; i++) {
        caromWorldStep(world, BENCH_DT);
    }
    double bytes = (double)caromWorldCounters(world).bytes;
    *hash = caromWorldHash(world);
    caromWorldDestroy(world);
    return bytes;
}

bool sceneBytes(const BenchRun *run, const char *name)
{
    BenchScene scene;
    uint64_t hash, ignored;
    if (!benchSceneMap(&scene, "E1M1", run->bullets, run->seed)) {
        return false;
    }
    double none = bytesOf(scene.positions, scene.velocities, 0, &ignored);
    double all = bytesOf(scene.positions, scene.velocities, scene.bulletCount, &hash);
    bool good = none > 0 && all > none;
    if (good) {
        racePublishOne(name, scene.bulletCount, "bytes per bullet",
                       (all - none) / scene.bulletCount, hash);
    }
    benchSceneFree(&scene);
    return good;
}
