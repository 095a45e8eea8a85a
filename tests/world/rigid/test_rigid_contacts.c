// SPDX-License-Identifier: MIT
// Contacts of dynamic bodies: begin and end events, and contacts that are asked for. Oracles: per
// pair begin and end alternate; what has begun and not ended is what can be asked for; frames,
// snapshots and rollback change no bit.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../support/builder.h"

#define TICK (1.0 / 60.0)
#define SHAPES 40 // slots at most, from 1

static bool chance(TestRandom *random, double p)
{
    return testRandomUnit(random) < p;
}

static CaromShapeDef reporting(bool contacts)
{
    CaromShapeDef def = caromShapeDef();
    def.contacts = contacts;
    return def;
}

static CaromShapeId crateAt(CaromWorld *world, double x, double y, const CaromShapeDef *def)
{
    CaromBodyId body = newBody(world, CAROM_BODY_DYNAMIC, caromVec2(x, y), caromVec2(0.0, 0.0));
    return madeShape(
        caromShapeCreateBox(world, body, def, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5)));
}

static void ticks(CaromWorld *world, int count)
{
    int first = (int)lround(caromWorldTime(world) / TICK);
    for (int k = 1; k <= count; k++) {
        caromWorldStepTo(world, (first + k) / 60.0);
    }
}

static void assertSame(const CaromContact *a, const CaromContact *b)
{
    ck_assert(a->shapeA.index == b->shapeA.index && a->shapeB.index == b->shapeB.index);
    ck_assert(a->bodyA.index == b->bodyA.index && a->bodyB.index == b->bodyB.index);
    ck_assert(a->since == b->since && a->sensor == b->sensor && a->solved == b->solved);
    ck_assert_int_eq(a->manifold.count, b->manifold.count);
    for (int k = 0; k < a->manifold.count; k++) {
        const CaromVec2 *p = &a->manifold.points[k].point, *q = &b->manifold.points[k].point;
        ck_assert(p->x == q->x && p->y == q->y);
        ck_assert(a->normalImpulse[k] == b->normalImpulse[k]);
        ck_assert(a->tangentImpulse[k] == b->tangentImpulse[k]);
    }
}

// ---- by hand

/// It falls 1 m: it presses from the tick on that starts at 26/60 or 27/60, since √(2/10) s is
/// 26.8/60.
TEST(a_crate_that_lands_begins_once_at_the_ticks_time)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromShapeDef def = reporting(true);
    CaromShapeId floor = newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(9.0, 1.0));
    CaromShapeId crate = crateAt(world, 0.0, 1.5, &def);
    int begun = 0, count = 0;
    for (int k = 1; k <= 120; k++) {
        CaromEvents events = eventsUntil(world, k / 60.0);
        for (int i = 0; i < events.contactCount; i++) {
            const CaromContactEvent *event = &events.contacts[i];
            ck_assert(event->began && !event->sensor && event->shapeA.index == floor.index);
            ck_assert(event->time == (k - 1) / 60.0 && (k == 27 || k == 28));
            ck_assert(event->manifold.count == 2 && event->manifold.normal.y > 0.99);
            ck_assert(event->bodyB.index == caromShapeBody(world, crate).index);
            begun++;
        }
    }
    ck_assert_int_eq(begun, 1);
    CaromContact contact, other;
    count = caromShapeContacts(world, crate, &contact, 1);
    ck_assert_int_eq(count, 1);
    ck_assert(contact.solved && contact.since > 0.4 && contact.manifold.count == 2);
    // it weighs 10 N: in a tick both points together get a sixth of a N·s
    ck_assert_double_eq_tol(contact.normalImpulse[0] + contact.normalImpulse[1], 10.0 / 60.0, 1e-3);
    ck_assert_double_eq_tol(contact.manifold.points[0].point.y, 0.0, 0.01);
    ck_assert_int_eq(caromBodyContacts(world, caromShapeBody(world, floor), &other, 1), 1);
    assertSame(&other, &contact);
    ck_assert_int_eq(caromWorldContacts(world, &other, 1), 1);
    assertSame(&other, &contact);
    ck_assert_int_eq(caromWorldCounters(world).touching, 1);
    endWorld(world);
}

/// Contacts that nobody wants reported are there if they are asked for, and no event tells them.
TEST(contacts_that_are_not_reported_can_be_asked_for)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromShapeDef def = reporting(false);
    newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(9.0, 1.0));
    CaromShapeId low = crateAt(world, 0.0, 0.5, &def), high = crateAt(world, 0.0, 1.5, &def);
    ticks(world, 60);
    CaromContact contacts[3];
    ck_assert_int_eq(caromShapeContacts(world, low, contacts, 3), 2);
    ck_assert(contacts[1].shapeA.index == low.index && contacts[1].shapeB.index == high.index);
    ck_assert(contacts[1].manifold.normal.y > 0.99 && contacts[1].since == -1.0);
    ck_assert_double_eq_tol(contacts[0].normalImpulse[0] + contacts[0].normalImpulse[1],
                            20.0 / 60.0, 2e-3);
    ck_assert_int_eq(caromShapeContacts(world, low, contacts, 1), 2);
    ck_assert(contacts[0].shapeA.index < low.index);
    ck_assert_int_eq(caromShapeContacts(world, low, NULL, 0), 2);
    ck_assert_int_eq(caromWorldContacts(world, NULL, 0), 0);
    ck_assert_int_eq(caromWorldCounters(world).contacts, 0);
    ck_assert_int_eq(caromWorldCounters(world).touching, 2);
    ck_assert_int_eq(caromWorldEvents(world).contactCount, 0);
    // from now on they are reported: they begin at the next tick
    caromShapeSetContacts(world, high, true);
    CaromEvents events = eventsUntil(world, 61.0 / 60.0);
    ck_assert_int_eq(events.contactCount, 1);
    ck_assert(events.contacts[0].began && events.contacts[0].time == 1.0);
    caromShapeSetContacts(world, high, false);
    events = eventsUntil(world, 62.0 / 60.0);
    ck_assert_int_eq(events.contactCount, 1);
    ck_assert(!events.contacts[0].began && events.contacts[0].time == 61.0 / 60.0);
    endWorld(world);
}

/// Between two ticks a call moves, disables or destroys a crate: contacts end at the call's time.
TEST(contacts_end_when_a_call_takes_a_body_away)
{
    for (int how = 0; how < 3; how++) {
        CaromWorld *world = newWorldUnder(10.0);
        CaromShapeDef def = reporting(true);
        newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(9.0, 1.0));
        CaromShapeId crate = crateAt(world, 0.0, 0.5, &def);
        CaromBodyId body = caromShapeBody(world, crate);
        ticks(world, 30);
        ck_assert_int_eq(caromWorldCounters(world).contacts, 1);
        double time = 30.3 / 60.0;
        caromWorldStepTo(world, time);
        if (how == 0) {
            CaromTransform there = caromBodyTransform(world, body);
            there.position.y = 5.0;
            caromBodySetTransform(world, body, there);
        } else if (how == 1) {
            caromBodySetEnabled(world, body, false);
        } else {
            caromBodyDestroy(world, body);
        }
        CaromEvents events = eventsUntil(world, 0.51);
        ck_assert_int_eq(events.contactCount, 1);
        ck_assert(!events.contacts[0].began && events.contacts[0].time == time);
        ck_assert_int_eq(caromWorldCounters(world).contacts, 0);
        ck_assert_int_eq(caromWorldEvents(world).contacts[0].bodyB.index == 0, how == 2);
        endWorld(world);
    }
}

/// What is edited and still touches goes on touching: no event.
TEST(edits_that_leave_a_crate_where_it_is_end_nothing)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromShapeDef def = reporting(true);
    CaromShapeId floor = newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(9.0, 1.0));
    CaromShapeId crate = crateAt(world, 0.0, 0.5, &def);
    ticks(world, 30);
    CaromFilter filter = {3, ~0u, 0};
    caromShapeSetFilter(world, crate, filter);
    caromShapeSetFilter(world, floor, filter);
    for (int k = 31; k < 40; k++) {
        ck_assert_int_eq(eventsUntil(world, k / 60.0).contactCount, 0);
    }
    filter.mask = 0;
    caromShapeSetFilter(world, floor, filter);
    ck_assert_int_eq(eventsUntil(world, 40.0 / 60.0).contactCount, 1);
    endWorld(world);
}

/// Sensors see dynamic bodies between ticks: a crate in free fall reaches the top of one at y = 1
/// after √(2·3.5/10) s, and its top leaves the bottom at y = 0 after √(2·5.5/10) s.
TEST(a_falling_crate_crosses_a_sensor_at_the_times_of_free_fall)
{
    static const double rates[] = {60.0, 24.0, 1000.0};
    for (int r = 0; r < 3; r++) {
        CaromWorld *world = newWorldUnder(10.0);
        CaromShapeDef def = reporting(true), plain = reporting(false);
        def.sensor = true;
        CaromShapeId gate = madeShape(caromShapeCreateBox(
            world, newRest(world), &def, caromVec2(0.0, 0.5), caromVec2(3.0, 0.5)));
        CaromShapeId crate = crateAt(world, 1.0, 5.0, &plain);
        int count = 0;
        for (int k = 1; k <= 1.2 * rates[r]; k++) {
            CaromEvents events = eventsUntil(world, k / rates[r]);
            for (int i = 0; i < events.contactCount; i++, count++) {
                const CaromContactEvent *event = &events.contacts[i];
                double time = sqrt(2.0 * (count == 0 ? 3.5 : 5.5) / 10.0);
                ck_assert(event->sensor && event->began == (count == 0));
                ck_assert(event->shapeA.index == gate.index && event->shapeB.index == crate.index);
                ck_assert_double_eq_tol(event->time, time, 1.0 / 256.0 / 1024.0);
                ck_assert(!event->began || fabs(event->manifold.points[0].point.y - 1.0) < 1e-4);
            }
        }
        ck_assert_int_eq(count, 2);
        endWorld(world);
    }
}

// ---- random worlds

/// What was told so far.
typedef struct Log {
    CaromWorld *world;
    bool touches[SHAPES][SHAPES];
    int events;
    uint64_t hash;
} Log;

static void mix(Log *log, const void *bytes, size_t size)
{
    for (size_t k = 0; k < size; k++) {
        log->hash = (log->hash ^ ((const unsigned char *)bytes)[k]) * 0x100000001B3u;
    }
}

static void take(Log *log, const CaromContactEvent *event)
{
    uint32_t a = event->shapeA.index, b = event->shapeB.index;
    ck_assert(a < b && b < SHAPES);
    ck_assert_msg(log->touches[a][b] != event->began, "%u %u at %.17g: %s twice", a, b, event->time,
                  event->began ? "begun" : "ended");
    log->touches[a][b] = event->began;
    mix(log, &event->time, sizeof event->time);
    mix(log, &a, sizeof a);
    mix(log, &b, sizeof b);
    for (int k = 0; k < event->manifold.count; k++) {
        mix(log, &event->manifold.points[k].point, sizeof(CaromVec2));
    }
    log->events++;
}

/// What can be asked for is what was told. isSolved: no call since the last tick.
static void check(const Log *log, bool isSolved)
{
    CaromContact all[400];
    bool asked[SHAPES][SHAPES] = {{false}};
    int count = caromWorldContacts(log->world, all, 400);
    for (int k = 0; k < count; k++) {
        asked[all[k].shapeA.index][all[k].shapeB.index] = true;
        ck_assert(!all[k].solved || all[k].manifold.count > 0);
    }
    for (int a = 0; a < SHAPES; a++) {
        for (int b = 0; b < SHAPES; b++) {
            ck_assert_msg(asked[a][b] == log->touches[a][b], "%d %d at %.17g: told %d", a, b,
                          caromWorldTime(log->world), log->touches[a][b]);
        }
    }
    CaromBodyId bodies[SHAPES];
    int bodyCount = caromWorldBodies(log->world, bodies, SHAPES), edges = 0;
    for (int i = 0; i < bodyCount && isSolved; i++) {
        count = caromBodyContacts(log->world, bodies[i], all, 400);
        for (int k = 0; k < count; k++) {
            bool told = asked[all[k].shapeA.index][all[k].shapeB.index];
            ck_assert(told == (all[k].since >= 0.0));
            edges += all[k].solved;
        }
    }
    int touching = caromWorldCounters(log->world).touching;
    ck_assert(!isSolved || edges == 2 * touching);
}

static void stepTo(Log *log, double time)
{
    CaromEvents events = eventsUntil(log->world, time);
    for (int k = 0; k < events.contactCount; k++) {
        take(log, &events.contacts[k]);
    }
}

static CaromWorld *newYard(int seed)
{
    TestRandom random = testRandomSeed((uint64_t)seed);
    CaromWorld *world = newWorldUnder(10.0);
    CaromShapeDef def = reporting(chance(&random, 0.5));
    const CaromVec2 hills[6] = {{9.0, 4.0},  {6.0, 0.5},  {1.0, 0.0},
                                {-2.0, 0.4}, {-6.0, 0.0}, {-9.0, 4.0}};
    madeShape(caromShapeCreateChain(world, newRest(world), &def, hills, 6, false));
    CaromBodyId lift = newSpinning(world, caromVec2(3.0, 0.5), 0.0, caromVec2(0.0, 0.4), 0.5);
    def = reporting(chance(&random, 0.5));
    madeShape(caromShapeCreateBox(world, lift, &def, caromVec2(0.0, 0.0), caromVec2(1.5, 0.1)));
    def = reporting(true);
    def.sensor = true;
    madeShape(caromShapeCreateBox(world, newRest(world), &def, caromVec2(-2.0, 1.5),
                                  caromVec2(1.0, 0.5)));
    for (int i = 0; i < 14; i++) {
        def = reporting(chance(&random, 0.6));
        def.bodyRestitution = chance(&random, 0.3) ? 0.6 : 0.0;
        CaromBodyId body = newBody(world, CAROM_BODY_DYNAMIC,
                                   caromVec2(testRandomRange(&random, -5.0, 5.0), 1.0 + 0.7 * i),
                                   caromVec2(testRandomRange(&random, -2.0, 2.0), 0.0));
        if (chance(&random, 0.5)) {
            madeShape(caromShapeCreateCircle(world, body, &def, caromVec2(0.0, 0.0), 0.4));
        } else {
            madeShape(caromShapeCreateBox(world, body, &def, caromVec2(0.0, 0.0),
                                          caromVec2(0.4, testRandomRange(&random, 0.2, 0.6))));
        }
    }
    return world;
}

/// Something that a game may do, the same for all paces.
static void edit(CaromWorld *world, TestRandom *random)
{
    CaromBodyId bodies[SHAPES];
    int count = caromWorldBodies(world, bodies, SHAPES);
    CaromBodyId body = bodies[testRandomInt(random, 0, count - 1)];
    CaromShapeId shape = {0};
    bool moves = caromBodyType(world, body) == CAROM_BODY_DYNAMIC;
    int what = testRandomInt(random, 0, 7);
    if (caromBodyShapes(world, body, &shape, 1) == 0) {
        return;
    }
    if (what == 0 && moves) {
        caromBodyDestroy(world, body);
    } else if (what == 1) {
        caromBodySetEnabled(world, body, !caromBodyIsEnabled(world, body));
    } else if (what == 2 && moves) {
        CaromTransform there = caromBodyTransform(world, body);
        there.position.y += testRandomRange(random, 0.0, 2.0);
        caromBodySetTransform(world, body, there);
    } else if (what == 3) {
        caromShapeSetContacts(world, shape, chance(random, 0.5));
    } else if (what == 4) {
        CaromFilter filter = {1, chance(random, 0.5) ? 1u : 2u, 0};
        caromShapeSetFilter(world, shape, filter);
    } else if (what == 5 && moves) {
        caromShapeSetSensor(world, shape, chance(random, 0.5));
    } else if (what == 6 && moves) {
        caromBodySetVelocity(world, body, caromVec2(testRandomRange(random, -3.0, 3.0), 4.0));
    } else if (what == 7 && moves) {
        caromBodySetType(world, body, CAROM_BODY_STATIC);
    }
}

/// 3 s; calls every 0.21 s, at ticks and between. hz 0: in random steps. A state is brought back
/// every half second, or a snapshot is loaded.
static Log play(int seed, double hz, bool returns)
{
    Log log = {newYard(seed), {{false}}, 0, 1};
    TestRandom edits = testRandomSeed((uint64_t)seed + 1000),
               paces = testRandomSeed((uint64_t)seed + 7);
    void *state = NULL;
    double edited = -1.0;
    for (int k = 1; k <= 14; k++) {
        double until = 0.21 * k, tick = floor(until * 60.0) / 60.0;
        double time = caromWorldTime(log.world);
        while (time < until) {
            double step = hz > 0.0 ? 1.0 / hz : testRandomRange(&paces, 0.0005, 0.08);
            double next = hz > 0.0 ? floor(time * hz + 1.0 + 1e-9) / hz : time + step;
            next = next <= time ? time + step : next;
            next = fmin(next, time < tick ? tick : until);
            stepTo(&log, next);
            time = next;
            double at = floor(time * 60.0 + 0.5);
            if (at / 60.0 == time) {
                check(&log, at > ceil(edited * 60.0));
            }
        }
        if (returns && k % 3 == 0) {
            size_t size = caromWorldStateSize(log.world);
            state = realloc(state, size);
            Log past = log;
            ck_assert(caromWorldSaveState(log.world, state, size, &size) == CAROM_OK);
            stepTo(&log, until + 0.07);
            ck_assert_int_eq(caromWorldRestoreState(log.world, state, size), CAROM_OK);
            log = past;
        }
        edit(log.world, &edits);
        edited = until;
    }
    free(state);
    return log;
}

TEST_LOOP(random_worlds_tell_the_same_at_all_frame_rates, 24)
{
    static const double rates[] = {60.0, 24.0, 30.0, 144.0, 1000.0, 0.0};
    Log first = play(_i, rates[0], false);
    uint64_t hash = caromWorldHash(first.world);
    ck_assert_int_gt(first.events, 5);
    for (int k = 1; k < 7; k++) {
        Log other = play(_i, rates[k % 6], k == 6);
        ck_assert_int_eq(other.events, first.events);
        ck_assert_msg(other.hash == first.hash, "seed %d at %g Hz", _i, rates[k % 6]);
        ck_assert(caromWorldHash(other.world) == hash);
        endWorld(other.world);
    }
    endWorld(first.world);
}
