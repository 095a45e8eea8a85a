// SPDX-License-Identifier: MIT
// How a pool is made, with threads started by whoever is named: tests name one that fails.
#ifndef CAROM_THREADS_POOL_MAKE_H
#define CAROM_THREADS_POOL_MAKE_H

#include "pool.h"
#include "system.h"

typedef bool CrThreadStarter(CrThread *thread, CrThreadBody *body, void *context);

CaromThreadPool *crThreadPoolMake(int count, const CaromAllocator *allocator,
                                  CrThreadStarter *start, CaromError *error);

#endif
