// SPDX-License-Identifier: MIT
#include <check.h>
Suite *testSteerSuite(void)
{
    Suite *suite = suite_create("steer");
    return suite;
}
