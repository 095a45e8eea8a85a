// SPDX-License-Identifier: MIT
// The caller's buffer for a query's results, with room for `capacity` of them.
#ifndef CAROM_WORLD_CORE_RESULT_BUFFER_H
#define CAROM_WORLD_CORE_RESULT_BUFFER_H

#include "../../shapes/base.h"

/// Returns COUNT for a negative capacity, NULL for a capacity above 0 without a buffer.
static inline CaromError crCheckBuffer(const void *out, int capacity)
{
    if (capacity < 0) {
        return CAROM_ERROR_COUNT;
    }
    return capacity > 0 && out == NULL ? CAROM_ERROR_NULL : CAROM_OK;
}

typedef bool CrComesBefore(const void *a, const void *b);
/// Adds an item of `size` bytes to a buffer that keeps the first of all `found` items. If the
/// buffer is full, the last item is dropped. Until the items are sorted, buffer[0] is the last item
/// kept.
void crKeepFirst(void *buffer, size_t size, int capacity, int found, const void *item,
                 CrComesBefore *comesBefore);
/// Sorts the items kept of `found` items. O(log n) an item in all.
void crSortKept(void *buffer, size_t size, int capacity, int found, CrComesBefore *comesBefore);

#endif
