// SPDX-License-Identifier: MIT
// Scenes `threads-*`: the storm on two cores against one. The ratio of times on the clock is valid
// on a quiet machine only. Where other programs run as well, look at the span: the tasks run one
// after the other, and of tasks that may run side by side only the longest counts. The span ignores
// the memory that two cores share.
#include "machine.h"
#include "scenes.h"
#include "storm.h"

#include <stdio.h>

#ifdef CAROM_BENCH_THREADS
#include <pthread.h>
#include <sched.h>

#define TASKS 2

// ---- a second thread

/// One that waits for tasks in a loop, as a game's does within a frame.
typedef struct Pair {
    CaromTaskFunction *task;
    void *context;
    int core;                   // where it stays, or -1
    int asked, answered, ended; // atomic: runs so far; whether to leave
    pthread_t thread;
} Pair;

static void awaitCount(const int *counter, int count)
{
    for (int spins = 0; __atomic_load_n(counter, __ATOMIC_ACQUIRE) < count; spins++) {
        if (spins > 10000) {
            sched_yield();
        }
    }
}

static void *helpOut(void *context)
{
    Pair *pair = context;
    machinePin(pair->core);
    for (int run = 1;; run++) {
        awaitCount(&pair->asked, run);
        if (pair->ended) {
            return NULL;
        }
        pair->task(pair->context, 1);
        __atomic_store_n(&pair->answered, run, __ATOMIC_RELEASE);
    }
}

static void runOnBoth(void *runner, CaromTaskFunction *task, void *context, int count)
{
    Pair *pair = runner;
    (void)count;
    pair->task = task;
    pair->context = context;
    int run = __atomic_add_fetch(&pair->asked, 1, __ATOMIC_RELEASE);
    task(context, 0);
    awaitCount(&pair->answered, run);
}

/// Only while it is timed: a thread that waits slows down all others.
static bool begin(Pair *pair)
{
    pair->asked = pair->answered = pair->ended = 0;
    return pthread_create(&pair->thread, NULL, helpOut, pair) == 0;
}

static void dismiss(Pair *pair)
{
    pair->ended = 1;
    __atomic_add_fetch(&pair->asked, 1, __ATOMIC_RELEASE);
    pthread_join(pair->thread, NULL);
}

// ---- the span

/// What running tasks one after the other took longer than their longest.
typedef struct Span {
    double saved; // [s]
} Span;

static void runInTurn(void *runner, CaromTaskFunction *task, void *context, int count)
{
    Span *span = runner;
    double longest = 0.0, all = 0.0;
    for (int i = 0; i < count; i++) {
        double start = machineThread();
        task(context, i);
        double took = machineThread() - start;
        all += took;
        longest = took > longest ? took : longest;
    }
    span->saved += all - longest;
}

// ---- the race

/// Without tasks and with, on the wall and by the thread's own clock.
typedef enum Timing { ALONE, ON_BOTH, ALONE_OWN, IN_TURN } Timing;

typedef struct Threads {
    const BenchRun *run;
    Pair pair;
    Span span;
} Threads;

static double fly(const Threads *threads, Flyer *flyer, double (*clock)(void))
{
    double bullets = caromWorldCounters(flyer->world).projectiles;
    double start = clock();
    for (int i = 0; i < threads->run->steps; i++) {
        stormStep(flyer);
    }
    return (clock() - start - threads->span.saved) * 1e9 / (threads->run->steps * bullets);
}

static double lap(void *context, Racer *racer)
{
    Threads *threads = context;
    threads->span.saved = 0.0;
    if (racer->hash != ON_BOTH) {
        return fly(threads, racer->state, racer->hash == ALONE ? machineWall : machineThread);
    }
    if (!begin(&threads->pair)) {
        return -1.0;
    }
    double value = fly(threads, racer->state, machineWall);
    dismiss(&threads->pair);
    return value;
}

static bool enterAll(Threads *threads, Race *race, const BenchScene *scene, const Weather *weather)
{
    static const char *const names[] = {"wall-1", "wall-2", "span-1", "span-2"};
    for (int i = 0; i < 4; i++) {
        Flyer *flyer = stormEnter(scene, &benchCarom, scene->bulletCount, weather);
        Racer *racer = raceEnter(race, names[i], NULL, flyer);
        if (!racer) {
            return false;
        }
        racer->hash = (uint64_t)i; // how it is timed, until it is published
        CaromRunFunction *run = i == ON_BOTH ? runOnBoth : i == IN_TURN ? runInTurn : NULL;
        void *runner = i == ON_BOTH ? (void *)&threads->pair : &threads->span;
        if (caromWorldSetTasks(flyer->world, run, runner, TASKS) != CAROM_OK) {
            return false;
        }
    }
    return true;
}

static bool publish(Race *race, const BenchRun *run)
{
    bool good = true;
    for (int i = 0; i < race->count; i++) {
        race->racers[i].hash = stormHash(race->racers[i].state);
        good &= race->racers[i].hash == race->racers[0].hash;
    }
    if (good) {
        racePublish(race, run);
    } else {
        fprintf(stderr, "# %s: another state with tasks\n", race->scene);
    }
    return good;
}

static bool raceThreads(Threads *threads, const BenchScene *scene, const char *name,
                        const Weather *weather)
{
    static Race race;
    raceBegin(&race, name, scene->bulletCount, "ns per bullet-step");
    bool good = enterAll(threads, &race, scene, weather);
    if (good) {
        raceRun(&race, threads->run, lap, threads);
        good = publish(&race, threads->run);
    }
    for (int i = 0; i < race.count; i++) {
        stormLeave(race.racers[i].state);
    }
    return good;
}

bool sceneThreads(const BenchRun *run, const char *name)
{
    BenchScene scene;
    Threads threads = {.run = run};
    threads.pair.core = machineOtherCore();
    if (threads.pair.core < 0) {
        fprintf(stderr, "# %s: there is no second core\n", name);
        return true;
    }
    if (!benchSceneMap(&scene, sceneMapOf(name), run->bullets, run->seed)) {
        return false;
    }
    static const struct {
        const char *name;
        Weather weather;
    } weathers[] = {{"", {{0, 0}, 0, 0}},
                    {"-gravity", {{0, -9.81}, 0, 0}},
                    {"-radius", {{0, 0}, 0.05, 0}},
                    {"-grenades", {{0, -9.81}, 0.05, 0}},
                    {"-bodies", {{0, 0}, 0, 1000}}};
    bool good = true;
    for (int i = 0; good && i < (int)(sizeof weathers / sizeof weathers[0]); i++) {
        char full[64];
        snprintf(full, sizeof full, "%s%s", name, weathers[i].name);
        good = raceThreads(&threads, &scene, full, &weathers[i].weather);
    }
    benchSceneFree(&scene);
    return good;
}
#else
bool sceneThreads(const BenchRun *run, const char *name)
{
    (void)run;
    fprintf(stderr, "# %s: built without threads\n", name);
    return true;
}
#endif
