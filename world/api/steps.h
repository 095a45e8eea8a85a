// SPDX-License-Identifier: MIT
// PUBLIC. What a step runs on and what it costs: tasks for threads, counters, profile, memory,
// budget.
#ifndef CAROM_WORLD_API_STEPS_H
#define CAROM_WORLD_API_STEPS_H

#include "ids.h"

typedef struct CaromCounters {
    int bodies, shapes, edges, projectiles, resting,
        flightDefs;         ///< now alive; edges: of all shapes, a circle is one
    int64_t bytes;          ///< [B] of memory held now
    uint64_t steps, events; ///< since creation
    // of the last step
    int hits, meetings, ends, searches; ///< searches: flights that looked for their next event
    int simpleHits; ///< of hits, those of points on straight legs off resting edges and circles: a
                    ///< third the cost
    int64_t cellsVisited, edgesTested;
    int flightsWoken; ///< by edits of geometry on their way
    int parked;       ///< by CaromWorldDef.eventLimit
    int contacts;     ///< pairs of shapes that touch now, of those that tell
    int steered;      ///< times that drag, homing or a force that waited acted anew on a flight
} CaromCounters;

/// [B] What of a world holds how much memory.
typedef struct CaromMemory {
    int64_t total; ///< CaromCounters.bytes
    int64_t bodies;
    int64_t shapes;   ///< points, materials, tile maps
    int64_t cells;    ///< where resting shapes are found
    int64_t lanes;    ///< what rays and bullets read of their edges
    int64_t moving;   ///< where moving shapes are found, and what was edited
    int64_t contacts; ///< sensors, and shapes that tell whom they touch
    int64_t projectiles;
    int64_t events;
    int64_t other; ///< the world itself, surfaces, explosions that wait
} CaromMemory;

/// How much there is at once of what a world holds; all counts 0 .. 1e9. See caromBudgetSize.
typedef struct CaromBudget {
    int bodies;
    int shapes;           ///< of all bodies
    int points;           ///< of all shapes; a circle has one, a capsule two, a tile map's solid
                          ///< cells up to four each
    int movingShapes;     ///< of kinematic bodies; they are among the shapes, too
    int bullets;          ///< projectiles that only fly, bounce and end,
    int otherProjectiles; ///< and those that do more: see "projectiles" in carom.h
    int contacts;         ///< pairs of shapes that touch, of those that tell
    int events;           ///< of a step
} CaromBudget;

/// [s] by the def's clock of stages of the last step; all 0 where the world has no profile clock.
typedef struct CaromProfile {
    double step, edits, moving, flights, publish;
} CaromProfile;

/// Returns seconds of some steady clock. See caromWorldSetProfileClock.
typedef double CaromClockFunction(void *context);

/// What a world has its runner do: part `index` of a step. See caromWorldSetTasks.
typedef void CaromTaskFunction(void *context, int index);
/// Runs task(context, i) once for each i from 0 to count - 1, on whichever threads and in any
/// order, and returns when all are done. What tasks wrote is then to be seen by whoever called it,
/// as it is after joining a thread or waiting for a semaphore.
typedef void CaromRunFunction(void *runner, CaromTaskFunction *task, void *context, int count);

#endif
