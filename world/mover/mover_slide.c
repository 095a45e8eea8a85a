// SPDX-License-Identifier: MIT
// Straight ways and slides among convex obstacles.
//
// A gap is convex along a straight way, so that Newton's method from its start comes to the first
// place of a given gap from outside and never oversteps it; every place on the way there is good.
// A way that gets nearer than `touch`, but nowhere deeper than `depth`, is not stopped: so seams of
// walls in one line are no bumps, and a gap just wide enough lets it through. What is touched, it
// is left along a tangent, which meets a convex obstacle nowhere.
#include "../data/ids.h"
#include "../geometry/shape_view.h"
#include "mover_types.h"

#define NEWTON_LIMIT 64
#define SLIDE_LIMIT 32
#define ALONG 0x1p-46 ///< slopes up to this are along a surface, within rounding

/// Newton's method for the first fraction in [0, 1] at which the gap is down to `to` or, within
/// slack, just above. False: there is none.
static bool descend(const CrMove *move, const CrObstacle *o, CaromVec2 p, CaromVec2 way, double to,
                    double slack, double *fraction, CrGap *gap)
{
    double along = -ALONG * crLength(way), s = *fraction;
    for (int i = 0; i < NEWTON_LIMIT; i++) {
        *gap = crObstacleGap(move->mover, o, crAddScaled(p, way, s));
        double slope = crDot(gap->normal, way);
        if (slope >= along) {
            return false;
        }
        *fraction = s;
        if (gap->gap <= to + slack) {
            return true;
        }
        s += (gap->gap - to) / -slope;
        if (s > 1.0) {
            return false;
        }
    }
    return true; // so slowly that it is nearly there
}

bool crMoverSweepOne(const CrMove *move, const CrObstacle *o, CaromVec2 place, CaromVec2 way,
                     CrObstacleHit *hit)
{
    const CrSkin *skin = &move->skin;
    double fraction = 0.0, deep;
    CrGap gap, grazing;
    if (!descend(move, o, place, way, 0.5 * skin->touch, 0.5 * skin->touch, &fraction, &gap) ||
        crObstacleIsBehind(o, gap.normal) || (o->oneSided && gap.gap < -skin->breach)) {
        return false;
    }
    deep = fraction;
    if (!descend(move, o, place, way, -skin->depth, 0x1p-20 * skin->depth, &deep, &grazing)) {
        return false;
    }
    hit->fraction = fraction;
    hit->obstacle = *o;
    hit->gap = gap;
    return true;
}

bool crMoverCoreMeets(const CrMove *move, const CrObstacle *o, CaromVec2 place, CaromVec2 way)
{
    double fraction = 0.0, to = move->skin.depth - move->near.reach; // on this side of it yet
    CrGap gap;
    return descend(move, o, place, way, to, 0x1p-20 * move->skin.depth, &fraction, &gap);
}

static bool comesFirst(const CrObstacleHit *a, const CrObstacleHit *b)
{
    return a->fraction != b->fraction ? a->fraction < b->fraction
                                      : crObstacleComesFirst(&a->obstacle, &b->obstacle);
}

bool crMoverSweep(const CrMove *move, CaromVec2 place, CaromVec2 way, CrObstacleHit *hit)
{
    CrNearWalk walk;
    CrObstacle o;
    CrObstacleHit one;
    bool found = false;
    crNearStart(&walk, &move->near);
    while (crNearNext(&walk, &o)) {
        if (crMoverSweepOne(move, &o, place, way, &one) && (!found || comesFirst(&one, hit))) {
            *hit = one;
            found = true;
        }
    }
    return found;
}

// ---- planes

static bool allows(const CrSlide *slide, CaromVec2 way)
{
    double along = -0.5 * ALONG * crLength(way);
    for (int k = 0; k < slide->count; k++) {
        if (crDot(slide->planes[k].normal, way) < along) {
            return false;
        }
    }
    return true;
}

/// The nearest vector of the cone that the planes leave: the wish, or its part along one of them,
/// or nothing. It is the only one that near, so that the planes' order is of no account.
CaromVec2 crMoverAllowed(const CrSlide *slide, CaromVec2 wish)
{
    CaromVec2 best = crVec(0.0, 0.0);
    if (allows(slide, wish)) {
        return wish;
    }
    for (int k = 0; k < slide->count; k++) {
        CaromVec2 along = crLeft(slide->planes[k].normal);
        CaromVec2 part = crScale(along, crDot(along, wish));
        if (crDot(slide->planes[k].normal, wish) < 0.0 &&
            crLengthSquared(part) > crLengthSquared(best) && allows(slide, part)) {
            best = part;
        }
    }
    return best;
}

static CaromVec2 levelled(const CaromMover *mover, CaromVec2 normal, double *length)
{
    CaromVec2 level = crAddScaled(normal, mover->up, -crDot(normal, mover->up));
    *length = crLength(level);
    return level;
}

static void addPlane(CrMove *move, CrSlide *slide, const CrObstacle *o, const CrGap *gap)
{
    CrPlane plane = {*o, gap->normal, false};
    double length;
    if (slide->count < CR_MOVER_PLANES) {
        slide->planes[slide->count++] = plane;
    }
    if (!crMoverHasUp(move->mover) || (!slide->level && crMoverIsFloor(move, gap, slide->place))) {
        return;
    }
    slide->hitWall = true;
    CaromVec2 level = levelled(move->mover, gap->normal, &length);
    if (!slide->climbs && length > 1e-6 && slide->count < CR_MOVER_PLANES) {
        plane.normal = crUnit(level, length);
        plane.flat = true;
        slide->planes[slide->count++] = plane;
    }
}

static bool hasPlane(const CrSlide *slide, const CrObstacle *o)
{
    for (int k = 0; k < slide->count; k++) {
        if (slide->planes[k].obstacle.shape == o->shape &&
            slide->planes[k].obstacle.edge == o->edge) {
            return true;
        }
    }
    return false;
}

/// Forgets what was left behind; normals turn as one goes round a corner.
static void refreshPlanes(CrMove *move, CrSlide *slide)
{
    CrPlane old[CR_MOVER_PLANES];
    int count = slide->count;
    for (int k = 0; k < count; k++) {
        old[k] = slide->planes[k];
    }
    slide->count = 0;
    for (int k = 0; k < count; k++) {
        CrGap gap = crObstacleGap(move->mover, &old[k].obstacle, slide->place);
        if (!old[k].flat && gap.gap <= 4.0 * move->skin.touch) {
            addPlane(move, slide, &old[k].obstacle, &gap);
        }
    }
}

void crMoverSlide(CrMove *move, CrSlide *slide, CaromVec2 wish)
{
    slide->left = wish;
    double least = crMax(0x1p-30 * crLength(wish), 0x1p-10 * move->skin.touch);
    for (int i = 0; i < SLIDE_LIMIT; i++) {
        CaromVec2 way = crMoverAllowed(slide, slide->left);
        CrObstacleHit hit;
        if (crLength(way) <= least) {
            return;
        }
        if (!crMoverSweep(move, slide->place, way, &hit)) {
            slide->place = crAdd(slide->place, way);
            slide->left = crVec(0.0, 0.0);
            refreshPlanes(move, slide);
            return;
        }
        slide->place = crAddScaled(slide->place, way, hit.fraction);
        slide->left = crScale(slide->left, 1.0 - hit.fraction);
        move->blocked = true;
        crMoverNote(move, &hit.obstacle, &hit.gap);
        refreshPlanes(move, slide);
        if (!hasPlane(slide, &hit.obstacle)) {
            addPlane(move, slide, &hit.obstacle, &hit.gap);
        }
        if (slide->count == CR_MOVER_PLANES) {
            return; // so many at one place: a pit
        }
    }
}

// ---- contacts

static bool notedBefore(const CaromMoverContact *a, const CaromMoverContact *b)
{
    return a->shape.index != b->shape.index ? a->shape.index < b->shape.index
                                            : a->feature < b->feature;
}

/// Sorted by shape and feature, each once, as it was touched last.
void crMoverNote(CrMove *move, const CrObstacle *o, const CrGap *gap)
{
    const CrShape *shape = &move->world->shapes[o->shape];
    CaromMoverResult *result = move->result;
    CaromMoverContact contact = {crShapeIdOf(move->world, o->shape),
                                 crBodyIdOf(move->world, shape->body),
                                 crAddScaled(gap->point, gap->normal, shape->radius),
                                 gap->normal,
                                 crShapeFeature(shape, o->edge),
                                 {0.0, 0.0},
                                 shape->userData};
    int at = 0;
    while (at < result->contactCount && notedBefore(&result->contacts[at], &contact)) {
        at++;
    }
    bool known = at < result->contactCount && !notedBefore(&contact, &result->contacts[at]);
    if (at == CAROM_MOVER_CONTACTS) {
        return;
    }
    if (!known) {
        result->contactCount += result->contactCount < CAROM_MOVER_CONTACTS;
        for (int k = result->contactCount - 1; k > at; k--) {
            result->contacts[k] = result->contacts[k - 1];
        }
    }
    result->contacts[at] = contact;
}

// Walking: along the ground whatever its slope, up steps, down again onto the ground.
//
// One stands on what is no steeper than maxSlope. A corner counts as the face beside it does, if it
// is no higher than a step above the feet: so round shapes climb ledges and stand on their brinks.
// What is too steep is a wall as high as need be, or walking into it would climb it.

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

CrMoverTouch crMoverGround(const CrMove *move, CaromVec2 place)
{
    CrMoverTouch best = {0};
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
    CrObstacleHit hit;
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
    CrObstacleHit ceiling;
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
    CrMoverTouch none = {0};
    bool rises = jumps && crDot(left, mover->up) > 1e-12 * crLength(wish);
    bool stands = crMoverHasUp(mover) && !rises;
    move->ground = stands ? crMoverGround(move, move->place) : none;
    if (move->ground.found) {
        left = levelPart(mover, left);
    }
    return left;
}
