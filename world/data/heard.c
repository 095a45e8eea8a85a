// SPDX-License-Identifier: MIT
#include "heard.h"

#include "../../shapes/base.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

/// Sets a mark in an empty place. Returns the previous value.
static uint32_t putMark(uint32_t *place, uint32_t mark)
{
#if defined(__GCC_ATOMIC_INT_LOCK_FREE) && __GCC_ATOMIC_INT_LOCK_FREE == 2
    uint32_t was = 0;
    (void)__atomic_compare_exchange_n(place, &was, mark, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return was;
#elif defined(_MSC_VER) && !defined(__clang__)
    return (uint32_t)_InterlockedCompareExchange((volatile long *)place, (long)mark, 0);
#else
    uint32_t was = *place;
    *place = was == 0 ? mark : was;
    return was;
#endif
}

/// FNV-1a; the zero at a text's end counts, so that texts do not run into each other.
static uint32_t mixText(uint32_t hash, const char *text)
{
    do {
        hash = (hash ^ (uint8_t)*text) * 16777619u;
    } while (*text++ != '\0');
    return hash;
}

bool crHeardFirst(CrHeard *heard, CaromError error, const char *function, const char *text)
{
    uint32_t mark = mixText(mixText(2166136261u ^ (uint32_t)error, function), text);
    mark = mark != 0 ? mark : 1;
    for (uint32_t k = 0; k < CR_HEARD; k++) {
        uint32_t was = putMark(&heard->marks[(mark + k) % CR_HEARD], mark);
        if (was == 0 || was == mark) {
            return was == 0;
        }
    }
    return false;
}
