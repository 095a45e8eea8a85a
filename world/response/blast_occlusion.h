// SPDX-License-Identifier: MIT
// What an explosion sees. A shape whose filter meets the blast's shields what lies behind it, where
// it stands at that time: solids, walls, and one-sided walls from their free side. From within a
// solid, deeper than rounding explains, nothing outside of it is seen.
//
// A point is seen or not: one line of sight. A disc is seen by as much of its diameter across the
// line of sight as CR_OCCLUSION_LINES lines, evenly spread, reach. Any other shape by as much of
// its border that faces the centre within reach, along the core of rounded ones, as so many lines
// reach, evenly spread along it; a shape does not hide itself. Each line walks the cells along it:
// 0.1 µs in the open, up to 1 µs among walls.
//
// Sides of thin resting edges are judged by exact signs, so that what touches a wall is on the side
// that its place is certified for (place.h). A wall through the very centre hides nothing, but for
// the solid side of a one-sided one. Into what has thickness a line must lead by more than rounding
// to be stopped.
#ifndef CAROM_WORLD_RESPONSE_BLAST_OCCLUSION_H
#define CAROM_WORLD_RESPONSE_BLAST_OCCLUSION_H

#include "../data/world.h"

#define CR_OCCLUSION_LINES 16

typedef struct CrOcclusion {
    const CaromWorld *world;
    CaromVec2 center;
    double time;
    const CaromFilter *filter;
    bool blind; ///< from within a solid
} CrOcclusion;

CrOcclusion crOcclusionFrom(const CaromWorld *world, CaromVec2 center, double time,
                            const CaromFilter *filter);
/// Whether a shape takes part at all.
bool crOcclusionMinds(const CrOcclusion *sight, uint32_t shape);
/// [1] 0 .. 1, how much is seen of a disc, or point, that is no shape.
double crOcclusionOfDisc(const CrOcclusion *sight, CaromVec2 at, double radius);
/// The same of a shape, as far as it is within a distance.
double crOcclusionOfShape(const CrOcclusion *sight, uint32_t shape, double within);

#endif
