// SPDX-License-Identifier: MIT
#include "touching_pair.h"

#include "shape.h"

#define MANIFOLDS 64 ///< more of one pair are not looked at

static double paceOf(const CrShape *shape, const CrBody *body)
{
    return crAbs(body->spin) * crBoxFarthest(crShapeBox(shape), body->pivot);
}

/// A convex polygon's area is at most its least width times its diameter.
static double thicknessOf(const CrShape *shape)
{
    double round = 2.0 * shape->radius;
    if (shape->type != CAROM_SHAPE_POLYGON ||
        !caromPolygonIsConvex(shape->baked, shape->pointCount)) {
        return round;
    }
    CaromBox box = crShapeBox(shape);
    CaromVec2 size = crSub(box.max, box.min);
    return round + caromPolygonArea(shape->baked, shape->pointCount) / (size.x + size.y);
}

CrContactPair crTouchingPair(const CaromWorld *world, uint32_t a, uint32_t b)
{
    const CrShape *s = &world->shapes[a], *t = &world->shapes[b];
    const CrBody *bodyA = &world->bodies[s->body], *bodyB = &world->bodies[t->body];
    double drift = crLength(crSub(bodyA->velocity, bodyB->velocity));
    CrContactPair pair = {world, a, b, 0.0};
    pair.pace = drift + paceOf(s, bodyA) + paceOf(t, bodyB);
    return pair;
}

double crTouchingThickness(const CrContactPair *pair)
{
    return thicknessOf(&pair->world->shapes[pair->a]) + thicknessOf(&pair->world->shapes[pair->b]);
}

/// Where a shape is at a time; static ones as they are baked.
static CaromGeometry place(const CrContactPair *pair, int which, double time)
{
    const CaromWorld *world = pair->world;
    const CrShape *shape = &world->shapes[which == 0 ? pair->a : pair->b];
    const CrBody *body = &world->bodies[shape->body];
    CaromGeometry geometry = crShapeGeometry(shape);
    if (body->type == CAROM_BODY_STATIC) {
        return geometry;
    }
    CaromVec2 *points = world->touchings.scratch[which]; // reserved with the shape
    CrPose pose = crBodyPose(body, time);
    for (int i = 0; i < shape->pointCount; i++) {
        points[i] = crPoseToWorld(&pose, shape->baked[i]);
    }
    geometry.points = points;
    return geometry;
}

double crTouchingGap(const CrContactPair *pair, double time)
{
    CaromGeometry a = place(pair, 0, time), b = place(pair, 1, time);
    return caromShapesDistance(&a, &b).distance;
}

/// What is not part of it is 0.
static CaromManifold blankOut(const CaromManifold *manifold)
{
    CaromManifold blank = {0};
    blank.normal = manifold->normal;
    blank.count = manifold->count;
    for (int k = 0; k < manifold->count; k++) {
        blank.points[k] = manifold->points[k];
    }
    blank.featureA = manifold->featureA;
    blank.featureB = manifold->featureB;
    return blank;
}

static double depthOf(const CaromManifold *manifold)
{
    double first = manifold->points[0].separation;
    return -(manifold->count > 1 ? crMin(first, manifold->points[1].separation) : first);
}

CaromManifold crTouchingManifold(const CrContactPair *pair, double time)
{
    CaromGeometry a = place(pair, 0, time), b = place(pair, 1, time);
    CaromManifold all[MANIFOLDS];
    int count = caromShapesCollide(&a, &b, 0.0, all, MANIFOLDS), best = 0;
    for (int k = 1; k < count && k < MANIFOLDS; k++) {
        best = depthOf(&all[k]) > depthOf(&all[best]) ? k : best;
    }
    if (count > 0) {
        return blankOut(&all[best]);
    }
    CaromDistance nearest = caromShapesDistance(&a, &b); // they just touch, by the last digit
    CaromManifold one = {0};
    one.normal = nearest.normal;
    one.count = 1;
    one.points[0].point = nearest.pointB;
    one.points[0].separation = nearest.distance;
    return one;
}
