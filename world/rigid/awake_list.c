// SPDX-License-Identifier: MIT
#include "awake_list.h"

#include "../../shapes/sort.h"
#include "rigid_pool.h"

static bool isAwake(const CaromWorld *world, uint32_t entry)
{
    const CrRigid *rigid = &world->rigids.all[entry];
    return rigid->body != CR_NONE && rigid->awake && crBodyIsSolved(&world->bodies[rigid->body]);
}

void crRigidTurned(CaromWorld *world, uint32_t entry)
{
    CrRigids *rigids = &world->rigids;
    if (entry != CR_NONE && !(rigids->all[entry].listed & CR_RIGID_IS_TURNED)) {
        rigids->all[entry].listed |= CR_RIGID_IS_TURNED;
        crArrayPush(rigids->turned, entry);
    }
}

void crRigidSetAwake(CaromWorld *world, CrRigid *rigid, bool awake)
{
    if (rigid->awake != awake) {
        rigid->awake = awake;
        crRigidTurned(world, world->bodies[rigid->body].rigid);
    }
}

void crRigidsWakeAll(CaromWorld *world)
{
    for (int k = 0; k < crArrayCount(world->rigids.all); k++) {
        CrRigid *rigid = &world->rigids.all[k];
        if (rigid->body != CR_NONE && world->bodies[rigid->body].type == CAROM_BODY_DYNAMIC) {
            crRigidSetAwake(world, rigid, true);
        }
    }
}

// ---- the list

/// After a state or a snapshot was restored everything may have turned.
static void listAll(CrRigids *rigids)
{
    crArraySetCount(rigids->awake, 0);
    crArraySetCount(rigids->turned, 0);
    for (int k = 0; k < crArrayCount(rigids->all); k++) {
        rigids->all[k].listed = CR_RIGID_IS_TURNED;
        crArrayPush(rigids->turned, (uint32_t)k);
    }
    rigids->awakeKnown = true;
}

static bool isLess(const void *context, int a, int b)
{
    (void)context;
    return a < b;
}

/// There is room: as many entries as there may be, twice.
void crRigidAwakeRenew(CaromWorld *world)
{
    CrRigids *rigids = &world->rigids;
    if (!rigids->awakeKnown) {
        listAll(rigids);
    }
    int count = crArrayCount(rigids->turned), had = crArrayCount(rigids->awake), more = 0;
    crSortInts(isLess, NULL, (int *)rigids->turned, (int *)rigids->spare, count);
    for (int k = 0; k < count; k++) {
        CrRigid *rigid = &rigids->all[rigids->turned[k]];
        if (isAwake(world, rigids->turned[k]) && !(rigid->listed & CR_RIGID_IS_AWAKE)) {
            rigid->listed |= CR_RIGID_IS_AWAKE;
            rigids->spare[more++] = rigids->turned[k];
        }
    }
    crArraySetCount(rigids->awake, had + more);
    for (int to = had + more, i = had, k = more; k > 0;) { // from the back
        bool takesOld = i > 0 && rigids->awake[i - 1] > rigids->spare[k - 1];
        rigids->awake[--to] = takesOld ? rigids->awake[--i] : rigids->spare[--k];
    }
}

void crRigidAwakeDrop(CaromWorld *world)
{
    CrRigids *rigids = &world->rigids;
    int kept = 0;
    for (int k = 0; k < crArrayCount(rigids->awake); k++) {
        uint32_t entry = rigids->awake[k];
        if (isAwake(world, entry)) {
            rigids->awake[kept++] = entry;
        } else {
            rigids->all[entry].listed &= (uint8_t)~CR_RIGID_IS_AWAKE;
        }
    }
    crArraySetCount(rigids->awake, kept);
}

int crRigidsAwake(const CaromWorld *world)
{
    const CrRigids *rigids = &world->rigids;
    int count = 0;
    if (!rigids->awakeKnown) {
        for (int k = 0; k < crArrayCount(rigids->all); k++) {
            count += isAwake(world, (uint32_t)k);
        }
        return count;
    }
    for (int k = 0; k < crArrayCount(rigids->awake); k++) {
        count += isAwake(world, rigids->awake[k]);
    }
    for (int k = 0; k < crArrayCount(rigids->turned); k++) {
        bool listed = rigids->all[rigids->turned[k]].listed & CR_RIGID_IS_AWAKE;
        count += !listed && isAwake(world, rigids->turned[k]);
    }
    return count;
}
