// SPDX-License-Identifier: MIT
#include "sweep_status.h"

#include "exact.h"

/// Of a place in the array, the same on every machine.
static uint32_t priorityOf(int edge)
{
    uint32_t bits = (uint32_t)edge * 2654435769u;
    bits = (bits ^ (bits >> 15)) * 2246822519u;
    return bits ^ (bits >> 13);
}

/// Makes `to` the child of `parent` in the place of `from`.
static void replaceChild(CrStatus *status, int parent, int from, int to)
{
    CrStatusEdge *edges = status->edges;
    if (parent < 0) {
        status->root = to;
    } else {
        edges[parent].child[edges[parent].child[1] == from] = to;
    }
    if (to >= 0) {
        edges[to].parent = parent;
    }
}

/// Rotates an edge above its parent.
static void rotateUp(CrStatus *status, int edge)
{
    CrStatusEdge *edges = status->edges;
    int parent = edges[edge].parent, side = edges[parent].child[1] == edge;
    int inner = edges[edge].child[!side];
    replaceChild(status, edges[parent].parent, parent, edge);
    edges[parent].child[side] = inner;
    if (inner >= 0) {
        edges[inner].parent = parent;
    }
    edges[edge].child[!side] = parent;
    edges[parent].parent = edge;
}

static int takeEdge(CrStatus *status)
{
    int edge = status->freeList;
    if (edge < 0) {
        return status->used++;
    }
    status->freeList = status->edges[edge].above;
    return edge;
}

static void link(CrStatus *status, int below, int above)
{
    if (below >= 0) {
        status->edges[below].above = above;
    } else {
        status->lowest = above;
    }
    if (above >= 0) {
        status->edges[above].below = below;
    }
}

// Of two neighbours in the list, one has no child on the other's side: there the new one goes.
int crStatusInsert(CrStatus *status, int below, int from, int to)
{
    CrStatusEdge *edges = status->edges;
    int edge = takeEdge(status), above = below >= 0 ? edges[below].above : status->lowest;
    CrStatusEdge fresh = {from, to, -1, -1, -1, {-1, -1}, false};
    edges[edge] = fresh;
    link(status, below, edge);
    link(status, edge, above);
    if (below >= 0 && edges[below].child[1] < 0) {
        edges[below].child[1] = edge;
        edges[edge].parent = below;
    } else if (above >= 0) {
        edges[above].child[0] = edge;
        edges[edge].parent = above;
    } else {
        status->root = edge;
    }
    while (edges[edge].parent >= 0 && priorityOf(edges[edge].parent) < priorityOf(edge)) {
        rotateUp(status, edge);
    }
    return edge;
}

void crStatusRemove(CrStatus *status, int edge)
{
    CR_ASSERT(edge >= 0);
    CrStatusEdge *edges = status->edges;
    int *child = edges[edge].child;
    while (child[0] >= 0 && child[1] >= 0) {
        rotateUp(status, child[priorityOf(child[1]) > priorityOf(child[0])]);
    }
    replaceChild(status, edges[edge].parent, edge, child[0] >= 0 ? child[0] : child[1]);
    link(status, edges[edge].below, edges[edge].above);
    edges[edge].above = status->freeList;
    status->freeList = edge;
}

bool crStatusFind(const CrStatus *status, CaromVec2 p, int *below)
{
    *below = -1;
    for (int edge = status->root; edge >= 0;) {
        const CrStatusEdge *at = &status->edges[edge];
        int side = crOrient(status->points[at->from], status->points[at->to], p);
        if (side == 0) {
            return false;
        }
        if (side > 0) {
            *below = edge;
        }
        edge = at->child[side > 0];
    }
    return true;
}
