// SPDX-License-Identifier: MIT
#include "../../shapes/base.h"

#include <string.h>

#include "../support/assertions.h"

TEST_LOOP(every_error_has_a_name_and_a_sentence, CAROM_ERROR_COUNT_OF)
{
    CaromError error = (CaromError)_i;
    const char *name = caromErrorName(error), *text = caromErrorText(error);
    ck_assert_ptr_nonnull(name);
    ck_assert_ptr_nonnull(text);
    ck_assert_str_ne(name, "CAROM_ERROR_?");
    ck_assert_int_eq(strncmp(name, "CAROM_", 6), 0);
    ck_assert_uint_gt(strlen(text), 10);
    for (int other = 0; other < _i; other++) {
        ck_assert_str_ne(name, caromErrorName((CaromError)other));
        ck_assert_str_ne(text, caromErrorText((CaromError)other));
    }
}

TEST(names_are_those_of_the_enumeration)
{
    ck_assert_str_eq(caromErrorName(CAROM_OK), "CAROM_OK");
    ck_assert_str_eq(caromErrorName(CAROM_ERROR_NULL), "CAROM_ERROR_NULL");
    ck_assert_str_eq(caromErrorName(CAROM_ERROR_STALE_ID), "CAROM_ERROR_STALE_ID");
    ck_assert_str_eq(caromErrorName(CAROM_ERROR_STATIC), "CAROM_ERROR_STATIC");
}

TEST_LOOP(what_is_no_error_is_named_so, 4)
{
    static const int none[] = {CAROM_ERROR_COUNT_OF, CAROM_ERROR_COUNT_OF + 1, 63, -1};
    ck_assert_str_eq(caromErrorName((CaromError)none[_i]), "CAROM_ERROR_?");
    ck_assert_str_eq(caromErrorText((CaromError)none[_i]), "a value that is no error");
}

typedef struct Call {
    int count;
    void *memory;
    size_t oldSize, newSize;
} Call;

static void *recordCall(void *context, void *memory, size_t oldSize, size_t newSize)
{
    Call *call = context;
    call->count++;
    call->memory = memory;
    call->oldSize = oldSize;
    call->newSize = newSize;
    return call; // any address that is not null
}

TEST(resize_hands_everything_to_the_host)
{
    Call call = {0, NULL, 0, 0};
    CaromAllocator allocator = {recordCall, &call};
    char old;
    ck_assert_ptr_eq(crResize(&allocator, &old, 3, 7), &call);
    ck_assert_int_eq(call.count, 1);
    ck_assert_ptr_eq(call.memory, &old);
    ck_assert_uint_eq(call.oldSize, 3);
    ck_assert_uint_eq(call.newSize, 7);
    // Nothing to free and nothing to allocate: the host's allocator is not called.
    ck_assert_ptr_null(crResize(&allocator, NULL, 0, 0));
    ck_assert_int_eq(call.count, 1);
}

TEST_LOOP(resize_without_a_host_is_the_c_library, 2)
{
    CaromAllocator none = {NULL, NULL};
    const CaromAllocator *allocator = _i ? &none : NULL;
    char *memory = crResize(allocator, NULL, 0, 4);
    ck_assert_ptr_nonnull(memory);
    memcpy(memory, "abc", 4);
    memory = crResize(allocator, memory, 4, 4000);
    ck_assert_ptr_nonnull(memory);
    ck_assert_str_eq(memory, "abc");
    ck_assert_ptr_null(crResize(allocator, memory, 4000, 0));
}
