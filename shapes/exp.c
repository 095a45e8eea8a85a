// SPDX-License-Identifier: MIT
// Only + − · /, floor and exact powers of two. e^x = 2^k·e^r, x = k·ln 2 + r, |r| <= ln 2 / 2.
// Reduction after Cody and Waite, "Software Manual for the Elementary Functions" (1980): ln 2 in
// two parts, the first of 41 bits, so that its multiples by 11 bits are exact. Then Taylor's
// series, cut where the next term is below 2^-63 of the result.
#include "exp.h"

#include "inline.h"

#include <string.h>

#define ONE_OVER_LN2 0x1.71547652b82fep+0
#define LN2_1 0x1.62e42fefa3000p-1
#define LN2_2 0x1.3de6af278ece6p-42
#define LARGEST 0x1.62e42fefa39efp+9   // ln DBL_MAX, rounded down
#define SMALLEST -0x1.74910d52d3051p+9 // ln 2^-1075: what is below rounds to 0

/// 2^k, −1022 <= k <= 1023.
static double powerOfTwo(int k)
{
    uint64_t bits = (uint64_t)(k + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/// e^(r + rest) for |r| <= 0.35 and a tiny rest; what 1 + r rounds away is not lost.
static double expSeries(double r, double rest)
{
    static const double c[] = {1.0 / 2.0,          1.0 / 6.0,         1.0 / 24.0,
                               1.0 / 120.0,        1.0 / 720.0,       1.0 / 5040.0,
                               1.0 / 40320.0,      1.0 / 362880.0,    1.0 / 3628800.0,
                               1.0 / 39916800.0,   1.0 / 479001600.0, 1.0 / 6227020800.0,
                               1.0 / 87178291200.0};
    double sum = c[12];
    for (int i = 11; i >= 0; i--) {
        sum = sum * r + c[i];
    }
    double head = 1.0 + r, lost = (1.0 - head) + r;
    return head + (lost + (rest + r * r * sum));
}

double crExp(double x)
{
    if (!(x <= LARGEST)) {
        return x > LARGEST ? DBL_MAX : x;
    }
    if (x < SMALLEST) {
        return 0.0;
    }
    double turns = floor(x * ONE_OVER_LN2 + 0.5);
    double high = x - turns * LN2_1, low = turns * LN2_2, r = high - low;
    int k = (int)turns, half = k / 2;
    // In two factors, for k from -1075 to 1024; the first keeps every digit, so it rounds once.
    return expSeries(r, (high - r) - low) * powerOfTwo(half) * powerOfTwo(k - half);
}
