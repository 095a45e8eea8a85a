// SPDX-License-Identifier: MIT
// A path against a fat edge: the first entry, judged by the distance in long double on a fine
// lattice; and vertices, through which nothing slips.
#include "../../shapes/path.h"
#include "../../shapes/shapes.h"
#include "../support/flight_field.h"

#include <math.h>

#include "../support/assertions.h"

#define LATTICE 2000
#define SPAN 4.0L   ///< [s] that the oracle looks at
#define CLEAR 1e-9L ///< [m] what is nearer to a border than this may be judged either way

typedef struct Wide {
    long double x, y;
} Wide;

static Wide placeAt(const CrPath *path, long double t)
{
    Wide p = {path->p.x + (path->v.x + path->a.x * t / 2) * t,
              path->p.y + (path->v.y + path->a.y * t / 2) * t};
    return p;
}

/// Signed distance from the edge's line, > 0 on the left; *along is 0 at a and 1 at b.
static long double offLine(const CrEdge *edge, Wide p, long double *along)
{
    long double dx = (long double)edge->b.x - edge->a.x, dy = (long double)edge->b.y - edge->a.y;
    long double px = p.x - edge->a.x, py = p.y - edge->a.y, length = sqrtl(dx * dx + dy * dy);
    *along = (dx * px + dy * py) / (length * length);
    return (dx * py - dy * px) / length;
}

/// Distance from the surface; < 0 inside.
static long double gapAt(const CrPath *path, const CrEdge *edge, long double t)
{
    Wide p = placeAt(path, t);
    long double along, side = offLine(edge, p, &along);
    if (along >= 0 && along <= 1) {
        return fabsl(side) - edge->reach;
    }
    CaromVec2 end = along < 0 ? edge->a : edge->b;
    return hypotl(p.x - end.x, p.y - end.y) - edge->reach;
}

/// Halves the time between free and inside.
static long double entryBetween(const CrPath *path, const CrEdge *edge, long double lo,
                                long double hi)
{
    for (int k = 0; k < 70; k++) {
        long double middle = (lo + hi) / 2;
        *(gapAt(path, edge, middle) > 0 ? &lo : &hi) = middle;
    }
    return hi;
}

/// The first clear entry of a disc on the lattice that counts, after the start; -1: none.
static long double firstEntry(const CrPath *path, const CrEdge *edge)
{
    long double before = gapAt(path, edge, 0);
    for (int k = 1; k <= LATTICE; k++) {
        long double t = SPAN * k / LATTICE, gap = gapAt(path, edge, t), along;
        if (before > 0 && gap < -CLEAR) {
            long double tau = entryBetween(path, edge, SPAN * (k - 1) / LATTICE, t);
            long double side = offLine(edge, placeAt(path, tau), &along);
            if (!edge->oneSided || side < -CLEAR) {
                return tau;
            }
        }
        before = gap < -CLEAR || gap > CLEAR ? gap : before;
    }
    return -1;
}

static double anyNumber(TestRandom *random, bool whole, double most)
{
    double x = testRandomRange(random, -most, most);
    return whole ? floor(2.0 * x) / 2.0 : x;
}

static CaromVec2 anyVec(TestRandom *random, bool whole, double most)
{
    double x = anyNumber(random, whole, most);
    return caromVec2(x, anyNumber(random, whole, most));
}

static CrPath anyPath(TestRandom *random, bool whole, bool curved)
{
    CaromVec2 p = anyVec(random, whole, 6.0), v = anyVec(random, whole, 6.0),
              a = anyVec(random, whole, 8.0);
    return crPathMake(p, v, curved ? a : caromVec2(0.0, 0.0));
}

static CrEdge anyEdge(TestRandom *random, bool whole, bool fat)
{
    CrEdge edge = {anyVec(random, whole, 4.0), anyVec(random, whole, 4.0), 0.0,
                   testRandomInt(random, 0, 1) == 1};
    edge.reach = fat ? (whole ? 0.5 : testRandomRange(random, 0.001, 1.5)) : 0.0;
    if (edge.a.x == edge.b.x && edge.a.y == edge.b.y) {
        edge.b.x += 1.0;
    }
    return edge;
}

TEST_SEEDS(discs_enter_when_the_distance_says, 100 * flightTestTimes(50))
{
    for (int round = 0; round < 20; round++) {
        bool whole = testRandomInt(&random, 0, 1) == 1;
        CrPath path = anyPath(&random, whole, _i % 2);
        CrEdge edge = anyEdge(&random, whole, true);
        CrMeet meet;
        long double expected = firstEntry(&path, &edge), gap = gapAt(&path, &edge, 0), along;
        bool starts = fabsl(gap) > CLEAR &&
                      (!edge.oneSided || fabsl(offLine(&edge, placeAt(&path, 0), &along)) > CLEAR);
        bool met = crPathMeets(&path, &edge, 0.0, false, &meet);
        if (!starts) {
            continue; // on the surface: another test's business
        }
        if (met && meet.tau <= (double)SPAN) {
            ck_assert_msg(fabsl(gapAt(&path, &edge, meet.tau)) < 1e-12L,
                          "seed %d.%d: nothing at %.17g", _i, round, meet.tau);
            ck_assert_msg(expected < 0 || meet.tau <= expected + CLEAR, "seed %d.%d: late, %.17g",
                          _i, round, meet.tau);
            CaromVec2 n = crEdgeNormal(&edge, meet.part, crPathPoint(&path, meet.tau));
            CaromVec2 v = crPathVelocity(&path, meet.tau);
            ck_assert_msg(n.x * v.x + n.y * v.y <= 1e-6, "seed %d.%d: leaves as it enters", _i,
                          round);
        } else {
            ck_assert_msg(expected < 0, "seed %d.%d: misses the entry at %.17Lg", _i, round,
                          expected);
        }
    }
}

/// The first crossing of a thin edge on the lattice, clearly between its ends; -1: none.
static long double firstCrossing(const CrPath *path, const CrEdge *edge)
{
    long double along, before = offLine(edge, placeAt(path, 0), &along);
    for (int k = 1; k <= LATTICE; k++) {
        long double lo = SPAN * (k - 1) / LATTICE, hi = SPAN * k / LATTICE,
                    side = offLine(edge, placeAt(path, hi), &along);
        if ((before > 0) != (side > 0) && fabsl(before) > CLEAR && fabsl(side) > CLEAR) {
            for (int n = 0; n < 70; n++) {
                long double middle = (lo + hi) / 2;
                *((offLine(edge, placeAt(path, middle), &along) > 0) == (before > 0) ? &lo : &hi) =
                    middle;
            }
            offLine(edge, placeAt(path, hi), &along);
            if (along > CLEAR && along < 1 - CLEAR && (!edge->oneSided || before < 0)) {
                return hi;
            }
        }
        before = fabsl(side) > CLEAR ? side : before;
    }
    return -1;
}

/// What may be left out is what comes after.
TEST_SEEDS(nothing_before_the_limit_is_left_out, 64)
{
    for (int round = 0; round < 200; round++) {
        bool whole = testRandomInt(&random, 0, 1) == 1;
        CrPath path = anyPath(&random, whole, _i % 4 != 0);
        CrEdge edge = anyEdge(&random, whole, round % 4 != 0);
        CrMeet meet, before;
        if (!crPathMeets(&path, &edge, 0.0, false, &meet)) {
            ck_assert_msg(!crPathMeetsBefore(&path, &edge, CR_NOT_EVER, &before), "seed %d.%d", _i,
                          round);
            continue;
        }
        for (int k = 0; k < 3; k++) {
            double until = meet.tau * (k == 0 ? 1.0 : testRandomRange(&random, 1.0, 2.0));
            bool met = crPathMeetsBefore(&path, &edge, until, &before);
            ck_assert_msg(met && before.tau == meet.tau && before.part == meet.part,
                          "seed %d.%d: met at %.17g, not before %.17g", _i, round, meet.tau, until);
        }
    }
}

TEST_SEEDS(points_cross_when_the_line_says, 100 * flightTestTimes(50))
{
    for (int round = 0; round < 20; round++) {
        bool whole = testRandomInt(&random, 0, 1) == 1;
        CrPath path = anyPath(&random, whole, _i % 2);
        CrEdge edge = anyEdge(&random, whole, false);
        CrMeet meet;
        long double expected = firstCrossing(&path, &edge), along;
        bool met = crPathMeets(&path, &edge, 0.0, false, &meet);
        if (met && meet.tau <= (double)SPAN) {
            Wide at = placeAt(&path, meet.tau);
            long double side = offLine(&edge, at, &along);
            bool on = along > -1e-9L && along < 1 + 1e-9L && fabsl(side) < 1e-12L;
            ck_assert_msg(on, "seed %d.%d: nothing at %.17g", _i, round, meet.tau);
            ck_assert_msg(expected < 0 || meet.tau <= expected + CLEAR, "seed %d.%d: late, %.17g",
                          _i, round, meet.tau);
        } else {
            ck_assert_msg(expected < 0, "seed %d.%d: misses the crossing at %.17Lg", _i, round,
                          expected);
        }
    }
}

// Aimed exactly at a vertex (all numbers are short multiples of powers of two, so that the path
// contains it), or a rounding beside it, from outside: if it is clearly inside a little later, one
// of the edges was met on the way.
TEST_SEEDS(nothing_slips_through_a_vertex, 200 * flightTestTimes(50))
{
    CaromVec2 points[9];
    int count = testRandomInt(&random, 3, 9);
    flightStar(&random, points, count, 2.0, _i % 3 == 0);
    for (int k = 0; k < count; k++) {
        points[k] = caromVec2(floor(points[k].x * 64.0) / 64.0, floor(points[k].y * 64.0) / 64.0);
    }
    if (caromPolygonValidate(points, count, NULL) != CAROM_OK ||
        caromPolygonWinding(points, count) != 1) {
        return;
    }
    for (int round = 0; round < 200; round++) {
        CaromVec2 vertex = points[testRandomInt(&random, 0, count - 1)];
        CaromVec2 p = anyVec(&random, true, 6.0), a = anyVec(&random, true, 8.0);
        a = round % 2 ? a : caromVec2(0.0, 0.0);
        double reach = testRandomInt(&random, 0, 2) ? 0.0 : 0x1p-6,
               time = testRandomInt(&random, 0, 1) ? 1.0 : 0.5;
        CaromVec2 v = caromVec2((vertex.x - p.x) / time - 0.5 * a.x * time,
                                (vertex.y - p.y) / time - 0.5 * a.y * time);
        v.x = round % 5 == 0 ? nextafter(v.x, round % 10 ? 9e9 : -9e9) : v.x;
        CrPath path = crPathMake(p, v, a);
        bool inside =
            caromNearestOnPolygon(crPathPoint(&path, time + 1e-3), points, count).distance < -1e-9;
        if (caromPointInPolygon(p, points, count) || !inside ||
            caromNearestOnPolygon(p, points, count).distance <= reach) {
            continue;
        }
        bool met = false;
        for (int k = 0; k < count; k++) {
            CrEdge edge = {points[k], points[(k + 1) % count], reach, true};
            CrMeet meet;
            met |= crPathMeets(&path, &edge, 0.0, false, &meet) && meet.tau <= time + 1e-3;
        }
        ck_assert_msg(met, "seed %d.%d: from (%g, %g) through (%.17g, %.17g)", _i, round, p.x, p.y,
                      vertex.x, vertex.y);
    }
}

/// How often more a path comes into a triangle that winds to the left than out of it, up to a time.
static int comesInto(const CrPath *path, const CaromVec2 corners[3], double until)
{
    int balance = 0;
    for (int k = 0; k < 3; k++) {
        CrEdge edge = {corners[k], corners[(k + 1) % 3], 0.0, false};
        CrMeet meet = {0.0, CR_PART_LEFT};
        while (!crPathOnlyTouches(path, &edge) &&
               crPathMeets(path, &edge, meet.tau, meet.tau > 0.0, &meet) && meet.tau < until) {
            balance += meet.part == CR_PART_RIGHT ? 1 : -1;
        }
    }
    return balance;
}

/// A bent path through a corner, or up and down its own line, is inside afterwards if it came in
/// once more than out: edges agree on the way in which each of them is crossed.
TEST_SEEDS(who_passes_a_corner_is_where_its_edges_say, 20)
{
    int judged = 0;
    for (int round = 0; round < 4000; round++) {
        double unit = round % 3 ? 0.125 : 0.1; // paths pass the corner exactly, or nearly
        CaromVec2 corners[3], v, a;
        for (int k = 0; k < 3; k++) {
            corners[k] = caromVec2(testRandomInt(&random, -4, 4), testRandomInt(&random, -4, 4));
        }
        a = caromVec2(unit * testRandomInt(&random, -16, 16), unit * testRandomInt(&random, -1, 1));
        v = caromVec2(unit * testRandomInt(&random, -8, 8), unit * testRandomInt(&random, -8, 8));
        v = testRandomInt(&random, 0, 2) ? v : caromVec2Scale(a, testRandomInt(&random, -2, 2));
        double time = unit * testRandomInt(&random, 4, 16), until = 1.75 * time;
        CaromVec2 way =
            caromVec2(v.x * time + a.x * time * time / 2.0, v.y * time + a.y * time * time / 2.0);
        CrPath path = crPathMake(caromVec2Sub(corners[0], way), v, a);
        CaromVec2 end = crPathPoint(&path, until);
        if (!path.curved || caromPolygonWinding(corners, 3) != 1 ||
            fabs(caromNearestOnPolygon(path.p, corners, 3).distance) < 1e-6 ||
            fabs(caromNearestOnPolygon(end, corners, 3).distance) < 1e-6) {
            continue;
        }
        judged++;
        int balance =
            caromPointInPolygon(end, corners, 3) - caromPointInPolygon(path.p, corners, 3);
        int told = comesInto(&path, corners, until);
        ck_assert_msg(told == balance,
                      "seed %d.%d: (%.17g, %.17g) + (%.17g, %.17g)t + (%.17g, %.17g)t²/2 to "
                      "%.17g: %d, not %d",
                      _i, round, path.p.x, path.p.y, v.x, v.y, a.x, a.y, until, told, balance);
    }
    ck_assert_int_ge(judged, 1000);
}

// The square of the distance has no digits left for the square of the radius.
TEST_SEEDS(tiny_disc_finds_a_far_vertex, 100)
{
    double time = testRandomRange(&random, 1.0, 100.0), reach = 1e-7;
    CaromVec2 v = anyVec(&random, false, 100.0), a = anyVec(&random, false, 10.0);
    CaromVec2 p = caromVec2(-(v.x + 0.5 * a.x * time) * time, -(v.y + 0.5 * a.y * time) * time);
    CrPath path = crPathMake(p, v, a);
    CaromVec2 way = crPathVelocity(&path, time);
    CrEdge edge = {caromVec2(0.0, 0.0), way, reach, false}; // from the vertex straight away
    CrMeet meet;
    ck_assert(crPathMeets(&path, &edge, 0.0, false, &meet));
    ck_assert_msg(fabsl(gapAt(&path, &edge, meet.tau)) < 1e-9L, "seed %d: nothing at %.17g", _i,
                  meet.tau);
}

// What leaves, leaves when the distance says; it was inside until then.
TEST_SEEDS(leaves_when_the_distance_says, 40 * flightTestTimes(50))
{
    for (int round = 0; round < 50; round++) {
        CrEdge edge = anyEdge(&random, false, true);
        CrPath path = anyPath(&random, false, _i % 2);
        path.p = caromVec2(0.5 * (edge.a.x + edge.b.x), 0.5 * (edge.a.y + edge.b.y));
        double tau;
        if (!crPathLeaves(&path, &edge, 0.0, &tau)) {
            ck_abort_msg("seed %d.%d: stays for ever", _i, round);
        }
        ck_assert_msg(fabsl(gapAt(&path, &edge, tau)) < 1e-11L,
                      "seed %d.%d: not at the border at %g", _i, round, tau);
        for (int k = 0; k < 200; k++) {
            ck_assert(gapAt(&path, &edge, tau * k / 200.0L) < 1e-11L);
        }
    }
}

TEST_SEEDS(time_within_is_an_upper_bound, 100)
{
    CrPath path = anyPath(&random, false, _i % 2);
    double distance = testRandomRange(&random, 0.1, 100.0),
           time = crPathTimeWithin(&path, distance);
    for (int k = 0; k < 100; k++) {
        Wide p = placeAt(&path, time * (1.0L + k * k / 50.0L));
        ck_assert(hypotl(p.x - path.p.x, p.y - path.p.y) >= distance * (1 - 1e-12L));
    }
}

/// From rest at a cap's centre: out after r metres, at the very time after which nothing can be in.
TEST(a_fall_from_the_centre_of_a_cap_leaves_it)
{
    for (int i = 1; i < 400; i++) {
        double reach = 0.01 * i, tau;
        CrPath path =
            crPathMake(caromVec2(0.1 * i, 7.0), caromVec2(0.0, 0.0), caromVec2(0.0, -2.0));
        CrEdge edge = {{0.1 * i - 1.5, 7.3}, path.p, reach, false};
        ck_assert(crPathLeaves(&path, &edge, 0.0, &tau));
        ck_assert(fabs(tau - sqrt(reach)) <= 1e-12);
    }
}

/// A disc that rounding has put a hair into a face, on a curved path: it meets that at once where
/// it heads in, or at rest is drawn in; where it heads out, or is drawn out, it does not.
TEST(who_starts_a_hair_in_a_face_meets_it_at_once)
{
    for (int k = 0; k < 2 * 2 * 3; k++) {
        double reach = k % 2 ? 0.25 : 0.5, side = k / 2 % 2 ? -1.0 : 1.0, speed = k / 4 - 1.0;
        CrEdge edge = {{-3.0, 0.0}, {3.0, 0.0}, reach, false};
        CaromVec2 p = {0.0, side * (reach - 0x1p-48)};
        CrPath in = crPathMake(p, crVec(1.0, side * speed), crVec(0.0, side * -2.0)),
               out = crPathMake(p, crVec(1.0, side * speed), crVec(0.0, side * 2.0));
        CrMeet meet;
        bool met = crPathMeets(&in, &edge, 0.0, false, &meet);
        ck_assert_msg(met && fabs(meet.tau - (speed > 0.0 ? speed : 0.0)) < 1e-12,
                      "case %d: met %d at %g", k, met, met ? meet.tau : 0.0);
        ck_assert_int_eq(meet.part, side > 0.0 ? CR_PART_LEFT : CR_PART_RIGHT);
        met = crPathMeets(&out, &edge, 0.0, false, &meet);
        ck_assert_msg(met == (speed < 0.0) && (!met || meet.tau == 0.0), "case %d: met %d", k, met);
    }
}

/// A disc that grazes an end meets it where it is next to it, whichever way it goes and however it
/// is; one that passes by a little farther off does not.
TEST(who_grazes_an_end_meets_it)
{
    for (int k = 0; k < 4 * 5 * 2; k++) {
        double reach = 0.25 * (1 << k / 8 % 5), side = k % 2 ? 1.0 : -1.0;
        CrEdge edge = {{3.0, 2.0}, {7.0, 2.0}, reach, false};
        CaromVec2 start = caromVec2(3.0 - reach, 2.0 + 8.0 * side),
                  v = caromVec2(0.0, -side * (k % 4 + 1.0));
        CrPath path = crPathMake(start, v, caromVec2(0.0, 0.0));
        CrMeet meet;
        ck_assert(crPathMeets(&path, &edge, 0.0, false, &meet));
        ck_assert(meet.part == CR_PART_A);
        ck_assert_double_le(fabs(meet.tau - 8.0 / (k % 4 + 1.0)), 1e-14);
        path.p.x -= 0x1p-40;
        ck_assert(!crPathMeets(&path, &edge, 0.0, false, &meet));
    }
}

TEST(who_rests_gets_nowhere)
{
    CrPath path = crPathMake(caromVec2(1, 2), caromVec2(0, 0), caromVec2(0, 0));
    ck_assert(crPathTimeWithin(&path, 1.0) == CR_NOT_EVER);
}
