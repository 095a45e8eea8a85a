// SPDX-License-Identifier: MIT
#include "rigid_narrow.h"

#include "rigid_contact.h"
#include "rigid_far.h"
#include "solver_loops.h"
#include "../shapes/array.h"
#include "../shapes/bits.h"
#include "../shapes/inline.h"

/// Manifolds of contacts in lanes: kept where both bodies hardly moved against each other.
static void renewHeld(CrDynamics *d, double interval)
{
    CrLanes *lanes = &d->contacts.lanes;
    CrRenew renew = {lanes, d->bodies.pose, d->stale, (float)(CR_RIGID_SLIDES * interval),
                     (float)(crLength(d->settings.gravity) * interval / d->settings.substeps)};
    d->solver->renew(&renew);
    crArraySetCount(d->gone, 0);
    for (int32_t i = 0; i < lanes->used; i++) {
        for (unsigned bits = d->stale[i]; bits; bits &= bits - 1) {
            int index = lanes->base[i].contact[crLowestBit(bits)];
            CrContactManifold manifold;
            crRigidContactCollide(d, &d->contacts.contact[index], interval, &manifold);
            d->counts.collided++;
            if (manifold.count > 0) {
                crRigidContactFill(d, index, &manifold);
            } else {
                crArrayPush(d->gone, index);
            }
        }
    }
}

static void releaseGone(CrDynamics *d)
{
    for (int i = 0; i < crArrayCount(d->gone); i++) {
        crRigidContactRelease(d, d->gone[i]);
    }
}

/// Loose contacts with points get lanes, in the order of the list.
static void holdLoose(CrDynamics *d, double interval)
{
    int count = crArrayCount(d->contacts.loose);
    crArraySetCount(d->gone, 0);
    crRigidFarFollow(d);
    for (int i = 0; i < count; i++) {
        int index = d->contacts.loose[i];
        CrContactManifold manifold;
        const CrRigidContact *contact = &d->contacts.contact[index];
        if (crRigidIsFar(d, i, interval) || (contact->flags & CR_RIGID_CONTACT_DISABLED)) {
            continue;
        }
        crRigidContactCollide(d, contact, interval, &manifold);
        d->counts.collided++;
        if (manifold.count > 0) {
            crArrayPush(d->gone, index);
        } else {
            crRigidFarSet(d, i, manifold.apart);
        }
    }
    for (int i = 0; i < crArrayCount(d->gone); i++) {
        int index = d->gone[i];
        CrContactManifold manifold;
        crRigidContactCollide(d, &d->contacts.contact[index], interval, &manifold);
        crRigidContactHold(d, index);
        crRigidContactFill(d, index, &manifold);
    }
}

void crRigidNarrow(CrDynamics *d, double interval)
{
    renewHeld(d, interval);
    releaseGone(d);
    holdLoose(d, interval);
}
