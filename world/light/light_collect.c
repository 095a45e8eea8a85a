// SPDX-License-Identifier: MIT
// What hides something from a light: the edges of shapes near it, where they stand.
//
// A light on a border, or within a solid by no more than rounding explains, is on it: nothing is
// seen through the solid's side. There "closed" edges are added, which begin at the light itself.
// Two-sided walls through the light hide nothing.
#include "../../shapes/exact.h"
#include "../core/limits.h"
#include "../geometry/tile_shape.h"
#include "../index/filter.h"
#include "../narrowphase/shape_distance.h"
#include "../narrowphase/shape_walk.h"
#include "light_types.h"

#include <math.h>

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

// Edges as a light sees them. Thin ones as they are. Of round ones, all points within a reach of a
// core, the flat sides and the lit parts of the ends: from tangent point to tangent point, those
// points on the circle within rounding, and chords in between.

#define HALVINGS 10 ///< of an arc of a quarter turn or less

// ---- thin edges

/// Turned so that p comes first; false: no side of it is seen.
static bool turnToLight(const CaromLight *light, CrLightEdge *edge, bool oneSided)
{
    int side = crOrient(edge->p, edge->q, light->center);
    if (side < 0) {
        CaromVec2 swap = edge->p;
        edge->p = edge->q;
        edge->q = swap;
    }
    return side < 0 || (side > 0 && !oneSided);
}

bool crLightAddEdge(CaromLight *light, const CrLightEdge *edge, bool oneSided)
{
    CrLightEdge added = *edge;
    if (!turnToLight(light, &added, oneSided)) {
        return true;
    }
    added.distance =
        edge->closed ? 0.0 : caromNearestOnSegment(light->center, added.p, added.q).distance;
    if (added.distance > light->range) {
        return true;
    }
    if (!crArrayGrow(light->edges, 1, &light->allocator)) {
        return false;
    }
    crArrayPush(light->edges, added);
    return true;
}

// ---- round ones

/// A circle of which a part is seen, and the edge that it belongs to.
typedef struct Cap {
    CaromLight *light;
    CrLightEdge edge; ///< p, q: of the chord to be added
    CaromVec2 center;
    double radius;
    CaromVec2 toLight; ///< from its center
    bool ok;
} Cap;

static CaromVec2 onCap(const Cap *cap, CaromVec2 normal)
{
    return crAddScaled(cap->center, normal, cap->radius);
}

/// Chords from normal u to normal v, which is up to a quarter turn further on.
static void addArc(Cap *cap, CaromVec2 u, CaromVec2 v, int halvings)
{
    CaromVec2 sum = crAdd(u, v);
    double twice = crLength(sum); // the cosine of half the angle in between
    if (halvings > 0 && cap->radius * (1.0 - 0.5 * twice) > cap->light->tolerance) {
        CaromVec2 middle = crUnit(sum, twice);
        addArc(cap, u, middle, halvings - 1);
        addArc(cap, middle, v, halvings - 1);
        return;
    }
    cap->edge.p = onCap(cap, u);
    cap->edge.q = onCap(cap, v);
    cap->ok = cap->ok && crLightAddEdge(cap->light, &cap->edge, true);
    cap->edge.part++;
}

static Cap capAt(CaromLight *light, const CrLightEdge *edge, CaromVec2 center, double radius)
{
    Cap cap = {light, *edge, center, radius, crSub(light->center, center), true};
    return cap;
}

/// The normals where lines from the light touch: first and last of the lit part, counter-clockwise.
/// False: the light is not outside.
static bool tangentNormals(const Cap *cap, CaromVec2 *first, CaromVec2 *last)
{
    double square = crLengthSquared(cap->toLight), distance = sqrt(square);
    double excess = (distance - cap->radius) * (distance + cap->radius);
    if (excess <= 0.0) {
        return false;
    }
    CaromVec2 along = crScale(cap->toLight, cap->radius / square);
    CaromVec2 aside = crScale(crLeft(cap->toLight), sqrt(excess) / square);
    *first = crSub(along, aside);
    *last = crAdd(along, aside);
    return true;
}

static bool isBetween(CaromVec2 u, CaromVec2 n, CaromVec2 v)
{
    return crCross(u, n) > 0.0 && crCross(n, v) > 0.0;
}

/// What is lit of the quarter from normal u to normal v.
static void addQuarter(Cap *cap, CaromVec2 u, CaromVec2 v)
{
    CaromVec2 first, last;
    if (!tangentNormals(cap, &first, &last)) {
        return;
    }
    bool startLit = crDot(u, cap->toLight) >= cap->radius,
         endLit = crDot(v, cap->toLight) >= cap->radius;
    if (startLit || endLit || (isBetween(u, first, v) && isBetween(u, last, v))) {
        addArc(cap, startLit ? u : first, endLit ? v : last, HALVINGS);
    }
}

static void addCircle(Cap *cap)
{
    CaromVec2 first, last;
    if (tangentNormals(cap, &first, &last)) {
        CaromVec2 middle = crUnit(cap->toLight, crLength(cap->toLight));
        addArc(cap, first, middle, HALVINGS);
        addArc(cap, middle, last, HALVINGS);
    }
}

/// A flat side, and a quarter at each of its ends; the core runs from a to b with `side` to its
/// right.
static bool addHalf(CaromLight *light, CrLightEdge *edge, CaromVec2 a, CaromVec2 b, double reach)
{
    CaromVec2 way = crSub(b, a), along = crUnit(way, crLength(way)), out = crRight(along);
    edge->p = crAddScaled(a, out, reach);
    edge->q = crAddScaled(b, out, reach);
    bool ok = crLightAddEdge(light, edge, true);
    edge->part++;
    Cap before = capAt(light, edge, a, reach);
    addQuarter(&before, crNegate(along), out);
    Cap after = capAt(light, &before.edge, b, reach);
    addQuarter(&after, out, along);
    edge->part = after.edge.part;
    return ok && before.ok && after.ok;
}

bool crLightAddRound(CaromLight *light, CrLightEdge *core, double reach, bool oneSided)
{
    CaromVec2 a = core->p, b = core->q;
    if (crEqual(a, b)) {
        Cap cap = capAt(light, core, a, reach);
        addCircle(&cap);
        core->part = cap.edge.part;
        return cap.ok;
    }
    return addHalf(light, core, a, b, reach) && (oneSided || addHalf(light, core, b, a, reach));
}
