// SPDX-License-Identifier: MIT
#ifndef CAROM_WORLD_PREDICT_H
#define CAROM_WORLD_PREDICT_H

#include "carom.h"

/// The caller's fields of a prediction: OK, NULL, DEF, COUNT or OUT_OF_RANGE.
CaromError crPredictionCheck(const CaromPrediction *prediction);

#endif
