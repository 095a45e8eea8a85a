// SPDX-License-Identifier: MIT
// The callback that decides contacts of dynamic bodies: platforms to jump through, and that answers
// are part of the state: at all frame rates, after restores, and in replays without a callback.
#include <math.h>
#include <string.h>

#include "../../support/builder.h"
#include "../../support/recording_bytes.h"

#define MOST 400

/// How a game answers, and what it was asked.
typedef struct Judge {
    CaromContactAction above, below; ///< for what comes from above, and from below
    CaromShapeId platform;
    int count;
    CaromContactQuestion asked[MOST];
    bool edits;
} Judge;

/// By the velocity: does what comes rise through the platform, or fall on it?
static CaromContactAction judge(void *context, const CaromWorld *world,
                                const CaromContactQuestion *question)
{
    Judge *judge = context;
    ck_assert_int_lt(judge->count, MOST);
    ck_assert(caromWorldTime(world) == question->time);
    judge->asked[judge->count++] = *question;
    bool isA = question->shapeA.index == judge->platform.index;
    CaromVec2 platform = isA ? question->velocityA : question->velocityB,
              other = isA ? question->velocityB : question->velocityA;
    bool falls = other.y <= platform.y + 0.1; // what rests trembles
    if (judge->edits) {
        CaromWorld *same = (CaromWorld *)(uintptr_t)world;
        ck_assert_int_eq(caromShapeSetAskContacts(same, judge->platform, false), CAROM_ERROR_BUSY);
        ck_assert_int_eq(caromBodyDestroy(same, question->bodyA), CAROM_ERROR_BUSY);
        ck_assert(caromBodyTransform(world, question->bodyB).position.y < 1e6);
    }
    return falls ? judge->above : judge->below;
}

typedef struct Stage {
    CaromWorld *world;
    CaromBodyId crate;
    Judge judge;
} Stage;

/// A platform of 20 cm at y = 2, a floor at 0, and a crate of 1 m on the floor that jumps with 8
/// m/s: its feet come to 3.2 m.
static void build(Stage *stage, CaromContactAction above, CaromContactAction below)
{
    CaromWorldDef def = newWorldDef();
    def.gravity = caromVec2(0.0, -10.0);
    stage->world = newWorldOf(&def);
    stage->judge = (Judge){.above = above, .below = below};
    CaromShapeDef asks = caromShapeDef();
    asks.askContacts = true;
    newBox(stage->world, newRest(stage->world), caromVec2(0.0, -1.0), caromVec2(9.0, 1.0));
    stage->judge.platform = madeShape(caromShapeCreateBox(
        stage->world, newRest(stage->world), &asks, caromVec2(0.0, 2.0), caromVec2(4.0, 0.1)));
    stage->crate =
        newBody(stage->world, CAROM_BODY_DYNAMIC, caromVec2(0.0, 0.5), caromVec2(0.0, 8.0));
    newBox(stage->world, stage->crate, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    caromWorldSetContactCallback(stage->world, judge, &stage->judge);
}

static double heightOf(const Stage *stage)
{
    return caromBodyTransform(stage->world, stage->crate).position.y;
}

static void run(CaromWorld *world, double until, double hz)
{
    while (caromWorldTime(world) < until) {
        caromWorldStepTo(world, fmin(until, floor(caromWorldTime(world) * hz + 1.5) / hz));
    }
}

TEST(a_crate_jumps_through_a_platform_and_lands_on_it)
{
    Stage stage;
    build(&stage, CAROM_CONTACT_COLLIDE, CAROM_CONTACT_IGNORE);
    stage.judge.edits = true;
    run(stage.world, 3.0, 60.0);
    ck_assert_double_eq_tol(heightOf(&stage), 2.6, 0.01);
    ck_assert_int_eq(stage.judge.count, 2); // on its way up, and when it comes back
    const CaromContactQuestion *up = &stage.judge.asked[0], *down = &stage.judge.asked[1];
    ck_assert(up->shapeA.index == stage.judge.platform.index &&
              up->bodyB.index == stage.crate.index);
    ck_assert(up->velocityB.y > 0.0 && down->velocityB.y < 0.0 && up->velocityA.y == 0.0);
    ck_assert(up->normal.y < -0.99 && down->normal.y > 0.99);
    ck_assert_double_eq_tol(up->point.y, 1.9, 0.15);
    ck_assert_double_eq_tol(down->point.y, 2.1, 0.15);
    ck_assert(up->separation > -0.2 && up->separation < 0.2);
    endWorld(stage.world);
}

TEST(without_a_callback_or_after_a_wrong_answer_they_collide)
{
    for (int k = 0; k < 2; k++) {
        Stage stage;
        build(&stage, CAROM_CONTACT_COLLIDE, (CaromContactAction)99);
        if (k == 1) {
            caromWorldSetContactCallback(stage.world, NULL, NULL);
        }
        run(stage.world, 3.0, 60.0);
        ck_assert_double_eq_tol(heightOf(&stage), 0.5, 0.01);
        ck_assert_int_eq(stage.judge.count > 0, k == 0);
        endWorld(stage.world);
    }
}

TEST(a_platform_lets_down_who_stands_on_it_when_it_is_asked_again)
{
    Stage stage;
    build(&stage, CAROM_CONTACT_COLLIDE, CAROM_CONTACT_IGNORE);
    run(stage.world, 3.0, 60.0);
    stage.judge.above = CAROM_CONTACT_IGNORE;
    run(stage.world, 4.0, 60.0);
    ck_assert_double_eq_tol(heightOf(&stage), 2.6, 0.01); // the answer holds
    ck_assert_int_eq(caromShapeSetAskContacts(stage.world, stage.judge.platform, true), CAROM_OK);
    run(stage.world, 6.0, 60.0);
    ck_assert_double_eq_tol(heightOf(&stage), 0.5, 0.01);
    ck_assert_int_eq(caromShapeSetAskContacts(stage.world, stage.judge.platform, false), CAROM_OK);
    caromBodySetVelocity(stage.world, stage.crate, caromVec2(0.0, 8.0));
    run(stage.world, 9.0, 60.0);
    ck_assert_double_eq_tol(heightOf(&stage), 0.5, 0.01); // from below: now it is solid
    endWorld(stage.world);
}

/// An answer for once is asked for at each tick in which they are within reach.
TEST(answers_for_once_are_asked_for_at_each_tick)
{
    Stage stage;
    build(&stage, CAROM_CONTACT_COLLIDE_ONCE, CAROM_CONTACT_IGNORE_ONCE);
    run(stage.world, 3.0, 60.0);
    ck_assert_double_eq_tol(heightOf(&stage), 2.6, 0.01);
    int count = stage.judge.count;
    run(stage.world, 4.0, 60.0);
    ck_assert_int_eq(stage.judge.count, count + 60);
    for (int k = 1; k < stage.judge.count; k++) {
        ck_assert(stage.judge.asked[k].time > stage.judge.asked[k - 1].time);
    }
    stage.judge.above = CAROM_CONTACT_IGNORE_ONCE;
    run(stage.world, 6.0, 60.0);
    ck_assert_double_eq_tol(heightOf(&stage), 0.5, 0.01);
    endWorld(stage.world);
}

TEST(frame_rates_restores_and_states_change_nothing)
{
    static const double rates[] = {60.0, 24.0, 144.0, 1000.0};
    uint64_t hash = 0;
    for (int k = 0; k < 4; k++) {
        Stage stage;
        build(&stage, CAROM_CONTACT_COLLIDE_ONCE, CAROM_CONTACT_IGNORE);
        run(stage.world, 2.0, rates[k]);
        hash = k == 0 ? caromWorldHash(stage.world) : hash;
        ck_assert(caromWorldHash(stage.world) == hash);
        endWorld(stage.world);
    }
    Stage stage;
    build(&stage, CAROM_CONTACT_COLLIDE_ONCE, CAROM_CONTACT_IGNORE);
    for (int k = 1; k <= 120; k++) {
        SnapshotBytes state = stateSave(stage.world);
        run(stage.world, (k + 3) / 60.0, 60.0);
        ck_assert_ok(caromWorldRestoreState(stage.world, state.at, state.size));
        free(state.at);
        run(stage.world, k / 60.0, 60.0);
        snapshotThereAndBack(stage.world);
    }
    ck_assert(caromWorldHash(stage.world) == hash);
    endWorld(stage.world);
}

TEST(a_replay_needs_no_callback)
{
    Stage stage;
    build(&stage, CAROM_CONTACT_COLLIDE_ONCE, CAROM_CONTACT_IGNORE);
    CaromRecorder *recorder = recordingBegin(stage.world, true);
    run(stage.world, 2.0, 60.0);
    ck_assert_int_gt(stage.judge.count, 10);
    SnapshotBytes bytes = recordingEnd(recorder);
    CaromWorld *world = newWorld();
    CaromError error = CAROM_OK;
    CaromReplay *replay = caromReplayCreate(world, bytes.at, bytes.size, &error);
    ck_assert_ok(error);
    CaromReplayState state;
    while ((state = caromReplayNext(replay)) == CAROM_REPLAY_SAME) {
    }
    ck_assert_int_eq(state, CAROM_REPLAY_ENDED);
    ck_assert(caromWorldHash(world) == caromWorldHash(stage.world));
    caromReplayDestroy(replay);
    free(bytes.at);
    endWorld(world);
    endWorld(stage.world);
}

/// Half a tick before the next one the crate gets 90 m/s: its path is swept, and the platform asks
/// at the time of the impact.
TEST(a_push_between_ticks_is_asked_about_at_the_time_of_the_impact)
{
    for (int k = 0; k < 2; k++) {
        Stage stage;
        build(&stage, CAROM_CONTACT_COLLIDE, k == 0 ? CAROM_CONTACT_IGNORE : CAROM_CONTACT_COLLIDE);
        caromBodySetVelocity(stage.world, stage.crate, caromVec2(0.0, 0.0));
        CaromTransform higher = caromBodyTransform(stage.world, stage.crate);
        higher.position.y = 0.6;
        caromBodySetTransform(stage.world, stage.crate, higher);
        run(stage.world, 1.0 / 120.0, 120.0);
        ck_assert_int_eq(stage.judge.count, 0);
        caromBodySetVelocity(stage.world, stage.crate, caromVec2(0.0, 120.0));
        double foot = heightOf(&stage) + 0.5;
        run(stage.world, 1.0 / 60.0, 60.0);
        ck_assert_int_eq(stage.judge.count, 1);
        ck_assert_double_eq_tol(stage.judge.asked[0].time, 1.0 / 120.0 + (1.9 - foot) / 120.0,
                                1e-4);
        ck_assert_double_eq_tol(stage.judge.asked[0].point.y, 1.9, 1e-3);
        ck_assert_double_eq_tol(stage.judge.asked[0].velocityB.y, 120.0, 0.1);
        run(stage.world, 0.2, 60.0);
        ck_assert_msg((heightOf(&stage) > 10.0) == (k == 0), "%g", heightOf(&stage));
        endWorld(stage.world);
    }
}

/// All edges of a chain are one shape: the answer that a crate got at one holds at the others.
TEST(a_chain_answers_as_a_whole)
{
    Stage stage;
    build(&stage, CAROM_CONTACT_COLLIDE, CAROM_CONTACT_IGNORE);
    caromShapeDestroy(stage.world, stage.judge.platform);
    CaromVec2 points[41];
    for (int k = 0; k <= 40; k++) {
        points[k] = caromVec2(4.0 - 0.2 * k, 2.0);
    }
    CaromShapeDef asks = caromShapeDef();
    asks.askContacts = true;
    stage.judge.platform =
        madeShape(caromShapeCreateChain(stage.world, newRest(stage.world), &asks, points, 41, 0));
    caromBodySetVelocity(stage.world, stage.crate, caromVec2(1.0, 8.0));
    run(stage.world, 1.0, 60.0);
    ck_assert_int_eq(stage.judge.count, 1);
    run(stage.world, 3.0, 60.0);
    ck_assert_double_eq_tol(heightOf(&stage), 2.5, 0.01);
    ck_assert_int_eq(stage.judge.count, 2);
    endWorld(stage.world);
}

/// As data: a surface that bodies pass, and a one-sided wall. Nobody is asked about the first.
TEST(platforms_by_data_need_no_callback)
{
    Stage stage;
    build(&stage, CAROM_CONTACT_COLLIDE, CAROM_CONTACT_COLLIDE);
    CaromSurface pass = caromSurface();
    pass.bodies = CAROM_SURFACE_BODIES_PASS;
    ck_assert_ok(caromWorldSetSurface(stage.world, 0, 0, &pass));
    run(stage.world, 0.5, 60.0);
    ck_assert_int_eq(stage.judge.count, 0);
    ck_assert_double_gt(heightOf(&stage), 2.0);
    endWorld(stage.world);
    build(&stage, CAROM_CONTACT_COLLIDE, CAROM_CONTACT_COLLIDE);
    caromShapeDestroy(stage.world, stage.judge.platform);
    // solid where cross(b − a, p − a) > 0: below
    newOneSided(stage.world, newRest(stage.world), caromVec2(4.0, 2.1), caromVec2(-4.0, 2.1));
    run(stage.world, 3.0, 60.0);
    ck_assert_double_eq_tol(heightOf(&stage), 2.6, 0.01);
    ck_assert_int_eq(stage.judge.count, 0);
    endWorld(stage.world);
}

/// A lift that rises asks, too; and a crate that another one falls on.
TEST(kinematic_and_dynamic_shapes_ask)
{
    Stage stage;
    build(&stage, CAROM_CONTACT_IGNORE, CAROM_CONTACT_IGNORE);
    CaromShapeDef asks = caromShapeDef();
    asks.askContacts = true;
    CaromBodyId lift =
        newBody(stage.world, CAROM_BODY_KINEMATIC, caromVec2(0.0, -3.0), caromVec2(0.0, 1.0));
    madeShape(
        caromShapeCreateBox(stage.world, lift, &asks, caromVec2(0.0, 0.0), caromVec2(1.0, 0.2)));
    CaromBodyId above =
        newBody(stage.world, CAROM_BODY_DYNAMIC, caromVec2(0.2, 5.5), caromVec2(0.0, 0.0));
    madeShape(
        caromShapeCreateBox(stage.world, above, &asks, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5)));
    run(stage.world, 3.0, 60.0);
    ck_assert_double_eq_tol(heightOf(&stage), 0.5, 0.01);
    ck_assert_double_lt(caromBodyTransform(stage.world, above).position.y, -5.0); // also the floor
    endWorld(stage.world);
}
