// SPDX-License-Identifier: MIT
// Runs the suites named on the command line ("carom_tests vec grid"), or all of them.
#define _POSIX_C_SOURCE 200112L // setenv

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/assertions.h"

// Check is not compiled for the sanitizer, so what it writes to its files seems uninitialised. Our
// own reads are still checked: they are not calls of the C library.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define TRUST_CHECK() __msan_scoped_disable_interceptor_checks()
#endif
#endif
#ifndef TRUST_CHECK
#define TRUST_CHECK() ((void)0)
#endif

enum { NAME_SIZE = 64 };

static SuiteHook *lastHook; // of all, in no order
static SuiteHook **hooks;   // the same by file and line
static size_t hookCount;

void suiteHookAdd(SuiteHook *hook)
{
    hook->next = lastHook;
    lastHook = hook;
    hookCount++;
}

static int compareHooks(const void *a, const void *b)
{
    const SuiteHook *first = *(SuiteHook *const *)a, *second = *(SuiteHook *const *)b;
    int order = strcmp(first->file, second->file);
    return order != 0 ? order : (first->line > second->line) - (first->line < second->line);
}

static bool sortHooks(void)
{
    hooks = malloc(hookCount * sizeof(SuiteHook *));
    size_t count = 0;
    for (SuiteHook *hook = lastHook; hooks && hook; hook = hook->next) {
        hooks[count++] = hook;
    }
    if (hooks) {
        qsort(hooks, hookCount, sizeof(SuiteHook *), compareHooks);
    }
    return hooks != NULL;
}

// A test that a slow machine can't finish in Check's four seconds has not failed.
static void allowSlowMachines(void)
{
#if defined(_WIN32)
    if (!getenv("CK_DEFAULT_TIMEOUT")) {
        _putenv_s("CK_DEFAULT_TIMEOUT", "3600");
    }
#else
    setenv("CK_DEFAULT_TIMEOUT", "3600", 0);
#endif
}

/// Writes the name of a suite: "castRay" for ".../test_cast_ray.c".
static void suiteName(const char *file, char name[NAME_SIZE])
{
    const char *at = file;
    for (const char *c = file; *c; c++) {
        at = *c == '/' || *c == '\\' ? c + 1 : at;
    }
    at += strlen("test_");
    size_t length = 0;
    for (; *at != '.' && length + 1 < NAME_SIZE; at++) {
        bool begins = *at == '_';
        at += begins;
        name[length++] = begins ? (char)(*at - 'a' + 'A') : *at;
    }
    name[length] = '\0';
}

/// The first hook of the next file.
static size_t nextSuite(size_t i)
{
    const char *file = hooks[i]->file;
    while (i < hookCount && strcmp(hooks[i]->file, file) == 0) {
        i++;
    }
    return i;
}

static void addSuite(SRunner *runner, size_t first)
{
    char name[NAME_SIZE];
    suiteName(hooks[first]->file, name);
    Suite *suite = suite_create(name);
    for (size_t i = first; i < nextSuite(first); i++) {
        hooks[i]->add(suite);
    }
    srunner_add_suite(runner, suite);
}

/// Adds the suite of a name, or all for null.
static bool addSuites(SRunner *runner, const char *wanted)
{
    bool found = false;
    for (size_t i = 0; i < hookCount; i = nextSuite(i)) {
        char name[NAME_SIZE];
        suiteName(hooks[i]->file, name);
        if (!wanted || strcmp(name, wanted) == 0) {
            addSuite(runner, i);
            found = true;
        }
    }
    return found;
}

static void listSuites(FILE *out)
{
    fprintf(out, "usage: carom_tests [SUITE...]\nsuites:");
    for (size_t i = 0; i < hookCount; i = nextSuite(i)) {
        char name[NAME_SIZE];
        suiteName(hooks[i]->file, name);
        fprintf(out, " %s", name);
    }
    fprintf(out, "\n");
}

int main(int argc, char **argv)
{
    if (!sortHooks()) {
        return EXIT_FAILURE;
    }
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        listSuites(stdout);
        return EXIT_SUCCESS;
    }
    allowSlowMachines();
    TRUST_CHECK();
    SRunner *runner = srunner_create(NULL);
    for (int i = 1; i < argc; i++) {
        if (!addSuites(runner, argv[i])) {
            fprintf(stderr, "no suite is called \"%s\"\n", argv[i]);
            listSuites(stderr);
            srunner_free(runner);
            return EXIT_FAILURE;
        }
    }
    if (argc < 2) {
        addSuites(runner, NULL);
    }
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    free(hooks);
    if (failed > 0) {
        printf("The seed of a random test is in its message, or the number behind its name; "
               "docs/testing.md says how to have it alone.\n");
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
