// SPDX-License-Identifier: MIT
#include "pair_manifold.h"

#include "../core/limits.h"
#include "../geometry/shape_storage.h"
#include "../geometry/shape_view.h"

#define MANIFOLDS 64      ///< more of one pair are not looked at
#define LEEWAY (1 + 1e-9) ///< for what rounding takes

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

// ---- how fast

static const CrShape *shapeOf(const CrContactPair *pair, int which)
{
    return &pair->world->shapes[which == 0 ? pair->a : pair->b];
}

static const CrBody *bodyOf(const CrContactPair *pair, int which)
{
    return &pair->world->bodies[shapeOf(pair, which)->body];
}

CrContactPair crContactPair(const CaromWorld *world, uint32_t a, uint32_t b)
{
    CR_ASSERT(a != b);
    CrContactPair pair = {.world = world, .a = a, .b = b};
    for (int k = 0; k < 2; k++) {
        pair.spin[k] = crAbs(bodyOf(&pair, k)->spin);
        pair.reach[k] = crBoxFarthest(crShapeBox(shapeOf(&pair, k)), bodyOf(&pair, k)->pivot);
    }
    const CrBody *first = bodyOf(&pair, 0), *second = bodyOf(&pair, 1);
    pair.drift = crLength(crSub(first->velocity, second->velocity));
    pair.accelerates = first->accelerates || second->accelerates;
    pair.pull = crLength(crSub(first->acceleration, second->acceleration));
    return pair;
}

static double paceAt(const CrContactPair *pair, double time)
{
    return crLength(crSub(crBodyVelocity(bodyOf(pair, 0), time), //
                          crBodyVelocity(bodyOf(pair, 1), time)));
}

/// The most of a speed that changes evenly is at an end.
static double driftWithin(const CrContactPair *pair, double from, double to)
{
    return pair->accelerates ? crMax(paceAt(pair, from), paceAt(pair, to)) * LEEWAY : pair->drift;
}

bool crContactMoves(const CrContactPair *pair)
{
    return pair->accelerates ||
           pair->drift + pair->spin[0] * pair->reach[0] + pair->spin[1] * pair->reach[1] > 0.0;
}

void crContactMeasure(CrContactPair *pair)
{
    for (int k = 0; k < 2; k++) {
        const CrShape *shape = shapeOf(pair, k);
        CaromVec2 pivot = bodyOf(pair, k)->pivot;
        double square = 0.0;
        for (int i = 0; i < shape->pointCount; i++) {
            square = crMax(square, crLengthSquared(crSub(shape->baked[i], pivot)));
        }
        pair->reach[k] = crMin(pair->reach[k], sqrt(square) * LEEWAY + shape->radius);
    }
}

static CaromVec2 pivotAt(const CrContactPair *pair, int which, double time)
{
    const CrBody *body = bodyOf(pair, which);
    return crAdd(body->pivot, crBodyOffset(body, time));
}

static double pivotsApart(const CrContactPair *pair, double time)
{
    return crLength(crSub(pivotAt(pair, 0, time), pivotAt(pair, 1, time)));
}

/// The most of a distance between what moves along straight lines is at an end; a parabola leads
/// from its chord by |a|h²/8 at most.
static double mostApart(const CrContactPair *pair, double from, double to)
{
    double most = crMax(pivotsApart(pair, from), pivotsApart(pair, to)) * LEEWAY;
    return pair->accelerates ? most + 0.125 * LEEWAY * pair->pull * ((to - from) * (to - from))
                             : most;
}

double crContactPace(const CrContactPair *pair, double from, double to)
{
    CR_ASSERT(from <= to);
    double apart = mostApart(pair, from, to), least = CR_NEVER;
    for (int k = 0; k < 2; k++) { // in the frame of k
        double arm = crMin(pair->reach[k], apart + pair->reach[1 - k]);
        least = crMin(least, pair->spin[k] * arm + pair->spin[1 - k] * pair->reach[1 - k]);
    }
    return driftWithin(pair, from, to) + least;
}

int crContactLooks(const CrContactPair *pair)
{
    const double work = 64.0 * 64.0 * 64.0; // pairs of corners, that are looked at in any case
    double corners = (double)shapeOf(pair, 0)->pointCount * shapeOf(pair, 1)->pointCount;
    double always = crClamp(work / crMax(corners, 1.0), 2.0, 64.0);
    return (int)always + (int)(pair->world->contactLimit / crMax(corners, 1.0));
}

// ---- where

double crContactThickness(const CrContactPair *pair)
{
    return thicknessOf(&pair->world->shapes[pair->a]) + thicknessOf(&pair->world->shapes[pair->b]);
}

/// Where a shape is at a time; static ones as they are baked.
static CaromGeometry place(const CrContactPair *pair, int which, double time)
{
    const CaromWorld *world = pair->world;
    const CrShape *shape = shapeOf(pair, which);
    const CrBody *body = bodyOf(pair, which);
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

double crContactGap(const CrContactPair *pair, double time)
{
    CaromGeometry a = place(pair, 0, time), b = place(pair, 1, time);
    return caromShapesDistance(&a, &b).distance;
}

bool crContactTurnsApart(const CrContactPair *pair, double from, double to)
{
    CR_ASSERT(from <= to);
    double middle = from + 0.5 * (to - from), half = 0.5 * (to - from) * LEEWAY;
    double drift = driftWithin(pair, from, to);
    if (pivotsApart(pair, middle) - pair->reach[0] - pair->reach[1] > drift * half) {
        return true;
    }
    for (int k = 0; k < 2; k++) {
        if (pair->spin[k] == 0.0) {
            continue;
        }
        CaromVec2 pivot = pivotAt(pair, k, middle);
        CaromGeometry disc = caromGeometry(CAROM_SHAPE_CIRCLE, &pivot, 1, pair->reach[k]);
        CaromGeometry other = place(pair, 1 - k, middle);
        double arm = crMin(pair->reach[1 - k], mostApart(pair, from, to) + pair->reach[k]);
        double way = (drift + pair->spin[1 - k] * arm) * half;
        if (caromShapesDistance(&disc, &other).distance > way) {
            return true;
        }
    }
    return false;
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

CaromManifold crContactManifold(const CrContactPair *pair, double time)
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
