// SPDX-License-Identifier: MIT
// Replays: executes the calls of a recording and compares the results with the recorded ones.
#include "../data/refuse.h"
#include "recording_read.h"

struct CaromReplay {
    CaromWorld *world;
    CaromAllocator allocator; ///< the game's: a replay may outlive its world
    CrRecordingReader reader;
    CrCallRoom room;
    CrSums sums;    ///< as they were recorded
    bool hit;       ///< callbacks the world had
    uint8_t others; ///< CR_CALLBACK_…
    int64_t tick;
    bool owes; ///< a step was played; what was recorded of it is still to be read
    CaromDifference difference;
    uint32_t asked; ///< in a step: index of the projectile of the first callback that differs
    bool strayed;   ///< a callback differed
    double mostSeconds, mostEvents; ///< of a step: caromReplayLimit
    bool exceeded;                  ///< the last step had more events
};

// ---- differences

/// Returns the short sum of an entity in the replaying world, 0 if there is none.
static uint32_t sumNow(const void *context, CaromPart part, uint32_t slot)
{
    const CaromWorld *world = context;
    return slot < crHashCount(world, part) ? crSumShort(crHashOf(world, part, slot)) : 0;
}

static uint32_t ageOf(const CaromWorld *world, const CaromDifference *difference)
{
    uint32_t slot = difference->index - 1;
    if (difference->index == 0 || slot >= crHashCount(world, difference->part)) {
        return 0;
    }
    return difference->part == CAROM_PART_BODY    ? world->bodySlots.ages[slot]
           : difference->part == CAROM_PART_SHAPE ? world->shapeSlots.ages[slot]
                                                  : world->flights.tail[slot].age;
}

static CaromDifference *differ(CaromReplay *replay, CaromPart part)
{
    static CaromDifference const blank;
    CaromDifference *difference = &replay->difference;
    *difference = blank;
    difference->found = true;
    difference->tick = replay->tick;
    difference->time = replay->world->time;
    difference->part = part;
    return difference;
}

/// After a step.
static void compare(CaromReplay *replay, const CrTickRecord *tick)
{
    uint64_t got = caromWorldHash(replay->world);
    if (replay->difference.found || (got == tick->hash && !replay->strayed)) {
        return;
    }
    CaromDifference *difference = differ(replay, CAROM_PART_NONE);
    difference->time = tick->time;
    difference->recorded = tick->hash;
    difference->got = got;
    if (replay->reader.detail) {
        crSumsCompare(&replay->sums, sumNow, replay->world, difference);
        difference->age = ageOf(replay->world, difference);
    }
    if (difference->part == CAROM_PART_NONE && replay->strayed) {
        difference->part = CAROM_PART_QUESTION;
        difference->index = replay->asked;
    }
}

// ---- callbacks that remember

/// Returns whether the next record is the answer about this projectile. If not, the replay differs
/// from the recording.
static bool answer(CaromReplay *replay, CrCallKind kind, uint32_t index, uint8_t *action)
{
    CrStream *s = &replay->reader.chunk;
    CrStream look = *s;
    uint8_t next = 0;
    uint32_t projectile = 0;
    crStreamU8(&look, &next);
    crStreamU32(&look, &projectile);
    crStreamU8(&look, action);
    if (!crStreamIsGood(&look) || crKindOf(next) != (int)kind || projectile != index) {
        replay->asked = replay->strayed ? replay->asked : index;
        replay->strayed = true;
        return false;
    }
    *s = look;
    return true;
}

static CaromHitAction answerHit(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    uint8_t action = 0;
    (void)world;
    return answer(context, CR_RECORD_HIT, hit->projectile.index, &action) ? (CaromHitAction)action
                                                                          : hit->action;
}

static CaromMeetAction answerMeeting(void *context, const CaromWorld *world,
                                     const CaromMeetEvent *meeting, CaromProjectileId which)
{
    uint8_t action = 0;
    (void)world;
    (void)meeting;
    return answer(context, CR_RECORD_MEETING, which.index, &action) ? (CaromMeetAction)action
                                                                    : CAROM_MEETING_BOUNCE;
}

static CaromContactAction answerContact(void *context, const CaromWorld *world,
                                        const CaromContactQuestion *question)
{
    CaromReplay *replay = context;
    uint8_t action = 0;
    (void)world;
    bool strayed = replay->strayed;
    uint32_t pair = crAnswerPair(question->shapeA, question->shapeB);
    bool known = answer(replay, CR_RECORD_MEETING, pair, &action) && (action & CR_ANSWER_CONTACT);
    if (!known) {
        replay->asked = strayed ? replay->asked : question->shapeA.index;
        replay->strayed = true;
        return CAROM_CONTACT_COLLIDE;
    }
    return (CaromContactAction)(action & ~CR_ANSWER_CONTACT);
}

// ---- limits

/// What the clock alone may ask of a step, at most: windows of events, changes of steering, times
/// at which contacts are judged.
static double eventsByClock(const CaromWorld *world, double seconds)
{
    double flights = (double)crFlightsCount(&world->flights) - world->flights.freeCount;
    double events = flights * (seconds / world->eventWindow + seconds / world->steerInterval + 2.0);
    double told = crArrayCount(world->touchings.watched);
    return events + told * (seconds / world->contactInterval + 1.0);
}

static CaromError checkLimits(const CaromReplay *replay, double time)
{
    const CaromWorld *world = replay->world;
    double seconds = time - world->time;
    bool looks = crArrayCount(world->touchings.watched) > 0 &&
                 world->contactLimit > crMax(replay->mostEvents, CR_CONTACT_LIMIT);
    bool tooMuch = looks || seconds > replay->mostSeconds ||
                   eventsByClock(world, seconds) > replay->mostEvents;
    return tooMuch ? CAROM_ERROR_REPLAY_LIMIT : CAROM_OK;
}

/// Half of the limit is shared out, so many events for a flight in one window; the other half is
/// for flights that have more. So all together can't have more than the limit, and a step with no
/// more than half of it is played, however few flights have the most of them.
static void limitEvents(const CaromReplay *replay, double time)
{
    CaromWorld *world = replay->world;
    double windows = eventsByClock(world, time - world->time);
    double each = 0.5 * replay->mostEvents / crMax(windows, 1.0);
    world->eventCap = each < world->eventLimit ? (int)crMax(each, 1.0) : world->eventLimit;
    world->eventPool = 0.5 * replay->mostEvents;
}

static void step(CaromReplay *replay, double time)
{
    CaromWorld *world = replay->world;
    CaromHitFunction *hit = world->hitCallback;
    CaromMeetFunction *meet = world->meetCallback;
    CaromContactFunction *contact = world->contactCallback;
    void *hitContext = world->hitContext, *meetContext = world->meetContext;
    void *contactContext = world->contactContext;
    CrStream *s = &replay->reader.chunk;
    world->hitCallback = replay->hit ? answerHit : NULL;
    world->meetCallback = replay->others & CR_CALLBACK_MEET ? answerMeeting : NULL;
    world->contactCallback = replay->others & CR_CALLBACK_CONTACT ? answerContact : NULL;
    world->hitContext = world->meetContext = world->contactContext = replay;
    replay->strayed = false;
    replay->asked = 0;
    crRecordCallbacks(world); // by whoever records this replay
    limitEvents(replay, time);
    CaromStepFlags flags = caromWorldStepTo(world, time);
    replay->exceeded = (flags & CAROM_STEP_PARKED) && world->eventPool < 0.0;
    world->eventCap = world->eventLimit;
    world->hitCallback = hit;
    world->hitContext = hitContext;
    world->meetCallback = meet;
    world->meetContext = meetContext;
    world->contactCallback = contact;
    world->contactContext = contactContext;
    crRecordCallbacks(world);
    replay->strayed |= s->at < s->size; // recorded answers are left over
    s->at = s->size;
    if ((flags & CAROM_STEP_REFUSED) && !replay->difference.found) {
        differ(replay, CAROM_PART_CALL)->call = "caromWorldStepTo";
    }
}

// ---- records

/// A snapshot that lies in the recording.
static CaromError restore(CaromReplay *replay, CrStream *s)
{
    uint64_t size = 0;
    crStreamU64(s, &size);
    crStreamExpect(s, size <= s->size - s->at);
    if (!crStreamIsGood(s)) {
        return CAROM_ERROR_RECORDING;
    }
    CaromError error = caromWorldRestore(replay->world, s->from + s->at, (size_t)size);
    s->at += (size_t)size;
    return error;
}

static CaromError call(CaromReplay *replay, CrStream *s, CrCallKind kind)
{
    static const CrCall blank;
    CrCall call = blank;
    CaromError error = CAROM_OK;
    bool same = true;
    call.kind = kind;
    crCallFields(s, &call, &replay->room, replay->world->tag);
    if (!crStreamIsGood(s)) {
        return crRecordingFault(s);
    }
    bool done = crCallPlay(replay->world, &call, &same, &error);
    if (!done && error == CAROM_ERROR_MEMORY) {
        return error;
    }
    if (!(done && same) && !replay->difference.found) {
        differ(replay, CAROM_PART_CALL)->call = crCallName(kind);
    }
    return CAROM_OK;
}

/// Plays one record; *stepped: it was a step. MEMORY: nothing was done, and it may be read again.
static CaromError record(CaromReplay *replay, bool *stepped)
{
    CrStream *s = &replay->reader.chunk, before = *s;
    CaromError error = CAROM_OK;
    uint8_t byte = 0;
    double time = 0.0;
    crStreamU8(s, &byte);
    int kind = crKindOf(byte);
    if (kind < CR_CALL_COUNT) {
        error = call(replay, s, (CrCallKind)kind);
    } else if (kind == CR_RECORD_BECAME) {
        error = restore(replay, s);
    } else if (kind == CR_RECORD_CALLBACKS) {
        crStreamBool(s, &replay->hit);
        crStreamEnum(s, &replay->others, CR_CALLBACK_KINDS);
    } else {
        crStreamExpect(s, kind == CR_RECORD_STEP);
        crStreamNumber(s, &time);
        error = crStreamIsGood(s) ? checkLimits(replay, time) : CAROM_OK;
        *stepped = crStreamIsGood(s) && error == CAROM_OK;
        if (*stepped) {
            replay->tick++;
            step(replay, time);
        }
    }
    error = error == CAROM_OK && !crStreamIsGood(s) ? CAROM_ERROR_RECORDING : error;
    if (error == CAROM_ERROR_MEMORY || error == CAROM_ERROR_REPLAY_LIMIT) {
        *s = before;
    }
    return error;
}

/// Reads the recorded result of a step and compares.
static CaromError readTick(CaromReplay *replay)
{
    CrRecordingReader *reader = &replay->reader, before = *reader;
    CrTickRecord tick = {0.0, 0, 0};
    if (!crRecordingNext(reader)) {
        return CAROM_ERROR_RECORDING;
    }
    if (!crRecordingTick(reader, &tick, &replay->sums, &replay->allocator)) {
        CaromError error = crRecordingFault(&reader->chunk);
        if (error == CAROM_ERROR_MEMORY) {
            *reader = before; // sums that were read once may be read again
        } else {
            reader->broken = true;
        }
        return error;
    }
    replay->owes = false;
    if (!(tick.flags & CAROM_STEP_EXHAUSTED)) {
        compare(replay, &tick);
    }
    return CAROM_OK;
}

// ---- public calls

/// The world changes last, once there is nothing else that could fail.
static CaromError begin(CaromReplay *replay, const void *recording, size_t size)
{
    CrRecordingReader *reader = &replay->reader;
    CrTickRecord tick = {0.0, 0, 0};
    CaromError error = crRecordingOpen(reader, recording, size, &replay->hit, &replay->others);
    CrStream snapshot = reader->chunk;
    if (error == CAROM_OK && !(crRecordingNext(reader) &&
                               crRecordingTick(reader, &tick, &replay->sums, &replay->allocator))) {
        error = crRecordingFault(&reader->chunk);
    }
    error = error == CAROM_OK ? restore(replay, &snapshot) : error;
    if (error == CAROM_OK) {
        compare(replay, &tick);
    }
    return error;
}

CaromReplay *caromReplayCreate(CaromWorld *world, const void *recording, size_t size,
                               CaromError *error)
{
    static const CaromReplay blank;
    CaromError ignored = CAROM_OK;
    CaromReplay *replay = NULL;
    error = error != NULL ? error : &ignored;
    *error = crCheckEditable(world);
    *error = *error == CAROM_OK && recording == NULL ? CAROM_ERROR_NULL : *error;
    if (*error == CAROM_OK) {
        replay = crResize(&world->game, NULL, 0, sizeof *replay);
        *error = replay == NULL ? CAROM_ERROR_MEMORY : CAROM_OK;
    }
    if (*error == CAROM_OK) {
        *replay = blank;
        replay->world = world;
        replay->mostSeconds = 60.0;
        replay->mostEvents = 1e7;
        replay->allocator = replay->room.allocator = world->game;
        *error = begin(replay, recording, size);
    }
    if (*error != CAROM_OK) {
        caromReplayDestroy(replay);
        replay = NULL;
    }
    crRefuse(world, *error, "caromReplayCreate");
    return replay;
}

void caromReplayDestroy(CaromReplay *replay)
{
    if (replay != NULL) {
        CaromAllocator allocator = replay->allocator;
        crCallRoomFree(&replay->room);
        crSumsFree(&replay->sums, &allocator);
        crResize(&allocator, replay, sizeof *replay, 0);
    }
}

CaromError caromReplayLimit(CaromReplay *replay, double seconds, double events)
{
    if (replay == NULL) {
        return CAROM_ERROR_NULL;
    }
    CaromError error = crFinite(seconds) && crFinite(events) ? CAROM_OK : CAROM_ERROR_NOT_FINITE;
    if (error == CAROM_OK && !(seconds > 0.0 && events >= 1.0 && events <= 1e300)) {
        error = CAROM_ERROR_OUT_OF_RANGE;
    }
    if (error == CAROM_OK) {
        replay->mostSeconds = seconds;
        replay->mostEvents = events;
    }
    return crRefuse(replay->world, error, "caromReplayLimit");
}

/// Plays the calls up to the next step, the step, and reads its recorded result. Returns OK or the
/// reason of a failure.
static CaromError playOn(CaromReplay *replay, bool *stepped)
{
    CrRecordingReader *reader = &replay->reader;
    CrStream *s = &reader->chunk;
    CaromError error = CAROM_OK;
    bool inside = reader->kind == CR_CHUNK_CALLS && s->at < s->size;
    if (!replay->owes && !inside && crRecordingPeek(reader) == CR_CHUNK_CALLS) {
        inside = crRecordingNext(reader);
    }
    while (inside && error == CAROM_OK && !replay->owes && s->at < s->size) {
        error = record(replay, &replay->owes);
    }
    *stepped = replay->owes;
    return error == CAROM_OK && replay->owes ? readTick(replay) : error;
}

/// Returns whether an error is not the fault of the recording, so that playing may be tried again.
static bool isPassing(CaromError error)
{
    return error != CAROM_ERROR_RECORDING && error != CAROM_ERROR_SNAPSHOT &&
           error != CAROM_ERROR_VERSION;
}

CaromReplayState caromReplayNext(CaromReplay *replay)
{
    if (replay == NULL) {
        return CAROM_REPLAY_REFUSED;
    }
    CrRecordingReader *reader = &replay->reader;
    bool stepped = false;
    CaromError error = crCheckEditable(replay->world);
    if (error == CAROM_OK && !reader->broken) {
        error = playOn(replay, &stepped);
    }
    if (error != CAROM_OK && isPassing(error)) {
        crRefuse(replay->world, error, "caromReplayNext");
        return CAROM_REPLAY_REFUSED;
    }
    if (error == CAROM_OK && stepped && replay->exceeded) {
        reader->broken = true;
        crRefuse(replay->world, CAROM_ERROR_REPLAY_LIMIT, "caromReplayNext");
        return CAROM_REPLAY_BROKEN;
    }
    if (error == CAROM_OK && stepped) {
        return replay->difference.found ? CAROM_REPLAY_DIFFERS : CAROM_REPLAY_SAME;
    }
    bool ended = error == CAROM_OK && !reader->broken &&
                 (reader->kind == CR_CHUNK_END || crRecordingNext(reader)) &&
                 reader->kind == CR_CHUNK_END;
    reader->broken |= !ended;
    return ended ? CAROM_REPLAY_ENDED : CAROM_REPLAY_BROKEN;
}

CaromDifference caromReplayDifference(const CaromReplay *replay)
{
    static const CaromDifference none;
    return replay != NULL ? replay->difference : none;
}

int64_t caromReplayTick(const CaromReplay *replay)
{
    return replay != NULL ? replay->tick : 0;
}
