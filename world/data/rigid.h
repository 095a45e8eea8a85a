// SPDX-License-Identifier: MIT
// What only dynamic bodies have. Where such a body is and how it moves until the next tick is in
// its CrBody, as for kinematic ones: `pivot` is its centre of mass where the shapes are baked.
#ifndef CAROM_WORLD_DATA_RIGID_H
#define CAROM_WORLD_DATA_RIGID_H

#include "../../shapes/inline.h"
#include "../api/bodies.h"
#include "../api/worlds.h"

#define CR_BODY_INTERVAL (1.0 / 60.0) ///< CaromWorldDef.bodyInterval's default
#define CR_SUBSTEPS 4                 ///< CaromWorldDef.substeps' default
#define CR_CONTACT_HERTZ 30.0         ///< CaromWorldDef.contactHertz's default
#define CR_CONTACT_DAMPING 10.0       ///< CaromWorldDef.contactDampingRatio's default
#define CR_CONTACT_SPEED 3.0          ///< CaromWorldDef.contactSpeed's default
#define CR_CONTACT_HERTZ_MIN 0.01     ///< [Hz]
#define CR_CONTACT_HERTZ_MAX 1e6      ///< [Hz]
#define CR_CONTACT_DAMPING_MAX 1e3    ///< [1]
#define CR_CONTACT_SPEED_MAX 1e6      ///< [m/s]
#define CR_TICK_LIMIT 1000            ///< CaromWorldDef.tickLimit's default
#define CR_DENSITY 1.0                ///< CaromShapeDef.density's default; adds nothing to hashes
#define CR_DENSITY_MAX 1e9            ///< [kg/m²]
#define CR_MASS_MIN 1e-30  ///< [kg], [kg·m²] what has less is not pushed, or not turned
#define CR_DAMPING_MAX 1e6 ///< [1/s]
#define CR_LOCKS 8         ///< values of CAROM_LOCK_…, or-ed

/// Of a body that is dynamic, or was: then it waits here with its settings, and is neither awake
/// nor pushed. The index in CrRigids.all stays the same as long as the body lives. What every tick
/// reads comes first: one line of the cache.
typedef struct CrRigid {
    uint32_t body; ///< slot; CR_NONE: the entry is free
    uint8_t locks; ///< CAROM_LOCK_…
    bool awake;
    bool massGiven; ///< by the game; else from the shapes' densities
    // what the last tick found: its motion when the next one comes, if nothing acts on it until
    // then
    bool solved;        ///< it touches others: its path leads straight to where it will be. Else
                        ///< its velocity is always that of its path
    CaromVec2 velocity; ///< [m/s] of the centre, if solved
    double spin;        ///< [rad/s]
    // pushes since the last tick that the solver adds there, if solved: response/push.h
    CaromVec2 push;       ///< [N·s]
    double twist;         ///< [N·m·s] about the centre
    double mass, inertia; ///< [kg], [kg·m²] about the centre; 0: it cannot be pushed, or turned
    CaromVec2 center;     ///< of mass, in local space
    CaromVec2 force;      ///< [N] in world space
    double torque;        ///< [N·m]
    double linearDamping, angularDamping, gravityScale, maxSpeed;
} CrRigid;

/// The path of a dynamic body from a tick to the next.
typedef struct CrRigidPlan {
    uint32_t body; ///< slot
    CaromVec2 velocity, acceleration;
    double spin;
} CrRigidPlan;

/// A pool. Free entries are used last in first out, and are part of the state.
typedef struct CrRigids {
    CrRigid *all;
    uint32_t *unused;   ///< indices of free entries
    int dynamic;        ///< bodies that are dynamic and enabled: without any there are no ticks
    CrRigidPlan *plans; ///< within a tick
    uint32_t *broken;   ///< within a tick: slots of bodies that are out of range
    uint32_t *edited;   ///< shapes that the mirror has to look at, in no order, each once
    uint8_t *isEdited;  ///< by shape: it is listed; shapes beyond its end are as good as listed
    bool remix; ///< a material, a surface or a saved state has changed what contacts have of it
    struct CrRigidMirror *mirror; ///< the solver's side of it, or null
    CaromContactTuning tuning;
} CrRigids;

static inline bool crTuningIsDefault(const CaromContactTuning *tuning)
{
    return tuning->hertz == CR_CONTACT_HERTZ && tuning->dampingRatio == CR_CONTACT_DAMPING &&
           tuning->speed == CR_CONTACT_SPEED;
}

/// Returns 1 / mass, or 0 for a body that no push moves.
static inline double crRigidInverseMass(const CrRigid *rigid)
{
    return rigid->mass >= CR_MASS_MIN ? 1.0 / rigid->mass : 0.0;
}

/// Returns 1 / inertia, or 0 for a body that nothing turns.
static inline double crRigidInverseInertia(const CrRigid *rigid)
{
    bool turns = rigid->inertia >= CR_MASS_MIN && !(rigid->locks & CAROM_LOCK_ROTATION);
    return turns ? 1.0 / rigid->inertia : 0.0;
}

/// Returns a velocity or a push without its parts along locked axes.
static inline CaromVec2 crRigidUnlocked(const CrRigid *rigid, CaromVec2 v)
{
    return crVec(rigid->locks & CAROM_LOCK_X ? 0.0 : v.x, rigid->locks & CAROM_LOCK_Y ? 0.0 : v.y);
}

#endif
