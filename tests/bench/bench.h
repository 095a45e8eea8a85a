// SPDX-License-Identifier: MIT
// What the benchmark's parts say to each other: scenes of shapes and bullets, engines that cast
// rays into them. C and C++17, so that a peer's file may be either.
#ifndef CAROM_BENCH_H
#define CAROM_BENCH_H

#include <carom/carom.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BENCH_CORNERS 8 // of a polygon, at most: what every peer takes

/// Its points follow each other in the scene's array. One: a circle; two: a wall met from both
/// sides; more: a convex polygon, counter-clockwise.
typedef struct BenchShape {
    int first, count;
    double radius; // [m] of a circle
} BenchShape;

/// Shapes, and bullets between them. The engines only read it.
typedef struct BenchScene {
    CaromVec2 *points; // [m]
    BenchShape *shapes;
    CaromVec2 *positions;  // [m] of bullets, free, at least BENCH_MARGIN from every shape
    CaromVec2 *velocities; // [m/s]
    int pointCount, shapeCount, bulletCount;
    int pointRoom, shapeRoom;
    bool solid;  // its shapes are circles and polygons; if not, walls around what is inside
    bool moving; // each shape has a kinematic body of its own, of the velocity benchShapeVelocity
    int movers;  // so many of its shapes, the last ones, have kinematic bodies, which `aim` moves
} BenchScene;

#define BENCH_MARGIN 0.25 // [m]
#define BENCH_DT (1.0 / 60.0)

/// What a closest cast found; shape -1: nothing, and fraction 1.
typedef struct BenchHit {
    double fraction;
    CaromVec2 normal; // unit, facing the ray
    int shape;
} BenchHit;

typedef bool BenchClosest(const void *state, CaromVec2 origin, CaromVec2 translation,
                          BenchHit *hit);
/// The closest hit of each of `count` rays.
typedef void BenchEach(const void *state, const CaromVec2 *origins, const CaromVec2 *translations,
                       int count, BenchHit *hits);

/// A shape by itself, without a world: ray i against shape i of the scene.
typedef struct BenchNarrow {
    void *(*create)(const BenchScene *scene);
    void (*destroy)(void *state);
    BenchEach *each;
} BenchNarrow;

/// Bullets as its rigid bodies: elastic discs of BENCH_DISC that meet the scene's shapes only, with
/// whatever it has against tunnelling.
typedef struct BenchBodies {
    void *(*create)(const BenchScene *scene);
    void (*destroy)(void *state);
    void (*step)(void *state);
    void (*positions)(const void *state, CaromVec2 *out);
} BenchBodies;

#define BENCH_DISC 0.05 // [m]

/// An engine under test. Functions that it has no equal of are null.
typedef struct BenchEngine {
    const char *name;
    void *(*create)(const BenchScene *scene); // a world of the scene's shapes; null: no memory
    void (*prepare)(void *state);             // what a game does once, before many queries
    void (*destroy)(void *state);
    BenchClosest *closest;
    BenchEach *each;                                    // one call of the engine a ray
    BenchEach *batch;                                   // one call for all
    int (*overlapBox)(const void *state, CaromBox box); // how many shapes
    int (*overlapCircle)(const void *state, CaromVec2 center, double radius);
    void (*advance)(void *state); // moves a moving scene by BENCH_DT
    const BenchNarrow *narrow;
    const BenchBodies *bodies;
    void (*aim)(void *state, int mover, CaromVec2 velocity); // of a scene's mover, from now on
} BenchEngine;

extern const BenchEngine benchCarom;
#ifdef CAROM_BENCH_BOX2D
extern const BenchEngine benchBox2d;
#endif
#ifdef CAROM_BENCH_BOX2D3
extern const BenchEngine benchBox2d3;
#endif
#ifdef CAROM_BENCH_CHIPMUNK
extern const BenchEngine benchChipmunkTree, benchChipmunkHash;
#endif
/// All peers that were built in, in the order of the table.
extern const BenchEngine *const benchPeers[];
extern const int benchPeerCount;

/// The world that benchCarom.create made.
CaromWorld *benchCaromWorld(void *state);

/// The loop of `each`, for an engine to build around its own cast, which it then inlines.
static inline void benchEach(BenchClosest *closest, const void *state, const CaromVec2 *origins,
                             const CaromVec2 *translations, int count, BenchHit *hits)
{
    for (int i = 0; i < count; i++) {
        if (!closest(state, origins[i], translations[i], &hits[i])) {
            hits[i].fraction = 1;
            hits[i].shape = -1;
        }
    }
}

/// [m/s] Slow, each another.
CaromVec2 benchShapeVelocity(int shape);

// ---- scenes

/// The one-sided lines of a Doom map as walls, and bullets inside it; false, with the reason on
/// stderr, where there is none. @param map null: every map of both Freedooms, side by side
bool benchSceneMap(BenchScene *scene, const char *map, int bulletCount, uint64_t seed);
/// Circles and polygons within a fence of four walls. How many there are to the square metre does
/// not depend on their number. Each is within its own square of a lattice, so that bullets pass
/// between all of them.
bool benchSceneRandom(BenchScene *scene, int shapeCount, int bulletCount, uint64_t seed);
void benchSceneFree(BenchScene *scene);
/// How many of the points lie where nothing may ever be: behind a wall, or within a shape.
int benchSceneOutside(const BenchScene *scene, const CaromVec2 *points, int count);
/// The closest hit by a loop over all shapes: too simple to be wrong.
bool benchSceneCast(const void *scene, CaromVec2 origin, CaromVec2 translation, BenchHit *hit);
bool benchSceneReserve(BenchScene *scene, int shapes, int points, int bullets);
/// Adds a shape to what is reserved.
void benchSceneAdd(BenchScene *scene, const CaromVec2 *points, int count, double radius);

// ---- flying on casts

/// How a game flies bullets on an engine that only offers casts: cast along the rest of the step,
/// move to just before the hit, reflect, cast again.
typedef struct BenchFlight {
    CaromVec2 *positions, *velocities;
    int count;
    int64_t hits; // so far
} BenchFlight;
bool benchFlightStart(BenchFlight *flight, const BenchScene *scene, int count);
void benchFlightFree(BenchFlight *flight);
void benchFlightStep(BenchFlight *flight, BenchClosest *closest, const void *state);
/// p += v dt: the floor below which no engine gets.
void benchFlightIntegrate(BenchFlight *flight);

#define BENCH_HASH_START 14695981039346656037u
/// FNV-1a over the 64 bits of a value, so that equal bits mean equal work.
uint64_t benchHash(uint64_t hash, uint64_t value);
uint64_t benchHashDouble(uint64_t hash, double value);
uint64_t benchHashPoints(const CaromVec2 *points, int count);
uint64_t benchHashHits(const BenchHit *hits, int count);

#ifdef __cplusplus
}
#endif

#endif
