// SPDX-License-Identifier: MIT
// Predictions: a preview world handles all future events of the flight, one by one, and records its
// legs. New features of flights work here, too: this file only tests whether the anchor has
// changed.
#include "predict.h"

#include "../data/refuse.h"
#include "../flight/def_table.h"
#include "../flight/projectile_pairs.h"
#include "../projectile/dispatch.h"
#include "../projectile/projectile.h"
#include "../support/stick.h"
#include "preview_world.h"

#define PREDICTION_COOKIE 0x43520001u

CaromPrediction caromPrediction(void)
{
    CaromPrediction prediction = {0};
    prediction.eventLimit = 100000;
    prediction.cookie = PREDICTION_COOKIE;
    return prediction;
}

/// Whether a pointer is null that must be set. The fields of one that was not filled mean nothing.
static bool lacksPointer(const CaromPrediction *p)
{
    return p == NULL ||
           (p->cookie == PREDICTION_COOKIE &&
            ((p->legCapacity > 0 && p->legs == NULL) || (p->hitCapacity > 0 && p->hits == NULL) ||
             (p->modeCapacity > 0 && p->modes == NULL) ||
             (p->crossCapacity > 0 && p->crosses == NULL)));
}

CaromError crPredictionCheck(const CaromPrediction *p)
{
    if (lacksPointer(p)) {
        return CAROM_ERROR_NULL;
    }
    if (p->cookie != PREDICTION_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    if (p->legCapacity < 0 || p->hitCapacity < 0 || p->modeCapacity < 0 || p->crossCapacity < 0) {
        return CAROM_ERROR_COUNT;
    }
    return p->eventLimit >= 1 ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

// ---- legs

/// The leg that the preview world's flight is on. One that waits for its launch waits since `from`.
static CaromLeg legOf(const CrPreviewWorld *previewWorld, double from)
{
    const CrFlights *f = &previewWorld->world.flights;
    CaromLeg leg = {0};
    leg.start = f->hot[CR_PREVIEW_WORLD].start;
    leg.position = f->hot[CR_PREVIEW_WORLD].place;
    leg.velocity = f->hot[CR_PREVIEW_WORLD].velocity;
    leg.acceleration = crFlightPull(f, CR_PREVIEW_WORLD);
    leg.mode = (CaromProjectileMode)f->hot[CR_PREVIEW_WORLD].mode;
    leg.hit = -1;
    if (leg.mode == CAROM_PROJECTILE_PENDING) {
        leg.start = from;
        leg.velocity = crVec(0.0, 0.0);
    } else if (leg.mode == CAROM_PROJECTILE_STUCK) {
        leg.ride = crFlightRide(&previewWorld->world, CR_PREVIEW_WORLD);
    }
    return leg;
}

static bool isSame(const CaromLeg *a, const CaromLeg *b)
{
    return a->start == b->start && a->mode == b->mode && crEqual(a->position, b->position) &&
           crEqual(a->velocity, b->velocity) && crEqual(a->acceleration, b->acceleration);
}

static void closeLeg(const CrPreviewSink *recorder, CaromLeg *leg, double end, CaromLegEnd endedBy)
{
    CaromPrediction *p = recorder->prediction;
    leg->end = end;
    leg->endedBy = endedBy;
    if (endedBy == CAROM_LEG_HIT || recorder->stopped) {
        leg->hit = recorder->stopped ? -1 : p->hitCount - 1;
        leg->shape = recorder->hitShape;
        leg->normal = recorder->hitNormal;
    }
    if (p->legCount < p->legCapacity) {
        p->legs[p->legCount] = *leg;
    }
    p->legCount += p->legCount < CAROM_UNLIMITED;
}

/// Why a leg ended on which all that was recorded just now has happened.
static CaromLegEnd causeOf(const CrPreviewSink *recorder, const CaromLeg *leg, const CaromLeg *next)
{
    if (recorder->stopped) {
        return CAROM_LEG_STOPPED;
    }
    if (recorder->kinds & 1u << CR_EVENT_HIT) {
        return CAROM_LEG_HIT;
    }
    if (recorder->kinds & 1u << CR_EVENT_END) {
        return CAROM_LEG_ENDED;
    }
    return leg->mode != next->mode ? CAROM_LEG_MODE : CAROM_LEG_COURSE;
}

// ---- the flight

static bool isOver(const CrPreviewWorld *previewWorld)
{
    return previewWorld->recorder.stopped ||
           previewWorld->recorder.prediction->stop == CAROM_PREDICTION_ENDED;
}

/// One event of its life; false where none is due any more.
static bool live(CrPreviewWorld *previewWorld, CaromLeg *leg, double until)
{
    CrPreviewSink *recorder = &previewWorld->recorder;
    CaromWorld *world = &previewWorld->world;
    recorder->kinds = 0;
    if (!crFlightLiveOnce(world, CR_PREVIEW_WORLD, until)) {
        return false;
    }
    CaromLeg next = legOf(previewWorld, recorder->prediction->from);
    if (isOver(previewWorld)) {
        CaromPrediction *p = recorder->prediction;
        p->mode = leg->mode;
        closeLeg(recorder, leg, p->time, causeOf(recorder, leg, &next));
    } else if (!isSame(leg, &next)) {
        closeLeg(recorder, leg, next.start, causeOf(recorder, leg, &next));
        *leg = next;
    }
    world->time =
        crMax(world->time, crMax(next.start, recorder->kinds != 0 ? recorder->time : 0.0));
    world->queryTime = world->time;
    return true;
}

/// It could go on.
static void stopAt(CrPreviewWorld *previewWorld, CaromLeg *leg, double time,
                   CaromPredictionStop stop)
{
    CaromPrediction *p = previewWorld->recorder.prediction;
    bool waits = leg->mode == CAROM_PROJECTILE_PENDING;
    p->time = time;
    p->position = crFlightWhere(&previewWorld->world, CR_PREVIEW_WORLD, time);
    p->velocity =
        waits ? leg->velocity : crFlightHowFast(&previewWorld->world, CR_PREVIEW_WORLD, time);
    p->mode = leg->mode;
    p->stop = stop;
    closeLeg(&previewWorld->recorder, leg, time, CAROM_LEG_STOPPED);
}

static CaromPredictionStop stopOf(CaromProjectileMode mode)
{
    switch (mode) {
    case CAROM_PROJECTILE_RESTING:
    case CAROM_PROJECTILE_STUCK:
        return CAROM_PREDICTION_RESTS;
    case CAROM_PROJECTILE_PARKED:
        return CAROM_PREDICTION_PARKED;
    default:
        return CAROM_PREDICTION_HORIZON;
    }
}

/// Whether a meeting comes before all else, and when.
static bool isToMeet(CrPreviewWorld *previewWorld, double until, double *time)
{
    uint32_t self = previewWorld->recorder.projectile.index - 1; // CR_NONE of a throw
    CaromWorld *world = &previewWorld->world;
    CrMeetingTime meeting;
    if (world->flightDefs[0].def.meetMask == 0 ||
        !crModeMeets(world->flights.hot[CR_PREVIEW_WORLD].mode) ||
        !crPreviewWorldNextMeeting(world, CR_PREVIEW_WORLD, previewWorld->recorder.original, self,
                                   until, &meeting)) {
        return false;
    }
    double due = crFlightNextQueued(world, CR_PREVIEW_WORLD, until).due;
    *time = meeting.time;
    return meeting.time < due || (meeting.time == due && meeting.other < self);
}

static void fly(CrPreviewWorld *previewWorld, double until)
{
    CaromPrediction *p = previewWorld->recorder.prediction;
    CaromLeg leg = legOf(previewWorld, p->from);
    if (isOver(previewWorld)) { // by an edit that it is to learn of
        p->mode = leg.mode;
        closeLeg(&previewWorld->recorder, &leg, p->time, CAROM_LEG_ENDED);
        return;
    }
    for (int events = 0; events < p->eventLimit; events++) {
        double meeting;
        if (isToMeet(previewWorld, until, &meeting)) {
            stopAt(previewWorld, &leg, meeting, CAROM_PREDICTION_MEETS);
            return;
        }
        if (!live(previewWorld, &leg, until)) {
            stopAt(previewWorld, &leg, until, stopOf(leg.mode));
            return;
        }
        if (isOver(previewWorld)) {
            return;
        }
    }
    stopAt(previewWorld, &leg, previewWorld->world.time, CAROM_PREDICTION_LIMIT);
}

// ---- public calls

static CaromError check(const CaromWorld *world, double horizon, const CaromPrediction *prediction,
                        const char *function)
{
    CaromError error = crCheckNumber(horizon);
    if (error == CAROM_OK && !(horizon > 0.0)) {
        error = CAROM_ERROR_OUT_OF_RANGE;
    }
    error = error != CAROM_OK ? error : crPredictionCheck(prediction);
    if (error == CAROM_ERROR_DEF) {
        CrDefCheck told = {world, function, world->log, world->logContext, CAROM_OK};
        crDefCheck(&told, error, CR_UNFILLED("prediction"));
    }
    return error;
}

/// Nothing predicted yet.
static void clear(CaromPrediction *p, double from)
{
    static const CaromHitEvent nothing;
    p->legCount = p->hitCount = p->modeCount = p->crossCount = 0;
    p->stop = CAROM_PREDICTION_HORIZON;
    p->reason = CAROM_END_COUNT;
    p->from = from;
    p->asked = nothing;
}

/// A beam takes no time: it has a clock of its own, and all bodies stand.
static void holdStill(CrPreviewWorld *previewWorld, const struct CrHitPolicy *policy)
{
    CaromWorld *world = &previewWorld->world;
    world->hitPolicy = policy;
    world->still = true;
    world->stillAt = world->queryTime;
    world->time = world->queryTime = 0.0;
    world->editedAt = -CR_NEVER; // of the other clock
    world->movingIndex.spinners = 0;
    world->eventLimit = world->eventCap = CAROM_UNLIMITED;
}

void crPredictThrow(const CaromWorld *world, const CaromProjectileDef *def, double horizon,
                    const struct CrHitPolicy *policy, CaromPrediction *prediction)
{
    CrPreviewWorld previewWorld;
    double from = policy != NULL ? 0.0 : world->queryTime, until = from + horizon;
    clear(prediction, from);
    crPreviewWorldInit(&previewWorld, world, until, prediction);
    if (policy != NULL) {
        holdStill(&previewWorld, policy);
    }
    crPreviewWorldFire(&previewWorld, def);
    fly(&previewWorld, until);
}

CaromError caromWorldPredict(const CaromWorld *world, const CaromProjectileDef *def, double horizon,
                             CaromPrediction *prediction)
{
    const char *function = "caromWorldPredict";
    bool lacks = world == NULL || def == NULL || lacksPointer(prediction);
    CaromError error = lacks ? CAROM_ERROR_NULL : crProjectileCheck(world, def, function);
    error = error != CAROM_OK ? error : check(world, horizon, prediction, function);
    if (error == CAROM_OK) {
        crPredictThrow(world, def, horizon, NULL, prediction);
    }
    return crComplain(world, error, function);
}

CaromError caromProjectilePredict(const CaromWorld *world, CaromProjectileId id, double horizon,
                                  CaromPrediction *prediction)
{
    const char *function = "caromProjectilePredict";
    bool lacks = world == NULL || lacksPointer(prediction);
    CaromError error = lacks ? CAROM_ERROR_NULL : crCheckFlightId(world, id);
    error = error != CAROM_OK ? error : check(world, horizon, prediction, function);
    if (error == CAROM_OK) {
        CrPreviewWorld previewWorld;
        double until = world->queryTime + horizon;
        clear(prediction, world->queryTime);
        crPreviewWorldInit(&previewWorld, world, until, prediction);
        crPreviewWorldFollow(&previewWorld, id.index - 1);
        fly(&previewWorld, until);
    }
    return crComplain(world, error, function);
}
