// SPDX-License-Identifier: MIT
// Whether this thread calculates as IEEE 754 does by default. What a host may have changed for it:
// the direction of rounding, or that subnormal numbers are taken or given as zero, which is what a
// library linked with -ffast-math does to a whole program, and an audio or job thread to itself.
// The bits of results would be others (law 8). Or that exceptions trap, as feenableexcept has them
// do, and runtimes of some languages: kernels reckon with infinities, and the program would end.
#ifndef CAROM_SHAPES_ROUNDING_H
#define CAROM_SHAPES_ROUNDING_H

#include "base.h"

/// x86 and 64-bit ARM are asked for their control word, which takes a few nanoseconds; of
/// others results tell.
bool crRoundsAsExpected(void);
/// By what comes out of sums and products, on any processor, in some 10 ns. Of traps nothing comes.
bool crRoundsByResults(void);

#endif
