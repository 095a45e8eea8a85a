// SPDX-License-Identifier: MIT
// One shape against a point or a disc where it stands: does it hold, overlap, how far away is it?
#ifndef CAROM_WORLD_NARROWPHASE_SHAPE_DISTANCE_H
#define CAROM_WORLD_NARROWPHASE_SHAPE_DISTANCE_H

#include "../../shapes/shapes.h"
#include "../data/shape.h"

/// Whether a point lies between its edges or on one; false where there is nothing between.
bool crShapeHolds(const CrShape *shape, CaromVec2 p);
/// Whether a disc (a point: radius 0) lies within the solid or touches it; p relative to the
/// shape's baked place. Walls have no inside: a disc overlaps them, from either side, where it is
/// nearer than its radius and theirs.
bool crShapeOverlapsDisc(const CrShape *shape, CaromVec2 p, double radius);
/// How deep: distance of the border minus radius; < 0 overlaps. One-sided walls' backs are free,
/// edge by edge.
double crShapeGap(const CrShape *shape, CaromVec2 p, double radius);
/// The same where it is at most `most`, else anything more: most of a long chain is passed over.
double crShapeGapWithin(const CrShape *shape, CaromVec2 p, double radius, double most);
/// The nearest point of the border, and the normal there; distances inside of solids are negative.
/// One-sided walls answer for the edges that p is in front of, if there are any; on the line itself
/// their normal is on the free side.
CaromNearest crShapeNearest(const CrShape *shape, CaromVec2 p);

#endif
