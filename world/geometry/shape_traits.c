// SPDX-License-Identifier: MIT
#include "shape_traits.h"

#include "../core/limits.h"
#include "../data/revision.h"
#include "../data/rigid_edits.h"
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

static uint32_t hashOf(const CrShapeTraits *traits)
{
    uint64_t hash = mix(traits->filter.category, traits->filter.mask);
    hash = mix(hash, (uint64_t)(uint32_t)traits->filter.group << 32 | traits->material);
    hash = mix(mix(hash, bitsOf(traits->restitution)), bitsOf(traits->friction));
    hash = mix(mix(hash, bitsOf(traits->rollingResistance)), bitsOf(traits->surfaceSpeed));
    hash = traits->density != CR_DENSITY ? mix(hash, bitsOf(traits->density)) : hash;
    hash = crMeetsBodiesAsMost(traits) ? hash : mix(hash, bitsOf(traits->bodyFriction));
    return (uint32_t)(hash >> 32);
}

static bool areEqual(const CrShapeTraits *a, const CrShapeTraits *b)
{
    return a->filter.category == b->filter.category && a->filter.mask == b->filter.mask &&
           a->filter.group == b->filter.group && a->material == b->material &&
           bitsOf(a->restitution) == bitsOf(b->restitution) &&
           bitsOf(a->friction) == bitsOf(b->friction) &&
           bitsOf(a->rollingResistance) == bitsOf(b->rollingResistance) &&
           bitsOf(a->surfaceSpeed) == bitsOf(b->surfaceSpeed) &&
           bitsOf(a->density) == bitsOf(b->density) &&
           bitsOf(a->bodyRestitution) == bitsOf(b->bodyRestitution) &&
           bitsOf(a->bodyFriction) == bitsOf(b->bodyFriction) &&
           bitsOf(a->bodyRollingResistance) == bitsOf(b->bodyRollingResistance);
}

static bool isEqual(const void *wanted, const void *owner, uint32_t entry)
{
    const CaromWorld *world = owner;
    return areEqual(wanted, &world->allTraits[entry]);
}

static uint32_t use(CaromWorld *world, uint32_t traits)
{
    world->matterKinds.entries[traits].users++;
    return world->lastMatter = traits;
}

uint32_t crShapeTraitsTake(CaromWorld *world, const CrShapeTraits *traits)
{
    if (world->lastMatter != CR_NONE && areEqual(&world->allTraits[world->lastMatter], traits)) {
        return use(world, world->lastMatter);
    }
    CrIntern *kinds = &world->matterKinds;
    uint32_t hash = hashOf(traits), found = crInternFind(kinds, hash, isEqual, traits, world);
    if (found != CR_INTERN_NONE) {
        return use(world, found);
    }
    if (!crInternReserve(kinds, &world->allocator) ||
        !crArrayReserve(world->allTraits, crArrayCapacity(kinds->entries), &world->allocator)) {
        return CR_NONE;
    }
    found = crInternAdd(kinds, hash);
    crArraySetCount(world->allTraits, crArrayCount(kinds->entries));
    world->allTraits[found] = *traits;
    return world->lastMatter = found;
}

void crShapeTraitsDrop(CaromWorld *world, uint32_t traits)
{
    if (crInternDrop(&world->matterKinds, traits) && world->lastMatter == traits) {
        world->lastMatter = CR_NONE;
    }
}

void crShapeTraitsCut(CaromWorld *world, int count)
{
    crInternCut(&world->matterKinds, count);
    crArraySetCount(world->allTraits, count);
}

bool crShapeTraitsSet(CaromWorld *world, uint32_t slot, const CrShapeTraits *traits)
{
    uint32_t found = crShapeTraitsTake(world, traits);
    if (found == CR_NONE) {
        return false;
    }
    CrShape *shape = &world->shapes[slot];
    crShapeTraitsDrop(world, shape->traits);
    shape->traits = found;
    for (int i = 0; i < shape->edgeCount; i++) {
        crGridSetKind(&world->grid, crShapeKeys(shape)[i], crShapeKind(shape));
    }
    crRigidNoteMix(world);
    crRevisionTurn(world, slot);
    return true;
}

void crShapeTraitsFree(CaromWorld *world)
{
    crInternFree(&world->matterKinds, &world->allocator);
    crArrayFree(world->allTraits, &world->allocator);
}
