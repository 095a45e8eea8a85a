// SPDX-License-Identifier: MIT
// The edges that a vertical sweep line crosses, in order from below: a list for neighbours, and
// over it a search tree for places, balanced by fixed pseudo-random priorities; Aragon and Seidel,
// "Randomized Search Trees" (1989). Edges run from their first point to their last in the order by
// x, then y; so the sweep line leans a hair to the left, and vertical edges are like any other.
#ifndef CAROM_SHAPES_SWEEP_STATUS_H
#define CAROM_SHAPES_SWEEP_STATUS_H

#include "inline.h"

typedef struct CrStatusEdge {
    int from, to;         ///< points
    int below, above;     ///< neighbours in the list, −1 at its ends
    int parent, child[2]; ///< in the tree; child[0] is lower
    bool inside;          ///< whether the polygon is just above this edge
} CrStatusEdge;

typedef struct CrStatus {
    const CaromVec2 *points;
    CrStatusEdge *edges; ///< room for as many as there are points
    int used, freeList;  ///< of edges; free ones are linked by `above`, −1 ends
    int root, lowest;    ///< −1 where there is none
} CrStatus;

/// Puts an edge above another one, −1: below all. Returns it.
int crStatusInsert(CrStatus *status, int below, int from, int to);
void crStatusRemove(CrStatus *status, int edge);

/// Sets *below to the highest edge below p, −1 where there is none; false where p is on an edge.
bool crStatusFind(const CrStatus *status, CaromVec2 p, int *below);

#endif
