// SPDX-License-Identifier: MIT
// The parts of the grenade sample: its scene, its throws, its picture.
#ifndef CAROM_SAMPLES_GRENADE_H
#define CAROM_SAMPLES_GRENADE_H

#include "canvas.h"

#define GRENADE_THROWS 4
#define GRENADE_CANS 16
#define GRENADE_MAX_POINTS 4096
#define GRENADE_MAX_LEGS 1024
#define GRENADE_MAX_PUSHES 64
#define GRENADE_RADIUS 0.11 // [m]
#define GRENADE_CAN 0.09    // [m]

/// The player's choice; aiming computes the rest.
typedef struct GrenadeAim {
    const char *text;
    CaromVec2 at;
    double speed; ///< [m/s]
    bool lob;     ///< the higher of two arcs
    CanvasInk ink;
} GrenadeAim;

typedef struct GrenadePath {
    CaromVec2 points[GRENADE_MAX_POINTS];
    int count;
} GrenadePath;

/// A throw in a world of its own.
typedef struct GrenadeThrow {
    const GrenadeAim *aim;
    CaromWorld *world;
    CaromProjectileId cans[GRENADE_CANS]; ///< tin cans on the ground
    CaromShot shot;

    CaromPrediction preview;
    CaromLeg legs[GRENADE_MAX_LEGS];
    CaromHitEvent hits[GRENADE_MAX_LEGS];
    CaromModeEvent modes[GRENADE_MAX_LEGS];
    GrenadePath ghosts; ///< at equal distances along the preview

    GrenadePath flight; ///< its places at frames and hits
    int frames, hitsFlown;
    double difference; ///< [m] the largest between a frame's place and the preview's
    int wrong;         ///< hits or ends that differ from the preview's in any bit

    double reach;     ///< [m] of the blast
    CaromVec2 center; ///< of it
    CaromPushEvent pushes[GRENADE_MAX_PUSHES];
    int pushCount;
    GrenadePath trails[GRENADE_CANS]; ///< of the cans, after the blast
} GrenadeThrow;

extern const CaromVec2 GRENADE_HAND; ///< [m] from where they are thrown

/// Creates the world, with the cans. Null: no memory.
CaromWorld *grenadeScene(CaromProjectileId cans[GRENADE_CANS]);
CaromProjectileDef grenadeDef(double fuse);

/// [s] Returns the time from the launch until it came to rest; negative if the fuse was faster.
double grenadeRestTime(const GrenadeThrow *thrown);
int grenadePushed(const GrenadeThrow *thrown);  ///< cans
int grenadeInReach(const GrenadeThrow *thrown); ///< cans, whether a wall shields them or not

/// Writes the picture. @returns the sample's exit status.
int grenadePicture(const GrenadeThrow *throws, int count, const char *path);

#endif
