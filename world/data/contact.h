// SPDX-License-Identifier: MIT
// The structures of contacts between shapes.
#ifndef CAROM_WORLD_DATA_CONTACT_H
#define CAROM_WORLD_DATA_CONTACT_H

#include "../../shapes/pairs.h"

#define CR_SOLVED_GAP 0.02 ///< [m] what the solver lets touch is not farther apart

/// What two shapes that touch are to each other.
enum {
    CR_CONTACT_SOLID,
    CR_CONTACT_SENSOR, ///< one of them is a sensor
    CR_CONTACT_SOLVED, ///< the solver of dynamic bodies decides
    CR_CONTACT_KINDS
};

/// Two shapes that touch, a < b.
typedef struct CrContact {
    uint32_t a, b; ///< slots
    uint32_t ageA, ageB;
    double since;
    bool touches;           ///< false: the shapes have parted within the step
    uint8_t kind;           ///< CR_CONTACT_…
    int32_t held;           ///< a cache: if solved, perhaps the solver's contact that touches
    CaromManifold manifold; ///< as last computed; if solved: 0
} CrContact;

/// The contacts of all shapes that report them. contact.h
typedef struct CrContacts {
    CrContact *all;        ///< by a, then b
    CrContact *fresh;      ///< within a tick: pairs that begin
    uint32_t *watched;     ///< shapes that report contacts, in no order
    bool owed;             ///< the last step lacked memory for a pair
    bool ahead;            ///< within a step: pairs of bodies that turned were judged already
    int since;             ///< then: events collected before the first of them
    int flags;             ///< then: what crContactsStep is to return for them
    CaromVec2 *scratch[2]; ///< points of the two shapes that are tested
} CrContacts;

#endif
