// SPDX-License-Identifier: MIT
#ifndef CAROM_WORLD_PREVIEW_PREDICT_H
#define CAROM_WORLD_PREVIEW_PREDICT_H

#include "../../shapes/api.h"
#include "../api/ids.h"
#include "../api/previews.h"

/// The caller's fields of a prediction: OK, NULL, DEF, COUNT or OUT_OF_RANGE.
CaromError crPredictionCheck(const CaromPrediction *prediction);

struct CrBeam;
/// A prediction of a throw, or of one that is a beam (beam.h), or null.
void crPredictBeam(const CaromWorld *world, const CaromProjectileDef *def, double horizon,
                   struct CrBeam *beam, CaromPrediction *prediction);

#endif
