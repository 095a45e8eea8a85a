// SPDX-License-Identifier: MIT
// A whole world as bytes. Restored, it has the same hash and the same future, to the bit.
//
// The file, little-endian on every machine (codec.h):
//
//     magic, version, length         the same frame in every version
//     "WRLD"  settings, tag, clock, counts of steps and events
//     "SURF"  pairs of materials
//     "RECI"  flight defs, by slot
//     "BODY"  their slots; each body as it was set and as it moves; what only dynamic ones have
//     "SHAP"  their slots, the keys of edges, shape traits; then by body, in the order of its
//             list, what each shape is made from: local points, rings, tiles, materials
//     "EDIT"  what the next step has to examine: boxes, sensors, pending blasts
//     "TOUC"  contacts
//     "FLIG"  their slots; then each flight: leg, flight def, counts, its extra record
//     "RIGI"  only of worlds in which dynamic bodies were solved: the solver's bodies, shapes and
//             contacts, with the lanes and free lists that the next tick begins with
//     "DONE"
//     sum                            over everything before it
//
// Left out is what follows from these: baked points, boxes, the grid and its lanes, layers, lists
// of children, tables of shared values, the next event of each flight, plans of meetings. It is
// made again, and dropping it changes no bit. Slots, ages, lists of free slots and keys of edges
// are kept: so ids, ties and stale references mean the same. The restored world keeps its own
// allocator, log, callbacks, tasks and clock of the profile. The events of its last step are gone.
//
// A snapshot is read into a second world, and every part is checked as it is read. So whatever the
// bytes are, nothing outside of them is read, and nothing changes unless everything is valid. Then
// the two worlds are exchanged.
#ifndef CAROM_WORLD_SAVE_SNAPSHOT_TYPES_H
#define CAROM_WORLD_SAVE_SNAPSHOT_TYPES_H

#include "../api/worlds.h"
#include "../core/codec.h"
#include "../data/fields.h"
#include "../data/world.h"

#define CR_SNAPSHOT_VERSION 1u
/// A bit of the count of shape traits: each has its density and what bodies meet, since not all are
/// the default's.
#define CR_TRAITS_DENSE 0x80000000u

// ---- structures with more than their table says (snapshot_fields.c), for both directions

void crSettingsFields(CrStream *stream, CrSettings *settings);
/// Of shape traits: how bodies meet the shape.
void crBodyTraitsFields(CrStream *stream, CrShapeTraits *traits);
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
    bool edited; ///< CrRigids.editedSince
} CrLoad;

/// The world is new; settings are those that it was made with. Errors are the stream's.
void crSnapshotRead(CrLoad *load, const CrSettings *settings);
void crLoadSlots(CrLoad *load, CrSlots *slots);
void crLoadBodies(CrLoad *load);  ///< snapshot_load.c
void crLoadShapes(CrLoad *load);  ///< snapshot_shapes.c
void crLoadFlights(CrLoad *load); ///< snapshot_flights.c
/// The solver's side; a world that has none writes nothing. snapshot_rigid.c
void crSnapshotWriteRigid(const CaromWorld *world, CrStream *stream);
void crLoadRigid(CrLoad *load);
/// Fails on an error: whatever is wrong but memory is wrong with the snapshot.
void crLoadRefuse(CrLoad *load, CaromError error);
/// Fails where memory is short.
void crLoadReserved(CrLoad *load, bool ok);

#endif
