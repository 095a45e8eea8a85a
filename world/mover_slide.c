// SPDX-License-Identifier: MIT
// Straight ways and slides among convex obstacles.
//
// A gap is convex along a straight way, so that Newton's method from its start comes to the first
// place of a given gap from outside and never oversteps it; every place on the way there is good.
// A way that gets nearer than `touch`, but nowhere deeper than `depth`, is not stopped: so seams of
// walls in one line are no bumps, and a gap just wide enough lets it through. What is touched, it
// is left along a tangent, which meets a convex obstacle nowhere.
#include "mover.h"

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
                     CrSweepHit *hit)
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

static bool comesFirst(const CrSweepHit *a, const CrSweepHit *b)
{
    return a->fraction != b->fraction ? a->fraction < b->fraction
                                      : crObstacleComesFirst(&a->obstacle, &b->obstacle);
}

bool crMoverSweep(const CrMove *move, CaromVec2 place, CaromVec2 way, CrSweepHit *hit)
{
    CrNearWalk walk;
    CrObstacle o;
    CrSweepHit one;
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
        CrSweepHit hit;
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
