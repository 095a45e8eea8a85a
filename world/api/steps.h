// SPDX-License-Identifier: MIT
// PUBLIC. What a step costs and how it uses threads: counters, profile, memory, budget, tasks.
#ifndef CAROM_WORLD_API_STEPS_H
#define CAROM_WORLD_API_STEPS_H

#include "ids.h"

/// How many things a world has, and what its last step did.
typedef struct CaromCounters {
    int bodies, shapes, edges, projectiles, resting,
        flightDefs;         ///< that exist now; edges: of all shapes; a circle counts as one
    int64_t bytes;          ///< [B] of memory held now
    uint64_t steps, events; ///< since creation
    // of the last step
    int hits, meetings, ends, searches; ///< searches: flights that looked for their next event
    int simpleHits; ///< of hits: those of points on straight legs, off edges at rest and off
                    ///< circles; they cost a third
    int64_t cellsVisited, edgesTested; ///< of the grid; by those searches
    int flightsWoken;                  ///< by edits of geometry on their path
    int parked;                        ///< by CaromWorldDef.eventLimit
    int contacts;                      ///< pairs of shapes that touch now and report contacts
    int touching; ///< contacts of dynamic bodies now, reported or not; a pair of shapes, or an edge
                  ///< of a chain, a concave polygon or a tile map, counts as one
    int awake;    ///< enabled dynamic bodies that are awake now
    int steered;  ///< how often drag, homing or a delayed force changed a flight
} CaromCounters;

/// [B] What the memory of a world is used for.
typedef struct CaromMemory {
    int64_t total;       ///< CaromCounters.bytes
    int64_t bodies;      ///< of any type
    int64_t shapes;      ///< points, materials, tile maps
    int64_t cells;       ///< the grid of resting shapes
    int64_t edgePackets; ///< packed edges of resting shapes, for rays and bullets
    int64_t moving;      ///< the index of moving shapes, and the list of edits
    int64_t contacts;    ///< sensors, and shapes that report contacts
    int64_t projectiles; ///< and what they carry, such as fuses and lists of pierced shapes
    int64_t events;      ///< of the last step
    int64_t other;       ///< the world itself, surfaces, pending explosions
} CaromMemory;

/// The largest number of each kind of thing that a world will hold at once; 0 .. 1e9 each. See
/// caromBudgetSize.
typedef struct CaromBudget {
    int bodies;           ///< of any type
    int shapes;           ///< of all bodies
    int points;           ///< of all shapes; a circle has one, a capsule two, a tile map's solid
                          ///< cells up to four each
    int movingShapes;     ///< of kinematic and dynamic bodies; counted in shapes, too
    int bullets;          ///< projectiles that only fly, bounce and end
    int otherProjectiles; ///< all others: those that can slide, rest, stick, pierce, meet, steer, …
    int contacts;         ///< pairs of shapes that touch and report contacts
    int events;           ///< of a step
    int dynamicBodies; ///< of all bodies; their shapes count as moving ones. Where there are any,
                       ///< all projectiles that bounce count as other ones
} CaromBudget;

/// [s] Time that each stage of the last step took, by the profile clock; all 0 if the world has
/// none (caromWorldSetProfileClock).
typedef struct CaromProfile {
    double step;    ///< all of it
    double edits;   ///< what was changed since the step before
    double moving;  ///< the index of what moves
    double flights; ///< projectiles, sensors and contacts
    double publish; ///< events and positions
} CaromProfile;

/// Returns the seconds of a steady clock. See caromWorldSetProfileClock.
typedef double CaromClockFunction(void *context);

/// A task of a step: does part `index`. See caromWorldSetTasks.
typedef void CaromTaskFunction(void *context, int index);
/// Runs task(context, i) once for each i from 0 to count - 1, on any threads and in any order, and
/// returns when all are done. The caller must then see everything that the tasks wrote, as after
/// joining a thread or waiting for a semaphore.
typedef void CaromRunFunction(void *runner, CaromTaskFunction *task, void *context, int count);

#endif
