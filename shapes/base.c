// SPDX-License-Identifier: MIT
#include "base.h"

#include <stdlib.h>

void *crResize(const CaromAllocator *allocator, void *memory, size_t oldSize, size_t newSize)
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

void *crRefuseMemory(void *context, void *memory, size_t oldSize, size_t newSize)
{
    (void)context;
    (void)memory;
    (void)oldSize;
    (void)newSize;
    return NULL;
}
