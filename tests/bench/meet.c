// SPDX-License-Identifier: MIT
// Scene `meet`: elastic discs in a square room, each of which can hit each other one, at one
// density in each size. What an event costs should not grow with their number.
#include "machine.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>

#define RADIUS 0.1  // [m]
#define SPACING 0.5 // [m] of the lattice on which they start: an eighth of the room is disc
#define SPEED 3.0   // [m/s]

static void addRoom(CaromWorld *world, double side)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    CaromVec2 corners[4] = {{0.0, 0.0}, {0.0, side}, {side, side}, {side, 0.0}};
    for (int i = 0; i < 4; i++) {
        caromShapeCreateOneSided(world, body, &def, corners[i], corners[(i + 1) % 4]);
    }
}

static CaromWorld *makeGas(int count)
{
    int row = (int)ceil(sqrt((double)count));
    CaromWorldDef worldDef = caromWorldDef();
    worldDef.projectileCapacity = count;
    worldDef.tag = 1;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    if (!world) {
        return NULL;
    }
    addRoom(world, SPACING * row);
    CaromProjectileDef def = caromProjectileDef();
    def.radius = RADIUS;
    def.meetMask = UINT64_MAX;
    for (int i = 0; i < count; i++) {
        CaromRotation heading = caromRotation(2.399963 * i); // by the golden angle
        def.position = caromVec2(SPACING * (i % row + 0.5), SPACING * (i / row + 0.5));
        def.velocity = caromVec2(SPEED * heading.c, SPEED * heading.s);
        caromProjectileFire(world, &def);
    }
    return world;
}

static double stepEvents(CaromWorld *world, int steps)
{
    double events = 0.0;
    for (int i = 0; i < steps; i++) {
        caromWorldStep(world, BENCH_DT);
        CaromCounters counters = caromWorldCounters(world);
        events += counters.meetings + counters.hits;
    }
    return events;
}

static double lap(void *context, Racer *racer)
{
    const BenchRun *run = context;
    double start = machineSeconds(), events = stepEvents(racer->state, run->steps);
    return (machineSeconds() - start) * 1e9 / events;
}

/// Compares some of them with all others at the current time: no two may overlap.
static bool apart(CaromWorld *world, int count, const char *name)
{
    CaromVec2 *points = malloc((size_t)count * sizeof *points);
    int wrong = 0, asked = count < 200 ? count : 200;
    if (!points) {
        return false;
    }
    int alive = caromWorldPositions(world, points, NULL, count);
    for (int i = 0; i < asked; i++) {
        for (int j = 0; j < alive; j++) {
            wrong += j != i && caromVec2Distance(points[i], points[j]) < 2 * RADIUS - 1e-9;
        }
    }
    free(points);
    return raceAgree(name, "apart", wrong, asked, 0) && wrong == 0 && alive == count;
}

static bool raceGas(int count, const BenchRun *run, const char *name)
{
    static Race race;
    BenchRun shared = *run;
    CaromWorld *world = makeGas(count);
    raceBegin(&race, name, count, "ns per event");
    Racer *racer = raceEnter(&race, benchCarom.name, NULL, world);
    bool good = false;
    if (racer) {
        stepEvents(world, 2 * run->steps); // off the lattice
        raceRun(&race, run, lap, &shared);
        racer->hash = caromWorldHash(world);
        good = apart(world, count, name);
    }
    if (good) {
        racePublish(&race, run);
    }
    caromWorldDestroy(world);
    return good;
}

bool sceneMeet(const BenchRun *run, const char *name)
{
    bool good = true;
    for (int count = 100; good && count <= (run->quick ? 1000 : 100000); count *= 10) {
        good = raceGas(count, run, name);
    }
    return good;
}
