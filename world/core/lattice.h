// SPDX-License-Identifier: MIT
// Times that are multiples of a period: the one before and the one after a time.
#ifndef CAROM_WORLD_CORE_LATTICE_H
#define CAROM_WORLD_CORE_LATTICE_H

/// Return the largest kP at or before a time >= 0, and the next after it. If P is less than the
/// spacing of doubles, which happens P·2^52 seconds away from 0, the next is as near as doubles
/// allow.
double crSteerBefore(double interval, double time);
double crSteerAfter(double interval, double time);

/// Returns the time of tick k. If the interval is 1 / n, that is k / n: the double that a game
/// writes as k / 60.0, and the same for all n, where multiples of 1 / n are a rounding off.
double crTickAt(double interval, double k);
/// Returns k of the last tick at or before a time >= 0.
double crTickIndex(double interval, double time);

#endif
