// SPDX-License-Identifier: MIT
// Every suite of the tests, one line each; the including file says what a line becomes.
CAROM_SUITE(testApiSuite)
CAROM_SUITE(testArraySuite)
CAROM_SUITE(testEscapeSuite)
CAROM_SUITE(testFramesSuite)
CAROM_SUITE(testInsideSuite)
CAROM_SUITE(testNearestSuite)
CAROM_SUITE(testOverlapSuite)
CAROM_SUITE(testPolygonSuite)
CAROM_SUITE(testRasterSuite)
CAROM_SUITE(testWadSuite)
CAROM_SUITE(testIdsSuite)
CAROM_SUITE(testCastSuite)
