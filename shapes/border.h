// SPDX-License-Identifier: MIT
// The border of a region as a tree of boxes over runs of neighbouring edges, which the order of its
// points gives for nothing: after Ballard, "Strip Trees: A Hierarchical Representation for Curves"
// (1981), with boxes in the place of strips. A polygon is a region of one ring.
#ifndef CAROM_SHAPES_BORDER_H
#define CAROM_SHAPES_BORDER_H

#include "inline.h"
#include "touch.h"

typedef struct CrBorder {
    const CaromVec2 *points;
    const int *ringEnds;
    int ringCount, count;
    int depth; ///< of the tree: 2^depth runs; 0: there is none
    int *tree; ///< of node i >= 1 at 4(i − 1): the points with the least x, y and the largest x, y
} CrBorder;

/// scratch: null or room for as many ints as there are points. Small borders have no tree.
CrBorder crBorder(const CaromVec2 *points, const int *ringEnds, int ringCount, int *scratch);

/// The first edge of a run; the runs are the nodes from 2^depth on, node i has the children 2i and
/// 2i + 1, and the root is 1.
static inline int crBorderRun(const CrBorder *border, int run)
{
    return (int)(((int64_t)border->count * run) >> border->depth);
}

static inline CaromBox crBorderBox(const CrBorder *border, int node)
{
    const CaromVec2 *p = border->points;
    const int *of = border->tree + 4 * (node - 1);
    CaromBox box = {{p[of[0]].x, p[of[1]].y}, {p[of[2]].x, p[of[3]].y}};
    return box;
}

/// The point that edge i leads to.
static inline int crBorderNext(const CrBorder *border, int i)
{
    if (border->ringCount == 1) {
        return i + 1 < border->count ? i + 1 : 0;
    }
    return crRingNext(border->ringEnds, border->ringCount, i);
}

/// crRingIsHole by the tree: O(log n) and a step for each run that lies to the left of the ring's
/// leftmost point, at its height. region.c
bool crBorderIsHole(const CrBorder *border, int ring);

#endif
