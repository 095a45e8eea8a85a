// SPDX-License-Identifier: MIT
// docs/bench.md: ratios of what was measured, with plots.
#ifndef CAROM_BENCH_REPORT_H
#define CAROM_BENCH_REPORT_H

#include "race.h"
#include "rows.h"

/// Writes bench.md, its plots and bench.csv, of all figures so far, to a folder; false, with the
/// reason on stderr, where that fails.
/// @param built how the other engines were built, in a sentence or more
/// @param measured whether any figure is of this run; if none, date and machine are the earlier
/// run's
bool reportWrite(const char *folder, const BenchRun *run, const char *built, bool measured);

// ---- between the report's parts

/// Tree or hash, whichever is better there.
const Figure *reportChipmunk(const char *scene, int64_t size);
bool reportPlots(const char *folder);
/// What bodies cost against how many there are; nothing where that was not measured.
void reportSizes(FILE *file);
void reportPath(char *out, size_t capacity, const char *folder, const char *file);

#endif
