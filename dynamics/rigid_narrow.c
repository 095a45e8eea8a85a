// SPDX-License-Identifier: MIT
#include "rigid_narrow.h"

#include "rigid_awake.h"
#include "rigid_contact.h"
#include "rigid_far.h"
#include "solver_loops.h"
#include "../shapes/array.h"
#include "../shapes/bits.h"
#include "../shapes/inline.h"

/// Blocks are renewed so many at a time, and are still at hand when their manifolds are written.
#define BLOCKS_AT_HAND 32
/// Contacts lie anywhere in memory: what they need is asked for this many steps ahead.
#define AHEAD_OF_CONTACT 12
#define AHEAD_OF_BODIES 8
#define AHEAD_OF_OUTLINES 4
/// What bounces lower than by this part of what gravity gives it in a tick rests.
#define RESTS 0.0625
#define REST_SPEED 1e-4 ///< [m/s] slower ones rest, too
#define SUNK 0.02       ///< [1] of the half-width: deeper, and it does not fly

static void fetchBody(const CrDynamics *d, int body)
{
    CR_PREFETCH_ALL(&d->bodies.pose[body]);
    CR_PREFETCH(&d->bodies.velocity[body]);
    CR_PREFETCH(&d->bodies.traits[body]);
}

/// `list` holds contacts that will be collided one after the other, and i is the next.
static void fetchAhead(const CrDynamics *d, const int32_t *list, int count, int i)
{
    const CrRigidContact *all = d->contacts.contact;
    if (i + AHEAD_OF_CONTACT < count) {
        CR_PREFETCH_ALL(&all[list[i + AHEAD_OF_CONTACT]]);
    }
    if (i + AHEAD_OF_BODIES < count) {
        const CrRigidContact *contact = &all[list[i + AHEAD_OF_BODIES]];
        fetchBody(d, contact->bodyA);
        fetchBody(d, contact->bodyB);
        CR_PREFETCH_ALL(&d->shapes.shape[contact->shapeA]);
        CR_PREFETCH_ALL(&d->shapes.shape[contact->shapeB]);
    }
    if (i + AHEAD_OF_OUTLINES < count) {
        const CrRigidContact *contact = &all[list[i + AHEAD_OF_OUTLINES]];
        CR_PREFETCH(d->shapes.shape[contact->shapeA].shape.x);
        CR_PREFETCH(d->shapes.shape[contact->shapeB].shape.x);
    }
}

/// Lists the contacts of some blocks whose bodies moved too far for their manifolds.
static void listStale(CrDynamics *d, int32_t from, int32_t end)
{
    const CrLanes *lanes = &d->contacts.lanes;
    crArraySetCount(d->looked, 0);
    for (int32_t i = from; i < end; i++) {
        for (unsigned bits = d->stale[i]; bits; bits &= bits - 1) {
            crArrayPush(d->looked, lanes->base[i].contact[crLowestBit(bits)]);
        }
    }
}

static void collideStale(CrDynamics *d, double interval)
{
    int count = crArrayCount(d->looked);
    d->counts.collided += count;
    for (int i = 0; i < count; i++) {
        int index = d->looked[i];
        CrContactManifold manifold;
        fetchAhead(d, d->looked, count, i);
        crRigidContactCollide(d, &d->contacts.contact[index], interval, &manifold);
        if (manifold.count > 0) {
            crRigidContactFill(d, index, &manifold);
        } else {
            crArrayPush(d->gone, index);
        }
    }
}

/// Manifolds of contacts in lanes: kept where both bodies hardly moved against each other.
static void renewHeld(CrDynamics *d, double interval)
{
    CrLanes *lanes = &d->contacts.lanes;
    CrRenew renew = {lanes,
                     d->bodies.pose,
                     d->stale,
                     0,
                     0,
                     (float)(CR_RIGID_SLIDES * interval),
                     (float)(crLength(d->settings.gravity) * interval / d->settings.substeps)};
    crArraySetCount(d->gone, 0);
    for (int32_t from = 0; from < lanes->used; from = renew.end) {
        renew.from = from;
        renew.end = from + BLOCKS_AT_HAND < lanes->used ? from + BLOCKS_AT_HAND : lanes->used;
        d->solver->renew(&renew);
        listStale(d, renew.from, renew.end);
        collideStale(d, interval);
    }
}

static void releaseGone(CrDynamics *d)
{
    for (int i = 0; i < crArrayCount(d->gone); i++) {
        crRigidContactRelease(d, d->gone[i]);
    }
}

/// Lists the loose contacts that may have points.
static void listLoose(CrDynamics *d, double interval)
{
    const CrRigidFar *far = d->contacts.far;
    int count = crArrayCount(d->contacts.loose);
    crArraySetCount(d->looked, 0);
    for (int i = 0; i < count; i++) {
        if (i + AHEAD_OF_BODIES < count) {
            CR_PREFETCH_ALL(&d->bodies.pose[far[i + AHEAD_OF_BODIES].a]);
            CR_PREFETCH_ALL(&d->bodies.pose[far[i + AHEAD_OF_BODIES].b]);
        }
        if (!crRigidIsFar(d, i, interval)) {
            crArrayPush(d->looked, d->contacts.loose[i]);
        }
    }
}

/// What would touch a sleeper has woken it.
static bool hasSleeper(const CrDynamics *d, const CrRigidContact *contact)
{
    return ((d->bodies.traits[contact->bodyA].flags | d->bodies.traits[contact->bodyB].flags) &
            CR_RIGID_ASLEEP) != 0;
}

/// The body of a contact that touches nothing, where the other one stands or is kinematic; 0: there
/// is none.
static int flierOf(const CrDynamics *d, const CrRigidContact *contact)
{
    bool isA = d->bodies.traits[contact->bodyA].type == CR_RIGID_DYNAMIC,
         isB = d->bodies.traits[contact->bodyB].type == CR_RIGID_DYNAMIC;
    int body = isA ? contact->bodyA : contact->bodyB;
    return isA != isB && d->bodies.traits[body].held == 0 ? body : 0;
}

/// [m/s] Speed of approach at a point of a manifold.
static double closing(const CrDynamics *d, const CrRigidContact *contact,
                      const CrContactManifold *m, int i)
{
    const CrRigidVelocity *a = &d->bodies.velocity[contact->bodyA],
                          *b = &d->bodies.velocity[contact->bodyB];
    const CrContactPoint *p = &m->points[i];
    double x = (b->x - b->spin * (double)p->by) - (a->x - a->spin * (double)p->ay),
           y = (b->y + b->spin * (double)p->bx) - (a->y + a->spin * (double)p->ax);
    return -(x * (double)m->normalX + y * (double)m->normalY);
}

/// Whether a body in free flight will bounce, or leaves: its impact has its own time, and is no
/// contact of this tick. With the speed that it will have where it hits.
static bool bounces(const CrDynamics *d, const CrRigidContact *contact, const CrContactManifold *m,
                    double interval)
{
    int body = contact->restitution > 0.0f ? flierOf(d, contact) : 0;
    if (body == 0) {
        return false;
    }
    int shape = body == contact->bodyA ? contact->shapeA : contact->shapeB;
    CaromVec2 pull = crRigidPull(d, body);
    double down = pull.x * (double)m->normalX + pull.y * (double)m->normalY;
    down = body == contact->bodyA ? down : -down;
    double slow = RESTS * crMax(down, 0.0) * interval, threshold = crMax(slow, REST_SPEED);
    threshold = crMax(threshold, (double)d->settings.restitutionThreshold);
    bool any = false, all = true;
    for (int i = 0; i < m->count; i++) {
        double gap = (double)m->points[i].separation, speed = closing(d, contact, m, i);
        double square = speed * crAbs(speed) + 2.0 * down * crMax(gap, 0.0);
        if (gap < -SUNK * (double)d->shapes.shape[shape].width) {
            return false;
        }
        any |= square > threshold * threshold;
        all &= speed < -slow;
    }
    return any || all;
}

/// Contacts of bodies that touch nothing else stay loose if they bounce.
static void sortOutBouncing(CrDynamics *d, double interval)
{
    int count = 0;
    for (int i = 0; i < crArrayCount(d->bouncing); i++) {
        int index = d->bouncing[i], body = flierOf(d, &d->contacts.contact[index]);
        if (body != 0) {
            d->bouncing[count++] = body;
        } else {
            CrContactManifold manifold;
            crRigidContactCollide(d, &d->contacts.contact[index], interval, &manifold);
            crRigidContactHold(d, index);
            crRigidContactFill(d, index, &manifold);
        }
    }
    crArraySetCount(d->bouncing, count);
}

/// Loose contacts with points get lanes, in the order of the list.
static void holdLoose(CrDynamics *d, double interval)
{
    crArraySetCount(d->gone, 0);
    crRigidFarFollow(d);
    listLoose(d, interval);
    int count = crArrayCount(d->looked);
    for (int i = 0; i < count; i++) {
        int index = d->looked[i];
        CrContactManifold manifold;
        const CrRigidContact *contact = &d->contacts.contact[index];
        fetchAhead(d, d->looked, count, i);
        if ((contact->flags & CR_RIGID_CONTACT_DISABLED) || hasSleeper(d, contact)) {
            continue;
        }
        crRigidContactCollide(d, contact, interval, &manifold);
        d->counts.collided++;
        if (manifold.count > 0) {
            crArrayPush(d->gone, index);
        } else {
            crRigidFarSet(d, contact->place, manifold.apart);
        }
    }
    crArraySetCount(d->bouncing, 0);
    for (int i = 0; i < crArrayCount(d->gone); i++) {
        int index = d->gone[i];
        CrContactManifold manifold;
        crRigidContactCollide(d, &d->contacts.contact[index], interval, &manifold);
        if (bounces(d, &d->contacts.contact[index], &manifold, interval)) {
            crArrayPush(d->bouncing, index);
        } else {
            crRigidContactHold(d, index);
            crRigidContactFill(d, index, &manifold);
        }
    }
    sortOutBouncing(d, interval);
}

void crRigidNarrow(CrDynamics *d, double interval)
{
    renewHeld(d, interval);
    releaseGone(d);
    holdLoose(d, interval);
}
