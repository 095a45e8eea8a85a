// SPDX-License-Identifier: MIT
// Fuzz targets: functions that make something of any bytes, and stop the program where a promise of
// the library does not hold. libFuzzer feeds them by the million (entry.c, tests/fuzz/run), the
// suite fuzzCorpus what is kept in tests/fuzz/corpus, tests/fuzz/replay one file.
#ifndef CAROM_TESTS_FUZZ_H
#define CAROM_TESTS_FUZZ_H

#include "../../world/api/carom.h"

#include <stdio.h>

typedef struct FuzzBytes {
    const uint8_t *at;
    size_t left;
} FuzzBytes;

// Past the end bytes are 0, which draws make the plainest value of.
static inline uint8_t fuzzByte(FuzzBytes *bytes)
{
    if (bytes->left == 0) {
        return 0;
    }
    bytes->left--;
    return *bytes->at++;
}

static inline uint64_t fuzzBits(FuzzBytes *bytes, int count)
{
    uint64_t bits = 0;
    for (int k = 0; k < count; k++) {
        bits |= (uint64_t)fuzzByte(bytes) << 8 * k;
    }
    return bits;
}

/// Stops the program in a way that a debugger or libFuzzer notices.
_Noreturn void fuzzFail(const char *what, const char *file, int line);
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzzFail(#condition, __FILE__, __LINE__))

/// When requests for memory are refused. Several allocators may share one.
typedef struct FuzzRefusal {
    int in;      ///< the so many-th request from now on gives nothing; 0: none
    bool on;     ///< nor do those after it
    int refused; ///< so far
} FuzzRefusal;

/// An allocator that counts what it holds, checks the sizes it gets, and fails on demand.
typedef struct FuzzMemory {
    size_t held;
    size_t limit;         ///< [B] of all together
    FuzzRefusal *refusal; ///< null: never
} FuzzMemory;

CaromAllocator fuzzAllocator(FuzzMemory *memory, FuzzRefusal *refusal);

/// Where targets say what they do, in C; null: nowhere.
extern FILE *fuzzOut;
/// The file that is given, to be named where it stops the program; may be null.
extern const char *fuzzCase;

// ---- the targets. All return 0.

int fuzzCalls(const uint8_t *bytes, size_t size);
int fuzzRefusals(const uint8_t *bytes, size_t size);
int fuzzSnapshot(const uint8_t *bytes, size_t size);
int fuzzGeometry(const uint8_t *bytes, size_t size);
int fuzzDecompose(const uint8_t *bytes, size_t size);
int fuzzWad(const uint8_t *bytes, size_t size);
int fuzzMaps(const uint8_t *bytes, size_t size); ///< where its parsers are

/// A function that fuzzCalls has not called yet in this process; null: it has called all.
const char *fuzzCallsMissing(void);
/// Requests for memory that fuzzRefusals has refused in this process.
int64_t fuzzRefusalsMade(void);

#endif
