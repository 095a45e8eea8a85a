// SPDX-License-Identifier: MIT
// Predictions: a preview world handles all future events of the flight, one by one, and records its
// legs. New features of flights work here, too: this file only tests whether the anchor has
// changed.
//
// A preview world has the content of another world and one flight of its own, so that the code of
// projectiles moves this flight, too, and nothing else is affected. Everything that a flight may
// write belongs to the preview world: its slot, its arrays (every one of CR_FLIGHT_ARRAYS), its
// flight def, the clock, the counters. Events go to a preview sink; memory is refused; nothing is
// logged; no callback is called. Bodies, shapes, grid and boxes belong to the original, and flights
// only read them. So a preview world writes only to itself, and any number of them may run at the
// same time.
//
// Kinematic shapes are tested one by one, since the moving index was filled for other times.
#include "predict.h"

#include "../data/flight_pool.h"
#include "../data/query_lock.h"
#include "../data/refuse.h"
#include "../flight/def_table.h"
#include "../flight/flight_boxes.h"
#include "../flight/projectile_pairs.h"
#include "../flight/ties.h"
#include "../projectile/dispatch.h"
#include "../projectile/edits.h"
#include "../projectile/projectile.h"
#include "../response/push.h"
#include "../rigid/tick.h"

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

/// A header, and a copy of all bodies.
size_t caromPredictionStandingSize(const CaromWorld *world)
{
    return world != NULL ? sizeof(stbds_array_header) +
                               (size_t)crArrayCount(world->bodies) * sizeof *world->bodies
                         : 0;
}

static CaromError checkStanding(const CaromWorld *world, const CaromPrediction *p)
{
    bool fits = p->standing == NULL || p->standingSize >= caromPredictionStandingSize(world);
    return fits ? CAROM_OK : CAROM_ERROR_BUFFER;
}

// ---- the preview world

/// Some ten kilobytes, for the caller's stack; it points into itself and must stay where it is.
typedef struct PreviewWorld {
    CaromWorld world;
    CrPreviewSink recorder;
    CrFlight hot;
    CR_ARRAY_BLOCK(uint32_t, 1) stuck;
    CR_ARRAY_BLOCK(CrFlightDef, 1) flightDefs;
    CR_ARRAY_BLOCK(CrInternEntry, 1) recipeUsers;
    CR_ARRAY_BLOCK(CrPull, 1) pulls;
    CR_ARRAY_BLOCK(CrFlightExtra, 1) extras;
    CR_ARRAY_BLOCK(CrPierces, 1) pierces;
#define CR_PREVIEW_BLOCK(type, name) CR_ARRAY_BLOCK(type, 1) name;
    CR_FLIGHT_ARRAYS(CR_PREVIEW_BLOCK)
#undef CR_PREVIEW_BLOCK
} PreviewWorld;

#define FLIGHT 0u ///< its one flight's slot

/// What flights may write.
static void plant(PreviewWorld *preview)
{
    static const CrEvents noEvents;
    static const CrIntern noKinds;
    CaromWorld *world = &preview->world;
    CrFlights *f = &world->flights;
    f->hot = &preview->hot;
    f->free = CR_NONE;
    f->freeCount = 0;
    f->crossings = NULL;
    f->queued = NULL;
    f->queuedAfter = NULL;
    f->clearUntil = NULL;
    f->glances = NULL;
    world->movingIndex.isClear = false; // that is about the clear times of the original
    crArrayPlant(world->flightDefs, &preview->flightDefs);
    crArraySetCount(world->flightDefs, 1);
    crArrayPlant(f->pulls, &preview->pulls);
    crArraySetCount(f->pulls, 1);
    crArrayPlant(f->extras, &preview->extras);
    crArrayPlant(f->pierces, &preview->pierces);
    crArrayPlant(f->stuck, &preview->stuck);
    f->freeExtra = f->freePierces = CR_NONE;
    f->extrasLeft = f->piercesLeft = 0;
#define PLANT(type, name) crArrayPlant(f->name, &preview->name);
    CR_FLIGHT_ARRAYS(PLANT)
#undef PLANT
    world->events = noEvents;
    world->queue = NULL;
    world->changed = NULL;
    world->watchers = NULL;
    world->linked = NULL;
    crFlightBoxesEnd(world);
    crTiesForget(world);
    world->pendingBlasts = NULL; // commands act on what is there
    world->recipeKinds = noKinds;
    crArrayPlant(world->recipeKinds.entries, &preview->recipeUsers);
    crArraySetCount(world->recipeKinds.entries, 1);
    (void)crFlightsTake(f);
}

/// Makes a preview world of a world at the time of its queries, for flights until a time. Events go
/// to `prediction`. Its flight is not set yet.
static void init(PreviewWorld *preview, const CaromWorld *world, double until,
                 CaromPrediction *prediction)
{
    static const CrPreviewSink blank;
    static const CrSensors noSensors;
    CaromWorld *copy = &preview->world;
    crWorldCopy(copy, world);
    plant(preview);
    preview->recorder = blank;
    preview->recorder.original = world;
    preview->recorder.prediction = prediction;
    copy->recorder = &preview->recorder;
    copy->allocator.resize = crRefuseMemory;
    copy->log = NULL;
    copy->turnUntil = -CR_NEVER;
    copy->time = copy->queryTime;
    copy->editedAt = crArrayCount(world->edits.boxes) > 0 ? copy->time : copy->editedAt;
    copy->movingIndex.usable = false;
    copy->movingIndex.to = copy->movingIndex.last = until;
    copy->sensors = noSensors; // they change no flight
}

/// Dynamic bodies, and what hangs from them, stand where they are now.
static void letStand(PreviewWorld *preview, CaromPrediction *prediction)
{
    CaromWorld *world = &preview->world;
    const CaromWorld *original = preview->recorder.original;
    stbds_array_header *header = prediction->standing;
    int count = crArrayCount(original->bodies);
    if (header == NULL || original->rigids.dynamic == 0) {
        return;
    }
    crArrayPlantHeader(header, (size_t)count);
    world->bodies = (CrBody *)(void *)(header + 1);
    crArraySetCount(world->bodies, count);
    for (int k = 0; k < count; k++) {
        CrBody *body = &world->bodies[k];
        *body = original->bodies[k];
        if (crPushedBody(original, (uint32_t)k) != CR_NONE) {
            body->type = CAROM_BODY_KINEMATIC;
            body->drift = crBodyOffset(body, world->time);
            body->turn = crBodyTurn(body, world->time);
            body->anchorTime = world->time;
            body->velocity = body->acceleration = crVec(0.0, 0.0);
            body->spin = 0.0;
            body->accelerates = false;
        }
    }
    world->rigids.dynamic = 0; // nothing is pushed
}

/// One user more than there are: the flight def stays when the flight ends.
static void setRecipe(PreviewWorld *preview, const CaromProjectileDef *def, CrPull pull)
{
    CrInternEntry entry = {0, 2};
    preview->world.flightDefs[0].def = *def;
    preview->world.recipeKinds.entries[0] = entry;
    preview->world.flights.hot[FLIGHT].flightDef = 0;
    preview->world.flights.pulls[0] = pull;
}

/// Its flight is a throw that begins now, or at its own time.
static void fire(PreviewWorld *preview, const CaromProjectileDef *def)
{
    CaromProjectileDef flightDef = crProjectileFlightDef(def);
    setRecipe(preview, &flightDef, crFlightDefPull(&preview->world, &flightDef));
    crProjectileBegin(&preview->world, FLIGHT, def, def->position, def->velocity);
    crEditsApplyTo(&preview->world, FLIGHT);
}

/// Its flight is that of a projectile of the original, as it stands.
static void follow(PreviewWorld *preview, uint32_t slot)
{
    const CaromWorld *original = preview->recorder.original;
    const CrFlights *from = &original->flights;
    CrFlights *to = &preview->world.flights;
    to->hot[FLIGHT] = from->hot[slot];
#define COPY(type, name) to->name[FLIGHT] = from->name[slot];
    CR_FLIGHT_ARRAYS(COPY)
#undef COPY
    setRecipe(preview, &original->flightDefs[from->hot[slot].flightDef].def,
              from->pulls[from->hot[slot].flightDef]);
    to->hot[FLIGHT].leg &= (uint8_t)~CR_LEG_EXTRA;
    to->hot[FLIGHT].bounces = crFlightBounces(from, slot);
    crFlightTakeExtra(&preview->world, FLIGHT, true);
    if (crFlightHasExtra(from, slot)) {
        CrFlightExtra *extra = crFlightOwn(to, FLIGHT);
        uint32_t pierces = extra->pierces;
        *extra = *crFlightExtra(from, slot);
        extra->pierces = pierces;
        extra->flight = FLIGHT;
        *crFlightOwnPierces(to, FLIGHT) = *crFlightPierces(from, slot);
    }
    crFlightOwn(to, FLIGHT)->projectilePair = CR_NONE; // the others know nothing of it
    preview->recorder.projectile = crProjectileIdOf(original, slot);
    crEditsApplyTo(&preview->world, FLIGHT);
}

// ---- legs

/// The leg that the preview world's flight is on. One that waits for its launch waits since `from`.
static CaromLeg legOf(const PreviewWorld *preview, double from)
{
    const CrFlights *f = &preview->world.flights;
    CaromLeg leg = {0};
    leg.start = f->hot[FLIGHT].start;
    leg.position = f->hot[FLIGHT].place;
    leg.velocity = f->hot[FLIGHT].velocity;
    leg.acceleration = crFlightPull(f, FLIGHT);
    leg.mode = (CaromProjectileMode)f->hot[FLIGHT].mode;
    leg.hit = -1;
    if (leg.mode == CAROM_PROJECTILE_PENDING) {
        leg.start = from;
        leg.velocity = crVec(0.0, 0.0);
    } else if (leg.mode == CAROM_PROJECTILE_STUCK) {
        leg.ride = crFlightRide(&preview->world, FLIGHT);
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

static bool isOver(const PreviewWorld *preview)
{
    return preview->recorder.stopped ||
           preview->recorder.prediction->stop == CAROM_PREDICTION_ENDED;
}

/// One event of its life; false where none is due any more.
static bool live(PreviewWorld *preview, CaromLeg *leg, double until)
{
    CrPreviewSink *recorder = &preview->recorder;
    CaromWorld *world = &preview->world;
    recorder->kinds = 0;
    if (!crFlightLiveOnce(world, FLIGHT, until)) {
        return false;
    }
    CaromLeg next = legOf(preview, recorder->prediction->from);
    if (isOver(preview)) {
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
static void stopAt(PreviewWorld *preview, CaromLeg *leg, double time, CaromPredictionStop stop)
{
    CaromPrediction *p = preview->recorder.prediction;
    bool waits = leg->mode == CAROM_PROJECTILE_PENDING;
    p->time = time;
    p->position = crFlightWhere(&preview->world, FLIGHT, time);
    p->velocity = waits ? leg->velocity : crFlightHowFast(&preview->world, FLIGHT, time);
    p->mode = leg->mode;
    p->stop = stop;
    closeLeg(&preview->recorder, leg, time, CAROM_LEG_STOPPED);
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
static bool isToMeet(PreviewWorld *preview, double until, double *time)
{
    uint32_t self = preview->recorder.projectile.index - 1; // CR_NONE of a throw
    CaromWorld *world = &preview->world;
    CrMeetingTime meeting;
    if (world->flightDefs[0].def.meetMask == 0 || !crModeMeets(world->flights.hot[FLIGHT].mode) ||
        !crPreviewWorldNextMeeting(world, FLIGHT, preview->recorder.original, self, until,
                                   &meeting)) {
        return false;
    }
    double due = crFlightNextQueued(world, FLIGHT, until).due;
    *time = meeting.time;
    return meeting.time < due || (meeting.time == due && meeting.other < self);
}

static void fly(PreviewWorld *preview, double until)
{
    CaromPrediction *p = preview->recorder.prediction;
    CaromLeg leg = legOf(preview, p->from);
    if (isOver(preview)) { // by an edit that it is to learn of
        p->mode = leg.mode;
        closeLeg(&preview->recorder, &leg, p->time, CAROM_LEG_ENDED);
        return;
    }
    for (int events = 0; events < p->eventLimit; events++) {
        double meeting;
        if (isToMeet(preview, until, &meeting)) {
            stopAt(preview, &leg, meeting, CAROM_PREDICTION_MEETS);
            return;
        }
        if (!live(preview, &leg, until)) {
            stopAt(preview, &leg, until, stopOf(leg.mode));
            return;
        }
        if (isOver(preview)) {
            return;
        }
    }
    stopAt(preview, &leg, preview->world.time, CAROM_PREDICTION_LIMIT);
}

// ---- public calls

static CaromError check(const CaromWorld *world, double horizon, const CaromPrediction *prediction,
                        const char *function)
{
    CaromError error = crCheckNumber(horizon);
    error = crThen(error, horizon > 0.0 ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE);
    error = crThen(error, crPredictionCheck(prediction));
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
static void holdStill(PreviewWorld *preview, const struct CrHitPolicy *policy)
{
    CaromWorld *world = &preview->world;
    world->hitPolicy = policy;
    world->still = true;
    world->stillAt = world->queryTime;
    world->time = world->queryTime = 0.0;
    world->editedAt = -CR_NEVER; // of the other clock
    world->movingIndex.spinners = 0;
    world->eventLimit = world->eventCap = CAROM_UNLIMITED;
}

/// The shape of a dynamic body, or of what hangs from one, that a flight leans on or sticks in; or
/// CR_NONE.
static uint32_t carrierOf(const CaromWorld *world, uint32_t slot)
{
    const CrFlights *f = &world->flights;
    const CrFlightExtra *extra = crFlightHasExtra(f, slot) ? crFlightExtra(f, slot) : NULL;
    uint8_t mode = f->hot[slot].mode;
    bool flies = mode == CAROM_PROJECTILE_PENDING || mode == CAROM_PROJECTILE_FLYING;
    uint32_t key = extra != NULL && !flies ? extra->supportKey : CR_NONE;
    uint32_t shape = key != CR_NONE ? world->keyOwners[key].shape : CR_NONE;
    return shape != CR_NONE && crPushedBody(world, world->shapes[shape].body) != CR_NONE ? shape
                                                                                         : CR_NONE;
}

/// Until when the path of an awake body that carries a flight is known: to its next tick.
static double knownUntil(const CaromWorld *world, uint32_t shape, double until)
{
    double now = world->queryTime;
    const CrBody *body = &world->bodies[crPushedBody(world, world->shapes[shape].body)];
    if (!world->rigids.all[body->rigid].awake) {
        return until;
    }
    return crMin(until, crTimeIsTick(world, now) ? now : crTickAfter(world, now));
}

/// The prediction went as far as the path of what carries the flight is known.
static void stopOnCarrier(const CaromWorld *world, uint32_t slot, uint32_t shape,
                          CaromPrediction *p)
{
    if (p->stop != CAROM_PREDICTION_HORIZON && p->stop != CAROM_PREDICTION_RESTS &&
        p->stop != CAROM_PREDICTION_PARKED) {
        return;
    }
    p->stop = CAROM_PREDICTION_BODY;
    p->asked.time = p->time;
    p->asked.projectile = crProjectileIdOf(world, slot);
    p->asked.shape = crShapeIdOf(world, shape);
    p->asked.body = crBodyIdOf(world, world->shapes[shape].body);
    p->asked.point = p->asked.center = p->position;
    p->asked.velocityBefore = p->asked.velocityAfter = p->velocity;
    p->asked.shapeData = world->shapes[shape].userData;
}

void crPredictThrow(const CaromWorld *world, const CaromProjectileDef *def, double horizon,
                    const struct CrHitPolicy *policy, CaromPrediction *prediction)
{
    PreviewWorld preview;
    double from = policy != NULL ? 0.0 : world->queryTime, until = from + horizon;
    clear(prediction, from);
    init(&preview, world, until, prediction);
    if (policy != NULL) {
        holdStill(&preview, policy);
    } else {
        letStand(&preview, prediction);
    }
    fire(&preview, def);
    fly(&preview, until);
}

CaromError caromWorldPredict(const CaromWorld *world, const CaromProjectileDef *def, double horizon,
                             CaromPrediction *prediction)
{
    const char *function = "caromWorldPredict";
    bool lacks = world == NULL || def == NULL || lacksPointer(prediction);
    CaromError error = lacks ? CAROM_ERROR_NULL : crProjectileCheck(world, def, function);
    error = crThen(error, check(world, horizon, prediction, function));
    error = crThen(error, checkStanding(world, prediction));
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
    error = crThen(error, check(world, horizon, prediction, function));
    error = crThen(error, checkStanding(world, prediction));
    if (error == CAROM_OK) {
        PreviewWorld preview;
        double until = world->queryTime + horizon;
        uint32_t carrier = carrierOf(world, id.index - 1);
        double known = carrier != CR_NONE ? knownUntil(world, carrier, until) : until;
        clear(prediction, world->queryTime);
        init(&preview, world, known, prediction);
        if (carrier == CR_NONE) {
            letStand(&preview, prediction);
        }
        follow(&preview, id.index - 1);
        fly(&preview, known);
        if (known < until) {
            stopOnCarrier(world, id.index - 1, carrier, prediction);
        }
    }
    return crComplain(world, error, function);
}
