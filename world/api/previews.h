// SPDX-License-Identifier: MIT
// PUBLIC. Predictions: what a projectile will do, by the code that flies it.
#ifndef CAROM_WORLD_API_PREVIEWS_H
#define CAROM_WORLD_API_PREVIEWS_H

#include "../../shapes/api.h"
#include "../../shapes/vec.h"
#include "events.h"

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

CAROM_API CaromPrediction caromPrediction(void);
/// Predicts the flight of a throw that is not fired. Costs what the flight would, and more with
/// more kinematic shapes: each event looks at all of them.
/// @param horizon [s] > 0, finite; from the clock on
CAROM_API CaromError caromWorldPredict(const CaromWorld *world, const CaromProjectileDef *def,
                                       double horizon, CaromPrediction *prediction);
/// Predicts the flight of a projectile from its present state on.
CAROM_API CaromError caromProjectilePredict(const CaromWorld *world, CaromProjectileId projectile,
                                            double horizon, CaromPrediction *prediction);
/// Writes places on the predicted way at the times first + k·spacing, k = 0, 1, …, with the bits
/// that caromProjectilePosition will return. Writes up to `capacity`, returns the full number. It
/// covers the prediction up to its end, or the end of the last leg in `legs`.
/// @param first [s] finite; times before the prediction are left out
/// @param spacing [s] > 0, finite
CAROM_API int caromPredictionSample(const CaromPrediction *prediction, double first, double spacing,
                                    CaromVec2 *points, int capacity);
/// Writes places at first + k·spacing metres along the predicted way, up to its end or to where it
/// sticks: for dots at equal distances. Places lie on the path; the length is exact within some
/// 1e-12 of the way. Method: the closed form of a parabola's length, inverted by bounded Newton
/// steps.
/// @param first [m] >= 0, finite
/// @param spacing [m] > 0, finite
CAROM_API int caromPredictionSampleWay(const CaromPrediction *prediction, double first,
                                       double spacing, CaromVec2 *points, int capacity);

#endif
