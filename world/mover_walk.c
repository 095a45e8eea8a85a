// SPDX-License-Identifier: MIT
// Walking: along the ground whatever its slope, up steps, down again onto the ground.
//
// One stands on what is no steeper than maxSlope. A corner counts as the face beside it does, if it
// is no higher than a step above the feet: so round shapes climb ledges and stand on their brinks.
// What is too steep is a wall as high as need be, or walking into it would climb it.
#include "mover.h"

#define STANDS_LEAST 0.01 ///< of a corner's normal along up

/// Whether an edge that ends at a corner is a floor.
static bool hasFloorAt(const CrMove *move, CaromVec2 corner)
{
    const CaromMover *mover = move->mover;
    CrNearWalk walk;
    CrObstacle o;
    crNearStart(&walk, &move->near);
    while (crNearNext(&walk, &o)) {
        double rise = crDot(crRight(o.unit), mover->up); // of the free side's normal
        rise = o.oneSided ? rise : crAbs(rise);
        if ((crEqual(o.a, corner) || crEqual(o.b, corner)) && rise >= mover->slopeCosine) {
            return true;
        }
    }
    return false;
}

/// Of a point above the ground on which a mover at a place would stand.
static double heightOver(const CrMove *move, CaromVec2 point, CaromVec2 place)
{
    const CaromMover *mover = move->mover;
    double lowest = CR_NEVER;
    for (int k = 0; k < mover->pointCount; k++) {
        lowest = crMin(lowest, crDot(mover->points[k], mover->up));
    }
    return crDot(crSub(point, place), mover->up) - lowest + mover->radius + mover->clearance;
}

/// Whether a point is no higher than a step over that ground.
static bool isStep(const CrMove *move, CaromVec2 point, CaromVec2 place)
{
    return heightOver(move, point, place) <=
           move->mover->stepHeight + CAROM_MOVER_ROUNDING * move->mover->clearance;
}

bool crMoverIsFloor(const CrMove *move, const CrGap *gap, CaromVec2 place)
{
    const CaromMover *mover = move->mover;
    double rise = crDot(gap->normal, mover->up);
    if (rise >= mover->slopeCosine) {
        return true;
    }
    return gap->atEnd && rise > STANDS_LEAST &&
           heightOver(move, gap->point, place) <= mover->stepHeight && hasFloorAt(move, gap->point);
}

CrTouching crMoverGround(const CrMove *move, CaromVec2 place)
{
    CrTouching best = {0};
    CrNearWalk walk;
    CrObstacle o;
    double bestRise = 0.0;
    crNearStart(&walk, &move->near);
    while (crNearNext(&walk, &o)) {
        CrGap gap = crObstacleGap(move->mover, &o, place);
        double rise = crDot(gap.normal, move->mover->up);
        bool comesFirst =
            rise > bestRise || (rise == bestRise && crObstacleComesFirst(&o, &best.obstacle));
        if (gap.gap <= 4.0 * move->skin.touch && rise > STANDS_LEAST && comesFirst &&
            !crObstacleIsBehind(&o, gap.normal) && !(o.oneSided && gap.gap < -move->skin.breach) &&
            crMoverIsFloor(move, &gap, place)) {
            best.found = true;
            best.obstacle = o;
            best.gap = gap;
            bestRise = rise;
        }
    }
    return best;
}

static CaromVec2 levelPart(const CaromMover *mover, CaromVec2 v)
{
    return crAddScaled(v, mover->up, -crDot(v, mover->up));
}

/// Straight down onto ground, at most so far; false, and the place stays, where there is none.
static bool comeDown(CrMove *move, CaromVec2 *place, double most)
{
    CrSweepHit hit;
    CaromVec2 way = crScale(move->mover->up, -most);
    if (!crMoverSweep(move, *place, way, &hit)) {
        return false;
    }
    CaromVec2 landed = crAddScaled(*place, way, hit.fraction);
    if (!crMoverGround(move, landed).found) {
        return false;
    }
    *place = landed;
    return true;
}

/// Up, on, and down: where there is room, and ground within the height of a step.
static bool step(CrMove *move, CrSlide *slide)
{
    const CaromMover *mover = move->mover;
    CaromVec2 level = levelPart(mover, slide->left), up = crScale(mover->up, mover->stepHeight);
    CrSlide on = {0};
    CrSweepHit ceiling;
    double height = mover->stepHeight;
    if (height <= 0.0 || crLengthSquared(level) == 0.0) {
        return false;
    }
    if (crMoverSweep(move, slide->place, up, &ceiling)) {
        height *= ceiling.fraction;
    }
    on.place = crAddScaled(slide->place, mover->up, height);
    on.level = true; // or it would climb a second step on top of the first
    CaromVec2 raised = on.place;
    crMoverSlide(move, &on, level);
    double gained = crDot(crSub(on.place, raised), level) / crLength(level);
    CaromVec2 place = on.place;
    if (gained <= 4.0 * move->skin.touch ||
        !comeDown(move, &place, height + 8.0 * move->skin.touch) ||
        !isStep(move, crMoverGround(move, place).gap.point, slide->place)) {
        return false;
    }
    *slide = on;
    slide->place = place;
    move->stepped = true;
    return true;
}

/// What of the level wish no wall forbids.
static CaromVec2 levelAllowed(const CrSlide *slide, CaromVec2 level)
{
    CrSlide walls = {0};
    for (int k = 0; k < slide->count; k++) {
        if (slide->planes[k].flat) {
            walls.planes[walls.count++] = slide->planes[k];
        }
    }
    return crMoverAllowed(&walls, level);
}

static CaromVec2 walkOnGround(CrMove *move, CaromVec2 wish)
{
    const CaromMover *mover = move->mover;
    CaromVec2 level = levelPart(mover, wish), along = crLeft(move->ground.gap.normal);
    double length = crLength(level);
    CrSlide slide = {0};
    slide.place = move->place;
    if (length > 0.0) {
        along = crDot(along, level) < 0.0 ? crNegate(along) : along;
        slide.planes[0].obstacle = move->ground.obstacle;
        slide.planes[0].normal = move->ground.gap.normal;
        slide.count = 1;
        crMoverSlide(move, &slide, crScale(along, length));
        if (slide.hitWall) {
            step(move, &slide);
        }
    }
    if (!crMoverGround(move, slide.place).found) {
        comeDown(move, &slide.place, mover->snap);
    }
    move->place = slide.place;
    return levelAllowed(&slide, level);
}

CaromVec2 crMoverWalk(CrMove *move, CaromVec2 wish)
{
    const CaromMover *mover = move->mover;
    double rise = crDot(wish, mover->up);
    bool jumps = crMoverHasUp(mover) && rise > 1e-12 * crLength(wish);
    CaromVec2 left;
    if (crMoverHasUp(mover) && !jumps) {
        move->ground = crMoverGround(move, move->place);
        if (!move->ground.found && mover->grounded && comeDown(move, &move->place, mover->snap)) {
            move->ground = crMoverGround(move, move->place); // it has turned away under the feet
        }
    }
    if (move->ground.found) {
        left = walkOnGround(move, wish);
    } else {
        CrSlide slide = {0};
        slide.place = move->place;
        slide.climbs = jumps;
        crMoverSlide(move, &slide, wish);
        move->place = slide.place;
        left = crMoverAllowed(&slide, wish);
    }
    CrTouching none = {0};
    bool rises = jumps && crDot(left, mover->up) > 1e-12 * crLength(wish);
    bool stands = crMoverHasUp(mover) && !rises;
    move->ground = stands ? crMoverGround(move, move->place) : none;
    if (move->ground.found) {
        left = levelPart(mover, left);
    }
    return left;
}
