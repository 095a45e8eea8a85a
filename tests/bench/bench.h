// SPDX-License-Identifier: MIT
// What the benchmark's parts say to each other: a scene of walls and bullets, engines that fly
// bullets through it or cast rays into it. C and C++17, so that a peer's file may be either.
#ifndef CAROM_BENCH_H
#define CAROM_BENCH_H

#include <carom/carom.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BenchWall {
    CaromVec2 a, b; // [m]
} BenchWall;

/// Walls of a map and bullets inside it. The engines only read it.
typedef struct BenchScene {
    BenchWall *walls;
    CaromVec2 *positions;  // [m] inside a sector, at least BENCH_MARGIN from every wall
    CaromVec2 *velocities; // [m/s]
    int wallCount, bulletCount;
} BenchScene;

#define BENCH_MARGIN 0.25 // [m]
#define BENCH_DT (1.0 / 60.0)

/// What a closest cast found; wall -1: nothing, and fraction 1.
typedef struct BenchHit {
    double fraction;
    CaromVec2 normal; // unit, facing the ray
    int wall;
} BenchHit;

/// An engine under test. `create` builds its world of the scene's walls (and bullets, where the
/// engine flies them), outside every clock; null means "no memory".
typedef struct BenchEngine {
    const char *name;
    void *(*create)(const BenchScene *scene);
    void (*destroy)(void *state);
    void (*step)(void *state);                           // flies every bullet by BENCH_DT
    int (*positions)(const void *state, CaromVec2 *out); // of all bullets alive, their number
    bool (*closest)(const void *state, CaromVec2 origin, CaromVec2 translation,
                    BenchHit *hit);      // or null
    uint64_t (*hash)(const void *state); // of what the steps computed
    void (*note)(const void *state);     // or null: prints what the last step did to stderr
} BenchEngine;

extern const BenchEngine benchCarom, benchIntegrate;
#ifdef CAROM_BENCH_BOX2D
extern const BenchEngine benchBox2d;
#endif
#ifdef CAROM_BENCH_CHIPMUNK
extern const BenchEngine benchChipmunk;
#endif

/// Walls and bullets of a Doom map; false, with the reason on stderr, where there is none.
bool benchSceneLoad(BenchScene *scene, const char *wadFile, const char *mapName, int bulletCount,
                    uint64_t seed);
void benchSceneFree(BenchScene *scene);
/// How many of the points lie outside the map: behind a wall, where nothing may ever be.
int benchSceneOutside(const BenchScene *scene, const CaromVec2 *points, int count);
/// The closest hit by a loop over all walls: too simple to be wrong.
bool benchSceneCast(const BenchScene *scene, CaromVec2 origin, CaromVec2 translation,
                    BenchHit *hit);

/// How a game flies bullets on an engine that only offers casts: cast along the rest of the step,
/// move to just before the hit, reflect, cast again. Every peer's `step` is this loop.
typedef struct BenchFlight {
    CaromVec2 *positions, *velocities;
    int count;
} BenchFlight;
bool benchFlightStart(BenchFlight *flight, const BenchScene *scene);
void benchFlightFree(BenchFlight *flight);
void benchFlightStep(BenchFlight *flight, const BenchEngine *engine, const void *state);

#define BENCH_HASH_START 14695981039346656037u
/// FNV-1a over the 64 bits of a value, so that equal bits mean equal work.
uint64_t benchHash(uint64_t hash, uint64_t value);
uint64_t benchHashPoints(const CaromVec2 *points, int count);

#ifdef __cplusplus
}
#endif

#endif
