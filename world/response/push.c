// SPDX-License-Identifier: MIT
// Impulses between a flight and a dynamic body. Both answer: the flight, which does not turn, by
// 1/m, the body by A = 1/M + (r⊥ r⊥ᵀ)/I at the arm r. With K = 1/m + A an impulse P changes the
// relative velocity w by K·P. Newton's restitution e and Coulomb's friction μ: P is what takes w to
// (−e·wₙ, 0) if that is within the friction cone, else its tangential part is μ times the normal
// one, against the slip. Where both together would gain energy, P has no friction. Keller, "Impact
// with Friction" (1986); Kane, "A Dynamics Puzzle" (1984), on the gain.
#include "push.h"

#include "../flight/leg.h"
#include "../events/body_events.h"
#include "../index/hierarchy.h"
#include "../rigid/awake_list.h"
#include "../rigid/rigid_response.h"
#include "reanchor.h"

#define LIGHT 32.0 ///< [1] of its mass: what hits a body with contacts with less is light

// ---- the body

static const CrRigid *rigidOf(const CaromWorld *world, uint32_t body)
{
    return &world->rigids.all[world->bodies[body].rigid];
}

static CaromVec2 armOf(const CrBody *body, double time, CaromVec2 place)
{
    return crSub(place, crAdd(body->pivot, crBodyOffset(body, time)));
}

CrAnswer crBodyAnswer(const CaromWorld *world, uint32_t body, double time, CaromVec2 place)
{
    const CrRigid *rigid = rigidOf(world, body);
    double inverse = crRigidInverseMass(rigid), turns = crRigidInverseInertia(rigid);
    CaromVec2 r = armOf(&world->bodies[body], time, place);
    CaromVec2 free = crRigidUnlocked(rigid, crVec(inverse, inverse));
    CrAnswer answer = {free.x + turns * r.y * r.y, -turns * r.x * r.y, free.y + turns * r.x * r.x};
    return answer;
}

CaromVec2 crBodyPends(const CaromWorld *world, uint32_t body, double time, CaromVec2 place)
{
    const CrRigid *rigid = rigidOf(world, body);
    if (rigid->push.x == 0.0 && rigid->push.y == 0.0 && rigid->twist == 0.0) {
        return crVec(0.0, 0.0);
    }
    CaromVec2 linear = crRigidUnlocked(rigid, crScale(rigid->push, crRigidInverseMass(rigid)));
    CaromVec2 r = armOf(&world->bodies[body], time, place);
    return crAddScaled(linear, crLeft(r), rigid->twist * crRigidInverseInertia(rigid));
}

static bool isLight(const CrRigid *rigid, double hitter)
{
    return hitter * LIGHT < rigid->mass;
}

/// Whether a push by something of that mass is answered by what touches the body, too.
static bool isShared(const CaromWorld *world, uint32_t body, double hitter)
{
    const CrRigid *rigid = rigidOf(world, body);
    return rigid->solved && !isLight(rigid, hitter) && crRigidLeans(world, body);
}

/// Whether a push by something of that mass waits for the next tick.
static bool pends(const CrRigid *rigid, double hitter)
{
    return rigid->solved && isLight(rigid, hitter);
}

/// Each of those that answer takes its part. Bodies made or moved since the last tick take none.
static void shareOut(CaromWorld *world, const CrRigidResponse *response, double impulse)
{
    for (int k = 0; k < response->count; k++) {
        const CrRigidShare *share = &response->share[k];
        const CrBody *body = &world->bodies[share->body];
        if (body->type == CAROM_BODY_DYNAMIC && !body->disabled && body->rigid != CR_NONE) {
            CrRigid *rigid = &world->rigids.all[body->rigid];
            if (rigid->solved) {
                crRigidSetAwake(world, rigid, true);
                rigid->push = crAddScaled(rigid->push, share->push, impulse);
                rigid->twist += share->twist * impulse;
            }
        }
    }
}

void crBodyPush(CaromWorld *world, const CrPush *push)
{
    CrRigid *rigid = &world->rigids.all[world->bodies[push->body].rigid];
    CaromVec2 r = armOf(&world->bodies[push->body], push->time, push->place);
    double twist = crCross(r, push->impulse);
    if (!rigid->awake) {
        crRigidSetAwake(world, rigid, true);
        crTellBody(world, push->body, push->time, CAROM_BODY_WOKE);
    }
    if (pends(rigid, push->hitter)) {
        rigid->push = crAdd(rigid->push, push->impulse);
        rigid->twist += twist;
        return;
    }
    CaromVec2 change = crScale(push->impulse, crRigidInverseMass(rigid));
    crBodyTurnTo(world, push, crRigidUnlocked(rigid, change), twist * crRigidInverseInertia(rigid));
}

// ---- with a flight

static CrAnswer withMass(CrAnswer answer, double mass)
{
    answer.xx += 1.0 / mass;
    answer.yy += 1.0 / mass;
    return answer;
}

static CaromVec2 answerTo(const CrAnswer *answer, CaromVec2 impulse)
{
    return crVec(answer->xx * impulse.x + answer->xy * impulse.y,
                 answer->xy * impulse.x + answer->yy * impulse.y);
}

/// The impulse that changes the relative velocity so.
static CaromVec2 impulseFor(const CrAnswer *k, CaromVec2 change)
{
    double area = k->xx * k->yy - k->xy * k->xy;
    return crVec((k->yy * change.x - k->xy * change.y) / area,
                 (k->xx * change.y - k->xy * change.x) / area);
}

/// The same answer along a normal, and along its left.
static CrAnswer along(const CrAnswer *k, CaromVec2 n)
{
    CaromVec2 t = crLeft(n), kn = answerTo(k, n), kt = answerTo(k, t);
    CrAnswer turned = {crDot(n, kn), crDot(t, kn), crDot(t, kt)};
    return turned;
}

/// P along normal and left, for a velocity along them.
static CaromVec2 impulseOf(const CrAnswer *k, CaromVec2 w, double restitution, double friction)
{
    double back = (1.0 + restitution) * crMax(-w.x, 0.0);
    CaromVec2 plain = crVec(back / k->xx, 0.0), p = impulseFor(k, crVec(back, -w.y));
    if (!(crAbs(p.y) <= friction * p.x)) {
        double grip = w.y > 0.0 ? -friction : w.y < 0.0 ? friction : 0.0;
        double answer = k->xx + k->xy * grip;
        p = crVec(back / answer, grip * back / answer);
        p = answer > 0.0 ? p : plain;
    }
    CaromVec2 mean = crAddScaled(w, answerTo(k, p), 0.5);
    bool gains = crDot(p, mean) > 0.0 && restitution <= 1.0;
    return gains ? plain : p;
}

static CaromVec2 pointOf(const CrImpact *contact)
{
    return crAddScaled(contact->exact, contact->touch.normal, -contact->flightDef->def.radius);
}

CaromVec2 crAnswerImpulse(const CrAnswer *answer, CaromVec2 normal, CaromVec2 velocity,
                          double restitution, double friction)
{
    CaromVec2 t = crLeft(normal);
    CrAnswer turned = along(answer, normal);
    CaromVec2 w = crVec(crDot(velocity, normal), crDot(velocity, t));
    if (!(turned.xx > 0.0)) {
        return crVec(0.0, 0.0); // nothing moves it that way
    }
    CaromVec2 p = impulseOf(&turned, w, restitution, friction);
    return crAddScaled(crScale(normal, p.x), t, p.y);
}

/// The answer of a body, and if it is shared that of all that share it, to what hits it.
static CrAnswer answerAlong(const CaromWorld *world, uint32_t body, const CrImpact *contact,
                            bool shared)
{
    CaromVec2 place = pointOf(contact), n = crScale(contact->touch.normal, -1.0);
    double time = contact->encounter.time;
    CrAnswer k = crBodyAnswer(world, body, time, place);
    if (shared) {
        CrRigidResponse response;
        double free = crDot(n, answerTo(&k, n));
        crRigidRespond(world, body, armOf(&world->bodies[body], time, place), n, &response);
        double part = free > 0.0 ? crMin(response.answer / free, 1.0) : 1.0;
        k.xx *= part;
        k.xy *= part;
        k.yy *= part;
    }
    return withMass(k, contact->flightDef->def.mass);
}

/// Whether a flight leaves a body after a bounce, as the body's path leads until the next tick.
static bool leaves(const CrImpact *contact)
{
    return crDot(crSub(contact->after, contact->bodyVelocity), contact->touch.normal) >= 0.0;
}

/// Whether a heavy hitter's impulse would give a pile more energy than the hitter loses.
static bool pileGains(const CaromWorld *world, uint32_t body, const CrImpact *contact, CaromVec2 p,
                      CaromVec2 w)
{
    double size = crLength(p), mass = contact->flightDef->def.mass;
    if (!(size > 0.0)) {
        return false;
    }
    CrRigidResponse response;
    CaromVec2 arm = armOf(&world->bodies[body], contact->encounter.time, pointOf(contact));
    crRigidRespond(world, body, arm, crScale(p, -1.0 / size), &response);
    return crDot(p, w) + 0.5 * size * size * (1.0 / mass + response.answer) > 0.0;
}

static void bounceOff(const CaromWorld *world, uint32_t body, CrImpact *contact, bool shared)
{
    double mass = contact->flightDef->def.mass;
    CaromVec2 n = contact->touch.normal, t = crLeft(n),
              w = crSub(contact->before, contact->surfaceVelocity);
    CrAnswer k = answerAlong(world, body, contact, shared), turned = along(&k, n);
    CaromVec2 speed = crVec(crDot(w, n), crDot(w, t));
    CaromVec2 p = impulseOf(&turned, speed, contact->restitution, contact->surface.friction);
    if (shared && p.y != 0.0 && contact->restitution <= 1.0 &&
        pileGains(world, body, contact, crAddScaled(crScale(n, p.x), t, p.y), w)) {
        p = impulseOf(&turned, speed, contact->restitution, 0.0);
    }
    contact->after = crAddScaled(crAddScaled(contact->before, n, p.x / mass), t, p.y / mass);
}

/// What is too heavy to leave at once even what leans on others meets the body alone.
void crImpactBounceOffBody(const CaromWorld *world, uint32_t body, CrImpact *contact)
{
    bool shared = isShared(world, body, contact->flightDef->def.mass);
    bounceOff(world, body, contact, shared);
    if (shared && !leaves(contact)) {
        bounceOff(world, body, contact, false);
    }
}

/// What ends on the body, or in it, has its velocity.
static void comeAlong(const CaromWorld *world, uint32_t body, CrImpact *contact)
{
    double mass = contact->flightDef->def.mass, time = contact->encounter.time;
    CaromVec2 point = pointOf(contact);
    CrAnswer k = withMass(crBodyAnswer(world, body, time, point), mass);
    CaromVec2 carried = crAdd(contact->bodyVelocity, crBodyPends(world, body, time, point));
    CaromVec2 p = impulseFor(&k, crSub(carried, contact->before));
    contact->after = crAddScaled(contact->before, p, 1.0 / mass);
}

/// Off a body that keeps its path until the next tick: as that leads.
static void keepOff(CrImpact *contact)
{
    if (contact->action != CAROM_HIT_BOUNCE) {
        contact->after = contact->bodyVelocity;
        return;
    }
    double away = crDot(crSub(contact->after, contact->bodyVelocity), contact->touch.normal);
    contact->after = crAddScaled(contact->after, contact->touch.normal, crMax(-away, 0.0));
    crImpactLeave(contact);
}

/// Off one that goes on otherwise from here.
static void goApart(const CaromWorld *world, CrImpact *contact)
{
    const CrBody *body = &world->bodies[contact->shape->body];
    CaromVec2 now = crBodyVelocityAt(body, contact->encounter.time, pointOf(contact));
    contact->surfaceVelocity = crAdd(contact->surfaceVelocity, crSub(now, contact->bodyVelocity));
    contact->bodyVelocity = now;
    if (contact->action == CAROM_HIT_BOUNCE) {
        crImpactLeave(contact);
    } else {
        contact->after = now;
    }
}

/// All that touch the body share the impulse at the next tick.
static void pushAll(CaromWorld *world, uint32_t body, CrImpact *contact)
{
    crImpactLeave(contact);
    CaromVec2 impulse =
        crScale(crSub(contact->before, contact->after), contact->flightDef->def.mass);
    double size = crLength(impulse);
    if (size > 0.0) {
        CrRigidResponse response;
        CaromVec2 arm = armOf(&world->bodies[body], contact->encounter.time, pointOf(contact));
        crRigidRespond(world, body, arm, crScale(impulse, 1.0 / size), &response);
        shareOut(world, &response, size);
    }
}

void crImpactPush(CaromWorld *world, uint32_t i, uint32_t body, CrImpact *contact)
{
    double mass = contact->flightDef->def.mass;
    if (contact->action == CAROM_HIT_PIERCE) {
        return; // it gives what it loses as it leaves
    }
    if (contact->action != CAROM_HIT_BOUNCE) {
        comeAlong(world, body, contact);
    }
    if (contact->action == CAROM_HIT_BOUNCE && isShared(world, body, mass) && leaves(contact)) {
        pushAll(world, body, contact);
        return;
    }
    bool waits = pends(rigidOf(world, body), mass);
    if (waits) {
        keepOff(contact);
    }
    CrPush push = {body,
                   i,
                   contact->encounter.time,
                   pointOf(contact),
                   crScale(crSub(contact->before, contact->after), mass),
                   mass};
    crBodyPush(world, &push);
    if (!waits) {
        goApart(world, contact);
    }
}
