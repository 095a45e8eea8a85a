// SPDX-License-Identifier: MIT
// Growable arrays, and the only door to stb_ds. stb_ds's own growth neither knows the world's
// allocator nor survives a failed allocation, so crArrayReserve owns growth and plants the header
// that stb_ds expects in front of the elements; its macros that never grow (arrlen, arrcap, arrpop,
// arrdelswap) work on it as they are. Its maps are not used: they keep a global seed.
#ifndef CAROM_SHAPES_ARRAY_H
#define CAROM_SHAPES_ARRAY_H

#include "base.h"

#define STBDS_NO_SHORT_NAMES
#define stbds_arrgrowf crStbArrayGrow
#define stbds_arrfreef crStbArrayFree
#define stbds_rand_seed crStbRandSeed
#define stbds_hash_string crStbHashString
#define stbds_hash_bytes crStbHashBytes
#define stbds_hmfree_func crStbHmFree
#define stbds_hmget_key crStbHmGetKey
#define stbds_hmget_key_ts crStbHmGetKeyTs
#define stbds_hmput_default crStbHmPutDefault
#define stbds_hmput_key crStbHmPutKey
#define stbds_hmdel_key crStbHmDelKey
#define stbds_shmode_func crStbShMode
#define stbds_stralloc crStbStrAlloc
#define stbds_strreset crStbStrReset
#include <stb/stb_ds.h>

/// Elements now in the array, and room for. Null arrays have 0 of both.
#define crArrayCount(array) ((int)stbds_arrlen(array))
#define crArrayCapacity(array) ((int)stbds_arrcap(array))

/// [B] That an array holds, its header included.
#define crArrayBytes(array)                                                                        \
    ((array) ? (int64_t)(sizeof(stbds_array_header) +                                              \
                         sizeof *(array) * (size_t)crArrayCapacity(array))                         \
             : 0)

/// Room for at least `capacity` elements; false, and nothing changed, where memory is short.
#define crArrayReserve(array, capacity, allocator)                                                 \
    crArrayReserveFrom(stbds_arrcap(array), (void **)&(array), sizeof *(array),                    \
                       (size_t)(capacity), (allocator))

/// Room for `extra` more, growing by half, so that pushes cost constant time on average.
#define crArrayGrow(array, extra, allocator)                                                       \
    crArrayGrowFrom(stbds_arrcap(array) - stbds_arrlenu(array), (void **)&(array),                 \
                    sizeof *(array), (size_t)(extra), (allocator))

/// Append where room was reserved before.
#define crArrayPush(array, ...)                                                                    \
    (CR_ASSERT(crArrayCount(array) < crArrayCapacity(array)),                                      \
     (void)((array)[stbds_header(array)->length++] = (__VA_ARGS__)))

/// Set the count, at most the capacity; new elements are as memory has them.
#define crArraySetCount(array, count)                                                              \
    ((array) ? (void)(stbds_header(array)->length = (size_t)(count)) : (void)CR_ASSERT_ZERO(count))

#define crArrayLast(array) ((array)[stbds_header(array)->length - 1])
#define crArrayPop(array) ((array)[--stbds_header(array)->length])
/// Remove element i, the last takes its place.
#define crArrayRemoveSwap(array, i)                                                                \
    ((array)[i] = crArrayLast(array), (void)stbds_header(array)->length--)
#define crArrayFree(array, allocator)                                                              \
    crArrayFreeBytes((void **)&(array), sizeof *(array), (allocator))

/// Memory for an array of `capacity` elements that belongs to its block: it is never grown or
/// freed. crArrayPlant(array, block) makes it the array, with no elements yet.
#define CR_ARRAY_BLOCK(type, capacity)                                                             \
    struct {                                                                                       \
        stbds_array_header header;                                                                 \
        type elements[capacity];                                                                   \
    }
#define crArrayPlant(array, block)                                                                 \
    ((array) = (block)->elements,                                                                  \
     crArrayPlantHeader(&(block)->header, sizeof(block)->elements / sizeof *(block)->elements))

void crArrayPlantHeader(stbds_array_header *header, size_t capacity);
// These two where there is not room yet.
bool crArrayReserveBytes(void **array, size_t elementSize, size_t capacity,
                         const CaromAllocator *allocator);
bool crArrayGrowBytes(void **array, size_t elementSize, size_t extra,
                      const CaromAllocator *allocator);
void crArrayFreeBytes(void **array, size_t elementSize, const CaromAllocator *allocator);

// Nearly always there is room: tested without a call.
static inline bool crArrayReserveFrom(size_t capacity, void **array, size_t elementSize,
                                      size_t wanted, const CaromAllocator *allocator)
{
    return CR_LIKELY(wanted <= capacity) ||
           crArrayReserveBytes(array, elementSize, wanted, allocator);
}

static inline bool crArrayGrowFrom(size_t room, void **array, size_t elementSize, size_t extra,
                                   const CaromAllocator *allocator)
{
    return CR_LIKELY(extra <= room) || crArrayGrowBytes(array, elementSize, extra, allocator);
}

/// Removes a slot that is listed once from its list; the last one takes its place. Searches at the
/// end, then after the place of the last removal: all slots are usually removed in their order, or
/// in reverse. (`temp` is stb_ds's for its maps, which no list is.)
static inline void crArrayRemoveSlot(uint32_t *list, uint32_t slot)
{
    int count = crArrayCount(list), i = count - 1;
    if (list[i] != slot) {
        i = (int)stbds_header(list)->temp;
        do {
            i = i + 1 < count ? i + 1 : 0;
        } while (list[i] != slot);
        stbds_header(list)->temp = i;
    }
    crArrayRemoveSwap(list, i);
}

static inline void crArrayCountMustBeZero(size_t count)
{
    (void)count;
    CR_ASSERT(count == 0);
}
#define CR_ASSERT_ZERO(count) crArrayCountMustBeZero((size_t)(count))

#endif
