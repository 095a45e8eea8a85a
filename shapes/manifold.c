// SPDX-License-Identifier: MIT
// Contact manifolds of any two shapes, piece by piece. For each pair it finds the axis, then the
// edges that face each other along it. The edge that faces better is the reference; the part of the
// other edge between its side planes touches it. Catto, "Contact Manifolds" (GDC 2007).
//
// If two edges share an end, only normals between those of both edges are used at that end. So a
// shape on a chain is pushed out of the surface, never along it at an inner corner: this avoids the
// ghost collisions at seams.
#include "path.h"
#include "convex_piece.h"

/// A pair of pieces, one of each shape.
typedef struct Pair {
    const CrPieces *shapeA, *shapeB;
    CrPiece a, b;
    double radii, margin;
} Pair;

// ---- which normals a piece may have

static bool mayHave(const CrPiece *piece, CaromVec2 outward)
{
    if (!piece->isEdge) {
        return true;
    }
    CaromVec2 along = crSub(piece->ends[1], piece->ends[0]);
    double ahead = crDot(outward, along), slack = CR_FLAT * crLength(along);
    if (piece->isSided && crDot(outward, crRight(along)) < -slack) {
        return false;
    }
    if (ahead > slack && piece->hasAfter) {
        return crLeadsAway(piece->ends[1], piece->after, outward);
    }
    return !(ahead < -slack && piece->hasBefore) ||
           crLeadsAway(piece->ends[0], piece->before, outward);
}

static bool bothMayHave(const void *context, CaromVec2 normal)
{
    const Pair *pair = context;
    return mayHave(&pair->a, normal) && mayHave(&pair->b, crNegate(normal));
}

/// Whether a normal stands on an end that the next edge shares, and reports.
static bool isOfNext(const CrPiece *piece, CaromVec2 outward)
{
    CaromVec2 along = crSub(piece->ends[1], piece->ends[0]);
    return piece->isEdge && piece->hasAfter && crDot(outward, along) > CR_FLAT * crLength(along);
}

/// The axis of the pair among those it may have; false where it has none.
static bool findAxis(const Pair *pair, CrAxis *axis)
{
    const CrSide *a = &pair->a.side, *b = &pair->b.side;
    if (crSidesAreApart(a, b)) {
        *axis = crAxisOfDistance(a, b);
        return axis->gap - pair->radii <= pair->margin && bothMayHave(pair, axis->normal) &&
               !isOfNext(&pair->a, axis->normal) && !isOfNext(&pair->b, crNegate(axis->normal));
    }
    bool isLimited = pair->a.isEdge || pair->b.isEdge;
    *axis = crAxisOfOverlap(a, b, isLimited ? bothMayHave : NULL, pair);
    return axis->gap > -DBL_MAX;
}

// ---- which edges face each other

/// An edge of a piece, counter-clockwise, with the indices that its ends have in their shape.
typedef struct Facing {
    CaromVec2 from, to;
    double alignment; ///< [1] cosine between its normal and the one asked for; −2: no length
    int edge, fromIndex, toIndex;
} Facing;

static Facing edgeOf(const CrPieces *shape, const CrPiece *piece, int i)
{
    Facing facing = {{0.0, 0.0}, {0.0, 0.0}, -2.0, i, 0, 0};
    crSideEdge(&piece->side, i, &facing.from, &facing.to);
    int next = crOutlineNextIndex(&piece->side.outline, i);
    facing.fromIndex = piece->side.winding > 0 ? i : next;
    facing.toIndex = piece->side.winding > 0 ? next : i;
    if (piece->isEdge) {
        bool turned = shape->isSided && shape->side.winding < 0;
        int after = crOutlineNextIndex(&shape->side.outline, piece->index);
        int ends[2] = {turned ? after : piece->index, turned ? piece->index : after};
        facing.fromIndex = ends[facing.fromIndex];
        facing.toIndex = ends[facing.toIndex];
        facing.edge = piece->index;
    }
    return facing;
}

static Facing facingOf(const CrPieces *shape, const CrPiece *piece, int i, CaromVec2 normal)
{
    Facing facing = edgeOf(shape, piece, i);
    CaromVec2 along = crSub(facing.to, facing.from);
    double length = crLength(along);
    if (length > 0.0) {
        facing.alignment = crDot(crRight(along), normal) / length;
    }
    return facing;
}

static bool areParallel(const Facing *a, const Facing *b)
{
    CaromVec2 u = crSub(a->to, a->from), v = crSub(b->to, b->from);
    return crDot(u, v) > 0.0 && crAreParallel(u, v);
}

/// Adds the edges that go on in an edge's line, one way around the outline.
static void extend(const CrPieces *shape, const CrPiece *piece, int start, int way, Facing *facing)
{
    int count = piece->side.outline.count;
    bool isAhead = (way > 0) == (piece->side.winding > 0);
    for (int k = 1; k < count; ++k) {
        Facing next = edgeOf(shape, piece, (start + (way > 0 ? k : count - k)) % count);
        if (!areParallel(facing, &next)) {
            return;
        }
        if (isAhead) {
            facing->to = next.to;
            facing->toIndex = next.toIndex;
        } else {
            facing->from = next.from;
            facing->fromIndex = next.fromIndex;
        }
    }
}

/// The edge that faces that way best, together with those that go on in its line.
static Facing findFacing(const CrPieces *shape, const CrPiece *piece, CaromVec2 normal)
{
    Facing best = facingOf(shape, piece, 0, normal);
    int start = 0;
    for (int i = 1; i < piece->side.outline.count; ++i) {
        Facing facing = facingOf(shape, piece, i, normal);
        if (facing.alignment > best.alignment) {
            best = facing;
            start = i;
        }
    }
    extend(shape, piece, start, -1, &best);
    extend(shape, piece, start, 1, &best);
    return best;
}

// ---- points

/// Where one outline bears upon the other: a corner (by its index) or an edge of each.
typedef struct Bearing {
    CaromVec2 onIncident; ///< on the outline that isn't the reference
    double gap;           ///< of the outlines
    bool refIsCorner, incidentIsCorner;
    int ref, incident;
} Bearing;

static uint32_t halfId(bool isCorner, int index)
{
    return (((uint32_t)index << 1) | (isCorner ? 1u : 0u)) & 0xffffu;
}

static CaromManifoldPoint pointOf(const Pair *pair, const Bearing *bearing, CaromVec2 refNormal,
                                  bool refIsB)
{
    double radiusA = pair->shapeA->geometry->radius, radiusB = pair->shapeB->geometry->radius;
    double refRadius = refIsB ? radiusB : radiusA, itsRadius = refIsB ? radiusA : radiusB;
    uint32_t ref = halfId(bearing->refIsCorner, bearing->ref);
    uint32_t incident = halfId(bearing->incidentIsCorner, bearing->incident);
    CaromManifoldPoint point = {
        crAddScaled(bearing->onIncident, refNormal, -0.5 * (bearing->gap + itsRadius - refRadius)),
        bearing->gap - pair->radii, refIsB ? incident << 16 | ref : ref << 16 | incident};
    return point;
}

/// An end of the incident edge, or where it passes the reference's side plane; k: 0 its start, 1
/// its end. own, other: how far along the reference both ends are.
static Bearing clipEnd(const Facing *ref, const Facing *incident, CaromVec2 refNormal, int k,
                       double own, double other, double length)
{
    CaromVec2 p = k == 0 ? incident->from : incident->to,
              q = k == 0 ? incident->to : incident->from;
    double at = crClamp(own, 0.0, length);
    int index = k == 0 ? incident->fromIndex : incident->toIndex;
    Bearing bearing = {p, 0.0, false, true, ref->edge, index};
    if (at != own) {
        bearing.onIncident = crAddScaled(p, crSub(q, p), (at - own) / (other - own));
        bearing.refIsCorner = true;
        bearing.incidentIsCorner = false;
        bearing.ref = at > 0.0 ? ref->toIndex : ref->fromIndex;
        bearing.incident = incident->edge;
    }
    bearing.gap = crDot(crSub(bearing.onIncident, ref->from), refNormal);
    return bearing;
}

/// The incident edge between the side planes of the reference, each end with its gap. Returns how
/// many ends there are: one where the edge stands on end, which is not clipped then, or where it
/// only touches a side plane.
static int clipEnds(const Facing *ref, const Facing *incident, CaromVec2 refNormal, Bearing ends[2])
{
    CaromVec2 along = crSub(ref->to, ref->from);
    double length = crLength(along), itsLength = crLength(crSub(incident->to, incident->from));
    along = crUnit(along, length);
    double s = crDot(crSub(incident->from, ref->from), along);
    double t = crDot(crSub(incident->to, ref->from), along);
    double least = CR_FLAT * crMax(length, itsLength);
    if (crMax(s, t) < -least || crMin(s, t) > length + least) {
        return 0;
    }
    if (crAbs(s - t) <= least) {
        ends[0] = clipEnd(ref, incident, refNormal, 0, 0.0, 0.0, length);
        ends[1] = clipEnd(ref, incident, refNormal, 1, 0.0, 0.0, length);
    } else {
        ends[0] = clipEnd(ref, incident, refNormal, 0, s, t, length);
        ends[1] = clipEnd(ref, incident, refNormal, 1, t, s, length);
        if (crAbs(crClamp(s, 0.0, length) - crClamp(t, 0.0, length)) > least) {
            return 2;
        }
    }
    ends[0] = ends[1].gap < ends[0].gap ? ends[1] : ends[0];
    return 1;
}

/// Nearest points of an axis: a corner and an edge, or two corners.
static void bearOnce(const Pair *pair, const CrAxis *axis, CaromManifold *manifold)
{
    bool refIsB = axis->edgeIsOfB;
    const CrPieces *refShape = refIsB ? pair->shapeB : pair->shapeA,
                   *itsShape = refIsB ? pair->shapeA : pair->shapeB;
    const CrPiece *ref = refIsB ? &pair->b : &pair->a, *its = refIsB ? &pair->a : &pair->b;
    CaromVec2 refNormal = refIsB ? crNegate(axis->normal) : axis->normal;
    Facing edge = edgeOf(refShape, ref, axis->edge), corner = edgeOf(itsShape, its, axis->point);
    CaromVec2 p = its->side.outline.points[axis->point];
    bool isFrom = its->side.winding > 0;
    Bearing bearing = {p,    axis->gap, false,
                       true, edge.edge, isFrom ? corner.fromIndex : corner.toIndex};
    CaromVec2 foot = caromNearestOnSegment(p, edge.from, edge.to).point;
    if (crEqual(foot, edge.from) || crEqual(foot, edge.to)) {
        bearing.refIsCorner = true;
        bearing.ref = crEqual(foot, edge.from) ? edge.fromIndex : edge.toIndex;
    }
    manifold->count = 1;
    manifold->points[0] = pointOf(pair, &bearing, refNormal, refIsB);
    int refFeature = crPieceFeature(refShape, ref, axis->edge),
        itsFeature = crPieceFeature(itsShape, its, axis->point);
    manifold->featureA = refIsB ? itsFeature : refFeature;
    manifold->featureB = refIsB ? refFeature : itsFeature;
}

/// Two edges that face each other.
static void bearFlat(const Pair *pair, const CrAxis *axis, const Facing *a, const Facing *b,
                     CaromManifold *manifold)
{
    bool refIsB = b->alignment > a->alignment;
    CaromVec2 refNormal = refIsB ? crNegate(axis->normal) : axis->normal;
    Bearing ends[2];
    int count = clipEnds(refIsB ? b : a, refIsB ? a : b, refNormal, ends);
    for (int k = 0; k < count; ++k) {
        if (ends[k].gap - pair->radii <= pair->margin) {
            manifold->points[manifold->count++] = pointOf(pair, &ends[k], refNormal, refIsB);
        }
    }
    manifold->featureA = crPiecesHaveFeatures(pair->shapeA) ? a->edge : 0;
    manifold->featureB = crPiecesHaveFeatures(pair->shapeB) ? b->edge : 0;
}

static bool collidePieces(const Pair *pair, CaromManifold *manifold)
{
    CrAxis axis;
    if (!findAxis(pair, &axis)) {
        return false;
    }
    manifold->normal = axis.normal;
    manifold->count = 0;
    Facing a = findFacing(pair->shapeA, &pair->a, axis.normal);
    Facing b = findFacing(pair->shapeB, &pair->b, crNegate(axis.normal));
    bool isFlat =
        crMin(a.alignment, b.alignment) >= -1.5 && crMax(a.alignment, b.alignment) >= 1.0 - CR_FLAT;
    if (isFlat) {
        bearFlat(pair, &axis, &a, &b, manifold);
    }
    bool isLimited = pair->a.isEdge || pair->b.isEdge;
    if (manifold->count == 0 && (axis.apart || !isLimited)) {
        bearOnce(pair, &axis, manifold);
    }
    return manifold->count > 0; // else the deepest place is beyond the edge: a neighbour has it
}

// ---- all pieces

static CaromManifold turnedManifold(const CaromManifold *manifold)
{
    CaromManifold turned = *manifold;
    turned.normal = crNegate(manifold->normal);
    turned.featureA = manifold->featureB;
    turned.featureB = manifold->featureA;
    for (int k = 0; k < turned.count; ++k) {
        uint32_t id = turned.points[k].id;
        turned.points[k].id = id << 16 | id >> 16;
    }
    return turned;
}

/// For a shape within a solid, or a touch that no edge may report.
static bool collideWithin(const CaromGeometry *a, const CaromGeometry *b, double margin,
                          CaromManifold *manifold)
{
    CaromDistance d = caromShapesDistance(a, b);
    if (d.distance > margin) {
        return false;
    }
    CaromManifoldPoint point = {crScale(crAdd(d.pointA, d.pointB), 0.5), d.distance, 0};
    CaromManifold found = {d.normal, 1, {point, point}, d.featureA, d.featureB};
    *manifold = found;
    return true;
}

/// The pairs of pieces with boxes that come near, in order of a's, then b's.
typedef struct PieceWalk {
    CrPieces a, b;
    double reach;
    int i, j; ///< the next pair
} PieceWalk;

static bool nextPieces(PieceWalk *walk, CrPiece *a, CrPiece *b)
{
    for (; walk->i < walk->a.count; walk->i++, walk->j = 0) {
        CaromBox box = crBoxInflate(crPieceBox(&walk->a, walk->i), walk->reach);
        bool isNear = crBoxOverlaps(box, walk->b.box);
        while (isNear && walk->j < walk->b.count) {
            int j = walk->j++;
            if (crBoxOverlaps(box, crPieceBox(&walk->b, j))) {
                crPieceMake(&walk->a, walk->i, a);
                crPieceMake(&walk->b, j, b);
                return true;
            }
        }
    }
    return false;
}

int caromShapesCollide(const CaromGeometry *a, const CaromGeometry *b, double margin,
                       CaromManifold *out, int capacity)
{
    PieceWalk walk = {crPiecesOf(a), crPiecesOf(b), 0.0, 0, 0};
    if (walk.a.count == 0 || walk.b.count == 0) {
        return 0;
    }
    bool swapped = crGeometryComesBefore(b, a);
    Pair pair;
    pair.shapeA = swapped ? &walk.b : &walk.a;
    pair.shapeB = swapped ? &walk.a : &walk.b;
    pair.radii = a->radius + b->radius;
    pair.margin = margin;
    CaromBox box = crBoxUnion(walk.a.box, walk.b.box); // boxes are rounded, too
    walk.reach = (pair.radii + margin) * (1.0 + 1e-9) + crPlaceTolerance(box.min, 0.0) +
                 crPlaceTolerance(box.max, 0.0);
    int count = 0;
    CaromManifold found;
    while (nextPieces(&walk, swapped ? &pair.b : &pair.a, swapped ? &pair.a : &pair.b)) {
        if (collidePieces(&pair, &found)) {
            if (count < capacity) {
                out[count] = swapped ? turnedManifold(&found) : found;
            }
            count++;
        }
    }
    bool isNear = crBoxOverlaps(crBoxInflate(walk.a.box, walk.reach), walk.b.box);
    if (count == 0 && isNear && !(walk.a.isWhole && walk.b.isWhole) &&
        collideWithin(a, b, margin, &found)) {
        if (capacity > 0) {
            out[0] = found;
        }
        count = 1;
    }
    return count;
}
