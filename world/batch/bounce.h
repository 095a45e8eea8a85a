// SPDX-License-Identifier: MIT
// The fast bounces of many points: on straight legs, off thin edges at rest; also their launch and
// end. The general path (hit.h) works for every flight in every world. This code handles flights
// that need little of it, in a third of the time and with the same bits: each case is either
// computed by the same arithmetic, or left, with nothing changed, to the general path.
// tests/world/batch/test_short_ways.c compares the two.
#ifndef CAROM_WORLD_BATCH_BOUNCE_H
#define CAROM_WORLD_BATCH_BOUNCE_H

#include "../api/body_shapes.h"
#include "../api/steps.h"
#include "../data/flight.h"
#include "../flight/leg.h"
#include "../narrowphase/thin_edge.h"

/// What a step knows of its world beforehand.
typedef struct CrBouncer {
    CaromWorld *world;
    double extent;   ///< the largest coordinate of what rests
    bool usable;     ///< false: the general path takes all
    bool senses;     ///< there are sensors
    bool clearUntil; ///< things move here, and clearUntil[] shows when they are near
    /// of a task: a flight without room in it is left as it is; otherwise null
    CrEventSlice *slice;
    CaromCounters *counters;   ///< the task's or the world's
    const CaromFilter *filter; ///< of all shapes, or null: they have several
} CrBouncer;

CrBouncer crBouncer(CaromWorld *world);
#define CR_BOUNCES CR_ROUND ///< at once

/// Handles the due events of some flights until a time, as long as they are simple; then the
/// general path goes on. First all bounces are computed, then all searches for the next event: so
/// code and branch predictions of each stay in the processor's caches. Among moving shapes a flight
/// first looks until when it is clear of them; near them it only bounces off lone discs.
void crBounces(const CrBouncer *bouncer, const uint32_t *flights, int count, double until);

/// A straight leg of a point, as it begins.
typedef struct CrSetOut {
    CaromVec2 place, velocity;
    double time;
    uint32_t left; ///< the key of what it leaves, or CR_NONE
} CrSetOut;

/// What is to be found on it first.
typedef struct CrAhead {
    const CrGridItem *item; ///< null: nothing
    CrPart part;
    double tau;
    int cells, edges; ///< looked at
} CrAhead;

typedef enum CrLook {
    CR_LOOK_CLEAR,
    CR_LOOK_UNCLEAR, ///< the general path must decide
    CR_LOOK_CROWDED  ///< something comes near to its start
} CrLook;

/// A place near a leg's start, and how near to it [m] nothing else may come.
typedef struct CrSpot {
    CaromVec2 place;
    double nearness;
} CrSpot;

/// A search for what a flight will meet first at rest. bounce_search.c
typedef struct CrAim {
    const CaromWorld *world;
    const CaromFilter *filter;
    CrThinEdgePath thin;
    double speed;
    double time, end; ///< when it sets out, and when its life ends
    uint32_t left;    ///< the key of what it leaves, or CR_NONE
    bool bounced;     ///< off that, just now: then nothing else may be near to `start`
    bool walks;       ///< false: the general path must decide
    double whole;     ///< [m] of the way, before something was found on it
    CrSpot start;
    CrLaneWalk walk;
    CrAhead best;
} CrAim;

/// One bounce, as it is found out.
typedef struct CrBounce {
    uint32_t i; ///< whose
    const CrFlight *hot;
    const CrShapeTraits *traits; ///< what the edge is of
    CrEdge edge;
    CrPart part;
    double time;
    CaromVec2 exact;         ///< where the path meets it
    CaromVec2 normal;        ///< to the flight
    CaromVec2 center, after; ///< where and how it goes on
    uint32_t key;            ///< of the edge
    uint32_t left;           ///< the same, if it rests; else CR_NONE
    double nearness; ///< [m] of `exact`: what else comes so near makes it another's business
    uint32_t events; ///< of its window, with it
} CrBounce;

/// A bounce that is due, if it is simple but for what else is near. Changes nothing.
bool crBounceFind(const CaromWorld *world, uint32_t i, CrBounce *bounce);
/// The number of events in its window of time, with it. False: it is the last that this has room
/// for, or late, and the general path's.
bool crBounceCount(const CaromWorld *world, CrBounce *bounce);
/// Carries it out after its search, which also finds out what is near: where that is not nothing,
/// nothing is changed. Returns whether the flight is to go on in the next round.
bool crBounceGoOn(const CrBouncer *bouncer, const CrBounce *bounce, const CrAim *aim, CrLook look,
                  double until);

/// The search of flight i if it sets out so, as it begins; asks for the memory that it will read
/// first. start: what must be clear there but of what it leaves, or null. Writes nothing else.
void crBounceAim(const CrBouncer *bouncer, uint32_t i, const CrSetOut *out, const CrSpot *start,
                 CrAim *aim);
/// Carries it out: aim->best. Writes nothing else.
CrLook crBounceLook(CrAim *aim);
/// The same in two steps, for bounce k of a round, where both of its `sure` have it (start: as
/// crBounceAim): first the edges on the way, then what of them is met.
void crBounceAimOfRound(const CrBouncer *bouncer, const CrBounce *bounce, const CrSpot *start,
                        const CrRoundWalks *walks, int k, CrAim *aim);
CrLook crBounceLookAhead(CrAim *aim, CrOnTheWay *found);
/// From the first of these crossings on, which the kernel has computed.
CrLook crBounceDecide(CrAim *aim, const CrOnTheWay *found, const CrCrossings *crossings, int first);
/// Adds those edges to crossings, which have room.
void crBounceMeasure(const CrAim *aim, const CrOnTheWay *found, CrCrossings *crossings, int first);
/// That is what the leg, which has begun, comes to.
void crBounceHeadFor(const CrBouncer *bouncer, uint32_t i, const CrAhead *ahead);
/// The same for one that did not bounce, after its search.
void crBounceSetOff(const CrBouncer *bouncer, uint32_t i, const CrAim *aim, CrLook look);
/// The search of a point on a straight leg that has just been fired, or has bounced; false, and
/// nothing changed, if its leg began before.
bool crBounceSetOut(const CrBouncer *bouncer, uint32_t i);
/// Looks for what a leg that has just begun meets first at rest, if that is simple.
void crBounceSearch(const CrBouncer *bouncer, uint32_t i);
/// The same as crBounce off a disc on a moving body, which is the first that the flight comes near
/// to. knock.c
bool crBounceOff(const CrBouncer *bouncer, uint32_t i, const CrClearance *clear, double until);

/// What is due to flight i that is not simple: a bounce off what rests, or a search, by the general
/// code, where it changes nothing but the flight. False, and nothing changed: it is more. round.c
bool crBounceApart(const CrBouncer *bouncer, uint32_t i);
/// Adds a hit at a time of flight i, to be filled in; null where there is no memory.
CrHit *crBounceTell(const CrBouncer *bouncer, uint32_t i, double time);

/// A bounce off what moves, found out.
typedef struct CrRebound {
    double time;
    CaromVec2 normal, center, after;
    uint32_t key;
} CrRebound;

/// Whether flight i is one that bounces by a short way,
bool crBounceMay(const CrBouncer *bouncer, uint32_t i);
/// and its bounce; false, and nothing changed, where its window of time is full.
bool crBounceGo(const CrBouncer *bouncer, uint32_t i, const CrRebound *rebound);

/// Prefetches the memory that the bounce of a flight will read; the flight itself is in the cache.
CR_INLINE void crBounceAhead(const CrBouncer *bouncer, uint32_t i)
{
    const CaromWorld *world = bouncer->world;
    const CrFlight *hot = &world->flights.hot[i];
    if (hot->leg & CR_LEG_EXTRA) {
        CR_PREFETCH_ALL(&world->flights.extras[hot->extra])
    }
    if (bouncer->usable && hot->nextKind == CR_NEXT_HIT) {
        CR_PREFETCH(&world->grid.items[hot->nextKey].a);
        CR_PREFETCH(&world->grid.items[hot->nextKey].flags); // of two items one is in two lines
        CR_PREFETCH(&world->keyOwners[hot->nextKey]);
    }
}

#endif
