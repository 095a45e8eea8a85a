// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "solver.h"

/// In the order of crKernelsAll.
static const CrSolver *const solvers[] = {
    &crSolverPlain,
#if defined(CR_KERNELS_X86)
    &crSolverSse2,
    &crSolverAvx2,
    &crSolverAvx512,
#elif defined(CR_KERNELS_NEON)
    &crSolverNeon,
#elif defined(CR_KERNELS_WASM)
    &crSolverWasm,
#endif
};

int crSolverAll(const CrSolver *all[CR_SOLVERS_MOST])
{
    const CrKernels *kernels[CR_KERNELS_MOST];
    int count = crKernelsAll(kernels);
    for (int i = 0; i < count; i++) {
        all[i] = solvers[i];
    }
    return count;
}

const CrSolver *crSolverBest(void)
{
    const CrSolver *all[CR_SOLVERS_MOST];
    return all[crSolverAll(all) - 1];
}
