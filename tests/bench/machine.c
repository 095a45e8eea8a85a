// SPDX-License-Identifier: MIT
#if defined(__linux__)
#define _GNU_SOURCE // sched_setaffinity
#elif defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L
#endif

#include "machine.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>

FILE *machineOutput(void)
{
    int output = dup(STDOUT_FILENO);
    FILE *stream = output >= 0 ? fdopen(output, "w") : NULL;
    if (stream) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
    }
    return stream ? stream : stdout;
}
#else
FILE *machineOutput(void)
{
    return stdout;
}
#endif

#if defined(__linux__)
#include <sched.h>

/// The first core serves most interrupts: the last is quieter.
static int lastCore(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return -1;
    }
    size_t core = CPU_SETSIZE;
    while (core > 0 && !CPU_ISSET(core - 1, &allowed)) {
        core--;
    }
    return (int)core - 1;
}

int machinePin(int core)
{
    cpu_set_t one;
    core = core < 0 ? lastCore() : core;
    if (core < 0 || core >= CPU_SETSIZE) {
        return -1;
    }
    CPU_ZERO(&one);
    CPU_SET((size_t)core, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0 ? core : -1;
}

int machineOtherCore(void)
{
    int core = lastCore();
    return core > 0 ? core - 1 : core == 0 && sysconf(_SC_NPROCESSORS_ONLN) > 1 ? 1 : -1;
}
#else
int machineOtherCore(void)
{
    return -1;
}

int machinePin(int core)
{
    (void)core;
    return -1;
}
#endif

#if defined(__unix__) || defined(__APPLE__)
static double secondsOf(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double machineSeconds(void)
{
    return secondsOf(CLOCK_PROCESS_CPUTIME_ID);
}

double machineThread(void)
{
    return secondsOf(CLOCK_THREAD_CPUTIME_ID);
}

double machineWall(void)
{
    return secondsOf(CLOCK_MONOTONIC);
}
#else
double machineWall(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double machineSeconds(void)
{
    return machineWall();
}

double machineThread(void)
{
    return machineWall();
}
#endif

void machineName(char *out, size_t capacity)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r"); // Linux's; elsewhere there is none
    snprintf(out, capacity, "an unknown processor");
    while (file && fgets(line, sizeof line, file)) {
        char *value = strncmp(line, "model name", 10) == 0 ? strstr(line, ": ") : NULL;
        if (value) {
            value[strcspn(value, "\n")] = '\0';
            snprintf(out, capacity, "%s", value + 2);
            break;
        }
    }
    if (file) {
        fclose(file);
    }
}

double machineLoad(void)
{
    char line[64];
    FILE *file = fopen("/proc/loadavg", "r");
    double load = -1, five = -1;
    if (file && fgets(line, sizeof line, file)) {
        char *rest;
        load = strtod(line, &rest);
        five = strtod(rest, NULL);
    }
    if (file) {
        fclose(file);
    }
    return five > load ? five : load;
}
