// SPDX-License-Identifier: MIT
#include "time_of_impact.h"

#include "base.h"

#define STEPS 256
#define CLOSE 1e-7 ///< [1] of the reach: what is nearer has no direction of its own
#define NEVER 1e300
#define FLAT 1e-6 ///< [1] faces that are turned by less touch each other along all of their length

CaromVec2 crTrackOffset(const CrTrack *track, double time)
{
    double since = time - track->time;
    CaromVec2 v = crAddScaled(track->velocity, track->acceleration, 0.5 * since);
    return crAddScaled(track->drift, v, since);
}

CrPose crTrackPose(const CrTrack *track, double time)
{
    return crPose(track->pivot, crTrackOffset(track, time),
                  track->turn + track->spin * (time - track->time));
}

CaromVec2 crTrackVelocity(const CrTrack *track, double time, CaromVec2 place)
{
    double since = time - track->time;
    CaromVec2 v = crAddScaled(track->velocity, track->acceleration, since),
              half = crAddScaled(track->velocity, track->acceleration, 0.5 * since),
              center = crAdd(track->pivot, crAddScaled(track->drift, half, since));
    return crAddScaled(v, crLeft(crSub(place, center)), track->spin);
}

// ---- gaps, in the frame of a

/// The second outline in the first one's frame.
typedef struct Facing {
    const CrConvex *a, *b;
    CaromVec2 points[CR_IMPACT_POINTS];
} Facing;

static void face(Facing *facing, const CrPose *poseA, const CrPose *poseB)
{
    for (int i = 0; i < facing->b->count; i++) {
        CaromVec2 world = crPoseToWorld(poseB, facing->b->points[i]);
        facing->points[i] = crPoseToLocal(poseA, world);
    }
}

/// The farthest of some points along a direction.
static double supportOf(const CaromVec2 *points, int count, CaromVec2 n)
{
    double most = crDot(points[0], n);
    for (int i = 1; i < count; i++) {
        most = crMax(most, crDot(points[i], n));
    }
    return most;
}

/// How far `other` is beyond the faces of an outline, at most; *normal: outward of that face.
static double beyondFaces(const CaromVec2 *points, int count, const CaromVec2 *other, int others,
                          CaromVec2 *normal)
{
    double most = -NEVER;
    int faces = count == 1 ? 0 : count;
    for (int i = 0; i < faces; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        CaromVec2 n = crNormalize(crRight(crSub(points[next], points[i])));
        double beyond = -supportOf(other, others, crNegate(n)) - crDot(points[i], n);
        if (beyond > most && (n.x != 0.0 || n.y != 0.0)) {
            most = beyond;
            *normal = n;
        }
    }
    return most;
}

/// From the nearest place of a line to a point.
static CaromVec2 fromLine(CaromVec2 a, CaromVec2 b, CaromVec2 p)
{
    CaromVec2 along = crSub(b, a), to = crSub(p, a);
    double square = crLengthSquared(along);
    double part = square > 0.0 ? crClamp(crDot(along, to) / square, 0.0, 1.0) : 0.0;
    return crSub(to, crScale(along, part));
}

/// The shortest way from the lines of an outline to points of another, if it is shorter than *least
/// [m²].
static bool nearest(const CaromVec2 *points, int count, const CaromVec2 *other, int others,
                    double *least, CaromVec2 *way)
{
    bool found = false;
    for (int i = 0; i < count - (count == 2); i++) {
        int next = i + 1 < count ? i + 1 : 0;
        for (int k = 0; k < others; k++) {
            CaromVec2 to = fromLine(points[i], points[next], other[k]);
            double square = crLengthSquared(to);
            if (square < *least) {
                *least = square;
                *way = to;
                found = true;
            }
        }
    }
    return found;
}

static CrConvexGap gapOf(const Facing *f)
{
    CaromVec2 normalA = crVec(0.0, 0.0), normalB = crVec(0.0, 0.0);
    double byA = beyondFaces(f->a->points, f->a->count, f->points, f->b->count, &normalA),
           byB = beyondFaces(f->points, f->b->count, f->a->points, f->a->count, &normalB);
    CrConvexGap gap = {crMax(byA, byB), byA > byB ? crNegate(normalA) : normalB};
    if (gap.gap > 0.0 || gap.gap == -NEVER) {
        double least = NEVER;
        CaromVec2 way = crVec(0.0, 0.0);
        if (nearest(f->a->points, f->a->count, f->points, f->b->count, &least, &way)) {
            way = crNegate(way);
        }
        nearest(f->points, f->b->count, f->a->points, f->a->count, &least, &way);
        double distance = sqrt(least);
        bool isFace = gap.gap > -NEVER &&
                      (gap.gap >= distance * (1.0 - 1e-9) || distance <= CLOSE * f->a->reach);
        gap.normal = isFace ? gap.normal : crNormalize(way);
        gap.gap = distance;
    }
    gap.gap -= f->a->radius + f->b->radius;
    return gap;
}

static CrConvexGap gapAt(const CrPose *poseA, const CrConvex *a, const CrPose *poseB,
                         const CrConvex *b)
{
    CR_ASSERT(b->count <= CR_IMPACT_POINTS);
    Facing facing = {.a = a, .b = b};
    face(&facing, poseA, poseB);
    CrConvexGap gap = gapOf(&facing);
    gap.normal = crPoseTurn(poseA, gap.normal);
    return gap;
}

CrConvexGap crConvexGap(const CrTrack *ta, const CrConvex *a, const CrTrack *tb, const CrConvex *b,
                        double time)
{
    CrPose poseA = crTrackPose(ta, time), poseB = crTrackPose(tb, time);
    return gapAt(&poseA, a, &poseB, b);
}

double crConvexTolerance(const CrTrack *ta, const CrConvex *a, double time)
{
    CaromVec2 center = crAdd(ta->pivot, crTrackOffset(ta, time));
    return (crAbs(center.x) + crAbs(center.y) + crAbs(ta->pivot.x) + crAbs(ta->pivot.y) + a->reach +
            0.125) *
           0x1p-46;
}

// ---- advancement

/// The first τ > 0 with k·τ + ½·s·τ² = g, g > 0.
static double firstRoot(double k, double s, double g)
{
    double square = k * k + 2.0 * s * g;
    if (square < 0.0 || (k <= 0.0 && s <= 0.0)) {
        return NEVER;
    }
    double root = sqrt(square);
    return k > 0.0 ? 2.0 * g / (k + root) : (root - k) / s;
}

/// A corner's height along a normal, and how fast that grows.
typedef struct Height {
    double at, speed;
} Height;

static Height heightOf(const CrTrack *track, const CrPose *pose, CaromVec2 v, CaromVec2 point,
                       CaromVec2 n)
{
    CaromVec2 p = crPoseToWorld(pose, point), arm = crSub(p, crAdd(track->pivot, pose->offset));
    Height height = {crDot(p, n), crDot(crAddScaled(v, crLeft(arm), track->spin), n)};
    return height;
}

/// Where both stand at a time.
typedef struct Stand {
    double time;
    CrPose a, b;
} Stand;

/// How long they stay less deep than that, at least: each corner of one against each of the other.
static double safeFor(const CrTrack *ta, const CrConvex *a, const CrTrack *tb, const CrConvex *b,
                      const Stand *stand, CaromVec2 n, double gap, double room)
{
    double time = stand->time;
    CaromVec2 va = crAddScaled(ta->velocity, ta->acceleration, time - ta->time),
              vb = crAddScaled(tb->velocity, tb->acceleration, time - tb->time);
    double curve = ta->spin * ta->spin * a->reach + tb->spin * tb->spin * b->reach -
                   crDot(n, crSub(ta->acceleration, tb->acceleration));
    double least = NEVER, apart = gap + a->radius + b->radius;
    for (int k = 0; k < b->count; k++) {
        Height other = heightOf(tb, &stand->b, vb, b->points[k], n);
        for (int i = 0; i < a->count; i++) {
            Height own = heightOf(ta, &stand->a, va, a->points[i], n);
            double more = crMax(own.at - other.at - apart, 0.0);
            least = crMin(least, firstRoot(other.speed - own.speed, curve, room + more));
        }
    }
    return least;
}

bool crTimeOfImpact(const CrTrack *ta, const CrConvex *a, const CrTrack *tb, const CrConvex *b,
                    double depth, double from, double until, double *time, bool *converged)
{
    double t = from;
    *converged = true;
    for (int i = 0; i < STEPS; i++) {
        Stand stand = {t, crTrackPose(ta, t), crTrackPose(tb, t)};
        CrConvexGap gap = gapAt(&stand.a, a, &stand.b, b);
        double tolerance = crConvexTolerance(ta, a, t), room = gap.gap + depth;
        if (room <= tolerance) {
            CaromVec2 toward = crAdd(ta->pivot, stand.a.offset),
                      place = crConvexTouch(ta, a, tb, b, t, gap.normal, toward),
                      v = crSub(crTrackVelocity(ta, t, place), crTrackVelocity(tb, t, place));
            if (crDot(v, gap.normal) < 0.0) {
                *time = t;
                return true;
            }
        }
        double step = safeFor(ta, a, tb, b, &stand, gap.normal, gap.gap, crMax(room, tolerance));
        double next = t + step;
        if (!(next < until)) {
            return false;
        }
        t = next > t ? next : t + crAbs(t) * 0x1p-52;
    }
    *time = t;
    *converged = false;
    return true;
}

// ---- places

/// Where along a direction the points are that lie farthest along a normal.
static void farthest(const CrPose *pose, const CrConvex *shape, CaromVec2 n, double *low,
                     double *high, double *height)
{
    CaromVec2 t = crLeft(n);
    double most = -NEVER;
    for (int i = 0; i < shape->count; i++) {
        most = crMax(most, crDot(crPoseToWorld(pose, shape->points[i]), n));
    }
    *low = NEVER;
    *high = -NEVER;
    for (int i = 0; i < shape->count; i++) {
        CaromVec2 p = crPoseToWorld(pose, shape->points[i]);
        if (crDot(p, n) >= most - FLAT * shape->reach) {
            *low = crMin(*low, crDot(p, t));
            *high = crMax(*high, crDot(p, t));
        }
    }
    *height = most + shape->radius;
}

CaromVec2 crConvexTouch(const CrTrack *ta, const CrConvex *a, const CrTrack *tb, const CrConvex *b,
                        double time, CaromVec2 normal, CaromVec2 toward)
{
    CrPose poseA = crTrackPose(ta, time), poseB = crTrackPose(tb, time);
    double lowA, highA, lowB, highB, heightA, heightB;
    CaromVec2 n = normal, t = crLeft(n), minus = crNegate(n);
    farthest(&poseA, a, minus, &lowA, &highA, &heightA); // along -t
    farthest(&poseB, b, n, &lowB, &highB, &heightB);
    double swap = lowA;
    lowA = -highA;
    highA = -swap;
    double low = crMax(lowA, lowB), high = crMin(highA, highB);
    double at = low <= high ? crClamp(crDot(toward, t), low, high) : 0.5 * (low + high);
    return crAdd(crScale(t, at), crScale(n, 0.5 * (heightB - heightA)));
}
