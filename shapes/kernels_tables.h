// SPDX-License-Identifier: MIT
// The kernels for each instruction set; crKernelsBest returns the best. A file for AVX2 enables
// AVX2 for its own functions: it needs no compiler flag.
#ifndef CAROM_SHAPES_KERNELS_TABLES_H
#define CAROM_SHAPES_KERNELS_TABLES_H

#include "kernels.h"

extern const CrKernels crKernelsPlain, crKernelsSse2, crKernelsAvx2, crKernelsAvx512, crKernelsNeon,
    crKernelsWasm;

#endif
