// SPDX-License-Identifier: MIT
// The list of bodies that ticks move, and that of sleepers to be woken.
#include "rigid_awake.h"

#include "../shapes/array.h"
#include "../shapes/inline.h"
#include "../shapes/sort.h"

static bool isMoved(const CrRigidTraits *traits)
{
    return (traits->flags & CR_RIGID_USED) && traits->type != CR_RIGID_STATIC &&
           !(traits->flags & (CR_RIGID_DISABLED | CR_RIGID_ASLEEP));
}

void crMovingChanged(CrDynamics *d, int body)
{
    CrRigidTraits *traits = &d->bodies.traits[body];
    if (!(traits->listed & CR_RIGID_IN_CHANGED)) {
        traits->listed |= CR_RIGID_IN_CHANGED;
        crArrayPush(d->bodies.changed, body);
    }
}

static void listAll(CrDynamics *d)
{
    CrRigidBodies *b = &d->bodies;
    crArraySetCount(b->moving, 0);
    crArraySetCount(b->changed, 0);
    for (int i = 1; i < crArrayCount(b->traits); i++) {
        b->traits[i].listed &= CR_RIGID_IN_ROUSED;
        if (isMoved(&b->traits[i])) {
            b->traits[i].listed |= CR_RIGID_IN_MOVING;
            crArrayPush(b->moving, i);
        }
    }
    b->movingStale = false;
}

static bool isLess(const void *context, int a, int b)
{
    (void)context;
    return a < b;
}

/// Those that move no longer leave the list.
static void dropStill(CrRigidBodies *b)
{
    int kept = 0;
    for (int k = 0; k < crArrayCount(b->moving); k++) {
        int32_t i = b->moving[k];
        if (isMoved(&b->traits[i])) {
            b->moving[kept++] = i;
        } else {
            b->traits[i].listed &= (uint8_t)~CR_RIGID_IN_MOVING;
        }
    }
    crArraySetCount(b->moving, kept);
}

/// Of those that changed, the ones that have to come in.
static int keepNew(CrRigidBodies *b)
{
    int count = 0;
    for (int k = 0; k < crArrayCount(b->changed); k++) {
        int32_t i = b->changed[k];
        CrRigidTraits *traits = &b->traits[i];
        bool isNew = isMoved(traits) && !(traits->listed & CR_RIGID_IN_MOVING);
        traits->listed &= (uint8_t)~CR_RIGID_IN_CHANGED;
        if (isNew) {
            traits->listed |= CR_RIGID_IN_MOVING;
            b->changed[count++] = i;
        }
    }
    return count;
}

void crMovingRenew(CrDynamics *d)
{
    CrRigidBodies *b = &d->bodies;
    if (b->movingStale) {
        listAll(d);
    }
    if (crArrayCount(b->changed) == 0) {
        return;
    }
    dropStill(b);
    int more = keepNew(b), had = crArrayCount(b->moving);
    if (more > 0) {
        crSortInts(isLess, NULL, b->changed, b->spare, more);
        crArraySetCount(b->moving, had + more);
    }
    for (int to = had + more, i = had, k = more; k > 0;) { // from the back
        bool takesOld = i > 0 && b->moving[i - 1] > b->changed[k - 1];
        b->moving[--to] = takesOld ? b->moving[--i] : b->changed[--k];
    }
    crArraySetCount(b->changed, 0);
}

void crIslandRouse(CrDynamics *d, int body)
{
    CrRigidTraits *traits = &d->bodies.traits[body];
    if ((traits->flags & CR_RIGID_ASLEEP) && !(traits->listed & CR_RIGID_IN_ROUSED)) {
        traits->listed |= CR_RIGID_IN_ROUSED;
        crArrayPush(d->bodies.roused, body);
    }
}

void crIslandForget(CrDynamics *d, int body)
{
    CrRigidTraits *traits = &d->bodies.traits[body];
    int32_t *roused = d->bodies.roused;
    if (!(traits->listed & CR_RIGID_IN_ROUSED)) {
        return;
    }
    traits->listed &= (uint8_t)~CR_RIGID_IN_ROUSED;
    for (int k = crArrayCount(roused) - 1; k >= 0; k--) {
        if (roused[k] == body) {
            crArrayRemoveSwap(roused, k);
            return;
        }
    }
}

CaromVec2 crRigidPull(const CrDynamics *d, int i)
{
    const CrRigidTraits *t = &d->bodies.traits[i];
    CaromVec2 a = {d->settings.gravity.x * t->gravityScale + d->bodies.force[i].x * t->inverseMass,
                   d->settings.gravity.y * t->gravityScale + d->bodies.force[i].y * t->inverseMass};
    a.x = t->flags & CR_RIGID_LOCK_X || t->inverseMass == 0.0 ? 0.0 : a.x;
    a.y = t->flags & CR_RIGID_LOCK_Y || t->inverseMass == 0.0 ? 0.0 : a.y;
    return a;
}
