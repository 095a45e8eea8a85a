// SPDX-License-Identifier: MIT
#include "obstacle.h"

#include "../../shapes/touch.h"
#include "../geometry/shape_view.h"
#include "../index/filter.h"

CrSkin crMoverSkin(const CaromMover *mover)
{
    double rounding = mover->clearance * CAROM_MOVER_ROUNDING;
    CrSkin skin = {mover->radius + mover->clearance - 0.5 * rounding, rounding / 64.0,
                   rounding / 8.0, rounding / 4.0};
    return skin;
}

double crMoverExtent(const CaromMover *mover)
{
    double extent = 0.0;
    for (int k = 0; k < mover->pointCount; k++) {
        extent = crMax(extent, crLength(mover->points[k]));
    }
    return extent;
}

// ---- what is near

void crNearObstacle(const CrNear *near, uint32_t slot, int edge, CrObstacle *o)
{
    const CrShape *shape = &near->world->shapes[slot];
    const CrBody *body = &near->world->bodies[shape->body];
    CrEdge e = crShapeEdge(shape, edge, 0.0);
    o->moves = body->type != CAROM_BODY_STATIC;
    if (o->moves) {
        CrPose pose = crMoverPose(near->world, body, near->time);
        e.a = crPoseToWorld(&pose, e.a);
        e.b = crPoseToWorld(&pose, e.b);
    }
    CaromVec2 along = crSub(e.b, e.a);
    o->a = e.a;
    o->b = e.b;
    o->length = crLength(along);
    o->unit = o->length > 0.0 ? crUnit(along, o->length) : crVec(0.0, 0.0);
    o->reach = near->reach + e.reach;
    o->shape = slot;
    o->character = crBodyIsCharacter(near->world, body);
    o->edge = edge;
    o->oneSided = shape->oneSided && crShapeIsWall(shape);
}

bool crNearSees(const CrNear *near, uint32_t slot)
{
    uint32_t body = near->world->shapes[slot].body;
    if (near->unyielding && crBodyIsCharacter(near->world, &near->world->bodies[body])) {
        return false;
    }
    return body + 1 != near->mover->body.index && body != near->withoutBody &&
           crOptionsSee(near->world, &near->mover->options, slot);
}

/// near->box has room for what movers are thickened by, not for the shape's own radius.
static bool isNear(const CrNear *near, const CrObstacle *o)
{
    CaromBox box = crBoxInflate(crBox(o->a, o->b), near->world->shapes[o->shape].radius);
    return crBoxOverlaps(box, near->box);
}

static bool nextResting(CrNearWalk *walk, CrObstacle *o)
{
    const CrNear *near = walk->near;
    for (;;) {
        const CrGridItem *item;
        while ((item = crCellNext(&walk->cell, &walk->items)) != NULL) {
            const CrKeyOwner *owner = &near->world->keyOwners[item->key];
            crNearObstacle(near, owner->shape, (int)owner->feature, o);
            if (isNear(near, o) && crNearSees(near, owner->shape)) {
                return true;
            }
        }
        walk->items.listing = 0;
        if (!crWalkNext(&walk->grid, &walk->cell)) {
            walk->cell.count = 0;
            return false;
        }
    }
}

static bool nextMovingShape(CrNearWalk *walk)
{
    const CaromWorld *world = walk->near->world;
    if (crNearIsCovered(walk->near)) {
        return crMovingIndexNext(&walk->moving, &walk->shape);
    }
    if (walk->all >= world->movingIndex.solids) {
        return false;
    }
    walk->shape = world->movingIndex.shapes[walk->all++];
    return true;
}

static bool nextMoving(CrNearWalk *walk, CrObstacle *o)
{
    const CrNear *near = walk->near;
    for (;;) {
        while (walk->shape != CR_NONE && walk->edge < near->world->shapes[walk->shape].edgeCount) {
            crNearObstacle(near, walk->shape, walk->edge++, o);
            if (isNear(near, o)) {
                return true;
            }
        }
        do {
            if (!nextMovingShape(walk)) {
                walk->shape = CR_NONE;
                return false;
            }
        } while (!crNearSees(near, walk->shape));
        walk->edge = 0;
    }
}

void crNearStart(CrNearWalk *walk, const CrNear *near)
{
    walk->near = near;
    walk->listed = 0;
    if (near->complete) {
        return;
    }
    walk->items.next = NULL;
    walk->items.listing = walk->cell.count = 0;
    walk->inGrid = !crGridIsEmpty(&near->world->grid);
    if (walk->inGrid) {
        crWalkStartBox(&walk->grid, &near->world->grid, near->box);
    }
    walk->shape = CR_NONE;
    walk->edge = 0;
    walk->all = 0;
    if (crNearIsCovered(near)) {
        crMovingIndexStart(&walk->moving, near->world, near->box);
    }
}

bool crNearNext(CrNearWalk *walk, CrObstacle *o)
{
    while (walk->near->complete) {
        if (walk->listed == walk->near->count) {
            return false;
        }
        *o = walk->near->list[walk->listed++];
        if (!o->character || !walk->near->unyielding) {
            return true;
        }
    }
    if (walk->inGrid) {
        if (nextResting(walk, o)) {
            return true;
        }
        walk->inGrid = false;
    }
    return nextMoving(walk, o);
}

static bool isListed(const CrNear *near, const CrObstacle *o)
{
    for (int k = near->count - 1; k >= 0; k--) {
        if (near->list[k].shape == o->shape && near->list[k].edge == o->edge) {
            return true;
        }
    }
    return false;
}

void crNearLook(CrNear *near, const CaromWorld *world, const CaromMover *mover, CaromVec2 place,
                double range, double time, uint32_t withoutBody)
{
    near->world = world;
    near->mover = mover;
    near->time = time;
    near->withoutBody = withoutBody;
    near->reach = crMoverSkin(mover).reach;
    CaromBox box = caromBoxOfPoints(mover->points, mover->pointCount);
    near->box.min = crAdd(box.min, place);
    near->box.max = crAdd(box.max, place);
    near->box = crBoxInflate(near->box, mover->radius + mover->clearance + range);
    near->complete = false;
    near->count = 0;
    CrNearWalk walk;
    CrObstacle o;
    crNearStart(&walk, near);
    while (crNearNext(&walk, &o)) {
        if (isListed(near, &o)) {
            continue;
        }
        if (near->count == CR_NEAR_LIMIT) {
            return;
        }
        near->list[near->count++] = o;
    }
    near->complete = true;
}

// ---- gaps

/// From a point.
static CrGap pointGap(const CrObstacle *o, CaromVec2 p)
{
    CrGap gap;
    CaromVec2 fromA = crSub(p, o->a);
    double along = crDot(fromA, o->unit);
    if (along > 0.0 && along < o->length) {
        double across = crCross(o->unit, fromA);
        bool left = across > 0.0 || (across == 0.0 && !o->oneSided);
        gap.normal = left ? crLeft(o->unit) : crRight(o->unit);
        gap.point = crAddScaled(o->a, o->unit, along);
        gap.gap = crAbs(across);
        gap.atEnd = false;
    } else {
        gap.point = along > 0.0 ? o->b : o->a;
        CaromVec2 from = crSub(p, gap.point);
        gap.gap = crLength(from);
        gap.normal = gap.gap > 0.0 ? crUnit(from, gap.gap) : crVec(1.0, 0.0);
        gap.atEnd = true;
    }
    gap.overlaps = gap.gap == 0.0;
    return gap;
}

/// From a side c d of the core, counter-clockwise, to an end of the edge that lies beside it.
static bool sideGap(CaromVec2 c, CaromVec2 d, CaromVec2 end, CrGap *gap)
{
    CaromVec2 side = crSub(d, c), to = crSub(end, c);
    double length = crLength(side), along = crDot(to, side);
    if (!(along > 0.0 && along < length * length)) {
        return false;
    }
    gap->normal = crUnit(crLeft(side), length);
    gap->gap = -crDot(to, gap->normal);
    gap->point = end;
    gap->atEnd = true;
    gap->overlaps = false;
    return gap->gap > 0.0;
}

/// The least deep way to part core and edge along one of their own normals: > 0 where that is an
/// axis that separates them.
static CrGap axesGap(const CrObstacle *o, const CaromVec2 *core, int count)
{
    CrGap best = {-CR_NEVER, {1.0, 0.0}, o->a, true, true};
    for (int k = 0; k < count; k++) {
        CaromVec2 side = crSub(core[k + 1 < count ? k + 1 : 0], core[k]);
        CaromVec2 out = crUnit(crRight(side), crLength(side));
        double a = crDot(crSub(o->a, core[k]), out), b = crDot(crSub(o->b, core[k]), out);
        if (crMin(a, b) > best.gap) {
            best.gap = crMin(a, b);
            best.normal = crNegate(out);
            best.point = a < b ? o->a : o->b;
        }
    }
    double left = CR_NEVER, right = CR_NEVER;
    for (int k = 0; k < count && o->length > 0.0; k++) {
        double across = crCross(o->unit, crSub(core[k], o->a));
        left = crMin(left, across);
        right = crMin(right, -across);
    }
    bool toLeft = left > right || (left == right && !o->oneSided);
    if (o->length > 0.0 && crMax(left, right) > best.gap) {
        best.gap = crMax(left, right);
        best.normal = toLeft ? crLeft(o->unit) : crRight(o->unit);
        best.atEnd = false;
    }
    return best;
}

static CrGap apartGap(const CrObstacle *o, const CaromVec2 *core, int count)
{
    CrGap best = pointGap(o, core[0]), gap;
    for (int k = 0; k < count; k++) {
        CaromVec2 next = core[k + 1 < count ? k + 1 : 0];
        gap = pointGap(o, core[k]);
        best = gap.gap < best.gap ? gap : best;
        if (sideGap(core[k], next, o->a, &gap) && gap.gap < best.gap) {
            best = gap;
        }
        if (sideGap(core[k], next, o->b, &gap) && gap.gap < best.gap) {
            best = gap;
        }
    }
    return best;
}

CrGap crObstacleGap(const CaromMover *mover, const CrObstacle *o, CaromVec2 place)
{
    CaromVec2 core[CAROM_MOVER_POINTS];
    int count = mover->pointCount;
    CrGap gap;
    core[0] = crAdd(place, mover->points[0]);
    for (int k = 1; k < count; k++) {
        core[k] = crAdd(place, mover->points[k]);
    }
    if (count == 1) {
        gap = pointGap(o, core[0]);
    } else {
        gap = axesGap(o, core, count);
        bool overlaps = count == 2 ? crSegmentsTouch(core[0], core[1], o->a, o->b) : gap.gap <= 0.0;
        if (!overlaps) {
            gap = apartGap(o, core, count);
        } else if (gap.gap > 0.0) {
            gap.gap = 0.0; // on one line: no axis of theirs decides
        }
        gap.overlaps = overlaps;
    }
    gap.gap -= o->reach;
    return gap;
}
