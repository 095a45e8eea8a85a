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

static bool comesBefore(const CrEventOrder *a, const CrEventOrder *b)
{
    return a->time < b->time || (a->time == b->time && a->projectile < b->projectile);
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

/// Of equal lengths of time.
typedef struct Buckets {
    double first, scale;
    int count;
} Buckets;

int crEventStarts(int count)
{
    return count / PER_BUCKET + 2;
}

static int bucketOf(const Buckets *buckets, double time)
{
    int bucket = (int)((time - buckets->first) * buckets->scale);
    return bucket < buckets->count ? bucket : buckets->count - 1;
}

/// From the first time to the last; false where that is too short to be divided.
static bool divide(Buckets *buckets, const CrEventOrder *order, int count)
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

/// Afterwards starts[b] is where bucket b + 1 begins in `to`, starts[-1] being 0.
static void distribute(const Buckets *buckets, const CrEventOrder *from, CrEventOrder *to,
                       uint32_t *starts, int count)
{
    memset(starts, 0, (size_t)(buckets->count + 1) * sizeof *starts);
    for (int i = 0; i < count; i++) {
        starts[bucketOf(buckets, from[i].time) + 1]++;
    }
    for (int b = 0; b < buckets->count; b++) {
        starts[b + 1] += starts[b];
    }
    for (int i = 0; i < count; i++) {
        to[starts[bucketOf(buckets, from[i].time)]++] = from[i];
    }
}

static void sortCrowds(const Buckets *buckets, CrEventOrder *order, CrEventOrder *scratch,
                       const uint32_t *starts)
{
    uint32_t lo = 0;
    for (int b = 0; b < buckets->count; b++) {
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

bool crEventsSort(CrEventOrder *order, CrEventOrder *scratch, uint32_t *starts, int count)
{
    Buckets buckets;
    if (isSorted(order, count)) {
        return false;
    }
    if (count <= FEW || !divide(&buckets, order, count)) {
        crEventsMergeSort(order, scratch, count, isBefore, NULL);
        return false;
    }
    distribute(&buckets, order, scratch, starts, count);
    sortCrowds(&buckets, scratch, order, starts);
    insertAll(scratch, count);
    return true;
}
