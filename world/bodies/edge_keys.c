// SPDX-License-Identifier: MIT
#include "edge_keys.h"

#include "../core/limits.h"

CaromError crKeysReserve(CaromWorld *world, int count)
{
    int fresh = count - world->freeKeyCount;
    bool ok = fresh <= 0 || crArrayGrow(world->keyOwners, fresh, &world->allocator);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

uint32_t crKeyTake(CaromWorld *world, uint32_t slot, int edge)
{
    CrKeyOwner owner = {slot, (uint32_t)edge};
    uint32_t key = world->freeKey;
    if (key != CR_NONE) {
        world->freeKey = world->keyOwners[key].feature;
        world->freeKeyCount--;
        world->keyOwners[key] = owner;
        return key;
    }
    crArrayPush(world->keyOwners, owner);
    return (uint32_t)crArrayCount(world->keyOwners) - 1;
}

void crKeyRelease(CaromWorld *world, uint32_t key)
{
    CrKeyOwner nobody = {CR_NONE, world->freeKey};
    world->keyOwners[key] = nobody;
    world->freeKey = key;
    world->freeKeyCount++;
}

void crKeysCut(CaromWorld *world, int count)
{
    uint32_t *link = &world->freeKey;
    while (*link != CR_NONE && *link < (uint32_t)count) {
        link = &world->keyOwners[*link].feature;
    }
    *link = CR_NONE;
    world->freeKeyCount -= crArrayCount(world->keyOwners) - count;
    crArraySetCount(world->keyOwners, count);
}
