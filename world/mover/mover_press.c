// SPDX-License-Identifier: MIT
// A move gives dynamic bodies what it may: at each touch at most the mover's push force times the
// move's time, along the normal, and no more than makes the body as fast as the wish leads into it.
// So it neither hits nor throws them, and who stands holds nothing up. What it stands on bears its
// weight. Bodies push it as kinematic ones do (mover_push.c); the mover's own body is none of the
// solver's.
#include "../bodies/press.h"
#include "../index/hierarchy.h"
#include "../response/push.h"
#include "mover_types.h"

static CrMoverPress *pressOn(CrMoverPresses *presses, uint32_t body)
{
    for (int k = 0; k < presses->count; k++) {
        if (presses->of[k].body == body) {
            return &presses->of[k];
        }
    }
    return NULL;
}

static bool isFloor(const CaromMover *mover, CaromVec2 normal)
{
    return crMoverHasUp(mover) && crDot(normal, mover->up) >= mover->slopeCosine;
}

/// Returns the dynamic body of a contact, or CR_NONE.
static uint32_t bodyOf(const CrMove *move, const CaromMoverContact *contact)
{
    return crPushedBody(move->world, contact->body.index - 1);
}

/// Of several contacts with a body the one that the wish leads into most.
static const CaromMoverContact *steepest(const CrMove *move, uint32_t body, CaromVec2 wish)
{
    const CaromMoverResult *result = move->result;
    const CaromMoverContact *best = NULL;
    for (int i = 0; i < result->contactCount; i++) {
        const CaromMoverContact *c = &result->contacts[i];
        if (bodyOf(move, c) == body && !isFloor(move->mover, c->normal) &&
            (best == NULL || crDot(wish, c->normal) < crDot(wish, best->normal))) {
            best = c;
        }
    }
    return best;
}

static void addPush(CrMove *move, CaromMoverContact *contact, CaromVec2 wish, double most,
                    CrMoverPresses *presses)
{
    CaromVec2 into = crNegate(contact->normal);
    uint32_t body = bodyOf(move, contact);
    double speed = crDot(wish, into);
    double size =
        speed > 0.0 ? crBodyPressNeeded(move->world, body, contact->point, into, speed, most) : 0.0;
    if (size > 0.0) {
        CrMoverPress press = {body, contact->point, crScale(into, size)};
        contact->impulse = press.impulse;
        presses->of[presses->count++] = press;
    }
}

/// The mover's weight, on what it stands on.
static void addWeight(CrMove *move, double dt, CrMoverPresses *presses)
{
    const CaromWorld *world = move->world;
    const CrMoverTouch *ground = &move->ground;
    if (!ground->found) {
        return;
    }
    const CrShape *shape = &world->shapes[ground->obstacle.shape];
    uint32_t body = crPushedBody(world, shape->body);
    double pull = -crDot(world->gravity, move->mover->up);
    if (body == CR_NONE || !(pull * move->mover->mass > 0.0)) {
        return;
    }
    CrMoverPress press = {body, crAddScaled(ground->gap.point, ground->gap.normal, shape->radius),
                          crScale(move->mover->up, -pull * move->mover->mass * dt)};
    for (int i = 0; i < move->result->contactCount; i++) {
        CaromMoverContact *c = &move->result->contacts[i];
        bool isGround =
            c->shape.index - 1 == ground->obstacle.shape && isFloor(move->mover, c->normal);
        if (isGround) {
            c->impulse = press.impulse;
            break;
        }
    }
    presses->of[presses->count++] = press;
}

void crMoverFindPresses(CrMove *move, CaromVec2 wish, double dt, CrMoverPresses *presses)
{
    CaromMoverResult *result = move->result;
    double most = move->mover->pushForce * dt;
    presses->count = 0;
    if (move->world->rigids.dynamic == 0) {
        return;
    }
    for (int i = 0; most > 0.0 && i < result->contactCount; i++) {
        CaromMoverContact *c = &result->contacts[i];
        uint32_t body = bodyOf(move, c);
        if (body != CR_NONE && pressOn(presses, body) == NULL && steepest(move, body, wish) == c) {
            addPush(move, c, wish, most, presses);
        }
    }
    addWeight(move, dt, presses);
}

void crMoverPress(const CrMove *move, const CrMoverPresses *presses)
{
    for (int k = 0; k < presses->count; k++) {
        const CrMoverPress *press = &presses->of[k];
        crBodyPress(move->world, crBodyIdOf(move->world, press->body), press->impulse,
                    press->point);
    }
}
