// SPDX-License-Identifier: MIT
// What the bench asks of the machine: a steady clock, one core of its own.
#ifndef CAROM_BENCH_MACHINE_H
#define CAROM_BENCH_MACHINE_H

/// [s] of a clock that only goes forward; the start is arbitrary.
double machineSeconds(void);
/// Stays on one core from now on, so that no round pays for a move: the core's number, or -1 where
/// the system has no way to ask. @param core -1: the last one this process may use.
int machinePin(int core);

#endif
