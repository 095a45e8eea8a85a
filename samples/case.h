// SPDX-License-Identifier: MIT
// A case: a small scene, what is asked of it and what flies through it, as a text that can be read,
// changed and drawn. Tests write one where a law fails; `samples/run case FILE` plays it again.
//
// One thing a line, numbers first, then words, some with numbers of their own; # begins a comment.
//
//     gravity  x y                       of all that flies, default 0 0
//     run      seconds steps             how long, default 4 1; events are counted in quarters of that
//     body     x y c s sx sy [vx vy w]   all shapes that follow are on it: place, cosine and sine
//                                        of its angle, scale; with velocity and spin it is
//                                        kinematic. Before the first: one at rest at the origin
//     circle   x y r                     a disc
//     capsule  x y x y r
//     segment  x y x y
//     wall     x y x y                   one-sided, solid on its left
//     chain    x y x y …
//     loop     x y x y …                 closed. Both may be `onesided`
//     polygon  x y x y x y …
//     region   x y … / x y …             rings
//     tiles    columns rows size x y v v v …
//                                        all of them may be `sensor`, those of lines `round r`
//     ray      x y dx dy                 `round r`: a disc; `inside ignore|hit|exit`; `exits`
//     arc      x y vx vy ax ay t         likewise
//     sweep    x y hx hy dx dy a         likewise; a box of half extents that turns by an angle
//     touch    x y                       shapes that touch a point, or a disc by `round r`
//     boxed    x y hx hy                 shapes that touch a box
//     fits     x y hx hy                 shapes that a box overlaps, and how deep
//     near     x y within                shapes near a place, and the signed distance
//     bullet   x y vx vy                 `round r`, `restitution e`, `friction f`, `pierce`, `die`
//     also                               another case, to be compared with the first
#ifndef CAROM_SAMPLES_CASE_H
#define CAROM_SAMPLES_CASE_H

#include <carom/carom.h>
#include <stdio.h>

enum {
    CASE_BODIES = 24,
    CASE_SHAPES = 32,
    CASE_POINTS = 24, ///< of a shape
    CASE_RINGS = 4,
    CASE_TILES = 64,
    CASE_ASKS = 32,
    CASE_NUMBERS = 8 ///< of a query, at most
};

typedef enum CaseShapeKind {
    CASE_CIRCLE,
    CASE_CAPSULE,
    CASE_SEGMENT,
    CASE_WALL,
    CASE_CHAIN,
    CASE_LOOP,
    CASE_POLYGON,
    CASE_REGION,
    CASE_TILE_MAP,
    CASE_SHAPE_KINDS
} CaseShapeKind;

typedef struct CaseBody {
    CaromTransform transform;
    CaromVec2 velocity;
    double spin;
    bool moves;
} CaseBody;

typedef struct CaseShape {
    CaseShapeKind kind;
    int body; ///< index in the case, not below that of the shape before
    CaromVec2 points[CASE_POINTS];
    int count;
    int ringEnds[CASE_RINGS], ringCount;
    double radius; ///< its own, or what rounds it
    bool oneSided, sensor;
    int columns, rows;
    double size;
    uint16_t tiles[CASE_TILES];
} CaseShape;

typedef enum CaseAskKind {
    CASE_RAY,
    CASE_ARC,
    CASE_SWEEP,
    CASE_TOUCH,
    CASE_BOXED,
    CASE_FITS,
    CASE_NEAR,
    CASE_BULLET,
    CASE_ASK_KINDS
} CaseAskKind;

/// A query or a shot; each kind takes of it what it needs.
typedef struct CaseAsk {
    CaseAskKind kind;
    CaromVec2 at, way; ///< way: translation or velocity
    CaromVec2 half, acceleration;
    double radius, duration, angle, within, restitution, friction;
    CaromInside inside;
    bool exits;
    CaromHitAction action;
} CaseAsk;

typedef struct Case {
    CaromVec2 gravity;
    double duration; ///< [s] of the flights
    int steps;
    CaseBody bodies[CASE_BODIES]; ///< the first is there always
    CaseShape shapes[CASE_SHAPES];
    CaseAsk asks[CASE_ASKS];
    int bodyCount, shapeCount, askCount;
} Case;

/// An empty one.
void caseInit(Case *scene);
/// The defaults of a kind.
CaseAsk caseAsk(CaseAskKind kind);
CaseBody caseBody(void);
/// Up to `also` or the end. *line (0 before the first call) counts lines. False where one can't be
/// read; *error then says why.
bool caseRead(Case *scene, FILE *in, int *line, const char **error);
/// Writes what caseRead reads back to the bit.
void caseWrite(const Case *scene, FILE *out);
/// Where the numbers of its kind are, in the order of the text; returns how many.
int caseAskNumbers(CaseAsk *ask, double *places[CASE_NUMBERS]);
/// A word for it: "ray".
const char *caseAskName(CaseAskKind kind);
const char *caseShapeName(CaseShapeKind kind);

/// A case as a world. A shape's user data tells its index in the case: caseShapeOf.
typedef struct CaseWorld {
    CaromWorld *world;
    CaromShapeId shapes[CASE_SHAPES]; ///< null where one was refused
    CaromProjectileId bullets[CASE_ASKS];
} CaseWorld;

/// What happened, or was found.
typedef enum CaseAnswerKind {
    CASE_FOUND,    ///< by a query that finds all
    CASE_CLOSEST,  ///< by the same, asked for one
    CASE_DISTANCE, ///< signed, with its gradient as the normal
    CASE_HIT,      ///< by a bullet, as those below
    CASE_ENDED,
    CASE_MODE,    ///< came to rest, slides, …
    CASE_CROSSED, ///< a sensor, or out of what it pierced
    CASE_AT_LAST  ///< where it is when the case ends
} CaseAnswerKind;

/// What does not apply is 0.
typedef struct CaseAnswer {
    CaseAnswerKind kind;
    int ask;                       ///< index in the case
    int shape;                     ///< likewise; −1: none
    double fraction, exitFraction; ///< [1]
    double time;                   ///< [s]
    double length;                 ///< [m] distance or depth
    CaromVec2 point;               ///< [m]
    CaromVec2 second;              ///< [m] where it leaves; of flights the centre
    CaromVec2 normal, exitNormal;  ///< [1]
    CaromVec2 before, after;       ///< [m/s]
    bool hasPoint, hasSecond;
    int feature, vertex;
    unsigned marks; ///< starts inside, leaves, corner, mode, reason, … as the kind has them
} CaseAnswer;

enum { CASE_ANSWERS = 5000 }; ///< a bullet is parked after 1,000 hits at one time

typedef struct CaseAnswers {
    CaseAnswer list[CASE_ANSWERS + 1]; ///< the last is for what finds no room
    int count;                         ///< of those that did
    bool overflow;
} CaseAnswers;

/// An empty world with the case's gravity. False where memory is short.
bool caseCreate(CaseWorld *built, const Case *scene);
/// Bodies and shapes, these in the order of the case, or of `order` (indices of shapes).
void caseFill(CaseWorld *built, const Case *scene, const int *order);
void caseFree(CaseWorld *built);
int caseShapeOf(const CaromWorld *world, CaromShapeId shape);
/// All queries at the clock, in order.
void caseQuery(const CaseWorld *built, const Case *scene, CaseAnswers *answers);
/// Fires all bullets, at the clock.
void caseFire(CaseWorld *built, const Case *scene);
/// The same, and flies them to the case's end.
void caseFly(CaseWorld *built, const Case *scene, CaseAnswers *answers);

#endif
