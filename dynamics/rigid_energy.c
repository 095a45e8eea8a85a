// SPDX-License-Identifier: MIT
#include "rigid_energy.h"

#include "rigid_awake.h"
#include "solver_loops.h"

#include "../shapes/array.h"
#include "../shapes/bits.h"
#include "../shapes/inline.h"

#define ALLOWED 0.01  ///< [1] of the energy of pushing apart, as fast as that may be
#define ROUNDING 1e-5 ///< [1] of their energy

/// Bodies that are linked, and their parabola.
typedef struct Group {
    double alpha, beta, energy, mass;
    bool isDriven; ///< by something else than impulses between them
} Group;

/// Motion of a body in the tick without contacts.
typedef struct Free {
    double vx, vy, w; ///< at the end
    double x, y, turn;
} Free;

static Free freeOf(const CrDynamics *d, int i, double interval)
{
    const CrRigidVelocity *v = &d->bodies.velocity[i];
    const CrRigidTraits *t = &d->bodies.traits[i];
    CaromVec2 a = crRigidPull(d, i);
    double up = t->flags & CR_RIGID_LOCK_SPIN ? 0.0 : d->bodies.force[i].torque * t->inverseInertia;
    Free free = {v->x + a.x * interval,
                 v->y + a.y * interval,
                 v->spin + up * interval,
                 (v->x + 0.5 * a.x * interval) * interval,
                 (v->y + 0.5 * a.y * interval) * interval,
                 (v->spin + 0.5 * up * interval) * interval};
    return free;
}

static double massOf(double inverse)
{
    return inverse > 0.0 ? 1.0 / inverse : 0.0;
}

static void weigh(const CrDynamics *d, Group *group, int i, double interval)
{
    const CrRigidTraits *t = &d->bodies.traits[i];
    const CrSolverRow *row = &d->rows[i];
    Free free = freeOf(d, i, interval);
    double mass = massOf(t->inverseMass), inertia = massOf(t->inverseInertia);
    double x = (double)row->vx - free.vx, y = (double)row->vy - free.vy,
           w = (double)row->w - free.w;
    group->alpha += 0.5 * (mass * (x * x + y * y) + inertia * w * w);
    group->beta += mass * (free.vx * x + free.vy * y) + inertia * free.w * w;
    group->energy +=
        0.5 * (mass * (free.vx * free.vx + free.vy * free.vy) + inertia * free.w * free.w);
    group->mass += mass;
}

/// Adds what a body's contacts link it with.
static void follow(CrDynamics *d, Group *group, int body)
{
    for (int at = d->bodies.traits[body].firstContact; at >= 0;) {
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        int other = at & 1 ? contact->bodyA : contact->bodyB;
        const CrRigidVelocity *v = &d->bodies.velocity[other];
        bool isDynamic = d->bodies.traits[other].type == CR_RIGID_DYNAMIC;
        at = contact->next[at & 1];
        if (contact->colour < 0) {
            continue;
        }
        group->isDriven |= contact->tangentSpeed != 0.0f || contact->restitution > 1.0f ||
                           (!isDynamic && (v->x != 0.0 || v->y != 0.0 || v->spin != 0.0));
        if (isDynamic && !d->mark[other]) {
            d->mark[other] = 1;
            crArrayPush(d->island, other);
        }
    }
}

/// The impulses that its contacts would begin the next tick with are of no use.
static void forget(CrDynamics *d, int body)
{
    for (int at = d->bodies.traits[body].firstContact; at >= 0;) {
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        at = contact->next[at & 1];
        if (contact->colour >= 0) {
            int i = contact->place / CR_BLOCK, l = contact->place % CR_BLOCK;
            CrLaneBlock *block = &d->contacts.lanes.block[i];
            block->point[0].l[l] = block->point[1].l[l] = block->lt[l] = 0.0f;
            d->contacts.lanes.extra[i].lr[l] = 0.0f;
        }
    }
}

static float between(double from, float to, double part)
{
    return (float)(part > 0.0 ? from + part * ((double)to - from) : from);
}

static void scale(CrDynamics *d, int i, double interval, double part)
{
    CrSolverRow *row = &d->rows[i];
    Free free = freeOf(d, i, interval);
    row->vx = between(free.vx, row->vx, part);
    row->vy = between(free.vy, row->vy, part);
    row->w = between(free.w, row->w, part);
    row->x = between(free.x, row->x, part);
    row->y = between(free.y, row->y, part);
    d->kicks[i].turned = between(free.turn, d->kicks[i].turned, part);
    forget(d, i);
}

static void keepGroup(CrDynamics *d, int first, double interval)
{
    Group group = {0.0, 0.0, 0.0, 0.0, false};
    int from = crArrayCount(d->island);
    double push = (double)d->settings.pushSpeed;
    d->mark[first] = 1;
    crArrayPush(d->island, first);
    for (int k = from; k < crArrayCount(d->island); k++) {
        weigh(d, &group, d->island[k], interval);
        follow(d, &group, d->island[k]);
    }
    double allowed = ALLOWED * 0.5 * group.mass * push * push + ROUNDING * group.energy;
    if (group.isDriven || group.alpha + group.beta <= allowed) {
        return;
    }
    double part = crClamp(-group.beta / group.alpha, 0.0, 1.0);
    part = part < 1.0 ? part : 0.0; // no number
    for (int k = from; k < crArrayCount(d->island); k++) {
        scale(d, d->island[k], interval, part);
    }
}

/// Lanes of a block that bounced.
static unsigned bouncing(const CrDynamics *d, int32_t i)
{
    const CrLaneExtra *extra = &d->contacts.lanes.extra[i];
    float threshold = -d->settings.restitutionThreshold;
    unsigned bits = 0;
    for (int l = 0; l < d->contacts.lanes.head[i].count; l++) {
        bool came = extra->speed[0][l] < threshold || extra->speed[1][l] < threshold;
        bits |= (unsigned)(came && extra->restitution[l] > 0.0f) << l;
    }
    return bits & d->contacts.lanes.head[i].extra;
}

void crEnergyKeep(CrDynamics *d, double interval)
{
    const CrLanes *lanes = &d->contacts.lanes;
    crArraySetCount(d->island, 0);
    for (int32_t i = 0; i < lanes->used; i++) {
        unsigned bits = lanes->head[i].extra ? bouncing(d, i) : 0;
        for (; bits; bits &= bits - 1) {
            const CrRigidContact *contact =
                &d->contacts.contact[lanes->base[i].contact[crLowestBit(bits)]];
            bool isA = d->bodies.traits[contact->bodyA].type == CR_RIGID_DYNAMIC;
            int body = isA ? contact->bodyA : contact->bodyB;
            if (!d->mark[body]) {
                keepGroup(d, body, interval);
            }
        }
    }
    for (int k = 0; k < crArrayCount(d->island); k++) {
        d->mark[d->island[k]] = 0;
    }
    crArraySetCount(d->island, 0);
}
