// SPDX-License-Identifier: MIT
// Scene `sectors`: which sector of MAP12 a place is in. A sample is looked for among
// all lines.
#include "../../samples/wad_sectors.h"
#include "../support/random.h"
#include "machine.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>

#define PLACES 20000
#define CHECKED 500

typedef struct Places {
    const WadMap *map;
    CaromSectorMap *sectors;
    CaromVec2 at[PLACES];
    int found[PLACES];
} Places;

static double lapLocate(void *context, Racer *racer)
{
    Places *places = racer->state;
    (void)context;
    double start = machineSeconds();
    for (int i = 0; i < PLACES; i++) {
        places->found[i] = caromSectorMapLocate(places->sectors, places->at[i]);
    }
    return (machineSeconds() - start) * 1e9 / PLACES;
}

static bool check(const Places *places, Racer *racer, const char *name)
{
    int wrong = 0;
    racer->hash = BENCH_HASH_START;
    for (int i = 0; i < PLACES; i++) {
        racer->hash = benchHash(racer->hash, (uint64_t)places->found[i]);
    }
    for (int i = 0; i < CHECKED; i++) {
        wrong += places->found[i] != wadSectorAt(places->map, places->at[i]);
    }
    return raceAgree(name, "carom", wrong, CHECKED, 0);
}

static bool raceLocate(Places *places, const BenchRun *run, const char *name)
{
    static Race race;
    raceBegin(&race, name, places->map->lineCount, "ns per place");
    Racer *racer = raceEnter(&race, benchCarom.name, NULL, places);
    lapLocate(NULL, racer);
    if (!check(places, racer, name)) {
        return false;
    }
    raceRun(&race, run, lapLocate, NULL);
    racePublish(&race, run);
    return true;
}

static bool readMap(WadMap *map)
{
    WadError error;
    char path[1024];
    Wad *wad = wadFind("freedoom2.wad", path, sizeof path, &error) ? wadOpen(path, &error) : NULL;
    bool read = wad && wadReadMap(wad, "MAP12", map, &error);
    if (!read) {
        fprintf(stderr, "carom_bench: freedoom2.wad: %s\n", error.text);
    }
    wadClose(wad);
    return read;
}

bool sceneSectors(const BenchRun *run, const char *name)
{
    WadMap map;
    CaromError error;
    Places *places = malloc(sizeof *places);
    if (!places || !readMap(&map)) {
        free(places);
        return false;
    }
    TestRandom random = testRandomSeed(run->seed);
    places->map = &map;
    places->sectors = wadSectorMap(&map, caromSectorMapDef(), &error);
    for (int i = 0; i < PLACES; i++) {
        double x = testRandomRange(&random, map.bounds.min.x, map.bounds.max.x);
        places->at[i] = caromVec2(x, testRandomRange(&random, map.bounds.min.y, map.bounds.max.y));
    }
    bool good = places->sectors && raceLocate(places, run, name);
    caromSectorMapDestroy(places->sectors);
    wadMapFree(&map);
    free(places);
    return good;
}
