// SPDX-License-Identifier: MIT
// Bullets on an engine that only casts, and plain integration, the floor below which no engine
// gets.
#include "bench.h"

#include <stdlib.h>
#include <string.h>

// A peer in floats answers to about 1e-5 m on these maps: closer to the wall than this, its next
// cast may start behind it.
#define SKIN 1e-3 // [m]
#define MAX_BOUNCES_PER_STEP 64

uint64_t benchHash(uint64_t hash, uint64_t value)
{
    for (int shift = 0; shift < 64; shift += 8) {
        hash = (hash ^ (value >> shift & 255u)) * 1099511628211u;
    }
    return hash;
}

static uint64_t bitsOf(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

uint64_t benchHashPoints(const CaromVec2 *points, int count)
{
    uint64_t hash = BENCH_HASH_START;
    for (int i = 0; i < count; i++) {
        hash = benchHash(benchHash(hash, bitsOf(points[i].x)), bitsOf(points[i].y));
    }
    return hash;
}

bool benchFlightStart(BenchFlight *flight, const BenchScene *scene)
{
    size_t bytes = (size_t)scene->bulletCount * sizeof(CaromVec2);
    flight->count = scene->bulletCount;
    flight->positions = malloc(bytes);
    flight->velocities = malloc(bytes);
    if (!flight->positions || !flight->velocities) {
        benchFlightFree(flight);
        return false;
    }
    memcpy(flight->positions, scene->positions, bytes);
    memcpy(flight->velocities, scene->velocities, bytes);
    return true;
}

void benchFlightFree(BenchFlight *flight)
{
    free(flight->positions);
    free(flight->velocities);
    flight->positions = flight->velocities = NULL;
}

static void flyOne(const BenchEngine *engine, const void *state, CaromVec2 *position,
                   CaromVec2 *velocity)
{
    CaromVec2 p = *position, v = *velocity;
    double left = BENCH_DT;
    for (int bounce = 0; bounce < MAX_BOUNCES_PER_STEP && left > 0; bounce++) {
        CaromVec2 way = {v.x * left, v.y * left};
        BenchHit hit;
        if (!engine->closest(state, p, way, &hit)) {
            p.x += way.x;
            p.y += way.y;
            break;
        }
        p.x += way.x * hit.fraction + hit.normal.x * SKIN;
        p.y += way.y * hit.fraction + hit.normal.y * SKIN;
        double into = v.x * hit.normal.x + v.y * hit.normal.y;
        if (into < 0) {
            v.x -= 2 * into * hit.normal.x;
            v.y -= 2 * into * hit.normal.y;
        }
        left *= 1 - hit.fraction;
    }
    *position = p;
    *velocity = v;
}

void benchFlightStep(BenchFlight *flight, const BenchEngine *engine, const void *state)
{
    for (int i = 0; i < flight->count; i++) {
        flyOne(engine, state, &flight->positions[i], &flight->velocities[i]);
    }
}

static void *integrateCreate(const BenchScene *scene)
{
    BenchFlight *flight = calloc(1, sizeof *flight);
    if (flight && !benchFlightStart(flight, scene)) {
        free(flight);
        flight = NULL;
    }
    return flight;
}

static void integrateDestroy(void *state)
{
    benchFlightFree(state);
    free(state);
}

static void integrateStep(void *state)
{
    BenchFlight *flight = state;
    CaromVec2 *p = flight->positions;
    const CaromVec2 *v = flight->velocities;
    for (int i = 0; i < flight->count; i++) {
        p[i].x += v[i].x * BENCH_DT;
        p[i].y += v[i].y * BENCH_DT;
    }
}

static int integratePositions(const void *state, CaromVec2 *out)
{
    const BenchFlight *flight = state;
    memcpy(out, flight->positions, (size_t)flight->count * sizeof *out);
    return flight->count;
}

static uint64_t integrateHash(const void *state)
{
    const BenchFlight *flight = state;
    return benchHashPoints(flight->positions, flight->count);
}

const BenchEngine benchIntegrate = {"integrate",        integrateCreate,
                                    integrateDestroy,   integrateStep,
                                    integratePositions, NULL,
                                    integrateHash,      NULL};
