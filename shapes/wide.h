// SPDX-License-Identifier: MIT
// Doubles side by side: one set of names over AVX-512, AVX2, SSE2 and plain C, for the kernels. The
// including file chooses by one of the macros CR_SIMD_…; with any other it is plain C, one double
// at a time.
//
// The same bits everywhere (law 8): an operation rounds once, as it does in plain C. Minima and
// maxima are selections by comparison, as crMin and crMax.
#ifndef CAROM_SHAPES_WIDE_H
#define CAROM_SHAPES_WIDE_H

#include "base.h"

#include <math.h>

#include <stdint.h>

// CR_WIDE      how many doubles: 8, 4, 2 or 1
// CrWide       so many doubles; crWideLoad from and crWideStore to anywhere, crWideAll the same in
//              each, then by lane crWideAdd, crWideSub, crWideMul, crWideDiv, crWideSqrt, crWideAbs
//              crWideSigned(a, b): a, not negative, with the sign of b
// CrWideMask   an answer a lane: crWideLess is a < b; crWideAnd, crWideOr; crWideBits, lane 0
// lowest
//              crWideIf(mask, a, b): a where it is so, else b
// crWideFloor  the whole numbers that are not above, of numbers within int32_t; stores them, too

#if defined(CR_SIMD_AVX512)
#define CR_WIDE 8
typedef __m512d CrWide;
typedef __mmask8 CrWideMask;
#define crWideLoad _mm512_loadu_pd
#define crWideStore _mm512_storeu_pd
#define crWideAll _mm512_set1_pd
#define crWideAdd _mm512_add_pd
#define crWideSub _mm512_sub_pd
#define crWideMul _mm512_mul_pd
#define crWideDiv _mm512_div_pd
#define crWideSqrt _mm512_sqrt_pd
#define crWideAbs(a) _mm512_andnot_pd(_mm512_set1_pd(-0.0), a)
#define crWideSigned(a, b) _mm512_or_pd(a, _mm512_and_pd(_mm512_set1_pd(-0.0), b))
#define crWideLess(a, b) _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ)
#define crWideAnd(a, b) ((CrWideMask)((a) & (b)))
#define crWideOr(a, b) ((CrWideMask)((a) | (b)))
#define crWideBits(a) ((unsigned)(a))
#define crWideIf(mask, a, b) _mm512_mask_blend_pd(mask, b, a)

CR_INLINE CrWide crWideFloor(int32_t *out, CrWide a)
{
    __m256i whole = _mm512_cvttpd_epi32(a);
    __mmask8 above = _mm512_cmp_pd_mask(a, _mm512_cvtepi32_pd(whole), _CMP_LT_OQ);
    whole = _mm256_mask_sub_epi32(whole, above, whole, _mm256_set1_epi32(1));
    _mm256_storeu_si256((__m256i *)(void *)out, whole);
    return _mm512_cvtepi32_pd(whole);
}

#elif defined(CR_SIMD_AVX2)
#define CR_WIDE 4
typedef __m256d CrWide;
typedef __m256d CrWideMask;
#define crWideLoad _mm256_loadu_pd
#define crWideStore _mm256_storeu_pd
#define crWideAll _mm256_set1_pd
#define crWideAdd _mm256_add_pd
#define crWideSub _mm256_sub_pd
#define crWideMul _mm256_mul_pd
#define crWideDiv _mm256_div_pd
#define crWideSqrt _mm256_sqrt_pd
#define crWideAbs(a) _mm256_andnot_pd(_mm256_set1_pd(-0.0), a)
#define crWideSigned(a, b) _mm256_or_pd(a, _mm256_and_pd(_mm256_set1_pd(-0.0), b))
#define crWideLess(a, b) _mm256_cmp_pd(a, b, _CMP_LT_OQ)
#define crWideAnd _mm256_and_pd
#define crWideOr _mm256_or_pd
#define crWideBits(a) ((unsigned)_mm256_movemask_pd(a))
#define crWideIf(mask, a, b) _mm256_blendv_pd(b, a, mask)

CR_INLINE CrWide crWideFloor(int32_t *out, CrWide a)
{
    __m128i whole = _mm256_cvttpd_epi32(a);
    __m256i above = _mm256_castpd_si256(_mm256_cmp_pd(a, _mm256_cvtepi32_pd(whole), _CMP_LT_OQ));
    __m128i low = _mm256_castsi256_si128(above), high = _mm256_extracti128_si256(above, 1);
    __m128i one = _mm_castps_si128(
        _mm_shuffle_ps(_mm_castsi128_ps(low), _mm_castsi128_ps(high), _MM_SHUFFLE(2, 0, 2, 0)));
    whole = _mm_add_epi32(whole, one); // -1 where it is above
    _mm_storeu_si128((__m128i *)(void *)out, whole);
    return _mm256_cvtepi32_pd(whole);
}

#elif defined(CR_SIMD_SSE2)
#define CR_WIDE 2
typedef __m128d CrWide;
typedef __m128d CrWideMask;
#define crWideLoad _mm_loadu_pd
#define crWideStore _mm_storeu_pd
#define crWideAll _mm_set1_pd
#define crWideAdd _mm_add_pd
#define crWideSub _mm_sub_pd
#define crWideMul _mm_mul_pd
#define crWideDiv _mm_div_pd
#define crWideSqrt _mm_sqrt_pd
#define crWideAbs(a) _mm_andnot_pd(_mm_set1_pd(-0.0), a)
#define crWideSigned(a, b) _mm_or_pd(a, _mm_and_pd(_mm_set1_pd(-0.0), b))
#define crWideLess(a, b) _mm_cmplt_pd(a, b)
#define crWideAnd _mm_and_pd
#define crWideOr _mm_or_pd
#define crWideBits(a) ((unsigned)_mm_movemask_pd(a))
#define crWideIf(mask, a, b) _mm_or_pd(_mm_and_pd(mask, a), _mm_andnot_pd(mask, b))

CR_INLINE CrWide crWideFloor(int32_t *out, CrWide a)
{
    __m128i whole = _mm_cvttpd_epi32(a);
    __m128i above = _mm_castpd_si128(_mm_cmplt_pd(a, _mm_cvtepi32_pd(whole))); // -1, twice each
    whole = _mm_add_epi32(whole, _mm_shuffle_epi32(above, _MM_SHUFFLE(3, 3, 2, 0)));
    _mm_storel_epi64((__m128i *)(void *)out, whole);
    return _mm_cvtepi32_pd(whole);
}

#else
#define CR_WIDE 1
typedef double CrWide;
typedef unsigned CrWideMask;
#define crWideLoad(from) (*(from))
#define crWideStore(to, a) ((void)(*(to) = (a)))
#define crWideAll(x) (x)
#define crWideAdd(a, b) ((a) + (b))
#define crWideSub(a, b) ((a) - (b))
#define crWideMul(a, b) ((a) * (b))
#define crWideDiv(a, b) ((a) / (b))
#define crWideSqrt(a) sqrt(a)
#define crWideAbs(a) fabs(a)
#define crWideSigned(a, b) copysign(a, b)
#define crWideLess(a, b) ((CrWideMask)((a) < (b)))
#define crWideAnd(a, b) ((a) & (b))
#define crWideOr(a, b) ((a) | (b))
#define crWideBits(a) (a)
#define crWideIf(mask, a, b) ((mask) ? (a) : (b))

CR_INLINE CrWide crWideFloor(int32_t *out, CrWide a)
{
    int32_t whole = (int32_t)a;
    *out = whole - (a < (double)whole);
    return *out;
}
#endif

/// crMin, crMax
CR_INLINE CrWide crWideMin(CrWide a, CrWide b)
{
    return crWideIf(crWideLess(a, b), a, b);
}

CR_INLINE CrWide crWideMax(CrWide a, CrWide b)
{
    return crWideIf(crWideLess(b, a), a, b);
}

/// x1·x2 + y1·y2 and x1·y2 − y1·x2 of vectors, as crDot and crCross round them.
CR_INLINE CrWide crWideDot(CrWide x1, CrWide y1, CrWide x2, CrWide y2)
{
    return crWideAdd(crWideMul(x1, x2), crWideMul(y1, y2));
}

CR_INLINE CrWide crWideCross(CrWide x1, CrWide y1, CrWide x2, CrWide y2)
{
    return crWideSub(crWideMul(x1, y2), crWideMul(y1, x2));
}

#endif
