// SPDX-License-Identifier: MIT
// The keys in a region, each once. Sorted in place by heapsort; Williams, "Algorithm 232" (1964):
// needs no memory, and no input makes it slow. (The C library's qsort may allocate behind the
// world's back.)
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "cell_walk.h"

/// Lets the key at i sink until no key below it is larger.
static void sink(uint32_t *keys, size_t i, size_t count)
{
    uint32_t key = keys[i];
    for (size_t child = 2 * i + 1; child < count; child = 2 * i + 1) {
        if (child + 1 < count && keys[child + 1] > keys[child]) {
            child++;
        }
        if (keys[child] <= key) {
            break;
        }
        keys[i] = keys[child];
        i = child;
    }
    keys[i] = key;
}

static void sort(uint32_t *keys, size_t count)
{
    for (size_t i = count / 2; i-- > 0;) {
        sink(keys, i, count);
    }
    for (size_t last = count; last-- > 1;) {
        uint32_t largest = keys[0];
        keys[0] = keys[last];
        keys[last] = largest;
        sink(keys, 0, last);
    }
}

static int dropRepeated(uint32_t *sorted, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (kept == 0 || sorted[kept - 1] != sorted[i]) {
            sorted[kept++] = sorted[i];
        }
    }
    return kept;
}

CaromError crWalkKeys(CrWalk *walk, uint32_t **keys, const CaromAllocator *allocator)
{
    CrCell cell;
    CR_ASSERT(crArrayCount(*keys) == 0);
    while (crWalkNext(walk, &cell)) {
        CrCellItems items = {NULL, 0};
        for (const CrGridItem *item; (item = crCellNext(&cell, &items)) != NULL;) {
            if (!crArrayGrow(*keys, 1, allocator)) {
                crArraySetCount(*keys, 0);
                return CAROM_ERROR_MEMORY;
            }
            crArrayPush(*keys, item->key);
        }
    }
    int count = crArrayCount(*keys);
    sort(*keys, (size_t)count);
    crArraySetCount(*keys, dropRepeated(*keys, count));
    return CAROM_OK;
}

CaromError crGridQuery(const CrGrid *grid, CaromBox box, uint32_t **keys,
                       const CaromAllocator *allocator)
{
    CrWalk walk;
    crWalkStartBox(&walk, grid, box);
    return crWalkKeys(&walk, keys, allocator);
}
