// SPDX-License-Identifier: MIT
#include "system.h"

#ifdef CR_THREADS_NONE

bool crMutexInit(CrMutex *mutex)
{
    (void)mutex;
    return true;
}

void crMutexFree(CrMutex *mutex)
{
    (void)mutex;
}

void crMutexLock(CrMutex *mutex)
{
    (void)mutex;
}

void crMutexUnlock(CrMutex *mutex)
{
    (void)mutex;
}

bool crSignalInit(CrSignal *signal)
{
    (void)signal;
    return true;
}

void crSignalFree(CrSignal *signal)
{
    (void)signal;
}

void crSignalWait(CrSignal *signal, CrMutex *mutex)
{
    (void)signal;
    (void)mutex;
}

void crSignalSend(CrSignal *signal)
{
    (void)signal;
}

bool crThreadStart(CrThread *thread, CrThreadBody *body, void *context)
{
    (void)thread;
    (void)body;
    (void)context;
    return false;
}

void crThreadJoin(CrThread *thread)
{
    (void)thread;
}

#endif
