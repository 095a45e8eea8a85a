// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "solver_loops.h"

#include "solver_body.h"

const CrSolver crSolverPlain = CR_SOLVER("plain");
