// SPDX-License-Identifier: MIT
#include "cast.h"

#include "../shapes/exact.h"

static CrPose poseOf(const CrCast *cast, uint32_t shape)
{
    const CrBody *body = &cast->world->bodies[cast->world->shapes[shape].body];
    return crBodyPose(body, cast->world->queryTime);
}

static CrPath pathTo(const CrCast *cast, uint32_t shape)
{
    CrPath path = cast->path;
    CrPose pose = poseOf(cast, shape);
    path.p = crPoseToLocal(&pose, path.p);
    path.v = crPoseTurnBack(&pose, path.v);
    return path;
}

// ---- order

bool crCastIsThin(const CrCast *cast, const CrFirst *first)
{
    const CaromWorld *world = cast->world;
    const CrShape *shape = &world->shapes[first->shape];
    return cast->radius == 0.0 && shape->radius == 0.0 && !first->startsInside &&
           world->bodies[shape->body].type == CAROM_BODY_STATIC;
}

bool crCastComesBefore(const CrCast *cast, const CrFirst *a, const CrFirst *b)
{
    int order = (a->fraction > b->fraction) - (a->fraction < b->fraction);
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
    CaromVec2 p = cast->path.p, v = cast->path.v;
    CrEdge edge = crShapeEdge(&cast->world->shapes[first->shape], first->edge, 0.0);
    CaromVec2 along = crSub(edge.b, edge.a);
    double size =
        crAbs(p.x) + crAbs(p.y) + crAbs(v.x) + crAbs(v.y) + crAbs(edge.a.x) + crAbs(edge.a.y);
    double general = size * 0x1p-24 / crLength(v); // circles that are grazed
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
    if (!crBoxOverlaps(crBoxInflate(shape->box, cast->radius), crBox(p, p))) {
        return false;
    }
    return crShapeGapWithin(shape, p, cast->radius, 0.0) <
           -crPlaceTolerance(p, cast->radius + shape->radius);
}

/// Whether a line without thickness is met before the cast's end or there: by exact signs.
static bool endsBeyond(const CrPath *path, const CrEdge *edge, CrPart part)
{
    int end = crSideOfEnd(edge->a, edge->b, path->p, path->v);
    return part == CR_PART_RIGHT ? end >= 0 : end <= 0;
}

static bool meetsEdgeAfter(const CrPath *path, const CrEdge *edge, double after, bool beyond,
                           CrMeet *meet)
{
    if (!crPathMeets(path, edge, after, beyond, meet)) {
        return false;
    }
    if (edge->reach > 0.0) {
        return meet->tau <= 1.0;
    }
    meet->tau = crMin(meet->tau, 1.0);
    return endsBeyond(path, edge, meet->part);
}

bool crCastMeetsEdge(const CrCast *cast, uint32_t slot, int e, CrFirst *first)
{
    CrPath path = pathTo(cast, slot);
    CrEdge edge = crShapeEdge(&cast->world->shapes[slot], e, cast->radius);
    CrMeet meet;
    if (!meetsEdgeAfter(&path, &edge, 0.0, false, &meet)) {
        return false;
    }
    CrFirst found = {meet.tau, slot, e, meet.part, false, false};
    *first = found;
    return true;
}

/// The first entry after a fraction.
static bool entersAfter(const CrCast *cast, uint32_t slot, double after, bool beyond,
                        CrFirst *first)
{
    const CrShape *shape = &cast->world->shapes[slot];
    CrPath path = pathTo(cast, slot);
    bool found = false;
    for (int e = 0; e < shape->edgeCount; e++) {
        CrEdge edge = crShapeEdge(shape, e, cast->radius);
        CrMeet meet;
        if (meetsEdgeAfter(&path, &edge, after, beyond, &meet)) {
            CrFirst candidate = {meet.tau, slot, e, meet.part, false, false};
            if (!found || crCastComesBefore(cast, &candidate, first)) {
                *first = candidate;
                found = true;
            }
        }
    }
    return found;
}

/// When a cast that starts inside is out; > 1: not within its translation.
static double leavesAt(const CrCast *cast, uint32_t slot)
{
    const CrShape *shape = &cast->world->shapes[slot];
    CrPath path = pathTo(cast, slot);
    double tolerance = 16.0 * crPlaceTolerance(path.p, cast->radius + shape->radius), tau = 0.0;
    if (crLengthSquared(path.v) == 0.0) {
        return CR_NEVER;
    }
    if (crShapeGap(shape, path.p, cast->radius) > -tolerance) {
        tau = tolerance /
              crLength(path.v); // just inside: leaving shows only after this much of the way
    }
    CrSpinPath still = crSpinPathStill(path, 0.0);
    return crShapeLeaves(shape, &still, cast->radius, &tau) ? tau : 0.0;
}

bool crCastMeetsShape(const CrCast *cast, uint32_t slot, CrFirst *first)
{
    if (!crCastStartsInside(cast, slot)) {
        return entersAfter(cast, slot, 0.0, false, first);
    }
    CrFirst inside = {0.0, slot, 0, CR_PART_LEFT, true, false};
    *first = inside;
    if (cast->options->inside == CAROM_INSIDE_HIT) {
        return true;
    }
    double out = leavesAt(cast, slot);
    if (!(out <= 1.0)) {
        return false;
    }
    if (cast->options->inside == CAROM_INSIDE_EXIT) {
        first->fraction = out;
        first->exits = true;
        return true;
    }
    return entersAfter(cast, slot, out, true, first);
}

// ---- answers

/// Start and exit are described by the nearest point of the border.
static void describeInside(const CrCast *cast, const CrFirst *first, CaromHit *hit)
{
    const CrShape *shape = &cast->world->shapes[first->shape];
    CrPath path = pathTo(cast, first->shape);
    CrPose pose = poseOf(cast, first->shape);
    CaromVec2 center = crPathPoint(&path, first->fraction);
    CaromNearest nearest = crShapeNearest(shape, center);
    CaromVec2 normal = crPoseTurn(&pose, nearest.normal);
    hit->point = crPoseToWorld(&pose, nearest.point);
    hit->normal = first->exits ? crNegate(normal) : normal;
    hit->feature = crShapeFeature(shape, nearest.feature);
    hit->distance = first->exits ? first->fraction * crLength(cast->path.v)
                                 : crShapeGap(shape, center, cast->radius);
}

static void describeEntry(const CrCast *cast, const CrFirst *first, CaromHit *hit)
{
    const CrShape *shape = &cast->world->shapes[first->shape];
    CrEdge edge = crShapeEdge(shape, first->edge, cast->radius);
    CrPath path = pathTo(cast, first->shape);
    CrPose pose = poseOf(cast, first->shape);
    CaromVec2 normal = crEdgeNormal(&edge, first->part, crPathPoint(&path, first->fraction));
    hit->normal = crPoseTurn(&pose, normal);
    hit->point = crAddScaled(crPathPoint(&cast->path, first->fraction), hit->normal, -cast->radius);
    hit->feature = crShapeFeature(shape, first->edge);
    hit->distance = first->fraction * crLength(cast->path.v);
}

CaromHit crCastDescribe(const CrCast *cast, const CrFirst *first)
{
    CaromHit hit = {0};
    const CrShape *shape = &cast->world->shapes[first->shape];
    hit.shape = crShapeIdOf(cast->world, first->shape);
    hit.body = crBodyIdOf(cast->world, shape->body);
    hit.fraction = first->fraction;
    hit.startsInside = first->startsInside;
    hit.userData = shape->userData;
    (first->startsInside ? describeInside : describeEntry)(cast, first, &hit);
    return hit;
}
