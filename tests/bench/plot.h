// SPDX-License-Identifier: MIT
// Plots of ratios as SVG. Text and lines are of a grey, and colours of a lightness, that are seen
// on white and on black; colours after Okabe and Ito, "Color Universal Design" (2008).
#ifndef CAROM_BENCH_PLOT_H
#define CAROM_BENCH_PLOT_H

#include <stdbool.h>

#define PLOT_SERIES 8
#define PLOT_POINTS 16
#define PLOT_COLOURS 8

typedef struct PlotSeries {
    const char *name;
    int colour; // of PLOT_COLOURS
    double x[PLOT_POINTS],
        y[PLOT_POINTS]; // > 0: both axes are logarithmic; of bars x is unread, 0: none
    int count;
} PlotSeries;

typedef struct Plot {
    const char *title, *xTitle, *yTitle;
    const char *groups[PLOT_POINTS]; // of bars: what stands under each group
    PlotSeries series[PLOT_SERIES];
    int count;
} Plot;

/// Lines with marks. False where the file can't be written.
bool plotLines(const Plot *plot, const char *path);
/// Groups of bars, point i of each series in group i, standing on 1 or hanging from it.
bool plotBars(const Plot *plot, const char *path);

#endif
