// SPDX-License-Identifier: MIT
// PUBLIC. Vectors, rotations, base transforms, boxes. Plain structs and pure functions; no function
// here allocates or fails. Metres, radians, counter-clockwise from +x to +y; y may point up or
// down. Sine, cosine and arctangent are our own: the same bits on every machine (those of libm
// differ).
#ifndef CAROM_SHAPES_VEC_H
#define CAROM_SHAPES_VEC_H

#include "api.h"

/// A point or a direction. [m] unless said otherwise.
typedef struct CaromVec2 {
    double x, y; ///< usually [m]
} CaromVec2;

/// A rotation as its cosine and sine: c² + s² = 1 within rounding. Identity {1, 0}.
typedef struct CaromRotation {
    double c, s; ///< cosine and sine of the angle
} CaromRotation;

/// The base transform: a local point is scaled per axis, then rotated, then moved.
/// A negative scale mirrors; baked polygons keep counter-clockwise winding.
typedef struct CaromTransform {
    CaromVec2 position;     ///< [m] default (0, 0)
    CaromRotation rotation; ///< default {1, 0}
    CaromVec2 scale;        ///< [1] != 0, default (1, 1)
} CaromTransform;

/// A 2 by 3 matrix: p -> (xx·p.x + xy·p.y + tx, yx·p.x + yy·p.y + ty).
typedef struct CaromMatrix {
    double xx, xy, yx, yy, tx, ty; ///< x becomes xx·x + xy·y + tx
} CaromMatrix;

/// An axis-aligned box, min <= max on both axes.
typedef struct CaromBox {
    CaromVec2 min, max; ///< lowest and highest corner
} CaromBox;

/// Vectors: made, added, subtracted, scaled, multiplied.
CAROM_API CaromVec2 caromVec2(double x, double y);
CAROM_API CaromVec2 caromVec2Add(CaromVec2 a, CaromVec2 b);
CAROM_API CaromVec2 caromVec2Sub(CaromVec2 a, CaromVec2 b);
CAROM_API CaromVec2 caromVec2Scale(CaromVec2 v, double factor);
CAROM_API double caromVec2Dot(CaromVec2 a, CaromVec2 b);
CAROM_API double caromVec2Cross(CaromVec2 a, CaromVec2 b); ///< a.x·b.y − a.y·b.x
CAROM_API double caromVec2Length(CaromVec2 v);             ///< no overflow below 1e150
CAROM_API double caromVec2Distance(CaromVec2 a, CaromVec2 b);
/// Returns v with length 1; (0, 0) if v is (0, 0). Tiny and huge vectors keep their direction.
CAROM_API CaromVec2 caromVec2Normalize(CaromVec2 v);
/// Returns v mirrored at a surface with unit normal n: v − 2(v·n)n.
CAROM_API CaromVec2 caromVec2Reflect(CaromVec2 v, CaromVec2 normal);

/// Returns sine and cosine of an angle. Error under 1.5 ulp of 1 for |angle| <= 1e6; 0, π/2, π,
/// 3π/2 (as doubles) give values within 1e-15 of the exact ones. The error is the same up to 1e12.
/// Beyond 1e15 the angle has no digits left and the result is {1, 0}, as for NaN and infinity.
/// Reduction by Cody and Waite (1980), then Taylor's series.
CAROM_API CaromRotation caromRotation(double angle);
/// Returns the angle of a direction in (−π, π]; 0 for (0, 0) and for values that are not finite. −0
/// counts as 0, so the negative x axis gives π, not −π. Error under 2 ulp.
CAROM_API double caromAtan2(double y, double x);
CAROM_API double caromRotationAngle(CaromRotation r); ///< in (−π, π]
CAROM_API CaromVec2 caromRotate(CaromRotation r, CaromVec2 v);
CAROM_API CaromVec2 caromRotateInverse(CaromRotation r, CaromVec2 v);
CAROM_API CaromRotation caromRotationCompose(CaromRotation first, CaromRotation second);

/// Base transforms, and points under them: first scaled, then rotated, then moved.
CAROM_API CaromTransform caromTransformIdentity(void);
CAROM_API CaromTransform caromTransform(CaromVec2 position, double angle, CaromVec2 scale);
CAROM_API CaromVec2 caromTransformPoint(CaromTransform t, CaromVec2 local);
CAROM_API CaromVec2 caromTransformVector(CaromTransform t, CaromVec2 local); ///< without position
CAROM_API CaromVec2 caromTransformPointInverse(CaromTransform t, CaromVec2 world);
/// Returns the unit normal in world space of a surface with this local normal (inverse transpose).
CAROM_API CaromVec2 caromTransformNormal(CaromTransform t, CaromVec2 localNormal);
/// Returns the radius of a transformed circle: radius·|scale.x|. Under unequal scale a circle stays
/// a circle; caromEllipsePoints gives the polygon of the true image.
CAROM_API double caromTransformRadius(CaromTransform t, double radius);
CAROM_API CaromMatrix caromTransformMatrix(CaromTransform t);
CAROM_API CaromMatrix caromMatrixInverse(CaromMatrix m); ///< all zero if m has no inverse
CAROM_API CaromMatrix caromMatrixCompose(CaromMatrix first, CaromMatrix second);
CAROM_API CaromVec2 caromMatrixPoint(CaromMatrix m, CaromVec2 p);
/// Writes the image of a circle as an inscribed counter-clockwise polygon of `count` >= 3 points;
/// out must have room for them. No point of the ellipse is farther from it than r·max|scale|·(1 −
/// cos(π/count)).
CAROM_API void caromEllipsePoints(CaromTransform t, CaromVec2 center, double radius, CaromVec2 *out,
                                  int count);
/// Bakes points into world space. A mirroring transform also reverses their order, so that a
/// counter-clockwise polygon stays counter-clockwise (point 0 stays first). `out` may not overlap
/// `local`.
CAROM_API void caromTransformPolygon(CaromTransform t, const CaromVec2 *local, int count,
                                     CaromVec2 *out);

CAROM_API CaromBox caromBoxOfPoints(const CaromVec2 *points, int count); ///< count >= 1
CAROM_API CaromBox caromBoxUnion(CaromBox a, CaromBox b);
CAROM_API CaromBox caromBoxInflate(CaromBox box, double by);
CAROM_API bool caromBoxOverlaps(CaromBox a, CaromBox b);    ///< touching counts
CAROM_API bool caromBoxContains(CaromBox box, CaromVec2 p); ///< the border counts

#endif
