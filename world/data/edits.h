// SPDX-License-Identifier: MIT
// The list of what calls changed since the last step.
#ifndef CAROM_WORLD_DATA_EDITS_H
#define CAROM_WORLD_DATA_EDITS_H

#include "../../broadphase/moving.h"

/// The boxes in which geometry changed since the last step. A flight searches again if its path
/// leads through one of them. edit_list.c
typedef struct CrEdits {
    CaromBox *boxes;
    int room;       ///< boxes that there is room for during a call that edits
    CrMoving layer; ///< the same boxes, filled if there are many and all flights search,
    bool layered;   ///< it is filled
    bool motions;   ///< all are of bodies that change only their motion, and clearUntil shows
                    ///< which flights are near them
} CrEdits;

#endif
