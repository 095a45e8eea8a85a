// SPDX-License-Identifier: MIT
#include "rigid_response.h"

#include "../../dynamics/rigid_contact.h"
#include "rigid_mirror.h"

#define SWEEPS 8
#define CLOSE 0.005 ///< [m] a point with a smaller gap presses as soon as it is pushed

/// A body of the response: its velocity after the impulse. The struck one is the first.
typedef struct Answering {
    int32_t index; ///< in the solver
    double inverseMass, inverseInertia;
    CaromVec2 v;
    double w;
} Answering;

/// A point between two of them; b's arm is 0 where b stands.
typedef struct Pressing {
    int a, b; ///< of `body`; -1 stands still
    CaromVec2 n;
    double rnA, rnB, mass, impulse;
} Pressing;

typedef struct Local {
    Answering body[CR_RESPONSE_MOST];
    Pressing point[2 * CR_RESPONSE_MOST];
    int bodies, points;
} Local;

static int solverBody(const CaromWorld *world, uint32_t body)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    return mirror != NULL && body < (uint32_t)crArrayCount(mirror->bodyOf) ? mirror->bodyOf[body]
                                                                           : 0;
}

bool crRigidLeans(const CaromWorld *world, uint32_t body)
{
    int i = solverBody(world, body);
    if (i == 0 || !(world->rigids.mirror->dynamics.bodies.traits[i].inverseMass > 0.0)) {
        return false;
    }
    const CrDynamics *d = &world->rigids.mirror->dynamics;
    bool leans = d->bodies.traits[i].held > 0;
    for (int at = d->bodies.traits[i].firstContact; at >= 0 && !leans;) { // a sleeper
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        leans = (contact->flags & CR_RIGID_CONTACT_TOUCHES) != 0;
        at = contact->next[at & 1];
    }
    return leans;
}

static bool isPushed(const CrRigidTraits *traits)
{
    return traits->type == CR_RIGID_DYNAMIC && traits->inverseMass > 0.0;
}

/// Index in `body`; -1 for what stands still, or if there is no room.
static int memberOf(Local *local, const CrRigidBodies *bodies, int32_t index)
{
    const CrRigidTraits *traits = &bodies->traits[index];
    for (int i = 0; i < local->bodies; i++) {
        if (local->body[i].index == index) {
            return i;
        }
    }
    if (!isPushed(traits) || local->bodies == CR_RESPONSE_MOST) {
        return -1;
    }
    Answering made = {index, traits->inverseMass, traits->inverseInertia, {0.0, 0.0}, 0.0};
    local->body[local->bodies] = made;
    return local->bodies++;
}

static double inverseMassOf(const Local *local, int i, double rn)
{
    const Answering *body = &local->body[i < 0 ? 0 : i];
    return i < 0 ? 0.0 : body->inverseMass + body->inverseInertia * rn * rn;
}

static void addPoints(Local *local, const CrDynamics *d, const CrRigidContact *contact)
{
    const CrLaneBlock *block = &d->contacts.lanes.block[contact->place / CR_BLOCK];
    int l = contact->place % CR_BLOCK;
    int a = memberOf(local, &d->bodies, contact->bodyA),
        b = memberOf(local, &d->bodies, contact->bodyB);
    if ((a < 0 && isPushed(&d->bodies.traits[contact->bodyA])) ||
        (b < 0 && isPushed(&d->bodies.traits[contact->bodyB]))) {
        return; // no room: what it would take would be lost
    }
    for (int k = 0; k < contact->count; k++) {
        const CrLanePoint *p = &block->point[k];
        double gap = (double)(p->s0[l] + (block->dB[l] - block->dA[l]));
        if ((gap > CLOSE && p->l[l] <= 0.0f) || local->points == 2 * CR_RESPONSE_MOST) {
            continue;
        }
        Pressing made = {a,
                         b,
                         {(double)block->nx[l], (double)block->ny[l]},
                         (double)p->rnA[l],
                         (double)p->rnB[l],
                         0.0,
                         0.0};
        made.mass = 1.0 / (inverseMassOf(local, a, made.rnA) + inverseMassOf(local, b, made.rnB));
        local->point[local->points++] = made;
    }
}

/// Of sleepers no manifold is kept.
static void addPointsAsleep(Local *local, const CrDynamics *d, const CrRigidContact *contact)
{
    CrContactManifold m;
    int a = memberOf(local, &d->bodies, contact->bodyA),
        b = memberOf(local, &d->bodies, contact->bodyB);
    crRigidContactCollide(d, contact, 0.0, &m);
    CaromVec2 n = {(double)m.normalX, (double)m.normalY};
    for (int k = 0; k < m.count && local->points < 2 * CR_RESPONSE_MOST; k++) {
        const CrContactPoint *p = &m.points[k];
        Pressing made = {a,
                         b,
                         n,
                         crCross(crVec((double)p->ax, (double)p->ay), n),
                         crCross(crVec((double)p->bx, (double)p->by), n),
                         0.0,
                         0.0};
        made.mass = 1.0 / (inverseMassOf(local, a, made.rnA) + inverseMassOf(local, b, made.rnB));
        local->point[local->points++] = made;
    }
}

static void pushOne(Answering *body, CaromVec2 n, double rn, double impulse)
{
    body->v = crAddScaled(body->v, n, impulse * body->inverseMass);
    body->w += impulse * rn * body->inverseInertia;
}

static double speedOf(const Local *local, int i, CaromVec2 n, double rn)
{
    return i < 0 ? 0.0 : crDot(local->body[i].v, n) + rn * local->body[i].w;
}

static void sweep(Local *local)
{
    for (int k = 0; k < local->points; k++) {
        Pressing *p = &local->point[k];
        double apart = speedOf(local, p->b, p->n, p->rnB) - speedOf(local, p->a, p->n, p->rnA);
        double now = crMax(p->impulse - p->mass * apart, 0.0), change = now - p->impulse;
        p->impulse = now;
        if (p->a >= 0) {
            pushOne(&local->body[p->a], p->n, p->rnA, -change);
        }
        if (p->b >= 0) {
            pushOne(&local->body[p->b], p->n, p->rnB, change);
        }
    }
}

static void shareOut(const Local *local, const CrRigidMirror *mirror, CrRigidResponse *response)
{
    response->count = local->bodies;
    double energy = 0.0;
    for (int i = 0; i < local->bodies; i++) {
        const Answering *body = &local->body[i];
        CrRigidShare share = {mirror->bodyAt[body->index],
                              crScale(body->v, 1.0 / body->inverseMass), 0.0};
        if (body->inverseInertia > 0.0) {
            share.twist = body->w / body->inverseInertia;
        }
        energy += crDot(share.push, body->v) + share.twist * body->w;
        response->share[i] = share;
    }
    response->answer = crMax(response->answer, energy);
}

void crRigidRespond(const CaromWorld *world, uint32_t body, CaromVec2 arm, CaromVec2 direction,
                    CrRigidResponse *response)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    const CrDynamics *d = &mirror->dynamics;
    Local local;
    local.bodies = local.points = 0;
    int32_t index = mirror->bodyOf[body];
    memberOf(&local, &d->bodies, index);
    double rn = crCross(arm, direction);
    pushOne(&local.body[0], direction, rn, 1.0);
    for (int at = d->bodies.traits[index].firstContact; at >= 0;) {
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        if (contact->colour >= 0) {
            addPoints(&local, d, contact);
        } else if (contact->flags & CR_RIGID_CONTACT_TOUCHES) {
            addPointsAsleep(&local, d, contact);
        }
        at = contact->next[at & 1];
    }
    for (int i = 0; i < SWEEPS; i++) {
        sweep(&local);
    }
    response->answer = crMax(speedOf(&local, 0, direction, rn), 0.0);
    shareOut(&local, mirror, response);
}
