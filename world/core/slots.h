// SPDX-License-Identifier: MIT
// Slots behind ids: 1-based indices with an age. Slots are reused last in, first out. A slot with
// the highest age is not used again, so that an id never becomes valid again. The free list belongs
// to the state (law 8).
#ifndef CAROM_WORLD_CORE_SLOTS_H
#define CAROM_WORLD_CORE_SLOTS_H

#include "../../shapes/array.h"

typedef struct CrSlots {
    uint32_t *ages;        ///< how often the slot was taken
    uint32_t *freeIndices; ///< a stack
    uint8_t *live;
    int liveCount;
} CrSlots;

void crSlotsFree(CrSlots *slots, const CaromAllocator *allocator);
/// Reserves memory for `extra` more slots; changes nothing if memory is missing.
CaromError crSlotsReserve(CrSlots *slots, int extra, const CaromAllocator *allocator);
/// Takes a slot after crSlotsReserve. Returns the 0-based slot; its age counts up.
uint32_t crSlotsTake(CrSlots *slots);
/// Returns the slot that the next take will return.
uint32_t crSlotsPeek(const CrSlots *slots);
/// Returns the room that an array parallel to the slots needs for the next take; no more than it
/// has if a free slot is taken.
int crSlotsRoomWanted(const CrSlots *slots);
void crSlotsRelease(CrSlots *slots, uint32_t slot);
/// Undoes the last take that was not undone yet, if its id was not returned: the slots are as
/// before.
void crSlotsUntake(CrSlots *slots, uint32_t slot);
/// Undoes the last release that was not undone yet: the slots are as before.
void crSlotsUnrelease(CrSlots *slots, uint32_t slot);

static inline uint32_t crSlotsCount(const CrSlots *slots)
{
    return (uint32_t)crArrayCount(slots->ages);
}

static inline bool crSlotsLive(const CrSlots *slots, uint32_t slot)
{
    return slot < crSlotsCount(slots) && slots->live[slot];
}

/// Returns whether an id (1-based index) names a live slot.
static inline bool crSlotsHolds(const CrSlots *slots, uint32_t index, uint32_t age)
{
    return index != 0 && crSlotsLive(slots, index - 1) && slots->ages[index - 1] == age;
}

/// Returns whether an id was ever returned: it names a slot that is or was alive.
static inline bool crSlotsHeld(const CrSlots *slots, uint32_t index, uint32_t age)
{
    return index != 0 && index <= crSlotsCount(slots) && age != 0 && age <= slots->ages[index - 1];
}

#endif
