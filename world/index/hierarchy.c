// SPDX-License-Identifier: MIT
#include "hierarchy.h"

#include "../data/refuse.h"
#include "../data/rigid_edits.h"

#define FRAME_MIN 1e-12 ///< of base transforms together: lengths of the images of both unit axes
#define FRAME_MAX 1e12

// ---- parents and children

uint32_t crHierarchyNext(const CaromWorld *world, uint32_t root, uint32_t body)
{
    const CrBody *bodies = world->bodies;
    if (bodies[body].firstChild != CR_NONE) {
        return bodies[body].firstChild;
    }
    while (body != root && bodies[body].nextSibling == CR_NONE) {
        body = bodies[body].parent;
    }
    return body != root ? bodies[body].nextSibling : CR_NONE;
}

uint32_t crHierarchyRoot(const CaromWorld *world, uint32_t body)
{
    while (world->bodies[body].parent != CR_NONE) {
        body = world->bodies[body].parent;
    }
    return body;
}

bool crBodyTakesPart(const CaromWorld *world, uint32_t slot)
{
    const CrBody *body = &world->bodies[slot];
    if (body->disabled || body->character) {
        return false;
    }
    for (uint32_t b = body->parent; b != CR_NONE; b = world->bodies[b].parent) {
        if (world->bodies[b].type == CAROM_BODY_DYNAMIC) {
            return false;
        }
    }
    return true;
}

CrHierarchyWalk crHierarchyShapes(const CaromWorld *world, uint32_t root)
{
    CrHierarchyWalk walk = {world, root, root, world->bodies[root].firstShape};
    return walk;
}

bool crHierarchyNextShape(CrHierarchyWalk *walk, uint32_t *shape)
{
    while (walk->shape == CR_NONE) {
        walk->body = crHierarchyNext(walk->world, walk->root, walk->body);
        if (walk->body == CR_NONE) {
            walk->body = walk->root; // called again, it starts from the beginning
            return false;
        }
        walk->shape = walk->world->bodies[walk->body].firstShape;
    }
    *shape = walk->shape;
    walk->shape = walk->world->shapes[*shape].next;
    return true;
}

/// Of a parent the child after which a body comes in order of slots, or CR_NONE. Sought from the
/// first child up and from the body's slot down, in turn: n children of one parent take n log n in
/// any order, and no call more than the bodies between both.
static uint32_t siblingBefore(const CaromWorld *world, uint32_t body, uint32_t parent)
{
    const CrBody *bodies = world->bodies;
    uint32_t before = CR_NONE, next = bodies[parent].firstChild;
    for (uint32_t slot = body; next != CR_NONE && next < body;) {
        if (bodies[--slot].parent == parent) {
            return slot;
        }
        before = next;
        next = bodies[next].nextSibling;
    }
    return before;
}

void crHierarchyLink(CaromWorld *world, uint32_t body, uint32_t parent)
{
    CR_ASSERT(parent != body);
    CrBody *bodies = world->bodies;
    bodies[body].parent = parent;
    bodies[body].nextSibling = bodies[body].previousSibling = CR_NONE;
    if (parent != CR_NONE) {
        uint32_t before = siblingBefore(world, body, parent);
        uint32_t *link =
            before != CR_NONE ? &bodies[before].nextSibling : &bodies[parent].firstChild;
        bodies[body].nextSibling = *link;
        bodies[body].previousSibling = before;
        if (*link != CR_NONE) {
            bodies[*link].previousSibling = body;
        }
        *link = body;
    }
}

void crHierarchyUnlink(CaromWorld *world, uint32_t body)
{
    CrBody *bodies = world->bodies;
    uint32_t parent = bodies[body].parent, next = bodies[body].nextSibling,
             before = bodies[body].previousSibling;
    if (parent != CR_NONE) {
        *(before != CR_NONE ? &bodies[before].nextSibling : &bodies[parent].firstChild) = next;
        if (next != CR_NONE) {
            bodies[next].previousSibling = before;
        }
    }
    bodies[body].parent = bodies[body].nextSibling = bodies[body].previousSibling = CR_NONE;
}

bool crHierarchyHolds(const CaromWorld *world, uint32_t root, uint32_t body)
{
    while (body != CR_NONE && body != root) {
        body = world->bodies[body].parent;
    }
    return body == root;
}

// ---- what can be

/// Of all base transforms together.
static CaromError checkFrame(const CaromWorld *world, uint32_t body)
{
    double x = crLength(crFrameVector(world, body, crVec(1.0, 0.0)));
    double y = crLength(crFrameVector(world, body, crVec(0.0, 1.0)));
    bool ok = x >= FRAME_MIN && x <= FRAME_MAX && y >= FRAME_MIN && y <= FRAME_MAX;
    return ok ? crCheckVec(crFramePoint(world, body, crVec(0.0, 0.0))) : CAROM_ERROR_OUT_OF_RANGE;
}

static CaromError checkMotion(const CaromWorld *world, const CrBody *body)
{
    const CrMotion *own = &body->own;
    bool turns = own->spin != 0.0 || own->turn != 0.0;
    bool moves = own->spin != 0.0 || own->velocity.x != 0.0 || own->velocity.y != 0.0;
    for (uint32_t b = body->parent; b != CR_NONE; b = world->bodies[b].parent) {
        CaromVec2 scale = world->bodies[b].transform.scale;
        const CrBody *above = &world->bodies[b];
        bool mayTurn = above->own.spin != 0.0 || above->type == CAROM_BODY_DYNAMIC;
        if ((moves && mayTurn) || (turns && crAbs(scale.x) != crAbs(scale.y))) {
            return CAROM_ERROR_MOTION;
        }
    }
    return crCheckVec(crFrameVector(world, body->parent, own->velocity));
}

static CaromError checkOne(const CaromWorld *world, uint32_t slot)
{
    const CrBody *body = &world->bodies[slot];
    if (body->parent == CR_NONE) {
        return CAROM_OK; // everything is checked by the public calls
    }
    if (body->type == CAROM_BODY_DYNAMIC) {
        return CAROM_ERROR_DYNAMIC;
    }
    if (crFrameDepth(world, slot) > CR_DEPTH_LIMIT) {
        return CAROM_ERROR_DEPTH;
    }
    if (body->type == CAROM_BODY_STATIC && world->bodies[body->parent].type != CAROM_BODY_STATIC) {
        return CAROM_ERROR_STATIC;
    }
    CaromError error = checkFrame(world, slot);
    return error != CAROM_OK ? error : checkMotion(world, body);
}

CaromError crHierarchyCheck(const CaromWorld *world, uint32_t root)
{
    CaromError error = CAROM_OK;
    for (uint32_t b = root; b != CR_NONE && error == CAROM_OK;
         b = crHierarchyNext(world, root, b)) {
        error = checkOne(world, b);
    }
    return error;
}

// ---- motions

/// Its own motion from a time on, as it goes on by itself.
static CrMotion anchored(CrMotion own, double time)
{
    own.drift = crMotionDrift(&own, time);
    own.velocity = crMotionVelocity(&own, time);
    own.turn = crMotionTurn(&own, time);
    own.time = time;
    return own;
}

void crHierarchyAnchor(const CaromWorld *world, uint32_t slot, double time)
{
    CrBody *body = &world->bodies[slot];
    CrMotion now = anchored(crBodyOwn(body), time);
    if (body->disabled) { // which keeps what it will go on with
        now.velocity = body->own.velocity;
        now.acceleration = body->own.acceleration;
        now.spin = body->own.spin;
    }
    body->own = now;
}

static void setAcceleration(CrBody *body, CaromVec2 acceleration)
{
    body->acceleration = acceleration;
    body->accelerates = crIsPulled(acceleration);
}

static void ride(CrBody *body, const CrBody *parent)
{
    body->pivot = parent->pivot;
    body->drift = parent->drift;
    body->velocity = parent->velocity;
    setAcceleration(body, parent->acceleration);
    body->turn = parent->turn;
    body->spin = parent->spin;
    body->anchorTime = parent->anchorTime;
}

/// The body's own motion takes x to R(φ)(x − c) + c + δ, where it is baked around c; its parent's
/// pose takes that to R(θ)(… − p) + p + d. Both together are R(θ + φ)(x − q) + q + e with any pivot
/// q, if neither turns; with q = c if the parent doesn't; else with the q that the parent's turning
/// leaves where it is: q = c − R(−φ)(c + δ − p).
static void carry(CrBody *body, const CrBody *parent, CaromVec2 center, const CrMotion *own)
{
    double time = body->anchorTime, turn = crBodyTurn(parent, time);
    CaromVec2 pivot = parent->pivot, offset = crBodyOffset(parent, time);
    CaromVec2 arm = crSub(crAdd(center, own->drift), pivot);
    CaromRotation turned = caromRotation(turn);
    body->turn = turn + own->turn;
    body->spin = parent->spin + own->spin; // one of both is 0
    body->velocity = crAdd(crBodyVelocity(parent, time), crRotate(turned, own->velocity));
    setAcceleration(body, crAdd(parent->acceleration, crRotate(turned, own->acceleration)));
    if (parent->spin != 0.0) {
        CaromVec2 back = crRotateBack(caromRotation(own->turn), arm);
        body->pivot = own->turn == 0.0 ? crSub(pivot, own->drift) : crSub(center, back);
        body->drift = crSub(crAdd(pivot, offset), body->pivot);
        return;
    }
    body->pivot = center;
    body->drift = turn == 0.0 ? crAdd(offset, own->drift)
                              : crSub(crAdd(crAdd(crRotate(turned, arm), pivot), offset), center);
}

/// With the same pivot, or unturned, it goes on from where its pose had brought it.
static void keepPlace(const CrBody *before, CrBody *body)
{
    double turn = crBodyTurn(before, body->anchorTime);
    if (crEqual(before->pivot, body->pivot) || turn == 0.0) {
        body->drift = crBodyOffset(before, body->anchorTime);
        body->turn = turn;
    }
}

static CaromVec2 placed(const CaromTransform *t, CaromVec2 p);

/// What a body without a parent turns about, where it is baked: its position, or its centre of
/// mass.
static CaromVec2 pivotOf(const CaromWorld *world, const CrBody *body)
{
    return body->type == CAROM_BODY_DYNAMIC
               ? placed(&body->transform, world->rigids.all[body->rigid].center)
               : body->transform.position;
}

/// Whether a body only goes along with its parent.
static bool isStill(const CrMotion *own)
{
    return own->turn == 0.0 && own->spin == 0.0 && crEqual(own->drift, crVec(0.0, 0.0)) &&
           crEqual(own->velocity, crVec(0.0, 0.0)) && !crIsPulled(own->acceleration);
}

static CrBody composed(const CaromWorld *world, uint32_t slot, double time, bool stays)
{
    CrBody body = world->bodies[slot];
    body.anchorTime = time;
    CrMotion own = anchored(crBodyOwn(&body), time);
    if (body.parent == CR_NONE) {
        body.pivot = pivotOf(world, &body);
        body.drift = own.drift;
        body.velocity = own.velocity;
        setAcceleration(&body, own.acceleration);
        body.turn = own.turn;
        body.spin = own.spin;
        return body;
    }
    const CrBody *parent = &world->bodies[body.parent];
    if (isStill(&own) && parent->type != CAROM_BODY_STATIC) {
        ride(&body, parent);
        return body;
    }
    double sense = crFrameMirrors(world, body.parent) ? -1.0 : 1.0;
    own.drift = crFrameVector(world, body.parent, own.drift);
    own.velocity = crFrameVector(world, body.parent, own.velocity);
    own.acceleration = crFrameVector(world, body.parent, own.acceleration);
    own.turn *= sense;
    own.spin *= sense;
    carry(&body, parent, crFramePoint(world, slot, crVec(0.0, 0.0)), &own);
    if (stays) {
        keepPlace(&world->bodies[slot], &body);
    }
    return body;
}

void crHierarchyCompose(CaromWorld *world, uint32_t root, double time, bool stays)
{
    world->movingIndex.motions++;
    for (uint32_t b = root; b != CR_NONE; b = crHierarchyNext(world, root, b)) {
        CrBody body = composed(world, b, time, stays);
        if (!crEqual(body.pivot, world->bodies[b].pivot)) {
            crRigidNoteShapes(world, b);
        }
        world->movingIndex.spinners += crBodyTurns(&body) - crBodyTurns(&world->bodies[b]);
        world->bodies[b] = body;
    }
}

// ---- for readers

static bool sameMotion(const CrBody *a, const CrBody *b)
{
    return crEqual(a->pivot, b->pivot) && crEqual(a->drift, b->drift) &&
           crEqual(a->velocity, b->velocity) && crEqual(a->acceleration, b->acceleration) &&
           a->turn == b->turn && a->spin == b->spin && a->anchorTime == b->anchorTime;
}

bool crHierarchyMotionHolds(const CaromWorld *world, uint32_t slot)
{
    const CrBody *body = &world->bodies[slot];
    CrMotion own = crBodyOwn(body);
    if (body->parent == CR_NONE) {
        return crEqual(body->pivot, pivotOf(world, body)) && crEqual(body->drift, own.drift) &&
               crEqual(body->velocity, own.velocity) && body->turn == own.turn &&
               body->spin == own.spin && crEqual(body->acceleration, own.acceleration);
    }
    const CrBody *parent = &world->bodies[body->parent];
    bool rides = parent->type != CAROM_BODY_STATIC && isStill(&own);
    return !rides || sameMotion(body, parent);
}

// SPDX-License-Identifier: MIT

/// As caromTransformPoint does it, operation by operation.
static CaromVec2 placed(const CaromTransform *t, CaromVec2 p)
{
    return crAdd(crRotate(t->rotation, crVec(p.x * t->scale.x, p.y * t->scale.y)), t->position);
}

CaromVec2 crFramePoint(const CaromWorld *world, uint32_t body, CaromVec2 local)
{
    for (; body != CR_NONE; body = world->bodies[body].parent) {
        local = placed(&world->bodies[body].transform, local);
    }
    return local;
}

void crFramePoints(const CaromWorld *world, uint32_t body, const CaromVec2 *local, int count,
                   CaromVec2 *baked)
{
    const CaromTransform *t = &world->bodies[body].transform;
    uint32_t parent = world->bodies[body].parent;
    for (int i = 0; i < count; i++) {
        baked[i] = placed(t, local[i]);
    }
    for (int i = 0; i < count && parent != CR_NONE; i++) {
        baked[i] = crFramePoint(world, parent, baked[i]);
    }
}

CaromVec2 crFrameVector(const CaromWorld *world, uint32_t body, CaromVec2 local)
{
    for (; body != CR_NONE; body = world->bodies[body].parent) {
        local = caromTransformVector(world->bodies[body].transform, local);
    }
    return local;
}

CaromVec2 crFrameLocal(const CaromWorld *world, uint32_t body, CaromVec2 baked)
{
    uint32_t line[CR_DEPTH_LIMIT];
    int depth = 0;
    for (; body != CR_NONE; body = world->bodies[body].parent) {
        line[depth++] = body;
    }
    while (depth > 0) {
        baked = caromTransformPointInverse(world->bodies[line[--depth]].transform, baked);
    }
    return baked;
}

double crFrameRadius(const CaromWorld *world, uint32_t body, double radius)
{
    CR_ASSERT(radius >= 0.0);
    if (body != CR_NONE && world->bodies[body].parent == CR_NONE) {
        return caromTransformRadius(world->bodies[body].transform, radius);
    }
    CaromVec2 x = crVec(1.0, 0.0);
    bool equal = true; // above the body
    double scaled = radius;
    for (uint32_t b = body; b != CR_NONE; b = world->bodies[b].parent) {
        CaromTransform transform = world->bodies[b].transform;
        equal &= b == body || crAbs(transform.scale.x) == crAbs(transform.scale.y);
        scaled = caromTransformRadius(transform, scaled);
        x = caromTransformVector(transform, x);
    }
    return equal ? scaled : radius * crLength(x);
}

bool crFrameMirrors(const CaromWorld *world, uint32_t body)
{
    bool mirrors = false;
    for (; body != CR_NONE; body = world->bodies[body].parent) {
        CaromVec2 scale = world->bodies[body].transform.scale;
        mirrors ^= (scale.x < 0.0) != (scale.y < 0.0);
    }
    return mirrors;
}

int crFrameDepth(const CaromWorld *world, uint32_t body)
{
    int depth = 0;
    for (; body != CR_NONE; body = world->bodies[body].parent) {
        depth++;
    }
    return depth;
}
