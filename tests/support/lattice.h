// SPDX-License-Identifier: MIT
// Geometry in whole numbers, by the definitions: the oracle of the exact tests. No overflow as long
// as coordinates stay below 2^29.
#ifndef CAROM_TESTS_LATTICE_H
#define CAROM_TESTS_LATTICE_H

#include "../../shapes/vec.h"

#include "random.h"

typedef struct LatticePoint {
    int64_t x, y;
} LatticePoint;

static inline LatticePoint latticeRandom(TestRandom *random, int size)
{
    LatticePoint p = {testRandomInt(random, 0, size), testRandomInt(random, 0, size)};
    return p;
}

static inline CaromVec2 latticeToVec(LatticePoint p)
{
    CaromVec2 v = {(double)p.x, (double)p.y};
    return v;
}

static inline int latticeSign(int64_t x)
{
    return (x > 0) - (x < 0);
}

static inline int latticeOrient(LatticePoint a, LatticePoint b, LatticePoint c)
{
    return latticeSign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

/// Whether p is on segment a b: on its line, and not beyond either end.
static inline bool latticeOnSegment(LatticePoint p, LatticePoint a, LatticePoint b)
{
    int64_t dot = (a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y);
    return latticeOrient(a, b, p) == 0 && dot <= 0;
}

/// Segments touch where an end of one is on the other, or where each parts the ends of the other.
static inline bool latticeSegmentsTouch(LatticePoint a, LatticePoint b, LatticePoint c,
                                        LatticePoint d)
{
    if (latticeOnSegment(a, c, d) || latticeOnSegment(b, c, d) || latticeOnSegment(c, a, b) ||
        latticeOnSegment(d, a, b)) {
        return true;
    }
    return latticeOrient(a, b, c) * latticeOrient(a, b, d) < 0 &&
           latticeOrient(c, d, a) * latticeOrient(c, d, b) < 0;
}

/// Counts edges along a ray that meets no lattice point but p: direction (1000003, 1). |p - v| <
/// 1000.
static inline bool latticeInPolygon(LatticePoint p, const LatticePoint *points, int count)
{
    int crossings = 0;
    LatticePoint far = {p.x + 1000003, p.y + 1};
    for (int i = 0; i < count; i++) {
        LatticePoint a = points[i], b = points[(i + 1) % count];
        if (latticeOnSegment(p, a, b)) {
            return true;
        }
        int sideA = latticeOrient(p, far, a), sideB = latticeOrient(p, far, b);
        crossings += sideA * sideB < 0 && latticeOrient(a, b, p) == latticeSign(sideB - sideA);
    }
    return crossings % 2 != 0;
}

#endif
