// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "cover.h"
#include "edge_packets.h"

#include <math.h>
#include <string.h>

#define LEAST_SLAB 8 ///< [blocks]
#define MOST_SLAB 256

#define THIN_REACH 0x1p-18 ///< [lane cells] more than floats of a thin edge are rounded

// ---- one lane

/// The part of a segment within a box; all of it where rounding leaves nothing.
static void clip(CrDouble2 *from, CrDouble2 *to, double half)
{
    CaromVec2 a = crVec(crDouble2X(*from), crDouble2Y(*from));
    CaromVec2 along = crSub(crVec(crDouble2X(*to), crDouble2Y(*to)), a);
    double first = 0.0, last = 1.0;
    for (int axis = 0; axis < 2; axis++) {
        double p = axis ? a.y : a.x, d = axis ? along.y : along.x;
        if (d != 0.0) {
            double lo = ((d > 0.0 ? -half : half) - p) / d, hi = ((d > 0.0 ? half : -half) - p) / d;
            first = crMax(first, lo);
            last = crMin(last, hi);
        }
    }
    if (first < last) {
        CaromVec2 p = crAddScaled(a, along, first), q = crAddScaled(a, along, last);
        *from = crDouble2(p.x, p.y);
        *to = crDouble2(q.x, q.y);
    }
}

typedef struct Lane {
    float ends[4]; ///< a, b
    float reach;
    uint32_t key;
    bool oneSided;
    bool round; ///< of a thick item
} Lane;

/// What all lanes of an item have in common.
typedef struct Source {
    CaromVec2 a, b;
    double radius;
    double half;     ///< [m] of the box that a lane is clipped to
    double rounding; ///< [m] of places so far away
    double least;    ///< [m] a reach, beyond the radius
    uint32_t key;
    bool oneSided, round, isPoint;
} Source;

static inline Source sourceOf(const CrGrid *grid, const CrGridItem *item)
{
    double side = grid->lanes.side;
    CrDouble2 a = crDouble2Abs(crDouble2Load(&item->a)), b = crDouble2Abs(crDouble2Load(&item->b));
    double size = crDouble2Sum(crDouble2Add(a, b));
    bool round = item->radius > 0.0;
    Source source = {item->a,        item->b,
                     item->radius,   item->radius + side,
                     size * 0x1p-48, side * THIN_REACH,
                     item->key,      (item->flags & CR_GRID_ONE_SIDED) != 0 && !round,
                     round,          crEqual(item->a, item->b)};
    return source;
}

/// What one cell sees of an item.
static inline Lane laneOf(const CrLaneStore *lanes, const Source *source, int32_t x, int32_t y)
{
    CrDouble2 center = crDouble2((x + 0.5) * lanes->side, (y + 0.5) * lanes->side);
    CrDouble2 a = crDouble2Sub(crDouble2Load(&source->a), center);
    CrDouble2 b = crDouble2Sub(crDouble2Load(&source->b), center);
    CrDouble2 ends = crDouble2Max(crDouble2Abs(a), crDouble2Abs(b));
    if (crMax(crDouble2X(ends), crDouble2Y(ends)) > source->half && !source->isPoint) {
        clip(&a, &b, source->half);
    }
    double near = crDouble2Sum(crDouble2Add(crDouble2Abs(a), crDouble2Abs(b))) + source->radius;
    double rounding = crMax(near * 0x1p-22 + source->rounding, source->least);
    Lane lane;
    crDouble2Floats(a, b, lane.ends);
    lane.reach = (float)((source->radius + rounding) * (1.0 + 0x1p-22));
    lane.key = source->key;
    lane.oneSided = source->oneSided;
    lane.round = source->round;
    return lane;
}

static bool sidedAt(const CrEdgeLink *block, int k)
{
    return block->oneSided >> k & 1;
}

static inline void raiseReach(CrEdgeLink *block, float reach)
{
    block->reach = reach > block->reach ? reach : block->reach;
}

static inline void setLane(CrEdgeLink *block, int k, const Lane *lane)
{
    CrEdgeBlock *e = &block->edges;
    e->ax[k] = lane->ends[0];
    e->ay[k] = lane->ends[1];
    e->bx[k] = lane->ends[2];
    e->by[k] = lane->ends[3];
    block->keys[k] = lane->key;
    raiseReach(block, lane->reach);
    block->oneSided = (uint8_t)((block->oneSided & ~(1u << k)) | (unsigned)lane->oneSided << k);
}

/// Lane k, as thick as the block's thickest.
static Lane laneAt(const CrEdgeLink *block, int k)
{
    const CrEdgeBlock *e = &block->edges;
    Lane lane = {{e->ax[k], e->ay[k], e->bx[k], e->by[k]},
                 block->reach,
                 block->keys[k],
                 sidedAt(block, k),
                 block->round};
    return lane;
}

static void clearLane(CrEdgeLink *block, int k)
{
    Lane away = {{CR_NOWHERE, CR_NOWHERE, CR_NOWHERE, CR_NOWHERE}, 0.0f, UINT32_MAX, false, false};
    setLane(block, k, &away);
}

/// All the same but the reach.
static bool holdsLane(const CrEdgeLink *block, int k, const Lane *lane)
{
    const CrEdgeBlock *e = &block->edges;
    return block->keys[k] == lane->key && block->round == lane->round &&
           sidedAt(block, k) == lane->oneSided && e->ax[k] == lane->ends[0] &&
           e->ay[k] == lane->ends[1] && e->bx[k] == lane->ends[2] && e->by[k] == lane->ends[3];
}

/// On from lane k of a block to the next one in its list that is such; false: none.
static bool findLane(const Lane *lane, CrEdgeLink **block, int *k)
{
    for (;;) {
        for (; *k < (*block)->count; ++*k) {
            if (holdsLane(*block, *k, lane)) {
                return true;
            }
        }
        if ((*block)->next == NULL) {
            return false;
        }
        *block = (*block)->next;
        *k = 0;
    }
}

// ---- blocks

#define EIGHT(x)                                                                                   \
    {                                                                                              \
        x, x, x, x, x, x, x, x                                                                     \
    }

static const CrEdgeLink NO_EDGES = {
    {EIGHT(CR_NOWHERE), EIGHT(CR_NOWHERE), EIGHT(CR_NOWHERE), EIGHT(CR_NOWHERE)},
    EIGHT(UINT32_MAX),
    0.0f,
    0,
    0,
    false,
    NULL};

/// Where a cell's list names the first block of a kind, of which alone not all lanes may be in use:
/// a block's reach is that of its thickest, and would make thin edges as thick as discs.
static inline CrEdgeLink **firstOfKind(CrEdgeLink **head, bool round)
{
    while (*head != NULL && (*head)->round != round) {
        head = &(*head)->next;
    }
    return head;
}

/// Blocks for reuse, or fresh ones; false: no memory.
static bool reserveBlock(CrGrid *grid)
{
    CrLaneStore *lanes = &grid->lanes;
    if (lanes->spare != NULL || lanes->freshCount > 0) {
        return true;
    }
    int count = lanes->blockCount / 8;
    count = count < LEAST_SLAB ? LEAST_SLAB : count > MOST_SLAB ? MOST_SLAB : count;
    bool fits = lanes->blockCount <= INT32_MAX - count;
    CrLaneSlab *slab = fits ? crResize(grid->allocator, NULL, 0, crLaneSlabSize(count)) : NULL;
    if (slab == NULL) {
        return false;
    }
    slab->next = lanes->slabs;
    slab->count = lanes->freshCount = count;
    lanes->slabs = slab;
    lanes->blockCount += count;
    return true;
}

/// A block of a kind for the head of a cell's list; false: no memory.
static bool takeBlock(CrGrid *grid, CrEdgeLink **head, bool round)
{
    CrLaneStore *lanes = &grid->lanes;
    if (!reserveBlock(grid)) {
        return false;
    }
    CrEdgeLink *block = lanes->spare;
    if (block != NULL) {
        lanes->spare = block->next;
    } else {
        block = &lanes->slabs->blocks[lanes->slabs->count - lanes->freshCount--];
    }
    *block = NO_EDGES;
    block->round = round;
    block->next = *head;
    *head = block;
    return true;
}

// ---- tiles

static void dropTile(CrGrid *grid, CrLaneTile *tile)
{
    if (tile->count == 0) {
        crTableTake(&grid->lanes.tiles, tile->x, tile->y);
        tile->next = grid->lanes.spares;
        grid->lanes.spares = tile;
        grid->lanes.last = NULL;
    }
}

static CrLaneTile *takeTile(CrGrid *grid)
{
    CrLaneTile *tile = grid->lanes.spares;
    if (tile) {
        grid->lanes.spares = tile->next;
        return tile;
    }
    tile = crResize(grid->allocator, NULL, 0, sizeof *tile);
    if (tile) {
        memset(tile, 0, sizeof *tile);
    }
    return tile;
}

/// The tile of a cell, where it is the last that was listed in; else null.
static inline CrLaneTile *lastTile(const CrLaneStore *lanes, int32_t x, int32_t y)
{
    CrLaneTile *tile = lanes->last;
    bool isIt = tile && tile->x == x >> CR_LANE_TILE_BITS && tile->y == y >> CR_LANE_TILE_BITS;
    return isIt ? tile : NULL;
}

/// The tile of a cell, or null.
static CrLaneTile *findTile(CrGrid *grid, int32_t x, int32_t y)
{
    CrLaneStore *lanes = &grid->lanes;
    x >>= CR_LANE_TILE_BITS;
    y >>= CR_LANE_TILE_BITS;
    CrLaneTile *tile = lanes->tiles.bits > 0 ? crTableFind(&lanes->tiles, x, y) : NULL;
    lanes->last = tile ? tile : lanes->last;
    return tile;
}

/// The tile of a cell, made where there is none; null: no memory.
static CrLaneTile *reachTile(CrGrid *grid, int32_t x, int32_t y)
{
    CrLaneTile *tile = findTile(grid, x, y);
    if (tile || !crTableReserve(&grid->lanes.tiles, grid->allocator)) {
        return tile;
    }
    tile = takeTile(grid);
    if (tile) {
        tile->x = x >> CR_LANE_TILE_BITS;
        tile->y = y >> CR_LANE_TILE_BITS;
        crTablePut(&grid->lanes.tiles, tile->x, tile->y, tile);
    }
    return tile;
}

// ---- lanes

/// With a cell more around it: the walk's own rounding.
static void growReach(CrLaneStore *lanes, const CrCover *cover)
{
    int32_t min[2], max[2];
    crCoverBox(cover, min, max);
    if (!crCellsJoin(lanes->min, lanes->max, min, max)) {
        return;
    }
    CaromBox box = {{(lanes->min[0] - 1.0) * lanes->side, (lanes->min[1] - 1.0) * lanes->side},
                    {(lanes->max[0] + 2.0) * lanes->side, (lanes->max[1] + 2.0) * lanes->side}};
    lanes->reach = box;
}

/// The block for one more lane of a kind, at the head of a cell's list or next to it; null: no
/// memory.
static inline CrEdgeLink *blockFor(CrGrid *grid, CrEdgeLink **head, bool round)
{
    CrEdgeLink *first = *firstOfKind(head, round);
    if (first != NULL && first->count < CR_LANE_BLOCK) {
        return first;
    }
    return takeBlock(grid, head, round) ? *head : NULL;
}

static inline bool addLane(CrGrid *grid, int32_t x, int32_t y, const Source *source)
{
    CrLaneTile *tile = lastTile(&grid->lanes, x, y);
    tile = tile ? tile : reachTile(grid, x, y);
    if (!tile) {
        return false;
    }
    CrEdgeLink *block = blockFor(grid, &tile->heads[crLaneHead(x, y)], source->round);
    if (!block) {
        dropTile(grid, tile);
        return false;
    }
    Lane lane = laneOf(&grid->lanes, source, x, y);
    setLane(block, block->count++, &lane);
    tile->count++;
    return true;
}

/// The last lane of the first block of its kind takes its place. twice: it may be listed here once
/// more, having moved, with another reach: then it does not matter which of both stays, as long as
/// its block reaches as far as both.
static void removeLane(CrGrid *grid, int32_t x, int32_t y, const Source *source, bool twice)
{
    CrLaneStore *lanes = &grid->lanes;
    CrLaneTile *tile = lastTile(lanes, x, y);
    tile = tile ? tile : findTile(grid, x, y);
    Lane lane = laneOf(lanes, source, x, y);
    CrEdgeLink **head = firstOfKind(&tile->heads[crLaneHead(x, y)], lane.round);
    CrEdgeLink *first = *head, *block = first;
    int k = 0;
    bool held = findLane(&lane, &block, &k);
    CR_ASSERT(held);
    (void)held;
    CrEdgeLink *other = block;
    int at = k + 1;
    if (twice && findLane(&lane, &other, &at)) {
        raiseReach(other, block->reach);
    }
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a lane that is held is in a block
    Lane moved = laneAt(first, --first->count);
    setLane(block, k, &moved);
    clearLane(first, first->count);
    if (first->count == 0) {
        *head = first->next;
        first->next = lanes->spare;
        lanes->spare = first;
    }
    tile->count--;
    dropTile(grid, tile);
}

// ---- items

/// Takes the item out of the first `most` of its cells.
static void unlistCells(CrGrid *grid, const CrGridItem *item, const CrCover *cover, int most,
                        bool twice)
{
    Source source = sourceOf(grid, item);
    CrCoverWalk walk = crCoverWalk(cover);
    for (int32_t x, y; most > 0 && crCoverNext(&walk, &x, &y); most--) {
        removeLane(grid, x, y, &source, twice);
    }
}

bool crEdgePacketsList(CrGrid *grid, const CrGridItem *item, const CrCover *cover)
{
    int listed = 0;
    if (!grid->lanes.kernels) {
        return true;
    }
    Source source = sourceOf(grid, item);
    CrCoverWalk walk = crCoverWalk(cover);
    for (int32_t x, y; crCoverNext(&walk, &x, &y); listed++) {
        if (!addLane(grid, x, y, &source)) {
            unlistCells(grid, item, cover, listed, true);
            return false;
        }
    }
    growReach(&grid->lanes, cover);
    return true;
}

void crEdgePacketsUnlist(CrGrid *grid, const CrGridItem *item, const CrCover *cover, bool twice)
{
    if (grid->lanes.kernels) {
        unlistCells(grid, item, cover, INT32_MAX, twice);
    }
}

bool crEdgePacketsHold(const CrGrid *grid, const CrGridItem *item, const CrCover *cover,
                       int64_t *lanes)
{
    if (!grid->lanes.kernels) {
        return true;
    }
    Source source = sourceOf(grid, item);
    CrCoverWalk walk = crCoverWalk(cover);
    for (int32_t x, y; crCoverNext(&walk, &x, &y); ++*lanes) {
        Lane lane = laneOf(&grid->lanes, &source, x, y);
        const CrLaneTile *tile =
            grid->lanes.tiles.bits > 0
                ? crTableFind(&grid->lanes.tiles, x >> CR_LANE_TILE_BITS, y >> CR_LANE_TILE_BITS)
                : NULL;
        CrEdgeLink *block = tile != NULL ? tile->heads[crLaneHead(x, y)] : NULL;
        int k = 0;
        if (block == NULL || !findLane(&lane, &block, &k) || !(block->reach >= lane.reach)) {
            return false;
        }
    }
    return true;
}

void crEdgePacketsFree(CrGrid *grid)
{
    CrTable *tiles = &grid->lanes.tiles;
    for (uint32_t i = 0; i < crTableSize(tiles); i++) {
        crResize(grid->allocator, tiles->slots[i].tile,
                 tiles->slots[i].tile ? sizeof(CrLaneTile) : 0, 0);
    }
    while (grid->lanes.spares) {
        CrLaneTile *next = grid->lanes.spares->next;
        crResize(grid->allocator, grid->lanes.spares, sizeof(CrLaneTile), 0);
        grid->lanes.spares = next;
    }
    crTableFree(tiles, grid->allocator);
    while (grid->lanes.slabs) {
        CrLaneSlab *next = grid->lanes.slabs->next;
        crResize(grid->allocator, grid->lanes.slabs, crLaneSlabSize(grid->lanes.slabs->count), 0);
        grid->lanes.slabs = next;
    }
    grid->lanes.spare = NULL;
    grid->lanes.blockCount = grid->lanes.freshCount = 0;
    grid->lanes.last = NULL;
}
