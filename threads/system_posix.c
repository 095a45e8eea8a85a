// SPDX-License-Identifier: MIT
#include "system.h"

#ifdef CR_THREADS_POSIX

bool crMutexInit(CrMutex *mutex)
{
    return pthread_mutex_init(mutex, NULL) == 0;
}

void crMutexFree(CrMutex *mutex)
{
    pthread_mutex_destroy(mutex);
}

void crMutexLock(CrMutex *mutex)
{
    pthread_mutex_lock(mutex);
}

void crMutexUnlock(CrMutex *mutex)
{
    pthread_mutex_unlock(mutex);
}

bool crSignalInit(CrSignal *signal)
{
    return pthread_cond_init(signal, NULL) == 0;
}

void crSignalFree(CrSignal *signal)
{
    pthread_cond_destroy(signal);
}

void crSignalWait(CrSignal *signal, CrMutex *mutex)
{
    pthread_cond_wait(signal, mutex);
}

void crSignalSend(CrSignal *signal)
{
    pthread_cond_broadcast(signal);
}

static void *runBody(void *thread)
{
    const CrThread *t = thread;
    t->body(t->context);
    return NULL;
}

bool crThreadStart(CrThread *thread, CrThreadBody *body, void *context)
{
    thread->body = body;
    thread->context = context;
    return pthread_create(&thread->handle, NULL, runBody, thread) == 0;
}

void crThreadJoin(CrThread *thread)
{
    pthread_join(thread->handle, NULL);
}

#endif
