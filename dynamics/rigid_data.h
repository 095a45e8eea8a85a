// SPDX-License-Identifier: MIT
// The arrays of dynamics.h: bodies, shapes, contacts, pairs.
//
// A contact is a pair of shapes with overlapping boxes. With a manifold it owns a lane
// (contact_lanes.h) and a colour: contacts of one colour share no dynamic body, so that the lanes
// of a block may be solved side by side. Others are loose. Colours and lanes depend on the history,
// so they are state.
#ifndef CAROM_DYNAMICS_RIGID_DATA_H
#define CAROM_DYNAMICS_RIGID_DATA_H

#include "contact_lanes.h"
#include "pair_grid.h"
#include "../broadphase/box_cells.h"
#include "../broadphase/moving.h"
#include "../shapes/contact_kernels.h"

#include <stdint.h>

// ---- bodies and shapes

typedef enum CrRigidType { CR_RIGID_STATIC, CR_RIGID_KINEMATIC, CR_RIGID_DYNAMIC } CrRigidType;

/// Bits of CrRigidTraits.flags.
enum {
    CR_RIGID_USED = 1,
    CR_RIGID_DISABLED = 2, ///< touches nothing, moves not
    CR_RIGID_ASLEEP = 4,   ///< dynamic, and ticks do not look at it: rigid_island.h
    CR_RIGID_BULLET = 8,   ///< meant for sweeps against all bodies
    CR_RIGID_LOCK_X = 16,  ///< its velocity along x stays 0
    CR_RIGID_LOCK_Y = 32,
    CR_RIGID_LOCK_SPIN = 64,
    CR_RIGID_ROUND =
        128 ///< all shapes are circles about the center of mass, so turning moves nothing
};

/// Bits of CrRigidTraits.listed: the lists of CrRigidBodies that have it.
enum { CR_RIGID_IN_MOVING = 1, CR_RIGID_IN_CHANGED = 2, CR_RIGID_IN_ROUSED = 4 };

typedef struct CrRigidPose {
    double x, y;  ///< [m] center of mass
    double angle; ///< [rad] counted: grows beyond full turns
    double c, s;  ///< of the angle; of round bodies (1, 0), which for their contacts is the same
} CrRigidPose;

typedef struct CrRigidVelocity {
    double x, y; ///< [m/s]
    double spin; ///< [rad/s]
} CrRigidVelocity;

typedef struct CrRigidForce {
    double x, y;   ///< [N] holds until changed
    double torque; ///< [N·m]
} CrRigidForce;

typedef struct CrRigidTraits {
    double inverseMass;    ///< [1/kg] 0 for infinite
    double inverseInertia; ///< [1/(kg·m²)] about the center; 0 for infinite
    double linearDamping;  ///< [1/s] >= 0
    double angularDamping; ///< [1/s] >= 0
    double gravityScale;   ///< [1]
    double maxSpeed;       ///< [m/s] > 0
    float extent;          ///< [m] from the center to the farthest point of its shapes
    float sleepSpeed;      ///< [m/s] slower ones may fall asleep; below 0: it never does
    uint8_t type;          ///< CrRigidType
    uint8_t flags;
    uint8_t listed;              ///< CR_RIGID_IN_…
    int32_t firstShape;          ///< or 0
    int32_t firstContact;        ///< contact·2 + side, or -1
    int32_t contacts;            ///< how many
    int32_t held;                ///< how many of these are in lanes
    uint32_t colours;            ///< a bit for each colour that its contacts use
    int32_t calm;                ///< ticks in a row at which it was slow: rigid_island.h
    float driftX, driftY, drift; ///< [m], [m], [rad] motion in those
    double fatX, fatY, fatAngle; ///< pose when its shapes got their boxes
} CrRigidTraits;

/// How a body goes through the tick: position(τ) = p + v·τ + ½a·τ², angle(τ) = angle + spin·τ.
/// Straight from pose to pose if something touches it, else the parabola of its free flight.
typedef struct CrRigidPath {
    double x, y, angle;
    double vx, vy, spin;
    double ax, ay;
} CrRigidPath;

/// Arrays of array.h, all of the same length. Element 0 is nobody: at rest and of infinite mass.
typedef struct CrRigidBodies {
    CrRigidPose *pose;
    CrRigidVelocity *velocity; ///< at the pose
    CrRigidForce *force;
    CrRigidTraits *traits;
    CrRigidPath *path; ///< through the last tick
    int32_t *free;     ///< indices to be reused
    int32_t *moving;   ///< dynamic and kinematic bodies that ticks move, ascending
    int32_t *changed;  ///< those that may have to be in `moving`, or no longer
    int32_t *roused;   ///< state: sleepers that the next tick wakes
    int32_t *spare;    ///< scratch: for sorting
    bool movingStale;  ///< `moving` has to be listed again
} CrRigidBodies;

typedef struct CrRigidShapeDef {
    CrContactShape shape;    ///< relative to the body's center of mass, in its axes
    float friction;          ///< [1] >= 0
    float restitution;       ///< [1] >= 0
    float rollingResistance; ///< [m] >= 0: arm of the normal force
    float tangentSpeed;      ///< [m/s] of the surface, as of a conveyor belt
    bool reportsHits;        ///< fast contacts are listed in `hits`
} CrRigidShapeDef;

typedef struct CrRigidShape {
    CrContactShape shape; ///< its corners are in CrOutlines
    int32_t body;
    int32_t next;    ///< of the same body, or 0
    int32_t outline; ///< where its corners are: a unit of CrOutlines
    int32_t units;   ///< how many it has; 0: no corners
    float extent;    ///< [m] from the body's center to its farthest point
    float width;     ///< [m] half of its least width
    float friction, restitution, rollingResistance, tangentSpeed;
    bool reportsHits;
    bool isPending; ///< it is in CrPairs.pending
} CrRigidShape;

#define CR_OUTLINE_CLASSES 32

typedef struct CrOutlineUnit {
    float at[16];
} CrOutlineUnit;

/// Corners, normals and seams of all shapes, one block a shape. Freed blocks are reused for the
/// same number of units. rigid_outline.h
typedef struct CrOutlines {
    CrOutlineUnit *unit;
    /// By size: the first free block, or -1. The last class has all that are larger.
    int32_t free[CR_OUTLINE_CLASSES];
} CrOutlines;

typedef struct CrRigidShapes {
    CrRigidShape *shape; ///< array of array.h; element 0 is nobody
    CrFatBox *fat;       ///< boxes by which pairs are found; no box is (1, 1, -1, -1)
    int32_t *free;
    CrOutlines outlines;
} CrRigidShapes;

// ---- contacts

/// Bits of CrRigidContact.flags.
enum {
    CR_RIGID_CONTACT_USED = 1,
    CR_RIGID_CONTACT_PRESSED = 2,  ///< begun was reported, the end was not
    CR_RIGID_CONTACT_DISABLED = 4, ///< it is not solved; crDynamicsSetContactEnabled
    CR_RIGID_CONTACT_BOUNCY = 8,   ///< restitution, rolling resistance, tangent speed or hits: its
                                   ///< block takes the slower way
    CR_RIGID_CONTACT_HITS = 16,    ///< reports hits
    CR_RIGID_CONTACT_TOUCHES = 32  ///< asleep: both lean on each other, and wake together
};

#define CR_RIGID_CONTACT_LOOSE (-1)
/// Of bodies that do not move: in `asleep`. rigid_island.h
#define CR_RIGID_CONTACT_ASLEEP (-2)

typedef struct CrRigidContact {
    int32_t shapeA, shapeB;
    int32_t bodyA, bodyB;     ///< in no order; at least one of them is dynamic
    int32_t next[2], prev[2]; ///< in the lists of the two bodies: contact·2 + side, or -1
    int32_t place;            ///< block·CR_BLOCK + lane; loose, asleep: in that list
    int8_t colour;            ///< or CR_RIGID_CONTACT_LOOSE, CR_RIGID_CONTACT_ASLEEP
    uint8_t flags;
    uint8_t count;                                                ///< points
    uint32_t id[2];                                               ///< features of the points
    float friction, restitution, rollingResistance, tangentSpeed; ///< the caller may write them
} CrRigidContact;

/// A contact's point, for readers.
typedef struct CrRigidContactView {
    CaromVec2 point;       ///< [m] where it is
    CaromVec2 normal;      ///< from shape A to B
    double separation;     ///< [m] below 0: overlap
    double normalImpulse;  ///< [N·s] of the last substep
    double tangentImpulse; ///< [N·s] half of the contact's where it has two points
} CrRigidContactView;

/// A loose contact's shapes as they were last looked at, and how far from each other. rigid_far.h
typedef struct CrRigidFar {
    int32_t a, b;           ///< bodies
    float gap;              ///< [m] or below 0: not known
    float x, y;             ///< [m] center of B from that of A
    float cA, sA, cB, sB;   ///< how both were turned
    float extentA, extentB; ///< [m] of the shapes
    float width;            ///< [m] the largest margin
} CrRigidFar;
/// What a contact that left its lane to sleep needs to go on as if it had not.
typedef struct CrRigidKept {
    int32_t contact;
    float nx, ny;       ///< the normal
    float l[2], lt, lr; ///< impulses: along it, across, of rolling
    float settled;      ///< see contact_lanes.h
} CrRigidKept;

typedef struct CrRigidContacts {
    CrRigidContact *contact; ///< array of array.h; index 0 is used
    int32_t *free;
    int32_t *loose;      ///< contacts without a lane
    CrRigidFar *far;     ///< no state: of the first loose ones, why they need not be looked at
    CrRigidKept *asleep; ///< contacts that ticks do not look at
    CrLanes lanes;
    int32_t pressed; ///< how many are CR_RIGID_CONTACT_PRESSED
} CrRigidContacts;

// ---- pairs

typedef struct CrNewPair {
    uint64_t order; ///< a bijection of the two shapes: pairs are sorted by it
    int32_t a, b;
} CrNewPair;

typedef struct CrPairs {
    int32_t *pending; ///< state: shapes that have to be paired anew; they have no box
    int32_t *moved;   ///< scratch, as all below: shapes that get new boxes
    uint8_t *isMoved; ///< by shape; all 0 between calls
    CrFatBox *next;   ///< by shape: the new boxes of `moved`, and those of all in `grid`
    CrNewPair *found;
    int *order, *spare; ///< of `found`
    CrBoxCells still;   ///< boxes of static shapes
    CrPairGrid grid;    ///< boxes of those that ticks move
    int32_t *inGrid;
    CrBoxCells idle;    ///< boxes of sleepers
    bool idleStale;     ///< `idle` has to be filled again
    uint64_t idleTurn;  ///< how often it changed; never set back
    bool stillStale;    ///< `still` has to be filled again
    uint64_t stillTurn; ///< how often they did; never set back
} CrPairs;

// ---- all

typedef struct CrDynamicsSettings {
    CaromVec2 gravity;          ///< [m/s²] default (0, -10)
    int substeps;               ///< [1] > 0, default 4
    float contactHertz;         ///< [Hz] > 0, default 30: how stiff contacts are
    float contactDamping;       ///< [1] >= 0, default 10: damping ratio of contacts
    float pushSpeed;            ///< [m/s] >= 0, default 3: at most so fast are bodies pushed apart
    float restitutionThreshold; ///< [m/s] >= 0, default 1: slower approaches do not bounce
    float hitThreshold;         ///< [m/s] >= 0, default 1: faster approaches are reported as hits
    float margin;               ///< [m] > 0, default 0.02: contacts are solved from this gap on
    float recycle;              ///< [m] >= 0, default 0.05: manifolds are kept up to this motion
    float fatMargin;            ///< [m] > margin, default 0.05: boxes of pairs are larger by this
    double sleepTime; ///< [s] > 0, default 0.5: islands that were slow so long fall asleep
} CrDynamicsSettings;

/// A pair of shapes that no longer touches.
typedef struct CrRigidContactEnd {
    int32_t shapeA, shapeB;
} CrRigidContactEnd;

/// A contact that began to press in this tick with an approach above hitThreshold.
typedef struct CrRigidContactHit {
    int32_t contact;
    float speed;   ///< [m/s] of the approach along the normal
    float impulse; ///< [N·s] along the normal, of all points in the tick
    int point;     ///< the fastest one
} CrRigidContactHit;

/// What the last tick did; counts for profiles.
typedef struct CrDynamicsCounts {
    int contacts; ///< pairs whose boxes overlap
    int solved;   ///< of these in lanes
    int collided; ///< manifolds calculated
    int recycled; ///< manifolds kept
    int overflow; ///< contacts without a colour
    int moved;    ///< shapes with a new box
    int newPairs; ///< pairs found
    int awake;    ///< dynamic bodies that were moved
    int slept;    ///< bodies that fell asleep
    int woken;    ///< bodies that woke
} CrDynamicsCounts;

typedef struct CrDynamics {
    CaromAllocator allocator;
    CrDynamicsSettings settings;
    CrRigidBodies bodies;
    CrRigidShapes shapes;
    CrRigidContacts contacts;
    CrPairs pairs;
    // Reports of the last tick; arrays of array.h.
    int32_t *begun; ///< contacts that began to press
    CrRigidContactEnd
        *ended; ///< pairs that parted, or whose contact was destroyed, since the last tick
    CrRigidContactHit *hits; ///< contacts that began with a fast approach
    int32_t endedSeen;       ///< how many of `ended` are of the last tick or before
    int32_t *bouncing; ///< bodies that touch nothing, with impacts of their own: rigid_narrow.h
    int32_t *fresh;    ///< contacts made by crDynamicsFindPairs
    int32_t *broken;   ///< after CAROM_ERROR_NOT_FINITE: bodies that have values which are not
                       ///< finite or out of range
    bool mayBreak;     ///< results out of range end the solve
    float strongest; ///< [N·s] the last solve's largest impulse; infinite: it was read from outside
    int32_t *slept;  ///< bodies that fell asleep, ascending within an island
    int32_t *woken;  ///< bodies that woke
    int32_t wokenSeen; ///< how many of `woken` are of the last tick that was solved
    CrDynamicsCounts counts;
    const struct CrSolver *solver; ///< the instruction set in use; no result depends on it
    // Scratch of a tick.
    CrSolverRow *rows;   ///< by body
    CrSolverKick *kicks; ///< by body
    int32_t *solved;     ///< bodies with contacts
    uint8_t *stale;      ///< by block
    int32_t *gone;       ///< contacts that lose their lanes
    int32_t *looked;     ///< contacts that are collided
    int32_t *island;     ///< bodies of an island
    uint8_t *mark;       ///< by body: rigid_island.c; all 0 between calls
} CrDynamics;

#endif
