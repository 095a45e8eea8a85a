// SPDX-License-Identifier: MIT
#include "impact.h"

#include "push.h"

#include "../../shapes/exact.h"
#include "../geometry/shape_view.h"
#include "../placement/corner.h"
#include "../placement/place_tolerance.h"
#include "../support/slide.h"

#define LIES 4.0         ///< [1] roundings of a floor from which what was put there may come down
#define SQUEEZED 0x1p-49 ///< [1] of the speeds: how much faster than the face that squeezes it

CrSupport crImpactSupport(const CrImpact *contact)
{
    const CrEncounter *encounter = &contact->encounter;
    CrSupport support = {encounter->shape, encounter->edge, encounter->part};
    return support;
}

/// Computes how the flight touches the edge that it meets.
static void touchSurface(const CaromWorld *world, uint32_t i, CrImpact *contact)
{
    CrSupport surface = crImpactSupport(contact);
    contact->shape = &world->shapes[surface.shape];
    contact->touch = crSupportTouch(world, i, contact->encounter.time, &surface, contact->exact);
}

/// The end of the edge that is hit, as its body has it; false where it is hit in between.
static bool hitsEnd(const CrImpact *contact, CaromVec2 *end)
{
    const CrEdge *edge = &contact->touch.edge;
    CaromVec2 a = crPoseToWorld(&contact->touch.pose, edge->a),
              b = crPoseToWorld(&contact->touch.pose, edge->b), p = contact->exact;
    bool isCap = crPartIsCap(contact->encounter.part);
    double near = CR_CORNER_SIZE * crPlaceTolerance(p, 0.0);
    if (crEqual(edge->a, edge->b) || (edge->reach > 0.0 && !isCap)) {
        return false;
    }
    bool isA = edge->reach > 0.0 ? contact->encounter.part == CR_PART_A
                                 : crLengthSquared(crSub(p, a)) <= crLengthSquared(crSub(p, b));
    *end = isA ? edge->a : edge->b;
    return edge->reach > 0.0 || crLength(crSub(p, isA ? a : b)) <= near;
}

static bool isOwnFace(const CrImpact *contact, const CrCornerSide *side)
{
    return side->shape == contact->encounter.shape && side->edge == contact->encounter.edge;
}

/// Of two faces that qualify equally, returns that of the lower shape, then edge.
static const CrCornerSide *lowerFace(const CrCorner *corner)
{
    const CrCornerSide *left = &corner->left, *right = &corner->right;
    bool isLeft = crEdgeOrder(left->shape, left->edge) <= crEdgeOrder(right->shape, right->edge);
    return isLeft ? left : right;
}

/// Returns the face that was hit, or the lower one if it is neither.
static const CrCornerSide *ownFace(const CrImpact *contact, const CrCorner *corner)
{
    return isOwnFace(contact, &corner->left)    ? &corner->left
           : isOwnFace(contact, &corner->right) ? &corner->right
                                                : lowerFace(corner);
}

/// Of two faces that a point hits at once, returns the one hit more squarely. If it approaches
/// neither, as on its way along the other one, returns the face that was hit.
static const CrCornerSide *squarest(const CrImpact *contact, const CrCorner *corner,
                                    CaromVec2 velocity)
{
    double left = -crDot(velocity, corner->left.normal),
           right = -crDot(velocity, corner->right.normal);
    if (left <= 0.0 && right <= 0.0) {
        return ownFace(contact, corner);
    }
    return left == right ? lowerFace(corner) : left > right ? &corner->left : &corner->right;
}

/// Returns the place from which a corner is examined: the place at a time of the leg, relative to
/// the body that is hit. Relative to bodies that move otherwise that place was elsewhere.
typedef struct View {
    double tau;
    CaromVec2 local;
} View;

/// Returns whether it is on the side that a face of the corner looks to, by exact signs.
static bool isBefore(const CaromWorld *world, uint32_t i, const CrImpact *contact,
                     const CrCornerSide *side, const View *view)
{
    uint32_t slot = world->shapes[side->shape].body;
    CaromVec2 local = slot == contact->shape->body
                          ? view->local
                          : crFlightRelativePlace(world, i, &world->bodies[slot], view->tau);
    return crCornerLooksAt(world, side, local);
}

/// Returns whether the corner found is the one that the place lies in. Angles alone can't decide
/// where a place lies along one of the faces.
static bool isCornerOf(const CaromWorld *world, uint32_t i, const CrImpact *contact,
                       const CrCorner *corner, const View *view)
{
    if (!corner->left.exists || !corner->right.exists) {
        return false;
    }
    bool left = isBefore(world, i, contact, &corner->left, view),
         right = isBefore(world, i, contact, &corner->right, view);
    bool isInner = crCross(corner->right.along, corner->left.along) > 0.0;
    return isInner ? left && right : left || right;
}

/// Returns whether a face approaches, relative to the corner.
static bool isApproached(const CaromWorld *world, const CrImpact *contact, const CrCornerSide *side,
                         CaromVec2 corner)
{
    const CrBody *body = &world->bodies[world->shapes[side->shape].body];
    CaromVec2 velocity = crBodyVelocityAt(body, contact->encounter.time, corner);
    return crDot(crSub(contact->before, velocity), side->normal) < 0.0;
}

/// Returns whether a path from a corner keeps a distance from the corner's faces, if it has any.
static bool isClear(const CrCorner *corner, CaromVec2 way, double distance)
{
    const CrCornerSide *left = &corner->left, *right = &corner->right;
    return (!left->exists || crAbs(crCross(left->along, way)) > distance) &&
           (!right->exists || crAbs(crCross(right->along, way)) > distance);
}

/// Finds the corner at an end of the edge that a point hits. It is examined from a place on the
/// point's path that is far enough before the hit for rounding, and clear of both faces. On its way
/// along one of the faces a point is clear of them only at its start, where sides are exact.
/// Rounding depends on the digits of the world and of the body, which may have moved far. Near (0,
/// 0) of the body that place, too, may be within a rounding of the end; then the body's own digits
/// of both are used.
static bool pointCorner(const CaromWorld *world, uint32_t i, const CrImpact *contact, CaromVec2 end,
                        double speed, CrCorner *corner)
{
    const CrBody *body = &world->bodies[contact->shape->body];
    const CrPose *pose = &contact->touch.pose;
    double far = crPlaceSizeUnder(body, pose, contact->exact);
    double size = CR_CORNER_SIZE * crMax(crPlaceTolerance(contact->exact, 0.0),
                                         crPlaceTolerance(crVec(far, 0.0), 0.0));
    double tau = contact->encounter.tau, back = speed > 0.0 ? 64.0 * size / speed : tau;
    CaromVec2 point = crPoseToWorld(pose, end), way;
    View view;
    bool isStart;
    do {
        isStart = back >= tau;
        view.tau = tau - back;
        view.local = crFlightRelativePlace(world, i, body, view.tau);
        way = crPoseTurn(pose, crSub(view.local, end));
        *corner = crCornerAt(world, i, contact->encounter.time, point, way, 0.0);
        back *= 16.0;
    } while (!isClear(corner, way, 2.0 * size) && !isStart);
    return !crEqual(view.local, end) && isCornerOf(world, i, contact, corner, &view);
}

/// Finds the corner for a disc.
static bool discCorner(const CaromWorld *world, uint32_t i, const CrImpact *contact, CaromVec2 end,
                       CrCorner *corner)
{
    const CrPose *pose = &contact->touch.pose;
    View view = {contact->encounter.tau, crPoseToLocal(pose, contact->exact)};
    *corner = crCornerAt(world, i, contact->encounter.time, crPoseToWorld(pose, end),
                         contact->touch.normal, contact->shape->radius);
    return isCornerOf(world, i, contact, corner, &view);
}

/// Where edges join, the surface that they form is hit, not the edge that happened to come first.
/// At a seam that gives the seam's normal; at a true corner a disc has its own normal, a point that
/// of a face.
static void findSurface(const CaromWorld *world, uint32_t i, CrImpact *contact)
{
    CaromVec2 end, before = contact->before;
    if (!hitsEnd(contact, &end)) {
        return;
    }
    bool isPoint = contact->touch.edge.reach == 0.0;
    const CrBody *body = &world->bodies[contact->shape->body];
    CaromVec2 point = crPoseToWorld(&contact->touch.pose, end), w = before;
    if (!world->still) {
        w = crSub(before, crBodyVelocityAt(body, contact->encounter.time, point));
    }
    CrCorner corner;
    bool isMet = isPoint ? pointCorner(world, i, contact, end, crLength(w), &corner)
                         : discCorner(world, i, contact, end, &corner);
    bool isSeam = crCornerIsSeam(&corner);
    if (!isMet || !(isSeam || isPoint)) {
        return;
    }
    const CrCornerSide *side = squarest(contact, &corner, w);
    if (isSeam) {
        side = ownFace(contact, &corner);
        if (!world->still && !isApproached(world, contact, side, point)) {
            return; // it lies flush for this moment, and goes elsewhere
        }
    }
    contact->encounter.shape = side->shape;
    contact->encounter.edge = side->edge;
    contact->encounter.part = side->part;
    touchSurface(world, i, contact);
    contact->touch.normal = side->normal;
    contact->corner = !isSeam;
}

/// Returns the restitution of a hit with a closing speed. If the bounce would rise no higher than
/// the digits of its place, and of the ends of the floor, can express, it is 0 however elastic the
/// hit is. Projectiles that never come to rest are excepted.
static double restitutionOf(const CrImpact *contact, const CrPath *path, double closing)
{
    double press = -crDot(path->a, contact->touch.normal),
           least = crPlaceTolerance(contact->exact, contact->flightDef->def.radius) +
                   LIES * crShapeRounding(contact->shape);
    bool rests = contact->flightDef->def.restTime > 0.0;
    bool lies = rests && press > 0.0 && closing * closing <= 2.0 * press * least;
    bool isSlow = closing < contact->surface.minBounceSpeed;
    return lies || isSlow ? 0.0 : contact->surface.restitution;
}

CrImpact crImpactMake(const CaromWorld *world, uint32_t i, const CrEncounter *encounter)
{
    const CrFlights *f = &world->flights;
    CrImpact contact = {0};
    contact.encounter = *encounter;
    contact.flightDef = &world->flightDefs[f->hot[i].flightDef];
    CrPath path = crFlightPath(f, i);
    contact.exact = crPathPoint(&path, encounter->tau);
    contact.before = crPathVelocity(&path, encounter->tau);
    touchSurface(world, i, &contact);
    contact.corner = crShapeHasCorners(contact.shape) && crPartIsCap(encounter->part);
    findSurface(world, i, &contact);
    CaromVec2 n = contact.touch.normal,
              point = crAddScaled(contact.exact, n, -contact.flightDef->def.radius);
    const CrBody *body = &world->bodies[contact.shape->body];
    contact.bodyVelocity = crBodyVelocityAt(body, encounter->time, point);
    contact.surfaceVelocity = crAddScaled(contact.bodyVelocity, crAlongSurface(n),
                                          crShapeTraitsOf(world, contact.shape)->surfaceSpeed);
    uint32_t pushed = crPushedBody(world, contact.shape->body);
    if (CR_UNLIKELY(pushed != CR_NONE)) {
        CaromVec2 more = crBodyPends(world, pushed, encounter->time, point);
        contact.surfaceVelocity = crAdd(contact.surfaceVelocity, more);
    }
    contact.surface = crSurfaceOf(world, contact.flightDef, contact.shape, contact.encounter.edge);
    double closing = crMax(-crDot(crSub(contact.before, contact.surfaceVelocity), n), 0.0);
    contact.restitution = restitutionOf(&contact, &path, closing);
    contact.action = contact.flightDef->def.onHit;
    return contact;
}

/// Returns whether it continues from the free side of the surface. If corners left it no place
/// there, the edge may be met at once and must not be passed over: a restored world has no record
/// of it.
static bool isOutside(const CrImpact *contact, CaromVec2 local)
{
    const CrEdge *edge = &contact->touch.edge;
    return edge->reach > 0.0 ? crEdgeGap(edge, local) > 0.0
                             : crOrient(edge->a, edge->b, local) == (int)contact->touch.part;
}

bool crImpactIsLeaving(const CrImpact *contact, CaromVec2 velocity)
{
    const CrPose *pose = &contact->touch.pose;
    CaromVec2 relative = crPoseTurnBack(pose, crSub(velocity, contact->bodyVelocity));
    return crEdgeIsLeaving(&contact->touch.edge, contact->touch.part,
                           crPoseToLocal(pose, contact->center), relative);
}

/// Nudges a velocity until the next search, too, takes it for leaving, relative to the body without
/// the belt on it.
static CaromVec2 makeLeave(CrImpact *contact, CaromVec2 velocity)
{
    const CrPose *pose = &contact->touch.pose;
    double size = crCoordinateSum(velocity, contact->surfaceVelocity);
    CaromVec2 tried = velocity;
    for (double step = size * 0x1p-53; step <= size * 0x1p-40 && step > 0.0; step *= 2.0) {
        if (crImpactIsLeaving(contact, tried)) {
            contact->leaves = isOutside(contact, crPoseToLocal(pose, contact->center));
            return tried;
        }
        tried = crAddScaled(velocity, contact->touch.normal, step);
    }
    return tried;
}

void crImpactLeave(CrImpact *contact)
{
    contact->after = makeLeave(contact, contact->after);
}

void crImpactBounce(CrImpact *contact)
{
    CaromVec2 w = crSub(contact->before, contact->surfaceVelocity);
    CaromVec2 after = crBounced(contact->before, w, contact->touch.normal, contact->restitution,
                                contact->surface.friction);
    double size = crCoordinateSum(after, contact->surfaceVelocity);
    double nudge = contact->squeezed ? SQUEEZED * size : 0.0;
    contact->after = makeLeave(contact, crAddScaled(after, contact->touch.normal, nudge));
}
