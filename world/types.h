// SPDX-License-Identifier: MIT
// PUBLIC. Ids, defs, events, hits, counters: what goes into a world and what comes out.
//
// Every def comes from its default function; a zeroed one is refused (CAROM_ERROR_DEF), since zero
// is a legal value of most fields and so can't mean "default". Fields read: [unit] limits, default;
// note. "finite" means a number of at most 1e12 in size: what is larger is refused as out of range.
// Ranges (how far something looks or leads) may be of any size, CAROM_ENDLESS and infinity
// included, and are CAROM_ENDLESS by default: nothing is cut off unless you say where.
#ifndef CAROM_WORLD_TYPES_H
#define CAROM_WORLD_TYPES_H

#include "../shapes/shapes.h"

/// A simulation: bodies, shapes, projectiles, a clock. Opaque. Worlds share nothing; two threads
/// may use two worlds, and any number may query one world between its steps.
typedef struct CaromWorld CaromWorld;

/// Names by value. {0} is null. index: 1-based slot, age: how often the slot was used, world: the
/// tag of the world it belongs to. A stale id or one of another world is refused, never taken for
/// another.
typedef struct CaromBodyId {
    uint32_t index, age, world;
} CaromBodyId;
typedef struct CaromShapeId {
    uint32_t index, age, world;
} CaromShapeId;
typedef struct CaromProjectileId {
    uint32_t index, age, world;
} CaromProjectileId;

#define CAROM_UNLIMITED 0x7fffffff ///< for counts
#define CAROM_FOREVER 1e300        ///< [s] for times
#define CAROM_ENDLESS 1e300        ///< [m] for ranges
#define CAROM_NOW (-1.0)           ///< [s] a shot's time: the world's clock as it stands

// ---- surfaces

/// How a number a of the projectile and b of the shape are combined, unless the pair of materials
/// has a surface (caromWorldSetSurface). By default the projectile's number decides: shapes have 1.
///
///     mix      of a and b   0.5, 0.8   0, 1   use
///     PRODUCT  a·b          0.4        0      losses add up; 0 on either side wins
///     MAX      larger       0.8        1      a rubber floor bounces everything
///     MIN      smaller      0.5        0      ice is slippery under everything
///     AVERAGE  (a + b) / 2  0.65       0.5    in between
typedef enum CaromMix {
    CAROM_MIX_PRODUCT,
    CAROM_MIX_MAX,
    CAROM_MIX_MIN,
    CAROM_MIX_AVERAGE,
    CAROM_MIX_COUNT
} CaromMix;

// ---- world

/// [unit] limits, default
typedef struct CaromWorldDef {
    CaromAllocator allocator; ///< default: the C library's; the world's only source of memory
    CaromLogFunction *log;    ///< default caromLogToStderr; called when a call is refused; null:
                              ///< silent
    void *logContext;         ///< handed to log
    bool logAll;  ///< default false: the first refusal of each function and cause is logged, up to
                  ///< 256 different ones; true: every one
    uint32_t tag; ///< default 0: taken from the world's address. Part of every id: give worlds
                  ///< that live at different times different tags so that their ids differ
    CaromVec2 gravity;  ///< [m/s²] finite, default (0, 0)
    double eventWindow; ///< [s] 1e-6 .. 1e6, default 1/64; projectiles' events are counted per
                        ///< window [k·w, (k+1)·w) of world time, whatever the steps
    int eventLimit;     ///< [1] 1 .. 1,000,000, default 1,000 events of a projectile in one window;
                        ///< at the next one it is parked. A slow meeting counts for 16 events
    int searchCells;    ///< [cells] 16 .. 1,000,000, default 4,096; a flight's search for its next
                     ///< hit stops there and goes on when the flight gets there. Changes no result
    double steerInterval;   ///< [s] 1e-6 .. 1e6, default 1/64, P: drag and homing of projectiles
                            ///< change at world times kP only. Costs a new leg each, for those
                            ///< that have either
    double contactInterval; ///< [s] 1e-6 .. 1e6, default 1/256, P: contacts of shapes are judged at
                            ///< world times kP (see CaromContactEvent)
    int contactLimit;       ///< [1] 0 .. 1e9, default 100,000; bounds the search for a touch of two
                      ///< shapes that begins and ends between kP and (k+1)P, of which the first is
                      ///< reported. It takes up to 64 looks for shapes of up to 64 corners, 2 for
                      ///< large ones, and contactLimit / (corners of one · corners of the other)
                      ///< more. A look costs one caromShapesDistance: O(n + m) of convex
                      ///< shapes, O(n·m) of others
    CaromMix restitutionMix; ///< default CAROM_MIX_PRODUCT
    CaromMix frictionMix;    ///< default CAROM_MIX_PRODUCT; of friction and rolling resistance
    int projectileCapacity;  ///< [1] >= 0, default 0; room made at once, for so many bullets; what
                             ///< some need besides (carom.h) is taken when they are fired. Steps
                             ///< allocate nothing for projectiles
    int eventCapacity; ///< [1] >= 0, default 0; the same for the events of one step: so many of
                       ///< each kind, hits, ends, pushes, …, which is some 1,180 bytes for each
    uint32_t cookie;   ///< set by caromWorldDef
} CaromWorldDef;

// ---- bodies

typedef enum CaromBodyType {
    CAROM_BODY_STATIC,    ///< rests; moves only by caromBodySetTransform
    CAROM_BODY_KINEMATIC, ///< moves with the velocity it is given, whatever it meets
    CAROM_BODY_TYPE_COUNT
} CaromBodyType;

/// Of a body with a parent all but the type is relative to that: position, angle and scale lead
/// from its local space to the parent's, velocity and angularVelocity are as seen in there.
typedef struct CaromBodyDef {
    CaromBodyType type; ///< default CAROM_BODY_STATIC
    CaromBodyId parent; ///< default null; see caromBodySetParent
    CaromVec2 position; ///< [m] finite, default (0, 0)
    double angle;       ///< [rad] finite, default 0
    CaromVec2 scale;    ///< [1] finite, 1e-9 .. 1e9 in size, default (1, 1); negative mirrors
    CaromVec2 velocity; ///< [m/s] finite, default (0, 0); static bodies have none
    /// [rad/s] -1e4 .. 1e4, default 0; about its position; static bodies have none. Flights meet a
    /// body that spins within 2^-48 of (their distance from its position + |position| + 1 mm) of
    /// where they do, besides roundings; nothing deeper is missed, and steps change no bit. A hit
    /// costs some 10 times one on a body that doesn't turn, a flight near it in proportion to the
    /// angle turned
    double angularVelocity;
    void *userData;  ///< yours; stored, never read
    uint32_t cookie; ///< set by caromBodyDef
} CaromBodyDef;

// ---- shapes

/// What meets what. Two things that share a group > 0 meet; two that share a group < 0 never meet.
/// Otherwise they meet if the category of each is in the mask of the other.
typedef struct CaromFilter {
    uint64_t category; ///< default 1
    uint64_t mask;     ///< default all bits
    int32_t group;     ///< default 0: none
} CaromFilter;

typedef struct CaromShapeDef {
    CaromFilter filter;        ///< default: category 1, meets all
    double restitution;        ///< [1] 0 .. 10, default 1; mixed with the projectile's
    double friction;           ///< [1] 0 .. 1e6, default 1; mixed with the projectile's
    double rollingResistance;  ///< [1] 0 .. 1e6, default 1; mixed with the projectile's
    uint32_t material;         ///< [index] 0 .. 65535, default 0; see caromWorldSetSurface
    const uint32_t *materials; ///< [index] default null; one for each edge (the features of hits,
                               ///< as they were given), in place of material; copied
    double surfaceSpeed; ///< [m/s] finite, default 0: a conveyor. The surface runs at this speed to
                         ///< the right as you look along its normal
    bool sensor;         ///< default false; true: nothing collides with it; entry and exit are
                         ///< reported (CaromCrossEvent)
    bool contacts;       ///< default false; true: contacts with other shapes are reported, whether
                         ///< those report or not (CaromContactEvent)
    void *userData;      ///< yours; stored, never read
    uint32_t cookie;     ///< set by caromShapeDef
} CaromShapeDef;

/// What a shape's surface does, as in CaromShapeDef. Start from caromShapeMaterial().
typedef struct CaromShapeMaterial {
    double restitution;       ///< [1] 0 .. 10
    double friction;          ///< [1] 0 .. 1e6
    double rollingResistance; ///< [1] 0 .. 1e6
    double surfaceSpeed;      ///< [m/s] finite
    uint32_t material;        ///< [index] 0 .. 65535
    uint32_t cookie;          ///< set by caromShapeMaterial
} CaromShapeMaterial;

/// Of caromShapeCreateChain, or-ed; 0: open, met from both sides.
typedef enum CaromChainFlags {
    CAROM_CHAIN_CLOSED = 1,   ///< an edge more, from the last point to the first
    CAROM_CHAIN_ONE_SIDED = 2 ///< solid on the left of its edges, as caromShapeCreateOneSided
} CaromChainFlags;

// ---- projectiles

/// What a projectile does at a hit.
typedef enum CaromHitAction {
    CAROM_HIT_BOUNCE,  ///< reflect: restitution on the normal part, friction on the tangential part
    CAROM_HIT_STOP,    ///< stay at the point of the hit, resting on what was hit; once that spins,
                       ///< as one that sticks
    CAROM_HIT_STICK,   ///< stay there and ride along with the body, its spin and scale included
    CAROM_HIT_PIERCE,  ///< report the hit, fly on inside; a cross event reports the exit, where the
                       ///< loss of speed is applied. After that the shape is met again
    CAROM_HIT_DIE,     ///< end there
    CAROM_HIT_EXPLODE, ///< end there with a blast (CaromProjectileDef.blast)
    CAROM_HIT_ASK, ///< call the world's hit callback, which answers one of the above (only in defs
                   ///< of projectiles)
    CAROM_HIT_COUNT
} CaromHitAction;

/// What a projectile of one material and a shape of another do to each other. These numbers
/// override the mixed ones. Start from caromSurface().
///
/// Ricochet: w is the velocity relative to the surface, with its body's motion, spin and conveyor;
/// u > 0 is the part of w into the surface. A projectile that bounces glances off if u <=
/// sin(ricochetAngle)·|w|: at the angle itself and below. If it comes in steeper, `steep` is done
/// instead; by default nothing is steeper. `steep` replaces CAROM_HIT_BOUNCE only. Another onHit
/// acts at any angle; for CAROM_HIT_ASK, hit->action is what a bouncing projectile would do.
/// Landings of a series that is summed up (CaromProjectileDef.restTime) and motion along the
/// surface always glance.
typedef struct CaromSurface {
    double restitution;       ///< [1] 0 .. 10, default 1
    double friction;          ///< [1] 0 .. 1e6, default 0
    double rollingResistance; ///< [1] 0 .. 1e6, default 0
    double minBounceSpeed; ///< [m/s] 0 .. 1e12, default 0; hits with a smaller u have restitution 0
    double ricochetAngle;  ///< [rad] 0 .. π/2, default π/2; between path and surface
    CaromHitAction steep;  ///< default CAROM_HIT_BOUNCE; any but CAROM_HIT_ASK
    double pierceLoss, pierceDrag; ///< default 0; as in CaromProjectileDef, and in place of them
    uint32_t cookie;               ///< set by caromSurface
} CaromSurface;

/// What a projectile does at a meeting with another: their rims touch and they approach. Both must
/// be set to meet (meetMask), and one must have a radius: two points never meet. A projectile fired
/// from inside another meets it only after leaving it. Pending and stuck ones are not met. Those
/// that rest, slide or roll take off when they bounce; parked ones stay. Meetings count for the
/// world's eventLimit, slow ones for 16 events (docs/flight.md, "Heaps"), and not for `bounces`.
///
/// If one bounces, the action of the other decides how. If that bounces, dies or explodes, momentum
/// is exchanged by both masses. If that passes or is parked, it counts as infinitely heavy and does
/// not change its way. If neither bounces, no velocity changes.
typedef enum CaromMeetAction {
    CAROM_MEETING_BOUNCE, ///< exchange momentum along the line of centres, by masses and both
                          ///< restitutions (CaromWorldDef.restitutionMix); they do not rub
    CAROM_MEETING_PASS,   ///< report it, fly on; met again once it was left
    CAROM_MEETING_DIE,
    CAROM_MEETING_EXPLODE,
    CAROM_MEETING_ASK, ///< call the world's meeting callback (only in defs)
    CAROM_MEETING_COUNT
} CaromMeetAction;

/// How a blast's impulse falls with the distance d from its centre, within its radius r.
typedef enum CaromFalloff {
    CAROM_FALLOFF_LINEAR,    ///< 1 − d/r
    CAROM_FALLOFF_CONSTANT,  ///< 1
    CAROM_FALLOFF_QUADRATIC, ///< (1 − d/r)²
    CAROM_FALLOFF_COUNT
} CaromFalloff;

/// An explosion: pushes projectiles, and reports what it would do to bodies. Start from
/// caromBlast().
///
/// It reaches what meets the filter and has its nearest point within the radius, at a distance d.
/// The impulse is impulse · falloff(d) · exposure, away from the centre. A projectile changes its
/// velocity by impulse / mass; one that rests, slides or rolls flies on freely. Pending ones are
/// not reached; stuck and parked ones are reported, but stay. If the centre is exactly the
/// projectile's, the push is along its flight, or none. Shapes are reported, and do not move.
/// Events are sent if the exposure is above 0: the blast, its pushes of projectiles, then of
/// shapes, each by index, then the end of the projectile that exploded. Explosions at one time go
/// off in order of the projectiles' indices. What a pushed projectile does at that time comes after
/// them.
///
/// Exposure: shapes that meet the filter shield what is behind them, where they are at that time;
/// one-sided walls shield from their free side only. A disc counts by the visible part of its
/// diameter across the line of sight, in sixteenths; a point is visible or not. A circle counts as
/// a disc. Other shapes count by the part of their border within the radius that faces the centre,
/// in sixteenths. No shape hides itself. Deep inside a solid that shields, a blast reaches only
/// that solid. The side of a wall is decided exactly: if you set off an explosion where a ray hit a
/// two-sided wall, move it a little along the normal.
typedef struct CaromBlast {
    double radius;        ///< [m] 0 .. 1e6, default 0: none
    double impulse;       ///< [N·s] finite, default 0; at the centre, on what is fully exposed
    CaromFalloff falloff; ///< default CAROM_FALLOFF_LINEAR
    CaromFilter filter;   ///< what it pushes and what shields from it; default: category 1, all
    uint32_t cookie;      ///< set by caromBlast
} CaromBlast;

/// Recipe of one projectile, copied when fired. Projectiles of equal recipes share one stored copy
/// of all but position, velocity, time and user data: fire a million from a few recipes, not from a
/// million.
typedef struct CaromProjectileDef {
    CaromVec2 position; ///< [m] finite, default (0, 0)
    CaromVec2 velocity; ///< [m/s] finite, default (0, 0)
    double time;   ///< [s] >= the clock, default CAROM_NOW; until then it waits at its position
    double radius; ///< [m] 0 .. 1e6, default 0: a point
    double gravityScale;    ///< [1] finite, default 1; 0 flies straight
    CaromVec2 acceleration; ///< [m/s²] finite, default (0, 0); on top of gravityScale·gravity.
                            ///< Parts of the sum below 1e-100 count as 0
    double mass;            ///< [kg] >= 1e-100, finite, default 1; for impulses and forces
    double restitution;     ///< [1] 0 .. 10, default 1; mixed with the shape's
    double friction; ///< [1] 0 .. 1e6, default 0; mixed with the shape's. Coulomb, at each bounce
                     ///< and while it slides
    double rollingResistance; ///< [1] 0 .. 1e6, default 0; mixed with the shape's. What rolls slows
                              ///< down by it times the acceleration that presses it on, as what
                              ///< slides does by friction; not two thirds of that
    bool rolls; ///< default false: slides. On surfaces it rolls as a uniform disc without slip: two
                ///< thirds of the slope's pull, and rolling resistance in place of friction
    uint32_t material;    ///< [index] 0 .. 65535, default 0; see caromWorldSetSurface
    double linearDrag;    ///< [1/s] 0 .. 1e6, default 0: k, decelerates by k·v
    double quadraticDrag; ///< [1/m] 0 .. 1e6, default 0: c, decelerates by c·|v|·v. Both act as a
                          ///< constant acceleration on each interval of P =
                          ///< CaromWorldDef.steerInterval. Terminal speed is reached, nothing
                          ///< overshoots. By linear drag alone the velocity is exact at each kP
                          ///< and the place errs by at most P²/12·k²·|v − a/k| per second (a: its
                          ///< other acceleration). With both it errs by at most E/8 per second, E =
                          ///< P²·(k + 2c|v|)·(|a| + k|v| + c|v|²), where (k + 2c|v|)·P <= 1.
                          ///< Bounces between two kP add at most E/4 [m/s] to the velocity's error
    /// [m/s²] 0 .. 1e9, default 0. Friction with the ground, for games seen from above: slows it
    /// down by this much, k, whatever its speed v. It stops after exactly v/k seconds and v²/2k
    /// metres and rests there. k is μ·g of what slides on its side, c·g of what rolls. Excludes
    /// gravity, acceleration and forces (CAROM_ERROR_GROUND). docs/flight.md, "Seen from above"
    double groundDeceleration;
    double turnRate; ///< [rad/s] 0 .. 1e6, default 0; towards its target (caromProjectileSetTarget)
    double lifetime; ///< [s] >= 1e-100, default CAROM_FOREVER; from its time on
    int bounces;     ///< [1] >= 0, default CAROM_UNLIMITED; it ends on the hit after the last
    double restTime; ///< [s] >= 0, default 0.05; where the rest of a series of ever smaller bounces
                     ///< takes less, it is summed up: the projectile slides, rolls or rests at its
                     ///< limit
    CaromHitAction onHit; ///< default CAROM_HIT_BOUNCE
    double pierceLoss;    ///< [m/s] 0 .. 1e9, default 0; of its speed, for each shape it pierces,
                          ///< taken at the exit
    /// [m/s per m] 0 .. 1e9, default 0. Loss of speed per metre inside a shape, subtracted at the
    /// exit; the metres are a straight line from entry to exit, relative to the shape. Inside, the
    /// projectile keeps the speed of its entry. If the loss reaches all of it, which it does
    /// 1/pierceDrag seconds after the entry, it sticks there. Shapes that overlap each take their
    /// own loss. At most 4 are counted at a time; further ones take nothing
    double pierceDrag;
    double fuse;      ///< [s] >= 1e-100, default CAROM_FOREVER; explodes then, from its time on,
                      ///< in whatever mode it is; before its lifetime's end, where both are due
    double proximity; ///< [m] 0 .. 1e6, default 0: none; explodes as soon as it is this near to
                      ///< what it is for, surface to surface, of one-sided walls on either side; at
                      ///< once where it is near when it is fired. Not while it is stuck to a body
                      ///< that moves. While such a one is about, steps take each event in turn. Up
                      ///< to seven of them look at all projectiles, more at those near them
    CaromFilter proximityFilter; ///< shapes but sensors and ignoreBody's, projectiles but those
                                 ///< that ignore the same body; default: category 1, all
    CaromBlast blast;            ///< default none: explosions only end it
    uint64_t meetMask; ///< default 0: meets none, at no cost; projectiles of these categories are
                       ///< met, if they want it too. Of a shared group: both need one, and meet if
                       ///< it is > 0. filter.mask has no part in it. Not for heaps at rest: what
                       ///< lies on others and meets them slowly is parked after some 62 meetings
                       ///< (docs/flight.md, "Heaps")
    CaromMeetAction onMeet; ///< default CAROM_MEETING_BOUNCE
    CaromFilter filter;     ///< default: category 1, meets all
    CaromBodyId ignoreBody; ///< default null; the shooter: not met until the projectile has left
                            ///< it, then like any other. Never to be met at all: filter.group < 0,
                            ///< the same in the shapes of the shooter
    void *userData;         ///< yours; stored, never read
    uint32_t cookie;        ///< set by caromProjectileDef
} CaromProjectileDef;

typedef enum CaromProjectileMode {
    CAROM_PROJECTILE_PENDING, ///< fired for a later time, waits for it
    CAROM_PROJECTILE_FLYING,
    CAROM_PROJECTILE_SETTLING, ///< within restTime of the end of a bounce series: glides in a
                               ///< straight line from the place of its last bounce to that of its
                               ///< rest
    CAROM_PROJECTILE_SLIDING,  ///< along a surface
    CAROM_PROJECTILE_ROLLING,  ///< the same, of one that rolls
    CAROM_PROJECTILE_RESTING,  ///< came to rest or was stopped by a hit; moves along with its
                               ///< support. On the ground, seen from above, it has none
    CAROM_PROJECTILE_STUCK,    ///< rides along with a body, its spin and scale included
    CAROM_PROJECTILE_PARKED ///< went past eventLimit: stays where that event found it, pushed along
                            ///< by what it touched there; caromProjectileSetVelocity sets it free
} CaromProjectileMode;

// ---- events

/// One array entry per hit: a bounce, stop, pierce, death, …; in order of time, then of the
/// projectile's index.
typedef struct CaromHitEvent {
    uint64_t sequence; ///< position in the order of all events of all steps, from 1; those dropped
                       ///< for want of memory are counted at the end of their step
    double time;       ///< [s] world time of the hit, exact within rounding
    CaromProjectileId projectile;
    CaromShapeId shape;
    CaromBodyId body;
    CaromVec2 point; ///< [m] on the surface
    CaromVec2
        center; ///< [m] of the projectile; equals point for radius 0. The next leg starts here
    CaromVec2 normal;                 ///< [1] unit, out of the surface, against the projectile
    CaromVec2 velocityBefore;         ///< [m/s]
    CaromVec2 velocityAfter;          ///< [m/s]
    CaromVec2 impulse;                ///< [N·s] on what was hit
    int feature;                      ///< edge index of a polygon or chain, 0 otherwise
    uint32_t material;                ///< [index] of what was hit: its edge's, or its shape's
    CaromCell tile;                   ///< of a tile map: which was hit, else (−1, −1)
    bool corner;                      ///< an end of an edge was hit, not its inside
    CaromHitAction action;            ///< what was done
    void *projectileData, *shapeData; ///< user data
} CaromHitEvent;

typedef enum CaromEndReason {
    CAROM_END_HIT,      ///< died on a hit (CAROM_HIT_DIE); the hit event comes just before
    CAROM_END_BOUNCES,  ///< the hit after its last bounce; the hit event comes just before
    CAROM_END_LIFETIME, ///< its lifetime was over
    CAROM_END_INSIDE,   ///< it was fired inside a solid shape that it meets
    CAROM_END_CRUSHED,  ///< a moved, scaled or new shape left it no free side: it lies inside, or a
                        ///< wall cuts its disc; or a moving one reached it where it was parked
    CAROM_END_EXPLODED, ///< its fuse, a hit, a meeting, something near; the blast event and its
                        ///< pushes come just before
    CAROM_END_MEETING,  ///< died on meeting another projectile
    CAROM_END_OVERFLOW, ///< its position went past 1e12 m, or a bounce made it faster than 1e12 m/s
    CAROM_END_COUNT
} CaromEndReason;

/// One array entry per projectile that ended by itself (not by caromProjectileDestroy).
typedef struct CaromEndEvent {
    uint64_t sequence;
    double time;                  ///< [s]
    CaromProjectileId projectile; ///< stale from now on
    CaromVec2 position;           ///< [m]
    CaromVec2 velocity;           ///< [m/s]
    CaromEndReason reason;
    void *projectileData;
} CaromEndEvent;

/// One array entry per change of mode within a step: settles, slides, rolls, came to rest, was
/// parked, takes off, woke up since its support went away. What a call changes between steps
/// (SetVelocity, SetPosition, SetGravity) has none.
typedef struct CaromModeEvent {
    uint64_t sequence;
    double time; ///< [s]
    CaromProjectileId projectile;
    CaromVec2 position;       ///< [m]
    CaromProjectileMode mode; ///< the new one
    void *projectileData;
    CaromVec2 velocity; ///< [m/s] with which it goes on
} CaromModeEvent;

/// One array entry per passage through the border of a sensor, and per exit from a pierced shape.
///
/// A sensor reports every projectile whose filter meets its own, even one that ignores its body: an
/// entry, then an exit, and so on. A disc is inside from its first touch to its last. A point
/// enters and leaves a segment at one time, a one-sided one from its free side only. Crossings at
/// one time come in order of the shapes' indices, before a hit at that time. If a call made, moved
/// or destroyed the sensor, entries and exits are at the clock; after destruction body and
/// shapeData are null. A projectile's end is no exit. While it sticks nothing is reported; changes
/// follow when it is released. Sensors never change a flight. Each search for them is one of boxes,
/// once in some steps or a leg. If a sensor's border is flush with a wall, rounding may report an
/// exit and entry at a bounce: let it reach into the wall.
typedef struct CaromCrossEvent {
    uint64_t sequence;
    double time; ///< [s]
    CaromProjectileId projectile;
    CaromShapeId shape;
    CaromBodyId body;
    CaromVec2 point;    ///< [m] the projectile's centre
    CaromVec2 velocity; ///< [m/s] afterwards
    bool entered;       ///< came in; false: left
    bool sensor;        ///< false: a pierced shape (its entry is a hit event)
    bool startedInside; ///< was in there when it was fired or put there, or when the sensor came
    void *projectileData, *shapeData;
} CaromCrossEvent;

/// One array entry per meeting of two projectiles.
typedef struct CaromMeetEvent {
    uint64_t sequence;
    double time;                      ///< [s]
    CaromProjectileId a, b;           ///< a has the lower index
    CaromVec2 centerA, centerB;       ///< [m] where it goes on
    CaromVec2 point;                  ///< [m] where they touch
    CaromVec2 normal;                 ///< [1] unit, from a to b
    CaromVec2 beforeA, beforeB;       ///< [m/s]
    CaromVec2 afterA, afterB;         ///< [m/s]
    CaromMeetAction actionA, actionB; ///< what was done; never ask
    void *dataA, *dataB;
} CaromMeetEvent;

/// One array entry per explosion, of radius 0, too.
typedef struct CaromBlastEvent {
    uint64_t sequence;
    double time;                  ///< [s]
    CaromProjectileId projectile; ///< that exploded; null: caromWorldExplode
    CaromVec2 center;             ///< [m]
    CaromBlast blast;
    void *projectileData;
} CaromBlastEvent;

/// One array entry per projectile or shape that a blast reached. In order as events of its source.
typedef struct CaromPushEvent {
    uint64_t sequence;
    double time;                  ///< [s]
    CaromProjectileId source;     ///< that exploded; null: caromWorldExplode
    CaromProjectileId projectile; ///< that was pushed; null: a shape
    CaromShapeId shape;           ///< what was reached; null: a projectile
    CaromBodyId body;
    CaromVec2 point;   ///< [m] its nearest point
    double distance;   ///< [m] of it from the centre
    double exposure;   ///< [1] 0 .. 1, the part in line of sight
    CaromVec2 impulse; ///< [N·s] on projectiles it was given, on bodies it is reported
    void *data;        ///< the projectile's or the shape's
} CaromPushEvent;

/// One array entry when two shapes begin to touch, or part. At least one needs
/// CaromShapeDef.contacts, and their filters must meet. Bodies may be of any type, but not the
/// same; sensors count. One-sided walls touch from both sides.
///
/// Pairs are examined at world times kP, P = CaromWorldDef.contactInterval, and at the clock after
/// edits. In between they are examined at halves of P, quarters, …, as far as one may pass through
/// the other's middle. Missed is only a graze shorter than P and shallower than either shape is
/// thick. Times are exact within P/1024 and do not depend on steps. At equal times contacts come
/// after events of projectiles, in order of the shapes' indices. A destroyed shape ends its
/// contacts at the clock, with its id, null body and null data.
/// Cost: for pairs far apart for their speed, that of their boxes. For those that touch and move,
/// and the nearest around them, some microseconds each P, more with more edges.
typedef struct CaromContactEvent {
    uint64_t sequence;
    double time;                 ///< [s]
    CaromShapeId shapeA, shapeB; ///< a has the lower index
    CaromBodyId bodyA, bodyB;
    bool began;  ///< else they parted
    bool sensor; ///< one of both is a sensor
    CaromManifold
        manifold;        ///< of a beginning: at its time, the deepest, normal from a to b; else 0
    void *dataA, *dataB; ///< the shapes'
} CaromContactEvent;

/// Two shapes that touch.
typedef struct CaromContact {
    CaromShapeId shapeA, shapeB; ///< a has the lower index
    CaromBodyId bodyA, bodyB;
    double since;           ///< [s] the time of its begin event
    bool sensor;            ///< one of both is a sensor
    CaromManifold manifold; ///< as last judged, the deepest
    void *dataA, *dataB;    ///< the shapes'
} CaromContact;

/// Valid until the next step. Arrays are null where the count is 0.
typedef struct CaromEvents {
    const CaromHitEvent *hits;
    const CaromEndEvent *ends;
    const CaromModeEvent *modes;
    const CaromCrossEvent *crosses;
    const CaromMeetEvent *meets;
    const CaromBlastEvent *blasts;
    const CaromPushEvent *pushes;
    const CaromContactEvent *contacts;
    int hitCount, endCount, modeCount, crossCount, meetCount, blastCount, pushCount, contactCount;
    uint64_t
        dropped; ///< events that found no memory in the last step; the physics went on unchanged
} CaromEvents;

/// Which array of CaromEvents an event is of.
typedef enum CaromEventKind {
    CAROM_EVENT_HIT,
    CAROM_EVENT_END,
    CAROM_EVENT_MODE,
    CAROM_EVENT_CROSS,
    CAROM_EVENT_MEET,
    CAROM_EVENT_BLAST,
    CAROM_EVENT_PUSH,
    CAROM_EVENT_CONTACT,
    CAROM_EVENT_KIND_COUNT
} CaromEventKind;

/// One event of any kind, as caromEventsNext gives it. The pointer leads into the arrays of
/// CaromEvents and is valid as long as they are.
typedef struct CaromEvent {
    CaromEventKind kind; ///< says which of the pointers below is set: they share their place
    uint64_t sequence;   ///< the event's own
    double time;         ///< [s] the event's own
    union {
        const CaromHitEvent *hit;
        const CaromEndEvent *end;
        const CaromModeEvent *mode;
        const CaromCrossEvent *cross;
        const CaromMeetEvent *meet;
        const CaromBlastEvent *blast;
        const CaromPushEvent *push;
        const CaromContactEvent *contact;
    };
} CaromEvent;

/// Where a walk through all events stands: caromEventsBegin fills it. May be copied.
typedef struct CaromEventIterator {
    const void *next[CAROM_EVENT_KIND_COUNT]; ///< of each kind the next one
    int left[CAROM_EVENT_KIND_COUNT];         ///< and how many there are from it on
} CaromEventIterator;

/// What a step may report, or-ed.
typedef enum CaromStepFlags {
    CAROM_STEP_OK = 0,
    CAROM_STEP_REFUSED = 1, ///< bad argument or inside a callback: nothing happened
    CAROM_STEP_PARKED = 2,  ///< projectiles were parked: CaromWorldDef.eventLimit per eventWindow
    CAROM_STEP_EVENTS_DROPPED =
        4, ///< no memory for events: CaromWorldDef.eventCapacity reserves it
    /// no memory: the moving layer was searched without an index, slower, with the same result.
    /// Contacts of shapes may be reported late, by the next step that has memory, or not at all if
    /// they are over by then. Entries into a sensor may be missed, with their exits
    CAROM_STEP_EXHAUSTED = 8,
    /// two shapes may have touched and parted between two times at which contacts are examined,
    /// without an event: CaromWorldDef.contactLimit. Each step that overlaps this time returns it
    CAROM_STEP_CONTACTS_LIMITED = 16
} CaromStepFlags;

/// Decides a hit of a CAROM_HIT_ASK projectile, in order of time, then index. The world is locked:
/// queries answer for the time of the hit, edits are refused with CAROM_ERROR_BUSY. `hit->action`
/// is what a bouncing projectile would do: bounce, or the surface's action for steep hits
/// (CaromSurface). velocityAfter and impulse describe a bounce. A return value that is no action
/// means hit->action.
typedef CaromHitAction CaromHitFunction(void *context, const CaromWorld *world,
                                        const CaromHitEvent *hit);

/// Decides a meeting for a projectile with CAROM_MEETING_ASK, as CaromHitFunction does. `which` is
/// that projectile; if both ask, a comes first, then b. An action not decided yet is shown as a
/// bounce, with the velocities of one.
typedef CaromMeetAction CaromMeetFunction(void *context, const CaromWorld *world,
                                          const CaromMeetEvent *meeting, CaromProjectileId which);

// ---- queries

/// Whether a query finds sensors.
typedef enum CaromSensorPolicy {
    CAROM_SENSORS_EXCLUDED,
    CAROM_SENSORS_INCLUDED, ///< like other shapes
    CAROM_SENSORS_ONLY,     ///< and nothing else
    CAROM_SENSORS_COUNT
} CaromSensorPolicy;

/// The last word on a shape that all other options let through: false leaves it out. May be asked
/// any number of times, from the thread of the query, in no order; the same shape must get the same
/// answer. It may query the world; what changes the world is refused meanwhile (CAROM_ERROR_BUSY).
/// Queries that run side by side ask it side by side: what it reads no other thread may write
/// meanwhile.
typedef bool CaromQueryPredicate(void *context, const CaromWorld *world, CaromShapeId shape);

/// What a query looks at, the same rules in every one. Start from caromQueryOptions().
typedef struct CaromQueryOptions {
    CaromFilter filter;              ///< default: category 1, meets all
    CaromInside inside;              ///< default CAROM_INSIDE_HIT; read by casts
    CaromBodyId ignoreBody;          ///< default null; stale ids are ignored
    const CaromBodyId *ignoreBodies; ///< default null; more of them, none of them null
    int ignoreCount;           ///< [1] 0 .. 1,000,000, default 0; looked through for each shape
    CaromSensorPolicy sensors; ///< default CAROM_SENSORS_EXCLUDED
    bool exits;                ///< default false; true: hits of casts also say where they leave
    bool reentries; ///< default false; true: a shape that a cast leaves and enters again comes once
                    ///< for each entry (casts of all hits; walls without thickness: each crossing)
    CaromQueryPredicate *predicate; ///< default null
    void *predicateContext;         ///< handed to it
    uint32_t cookie;                ///< set by caromQueryOptions
} CaromQueryOptions;

/// A shape that a query found.
typedef struct CaromHit {
    CaromShapeId shape;
    CaromBodyId body;
    double fraction;   ///< of the translation, of arcs of the duration, in [0, 1]
    double time;       ///< [s] of arcs: since their start, as of a flight; else 0
    double distance;   ///< [m] from the origin, straight; for starts inside −depth
    CaromVec2 point;   ///< [m] on the surface
    CaromVec2 normal;  ///< [1] unit, against the cast; for starts inside the shortest way out
    int feature;       ///< edge index of a polygon or chain, else 0
    uint32_t material; ///< [index] of the edge, or of the shape
    CaromCell tile;    ///< of a tile map, else (−1, −1)
    int vertex;        ///< where an end of an edge was met: the index of its point, else −1
    bool startsInside;
    /// options.exits is set, and the cast leaves the shape again, by its end. The next three say
    /// where the way that entered (or was inside) at this hit leaves, also beyond the end
    bool leaves;
    double exitFraction; ///< >= fraction; of walls without thickness, and of what is only touched,
                         ///< the same; CAROM_FOREVER where it never leaves. One-sided walls are
                         ///< left where a flight that pierces them leaves them. 0 without
                         ///< options.exits
    CaromVec2 exitPoint, exitNormal; ///< [m] on the surface; [1] unit, outward
    void *userData;                  ///< the shape's
} CaromHit;

/// A shape that another one overlaps.
typedef struct CaromShapeOverlap {
    CaromShapeId shape;
    CaromBodyId body;
    CaromVec2 normal; ///< [1] unit, from the shape to the asker: moving that by depth·normal frees
                      ///< it of this shape, as in caromShapesDistance
    double depth;     ///< [m] >= 0; 0: they touch
    int feature;      ///< edge index of a polygon or chain, else 0
    void *userData;   ///< the shape's
} CaromShapeOverlap;

/// A shape near a place.
typedef struct CaromNear {
    CaromShapeId shape;
    CaromBodyId body;
    /// [m] from the place to the border; < 0 if the place is inside: minus its depth. If rounded
    /// edges of the shape overlap, this is the depth in the edge where it is deepest. Every way out
    /// is at least as long; this one may end inside another edge (docs/near.md)
    double distance;
    CaromVec2 point; ///< [m] the nearest point of the border. If distance is the depth in one edge:
                     ///< of that edge's rounded border, which may lie inside the shape
    CaromVec2 normal; ///< [1] unit, outward there; of two-sided walls towards the place
    int feature;      ///< edge index of a polygon or chain, else 0
    void *userData;   ///< the shape's
} CaromNear;

/// What is looked for around a place. Start from caromNearestQuery().
typedef struct CaromNearestQuery {
    CaromVec2 point;            ///< [m] finite, default (0, 0)
    double within;              ///< [m] >= 0, default CAROM_ENDLESS; what is farther is not found
    CaromQueryOptions options;  ///< what is found; default caromQueryOptions()
    bool sight;                 ///< default false; true: only shapes whose nearest point is in
                                ///< sight: no other blocker is met on the straight way there. If
                                ///< the place is inside a blocker, blockers.inside applies
    CaromQueryOptions blockers; ///< what blocks sight; default caromQueryOptions()
    uint32_t cookie;            ///< set by caromNearestQuery
} CaromNearestQuery;

/// A beam: a laser, or the line of a ricochet. Start from caromBeamDef().
typedef struct CaromBeamDef {
    CaromVec2 origin;    ///< [m] finite, default (0, 0)
    CaromVec2 direction; ///< [1] 1e-100 .. 1e12 long, default (1, 0); its length means nothing
    double radius;       ///< [m] 0 .. 1e6, default 0
    double length;       ///< [m] > 0, default CAROM_ENDLESS: of all legs together; a beam that
                         ///< meets nothing more ends after 1e12 m
    int bounces;         ///< [1] 0 .. 1,000,000, default 16; it ends on the surface after the last
    double energy;       ///< [1] > 0, finite, default 1
    double minEnergy;    ///< [1] > 0, finite, default 1e-3; below it a beam ends where it hit
    double reflectivity; ///< [1] 0 .. 10, default 1. At each surface the energy is multiplied by
                         ///< the restitution that a projectile of this restitution and material
                         ///< has there: mixed (CaromWorldDef.restitutionMix) with the shape's, or
                         ///< the pair's in the surface table. Angles are a mirror's all the same
    uint32_t material;   ///< [index] 0 .. 65535, default 0; pairs may give it a reflectivity and a
                         ///< ricochet angle: where it comes in steeper, it ends
    CaromQueryOptions options; ///< shapes that they exclude are passed. Sensors must be excluded
                               ///< (ENUM); inside, exits and reentries are not read
    uint32_t cookie;           ///< set by caromBeamDef
} CaromBeamDef;

/// A straight piece of a beam.
typedef struct CaromBeamLeg {
    CaromVec2 from, to; ///< [m] of its centre
    double way;         ///< [m] from the beam's origin to `from`, along it
    double energy;      ///< [1] on this leg
    bool hit;           ///< it ends at a surface, described below; false: with the beam
    CaromShapeId shape;
    CaromBodyId body;
    CaromVec2 normal; ///< [1] unit, out of the surface
    int feature;      ///< edge index of a polygon or chain, else 0
    bool corner;      ///< an end of an edge was hit, not its inside
    void *userData;   ///< the shape's
} CaromBeamLeg;

// ---- predictions

/// How a predicted leg ended.
typedef enum CaromLegEnd {
    CAROM_LEG_HIT,    ///< at a hit; what follows is a bounce, a rest, an end, …
    CAROM_LEG_ENDED,  ///< the projectile did, by itself: see CaromPrediction.reason
    CAROM_LEG_MODE,   ///< it was launched, came to rest, slides on, …
    CAROM_LEG_COURSE, ///< it was given another velocity or acceleration, by none of the above
    CAROM_LEG_STOPPED ///< the prediction did: see CaromPrediction.stop
} CaromLegEnd;

/// How a projectile that sticks to a body rides along: with s = t − time it is at `place`, turned
/// about `pivot` by turn + spin·s, moved by drift + velocity·s.
typedef struct CaromRide {
    CaromVec2 place, pivot;    ///< [m]
    CaromVec2 drift, velocity; ///< [m], [m/s]
    double turn, spin;         ///< [rad], [rad/s]
    double time;               ///< [s]
} CaromRide;

/// A piece of a predicted way: at a time t in [start, end] the projectile is at
/// position + velocity·τ + ½·acceleration·τ², τ = t − start; one that is stuck, where `ride` says.
typedef struct CaromLeg {
    double start; ///< [s] of a projectile that flies already the first leg starts in the past
    double end;   ///< [s] >= start; the next leg's start
    CaromVec2 position, velocity, acceleration; ///< [m], [m/s], [m/s²] at its start
    CaromProjectileMode mode;
    CaromRide ride; ///< of CAROM_PROJECTILE_STUCK, else blank
    CaromLegEnd endedBy;
    int hit; ///< index of the hit that ended it (which may be past hitCapacity), else −1
    CaromShapeId shape; ///< what was hit, or would be asked about; null: nothing
    CaromVec2 normal;   ///< [1] of that surface, else (0, 0)
} CaromLeg;

/// Why a prediction goes no further.
typedef enum CaromPredictionStop {
    CAROM_PREDICTION_HORIZON, ///< the end of what it was asked for
    CAROM_PREDICTION_RESTS,   ///< the same, and it rests there
    CAROM_PREDICTION_PARKED,  ///< the same, and it is parked: see CaromWorldDef.eventLimit
    CAROM_PREDICTION_ENDED,   ///< it ends: see reason
    CAROM_PREDICTION_ASKS,    ///< the hit callback would decide: see asked
    CAROM_PREDICTION_MEETS,   ///< it meets another projectile, as that flies now
    CAROM_PREDICTION_LIMIT    ///< CaromPrediction.eventLimit was reached
} CaromPredictionStop;

/// What to predict, and what was predicted. Start from caromPrediction(), give arrays for what you
/// want to see; what doesn't fit is counted all the same. May be used again and again.
typedef struct CaromPrediction {
    CaromLeg *legs;           ///< default null; yours, as those below
    CaromHitEvent *hits;      ///< default null; those of the real flight but for sequence, which is
                              ///< 0, and of a throw for its id, which is null
    CaromModeEvent *modes;    ///< default null
    CaromCrossEvent *crosses; ///< default null; exits from what it pierces, no sensors'
    int legCapacity, hitCapacity, modeCapacity, crossCapacity; ///< [1] >= 0, default 0
    int eventLimit; ///< [1] >= 1, default 100,000 of its events; bounds the cost

    // Written by the prediction.
    int legCount, hitCount, modeCount, crossCount; ///< full numbers
    CaromPredictionStop stop;
    CaromEndReason reason;        ///< of CAROM_PREDICTION_ENDED, else CAROM_END_COUNT
    CaromProjectileMode mode;     ///< at last
    double from;                  ///< [s] when it begins: the clock
    double time;                  ///< [s] when it stops
    CaromVec2 position, velocity; ///< [m], [m/s] then; before the hit that would be asked about
    CaromHitEvent asked;          ///< of CAROM_PREDICTION_ASKS: what the callback will be told
    uint32_t cookie;              ///< set by caromPrediction
} CaromPrediction;

// ---- movers

#define CAROM_MOVER_POINTS 8         ///< of a mover's shape, at most
#define CAROM_MOVER_CONTACTS 8       ///< of a move that are told, at most
#define CAROM_MOVER_ROUNDING 0x1p-16 ///< the part of its clearance by which a mover may be nearer
/// How far a crushed mover looks for a free place, in units of radius + clearance + the distance of
/// its farthest point.
#define CAROM_MOVER_REACH 2.0

/// What a character is that walks, and is kept at arm's length. Start from caromMoverDef().
typedef struct CaromMoverDef {
    CaromVec2 position;  ///< [m] finite, default (0, 0); see clearance for how far out
    CaromGeometry shape; ///< around the position: a circle (points may be null: (0, 0)), capsule,
                         ///< or convex polygon of up to CAROM_MOVER_POINTS points, copied; of
                         ///< radius 0 .. 1e6 [m]. Default a circle of 0.3 m. It never turns
    double clearance;    ///< [m] 1e-6 .. 1e6, default 0.05; kept to everything, within
                         ///< CAROM_MOVER_ROUNDING of it. Coordinates and ways may be 2^24 times as
                         ///< large, or are refused
    CaromVec2 up; ///< [1] finite, default (0, 0): seen from above. Else the way up, of any length:
                  ///< it walks on floors, climbs steps, comes down onto the ground
    double maxSlope;   ///< [rad] 0 .. π/2, default π/4; what is steeper is a wall
    double stepHeight; ///< [m] 0 .. 1e6, default 0; ledges up to this are climbed
    double snap; ///< [m] 0 .. 1e6, default 0; ground that falls away by up to this is followed
    CaromQueryOptions options; ///< whom it meets; sensors are never met, `inside` and `exits` are
                               ///< not read. Arrays that it names must live as long as the mover
    CaromBodyId body; ///< default null; goes where the mover goes, so that others meet it: bullets,
                      ///< other movers. The mover itself does not
    bool bodyGoesOn;  ///< default false: it stands still between moves. True, for kinematic ones
                      ///< that hang from none: it goes on at the pace of the last move, so that
                      ///< bullets meet what runs, at any frame rate. Other movers meet it where
                      ///< the last move put it, and are not pushed by how it goes on
    uint32_t cookie;  ///< set by caromMoverDef
} CaromMoverDef;

/// A mover: a plain struct, all of its state, yours to keep and to copy (to go back to it, say,
/// with the world as it was). Read what you like; write to it by caromMover… functions only.
typedef struct CaromMover {
    CaromVec2 position; ///< [m]
    bool grounded;      ///< after its last move, on `ground`
    CaromShapeId ground;
    CaromVec2 groundPosition;             ///< [m] the middle of that, then
    double time;                          ///< [s] the world's clock at its last move
    CaromVec2 points[CAROM_MOVER_POINTS]; ///< [m] of its shape, around the position
    int pointCount;
    double radius, clearance, stepHeight, snap;
    CaromVec2 up; ///< [1] unit, or (0, 0)
    double slopeCosine;
    CaromQueryOptions options;
    CaromBodyId body;
    bool bodyGoesOn;
    uint32_t world;  ///< the tag of its world
    uint32_t cookie; ///< set by caromMoverInit
} CaromMover;

/// Something that a mover touched or was pushed by.
typedef struct CaromMoverContact {
    CaromShapeId shape;
    CaromBodyId body;
    CaromVec2 point;  ///< [m] on the surface
    CaromVec2 normal; ///< [1] unit, to the mover
    int feature;      ///< edge index of a polygon or chain, else 0
    void *userData;   ///< the shape's
} CaromMoverContact;

/// What became of a move.
typedef struct CaromMoverResult {
    CaromVec2 position; ///< [m] the new one
    CaromVec2 moved;    ///< [m] from the last one, with what carried and pushed it
    CaromVec2 velocity; ///< [m/s] what is left of the wish: without what led into walls, on the
                        ///< ground without what leads up or down
    bool grounded;      ///< it stands on a floor
    bool blocked;       ///< something kept it from its wish
    bool stepped;       ///< it climbed a ledge
    bool crushed; ///< at some time since its last move there was no free place within reach: it may
                  ///< be nearer than the clearance to what moves, or be passed over by it. What
                  ///< rests it does not pass, nor come nearer to
    CaromShapeId ground;      ///< null where it isn't grounded
    CaromVec2 groundNormal;   ///< [1] unit
    CaromVec2 groundVelocity; ///< [m/s] of the ground where it stands, spin included
    int contactCount;
    CaromMoverContact contacts[CAROM_MOVER_CONTACTS]; ///< by shape, then feature
} CaromMoverResult;

// ---- figures

typedef struct CaromCounters {
    int bodies, shapes, edges, projectiles, resting,
        recipes;            ///< now alive; edges: of all shapes, a circle is one
    int64_t bytes;          ///< [B] of memory held now
    uint64_t steps, events; ///< since creation
    // of the last step
    int hits, meetings, ends, searches; ///< searches: flights that looked for their next event
    int simpleHits; ///< of hits, those of points on straight legs off resting edges and circles: a
                    ///< third the cost
    int64_t cellsVisited, edgesTested;
    int flightsWoken; ///< by edits of geometry on their way
    int parked;       ///< by CaromWorldDef.eventLimit
    int contacts;     ///< pairs of shapes that touch now, of those that tell
    int steered;      ///< times that drag, homing or a force that waited acted anew on a flight
} CaromCounters;

/// [B] What of a world holds how much memory.
typedef struct CaromMemory {
    int64_t total; ///< CaromCounters.bytes
    int64_t bodies;
    int64_t shapes;   ///< points, materials, tile maps
    int64_t cells;    ///< where resting shapes are found
    int64_t lanes;    ///< what rays and bullets read of their edges
    int64_t moving;   ///< where moving shapes are found, and what was edited
    int64_t contacts; ///< sensors, and shapes that tell whom they touch
    int64_t projectiles;
    int64_t events;
    int64_t other; ///< the world itself, surfaces, explosions that wait
} CaromMemory;

/// How much there is at once of what a world holds; all counts 0 .. 1e9. See caromBudgetSize.
typedef struct CaromBudget {
    int bodies;
    int shapes;           ///< of all bodies
    int points;           ///< of all shapes; a circle has one, a capsule two, a tile map's solid
                          ///< cells up to four each
    int movingShapes;     ///< of kinematic bodies; they are among the shapes, too
    int bullets;          ///< projectiles that only fly, bounce and end,
    int otherProjectiles; ///< and those that do more: see "projectiles" in carom.h
    int contacts;         ///< pairs of shapes that touch, of those that tell
    int events;           ///< of a step
} CaromBudget;

/// [s] by the def's clock of stages of the last step; all 0 where the world has no profile clock.
typedef struct CaromProfile {
    double step, edits, moving, flights, publish;
} CaromProfile;

/// Returns seconds of some steady clock. See caromWorldSetProfileClock.
typedef double CaromClockFunction(void *context);

/// What a world has its runner do: part `index` of a step. See caromWorldSetTasks.
typedef void CaromTaskFunction(void *context, int index);
/// Runs task(context, i) once for each i from 0 to count - 1, on whichever threads and in any
/// order, and returns when all are done. What tasks wrote is then to be seen by whoever called it,
/// as it is after joining a thread or waiting for a semaphore.
typedef void CaromRunFunction(void *runner, CaromTaskFunction *task, void *context, int count);

/// What caromWorldDraw draws, for a colour of each. A projectile's is CAROM_DRAW_PROJECTILE + its
/// CaromProjectileMode. Cells are drawn first, then shapes and projectiles, each in order of their
/// indices, then velocities and contacts.
typedef enum CaromDrawKind {
    CAROM_DRAW_CELL,
    CAROM_DRAW_SENSOR,
    CAROM_DRAW_STATIC,
    CAROM_DRAW_KINEMATIC,
    CAROM_DRAW_PROJECTILE,
    CAROM_DRAW_VELOCITY = CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_PARKED + 1,
    CAROM_DRAW_CONTACT,
    CAROM_DRAW_KIND_COUNT
} CaromDrawKind;

/// What caromWorldDraw calls; null members are skipped, and what they would draw costs nothing.
/// They may query the world; what changes it is refused meanwhile (CAROM_ERROR_BUSY).
///
///     shape                                  arrives by
///     circle                                 circle
///     capsule                                capsule
///     segment, chain, loop                   segment, for each edge
///     polygon, box, ellipse                  polygon
///     region                                 segment, for each edge of each ring
///     tile map                               segment, for each border between solid and free tiles
///     any of these rounded by a radius       capsule, for each edge; polygons as polygon before
typedef struct CaromDebugDraw {
    void *context;
    void (*circle)(void *context, CaromVec2 center, double radius, CaromShapeId shape);
    void (*segment)(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape);
    /// each point goes through caromTransformPoint(placement, point): how far a kinematic body has
    /// moved and turned since its shapes were baked
    void (*polygon)(void *context, const CaromVec2 *points, int count, CaromTransform placement,
                    CaromShapeId shape);
    void (*projectile)(void *context, CaromVec2 position, double radius,
                       CaromProjectileId projectile, CaromProjectileMode mode);
    void (*capsule)(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape);
    /// before each of the calls here: which kind it is of. Set a colour, or remember the kind
    void (*kind)(void *context, CaromDrawKind kind);
    /// each kinematic body and each projectile that moves, the former from its position, [m/s]
    void (*velocity)(void *context, CaromVec2 from, CaromVec2 velocity);
    /// each point of the manifold of two shapes that touch (CaromShapeDef.contacts), normal from a
    /// to b, of length 1; and each hit of the last step, b null, normal out of the surface
    void (*contact)(void *context, CaromVec2 point, CaromVec2 normal, CaromShapeId a,
                    CaromShapeId b);
    /// each cell of the grid that lists a resting edge or disc, in no order
    void (*cell)(void *context, CaromBox cell);
} CaromDebugDraw;

#endif
