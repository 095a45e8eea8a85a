// SPDX-License-Identifier: MIT
// The structures of two shapes that touch.
#ifndef CAROM_WORLD_DATA_CONTACT_H
#define CAROM_WORLD_DATA_CONTACT_H

#include "../../broadphase/moving.h"
#include "../../shapes/pairs.h"

/// Two shapes that touch, a < b.
typedef struct CrContact {
    uint32_t a, b; ///< slots
    uint32_t ageA, ageB;
    double since;
    bool touches; ///< else it has parted within the step
    bool sensor;
    CaromManifold manifold; ///< as last judged
} CrContact;

/// Who touches whom, as far as they tell. contact.h
typedef struct CrContacts {
    CrContact *all;    ///< by a, then b
    uint32_t *watched; ///< shapes that tell, in no order
    bool owed;         ///< the last step had no memory for some pair
    uint32_t *moving;  ///< shapes of kinematic bodies, sensors too, their boxes and layer
    CaromBox *boxes;
    CrMoving layer;
    CaromVec2 *scratch[2]; ///< points of the two that are judged
} CrContacts;

#endif
