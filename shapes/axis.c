// SPDX-License-Identifier: MIT
// The axis that parts two convex outlines best. Whether they touch is exact; the rest is the best
// of all pairs of an edge of one and a corner of the other, the first of equals, by two loops.
//
// Where a convex polygon has many corners (`isMany`), most pairs are left out, and the bits of the
// answer stay those of the loops. `slack` is more than twice the rounding error of any measure here
// (some 45 units in the last place of the size of both outlines).
//
// - Deepest corner behind a line: how far outside corners are falls and rises once around a convex
//   outline. So a walk both ways that ends where both ends are farther out than the best by slack
//   has passed all corners that the loop could choose. The deepest corner of the next edge is near:
//   all walks together pass each corner a few times, like rotating calipers.
// - Nearest pair: if a slab between two parallel lines parts the outlines, a corner or edge that
//   is `cut` behind its line is at least the slab's width and cut from the other outline. What
//   lies less deep is tried; if that gives less than this bound, the rest can't be nearer. The
//   first slab stands across the edge with the largest gap, the second one across what is nearest
//   by the first.
//
// Measured from a corner of both, in the range 1e-100 .. 1e100 m; of other sizes the slack is
// infinite and all pairs are tried. After Toussaint, "Solving geometric problems with the rotating
// calipers" (1983).
#include "axis.h"

#include "exact.h"

static CaromBox boxOf(const CrSide *side)
{
    return caromBoxOfPoints(side->outline.points, side->outline.count);
}

double crAxisSlack(const CrSide *a, const CrSide *b)
{
    CaromBox box = crBoxUnion(boxOf(a), boxOf(b));
    double size = (box.max.x - box.min.x) + (box.max.y - box.min.y);
    return size > 1e-100 && size < 1e100 ? 1e-14 * size : HUGE_VAL;
}

// ---- the deepest corner behind a line

/// Of an edge, and its normal.
typedef struct Line {
    CaromVec2 from, to, outward;
} Line;

static Line lineOf(const CrSide *side, int edge)
{
    Line line;
    crSideEdge(side, edge, &line.from, &line.to);
    line.outward = caromVec2Normalize(crRight(crSub(line.to, line.from)));
    return line;
}

/// The point that stays least outside of a line, and by how much.
typedef struct Deepest {
    int point;
    double gap;
} Deepest;

/// Returns how far outside point j is. Of equals the first counts.
static double lookAt(const CrSide *side, const Line *line, int j, Deepest *best)
{
    double outside = crDot(crSub(side->outline.points[j], line->from), line->outward);
    if (outside < best->gap || (outside == best->gap && j < best->point)) {
        best->gap = outside;
        best->point = j;
    }
    return outside;
}

static Deepest deepestOfAll(const CrSide *side, const Line *line)
{
    Deepest best = {0, DBL_MAX};
    for (int j = 0; j < side->outline.count; ++j) {
        lookAt(side, line, j, &best);
    }
    return best;
}

/// The same, from a point near by: of many.
static Deepest deepestNear(const CrSide *side, const Line *line, int start, double slack)
{
    Deepest best = {0, DBL_MAX};
    int last = side->outline.count - 1, left = last, ahead = start, behind = start;
    bool isPast = lookAt(side, line, start, &best) > best.gap + slack;
    while (left > 0 && !isPast) {
        ahead = ahead < last ? ahead + 1 : 0;
        isPast = lookAt(side, line, ahead, &best) > best.gap + slack;
        --left;
    }
    isPast = false;
    while (left > 0 && !isPast) {
        behind = behind > 0 ? behind - 1 : last;
        isPast = lookAt(side, line, behind, &best) > best.gap + slack;
        --left;
    }
    return best;
}

// ---- exact: apart or in touch

static bool isOutside(const Line *line, const CrSide *side)
{
    int j = 0;
    while (j < side->outline.count && crOrient(line->from, line->to, side->outline.points[j]) < 0) {
        ++j;
    }
    return j == side->outline.count;
}

/// Whether an edge of `a` has all of `b` strictly outside.
static bool edgeParts(const CrSide *a, const CrSide *b)
{
    for (int i = 0; i < a->outline.count; ++i) {
        Line line;
        crSideEdge(a, i, &line.from, &line.to);
        if (isOutside(&line, b)) {
            return true;
        }
    }
    return false;
}

/// The same of many: where the deepest point is by more than slack on one side, that is certain.
static bool edgePartsMany(const CrSide *a, const CrSide *b, double slack)
{
    int start = 0;
    for (int i = 0; i < a->outline.count; ++i) {
        Line line = lineOf(a, i);
        if (crEqual(line.from, line.to)) {
            continue;
        }
        Deepest deepest = deepestNear(b, &line, start, slack);
        start = deepest.point;
        if (deepest.gap < -slack) {
            continue;
        }
        bool mayPart = crOrient(line.from, line.to, b->outline.points[start]) < 0;
        if (deepest.gap > slack || (mayPart && isOutside(&line, b))) {
            return true;
        }
    }
    return false;
}

// Edge normals are the only axes, except for two outlines on one line: there boxes decide.
bool crSidesAreApart(const CrSide *a, const CrSide *b)
{
    if (!crBoxOverlaps(boxOf(a), boxOf(b))) {
        return true;
    }
    double slack = a->isMany || b->isMany ? crAxisSlack(a, b) : 0.0;
    return (b->isMany ? edgePartsMany(a, b, slack) : edgeParts(a, b)) ||
           (a->isMany ? edgePartsMany(b, a, slack) : edgeParts(b, a));
}

// ---- outlines in touch

/// The edges of one side against the points of the other.
typedef struct Trial {
    const CrSide *edges, *points;
    bool edgesAreB;
    CrAxisFilter *filter;
    const void *context;
    double slack; ///< used where the points are many
} Trial;

static CaromVec2 fromAToB(const Trial *trial, CaromVec2 outward)
{
    return trial->edgesAreB ? crNegate(outward) : outward;
}

/// The edge normal with the largest gap, if that is larger than the axis has.
static void tryEdges(const Trial *trial, CrAxis *axis)
{
    int start = 0;
    for (int i = 0; i < trial->edges->outline.count; ++i) {
        Line line = lineOf(trial->edges, i);
        if (crEqual(line.from, line.to)) {
            continue;
        }
        CaromVec2 normal = fromAToB(trial, line.outward);
        Deepest deepest = trial->points->isMany
                              ? deepestNear(trial->points, &line, start, trial->slack)
                              : deepestOfAll(trial->points, &line);
        start = deepest.point;
        if (deepest.gap > axis->gap && (!trial->filter || trial->filter(trial->context, normal))) {
            CrAxis better = {normal, deepest.gap, false, trial->edgesAreB, i, deepest.point};
            *axis = better;
        }
    }
}

/// Of edges in one line the one that a point is opposite to, as far as there is any.
static int edgeOpposite(const CrSide *side, int edge, CaromVec2 p)
{
    CaromVec2 from, to, nextFrom, nextTo;
    crSideEdge(side, edge, &from, &to);
    CaromVec2 along = crSub(to, from);
    for (int k = 1; k < side->outline.count; ++k) {
        bool isBefore = crDot(crSub(p, from), along) < 0.0;
        if (!isBefore && crDot(crSub(p, to), along) <= 0.0) {
            break;
        }
        int step = isBefore == (side->winding < 0) ? 1 : side->outline.count - 1;
        int next = (edge + step) % side->outline.count;
        crSideEdge(side, next, &nextFrom, &nextTo);
        CaromVec2 nextAlong = crSub(nextTo, nextFrom);
        if (crDot(along, nextAlong) <= 0.0 || !crAreParallel(along, nextAlong)) {
            break;
        }
        edge = next;
        from = nextFrom;
        to = nextTo;
    }
    return edge;
}

static CrAxis axisOfLargestGap(const CrSide *a, const CrSide *b, CrAxisFilter *filter,
                               const void *context)
{
    CrAxis axis = {{1.0, 0.0}, -DBL_MAX, false, false, 0, 0};
    double slack = a->isMany || b->isMany ? crAxisSlack(a, b) : 0.0;
    Trial there = {a, b, false, filter, context, slack},
          back = {b, a, true, filter, context, slack};
    tryEdges(&there, &axis);
    tryEdges(&back, &axis);
    return axis;
}

/// Two points in one place have no edge: any axis will do.
CrAxis crAxisOfOverlap(const CrSide *a, const CrSide *b, CrAxisFilter *filter, const void *context)
{
    CrAxis axis = axisOfLargestGap(a, b, filter, context);
    const CrSide *edges = axis.edgeIsOfB ? b : a, *points = axis.edgeIsOfB ? a : b;
    axis.edge = edgeOpposite(edges, axis.edge, points->outline.points[axis.point]);
    if (filter == NULL || axis.gap > -DBL_MAX) {
        axis.gap = axis.gap == -DBL_MAX ? 0.0 : crMin(axis.gap, 0.0);
    }
    return axis;
}

// ---- outlines apart

/// Between two lines across a normal, with all of a behind the first and all of b behind the other.
typedef struct Slab {
    CaromVec2 origin, normal; ///< from a to b
    double ofA, ofB;          ///< [m] where the lines are along it
    double cut;               ///< [m] what lies deeper is left out
} Slab;

/// How far a point of a or b is behind its line.
static double depthIn(const Slab *slab, bool isOfB, CaromVec2 p)
{
    double at = crDot(crSub(p, slab->origin), slab->normal);
    return isOfB ? at - slab->ofB : slab->ofA - at;
}

static Slab slabBetween(const CrSide *a, const CrSide *b, CaromVec2 normal)
{
    Slab slab = {a->outline.points[0], normal, 0.0, 0.0, 0.0};
    double least = DBL_MAX, most = -DBL_MAX;
    for (int i = 0; i < a->outline.count; ++i) {
        most = crMax(most, depthIn(&slab, true, a->outline.points[i]));
    }
    for (int j = 0; j < b->outline.count; ++j) {
        least = crMin(least, depthIn(&slab, true, b->outline.points[j]));
    }
    slab.ofA = most;
    slab.ofB = least;
    return slab;
}

/// The points that may be tried: from the first to the last that is not too deep.
typedef struct Range {
    int first, end;
} Range;

static Range pointsToTry(const Trial *trial, const Slab *slab)
{
    const CrOutline *outline = &trial->points->outline;
    Range range = {0, outline->count};
    if (slab) {
        bool isOfB = !trial->edgesAreB;
        while (range.first < range.end &&
               depthIn(slab, isOfB, outline->points[range.first]) > slab->cut) {
            ++range.first;
        }
        while (range.first < range.end &&
               depthIn(slab, isOfB, outline->points[range.end - 1]) > slab->cut) {
            --range.end;
        }
    }
    return range;
}

/// Edges that face away from a point can't hold what is nearest to it; in a sliver rounding could
/// choose one all the same, and its normal leads inward.
static void tryPoint(const Trial *trial, const Line *line, int i, int j, CrAxis *axis)
{
    CaromVec2 p = trial->points->outline.points[j];
    if (crOrient(line->from, line->to, p) > 0) {
        return;
    }
    CaromNearest nearest = caromNearestOnSegment(p, line->from, line->to);
    if (nearest.distance < axis->gap) {
        CrAxis better = {
            fromAToB(trial, nearest.normal), nearest.distance, true, trial->edgesAreB, i, j};
        *axis = better;
    }
}

/// Without a slab all are tried.
static void tryNearest(const Trial *trial, const Slab *slab, CrAxis *axis)
{
    Range range = pointsToTry(trial, slab);
    bool isOfB = trial->edgesAreB;
    for (int i = 0; i < trial->edges->outline.count; ++i) {
        Line line;
        crSideEdge(trial->edges, i, &line.from, &line.to);
        if (slab && depthIn(slab, isOfB, line.from) > slab->cut &&
            depthIn(slab, isOfB, line.to) > slab->cut) {
            continue;
        }
        for (int j = range.first; j < range.end; ++j) {
            if (!slab || !(depthIn(slab, !isOfB, trial->points->outline.points[j]) > slab->cut)) {
                tryPoint(trial, &line, i, j, axis);
            }
        }
    }
}

static CrAxis axisWithin(const CrSide *a, const CrSide *b, const Slab *slab)
{
    CrAxis axis = {{1.0, 0.0}, DBL_MAX, true, false, 0, 0};
    Trial there = {a, b, false, NULL, NULL, 0.0}, back = {b, a, true, NULL, NULL, 0.0};
    tryNearest(&there, slab, &axis);
    tryNearest(&back, slab, &axis);
    return axis;
}

/// Returns false where two slabs leave it uncertain.
static bool findInSlabs(const CrSide *a, const CrSide *b, CrAxis *axis)
{
    double slack = crAxisSlack(a, b);
    CaromVec2 normal = axisOfLargestGap(a, b, NULL, NULL).normal;
    for (int k = 0; k < 2 && crFinite(slack); ++k) {
        Slab slab = slabBetween(a, b, normal);
        double width = slab.ofB - slab.ofA;
        double missing = k > 0 ? crMax(axis->gap - width, 0.0) : 0.0;
        slab.cut = missing + 2.0 * slack;
        *axis = axisWithin(a, b, &slab);
        if (axis->gap <= width + slab.cut - slack) {
            return true;
        }
        normal = axis->normal;
    }
    return false;
}

CrAxis crAxisOfDistance(const CrSide *a, const CrSide *b)
{
    CrAxis axis;
    bool isFound = (a->isMany || b->isMany) && findInSlabs(a, b, &axis);
    return isFound ? axis : axisWithin(a, b, NULL);
}

CrAxis crAxisBetween(const CrSide *a, const CrSide *b)
{
    return crSidesAreApart(a, b) ? crAxisOfDistance(a, b) : crAxisOfOverlap(a, b, NULL, NULL);
}
