// SPDX-License-Identifier: MIT
// What queries write to: the caller's buffer, with room for `capacity` results.
#ifndef CAROM_WORLD_CORE_RESULT_BUFFER_H
#define CAROM_WORLD_CORE_RESULT_BUFFER_H

#include "../../shapes/base.h"

/// COUNT for a negative capacity, NULL where there is to be room and no buffer.
static inline CaromError crCheckBuffer(const void *out, int capacity)
{
    if (capacity < 0) {
        return CAROM_ERROR_COUNT;
    }
    return capacity > 0 && out == NULL ? CAROM_ERROR_NULL : CAROM_OK;
}

typedef bool CrComesBefore(const void *a, const void *b);
/// Puts an item of `size` bytes into a buffer that keeps the first of all `found` items; if it is
/// full, the last of all is dropped. Until they are sorted, buffer[0] is the last of the items
/// kept.
void crKeepFirst(void *buffer, size_t size, int capacity, int found, const void *item,
                 CrComesBefore *comesBefore);
/// Sorts what was kept of `found` items. O(log n) an item, all in all.
void crSortKept(void *buffer, size_t size, int capacity, int found, CrComesBefore *comesBefore);

#endif
