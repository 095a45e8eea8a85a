// SPDX-License-Identifier: MIT
// Oracle: a loop over all boxes.
#include "../../broadphase/box_cells.h"
#include "../../broadphase/box_index.h"

#include "../support/field.h"
#include "../support/meter.h"

#define MOST 400

typedef struct Model {
    CaromBox boxes[MOST];
    uint32_t keys[MOST];
    int count;
} Model;

/// Sizes of all orders; corners on multiples of powers of two, or anywhere; points, and huge ones.
static CaromBox randomBox(TestRandom *random)
{
    double size = pow(2.0, testRandomInt(random, -6, 6)), x, y, w, h;
    if (testRandomInt(random, 0, 30) == 0) {
        size = pow(2.0, testRandomInt(random, 7, 40));
    }
    if (testRandomInt(random, 0, 1)) {
        x = size * testRandomInt(random, -8, 8);
        y = size * testRandomInt(random, -8, 8);
        w = size * testRandomInt(random, 0, 2);
        h = size * testRandomInt(random, 0, 2);
    } else {
        x = testRandomRange(random, -60.0, 60.0);
        y = testRandomRange(random, -60.0, 60.0);
        w = testRandomRange(random, 0.0, size);
        h = testRandomRange(random, 0.0, size);
    }
    CaromBox box = {{x, y}, {x + w, y + h}};
    if (testRandomInt(random, 0, 3) == 0) {
        box.min.x = nudged(random, box.min.x);
        box.max.x = fmax(nudged(random, box.max.x), box.min.x);
    }
    return box;
}

static bool overlaps(CaromBox a, CaromBox b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/// Each insertion that overlaps is found once, and nothing else is.
static void compare(const CrBoxes *boxes, const Model *model, CaromBox box, int seed)
{
    int found[MOST] = {0};
    CrBoxesWalk walk;
    uint32_t key;
    CaromBox its;
    crBoxesStart(&walk, boxes, box);
    while (crBoxesNext(&walk, &key, &its)) {
        ck_assert_msg(key < MOST && overlaps(its, box), "seed %d: found what is not there", seed);
        found[key]++;
    }
    for (int i = 0; i < model->count; i++) {
        found[model->keys[i]] -= overlaps(model->boxes[i], box);
    }
    for (int i = 0; i < MOST; i++) {
        ck_assert_msg(found[i] == 0, "seed %d: key %d is found %+d times too often", seed, i,
                      found[i]);
    }
    ck_assert_msg(!crBoxesNext(&walk, NULL, NULL), "seed %d: the end is not the end", seed);
}

static void removeAny(CrBoxes *boxes, Model *model, TestRandom *random)
{
    int i = testRandomInt(random, 0, model->count - 1);
    crBoxesRemove(boxes, model->keys[i], model->boxes[i]);
    model->count--;
    model->boxes[i] = model->boxes[model->count];
    model->keys[i] = model->keys[model->count];
}

TEST_SEEDS(boxes_are_found_while_they_come_and_go, 64)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CrBoxes boxes;
    static Model model;
    model.count = 0;
    (_i % 2 ? crBoxesInitDense : crBoxesInit)(&boxes, &allocator);
    int target = testRandomInt(&random, 1, MOST);
    for (int n = 0; n < 1500; n++) {
        if (model.count < target && (model.count == 0 || testRandomInt(&random, 0, 2) > 0)) {
            CaromBox box = randomBox(&random);
            if (model.count > 0 && testRandomInt(&random, 0, 9) == 0) {
                box = model.boxes[testRandomInt(&random, 0, model.count - 1)];
            }
            uint32_t key = (uint32_t)testRandomInt(&random, 0, MOST - 1); // keys may repeat
            ck_assert_msg(crBoxesInsert(&boxes, key, box) == CAROM_OK, "memory");
            model.boxes[model.count] = box;
            model.keys[model.count++] = key;
        } else {
            removeAny(&boxes, &model, &random);
        }
        ck_assert_msg(n % 8 != 0 || crBoxesValidate(&boxes), "seed %d: not valid", _i);
        compare(&boxes, &model, randomBox(&random), _i);
    }
    while (model.count > 0) {
        removeAny(&boxes, &model, &random);
    }
    ck_assert(crBoxesValidate(&boxes) && boxes.used == 0);
    crBoxesFree(&boxes);
    ck_assert_uint_eq(meter.held, 0);
}

/// By trying one after the other.
static int levelByHand(CaromBox box)
{
    CrCells steps = crLevelSteps(box);
    int64_t crossed = steps.maxX - steps.minX, high = steps.maxY - steps.minY;
    crossed = crossed > high ? crossed : high;
    double extent = fmax(box.max.x - box.min.x, box.max.y - box.min.y) * CR_LEVEL_STEPS_PER_METRE;
    int level = 0;
    while (level < CR_LEVELS - 1 &&
           (extent > (double)((int64_t)1 << level) || crossed > (int64_t)1 << level)) {
        level++;
    }
    return level;
}

// ---- boxes at rest, in buckets of floats

/// By more than floats are off.
static CaromBox inflated(CaromBox box)
{
    double most =
        fmax(fmax(fabs(box.min.x), fabs(box.min.y)), fmax(fabs(box.max.x), fabs(box.max.y)));
    return crBoxInflate(box, most * 0x1p-21 + 1e-30);
}

/// Each insertion that overlaps is found once, and none that is farther away than by rounding.
static void compareCells(const CrBoxCells *cells, const Model *model, CaromBox box, int seed)
{
    int found[MOST] = {0}, most[MOST] = {0};
    CrBoxCellsWalk walk;
    uint32_t key;
    crBoxCellsStart(&walk, cells, box);
    while (crBoxCellsNext(&walk, &key)) {
        ck_assert_msg(key < MOST, "seed %d: no such key", seed);
        found[key]++;
    }
    for (int i = 0; i < model->count; i++) {
        found[model->keys[i]] -= overlaps(model->boxes[i], box);
        most[model->keys[i]] +=
            !overlaps(model->boxes[i], box) && overlaps(inflated(model->boxes[i]), inflated(box));
    }
    for (int i = 0; i < MOST; i++) {
        ck_assert_msg(found[i] >= 0 && found[i] <= most[i], "seed %d: key %d is found %+d times",
                      seed, i, found[i]);
    }
    ck_assert_msg(!crBoxCellsNext(&walk, NULL), "seed %d: the end is not the end", seed);
}

static void removeAnyCell(CrBoxCells *cells, Model *model, TestRandom *random)
{
    int i = testRandomInt(random, 0, model->count - 1);
    crBoxCellsRemove(cells, model->keys[i], model->boxes[i]);
    model->count--;
    model->boxes[i] = model->boxes[model->count];
    model->keys[i] = model->keys[model->count];
}

TEST_SEEDS(boxes_at_rest_are_found_while_they_come_and_go, 64)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CrBoxCells cells;
    static Model model;
    model.count = 0;
    crBoxCellsInit(&cells, &allocator);
    int target = testRandomInt(&random, 1, MOST), crowd = testRandomInt(&random, 0, 2);
    for (int n = 0; n < 1500; n++) {
        if (model.count < target && (model.count == 0 || testRandomInt(&random, 0, 2) > 0)) {
            CaromBox box = randomBox(&random);
            if (model.count > 0 && testRandomInt(&random, 0, 9) < crowd * 4) {
                box = model.boxes[testRandomInt(&random, 0, model.count - 1)];
            }
            uint32_t key = (uint32_t)testRandomInt(&random, 0, MOST - 1); // keys may repeat
            ck_assert_ok(crBoxCellsInsert(&cells, key, box));
            model.boxes[model.count] = box;
            model.keys[model.count++] = key;
        } else {
            removeAnyCell(&cells, &model, &random);
        }
        ck_assert_msg(n % 8 != 0 || crBoxCellsValidate(&cells), "seed %d: not valid", _i);
        compareCells(&cells, &model, randomBox(&random), _i);
    }
    while (model.count > 0) {
        removeAnyCell(&cells, &model, &random);
    }
    ck_assert(crBoxCellsValidate(&cells) && cells.used == 0 && cells.count == 0);
    crBoxCellsFree(&cells);
    ck_assert_uint_eq(meter.held, 0);
}

/// As large as coordinates may be: all on the highest level. Three of one key that begin at one
/// corner are told apart by where they end.
TEST(boxes_at_rest_may_be_as_large_as_coordinates)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    TestRandom random = testRandomSeed(3);
    CrBoxCells cells;
    static Model model;
    model.count = 0;
    crBoxCellsInit(&cells, &allocator);
    for (int n = 0; n < 300; n++) {
        CaromBox box = {{-8e12, -8e12}, {n % 3 == 0 ? 7e12 : 8e12, n % 3 == 1 ? 7e12 : 8e12}};
        ck_assert_ok(crBoxCellsInsert(&cells, (uint32_t)(n / 3), box));
        model.boxes[model.count] = box;
        model.keys[model.count++] = (uint32_t)(n / 3);
    }
    compareCells(&cells, &model, randomBox(&random), 0);
    for (int n = 299; n >= 0; n -= 3) { // the third of each
        crBoxCellsRemove(&cells, (uint32_t)(n / 3), model.boxes[n]);
    }
    ck_assert(crBoxCellsValidate(&cells) && cells.count == 200);
    CrBoxCellsWalk walk;
    int found = 0;
    crBoxCellsStart(&walk, &cells, model.boxes[0]);
    while (crBoxCellsNext(&walk, NULL)) {
        found++;
    }
    ck_assert_int_eq(found, 200);
    crBoxCellsFree(&cells);
    ck_assert_uint_eq(meter.held, 0);
}

TEST(boxes_at_rest_come_in_without_memory_or_not_at_all)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    TestRandom random = testRandomSeed(5);
    CrBoxCells cells;
    static Model model;
    model.count = 0;
    crBoxCellsInit(&cells, &allocator);
    for (int n = 0; n < 200; n++) {
        CaromBox box = randomBox(&random);
        for (int k = 0;; k++) {
            meter.calls = 0;
            meter.failFrom = k;
            CaromError error = n % 40 == 0 ? crBoxCellsReserve(&cells, 20) : CAROM_OK;
            bool reserved = n % 40 == 0 && error == CAROM_OK;
            meter.calls = 0;
            meter.failFrom = reserved ? 0 : k;
            error = error == CAROM_OK ? crBoxCellsInsert(&cells, (uint32_t)n, box) : error;
            meter.failFrom = METER_NEVER;
            ck_assert(crBoxCellsValidate(&cells));
            if (error == CAROM_OK) {
                break;
            }
            ck_assert(!reserved && error == CAROM_ERROR_MEMORY);
            compareCells(&cells, &model, box, n);
        }
        model.boxes[model.count] = box;
        model.keys[model.count++] = (uint32_t)n;
        compareCells(&cells, &model, box, n);
    }
    crBoxCellsFree(&cells);
    ck_assert_uint_eq(meter.held, 0);
}

/// However many requests of those that come in are granted before memory ends: what was reserved is
/// enough, though the cells change their levels on the way.
TEST_SEEDS(boxes_at_rest_find_what_was_reserved, 16)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    enum { ROUNDS = 3, EACH = 100 };
    for (int granted = 0; granted < 12; granted++) {
        CrBoxCells cells;
        static CaromBox boxes[ROUNDS * EACH];
        crBoxCellsInit(&cells, &allocator);
        for (int n = 0; n < ROUNDS * EACH; n++) {
            if (n % EACH == 0) {
                meter.failFrom = METER_NEVER;
                ck_assert_ok(crBoxCellsReserve(&cells, EACH));
                meter.calls = 0;
                meter.failFrom = granted;
            }
            double size = pow(2.0, (n / EACH % 2 ? 9 : 2) + testRandomInt(&random, 0, 3));
            CaromVec2 at = caromVec2(testRandomRange(&random, -900.0, 900.0),
                                     testRandomRange(&random, -900.0, 900.0));
            CaromBox box = {at, caromVec2(at.x + size, at.y + size)};
            boxes[n] = box;
            ck_assert_msg(crBoxCellsInsert(&cells, (uint32_t)n, box) == CAROM_OK,
                          "seed %d, %d granted: box %d", _i, granted, n);
        }
        meter.failFrom = METER_NEVER;
        for (int n = 0; n < ROUNDS * EACH; n++) {
            crBoxCellsRemove(&cells, (uint32_t)n, boxes[n]);
        }
        ck_assert(crBoxCellsValidate(&cells) && cells.count == 0);
        crBoxCellsFree(&cells);
        ck_assert_uint_eq(meter.held, 0);
    }
}

TEST_SEEDS(a_level_is_the_lowest_that_fits, 16)
{
    for (int i = 0; i < 500; i++) {
        CaromBox box = randomBox(&random);
        ck_assert_msg(crLevelOf(box) == levelByHand(box), "seed %d, box %d: level %d, not %d", _i,
                      i, crLevelOf(box), levelByHand(box));
    }
}

TEST_LOOP(a_box_is_found_from_its_corners_on_every_level, 2)
{
    Model model = {.count = 1};
    for (int e = -8; e <= 42; e++) {
        for (int at = 0; at < 6; at++) {
            double size = pow(2.0, e), edge = 0x1p43;
            double starts[] = {0.0, -size, nextafter(0.0, -1.0), -edge, edge - size, 3.0 * size};
            CaromBox box = {{starts[at], starts[at]}, {starts[at] + size, starts[at] + size}};
            CrBoxes boxes;
            (_i ? crBoxesInitDense : crBoxesInit)(&boxes, NULL);
            model.boxes[0] = box;
            ck_assert_ok(crBoxesInsert(&boxes, 0, box));
            CaromBox corner = {box.max, box.max};
            compare(&boxes, &model, corner, e);
            corner.min = corner.max = box.min;
            compare(&boxes, &model, corner, e);
            corner.max.x = corner.min.x = nextafter(box.max.x, INFINITY);
            compare(&boxes, &model, corner, e);
            CaromBox all = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
            compare(&boxes, &model, all, e);
            crBoxesFree(&boxes);
            CrBoxCells cells;
            crBoxCellsInit(&cells, NULL);
            ck_assert_ok(crBoxCellsInsert(&cells, 0, box));
            CaromBox lower = {box.min, box.min};
            compareCells(&cells, &model, lower, e);
            compareCells(&cells, &model, corner, e);
            compareCells(&cells, &model, all, e);
            crBoxCellsFree(&cells);
        }
    }
}

TEST_LOOP(an_insertion_without_memory_changes_nothing, 16)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    TestRandom random = testRandomSeed((uint64_t)_i);
    CrBoxes boxes;
    static Model model;
    model.count = 0;
    crBoxesInit(&boxes, &allocator);
    for (int n = 0; n < 200; n++) {
        CaromBox box = randomBox(&random);
        for (int k = 0;; k++) {
            meter.calls = 0;
            meter.failFrom = k;
            CaromError error = crBoxesInsert(&boxes, (uint32_t)n, box);
            meter.failFrom = METER_NEVER;
            ck_assert_msg(crBoxesValidate(&boxes), "seed %d: not valid", _i);
            if (error == CAROM_OK) {
                break;
            }
            ck_assert_msg(error == CAROM_ERROR_MEMORY, "another error");
            compare(&boxes, &model, box, _i);
        }
        model.boxes[model.count] = box;
        model.keys[model.count++] = (uint32_t)n;
        compare(&boxes, &model, box, _i);
    }
    crBoxesFree(&boxes);
    ck_assert_uint_eq(meter.held, 0);
}
