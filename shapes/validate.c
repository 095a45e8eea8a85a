// SPDX-License-Identifier: MIT
// Whether points make a simple polygon, or rings a region. Each fault has its own error; all signs
// are exact.
//
// Pairs of edges whose boxes overlap are found by the tree of boxes of border.h. O(n log n) and a
// step for each pair of runs whose boxes overlap; only a border that keeps coming back everywhere
// makes that O(n²).
#include "shapes.h"

#include "border.h"
#include "exact.h"
#include "rough.h"

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

// ---- where rings have a point in common

/// Whether two edges that both begin or end at `at`, and lead away to p and to q, lie on each
/// other.
static bool isSameWay(CaromVec2 at, CaromVec2 p, CaromVec2 q)
{
    return crOrient(at, p, q) == 0 && crIsBefore(at, p) == crIsBefore(at, q);
}

/// Whether q is seen to the left of one who comes from `before` through `at` to `after`.
static bool isLeftOfTurn(CaromVec2 before, CaromVec2 at, CaromVec2 after, CaromVec2 q)
{
    bool first = crOrient(before, at, q) > 0, second = crOrient(at, after, q) > 0;
    return crOrient(before, at, after) > 0 ? first && second : first || second;
}

static CaromVec2 pointBefore(const CrBorder *border, int i)
{
    int k = crRingOf(border->ringEnds, border->ringCount, i);
    int start = crRingStart(border->ringEnds, k);
    return border->points[i > start ? i - 1 : border->ringEnds[k] - 1];
}

/// Of two rings that both have a point, i of one and j of the other: whether they cross there.
static bool ringsCross(const CrBorder *border, int i, int j)
{
    CaromVec2 before = pointBefore(border, i), at = border->points[i],
              after = border->points[crBorderNext(border, i)];
    return isLeftOfTurn(before, at, after, pointBefore(border, j)) !=
           isLeftOfTurn(before, at, after, border->points[crBorderNext(border, j)]);
}

/// Of touching edges i and j of two rings: whether they only have a point of both in common, and
/// the rings do not cross there. Each crossing is seen by the edges that begin at it.
static bool mayTouch(const CrBorder *border, int i, int j)
{
    CaromVec2 a = border->points[i], b = border->points[crBorderNext(border, i)];
    CaromVec2 c = border->points[j], d = border->points[crBorderNext(border, j)];
    if (crEqual(a, c)) {
        return !isSameWay(a, b, d) && !ringsCross(border, i, j);
    }
    if (crEqual(a, d)) {
        return !isSameWay(a, b, c);
    }
    if (crEqual(b, c)) {
        return !isSameWay(b, a, d);
    }
    return crEqual(b, d) && !isSameWay(b, a, c);
}

// ---- edges that are no neighbours
//
// They tell of neighbours, too: where an edge turns back on the one before, the end of the shorter
// lies on the longer, and with it the edge that goes on from there.

/// Of edges that share no point of a ring.
static CaromError checkPair(const CrBorder *border, int i, int j)
{
    if (!crSegmentsTouch(border->points[i], border->points[crBorderNext(border, i)],
                         border->points[j], border->points[crBorderNext(border, j)])) {
        return CAROM_OK;
    }
    bool isRing = border->ringCount == 1 || crRingOf(border->ringEnds, border->ringCount, i) ==
                                                crRingOf(border->ringEnds, border->ringCount, j);
    if (isRing) {
        return CAROM_ERROR_POLYGON_CROSSING;
    }
    return mayTouch(border, i, j) ? CAROM_OK : CAROM_ERROR_REGION_CROSSING;
}

/// The first fault of pairs of edges i < j of [firstI, endI) and [firstJ, endJ) that share no point
/// of a ring.
static CaromError checkRuns(const CrBorder *border, int firstI, int endI, int firstJ, int endJ)
{
    for (int i = firstI; i < endI; ++i) {
        int next = crBorderNext(border, i), from = i + 1 > firstJ ? i + 1 : firstJ;
        CaromBox box = crBox(border->points[i], border->points[next]);
        int ring = crRingOf(border->ringEnds, border->ringCount, from);
        for (int j = from; j < endJ; ++j) {
            bool closes = j + 1 == border->ringEnds[ring];
            int nextJ = closes ? crRingStart(border->ringEnds, ring) : j + 1;
            ring += closes;
            if (crBoxOverlaps(box, crBox(border->points[j], border->points[nextJ])) && j != next &&
                nextJ != i) {
                CaromError error = checkPair(border, i, j);
                if (error != CAROM_OK) {
                    return error;
                }
            }
        }
    }
    return CAROM_OK;
}

/// Of two nodes of one level, i <= j: the same of the edges below them. Recursion is as deep as the
/// tree: less than 28.
static CaromError checkNodes(const CrBorder *border, int i, int j)
{
    if (i != j && !crBoxOverlaps(crBorderBox(border, i), crBorderBox(border, j))) {
        return CAROM_OK;
    }
    int runs = 1 << border->depth;
    if (i >= runs) {
        return checkRuns(border, crBorderRun(border, i - runs), crBorderRun(border, i - runs + 1),
                         crBorderRun(border, j - runs), crBorderRun(border, j - runs + 1));
    }
    CaromError error = checkNodes(border, 2 * i, 2 * j);
    error = error != CAROM_OK ? error : checkNodes(border, 2 * i + 1, 2 * j + 1);
    error = error != CAROM_OK ? error : checkNodes(border, 2 * i, 2 * j + 1);
    return error != CAROM_OK || i == j ? error : checkNodes(border, 2 * i + 1, 2 * j);
}

static CaromError checkCrossings(const CrBorder *border)
{
    return border->depth > 0 ? checkNodes(border, 1, 1)
                             : checkRuns(border, 0, border->count, 0, border->count);
}

// ----

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

/// Whether the points turn one way at each of them, as floats can tell, and wind around once: then
/// nothing is wrong with them. As caromPolygonIsConvex tells it (polygon.c); of finite ones.
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

CaromError caromPolygonValidate(const CaromVec2 *points, int count, int *scratch)
{
    if (count < 0 && points) {
        return CAROM_ERROR_COUNT;
    }
    if (points && count >= 3 && checkNumbers(points, count) == CAROM_OK &&
        isSurelyConvex(points, count)) {
        return CAROM_OK;
    }
    return caromRegionValidate(points, &count, 1, scratch);
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

CaromError caromRegionValidate(const CaromVec2 *points, const int *ringEnds, int ringCount,
                               int *scratch)
{
    CaromError error = crCheckRings(points, ringEnds, ringCount);
    if (error == CAROM_OK) {
        CrBorder border = crBorder(points, ringEnds, ringCount, scratch);
        error = checkCrossings(&border);
    }
    return error;
}
