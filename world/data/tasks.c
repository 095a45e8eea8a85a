// SPDX-License-Identifier: MIT
#include "tasks.h"

#include "../../shapes/rounding.h"
#include "../api/worlds.h"
#include "refuse.h"

// Below these a step is done before another thread is awake (some 20 µs).
#define LEAST_FLIGHTS 16384
#define LEAST_EVENTS 1024

bool crTasksReserve(CaromWorld *world, int flights)
{
    int chunks = flights / CR_FLIGHT_CHUNK + 1;
    return world->tasks.count <= 1 || crArrayReserve(world->tasks.left, chunks, &world->allocator);
}

void crTasksFree(CaromWorld *world)
{
    crArrayFree(world->tasks.left, &world->allocator);
}

static CaromError setTasks(CaromWorld *world, CaromRunFunction *run, void *runner, int count)
{
    CrTasks before = world->tasks;
    CrTasks tasks = {run, runner,     run != NULL ? count : 1, LEAST_FLIGHTS, LEAST_EVENTS,
                     0,   before.left};
    if (count < 1 || count > CR_TASKS) {
        return CAROM_ERROR_OUT_OF_RANGE;
    }
    world->tasks = tasks;
    if (!crTasksReserve(world, crArrayCapacity(world->flights.next))) {
        world->tasks = before;
        return CAROM_ERROR_MEMORY;
    }
    if (tasks.count == 1) {
        crTasksFree(world);
    }
    return CAROM_OK;
}

CaromError caromWorldSetTasks(CaromWorld *world, CaromRunFunction *run, void *runner, int count)
{
    CaromError error = crCheckEditable(world);
    error = error != CAROM_OK ? error : setTasks(world, run, runner, count);
    return error != CAROM_OK ? crRefuse(world, error, "caromWorldSetTasks") : CAROM_OK;
}

typedef struct Run {
    CaromTaskFunction *task;
    void *context;
    int count;
    bool done[CR_TASKS];
} Run;

static void runOnce(Run *run, int index)
{
    if (index >= 0 && index < run->count && !run->done[index]) {
        run->done[index] = true;
        run->task(run->context, index);
    }
}

/// On a thread of the game's. One that rounds otherwise leaves it to the step's.
static void runThere(void *context, int index)
{
    if (crRoundsAsExpected()) {
        runOnce(context, index);
    }
}

void crTasksRun(CaromWorld *world, CaromTaskFunction *task, void *context)
{
    Run run = {task, context, world->tasks.count, {false}};
    world->locked = true; // it is the game's code, in the middle of a step
    world->tasks.run(world->tasks.runner, runThere, &run, run.count);
    world->locked = false;
    for (int i = 0; i < run.count; i++) {
        runOnce(&run, i); // what the game left out
    }
}
