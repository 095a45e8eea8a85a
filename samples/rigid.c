// SPDX-License-Identifier: MIT
// Plays a scene of rigid bodies, draws it, and prints what must not depend on the frame rate.
#include "rigid_record.h"

#include "host.h"
#include "options.h"
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Settings {
    double hz, seconds;
    uint64_t seed;
    int bodies;
    const char *out;
} Settings;

typedef struct Run {
    RigidPlay play;
    RigidRecord record;
    bool recorded; ///< for a picture
    double stepSeconds;
} Run;

static void stepTo(Run *run, double time)
{
    double before = hostProcessSeconds();
    caromWorldStepTo(run->play.world, time);
    run->stepSeconds += hostProcessSeconds() - before;
    if (run->recorded)
        rigidRecord(&run->record, run->play.world);
}

/// Frames end at k/hz, and where the scene acts.
static void playTo(Run *run, const RigidScene *scene, const Settings *settings)
{
    int64_t frame = 1, act = 0;
    for (double now = 0; now < settings->seconds; now = caromWorldTime(run->play.world)) {
        if (scene->act && now == (double)act / RIGID_HZ)
            scene->act(&run->play, act++);
        double next = (double)frame / settings->hz, acts = (double)act / RIGID_HZ;
        double time = scene->act && acts < next ? acts : next;
        frame += time == next;
        stepTo(run, time < settings->seconds ? time : settings->seconds);
    }
}

static int awakeOf(const CaromWorld *world)
{
    int awake = 0, count = caromWorldBodies(world, NULL, 0);
    CaromBodyId *ids = malloc(((size_t)count + 1) * sizeof *ids);
    if (!ids)
        return -1;
    caromWorldBodies(world, ids, count);
    for (int i = 0; i < count; i++)
        awake +=
            caromBodyType(world, ids[i]) == CAROM_BODY_DYNAMIC && caromBodyIsAwake(world, ids[i]);
    free(ids);
    return awake;
}

static void printLine(const Run *run, const Settings *settings)
{
    const CaromWorld *world = run->play.world;
    CaromCounters counters = caromWorldCounters(world);
    int64_t ticks = 0; // those before the end
    while ((double)ticks / RIGID_HZ < settings->seconds)
        ticks++;
    printf("bodies=%d ticks=%lld contacts=%d awake=%d events=%llu ns_per_tick=%.0f "
           "hash=%016llx\n",
           caromWorldPoses(world, NULL, 0), (long long)ticks, counters.touching, awakeOf(world),
           (unsigned long long)counters.events, run->stepSeconds * 1e9 / (double)ticks,
           (unsigned long long)caromWorldHash(world));
}

static int playScene(const RigidScene *scene, const Settings *settings)
{
    Run run = {.play = {.random = {settings->seed}, .bodies = settings->bodies, .shots = true},
               .record = {.from = settings->seconds - scene->trails},
               .recorded = settings->out != NULL};
    CaromWorldDef def = caromWorldDef();
    def.gravity = scene->gravity;
    def.tag = 1;
    run.play.world = caromWorldCreate(&def, NULL);
    if (!run.play.world)
        return SAMPLE_FAILED;
    scene->begin(&run.play);
    playTo(&run, scene, settings);
    int status = SAMPLE_OK;
    if (settings->out)
        status = rigidPicture(scene, &run.play, &run.record, settings->out);
    printLine(&run, settings);
    rigidRecordFree(&run.record);
    caromWorldDestroy(run.play.world);
    return run.record.failed ? SAMPLE_FAILED : status;
}

static int play(const RigidScene *scene, int argc, char **argv)
{
    char out[32];
    snprintf(out, sizeof out, "%s.png", scene->name);
    Settings settings = {60.0, scene->seconds, 1, scene->bodies, out};
    const Option table[] = {
        {"hz", "N", "frames a second", OPTION_NUMBER, &settings.hz, 0.1, 1e6},
        {"seconds", "S", "of world time", OPTION_NUMBER, &settings.seconds, 0.001, 3600},
        {"seed", "K", "of all that is random", OPTION_SEED, &settings.seed, 0, 0},
        {"bodies", "N", "about", OPTION_INT, &settings.bodies, scene->fewest, scene->most},
        {"out", "FILE", "the picture; - for none", OPTION_TEXT, &settings.out, 0, 0},
    };
    OptionsResult result =
        optionsRead(argc, argv, scene->about, table, (int)(sizeof table / sizeof table[0]));
    if (result != OPTIONS_GO)
        return result == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    if (settings.out[0] == '-' && settings.out[1] == '\0')
        settings.out = NULL;
    return playScene(scene, &settings);
}

int samplePyramid(int argc, char **argv)
{
    return play(&RIGID_PYRAMID, argc, argv);
}

int sampleDominoes(int argc, char **argv)
{
    return play(&RIGID_DOMINOES, argc, argv);
}

int sampleBowl(int argc, char **argv)
{
    return play(&RIGID_BOWL, argc, argv);
}

int sampleBulletproof(int argc, char **argv)
{
    return play(&RIGID_BULLETPROOF, argc, argv);
}

int sampleTumbler(int argc, char **argv)
{
    return play(&RIGID_TUMBLER, argc, argv);
}

int sampleCrates(int argc, char **argv)
{
    return play(&RIGID_CRATES, argc, argv);
}

int sampleBilliards(int argc, char **argv)
{
    return play(&RIGID_BILLIARDS, argc, argv);
}
