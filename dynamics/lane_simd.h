// SPDX-License-Identifier: MIT
// What the solver needs beyond shapes/simd.h: storing, choosing, and rows of four floats that are
// loaded as four registers and stored again. The including file chooses the instruction set.
// Inside of dynamics only.
#ifndef CAROM_DYNAMICS_LANE_SIMD_H
#define CAROM_DYNAMICS_LANE_SIMD_H

#include "../shapes/simd.h"

typedef CrEdgePackets CrLaneFloats;
#define simdLoad crEdgePacketsLoad
#define simdAll crEdgePacketsAll
#define simdAdd crEdgePacketsAdd
#define simdSub crEdgePacketsSub
#define simdMul crEdgePacketsMul
#define simdMin crEdgePacketsMin
#define simdMax crEdgePacketsMax
#define simdLess crEdgePacketsLess

/// Of CR_LANES rows the first floats, the second, …
typedef struct CrLaneRows {
    CrLaneFloats a, b, c, d;
} CrLaneRows;

// simdStore(to, v); simdDiv(a, b); simdPick(mask, a, b): a where the mask is set, else b
// simdRows(base, stride, index): rows base + stride·index[i], of four floats
// simdRowsStore(base, stride, index, bits, rows): those whose bit is set

#if defined(CR_SIMD_AVX512) || defined(CR_SIMD_AVX2)

#define simdStore _mm256_storeu_ps
#define simdDiv _mm256_div_ps
#if defined(CR_SIMD_AVX512)
#define simdPick(mask, a, b) _mm256_mask_blend_ps(mask, b, a)
#else
#define simdPick(mask, a, b) _mm256_blendv_ps(b, a, mask)
#endif

CR_INLINE __m256 simdTwo(const float *low, const float *high)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}

CR_INLINE CrLaneRows simdTurn(CrLaneRows r)
{
    __m256 t0 = _mm256_unpacklo_ps(r.a, r.b), t1 = _mm256_unpackhi_ps(r.a, r.b),
           t2 = _mm256_unpacklo_ps(r.c, r.d), t3 = _mm256_unpackhi_ps(r.c, r.d);
    CrLaneRows out = {_mm256_shuffle_ps(t0, t2, 0x44), _mm256_shuffle_ps(t0, t2, 0xee),
                      _mm256_shuffle_ps(t1, t3, 0x44), _mm256_shuffle_ps(t1, t3, 0xee)};
    return out;
}

CR_INLINE CrLaneRows simdRows(const float *base, int stride, const int32_t *index)
{
    CrLaneRows r = {simdTwo(base + stride * index[0], base + stride * index[4]),
                    simdTwo(base + stride * index[1], base + stride * index[5]),
                    simdTwo(base + stride * index[2], base + stride * index[6]),
                    simdTwo(base + stride * index[3], base + stride * index[7])};
    return simdTurn(r);
}

CR_INLINE void simdRowsStore(float *base, int stride, const int32_t *index, unsigned bits,
                             CrLaneRows rows)
{
    CrLaneRows r = simdTurn(rows);
    const __m256 all[4] = {r.a, r.b, r.c, r.d};
    if (CR_LIKELY((bits & 0xffu) == 0xffu)) {
        for (int i = 0; i < 4; i++) {
            _mm_storeu_ps(base + stride * index[i], _mm256_castps256_ps128(all[i]));
            _mm_storeu_ps(base + stride * index[i + 4], _mm256_extractf128_ps(all[i], 1));
        }
        return;
    }
    for (int i = 0; i < 4; i++) {
        if (bits & 1u << i) {
            _mm_storeu_ps(base + stride * index[i], _mm256_castps256_ps128(all[i]));
        }
        if (bits & 16u << i) {
            _mm_storeu_ps(base + stride * index[i + 4], _mm256_extractf128_ps(all[i], 1));
        }
    }
}

#elif defined(CR_SIMD_SSE2)

#define simdStore _mm_storeu_ps
#define simdDiv _mm_div_ps
#define simdPick(mask, a, b) _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b))

CR_INLINE CrLaneRows simdTurn(CrLaneRows r)
{
    __m128 t0 = _mm_unpacklo_ps(r.a, r.b), t1 = _mm_unpackhi_ps(r.a, r.b),
           t2 = _mm_unpacklo_ps(r.c, r.d), t3 = _mm_unpackhi_ps(r.c, r.d);
    CrLaneRows out = {_mm_movelh_ps(t0, t2), _mm_movehl_ps(t2, t0), _mm_movelh_ps(t1, t3),
                      _mm_movehl_ps(t3, t1)};
    return out;
}

#elif defined(CR_SIMD_NEON)

#define simdStore vst1q_f32
#define simdDiv vdivq_f32
#define simdPick vbslq_f32

CR_INLINE CrLaneRows simdTurn(CrLaneRows r)
{
    float32x4x2_t x = vtrnq_f32(r.a, r.b), y = vtrnq_f32(r.c, r.d);
    CrLaneRows out = {vcombine_f32(vget_low_f32(x.val[0]), vget_low_f32(y.val[0])),
                      vcombine_f32(vget_low_f32(x.val[1]), vget_low_f32(y.val[1])),
                      vcombine_f32(vget_high_f32(x.val[0]), vget_high_f32(y.val[0])),
                      vcombine_f32(vget_high_f32(x.val[1]), vget_high_f32(y.val[1]))};
    return out;
}

#elif defined(CR_SIMD_WASM)

#define simdStore wasm_v128_store
#define simdDiv wasm_f32x4_div
#define simdPick(mask, a, b) wasm_v128_bitselect(a, b, mask)

CR_INLINE CrLaneRows simdTurn(CrLaneRows r)
{
    v128_t t0 = wasm_i32x4_shuffle(r.a, r.b, 0, 4, 1, 5),
           t1 = wasm_i32x4_shuffle(r.a, r.b, 2, 6, 3, 7),
           t2 = wasm_i32x4_shuffle(r.c, r.d, 0, 4, 1, 5),
           t3 = wasm_i32x4_shuffle(r.c, r.d, 2, 6, 3, 7);
    CrLaneRows out = {
        wasm_i32x4_shuffle(t0, t2, 0, 1, 4, 5), wasm_i32x4_shuffle(t0, t2, 2, 3, 6, 7),
        wasm_i32x4_shuffle(t1, t3, 0, 1, 4, 5), wasm_i32x4_shuffle(t1, t3, 2, 3, 6, 7)};
    return out;
}

#else

#define simdStore(to, v) (*(to) = (v))
#define simdDiv(a, b) ((a) / (b))
#define simdPick(mask, a, b) ((mask) ? (a) : (b))

CR_INLINE CrLaneRows simdRows(const float *base, int stride, const int32_t *index)
{
    const float *from = base + stride * index[0];
    CrLaneRows r = {from[0], from[1], from[2], from[3]};
    return r;
}

CR_INLINE void simdRowsStore(float *base, int stride, const int32_t *index, unsigned bits,
                             CrLaneRows rows)
{
    if (bits & 1u) {
        float *to = base + stride * index[0];
        to[0] = rows.a;
        to[1] = rows.b;
        to[2] = rows.c;
        to[3] = rows.d;
    }
}

#endif

#if defined(CR_SIMD_SSE2) || defined(CR_SIMD_NEON) || defined(CR_SIMD_WASM)

CR_INLINE CrLaneRows simdRows(const float *base, int stride, const int32_t *index)
{
    CrLaneRows r = {simdLoad(base + stride * index[0]), simdLoad(base + stride * index[1]),
                    simdLoad(base + stride * index[2]), simdLoad(base + stride * index[3])};
    return simdTurn(r);
}

CR_INLINE void simdRowsStore(float *base, int stride, const int32_t *index, unsigned bits,
                             CrLaneRows rows)
{
    CrLaneRows r = simdTurn(rows);
    if (bits & 1u) {
        simdStore(base + stride * index[0], r.a);
    }
    if (bits & 2u) {
        simdStore(base + stride * index[1], r.b);
    }
    if (bits & 4u) {
        simdStore(base + stride * index[2], r.c);
    }
    if (bits & 8u) {
        simdStore(base + stride * index[3], r.d);
    }
}

#endif

#endif
