// SPDX-License-Identifier: MIT
#include "report.h"

#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void reportPath(char *out, size_t capacity, const char *folder, const char *file)
{
    snprintf(out, capacity, "%s/%s", folder, file);
}

const Figure *reportFigure(const Reference *reference, const char *engine)
{
    for (int i = 0; i < figuresCount(); i++) {
        const Figure *f = figureAt(i);
        if (strcmp(f->scene, reference->scene) == 0 && strcmp(f->engine, engine) == 0 &&
            f->size >= reference->low && f->size <= reference->high) {
            return f;
        }
    }
    return NULL;
}

static const Figure *better(const Figure *a, const Figure *b)
{
    return !a || (b && b->value < a->value) ? b : a;
}

const Figure *reportChipmunk(const char *scene, int64_t size)
{
    return better(figureFind(scene, size, "chipmunk-tree"),
                  figureFind(scene, size, "chipmunk-hash"));
}

const Figure *reportBestPeer(const char *scene, int64_t size)
{
    const Figure *best = NULL;
    for (int i = 0; i < benchPeerCount; i++) {
        best = better(best, figureFind(scene, size, benchPeers[i]->name));
    }
    return best;
}

/// The geometric mean of how many times as long Box2D 3 takes here.
static double meanScale(void)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < referenceCount; i++) {
        const Figure *peer = reportFigure(&references[i], "box2d-3");
        if (references[i].box2d > 0 && peer && strcmp(references[i].engine, "carom") == 0) {
            sum += log(peer->value / references[i].box2d);
            count++;
        }
    }
    return count > 0 ? exp(sum / count) : 0;
}

double reportScale(const Reference *reference)
{
    const Figure *peer = reportFigure(reference, "box2d-3");
    return reference->box2d > 0 && peer ? peer->value / reference->box2d : meanScale();
}

static double bestThere(const Reference *reference)
{
    return reference->chipmunk > 0 ? fmin(reference->box2d, reference->chipmunk) : reference->box2d;
}

static void ratio(FILE *file, double value)
{
    if (value > 0 && isfinite(value)) {
        fprintf(file, value < 9.95 ? " %.2f |" : " %.0f |", value);
    } else {
        fputs(" |", file);
    }
}

// ---- tables

static void writeRaceRow(FILE *file, const Reference *r)
{
    const Figure *ours = reportFigure(r, r->engine);
    if (!ours || r->box2d <= 0) {
        return;
    }
    const Figure *peer = reportBestPeer(ours->scene, ours->size);
    const Figure *box2d = reportFigure(r, "box2d-3");
    const Figure *chipmunk = reportChipmunk(ours->scene, ours->size);
    double scale = reportScale(r);
    fprintf(file, "| %s | %s |", r->work, peer ? peer->engine : "");
    ratio(file, peer ? peer->value / ours->value : 0);
    ratio(file, scale > 0 ? bestThere(r) * scale / ours->value : 0);
    ratio(file, bestThere(r) / r->goal);
    ratio(file, scale > 0 ? ours->value / scale / r->goal : 0);
    ratio(file, box2d ? box2d->value / r->box2d : 0);
    ratio(file, chipmunk && r->chipmunk > 0 ? chipmunk->value / r->chipmunk : 0);
    fputc('\n', file);
}

static void writeRaces(FILE *file)
{
    fputs("## Beside the peers\n\n"
          "| work | best peer here | it / Carom | best peer there / Carom | asked for | "
          "Carom / goal | Box2D 3 here / there | Chipmunk here / there |\n"
          "|---|---|---|---|---|---|---|---|\n",
          file);
    for (int i = 0; i < referenceCount; i++) {
        writeRaceRow(file, &references[i]);
    }
    fputs("\n", file);
}

static void writeGoals(FILE *file)
{
    fputs("## Goals without a peer\n\n| work | Carom / goal |\n|---|---|\n", file);
    for (int i = 0; i < referenceCount; i++) {
        const Reference *r = &references[i];
        const Figure *ours = reportFigure(r, r->engine);
        if (!ours || r->box2d > 0) {
            continue;
        }
        const Figure *base = r->against ? reportFigure(r, r->against) : NULL;
        bool bytes = strncmp(ours->unit, "bytes", 5) == 0;
        double scale = bytes ? 1 : meanScale();
        double value = base ? ours->value / base->value / r->goalRatio
                            : (scale > 0 ? ours->value / scale / r->goal : 0);
        fprintf(file, "| %s |", r->work);
        ratio(file, value);
        fputc('\n', file);
    }
    fputs("\n", file);
}

static void writeScale(FILE *file, const char *scene, const char *what)
{
    double unit = 0;
    for (int i = 0; i < figuresCount(); i++) {
        const Figure *f = figureAt(i);
        if (strcmp(f->scene, scene) != 0 || strncmp(f->engine, "carom", 5) != 0) {
            continue;
        }
        if (unit <= 0) {
            unit = f->value;
        }
        fprintf(file, "| %s%s | %lld |", what, strcmp(f->engine, "carom") == 0 ? "" : ", batch",
                (long long)f->size);
        ratio(file, f->value / unit);
        fputc('\n', file);
    }
}

static void writeScales(FILE *file)
{
    const Figure *maps = figureFind("scale-maps", 0, "carom");
    const Figure *one = figureFind("storm-MAP12", 0, "carom");
    fputs("## Cost against size\n\nIn units of the least size of the same row's kind.\n\n"
          "| work | size | cost |\n|---|---|---|\n",
          file);
    writeScale(file, "scale-bullets", "a bullet-step in MAP12, bullets");
    writeScale(file, "scale-shapes", "a bullet-step among shapes");
    writeScale(file, "ray-random-16m", "a ray of 16 m among shapes");
    writeScale(file, "meet", "an event of discs that all meet, discs");
    if (maps && one) {
        fprintf(file,
                "\nA million bullets in all 68 maps of Freedoom at once: %.2f times what a "
                "bullet-step costs in MAP12 alone.\n",
                maps->value / one->value);
    }
    fputs("\n", file);
}

static double nanoseconds(const Figure *f)
{
    return strncmp(f->unit, "ms", 2) == 0 ? f->value * 1e6 : f->value;
}

/// What has neither peer nor goal, in units of a ray.
static void writeOthers(FILE *file)
{
    static const char *const SCENES[] = {
        "ask-circle",  "ask-shape",   "ask-any",      "ask-arc",      "ask-beam",
        "ask-predict", "ask-nearest", "ask-distance", "ask-touching", "ask-light",
        "mover",       "tiles",       "sectors",      "match"};
    const Figure *yard = reportBestPeer("ray-E1M1-16m", 0);
    if (!yard) {
        return;
    }
    fprintf(file,
            "## Everything else\n\nIn units of one closest cast of 16 m in E1M1 by the best peer "
            "(%s).\n\n| work | casts |\n|---|---|\n",
            yard->engine);
    for (size_t i = 0; i < sizeof SCENES / sizeof SCENES[0]; i++) {
        const Figure *f = figureFind(SCENES[i], 0, "carom");
        if (f) {
            fprintf(file, "| %s, %s |", f->scene, f->unit + strcspn(f->unit, " ") + 1);
            ratio(file, nanoseconds(f) / yard->value);
            fputc('\n', file);
        }
    }
    const Figure *match = figureFind("match", 0, "carom");
    double scale = meanScale();
    if (match && scale > 0) {
        fprintf(file,
                "\nA match is 50 players who run about, each casts four rays of 16 m a step, and "
                "2,000 bullets that live, those that end fired anew. At 60 Hz a core serves %.0f "
                "of them here, %.0f on the goals' machine.\n",
                floor(1e3 / 60 / match->value), floor(1e3 / 60 / match->value * scale));
    }
    fputs("\n", file);
}

// ---- the page

static void writeHead(FILE *file, const BenchRun *run)
{
    char name[256], day[32] = "";
    time_t now = time(NULL);
    struct tm *date = gmtime(&now);
    machineName(name, sizeof name);
    if (date) {
        strftime(day, sizeof day, "%Y-%m-%d", date);
    }
    fprintf(file,
            "# What Carom costs\n\n"
            "Written by `tests/bench/run --report docs` on %s; don't edit. %s, one core, "
            "load %.1f%s; medians of %d rounds%s.\n\n",
            day, name, machineLoad(),
            machineLoad() > 1.5 ? " (**others were at work: take ratios as within a third**)" : "",
            run->rounds, run->quick ? ", `--quick`: **no measurement**" : "");
    fputs(
        "Ratios only: all that a row compares ran in one process, in turns, on one pinned core, "
        "after "
        "a warm-up, and had given the same answers before a time was taken. Peers are what the "
        "build found: Box2D 2.4 and Chipmunk 7 as Debian packages them (this Chipmunk computes in "
        "doubles and has its assertions on), Box2D 3.2 as it was installed (here with `-O3 "
        "-march=native`), its static tree rebuilt; of Chipmunk the better of its optimized tree "
        "and its 2 m hash. Carom is built as its release build is, without `-march`.\n\n"
        "*There* is the machine on which the goals were set (Zen 4; peers at their best: clang "
        "`-O3 -march=native`, Chipmunk in floats). By what Box2D 3 takes here and there, Carom's "
        "time here is scaled to it. *Carom / goal* up to 1 is met.\n\n",
        file);
}

/// Those of what was measured.
static void writePlots(FILE *file)
{
    static const struct {
        const char *scene, *line;
    } PLOTS[] = {
        {"storm-E1M1", "![Bullets: peers' times in units of Carom's](bench-storm.svg)"},
        {"ray-E1M1-1m", "![Rays: peers' times in units of Carom's](bench-rays.svg)"},
        {"narrow-circle", "![Other work: peers' times in units of Carom's](bench-others.svg)"},
        {"ray-random-16m", "![A ray against the number of shapes](bench-shapes.svg)"},
        {"scale-shapes", "![A bullet-step against the number of shapes](bench-storm-shapes.svg)"},
        {"scale-bullets", "![A bullet-step against the number of bullets](bench-bullets.svg)"},
    };
    const char *gap = "";
    for (size_t i = 0; i < sizeof PLOTS / sizeof PLOTS[0]; i++) {
        if (figureFind(PLOTS[i].scene, 0, "carom")) {
            fprintf(file, "%s%s\n", gap, PLOTS[i].line);
            gap = "\n";
        }
    }
}

bool reportWrite(const char *folder, const BenchRun *run)
{
    char path[1024];
    reportPath(path, sizeof path, folder, "bench.md");
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return false;
    }
    writeHead(file, run);
    writeRaces(file);
    writeGoals(file);
    writeScales(file);
    writeOthers(file);
    writePlots(file);
    bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed) {
        perror(path);
        return false;
    }
    return reportPlots(folder);
}
