// SPDX-License-Identifier: MIT
#include "base.h"

#include "kernels_tables.h"

#if defined(CR_KERNELS_WASM)
#define CR_SIMD_WASM
#include "kernels_body.h"

const CrKernels crKernelsWasm = CR_KERNELS("wasm");
#endif
