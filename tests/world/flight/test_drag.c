// SPDX-License-Identifier: MIT
// Drag as a constant acceleration. Oracles: closed forms, and Runge and Kutta's classical method in
// long double at steps so small that its own error doesn't show.
#include "../../../world/flight/acceleration.h"

#include <float.h>
#include <math.h>

#include "../../support/assertions.h"
#include "../../support/random.h"

typedef struct Motion {
    long double x, y, vx, vy;
} Motion;

/// v' = a − k·v − c·|v|·v
typedef struct Law {
    CrDrag drag;
    CaromVec2 a;
} Law;

static Motion slope(const Law *law, const Motion *m)
{
    long double speed = sqrtl(m->vx * m->vx + m->vy * m->vy);
    long double rate = law->drag.linear + law->drag.quadratic * speed;
    Motion d = {m->vx, m->vy, law->a.x - rate * m->vx, law->a.y - rate * m->vy};
    return d;
}

static Motion plus(const Motion *m, const Motion *d, long double h)
{
    Motion sum = {m->x + d->x * h, m->y + d->y * h, m->vx + d->vx * h, m->vy + d->vy * h};
    return sum;
}

static Motion rungeKutta(const Law *law, Motion m, long double h)
{
    Motion a = slope(law, &m), at = plus(&m, &a, h / 2);
    Motion b = slope(law, &at);
    at = plus(&m, &b, h / 2);
    Motion c = slope(law, &at);
    at = plus(&m, &c, h);
    Motion d = slope(law, &at);
    m = plus(&m, &a, h / 6);
    m = plus(&m, &b, h / 3);
    m = plus(&m, &c, h / 3);
    return plus(&m, &d, h / 6);
}

static double distance(const Motion *a, const Motion *b)
{
    return (double)hypotl(a->x - b->x, a->y - b->y);
}

/// A flight's legs over intervals of h.
static Motion flyOn(const Law *law, Motion m, double h)
{
    CaromVec2 v = {(double)m.vx, (double)m.vy};
    CaromVec2 a = crDragAcceleration(&law->drag, v, law->a, h);
    Motion next = {m.x + (m.vx + a.x * h / 2) * h, m.y + (m.vy + a.y * h / 2) * h, m.vx + a.x * h,
                   m.vy + a.y * h};
    return next;
}

static Law anyLaw(TestRandom *random, double h)
{
    Law law = {{0.0, 0.0}, {0.0, 0.0}};
    double size = pow(10.0, testRandomRange(random, -1.0, 2.0));
    law.a.x = testRandomRange(random, -size, size);
    law.a.y = testRandomRange(random, -size, size);
    law.drag.linear = pow(10.0, testRandomRange(random, -4.0, 0.0)) / h;
    return law;
}

static Motion anyStart(TestRandom *random, double fastest)
{
    double speed = fastest * pow(10.0, testRandomRange(random, -3.0, 0.0));
    double angle = testRandomRange(random, -4.0, 4.0);
    Motion start = {0, 0, speed * cos(angle), speed * sin(angle)};
    return start;
}

// v = t + (v0 − t)·e^(−kT), t = a/k: exact at each interval's end, and the place within the sum of
// the chords' errors.
TEST_SEEDS(linear_drag_is_exact_at_the_ends_of_intervals, 40)
{
    double h = pow(10.0, testRandomRange(&random, -4.0, 0.0)), bound = 0.0;
    Law law = anyLaw(&random, h);
    Motion m = anyStart(&random, 1000.0), start = m;
    long double k = law.drag.linear, tx = law.a.x / k, ty = law.a.y / k;
    double size = (double)(hypotl(start.vx, start.vy) + hypotl(tx, ty));
    for (int n = 1; n <= 200; n++) {
        bound += h * h * h / 12.0 * (double)(k * k * hypotl(m.vx - tx, m.vy - ty));
        m = flyOn(&law, m, h);
        long double e = expl(-k * n * h), way = (1 - e) / k;
        Motion exact = {tx * n * h + (start.vx - tx) * way, ty * n * h + (start.vy - ty) * way,
                        tx + (start.vx - tx) * e, ty + (start.vy - ty) * e};
        ck_assert_msg(hypotl(m.vx - exact.vx, m.vy - exact.vy) <= 1e-14 * n * size,
                      "seed %d, interval %d: velocity", _i, n);
        ck_assert_msg(distance(&m, &exact) <= bound + 1e-14 * n * n * h * size,
                      "seed %d, interval %d: place %g, bound %g", _i, n, distance(&m, &exact),
                      bound);
    }
}

// The bound of acceleration.h, h²·L·D/8 per second, for all mixtures of both drags.
TEST_SEEDS(place_is_within_the_stated_bound, 100)
{
    double h = pow(10.0, testRandomRange(&random, -4.0, 0.0));
    Law law = anyLaw(&random, h);
    double fastest = pow(10.0, testRandomRange(&random, -1.0, 3.0));
    law.drag.linear *= _i % 3 ? 0.5 : 0.0;
    law.drag.quadratic = pow(10.0, testRandomRange(&random, -4.0, -0.7)) / (h * fastest);
    Motion m = anyStart(&random, fastest), exact = m;
    double a = hypot(law.a.x, law.a.y);
    double rate = law.drag.linear + 2.0 * law.drag.quadratic * (double)hypotl(m.vx, m.vy);
    double deceleration = a + 0.5 * rate * (double)hypotl(m.vx, m.vy);
    for (int n = 1; n <= 300; n++) {
        m = flyOn(&law, m, h);
        for (int s = 0; s < 16; s++) {
            exact = rungeKutta(&law, exact, (long double)h / 16);
            double v = (double)hypotl(exact.vx, exact.vy);
            rate = fmax(rate, law.drag.linear + 2.0 * law.drag.quadratic * v);
            deceleration = fmax(deceleration, a + law.drag.linear * v + law.drag.quadratic * v * v);
        }
        double error = distance(&m, &exact), allowed = h * h * h * n * rate * deceleration / 8.0;
        if (rate * h > 1.0) {
            return; // grown past what the bound is for
        }
        ck_assert_msg(error <= allowed + 1e-9 * h * h * n * deceleration,
                      "seed %d, interval %d: %g of what is allowed", _i, n, error / allowed);
    }
}

/// The speed at which drag is as large as an acceleration.
static double terminalSpeed(const CrDrag *drag, double a)
{
    double k = drag->linear, c = drag->quadratic;
    return 2.0 * a / (k + sqrt(k * k + 4.0 * c * a));
}

static double anyPower(TestRandom *random, double lo, double hi)
{
    return pow(10.0, testRandomRange(random, lo, hi));
}

// For any strength of drag, up to the largest, and any interval: the speed goes to the terminal one
// and stays there.
TEST_SEEDS(terminal_speed_is_reached, 100)
{
    CrDrag drag = {anyPower(&random, -3.0, 6.0), anyPower(&random, -3.0, 6.0)};
    drag.linear = _i % 3 == 0 ? 0.0 : drag.linear;
    drag.quadratic = _i % 3 == 1 ? 0.0 : drag.quadratic;
    double a = anyPower(&random, -2.0, 3.0), h = anyPower(&random, -6.0, 1.0);
    double terminal = terminalSpeed(&drag, a), time = terminal / a;
    CaromVec2 v = {testRandomRange(&random, -100.0, 100.0), testRandomRange(&random, -9.0, 9.0)};
    CaromVec2 down = {0.6 * a, -0.8 * a};
    h = fmax(h, time / 100.0);
    for (int n = 0; n < 5000; n++) {
        v = crAddScaled(v, crDragAcceleration(&drag, v, down, h), h);
    }
    ck_assert_msg(hypot(v.x - 0.6 * terminal, v.y + 0.8 * terminal) <= 1e-12 * terminal,
                  "seed %d: %g %g instead of %g", _i, v.x, v.y, terminal);
}

// Drag acts alone: the speed only shrinks, the direction stays.
TEST_SEEDS(drag_alone_only_slows_down, 20)
{
    for (int round = 0; round < 200; round++) {
        CrDrag drag = {anyPower(&random, -12.0, 6.0), anyPower(&random, -12.0, 6.0)};
        double h = anyPower(&random, -15.0, 6.0);
        CaromVec2 v = {anyPower(&random, -9.0, 12.0), 0.0}, none = {0.0, 0.0};
        v.y = v.x * testRandomRange(&random, -2.0, 2.0);
        CaromVec2 a = crDragAcceleration(&drag, v, none, h), after = crAddScaled(v, a, h);
        ck_assert_double_le(after.x, v.x);
        ck_assert_double_ge(after.x, -4.0 * DBL_EPSILON * v.x); // at rest within rounding
        ck_assert_double_le(fabs(crCross(v, after)), 1e-15 * crLengthSquared(v));
        // The closed form with both, e/(1 + c·|v|·(1 − e)/k), e = e^(−kh): nothing is faster.
        double decay = drag.linear * h, way = -expm1(-decay) / drag.linear;
        double exact = exp(-decay) / (1.0 + drag.quadratic * crLength(v) * way);
        ck_assert_double_le(after.x, v.x * exact * (1.0 + 1e-12) + 1e-15 * v.x);
    }
}

// |v − t| shrinks by the same factor in all directions, t between nothing and the free fall: so
// speed never exceeds what it had plus what the acceleration gave.
TEST_SEEDS(speed_never_exceeds_that_of_free_fall, 20)
{
    for (int round = 0; round < 200; round++) {
        CrDrag drag = {anyPower(&random, -12.0, 6.0), anyPower(&random, -12.0, 6.0)};
        double h = anyPower(&random, -9.0, 3.0);
        CaromVec2 v = {testRandomRange(&random, -50.0, 50.0),
                       testRandomRange(&random, -50.0, 50.0)};
        CaromVec2 g = {testRandomRange(&random, -9.0, 9.0), testRandomRange(&random, -9.0, 9.0)};
        CaromVec2 after = crAddScaled(v, crDragAcceleration(&drag, v, g, h), h);
        ck_assert_double_le(crLength(after), (crLength(v) + crLength(g) * h) * (1.0 + 1e-15));
    }
}

TEST(no_drag_is_the_acceleration_itself)
{
    CrDrag none = {0.0, 0.0};
    CaromVec2 v = {3.0, 4.0}, g = {0.1, -9.8}, a = crDragAcceleration(&none, v, g, 1.0 / 64.0);
    ck_assert(a.x == g.x && a.y == g.y);
}
