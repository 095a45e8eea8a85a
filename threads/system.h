// SPDX-License-Identifier: MIT
// Threads, locks and signals as the system has them: CR_THREADS_POSIX, CR_THREADS_WINDOWS or
// CR_THREADS_NONE. One system_*.c of three has a body. Without threads, locks do nothing and no
// thread is ever started.
#ifndef CAROM_THREADS_SYSTEM_H
#define CAROM_THREADS_SYSTEM_H

#include "../shapes/base.h"

#if defined(CAROM_NO_THREADS) || defined(__wasi__) ||                                              \
    (defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__))
#define CR_THREADS_NONE
typedef char CrMutex;
typedef char CrSignal;
typedef char CrThreadHandle;
#elif defined(_WIN32)
#define CR_THREADS_WINDOWS
// Two locks and two signals of a pointer each, as SRWLOCK and CONDITION_VARIABLE are.
typedef struct CrMutex {
    void *lock;
} CrMutex;
typedef struct CrSignal {
    void *condition;
} CrSignal;
typedef void *CrThreadHandle;
#else
#define CR_THREADS_POSIX
#include <pthread.h>
typedef pthread_mutex_t CrMutex;
typedef pthread_cond_t CrSignal;
typedef pthread_t CrThreadHandle;
#endif

bool crMutexInit(CrMutex *mutex);
void crMutexFree(CrMutex *mutex);
void crMutexLock(CrMutex *mutex);
void crMutexUnlock(CrMutex *mutex);

bool crSignalInit(CrSignal *signal);
void crSignalFree(CrSignal *signal);
/// Gives the lock back, waits, takes it again; may return without a signal.
void crSignalWait(CrSignal *signal, CrMutex *mutex);
/// Wakes all who wait.
void crSignalSend(CrSignal *signal);

typedef void CrThreadBody(void *context);

/// Stays where it is as long as its thread lives.
typedef struct CrThread {
    CrThreadHandle handle;
    CrThreadBody *body;
    void *context;
} CrThread;

/// False where the system gives none.
bool crThreadStart(CrThread *thread, CrThreadBody *body, void *context);
/// Waits for its end.
void crThreadJoin(CrThread *thread);

// A flag that is read without a lock. By compilers' own functions: MSVC has no C11 atomics.
typedef long CrFlag;

#if defined(__GNUC__)
static inline bool crFlagRead(CrFlag *flag)
{
    return __atomic_load_n(flag, __ATOMIC_ACQUIRE) != 0;
}

static inline void crFlagSet(CrFlag *flag, bool value)
{
    __atomic_store_n(flag, (CrFlag)value, __ATOMIC_RELEASE);
}
#else
#include <intrin.h>

static inline bool crFlagRead(CrFlag *flag)
{
    return _InterlockedOr(flag, 0) != 0;
}

static inline void crFlagSet(CrFlag *flag, bool value)
{
    _InterlockedExchange(flag, (CrFlag)value);
}
#endif

/// Tells the processor that this is a loop of waiting.
static inline void crRelax(void)
{
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#elif defined(__GNUC__) && defined(__aarch64__)
    __asm__ volatile("isb");
#endif
}

#endif
