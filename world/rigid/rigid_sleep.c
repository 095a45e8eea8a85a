// SPDX-License-Identifier: MIT
#include "rigid_sleep.h"

#include "../../dynamics/rigid_island.h"
#include "../../dynamics/rigid_wake.h"
#include "../../shapes/sort.h"
#include "../events/body_events.h"
#include "awake_list.h"
#include "rigid_pool.h"
#include "rigid_response.h"

/// The solver's index of the body of an entry, or 0.
static int solverBody(const CaromWorld *world, uint32_t entry)
{
    uint32_t body = world->rigids.all[entry].body;
    return body == CR_NONE ? 0 : world->rigids.mirror->bodyOf[body];
}

static bool isLess(const void *context, int a, int b)
{
    (void)context;
    return a < b;
}

static CrRigid *rigidAt(const CaromWorld *world, int i)
{
    return crRigidOf(world, world->rigids.mirror->bodyAt[i]);
}

static void wake(CaromWorld *world, CrRigid *rigid)
{
    if (!rigid->awake) {
        crRigidSetAwake(world, rigid, true);
        crTellBody(world, rigid->body, world->time, CAROM_BODY_WOKE);
    }
}

static void takeWoken(CaromWorld *world)
{
    const CrDynamics *d = &world->rigids.mirror->dynamics;
    for (int k = 0; k < crArrayCount(d->woken); k++) {
        wake(world, rigidAt(world, d->woken[k]));
    }
}

CaromError crRigidAwakeTell(CaromWorld *world)
{
    CrRigids *rigids = &world->rigids;
    CrDynamics *d = &rigids->mirror->dynamics;
    int count = 0;
    for (int k = 0; k < crArrayCount(rigids->turned); k++) {
        int i = solverBody(world, rigids->turned[k]);
        bool sleeps = i && (d->bodies.traits[i].flags & CR_RIGID_ASLEEP);
        bool isDynamic = i && d->bodies.traits[i].type == CR_RIGID_DYNAMIC;
        if (isDynamic && sleeps && rigids->all[rigids->turned[k]].awake) {
            crDynamicsWake(d, i);
        } else if (isDynamic && !sleeps && !rigids->all[rigids->turned[k]].awake) {
            rigids->spare[count++] = (uint32_t)i;
        }
    }
    crSortInts(isLess, NULL, (int *)rigids->spare, d->bodies.spare, count);
    CaromError error = crDynamicsSleep(d, (const int32_t *)rigids->spare, count);
    error = error ? error : crDynamicsWakeRoused(d);
    if (!error) {
        crRigidAwakeRenew(world); // the mirror may have woken some
    }
    for (int k = 0; k < crArrayCount(rigids->turned) && !error; k++) {
        rigids->all[rigids->turned[k]].listed &= (uint8_t)~CR_RIGID_IS_TURNED;
    }
    if (!error) {
        crArraySetCount(rigids->turned, 0);
        takeWoken(world);
        crRigidAwakeRenew(world);
    }
    return error;
}

void crRigidAwakeTake(CaromWorld *world)
{
    const CrDynamics *d = &world->rigids.mirror->dynamics;
    for (int k = 0; k < crArrayCount(d->slept); k++) {
        CrRigid *rigid = rigidAt(world, d->slept[k]);
        crRigidSetAwake(world, rigid, false);
        crTellBody(world, rigid->body, world->time, CAROM_BODY_FELL_ASLEEP);
        rigid->solved = crRigidLeans(world, rigid->body);
        rigid->velocity = crVec(0.0, 0.0);
        rigid->spin = 0.0;
    }
    takeWoken(world);
}

int crRigidIsland(CaromWorld *world, uint32_t body)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    bool known = mirror != NULL && body < (uint32_t)crArrayCount(mirror->bodyOf);
    return known && mirror->bodyOf[body] ? crDynamicsIsland(&mirror->dynamics, mirror->bodyOf[body])
                                         : 0;
}

uint32_t crRigidOfIsland(const CaromWorld *world, int k)
{
    const CrRigidMirror *mirror = world->rigids.mirror;
    return mirror->bodyAt[mirror->dynamics.island[k]];
}
