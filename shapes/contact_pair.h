// SPDX-License-Identifier: MIT
// What the contact kernels share: vectors of floats, a pair of shapes in the axes of the first,
// and which normals a part of a shape may have.
#ifndef CAROM_SHAPES_CONTACT_PAIR_H
#define CAROM_SHAPES_CONTACT_PAIR_H

#include "contact_kernels.h"

#include <math.h>

typedef struct CrFloat2 {
    float x, y;
} CrFloat2;

CR_INLINE CrFloat2 crFloat2(float x, float y)
{
    CrFloat2 v = {x, y};
    return v;
}
CR_INLINE CrFloat2 crFloat2Sub(CrFloat2 a, CrFloat2 b)
{
    return crFloat2(a.x - b.x, a.y - b.y);
}
CR_INLINE CrFloat2 crFloat2AddScaled(CrFloat2 a, CrFloat2 b, float k)
{
    return crFloat2(a.x + b.x * k, a.y + b.y * k);
}
CR_INLINE CrFloat2 crFloat2Negate(CrFloat2 v)
{
    return crFloat2(-v.x, -v.y);
}
CR_INLINE float crFloat2Dot(CrFloat2 a, CrFloat2 b)
{
    return a.x * b.x + a.y * b.y;
}
CR_INLINE float crFloat2Cross(CrFloat2 a, CrFloat2 b)
{
    return a.x * b.y - a.y * b.x;
}
/// By (cosine, sine).
CR_INLINE CrFloat2 crFloat2Turn(CrFloat2 turn, CrFloat2 v)
{
    return crFloat2(turn.x * v.x - turn.y * v.y, turn.y * v.x + turn.x * v.y);
}
CR_INLINE CrFloat2 crFloat2TurnBack(CrFloat2 turn, CrFloat2 v)
{
    return crFloat2(turn.x * v.x + turn.y * v.y, turn.x * v.y - turn.y * v.x);
}
/// The root of a double that was a float, rounded to float, is the root rounded once: a double has
/// more than twice a float's digits.
CR_INLINE float crFloatRoot(float x)
{
    return (float)sqrt((double)x);
}

/// One of two shapes, in the axes of the first.
typedef struct CrContactSide {
    const float *x, *y, *nx, *ny; ///< of each crContactLanes(count)
    int count;
    bool isTurned; ///< these are the shape's own, and still to be turned and moved
    float radius;
    CrFloat2 turn, at; ///< from its own axes; of the first: (1, 0) and (0, 0)
    const CrContactShape *shape;
} CrContactSide;

/// Two shapes in the axes of the first, relative to its centre.
typedef struct CrKernelPair {
    CrContactSide a, b;
    CrFloat2 turnA;      ///< of a in the world
    CrFloat2 away;       ///< b's centre from a's, world axes
    float margin, reach; ///< [m] reach: margin and both radii
} CrKernelPair;

/// Adds a point, given halfway between the surfaces, if it is within the margin.
CR_INLINE void crContactAdd(const CrKernelPair *pair, CrFloat2 middle, float separation,
                            uint32_t feature, CrContactManifold *out)
{
    CrFloat2 p = crFloat2Turn(pair->turnA, middle);
    CrContactPoint *point = &out->points[out->count];
    point->ax = p.x;
    point->ay = p.y;
    point->bx = p.x - pair->away.x;
    point->by = p.y - pair->away.y;
    point->separation = separation;
    point->feature = feature;
    out->count += separation <= pair->margin;
}

CR_INLINE void crContactSetNormal(const CrKernelPair *pair, CrFloat2 normal, CrContactManifold *out)
{
    CrFloat2 turned = crFloat2Turn(pair->turnA, normal);
    out->normalX = turned.x;
    out->normalY = turned.y;
}

// ---- seams

/// [1] sine of the angle by which a normal may leave those of the whole, to be turned back to them.
#define CR_SEAM_SLACK 0x1p-10f

typedef enum CrSeamAnswer {
    CR_SEAM_MAY,   ///< the whole has that normal; it may have been turned a little
    CR_SEAM_SNAP,  ///< a reflex or flat corner: its edges decide
    CR_SEAM_PASSES ///< another part is nearer
} CrSeamAnswer;

/// Of a normal outward from a corner, in the shape's own axes.
CrSeamAnswer crSeamAsk(const CrContactShape *shape, int corner, CrFloat2 *outward);

// ---- making shapes

/// Whether a corner is on the straight side between its neighbours, as far as floats can tell.
bool crContactIsBetween(CrFloat2 before, CrFloat2 p, CrFloat2 after);
/// Makes a shape from corners in their places: `lanes` numbers in each array of the room.
void crContactShapeFinish(CrContactShape *shape, int count, int lanes, float radius, float *room);

// ---- flat shapes

/// The face of a shape that parts it best from another: the gap along its normal.
typedef struct CrContactFace {
    int edge;
    float gap; ///< [m] of the outlines, without their radii; < 0: they overlap by so much
} CrContactFace;

CR_INLINE CrFloat2 crContactCorner(const CrContactSide *side, int i)
{
    CrFloat2 p = crFloat2(side->x[i], side->y[i]);
    if (CR_UNLIKELY(side->isTurned)) {
        p = crFloat2Turn(side->turn, p);
        p = crFloat2(p.x + side->at.x, p.y + side->at.y);
    }
    return p;
}

CR_INLINE CrFloat2 crContactNormal(const CrContactSide *side, int edge)
{
    CrFloat2 normal = crFloat2(side->nx[edge], side->ny[edge]);
    return CR_UNLIKELY(side->isTurned) ? crFloat2Turn(side->turn, normal) : normal;
}

CR_INLINE int crContactPrevious(const CrContactSide *side, int i)
{
    return i > 0 ? i - 1 : side->count - 1;
}

CR_INLINE int crContactNext(const CrContactSide *side, int i)
{
    return i + 1 < side->count ? i + 1 : 0;
}

/// A corner of each shape.
typedef struct CrContactCorners {
    int a, b;
    CrFloat2 onA, between; ///< from a's to b's
    float square;
} CrContactCorners;

/// The nearest corners of outlines that are apart, from a guess on; false: an edge is nearer.
bool crContactNearest(const CrContactSide *a, const CrContactSide *b, int cornerA, int cornerB,
                      CrContactCorners *c);

/// Which face is the reference: a's is preferred, so that they are not in turns.
CR_INLINE bool crContactPrefersB(const CrKernelPair *pair, CrContactFace faceA, CrContactFace faceB)
{
    return faceB.gap > faceA.gap + pair->margin * 0x1p-6f;
}

/// Neither is a circle; the best faces of both are known. `corner`, of the other, is farthest
/// against the normal of the reference; −1: not known. out->count is 0 at first.
void crContactFlat(const CrKernelPair *pair, CrContactFace faceA, CrContactFace faceB, int corner,
                   CrContactManifold *out);

#endif
