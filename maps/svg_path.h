// SPDX-License-Identifier: MIT
// A path of SVG as rings of points: moves, lines, curves and arcs under a transform.
#ifndef CAROM_MAPS_SVG_PATH_H
#define CAROM_MAPS_SVG_PATH_H

#include "../world/api/carom.h"

/// x' = a x + c y + e, y' = b x + d y + f
typedef struct SvgMatrix {
    double a, b, c, d, e, f;
} SvgMatrix;

/// Begin with its matrix and tolerance, the rest zeroed.
typedef struct SvgPath {
    SvgMatrix matrix;
    double tolerance;  ///< of curves, after the transform
    CaromVec2 *points; ///< transformed
    int *ringEnds;
    bool *closed;
    int pointCount, ringCount, pointRoom, ringRoom;
    int ringBegin;   ///< points before it belong to rings that have ended
    CaromVec2 start; ///< of the ring, before the transform
    CaromVec2 at;    ///< where the pen is, before the transform
    bool failed;     ///< no memory, too long, or damaged
} SvgPath;

CaromVec2 svgApply(const SvgMatrix *m, CaromVec2 p);
/// Multiplies a matrix by the value of a transform attribute. False if that is damaged.
bool svgTransform(SvgMatrix *matrix, const char *text);

void svgMoveTo(SvgPath *path, CaromVec2 to);
void svgLineTo(SvgPath *path, CaromVec2 to);
void svgCurveTo(SvgPath *path, CaromVec2 c1, CaromVec2 c2, CaromVec2 to);
/// An elliptical arc; turn in degrees.
void svgArcTo(SvgPath *path, CaromVec2 radii, double turn, bool isLarge, bool isSwept,
              CaromVec2 to);
void svgClose(SvgPath *path);
void svgEnd(SvgPath *path); ///< ends the last ring
void svgFree(SvgPath *path);

/// Adds what the attribute d says.
void svgParse(SvgPath *path, const char *d);
/// Adds what the attribute points says.
void svgParsePoints(SvgPath *path, const char *points, bool isClosed);

#endif
