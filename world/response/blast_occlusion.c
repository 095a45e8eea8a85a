// SPDX-License-Identifier: MIT
#include "blast_occlusion.h"

#include "../../shapes/exact.h"
#include "../../shapes/path.h"
#include "../../shapes/touch.h"
#include "../flight/def_table.h"
#include "../geometry/shape_storage.h"
#include "../geometry/shape_view.h"
#include "../index/filter.h"
#include "../narrowphase/shape_distance.h"
#include "../narrowphase/shape_walk.h"

/// So many place tolerances pass for rounding.
#define ROUNDINGS 16.0

static CrPose poseOf(const CrOcclusion *sight, const CrShape *shape)
{
    return crBodyPose(&sight->world->bodies[shape->body], sight->time);
}

// ---- one edge in one line of sight

static double heightOver(const CrEdge *edge, CaromVec2 p)
{
    CaromVec2 along = crSub(edge->b, edge->a);
    double length = crLength(along);
    return length > 0.0 ? crCross(along, crSub(p, edge->a)) / length : 0.0;
}

static bool isBeside(const CrEdge *edge, CaromVec2 p)
{
    CaromVec2 along = crSub(edge->b, edge->a);
    double u = crDot(along, crSub(p, edge->a));
    return u >= 0.0 && u <= crLengthSquared(along);
}

/// Returns whether the line through two points passes between the ends of the edge, or through one.
static bool passesBetween(const CrEdge *edge, CaromVec2 from, CaromVec2 to)
{
    return crOrient(from, to, edge->a) * crOrient(from, to, edge->b) <= 0;
}

static bool wallHides(const CrEdge *edge, CaromVec2 from, CaromVec2 to)
{
    int side = crOrient(edge->a, edge->b, from);
    return side != 0 && crOrient(edge->a, edge->b, to) == -side && passesBetween(edge, from, to);
}

/// Solid on its left: hides what lies deeper in it than rounding. From just inside, where rounding
/// may have put the centre, it hides what lies further in.
static bool solidHides(const CrEdge *edge, CaromVec2 from, CaromVec2 to, double slack)
{
    double before = heightOver(edge, from), after = heightOver(edge, to);
    if (after <= slack || before > slack) {
        return false;
    }
    return before > 0.0 ? isBeside(edge, from) : passesBetween(edge, from, to);
}

static double gapOfSegments(CaromVec2 a, CaromVec2 b, CaromVec2 c, CaromVec2 d)
{
    if (crSegmentsTouch(a, b, c, d)) {
        return 0.0;
    }
    double first =
        crMin(caromNearestOnSegment(a, c, d).distance, caromNearestOnSegment(b, c, d).distance);
    double second =
        crMin(caromNearestOnSegment(c, a, b).distance, caromNearestOnSegment(d, a, b).distance);
    return crMin(first, second);
}

static bool edgeHides(const CrEdge *edge, CaromVec2 from, CaromVec2 to)
{
    double slack =
        ROUNDINGS * crMax(crPlaceTolerance(from, edge->reach), crPlaceTolerance(to, edge->reach));
    if (edge->reach > 0.0) {
        bool behind = edge->oneSided && heightOver(edge, from) > slack;
        return !behind && gapOfSegments(from, to, edge->a, edge->b) < edge->reach - slack;
    }
    return edge->oneSided ? solidHides(edge, from, to, slack) : wallHides(edge, from, to);
}

// ---- one line of sight

bool crOcclusionMinds(const CrOcclusion *sight, uint32_t slot)
{
    const CrShape *shape = &sight->world->shapes[slot];
    return crFiltersMeet(sight->filter, &crShapeTraitsOf(sight->world, shape)->filter);
}

typedef struct Line {
    const CrOcclusion *sight;
    CaromVec2 to;
    uint32_t except; ///< this shape does not hide it
} Line;

static bool letsSee(void *context, uint32_t slot, int e)
{
    const Line *line = context;
    const CrOcclusion *sight = line->sight;
    if (slot == line->except || !crOcclusionMinds(sight, slot)) {
        return true;
    }
    const CrShape *shape = &sight->world->shapes[slot];
    CrPose pose = poseOf(sight, shape);
    CrEdge edge = crShapeEdge(shape, e, 0.0);
    return !edgeHides(&edge, crPoseToLocal(&pose, sight->center), crPoseToLocal(&pose, line->to));
}

static bool sees(const CrOcclusion *sight, CaromVec2 to, uint32_t except)
{
    double pad = 64.0 * crMax(crPlaceTolerance(sight->center, 0.0), crPlaceTolerance(to, 0.0));
    Line line = {sight, to, except};
    return crVisitLine(sight->world, sight->center, to, pad, letsSee, &line);
}

// ---- from where

static bool isWithin(const CrOcclusion *sight, uint32_t slot)
{
    const CrShape *shape = &sight->world->shapes[slot];
    CrPose pose = poseOf(sight, shape);
    CaromVec2 local = crPoseToLocal(&pose, sight->center);
    return crOcclusionMinds(sight, slot) && crShapeGapWithin(shape, local, 0.0, 0.0) <
                                                -ROUNDINGS * crPlaceTolerance(local, shape->radius);
}

CrOcclusion crOcclusionFrom(const CaromWorld *world, CaromVec2 center, double time,
                            const CaromFilter *filter)
{
    CrOcclusion sight = {world, center, time, filter, false};
    CaromBox box = crBoxInflate(crBox(center, center), 64.0 * crPlaceTolerance(center, 0.0));
    CrShapeWalk walk;
    uint32_t slot;
    crShapeWalkStart(&walk, world, box, CR_LAYERS_SOLID);
    while (crShapeWalkNext(&walk, &slot)) {
        sight.blind |= isWithin(&sight, slot);
    }
    return sight;
}

// ---- what is seen

static double discSeen(const CrOcclusion *sight, CaromVec2 at, double radius, uint32_t except)
{
    CaromVec2 away = crSub(at, sight->center);
    double length = crLength(away);
    if (sight->blind) {
        return 0.0;
    }
    if (radius == 0.0 || length == 0.0) {
        return sees(sight, at, except) ? 1.0 : 0.0;
    }
    CaromVec2 across = crScale(crLeft(away), radius / length);
    int seen = 0;
    for (int k = 0; k < CR_OCCLUSION_LINES; k++) {
        double s = (2 * k + 1) * (1.0 / CR_OCCLUSION_LINES) - 1.0;
        seen += sees(sight, crAddScaled(at, across, s), except);
    }
    return seen * (1.0 / CR_OCCLUSION_LINES);
}

double crOcclusionOfDisc(const CrOcclusion *sight, CaromVec2 at, double radius)
{
    return discSeen(sight, at, radius, CR_NONE);
}

/// The part of an edge that faces the centre, within a distance of it.
typedef struct Face {
    CaromVec2 from, along;
    double length;
} Face;

static Face faceOf(const CrShape *shape, int e, CaromVec2 center, double within)
{
    CrEdge edge = crShapeEdge(shape, e, 0.0);
    CaromVec2 along = crSub(edge.b, edge.a);
    double length = crLength(along), height = heightOver(&edge, center),
           reach = within + edge.reach;
    Face face = {edge.a, along, 0.0};
    bool turned = edge.oneSided && height > ROUNDINGS * crPlaceTolerance(center, edge.reach);
    if (turned || crAbs(height) >= reach || length == 0.0) {
        return face;
    }
    double foot = crDot(along, crSub(center, edge.a)) / (length * length);
    double half = sqrt((reach - height) * (reach + height)) / length;
    double lo = crClamp(foot - half, 0.0, 1.0), hi = crClamp(foot + half, 0.0, 1.0);
    face.from = crAddScaled(edge.a, along, lo);
    face.along = crScale(along, hi - lo);
    face.length = length * (hi - lo);
    return face;
}

/// Tests a point slightly before the border, so that no neighbour there hides it by a rounding.
static bool seesBorder(const CrOcclusion *sight, CaromVec2 at, uint32_t slot)
{
    return sees(sight, crAddScaled(at, crSub(sight->center, at), 0x1p-40), slot);
}

/// So many points along the border as far as it counts, and how many of them are seen.
static double borderSeen(const CrOcclusion *sight, uint32_t slot, double within, double total)
{
    const CrShape *shape = &sight->world->shapes[slot];
    CrPose pose = poseOf(sight, shape);
    CaromVec2 center = crPoseToLocal(&pose, sight->center);
    double before = 0.0;
    int taken = 0, seen = 0;
    for (int e = 0; e < shape->edgeCount && taken < CR_OCCLUSION_LINES; e++) {
        Face face = faceOf(shape, e, center, within);
        double after = before + face.length;
        for (; taken < CR_OCCLUSION_LINES; taken++) {
            double next = (taken + 0.5) * (1.0 / CR_OCCLUSION_LINES) * total;
            if (next > after) {
                break;
            }
            CaromVec2 at = crAddScaled(face.from, face.along, (next - before) / face.length);
            seen += seesBorder(sight, crPoseToWorld(&pose, at), slot);
        }
        before = after;
    }
    return seen * (1.0 / CR_OCCLUSION_LINES);
}

double crOcclusionOfShape(const CrOcclusion *sight, uint32_t slot, double within)
{
    const CrShape *shape = &sight->world->shapes[slot];
    CrPose pose = poseOf(sight, shape);
    CaromVec2 center = crPoseToLocal(&pose, sight->center);
    if (sight->blind) {
        return isWithin(sight, slot) ? 1.0 : 0.0;
    }
    CrEdge first = crShapeEdge(shape, 0, 0.0);
    if (crEqual(first.a, first.b)) { // a circle, or a capsule without length
        return discSeen(sight, crPoseToWorld(&pose, shape->baked[0]), shape->radius, slot);
    }
    double total = 0.0;
    for (int e = 0; e < shape->edgeCount; e++) {
        total += faceOf(shape, e, center, within).length;
    }
    return total > 0.0 ? borderSeen(sight, slot, within, total) : 0.0;
}
