// SPDX-License-Identifier: MIT
#include "play_grip.h"

#include <stdio.h>
#include <string.h>

#define GRIP_REACH 0.15 // [m] around the pointer
#define GRIP_SPEED 25.0 // [m/s] the fastest that a body is dragged
#define GRIP_KICK 4.0   // [m/s] that a dynamic body's velocity changes by in a tick, at most
#define GRIP_CALM 0.15  // [1] of its spin that is lost in a tick

static bool canMove(const CaromWorld *world, CaromBodyId body)
{
    return caromBodyType(world, body) != CAROM_BODY_STATIC &&
           caromBodyParent(world, body).index == 0;
}

static void take(PlayGrip *grip, const SceneState *state)
{
    CaromShapeId found[16];
    CaromQueryOptions options = caromQueryOptions();
    int count =
        caromWorldOverlapCircle(state->world, state->input.pointer, GRIP_REACH, options, found, 16);
    for (int i = 0; i < count && i < 16 && grip->body.index == 0; i++) {
        CaromBodyId body = caromShapeBody(state->world, found[i]);
        if (!canMove(state->world, body))
            continue;
        grip->body = body;
        grip->local = caromBodyPointInverse(state->world, body, state->input.pointer);
        grip->velocity = caromBodyVelocity(state->world, body);
    }
}

/// A dynamic body is pulled by impulses where it is held, so that it swings, and what it runs into
/// can stop it.
static void pull(const PlayGrip *grip, CaromWorld *world, CaromVec2 at, CaromVec2 wanted)
{
    CaromBodyId body = grip->body;
    double mass = caromBodyMass(world, body), inertia = caromBodyInertia(world, body);
    CaromVec2 center = caromBodyPoint(world, body, caromBodyCenterOfMass(world, body));
    CaromVec2 arm = caromVec2Sub(at, center);
    CaromVec2 change = caromVec2Sub(wanted, caromBodyVelocityAt(world, body, at));
    double kick = caromVec2Length(change);
    if (mass <= 0)
        return;
    if (kick > GRIP_KICK)
        change = caromVec2Scale(change, GRIP_KICK / kick);
    double square = arm.x * arm.x + arm.y * arm.y;
    double felt = inertia > 0 ? 1 / (1 / mass + square / inertia) : mass;
    caromBodyApplyLinearImpulse(world, body, caromVec2Scale(change, felt), at);
    caromBodyApplyAngularImpulse(world, body,
                                 -GRIP_CALM * inertia * caromBodyAngularVelocity(world, body));
}

void playMoveGrip(PlayGrip *grip, SceneState *state)
{
    bool holds = state->input.buttons & SCENE_GRAB, held = state->before.buttons & SCENE_GRAB;
    if (holds && !held)
        take(grip, state);
    if (grip->body.index == 0)
        return;
    if (!caromBodyIsValid(state->world, grip->body)) {
        memset(grip, 0, sizeof *grip);
        return;
    }
    CaromVec2 at = caromBodyPoint(state->world, grip->body, grip->local);
    CaromVec2 velocity = caromVec2Scale(caromVec2Sub(state->input.pointer, at), 0.5 * SCENE_HZ);
    double speed = caromVec2Length(velocity);
    if (speed > GRIP_SPEED)
        velocity = caromVec2Scale(velocity, GRIP_SPEED / speed);
    if (caromBodyType(state->world, grip->body) != CAROM_BODY_DYNAMIC)
        caromBodySetVelocity(state->world, grip->body, holds ? velocity : grip->velocity);
    else if (holds)
        pull(grip, state->world, at, velocity);
    if (!holds)
        memset(grip, 0, sizeof *grip);
}

// ---- the log

static const char *describe(const CaromEvent *event, char *text, size_t size)
{
    static const char *const ENDS[CAROM_END_COUNT] = {
        "hit", "last bounce", "lifetime", "inside", "crushed", "exploded", "meeting", "overflow"};
    static const char *const MODES[] = {"waits", "flies", "settles", "slides",
                                        "rolls", "rests", "sticks",  "is parked"};
    switch (event->kind) {
    case CAROM_EVENT_HIT:
        snprintf(text, size, "hit at %.1f m/s", caromVec2Length(event->hit->velocityBefore));
        return text;
    case CAROM_EVENT_END:
        snprintf(text, size, "end: %s", ENDS[event->end->reason]);
        return text;
    case CAROM_EVENT_MODE:
        return MODES[event->mode->mode];
    case CAROM_EVENT_CROSS:
        return event->cross->entered ? "enters a sensor" : "leaves a sensor";
    case CAROM_EVENT_MEET:
        return "two meet";
    case CAROM_EVENT_BLAST:
        return "blast";
    case CAROM_EVENT_PUSH:
        return "pushed";
    case CAROM_EVENT_IMPACT:
        snprintf(text, size, "impact at %.1f m/s", event->impact->speed);
        return text;
    case CAROM_EVENT_BODY:
        return event->body->kind == CAROM_BODY_FELL_ASLEEP ? "falls asleep"
               : event->body->kind == CAROM_BODY_WOKE      ? "wakes"
                                                           : "is out of range";
    default:
        return event->contact->began ? "bodies touch" : "bodies part";
    }
}

void playLog(Play *play, const CaromEvents *events)
{
    CaromEventIterator iterator = caromEventsBegin(events);
    for (CaromEvent event; caromEventsNext(&iterator, &event);) {
        char text[40], *line;
        if (play->logCount == PLAY_LOG_LINES) {
            memmove(play->log[0], play->log[1], sizeof play->log - sizeof play->log[0]);
            play->logCount--;
        }
        line = play->log[play->logCount++];
        snprintf(line, PLAY_LOG_LETTERS, "%8.3f s  %s", event.time,
                 describe(&event, text, sizeof text));
    }
}
