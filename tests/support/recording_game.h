// SPDX-License-Identifier: MIT
// A game of a few steps that is recorded and played again.
#ifndef CAROM_TESTS_RECORDING_GAME_H
#define CAROM_TESTS_RECORDING_GAME_H

#include "builder.h"
#include "recording_bytes.h"

enum { RECORDED_STEPS = 4 };

/// All that it does is the same each time, whichever recorder writes it down.
static inline void recordingPlay(CaromWorld *world, int steps)
{
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef shot = caromProjectileDef();
    CaromVec2 places[3] = {{0, 1}, {1, 1}, {2, 2}}, ways[3] = {{1, 0}, {0, 1}, {3, 0}};
    CaromBodyId body = newRest(world);
    CaromShapeId box =
        caromShapeCreateBox(world, body, &shape, caromVec2(0, 0), caromVec2(0.5, 0.5));
    shot.bounces = 2;
    shot.lifetime = 2.0;
    for (int k = 1; k <= steps; k++) {
        caromProjectileFireMany(world, &shot, places, ways, 3, NULL);
        caromBodySetTransform(world, body, caromTransform(places[k % 3], 0.5, caromVec2(1, 1)));
        caromShapeSetFilter(world, box, shape.filter);
        caromWorldStepTo(world, k / 16.0);
    }
}

static const CaromAllocator standardMemory; ///< the C library's

static inline CaromWorld *recordingWorld(CaromAllocator allocator)
{
    CaromWorldDef def = newWorldDef();
    def.tag = 9;
    def.allocator = allocator;
    return caromWorldCreate(&def, NULL);
}

static inline SnapshotBytes recordingOfGame(bool detail)
{
    CaromWorld *world = recordingWorld(standardMemory);
    CaromRecorder *recorder = recordingBegin(world, detail);
    recordingPlay(world, RECORDED_STEPS);
    SnapshotBytes bytes = recordingEnd(recorder);
    caromWorldDestroy(world);
    return bytes;
}

/// How many steps were the same; *last: what ended it.
static inline int recordingReplay(CaromWorld *world, const uint8_t *at, size_t size,
                                  CaromReplayState *last)
{
    int ticks = 0;
    CaromError error = CAROM_OK;
    CaromReplay *made = caromReplayCreate(world, at, size, &error);
    *last = CAROM_REPLAY_REFUSED;
    ck_assert((made == NULL) == (error != CAROM_OK));
    for (int k = 0; made != NULL && k < 1000; k++) {
        *last = caromReplayNext(made);
        if (*last != CAROM_REPLAY_SAME && *last != CAROM_REPLAY_DIFFERS) {
            ck_assert_int_eq(caromReplayNext(made), *last); // and it stays so
            break;
        }
        ticks += *last == CAROM_REPLAY_SAME;
    }
    caromReplayDestroy(made);
    return ticks;
}

#endif
