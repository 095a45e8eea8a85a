// SPDX-License-Identifier: MIT
// PUBLIC. Projectiles: bullets, grenades and missiles, what they do at a hit, and explosions.
#ifndef CAROM_WORLD_API_PROJECTILES_H
#define CAROM_WORLD_API_PROJECTILES_H

#include "../../shapes/api.h"
#include "../../shapes/vec.h"
#include "body_shapes.h"

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

/// Recipe of one projectile, copied when fired. Projectiles of equal flight defs share one stored
/// copy of all but position, velocity, time and user data: fire a million from a few flight defs,
/// not from a million.
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

CAROM_API CaromProjectileDef caromProjectileDef(void);
CAROM_API CaromProjectileId caromProjectileFire(CaromWorld *world, const CaromProjectileDef *def);
/// Fires `count` projectiles that differ only in place and velocity: all of them, or none if
/// refused. ids may be null. Faster than one by one.
CAROM_API CaromError caromProjectileFireMany(CaromWorld *world, const CaromProjectileDef *def,
                                             const CaromVec2 *positions,
                                             const CaromVec2 *velocities, int count,
                                             CaromProjectileId *ids);
CAROM_API CaromError caromProjectileDestroy(CaromWorld *world, CaromProjectileId projectile);
CAROM_API bool caromProjectileIsValid(const CaromWorld *world, CaromProjectileId projectile);
/// Returns the place [m] at the clock, within a rounding or two of the exact path. If the path runs
/// closer than that along a wall, the place may be just behind the wall. Ends of legs
/// (CaromHitEvent.center) never are.
CAROM_API CaromVec2 caromProjectilePosition(const CaromWorld *world, CaromProjectileId projectile);
CAROM_API CaromVec2 caromProjectileVelocity(const CaromWorld *world,
                                            CaromProjectileId projectile); ///< at the clock
/// Writes place and velocity at a time within the current leg, from its start to the next event as
/// things are now. Times outside are clamped to it. Looking ahead may cost a search. Either output
/// may be null.
CAROM_API CaromError caromProjectileAt(const CaromWorld *world, CaromProjectileId projectile,
                                       double time, CaromVec2 *position, CaromVec2 *velocity);
/// Sets the velocity [m/s] and starts a new leg at the clock. Releases a resting or parked
/// projectile.
CAROM_API CaromError caromProjectileSetVelocity(CaromWorld *world, CaromProjectileId projectile,
                                                CaromVec2 velocity);
/// Moves a projectile to another place [m] at the clock. Inside a solid it ends (CAROM_END_INSIDE)
/// at the next step. Moved to where it is, within rounding, it stays on its side of all walls.
CAROM_API CaromError caromProjectileSetPosition(CaromWorld *world, CaromProjectileId projectile,
                                                CaromVec2 position);
// Steering acts at world times kP, P = CaromWorldDef.steerInterval, and at the times of forces; the
// frame rate does not matter. At equal times: events, then steering, then calls.

/// Sets a target for homing. At each kP after the clock, in flight, the velocity turns towards the
/// target's place at that time, by at most CaromProjectileDef.turnRate·P; the speed stays. If the
/// target is straight behind, it turns counter-clockwise. The turning circle is a polygon around a
/// radius of speed/turnRate, wider by (turnRate·P)²/24 of it. Replaces an earlier target;
/// destroying the body removes the target. Allocates for the first target or force.
/// @param localPoint [m] finite; in the body's local space, so its base transform applies
CAROM_API CaromError caromProjectileSetTarget(CaromWorld *world, CaromProjectileId projectile,
                                              CaromBodyId body, CaromVec2 localPoint);
/// Sets a place in the world [m] as the target.
CAROM_API CaromError caromProjectileSetTargetPoint(CaromWorld *world, CaromProjectileId projectile,
                                                   CaromVec2 point);
CAROM_API CaromError caromProjectileClearTarget(CaromWorld *world, CaromProjectileId projectile);
/// Returns 1 if it has a target, and writes the target's place at the clock to `place` (may be
/// null); else 0. A query.
CAROM_API int caromProjectileTarget(const CaromWorld *world, CaromProjectileId projectile,
                                    CaromVec2 *place);
/// Adds force/mass to the acceleration from a time on, exactly from then, until another force
/// replaces it. One force may wait; a second one replaces the one that waits, and one that acts at
/// once leaves it waiting. Allocates for the first target or force. Wakes what rests. A parked or
/// stuck projectile keeps the force until it flies again.
/// @param force [N] finite, as is force/mass; with groundDeceleration only (0, 0)
/// @param time [s] >= the clock, or CAROM_NOW
CAROM_API CaromError caromProjectileSetForce(CaromWorld *world, CaromProjectileId projectile,
                                             CaromVec2 force, double time);
CAROM_API CaromVec2 caromProjectileForce(const CaromWorld *world,
                                         CaromProjectileId projectile); ///< [N] at the clock
/// Adds impulse/mass to its velocity, at the clock; as caromProjectileSetVelocity.
/// @param impulse [N·s] finite, impulse/mass and the new velocity too.
CAROM_API CaromError caromProjectileApplyImpulse(CaromWorld *world, CaromProjectileId projectile,
                                                 CaromVec2 impulse);
CAROM_API CaromProjectileMode caromProjectileMode(const CaromWorld *world,
                                                  CaromProjectileId projectile);
CAROM_API double caromProjectileRadius(const CaromWorld *world, CaromProjectileId projectile);
/// Sets what it meets from the clock on: shapes, sensors, other projectiles, blasts. Starts a new
/// leg, as caromProjectileSetPosition does: resting, stuck and parked ones are released. If it is
/// inside a solid that it meets, or that it pierces, it ends (CAROM_END_INSIDE) at the next step.
/// That step also reports its exit from sensors that it no longer meets. No effect if the filter is
/// unchanged. May allocate: projectiles of equal defs and filters share storage.
CAROM_API CaromError caromProjectileSetFilter(CaromWorld *world, CaromProjectileId projectile,
                                              CaromFilter filter);
CAROM_API CaromFilter caromProjectileFilter(const CaromWorld *world, CaromProjectileId projectile);
CAROM_API CaromError caromProjectileSetUserData(CaromWorld *world, CaromProjectileId projectile,
                                                void *userData);
CAROM_API void *caromProjectileUserData(const CaromWorld *world, CaromProjectileId projectile);
/// Lists all projectiles, of every mode, in order of their indices: writes up to `capacity` ids,
/// returns the full number. A query.
CAROM_API int caromWorldProjectiles(const CaromWorld *world, CaromProjectileId *out, int capacity);
/// Writes the places [m] of all projectiles at the clock, in order of their indices without gaps,
/// with the bits of caromProjectilePosition. Writes up to `capacity`, returns the full number. ids
/// may be null.
CAROM_API int caromWorldPositions(const CaromWorld *world, CaromVec2 *positions,
                                  CaromProjectileId *ids, int capacity);
/// Writes the places as pairs of floats relative to an origin, for drawing. `back` [s] >= 0 looks
/// so far before the clock, for interpolation, but never before the start of a leg.
CAROM_API int caromWorldPositionsFloat(const CaromWorld *world, CaromVec2 origin, double back,
                                       float *xy, CaromProjectileId *ids, int capacity);

/// Returns a blast without reach.
CAROM_API CaromBlast caromBlast(void);
/// Sets off an explosion (CaromBlast) at the clock. It acts at the start of the next step, with the
/// present time, after all edits before it and in order of the calls. Allocates now.
CAROM_API CaromError caromWorldExplode(CaromWorld *world, CaromVec2 center,
                                       const CaromBlast *blast);

#endif
