// SPDX-License-Identifier: MIT
// Receives the events of a preview world's flight: writes them into the prediction's arrays, and
// counts them if the arrays are full. Where a callback would decide, the prediction stops: later
// events are not reported.
#ifndef CAROM_WORLD_EVENTS_PREVIEW_SINK_H
#define CAROM_WORLD_EVENTS_PREVIEW_SINK_H

#include "../data/world.h"

void crPreviewSinkTake(CrPreviewSink *recorder, CrEventKind kind, double time, const void *event);
/// The game would have to answer.
void crPreviewSinkAsk(CrPreviewSink *recorder, const CaromHitEvent *question);

#endif
