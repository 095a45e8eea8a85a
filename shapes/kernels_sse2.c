// SPDX-License-Identifier: MIT
#include "base.h"

#include "kernels_tables.h"

#if defined(CR_KERNELS_X86)
#define CR_SIMD_SSE2
#include "kernels_body.h"

const CrKernels crKernelsSse2 = CR_KERNELS("SSE2");
#endif
