// SPDX-License-Identifier: MIT
// Runs the suites named on the command line ("carom_tests vec grid"), or all of them.
#define _POSIX_C_SOURCE 200112L // setenv

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Check is not compiled for it, so what it writes to its files seems never to have been written.
// Our own reads are checked all the same: they are no calls of the C library's.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define TRUST_CHECK() __msan_scoped_disable_interceptor_checks()
#endif
#endif
#ifndef TRUST_CHECK
#define TRUST_CHECK() ((void)0)
#endif

#define CAROM_SUITE(make) Suite *make(void);
#include "suites.h"
#undef CAROM_SUITE

typedef struct SuiteEntry {
    const char *function; // "testVecSuite"
    Suite *(*make)(void);
} SuiteEntry;

#define CAROM_SUITE(make) {#make, make},
static const SuiteEntry suites[] = {
#include "suites.h"
};
#undef CAROM_SUITE

#define SUITE_COUNT (sizeof suites / sizeof suites[0])

// A test that a slow machine can't finish in Check's four seconds has not failed.
static void allowSlowMachines(void)
{
#if defined(_WIN32)
    if (!getenv("CK_DEFAULT_TIMEOUT")) {
        _putenv_s("CK_DEFAULT_TIMEOUT", "300");
    }
#else
    setenv("CK_DEFAULT_TIMEOUT", "300", 0);
#endif
}

/// Writes the name a suite goes by: "vec" for testVecSuite.
static void suiteName(const SuiteEntry *entry, char *name, size_t size)
{
    size_t length = strlen(entry->function) - strlen("test") - strlen("Suite");
    snprintf(name, size, "%.*s", (int)length, entry->function + strlen("test"));
    if (name[0] >= 'A' && name[0] <= 'Z') {
        name[0] = (char)(name[0] - 'A' + 'a');
    }
}

static bool addSuite(SRunner *runner, const char *wanted)
{
    for (size_t i = 0; i < SUITE_COUNT; i++) {
        char name[64];
        suiteName(&suites[i], name, sizeof name);
        if (strcmp(name, wanted) == 0) {
            srunner_add_suite(runner, suites[i].make());
            return true;
        }
    }
    return false;
}

static void listSuites(FILE *out)
{
    fprintf(out, "usage: carom_tests [SUITE...]\nsuites:");
    for (size_t i = 0; i < SUITE_COUNT; i++) {
        char name[64];
        suiteName(&suites[i], name, sizeof name);
        fprintf(out, " %s", name);
    }
    fprintf(out, "\n");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        listSuites(stdout);
        return EXIT_SUCCESS;
    }
    allowSlowMachines();
    TRUST_CHECK();
    SRunner *runner = srunner_create(NULL);
    for (int i = 1; i < argc; i++) {
        if (!addSuite(runner, argv[i])) {
            fprintf(stderr, "no suite is called \"%s\"\n", argv[i]);
            listSuites(stderr);
            srunner_free(runner);
            return EXIT_FAILURE;
        }
    }
    for (size_t i = 0; argc < 2 && i < SUITE_COUNT; i++) {
        srunner_add_suite(runner, suites[i].make());
    }
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    if (failed > 0) {
        printf("The seed of a random test is in its message, or the number behind its name; "
               "docs/testing.md says how to have it alone.\n");
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
