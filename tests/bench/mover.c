// SPDX-License-Identifier: MIT
// Scene `mover`: characters that run about in E1M1; each turns a little in every step. In the end a
// loop over all walls checks that all of them have kept their arm's length.
#include "machine.h"
#include "scenes.h"

#include <math.h>

#define MOVERS 200
#define STEPS 20
#define SPEED 6.0 // [m/s]

typedef struct Crowd {
    CaromWorld *world;
    CaromMover movers[MOVERS];
    double angles[MOVERS];
} Crowd;

static void moveAll(Crowd *crowd)
{
    for (int i = 0; i < MOVERS; i++) {
        CaromRotation heading = caromRotation(crowd->angles[i]);
        crowd->angles[i] += 0.03;
        caromMoverMove(crowd->world, &crowd->movers[i],
                       caromVec2(SPEED * heading.c, SPEED * heading.s), BENCH_DT, NULL);
    }
}

static double lap(void *context, Racer *racer)
{
    Crowd *crowd = racer->state;
    double spent = 0;
    (void)context;
    for (int i = 0; i < STEPS; i++) {
        caromWorldStep(crowd->world, BENCH_DT);
        double start = machineSeconds();
        moveAll(crowd);
        spent += machineSeconds() - start;
    }
    return spent * 1e9 / (STEPS * MOVERS);
}

static bool place(Crowd *crowd, const BenchScene *scene)
{
    CaromMoverDef def = caromMoverDef();
    for (int i = 0; i < MOVERS; i++) {
        def.position = scene->positions[i];
        crowd->angles[i] = i;
        if (caromMoverInit(crowd->world, &crowd->movers[i], &def) != CAROM_OK) {
            return false;
        }
    }
    return true;
}

static bool check(const Crowd *crowd, const BenchScene *scene, const char *name)
{
    int wrong = 0;
    for (int i = 0; i < MOVERS; i++) {
        const CaromMover *mover = &crowd->movers[i];
        double arm = mover->radius + mover->clearance * (1 - 2 * CAROM_MOVER_ROUNDING);
        bool close = false;
        for (int k = 0; k < scene->shapeCount; k++) {
            const CaromVec2 *ends = scene->points + scene->shapes[k].first;
            close |= caromNearestOnSegment(mover->position, ends[0], ends[1]).distance < arm;
        }
        wrong += close;
    }
    return raceAgree(name, "arm's length", wrong, MOVERS, 0) && wrong == 0;
}

static uint64_t hashOf(const Crowd *crowd)
{
    uint64_t hash = BENCH_HASH_START;
    for (int i = 0; i < MOVERS; i++) {
        hash = benchHashDouble(hash, crowd->movers[i].position.x);
        hash = benchHashDouble(hash, crowd->movers[i].position.y);
    }
    return hash;
}

bool sceneMover(const BenchRun *run, const char *name)
{
    static Race race;
    static Crowd crowd;
    BenchScene scene;
    if (!benchSceneMap(&scene, "E1M1", MOVERS, run->seed)) {
        return false;
    }
    void *state = benchCarom.create(&scene);
    raceBegin(&race, name, MOVERS, "ns per move");
    crowd.world = state ? benchCaromWorld(state) : NULL;
    Racer *racer = raceEnter(&race, benchCarom.name, NULL, crowd.world ? &crowd : NULL);
    bool good = racer && place(&crowd, &scene);
    if (good) {
        raceRun(&race, run, lap, NULL);
        racer->hash = hashOf(&crowd);
        good = check(&crowd, &scene, name);
    }
    if (good) {
        racePublish(&race, run);
    }
    if (state) {
        benchCarom.destroy(state);
    }
    benchSceneFree(&scene);
    return good;
}
