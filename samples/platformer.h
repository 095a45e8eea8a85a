// SPDX-License-Identifier: MIT
// The level of the platformer sample: ground, a platform, a ferry, a lift, a door, and its hero.
#ifndef CAROM_SAMPLES_PLATFORMER_H
#define CAROM_SAMPLES_PLATFORMER_H

#include <carom/carom.h>

#define PLATFORMER_POINTS 26 // of the ground
#define PLATFORMER_ACTS 13

/// A part of the script: what is held until something is reached.
typedef enum PlatformerUntil { UNTIL_X, UNTIL_Y, UNTIL_SECONDS } PlatformerUntil;
typedef struct PlatformerAct {
    double run; ///< [m/s] to the right
    bool jump;  ///< whenever he stands
    PlatformerUntil until;
    double value;
} PlatformerAct;

/// A body that goes along its way, once, after it was set going.
typedef struct PlatformerMoving {
    CaromVec2 half, from, way;
    double speed;
    bool started;
    CaromBodyId body;
} PlatformerMoving;

enum { PLATFORMER_FERRY, PLATFORMER_LIFT, PLATFORMER_DOOR, PLATFORMER_MOVINGS };

typedef struct PlatformerLevel {
    CaromBodyId platform; ///< solid from above only
    PlatformerMoving movings[PLATFORMER_MOVINGS];
} PlatformerLevel;

extern const PlatformerAct PLATFORMER_SCRIPT[PLATFORMER_ACTS];
extern const CaromVec2 PLATFORMER_GROUND[PLATFORMER_POINTS];

/// Returns whether an act has reached its end, some seconds after it began.
bool platformerIsDone(const PlatformerAct *act, const CaromMover *hero, double seconds);
CaromMoverDef platformerHero(void);
bool platformerBuild(PlatformerLevel *level, CaromWorld *world);
/// Sets velocities before each step of `tick` seconds. What the hero stands on, or has passed, goes
/// along its way.
void platformerDrive(PlatformerLevel *level, CaromWorld *world, const CaromMover *hero,
                     double tick);

#endif
