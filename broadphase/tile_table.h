// SPDX-License-Identifier: MIT
// Tiles by their place: open addressing with linear probing, at most a quarter full; Knuth, "The
// Art of Computer Programming", volume 3 (1973), section 6.4, algorithms L and R. It owns no tile.
#ifndef CAROM_BROADPHASE_TILE_TABLE_H
#define CAROM_BROADPHASE_TILE_TABLE_H

#include "../shapes/base.h"

/// A place in the table.
typedef struct CrTableSlot {
    int32_t x, y; ///< of the tile, in tiles
    void *tile;   ///< null: a free place
} CrTableSlot;

typedef struct CrTable {
    CrTableSlot *slots;
    uint32_t bits; ///< there are 2^bits slots, or none where 0
    uint32_t count;
} CrTable;

/// Room for one more tile; false, and nothing changed, where memory is short.
bool crTableReserve(CrTable *table, const CaromAllocator *allocator);
/// After crTableReserve, of a place that holds none.
void crTablePut(CrTable *table, int32_t x, int32_t y, void *tile);
/// Its place is free again. The tile is there.
void crTableTake(CrTable *table, int32_t x, int32_t y);
void crTableFree(CrTable *table, const CaromAllocator *allocator);

static inline uint32_t crTableSize(const CrTable *table)
{
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): at most 30 bits
    return table->bits == 0 ? 0 : 1u << table->bits;
}

/// Neighbours get places far apart, evenly: Fibonacci hashing; Knuth, section 6.4.
static inline uint32_t crTablePlace(const CrTable *table, int32_t x, int32_t y)
{
    uint64_t both = (uint64_t)(uint32_t)x << 32 | (uint32_t)y;
    return (uint32_t)((both * 0x9e3779b97f4a7c15u) >> (64 - table->bits));
}

/// Null where there is none. The table has slots.
static inline void *crTableFind(const CrTable *table, int32_t x, int32_t y)
{
    uint32_t mask = (1u << table->bits) - 1;
    for (uint32_t i = crTablePlace(table, x, y);; i = (i + 1) & mask) {
        const CrTableSlot *slot = &table->slots[i];
        if ((slot->x == x && slot->y == y) || !slot->tile) {
            return slot->tile;
        }
    }
}

#endif
