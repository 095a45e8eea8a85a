// SPDX-License-Identifier: MIT
#include "system.h"

#ifdef CR_THREADS_WINDOWS

// Locks that need no freeing came with Vista. windows.h stays in here, with all its macros.
#define WIN32_LEAN_AND_MEAN
#define NOGDI // which would declare a function named Chord, as a type of ours is
#if !defined(_WIN32_WINNT) || _WIN32_WINNT < 0x0600
#undef _WIN32_WINNT
#define _WIN32_WINNT 0x0600
#endif
#include <process.h>
#include <windows.h>

typedef char lockFits[sizeof(CrMutex) == sizeof(SRWLOCK) ? 1 : -1];
typedef char signalFits[sizeof(CrSignal) == sizeof(CONDITION_VARIABLE) ? 1 : -1];

static SRWLOCK *lockOf(CrMutex *mutex)
{
    return (SRWLOCK *)mutex;
}

static CONDITION_VARIABLE *conditionOf(CrSignal *signal)
{
    return (CONDITION_VARIABLE *)signal;
}

bool crMutexInit(CrMutex *mutex)
{
    InitializeSRWLock(lockOf(mutex));
    return true;
}

void crMutexFree(CrMutex *mutex)
{
    (void)mutex;
}

void crMutexLock(CrMutex *mutex)
{
    AcquireSRWLockExclusive(lockOf(mutex));
}

void crMutexUnlock(CrMutex *mutex)
{
    ReleaseSRWLockExclusive(lockOf(mutex));
}

bool crSignalInit(CrSignal *signal)
{
    InitializeConditionVariable(conditionOf(signal));
    return true;
}

void crSignalFree(CrSignal *signal)
{
    (void)signal;
}

void crSignalWait(CrSignal *signal, CrMutex *mutex)
{
    SleepConditionVariableSRW(conditionOf(signal), lockOf(mutex), INFINITE, 0);
}

void crSignalSend(CrSignal *signal)
{
    WakeAllConditionVariable(conditionOf(signal));
}

static unsigned __stdcall runBody(void *thread)
{
    const CrThread *t = thread;
    t->body(t->context);
    return 0;
}

bool crThreadStart(CrThread *thread, CrThreadBody *body, void *context)
{
    thread->body = body;
    thread->context = context;
    // Not CreateThread: older C libraries keep something for each thread.
    thread->handle = (void *)_beginthreadex(NULL, 0, runBody, thread, 0, NULL);
    return thread->handle != NULL;
}

void crThreadJoin(CrThread *thread)
{
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
}

#endif
