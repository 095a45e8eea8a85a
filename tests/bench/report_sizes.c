// SPDX-License-Identifier: MIT
// The part of docs/bench.md that says what rigid bodies cost against how many there are.
#include "report.h"

#include <string.h>

#define FRAME 16.7e6 // [ns]

typedef struct SizeRow {
    const char *scene;
    const char *work; // in words
    const char *unit; // as in the table
} SizeRow;

static const SizeRow ROWS[] = {
    {"size-awake", "a step of bodies in heaps, all awake, for each", "ns"},
    {"size-awake-bytes", "memory of one of these, with its contacts", "bytes"},
    {"size-asleep", "a step of sleepers, all together", "µs"},
    {"size-asleep-one", "a step of sleepers and one body that falls", "µs"},
    {"size-asleep-make", "a body made among sleepers, two steps, and destroyed", "µs"},
    {"size-asleep-bytes", "memory of a sleeper", "bytes"},
    {"size-edits", "a step of ten bodies among static shapes, one of which is new", "µs"},
    {"size-edges", "a step of 100 bodies on a chain of so many edges", "µs"},
    {"size-tiles", "a step of 100 bodies in a map of so many tiles", "µs"},
    {"size-tiles-dig", "the same, a tile dug before each step", "µs"},
};

static void writeRow(FILE *file, const SizeRow *row)
{
    for (int i = 0; i < figuresCount(); i++) {
        const Figure *f = figureAt(i);
        if (strcmp(f->scene, row->scene) == 0) {
            fprintf(file, "| %s | %lld | %.*f %s |\n", row->work, (long long)f->size,
                    f->value < 10 ? 1 : 0, f->value, row->unit);
        }
    }
}

/// How many bodies fit a frame, by what each costs where there are about as many.
static void writeFrame(FILE *file)
{
    const Figure *some = figureFind("size-awake", 10000, "carom");
    const Figure *many = figureFind("size-awake", 100000, "carom");
    if (some != NULL && many != NULL) {
        fprintf(file,
                "\nA frame of 60 Hz, on one core and with nothing else in it, holds some %d,000 to "
                "%d,000 bodies in heaps that are awake, and any number of sleepers.\n",
                (int)(FRAME / many->value / 1000), (int)(FRAME / some->value / 1000));
    }
}

void reportSizes(FILE *file)
{
    if (figureFind("size-awake", 100, "carom") == NULL) {
        return;
    }
    fputs("## Bodies against size\n\nTimes, not ratios: of this machine, and of the time when "
          "these rows were measured.\n\n| work | size | cost |\n|---|---|---|\n",
          file);
    for (int k = 0; k < (int)(sizeof ROWS / sizeof ROWS[0]); k++) {
        writeRow(file, &ROWS[k]);
    }
    writeFrame(file);
    fputs("\n", file);
}
