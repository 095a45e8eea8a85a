// SPDX-License-Identifier: MIT
#include "slots.h"

#define LAST_AGE 0xffffffffu
#define SLOT_LIMIT 0x40000000u ///< so that indices and counts stay far from the ends of int

void crSlotsFree(CrSlots *slots, const CaromAllocator *allocator)
{
    crArrayFree(slots->ages, allocator);
    crArrayFree(slots->freeIndices, allocator);
    crArrayFree(slots->live, allocator);
}

CaromError crSlotsReserve(CrSlots *slots, int extra, const CaromAllocator *allocator)
{
    CR_ASSERT(extra >= 0);
    int unused = crArrayCount(slots->freeIndices);
    if (extra <= unused) {
        return CAROM_OK;
    }
    int fresh = extra - unused;
    uint32_t all = crSlotsCount(slots) + (uint32_t)fresh;
    if (all > SLOT_LIMIT) {
        return CAROM_ERROR_FULL;
    }
    bool ok = crArrayGrow(slots->ages, fresh, allocator) &&
              crArrayGrow(slots->live, fresh, allocator) &&
              crArrayReserve(slots->freeIndices, crArrayCapacity(slots->ages), allocator);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

uint32_t crSlotsPeek(const CrSlots *slots)
{
    return crArrayCount(slots->freeIndices) > 0 ? crArrayLast(slots->freeIndices)
                                                : crSlotsCount(slots);
}

int crSlotsRoomWanted(const CrSlots *slots)
{
    bool reuses = crArrayCount(slots->freeIndices) > 0;
    return reuses ? (int)crSlotsCount(slots) : crArrayCapacity(slots->ages);
}

uint32_t crSlotsTake(CrSlots *slots)
{
    uint32_t slot = crSlotsPeek(slots);
    if (slot < crSlotsCount(slots)) {
        (void)crArrayPop(slots->freeIndices);
    } else {
        crArrayPush(slots->ages, 0);
        crArrayPush(slots->live, 0);
    }
    slots->ages[slot]++;
    slots->live[slot] = 1;
    slots->liveCount++;
    return slot;
}

void crSlotsRelease(CrSlots *slots, uint32_t slot)
{
    CR_ASSERT(crSlotsLive(slots, slot));
    slots->live[slot] = 0;
    slots->liveCount--;
    if (slots->ages[slot] != LAST_AGE) {
        crArrayPush(slots->freeIndices, slot);
    }
}

void crSlotsUntake(CrSlots *slots, uint32_t slot)
{
    CR_ASSERT(crSlotsLive(slots, slot));
    slots->live[slot] = 0;
    slots->liveCount--;
    if (--slots->ages[slot] > 0) {
        crArrayPush(slots->freeIndices, slot);
    } else { // it was made for the take
        CR_ASSERT(slot + 1 == crSlotsCount(slots));
        (void)crArrayPop(slots->ages);
        (void)crArrayPop(slots->live);
    }
}

void crSlotsUnrelease(CrSlots *slots, uint32_t slot)
{
    CR_ASSERT(!crSlotsLive(slots, slot));
    slots->live[slot] = 1;
    slots->liveCount++;
    if (slots->ages[slot] != LAST_AGE) {
        CR_ASSERT(crArrayLast(slots->freeIndices) == slot);
        (void)crArrayPop(slots->freeIndices);
    }
}
