// SPDX-License-Identifier: MIT
// What hides something from a light: the edges of shapes near it, where they stand.
//
// A light on a border, or within a solid by no more than rounding explains, is on it: nothing is
// seen through the solid's side. There "closed" edges are added, which begin at the light itself.
// Two-sided walls through the light hide nothing.
#include "light.h"

#include "../shapes/exact.h"
#include "shape_walk.h"
#include "tile_shape.h"

/// So many place tolerances pass for rounding.
#define ROUNDINGS 16.0

/// One shape that is looked at.
typedef struct Look {
    CaromLight *light;
    const CrShape *shape;
    CrPose pose;
    CaromVec2 local; ///< the light, to the baked shape
    CaromBox box;
    double slack;
    CrLightEdge edge; ///< the next to be added
    bool ok;
} Look;

static bool standsStill(const CrPose *pose)
{
    return !pose->turned && pose->offset.x == 0.0 && pose->offset.y == 0.0;
}

static CaromVec2 toWorld(const Look *look, CaromVec2 baked)
{
    return standsStill(&look->pose) ? baked : crPoseToWorld(&look->pose, baked);
}

// ---- where the light is on a border

static void addClosed(Look *look, CaromVec2 p, CaromVec2 q)
{
    look->edge.p = p;
    look->edge.q = q;
    look->edge.closed = true;
    look->ok = look->ok && crLightAddEdge(look->light, &look->edge, false);
    look->edge.closed = false;
    look->edge.part++;
}

/// All directions from that of p, counter-clockwise, to that of q, which differs.
static void closeBetween(Look *look, CaromVec2 p, CaromVec2 q)
{
    CaromVec2 center = look->light->center, way = crSub(p, center);
    CaromVec2 quarter = crAdd(center, crLeft(way)), half = crSub(center, way);
    if (crOrient(center, p, q) > 0) {
        addClosed(look, p, q);
        return;
    }
    addClosed(look, p, quarter);
    addClosed(look, quarter, half);
    if (crOrient(center, half, q) > 0) {
        addClosed(look, half, q);
    }
}

/// The side of a line through the light that is against a normal.
static void closeBehind(Look *look, CaromVec2 normal)
{
    CaromVec2 aside = crScale(crLeft(normal), crMax(look->light->range, 1.0));
    closeBetween(look, crAdd(look->light->center, aside), crSub(look->light->center, aside));
}

/// The edge of the shape that goes on where one ends, or ends where one begins.
static bool findJoined(const CrShape *shape, CaromVec2 joint, bool after, CrEdge *found)
{
    for (int e = 0; e < shape->edgeCount; e++) {
        *found = crShapeEdge(shape, e, 0.0);
        if (crEqual(after ? found->a : found->b, joint)) {
            return true;
        }
    }
    return false;
}

/// A one-sided edge that the light is on.
static void closeEdge(Look *look, const CrEdge *edge)
{
    CaromVec2 way = crSub(edge->b, edge->a);
    CaromNearest nearest = caromNearestOnSegment(look->local, edge->a, edge->b);
    CrEdge other;
    int side = crOrient(toWorld(look, edge->a), toWorld(look, edge->b), look->light->center);
    if (nearest.distance > look->slack || side < 0) {
        return;
    }
    if (crLength(crSub(look->local, edge->b)) <= look->slack &&
        findJoined(look->shape, edge->b, true, &other)) {
        closeBetween(look, toWorld(look, other.b), toWorld(look, edge->a));
    } else if (crLength(crSub(look->local, edge->a)) <= look->slack &&
               findJoined(look->shape, edge->a, false, &other)) {
        closeBetween(look, toWorld(look, edge->b), toWorld(look, other.a));
    } else {
        CaromVec2 along = crPoseTurn(&look->pose, crUnit(way, crLength(way)));
        closeBehind(look, crRight(along));
    }
}

// ---- edges

/// Whether an edge is plainly out of the way: most of a long chain's are.
static bool isApart(const Look *look, CaromVec2 a, CaromVec2 b, double reach)
{
    return crMax(a.x, b.x) + reach < look->box.min.x || crMin(a.x, b.x) - reach > look->box.max.x ||
           crMax(a.y, b.y) + reach < look->box.min.y || crMin(a.y, b.y) - reach > look->box.max.y;
}

static void lookAtEdge(Look *look, int e, bool onBorder)
{
    CrEdge edge = crShapeEdge(look->shape, e, 0.0);
    look->edge.p = toWorld(look, edge.a);
    look->edge.q = toWorld(look, edge.b);
    if (isApart(look, look->edge.p, look->edge.q, edge.reach)) {
        return;
    }
    look->edge.feature = crShapeFeature(look->shape, e);
    if (edge.reach > 0.0) {
        look->ok = look->ok && crLightAddRound(look->light, &look->edge, edge.reach, edge.oneSided);
        return;
    }
    look->ok = look->ok && crLightAddEdge(look->light, &look->edge, edge.oneSided);
    look->edge.part++;
    if (edge.oneSided && onBorder) {
        closeEdge(look, &edge);
    }
}

/// How the light lies to a shape's border: 1 outside, 0 on it, −1 inside, within rounding. Thin
/// walls have no inside: 0 wherever it is near.
static int sideOf(const Look *look)
{
    const CrShape *shape = look->shape;
    CaromBox here = crBoxInflate(crBox(look->local, look->local), look->slack);
    if (!crBoxOverlaps(crShapeBox(shape), here)) {
        return 1;
    }
    if (crShapeIsWall(shape) && shape->radius == 0.0) {
        return 0;
    }
    double gap = crShapeGapWithin(shape, look->local, 0.0, look->slack);
    return gap > look->slack ? 1 : gap < -look->slack ? -1 : 0;
}

/// What is lit, where the shape is baked.
static CaromBox localBox(const Look *look)
{
    double reach = crBoxFarthest(look->box, look->light->center) * (1.0 + 1e-9);
    CaromBox box =
        standsStill(&look->pose) ? look->box : crBoxInflate(crBox(look->local, look->local), reach);
    return crBoxInflate(box, look->shape->radius);
}

static void lookAtShape(Look *look, uint32_t slot, CaromInside inside)
{
    const CrShape *shape = look->shape;
    int side = sideOf(look);
    if (side < 0 && inside == CAROM_INSIDE_HIT) {
        look->light->inside = slot < look->light->inside ? slot : look->light->inside;
        return;
    }
    if (side < 0 && shape->radius > 0.0) {
        return;
    }
    if (side == 0 && shape->radius > 0.0) {
        CaromNearest nearest = crShapeNearest(shape, look->local);
        look->edge.feature = crShapeFeature(shape, nearest.feature);
        if (nearest.distance <= 0.0) {
            closeBehind(look, crPoseTurn(&look->pose, nearest.normal));
        }
    }
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, shape, localBox(look));
    while (look->ok && crEdgesNext(&walk, &e)) {
        lookAtEdge(look, e, side == 0);
    }
}

CaromError crLightCollect(CaromLight *light, const CaromWorld *world, CaromBox box,
                          const CaromQueryOptions *options)
{
    CrShapeWalk walk;
    uint32_t slot;
    bool ok = true;
    light->inside = CR_NONE;
    crShapeWalkStart(&walk, world, box, crLayersOf(options->sensors));
    while (ok && crShapeWalkNext(&walk, &slot)) {
        const CrShape *shape = &world->shapes[slot];
        if (!crOptionsSee(world, options, slot)) {
            continue;
        }
        Look look = {0};
        look.light = light;
        look.shape = shape;
        look.box = box;
        look.ok = true;
        look.pose = crBodyPose(&world->bodies[shape->body], world->queryTime);
        look.local =
            standsStill(&look.pose) ? light->center : crPoseToLocal(&look.pose, light->center);
        look.slack = ROUNDINGS * crPlaceTolerance(look.local, shape->radius);
        look.edge.shape = slot;
        lookAtShape(&look, slot, options->inside);
        ok = look.ok;
    }
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}
