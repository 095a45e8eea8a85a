// SPDX-License-Identifier: MIT
// What was measured: a line each on the output, and kept for the report.
#ifndef CAROM_BENCH_FIGURE_H
#define CAROM_BENCH_FIGURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Figure {
    char scene[40];
    int64_t size; // of what the scene is made of: bullets, shapes, …
    const char *engine;
    double value; // the median of the rounds
    double low, high;
    const char *unit; // of value; less is better, but where it says "per s"
    double ratio;     // to ours in the same scene, size and unit; ours: the best peer's; 0: none
    uint64_t hash;    // of what was computed
} Figure;

typedef enum FigureFormat { FIGURE_CSV, FIGURE_JSON } FigureFormat;

/// From now on every figure is a line of `output`.
void figuresOpen(FILE *output, FigureFormat format);
/// Figures of one scene, size and unit, ours first: sets their ratios, keeps and prints them.
void figuresAdd(Figure *figures, int count);

int figuresCount(void);
const Figure *figureAt(int index);
/// Null where there is none.
const Figure *figureFind(const char *scene, int64_t size, const char *engine);
/// Whether an engine is a peer, not Carom or a variant of it, nor a floor for it.
bool figureIsPeer(const Figure *figure);

#endif
