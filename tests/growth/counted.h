// SPDX-License-Identifier: MIT
// Included first in every source of the library that the growth test compiles (-include). Copies of
// memory are calls of the C library, in which no blocks are counted: so each counts as a block for
// every 64 bytes.
#ifndef CAROM_TESTS_GROWTH_COUNTED_H
#define CAROM_TESTS_GROWTH_COUNTED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern uint64_t growthBlocks;

static inline size_t growthBytes(size_t bytes)
{
    growthBlocks += bytes / 64;
    return bytes;
}

#define memcpy(to, from, bytes) memcpy(to, from, growthBytes(bytes))
#define memmove(to, from, bytes) memmove(to, from, growthBytes(bytes))
#define memset(to, value, bytes) memset(to, value, growthBytes(bytes))
#define memcmp(one, other, bytes) memcmp(one, other, growthBytes(bytes))

#endif
