// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "solver_loops.h"

#if defined(CR_KERNELS_X86)
#include <immintrin.h> // before the target is set, lest its own functions be made for it

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#define CR_SIMD_AVX2
#include "solver_body.h"

const CrSolver crSolverAvx2 = CR_SOLVER("AVX2");

#if defined(__clang__)
#pragma clang attribute pop
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif
#endif
