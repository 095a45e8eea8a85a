// SPDX-License-Identifier: MIT
// The surface around a corner: where edges of any shapes end together, the free side between two of
// them that a direction points into.
//
//        left  \   free   /  right        Edges that end in one point within rounding are joined
//               \   ^    /               there, whatever shapes they belong to: tiles that lie
//               flush
//                \  |   /                have no seam, and what lies between their sides is no
//     solid       \ | /      solid       surface. A surface that goes straight on is no corner.
//                   *
#ifndef CAROM_WORLD_PLACEMENT_CORNER_H
#define CAROM_WORLD_PLACEMENT_CORNER_H

#include "../flight/leg.h"

/// [place tolerances] Ends this near to each other are joined.
#define CR_CORNER_SIZE 16.0

/// One of the two surfaces that bound the free side.
typedef struct CrCornerSide {
    bool exists;
    CaromVec2 along;  ///< [1] unit, from the corner along the edge
    CaromVec2 normal; ///< [1] unit, of the face, into the free side
    uint32_t shape;
    int edge;
    CrPart part; ///< its face that looks into the free side
} CrCornerSide;

typedef struct CrCorner {
    CrCornerSide left, right; ///< counter-clockwise and clockwise of the free direction
} CrCorner;

/// The corner at a point in the world, at a time, as flight i meets it; only edges of shapes
/// rounded by `radius` belong to it.
CrCorner crCornerAt(const CaromWorld *world, uint32_t i, double time, CaromVec2 point,
                    CaromVec2 freeDirection, double radius);

/// Whether a side's face looks to a place, or holds it, as its body sees that: by exact signs.
bool crCornerLooksAt(const CaromWorld *world, const CrCornerSide *side, CaromVec2 local);

/// Whether the surface goes straight on from one side to the other.
bool crCornerIsSeam(const CrCorner *corner);

#endif
