// SPDX-License-Identifier: MIT
// Plays a game at some frame rate. Frames come at k/hz; when the game has something to do at
// another time, one more step ends there. All events are read and digested kind by kind. So two
// plays at different rates have equal digests only if they went the same way to the bit.
#ifndef CAROM_SAMPLES_REPLAY_H
#define CAROM_SAMPLES_REPLAY_H

#include <carom/carom.h>

typedef void ReplayReader(void *context, const CaromEvents *events);

typedef enum ReplayKind {
    REPLAY_HITS,
    REPLAY_ENDS,
    REPLAY_MODES,
    REPLAY_CROSSES,
    REPLAY_MEETS,
    REPLAY_BLASTS,
    REPLAY_PUSHES,
    REPLAY_KINDS
} ReplayKind;

typedef struct Replay {
    CaromWorld *world;
    double hz;
    ReplayReader *read; ///< gets the events of each step
    void *context;
    int64_t frames, steps;
    int64_t counts[REPLAY_KINDS];
    uint64_t digests[REPLAY_KINDS];
    unsigned flags; ///< CaromStepFlags of all steps
} Replay;

Replay replayBegin(CaromWorld *world, double hz, ReplayReader *read, void *context);
/// Plays all frames before that time, and up to it.
void replayTo(Replay *replay, double time);
/// Returns the digest of all events so far and of the state.
uint64_t replayDigest(const Replay *replay);

// ---- trails: the path of something, for a picture

typedef struct TrailPoint {
    CaromVec2 place;
    double time, speed; ///< [s], [m/s] afterwards
} TrailPoint;

typedef struct Trail {
    TrailPoint *points; ///< in order of time
    int count, capacity;
} Trail;

/// False: no memory, and the trail has a gap there.
bool trailAdd(Trail *trail, CaromVec2 place, double time, double speed);
void trailFree(Trail *trail);

#endif
