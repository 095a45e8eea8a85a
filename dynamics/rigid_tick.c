// SPDX-License-Identifier: MIT
// One tick: manifolds, colours, substeps, poses at its end. Velocities are floats between the
// gathering and the scattering of rows; poses are doubles, to which a tick adds its motion.
//
// Bodies that touch nothing do not enter the solver: they follow the parabola of constant
// acceleration exactly.
#include "dynamics.h"
#include "rigid_contact.h"
#include "rigid_awake.h"
#include "rigid_energy.h"
#include "rigid_island.h"
#include "rigid_narrow.h"
#include "rigid_pairs.h"
#include "rigid_range.h"
#include "rigid_wake.h"
#include "solver_loops.h"

#include "../shapes/array.h"
#include "../shapes/bits.h"
#include "../shapes/exp.h"
#include "../shapes/inline.h"

#define PI 3.14159265358979323846

/// Ends that the last tick reported are dropped; those of bodies removed since then stay.
static void dropEnded(CrDynamics *d)
{
    int kept = 0;
    for (int i = d->endedSeen; i < crArrayCount(d->ended); i++) {
        d->ended[kept++] = d->ended[i];
    }
    crArraySetCount(d->ended, kept);
    d->endedSeen = 0;
}

CaromError crDynamicsFindPairs(CrDynamics *d, double interval)
{
    CaromError error = crDynamicsWakeRoused(d);
    if (error) {
        return error;
    }
    if (crRangeListUnsound(d)) {
        return CAROM_ERROR_NOT_FINITE;
    }
    error = crPairsFind(d, interval);
    if (!error) {
        dropEnded(d);
    }
    return error;
}

void crDynamicsRefuseContact(CrDynamics *d, int contact)
{
    crRigidContactDestroy(d, contact);
}

void crDynamicsSetContactEnabled(CrDynamics *d, int contact, bool enabled)
{
    CrRigidContact *c = &d->contacts.contact[contact];
    if (c->flags & CR_RIGID_CONTACT_TOUCHES) {
        crIslandRouse(d, c->bodyA);
        crIslandRouse(d, c->bodyB);
    }
    crRigidContactRelease(d, contact);
    c->flags = (uint8_t)(enabled ? c->flags & ~CR_RIGID_CONTACT_DISABLED
                                 : c->flags | CR_RIGID_CONTACT_DISABLED);
}

/// Damping and the greatest speed act once a tick.
static void damp(CrRigidVelocity *v, const CrRigidTraits *t, double interval)
{
    if (t->linearDamping > 0.0) {
        double kept = crExp(-t->linearDamping * interval);
        v->x *= kept;
        v->y *= kept;
    }
    if (t->angularDamping > 0.0) {
        v->spin *= crExp(-t->angularDamping * interval);
    }
    double square = v->x * v->x + v->y * v->y;
    if (square > t->maxSpeed * t->maxSpeed) {
        double scale = t->maxSpeed / sqrt(square);
        v->x *= scale;
        v->y *= scale;
    }
    v->x = t->flags & CR_RIGID_LOCK_X ? 0.0 : v->x;
    v->y = t->flags & CR_RIGID_LOCK_Y ? 0.0 : v->y;
    v->spin = t->flags & CR_RIGID_LOCK_SPIN ? 0.0 : v->spin;
}

static double spinUpOf(const CrDynamics *d, int i)
{
    const CrRigidTraits *t = &d->bodies.traits[i];
    return t->flags & CR_RIGID_LOCK_SPIN ? 0.0 : d->bodies.force[i].torque * t->inverseInertia;
}

static void turnTo(CrRigidPose *pose, const CrRigidTraits *traits)
{
    if (!(traits->flags & CR_RIGID_ROUND)) {
        CaromRotation rotation = caromRotation(pose->angle);
        pose->c = rotation.c;
        pose->s = rotation.s;
    }
}

/// A body without contacts, from here to the end of the tick.
static void flyFree(CrDynamics *d, int i, double interval)
{
    CrRigidPose *p = &d->bodies.pose[i];
    CrRigidVelocity *v = &d->bodies.velocity[i];
    CaromVec2 a = {0.0, 0.0};
    if (d->bodies.traits[i].type == CR_RIGID_DYNAMIC) {
        damp(v, &d->bodies.traits[i], interval);
        v->spin += spinUpOf(d, i) * interval;
        a = crRigidPull(d, i);
    }
    CrRigidPath path = {p->x, p->y, p->angle, v->x, v->y, v->spin, a.x, a.y};
    d->bodies.path[i] = path;
    p->x += (v->x + 0.5 * a.x * interval) * interval;
    p->y += (v->y + 0.5 * a.y * interval) * interval;
    p->angle += v->spin * interval;
    v->x += a.x * interval;
    v->y += a.y * interval;
    turnTo(p, &d->bodies.traits[i]);
}

static void gatherKick(CrDynamics *d, int i, double h)
{
    const CrRigidTraits *t = &d->bodies.traits[i];
    const CrSolverRow *row = &d->rows[i];
    CaromVec2 a = {0.0, 0.0};
    double spinUp = 0.0;
    if (t->type == CR_RIGID_DYNAMIC) {
        a = crRigidPull(d, i);
        spinUp = spinUpOf(d, i);
    }
    CrSolverKick kick = {(float)(a.x * h),
                         (float)(a.y * h),
                         (float)(spinUp * h),
                         0.0f,
                         row->vx,
                         row->vy,
                         row->w,
                         t->flags & CR_RIGID_ROUND ? 0.0f : 1.0f};
    d->kicks[i] = kick;
}

static void gather(CrDynamics *d, double interval, double h)
{
    crArraySetCount(d->solved, 0);
    for (int n = 0; n < crArrayCount(d->bodies.moving); n++) {
        int i = d->bodies.moving[n];
        const CrRigidTraits *t = &d->bodies.traits[i];
        if (t->held == 0) {
            continue;
        }
        CrRigidVelocity *v = &d->bodies.velocity[i];
        bool isDynamic = t->type == CR_RIGID_DYNAMIC;
        if (isDynamic) {
            damp(v, t, interval);
        }
        CrSolverRow row = {
            (float)v->x, (float)v->y, (float)v->spin, isDynamic ? (float)t->inverseMass : 0.0f,
            0.0f,        0.0f,        1.0f,           0.0f};
        d->rows[i] = row;
        gatherKick(d, i, h);
        crArrayPush(d->solved, i);
        d->counts.awake += isDynamic;
    }
}

/// A body with contacts goes straight to where the substeps brought it.
static void scatterBody(CrDynamics *d, int i, double interval)
{
    CrRigidPose *p = &d->bodies.pose[i];
    CrRigidVelocity *v = &d->bodies.velocity[i];
    const CrSolverRow *row = &d->rows[i];
    double inverse = 1.0 / interval;
    CrRigidPath path = {p->x, p->y, p->angle, 0.0, 0.0, 0.0, 0.0, 0.0};
    if (d->bodies.traits[i].type == CR_RIGID_DYNAMIC) {
        path.vx = (double)row->x * inverse;
        path.vy = (double)row->y * inverse;
        path.spin = (double)d->kicks[i].turned * inverse;
        v->x = (double)row->vx;
        v->y = (double)row->vy;
        v->spin = (double)row->w;
    } else {
        path.vx = v->x;
        path.vy = v->y;
        path.spin = v->spin;
    }
    d->bodies.path[i] = path;
    p->x += path.vx * interval;
    p->y += path.vy * interval;
    p->angle += path.spin * interval;
    turnTo(p, &d->bodies.traits[i]);
}

static void lock(CrDynamics *d)
{
    for (int n = 0; n < crArrayCount(d->solved); n++) {
        int i = d->solved[n];
        uint8_t flags = d->bodies.traits[i].flags;
        CrSolverRow *row = &d->rows[i];
        row->vx = flags & CR_RIGID_LOCK_X ? 0.0f : row->vx;
        row->vy = flags & CR_RIGID_LOCK_Y ? 0.0f : row->vy;
        row->w = flags & CR_RIGID_LOCK_SPIN ? 0.0f : row->w;
    }
}

static bool anyLocked(const CrDynamics *d)
{
    for (int n = 0; n < crArrayCount(d->solved); n++) {
        if (d->bodies.traits[d->solved[n]].flags &
            (CR_RIGID_LOCK_X | CR_RIGID_LOCK_Y | CR_RIGID_LOCK_SPIN)) {
            return true;
        }
    }
    return false;
}

static CrSoftness softness(double hertz, double damping, double h)
{
    double omega = 2.0 * PI * hertz, a = 2.0 * damping + h * omega, b = h * omega * a;
    CrSoftness soft = {(float)(omega / a), (float)(b / (1.0 + b)), (float)(1.0 / (1.0 + b))};
    return soft;
}

static bool anyExtra(const CrLanes *lanes)
{
    for (int32_t i = 0; i < lanes->used; i++) {
        if (lanes->head[i].extra) {
            return true;
        }
    }
    return false;
}

static void substeps(CrDynamics *d, double h)
{
    const CrDynamicsSettings *s = &d->settings;
    double hertz = crMin((double)s->contactHertz, 0.25 / h);
    CrSolve solve = {&d->contacts.lanes,
                     d->rows,
                     d->kicks,
                     d->solved,
                     crArrayCount(d->solved),
                     (float)h,
                     (float)(1.0 / h),
                     softness(hertz, (double)s->contactDamping, h),
                     softness(2.0 * hertz, (double)s->contactDamping, h),
                     s->pushSpeed,
                     s->restitutionThreshold};
    bool locked = anyLocked(d), extra = anyExtra(&d->contacts.lanes);
    if (extra) {
        d->solver->approach(&solve);
    }
    for (int i = 0; i < s->substeps; i++) {
        d->solver->kick(&solve);
        if (i == 0) {
            d->solver->warm(&solve);
        }
        d->solver->pass(&solve, true);
        if (locked) {
            lock(d);
        }
        d->solver->move(&solve);
        d->solver->pass(&solve, false);
    }
    if (extra) {
        d->solver->bounce(&solve);
        crEnergyKeep(d, h * s->substeps);
    }
    if (locked) {
        lock(d);
    }
}

static void reportHit(CrDynamics *d, int index, int i, int l)
{
    const CrLaneExtra *extra = &d->contacts.lanes.extra[i];
    float speed = 0.0f, impulse = 0.0f;
    int fastest = 0;
    for (int k = 0; k < d->contacts.contact[index].count; k++) {
        impulse += extra->total[k][l];
        if (extra->peak[k][l] > 0.0f && -extra->speed[k][l] > speed) {
            speed = -extra->speed[k][l];
            fastest = k;
        }
    }
    if ((d->contacts.contact[index].flags & CR_RIGID_CONTACT_HITS) &&
        speed > d->settings.hitThreshold) {
        CrRigidContactHit hit = {index, speed, impulse, fastest};
        crArrayPush(d->hits, hit);
    }
}

/// Lanes of a block in which something presses.
static unsigned pressing(const CrLanes *lanes, int32_t i)
{
    const CrLaneBlock *block = &lanes->block[i];
    unsigned bits = 0;
    for (int l = 0; l < lanes->head[i].count; l++) {
        float most = block->point[0].l[l] + block->point[1].l[l];
        if (lanes->head[i].extra >> l & 1 && lanes->extra[i].restitution[l] > 0.0f) {
            most += lanes->extra[i].peak[0][l] + lanes->extra[i].peak[1][l];
        }
        bits |= (unsigned)(most > 0.0f) << l;
    }
    return bits;
}

/// A contact that does not press any more has ended when it gaps by more than the margin.
static void endApart(CrDynamics *d, int32_t i, int l)
{
    CrLanes *lanes = &d->contacts.lanes;
    const CrLaneBlock *block = &lanes->block[i];
    float least = d->settings.margin;
    if (block->point[0].s0[l] + (block->dB[l] - block->dA[l]) < least) {
        return; // for most, without a look at the contact
    }
    int index = lanes->base[i].contact[l];
    for (int k = 0; k < d->contacts.contact[index].count; k++) {
        float gap = block->point[k].s0[l] + (block->dB[l] - block->dA[l]);
        least = gap < least ? gap : least;
    }
    if (!(least < d->settings.margin)) {
        crRigidContactEndPress(d, index);
        crLaneBit(&lanes->head[i].pressed, l, false);
    }
}

static void report(CrDynamics *d)
{
    CrLanes *lanes = &d->contacts.lanes;
    for (int32_t i = 0; i < lanes->used; i++) {
        unsigned now = pressing(lanes, i);
        for (unsigned bits = lanes->head[i].extra; bits; bits &= bits - 1) {
            int l = crLowestBit(bits);
            reportHit(d, lanes->base[i].contact[l], i, l);
        }
        for (unsigned bits = now & ~(unsigned)lanes->head[i].pressed; bits; bits &= bits - 1) {
            int index = lanes->base[i].contact[crLowestBit(bits)];
            d->contacts.contact[index].flags |= CR_RIGID_CONTACT_PRESSED;
            crArrayPush(d->begun, index);
            d->contacts.pressed++;
        }
        for (unsigned bits = lanes->head[i].pressed & ~now; bits; bits &= bits - 1) {
            endApart(d, i, crLowestBit(bits));
        }
        lanes->head[i].pressed |= (uint8_t)now;
    }
}

static void moveBodies(CrDynamics *d, double interval)
{
    for (int n = 0; n < crArrayCount(d->bodies.moving); n++) {
        int i = d->bodies.moving[n];
        if (d->bodies.traits[i].held == 0) {
            flyFree(d, i, interval);
            d->counts.awake += d->bodies.traits[i].type == CR_RIGID_DYNAMIC;
        } else {
            scatterBody(d, i, interval);
        }
    }
}

CaromError crDynamicsReserveSolve(CrDynamics *d, double interval)
{
    CaromError error = crIslandsWakeTouched(d, interval);
    bool ok = error == CAROM_OK && crRigidContactsReserve(d, 0) &&
              crRigidContactsReserveLanes(d, 0, 0) && crIslandsReserve(d, interval);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

CaromError crDynamicsSolve(CrDynamics *d, double interval)
{
    double h = interval / d->settings.substeps;
    crArraySetCount(d->begun, 0);
    crArraySetCount(d->hits, 0);
    d->counts.collided = d->counts.awake = 0;
    crIslandsSleep(d, interval);
    crRigidNarrow(d, interval);
    gather(d, interval, h);
    if (crArrayCount(d->solved) > 0) {
        substeps(d, h);
        if (d->mayBreak && crRangeListBroken(d, interval)) {
            return CAROM_ERROR_NOT_FINITE;
        }
        report(d);
        d->strongest = crRangeStrongest(d);
    }
    moveBodies(d, interval);
    crIslandsDrift(d, interval);
    d->endedSeen = crArrayCount(d->ended);
    d->wokenSeen = crArrayCount(d->woken);
    d->counts.contacts = crArrayCount(d->contacts.contact) - crArrayCount(d->contacts.free);
    d->counts.solved =
        d->counts.contacts - crArrayCount(d->contacts.loose) - crArrayCount(d->contacts.asleep);
    d->counts.slept = crArrayCount(d->slept);
    d->counts.woken = crArrayCount(d->woken);
    d->counts.overflow = d->contacts.lanes.colour[CR_OVERFLOW].count;
    return CAROM_OK;
}

CaromError crDynamicsTick(CrDynamics *d, double interval)
{
    CaromError error = crDynamicsFindPairs(d, interval);
    error = error ? error : crDynamicsReserveSolve(d, interval);
    return error ? error : crDynamicsSolve(d, interval);
}
