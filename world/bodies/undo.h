// SPDX-License-Identifier: MIT
// What a call restores that is refused late (law 9). It has undone its own changes, each in its
// turn. But reserved things are still there: unused keys and traits, empty lists. Snapshots would
// show them.
#ifndef CAROM_WORLD_BODIES_UNDO_H
#define CAROM_WORLD_BODIES_UNDO_H

#include "../data/world.h"

typedef struct CrUndo {
    int keys, allTraits, boxes; ///< so many there were; boxes of edits,
    CaromBox lastBox;           ///< to whose last one further ones are joined
    bool crossings;             ///< flights come by sensors
    bool sensorsEdited;
    uint64_t revision;
} CrUndo;

CrUndo crUndoKeep(const CaromWorld *world);
/// What the call took is given back, the last first.
void crUndoRestore(CaromWorld *world, const CrUndo *mark);

#endif
