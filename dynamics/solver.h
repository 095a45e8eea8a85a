// SPDX-License-Identifier: MIT
// Which of the loops of solver_loops.h this machine runs. No result depends on it.
#ifndef CAROM_DYNAMICS_SOLVER_H
#define CAROM_DYNAMICS_SOLVER_H

#include "solver_loops.h"

/// The fastest that this machine runs.
const CrSolver *crSolverBest(void);
#define CR_SOLVERS_MOST 4
/// All that this machine runs, the plain one first; returns how many.
int crSolverAll(const CrSolver *all[CR_SOLVERS_MOST]);

#endif
