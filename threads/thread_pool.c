// SPDX-License-Identifier: MIT
// Tasks are numbers that are taken under one lock, so at each moment a thread either waits, or
// holds the lock, or is in a task; the last to come out of one tells who waits for the run. That
// who waits stays awake for a little needs two flags that are read without the lock; they decide
// nothing.
#include "pool_make.h"

#include "../shapes/resize.h"

// Looks at a flag before one goes to sleep: some 20 µs, which is what waking up costs. Steps with
// tasks call a few times within that.
#define SPINS 500

#ifdef CR_THREADS_NONE
#define MOST_THREADS 1
#else
#define MOST_THREADS CAROM_THREAD_POOL_MOST
#endif

struct CaromThreadPool {
    CaromAllocator allocator;
    int count; ///< threads, the caller's included
    CrMutex lock;
    CrSignal work, done;
    // The lock's.
    bool running, ended;
    int inTurn; ///< runs that are their callers' alone
    CaromTaskFunction *task;
    void *context;
    int next, end; ///< tasks that nobody has taken
    int left;      ///< tasks that have not come to their end
    // Set under the lock, read without: a thread should look, under the lock.
    CrFlag looksForWork, looksForDone;
    CrThread threads[CAROM_THREAD_POOL_MOST - 1];
};

static void awaitFlag(CrFlag *flag)
{
    for (int i = 0; i < SPINS && !crFlagRead(flag); i++) {
        crRelax();
    }
}

/// Under the lock, which is given back for each task.
static void takeTasks(CaromThreadPool *pool)
{
    while (pool->next < pool->end) {
        CaromTaskFunction *task = pool->task;
        void *context = pool->context;
        int index = pool->next++;
        if (pool->next == pool->end) {
            crFlagSet(&pool->looksForWork, false);
        }
        crMutexUnlock(&pool->lock);
        task(context, index);
        crMutexLock(&pool->lock);
        if (--pool->left == 0) {
            crFlagSet(&pool->looksForDone, true);
            crSignalSend(&pool->done);
        }
    }
}

static void serve(void *context)
{
    CaromThreadPool *pool = context;
    caromThreadPrepare();
    crMutexLock(&pool->lock);
    while (!pool->ended) {
        takeTasks(pool);
        crMutexUnlock(&pool->lock);
        awaitFlag(&pool->looksForWork);
        crMutexLock(&pool->lock);
        while (pool->next == pool->end && !pool->ended) {
            crSignalWait(&pool->work, &pool->lock);
        }
    }
    crMutexUnlock(&pool->lock);
}

// ---- making and ending

static bool initLocks(CaromThreadPool *pool)
{
    if (!crMutexInit(&pool->lock)) {
        return false;
    }
    if (!crSignalInit(&pool->work)) {
        crMutexFree(&pool->lock);
        return false;
    }
    if (!crSignalInit(&pool->done)) {
        crSignalFree(&pool->work);
        crMutexFree(&pool->lock);
        return false;
    }
    return true;
}

static void freePool(CaromThreadPool *pool)
{
    CaromAllocator allocator = pool->allocator;
    crResizeBy(&allocator, pool, sizeof *pool, 0);
}

/// Ends the threads that were started.
static void endPool(CaromThreadPool *pool)
{
    crMutexLock(&pool->lock);
    pool->ended = true;
    crFlagSet(&pool->looksForWork, true);
    crSignalSend(&pool->work);
    crMutexUnlock(&pool->lock);
    for (int i = 0; i < pool->count - 1; i++) {
        crThreadJoin(&pool->threads[i]);
    }
    crSignalFree(&pool->done);
    crSignalFree(&pool->work);
    crMutexFree(&pool->lock);
    freePool(pool);
}

static CaromError startPool(CaromThreadPool *pool, int count, CrThreadStarter *start)
{
    if (!initLocks(pool)) {
        freePool(pool);
        return CAROM_ERROR_THREAD;
    }
    for (pool->count = 1; pool->count < count && pool->count < MOST_THREADS; pool->count++) {
        if (!start(&pool->threads[pool->count - 1], serve, pool)) {
            endPool(pool);
            return CAROM_ERROR_THREAD;
        }
    }
    return CAROM_OK;
}

CaromThreadPool *crThreadPoolMake(int count, const CaromAllocator *allocator,
                                  CrThreadStarter *start, CaromError *error)
{
    static const CaromThreadPool blank;
    CaromError ignored = CAROM_OK;
    CaromThreadPool *pool = NULL;
    error = error != NULL ? error : &ignored;
    *error = count < 1 || count > CAROM_THREAD_POOL_MOST ? CAROM_ERROR_COUNT : CAROM_OK;
    if (*error == CAROM_OK) {
        pool = crResizeBy(allocator, NULL, 0, sizeof *pool);
        *error = pool != NULL ? CAROM_OK : CAROM_ERROR_MEMORY;
    }
    if (pool != NULL) {
        *pool = blank;
        if (allocator != NULL) {
            pool->allocator = *allocator;
        }
        *error = startPool(pool, count, start);
    }
    return *error == CAROM_OK ? pool : NULL;
}

CaromThreadPool *caromThreadPoolCreate(int count, const CaromAllocator *allocator,
                                       CaromError *error)
{
    return crThreadPoolMake(count, allocator, crThreadStart, error);
}

CaromError caromThreadPoolDestroy(CaromThreadPool *pool)
{
    if (pool == NULL) {
        return CAROM_OK;
    }
    crMutexLock(&pool->lock);
    bool running = pool->running || pool->inTurn > 0;
    crMutexUnlock(&pool->lock);
    if (running) {
        return CAROM_ERROR_BUSY;
    }
    endPool(pool);
    return CAROM_OK;
}

int caromThreadPoolCount(const CaromThreadPool *pool)
{
    return pool != NULL ? pool->count : 0;
}

// ---- running

/// False where a run goes on already.
static bool beginRun(CaromThreadPool *pool, CaromTaskFunction *task, void *context, int count)
{
    crMutexLock(&pool->lock);
    bool begins = !pool->running;
    if (begins) {
        pool->running = true;
        pool->task = task;
        pool->context = context;
        pool->next = 0;
        pool->end = pool->left = count;
        crFlagSet(&pool->looksForDone, false);
        crFlagSet(&pool->looksForWork, true);
        crSignalSend(&pool->work);
    }
    crMutexUnlock(&pool->lock);
    return begins;
}

static void endRun(CaromThreadPool *pool)
{
    crMutexLock(&pool->lock);
    takeTasks(pool);
    crMutexUnlock(&pool->lock);
    awaitFlag(&pool->looksForDone);
    crMutexLock(&pool->lock);
    while (pool->left > 0) {
        crSignalWait(&pool->done, &pool->lock);
    }
    pool->running = false;
    crMutexUnlock(&pool->lock);
}

/// Runs that their caller does alone, so that the pool is not freed under them.
static void countInTurn(CaromThreadPool *pool, int more)
{
    if (pool != NULL) {
        crMutexLock(&pool->lock);
        pool->inTurn += more;
        crMutexUnlock(&pool->lock);
    }
}

void caromThreadPoolRun(void *pool, CaromTaskFunction *task, void *context, int count)
{
    CaromThreadPool *p = pool;
    if (task == NULL) {
        return;
    }
    if (p != NULL && p->count > 1 && count > 1 && beginRun(p, task, context, count)) {
        endRun(p);
        return;
    }
    countInTurn(p, 1);
    for (int i = 0; i < count; i++) {
        task(context, i);
    }
    countInTurn(p, -1);
}
