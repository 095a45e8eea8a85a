// SPDX-License-Identifier: MIT
// What a CaromAllocator means, in one place: crResize (base.h) is this, and what is no part of the
// library, but beside it, has it from here.
#ifndef CAROM_SHAPES_RESIZE_H
#define CAROM_SHAPES_RESIZE_H

#include "base.h"

#include <stdlib.h>

static inline void *crResizeBy(const CaromAllocator *allocator, void *memory, size_t oldSize,
                               size_t newSize)
{
    if (!memory && newSize == 0) {
        return NULL; // realloc(NULL, 0) may allocate, and hosts copy its habits
    }
    if (allocator && allocator->resize) {
        return allocator->resize(allocator->context, memory, oldSize, newSize);
    }
    if (newSize == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, newSize);
}

#endif
