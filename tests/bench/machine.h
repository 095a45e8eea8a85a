// SPDX-License-Identifier: MIT
// What the bench needs of the machine: a clock, one core to stay on, an output of its own.
#ifndef CAROM_BENCH_MACHINE_H
#define CAROM_BENCH_MACHINE_H

#include <stdio.h>

/// [s] that this process has computed so far, so that what other programs do on the core costs us
/// less. Without a clock of that kind: seconds of real time.
double machineSeconds(void);
/// [s] that this thread has computed. Without a clock of that kind: as the next.
double machineThread(void);
/// [s] on the wall.
double machineWall(void);
/// A core beside the one that machinePin chose, or -1: there is none.
int machineOtherCore(void);
/// Stays on one core from now on, so that no round pays for a move: the core's number, or -1 where
/// the system has no way to ask. @param core -1: the last one this process may use.
int machinePin(int core);

/// The processor's name, or "an unknown processor".
void machineName(char *out, size_t capacity);
/// How many programs wanted to run in the last minutes, or -1 where the system does not say.
double machineLoad(void);

/// Standard output for us alone: what libraries print there (Debian's Chipmunk greets) goes to
/// standard error from now on, where the system can do that.
FILE *machineOutput(void);

#endif
