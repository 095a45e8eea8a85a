// SPDX-License-Identifier: MIT
// Scenes of rigid bodies as data, for every engine that has them: what Box2D's benchmark without
// joints describes, with the same numbers of bodies and the same sizes.
#ifndef CAROM_BENCH_PILE_H
#define CAROM_BENCH_PILE_H

#include "bench.h"

#define PILE_SUBSTEPS 4
#define PILE_FRICTION 0.6 // [1] of a pair, where a scene says nothing else

/// Two points: a segment; more: a convex polygon. In the body's local space.
typedef struct PileShape {
    CaromVec2 points[BENCH_CORNERS];
    int count;
} PileShape;

/// Shapes of equal bodies may be shared.
typedef struct PileBody {
    CaromBodyType type;
    CaromVec2 position, velocity; // [m], [m/s]
    double spin;                  // [rad/s]
    double density;               // [kg/m²]
    int firstShape, shapeCount;
} PileBody;

typedef struct Pile {
    const char *name;
    CaromVec2 gravity;
    double friction;
    int steps; // of a run
    PileBody *bodies;
    PileShape *shapes;
    int bodyCount, bodyRoom, shapeCount, shapeRoom;
    int pusher;    // the body that the scene moves, or -1
    bool standing; // it stands from the beginning: drift has a meaning
    bool failed;   // no memory
} Pile;

/// False, with the reason on stderr, if there is no scene of that name, or no memory. `quick`: a
/// fifth of each count.
bool pileMake(Pile *pile, const char *name, bool quick);
void pileFree(Pile *pile);
/// The velocity of the pusher in a step, so that it is where the scene wants it at its end.
CaromVec2 pilePush(const Pile *pile, int step);

/// Where a body is, and how it moves.
typedef struct PilePose {
    CaromVec2 position, velocity;
    CaromRotation rotation;
} PilePose;

/// Bodies have no sleep, contacts with anything are soft, no body is swept.
typedef struct PileEngine {
    const char *name;
    void *(*create)(const Pile *pile); // null: no memory
    void (*destroy)(void *state);
    void (*push)(void *state, int body, CaromVec2 velocity);
    void (*step)(void *state);
    void (*poses)(const void *state, PilePose *out);
    int (*contacts)(const void *state); // that the engine has
    int (*awake)(const void *state);
} PileEngine;

extern const PileEngine pileCarom;
#ifdef CAROM_BENCH_BOX2D3
extern const PileEngine pileBox2d3;
#endif

/// The same judge for all engines, by exact manifolds.
typedef struct PileState {
    double motion;      // [m²/s²] sum of the squares of all dynamic bodies' velocities
    double drift;       // [m] the mean way along x from where they began
    double penetration; // [m] the largest
    double sunk;        // [m] the mean of the ways down
    int touching;       // pairs of shapes of different bodies
    int lost;           // bodies far below everything
} PileState;

PileState pileJudge(const Pile *pile, const PilePose *poses);

#endif
