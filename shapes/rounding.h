// SPDX-License-Identifier: MIT
// Whether this thread has the floating-point mode that is the default of IEEE 754. A host may have
// changed the direction of rounding, or made the processor treat subnormal numbers as zero. A
// library linked with -ffast-math does that to a whole program, an audio or job thread to itself.
// Results would have other bits (law 8). Or exceptions may trap, through feenableexcept or the
// runtime of a language: kernels compute with infinities, and a trap would end the program.
#ifndef CAROM_SHAPES_ROUNDING_H
#define CAROM_SHAPES_ROUNDING_H

#include "base.h"

/// x86 and 64-bit ARM: reads the control word, which takes a few nanoseconds; others: tests results
/// of arithmetic.
bool crRoundsAsExpected(void);
/// By what comes out of sums and products, on any processor, in some 10 ns. Of traps nothing comes.
bool crRoundsByResults(void);

#endif
