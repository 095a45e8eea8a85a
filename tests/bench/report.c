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

/// The engines that Carom is compared with, as a report names them. The report may be of an earlier
/// run, by a program that had others built in.
static const struct {
    const char *engine, *title;
} PEERS[] = {{"box2d-3", "Box2D 3.2"},
             {"chipmunk", "Chipmunk 7"}, // the better of its tree and its hash
             {"box2d-2.4", "Box2D 2.4"}};
#define PEER_COUNT ((int)(sizeof PEERS / sizeof PEERS[0]))

static const Figure *rowFigure(const Row *row, const char *engine)
{
    for (int i = 0; i < figuresCount(); i++) {
        const Figure *f = figureAt(i);
        if (strcmp(f->scene, row->scene) == 0 && strcmp(f->engine, engine) == 0 &&
            f->size >= row->low && f->size <= row->high) {
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

static const Figure *peerFigure(int peer, const char *scene, int64_t size)
{
    return strcmp(PEERS[peer].engine, "chipmunk") == 0
               ? reportChipmunk(scene, size)
               : figureFind(scene, size, PEERS[peer].engine);
}

static bool wasMeasured(int peer)
{
    bool any = false;
    for (int i = 0; i < rowCount; i++) {
        any |= peerFigure(peer, rows[i].scene, 0) != NULL;
    }
    return any;
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

static void writeRaceRow(FILE *file, const Row *row)
{
    const Figure *ours = rowFigure(row, row->engine);
    if (!ours || row->against) {
        return;
    }
    fprintf(file, "| %s |", row->work);
    for (int i = 0; i < PEER_COUNT; i++) {
        if (wasMeasured(i)) {
            const Figure *peer = peerFigure(i, ours->scene, ours->size);
            ratio(file, peer ? peer->value / ours->value : 0);
        }
    }
    fputc('\n', file);
}

static void writeRaces(FILE *file)
{
    const Figure *storm = figureFind("storm-E1M1", 0, "carom");
    fprintf(file,
            "## Beside other engines\n\n"
            "How many times as long another engine takes: more than 1 means that Carom is faster. "
            "%lld bullets bounce; the other engines move them by one closest cast per bullet per "
            "step.\n\n"
            "| work |",
            storm ? (long long)storm->size : 0);
    for (int i = 0; i < PEER_COUNT; i++) {
        if (wasMeasured(i)) {
            fprintf(file, " %s |", PEERS[i].title);
        }
    }
    fputs("\n|---|", file);
    for (int i = 0; i < PEER_COUNT; i++) {
        fputs(wasMeasured(i) ? "---|" : "", file);
    }
    fputs("\n", file);
    for (int i = 0; i < rowCount; i++) {
        writeRaceRow(file, &rows[i]);
    }
    fputs("\n", file);
}

/// What has no equal elsewhere: variants of the storm, and memory.
static void writeVariants(FILE *file)
{
    const Figure *bullet = figureFind("bytes", 0, "carom");
    const Figure *shape = figureFind("create-bytes", 100000, "carom");
    fputs("## Carom beside itself\n\n"
          "Bouncing bullets in E1M1; plain ones, which fly straight as points, take 1.\n\n"
          "| work | times as long |\n|---|---|\n",
          file);
    for (int i = 0; i < rowCount; i++) {
        const Figure *ours = rowFigure(&rows[i], rows[i].engine);
        const Figure *base = rows[i].against ? rowFigure(&rows[i], rows[i].against) : NULL;
        if (ours && base) {
            fprintf(file, "| %s |", rows[i].work);
            ratio(file, ours->value / base->value);
            fputc('\n', file);
        }
    }
    if (bullet && shape) {
        fprintf(file, "\nA bullet takes %.0f bytes, events aside; a static shape %.0f.\n",
                bullet->value, shape->value);
    }
    fputs("\n", file);
}

/// Each row of the scene `cliffs`, if it was played: a step with the thing, by one without it.
static void writeCliffs(FILE *file)
{
    bool any = false;
    for (int i = 0; i < figuresCount(); i++) {
        const Figure *with = figureAt(i);
        const Figure *base = figureFind(with->scene, with->size, "carom");
        if (strncmp(with->scene, "cliff-", 6) != 0 || strcmp(with->engine, "carom-with") != 0 ||
            !base) {
            continue;
        }
        if (!any) {
            fputs("## One more thing among many bullets\n\nA step with it, in units of the same "
                  "step without it, in a hall of 300 m with 1,000 short walls.\n\n"
                  "| thing | bullets | step |\n|---|---|---|\n",
                  file);
        }
        any = true;
        fprintf(file, "| %s | %lld |", with->scene + 6, (long long)with->size);
        ratio(file, with->value / base->value);
        fputc('\n', file);
    }
    fputs(any ? "\n" : "", file);
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
                "\n%lld bullets in all 68 maps of Freedoom at once: %.2f times what a "
                "bullet-step costs in MAP12 alone.\n",
                (long long)maps->size, maps->value / one->value);
    }
    fputs("\n", file);
}

static double nanoseconds(const Figure *f)
{
    return strncmp(f->unit, "ms", 2) == 0 ? f->value * 1e6 : f->value;
}

/// Writes the scenes that were measured of Carom only, in units of a ray.
static void writeOthers(FILE *file)
{
    static const char *const SCENES[] = {
        "ask-circle",  "ask-shape",   "ask-any",      "ask-arc",      "ask-beam",
        "ask-predict", "ask-nearest", "ask-distance", "ask-touching", "ask-light",
        "mover",       "tiles",       "sectors",      "match"};
    const Figure *yard = figureFind("ray-E1M1-16m", 0, "carom");
    if (!yard) {
        return;
    }
    fputs("## Everything else\n\nIn units of one of Carom's closest casts of 16 m in E1M1.\n\n"
          "| work | casts |\n|---|---|\n",
          file);
    for (size_t i = 0; i < sizeof SCENES / sizeof SCENES[0]; i++) {
        const Figure *f = figureFind(SCENES[i], 0, "carom");
        if (f) {
            fprintf(file, "| %s, %s |", f->scene, f->unit + strcspn(f->unit, " ") + 1);
            ratio(file, nanoseconds(f) / yard->value);
            fputc('\n', file);
        }
    }
    const Figure *match = figureFind("match", 0, "carom");
    if (match) {
        fprintf(file,
                "\nA match is 50 players who run about, each casts four rays of 16 m a step, and "
                "2,000 bullets that live, those that end fired anew. At 60 Hz a core serves %.0f "
                "of them.\n",
                floor(1e3 / 60 / match->value));
    }
    fputs("\n", file);
}

// ---- the page

static void writeHead(FILE *file)
{
    fprintf(
        file,
        "# What Carom costs\n\n"
        "Written by `tests/bench/run --report docs`; don't edit. Measured on %s\n\n"
        "Ratios only. All that a row compares ran in one process, in turns, on one pinned core, "
        "by the processor time of its thread, after a warm-up, and had given the same answers "
        "before a time was taken. Box2D's static tree was rebuilt; of Chipmunk the better of its "
        "optimized tree and its 2 m hash is shown. Carom is built as its release build is, "
        "without `-march`. [bench.csv](bench.csv) has the figures.\n\n",
        figuresNote());
}

static void note(char *out, size_t capacity, const BenchRun *run, const char *built)
{
    char name[256], day[32] = "";
    time_t now = time(NULL);
    struct tm *date = gmtime(&now);
    machineName(name, sizeof name);
    if (date) {
        strftime(day, sizeof day, "%Y-%m-%d", date);
    }
    snprintf(out, capacity, "%s, on one core (%s), load %.1f%s; medians of %d rounds%s. %s", day,
             name, machineLoad(),
             machineLoad() > 1.5
                 ? " (**other programs ran: differences up to a third mean little**)"
                 : "",
             run->rounds, run->quick ? ", `--quick`: **no measurement**" : "", built);
}

/// Writes the plots of what was measured.
static void writePlots(FILE *file)
{
    static const struct {
        const char *scene, *line;
    } PLOTS[] = {
        {"storm-E1M1", "![Bullets: other engines' times in units of Carom's](bench-storm.svg)"},
        {"ray-E1M1-1m", "![Rays: other engines' times in units of Carom's](bench-rays.svg)"},
        {"narrow-circle",
         "![Other work: other engines' times in units of Carom's](bench-others.svg)"},
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

static FILE *openIn(const char *folder, const char *name)
{
    char path[1024];
    reportPath(path, sizeof path, folder, name);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
    }
    return file;
}

static bool closeWell(FILE *file, const char *folder)
{
    bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed) {
        perror(folder);
        return false;
    }
    return true;
}

bool reportWrite(const char *folder, const BenchRun *run, const char *built, bool measured)
{
    char text[FIGURES_NOTE];
    if (measured || !figuresNote()[0]) {
        note(text, sizeof text, run, built);
        figuresSetNote(text);
    }
    FILE *page = openIn(folder, "bench.md");
    if (!page) {
        return false;
    }
    writeHead(page);
    writeRaces(page);
    writeVariants(page);
    writeCliffs(page);
    writeScales(page);
    reportSizes(page);
    writeOthers(page);
    writePlots(page);
    if (!closeWell(page, folder)) {
        return false;
    }
    FILE *csv = openIn(folder, "bench.csv");
    if (!csv) {
        return false;
    }
    figuresWrite(csv);
    return closeWell(csv, folder) && reportPlots(folder);
}
