// SPDX-License-Identifier: MIT
// PUBLIC. A small thread pool, for games without a job system. It is a separate library (CMake:
// carom::threads, pkg-config: carom_threads); Carom itself starts no thread.
//
//     CaromThreadPool *pool = caromThreadPoolCreate(2, NULL, NULL);
//     caromWorldSetTasks(world, caromThreadPoolRun, pool, 2);
//     ...
//     caromThreadPoolDestroy(pool); // after the world, or caromWorldSetTasks(world, NULL, NULL, 1)
//
// It uses POSIX threads or those of Windows. On systems without threads, such as WebAssembly
// without -pthread, a pool has one thread, the caller's; everything else is the same.
#ifndef CAROM_THREADS_POOL_H
#define CAROM_THREADS_POOL_H

#include "../world/api/carom.h"
#include "../world/api/steps.h"

/// A static library in every build, so nothing is imported.
#define CAROM_THREADS_API CAROM_EXTERN_C

#define CAROM_THREAD_POOL_MOST 64 ///< threads of a pool

/// Threads that run the tasks of steps. Opaque.
typedef struct CaromThreadPool CaromThreadPool;

/// Creates a pool of `count` threads. The first is the thread that calls caromThreadPoolRun; the
/// other count - 1 are started here, each prepared by caromThreadPrepare. They wait for tasks: some
/// 20 µs awake, then asleep. Allocates once; the system allocates for its threads.
/// @param count [1] 1 .. CAROM_THREAD_POOL_MOST (CAROM_ERROR_COUNT); best the number of processors
/// @param allocator null: the C library's. Used by this call and by caromThreadPoolDestroy
/// @param error may be null
/// @returns null if memory is short (CAROM_ERROR_MEMORY) or the system refuses a thread
/// (CAROM_ERROR_THREAD); threads that were started have then ended.
CAROM_THREADS_API CaromThreadPool *caromThreadPoolCreate(int count, const CaromAllocator *allocator,
                                                         CaromError *error);

/// Ends the threads and frees the pool. Null is ignored. Refused with CAROM_ERROR_BUSY within a
/// task and while another thread runs tasks. Worlds that still use the pool must not be stepped any
/// more.
CAROM_THREADS_API CaromError caromThreadPoolDestroy(CaromThreadPool *pool);

/// Returns the number of threads of a pool, including the caller's; 0 for null.
CAROM_THREADS_API int caromThreadPoolCount(const CaromThreadPool *pool);

/// A CaromRunFunction: task(context, i) once for each i from 0 to count - 1, in any order, on the
/// pool's threads and on the calling one, which then waits for the others. The tasks see everything
/// written before the call, and the caller then sees everything that they wrote. One pool may serve
/// any number of worlds, and also tasks of the game, such as stepping one world each.
///
/// It never waits for another run: inside a task, while another thread uses the pool, or with a
/// null pool, it runs the tasks one after the other on the calling thread. So tasks may step worlds
/// that use the same pool, and two threads may step worlds of one pool at once. A null task or a
/// count below 1 does nothing. Cost: some µs to wake the threads, two locks a task.
/// @param pool a CaromThreadPool
CAROM_THREADS_API void caromThreadPoolRun(void *pool, CaromTaskFunction *task, void *context,
                                          int count);

#endif
