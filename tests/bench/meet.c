// SPDX-License-Identifier: MIT
// Scene `meet`: elastic discs in a square room, all of whom meet all, at one density in each size.
// What an event costs should not grow with their number.
#include "machine.h"
#include "race.h"

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

static bool raceGas(int count, const RaceOptions *options)
{
    static Contestant contestant;
    contestant.engine = &benchCarom;
    CaromWorld *world = makeGas(count);
    if (!world) {
        fprintf(stderr, "carom_bench: no memory for %d discs\n", count);
        return false;
    }
    stepEvents(world, 2 * options->steps); // off the lattice
    for (int round = 0; round < options->rounds; round++) {
        double start = machineSeconds(), events = stepEvents(world, options->steps);
        contestant.nanoseconds[round] = (machineSeconds() - start) * 1e9 / events;
    }
    racePrint("meet", count, &contestant, options->rounds, "event", caromWorldHash(world));
    caromWorldDestroy(world);
    return true;
}

bool raceMeetings(const RaceOptions *options)
{
    return raceGas(100, options) && raceGas(1000, options) && raceGas(10000, options) &&
           raceGas(100000, options);
}
