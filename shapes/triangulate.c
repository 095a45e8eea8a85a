// SPDX-License-Identifier: MIT
// Triangulation by one pass of a vertical line (scan.h). After Hertel and Mehlhorn, "Fast
// triangulation of the plane with respect to simple polygons" (1985): where the line is inside the
// polygon, between two edges, it keeps a chain of points that are not cut off
// yet. Each point that ends edges cuts off the part that it sees. Only points where edges begin and
// none ends need a search: O(n + s log n) after sorting, for s such points.
#include "triangulate.h"

#include "exact.h"
#include "inline.h"
#include "scan.h"
#include "touch.h"

#define POINTS_MAX (1 << 24)

// ---- chains
//
// A chain runs from the first point of the lower edge over points already passed to that of the
// upper edge. From its right, where the polygon is, no corner of it is convex: it bulges to the
// right, and the point that was added last is the rightmost, seen from all that comes.

/// A point of a chain.
typedef struct Link {
    int point;
    int below, above; ///< links, −1 at the ends
    int diagonal;     ///< on the way to the link above; −1 for an edge of the polygon
} Link;

/// A chain, by its links.
typedef struct Chain {
    int bottom, top, last;
} Chain;

typedef struct Chains {
    const CaromVec2 *points;
    Link *links;
    int linkCount;
    CrTriangles *triangles;
} Chains;

static int addLink(Chains *chains, int point, int below, int above, int diagonal)
{
    Link link = {point, below, above, diagonal};
    chains->links[chains->linkCount] = link;
    return chains->linkCount++;
}

static int addDiagonal(CrTriangles *triangles)
{
    int diagonal = triangles->diagonalCount++;
    triangles->diagonals[2 * diagonal] = triangles->diagonals[2 * diagonal + 1] = -1;
    return diagonal;
}

static void setSide(CrTriangles *triangles, int corner, int point, int diagonal)
{
    int side = 3 * triangles->triangleCount + corner;
    triangles->corners[side] = point;
    if (diagonal >= 0) {
        int *sides = triangles->diagonals + 2 * diagonal;
        sides[sides[0] >= 0] = side;
    }
}

/// Cuts off the middle of three links that follow each other, lowest first, where it is a convex
/// corner, by a new diagonal, or an edge of the polygon where that is `closed`.
static bool cut(Chains *chains, int low, int middle, int high, bool closed)
{
    Link *links = chains->links;
    const CaromVec2 *points = chains->points;
    int a = links[high].point, b = links[middle].point, c = links[low].point;
    if (crOrient(points[a], points[b], points[c]) <= 0) {
        return false;
    }
    int diagonal = closed ? -1 : addDiagonal(chains->triangles);
    setSide(chains->triangles, 0, a, links[middle].diagonal);
    setSide(chains->triangles, 1, b, links[low].diagonal);
    setSide(chains->triangles, 2, c, diagonal);
    ++chains->triangles->triangleCount;
    links[low].above = high;
    links[low].diagonal = diagonal;
    links[high].below = low;
    return true;
}

static void cutFromTop(Chains *chains, int top)
{
    Link *links = chains->links;
    for (int middle = links[top].below; links[middle].below >= 0; middle = links[top].below) {
        if (!cut(chains, links[middle].below, middle, top, false)) {
            return;
        }
    }
}

static void cutFromBottom(Chains *chains, int bottom)
{
    Link *links = chains->links;
    for (int middle = links[bottom].above; links[middle].above >= 0; middle = links[bottom].above) {
        if (!cut(chains, bottom, middle, links[middle].above, false)) {
            return;
        }
    }
}

static Chain startChain(Chains *chains, int point)
{
    CR_ASSERT(point >= 0);
    int link = addLink(chains, point, -1, -1, -1);
    Chain chain = {link, link, link};
    return chain;
}

/// Puts a point above the top, which the way to it leads over: a diagonal, or −1.
static void putOnTop(Chains *chains, Chain *chain, int point, int diagonal)
{
    int link = addLink(chains, point, chain->top, -1, -1);
    chains->links[chain->top].above = link;
    chains->links[chain->top].diagonal = diagonal;
    chain->top = chain->last = link;
}

static void putBelow(Chains *chains, Chain *chain, int point, int diagonal)
{
    int link = addLink(chains, point, -1, chain->bottom, diagonal);
    chains->links[chain->bottom].below = link;
    chain->bottom = chain->last = link;
}

/// The upper edge ended at a point: goes on from there.
static void addTop(Chains *chains, Chain *chain, int point)
{
    putOnTop(chains, chain, point, -1);
    cutFromTop(chains, chain->top);
}

/// The lower edge did.
static void addBottom(Chains *chains, Chain *chain, int point)
{
    putBelow(chains, chain, point, -1);
    cutFromBottom(chains, chain->bottom);
}

/// Both edges ended at a point. False where something is left: the polygon crosses itself.
static bool closeChain(Chains *chains, Chain *chain, int point)
{
    Link *links = chains->links;
    putOnTop(chains, chain, point, -1);
    int middle = links[chain->top].below;
    while (links[middle].below >= 0) {
        int low = links[middle].below;
        if (!cut(chains, low, middle, chain->top, low == chain->bottom)) {
            return false;
        }
        middle = low;
    }
    return true;
}

/// A point appeared between both edges: what is below it stays, what is above it is returned.
static Chain splitChain(Chains *chains, Chain *chain, int point)
{
    Link *links = chains->links;
    int last = chain->last, above = links[last].above;
    int twin = addLink(chains, links[last].point, -1, above, links[last].diagonal);
    Chain upper = {twin, chain->top == last ? twin : chain->top, twin};
    if (above >= 0) {
        links[above].below = twin;
    }
    links[last].above = -1;
    chain->top = last;
    int diagonal = addDiagonal(chains->triangles);
    putOnTop(chains, chain, point, diagonal);
    putBelow(chains, &upper, point, diagonal);
    cutFromTop(chains, chain->top);
    cutFromBottom(chains, upper.bottom);
    return upper;
}

/// Joins two chains that end and begin at one point, just added to both.
static void joinChains(Chains *chains, Chain *lower, const Chain *upper)
{
    Link *links = chains->links;
    int joint = lower->top, above = links[upper->bottom].above;
    links[joint].above = above;
    links[joint].diagonal = links[upper->bottom].diagonal;
    links[above].below = joint;
    lower->top = upper->top;
    lower->last = joint;
}

typedef struct Rings {
    const int *ends;
    int count;
} Rings;

typedef struct Cutter {
    CrScan scan;
    Chains chains;
    Chain *chainOf; ///< of the interval above each edge of the status that is inside
    int *block;     ///< of chains
    size_t bytes;
} Cutter;

// ---- one place

/// Cuts off what the place sees. Sets *upper to the chain of the interval above it, where that is
/// inside. False where the polygon crosses itself.
static bool cutAtPlace(Cutter *cutter, const CrScanPlace *place, Chain *upper)
{
    const CrStatusEdge *edges = cutter->scan.status.edges;
    Chain *chainOf = cutter->chainOf;
    Chains *chains = &cutter->chains;
    int point = cutter->scan.order[place->first];
    bool insideBelow = place->below >= 0 && edges[place->below].inside;
    if (place->endCount == 0) {
        if (insideBelow) {
            *upper = splitChain(chains, &chainOf[place->below], point);
        }
        return true;
    }
    for (int edge = place->lowEnd; edge != place->highEnd; edge = edges[edge].above) {
        if (edges[edge].inside && !closeChain(chains, &chainOf[edge], point)) {
            return false;
        }
    }
    if (insideBelow) {
        addTop(chains, &chainOf[place->below], point);
    }
    if (edges[place->highEnd].inside) {
        *upper = chainOf[place->highEnd];
        addBottom(chains, upper, point);
    }
    if (insideBelow && place->startCount == 0) {
        joinChains(chains, &chainOf[place->below], upper);
    }
    return true;
}

/// Chains of the intervals above the edges that begin.
static void giveChains(Cutter *cutter, const CrScanPlace *place, const Chain *upper)
{
    const CrStatusEdge *edges = cutter->scan.status.edges;
    int edge = place->below;
    for (int i = 0; i < place->startCount; ++i) {
        edge = edge >= 0 ? edges[edge].above : cutter->scan.status.lowest;
        if (edges[edge].inside) {
            cutter->chainOf[edge] =
                edge == place->last ? *upper
                                    : startChain(&cutter->chains, cutter->scan.order[place->first]);
        }
    }
}

static CaromError cutAll(Cutter *cutter)
{
    CrScanPlace place;
    for (int i = 0; i < cutter->scan.count; i += place.pointCount) {
        Chain upper = {-1, -1, -1};
        if (!crScanGather(&cutter->scan, i, &place) || !cutAtPlace(cutter, &place, &upper)) {
            return CAROM_ERROR_POLYGON_CROSSING;
        }
        crScanReplace(&cutter->scan, &place);
        giveChains(cutter, &place, &upper);
        if (!crScanIsClear(&cutter->scan, &place)) {
            return CAROM_ERROR_POLYGON_CROSSING;
        }
    }
    return CAROM_OK;
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

/// Each place with j points has 2j edges: at most j + 2 links, and 3 for a split.
#define LINKS_PER_POINT 3

/// Takes what the triangles need, up to 3 for the points and the rings: t = n + 2r − 4, and of the
/// 3t sides n are edges, all others in pairs.
static bool makeTriangles(CrTriangles *triangles, size_t n, size_t r,
                          const CaromAllocator *allocator)
{
    static const CrTriangles none;
    *triangles = none;
    triangles->bytes = (3 * (n + 2 * r) + 2 * (n + 3 * r)) * sizeof(int);
    triangles->block = crResize(allocator, NULL, 0, triangles->bytes);
    triangles->corners = triangles->block;
    triangles->diagonals = triangles->block ? triangles->block + 3 * (n + 2 * r) : NULL;
    return triangles->block != NULL;
}

static bool makeCutter(Cutter *cutter, const CaromGeometry *geometry, CrTriangles *triangles,
                       const CaromAllocator *allocator)
{
    size_t n = (size_t)geometry->count, links = LINKS_PER_POINT * n;
    cutter->bytes = links * sizeof(Link) + n * sizeof(Chain);
    cutter->block = NULL;
    if (!crScanMake(&cutter->scan, geometry->count, allocator)) {
        return false;
    }
    Link *block = crResize(allocator, NULL, 0, cutter->bytes);
    if (!block) {
        return false;
    }
    Chains chains = {geometry->points, block, 0, triangles};
    cutter->block = (int *)(void *)block;
    cutter->chains = chains;
    cutter->chainOf = (Chain *)(void *)(block + links);
    return true;
}

static void freeCutter(Cutter *cutter, const CaromAllocator *allocator)
{
    crResize(allocator, cutter->block, cutter->bytes, 0);
    crScanFree(&cutter->scan, allocator);
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
    if (!makeTriangles(triangles, (size_t)geometry->count, (size_t)rings.count, allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    Cutter cutter;
    error = CAROM_ERROR_MEMORY;
    if (makeCutter(&cutter, geometry, triangles, allocator)) {
        crScanStart(&cutter.scan, geometry->points, rings.ends, rings.count);
        error = cutAll(&cutter);
    }
    freeCutter(&cutter, allocator);
    if (error != CAROM_OK) {
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
