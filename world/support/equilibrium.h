// SPDX-License-Identifier: MIT
// What contacts with friction can carry. Resting, sliding, being held and wedges all ask this file.
//
// One support carries a pull if the part of it along the surface is within what friction, or
// rolling resistance, can hold: |drive| <= hold. A surface that runs along under the projectile
// never holds; it drags with all of its hold. Two contacts carry each pull that presses into the
// corner between their normals, where friction of the support counts as part of the pull.
//
// For a wedge only one face is stored, the support. Other faces that hold it are searched for when
// needed: after an edit near it, and if it finds no place ahead.
#ifndef CAROM_WORLD_SUPPORT_EQUILIBRIUM_H
#define CAROM_WORLD_SUPPORT_EQUILIBRIUM_H

#include "track.h"

#define CR_STANDS 1e-12 ///< [1] of the speeds: so slow a motion of one face to another is rounding

// ---- one contact

/// What a support does to flight i under a pull.
typedef struct CrGrip {
    double drive; ///< [m/s²] the pull along the surface
    double hold;  ///< [m/s²] the most that friction or rolling resistance can hold
} CrGrip;

/// [m/s²] Returns the pull on flight i, moving with a velocity, as seen from its support.
CaromVec2 crPullOnSupport(const CaromWorld *world, uint32_t i, double time,
                          const CrSupport *support, CaromVec2 place, CaromVec2 velocity);
/// Returns the grip under a pull that presses flight i on by `press` [m/s²].
CrGrip crGripOf(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 pull,
                CaromVec2 along, double press);
/// Returns whether friction holds what slips over the surface at a speed.
static inline bool crGripHolds(const CrGrip *grip, double slip)
{
    return slip == 0.0 && crAbs(grip->drive) <= grip->hold;
}
/// [m/s²] Returns the friction on what slips at a speed; on what starts to slip it is against the
/// drive.
static inline double crGripFriction(const CrGrip *grip, double slip)
{
    return (slip != 0.0 ? slip : grip->drive) > 0.0 ? -grip->hold : grip->hold;
}

// ---- two contacts

/// Returns the pull plus the friction of a support with this normal, if the support's surface runs
/// along under flight i, which moves along it with a speed.
CaromVec2 crPullWithFriction(const CaromWorld *world, uint32_t i, const CrSupport *support,
                             CaromVec2 normal, CaromVec2 pull, double speed);
/// Returns whether an acceleration presses into the corner between two faces.
bool crEquilibriumBetween(CaromVec2 acceleration, CaromVec2 n1, CaromVec2 n2);

/// Returns whether flight i, at rest at a time and place on its support, is held: by friction on
/// the support alone, or between it and something else that it touches and that does not move away.
/// still: only things that do not move relative to the support count.
bool crFlightIsHeld(const CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                    CaromVec2 place, bool still);
/// Returns whether flight i touches another face of its support's body, and that face's normal.
bool crFlightTouchesBeside(const CrLean *lean, CaromVec2 place, CaromVec2 *normal);
/// Returns whether flight i, moving with a velocity, approaches something that it touches.
bool crFlightIsBlocked(const CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                       CaromVec2 velocity);

#endif
