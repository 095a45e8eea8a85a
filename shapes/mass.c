// SPDX-License-Identifier: MIT
// Area, centroid and second moment. A shape is taken apart into signed parts of which each is known
// in closed form: triangles from a point, rectangles along sides, sectors at corners. Moments are
// summed about a point inside of the shape's box, so that a small shape far from the origin keeps
// its digits, and twice: the second time about the centroid, where nothing cancels.
#include "build.h"

#include "inline.h"
#include "touch.h"

#define PI 3.14159265358979323846

/// Sums over parts: ∫1, ∫(p − o) and ∫|p − o|² for the point o.
typedef struct Moments {
    CaromVec2 about;
    double area, second;
    CaromVec2 first;
} Moments;

static void addPart(Moments *sum, double area, CaromVec2 center, double inertia)
{
    CaromVec2 from = crSub(center, sum->about);
    sum->area += area;
    sum->first = crAddScaled(sum->first, from, area);
    sum->second += inertia + area * crLengthSquared(from);
}

/// Triangles from `about` to each side, `sign` times.
static void addRing(Moments *sum, const CaromVec2 *points, int count, double sign)
{
    for (int i = 0; i < count; ++i) {
        CaromVec2 p = crSub(points[i], sum->about),
                  q = crSub(points[i + 1 < count ? i + 1 : 0], sum->about);
        double twice = sign * crCross(p, q);
        double squares = crDot(p, p) + crDot(p, q) + crDot(q, q);
        sum->area += 0.5 * twice;
        sum->first = crAddScaled(sum->first, crAdd(p, q), twice / 6.0);
        sum->second += twice * squares / 12.0;
    }
}

/// The band of a width along the right of a -> b.
static void addBand(Moments *sum, CaromVec2 a, CaromVec2 b, double width)
{
    CaromVec2 along = crSub(b, a);
    double length = crLength(along), area = length * width;
    CaromVec2 out = caromVec2Normalize(crRight(along));
    CaromVec2 center = crAddScaled(crAddScaled(a, along, 0.5), out, 0.5 * width);
    addPart(sum, area, center, area * (length * length + width * width) / 12.0);
}

/// The sector of a disc around a corner between two unit directions, the second to the left of the
/// first by less than a half turn. Its centroid is at (4r / 3φ)·sin(φ/2) on the bisector.
static void addSector(Moments *sum, CaromVec2 corner, CaromVec2 from, CaromVec2 to, double radius)
{
    double cosine = crDot(from, to), angle = caromAtan2(crCross(from, to), cosine);
    if (!(angle > 0.0)) {
        return;
    }
    double area = 0.5 * angle * radius * radius;
    double reach = 4.0 * radius * caromRotation(0.5 * angle).s / (3.0 * angle);
    // Both are along the bisector: the longer one has the digits.
    CaromVec2 bisector = cosine > 0.0 ? crAdd(from, to) : crLeft(crSub(from, to));
    addPart(sum, area, crAddScaled(corner, caromVec2Normalize(bisector), reach),
            0.5 * area * radius * radius - area * reach * reach);
}

/// What rounding adds to a convex polygon: a band along each side, a sector at each corner.
static void addRounding(Moments *sum, const CaromVec2 *points, int count, double radius)
{
    int winding = caromPolygonWinding(points, count), last = count - 1;
    CaromVec2 before = {0.0, 0.0}; // outward at the side that leads to corner i
    for (int i = -1; i < count; ++i) {
        int from = i < 0 ? last : i, to = from == last ? 0 : from + 1;
        CaromVec2 a = points[winding > 0 ? from : last - from];
        CaromVec2 b = points[winding > 0 ? to : last - to];
        if (crEqual(a, b)) {
            continue;
        }
        CaromVec2 out = caromVec2Normalize(crRight(crSub(b, a)));
        if (i >= 0) {
            addSector(sum, a, before, out, radius);
            addBand(sum, a, b, radius);
        }
        before = out;
    }
}

static void addCapsule(Moments *sum, CaromVec2 a, CaromVec2 b, double radius)
{
    CaromVec2 out = crEqual(a, b) ? crVec(1.0, 0.0) : caromVec2Normalize(crRight(crSub(b, a)));
    CaromVec2 ahead = crLeft(out), other = crNegate(out), back = crNegate(ahead);
    addBand(sum, a, b, radius);
    addBand(sum, b, a, radius);
    addSector(sum, b, out, ahead, radius); // half turns as quarters: which way is never in doubt
    addSector(sum, b, ahead, other, radius);
    addSector(sum, a, other, back, radius);
    addSector(sum, a, back, out, radius);
}

static void addRings(Moments *sum, const CrOutline *outline)
{
    int rings = outline->ringEnds ? outline->ringCount : 1;
    for (int k = 0; k < rings; ++k) {
        int start = outline->ringEnds ? crRingStart(outline->ringEnds, k) : 0;
        int count = (outline->ringEnds ? outline->ringEnds[k] : outline->count) - start;
        const CaromVec2 *points = outline->points + start;
        int sign = caromPolygonWinding(points, count);
        bool isHole = outline->ringEnds && crRingIsHole(outline, k);
        addRing(sum, points, count, isHole ? -sign : sign);
    }
}

static void addGeometry(Moments *sum, const CaromGeometry *geometry, const CrOutline *outline)
{
    const CaromVec2 *points = geometry->points;
    double radius = geometry->radius;
    switch (geometry->type) {
    case CAROM_SHAPE_CIRCLE:
        addPart(sum, PI * radius * radius, points[0], 0.5 * PI * radius * radius * radius * radius);
        break;
    case CAROM_SHAPE_CAPSULE:
    case CAROM_SHAPE_SEGMENT:
        addCapsule(sum, points[0], points[1], radius);
        break;
    case CAROM_SHAPE_POLYGON:
    case CAROM_SHAPE_REGION:
        addRings(sum, outline);
        if (radius > 0.0 && caromPolygonIsConvex(points, geometry->count)) {
            addRounding(sum, points, geometry->count, radius);
        }
        break;
    default:
        break;
    }
}

// ----

CaromMass caromGeometryMass(const CaromGeometry *geometry)
{
    CaromMass mass = {0.0, {0.0, 0.0}, 0.0};
    CrOutline outline = crOutlineOf(geometry);
    if (outline.count == 0) {
        return mass;
    }
    CaromBox box = caromBoxOfPoints(outline.points, outline.count);
    mass.centroid = crAddScaled(box.min, crSub(box.max, box.min), 0.5);
    for (int round = 0; round < 2; ++round) {
        Moments sum = {mass.centroid, 0.0, 0.0, {0.0, 0.0}};
        addGeometry(&sum, geometry, &outline);
        if (!(sum.area > 0.0)) {
            break;
        }
        CaromVec2 shift = {sum.first.x / sum.area, sum.first.y / sum.area};
        CaromVec2 to = crAdd(mass.centroid, shift);
        mass.area = sum.area;
        mass.inertia = crMax(sum.second - sum.area * crLengthSquared(shift), 0.0);
        mass.centroid =
            crVec(crClamp(to.x, box.min.x, box.max.x), crClamp(to.y, box.min.y, box.max.y));
    }
    return mass;
}
