// SPDX-License-Identifier: MIT
// Runs the fuzz targets on tests/fuzz/corpus: the first cases of fuzzing and what it found.
// Whatever was wrong once stays right, with every compiler, on every machine.
#include "../fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "../support/assertions.h"

typedef struct Case {
    int (*run)(const uint8_t *bytes, size_t size);
    const char *path;
} Case;

#define CAROM_CASE(run, path) {run, path},
static const Case cases[] = {
#include CAROM_FUZZ_CORPUS // written by tests/fuzz/CMakeLists.txt
};
#undef CAROM_CASE

enum { CASES = sizeof cases / sizeof cases[0], PARTS = 8, MOST = 1 << 16 };

static size_t readCase(const Case *one, uint8_t room[MOST])
{
    FILE *file = fopen(one->path, "rb");
    ck_assert_msg(file != NULL, "%s can't be read", one->path);
    size_t size = fread(room, 1, MOST, file);
    fclose(file);
    ck_assert_uint_lt(size, MOST);
    return size;
}

/// A case, or one and then another, in memory of its very size, so that reading past it shows.
static void give(const Case *one, const Case *next)
{
    uint8_t *room = malloc(2 * MOST);
    ck_assert_ptr_nonnull(room);
    size_t size = readCase(one, room);
    size += next != NULL ? readCase(next, room + size) : 0;
    uint8_t *bytes = malloc(size + 1);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes + 1, room, size);
    fuzzCase = one->path;
    one->run(bytes + 1, size);
    fuzzCase = NULL;
    free(bytes);
    free(room);
}

TEST_LOOP(every_case_holds, PARTS)
{
    for (int k = _i; k < CASES; k += PARTS) {
        if (cases[k].run != fuzzRefusals) {
            give(&cases[k], NULL);
        }
    }
}

/// No public function is left out: fuzzCalls calls what is in the list of the bad inputs, and the
/// corpus calls each of them.
TEST(the_corpus_calls_every_function)
{
    for (int k = 0; k < CASES; k++) {
        if (cases[k].run == fuzzCalls) {
            give(&cases[k], NULL);
        }
    }
    const char *missing = fuzzCallsMissing();
    ck_assert_msg(missing == NULL, "no case calls %s", missing);
}

/// Games of the corpus, alone and one after another, each call at each request for memory it makes.
TEST(thousands_of_refusals_are_survived)
{
    enum { APART = 12 };
    for (int k = 0; k < CASES; k++) {
        for (int apart = 0; apart < APART && cases[k].run == fuzzRefusals; apart++) {
            int next = (k + apart) % CASES;
            bool is = apart > 0 && cases[next].run == fuzzRefusals;
            give(&cases[k], is ? &cases[next] : NULL);
        }
    }
    ck_assert_int_ge(fuzzRefusalsMade(), 20000);
}
