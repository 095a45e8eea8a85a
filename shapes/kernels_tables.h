// SPDX-License-Identifier: MIT
// The kernels as compiled for each instruction set; ask for them by crKernelsBest. A file for AVX2
// switches its functions to it by itself: it needs no flag from who compiles it.
#ifndef CAROM_SHAPES_KERNELS_TABLES_H
#define CAROM_SHAPES_KERNELS_TABLES_H

#include "kernels.h"

extern const CrKernels crKernelsPlain, crKernelsSse2, crKernelsAvx2, crKernelsAvx512, crKernelsNeon,
    crKernelsWasm;

#endif
