// SPDX-License-Identifier: MIT
// Meetings that are to come: what looks ahead and predictions report of them. What the world keeps
// of them: partners, turns, and the memory for both.
#include "../../../shapes/array.h"
#include "../../../world/data/world.h"
#include "../../support/meet_yard.h"
#include "../../support/meter.h"
#include "../../support/builder.h"

#include <math.h>

// ---- reported ahead

/// A look ahead of the clock ends where they meet.
TEST_WORLD(looks_ahead_end_at_the_meeting, newWorld())
{
    CaromProjectileId a = fire(world, disc(-2, 0, 1, 0, 0.5));
    fire(world, disc(2, 0, -1, 0, 0.5));
    CaromVec2 place;
    for (int k = 0; k < 2; k++) {
        ck_assert_ok(caromProjectileAt(world, a, 9.0, &place, NULL));
        ck_vec_eq_tol(place, -0.5, 0, 1e-14);
        caromWorldStepTo(world, 0.1 * (k + 1));
    }
}

/// So does a prediction, of one that flies and of a throw.
TEST_WORLD(predictions_end_at_the_meeting, newWorld())
{
    CaromProjectileDef def = disc(-2, 0, 1, 0, 0.5);
    CaromProjectileId a = fire(world, def);
    fire(world, disc(2, 0, -1, 0, 0.5));
    CaromPrediction p = caromPrediction();
    ck_assert_ok(caromProjectilePredict(world, a, 9.0, &p));
    ck_assert_int_eq(p.stop, CAROM_PREDICTION_MEETS);
    ck_assert_double_eq_tol(p.time, 1.5, 1e-14);
    ck_vec_eq_tol(p.position, -0.5, 0, 1e-14);
    def.position.y = -0.5; // past the first one's start, which is within it
    ck_assert_ok(caromWorldPredict(world, &def, 9.0, &p));
    ck_assert_int_eq(p.stop, CAROM_PREDICTION_MEETS);
    ck_assert_double_eq_tol(p.time, 2.0 - sqrt(0.75) / 2.0, 1e-14);
    def.meetMask = 0;
    ck_assert_ok(caromWorldPredict(world, &def, 9.0, &p));
    ck_assert_int_eq(p.stop, CAROM_PREDICTION_HORIZON);
    caromWorldStepTo(world, 3.0); // they have met, and part
    ck_assert_ok(caromProjectilePredict(world, a, 9.0, &p));
    ck_assert_int_eq(p.stop, CAROM_PREDICTION_HORIZON);
}

/// Another comes after it; or from beyond the wall, which both would pass to meet; or catches up
/// with it at the wall, at the very time, and the meeting with a lower one comes first.
TEST(a_throw_that_bounces_first_is_predicted_to_meet_then)
{
    const struct {
        double x, v;
        int hits;
        double time; ///< of the meeting; 0: none
    } cases[] = {{-10.0, 2.0, 1, 19.0 / 6.0}, {8.0, -2.0, 1, 0.0}, {-5.25, 8.0, 0, 1.1875}};
    for (int c = 0; c < 3; c++) {
        CaromWorld *world = newWorld();
        addWall(world, caromVec2(5, -9), caromVec2(5, 9));
        CaromProjectileDef runner = disc(cases[c].x, 0, cases[c].v, 0, 0.25),
                           shot = disc(0, 0, 4, 0, 0.25);
        runner.restitution = shot.restitution = 1.0;
        fire(world, runner);
        CaromLeg legs[8];
        CaromHitEvent hits[8];
        CaromPrediction p = caromPrediction();
        p.legs = legs;
        p.hits = hits;
        p.legCapacity = p.hitCapacity = 8;
        ck_assert_ok(caromWorldPredict(world, &shot, 9.0, &p));
        ck_assert_int_eq(p.stop,
                         cases[c].time > 0.0 ? CAROM_PREDICTION_MEETS : CAROM_PREDICTION_HORIZON);
        ck_assert_int_eq(p.hitCount, cases[c].hits);
        double time = p.time;
        ck_assert_ok(caromWorldPredict(world, &shot, 1.0, &p)); // not so far
        ck_assert(p.stop == CAROM_PREDICTION_HORIZON && p.time == 1.0 && p.hitCount == 0);
        CaromProjectileId id = fire(world, shot);
        double met = 0.0;
        for (int k = 1; k <= 64 && met == 0.0; k++) {
            CaromEvents events = eventsUntil(world, k / 8.0);
            met = events.meetCount > 0 ? events.meets[0].time : 0.0;
        }
        ck_assert(caromProjectileIsValid(world, id));
        ck_assert_msg(fabs(met - cases[c].time) < 1e-12, "%d: %.17g %.17g", c, met, time);
        ck_assert(met == (met > 0.0 ? time : 0.0)); // the preview is the flight
        caromWorldDestroy(world);
    }
}

/// A bullet hits a wall and meets another at the very same time: the meeting comes first where the
/// other has the lower index, otherwise the hit. A prediction says the same.
TEST_WORLD_LOOP(a_hit_and_a_meeting_at_one_time, 2, newWorld())
{
    addWall(world, caromVec2(0, -4), caromVec2(0, 4));
    CaromProjectileDef runner = disc(2.5, 0, -2, 0, 0.5), other = disc(5.5, 0, -4, 0, 0.5);
    runner.restitution = other.restitution = 1.0;
    bool first = _i == 0; // whether the runner has the lower index
    CaromProjectileId a = fire(world, first ? runner : other);
    CaromProjectileId b = fire(world, first ? other : runner);
    CaromPrediction p = caromPrediction();
    CaromHitEvent hits[2];
    p.hits = hits;
    p.hitCapacity = 2;
    ck_assert_ok(caromProjectilePredict(world, first ? a : b, 4.0, &p));
    ck_assert(p.stop == CAROM_PREDICTION_MEETS && p.time == 1.0);
    ck_assert_int_eq(p.hitCount, first);
    CaromEvents events = eventsUntil(world, 1.5);
    // It is thrown back and forth between both, without a second's delay, until it is the slower.
    ck_assert(events.meetCount == 2 && events.hitCount == 2);
    ck_assert(events.meets[0].time == 1.0 && events.hits[0].time == 1.0);
    CaromVec2 before = first ? events.meets[0].beforeA : events.meets[0].beforeB;
    ck_vec_eq_tol(before, first ? 2 : -2, 0, 1e-15);
    ck_vec_eq_tol(events.hits[0].velocityBefore, first ? -2 : -4, 0, 1e-15);
}

/// Nothing meets what sticks in a wall, neither in steps nor in predictions.
TEST_WORLD(who_sticks_is_not_met, newWorld())
{
    addWall(world, caromVec2(5, -1), caromVec2(5, 1));
    CaromProjectileDef dart = disc(0, 0, 10, 0, 0.5);
    dart.onHit = CAROM_HIT_STICK;
    CaromProjectileId stuck = fire(world, dart);
    caromWorldStepTo(world, 1.0);
    ck_assert_int_eq(caromProjectileMode(world, stuck), CAROM_PROJECTILE_STUCK);
    CaromProjectileDef past = disc(4.5, 5, 0, -1, 0.25);
    CaromPrediction p = caromPrediction();
    ck_assert_ok(caromWorldPredict(world, &past, 9.0, &p));
    ck_assert_int_eq(p.stop, CAROM_PREDICTION_HORIZON);
    fire(world, past);
    ck_assert_int_eq(meetings(world, 9.0), 0);
}

// ---- memory

static CaromWorld *makeGas(Meter *meter, int count)
{
    CaromWorldDef def = newWorldDef();
    def.allocator = meterAllocator(meter);
    def.eventCapacity = 4096;
    def.tag = 3;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromVec2 c[4] = {{-4, -4}, {-4, 4}, {4, 4}, {4, -4}};
    for (int k = 0; k < 4; k++) {
        addWall(world, c[k], c[(k + 1) % 4]);
    }
    for (int k = 0; k < count; k++) {
        CaromRotation r = caromRotation(k * 1.7);
        fire(world, disc(-3.5 + 0.7 * (k % 11), -3.5 + 0.7 * (k / 11), 3 * r.c, 3 * r.s, 0.2));
    }
    return world;
}

/// Memory is allocated when one is fired: if it is refused, nothing changes; from then on none is
/// missing.
TEST(without_memory_the_same)
{
    Meter meters[2];
    CaromWorld *worlds[2] = {makeGas(&meters[0], 110), makeGas(&meters[1], 110)};
    CaromProjectileDef one = disc(0, 0, 0, 0, 0);
    uint64_t hash = caromWorldHash(worlds[1]);
    meters[1].failFrom = 0;
    int refused = 0, meets = 0;
    for (int k = 0; k < 200 && refused == 0; k++) {
        refused = caromProjectileFire(worlds[1], &one).index == 0;
        if (refused) {
            ck_assert_int_eq(caromWorldLastError(worlds[1]), CAROM_ERROR_MEMORY);
            ck_assert(caromWorldHash(worlds[1]) == hash);
        } else { // within what was reserved
            caromProjectileFire(worlds[0], &one);
            hash = caromWorldHash(worlds[1]);
        }
    }
    ck_assert_int_eq(refused, 1);
    for (int k = 1; k <= 60; k++) {
        ck_assert_int_eq(caromWorldStepTo(worlds[0], k / 60.0), CAROM_STEP_OK);
        ck_assert_int_eq(caromWorldStepTo(worlds[1], k / 60.0), CAROM_STEP_OK);
        ck_assert(caromWorldHash(worlds[0]) == caromWorldHash(worlds[1]));
        meets += caromWorldCounters(worlds[1]).meetings;
    }
    ck_assert_int_gt(meets, 200);
    caromWorldDestroy(worlds[0]);
    caromWorldDestroy(worlds[1]);
}

TEST(steady_steps_ask_for_none)
{
    Meter meter;
    CaromWorld *world = makeGas(&meter, 110);
    for (int k = 1; k <= 600; k++) {
        if (k == 300) {
            meter.calls = 0;
        }
        caromWorldStepTo(world, k / 60.0);
    }
    ck_assert_int_eq(meter.calls, 0);
    caromWorldDestroy(world);
    ck_assert_uint_eq(meter.held, 0);
}

/// Flights that meet leave entries behind that are no longer good: with as little room as one entry
/// each takes, and with so much that it never fills.
TEST(a_heap_of_turns_that_is_full_is_tidied_without_a_trace)
{
    enum { MANY = 60 };
    uint64_t hashes[2];
    for (int k = 0; k < 2; k++) {
        CaromWorld *world = newWorld();
        const CaromVec2 corners[] = {{-4, -4}, {4, -4}, {4, 4}, {-4, 4}};
        for (int i = 0; i < 4; i++) {
            addWall(world, corners[i], corners[(i + 1) % 4]);
        }
        for (int i = 0; i < MANY; i++) {
            CaromProjectileDef shot =
                disc(i % 8 - 3.5, i / 8 - 3.5, 7.0 - i % 5, i % 7 - 2.5, 0.25);
            shot.restitution = 1.0;
            fire(world, shot);
        }
        size_t *capacity = &stbds_header(world->queue)->capacity, room = *capacity;
        ck_assert_uint_gt(room, MANY);
        *capacity = k == 0 ? MANY : room;
        CaromStepFlags flags = caromWorldStepTo(world, 4.0); // in one step
        *capacity = room;
        ck_assert_uint_eq(flags & (unsigned)CAROM_STEP_REFUSED, 0);
        ck_assert_int_gt(caromWorldEvents(world).meetCount, 500);
        ck_assert(caromWorldValidate(world));
        hashes[k] = caromWorldHash(world);
        caromWorldDestroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
}

// ---- partners

/// The flight that one of them was to meet is gone before, and one that meets nothing has its slot.
TEST_WORLD_LOOP(another_in_the_slot_of_whom_it_was_to_meet, 2, newWorld())
{
    CaromProjectileId both[2] = {fire(world, disc(0, 0, 1, 0, 0.5)),
                                 fire(world, disc(10, 0, -1, 0, 0.5))};
    fire(world, disc(0, 50, 1, 0, 0.5));
    fire(world, disc(0, 70, 1, 0, 0.5)); // so that there are partners
    caromWorldStepTo(world, 4.25);
    ck_assert_ok(caromProjectileDestroy(world, both[_i]));
    CaromProjectileDef loner = disc(0, 100, 1, 0, 0.5);
    loner.meetMask = 0;
    ck_assert_uint_eq(fire(world, loner).index, both[_i].index);
    ck_assert_int_eq(meetings(world, 9.0), 0);
    CaromVec2 v = caromProjectileVelocity(world, both[!_i]);
    ck_assert(v.x == (_i ? 1.0 : -1.0) && v.y == 0.0);
}

/// Two that fly on for years have learned to look far, and those fired after them do so from where
/// they start: none of that leads those in the room to look ever nearer, thousands of times a step.
TEST_WORLD(who_has_flown_off_makes_nobody_look_nearer, newWorld())
{
    enum { GONE = 30, STAY = 4 };
    CaromVec2 corners[4] = {{-2, -2}, {-2, 2}, {2, 2}, {2, -2}};
    for (int i = 0; i < 4; i++) {
        addWall(world, corners[i], corners[(i + 1) % 4]);
    }
    for (int i = 0; i < GONE; i++) {
        CaromProjectileDef def = disc(-3, -3, 100.0 - i, 70.0 + i, 1e-4);
        def.velocity.x *= i == 1 ? -1.0 : 1.0;
        def.filter.mask = 0;
        fire(world, def);
        if (i == 1) {
            caromWorldStep(world, 2e7);
        }
    }
    CaromProjectileId last = {0, 0, 0};
    for (int i = 0; i < STAY; i++) {
        last = fire(world, disc(-1.5 + 0.75 * i, 0.0, 100.0, 50.0 - i, 1e-3));
    }
    for (int k = 0; k < 600; k++) {
        caromWorldStep(world, 1.0 / 60.0);
    }
    ck_assert(caromProjectileIsValid(world, last));
    ck_assert_int_eq(crArrayCount(world->projectilePairs.all), GONE + STAY);
    for (int k = 0; k < GONE + STAY; k++) {
        ck_assert_double_gt(world->projectilePairs.all[k].stretch, 0.01);
    }
}

/// Pellets that meet missiles, of which there is one, far away: they pay no heed to each other.
TEST_WORLD(who_never_meets_makes_nobody_look_nearer, newWorld())
{
    enum { PELLETS = 50 };
    CaromProjectileDef missile = disc(300, 0, 0, 0, 0.2);
    missile.filter.category = 2;
    fire(world, missile);
    for (int i = 0; i < PELLETS; i++) {
        CaromRotation way = caromRotation(0.7 + 0.1 * i / PELLETS);
        CaromProjectileDef pellet = disc(0, 0, 400.0 * way.c, 400.0 * way.s, 0.005);
        pellet.meetMask = 2;
        fire(world, pellet);
    }
    for (int k = 0; k < 60; k++) {
        caromWorldStep(world, 1.0 / 60.0);
    }
    ck_assert_int_eq(crArrayCount(world->projectilePairs.all), 1 + PELLETS);
    for (int k = 0; k < 1 + PELLETS; k++) {
        ck_assert_double_gt(world->projectilePairs.all[k].stretch, 1.0);
    }
}
