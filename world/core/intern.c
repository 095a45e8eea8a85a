// SPDX-License-Identifier: MIT
#include "intern.h"

#define FIRST_PLACES 8

static uint32_t placeCount(const CrIntern *shared)
{
    return (uint32_t)crArrayCount(shared->places);
}

uint32_t crInternFind(const CrIntern *shared, uint32_t hash, CrInternIsEqual *isEqual,
                      const void *wanted, const void *owner)
{
    uint32_t count = placeCount(shared), mask = count - 1;
    for (uint32_t i = hash & mask; count > 0 && shared->places[i] != 0; i = (i + 1) & mask) {
        uint32_t entry = shared->places[i] - 1;
        if (shared->entries[entry].hash == hash && isEqual(wanted, owner, entry)) {
            return entry;
        }
    }
    return CR_INTERN_NONE;
}

static void place(CrIntern *shared, uint32_t entry)
{
    uint32_t mask = placeCount(shared) - 1, i = shared->entries[entry].hash & mask;
    while (shared->places[i] != 0) {
        i = (i + 1) & mask;
    }
    shared->places[i] = entry + 1;
}

static void placeAll(CrIntern *shared, uint32_t count)
{
    crArraySetCount(shared->places, (int)count);
    for (uint32_t i = 0; i < count; i++) {
        shared->places[i] = 0;
    }
    for (int e = 0; e < crArrayCount(shared->entries); e++) {
        if (shared->entries[e].users > 0) {
            place(shared, (uint32_t)e);
        }
    }
}

bool crInternReserve(CrIntern *shared, const CaromAllocator *allocator)
{
    uint32_t before = placeCount(shared), count = before > 0 ? before : FIRST_PLACES;
    uint32_t held = (uint32_t)(crArrayCount(shared->entries) - crArrayCount(shared->unused));
    while (count < 2 * (held + 1)) {
        count *= 2;
    }
    if (!crArrayGrow(shared->entries, 1, allocator) ||
        !crArrayReserve(shared->unused, crArrayCapacity(shared->entries), allocator) ||
        !crArrayReserve(shared->places, (int)count, allocator)) {
        return false;
    }
    if (count != before) {
        placeAll(shared, count);
    }
    return true;
}

uint32_t crInternAdd(CrIntern *shared, uint32_t hash)
{
    CrInternEntry fresh = {hash, 1};
    uint32_t entry = (uint32_t)crArrayCount(shared->entries);
    if (crArrayCount(shared->unused) > 0) {
        entry = crArrayPop(shared->unused);
        shared->entries[entry] = fresh;
    } else {
        crArrayPush(shared->entries, fresh);
    }
    place(shared, entry);
    return entry;
}

/// Moves up the entries that probed past it.
static void unplace(CrIntern *shared, uint32_t entry)
{
    uint32_t mask = placeCount(shared) - 1, i = shared->entries[entry].hash & mask;
    while (shared->places[i] != entry + 1) {
        i = (i + 1) & mask;
    }
    shared->places[i] = 0;
    for (i = (i + 1) & mask; shared->places[i] != 0; i = (i + 1) & mask) {
        uint32_t moved = shared->places[i] - 1;
        shared->places[i] = 0;
        place(shared, moved);
    }
}

bool crInternDrop(CrIntern *shared, uint32_t entry)
{
    CR_ASSERT(entry != CR_INTERN_NONE);
    if (--shared->entries[entry].users > 0) {
        return false;
    }
    unplace(shared, entry);
    crArrayPush(shared->unused, entry);
    return true;
}

void crInternCut(CrIntern *shared, int count)
{
    CR_ASSERT(count >= 0);
    int kept = 0;
    for (int k = 0; k < crArrayCount(shared->unused); k++) {
        uint32_t entry = shared->unused[k];
        shared->unused[kept] = entry;
        kept += entry < (uint32_t)count;
    }
    crArraySetCount(shared->unused, kept);
    crArraySetCount(shared->entries, count);
}

bool crInternReserveFresh(CrIntern *shared, int count, const CaromAllocator *allocator)
{
    uint32_t places = FIRST_PLACES;
    while (places < 2 * ((uint32_t)count + 1)) {
        places *= 2;
    }
    return crArrayReserve(shared->entries, count, allocator) &&
           crArrayReserve(shared->unused, count, allocator) &&
           crArrayReserve(shared->places, (int)places, allocator);
}

void crInternPut(CrIntern *shared, uint32_t hash, bool used)
{
    CrInternEntry entry = {hash, 0};
    if (!used) {
        crArrayPush(shared->unused, (uint32_t)crArrayCount(shared->entries));
    }
    crArrayPush(shared->entries, entry);
}

void crInternRelist(CrIntern *shared)
{
    placeAll(shared, (uint32_t)crArrayCapacity(shared->places));
}

void crInternFree(CrIntern *shared, const CaromAllocator *allocator)
{
    crArrayFree(shared->entries, allocator);
    crArrayFree(shared->unused, allocator);
    crArrayFree(shared->places, allocator);
}
