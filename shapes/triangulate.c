// SPDX-License-Identifier: MIT
// Triangulation by one pass of a vertical line (scan.h). After Hertel and Mehlhorn, "Fast
// triangulation of the plane with respect to simple polygons" (1985): where the line is inside the
// polygon, between two edges, it keeps a chain (monotone_chain.h) of points that are not cut off
// yet. Each point that ends edges cuts off the part that it sees. Only points where edges begin and
// none ends need a search: O(n + s log n) after sorting, for s such points.
#include "triangulate.h"

#include "monotone_chain.h"
#include "inline.h"
#include "scan.h"
#include "touch.h"

#define POINTS_MAX (1 << 24)

typedef struct Rings {
    const int *ends;
    int count;
} Rings;

typedef struct Cutter {
    CrScan scan;
    CrChains chains;
    CrChain *chainOf; ///< of the interval above each edge of the status that is inside
    int *block;       ///< of chains
    size_t bytes;
} Cutter;

// ---- one place

/// Cuts off what the place sees. Sets *upper to the chain of the interval above it, where that is
/// inside. False where the polygon crosses itself.
static bool cutAtPlace(Cutter *cutter, const CrScanPlace *place, CrChain *upper)
{
    const CrStatusEdge *edges = cutter->scan.status.edges;
    CrChain *chainOf = cutter->chainOf;
    CrChains *chains = &cutter->chains;
    int point = cutter->scan.order[place->first];
    bool insideBelow = place->below >= 0 && edges[place->below].inside;
    if (place->endCount == 0) {
        if (insideBelow) {
            *upper = crChainSplit(chains, &chainOf[place->below], point);
        }
        return true;
    }
    for (int edge = place->lowEnd; edge != place->highEnd; edge = edges[edge].above) {
        if (edges[edge].inside && !crChainClose(chains, &chainOf[edge], point)) {
            return false;
        }
    }
    if (insideBelow) {
        crChainAddTop(chains, &chainOf[place->below], point);
    }
    if (edges[place->highEnd].inside) {
        *upper = chainOf[place->highEnd];
        crChainAddBottom(chains, upper, point);
    }
    if (insideBelow && place->startCount == 0) {
        crChainJoin(chains, &chainOf[place->below], upper);
    }
    return true;
}

/// Chains of the intervals above the edges that begin.
static void giveChains(Cutter *cutter, const CrScanPlace *place, const CrChain *upper)
{
    const CrStatusEdge *edges = cutter->scan.status.edges;
    int edge = place->below;
    for (int i = 0; i < place->startCount; ++i) {
        edge = edge >= 0 ? edges[edge].above : cutter->scan.status.lowest;
        if (edges[edge].inside) {
            cutter->chainOf[edge] =
                edge == place->last
                    ? *upper
                    : crChainStart(&cutter->chains, cutter->scan.order[place->first]);
        }
    }
}

static CaromError cutAll(Cutter *cutter)
{
    CrScanPlace place;
    for (int i = 0; i < cutter->scan.count; i += place.pointCount) {
        CrChain upper = {-1, -1, -1};
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
    cutter->bytes = links * sizeof(CrLink) + n * sizeof(CrChain);
    cutter->block = NULL;
    if (!crScanMake(&cutter->scan, geometry->count, allocator)) {
        return false;
    }
    CrLink *block = crResize(allocator, NULL, 0, cutter->bytes);
    if (!block) {
        return false;
    }
    CrChains chains = {geometry->points, block, 0, triangles};
    cutter->block = (int *)(void *)block;
    cutter->chains = chains;
    cutter->chainOf = (CrChain *)(void *)(block + links);
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
