// SPDX-License-Identifier: MIT
// The exponential function of our own, since libm's differs from machine to machine (law 8).
#ifndef CAROM_SHAPES_EXP_H
#define CAROM_SHAPES_EXP_H

#include "base.h"

/// e to the x, within one unit in the last place; 1 for 0 exactly. Below −745.13 it is 0, above
/// 709.78 the largest double (never infinite); NaN stays NaN.
double crExp(double x);

#endif
