// SPDX-License-Identifier: MIT
// A heap; its top is the item that is dropped first; then Williams, "Algorithm 232: Heapsort"
// (1964).
#include "result_buffer.h"

#include <string.h>

static void swapItems(char *a, char *b, size_t size)
{
    char kept[64];
    for (size_t at = 0; at < size; at += sizeof kept) {
        size_t bytes = size - at < sizeof kept ? size - at : sizeof kept;
        memcpy(kept, a + at, bytes);
        memcpy(a + at, b + at, bytes);
        memcpy(b + at, kept, bytes);
    }
}

/// Moves the top of a heap down to its place.
static void sink(char *items, size_t size, size_t count, CrComesBefore *comesBefore)
{
    for (size_t at = 0, child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && comesBefore(items + child * size, items + (child + 1) * size)) {
            child++;
        }
        if (!comesBefore(items + at * size, items + child * size)) {
            return;
        }
        swapItems(items + at * size, items + child * size, size);
        at = child;
    }
}

void crKeepFirst(void *buffer, size_t size, int capacity, int found, const void *item,
                 CrComesBefore *comesBefore)
{
    CR_ASSERT(capacity >= 0 && found >= 0);
    char *items = buffer;
    if (found >= capacity) {
        if (capacity > 0 && comesBefore(item, items)) {
            memcpy(items, item, size);
            sink(items, size, (size_t)capacity, comesBefore);
        }
        return;
    }
    size_t at = (size_t)found;
    memcpy(items + at * size, item, size);
    while (at > 0 && comesBefore(items + (at - 1) / 2 * size, items + at * size)) {
        swapItems(items + (at - 1) / 2 * size, items + at * size, size);
        at = (at - 1) / 2;
    }
}

void crSortKept(void *buffer, size_t size, int capacity, int found, CrComesBefore *comesBefore)
{
    CR_ASSERT(capacity >= 0 && found >= 0);
    char *items = buffer;
    size_t count = (size_t)(found < capacity ? found : capacity);
    for (; count > 1; count--) {
        swapItems(items, items + (count - 1) * size, size);
        sink(items, size, count - 1, comesBefore);
    }
}
