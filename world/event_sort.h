// SPDX-License-Identifier: MIT
// The order in which events are published: by time, then by projectile, then as they came.
#ifndef CAROM_WORLD_EVENT_SORT_H
#define CAROM_WORLD_EVENT_SORT_H

#include "collect.h"

/// How many starts[] sorting so many events takes.
int crEventStarts(int count);
/// Sorts order[0 .. count); scratch has as much room. True: the result is in scratch.
bool crEventsSort(CrEventOrder *order, CrEventOrder *scratch, uint32_t *starts, int count);
/// Merge sort by any order: as they came where neither is before the other. The result is in order.
typedef bool CrEventBefore(const void *context, const CrEventOrder *a, const CrEventOrder *b);
void crEventsMergeSort(CrEventOrder *order, CrEventOrder *scratch, int count, CrEventBefore *before,
                       const void *context);

#endif
