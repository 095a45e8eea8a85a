// SPDX-License-Identifier: MIT
// The loops of a tick over blocks of contacts and rows of bodies. Written once in solver_body.h and
// compiled for each instruction set; all give the same bits. The lanes of a block share no dynamic
// body, nor do the blocks of a colour: neither the width of registers nor the order within a
// colour changes a result.
//
// Inside of dynamics only.
#ifndef CAROM_DYNAMICS_SOLVER_LOOPS_H
#define CAROM_DYNAMICS_SOLVER_LOOPS_H

#include "rigid_data.h"
#include "../shapes/kernels.h"

/// A soft constraint: E. Catto, "Soft Constraints" (2011).
typedef struct CrSoftness {
    float rate, massScale, impulseScale;
} CrSoftness;

typedef struct CrSolve {
    CrLanes *lanes;
    CrSolverRow *rows;   ///< by body
    CrSolverKick *kicks; ///< by body
    const int32_t *bodies;
    int count;        ///< bodies that are moved by substeps
    float h, rate;    ///< [s] of a substep, and 1/h
    CrSoftness soft;  ///< between dynamic bodies
    CrSoftness rigid; ///< against bodies of infinite mass
    float push;       ///< [m/s]
    float threshold;  ///< [m/s] restitution
} CrSolve;

/// What renewing manifolds reads: poses by body. Writes a bit a lane for those that moved too far.
typedef struct CrRenew {
    CrLanes *lanes;
    const CrRigidPose *poses;
    uint8_t *stale;    ///< by block
    int32_t from, end; ///< blocks
    float slow;        ///< [m] bodies that move farther against each other in a tick slide
    float weight;      ///< [m/s] of gravity in a substep
} CrRenew;

typedef struct CrSolver {
    const char *name;
    /// Separations of manifolds at the current poses.
    void (*renew)(const CrRenew *renew);
    /// The impulses of the last tick, once more.
    void (*warm)(const CrSolve *solve);
    /// Velocities begin a substep.
    void (*kick)(const CrSolve *solve);
    /// One pass over all contacts; biased: pushes overlaps apart.
    void (*pass)(const CrSolve *solve, bool biased);
    /// Bodies move by their velocities.
    void (*move)(const CrSolve *solve);
    /// The approach of each point that has something in extra.
    void (*approach)(const CrSolve *solve);
    /// Points that approached faster than the threshold part by restitution.
    void (*bounce)(const CrSolve *solve);
} CrSolver;

extern const CrSolver crSolverPlain;
extern const CrSolver crSolverSse2, crSolverAvx2, crSolverAvx512, crSolverNeon, crSolverWasm;

#endif
