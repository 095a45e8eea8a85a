// SPDX-License-Identifier: MIT
#include "buffer.h"

#include <string.h>

void crInsertSorted(void *buffer, size_t size, int capacity, int found, const void *item,
                    CrComesBefore *comesBefore)
{
    char *items = buffer;
    int used = found < capacity ? found : capacity, at = used;
    while (at > 0 && comesBefore(item, items + (size_t)(at - 1) * size)) {
        at--;
    }
    if (at == capacity) {
        return;
    }
    int kept = used < capacity ? used : capacity - 1;
    memmove(items + (size_t)(at + 1) * size, items + (size_t)at * size, (size_t)(kept - at) * size);
    memcpy(items + (size_t)at * size, item, size);
}
