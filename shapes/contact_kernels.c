// SPDX-License-Identifier: MIT
// The faces that part two shapes best: of each face its gap to the other shape's nearest corner,
// several faces at once. In the plane no other axes are needed where both overlap. Gottschalk, Lin
// and Manocha, "OBBTree" (1996), of any convex polygons. contact_points.c does the rest.
//
// With many corners, the nearest corner is followed from face to face: as the faces turn, it only
// moves on, so that all faces together cost O(n + m). Toussaint, "Solving Geometric Problems with
// the Rotating Calipers" (1983).
#include "base.h"

#include "contact_pair.h"
#include "kernels.h"

#if defined(CR_KERNELS_X86)
#define CR_SIMD_SSE2
#elif defined(CR_KERNELS_NEON)
#define CR_SIMD_NEON
#elif defined(CR_KERNELS_WASM)
#define CR_SIMD_WASM
#endif
#include "simd.h"

#define FEW 16 ///< corners of a shape that is tested face by face, each against all corners

/// Corners and normals in a's axes, crContactLanes(count) of each.
typedef struct Outline {
    const float *x, *y, *nx, *ny;
    int count;
} Outline;

/// A row of products and sums, of all corners.
static void turnRow(CrFloat2 turn, CrFloat2 at, const float *x, const float *y, int count,
                    float *toX, float *toY)
{
    CrEdgePackets c = crEdgePacketsAll(turn.x), s = crEdgePacketsAll(turn.y);
    CrEdgePackets atX = crEdgePacketsAll(at.x), atY = crEdgePacketsAll(at.y);
    for (int i = 0; i < count; i += CR_LANES) {
        CrEdgePackets px = crEdgePacketsLoad(x + i), py = crEdgePacketsLoad(y + i);
        CrEdgePackets turnedX = crEdgePacketsSub(crEdgePacketsMul(c, px), crEdgePacketsMul(s, py));
        CrEdgePackets turnedY = crEdgePacketsAdd(crEdgePacketsMul(s, px), crEdgePacketsMul(c, py));
        crEdgePacketsStore(toX + i, crEdgePacketsAdd(turnedX, atX));
        crEdgePacketsStore(toY + i, crEdgePacketsAdd(turnedY, atY));
    }
}

static CrContactFace widestOf(const float *gaps, int count)
{
    CrContactFace best = {0, gaps[0]};
    for (int i = 1; i < count; i++) {
        if (gaps[i] > best.gap) {
            best.edge = i;
            best.gap = gaps[i];
        }
    }
    return best;
}

/// Of all faces of one outline against all corners of another.
static CrContactFace faceAmongFew(const Outline *faces, const float *x, const float *y, int count)
{
    float gaps[FEW];
    for (int i = 0; i < faces->count; i += CR_LANES) {
        CrEdgePackets nx = crEdgePacketsLoad(faces->nx + i), ny = crEdgePacketsLoad(faces->ny + i);
        CrEdgePackets least = crEdgePacketsAdd(crEdgePacketsMul(nx, crEdgePacketsAll(x[0])),
                                               crEdgePacketsMul(ny, crEdgePacketsAll(y[0])));
        for (int j = 1; j < count; j++) {
            CrEdgePackets along = crEdgePacketsAdd(crEdgePacketsMul(nx, crEdgePacketsAll(x[j])),
                                                   crEdgePacketsMul(ny, crEdgePacketsAll(y[j])));
            least = crEdgePacketsMin(along, least);
        }
        CrEdgePackets own = crEdgePacketsAdd(crEdgePacketsMul(nx, crEdgePacketsLoad(faces->x + i)),
                                             crEdgePacketsMul(ny, crEdgePacketsLoad(faces->y + i)));
        crEdgePacketsStore(gaps + i, crEdgePacketsSub(least, own));
    }
    return widestOf(gaps, faces->count);
}

static void collideFew(const CrKernelPair *pair, float reach, CrContactManifold *out)
{
    const CrContactShape *a = pair->a, *b = pair->b;
    float x[FEW], y[FEW], nx[FEW], ny[FEW];
    turnRow(pair->turn, pair->at, b->x, b->y, b->count, x, y);
    Outline outlineA = {a->x, a->y, a->nx, a->ny, a->count};
    CrContactFace faceA = faceAmongFew(&outlineA, x, y, b->count);
    if (faceA.gap > reach) {
        return;
    }
    turnRow(pair->turn, crFloat2(0.0f, 0.0f), b->nx, b->ny, b->count, nx, ny);
    Outline outlineB = {x, y, nx, ny, b->count};
    CrContactFace faceB = faceAmongFew(&outlineB, a->x, a->y, a->count);
    if (faceB.gap <= reach) {
        crContactFlat(pair, faceA, faceB, out);
    }
}

// ---- many corners

static float alongOf(const CrContactShape *shape, int corner, CrFloat2 way)
{
    return way.x * shape->x[corner] + way.y * shape->y[corner];
}

/// From a corner on to the least along a way.
static int follow(const CrContactShape *shape, int corner, CrFloat2 way)
{
    float least = alongOf(shape, corner, way);
    for (int k = 1; k < shape->count; k++) {
        int next = corner + 1 < shape->count ? corner + 1 : 0;
        float along = alongOf(shape, next, way);
        if (along > least) {
            break;
        }
        least = along;
        corner = next;
    }
    return corner;
}

static int leastOf(const CrContactShape *shape, CrFloat2 way)
{
    int best = 0;
    for (int i = 1; i < shape->count; i++) {
        best = alongOf(shape, i, way) < alongOf(shape, best, way) ? i : best;
    }
    return best;
}

/// As the first sees the second: turned, then moved.
static CrContactFace faceAmongMany(const CrContactShape *faces, const CrContactShape *corners,
                                   CrFloat2 turn, CrFloat2 at)
{
    CrContactFace best = {0, -FLT_MAX};
    int corner = -1;
    for (int i = 0; i < faces->count; i++) {
        CrFloat2 normal = crFloat2(faces->nx[i], faces->ny[i]);
        CrFloat2 way = crFloat2TurnBack(turn, normal);
        corner = corner < 0 ? leastOf(corners, way) : follow(corners, corner, way);
        float gap =
            alongOf(corners, corner, way) + crFloat2Dot(normal, at) - alongOf(faces, i, normal);
        if (gap > best.gap) {
            best.edge = i;
            best.gap = gap;
        }
    }
    return best;
}

static void collideMany(const CrKernelPair *pair, float reach, CrContactManifold *out)
{
    CrContactFace faceA = faceAmongMany(pair->a, pair->b, pair->turn, pair->at);
    if (faceA.gap > reach) {
        return;
    }
    CrFloat2 back = crFloat2(pair->turn.x, -pair->turn.y);
    CrFloat2 at = crFloat2Negate(crFloat2Turn(back, pair->at));
    CrContactFace faceB = faceAmongMany(pair->b, pair->a, back, at);
    if (faceB.gap <= reach) {
        crContactFlat(pair, faceA, faceB, out);
    }
}

// ---- circles

static void collideCircles(const CrKernelPair *pair, float reach, CrContactManifold *out)
{
    const CrContactShape *a = pair->a, *b = pair->b;
    CrFloat2 from = crFloat2(a->x[0], a->y[0]);
    CrFloat2 between = crFloat2Sub(crContactToA(pair, crFloat2(b->x[0], b->y[0])), from);
    float square = crFloat2Dot(between, between);
    if (square > reach * reach) {
        return;
    }
    float distance = crFloatRoot(square);
    CrFloat2 normal = distance > 0.0f ? crFloat2(between.x / distance, between.y / distance)
                                      : crFloat2(1.0f, 0.0f);
    CrFloat2 middle = crFloat2AddScaled(from, normal, 0.5f * (distance + a->radius - b->radius));
    crContactSetNormal(pair, normal, out);
    crContactAdd(pair, middle, distance - a->radius - b->radius, 0, out);
}

static void collideCircle(const CrKernelPair *pair, float reach, CrContactManifold *out)
{
    const CrContactShape *a = pair->a;
    CrFloat2 center = crContactToA(pair, crFloat2(pair->b->x[0], pair->b->y[0]));
    CrContactFace face;
    if (a->count <= FEW) {
        Outline outline = {a->x, a->y, a->nx, a->ny, a->count};
        face = faceAmongFew(&outline, &center.x, &center.y, 1);
    } else {
        face = faceAmongMany(a, pair->b, pair->turn, pair->at);
    }
    if (face.gap <= reach) {
        crContactRound(pair, face, out);
    }
}

// ---- all

static void collide(const CrKernelPair *pair, CrContactManifold *out)
{
    const CrContactShape *a = pair->a, *b = pair->b;
    float reach = a->radius + b->radius + pair->margin;
    if (b->count > 1) {
        if (a->count <= FEW && b->count <= FEW) {
            collideFew(pair, reach, out);
        } else {
            collideMany(pair, reach, out);
        }
    } else if (a->count > 1) {
        collideCircle(pair, reach, out);
    } else {
        collideCircles(pair, reach, out);
    }
}

static CrKernelPair seenFrom(const CrContactShape *a, CrFloat2 turnA, const CrContactShape *b,
                             CrFloat2 turnB, CrFloat2 away, float margin)
{
    CrKernelPair pair = {
        a, b, turnA, crFloat2TurnBack(turnA, turnB), crFloat2TurnBack(turnA, away), away, margin};
    return pair;
}

static void exchange(CrContactManifold *manifold)
{
    manifold->normalX = -manifold->normalX;
    manifold->normalY = -manifold->normalY;
    for (int k = 0; k < manifold->count; k++) {
        CrContactPoint p = manifold->points[k];
        CrContactPoint swapped = {p.bx, p.by,         p.ax,
                                  p.ay, p.separation, p.feature << 16 | p.feature >> 16};
        manifold->points[k] = swapped;
    }
}

void crCollideShapes(const CrContactShape *a, float ac, float as, const CrContactShape *b, float bc,
                     float bs, float dx, float dy, float margin, CrContactManifold *out)
{
    out->count = 0;
    CrFloat2 turnA = crFloat2(ac, as), turnB = crFloat2(bc, bs);
    if (a->count == 1 && b->count > 1) {
        CrKernelPair pair = seenFrom(b, turnB, a, turnA, crFloat2(-dx, -dy), margin);
        collide(&pair, out);
        if (out->count > 0) {
            exchange(out);
        }
    } else {
        CrKernelPair pair = seenFrom(a, turnA, b, turnB, crFloat2(dx, dy), margin);
        collide(&pair, out);
    }
}
