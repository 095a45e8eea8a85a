// SPDX-License-Identifier: MIT
// Where two shapes touch, once the faces that part them best are known. Of two edges that face each
// other the one that parts better is the reference; the part of the other one between its ends
// touches it. Catto, "Contact Manifolds" (GDC 2007). Where both are apart and two corners are
// nearest, the axis between these.
//
// Parts with seams. The axis of the least overlap is taken among all, also those that the whole
// does not have. If it is one of these, the shortest way out of this part leads into another one,
// or behind an edge: then that other part reports the touch. Except at a reflex corner of the
// whole, where each edge pushes along its own normal, as far as it reaches.
#include "base.h"

#include "contact_pair.h"

// ---- both shapes in a's axes

typedef CrContactSide Side;

/// The corner that is farthest against a normal. Without branches, which no processor could guess.
static int deepestCorner(const Side *side, CrFloat2 normal)
{
    CrFloat2 way = CR_UNLIKELY(side->isTurned) ? crFloat2TurnBack(side->turn, normal) : normal;
    int best = 0;
    float least = way.x * side->x[0] + way.y * side->y[0];
    for (int i = 1; i < side->count; i++) {
        float along = way.x * side->x[i] + way.y * side->y[i];
        best = along < least ? i : best;
        least = along < least ? along : least;
    }
    return best;
}

static bool isInner(const Side *side, int edge)
{
    return side->shape->seams != NULL && side->shape->seams[edge].isInner;
}

/// Whether the whole has a normal at a corner.
static CrSeamAnswer ask(const Side *side, int corner, CrFloat2 *outward)
{
    if (side->shape->seams == NULL) {
        return CR_SEAM_MAY;
    }
    CrFloat2 own = crFloat2TurnBack(side->turn, *outward), was = own;
    CrSeamAnswer answer = crSeamAsk(side->shape, corner, &own);
    if (answer == CR_SEAM_MAY && (own.x != was.x || own.y != was.y)) {
        *outward = crFloat2Turn(side->turn, own);
    }
    return answer;
}

// ---- two edges that face each other

/// The reference: an edge, and the other shape, of which `corner` is deepest.
typedef struct Reference {
    const Side *own, *its;
    bool isB;
    int edge, corner;
    CrFloat2 normal; ///< outward
} Reference;

CR_INLINE Reference referenceOf(const CrKernelPair *pair, CrContactFace face, bool isB, int corner)
{
    Reference ref = {
        isB ? &pair->b : &pair->a, isB ? &pair->a : &pair->b, isB, face.edge, corner, {0.0f, 0.0f}};
    ref.normal = crContactNormal(ref.own, face.edge);
    if (corner < 0) {
        ref.corner = deepestCorner(ref.its, ref.normal);
    }
    return ref;
}

static uint32_t featureOf(const Reference *ref, int own, int its)
{
    uint32_t a = (uint32_t)(ref->isB ? its : own), b = (uint32_t)(ref->isB ? own : its);
    return a << 16 | (b & 0xffffu);
}

/// p is on the outline of the other shape, gap off the reference.
CR_INLINE void addPoint(const CrKernelPair *pair, const Reference *ref, CrFloat2 p, float gap,
                        uint32_t feature, CrContactManifold *out)
{
    float ownRadius = ref->own->radius, itsRadius = ref->its->radius;
    CrFloat2 middle = crFloat2AddScaled(p, ref->normal, 0.5f * (ownRadius - itsRadius - gap));
    crContactAdd(pair, middle, gap - ownRadius - itsRadius, feature, out);
}

/// The part of the other's edge beside the reference; false: there is none.
CR_INLINE bool addClipped(const CrKernelPair *pair, const Reference *ref, int edge,
                          CrContactManifold *out)
{
    int end = crContactNext(ref->own, ref->edge), itsEnd = crContactNext(ref->its, edge);
    CrFloat2 v = crContactCorner(ref->own, ref->edge);
    CrFloat2 along = crFloat2(-ref->normal.y, ref->normal.x);
    float length = crFloat2Dot(crFloat2Sub(crContactCorner(ref->own, end), v), along);
    // The edge runs against the reference: from high to low.
    CrFloat2 high = crContactCorner(ref->its, edge), low = crContactCorner(ref->its, itsEnd);
    CrFloat2 way = crFloat2Sub(high, low);
    float from = crFloat2Dot(crFloat2Sub(low, v), along);
    float to = crFloat2Dot(crFloat2Sub(high, v), along);
    if (from > length || to < 0.0f || !(from < to)) {
        return false;
    }
    float size = to - from;
    float first = (from < 0.0f ? -from : 0.0f) / size;
    float last = ((to > length ? length : to) - from) / size;
    CrFloat2 p = crFloat2AddScaled(low, way, first), q = crFloat2AddScaled(low, way, last);
    addPoint(pair, ref, p, crFloat2Dot(crFloat2Sub(p, v), ref->normal),
             featureOf(ref, ref->edge, itsEnd), out);
    addPoint(pair, ref, q, crFloat2Dot(crFloat2Sub(q, v), ref->normal), featureOf(ref, end, edge),
             out);
    return true;
}

/// Adds what touches between the reference and the two edges at the other's deepest corner, of
/// which the one that faces the reference better is tried first; borders of the whole alone.
static void addFacing(const CrKernelPair *pair, const Reference *ref, CrContactManifold *out)
{
    const Side *its = ref->its;
    int after = ref->corner, before = crContactPrevious(its, after);
    bool isAfter = crFloat2Dot(crContactNormal(its, after), ref->normal) <
                   crFloat2Dot(crContactNormal(its, before), ref->normal);
    int edge = isAfter ? after : before, other = isAfter ? before : after;
    for (int k = 0; k < 2; k++) {
        if (!isInner(its, edge) && addClipped(pair, ref, edge, out)) {
            return;
        }
        edge = other;
    }
}

static void setNormal(const CrKernelPair *pair, const Reference *ref, CrContactManifold *out)
{
    if (out->count > 0) {
        crContactSetNormal(pair, ref->isB ? crFloat2Negate(ref->normal) : ref->normal, out);
    }
}

/// At a reflex corner: what is in front of an edge of the whole.
static void addSnapped(const CrKernelPair *pair, CrContactFace face, bool isB,
                       CrContactManifold *out)
{
    Reference ref = referenceOf(pair, face, isB, -1);
    CrFloat2 outward = crFloat2Negate(ref.normal);
    if (!isInner(ref.own, face.edge) && ask(ref.its, ref.corner, &outward) == CR_SEAM_MAY) {
        addFacing(pair, &ref, out);
        setNormal(pair, &ref, out);
    }
}

// ---- two corners

/// The answer of the one that has seams; snapB: it is b.
static CrSeamAnswer askBoth(const Side *a, const Side *b, const CrContactCorners *c,
                            CrFloat2 *normal, bool *snapB)
{
    CrSeamAnswer answer = ask(a, c->a, normal);
    *snapB = false;
    if (answer == CR_SEAM_MAY) {
        CrFloat2 outward = crFloat2Negate(*normal);
        answer = ask(b, c->b, &outward);
        *normal = crFloat2Negate(outward);
        *snapB = answer == CR_SEAM_SNAP;
    }
    return answer;
}

/// Both are apart, and the reference does not face the other's deepest corner. False: their nearest
/// points are not two corners.
static bool addCorners(const CrKernelPair *pair, const Reference *ref, CrContactFace faceA,
                       CrContactFace faceB, CrContactManifold *out)
{
    const Side *a = &pair->a, *b = &pair->b;
    CrContactCorners c;
    if (!crContactNearest(a, b, ref->isB ? ref->corner : ref->edge,
                          ref->isB ? ref->edge : ref->corner, &c)) {
        return false;
    }
    float radiusA = a->radius, radiusB = b->radius;
    if (c.square > pair->reach * pair->reach) {
        out->apart = crFloatRoot(c.square) - radiusA - radiusB;
        return true;
    }
    float distance = crFloatRoot(c.square);
    CrFloat2 normal = crFloat2(c.between.x / distance, c.between.y / distance);
    bool snapB;
    CrSeamAnswer answer = askBoth(a, b, &c, &normal, &snapB);
    if (answer == CR_SEAM_SNAP) {
        addSnapped(pair, snapB ? faceB : faceA, snapB, out);
    } else if (answer == CR_SEAM_MAY) {
        float gap = crFloat2Dot(c.between, normal);
        CrFloat2 middle = crFloat2AddScaled(c.onA, normal, 0.5f * (gap + radiusA - radiusB));
        crContactSetNormal(pair, normal, out);
        crContactAdd(pair, middle, gap - radiusA - radiusB,
                     (uint32_t)c.a << 16 | ((uint32_t)c.b & 0xffffu), out);
    }
    return true;
}

// ---- all

/// What touches is not beside the reference.
static void addDeepest(const CrKernelPair *pair, const Reference *ref, CrContactManifold *out)
{
    CrFloat2 v = crContactCorner(ref->own, ref->edge), p = crContactCorner(ref->its, ref->corner);
    addPoint(pair, ref, p, crFloat2Dot(crFloat2Sub(p, v), ref->normal),
             featureOf(ref, ref->edge, ref->corner), out);
}

/// Whether the other's deepest corner is beside the reference.
static bool facesCorner(const Reference *ref)
{
    CrFloat2 along = crFloat2(-ref->normal.y, ref->normal.x);
    CrFloat2 p = crContactCorner(ref->its, ref->corner), v = crContactCorner(ref->own, ref->edge);
    CrFloat2 w = crContactCorner(ref->own, crContactNext(ref->own, ref->edge));
    return crFloat2Dot(crFloat2Sub(p, v), along) >= 0.0f &&
           crFloat2Dot(crFloat2Sub(p, w), along) <= 0.0f;
}

/// Adds what faces the reference if it is as near as the gap, up to the margin's slack: then no
/// corners are nearer. Mostly so where boxes stand on each other.
static bool addNearest(const CrKernelPair *pair, const Reference *ref, float gap,
                       CrContactManifold *out)
{
    addFacing(pair, ref, out);
    float limit = gap - ref->own->radius - ref->its->radius + pair->margin * 0x1p-6f;
    for (int k = 0; k < out->count; k++) {
        if (out->points[k].separation <= limit) {
            setNormal(pair, ref, out);
            return true;
        }
    }
    out->count = 0;
    return false;
}

/// Where a body is deeper than edges are long, on a hill of short ones, the least way out of each
/// leads along the body's own faces, and each would leave it to the next. So an edge keeps what it
/// faces by less than 60 degrees, and is not much deeper in.
static void addDeeper(const CrKernelPair *pair, const Reference *ref, float gap, CrContactFace face,
                      CrContactManifold *out)
{
    if (-crFloat2Dot(ref->normal, crContactNormal(ref->its, face.edge)) < 0.5f) {
        return;
    }
    addSnapped(pair, face, !ref->isB, out);
    float limit = 2.0f * gap - pair->a.radius - pair->b.radius;
    for (int k = 0; k < out->count; k++) {
        if (out->points[k].separation < limit) {
            out->count = 0;
        }
    }
}

/// If the face is none of the whole: a neighbour in the same line that is.
static CrContactFace borderOf(const Side *side, CrContactFace face)
{
    if (!isInner(side, face.edge)) {
        return face;
    }
    int near[2] = {crContactPrevious(side, face.edge), crContactNext(side, face.edge)};
    CrFloat2 normal = crContactNormal(side, face.edge);
    for (int k = 0; k < 2; k++) {
        CrFloat2 its = crContactNormal(side, near[k]);
        float turn = crFloat2Cross(normal, its);
        bool goesOn =
            turn * turn <= CR_SEAM_SLACK * CR_SEAM_SLACK && crFloat2Dot(normal, its) > 0.0f;
        if (goesOn && !isInner(side, near[k])) {
            face.edge = near[k];
            break;
        }
    }
    return face;
}

/// Shapes that stand alone: no seams.
static void addAlone(const CrKernelPair *pair, const Reference *ref, float gap, CrContactFace faceA,
                     CrContactFace faceB, CrContactManifold *out)
{
    if (gap > 0.0f && !facesCorner(ref)) {
        if (addNearest(pair, ref, gap, out) || addCorners(pair, ref, faceA, faceB, out)) {
            return;
        }
    }
    addFacing(pair, ref, out);
    if (out->count == 0) {
        addDeepest(pair, ref, out);
    }
    setNormal(pair, ref, out);
}

/// Whether the middle of a shape's corners is inside of a part.
static bool holdsMiddle(const Side *own, const Side *its)
{
    CrFloat2 middle = crFloat2(0.0f, 0.0f);
    for (int i = 0; i < its->count; i++) {
        middle = crFloat2AddScaled(middle, crContactCorner(its, i), 1.0f / (float)its->count);
    }
    bool holds = own->count > 2;
    for (int i = 0; i < own->count && holds; i++) {
        CrFloat2 from = crFloat2Sub(middle, crContactCorner(own, i));
        holds = crFloat2Dot(from, crContactNormal(own, i)) < 0.0f;
    }
    return holds;
}

/// What lies in the whole, and would get from part to part: out by the part's own borders.
static void addWayOut(const CrKernelPair *pair, const Reference *ref, CrContactManifold *out)
{
    Reference best = *ref;
    float most = 0.0f;
    bool found = false;
    for (int i = 0; i < ref->own->count; i++) {
        CrContactFace face = {i, 0.0f};
        Reference own = referenceOf(pair, face, ref->isB, -1);
        CrFloat2 v = crContactCorner(own.own, i), p = crContactCorner(own.its, own.corner);
        float gap = crFloat2Dot(crFloat2Sub(p, v), own.normal);
        if (!isInner(ref->own, i) && (!found || gap > most)) {
            best = own;
            most = gap;
            found = true;
        }
    }
    if (found) {
        addDeepest(pair, &best, out);
        setNormal(pair, &best, out);
    }
}

static void addParts(const CrKernelPair *pair, const Reference *ref, float gap, CrContactFace faceA,
                     CrContactFace faceB, CrContactManifold *out)
{
    if (gap > 0.0f && !facesCorner(ref) && addCorners(pair, ref, faceA, faceB, out)) {
        return;
    }
    if (isInner(ref->own, ref->edge)) {
        if (gap < 0.0f && holdsMiddle(ref->own, ref->its)) {
            addWayOut(pair, ref, out);
        }
        return;
    }
    CrFloat2 outward = crFloat2Negate(ref->normal);
    CrSeamAnswer answer = ask(ref->its, ref->corner, &outward);
    CrContactFace other = ref->isB ? faceA : faceB;
    if (answer == CR_SEAM_MAY) {
        addFacing(pair, ref, out);
        setNormal(pair, ref, out);
    } else if (answer == CR_SEAM_SNAP) {
        addSnapped(pair, other, !ref->isB, out);
    } else if (gap < 0.0f) {
        addDeeper(pair, ref, gap, other, out);
    }
}

void crContactFlat(const CrKernelPair *pair, CrContactFace faceA, CrContactFace faceB, int corner,
                   CrContactManifold *out)
{
    bool isB = crContactPrefersB(pair, faceA, faceB);
    bool isAlone = pair->a.shape->seams == NULL && pair->b.shape->seams == NULL;
    float gap = isB ? faceB.gap : faceA.gap;
    if (isAlone) {
        Reference ref = referenceOf(pair, isB ? faceB : faceA, isB, corner);
        addAlone(pair, &ref, gap, faceA, faceB, out);
    } else {
        faceA = borderOf(&pair->a, faceA);
        faceB = borderOf(&pair->b, faceB);
        Reference ref = referenceOf(pair, isB ? faceB : faceA, isB, corner);
        addParts(pair, &ref, gap, faceA, faceB, out);
    }
}
