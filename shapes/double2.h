// SPDX-License-Identifier: MIT
// Two doubles side by side: one set of names over SSE2 and plain C. An operation rounds each of
// them once, as it would by itself, so that both give the same bits; of two that don't compare the
// second is the lesser and the greater.
#ifndef CAROM_SHAPES_DOUBLE2_H
#define CAROM_SHAPES_DOUBLE2_H

#include "inline.h"

#include <stdint.h>

#if !defined(CR_DOUBLE2_PLAIN) &&                                                                  \
    (defined(__SSE2__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2))
#include <emmintrin.h>

typedef __m128d CrDouble2;

static inline CrDouble2 crDouble2(double x, double y)
{
    return _mm_set_pd(y, x);
}
#define crDouble2All _mm_set1_pd
#define crDouble2Add _mm_add_pd
#define crDouble2Sub _mm_sub_pd
#define crDouble2Mul _mm_mul_pd
#define crDouble2Div _mm_div_pd
#define crDouble2Min _mm_min_pd
#define crDouble2Max _mm_max_pd
#define crDouble2X _mm_cvtsd_f64
#define crDouble2Low _mm_unpacklo_pd
#define crDouble2High _mm_unpackhi_pd

static inline double crDouble2Y(CrDouble2 a)
{
    return _mm_cvtsd_f64(_mm_unpackhi_pd(a, a));
}
static inline CrDouble2 crDouble2Swap(CrDouble2 a)
{
    return _mm_shuffle_pd(a, a, 1);
}
static inline CrDouble2 crDouble2Abs(CrDouble2 a)
{
    return _mm_andnot_pd(_mm_set1_pd(-0.0), a);
}
/// −a where x is negative, else a. x is not 0.
static inline CrDouble2 crDouble2Turned(CrDouble2 a, double x)
{
    return _mm_xor_pd(a, _mm_and_pd(_mm_set1_pd(-0.0), _mm_set1_pd(x)));
}
static inline CrDouble2 crDouble2Load(const CaromVec2 *from)
{
    return _mm_loadu_pd(&from->x);
}
/// By one store: a read of both at once need not wait for two.
static inline void crDouble2Store(CaromVec2 *to, CrDouble2 a)
{
    _mm_storeu_pd(&to->x, a);
}
/// Bit 0: x is negative; bit 1: y is. Of numbers that are not 0.
static inline unsigned crDouble2Negative(CrDouble2 a)
{
    return (unsigned)_mm_movemask_pd(a);
}
/// The whole numbers that are not above, of numbers within int32_t.
static inline void crDouble2Floor(CrDouble2 a, int32_t out[2])
{
    __m128i whole = _mm_cvttpd_epi32(a);
    __m128i above = _mm_castpd_si128(_mm_cmplt_pd(a, _mm_cvtepi32_pd(whole))); // -1, twice each
    whole = _mm_add_epi32(whole, _mm_shuffle_epi32(above, _MM_SHUFFLE(3, 3, 2, 0)));
    _mm_storel_epi64((__m128i *)(void *)out, whole);
}
/// The four rounded to float, one after the other.
static inline void crDouble2Floats(CrDouble2 a, CrDouble2 b, float out[4])
{
    _mm_storeu_ps(out, _mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b)));
}
#else
typedef CaromVec2 CrDouble2;

#define crDouble2 crVec
#define crDouble2Add crAdd
#define crDouble2Sub crSub
#define crDouble2Low(a, b) crVec((a).x, (b).x)
#define crDouble2High(a, b) crVec((a).y, (b).y)
#define crDouble2X(a) ((a).x)
#define crDouble2Y(a) ((a).y)
#define crDouble2Swap(a) crVec((a).y, (a).x)
#define crDouble2Load(from) (*(from))
#define crDouble2Store(to, a) ((void)(*(to) = (a)))

static inline CrDouble2 crDouble2All(double x)
{
    return crVec(x, x);
}
static inline CrDouble2 crDouble2Mul(CrDouble2 a, CrDouble2 b)
{
    return crVec(a.x * b.x, a.y * b.y);
}
static inline CrDouble2 crDouble2Div(CrDouble2 a, CrDouble2 b)
{
    return crVec(a.x / b.x, a.y / b.y);
}
static inline CrDouble2 crDouble2Min(CrDouble2 a, CrDouble2 b)
{
    return crVec(crMin(a.x, b.x), crMin(a.y, b.y));
}
static inline CrDouble2 crDouble2Max(CrDouble2 a, CrDouble2 b)
{
    return crVec(crMax(a.x, b.x), crMax(a.y, b.y));
}
static inline CrDouble2 crDouble2Abs(CrDouble2 a)
{
    return crVec(crAbs(a.x), crAbs(a.y));
}
static inline CrDouble2 crDouble2Turned(CrDouble2 a, double x)
{
    return crScale(a, 2 * (x > 0.0) - 1);
}
static inline unsigned crDouble2Negative(CrDouble2 a)
{
    return (unsigned)(a.x < 0.0) | (unsigned)(a.y < 0.0) << 1;
}
static inline void crDouble2Floor(CrDouble2 a, int32_t out[2])
{
    int32_t x = (int32_t)a.x, y = (int32_t)a.y;
    out[0] = x - (a.x < (double)x);
    out[1] = y - (a.y < (double)y);
}
static inline void crDouble2Floats(CrDouble2 a, CrDouble2 b, float out[4])
{
    out[0] = (float)a.x;
    out[1] = (float)a.y;
    out[2] = (float)b.x;
    out[3] = (float)b.y;
}
#endif

/// x + y
static inline double crDouble2Sum(CrDouble2 a)
{
    return crDouble2X(a) + crDouble2Y(a);
}

/// x − y
static inline double crDouble2Difference(CrDouble2 a)
{
    return crDouble2X(a) - crDouble2Y(a);
}

/// crDouble2Sum of both, side by side.
static inline CrDouble2 crDouble2Sums(CrDouble2 a, CrDouble2 b)
{
    return crDouble2Add(crDouble2Low(a, b), crDouble2High(a, b));
}

#endif
