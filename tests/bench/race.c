// SPDX-License-Identifier: MIT
#include "race.h"

#include <stdio.h>
#include <stdlib.h>

static const BenchEngine *const ENGINES[RACE_ENGINES] = {
    &benchCarom,
    &benchIntegrate,
#ifdef CAROM_BENCH_BOX2D
    &benchBox2d,
#endif
#ifdef CAROM_BENCH_CHIPMUNK
    &benchChipmunk,
#endif
};

void raceLeave(Contestant contestants[RACE_ENGINES])
{
    for (int i = 0; i < RACE_ENGINES; i++) {
        if (contestants[i].state) {
            contestants[i].engine->destroy(contestants[i].state);
            contestants[i].state = NULL;
        }
    }
}

bool raceEnter(Contestant contestants[RACE_ENGINES], const BenchScene *scene)
{
    for (int i = 0; i < RACE_ENGINES; i++) {
        contestants[i].engine = ENGINES[i];
        contestants[i].state = NULL;
    }
    for (int i = 0; i < RACE_ENGINES; i++) {
        contestants[i].state = ENGINES[i]->create(scene);
        if (!contestants[i].state) {
            fprintf(stderr, "carom_bench: %s did not start: no memory?\n", ENGINES[i]->name);
            raceLeave(contestants);
            return false;
        }
    }
    return true;
}

static int compareDoubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compareDoubles);
    return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

static FILE *table;

void raceOpen(FILE *output)
{
    table = output;
    fputs("scene,size,engine,ns_per_unit,unit,hash\n", table);
}

void racePrint(const char *scene, int size, Contestant *contestant, int rounds, const char *unit,
               uint64_t hash)
{
    fprintf(table, "%s,%d,%s,%.2f,%s,%016llx\n", scene, size, contestant->engine->name,
            median(contestant->nanoseconds, rounds), unit, (unsigned long long)hash);
    fflush(table); // a row is worth reading before the next, slower scene is done
}
