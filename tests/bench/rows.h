// SPDX-License-Identifier: MIT
// The rows of docs/bench.md: which figure each is of, and what it is called.
#ifndef CAROM_BENCH_ROWS_H
#define CAROM_BENCH_ROWS_H

#include <stdint.h>

typedef struct Row {
    const char *scene;
    int64_t low, high;  // the sizes that it is of
    const char *engine; // of ours
    const char *work;   // in words
    const char
        *against; // an engine of ours in the same scene that it is compared with; null: peers
} Row;

extern const Row rows[];
extern const int rowCount;

#endif
