// SPDX-License-Identifier: MIT
// What straight and curved traces through a map of sectors have in common.
#ifndef CAROM_WORLD_SECTOR_SECTOR_TRACE_H
#define CAROM_WORLD_SECTOR_SECTOR_TRACE_H

#include "../../shapes/path.h"
#include "map.h"

/// A straight path over the time 0..until. At 1 its end is exact: origin + translation, unrounded.
typedef struct CrSectorRay {
    const CaromSectorMap *map;
    CrPath path;
    double until;
} CrSectorRay;

/// A line that is crossed.
typedef struct CrSectorMeet {
    int line;
    int heading; ///< 1: to the left of the line, from its front; −1: to the right
    double at;
} CrSectorMeet;

/// The first line crossed after the last one (null: of all), in exact order.
bool crSectorRayNext(const CrSectorRay *ray, const CrSectorMeet *last, CrSectorMeet *next);

/// The data of a path.
typedef struct CrSectorTrace {
    const CaromSectorMap *map;
    const CrPath *path;
    const CaromSectorQuery *query;
    CaromSectorCrossing *out;
    int capacity, count;
} CrSectorTrace;

CaromSectorCrossing crSectorDescribe(const CaromSectorMap *map, const CrPath *path,
                                     const CrSectorMeet *meet, const CaromSectorQuery *query);
/// Writes one down; whether the trace goes on behind it.
bool crSectorTell(CrSectorTrace *trace, const CrSectorMeet *meet);
void crSectorTraceRay(CrSectorTrace *trace, double until);

#endif
