// SPDX-License-Identifier: MIT
// The game's code amid a query: predicates, and those who draw. An edit from there would take away
// what the query reads, and is refused (law 9). Queries write nothing else and may run side by
// side, so these are counted by compilers' own functions: MSVC has no C11 atomics. Where a
// processor can't count so (the oldest ARM) nobody counts, and nothing is refused.
#ifndef CAROM_WORLD_DATA_QUERY_LOCK_H
#define CAROM_WORLD_DATA_QUERY_LOCK_H

#include "world.h"

#include <string.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

static inline void crQueryLockAdd(long *count, long by)
{
#if defined(__GCC_ATOMIC_LONG_LOCK_FREE) && __GCC_ATOMIC_LONG_LOCK_FREE == 2
    (void)__atomic_fetch_add(count, by, __ATOMIC_RELAXED);
#elif defined(_MSC_VER) && !defined(__clang__)
    (void)_InterlockedExchangeAdd(count, by);
#else
    (void)count;
    (void)by;
#endif
}

static inline bool crQueryIsAsking(const CaromWorld *world)
{
#if defined(__GCC_ATOMIC_LONG_LOCK_FREE) && __GCC_ATOMIC_LONG_LOCK_FREE == 2
    return __atomic_load_n(&world->queryLock.now, __ATOMIC_RELAXED) != 0;
#else
    return *(const volatile long *)&world->queryLock.now != 0;
#endif
}

/// Of a copy its origin is asking, too: what the copy points to is there.
static inline void crAsk(const CaromWorld *world, long by)
{
    for (CaromWorld *queryLock = (CaromWorld *)world; queryLock != NULL;
         queryLock = queryLock->queryLock.of) {
        crQueryLockAdd(&queryLock->queryLock.now, by); // but for this it stays as it is
    }
}

static inline void crAskBegin(const CaromWorld *world)
{
    crAsk(world, 1);
}

static inline void crAskEnd(const CaromWorld *world)
{
    crAsk(world, -1);
}

/// A copy has not all that a world has, only what is asked of it.
static inline bool crIsCopy(const CaromWorld *world)
{
    return world->queryLock.of != NULL;
}

/// A view of a world, or a preview world of it, with a count of its own: others may be counting in
/// the world's.
static inline void crWorldCopy(CaromWorld *copy, const CaromWorld *world)
{
    memcpy(copy, world, offsetof(CaromWorld, queryLock));
    copy->queryLock.of = (CaromWorld *)world;
    copy->queryLock.now = 0;
}

#endif
