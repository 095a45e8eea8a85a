// SPDX-License-Identifier: MIT
// Distances between any two shapes. The result is that of the nearest, or deepest, of all pairs of
// their convex pieces. Corners within a solid that is not convex are searched, too, since its edges
// have no inside. The depth of a pair of pieces, or of a corner, is a lower bound of the
// translation that frees the shapes.
#include "convex_piece.h"

/// What is known of the nearest so far, from a to b, without radii.
typedef struct Best {
    double gap;
    CaromVec2 onA, onB, normal;
    int featureA, featureB;
} Best;

/// The places of an axis: its point, and the point of its edge that is nearest, or opposite to it.
/// The deepest point may lie beyond the edge's end, where another one is as deep: then the place
/// opposite to that end is returned.
static void findPlaces(const CrSide *edges, const CrSide *points, const CrAxis *axis,
                       CaromVec2 outward, CaromVec2 *onEdge, CaromVec2 *onPoints)
{
    CaromVec2 from, to, p = points->outline.points[axis->point];
    crSideEdge(edges, axis->edge, &from, &to);
    *onPoints = p;
    *onEdge = caromNearestOnSegment(p, from, to).point;
    CaromVec2 along = crSub(to, from);
    double lengthSquared = crLengthSquared(along);
    if (!axis->apart && lengthSquared > 0.0) {
        double t = crDot(crSub(p, from), along) / lengthSquared;
        *onEdge = crAddScaled(from, along, crClamp(t, 0.0, 1.0));
        *onPoints = crAddScaled(*onEdge, outward, axis->gap);
    }
}

typedef struct Pair {
    const CrPieces *a, *b;
    Best best;
} Pair;

static void tryPieces(Pair *pair, const CrPiece *a, const CrPiece *b)
{
    CrAxis axis = crAxisBetween(&a->side, &b->side);
    Best *best = &pair->best;
    if (axis.gap >= best->gap) {
        return;
    }
    best->gap = axis.gap;
    best->normal = axis.normal;
    if (axis.edgeIsOfB) {
        findPlaces(&b->side, &a->side, &axis, crNegate(axis.normal), &best->onB, &best->onA);
    } else {
        findPlaces(&a->side, &b->side, &axis, axis.normal, &best->onA, &best->onB);
    }
    best->featureA = crPieceFeature(pair->a, a, axis.edgeIsOfB ? axis.point : axis.edge);
    best->featureB = crPieceFeature(pair->b, b, axis.edgeIsOfB ? axis.edge : axis.point);
}

/// The least that two boxes may be apart; 0 where they overlap.
static double boxGap(CaromBox a, CaromBox b)
{
    double x = crMax(crMax(a.min.x - b.max.x, b.min.x - a.max.x), 0.0);
    double y = crMax(crMax(a.min.y - b.max.y, b.min.y - a.max.y), 0.0);
    return crMax(x, y);
}

static void tryAllPieces(Pair *pair)
{
    for (int i = 0; i < pair->a->count; ++i) {
        CaromBox box = crPieceBox(pair->a, i);
        if (boxGap(box, pair->b->box) > crMax(pair->best.gap, 0.0)) {
            continue;
        }
        CrPiece a, b;
        crPieceMake(pair->a, i, &a);
        for (int j = 0; j < pair->b->count; ++j) {
            if (boxGap(box, crPieceBox(pair->b, j)) <= crMax(pair->best.gap, 0.0)) {
                crPieceMake(pair->b, j, &b);
                tryPieces(pair, &a, &b);
            }
        }
    }
}

/// Corners of one within the other's solid; its edges are the pieces.
static void tryCorners(Pair *pair, const CrPieces *corners, const CrPieces *solid, bool solidIsB)
{
    const CrOutline *outline = &solid->side.outline;
    if (solid->isWhole || outline->hollow) {
        return;
    }
    for (int i = 0; i < corners->side.outline.count; ++i) {
        CaromVec2 p = corners->side.outline.points[i];
        if (!caromBoxContains(solid->box, p) || !crOutlineHolds(outline, p)) {
            continue;
        }
        CaromNearest nearest = crOutlineNearest(outline, p);
        if (nearest.distance < pair->best.gap) {
            int feature = crPiecesHaveFeatures(corners) ? i : 0;
            Best best = {nearest.distance,         p,       nearest.point,
                         crNegate(nearest.normal), feature, nearest.feature};
            Best turned = {nearest.distance, nearest.point,   p,
                           nearest.normal,   nearest.feature, feature};
            pair->best = solidIsB ? best : turned;
        }
    }
}

static CaromDistance distanceOf(const CaromGeometry *a, const CaromGeometry *b)
{
    CrPieces piecesA = crPiecesOf(a), piecesB = crPiecesOf(b);
    Pair pair = {&piecesA, &piecesB, {DBL_MAX, {0.0, 0.0}, {0.0, 0.0}, {1.0, 0.0}, 0, 0}};
    if (piecesA.count > 0 && piecesB.count > 0) {
        tryAllPieces(&pair);
        tryCorners(&pair, &piecesA, &piecesB, true);
        tryCorners(&pair, &piecesB, &piecesA, false);
    }
    const Best *best = &pair.best;
    CaromDistance distance = {-(a->radius + b->radius - best->gap),
                              crAddScaled(best->onA, best->normal, a->radius),
                              crAddScaled(best->onB, best->normal, -b->radius),
                              best->normal,
                              best->featureA,
                              best->featureB};
    return distance;
}

CaromDistance caromShapesDistance(const CaromGeometry *a, const CaromGeometry *b)
{
    if (!crGeometryComesBefore(b, a)) {
        return distanceOf(a, b);
    }
    CaromDistance turned = distanceOf(b, a);
    CaromDistance distance = {turned.distance,         turned.pointB,   turned.pointA,
                              crNegate(turned.normal), turned.featureB, turned.featureA};
    return distance;
}
