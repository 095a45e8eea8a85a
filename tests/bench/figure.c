// SPDX-License-Identifier: MIT
#include "figure.h"

#include "bench.h"

#include <inttypes.h>
#include <string.h>

#define MAX_FIGURES 1024
#define HEAD "scene,size,engine,value,unit,low,high,ratio,hash\n"

static struct {
    FILE *output;
    FigureFormat format;
    int count;
    Figure kept[MAX_FIGURES];
    char note[FIGURES_NOTE];
} table;

void figuresOpen(FILE *output, FigureFormat format)
{
    table.output = output;
    table.format = format;
    if (format == FIGURE_CSV) {
        fputs(HEAD, output);
    }
}

bool figureIsPeer(const Figure *figure)
{
    for (int i = 0; i < benchPeerCount; i++) {
        if (strcmp(figure->engine, benchPeers[i]->name) == 0) {
            return true;
        }
    }
    return false;
}

static double bestPeer(const Figure *figures, int count)
{
    double best = 0;
    for (int i = 0; i < count; i++) {
        if (figureIsPeer(&figures[i]) && (best <= 0 || figures[i].value < best)) {
            best = figures[i].value;
        }
    }
    return best;
}

static void print(FILE *output, FigureFormat format, const Figure *f)
{
    const char *line =
        format == FIGURE_CSV
            ? "%s,%" PRId64 ",%s,%.5g,%s,%.5g,%.5g,%.4g,%016" PRIx64 "\n"
            : "{\"scene\":\"%s\",\"size\":%" PRId64 ",\"engine\":\"%s\",\"value\":%.6g,"
              "\"unit\":\"%s\",\"low\":%.6g,\"high\":%.6g,\"ratio\":%.5g,\"hash\":\"%016" PRIx64
              "\"}\n";
    fprintf(output, line, f->scene, f->size, f->engine, f->value, f->unit, f->low, f->high,
            f->ratio, f->hash);
}

/// In place of an earlier one of the same.
static void keep(const Figure *figure)
{
    int at = 0;
    while (at < table.count && (table.kept[at].size != figure->size ||
                                strcmp(table.kept[at].scene, figure->scene) != 0 ||
                                strcmp(table.kept[at].engine, figure->engine) != 0)) {
        at++;
    }
    if (at < MAX_FIGURES) {
        table.kept[at] = *figure;
        table.count += at == table.count;
    }
}

void figuresAdd(Figure *figures, int count)
{
    double ours = figures[0].value, best = bestPeer(figures, count);
    for (int i = 0; i < count; i++) {
        figures[i].ratio = ours > 0 ? (i == 0 ? best : figures[i].value) / ours : 0;
        print(table.output, table.format, &figures[i]);
        fflush(table.output); // worth reading before the next, slower scene is done
        keep(&figures[i]);
    }
}

static bool readLine(const char *line, Figure *f)
{
    return sscanf(line, "%39[^,],%" SCNd64 ",%23[^,],%lf,%23[^,],%lf,%lf,%lf,%" SCNx64, f->scene,
                  &f->size, f->engine, &f->value, f->unit, &f->low, &f->high, &f->ratio,
                  &f->hash) == 9;
}

bool figuresRead(const char *path)
{
    char line[FIGURES_NOTE + 8];
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file)) {
        fprintf(stderr, "carom_bench: %s: no figures\n", path);
        if (file) {
            fclose(file);
        }
        return false;
    }
    if (strncmp(line, "# ", 2) == 0) {
        line[strcspn(line, "\n")] = '\0';
        figuresSetNote(line + 2);
        fgets(line, sizeof line, file);
    }
    bool good = true;
    while (good && fgets(line, sizeof line, file)) {
        Figure figure;
        good = readLine(line, &figure);
        if (good) {
            keep(&figure);
        }
    }
    if (!good) {
        fprintf(stderr, "carom_bench: %s: no figure: %s", path, line);
    }
    fclose(file);
    return good;
}

void figuresSetNote(const char *note)
{
    snprintf(table.note, sizeof table.note, "%s", note);
}

const char *figuresNote(void)
{
    return table.note;
}

void figuresWrite(FILE *output)
{
    fprintf(output, "# %s\n" HEAD, table.note);
    for (int i = 0; i < table.count; i++) {
        print(output, FIGURE_CSV, &table.kept[i]);
    }
}

int figuresCount(void)
{
    return table.count;
}

const Figure *figureAt(int index)
{
    return &table.kept[index];
}

const Figure *figureFind(const char *scene, int64_t size, const char *engine)
{
    for (int i = 0; i < table.count; i++) {
        const Figure *f = &table.kept[i];
        if (strcmp(f->scene, scene) == 0 && (size == 0 || f->size == size) &&
            strcmp(f->engine, engine) == 0) {
            return f;
        }
    }
    return NULL;
}
