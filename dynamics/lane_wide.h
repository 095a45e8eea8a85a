// SPDX-License-Identifier: MIT
// Registers of the passes over blocks: those of lane_simd.h, or with AVX-512 twice as wide. Then
// they hold two blocks of a colour, the second one `far` bytes behind the first: a block's results
// wait for each other, two blocks' do not.
// Inside of dynamics only.
#ifndef CAROM_DYNAMICS_LANE_WIDE_H
#define CAROM_DYNAMICS_LANE_WIDE_H

#include "lane_simd.h"

#include <stddef.h>

#if defined(CR_SIMD_AVX512)

#define WIDE_BLOCKS 2 // and CR_LANES is CR_BLOCK

typedef __m512 CrWide;
typedef __mmask16 CrWideMask;
typedef struct CrWideRows {
    CrWide a, b, c, d;
} CrWideRows;

#define wideAll _mm512_set1_ps
#define wideAdd _mm512_add_ps
#define wideSub _mm512_sub_ps
#define wideMul _mm512_mul_ps
#define wideDiv _mm512_div_ps
#define wideMin _mm512_min_ps
#define wideMax _mm512_max_ps
#define wideLess(a, b) _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ)
#define wideAnd(a, b) ((CrWideMask)((a) & (b)))
#define widePick(mask, a, b) _mm512_mask_blend_ps(mask, b, a)

CR_INLINE const void *wideFellow(const void *of, ptrdiff_t far)
{
    return (const char *)of + far;
}

CR_INLINE CrWide wideLoad(const float *from, ptrdiff_t far)
{
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_loadu_ps(from)),
                              _mm256_loadu_ps((const float *)wideFellow(from, far)), 1);
}

CR_INLINE void wideStore(float *to, ptrdiff_t far, CrWide v)
{
    _mm256_storeu_ps((float *)((char *)to + far), _mm512_extractf32x8_ps(v, 1));
    _mm256_storeu_ps(to, _mm512_castps512_ps256(v));
}

CR_INLINE CrWideRows wideTurn(CrWideRows r)
{
    __m512 t0 = _mm512_unpacklo_ps(r.a, r.b), t1 = _mm512_unpackhi_ps(r.a, r.b),
           t2 = _mm512_unpacklo_ps(r.c, r.d), t3 = _mm512_unpackhi_ps(r.c, r.d);
    CrWideRows out = {_mm512_shuffle_ps(t0, t2, 0x44), _mm512_shuffle_ps(t0, t2, 0xee),
                      _mm512_shuffle_ps(t1, t3, 0x44), _mm512_shuffle_ps(t1, t3, 0xee)};
    return out;
}

CR_INLINE CrWideRows wideRows(const float *base, int stride, const int32_t *index, ptrdiff_t far)
{
    const int32_t *more = (const int32_t *)wideFellow(index, far);
    __m512 r[4];
    for (int i = 0; i < 4; i++) {
        r[i] = _mm512_insertf32x8(
            _mm512_castps256_ps512(simdTwo(base + stride * index[i], base + stride * index[i + 4])),
            simdTwo(base + stride * more[i], base + stride * more[i + 4]), 1);
    }
    CrWideRows rows = {r[0], r[1], r[2], r[3]};
    return wideTurn(rows);
}

CR_INLINE void wideRowsStore(float *base, int stride, const int32_t *index, ptrdiff_t far,
                             unsigned bits, CrWideRows rows)
{
    const int32_t *more = (const int32_t *)wideFellow(index, far);
    CrWideRows r = wideTurn(rows);
    const __m512 all[4] = {r.a, r.b, r.c, r.d};
    for (int i = 0; i < 4; i++) {
        __m256 low = _mm512_castps512_ps256(all[i]), high = _mm512_extractf32x8_ps(all[i], 1);
        const __m128 one[4] = {_mm256_castps256_ps128(low), _mm256_extractf128_ps(low, 1),
                               _mm256_castps256_ps128(high), _mm256_extractf128_ps(high, 1)};
        const int32_t at[4] = {index[i], index[i + 4], more[i], more[i + 4]};
        for (int k = 0; k < 4; k++) {
            if (CR_LIKELY((bits & 0xffffu) == 0xffffu) || (bits >> (4 * k + i) & 1u)) {
                _mm_storeu_ps(base + stride * at[k], one[k]);
            }
        }
    }
}

#else

#define WIDE_BLOCKS 1

typedef CrLaneFloats CrWide;
typedef CrMask CrWideMask;
typedef CrLaneRows CrWideRows;

#define wideAll simdAll
#define wideAdd simdAdd
#define wideSub simdSub
#define wideMul simdMul
#define wideDiv simdDiv
#define wideMin simdMin
#define wideMax simdMax
#define wideLess simdLess
#define wideAnd crMaskAnd
#define widePick simdPick
#define wideLoad(from, far) simdLoad(from)
#define wideStore(to, far, v) simdStore(to, v)
#define wideRows(base, stride, index, far) simdRows(base, stride, index)
#define wideRowsStore(base, stride, index, far, bits, rows)                                        \
    simdRowsStore(base, stride, index, bits, rows)

#endif

#endif
