// SPDX-License-Identifier: MIT
// What fuzzing was started from and what it found, kept in tests/fuzz/corpus, given to its targets:
// whatever was wrong once stays right, with every compiler, on every machine.
#include "fuzz/fuzz.h"

#include <check.h>
#include <stdlib.h>

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

/// In memory of its very size, so that reading past it shows.
static void give(const Case *one)
{
    FILE *file = fopen(one->path, "rb");
    ck_assert_msg(file != NULL, "%s can't be read", one->path);
    uint8_t *room = malloc(MOST);
    ck_assert_ptr_nonnull(room);
    size_t size = fread(room, 1, MOST, file);
    fclose(file);
    ck_assert_uint_lt(size, MOST);
    uint8_t *bytes = malloc(size + 1);
    ck_assert_ptr_nonnull(bytes);
    for (size_t k = 0; k < size; k++) {
        bytes[k + 1] = room[k];
    }
    one->run(bytes + 1, size);
    free(bytes);
    free(room);
}

START_TEST(every_case_holds)
{
    for (int k = _i; k < CASES; k += PARTS) {
        fuzzCase = cases[k].path;
        give(&cases[k]);
    }
    fuzzCase = NULL;
}
END_TEST

/// No public function is left out: fuzzCalls calls what is in the list of the bad inputs, and the
/// corpus calls each of them.
START_TEST(the_corpus_calls_every_function)
{
    for (int k = 0; k < CASES; k++) {
        if (cases[k].run == fuzzCalls) {
            give(&cases[k]);
        }
    }
    const char *missing = fuzzCallsMissing();
    ck_assert_msg(missing == NULL, "no case calls %s", missing);
}
END_TEST

Suite *testFuzzCorpusSuite(void)
{
    Suite *suite = suite_create("fuzzCorpus");
    TCase *tc = tcase_create("corpus");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, every_case_holds, 0, PARTS);
    tcase_add_test(tc, the_corpus_calls_every_function);
    suite_add_tcase(suite, tc);
    return suite;
}
