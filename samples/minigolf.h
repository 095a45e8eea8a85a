// SPDX-License-Identifier: MIT
// The parts of the minigolf sample: its holes, how they are played, their picture.
#ifndef CAROM_SAMPLES_MINIGOLF_H
#define CAROM_SAMPLES_MINIGOLF_H

#include "canvas.h"

#define GOLF_HOLES 6
#define GOLF_BALL 0.05     // [m]
#define GOLF_TICK 0.25     // [s] strokes and turns of a ferry come at multiples of this
#define GOLF_CUP 0.2       // [m] a hole's width
#define GOLF_MAX_STROKES 4 // of one hole
#define GOLF_TRACE_HZ 1000 // of the places kept for the picture
#define GOLF_HILL_POINTS 241
#define GOLF_MAX_TRACE 30001

typedef struct GolfStroke {
    double speed;     ///< [m/s]
    double angle;     ///< [degree] from the right, counter-clockwise
    double notBefore; ///< [s] and not before the ball lies still
} GolfStroke;

typedef struct GolfLabel {
    CaromVec2 at;
    const char *text; ///< null: none
} GolfLabel;

/// The settings of a hole that its builder passes to the game.
typedef struct GolfSetting {
    CaromProjectileDef ball;          ///< at the tee
    double cup;                       ///< [m] the middle of the cup
    CaromVec2 hill[GOLF_HILL_POINTS]; ///< the top of the part drawn as solid
    int hillCount;
    GolfLabel label;   ///< for the picture
    CaromBodyId ferry; ///< null: none
    double ferrySpeed; ///< [m/s]
    int ferryTicks;    ///< for each way
    int ferryWait;     ///< [ticks] at either end
} GolfSetting;

typedef void GolfBuilder(CaromWorld *world, GolfSetting *setting);

typedef struct GolfHole {
    const char *name, *text;
    GolfBuilder *build;
    double seconds;
    int strokeCount;
    GolfStroke strokes[GOLF_MAX_STROKES];
} GolfHole;

extern const GolfHole GOLF_COURSE[GOLF_HOLES]; ///< minigolf_course.c

/// Sets the ferry going, and stops it: at each tick (GOLF_TICK), before the step.
void golfTurnFerry(CaromWorld *world, const GolfSetting *setting, int tick);

/// The result of a stroke.
typedef struct GolfResult {
    double begin, rest; ///< [s]; rest is negative where it never came to rest
    CaromVec2 from, to; ///< [m]
    CaromVec2 velocity; ///< [m/s]
    int bounces;
} GolfResult;

typedef struct GolfTrace {
    CaromVec2 place;
    CaromProjectileMode mode;
} GolfTrace;

/// A hole as it was played.
typedef struct GolfGame {
    const GolfHole *hole;
    GolfSetting setting;
    CaromWorld *world; ///< as the game left it
    CaromProjectileId ball;
    GolfResult results[GOLF_MAX_STROKES];
    int strokes;
    CaromProjectileMode mode; ///< the ball's, since
    double since;             ///< [s]
    GolfTrace trace[GOLF_MAX_TRACE];
    int traceCount;
    uint64_t hash;
} GolfGame;

/// Returns whether the ball lies in the cup.
bool golfHoled(const GolfGame *game);

/// Writes the picture. @returns the sample's exit status.
int golfPicture(const GolfGame *games, int count, const char *path);

#endif
