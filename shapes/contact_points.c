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

#define MOST_PAIRS 1024 ///< of corners, that are compared one by one; seldom needed

static int previousOf(const CrContactShape *shape, int i)
{
    return i > 0 ? i - 1 : shape->count - 1;
}

static int nextOf(const CrContactShape *shape, int i)
{
    return i + 1 < shape->count ? i + 1 : 0;
}

static bool isInner(const CrContactShape *shape, int edge)
{
    return shape->seams != NULL && shape->seams[edge].isInner;
}

// ---- both shapes in a's axes

typedef struct Side {
    const CrContactShape *shape;
    CrFloat2 turn, at;
} Side;

static Side sideOf(const CrKernelPair *pair, bool ofB)
{
    Side side = {ofB ? pair->b : pair->a, crFloat2(1.0f, 0.0f), crFloat2(0.0f, 0.0f)};
    if (ofB) {
        side.turn = pair->turn;
        side.at = pair->at;
    }
    return side;
}

static CrFloat2 cornerOf(const Side *side, int i)
{
    CrFloat2 p = crFloat2Turn(side->turn, crFloat2(side->shape->x[i], side->shape->y[i]));
    return crFloat2(p.x + side->at.x, p.y + side->at.y);
}

static CrFloat2 normalOf(const Side *side, int edge)
{
    return crFloat2Turn(side->turn, crFloat2(side->shape->nx[edge], side->shape->ny[edge]));
}

/// The corner that is farthest against a normal.
static int deepestCorner(const Side *side, CrFloat2 normal)
{
    const CrContactShape *shape = side->shape;
    CrFloat2 way = crFloat2TurnBack(side->turn, normal);
    int best = 0;
    float least = way.x * shape->x[0] + way.y * shape->y[0];
    for (int i = 1; i < shape->count; i++) {
        float along = way.x * shape->x[i] + way.y * shape->y[i];
        best = along < least ? i : best;
        least = along < least ? along : least;
    }
    return best;
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
    Side own, its;
    bool isB;
    int edge, corner;
    CrFloat2 normal; ///< outward
} Reference;

static Reference referenceOf(const CrKernelPair *pair, CrContactFace face, bool isB)
{
    Reference ref = {sideOf(pair, isB), sideOf(pair, !isB), isB, face.edge, 0, {0.0f, 0.0f}};
    ref.normal = normalOf(&ref.own, face.edge);
    ref.corner = deepestCorner(&ref.its, ref.normal);
    return ref;
}

static uint32_t featureOf(const Reference *ref, int own, int its)
{
    uint32_t a = (uint32_t)(ref->isB ? its : own), b = (uint32_t)(ref->isB ? own : its);
    return a << 16 | (b & 0xffffu);
}

/// p is on the outline of the other shape, gap off the reference.
static void addPoint(const CrKernelPair *pair, const Reference *ref, CrFloat2 p, float gap,
                     uint32_t feature, CrContactManifold *out)
{
    float ownRadius = ref->own.shape->radius, itsRadius = ref->its.shape->radius;
    float separation = gap - ownRadius - itsRadius;
    if (separation <= pair->margin) {
        CrFloat2 middle = crFloat2AddScaled(p, ref->normal, 0.5f * (ownRadius - itsRadius - gap));
        crContactAdd(pair, middle, separation, feature, out);
    }
}

/// The part of the other's edge beside the reference; false: there is none.
static bool addClipped(const CrKernelPair *pair, const Reference *ref, int edge,
                       CrContactManifold *out)
{
    int end = nextOf(ref->own.shape, ref->edge), itsEnd = nextOf(ref->its.shape, edge);
    CrFloat2 v = cornerOf(&ref->own, ref->edge);
    CrFloat2 along = crFloat2(-ref->normal.y, ref->normal.x);
    float length = crFloat2Dot(crFloat2Sub(cornerOf(&ref->own, end), v), along);
    // The edge runs against the reference: from high to low.
    CrFloat2 high = cornerOf(&ref->its, edge), low = cornerOf(&ref->its, itsEnd);
    CrFloat2 way = crFloat2Sub(high, low);
    float from = crFloat2Dot(crFloat2Sub(low, v), along);
    float to = crFloat2Dot(crFloat2Sub(high, v), along);
    if (from > length || to < 0.0f || !(from < to)) {
        return false;
    }
    float size = to - from;
    CrFloat2 p = from < 0.0f ? crFloat2AddScaled(low, way, -from / size) : low;
    CrFloat2 q = to > length ? crFloat2AddScaled(low, way, (length - from) / size) : high;
    addPoint(pair, ref, p, crFloat2Dot(crFloat2Sub(p, v), ref->normal),
             featureOf(ref, ref->edge, itsEnd), out);
    addPoint(pair, ref, q, crFloat2Dot(crFloat2Sub(q, v), ref->normal), featureOf(ref, end, edge),
             out);
    return true;
}

/// The two edges at the other's deepest corner, that which faces the reference better first;
/// borders of the whole alone.
static int facingEdges(const Reference *ref, int edges[2])
{
    const Side *its = &ref->its;
    int second = ref->corner, first = previousOf(its->shape, second), count = 0;
    if (crFloat2Dot(normalOf(its, second), ref->normal) <
        crFloat2Dot(normalOf(its, first), ref->normal)) {
        second = first;
        first = ref->corner;
    }
    // `second` faces it better
    if (!isInner(its->shape, second)) {
        edges[count++] = second;
    }
    if (!isInner(its->shape, first)) {
        edges[count++] = first;
    }
    return count;
}

/// Whether the outlines face each other along the reference's normal; adds what touches there.
static bool addFacing(const CrKernelPair *pair, const Reference *ref, CrContactManifold *out)
{
    int edges[2], count = facingEdges(ref, edges);
    for (int k = 0; k < count; k++) {
        if (addClipped(pair, ref, edges[k], out)) {
            return true;
        }
    }
    return false;
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
    Reference ref = referenceOf(pair, face, isB);
    CrFloat2 outward = crFloat2Negate(ref.normal);
    if (!isInner(ref.own.shape, face.edge) && ask(&ref.its, ref.corner, &outward) == CR_SEAM_MAY) {
        addFacing(pair, &ref, out);
        setNormal(pair, &ref, out);
    }
}

// ---- two corners

/// The neighbour of a corner that is nearer to a point, or the corner itself.
static int nearerCorner(const Side *side, int corner, CrFloat2 p, float *square)
{
    int near[2] = {previousOf(side->shape, corner), nextOf(side->shape, corner)}, best = corner;
    for (int k = 0; k < 2; k++) {
        CrFloat2 to = crFloat2Sub(cornerOf(side, near[k]), p);
        float its = crFloat2Dot(to, to);
        if (its < *square) {
            *square = its;
            best = near[k];
        }
    }
    return best;
}

typedef struct Corners {
    int a, b;
    CrFloat2 onA, between; ///< from a's to b's
    float square;
} Corners;

static Corners cornersOf(const Side *a, const Side *b, int cornerA, int cornerB)
{
    Corners c = {cornerA, cornerB, cornerOf(a, cornerA), {0.0f, 0.0f}, 0.0f};
    c.between = crFloat2Sub(cornerOf(b, cornerB), c.onA);
    c.square = crFloat2Dot(c.between, c.between);
    return c;
}

/// Whether no point on both edges at a corner is farther along a way.
static bool isFarthest(const Side *side, int corner, CrFloat2 way)
{
    CrFloat2 p = cornerOf(side, corner);
    int near[2] = {previousOf(side->shape, corner), nextOf(side->shape, corner)};
    for (int k = 0; k < 2; k++) {
        CrFloat2 edge = crFloat2Sub(cornerOf(side, near[k]), p);
        float alongX = edge.x * way.x, alongY = edge.y * way.y;
        float size = (alongX < 0.0f ? -alongX : alongX) + (alongY < 0.0f ? -alongY : alongY);
        if (alongX + alongY > size * 0x1p-18f) { // more than its rounding
            return false;
        }
    }
    return true;
}

/// Whether nothing of both shapes is nearer to each other.
static bool areNearest(const Side *a, const Side *b, const Corners *c)
{
    return isFarthest(a, c->a, c->between) && isFarthest(b, c->b, crFloat2Negate(c->between));
}

/// From a pair of corners from neighbour to neighbour.
static Corners descend(const Side *a, const Side *b, int cornerA, int cornerB)
{
    Corners c = cornersOf(a, b, cornerA, cornerB);
    for (int k = 0; k < a->shape->count + b->shape->count; k++) {
        int nextA = nearerCorner(a, c.a, cornerOf(b, c.b), &c.square);
        int nextB = nearerCorner(b, c.b, cornerOf(a, nextA), &c.square);
        if (nextA == c.a && nextB == c.b) {
            break;
        }
        c.a = nextA;
        c.b = nextB;
    }
    return cornersOf(a, b, c.a, c.b);
}

/// Of all pairs.
static Corners searchAll(const Side *a, const Side *b)
{
    Corners best = cornersOf(a, b, 0, 0);
    for (int i = 0; i < a->shape->count; i++) {
        CrFloat2 p = cornerOf(a, i);
        for (int j = 0; j < b->shape->count; j++) {
            CrFloat2 between = crFloat2Sub(cornerOf(b, j), p);
            float square = crFloat2Dot(between, between);
            if (square < best.square) {
                best.a = i;
                best.b = j;
                best.square = square;
            }
        }
    }
    return cornersOf(a, b, best.a, best.b);
}

/// False: an edge is nearer than any pair of corners.
static bool findCorners(const Reference *ref, const Side *a, const Side *b, Corners *c)
{
    *c = ref->isB ? descend(a, b, ref->corner, ref->edge) : descend(a, b, ref->edge, ref->corner);
    if (!areNearest(a, b, c) && a->shape->count * b->shape->count <= MOST_PAIRS) {
        *c = searchAll(a, b);
    }
    return c->square > 0.0f && areNearest(a, b, c);
}

/// The answer of the one that has seams; snapB: it is b.
static CrSeamAnswer askBoth(const Side *a, const Side *b, const Corners *c, CrFloat2 *normal,
                            bool *snapB)
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
    Side a = sideOf(pair, false), b = sideOf(pair, true);
    Corners c;
    if (!findCorners(ref, &a, &b, &c)) {
        return false;
    }
    float radiusA = pair->a->radius, radiusB = pair->b->radius;
    float reach = radiusA + radiusB + pair->margin;
    if (c.square > reach * reach) {
        return true;
    }
    float distance = crFloatRoot(c.square);
    CrFloat2 normal = crFloat2(c.between.x / distance, c.between.y / distance);
    bool snapB;
    CrSeamAnswer answer = askBoth(&a, &b, &c, &normal, &snapB);
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
    CrFloat2 v = cornerOf(&ref->own, ref->edge), p = cornerOf(&ref->its, ref->corner);
    addPoint(pair, ref, p, crFloat2Dot(crFloat2Sub(p, v), ref->normal),
             featureOf(ref, ref->edge, ref->corner), out);
}

/// Whether the other's deepest corner is beside the reference.
static bool facesCorner(const Reference *ref)
{
    CrFloat2 along = crFloat2(-ref->normal.y, ref->normal.x);
    CrFloat2 p = cornerOf(&ref->its, ref->corner), v = cornerOf(&ref->own, ref->edge);
    CrFloat2 w = cornerOf(&ref->own, nextOf(ref->own.shape, ref->edge));
    return crFloat2Dot(crFloat2Sub(p, v), along) >= 0.0f &&
           crFloat2Dot(crFloat2Sub(p, w), along) <= 0.0f;
}

void crContactFlat(const CrKernelPair *pair, CrContactFace faceA, CrContactFace faceB,
                   CrContactManifold *out)
{
    // a is preferred, so that neither is the reference in turns.
    bool isB = faceB.gap > faceA.gap + pair->margin * 0x1p-6f;
    Reference ref = referenceOf(pair, isB ? faceB : faceA, isB);
    if ((isB ? faceB.gap : faceA.gap) > 0.0f && !facesCorner(&ref) &&
        addCorners(pair, &ref, faceA, faceB, out)) {
        return;
    }
    if (isInner(ref.own.shape, ref.edge)) {
        return;
    }
    CrFloat2 outward = crFloat2Negate(ref.normal);
    CrSeamAnswer answer = ask(&ref.its, ref.corner, &outward);
    if (answer == CR_SEAM_PASSES) {
        return;
    }
    if (answer == CR_SEAM_SNAP) {
        addSnapped(pair, isB ? faceA : faceB, !isB, out);
        return;
    }
    addFacing(pair, &ref, out);
    if (out->count == 0 && pair->a->seams == NULL && pair->b->seams == NULL) {
        addDeepest(pair, &ref, out);
    }
    setNormal(pair, &ref, out);
}

/// The center is beside a face, or nearest to a corner of it.
void crContactRound(const CrKernelPair *pair, CrContactFace face, CrContactManifold *out)
{
    const CrContactShape *a = pair->a;
    int edge = face.edge, end = nextOf(a, edge), corner = -1;
    CrFloat2 center = crContactToA(pair, crFloat2(pair->b->x[0], pair->b->y[0]));
    CrFloat2 v = crFloat2(a->x[edge], a->y[edge]), w = crFloat2(a->x[end], a->y[end]);
    CrFloat2 normal = crFloat2(a->nx[edge], a->ny[edge]), on = v;
    float gap = face.gap;
    if (gap >= 0.0f) {
        CrFloat2 along = crFloat2(-normal.y, normal.x);
        float s = crFloat2Dot(crFloat2Sub(center, v), along);
        float t = crFloat2Dot(crFloat2Sub(center, w), along);
        corner = s < 0.0f ? edge : t > 0.0f ? end : -1;
        on = s < 0.0f ? v : w;
    }
    float reach = a->radius + pair->b->radius;
    if (corner >= 0) {
        CrFloat2 between = crFloat2Sub(center, on);
        float square = crFloat2Dot(between, between), limit = reach + pair->margin;
        if (square > limit * limit) {
            return;
        }
        if (square > 0.0f) { // else its digits are used up: the face's normal does
            float distance = crFloatRoot(square);
            normal = crFloat2(between.x / distance, between.y / distance);
        }
        if (a->seams != NULL && crSeamAsk(a, corner, &normal) != CR_SEAM_MAY) {
            return;
        }
        gap = crFloat2Dot(between, normal);
    } else if (isInner(a, edge)) {
        return;
    }
    CrFloat2 middle = crFloat2AddScaled(center, normal, 0.5f * (a->radius - pair->b->radius - gap));
    crContactSetNormal(pair, normal, out);
    crContactAdd(pair, middle, gap - reach, (uint32_t)(corner >= 0 ? corner : edge) << 16, out);
}
