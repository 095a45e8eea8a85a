// SPDX-License-Identifier: MIT
// PUBLIC. Lights: the area visible from a point, as a triangle fan, and how much of a segment or a
// disc is visible. Start from caromLightDef().
#ifndef CAROM_WORLD_API_LIGHTS_H
#define CAROM_WORLD_API_LIGHTS_H

#include "../../shapes/api.h"
#include "../../shapes/vec.h"
#include "ids.h"
#include "queries.h"

/// Memory for casting light, and the last fan. Opaque. It belongs to no world: use one object for
/// any number of lights and worlds, one after the other. Each thread needs its own.
typedef struct CaromLight CaromLight;

/// A lamp: [unit] limits, default; note.
typedef struct CaromLightDef {
    CaromVec2 position; ///< [m] finite, default (0, 0)
    double range; ///< [m] >= 1e-6, default CAROM_ENDLESS, which counts as 1e9; nothing farther is
                  ///< lit or tested, so a smaller range costs less
    double direction; ///< [rad] finite, default 0; the middle of the cone
    double halfAngle; ///< [rad] 0 .. π, default π: all around. 0: an empty fan
    double tolerance; ///< [m] > 0, default 0.01; arcs of the range and of shapes become chords, no
                      ///< farther from the arc than this; at most 4,096 chords for the range's
                      ///< circle, 1,024 for a quarter of a shape's
    /// `inside` is for a light within a solid. CAROM_INSIDE_HIT: nothing is visible.
    /// CAROM_INSIDE_IGNORE: light passes the border from within, and a rounded solid that contains
    /// the light hides nothing at all. CAROM_INSIDE_EXIT is refused; `exits` is not read
    CaromQueryOptions options;
    uint32_t cookie; ///< set by caromLightDef
} CaromLightDef;

/// What the border of a fan is between a point and the next one.
typedef enum CaromLightSeen {
    CAROM_LIGHT_SURFACE, ///< a piece of an edge of a shape
    CAROM_LIGHT_RIM,     ///< a chord of the range's circle: nothing is hit
    CAROM_LIGHT_SHADOW,  ///< the border of a shadow: straight away from the light, or towards it
    CAROM_LIGHT_END      ///< the last point; there is no next
} CaromLightSeen;

/// A corner of the outline of what a lamp sees.
typedef struct CaromLightPoint {
    CaromVec2 point;     ///< [m]
    CaromLightSeen seen; ///< from here to the next point
    CaromShapeId shape;  ///< of a surface, else null
    int feature;         ///< of a surface: its edge, as CaromHit.feature; else 0
} CaromLightPoint;

/// A part of a segment from a to b, as fractions of it.
typedef struct CaromSpan {
    double begin, end; ///< [1] 0 <= begin <= end <= 1
} CaromSpan;

/// How much of something is visible.
typedef struct CaromExposure {
    CaromError error; ///< CAROM_OK, or why the call was refused: then all other fields are 0
    double fraction;  ///< [1] 0 .. 1, of its length
    double angle;     ///< [rad] of all visible parts together, as seen from the point
    int spans;        ///< how many visible parts there are
} CaromExposure;

/// Returns null if memory is short. The allocator is copied; null is the C library's.
CAROM_API CaromLight *caromLightCreate(const CaromAllocator *allocator);
CAROM_API void caromLightDestroy(CaromLight *light); ///< null is ignored; the fan becomes invalid
CAROM_API CaromLightDef caromLightDef(void);
/// Finds the nearest edge in every direction from a place, and stores the visible area as a
/// triangle fan. Solids and two-sided walls hide what is behind them from all sides, one-sided
/// walls from their free side. Edges may cross, touch and overlap. Exact signs decide where walls
/// end and which wall hides which; crossings, cuts and tangents are rounded. A wall hides nothing
/// if it points straight at the light, or if it has two sides and the light is on it. A light on a
/// solid's border, within rounding, does not shine through that solid. Of edges on one line the
/// nearer one counts, then the lower shape and edge. If the def is refused the fan is unchanged;
/// after MEMORY it is empty.
/// Cost: O(n log n) for n edges in range, some 0.5 µs an edge. Memory is kept for the next cast.
CAROM_API CaromError caromLightCast(CaromLight *light, const CaromWorld *world,
                                    const CaromLightDef *def);
/// Returns the border of the last cast's fan, counter-clockwise around the light, from the
/// direction +x or a cone's first side on. Its triangles are (position, i, i + 1) for 0 <= i <
/// count − 1; all around, the last point repeats the first. Valid until the next cast. Returns null
/// and count 0 if nothing is visible; count may be null.
CAROM_API const CaromLightPoint *caromLightPoints(const CaromLight *light, int *count);
/// Returns the solid that contained the light of the last cast (of several the lowest index), so
/// that nothing was visible; otherwise null.
CAROM_API CaromShapeId caromLightInside(const CaromLight *light);
CAROM_API double caromLightArea(const CaromLight *light); ///< [m²] of the fan
/// Measures how much of the segment from a to b (a != b: SEGMENT_LENGTH) is visible from a point.
/// Writes up to `capacity` of the visible parts, from a to b; neighbouring parts may touch. From a
/// point on the segment's line, the part that a ray along it reaches is visible. A shape that lies
/// on the segment does not hide it. Round shapes count as polygons within 1e-6 of the distance.
/// Uses the light's memory and empties its fan.
CAROM_API CaromExposure caromLightExposeSegment(CaromLight *light, const CaromWorld *world,
                                                CaromVec2 from, CaromVec2 a, CaromVec2 b,
                                                CaromQueryOptions options, CaromSpan *out,
                                                int capacity);
/// Does the same for the diameter of a disc across the line of sight, as the sixteen lines of a
/// blast do. Shapes inside the disc hide the part of the diameter behind them.
/// @param radius [m] > 0, at most 1e6
CAROM_API CaromExposure caromLightExposeDisc(CaromLight *light, const CaromWorld *world,
                                             CaromVec2 from, CaromVec2 center, double radius,
                                             CaromQueryOptions options);

#endif
