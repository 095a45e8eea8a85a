// SPDX-License-Identifier: MIT
// Rays in whole numbers, by the definitions: fractions are quotients without rounding. On small
// lattices the library's fractions must be these, rounded once: equal to the bit.
#ifndef CAROM_TESTS_LATTICE_RAY_H
#define CAROM_TESTS_LATTICE_RAY_H

#include "../../shapes/shapes.h"

#include "../support/lattice.h"

/// over / under, under > 0.
typedef struct LatticeFraction {
    int64_t over, under;
} LatticeFraction;

static inline LatticeFraction latticeFraction(int64_t over, int64_t under)
{
    LatticeFraction f = {under < 0 ? -over : over, under < 0 ? -under : under};
    return f;
}

static inline int latticeCompare(LatticeFraction a, LatticeFraction b)
{
    return latticeSign(a.over * b.under - b.over * a.under);
}

static inline double latticeRounded(LatticeFraction f)
{
    return (double)f.over / (double)f.under;
}

static inline LatticePoint latticeSub(LatticePoint a, LatticePoint b)
{
    LatticePoint v = {a.x - b.x, a.y - b.y};
    return v;
}

static inline LatticePoint latticeAdd(LatticePoint a, LatticePoint b)
{
    LatticePoint v = {a.x + b.x, a.y + b.y};
    return v;
}

static inline int64_t latticeDot(LatticePoint a, LatticePoint b)
{
    return a.x * b.x + a.y * b.y;
}

static inline int64_t latticeCross(LatticePoint a, LatticePoint b)
{
    return a.x * b.y - a.y * b.x;
}

static inline bool latticeEqual(LatticePoint a, LatticePoint b)
{
    return a.x == b.x && a.y == b.y;
}

typedef struct LatticeMeet {
    CaromMeet meet;
    LatticeFraction along, across;
} LatticeMeet;

/// On one line: both segments as intervals of the projection on d.
static inline LatticeMeet latticeMeetsOnLine(LatticePoint o, LatticePoint d, LatticePoint a,
                                             LatticePoint b)
{
    LatticeMeet result = {CAROM_MEET_APART, {0, 1}, {0, 1}};
    int64_t length = latticeDot(d, d), atA = latticeDot(d, latticeSub(a, o));
    int64_t atB = latticeDot(d, latticeSub(b, o)), first = atA < atB ? atA : atB;
    if ((atA < 0 && atB < 0) || first > length) {
        return result;
    }
    result.meet = CAROM_MEET_COLLINEAR;
    first = first < 0 ? 0 : first;
    result.along = latticeFraction(first, length);
    if (atA != atB) {
        result.across = latticeFraction(first - atA, atB - atA);
    }
    return result;
}

static inline LatticeMeet latticePointMeets(LatticePoint p, LatticePoint a, LatticePoint b)
{
    LatticeMeet result = {CAROM_MEET_PARALLEL, {0, 1}, {0, 1}};
    LatticePoint u = latticeSub(b, a);
    if (latticeOnSegment(p, a, b)) {
        result.meet = CAROM_MEET_COLLINEAR;
        if (latticeDot(u, u) > 0) {
            result.across = latticeFraction(latticeDot(u, latticeSub(p, a)), latticeDot(u, u));
        }
    }
    return result;
}

static inline LatticeMeet latticeMeets(LatticePoint o, LatticePoint d, LatticePoint a,
                                       LatticePoint b)
{
    LatticeMeet result = {CAROM_MEET_NONE, {0, 1}, {0, 1}};
    LatticePoint u = latticeSub(b, a), oa = latticeSub(a, o);
    int64_t under = latticeCross(d, u);
    if (d.x == 0 && d.y == 0) {
        return latticePointMeets(o, a, b);
    }
    if (under == 0 && latticeCross(d, oa) == 0) {
        return latticeMeetsOnLine(o, d, a, b);
    }
    if (under == 0) {
        result.meet = CAROM_MEET_PARALLEL;
        return result;
    }
    result.along = latticeFraction(latticeCross(oa, u), under);
    result.across = latticeFraction(latticeCross(oa, d), under);
    if (result.along.over >= 0 && result.along.over <= result.along.under &&
        result.across.over >= 0 && result.across.over <= result.across.under) {
        result.meet = CAROM_MEET_CROSS;
    }
    return result;
}

static inline bool latticeIsMet(LatticeMeet meet)
{
    return meet.meet == CAROM_MEET_CROSS || meet.meet == CAROM_MEET_COLLINEAR;
}

static inline bool latticeOnBorder(LatticePoint p, const LatticePoint *points, int count)
{
    for (int i = 0; i < count; i++) {
        if (latticeOnSegment(p, points[i], points[(i + 1) % count])) {
            return true;
        }
    }
    return false;
}

#endif
