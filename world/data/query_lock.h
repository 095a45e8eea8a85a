// SPDX-License-Identifier: MIT
// Counts queries that are in the game's code: predicates and functions that draw. An edit from
// there would remove what the query reads, so it is refused (law 9). Queries write nothing else and
// may run in parallel. So they are counted by functions of the compilers, as MSVC has no C11
// atomics. On processors without atomic counting (the oldest ARM) nothing is counted and nothing
// refused.
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

/// Counts a query in a copy and in its origin, too: the copy points to the origin's data.
static inline void crAsk(const CaromWorld *world, long by)
{
    for (CaromWorld *queryLock = (CaromWorld *)world; queryLock != NULL;
         queryLock = queryLock->queryLock.of) {
        crQueryLockAdd(&queryLock->queryLock.now, by); // nothing else is written
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

/// Returns whether this is a copy, which has only the part of a world that queries need.
static inline bool crIsCopy(const CaromWorld *world)
{
    return world->queryLock.of != NULL;
}

/// Makes a view or a preview world: a copy of a world with its own count, since others may be
/// counting in the world's.
static inline void crWorldCopy(CaromWorld *copy, const CaromWorld *world)
{
    memcpy(copy, world, offsetof(CaromWorld, queryLock));
    copy->queryLock.of = (CaromWorld *)world;
    copy->queryLock.now = 0;
}

#endif
