// SPDX-License-Identifier: MIT
// What a preview world's flight tells: it goes into the prediction's arrays, and is counted where
// they are full. In place of a callback's answer the prediction stops: what the flight then does is
// not told.
#ifndef CAROM_WORLD_EVENTS_PREVIEW_SINK_H
#define CAROM_WORLD_EVENTS_PREVIEW_SINK_H

#include "../data/world.h"

void crRecordEvent(CrCallRecorder *recorder, CrEventKind kind, double time, const void *event);
/// The game would have to answer.
void crRecordQuestion(CrCallRecorder *recorder, const CaromHitEvent *question);

#endif
