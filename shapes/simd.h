// SPDX-License-Identifier: MIT
// Floats side by side: one set of names over AVX-512, AVX2, SSE2, NEON, wasm and plain C. The
// including file chooses by one of the macros CR_SIMD_…; without one it is plain C, one float at a
// time.
//
// The same bits everywhere (law 8): an operation here rounds once and in the same way on all of
// them. If two numbers do not compare, the second is the minimum and the maximum. Subnormals must
// be kept, so 32-bit ARM uses plain C: its NEON treats them as zero.
#ifndef CAROM_SHAPES_SIMD_H
#define CAROM_SHAPES_SIMD_H

#include "base.h"

#include <stdint.h>

// CR_LANES: how many floats, 8, 4 or 1. CrEdgePackets: so many floats; crEdgePacketsLoad from
// and crEdgePacketsStore to anywhere, crEdgePacketsAll the same in each; then by lane Add, Sub,
// Mul, Div, Min, Max. CrMask: an answer a lane; crEdgePacketsLess is a < b; crMaskAnd, crMaskOr;
// crMaskBits, lane 0 lowest; crEdgePacketsIf(mask, a, b): a where it is so, else b. crBatchBits: of
// eight doubles, bit k where the k-th is at most the limit.

#if defined(CR_SIMD_AVX512) || defined(CR_SIMD_AVX2)
#include <immintrin.h>

#define CR_LANES 8
typedef __m256 CrEdgePackets;
#define crEdgePacketsLoad _mm256_loadu_ps
#define crEdgePacketsStore _mm256_storeu_ps
#define crEdgePacketsAll _mm256_set1_ps
#define crEdgePacketsAdd _mm256_add_ps
#define crEdgePacketsSub _mm256_sub_ps
#define crEdgePacketsMul _mm256_mul_ps
#define crEdgePacketsMin _mm256_min_ps
#define crEdgePacketsMax _mm256_max_ps
#define crEdgePacketsDiv _mm256_div_ps

#if defined(CR_SIMD_AVX512)
typedef __mmask8 CrMask;
#define crEdgePacketsLess(a, b) _mm256_cmp_ps_mask(a, b, _CMP_LT_OQ)
#define crMaskAnd(a, b) ((CrMask)((a) & (b)))
#define crMaskOr(a, b) ((CrMask)((a) | (b)))
#define crMaskBits(a) ((unsigned)(a))
#define crEdgePacketsIf(mask, a, b) _mm256_mask_blend_ps(mask, b, a)
#else
typedef __m256 CrMask;
#define crEdgePacketsLess(a, b) _mm256_cmp_ps(a, b, _CMP_LT_OQ)
#define crMaskAnd _mm256_and_ps
#define crMaskOr _mm256_or_ps
#define crMaskBits(a) ((unsigned)_mm256_movemask_ps(a))
#define crEdgePacketsIf(mask, a, b) _mm256_blendv_ps(b, a, mask)
#endif

#elif defined(CR_SIMD_SSE2)
#include <emmintrin.h>

#define CR_LANES 4
typedef __m128 CrEdgePackets;
typedef __m128 CrMask;
#define crEdgePacketsLoad _mm_loadu_ps
#define crEdgePacketsStore _mm_storeu_ps
#define crEdgePacketsAll _mm_set1_ps
#define crEdgePacketsAdd _mm_add_ps
#define crEdgePacketsSub _mm_sub_ps
#define crEdgePacketsMul _mm_mul_ps
#define crEdgePacketsMin _mm_min_ps
#define crEdgePacketsMax _mm_max_ps
#define crEdgePacketsDiv _mm_div_ps
#define crEdgePacketsIf(mask, a, b) _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b))
#define crEdgePacketsLess _mm_cmplt_ps
#define crMaskAnd _mm_and_ps
#define crMaskOr _mm_or_ps
#define crMaskBits(a) ((unsigned)_mm_movemask_ps(a))

#elif defined(CR_SIMD_NEON)
#include <arm_neon.h>

#define CR_LANES 4
typedef float32x4_t CrEdgePackets;
typedef uint32x4_t CrMask;
#define crEdgePacketsLoad vld1q_f32
#define crEdgePacketsStore vst1q_f32
#define crEdgePacketsAll vdupq_n_f32
#define crEdgePacketsAdd vaddq_f32
#define crEdgePacketsSub vsubq_f32
#define crEdgePacketsMul vmulq_f32
#define crEdgePacketsMin(a, b) vbslq_f32(vcltq_f32(a, b), a, b)
#define crEdgePacketsMax(a, b) vbslq_f32(vcgtq_f32(a, b), a, b)
#define crEdgePacketsLess vcltq_f32
#define crEdgePacketsDiv vdivq_f32
#define crEdgePacketsIf(mask, a, b) vbslq_f32(mask, a, b)
#define crMaskAnd vandq_u32
#define crMaskOr vorrq_u32

static inline unsigned crMaskBits(CrMask mask)
{
    static const uint32_t bits[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(mask, vld1q_u32(bits)));
}

#elif defined(CR_SIMD_WASM)
#include <wasm_simd128.h>

#define CR_LANES 4
typedef v128_t CrEdgePackets;
typedef v128_t CrMask;
#define crEdgePacketsLoad(from) wasm_v128_load(from)
#define crEdgePacketsStore(to, a) wasm_v128_store(to, a)
#define crEdgePacketsAll wasm_f32x4_splat
#define crEdgePacketsAdd wasm_f32x4_add
#define crEdgePacketsSub wasm_f32x4_sub
#define crEdgePacketsMul wasm_f32x4_mul
#define crEdgePacketsMin(a, b) wasm_f32x4_pmin(b, a) // pmin(x, y) is y < x ? y : x
#define crEdgePacketsMax(a, b) wasm_f32x4_pmax(b, a)
#define crEdgePacketsLess wasm_f32x4_lt
#define crEdgePacketsDiv wasm_f32x4_div
#define crEdgePacketsIf(mask, a, b) wasm_v128_bitselect(a, b, mask)
#define crMaskAnd wasm_v128_and
#define crMaskOr wasm_v128_or
#define crMaskBits(a) ((unsigned)wasm_i32x4_bitmask(a))

#else

#define CR_LANES 1
typedef float CrEdgePackets;
typedef unsigned CrMask;
#define crEdgePacketsLoad(from) (*(from))
#define crEdgePacketsStore(to, a) ((void)(*(to) = (a)))
#define crEdgePacketsAll(x) (x)
#define crEdgePacketsAdd(a, b) ((a) + (b))
#define crEdgePacketsSub(a, b) ((a) - (b))
#define crEdgePacketsMul(a, b) ((a) * (b))
#define crEdgePacketsMin(a, b) ((a) < (b) ? (a) : (b))
#define crEdgePacketsMax(a, b) ((a) > (b) ? (a) : (b))
#define crEdgePacketsLess(a, b) ((CrMask)((a) < (b)))
#define crEdgePacketsDiv(a, b) ((a) / (b))
#define crEdgePacketsIf(mask, a, b) ((mask) ? (a) : (b))
#define crMaskAnd(a, b) ((a) & (b))
#define crMaskOr(a, b) ((a) | (b))
#define crMaskBits(a) (a)

#endif

#if defined(CR_SIMD_AVX512)
static inline unsigned crBatchBits(const double *times, double limit)
{
    return _mm512_cmp_pd_mask(_mm512_loadu_pd(times), _mm512_set1_pd(limit), _CMP_LE_OQ);
}
#elif defined(CR_SIMD_AVX2)
static inline unsigned crBatchBits(const double *times, double limit)
{
    __m256d all = _mm256_set1_pd(limit);
    int low = _mm256_movemask_pd(_mm256_cmp_pd(_mm256_loadu_pd(times), all, _CMP_LE_OQ));
    int high = _mm256_movemask_pd(_mm256_cmp_pd(_mm256_loadu_pd(times + 4), all, _CMP_LE_OQ));
    return (unsigned)(low | high << 4);
}
#elif defined(CR_SIMD_SSE2)
static inline unsigned crBatchBits(const double *times, double limit)
{
    __m128d all = _mm_set1_pd(limit);
    int bits = 0;
    for (int k = 0; k < 8; k += 2) {
        bits |= _mm_movemask_pd(_mm_cmple_pd(_mm_loadu_pd(times + k), all)) << k;
    }
    return (unsigned)bits;
}
#else
static inline unsigned crBatchBits(const double *times, double limit)
{
    unsigned bits = 0;
    for (int k = 0; k < 8; k++) {
        bits |= (unsigned)(times[k] <= limit) << k;
    }
    return bits;
}
#endif

#endif
