// SPDX-License-Identifier: MIT
// How far a disc is from a shape.
#include "../geometry/tile_shape.h"

#include "shape_distance.h"

#include "../../shapes/sign_filter.h"
#include "../core/limits.h"

/// Long outlines find the edges near a place by other means than looking at all.
#define FEW_CORNERS 16

/// Whether a place is behind a wall's edge, where that is free.
static bool isBehind(const CrShape *shape, const CrEdge *edge, CaromVec2 p)
{
    return shape->oneSided && crShapeIsWall(shape) && caromOrientation(edge->a, edge->b, p) > 0;
}

/// Whether an edge is plainly farther than that: most of a long chain's are.
static bool isFarther(const CrEdge *edge, CaromVec2 p, double distance)
{
    double x = crMax(crMin(edge->a.x, edge->b.x) - p.x, p.x - crMax(edge->a.x, edge->b.x));
    double y = crMax(crMin(edge->a.y, edge->b.y) - p.y, p.y - crMax(edge->a.y, edge->b.y));
    return crMax(x, y) > distance * (1.0 + 1e-9);
}

bool crShapeHolds(const CrShape *shape, CaromVec2 p)
{
    CrOutline outline = crShapeOutline(shape);
    return crShapeExtras(shape)->tiles != NULL
               ? crTileMapHold(shape, p)
               : crShapeHasInside(shape) && crOutlineHolds(&outline, p);
}

double crShapeGapWithin(const CrShape *shape, CaromVec2 p, double radius, double most)
{
    CR_ASSERT(radius >= 0.0);
    bool inside = crShapeHolds(shape, p);
    if (inside && crShapeExtras(shape)->tiles != NULL) {
        return crTileMapNearest(shape, p).distance - shape->radius - radius;
    }
    double bound = inside ? CR_NEVER : most + shape->radius + radius, gap = CR_NEVER;
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, shape, crBoxInflate(crBox(p, p), bound));
    while (crEdgesNext(&walk, &e)) {
        CrEdge edge = crShapeEdge(shape, e, 0.0);
        if (isFarther(&edge, p, bound)) {
            continue;
        }
        double distance = shape->type == CAROM_SHAPE_CIRCLE
                              ? crLength(crSub(p, edge.a))
                              : caromNearestOnSegment(p, edge.a, edge.b).distance;
        if (distance < gap && !isBehind(shape, &edge, p)) {
            gap = distance;
            bound = crMin(bound, gap);
        }
    }
    return (inside ? -gap : gap) - shape->radius - radius;
}

double crShapeGap(const CrShape *shape, CaromVec2 p, double radius)
{
    CR_ASSERT(radius >= 0.0);
    return crShapeGapWithin(shape, p, radius, CR_NEVER);
}

/// Whether a corner of an outline with a few of them is plainly within a distance: then so is the
/// edge that it is an end of.
static bool hasCornerWithin(const CrShape *shape, CaromVec2 p, double distance)
{
    double limit = distance * distance * (1.0 - 1e-9);
    int any = 0;
    for (int i = 0; i < shape->pointCount && shape->pointCount <= FEW_CORNERS; i++) {
        any |= crLengthSquared(crSub(shape->baked[i], p)) < limit;
    }
    return any && limit > CR_LOST_TO_UNDERFLOW && shape->type != CAROM_SHAPE_TILES;
}

bool crShapeOverlapsDisc(const CrShape *shape, CaromVec2 p, double radius)
{
    CR_ASSERT(radius >= 0.0);
    if (shape->type != CAROM_SHAPE_CIRCLE && hasCornerWithin(shape, p, shape->radius + radius)) {
        return true;
    }
    if (crShapeHolds(shape, p)) {
        return true;
    }
    if (shape->type == CAROM_SHAPE_CIRCLE) {
        return caromPointInCircle(p, shape->baked[0], shape->radius + radius);
    }
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, shape, crBoxInflate(crBox(p, p), shape->radius + radius));
    while (crEdgesNext(&walk, &e)) {
        CrEdge edge = crShapeEdge(shape, e, radius);
        if (isFarther(&edge, p, edge.reach)) {
            continue;
        }
        bool touches = edge.reach == 0.0
                           ? crSegmentsTouch(edge.a, edge.b, p, p)
                           : caromNearestOnSegment(p, edge.a, edge.b).distance <= edge.reach;
        if (touches) {
            return true;
        }
    }
    return false;
}

/// Of walls: the nearest point of the edges themselves. Those that p is in front of come first.
static CaromNearest nearestOnEdges(const CrShape *shape, CaromVec2 p)
{
    CaromNearest best = {p, {1.0, 0.0}, CR_NEVER, 0};
    bool bestIsBehind = true;
    for (int i = 0; i < shape->edgeCount; i++) {
        CrEdge edge = crShapeEdge(shape, i, 0.0);
        CaromNearest nearest = caromNearestOnSegment(p, edge.a, edge.b);
        bool behind = isBehind(shape, &edge, p);
        if (behind != bestIsBehind ? bestIsBehind : nearest.distance < best.distance) {
            best = nearest;
            best.feature = i;
            bestIsBehind = behind;
        }
    }
    if (shape->oneSided && best.distance == 0.0) {
        best.normal = crNegate(best.normal); // on the line itself: to its free side
    }
    return best;
}

CaromNearest crShapeNearest(const CrShape *shape, CaromVec2 p)
{
    CrOutline outline = crShapeOutline(shape);
    CaromNearest nearest = crShapeExtras(shape)->tiles != NULL ? crTileMapNearest(shape, p)
                           : crShapeHasInside(shape)           ? crOutlineNearest(&outline, p)
                                                               : nearestOnEdges(shape, p);
    if (shape->radius > 0.0) {
        nearest.point = crAddScaled(nearest.point, nearest.normal, shape->radius);
        nearest.distance -= shape->radius;
    }
    return nearest;
}
