// SPDX-License-Identifier: MIT
// The structure of a body and where it is at a time.
#ifndef CAROM_WORLD_DATA_BODY_H
#define CAROM_WORLD_DATA_BODY_H

#include "../../shapes/inline.h"
#include "../../shapes/pose.h"
#include "../api/bodies.h"
#include "../core/limits.h"

#define CR_SPIN_MAX 1e4 ///< [rad/s] of a body's own motion
/// Most bodies in a chain from the body without a parent to the last descendant, both included.
#define CR_DEPTH_LIMIT 32

/// At `time` it was moved by `drift` and turned by `turn`, and had that velocity. Since then it
/// moves with constant acceleration and spin.
typedef struct CrMotion {
    CaromVec2 drift, velocity, acceleration;
    double turn, spin; ///< [rad], [rad/s]
    double time;
} CrMotion;

/// A body. Its shapes are baked under `transform`, then under those of its ancestors (hierarchy.h).
/// Its own motion, about its position, is relative to its parent, or to the world.
///
/// The fields from `pivot` on are its motion in the world, including that of its ancestors. At
/// anchorTime the baked shapes were turned by `turn` about `pivot` and moved by `drift`. Since then
/// they move with `velocity` at the anchor, constant acceleration and spin. A change of velocity
/// sets a new anchor and bakes nothing. So whatever touches the body keeps touching it, to the bit.
/// Static bodies have no motion. A dynamic body has no parent; it turns about its centre of mass,
/// and `own` is its motion in the world.
typedef struct CrBody {
    CaromBodyType type;
    bool character;   ///< it was given to a mover (mover.c), for good
    bool disabled;    ///< its shapes are in no layer, and its own motion rests
    bool accelerates; ///< its acceleration in the world is not 0
    int listed;       ///< kinematic and dynamic bodies: index in their list
    uint32_t rigid;   ///< of bodies that are dynamic, or were: index of their CrRigid; else CR_NONE
    CaromTransform transform;
    CrMotion own;
    uint32_t parent, firstChild, nextSibling, previousSibling; ///< slots, or CR_NONE
    CaromVec2 pivot;
    CaromVec2 drift, velocity, acceleration;
    double turn, spin; ///< [rad], [rad/s]
    double anchorTime;
    double turnedBy;        ///< [rad] an angle whose rotation is known, most often that at the next
    CaromRotation rotation; ///< tick: the solver computed it. A cache: 0 has none
    uint32_t firstShape, lastShape; ///< slots, in order of creation
    void *userData;
} CrBody;

/// Returns whether an acceleration is not 0.
static inline bool crIsPulled(CaromVec2 acceleration)
{
    return acceleration.x != 0.0 || acceleration.y != 0.0;
}

/// Returns where a motion leads within a time. `accelerates`: the acceleration is not 0.
static inline CaromVec2 crDriftAfter(CaromVec2 drift, CaromVec2 velocity, CaromVec2 acceleration,
                                     bool accelerates, double since)
{
    if (CR_UNLIKELY(accelerates)) {
        return crVec(drift.x + (velocity.x + 0.5 * acceleration.x * since) * since,
                     drift.y + (velocity.y + 0.5 * acceleration.y * since) * since);
    }
    return crAddScaled(drift, velocity, since);
}

/// Returns the drift and the velocity of a motion at a time.
static inline CaromVec2 crMotionDrift(const CrMotion *motion, double time)
{
    return crDriftAfter(motion->drift, motion->velocity, motion->acceleration,
                        crIsPulled(motion->acceleration), time - motion->time);
}

static inline CaromVec2 crMotionVelocity(const CrMotion *motion, double time)
{
    return crIsPulled(motion->acceleration)
               ? crAddScaled(motion->velocity, motion->acceleration, time - motion->time)
               : motion->velocity;
}

static inline double crMotionTurn(const CrMotion *motion, double time)
{
    return motion->turn + motion->spin * (time - motion->time);
}

/// Bits of the byte that hashes and snapshots store of a body.
enum {
    CR_KIND_KINEMATIC = 1,
    CR_KIND_CHARACTER = 2,
    CR_KIND_DISABLED = 4,
    CR_KIND_DYNAMIC = 8,
    CR_KIND_RIGID = 16, ///< it is dynamic, or was
    CR_KINDS = 32
};

static inline uint8_t crBodyKind(const CrBody *body)
{
    return (uint8_t)((body->type == CAROM_BODY_KINEMATIC ? CR_KIND_KINEMATIC : 0) |
                     (body->type == CAROM_BODY_DYNAMIC ? CR_KIND_DYNAMIC : 0) |
                     (body->character ? CR_KIND_CHARACTER : 0) |
                     (body->disabled ? CR_KIND_DISABLED : 0) |
                     (body->rigid != CR_NONE ? CR_KIND_RIGID : 0));
}

/// Returns its own motion: that of a disabled body has stopped.
static inline CrMotion crBodyOwn(const CrBody *body)
{
    CrMotion own = body->own;
    if (CR_UNLIKELY(body->disabled)) {
        own.velocity = own.acceleration = crVec(0.0, 0.0);
        own.spin = 0.0;
    }
    return own;
}

/// Returns whether its solid shapes are in the resting layers.
static inline bool crBodyRests(const CrBody *body)
{
    return body->type == CAROM_BODY_STATIC && !body->disabled;
}

/// Returns whether its solid shapes are in the moving index.
static inline bool crBodyMoves(const CrBody *body)
{
    return body->type != CAROM_BODY_STATIC && !body->disabled;
}

/// Returns whether it turns or accelerates, or may begin to at any tick: where one does, it may
/// press projectiles to itself, and these need more memory, which no step allocates.
static inline bool crBodyTurns(const CrBody *body)
{
    return body->spin != 0.0 || body->accelerates || body->type == CAROM_BODY_DYNAMIC;
}

/// Returns the offset of a body's position at a time from where its shapes are baked.
static inline CaromVec2 crBodyOffset(const CrBody *body, double time)
{
    if (body->type == CAROM_BODY_STATIC) {
        return crVec(0.0, 0.0);
    }
    return crDriftAfter(body->drift, body->velocity, body->acceleration, body->accelerates,
                        time - body->anchorTime);
}

/// Returns the velocity of its pivot at a time.
static inline CaromVec2 crBodyVelocity(const CrBody *body, double time)
{
    return CR_UNLIKELY(body->accelerates)
               ? crAddScaled(body->velocity, body->acceleration, time - body->anchorTime)
               : body->velocity;
}

/// Returns the angle by which it has turned since its shapes were baked.
static inline double crBodyTurn(const CrBody *body, double time)
{
    return body->turn + body->spin * (time - body->anchorTime);
}

static inline CrPose crBodyPose(const CrBody *body, double time)
{
    double turn = crBodyTurn(body, time);
    CrPose pose = {body->pivot, crBodyOffset(body, time), {1.0, 0.0}, turn != 0.0};
    if (pose.turned) {
        pose.turn = turn == body->turnedBy ? body->rotation : caromRotation(turn);
    }
    return pose;
}

/// Returns an acceleration relative to its pivot, in the world.
static inline CaromVec2 crBodyAccelerates(const CrBody *body, CaromVec2 relative)
{
    return CR_UNLIKELY(body->accelerates) ? crAdd(relative, body->acceleration) : relative;
}

/// Returns the velocity of the body's material at a place and time.
static inline CaromVec2 crBodyVelocityAt(const CrBody *body, double time, CaromVec2 place)
{
    CaromVec2 velocity = crBodyVelocity(body, time);
    if (body->spin == 0.0) {
        return velocity;
    }
    CaromVec2 center = crAdd(body->pivot, crBodyOffset(body, time));
    return crAddScaled(velocity, crLeft(crSub(place, center)), body->spin);
}

#endif
