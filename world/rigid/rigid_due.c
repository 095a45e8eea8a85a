// SPDX-License-Identifier: MIT
#include "rigid_due.h"

static bool isSooner(const CrRigids *rigids, uint32_t a, uint32_t b)
{
    const CrRigid *first = &rigids->all[a], *second = &rigids->all[b];
    return first->impact.time < second->impact.time ||
           (first->impact.time == second->impact.time && first->body < second->body);
}

static void put(CrRigids *rigids, int place, uint32_t index)
{
    rigids->due[place] = index;
    rigids->all[index].place = place;
}

static void siftUp(CrRigids *rigids, int place, uint32_t index)
{
    while (place > 0 && isSooner(rigids, index, rigids->due[(place - 1) / 2])) {
        put(rigids, place, rigids->due[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(rigids, place, index);
}

static void siftDown(CrRigids *rigids, int place, uint32_t index)
{
    int count = crArrayCount(rigids->due);
    for (int child = 2 * place + 1; child < count; child = 2 * place + 1) {
        child += child + 1 < count && isSooner(rigids, rigids->due[child + 1], rigids->due[child]);
        if (!isSooner(rigids, rigids->due[child], index)) {
            break;
        }
        put(rigids, place, rigids->due[child]);
        place = child;
    }
    put(rigids, place, index);
}

static void drop(CrRigids *rigids, int place)
{
    uint32_t last = crArrayPop(rigids->due);
    if (place < crArrayCount(rigids->due)) {
        siftUp(rigids, place, last);
        siftDown(rigids, rigids->all[last].place, last);
    }
}

void crRigidDueSet(CaromWorld *world, CrRigid *rigid, const CrRigidImpact *impact)
{
    CrRigids *rigids = &world->rigids;
    if (rigid->strikes) {
        rigid->strikes = false;
        drop(rigids, rigid->place);
    }
    if (impact != NULL) {
        uint32_t index = world->bodies[rigid->body].rigid;
        rigid->strikes = true;
        rigid->impact = *impact;
        crArrayPush(rigids->due, index);
        siftUp(rigids, crArrayCount(rigids->due) - 1, index);
    }
}

void crRigidDueList(CaromWorld *world)
{
    CrRigids *rigids = &world->rigids;
    crArraySetCount(rigids->due, 0);
    for (int k = 0; k < crArrayCount(rigids->all); k++) {
        CrRigid *rigid = &rigids->all[k];
        if (rigid->strikes) {
            CrRigidImpact impact = rigid->impact;
            rigid->strikes = false;
            crRigidDueSet(world, rigid, &impact);
        }
    }
}
