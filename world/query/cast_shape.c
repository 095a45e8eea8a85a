// SPDX-License-Identifier: MIT
#include "first_hit.h"

#include "../../shapes/exact.h"
#include "../../shapes/spin_path.h"
#include "../core/limits.h"
#include "../data/ids.h"
#include "../geometry/tile_shape.h"
#include "../narrowphase/shape_distance.h"
#include "../narrowphase/shape_exit.h"
#include "ray_proxy.h"

// ---- where things stand

static CrPose poseOf(const CrCast *cast, uint32_t shape)
{
    const CrBody *body = &cast->world->bodies[cast->world->shapes[shape].body];
    return crBodyPose(body, cast->world->queryTime);
}

static CrPose poseOfFirst(const CrCast *cast, const CrFirst *first)
{
    return first->rayProxy != 0 ? crRayProxyPose(cast->world, first->rayProxy - 1, first->shape)
                                : poseOf(cast, first->shape);
}

static CrPath pathTo(const CrCast *cast, uint32_t shape)
{
    CrPose pose = poseOf(cast, shape);
    return crPathUnder(&pose, cast->path);
}

// ---- order

bool crCastIsThin(const CrCast *cast, const CrFirst *first)
{
    const CaromWorld *world = cast->world;
    const CrShape *shape = &world->shapes[first->shape];
    return !cast->arc && cast->radius == 0.0 && shape->radius == 0.0 && !first->startsInside &&
           world->bodies[shape->body].type == CAROM_BODY_STATIC;
}

bool crCastComesBefore(const CrCast *cast, const CrFirst *a, const CrFirst *b)
{
    int order = (a->tau > b->tau) - (a->tau < b->tau);
    if (crCastIsThin(cast, a)) {
        const CrShape *s = &cast->world->shapes[a->shape], *t = &cast->world->shapes[b->shape];
        CrEdge e = crShapeEdge(s, a->edge, 0.0), f = crShapeEdge(t, b->edge, 0.0);
        order = crCompareFractions(cast->path.p, cast->path.v, e.a, e.b, f.a, f.b);
    }
    if (order != 0) {
        return order < 0;
    }
    return a->shape != b->shape ? a->shape < b->shape : a->edge < b->edge;
}

double crCastDoubt(const CrCast *cast, const CrFirst *first)
{
    CaromVec2 p = cast->path.p, v = crPathVelocity(&cast->path, first->tau);
    CrEdge edge = crShapeEdge(&cast->world->shapes[first->shape], first->edge, 0.0);
    CaromVec2 along = crSub(edge.b, edge.a);
    double size = crAbs(p.x) + crAbs(p.y) + crAbs(v.x) + crAbs(v.y) + crAbs(edge.a.x) +
                  crAbs(edge.a.y) + cast->radius;
    double general = size * 0x1p-24 / crLength(v); // circles that are grazed
    if (cast->path.curved) {
        return crMin(2.0 * general, 4.0 * sqrt(size * 0x1p-24 / crLength(cast->path.a)));
    }
    if (!crCastIsThin(cast, first)) {
        return general;
    }
    return crMax(general, size * crLength(along) * 0x1p-48 / crAbs(crCross(along, v)));
}

// ---- what is met

bool crCastStartsInside(const CrCast *cast, uint32_t slot)
{
    const CrShape *shape = &cast->world->shapes[slot];
    CaromVec2 p = pathTo(cast, slot).p;
    if (crShapeIsWall(shape) && cast->radius + shape->radius == 0.0) {
        return false; // lines have no inside
    }
    if (!crBoxOverlaps(crBoxInflate(crShapeBox(shape), cast->radius), crBox(p, p))) {
        return false;
    }
    return crShapeGapWithin(shape, p, cast->radius, 0.0) <
           -crPlaceTolerance(p, cast->radius + shape->radius);
}

/// Whether a line without thickness is met before a straight cast's end or there: by exact signs.
static bool endsBeyond(const CrPath *path, const CrEdge *edge, CrPart part)
{
    int end = crSideOfEnd(edge->a, edge->b, path->p, path->v);
    return part == CR_PART_RIGHT ? end >= 0 : end <= 0;
}

/// path: the cast's, as the edge sees it.
static bool meetsEdgeAfter(const CrCast *cast, const CrPath *path, const CrEdge *edge, double after,
                           bool beyond, CrMeet *meet)
{
    if (!crPathMeets(path, edge, after, beyond, meet)) {
        return false;
    }
    if (edge->reach > 0.0 || cast->arc) {
        return meet->tau <= cast->end;
    }
    meet->tau = crMin(meet->tau, 1.0);
    return endsBeyond(path, edge, meet->part);
}

/// The edge that ends where another one starts.
static int edgeBefore(const CrShape *shape, int e)
{
    int before = e > 0 && crShapeNext(shape, e - 1) == e ? e - 1 : 0;
    while (crShapeNext(shape, before) != e) {
        before++;
    }
    return before;
}

/// Whether a straight ray that starts at a corner of a thin solid, within rounding, leads out of
/// it: past a corner that is convex one edge alone has it in front of it.
static bool leadsOutAtCorner(const CrCast *cast, const CrShape *shape, const CrPath *path, int e)
{
    if (cast->radius + shape->radius > 0.0 || !crShapeHasInside(shape) || cast->arc) {
        return false;
    }
    CrEdge edge = crShapeEdge(shape, e, 0.0);
    double near = crPlaceTolerance(path->p, 0.0);
    bool atA = crLength(crSub(path->p, edge.a)) <= near,
         atB = crLength(crSub(path->p, edge.b)) <= near;
    if (atA == atB) {
        return false;
    }
    int other = atA ? edgeBefore(shape, e) : crShapeNext(shape, e);
    CrEdge before = atA ? crShapeEdge(shape, other, 0.0) : edge,
           after = atA ? edge : crShapeEdge(shape, other, 0.0);
    return !crCornerLeadsIn(&before, &after, path->v);
}

/// The first entry across one edge after a time. path: the cast's, as the shape sees it.
static bool entersEdge(const CrCast *cast, const CrPath *path, uint32_t slot, int e, double after,
                       bool beyond, CrFirst *first)
{
    const CrShape *shape = &cast->world->shapes[slot];
    CrEdge edge = crShapeEdge(shape, e, cast->radius);
    CrMeet meet;
    if (!meetsEdgeAfter(cast, path, &edge, after, beyond, &meet) ||
        (meet.tau == 0.0 && leadsOutAtCorner(cast, shape, path, e))) {
        return false;
    }
    CrFirst found = {meet.tau, slot, e, meet.part, false, false, false, 0};
    *first = found;
    return true;
}

bool crCastMeetsEdge(const CrCast *cast, uint32_t slot, int e, CrFirst *first)
{
    CrPath path = pathTo(cast, slot);
    return entersEdge(cast, &path, slot, e, 0.0, false, first);
}

/// The first entry after a time.
static bool entersAfter(const CrCast *cast, uint32_t slot, double after, bool beyond,
                        CrFirst *first)
{
    const CrShape *shape = &cast->world->shapes[slot];
    CrPath path = pathTo(cast, slot);
    CaromBox box = {{-CR_NEVER, -CR_NEVER}, {CR_NEVER, CR_NEVER}};
    if (!cast->arc) {
        box = crBoxInflate(crBox(path.p, crAdd(path.p, path.v)), cast->radius + shape->radius);
    }
    bool found = false;
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, shape, box);
    while (crEdgesNext(&walk, &e)) {
        CrFirst candidate;
        if (entersEdge(cast, &path, slot, e, after, beyond, &candidate) &&
            (!found || crCastComesBefore(cast, &candidate, first))) {
            *first = candidate;
            found = true;
        }
    }
    return found;
}

/// The time in which a cast gets so much further than it is at a time.
static double timeFor(const CrCast *cast, double tau, double way)
{
    double speed = crLength(crPathVelocity(&cast->path, tau));
    double time = speed > 0.0 ? way / speed : CR_NEVER;
    return cast->path.curved ? crMin(time, sqrt(2.0 * way / crLength(cast->path.a))) : time;
}

static bool rests(const CrCast *cast)
{
    return !cast->path.curved && crLengthSquared(cast->path.v) == 0.0;
}

/// When a cast that starts inside is out.
static double leavesAt(const CrCast *cast, uint32_t slot)
{
    const CrShape *shape = &cast->world->shapes[slot];
    CrPath path = pathTo(cast, slot);
    double tolerance = 16.0 * crPlaceTolerance(path.p, cast->radius + shape->radius), tau = 0.0;
    if (rests(cast)) {
        return CR_NEVER;
    }
    if (crShapeGap(shape, path.p, cast->radius) > -tolerance) {
        // just inside: leaving shows only after this much of the way
        tau = timeFor(cast, 0.0, tolerance);
    }
    CrSpinPath still = crSpinPathStill(path, 0.0);
    return crShapeLeaves(shape, &still, cast->radius, &tau) ? tau : 0.0;
}

double crCastLeaves(const CrCast *cast, const CrFirst *first)
{
    const CrShape *shape = &cast->world->shapes[first->shape];
    if (first->startsInside && !first->exits) {
        return leavesAt(cast, first->shape);
    }
    if (first->exits || (crShapeIsWall(shape) && cast->radius + shape->radius == 0.0)) {
        return first->tau;
    }
    CrSpinPath still = crSpinPathStill(pathTo(cast, first->shape), 0.0);
    double tau = first->tau;
    return crShapeLeaves(shape, &still, cast->radius, &tau) ? tau : first->tau;
}

/// Whether two thin firsts are one place of the shape: a joint of two edges.
static bool isSamePlace(const CrCast *cast, const CrFirst *a, const CrFirst *b)
{
    const CrShape *shape = &cast->world->shapes[a->shape];
    CrEdge e = crShapeEdge(shape, a->edge, 0.0), f = crShapeEdge(shape, b->edge, 0.0);
    return crCastIsThin(cast, a) &&
           crCompareFractions(cast->path.p, cast->path.v, e.a, e.b, f.a, f.b) == 0;
}

bool crCastReenters(const CrCast *cast, CrFirst *first)
{
    CrFirst last = *first;
    double out = crCastLeaves(cast, first);
    while (out < cast->end && entersAfter(cast, last.shape, out, true, first)) {
        if (!isSamePlace(cast, &last, first)) {
            return true;
        }
        out = first->tau;
    }
    return false;
}

bool crCastMeetsShape(const CrCast *cast, uint32_t slot, CrFirst *first)
{
    if (!crCastStartsInside(cast, slot)) {
        return entersAfter(cast, slot, 0.0, false, first);
    }
    CrFirst inside = {0.0, slot, 0, CR_PART_LEFT, true, false, false, 0};
    *first = inside;
    if (cast->options->inside == CAROM_INSIDE_HIT) {
        return true;
    }
    double out = leavesAt(cast, slot);
    if (!(out <= cast->end)) {
        return false;
    }
    if (cast->options->inside == CAROM_INSIDE_EXIT) {
        first->tau = out;
        first->exits = true;
        return true;
    }
    return entersAfter(cast, slot, out, true, first);
}

// ---- answers

/// How far the centre is from the origin.
static double distanceOf(const CrCast *cast, double tau)
{
    return cast->arc ? crLength(crSub(crPathPoint(&cast->path, tau), cast->path.p))
                     : tau * crLength(cast->path.v);
}

/// The index of the nearest point where it is an end of its edge, else -1.
static int vertexNear(const CrShape *shape, const CaromNearest *nearest, CaromVec2 center)
{
    CrEdge edge = crShapeEdge(shape, nearest->feature, 0.0);
    CaromVec2 along = crSub(edge.b, edge.a);
    if (!crShapeHasCorners(shape)) {
        return -1;
    }
    if (crDot(along, crSub(center, edge.a)) <= 0.0) {
        return crShapeVertex(shape, nearest->feature, false);
    }
    return crDot(along, crSub(center, edge.b)) >= 0.0 ? crShapeVertex(shape, nearest->feature, true)
                                                      : -1;
}

/// Start and exit are described by the nearest point of the border.
static void describeInside(const CrCast *cast, const CrFirst *first, CaromHit *hit)
{
    const CrShape *shape = &cast->world->shapes[first->shape];
    CrPath path = pathTo(cast, first->shape);
    CrPose pose = poseOf(cast, first->shape);
    CaromVec2 center = crPathPoint(&path, first->tau);
    CaromNearest nearest = crShapeNearest(shape, center);
    CaromVec2 normal = crPoseTurn(&pose, nearest.normal);
    hit->point = crPoseToWorld(&pose, nearest.point);
    hit->normal = first->exits ? crNegate(normal) : normal;
    hit->feature = crShapeFeature(shape, nearest.feature);
    hit->material = crShapeMaterial(cast->world, shape, nearest.feature);
    hit->tile = crShapeTileAt(shape, nearest.feature, nearest.point);
    hit->vertex = vertexNear(shape, &nearest, center);
    hit->distance =
        first->exits ? distanceOf(cast, first->tau) : crShapeGap(shape, center, cast->radius);
}

/// The end of an edge that was met: of a line without thickness by exact signs.
static int vertexMet(const CrShape *shape, const CrPath *path, const CrEdge *edge,
                     const CrFirst *first)
{
    if (first->between || !crShapeHasCorners(shape)) {
        return -1;
    }
    bool atA = first->part == CR_PART_A, atB = first->part == CR_PART_B;
    if (edge->reach == 0.0 && !path->curved) {
        atA = crSideOfRay(path->p, path->v, edge->a) == 0;
        atB = crSideOfRay(path->p, path->v, edge->b) == 0;
    }
    return atA || atB ? crShapeVertex(shape, first->edge, atB) : -1;
}

static void describeEntry(const CrCast *cast, const CrFirst *first, CaromHit *hit)
{
    const CrShape *shape = &cast->world->shapes[first->shape];
    CrEdge edge = crShapeEdge(shape, first->edge, cast->radius);
    CrPose pose = poseOfFirst(cast, first);
    CrPath path = crPathUnder(&pose, cast->path);
    CaromVec2 normal = crEdgeNormal(&edge, first->part, crPathPoint(&path, first->tau));
    hit->normal = crPoseTurn(&pose, normal);
    hit->point = crAddScaled(crPathPoint(&cast->path, first->tau), hit->normal, -cast->radius);
    hit->feature = crShapeFeature(shape, first->edge);
    hit->material = crShapeMaterial(cast->world, shape, first->edge);
    hit->tile = crShapeTileAt(shape, first->edge, crPoseToLocal(&pose, hit->point));
    hit->vertex = vertexMet(shape, &path, &edge, first);
    hit->distance = distanceOf(cast, first->tau);
}

/// The nearest point of a wall to a centre that has just left it, by whichever side.
static CaromNearest nearestOfWall(const CrShape *shape, CaromVec2 center)
{
    CaromNearest best = {{0.0, 0.0}, {0.0, 0.0}, CR_NEVER, 0};
    for (int e = 0; e < shape->edgeCount; e++) {
        CrEdge edge = crShapeEdge(shape, e, 0.0);
        CaromNearest nearest = caromNearestOnSegment(center, edge.a, edge.b);
        best = nearest.distance < best.distance ? nearest : best;
    }
    return best;
}

/// The normal by which a ray leaves a solid: at a corner that of the edge there that looks most
/// along its way. Other casts keep the one that they have.
static CaromVec2 leavingNormal(const CrCast *cast, const CrShape *shape, const CrPose *pose,
                               CaromVec2 center, double tau, CaromVec2 normal)
{
    if (cast->radius > 0.0 || !crShapeHasInside(shape)) {
        return normal;
    }
    CaromVec2 way = crPathVelocity(&cast->path, tau);
    double reach = shape->radius + 64.0 * crPlaceTolerance(center, shape->radius);
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, shape, crBoxInflate(crBox(center, center), reach));
    while (crEdgesNext(&walk, &e)) {
        CrEdge edge = crShapeEdge(shape, e, 0.0);
        bool endsThere =
            crMin(crLength(crSub(center, edge.a)), crLength(crSub(center, edge.b))) <= reach;
        CaromVec2 other = crPoseTurn(pose, crEdgeNormal(&edge, CR_PART_RIGHT, center));
        bool looksOn = endsThere && crDot(other, way) > crDot(normal, way);
        normal = looksOn ? other : normal;
    }
    return normal;
}

/// Where it goes out.
static void describeExit(const CrCast *cast, const CrFirst *first, CaromHit *hit)
{
    const CrShape *shape = &cast->world->shapes[first->shape];
    double out = crCastLeaves(cast, first);
    hit->leaves = out <= cast->end;
    hit->exitFraction = cast->arc && out < CR_NEVER ? out / cast->end : out;
    if (!(out < CR_NEVER)) {
        return;
    }
    CrPath path = pathTo(cast, first->shape);
    CrPose pose = poseOf(cast, first->shape);
    CaromVec2 center = crPathPoint(&path, out);
    if (out == first->tau && !first->startsInside) {
        bool isLine = crShapeIsWall(shape) && cast->radius + shape->radius == 0.0;
        hit->exitPoint = hit->point;
        hit->exitNormal = isLine ? crNegate(hit->normal)
                                 : leavingNormal(cast, shape, &pose, center, out, hit->normal);
        return;
    }
    CaromNearest nearest =
        crShapeIsWall(shape) ? nearestOfWall(shape, center) : crShapeNearest(shape, center);
    hit->exitNormal = crPoseTurn(&pose, nearest.normal);
    if (shape->radius == 0.0) {
        hit->exitNormal = leavingNormal(cast, shape, &pose, center, out, hit->exitNormal);
    }
    hit->exitPoint = crAddScaled(crPathPoint(&cast->path, out), hit->exitNormal, -cast->radius);
}

void crCastDescribe(const CrCast *cast, const CrFirst *first, CaromHit *hit)
{
    static const CaromHit blank;
    const CrShape *shape = &cast->world->shapes[first->shape];
    *hit = blank;
    hit->shape = crShapeIdOf(cast->world, first->shape);
    hit->body = crBodyIdOf(cast->world, shape->body);
    hit->fraction = cast->arc ? first->tau / cast->end : first->tau;
    hit->time = cast->arc ? first->tau : 0.0;
    hit->startsInside = first->startsInside;
    hit->userData = shape->userData;
    (first->startsInside ? describeInside : describeEntry)(cast, first, hit);
    if (cast->options->exits) {
        describeExit(cast, first, hit);
    }
}
