// SPDX-License-Identifier: MIT
// What the parts of the missiles sample share: the sea, the battle, its picture.
#ifndef CAROM_SAMPLES_MISSILES_H
#define CAROM_SAMPLES_MISSILES_H

#include "replay.h"

#define MISSILES_TICK (1.0 / 32) // [s] commands are given and places written down at multiples
#define MISSILES_MAX 32
#define MISSILES_MAX_BULLETS 4000
#define MISSILES_MAX_BUOYS 24
#define MISSILES_MAX_EVENTS 256
#define MISSILES_SEA_X 420.0 // [m]
#define MISSILES_SEA_Y 250.0 // [m]
#define MISSILES_BLAST 9.0   // [m]
#define MISSILES_ISLANDS 5
#define MISSILES_ISLAND_POINTS 9
#define MISSILES_HULL_POINTS 7
#define MISSILES_LAUNCHERS 3
#define MISSILES_GUNS 3 ///< the first two on the ship, in its own space; the third on a shore

typedef enum MissileFate {
    MISSILE_FLIES, ///< to the end of the battle
    MISSILE_SHOT_DOWN,
    MISSILE_HIT,    ///< the ship
    MISSILE_ASHORE, ///< hit an island
    MISSILE_SPENT,  ///< out of fuel
    MISSILE_FATES
} MissileFate;

typedef struct Missile {
    CaromProjectileId id;
    int launcher;
    double begin;
    bool ended, homes; ///< homes: past its waypoint
    MissileFate fate;
    CaromVec2 end;
    Trail trail;
} Missile;

typedef struct Bullet {
    CaromProjectileId id;
    CaromVec2 from, to;
    double begin, end; ///< [s]
    bool met, ended;
} Bullet;

typedef struct Buoy {
    CaromProjectileId id;
    Trail trail;
} Buoy;

typedef struct Battle {
    CaromWorld *world;
    Replay replay;
    CaromBodyId ship;
    Missile missiles[MISSILES_MAX];
    Bullet bullets[MISSILES_MAX_BULLETS];
    Buoy buoys[MISSILES_MAX_BUOYS];
    int missileCount, bulletCount, buoyCount;
    double gunReady[MISSILES_GUNS]; ///< [s]
    CaromTransform course[256];     ///< the ship's, each half second
    int courseCount;
    CaromVec2 meetings[MISSILES_MAX_EVENTS];
    double meetTimes[MISSILES_MAX_EVENTS];
    int meetingCount;
    CaromPushEvent pushes[MISSILES_MAX_EVENTS]; ///< of buoys and missiles
    int pushCount, shipPushes;
    int fates[MISSILE_FATES];
    uint64_t hash;
} Battle;

extern const CaromVec2 MISSILES_SHORES[MISSILES_ISLANDS][MISSILES_ISLAND_POINTS];
extern const CaromVec2 MISSILES_HULL[MISSILES_HULL_POINTS];
extern const CaromVec2 MISSILES_LAUNCHER_PLACES[MISSILES_LAUNCHERS];

/// Where a gun stands now.
CaromVec2 missilesGunPlace(const Battle *battle, int gun);

/// Writes the picture. @returns the sample's exit status.
int missilesPicture(const Battle *battle, const char *path);

#endif
