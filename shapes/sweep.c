// SPDX-License-Identifier: MIT
#include "sweep_parts.h"

#include "exact.h"
#include "convex_piece.h"

static double farthestCorner(const CrSweep *sweep)
{
    double farthest = 0.0;
    for (int i = 0; i < sweep->mover.outline.count; ++i) {
        farthest = crMax(farthest, crLength(crSub(sweep->mover.outline.points[i], sweep->pivot)));
    }
    return farthest;
}

static CaromVec2 meanOf(const CrOutline *outline)
{
    CaromVec2 origin = outline->points[0], sum = {0.0, 0.0};
    for (int i = 1; i < outline->count; ++i) {
        sum = crAdd(sum, crSub(outline->points[i], origin));
    }
    return crAddScaled(origin, sum, 1.0 / outline->count);
}

static double sizeOfBox(CaromBox box)
{
    return crMax(crAbs(box.min.x), crAbs(box.max.x)) + crMax(crAbs(box.min.y), crAbs(box.max.y));
}

bool crSweepMake(CrSweep *sweep, const CaromGeometry *moving, CaromVec2 pivot,
                 CaromVec2 translation, double angle, const CaromGeometry *target, bool oneSided)
{
    CrPieces pieces = crPiecesOf(moving);
    sweep->moving = *moving;
    sweep->target = *target;
    sweep->mover = pieces.side;
    sweep->fixed = crSideOf(target);
    if (sweep->fixed.outline.hollow) {
        sweep->fixed.winding = 1; // a chain's edges keep their sides, whichever way it winds
    }
    if (!pieces.isWhole || sweep->fixed.outline.count == 0 ||
        sweep->mover.outline.count > CAROM_MOVING_POINTS) {
        return false;
    }
    sweep->translation = translation;
    sweep->pivot = pivot;
    sweep->angle = angle;
    sweep->heart = meanOf(&sweep->mover.outline);
    sweep->oneSided = oneSided || target->type == CAROM_SHAPE_POLYGON || target->next != NULL;
    sweep->reach = moving->radius + target->radius;
    double turns = angle == 0.0 ? 0.0 : farthestCorner(sweep);
    sweep->speed = crLength(translation) + crAbs(angle) * turns;
    CaromBox start = angle == 0.0 ? pieces.box : crBoxInflate(crBox(pivot, pivot), turns);
    CaromBox end = {crAdd(start.min, translation), crAdd(start.max, translation)};
    CaromBox way = crBoxUnion(start, end);
    double slack = crPlaceTolerance(crVec(sizeOfBox(way), 0.0), sweep->reach);
    sweep->tolerance = crPlaceTolerance(crVec(sizeOfBox(start), 0.0), sweep->reach);
    sweep->box = crBoxInflate(way, moving->radius + 4.0 * slack);
    return true;
}

// ---- entries

static CrSweepHit describe(const CrSweep *sweep, const CrSweepCorner *corner, const CrMeet *meet)
{
    CrSweepHit hit = {meet->tau, {0.0, 0.0}, {0.0, 0.0}, corner->edgeIndex, -1};
    CaromVec2 at = crSpinPathPoint(&corner->path, meet->tau);
    CaromVec2 normal = crEdgeNormal(&corner->edge, meet->part, at);
    const CrOutline *outline = &sweep->fixed.outline;
    if (!corner->isTargets) {
        hit.normal = normal;
        hit.point = crAddScaled(at, normal, -sweep->moving.radius);
        if (crPartIsCap(meet->part)) {
            bool isStart = (meet->part == CR_PART_A) == (sweep->fixed.winding > 0);
            hit.vertex = isStart ? hit.edge : crOutlineNextIndex(outline, hit.edge);
        }
        return hit;
    }
    hit.normal = crNegate(crSweepTurn(sweep, normal, meet->tau));
    hit.point = crAddScaled(outline->points[corner->corner], hit.normal, sweep->target.radius);
    hit.vertex = corner->corner;
    hit.edge = corner->corner < crEdgesOf(outline) ? corner->corner : crEdgesOf(outline) - 1;
    return hit;
}

/// Whether the target, followed from one neighbour of a corner to the other, turns there to the
/// side on which the heart is.
static bool turnsToHeart(const CrSweep *sweep, CaromVec2 from, CaromVec2 corner, CaromVec2 to,
                         double tau)
{
    CaromVec2 heart = crSub(crSweepPlace(sweep, sweep->heart, tau), corner);
    CaromVec2 before = crSub(corner, from), after = crSub(to, corner);
    double turn = crCross(before, after), slack = CR_FLAT * crLength(before) * crLength(after);
    return crCross(before, heart) > 0.0 ? turn > slack : turn < -slack;
}

/// Whether a corner of the target may be met along a normal. An edge that adjoins there and looks
/// that way better would have been met before: a rounding made the hit, of what slides along that
/// edge over a seam; unless the other edge stands in the way. And one-sided walls are met by what
/// is in front of them.
static bool cornerMayBeMet(const CrSweep *sweep, const CrSweepHit *hit)
{
    const CrOutline *outline = &sweep->fixed.outline;
    if (outline->count <= 2 && !outline->hollow) {
        return true;
    }
    int before = crOutlinePrevious(outline, hit->vertex), after = hit->vertex;
    bool hasBefore = before >= 0, hasAfter = after < outline->edgeCount;
    CaromVec2 at = outline->points[hit->vertex];
    CaromVec2 from = hasBefore ? outline->points[before] : at;
    CaromVec2 to = hasAfter ? crOutlineNext(outline, after) : at;
    if (!(crLeadsAway(at, from, hit->normal) && crLeadsAway(at, to, hit->normal)) &&
        !turnsToHeart(sweep, from, at, to, hit->tau)) {
        return false;
    }
    return !(sweep->oneSided && crSweepMeetsWall(sweep)) ||
           (hasBefore && crSweepHeartIsInFront(sweep, before, hit->tau)) ||
           (hasAfter && crSweepHeartIsInFront(sweep, after, hit->tau));
}

static bool mayBeMet(const CrSweep *sweep, const CrSweepCorner *corner, const CrSweepHit *hit)
{
    if (corner->isTargets) {
        return cornerMayBeMet(sweep, hit);
    }
    return !(sweep->oneSided && crSweepMeetsWall(sweep) && sweep->mover.outline.count > 1) ||
           crSweepHeartIsInFront(sweep, corner->edgeIndex, hit->tau);
}

/// Whether it is met by the end. Of straight paths and lines without thickness by exact signs.
static bool isInTime(const CrSweepCorner *corner, CrMeet *meet)
{
    if (corner->path.spin != 0.0 || corner->edge.reach > 0.0) {
        return meet->tau <= 1.0;
    }
    const CrPath *path = &corner->path.path;
    int end = crSideOfEnd(corner->edge.a, corner->edge.b, path->p, path->v);
    meet->tau = crMin(meet->tau, 1.0);
    return meet->part == CR_PART_RIGHT ? end >= 0 : end <= 0;
}

typedef struct Search {
    const CrSweep *sweep;
    CrSpinWindow window;
    bool found;
    CrSweepHit best;
} Search;

static void tryCorner(Search *search, const CrSweepCorner *corner)
{
    CrSpinWindow window = search->window;
    window.until = search->found ? search->best.tau : 1.0;
    CrMeet meet;
    while (crSpinPathMeets(&corner->path, &corner->edge, &window, &meet) &&
           isInTime(corner, &meet) && (!search->found || meet.tau < search->best.tau)) {
        CrSweepHit hit = describe(search->sweep, corner, &meet);
        if (mayBeMet(search->sweep, corner, &hit)) {
            search->best = hit;
            search->found = true;
            return;
        }
        window.after = meet.tau; // one that turns may come again
        window.beyond = true;
    }
}

static void tryMoversCorners(Search *search)
{
    const CrSweep *sweep = search->sweep;
    const CrOutline *mover = &sweep->mover.outline;
    for (int e = 0; e < crEdgesOf(&sweep->fixed.outline); ++e) {
        CrEdge edge = crSweepTargetEdge(sweep, e);
        for (int i = 0; i < mover->count && crSweepComesNear(sweep, edge.a, edge.b); ++i) {
            CrSweepCorner corner = {crSweepMoverPath(sweep, mover->points[i]), edge, i, e, false};
            tryCorner(search, &corner);
        }
    }
}

static void tryTargetsCorners(Search *search)
{
    const CrSweep *sweep = search->sweep;
    const CrOutline *fixed = &sweep->fixed.outline;
    for (int j = 0; j < fixed->count; ++j) {
        CaromVec2 p = fixed->points[j];
        if (!crSweepComesNear(sweep, p, p)) {
            continue;
        }
        CrSpinPath path = crSweepTargetPath(sweep, p);
        for (int e = 0; e < crEdgesOf(&sweep->mover.outline); ++e) {
            CrSweepCorner corner = {path, crSweepMoverEdge(sweep, e), j, e, true};
            tryCorner(search, &corner);
        }
    }
}

bool crSweepMeets(const CrSweep *sweep, double after, bool beyond, CrSweepHit *hit)
{
    CR_ASSERT(!(after < 0.0));
    Search search = {sweep, {after, beyond, 0.0, 1.0}, false, {0.0, {0.0, 0.0}, {0.0, 0.0}, 0, 0}};
    if (sweep->mover.outline.count == 1 || sweep->fixed.outline.count > 1) {
        tryMoversCorners(&search);
    }
    if (sweep->mover.outline.count > 1) {
        tryTargetsCorners(&search);
    }
    if (search.found) {
        *hit = search.best;
    }
    return search.found;
}
