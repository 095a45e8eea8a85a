// SPDX-License-Identifier: MIT
// Who is to blame: whatever is not finite spreads over all that touches within the substeps. Lanes
// that were spoilt before the tick name their bodies. Else it is the lightest body of those out of
// range: the same impulse makes it the fastest. It alone is disabled; if that was not enough, the
// next solve names the next one.
#include "rigid_range.h"

#include "dynamics.h"

#include "../shapes/array.h"
#include "../shapes/inline.h"

#define SPOILT 1e32f ///< no lane has more by a solve with results in range

static bool inRange(double x, double limit)
{
    return crAbs(x) <= limit; // false for NaN
}

/// Beyond these limits floats in lanes might become infinite.
static bool isSound(const CrDynamics *d, int i)
{
    const CrRigidPose *p = &d->bodies.pose[i];
    const CrRigidVelocity *v = &d->bodies.velocity[i];
    const CrRigidForce *f = &d->bodies.force[i];
    const CrRigidTraits *t = &d->bodies.traits[i];
    return inRange(p->x, CR_HUGE) && inRange(p->y, CR_HUGE) && inRange(p->angle, CR_HUGE) &&
           inRange(v->x, CR_HUGE) && inRange(v->y, CR_HUGE) && inRange(v->spin, CR_HUGE) &&
           inRange(f->x, 1e18) && inRange(f->y, 1e18) && inRange(f->torque, 1e18) &&
           inRange(t->inverseMass, 1e18) && inRange(t->inverseInertia, 1e18);
}

bool crRangeListUnsound(CrDynamics *d)
{
    crArraySetCount(d->broken, 0);
    for (int i = 0; i < crArrayCount(d->bodies.moving); i++) {
        if (!isSound(d, d->bodies.moving[i])) {
            crArrayPush(d->broken, d->bodies.moving[i]);
        }
    }
    return crArrayCount(d->broken) > 0;
}

// ---- results

static float larger(float a, float b)
{
    return a <= b || b != b ? b : a; // keeps NaN
}

float crRangeStrongest(const CrDynamics *d)
{
    const CrLanes *lanes = &d->contacts.lanes;
    float most[CR_BLOCK] = {0.0f}, all = 0.0f;
    for (int32_t i = 0; i < lanes->used; i++) {
        if (lanes->head[i].count > 0) { // free blocks have no contents
            const CrLanePoint *point = lanes->block[i].point;
            for (int l = 0; l < CR_BLOCK; l++) { // lanes that are not used are 0
                most[l] = larger(most[l], point[0].l[l] + point[1].l[l]);
            }
        }
    }
    for (int l = 0; l < CR_BLOCK; l++) {
        all = larger(all, most[l]);
    }
    return all;
}

static bool isBroken(const CrDynamics *d, int i, double interval)
{
    const CrSolverRow *row = &d->rows[i];
    double way = crAbs((double)row->x) + crAbs((double)row->y) + crAbs((double)d->kicks[i].turned);
    double most = crAbs((double)row->vx) + crAbs((double)row->vy) + crAbs((double)row->w);
    return d->bodies.traits[i].type == CR_RIGID_DYNAMIC && !(most + way / interval <= CR_HUGE);
}

bool crRangeListBroken(CrDynamics *d, double interval)
{
    int32_t found = 0;
    for (int k = 0; k < crArrayCount(d->solved); k++) {
        int32_t i = d->solved[k];
        if (isBroken(d, i, interval) &&
            (found == 0 || d->bodies.traits[i].inverseMass > d->bodies.traits[found].inverseMass)) {
            found = i; // of those as light the first
        }
    }
    crArraySetCount(d->broken, 0);
    if (found != 0) {
        crArrayPush(d->broken, found);
    }
    return found != 0;
}

static float absolute(float x)
{
    return x < 0.0f ? -x : x;
}

static bool isSpoilt(const CrLanes *lanes, int i, int l)
{
    const CrLaneBlock *block = &lanes->block[i];
    float sum = absolute(block->lt[l]) + absolute(lanes->extra[i].lr[l]) + absolute(block->nx[l]) +
                absolute(block->ny[l]) + absolute(block->kt[l]);
    for (int k = 0; k < 2; k++) {
        const CrLanePoint *point = &block->point[k];
        sum += absolute(point->l[l]) + absolute(point->rnA[l]) + absolute(point->rnB[l]) +
               absolute(point->k[l]) + absolute(point->s0[l]);
    }
    return !(sum <= SPOILT);
}

static void blame(CrDynamics *d, int32_t body)
{
    bool known = d->bodies.traits[body].type != CR_RIGID_DYNAMIC;
    for (int k = 0; k < crArrayCount(d->broken) && !known; k++) {
        known = d->broken[k] == body;
    }
    if (!known) {
        crArrayPush(d->broken, body);
    }
}

void crDynamicsListSpoilt(CrDynamics *d)
{
    crArraySetCount(d->broken, 0);
    const CrLanes *lanes = &d->contacts.lanes;
    for (int i = 0; i < lanes->used; i++) {
        for (int l = 0; l < lanes->head[i].count; l++) {
            if (isSpoilt(lanes, i, l)) {
                blame(d, lanes->block[i].a[l]);
                blame(d, lanes->block[i].b[l]);
            }
        }
    }
}
