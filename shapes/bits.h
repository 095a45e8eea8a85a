// SPDX-License-Identifier: MIT
#ifndef CAROM_SHAPES_BITS_H
#define CAROM_SHAPES_BITS_H

#include "base.h"

#include <stdint.h>
#include <string.h>

/// The index of the lowest bit set; bits is not 0.
static inline int crLowestBit(uint32_t bits)
{
    CR_ASSERT(bits != 0);
#if defined(__GNUC__)
    return __builtin_ctz(bits);
#else
    int index = 0;
    while (!(bits & 1u)) {
        bits >>= 1;
        index++;
    }
    return index;
#endif
}

/// The index of the highest bit set; bits is not 0.
static inline int crHighestBit(uint64_t bits)
{
    CR_ASSERT(bits != 0);
#if defined(__GNUC__)
    return 63 - __builtin_clzll(bits);
#else
    int index = 0;
    while (bits >>= 1) {
        index++;
    }
    return index;
#endif
}

/// The exponent of the least power of two that is not less than x >= 0; of 0 and of infinity one
/// beyond all others.
static inline int crExponentAbove(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int)(bits >> 52) - 1023 + ((bits & 0xfffffffffffffu) != 0);
}

#endif
