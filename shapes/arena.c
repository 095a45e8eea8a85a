// SPDX-License-Identifier: MIT
// Pieces of the block lie side by side, each behind a head; no two free ones are neighbours. Free
// ones are in lists by class: 32 classes from a power of two to the next. Whatever is in a class
// that lies above a size is long enough for it: a list is searched only where there is no such
// piece.
#include "base.h"

#include "arena.h"
#include "bits.h"

#include <string.h>

#define GRAIN ((size_t)16) ///< [B] of sizes and places
#define HEAD ((size_t)16)  ///< [B] a Piece, its links aside, takes
#define FREE ((size_t)1)
#define SPLIT_BITS 5
#define SPLITS (1 << SPLIT_BITS)
#define SMALL_BITS 9 ///< sizes below 2^9 have a class for each grain
#define LEVELS 32
#define LEAST_BLOCK 16384
/// [B] The largest piece: half of the address space, and no more than the size classes allow.
#define MOST ((size_t)1 << (sizeof(size_t) > 4 ? SMALL_BITS + LEVELS - 2 : 31))

typedef struct Piece {
    size_t sizeAndState;  ///< [B] behind the head; FREE
    struct Piece *before; ///< its neighbour at lower addresses; null: it is the first
} Piece;

/// What a free piece holds behind its head.
typedef struct Links {
    Piece *next, *previous;
} Links;

struct CaromArena {
    CaromArenaStats stats;
    Piece *first, *end; ///< end: a head without a piece, never free
    uint32_t levels;    ///< bit l: there are pieces in lists of level l
    uint32_t splits[LEVELS];
    Piece *lists[LEVELS][SPLITS];
};

typedef char headHoldsAPiece[sizeof(Piece) <= HEAD && sizeof(Links) <= GRAIN ? 1 : -1];

// ---- pieces

static size_t sizeOf(const Piece *piece)
{
    return piece->sizeAndState & ~FREE;
}

static bool isFree(const Piece *piece)
{
    return (piece->sizeAndState & FREE) != 0;
}

static void *memoryOf(Piece *piece)
{
    return (char *)piece + HEAD;
}

static Piece *pieceOf(void *memory)
{
    return (Piece *)(void *)((char *)memory - HEAD);
}

static Piece *after(const Piece *piece)
{
    return (Piece *)(void *)((char *)piece + HEAD + sizeOf(piece));
}

static Links *linksOf(Piece *piece)
{
    return memoryOf(piece);
}

// ---- classes

typedef struct Class {
    int level, split;
} Class;

/// The class that a size is in.
static Class classOf(size_t size)
{
    Class c = {0, (int)(size / GRAIN)};
    if (size >> SMALL_BITS != 0) {
        int high = crHighestBit(size);
        c.level = high - SMALL_BITS + 1;
        c.split = (int)(size >> (high - SPLIT_BITS)) - SPLITS;
    }
    return c;
}

/// The lowest class of which every piece has the size.
static Class classAbove(size_t size)
{
    if (size >> SMALL_BITS != 0) {
        size += ((size_t)1 << (crHighestBit(size) - SPLIT_BITS)) - 1;
    }
    return classOf(size);
}

static bool isTooLong(size_t size)
{
    return size > MOST - GRAIN;
}

// ---- lists of what is free

static void list(CaromArena *arena, Piece *piece)
{
    Class c = classOf(sizeOf(piece));
    Links links = {arena->lists[c.level][c.split], NULL};
    if (links.next != NULL) {
        linksOf(links.next)->previous = piece;
    }
    *linksOf(piece) = links;
    arena->lists[c.level][c.split] = piece;
    arena->splits[c.level] |= (uint32_t)1 << c.split;
    arena->levels |= (uint32_t)1 << c.level;
    piece->sizeAndState |= FREE;
}

static void unlist(CaromArena *arena, Piece *piece)
{
    Class c = classOf(sizeOf(piece));
    Links links = *linksOf(piece);
    if (links.next != NULL) {
        linksOf(links.next)->previous = links.previous;
    }
    if (links.previous != NULL) {
        linksOf(links.previous)->next = links.next;
    } else {
        arena->lists[c.level][c.split] = links.next;
    }
    if (arena->lists[c.level][c.split] == NULL) {
        arena->splits[c.level] &= ~((uint32_t)1 << c.split);
        if (arena->splits[c.level] == 0) {
            arena->levels &= ~((uint32_t)1 << c.level);
        }
    }
    piece->sizeAndState &= ~FREE;
}

/// Near the end of the budget: one of the class that the size itself is in may be long enough.
static Piece *findAmong(const CaromArena *arena, size_t size)
{
    Class c = classOf(size);
    Piece *piece = arena->lists[c.level][c.split];
    while (piece != NULL && sizeOf(piece) < size) {
        piece = linksOf(piece)->next;
    }
    return piece;
}

/// The first of the lowest list in which all pieces have the size; null: none.
static Piece *findFree(const CaromArena *arena, size_t size)
{
    Class c = classAbove(size);
    uint32_t splits = arena->splits[c.level] & (~(uint32_t)0 << c.split);
    if (splits == 0) {
        uint32_t levels =
            c.level + 1 < LEVELS ? arena->levels & (~(uint32_t)0 << (c.level + 1)) : 0;
        if (levels == 0) {
            return findAmong(arena, size);
        }
        c.level = crLowestBit(levels);
        splits = arena->splits[c.level];
    }
    return arena->lists[c.level][crLowestBit(splits)];
}

// ---- cutting and joining

/// Makes a piece, which is in no list, one with its neighbour after it.
static void absorb(Piece *piece, const Piece *next)
{
    piece->sizeAndState += HEAD + sizeOf(next);
    after(piece)->before = piece;
}

/// What a piece, which is in no list, has beyond a size becomes free. No free one lies after it.
static void cut(CaromArena *arena, Piece *piece, size_t size)
{
    size_t rest = sizeOf(piece) - size;
    if (rest < HEAD + GRAIN) {
        return;
    }
    piece->sizeAndState = size;
    Piece *tail = after(piece);
    tail->sizeAndState = rest - HEAD;
    tail->before = piece;
    after(tail)->before = tail;
    list(arena, tail);
}

static void count(CaromArena *arena, size_t before, size_t now)
{
    arena->stats.used += now - before;
    if (arena->stats.used > arena->stats.peak) {
        arena->stats.peak = arena->stats.used;
    }
}

// ---- handing out

static void *take(CaromArena *arena, size_t size)
{
    Piece *piece = findFree(arena, size);
    if (piece == NULL) {
        return NULL;
    }
    unlist(arena, piece);
    cut(arena, piece, size);
    arena->stats.pieces++;
    count(arena, 0, HEAD + sizeOf(piece));
    return memoryOf(piece);
}

static void giveBack(CaromArena *arena, Piece *piece)
{
    Piece *next = after(piece), *before = piece->before;
    arena->stats.pieces--;
    count(arena, HEAD + sizeOf(piece), 0);
    if (isFree(next)) {
        unlist(arena, next);
        absorb(piece, next);
    }
    if (before != NULL && isFree(before)) {
        unlist(arena, before);
        absorb(before, piece);
        piece = before;
    }
    list(arena, piece);
}

/// [B] that a piece would have with what is free around it.
static size_t sizeWith(const Piece *piece, bool withBefore)
{
    const Piece *next = after(piece);
    size_t size = sizeOf(piece) + (isFree(next) ? HEAD + sizeOf(next) : 0);
    return size + (withBefore ? HEAD + sizeOf(piece->before) : 0);
}

/// Gives a piece the size, where what is free around it has room.
static void *stretch(CaromArena *arena, Piece *piece, size_t size)
{
    size_t old = sizeOf(piece);
    Piece *next = after(piece), *before = piece->before;
    bool beforeIsFree = before != NULL && isFree(before);
    bool moves = sizeWith(piece, false) < size;
    if (moves && (!beforeIsFree || sizeWith(piece, true) < size)) {
        return NULL;
    }
    if (isFree(next)) {
        unlist(arena, next);
        absorb(piece, next);
    }
    if (moves) {
        unlist(arena, before);
        absorb(before, piece);
        memmove(memoryOf(before), memoryOf(piece), old);
        piece = before;
    }
    cut(arena, piece, size);
    count(arena, old, sizeOf(piece));
    return memoryOf(piece);
}

/// In its place or, if that has no room, elsewhere.
static void *change(CaromArena *arena, void *memory, size_t size)
{
    Piece *piece = pieceOf(memory);
    bool fits = sizeWith(piece, false) >= size;
    void *fresh = fits ? NULL : take(arena, size);
    if (fresh != NULL) {
        memcpy(fresh, memory, sizeOf(piece));
        giveBack(arena, piece);
        return fresh;
    }
    return stretch(arena, piece, size);
}

static void *resize(void *context, void *memory, size_t oldSize, size_t newSize)
{
    CaromArena *arena = context;
    (void)oldSize; // each piece knows
    if (newSize == 0) {
        if (memory != NULL) {
            giveBack(arena, pieceOf(memory));
        }
        return NULL;
    }
    void *result = NULL;
    if (arena != NULL && !isTooLong(newSize)) {
        size_t size = (newSize + (GRAIN - 1)) & ~(GRAIN - 1);
        result = memory != NULL ? change(arena, memory, size) : take(arena, size);
    }
    if (result == NULL && arena != NULL) {
        arena->stats.refused++;
    }
    return result;
}

// ---- public functions

CaromArena *caromArenaInit(void *block, size_t size)
{
    size_t skipped = (size_t)(-(uintptr_t)block & (GRAIN - 1));
    if (block == NULL || size < LEAST_BLOCK) {
        return NULL;
    }
    CaromArena *arena = (CaromArena *)(void *)((char *)block + skipped);
    size_t head = (sizeof *arena + (GRAIN - 1)) & ~(GRAIN - 1);
    size_t room = (size - skipped - head - 2 * HEAD) & ~(GRAIN - 1);
    room = room < MOST ? room : MOST;
    memset(arena, 0, sizeof *arena);
    arena->first = (Piece *)(void *)((char *)arena + head);
    arena->first->sizeAndState = room;
    arena->first->before = NULL;
    arena->end = after(arena->first);
    arena->end->sizeAndState = 0;
    arena->end->before = arena->first;
    arena->stats.size = HEAD + room;
    list(arena, arena->first);
    return arena;
}

CaromAllocator caromArenaAllocator(CaromArena *arena)
{
    CaromAllocator allocator = {resize, arena};
    return allocator;
}

CaromArenaStats caromArenaStats(const CaromArena *arena)
{
    CaromArenaStats stats = {0, 0, 0, 0, 0, 0};
    if (arena == NULL) {
        return stats;
    }
    stats = arena->stats;
    if (arena->levels != 0) {
        int level = crHighestBit(arena->levels), split = crHighestBit(arena->splits[level]);
        for (Piece *p = arena->lists[level][split]; p != NULL; p = linksOf(p)->next) {
            stats.largest = sizeOf(p) > stats.largest ? sizeOf(p) : stats.largest;
        }
    }
    return stats;
}

// ---- whether all is well

/// Where a piece may be.
static bool isPlace(const CaromArena *arena, const Piece *piece)
{
    uintptr_t at = (uintptr_t)piece;
    return at >= (uintptr_t)arena->first && at < (uintptr_t)arena->end && at % GRAIN == 0;
}

/// What the lists hold, each piece in the list of its class; -1 where they are broken.
static int countListed(const CaromArena *arena)
{
    const Class nowhere = {-1, -1};
    int count = 0;
    for (int l = 0; l < LEVELS; l++) {
        for (int k = 0; k < SPLITS; k++) {
            Piece *previous = NULL;
            bool bit = (arena->splits[l] >> k & 1u) != 0;
            if (bit != (arena->lists[l][k] != NULL) || (bit && (arena->levels >> l & 1u) == 0)) {
                return -1;
            }
            for (Piece *p = arena->lists[l][k]; p != NULL; p = linksOf(p)->next) {
                Class c = isPlace(arena, p) ? classOf(sizeOf(p)) : nowhere;
                if (c.level < 0 || !isFree(p) || linksOf(p)->previous != previous || c.level != l ||
                    c.split != k) {
                    return -1;
                }
                previous = p;
                count++;
            }
        }
    }
    return count;
}

bool caromArenaIsSound(const CaromArena *arena)
{
    if (arena == NULL) {
        return false;
    }
    const Piece *before = NULL, *piece = arena->first;
    size_t used = 0;
    int pieces = 0, unused = 0;
    while (piece < arena->end) {
        bool joined = before != NULL && isFree(before) && isFree(piece);
        bool inside = sizeOf(piece) % GRAIN == 0 &&
                      sizeOf(piece) <= (size_t)((const char *)arena->end - (const char *)piece);
        if (piece->before != before || joined || !inside) {
            return false;
        }
        used += isFree(piece) ? 0 : HEAD + sizeOf(piece);
        pieces += !isFree(piece);
        unused += isFree(piece);
        before = piece;
        piece = after(piece);
    }
    return piece == arena->end && arena->end->before == before && arena->end->sizeAndState == 0 &&
           used == arena->stats.used && pieces == arena->stats.pieces &&
           unused == countListed(arena);
}
