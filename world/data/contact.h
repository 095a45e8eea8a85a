// SPDX-License-Identifier: MIT
// The structures of contacts between shapes.
#ifndef CAROM_WORLD_DATA_CONTACT_H
#define CAROM_WORLD_DATA_CONTACT_H

#include "../../shapes/pairs.h"

/// Two shapes that touch, a < b.
typedef struct CrContact {
    uint32_t a, b; ///< slots
    uint32_t ageA, ageB;
    double since;
    bool touches; ///< false: the shapes have parted within the step
    bool sensor;
    CaromManifold manifold; ///< as last computed
} CrContact;

/// The contacts of all shapes that report them. contact.h
typedef struct CrContacts {
    CrContact *all;        ///< by a, then b
    uint32_t *watched;     ///< shapes that report contacts, in no order
    bool owed;             ///< the last step lacked memory for a pair
    CaromVec2 *scratch[2]; ///< points of the two shapes that are tested
} CrContacts;

#endif
