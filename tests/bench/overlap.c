// SPDX-License-Identifier: MIT
// Scenes `overlap-*`: which shapes touch a box of 2 × 2 m, and a circle of 1 m radius, around each
// bullet. Ours answers exactly; peers' boxes by bounding boxes, so that they find more.
#include "machine.h"
#include "scenes.h"

#include <stdlib.h>

#define REACH 1.0 // [m] half a side, and the radius
#define CHECKED_BY_LOOP 200

typedef struct Asking {
    const BenchScene *scene;
    bool circle;
    int64_t found; // by the last lap
} Asking;

static int ask(const Asking *queryLock, const Racer *racer, CaromVec2 p)
{
    CaromVec2 reach = {REACH, REACH};
    return queryLock->circle
               ? racer->engine->overlapCircle(racer->state, p, REACH)
               : racer->engine->overlapBox(
                     racer->state, (CaromBox){caromVec2Sub(p, reach), caromVec2Add(p, reach)});
}

static double lap(void *context, Racer *racer)
{
    Asking *queryLock = context;
    queryLock->found = 0;
    double start = machineSeconds();
    for (int i = 0; i < queryLock->scene->bulletCount; i++) {
        queryLock->found += ask(queryLock, racer, queryLock->scene->positions[i]);
    }
    return (machineSeconds() - start) * 1e9 / queryLock->scene->bulletCount;
}

static CaromGeometry geometryOf(const BenchScene *scene, int shape)
{
    static const CaromShapeType TYPES[] = {CAROM_SHAPE_CIRCLE, CAROM_SHAPE_CIRCLE,
                                           CAROM_SHAPE_SEGMENT};
    int count = scene->shapes[shape].count;
    return caromGeometry(count < 3 ? TYPES[count] : CAROM_SHAPE_POLYGON,
                         scene->points + scene->shapes[shape].first, count,
                         scene->shapes[shape].radius);
}

/// By a loop over all shapes, pair by pair.
static int touching(const Asking *queryLock, CaromVec2 p)
{
    CaromVec2 corners[4] = {{p.x - REACH, p.y - REACH},
                            {p.x + REACH, p.y - REACH},
                            {p.x + REACH, p.y + REACH},
                            {p.x - REACH, p.y + REACH}};
    CaromGeometry asker = queryLock->circle ? caromGeometry(CAROM_SHAPE_CIRCLE, &p, 1, REACH)
                                            : caromGeometry(CAROM_SHAPE_POLYGON, corners, 4, 0);
    int count = 0;
    for (int i = 0; i < queryLock->scene->shapeCount; i++) {
        CaromGeometry shape = geometryOf(queryLock->scene, i);
        count += caromShapesTouch(&asker, &shape);
    }
    return count;
}

static bool check(Asking *queryLock, Race *race)
{
    int wrong = 0;
    for (int i = 0; i < CHECKED_BY_LOOP; i++) {
        CaromVec2 p = queryLock->scene->positions[i];
        wrong += ask(queryLock, &race->racers[0], p) != touching(queryLock, p);
    }
    bool good = raceAgree(race->scene, "carom", wrong, CHECKED_BY_LOOP, 0);
    lap(queryLock, &race->racers[0]);
    int64_t ours = queryLock->found;
    for (int i = 0; i < race->count; i++) {
        lap(queryLock, &race->racers[i]);
        race->racers[i].hash = benchHash(BENCH_HASH_START, (uint64_t)queryLock->found);
        int64_t apart = queryLock->found - ours;
        bool fewer = apart < 0;
        // A box that only bounds finds more, never fewer; exact ones part by touches.
        good &= raceAgree(race->scene, race->racers[i].name,
                          queryLock->circle || fewer ? llabs(apart) : 0, ours, ours / 200);
    }
    return good;
}

static bool fitBox(const BenchEngine *engine)
{
    return engine->overlapBox != NULL;
}

static bool fitCircle(const BenchEngine *engine)
{
    return engine->overlapCircle != NULL;
}

static bool raceKind(const BenchScene *scene, const BenchRun *run, bool circle)
{
    static Race race;
    Asking queryLock = {scene, circle, 0};
    raceBegin(&race, circle ? "overlap-circle" : "overlap-box", scene->shapeCount, "ns per query");
    bool good = raceEnterEngines(&race, scene, run, circle ? fitCircle : fitBox) &&
                check(&queryLock, &race);
    if (good) {
        raceRun(&race, run, lap, &queryLock);
        racePublish(&race, run);
    }
    raceLeave(&race);
    return good;
}

bool sceneOverlap(const BenchRun *run, const char *name)
{
    BenchScene scene;
    (void)name;
    if (!benchSceneRandom(&scene, run->quick ? 10000 : 100000, run->quick ? 10000 : 50000,
                          run->seed)) {
        return false;
    }
    bool good = raceKind(&scene, run, false) && raceKind(&scene, run, true);
    benchSceneFree(&scene);
    return good;
}
