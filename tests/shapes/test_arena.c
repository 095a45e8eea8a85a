// SPDX-License-Identifier: MIT
// The arena: pieces that are handed out lie in the block, apart from each other, and keep what is
// written into them; what is given back is whole again.
#include "../../shapes/arena.h"

#include <stdlib.h>
#include <string.h>

#include "../support/flight_field.h"
#include "../support/random.h"
#include "../support/spoil.h"

enum { PIECES = 300, BLOCK = 1 << 20 };

typedef struct Held {
    unsigned char *memory;
    size_t size;
    unsigned char mark;
} Held;

static void fill(Held *held, TestRandom *random)
{
    held->mark = (unsigned char)testRandomInt(random, 0, 255);
    memset(held->memory, held->mark, held->size);
}

static void checkKept(const Held *held, size_t size)
{
    size_t kept = 0;
    while (kept < size && held->memory[kept] == held->mark) {
        kept++;
    }
    ck_assert_uint_eq(kept, size);
}

static void checkInside(const Held *held, const unsigned char *block)
{
    ck_assert(held->memory >= block && held->memory + held->size <= block + BLOCK);
    ck_assert_uint_eq((uintptr_t)held->memory % 16, 0);
}

static size_t anySize(TestRandom *random)
{
    return (size_t)1 << testRandomInt(random, 0, 15) | (size_t)testRandomInt(random, 0, 999);
}

/// Takes, changes or gives back one.
static void touch(CaromAllocator *a, Held *held, TestRandom *random, const unsigned char *block)
{
    size_t size = testRandomInt(random, 0, 2) == 0 ? 0 : anySize(random);
    unsigned char *memory = a->resize(a->context, held->memory, held->size, size);
    if (size > 0 && memory == NULL) {
        checkKept(held, held->size); // refused: nothing has changed
        return;
    }
    Held now = {memory, size, held->mark};
    checkKept(&now, size < held->size ? size : held->size);
    *held = now;
    if (size > 0) {
        checkInside(held, block);
        fill(held, random);
    }
}

/// In every order, at every fill; the block begins anywhere.
TEST_LOOP(pieces_are_apart_and_keep_what_is_in_them, flightTestShare(64))
{
    unsigned char *whole = malloc(BLOCK + 16), *block = whole + _i % 16;
    Held held[PIECES] = {{NULL, 0, 0}};
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromArena *arena = caromArenaInit(block, BLOCK);
    CaromAllocator a = caromArenaAllocator(arena);
    size_t size = caromArenaStats(arena).size;
    for (int k = 0; k < 4000; k++) {
        touch(&a, &held[testRandomInt(&random, 0, PIECES - 1)], &random, block);
        if (k % 50 == 0) {
            ck_assert(caromArenaIsSound(arena));
        }
    }
    CaromArenaStats stats = caromArenaStats(arena);
    int pieces = 0;
    for (int k = 0; k < PIECES; k++) {
        checkKept(&held[k], held[k].size);
        pieces += held[k].memory != NULL;
        a.resize(a.context, held[k].memory, held[k].size, 0);
    }
    ck_assert_int_eq(stats.pieces, pieces);
    ck_assert(stats.used <= stats.peak && stats.peak <= stats.size && stats.refused > 0);
    stats = caromArenaStats(arena);
    ck_assert(caromArenaIsSound(arena));
    ck_assert_uint_eq(stats.used, 0);
    ck_assert_uint_eq(stats.largest + 16, size); // one piece again
    free(whole);
}

/// What the statistics call the longest free piece can be had, and no more.
TEST_LOOP(the_longest_free_piece_can_be_had, flightTestShare(200))
{
    unsigned char *block = malloc(BLOCK);
    void *held[PIECES];
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromArena *arena = caromArenaInit(block, BLOCK);
    CaromAllocator a = caromArenaAllocator(arena);
    for (int k = 0; k < PIECES; k++) {
        held[k] = a.resize(a.context, NULL, 0, anySize(&random));
    }
    for (int k = 0; k < PIECES; k += 1 + testRandomInt(&random, 0, 3)) {
        a.resize(a.context, held[k], 1, 0);
    }
    size_t largest = caromArenaStats(arena).largest;
    ck_assert_ptr_null(a.resize(a.context, NULL, 0, largest + 1));
    ck_assert_ptr_nonnull(a.resize(a.context, NULL, 0, largest));
    ck_assert(caromArenaIsSound(arena));
    free(block);
}

/// An array that grows at the end of the block, or with room before it, needs no second copy.
TEST(a_piece_grows_into_what_is_free_beside_it)
{
    unsigned char *block = malloc(BLOCK);
    CaromArena *arena = caromArenaInit(block, BLOCK);
    CaromAllocator a = caromArenaAllocator(arena);
    size_t size = caromArenaStats(arena).size, half = size / 2;
    Held first = {a.resize(a.context, NULL, 0, half), half, 1};
    Held second = {a.resize(a.context, NULL, 0, 1000), 1000, 2};
    memset(second.memory, second.mark, second.size);
    a.resize(a.context, first.memory, half, 0);
    second.memory = a.resize(a.context, second.memory, 1000, size - 16); // down to the start
    ck_assert_ptr_nonnull(second.memory);
    checkKept(&second, 1000);
    ck_assert_uint_eq(caromArenaStats(arena).used, size);
    ck_assert_ptr_null(a.resize(a.context, second.memory, size - 16, size + 1));
    second.memory = a.resize(a.context, second.memory, size - 16, 1000);
    checkKept(&second, 1000);
    ck_assert(caromArenaIsSound(arena));
    free(block);
}

TEST(nonsense_is_refused)
{
    unsigned char block[20000];
    ck_assert_ptr_null(caromArenaInit(NULL, 1 << 20));
    ck_assert_ptr_null(caromArenaInit(block, 0));
    ck_assert_ptr_null(caromArenaInit(block, 16383));
    CaromAllocator none = caromArenaAllocator(NULL);
    ck_assert_ptr_null(none.resize(none.context, NULL, 0, 1));
    ck_assert_uint_eq(caromArenaStats(NULL).size, 0);
    ck_assert(!caromArenaIsSound(NULL));
    CaromArena *arena = caromArenaInit(block, sizeof block);
    CaromAllocator a = caromArenaAllocator(arena);
    ck_assert_ptr_null(a.resize(a.context, NULL, 0, SIZE_MAX));
    ck_assert_ptr_null(a.resize(a.context, NULL, 0, PTRDIFF_MAX));
    ck_assert_ptr_null(a.resize(a.context, NULL, 0, sizeof block));
    ck_assert_ptr_null(a.resize(a.context, NULL, 0, 0));
    ck_assert_int_eq(caromArenaStats(arena).refused, 3);
    unsigned char *one = a.resize(a.context, NULL, 0, 100);
    a.resize(a.context, NULL, 0, 100);
    ck_assert(caromArenaIsSound(arena));
    memset(one, 0xff, 160); // over its end
    ck_assert(!caromArenaIsSound(arena));
    arena = caromArenaInit(block, sizeof block);
    one = a.resize(caromArenaAllocator(arena).context, NULL, 0, 100);
    void *two = a.resize(caromArenaAllocator(arena).context, NULL, 0, 100);
    a.resize(caromArenaAllocator(arena).context, one, 100, 0);
    memset(one, 0xff, 8); // into what is no longer its own
    ck_assert(two != NULL && !caromArenaIsSound(arena));
}

/// Inverts each byte from the first piece on. Either the walk reports it, or the byte is in no
/// head; and the walk stays in the block.
TEST(damage_is_noticed)
{
    enum { SIZE = 20000, HEADS = 6 };
    unsigned char *block = malloc(SIZE);
    CaromArena *arena = caromArenaInit(block, SIZE);
    CaromAllocator a = caromArenaAllocator(arena);
    unsigned char *held[HEADS];
    for (int k = 0; k < HEADS; k++) {
        held[k] = a.resize(a.context, NULL, 0, 112);
    }
    a.resize(a.context, held[1], 112, 0);
    a.resize(a.context, held[3], 112, 0);
    for (int k = (int)(held[0] - block) - 16; k < SIZE; k++) {
        block[k] ^= 0xff;
        bool isSound = caromArenaIsSound(arena);
        block[k] ^= 0xff;
        for (int h = 0; h < HEADS; h++) {
            ck_assert(!isSound || block + k < held[h] - 16 || block + k >= held[h]);
        }
        ck_assert(caromArenaIsSound(arena));
    }
    CaromArenaStats *stats = (CaromArenaStats *)(void *)arena; // its first member
    SPOIL_WITH(caromArenaIsSound(arena), size_t, stats->used, 16);
    SPOIL_WITH(caromArenaIsSound(arena), int, stats->pieces, 99);
    size_t *size = (size_t *)(void *)(held[5] + 112), whole = *size; // of the last piece's head
    SPOIL_WITH(caromArenaIsSound(arena), size_t, *size, whole + 16); // to past the end
    free(block);
}

/// Up to the highest class there is, and beyond.
TEST(what_no_block_has_is_refused)
{
    unsigned char *block = malloc(BLOCK);
    CaromArena *arena = caromArenaInit(block, BLOCK);
    CaromAllocator a = caromArenaAllocator(arena);
    int refused = 0;
    for (size_t size = BLOCK; size != 0 && size < SIZE_MAX / 4; size *= 2) {
        ck_assert_ptr_null(a.resize(a.context, NULL, 0, size - 64));
        refused++;
    }
    ck_assert_int_eq(caromArenaStats(arena).refused, refused);
    ck_assert(caromArenaIsSound(arena));
    free(block);
}

/// As the arena has it in its block.
typedef struct Insides {
    CaromArenaStats stats;
    void *first, *end;
    uint32_t levels, splits[32];
    void *lists[32][32];
} Insides;

typedef struct Place {
    int level, split;
} Place;

/// The list that begins with the piece that had this memory.
static Place listOf(const Insides *in, const unsigned char *memory)
{
    Place place = {0, 0};
    while (place.level < 31 && in->lists[place.level][place.split] != memory - 16) {
        place.split = (place.split + 1) % 32;
        place.level += place.split == 0;
    }
    ck_assert_ptr_eq(in->lists[place.level][place.split], memory - 16);
    return place;
}

/// Lists without their marks, marks without lists, and lists of what is in use, no piece, of
/// another class, or linked otherwise.
TEST(damage_of_lists_is_noticed)
{
    static const size_t sizes[6] = {112, 112, 240, 112, 4000, 112};
    unsigned char *block = malloc(BLOCK), *held[6];
    CaromArena *arena = caromArenaInit(block, BLOCK);
    CaromAllocator a = caromArenaAllocator(arena);
    for (int k = 0; k < 6; k++) {
        held[k] = a.resize(a.context, NULL, 0, sizes[k]);
    }
    for (int k = 0; k < 6; k += 2) {
        a.resize(a.context, held[k], sizes[k], 0);
    }
    Insides *in = (Insides *)(void *)arena;
    Place small = listOf(in, held[0]), next = listOf(in, held[2]), large = listOf(in, held[4]);
    void **list = &in->lists[small.level][small.split], **links = (void **)(void *)held[0];
    uint32_t *splits = &in->splits[small.level];
    ck_assert(small.level == next.level && small.split != next.split && large.level != small.level);
    SPOIL_WITH(caromArenaIsSound(arena), uint32_t, in->levels, in->levels & ~(1u << small.level));
    SPOIL_WITH(caromArenaIsSound(arena), uint32_t, *splits, *splits & ~(1u << small.split));
    SPOIL_WITH(caromArenaIsSound(arena), uint32_t, *splits, *splits | 1u << 31);
    SPOIL_WITH(caromArenaIsSound(arena), void *, *list, held[1] - 16);
    SPOIL_WITH(caromArenaIsSound(arena), void *, *list, held[0] - 8);
    SPOIL_WITH(caromArenaIsSound(arena), void *, *list, (unsigned char *)in->first - 16);
    SPOIL_WITH(caromArenaIsSound(arena), void *, *list, in->end);
    SPOIL_WITH(caromArenaIsSound(arena), void *, *list, held[2] - 16);
    SPOIL_WITH(caromArenaIsSound(arena), void *, *list, held[4] - 16);
    SPOIL_WITH(caromArenaIsSound(arena), void *, links[1], held[2] - 16);
    free(block);
}
