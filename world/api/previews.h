// SPDX-License-Identifier: MIT
// PUBLIC. Predictions: what a projectile will do, computed by the code that moves real projectiles.
#ifndef CAROM_WORLD_API_PREVIEWS_H
#define CAROM_WORLD_API_PREVIEWS_H

#include "../../shapes/api.h"
#include "../../shapes/vec.h"
#include "events.h"

#include <stddef.h>

/// How a predicted leg ended.
typedef enum CaromLegEnd {
    CAROM_LEG_HIT,    ///< by a hit; a bounce, a rest, an end, … follows
    CAROM_LEG_ENDED,  ///< the projectile ended: see CaromPrediction.reason
    CAROM_LEG_MODE,   ///< its mode changed: it was launched, came to rest, slides on, …
    CAROM_LEG_COURSE, ///< its velocity or acceleration changed for another reason
    CAROM_LEG_STOPPED ///< the prediction stopped: see CaromPrediction.stop
} CaromLegEnd;

/// How a projectile that sticks to a body moves with it: at the time t = time + s it is at `place`,
/// turned about `pivot` by turn + spin·s, then moved by drift + velocity·s + ½·acceleration·s².
typedef struct CaromRide {
    CaromVec2 place, pivot;                  ///< [m]
    CaromVec2 drift, velocity, acceleration; ///< [m], [m/s], [m/s²]
    double turn, spin;                       ///< [rad], [rad/s]
    double time;                             ///< [s]
} CaromRide;

/// A piece of a predicted path: at a time t in [start, end] the projectile is at position +
/// velocity·τ + ½·acceleration·τ², τ = t − start. A stuck one moves as `ride` describes.
typedef struct CaromLeg {
    double start; ///< [s] the first leg of a projectile in flight starts in the past
    double end;   ///< [s] >= start; the next leg's start
    CaromVec2 position, velocity, acceleration; ///< [m], [m/s], [m/s²] at its start
    CaromProjectileMode mode;
    CaromRide ride;      ///< for CAROM_PROJECTILE_STUCK, otherwise zeros
    CaromLegEnd endedBy; ///< why it ends here
    int hit;             ///< index of the hit that ended it (may be >= hitCapacity); otherwise −1
    /// the shape of that hit, or of the hit that the callback would decide; null: none
    CaromShapeId shape;
    CaromVec2 normal; ///< [1] of that surface, else (0, 0)
} CaromLeg;

/// Why a prediction stopped.
typedef enum CaromPredictionStop {
    CAROM_PREDICTION_HORIZON, ///< the horizon was reached
    CAROM_PREDICTION_RESTS,   ///< the horizon was reached, and the projectile rests
    CAROM_PREDICTION_PARKED,  ///< the horizon was reached, and the projectile is parked: see
                              ///< CaromWorldDef.eventLimit
    CAROM_PREDICTION_ENDED,   ///< the projectile ends: see reason
    CAROM_PREDICTION_ASKS,    ///< the hit callback would decide: see asked
    CAROM_PREDICTION_MEETS,   ///< it meets another projectile, if that one flies on as it does now
    CAROM_PREDICTION_BODY,    ///< it hits a dynamic body, if that one moves on as it does now: see
                              ///< asked, and standing. Or it rests, slides or sticks on one that
                              ///< is awake, whose path is known up to its next tick only
    CAROM_PREDICTION_LIMIT    ///< CaromPrediction.eventLimit was reached
} CaromPredictionStop;

/// Arrays for a prediction, and its result. Start from caromPrediction() and set the arrays that
/// you want filled. Entries that do not fit are counted, too. May be reused.
typedef struct CaromPrediction {
    CaromLeg *legs;           ///< default null; the arrays are yours
    CaromHitEvent *hits;      ///< default null; as of the real flight, but sequence is 0. For
                              ///< caromWorldPredict the projectile's id is null
    CaromModeEvent *modes;    ///< default null
    CaromCrossEvent *crosses; ///< default null; exits from pierced shapes; no sensors
    int legCapacity, hitCapacity, modeCapacity, crossCapacity; ///< [1] >= 0, default 0
    int eventLimit; ///< [1] >= 1, default 100,000 events of the projectile; limits the cost
    /// default null: the prediction stops at a dynamic body (CAROM_PREDICTION_BODY). Memory of
    /// caromPredictionStandingSize bytes, aligned as by malloc: dynamic bodies stand for it where
    /// they are now, and it bounces off them as off static ones. It costs a copy of all bodies. A
    /// projectile that rests, slides or sticks on a dynamic body is predicted without it
    void *standing;
    size_t standingSize; ///< [B] default 0; BUFFER if standing is set and this is less

    // Written by the prediction.
    int legCount, hitCount, modeCount, crossCount; ///< full numbers
    CaromPredictionStop stop;                      ///< why it stops
    CaromEndReason reason;        ///< for CAROM_PREDICTION_ENDED, otherwise CAROM_END_COUNT
    CaromProjectileMode mode;     ///< at the end
    double from;                  ///< [s] when it begins: the current time
    double time;                  ///< [s] when it stops
    CaromVec2 position, velocity; ///< [m], [m/s] then; before a hit that the callback would decide
    CaromHitEvent asked; ///< for CAROM_PREDICTION_ASKS: the event that the callback will get; for
                         ///< _BODY: the hit
    uint32_t cookie;     ///< set by caromPrediction
} CaromPrediction;

/// Returns the defaults.
CAROM_API CaromPrediction caromPrediction(void);
/// Returns the size [B] of CaromPrediction.standing for a world; 0 for null.
CAROM_API size_t caromPredictionStandingSize(const CaromWorld *world);
/// Predicts the flight of a projectile that is not fired.
/// Cost: that of the flight, and more with more kinematic shapes: each event tests all of them.
/// @param horizon [s] > 0, finite; from the current time on
CAROM_API CaromError caromWorldPredict(const CaromWorld *world, const CaromProjectileDef *def,
                                       double horizon, CaromPrediction *prediction);
/// Predicts the flight of a projectile from its present state on.
CAROM_API CaromError caromProjectilePredict(const CaromWorld *world, CaromProjectileId projectile,
                                            double horizon, CaromPrediction *prediction);
/// Writes places on the predicted path at the times first + k·spacing, k = 0, 1, …, equal to the
/// bit to what caromProjectilePosition will return. Writes up to `capacity`, returns the full
/// number. It covers the prediction up to its end, or the end of the last leg in `legs`.
/// @param first [s] finite; times before the prediction are left out
/// @param spacing [s] > 0, finite
CAROM_API int caromPredictionSample(const CaromPrediction *prediction, double first, double spacing,
                                    CaromVec2 *points, int capacity);
/// Writes places at first + k·spacing metres along the predicted path, up to its end or to where it
/// sticks: for dots at equal distances. The places are on the path; lengths are exact within some
/// 1e-12 of the path's length. Method: the closed form of a parabola's length, inverted by bounded
/// Newton steps.
/// @param first [m] >= 0, finite
/// @param spacing [m] > 0, finite
CAROM_API int caromPredictionSampleWay(const CaromPrediction *prediction, double first,
                                       double spacing, CaromVec2 *points, int capacity);

#endif
