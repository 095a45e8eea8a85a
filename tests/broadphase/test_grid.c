// SPDX-License-Identifier: MIT
// The resting layer while it changes. Oracles: a plain array of what should be in it, distances in
// long double, and crGridValidate after each edit.
#include "../../broadphase/cell_walk.h"

#include "../../broadphase/bytes.h"
#include "../../broadphase/edge_packets.h"
#include "../../broadphase/grid_tiles.h"
#include "../../shapes/array.h"
#include "../support/field.h"
#include "../support/meter.h"
#include "../support/twins_check.h"

#define MOST 256
#define BATCH 8

typedef struct Model {
    CrGridItem items[MOST];
    int count;
    uint32_t nextKey;
} Model;

static int compareKeys(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return (first > second) - (first < second);
}

/// The grid holds the keys of the model's items, and no others.
static void compare(const CrGrid *grid, const Model *model, int seed)
{
    uint32_t *keys = NULL, expected[MOST];
    for (int i = 0; i < model->count; i++) {
        expected[i] = model->items[i].key;
    }
    qsort(expected, (size_t)model->count, sizeof expected[0], compareKeys);
    CaromBox all = {{-1e13, -1e13}, {1e13, 1e13}};
    ck_assert_msg(crGridValidate(grid), "seed %d: not valid", seed);
    ck_assert_msg(crGridIsEmpty(grid) == (model->count == 0), "seed %d: empty or not", seed);
    ck_assert_msg(crGridQuery(grid, all, &keys, NULL) == CAROM_OK, "memory");
    ck_assert_msg(crArrayCount(keys) == model->count, "seed %d: %d items, not %d", seed,
                  crArrayCount(keys), model->count);
    for (int i = 0; i < model->count; i++) {
        ck_assert_msg(keys[i] == expected[i], "seed %d: key %u, not %u", seed, keys[i],
                      expected[i]);
    }
    crArrayFree(keys, NULL);
}

static void boundsHoldAll(const CrGrid *grid, const Model *model)
{
    CaromBox bounds = crGridBounds(grid);
    for (int i = 0; i < model->count; i++) {
        const CrGridItem *item = &model->items[i];
        ck_assert_msg(fmin(item->a.x, item->b.x) - item->radius >= bounds.min.x &&
                          fmax(item->a.x, item->b.x) + item->radius <= bounds.max.x &&
                          fmin(item->a.y, item->b.y) - item->radius >= bounds.min.y &&
                          fmax(item->a.y, item->b.y) + item->radius <= bounds.max.y,
                      "an item sticks out of the bounds");
    }
}

/// Some of the model's items, taken out of it.
static int take(Model *model, TestRandom *random, CrGridItem *items)
{
    int count = 0, wanted = testRandomInt(random, 1, BATCH);
    while (count < wanted && model->count > 0) {
        int i = testRandomInt(random, 0, model->count - 1);
        items[count++] = model->items[i];
        model->items[i] = model->items[--model->count];
    }
    return count;
}

static void put(Model *model, const CrGridItem *items, int count)
{
    for (int i = 0; i < count; i++) {
        model->items[model->count++] = items[i];
    }
}

static void insertSome(CrGrid *grid, Model *model, TestRandom *random, const Field *field, int kind)
{
    CrGridItem items[BATCH];
    int count = testRandomInt(random, 0, BATCH);
    count = count > MOST - model->count ? MOST - model->count : count;
    for (int i = 0; i < count; i++) {
        items[i] = randomItem(random, field, kind, model->nextKey++);
    }
    ck_assert_msg(crGridInsert(grid, items, count) == CAROM_OK, "memory");
    put(model, items, count);
}

static void moveSome(CrGrid *grid, Model *model, TestRandom *random, const Field *field, int kind)
{
    CrGridItem from[BATCH], to[BATCH];
    int count = take(model, random, from);
    for (int i = 0; i < count; i++) {
        to[i] = testRandomInt(random, 0, 3) == 0 ? from[i]
                                                 : randomItem(random, field, kind, from[i].key);
        to[i].flags = (from[i].flags + 1) & (CR_GRID_RUNS_ON - 1); // it is no run
    }
    ck_assert_msg(crGridMove(grid, from, to, count) == CAROM_OK, "memory");
    put(model, to, count);
}

static void removeSome(CrGrid *grid, Model *model, TestRandom *random)
{
    CrGridItem items[BATCH];
    int count = take(model, random, items);
    crGridRemove(grid, items, count);
}

TEST_SEEDS(items_come_move_and_go, 32)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    int kind = _i % FIELD_KINDS;
    Field field = randomField(&random, kind);
    static Model model;
    CrGrid grid;
    model.count = 0;
    crGridInit(&grid, &allocator);
    compare(&grid, &model, _i);
    for (int n = 0; n < 120; n++) {
        int what = testRandomInt(&random, 0, 9), more = n % 60 < 40 ? 5 : 1;
        if (what <= more) {
            insertSome(&grid, &model, &random, &field, kind);
        } else if (what <= more + 2) {
            moveSome(&grid, &model, &random, &field, kind);
        } else {
            removeSome(&grid, &model, &random);
        }
        compare(&grid, &model, _i);
        boundsHoldAll(&grid, &model);
    }
    while (model.count > 0) {
        removeSome(&grid, &model, &random);
    }
    compare(&grid, &model, _i);
    crGridFree(&grid);
    ck_assert_uint_eq(meter.held, 0);
}

static bool isListed(const CrGrid *grid, const CrGridItem *item, int32_t x, int32_t y)
{
    const CrGridTile *tile = crTileFind(grid, crTileOf(x), crTileOf(y));
    const uint32_t *keys = NULL;
    bool holds = tile && crCellHolds(tile, crTileCell(x, y));
    int count = holds ? crCellListings(grid, tile, crTileCell(x, y), &keys) : 0;
    for (int i = 0; i < count; i++) {
        if (keys[i] == item->key) {
            return true;
        }
    }
    return false;
}

/// The item is in each cell that it touches, and in none farther away than rounding explains.
static void cellsAreRight(const CrGrid *grid, const CrGridItem *item, int seed)
{
    double size = crGridCellSize(grid);
    double most =
        fmax(fmax(fabs(item->a.x), fabs(item->a.y)), fmax(fabs(item->b.x), fabs(item->b.y)));
    long double pad = (most + item->radius + size) * 1e-12L;
    int32_t minX = (int32_t)floor((fmin(item->a.x, item->b.x) - item->radius) / size) - 2;
    int32_t maxX = (int32_t)floor((fmax(item->a.x, item->b.x) + item->radius) / size) + 2;
    int32_t minY = (int32_t)floor((fmin(item->a.y, item->b.y) - item->radius) / size) - 2;
    int32_t maxY = (int32_t)floor((fmax(item->a.y, item->b.y) + item->radius) / size) + 2;
    if ((int64_t)(maxX - minX) * (maxY - minY) > 20000) {
        return;
    }
    for (int32_t y = minY; y <= maxY; y++) {
        for (int32_t x = minX; x <= maxX; x++) {
            Point min = {x * (long double)size, y * (long double)size},
                  max = {min.x + size, min.y + size};
            long double distance = segmentToBox(pointOf(item->a), pointOf(item->b), min, max);
            bool listed = isListed(grid, item, x, y);
            ck_assert_msg(listed || distance > item->radius, "seed %d: a cell lacks item %u", seed,
                          item->key);
            ck_assert_msg(!listed || distance <= item->radius + pad, "seed %d: a cell has item %u",
                          seed, item->key);
        }
    }
}

TEST_LOOP(twins_are_told_one_by_one, 16)
{
    checkTwins(_i);
}

TEST_SEEDS(items_are_in_the_cells_that_they_touch, 64)
{
    Field field = randomField(&random, _i % FIELD_KINDS);
    CrGrid grid;
    crGridInit(&grid, NULL);
    ck_assert_ok(crGridInsert(&grid, field.items, field.count));
    for (int i = 0; i < field.count; i++) {
        cellsAreRight(&grid, &field.items[i], _i);
    }
    crGridFree(&grid);
}

/// How far the lanes reach, all of it; of an empty grid it says nothing.
static bool reachesAlike(const CrLaneStore *a, const CrLaneStore *b)
{
    return memcmp(a->min, b->min, sizeof a->min) == 0 &&
           memcmp(a->max, b->max, sizeof a->max) == 0 &&
           memcmp(&a->reach, &b->reach, sizeof a->reach) == 0;
}

// Each edit is tried with the first, the second, the third … call for memory failing, until it
// succeeds.
TEST_SEEDS(an_edit_without_memory_changes_nothing, 16)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    int kind = _i % FIELD_KINDS;
    Field field = randomField(&random, kind);
    static Model model;
    CrGrid grid;
    model.count = 0;
    model.nextKey = 0;
    crGridInit(&grid, &allocator);
    grid.lanes.kernels = crKernelsBest();
    for (int n = 0; n < 24; n++) {
        CrGridItem from[BATCH], to[BATCH];
        bool moves = n % 3 == 2;
        int count = moves ? take(&model, &random, from) : testRandomInt(&random, 1, BATCH);
        for (int i = 0; i < count; i++) {
            to[i] = randomItem(&random, &field, kind, moves ? from[i].key : model.nextKey++);
        }
        if (moves) {
            put(&model, from, count);
        }
        for (int k = 0;; k++) {
            CaromBox bounds = crGridBounds(&grid);
            double size = crGridCellSize(&grid);
            CrLaneStore lanes = grid.lanes;
            meter.calls = 0;
            meter.failFrom = k;
            CaromError error =
                moves ? crGridMove(&grid, from, to, count) : crGridInsert(&grid, to, count);
            meter.failFrom = METER_NEVER;
            if (error == CAROM_OK) {
                break;
            }
            ck_assert_msg(error == CAROM_ERROR_MEMORY, "another error");
            compare(&grid, &model, _i);
            CaromBox after = crGridBounds(&grid);
            ck_assert_msg(memcmp(&bounds, &after, sizeof after) == 0 &&
                              size == crGridCellSize(&grid),
                          "changed");
            ck_assert(crGridIsEmpty(&grid) || reachesAlike(&lanes, &grid.lanes));
        }
        model.count -= moves ? count : 0; // put last
        put(&model, to, count);
        compare(&grid, &model, _i);
    }
    crGridFree(&grid);
    ck_assert_uint_eq(meter.held, 0);
}

/// The keys in each cell of a walk, sorted, with the cell's fraction: everything that a walk
/// returns.
static int record(const CrGrid *grid, const Path *path, uint32_t *out, int most)
{
    CrWalk walk;
    CrCell cell;
    int count = 0;
    crWalkStart(&walk, grid, path->from, path->to, path->radius);
    while (crWalkNext(&walk, &cell)) {
        ck_assert_msg(count + cell.count + 3 < most, "more than expected");
        memcpy(out + count, &cell.fraction, sizeof cell.fraction);
        out[count + 2] = (uint32_t)cell.count;
        count += 3;
        for (int i = 0; i < cell.count; i++) {
            out[count + i] = cell.items[cell.listings[i]].key;
        }
        qsort(out + count, (size_t)cell.count, sizeof *out, compareKeys);
        count += cell.count;
    }
    return count;
}

TEST_SEEDS(cells_do_not_depend_on_the_order_of_insertion, 24)
{
    Field field =
        randomField(&random, _i % (FIELD_KINDS - 1) == FIELD_MIXED ? 0 : _i % (FIELD_KINDS - 1));
    CrGrid forward, backward;
    CrGridItem reversed[FIELD_MOST];
    static uint32_t first[1 << 16], second[1 << 16];
    for (int i = 0; i < field.count; i++) {
        reversed[i] = field.items[field.count - 1 - i];
    }
    crGridInit(&forward, NULL);
    crGridInit(&backward, NULL);
    ck_assert_ok(crGridInsert(&forward, field.items, field.count));
    ck_assert_ok(crGridInsert(&backward, reversed, field.count));
    for (int n = 0; n < 200; n++) {
        Path path = {anyPoint(&random, &field, 1.2), anyPoint(&random, &field, 1.2), 0.0};
        path.radius = n % 3 == 0 ? field.unit * testRandomRange(&random, 0.0, 2.0) : 0.0;
        int count = record(&forward, &path, first, 1 << 16);
        ck_assert_msg(record(&backward, &path, second, 1 << 16) == count &&
                          memcmp(first, second, (size_t)count * sizeof first[0]) == 0,
                      "seed %d: path %d depends on the order of insertion", _i, n);
    }
    crGridFree(&forward);
    crGridFree(&backward);
}

TEST(moving_to_and_fro_asks_for_no_memory)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CrGrid grid;
    CrGridItem walls[64], there[64];
    for (int i = 0; i < 64; i++) {
        CrGridItem wall = {
            {i % 8 * 4.0, i / 8 * 4.0}, {i % 8 * 4.0 + 3.0, i / 8 * 4.0 + 1.0}, 0, (uint32_t)i, 0};
        walls[i] = there[i] = wall;
        there[i].a.x += 100.0;
        there[i].b.x += 100.0;
    }
    crGridInit(&grid, &allocator);
    ck_assert_ok(crGridInsert(&grid, walls, 64));
    for (int n = 0; n < 100; n++) {
        meter.failFrom = n < 20 ? METER_NEVER : 0;
        ck_assert_ok(crGridMove(&grid, &walls[n % 8], &there[n % 8], 1));
        ck_assert_ok(crGridMove(&grid, &there[n % 8], &walls[n % 8], 1));
        ck_assert(crGridValidate(&grid));
    }
    crGridFree(&grid);
    ck_assert_uint_eq(meter.held, 0);
}

static CrGrid townOf(const CaromAllocator *allocator, int count, double length, double apart)
{
    TestRandom random = testRandomSeed(7);
    CrGrid grid;
    crGridInit(&grid, allocator);
    double side = apart * sqrt(count);
    for (int i = 0; i < count; i++) {
        CaromVec2 a = {testRandomRange(&random, 0.0, side), testRandomRange(&random, 0.0, side)};
        CrGridItem wall = {a, {a.x + length, a.y + 0.25 * length}, 0.0, (uint32_t)i, 0};
        ck_assert_ok(crGridInsert(&grid, &wall, 1));
    }
    return grid;
}

TEST(cells_suit_the_content)
{
    CrGrid town = townOf(NULL, 3000, 2.0, 3.0), country = townOf(NULL, 3000, 2.0, 60.0);
    ck_assert(crGridCellSize(&town) >= 2.0 && crGridCellSize(&town) <= 4.0);
    ck_assert(crGridCellSize(&country) >= 8.0 && crGridCellSize(&country) <= 64.0);
    ck_assert(crGridValidate(&town) && crGridValidate(&country));
    crGridFree(&town);
    crGridFree(&country);
    CrGrid sand = townOf(NULL, 3000, 0.01, 0.02), cliffs = townOf(NULL, 3000, 500.0, 700.0);
    ck_assert(crGridCellSize(&sand) < 0.05 && crGridCellSize(&cliffs) > 250.0);
    crGridFree(&sand);
    crGridFree(&cliffs);
}

// A wall across the world, or a disc as large as the town, among small walls: neither eats memory
// nor spoils the cells, and both are met.
TEST(giants_do_not_spoil_the_cells)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CrGrid grid = townOf(&allocator, 2000, 1.0, 2.0);
    double size = crGridCellSize(&grid);
    size_t before = meter.held;
    CrGridItem giants[] = {{{-1e6, 10.0}, {1e6, 11.0}, 0.0, 2000, 0},
                           {{40.0, 40.0}, {40.0, 40.0}, 3000.0, 2001, 0},
                           {{-1e12, -1e12}, {1e12, 1e12}, 1.0, 2002, 0},
                           {{2e9, 5.0}, {2e9, 7.0}, 0.0, 2003, 0}};
    ck_assert_ok(crGridInsert(&grid, giants, 4));
    ck_assert(crGridCellSize(&grid) == size && crGridValidate(&grid));
    ck_assert_uint_lt(meter.held - before, 10000);
    CaromVec2 from = {-5000.0, 6.0}, to = {3e9, 12.0};
    CrWalk walk;
    uint32_t *keys = NULL;
    crWalkStart(&walk, &grid, from, to, 0.0);
    ck_assert_ok(crWalkKeys(&walk, &keys, NULL));
    int count = crArrayCount(keys);
    for (uint32_t i = 0; i < 4; i++) {
        ck_assert_uint_eq(keys[count - 4 + (int)i], 2000 + i);
    }
    crArrayFree(keys, NULL);
    crGridRemove(&grid, giants, 4);
    ck_assert(crGridValidate(&grid));
    crGridFree(&grid);
    ck_assert_uint_eq(meter.held, 0);
}

TEST(a_query_without_memory_gives_nothing)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CrGrid grid = townOf(NULL, 500, 1.0, 2.0);
    CaromBox all = {{-100, -100}, {100, 100}};
    uint32_t *keys = NULL;
    int failures = 0;
    for (meter.failFrom = 0; crGridQuery(&grid, all, &keys, &allocator) != CAROM_OK; failures++) {
        ck_assert_int_eq(crArrayCount(keys), 0);
        meter.calls = 0;
        meter.failFrom++;
    }
    ck_assert_int_eq(crArrayCount(keys), 500);
    ck_assert_int_gt(failures, 1);
    crArrayFree(keys, &allocator);
    crGridFree(&grid);
    ck_assert_uint_eq(meter.held, 0);
}

TEST(all_its_memory_is_told_of)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CrGrid grid;
    crGridInit(&grid, &allocator);
    grid.lanes.kernels = crKernelsBest();
    for (uint32_t k = 0; k < 800; k++) {
        CrGridItem wall = {{k / 2, k % 2}, {k / 2 + 1.0, k % 2 + 0.5}, 0.0, k, 0};
        ck_assert_ok(crGridInsert(&grid, &wall, 1));
        ck_assert_int_eq(crGridBytes(&grid) + crEdgePacketsBytes(&grid), (int64_t)meter.held);
    }
    for (uint32_t k = 100; k < 800; k++) { // tiles that fall empty are kept
        CrGridItem wall = grid.items[k];
        crGridRemove(&grid, &wall, 1);
        ck_assert_int_eq(crGridBytes(&grid) + crEdgePacketsBytes(&grid), (int64_t)meter.held);
    }
    ck_assert(grid.spares != NULL && grid.lanes.spares != NULL);
    crGridFree(&grid);
    ck_assert_uint_eq(meter.held, 0);
}

/// A heap of walls in one place has small cells, unless there is a giant, which would be in ever
/// more of them. More giants than can be kept apart make cells grow. All are met.
TEST(giants_decide_with_the_crowd)
{
    CrGridItem heap[200], giants[48];
    double sizes[3];
    for (int i = 0; i < 200; i++) {
        CrGridItem wall = {{0.004 * i, 0.0}, {0.004 * i + 0.25, 1.0}, 0.0, (uint32_t)i, 0};
        heap[i] = wall;
    }
    for (int i = 0; i < 48; i++) {
        CrGridItem wall = {{-1e5, 3.0 * i + 5.0}, {1e5, 3.0 * i + 6.0}, 0.0, 200 + (uint32_t)i, 0};
        giants[i] = wall;
    }
    for (int k = 0; k < 3; k++) {
        const int many[3] = {0, 1, 48};
        CrGrid grid;
        crGridInit(&grid, NULL);
        if (many[k] > 0) {
            ck_assert_ok(crGridInsert(&grid, giants, many[k]));
        }
        for (int i = 0; i < 200; i++) {
            ck_assert_ok(crGridInsert(&grid, &heap[i], 1));
        }
        ck_assert(crGridValidate(&grid));
        sizes[k] = crGridCellSize(&grid);
        uint32_t *keys = NULL;
        CaromBox all = {{-2e5, -1.0}, {2e5, 1000.0}};
        ck_assert_ok(crGridQuery(&grid, all, &keys, NULL));
        ck_assert_int_eq(crArrayCount(keys), 200 + many[k]);
        crArrayFree(keys, NULL);
        crGridFree(&grid);
    }
    ck_assert(sizes[0] <= sizes[1] && sizes[1] < sizes[2]);
}

/// A heap of walls needs smaller cells. Beside one giant that is kept apart they stay as large as
/// the walls, as it would be in ever more of them; beside more giants than can be kept apart they
/// grow.
TEST(giants_among_the_first_decide_with_the_crowd)
{
    const int many[3] = {0, 1, 48};
    double sizes[3];
    for (int k = 0; k < 3; k++) {
        CrGrid grid;
        crGridInit(&grid, NULL);
        for (uint32_t i = 0; i < 200; i++) {
            double x = 40.1 + 0.004 * i;
            CrGridItem wall = {{x, 40.1}, {x, 40.9}, 0.0, i, 0};
            ck_assert_ok(crGridInsert(&grid, &wall, 1));
            for (int g = 0; i == (k == 1 ? 1 : 70) && g < many[k]; g++) {
                CrGridItem giant = {{-1e5, 3.0 * g}, {1e5, 3.0 * g + 1.0}, 0.0, 0, 0};
                giant.key = 200 + (uint32_t)g;
                ck_assert_ok(crGridInsert(&grid, &giant, 1));
            }
        }
        ck_assert(crGridValidate(&grid));
        sizes[k] = crGridCellSize(&grid);
        ck_assert(k == 2 || crArrayCount(grid.coarse) == many[k]);
        crGridFree(&grid);
    }
    ck_assert_msg(sizes[0] == 0.5 && sizes[1] == 1.0 && sizes[2] > 0.5, "%g %g %g", sizes[0],
                  sizes[1], sizes[2]);
}

/// Farther away than cells have numbers nothing is near.
#define RUNS 40
#define CORNERS 8

/// A polygon around a random place, as one run with the keys of its number. Most are small; a few
/// are larger than cells and are listed edge by edge.
static int randomRun(TestRandom *random, int number, CrGridItem *items)
{
    int corners = testRandomInt(random, 3, CORNERS);
    double reach = testRandomInt(random, 0, 7) == 0 ? 20.0 : testRandomRange(random, 0.2, 1.0);
    CaromVec2 center = {testRandomRange(random, -30.0, 30.0), testRandomRange(random, -30.0, 30.0)};
    for (int i = 0; i < corners; i++) {
        for (int end = 0; end < 2; end++) {
            CaromRotation turn = caromRotation((i + end) % corners * 6.283185307179586 / corners);
            CaromVec2 p = {center.x + reach * turn.c, center.y + reach * turn.s};
            *(end ? &items[i].b : &items[i].a) = p;
        }
        items[i].radius = number % 4 == 0 ? 0.1 : 0.0;
        items[i].key = (uint32_t)(CORNERS * number + i);
        items[i].flags = CR_GRID_ONE_SIDED | (i < corners - 1 ? CR_GRID_RUNS_ON : 0u);
    }
    return corners;
}

/// By its cell, and by the packets where it is not coarse.
static bool isFound(const CrGrid *grid, CaromVec2 place, uint32_t key)
{
    CrWalk walk;
    CrCell cell;
    CrLaneSpot spot;
    bool inCells = false, inPackets = false;
    crWalkStartBox(&walk, grid, crBox(place, place));
    while (crWalkNext(&walk, &cell)) {
        CrCellItems items = {NULL, 0};
        for (const CrGridItem *item; (item = crCellNext(&cell, &items)) != NULL;) {
            inCells |= item->key == key;
        }
    }
    ck_assert(crLaneSpotStart(&spot, grid, place, 1e-9));
    for (const CrGridItem *item; (item = crLaneSpotNext(&spot)) != NULL;) {
        inPackets |= item->key == key;
    }
    return inCells && inPackets;
}

TEST_SEEDS(runs_are_found_by_their_edges, 16)
{
    CrGrid grid;
    CrGridItem runs[RUNS][CORNERS], fresh[CORNERS];
    int counts[RUNS] = {0};
    crGridInit(&grid, NULL);
    grid.lanes.kernels = crKernelsBest();
    for (int n = 0; n < 300; n++) {
        int k = testRandomInt(&random, 0, RUNS - 1), what = testRandomInt(&random, 0, 2);
        if (counts[k] > 0 && what == 0) {
            crGridRemove(&grid, runs[k], counts[k]);
            counts[k] = 0;
        } else {
            int count = randomRun(&random, k, fresh);
            ck_assert_ok(crGridReplace(&grid, runs[k], counts[k], fresh, count));
            memcpy(runs[k], fresh, sizeof fresh);
            counts[k] = count;
        }
        ck_assert_msg(crGridValidate(&grid), "seed %d: not valid", _i);
    }
    int one = 0;
    for (int k = 0; k < RUNS; k++) {
        for (int i = 0; i < counts[k]; i++) {
            CaromVec2 a = runs[k][i].a, b = runs[k][i].b;
            CaromVec2 middle = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
            ck_assert(isFound(&grid, a, runs[k][i].key) && isFound(&grid, b, runs[k][i].key) &&
                      isFound(&grid, middle, runs[k][i].key));
            one += crGridNextOf(&grid.items[runs[k][i].key]) != NULL;
        }
    }
    ck_assert_msg(one > 0, "seed %d: no run is listed as one", _i);
    crGridFree(&grid);
}

TEST(nothing_is_near_beyond_all_cells)
{
    CrGrid grid;
    CrLaneSpot spot;
    crGridInit(&grid, NULL);
    grid.lanes.kernels = crKernelsBest();
    for (uint32_t k = 0; k < 100; k++) {
        CrGridItem wall = {{k, 0.0}, {k + 1.0, 0.5}, 0.0, k, 0};
        ck_assert_ok(crGridInsert(&grid, &wall, 1));
    }
    CaromVec2 far = {2.2e9 * grid.lanes.side, 0.0};
    ck_assert(crLaneSpotStart(&spot, &grid, far, 1e-9 * grid.lanes.side));
    ck_assert_ptr_null(crLaneSpotNext(&spot));
    ck_assert(crEdgePacketsAlone(&grid, far, 1e-9 * grid.lanes.side, UINT32_MAX));
    CaromVec2 near = grid.items[7].a;
    ck_assert(!crEdgePacketsAlone(&grid, near, 1e-9 * grid.lanes.side, UINT32_MAX));
    crGridFree(&grid);
}
