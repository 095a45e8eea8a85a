// SPDX-License-Identifier: MIT
// Rows of four floats, turned into four registers, which all processors of a target have.
// Inside of the broadphase only.
#ifndef CAROM_BROADPHASE_SIMD4_H
#define CAROM_BROADPHASE_SIMD4_H

#include "../shapes/simd_least.h"

/// The bits of the first `count` lanes, of all where there are fewer.
static inline unsigned crEdgePacketsOf(int32_t count)
{
    CR_ASSERT(count >= 0);
    return count < CR_LANES ? (1u << count) - 1u : (1u << CR_LANES) - 1u;
}

/// Of CR_LANES rows the first floats, the second, …
typedef struct CrFour {
    CrEdgePackets a, b, c, d;
} CrFour;

/// Rows begin so many floats apart.
static inline CrFour crFour(const float *rows, int apart)
{
    CrFour four;
#if defined(CR_SIMD_SSE2)
    __m128 r = _mm_loadu_ps(rows), s = _mm_loadu_ps(rows + apart),
           t = _mm_loadu_ps(rows + 2 * apart), u = _mm_loadu_ps(rows + 3 * apart);
    __m128 lowRS = _mm_unpacklo_ps(r, s), highRS = _mm_unpackhi_ps(r, s);
    __m128 lowTU = _mm_unpacklo_ps(t, u), highTU = _mm_unpackhi_ps(t, u);
    four.a = _mm_movelh_ps(lowRS, lowTU);
    four.b = _mm_movehl_ps(lowTU, lowRS);
    four.c = _mm_movelh_ps(highRS, highTU);
    four.d = _mm_movehl_ps(highTU, highRS);
#elif defined(CR_SIMD_NEON)
    float32x4x2_t rs = vtrnq_f32(vld1q_f32(rows), vld1q_f32(rows + apart));
    float32x4x2_t tu = vtrnq_f32(vld1q_f32(rows + 2 * apart), vld1q_f32(rows + 3 * apart));
    four.a = vcombine_f32(vget_low_f32(rs.val[0]), vget_low_f32(tu.val[0]));
    four.b = vcombine_f32(vget_low_f32(rs.val[1]), vget_low_f32(tu.val[1]));
    four.c = vcombine_f32(vget_high_f32(rs.val[0]), vget_high_f32(tu.val[0]));
    four.d = vcombine_f32(vget_high_f32(rs.val[1]), vget_high_f32(tu.val[1]));
#elif defined(CR_SIMD_WASM)
    const float *s = rows + apart, *t = s + apart, *u = t + apart;
    four.a = wasm_f32x4_make(rows[0], s[0], t[0], u[0]);
    four.b = wasm_f32x4_make(rows[1], s[1], t[1], u[1]);
    four.c = wasm_f32x4_make(rows[2], s[2], t[2], u[2]);
    four.d = wasm_f32x4_make(rows[3], s[3], t[3], u[3]);
#else
    (void)apart;
    four.a = rows[0];
    four.b = rows[1];
    four.c = rows[2];
    four.d = rows[3];
#endif
    return four;
}

/// Of CR_LANES rows one float each.
static inline CrEdgePackets crFourOne(const float *rows, int apart)
{
#if CR_LANES == 4
    const float one[4] = {rows[0], rows[apart], rows[2 * apart], rows[3 * apart]};
    return crEdgePacketsLoad(one);
#else
    (void)apart;
    return rows[0];
#endif
}

#endif
