// SPDX-License-Identifier: MIT
// The data that the firefight (firefight.c) passes to its picture (firefight_picture.c).
#ifndef CAROM_SAMPLES_FIREFIGHT_H
#define CAROM_SAMPLES_FIREFIGHT_H

#include "firefight_crates.h"
#include "flights.h"

#include <stdio.h>

typedef struct FirefightOptions {
    const char *wad, *map, *out;
    const char *record; ///< null: no recording
    int bullets, grenades, crates;
    double seconds, hz;
    uint64_t seed;
} FirefightOptions;

typedef struct Firefight {
    const FirefightOptions *options;
    const char *wadName; ///< without its folder
    WadMap map;
    CaromWorld *world;
    CaromRecorder *recorder; ///< or null
    FILE *recording;
    size_t recorded;  ///< [B]
    CaromVec2 *spots; ///< places of shooters: things with room around them
    int spotCount;
    Flights flights;
    Crates crates;
    int crateEscapes; ///< crates and pieces that lie outside of the map at the end
    int64_t steps, projectileSteps;
    uint64_t events, dropped;
    double stepSeconds; ///< [s] spent in caromWorldStepTo, without the solver of crates
    unsigned flags;     ///< CaromStepFlags of all steps
    bool refused;       ///< a crate, by the world
    uint64_t hash;
} Firefight;

/// Draws the map and all flights. Returns false if the picture can't be made or written.
bool firefightPicture(const Firefight *fight, const char *path);

#endif
