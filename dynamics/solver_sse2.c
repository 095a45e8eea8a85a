// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "solver_loops.h"

#if defined(CR_KERNELS_X86)
#define CR_SIMD_SSE2
#include "solver_body.h"

const CrSolver crSolverSse2 = CR_SOLVER("SSE2");
#endif
