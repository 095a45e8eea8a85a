// SPDX-License-Identifier: MIT
// carom_bench: a million bullets in a Doom map, ours beside plain integration and beside peers.
// Prints CSV, one row per scene and engine; notes on the answers go to stderr.
//
// A row with the same name and another hash did other work, which is a change, not a speed-up.
#include "machine.h"
#include "race.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_WAD "freedoom2.wad"
#define QUICK_BULLETS 20000
#define MAX_BULLETS 10000000

typedef struct Options {
    const char *wad, *map, *only;
    int bullets, core;
    uint64_t seed;
    RaceOptions race;
} Options;

static void printHelp(void)
{
    puts(
        "carom_bench: a million elastic bullets in a Doom map, as CSV\n"
        "\n"
        "  --bullets N   1 .. 10000000, default 1000000\n"
        "  --rounds N    1 .. 101, default 9; the median of the rounds counts\n"
        "  --steps N     1 .. 1000 steps of 1/60 s in a round, default 6; peers one\n"
        "  --map NAME    default MAP12\n"
        "  --wad FILE    default " DEFAULT_WAD ", looked for where Doom looks\n"
        "  --seed N      of the bullets' places and velocities, default 1\n"
        "  --only SCENE  storm, cast or meet, default all\n"
        "  --core N      the core to stay on, default the last\n"
        "  --quick       20000 bullets: a look, no measurement\n"
        "\n"
        "Scenes: storm (bullets that bounce for ever), integrate (p += v dt of the same bullets),\n"
        "read (all positions into an array), cast-1m, -16m, -128m (one closest cast for each of\n"
        "the first 100000 bullets), meet (100 to 100000 discs that meet each other, per event; "
        "needs\n"
        "no map). A peer flies its bullets by a loop of its own closest casts.\n"
        "Peers are built in where they are installed (apt: libbox2d-dev, libchipmunk-dev).");
}

static bool parseNumber(const char *text, long low, long high, long *number)
{
    char *end;
    long value = text ? strtol(text, &end, 10) : 0;
    if (!text || end == text || *end != '\0' || value < low || value > high) {
        return false;
    }
    *number = value;
    return true;
}

static bool parseCount(const char *text, long high, int *count)
{
    long number;
    if (!parseNumber(text, 1, high, &number)) {
        return false;
    }
    *count = (int)number;
    return true;
}

/// One option that takes a value.
static bool parseOption(Options *options, const char *name, const char *value)
{
    long number = 0;
    if (strcmp(name, "--bullets") == 0) {
        return parseCount(value, MAX_BULLETS, &options->bullets);
    } else if (strcmp(name, "--rounds") == 0) {
        return parseCount(value, RACE_MAX_ROUNDS, &options->race.rounds);
    } else if (strcmp(name, "--steps") == 0) {
        return parseCount(value, 1000, &options->race.steps);
    } else if (strcmp(name, "--seed") == 0) {
        bool ok = parseNumber(value, 0, 2147483647L, &number);
        options->seed = (uint64_t)number;
        return ok;
    } else if (strcmp(name, "--core") == 0) {
        bool ok = parseNumber(value, 0, 1023, &number);
        options->core = (int)number;
        return ok;
    } else if (strcmp(name, "--only") == 0) {
        options->only = value;
        return value && (strcmp(value, "storm") == 0 || strcmp(value, "cast") == 0 ||
                         strcmp(value, "meet") == 0);
    } else if (strcmp(name, "--map") == 0) {
        return (options->map = value) != NULL;
    } else if (strcmp(name, "--wad") == 0) {
        return (options->wad = value) != NULL;
    }
    return false;
}

static bool parseOptions(Options *options, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            options->bullets = QUICK_BULLETS;
        } else if (parseOption(options, argv[i], i + 1 < argc ? argv[i + 1] : NULL)) {
            i++;
        } else {
            fprintf(stderr, "carom_bench: bad option '%s'; --help lists them\n", argv[i]);
            return false;
        }
    }
    return true;
}

static bool runScenes(const BenchScene *scene, const Options *options)
{
    bool storm = !options->only || strcmp(options->only, "storm") == 0;
    bool cast = !options->only || strcmp(options->only, "cast") == 0;
    return (!storm || raceStorm(scene, &options->race)) &&
           (!cast || raceCasts(scene, &options->race));
}

int main(int argc, char **argv)
{
    Options options = {DEFAULT_WAD, "MAP12", NULL, 1000000, -1, 1, {9, 6}};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        printHelp();
        return 0;
    }
    if (!parseOptions(&options, argc, argv)) {
        return 2;
    }
    int core = machinePin(options.core);
    raceOpen(machineOutput());
    bool meet = !options.only || strcmp(options.only, "meet") == 0;
    if (meet && !raceMeetings(&options.race)) {
        return 1;
    }
    if (meet && options.only) {
        return 0;
    }
    BenchScene scene;
    if (!benchSceneLoad(&scene, options.wad, options.map, options.bullets, options.seed)) {
        return 1;
    }
    fprintf(stderr, "# %s: %d walls, %d bullets, seed %llu, core %d\n", options.map,
            scene.wallCount, scene.bulletCount, (unsigned long long)options.seed, core);
    bool done = runScenes(&scene, &options);
    benchSceneFree(&scene);
    return done ? 0 : 1;
}
