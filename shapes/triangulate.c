// SPDX-License-Identifier: MIT
// Triangulation by one sweep. After Hertel and Mehlhorn, "Fast triangulation of the plane with
// respect to simple polygons" (1985): a vertical line passes over the points from left to right.
// Where it is inside of the polygon, between two edges, it drags a chain (chain.h) of points which
// are not yet cut off; each point that ends edges cuts off what it sees. Only points where edges
// begin, and none ends, are searched for: O(n + s log n) after sorting, s of these.
//
// All points at one place are one event, in whatever rings they are: edges that end there are
// neighbours in the status, and those that begin there take their places, sorted by direction.
// Inside is every other interval. Edges that become neighbours must not cross or touch to the right
// of the event, as in Shamos and Hoey, "Geometric intersection problems" (1976): so that every
// crossing is found before it can do harm.
#include "triangulate.h"

#include "chain.h"
#include "exact.h"
#include "inline.h"
#include "touch.h"

#define POINTS_MAX (1 << 24)

typedef struct Rings {
    const int *ends;
    int count;
} Rings;

typedef struct Sweep {
    const CaromVec2 *points;
    int count;
    int *order;          ///< the points from left to right
    int *next, *before;  ///< on its ring
    int *edgeAt;         ///< of the edge from point i to next[i], while the line crosses it
    int *starts, *spare; ///< points whose edge to next begins here, or ~i: that from next[i] does
    CrStatus status;
    CrChains chains;
} Sweep;

// ---- sorting: merging runs of doubling length

typedef bool Precedes(const Sweep *sweep, int a, int b);

static bool liesBefore(const Sweep *sweep, int a, int b)
{
    return crIsBefore(sweep->points[a], sweep->points[b]);
}

/// The edges of `starts` by their point here and there.
static int hereOf(const Sweep *sweep, int start)
{
    return start >= 0 ? start : sweep->next[~start];
}
static int thereOf(const Sweep *sweep, int start)
{
    return start >= 0 ? sweep->next[start] : ~start;
}

static bool leadsBelow(const Sweep *sweep, int a, int b)
{
    return crOrient(sweep->points[hereOf(sweep, a)], sweep->points[thereOf(sweep, a)],
                    sweep->points[thereOf(sweep, b)]) > 0;
}

static void mergeRuns(const Sweep *sweep, Precedes *precedes, const int *from, int *to, int first,
                      int middle, int end)
{
    int left = first, right = middle;
    for (int i = first; i < end; ++i) {
        bool takesRight =
            left == middle || (right < end && precedes(sweep, from[right], from[left]));
        to[i] = takesRight ? from[right++] : from[left++];
    }
}

/// Sorts; equal ones stay in their order. `spare` has room for as many.
static void sortInts(const Sweep *sweep, Precedes *precedes, int *items, int *spare, int count)
{
    int *from = items, *to = spare;
    for (int run = 1; run < count; run *= 2) {
        for (int first = 0; first < count; first += 2 * run) {
            int middle = first + run < count ? first + run : count;
            int end = middle + run < count ? middle + run : count;
            mergeRuns(sweep, precedes, from, to, first, middle, end);
        }
        int *kept = from;
        from = to;
        to = kept;
    }
    for (int i = 0; from != items && i < count; ++i) {
        items[i] = from[i];
    }
}

// ---- one event

/// What begins and ends at one place.
typedef struct Event {
    CaromVec2 place;
    int point;      ///< one of those there
    int startCount; ///< edges that begin, in sweep->starts
    int endCount;   ///< edges that end: from lowEnd up to highEnd, −1 where none does
    int lowEnd, highEnd;
    int below;     ///< the highest edge below the place, −1: none
    CrChain upper; ///< of the interval above the place, where that is inside
} Event;

/// Takes one of the edges at a point: `edge` is its number, `other` its other end.
static void takeEdge(Sweep *sweep, Event *event, int edge, int other)
{
    if (crIsBefore(event->place, sweep->points[other])) {
        sweep->starts[event->startCount++] = sweep->next[edge] == other ? edge : ~edge;
    } else {
        event->lowEnd = sweep->edgeAt[edge];
        ++event->endCount;
    }
}

static bool endsAt(const Sweep *sweep, int edge, CaromVec2 place)
{
    return edge >= 0 && crEqual(sweep->points[sweep->status.edges[edge].to], place);
}

/// Sets lowEnd and highEnd; false where the edges that end are no neighbours.
static bool findEnds(const Sweep *sweep, Event *event)
{
    const CrStatusEdge *edges = sweep->status.edges;
    while (endsAt(sweep, edges[event->lowEnd].below, event->place)) {
        event->lowEnd = edges[event->lowEnd].below;
    }
    int found = 1;
    event->highEnd = event->lowEnd;
    while (endsAt(sweep, edges[event->highEnd].above, event->place)) {
        event->highEnd = edges[event->highEnd].above;
        ++found;
    }
    event->below = edges[event->lowEnd].below;
    return found == event->endCount;
}

/// False where two edges that begin here lie on each other.
static bool sortStarts(Sweep *sweep, const Event *event)
{
    sortInts(sweep, leadsBelow, sweep->starts, sweep->spare, event->startCount);
    for (int i = 1; i < event->startCount; ++i) {
        if (!leadsBelow(sweep, sweep->starts[i - 1], sweep->starts[i])) {
            return false;
        }
    }
    return true;
}

/// Cuts off what the place sees. False where the polygon crosses itself.
static bool cutAtEvent(Sweep *sweep, Event *event)
{
    CrStatusEdge *edges = sweep->status.edges;
    CrChains *chains = &sweep->chains;
    bool insideBelow = event->below >= 0 && edges[event->below].inside;
    if (event->endCount == 0) {
        if (insideBelow) {
            event->upper = crChainSplit(chains, &edges[event->below].chain, event->point);
        }
        return true;
    }
    for (int edge = event->lowEnd; edge != event->highEnd; edge = edges[edge].above) {
        if (edges[edge].inside && !crChainClose(chains, &edges[edge].chain, event->point)) {
            return false;
        }
    }
    if (insideBelow) {
        crChainAddTop(chains, &edges[event->below].chain, event->point);
    }
    if (edges[event->highEnd].inside) {
        event->upper = edges[event->highEnd].chain;
        crChainAddBottom(chains, &event->upper, event->point);
    }
    if (insideBelow && event->startCount == 0) {
        crChainJoin(chains, &edges[event->below].chain, &event->upper);
    }
    return true;
}

/// Edges that begin take the places of those that end. Sets *last to the highest of them, or to
/// what is below.
static void replaceEdges(Sweep *sweep, Event *event, int *last)
{
    CrStatusEdge *edges = sweep->status.edges;
    int ended = event->endCount > 0 ? event->lowEnd : -1, left = event->endCount;
    bool inside = event->below >= 0 && edges[event->below].inside;
    *last = event->below;
    for (int i = 0; i < event->startCount; ++i) {
        int start = sweep->starts[i], to = thereOf(sweep, start), edge = ended;
        if (left > 0) {
            ended = edges[edge].above;
            --left;
            edges[edge].from = event->point;
            edges[edge].to = to;
        } else {
            edge = crStatusInsert(&sweep->status, *last, event->point, to);
        }
        sweep->edgeAt[start >= 0 ? start : ~start] = edge;
        inside = !inside;
        edges[edge].inside = inside;
        if (inside) {
            bool isHighest = i + 1 == event->startCount;
            edges[edge].chain =
                isHighest ? event->upper : crChainStart(&sweep->chains, event->point);
        }
        *last = edge;
    }
    for (; left > 0; --left) {
        int above = edges[ended].above;
        crStatusRemove(&sweep->status, ended);
        ended = above;
    }
}

/// Of two neighbours in the status: whether the upper one stays above until the first of them ends.
static bool staysAbove(const Sweep *sweep, int lower, int upper)
{
    if (lower < 0 || upper < 0) {
        return true;
    }
    const CrStatusEdge *low = &sweep->status.edges[lower], *high = &sweep->status.edges[upper];
    const CaromVec2 *p = sweep->points;
    if (crEqual(p[low->to], p[high->to])) {
        return true;
    }
    return crIsBefore(p[low->to], p[high->to])
               ? crOrient(p[high->from], p[high->to], p[low->to]) < 0
               : crOrient(p[low->from], p[low->to], p[high->to]) > 0;
}

/// Passes all points at one place, the first of them order[first]. Returns how many, 0 where the
/// polygon crosses itself.
static int passPlace(Sweep *sweep, int first)
{
    int point = sweep->order[first], passed = 0, last;
    Event event = {sweep->points[point], point, 0, 0, -1, -1, -1, {-1, -1, -1}};
    while (first + passed < sweep->count &&
           crEqual(sweep->points[sweep->order[first + passed]], event.place)) {
        int at = sweep->order[first + passed++];
        takeEdge(sweep, &event, sweep->before[at], sweep->before[at]);
        takeEdge(sweep, &event, at, sweep->next[at]);
    }
    bool found = event.endCount > 0 ? findEnds(sweep, &event)
                                    : crStatusFind(&sweep->status, event.place, &event.below);
    if (!found || !sortStarts(sweep, &event) || !cutAtEvent(sweep, &event)) {
        return 0;
    }
    replaceEdges(sweep, &event, &last);
    const CrStatusEdge *edges = sweep->status.edges;
    int lowest = event.below >= 0 ? edges[event.below].above : sweep->status.lowest;
    int above = last >= 0 ? edges[last].above : sweep->status.lowest;
    return staysAbove(sweep, event.below, lowest) && staysAbove(sweep, last, above) ? passed : 0;
}

// ---- checks, memory

static CaromError checkGeometry(const CaromGeometry *geometry, const Rings *rings)
{
    if (geometry->type != CAROM_SHAPE_REGION && geometry->type != CAROM_SHAPE_POLYGON) {
        return CAROM_ERROR_ENUM;
    }
    if (geometry->count < 0 || geometry->count > POINTS_MAX) {
        return CAROM_ERROR_COUNT;
    }
    if (rings->ends && (rings->count < 1 || rings->ends[rings->count - 1] != geometry->count)) {
        return CAROM_ERROR_REGION_RINGS;
    }
    return crCheckRings(geometry->points, rings->ends, rings->count);
}

static Rings ringsOf(const CaromGeometry *geometry)
{
    bool isRegion = geometry->type == CAROM_SHAPE_REGION;
    Rings rings = {isRegion ? geometry->ringEnds : &geometry->count,
                   isRegion ? geometry->ringCount : 1};
    return rings;
}

/// Takes `count` things of `ints` ints each from a block; of a null block only adds them up.
static void *take(int *block, size_t *used, size_t ints, size_t count)
{
    void *taken = block ? block + *used : NULL;
    *used += ints * count;
    return taken;
}

/// Each place with j points has 2j edges: at most j + 2 links, and 3 for a split.
#define LINKS_PER_POINT 3

/// Lays out what the triangles need, up to 3 for the points and the rings: t = n + 2r − 4, and of
/// the 3t sides n are edges, all others in pairs.
static size_t layTriangles(CrTriangles *triangles, size_t n, size_t r)
{
    size_t used = 0;
    triangles->corners = take(triangles->block, &used, 3, n + 2 * r);
    triangles->diagonals = take(triangles->block, &used, 2, n + 3 * r);
    return used;
}

#define INTS(type) (sizeof(type) / sizeof(int))

static size_t laySweep(Sweep *sweep, int *block, size_t n)
{
    size_t used = 0;
    sweep->order = take(block, &used, 1, n);
    sweep->next = take(block, &used, 1, n);
    sweep->before = take(block, &used, 1, n);
    sweep->edgeAt = take(block, &used, 1, n);
    sweep->starts = take(block, &used, 1, n);
    sweep->spare = take(block, &used, 1, n);
    sweep->status.edges = take(block, &used, INTS(CrStatusEdge), n);
    sweep->chains.links = take(block, &used, INTS(CrLink), LINKS_PER_POINT * n);
    return used;
}

static void linkRings(Sweep *sweep, const Rings *rings)
{
    for (int k = 0; k < rings->count; ++k) {
        int start = crRingStart(rings->ends, k), end = rings->ends[k];
        for (int i = start; i < end; ++i) {
            int next = i + 1 < end ? i + 1 : start;
            sweep->order[i] = i;
            sweep->next[i] = next;
            sweep->before[next] = i;
        }
    }
}

static CaromError runSweep(Sweep *sweep)
{
    sortInts(sweep, liesBefore, sweep->order, sweep->spare, sweep->count);
    for (int i = 0; i < sweep->count;) {
        int passed = passPlace(sweep, i);
        if (passed == 0) {
            return CAROM_ERROR_POLYGON_CROSSING;
        }
        i += passed;
    }
    return CAROM_OK;
}

CaromError crTriangulate(const CaromGeometry *geometry, const CaromAllocator *allocator,
                         CrTriangles *triangles)
{
    if (!geometry) {
        return CAROM_ERROR_NULL;
    }
    Rings rings = ringsOf(geometry);
    CaromError error = checkGeometry(geometry, &rings);
    if (error != CAROM_OK) {
        return error;
    }
    CrTriangles none = {NULL, NULL, 0, 0, NULL, 0};
    size_t count = (size_t)geometry->count, ringCount = (size_t)rings.count;
    Sweep sweep = {.points = geometry->points, .count = geometry->count};
    *triangles = none;
    triangles->bytes = layTriangles(triangles, count, ringCount) * sizeof(int);
    triangles->block = crResize(allocator, NULL, 0, triangles->bytes);
    size_t bytes = laySweep(&sweep, NULL, count) * sizeof(int);
    int *block = triangles->block ? crResize(allocator, NULL, 0, bytes) : NULL;
    error = CAROM_ERROR_MEMORY;
    if (block) {
        layTriangles(triangles, count, ringCount);
        laySweep(&sweep, block, count);
        CrStatus status = {geometry->points, sweep.status.edges, 0, -1, -1, -1};
        CrChains chains = {geometry->points, sweep.chains.links, 0, triangles};
        sweep.status = status;
        sweep.chains = chains;
        linkRings(&sweep, &rings);
        error = runSweep(&sweep);
        crResize(allocator, block, bytes, 0);
    }
    if (error != CAROM_OK && triangles->block) {
        crTrianglesFree(triangles, allocator);
    }
    return error;
}

void crTrianglesFree(CrTriangles *triangles, const CaromAllocator *allocator)
{
    crResize(allocator, triangles->block, triangles->bytes, 0);
    triangles->block = NULL;
}

int caromTriangulate(const CaromGeometry *geometry, const CaromAllocator *allocator, int *triangles,
                     int capacity, CaromError *error)
{
    CrTriangles all;
    CaromError result =
        triangles || capacity <= 0 ? crTriangulate(geometry, allocator, &all) : CAROM_ERROR_NULL;
    if (error) {
        *error = result;
    }
    if (result != CAROM_OK) {
        return 0;
    }
    for (int i = 0; i < 3 * all.triangleCount && i / 3 < capacity; ++i) {
        triangles[i] = all.corners[i];
    }
    int count = all.triangleCount;
    crTrianglesFree(&all, allocator);
    return count;
}
