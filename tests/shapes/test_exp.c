// SPDX-License-Identifier: MIT
// Oracle: libm's expl.
#include "../../shapes/exp.h"

#include <math.h>

#include "../support/assertions.h"
#include "../support/random.h"

static void checkExp(double x)
{
    double power = crExp(x);
    ck_assert_msg(power >= 0.0 && power <= DBL_MAX, "exp(%a) = %a", x, power);
#if LDBL_MANT_DIG > 53
    long double exact = expl(x);
    double size = fmax((double)exact, DBL_MIN);
    double ulp = size - nextafter(size, 0.0);
    ck_assert_msg(fabsl(power - exact) <= ulp, "exp(%a): %Lg ulp", x, (power - exact) / ulp);
#endif
}

TEST_SEEDS(within_one_ulp, 32)
{
    for (int round = 0; round < 4000; round++) {
        checkExp(testRandomRange(&random, -745.13, 709.78));
        checkExp(testRandomRange(&random, -1.0, 1.0));
        checkExp(ldexp(testRandomRange(&random, -1.0, 1.0), -testRandomInt(&random, 0, 1074)));
        // Where the reduction changes its multiple of ln 2, and where little is left of x.
        double halves = testRandomInt(&random, -2148, 2046);
        checkExp(halves * 0.34657359027997264 + testRandomInt(&random, -2, 2) * 0x1p-44);
        checkExp(testRandomInt(&random, -745, 709));
    }
}

/// An order that neighbours may not break by more than their error: steps of 2^-40.
TEST_SEEDS(grows, 4)
{
    for (int round = 0; round < 1000; round++) {
        double x = testRandomRange(&random, -700.0, 700.0), step = 0x1p-40;
        ck_assert(crExp(x) < crExp(x + step));
    }
}

TEST(ends_and_what_lies_beyond)
{
    ck_assert(crExp(0.0) == 1.0 && crExp(-0.0) == 1.0);
    ck_assert(crExp(0x1p-60) == 1.0 && crExp(-0x1p-60) == 1.0);
    ck_assert(crExp(0x1.62e42fefa39efp+9) < DBL_MAX);
    ck_assert(crExp(0x1.62e42fefa39fp+9) == DBL_MAX && crExp(1e300) == DBL_MAX);
    ck_assert(crExp(INFINITY) == DBL_MAX && crExp(-INFINITY) == 0.0 && crExp(-1e300) == 0.0);
    ck_assert(crExp(-745.13) == 0x1p-1074 && crExp(-745.14) == 0.0);
    ck_assert(isnan(crExp(NAN)));
}

/// The bits, so that another compiler or processor that rounds otherwise is noticed (law 8).
TEST(bits_are_known)
{
    ck_assert(crExp(1.0) == 0x1.5bf0a8b145769p+1);
    ck_assert(crExp(-1.0) == 0x1.78b56362cef38p-2);
    ck_assert(crExp(709.0) == 0x1.d422d2be5dc9bp+1022);
    ck_assert(crExp(-720.25) == 0x0.000077564144fp-1022);
}
