// SPDX-License-Identifier: MIT
#include "flight_log.h"

#include <stdlib.h>
#include <string.h>

#include "assertions.h"

void flightLogPut(FlightLog *log, uint64_t word)
{
    if (log->count == log->capacity) {
        log->capacity = log->capacity > 0 ? 2 * log->capacity : 1024;
        log->words = realloc(log->words, (size_t)log->capacity * sizeof *log->words);
        ck_assert_ptr_nonnull(log->words);
    }
    log->words[log->count++] = word;
}

void flightLogNumber(FlightLog *log, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    flightLogPut(log, bits);
}

void flightLogVec(FlightLog *log, CaromVec2 v)
{
    flightLogNumber(log, v.x);
    flightLogNumber(log, v.y);
}

void flightLogId(FlightLog *log, uint32_t index, uint32_t age)
{
    flightLogPut(log, (uint64_t)index << 32 | age);
}

static void putHit(FlightLog *log, const CaromHitEvent *e)
{
    flightLogPut(log, e->sequence);
    flightLogNumber(log, e->time);
    flightLogId(log, e->projectile.index, e->projectile.age);
    flightLogId(log, e->shape.index, e->shape.age);
    flightLogId(log, e->body.index, e->body.age);
    flightLogVec(log, e->point);
    flightLogVec(log, e->center);
    flightLogVec(log, e->normal);
    flightLogVec(log, e->velocityBefore);
    flightLogVec(log, e->velocityAfter);
    flightLogVec(log, e->impulse);
    flightLogPut(log, (uint64_t)(uint32_t)e->tile.x << 32 | (uint32_t)e->tile.y);
    flightLogPut(log, (uint64_t)e->material << 40 | (uint64_t)e->feature << 8 |
                          (uint64_t)e->corner << 4 | (uint64_t)e->action);
    flightLogPut(log, (uint64_t)(uintptr_t)e->projectileData);
    flightLogPut(log, (uint64_t)(uintptr_t)e->shapeData);
    log->hits++;
}

static void putEnd(FlightLog *log, const CaromEndEvent *e)
{
    flightLogPut(log, e->sequence);
    flightLogNumber(log, e->time);
    flightLogId(log, e->projectile.index, e->projectile.age);
    flightLogVec(log, e->position);
    flightLogVec(log, e->velocity);
    flightLogPut(log, (uint64_t)e->reason);
    log->ends++;
}

static void putMode(FlightLog *log, const CaromModeEvent *e)
{
    flightLogPut(log, e->sequence);
    flightLogNumber(log, e->time);
    flightLogId(log, e->projectile.index, e->projectile.age);
    flightLogVec(log, e->position);
    flightLogVec(log, e->velocity);
    flightLogPut(log, (uint64_t)e->mode);
    log->modes++;
}

static void putBlast(FlightLog *log, const CaromBlastEvent *e)
{
    flightLogPut(log, e->sequence);
    flightLogNumber(log, e->time);
    flightLogId(log, e->projectile.index, e->projectile.age);
    flightLogVec(log, e->center);
    flightLogNumber(log, e->blast.radius);
    flightLogPut(log, (uint64_t)(uintptr_t)e->projectileData);
    log->blasts++;
}

static void putPush(FlightLog *log, const CaromPushEvent *e)
{
    flightLogPut(log, e->sequence);
    flightLogNumber(log, e->time);
    flightLogId(log, e->source.index, e->source.age);
    flightLogId(log, e->projectile.index, e->projectile.age);
    flightLogId(log, e->shape.index, e->shape.age);
    flightLogVec(log, e->point);
    flightLogVec(log, e->impulse);
    flightLogNumber(log, e->distance);
    flightLogNumber(log, e->exposure);
    flightLogPut(log, (uint64_t)(uintptr_t)e->data);
    log->pushes++;
}

static void putMeet(FlightLog *log, const CaromMeetEvent *e)
{
    flightLogPut(log, e->sequence);
    flightLogNumber(log, e->time);
    flightLogId(log, e->a.index, e->a.age);
    flightLogId(log, e->b.index, e->b.age);
    flightLogVec(log, e->centerA);
    flightLogVec(log, e->centerB);
    flightLogVec(log, e->point);
    flightLogVec(log, e->normal);
    flightLogVec(log, e->beforeA);
    flightLogVec(log, e->beforeB);
    flightLogVec(log, e->afterA);
    flightLogVec(log, e->afterB);
    flightLogPut(log, (uint64_t)e->actionA << 8 | (uint64_t)e->actionB);
    log->meets++;
}

static void putCross(FlightLog *log, const CaromCrossEvent *e)
{
    flightLogPut(log, e->sequence);
    flightLogNumber(log, e->time);
    flightLogId(log, e->projectile.index, e->projectile.age);
    flightLogId(log, e->shape.index, e->shape.age);
    flightLogId(log, e->body.index, e->body.age);
    flightLogVec(log, e->point);
    flightLogVec(log, e->velocity);
    flightLogPut(log,
                 (uint64_t)e->entered << 2 | (uint64_t)e->sensor << 1 | (uint64_t)e->startedInside);
    flightLogPut(log, (uint64_t)(uintptr_t)e->projectileData);
    flightLogPut(log, (uint64_t)(uintptr_t)e->shapeData);
    log->crosses++;
}

static void putContact(FlightLog *log, const CaromContactEvent *e)
{
    flightLogPut(log, e->sequence);
    flightLogNumber(log, e->time);
    flightLogId(log, e->shapeA.index, e->shapeA.age);
    flightLogId(log, e->shapeB.index, e->shapeB.age);
    flightLogPut(log, (uint64_t)e->began << 1 | (uint64_t)e->sensor);
    flightLogVec(log, e->manifold.normal);
}

static void putImpact(FlightLog *log, const CaromImpactEvent *e)
{
    flightLogPut(log, e->sequence);
    flightLogNumber(log, e->time);
    flightLogId(log, e->shapeA.index, e->shapeA.age);
    flightLogId(log, e->shapeB.index, e->shapeB.age);
    flightLogVec(log, e->point);
    flightLogVec(log, e->normal);
    flightLogNumber(log, e->speed);
    flightLogNumber(log, e->impulse);
}

static void putBody(FlightLog *log, const CaromBodyEvent *e)
{
    flightLogPut(log, e->sequence);
    flightLogNumber(log, e->time);
    flightLogId(log, e->body.index, e->body.age);
    flightLogPut(log, (uint64_t)e->kind);
    flightLogPut(log, (uint64_t)(uintptr_t)e->data);
}

/// In the order of their numbers, which follow each other without a gap.
/// @param last sequence number of the last one
static void putEvents(FlightLog *log, const CaromEvents *e, uint64_t last)
{
    int h = 0, n = 0, m = 0, c = 0, b = 0, p = 0, k = 0, t = 0, i = 0, y = 0;
    int count = e->hitCount + e->endCount + e->modeCount + e->crossCount + e->blastCount +
                e->pushCount + e->meetCount + e->contactCount + e->impactCount + e->bodyCount;
    for (uint64_t next = last + 1 - (uint64_t)count; next <= last; next++) {
        if (h < e->hitCount && e->hits[h].sequence == next) {
            putHit(log, &e->hits[h++]);
        } else if (n < e->endCount && e->ends[n].sequence == next) {
            putEnd(log, &e->ends[n++]);
        } else if (m < e->modeCount && e->modes[m].sequence == next) {
            putMode(log, &e->modes[m++]);
        } else if (c < e->crossCount && e->crosses[c].sequence == next) {
            putCross(log, &e->crosses[c++]);
        } else if (b < e->blastCount && e->blasts[b].sequence == next) {
            putBlast(log, &e->blasts[b++]);
        } else if (k < e->meetCount && e->meets[k].sequence == next) {
            putMeet(log, &e->meets[k++]);
        } else if (t < e->contactCount && e->contacts[t].sequence == next) {
            putContact(log, &e->contacts[t++]);
        } else if (i < e->impactCount && e->impacts[i].sequence == next) {
            putImpact(log, &e->impacts[i++]);
        } else if (y < e->bodyCount && e->bodies[y].sequence == next) {
            putBody(log, &e->bodies[y++]);
        } else {
            ck_assert(p < e->pushCount && e->pushes[p].sequence == next);
            putPush(log, &e->pushes[p++]);
        }
    }
}

void flightLogRead(FlightLog *log, const CaromWorld *world)
{
    CaromEvents events = caromWorldEvents(world);
    putEvents(log, &events, caromWorldCounters(world).events);
}

int flightLogDifference(const FlightLog *a, const FlightLog *b)
{
    int count = a->count < b->count ? a->count : b->count;
    for (int i = 0; i < count; i++) {
        if (a->words[i] != b->words[i]) {
            return i;
        }
    }
    return a->count == b->count ? -1 : count;
}
