// SPDX-License-Identifier: MIT
#include "base.h"

#include "kernels_tables.h"

#if defined(CR_KERNELS_NEON)
#define CR_SIMD_NEON
#include "kernels_body.h"

const CrKernels crKernelsNeon = CR_KERNELS("NEON");
#endif
