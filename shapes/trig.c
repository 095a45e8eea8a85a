// SPDX-License-Identifier: MIT
// Sine, cosine and arctangent of our own, since libm's differ from machine to machine (law 8). Only
// + − · / and floor. Reduction after Cody and Waite, "Software Manual for the Elementary Functions"
// (1980): π/2 in three parts, the first two of 33 bits, so that their multiples by 20 bits are
// exact; more quarter turns than 2^20 are taken off in two portions, which is good up to 2^40 of
// them. Then Taylor's series, cut where the next term is below 2^-58 of the result.
#include "inline.h"

#define TWO_OVER_PI 0x1.45f306dc9c883p-1
#define HALF_PI_1 0x1.921fb54400000p+0
#define HALF_PI_2 0x1.0b4611a600000p-34
#define HALF_PI_3 0x1.3198a2e037073p-69
#define PI 0x1.921fb54442d18p+1
#define PI_REST 0x1.1a62633145c07p-53
#define REACH 1e15 // an angle's last place is 1/8 there: beyond, no digit of it means anything

/// sin(x + rest) for |x| <= π/4 and a tiny rest.
static double sineSeries(double x, double rest)
{
    static const double c[] = {
        -1.0 / 6.0,        1.0 / 120.0,        -1.0 / 5040.0,          1.0 / 362880.0,
        -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368000.0, 1.0 / 355687428096000.0};
    double xx = x * x, sum = c[7];
    for (int i = 6; i >= 0; i--) {
        sum = sum * xx + c[i];
    }
    return x + (x * xx * sum + rest * (1.0 - 0.5 * xx));
}

/// cos(x + rest) likewise; 1 − x²/2 is taken apart so that its rounding error is not lost.
static double cosineSeries(double x, double rest)
{
    static const double c[] = {
        1.0 / 24.0,        -1.0 / 720.0,         1.0 / 40320.0,          -1.0 / 3628800.0,
        1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0, -1.0 / 6402373705728000.0};
    double xx = x * x, sum = c[7];
    for (int i = 6; i >= 0; i--) {
        sum = sum * xx + c[i];
    }
    double half = 0.5 * xx, head = 1.0 - half;
    return head + (((1.0 - head) - half) + (xx * xx * sum - x * rest));
}

CaromRotation caromRotation(double angle)
{
    CaromRotation r = {1.0, 0.0};
    if (!(angle >= -REACH && angle <= REACH)) {
        return r;
    }
    double turns = floor(angle * TWO_OVER_PI + 0.5);
    double many = crAbs(turns) < 0x1p20 ? 0.0 : floor(turns * 0x1p-20) * 0x1p20;
    double few = turns - many;
    double a = (angle - many * HALF_PI_1) - few * HALF_PI_1;
    a -= many * HALF_PI_2;
    double b = few * HALF_PI_2, x = a - b;
    double lost = (a - x) - b; // what the last subtraction rounded away
    double rest = lost - turns * HALF_PI_3;
    double y = x + rest;
    rest = (x - y) + rest;
    double s = sineSeries(y, rest), c = cosineSeries(y, rest);
    switch ((int)(turns - 4.0 * floor(turns * 0.25))) {
    case 0:
        r.c = c, r.s = s;
        break;
    case 1:
        r.c = -s, r.s = c;
        break;
    case 2:
        r.c = -c, r.s = -s;
        break;
    default:
        r.c = s, r.s = -c;
        break;
    }
    return r;
}

/// An angle as a sum that was not rounded yet.
typedef struct LongAngle {
    double head, tail;
} LongAngle;

/// atan(y / x) for 0 <= y <= x, x > 0: the angle of the nearest of four directions and the series
/// for what is left, at most 1/8 in slope. Below 1/4 the series alone: a difference of parts as
/// large as itself would cost it a digit.
static LongAngle octant(double y, double x)
{
    static const LongAngle known[5] = {{0.0, 0.0},
                                       {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                       {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                       {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                       {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
    int k = y < 0.25 * x ? 0 : (int)(4.0 * (y / x) + 0.5);
    double slope = 0.25 * k, t = (y - slope * x) / (x + slope * y), tt = t * t, sum = 0.0;
    for (int n = 27; n >= 3; n -= 2) {
        sum = tt * (1.0 / n - sum);
    }
    LongAngle angle = {known[k].head, t - (t * sum - known[k].tail)};
    return angle;
}

/// quarters·π/2 − angle, for angles up to there.
static LongAngle mirrored(double quarters, LongAngle angle)
{
    double from = quarters * (0.5 * PI), head = from - angle.head;
    double lost = (from - head) - angle.head;
    LongAngle mirror = {head, (quarters * (0.5 * PI_REST) - angle.tail) + lost};
    return mirror;
}

double caromAtan2(double y, double x)
{
    double ax = crAbs(x), ay = crAbs(y), big = crMax(ax, ay);
    if (!(big > 0.0) || !crFinite(ax) || !crFinite(ay)) {
        return 0.0;
    }
    double scale = big > 1e150 ? 0x1p-600 : big < 1e-150 ? 0x1p600 : 1.0; // keeps products in range
    ax *= scale;
    ay *= scale;
    LongAngle angle = ay <= ax ? octant(ay, ax) : mirrored(1.0, octant(ax, ay));
    if (x < 0.0) {
        angle = mirrored(2.0, angle);
    }
    double size = angle.head + angle.tail;
    return y < 0.0 ? -size : size;
}
