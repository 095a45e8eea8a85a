// SPDX-License-Identifier: MIT
#include "rigid_far.h"

#include "../shapes/array.h"
#include "../shapes/inline.h"

/// [1] Errors of floats, as a part of the sizes they come from, with room to spare.
#define ROUNDING 0x1p-16f

CR_INLINE float size(float x)
{
    return x < 0.0f ? -x : x;
}

/// [m] How far shapes come together in the tick at most, by their velocities.
CR_INLINE double approach(const CrRigidVelocity *a, const CrRigidVelocity *b, float extentA,
                          float extentB, double interval)
{
    double speed = crAbs(b->x - a->x) + crAbs(b->y - a->y);
    double spin = crAbs(a->spin) * (double)extentA + crAbs(b->spin) * (double)extentB;
    return (speed + spin) * interval;
}

static double widthOf(const CrDynamics *d, const CrRigidContact *contact)
{
    double most = 1e30;
    if (d->bodies.traits[contact->bodyA].type == CR_RIGID_DYNAMIC) {
        most = (double)d->shapes.shape[contact->shapeA].width;
    }
    if (d->bodies.traits[contact->bodyB].type == CR_RIGID_DYNAMIC) {
        most = crMin(most, (double)d->shapes.shape[contact->shapeB].width);
    }
    return most;
}

float crRigidMargin(const CrDynamics *d, const CrRigidContact *contact, double interval)
{
    double way = approach(&d->bodies.velocity[contact->bodyA], &d->bodies.velocity[contact->bodyB],
                          d->shapes.shape[contact->shapeA].extent,
                          d->shapes.shape[contact->shapeB].extent, interval);
    return (float)crMax((double)d->settings.margin, crMin(widthOf(d, contact), way));
}

void crRigidFarSet(CrDynamics *d, int place, float gap)
{
    CrRigidFar *far = &d->contacts.far[place];
    if (!(gap > d->settings.margin)) {
        far->gap = -1.0f;
        return;
    }
    const CrRigidContact *contact = &d->contacts.contact[d->contacts.loose[place]];
    const CrRigidPose *a = &d->bodies.pose[contact->bodyA], *b = &d->bodies.pose[contact->bodyB];
    float extentA = d->shapes.shape[contact->shapeA].extent,
          extentB = d->shapes.shape[contact->shapeB].extent;
    CrRigidFar now = {contact->bodyA,
                      contact->bodyB,
                      gap - ROUNDING * (extentA + extentB + gap),
                      (float)(b->x - a->x),
                      (float)(b->y - a->y),
                      (float)a->c,
                      (float)a->s,
                      (float)b->c,
                      (float)b->s,
                      extentA,
                      extentB,
                      (float)widthOf(d, contact)};
    *far = now;
}

static void addUnknown(CrDynamics *d)
{
    CrRigidFar unknown = {0, 0, -1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    crArrayPush(d->contacts.far, unknown);
}

void crRigidFarFollow(CrDynamics *d)
{
    while (crArrayCount(d->contacts.far) < crArrayCount(d->contacts.loose)) {
        addUnknown(d);
    }
}

void crRigidFarAdd(CrDynamics *d, int place)
{
    if (place == crArrayCount(d->contacts.far)) {
        addUnknown(d);
    }
}

void crRigidFarRemove(CrDynamics *d, int place)
{
    CrRigidFar *far = d->contacts.far;
    int last = crArrayCount(d->contacts.loose) - 1, known = crArrayCount(far);
    if (last < known) {
        far[place] = far[last];
        crArraySetCount(far, last);
    } else if (place < known) {
        far[place].gap = -1.0f;
    }
}

bool crRigidIsFar(const CrDynamics *d, int place, double interval)
{
    const CrRigidFar *far = &d->contacts.far[place];
    if (far->gap < 0.0f) {
        return false;
    }
    const CrRigidPose *a = &d->bodies.pose[far->a], *b = &d->bodies.pose[far->b];
    float turnA = size((float)a->c - far->cA) + size((float)a->s - far->sA),
          turnB = size((float)b->c - far->cB) + size((float)b->s - far->sB);
    float moved = size((float)(b->x - a->x) - far->x) + size((float)(b->y - a->y) - far->y) +
                  turnA * far->extentA + turnB * far->extentB;
    float left = far->gap - moved;
    if (!(left > d->settings.margin)) {
        return false;
    }
    float way = (float)approach(&d->bodies.velocity[far->a], &d->bodies.velocity[far->b],
                                far->extentA, far->extentB, interval);
    return left > (way < far->width ? way : far->width);
}
