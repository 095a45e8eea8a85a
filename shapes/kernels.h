// SPDX-License-Identifier: MIT
// Loops over plain arrays that pay for wide registers. Each is written once, in kernels_body.h, and
// compiled for every instruction set; the set of the processor is detected once, when a world is
// made. All give the same bits, which the suite `kernels` proves: so the choice never changes a
// result.
#ifndef CAROM_SHAPES_KERNELS_H
#define CAROM_SHAPES_KERNELS_H

#include "rounds.h"

#include <stdint.h>

// CR_KERNELS_NONE, of a build: plain C only, so that work is counted the same on every machine.
#if defined(CR_KERNELS_NONE)
#elif defined(__SSE2__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2)
#define CR_KERNELS_X86
#elif defined(__aarch64__) || defined(_M_ARM64)
#define CR_KERNELS_NEON
#elif defined(__wasm_simd128__)
#define CR_KERNELS_WASM
#endif

/// For a lane without an edge: no ray with a margin of at most 1e29 meets such ends.
#define CR_NOWHERE 1e30f

/// Eight edges from a to b, relative to an origin near by. In a lane without an edge all four are
/// CR_NOWHERE.
typedef struct CrEdgeBlock {
    float ax[8], ay[8], bx[8], by[8];
} CrEdgeBlock;

/// Eight edges, their keys, and the index of the next block.
typedef struct CrEdgeLink {
    CrEdgeBlock edges;
    uint32_t keys[8];
    /// [m] by so much more than the ray's margin they may be met: the thickest's radius
    float reach;
    uint8_t count;           ///< lanes in use
    uint8_t oneSided;        ///< a bit a lane
    bool round;              ///< all of them are thick; else none is
    struct CrEdgeLink *next; ///< or null
} CrEdgeLink;

/// A piece of a ray, relative to the same origin: the points p + t·d for near <= t <= far. d has
/// length 1, up to rounding. All finite.
typedef struct CrEdgeRay {
    float px, py, dx, dy;
    float margin; ///< [m] what all roundings together may come to, see crEdgeMargin
    float near, far;
} CrEdgeRay;

/// The margin that covers the rounding of places to float and of the test itself, if no coordinate
/// of the edges, of p and of p + far·d is above `reach`. Each side and each distance along is a sum
/// of two products of at most 2·reach by 1. Each factor, product and sum has a relative error of at
/// most 2^-24; with the second order that is less than 32·reach·2^-24.
static inline float crEdgeMargin(float reach)
{
    return reach * 0x1p-19f;
}

/// Where a way through square cells is.
typedef struct CrLinkCell {
    int32_t x, y;   ///< the cell at hand
    double in, out; ///< [m] along the way: where that begins and ends
    CaromVec2 next; ///< [m] along the way: to the next column and row
} CrLinkCell;

typedef enum CrLinkStop {
    CR_LINK_END, ///< past all that matters
    CR_LINK_CUT, ///< it has visited `limit` cells; what lies before `out` is done
    CR_LINK_TILE ///< the cell at hand, which is still to be looked at, is in another tile
} CrLinkStop;

#define CR_LINK_TILE_BITS 3
#define CR_LINK_TILE_SIZE (1 << CR_LINK_TILE_BITS)

/// A straight way, on foot through cells in each of which there may be a list of links. Cells are
/// in tiles of 8 by 8. Walking them one by one is Amanatides and Woo, "A Fast Voxel Traversal
/// Algorithm for Ray Tracing" (1987).
typedef struct CrLinkWay {
    CrEdgeLink *const *heads; ///< of the tile at hand, row by row: first links, or null
    int32_t tileX, tileY;     ///< its first cell
    const CrEdgeLink *link;   ///< the next to be looked at in the cell at hand, or null
    CrLinkCell cell;
    CaromVec2 from, heading; ///< [m] unit
    double side;             ///< [m] of the cells
    double far;              ///< [m] nothing beyond matters
    CaromVec2 pace;          ///< [m] along the way, from one column or row to another
    int32_t stepX, stepY;
    CrEdgeRay ray;     ///< as the cell at hand sees it
    unsigned oneSided; ///< all bits: one-sided edges crossed from their free back are not returned
    unsigned here;     ///< the same in the cell at hand
    bool trusts;       ///< what it crosses ends it, whatever it is
    int visited, limit;
    CrLinkStop stop;
} CrLinkWay;

/// What the ray is to the floats of the cell at hand.
CR_INLINE void crLinkWayAim(CrLinkWay *way)
{
    const CrLinkCell *cell = &way->cell;
    double end = cell->out < way->far ? cell->out : way->far;
    way->ray.px = (float)(way->from.x + way->heading.x * cell->in - (cell->x + 0.5) * way->side);
    way->ray.py = (float)(way->from.y + way->heading.y * cell->in - (cell->y + 0.5) * way->side);
    way->ray.far = (float)(end - cell->in);
}

typedef struct CrKernels {
    const char *name;
    /// The first link, from one on or null, with edges that may come within the margin of the ray's
    /// piece, and which; null: none does. Of edges that are one-sided, where oneSided has
    /// their bits, those are left out that are clearly crossed from their free back: from the left
    /// of ab to its right.
    const CrEdgeLink *(*linkNear)(const CrEdgeLink *from, const CrEdgeRay *ray, unsigned oneSided,
                                  unsigned *near);
    /// The next link on the way that has such edges; null: none, way->stop says why.
    const CrEdgeLink *(*nextLink)(CrLinkWay *way, unsigned *near);
    /// The keys of all thin edges on the way that it may cross, but one; from one on that it
    /// certainly crosses nothing matters to it, so that way->far is less then. As nextLink stops
    /// at links of thick edges, and at every link unless way->trusts; the result is null and
    /// way->stop CR_LINK_CUT where there is no more room.
    const CrEdgeLink *(*onTheWay)(CrLinkWay *way, CrOnTheWay *found, unsigned *near);
    void (*bounces)(CrRoundBounces *round, int count, const CrRoundLimits *limits);
    void (*walks)(CrRoundWalks *round, const CrRoundBounces *from, int count,
                  const CrRoundCells *cells);
    void (*crossings)(CrCrossings *all, int count);
    /// The indices of all times <= until, ascending; returns how many. Room for `count` of them.
    int (*due)(const double *times, int count, double until, uint32_t *out);
} CrKernels;

/// The fastest that this machine runs. Asks the processor, which on a virtual machine costs
/// microseconds.
const CrKernels *crKernelsBest(void);
#define CR_KERNELS_MOST 4
/// All that this machine runs, the plain ones first; returns how many.
int crKernelsAll(const CrKernels *all[CR_KERNELS_MOST]);

#endif
