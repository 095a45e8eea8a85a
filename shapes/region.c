// SPDX-License-Identifier: MIT
// How the rings of a region lie in each other. A ring bounds a hole where the others that are
// around it are odd in number. They are asked about a place q on it that none of them has: a hair
// along the edge from v, its leftmost point, to w, where all that touches at v has been left. Left
// of q at its height, their edges are crossed an odd number of times. A hair is less than all
// differences there are: heights compare as v's does, and where they are equal as w's; v's side of
// an edge counts, and where it is on the edge's line, w's.
#include "border.h"
#include "exact.h"

typedef struct Probe {
    CaromVec2 v, w;
    int start, end; ///< its own ring, which does not count
} Probe;

static Probe probeOf(const CrBorder *border, int ring)
{
    Probe probe = {
        {0.0, 0.0}, {0.0, 0.0}, crRingStart(border->ringEnds, ring), border->ringEnds[ring]};
    int leftmost = probe.start;
    for (int i = probe.start + 1; i < probe.end; ++i) {
        leftmost = border->points[i].x < border->points[leftmost].x ? i : leftmost;
    }
    probe.v = border->points[leftmost];
    probe.w = border->points[crBorderNext(border, leftmost)];
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

static bool runIsOdd(const CrBorder *border, int first, int end, const Probe *probe)
{
    bool odd = false;
    for (int i = first; i < end; ++i) {
        if (i < probe->start || i >= probe->end) {
            odd ^= isLeft(probe, border->points[i], border->points[crBorderNext(border, i)]);
        }
    }
    return odd;
}

/// Whether an odd number of the edges below a node counts. Recursion is as deep as the tree.
static bool nodeIsOdd(const CrBorder *border, int node, const Probe *probe)
{
    CaromBox box = crBorderBox(border, node);
    CaromVec2 v = probe->v;
    if (box.min.x > v.x || box.min.y > v.y || box.max.y < v.y) {
        return false;
    }
    int runs = 1 << border->depth;
    if (node >= runs) {
        return runIsOdd(border, crBorderRun(border, node - runs),
                        crBorderRun(border, node - runs + 1), probe);
    }
    return nodeIsOdd(border, 2 * node, probe) != nodeIsOdd(border, 2 * node + 1, probe);
}

bool crBorderIsHole(const CrBorder *border, int ring)
{
    Probe probe = probeOf(border, ring);
    return border->depth > 0 ? nodeIsOdd(border, 1, &probe)
                             : runIsOdd(border, 0, border->count, &probe);
}

bool crRingIsHole(const CrOutline *outline, int ring)
{
    CrBorder border = crBorder(outline->points, outline->ringEnds, outline->ringCount, NULL);
    return crBorderIsHole(&border, ring);
}
