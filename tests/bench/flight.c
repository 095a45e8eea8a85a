// SPDX-License-Identifier: MIT
// Bullets on an engine that only casts, and plain integration.
#include "bench.h"

#include <stdlib.h>
#include <string.h>

// A peer in floats answers to about 1e-5 m on these maps: closer to the wall than this, its next
// cast may start behind it.
#define SKIN 1e-3 // [m]
#define MAX_BOUNCES_PER_STEP 64

bool benchFlightStart(BenchFlight *flight, const BenchScene *scene, int count)
{
    size_t bytes = (size_t)count * sizeof(CaromVec2);
    flight->count = count;
    flight->hits = 0;
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

/// Returns how often it hits.
static int flyOne(BenchClosest *closest, const void *state, CaromVec2 *position,
                  CaromVec2 *velocity)
{
    CaromVec2 p = *position, v = *velocity;
    double left = BENCH_DT;
    int bounce = 0;
    for (; bounce < MAX_BOUNCES_PER_STEP && left > 0; bounce++) {
        CaromVec2 way = {v.x * left, v.y * left};
        BenchHit hit;
        if (!closest(state, p, way, &hit)) {
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
    return bounce;
}

void benchFlightStep(BenchFlight *flight, BenchClosest *closest, const void *state)
{
    for (int i = 0; i < flight->count; i++) {
        flight->hits += flyOne(closest, state, &flight->positions[i], &flight->velocities[i]);
    }
}

void benchFlightIntegrate(BenchFlight *flight)
{
    // As plain numbers, so that every compiler makes wide instructions of it.
    double *restrict p = &flight->positions[0].x;
    const double *restrict v = &flight->velocities[0].x;
    for (size_t i = 0; i < 2 * (size_t)flight->count; i++) {
        p[i] += v[i] * BENCH_DT;
    }
}
