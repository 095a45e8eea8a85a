// SPDX-License-Identifier: MIT
// How the rings of a region contain each other. A ring bounds a hole if an odd number of other
// rings surrounds it. This is decided at a place q on it that is on no other ring: a tiny distance
// along the edge from v, its leftmost point, to w, past everything that touches at v. Left of q at
// its height, their edges are crossed an odd number of times. The distance is smaller than all
// differences: heights compare as v's, and if they are equal as w's; the side of v to an edge
// counts, and if v is on the edge's line, the side of w.
#include "exact.h"
#include "touch.h"

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
