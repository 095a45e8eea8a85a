// SPDX-License-Identifier: MIT
// Convex polygons and round shapes have the moments of shapes/mass.c, with their rounding. Regions
// and tile maps are sums over their edges, which have the solid on their left (Green's theorem): so
// no points are copied, and tiles need not be counted.
#include "shape_mass.h"

#include "../geometry/shape_traits.h"
#include "../geometry/shape_view.h"

/// Sums over the triangles from a point to each edge: area, area·(centroid − point), and the second
/// moment about the point.
typedef struct EdgeSum {
    double area, second;
    CaromVec2 first;
} EdgeSum;

static EdgeSum sumEdges(const CrShape *shape, CaromVec2 about)
{
    EdgeSum sum = {0.0, 0.0, {0.0, 0.0}};
    for (int e = 0; e < shape->edgeCount; e++) {
        CaromVec2 p = crSub(shape->baked[e], about),
                  q = crSub(shape->baked[crShapeNext(shape, e)], about);
        double twice = crCross(p, q), squares = crDot(p, p) + crDot(p, q) + crDot(q, q);
        sum.area += 0.5 * twice;
        sum.first = crAddScaled(sum.first, crAdd(p, q), twice / 6.0);
        sum.second += twice * squares / 12.0;
    }
    return sum;
}

/// Twice, the second time about the centroid, where nothing cancels.
static CaromMass massOfEdges(const CrShape *shape)
{
    CaromBox box = crShapeBox(shape);
    CaromMass mass = {0.0, crAddScaled(box.min, crSub(box.max, box.min), 0.5), 0.0};
    for (int round = 0; round < 2; round++) {
        EdgeSum sum = sumEdges(shape, mass.centroid);
        if (!(sum.area > 0.0)) {
            break;
        }
        CaromVec2 shift = {sum.first.x / sum.area, sum.first.y / sum.area};
        mass.area = sum.area;
        mass.inertia = crMax(sum.second - sum.area * crLengthSquared(shift), 0.0);
        mass.centroid = crAdd(mass.centroid, shift);
    }
    return mass;
}

CaromMass crShapeMassOf(const CrShape *shape)
{
    if (shape->type == CAROM_SHAPE_REGION || shape->type == CAROM_SHAPE_TILES) {
        return massOfEdges(shape);
    }
    CaromGeometry geometry =
        caromGeometry((CaromShapeType)shape->type, shape->baked, shape->pointCount, shape->radius);
    return caromGeometryMass(&geometry);
}

/// Both, about the centre of both.
static CrMassSum joined(CrMassSum a, CrMassSum b)
{
    CrMassSum sum = {a.mass + b.mass, 0.0, a.center};
    CaromVec2 apart = crSub(b.center, a.center);
    sum.center = crAddScaled(a.center, apart, b.mass / sum.mass);
    sum.inertia = a.inertia + b.inertia + a.mass * (b.mass / sum.mass) * crLengthSquared(apart);
    return sum;
}

CrMassSum crMassSumWith(const CaromWorld *world, CrMassSum sum, const CrShape *shape)
{
    double density = shape->sensor ? 0.0 : crShapeTraitsOf(world, shape)->density;
    CaromMass mass = {0.0, {0.0, 0.0}, 0.0};
    if (density > 0.0) {
        mass = crShapeMassOf(shape);
    }
    CrMassSum one = {mass.area * density, mass.inertia * density, mass.centroid};
    if (!(one.mass > 0.0)) {
        return sum;
    }
    return sum.mass > 0.0 ? joined(sum, one) : one;
}

CrMassSum crMassSumOfBody(const CaromWorld *world, uint32_t body)
{
    CrMassSum sum = {0.0, 0.0, {0.0, 0.0}};
    for (uint32_t s = world->bodies[body].firstShape; s != CR_NONE; s = world->shapes[s].next) {
        sum = crMassSumWith(world, sum, &world->shapes[s]);
    }
    return sum;
}
