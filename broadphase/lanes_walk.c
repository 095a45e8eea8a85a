// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "lanes.h"
#include "tiles.h"

#include <limits.h>
#include <math.h>

/// [lane cells] rounding of all floats in a cell together, generously: coordinates there are below
/// 4, and a dozen operations add at most 2^-24 each of them.
#define ROUNDING 0x1p-17
#define MOST_MARGIN (0.75 * CR_LANE_PAD) ///< [lane cells] the rest is for the walk's own rounding

static double sideOf(const CrGrid *grid)
{
    return grid->cellSize * (1 << CR_LANE_SHIFT);
}

/// The stretch of the way over the content: only there are cells worth a visit.
static void clipToContent(CrLaneWalk *walk, double side)
{
    const CrGrid *grid = walk->grid;
    for (int axis = 0; axis < 2; axis++) {
        double p = axis ? walk->from.y : walk->from.x, d = axis ? walk->heading.y : walk->heading.x;
        double lo = grid->min[axis] * grid->cellSize - side,
               hi = (grid->max[axis] + 1.0) * grid->cellSize + side;
        if (crAbs(d) > 1e-12) {
            double enter = ((d > 0.0 ? lo : hi) - p) / d, leave = ((d > 0.0 ? hi : lo) - p) / d;
            walk->in = crMax(walk->in, enter);
            walk->far = crMin(walk->far, leave);
        } else if (p < lo || p > hi) {
            walk->far = -1.0;
        }
    }
}

/// The column or row of a place, how far along the way its next border is, and how far it is from
/// one to another.
static int32_t stepAlong(double p, double d, double side, double in, int32_t *step, double *next,
                         double *pace)
{
    double at = (p + d * in) / side;
    int32_t cell = crFloor(at);
    if (crAbs(d) > 1e-12) {
        *step = d > 0.0 ? 1 : -1;
        *pace = side / crAbs(d);
        *next = ((cell + (d > 0.0)) * side - p) / d;
    } else {
        *step = 0;
        *pace = *next = HUGE_VAL;
    }
    return cell;
}

/// What the ray is to the floats of the cell at hand.
static inline void aimAtCell(CrLaneWalk *walk, double side)
{
    double in = walk->in;
    walk->ray.px = (float)(walk->from.x + walk->heading.x * in - (walk->x + 0.5) * side);
    walk->ray.py = (float)(walk->from.y + walk->heading.y * in - (walk->y + 0.5) * side);
    walk->ray.far = (float)(crMin(walk->out, walk->far) - in);
}

static inline void enterTile(CrLaneWalk *walk)
{
    walk->tileX = walk->x >> CR_LANE_TILE_BITS;
    walk->tileY = walk->y >> CR_LANE_TILE_BITS;
    walk->tile = crTableFind(&walk->grid->lanes.tiles, walk->tileX, walk->tileY);
}

/// The blocks of the cell at hand.
static inline void enterCell(CrLaneWalk *walk)
{
    int32_t x = walk->x - walk->tileX * CR_LANE_TILE_SIZE,
            y = walk->y - walk->tileY * CR_LANE_TILE_SIZE;
    if (CR_UNLIKELY((uint32_t)(x | y) >= CR_LANE_TILE_SIZE)) {
        enterTile(walk);
        x &= CR_LANE_TILE_MASK;
        y &= CR_LANE_TILE_MASK;
    }
    walk->visited++;
    walk->out = crMin(walk->next.x, walk->next.y);
    walk->nextBlock = walk->tile ? walk->tile->heads[y * CR_LANE_TILE_SIZE + x] : 0;
    if (walk->nextBlock != 0) {
        aimAtCell(walk, walk->side);
    }
}

bool crLaneWalkStart(CrLaneWalk *walk, const CrGrid *grid, CaromVec2 from, CaromVec2 to,
                     double margin)
{
    double side = sideOf(grid), length = crLength(crSub(to, from));
    double size = crAbs(from.x) + crAbs(from.y) + crAbs(to.x) + crAbs(to.y);
    double strays = size * 0x1p-44;
    if (!grid->lanes.kernels || margin + strays > side * MOST_MARGIN ||
        grid->lanes.tiles.count == 0) {
        return false;
    }
    walk->grid = grid;
    walk->side = side;
    walk->from = from;
    walk->heading = length > 0.0 ? crScale(crSub(to, from), 1.0 / length) : crVec(1.0, 0.0);
    walk->in = 0.0;
    walk->far = length;
    walk->found = 0;
    walk->nextBlock = 0;
    walk->visited = 0;
    walk->limit = INT_MAX;
    walk->cut = false;
    walk->oneSided = 0;
    clipToContent(walk, side);
    if (walk->in > walk->far) {
        walk->out = walk->far = -1.0;
        return true;
    }
    walk->x = stepAlong(from.x, walk->heading.x, side, walk->in, &walk->stepX, &walk->next.x,
                        &walk->pace.x);
    walk->y = stepAlong(from.y, walk->heading.y, side, walk->in, &walk->stepY, &walk->next.y,
                        &walk->pace.y);
    enterTile(walk);
    walk->ray.dx = (float)walk->heading.x;
    walk->ray.dy = (float)walk->heading.y;
    walk->ray.near = 0.0f;
    walk->margin = (float)(margin + strays + side * ROUNDING);
    enterCell(walk);
    return true;
}

/// The next block of the cell, or of the next cell that has any, in which a lane may be met.
static bool findBlock(CrLaneWalk *walk)
{
    const CrKernels *kernels = walk->grid->lanes.kernels;
    for (;;) {
        while (walk->nextBlock != 0) {
            walk->block = &walk->grid->lanes.blocks[walk->nextBlock - 1];
            walk->nextBlock = walk->block->next;
            walk->ray.margin = walk->margin + walk->block->reach;
            walk->found = kernels->edgesNearOneSided(&walk->block->edges, &walk->ray,
                                                     walk->oneSided & walk->block->oneSided);
            if (walk->found != 0) {
                return true;
            }
        }
        if (!(walk->out < walk->far)) {
            return false;
        }
        if (walk->visited >= walk->limit) {
            walk->cut = true;
            return false;
        }
        walk->in = walk->out;
        if (walk->next.x < walk->next.y) {
            walk->x += walk->stepX;
            walk->next.x += walk->pace.x;
        } else {
            walk->y += walk->stepY;
            walk->next.y += walk->pace.y;
        }
        enterCell(walk);
    }
}

bool crLaneWalkNext(CrLaneWalk *walk, uint32_t *key)
{
    walk->cut = false;
    if (walk->found == 0 && !findBlock(walk)) {
        return false;
    }
    int k = crLowestBit(walk->found);
    walk->found &= walk->found - 1;
    *key = walk->block->keys[k];
    return true;
}

bool crLanesAreAll(const CrGrid *grid)
{
    return grid->lanes.kernels && grid->lanes.tiles.count > 0 && crArrayCount(grid->coarse) == 0;
}

bool crLanesAlone(const CrGrid *grid, CaromVec2 place, double nearness, uint32_t key)
{
    double side = sideOf(grid), strays = (crAbs(place.x) + crAbs(place.y)) * 0x1p-44;
    if (!crLanesAreAll(grid) || nearness + strays > side * MOST_MARGIN) {
        return false;
    }
    int32_t x = crFloor(place.x / side), y = crFloor(place.y / side);
    const CrLaneTile *tile =
        crTableFind(&grid->lanes.tiles, x >> CR_LANE_TILE_BITS, y >> CR_LANE_TILE_BITS);
    uint32_t next =
        tile ? tile->heads[(y & CR_LANE_TILE_MASK) * CR_LANE_TILE_SIZE + (x & CR_LANE_TILE_MASK)]
             : 0;
    CrEdgeRay ray = {(float)(place.x - (x + 0.5) * side),
                     (float)(place.y - (y + 0.5) * side),
                     1.0f,
                     0.0f,
                     0.0f,
                     0.0f,
                     0.0f};
    float margin = (float)(nearness + strays + side * ROUNDING);
    while (next != 0) {
        const CrLaneBlock *block = &grid->lanes.blocks[next - 1];
        ray.margin = margin + block->reach;
        for (unsigned near = grid->lanes.kernels->edgesNear(&block->edges, &ray); near;
             near &= near - 1) {
            const CrGridItem *item = &grid->lanes.items[block->keys[crLowestBit(near)]];
            CaromVec2 along = crSub(item->b, item->a);
            double across = crAbs(crCross(along, crSub(place, item->a)));
            double size = crAbs(along.x) + crAbs(along.y);
            double rounding =
                (crAbs(item->a.x) + crAbs(item->a.y) + crAbs(item->b.x) + crAbs(item->b.y)) *
                0x1p-50;
            if (item->key != key &&
                (item->radius != 0.0 || !(across > (nearness + rounding) * size))) {
                return false;
            }
        }
        next = block->next;
    }
    return true;
}
