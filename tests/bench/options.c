// SPDX-License-Identifier: MIT
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BULLETS 1000000
#define QUICK_BULLETS 20000
#define QUICK_ROUNDS 3
#define MAX_BULLETS 10000000

void optionsHelp(void)
{
    puts("carom_bench: scenes, ours beside peers, as CSV: the median of rounds, the fastest and "
         "the\n"
         "slowest, the ratio to ours (ours: the best peer's), the hash of what was computed\n"
         "\n"
         "  --list           the scenes\n"
         "  --only A,B       those whose names begin so; default all\n"
         "  --bullets N      of storms, 1 .. 10000000, default 1000000\n"
         "  --rounds N       1 .. 101, default 7\n"
         "  --steps N        of ours in a round, 1 .. 1000, default 6; peers fly one\n"
         "  --seed N         of all that is random, default 1\n"
         "  --core N         the core to stay on, default the last\n"
         "  --quick          small and short: a look, no measurement\n"
         "  --huge           the largest sizes too: 10^7 bullets\n"
         "  --no-peers       ours alone\n"
         "  --weather N      of variants one alone: 0 the storm, 1 gravity, 2 radius, 3 bodies,\n"
         "                   4 gravity and radius\n"
         "  --json           a JSON object a line in place of CSV\n"
         "  --report FOLDER  writes bench.md, its plots and bench.csv there\n"
         "  --built TEXT     how the other engines were built, for the report\n"
         "  --from CSV       takes an earlier run's figures into the report; plays only what "
         "--only\n"
         "                   asks for\n"
         "\n"
         "Answers are compared with the peers', or with a loop over everything, before a time is\n"
         "printed; notes on that go to stderr. Other engines are built in where they are found:\n"
         "Box2D 3.2, Box2D 2.4 and Chipmunk 7 (apt: libbox2d-dev, libchipmunk-dev). Packaged\n"
         "libraries are rarely the fastest build. tests/bench/run has two options more, which say\n"
         "where libraries are that you have built and installed yourself:\n"
         "\n"
         "  --box2d PREFIX     holds lib/cmake/box2d\n"
         "  --chipmunk PREFIX  holds include/chipmunk and lib; floats or doubles");
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

static bool parseInt(const char *text, long low, long high, int *number)
{
    long value;
    if (!parseNumber(text, low, high, &value)) {
        return false;
    }
    *number = (int)value;
    return true;
}

/// One option that takes a value.
static bool parseValue(BenchOptions *options, const char *name, const char *value)
{
    long number;
    if (strcmp(name, "--bullets") == 0) {
        return parseInt(value, 1, MAX_BULLETS, &options->run.bullets);
    } else if (strcmp(name, "--rounds") == 0) {
        return parseInt(value, 1, RACE_MAX_ROUNDS, &options->run.rounds);
    } else if (strcmp(name, "--steps") == 0) {
        return parseInt(value, 1, 1000, &options->run.steps);
    } else if (strcmp(name, "--weather") == 0) {
        return parseInt(value, 0, 4, &options->run.weather);
    } else if (strcmp(name, "--core") == 0) {
        return parseInt(value, 0, 1023, &options->core);
    } else if (strcmp(name, "--seed") == 0 && parseNumber(value, 0, 2147483647L, &number)) {
        options->run.seed = (uint64_t)number;
        return true;
    } else if (strcmp(name, "--only") == 0) {
        return (options->only = value) != NULL;
    } else if (strcmp(name, "--from") == 0) {
        return (options->from = value) != NULL;
    } else if (strcmp(name, "--built") == 0) {
        return (options->built = value) != NULL;
    } else if (strcmp(name, "--report") == 0) {
        return (options->report = value) != NULL;
    }
    return false;
}

static bool parseFlag(BenchOptions *options, const char *name)
{
    if (strcmp(name, "--quick") == 0) {
        options->run.bullets = QUICK_BULLETS;
        options->run.rounds = QUICK_ROUNDS;
        options->run.quick = true;
    } else if (strcmp(name, "--huge") == 0) {
        options->run.huge = true;
    } else if (strcmp(name, "--no-peers") == 0) {
        options->run.peers = false;
    } else if (strcmp(name, "--json") == 0) {
        options->format = FIGURE_JSON;
    } else if (strcmp(name, "--list") == 0) {
        options->list = true;
    } else if (strcmp(name, "--help") == 0) {
        options->help = true;
    } else {
        return false;
    }
    return true;
}

bool optionsParse(BenchOptions *options, int argc, char **argv)
{
    *options =
        (BenchOptions){.run = {.rounds = 7, .steps = 6, .bullets = BULLETS, .seed = 1}, .core = -1};
    options->run.peers = true;
    options->built = "The other engines are built as this machine had them.";
    options->run.weather = -1;
    for (int i = 1; i < argc; i++) {
        if (parseFlag(options, argv[i])) {
            continue;
        }
        if (!parseValue(options, argv[i], i + 1 < argc ? argv[i + 1] : NULL)) {
            fprintf(stderr, "carom_bench: bad option '%s'; --help lists them\n", argv[i]);
            return false;
        }
        i++;
    }
    return true;
}

bool optionsWant(const BenchOptions *options, const char *scene)
{
    for (const char *part = options->only; part;) {
        size_t length = strcspn(part, ",");
        if (length > 0 && strncmp(part, scene, length) == 0) {
            return true;
        }
        part = part[length] ? part + length + 1 : NULL;
    }
    return !options->only && !options->from;
}
