// SPDX-License-Identifier: MIT
// Projectiles that meet projectiles: which ones meet, what each action does, ties, callbacks,
// limits.
#include "../../support/builder.h"
#include "../../support/meet_yard.h"

#include <math.h>

// ---- when

/// 2 and 3 m/s, 10 m apart, radii 0.5 and 0.25: 9.25 m at 5 m/s.
TEST_WORLD(head_on, newWorld())
{
    CaromProjectileDef a = disc(0, 1, 2, 0, 0.5), b = disc(10, 1, -3, 0, 0.25);
    a.mass = 3.0;
    a.restitution = 0.5;
    fire(world, a);
    fire(world, b);
    CaromEvents events = eventsUntil(world, 2.0);
    ck_assert_int_eq(events.meetCount, 1);
    const CaromMeetEvent *e = &events.meets[0];
    ck_assert_double_eq_tol(e->time, 1.85, 1e-14);
    ck_vec_eq_tol(e->centerA, 3.7, 1, 1e-14);
    ck_vec_eq_tol(e->centerB, 4.45, 1, 1e-14);
    ck_vec_eq_tol(e->point, 4.2, 1, 1e-14);
    ck_vec_eq_tol(e->normal, 1, 0, 1e-15);
    // they close with 5 and part with 2.5; momentum 3·2 − 3 = 3
    ck_vec_eq_tol(e->afterA, 0.125, 0, 1e-14);
    ck_vec_eq_tol(e->afterB, 2.625, 0, 1e-14);
    ck_assert_int_eq(caromWorldCounters(world).meetings, 1);
}

/// The faster comes from behind, on a falling arc that both share: relatively straight.
TEST_WORLD(overtaking_in_free_fall, newWorldUnder(10))
{
    fire(world, disc(0, 0, 8, 5, 0.1));
    fire(world, disc(2, 0, 7, 5, 0.1));
    CaromEvents events = eventsUntil(world, 3.0);
    ck_assert_int_eq(events.meetCount, 1);
    ck_assert_double_eq_tol(events.meets[0].time, 1.8, 1e-13);
    ck_vec_eq_tol(events.meets[0].afterA, 7, -13, 1e-12);
}

TEST(grazing)
{
    static const double aside[3] = {0.999999, 1.000001, 2.0};
    for (int k = 0; k < 3; k++) {
        CaromWorld *world = newWorld();
        fire(world, disc(-5, 0, 1, 0, 0.5));
        fire(world, disc(5, aside[k], -1, 0, 0.5));
        ck_assert_int_eq(meetings(world, 8.0), k == 0);
        caromWorldDestroy(world);
    }
}

TEST_WORLD(points_meet_discs_but_no_points, newWorld())
{
    fire(world, disc(-1, 0, 1, 0, 0));
    fire(world, disc(1, 0, -1, 0, 0));
    ck_assert_int_eq(meetings(world, 3.0), 0);
    fire(world, disc(5, 0, 0, 0, 0.5)); // the left one flies to the right by now
    ck_assert_int_eq(meetings(world, 8.0), 1);
}

TEST_WORLD(who_starts_within_another_meets_it_when_it_comes_back, newWorld())
{
    addWall(world, caromVec2(4, -1), caromVec2(4, 1));
    fire(world, disc(0, 0, 0, 0, 1));
    fire(world, disc(0.5, 0, 1, 0, 0.25));
    ck_assert_int_eq(meetings(world, 5.0), 0); // out at 0.75, back from the wall at 3.25
    ck_assert_int_eq(meetings(world, 40.0), 1);
}

/// All that must be so for two to meet.
TEST(filters_say_who_meets_whom)
{
    struct {
        uint64_t categoryA, maskA, categoryB, maskB;
        int32_t groupA, groupB;
        int meets;
    } cases[] = {{1, 2, 2, 1, 0, 0, 1},   {1, 2, 2, 4, 0, 0, 0},   {1, 2, 2, 0, 0, 0, 0},
                 {1, 2, 2, 1, -3, -3, 0}, {1, 2, 2, 1, -3, -4, 1}, {1, 4, 2, 4, 3, 3, 1},
                 {1, 4, 2, 0, 3, 3, 0},   {1, 4, 2, 4, 3, 4, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        CaromWorld *world = newWorld();
        CaromProjectileDef a = disc(-1, 0, 1, 0, 0.1), b = disc(1, 0, -1, 0, 0.1);
        a.filter.category = cases[k].categoryA;
        b.filter.category = cases[k].categoryB;
        a.meetMask = cases[k].maskA;
        b.meetMask = cases[k].maskB;
        a.filter.group = cases[k].groupA;
        b.filter.group = cases[k].groupB;
        a.filter.mask = b.filter.mask = 0; // of shapes
        fire(world, a);
        fire(world, b);
        ck_assert_msg(meetings(world, 2.0) == cases[k].meets, "case %d", (int)k);
        caromWorldDestroy(world);
    }
}

// ---- what

/// Every pair of actions, at 1 m/s each, mass 1 and 3, elastic: what meeting.h's table says.
TEST_WORLD_LOOP(actions_in_pairs, 16, newWorld())
{
    static const CaromMeetAction actions[4] = {CAROM_MEETING_BOUNCE, CAROM_MEETING_PASS,
                                               CAROM_MEETING_DIE, CAROM_MEETING_EXPLODE};
    CaromMeetAction mine = actions[_i / 4], other = actions[_i % 4];
    CaromProjectileDef a = disc(-1, 0, 1, 0, 0.1), b = disc(1, 0, -1, 0, 0.1);
    b.mass = 3.0;
    a.onMeet = mine;
    b.onMeet = other;
    CaromProjectileId ids[2] = {fire(world, a), fire(world, b)};
    CaromEvents events = eventsUntil(world, 5.0);
    ck_assert_int_eq(events.meetCount, 1);
    const CaromMeetEvent *e = &events.meets[0];
    ck_assert(e->actionA == mine && e->actionB == other);
    double afterA = 1, afterB = -1;
    if (mine == CAROM_MEETING_PASS && other == CAROM_MEETING_BOUNCE) {
        afterB = 3; // off a wall that comes with 1
    } else if (mine == CAROM_MEETING_BOUNCE && other == CAROM_MEETING_PASS) {
        afterA = -3;
    } else if (mine == CAROM_MEETING_BOUNCE || other == CAROM_MEETING_BOUNCE) {
        afterA = -2; // the centre of mass moves with −½, before and after
        afterB = 0;
    }
    ck_vec_eq_tol(e->afterA, afterA, 0, 1e-14);
    ck_vec_eq_tol(e->afterB, afterB, 0, 1e-14);
    int ends = 0;
    for (int k = 0; k < 2; k++) {
        CaromMeetAction action = k == 0 ? mine : other;
        bool dies = action == CAROM_MEETING_DIE || action == CAROM_MEETING_EXPLODE;
        ck_assert(caromProjectileIsValid(world, ids[k]) == !dies);
        if (dies) {
            const CaromEndEvent *end = &events.ends[ends++];
            ck_assert_uint_eq(end->projectile.index, ids[k].index);
            ck_assert_int_eq(end->reason,
                             action == CAROM_MEETING_DIE ? CAROM_END_MEETING : CAROM_END_EXPLODED);
            ck_assert(end->time == e->time && end->sequence > e->sequence);
        } else {
            ck_vec_eq_tol(caromProjectileVelocity(world, ids[k]), k == 0 ? afterA : afterB, 0,
                          1e-14);
        }
    }
    ck_assert_int_eq(events.endCount, ends);
}

/// Passes report each entry once, whatever happens while they overlap.
TEST_WORLD(a_passage_is_told_once, newWorld())
{
    addWall(world, caromVec2(1, -1), caromVec2(1, 1));
    CaromProjectileDef big = disc(0, 0, 0, 0, 1.0), small = disc(-3, 0, 1, 0, 0.1);
    big.onMeet = small.onMeet = CAROM_MEETING_PASS;
    big.filter.mask = 0; // lies through the wall
    fire(world, big);
    CaromProjectileId id = fire(world, small);
    ck_assert_int_eq(meetings(world, 2.5), 1);
    CaromPrediction p = caromPrediction();
    ck_assert_ok(caromProjectilePredict(world, id, 3.0, &p));
    ck_assert_int_eq(p.stop, CAROM_PREDICTION_HORIZON);         // nor by a prediction
    caromProjectileSetVelocity(world, id, caromVec2(0.5, 0.1)); // a new leg inside
    ck_assert_int_eq(meetings(world, 3.0), 0);
    caromProjectileSetVelocity(world, id, caromVec2(1.0, 0.0));
    // to the wall, back through, and out: no entry; then in again
    ck_assert_int_eq(meetings(world, 8.0), 0);
    caromProjectileSetVelocity(world, id, caromVec2(1.0, 0.0));
    ck_assert_int_eq(meetings(world, 20.0), 1);
}

/// Two entries on one leg: thrown up through a disc that stays, and back down through it.
TEST_WORLD(an_arc_passes_twice, newWorldUnder(10))
{
    CaromProjectileDef stays = disc(0, 3, 0, 0, 0.5), flies = disc(0, 0, 0, 10, 0.25);
    stays.gravityScale = 0.0;
    stays.onMeet = flies.onMeet = CAROM_MEETING_PASS;
    fire(world, stays);
    fire(world, flies);
    double first = 1.0 - sqrt(1.0 - 2.0 * 2.25 / 10.0),
           second = 1.0 + sqrt(1.0 - 2.0 * 3.75 / 10.0);
    CaromEvents events = eventsUntil(world, 3.0);
    ck_assert_int_eq(events.meetCount, 2);
    ck_assert_double_eq_tol(events.meets[0].time, first, 1e-12);
    ck_assert_double_eq_tol(events.meets[1].time, second, 1e-12);
}

// ---- several at one time

/// A cradle: the middle one is met from both sides at once.
TEST(three_at_one_time)
{
    for (int order = 0; order < 3; order++) {
        CaromWorld *world = newWorld();
        CaromProjectileDef defs[3] = {disc(-2, 0, 1, 0, 0.25), disc(0, 0, 0, 0, 0.25),
                                      disc(2, 0, -1, 0, 0.25)};
        CaromProjectileId ids[3];
        for (int k = 0; k < 3; k++) {
            ids[(k + order) % 3] = fire(world, defs[(k + order) % 3]);
        }
        caromWorldStepTo(world, 4.0);
        ck_vec_eq_tol(caromProjectileVelocity(world, ids[0]), -1, 0, 1e-14);
        ck_vec_eq_tol(caromProjectileVelocity(world, ids[1]), 0, 0, 1e-14);
        ck_vec_eq_tol(caromProjectileVelocity(world, ids[2]), 1, 0, 1e-14);
        ck_assert_int_eq(caromWorldEvents(world).meetCount, 3);
        caromWorldDestroy(world);
    }
}

/// Nine that pass through each other at one time and place: 36 meetings, each reported once.
TEST_WORLD(all_pass_at_one_time, newWorld())
{
    for (int k = 0; k < 9; k++) {
        CaromProjectileDef def = disc(k % 2 ? 2 : -2, 0, k % 2 ? -1 : 1, 0, 0.5);
        def.onMeet = CAROM_MEETING_PASS;
        fire(world, def); // those of one side coincide, and never meet
    }
    CaromEvents events = eventsUntil(world, 4.0);
    ck_assert_int_eq(events.meetCount, 20);
    for (int k = 0; k < 20; k++) {
        ck_assert_double_eq_tol(events.meets[k].time, 1.5, 1e-15);
        bool inOrder = k == 0 || events.meets[k - 1].a.index < events.meets[k].a.index ||
                       (events.meets[k - 1].a.index == events.meets[k].a.index &&
                        events.meets[k - 1].b.index < events.meets[k].b.index);
        ck_assert(inOrder);
    }
}

/// Without restitution they go on together, and do not meet again and again.
TEST_WORLD(no_restitution, newWorld())
{
    CaromProjectileDef a = disc(-1.37, 0.11, 1.3, 0.2, 0.2), b = disc(1, 0.3, -0.7, 0.1, 0.3);
    a.restitution = 0.0;
    fire(world, a);
    fire(world, b);
    ck_assert_int_eq(meetings(world, 20.0), 1);
    ck_assert_int_eq(caromWorldCounters(world).parked, 0);
}

// ---- modes

TEST_WORLD(who_rests_takes_off, newWorldUnder(10))
{
    addWall(world, caromVec2(-9, 0), caromVec2(9, 0));
    CaromProjectileDef rests = disc(0, 0.5, 0, 0, 0.5);
    rests.restitution = 0.0;
    rests.onHit = CAROM_HIT_STOP;
    CaromProjectileId id = fire(world, rests);
    caromWorldStepTo(world, 0.5);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_RESTING);
    CaromProjectileDef bullet = disc(-4, 0.4, 40, 0, 0.1);
    bullet.gravityScale = 0.0;
    bullet.restitution = 1.0;
    fire(world, bullet);
    CaromEvents events = eventsUntil(world, 0.6);
    ck_assert_int_eq(events.meetCount, 1);
    ck_assert_double_gt(events.meets[0].afterA.x, 10.0);
    ck_assert_int_ge(events.modeCount, 1);
    ck_assert_int_eq(events.modes[0].mode, CAROM_PROJECTILE_FLYING);
    ck_assert(events.modes[0].time == events.meets[0].time);
}

/// Past the event limit one is parked where it is; another that meets it then bounces off it as off
/// a wall.
TEST(the_limit_parks)
{
    CaromWorldDef def = newWorldDef();
    def.eventLimit = 4;
    def.eventWindow = 1e6;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromProjectileDef many = disc(0, 0, 1, 0, 0.5);
    many.onMeet = CAROM_MEETING_PASS;
    CaromProjectileId id = fire(world, many);
    for (int k = 0; k < 6; k++) {
        CaromProjectileDef other = disc(2 + 2 * k, 0, 0, 0, 0.5);
        other.onMeet = CAROM_MEETING_PASS;
        fire(world, other);
    }
    CaromProjectileDef ball = disc(20, 0, -1, 0, 0.5);
    ball.meetMask = 1;
    CaromProjectileId bounces = fire(world, ball);
    int flags = (int)caromWorldStepTo(world, 9.0);
    ck_assert_int_eq(flags, CAROM_STEP_PARKED);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_PARKED);
    ck_vec_eq_tol(caromProjectilePosition(world, id), 9, 0, 1e-12); // at the fifth, which is at 10
    ck_assert_ok(caromProjectileSetForce(world, id, caromVec2(9, 9), 10.0));
    caromWorldStepTo(world, 11.0); // it is held there, whatever pulls at it
    ck_vec_eq_tol(caromProjectilePosition(world, id), 9, 0, 1e-12);
    CaromVec2 at;
    ck_assert_ok(caromProjectileAt(world, id, 20.0, &at, NULL));
    ck_vec_eq_tol(at, 9, 0, 1e-12);
    ck_vec_eq_tol(caromProjectileVelocity(world, bounces), 1, 0, 1e-12); // off the last, at 12
    caromWorldDestroy(world);
}

// ---- callbacks

typedef struct Asked {
    CaromWorld *world;
    CaromMeetAction answers[2];
    CaromProjectileId which[2];
    int count;
} Asked;

static CaromMeetAction answer(void *context, const CaromWorld *world, const CaromMeetEvent *e,
                              CaromProjectileId which)
{
    Asked *asked = context;
    ck_assert(caromWorldTime(world) == e->time);
    CaromVec2 a = caromProjectilePosition(world, e->a), b = caromProjectilePosition(world, e->b);
    ck_assert_double_eq_tol(hypot(a.x - b.x, a.y - b.y), 1.0, 1e-14);
    ck_assert_int_eq(caromProjectileDestroy(asked->world, e->a), CAROM_ERROR_BUSY);
    ck_assert_int_eq(caromWorldStep(asked->world, 1.0), CAROM_STEP_REFUSED);
    ck_assert(e->beforeA.x == 1.0 && e->beforeA.y == 0.0);
    ck_assert_int_eq(e->actionB, CAROM_MEETING_BOUNCE);
    ck_assert_int_lt(asked->count, 2);
    asked->which[asked->count] = which;
    return asked->answers[asked->count++];
}

TEST_LOOP(the_game_is_asked, 4)
{
    static const CaromMeetAction answers[4] = {CAROM_MEETING_PASS, CAROM_MEETING_BOUNCE,
                                               CAROM_MEETING_COUNT, CAROM_MEETING_ASK};
    Asked asked = {newWorld(), {answers[_i], CAROM_MEETING_DIE}, {{0, 0, 0}, {0, 0, 0}}, 0};
    CaromProjectileDef a = disc(-2, 0, 1, 0, 0.5), b = disc(2, 0, -1, 0, 0.5);
    a.onMeet = b.onMeet = CAROM_MEETING_ASK;
    CaromProjectileId first = fire(asked.world, a), second = fire(asked.world, b);
    caromWorldSetMeetCallback(asked.world, answer, &asked);
    caromWorldStepTo(asked.world, 3.0);
    ck_assert_int_eq(asked.count, 2);
    ck_assert_uint_eq(asked.which[0].index, first.index);
    ck_assert_uint_eq(asked.which[1].index, second.index);
    CaromEvents events = caromWorldEvents(asked.world);
    ck_assert_int_eq(events.meetCount, 1);
    ck_assert_int_eq(events.meets[0].actionA,
                     _i == 0 ? CAROM_MEETING_PASS : CAROM_MEETING_BOUNCE); // no action bounces
    ck_assert_int_eq(events.meets[0].actionB, CAROM_MEETING_DIE);
    ck_vec_eq_tol(caromProjectileVelocity(asked.world, first), _i == 0 ? 1 : -1, 0, 1e-14);
    ck_assert(!caromProjectileIsValid(asked.world, second));
    caromWorldDestroy(asked.world);
}

TEST_WORLD(nobody_answers, newWorld())
{
    CaromProjectileDef a = disc(-2, 0, 1, 0, 0.5), b = disc(2, 0, -1, 0, 0.5);
    a.onMeet = CAROM_MEETING_ASK;
    CaromProjectileId id = fire(world, a);
    fire(world, b);
    caromWorldStepTo(world, 3.0);
    ck_vec_eq_tol(caromProjectileVelocity(world, id), -1, 0, 1e-14);
}

/// On a way past the other's middle they meet later than their distance suggests: a look ahead that
/// ends before reports no meeting.
TEST_WORLD(a_look_ahead_that_ends_before_a_meeting_tells_of_none, newWorld())
{
    CaromProjectileDef still = disc(10, 0, 0, 0, 2.5), thrown = disc(0, 0, 4, -2, 2.5);
    CaromPrediction p = caromPrediction();
    still.onMeet = thrown.onMeet = CAROM_MEETING_DIE;
    fire(world, still);
    ck_assert_ok(caromWorldPredict(world, &thrown, 1.4, &p));
    ck_assert(p.stop == CAROM_PREDICTION_HORIZON && p.time == 1.4);
    ck_assert_ok(caromWorldPredict(world, &thrown, 1.6, &p));
    ck_assert_int_ne(p.stop, CAROM_PREDICTION_HORIZON);
    ck_assert_double_eq_tol(p.time, 1.5, 1e-12); // (10 - 4 t)² + (2 t)² = 25
}
