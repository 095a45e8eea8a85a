// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "edge_packets.h"
#include "grid_tiles.h"

#include <limits.h>
#include <math.h>

/// [lane cells] rounding of all floats in a cell together, generously: coordinates there are below
/// 4, and a dozen operations add at most 2^-24 each of them.
#define ROUNDING 0x1p-17
#define MOST_MARGIN (0.75 * CR_LANE_PAD) ///< [lane cells] the rest is for the walk's own rounding
#define CELLS 0x1p31 ///< [lane cells] as far as they are numbered; what lies beyond is coarse
/// [lane cells] Packets are not used for longer paths over the content: the sum of steps from
/// border to border would at last be off by more than the pad, and cells have ranges to jump over
/// empty regions.
#define LONGEST 0x1p14

/// Of tiles that are not there.
static CrEdgeLink *const noHeads[CR_LANE_TILE_SIZE * CR_LANE_TILE_SIZE];

/// One axis of a walk's start: the stretch of the way over the content, where alone there are cells
/// worth a visit.
static inline void clipAxis(CrLinkWay *way, double p, double d, double inverse, double lo,
                            double hi)
{
    if (fabs(d) > CR_LANE_STRAIGHT) {
        double first = (lo - p) * inverse, last = (hi - p) * inverse;
        way->cell.in = crMax(way->cell.in, crMin(first, last));
        way->far = crMin(way->far, crMax(first, last));
    } else if (p < lo || p > hi) {
        way->far = -1.0;
    }
}

/// One axis of a walk's start: how far along the way the next border is, and how far it is from one
/// to another.
static inline void startAlong(const CrLinkWay *way, int32_t cell, double p, double d,
                              double inverse, int32_t *step, double *next, double *pace)
{
    int ahead = d > 0.0;
    bool moves = fabs(d) > CR_LANE_STRAIGHT;
    *step = moves ? 2 * ahead - 1 : 0;
    *pace = moves ? way->side * fabs(inverse) : 0.0;
    *next = moves ? ((cell + ahead) * way->side - p) * inverse : HUGE_VAL;
}

/// Whether it keeps close to neither axis. Of most ways that is so, and no axis need be asked.
static inline bool isAslant(const CrLinkWay *way)
{
    return crAbs(way->heading.x) > CR_LANE_STRAIGHT && crAbs(way->heading.y) > CR_LANE_STRAIGHT;
}

/// Both axes of such a way, as clipAxis has them.
static inline void clipAslant(CrLinkWay *way, const CaromBox *reach, CaromVec2 inverse)
{
    CaromVec2 p = way->from;
    double lowX = (reach->min.x - p.x) * inverse.x, highX = (reach->max.x - p.x) * inverse.x,
           lowY = (reach->min.y - p.y) * inverse.y, highY = (reach->max.y - p.y) * inverse.y;
    way->cell.in = crMax(crMax(way->cell.in, crMin(lowX, highX)), crMin(lowY, highY));
    way->far = crMin(crMin(way->far, crMax(lowX, highX)), crMax(lowY, highY));
}

/// As startAlong has them.
static inline void startAslant(CrLinkWay *way, CaromVec2 inverse)
{
    CaromVec2 p = way->from;
    double side = way->side;
    int aheadX = way->heading.x > 0.0, aheadY = way->heading.y > 0.0;
    way->cell.next.x = ((way->cell.x + aheadX) * side - p.x) * inverse.x;
    way->cell.next.y = ((way->cell.y + aheadY) * side - p.y) * inverse.y;
    way->stepX = 2 * aheadX - 1;
    way->stepY = 2 * aheadY - 1;
    way->pace = crVec(side * crAbs(inverse.x), side * crAbs(inverse.y));
}

/// The cell in which the path enters the content. Most paths begin inside: then the cell is known
/// without the path's direction, which takes a root and a quotient, and memory is prefetched
/// earlier.
static inline void startCell(CrLinkWay *way, const CrLaneStore *lanes)
{
    CaromVec2 p = way->from;
    const CaromBox *reach = &lanes->reach;
    bool within =
        p.x >= reach->min.x && p.y >= reach->min.y && p.x <= reach->max.x && p.y <= reach->max.y;
    if (CR_UNLIKELY(!within)) {
        p = crAddScaled(p, way->heading, way->cell.in);
    }
    way->cell.x = crFloor(p.x * lanes->perSide);
    way->cell.y = crFloor(p.y * lanes->perSide);
}

/// Looks at the cell at hand first.
static inline void enterTile(const CrGrid *grid, CrLinkWay *way)
{
    int32_t x = way->cell.x >> CR_LANE_TILE_BITS, y = way->cell.y >> CR_LANE_TILE_BITS;
    const CrLaneTile *tile = crTableFind(&grid->lanes.tiles, x, y);
    way->heads = tile != NULL ? tile->heads : noHeads;
    way->tileX = x * CR_LANE_TILE_SIZE;
    way->tileY = y * CR_LANE_TILE_SIZE;
    way->link = way->heads[crLaneHead(way->cell.x, way->cell.y)];
    crLinkWayAim(way);
}

/// A way of a length [m] along a direction, of which the size is given.
static bool start(CrLaneWalk *walk, const CrGrid *grid, CaromVec2 from, CaromVec2 direction,
                  double size, double length, double margin)
{
    const CrLaneStore *lanes = &grid->lanes;
    CrLinkWay *way = &walk->way;
    CaromVec2 heading = crUnit(direction, size);
    CaromVec2 inverse = crVec(size / direction.x, size / direction.y);
    walk->grid = grid;
    walk->cut = false;
    way->heads = noHeads;
    way->link = NULL;
    way->cell.in = 0.0;
    way->from = from;
    way->heading = heading;
    way->side = lanes->side;
    way->far = length;
    way->oneSided = way->here = 0;
    way->visited = 1;
    way->limit = INT_MAX;
    CrEdgeRay ray = {0.0f, 0.0f, (float)heading.x, (float)heading.y, (float)margin, 0.0f, 0.0f};
    way->ray = ray;
    bool aslant = isAslant(way);
    if (CR_LIKELY(aslant)) {
        clipAslant(way, &lanes->reach, inverse);
    } else {
        clipAxis(way, from.x, heading.x, inverse.x, lanes->reach.min.x, lanes->reach.max.x);
        clipAxis(way, from.y, heading.y, inverse.y, lanes->reach.min.y, lanes->reach.max.y);
    }
    if (way->cell.in > way->far) {
        way->cell.out = way->far = -1.0;
        return true;
    }
    if (way->far - way->cell.in > LONGEST * way->side) {
        return false;
    }
    CrLinkCell *cell = &way->cell;
    startCell(way, lanes);
    if (CR_LIKELY(aslant)) {
        startAslant(way, inverse);
    } else {
        startAlong(way, cell->x, from.x, heading.x, inverse.x, &way->stepX, &cell->next.x,
                   &way->pace.x);
        startAlong(way, cell->y, from.y, heading.y, inverse.y, &way->stepY, &cell->next.y,
                   &way->pace.y);
    }
    cell->out = crMin(cell->next.x, cell->next.y);
    enterTile(grid, way);
    return true;
}

/// What all rounding of a walk comes to, of places and of floats; more than lanes bear where false.
static bool addRounding(const CrGrid *grid, double size, double *margin)
{
    *margin += size * 0x1p-44;
    bool bears = *margin <= grid->lanes.side * MOST_MARGIN;
    *margin += grid->lanes.side * ROUNDING;
    return bears && grid->lanes.tiles.count > 0;
}

bool crLaneWalkAim(CrLaneWalk *walk, const CrGrid *grid, CaromVec2 from, CaromVec2 direction,
                   double size, double length, double sum, double margin)
{
    // The ends' roundings turn the way by less than 2^-22: some 2^-20 of a cell at an edge's far
    // end, which the margin has room for.
    walk->isTurned = !(length > sum * 0x1p-29);
    return addRounding(grid, sum, &margin) &&
           start(walk, grid, from, direction, size, length, margin);
}

bool crLaneWalkStart(CrLaneWalk *walk, const CrGrid *grid, CaromVec2 from, CaromVec2 to,
                     double margin)
{
    CR_ASSERT(margin >= 0.0);
    CaromVec2 way = crSub(to, from);
    double length = crLength(way), size = length;
    double sum = (crAbs(from.x) + crAbs(from.y)) + (crAbs(to.x) + crAbs(to.y));
    if (!(length > 0.0)) {
        way = crVec(1.0, 0.0);
        size = 1.0;
    }
    return crLaneWalkAim(walk, grid, from, way, size, length, sum, margin);
}

const CrEdgeLink *crLaneWalkBeyond(CrLaneWalk *walk, unsigned *lanes)
{
    CrLinkWay *way = &walk->way;
    const CrEdgeLink *block = NULL;
    while (block == NULL && way->stop == CR_LINK_TILE) {
        enterTile(walk->grid, way);
        block = walk->grid->lanes.kernels->nextLink(way, lanes);
    }
    walk->cut = block == NULL && way->stop == CR_LINK_CUT;
    return block;
}

bool crLaneWalkOfRound(CrLaneWalk *walk, const CrGrid *grid, const CrRoundWalks *walks, int k,
                       CaromVec2 from, double margin)
{
    const CrLaneStore *lanes = &grid->lanes;
    CrLinkWay *way = &walk->way;
    if (!addRounding(grid, 8.0 * (walks->most[k] + 1.0), &margin) ||
        walks->far[k] > LONGEST * lanes->side) {
        return false;
    }
    CrLinkCell cell = {walks->cellX[k],
                       walks->cellY[k],
                       0.0,
                       crMin(walks->nextX[k], walks->nextY[k]),
                       {walks->nextX[k], walks->nextY[k]}};
    CrEdgeRay ray = {
        0.0f, 0.0f, (float)walks->headingX[k], (float)walks->headingY[k], (float)margin,
        0.0f, 0.0f};
    walk->grid = grid;
    walk->isTurned = walk->cut = false;
    way->cell = cell;
    way->from = from;
    way->heading = crVec(walks->headingX[k], walks->headingY[k]);
    way->side = lanes->side;
    way->far = walks->far[k];
    way->pace = crVec(walks->paceX[k], walks->paceY[k]);
    way->stepX = 2 * (way->heading.x > 0.0) - 1;
    way->stepY = 2 * (way->heading.y > 0.0) - 1;
    way->ray = ray;
    way->oneSided = way->here = 0;
    way->trusts = false;
    way->visited = 1;
    way->limit = INT_MAX;
    enterTile(grid, way);
    return true;
}

const CrEdgeLink *crLaneWalkOnTheWay(CrLaneWalk *walk, CrOnTheWay *found, unsigned *lanes)
{
    CrLinkWay *way = &walk->way;
    const CrKernels *kernels = walk->grid->lanes.kernels;
    const CrEdgeLink *block = kernels->onTheWay(way, found, lanes);
    while (block == NULL && way->stop == CR_LINK_TILE) {
        enterTile(walk->grid, way);
        block = kernels->onTheWay(way, found, lanes);
    }
    walk->cut = block == NULL && way->stop == CR_LINK_CUT;
    return block;
}

bool crEdgePacketsAreAll(const CrGrid *grid)
{
    return grid->lanes.tiles.count > 0 && crArrayCount(grid->coarse) == 0;
}

bool crGridItemIsNear(const CrGridItem *item, CaromVec2 place, double nearness)
{
    CR_ASSERT(nearness >= 0.0);
    CaromVec2 along = crSub(item->b, item->a), way = crSub(place, item->a);
    double rounding =
        (crAbs(item->a.x) + crAbs(item->a.y) + crAbs(item->b.x) + crAbs(item->b.y)) * 0x1p-50;
    if (crGridItemIsDisc(item)) {
        double most = item->radius * (1.0 + 1e-9) + nearness + rounding;
        return !(crLengthSquared(way) > most * most);
    }
    return item->radius != 0.0 || !(crAbs(crCross(along, way)) >
                                    (nearness + rounding) * (crAbs(along.x) + crAbs(along.y)));
}

bool crLaneSpotStart(CrLaneSpot *spot, const CrGrid *grid, CaromVec2 place, double nearness)
{
    CR_ASSERT(nearness >= 0.0);
    const CrLaneStore *lanes = &grid->lanes;
    double margin = nearness;
    if (!addRounding(grid, crAbs(place.x) + crAbs(place.y), &margin)) {
        return false;
    }
    CaromVec2 at = crScale(place, lanes->perSide);
    spot->grid = grid;
    spot->found = 0;
    spot->next = NULL;
    spot->run = NULL;
    if (!(crMax(crAbs(at.x), crAbs(at.y)) < CELLS)) {
        return true; // farther than any cell: nothing is near
    }
    int32_t x = crFloor(at.x), y = crFloor(at.y);
    const CrLaneTile *tile =
        crTableFind(&lanes->tiles, x >> CR_LANE_TILE_BITS, y >> CR_LANE_TILE_BITS);
    CrEdgeRay ray = {(float)(place.x - (x + 0.5) * lanes->side),
                     (float)(place.y - (y + 0.5) * lanes->side),
                     1.0f,
                     0.0f,
                     (float)margin,
                     0.0f,
                     0.0f};
    spot->ray = ray;
    spot->next = tile != NULL ? tile->heads[crLaneHead(x, y)] : NULL;
    return true;
}

const CrGridItem *crLaneSpotNext(CrLaneSpot *spot)
{
    const CrKernels *kernels = spot->grid->lanes.kernels;
    const CrGridItem *item = spot->run;
    if (item == NULL && spot->found == 0) {
        spot->block = kernels->linkNear(spot->next, &spot->ray, 0, &spot->found);
        spot->next = spot->block != NULL ? spot->block->next : NULL;
        if (spot->block == NULL) {
            return NULL;
        }
    }
    if (item == NULL) {
        item = &spot->grid->items[spot->block->keys[crLowestBit(spot->found)]];
        spot->found &= spot->found - 1;
    }
    spot->run = crGridNextOf(item);
    return item;
}

bool crEdgePacketsAlone(const CrGrid *grid, CaromVec2 place, double nearness, uint32_t key)
{
    CrLaneSpot spot;
    const CrGridItem *other;
    bool alone = crLaneSpotStart(&spot, grid, place, nearness);
    while (alone && (other = crLaneSpotNext(&spot)) != NULL) {
        alone = other->key == key || !crGridItemIsNear(other, place, nearness);
    }
    return alone;
}
