// SPDX-License-Identifier: MIT
// A vertical line passes over the points of rings from left to right. It keeps the edges that it
// crosses in order, and finds where edges cross or touch elsewhere than at common ends. After
// Shamos and Hoey, "Geometric intersection problems" (1976). O(n log n), exact.
//
// All points at one place are one event, in whatever rings they are: edges that end there are
// neighbours in the status, and those that begin there take their places, sorted by direction.
// Inside is every other interval. Edges that become neighbours must not cross or touch to the right
// of the event: so every crossing is found before it can spoil the order.
//
// One pass:
//
//     crScanStart(&scan, points, ringEnds, ringCount);
//     for (int i = 0; i < scan.count; i += place.pointCount) {
//         crScanGather(&scan, i, &place) || return;   // what begins and ends there
//         ...                                         // the edges are as they are left of it
//         crScanReplace(&scan, &place);
//         ...                                         // the edges are as they are right of it
//         crScanIsClear(&scan, &place) || return;
//     }
#ifndef CAROM_SHAPES_SCAN_H
#define CAROM_SHAPES_SCAN_H

#include "inline.h"

typedef struct CrStatusEdge {
    int from, to;         ///< points
    int below, above;     ///< neighbours in the list, −1 at its ends
    int parent, child[2]; ///< in the tree; child[0] is lower
    bool inside;          ///< whether the polygon is just above this edge
} CrStatusEdge;

/// The edges that the line crosses, in order from below: a list for neighbours, and over it a
/// search tree for places, balanced by fixed pseudo-random priorities; Aragon and Seidel,
/// "Randomized Search Trees" (1989). Edges run from their first point to their last in the order by
/// x, then y; so the line leans a hair to the left, and vertical edges are like any other.
typedef struct CrStatus {
    const CaromVec2 *points;
    CrStatusEdge *edges; ///< room for as many as there are points
    int used, freeList;  ///< of edges; free ones are linked by `above`, −1 ends
    int root, lowest;    ///< −1 where there is none
} CrStatus;

typedef struct CrScan {
    const CaromVec2 *points;
    int count;
    int *order;          ///< the points from left to right; at one place by index
    int *next, *before;  ///< on its ring
    int *edgeAt;         ///< of the edge from point i to next[i], while the line crosses it
    int *starts, *spare; ///< points whose edge to next begins here, or ~i: that from next[i] does
    CrStatus status;
    int *block; ///< all of this
    size_t bytes;
} CrScan;

/// What begins and ends at one place.
typedef struct CrScanPlace {
    CaromVec2 at;
    int first, pointCount; ///< points there: order[first] and those after it
    int startCount;        ///< edges that begin: starts[0], the lowest, and those after it
    int endCount;          ///< edges that end: from lowEnd up to highEnd, −1 where none does
    int lowEnd, highEnd;
    int below; ///< the highest edge below the place, −1: none
    int last;  ///< after crScanReplace: the highest edge that begins, or below
} CrScanPlace;

/// Memory for so many points, some 70 bytes each; false where there is none.
bool crScanMake(CrScan *scan, int count, const CaromAllocator *allocator);
void crScanFree(CrScan *scan, const CaromAllocator *allocator);

/// Sorts the points of rings, at most as many as there is memory for. No two neighbours on a ring
/// are equal.
void crScanStart(CrScan *scan, const CaromVec2 *points, const int *ringEnds, int ringCount);

/// False where the rings cross at or left of this place.
bool crScanGather(CrScan *scan, int first, CrScanPlace *place);
void crScanReplace(CrScan *scan, CrScanPlace *place);
bool crScanIsClear(const CrScan *scan, const CrScanPlace *place);

/// The point of an edge in `starts` at this place.
static inline int crScanStartPoint(const CrScan *scan, int start)
{
    return start >= 0 ? start : scan->next[~start];
}

/// The lowest edge above the place's `below`.
static inline int crScanLowest(const CrScan *scan, const CrScanPlace *place)
{
    return place->below >= 0 ? scan->status.edges[place->below].above : scan->status.lowest;
}

#endif
