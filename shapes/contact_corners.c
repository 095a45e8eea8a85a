// SPDX-License-Identifier: MIT
// The nearest corners of two convex outlines that are apart: from neighbour to neighbour, until the
// way between them leads straight away from both.
#include "base.h"

#include "contact_pair.h"

#define MOST_PAIRS 1024 ///< of corners, that are compared one by one; seldom needed

typedef CrContactSide Side;

/// The neighbour of a corner that is nearer to a point, or the corner itself.
static int nearerCorner(const Side *side, int corner, CrFloat2 p, float *square)
{
    int near[2] = {crContactPrevious(side, corner), crContactNext(side, corner)}, best = corner;
    for (int k = 0; k < 2; k++) {
        CrFloat2 to = crFloat2Sub(crContactCorner(side, near[k]), p);
        float its = crFloat2Dot(to, to);
        if (its < *square) {
            *square = its;
            best = near[k];
        }
    }
    return best;
}

static CrContactCorners cornersOf(const Side *a, const Side *b, int cornerA, int cornerB)
{
    CrContactCorners c = {cornerA, cornerB, crContactCorner(a, cornerA), {0.0f, 0.0f}, 0.0f};
    c.between = crFloat2Sub(crContactCorner(b, cornerB), c.onA);
    c.square = crFloat2Dot(c.between, c.between);
    return c;
}

/// Whether no point on both edges at a corner is farther along a way.
static bool isFarthest(const Side *side, int corner, CrFloat2 way)
{
    CrFloat2 p = crContactCorner(side, corner);
    int near[2] = {crContactPrevious(side, corner), crContactNext(side, corner)};
    for (int k = 0; k < 2; k++) {
        CrFloat2 edge = crFloat2Sub(crContactCorner(side, near[k]), p);
        float alongX = edge.x * way.x, alongY = edge.y * way.y;
        float size = (alongX < 0.0f ? -alongX : alongX) + (alongY < 0.0f ? -alongY : alongY);
        if (alongX + alongY > size * 0x1p-18f) { // more than its rounding
            return false;
        }
    }
    return true;
}

/// Whether nothing of both shapes is nearer to each other.
static bool areNearest(const Side *a, const Side *b, const CrContactCorners *c)
{
    return isFarthest(a, c->a, c->between) && isFarthest(b, c->b, crFloat2Negate(c->between));
}

/// From a pair of corners from neighbour to neighbour.
static CrContactCorners descend(const Side *a, const Side *b, int cornerA, int cornerB)
{
    CrContactCorners c = cornersOf(a, b, cornerA, cornerB);
    for (int k = 0; k < a->count + b->count; k++) {
        int nextA = nearerCorner(a, c.a, crContactCorner(b, c.b), &c.square);
        int nextB = nearerCorner(b, c.b, crContactCorner(a, nextA), &c.square);
        if (nextA == c.a && nextB == c.b) {
            break;
        }
        c.a = nextA;
        c.b = nextB;
    }
    return cornersOf(a, b, c.a, c.b);
}

/// Of all pairs.
static CrContactCorners searchAll(const Side *a, const Side *b)
{
    CrContactCorners best = cornersOf(a, b, 0, 0);
    for (int i = 0; i < a->count; i++) {
        CrFloat2 p = crContactCorner(a, i);
        for (int j = 0; j < b->count; j++) {
            CrFloat2 between = crFloat2Sub(crContactCorner(b, j), p);
            float square = crFloat2Dot(between, between);
            if (square < best.square) {
                best.a = i;
                best.b = j;
                best.square = square;
            }
        }
    }
    return cornersOf(a, b, best.a, best.b);
}

bool crContactNearest(const Side *a, const Side *b, int cornerA, int cornerB, CrContactCorners *c)
{
    *c = descend(a, b, cornerA, cornerB);
    if (!areNearest(a, b, c) && a->count * b->count <= MOST_PAIRS) {
        *c = searchAll(a, b);
    }
    return c->square > 0.0f && areNearest(a, b, c);
}
