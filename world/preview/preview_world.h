// SPDX-License-Identifier: MIT
// A preview world has the content of another world and one flight of its own, so that the code of
// projectiles moves this flight, too, and nothing else is affected. Everything that a flight may
// write belongs to the preview world: its slot, its arrays (every one of CR_FLIGHT_ARRAYS), its
// flight def, the clock, the counters. Events go to a preview sink; memory is refused; nothing is
// logged; no callback is called. Bodies, shapes, grid and boxes belong to the original, and flights
// only read them. So a preview world writes only to itself, and any number of them may run at the
// same time.
//
// Kinematic shapes are tested one by one, since the moving index was filled for other times.
#ifndef CAROM_WORLD_PREVIEW_PREVIEW_WORLD_H
#define CAROM_WORLD_PREVIEW_PREVIEW_WORLD_H

#include "../data/world.h"

/// Some ten kilobytes, for the caller's stack; it points into itself and must stay where it is.
typedef struct CrPreviewWorld {
    CaromWorld world;
    CrPreviewSink recorder;
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

/// Makes a preview world of a world at the time of its queries, for flights until a time. Events go
/// to `prediction`. Its flight is not set yet.
void crPreviewWorldInit(CrPreviewWorld *previewWorld, const CaromWorld *world, double until,
                        CaromPrediction *prediction);
/// Its flight is a throw that begins now, or at its own time.
void crPreviewWorldFire(CrPreviewWorld *previewWorld, const CaromProjectileDef *def);
/// Its flight is that of a projectile of the original, as it stands.
void crPreviewWorldFollow(CrPreviewWorld *previewWorld, uint32_t slot);

#endif
