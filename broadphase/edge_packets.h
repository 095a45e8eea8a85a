// SPDX-License-Identifier: MIT
// Edges for rays: float copies, eight side by side, in square cells four times as wide as the
// grid's.
//
// What it keeps true:
// - every item of the grid that is not coarse is in a packet of every cell that it comes nearer to
//   than the pad, an eighth of the cell's side. So a ray that is off by less than the pad, or a
//   disc of a smaller radius, finds all edges that it meets in the cells of its centre;
// - the floats of a lane (an edge in a packet) are relative to the cell's centre and clipped to the
//   cell's surroundings, so they have seven digits of the relevant lengths. A packet's reach is
//   more than the radius of each of its items plus the rounding. So a rejected edge is certainly
//   not met. Packets only reject edges: exact code decides the rest (law 2).
//
// Testing a ray against several edges at once: Wald et al., "Interactive Rendering with Coherent
// Ray Tracing" (2001).
#ifndef CAROM_BROADPHASE_EDGE_PACKETS_H
#define CAROM_BROADPHASE_EDGE_PACKETS_H

#include "../shapes/kernels.h"
#include "cover.h"

#define CR_LANE_BLOCK 8
#define CR_LANE_TILE_BITS CR_LINK_TILE_BITS
#define CR_LANE_TILE_SIZE CR_LINK_TILE_SIZE
#define CR_LANE_TILE_MASK (CR_LANE_TILE_SIZE - 1)
/// Lane cells are up to 2^CR_LANE_SHIFT cells wide. grid.c
#define CR_LANE_SHIFT 2
#define CR_LANE_PAD 0.125      ///< [lane cells]
#define CR_LANE_STRAIGHT 1e-12 ///< of a unit vector: along the other axis

/// 8 by 8 lane cells.
struct CrLaneTile {
    CrEdgeLink *heads[CR_LANE_TILE_SIZE * CR_LANE_TILE_SIZE]; ///< first blocks, or null
    uint32_t count;                                           ///< lanes in all of them
    int32_t x, y;                                             ///< in tiles
    CrLaneTile *next;                                         ///< among the spares
};

/// Blocks that were asked for at once. They never move: what grows leaves nothing behind to be
/// copied.
struct CrLaneSlab {
    CrLaneSlab *next;
    int count;
    CrEdgeLink blocks[];
};

/// [B]
static inline size_t crLaneSlabSize(int count)
{
    return sizeof(CrLaneSlab) + (size_t)count * sizeof(CrEdgeLink);
}

/// Of a lane cell, among the heads of its tile.
static inline int crLaneHead(int32_t x, int32_t y)
{
    return (y & CR_LANE_TILE_MASK) * CR_LANE_TILE_SIZE + (x & CR_LANE_TILE_MASK);
}

/// Finds the cells in which an item is to be listed. False if that is impossible: the item is
/// coarse. If no packets are wanted, there are no cells, and it returns true.
static inline bool crEdgePacketsCover(const CrGrid *grid, const CrGridItem *item, CrCover *cover)
{
    const CrLaneStore *lanes = &grid->lanes;
    return !lanes->kernels || crCoverStart(cover, item, lanes->side * CR_LANE_PAD, lanes->perSide);
}
/// Lists an item in these cells; false, and nothing changed, where memory is short.
bool crEdgePacketsList(CrGrid *grid, const CrGridItem *item, const CrCover *cover);
/// twice: it may be listed once more with the same key.
void crEdgePacketsUnlist(CrGrid *grid, const CrGridItem *item, const CrCover *cover, bool twice);
void crEdgePacketsFree(CrGrid *grid);
/// Whether an item has its lanes, which are added to a count; for crGridValidate.
bool crEdgePacketsHold(const CrGrid *grid, const CrGridItem *item, const CrCover *cover,
                       int64_t *lanes);

/// Walks the lane cells along a segment, nearest first. On the caller's stack; the grid must not be
/// edited meanwhile.
typedef struct CrLaneWalk {
    const CrGrid *grid;
    CrLinkWay way;
    bool isTurned; ///< so short that roundings may have turned the heading
    bool cut;      ///< where it stopped because of way.limit: everything before way.cell.out was
                   ///< returned done, and it may go on
} CrLaneWalk;

/// False if packets cannot be used: there is no walk, use the cells. margin [m]: edges within this
/// distance of the segment are found.
bool crLaneWalkStart(CrLaneWalk *walk, const CrGrid *grid, CaromVec2 from, CaromVec2 to,
                     double margin);
/// The same in a direction, of which the size is given, for a length [m]. sum [m]: no less than the
/// coordinates of both ends of what of it is over the content, signs aside, together.
bool crLaneWalkAim(CrLaneWalk *walk, const CrGrid *grid, CaromVec2 from, CaromVec2 direction,
                   double size, double length, double sum, double margin);
/// From now on one-sided edges that are crossed from their free side are not returned, if the
/// heading shows which these are.
static inline void crLaneWalkFromFront(CrLaneWalk *walk)
{
    walk->way.oneSided = walk->way.here = walk->isTurned ? 0u : ~0u;
}

/// The same from the second cell on.
static inline void crLaneWalkFromFrontLater(CrLaneWalk *walk)
{
    walk->way.oneSided = walk->isTurned ? 0u : ~0u;
}

/// Asks for the memory of the first block.
CR_INLINE void crLaneWalkAhead(const CrLaneWalk *walk)
{
    if (walk->way.link != NULL) {
        CR_PREFETCH_ALL(walk->way.link)
    }
}

/// In the cell of its start all lanes within the margin of the start are returned.
static inline bool crLaneWalkIsAtStart(const CrLaneWalk *walk)
{
    return walk->way.visited == 1;
}

/// Nothing beyond so far along the way [m] matters any more.
static inline void crLaneWalkKeepTo(CrLaneWalk *walk, double far)
{
    if (far < walk->way.far) {
        walk->way.far = far;
        crLinkWayAim(&walk->way);
    }
}

/// The walk of flight k of a round, where that is sure; false if packets cannot be used. As
/// crLaneWalkAim over the whole content. margin: beyond all rounding.
bool crLaneWalkOfRound(CrLaneWalk *walk, const CrGrid *grid, const CrRoundWalks *walks, int k,
                       CaromVec2 from, double margin);
/// As crLaneWalkBlock, but for CrKernels.onTheWay.
const CrEdgeLink *crLaneWalkOnTheWay(CrLaneWalk *walk, CrOnTheWay *found, unsigned *lanes);

/// The next block beyond the tile at hand, or why there is none.
const CrEdgeLink *crLaneWalkBeyond(CrLaneWalk *walk, unsigned *lanes);
/// The next block with items that may be met, and in which of its lanes they are; null: no more
/// before way.far, or cut. An item may come more than once. Coarse items never come. Of a run the
/// first item comes (crGridNextOf).
CR_INLINE const CrEdgeLink *crLaneWalkBlock(CrLaneWalk *walk, unsigned *lanes)
{
    const CrEdgeLink *block = walk->grid->lanes.kernels->nextLink(&walk->way, lanes);
    return block != NULL ? block : crLaneWalkBeyond(walk, lanes);
}

/// Whether the lanes have all items of a grid that is not empty.
bool crEdgePacketsAreAll(const CrGrid *grid);

/// Looks for what comes near to a place. On the caller's stack; the grid must not be edited
/// meanwhile.
typedef struct CrLaneSpot {
    const CrGrid *grid;
    CrEdgeRay ray; ///< without length
    const CrEdgeLink *block;
    const CrEdgeLink *next; ///< block, or null
    unsigned found;         ///< lanes of the block that are still to be returned
    const CrGridItem *run;  ///< the next of a run, or null
} CrLaneSpot;

/// False if packets cannot find everything within this distance [m].
bool crLaneSpotStart(CrLaneSpot *spot, const CrGrid *grid, CaromVec2 place, double nearness);
/// The next item that may be near, each once; null: no more.
const CrGridItem *crLaneSpotNext(CrLaneSpot *spot);
/// Whether the line of an edge comes so near [m] to a place, or a disc, or it is neither.
bool crGridItemIsNear(const CrGridItem *item, CaromVec2 place, double nearness);
/// Returns whether no item but the one of a key comes near a place [m]; false if packets cannot
/// decide.
bool crEdgePacketsAlone(const CrGrid *grid, CaromVec2 place, double nearness, uint32_t key);

#endif
