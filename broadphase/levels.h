// SPDX-License-Identifier: MIT
// Hierarchical hash grids keep a box at the level whose cells are just larger than it, in the one
// cell of its lower left corner. Its upper right corner is then in that cell or the next on each
// axis, so whoever looks for boxes in a region looks at the cells of the region and at one more row
// and column below. Each box is in one place: it is found once. Mirtich, "Efficient Algorithms for
// Two-Phase Collision Detection" (1997); Teschner and others, "Optimized Spatial Hashing for
// Collision Detection of Deformable Objects" (2003). They list a box in all of its cells, up to
// four, and must then drop doubles.
//
// All decisions are by whole cells, computed from exact products: boxes that touch in a single
// point are found without any tolerance. Inside of the broadphase only.
#ifndef CAROM_BROADPHASE_LEVELS_H
#define CAROM_BROADPHASE_LEVELS_H

#include "../shapes/inline.h"

/// Cells of level l are 2^(l - 2) m. Smaller ones than 0.25 m would only make regions of a few
/// metres expensive to search.
#define CR_LEVEL_LOWEST (-2)
#define CR_LEVELS 47
/// [m] beyond it coordinates are treated as if they lay on it. Cells of the highest level are twice
/// as large, so that two of them reach from end to end.
#define CR_LEVEL_EDGE 0x1p43

/// Cells of one level, both ends included.
typedef struct CrCells {
    int64_t minX, minY, maxX, maxY;
} CrCells;

static inline double crLevelInverseSize(int level)
{
    double lowest = 1.0 / (double)(1 << -CR_LEVEL_LOWEST);
    return 1.0 / (lowest * (double)((uint64_t)1 << level)); // exact: all are powers of two
}

/// The cell of a coordinate. Never falls as x grows, which is all that completeness rests on.
static inline int64_t crLevelCell(double x, double inverseSize)
{
    double scaled = crClamp(x, -CR_LEVEL_EDGE, CR_LEVEL_EDGE) * inverseSize;
    int64_t whole = (int64_t)scaled;
    return whole - (scaled < (double)whole);
}

/// The lowest level where a box reaches no farther than to the next cell on both axes.
static inline int crLevelOf(CaromBox box)
{
    double extent = crMax(box.max.x - box.min.x, box.max.y - box.min.y);
    double inverse = crLevelInverseSize(0);
    int level = 0;
    while (level < CR_LEVELS - 1 && extent * inverse > 1.0) {
        inverse *= 0.5;
        level++;
    }
    while (level < CR_LEVELS - 1 &&
           (crLevelCell(box.max.x, inverse) > crLevelCell(box.min.x, inverse) + 1 ||
            crLevelCell(box.max.y, inverse) > crLevelCell(box.min.y, inverse) + 1)) {
        inverse *= 0.5; // the extent was rounded down to a cell's size
        level++;
    }
    return level;
}

/// Where boxes that touch `box` may have their lower left corners.
static inline CrCells crLevelCells(CaromBox box, double inverseSize)
{
    CrCells cells = {crLevelCell(box.min.x, inverseSize) - 1,
                     crLevelCell(box.min.y, inverseSize) - 1, crLevelCell(box.max.x, inverseSize),
                     crLevelCell(box.max.y, inverseSize)};
    return cells;
}

/// Whether it is cheaper to look at so many boxes one by one: a cell costs about two of them.
static inline bool crCellsOutnumber(CrCells cells, int count)
{
    double width = (double)(cells.maxX - cells.minX + 1);
    double height = (double)(cells.maxY - cells.minY + 1);
    return 2.0 * width * height > (double)count;
}

static inline bool crLevelIsAt(CaromBox box, double inverseSize, int64_t x, int64_t y)
{
    return crLevelCell(box.min.x, inverseSize) == x && crLevelCell(box.min.y, inverseSize) == y;
}

/// One of 2^bits places, bits from 1 to 31. Two odd factors make neighbours far apart on both axes.
static inline uint32_t crLevelPlace(int64_t x, int64_t y, uint32_t bits)
{
    uint64_t mixed = (uint64_t)x * 0x9e3779b97f4a7c15u + (uint64_t)y * 0xc2b2ae3d27d4eb4fu;
    return (uint32_t)(mixed >> (64 - bits));
}

/// The same where all levels share the places.
static inline uint32_t crLevelsPlace(int level, int64_t x, int64_t y, uint32_t bits)
{
    return crLevelPlace(x + (int64_t)level * 0x5851f42d4c95, y, bits);
}

#endif
