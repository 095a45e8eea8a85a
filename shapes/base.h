// SPDX-License-Identifier: MIT
// Inside every source of the library, first: the guards that keep results equal on every machine
// (law 8), asserts of three strengths, memory through a given allocator.
#ifndef CAROM_SHAPES_BASE_H
#define CAROM_SHAPES_BASE_H

#include "vec.h"

#include <float.h>

// A fused multiply-add rounds once where two operations round twice: other bits. gcc ignores the
// standard pragma, clang and MSVC have their own. gcc's vectorizers fuse whatever the pragma says
// where the processor can: x·c − y·s beside x·s + y·c becomes vfmaddsub, in a row (seen in gcc 12)
// and in loops over points alike. x86 without FMA may vectorize its loops.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__)) && !defined(__FMA__) &&      \
    !defined(__FMA4__) && !defined(__AVX512F__)
#pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize")
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize", "no-tree-loop-vectorize")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

#ifdef __FAST_MATH__
#error "Carom computes the same bits everywhere; build it without -ffast-math"
#endif
// 16 is what C23 calls half floats that are computed as such, which gcc says of processors that
// have them; doubles are doubles there, as with 0.
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error                                                                                             \
    "Carom needs doubles evaluated as doubles: -msse2 -mfpmath=sse on i386, -fexcess-precision=fast on s390x"
#endif

// mingw-w64's sqrt, which gcc calls where it does not optimise, asks the x87 and so rounds twice:
// 261 of a million roots came out otherwise.
#if defined(__MINGW32__) && defined(__SSE2__)
#include <emmintrin.h>
#include <math.h>
static inline double crSqrt(double x)
{
    return _mm_cvtsd_f64(_mm_sqrt_pd(_mm_set1_pd(x)));
}
#define sqrt crSqrt
#endif

// Our own mistakes only; what a caller can get wrong is refused with a CaromError instead.
// CR_ASSERT: cheap, in debug builds. Walks of whole structures are functions named cr…Validate.
#ifdef NDEBUG
#define CR_ASSERT(condition) ((void)0)
#else
#include <assert.h>
#define CR_ASSERT(condition) assert(condition)
#endif

#if defined(__GNUC__)
#define CR_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define CR_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define CR_LIKELY(condition) (condition)
#define CR_UNLIKELY(condition) (condition)
#endif

/// For functions that code for wider registers uses: if called, they would run code for narrow
/// registers, which Intel's processors delay after wide ones (rays took twice as long). Also for
/// functions that only prefetch memory: gcc removes calls of such functions.
#if defined(__GNUC__)
#define CR_INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define CR_INLINE static __forceinline
#else
#define CR_INLINE static inline
#endif

/// Asks for a line of memory ahead of its use; never changes a result.
#if defined(__GNUC__)
#define CR_PREFETCH(address) __builtin_prefetch(address)
#else
#define CR_PREFETCH(address) ((void)(address))
#endif

/// The same for all lines of an object.
#define CR_PREFETCH_ALL(object)                                                                    \
    for (size_t at = 0; at < sizeof *(object); at += 64) {                                         \
        CR_PREFETCH((const char *)(object) + at);                                                  \
    }

/// Largest coordinate, speed, length or time the library accepts. Squares of sums stay far from
/// overflow, and the exact predicates far from underflow.
#define CR_HUGE 1e12

/// memory null allocates, newSize 0 frees; null for newSize > 0 means "no memory", the old block
/// stays.
void *crResize(const CaromAllocator *allocator, void *memory, size_t oldSize, size_t newSize);
/// The resize of an allocator that has no memory.
void *crRefuseMemory(void *context, void *memory, size_t oldSize, size_t newSize);

static inline bool crFinite(double x)
{
    return x - x == 0.0;
}

#endif
