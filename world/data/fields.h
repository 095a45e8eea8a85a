// SPDX-License-Identifier: MIT
// The tables of all stored structures (fields.c), and structures that are only there to be stored.
#ifndef CAROM_WORLD_DATA_FIELDS_H
#define CAROM_WORLD_DATA_FIELDS_H

#include "../api/worlds.h"
#include "../core/fields.h"
#include "flight.h"

/// The settings a world is created with, and some of its numbers.
typedef struct CrSettings {
    CaromWorldDef def; ///< allocator, log and capacities are not part of it
    double time, editedAt;
    uint64_t steps, sequence;
} CrSettings;

/// A shape as it is created; its arrays follow.
typedef struct CrShapeRecord {
    uint32_t slot, traits;
    uint8_t type;
    bool oneSided, sensor;
    uint8_t reports; ///< 1: contacts, 2: hits, 4: it asks
    bool touched, kept, hasMaterials;
    double radius, edited, renewed;
    void *userData;
    uint32_t pointCount, edgeCount, ringCount; ///< of tile maps no points
} CrShapeRecord;

/// A flight but for what its extra record holds.
typedef struct CrFlightRecord {
    CrFlight hot;
    CrFlightTail tail; ///< its age is with the slots
    bool hasExtra, hasPierces;
} CrFlightRecord;

// Each for a structure; CR_FIELD_TABLES(X) lists them for tests.
#define CR_FIELD_TABLES(X)                                                                         \
    X(crSettingsTable)                                                                             \
    X(crPairTable)                                                                                 \
    X(crFlightDefTable)                                                                            \
    X(crBodyTable)                                                                                 \
    X(crRigidTable)                                                                                \
    X(crTraitsTable)                                                                               \
    X(crShapeRecordTable)                                                                          \
    X(crTileMapTable)                                                                              \
    X(crBoxTable)                                                                                  \
    X(crPendingBlastTable)                                                                         \
    X(crContactTable)                                                                              \
    X(crFlightRecordTable)                                                                         \
    X(crExtraTable)                                                                                \
    X(crPiercedTable)                                                                              \
    X(crProjectilePairTable)                                                                       \
    X(crSensorCrossingTable)                                                                       \
    X(crInsideTable)

#define CR_FIELD_TABLE(name) extern const CrFieldTable name;
CR_FIELD_TABLES(CR_FIELD_TABLE)
#undef CR_FIELD_TABLE

/// Limits of speed and place that no flight reaches.
#define CR_SPEED_MOST (1e6 * CR_HUGE)
#define CR_PLACE_MOST (4.0 * CR_HUGE)

#endif
