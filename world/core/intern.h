// SPDX-License-Identifier: MIT
// A table of shared values: an entry is found by its value, counts its users, and is freed with the
// last one. The values are in an array of the table's owner: entry e belongs to element e. Open
// addressing with linear probing; Knuth, "The Art of Computer Programming", volume 3 (1973),
// section 6.4, algorithms L and R.
#ifndef CAROM_WORLD_CORE_INTERN_H
#define CAROM_WORLD_CORE_INTERN_H

#include "../../shapes/array.h"

typedef struct CrInternEntry {
    uint32_t hash;
    uint32_t users;
} CrInternEntry;

typedef struct CrIntern {
    CrInternEntry *entries;
    uint32_t *unused; ///< entries that hold nothing, a stack
    uint32_t *places; ///< 2^k of them: an entry + 1, or 0
} CrIntern;

#define CR_INTERN_NONE 0xffffffffu

/// Returns whether an entry holds the value that is searched for.
typedef bool CrInternIsEqual(const void *wanted, const void *owner, uint32_t entry);

/// Finds an entry; CR_INTERN_NONE if there is none.
uint32_t crInternFind(const CrIntern *shared, uint32_t hash, CrInternIsEqual *isEqual,
                      const void *wanted, const void *owner);
/// Makes room for one more, with a number below the capacity of `entries`; false if memory is
/// short.
bool crInternReserve(CrIntern *shared, const CaromAllocator *allocator);
/// After crInternReserve: adds an entry with one user.
uint32_t crInternAdd(CrIntern *shared, uint32_t hash);
/// Removes a user. Returns whether the entry was freed.
bool crInternDrop(CrIntern *shared, uint32_t entry);
/// Removes the entries after the first so many as if they had never been; none may have users.
void crInternCut(CrIntern *shared, int count);
/// Reserves memory for so many entries of an empty table.
bool crInternReserveFresh(CrIntern *shared, int count, const CaromAllocator *allocator);
/// After crInternReserveFresh: adds the next entry, without users yet, or an unused one.
void crInternPut(CrIntern *shared, uint32_t hash, bool used);
/// Makes the entries that have users by now searchable.
void crInternRelist(CrIntern *shared);
void crInternFree(CrIntern *shared, const CaromAllocator *allocator);

#endif
