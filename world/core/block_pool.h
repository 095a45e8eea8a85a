// SPDX-License-Identifier: MIT
// Memory for many small blocks. They are cut off from large blocks, and a freed one is used again
// for the same size. A larger request has a block of its own. Large blocks are freed only with the
// whole pool.
#ifndef CAROM_WORLD_CORE_BLOCK_POOL_H
#define CAROM_WORLD_CORE_BLOCK_POOL_H

#include "../../shapes/base.h"

/// [B] sizes are rounded up to these.
#define CR_POOL_GRAIN 8
#define CR_POOL_LARGEST 256

typedef struct CrPool {
    struct CrPoolBlock *blocks;                    ///< all of them, the last one first
    void *unused[CR_POOL_LARGEST / CR_POOL_GRAIN]; ///< by size: lists of freed blocks
    char *next, *end;                              ///< the rest of the last block
    size_t held; ///< [B] of all blocks, those of larger requests included
} CrPool;

/// Allocates size > 0 bytes, aligned for a double and a pointer. Returns null if memory is missing.
void *crPoolTake(CrPool *pool, size_t size, const CaromAllocator *allocator);
/// Frees a block; the size must be that of its allocation.
void crPoolGive(CrPool *pool, void *memory, size_t size, const CaromAllocator *allocator);
void crPoolFree(CrPool *pool, const CaromAllocator *allocator);

#endif
