// SPDX-License-Identifier: MIT
#include "plot.h"

#include <math.h>
#include <stdio.h>

#define WIDTH 760.0
#define HEIGHT 420.0
#define LEFT 74.0
#define RIGHT 150.0 // for the names of the series
#define TOP 44.0
#define BOTTOM 56.0
#define GREY "#7c7c7c"

static const char *const COLOURS[PLOT_COLOURS] = {"#d55e00", "#0072b2", "#009e73", "#cc79a7",
                                                  "#e69f00", "#56b4e9", "#8a63d2", GREY};

/// An axis over powers of ten, from low to high.
typedef struct Axis {
    double low, high, from, to; // the first two in powers of ten, the others on the page
} Axis;

static double placeOf(const Axis *axis, double value)
{
    double part = (log10(value) - axis->low) / (axis->high - axis->low);
    return axis->from + part * (axis->to - axis->from);
}

/// Returns an axis that shows all values, and 1 if `one`. Its ends differ at least by a factor of
/// five, so that small differences look small.
static Axis axisOf(const Plot *plot, bool vertical, bool one, double from, double to)
{
    double low = one ? 1 : 1e300, high = one ? 1 : 1e-300;
    for (int i = 0; i < plot->count; i++) {
        for (int k = 0; k < plot->series[i].count; k++) {
            double value = vertical ? plot->series[i].y[k] : plot->series[i].x[k];
            low = value > 0 ? fmin(low, value) : low;
            high = fmax(high, value);
        }
    }
    low = log10(low);
    high = log10(high);
    double room = fmax(0.06 * (high - low), 0.5 * (log10(5) - (high - low)));
    return (Axis){low - room, high + room, from, to};
}

static void text(FILE *file, double x, double y, const char *anchor, int size, const char *words)
{
    fprintf(file,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\" fill=\"%s\">%s"
            "</text>\n",
            x, y, anchor, size, GREY, words);
}

static void line(FILE *file, double x1, double y1, double x2, double y2, double opacity)
{
    fprintf(file,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
            "stroke-opacity=\"%.2f\"/>\n",
            x1, y1, x2, y2, GREY, opacity);
}

static void number(char out[64], double value)
{
    if (value >= 0.01 && value < 1000) {
        snprintf(out, 64, "%g", value);
    } else {
        snprintf(out, 64, "10<tspan dy=\"-6\" font-size=\"10\">%d</tspan>",
                 (int)lround(log10(value)));
    }
}

/// Lines and numbers at the powers of ten; up the page at 2 and 5 times these, too, if they are
/// few.
static void ticks(FILE *file, const Axis *axis, bool vertical)
{
    static const double STEPS[] = {1, 2, 5};
    bool fine = vertical && axis->high - axis->low < 2.6;
    for (int power = (int)floor(axis->low); power <= (int)ceil(axis->high); power++) {
        for (int i = 0; i < (fine ? 3 : 1); i++) {
            char words[64];
            double value = STEPS[i] * pow(10, power), at = placeOf(axis, value);
            if (log10(value) < axis->low || log10(value) > axis->high) {
                continue;
            }
            number(words, value);
            if (vertical) {
                line(file, LEFT, at, WIDTH - RIGHT, at, 0.25);
                text(file, LEFT - 8, at + 4, "end", 13, words);
            } else {
                line(file, at, TOP, at, HEIGHT - BOTTOM, 0.25);
                text(file, at, HEIGHT - BOTTOM + 19, "middle", 13, words);
            }
        }
    }
}

static FILE *begin(const Plot *plot, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return NULL;
    }
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" width=\"%g\" "
            "height=\"%g\" font-family=\"Helvetica, Arial, sans-serif\">\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    text(file, LEFT, TOP - 18, "start", 16, plot->title);
    text(file, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "middle", 13, plot->xTitle);
    fprintf(file, "<g transform=\"rotate(-90 18 %g)\">", (TOP + HEIGHT - BOTTOM) / 2);
    text(file, 18, (TOP + HEIGHT - BOTTOM) / 2, "middle", 13, plot->yTitle);
    fputs("</g>\n", file);
    line(file, LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, 1);
    line(file, LEFT, TOP, LEFT, HEIGHT - BOTTOM, 1);
    return file;
}

static bool end(FILE *file, const char *path)
{
    fputs("</svg>\n", file);
    bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed) {
        perror(path);
        return false;
    }
    return true;
}

static void name(FILE *file, int colour, double y, const char *words)
{
    fprintf(file,
            "<text x=\"%.1f\" y=\"%.1f\" font-size=\"13\" font-weight=\"bold\" fill=\"%s\">%s"
            "</text>\n",
            WIDTH - RIGHT + 12, y, COLOURS[colour], words);
}

/// The names stand where their lines end, apart from each other.
static void names(FILE *file, const Plot *plot, const Axis *vertical)
{
    double at[PLOT_SERIES];
    int order[PLOT_SERIES];
    for (int i = 0; i < plot->count; i++) {
        const PlotSeries *series = &plot->series[i];
        at[i] = placeOf(vertical, series->y[series->count - 1]) + 4;
        int k = i;
        for (; k > 0 && at[order[k - 1]] > at[i]; k--) {
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
    for (int k = 1; k < plot->count; k++) {
        at[order[k]] = fmax(at[order[k]], at[order[k - 1]] + 17);
    }
    for (int i = 0; i < plot->count; i++) {
        name(file, plot->series[i].colour, at[i], plot->series[i].name);
    }
}

static void drawSeries(FILE *file, const PlotSeries *series, const Axis *horizontal,
                       const Axis *vertical)
{
    const char *colour = COLOURS[series->colour];
    fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" points=\"", colour,
            series->colour == 0 ? "3.5" : "2");
    for (int i = 0; i < series->count; i++) {
        fprintf(file, "%.1f,%.1f ", placeOf(horizontal, series->x[i]),
                placeOf(vertical, series->y[i]));
    }
    fputs("\"/>\n", file);
    for (int i = 0; i < series->count; i++) {
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>\n",
                placeOf(horizontal, series->x[i]), placeOf(vertical, series->y[i]), colour);
    }
}

bool plotLines(const Plot *plot, const char *path)
{
    FILE *file = begin(plot, path);
    if (!file) {
        return false;
    }
    Axis horizontal = axisOf(plot, false, false, LEFT, WIDTH - RIGHT);
    Axis vertical = axisOf(plot, true, false, HEIGHT - BOTTOM, TOP);
    ticks(file, &horizontal, false);
    ticks(file, &vertical, true);
    for (int i = plot->count - 1; i >= 0; i--) { // ours on top
        drawSeries(file, &plot->series[i], &horizontal, &vertical);
    }
    names(file, plot, &vertical);
    return end(file, path);
}

static void drawBar(FILE *file, double x, double width, const Axis *axis, int colour, double value)
{
    char words[32];
    double one = placeOf(axis, 1), y = placeOf(axis, value);
    fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n", x,
            fmin(y, one), width, fabs(one - y), COLOURS[colour]);
    snprintf(words, sizeof words, value < 0.95 ? "%.2f" : (value < 9.95 ? "%.1f" : "%.0f"), value);
    text(file, x + width / 2, y < one ? y - 4 : y + 13, "middle", 11, words);
}

bool plotBars(const Plot *plot, const char *path)
{
    FILE *file = begin(plot, path);
    if (!file) {
        return false;
    }
    Axis vertical = axisOf(plot, true, true, HEIGHT - BOTTOM, TOP);
    ticks(file, &vertical, true);
    line(file, LEFT, placeOf(&vertical, 1), WIDTH - RIGHT, placeOf(&vertical, 1), 1);
    int groups = plot->count > 0 ? plot->series[0].count : 0;
    double group = groups > 0 ? (WIDTH - RIGHT - LEFT) / groups : 0;
    double width = group * 0.8 / (plot->count + 1e-9);
    for (int k = 0; k < groups; k++) {
        double x = LEFT + group * (k + 0.1);
        for (int i = 0; i < plot->count; i++) {
            const PlotSeries *series = &plot->series[i];
            if (series->y[k] > 0) {
                drawBar(file, x + i * width, width - 2, &vertical, series->colour, series->y[k]);
            }
        }
        text(file, x + group * 0.4, HEIGHT - BOTTOM + 19, "middle", 13, plot->groups[k]);
    }
    for (int i = 0; i < plot->count; i++) {
        name(file, plot->series[i].colour, TOP + 14 + 18 * i, plot->series[i].name);
    }
    return end(file, path);
}
