// SPDX-License-Identifier: MIT
#include "tile_table.h"

#include "../shapes/array.h"

#include <string.h>

#define FIRST_BITS 4
/// one slot in so many is in use: second probes are mispredicted branches, so they must be rare
#define FULL 4
#define MOST_BITS 28

static size_t sizeOf(uint32_t bits)
{
    return bits == 0 ? 0 : sizeof(CrTableSlot) << bits;
}

static void put(CrTable *table, CrTableSlot slot)
{
    uint32_t mask = (1u << table->bits) - 1, i = crTablePlace(table, slot.x, slot.y);
    while (table->slots[i].tile) {
        i = (i + 1) & mask;
    }
    table->slots[i] = slot;
}

bool crTableReserve(CrTable *table, const CaromAllocator *allocator)
{
    if (table->bits > 0 && table->count + 1 <= (1u << table->bits) / FULL) {
        return true;
    }
    CrTable larger = {NULL, table->bits > 0 ? table->bits + 1 : FIRST_BITS, table->count};
    larger.slots =
        larger.bits > MOST_BITS ? NULL : crResize(allocator, NULL, 0, sizeOf(larger.bits));
    if (!larger.slots) {
        return false;
    }
    memset(larger.slots, 0, sizeOf(larger.bits));
    for (uint32_t i = 0; i < crTableSize(table); i++) {
        if (table->slots[i].tile) {
            put(&larger, table->slots[i]);
        }
    }
    crResize(allocator, table->slots, sizeOf(table->bits), 0);
    *table = larger;
    return true;
}

void crTablePut(CrTable *table, int32_t x, int32_t y, void *tile)
{
    CR_ASSERT(tile != NULL);
    CrTableSlot slot = {x, y, tile};
    put(table, slot);
    table->count++;
}

/// Frees a place without a gravestone: what probed past it moves up.
void crTableTake(CrTable *table, int32_t x, int32_t y)
{
    uint32_t mask = (1u << table->bits) - 1, hole = crTablePlace(table, x, y);
    while (table->slots[hole].x != x || table->slots[hole].y != y) {
        hole = (hole + 1) & mask;
    }
    for (uint32_t i = (hole + 1) & mask; table->slots[i].tile; i = (i + 1) & mask) {
        uint32_t home = crTablePlace(table, table->slots[i].x, table->slots[i].y);
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            table->slots[hole] = table->slots[i];
            hole = i;
        }
    }
    memset(&table->slots[hole], 0, sizeof table->slots[hole]);
    table->count--;
}

void crTableFree(CrTable *table, const CaromAllocator *allocator)
{
    static const CrTable none;
    crResize(allocator, table->slots, sizeOf(table->bits), 0);
    *table = none;
}
