// SPDX-License-Identifier: MIT
// What the picture of a scene shows beside its end: the ways of projectiles and fast bodies, hits,
// blasts, and outlines of what moved, all of the last moments.
#ifndef CAROM_SAMPLES_RIGID_RECORD_H
#define CAROM_SAMPLES_RIGID_RECORD_H

#include "rigid.h"

#define RIGID_STROBE 0.1 // [s] between two outlines of a body
#define RIGID_CORNERS 8  // of an outline that is kept

typedef enum RigidMarkKind { RIGID_FLIGHT, RIGID_WAY, RIGID_HIT, RIGID_BLAST } RigidMarkKind;

typedef struct RigidMark {
    RigidMarkKind kind;
    CaromVec2 a, b; ///< from a to b; of a blast its centre and, in b.x, its radius
    double time;    ///< [s]
    const RigidLook *look;
} RigidMark;

typedef struct RigidGhost {
    CaromVec2 points[RIGID_CORNERS];
    int count;     ///< 1: a circle, 2: a capsule
    double radius; ///< [m]
    double time;   ///< [s]
    const RigidLook *look;
} RigidGhost;

/// Where something was last, by the index of its id.
typedef struct RigidLast {
    CaromVec2 place;
    uint32_t age; ///< of the id; 0: nobody
} RigidLast;

typedef struct RigidRecord {
    double from; ///< [s] nothing before is kept
    RigidMark *marks;
    RigidGhost *ghosts;
    RigidLast *flights, *bodies;
    int markCount, markRoom, ghostCount, ghostRoom, flightRoom, bodyRoom;
    int64_t strobe; ///< outlines that were taken
    bool failed;    ///< no memory
} RigidRecord;

/// Reads a step, after it.
void rigidRecord(RigidRecord *record, const CaromWorld *world);
void rigidRecordFree(RigidRecord *record);

/// Draws a scene's end and its record. @returns the sample's exit status.
int rigidPicture(const RigidScene *scene, const RigidPlay *play, const RigidRecord *record,
                 const char *path);

#endif
