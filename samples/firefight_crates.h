// SPDX-License-Identifier: MIT
// Crates and barrels of the firefight: rigid bodies that stand in stacks on the floors of the map.
// A barrel goes off soon after a bullet or a blast reached it, a crate that a strong blast reached
// falls into boards. Both happen at a world time that their events give, never at a frame, so they
// are the same at every frame rate as long as no step is longer than CRATES_STEP.
#ifndef CAROM_SAMPLES_FIREFIGHT_CRATES_H
#define CAROM_SAMPLES_FIREFIGHT_CRATES_H

#include "wad.h"

#define CRATES_STEP 0.05 // [s]

typedef enum CrateKind { CRATE_WOOD, CRATE_BARREL, CRATE_BOARD, CRATE_SCRAP } CrateKind;

/// One crate, barrel, or piece of one.
typedef struct Crate {
    CaromBodyId body;
    CrateKind kind;
    CaromVec2 half; ///< [m] of its box
    double due;     ///< [s] when it breaks; CAROM_FOREVER: nothing has lit it
    bool gone;
} Crate;

/// The outline of a crate that moved, for the picture.
typedef struct CrateGhost {
    CaromVec2 corners[4];
    CrateKind kind;
    double time; ///< [s]
} CrateGhost;

typedef struct CrateBlast {
    CaromVec2 center;
    double radius, time;
} CrateBlast;

typedef struct Crates {
    Crate *crates;
    CrateGhost *ghosts;
    CrateBlast *blasts;
    int count, capacity, ghostCount, ghostCapacity, blastCount, blastCapacity;
    int wanted;        ///< crates and barrels that are to stand in the map
    int stood, broken; ///< those that stood at the beginning; of these the broken ones
    int64_t strobe;    ///< outlines taken
} Crates;

/// Fills the floors with stacks of up to `wanted` bodies, none of them near a spot. Returns false
/// if the world refuses one, or if there is no memory. Free it in either case.
bool cratesStack(Crates *crates, const WadMap *map, CaromWorld *world, const CaromVec2 *spots,
                 int spotCount);
void cratesFree(Crates *crates);

/// Returns the next time at which something breaks, which a step must end at; or CAROM_FOREVER.
double cratesDue(const Crates *crates);
/// Reads the events of the last step, breaks what is due. Returns false if there is no memory.
bool cratesRead(Crates *crates, CaromWorld *world);
/// Counts those that lie in solid or outside of the map, and prints a line for each.
int cratesEscaped(const Crates *crates, const WadMap *map, const CaromWorld *world);

/// The corners of a crate in world coordinates, in order.
void crateCorners(const Crate *crate, const CaromWorld *world, CaromVec2 corners[4]);

#endif
