// SPDX-License-Identifier: MIT
// Scenes `rigid-...`: Box2D's six scenes of rigid bodies without joints. One run of each engine,
// step by step in turns, so that a slow spell of the machine hits both; the mean of all steps
// counts. Notes say what each engine did for its time: contacts, bodies awake, and how the pile is.
#include "machine.h"
#include "pile.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>

#define SETTLED 250 // steps, after which piles that stand are looked at

typedef struct Runner {
    const PileEngine *engine;
    void *state;
    PilePose *poses;
    double seconds;
} Runner;

static const PileEngine *const ENGINES[] = {
    &pileCarom,
#ifdef CAROM_BENCH_BOX2D3
    &pileBox2d3,
#endif
};
#define ENGINE_COUNT ((int)(sizeof ENGINES / sizeof ENGINES[0]))

static bool start(Runner *runner, const PileEngine *engine, const Pile *pile)
{
    runner->engine = engine;
    runner->seconds = 0.0;
    runner->poses = calloc((size_t)pile->bodyCount, sizeof *runner->poses);
    runner->state = engine->create(pile);
    return runner->poses && runner->state;
}

static void end(Runner *runner)
{
    if (runner->state) {
        runner->engine->destroy(runner->state);
    }
    free(runner->poses);
}

static void step(Runner *runner, const Pile *pile, int number)
{
    if (pile->pusher >= 0) {
        runner->engine->push(runner->state, pile->pusher, pilePush(pile, number));
    }
    double before = machineThread();
    runner->engine->step(runner->state);
    runner->seconds += machineThread() - before;
}

static void note(Runner *runner, const Pile *pile, int steps)
{
    runner->engine->poses(runner->state, runner->poses);
    PileState state = pileJudge(pile, runner->poses);
    fprintf(stderr,
            "# rigid-%s: %s, step %d: %d contacts, %d awake, %d pairs touch; sum of v^2 %.3g, "
            "penetration %.1f mm",
            pile->name, runner->engine->name, steps, runner->engine->contacts(runner->state),
            runner->engine->awake(runner->state), state.touching, state.motion,
            1000 * state.penetration);
    if (pile->standing) {
        fprintf(stderr, ", drift %.1f mm, sunk %.1f mm", 1000 * state.drift, 1000 * state.sunk);
    }
    fprintf(stderr, "%s\n", state.lost > 0 ? ", some were lost" : "");
}

static uint64_t hashOf(const Runner *runner, const Pile *pile)
{
    uint64_t hash = BENCH_HASH_START;
    for (int i = 0; i < pile->bodyCount; i++) {
        hash = benchHashPoints(&runner->poses[i].position, 1) ^ hash * 3;
    }
    return hash;
}

static void publish(const Runner *runners, int count, const Pile *pile, const BenchRun *run)
{
    static char scene[64];
    static Race race;
    BenchRun once = *run;
    once.rounds = 1;
    snprintf(scene, sizeof scene, "rigid-%s", pile->name);
    raceBegin(&race, scene, pile->bodyCount, "ms per step");
    for (int i = 0; i < count; i++) {
        Racer *racer = raceEnter(&race, runners[i].engine->name, NULL, runners[i].state);
        racer->values[0] = runners[i].seconds * 1e3 / pile->steps;
        racer->hash = hashOf(&runners[i], pile);
    }
    racePublish(&race, &once);
}

bool sceneRigid(const BenchRun *run, const char *name)
{
    Pile pile;
    Runner runners[ENGINE_COUNT] = {{0}};
    int count = run->peers ? ENGINE_COUNT : 1;
    if (!pileMake(&pile, sceneMapOf(name), run->quick)) {
        return false;
    }
    bool good = true;
    for (int i = 0; i < count; i++) {
        good = start(&runners[i], ENGINES[i], &pile) && good;
    }
    for (int number = 0; good && number < pile.steps; number++) {
        for (int i = 0; i < count; i++) {
            step(&runners[i], &pile, number);
            if (number + 1 == pile.steps || (pile.standing && number + 1 == SETTLED)) {
                note(&runners[i], &pile, number + 1);
            }
        }
    }
    if (good) {
        publish(runners, count, &pile, run);
    }
    for (int i = 0; i < count; i++) {
        end(&runners[i]);
    }
    pileFree(&pile);
    return good;
}
