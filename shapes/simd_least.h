// SPDX-License-Identifier: MIT
// simd.h with the registers that all processors of a target have, so that loops which use them may
// be inlined and are chosen when the library is built, not when it runs.
#ifndef CAROM_SHAPES_SIMD_LEAST_H
#define CAROM_SHAPES_SIMD_LEAST_H

#include "kernels.h"

#if defined(CR_KERNELS_X86)
#define CR_SIMD_SSE2
#elif defined(CR_KERNELS_NEON)
#define CR_SIMD_NEON
#elif defined(CR_KERNELS_WASM)
#define CR_SIMD_WASM
#endif
#include "simd.h"

#endif
