// SPDX-License-Identifier: MIT
#include "block_pool.h"

#include <string.h>

#define FIRST_BLOCK 1024 ///< [B]
#define LARGEST_BLOCK 65536

typedef struct CrPoolBlock {
    struct CrPoolBlock *next;
    size_t size;
} CrPoolBlock;

/// The list for a size. A thing in a list begins with the address of the next one.
static void **listOf(CrPool *pool, size_t rounded)
{
    return &pool->unused[rounded / CR_POOL_GRAIN - 1];
}

static size_t roundUp(size_t size)
{
    return (size + (CR_POOL_GRAIN - 1)) & ~(size_t)(CR_POOL_GRAIN - 1);
}

static void list(CrPool *pool, void *memory, size_t rounded)
{
    void **head = listOf(pool, rounded);
    memcpy(memory, head, sizeof *head);
    *head = memory;
}

/// Keeps the rest of the last block for requests that fit in it.
static bool addBlock(CrPool *pool, const CaromAllocator *allocator)
{
    size_t size = pool->held / 8 & ~(size_t)(CR_POOL_GRAIN - 1);
    size = size < FIRST_BLOCK ? FIRST_BLOCK : size > LARGEST_BLOCK ? LARGEST_BLOCK : size;
    CrPoolBlock *block = crResize(allocator, NULL, 0, size);
    if (block == NULL) {
        return false;
    }
    if (pool->next != pool->end) {
        list(pool, pool->next, (size_t)(pool->end - pool->next));
    }
    block->next = pool->blocks;
    block->size = size;
    pool->blocks = block;
    pool->held += size;
    pool->next = (char *)(block + 1);
    pool->end = (char *)block + size;
    return true;
}

void *crPoolTake(CrPool *pool, size_t size, const CaromAllocator *allocator)
{
    CR_ASSERT(size > 0);
    if (size > CR_POOL_LARGEST) {
        void *large = crResize(allocator, NULL, 0, size);
        pool->held += large != NULL ? size : 0;
        return large;
    }
    size = roundUp(size);
    void **head = listOf(pool, size), *memory = *head;
    if (memory != NULL) {
        memcpy(head, memory, sizeof *head);
        return memory;
    }
    if ((size_t)(pool->end - pool->next) < size && !addBlock(pool, allocator)) {
        return NULL;
    }
    memory = pool->next;
    pool->next += size;
    return memory;
}

void crPoolGive(CrPool *pool, void *memory, size_t size, const CaromAllocator *allocator)
{
    CR_ASSERT(size > 0 && memory != NULL);
    if (size > CR_POOL_LARGEST) {
        crResize(allocator, memory, size, 0);
        pool->held -= memory != NULL ? size : 0;
    } else if (memory != NULL) {
        list(pool, memory, roundUp(size));
    }
}

void crPoolFree(CrPool *pool, const CaromAllocator *allocator)
{
    while (pool->blocks != NULL) {
        CrPoolBlock *next = pool->blocks->next;
        crResize(allocator, pool->blocks, pool->blocks->size, 0);
        pool->blocks = next;
    }
    memset(pool, 0, sizeof *pool);
}
