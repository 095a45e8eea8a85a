// SPDX-License-Identifier: MIT
// What the parts of the pinball sample share: the table, the game, its picture.
#ifndef CAROM_SAMPLES_PINBALL_H
#define CAROM_SAMPLES_PINBALL_H

#include "replay.h"

#define PINBALL_TICK (1.0 / 64) // [s] the player looks and acts at multiples of this
#define PINBALL_BALL 0.0135     // [m] its radius
#define PINBALL_MAX_BALLS 16
#define PINBALL_WIDTH 0.54        // [m] of the table, the plunger's lane included
#define PINBALL_FIELD 0.503       // [m] x of the wall between field and plunger's lane
#define PINBALL_TOP 1.03          // [m]
#define PINBALL_BOTTOM (-0.02)    // [m] the drain
#define PINBALL_FLIPPER 0.075     // [m] from the pivot to the middle of the tip
#define PINBALL_FLIPPER_ROOT 0.01 // [m] radius round the pivot
#define PINBALL_FLIPPER_TIP 0.006 // [m] radius of the tip
#define PINBALL_REST (-0.52)      // [rad] a left flipper's angle when it is down
#define PINBALL_SWING 1.04        // [rad] from down to up
#define PINBALL_SWING_TICKS 3     // that takes
#define PINBALL_HOLD_TICKS 10
#define PINBALL_RETURN_TICKS 8

/// What a ball may hit.
typedef enum PinballPart {
    PINBALL_WALL,
    PINBALL_BUMPER,
    PINBALL_SLINGSHOT,
    PINBALL_FLIPPERS,
    PINBALL_POST,
    PINBALL_MILL,
    PINBALL_DRAIN,
    PINBALL_LANE, ///< a sensor
    PINBALL_PARTS
} PinballPart;

typedef struct PinballFlipper {
    CaromBodyId body;
    CaromVec2 pivot;
    double side; ///< 1 left, -1 right
    int ticks;   ///< since it was flicked; negative: it lies down
    int flicks;
} PinballFlipper;

typedef struct PinballTable {
    CaromWorld *world;
    PinballFlipper flippers[2];
    CaromBodyId mill;
} PinballTable;

typedef struct PinballHit {
    CaromVec2 place; ///< on the surface
    double time;     ///< [s]
    PinballPart part;
} PinballHit;

typedef struct PinballBall {
    CaromProjectileId id;
    double begin, end; ///< [s]
    bool ended;
    CaromEndReason reason;
    Trail trail;
    PinballHit *hits; ///< the first hitCapacity of them
    int hitCount, hitCapacity;
    double fastest; ///< [m/s]
} PinballBall;

typedef struct PinballGame {
    PinballTable table;
    Replay replay;
    PinballBall balls[PINBALL_MAX_BALLS];
    int ballCount;
    int counts[PINBALL_PARTS]; ///< hits, and lanes rolled over
    int outside;               ///< places off the table: none, if all is well
    uint64_t hash;
} PinballGame;

/// False: no memory or a refusal.
bool pinballBuild(PinballTable *table);
/// A flipper's place when it has swung that much of its way up, 0 .. 1.
CaromTransform pinballFlipperPlace(const PinballFlipper *flipper, double swung);
/// Returns whether a ball comes down on a flipper that lies down, near enough to be struck well.
bool pinballInReach(const CaromWorld *world, const PinballFlipper *flipper, CaromProjectileId id);
/// Moves a flipper, once each PINBALL_TICK: up, held, down. `strike`: up, if it lies down.
void pinballSwing(CaromWorld *world, PinballFlipper *flipper, bool strike);
/// The ball that was longest in play; -1 where none was.
int pinballLongest(const PinballGame *game);

/// Writes the picture. @returns the sample's exit status.
int pinballPicture(const PinballGame *game, const char *path);

#endif
