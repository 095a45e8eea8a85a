// SPDX-License-Identifier: MIT
// A whole world in bytes, and back: with the same hash and the same future, to the bit.
//
// The file, little-endian on every machine (codec.h):
//
//     magic, version, length         this frame stays what it is in every version
//     "WRLD"  settings, tag, clock, counts of steps and events
//     "SURF"  pairs of materials
//     "RECI"  flight defs, by slot
//     "BODY"  their slots; what each is, as it was set and as it moves
//     "SHAP"  their slots, the keys of edges, kinds of matter; then by body, in the order of its
//             list, each shape as it is made: local points, rings, tiles, materials
//     "EDIT"  what the next step has to look at: boxes, sensors, charges
//     "TOUC"  pairs of shapes that touch
//     "FLIG"  their slots; then each: leg, flight def, counts, and what its extra record holds
//     "DONE"
//     sum                            of all before it
//
// What follows from that is not in it: baked points, boxes, the grid and its lanes, layers,
// families' lists, tables of what is shared, what is due next to a flight, plans of meetings. It is
// made anew, and dropping it changes no bit. Slots, ages, lists of free ones and keys of edges are
// what they were: ids, ties and references that have become stale mean the same. Not of the world,
// and so kept by whichever is restored: allocator, log, callbacks, tasks, clock of the profile.
// Events of the last step are gone.
//
// A world is read into one aside, whose every part is checked as it comes in, so that whatever the
// bytes are, nothing outside of them is read and nothing is changed unless all of it is sound. Then
// both change places.
#ifndef CAROM_WORLD_SAVE_SNAPSHOT_TYPES_H
#define CAROM_WORLD_SAVE_SNAPSHOT_TYPES_H

#include "../api/worlds.h"
#include "../core/codec.h"
#include "../data/fields.h"
#include "../data/world.h"

#define CR_SNAPSHOT_VERSION 1u

// ---- structures with more than their table says (snapshot_fields.c), for both directions

void crSettingsFields(CrStream *stream, CrSettings *settings);
/// Of a flight def: position, velocity, time, user data and the body to ignore are no part of it.
void crFlightDefFields(CrStream *stream, CaromProjectileDef *def);
void crBodyFields(CrStream *stream, CrBody *body);
/// Of one in a mode; ids without the world's tag.
void crExtraFields(CrStream *stream, CrFlightExtra *extra, int mode);

// ---- out and in

void crSnapshotWrite(const CaromWorld *world, CrStream *stream);

/// A world that is being read, and room for what its parts are decoded into.
typedef struct CrLoad {
    CaromWorld *world;
    CrStream *stream;
    CaromVec2 *points;
    int *ends;
    uint32_t *materials;
    uint16_t *cells;
} CrLoad;

/// The world is new; settings are those that it was made with. Errors are the stream's.
void crSnapshotRead(CrLoad *load, const CrSettings *settings);
void crLoadSlots(CrLoad *load, CrSlots *slots);
void crLoadBodies(CrLoad *load);  ///< snapshot_load.c
void crLoadShapes(CrLoad *load);  ///< snapshot_shapes.c
void crLoadFlights(CrLoad *load); ///< snapshot_flights.c
/// Fails on an error: whatever is wrong but memory is wrong with the snapshot.
void crLoadRefuse(CrLoad *load, CaromError error);
/// Fails where memory is short.
void crLoadReserved(CrLoad *load, bool ok);

#endif
