// SPDX-License-Identifier: MIT
// Check's assertions at the price of a comparison, and tests that need no list. Check writes the
// place of each assertion that holds to a file, and reads them all at the end of the test: of tests
// with thousands of them, that was most of their time. What it is for, naming the last that held
// before a crash, a debugger does as well.
#ifndef CAROM_TESTS_ASSERTIONS_H
#define CAROM_TESTS_ASSERTIONS_H

#include <check.h>

#define _mark_point(file, line) ((void)0)

/// A call gives CAROM_OK.
#define ck_assert_ok(call) ck_assert_int_eq(call, CAROM_OK)

/// What a file adds to its suite, which is named after the file: suite castRay is that of
/// test_cast_ray.c. main.c runs the hooks of a file in the order of their lines.
typedef struct SuiteHook {
    const char *file;
    int line;
    void (*add)(Suite *suite);
    struct SuiteHook *next;
} SuiteHook;

/// Keeps the hook; called before main() is.
void suiteHookAdd(SuiteHook *hook);

/// A case of a suite, to add tests to.
static inline TCase *addCase(Suite *suite, const char *name)
{
    TCase *tcase = tcase_create(name);
    suite_add_tcase(suite, tcase);
    return tcase;
}

#ifdef _MSC_VER
#pragma section(".CRT$XCU", read)
#define BEFORE_MAIN(name)                                                                          \
    static void name(void);                                                                        \
    __declspec(allocate(".CRT$XCU")) static void (*const name##Pointer)(void) = name;              \
    static void name(void)
#else
#define BEFORE_MAIN(name) __attribute__((constructor)) static void name(void)
#endif

/// A function with a parameter `suite`, called when the suite of this file is made.
#define SUITE_HOOK(name)                                                                           \
    static void name(Suite *suite);                                                                \
    BEFORE_MAIN(name##BeforeMain)                                                                  \
    {                                                                                              \
        static SuiteHook suiteHook = {__FILE__, __LINE__, name, NULL};                             \
        suiteHookAdd(&suiteHook);                                                                  \
    }                                                                                              \
    static void name(Suite *suite)

/// A test that is run for each _i of first .. end - 1, in a case of its own name.
#define TEST_RANGE(name, first, end)                                                               \
    static void name(int _i);                                                                      \
    SUITE_HOOK(name##Add)                                                                          \
    {                                                                                              \
        static const TTest test = {#name, name, __FILE__, __LINE__};                               \
        tcase_add_loop_test(addCase(suite, #name), &test, first, end);                             \
    }                                                                                              \
    static void name(int _i CK_ATTRIBUTE_UNUSED)

/// _i is 0 .. count - 1.
#define TEST_LOOP(name, count) TEST_RANGE(name, 0, count)

/// A test that is run once.
#define TEST(name) TEST_RANGE(name, 0, 1)

#endif
