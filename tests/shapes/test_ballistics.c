// SPDX-License-Identifier: MIT
// Aiming. Every shot is flown forward in long double; that none is lost is judged by brackets of
// |q(t)| − speed·t on a fine lattice of times, in long double too.
#include "../../shapes/shapes.h"

#include <float.h>
#include <math.h>

#include "../support/assertions.h"
#include "../support/random.h"

#define LATTICE 3000
#define WIDE (LDBL_MANT_DIG > 53) // otherwise the oracle is no better than what it judges
#define HIT 1e-14L   ///< of the lengths involved: a shot may miss by this, as documented
#define CLEAR 1e-12L ///< of the lengths involved: what is nearer to a touch is not counted

typedef struct Case {
    CaromVec2 from, acceleration;
    CaromTarget target;
    double speed;
} Case;

typedef struct Wide {
    long double x, y;
} Wide;

static CaromVec2 vec(double x, double y)
{
    CaromVec2 v = {x, y};
    return v;
}

static CaromVec2 polar(double length, double angle)
{
    return vec(length * cos(angle), length * sin(angle));
}

static int aim(const Case *c, CaromShot shots[4])
{
    int count = caromAimLead(c->from, c->target, c->speed, c->acceleration, shots, 4);
    ck_assert_int_ge(count, 0);
    ck_assert_int_le(count, 4);
    return count;
}

/// Where the target is, seen from what is dropped at the start.
static Wide seenAt(const Case *c, long double t)
{
    const CaromTarget *target = &c->target;
    long double half = t * t / 2;
    long double x = (long double)target->position.x - c->from.x;
    long double y = (long double)target->position.y - c->from.y;
    long double pullX = (long double)target->acceleration.x - c->acceleration.x;
    long double pullY = (long double)target->acceleration.y - c->acceleration.y;
    Wide seen = {x + target->velocity.x * t + pullX * half,
                 y + target->velocity.y * t + pullY * half};
    return seen;
}

static long double pullOf(const Case *c)
{
    return hypotl((long double)c->target.acceleration.x - c->acceleration.x,
                  (long double)c->target.acceleration.y - c->acceleration.y);
}

static long double lengthsAt(const Case *c, long double t)
{
    Wide start = seenAt(c, 0);
    return hypotl(start.x, start.y) + pullOf(c) * t * t / 2 +
           (hypotl(c->target.velocity.x, c->target.velocity.y) + c->speed) * t;
}

/// > 0 where the target is beyond what the projectile reaches by then.
static long double gapAt(const Case *c, long double t)
{
    Wide seen = seenAt(c, t);
    return hypotl(seen.x, seen.y) - c->speed * t;
}

static void checkShots(const Case *c, const CaromShot *shots, int count)
{
    for (int i = 0; i < count; i++) {
        long double t = shots[i].time;
        ck_assert(t > 0 && t <= 1e12L && (i == 0 || shots[i - 1].time < shots[i].time));
        Wide seen = seenAt(c, t);
        CaromVec2 v = shots[i].velocity;
        long double miss = hypotl(v.x * t - seen.x, v.y * t - seen.y);
        ck_assert_msg(miss <= HIT * lengthsAt(c, t), "shot %d at %Lg s misses by %Lg of %Lg m", i,
                      t, miss, lengthsAt(c, t));
        double error = fabs(hypot(v.x, v.y) - c->speed);
        ck_assert_msg(error <= 4.0 * DBL_EPSILON * c->speed ||
                          (v.x == 0.0 && v.y == 0.0 && c->speed * t <= 1e-15L * lengthsAt(c, t)),
                      "shot %d: speed %.17g, off by %g", i, c->speed, error);
    }
}

// ---- random cases

static double anySign(TestRandom *random)
{
    return testRandomInt(random, 0, 1) ? 1.0 : -1.0;
}

/// Around `size`, mostly; now and then far from it.
static double around(TestRandom *random, double size)
{
    double decades = testRandomInt(random, 0, 3) ? 0.6 : 4.0;
    return size * pow(10.0, testRandomRange(random, -decades, decades));
}

/// In the direction of another, across it, or in any.
static CaromVec2 leaning(TestRandom *random, CaromVec2 other, double length)
{
    double angle = atan2(other.y, other.x);
    switch (testRandomInt(random, 0, 5)) {
    case 0:
        return polar(length * anySign(random), angle);
    case 1:
        return polar(length * anySign(random), angle + testRandomRange(random, -1e-3, 1e-3));
    case 2:
        return vec(-other.y * anySign(random), other.x);
    default:
        return polar(length, testRandomRange(random, -4.0, 4.0));
    }
}

/// Lengths from 1e-6 to 1e6 m; speeds near those that the pull gives over the distance.
static Case randomCase(TestRandom *random, bool moving)
{
    double distance = pow(10.0, testRandomRange(random, -6.0, 6.0));
    double pull = pow(10.0, testRandomRange(random, -6.0, 6.0));
    double speed = sqrt(distance * pull);
    CaromVec2 down = testRandomInt(random, 0, 1) ? vec(0.0, -pull)
                                                 : polar(pull, testRandomRange(random, -4.0, 4.0));
    CaromVec2 apart = leaning(random, down, distance);
    double far = testRandomInt(random, 0, 1) ? 0.0 : distance;
    Case c = {vec(testRandomRange(random, -far, far), testRandomRange(random, -far, far)),
              down,
              {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}},
              around(random, speed)};
    c.target.position = vec(c.from.x + apart.x, c.from.y + apart.y);
    if (moving) {
        c.target.velocity =
            leaning(random, testRandomInt(random, 0, 1) ? apart : down, around(random, speed));
        if (testRandomInt(random, 0, 3) == 0) {
            c.target.acceleration = leaning(random, down, around(random, pull));
        }
        if (testRandomInt(random, 0, 7) == 0) {
            c.acceleration = vec(0.0, 0.0);
        }
    }
    return c;
}

// ---- the oracle

/// No meeting is outside these times: what all speeds together reach is too short before, and the
/// pull too strong after.
static void timesOf(const Case *c, long double *lo, long double *hi)
{
    Wide start = seenAt(c, 0);
    long double d = hypotl(start.x, start.y), pull = pullOf(c);
    long double v = hypotl(c->target.velocity.x, c->target.velocity.y) + c->speed;
    long double root = sqrtl(v * v + 2 * pull * d);
    *lo = d > 0 ? 0.9L * 2 * d / (v + root) : 1e-9L;
    *hi = pull > 0 ? 1.1L * (v + root) / pull : *lo * 1e12L;
    *hi = fminl(*hi, 1e12L);
}

static long double signedGap(const Case *c, long double t, int sign)
{
    return sign * gapAt(c, t);
}

/// The time of the least sign·gap between two times where it has one valley.
static long double valley(const Case *c, long double lo, long double hi, int sign)
{
    for (int i = 0; i < 200; i++) {
        long double a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;
        bool left = signedGap(c, a, sign) < signedGap(c, b, sign);
        *(left ? &hi : &lo) = left ? b : a;
    }
    return (lo + hi) / 2;
}

typedef struct Found {
    int count;
    bool clear; ///< no touch, nor one nearly
} Found;

/// Counts how often the gap changes its sign; valleys between lattice times are looked into.
static Found countMeetings(const Case *c)
{
    Found found = {0, true};
    long double lo, hi;
    timesOf(c, &lo, &hi);
    long double factor = powl(hi / lo, 1.0L / LATTICE), t0 = lo, t1 = lo * factor;
    long double g0 = gapAt(c, t0), g1 = gapAt(c, t1);
    found.count += (gapAt(c, lo * 1e-3L) < 0) != (g0 < 0);
    found.count += (g0 < 0) != (g1 < 0);
    for (int k = 2; k <= LATTICE; k++) {
        long double t2 = t1 * factor, g2 = gapAt(c, t2);
        int sign = g1 < 0 ? -1 : 1;
        if (sign * g1 <= sign * g0 && sign * g1 <= sign * g2 && sign * g0 > 0 && sign * g2 > 0) {
            long double t = valley(c, t0, t2, sign), depth = signedGap(c, t, sign);
            found.clear = found.clear && fabsl(depth) > CLEAR * lengthsAt(c, t);
            found.count += depth < 0 ? 2 : 0;
        }
        found.count += (g1 < 0) != (g2 < 0);
        t0 = t1, t1 = t2, g0 = g1, g1 = g2;
    }
    found.clear = found.clear && fabsl(g1) > CLEAR * lengthsAt(c, t1);
    return found;
}

static int checkComplete(const Case *c)
{
    CaromShot shots[4];
    int count = aim(c, shots);
    checkShots(c, shots, count);
    Found found = countMeetings(c);
    ck_assert_msg(
        !found.clear || count == found.count,
        "%d shots, the oracle has %d: apart %.17g %.17g, drift %.17g %.17g, target's pull %.17g "
        "%.17g, speed %.17g, acceleration %.17g %.17g",
        count, found.count, c->target.position.x - c->from.x, c->target.position.y - c->from.y,
        c->target.velocity.x, c->target.velocity.y, c->target.acceleration.x,
        c->target.acceleration.y, c->speed, c->acceleration.x, c->acceleration.y);
    return found.clear ? count : -1;
}

TEST_SEEDS(no_shot_is_lost, WIDE * 64)
{
    for (int round = 0; round < 40; round++) {
        Case c = randomCase(&random, round % 4 != 0);
        checkComplete(&c);
    }
}

TEST_SEEDS(every_shot_hits, 16)
{
    int some[5] = {0};
    for (int round = 0; round < 4000; round++) {
        Case c = randomCase(&random, round % 4 != 0);
        CaromShot shots[4];
        int count = aim(&c, shots);
        checkShots(&c, shots, count);
        some[count]++;
    }
    ck_assert(some[0] > 100 && some[1] > 10 && some[2] > 100 && some[4] > 0);
}

/// Random cases seldom have four. A target with drift −1.5 from 0.05 to 0.1 above, pulled up with
/// 1/2 t²: it comes down past the projectiles that were sent up and those sent down, and rises past
/// both.
TEST_SEEDS(four_meetings, WIDE * 8)
{
    for (int round = 0; round < 30; round++) {
        double down = pow(10.0, testRandomRange(&random, -3.0, 3.0));
        double aside = testRandomRange(&random, -1e-2, 1e-2) * testRandomInt(&random, 0, 1);
        Case c = {{0.0, 0.0},
                  {0.0, -down},
                  {{aside * down, testRandomRange(&random, 0.05, 0.1) * down},
                   {aside * down, -1.5 * down},
                   {0.0, 0.0}},
                  testRandomRange(&random, 0.5, 0.9) * down};
        ck_assert_int_eq(checkComplete(&c), 4);
    }
}

// ---- touches

/// The speed needed to meet the target at t.
static long double neededAt(const Case *c, long double t)
{
    Wide seen = seenAt(c, t);
    return hypotl(seen.x, seen.y) / t;
}

/// The time between two others, with one valley between them, that needs the least speed.
static long double easiest(const Case *c, long double lo, long double hi)
{
    for (int i = 0; i < 200; i++) {
        long double a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;
        bool left = neededAt(c, a) < neededAt(c, b);
        *(left ? &hi : &lo) = left ? b : a;
    }
    return (lo + hi) / 2;
}

/// The least of all speeds that meet the target: every valley of a scan is looked into. 0 where it
/// is only approached, early or late.
static long double leastNeeded(const Case *c, long double *when)
{
    long double lo, hi;
    timesOf(c, &lo, &hi);
    long double factor = powl(hi / lo, 1.0L / LATTICE), least = INFINITY;
    long double before = neededAt(c, lo), here = neededAt(c, lo * factor), t = lo;
    for (int k = 1; k < LATTICE; k++) {
        t *= factor;
        long double after = neededAt(c, t * factor);
        if (here <= before && here <= after) {
            long double best = easiest(c, t / factor, t * factor);
            if (neededAt(c, best) < least) {
                least = neededAt(c, best);
                *when = best;
            }
        }
        before = here, here = after;
    }
    long double ends = fminl(neededAt(c, lo), neededAt(c, hi));
    return ends - least > CLEAR * least ? least : 0;
}

/// A little too slow: none. Just fast enough, to the last digit: never lost. A little faster: two.
TEST_SEEDS(touches_are_not_lost, WIDE * 64)
{
    CaromShot shots[4];
    for (int round = 0; round < 20; round++) {
        Case c = randomCase(&random, round % 4 != 0);
        long double when, least = leastNeeded(&c, &when);
        if (least == 0) {
            continue;
        }
        long double lengths = lengthsAt(&c, when) / when; // what rounding is measured by
        for (int k = -2; k <= 2; k++) {
            c.speed = (double)least * (1.0 + k * DBL_EPSILON);
            int count = aim(&c, shots);
            checkShots(&c, shots, count);
            ck_assert_msg(count >= 1, "round %d: lost at %d", round, k);
        }
        if (least > 1e-4L * lengths) {
            c.speed = (double)least * (1.0 - 1e-9);
            ck_assert_int_eq(aim(&c, shots), 0);
            c.speed = (double)least * (1.0 + 1e-9);
            int count = aim(&c, shots);
            checkShots(&c, shots, count);
            ck_assert_int_ge(count, 2);
        }
    }
}

TEST_SEEDS(least_speed_is_the_least, WIDE * 32)
{
    for (int round = 0; round < 20; round++) {
        Case c = randomCase(&random, false);
        CaromShot shot, shots[4];
        ck_assert(caromAimLeastSpeed(c.from, c.target.position, c.acceleration, &shot));
        long double when, lengths = lengthsAt(&c, shot.time) / shot.time;
        c.speed = hypot(shot.velocity.x, shot.velocity.y);
        checkShots(&c, &shot, 1);
        ck_assert(fabsl(c.speed - leastNeeded(&c, &when)) <= 1e-15L * lengths);
        int count = aim(&c, shots);
        checkShots(&c, shots, count);
        ck_assert_int_eq(count, 1);
        ck_assert(fabs(shots[0].time - shot.time) <= 1e-15 * shot.time);
        c.speed -= 1e-13 * (double)lengths;
        ck_assert(c.speed < 0.0 || aim(&c, shots) == 0);
        c.speed += 2e-13 * (double)lengths;
        ck_assert_int_eq(aim(&c, shots), 2);
    }
}

/// At rest, and hardly moving: the closed form and the quartic, which touches zero where its halves
/// meet.
static int aimBoth(CaromVec2 to, double speed, CaromVec2 gravity, CaromShot shots[4])
{
    CaromTarget moving = {to, {1e-200, 0.0}, {0.0, 0.0}};
    int count = caromAimLead(vec(0.0, 0.0), moving, speed, gravity, shots, 4);
    ck_assert_int_eq(caromAimAt(vec(0.0, 0.0), to, speed, gravity, shots), count);
    return count;
}

/// The parabola of safety of a throw with speed s: y = s²/2g − g·x²/2s². Here s = 10, g = 10.
TEST(envelope)
{
    CaromVec2 gravity = {0.0, -10.0};
    CaromShot shots[4];
    for (int k = -40; k <= 40; k++) {
        double x = 0.25 * k, y = 5.0 - 0.05 * x * x;
        ck_assert_int_eq(aimBoth(vec(x, y), 10.0, gravity, shots), 1);
        // Its tangent: tan of the launch angle is s²/(g·x).
        ck_assert(fabs(shots[0].velocity.y * x - shots[0].velocity.x * 10.0) <= 1e-6);
        ck_assert_int_eq(aimBoth(vec(x, y + 1e-9), 10.0, gravity, shots), 0);
        ck_assert_int_eq(aimBoth(vec(x, y - 1e-9), 10.0, gravity, shots), 2);
    }
}

// ---- degenerate cases

static bool isShot(CaromShot shot, double x, double y, double time)
{
    return fabs(shot.velocity.x - x) <= 1e-14 * (1.0 + fabs(x)) &&
           fabs(shot.velocity.y - y) <= 1e-14 * (1.0 + fabs(y)) &&
           fabs(shot.time - time) <= 1e-14 * time;
}

TEST(direct_and_lob)
{
    // 45° is the double shot; 3-4-5 goes 2·3·4/g far, flat and steep.
    CaromVec2 gravity = {0.0, -10.0}, start = {0.0, 0.0};
    CaromShot shots[2];
    ck_assert_int_eq(caromAimAt(start, vec(2.4, 0.0), 5.0, gravity, shots), 2);
    ck_assert(isShot(shots[0], 4.0, 3.0, 0.6) && isShot(shots[1], 3.0, 4.0, 0.8));
    ck_assert_int_eq(caromAimAt(start, vec(2.5, 0.0), 5.0, gravity, shots), 1);
    ck_assert(isShot(shots[0], 5.0 * sqrt(0.5), 5.0 * sqrt(0.5), sqrt(0.5)));
    ck_assert_int_eq(caromAimAt(start, vec(2.6, 0.0), 5.0, gravity, shots), 0);
}

TEST(straight_along_and_against)
{
    CaromVec2 gravity = {0.0, -10.0}, start = {0.0, 0.0};
    CaromShot shots[2];
    // 10 − 5 t² = 5 at t = 1 − that is the top of a throw with 10; with 15: 15 t − 5 t² = 10.
    ck_assert_int_eq(caromAimAt(start, vec(0.0, 10.0), 15.0, gravity, shots), 2);
    ck_assert(isShot(shots[0], 0.0, 15.0, 1.0) && isShot(shots[1], 0.0, 15.0, 2.0));
    ck_assert_int_eq(caromAimAt(start, vec(0.0, 5.0), 10.0, gravity, shots), 1);
    ck_assert(isShot(shots[0], 0.0, 10.0, 1.0));
    // Down: 5 t + 5 t² = 10, or up first, −5 t + 5 t² = 10.
    ck_assert_int_eq(caromAimAt(start, vec(0.0, -10.0), 5.0, gravity, shots), 2);
    ck_assert(isShot(shots[0], 0.0, -5.0, 1.0) && isShot(shots[1], 0.0, 5.0, 2.0));
}

TEST(at_the_start_without_gravity_without_speed)
{
    CaromVec2 gravity = {0.0, -10.0}, none = {0.0, 0.0}, start = {3.0, 4.0};
    CaromShot shots[2], shot = {{7.0, 7.0}, 7.0};
    ck_assert_int_eq(caromAimAt(start, start, 5.0, gravity, shots), 1);
    ck_assert(isShot(shots[0], 0.0, 5.0, 1.0));
    ck_assert_int_eq(caromAimAt(start, start, 0.0, gravity, shots), 0);
    ck_assert_int_eq(caromAimAt(start, start, 5.0, none, shots), 0);
    ck_assert_int_eq(caromAimAt(none, start, 2.5, none, shots), 1);
    ck_assert(isShot(shots[0], 1.5, 2.0, 2.0));
    ck_assert_int_eq(caromAimAt(none, start, 0.0, none, shots), 0);
    ck_assert_int_eq(caromAimAt(none, vec(0.0, -5.0), 0.0, gravity, shots), 1); // it falls
    ck_assert(shots[0].velocity.x == 0.0 && shots[0].velocity.y == 0.0 && shots[0].time == 1.0);
    ck_assert_int_eq(caromAimAt(none, vec(1e-9, -5.0), 0.0, gravity, shots), 0);
    ck_assert_int_eq(caromAimAt(none, vec(0.0, 5.0), 0.0, gravity, shots), 0);
    ck_assert(!caromAimLeastSpeed(none, start, none, &shot) && shot.time == 7.0);
    ck_assert(caromAimLeastSpeed(start, start, none, &shot));
    ck_assert(shot.velocity.x == 0.0 && shot.velocity.y == 0.0 && shot.time == 0.0);
    ck_assert(caromAimLeastSpeed(start, vec(3.0, -1.0), gravity, &shot));
    ck_assert(shot.velocity.x == 0.0 && shot.velocity.y == 0.0 && shot.time == 1.0);
}

/// Nearly no gravity: the direct shot is as without, the lob comes back after ages or too late.
TEST(hardly_any_gravity)
{
    CaromShot shots[2];
    for (int k = 6; k <= 300; k++) {
        CaromVec2 gravity = {0.0, -pow(10.0, -k)};
        int count = caromAimAt(vec(0.0, 0.0), vec(6.0, 8.0), 5.0, gravity, shots);
        ck_assert_int_eq(count, k <= 11 ? 2 : 1); // 2·5/1e-11 s
        ck_assert(fabs(shots[0].time - 2.0) <= 1e-5);
    }
}

TEST(lead_on_straight_targets)
{
    CaromVec2 none = {0.0, 0.0};
    CaromShot shots[4];
    // 8 m ahead, crossing with 3 m/s: 5 m/s meet it after 2 s.
    CaromTarget target = {{8.0, 0.0}, {0.0, 3.0}, {0.0, 0.0}};
    ck_assert_int_eq(caromAimLead(none, target, 5.0, none, shots, 4), 1);
    ck_assert(isShot(shots[0], 4.0, 3.0, 2.0));
    ck_assert_int_eq(caromAimLead(none, target, 3.0, none, shots, 4), 0); // only ever nearer
    target.velocity.x = -5.0; // head on: (8 − 5 t)² + (3 t)² = 9 t² meets once, at the pass
    ck_assert_int_eq(caromAimLead(none, target, 3.0, none, shots, 4), 1);
    ck_assert(isShot(shots[0], 0.0, 3.0, 1.6));
    // Faster than the shot: met in front, or let pass and met behind: 8 − 5 t = ±3 t.
    target.velocity.y = 0.0;
    ck_assert_int_eq(caromAimLead(none, target, 3.0, none, shots, 4), 2);
    ck_assert(isShot(shots[0], 3.0, 0.0, 1.0) && isShot(shots[1], -3.0, 0.0, 4.0));
    ck_assert_int_eq(caromAimLead(none, target, 5.0, none, shots, 4), 1); // the second: never
    ck_assert(isShot(shots[0], 5.0, 0.0, 0.8));
    target.velocity.x = 5.0; // it flees
    ck_assert_int_eq(caromAimLead(none, target, 5.0, none, shots, 4), 0);
    ck_assert_int_eq(caromAimLead(none, target, 6.0, none, shots, 4), 1);
    ck_assert(isShot(shots[0], 6.0, 0.0, 8.0));
}

/// In any direction, so that the two speeds differ by rounding: no meeting ages away.
TEST_SEEDS(equally_fast, 8)
{
    CaromVec2 none = {0.0, 0.0};
    CaromShot shots[4];
    for (int round = 0; round < 100; round++) {
        CaromTarget target = {polar(10.0, testRandomRange(&random, -4.0, 4.0)),
                              polar(3.0, testRandomRange(&random, -4.0, 4.0)),
                              {0.0, 0.0}};
        double speed = hypot(target.velocity.x, target.velocity.y);
        double away = target.position.x * target.velocity.x + target.position.y * target.velocity.y;
        int count = caromAimLead(none, target, speed, none, shots, 4);
        ck_assert_int_eq(count, away < 0.0);
        // They meet halfway along the target's way to where it would be mirrored.
        ck_assert(count == 0 || fabs(shots[0].time / (-50.0 / away) - 1.0) <= 1e-9);
        target.position = none; // from one place: side by side at once, and never again
        ck_assert_int_eq(caromAimLead(none, target, speed, none, shots, 4), 0);
        CaromVec2 pull = polar(10.0, testRandomRange(&random, -4.0, 4.0));
        target.acceleration = pull;
        double ahead = target.velocity.x * pull.x + target.velocity.y * pull.y;
        count = caromAimLead(none, target, speed, none, shots, 4);
        ck_assert_int_eq(count, ahead < 0.0);
        // |u + pull·t/2| is the speed again at t = −4·(u·pull) / pull².
        ck_assert(count == 0 || fabs(shots[0].time / (-ahead / 25.0) - 1.0) <= 1e-9);
    }
}

/// The unit of time is √(2·distance / acceleration): a meeting just then is found once.
TEST(meetings_at_the_unit_of_time)
{
    CaromVec2 start = {0.0, 0.0}, gravity = {0.0, -2.0};
    CaromShot shots[4];
    CaromTarget target = {{1.0, 0.0}, {2.0, 3.0}, {0.0, 0.0}}; // (1, 0) + (2, 3) + (0, 1) is 5 away
    int count = caromAimLead(start, target, 5.0, gravity, shots, 4), there = 0;
    for (int i = 0; i < count; i++) {
        there += fabs(shots[i].time - 1.0) <= 1e-9;
        ck_assert(fabs(shots[i].time - 1.0) > 1e-9 || isShot(shots[i], 3.0, 4.0, 1.0));
    }
    ck_assert_int_eq(there, 1);
    ck_assert_int_eq(count, 2);
}

TEST(lead_from_the_same_place)
{
    CaromVec2 none = {0.0, 0.0}, gravity = {0.0, -10.0};
    CaromShot shots[4];
    // |(4, 5 t)| = 5 at t = 0.6: a target that does not fall, 4 m/s aside.
    CaromTarget target = {{0.0, 0.0}, {4.0, 0.0}, {0.0, 0.0}};
    ck_assert_int_eq(caromAimLead(none, target, 5.0, gravity, shots, 4), 1);
    ck_assert(isShot(shots[0], 4.0, 3.0, 0.6));
    ck_assert_int_eq(caromAimLead(none, target, 4.0, gravity, shots, 4), 0); // together at once
    ck_assert_int_eq(caromAimLead(none, target, 3.0, gravity, shots, 4), 0);
    ck_assert_int_eq(caromAimLead(none, target, 5.0, none, shots, 4), 0);
    target.acceleration = gravity; // both fall: as without gravity
    ck_assert_int_eq(caromAimLead(none, target, 5.0, gravity, shots, 4), 0);
    target.position.y = 9.0;
    ck_assert_int_eq(caromAimLead(none, target, 5.0, gravity, shots, 4), 1);
    ck_assert(isShot(shots[0], 4.0, 3.0, 3.0));
}

/// A target that hardly moves is hit as one at rest: the quartic against the closed form.
TEST_SEEDS(rest_is_the_limit_of_motion, 8)
{
    for (int round = 0; round < 500; round++) {
        Case c = randomCase(&random, false);
        CaromShot rest[2], moves[4];
        CaromShot least;
        caromAimLeastSpeed(c.from, c.target.position, c.acceleration, &least);
        double enough = hypot(least.velocity.x, least.velocity.y);
        double lengths = (double)lengthsAt(&c, least.time) / least.time;
        if (fabs(c.speed - enough) < 1e-9 * lengths) {
            continue;
        }
        int count = caromAimAt(c.from, c.target.position, c.speed, c.acceleration, rest);
        c.target.velocity = polar(1e-200, testRandomRange(&random, -4.0, 4.0));
        ck_assert_int_eq(aim(&c, moves), count);
        for (int i = 0; i < count; i++) {
            ck_assert(fabs(rest[i].time - moves[i].time) <= 1e-8 * rest[i].time);
        }
    }
}

TEST(buffers_are_not_overrun)
{
    CaromTarget target = {{2.4, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    CaromShot shots[2] = {{{7.0, 7.0}, 7.0}, {{7.0, 7.0}, 7.0}};
    CaromVec2 gravity = {0.0, -10.0}, start = {0.0, 0.0};
    ck_assert_int_eq(caromAimLead(start, target, 5.0, gravity, shots, 1), 2);
    ck_assert(isShot(shots[0], 4.0, 3.0, 0.6) && shots[1].time == 7.0);
    ck_assert_int_eq(caromAimLead(start, target, 5.0, gravity, NULL, 0), 2);
}

/// What is trusted to be finite and is not: any answer, but an answer.
TEST_LOOP(nonsense_does_not_crash, 8)
{
    static const double odd[] = {NAN,     INFINITY, -INFINITY, 1e300, -1e300, 1e-300,
                                 -5e-324, 0.0,      1.0,       -2.0,  1e12,   -1e-12};
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int round = 0; round < 2000; round++) {
        double x[11];
        for (int i = 0; i < 11; i++) {
            x[i] = odd[testRandomInt(&random, 0, 11)];
        }
        Case c = {{x[0], x[1]}, {x[2], x[3]}, {{x[4], x[5]}, {x[6], x[7]}, {x[8], x[9]}}, x[10]};
        CaromShot shots[8];
        int count = caromAimLead(c.from, c.target, c.speed, c.acceleration, shots, 8);
        ck_assert(count >= 0 && count <= 8);
        count = caromAimAt(c.from, c.target.position, c.speed, c.acceleration, shots);
        ck_assert(count >= 0 && count <= 2);
        caromAimLeastSpeed(c.from, c.target.position, c.acceleration, shots);
    }
}
