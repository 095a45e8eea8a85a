// SPDX-License-Identifier: MIT
// A case: a small scene with its queries and flights, as a text to read, change and draw. Tests
// write one when a law fails; `samples/run case FILE` plays it again; the playground of the page
// shows it live. docs/playground.md has examples.
//
// One thing a line: numbers first, then words, some with numbers of their own; # begins a comment.
//
//     gravity  x y                       for flights and dynamic bodies, default 0 0
//     run      seconds steps             duration, default 4 1; events are counted in its quarters
//     body     x y [c s sx sy [vx vy w]] carries all shapes that follow. Place, cosine and sine of
//                                        its angle, scale; velocity and spin make it kinematic.
//                                        Shapes before the first body rest at the origin.
//                                        Words: `dynamic`; `turned degrees`, `moving vx vy`,
//                                        `spin w`
//     copies   x y x y …                 of the last body with its shapes, at other places
//     circle   x y r                     a disc
//     box      x y hx hy                 half extents; the same as a polygon
//     capsule  x y x y r
//     segment  x y x y
//     wall     x y x y                   one-sided, solid on its left
//     chain    x y x y …
//     loop     x y x y …                 closed. Both may be `onesided`
//     polygon  x y x y x y …
//     region   x y … / x y …             rings
//     tiles    columns rows size x y v v v …
//                                        all of them may be `sensor`, lines also `round r`;
//                                        `density d`, `friction f`, `restitution e`, default 1
//     ray      x y dx dy                 `round r`: a disc; `inside ignore|hit|exit`; `exits`
//     arc      x y vx vy ax ay t         the same
//     sweep    x y hx hy dx dy a         the same; a box of half extents that turns by an angle
//     touch    x y                       shapes that touch a point, or a disc by `round r`
//     boxed    x y hx hy                 shapes that touch a box
//     fits     x y hx hy                 shapes that a box overlaps, and how deep
//     near     x y within                shapes near a place, and the signed distance
//     bullet   x y vx vy                 `round r`, `restitution e`, `friction f`, `pierce`, `die`,
//                                        `mass m`, `wait t`; `fuse t`, `blast r`, `impulse i`
//     also                               another case, to be compared with the first
#ifndef CAROM_SAMPLES_CASE_H
#define CAROM_SAMPLES_CASE_H

#include <carom/carom.h>
#include <stdio.h>

enum {
    CASE_BODIES = 96,
    CASE_SHAPES = 128,
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
    bool moves, dynamic;
    int line; ///< of the text, 0: of none; as in those below
} CaseBody;

typedef struct CaseShape {
    CaseShapeKind kind;
    int body; ///< index in the case, not below that of the shape before
    CaromVec2 points[CASE_POINTS];
    int count;
    int ringEnds[CASE_RINGS], ringCount;
    double radius; ///< its own, or its rounding
    double density, friction, restitution;
    bool oneSided, sensor;
    int line;
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

/// A query or a shot; each kind uses only some of the fields.
typedef struct CaseAsk {
    CaseAskKind kind;
    CaromVec2 at, way; ///< way: translation or velocity
    CaromVec2 half, acceleration;
    double radius, duration, angle, within, restitution, friction;
    double mass, wait, fuse, blast, impulse;
    int line;
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
CaseShape caseShape(CaseShapeKind kind);
/// Reads a case up to `also` or the end of the text. *line (0 before the first call) counts lines.
/// Returns false if a line can't be read, with the reason in *error.
bool caseRead(Case *scene, FILE *in, int *line, const char **error);
/// The same from memory; the text ends with a 0.
bool caseReadText(Case *scene, const char *text, int *line, const char **error);
/// Writes a case as text; caseRead reads it back to the bit.
void caseWrite(const Case *scene, FILE *out);
/// Lists the numbers of its kind in the order of the text. Returns how many there are.
int caseAskNumbers(CaseAsk *ask, double *places[CASE_NUMBERS]);
/// A word for it: "ray".
const char *caseAskName(CaseAskKind kind);
const char *caseShapeName(CaseShapeKind kind);
/// The kind of a word; negative: none.
int caseAskNamed(const char *word);
int caseShapeNamed(const char *word);
/// A box around its shapes, its queries, and where its bullets start.
CaromBox caseBox(const Case *scene);

/// A case as a world. The user data of a shape holds its index in the case: caseShapeOf.
typedef struct CaseWorld {
    CaromWorld *world;
    CaromShapeId shapes[CASE_SHAPES]; ///< null where one was refused
    CaromProjectileId bullets[CASE_ASKS];
    int line;          ///< that is being built
    int refusedLine;   ///< the first that the world refused; 0: none
    char refused[160]; ///< why
} CaseWorld;

/// The kind of an answer: an event or a query's result.
typedef enum CaseAnswerKind {
    CASE_FOUND,    ///< by a query that finds all
    CASE_CLOSEST,  ///< by the same, with room for one
    CASE_DISTANCE, ///< signed, with its gradient as the normal
    CASE_HIT,      ///< by a bullet, as those below
    CASE_ENDED,
    CASE_MODE,    ///< came to rest, slides, …
    CASE_CROSSED, ///< a sensor, or out of what it pierced
    CASE_AT_LAST  ///< where it is when the case ends
} CaseAnswerKind;

/// An answer. Fields that do not apply are 0.
typedef struct CaseAnswer {
    CaseAnswerKind kind;
    int ask;                       ///< index in the case
    int shape;                     ///< index in the case; −1: none
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
    CaseAnswer list[CASE_ANSWERS + 1]; ///< the last one takes answers beyond the limit
    int count;                         ///< answers in the list, at most CASE_ANSWERS
    bool overflow;
} CaseAnswers;

/// Creates an empty world with the case's gravity. Returns false if memory is missing. The world
/// reports to `built`, which must exist as long.
bool caseCreate(CaseWorld *built, const Case *scene);
/// Creates bodies and shapes, the shapes in the order of the case, or of `order` (indices of
/// shapes).
void caseFill(CaseWorld *built, const Case *scene, const int *order);
void caseFree(CaseWorld *built);
int caseShapeOf(const CaromWorld *world, CaromShapeId shape);
/// Runs all queries at the current time, in order.
void caseQuery(const CaseWorld *built, const Case *scene, CaseAnswers *answers);
/// The shot of a bullet, but for its wait.
CaromProjectileDef caseBullet(const CaseAsk *shot);
/// Fires all bullets, at the current time.
void caseFire(CaseWorld *built, const Case *scene);
/// The same, and steps the world to the end of the case.
void caseFly(CaseWorld *built, const Case *scene, CaseAnswers *answers);

#endif
