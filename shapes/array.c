// SPDX-License-Identifier: MIT
// One block holds the header that stb_ds expects, then the elements. The allocator gets the size of
// the whole block, when it grows and when it is freed, so that its sums are right.
#include "array.h"

#include <limits.h>
#include <string.h>

#define MIN_GROWN_CAPACITY 8 // below that an allocation costs more than the room it saves

// The elements follow the header, which therefore must not spoil their alignment.
typedef char headerKeepsAlignment[sizeof(stbds_array_header) % sizeof(double) == 0 ? 1 : -1];

// The caller's pointer has its own type; copied as bytes, no compiler may assume that a void * is
// another object than it.
static void *loadPointer(void *const *array)
{
    void *elements;
    memcpy(&elements, array, sizeof elements);
    return elements;
}

static void storePointer(void **array, void *elements)
{
    memcpy(array, &elements, sizeof elements);
}

/// Bytes of a block, 0 where they can't be counted. Counts are handed out as int.
static size_t blockSize(size_t elementSize, size_t capacity)
{
    size_t most = ((size_t)PTRDIFF_MAX - sizeof(stbds_array_header)) / elementSize;
    if (capacity > most || capacity > (size_t)INT_MAX) {
        return 0;
    }
    return sizeof(stbds_array_header) + elementSize * capacity;
}

void crArrayPlantHeader(stbds_array_header *header, size_t capacity)
{
    memset(header, 0, sizeof *header);
    header->capacity = capacity;
}

bool crArrayReserveBytes(void **array, size_t elementSize, size_t capacity,
                         const CaromAllocator *allocator)
{
    void *elements = loadPointer(array);
    size_t old = stbds_arrcap(elements);
    size_t newSize = blockSize(elementSize, capacity);
    if (newSize == 0) {
        return false;
    }
    stbds_array_header *block = elements ? stbds_header(elements) : NULL;
    block = crResize(allocator, block, block ? blockSize(elementSize, old) : 0, newSize);
    if (!block) {
        return false;
    }
    if (!elements) {
        memset(block, 0, sizeof *block);
    }
    block->capacity = capacity;
    storePointer(array, block + 1);
    return true;
}

bool crArrayGrowBytes(void **array, size_t elementSize, size_t extra,
                      const CaromAllocator *allocator)
{
    void *elements = loadPointer(array);
    size_t count = stbds_arrlenu(elements), capacity = stbds_arrcap(elements);
    if (extra > (size_t)INT_MAX - count) {
        return false;
    }
    size_t needed = count + extra, grown = capacity + capacity / 2;
    if (grown < MIN_GROWN_CAPACITY) {
        grown = MIN_GROWN_CAPACITY;
    }
    if (grown < needed || blockSize(elementSize, grown) == 0) {
        grown = needed;
    }
    return crArrayReserveBytes(array, elementSize, grown, allocator);
}

void crArrayFreeBytes(void **array, size_t elementSize, const CaromAllocator *allocator)
{
    void *elements = loadPointer(array);
    if (elements) {
        stbds_array_header *block = stbds_header(elements);
        crResize(allocator, block, blockSize(elementSize, block->capacity), 0);
        storePointer(array, NULL);
    }
}
