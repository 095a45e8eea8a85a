// SPDX-License-Identifier: MIT
// Paths seen from bodies that spin, against the curve itself in long double. Where an entry is
// reported, the curve touches the edge and was never deeper in before. Where none is reported, the
// curve never gets deeper in.
#include "../../shapes/spin_path.h"
#include "../support/flight_field.h"

#include <math.h>

#include "../support/assertions.h"
#include "../support/random_vec.h"

#define SAMPLES 2000
#define WIDE (LDBL_MANT_DIG > 53) // otherwise the oracle is no better than what it judges
#define PI 3.14159265358979323846L

typedef struct Point {
    long double x, y;
} Point;

typedef struct Case {
    CrSpinPath path;
    CrEdge edge;
    double until; ///< [s] of the world
} Case;

// ---- the curve

static Point curveAt(const CrSpinPath *path, long double tau)
{
    const CrPath *p = &path->path;
    long double x = p->p.x + (p->v.x + 0.5L * p->a.x * tau) * tau - path->pivot.x;
    long double y = p->p.y + (p->v.y + 0.5L * p->a.y * tau) * tau - path->pivot.y;
    long double angle =
        path->angle + (long double)path->spin * ((long double)path->frame + tau - path->anchor);
    long double c = cosl(angle), s = sinl(angle);
    Point at = {path->pivot.x + c * x + s * y, path->pivot.y + c * y - s * x};
    return at;
}

/// Distance from the edge, less its reach.
static long double gapAt(const Case *test, long double tau)
{
    const CrEdge *e = &test->edge;
    Point p = curveAt(&test->path, tau);
    long double dx = (long double)e->b.x - e->a.x, dy = (long double)e->b.y - e->a.y;
    long double px = p.x - e->a.x, py = p.y - e->a.y;
    long double u = (px * dx + py * dy) / (dx * dx + dy * dy);
    u = u < 0.0L ? 0.0L : u > 1.0L ? 1.0L : u;
    return hypotl(px - u * dx, py - u * dy) - e->reach;
}

/// Which side of the edge's line, where it is beside the edge by a margin; otherwise 0.
static int sideAt(const Case *test, long double tau)
{
    const CrEdge *e = &test->edge;
    Point p = curveAt(&test->path, tau);
    long double dx = (long double)e->b.x - e->a.x, dy = (long double)e->b.y - e->a.y;
    long double px = p.x - e->a.x, py = p.y - e->a.y, across = dx * py - dy * px;
    long double u = (px * dx + py * dy) / (dx * dx + dy * dy);
    bool beside = u > 1e-9L && u < 1.0L - 1e-9L;
    return !beside ? 0 : across > 0.0L ? 1 : -1;
}

/// What is stated, and the roundings of places and times.
static double boundOf(const Case *test, double tau)
{
    const CrSpinPath *p = &test->path;
    CaromVec2 q = crSub(crPathPoint(&p->path, tau), p->pivot);
    double arm = fabs(q.x) + fabs(q.y), pivot = fabs(p->pivot.x) + fabs(p->pivot.y);
    CaromVec2 v = crPathVelocity(&p->path, tau);
    double speed = fabs(v.x) + fabs(v.y) + fabs(p->spin) * arm;
    double angle = fabs(p->angle) + fabs(p->spin * (p->frame + tau - p->anchor));
    return 0x1p-48 * (arm + pivot + 1e-3) + 0x1p-49 * (arm + pivot + test->edge.reach) +
           0x1p-51 * (speed * (p->frame + tau) + arm * angle);
}

// ---- cases

static void makeBar(TestRandom *random, Case *test)
{
    double length = testRandomSize(random, 0.05, 50.0);
    test->path.pivot = randomVec(random, testRandomInt(random, 0, 3) ? 5.0 : 1e4);
    test->edge.a = crAdd(test->path.pivot, randomVec(random, testRandomInt(random, 0, 1) * length));
    test->edge.b = crAdd(test->path.pivot, randomVec(random, length));
    test->edge.reach = testRandomInt(random, 0, 1) ? 0.0 : testRandomSize(random, 1e-3, length);
    test->edge.oneSided = false;
}

/// Sent through the circle of the bar, often past its very tip.
static void aim(TestRandom *random, Case *test, double spin, double frame)
{
    CaromVec2 pivot = test->path.pivot, arm = crSub(test->edge.b, pivot);
    double length = crLength(arm) + test->edge.reach, turned = testRandomRange(random, -4.0, 4.0);
    CaromRotation way = caromRotation(testRandomRange(random, -3.0, 3.0));
    CaromVec2 ahead = caromVec2(way.c, way.s);
    double across = testRandomRange(random, -1.1, 1.1) * length;
    if (testRandomInt(random, 0, 3) == 0) { // past the tip's circle
        across = length *
                 (1.0 + testRandomRange(random, -1.0, 1.0) * testRandomSize(random, 1e-14, 1e-3));
    }
    double speed = testRandomSize(random, 1e-3, 1e4);
    CaromVec2 from = crAddScaled(crAddScaled(pivot, crLeft(ahead), across), ahead, -2.0 * length);
    CaromVec2 bend = testRandomInt(random, 0, 1) ? crVec(0.0, 0.0) : randomVec(random, speed);
    CrPath path = crPathMake(from, crScale(ahead, speed), bend);
    test->path = crSpinPathMake(path, pivot, turned, frame - testRandomUnit(random), spin, frame);
    test->until = frame + fmin(4.0 * length / speed, 60.0 / fabs(spin));
}

/// slow: so that it takes days to be seen.
static Case makeCase(TestRandom *random, bool slow)
{
    Case test = {0};
    double spin = testRandomSize(random, slow ? 1e-20 : 0.01, slow ? 1e-6 : 100.0) *
                  (testRandomInt(random, 0, 1) ? 1.0 : -1.0);
    double frame = testRandomInt(random, 0, 3) ? testRandomRange(random, 0.0, 4.0)
                                               : testRandomRange(random, 0.0, 1e4);
    makeBar(random, &test);
    aim(random, &test, spin, frame);
    return test;
}

/// Hardly off a bar's face or round end, along which it runs, and pulled back to it or not: as what
/// the bar pushes along a floor.
static Case makeHop(TestRandom *random)
{
    Case test = makeCase(random, false);
    CrSpinPath *path = &test.path;
    CrEdge *edge = &test.edge;
    edge->reach = testRandomSize(random, 1e-3, 1.0);
    CaromVec2 along = crSub(edge->b, edge->a);
    double length = crLength(along), u = testRandomRange(random, -0.3, 1.3);
    CaromRotation any = caromRotation(testRandomRange(random, -3.0, 3.0));
    bool onFace = u > 0.0 && u < 1.0;
    CaromVec2 n = onFace ? crScale(crLeft(along), 1.0 / length) : caromVec2(any.c, any.s);
    CaromVec2 foot = crAddScaled(edge->a, along, crClamp(u, 0.0, 1.0));
    CaromVec2 local = crAddScaled(foot, n, edge->reach + testRandomSize(random, 1e-14, 1e-6));
    CrPose turn = crPose(path->pivot, crVec(0.0, 0.0),
                         path->angle + path->spin * (path->frame - path->anchor));
    CaromVec2 p = crPoseToWorld(&turn, local), arm = crSub(p, path->pivot);
    double run = testRandomRange(random, -2.0, 2.0) * crAbs(path->spin) * length;
    double off = testRandomSize(random, 1e-9, 0.1) * crAbs(run);
    double pull = testRandomRange(random, -1.0, 1.0) * path->spin * path->spin * length;
    CaromVec2 own = crPoseTurn(&turn, crAddScaled(crScale(crLeft(n), run), n, off));
    path->path = crPathMake(p, crAddScaled(own, crLeft(arm), path->spin),
                            crScale(crPoseTurn(&turn, n), pull));
    test.path =
        crSpinPathMake(path->path, path->pivot, path->angle, path->anchor, path->spin, path->frame);
    test.until = path->frame + testRandomSize(random, 1e-3, 1.0) / crAbs(path->spin);
    return test;
}

// ---- checks

/// The least gap between two samples around one that is less than both.
static long double leastGap(const Case *test, long double lo, long double hi)
{
    for (int k = 0; k < 80; k++) {
        long double third = (hi - lo) / 3.0L;
        if (gapAt(test, lo + third) < gapAt(test, hi - third)) {
            hi -= third;
        } else {
            lo += third;
        }
    }
    return gapAt(test, 0.5L * (lo + hi));
}

/// How deep it gets before a time (0: not in at all), for discs; whether it crosses, for points.
static double depthBefore(const Case *test, double end)
{
    long double h = (long double)end / SAMPLES, deepest = 0.0L;
    long double two = gapAt(test, 0.0L), one = gapAt(test, h);
    int side = sideAt(test, 0.0L);
    for (int k = 2; k <= SAMPLES; k++) {
        long double gap = gapAt(test, k * h);
        if (test->edge.reach > 0.0 && one < two && one <= gap) {
            long double least = leastGap(test, (k - 2) * h, k * h);
            deepest = -least > deepest ? -least : deepest;
        }
        int now = sideAt(test, (k - 1) * h);
        bool near = one < 4.0L * fabsl(one - two); // not round the ends between two samples
        if (test->edge.reach == 0.0 && now != 0 && side != 0 && now != side && near) {
            deepest = 1.0L;
        }
        side = now;
        two = one;
        one = gap;
    }
    return (double)deepest;
}

static int checkOne(const Case *test, int seed, int number)
{
    CrSpinWindow window = {0.0, false, 0.0, test->until};
    CrMeet meet;
    double end = test->until - test->path.frame, startsIn = (double)gapAt(test, 0.0L);
    if (startsIn <= 0.0) {
        return 0;
    }
    bool met = crSpinPathMeets(&test->path, &test->edge, &window, &meet);
    if (met) {
        double gap = (double)gapAt(test, meet.tau), bound = boundOf(test, meet.tau);
        ck_assert_msg(fabs(gap) <= bound, "seed %d case %d: %g from the edge, bound %g", seed,
                      number, gap, bound);
        end = fmin(end, meet.tau - 1e-12 * (1.0 + test->path.frame + meet.tau));
    }
    double depth = end > 0.0 ? depthBefore(test, end) : 0.0, bound = boundOf(test, end);
    ck_assert_msg(depth <= bound, "seed %d case %d: missed, %g deep, bound %g", seed, number, depth,
                  bound);
    return met;
}

TEST_SEEDS(entries_are_where_the_curve_is, WIDE * 24 * flightTestTimes(20))
{
    int met = 0;
    for (int k = 0; k < 40; k++) {
        Case test = makeCase(&random, _i % 4 == 3);
        met += checkOne(&test, _i, k);
    }
    ck_assert_int_gt(met, 5);
}

TEST_LOOP(who_runs_along_an_edge_meets_it_where_the_curve_does, WIDE * 8 * flightTestTimes(20))
{
    TestRandom random = testRandomSeed((uint64_t)(4000 + _i));
    int met = 0;
    for (int k = 0; k < 40; k++) {
        Case test = makeHop(&random);
        met += checkOne(&test, _i, k);
    }
    ck_assert_int_gt(met, 0);
}

// A search in windows of time finds what one search over all of the time finds, to the bit.
TEST_LOOP(windows_change_no_bit, 16 * flightTestTimes(20))
{
    TestRandom random = testRandomSeed((uint64_t)(1000 + _i));
    for (int k = 0; k < 200; k++) {
        Case test = makeCase(&random, _i % 4 == 3);
        CrSpinWindow all = {0.0, false, 0.0, test.until}, part = all;
        CrMeet meet, seen = {1e300, CR_PART_A};
        bool met = crSpinPathMeets(&test.path, &test.edge, &all, &meet), found = false;
        for (double time = test.path.frame; time < test.until && !found; time = part.until) {
            part.from = time;
            part.until = time + testRandomUnit(&random) * (test.until - test.path.frame) / 8.0;
            found = crSpinPathMeets(&test.path, &test.edge, &part, &seen) &&
                    test.path.frame + seen.tau <= part.until;
        }
        bool inTime = met && test.path.frame + meet.tau <= test.until;
        ck_assert_msg(!inTime || (found && seen.tau == meet.tau && seen.part == meet.part),
                      "seed %d case %d: %.17g, %.17g", _i, k, meet.tau, seen.tau);
    }
}

// A star of thin edges around the pivot, each two sharing an end: what crosses one out of it, or is
// hit by one, crosses its outline; the chain slips through between no two of them.
TEST_LOOP(chain_slips_between_no_edges, 32 * flightTestTimes(20))
{
    TestRandom random = testRandomSeed((uint64_t)(2000 + _i));
    CaromVec2 points[9];
    for (int k = 0; k < 60; k++) {
        int count = testRandomInt(&random, 3, 9), met = 0;
        flightStar(&random, points, count, 1.0, false);
        CaromVec2 v = randomVec(&random, testRandomSize(&random, 0.1, 1e3));
        double spin = testRandomSize(&random, 0.01, 100.0),
               frame = testRandomRange(&random, 0.0, 10.0);
        CrPath out = crPathMake(crVec(0.0, 0.0), v, crVec(0.0, 0.0));
        CrSpinPath path = crSpinPathMake(out, crVec(0.0, 0.0), 0.0, 0.0, spin, frame);
        if (k % 2) { // at a corner
            CrPose turn = crPose(path.pivot, path.pivot, spin * (frame + 1.0));
            path.path.v = crPoseTurn(&turn, points[0]);
        }
        CrSpinWindow window = {0.0, false, 0.0, frame + 2.0 / crLength(path.path.v)};
        for (int e = 0; e < count; e++) {
            CrEdge edge = {points[e], points[(e + 1) % count], 0.0, false};
            CrMeet meet;
            met += crSpinPathMeets(&path, &edge, &window, &meet);
        }
        ck_assert_msg(met > 0, "seed %d case %d: slipped out", _i, k);
    }
}

// From inside of a fat edge it leaves where its gap is zero, and has been in all the time.
TEST_LOOP(exits_are_where_the_curve_is, WIDE * 24 * flightTestTimes(20))
{
    TestRandom random = testRandomSeed((uint64_t)(3000 + _i));
    for (int k = 0; k < 40; k++) {
        Case test = makeCase(&random, _i % 4 == 3);
        test.edge.reach = fmax(test.edge.reach, 0.1);
        test.path.path.p = crAddScaled(test.path.pivot, test.path.path.v, -1e-3);
        CrSpinWindow window = {0.0, true, 0.0, test.until};
        double tau;
        if (gapAt(&test, 0.0L) < 0.0L && crSpinPathLeaves(&test.path, &test.edge, &window, &tau)) {
            double gap = (double)gapAt(&test, tau), bound = boundOf(&test, tau);
            ck_assert_msg(fabs(gap) <= bound, "seed %d case %d: %g, bound %g", _i, k, gap, bound);
            for (int n = 1; n < 100; n++) {
                ck_assert(gapAt(&test, tau * n / 100.0L) <= bound);
            }
        }
    }
}

/// The velocity, seen from the body, is by how much the place changes.
TEST_SEEDS(velocity_is_the_change_of_place, 16)
{
    CaromVec2 from = randomVec(&random, 2.0), start = randomVec(&random, 2.0),
              bend = randomVec(&random, 2.0), pivot = randomVec(&random, 2.0);
    double frame = testRandomRange(&random, 0.0, 4.0), spin = testRandomRange(&random, -2.0, 2.0);
    CrPath path = crPathMake(from, start, bend);
    CrSpinPath spinning = crSpinPathMake(path, pivot, 0.75, frame - 0.5, spin, frame);
    for (int k = 0; k < 20; k++) {
        double tau = 0.125 * k;
        Point after = curveAt(&spinning, tau + 1e-6L), before = curveAt(&spinning, tau - 1e-6L);
        CaromVec2 v = crSpinPathVelocity(&spinning, tau);
        ck_assert(fabsl(v.x - (after.x - before.x) / 2e-6L) < 1e-8L);
        ck_assert(fabsl(v.y - (after.y - before.y) / 2e-6L) < 1e-8L);
    }
}

/// From outside nothing leaves. This must be found without a billion samples, which take hours.
TEST(what_is_out_is_passed_over)
{
    CrEdge edge = {{0.5, 0.0}, {0.75, 0.5}, 0.125, false};
    CrPath slow = crPathMake(crVec(0.0, 0.25), crVec(1e-4, -2e-4), crVec(0.0, 0.0));
    CrSpinPath path = crSpinPathMake(slow, crVec(0.0, 0.0), 0.0, 0.0, 3.0, 40.0);
    CrSpinWindow window = {0.0, true, 0.0, 500.0};
    double tau;
    ck_assert(!crSpinPathLeaves(&path, &edge, &window, &tau));
}

/// A capsule from its pivot, and a point that rests at the rim of the cap there: on its border for
/// half of a turn. Then the other half comes. Its sides bulge beyond the circle, by x²/14.25 at x
/// from the cap: all but a microsecond of it more than a rounding.
TEST(the_rim_around_a_pivot_is_not_entered_by_roundings)
{
    const double turn = 6.283185307179586;
    CrEdge edges[2] = {{{2.125, 1.0}, {2.0, 1.0}, 7.125, false},
                       {{2.0, 1.0}, {2.125, 1.0}, 7.125, false}};
    CrPath rest = crPathMake(crVec(2.0, -6.125), crVec(0.0, 0.0), crVec(0.0, 0.0));
    CrSpinPath path = crSpinPathMake(rest, crVec(2.0, 1.0), 0.5, 0.0, 1.75, 0.0);
    double enters = (0.5 * turn - 0.5) / 1.75; // half a turn after the body's angle was 0
    for (int k = 0; k < 2; k++) {
        CrSpinWindow window = {0.0, false, 0.0, 500.0};
        CrMeet meet;
        ck_assert(crSpinPathMeets(&path, &edges[k], &window, &meet));
        ck_assert_msg(fabs(meet.tau - enters) < 1e-6, "%.17g", meet.tau);
        window.after = enters + 0.25 * turn / 1.75; // within
        ck_assert(crSpinPathMeets(&path, &edges[k], &window, &meet));
        ck_assert_msg(fabs(meet.tau - enters - turn / 1.75) < 1e-6, "%.17g", meet.tau);
    }
}

TEST(who_is_in_a_hub_leaves_it_as_if_it_did_not_spin)
{
    CrEdge hub = {{2.0, 1.0}, {2.0, 1.0}, 0.5, false};
    CrPath out = crPathMake(crVec(2.0, 1.0), crVec(0.0, 4.0), crVec(0.0, 0.0));
    CrSpinPath path = crSpinPathMake(out, crVec(2.0, 1.0), 0.0, 0.0, 3.0, 40.0);
    CrSpinWindow window = {0.0, true, 0.0, 500.0};
    double tau;
    ck_assert(crSpinPathLeaves(&path, &hub, &window, &tau));
    ck_assert(fabs(tau - 0.125) < 1e-15);
}

/// A disc goes around; a point that comes into its ring is met within a turn, give or take the
/// time's last digit.
TEST(late_times_are_searched_by_what_they_can_tell_apart)
{
    CrEdge disc = {{2.0, 0.0}, {2.0, 0.0}, 0.5, false};
    CrPath in = crPathMake(crVec(10.0, 0.0), crVec(-1.0, 0.0), crVec(0.0, 0.0));
    CrSpinPath path = crSpinPathMake(in, crVec(0.0, 0.0), 0.0, 0.0, 1000.0, 1e10);
    CrSpinWindow window = {0.0, false, 0.0, 1e10 + 20.0};
    CrMeet meet;
    ck_assert(crSpinPathMeets(&path, &disc, &window, &meet));
    ck_assert(meet.tau > 7.4999 && meet.tau < 7.52); // it comes by each 6.3 ms
}

/// A spin that takes days to be seen, or never is: one looks for it as often as that. For 24 years
/// the path is within the circle of the edge, which was searched second by second.
TEST_LOOP(what_hardly_spins_is_searched_in_long_steps, 4)
{
    static const double spins[4] = {1e-167, 1e-12, -1e-9, 9.9e-7};
    double way = 0.75e9; // [s] to what lies nearest, where it is then turned to the path
    CrEdge edge = {{1.0, -0.5}, {1.0, 0.5}, 0.05, false};
    CrPath out = crPathMake(crVec(0.2, 0.0), crVec(1e-9, 0.0), crVec(0.0, 0.0));
    CrSpinPath path = crSpinPathMake(out, crVec(0.0, 0.0), -way * spins[_i], 0.0, spins[_i], 0.0);
    CrSpinWindow window = {0.0, false, 0.0, 1e10};
    CrMeet meet;
    ck_assert(path.quantum > 1000.0);
    ck_assert(crSpinPathMeets(&path, &edge, &window, &meet));
    ck_assert_msg(fabs(meet.tau - way) < 1.0, "%.17g", meet.tau);
}

/// Across an edge of eight metres, some micrometres from its end at the pivot: how far the rounding
/// of that length reaches was not seen so near to (0, 0), and some were missed.
TEST(meets_a_long_edge_by_its_end_at_the_pivot)
{
    TestRandom random = testRandomSeed(1);
    CrEdge edge = {{6.0, 6.0}, {0.0, 0.0}, 0.0, false};
    for (int k = 0; k < 1000; k++) {
        double far = testRandomSize(&random, 1e-6, 1e-4), spin = testRandomRange(&random, 1.0, 4.0);
        CrPath moved = crPathMake(crVec(far, 0.0), crVec(-0.01, 0.01), crVec(0.0, 0.0));
        CrSpinPath path = crSpinPathMake(moved, crVec(0.0, 0.0), 0.0, 0.0, spin, 0.0);
        CrSpinWindow window = {0.0, false, 0.0, 1.0};
        CrMeet meet;
        ck_assert_msg(crSpinPathMeets(&path, &edge, &window, &meet) && meet.tau < 100.0 * far,
                      "%d: from %.17g, spin %.17g", k, far, spin);
    }
}
