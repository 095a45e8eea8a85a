// SPDX-License-Identifier: MIT
// When a flight has left the body that it ignores.
#include "shape_exit.h"

#include "../../shapes/exact.h"
#include "../core/limits.h"
#include "../geometry/tile_shape.h"
#include "shape_distance.h"

#define HAIR_LIMIT 16     ///< lengths tried, each four times the last: up to some decimetres
#define SPIN_LIMIT 4096.0 ///< [quanta] some 300 turns

/// So far into the future one that stays within a body that spins is looked after.
static double lookLimit(const CrSpinPath *path, double after)
{
    return path->frame + after + SPIN_LIMIT * path->quantum;
}

/// The first time after `after` at which the path leaves one part of the shape that it is inside
/// of: a fat edge, or the polygon's interior across one of its edges. False where there is none.
/// What is left at this very time may, by a rounding, still seem to hold it: deeper ones count.
static bool leavesPart(const CrShape *shape, const CrSpinPath *path, double radius, double after,
                       double *tau)
{
    CaromVec2 at = crSpinPathPoint(path, after);
    CrSpinWindow window = {after, true, 0.0, lookLimit(path, after)};
    double deep = -4.0 * crPlaceTolerance(at, radius); // half of what isInsideSoon asks for
    for (int e = 0; e < shape->edgeCount; e++) {
        CrEdge edge = crShapeEdge(shape, e, radius);
        edge.oneSided =
            false; // just inside of the border it is in there, too, whatever rounding says
        if (edge.reach > 0.0 && crEdgeGap(&edge, at) < deep &&
            crSpinPathLeaves(path, &edge, &window, tau)) {
            return true;
        }
    }
    bool found = false;
    *tau = CR_NEVER;
    for (int e = 0; e < shape->edgeCount && crShapeHasInside(shape); e++) {
        CrEdge edge = crShapeEdge(shape, e, 0.0);
        CrEdge outward = {edge.b, edge.a, 0.0, true}; // from inside out is into its left
        CrMeet meet;
        if (crSpinPathMeets(path, &outward, &window, &meet) && meet.tau < *tau) {
            *tau = meet.tau;
            found = true;
        }
    }
    return found;
}

/// The time in which a path gets a hair further.
static double timeFor(const CrSpinPath *path, double tau, double hair)
{
    double speed = crLength(crSpinPathVelocity(path, tau));
    double time = speed > 0.0 ? hair / speed : CR_NEVER;
    return path->path.curved ? crMin(time, sqrt(2.0 * hair / crLength(path->path.a))) : time;
}

bool crEdgeLeadsIn(const CrEdge *edge, CaromVec2 direction)
{
    return crTurnSign(edge->a, edge->b, crVec(0.0, 0.0), direction) > 0;
}

bool crCornerLeadsIn(const CrEdge *before, const CrEdge *after, CaromVec2 direction)
{
    bool convex = crTurnSign(before->a, before->b, after->a, after->b) >= 0;
    bool inBefore = crEdgeLeadsIn(before, direction), inAfter = crEdgeLeadsIn(after, direction);
    return convex ? inBefore && inAfter : inBefore || inAfter;
}

/// Whether a point without thickness, on a straight way and on the border of a thin solid, goes
/// out there or along it: no edge and no corner there has the way's direction in it, by exact
/// signs. Where it goes in after a side is another entry, however long the side is.
static bool goesOutOrAlong(const CrShape *shape, const CrSpinPath *path, double radius,
                           CaromVec2 at)
{
    if (path->path.curved || path->spin != 0.0 || radius + shape->radius > 0.0 ||
        !crShapeHasInside(shape)) {
        return false;
    }
    double near = crPlaceTolerance(at, 0.0);
    bool touches = false;
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, shape, crBoxInflate(crBox(at, at), near));
    while (crEdgesNext(&walk, &e)) {
        CrEdge edge = crShapeEdge(shape, e, 0.0);
        bool atA = crLength(crSub(at, edge.a)) <= near, atB = crLength(crSub(at, edge.b)) <= near;
        if (!atA && !atB && crAbs(crEdgeGap(&edge, at)) > near) {
            continue;
        }
        touches = true;
        CrEdge after = atB ? crShapeEdge(shape, crShapeNext(shape, e), 0.0) : edge;
        bool leadsIn = atB   ? crCornerLeadsIn(&edge, &after, path->path.v)
                       : atA ? false // the edge before reports this corner
                             : crEdgeLeadsIn(&edge, path->path.v);
        if (leadsIn || (atA && atB)) {
            return false;
        }
    }
    return touches;
}

/// Inside at *tau, or a hair later, which *tau is then moved to: parts that adjoin are left as one,
/// and what comes in at a flat angle is in. As long as rounding hides it, the hair grows.
static bool isInsideSoon(const CrShape *shape, const CrSpinPath *path, double radius, double *tau)
{
    CaromVec2 at = crSpinPathPoint(path, *tau);
    double tolerance = 8.0 * crPlaceTolerance(at, radius), later = *tau;
    double gap = crShapeGapWithin(shape, at, radius, tolerance), hair = 128.0 * tolerance;
    if (crAbs(gap) <= tolerance && goesOutOrAlong(shape, path, radius, at)) {
        return false;
    }
    for (int k = 0; crAbs(gap) <= tolerance && k < HAIR_LIMIT; k++, hair *= 4.0) {
        later = *tau + timeFor(path, *tau, hair);
        gap = later < CR_NEVER
                  ? crShapeGapWithin(shape, crSpinPathPoint(path, later), radius, tolerance)
                  : CR_NEVER;
    }
    if (gap < -tolerance) {
        *tau = later;
        return true;
    }
    return false;
}

bool crShapeLeaves(const CrShape *shape, const CrSpinPath *path, double radius, double *tau)
{
    CR_ASSERT(radius >= 0.0);
    bool wasInside = false;
    for (int round = 0; round < CR_EXIT_ROUNDS; round++) {
        if (!isInsideSoon(shape, path, radius, tau)) {
            return wasInside;
        }
        wasInside = true;
        double left;
        if (!leavesPart(shape, path, radius, *tau, &left)) {
            *tau = CR_NEVER;
            return true;
        }
        *tau = left;
    }
    return true;
}
