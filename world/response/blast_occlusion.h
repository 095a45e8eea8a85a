// SPDX-License-Identifier: MIT
// What an explosion reaches. A shape shields what lies behind it if the shape's filter meets the
// blast's. It shields from where it stands at the time: solids, walls, and one-sided walls from
// their free side. An explosion deeper inside a solid than rounding explains reaches nothing
// outside of it.
//
// A point is tested by one line of sight. Of a disc, CR_OCCLUSION_LINES lines test points spread
// evenly over its diameter across the line of sight; the share that is reached counts. Of any other
// shape, as many lines test points spread evenly along the part of its border that faces the centre
// within reach (along the core of rounded shapes). A shape does not hide itself. Each line walks
// the cells along it: 0.1 µs in the open, up to 1 µs among walls.
//
// Sides of thin resting edges are judged by exact signs. So a projectile that touches a wall is on
// the side that its place is certified for (place.h). A wall through the very centre hides nothing,
// except on the solid side of a one-sided wall. A shape with thickness stops a line that enters it
// by more than rounding.
#ifndef CAROM_WORLD_RESPONSE_BLAST_OCCLUSION_H
#define CAROM_WORLD_RESPONSE_BLAST_OCCLUSION_H

#include "../data/world.h"

#define CR_OCCLUSION_LINES 16

typedef struct CrOcclusion {
    const CaromWorld *world;
    CaromVec2 center;
    double time;
    const CaromFilter *filter;
    bool blind; ///< the centre is inside a solid
} CrOcclusion;

CrOcclusion crOcclusionFrom(const CaromWorld *world, CaromVec2 center, double time,
                            const CaromFilter *filter);
/// Returns whether a shape takes part in occlusion.
bool crOcclusionMinds(const CrOcclusion *sight, uint32_t shape);
/// [1] Returns how much of a disc or point that is no shape is reached, 0 .. 1.
double crOcclusionOfDisc(const CrOcclusion *sight, CaromVec2 at, double radius);
/// The same for a shape, for its part within a distance.
double crOcclusionOfShape(const CrOcclusion *sight, uint32_t shape, double within);

#endif
