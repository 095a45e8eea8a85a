// SPDX-License-Identifier: MIT
// Which kernels this machine runs. The processor is detected here and not by
// __builtin_cpu_supports, which MSVC lacks and which keeps its results in a global.
#include "base.h"

#include "kernels_tables.h"

#include <stddef.h>

typedef enum Has { HAS_NOTHING = 0, HAS_AVX2 = 1, HAS_AVX512 = 2 } Has;

#if defined(CR_KERNELS_X86)
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif

/// eax, ebx, ecx, edx of a leaf.
static void askProcessor(uint32_t leaf, uint32_t answer[4])
{
#if defined(_MSC_VER)
    int told[4];
    __cpuidex(told, (int)leaf, 0);
    for (int i = 0; i < 4; i++) {
        answer[i] = (uint32_t)told[i];
    }
#else
    __cpuid_count(leaf, 0, answer[0], answer[1], answer[2], answer[3]);
#endif
}

/// Which registers the system keeps for us when it runs someone else.
static uint32_t keptRegisters(void)
{
#if defined(_MSC_VER)
    return (uint32_t)_xgetbv(0);
#else
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#endif
}

static bool hasAll(uint32_t bits, uint32_t wanted)
{
    return (bits & wanted) == wanted;
}

static Has askMachine(void)
{
    const uint32_t saves = 1u << 27, avx = 1u << 28, avx2 = 1u << 5;
    const uint32_t avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; // F, DQ, BW, VL
    uint32_t first[4], seventh[4];
    askProcessor(1, first);
    if (!hasAll(first[2], saves | avx) || !hasAll(keptRegisters(), 0x6)) {
        return HAS_NOTHING;
    }
    // It is there: a system that keeps such registers has read in leaf 13 how large they are.
    askProcessor(7, seventh);
    if (!hasAll(seventh[1], avx2)) {
        return HAS_NOTHING;
    }
    return hasAll(seventh[1], avx512) && hasAll(keptRegisters(), 0xe6) ? HAS_AVX512 : HAS_AVX2;
}
#else
static Has askMachine(void)
{
    return HAS_NOTHING;
}
#endif

typedef struct Offer {
    Has needs;
    const CrKernels *kernels;
} Offer;

/// From plain to fast.
static const Offer offers[] = {
    {HAS_NOTHING, &crKernelsPlain},
#if defined(CR_KERNELS_X86)
    {HAS_NOTHING, &crKernelsSse2},
    {HAS_AVX2, &crKernelsAvx2},
    {HAS_AVX512, &crKernelsAvx512},
#elif defined(CR_KERNELS_NEON)
    {HAS_NOTHING, &crKernelsNeon},
#elif defined(CR_KERNELS_WASM)
    {HAS_NOTHING, &crKernelsWasm},
#endif
};

int crKernelsAll(const CrKernels *all[CR_KERNELS_MOST])
{
    const int count = (int)(sizeof offers / sizeof offers[0]);
    Has has = askMachine();
    int some = 0;
    while (some < count && offers[some].needs <= has) {
        all[some] = offers[some].kernels;
        some++;
    }
    return some;
}

const CrKernels *crKernelsBest(void)
{
    const CrKernels *all[CR_KERNELS_MOST] = {NULL};
    return all[crKernelsAll(all) - 1];
}
