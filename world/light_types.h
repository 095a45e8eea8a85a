// SPDX-License-Identifier: MIT
// PUBLIC. Lights: what is seen from a point, as a triangle fan, and how much is seen of a segment
// or a disc. Start from caromLightDef(); the functions are in carom.h.
#ifndef CAROM_WORLD_LIGHT_TYPES_H
#define CAROM_WORLD_LIGHT_TYPES_H

#include "types.h"

/// Memory for casting light, and the last fan. Opaque. Belongs to no world: one object may serve
/// any number of lights and worlds one after the other; threads have one each.
typedef struct CaromLight CaromLight;

/// A lamp: [unit] limits, default; note.
typedef struct CaromLightDef {
    CaromVec2 position; ///< [m] finite, default (0, 0)
    double range;       ///< [m] >= 1e-6, default CAROM_ENDLESS, which counts as 1e9; nothing
                        ///< farther is lit, nor looked at: a smaller range costs less
    double direction;   ///< [rad] finite, default 0; the middle of the cone
    double halfAngle;   ///< [rad] 0 .. π, default π: all around. 0: an empty fan
    double tolerance;   ///< [m] > 0, default 0.01; round borders, of the range and of shapes, are
                        ///< chords of their arcs that leave them by no more than this; at most
                        ///< 4,096 for the range's circle, 1,024 for a quarter of a shape's
    /// `inside`: a light within a solid sees nothing (CAROM_INSIDE_HIT), or sees out of it
    /// (CAROM_INSIDE_IGNORE: border passed from within hides nothing; rounded solids that hold the
    /// light do not hide at all). CAROM_INSIDE_EXIT is refused; `exits` is not read
    CaromQueryOptions options;
    uint32_t cookie; ///< set by caromLightDef
} CaromLightDef;

/// What a fan's border is between a point and the next.
typedef enum CaromLightSeen {
    CAROM_LIGHT_SURFACE, ///< a piece of an edge of a shape
    CAROM_LIGHT_RIM,     ///< a chord of the range's circle: nothing is seen
    CAROM_LIGHT_SHADOW,  ///< the border of a shadow: straight away from the light, or towards it
    CAROM_LIGHT_END      ///< the last point; there is no next
} CaromLightSeen;

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

/// How much of something is seen.
typedef struct CaromExposure {
    CaromError error; ///< CAROM_OK, or why nothing was asked: then all else is 0
    double fraction;  ///< [1] 0 .. 1, of its length
    double angle;     ///< [rad] the visible parts of it together, as seen from the point
    int spans;        ///< how many visible parts there are
} CaromExposure;

#endif
