// SPDX-License-Identifier: MIT
// Every suite of the tests, one line each; the including file says what a line becomes.
CAROM_SUITE(testApiSuite)
CAROM_SUITE(testArraySuite)
