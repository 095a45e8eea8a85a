// SPDX-License-Identifier: MIT
#include "machine.h"
#include "storm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Discs that move about slowly: where bullets are, so that they are met.
static bool addBodies(CaromWorld *world, const BenchScene *scene, int count)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    bodyDef.type = CAROM_BODY_KINEMATIC;
    for (int i = 0; i < count; i++) {
        bodyDef.position = scene->positions[i % scene->bulletCount];
        bodyDef.velocity = benchShapeVelocity(i);
        CaromBodyId body = caromBodyCreate(world, &bodyDef);
        if (caromShapeCreateCircle(world, body, &def, caromVec2(0, 0), 0.3).index == 0) {
            return false;
        }
    }
    return true;
}

static bool fireOurs(Flyer *flyer, const BenchScene *scene, int bullets, const Weather *weather)
{
    CaromProjectileDef def = caromProjectileDef();
    flyer->world = benchCaromWorld(flyer->state);
    if (weather) {
        def.radius = weather->radius;
        caromWorldSetGravity(flyer->world, weather->gravity);
        if (!addBodies(flyer->world, scene, weather->bodies)) {
            return false;
        }
    }
    return caromProjectileFireMany(flyer->world, &def, scene->positions, scene->velocities, bullets,
                                   NULL) == CAROM_OK;
}

void stormLeave(Flyer *flyer)
{
    if (flyer->state) {
        flyer->engine->destroy(flyer->state);
    }
    benchFlightFree(&flyer->flight);
    free(flyer);
}

Flyer *stormEnter(const BenchScene *scene, const BenchEngine *engine, int bullets,
                  const Weather *weather)
{
    Flyer *flyer = calloc(1, sizeof *flyer);
    if (!flyer) {
        return NULL;
    }
    flyer->engine = engine;
    bool ready = true;
    if (engine) {
        flyer->state = engine->create(scene);
        ready = flyer->state != NULL;
    }
    if (ready && engine && engine->prepare) {
        engine->prepare(flyer->state);
    }
    ready = ready && (engine == &benchCarom ? fireOurs(flyer, scene, bullets, weather)
                                            : benchFlightStart(&flyer->flight, scene, bullets));
    if (!ready) {
        stormLeave(flyer);
        return NULL;
    }
    return flyer;
}

void stormStep(Flyer *flyer)
{
    if (flyer->world) {
        caromWorldStep(flyer->world, BENCH_DT);
    } else if (flyer->engine) {
        benchFlightStep(&flyer->flight, flyer->engine->closest, flyer->state);
    } else {
        benchFlightIntegrate(&flyer->flight);
    }
}

int stormPositions(const Flyer *flyer, CaromVec2 *out, int capacity)
{
    if (flyer->world) {
        return caromWorldPositions(flyer->world, out, NULL, capacity);
    }
    int count = flyer->flight.count < capacity ? flyer->flight.count : capacity;
    memcpy(out, flyer->flight.positions, (size_t)count * sizeof *out);
    return count;
}

uint64_t stormHash(const Flyer *flyer)
{
    return flyer->world ? caromWorldHash(flyer->world)
                        : benchHashPoints(flyer->flight.positions, flyer->flight.count);
}

double stormTime(Flyer *flyer, int steps)
{
    double alive =
        flyer->world ? caromWorldCounters(flyer->world).projectiles : (double)flyer->flight.count;
    double start = machineSeconds();
    for (int i = 0; i < steps; i++) {
        stormStep(flyer);
    }
    return (machineSeconds() - start) * 1e9 / (steps * alive);
}
