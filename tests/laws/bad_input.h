// SPDX-License-Identifier: MIT
// How a caller's mistakes are passed to every public function, once between steps and once from
// inside of a callback. Each must be refused with the right error, reported to the log, and change
// nothing.
#ifndef CAROM_TESTS_BAD_INPUT_H
#define CAROM_TESTS_BAD_INPUT_H

#include "../../world/api/carom.h"

#include <math.h>

#include "../support/assertions.h"

typedef struct BadNumber {
    double value;
    CaromError error;
} BadNumber;

enum { BAD_NUMBERS = 7, BAD_IDS = 4, BAD_GONE = 1 };
/// What no coordinate, speed or time may be.
extern const BadNumber badNumbers[BAD_NUMBERS];
/// Whether it is no range, either: these may be large, or infinite.
static inline bool badIsNoRange(double x)
{
    return !(x >= 0.0);
}

typedef struct BadLog {
    int count;
    CaromError error; ///< the last
    char function[64];
    char texts[4096]; ///< all of them
} BadLog;

typedef struct BadGame {
    CaromWorld *world, *other;
    CaromBodyId body, mover, crate; ///< static, kinematic, dynamic
    CaromShapeId shape;
    CaromProjectileId projectile;
    CaromMover person;
    // Null, stale, never given, another world's; [BAD_IDS - 1] is foreign.
    CaromBodyId bodies[BAD_IDS];
    CaromShapeId shapes[BAD_IDS];
    CaromProjectileId projectiles[BAD_IDS];
    BadLog log;
    bool inside; ///< of a callback
    int noWorlds, busy, cases;
    void (*run)(struct BadGame *g); ///< what the callback calls
    // Of the call now under test.
    const char *call;
    uint64_t hash;
    CaromError lastError;
} BadGame;

static inline CaromError badIdError(int i)
{
    return i == BAD_IDS - 1 ? CAROM_ERROR_FOREIGN_ID : CAROM_ERROR_STALE_ID;
}

void badBegin(BadGame *g, const char *call);
/// An edit that returned `got`.
void badEndEdit(BadGame *g, CaromError expected, CaromError got, int line);
/// An edit that returned something else: null or not.
void badEndMake(BadGame *g, CaromError expected, bool isNull, int line);
void badEndAsk(BadGame *g, CaromError expected, bool isNothing, int line);

#define BAD_EDIT(error, ...)                                                                       \
    (badBegin(g, #__VA_ARGS__), badEndEdit(g, (error), (__VA_ARGS__), __LINE__))
/// Makes an id.
#define BAD_MAKE(error, ...)                                                                       \
    (badBegin(g, #__VA_ARGS__), badEndMake(g, (error), (__VA_ARGS__).index == 0, __LINE__))
/// `radius`: what is to round a shape that the call makes.
#define BAD_RADII(radius, ...)                                                                     \
    do {                                                                                           \
        static const double outside[] = {-1e-310, -1.0, 1e6 + 1.0, 1e13};                          \
        for (int k = 0; k < 4; k++) {                                                              \
            radius = outside[k];                                                                   \
            BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE, __VA_ARGS__);                                       \
        }                                                                                          \
        radius = NAN;                                                                              \
        BAD_MAKE(CAROM_ERROR_NOT_FINITE, __VA_ARGS__);                                             \
    } while (0)
#define BAD_STEP(error, ...)                                                                       \
    (badBegin(g, #__VA_ARGS__),                                                                    \
     badEndMake(g, (error), (__VA_ARGS__) == CAROM_STEP_REFUSED, __LINE__))
/// `nothing`: whether the answer is that of a refused call.
#define BAD_ASK(error, ...)                                                                        \
    (badBegin(g, #__VA_ARGS__), badEndAsk(g, (error), (__VA_ARGS__), __LINE__))
/// `(call)` is a query: it answers minus the error.
#define BAD_QUERY(error, ...)                                                                      \
    (badBegin(g, #__VA_ARGS__), badEndAsk(g, (error), (__VA_ARGS__) == -(int)(error), __LINE__))
/// Runs one of the macros above for each bad id; `i` counts them in the call.
#define BAD_EACH_ID(macro, ...)                                                                    \
    for (int i = 0; i < BAD_IDS; i++) {                                                            \
        macro(badIdError(i), __VA_ARGS__);                                                         \
    }
/// For each number that nothing may be; `i` counts them, `bad` is its value.
#define BAD_EACH_NUMBER(macro, ...)                                                                \
    for (int i = 0; i < BAD_NUMBERS; i++) {                                                        \
        const double bad = badNumbers[i].value;                                                    \
        macro(badNumbers[i].error, __VA_ARGS__);                                                   \
    }
/// Right, but for being called from inside of a callback.
#define BAD_WHEN_BUSY(macro, ...)                                                                  \
    if (g->inside) {                                                                               \
        macro(CAROM_ERROR_BUSY, __VA_ARGS__);                                                      \
    }
/// What every edit of a thing refuses: no world, a bad id, and a call from within a callback.
/// one, many: as `body, bodies` of a BadGame; then the other arguments of the call.
#define BAD_IDS_OF(call, one, many, ...)                                                           \
    do {                                                                                           \
        BAD_NO_WORLD(call(NULL, g->one, __VA_ARGS__) == CAROM_ERROR_NULL);                         \
        BAD_EACH_ID(BAD_EDIT, call(g->world, g->many[i], __VA_ARGS__))                             \
        BAD_WHEN_BUSY(BAD_EDIT, call(g->world, g->one, __VA_ARGS__))                               \
    } while (0)
/// An edit that has no other mistakes.
#define BAD_SETTER(call, one, many, ...)                                                           \
    void bad_##call(BadGame *g)                                                                    \
    {                                                                                              \
        BAD_IDS_OF(call, one, many, __VA_ARGS__);                                                  \
    }
/// One that takes an id alone.
#define BAD_OF_ID(call, one, many)                                                                 \
    void bad_##call(BadGame *g)                                                                    \
    {                                                                                              \
        BAD_NO_WORLD(call(NULL, g->one) == CAROM_ERROR_NULL);                                      \
        BAD_EACH_ID(BAD_EDIT, call(g->world, g->many[i]))                                          \
        BAD_WHEN_BUSY(BAD_EDIT, call(g->world, g->one))                                            \
    }
/// A question of an id alone; before, after: what makes of its answer whether that is nothing.
#define BAD_GETTER(call, one, many, before, after)                                                 \
    void bad_##call(BadGame *g)                                                                    \
    {                                                                                              \
        BAD_NO_WORLD(before(call(NULL, g->one)) after);                                            \
        BAD_EACH_ID(BAD_ASK, before(call(g->world, g->many[i])) after)                             \
    }
/// Records that a function gave an error which no world's log reports.
void badTold(const char *function, CaromError error);
/// Options that every query refuses, and with which error.
typedef struct BadOptions {
    CaromQueryOptions options;
    CaromError error;
} BadOptions;
enum { BAD_OPTIONS = 8 };
BadOptions badOptions(const BadGame *g, int i);

/// A null world: there is no log that could report it.
#define BAD_NO_WORLD(...) (g->noWorlds++, ck_assert(__VA_ARGS__))

/// What every shape refuses: bodies, defs, and the first `numbers` coordinates of the points that
/// it is made from. bad_input_body.c
typedef CaromShapeId BadMakeShape(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                  const CaromVec2 *p);
void badShape(BadGame *g, const char *name, BadMakeShape *make, int numbers);

#define CAROM_CALL(kind, name) void bad_##name(BadGame *g);
#include "../support/bad_input_list.h"
#undef CAROM_CALL

#endif
