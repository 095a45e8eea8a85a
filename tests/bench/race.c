// SPDX-License-Identifier: MIT
#include "race.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void raceBegin(Race *race, const char *scene, int64_t size, const char *unit)
{
    race->scene = scene;
    race->size = size;
    race->unit = unit;
    race->count = 0;
}

Racer *raceEnter(Race *race, const char *name, const BenchEngine *engine, void *state)
{
    if (!state || race->count == RACE_MAX_RACERS) {
        fprintf(stderr, "carom_bench: %s: %s did not start: no memory?\n", race->scene, name);
        return NULL;
    }
    Racer *racer = &race->racers[race->count++];
    racer->name = name;
    racer->engine = engine;
    racer->state = state;
    racer->hash = 0;
    return racer;
}

static bool enterOne(Race *race, const BenchScene *scene, const BenchEngine *engine)
{
    void *state = engine->create(scene);
    if (state && engine->prepare) {
        engine->prepare(state);
    }
    return raceEnter(race, engine->name, engine, state) != NULL;
}

bool raceEnterEngines(Race *race, const BenchScene *scene, const BenchRun *run,
                      bool (*fit)(const BenchEngine *engine))
{
    bool entered = enterOne(race, scene, &benchCarom);
    for (int i = 0; entered && run->peers && i < benchPeerCount; i++) {
        if (!fit || fit(benchPeers[i])) {
            entered = enterOne(race, scene, benchPeers[i]);
        }
    }
    if (!entered) {
        raceLeave(race);
    }
    return entered;
}

void raceLeave(Race *race)
{
    for (int i = 0; i < race->count; i++) {
        if (race->racers[i].engine) {
            race->racers[i].engine->destroy(race->racers[i].state);
        }
    }
    race->count = 0;
}

void raceRun(Race *race, const BenchRun *run, RaceLap *lap, void *context)
{
    for (int round = -1; round < run->rounds; round++) { // -1 warms up; round 0 overwrites it
        for (int i = 0; i < race->count; i++) {
            race->racers[i].values[round < 0 ? 0 : round] = lap(context, &race->racers[i]);
        }
    }
}

static int compareDoubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static Figure nameFigure(const char *scene, int64_t size, const char *engine, const char *unit)
{
    Figure figure = {.size = size};
    snprintf(figure.scene, sizeof figure.scene, "%s", scene);
    snprintf(figure.engine, sizeof figure.engine, "%s", engine);
    snprintf(figure.unit, sizeof figure.unit, "%s", unit);
    return figure;
}

static Figure figureOf(const Race *race, const Racer *racer, int rounds)
{
    double sorted[RACE_MAX_ROUNDS];
    memcpy(sorted, racer->values, (size_t)rounds * sizeof *sorted);
    qsort(sorted, (size_t)rounds, sizeof *sorted, compareDoubles);
    Figure figure = nameFigure(race->scene, race->size, racer->name, race->unit);
    figure.value = 0.5 * (sorted[rounds / 2] + sorted[(rounds - 1) / 2]);
    figure.low = sorted[0];
    figure.high = sorted[rounds - 1];
    figure.hash = racer->hash;
    return figure;
}

void racePublish(const Race *race, const BenchRun *run)
{
    Figure figures[RACE_MAX_RACERS];
    for (int i = 0; i < race->count; i++) {
        figures[i] = figureOf(race, &race->racers[i], run->rounds);
    }
    figuresAdd(figures, race->count);
}

void racePublishOne(const char *scene, int64_t size, const char *unit, double value, uint64_t hash)
{
    Figure figure = nameFigure(scene, size, benchCarom.name, unit);
    figure.value = figure.low = figure.high = value;
    figure.hash = hash;
    figuresAdd(&figure, 1);
}

bool raceAgree(const char *scene, const char *engine, int64_t wrong, int64_t of, int64_t tolerated)
{
    int64_t limit = of / 1000 > tolerated ? of / 1000 : tolerated;
    bool good = wrong >= 0 && wrong <= limit;
    fprintf(stderr, "# %s: %s: %lld of %lld answers differ%s\n", scene, engine, (long long)wrong,
            (long long)of, good ? "" : ": too many, no time is given");
    return good;
}
