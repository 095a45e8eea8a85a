// SPDX-License-Identifier: MIT
// Oracles: a plain C array as the model of the contents; an allocator that keeps books on every
// block.
#include "../../shapes/array.h"

#include <stdlib.h>
#include <string.h>

#include "../support/assertions.h"
#include "../support/random.h"

#define MAX_BLOCKS 16
#define NEVER (-1)

typedef struct Books {
    void *blocks[MAX_BLOCKS];
    size_t sizes[MAX_BLOCKS];
    int calls, failFrom; // failFrom: this call and all after it give nothing
} Books;

static int findBlock(const Books *books, const void *memory)
{
    for (int i = 0; i < MAX_BLOCKS; i++) {
        if (books->blocks[i] == memory) {
            return i;
        }
    }
    return -1;
}

static void *keepBooks(void *context, void *memory, size_t oldSize, size_t newSize)
{
    Books *books = context;
    int slot = findBlock(books, memory); // null finds a free slot
    ck_assert_int_ge(slot, 0);
    ck_assert_uint_eq(books->sizes[slot], oldSize);
    ck_assert(memory || newSize > 0);
    int call = newSize > 0 ? books->calls++ : 0; // freeing always works
    if (newSize > 0 && books->failFrom != NEVER && call >= books->failFrom) {
        return NULL;
    }
    void *block = NULL;
    if (newSize > 0) { // always elsewhere, and dirty, so that a stale pointer shows
        block = malloc(newSize);
        ck_assert_ptr_nonnull(block);
        memset(block, 0xa5, newSize);
        if (memory) {
            memcpy(block, memory, oldSize < newSize ? oldSize : newSize);
        }
    }
    free(memory);
    books->blocks[slot] = block;
    books->sizes[slot] = newSize;
    return block;
}

static size_t bytesHeld(const Books *books)
{
    size_t sum = 0;
    for (int i = 0; i < MAX_BLOCKS; i++) {
        sum += books->sizes[i];
    }
    return sum;
}

typedef struct Item {
    double weight;
    int32_t number;
} Item;

TEST(null_arrays_are_empty)
{
    Item *items = NULL;
    ck_assert_int_eq(crArrayCount(items), 0);
    ck_assert_int_eq(crArrayCapacity(items), 0);
    crArraySetCount(items, 0);
    crArrayFree(items, NULL);
    ck_assert_ptr_null(items);
    ck_assert(crArrayReserve(items, 0, NULL));
    ck_assert(crArrayGrow(items, 0, NULL));
    ck_assert_ptr_null(items); // room for nothing needs no memory
}

TEST(reserve_gives_exactly_that_and_never_shrinks)
{
    Books books = {.failFrom = NEVER};
    CaromAllocator allocator = {keepBooks, &books};
    Item *items = NULL;
    ck_assert(crArrayReserve(items, 100, &allocator));
    ck_assert_int_eq(crArrayCapacity(items), 100);
    ck_assert_int_eq(crArrayCount(items), 0);
    ck_assert_uint_eq(bytesHeld(&books), sizeof(stbds_array_header) + 100 * sizeof(Item));
    const Item *before = items;
    ck_assert(crArrayReserve(items, 7, &allocator));
    ck_assert_ptr_eq(items, before);
    ck_assert_int_eq(crArrayCapacity(items), 100);
    crArrayFree(items, &allocator);
    ck_assert_ptr_null(items);
    ck_assert_uint_eq(bytesHeld(&books), 0);
}

TEST(growth_is_by_half)
{
    Item *items = NULL;
    int capacity = 0, moves = 0;
    for (int i = 0; i < 100000; i++) {
        if (!crArrayGrow(items, 1, NULL)) {
            ck_abort_msg("no memory at %d", i);
        }
        if (crArrayCapacity(items) != capacity) {
            int expected = capacity + capacity / 2 < 8 ? 8 : capacity + capacity / 2;
            ck_assert_int_eq(crArrayCapacity(items), expected);
            capacity = expected;
            moves++;
        }
        crArrayPush(items, (Item){0.5 * i, i});
    }
    ck_assert_int_lt(moves, 30); // log(100,000 / 8) / log(1.5) = 23.3
    bool kept = true;
    for (int i = 0; i < 100000; i++) {
        kept = kept && items[i].number == i;
    }
    ck_assert(kept);
    ck_assert(crArrayGrow(items, 1000000, NULL)); // more than half: what is needed
    ck_assert_int_eq(crArrayCapacity(items), 1100000);
    crArrayFree(items, NULL);
}

// One random operation on both; stays below 512 elements.
static void operate(TestRandom *random, Item **array, Item *model, int *count,
                    const CaromAllocator *allocator)
{
    Item *items = *array;
    int kind = testRandomInt(random, 0, 9), extra = testRandomInt(random, 1, 5);
    if (kind < 5 && *count + extra <= 512) {
        ck_assert(crArrayGrow(items, extra, allocator));
        for (int i = 0; i < extra; i++) {
            Item item = {testRandomUnit(random), testRandomInt(random, 0, 1000)};
            crArrayPush(items, item);
            model[(*count)++] = item;
        }
    } else if (kind == 5 && *count > 0) {
        ck_assert_int_eq(crArrayPop(items).number, model[--*count].number);
    } else if (kind < 8 && *count > 0) {
        int i = testRandomInt(random, 0, *count - 1);
        crArrayRemoveSwap(items, i);
        model[i] = model[--*count];
    } else if (kind == 8) {
        *count = testRandomInt(random, 0, *count);
        crArraySetCount(items, *count);
    } else {
        ck_assert(crArrayReserve(items, testRandomInt(random, 0, 600), allocator));
    }
    *array = items;
}

static bool sameItems(const Item *a, const Item *b, int count)
{
    for (int i = 0; i < count; i++) {
        if (a[i].number != b[i].number || a[i].weight != b[i].weight) {
            return false;
        }
    }
    return true;
}

TEST_LOOP(random_operations_agree_with_a_plain_array, 64)
{
    Books books = {.failFrom = NEVER};
    CaromAllocator allocator = {keepBooks, &books};
    TestRandom random = testRandomSeed((uint64_t)_i);
    Item *items = NULL, model[512];
    int count = 0;
    for (int step = 0; step < 500; step++) {
        operate(&random, &items, model, &count, &allocator);
        ck_assert_int_eq(crArrayCount(items), count);
        ck_assert_int_ge(crArrayCapacity(items), count);
        ck_assert(sameItems(items, model, count));
        if (count > 0) {
            ck_assert_int_eq(crArrayLast(items).number, model[count - 1].number);
        }
    }
    crArrayFree(items, &allocator);
    ck_assert_uint_eq(bytesHeld(&books), 0);
}

/// In the order they came, the other way, or any.
TEST_SEEDS(slots_leave_their_list_one_by_one, 12)
{
    uint32_t *list = NULL;
    enum { SLOTS = 50 };
    bool listed[SLOTS] = {false};
    ck_assert(crArrayReserve(list, SLOTS, NULL));
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        crArrayPush(list, slot);
        listed[slot] = true;
    }
    for (int left = SLOTS; left > 0; left--) {
        int any = (int)list[testRandomInt(&random, 0, left - 1)];
        int slot = _i % 3 == 0 ? SLOTS - left : _i % 3 == 1 ? left - 1 : any;
        crArrayRemoveSlot(list, (uint32_t)slot);
        listed[slot] = false;
        ck_assert_int_eq(crArrayCount(list), left - 1);
        for (int k = 0; k < left - 1; k++) {
            ck_assert(listed[list[k]]);
        }
    }
    crArrayFree(list, NULL);
}

TEST_LOOP(failed_growth_changes_nothing, 12)
{
    Books books = {.failFrom = _i};
    CaromAllocator allocator = {keepBooks, &books};
    int32_t *numbers = NULL;
    int pushed = 0;
    while (crArrayGrow(numbers, 1, &allocator)) {
        crArrayPush(numbers, pushed);
        pushed++;
    }
    const int32_t *before = numbers;
    size_t held = bytesHeld(&books);
    ck_assert_int_eq(crArrayCount(numbers), pushed);
    ck_assert_int_eq(crArrayCapacity(numbers), pushed); // it allocated only when it was full
    ck_assert(!crArrayReserve(numbers, pushed + 1, &allocator));
    ck_assert_ptr_eq(numbers, before);
    ck_assert_uint_eq(bytesHeld(&books), held);
    bool kept = true;
    for (int i = 0; i < pushed; i++) {
        kept = kept && numbers[i] == i;
    }
    ck_assert(kept);
    crArrayFree(numbers, &allocator);
    ck_assert_uint_eq(bytesHeld(&books), 0);
}

TEST_LOOP(sizes_that_overflow_are_refused_unasked, 7)
{
    static const size_t absurd[] = {SIZE_MAX,
                                    SIZE_MAX - 1,
                                    SIZE_MAX / 2,
                                    SIZE_MAX / sizeof(Item),
                                    SIZE_MAX / sizeof(Item) + 2,
                                    (size_t)PTRDIFF_MAX,
                                    (size_t)1 << 31};
    Books books = {.failFrom = NEVER};
    CaromAllocator allocator = {keepBooks, &books};
    Item *items = NULL;
    for (int filled = 0; filled < 2; filled++) {
        int calls = books.calls;
        const Item *before = items;
        ck_assert(!crArrayReserve(items, absurd[_i], &allocator));
        ck_assert(!crArrayGrow(items, absurd[_i], &allocator));
        ck_assert_int_eq(books.calls, calls);
        ck_assert_ptr_eq(items, before);
        ck_assert(crArrayGrow(items, 3, &allocator));
        crArraySetCount(items, 3);
    }
    crArrayFree(items, &allocator);
}

TEST(planted_arrays_live_in_their_block)
{
    CR_ARRAY_BLOCK(double, 3) block;
    double *array = NULL;
    crArrayPlant(array, &block);
    ck_assert(array == block.elements);
    ck_assert_int_eq(crArrayCount(array), 0);
    ck_assert_int_eq(crArrayCapacity(array), 3);
    for (int i = 0; i < 3; i++) {
        crArrayPush(array, 1.5 * i);
    }
    ck_assert(crArrayCount(array) == 3 && crArrayLast(array) == 3.0 && block.elements[1] == 1.5);
}

TEST_RANGE(elements_stay_aligned, 1, 100)
{
    double *numbers = NULL;
    ck_assert(crArrayReserve(numbers, _i, NULL));
    ck_assert_uint_eq((uintptr_t)numbers % sizeof(double), 0);
    crArrayFree(numbers, NULL);
}
