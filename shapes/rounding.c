// SPDX-License-Identifier: MIT
#include "base.h"

#include "rounding.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>

/// Two bits of rounding, the one that flushes results to zero, the one that takes operands for
/// zero, and six that keep exceptions from trapping: only these are set.
#define CONTROL_BITS 0xffc0u
#define USUAL_BITS 0x1f80u

bool crRoundsAsExpected(void)
{
    return (_mm_getcsr() & CONTROL_BITS) == USUAL_BITS;
}

bool caromThreadPrepare(void)
{
    _mm_setcsr((_mm_getcsr() & ~CONTROL_BITS) | USUAL_BITS);
    return crRoundsAsExpected();
}
#elif defined(__aarch64__)
/// Those of rounding, the one that flushes to zero, and six that have exceptions trap.
#define CONTROL_BITS 0x1c09f00u

bool crRoundsAsExpected(void)
{
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return (control & CONTROL_BITS) == 0;
}

bool caromThreadPrepare(void)
{
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    control &= ~(uint64_t)CONTROL_BITS;
    __asm__ volatile("msr fpcr, %0" : : "r"(control));
    return crRoundsAsExpected();
}
#else
bool crRoundsAsExpected(void)
{
    return crRoundsByResults();
}

bool caromThreadPrepare(void)
{
    return crRoundsAsExpected();
}
#endif

bool crRoundsByResults(void)
{
    // Volatile, lest a compiler calculate for the machine. The sum of subnormals, whether they are
    // taken or given as zero, is 0, and it is fast where their products are not.
    volatile double one = 1.0, little = 0x1p-60, subnormal = 0x1p-1060;
    volatile double up = one + little, down = one - little, twice = subnormal + subnormal;
    return up == 1.0 && down == 1.0 && twice > 0.0;
}
