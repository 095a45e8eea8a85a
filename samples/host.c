// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "host.h"

#include <stdio.h>
#include <time.h>

#if defined(_WIN32)
#include <io.h>

double hostSeconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double hostProcessSeconds(void)
{
    return hostSeconds(); // clock() counts in milliseconds there, and of the wall's clock too
}

bool hostIsTerminal(void)
{
    return _isatty(_fileno(stderr)) != 0;
}

#else
#include <unistd.h>

static double readClock(clockid_t which)
{
    struct timespec now;
    clock_gettime(which, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double hostSeconds(void)
{
    return readClock(CLOCK_MONOTONIC);
}

double hostProcessSeconds(void)
{
    return readClock(CLOCK_PROCESS_CPUTIME_ID);
}

bool hostIsTerminal(void)
{
    return isatty(fileno(stderr)) != 0;
}
#endif
