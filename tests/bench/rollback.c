// SPDX-License-Identifier: MIT
// Scene `rollback`: 10,000 grenades among 1,000 moving boxes in E1M1. The moving state saved and
// restored, beside a copy of as many bytes; eight ticks, and the same eight ticks after a step
// back, each saved; a step, and the same step as the first after a restore; a tick recorded for lag
// compensation, and looked at; the state hash.
#include "machine.h"
#include "scenes.h"

#include <stdlib.h>
#include <string.h>

#define SHOTS 10000
#define BOXES 1000
#define TICKS 8
#define EARLIER 30 // ticks, until the grenades lie about

typedef struct Rollback {
    CaromWorld *world;
    CaromHistory *history;
    char *state[TICKS + 1]; // before each of the ticks, and a copy of one
    size_t size, room;
    uint64_t hash; // after the ticks
    bool good;
} Rollback;

static double timed(double start)
{
    return (machineSeconds() - start) * 1e6;
}

static void save(Rollback *r, int tick)
{
    r->good &= caromWorldSaveState(r->world, r->state[tick], r->room, NULL) == CAROM_OK;
}

static void restore(Rollback *r, int tick)
{
    r->good &= caromWorldRestoreState(r->world, r->state[tick], r->room) == CAROM_OK;
}

static void step(Rollback *r)
{
    r->good &= !(caromWorldStep(r->world, BENCH_DT) & CAROM_STEP_REFUSED);
}

// ---- what is timed, between two times at which the world is before the first of the ticks

static double copyBytes(Rollback *r)
{
    double start = machineSeconds();
    memcpy(r->state[TICKS], r->state[0], r->size);
    return timed(start);
}

static double saveAll(Rollback *r)
{
    double start = machineSeconds();
    save(r, TICKS);
    return timed(start);
}

static double restoreAll(Rollback *r)
{
    double start = machineSeconds();
    restore(r, 0);
    return timed(start);
}

static double playOn(Rollback *r)
{
    double start = machineSeconds();
    for (int k = 0; k < TICKS; k++) {
        step(r);
    }
    double us = timed(start);
    r->hash = caromWorldHash(r->world);
    restore(r, 0);
    return us;
}

static double playBack(Rollback *r)
{
    for (int k = 0; k < TICKS; k++) {
        step(r);
    }
    double start = machineSeconds();
    restore(r, 0);
    for (int k = 0; k < TICKS; k++) {
        save(r, k);
        step(r);
    }
    double us = timed(start);
    r->good &= caromWorldHash(r->world) == r->hash;
    restore(r, 0);
    return us;
}

static double stepSecond(Rollback *r)
{
    step(r);
    double start = machineSeconds();
    step(r);
    double us = timed(start);
    restore(r, 0);
    return us;
}

static double stepRestored(Rollback *r)
{
    restore(r, 1);
    double start = machineSeconds();
    step(r);
    double us = timed(start);
    restore(r, 0);
    return us;
}

static double record(Rollback *r)
{
    double start = machineSeconds();
    r->good &= caromHistoryRecord(r->history) == CAROM_OK;
    return timed(start);
}

static double hash(Rollback *r)
{
    double start = machineSeconds();
    uint64_t now = caromWorldHash(r->world);
    double us = timed(start);
    r->good &= now != 0;
    return us;
}

static double look(Rollback *r)
{
    double start = machineSeconds();
    r->good &= caromHistoryLook(r->history, caromWorldTime(r->world), NULL) != NULL;
    return timed(start);
}

typedef struct Work {
    const char *name;
    double (*play)(Rollback *);
} Work;

static double lap(void *context, Racer *racer)
{
    const Work *work = racer->state;
    return work->play(context);
}

static bool raceOne(Rollback *r, const BenchRun *run, const char *name, const Work *works,
                    int count)
{
    static Race race;
    raceBegin(&race, name, SHOTS, "us");
    for (int k = 0; k < count; k++) {
        raceEnter(&race, works[k].name, NULL, (void *)(uintptr_t)&works[k]);
    }
    raceRun(&race, run, lap, r);
    for (int k = 0; k < count; k++) {
        race.racers[k].hash = r->hash;
    }
    if (r->good) {
        racePublish(&race, run);
    }
    return r->good;
}

static bool raceAll(Rollback *r, const BenchRun *run, const char *name)
{
    static const Work ticks[] = {{"carom-ticks", playOn}, {"carom-back", playBack}};
    static const Work steps[] = {{"carom", stepSecond}, {"carom-restored", stepRestored}};
    static const Work copies[] = {
        {"memcpy", copyBytes}, {"carom-save", saveAll}, {"carom-restore", restoreAll}};
    static const Work hashes[] = {{"carom", hash}};
    static const Work pasts[] = {{"carom-record", record}, {"carom-look", look}};
    return raceOne(r, run, "rollback-8", ticks, 2) && raceOne(r, run, "rollback-past", pasts, 2) &&
           raceOne(r, run, "rollback-hash", hashes, 1) &&
           raceOne(r, run, "rollback-step", steps, 2) && raceOne(r, run, name, copies, 3);
}

// ---- the world

static void fill(CaromWorld *world, const BenchScene *scene)
{
    CaromBodyDef body = caromBodyDef();
    CaromShapeDef box = caromShapeDef();
    CaromProjectileDef shot = caromProjectileDef();
    body.type = CAROM_BODY_KINEMATIC;
    for (int i = 0; i < BOXES; i++) {
        body.position = scene->positions[SHOTS + i];
        body.velocity = benchShapeVelocity(i);
        body.angularVelocity = i % 4 == 0 ? 1.0 : 0.0;
        caromShapeCreateBox(world, caromBodyCreate(world, &body), &box, caromVec2(0, 0),
                            caromVec2(0.2, 0.3));
    }
    shot.radius = 0.05;
    shot.restitution = 0.6;
    shot.friction = 0.3;
    caromWorldSetGravity(world, caromVec2(0, -9.81));
    caromProjectileFireMany(world, &shot, scene->positions, scene->velocities, SHOTS, NULL);
}

static bool begin(Rollback *r)
{
    for (int k = 0; k < EARLIER; k++) {
        step(r);
    }
    r->history = caromHistoryCreate(r->world, TICKS, NULL);
    r->good &= r->history != NULL;
    r->size = caromWorldStateSize(r->world);
    r->room = 2 * r->size; // more touch and fly by sensors later on
    for (int k = 0; k <= TICKS; k++) {
        r->state[k] = malloc(r->room);
        r->good &= r->state[k] != NULL;
        if (r->good) {
            memset(r->state[k], 0, r->room);
        }
    }
    for (int k = 0; k < TICKS && r->good; k++) {
        save(r, k);
        step(r);
    }
    if (r->good) {
        restore(r, 0);
    }
    return r->good;
}

bool sceneRollback(const BenchRun *run, const char *name)
{
    Rollback r = {NULL, NULL, {NULL}, 0, 0, 0, true};
    BenchScene scene;
    if (!benchSceneMap(&scene, "E1M1", SHOTS + BOXES, run->seed)) {
        return false;
    }
    void *state = benchCarom.create(&scene);
    bool good = false;
    if (state) {
        r.world = benchCaromWorld(state);
        fill(r.world, &scene);
        good = begin(&r) && raceAll(&r, run, name);
        if (good) {
            racePublishOne("rollback-bytes", SHOTS, "bytes", (double)r.size, r.hash);
        }
        caromHistoryDestroy(r.history);
        benchCarom.destroy(state);
    }
    for (int k = 0; k <= TICKS; k++) {
        free(r.state[k]);
    }
    benchSceneFree(&scene);
    return good;
}
