// SPDX-License-Identifier: MIT
#include "preview_sink.h"

/// Keeps an event where there is room for it.
#define KEEP(array, count, capacity, type)                                                         \
    if (p->count < p->capacity) {                                                                  \
        p->array[p->count] = *(const type *)event;                                                 \
    }                                                                                              \
    p->count += p->count < CAROM_UNLIMITED;

static void keepEnd(CaromPrediction *p, const CaromEndEvent *end)
{
    p->stop = CAROM_PREDICTION_ENDED;
    p->reason = end->reason;
    p->time = end->time;
    p->position = end->position;
    p->velocity = end->velocity;
}

void crPreviewSinkTake(CrPreviewSink *recorder, CrEventKind kind, double time, const void *event)
{
    CaromPrediction *p = recorder->prediction;
    if (recorder->stopped) {
        return;
    }
    recorder->kinds |= 1u << kind;
    recorder->time = time;
    switch (kind) {
    case CR_EVENT_HIT:
        KEEP(hits, hitCount, hitCapacity, CaromHitEvent)
        recorder->hitShape = ((const CaromHitEvent *)event)->shape;
        recorder->hitNormal = ((const CaromHitEvent *)event)->normal;
        break;
    case CR_EVENT_MODE:
        KEEP(modes, modeCount, modeCapacity, CaromModeEvent)
        break;
    case CR_EVENT_CROSS:
        KEEP(crosses, crossCount, crossCapacity, CaromCrossEvent)
        break;
    case CR_EVENT_END:
        keepEnd(p, event);
        break;
    default:
        break; // what it does to others is theirs
    }
}

void crPreviewSinkAsk(CrPreviewSink *recorder, const CaromHitEvent *question)
{
    CaromPrediction *p = recorder->prediction;
    recorder->stopped = true;
    recorder->time = question->time;
    recorder->hitShape = question->shape;
    recorder->hitNormal = question->normal;
    p->stop = CAROM_PREDICTION_ASKS;
    p->asked = *question;
    p->time = question->time;
    p->position = question->center;
    p->velocity = question->velocityBefore;
}
