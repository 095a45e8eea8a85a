// SPDX-License-Identifier: MIT
#include "dynamics.h"
#include "rigid_contact.h"
#include "rigid_awake.h"
#include "rigid_outline.h"
#include "rigid_pairs.h"

#include "../shapes/array.h"
#include "../shapes/inline.h"

#include <math.h>
#include <string.h>

#define MAX_SPEED 1e6
#define SLEEP_SPEED (-1.0f) ///< never
#define TAME_SPEED 1e5      ///< [m/s]
#define TAME_SPIN 1e3       ///< [rad/s]

static bool reserveBodies(CrDynamics *d, int count)
{
    CrRigidBodies *b = &d->bodies;
    if (count <= crArrayCapacity(b->free)) {
        return true;
    }
    int more = count + count / 2;
    return crArrayReserve(b->pose, more, &d->allocator) &&
           crArrayReserve(b->velocity, more, &d->allocator) &&
           crArrayReserve(b->force, more, &d->allocator) &&
           crArrayReserve(b->traits, more, &d->allocator) &&
           crArrayReserve(b->path, more, &d->allocator) &&
           crArrayReserve(b->moving, more, &d->allocator) &&
           crArrayReserve(b->changed, more, &d->allocator) &&
           crArrayReserve(b->roused, more, &d->allocator) &&
           crArrayReserve(b->spare, more, &d->allocator) &&
           crArrayReserve(d->slept, more, &d->allocator) &&
           crArrayReserve(d->woken, more, &d->allocator) &&
           crArrayReserve(d->island, more, &d->allocator) &&
           crArrayReserve(d->mark, more, &d->allocator) &&
           crArrayReserve(d->rows, more, &d->allocator) &&
           crArrayReserve(d->kicks, more, &d->allocator) &&
           crArrayReserve(d->solved, more, &d->allocator) &&
           crArrayReserve(d->broken, more, &d->allocator) &&
           crArrayReserve(b->free, more, &d->allocator); // last: it tells that all have room
}

static void setCount(CrDynamics *d, int count)
{
    CrRigidBodies *b = &d->bodies;
    crArraySetCount(b->pose, count);
    crArraySetCount(b->velocity, count);
    crArraySetCount(b->force, count);
    crArraySetCount(b->traits, count);
    crArraySetCount(b->path, count);
    crArraySetCount(d->rows, count);
    crArraySetCount(d->kicks, count);
    crArraySetCount(d->mark, count);
}

static void clearBody(CrDynamics *d, int i)
{
    CrRigidBodies *b = &d->bodies;
    static const CrRigidPose atOrigin = {0.0, 0.0, 0.0, 1.0, 0.0};
    static const CrSolverRow atRest = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f};
    b->pose[i] = atOrigin;
    d->rows[i] = atRest;
    memset(&b->velocity[i], 0, sizeof b->velocity[i]);
    memset(&b->force[i], 0, sizeof b->force[i]);
    memset(&d->kicks[i], 0, sizeof d->kicks[i]);
    crIslandForget(d, i);
    uint8_t listed = b->traits[i].listed;
    memset(&b->traits[i], 0, sizeof b->traits[i]);
    b->traits[i].listed = listed;
    memset(&b->path[i], 0, sizeof b->path[i]);
    d->mark[i] = 0;
    b->traits[i].firstContact = -1;
    b->traits[i].gravityScale = 1.0;
    b->traits[i].maxSpeed = MAX_SPEED;
    b->traits[i].sleepSpeed = SLEEP_SPEED;
    crMovingChanged(d, i);
}

CaromError crDynamicsAddBody(CrDynamics *d, CrRigidType type, CaromVec2 center, double angle,
                             int *body)
{
    CrRigidBodies *b = &d->bodies;
    int count = crArrayCount(b->pose);
    if (!reserveBodies(d, count + 2)) {
        return CAROM_ERROR_MEMORY;
    }
    if (count == 0) {
        setCount(d, ++count);
        d->bodies.traits[0].listed = 0;
        clearBody(d, 0);
    }
    int i = crArrayCount(b->free) > 0 ? crArrayPop(b->free) : count;
    if (i == count) {
        setCount(d, count + 1);
        b->traits[i].listed = 0;
    }
    clearBody(d, i);
    CaromRotation rotation = caromRotation(angle);
    CrRigidPose pose = {center.x, center.y, angle, rotation.c, rotation.s};
    b->pose[i] = pose;
    b->traits[i].type = (uint8_t)type;
    b->traits[i].flags = CR_RIGID_USED;
    *body = i;
    return CAROM_OK;
}

/// Room for all that a body's shapes do when they are made, paired again or removed.
static bool reserveChange(CrDynamics *d)
{
    int shapes = crArrayCount(d->shapes.shape) + 1;
    return crRigidContactsReserve(d, 0) &&
           (shapes <= crArrayCapacity(d->pairs.pending) ||
            crArrayReserve(d->pairs.pending, shapes + shapes / 2, &d->allocator));
}

static void dropPending(CrDynamics *d, int shape)
{
    if (!d->shapes.shape[shape].isPending) {
        return;
    }
    int32_t *pending = d->pairs.pending;
    for (int i = 0; i < crArrayCount(pending); i++) {
        if (pending[i] == shape) {
            crArrayRemoveSwap(pending, i);
            d->shapes.shape[shape].isPending = false;
            return;
        }
    }
}

static void detachShapes(CrDynamics *d, int body)
{
    crRigidContactsDestroyOf(d, body, 0);
    for (int s = d->bodies.traits[body].firstShape; s; s = d->shapes.shape[s].next) {
        crPairsDropBox(d, s);
        dropPending(d, s);
    }
}

/// A disabled body is paired when it is enabled.
static void pairShapes(CrDynamics *d, int body)
{
    if (d->bodies.traits[body].flags & CR_RIGID_DISABLED) {
        return;
    }
    for (int s = d->bodies.traits[body].firstShape; s; s = d->shapes.shape[s].next) {
        crPairsRenew(d, s);
    }
}

static void freeShape(CrDynamics *d, int shape)
{
    CrRigidShape *s = &d->shapes.shape[shape];
    dropPending(d, shape);
    crPairsDropBox(d, shape);
    crOutlineGive(&d->shapes.outlines, s);
    memset(s, 0, sizeof *s);
    crArrayPush(d->shapes.free, shape);
}

CaromError crDynamicsRemoveBody(CrDynamics *d, int body)
{
    if (!reserveChange(d)) {
        return CAROM_ERROR_MEMORY;
    }
    detachShapes(d, body);
    for (int s = d->bodies.traits[body].firstShape; s;) {
        int next = d->shapes.shape[s].next;
        freeShape(d, s);
        s = next;
    }
    clearBody(d, body);
    crArrayPush(d->bodies.free, body);
    return CAROM_OK;
}

CaromError crDynamicsSetType(CrDynamics *d, int body, CrRigidType type)
{
    if (!reserveChange(d)) {
        return CAROM_ERROR_MEMORY;
    }
    static const CrSolverRow atRest = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f};
    detachShapes(d, body);
    crIslandForget(d, body);
    d->bodies.traits[body].flags &= (uint8_t)~CR_RIGID_ASLEEP;
    d->bodies.traits[body].type = (uint8_t)type;
    d->rows[body] = atRest;
    crMovingChanged(d, body);
    pairShapes(d, body);
    return CAROM_OK;
}

CaromError crDynamicsSetEnabled(CrDynamics *d, int body, bool enabled)
{
    CrRigidTraits *traits = &d->bodies.traits[body];
    if (enabled == !(traits->flags & CR_RIGID_DISABLED)) {
        return CAROM_OK;
    }
    if (!reserveChange(d)) {
        return CAROM_ERROR_MEMORY;
    }
    static const CrSolverRow atRest = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f};
    detachShapes(d, body);
    traits->flags ^= CR_RIGID_DISABLED;
    d->rows[body] = atRest;
    crMovingChanged(d, body);
    if (enabled) {
        pairShapes(d, body);
    }
    return CAROM_OK;
}

/// How far a shape reaches from the body's center, and half of its least width.
static void measure(CrRigidShape *s)
{
    const CrContactShape *c = &s->shape;
    double far = 0.0, width = 1e30;
    for (int i = 0; i < c->count; i++) {
        double x = (double)c->x[i], y = (double)c->y[i], across = 0.0;
        far = crMax(far, x * x + y * y);
        for (int j = 0; j < c->count; j++) {
            double dx = (double)c->x[j] - x, dy = (double)c->y[j] - y;
            across = crMax(across, -(dx * (double)c->nx[i] + dy * (double)c->ny[i]));
        }
        width = crMin(width, across);
    }
    s->extent = (float)(sqrt(far) + (double)c->radius) * (1.0f + 0x1p-20f);
    s->width = (float)(0.5 * width) + c->radius;
}

static bool isRound(const CrRigidShape *shape)
{
    return shape->shape.count == 1 && shape->shape.x[0] == 0.0f && shape->shape.y[0] == 0.0f;
}

/// Whether turning the body moves nothing.
static void setRound(CrDynamics *d, int body, bool round)
{
    CrRigidTraits *traits = &d->bodies.traits[body];
    CrRigidPose *pose = &d->bodies.pose[body];
    CaromRotation rotation = caromRotation(round ? 0.0 : pose->angle);
    pose->c = rotation.c;
    pose->s = rotation.s;
    traits->flags =
        (uint8_t)(round ? traits->flags | CR_RIGID_ROUND : traits->flags & ~CR_RIGID_ROUND);
}

void crDynamicsMeasure(CrDynamics *d, int body)
{
    CrRigidTraits *traits = &d->bodies.traits[body];
    bool round = traits->firstShape != 0;
    traits->extent = 0.0f;
    for (int s = traits->firstShape; s; s = d->shapes.shape[s].next) {
        const CrRigidShape *shape = &d->shapes.shape[s];
        traits->extent = shape->extent > traits->extent ? shape->extent : traits->extent;
        round = round && isRound(shape);
    }
    setRound(d, body, round);
}

/// As crDynamicsMeasure, after one shape more.
static void measureMore(CrDynamics *d, int body, const CrRigidShape *shape)
{
    CrRigidTraits *traits = &d->bodies.traits[body];
    bool round = traits->firstShape == 0 || (traits->flags & CR_RIGID_ROUND);
    traits->extent = shape->extent > traits->extent ? shape->extent : traits->extent;
    setRound(d, body, round && isRound(shape));
}

static void setShape(CrDynamics *d, CrRigidShape *shape, const CrRigidShapeDef *def)
{
    crOutlineTake(&d->shapes.outlines, &def->shape, shape);
    shape->friction = def->friction;
    shape->restitution = def->restitution;
    shape->rollingResistance = def->rollingResistance;
    shape->tangentSpeed = def->tangentSpeed;
    shape->reportsHits = def->reportsHits;
    measure(shape);
}

CaromError crDynamicsSetShape(CrDynamics *d, int shape, const CrRigidShapeDef *def)
{
    if (!crOutlineReserve(d, def->shape.count, def->shape.seams != NULL)) {
        return CAROM_ERROR_MEMORY;
    }
    setShape(d, &d->shapes.shape[shape], def);
    return CAROM_OK;
}

static bool reserveShapes(CrDynamics *d, int count)
{
    if (count <= crArrayCapacity(d->shapes.free)) {
        return true;
    }
    int more = count + count / 2;
    return crArrayReserve(d->shapes.shape, more, &d->allocator) &&
           crArrayReserve(d->shapes.fat, more, &d->allocator) &&
           crArrayReserve(d->pairs.moved, more, &d->allocator) &&
           crArrayReserve(d->pairs.next, more, &d->allocator) &&
           crArrayReserve(d->pairs.isMoved, more, &d->allocator) &&
           crArrayReserve(d->pairs.inGrid, more, &d->allocator) &&
           crArrayReserve(d->shapes.free, more, &d->allocator);
}

static void setShapeCount(CrDynamics *d, int from, int count)
{
    crArraySetCount(d->shapes.shape, count);
    crArraySetCount(d->shapes.fat, count);
    crArraySetCount(d->pairs.isMoved, count);
    for (int i = from; i < count; i++) {
        memset(&d->shapes.shape[i], 0, sizeof d->shapes.shape[i]);
        d->shapes.fat[i] = crFatBoxNone();
        d->pairs.isMoved[i] = 0;
    }
}

CaromError crDynamicsAddShape(CrDynamics *d, int body, const CrRigidShapeDef *def, int *shape)
{
    int count = crArrayCount(d->shapes.shape);
    if (!reserveShapes(d, count + 2) || !reserveChange(d) ||
        !crOutlineReserve(d, def->shape.count, def->shape.seams != NULL)) {
        return CAROM_ERROR_MEMORY;
    }
    if (count == 0) {
        setShapeCount(d, 0, ++count);
    }
    int i = crArrayCount(d->shapes.free) > 0 ? crArrayPop(d->shapes.free) : count;
    if (i == count) {
        setShapeCount(d, count, count + 1);
    }
    CrRigidTraits *traits = &d->bodies.traits[body];
    CrRigidShape made = {0};
    setShape(d, &made, def);
    made.body = body;
    made.next = traits->firstShape;
    d->shapes.shape[i] = made;
    measureMore(d, body, &made);
    traits->firstShape = i;
    if (!(traits->flags & CR_RIGID_DISABLED)) {
        crPairsRenew(d, i);
    }
    *shape = i;
    return CAROM_OK;
}

void crDynamicsBlankBodies(CrDynamics *d, int count)
{
    crPairsTurnIdle(d);
    setCount(d, count);
    for (int i = 0; i < count; i++) {
        d->bodies.traits[i].listed = 0;
        clearBody(d, i);
    }
}

void crDynamicsBlankShapes(CrDynamics *d, int count)
{
    setShapeCount(d, 0, count);
    crPairsTurnStill(d);
}

bool crDynamicsReserve(CrDynamics *d, int bodies, int shapes)
{
    return reserveBodies(d, bodies) && reserveShapes(d, shapes) &&
           crArrayReserve(d->pairs.pending, shapes, &d->allocator);
}

CaromError crDynamicsRemoveShape(CrDynamics *d, int shape)
{
    if (!reserveChange(d)) {
        return CAROM_ERROR_MEMORY;
    }
    int body = d->shapes.shape[shape].body;
    crRigidContactsDestroyOf(d, body, shape);
    int32_t *at = &d->bodies.traits[body].firstShape;
    while (*at != shape) {
        at = &d->shapes.shape[*at].next;
    }
    *at = d->shapes.shape[shape].next;
    freeShape(d, shape);
    crDynamicsMeasure(d, body);
    return CAROM_OK;
}

CaromError crDynamicsReserveEdges(CrDynamics *d, int edges)
{
    int shapes = crArrayCount(d->shapes.shape) + edges + 2;
    bool ok = reserveShapes(d, shapes) && reserveChange(d) &&
              (shapes <= crArrayCapacity(d->pairs.pending) ||
               crArrayReserve(d->pairs.pending, shapes + shapes / 2, &d->allocator)) &&
              crOutlineReserveMany(d, edges, 2, true);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

void crDynamicsDropShapes(CrDynamics *d, int body, const int32_t *shapes, int count)
{
    for (int k = 0; k < count; k++) {
        d->pairs.isMoved[shapes[k]] = 1; // all 0 between calls
    }
    for (int at = d->bodies.traits[body].firstContact; at >= 0;) {
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        int next = contact->next[at & 1];
        if (d->pairs.isMoved[at & 1 ? contact->shapeB : contact->shapeA]) {
            crRigidContactDestroy(d, at >> 1);
        }
        at = next;
    }
    for (int k = 0; k < count; k++) {
        d->pairs.isMoved[shapes[k]] = 0;
        freeShape(d, shapes[k]);
    }
}

CaromError crDynamicsRefreshShape(CrDynamics *d, int shape)
{
    if (!reserveChange(d)) {
        return CAROM_ERROR_MEMORY;
    }
    crRigidContactsDestroyOf(d, d->shapes.shape[shape].body, shape);
    if (!(d->bodies.traits[d->shapes.shape[shape].body].flags & CR_RIGID_DISABLED)) {
        crPairsRenew(d, shape);
    }
    return CAROM_OK;
}

/// [N·s] All that the last solve left in a lane.
static double impulseIn(const CrLanes *lanes, int i, int l)
{
    const CrLaneBlock *block = &lanes->block[i];
    return crAbs((double)block->point[0].l[l]) + crAbs((double)block->point[1].l[l]) +
           crAbs((double)block->lt[l]) + crAbs((double)lanes->extra[i].lr[l]);
}

/// Impulses that lanes begin with fit the mass that a body had. What they make of it now may be out
/// of range, or it surely is not.
static bool staysTame(const CrRigidTraits *traits, double impulse)
{
    return impulse * traits->inverseMass <= TAME_SPEED &&
           impulse * ((double)traits->extent + 1.0) * traits->inverseInertia <= TAME_SPIN;
}

void crDynamicsMassChanged(CrDynamics *d, int body)
{
    double impulse = 0.0;
    for (int at = d->bodies.traits[body].firstContact; at >= 0;) {
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        if (contact->colour >= 0) {
            int i = contact->place / CR_BLOCK, l = contact->place % CR_BLOCK;
            d->contacts.lanes.base[i].reach[l] = -1.0f;
            impulse += impulseIn(&d->contacts.lanes, i, l);
        }
        at = contact->next[at & 1];
    }
    d->strongest = staysTame(&d->bodies.traits[body], impulse) ? d->strongest : INFINITY;
}

void crDynamicsTeleport(CrDynamics *d, int body)
{
    crDynamicsMassChanged(d, body);
    d->bodies.traits[body].fatX = 1e300; // far from anywhere: new boxes
}
