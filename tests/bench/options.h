// SPDX-License-Identifier: MIT
#ifndef CAROM_BENCH_OPTIONS_H
#define CAROM_BENCH_OPTIONS_H

#include "race.h"

typedef struct BenchOptions {
    BenchRun run;
    const char *only;   // names, or how they begin, with commas between; null: all
    const char *report; // the folder that gets bench.md and its plots; null: none
    const char *built;  // how the other engines were built, for the report
    const char *from;   // the CSV of an earlier run, for the report; null: none
    FigureFormat format;
    int core; // -1: the last
    bool list, help;
} BenchOptions;

/// False, with the reason on stderr, where an option is wrong.
bool optionsParse(BenchOptions *options, int argc, char **argv);
void optionsHelp(void);
/// Whether `only` takes a scene.
bool optionsWant(const BenchOptions *options, const char *scene);

#endif
