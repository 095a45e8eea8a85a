// SPDX-License-Identifier: MIT
// Tasks: parts of a step that are done side by side, on whichever threads the game has. What a task
// writes no other task reads or writes, and its result does not depend on when it is run, so a step
// gives the same bits with and without.
#ifndef CAROM_WORLD_DATA_TASKS_H
#define CAROM_WORLD_DATA_TASKS_H

#include "../api/steps.h"
#include "world.h"

/// Memory that a world with room for so many flights needs besides.
bool crTasksReserve(CaromWorld *world, int flights);
void crTasksFree(CaromWorld *world);
/// Runs a task for each index up to world->tasks.count.
void crTasksRun(CaromWorld *world, CaromTaskFunction *task, void *context);

/// Where part `index` of `count` things begins; part `tasks` is where all end.
static inline uint32_t crTaskStart(const CaromWorld *world, uint32_t count, int index)
{
    return (uint32_t)((uint64_t)count * (uint32_t)index / (uint32_t)world->tasks.count);
}

#endif
