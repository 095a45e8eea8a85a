// SPDX-License-Identifier: MIT
#include "track.h"

#include "../../shapes/roots.h"
#include "../geometry/shape_storage.h"

// ---- how the support moves

double crSupportSpin(const CaromWorld *world, const CrSupport *support)
{
    const CrBody *body = crSupportBody(world, support);
    const CrShape *shape = &world->shapes[support->shape];
    bool isHub = shape->type == CAROM_SHAPE_CIRCLE && crEqual(shape->baked[0], body->pivot);
    return isHub || world->still ? 0.0 : body->spin;
}

double crSupportRuns(const CaromWorld *world, const CrSupport *support)
{
    const CrShape *shape = &world->shapes[support->shape];
    double belt = crShapeTraitsOf(world, shape)->surfaceSpeed,
           spin = crSupportBody(world, support)->spin;
    bool isHub = spin != 0.0 && crSupportSpin(world, support) == 0.0 && !world->still;
    return isHub ? belt - spin * shape->radius : belt;
}

CaromVec2 crSupportVelocity(const CaromWorld *world, const CrSupport *support, double time,
                            CaromVec2 place)
{
    const CrBody *body = crSupportBody(world, support);
    return crSupportSpin(world, support) != 0.0 ? crBodyVelocityAt(body, time, place)
                                                : crBodyVelocity(body, time);
}

CaromVec2 crSupportPull(const CaromWorld *world, const CrSupport *support, CaromVec2 pull)
{
    const CrBody *body = crSupportBody(world, support);
    return CR_UNLIKELY(body->accelerates) ? crSub(pull, body->acceleration) : pull;
}

CrPose crSupportPose(const CaromWorld *world, const CrSupport *support, double time)
{
    const CrBody *body = crSupportBody(world, support);
    bool isHub = body->spin != 0.0 && crSupportSpin(world, support) == 0.0;
    return isHub ? crPose(body->pivot, crBodyOffset(body, time), 0.0) : crBodyPose(body, time);
}

CaromVec2 crSupportWhirl(const CaromWorld *world, const CrSupport *support, double time,
                         CaromVec2 place)
{
    double spin = crSupportSpin(world, support);
    CaromVec2 whirl = crScale(crSupportArm(world, support, time, place), spin * spin);
    return crSupportPull(world, support, whirl);
}

// ---- the path along it

double crFaceTrackHair(CaromVec2 place, const CrTouch *touch)
{
    const CrEdge *edge = &touch->edge;
    double size = crCoordinateSum(edge->a, edge->b);
    return 4.0 * crPlaceTolerance(place, edge->reach) + size * 0x1p-49;
}

static CrFaceTrack faceTrack(const CrTouch *touch, double hair)
{
    CaromVec2 a = crPoseToWorld(&touch->pose, touch->edge.a),
              b = crPoseToWorld(&touch->pose, touch->edge.b);
    CaromVec2 start = touch->part == CR_PART_LEFT ? a : b,
              end = touch->part == CR_PART_LEFT ? b : a;
    CrFaceTrack track = {0};
    track.normal = touch->normal;
    track.along = crAlongSurface(touch->normal);
    track.origin = crAddScaled(start, track.normal, touch->edge.reach + hair);
    track.hi = crDot(crSub(end, start), track.along);
    return track;
}

/// Returns the angle by which a normal has still to turn, counter-clockwise (1) or clockwise (−1),
/// to that of a face. A right angle or more counts as a right angle. That includes the half turn
/// around the end of a wall, where no sign distinguishes the two directions.
static double angleLeft(CaromVec2 normal, CaromVec2 face, double turn)
{
    return crDot(normal, face) > 0.0 ? crMax(turn * crCross(normal, face), 0.0) : 1.0;
}

/// Returns how far a facet extends towards a side of the corner; *ends: the side's face comes
/// before the next facet.
static double facetReach(const CrCornerSide *side, CaromVec2 normal, double turn, double radius,
                         bool *ends)
{
    double left = side->exists ? angleLeft(normal, side->normal, turn) : 1.0;
    *ends = left < CR_FACET;
    double half = 0.5 * crMin(left, CR_FACET);
    return radius * half * (1.0 + half * half / 3.0); // the tangent of so small an angle
}

static CrFaceTrack roundTrack(const CrLean *lean, double hair)
{
    const CrTouch *touch = &lean->touch;
    const CrEdge *edge = &touch->edge;
    bool atA = lean->support->part == CR_PART_A;
    CaromVec2 center = crPoseToWorld(&touch->pose, atA ? edge->a : edge->b);
    CrFaceTrack track = {0};
    track.isRound = true;
    track.radius = edge->reach + hair;
    track.normal = touch->normal;
    track.along = crAlongSurface(touch->normal);
    track.origin = crAddScaled(center, track.normal, track.radius);
    if (!crEqual(edge->a, edge->b)) {
        double own = lean->world->shapes[lean->support->shape].radius;
        CrCorner corner = crCornerAt(lean->world, lean->i, lean->time, center, track.normal, own);
        track.before = corner.left;
        track.after = corner.right;
    }
    track.hi = facetReach(&track.after, track.normal, -1.0, track.radius, &track.endsAfter);
    track.lo = -facetReach(&track.before, track.normal, 1.0, track.radius, &track.endsBefore);
    return track;
}

CrFaceTrack crFaceTrackOf(const CrLean *lean)
{
    double hair = crFaceTrackHair(lean->world->flights.hot[lean->i].place, &lean->touch);
    bool isRound = crPartIsCap(lean->support->part);
    return isRound ? roundTrack(lean, hair) : faceTrack(&lean->touch, hair);
}

double crFaceTrackTimeToEnd(const CrFaceTrack *track, int side, double s, double speed,
                            double acceleration)
{
    double gap = side > 0 ? track->hi - s : s - track->lo, root[2];
    speed *= side;
    acceleration *= side;
    if (!(gap > 0.0) && (speed > 0.0 || (speed == 0.0 && acceleration > 0.0))) {
        return 0.0;
    }
    gap = crMax(gap, 0.0);
    int count = crQuadraticRoots(0.5 * acceleration, 0.5 * speed, -gap, &root[0], &root[1]);
    for (int k = 0; k < count; k++) {
        if (root[k] > 0.0 && speed + acceleration * root[k] >= 0.0) {
            return root[k];
        }
    }
    return CR_NEVER;
}
