// SPDX-License-Identifier: MIT
// The order in which events are published: by time, at a tick's time those before the tick first,
// then by projectile, then as they came.
#ifndef CAROM_WORLD_EVENTS_EVENT_SORT_H
#define CAROM_WORLD_EVENTS_EVENT_SORT_H

#include "../data/events.h"

/// How many starts[] sorting so many events takes.
int crEventStarts(int count);

/// A step's time in parts of equal length.
typedef struct CrEventBuckets {
    double first, scale;
    int count;
} CrEventBuckets;

/// Some of the buckets, for a task to sort what is in them,
typedef struct CrEventPart {
    int from, until;
} CrEventPart;

/// and where that is when sorted.
typedef struct CrEventSpan {
    int first, end;
    int hitsBefore; ///< how many of those before it are hits
} CrEventSpan;

/// False: too few, in order already, or too close to be divided; crEventsSort sorts them.
bool crEventsDivide(CrEventBuckets *buckets, const CrEventOrder *order, int count);
/// Moves the events of a part of the buckets to where they are when sorted, but for the order
/// within each bucket. Writes to no place of another part, and to starts of its own buckets only.
CrEventSpan crEventsSpread(const CrEventBuckets *buckets, CrEventPart part,
                           const CrEventOrder *order, CrEventOrder *to, uint32_t *starts,
                           int count);
/// Afterwards: sorts what a part has; scratch is where it all came from, of which it takes only the
/// same places.
void crEventsSettle(CrEventPart part, CrEventSpan span, CrEventOrder *order, CrEventOrder *scratch,
                    const uint32_t *starts);

/// Sorts order[0 .. count); scratch has as much room. True: the result is in scratch.
bool crEventsSort(CrEventOrder *order, CrEventOrder *scratch, uint32_t *starts, int count);
/// Merge sort by any order: as they came where neither is before the other. The result is in order.
typedef bool CrEventBefore(const void *context, const CrEventOrder *a, const CrEventOrder *b);
void crEventsMergeSort(CrEventOrder *order, CrEventOrder *scratch, int count, CrEventBefore *before,
                       const void *context);

#endif
