// SPDX-License-Identifier: MIT
#ifndef CAROM_WORLD_PREVIEW_PREDICT_H
#define CAROM_WORLD_PREVIEW_PREDICT_H

#include "../../shapes/api.h"
#include "../api/ids.h"
#include "../api/previews.h"

struct CrHitPolicy;

/// The caller's fields of a prediction: OK, NULL, DEF, COUNT or OUT_OF_RANGE.
CaromError crPredictionCheck(const CaromPrediction *prediction);

/// Predicts a throw; with a policy that of a beam (beam.c), for which all bodies stand.
void crPredictThrow(const CaromWorld *world, const CaromProjectileDef *def, double horizon,
                    const struct CrHitPolicy *policy, CaromPrediction *prediction);

#endif
