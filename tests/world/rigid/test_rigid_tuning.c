// SPDX-License-Identifier: MIT
// How contacts give way: stiffness, damping, speed of parting; kept by hash, snapshot, state and
// recording.
#include <math.h>
#include <stdlib.h>

#include "../../support/builder.h"
#include "../../support/recording_bytes.h"

static CaromWorld *newTuned(double hertz, double ratio, double speed)
{
    CaromWorldDef def = newWorldDef();
    def.gravity = caromVec2(0.0, -10.0);
    def.contactHertz = hertz;
    def.contactDampingRatio = ratio;
    def.contactSpeed = speed;
    CaromWorld *world = newWorldOf(&def);
    newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(50.0, 1.0));
    return world;
}

static CaromBodyId addCrate(CaromWorld *world, double y, double density)
{
    CaromShapeDef def = caromShapeDef();
    def.density = density;
    CaromBodyId body = newBody(world, CAROM_BODY_DYNAMIC, caromVec2(0.0, y), caromVec2(0.0, 0.0));
    madeShape(caromShapeCreateBox(world, body, &def, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5)));
    return body;
}

static double heightOf(const CaromWorld *world, CaromBodyId body)
{
    return caromBodyTransform(world, body).position.y;
}

/// A ton on a crate of 10 kg sinks in; the less the stiffer contacts are.
TEST(stiff_contacts_give_way_less)
{
    static const double hertz[] = {4.0, 12.0, 60.0};
    double sunk[3];
    for (int k = 0; k < 3; k++) {
        CaromWorld *world = newTuned(hertz[k], 10.0, 3.0);
        addCrate(world, 0.5, 10.0);
        CaromBodyId heavy = addCrate(world, 1.5, 1000.0);
        double deepest = 0.0;
        for (int step = 1; step <= 60; step++) {
            caromWorldStepTo(world, step / 60.0);
            deepest = fmax(deepest, 1.5 - heightOf(world, heavy));
        }
        sunk[k] = deepest;
        endWorld(world);
    }
    ck_assert_msg(sunk[0] > 1.5 * sunk[1] && sunk[1] > 1.5 * sunk[2], "%g %g %g", sunk[0], sunk[1],
                  sunk[2]);
    ck_assert(sunk[2] < 0.05);
}

/// A crate in the ground comes out no faster than that.
TEST(what_overlaps_parts_no_faster_than_contactSpeed)
{
    static const double speeds[] = {0.25, 3.0};
    for (int k = 0; k < 2; k++) {
        CaromWorld *world = newTuned(30.0, 1.0, speeds[k]);
        CaromBodyId crate = addCrate(world, 0.1, 1.0);
        double before = 0.1, fastest = 0.0;
        for (int step = 1; step <= 30; step++) {
            caromWorldStepTo(world, step / 60.0);
            fastest = fmax(fastest, 60.0 * (heightOf(world, crate) - before));
            before = heightOf(world, crate);
        }
        ck_assert_msg(fastest <= speeds[k] * 1.001 && fastest > 0.5 * speeds[k], "%g of %g",
                      fastest, speeds[k]);
        endWorld(world);
    }
}

static void play(CaromWorld *world)
{
    for (int step = 1; step <= 60; step++) {
        if (step == 20) {
            CaromContactTuning soft = {6.0, 0.5, 1.0};
            ck_assert_ok(caromWorldSetContactTuning(world, soft));
        }
        caromWorldStepTo(world, step / 60.0);
    }
}

/// Set in the def or later, it is the same; defaults are as if there were no such numbers.
TEST(a_tuning_is_part_of_the_state)
{
    CaromContactTuning soft = {6.0, 0.5, 1.0}, usual = {30.0, 10.0, 3.0};
    CaromWorld *given = newTuned(6.0, 0.5, 1.0), *set = newTuned(30.0, 10.0, 3.0);
    ck_assert(caromWorldHash(given) != caromWorldHash(set));
    ck_assert_ok(caromWorldSetContactTuning(set, soft));
    ck_assert(caromWorldHash(given) == caromWorldHash(set));
    ck_assert_ok(caromWorldSetContactTuning(given, usual));
    ck_assert(caromWorldContactTuning(given).hertz == 30.0);
    ck_assert(caromWorldContactTuning(set).dampingRatio == 0.5);
    ck_assert(caromWorldContactTuning(set).speed == 1.0);
    endWorld(given);
    endWorld(set);
}

TEST(snapshots_states_and_recordings_hold_a_tuning)
{
    CaromWorld *world = newTuned(30.0, 10.0, 3.0), *again = newWorld();
    addCrate(world, 0.5, 1.0);
    addCrate(world, 1.7, 9.0);
    size_t stateSize = caromWorldStateSize(world);
    void *state = malloc(stateSize);
    ck_assert_ok(caromWorldSaveState(world, state, stateSize, NULL));
    CaromRecorder *recorder = recordingBegin(world, true);
    play(world);
    uint64_t hash = caromWorldHash(world);
    SnapshotBytes bytes = recordingEnd(recorder);
    CaromReplay *replay = caromReplayCreate(again, bytes.at, bytes.size, NULL);
    while (caromReplayNext(replay) == CAROM_REPLAY_SAME) {
    }
    ck_assert(caromWorldHash(again) == hash);
    caromReplayDestroy(replay);
    free(bytes.at);
    size_t size = caromWorldSnapshotSize(world);
    void *snapshot = malloc(size);
    CaromWorld *loaded = newWorld();
    ck_assert_ok(caromWorldSave(world, snapshot, size, NULL));
    ck_assert_ok(caromWorldRestore(loaded, snapshot, size));
    ck_assert(caromWorldHash(loaded) == hash && caromWorldContactTuning(loaded).hertz == 6.0);
    ck_assert_ok(caromWorldRestoreState(world, state, stateSize));
    ck_assert(caromWorldContactTuning(world).hertz == 30.0);
    play(world);
    ck_assert(caromWorldHash(world) == hash);
    free(state);
    free(snapshot);
    endWorld(loaded);
    endWorld(again);
    endWorld(world);
}
