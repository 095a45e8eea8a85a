// SPDX-License-Identifier: MIT
#include "scan.h"

#include "exact.h"
#include "sort.h"
#include "touch.h"

// ---- the edges that the line crosses

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

static int takePlace(CrStatus *status)
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

/// Puts an edge above another one, −1: below all. Returns it. Of two neighbours in the list, one
/// has no child on the other's side: there the new one goes.
static int insertAbove(CrStatus *status, int below, int from, int to)
{
    CrStatusEdge *edges = status->edges;
    int edge = takePlace(status), above = below >= 0 ? edges[below].above : status->lowest;
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

static void removeEdge(CrStatus *status, int edge)
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

/// Sets *below to the highest edge below p, −1 where there is none; false where p is on an edge.
static bool findBelow(const CrStatus *status, CaromVec2 p, int *below)
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

// ---- orders

static bool liesBefore(const void *context, int a, int b)
{
    const CrScan *scan = context;
    return crIsBefore(scan->points[a], scan->points[b]);
}

static int thereOf(const CrScan *scan, int start)
{
    return start >= 0 ? scan->next[start] : ~start;
}

static bool leadsBelow(const void *context, int a, int b)
{
    const CrScan *scan = context;
    return crOrient(scan->points[crScanStartPoint(scan, a)], scan->points[thereOf(scan, a)],
                    scan->points[thereOf(scan, b)]) > 0;
}

// ---- what begins and ends at a place

/// Takes one of the edges at a point: `edge` is its number, `other` its other end.
static void takeEdge(CrScan *scan, CrScanPlace *place, int edge, int other)
{
    if (crIsBefore(place->at, scan->points[other])) {
        scan->starts[place->startCount++] = scan->next[edge] == other ? edge : ~edge;
    } else {
        place->lowEnd = scan->edgeAt[edge];
        ++place->endCount;
    }
}

static bool endsAt(const CrScan *scan, int edge, CaromVec2 at)
{
    return edge >= 0 && crEqual(scan->points[scan->status.edges[edge].to], at);
}

/// Sets lowEnd and highEnd; false where the edges that end are no neighbours.
static bool findEnds(const CrScan *scan, CrScanPlace *place)
{
    const CrStatusEdge *edges = scan->status.edges;
    while (endsAt(scan, edges[place->lowEnd].below, place->at)) {
        place->lowEnd = edges[place->lowEnd].below;
    }
    int found = 1;
    place->highEnd = place->lowEnd;
    while (endsAt(scan, edges[place->highEnd].above, place->at)) {
        place->highEnd = edges[place->highEnd].above;
        ++found;
    }
    place->below = edges[place->lowEnd].below;
    return found == place->endCount;
}

/// False where two edges that begin here lie on each other.
static bool sortStarts(CrScan *scan, const CrScanPlace *place)
{
    crSortInts(leadsBelow, scan, scan->starts, scan->spare, place->startCount);
    for (int i = 1; i < place->startCount; ++i) {
        if (!leadsBelow(scan, scan->starts[i - 1], scan->starts[i])) {
            return false;
        }
    }
    return true;
}

bool crScanGather(CrScan *scan, int first, CrScanPlace *place)
{
    CrScanPlace fresh = {scan->points[scan->order[first]], first, 0, 0, 0, -1, -1, -1, -1};
    *place = fresh;
    for (int i = first; i < scan->count && crEqual(scan->points[scan->order[i]], place->at); ++i) {
        int point = scan->order[i];
        takeEdge(scan, place, scan->before[point], scan->before[point]);
        takeEdge(scan, place, point, scan->next[point]);
        ++place->pointCount;
    }
    bool found = place->endCount > 0 ? findEnds(scan, place)
                                     : findBelow(&scan->status, place->at, &place->below);
    return found && sortStarts(scan, place);
}

/// Edges that begin take the places of those that end.
void crScanReplace(CrScan *scan, CrScanPlace *place)
{
    CrStatusEdge *edges = scan->status.edges;
    int ended = place->endCount > 0 ? place->lowEnd : -1, left = place->endCount;
    bool inside = place->below >= 0 && edges[place->below].inside;
    place->last = place->below;
    for (int i = 0; i < place->startCount; ++i) {
        int start = scan->starts[i], to = thereOf(scan, start), edge = ended;
        if (left > 0) {
            ended = edges[edge].above;
            --left;
            edges[edge].from = crScanStartPoint(scan, start);
            edges[edge].to = to;
        } else {
            edge = insertAbove(&scan->status, place->last, crScanStartPoint(scan, start), to);
        }
        scan->edgeAt[start >= 0 ? start : ~start] = edge;
        inside = !inside;
        edges[edge].inside = inside;
        place->last = edge;
    }
    for (; left > 0; --left) {
        int above = edges[ended].above;
        removeEdge(&scan->status, ended);
        ended = above;
    }
}

/// Of two neighbours in the status: whether the upper one stays above until the first of them ends.
static bool staysAbove(const CrScan *scan, int lower, int upper)
{
    if (lower < 0 || upper < 0) {
        return true;
    }
    const CrStatusEdge *low = &scan->status.edges[lower], *high = &scan->status.edges[upper];
    const CaromVec2 *p = scan->points;
    if (crEqual(p[low->to], p[high->to])) {
        return true;
    }
    return crIsBefore(p[low->to], p[high->to])
               ? crOrient(p[high->from], p[high->to], p[low->to]) < 0
               : crOrient(p[low->from], p[low->to], p[high->to]) > 0;
}

bool crScanIsClear(const CrScan *scan, const CrScanPlace *place)
{
    int above = place->last >= 0 ? scan->status.edges[place->last].above : scan->status.lowest;
    return staysAbove(scan, place->below, crScanLowest(scan, place)) &&
           staysAbove(scan, place->last, above);
}

// ---- memory

/// Takes `count` things of `ints` ints each from a block; of a null block only adds them up.
static void *take(int *block, size_t *used, size_t ints, size_t count)
{
    void *taken = block ? block + *used : NULL;
    *used += ints * count;
    return taken;
}

static size_t layOut(CrScan *scan, size_t n)
{
    size_t used = 0;
    scan->order = take(scan->block, &used, 1, n);
    scan->next = take(scan->block, &used, 1, n);
    scan->before = take(scan->block, &used, 1, n);
    scan->edgeAt = take(scan->block, &used, 1, n);
    scan->starts = take(scan->block, &used, 1, n);
    scan->spare = take(scan->block, &used, 1, n);
    scan->status.edges = take(scan->block, &used, sizeof(CrStatusEdge) / sizeof(int), n);
    return used;
}

bool crScanMake(CrScan *scan, int count, const CaromAllocator *allocator)
{
    CR_ASSERT(count >= 0);
    static const CrScan none;
    *scan = none;
    scan->bytes = layOut(scan, (size_t)count) * sizeof(int);
    scan->block = crResize(allocator, NULL, 0, scan->bytes);
    if (scan->block) {
        layOut(scan, (size_t)count);
    }
    return scan->block != NULL;
}

void crScanFree(CrScan *scan, const CaromAllocator *allocator)
{
    crResize(allocator, scan->block, scan->bytes, 0);
    scan->block = NULL;
}

void crScanStart(CrScan *scan, const CaromVec2 *points, const int *ringEnds, int ringCount)
{
    CrStatus status = {points, scan->status.edges, 0, -1, -1, -1};
    scan->status = status;
    scan->points = points;
    scan->count = ringEnds[ringCount - 1];
    for (int k = 0; k < ringCount; ++k) {
        int start = crRingStart(ringEnds, k), end = ringEnds[k];
        for (int i = start; i < end; ++i) {
            int next = i + 1 < end ? i + 1 : start;
            scan->order[i] = i;
            scan->next[i] = next;
            scan->before[next] = i;
        }
    }
    crSortInts(liesBefore, scan, scan->order, scan->spare, scan->count);
}
