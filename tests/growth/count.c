// SPDX-License-Identifier: MIT
// Counts basic blocks. With -fsanitize-coverage=trace-pc, gcc and clang call the function below
// once in each basic block that is executed (clang leaves out blocks that others imply). A block is
// a bounded number of instructions, and code without a loop or a call has a bounded number of
// blocks. So work grows as the blocks do: a program cannot do more than linear work in a linear
// number of blocks. It does not see the C library: copies are counted by counted.h, growing memory
// by growthAllocator; the library uses no qsort.
//
// The counts are the same in each run of a program; they differ between compilers, ratios hardly.
// The library is compiled with CR_KERNELS_NONE, so that it takes no wide registers: how many of
// them a processor has would change the counts.
#include "growth.h"

#include "../../world/api/carom.h"
#include "counted.h"

#undef memcpy
#undef memmove
#undef memset
#undef memcmp

#include <stdlib.h>

uint64_t growthBlocks;

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
    ++growthBlocks;
}

static void *resize(void *context, void *memory, size_t oldSize, size_t newSize)
{
    (void)context;
    if (newSize == 0) {
        free(memory);
        return NULL;
    }
    growthBytes(oldSize < newSize ? oldSize : newSize);
    return realloc(memory, newSize);
}

CaromAllocator growthAllocator(void)
{
    CaromAllocator allocator = {0};
    allocator.resize = resize;
    return allocator;
}

CaromWorld *growthWorld(void)
{
    CaromWorldDef def = caromWorldDef();
    def.gravity.x = def.gravity.y = 0.0;
    def.allocator = growthAllocator();
    CaromError error = CAROM_OK;
    CaromWorld *world = caromWorldCreate(&def, &error);
    if (!world) {
        abort();
    }
    return world;
}
