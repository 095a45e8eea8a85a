// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "solver_loops.h"

#if defined(CR_KERNELS_X86)
#include <immintrin.h> // before the target is set, lest its own functions be made for it

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512bw,avx512vl"))),        \
                             apply_to = function)
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC optimize("no-tree-loop-vectorize") // it may fuse here, see base.h
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl")
#endif

#define CR_SIMD_AVX512
#include "solver_body.h"

const CrSolver crSolverAvx512 = CR_SOLVER("AVX-512");

#if defined(__clang__)
#pragma clang attribute pop
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif
#endif
