// SPDX-License-Identifier: MIT
// An allocator that counts, checks the sizes it gets, and fails on demand.
#ifndef CAROM_TESTS_METER_H
#define CAROM_TESTS_METER_H

#include "../../shapes/api.h"

#include <stdlib.h>
#include <string.h>

#include "assertions.h"

#define METER_NEVER (-1)

typedef struct Meter {
    size_t held;  ///< bytes
    int calls;    ///< for new or more memory
    int failFrom; ///< this call and all after it give nothing
    bool once;    ///< only this call
} Meter;

#define METER_HEAD 16 // room for the size, and the alignment of malloc

static inline void *meterResize(void *context, void *memory, size_t oldSize, size_t newSize)
{
    Meter *meter = context;
    char *old = memory ? (char *)memory - METER_HEAD : NULL;
    if (old && memcmp(old, &oldSize, sizeof oldSize) != 0) {
        ck_abort_msg("the old size is not what it was");
    }
    int call = newSize > 0 ? meter->calls++ : 0;
    bool late = meter->failFrom != METER_NEVER && call >= meter->failFrom;
    if (newSize > 0 && late && !(meter->once && call > meter->failFrom)) {
        return NULL;
    }
    char *block = NULL;
    if (newSize > 0) { // always elsewhere, and dirty, so that a stale pointer shows
        block = malloc(newSize + METER_HEAD);
        if (!block) {
            ck_abort_msg("no memory for the test");
        }
        memset(block, 0xa5, newSize + METER_HEAD);
        memcpy(block, &newSize, sizeof newSize);
        if (old) {
            memcpy(block + METER_HEAD, memory, oldSize < newSize ? oldSize : newSize);
        }
    }
    meter->held += newSize - (old ? oldSize : 0);
    free(old);
    return block ? block + METER_HEAD : NULL;
}

static inline CaromAllocator meterAllocator(Meter *meter)
{
    CaromAllocator allocator = {meterResize, meter};
    memset(meter, 0, sizeof *meter);
    meter->failFrom = METER_NEVER;
    return allocator;
}

#endif
