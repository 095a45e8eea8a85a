// SPDX-License-Identifier: MIT
#include "replay.h"

#include <stdlib.h>
#include <string.h>

Replay replayBegin(CaromWorld *world, double hz, ReplayReader *read, void *context)
{
    Replay replay = {.world = world, .hz = hz, .read = read, .context = context};
    for (int i = 0; i < REPLAY_KINDS; i++)
        replay.digests[i] = 0xcbf29ce484222325u;
    return replay;
}

// ---- digests

static void digestBits(Replay *replay, ReplayKind kind, uint64_t bits)
{
    uint64_t mixed = (replay->digests[kind] ^ bits) * 0x100000001b3u;
    replay->digests[kind] = mixed ^ mixed >> 29;
}

static void digestNumber(Replay *replay, ReplayKind kind, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    digestBits(replay, kind, bits);
}

static void digest(Replay *replay, ReplayKind kind, double time, uint32_t index, CaromVec2 place)
{
    replay->counts[kind]++;
    digestBits(replay, kind, index);
    digestNumber(replay, kind, time);
    digestNumber(replay, kind, place.x);
    digestNumber(replay, kind, place.y);
}

static void digestWhatHappened(Replay *replay, const CaromEvents *e)
{
    for (int i = 0; i < e->hitCount; i++)
        digest(replay, REPLAY_HITS, e->hits[i].time, e->hits[i].projectile.index,
               e->hits[i].center);
    for (int i = 0; i < e->endCount; i++)
        digest(replay, REPLAY_ENDS, e->ends[i].time, e->ends[i].projectile.index,
               e->ends[i].position);
    for (int i = 0; i < e->modeCount; i++)
        digest(replay, REPLAY_MODES, e->modes[i].time, e->modes[i].projectile.index,
               e->modes[i].position);
    for (int i = 0; i < e->crossCount; i++)
        digest(replay, REPLAY_CROSSES, e->crosses[i].time, e->crosses[i].projectile.index,
               e->crosses[i].point);
    for (int i = 0; i < e->meetCount; i++)
        digest(replay, REPLAY_MEETS, e->meets[i].time, e->meets[i].a.index, e->meets[i].point);
    for (int i = 0; i < e->blastCount; i++)
        digest(replay, REPLAY_BLASTS, e->blasts[i].time, e->blasts[i].projectile.index,
               e->blasts[i].center);
    for (int i = 0; i < e->pushCount; i++)
        digest(replay, REPLAY_PUSHES, e->pushes[i].time, e->pushes[i].projectile.index,
               e->pushes[i].impulse);
}

uint64_t replayDigest(const Replay *replay)
{
    uint64_t all = caromWorldHash(replay->world);
    for (int i = 0; i < REPLAY_KINDS; i++)
        all = (all ^ replay->digests[i] ^ (uint64_t)replay->counts[i]) * 0x9e3779b97f4a7c15u;
    return all;
}

// ---- frames

static void step(Replay *replay, double time)
{
    replay->flags |= caromWorldStepTo(replay->world, time);
    replay->steps++;
    CaromEvents events = caromWorldEvents(replay->world);
    digestWhatHappened(replay, &events);
    replay->read(replay->context, &events);
}

void replayTo(Replay *replay, double time)
{
    double frame = (double)replay->frames / replay->hz;
    for (; frame < time; frame = (double)++replay->frames / replay->hz)
        if (frame > caromWorldTime(replay->world)) // not where the game acted just then
            step(replay, frame);
    if (caromWorldTime(replay->world) < time)
        step(replay, time);
}

// ---- trails

bool trailAdd(Trail *trail, CaromVec2 place, double time, double speed)
{
    if (trail->count == trail->capacity) {
        int capacity = 2 * trail->capacity + 64;
        TrailPoint *points = realloc(trail->points, (size_t)capacity * sizeof *points);
        if (!points)
            return false;
        trail->points = points;
        trail->capacity = capacity;
    }
    int at = trail->count++;
    for (; at > 0 && trail->points[at - 1].time > time; at--)
        trail->points[at] = trail->points[at - 1];
    trail->points[at] = (TrailPoint){place, time, speed};
    return true;
}

void trailFree(Trail *trail)
{
    free(trail->points);
    memset(trail, 0, sizeof *trail);
}
