// SPDX-License-Identifier: MIT
// The events that a step collects until they are published: the order of each, 16 bytes, and its
// data. Hits are many and kept short. Everything that follows from the world at the end of the step
// is left out, since nothing is edited within a step.
//
// Tasks collect hits into slices of the same arrays, one slice a task. Only the events of one
// projectile at one time must be collected in order.
#ifndef CAROM_WORLD_DATA_EVENTS_H
#define CAROM_WORLD_DATA_EVENTS_H

#include "../../shapes/array.h"
#include "../api/events.h"

/// All kinds of events except hits: constant, array, the middle of CaromEndEvent and
/// crEventsAddEnd.
#define CR_RARE_EVENT_KINDS(X)                                                                     \
    X(END, ends, End)                                                                              \
    X(MODE, modes, Mode)                                                                           \
    X(CROSS, crosses, Cross)                                                                       \
    X(MEET, meets, Meet)                                                                           \
    X(BLAST, blasts, Blast)                                                                        \
    X(PUSH, pushes, Push)                                                                          \
    X(CONTACT, contacts, Contact)                                                                  \
    X(IMPACT, impacts, Impact)                                                                     \
    X(BODY, bodies, Body)

typedef enum CrEventKind {
    CR_EVENT_HIT,
#define CR_KIND(KIND, array, name) CR_EVENT_##KIND,
    CR_RARE_EVENT_KINDS(CR_KIND)
#undef CR_KIND
        CR_EVENT_KIND_COUNT
} CrEventKind;

/// An event's place in the order. Events are collected in any order and published by time, those
/// before a tick before those after it, then by projectile, then as they were collected.
typedef struct CrEventOrder {
    double time;
    uint32_t projectile; ///< slot; CR_NONE comes last
    uint32_t kind : 4;
    uint32_t early : 1;  ///< it came before the tick at its time
    uint32_t index : 27; ///< into the array of its kind, as collected
} CrEventOrder;

#define CR_EVENT_LIMIT (1 << 27) ///< of a kind in a step

static inline CrEventOrder crEventOrder(double time, uint32_t projectile, CrEventKind kind,
                                        int index)
{
    CrEventOrder order = {time, projectile, (unsigned)kind & 15u, 0,
                          (unsigned)index & (CR_EVENT_LIMIT - 1u)};
    return order;
}

/// A hit. Its time and its projectile's slot are in its order.
typedef struct CrHit {
    CaromVec2 center; ///< where the next leg starts
    CaromVec2 normal;
    CaromVec2 before, after; ///< velocities
    void *data;              ///< the projectile's
    uint32_t age;            ///< of the projectile's slot
    uint32_t key;            ///< of the edge that was hit
    uint32_t flightDef;
    uint8_t action; ///< CaromHitAction
    bool corner;
} CrHit;

typedef struct CrEventCollector {
    CrEventOrder *order;
    CrHit *hits;
} CrEventCollector;

/// Adds a hit and returns it; the caller fills in every field. Returns null if there is no room: it
/// never allocates.
static inline CrHit *crCollectHit(CrEventCollector *collector, double time, uint32_t projectile)
{
    int count = crArrayCount(collector->hits), all = crArrayCount(collector->order);
    if (count == crArrayCapacity(collector->hits) || all == crArrayCapacity(collector->order)) {
        return NULL;
    }
    crArrayPush(collector->order, crEventOrder(time, projectile, CR_EVENT_HIT, count));
    crArraySetCount(collector->hits, count + 1);
    return &collector->hits[count];
}

/// Room in the arrays of order and hits that one task fills.
typedef struct CrEventSlice {
    CrEventOrder *order;
    CrHit *hits;
    int firstHit; ///< the index of hits[0]
    int room, count;
    int missed; ///< flights whose hits found no room
} CrEventSlice;

/// As crCollectHit; there must be room.
static inline CrHit *crCollectSlice(CrEventSlice *slice, double time, uint32_t projectile)
{
    int k = slice->count++;
    slice->order[k] = crEventOrder(time, projectile, CR_EVENT_HIT, slice->firstHit + k);
    return &slice->hits[k];
}

/// The events of a world. During a step the rare kinds are as collected, and hits are null and
/// empty. After it all are as published.
typedef struct CrEvents {
    CrEventCollector own;
    CaromHitEvent *hits; ///< has room for all that own.hits has
#define CR_ARRAY(KIND, array, name) Carom##name##Event *array;
    CR_RARE_EVENT_KINDS(CR_ARRAY)
#undef CR_ARRAY
    CrEventOrder *scratch; ///< for sorting own.order, with room as that has,
    uint32_t *starts;      ///< crEventStarts(that room)
    int ticked;            ///< how many of own.order had come before the step's last tick
    bool published;        ///< between steps
    bool insideLost;       ///< memory was missing for a projectile that entered a sensor
    uint64_t sequence, dropped;
} CrEvents;

#endif
