// SPDX-License-Identifier: MIT
#include "base.h"

#include "contact_parts.h"

#include "contact_pair.h"
#include "exact.h"
#include "inline.h"

#include <stddef.h>

static bool isSided(const CaromGeometry *geometry)
{
    return geometry->oneSided || geometry->type == CAROM_SHAPE_POLYGON || crIsManyPieces(geometry);
}

bool crContactIsWhole(const CaromGeometry *geometry)
{
    switch (geometry->type) {
    case CAROM_SHAPE_CIRCLE:
    case CAROM_SHAPE_CAPSULE:
        return true;
    case CAROM_SHAPE_SEGMENT:
        return !geometry->oneSided;
    case CAROM_SHAPE_POLYGON:
        return caromPolygonIsConvex(geometry->points, geometry->count);
    default:
        return false;
    }
}

static void setPoints(const CaromVec2 *points, int count, CaromVec2 origin, float *x, float *y)
{
    for (int i = 0; i < count; i++) {
        CaromVec2 p = crSub(points[i], origin);
        x[i] = (float)p.x;
        y[i] = (float)p.y;
    }
}

void crContactWhole(const CaromGeometry *geometry, CaromVec2 origin, CrContactShape *shape,
                    float *room)
{
    int count = geometry->type == CAROM_SHAPE_CIRCLE ? 1 : geometry->count;
    float *x = room, *y = room + crContactLanes(count);
    setPoints(geometry->points, count, origin, x, y);
    crContactShapeSet(shape, x, y, count, (float)geometry->radius, room);
}

// ---- seams

static CaromVec2 directionOf(CaromVec2 from, CaromVec2 to)
{
    return crNormalize(crSub(to, from));
}

static void setArc(CrContactSeam *seam, CaromVec2 from, CaromVec2 to)
{
    seam->fromX = (float)from.x;
    seam->fromY = (float)from.y;
    seam->toX = (float)to.x;
    seam->toY = (float)to.y;
}

/// A corner of the whole, where one edge ends and the next begins.
static void setCorner(CrContactSeam *seam, CaromVec2 before, CaromVec2 corner, CaromVec2 after,
                      bool sided)
{
    CaromVec2 in = directionOf(before, corner), out = directionOf(corner, after);
    int turn = crOrient(before, corner, after);
    bool turnsBack = turn == 0 && crDot(in, out) < 0.0;
    seam->isReflex = !turnsBack && (turn == 0 || (turn < 0 && sided));
    if (turn > 0 || (turnsBack && sided)) {
        setArc(seam, crRight(in), crRight(out));
    } else if (turnsBack) {
        setArc(seam, crRight(in), crLeft(in));
    } else { // the left side is convex
        setArc(seam, crLeft(out), crLeft(in));
    }
}

/// The end of an open chain; `outward` runs along the edge, out of it. One-sided: a quarter turn.
static void setEnd(CrContactSeam *seam, CaromVec2 outward, bool isLast, bool sided)
{
    seam->isReflex = false;
    setArc(seam, !isLast && sided ? outward : crRight(outward),
           isLast && sided ? outward : crLeft(outward));
}

// ---- edges

void crContactEdgeFrom(const CrContactEdgePoints *points, bool sided, double radius,
                       CaromVec2 origin, CrContactEdge *edge)
{
    float *x = edge->room, *y = edge->room + crContactLanes(2);
    setPoints(points->ends, 2, origin, x, y);
    crContactShapeSet(&edge->shape, x, y, 2, (float)radius, edge->room);
    CaromVec2 a = points->ends[0], b = points->ends[1], along = directionOf(a, b);
    if (points->hasBefore) {
        setCorner(&edge->seams[0], points->before, a, b, sided);
    } else {
        setEnd(&edge->seams[0], crNegate(along), false, sided);
    }
    if (points->hasAfter) {
        setCorner(&edge->seams[1], a, b, points->after, sided);
    } else {
        setEnd(&edge->seams[1], along, true, sided);
    }
    edge->seams[0].isInner = false;
    edge->seams[1].isInner = sided; // its back
    edge->shape.seams = edge->seams;
}

void crContactEdgeMake(const CaromGeometry *geometry, int i, CaromVec2 origin, CrContactEdge *edge)
{
    CrOutline outline = crOutlineOf(geometry);
    CR_ASSERT(i >= 0 && i < outline.edgeCount);
    const CaromVec2 *p = outline.points;
    bool isSegment = geometry->type == CAROM_SHAPE_SEGMENT;
    int end = crOutlineNextIndex(&outline, i);
    int before = isSegment ? -1 : crOutlinePrevious(&outline, i);
    bool hasAfter = !isSegment && end < outline.edgeCount;
    CrContactEdgePoints points = {{p[i], p[end]},
                                  before >= 0 ? p[before] : p[i],
                                  hasAfter ? crOutlineNext(&outline, end) : p[end],
                                  before >= 0,
                                  hasAfter};
    crContactEdgeFrom(&points, isSided(geometry), geometry->radius, origin, edge);
}

void crContactEdgeCopy(const CrContactEdge *from, CrContactEdge *to)
{
    *to = *from;
    ptrdiff_t lanes = crContactLanes(2);
    to->shape.x = to->room;
    to->shape.y = to->room + lanes;
    to->shape.nx = to->room + 2 * lanes;
    to->shape.ny = to->room + 3 * lanes;
    to->shape.seams = to->seams;
}

// ---- pieces

/// Corner i of the whole, with the edge of a piece that leads from it to a place.
static CrContactSeam seamOf(const CrOutline *outline, int i, CaromVec2 to)
{
    CrContactSeam seam = {0.0f, 0.0f, 0.0f, 0.0f, false, false};
    CaromVec2 after = crOutlineNext(outline, i);
    setCorner(&seam, outline->points[crOutlinePrevious(outline, i)], outline->points[i], after,
              true);
    seam.isInner = !crEqual(after, to);
    return seam;
}

void crContactPiece(const CaromGeometry *geometry, const int *indices, int count, CaromVec2 origin,
                    CrContactShape *shape, float *room, CrContactSeam *seams)
{
    CrOutline outline = crOutlineOf(geometry);
    int lanes = crContactLanes(count), kept = 0;
    float *x = room, *y = room + lanes;
    CaromVec2 last = outline.points[indices[count - 1]];
    bool wasInner = seamOf(&outline, indices[count - 1], outline.points[indices[0]]).isInner;
    for (int k = 0; k < count; k++) {
        CaromVec2 points[3] = {last, outline.points[indices[k]],
                               outline.points[indices[k + 1 < count ? k + 1 : 0]]};
        CrContactSeam seam = seamOf(&outline, indices[k], points[2]);
        float px[3], py[3];
        setPoints(points, 3, origin, px, py);
        CrFloat2 p = crFloat2(px[1], py[1]), next = crFloat2(px[2], py[2]);
        bool isNone = p.x == next.x && p.y == next.y;
        isNone |= wasInner == seam.isInner && count - k + kept > 3 &&
                  crContactIsBetween(crFloat2(px[0], py[0]), p, next);
        if (!isNone || count - k + kept <= 1) {
            x[kept] = p.x;
            y[kept] = p.y;
            seams[kept++] = seam;
            last = points[1];
        }
        wasInner = seam.isInner;
    }
    crContactShapeFinish(shape, kept, lanes, (float)geometry->radius, room);
    shape->seams = seams;
}
