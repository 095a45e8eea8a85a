// SPDX-License-Identifier: MIT
#include "base.h"

#include "kernels_tables.h"

#include "kernels_body.h"

const CrKernels crKernelsPlain = CR_KERNELS("plain");
