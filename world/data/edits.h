// SPDX-License-Identifier: MIT
// The list of what calls changed since the last step.
#ifndef CAROM_WORLD_DATA_EDITS_H
#define CAROM_WORLD_DATA_EDITS_H

#include "../../broadphase/moving.h"

/// Where geometry changed since the last step: flights whose way leads through a box must look
/// again. edit_list.c
typedef struct CrEdits {
    CaromBox *boxes;
    int room;       ///< for so many boxes, while a call edits
    CrMoving layer; ///< the same boxes, while there are many and all flights look,
    bool layered;   ///< which is so
    bool motions;   ///< all are of bodies that go on otherwise from where they are, and clearUntil
                    ///< tells which flights are near them
} CrEdits;

#endif
