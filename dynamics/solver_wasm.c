// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "solver_loops.h"

#if defined(CR_KERNELS_WASM)
#define CR_SIMD_WASM
#include "solver_body.h"

const CrSolver crSolverWasm = CR_SOLVER("wasm");
#endif
