// SPDX-License-Identifier: MIT
// PUBLIC. Memory of a fixed budget: an allocator for worlds, sector maps and lights that uses one
// block of memory from the game.
//
//     static max_align_t block[(8 << 20) / sizeof(max_align_t)];
//     def.allocator = caromArenaAllocator(caromArenaInit(block, sizeof block));
//
// If the block is full, calls are refused with CAROM_ERROR_MEMORY and change nothing, as with any
// allocator. caromBudgetSize (worlds.h) returns how large a block a world needs.
//
// The time of a request does not depend on the number of requests, as long as much more memory is
// free than it needs. A piece costs 16 bytes, sometimes 32, and its size is rounded up to a
// multiple of 16. A freed piece is merged with free pieces beside it. Method: M. Masmano, I.
// Ripoll, A. Crespo, J. Real, "TLSF: A New Dynamic Memory Allocator for Real-Time Systems", 2004.
#ifndef CAROM_SHAPES_ARENA_H
#define CAROM_SHAPES_ARENA_H

#include "api.h"

/// An arena. It lies at the start of its block. Opaque.
typedef struct CaromArena CaromArena;

/// Makes an arena from a block. The block must stay valid, and unused by others, as long as the
/// arena is used. There is nothing to free but the block. The arena does not lock: only one thread
/// at a time may use it. So worlds that are stepped on different threads need an arena each.
/// @param block any alignment
/// @param size [B] at least 16 KiB; the arena's own tables take some 9 KiB. Bytes beyond 2^39 (2^31
/// with 32-bit pointers) are not used
/// @returns null if the block is null or too small
CAROM_API CaromArena *caromArenaInit(void *block, size_t size);

/// Returns an allocator that uses an arena. For a null arena every request fails.
CAROM_API CaromAllocator caromArenaAllocator(CaromArena *arena);

/// What an arena has given and has left.
typedef struct CaromArenaStats {
    size_t size;    ///< [B] that can be allocated
    size_t used;    ///< [B] allocated now, with the 16 of each piece
    size_t peak;    ///< [B] the largest value of `used` so far
    size_t largest; ///< [B] the largest free piece; a larger request is refused
    int pieces;     ///< allocated now
    int refused;    ///< requests refused so far
} CaromArenaStats;

/// Returns the arena's numbers; zeros if arena is null.
CAROM_API CaromArenaStats caromArenaStats(const CaromArena *arena);

/// Checks every piece. Returns false if something wrote beyond the end of a piece, and for null.
CAROM_API bool caromArenaIsSound(const CaromArena *arena);

#endif
