// SPDX-License-Identifier: MIT
// Projectiles that are given another filter: from then on they meet what one would that is fired
// with it there and then.
#include "../../../world/flight/def_table.h"
#include "../../support/builder.h"
#include "../../support/random.h"
#include "../../support/recording_bytes.h"

enum { WALL = 2, GHOST = 4 };

static const CaromFilter solid = {1, UINT64_MAX, 0}, previewWorld = {GHOST, GHOST, 0};

static CaromShapeId makeBox(CaromWorld *world, CaromVec2 center, CaromVec2 half, bool sensor)
{
    CaromShapeDef def = caromShapeDef();
    def.filter.category = WALL;
    def.sensor = sensor;
    return caromShapeCreateBox(world, newRest(world), &def, center, half);
}

static CaromProjectileId fire(CaromWorld *world, CaromVec2 place, CaromVec2 velocity,
                              CaromFilter filter)
{
    CaromProjectileDef def = newShot(place, velocity);
    def.filter = filter;
    CaromProjectileId id = caromProjectileFire(world, &def);
    ck_assert(caromProjectileIsValid(world, id));
    return id;
}

static void setFilter(CaromWorld *world, CaromProjectileId id, CaromFilter filter)
{
    ck_assert_ok(caromProjectileSetFilter(world, id, filter));
    CaromFilter has = caromProjectileFilter(world, id);
    ck_assert(has.category == filter.category && has.mask == filter.mask &&
              has.group == filter.group);
}

/// Walls at x = 5 and 10; it meets the second one only.
TEST_WORLD(a_shot_meets_walls_from_then_on, newWorld())
{
    makeBox(world, caromVec2(5.5, 0.0), caromVec2(0.5, 9.0), false);
    makeBox(world, caromVec2(10.5, 0.0), caromVec2(0.5, 9.0), false);
    CaromProjectileId shot = fire(world, caromVec2(0.0, 0.0), caromVec2(8.0, 0.0), previewWorld);
    caromWorldStepTo(world, 1.0); // at 8, beyond the first
    ck_assert_int_eq(caromWorldEvents(world).hitCount, 0);
    setFilter(world, shot, solid);
    CaromEvents events = eventsUntil(world, 1.5);
    ck_assert_int_eq(events.hitCount, 1);
    ck_assert_double_eq_tol(events.hits[0].time, 1.25, 1e-12);
    ck_assert_double_eq_tol(events.hits[0].point.x, 10.0, 1e-12);
    ck_assert_double_eq_tol(caromProjectilePosition(world, shot).x, 8.0, 1e-12);
    setFilter(world, shot, previewWorld);
    caromWorldStepTo(world, 2.5);
    ck_assert_int_eq(caromWorldEvents(world).hitCount, 0);
    ck_assert_double_eq_tol(caromProjectilePosition(world, shot).x, 0.0, 1e-12);
}

/// What rests falls once it does not meet the floor: y = -g·t²/2.
TEST_WORLD(what_rests_falls_through, newWorldUnder(8.0))
{
    makeBox(world, caromVec2(0.0, -1.0), caromVec2(9.0, 1.0), false);
    CaromProjectileDef def = caromProjectileDef();
    def.restitution = 0.0;
    def.position = caromVec2(0.0, 0.5);
    CaromProjectileId shot = caromProjectileFire(world, &def);
    caromWorldStepTo(world, 2.0);
    ck_assert_int_eq(caromProjectileMode(world, shot), CAROM_PROJECTILE_RESTING);
    double y = caromProjectilePosition(world, shot).y;
    setFilter(world, shot, caromProjectileFilter(world, shot)); // the same: it goes on resting
    ck_assert_int_eq(caromProjectileMode(world, shot), CAROM_PROJECTILE_RESTING);
    setFilter(world, shot, previewWorld);
    caromWorldStepTo(world, 2.5);
    ck_assert_int_eq(caromProjectileMode(world, shot), CAROM_PROJECTILE_FLYING);
    ck_assert_double_eq_tol(caromProjectilePosition(world, shot).y, y - 1.0, 1e-12);
}

/// In a wall that it did not meet it ends.
TEST_WORLD(inside_a_wall_it_ends, newWorld())
{
    makeBox(world, caromVec2(5.0, 0.0), caromVec2(1.0, 1.0), false);
    CaromProjectileId shot = fire(world, caromVec2(0.0, 0.0), caromVec2(5.0, 0.0), previewWorld);
    caromWorldStepTo(world, 1.0);
    setFilter(world, shot, solid);
    CaromEvents events = eventsUntil(world, 1.5);
    ck_assert_int_eq(events.endCount, 1);
    ck_assert(events.ends[0].reason == CAROM_END_INSIDE && events.ends[0].time == 1.0);
}

static void expectCross(const CaromWorld *world, bool entered, double time)
{
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.crossCount, 1);
    ck_assert(events.crosses[0].entered == entered && events.crosses[0].time == time);
}

TEST_WORLD(sensors_are_left_and_entered, newWorld())
{
    makeBox(world, caromVec2(10.0, 0.0), caromVec2(8.0, 1.0), true);
    CaromProjectileId shot = fire(world, caromVec2(0.0, 0.0), caromVec2(2.0, 0.0), solid);
    caromWorldStepTo(world, 1.5);
    expectCross(world, true, 1.0);
    setFilter(world, shot, previewWorld);
    caromWorldStepTo(world, 2.0);
    expectCross(world, false, 1.5);
    setFilter(world, shot, solid);
    caromWorldStepTo(world, 2.5);
    expectCross(world, true, 2.0);
    CaromFilter other = {1, WALL, 0}; // which it meets as well
    setFilter(world, shot, other);
    caromWorldStepTo(world, 3.0);
    ck_assert_int_eq(caromWorldEvents(world).crossCount, 0);
}

/// Discs of half a metre that come at each other from -3 and 3 with 1 m/s: they touch at 2.5.
TEST(projectiles_meet_by_it)
{
    for (int meets = 0; meets < 2; meets++) {
        CaromWorld *world = newWorld();
        CaromProjectileDef def = caromProjectileDef();
        CaromProjectileId id = {0};
        def.radius = 0.5;
        def.meetMask = 1;
        for (int k = 0; k < 2; k++) {
            def.position.x = k ? 3.0 : -3.0;
            def.velocity.x = k ? -1.0 : 1.0;
            def.filter = k == 1 && meets ? previewWorld : solid;
            id = caromProjectileFire(world, &def);
        }
        caromWorldStepTo(world, 1.0);
        setFilter(world, id, meets ? solid : previewWorld);
        CaromEvents events = eventsUntil(world, 3.0);
        ck_assert_int_eq(events.meetCount, meets);
        ck_assert(meets == 0 || events.meets[0].time == 2.5);
        caromWorldDestroy(world);
    }
}

/// The other world's is fired with the filter, where this one's is when it is given it.
TEST_SEEDS(it_flies_as_one_that_is_fired_with_it, 400)
{
    CaromWorld *worlds[2] = {newWorldUnder(4.0), newWorldUnder(4.0)};
    for (int k = 0; k < 12; k++) {
        double x = testRandomRange(&random, -8.0, 8.0), y = testRandomRange(&random, -8.0, 8.0);
        double half = testRandomRange(&random, 0.2, 1.5);
        for (int w = 0; w < 2; w++) {
            makeBox(worlds[w], caromVec2(x, y), caromVec2(half, 1.0), false);
        }
    }
    CaromVec2 velocity = {testRandomRange(&random, -9.0, 9.0), testRandomRange(&random, 0.0, 9.0)};
    CaromProjectileId a = fire(worlds[0], caromVec2(0.0, 0.0), velocity, previewWorld);
    double time = testRandomInt(&random, 1, 64) / 64.0;
    caromWorldStepTo(worlds[0], time);
    caromWorldStepTo(worlds[1], time);
    CaromProjectileId b = fire(worlds[1], caromProjectilePosition(worlds[0], a),
                               caromProjectileVelocity(worlds[0], a), solid);
    setFilter(worlds[0], a, solid);
    for (int k = 0; k < 40; k++) {
        CaromEvents events[2];
        for (int w = 0; w < 2; w++) {
            caromWorldStep(worlds[w], 0.125);
            events[w] = caromWorldEvents(worlds[w]);
        }
        ck_assert(events[0].hitCount == events[1].hitCount &&
                  events[0].endCount == events[1].endCount);
        ck_assert(caromProjectileIsValid(worlds[0], a) == caromProjectileIsValid(worlds[1], b));
        if (!caromProjectileIsValid(worlds[0], a)) {
            break;
        }
        CaromVec2 p = caromProjectilePosition(worlds[0], a),
                  q = caromProjectilePosition(worlds[1], b);
        ck_assert(p.x == q.x && p.y == q.y);
    }
    endWorld(worlds[0]);
    caromWorldDestroy(worlds[1]);
}

/// Equal ones share what is stored of them, and the last that leaves it frees it.
TEST_WORLD(recipes_are_shared_and_freed, newWorld())
{
    CaromProjectileId ids[9];
    for (int k = 0; k < 9; k++) {
        ids[k] = fire(world, caromVec2(k, 0.0), caromVec2(1.0, 0.0), solid);
    }
    for (int k = 0; k < 9; k++) {
        ck_assert_int_eq(crFlightDefCount(world), k == 0 ? 1 : 2);
        setFilter(world, ids[k], previewWorld);
    }
    ck_assert_int_eq(crFlightDefCount(world), 1);
}

TEST(it_is_recorded_saved_and_brought_back)
{
    CaromWorld *world = newWorldUnder(4.0), *other = newWorldUnder(4.0);
    makeBox(world, caromVec2(5.5, 0.0), caromVec2(0.5, 9.0), false);
    makeBox(world, caromVec2(3.0, 0.0), caromVec2(1.0, 9.0), true);
    CaromProjectileId shot = fire(world, caromVec2(0.0, 0.0), caromVec2(8.0, 0.0), previewWorld);
    CaromRecorder *recorder = recordingBegin(world, true);
    caromWorldStepTo(world, 0.25);
    setFilter(world, shot, solid);
    caromWorldStepTo(world, 0.5);
    SnapshotBytes state = stateSave(world);
    uint64_t hash = caromWorldHash(world);
    setFilter(world, shot, previewWorld);
    SnapshotBytes snapshot = snapshotSave(world);
    ck_assert_ok(caromWorldRestore(other, snapshot.at, snapshot.size));
    ck_assert(caromWorldHash(other) == caromWorldHash(world) && hash != caromWorldHash(world));
    caromWorldStepTo(world, 1.0);
    caromWorldStepTo(other, 1.0);
    ck_assert(caromWorldHash(other) == caromWorldHash(world));
    SnapshotBytes bytes = recordingEnd(recorder);
    ck_assert_ok(caromWorldRestoreState(world, state.at, state.size));
    ck_assert(caromWorldHash(world) == hash);
    CaromReplay *replay = caromReplayCreate(other, bytes.at, bytes.size, NULL);
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(caromReplayNext(replay), CAROM_REPLAY_SAME);
    }
    ck_assert_int_eq(caromReplayNext(replay), CAROM_REPLAY_ENDED);
    caromReplayDestroy(replay);
    free(bytes.at);
    free(snapshot.at);
    free(state.at);
    caromWorldDestroy(world);
    caromWorldDestroy(other);
}
