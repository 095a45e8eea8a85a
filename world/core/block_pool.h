// SPDX-License-Identifier: MIT
// Memory for many small things: cut off from large blocks, and used again by things of the same
// size. What is larger has a block of its own. Blocks go back with the whole pool only.
#ifndef CAROM_WORLD_CORE_BLOCK_POOL_H
#define CAROM_WORLD_CORE_BLOCK_POOL_H

#include "../../shapes/base.h"

/// [B] sizes are rounded up to these.
#define CR_POOL_GRAIN 8
#define CR_POOL_LARGEST 256

typedef struct CrPool {
    struct CrPoolBlock *blocks;                    ///< all of them, the last one first
    void *unused[CR_POOL_LARGEST / CR_POOL_GRAIN]; ///< by size: lists of what was given back
    char *next, *end;                              ///< what is left of the last block
    size_t held; ///< [B] of all blocks, and of what is too large for one
} CrPool;

/// Null where memory is short; size > 0. As aligned as a double and a pointer.
void *crPoolTake(CrPool *pool, size_t size, const CaromAllocator *allocator);
/// Of the size that it was taken with.
void crPoolGive(CrPool *pool, void *memory, size_t size, const CaromAllocator *allocator);
void crPoolFree(CrPool *pool, const CaromAllocator *allocator);

#endif
