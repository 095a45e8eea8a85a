// SPDX-License-Identifier: MIT
// PUBLIC. Projectiles: bullets, grenades and missiles, what they do at a hit, and explosions.
#ifndef CAROM_WORLD_API_PROJECTILES_H
#define CAROM_WORLD_API_PROJECTILES_H

#include "../../shapes/api.h"
#include "../../shapes/vec.h"
#include "body_shapes.h"

/// What a projectile does at a hit.
typedef enum CaromHitAction {
    CAROM_HIT_BOUNCE, ///< reflect: restitution on the normal part, friction on the tangential part
    CAROM_HIT_STOP,   ///< stay at the point of the hit and rest on the shape; if its body spins, as
                      ///< CAROM_HIT_STICK
    CAROM_HIT_STICK,  ///< stay there and ride along with the body, its spin and scale included
    CAROM_HIT_PIERCE, ///< report the hit and fly on inside. A cross event reports the exit; the
                      ///< loss of speed is applied there. After that the projectile can hit the
                      ///< shape again
    CAROM_HIT_DIE,    ///< end there
    CAROM_HIT_EXPLODE, ///< end there with a blast (CaromProjectileDef.blast)
    CAROM_HIT_ASK, ///< call the world's hit callback, which returns one of the above (only in defs
                   ///< of projectiles)
    CAROM_HIT_COUNT
} CaromHitAction;

/// What a surface (CaromSurface) is for dynamic bodies, whose shapes have the two materials in
/// either order. Where (a, b) and (b, a) are both set for bodies, the one with the lower material
/// first counts.
typedef enum CaromSurfaceBodies {
    CAROM_SURFACE_BODIES_MIX,  ///< nothing: the numbers of both shapes are combined
                               ///< (CaromShapeDef.bodyFriction, …)
    CAROM_SURFACE_BODIES_TOO,  ///< restitution, friction and rollingResistance are theirs, too
    CAROM_SURFACE_BODIES_PASS, ///< they do not collide
    CAROM_SURFACE_BODIES_COUNT
} CaromSurfaceBodies;

/// What a projectile of one material and a shape of another do to each other. These numbers
/// override the mixed ones. Start from caromSurface().
///
/// Ricochet: w is the velocity relative to the surface, with its body's motion, spin and conveyor;
/// u > 0 is the part of w into the surface. A projectile that bounces glances off if u <=
/// sin(ricochetAngle)·|w|: at the angle itself and below. If it comes in steeper, the action
/// `steep` is taken instead; with the default angle nothing is steeper. `steep` replaces
/// CAROM_HIT_BOUNCE only. Another onHit acts at any angle; for CAROM_HIT_ASK, hit->action is what a
/// bouncing projectile would do. Landings of a bounce series that is summed up
/// (CaromProjectileDef.restTime) and motion along the surface always glance off.
typedef struct CaromSurface {
    double restitution;       ///< [1] 0 .. 10, default 1
    double friction;          ///< [1] 0 .. 1e6, default 0
    double rollingResistance; ///< [1] 0 .. 1e6, default 0
    double minBounceSpeed; ///< [m/s] 0 .. 1e12, default 0; hits with a smaller u have restitution 0
    double ricochetAngle;  ///< [rad] 0 .. π/2, default π/2; between path and surface
    CaromHitAction steep;  ///< default CAROM_HIT_BOUNCE; any but CAROM_HIT_ASK
    double pierceLoss, pierceDrag; ///< default 0; as in CaromProjectileDef, and replace those
    CaromSurfaceBodies bodies;     ///< default CAROM_SURFACE_BODIES_MIX
    uint32_t cookie;               ///< set by caromSurface
} CaromSurface;

/// What a projectile does when it meets another: their rims touch and they approach. Both need a
/// meetMask for the other, and one must have a radius: two points never meet. A projectile fired
/// from inside another meets it only after leaving it. Pending and stuck projectiles are not met.
/// Projectiles that rest, slide or roll take off when they bounce; parked ones stay. Meetings count
/// for the world's eventLimit, slow ones as 16 events (docs/flight.md, "Heaps"), but not for
/// `bounces`.
///
/// If a projectile bounces, the action of the other one decides how. If the other one bounces, dies
/// or explodes, they exchange momentum by their masses. If it passes or is parked, it counts as
/// infinitely heavy and does not change its path. If neither bounces, no velocity changes.
typedef enum CaromMeetAction {
    CAROM_MEETING_BOUNCE,  ///< exchange momentum along the line of centres, by masses and both
                           ///< restitutions (CaromWorldDef.restitutionMix); no friction
    CAROM_MEETING_PASS,    ///< report it, fly on; they can meet again after they have parted
    CAROM_MEETING_DIE,     ///< ends
    CAROM_MEETING_EXPLODE, ///< ends and explodes
    CAROM_MEETING_ASK,     ///< call the world's meeting callback (only in defs)
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
/// caromBlast(). It reaches everything that meets the filter and has its nearest point within the
/// radius, at a distance d. The impulse is impulse · falloff(d) · exposure, away from the centre;
/// a projectile's velocity changes by impulse / mass, and one that rests, slides or rolls takes
/// off. Shapes that meet the filter shield what is behind them: exposure is the visible part of a
/// circle's diameter, or of the border of another shape that faces the centre, in sixteenths.
/// Order of events: the blast, its pushes of projectiles, its pushes of shapes, then the end of
/// the projectile that exploded. docs/near.md, "What does a blast reach?".
typedef struct CaromBlast {
    double radius;        ///< [m] 0 .. 1e6, default 0: none
    double impulse;       ///< [N·s] finite, default 0; at the centre, for exposure 1
    CaromFalloff falloff; ///< default CAROM_FALLOFF_LINEAR
    CaromFilter filter; ///< what it pushes and what shields from it; default: category 1, meets all
    uint32_t cookie;    ///< set by caromBlast
} CaromBlast;

/// Def of one projectile, copied when fired. Projectiles with equal defs share one stored copy of
/// everything except position, velocity, time and user data. So fire a million from a few defs, not
/// from a million different ones.
typedef struct CaromProjectileDef {
    CaromVec2 position; ///< [m] finite, default (0, 0)
    CaromVec2 velocity; ///< [m/s] finite, default (0, 0)
    double time;   ///< [s] >= the clock, default CAROM_NOW; until then it waits at its position
    double radius; ///< [m] 0 .. 1e6, default 0: a point
    double gravityScale;    ///< [1] finite, default 1; 0 flies straight
    CaromVec2 acceleration; ///< [m/s²] finite, default (0, 0); added to gravityScale·gravity. A
                            ///< component of the sum below 1e-100 counts as 0
    double mass;            ///< [kg] >= 1e-100, finite, default 1; for impulses and forces
    double restitution;     ///< [1] 0 .. 10, default 1; mixed with the shape's
    double friction; ///< [1] 0 .. 1e6, default 0; mixed with the shape's. Coulomb friction, at each
                     ///< bounce and while it slides
    /// [1] 0 .. 1e6, default 0; mixed with the shape's. Slows a rolling projectile by this number
    /// times the acceleration that presses it on, as friction slows a sliding one: in full, while
    /// only two thirds of the slope's pull count
    double rollingResistance;
    /// default false: it slides. true: on surfaces it rolls as a uniform disc without slip: two
    /// thirds of the slope's pull, and rolling resistance instead of friction
    bool rolls;
    uint32_t material;    ///< [index] 0 .. 65535, default 0; see caromWorldSetSurface
    double linearDrag;    ///< [1/s] 0 .. 1e6, default 0: k, decelerates by k·v
    double quadraticDrag; ///< [1/m] 0 .. 1e6, default 0: c, decelerates by c·|v|·v. Both act as a
                          ///< constant acceleration on each interval of P =
                          ///< CaromWorldDef.steerInterval. Terminal speed is reached, nothing
                          ///< overshoots. With linear drag alone the velocity is exact at each kP,
                          ///< and the error of the place is at most P²/12·k²·|v − a/k| per second
                          ///< (a: its other acceleration). With both it is at most E/8 per second,
                          ///< E = P²·(k + 2c|v|)·(|a| + k|v| + c|v|²), if (k + 2c|v|)·P <= 1.
                          ///< Bounces between two kP add at most E/4 [m/s] to the velocity's error
    /// [m/s²] 0 .. 1e9, default 0. Friction with the ground, for games seen from above. It is a
    /// constant deceleration k at any speed v: the projectile stops after exactly v/k seconds and
    /// v²/2k metres, and rests there. Use k = μ·g for things that slide, c·g for things that roll.
    /// It excludes gravity, acceleration and forces (CAROM_ERROR_GROUND). docs/flight.md, "Seen
    /// from above"
    double groundDeceleration;
    double turnRate; ///< [rad/s] 0 .. 1e6, default 0; how fast it turns to its target
                     ///< (caromProjectileSetTarget)
    double lifetime; ///< [s] >= 1e-100, default CAROM_FOREVER; counted from `time`
    int bounces;     ///< [1] >= 0, default CAROM_UNLIMITED; it ends on the hit after the last
    double restTime; ///< [s] >= 0, default 0.05; when the remaining bounces of a series of ever
                     ///< smaller ones take less than this, they are summed up: the projectile
                     ///< glides to the series' limit, and slides, rolls or rests from there
    CaromHitAction onHit; ///< default CAROM_HIT_BOUNCE
    double pierceLoss; ///< [m/s] 0 .. 1e9, default 0; loss of speed for each shape that it pierces,
                       ///< subtracted at the exit
    /// [m/s per m] 0 .. 1e9, default 0. Loss of speed per metre inside a shape, subtracted at the
    /// exit; the metres are those of a straight line from entry to exit, relative to the shape.
    /// Inside, the projectile keeps its speed. If the loss would use up all of it, the projectile
    /// sticks at that place, 1/pierceDrag seconds after the entry. Shapes that overlap each take
    /// their own loss: at most 4 at a time, further ones take nothing
    double pierceDrag;
    double fuse; ///< [s] >= 1e-100, default CAROM_FOREVER; counted from `time`; it then explodes,
                 ///< in any mode. If its lifetime ends at the same time, it explodes
    /// [m] 0 .. 1e6, default 0: none. A proximity fuse: it explodes as soon as something that meets
    /// proximityFilter is this near, surface to surface; one-sided walls count on both sides. It
    /// explodes at once if that is near when it is fired. It does not while it is stuck to a body
    /// that moves. Cost: a world with such fuses handles all events one by one. Up to seven fuses
    /// are tested against all projectiles, more only against those near them
    double proximity;
    /// for proximity. Sensors, shapes of ignoreBody and projectiles with the same ignoreBody do not
    /// count; default: category 1, meets all
    CaromFilter proximityFilter;
    CaromBlast blast; ///< default none: explosions only end it
    /// default 0: meets no projectile, at no cost. Two projectiles meet if the meetMask of each has
    /// the other's category. If they share a group, both need a meetMask that is not 0, and they
    /// meet if the group is > 0. filter.mask is not read. Not for heaps at rest: a projectile that
    /// lies on others and meets them slowly is parked after some 62 meetings (docs/flight.md,
    /// "Heaps")
    uint64_t meetMask;
    CaromMeetAction onMeet; ///< default CAROM_MEETING_BOUNCE
    CaromFilter filter;     ///< default: category 1, meets all
    CaromBodyId ignoreBody; ///< default null; the shooter: not met until the projectile has left
                            ///< it. To never meet it, give both the same filter.group < 0
    void *userData;         ///< yours; stored, never read
    uint32_t cookie;        ///< set by caromProjectileDef
} CaromProjectileDef;

/// What a projectile does now. A CaromModeEvent tells each change.
typedef enum CaromProjectileMode {
    CAROM_PROJECTILE_PENDING,  ///< fired for a later time; waits at its position
    CAROM_PROJECTILE_FLYING,   ///< on its path, straight or a parabola
    CAROM_PROJECTILE_SETTLING, ///< within restTime of the end of a bounce series: it glides in a
                               ///< straight line from its last bounce to the end of the series
    CAROM_PROJECTILE_SLIDING,  ///< along a surface
    CAROM_PROJECTILE_ROLLING,  ///< along a surface, if it rolls
    /// came to rest or was stopped by a hit; moves with its support. With groundDeceleration it
    /// rests on the ground and has no support
    CAROM_PROJECTILE_RESTING,
    CAROM_PROJECTILE_STUCK, ///< moves with a body, its spin and scale included
    CAROM_PROJECTILE_PARKED ///< had more events than eventLimit: it stays at the place of that
                            ///< event, and moves with the shape it touched there.
                            ///< caromProjectileSetVelocity releases it
} CaromProjectileMode;

/// A def of defaults, and the projectile that a def makes.
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
/// Returns the place [m] at the current time, within a rounding or two of the exact path. If the
/// path runs closer than that along a wall, the place may be just behind the wall. Ends of legs
/// (CaromHitEvent.center) are never behind a wall.
CAROM_API CaromVec2 caromProjectilePosition(const CaromWorld *world, CaromProjectileId projectile);
CAROM_API CaromVec2 caromProjectileVelocity(const CaromWorld *world,
                                            CaromProjectileId projectile); ///< at the current time
/// Writes place and velocity at a time within the current leg: from its start to the next event, as
/// the world is now. Other times are clamped to the leg. A time ahead may cost a search. Either
/// output may be null.
CAROM_API CaromError caromProjectileAt(const CaromWorld *world, CaromProjectileId projectile,
                                       double time, CaromVec2 *position, CaromVec2 *velocity);
/// Sets the velocity [m/s] and starts a new leg at the current time. Releases a resting or parked
/// projectile.
CAROM_API CaromError caromProjectileSetVelocity(CaromWorld *world, CaromProjectileId projectile,
                                                CaromVec2 velocity);
/// Moves a projectile to another place [m] at the current time. Inside a solid it ends
/// (CAROM_END_INSIDE) at the next step. If the place is where it already is, within rounding, it
/// stays on its side of all walls.
CAROM_API CaromError caromProjectileSetPosition(CaromWorld *world, CaromProjectileId projectile,
                                                CaromVec2 position);
// Steering acts at world times kP, P = CaromWorldDef.steerInterval, and at the times of forces; the
// frame rate does not matter. At equal times: events, then steering, then calls.

/// Sets a target for homing. At each kP from now on, while it flies, its velocity turns towards the
/// target's place at that time, by at most CaromProjectileDef.turnRate·P; the speed does not
/// change. If the target is straight behind, it turns counter-clockwise. The turning circle is a
/// polygon around a circle of radius speed/turnRate, wider by (turnRate·P)²/24 of the radius.
/// Replaces an earlier target; destroying the body removes the target. Allocates for the first
/// target or force.
/// @param localPoint [m] finite; in the body's local space, so its base transform applies
CAROM_API CaromError caromProjectileSetTarget(CaromWorld *world, CaromProjectileId projectile,
                                              CaromBodyId body, CaromVec2 localPoint);
/// Sets a place in the world [m] as the target.
CAROM_API CaromError caromProjectileSetTargetPoint(CaromWorld *world, CaromProjectileId projectile,
                                                   CaromVec2 point);
CAROM_API CaromError caromProjectileClearTarget(CaromWorld *world, CaromProjectileId projectile);
/// Returns 1 if it has a target, and writes the target's place at the current time to `place` (may
/// be null); otherwise 0. A query.
CAROM_API int caromProjectileTarget(const CaromWorld *world, CaromProjectileId projectile,
                                    CaromVec2 *place);
/// Adds force/mass to the acceleration exactly from `time` on, until another force replaces it. One
/// force for a later time can be pending: a second one replaces it; a force that acts at once does
/// not. Allocates for the first target or force. Wakes a resting projectile. A parked or stuck one
/// keeps the force until it flies again.
/// @param force [N] finite, and force/mass, too; with groundDeceleration only (0, 0)
/// @param time [s] >= the clock, or CAROM_NOW
CAROM_API CaromError caromProjectileSetForce(CaromWorld *world, CaromProjectileId projectile,
                                             CaromVec2 force, double time);
CAROM_API CaromVec2 caromProjectileForce(const CaromWorld *world,
                                         CaromProjectileId projectile); ///< [N] at the current time
/// Adds impulse/mass to its velocity at the current time, as caromProjectileSetVelocity does.
/// @param impulse [N·s] finite, impulse/mass and the new velocity too.
CAROM_API CaromError caromProjectileApplyImpulse(CaromWorld *world, CaromProjectileId projectile,
                                                 CaromVec2 impulse);
CAROM_API CaromProjectileMode caromProjectileMode(const CaromWorld *world,
                                                  CaromProjectileId projectile);
CAROM_API double caromProjectileRadius(const CaromWorld *world, CaromProjectileId projectile);
/// Sets what the projectile meets from the current time on: shapes, sensors, other projectiles,
/// blasts. Starts a new leg, as caromProjectileSetPosition does: a resting, stuck or parked
/// projectile is released. If it is inside a solid that it meets, even one that it is piercing, it
/// ends (CAROM_END_INSIDE) at the next step. That step also reports its exit from sensors that it
/// no longer meets. No effect if the filter is unchanged. May allocate: projectiles of equal defs
/// and filters share storage.
CAROM_API CaromError caromProjectileSetFilter(CaromWorld *world, CaromProjectileId projectile,
                                              CaromFilter filter);
CAROM_API CaromFilter caromProjectileFilter(const CaromWorld *world, CaromProjectileId projectile);
CAROM_API CaromError caromProjectileSetUserData(CaromWorld *world, CaromProjectileId projectile,
                                                void *userData);
CAROM_API void *caromProjectileUserData(const CaromWorld *world, CaromProjectileId projectile);
/// Lists all projectiles, of every mode, in order of their indices: writes up to `capacity` ids,
/// returns the full number. A query.
CAROM_API int caromWorldProjectiles(const CaromWorld *world, CaromProjectileId *out, int capacity);
/// Writes the places [m] of all projectiles at the current time, in order of their indices without
/// gaps, equal to the bit to caromProjectilePosition. Writes up to `capacity`, returns the full
/// number. ids may be null.
CAROM_API int caromWorldPositions(const CaromWorld *world, CaromVec2 *positions,
                                  CaromProjectileId *ids, int capacity);
/// Writes the places as pairs of floats relative to an origin, for drawing. `back` [s] >= 0 goes
/// back in time, for interpolation, but never before the start of a leg.
CAROM_API int caromWorldPositionsFloat(const CaromWorld *world, CaromVec2 origin, double back,
                                       float *xy, CaromProjectileId *ids, int capacity);

/// Returns a blast of radius 0.
CAROM_API CaromBlast caromBlast(void);
/// Sets off an explosion (CaromBlast) at the current time. It acts at the start of the next step,
/// with the time of this call, after all edits made before it and in order of the calls. Allocates
/// now.
CAROM_API CaromError caromWorldExplode(CaromWorld *world, CaromVec2 center,
                                       const CaromBlast *blast);

#endif
