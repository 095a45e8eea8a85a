// SPDX-License-Identifier: MIT
// Check's assertions at the price of a comparison. Check writes the place of each one that holds to
// a file, and reads them all at the end of the test: of tests with thousands of them, that was most
// of their time. What it is for, naming the last that held before a crash, a debugger does as well.
#ifndef CAROM_TESTS_ASSERTIONS_H
#define CAROM_TESTS_ASSERTIONS_H

#include <check.h>

#define _mark_point(file, line) ((void)0)

/// A case of a suite, to add tests to.
static inline TCase *addCase(Suite *suite, const char *name)
{
    TCase *tcase = tcase_create(name);
    suite_add_tcase(suite, tcase);
    return tcase;
}

#endif
