// SPDX-License-Identifier: MIT
#include "base.h"

#include "resize.h"

void *crResize(const CaromAllocator *allocator, void *memory, size_t oldSize, size_t newSize)
{
    return crResizeBy(allocator, memory, oldSize, newSize);
}

void *crRefuseMemory(void *context, void *memory, size_t oldSize, size_t newSize)
{
    (void)context;
    (void)memory;
    (void)oldSize;
    (void)newSize;
    return NULL;
}
