// SPDX-License-Identifier: MIT
// Hierarchical hash grids store a box at the level with steps just larger than the box, in the one
// cell of its lower left corner. Its upper right corner is then in the same step or the next on
// each axis. So a search in a region reads the cells of the region and of one step below it. A cell
// is several steps wide: the fewer cells a region has, the fewer places of memory are read (boxes
// of 2 m among 100,000 shapes: 10 cells of four steps, 61 of one). Each box is in one place, so it
// is found once. Mirtich, "Efficient Algorithms for Two-Phase Collision Detection" (1997); Teschner
// and others, "Optimized Spatial Hashing for Collision Detection of Deformable Objects" (2003).
// They list a box in all of its cells, up to four, and must then remove duplicates.
//
// All decisions are by whole cells, computed from exact products: boxes that touch in a single
// point are found without a tolerance. Inside of the broadphase only.
#ifndef CAROM_BROADPHASE_LEVELS_H
#define CAROM_BROADPHASE_LEVELS_H

#include "../shapes/bits.h"
#include "../shapes/inline.h"

/// Steps of level l are 2^(l - 2) m. Smaller ones than 0.25 m would only make regions of a few
/// metres expensive to search.
#define CR_LEVEL_STEPS_PER_METRE 4.0
#define CR_LEVELS 47
/// A cell has 2^2 steps a side, where nothing else is said.
#define CR_LEVEL_CELL_BITS 2
/// Cells that lie side by side share a cache line of places: blocks of 2^2 by 2^2.
#define CR_LEVEL_BLOCK_BITS 2
/// [m] beyond it coordinates are treated as if they lay on it. Steps of the highest level are twice
/// as large, so that two of them reach from end to end.
#define CR_LEVEL_EDGE 0x1p43

/// Cells, or steps, both ends included.
typedef struct CrCells {
    int64_t minX, minY, maxX, maxY;
} CrCells;

// >> of a negative number rounds down, which the standard leaves open: grid_tiles.h checks it. So
// the steps of a level are those of the lowest, shifted.

/// The step of a coordinate at the lowest level. Never falls as x grows, which is all that
/// completeness rests on.
static inline int64_t crLevelStep(double x)
{
    double scaled = crClamp(x, -CR_LEVEL_EDGE, CR_LEVEL_EDGE) * CR_LEVEL_STEPS_PER_METRE;
    int64_t whole = (int64_t)scaled;
    return whole - (scaled < (double)whole);
}

static inline CrCells crLevelSteps(CaromBox box)
{
    CrCells steps = {crLevelStep(box.min.x), crLevelStep(box.min.y), crLevelStep(box.max.x),
                     crLevelStep(box.max.y)};
    return steps;
}

/// [m]
static inline double crLevelCellSide(int level)
{
    CR_ASSERT(level >= 0);
    return (double)((uint64_t)1 << (level + CR_LEVEL_CELL_BITS)) / CR_LEVEL_STEPS_PER_METRE;
}

static inline int64_t crLevelCell(double x, int level)
{
    return crLevelStep(x) >> (level + CR_LEVEL_CELL_BITS);
}

/// The lowest level with steps at least as long as the box on both axes, so that the box reaches no
/// farther than to the next step.
static inline int crLevelOfSteps(CrCells steps, CaromBox box)
{
    int64_t width = steps.maxX - steps.minX, height = steps.maxY - steps.minY;
    double crossed = (double)(width > height ? width : height); // exact below 2^53
    double extent = crMax(box.max.x - box.min.x, box.max.y - box.min.y) * CR_LEVEL_STEPS_PER_METRE;
    // If the extent was rounded down to a step's length, the steps that it crosses decide.
    int level = crExponentAbove(crMax(extent, crossed));
    return level < 0 ? 0 : level < CR_LEVELS ? level : CR_LEVELS - 1;
}

static inline int crLevelOf(CaromBox box)
{
    return crLevelOfSteps(crLevelSteps(box), box);
}

/// The places where boxes that touch one of these steps may have their lower left corners.
static inline CrCells crLevelCells(CrCells steps, int level, int cellBits)
{
    int shift = level + cellBits;
    CrCells cells = {((steps.minX >> level) - 1) >> cellBits,
                     ((steps.minY >> level) - 1) >> cellBits, steps.maxX >> shift,
                     steps.maxY >> shift};
    return cells;
}

/// Whether it is cheaper to look at so many boxes one by one: a cell costs about two of them.
static inline bool crCellsOutnumber(CrCells cells, int count)
{
    double width = (double)(cells.maxX - cells.minX + 1);
    double height = (double)(cells.maxY - cells.minY + 1);
    return 2.0 * width * height > (double)count;
}

static inline bool crLevelIsAt(CaromBox box, int level, int cellBits, int64_t x, int64_t y)
{
    int shift = level + cellBits;
    return crLevelStep(box.min.x) >> shift == x && crLevelStep(box.min.y) >> shift == y;
}

/// One of 2^bits places, bits from 1 to 31: of a block by two odd factors, which part neighbours
/// far on both axes, then of the cell in it.
static inline uint32_t crLevelPlace(int64_t x, int64_t y, uint32_t bits)
{
    int64_t blockX = x >> CR_LEVEL_BLOCK_BITS, blockY = y >> CR_LEVEL_BLOCK_BITS;
    uint32_t inX = (uint32_t)(x - blockX * (1 << CR_LEVEL_BLOCK_BITS)),
             inY = (uint32_t)(y - blockY * (1 << CR_LEVEL_BLOCK_BITS));
    uint64_t mixed =
        (uint64_t)blockX * 0x9e3779b97f4a7c15u + (uint64_t)blockY * 0xc2b2ae3d27d4eb4fu;
    uint32_t blockBits = bits > 2 * CR_LEVEL_BLOCK_BITS ? bits - 2 * CR_LEVEL_BLOCK_BITS : 0;
    uint32_t block = (uint32_t)(mixed >> 32 >> (32 - blockBits));
    uint32_t in = inY << CR_LEVEL_BLOCK_BITS | inX;
    return (block << (2 * CR_LEVEL_BLOCK_BITS) | in) & ((1u << bits) - 1);
}

/// The same where all levels share the places.
static inline uint32_t crLevelsPlace(int level, int64_t x, int64_t y, uint32_t bits)
{
    return crLevelPlace(x + (int64_t)level * 0x5851f42d4c94, y, bits);
}

#endif
