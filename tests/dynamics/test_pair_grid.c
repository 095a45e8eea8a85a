// SPDX-License-Identifier: MIT
// New pairs of boxes against a loop over all of them.
#include "../../dynamics/pair_grid.h"
#include "../../dynamics/rigid_pairs.h"
#include "../../shapes/array.h"
#include "../support/assertions.h"
#include "../support/random.h"

#include <string.h>

#define MOST 300

typedef struct Boxes {
    CrFatBox now[MOST], before[MOST];
    int32_t items[MOST];
    int count;
} Boxes;

static CrFatBox drawBox(TestRandom *random, double spread, double most)
{
    double size = testRandomSize(random, 0.01, most), x = spread * testRandomUnit(random);
    double y = spread * testRandomUnit(random);
    CrFatBox box = {(float)x, (float)y, (float)(x + size),
                    (float)(y + size * testRandomUnit(random))};
    if (testRandomUnit(random) < 0.05) { // far off, where floats have no digits for its size
        box.minX += 1e9f;
        box.maxX += 1e9f;
    }
    return box;
}

static void drawBoxes(Boxes *boxes, TestRandom *random, int count)
{
    static const double most[] = {0.02, 0.5, 30.0};
    double largest = most[testRandomInt(random, 0, 2)];
    boxes->count = 0;
    for (int i = 0; i < MOST; i++) {
        double draw = testRandomUnit(random);
        boxes->now[i] = drawBox(random, 10.0, largest);
        boxes->before[i] = draw < 0.3   ? boxes->now[i]
                           : draw < 0.4 ? crFatBoxNone()
                                        : drawBox(random, 10.0, largest);
        if (draw < 0.6 && boxes->count < count) {
            boxes->items[boxes->count++] = i;
        }
    }
}

static bool isNew(const Boxes *boxes, int a, int b)
{
    return crFatBoxesOverlap(&boxes->now[a], &boxes->now[b]) &&
           !crFatBoxesOverlap(&boxes->before[a], &boxes->before[b]);
}

static int timesFound(const CrPairGrid *grid, int a, int b)
{
    int times = 0;
    for (int i = 0; i < crArrayCount(grid->found); i++) {
        CrIndexPair pair = grid->found[i];
        times += (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
    }
    return times;
}

static void checkAll(const Boxes *boxes, const CrPairGrid *grid)
{
    int expected = 0;
    for (int i = 0; i < boxes->count; i++) {
        for (int k = i + 1; k < boxes->count; k++) {
            int a = boxes->items[i], b = boxes->items[k];
            if (isNew(boxes, a, b)) {
                ck_assert_int_eq(timesFound(grid, a, b), 1);
                expected++;
            }
        }
    }
    ck_assert_int_eq(crArrayCount(grid->found), expected);
}

static void checkOf(const Boxes *boxes, CrPairGrid *grid, int item, const CaromAllocator *allocator)
{
    int expected = 0;
    crArraySetCount(grid->found, 0);
    ck_assert(crPairGridFindOf(grid, item, &boxes->now[item], &boxes->before[item], allocator));
    for (int i = 0; i < boxes->count; i++) {
        int other = boxes->items[i];
        if (isNew(boxes, item, other)) {
            ck_assert_int_eq(timesFound(grid, item, other), 1);
            expected++;
        }
    }
    ck_assert_int_eq(crArrayCount(grid->found), expected);
}

TEST_LOOP(new_pairs_of_boxes_are_those_of_brute_force, 60)
{
    static Boxes boxes;
    static const int counts[] = {0, 1, 20, MOST};
    CaromAllocator allocator;
    CrPairGrid grid;
    TestRandom random = testRandomSeed((uint64_t)_i);
    memset(&grid, 0, sizeof grid);
    memset(&allocator, 0, sizeof allocator);
    for (int k = 0; k < 4; k++) {
        drawBoxes(&boxes, &random, counts[k]);
        ck_assert(
            crPairGridFill(&grid, boxes.items, boxes.count, boxes.now, boxes.before, &allocator));
        ck_assert(crPairGridFindAll(&grid, &allocator));
        checkAll(&boxes, &grid);
        for (int item = 0; item < MOST; item += 7) {
            checkOf(&boxes, &grid, item, &allocator);
        }
    }
    crPairGridFree(&grid, &allocator);
}
