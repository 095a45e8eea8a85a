// SPDX-License-Identifier: MIT
// A preview world: a world that looks like another one and holds a single flight of its own, so
// that the code that flies projectiles flies this one, too, and nothing else knows of it. All that
// a flight may write is the preview world's: its slot, its arrays (every one of CR_FLIGHT_ARRAYS),
// its flight def, the clock, the counters. Events go to a recorder, memory is refused, nothing is
// logged, nobody is asked. Bodies, shapes, grid and boxes are the original's, which flights only
// read. So a preview world writes nothing but itself, by construction, and any number of them may
// fly side by side.
//
// Kinematic shapes are looked through one by one, since their layer was filled for other times.
#ifndef CAROM_WORLD_PREVIEW_PREVIEW_WORLD_H
#define CAROM_WORLD_PREVIEW_PREVIEW_WORLD_H

#include "../data/world.h"

/// Some ten kilobytes, for the caller's stack; it points into itself and must stay where it is.
typedef struct CrPreviewWorld {
    CaromWorld world;
    CrCallRecorder recorder;
    CrFlight hot;
    CR_ARRAY_BLOCK(uint32_t, 1) stuck;
    CR_ARRAY_BLOCK(CrFlightDef, 1) flightDefs;
    CR_ARRAY_BLOCK(CrInternEntry, 1) recipeUsers;
    CR_ARRAY_BLOCK(CrPull, 1) pulls;
    CR_ARRAY_BLOCK(CrFlightExtra, 1) extras;
    CR_ARRAY_BLOCK(CrPierces, 1) pierces;
#define CR_PREVIEW_BLOCK(type, name) CR_ARRAY_BLOCK(type, 1) name;
    CR_FLIGHT_ARRAYS(CR_PREVIEW_BLOCK)
#undef CR_PREVIEW_BLOCK
} CrPreviewWorld;

/// Its one flight's slot.
#define CR_PREVIEW_WORLD 0u

/// A preview world of a world at the time of its queries, to fly until a time. Events go to
/// `prediction`. Its flight is nobody's yet.
void crPreviewWorldInit(CrPreviewWorld *previewWorld, const CaromWorld *world, double until,
                        CaromPrediction *prediction);
/// Its flight is a throw that begins now, or at its own time.
void crPreviewWorldFire(CrPreviewWorld *previewWorld, const CaromProjectileDef *def);
/// Its flight is that of a projectile of the original, as it stands.
void crPreviewWorldFollow(CrPreviewWorld *previewWorld, uint32_t slot);

#endif
