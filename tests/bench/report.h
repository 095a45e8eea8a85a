// SPDX-License-Identifier: MIT
// docs/bench.md: ratios of what was measured, with plots.
#ifndef CAROM_BENCH_REPORT_H
#define CAROM_BENCH_REPORT_H

#include "race.h"
#include "reference.h"

/// Writes bench.md and its plots, of all figures so far, to a folder; false, with the reason on
/// stderr, where that can't be.
bool reportWrite(const char *folder, const BenchRun *run);

// ---- between the report's parts

/// Of the sizes that a reference is of; null where it was not measured.
const Figure *reportFigure(const Reference *reference, const char *engine);
/// Tree or hash, whichever is better there.
const Figure *reportChipmunk(const char *scene, int64_t size);
/// The best of all peers, or null.
const Figure *reportBestPeer(const char *scene, int64_t size);
/// How many times as long Box2D 3 takes here as on the goals' machine, for the work itself, or by
/// the geometric mean of all work where it does not do that: what is here divided by it is what
/// would be there. 0: unknown.
double reportScale(const Reference *reference);
bool reportPlots(const char *folder);
void reportPath(char *out, size_t capacity, const char *folder, const char *file);

#endif
