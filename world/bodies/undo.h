// SPDX-License-Identifier: MIT
// What changes of shapes take, and give back if they are refused late (law 9).
//
// Keys of edges are numbers by which a flight remembers an edge. A call that is refused has undone
// its own changes, each in its turn. But reserved things are still there: unused keys and traits,
// empty lists. Snapshots would show them.
#ifndef CAROM_WORLD_BODIES_UNDO_H
#define CAROM_WORLD_BODIES_UNDO_H

#include "../../shapes/api.h"
#include "../data/world.h"

/// Keys of edges; room for those that are taken is reserved before.
CaromError crKeysReserve(CaromWorld *world, int count);
uint32_t crKeyTake(CaromWorld *world, uint32_t slot, int edge);
void crKeyRelease(CaromWorld *world, uint32_t key);
/// Undoes the last of these; a key that was released gets its owner from the caller.
void crKeyUndo(CaromWorld *world, CrListing listing, uint32_t key);

typedef struct CrUndo {
    int keys, allTraits, boxes; ///< so many there were; boxes of edits,
    CaromBox lastBox;           ///< to whose last one further ones are joined
    bool crossings;             ///< flights come by sensors
    bool sensorsEdited;
    bool editedSince;       ///< of CrRigids
    uint64_t revision, ops; ///< ops: of the journal
} CrUndo;

CrUndo crUndoKeep(const CaromWorld *world);
/// What the call took is given back, the last first.
void crUndoRestore(CaromWorld *world, const CrUndo *mark);

#endif
