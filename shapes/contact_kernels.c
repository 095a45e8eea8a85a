// SPDX-License-Identifier: MIT
// The faces that part two shapes best: of each face its gap to the other shape's nearest corner,
// several faces at once. In the plane no other axes are needed where both overlap. Gottschalk, Lin
// and Manocha, "OBBTree" (1996), of any convex polygons. contact_points.c does the rest.
//
// With many corners, the nearest corner is followed from face to face: as the faces turn, it only
// moves on, so that all faces together cost O(n + m). Toussaint, "Solving Geometric Problems with
// the Rotating Calipers" (1983).
#include "base.h"

#include "bits.h"
#include "contact_pair.h"
#include "simd_least.h"

/// For rows that are loaded four at once.
#if defined(_MSC_VER)
#define CR_ROW __declspec(align(16))
#else
#define CR_ROW _Alignas(16)
#endif

#define FEW 16 ///< corners of a shape that is tested face by face, each against all corners

static const float originPlace[4], originNormal[4];
/// A circle's center.
static const CrContactShape theOrigin = {originPlace, originPlace, originNormal, originNormal,
                                         1,           0.0f,        NULL};

/// A shape in its own axes.
CR_INLINE CrContactSide ownSide(const CrContactShape *shape)
{
    CrContactSide side = {shape->x, shape->y,      shape->nx,    shape->ny,    shape->count,
                          false,    shape->radius, {1.0f, 0.0f}, {0.0f, 0.0f}, shape};
    return side;
}

/// A row of products and sums, of all corners.
CR_INLINE void turnRow(CrFloat2 turn, CrFloat2 at, const float *x, const float *y, int count,
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

#if defined(CR_SIMD_SSE2)
/// The greatest of all lanes, in all lanes.
CR_INLINE CrEdgePackets greatestOf(CrEdgePackets a)
{
    a = _mm_max_ps(a, _mm_shuffle_ps(a, a, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_max_ps(a, _mm_shuffle_ps(a, a, _MM_SHUFFLE(1, 0, 3, 2)));
}

/// The first lane that holds the greatest of crContactLanes(count) numbers.
CR_INLINE int widestOf(const float *numbers, int count)
{
    CrEdgePackets all = _mm_load_ps(numbers);
    for (int i = CR_LANES; i < count; i += CR_LANES) {
        all = _mm_max_ps(all, _mm_load_ps(numbers + i));
    }
    all = greatestOf(all);
    unsigned found = (unsigned)_mm_movemask_ps(_mm_cmpeq_ps(all, _mm_load_ps(numbers)));
    for (int i = CR_LANES; i < count; i += CR_LANES) {
        found |= (unsigned)_mm_movemask_ps(_mm_cmpeq_ps(all, _mm_load_ps(numbers + i))) << i;
    }
    return crLowestBit(found);
}
#else
CR_INLINE int widestOf(const float *numbers, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        best = numbers[i] > numbers[best] ? i : best;
    }
    return best;
}
#endif

/// How far a corner is along the normals of some faces.
CR_INLINE CrEdgePackets alongAll(CrEdgePackets nx, CrEdgePackets ny, float x, float y)
{
    return crEdgePacketsAdd(crEdgePacketsMul(nx, crEdgePacketsAll(x)),
                            crEdgePacketsMul(ny, crEdgePacketsAll(y)));
}

/// Of four corners the least.
CR_INLINE CrEdgePackets leastOfFour(CrEdgePackets nx, CrEdgePackets ny, const float *x,
                                    const float *y)
{
    return crEdgePacketsMin(
        crEdgePacketsMin(alongAll(nx, ny, x[0], y[0]), alongAll(nx, ny, x[1], y[1])),
        crEdgePacketsMin(alongAll(nx, ny, x[2], y[2]), alongAll(nx, ny, x[3], y[3])));
}

/// Of all faces of one outline against all corners of another, of crContactLanes(count) each.
CR_INLINE CrContactFace faceAmongFew(const CrContactSide *faces, int faceCount, const float *x,
                                     const float *y, int count)
{
    CR_ROW float gaps[FEW] = {0};
    for (int i = 0; i < faceCount; i += CR_LANES) {
        CrEdgePackets nx = crEdgePacketsLoad(faces->nx + i), ny = crEdgePacketsLoad(faces->ny + i);
        CrEdgePackets least = leastOfFour(nx, ny, x, y);
        for (int j = 4; j < count; j += 4) {
            least = crEdgePacketsMin(leastOfFour(nx, ny, x + j, y + j), least);
        }
        CrEdgePackets own = crEdgePacketsAdd(crEdgePacketsMul(nx, crEdgePacketsLoad(faces->x + i)),
                                             crEdgePacketsMul(ny, crEdgePacketsLoad(faces->y + i)));
        crEdgePacketsStore(gaps + i, crEdgePacketsSub(least, own));
    }
    CrContactFace face = {widestOf(gaps, faceCount), 0.0f};
    face.gap = gaps[face.edge];
    return face;
}

/// Of all faces against a point.
CR_INLINE CrContactFace facePast(const CrContactSide *faces, CrFloat2 p)
{
    CR_ROW float gaps[FEW] = {0};
    for (int i = 0; i < faces->count; i += CR_LANES) {
        CrEdgePackets nx = crEdgePacketsLoad(faces->nx + i), ny = crEdgePacketsLoad(faces->ny + i);
        CrEdgePackets own = crEdgePacketsAdd(crEdgePacketsMul(nx, crEdgePacketsLoad(faces->x + i)),
                                             crEdgePacketsMul(ny, crEdgePacketsLoad(faces->y + i)));
        crEdgePacketsStore(gaps + i, crEdgePacketsSub(alongAll(nx, ny, p.x, p.y), own));
    }
    CrContactFace best = {0, gaps[0]};
    for (int i = 1; i < faces->count; i++) {
        if (gaps[i] > best.gap) {
            best.edge = i;
            best.gap = gaps[i];
        }
    }
    return best;
}

/// The corner that is farthest against a normal.
CR_INLINE int deepestAmongFew(const CrContactSide *side, int count, CrFloat2 normal)
{
    CR_ROW float depths[FEW] = {0};
    CrEdgePackets x = crEdgePacketsAll(-normal.x), y = crEdgePacketsAll(-normal.y);
    for (int i = 0; i < count; i += CR_LANES) {
        crEdgePacketsStore(depths + i,
                           crEdgePacketsAdd(crEdgePacketsMul(x, crEdgePacketsLoad(side->x + i)),
                                            crEdgePacketsMul(y, crEdgePacketsLoad(side->y + i))));
    }
    return widestOf(depths, count);
}

/// countA, countB: lanes in use of both; constants, so that loops are unrolled.
CR_INLINE void collideFew(CrKernelPair *pair, int countA, int countB, CrContactManifold *out)
{
    const CrContactShape *shape = pair->b.shape;
    CR_ROW float x[FEW], y[FEW], nx[FEW], ny[FEW];
    turnRow(pair->b.turn, pair->b.at, shape->x, shape->y, countB, x, y);
    CrContactFace faceA = faceAmongFew(&pair->a, countA, x, y, countB);
    if (faceA.gap > pair->reach) {
        out->apart = faceA.gap - (pair->reach - pair->margin);
        return;
    }
    turnRow(pair->b.turn, crFloat2(0.0f, 0.0f), shape->nx, shape->ny, countB, nx, ny);
    pair->b.x = x;
    pair->b.y = y;
    pair->b.nx = nx;
    pair->b.ny = ny;
    pair->b.isTurned = false;
    CrContactFace faceB = faceAmongFew(&pair->b, countB, pair->a.x, pair->a.y, countA);
    if (faceB.gap > pair->reach) {
        out->apart = faceB.gap - (pair->reach - pair->margin);
        return;
    }
    bool isB = crContactPrefersB(pair, faceA, faceB);
    const CrContactSide *own = isB ? &pair->b : &pair->a;
    int edge = isB ? faceB.edge : faceA.edge;
    CrFloat2 normal = crFloat2(own->nx[edge], own->ny[edge]);
    int corner =
        isB ? deepestAmongFew(&pair->a, countA, normal) : deepestAmongFew(&pair->b, countB, normal);
    crContactFlat(pair, faceA, faceB, corner, out);
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

static void collideMany(const CrKernelPair *pair, CrContactManifold *out)
{
    const CrContactSide *b = &pair->b;
    CrContactFace faceA = faceAmongMany(pair->a.shape, b->shape, b->turn, b->at);
    if (faceA.gap > pair->reach) {
        out->apart = faceA.gap - (pair->reach - pair->margin);
        return;
    }
    CrFloat2 back = crFloat2(b->turn.x, -b->turn.y);
    CrFloat2 at = crFloat2Negate(crFloat2Turn(back, b->at));
    CrContactFace faceB = faceAmongMany(b->shape, pair->a.shape, back, at);
    if (faceB.gap > pair->reach) {
        out->apart = faceB.gap - (pair->reach - pair->margin);
        return;
    }
    crContactFlat(pair, faceA, faceB, -1, out);
}

// ---- circles

/// Two circles, or a circle and a place of another shape: the normal is known, in world axes.
CR_INLINE void addRound(CrFloat2 center, CrFloat2 away, CrFloat2 normal, float gap, float radiusA,
                        float radiusB, uint32_t feature, CrContactManifold *out)
{
    CrFloat2 p = crFloat2AddScaled(center, normal, 0.5f * (radiusA - radiusB - gap));
    CrContactManifold found = {
        normal.x,
        normal.y,
        1,
        {{p.x, p.y, p.x - away.x, p.y - away.y, gap - radiusA - radiusB, feature}},
        -1.0f};
    out->normalX = found.normalX;
    out->normalY = found.normalY;
    out->count = 1;
    out->points[0] = found.points[0];
}

/// The center of a circle, world axes.
CR_INLINE CrFloat2 centerOf(const CrContactShape *circle, CrFloat2 turn, CrFloat2 at)
{
    CrFloat2 p = crFloat2Turn(turn, crFloat2(circle->x[0], circle->y[0]));
    return crFloat2(p.x + at.x, p.y + at.y);
}

static void collideCircles(const CrContactShape *a, CrFloat2 turnA, const CrContactShape *b,
                           CrFloat2 turnB, CrFloat2 away, float reach, CrContactManifold *out)
{
    CrFloat2 center = centerOf(b, turnB, away);
    CrFloat2 between = crFloat2Sub(center, centerOf(a, turnA, crFloat2(0.0f, 0.0f)));
    float square = crFloat2Dot(between, between);
    if (square > reach * reach) {
        out->apart = crFloatRoot(square) - a->radius - b->radius;
        return;
    }
    float distance = crFloatRoot(square);
    CrFloat2 normal = distance > 0.0f ? crFloat2(between.x / distance, between.y / distance)
                                      : crFloat2(1.0f, 0.0f);
    addRound(center, away, normal, distance, a->radius, b->radius, 0, out);
}

/// Of a circle to a shape that is none: the place on it, in its axes.
typedef struct Foot {
    CrFloat2 normal;
    float gap;
    int corner; ///< or −1: beside the face
} Foot;

/// How far a place is along the edge from corner to corner.
CR_INLINE float pastOf(const CrContactShape *shape, int edge, int corner, CrFloat2 center)
{
    CrFloat2 along = crFloat2(-shape->ny[edge], shape->nx[edge]);
    return crFloat2Dot(crFloat2Sub(center, crFloat2(shape->x[corner], shape->y[corner])), along);
}

/// From an edge on to the one that the center is beside, where edges go on almost straight; or to
/// one at the corner that is nearest.
CR_INLINE Foot footOf(const CrContactShape *shape, CrContactFace *face, CrFloat2 center)
{
    int edge = face->edge, end = edge + 1 < shape->count ? edge + 1 : 0, corner = -1;
    for (int k = 0; k < shape->count; k++) {
        int before = edge > 0 ? edge - 1 : shape->count - 1;
        if (pastOf(shape, edge, end, center) > 0.0f) {
            corner = end;
            if (pastOf(shape, end, end, center) <= 0.0f) {
                break;
            }
            edge = end;
        } else if (pastOf(shape, edge, edge, center) < 0.0f) {
            corner = edge;
            if (pastOf(shape, before, edge, center) >= 0.0f) {
                break;
            }
            edge = before;
        } else {
            corner = -1;
            break;
        }
        end = edge + 1 < shape->count ? edge + 1 : 0;
    }
    Foot foot = {crFloat2(shape->nx[edge], shape->ny[edge]), face->gap, -1};
    CrFloat2 between = crFloat2Sub(center, crFloat2(shape->x[edge], shape->y[edge]));
    if (edge != face->edge) {
        foot.gap = crFloat2Dot(between, foot.normal);
        face->edge = edge;
    }
    if (face->gap < 0.0f || corner < 0) {
        return foot;
    }
    between = crFloat2Sub(center, crFloat2(shape->x[corner], shape->y[corner]));
    float square = crFloat2Dot(between, between);
    foot.corner = corner;
    if (square > 0.0f) { // else its digits are used up: the face's normal does
        float distance = crFloatRoot(square);
        foot.normal = crFloat2(between.x / distance, between.y / distance);
        foot.gap = distance;
    }
    return foot;
}

/// Whether the whole has the foot's normal, which may be turned a little.
static bool hasNormal(const CrContactShape *shape, int edge, CrFloat2 center, Foot *foot)
{
    if (foot->corner < 0) {
        return !shape->seams[edge].isInner;
    }
    CrFloat2 corner = crFloat2(shape->x[foot->corner], shape->y[foot->corner]);
    bool has = crSeamAsk(shape, foot->corner, &foot->normal) == CR_SEAM_MAY;
    foot->gap = crFloat2Dot(crFloat2Sub(center, corner), foot->normal);
    return has;
}

/// From inside a part: the nearest of its edges on the border of the whole. False: it has none.
static bool wayOut(const CrContactShape *shape, CrFloat2 center, CrContactFace *face, Foot *foot)
{
    bool found = false;
    for (int i = 0; i < shape->count; i++) {
        CrFloat2 n = crFloat2(shape->nx[i], shape->ny[i]);
        CrFloat2 between = crFloat2Sub(center, crFloat2(shape->x[i], shape->y[i]));
        float gap = crFloat2Dot(between, n);
        if (!shape->seams[i].isInner && (!found || gap > foot->gap)) {
            foot->normal = n;
            foot->gap = gap;
            foot->corner = -1;
            face->edge = i;
            found = true;
        }
    }
    return found;
}

static void collideCircle(const CrContactShape *a, CrFloat2 turnA, const CrContactShape *b,
                          CrFloat2 turnB, CrFloat2 away, float reach, CrContactManifold *out)
{
    CrFloat2 world = centerOf(b, turnB, away), center = crFloat2TurnBack(turnA, world);
    CrContactFace face;
    if (a->count <= FEW) {
        CrContactSide side = ownSide(a);
        face = facePast(&side, center);
    } else {
        face = faceAmongMany(a, &theOrigin, crFloat2(1.0f, 0.0f), center);
    }
    if (face.gap > reach) {
        out->apart = face.gap - a->radius - b->radius;
        return;
    }
    Foot foot = footOf(a, &face, center);
    if (foot.gap > reach) {
        out->apart = foot.gap - a->radius - b->radius;
        return;
    }
    if (a->seams != NULL && !hasNormal(a, face.edge, center, &foot) &&
        !(foot.gap < 0.0f && foot.corner < 0 && a->count > 2 && wayOut(a, center, &face, &foot))) {
        return;
    }
    uint32_t feature = (uint32_t)(foot.corner >= 0 ? foot.corner : face.edge) << 16;
    addRound(world, away, crFloat2Turn(turnA, foot.normal), foot.gap, a->radius, b->radius, feature,
             out);
}

// ---- all

static void exchange(CrContactManifold *manifold)
{
    CrContactPoint p = manifold->points[0];
    CrContactPoint swapped = {p.bx, p.by,         p.ax,
                              p.ay, p.separation, p.feature << 16 | p.feature >> 16};
    manifold->points[0] = swapped;
    manifold->normalX = -manifold->normalX;
    manifold->normalY = -manifold->normalY;
}

static void collideFlat(const CrContactShape *a, CrFloat2 turnA, const CrContactShape *b,
                        CrFloat2 turnB, CrFloat2 away, float margin, CrContactManifold *out)
{
    CrKernelPair pair = {ownSide(a), ownSide(b), turnA,
                         away,       margin,     a->radius + b->radius + margin};
    pair.b.turn = crFloat2TurnBack(turnA, turnB);
    pair.b.at = crFloat2TurnBack(turnA, away);
    pair.b.isTurned = true;
    int lanesA = crContactLanes(a->count), lanesB = crContactLanes(b->count);
    if (lanesA == 4 && lanesB == 4) {
        collideFew(&pair, 4, 4, out);
    } else if (lanesA == 8 && lanesB == 8) {
        collideFew(&pair, 8, 8, out);
    } else if (a->count <= FEW && b->count <= FEW) {
        collideFew(&pair, lanesA, lanesB, out);
    } else {
        collideMany(&pair, out);
    }
}

void crCollideShapes(const CrContactShape *a, float ac, float as, const CrContactShape *b, float bc,
                     float bs, float dx, float dy, float margin, CrContactManifold *out)
{
    out->count = 0;
    out->apart = -1.0f;
    CrFloat2 turnA = crFloat2(ac, as), turnB = crFloat2(bc, bs), away = crFloat2(dx, dy);
    float reach = a->radius + b->radius + margin;
    if (a->count > 1 && b->count > 1) {
        collideFlat(a, turnA, b, turnB, away, margin, out);
    } else if (a->count > 1) {
        collideCircle(a, turnA, b, turnB, away, reach, out);
    } else if (b->count > 1) {
        collideCircle(b, turnB, a, turnA, crFloat2Negate(away), reach, out);
        if (out->count > 0) {
            exchange(out);
        }
    } else {
        collideCircles(a, turnA, b, turnB, away, reach, out);
    }
}
