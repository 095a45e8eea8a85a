// SPDX-License-Identifier: MIT
// Times that are multiples of a period: the one before and the one after a time.
#ifndef CAROM_WORLD_CORE_LATTICE_H
#define CAROM_WORLD_CORE_LATTICE_H

/// Return the largest kP at or before a time >= 0, and the next after it. If P is less than the
/// spacing of doubles, which happens P·2^52 seconds away from 0, the next is as near as doubles
/// allow.
double crSteerBefore(double interval, double time);
double crSteerAfter(double interval, double time);

#endif
