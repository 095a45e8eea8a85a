// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "solver_loops.h"

#if defined(CR_KERNELS_NEON)
#define CR_SIMD_NEON
#include "solver_body.h"

const CrSolver crSolverNeon = CR_SOLVER("NEON");
#endif
