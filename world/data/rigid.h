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
#define CR_HIT_THRESHOLD 1.0 ///< [m/s] CaromWorldDef.hitThreshold's default; adds nothing to hashes
#define CR_BOUNCE_THRESHOLD 1.0 ///< [m/s] CaromWorldDef.restitutionThreshold's default; as above
#define CR_DENSITY 1.0          ///< CaromShapeDef.density's default; adds nothing to hashes
#define CR_DENSITY_MAX 1e9      ///< [kg/m²]
#define CR_MASS_MIN 1e-30       ///< [kg], [kg·m²] what has less is not pushed, or not turned
#define CR_SLEEP_TIME 0.5       ///< CaromWorldDef.sleepTime's default
#define CR_SLEEP_THRESHOLD 0.05 ///< CaromBodyDef.sleepThreshold's default
#define CR_DAMPING_MAX 1e6      ///< [1/s]
#define CR_LOCKS 8              ///< values of CAROM_LOCK_…, or-ed

/// The first touch on a body's path until the next tick. rigid_sweep.h
typedef struct CrRigidImpact {
    double time;
    uint32_t shape, other;  ///< slots: of the body's, and of what it runs into
    uint32_t edge, against; ///< edges of both; CR_NONE: the whole shape, which is convex
    bool touches;           ///< false: up to then the search has come, and goes on from there
} CrRigidImpact;

/// Of a body that is dynamic, or was: then it waits here with its settings, and is neither awake
/// nor pushed. The index in CrRigids.all stays the same as long as the body lives. What every tick
/// reads comes first: one line of the cache.
typedef struct CrRigid {
    uint32_t body; ///< slot; CR_NONE: the entry is free
    uint8_t locks; ///< CAROM_LOCK_…
    bool awake;
    uint8_t listed;   ///< a cache: CR_RIGID_IS_…, the lists that it is in
    bool enableSleep; ///< it may fall asleep
    bool massGiven;   ///< by the game; else from the shapes' densities
    // sweeps since the last tick: rigid_sweep.h
    bool swept;     ///< its path is
    bool strikes;   ///< an impact is to come
    bool presses;   ///< it has hit something and not bounced off
    uint8_t struck; ///< how many impacts there were
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
    CrRigidImpact impact;  ///< the next one, if it strikes
    int32_t place;         ///< in CrRigids.due, if it strikes
    double sleepThreshold; ///< [m/s]
} CrRigid;

/// Lists of CrRigids.
enum { CR_RIGID_IS_AWAKE = 1, CR_RIGID_IS_TURNED = 2 };

/// The path of a dynamic body from a tick to the next.
typedef struct CrRigidPlan {
    uint32_t body; ///< slot
    CaromVec2 velocity, acceleration;
    double spin;
} CrRigidPlan;

/// Two solid shapes that hit each other.
typedef struct CrBodyImpact {
    uint32_t shape[2]; ///< slots
    int edge[2];       ///< of each, where it has several, else 0
    double time;
    CaromVec2 point, normal; ///< unit, from the first shape to the second
    double speed;            ///< [m/s] of the approach
    double impulse;          ///< [N·s] along the normal
} CrBodyImpact;

/// A shape, and where its body leads it until the next tick.
typedef struct CrSweptSolid {
    CaromBox box;
    uint32_t shape;
    bool steady; ///< only calls change that; else the box holds for nothing
} CrSweptSolid;

/// A pool. Free entries are used last in first out, and are part of the state.
typedef struct CrRigids {
    CrRigid *all;
    uint32_t *unused;   ///< indices of free entries
    uint32_t *awake;    ///< a cache: those of bodies that are awake, ascending, as of the last tick
    uint32_t *turned;   ///< a cache: of those that woke or fell asleep since then, or were enabled
    uint32_t *spare;    ///< scratch
    bool awakeKnown;    ///< both are complete
    int dynamic;        ///< bodies that are dynamic and enabled: without any there are no ticks
    CrRigidPlan *plans; ///< within a tick
    uint32_t *broken;   ///< within a tick: slots of bodies that are out of range
    uint32_t *edited;   ///< shapes that the mirror has to look at, in no order, each once
    uint8_t *isEdited;  ///< by shape: it is listed; shapes beyond its end are as good as listed
    char *kept;         ///< within a wild tick: the solver's state before it; rigid_wild.h
    CrBodyImpact *impacts; ///< within a tick
    bool remix;     ///< a material, a surface or a saved state has changed what contacts have of it
    uint64_t mixes; ///< how often calls changed it; never set back
    bool relist;    ///< the next tick looks at all contacts for those that begin to be reported
    uint32_t *fast; ///< within a tick: slots of bodies with paths that are swept
    uint32_t *due;  ///< those that strike, a heap: rigid_due.h
    CrSweptSolid *kinematic;      ///< solids of kinematic bodies, when paths were swept last
    double kinematicUntil;        ///< [s] up to when their boxes hold
    bool kinematicKnown;          ///< they are listed
    bool editedSince;             ///< a call has moved or changed something since paths were swept
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
