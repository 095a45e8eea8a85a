// SPDX-License-Identifier: MIT
// A game that calls anything: bytes say which function, with which arguments, sane ones and not.
// After each call:
//
// - a refused one has changed nothing: the hash is what it was, and the last error says why;
// - a query has changed nothing either;
// - caromWorldValidate holds, and so do the numbers of what memory is held;
// - what came out is finite.
//
// Arguments are drawn from left to right, defs before the call that they are for. Each is also
// printed as C, so that a case can be read (tests/fuzz/replay).
#ifndef CAROM_TESTS_FUZZ_CALLS_H
#define CAROM_TESTS_FUZZ_CALLS_H

#include "fuzz.h"

enum {
    FUZZ_BODIES = 12,
    FUZZ_SHAPES = 20,
    FUZZ_PROJECTILES = 24,
    FUZZ_POINTS = 12,
    FUZZ_TILES = 64,
    FUZZ_ROOM = 8 ///< of what queries write
};

/// A call under way; one that its callback makes is another.
typedef struct FuzzCall {
    CaromWorld *at; ///< the world, or null where that is the mistake
    const char *name;
    uint64_t hash;     ///< of the world, before
    uint64_t revision; ///< of the world, before
    bool first;        ///< no comma before the next argument
    CaromError error;  ///< of what may be refused memory
} FuzzCall;

/// How a game is played where memory is short.
typedef enum FuzzWay {
    FUZZ_DRAWN,  ///< the bytes say when it is
    FUZZ_NEVER,  ///< it never is
    FUZZ_ALWAYS, ///< each call is made again and again, each time with another request refused
} FuzzWay;

typedef struct FuzzBuffer {
    uint8_t *at;
    size_t size, room;
} FuzzBuffer;

typedef struct FuzzGame {
    FuzzBytes bytes;
    FuzzMemory memory, otherMemory, lightMemory, mapMemory;
    FuzzRefusal refusal; ///< of requests to all but otherMemory
    FuzzWay way;
    CaromWorld *world, *other;
    CaromWorldDef def; ///< of the world, as far as it was not restored
    // The last ids that were given, valid or not by now; the first is another world's.
    CaromBodyId bodies[FUZZ_BODIES];
    CaromShapeId shapes[FUZZ_SHAPES];
    CaromProjectileId projectiles[FUZZ_PROJECTILES];
    int bodyCount, shapeCount, projectileCount; ///< how many were given
    CaromMover movers[2];
    CaromLight *light;
    CaromSectorMap *map;
    CaromSectorLink *link;
    CaromPrediction prediction;
    double standing[4096]; ///< CaromPrediction.standing
    CaromLeg legs[FUZZ_ROOM];
    uint8_t *saved;
    size_t savedSize, savedRoom;
    CaromWorldDef savedDef;
    CaromHistory *history;
    size_t historyBytes;
    uint8_t *state; ///< of caromWorldSaveState
    size_t stateSize;
    uint64_t stateHash;
    CaromRecorder *recorder; ///< of the world
    bool recordingIsPast;    ///< it was ended
    uint8_t *recorded;       ///< by a recorder that was ended
    size_t recordedSize;
    CaromWorld *player; ///< where that is played
    CaromReplay *replay;
    FuzzCall call;
    FuzzBuffer before, after; ///< snapshots, of calls that no callback makes
    bool inside;              ///< of a callback
    bool lost;                ///< a step had no memory for all its reports
    bool apart;               ///< the journal of edits had no memory, and a state became stale
    CaromError restored;      ///< what the last caromWorldRestoreState returned
    int calls, callsInside;
    // What was drawn, kept for as long as the call.
    CaromVec2 points[FUZZ_POINTS], others[FUZZ_POINTS];
    int ends[4];
    uint32_t materials[FUZZ_POINTS];
    uint16_t tiles[FUZZ_TILES];
    CaromBodyId ignored[2];
} FuzzGame;

// ---- values (calls_draw.c)

/// Prints to fuzzOut as part of the call, where there is one.
void fuzzSay(FuzzGame *g, const char *format, ...);
/// `name = ` of a def: the next value is its.
void fuzzField(FuzzGame *g, const char *name);
void fuzzFieldEnd(FuzzGame *g);
/// A value as it is, an argument that isn't drawn.
void fuzzArgument(FuzzGame *g, const char *text);

double fuzzNumber(FuzzGame *g);   ///< a coordinate
double fuzzPositive(FuzzGame *g); ///< mostly > 0
double fuzzPart(FuzzGame *g);     ///< mostly in [0, 1]
double fuzzAngle(FuzzGame *g);
CaromVec2 fuzzVec(FuzzGame *g);
/// Mostly 0 .. most.
int fuzzInt(FuzzGame *g, int most);
/// Mostly an enumerator.
int fuzzEnum(FuzzGame *g, int count);
uint32_t fuzzMaterial(FuzzGame *g);
bool fuzzBool(FuzzGame *g);
void *fuzzUserData(FuzzGame *g);
CaromBodyId fuzzBody(FuzzGame *g);
CaromShapeId fuzzShape(FuzzGame *g);
CaromProjectileId fuzzProjectile(FuzzGame *g);
CaromTransform fuzzTransform(FuzzGame *g);
CaromBox fuzzBox(FuzzGame *g);
/// Fills g->points, printed as `points`; returns -1 .. FUZZ_POINTS. Negative counts are mistakes.
int fuzzPoints(FuzzGame *g);
/// Null, or g->points, for the call that refuses null.
const CaromVec2 *fuzzPointsAt(FuzzGame *g);
CaromGeometry fuzzGeometryOf(FuzzGame *g);
/// Returns a capacity for an array of FUZZ_ROOM: now and then less, none, or a negative one.
int fuzzCapacity(FuzzGame *g);
/// What a query may return: a count, or minus an error.
void fuzzFound(int result);

/// A bit for each field of a def: whether it is drawn, or stays as it was made.
typedef struct FuzzFields {
    uint64_t bits;
    FuzzGame *game;
} FuzzFields;
FuzzFields fuzzFields(FuzzGame *g, const char *declaration);
bool fuzzNext(FuzzFields *fields, const char *name);
/// Draws a field, if it is its turn.
#define FUZZ_FIELD(fields, def, member, draw)                                                      \
    do {                                                                                           \
        if (fuzzNext(&(fields), #member)) {                                                        \
            (def)->member = (draw);                                                                \
            fuzzFieldEnd((fields).game);                                                           \
        }                                                                                          \
    } while (0)
/// The cookie is seldom wrong.
uint32_t fuzzCookie(FuzzGame *g, uint32_t cookie);

CaromFilter fuzzFilter(FuzzGame *g);
CaromQueryOptions fuzzOptions(FuzzGame *g);
CaromBlast fuzzBlast(FuzzGame *g);

// ---- the frame of a call (calls.c)

/// Opens `name(world`, and draws whether the world is null.
void fuzzOpen(FuzzGame *g, const char *name);
/// The same of what takes no world.
void fuzzOpenFree(FuzzGame *g, const char *name);
/// An edit that gave an error; one that gave an id, or null; a query, or a call without a world.
void fuzzEdit(FuzzGame *g, CaromError error);
void fuzzMade(FuzzGame *g, bool something);
void fuzzAsked(FuzzGame *g);
void fuzzFreed(FuzzGame *g);
/// Refuses request number `in` of the next call, where the bytes decide that; 0: none.
void fuzzRefuseIn(FuzzGame *g, int in);
/// After a call that may have been refused memory: no more is.
void fuzzRefused(FuzzGame *g, CaromError error);
void fuzzFinite(double value);
void fuzzFiniteVec(CaromVec2 value);
void fuzzUnit(CaromVec2 value); ///< of length 1
void fuzzKeepBody(FuzzGame *g, CaromBodyId id);
void fuzzKeepShape(FuzzGame *g, CaromShapeId id);
void fuzzKeepProjectile(FuzzGame *g, CaromProjectileId id);

/// There is none any more.
void fuzzDropLink(FuzzGame *g);
/// Histories and states, which die with their world.
void fuzzDropPast(FuzzGame *g);
/// Starts to record the world; ends the recording, and plays it again.
void fuzzRecord(FuzzGame *g);
void fuzzRecordEnd(FuzzGame *g);
/// Makes a new world.
void fuzzWorldBegin(FuzzGame *g);
CaromWorldDef fuzzWorldDef(FuzzGame *g);
void fuzzSetCallbacks(FuzzGame *g, CaromWorld *world);
/// Whether what exists by now is not more than a short step can handle.
bool fuzzHasRoom(const FuzzGame *g);
/// After a step: every event is as it must be.
void fuzzCheckEvents(FuzzGame *g, double before);

// ---- calls that are like others: a line each, in which `Body` stands for a value of fuzzBody

typedef CaromBodyId FuzzDrawnBody;
typedef CaromShapeId FuzzDrawnShape;
typedef CaromProjectileId FuzzDrawnProjectile;
typedef CaromVec2 FuzzDrawnVec;
typedef double FuzzDrawnNumber, FuzzDrawnPositive;
typedef bool FuzzDrawnBool;
typedef CaromFilter FuzzDrawnFilter;
typedef CaromTransform FuzzDrawnTransform;
typedef void *FuzzDrawnUserData;

/// The frame of a question, and of a call without a world.
#define FUZZ_QUESTION(name)                                                                        \
    static void name##Call(FuzzGame *g);                                                           \
    void fuzz_##name(FuzzGame *g)                                                                  \
    {                                                                                              \
        fuzzOpen(g, #name);                                                                        \
        name##Call(g);                                                                             \
        fuzzAsked(g);                                                                              \
    }                                                                                              \
    static void name##Call(FuzzGame *g)
#define FUZZ_FREE(name)                                                                            \
    static void name##Call(FuzzGame *g);                                                           \
    void fuzz_##name(FuzzGame *g)                                                                  \
    {                                                                                              \
        fuzzOpenFree(g, #name);                                                                    \
        name##Call(g);                                                                             \
        fuzzFreed(g);                                                                              \
    }                                                                                              \
    static void name##Call(FuzzGame *g)
/// A function that gives a def with a cookie.
#define FUZZ_DEF(name)                                                                             \
    void fuzz_##name(FuzzGame *g)                                                                  \
    {                                                                                              \
        fuzzOpenFree(g, #name);                                                                    \
        FUZZ_CHECK(name().cookie != 0);                                                            \
        fuzzFreed(g);                                                                              \
    }
/// An edit of what is drawn in the order of its parameters.
#define FUZZ_EDIT_1(name, A)                                                                       \
    void fuzz_##name(FuzzGame *g)                                                                  \
    {                                                                                              \
        fuzzOpen(g, #name);                                                                        \
        FuzzDrawn##A a = fuzz##A(g);                                                               \
        fuzzEdit(g, name(g->call.at, a));                                                          \
    }
#define FUZZ_EDIT_2(name, A, B)                                                                    \
    void fuzz_##name(FuzzGame *g)                                                                  \
    {                                                                                              \
        fuzzOpen(g, #name);                                                                        \
        FuzzDrawn##A a = fuzz##A(g);                                                               \
        FuzzDrawn##B b = fuzz##B(g);                                                               \
        fuzzEdit(g, name(g->call.at, a, b));                                                       \
    }
#define FUZZ_EDIT_3(name, A, B, C)                                                                 \
    void fuzz_##name(FuzzGame *g)                                                                  \
    {                                                                                              \
        fuzzOpen(g, #name);                                                                        \
        FuzzDrawn##A a = fuzz##A(g);                                                               \
        FuzzDrawn##B b = fuzz##B(g);                                                               \
        FuzzDrawn##C c = fuzz##C(g);                                                               \
        fuzzEdit(g, name(g->call.at, a, b, c));                                                    \
    }
/// A question; check: what takes the answer.
#define FUZZ_ASK_1(name, check, A)                                                                 \
    void fuzz_##name(FuzzGame *g)                                                                  \
    {                                                                                              \
        fuzzOpen(g, #name);                                                                        \
        FuzzDrawn##A a = fuzz##A(g);                                                               \
        check(name(g->call.at, a));                                                                \
        fuzzAsked(g);                                                                              \
    }
#define FUZZ_ASK_2(name, check, A, B)                                                              \
    void fuzz_##name(FuzzGame *g)                                                                  \
    {                                                                                              \
        fuzzOpen(g, #name);                                                                        \
        FuzzDrawn##A a = fuzz##A(g);                                                               \
        FuzzDrawn##B b = fuzz##B(g);                                                               \
        check(name(g->call.at, a, b));                                                             \
        fuzzAsked(g);                                                                              \
    }
/// A list of all ids of a kind.
#define FUZZ_LIST(name, Id, isValid)                                                               \
    void fuzz_##name(FuzzGame *g)                                                                  \
    {                                                                                              \
        Id out[FUZZ_ROOM];                                                                         \
        fuzzOpen(g, #name);                                                                        \
        int capacity = fuzzCapacity(g), count = name(g->call.at, out, capacity);                   \
        fuzzFound(count);                                                                          \
        for (int k = 0; k < count && k < capacity; k++) {                                          \
            FUZZ_CHECK(isValid(g->call.at, out[k]));                                               \
        }                                                                                          \
        fuzzAsked(g);                                                                              \
    }

#define CAROM_CALL(kind, name) void fuzz_##name(FuzzGame *g);
#include "../support/bad_input_list.h"
#include "../../shapes/shapes.h"
#undef CAROM_CALL

#endif
