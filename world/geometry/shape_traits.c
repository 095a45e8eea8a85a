// SPDX-License-Identifier: MIT
#include "shape_traits.h"

#include "../core/limits.h"
#include "../data/revision.h"
#include "shape_storage.h"

static uint64_t bitsOf(double x)
{
    union {
        double x;
        uint64_t bits;
    } u;
    u.x = x;
    return u.bits;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
    return hash ^ (hash >> 29);
}

static uint32_t hashOf(const CrMatter *matter)
{
    uint64_t hash = mix(matter->filter.category, matter->filter.mask);
    hash = mix(hash, (uint64_t)(uint32_t)matter->filter.group << 32 | matter->material);
    hash = mix(mix(hash, bitsOf(matter->restitution)), bitsOf(matter->friction));
    hash = mix(mix(hash, bitsOf(matter->rollingResistance)), bitsOf(matter->surfaceSpeed));
    return (uint32_t)(hash >> 32);
}

static bool areEqual(const CrMatter *a, const CrMatter *b)
{
    return a->filter.category == b->filter.category && a->filter.mask == b->filter.mask &&
           a->filter.group == b->filter.group && a->material == b->material &&
           bitsOf(a->restitution) == bitsOf(b->restitution) &&
           bitsOf(a->friction) == bitsOf(b->friction) &&
           bitsOf(a->rollingResistance) == bitsOf(b->rollingResistance) &&
           bitsOf(a->surfaceSpeed) == bitsOf(b->surfaceSpeed);
}

static bool isEqual(const void *wanted, const void *owner, uint32_t entry)
{
    const CaromWorld *world = owner;
    return areEqual(wanted, &world->matters[entry]);
}

static uint32_t use(CaromWorld *world, uint32_t matter)
{
    world->matterKinds.entries[matter].users++;
    return world->lastMatter = matter;
}

uint32_t crMatterTake(CaromWorld *world, const CrMatter *matter)
{
    if (world->lastMatter != CR_NONE && areEqual(&world->matters[world->lastMatter], matter)) {
        return use(world, world->lastMatter);
    }
    CrShared *kinds = &world->matterKinds;
    uint32_t hash = hashOf(matter), found = crSharedFind(kinds, hash, isEqual, matter, world);
    if (found != CR_SHARED_NONE) {
        return use(world, found);
    }
    if (!crSharedReserve(kinds, &world->allocator) ||
        !crArrayReserve(world->matters, crArrayCapacity(kinds->entries), &world->allocator)) {
        return CR_NONE;
    }
    found = crSharedAdd(kinds, hash);
    crArraySetCount(world->matters, crArrayCount(kinds->entries));
    world->matters[found] = *matter;
    return world->lastMatter = found;
}

void crMatterDrop(CaromWorld *world, uint32_t matter)
{
    if (crSharedDrop(&world->matterKinds, matter) && world->lastMatter == matter) {
        world->lastMatter = CR_NONE;
    }
}

void crMattersCut(CaromWorld *world, int count)
{
    crSharedCut(&world->matterKinds, count);
    crArraySetCount(world->matters, count);
}

bool crMatterSet(CaromWorld *world, uint32_t slot, const CrMatter *matter)
{
    uint32_t found = crMatterTake(world, matter);
    if (found == CR_NONE) {
        return false;
    }
    CrShape *shape = &world->shapes[slot];
    crMatterDrop(world, shape->matter);
    shape->matter = found;
    for (int i = 0; i < shape->edgeCount; i++) {
        crGridSetKind(&world->grid, crShapeKeys(shape)[i], crShapeKind(shape));
    }
    crEditionTurn(world, slot);
    return true;
}

void crMattersFree(CaromWorld *world)
{
    crSharedFree(&world->matterKinds, &world->allocator);
    crArrayFree(world->matters, &world->allocator);
}
