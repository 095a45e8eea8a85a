// SPDX-License-Identifier: MIT
// Meetings against oracles: all pairs, by the closed form or by halving, in long double; and
// against what must be kept, momentum and energy, and distance.
#include "../../../world/data/world.h"
#include "../../support/builder.h"
#include "../../support/flight_field.h"

#include <float.h>
#include <math.h>

#define MOST 64

typedef long double Real;

typedef struct Disc {
    Real x, y, vx, vy, ax, ay, radius, mass;
} Disc;

static CaromWorld *makeWorld(void)
{
    CaromWorldDef def = caromWorldDef();
    def.tag = 9;
    return caromWorldCreate(&def, NULL);
}

static CaromProjectileId fireDisc(CaromWorld *world, const Disc *disc)
{
    CaromProjectileDef def = newShot(caromVec2((double)disc->x, (double)disc->y),
                                     caromVec2((double)disc->vx, (double)disc->vy));
    def.acceleration = caromVec2((double)disc->ax, (double)disc->ay);
    def.radius = (double)disc->radius;
    def.mass = (double)disc->mass;
    def.meetMask = UINT64_MAX;
    return fireShot(world, &def);
}

static double range(TestRandom *random, double lo, double hi)
{
    return testRandomRange(random, lo, hi);
}

/// Discs that do not overlap, in a square.
static int scatter(TestRandom *random, Disc *discs, int count, double half, double speed)
{
    int made = 0;
    for (int tries = 0; made < count && tries < 10000; tries++) {
        Disc d = {range(random, -half, half),
                  range(random, -half, half),
                  range(random, -speed, speed),
                  range(random, -speed, speed),
                  0,
                  0,
                  range(random, 0.05, 0.3),
                  range(random, 0.5, 4.0)};
        bool isFree = true;
        for (int k = 0; k < made; k++) {
            isFree &=
                hypotl(d.x - discs[k].x, d.y - discs[k].y) > d.radius + discs[k].radius + 0.01L;
        }
        if (isFree) {
            discs[made++] = d;
        }
    }
    return made;
}

// ---- many, straight: a loop over all pairs for each event

/// When two that move straight touch, from now on; huge: never.
static Real touchTime(const Disc *a, const Disc *b)
{
    Real x = b->x - a->x, y = b->y - a->y, vx = b->vx - a->vx, vy = b->vy - a->vy;
    Real reach = a->radius + b->radius, dot = x * vx + y * vy, speed = vx * vx + vy * vy;
    Real d = dot * dot - speed * (x * x + y * y - reach * reach);
    return dot >= 0 || d < 0 ? 1e300L : (-dot - sqrtl(d)) / speed;
}

static void exchange(Disc *a, Disc *b)
{
    Real x = b->x - a->x, y = b->y - a->y, length = hypotl(x, y);
    Real closing = ((a->vx - b->vx) * x + (a->vy - b->vy) * y) / length;
    Real push = 2 * closing / (1 / a->mass + 1 / b->mass) / length;
    a->vx -= push / a->mass * x;
    a->vy -= push / a->mass * y;
    b->vx += push / b->mass * x;
    b->vy += push / b->mass * y;
}

/// The next meeting of all; moves all discs there. False: none.
static bool nextOfAll(Disc *discs, int count, Real *time, int pair[2])
{
    Real first = 1e300L;
    for (int a = 0; a < count; a++) {
        for (int b = a + 1; b < count; b++) {
            Real t = touchTime(&discs[a], &discs[b]);
            if (t < first) {
                first = t;
                pair[0] = a;
                pair[1] = b;
            }
        }
    }
    for (int i = 0; i < count && first < 1e300L; i++) {
        discs[i].x += discs[i].vx * first;
        discs[i].y += discs[i].vy * first;
    }
    *time += first;
    return first < 1e300L;
}

TEST_LOOP(many_meet_as_a_loop_over_all_pairs_says, 100 * flightTestTimes(20))
{
    TestRandom random = testRandomSeed(5000 + (uint64_t)_i);
    Disc discs[MOST];
    int count = scatter(&random, discs, testRandomInt(&random, 2, 16), 2.0, 3.0), pair[2];
    CaromWorld *world = makeWorld();
    for (int i = 0; i < count; i++) {
        fireDisc(world, &discs[i]);
    }
    caromWorldStepTo(world, 100.0); // no walls: by then all are far apart
    CaromEvents events = caromWorldEvents(world);
    Real time = 0;
    int most = LDBL_MANT_DIG > 53 ? 10 : 6; // errors grow tenfold and more with each meeting
    for (int k = 0; k < most; k++) {
        if (!nextOfAll(discs, count, &time, pair)) {
            ck_assert_int_eq(events.meetCount, k);
            break;
        }
        ck_assert_int_gt(events.meetCount, k);
        const CaromMeetEvent *meet = &events.meets[k];
        ck_assert_msg((int)meet->a.index - 1 == pair[0] && (int)meet->b.index - 1 == pair[1],
                      "seed %d: meeting %d is of others", _i, k);
        ck_assert_double_eq_tol(meet->time, (double)time, 1e-6);
        exchange(&discs[pair[0]], &discs[pair[1]]);
        ck_assert_double_eq_tol(meet->afterA.x, (double)discs[pair[0]].vx, 1e-4);
        ck_assert_double_eq_tol(meet->afterB.y, (double)discs[pair[1]].vy, 1e-4);
    }
    caromWorldDestroy(world);
}

// ---- two, curved: small steps and halving

static Real gapAt(const Disc *a, const Disc *b, Real t)
{
    Real x = b->x - a->x + (b->vx - a->vx + 0.5L * (b->ax - a->ax) * t) * t;
    Real y = b->y - a->y + (b->vy - a->vy + 0.5L * (b->ay - a->ay) * t) * t;
    return hypotl(x, y) - (a->radius + b->radius);
}

/// The first time in (0, end] at which the gap ends, from outside; negative: none.
static Real halve(const Disc *a, const Disc *b, Real end, int steps)
{
    for (int k = 1; k <= steps; k++) {
        Real lo = end * (k - 1) / steps, hi = end * k / steps;
        if (gapAt(a, b, lo) > 0 && gapAt(a, b, hi) <= 0) {
            for (int i = 0; i < 80; i++) {
                Real mid = 0.5L * (lo + hi);
                *(gapAt(a, b, mid) > 0 ? &lo : &hi) = mid;
            }
            return hi;
        }
    }
    return -1;
}

/// A passage so short that small steps may step over it.
static bool isShort(const Disc *a, const Disc *b, Real time, Real step)
{
    return gapAt(a, b, time + step) > 0 || gapAt(a, b, time + 0.01L * step) > -1e-9L;
}

TEST_LOOP(two_meet_as_halving_says, 40 * flightTestTimes(20))
{
    TestRandom random = testRandomSeed(7000 + (uint64_t)_i);
    int found = 0;
    for (int round = 0; round < 40; round++) {
        static const Disc blank;
        Disc d[2] = {blank, blank};
        const Real end = 4;
        const int steps = 4000;
        for (int i = 0; i < 2; i++) {
            double spread = testRandomInt(&random, 0, 3) == 0 ? 0.2 : 3.0;
            double aim = i == 1 ? range(&random, 0.0, 1.5) : 0.0; // mostly towards the other
            Disc disc = {range(&random, -spread, spread), range(&random, -spread, spread),
                         range(&random, -4, 4),           range(&random, -4, 4),
                         range(&random, -3, 3),           range(&random, -3, 3),
                         range(&random, 0.0, 0.5),        1};
            disc.vx = i == 0 ? disc.vx : d[0].vx + aim * (d[0].x - disc.x) + 0.1L * disc.vx;
            disc.vy = i == 0 ? disc.vy : d[0].vy + aim * (d[0].y - disc.y) + 0.1L * disc.vy;
            d[i] = disc;
        }
        if (round % 4 == 0) { // the same acceleration: relatively straight
            d[1].ax = d[0].ax;
            d[1].ay = d[0].ay;
        }
        CaromWorld *world = makeWorld();
        fireDisc(world, &d[0]);
        fireDisc(world, &d[1]);
        Real time = halve(&d[0], &d[1], end, steps);
        CaromEvents events = eventsUntil(world, (double)end);
        if (events.meetCount > 0) {
            Real got = events.meets[0].time;
            ck_assert_double_lt((double)fabsl(gapAt(&d[0], &d[1], got)), 1e-11);
            if (!isShort(&d[0], &d[1], got, end / steps)) {
                ck_assert_msg(fabsl(got - time) < 1e-8L, "seed %d round %d: %.17g, not %.17g", _i,
                              round, (double)got, (double)time);
                found++;
            }
        } else {
            ck_assert_msg(time < 0 || isShort(&d[0], &d[1], time, end / steps),
                          "seed %d round %d: missed at %.17g", _i, round, (double)time);
        }
        caromWorldDestroy(world);
    }
    ck_assert_int_gt(found, 3);
}

// ---- what is kept

typedef struct Sums {
    Real px, py, energy;
} Sums;

static Sums sumUp(const CaromWorld *world, const Disc *discs, const CaromProjectileId *ids,
                  int count)
{
    Sums sums = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        CaromVec2 v = caromProjectileVelocity(world, ids[i]);
        sums.px += discs[i].mass * v.x;
        sums.py += discs[i].mass * v.y;
        sums.energy += 0.5L * discs[i].mass * ((Real)v.x * v.x + (Real)v.y * v.y);
    }
    return sums;
}

TEST_LOOP(momentum_and_energy_are_kept, 8)
{
    TestRandom random = testRandomSeed(100 + (uint64_t)_i);
    Disc discs[MOST];
    CaromProjectileId ids[MOST];
    int count = scatter(&random, discs, 40, 3.0, 3.0);
    CaromWorld *world = makeWorld();
    for (int i = 0; i < count; i++) {
        Real toCentre = 1 / (1 + hypotl(discs[i].x, discs[i].y));
        discs[i].vx -= discs[i].x * toCentre;
        discs[i].vy -= discs[i].y * toCentre;
        ids[i] = fireDisc(world, &discs[i]);
    }
    Sums before = sumUp(world, discs, ids, count);
    caromWorldStepTo(world, 10.0);
    ck_assert_int_gt(caromWorldCounters(world).meetings, 20);
    Sums after = sumUp(world, discs, ids, count);
    ck_assert_double_lt((double)fabsl(after.px - before.px), 1e-12);
    ck_assert_double_lt((double)fabsl(after.py - before.py), 1e-12);
    ck_assert_double_lt((double)fabsl(after.energy / before.energy - 1), 1e-13);
    caromWorldDestroy(world);
}

static void addRoom(CaromWorld *world, double half)
{
    CaromBodyId body = newRest(world);
    CaromVec2 c[4] = {{-half, -half}, {-half, half}, {half, half}, {half, -half}};
    for (int i = 0; i < 4; i++) {
        newOneSided(world, body, c[i], c[(i + 1) % 4]);
    }
}

/// A dense gas in a room: none ever overlaps another or leaves, energy is kept.
TEST_LOOP(a_gas_stays_apart_and_inside, 8 * flightTestTimes(20))
{
    TestRandom random = testRandomSeed(300 + (uint64_t)_i);
    Disc discs[MOST];
    CaromProjectileId ids[MOST];
    CaromVec2 places[MOST];
    const double half = 3.5;
    CaromWorld *world = makeWorld();
    addRoom(world, half);
    int count = scatter(&random, discs, 60, half - 0.35, 4.0), meetings = 0;
    for (int i = 0; i < count; i++) {
        ids[i] = fireDisc(world, &discs[i]);
    }
    Sums before = sumUp(world, discs, ids, count);
    for (double time = 0.0; time < 3.0;) {
        time += range(&random, 1e-4, 0.1);
        ck_assert_int_eq(caromWorldStepTo(world, time), CAROM_STEP_OK);
        meetings += caromWorldCounters(world).meetings;
        ck_assert_int_eq(caromWorldPositions(world, places, NULL, MOST), count);
        for (int a = 0; a < count; a++) {
            double r = (double)discs[a].radius;
            ck_assert_double_lt(fmax(fabs(places[a].x), fabs(places[a].y)) + r, half + 1e-12);
            for (int b = a + 1; b < count; b++) {
                double reach = r + (double)discs[b].radius;
                double distance = hypot(places[a].x - places[b].x, places[a].y - places[b].y);
                ck_assert_msg(distance > reach - 1e-12, "seed %d: %d and %d overlap by %g at %g",
                              _i, a, b, reach - distance, time);
            }
        }
    }
    ck_assert_int_gt(meetings, 300);
    Sums after = sumUp(world, discs, ids, count);
    ck_assert_double_lt((double)fabsl(after.energy / before.energy - 1), 1e-12);
    caromWorldDestroy(world);
}

// ---- hints change nothing

static void setStretch(CaromWorld *world, double stretch)
{
    world->projectilePairs.stretch = stretch;
    for (int k = 0; k < crArrayCount(world->projectilePairs.all); k++) {
        world->projectilePairs.all[k].stretch = stretch;
    }
}

/// How far partners look ahead is a hint: wild new values before each step change no bit.
TEST_LOOP(horizons_change_nothing, 48 * flightTestTimes(20))
{
    static const double stretches[4] = {0.0, 1e-4, 0.3, 1e9};
    FlightField fields[4];
    for (int k = 0; k < 4; k++) {
        CaromWorldDef def = caromWorldDef();
        int habits = _i % 16 | FIELD_MEETS | (_i % 4 == 1 ? FIELD_RIGID : 0);
        flightFieldInit(&fields[k], 800 + (uint64_t)_i, habits, &def);
        for (int step = 1; step <= 60; step++) {
            if (stretches[k] > 0.0) {
                setStretch(fields[k].world, stretches[k]);
            }
            flightFieldStepTo(&fields[k], step / 30.0);
        }
        ck_assert_msg(flightLogDifference(&fields[0].log, &fields[k].log) < 0,
                      "seed %d: other events with %g", _i, stretches[k]);
        ck_assert(caromWorldHash(fields[0].world) == caromWorldHash(fields[k].world));
    }
    for (int k = 0; k < 4; k++) {
        flightFieldFree(&fields[k]);
    }
}
