// SPDX-License-Identifier: MIT
// Places along predicted ways. Times: against the leg's formula. Ways: against a sum of ten
// thousand chords per leg in long double.
#include "../../../world/api/carom.h"
#include "../../support/random.h"

#include <math.h>
#include <string.h>

#include "../../support/assertions.h"

#define CHORDS 10000
#define POINTS 512

/// A made-up prediction of given legs.
static CaromPrediction madeOf(CaromLeg *legs, int count)
{
    CaromPrediction p = caromPrediction();
    p.legs = legs;
    p.legCount = p.legCapacity = count;
    p.from = legs[0].start;
    p.time = legs[count - 1].end;
    return p;
}

static CaromVec2 placeOn(const CaromLeg *leg, double tau)
{
    return caromVec2(leg->position.x + (leg->velocity.x + 0.5 * leg->acceleration.x * tau) * tau,
                     leg->position.y + (leg->velocity.y + 0.5 * leg->acceleration.y * tau) * tau);
}

/// The way of one of a leg's chords: its vector is the velocity at its middle times its duration.
static long double chordOf(const CaromLeg *leg, int k)
{
    long double h = ((long double)leg->end - leg->start) / CHORDS, mid = (k + 0.5L) * h;
    long double vx = leg->velocity.x + leg->acceleration.x * mid,
                vy = leg->velocity.y + leg->acceleration.y * mid;
    return h * sqrtl(vx * vx + vy * vy);
}

static long double wayOf(const CaromLeg *leg)
{
    long double sum = 0.0L;
    for (int k = 0; k < CHORDS; k++) {
        sum += chordOf(leg, k);
    }
    return sum;
}

/// The time since its start by which a leg has gone a way, as if evenly within a chord.
static double timeOfWay(const CaromLeg *leg, long double way)
{
    long double h = ((long double)leg->end - leg->start) / CHORDS, sum = 0.0L;
    int k = 0;
    while (k < CHORDS - 1 && sum + chordOf(leg, k) < way) {
        sum += chordOf(leg, k++);
    }
    long double chord = chordOf(leg, k);
    return (double)(chord > 0.0L ? (k + (way - sum) / chord) * h : k * h);
}

static CaromLeg randomLeg(TestRandom *random, double start)
{
    CaromLeg leg = {0};
    double bend = pow(10.0, testRandomRange(random, -9.0, 2.0));
    leg.start = start;
    leg.end = start + testRandomRange(random, 0.1, 2.0);
    leg.position =
        caromVec2(testRandomRange(random, -9.0, 9.0), testRandomRange(random, -9.0, 9.0));
    leg.velocity =
        caromVec2(testRandomRange(random, -9.0, 9.0), testRandomRange(random, -9.0, 9.0));
    leg.acceleration = caromVec2(bend * testRandomRange(random, -1.0, 1.0), -bend);
    if (testRandomInt(random, 0, 3) == 0) { // up and down again: no speed at its apex
        leg.velocity.x = leg.acceleration.x = 0.0;
    }
    if (testRandomInt(random, 0, 3) == 0) {
        leg.acceleration = caromVec2(0.0, 0.0);
    }
    return leg;
}

TEST_SEEDS(places_at_equal_ways_are_that_far_apart, 48)
{
    CaromLeg leg = randomLeg(&random, testRandomRange(&random, -1.0, 1.0));
    CaromPrediction p = madeOf(&leg, 1);
    CaromVec2 points[POINTS];
    double all = (double)wayOf(&leg), spacing = all / 7.3, first = 0.4 * spacing;
    ck_assert_msg(caromPredictionSampleWay(&p, first, spacing, points, POINTS) == 7,
                  "seed %d: not 7 places", _i);
    for (int k = 0; k < 7; k++) {
        CaromVec2 at = placeOn(&leg, timeOfWay(&leg, first + k * spacing));
        double error = hypot(at.x - points[k].x, at.y - points[k].y);
        // chords are short by (h·bend)²/24 of the way
        ck_assert_msg(error <= 1e-6 * all, "seed %d place %d: off by %g of %g", _i, k, error, all);
    }
}

TEST(ways_go_on_over_legs)
{
    // 3 m to the right, waits, 4 m upwards; a dot every metre
    CaromLeg legs[3] = {{.start = 0.0, .end = 1.5, .velocity = {2.0, 0.0}},
                        {.start = 1.5, .end = 2.0, .position = {3.0, 0.0}},
                        {.start = 2.0, .end = 3.0, .position = {3.0, 0.0}, .velocity = {0.0, 4.0}}};
    CaromPrediction p = madeOf(legs, 3);
    CaromVec2 points[8];
    ck_assert_int_eq(caromPredictionSampleWay(&p, 0.5, 1.0, points, 8), 7);
    for (int k = 0; k < 7; k++) {
        CaromVec2 at = k < 3 ? caromVec2(0.5 + k, 0.0) : caromVec2(3.0, k - 2.5);
        ck_assert(points[k].x == at.x && points[k].y == at.y);
    }
    ck_assert_int_eq(caromPredictionSampleWay(&p, 0.5, 1.0, NULL, 0), 7);
    p.from = 1.0; // begins within the first leg, a metre before its end
    ck_assert_int_eq(caromPredictionSampleWay(&p, 0.0, 5.0, points, 8), 2);
    ck_assert(points[0].x == 2.0 && points[1].x == 3.0 && points[1].y == 4.0);
}

TEST_SEEDS(places_at_times_are_the_legs, 64)
{
    CaromLeg legs[5];
    double time = testRandomRange(&random, -1.0, 1.0), from = time + 0.05;
    for (int l = 0; l < 5; l++) {
        legs[l] = randomLeg(&random, time);
        time = legs[l].end;
    }
    CaromPrediction p = madeOf(legs, 5);
    CaromVec2 points[POINTS];
    double spacing = testRandomRange(&random, 0.03, 0.5),
           first = testRandomRange(&random, -2.0, 2.0);
    p.from = from;
    int count = caromPredictionSample(&p, first, spacing, points, POINTS), next = 0;
    for (int k = 0; first + k * spacing <= time; k++) {
        double at = first + k * spacing;
        int l = 4;
        while (l > 0 && legs[l].start > at) {
            l--;
        }
        if (at >= from) {
            CaromVec2 place = placeOn(&legs[l], at - legs[l].start);
            ck_assert_msg(place.x == points[next].x && place.y == points[next].y,
                          "seed %d: place %d", _i, next);
            next++;
        }
    }
    ck_assert_int_eq(count, next);
    ck_assert_int_eq(caromPredictionSample(&p, first, spacing, NULL, 0), count);
}

TEST(no_more_places_than_legs_are_known)
{
    CaromLeg legs[2] = {{.start = 0.0, .end = 1.0, .velocity = {1.0, 0.0}},
                        {.start = 1.0, .end = 2.0, .position = {1.0, 0.0}}};
    CaromPrediction p = madeOf(legs, 2);
    CaromVec2 points[4];
    ck_assert_int_eq(caromPredictionSample(&p, 0.0, 0.5, points, 4), 5);
    p.legCapacity = 1; // the second did not fit
    ck_assert_int_eq(caromPredictionSample(&p, 0.0, 0.5, points, 4), 3);
    ck_assert_int_eq(caromPredictionSampleWay(&p, 0.0, 0.5, points, 4), 3);
    ck_assert_int_eq(caromPredictionSample(&p, 0.0, 1e-300, points, 4), CAROM_UNLIMITED);
    ck_assert_int_eq(caromPredictionSampleWay(&p, 0.0, 1e-300, points, 4), CAROM_UNLIMITED);
    ck_assert_int_eq(caromPredictionSample(&p, 3.0, 0.5, points, 4), 0);
    ck_assert_int_eq(caromPredictionSample(&p, -1e12, 1e12, points, 4), 1);
    p.legCount = 0;
    ck_assert_int_eq(caromPredictionSample(&p, 0.0, 0.5, points, 4), 0);
}

TEST(the_way_ends_where_it_sticks_and_begins_at_its_start)
{
    CaromLeg legs[2];
    memset(legs, 0, sizeof legs);
    legs[0].end = legs[1].start = 1.0;
    legs[1].end = 2.0;
    legs[0].velocity = legs[1].velocity = caromVec2(2.0, 0.0);
    legs[1].position = caromVec2(2.0, 0.0);
    legs[1].mode = CAROM_PROJECTILE_STUCK;
    CaromPrediction p = madeOf(legs, 2);
    CaromVec2 points[9];
    ck_assert_int_eq(caromPredictionSampleWay(&p, 0.0, 0.5, points, 9), 5);
    ck_assert(points[4].x == 2.0);
    ck_assert_int_eq(caromPredictionSampleWay(&p, -0.5, 0.5, points, 9), 0);
}
