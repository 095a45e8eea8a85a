// SPDX-License-Identifier: MIT
// The structures of flights: what every step reads, what only some flights have, and what only
// events need.
#ifndef CAROM_WORLD_DATA_FLIGHT_H
#define CAROM_WORLD_DATA_FLIGHT_H

#include "../../broadphase/box_index.h"
#include "../../shapes/array.h"
#include "../api/ids.h"
#include "../api/projectiles.h"

#include <stdlib.h>

/// The kind of event that is due at next[i].
typedef enum CrNext {
    CR_NEXT_NOTHING, ///< nothing ever, as things stand
    CR_NEXT_SEARCH,  ///< no event until then; search further
    CR_NEXT_HIT,     ///< nextKey is met
    CR_NEXT_REST,    ///< the limit of its bounce series
    CR_NEXT_SLIDE,   ///< the end of a slide's leg
    CR_NEXT_STOP,    ///< friction with the ground has used up its speed
    CR_NEXT_EXIT,    ///< leaves what it pierced, or stops in there
    CR_NEXT_LAUNCH,  ///< no longer pending
    CR_NEXT_FUSE,    ///< explodes
    CR_NEXT_NEAR,    ///< comes near what its proximity fuse is for
    CR_NEXT_LIFETIME,
    CR_NEXT_STEER,    ///< kP: drag and homing
    CR_NEXT_FORCE,    ///< another force begins to act
    CR_NEXT_OVERFLOW, ///< leaves the range of coordinates
    // of pairs of projectiles, never in nextKind
    CR_NEXT_MEETING,
    CR_NEXT_HORIZON ///< no meeting until then; search further
} CrNext;

/// What ends a slide's leg.
enum {
    CR_SLIDE_STOPS,  ///< friction has used up its speed
    CR_SLIDE_BEFORE, ///< the end of the face or facet behind
    CR_SLIDE_AFTER,  ///< ahead
    CR_SLIDE_WEDGED, ///< the end of one of the two faces that guide it
    CR_SLIDE_ONWARD, ///< the end of a piece of a ride
    CR_SLIDE_SLIPS,  ///< friction holds it no more
    CR_SLIDE_RISES,  ///< nothing presses it on any more
    CR_SLIDE_COUNT
};

/// Flags of a leg, set by its anchor, never by a step. Those in CR_LEG_STAYS belong to the flight.
enum {
    CR_LEG_PIERCED = 1,  ///< `after` and `passed` name the last surface that it passed on this leg
    CR_LEG_SHAVES = 2,   ///< passes an end of an edge so closely that its exact leg must be checked
    CR_LEG_EXTRA = 4,    ///< owns an extra record
    CR_LEG_CRUSHED = 8,  ///< between walls of which one moves: it ends as crushed
    CR_LEG_COUNTED = 16, ///< an event that counts has just ended it
    // its acceleration: none, that of its flight def (one of two, see CrPull), or its own
    CR_LEG_PULL_A = 32,
    CR_LEG_PULL_B = 64,
    CR_LEG_PULL_OWN = CR_LEG_PULL_A | CR_LEG_PULL_B,
    CR_LEG_PULLS = CR_LEG_PULL_OWN,
    CR_LEG_STAYS = CR_LEG_EXTRA | CR_LEG_CRUSHED,
    CR_LEG_FREE = 128 ///< no flight: its slot is free, or its age is spent
};

typedef enum CrTargetKind { CR_TARGET_NONE, CR_TARGET_POINT, CR_TARGET_BODY } CrTargetKind;

/// The steering of a projectile: everything that acts on it besides its flight def.
typedef struct CrSteering {
    CaromVec2 force, nextForce; ///< [N] now; from forceTime on
    double forceTime;           ///< CR_NEVER: no force waits
    double done;                ///< steering up to here is done
    CaromVec2 target;           ///< a point, of the world or in the body's space
    CaromBodyId targetBody;
    uint8_t targetKind; ///< CrTargetKind
} CrSteering;

#define CR_PIERCE_DEPTH 4

/// A shape that a flight has pierced and not yet left.
typedef struct CrPierced {
    uint32_t shape, age; ///< slot and age
    double since;        ///< inside at this time: that of the entry, or of an edit
    double stops;        ///< the time at which drag has used up its speed
    CaromVec2 place;     ///< of its centre at the entry, relative to where the shape is baked
} CrPierced;

/// The shapes that a flight is inside of, in the order of entry.
typedef struct CrPierces {
    CrPierced of[CR_PIERCE_DEPTH];
    int count;
    uint32_t nextFree;
} CrPierces;

/// An edge of a shape. The shape may have been destroyed since, or have other edges. CR_NONE: no
/// edge.
typedef struct CrPassed {
    uint32_t shape, age;
    int edge;
} CrPassed;

/// The extra record of a flight that does more than fly straight or by its flight def, bounce and
/// end. flight_extra.h defines which flights have one.
typedef struct CrFlightExtra {
    CaromVec2 acceleration; ///< of CR_LEG_PULL_OWN
    double fuseTime;        ///< of its fuse
    double after;           ///< on this leg events up to here are done; 0 at its start
    double ignoreUntil;     ///< until then it does not meet ignoreBody
    union {
        struct {                 // while it settles
            double restTime;     ///< when a bounce series ends
            CaromVec2 restPlace; ///< where, relative to the baked shapes of the support
            double settleSpeed;  ///< [m/s] along the support then
        };
        struct {                              // while it slides, rolls or rides
            double slideEnd;                  ///< when a slide's leg ends
            CaromVec2 slideNormal;            ///< of the face or facet it slides along
            int slideCause;                   ///< CR_SLIDE_…
            double slideSpeed, slideEndSpeed; ///< of a ride: along it as the leg starts and ends
        };
        struct {                              // while it sticks
            CaromVec2 stuckLocal, stuckBaked; ///< its place in its body's local space, and baked
            CaromVec2 stuckPlace;             ///< where it was at the end of the last step
            uint32_t stuckBody;
        };
    };
    CaromBodyId ignoreBody;
    CrPassed passed;      ///< edge of the last event at `after`, or CR_NONE
    uint32_t supportKey;  ///< the edge it rests on, or CR_NONE
    uint32_t supportMark; ///< of that edge's shape, since keys are used again; rest.c
    int8_t supportPart;   ///< the CrPart it touches
    bool glued;           ///< was stopped and rests, whatever its support does
    bool listed;          ///< in the list of stuck flights
    bool rides;           ///< slides or rests on something that spins; rest.h
    CrSteering steering;
    uint64_t window; ///< of world time, for the event limit
    uint32_t windowEvents, bounces;
    uint32_t projectilePair; ///< index in the list of pairs, or CR_NONE
    uint32_t pierces;        ///< index in `pierces`, or CR_NONE
    uint32_t flight;         ///< the flight that owns the record, or CR_NONE
    uint32_t nextFree;
} CrFlightExtra;

/// A flight, in one cache line: its leg and its next event. A leg is its anchor: place, velocity,
/// start time, and the acceleration that the flags in `leg` select.
typedef struct CrFlight {
    CaromVec2 place, velocity;
    double start;
    double tau; ///< [s] since start: for CR_NEXT_HIT the time of the hit; otherwise no event until
                ///< then
    uint32_t nextKey; ///< for CR_NEXT_HIT the edge that is hit; otherwise the resting edge that the
                      ///< leg bounced off and leads away from, or CR_NONE, which saves a search
                      ///< some work; in a free slot the next free one, or CR_NONE
    uint32_t flightDef;
    union {
        uint32_t bounces; ///< so far
        uint32_t extra; ///< with CR_LEG_EXTRA: index of its extra record, which counts the bounces
    };
    uint8_t nextKind; ///< CrNext
    uint8_t mode;     ///< CaromProjectileMode
    uint8_t leg;      ///< CR_LEG_…, or-ed
    int8_t nextPart;  ///< for CR_NEXT_HIT the CrPart of the edge
} CrFlight;

/// The data of a flight that only events need.
typedef struct CrFlightTail {
    double endTime; ///< of its lifetime
    void *userData;
    uint32_t age;          ///< how often the slot was taken
    uint32_t windowEvents; ///< in the window of world time at the leg's start; flights with an
                           ///< extra record count theirs there
} CrFlightTail;

/// The sensors on a flight's path.
typedef struct CrSensorCrossing {
    double clearUntil; ///< until then it crosses none; -CR_NEVER: nothing is known of this leg
    double crossed;    ///< the leg's crossings are reported up to this time; -CR_NEVER: none
    uint32_t inside;   ///< the first node of its list of sensors that it is inside of, or CR_NONE
    bool fresh; ///< was placed here, not flown here: it started inside the sensors that it is
                ///< inside of
} CrSensorCrossing;

/// What projectiles of equal defs share.
typedef struct CrFlightDef {
    CaromProjectileDef
        def;      ///< position, velocity, time, userData and ignoreBody are not part of it
    uint64_t sum; ///< its hash; hash.h
} CrFlightDef;

/// The acceleration of a flight def's flights. There are two: while the world's gravity changes,
/// some flights still have the old one.
typedef struct CrPull {
    CaromVec2 of[2];
} CrPull;

// A bullet that only flies, bounces and ends takes 96 bytes in all.
typedef char flightFillsOneLine[sizeof(CrFlight) == 64 ? 1 : -1];
typedef char flightIsSmall[sizeof(CrFlight) + sizeof(double) + sizeof(CrFlightTail) <= 96 ? 1 : -1];

/// Arrays of flights by slot, beside `hot`: type of the elements, name. Everything else that all
/// flights have is listed here, so growing, freeing and a prediction's copy (predict.c)
/// include it. next: when the event of nextKind is due.
#define CR_FLIGHT_ARRAYS(X)                                                                        \
    X(double, next)                                                                                \
    X(CrFlightTail, tail)

/// Of eight straight flights, by slot: places from the map's origin at its epoch, and velocities;
/// clear_map.h
typedef struct CrGlances {
    float x[8], y[8]; ///< [m]; x: or CR_NO_GLANCE
    float u[8], v[8]; ///< [m/s]
} CrGlances;
#define CR_NO_GLANCE 1e30f

/// Projectiles by slot, in parallel arrays. Ids are 1-based slots with an age. Slots are reused
/// last in, first out; a slot with no age left is retired (slots.h). next, nextKind, tau and
/// nextKey are a cache: dropping them changes no event.
typedef struct CrFlights {
    CrFlight *hot; ///< within hotBlock, at the start of a cache line
    CrFlight *hotBlock;
#define CR_FLIGHT_ARRAY(type, name) type *name;
    CR_FLIGHT_ARRAYS(CR_FLIGHT_ARRAY)
#undef CR_FLIGHT_ARRAY
    uint32_t free; ///< the slot that was freed last, or CR_NONE; flight_pool.h
    int freeCount, liveCount;
    CrSensorCrossing *crossings; ///< by slot, in worlds that have or had sensors; else null
    double *queued; ///< by slot, in worlds with an event queue, else null: the time of its entry in
                    ///< the queue's heap, or CR_NEVER; CR_NEVER for all between steps
    uint32_t *queuedAfter; ///< as queued: the next flight in its slice of the step; in_turn.c
    double *clearUntil;    ///< by slot, in worlds with moving shapes, else null: until then the leg
                           ///< comes near none of them; clear_until.h
    CrGlances *glances;    ///< by an eighth of the slot, as clearUntil
    CrFlightExtra *extras;
    uint32_t *stuck; ///< extra records of stuck flights, and of some that no longer stick
    CrPierces *pierces;
    uint32_t freeExtra, freePierces; ///< the first free one of each, or CR_NONE
    int extrasLeft, piercesLeft;     ///< how many are free
    CrPull *pulls;                   ///< by flight def
    int pull;                        ///< index of the present pull of the two
} CrFlights;

/// A flight and its next event. Events are ordered by time, then by the lower of the two flights
/// concerned, then by the other. An event of one flight has it as both.
typedef struct CrQueuedEvent {
    double due;
    uint32_t flight;
    uint32_t first, second;
} CrQueuedEvent;

static inline void crGlanceForget(CrFlights *flights, uint32_t i)
{
    flights->glances[i / 8].x[i % 8] = CR_NO_GLANCE;
}

/// An edge that is met at the same time as others.
typedef struct CrTie {
    uint64_t order; ///< crEdgeOrder
    uint32_t key;
} CrTie;

/// The edges that a piercing flight meets at one time. ties.h
typedef struct CrTies {
    CrTie *all;      ///< by order
    double tau;      ///< since the leg's start
    double start;    ///< of the leg
    uint32_t flight; ///< CR_NONE: no flight
    int next;        ///< those before it are passed
    bool lost;       ///< memory was missing for one
} CrTies;

/// The box that a flight is listed by.
typedef struct CrFlightBox {
    CaromBox box;
    bool listed, watches; ///< in `all`; in `watchers`, by a wider box
    bool noted;           ///< it may come near a lookout
    int zone;             ///< of a lookout: its item in the motion grid, plus one; else 0
} CrFlightBox;

/// Boxes that flights stay in from one time until another. flight_boxes.h
typedef struct CrFlightBoxes {
    CrBoxes all, watchers; ///< by flight
    CrFlightBox *entries;  ///< by slot
    uint32_t *found;       ///< what was found last
    uint32_t *noted;       ///< of whom entries are not blank, where only some are listed
    double from, until;
    int questions;     ///< so far, while nothing is listed; -1: nothing will be
    int blank;         ///< entries that are blank between steps, from the first on
    bool listed;       ///< all are
    bool partly;       ///< only those noted are
    bool zoned;        ///< lookouts stay in zones, and what may come into one is noted
    bool searched;     ///< a lookout has been queued: it must be shown who is noted from here on
    CaromFilter flown; ///< within a step in turn: filters of all flights, or-ed
    int lookouts;      ///< so many of the world's watchers, the first ones, may watch for flights
} CrFlightBoxes;

/// An explosion that was requested and waits for the next step.
typedef struct CrPendingBlast {
    CaromVec2 center;
    CaromBlast blast;
} CrPendingBlast;

#define CR_FLIGHT_CHUNK 1024 ///< flights that are searched at a time

static inline uint32_t crFlightsCount(const CrFlights *flights)
{
    return (uint32_t)crArrayCount(flights->next);
}

static inline bool crFlightLives(const CrFlights *flights, uint32_t i)
{
    return i < crFlightsCount(flights) && !(flights->hot[i].leg & CR_LEG_FREE);
}

#endif
