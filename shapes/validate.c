// SPDX-License-Identifier: MIT
// Whether points make a simple polygon, or rings a region. Each fault has its own error; all signs
// are exact.
//
// Few points are looked at by pairs of edges; of more, a vertical line passes over them (scan.h),
// which finds where edges cross, and at each place the rings that have a point there.
#include "exact.h"
#include "scan.h"
#include "sign_filter.h"
#include "touch.h"

#define FEW 64 ///< points: pairs take no memory, and no longer

// ---- neighbours

static bool hasRepeated(const CaromVec2 *points, int count)
{
    for (int i = 0; i < count; ++i) {
        if (crEqual(points[i], points[i + 1 < count ? i + 1 : 0])) {
            return true;
        }
    }
    return false;
}

static bool isOnOneLine(const CaromVec2 *points, int count)
{
    for (int i = 2; i < count; ++i) {
        if (crOrient(points[0], points[1], points[i]) != 0) {
            return false;
        }
    }
    return true;
}

// ---- pairs of edges
//
// Pairs that share a point of a ring are left out, since other pairs show the fault: if an edge
// turns back on the one before, the end of the shorter lies on the longer, and so does the start of
// the next edge.

typedef struct CrRegion {
    const CaromVec2 *points;
    const int *ringEnds;
    int ringCount, count;
} CrRegion;

static int nextOf(const CrRegion *region, int i)
{
    return crRingNext(region->ringEnds, region->ringCount, i);
}

/// Whether two edges that both begin or end at `at`, and lead away to p and to q, lie on each
/// other.
static bool isSameWay(CaromVec2 at, CaromVec2 p, CaromVec2 q)
{
    return crOrient(at, p, q) == 0 && crIsBefore(at, p) == crIsBefore(at, q);
}

/// Whether q is to the left of the path from `before` through `at` to `after`.
static bool isLeftOfTurn(CaromVec2 before, CaromVec2 at, CaromVec2 after, CaromVec2 q)
{
    bool first = crOrient(before, at, q) > 0, second = crOrient(at, after, q) > 0;
    return crOrient(before, at, after) > 0 ? first && second : first || second;
}

static CaromVec2 pointBefore(const CrRegion *region, int i)
{
    int k = crRingOf(region->ringEnds, region->ringCount, i);
    int start = crRingStart(region->ringEnds, k);
    return region->points[i > start ? i - 1 : region->ringEnds[k] - 1];
}

/// Of two rings that both have a point, i of one and j of the other: whether they cross there.
static bool ringsCross(const CrRegion *region, int i, int j)
{
    CaromVec2 before = pointBefore(region, i), at = region->points[i],
              after = region->points[nextOf(region, i)];
    return isLeftOfTurn(before, at, after, pointBefore(region, j)) !=
           isLeftOfTurn(before, at, after, region->points[nextOf(region, j)]);
}

/// Of touching edges i and j of two rings: whether they only have a point of both in common, and
/// the rings do not cross there. Each crossing is seen by the edges that begin at it.
static bool mayTouch(const CrRegion *region, int i, int j)
{
    CaromVec2 a = region->points[i], b = region->points[nextOf(region, i)];
    CaromVec2 c = region->points[j], d = region->points[nextOf(region, j)];
    if (crEqual(a, c)) {
        return !isSameWay(a, b, d) && !ringsCross(region, i, j);
    }
    if (crEqual(a, d)) {
        return !isSameWay(a, b, c);
    }
    if (crEqual(b, c)) {
        return !isSameWay(b, a, d);
    }
    return crEqual(b, d) && !isSameWay(b, a, c);
}

/// Of touching edges that share no point of a ring.
static CaromError faultOf(const CrRegion *region, int i, int j)
{
    if (crRingOf(region->ringEnds, region->ringCount, i) ==
        crRingOf(region->ringEnds, region->ringCount, j)) {
        return CAROM_ERROR_POLYGON_CROSSING;
    }
    return mayTouch(region, i, j) ? CAROM_OK : CAROM_ERROR_REGION_CROSSING;
}

/// The worst fault of edge i with those after it.
static CaromError checkEdge(const CrRegion *region, int i)
{
    const CaromVec2 *p = region->points;
    int next = nextOf(region, i), first = i + 1;
    int ring = first < region->count ? crRingOf(region->ringEnds, region->ringCount, first) : 0;
    CaromBox box = crBox(p[i], p[next]);
    CaromError error = CAROM_OK;
    for (int j = first; j < region->count; ++j) {
        bool closes = j + 1 == region->ringEnds[ring];
        int nextJ = closes ? crRingStart(region->ringEnds, ring) : j + 1;
        ring += closes;
        if (crBoxOverlaps(box, crBox(p[j], p[nextJ])) && j != next && nextJ != i &&
            crSegmentsTouch(p[i], p[next], p[j], p[nextJ])) {
            CaromError fault = faultOf(region, i, j);
            if (fault == CAROM_ERROR_POLYGON_CROSSING) {
                return fault;
            }
            error = fault != CAROM_OK ? fault : error;
        }
    }
    return error;
}

CaromError crCheckPairs(const CaromVec2 *points, const int *ringEnds, int ringCount)
{
    CrRegion region = {points, ringEnds, ringCount, ringEnds[ringCount - 1]};
    CaromError error = CAROM_OK;
    for (int i = 0; i < region.count && error != CAROM_ERROR_POLYGON_CROSSING; ++i) {
        CaromError fault = checkEdge(&region, i);
        error = fault != CAROM_OK ? fault : error;
    }
    return error;
}

// ---- one pass over all points

#define UNSEEN 2 ///< of a ring

/// Whether the points at one place are of one ring each, and those do not cross there: around the
/// place, the two edges of a ring have both edges of another ring between them, or none.
static bool mayMeet(CrScan *scan, const CrRegion *region, const CrScanPlace *place)
{
    const CrStatusEdge *edges = scan->status.edges;
    int *open = scan->spare, count = 0; // points of which one edge was passed, the last on top
    for (int k = 1; k < place->pointCount; ++k) {
        const int *points = scan->order + place->first + k;
        if (crRingOf(region->ringEnds, region->ringCount, points[-1]) ==
            crRingOf(region->ringEnds, region->ringCount, points[0])) {
            return false;
        }
    }
    int edge = place->highEnd, sides = 2 * place->pointCount;
    for (int k = 0; k < sides; ++k) { // counter-clockwise from below
        int point =
            k < place->startCount ? crScanStartPoint(scan, scan->starts[k]) : edges[edge].to;
        edge = k < place->startCount ? edge : edges[edge].below;
        if (count > 0 && open[count - 1] == point) {
            --count;
        } else if (count == place->pointCount) {
            return false;
        } else {
            open[count++] = point;
        }
    }
    return count == 0;
}

/// Whether a ring bounds a hole is decided at its leftmost point: the place below both of its edges
/// there is outside the ring, and the other rings decide whether it is solid.
static void lookAtHoles(const CrScan *scan, const CrRegion *region, const CrScanPlace *place,
                        uint8_t *holes)
{
    const CrStatusEdge *edges = scan->status.edges;
    int edge = place->below;
    for (int k = 0; k < place->startCount; ++k) {
        edge = edge >= 0 ? edges[edge].above : scan->status.lowest;
        int ring =
            crRingOf(region->ringEnds, region->ringCount, crScanStartPoint(scan, scan->starts[k]));
        if (holes[ring] == UNSEEN) {
            holes[ring] = !edges[edge].inside;
        }
    }
}

/// Whether no edges cross or touch where they may not.
static bool passOver(CrScan *scan, const CrRegion *region, uint8_t *holes)
{
    CrScanPlace place;
    crScanStart(scan, region->points, region->ringEnds, region->ringCount);
    for (int i = 0; i < scan->count; i += place.pointCount) {
        if (!crScanGather(scan, i, &place) ||
            (place.pointCount > 1 && !mayMeet(scan, region, &place))) {
            return false;
        }
        crScanReplace(scan, &place);
        if (holes) {
            lookAtHoles(scan, region, &place, holes);
        }
        if (!crScanIsClear(scan, &place)) {
            return false;
        }
    }
    return true;
}

/// Whether each ring is sound by itself.
static bool areRingsClear(CrScan *scan, const CrRegion *region)
{
    bool clear = region->ringCount > 1;
    for (int k = 0; k < region->ringCount && clear; ++k) {
        int start = crRingStart(region->ringEnds, k), count = region->ringEnds[k] - start;
        CrRegion ring = {region->points + start, &count, 1, count};
        clear = passOver(scan, &ring, NULL);
    }
    return clear;
}

static CaromError checkByPass(const CrRegion *region, const CaromAllocator *allocator,
                              uint8_t *holes)
{
    CrScan scan;
    CaromError error = CAROM_ERROR_MEMORY;
    if (crScanMake(&scan, region->count, allocator)) {
        error = CAROM_OK;
        if (!passOver(&scan, region, holes)) {
            error = areRingsClear(&scan, region) ? CAROM_ERROR_REGION_CROSSING
                                                 : CAROM_ERROR_POLYGON_CROSSING;
        }
    }
    crScanFree(&scan, allocator);
    return error;
}

// ---- each ring by itself

/// Whether all coordinates are within what is allowed; what is no number is not.
static bool areWithin(const CaromVec2 *points, int count)
{
    bool within = true;
    for (int i = 0; i < count; ++i) {
        within &= crAbs(points[i].x) <= CR_HUGE && crAbs(points[i].y) <= CR_HUGE;
    }
    return within;
}

static CaromError checkNumbers(const CaromVec2 *points, int count)
{
    if (areWithin(points, count)) {
        return CAROM_OK;
    }
    for (int i = 0; i < count; ++i) {
        if (!crVecFinite(points[i])) {
            return CAROM_ERROR_NOT_FINITE;
        }
    }
    return CAROM_ERROR_OUT_OF_RANGE;
}

/// All but crossings.
static CaromError checkRing(const CaromVec2 *points, int count)
{
    if (count < 3) {
        return CAROM_ERROR_POLYGON_FEW;
    }
    CaromError error = checkNumbers(points, count);
    if (error == CAROM_OK && hasRepeated(points, count)) {
        error = CAROM_ERROR_POLYGON_REPEATED;
    }
    return error == CAROM_OK && isOnOneLine(points, count) ? CAROM_ERROR_POLYGON_AREA : error;
}

/// Whether the points turn one way at each point, certain in floats, and wind around once: then
/// they are valid. The same as caromPolygonIsConvex (polygon.c), for finite points.
static bool isSurelyConvex(const CaromVec2 *points, int count)
{
    CaromVec2 a = points[count - 2], b = points[count - 1];
    bool leads = crIsBefore(a, b);
    int changes = 0, winding = crRoughOrient(a, b, points[0]);
    for (int i = 0; i < count; ++i) {
        CaromVec2 c = points[i];
        bool next = crIsBefore(b, c);
        changes += leads != next;
        if (changes > 2 || crRoughOrient(a, b, c) != winding) {
            return false;
        }
        leads = next;
        a = b;
        b = c;
    }
    return winding != CR_UNSURE;
}

CaromError crCheckRings(const CaromVec2 *points, const int *ringEnds, int ringCount)
{
    if (!points || !ringEnds) {
        return CAROM_ERROR_NULL;
    }
    for (int k = 0; k < ringCount; ++k) {
        if (ringEnds[k] < crRingStart(ringEnds, k)) {
            return CAROM_ERROR_REGION_RINGS;
        }
    }
    CaromError error = ringCount < 1 ? CAROM_ERROR_REGION_RINGS : CAROM_OK;
    for (int k = 0; k < ringCount && error == CAROM_OK; ++k) {
        int start = crRingStart(ringEnds, k);
        error = checkRing(points + start, ringEnds[k] - start);
    }
    return error;
}

static bool isPlainlySound(const CaromVec2 *points, int count)
{
    return points && count >= 3 && areWithin(points, count) && isSurelyConvex(points, count);
}

CaromError crPolygonCheck(const CaromVec2 *points, int count)
{
    if (count < 0 && points) {
        return CAROM_ERROR_COUNT;
    }
    if (isPlainlySound(points, count)) {
        return CAROM_OK;
    }
    CaromError error = crCheckRings(points, &count, 1);
    if (error != CAROM_OK) {
        return error;
    }
    return crCheckPairs(points, &count, 1);
}

CaromError caromPolygonValidate(const CaromVec2 *points, int count, const CaromAllocator *allocator)
{
    if (count <= FEW || !points) {
        return crPolygonCheck(points, count);
    }
    return isPlainlySound(points, count) ? CAROM_OK
                                         : caromRegionValidate(points, &count, 1, allocator);
}

CaromError caromRegionValidate(const CaromVec2 *points, const int *ringEnds, int ringCount,
                               const CaromAllocator *allocator)
{
    return crRegionCheck(points, ringEnds, ringCount, allocator, NULL);
}

CaromError crRegionCheck(const CaromVec2 *points, const int *ringEnds, int ringCount,
                         const CaromAllocator *allocator, uint8_t *holes)
{
    CaromError error = crCheckRings(points, ringEnds, ringCount);
    if (error != CAROM_OK) {
        return error;
    }
    CrRegion region = {points, ringEnds, ringCount, ringEnds[ringCount - 1]};
    bool few = region.count <= FEW;
    for (int k = 0; k < ringCount && holes; ++k) {
        holes[k] = UNSEEN;
    }
    error =
        few ? crCheckPairs(points, ringEnds, ringCount) : checkByPass(&region, allocator, holes);
    CrOutline outline = {points, region.count, region.count, false, ringEnds, ringCount, NULL};
    for (int k = 0; k < ringCount && holes && few && error == CAROM_OK; ++k) {
        holes[k] = crRingIsHole(&outline, k);
    }
    return error;
}

// ---- how rings contain each other
//
// A ring bounds a hole if an odd number of other rings surrounds it. This is decided at a place q
// on it that is on no other ring: a tiny distance along the edge from v, its leftmost point, to w,
// past everything that touches at v. Left of q at its height, their edges are crossed an odd number
// of times. The distance is smaller than all differences: heights compare as v's, and if they are
// equal as w's; the side of v to an edge counts, and if v is on the edge's line, the side of w.

typedef struct Probe {
    CaromVec2 v, w;
    int start, end; ///< its own ring, which does not count
} Probe;

static Probe probeOf(const CrOutline *outline, int ring)
{
    Probe probe = {
        {0.0, 0.0}, {0.0, 0.0}, crRingStart(outline->ringEnds, ring), outline->ringEnds[ring]};
    int leftmost = probe.start;
    for (int i = probe.start + 1; i < probe.end; ++i) {
        leftmost = outline->points[i].x < outline->points[leftmost].x ? i : leftmost;
    }
    probe.v = outline->points[leftmost];
    probe.w = outline->points[leftmost + 1 < probe.end ? leftmost + 1 : probe.start];
    return probe;
}

static bool isAbove(const Probe *probe, double y)
{
    return probe->w.y > probe->v.y ? y > probe->v.y : y >= probe->v.y;
}

static bool isLeft(const Probe *probe, CaromVec2 a, CaromVec2 b)
{
    if (isAbove(probe, a.y) == isAbove(probe, b.y) || (a.x > probe->v.x && b.x > probe->v.x)) {
        return false;
    }
    int side = crOrient(a, b, probe->v);
    side = side != 0 ? side : crOrient(a, b, probe->w);
    return a.y < b.y ? side < 0 : side > 0;
}

bool crRingIsHole(const CrOutline *outline, int ring)
{
    Probe probe = probeOf(outline, ring);
    bool odd = false;
    for (int k = 0; k < outline->ringCount; ++k) {
        int start = crRingStart(outline->ringEnds, k), end = outline->ringEnds[k];
        for (int i = start; i < end && k != ring; ++i) {
            odd ^= isLeft(&probe, outline->points[i], outline->points[i + 1 < end ? i + 1 : start]);
        }
    }
    return odd;
}
