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
    char engine[24];
    double value; // the median of the rounds
    double low, high;
    char unit[24]; // of value; less is better, but where it says "per s"
    double ratio;  // to ours in the same scene, size and unit; ours: the best peer's; 0: none
    uint64_t hash; // of what was computed
} Figure;

typedef enum FigureFormat { FIGURE_CSV, FIGURE_JSON } FigureFormat;

/// From now on every figure is a line of `output`.
void figuresOpen(FILE *output, FigureFormat format);
/// Figures of one scene, size and unit, ours first: sets their ratios, keeps and prints them.
void figuresAdd(Figure *figures, int count);

/// Takes the figures of an earlier run's CSV, without printing them. False, with the reason on
/// stderr, where there is no such file or it is none.
bool figuresRead(const char *path);

#define FIGURES_NOTE 1024
/// When, where and how all of it was measured: one line, the first of a report's CSV.
void figuresSetNote(const char *note);
const char *figuresNote(void); // "" where nothing was set or read
/// The note and all figures, as figuresRead reads them.
void figuresWrite(FILE *output);

int figuresCount(void);
const Figure *figureAt(int index);
/// Null where there is none.
const Figure *figureFind(const char *scene, int64_t size, const char *engine);
/// Whether an engine is a peer, not Carom or a variant of it, nor a floor for it.
bool figureIsPeer(const Figure *figure);

#endif
