// SPDX-License-Identifier: MIT
// Oracles: rounding of a quotient in whole numbers; every cell around, tested against the segment
// in whole numbers or, where coordinates are any doubles, by exact signs.
#include "../../shapes/exact.h"
#include "../../shapes/shapes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../support/assertions.h"
#include "../support/lattice.h"

#define MAX_CELLS 512
#define UNITS 8 // lattice units to a cell

// ---- Bresenham's line

static int64_t floorDivide(int64_t a, int64_t b) // b > 0
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/// The short coordinate at step i of n: from + i·delta/n, to the nearest cell, ties up.
static int64_t rounded(int64_t from, int64_t delta, int64_t i, int64_t n)
{
    return n == 0 ? from : from + floorDivide(2 * i * delta + n, 2 * n);
}

static void checkLine(CaromCell a, CaromCell b)
{
    CaromCell there[MAX_CELLS], back[MAX_CELLS];
    int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    int64_t n = llabs(dx) > llabs(dy) ? llabs(dx) : llabs(dy);
    ck_assert_int_eq(caromRasterLine(a, b, there, MAX_CELLS), n + 1);
    ck_assert_int_eq(caromRasterLine(b, a, back, MAX_CELLS), n + 1);
    ck_assert_int_eq(caromRasterLine(b, a, NULL, 0), n + 1);
    int64_t wrong = 0;
    for (int64_t i = 0; i <= n; i++) {
        wrong += there[i].x != rounded(a.x, dx, i, n) || there[i].y != rounded(a.y, dy, i, n);
        wrong += there[i].x != back[n - i].x || there[i].y != back[n - i].y;
    }
    ck_assert_int_eq(wrong, 0);
}

TEST_LOOP(line_is_the_rounded_quotient, 8)
{
    for (int x = -9; x <= 9; x++) {
        for (int y = -9; y <= 9; y++) {
            CaromCell a = {_i, -_i}, b = {_i + x, y - _i};
            checkLine(a, b);
        }
    }
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int round = 0; round < 100; round++) {
        CaromCell a = {testRandomInt(&random, -200, 200), testRandomInt(&random, -200, 200)};
        CaromCell b = {testRandomInt(&random, -200, 200), testRandomInt(&random, -200, 200)};
        checkLine(a, b);
    }
}

TEST(line_spans_all_integers)
{
    CaromCell a = {INT32_MIN, INT32_MIN}, b = {INT32_MAX, INT32_MAX - 1}, cells[4];
    ck_assert_int_eq(caromRasterLine(a, b, cells, 4), (int64_t)1 << 32);
    ck_assert_int_eq(cells[3].x, INT32_MIN + 3);
    ck_assert_int_eq(cells[3].y, INT32_MIN + 3);
    ck_assert_int_eq(caromRasterLine(b, a, cells, 4), (int64_t)1 << 32);
    ck_assert_int_eq(cells[3].x, INT32_MAX - 3);
    ck_assert_int_eq(cells[3].y, INT32_MAX - 4);
}

// ---- supercover

/// A closed cell and a segment touch where their boxes do and the cell's corners are not all
/// strictly on one side of the segment's line.
static bool touchesCell(LatticePoint a, LatticePoint b, int64_t x, int64_t y)
{
    int64_t left = x * UNITS, right = left + UNITS, low = y * UNITS, high = low + UNITS;
    if ((a.x < left && b.x < left) || (a.x > right && b.x > right) || (a.y < low && b.y < low) ||
        (a.y > high && b.y > high)) {
        return false;
    }
    LatticePoint corners[4] = {{left, low}, {right, low}, {right, high}, {left, high}};
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += latticeOrient(a, b, corners[i]);
    }
    return sum != 4 && sum != -4;
}

typedef struct Quotient {
    int64_t over, under; // under > 0
} Quotient;

static bool isLess(Quotient a, Quotient b)
{
    return a.over * b.under < b.over * a.under;
}

static Quotient enterSlab(Quotient enter, int64_t from, int64_t to, int64_t low)
{
    Quotient here = {0, 1};
    if (to > from) {
        here.over = low - from;
        here.under = to - from;
    } else if (to < from) {
        here.over = from - (low + UNITS);
        here.under = from - to;
    }
    return isLess(enter, here) ? here : enter;
}

/// The fraction of a -> b at which it enters a cell that it touches.
static Quotient enterCell(LatticePoint a, LatticePoint b, CaromCell cell)
{
    Quotient enter = {0, 1};
    enter = enterSlab(enter, a.x, b.x, (int64_t)cell.x * UNITS);
    return enterSlab(enter, a.y, b.y, (int64_t)cell.y * UNITS);
}

static void checkSupercover(LatticePoint a, LatticePoint b, int size)
{
    CaromCell cells[MAX_CELLS];
    CaromVec2 from = {(double)a.x / UNITS, (double)a.y / UNITS},
              to = {(double)b.x / UNITS, (double)b.y / UNITS};
    int64_t count = caromRasterSupercover(from, to, cells, MAX_CELLS), expected = 0, wrong = 0;
    ck_assert_int_le(count, MAX_CELLS);
    for (int x = -2; x <= size + 2; x++) {
        for (int y = -2; y <= size + 2; y++) {
            int times = 0;
            for (int64_t i = 0; i < count; i++) {
                times += cells[i].x == x && cells[i].y == y;
            }
            wrong += times != touchesCell(a, b, x, y);
            expected += times;
        }
    }
    ck_assert_int_eq(wrong, 0);
    ck_assert_int_eq(count, expected);
    for (int64_t i = 1; i < count; i++) {
        wrong += isLess(enterCell(a, b, cells[i]), enterCell(a, b, cells[i - 1]));
    }
    ck_assert_int_eq(wrong, 0); // in order
    CaromCell few[3];
    ck_assert_int_eq(caromRasterSupercover(from, to, few, 3), count);
    ck_assert_int_eq(memcmp(few, cells, (size_t)(count < 3 ? count : 3) * sizeof *few), 0);
}

// Every fourth seed on corners only, every fourth on half cells, the others on eighths.
TEST_SEEDS(supercover_agrees_with_every_cell, 16)
{
    const int size = 6, step = _i % 4 == 0 ? UNITS : (_i % 4 == 1 ? UNITS / 2 : 1);
    for (int round = 0; round < 200; round++) {
        LatticePoint a = latticeRandom(&random, size * UNITS / step),
                     b = latticeRandom(&random, size * UNITS / step);
        a.x *= step, a.y *= step, b.x *= step, b.y *= step;
        checkSupercover(a, b, size);
    }
}

/// As touchesCell, for any doubles.
static bool touchesCellOfDoubles(CaromVec2 a, CaromVec2 b, double x, double y)
{
    if ((a.x < x && b.x < x) || (a.x > x + 1 && b.x > x + 1) || (a.y < y && b.y < y) ||
        (a.y > y + 1 && b.y > y + 1)) {
        return false;
    }
    CaromVec2 corners[4] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += crOrient(a, b, corners[i]);
    }
    return sum != 4 && sum != -4;
}

// Segments through lattice points, shaken by units of the last place, near the origin and far from
// it.
TEST_SEEDS(supercover_is_exact_in_the_last_place, 16)
{
    const double offsets[] = {0.0, 1000.0, -2147483640.0, 2147483630.0};
    double base = offsets[_i % 4];
    CaromCell cells[MAX_CELLS];
    for (int round = 0; round < 200; round++) {
        CaromVec2 a = {base + testRandomRange(&random, 0, 8),
                       base + testRandomRange(&random, 0, 8)};
        CaromVec2 middle = {base + testRandomInt(&random, 2, 6),
                            base + testRandomInt(&random, 2, 6)};
        CaromVec2 b = {middle.x + (middle.x - a.x) * 0.5, middle.y + (middle.y - a.y) * 0.5};
        for (int i = testRandomInt(&random, 0, 2); i > 0; i--) {
            b.x = nextafter(b.x, 1e30);
            a.y = nextafter(a.y, -1e30);
        }
        int64_t count = caromRasterSupercover(a, b, cells, MAX_CELLS), expected = 0;
        for (int x = -7; x <= 16; x++) {
            for (int y = -7; y <= 16; y++) {
                expected += touchesCellOfDoubles(a, b, base + x, base + y);
            }
        }
        ck_assert_int_eq(count, expected);
        for (int64_t i = 0; i < count; i++) {
            expected -= touchesCellOfDoubles(a, b, cells[i].x, cells[i].y);
        }
        ck_assert_int_eq(expected, 0);
    }
}

TEST(supercover_of_points_and_rims)
{
    CaromCell cells[8];
    const CaromVec2 corner = {3, -2}, side = {3, 0.5}, within = {0.5, 0.5};
    ck_assert_int_eq(caromRasterSupercover(corner, corner, cells, 8), 4);
    ck_assert_int_eq(caromRasterSupercover(side, side, cells, 8), 2);
    ck_assert_int_eq(caromRasterSupercover(within, within, NULL, 0), 1);
    // Of the four cells at the upper corner of the range only one has numbers that fit.
    const CaromVec2 top = {2147483648.0, 2147483648.0}, bottom = {-2147483648.0, -2147483648.0};
    ck_assert_int_eq(caromRasterSupercover(top, top, cells, 8), 1);
    ck_assert_int_eq(cells[0].x, INT32_MAX);
    ck_assert_int_eq(caromRasterSupercover(bottom, bottom, cells, 8), 1);
    ck_assert_int_eq(cells[0].y, INT32_MIN);
    const CaromVec2 wild = {NAN, INFINITY}; // unspecified cells, but no crash and no endless walk
    ck_assert_int_ge(caromRasterSupercover(wild, wild, cells, 8), 0);
}

/// Not a number was taken for the rim, two thousand million cells away: a step of seconds.
TEST(what_is_not_finite_is_nowhere)
{
    static const uint16_t free[1] = {0};
    const double odd[3] = {NAN, INFINITY, -INFINITY};
    CaromTileMap map = {1, 1, 1.0, {0.0, 0.0}, free, 0.0};
    CaromCell cells[4];
    for (int k = 0; k < 12; k++) {
        double at[4] = {0.25, 0.5, 3.5, 2.0};
        at[k % 4] = odd[k / 4];
        CaromVec2 a = {at[0], at[1]}, b = {at[2], at[3]};
        ck_assert_int_eq(caromRasterSupercover(a, b, cells, 4), 0);
        ck_assert(!caromTilesLineOfSight(&map, a, b));
    }
    map.size = 0.0; // not a place of the map is
    ck_assert(!caromTilesLineOfSight(&map, caromVec2(1.0, 1.0), caromVec2(2.0, 2.0)));
}

// They took a minute: cells were walked one by one through the whole range, or past the map.
TEST(far_places_take_no_walk)
{
    static const uint16_t tiles[4] = {0, 1, 0, 0}; // solid: (1, 0)
    const double far[] = {1e7, 4e9, 1e84, 1e300, DBL_MAX};
    CaromTileMap map = {2, 2, 1.0, {0.0, 0.0}, tiles, 0.0};
    CaromCell cells[4];
    for (int k = 0; k < 5; k++) {
        CaromVec2 zero = {0.0, 0.0}, a = {far[k], far[k]}, b = {-far[k], -far[k]};
        CaromVec2 low = {0.5, -far[k]}, high = {0.5, far[k]}, right = {1.5, far[k]};
        CaromVec2 left = {-far[k], 0.5}, level = {far[k], 0.5};
        ck_assert_int_eq(caromRasterSupercover(a, zero, cells, 4), 0);
        ck_assert_int_eq(caromRasterSupercover(low, high, cells, 4), 0);
        ck_assert(!caromTilesLineOfSight(&map, a, b)); // through (1, 1), a corner of (1, 0)
        ck_assert(!caromTilesLineOfSight(&map, left, level));
        ck_assert(caromTilesLineOfSight(&map, low, high));
        ck_assert(caromTilesLineOfSight(&map, high, low));
        ck_assert(!caromTilesLineOfSight(&map, caromVec2(1.5, -far[k]), right));
        ck_assert(caromTilesLineOfSight(&map, a, level) && caromTilesLineOfSight(&map, b, low));
    }
    CaromCell bottom = {INT32_MIN, INT32_MIN}, top = {INT32_MAX, INT32_MAX};
    CaromCell west = {INT32_MIN, 0}, east = {INT32_MAX, 0}, under = {0, INT32_MIN};
    ck_assert(caromTilesSee(&map, bottom, top)); // (0, 0) and (1, 1)
    ck_assert(!caromTilesSee(&map, west, east) && !caromTilesSee(&map, east, west));
    ck_assert(caromTilesSee(&map, under, (CaromCell){0, INT32_MAX}));
    ck_assert(caromTilesSee(&map, west, (CaromCell){INT32_MAX, 1})); // half a tile up at (0, 0)
}

/// The longest one has all its cells, its corners too; one unit more has none.
TEST(the_longest_segment)
{
    const CaromVec2 zero = {0.0, 0.0}, end = {CAROM_RASTER_LONGEST, -CAROM_RASTER_LONGEST};
    const CaromVec2 more = {end.x, nextafter(end.y, -1e9)};
    ck_assert_int_eq(caromRasterSupercover(zero, end, NULL, 0), 4 + 3 * (int64_t)end.x);
    ck_assert_int_eq(caromRasterSupercover(zero, more, NULL, 0), 0);
}
