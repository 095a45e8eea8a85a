// SPDX-License-Identifier: MIT
// Law 6: a swept shape meets every shape in the cells that it touches. Oracle: distances of all
// pairs.
#include "../../broadphase/cell_walk.h"

#include "../../broadphase/grid_tiles.h"
#include "../../shapes/array.h"
#include "../support/field.h"
#include "../support/flight_field.h"

#include <limits.h>

#define PATHS 4096
#define UNSEEN 2.0

static CrGrid gridOf(const Field *field)
{
    CrGrid grid;
    crGridInit(&grid, NULL);
    ck_assert_ok(crGridInsert(&grid, field->items, field->count));
    return grid;
}

/// Paths that often run along borders of cells, through their corners, from afar, or nowhere.
static Path randomPath(TestRandom *random, const Field *field)
{
    Path path = {anyPoint(random, field, 1.2), anyPoint(random, field, 1.2), 0.0};
    int kind = testRandomInt(random, 0, 15);
    if (kind >= 4) {
        path.from = regularPoint(random, field);
        path.to = regularPoint(random, field);
    }
    if (kind == 4) { // from afar through many corners, exactly
        double steps = testRandomInt(random, 1, 1 << 30);
        double dx = field->unit * testRandomInt(random, -3, 3);
        double dy = field->unit * testRandomInt(random, -3, 3);
        path.to.x = path.from.x + steps * dx;
        path.to.y = path.from.y + steps * dy;
        path.from.x -= steps * dx;
        path.from.y -= steps * dy;
    } else if (kind == 5 || kind == 6) { // parallel to an axis
        path.to.y = kind == 5 ? path.from.y : path.to.y;
        path.to.x = kind == 6 ? path.from.x : path.to.x;
    } else if (kind == 7) { // through corners
        double by = field->unit * testRandomInt(random, -30, 30);
        path.to.x = path.from.x + by;
        path.to.y = path.from.y + (testRandomInt(random, 0, 1) ? by : -by);
    } else if (kind == 8) {
        path.to = path.from;
    } else if (kind == 9) { // from afar, to afar
        double far = pow(10.0, testRandomRange(random, 3.0, 9.0));
        double dx = path.to.x - path.from.x, dy = path.to.y - path.from.y;
        path.from.x -= far * dx;
        path.from.y -= far * dy;
        path.to.x += far * dx;
        path.to.y += far * dy;
    } else if (kind == 10) {
        path.from = anyPoint(random, field, 1e3);
    } else if (kind == 11) { // as short as can be
        path.to.x = nudged(random, path.from.x);
        path.to.y = nudged(random, path.from.y);
    } else if (kind >= 12) { // a hair beside the borders
        path.from.x = nudged(random, path.from.x);
        path.from.y = nudged(random, path.from.y);
        path.to.x = nudged(random, kind == 12 ? path.from.x : path.to.x);
        path.to.y = nudged(random, kind == 13 ? path.from.y : path.to.y);
    }
    static const double radii[] = {0, 0, 0, 0, 0, 0, 0.25, 0.5, 1, 1, 2.5, 20};
    path.radius = field->unit * radii[testRandomInt(random, 0, 11)];
    if (path.radius > 0.0 && testRandomInt(random, 0, 1)) {
        path.radius *= testRandomUnit(random);
    }
    return path;
}

/// Walks to the end or the limit; seen[key] becomes the fraction of the first cell with the key.
static int walkAll(CrWalk *walk, double *seen, int count)
{
    double last = 0.0;
    int cells = 0;
    CrCell cell;
    for (int i = 0; i < count; i++) {
        seen[i] = UNSEEN;
    }
    while (crWalkNext(walk, &cell)) {
        ck_assert_msg(cell.count > 0, "a cell without items");
        ck_assert_msg(cell.fraction >= last && cell.fraction <= 1.0, "fraction %g after %g",
                      cell.fraction, last);
        last = cell.fraction;
        for (int i = 0; i < cell.count; i++) {
            uint32_t key = cell.items[cell.listings[i]].key;
            seen[key] = seen[key] == UNSEEN ? cell.fraction : seen[key];
        }
        cells++;
    }
    return cells;
}

TEST_SEEDS(a_path_meets_all_that_it_touches, flightTestRounds(48, 100))
{
    Field field = randomField(&random, _i % FIELD_KINDS);
    CrGrid grid = gridOf(&field);
    ck_assert(crGridValidate(&grid));
    double seen[FIELD_MOST];
    for (int n = 0; n < PATHS; n++) {
        Path path = randomPath(&random, &field);
        CrWalk walk;
        crWalkStart(&walk, &grid, path.from, path.to, path.radius);
        walkAll(&walk, seen, field.count);
        ck_assert_msg(crWalkReached(&walk) == 1.0, "the end is not the end");
        for (int i = 0; i < field.count; i++) {
            if (!pathTouches(&path, &field.items[i])) {
                continue;
            }
            ck_assert_msg(seen[i] != UNSEEN, "seed %d: path %d does not meet item %d", _i, n, i);
            bool cheap = path.radius + field.items[i].radius == 0.0;
            if (seen[i] > 0.0 && (cheap || n % 16 == 0)) {
                ck_assert_msg(seen[i] <= firstContact(&path, &field.items[i]),
                              "seed %d: path %d touches item %d before its cell", _i, n, i);
            }
        }
    }
    crGridFree(&grid);
}

// Walls end beside the border of a cell, by a few ulps of the place 3,000 km away that the path
// comes from. All numbers are exact: it does touch the wall, in that one point.
TEST_LOOP(a_far_path_meets_ends_beside_borders, 32)
{
    TestRandom random = testRandomSeed((uint64_t)_i + 3000);
    static Field field;
    field.count = FIELD_MOST;
    for (int i = 0; i < field.count; i++) {
        double side = testRandomInt(&random, 0, 1) ? 1.0 : -1.0;
        CaromVec2 end = {32.0 * testRandomInt(&random, -8, 8),
                         32.0 * testRandomInt(&random, -8, 8)};
        end.x += side * 0x1p-31;
        end.y += side * 0x1p-31;
        CrGridItem wall = {end, {end.x + side, end.y + side}, 0.0, (uint32_t)i, 0};
        field.items[i] = wall;
    }
    CrGrid grid = gridOf(&field);
    CrGridItem crowd[256]; // keeps cells small
    for (int i = 0; i < 256; i++) {
        CaromVec2 a = {i % 16 + 0.25, i / 16 + 0.25};
        CrGridItem wall = {a, {a.x + 0.75, a.y + 0.5}, 0.0, (uint32_t)(FIELD_MOST + i), 0};
        crowd[i] = wall;
    }
    ck_assert_ok(crGridInsert(&grid, crowd, 256));
    ck_assert(crGridCellSize(&grid) <= 32.0);
    double seen[FIELD_MOST + 256];
    for (int n = 0; n < 1000; n++) {
        int i = testRandomInt(&random, 0, FIELD_MOST - 1);
        CaromVec2 p = field.items[i].a;
        double dx = testRandomInt(&random, -3, 3), dy = testRandomInt(&random, -3, 3);
        double before = testRandomInt(&random, 1, 1 << 20),
               after = testRandomInt(&random, 1, 1 << 20);
        Path path = {
            {p.x - before * dx, p.y - before * dy}, {p.x + after * dx, p.y + after * dy}, 0.0};
        CrWalk walk;
        crWalkStart(&walk, &grid, path.from, path.to, 0.0);
        walkAll(&walk, seen, FIELD_MOST + 256);
        ck_assert_msg(seen[i] != UNSEEN, "seed %d: path %d does not meet item %d", _i, n, i);
    }
    crGridFree(&grid);
}

static bool boxTouches(CaromBox box, const CrGridItem *item)
{
    Path diagonal = {box.min, box.max, 0.0};
    if (boxesApart(&diagonal, item, item->radius * (1.0L + 1e-9L))) {
        return false; // most pairs
    }
    Point a = pointOf(item->a), b = pointOf(item->b);
    return segmentToBox(a, b, pointOf(box.min), pointOf(box.max)) <= item->radius;
}

TEST_LOOP(a_box_meets_all_that_it_touches, 64)
{
    TestRandom random = testRandomSeed((uint64_t)_i + 1000);
    Field field = randomField(&random, _i % FIELD_KINDS);
    CrGrid grid = gridOf(&field);
    uint32_t *keys = NULL;
    for (int n = 0; n < 1024; n++) {
        Path diagonal = randomPath(&random, &field);
        CaromBox box = {
            {fmin(diagonal.from.x, diagonal.to.x), fmin(diagonal.from.y, diagonal.to.y)},
            {fmax(diagonal.from.x, diagonal.to.x), fmax(diagonal.from.y, diagonal.to.y)}};
        crArraySetCount(keys, 0);
        ck_assert_ok(crGridQuery(&grid, box, &keys, NULL));
        int next = 0;
        for (int i = 0; i < field.count; i++) {
            const CrGridItem *item = &field.items[i];
            bool found = next < crArrayCount(keys) && keys[next] == (uint32_t)i;
            next += found;
            ck_assert_msg(found || !boxTouches(box, item), "seed %d: box %d does not meet item %d",
                          _i, n, i);
        }
        ck_assert_msg(next == crArrayCount(keys), "not sorted, not each once, or unknown");
    }
    crArrayFree(keys, NULL);
    crGridFree(&grid);
}

// Where it answers at all, one cell holds all that touches a small box.
TEST_LOOP(one_cell_holds_all_that_touches_a_small_box, 32)
{
    TestRandom random = testRandomSeed((uint64_t)_i + 4000);
    Field field = randomField(&random, _i % FIELD_KINDS);
    CrGrid grid = gridOf(&field);
    for (int n = 0; n < 1024; n++) {
        CaromVec2 p = n % 2 == 0 ? regularPoint(&random, &field) : anyPoint(&random, &field, 1.2);
        double size = n % 3 == 0 ? 0.0 : field.unit * testRandomRange(&random, 0.0, 0.25);
        p.x = nudged(&random, p.x);
        p.y = nudged(&random, p.y);
        CaromBox box = {p, {p.x + size, p.y + size}};
        CrCell cell;
        bool answers = crGridOneCell(&grid, box, &cell);
        for (int i = 0; answers && i < field.count; i++) {
            bool found = false;
            for (int k = 0; k < cell.count; k++) {
                found = found || cell.items[cell.listings[k]].key == (uint32_t)i;
            }
            ck_assert_msg(found || !boxTouches(box, &field.items[i]),
                          "seed %d: box %d does not meet item %d", _i, n, i);
        }
    }
    crGridFree(&grid);
}

TEST_LOOP(a_cut_walk_can_go_on_or_start_again_where_it_was, 64)
{
    TestRandom random = testRandomSeed((uint64_t)_i + 2000);
    Field field = randomField(&random, _i % FIELD_KINDS);
    CrGrid grid = gridOf(&field);
    double seen[FIELD_MOST], first[FIELD_MOST], rest[FIELD_MOST];
    for (int n = 0; n < 256; n++) {
        Path path = randomPath(&random, &field);
        CrWalk walk;
        crWalkStart(&walk, &grid, path.from, path.to, path.radius);
        int cells = walkAll(&walk, seen, field.count);
        crWalkStart(&walk, &grid, path.from, path.to, path.radius);
        walk.cellLimit = testRandomInt(&random, 0, 60);
        int before = walkAll(&walk, first, field.count);
        double reached = crWalkReached(&walk);
        ck_assert_msg(reached >= 0.0 && reached <= 1.0, "reached %g", reached);
        ck_assert_msg(walk.cut || (before == cells && reached == 1.0), "stopped before the limit");
        CrWalk again;
        CaromVec2 from = {path.from.x + (path.to.x - path.from.x) * reached,
                          path.from.y + (path.to.y - path.from.y) * reached};
        crWalkStart(&again, &grid, from, path.to, path.radius);
        walkAll(&again, rest, field.count);
        for (int i = 0; i < field.count; i++) {
            if (first[i] == UNSEEN && pathTouches(&path, &field.items[i])) {
                ck_assert_msg(firstContact(&path, &field.items[i]) >= reached && rest[i] != UNSEEN,
                              "seed %d: path %d, cut, loses item %d", _i, n, i);
            }
        }
        bool cut = walk.cut;
        walk.cellLimit = INT_MAX;
        int after = cut ? walkAll(&walk, rest, field.count) : 0;
        ck_assert_int_eq(before + after, cells);
        for (int i = 0; i < field.count && cut; i++) {
            ck_assert_msg((first[i] != UNSEEN ? first[i] : rest[i]) == seen[i], "not as if uncut");
        }
    }
    crGridFree(&grid);
}

#define FULL 48

/// A square of 48 m around the origin with a disc in each cell of 1 m.
static CrGrid fullGrid(void)
{
    CrGrid grid;
    CrGridItem discs[FULL * FULL];
    for (int i = 0; i < FULL * FULL; i++) {
        CaromVec2 center = {i % FULL - FULL / 2 + 0.5, i / FULL - FULL / 2 + 0.5};
        CrGridItem disc = {center, center, 0.375, (uint32_t)i, 0};
        discs[i] = disc;
    }
    crGridInit(&grid, NULL);
    ck_assert_ok(crGridInsert(&grid, discs, FULL * FULL));
    ck_assert(crGridCellSize(&grid) == 1.0);
    return grid;
}

/// Whether the box of a path is so far from that of a cell that neither count is of it.
static bool isFarOff(const Path *path, int x, int y)
{
    double by = 1.5 * path->radius + 1.0;
    return fmax(path->from.x, path->to.x) < x - by || fmin(path->from.x, path->to.x) > x + 1 + by ||
           fmax(path->from.y, path->to.y) < y - by || fmin(path->from.y, path->to.y) > y + 1 + by;
}

// No more cells than needed. Oracle: every cell within the field, by distance. A thin path takes
// just the cells that it touches (none lies closer than rounding at random); a fat one may take
// those of the path's box that the strip meets, around its ends.
TEST_SEEDS(a_path_visits_no_more_than_it_touches, 16)
{
    CrGrid grid = fullGrid();
    double seen[FULL * FULL];
    Field field = {.unit = 1.0, .extent = 16.0};
    for (int n = 0; n < 64; n++) {
        Path path = {anyPoint(&random, &field, 1.0), anyPoint(&random, &field, 1.0), 0.0};
        path.radius = n % 2 == 0 ? 0.0 : testRandomRange(&random, 0.0, 3.0);
        int touched = 0, roughly = 0;
        for (int y = -FULL / 2; y < FULL / 2; y++) {
            for (int x = -FULL / 2; x < FULL / 2; x++) {
                Point min = {x, y}, max = {x + 1, y + 1};
                if (isFarOff(&path, x, y)) {
                    continue;
                }
                long double distance = segmentToBox(pointOf(path.from), pointOf(path.to), min, max);
                touched += distance <= path.radius;
                roughly += distance <= path.radius * 1.4142135624L;
            }
        }
        CrWalk walk;
        crWalkStart(&walk, &grid, path.from, path.to, path.radius);
        int cells = walkAll(&walk, seen, FULL * FULL);
        ck_assert_int_ge(cells, touched);
        ck_assert_int_le(cells, path.radius > 0.0 ? roughly : touched);
    }
    crGridFree(&grid);
}

TEST(what_is_outside_of_the_content_costs_nothing)
{
    CrGrid grid = fullGrid();
    CaromVec2 center = {0.5, 0.5};
    static const CaromVec2 ends[] = {
        {1e9, 1e9}, {-1e9, 3.0}, {2.0, -1e12}, {1e12, -1e12}, {-1e12, 1e11}};
    double seen[FULL * FULL];
    for (int i = 0; i < 5; i++) {
        CrWalk walk;
        crWalkStart(&walk, &grid, center, ends[i], 0.0);
        ck_assert_int_gt(walkAll(&walk, seen, FULL * FULL), 0);
        ck_assert_int_lt(walk.cellsVisited, 200);
        CaromVec2 beside = {ends[i].x * 0.5 + 1e5, ends[i].y * 0.5 - 1e5};
        crWalkStart(&walk, &grid, ends[i], beside, 1.0);
        ck_assert_int_eq(walkAll(&walk, seen, FULL * FULL), 0);
        ck_assert_int_eq(walk.cellsVisited, 0);
        ck_assert(crWalkReached(&walk) == 1.0);
    }
    crGridFree(&grid);
}

TEST(an_empty_grid_has_no_cells)
{
    CrGrid grid;
    CrWalk walk;
    CrCell cell;
    CaromVec2 from = {-1e12, 0}, to = {1e12, 1};
    CaromBox box = {from, to};
    crGridInit(&grid, NULL);
    crWalkStart(&walk, &grid, from, to, 1e12);
    ck_assert(!crWalkNext(&walk, &cell) && !walk.cut && crWalkReached(&walk) == 1.0);
    crWalkStartBox(&walk, &grid, box);
    ck_assert(!crWalkNext(&walk, &cell) && !crWalkNext(&walk, &cell));
    crGridFree(&grid);
}

// Two clusters far apart, one path: the tiles in between are empty, and skipped as a whole.
TEST(empty_tiles_are_skipped_as_a_whole)
{
    CrGrid grid;
    CrGridItem items[512];
    for (int i = 0; i < 512; i++) {
        double x = i % 16 + (i < 256 ? 0.0 : 16000.0), y = i % 256 / 16;
        CrGridItem wall = {{x, y}, {x + 0.75, y + 0.5}, 0.0, (uint32_t)i, 0};
        items[i] = wall;
    }
    crGridInit(&grid, NULL);
    ck_assert_ok(crGridInsert(&grid, items, 512));
    CaromVec2 from = {-100.0, 3.25}, to = {17000.0, 3.25};
    CrWalk walk;
    double seen[512];
    crWalkStart(&walk, &grid, from, to, 0.0);
    walkAll(&walk, seen, 512);
    ck_assert(seen[48] < seen[304] && seen[304] < 1.0);
    double tiles = 17100.0 / (16.0 * crGridCellSize(&grid)); // most of them empty
    ck_assert(walk.cellsVisited < tiles + 200.0 && crGridCellSize(&grid) <= 1.0);
    crGridFree(&grid);
}

TEST(what_is_reached_is_before_all_that_comes)
{
    CrGrid grid;
    CrWalk walk;
    CrCell cell;
    crGridInit(&grid, NULL);
    for (uint32_t k = 0; k < 64; k++) {
        CaromVec2 at = {k % 8 * 1.5, k / 8 * 1.5};
        CrGridItem wall = {at, {at.x + 1.0, at.y + 0.5}, 0.0, k, 0};
        ck_assert_ok(crGridInsert(&grid, &wall, 1));
    }
    CaromBox far = {{1e12, 0.0}, {1e12, 0.0}}, high = {{0.0, -1e12}, {0.0, -1e12}};
    ck_assert(!crGridOneCell(&grid, far, &cell) && !crGridOneCell(&grid, high, &cell));
    CrGridItem wide = {{-9e5, 3.0}, {1.1e6, 67.0}, 0.0, 64, 0};
    ck_assert_ok(crGridInsert(&grid, &wide, 1));
    ck_assert_int_eq(crArrayCount(grid.coarse), 1);
    for (int k = 0; k < 2; k++) { // to the right, upwards
        int cells = 0, coarse = 0;
        crWalkStart(&walk, &grid, crVec(-40.0, -40.0),
                    k == 0 ? crVec(60.0, 50.0) : crVec(50.0, 60.0), 9.0);
        ck_assert(crWalkReached(&walk) == 0.0);
        for (double reached = 0.0; crWalkNext(&walk, &cell); reached = crWalkReached(&walk)) {
            ck_assert(cell.fraction >= reached && crWalkReached(&walk) <= 1.0);
            coarse += cell.listings == grid.coarse;
            cells++;
        }
        ck_assert(cells > 2 && coarse == 1 && crWalkReached(&walk) == 1.0);
    }
    crGridFree(&grid);
}

/// Towns far apart, so that there are more tiles in a large box than there are at all: it meets
/// what it touches, and nothing that is a tile away.
TEST(boxes_larger_than_all_tiles_meet_what_is_in_them)
{
    TestRandom random = testRandomSeed(77);
    Field field = {0};
    CaromVec2 town = {0.0, 0.0};
    field.count = FIELD_MOST;
    for (int i = 0; i < field.count; i++) {
        if (i % 8 == 0) {
            town.x = testRandomRange(&random, -2e5, 2e5);
            town.y = testRandomRange(&random, -2e5, 2e5);
        }
        CaromVec2 a = {town.x + i % 4, town.y + i / 4 % 2};
        CrGridItem item = {a, {a.x + 0.5, a.y + 1.0}, 0.0, (uint32_t)i, 0};
        field.items[i] = item;
    }
    CrGrid grid = gridOf(&field);
    double tile = CR_TILE_SIZE * crGridCellSize(&grid), seen[FIELD_MOST];
    for (int n = 0; n < 4000; n++) {
        // corners anywhere, or in a town
        CaromVec2 in = field.items[testRandomInt(&random, 0, field.count - 1)].a;
        double x = testRandomRange(&random, -2.0, 6.0), y = testRandomRange(&random, -2.0, 6.0);
        CaromVec2 p = {in.x + x, in.y + y},
                  q = {testRandomRange(&random, -3e5, 3e5), testRandomRange(&random, -3e5, 3e5)};
        CaromBox box = {{fmin(p.x, q.x), fmin(p.y, q.y)}, {fmax(p.x, q.x), fmax(p.y, q.y)}};
        CaromBox around = {{box.min.x - tile, box.min.y - tile},
                           {box.max.x + tile, box.max.y + tile}};
        CrWalk walk;
        crWalkStartBox(&walk, &grid, box);
        walkAll(&walk, seen, field.count);
        for (int i = 0; i < field.count; i++) {
            bool met = seen[i] != UNSEEN;
            ck_assert_msg(met || !boxTouches(box, &field.items[i]), "box %d, item %d", n, i);
            ck_assert_msg(!met || boxTouches(around, &field.items[i]), "box %d, item %d", n, i);
        }
    }
    crGridFree(&grid);
}
