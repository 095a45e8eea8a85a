// SPDX-License-Identifier: MIT
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

FILE *fuzzOut;
const char *fuzzCase;

void fuzzFail(const char *what, const char *file, int line)
{
    if (fuzzOut != NULL) {
        fflush(fuzzOut);
    }
    fprintf(stderr, "%s:%d: does not hold: %s%s%s\n", file, line, what,
            fuzzCase != NULL ? ", of " : "", fuzzCase != NULL ? fuzzCase : "");
    abort();
}

// ---- memory

#define HEAD 16 // room for the size, and the alignment of malloc

static bool isItsTurn(FuzzRefusal *refusal)
{
    if (refusal == NULL || refusal->in == 0 || --refusal->in > 0) {
        return false;
    }
    refusal->refused++;
    refusal->in = refusal->on ? 1 : 0;
    return true;
}

static bool refuses(FuzzMemory *memory, size_t oldSize, size_t newSize)
{
    if (newSize == 0) {
        return false;
    }
    return isItsTurn(memory->refusal) || memory->held - oldSize + newSize > memory->limit;
}

static void *resize(void *context, void *old, size_t oldSize, size_t newSize)
{
    FuzzMemory *memory = context;
    char *block = old != NULL ? (char *)old - HEAD : NULL;
    oldSize = old != NULL ? oldSize : 0;
    FUZZ_CHECK(block == NULL || memcmp(block, &oldSize, sizeof oldSize) == 0);
    if (refuses(memory, oldSize, newSize)) {
        return NULL;
    }
    memory->held += newSize - oldSize;
    if (newSize == 0) {
        free(block);
        return NULL;
    }
    block = realloc(block, newSize + HEAD);
    FUZZ_CHECK(block != NULL);
    memcpy(block, &newSize, sizeof newSize);
    return block + HEAD;
}

CaromAllocator fuzzAllocator(FuzzMemory *memory, FuzzRefusal *refusal)
{
    CaromAllocator allocator = {resize, memory};
    memory->held = 0;
    memory->limit = (size_t)64 << 20;
    memory->refusal = refusal;
    return allocator;
}
