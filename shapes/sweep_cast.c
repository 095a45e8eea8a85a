// SPDX-License-Identifier: MIT
// Sweeps that start inside: how deep, when they are out, what is met then.
#include "sweep_parts.h"

#define NEVER 1e300
#define MOST_TURN 1e3 ///< [rad]
#define HAIRS 12      ///< tried, each four times the last: up to some micrometres

// ---- how they lie to each other at a time

static CrSweepGap gapOf(const CaromGeometry *target, const CaromGeometry *moving)
{
    CaromDistance d = caromShapesDistance(target, moving);
    CrSweepGap gap = {d.distance, d.normal, d.pointA, d.featureA};
    return gap;
}

/// From the edges that the heart is in front of.
static CrSweepGap gapFromFront(const CrSweep *sweep, const CaromGeometry *moving, double tau)
{
    CrSweepGap least = {NEVER, {1.0, 0.0}, {0.0, 0.0}, 0};
    CaromBox box = crBoxInflate(caromBoxOfPoints(moving->points, moving->count), sweep->reach);
    for (int e = 0; e < crEdgesOf(&sweep->fixed.outline); ++e) {
        CrEdge edge = crSweepTargetEdge(sweep, e);
        CaromVec2 ends[2] = {edge.a, edge.b};
        if (!crBoxOverlaps(box, crBox(edge.a, edge.b)) || !crSweepHeartIsInFront(sweep, e, tau)) {
            continue;
        }
        CaromGeometry segment = caromGeometry(CAROM_SHAPE_SEGMENT, ends, 2, sweep->target.radius);
        CrSweepGap gap = gapOf(&segment, moving);
        if (gap.gap < least.gap) {
            least = gap;
            least.edge = e;
        }
    }
    return least;
}

CrSweepGap crSweepGapAt(const CrSweep *sweep, double tau)
{
    CaromVec2 points[CAROM_MOVING_POINTS];
    CaromGeometry moving = sweep->moving;
    moving.count = sweep->mover.outline.count;
    if (moving.count == 1) {
        moving.type = CAROM_SHAPE_CIRCLE;
    }
    points[0] = crSweepPlace(sweep, moving.points[0], tau);
    for (int i = 1; i < moving.count; ++i) {
        points[i] = crSweepPlace(sweep, moving.points[i], tau);
    }
    moving.points = points;
    CaromBox box =
        crBoxInflate(caromBoxOfPoints(points, moving.count), sweep->reach + 4.0 * sweep->tolerance);
    if (!crBoxOverlaps(box, caromBoxOfPoints(sweep->target.points, sweep->fixed.outline.count))) {
        CrSweepGap far = {NEVER, {1.0, 0.0}, {0.0, 0.0}, 0};
        return far;
    }
    bool hasFront = sweep->oneSided && crSweepMeetsWall(sweep);
    return hasFront ? gapFromFront(sweep, &moving, tau) : gapOf(&sweep->target, &moving);
}

// ---- exits

/// When a corner next leaves the edge's fat line, or crosses a thin one; it may have to come in
/// first.
static double leaveTime(const CrSweepCorner *corner, double after)
{
    CrSpinWindow window = {after, true, 0.0, 1.0};
    CrMeet meet;
    double tau;
    if (corner->edge.reach > 0.0 && crSpinPathLeaves(&corner->path, &corner->edge, &window, &tau)) {
        return tau;
    }
    if (!crSpinPathMeets(&corner->path, &corner->edge, &window, &meet)) {
        return NEVER;
    }
    window.after = meet.tau;
    bool leaves = corner->edge.reach == 0.0 ||
                  crSpinPathLeaves(&corner->path, &corner->edge, &window, &meet.tau);
    return leaves ? meet.tau : NEVER;
}

/// The first time after `after` at which any corner leaves an edge: overlaps end at such.
static double nextLeave(const CrSweep *sweep, double after)
{
    const CrOutline *mover = &sweep->mover.outline, *fixed = &sweep->fixed.outline;
    double first = NEVER;
    for (int e = 0; e < crEdgesOf(fixed); ++e) {
        CrSweepCorner corner = {.edge = crSweepTargetEdge(sweep, e)};
        corner.edge.oneSided = false;
        for (int i = 0; i < mover->count && crSweepComesNear(sweep, corner.edge.a, corner.edge.b);
             ++i) {
            corner.path = crSweepMoverPath(sweep, mover->points[i]);
            first = crMin(first, leaveTime(&corner, after));
        }
    }
    for (int j = 0; j < fixed->count && mover->count > 1; ++j) {
        CrSweepCorner corner = {.path = crSweepTargetPath(sweep, fixed->points[j])};
        for (int e = 0;
             e < crEdgesOf(mover) && crSweepComesNear(sweep, fixed->points[j], fixed->points[j]);
             ++e) {
            corner.edge = crSweepMoverEdge(sweep, e);
            corner.edge.oneSided = false;
            first = crMin(first, leaveTime(&corner, after));
        }
    }
    return first;
}

static bool overlapsAt(const CrSweep *sweep, double tau, double *gap)
{
    *gap = crSweepGapAt(sweep, tau).gap;
    return *gap < -4.0 * sweep->tolerance;
}

/// Whether they overlap at *tau, or a hair later, to which *tau is moved then: what crosses a chain
/// passes its corners without depth. As long as rounding hides it, the hair grows.
static bool overlapsSoon(const CrSweep *sweep, double *tau)
{
    double gap, later = *tau, hair = 64.0 * sweep->tolerance / sweep->speed;
    bool overlaps = overlapsAt(sweep, later, &gap);
    for (int k = 0; k < HAIRS && crAbs(gap) <= 4.0 * sweep->tolerance; ++k, hair *= 4.0) {
        later = *tau + hair;
        overlaps = later <= 1.0 && overlapsAt(sweep, later, &gap);
    }
    *tau = overlaps ? later : *tau;
    return overlaps;
}

/// No corner moves faster than `speed`, and what overlaps by so much still does when every point
/// has moved by less. Least steps see to an end; the last one is halved until it is as short as can
/// be.
static double leavesTurning(const CrSweep *sweep, double after)
{
    double tau = after, last = after, gap;
    while (overlapsSoon(sweep, &tau)) {
        while (tau < 1.0 && overlapsAt(sweep, tau, &gap)) {
            last = tau;
            tau = crMin(tau + crMax(-gap / sweep->speed, CR_SWEEP_BLINK), 1.0);
        }
        if (overlapsAt(sweep, tau, &gap)) {
            return NEVER;
        }
        for (double middle = 0.5 * (last + tau); last < middle && middle < tau;
             middle = 0.5 * (last + tau)) {
            *(overlapsAt(sweep, middle, &gap) ? &last : &tau) = middle;
        }
    }
    return tau;
}

double crSweepLeaves(const CrSweep *sweep, double after)
{
    CR_ASSERT(!(after < 0.0));
    if (sweep->speed == 0.0) {
        return NEVER;
    }
    if (sweep->angle != 0.0) {
        return leavesTurning(sweep, after);
    }
    double tau = after;
    do {
        tau = nextLeave(sweep, tau);
    } while (tau <= 1.0 && overlapsSoon(sweep, &tau));
    return tau <= 1.0 ? tau : NEVER;
}

// ---- the cast

static CrSweepHit hitOf(const CrSweepGap *gap, double tau)
{
    CrSweepHit hit = {tau, gap->normal, gap->point, gap->edge, -1};
    return hit;
}

/// For a start in touch, within rounding: a hit at once if the shape soon moves further in and no
/// other case reports it.
static bool meetsFromTouch(const CrSweep *sweep, CrSweepHit *hit)
{
    double tau = 0.0;
    bool found = crSweepMeets(sweep, 0.0, false, hit);
    if (sweep->mover.outline.count == 1 || sweep->speed == 0.0 || !overlapsSoon(sweep, &tau) ||
        (found && hit->tau <= tau)) {
        return found;
    }
    CrSweepGap gap = crSweepGapAt(sweep, tau);
    *hit = hitOf(&gap, 0.0);
    return true;
}

bool crSweepCast(const CrSweep *sweep, CaromInside inside, CrSweepHit *hit, bool *startsInside,
                 bool *exits)
{
    *startsInside = *exits = false;
    CrSweepGap gap = crSweepGapAt(sweep, 0.0);
    if (gap.gap >= -sweep->tolerance) {
        return gap.gap > sweep->tolerance ? crSweepMeets(sweep, 0.0, false, hit)
                                          : meetsFromTouch(sweep, hit);
    }
    *startsInside = true;
    if (inside == CAROM_INSIDE_HIT) {
        *hit = hitOf(&gap, 0.0);
        return true;
    }
    double out = crSweepLeaves(sweep, 0.0);
    if (!(out <= 1.0)) {
        return false;
    }
    if (inside == CAROM_INSIDE_IGNORE) {
        *startsInside = false;
        return crSweepMeets(sweep, out + 16.0 * sweep->tolerance / sweep->speed, true, hit);
    }
    gap = crSweepGapAt(sweep, out);
    gap.normal = crNegate(gap.normal);
    *hit = hitOf(&gap, out);
    *exits = true;
    return true;
}

// ---- public functions

static bool isWithin(CaromVec2 p)
{
    return crAbs(p.x) <= CR_HUGE && crAbs(p.y) <= CR_HUGE; // false of NaN
}

static bool areWithin(const CaromGeometry *geometry)
{
    bool within = geometry->radius <= CR_HUGE;
    for (int k = 0; k < geometry->count && within; ++k) {
        within = isWithin(geometry->points[k]);
    }
    return within;
}

/// The search of a turn takes time in proportion to the angle, and its chords are as long as
/// coordinates have digits for: beyond what pairs.h states it might never end.
static bool isTurnWithin(const CaromGeometry *moving, CaromVec2 pivot, CaromVec2 translation,
                         double angle, const CaromGeometry *target)
{
    return crAbs(angle) <= MOST_TURN && isWithin(pivot) && isWithin(translation) &&
           areWithin(moving) && areWithin(target);
}

bool caromCastTurning(const CaromGeometry *moving, CaromVec2 pivot, CaromVec2 translation,
                      double angle, const CaromGeometry *target, CaromInside inside,
                      CaromConvexHit *hit)
{
    CrSweep sweep;
    CrSweepHit found;
    bool startsInside, exits;
    if (angle != 0.0 && !isTurnWithin(moving, pivot, translation, angle, target)) {
        return false;
    }
    if (!crSweepMake(&sweep, moving, pivot, translation, angle, target, false) ||
        !crSweepCast(&sweep, inside, &found, &startsInside, &exits)) {
        return false;
    }
    CaromConvexHit result = {found.tau,  found.point,  found.normal, 0.0,
                             found.edge, found.vertex, startsInside};
    if (startsInside && !exits) {
        result.depth = -crSweepGapAt(&sweep, 0.0).gap;
    }
    *hit = result;
    return true;
}

bool caromCastConvex(const CaromGeometry *moving, CaromVec2 translation,
                     const CaromGeometry *target, CaromInside inside, CaromConvexHit *hit)
{
    return caromCastTurning(moving, crVec(0.0, 0.0), translation, 0.0, target, inside, hit);
}
