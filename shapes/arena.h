// SPDX-License-Identifier: MIT
// PUBLIC. Memory of a fixed budget: one block of the game's, out of which worlds, sector maps and
// lights take all they need, by an allocator like any other.
//
//     static max_align_t block[(8 << 20) / sizeof(max_align_t)];
//     def.allocator = caromArenaAllocator(caromArenaInit(block, sizeof block));
//
// What the block has no room for is refused with CAROM_ERROR_MEMORY, as where any allocator has no
// more: the call changes nothing. caromBudgetSize (carom.h) tells how large a block a world wants.
//
// Each request takes a time that does not depend on how many were made, as long as there is much
// more room than it wants; 16 bytes, at times 32; and what its size lacks to a multiple of 16. What
// is given back joins what is free beside it. Method: M. Masmano, I. Ripoll, A. Crespo, J. Real,
// "TLSF: A New Dynamic Memory Allocator for Real-Time Systems", 2004.
#ifndef CAROM_SHAPES_ARENA_H
#define CAROM_SHAPES_ARENA_H

#include "api.h"

/// Lies at the start of the block.
typedef struct CaromArena CaromArena;

/// Makes an arena of a block, which is the arena's from then on, for as long as it is used; there
/// is nothing to free but the block. The arena does not lock: one thread at a time, so one for each
/// world that is stepped on a thread of its own.
/// @param block any alignment
/// @param size [B] at least 16 KiB, of which the arena's own tables take some 9; what is beyond
/// 2^39, with pointers of 32 bits beyond 2^31, is left unused
/// @returns null where the block is null or too small
CAROM_API CaromArena *caromArenaInit(void *block, size_t size);

/// Takes from an arena; from null nothing can be had.
CAROM_API CaromAllocator caromArenaAllocator(CaromArena *arena);

typedef struct CaromArenaStats {
    size_t size;    ///< [B] that there are to hand out
    size_t used;    ///< [B] handed out now, with the 16 of each
    size_t peak;    ///< [B] the most that ever were
    size_t largest; ///< [B] the longest piece that is free; a longer new one is refused
    int pieces;     ///< handed out now
    int refused;    ///< requests, ever
} CaromArenaStats;

/// Of null: zeros.
CAROM_API CaromArenaStats caromArenaStats(const CaromArena *arena);

/// Walks over every piece; false where somebody has written beyond what was his, and for null.
CAROM_API bool caromArenaIsSound(const CaromArena *arena);

#endif
