// SPDX-License-Identifier: MIT
// Moving bodies move the mover: it rides on its ground, and is pushed by bodies that reach it.
//
// The time since the last move is covered by looks. From one look to the next nothing near comes
// closer by more than half of the mover's thickness (radius + clearance), or by more than its
// distance. So a wall, however thin and fast, never gets past its core between two looks, and the
// gap gives the direction of the push. A push is the least distance under half-planes: those of the
// obstacles' nearest points; the obstacles are convex, so they lie on the far sides.
#include "../geometry/shape_storage.h"
#include "../geometry/shape_view.h"
#include "../narrowphase/shape_distance.h"
#include "../response/push.h"
#include "mover_types.h"

#define LOOK_LIMIT 4096
#define PUSH_LIMIT 32
#define PUSH_PLANES 12
#define RINGS 8
#define DIRECTIONS 16

// ---- what is free

/// Whether one obstacle may be passed through: a one-sided wall that is come upon from behind.
static bool isPassing(const CrMove *move, const CrObstacle *o, const CrGap *there)
{
    if (!o->oneSided) {
        return false;
    }
    double deepest = o->moves ? 0.5 * move->near.reach : 0.0; // it came so far since the last look
    return crObstacleIsBehind(o, there->normal) || there->gap < -move->skin.breach - deepest;
}

/// At a corner all of its edges are as deep.
static bool isDeeper(const CrObstacle *o, const CrGap *gap, const CrMoverTouch *worst)
{
    return gap->gap != worst->gap.gap ? gap->gap < worst->gap.gap
                                      : crObstacleComesFirst(o, &worst->obstacle);
}

/// A character that the mover is in already: that, or it, will give way in its next move.
static bool isShared(const CrMove *move, const CrObstacle *o, const CaromVec2 *start)
{
    return start != NULL && o->character &&
           crObstacleGap(move->mover, o, *start).gap < -move->skin.breach;
}

/// The obstacle that a place is deepest in, of those in by more than `depth`. Those that the mover,
/// at `start`, is passing through, don't count.
static bool deepestAt(const CrMove *move, CaromVec2 place, const CaromVec2 *start, double depth,
                      CrMoverTouch *worst)
{
    CrNearWalk walk;
    CrObstacle o;
    worst->found = false;
    crNearStart(&walk, &move->near);
    while (crNearNext(&walk, &o)) {
        CrGap gap = crObstacleGap(move->mover, &o, place);
        if (gap.gap >= -depth || (worst->found && !isDeeper(&o, &gap, worst)) ||
            crObstacleIsBehind(&o, gap.normal)) {
            continue;
        }
        CrGap there = crObstacleGap(move->mover, &o, *start);
        if (!isPassing(move, &o, &there)) {
            worst->found = true;
            worst->obstacle = o;
            worst->gap = gap;
        }
    }
    return worst->found;
}

static bool isCharacter(const CaromWorld *world, uint32_t slot)
{
    return crBodyIsCharacter(world, &world->bodies[world->shapes[slot].body]);
}

static bool holds(const CrMove *move, uint32_t slot, CaromVec2 point)
{
    const CrShape *shape = &move->world->shapes[slot];
    const CrBody *body = &move->world->bodies[shape->body];
    CrPose pose = crMoverPose(move->world, body, move->near.time);
    return !crShapeIsWall(shape) && crNearSees(&move->near, slot) &&
           crShapeOverlapsDisc(shape, crPoseToLocal(&pose, point), 0.0);
}

static bool anyMovingHolds(const CrMove *move, CaromVec2 point, bool all)
{
    const uint32_t *shapes = move->world->movingIndex.shapes;
    for (int i = 0; i < move->world->movingIndex.solids; i++) {
        if ((all || !isCharacter(move->world, shapes[i])) && holds(move, shapes[i], point)) {
            return true;
        }
    }
    return false;
}

// A mover in a solid, but near none of its edges, is there with all of its core.
bool crMoverIsInside(const CrMove *move, CaromVec2 place, bool all)
{
    CaromVec2 point = crAdd(place, move->mover->points[0]);
    bool covered = crNearIsCovered(&move->near);
    CrShapeWalk walk;
    uint32_t slot;
    crShapeWalkStart(&walk, move->world, crBox(point, point),
                     covered ? CR_LAYERS_SOLID : CR_LAYER_RESTING);
    while (crShapeWalkNext(&walk, &slot)) {
        if ((all || !isCharacter(move->world, slot)) && holds(move, slot, point)) {
            return true;
        }
    }
    return !covered && anyMovingHolds(move, point, all);
}

static bool isBreached(const CrMove *move, CaromVec2 place, const CaromVec2 *start)
{
    CrNearWalk walk;
    CrObstacle o;
    crNearStart(&walk, &move->near);
    while (crNearNext(&walk, &o)) {
        CrGap gap = crObstacleGap(move->mover, &o, place);
        if (gap.gap < -move->skin.breach && !crObstacleIsBehind(&o, gap.normal) &&
            !isShared(move, &o, start)) {
            CrGap there = start != NULL ? crObstacleGap(move->mover, &o, *start) : gap;
            if (start == NULL || !isPassing(move, &o, &there)) {
                return true;
            }
        }
    }
    return false;
}

// A mover that was put into a character may walk out; none may walk in.
bool crMoverIsFree(const CrMove *move, CaromVec2 place, const CaromVec2 *start)
{
    return !isBreached(move, place, start) && !crMoverIsInside(move, place, start == NULL);
}

// ---- what lies on a way

/// Whether a dynamic body's shape presses the mover: then all of its edges count as breached, so
/// that the corner beside the edge that came down on the mover does not keep it there.
static bool isPressedBy(const CrMove *move, uint32_t slot)
{
    const CrShape *shape = &move->world->shapes[slot];
    if (crPushedBody(move->world, shape->body) == CR_NONE) {
        return false;
    }
    for (int e = 0; e < shape->edgeCount; e++) {
        CrObstacle o;
        crNearObstacle(&move->near, slot, e, &o);
        if (crObstacleGap(move->mover, &o, move->place).gap < -move->skin.breach) {
            return true;
        }
    }
    return false;
}

/// Whether one could get from the place to another past one obstacle, to which it has a gap here.
static bool canPass(const CrMove *move, const CrObstacle *o, const CrGap *here, CaromVec2 to)
{
    CaromVec2 from = crAdd(move->place, move->mover->points[0]), way = crSub(to, move->place);
    CrObstacleHit hit;
    if (isPassing(move, o, here)) {
        return true;
    }
    if (here->gap >= -move->skin.breach && !isPressedBy(move, o->shape)) {
        return !crMoverSweepOne(move, o, move->place, way, &hit);
    }
    if (holds(move, o->shape, from)) {
        return true;
    }
    return here->overlaps
               ? caromRayMeetsSegment(from, way, o->a, o->b, NULL, NULL) != CAROM_MEET_CROSS
               : !crMoverCoreMeets(move, o, move->place, way);
}

static bool wayIsFree(const CrMove *move, CaromVec2 to)
{
    CrNearWalk walk;
    CrObstacle o;
    crNearStart(&walk, &move->near);
    while (crNearNext(&walk, &o)) {
        CrGap here = crObstacleGap(move->mover, &o, move->place);
        if (!canPass(move, &o, &here, to)) {
            return false;
        }
    }
    return true;
}

// ---- pushed out by the least translation

/// All u with normal·u >= least.
typedef struct HalfPlane {
    CaromVec2 normal;
    double least;
} HalfPlane;

static bool satisfies(const HalfPlane *planes, int count, CaromVec2 u, double slack)
{
    for (int k = 0; k < count; k++) {
        if (crDot(planes[k].normal, u) < planes[k].least - slack) {
            return false;
        }
    }
    return true;
}

static bool leastOf(const HalfPlane *planes, int count, double slack, CaromVec2 candidate,
                    bool *found, CaromVec2 *u)
{
    if (satisfies(planes, count, candidate, slack) &&
        (!*found || crLengthSquared(candidate) < crLengthSquared(*u))) {
        *u = candidate;
        *found = true;
    }
    return *found;
}

/// The shortest vector in all half-planes: on the border of one, or where those of two meet.
static bool leastTranslation(const HalfPlane *planes, int count, double slack, CaromVec2 *u)
{
    bool found = false;
    for (int i = 0; i < count; i++) {
        CaromVec2 n = planes[i].normal;
        leastOf(planes, count, slack, crScale(n, planes[i].least), &found, u);
        for (int k = 0; k < i; k++) {
            CaromVec2 m = planes[k].normal;
            double turn = crCross(n, m), p = planes[i].least, q = planes[k].least;
            if (crAbs(turn) > 1e-9) {
                CaromVec2 corner = {(p * m.y - q * n.y) / turn, (q * n.x - p * m.x) / turn};
                leastOf(planes, count, slack, corner, &found, u);
            }
        }
    }
    return found;
}

/// From where it is to where nothing is breached, by half-planes at its place, taken up as they are
/// needed. False, and nothing changed, where they leave no place, none near, or none but past what
/// stands in the way: beyond a wall of one side nothing is breached either.
static bool pushOut(CrMove *move)
{
    HalfPlane planes[PUSH_PLANES];
    int count = 0;
    CaromVec2 u = {0.0, 0.0};
    double target = 0.5 * move->skin.touch, slack = 0.25 * move->skin.touch;
    for (int i = 0; i < PUSH_LIMIT; i++) {
        CrMoverTouch worst;
        CaromVec2 place = crAdd(move->place, u);
        if (!deepestAt(move, place, &move->place, 1.25 * move->skin.depth, &worst)) {
            if (i > 0 && !wayIsFree(move, place)) {
                return false;
            }
            move->place = place;
            return true;
        }
        if (i == 0 && crMoverIsInside(move, move->place, true)) {
            return false; // the border of a solid would keep it in
        }
        CrGap here = crObstacleGap(move->mover, &worst.obstacle, move->place);
        HalfPlane plane = {here.normal, target - here.gap};
        if (here.overlaps || count == PUSH_PLANES || crDot(plane.normal, u) >= plane.least) {
            return false;
        }
        if (here.gap < 0.0) {
            crMoverNote(move, &worst.obstacle, &here);
        }
        planes[count++] = plane;
        if (!leastTranslation(planes, count, slack, &u) || crLength(u) > 1.5 * move->near.reach) {
            return false;
        }
    }
    return false;
}

// ---- a free place nearby

double crMoverReach(const CaromMover *mover)
{
    return CAROM_MOVER_REACH * (mover->radius + mover->clearance + crMoverExtent(mover));
}

/// Places on rings about it, the nearest first.
static bool findPlace(CrMove *move)
{
    double reach = crMoverReach(move->mover);
    for (int ring = 1; ring <= RINGS; ring++) {
        for (int k = 0; k < DIRECTIONS; k++) {
            CaromRotation r = caromRotation(6.283185307179586 / DIRECTIONS * k);
            CaromVec2 to = crAddScaled(move->place, crVec(r.c, r.s), reach * ring / RINGS);
            if (wayIsFree(move, to) && crMoverIsFree(move, to, NULL)) {
                move->place = to;
                return true;
            }
        }
    }
    return false;
}

/// To a free place nearby, free of characters too; or it is crushed.
static void putAside(CrMove *move)
{
    CrNear *near = &move->near;
    bool unyielding = near->unyielding;
    near->unyielding = false;
    crNearLook(near, move->world, move->mover, move->place, crMoverReach(move->mover), near->time,
               CR_NONE);
    if (!findPlace(move)) {
        move->crushed = true;
    }
    near->unyielding = unyielding;
}

void crMoverFree(CrMove *move)
{
    pushOut(move);
    if (!crMoverIsFree(move, move->place, &move->place)) {
        putAside(move);
    }
}

// ---- following

/// By how much the speed of a body's pivot may grow within a time.
static double gainWithin(const CrBody *body, double duration)
{
    return body->accelerates ? crLength(body->acceleration) * duration : 0.0;
}

/// A bound of the speed of all points of a body's shape between two times.
static double speedOf(const CaromWorld *world, uint32_t slot, double from, double to)
{
    const CrShape *shape = &world->shapes[slot];
    const CrBody *body = &world->bodies[shape->body];
    if (crBodyIsCharacter(world, body)) {
        return 0.0;
    }
    return crLength(crBodyVelocity(body, from)) + gainWithin(body, to - from) +
           crAbs(body->spin) * crBoxFarthest(crShapeBox(shape), body->pivot);
}

/// What carries the mover as time passes: its ground, if that is of a body that moves.
static const CrBody *carrier(const CrMove *move, uint32_t *slot)
{
    const CrBody *body = crMoverGroundBody(move, slot);
    bool moves = body != NULL && body->type != CAROM_BODY_STATIC &&
                 !crBodyIsCharacter(move->world, body) && crMoverDynamicGround(move) == CR_NONE &&
                 (crLengthSquared(body->velocity) > 0.0 || body->spin != 0.0 || body->accelerates);
    return moves ? body : NULL;
}

/// A time to look ahead, and the speed at which the mover itself is carried meanwhile.
typedef struct Ahead {
    double from, to, ridden;
    uint32_t without; ///< a body that does not count
    CaromBox box;     ///< what does not come into it does not come near
} Ahead;

/// How long a shape can't come nearer than is allowed, or `most`, if that is less. The least of
/// several does not depend on their order.
static double nextLookAt(CrMove *move, const Ahead *ahead, uint32_t slot, double most)
{
    const CaromWorld *world = move->world;
    double reach = move->near.reach,
           speed = speedOf(world, slot, ahead->from, ahead->to) + ahead->ridden;
    double since = crMax(ahead->from, world->bodies[world->shapes[slot].body].anchorTime);
    if (speed == 0.0 || 0.5 * reach / speed >= most || world->shapes[slot].body == ahead->without ||
        !crBoxOverlaps(ahead->box, crMovingIndexSweptBox(world, slot, since, ahead->to)) ||
        !crNearSees(&move->near, slot)) {
        return most;
    }
    double gap = CR_NEVER;
    for (int e = 0; e < world->shapes[slot].edgeCount; e++) {
        CrObstacle o;
        crNearObstacle(&move->near, slot, e, &o);
        gap = crMin(gap, crObstacleGap(move->mover, &o, move->place).gap);
    }
    return crMin(most, crMax(0.5 * reach, 0.99 * gap) / speed);
}

/// How long nothing can come nearer than is allowed. The moving index lists shapes that may; but
/// its boxes of spinning shapes are larger than those for a part of its time, so all spinning
/// shapes are tested.
static double nextLook(CrMove *move, double from, double to, double ridden, uint32_t without)
{
    const CaromWorld *world = move->world;
    double reach = move->near.reach, most = to - from;
    Ahead ahead = {from, to, ridden, without,
                   caromBoxOfPoints(move->mover->points, move->mover->pointCount)};
    ahead.box.min = crAdd(ahead.box.min, move->place);
    ahead.box.max = crAdd(ahead.box.max, move->place);
    ahead.box = crBoxInflate(ahead.box, reach + ridden * most + reach);
    bool covered = crNearIsCovered(&move->near);
    CrMovingIndexWalk walk;
    uint32_t slot;
    crMovingIndexStart(&walk, world, crBoxInflate(ahead.box, reach)); // other roundings
    while (covered && crMovingIndexNext(&walk, &slot)) {
        most = nextLookAt(move, &ahead, slot, most);
    }
    bool all = !covered || world->movingIndex.spinners > 0;
    for (int i = 0; all && i < world->movingIndex.solids; i++) {
        slot = world->movingIndex.shapes[i];
        if (!covered || world->bodies[world->shapes[slot].body].spin != 0.0) {
            most = nextLookAt(move, &ahead, slot, most);
        }
    }
    return most;
}

static bool ride(CrMove *move, double from, double to)
{
    uint32_t slot;
    const CrBody *body = carrier(move, &slot);
    if (body == NULL) {
        return true;
    }
    CrPose first = crMoverPose(move->world, body, from);
    CrPose last = crMoverPose(move->world, body, to);
    CaromVec2 carried = crPoseToWorld(&last, crPoseToLocal(&first, move->place));
    return crMoverRideAlong(move, crSub(carried, move->place), to, slot);
}

/// The speed at which its ground carries it between two times.
static double riddenWithin(const CrMove *move, const CrBody *body, double time, double until)
{
    CaromVec2 center = crAdd(body->pivot, crBodyOffset(body, time));
    return crLength(crBodyVelocity(body, time)) + gainWithin(body, until - time) +
           crAbs(body->spin) * crLength(crSub(move->place, center));
}

typedef struct Look {
    double next; ///< [s] the time of the next one
    bool last;   ///< it has looked as often as it may, and something comes nearer than is allowed
    bool blind;  ///< and that is not, or not only, what carries it
} Look;

static Look lookAround(CrMove *move, double time, double until, uint32_t ground, int looks)
{
    uint32_t slot = ground;
    const CrBody *body = carrier(move, &slot);
    double ridden = body != NULL ? riddenWithin(move, body, time, until) : 0.0;
    move->near.time = time;
    double all = until - time, wait = nextLook(move, time, until, ridden, ground);
    Look look = {until, false, false};
    if (wait < all && looks < LOOK_LIMIT) {
        look.next = crMin(time + crMax(wait, 0x1p-40), until);
    } else if (wait < all) {
        look.last = true;
        look.blind = nextLook(move, time, until, ridden, slot) < all;
    }
    return look;
}

void crMoverFollow(CrMove *move)
{
    const CaromWorld *world = move->world;
    double time = move->mover->time, until = world->time;
    uint32_t ground = crMoverDynamicGround(move); // it has been followed already
    crMoverRideGround(move);
    move->near.unyielding = true;
    if (!(until > time) || !crMovingIndexAny(world)) {
        return;
    }
    for (int looks = 0; time < until; looks++) {
        Look look = lookAround(move, time, until, ground, looks);
        bool rode = ride(move, time, look.next);
        move->crushed = move->crushed || look.blind || (look.last && !rode);
        time = look.next;
        crNearLook(&move->near, world, move->mover, move->place, 2.0 * move->near.reach, time,
                   ground);
        if (!pushOut(move)) {
            crNearLook(&move->near, world, move->mover, move->place, crMoverReach(move->mover),
                       time, ground);
            crMoverFree(move);
        }
    }
}
