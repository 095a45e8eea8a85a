// SPDX-License-Identifier: MIT
// Falling asleep. Islands are searched only from bodies that have been slow for long enough, in
// depth. Each body is visited once a tick: one found in an island that has to stay awake is marked,
// and a search that meets it ends.
//
// What has to stay awake: a body that is not slow yet, one that what moves is about to touch, and
// one that nothing holds although it is accelerated, as at the top of a throw.
#include "rigid_island.h"

#include "rigid_awake.h"
#include "rigid_contact.h"
#include "rigid_pairs.h"

#include "../shapes/array.h"
#include "../shapes/inline.h"

/// Marks of bodies.
enum { UNSEEN, SEEN, STAYS };

/// [m] What is nearer touches, whether it presses or not.
#define TOUCH_GAP 0.001f

/// In the time to fall asleep a body may move by this part of what its threshold would allow: heaps
/// that still settle, and what slowly begins to roll, stay awake, and shaking does not matter.
#define DRIFT 0.1

/// What a body has done since it became slow.
typedef struct Calm {
    int ticks;
    float x, y, turn;
} Calm;

static bool isSlow(const CrDynamics *d, int body)
{
    const CrRigidTraits *traits = &d->bodies.traits[body];
    const CrRigidVelocity *v = &d->bodies.velocity[body];
    double most = (double)traits->sleepSpeed, turns = v->spin * (double)traits->extent;
    return traits->type == CR_RIGID_DYNAMIC && most >= 0.0 &&
           v->x * v->x + v->y * v->y <= most * most && crAbs(turns) <= most;
}

static Calm calmOf(const CrDynamics *d, int body)
{
    const CrRigidTraits *t = &d->bodies.traits[body];
    Calm none = {0, 0.0f, 0.0f, 0.0f};
    Calm calm = {t->calm + (t->calm < INT32_MAX), t->driftX, t->driftY, t->drift};
    double most = DRIFT * (double)t->sleepSpeed * d->settings.sleepTime;
    double moved = crAbs((double)calm.x) + crAbs((double)calm.y) +
                   crAbs((double)calm.turn) * (double)t->extent;
    return isSlow(d, body) && moved <= most ? calm : none;
}

/// Ticks.
static int leastOf(const CrDynamics *d, double interval)
{
    double ticks = d->settings.sleepTime / interval;
    return ticks >= 1e9 ? 1000000000 : (int)ticks + ((double)(int)ticks < ticks);
}

bool crIslandsReserve(CrDynamics *d, double interval)
{
    int shapes = 0, least = leastOf(d, interval);
    for (int n = 0; n < crArrayCount(d->bodies.moving); n++) {
        int body = d->bodies.moving[n];
        if (d->bodies.traits[body].calm + 1 >= least) {
            for (int s = d->bodies.traits[body].firstShape; s; s = d->shapes.shape[s].next) {
                shapes++;
            }
        }
    }
    return shapes == 0 || crPairsReserveIdle(d, shapes);
}

void crIslandsDrift(CrDynamics *d, double interval)
{
    for (int n = 0; n < crArrayCount(d->bodies.moving); n++) {
        CrRigidTraits *traits = &d->bodies.traits[d->bodies.moving[n]];
        const CrRigidPath *path = &d->bodies.path[d->bodies.moving[n]];
        if (traits->calm > 0) {
            traits->driftX += (float)(path->vx * interval);
            traits->driftY += (float)(path->vy * interval);
            traits->drift += (float)(path->spin * interval);
        }
    }
}

/// A sleeper is held by what it leans on, and so is a body that may fall asleep.
static CaromVec2 pullOf(const CrDynamics *d, int body)
{
    const CrRigidTraits *traits = &d->bodies.traits[body];
    bool isHeld = (traits->flags & CR_RIGID_ASLEEP) || traits->calm > 0;
    return isHeld ? crVec(0.0, 0.0) : crRigidPull(d, body);
}

bool crIslandTouchesSoon(const CrDynamics *d, const CrRigidContact *contact, double interval)
{
    CrContactManifold m;
    crRigidContactCollide(d, contact, interval, &m);
    const CrRigidVelocity *a = &d->bodies.velocity[contact->bodyA],
                          *b = &d->bodies.velocity[contact->bodyB];
    CaromVec2 n = {(double)m.normalX, (double)m.normalY};
    CaromVec2 pull = crSub(pullOf(d, contact->bodyB), pullOf(d, contact->bodyA));
    for (int k = 0; k < m.count; k++) {
        const CrContactPoint *p = &m.points[k];
        CaromVec2 v = {b->x - b->spin * (double)p->by - a->x + a->spin * (double)p->ay,
                       b->y + b->spin * (double)p->bx - a->y - a->spin * (double)p->ax};
        double apart = crDot(n, v) + crMin(crDot(n, pull) * interval, 0.0);
        if ((double)p->separation + crMin(apart, 0.0) * interval < 0.0) {
            return true;
        }
    }
    return false;
}

static bool presses(const CrDynamics *d, const CrRigidContact *contact)
{
    const CrLaneBlock *block = &d->contacts.lanes.block[contact->place / CR_BLOCK];
    int l = contact->place % CR_BLOCK;
    return block->point[0].l[l] + block->point[1].l[l] > 0.0f;
}

/// Whether both bodies of a contact lean on each other, or stand side by side.
static bool touches(const CrDynamics *d, const CrRigidContact *contact)
{
    if (contact->flags & CR_RIGID_CONTACT_DISABLED) {
        return false;
    }
    if (contact->colour >= 0 && presses(d, contact)) {
        return true;
    }
    CrContactManifold m;
    crRigidContactCollide(d, contact, 0.0, &m);
    float least = 1.0f;
    for (int k = 0; k < m.count; k++) {
        least = m.points[k].separation < least ? m.points[k].separation : least;
    }
    return least <= TOUCH_GAP;
}

// ---- searching

typedef struct Search {
    double interval;
    int least;  ///< [1] ticks
    int first;  ///< of the island's bodies in CrDynamics.island
    bool stays; ///< it stays awake
} Search;

static bool isStill(const CrRigidVelocity *v)
{
    return v->x == 0.0 && v->y == 0.0 && v->spin == 0.0;
}

/// What a contact says of the island. Returns whether it holds the body up.
static bool lookAt(CrDynamics *d, Search *search, const CrRigidContact *contact, int other)
{
    const CrRigidTraits *traits = &d->bodies.traits[other];
    bool isHeld = contact->colour >= 0 && presses(d, contact);
    bool moves = traits->type == CR_RIGID_DYNAMIC ? !(traits->flags & CR_RIGID_ASLEEP)
                                                  : !isStill(&d->bodies.velocity[other]);
    if ((contact->flags & CR_RIGID_CONTACT_DISABLED) || !moves) {
        return isHeld;
    }
    bool isQuiet = traits->type == CR_RIGID_DYNAMIC && calmOf(d, other).ticks >= search->least;
    if (!isQuiet) {
        search->stays =
            search->stays || isHeld || crIslandTouchesSoon(d, contact, search->interval);
    } else if (isHeld && d->mark[other] == UNSEEN) {
        d->mark[other] = SEEN;
        crArrayPush(d->island, other);
    } else if (isHeld && d->mark[other] == STAYS) {
        search->stays = true;
    }
    return isHeld;
}

static void visit(CrDynamics *d, Search *search, int body)
{
    bool isHeld = false;
    for (int at = d->bodies.traits[body].firstContact; at >= 0;) {
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        int other = at & 1 ? contact->bodyA : contact->bodyB;
        isHeld = lookAt(d, search, contact, other) || isHeld;
        at = contact->next[at & 1];
    }
    CaromVec2 pull = crRigidPull(d, body);
    search->stays = search->stays || (!isHeld && (pull.x != 0.0 || pull.y != 0.0));
}

/// The island of a body joins those that fall asleep, or is marked to stay awake.
static void searchFrom(CrDynamics *d, Search *search, int body)
{
    search->first = crArrayCount(d->island);
    search->stays = false;
    d->mark[body] = SEEN;
    crArrayPush(d->island, body);
    for (int k = search->first; k < crArrayCount(d->island) && !search->stays; k++) {
        visit(d, search, d->island[k]);
    }
    if (search->stays) {
        for (int k = search->first; k < crArrayCount(d->island); k++) {
            d->mark[d->island[k]] = STAYS;
            crArrayPush(d->slept, d->island[k]); // for now: marks to be cleared
        }
        crArraySetCount(d->island, search->first);
    }
}

// ---- asleep

static void fallAsleep(CrDynamics *d, int body)
{
    static const CrRigidVelocity atRest;
    CrRigidTraits *traits = &d->bodies.traits[body];
    traits->flags |= CR_RIGID_ASLEEP;
    traits->calm = 0;
    traits->driftX = traits->driftY = traits->drift = 0.0f;
    d->bodies.velocity[body] = atRest;
    crPairsFallAsleep(d, body);
    crMovingChanged(d, body);
}

/// A contact of a sleeper: asleep, or loose if the other body moves.
static void restContact(CrDynamics *d, int index, int other)
{
    CrRigidContact *contact = &d->contacts.contact[index];
    const CrRigidTraits *traits = &d->bodies.traits[other];
    bool moves = traits->type == CR_RIGID_DYNAMIC ? !(traits->flags & CR_RIGID_ASLEEP)
                                                  : !isStill(&d->bodies.velocity[other]);
    if (moves) {
        crRigidContactRelease(d, index);
    } else if (contact->colour != CR_RIGID_CONTACT_ASLEEP) {
        crRigidContactRest(d, index, touches(d, contact));
    }
}

static void restAll(CrDynamics *d, const int32_t *bodies, int count)
{
    for (int k = 0; k < count; k++) {
        fallAsleep(d, bodies[k]);
    }
    for (int k = 0; k < count; k++) {
        for (int at = d->bodies.traits[bodies[k]].firstContact; at >= 0;) {
            const CrRigidContact *contact = &d->contacts.contact[at >> 1];
            int next = contact->next[at & 1];
            restContact(d, at >> 1, at & 1 ? contact->bodyA : contact->bodyB);
            at = next;
        }
    }
}

void crIslandsSleep(CrDynamics *d, double interval)
{
    Search search = {interval, leastOf(d, interval), 0, false};
    crArraySetCount(d->island, 0);
    crArraySetCount(d->slept, 0);
    for (int n = 0; n < crArrayCount(d->bodies.moving); n++) {
        int body = d->bodies.moving[n];
        if (d->mark[body] == UNSEEN && calmOf(d, body).ticks >= search.least) {
            searchFrom(d, &search, body);
        }
    }
    for (int k = 0; k < crArrayCount(d->slept); k++) {
        d->mark[d->slept[k]] = UNSEEN;
    }
    for (int n = 0; n < crArrayCount(d->bodies.moving); n++) {
        CrRigidTraits *traits = &d->bodies.traits[d->bodies.moving[n]];
        Calm calm = calmOf(d, d->bodies.moving[n]);
        traits->calm = calm.ticks;
        traits->driftX = calm.x;
        traits->driftY = calm.y;
        traits->drift = calm.turn;
    }
    crArraySetCount(d->slept, 0);
    restAll(d, d->island, crArrayCount(d->island));
    if (crArrayCount(d->island) > 0 && crArrayCount(d->contacts.contact) > 0) {
        crLanesPack(&d->contacts.lanes, &d->contacts.contact->place, sizeof *d->contacts.contact);
    }
    for (int k = 0; k < crArrayCount(d->island); k++) {
        d->mark[d->island[k]] = UNSEEN;
        crArrayPush(d->slept, d->island[k]);
    }
    crMovingRenew(d);
}

int crDynamicsIsland(CrDynamics *d, int body)
{
    crArraySetCount(d->island, 0);
    d->mark[body] = SEEN;
    crArrayPush(d->island, body);
    for (int k = 0; k < crArrayCount(d->island); k++) {
        for (int at = d->bodies.traits[d->island[k]].firstContact; at >= 0;) {
            const CrRigidContact *contact = &d->contacts.contact[at >> 1];
            int other = at & 1 ? contact->bodyA : contact->bodyB;
            if (contact->colour >= 0 && presses(d, contact) && d->mark[other] == UNSEEN &&
                d->bodies.traits[other].type == CR_RIGID_DYNAMIC) {
                d->mark[other] = SEEN;
                crArrayPush(d->island, other);
            }
            at = contact->next[at & 1];
        }
    }
    for (int k = 0; k < crArrayCount(d->island); k++) {
        d->mark[d->island[k]] = UNSEEN;
    }
    return crArrayCount(d->island);
}

CaromError crDynamicsSleep(CrDynamics *d, const int32_t *bodies, int count)
{
    int shapes = 0;
    for (int k = 0; k < count; k++) {
        for (int s = d->bodies.traits[bodies[k]].firstShape; s; s = d->shapes.shape[s].next) {
            shapes++;
        }
    }
    if (!crRigidContactsReserve(d, 0) || !crPairsReserveIdle(d, shapes)) {
        return CAROM_ERROR_MEMORY;
    }
    restAll(d, bodies, count);
    return CAROM_OK;
}
