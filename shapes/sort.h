// SPDX-License-Identifier: MIT
// Sorts integers, such as indices, by merging runs of doubling length: stable, O(n log n), and in
// memory of the caller's. (The C library's qsort may allocate behind a world's back.)
#ifndef CAROM_SHAPES_SORT_H
#define CAROM_SHAPES_SORT_H

#include "base.h"

/// Returns whether a comes before b; false if they are equal.
typedef bool CrPrecedes(const void *context, int a, int b);

static inline void crMergeRuns(CrPrecedes *precedes, const void *context, const int *from, int *to,
                               int first, int middle, int end)
{
    int left = first, right = middle;
    for (int i = first; i < end; ++i) {
        bool takesRight =
            left == middle || (right < end && precedes(context, from[right], from[left]));
        to[i] = takesRight ? from[right++] : from[left++];
    }
}

/// `spare` has room for as many. Inline, for compilers to inline what it calls.
static inline void crSortInts(CrPrecedes *precedes, const void *context, int *items, int *spare,
                              int count)
{
    int *from = items, *to = spare;
    for (int run = 1; run < count; run *= 2) {
        for (int first = 0; first < count; first += 2 * run) {
            int middle = first + run < count ? first + run : count;
            int end = middle + run < count ? middle + run : count;
            crMergeRuns(precedes, context, from, to, first, middle, end);
        }
        int *kept = from;
        from = to;
        to = kept;
    }
    for (int i = 0; from != items && i < count; ++i) {
        items[i] = from[i];
    }
}

#endif
