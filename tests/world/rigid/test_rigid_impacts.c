// SPDX-License-Identifier: MIT
// Impacts of dynamic bodies, and events of bodies. Oracles: closed forms of a fall, of two discs
// that meet; at all frame rates the same.
#include <math.h>
#include <string.h>

#include "../../support/builder.h"

static CaromShapeDef hitting(bool hits)
{
    CaromShapeDef def = caromShapeDef();
    def.hits = hits;
    return def;
}

static CaromShapeId ballAt(CaromWorld *world, CaromVec2 at, CaromVec2 velocity,
                           const CaromShapeDef *def)
{
    CaromBodyId body = newBody(world, CAROM_BODY_DYNAMIC, at, velocity);
    return madeShape(caromShapeCreateCircle(world, body, def, caromVec2(0.0, 0.0), 0.5));
}

/// All impacts until a time.
static int impactsUntil(CaromWorld *world, double until, double hz, CaromImpactEvent *out,
                        int capacity)
{
    int count = 0;
    while (caromWorldTime(world) < until) {
        double next = fmin(until, floor(caromWorldTime(world) * hz + 1.5) / hz);
        CaromEvents events = eventsUntil(world, next);
        ck_assert_uint_eq(events.dropped, 0);
        for (int k = 0; k < events.impactCount; k++) {
            ck_assert_int_lt(count, capacity);
            out[count++] = events.impacts[k];
        }
    }
    return count;
}

/// Density 4/π: a ball of 1 kg. It falls 5 m at 10 m/s² and hits with 10 m/s; then it rests, and
/// nothing more is said.
TEST(a_ball_that_falls_hits_once_with_its_speed_and_momentum)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromShapeDef def = hitting(true);
    def.density = 4.0 / 3.14159265358979323846;
    CaromShapeDef ground = hitting(false);
    ground.material = 7;
    CaromShapeId floor = madeShape(caromShapeCreateBox(world, newRest(world), &ground,
                                                       caromVec2(0.0, -1.0), caromVec2(9.0, 1.0)));
    CaromShapeId ball = ballAt(world, caromVec2(2.0, 5.5), caromVec2(0.0, 0.0), &def);
    CaromImpactEvent hits[4];
    ck_assert_int_eq(impactsUntil(world, 3.0, 60.0, hits, 4), 1);
    ck_assert(hits[0].shapeA.index == floor.index && hits[0].shapeB.index == ball.index);
    ck_assert(hits[0].materialA == 7 && hits[0].materialB == 0 && hits[0].featureA == 0);
    ck_assert_double_eq_tol(hits[0].time, 1.0, 1.01 / 60.0);
    ck_assert_double_eq_tol(hits[0].speed, 10.0, 0.2);
    ck_assert_double_eq_tol(hits[0].impulse, 10.0, 0.5);
    ck_assert_double_eq_tol(hits[0].point.x, 2.0, 1e-3);
    ck_assert_double_eq_tol(hits[0].point.y, 0.0, 0.05);
    ck_assert_double_eq_tol(hits[0].normal.y, 1.0, 1e-6);
    endWorld(world);
}

/// Without gravity: discs of 1 and 3 kg, e = 0.5, approach with 8 m/s: (1 + e)·8·3/4 N·s.
TEST(two_balls_exchange_the_impulse_of_the_closed_form)
{
    CaromWorld *world = newWorldUnder(0.0);
    CaromShapeDef light = hitting(true), heavy = hitting(false);
    light.density = 4.0 / 3.14159265358979323846;
    heavy.density = 3.0 * light.density;
    light.bodyRestitution = 0.5;
    CaromShapeId first = ballAt(world, caromVec2(-3.0, 0.0), caromVec2(5.0, 0.0), &light);
    CaromShapeId other = ballAt(world, caromVec2(3.0, 0.0), caromVec2(-3.0, 0.0), &heavy);
    CaromImpactEvent hits[4];
    ck_assert_int_eq(impactsUntil(world, 2.0, 60.0, hits, 4), 1);
    ck_assert(hits[0].shapeA.index == first.index && hits[0].shapeB.index == other.index);
    ck_assert_double_eq_tol(hits[0].speed, 8.0, 1e-5);
    ck_assert_double_eq_tol(hits[0].impulse, 9.0, 0.05);
    ck_assert_double_eq_tol(hits[0].normal.x, 1.0, 1e-6);
    endWorld(world);
}

/// Over the seam of two edges of a chain: one impact, not one an edge.
TEST(a_chain_is_hit_once_at_a_seam)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromShapeDef def = hitting(true);
    const CaromVec2 flat[3] = {{9.0, 0.0}, {0.0, 0.0}, {-9.0, 0.0}};
    newChain(world, newRest(world), flat, 3, 0);
    ballAt(world, caromVec2(0.0, 3.0), caromVec2(0.0, 0.0), &def);
    CaromImpactEvent hits[4];
    ck_assert_int_eq(impactsUntil(world, 2.0, 60.0, hits, 4), 1);
    endWorld(world);
}

/// The threshold and the flags decide what is reported, and change nothing else.
TEST(who_wants_no_impacts_gets_none_and_the_same_bits)
{
    uint64_t first = 0;
    for (int k = 0; k < 4; k++) {
        CaromWorldDef settings = newWorldDef();
        settings.gravity = caromVec2(0.0, -10.0);
        CaromWorld *world = newWorldOf(&settings);
        CaromShapeDef def = hitting(k == 1);
        newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(9.0, 1.0));
        CaromShapeId ball = {0};
        for (int i = 0; i < 5; i++) {
            ball = ballAt(world, caromVec2(0.1 * i, 2.0 + 1.1 * i), caromVec2(0.0, 0.0), &def);
        }
        if (k >= 2) {
            ck_assert_int_eq(caromShapeSetHits(world, ball, true), CAROM_OK);
            caromWorldSetHitThreshold(world, k == 2 ? 50.0 : 0.5);
        }
        CaromImpactEvent hits[200];
        int count = impactsUntil(world, 2.0, 60.0, hits, 200);
        ck_assert_msg((count > 0) == (k % 2 == 1), "%d: %d", k, count);
        caromWorldSetHitThreshold(world, 1.0);
        double sum = 0.0;
        CaromBodyId bodies[8];
        int bodyCount = caromWorldBodies(world, bodies, 8);
        for (int i = 0; i < bodyCount; i++) {
            CaromTransform there = caromBodyTransform(world, bodies[i]);
            sum += (i + 1) * there.position.x + (i + 9) * there.position.y;
        }
        uint64_t bits;
        memcpy(&bits, &sum, sizeof bits);
        first = k == 0 ? bits : first;
        ck_assert(bits == first);
        endWorld(world);
    }
}

/// Of all bodies: positions, turns, and how many contacts each has.
static uint64_t bitsOfAll(CaromWorld *world)
{
    static CaromBodyId bodies[200];
    static CaromContact contacts[200];
    uint64_t sum = 0;
    int count = caromWorldBodies(world, bodies, 200);
    for (int i = 0; i < count; i++) {
        CaromTransform there = caromBodyTransform(world, bodies[i]);
        double numbers[4] = {there.position.x, there.position.y, there.rotation.c, there.rotation.s};
        for (int k = 0; k < 4; k++) {
            uint64_t bits;
            memcpy(&bits, &numbers[k], sizeof bits);
            sum = (sum ^ bits) * 0x9e3779b97f4a7c15u;
            sum ^= sum >> 29;
        }
        int touching = caromBodyContacts(world, bodies[i], contacts, 200);
        sum += (uint64_t)touching * 0x100000001b3u;
    }
    return sum;
}

/// Contacts that only report impacts are solved beside others of all kinds: those that slide,
/// bounce and roll; and beside those without anything.
TEST(whether_impacts_are_reported_changes_neither_motion_nor_contacts)
{
    uint64_t first = 0;
    for (int who = 0; who < 4; who++) { // nobody, everybody, some, others
        TestRandom random = testRandomSeed(8);
        CaromWorld *world = newWorldUnder(10.0);
        const CaromVec2 bowl[4] = {{8.0, 9.0}, {5.0, 0.0}, {-5.0, 0.0}, {-8.0, 9.0}};
        newChain(world, newRest(world), bowl, 4, 0);
        for (int i = 0; i < 90; i++) {
            CaromShapeDef def = hitting(who == 1 || (who > 1 && i % 3 == who - 2));
            def.bodyRestitution = i % 9 == 0 ? 0.4 : 0.0;
            def.bodyRollingResistance = i % 13 == 0 ? 0.05 : 0.0;
            CaromVec2 at = caromVec2(testRandomRange(&random, -5.0, 5.0), 1.5 + 1.2 * (i / 6));
            CaromVec2 velocity = caromVec2(testRandomRange(&random, -3.0, 3.0), -2.0);
            if (i % 2) {
                ballAt(world, at, velocity, &def);
            } else {
                CaromBodyId body = newBody(world, CAROM_BODY_DYNAMIC, at, velocity);
                madeShape(caromShapeCreateBox(world, body, &def, caromVec2(0.0, 0.0),
                                              caromVec2(0.5, 0.4)));
            }
        }
        uint64_t bits = 0;
        for (int k = 1; k <= 180; k++) {
            eventsUntil(world, k / 60.0);
            bits = bits * 31 + bitsOfAll(world);
        }
        first = who == 0 ? bits : first;
        ck_assert_msg(bits == first, "%d", who);
        endWorld(world);
    }
}

TEST(a_pile_at_rest_hits_nothing)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromShapeDef def = hitting(true);
    newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(9.0, 1.0));
    for (int row = 0; row < 6; row++) {
        for (int i = 0; i < 6 - row; i++) {
            CaromBodyId body =
                newBody(world, CAROM_BODY_DYNAMIC, caromVec2(i - 0.5 * (5 - row), 0.5 + row),
                        caromVec2(0.0, 0.0));
            madeShape(
                caromShapeCreateBox(world, body, &def, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5)));
        }
    }
    CaromImpactEvent hit;
    caromWorldSetHitThreshold(world, 0.25);
    ck_assert_int_eq(impactsUntil(world, 5.0, 60.0, &hit, 1), 0);
    endWorld(world);
}

TEST(impacts_are_the_same_at_all_frame_rates_and_after_going_back)
{
    static const double rates[] = {60.0, 24.0, 30.0, 144.0, 1000.0, 60.0};
    static CaromImpactEvent first[400], other[400];
    static char state[1 << 20];
    int count = 0;
    for (int k = 0; k < 6; k++) {
        TestRandom random = testRandomSeed(3);
        CaromWorld *world = newWorldUnder(10.0);
        CaromShapeDef def = hitting(true);
        const CaromVec2 bowl[4] = {{5.0, 9.0}, {2.0, 0.0}, {-2.0, 0.0}, {-5.0, 9.0}};
        newChain(world, newRest(world), bowl, 4, 0);
        for (int i = 0; i < 20; i++) {
            def.bodyRestitution = i % 3 == 0 ? 0.7 : 0.0;
            CaromVec2 at = caromVec2(testRandomRange(&random, -2.0, 2.0), 3.0 + 1.1 * i);
            ballAt(world, at, caromVec2(0.0, -2.0), &def);
        }
        CaromImpactEvent *out = k == 0 ? first : other;
        int found = impactsUntil(world, 1.0, rates[k], out, 400);
        if (k == 5) { // one second ahead, and back
            size_t size = 0;
            ck_assert_int_eq(caromWorldSaveState(world, state, sizeof state, &size), CAROM_OK);
            impactsUntil(world, 2.0, 60.0, out + found, 400 - found);
            ck_assert_int_eq(caromWorldRestoreState(world, state, size), CAROM_OK);
        }
        found += impactsUntil(world, 3.0, rates[k], out + found, 400 - found);
        count = k == 0 ? found : count;
        ck_assert_int_gt(count, 20);
        ck_assert_int_eq(found, count);
        for (int i = 0; i < found && k > 0; i++) {
            other[i].sequence = first[i].sequence; // other kinds are as many at other rates, but in
                                                   // another order: not compared here
            for (int s = 0; s < 2; s++) {
                (s ? &other[i].shapeB : &other[i].shapeA)->world =
                    (s ? &first[i].shapeB : &first[i].shapeA)->world;
                (s ? &other[i].bodyB : &other[i].bodyA)->world =
                    (s ? &first[i].bodyB : &first[i].bodyA)->world;
            }
            ck_assert_int_eq(memcmp(&other[i], &first[i], sizeof first[i]), 0);
        }
        endWorld(world);
    }
}

/// A snapshot keeps who reports hits, and the threshold.
TEST(snapshots_keep_who_reports_impacts)
{
    CaromWorld *world = newWorldUnder(10.0), *copy = newWorld();
    CaromShapeDef def = hitting(true);
    newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(9.0, 1.0));
    ballAt(world, caromVec2(0.0, 3.0), caromVec2(0.0, 0.0), &def);
    caromWorldSetHitThreshold(world, 2.5);
    static char bytes[1 << 16];
    size_t size = 0;
    ck_assert_int_eq(caromWorldSave(world, bytes, sizeof bytes, &size), CAROM_OK);
    ck_assert_int_eq(caromWorldRestore(copy, bytes, size), CAROM_OK);
    ck_assert(caromWorldHitThreshold(copy) == 2.5);
    ck_assert(caromWorldHash(copy) == caromWorldHash(world));
    CaromImpactEvent hits[4];
    ck_assert_int_eq(impactsUntil(copy, 2.0, 60.0, hits, 4), 1);
    endWorld(world);
    endWorld(copy);
}

// ---- bodies

TEST(a_body_out_of_range_is_told)
{
    CaromWorld *world = newWorldUnder(0.0);
    int mine = 0;
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = caromVec2(0.99e12, 0.0);
    def.velocity = caromVec2(0.99e12, 0.0);
    def.userData = &mine;
    CaromBodyId body = newBodyOf(world, &def);
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    int told = 0;
    for (int k = 1; k <= 60; k++) {
        CaromEvents events = eventsUntil(world, k / 60.0);
        for (int i = 0; i < events.bodyCount; i++) {
            ck_assert(events.bodies[i].kind == CAROM_BODY_OUT_OF_RANGE &&
                      events.bodies[i].body.index == body.index && events.bodies[i].data == &mine &&
                      events.bodies[i].time == (k - 1) / 60.0);
            told++;
        }
    }
    ck_assert_int_eq(told, 1);
    endWorld(world);
}
