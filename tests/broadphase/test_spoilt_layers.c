// SPDX-License-Identifier: MIT
// The walks over the resting layer and over boxes: of sound ones one value after another is spoilt,
// the walk says so each time, and is content again when the value is back.
#include "../../broadphase/box_cells.h"
#include "../../broadphase/box_index.h"
#include "../../broadphase/edge_packets.h"
#include "../../broadphase/grid_tiles.h"
#include "../../shapes/array.h"
#include "../support/spoil.h"

// ---- the grid

#define SPOIL(type, place, value) SPOIL_WITH(crGridValidate(&grid), type, place, value)

enum { SMALL = 64, FAR = SMALL, GONE, ROUND = 3, BOUNDING = 4, LAST = SMALL - 1 }; // keys

static void insert(CrGrid *grid, uint32_t key, CaromVec2 at, CaromVec2 along)
{
    CrGridItem item = {at, crAdd(at, along), key == ROUND ? 0.25 : 0.0, key,
                       key == BOUNDING ? crGridInside(3.0) : 0};
    ck_assert_ok(crGridInsert(grid, &item, 1));
}

/// A lattice of edges, in four cells of a tile each, a coarse one, and one that is gone again, so
/// that some of the pool is unused.
static CrGrid makeGrid(void)
{
    CrGrid grid;
    crGridInit(&grid, NULL);
    grid.lanes.kernels = crKernelsBest();
    for (uint32_t k = 0; k < SMALL; k++) {
        insert(&grid, k, crVec(k % 8 * 1.5, k / 8 * 1.5), crVec(1.0, 0.5));
    }
    insert(&grid, FAR, crVec(-9e5, 3e5), crVec(2e6, 64.0));
    insert(&grid, GONE, crVec(30.0, 30.0), crVec(1.0, 1.0));
    CrGridItem gone = grid.items[GONE];
    crGridRemove(&grid, &gone, 1);
    ck_assert_int_eq(crArrayCount(grid.coarse), 1);
    ck_assert_uint_eq(grid.tiles.count, 4);
    return grid;
}

static CrGridItem moved(const CrGrid *grid, uint32_t key, double x, double y)
{
    CrGridItem item = grid->items[key];
    item.a = crAdd(item.a, crVec(x, y));
    item.b = crAdd(item.b, crVec(x, y));
    return item;
}

static CrGridItem longer(const CrGrid *grid, uint32_t key, double x)
{
    CrGridItem item = grid->items[key];
    item.b.x += x;
    return item;
}

TEST(items_of_a_grid)
{
    CrGrid grid = makeGrid();
    SPOIL(double, grid.items[LAST].radius, -1.0);
    SPOIL(uint32_t, grid.items[LAST].key, LAST - 1);
    SPOIL(CrGridItem, grid.items[LAST], longer(&grid, LAST, 1e6));  // too long for cells
    SPOIL(CrGridItem, grid.items[LAST], longer(&grid, LAST, 32.0)); // in cells that don't list it
    SPOIL(CrGridItem, grid.items[LAST], moved(&grid, LAST, 99.0, 0.0));
    SPOIL(CrGridItem, grid.items[LAST], moved(&grid, LAST, -99.0, 0.0));
    SPOIL(CrGridItem, grid.items[LAST], moved(&grid, LAST, 0.0, 99.0));
    SPOIL(CrGridItem, grid.items[LAST], moved(&grid, LAST, 0.0, -99.0));
    SPOIL(CrGridItem, grid.items[LAST], moved(&grid, LAST, 0.25, 0.0)); // its lanes are elsewhere
    SPOIL(CrGridItem, grid.items[FAR], longer(&grid, FAR, -2e6));       // not coarse any more
    SPOIL(double, grid.items[GONE].radius, 0.0);
    SPOIL(int, grid.thick, 2);
    SPOIL(int, grid.count, SMALL);
    SPOIL(int, grid.extents[0], 1);
    SPOIL(int, grid.insides[0], 0);
    SPOIL_BY(crGridValidate(&grid), crArraySetCount(grid.coarse, 0),
             crArraySetCount(grid.coarse, 1));
    SPOIL(double, grid.cellSize, 2.0 * grid.cellSize);
    SPOIL(uint64_t, grid.usage.listings, grid.usage.listings + 1);
    SPOIL(uint64_t, grid.usage.inTiles, grid.usage.inTiles + 1);
    SPOIL(uint64_t, grid.usage.inCells, grid.usage.inCells + 1);
    crGridFree(&grid);
}

TEST(cells_of_a_grid)
{
    CrGrid grid = makeGrid();
    SPOIL(int32_t, grid.min[0], 0);
    SPOIL(int32_t, grid.min[1], 0);
    SPOIL(int32_t, grid.max[0], -1);
    SPOIL(int32_t, grid.max[1], -1);
    CrGridTile *tile = crTileFind(&grid, 0, 0);
    uint32_t start = tile->cells[0] & ~CR_CELL_PIECE, *piece = grid.pool.words + start;
    ck_assert(crCellHolds(tile, 0) && tile->cells[0] != start);
    SPOIL(uint16_t, tile->columns[5], 1);
    SPOIL(uint16_t, tile->rows[5], 1);
    SPOIL(uint32_t, tile->listed, tile->listed + 1);
    SPOIL(uint32_t, tile->cells[0], CR_CELL_PIECE | 0xffffff);
    SPOIL(uint32_t, piece[0], 26u << CR_PIECE_RANK_SHIFT | 64);
    SPOIL(uint32_t, piece[0], 7u << CR_PIECE_RANK_SHIFT);
    SPOIL(uint32_t, piece[0], 7u << CR_PIECE_RANK_SHIFT | 128);
    SPOIL(uint32_t, piece[1], piece[2]);
    crGridFree(&grid);
}

#define SLOTS 16

typedef struct Slots {
    CrTableSlot at[SLOTS];
} Slots;

/// With the tile of one place moved to a free one.
static Slots misplaced(const Slots *slots)
{
    Slots wrong = *slots;
    int from = 0, to = 0;
    while (wrong.at[from].tile == NULL) {
        from++;
    }
    while (wrong.at[to].tile != NULL || (to + SLOTS - 1) % SLOTS == from) {
        to++;
    }
    wrong.at[to] = wrong.at[from];
    wrong.at[from].tile = NULL;
    return wrong;
}

TEST(tiles_and_pool_of_a_grid)
{
    CrGrid grid = makeGrid();
    Slots *slots = (Slots *)(void *)grid.tiles.slots;
    CrGridTile *tile = crTileFind(&grid, -1, -1), empty = *tile;
    ck_assert(crTableSize(&grid.tiles) == SLOTS && tile->listed == 1);
    empty.listed = empty.columns[CR_TILE_MASK] = empty.rows[CR_TILE_MASK] = 0;
    SPOIL(CrGridTile, *tile, empty);
    SPOIL(int32_t, tile->x, 7);
    SPOIL(int32_t, tile->y, 7);
    SPOIL(Slots, *slots, misplaced(slots));
    SPOIL(uint32_t, grid.tiles.count, 5);
    int rank = 0;
    while (grid.pool.unused[rank] == 0) {
        rank++;
    }
    uint32_t first = grid.pool.unused[rank];
    SPOIL(uint32_t, grid.pool.unused[rank], 0);
    SPOIL(uint32_t, grid.pool.words[first - 1], first); // again and again
    crGridFree(&grid);
}

TEST(lanes_of_a_grid)
{
    CrGrid grid = makeGrid();
    CrLaneTile *tile = NULL;
    for (uint32_t i = 0; tile == NULL; i++) {
        tile = grid.lanes.tiles.slots[i].tile;
    }
    int head = 0;
    while (tile->heads[head] == NULL) {
        head++;
    }
    CrEdgeLink *block = tile->heads[head];
    SPOIL(uint32_t, grid.lanes.tiles.bits, 0);
    SPOIL(CrEdgeLink *, tile->heads[head], NULL);
    SPOIL(uint32_t, tile->count, tile->count + 1);
    SPOIL(uint32_t, block->keys[0], FAR);
    SPOIL(float, block->edges.ax[0], 0.375f);
    SPOIL(float, block->reach, 0.0f);
    for (uint32_t i = 0; i < crTableSize(&grid.lanes.tiles); i++) {
        void **place = &grid.lanes.tiles.slots[i].tile;
        if (*place != NULL) {
            SPOIL(void *, *place, NULL);
        }
    }
    crGridFree(&grid);
}

// ---- boxes

#define SPOIL_BOX(type, place, value) SPOIL_WITH(crBoxesValidate(&boxes), type, place, value)

TEST(boxes_of_all_sizes)
{
    CrBoxes boxes;
    crBoxesInit(&boxes, NULL);
    for (uint32_t k = 0; k < 6; k++) {
        CaromBox box = {{k, -1.0}, {k + (k < 4 ? 0.5 : 64.0), 0.5}};
        ck_assert_ok(crBoxesInsert(&boxes, k, box));
    }
    CrBoxesNode *first = &boxes.nodes[0], *last = &boxes.nodes[5];
    CrBoxesLevel *level = &boxes.levels[first->level];
    int32_t *head = boxes.heads;
    while (*head < 0) {
        head++;
    }
    ck_assert_int_eq(level->count, 4);
    SPOIL_BOX(int32_t, first->level, last->level);
    SPOIL_BOX(int32_t, last->before, 1);
    SPOIL_BOX(int32_t, level->count, 5);
    SPOIL_BOX(int32_t, level->count, 2);
    SPOIL_BOX(uint64_t, boxes.used, boxes.used | 1u << 20);
    SPOIL_BOX(int32_t, *head, 6);
    SPOIL_BOX(int32_t, *head, -1);
    SPOIL_BOX(int32_t, boxes.nodes[*head].next, *head);
    SPOIL_BOX(double, first->box.max.x, 99.0);
    CaromBox elsewhere = {{99.0, 98.0}, {99.5, 99.5}};
    SPOIL_BOX(CaromBox, first->box, elsewhere);
    crBoxesFree(&boxes);
}

#define SPOIL_CELLS(type, place, value) SPOIL_WITH(crBoxCellsValidate(&cells), type, place, value)

TEST(boxes_at_rest)
{
    CrBoxCells cells;
    crBoxCellsInit(&cells, NULL);
    for (uint32_t k = 0; k < 12; k++) {
        CaromBox box = {{0.1, -1.0}, {0.1 + (k < 10 ? 0.5 : 64.0), -0.5}};
        ck_assert_ok(crBoxCellsInsert(&cells, k, box));
    }
    CaromBox gone = {{500.0, 500.0}, {500.5, 500.5}};
    ck_assert_ok(crBoxCellsInsert(&cells, 99, gone));
    crBoxCellsRemove(&cells, 99, gone);
    CrBoxBucket *first = &cells.buckets[0], *second = &cells.buckets[1];
    CrBoxCellsLevel *level = &cells.levels[first->level];
    ck_assert(level->count == 2 && second->next == 0 && first->count == CR_BUCKET);
    SPOIL_CELLS(uint8_t, first->level, 20);
    SPOIL_CELLS(uint8_t, first->count, 7);
    SPOIL_CELLS(uint8_t, second->count, 0);
    SPOIL_CELLS(int32_t, second->before, 0);
    SPOIL_CELLS(int32_t, level->count, 3);
    SPOIL_CELLS(int32_t, level->count, 1);
    SPOIL_CELLS(int32_t, cells.count, 11);
    SPOIL_CELLS(int32_t, cells.spares, 0);
    SPOIL_CELLS(uint64_t, cells.used, cells.used | 1u << 20);
    SPOIL_CELLS(int32_t, second->next, 1);
    SPOIL_CELLS(int32_t, second->next, 99);
    SPOIL_CELLS(int64_t, second->x, 77);
    SPOIL_CELLS(float, second->minX[0], 77.0f);
    crBoxCellsFree(&cells);
}
