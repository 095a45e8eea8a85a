// SPDX-License-Identifier: MIT
// What a call that is refused late puts back (law 9): it has undone what it did by then, each thing
// in its turn, but what was made room for on the way is still there: keys and kinds of matter that
// nobody has, lists that nothing is in. Snapshots would tell.
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
