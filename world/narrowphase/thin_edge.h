// SPDX-License-Identifier: MIT
// How a straight path passes an edge at rest without thickness, if doubles can decide it for
// certain. Uncertain cases are left to exact signs: nothing here decides more than they would.
//
//   beside    both ends are clearly to one side of the path's line
//   shaved    an end is too close to the line to tell
//   crossed   the line clearly passes between the ends; whether the path does is then a matter of
//             when: clearly before its start or after some time, clearly ahead, or neither
#ifndef CAROM_WORLD_NARROWPHASE_THIN_EDGE_H
#define CAROM_WORLD_NARROWPHASE_THIN_EDGE_H

#include "../../broadphase/grid.h"
#include "../../shapes/path.h"

typedef struct CrThinEdgePath {
    CaromVec2 p, v;
    double doubt; ///< [m²/s] how far an end's cross product with v may be off
    double slack; ///< [m] how far a distance from a line may be off
} CrThinEdgePath;

typedef enum CrThinEdge { CR_THIN_BESIDE, CR_THIN_SHAVED, CR_THIN_CROSSED } CrThinEdge;

typedef struct CrThinEdgeCrossing {
    double heading; ///< 1: from the right of a -> b, -1: from its left
    double speed;   ///< [m²/s] across the edge's line, times its length
    double past;    ///< [m²] how far beyond the line the start is, times its length
    double slack;   ///< [m²] how far that may be off
} CrThinEdgeCrossing;

/// The largest coordinate [m] of what rests and of a place.
static inline double crThinEdgeExtent(const CrGrid *grid, CaromVec2 p)
{
    return crMax(crGridExtent(grid), crMax(crAbs(p.x), crAbs(p.y)));
}

/// What rounding may come to among coordinates up to `most` [m].
static inline CrThinEdgePath crThinEdgePath(CaromVec2 p, CaromVec2 v, double most)
{
    CR_ASSERT(most >= 0.0);
    // a place is at most 64 units of 2^-52 of the four coordinates' sum from where the path leads
    CrThinEdgePath path = {p, v, (crAbs(v.x) + crAbs(v.y)) * (most + 1.0) * CR_THIN_DOUBT,
                           (most + 1.0) * CR_THIN_SLACK};
    return path;
}

/// Fills the heading.
static inline CrThinEdge crThinEdgePass(const CrThinEdgePath *path, const CrGridItem *item,
                                        CrThinEdgeCrossing *crossing)
{
    double atA = path->v.x * (item->a.y - path->p.y) - path->v.y * (item->a.x - path->p.x);
    double atB = path->v.x * (item->b.y - path->p.y) - path->v.y * (item->b.x - path->p.x);
    double doubt = path->doubt;
    crossing->heading = atA > atB ? 1.0 : -1.0;
    if ((atA > doubt && atB > doubt) || (atA < -doubt && atB < -doubt)) {
        return CR_THIN_BESIDE;
    }
    return crAbs(atA) <= doubt || crAbs(atB) <= doubt ? CR_THIN_SHAVED : CR_THIN_CROSSED;
}

/// Of an edge that is crossed: fills the rest. The speed is not taken from how far its ends are
/// from the path's line: from afar, these are nearly the same number.
static inline void crThinEdgeMeasure(const CrThinEdgePath *path, const CrGridItem *item,
                                     CrThinEdgeCrossing *crossing)
{
    CaromVec2 along = crSub(item->b, item->a);
    crossing->slack = (crAbs(along.x) + crAbs(along.y)) * path->slack;
    crossing->speed = crAbs(crCross(along, path->v));
    crossing->past =
        crossing->heading * (along.x * (path->p.y - item->a.y) - along.y * (path->p.x - item->a.x));
}

/// Met before the start, or after a time, for certain.
static inline bool crThinEdgeIsOut(const CrThinEdgeCrossing *crossing, double until)
{
    return crossing->past > crossing->slack ||
           -crossing->past > until * (crossing->speed * (1.0 + 1e-9)) + crossing->slack;
}

/// Not met at the start or before, for certain.
static inline bool crThinEdgeIsAhead(const CrThinEdgeCrossing *crossing)
{
    return crossing->past < -crossing->slack;
}

/// Whether it is left by its free back, from which a one-sided edge is not met.
static inline bool crThinEdgeFromBack(const CrThinEdgeCrossing *crossing, const CrGridItem *item)
{
    return crossing->heading < 0.0 && (item->flags & CR_GRID_ONE_SIDED) != 0;
}

/// The side of a -> b that a crossing comes from.
static inline CrPart crThinEdgePart(const CrThinEdgeCrossing *crossing)
{
    return crossing->heading > 0.0 ? CR_PART_RIGHT : CR_PART_LEFT;
}

#endif
