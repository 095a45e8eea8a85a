// SPDX-License-Identifier: MIT
#include "scan.h"

#include "exact.h"
#include "touch.h"

// ---- sorting: merging runs of doubling length

typedef bool Precedes(const CrScan *scan, int a, int b);

static bool liesBefore(const CrScan *scan, int a, int b)
{
    return crIsBefore(scan->points[a], scan->points[b]);
}

static int thereOf(const CrScan *scan, int start)
{
    return start >= 0 ? scan->next[start] : ~start;
}

static bool leadsBelow(const CrScan *scan, int a, int b)
{
    return crOrient(scan->points[crScanStartPoint(scan, a)], scan->points[thereOf(scan, a)],
                    scan->points[thereOf(scan, b)]) > 0;
}

static void mergeRuns(const CrScan *scan, Precedes *precedes, const int *from, int *to, int first,
                      int middle, int end)
{
    int left = first, right = middle;
    for (int i = first; i < end; ++i) {
        bool takesRight =
            left == middle || (right < end && precedes(scan, from[right], from[left]));
        to[i] = takesRight ? from[right++] : from[left++];
    }
}

/// Sorts; equal ones stay in their order. `spare` has room for as many.
static void sortInts(const CrScan *scan, Precedes *precedes, int *items, int *spare, int count)
{
    int *from = items, *to = spare;
    for (int run = 1; run < count; run *= 2) {
        for (int first = 0; first < count; first += 2 * run) {
            int middle = first + run < count ? first + run : count;
            int end = middle + run < count ? middle + run : count;
            mergeRuns(scan, precedes, from, to, first, middle, end);
        }
        int *kept = from;
        from = to;
        to = kept;
    }
    for (int i = 0; from != items && i < count; ++i) {
        items[i] = from[i];
    }
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
    sortInts(scan, leadsBelow, scan->starts, scan->spare, place->startCount);
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
                                     : crStatusFind(&scan->status, place->at, &place->below);
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
            edge = crStatusInsert(&scan->status, place->last, crScanStartPoint(scan, start), to);
        }
        scan->edgeAt[start >= 0 ? start : ~start] = edge;
        inside = !inside;
        edges[edge].inside = inside;
        place->last = edge;
    }
    for (; left > 0; --left) {
        int above = edges[ended].above;
        crStatusRemove(&scan->status, ended);
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
    sortInts(scan, liesBefore, scan->order, scan->spare, scan->count);
}
