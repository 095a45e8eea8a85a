// SPDX-License-Identifier: MIT
// Changes snapshots for libFuzzer. Most of its own mutations move all bytes that follow, and are
// refused at once. This one mostly overwrites a field in its place, by a value at the edge of what
// the field may be.
#include "fuzz.h"

#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

static unsigned next(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void put(uint8_t *at, uint64_t bits, int count)
{
    for (int k = 0; k < count; k++) {
        at[k] = (uint8_t)(bits >> 8 * k);
    }
}

static void overwrite(uint8_t *bytes, size_t size, unsigned *state)
{
    static const double numbers[] = {0.0,   -0.0,  1.0,    -1.0,      1e-9, 1e9,    1e12,
                                     -1e12, 1e300, 1e-100, 0x1p-1074, 1e6,  1e-300, 65536.0};
    static const uint32_t words[] = {0, 1, 2, 3, 8, 255, 65535, 0x7fffffff, 0x80000000, 0xffffffff};
    size_t at = next(state) % size;
    unsigned kind = next(state) % 8;
    uint64_t bits = 0;
    if (kind < 3 && at + 8 <= size) {
        memcpy(&bits, &numbers[next(state) % 14], 8);
        put(bytes + at, bits, 8);
    } else if (kind < 5 && at + 4 <= size) {
        put(bytes + at, words[next(state) % 10], 4);
    } else if (kind < 7) {
        bytes[at] = (uint8_t)(bytes[at] ^ 1u << next(state) % 8);
    } else {
        bytes[at] = (uint8_t)(next(state) % 8);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
    unsigned state = seed;
    if (size == 0 || next(&state) % 8 == 0) {
        return LLVMFuzzerMutate(bytes, size, most);
    }
    for (unsigned k = 1 + next(&state) % 3; k > 0; k--) {
        overwrite(bytes, size, &state);
    }
    return size;
}
