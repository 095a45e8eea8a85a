// SPDX-License-Identifier: MIT
// A step's events spread over its time, so a pass by time puts each next to where it belongs:
// buckets of equal lengths of time, counted, then filled in the order of collection, then insertion
// sort. A later time never gets an earlier bucket, so the result is that of any stable sort. Where
// many fall into one bucket (a volley that ends at one time) and are not in order yet, merge sort.
//
// Distributive partitioning: Dobosiewicz, "Sorting by distributive partitioning" (1978).
#include "event_sort.h"

#include <string.h>

#define FEW 48       ///< sorted by merging at once
#define CROWD 16     ///< a bucket of more is sorted by merging
#define PER_BUCKET 2 ///< events, on average

/// Among events of one time.
static uint64_t rank(const CrEventOrder *order)
{
    return (uint64_t)!order->early << 32 | order->projectile;
}

static bool comesBefore(const CrEventOrder *a, const CrEventOrder *b)
{
    return a->time < b->time || (a->time == b->time && rank(a) < rank(b));
}

static bool isBefore(const void *context, const CrEventOrder *a, const CrEventOrder *b)
{
    (void)context;
    return comesBefore(a, b);
}

// ---- merging

/// Merges the sorted runs [lo, mid) and [mid, hi) of `from` into `to`.
static void mergeRuns(const CrEventOrder *from, CrEventOrder *to, int lo, int mid, int hi,
                      CrEventBefore *before, const void *context)
{
    int left = lo, right = mid;
    for (int i = lo; i < hi; i++) {
        bool takeLeft = left < mid && (right >= hi || !before(context, &from[right], &from[left]));
        to[i] = takeLeft ? from[left++] : from[right++];
    }
}

void crEventsMergeSort(CrEventOrder *order, CrEventOrder *scratch, int count, CrEventBefore *before,
                       const void *context)
{
    CrEventOrder *from = order, *to = scratch;
    for (int width = 1; width < count; width *= 2) {
        for (int lo = 0; lo < count; lo += 2 * width) {
            int mid = lo + width < count ? lo + width : count;
            int hi = mid + width < count ? mid + width : count;
            mergeRuns(from, to, lo, mid, hi, before, context);
        }
        CrEventOrder *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != order) {
        memcpy(order, from, (size_t)count * sizeof *order);
    }
}

static bool isSorted(const CrEventOrder *order, int count)
{
    for (int i = 1; i < count; i++) {
        if (comesBefore(&order[i], &order[i - 1])) {
            return false;
        }
    }
    return true;
}

// ---- buckets

int crEventStarts(int count)
{
    return count / PER_BUCKET + 2;
}

static int bucketOf(const CrEventBuckets *buckets, double time)
{
    int bucket = (int)((time - buckets->first) * buckets->scale);
    return bucket < buckets->count ? bucket : buckets->count - 1;
}

/// From the first time to the last; false where that is too short to be divided.
static bool divide(CrEventBuckets *buckets, const CrEventOrder *order, int count)
{
    double first = order[0].time, last = first;
    for (int i = 1; i < count; i++) {
        first = order[i].time < first ? order[i].time : first;
        last = order[i].time > last ? order[i].time : last;
    }
    buckets->first = first;
    buckets->count = crEventStarts(count) - 1;
    buckets->scale = buckets->count / (last - first);
    return buckets->scale < 1e300;
}

/// Counts the part's events by bucket, and those of earlier buckets. Without a branch: of a part
/// none could be foretold.
static inline CrEventSpan tally(const CrEventBuckets *buckets, CrEventPart part, bool whole,
                                const CrEventOrder *order, uint32_t *starts, int count)
{
    uint32_t elsewhere = 0, width = (uint32_t)(part.until - part.from);
    CrEventSpan span = {0, count, 0};
    memset(starts + part.from, 0, width * sizeof *starts);
    for (int i = 0; i < count; i++) {
        int bucket = bucketOf(buckets, order[i].time);
        bool mine = whole || (uint32_t)(bucket - part.from) < width;
        uint32_t *counter = mine ? &starts[bucket] : &elsewhere;
        ++*counter;
        if (!whole) {
            int before = bucket < part.from;
            span.first += before;
            span.hitsBefore += before & (order[i].kind == CR_EVENT_HIT);
        }
    }
    span.end = span.first + count - (int)elsewhere;
    return span;
}

/// Afterwards starts[b] is where bucket b ends in `to`.
static inline void distribute(const CrEventBuckets *buckets, CrEventPart part, bool whole,
                              CrEventSpan span, const CrEventOrder *from, CrEventOrder *to,
                              uint32_t *starts, int count)
{
    uint32_t sum = (uint32_t)span.first, width = (uint32_t)(part.until - part.from), none = 0;
    CrEventOrder nobody = {0};
    for (int b = part.from; b < part.until; b++) {
        uint32_t size = starts[b];
        starts[b] = sum;
        sum += size;
    }
    for (int i = 0; i < count; i++) {
        int bucket = bucketOf(buckets, from[i].time);
        bool mine = whole || (uint32_t)(bucket - part.from) < width;
        uint32_t *at = mine ? &starts[bucket] : &none;
        CrEventOrder *place = mine ? &to[*at] : &nobody;
        *place = from[i];
        *at += mine;
    }
}

static void sortCrowds(CrEventPart part, CrEventSpan span, CrEventOrder *order,
                       CrEventOrder *scratch, const uint32_t *starts)
{
    uint32_t lo = (uint32_t)span.first;
    for (int b = part.from; b < part.until; b++) {
        int size = (int)(starts[b] - lo);
        if (size > CROWD && !isSorted(order + lo, size)) {
            crEventsMergeSort(order + lo, scratch + lo, size, isBefore, NULL);
        }
        lo = starts[b];
    }
}

static void insertAll(CrEventOrder *order, int count)
{
    for (int i = 1; i < count; i++) {
        CrEventOrder moved = order[i];
        int k = i;
        for (; k > 0 && comesBefore(&moved, &order[k - 1]); k--) {
            order[k] = order[k - 1];
        }
        if (k < i) {
            order[k] = moved;
        }
    }
}

// ---- all

bool crEventsDivide(CrEventBuckets *buckets, const CrEventOrder *order, int count)
{
    return count > FEW && !isSorted(order, count) && divide(buckets, order, count);
}

CrEventSpan crEventsSpread(const CrEventBuckets *buckets, CrEventPart part,
                           const CrEventOrder *order, CrEventOrder *to, uint32_t *starts, int count)
{
    CrEventSpan span = tally(buckets, part, false, order, starts, count);
    distribute(buckets, part, false, span, order, to, starts, count);
    return span;
}

void crEventsSettle(CrEventPart part, CrEventSpan span, CrEventOrder *order, CrEventOrder *scratch,
                    const uint32_t *starts)
{
    sortCrowds(part, span, order, scratch, starts);
    insertAll(order + span.first, span.end - span.first);
}

bool crEventsSort(CrEventOrder *order, CrEventOrder *scratch, uint32_t *starts, int count)
{
    CrEventBuckets buckets;
    if (crEventsDivide(&buckets, order, count)) {
        CrEventPart all = {0, buckets.count};
        CrEventSpan span = tally(&buckets, all, true, order, starts, count);
        distribute(&buckets, all, true, span, order, scratch, starts, count);
        crEventsSettle(all, span, scratch, order, starts);
        return true;
    }
    if (!isSorted(order, count)) {
        crEventsMergeSort(order, scratch, count, isBefore, NULL);
    }
    return false;
}
