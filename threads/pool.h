// SPDX-License-Identifier: MIT
// PUBLIC. A small pool of threads, for games without a job system of their own. It is a library by
// itself (CMake: carom::threads, pkg-config: carom_threads): Carom starts no thread.
//
//     CaromThreadPool *pool = caromThreadPoolCreate(2, NULL, NULL);
//     caromWorldSetTasks(world, caromThreadPoolRun, pool, 2);
//     ...
//     caromThreadPoolDestroy(pool); // after the world, or caromWorldSetTasks(world, NULL, NULL, 1)
//
// POSIX threads, or Windows' own. Where there are none, as in WebAssembly without -pthread, a pool
// has one thread, the caller's, and all else is the same.
#ifndef CAROM_THREADS_POOL_H
#define CAROM_THREADS_POOL_H

#include "../world/api/carom.h"
#include "../world/api/steps.h"

/// A static library in every build, so nothing is imported.
#define CAROM_THREADS_API CAROM_EXTERN_C

#define CAROM_THREAD_POOL_MOST 64 ///< threads of a pool

typedef struct CaromThreadPool CaromThreadPool;

/// A pool of `count` threads, of which the first is whichever calls caromThreadPoolRun: count - 1
/// are started, each made ready by caromThreadPrepare. They wait for tasks, some 20 µs awake and
/// then asleep. One piece of memory is asked for, here; the system takes what its threads need.
/// @param count [1] 1 .. CAROM_THREAD_POOL_MOST, CAROM_ERROR_COUNT; best the number of processors
/// @param allocator null: the C library's. Used by this call and by caromThreadPoolDestroy
/// @param error may be null
/// @returns null where memory is short (CAROM_ERROR_MEMORY) or the system refuses a thread
/// (CAROM_ERROR_THREAD): those that were started have ended then.
CAROM_THREADS_API CaromThreadPool *caromThreadPoolCreate(int count, const CaromAllocator *allocator,
                                                         CaromError *error);

/// Ends the threads and frees the pool. Null is ignored; CAROM_ERROR_BUSY, and nothing done, from
/// within a task and while another thread runs some. Worlds that still have the pool as their
/// runner must not be stepped any more.
CAROM_THREADS_API CaromError caromThreadPoolDestroy(CaromThreadPool *pool);

/// Threads that a pool has, the caller's included; of null 0.
CAROM_THREADS_API int caromThreadPoolCount(const CaromThreadPool *pool);

/// A CaromRunFunction: task(context, i) once for each i from 0 to count - 1, in any order, on the
/// pool's threads and on this one, which then waits for the others. All that was written before is
/// seen by the tasks, all that they wrote by who called. One pool may serve any number of worlds,
/// and tasks of the game's own, such as stepping a world each.
///
/// It never waits for another run: from within a task, while another thread has the pool at work,
/// or with a null pool the tasks are done one after the other on the calling thread. So tasks may
/// step worlds that have the same pool, and two threads may step worlds of one pool at once.
/// A null task or a count below 1 does nothing. Cost: some µs to wake the threads, two locks a
/// task.
/// @param pool a CaromThreadPool
CAROM_THREADS_API void caromThreadPoolRun(void *pool, CaromTaskFunction *task, void *context,
                                          int count);

#endif
