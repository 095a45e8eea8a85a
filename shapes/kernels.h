// SPDX-License-Identifier: MIT
// Loops over plain arrays that pay for wide registers. Each is written once, in kernels_body.h, and
// compiled for every instruction set; which of them a machine runs is asked of it once, when a
// world is made. All give the same bits, which the suite `kernels` proves: none ever changes what
// happens.
#ifndef CAROM_SHAPES_KERNELS_H
#define CAROM_SHAPES_KERNELS_H

#include "base.h"

#include <stdint.h>

#if defined(__SSE2__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2)
#define CR_KERNELS_X86
#elif defined(__aarch64__) || defined(_M_ARM64)
#define CR_KERNELS_NEON
#elif defined(__wasm_simd128__)
#define CR_KERNELS_WASM
#endif

/// Where no edge is: such ends are met by no ray whose margin is at most 1e29.
#define CR_NOWHERE 1e30f

/// Eight edges from a to b, relative to an origin near by. In a lane without an edge all four are
/// CR_NOWHERE.
typedef struct CrEdgeBlock {
    float ax[8], ay[8], bx[8], by[8];
} CrEdgeBlock;

/// Eight edges, whose they are, and more of them in the next block.
typedef struct CrEdgeLink {
    CrEdgeBlock edges;
    uint32_t keys[8];
    float
        reach; ///< [m] by so much more than the ray's margin they may be met: the thickest's radius
    uint32_t next;    ///< index + 1 among the links, or 0
    uint8_t count;    ///< lanes in use
    uint8_t oneSided; ///< a bit a lane
} CrEdgeLink;

/// A piece of a ray, relative to the same origin: the points p + t·d for near <= t <= far. d has
/// length 1, up to rounding. All finite.
typedef struct CrEdgeRay {
    float px, py, dx, dy;
    float margin; ///< [m] what all roundings together may come to, see crEdgeMargin
    float near, far;
} CrEdgeRay;

/// The margin that covers the rounding of places to float and of the test itself, where no
/// coordinate of the edges, of p and of p + far·d is above `reach`: each side and each way along is
/// a sum of two products of at most 2·reach by 1, of which each factor, product and sum has an
/// error of at most 2^-24 of it; with the second order that is less than 32·reach·2^-24.
static inline float crEdgeMargin(float reach)
{
    return reach * 0x1p-19f;
}

typedef struct CrKernels {
    const char *name;
    /// Bit k where edge k may come within the margin of the ray's piece; 0 says it does not.
    unsigned (*edgesNear)(const CrEdgeBlock *block, const CrEdgeRay *ray);
    /// The same without those that are one-sided, a bit each, and clearly crossed from their free
    /// back: from the left of ab to its right.
    unsigned (*edgesNearOneSided)(const CrEdgeBlock *block, const CrEdgeRay *ray,
                                  unsigned oneSided);
    /// The first link, from index + 1 on, with edges that are near in the sense of
    /// edgesNearOneSided, where oneSided has the bits that count; 0: none. near: which of them.
    uint32_t (*linkNear)(const CrEdgeLink *links, uint32_t from, const CrEdgeRay *ray,
                         unsigned oneSided, unsigned *near);
    /// The indices of all times <= until, ascending; returns how many. Room for `count` of them.
    int (*due)(const double *times, int count, double until, uint32_t *out);
} CrKernels;

/// The fastest that this machine runs. Asks the processor, which on a virtual machine costs
/// microseconds.
const CrKernels *crKernelsBest(void);
/// All that this machine runs, the plain ones first; null: no more.
const CrKernels *crKernelsAt(int i);

#endif
