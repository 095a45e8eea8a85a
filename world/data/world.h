// SPDX-License-Identifier: MIT
// The structure of a world. Every structure is plain; its invariants stand beside it.
#ifndef CAROM_WORLD_DATA_WORLD_H
#define CAROM_WORLD_DATA_WORLD_H

#include "../../broadphase/box_cells.h"
#include "../../broadphase/cell_walk.h"
#include "../../broadphase/edge_packets.h"
#include "../../broadphase/motion_grid.h"
#include "../../broadphase/moving.h"
#include "../../shapes/pose.h"
#include "../api/materials.h"
#include "../api/previews.h"
#include "../api/recording.h"
#include "../api/saving.h"
#include "../api/steps.h"
#include "../core/block_pool.h"
#include "../core/intern.h"
#include "../core/result_buffer.h"
#include "../core/slots.h"
#include "body.h"
#include "contact.h"
#include "edits.h"
#include "events.h"
#include "flight.h"
#include "journal.h"
#include "moving.h"
#include "pairs.h"
#include "rigid.h"
#include "sensor.h"
#include "shape.h"

#define CR_CONTACT_LIMIT 100000 ///< CaromWorldDef.contactLimit's default; adds nothing to hashes

/// Takes the events of a preview world (predict.c): of a flight that is only predicted.
/// event.h
typedef struct CrPreviewSink {
    const CaromWorld *original;
    CaromPrediction *prediction;  ///< where they go
    CaromProjectileId projectile; ///< the projectile that is predicted; null: a throw
    unsigned kinds;               ///< of events since it was cleared: bits 1 << CrEventKind
    double time;                  ///< of the last of them
    bool stopped;                 ///< the prediction has ended
    CaromShapeId hitShape;        ///< of the last hit or question
    CaromVec2 hitNormal;
} CrPreviewSink;

#define CR_TASKS 64 ///< at once, at most

/// What a step may do in parallel. tasks.h
typedef struct CrTasks {
    CaromRunFunction *run; ///< null: nothing
    void *runner;
    int count;                     ///< 1: nothing
    int leastFlights, leastEvents; ///< with fewer it does not pay
    int wanted;                    ///< most hits that a task had room for, or could have used
    uint8_t *left; ///< by chunk of flights: some are still due, since no task handled them
} CrTasks;

/// Each step leads to a new moment. After a state was restored, the step leads there from another
/// moment than the last one: a jump. So histories can find out whether a moment is part of the
/// past, however often the world goes back and forth. rollback.c
#define CR_JUMPS 64
typedef struct CrMoments {
    uint64_t present, last; ///< present: saved in states; last: the highest so far
    uint64_t forgotten;     ///< jumps that led to moments up to this one are no longer known
    int jumps;              ///< kept, a ring
    int next;               ///< where the next one is put
    struct {
        uint64_t from, to;
    } jump[CR_JUMPS];
} CrMoments;

/// query_lock.h
typedef struct CrQueryLock {
    CaromWorld *of; ///< of a copy: its origin; otherwise null
    long now;       ///< queries that are in the game's code
} CrQueryLock;

#define CR_HEARD 256 ///< different refusals; any more are not logged

/// Which refusals were logged, so that a mistake in every frame is logged once. A mark is 32 bits
/// of a hash of function, error and text, and never removed; 0 is free: two of 256 refusals share
/// one with a chance of 1 in 100,000, and then only one of them is logged.
typedef struct CrHeard {
    uint32_t marks[CR_HEARD];
} CrHeard;

struct CaromWorld {
    CrPreviewSink *recorder;             ///< null; else this is a preview world
    const struct CrHitPolicy *hitPolicy; ///< null, but in a beam's preview world
    bool still; ///< of a beam: flights find all bodies where they stand at a time
    double stillAt;
    CaromAllocator allocator; ///< counts bytes, then calls the game's
    CaromAllocator game;
    int64_t bytes;
    CaromLogFunction *log;
    void *logContext;
    CaromError lastError;
    bool logAll;
    bool locked; ///< inside a callback
    bool plain;  ///< takes no shortcuts; for tests
    uint32_t tag;
    uint64_t revision; ///< of bodies and shapes, but for what rollback_types.h holds of them
    uint64_t labels;   ///< how often a shape's user data was set

    double time;      ///< the clock
    double editedAt;  ///< when edits were last applied: obstacles of now were not all there before
    double queryTime; ///< the clock, or the hit's time in a callback
    CaromVec2 gravity;
    double eventWindow;
    int eventLimit, searchCells, contactLimit;
    int eventCap;     ///< eventLimit, or less while a replay steps
    double eventPool; ///< of a replay's step: events beyond eventCap that are left for all flights;
                      ///< below 0 once one of them got none
    double steerInterval, contactInterval;
    double bodyInterval; ///< ticks are at multiples of it: lattice.h
    int substeps, tickLimit;
    double hitThreshold;         ///< [m/s] of impacts that are reported
    double restitutionThreshold; ///< [m/s] slower impacts of bodies do not bounce
    double sleepTime;
    bool enableSleep;
    CaromMix restitutionMix, frictionMix;
    CrPair *pairs; ///< a search tree by key; materials.h

    CrSlots bodySlots, shapeSlots;
    CrBody *bodies;
    CrRigids rigids;
    CrShape *shapes;
    CrPool shapeRoom; ///< memory of shapes' points and the data beside them
    CrRebakeRoom rebakeRoom;
    CrShapeTraits *allTraits;
    CrIntern matterKinds;
    uint32_t lastMatter; ///< most often the next one's too
    int pairRoot;        ///< of the tree of pairs, its place there, or -1
    CrKeyOwner *keyOwners;
    uint32_t freeKey; ///< CR_NONE: none; the last one given back, which names the one before
    int freeKeyCount;
    int edgeCount;

    CrGrid grid;      ///< edges of static shapes
    CrBoxCells boxes; ///< boxes of static shapes, by slot
    CrMovingIndex movingIndex;
    CrEdits edits;
    CrPendingBlast *pendingBlasts;
    CrSensors sensors;
    CrContacts touchings;

    CrFlights flights;
    CrFlightDef *flightDefs;
    CrIntern recipeKinds;
    uint32_t lastRecipe; ///< most often the next one too

    CrProjectilePairs projectilePairs;
    uint32_t *linked;     ///< flights whose events may concern others: crIsQueued of their def. A
                          ///< cache: some may be missing, dead or named twice; event_queue.h
    uint32_t *watchers;   ///< flights with a proximity fuse, within a step in turn
    uint32_t *changed;    ///< flights with a leg that an event of another flight changed, until the
                          ///< queue takes them; one may be in it twice
    CrQueuedEvent *queue; ///< heap of flights in order of their next events
    double turnUntil;     ///< within a step with the queue its end, else -CR_NEVER
    CrFlightBoxes flightBoxes;
    CrTies ties;
    CrEvents events;
    CaromHitFunction *hitCallback;
    void *hitContext;
    CaromMeetFunction *meetCallback;
    void *meetContext;
    CaromContactFunction *contactCallback;
    void *contactContext;
    CaromClockFunction *clock;
    void *clockContext;
    CrTasks tasks;
    CrMoments moments;
    struct CrObserver *observers; ///< recorder and histories, a list; observer.h
    struct CrObserver *recording; ///< the one of them that takes calls, or null
    CaromCounters counters;
    CaromProfile profile;
    CrQueryLock queryLock; ///< from here on copies have none: crWorldCopy
    CrHeard heard;         ///< refusals that were logged, of its copies too
    CrJournal journal;     ///< what edits changed since states were saved
};

#endif
