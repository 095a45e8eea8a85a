// SPDX-License-Identifier: MIT
#include "plot.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

enum { OURS, BOX2D, CHIPMUNK, OTHER, BATCH }; // colours

static const Figure *find(const char *scene, int64_t size, int who)
{
    switch (who) {
    case OURS:
        return figureFind(scene, size, "carom");
    case BOX2D:
        return figureFind(scene, size, "box2d-3");
    case CHIPMUNK:
        return reportChipmunk(scene, size);
    case OTHER:
        return figureFind(scene, size, "box2d-2.4");
    default:
        return figureFind(scene, size, "carom-batch");
    }
}

static const char *const NAMES[] = {"Carom", "Box2D 3.2", "Chipmunk 7", "Box2D 2.4",
                                    "Carom, batch"};

/// What other engines take, in units of ours, scene by scene.
static bool plotRatios(const char *folder, const char *file, const char *title,
                       const char *const *scenes, const char *const *labels, int count)
{
    char path[1024];
    Plot plot = {
        .title = title, .xTitle = "", .yTitle = "time of the other engine / time of Carom"};
    for (int who = BOX2D; who <= OTHER; who++) {
        PlotSeries *series = &plot.series[plot.count];
        *series = (PlotSeries){.name = NAMES[who], .colour = who, .count = count};
        bool any = false;
        for (int i = 0; i < count; i++) {
            const Figure *ours = find(scenes[i], 0, OURS), *peer = find(scenes[i], 0, who);
            series->y[i] = ours && peer ? peer->value / ours->value : 0;
            plot.groups[i] = labels[i];
            any |= series->y[i] > 0;
        }
        plot.count += any;
    }
    reportPath(path, sizeof path, folder, file);
    return plot.count == 0 || plotBars(&plot, path);
}

/// What each takes at each size, in units of ours at the least size.
static bool plotSizes(const char *folder, const char *file, const char *scene, const char *title,
                      const char *xTitle)
{
    char path[1024];
    Plot plot = {.title = title, .xTitle = xTitle, .yTitle = "time / Carom's at the least size"};
    double unit = 0;
    for (int who = OURS; who <= BATCH; who++) {
        PlotSeries *series = &plot.series[plot.count];
        *series = (PlotSeries){.name = NAMES[who], .colour = who};
        for (int i = 0; i < figuresCount() && series->count < PLOT_POINTS; i++) {
            const Figure *ours = figureAt(i);
            if (strcmp(ours->scene, scene) != 0 || strcmp(ours->engine, "carom") != 0) {
                continue;
            }
            unit = unit > 0 ? unit : ours->value;
            const Figure *figure = find(scene, ours->size, who);
            if (figure) {
                series->x[series->count] = (double)figure->size;
                series->y[series->count++] = figure->value / unit;
            }
        }
        plot.count += series->count > 0;
    }
    reportPath(path, sizeof path, folder, file);
    return plot.count == 0 || plotLines(&plot, path);
}

bool reportPlots(const char *folder)
{
    static const char *const STORMS[] = {"storm-E1M1", "storm-MAP12", "storm-random", "scale-maps"};
    static const char *const STORM_LABELS[] = {"E1M1", "MAP12", "10,000 shapes", "68 maps"};
    static const char *const RAYS[] = {"ray-E1M1-1m",  "ray-E1M1-16m",  "ray-E1M1-128m",
                                       "ray-MAP12-1m", "ray-MAP12-16m", "ray-MAP12-128m"};
    static const char *const RAY_LABELS[] = {"E1M1, 1 m",  "16 m", "128 m",
                                             "MAP12, 1 m", "16 m", "128 m"};
    static const char *const OTHERS[] = {"moving",        "overlap-box",    "overlap-circle",
                                         "narrow-circle", "narrow-polygon", "narrow-segment",
                                         "create"};
    static const char *const OTHER_LABELS[] = {"moving",   "box",      "circle", "ray·circle",
                                               "·polygon", "·segment", "create"};
    return plotRatios(folder, "bench-storm.svg", "Bouncing bullets, per bullet and step", STORMS,
                      STORM_LABELS, 4) &&
           plotRatios(folder, "bench-rays.svg", "Closest hit of a ray, one call a ray", RAYS,
                      RAY_LABELS, 6) &&
           plotRatios(folder, "bench-others.svg", "Moving shapes, overlap, narrowphase, creation",
                      OTHERS, OTHER_LABELS, 7) &&
           plotSizes(folder, "bench-shapes.svg", "ray-random-16m", "A ray of 16 m",
                     "shapes in the world, as many to the square metre") &&
           plotSizes(folder, "bench-storm-shapes.svg", "scale-shapes",
                     "100,000 bouncing bullets, per bullet and step",
                     "shapes in the world, as many to the square metre") &&
           plotSizes(folder, "bench-bullets.svg", "scale-bullets",
                     "Bouncing bullets in MAP12, per bullet and step", "bullets");
}
