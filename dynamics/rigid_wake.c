// SPDX-License-Identifier: MIT
// Waking: by a call, by what touches a sleeper, by a change of what it leans on. Always a whole
// island, in the tick in which the reason is found, and before that tick is solved. Its contacts go
// back to lanes with the impulses that they went to sleep with.
#include "rigid_wake.h"

#include "rigid_awake.h"
#include "rigid_contact.h"
#include "rigid_far.h"
#include "rigid_island.h"
#include "rigid_pairs.h"

#include "../shapes/array.h"
#include "../shapes/sort.h"

/// [m] Of something new that stands: what overlaps by more pushes a sleeper out.
#define OVERLAP 0.005f
#define TOUCH_GAP 0.001f ///< [m] what is nearer touches

static bool isAsleep(const CrDynamics *d, int body)
{
    return (d->bodies.traits[body].flags & CR_RIGID_ASLEEP) != 0;
}

/// What moves, or may do so without being woken.
static bool moves(const CrDynamics *d, int body)
{
    const CrRigidVelocity *v = &d->bodies.velocity[body];
    return d->bodies.traits[body].type == CR_RIGID_DYNAMIC
               ? !isAsleep(d, body)
               : v->x != 0.0 || v->y != 0.0 || v->spin != 0.0;
}

static int otherOf(const CrRigidContact *contact, int side)
{
    return side ? contact->bodyA : contact->bodyB;
}

// ---- one island

static void collectFrom(CrDynamics *d, int body)
{
    for (int at = d->bodies.traits[body].firstContact; at >= 0;) {
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        int other = otherOf(contact, at & 1);
        if ((contact->flags & CR_RIGID_CONTACT_TOUCHES) && isAsleep(d, other) && !d->mark[other]) {
            d->mark[other] = 1;
            crArrayPush(d->island, other);
        }
        at = contact->next[at & 1];
    }
}

/// All sleepers that lean on each other.
static void collect(CrDynamics *d, int body)
{
    crArraySetCount(d->island, 0);
    d->mark[body] = 1;
    crArrayPush(d->island, body);
    for (int k = 0; k < crArrayCount(d->island); k++) {
        collectFrom(d, d->island[k]);
    }
    for (int k = 0; k < crArrayCount(d->island); k++) {
        d->mark[d->island[k]] = 0;
    }
}

static bool reserveLanes(CrDynamics *d)
{
    int contacts = 0, crowd = 0;
    for (int k = 0; k < crArrayCount(d->island); k++) {
        contacts += d->bodies.traits[d->island[k]].contacts;
        crowd += crRigidCrowd(d, d->island[k]);
    }
    return crRigidContactsReserve(d, 0) && crRigidContactsReserveLanes(d, contacts, crowd);
}

/// Back to a lane, or to the loose ones if it has no points, or if the other one still sleeps.
static void resume(CrDynamics *d, int index)
{
    const CrRigidContact *contact = &d->contacts.contact[index];
    CrContactManifold m = {.count = 0};
    if (!isAsleep(d, contact->bodyA) && !isAsleep(d, contact->bodyB) &&
        !(contact->flags & CR_RIGID_CONTACT_DISABLED)) {
        crRigidContactCollide(d, contact, 0.0, &m);
    }
    if (m.count > 0) {
        crRigidContactResume(d, index, &m);
    } else {
        crRigidContactRelease(d, index);
    }
}

static void wakeBody(CrDynamics *d, int body)
{
    CrRigidTraits *traits = &d->bodies.traits[body];
    crPairsWake(d, body);
    traits->flags &= (uint8_t)~CR_RIGID_ASLEEP;
    traits->calm = 0;
    crMovingChanged(d, body);
    crArrayPush(d->woken, body);
}

static CaromError wakeIsland(CrDynamics *d, int body)
{
    collect(d, body);
    if (!reserveLanes(d)) {
        return CAROM_ERROR_MEMORY;
    }
    for (int k = 0; k < crArrayCount(d->island); k++) {
        wakeBody(d, d->island[k]);
    }
    for (int k = 0; k < crArrayCount(d->island); k++) {
        for (int at = d->bodies.traits[d->island[k]].firstContact; at >= 0;) {
            const CrRigidContact *contact = &d->contacts.contact[at >> 1];
            if (contact->colour == CR_RIGID_CONTACT_ASLEEP) {
                resume(d, at >> 1);
            }
            at = contact->next[at & 1];
        }
    }
    return CAROM_OK;
}

static bool isLess(const void *context, int a, int b)
{
    (void)context;
    return a < b;
}

CaromError crIslandsWake(CrDynamics *d)
{
    CaromError error = CAROM_OK;
    // in an order that does not depend on what came first
    crSortInts(isLess, NULL, d->bodies.roused, d->bodies.spare, crArrayCount(d->bodies.roused));
    while (crArrayCount(d->bodies.roused) > 0 && !error) {
        int body = crArrayLast(d->bodies.roused);
        error = isAsleep(d, body) ? wakeIsland(d, body) : CAROM_OK;
        if (!error) {
            crIslandForget(d, body);
        }
    }
    return error;
}

/// Those that the last tick reported are dropped; those that woke in one that was not solved stay.
static void dropWoken(CrDynamics *d)
{
    int kept = 0;
    for (int i = d->wokenSeen; i < crArrayCount(d->woken); i++) {
        d->woken[kept++] = d->woken[i];
    }
    crArraySetCount(d->woken, kept);
    d->wokenSeen = 0;
}

CaromError crDynamicsWakeRoused(CrDynamics *d)
{
    dropWoken(d);
    CaromError error = crIslandsWake(d);
    crMovingRenew(d);
    return error;
}

void crDynamicsWake(CrDynamics *d, int body)
{
    crIslandRouse(d, body);
}

// ---- what touches sleepers

static float leastGap(const CrDynamics *d, const CrRigidContact *contact)
{
    CrContactManifold m;
    float least = 1.0f;
    crRigidContactCollide(d, contact, 0.0, &m);
    for (int k = 0; k < m.count; k++) {
        least = m.points[k].separation < least ? m.points[k].separation : least;
    }
    return least;
}

/// Kinematic bodies that move wake what leans on them. What is only near them is tested from now
/// on.
static void followKinematic(CrDynamics *d, int body)
{
    for (int at = d->bodies.traits[body].firstContact; at >= 0;) {
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        int next = contact->next[at & 1];
        if (contact->flags & CR_RIGID_CONTACT_TOUCHES) {
            crIslandRouse(d, otherOf(contact, at & 1));
        } else if (contact->colour == CR_RIGID_CONTACT_ASLEEP) {
            crRigidContactRelease(d, at >> 1);
        }
        at = next;
    }
}

/// A loose contact of a sleeper: wakes it, or stays, or goes to sleep.
static void tryContact(CrDynamics *d, int place, double interval)
{
    int index = d->contacts.loose[place];
    CrRigidContact *contact = &d->contacts.contact[index];
    bool isOff = (contact->flags & CR_RIGID_CONTACT_DISABLED) != 0;
    if (moves(d, contact->bodyA) || moves(d, contact->bodyB)) {
        bool isFar = place < crArrayCount(d->contacts.far) && crRigidIsFar(d, place, interval);
        if (!isOff && !isFar && crIslandTouchesSoon(d, contact, interval)) {
            crIslandRouse(d, contact->bodyA);
            crIslandRouse(d, contact->bodyB);
        }
        return;
    }
    float gap = isOff ? 1.0f : leastGap(d, contact);
    contact->flags |= gap <= TOUCH_GAP ? CR_RIGID_CONTACT_TOUCHES : 0;
    crArrayPush(d->gone, index);
    if (gap < -OVERLAP) {
        crIslandRouse(d, contact->bodyA);
        crIslandRouse(d, contact->bodyB);
    }
}

CaromError crIslandsWakeTouched(CrDynamics *d, double interval)
{
    if (crArrayCount(d->contacts.asleep) > 0 || d->pairs.idle.count > 0) {
        for (int n = 0; n < crArrayCount(d->bodies.moving); n++) {
            if (d->bodies.traits[d->bodies.moving[n]].type == CR_RIGID_KINEMATIC &&
                moves(d, d->bodies.moving[n])) {
                followKinematic(d, d->bodies.moving[n]);
            }
        }
        crArraySetCount(d->gone, 0);
        for (int k = 0; k < crArrayCount(d->contacts.loose); k++) {
            const CrRigidContact *contact = &d->contacts.contact[d->contacts.loose[k]];
            if (isAsleep(d, contact->bodyA) || isAsleep(d, contact->bodyB)) {
                tryContact(d, k, interval);
            }
        }
        for (int k = 0; k < crArrayCount(d->gone); k++) {
            const CrRigidContact *contact = &d->contacts.contact[d->gone[k]];
            crRigidContactRest(d, d->gone[k], (contact->flags & CR_RIGID_CONTACT_TOUCHES) != 0);
        }
    }
    CaromError error = crIslandsWake(d);
    crMovingRenew(d);
    return error;
}
