// SPDX-License-Identifier: MIT
// Tasks: parts of a step that run in parallel on the game's threads. No task reads or writes what
// another one writes, and its result does not depend on when it runs. So a step gives the same bits
// with and without tasks.
#ifndef CAROM_WORLD_DATA_TASKS_H
#define CAROM_WORLD_DATA_TASKS_H

#include "../api/steps.h"
#include "world.h"

/// Reserves the memory that tasks need in a world with room for so many flights.
bool crTasksReserve(CaromWorld *world, int flights);
void crTasksFree(CaromWorld *world);
/// Runs a task for each index up to world->tasks.count.
void crTasksRun(CaromWorld *world, CaromTaskFunction *task, void *context);

/// Returns where part `index` of `count` things begins; part `tasks` is where all end.
static inline uint32_t crTaskStart(const CaromWorld *world, uint32_t count, int index)
{
    return (uint32_t)((uint64_t)count * (uint32_t)index / (uint32_t)world->tasks.count);
}

#endif
