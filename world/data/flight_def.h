// SPDX-License-Identifier: MIT
// The def that equal projectiles share.
#ifndef CAROM_WORLD_DATA_FLIGHT_DEF_H
#define CAROM_WORLD_DATA_FLIGHT_DEF_H

#include "../api/projectiles.h"

/// What projectiles of equal defs share.
typedef struct CrFlightDef {
    CaromProjectileDef
        def;      ///< position, velocity, time, userData and ignoreBody are not part of it
    uint64_t sum; ///< its hash; hash.h
} CrFlightDef;

#endif
