// SPDX-License-Identifier: MIT
#include "rigid_pool.h"

#include "awake_list.h"
#include "rigid_due.h"
#include "rigid_mirror.h"

#include "../data/refuse.h"

CaromError crRigidsReserve(CaromWorld *world)
{
    CrRigids *rigids = &world->rigids;
    const CaromAllocator *allocator = &world->allocator;
    int more = crArrayCount(rigids->unused) > 0 ? 0 : 1;
    bool ok = crArrayGrow(rigids->all, more, allocator);
    int room = crArrayCapacity(rigids->all);
    ok = ok && crArrayReserve(rigids->unused, room, allocator) &&
         crArrayReserve(rigids->awake, room, allocator) &&
         crArrayReserve(rigids->turned, room, allocator) &&
         crArrayReserve(rigids->spare, room, allocator) &&
         crArrayReserve(rigids->plans, room, allocator) &&
         crArrayReserve(rigids->fast, room, allocator) &&
         crArrayReserve(rigids->due, room, allocator);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

void crRigidsFree(CaromWorld *world)
{
    crArrayFree(world->rigids.all, &world->allocator);
    crArrayFree(world->rigids.unused, &world->allocator);
    crArrayFree(world->rigids.awake, &world->allocator);
    crArrayFree(world->rigids.turned, &world->allocator);
    crArrayFree(world->rigids.spare, &world->allocator);
    crArrayFree(world->rigids.plans, &world->allocator);
    crArrayFree(world->rigids.broken, &world->allocator);
    crArrayFree(world->rigids.impacts, &world->allocator);
    crArrayFree(world->rigids.edited, &world->allocator);
    crArrayFree(world->rigids.isEdited, &world->allocator);
    crArrayFree(world->rigids.fast, &world->allocator);
    crArrayFree(world->rigids.due, &world->allocator);
    crArrayFree(world->rigids.kept, &world->allocator);
    crRigidMirrorFree(world);
}

void crRigidTake(CaromWorld *world, uint32_t body, const CaromBodyDef *def)
{
    CrRigids *rigids = &world->rigids;
    CrRigid rigid = {0};
    rigid.body = body;
    rigid.locks = (uint8_t)def->locks;
    rigid.awake = def->awake;
    rigid.enableSleep = def->enableSleep;
    rigid.sleepThreshold = crMin(def->sleepThreshold, CAROM_ENDLESS);
    rigid.linearDamping = def->linearDamping;
    rigid.angularDamping = def->angularDamping;
    rigid.gravityScale = def->gravityScale;
    rigid.maxSpeed = def->maxSpeed;
    rigid.spin = def->angularVelocity;
    if (crArrayCount(rigids->unused) == 0) {
        crArrayPush(rigids->unused, (uint32_t)crArrayCount(rigids->all));
        crArrayPush(rigids->all, rigid);
    }
    uint32_t index = crArrayPop(rigids->unused);
    rigid.listed = rigids->all[index].listed;
    rigids->all[index] = rigid;
    world->bodies[body].rigid = index;
    crRigidTurned(world, index);
}

/// With the last one the pool becomes as it was at first, so that the order of free entries is part
/// of the state only where something can use it.
void crRigidRelease(CaromWorld *world, uint32_t body)
{
    static const CrRigid blank = {.body = CR_NONE};
    CrRigids *rigids = &world->rigids;
    uint32_t index = world->bodies[body].rigid;
    if (index == CR_NONE) {
        return;
    }
    crRigidDueSet(world, &rigids->all[index], NULL);
    uint8_t listed = rigids->all[index].listed;
    rigids->all[index] = blank;
    rigids->all[index].listed = listed;
    world->bodies[body].rigid = CR_NONE;
    crArrayPush(rigids->unused, index);
    if (crArrayCount(rigids->unused) == crArrayCount(rigids->all)) {
        crArraySetCount(rigids->unused, 0);
        crArraySetCount(rigids->all, 0);
        crArraySetCount(rigids->awake, 0);
        crArraySetCount(rigids->turned, 0);
    }
}

/// Free entries are listed once each: as many as there are, and each of them free.
bool crRigidsHold(const CaromWorld *world)
{
    const CrRigids *rigids = &world->rigids;
    int used = 0, owners = 0, dynamic = 0;
    for (int k = 0; k < crArrayCount(rigids->all); k++) {
        uint32_t body = rigids->all[k].body;
        bool isUsed = body != CR_NONE;
        used += isUsed;
        if (isUsed &&
            (!crSlotsLive(&world->bodySlots, body) || world->bodies[body].rigid != (uint32_t)k)) {
            return false;
        }
    }
    for (uint32_t b = 0; b < crSlotsCount(&world->bodySlots); b++) {
        const CrBody *body = &world->bodies[b];
        if (world->bodySlots.live[b]) {
            owners += body->rigid != CR_NONE;
            dynamic += crBodyIsSolved(body);
            if (body->type == CAROM_BODY_DYNAMIC && body->rigid == CR_NONE) {
                return false;
            }
        }
    }
    for (int k = 0; k < crArrayCount(rigids->unused); k++) {
        uint32_t index = rigids->unused[k];
        if (index >= (uint32_t)crArrayCount(rigids->all) || rigids->all[index].body != CR_NONE) {
            return false;
        }
    }
    return used == owners && dynamic == rigids->dynamic &&
           used + crArrayCount(rigids->unused) == crArrayCount(rigids->all);
}
