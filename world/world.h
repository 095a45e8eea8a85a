// SPDX-License-Identifier: MIT
// What a world holds. Every structure is plain; what each keeps true stands beside it.
#ifndef CAROM_WORLD_WORLD_H
#define CAROM_WORLD_WORLD_H

#include "../broadphase/boxes.h"
#include "../broadphase/drifts.h"
#include "../broadphase/lanes.h"
#include "../broadphase/moving.h"
#include "../broadphase/walk.h"
#include "../shapes/pose.h"
#include "buffer.h"
#include "carom.h"
#include "collect.h"
#include "heard.h"
#include "ids.h"
#include "memory_pool.h"
#include "shared.h"

#define CR_MATERIALS 65536
#define CR_NONE 0xffffffffu ///< no slot, no key
#define CR_NEVER CAROM_FOREVER

/// At `time` it was moved by `drift` and turned by `turn`; since then it has velocity and spin.
typedef struct CrMotion {
    CaromVec2 drift, velocity;
    double turn, spin; ///< [rad], [rad/s]
    double time;
} CrMotion;

/// A body. Its shapes are baked under `transform`, then under those of its ancestors (frame.h). Its
/// own motion, about its position, is relative to its parent, or to the world.
///
/// What comes of that and of its parent's motion: at anchorTime what was baked was turned by `turn`
/// about `pivot` and `drift` away from there, and it moves with velocity and spin since. A change
/// of these is a new anchor, but bakes nothing anew, so that what touches the body goes on touching
/// it to the bit. Static bodies have none of them. family.h
#define CR_CONTACT_LIMIT 100000 ///< CaromWorldDef.contactLimit's default; adds nothing to hashes

typedef struct CrBody {
    CaromBodyType type;
    bool character; ///< it was given to a mover (mover.c), for good
    int listed;     ///< of kinematic ones: place in the list of them
    CaromTransform transform;
    CrMotion own;
    uint32_t parent, firstChild, nextSibling, previousSibling; ///< slots, or CR_NONE
    CaromVec2 pivot;
    CaromVec2 drift, velocity;
    double turn, spin; ///< [rad], [rad/s]
    double anchorTime;
    uint32_t firstShape, lastShape; ///< slots, in order of creation
    void *userData;
} CrBody;

/// Of a ring of a region.
enum {
    CR_RING_HOLE = 1,  ///< it bounds a hole
    CR_RING_TURNED = 2 ///< baked runs the other way round than local where nothing mirrors it
};

/// What shapes are to others, but for their geometry. matter.h
typedef struct CrMatter {
    CaromFilter filter;
    double restitution, friction, rollingResistance, surfaceSpeed;
    uint32_t material;
} CrMatter;

/// What few shapes have: regions, tile maps, sensors, shapes of several materials. With its arrays
/// in one block.
typedef struct CrShapeExtras {
    int *nextPoint; ///< of regions and tile maps, else null: the point that follows on its ring
    int *ringEnds;  ///< of regions, else null
    int ringCount;
    uint8_t *rings;          ///< of regions: CR_RING_…, or-ed
    struct CrTileMap *tiles; ///< of tile maps, else null; its own
    uint32_t *materials;     ///< by feature; null: all are of its matter's
    uint64_t stamp;          ///< of the last look at it, as a sensor
    double renewed;          ///< the clock when it was last changed, but for single tiles
} CrShapeExtras;

/// A shape and its baked geometry. Edge i runs from point i to i + 1, of regions to nextPoint[i];
/// circles, capsules and segments have one edge, open chains have one less than points. Where
/// nothing but baked points is asked for, nothing else is read. shape_room.h tells what lies around
/// the baked points: local ones in the user's order, keys of edges, a box.
typedef struct CrShape {
    uint8_t type;  ///< CaromShapeType
    bool oneSided; ///< solid on the left of its edges: polygons, one-sided segments and chains
    bool flipped;  ///< baked runs the other way round than local; of regions: is mirrored
    bool loose;    ///< in the moving layer's list of changed shapes
    bool sensor;
    bool touched;  ///< in the sensors' list of changed ones
    bool contacts; ///< tells whom it touches
    uint8_t state; ///< CR_SHAPE_…
    uint32_t body, previous, next;
    int pointCount, edgeCount;
    uint32_t matter;
    CaromVec2 *baked;      ///< world space, at the body's anchor; polygons counter-clockwise
    CrShapeExtras *extras; ///< or null
    double radius;         ///< of a circle or capsule, or what rounds it
    double edited; ///< the clock when it was last made or changed, its body's motion included
    void *userData;
} CrShape;

/// Of a shape, or-ed.
enum {
    CR_SHAPE_TWIN = 1,  ///< local is baked, to the bit: there is one of both
    CR_SHAPE_KEPT = 2,  ///< the last edit left its edges, and what lies on them, alone
    CR_SHAPE_ASTRAY = 4 ///< is elsewhere, or another, since flights were told whom they are near to
};

/// Whose edge a key is. Nobody's: CR_NONE, and the next free key.
typedef struct CrKeyOwner {
    uint32_t shape;
    uint32_t feature;
} CrKeyOwner;

/// What the game gave for a pair of materials.
typedef struct CrPair {
    uint32_t key; ///< projectile's material << 16 | shape's
    int child[2]; ///< places in the array of pairs with lower and with higher keys, or -1
    double ricochetSine;
    CaromSurface surface;
} CrPair;

/// What projectiles of equal defs share.
typedef struct CrRecipe {
    CaromProjectileDef
        def;      ///< position, velocity, time, userData and ignoreBody are not part of it
    uint64_t sum; ///< of it; hash.h
} CrRecipe;

/// What next[i] is the time of.
typedef enum CrNext {
    CR_NEXT_NOTHING, ///< nothing ever, as things stand
    CR_NEXT_SEARCH,  ///< free until then; look further
    CR_NEXT_HIT,     ///< nextKey is met
    CR_NEXT_REST,    ///< the limit of its bounce series
    CR_NEXT_SLIDE,   ///< the end of a slide's leg
    CR_NEXT_STOP,    ///< friction with the ground has used up its speed
    CR_NEXT_EXIT,    ///< leaves what it pierced, or stops in there
    CR_NEXT_LAUNCH,  ///< pending no more
    CR_NEXT_FUSE,    ///< explodes
    CR_NEXT_NEAR,    ///< comes near what its proximity fuse is for
    CR_NEXT_LIFETIME,
    CR_NEXT_STEER,    ///< kP: drag and homing
    CR_NEXT_FORCE,    ///< another force begins to act
    CR_NEXT_OVERFLOW, ///< leaves the range of coordinates
    // of partners, never in nextKind
    CR_NEXT_MEETING,
    CR_NEXT_HORIZON ///< free of meetings until then; look further
} CrNext;

/// What ends a slide's leg.
enum {
    CR_SLIDE_STOPS,  ///< friction has used up its speed
    CR_SLIDE_BEFORE, ///< the end of the face or facet behind
    CR_SLIDE_AFTER,  ///< ahead
    CR_SLIDE_WEDGED, ///< that of one of two faces that lead it along between them
    CR_SLIDE_ONWARD, ///< that of a piece of a ride
    CR_SLIDE_SLIPS,  ///< friction holds it no more
    CR_SLIDE_RISES,  ///< nothing presses it on any more
    CR_SLIDE_COUNT
};

/// Of a leg: set by its anchor, never by a step. Those of CR_LEG_STAYS are of the flight.
enum {
    CR_LEG_PIERCED = 1,  ///< `after` and `passed` name the last surface it passed on this leg
    CR_LEG_SHAVES = 2,   ///< passes an end of an edge so closely that its exact leg must be checked
    CR_LEG_EXTRA = 4,    ///< owns an extra record
    CR_LEG_PINCHED = 8,  ///< between walls of which one moves: it ends as crushed
    CR_LEG_COUNTED = 16, ///< an event that counts has just ended it
    // its acceleration: none, that of its recipe (one of two, see CrPull), or its own
    CR_LEG_PULL_A = 32,
    CR_LEG_PULL_B = 64,
    CR_LEG_PULL_OWN = CR_LEG_PULL_A | CR_LEG_PULL_B,
    CR_LEG_PULLS = CR_LEG_PULL_OWN,
    CR_LEG_STAYS = CR_LEG_EXTRA | CR_LEG_PINCHED,
    CR_LEG_FREE = 128 ///< no flight: its slot is free, or its age is spent
};

typedef enum CrTargetKind { CR_TARGET_NONE, CR_TARGET_POINT, CR_TARGET_BODY } CrTargetKind;

/// What acts on a projectile besides its recipe.
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
    uint32_t shape, age; ///< slot, and which of its users
    double since;        ///< inside at this time: that of the entry, or of an edit
    double stops;        ///< when drag has used up its speed
    CaromVec2 place;     ///< of its centre at the entry, seen from where the shape is baked
} CrPierced;

/// In the order of their entries.
typedef struct CrPierces {
    CrPierced of[CR_PIERCE_DEPTH];
    int count;
    uint32_t nextFree;
} CrPierces;

/// An edge of a shape that may have gone since, or have other edges; CR_NONE: of none.
typedef struct CrPassed {
    uint32_t shape, age;
    int edge;
} CrPassed;

/// What a flight has that does more than fly straight or as its recipe pulls it, bounce and end:
/// flight_extra.h says who that is.
typedef struct CrFlightExtra {
    CaromVec2 acceleration; ///< of CR_LEG_PULL_OWN
    double fuseTime;        ///< of its fuse
    double after;           ///< on this leg events up to here are done; 0 at its start
    double ignoreUntil;     ///< ignoreBody is not met before
    union {
        struct {                 // while it settles
            double restTime;     ///< when a bounce series ends
            CaromVec2 restPlace; ///< where, seen from where the support's shapes are baked
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
    CrPassed passed;      ///< the last event at `after` was with this edge; of none: none was
    uint32_t supportKey;  ///< the edge it rests on, or CR_NONE
    uint32_t supportMark; ///< of that edge's shape, since keys are used again; support.c
    int8_t supportPart;   ///< the CrPart it touches
    bool glued;           ///< rests since it was stopped: whatever its support does
    bool listed;          ///< among those that stick
    bool rides;           ///< what slides or rests does so on something that spins; ride.h
    CrSteering steering;
    uint64_t window; ///< of world time, for the event limit
    uint32_t windowEvents, bounces;
    uint32_t partner; ///< its place among the partners, or CR_NONE
    uint32_t pierces; ///< its place among the pierces, or CR_NONE
    uint32_t flight;  ///< whose record it is, or CR_NONE
    uint32_t nextFree;
} CrFlightExtra;

/// A flight, in one cache line: its leg and what is due next. A leg is its anchor: place, velocity,
/// start time, and the acceleration that the flags of `leg` tell of.
typedef struct CrFlight {
    CaromVec2 place, velocity;
    double start;
    double tau; ///< [s] since start: when nextKey is met, of CR_NEXT_HIT; else free until then
    uint32_t nextKey; ///< of CR_NEXT_HIT the edge that is met; else the resting edge that the leg
                      ///< bounced off and leads away from, or CR_NONE: which spares a search work;
                      ///< of a free slot the next free one, or CR_NONE
    uint32_t recipe;
    union {
        uint32_t bounces; ///< so far
        uint32_t extra;   ///< of CR_LEG_EXTRA: its place among the extras, which keep the bounces
    };
    uint8_t nextKind; ///< CrNext
    uint8_t mode;     ///< CaromProjectileMode
    uint8_t leg;      ///< CR_LEG_…, or-ed
    int8_t nextPart;  ///< of CR_NEXT_HIT the CrPart of the edge
} CrFlight;

/// What its events need besides.
typedef struct CrFlightTail {
    double endTime; ///< of its lifetime
    void *userData;
    uint32_t age;          ///< how often the slot was taken
    uint32_t windowEvents; ///< of the window of world time that the leg's start lies in; those with
                           ///< an extra record have theirs there
} CrFlightTail;

/// Sensors on the way of a flight.
typedef struct CrCrossing {
    double calm;     ///< until then it comes by none; -CR_NEVER: nothing is known of this leg
    double crossed;  ///< up to this time the leg's crossings are told; -CR_NEVER: none
    uint32_t inside; ///< the first node of those it is inside of, or CR_NONE
    bool fresh;      ///< put where it is, not flown there: what it is inside of it started in
} CrCrossing;

/// What a recipe's flights are pulled by. Two, since while the world's gravity changes some fly
/// still as they did.
typedef struct CrPull {
    CaromVec2 of[2];
} CrPull;

// All that a bullet which only flies, bounces and ends takes is 96 bytes.
typedef char flightFillsOneLine[sizeof(CrFlight) == 64 ? 1 : -1];
typedef char flightIsSmall[sizeof(CrFlight) + sizeof(double) + sizeof(CrFlightTail) <= 96 ? 1 : -1];

/// Arrays of flights by slot, beside `hot`: type of the elements, name. Whatever else all flights
/// have is listed here, so that growing, freeing and a prediction's copy (ghost.h) know of it.
/// next: when what nextKind says is due.
#define CR_FLIGHT_ARRAYS(X)                                                                        \
    X(double, next)                                                                                \
    X(CrFlightTail, tail)

/// Projectiles by slot, in parallel arrays. Ids are 1-based slots with an age; slots are reused
/// last in first out, one whose age is spent is retired (ids.h). next, nextKind, tau and nextKey
/// are a cache: dropping them changes no event.
typedef struct CrFlights {
    CrFlight *hot; ///< in its block, where a cache line begins
    CrFlight *hotBlock;
#define CR_FLIGHT_ARRAY(type, name) type *name;
    CR_FLIGHT_ARRAYS(CR_FLIGHT_ARRAY)
#undef CR_FLIGHT_ARRAY
    uint32_t free; ///< the slot that was freed last, or CR_NONE; flight_slots.h
    int freeCount, liveCount;
    CrCrossing *crossings; ///< by slot, in worlds that have or had sensors; else null
    double *queued; ///< by slot, in worlds of turns, else null: the time its entry in their heap
                    ///< names, or CR_NEVER
    double *calm; ///< by slot, in worlds in which things move, else null: until then the leg comes
                  ///< near none of them; calm.h
    CrFlightExtra *extras;
    uint32_t *stuck; ///< extras of those that stick, and of some that do no more
    CrPierces *pierces;
    uint32_t freeExtra, freePierces; ///< the first free one of each, or CR_NONE
    int extrasLeft, piercesLeft;     ///< how many are free
    CrPull *pulls;                   ///< by recipe
    int pull;                        ///< which of the two is the world's present one
} CrFlights;

/// A flight and its next event. Events come by time, then by the lower flight that is part of them,
/// then by the other; of what concerns one flight alone it is both.
typedef struct CrTurn {
    double due;
    uint32_t flight;
    uint32_t first, second;
} CrTurn;

/// A flight that meets others. What lies below `leg` is a cache.
typedef struct CrPartner {
    uint32_t flight;
    uint32_t passedOther;
    double passed;  ///< the last meeting on this leg that it went on from, then whom; none:
                    ///< -CR_NEVER
    uint64_t leg;   ///< legs are numbered as they begin
    bool listed;    ///< by its box, which is that of this leg, until its horizon
    bool planned;   ///< due and other are what comes next
    uint32_t other; ///< whom it meets then, on its leg otherLeg; CR_NONE: nobody
    uint64_t otherLeg;
    double due; ///< of its next meeting, or its horizon
    CaromBox box;
    double since, horizon;              ///< the times between which it is listed
    double stretch;                     ///< [m] of way from one horizon to the next
    uint32_t queuedFirst, queuedSecond; ///< of its entry in the heap of turns
} CrPartner;

/// All of them, pending ones included.
typedef struct CrPartners {
    CrPartner *all; ///< in no particular order
    CrBoxes boxes;  ///< of listed ones, by flight
    uint64_t legs;
    double stretch;
} CrPartners;

/// An edge that is met at the same time as others.
typedef struct CrTie {
    uint64_t order; ///< crEdgeOrder
    uint32_t key;
} CrTie;

/// Of one piercing flight the edges that it meets at one time. ties.h
typedef struct CrTies {
    CrTie *all;      ///< by order
    double tau;      ///< since the leg's start
    double start;    ///< of the leg
    uint32_t flight; ///< CR_NONE: of none
    int next;        ///< those before it are passed
    bool lost;       ///< there was no memory for one
} CrTies;

/// Of one flight: the box that it is listed by.
typedef struct CrFlightBox {
    CaromBox box;
    bool listed, watches; ///< among all; among those with a proximity fuse, by a wider one
} CrFlightBox;

/// Where flights may be from one time until another. flight_boxes.h
typedef struct CrFlightBoxes {
    CrBoxes all, watchers; ///< by flight
    CrFlightBox *entries;  ///< by slot
    uint32_t *found;       ///< what was found last
    double from, until;
    int questions; ///< so far, while nothing is listed; -1: nothing will be
    bool listed;
} CrFlightBoxes;

/// Where geometry changed since the last step: flights whose way leads through a box must look
/// again. edit.c
typedef struct CrEdits {
    CaromBox *boxes;
    int room;       ///< for so many boxes, while a call edits
    CrMoving layer; ///< the same boxes, while there are many and all flights look,
    bool layered;   ///< which is so
} CrEdits;

/// An explosion that was commanded and waits for the next step.
typedef struct CrCharge {
    CaromVec2 center;
    CaromBlast blast;
} CrCharge;

/// A kinematic shape that is not where the moving layer thinks.
typedef struct CrLoose {
    CaromBox box; ///< that it sweeps until the layer's time is over
    uint32_t shape;
} CrLoose;

/// Where a shape is in arrays of CrKinematics.
typedef struct CrKinematicPlace {
    int listed;  ///< in shapes
    int loose;   ///< in loose, where it is there
    int drifter; ///< in the drifts as they were filled last, where it is there
} CrKinematicPlace;

/// The moving layer: the shapes of kinematic bodies, by swept box.
typedef struct CrKinematics {
    uint32_t *bodies; ///< all of them, slots, in no order
    uint32_t *shapes; ///< all of them, slots, in order
    CaromBox *boxes;  ///< their swept boxes at the last filling
    CrMoving layer;
    struct CrStance *stances;   ///< by index in the layer, or null where nothing is known; stance.h
    struct CrStanceTurn *turns; ///< of those that are turned
    CrLoose *loose;             ///< changed since the last filling; searched one by one
    CrKinematicPlace *places;   ///< by slot of the shape: where it is in these arrays
    double from, to;            ///< the time the boxes cover
    double told;     ///< [s] the clock at which calm[] tells who is near to none of them; calm.h
    int spinners;    ///< bodies that spin
    uint64_t placed; ///< which of the placements so far of their bodies is the present one
    uint64_t placements;
    uint64_t motions;  ///< how often bodies were moved or set in motion by calls, or brought back
    uint64_t reshaped; ///< the world's edition when a shape of them last became another
    CrDrifts drifts;   ///< where they are for some time to come; calm.h
    bool disturbed;    ///< that is no longer so
    bool restless;     ///< nor was it when the last step began
    bool intact;       ///< all that the layer holds is as it was filled
    bool usable;       ///< false: no memory for the layer, search all of `shapes`
} CrKinematics;

/// Who takes the events of a ghost (ghost.h), a flight that is only predicted. record.c
typedef struct CrRecorder {
    const CaromWorld *original;
    CaromPrediction *prediction;  ///< where they go
    CaromProjectileId projectile; ///< whose flight it is; null: a throw's
    unsigned kinds;               ///< of events since it was cleared: bits 1 << CrEventKind
    double time;                  ///< of the last of them
    bool stopped;                 ///< what follows is not predicted
    CaromShapeId hitShape;        ///< of the last hit or question
    CaromVec2 hitNormal;
} CrRecorder;

/// A sensor that a flight is inside of; a flight's nodes are a list in order of shapes.
typedef struct CrInside {
    uint32_t shape, age; ///< slot, and which of its users
    uint32_t next;       ///< the flight's next node, or the next free one
    bool known;          ///< leaves is the time at which the leg leaves it, as things stand
    double since;        ///< it came in, or was found there
    double leaves;
} CrInside;

/// Room for nodes that is reserved for each projectile in a world with sensors.
#define CR_INSIDE_RESERVE 2

/// Shapes that are met by nothing, apart from all others, and who is inside of them.
typedef struct CrSensors {
    CrBoxes boxes;    ///< of resting ones, by slot
    uint32_t *moving; ///< those of kinematic bodies, slots,
    CaromBox *movingBoxes;
    CrMoving layer;    ///< and their layer of the last filling
    bool usable;       ///< false: no memory for the layer, search all
    bool edited;       ///< since the last step
    uint32_t *touched; ///< those that changed since
    CrInside *nodes;
    uint32_t freeNode;
    int count;
    uint64_t stamp;
} CrSensors;

/// Two shapes that touch, a < b.
typedef struct CrPairContact {
    uint32_t a, b; ///< slots
    uint32_t ageA, ageB;
    double since;
    bool touches; ///< else it has parted within the step
    bool sensor;
    CaromManifold manifold; ///< as last judged
} CrPairContact;

/// Who touches whom, as far as they tell. touching.h
typedef struct CrPairContacts {
    CrPairContact *all; ///< by a, then b
    uint32_t *watched;  ///< shapes that tell, in no order
    bool owed;          ///< the last step had no memory for some pair
    uint32_t *moving;   ///< shapes of kinematic bodies, sensors too, their boxes and layer
    CaromBox *boxes;
    CrMoving layer;
    CaromVec2 *scratch[2]; ///< points of the two that are judged
} CrPairContacts;

#define CR_TASKS 64          ///< at once, at most
#define CR_FLIGHT_CHUNK 1024 ///< flights that are looked through at once

/// What a step may do side by side. task.h
typedef struct CrTasks {
    CaromRunFunction *run; ///< null: nothing
    void *runner;
    int count;                     ///< 1: nothing
    int leastFlights, leastEvents; ///< of fewer it does not pay
    int wanted;    ///< hits that a task had room for, or would have had use for, at most
    uint8_t *left; ///< by chunk of flights: some are still due, which no task did
} CrTasks;

/// Each step leads to a moment that never was before. Where a state was restored before it, it
/// leads there from another moment than the last one: a jump. So histories can tell whether a
/// moment is part of what has happened, however often the world goes back and forth. state.c
#define CR_JUMPS 64
typedef struct CrMoments {
    uint64_t present, last; ///< present: states hold it; last: of all that ever were
    uint64_t forgotten;     ///< jumps that led to moments up to this one are no longer known
    int jumps;              ///< kept, a ring
    int next;               ///< where the next one is put
    struct {
        uint64_t from, to;
    } jump[CR_JUMPS];
} CrMoments;

/// What setting a body's transform works with, kept for the next time unless it is much. bake.c
typedef struct CrRebakeRoom {
    struct CrBaked *baked; ///< one a shape
    CaromVec2 *points;     ///< of all shapes
    CrGridItem *from, *to; ///< of those that rest
} CrRebakeRoom;

/// asking.h
typedef struct CrAsking {
    CaromWorld *of; ///< of a copy: of which
    long now;       ///< queries that are in the game's code
} CrAsking;

struct CaromWorld {
    CrRecorder *recorder; ///< null; else this is a ghost
    struct CrBeam *beam;  ///< null; else this is a ghost that is a beam
    bool still;           ///< of a beam: flights find all bodies where they stand at a time
    double stillAt;
    CaromAllocator allocator; ///< counts, then asks the game's
    CaromAllocator game;
    int64_t bytes;
    CaromLogFunction *log;
    void *logContext;
    CaromError lastError;
    bool logAll;
    bool locked; ///< inside a callback
    bool plain;  ///< takes no short ways; for tests
    uint32_t tag;
    uint64_t edition; ///< of bodies and shapes, but for what state.h holds of them
    uint64_t labels;  ///< how often a shape's user data was set

    double time;      ///< the clock
    double editedAt;  ///< when edits were last applied: what stands in the way then was not there
                      ///< before
    double queryTime; ///< the clock, or the hit's time in a callback
    CaromVec2 gravity;
    double eventWindow;
    int eventLimit, searchCells, contactLimit;
    int eventCap;     ///< eventLimit, or less while a replay steps
    double eventPool; ///< of a replay's step: events beyond eventCap that are left for all flights;
                      ///< below 0 once one of them got none
    double steerInterval, contactInterval;
    CaromMix restitutionMix, frictionMix;
    CrPair *pairs; ///< a search tree by key; surface.h

    CrSlots bodySlots, shapeSlots;
    CrBody *bodies;
    CrShape *shapes;
    CrPool shapeRoom; ///< points and all that of shapes
    CrRebakeRoom rebakeRoom;
    CrMatter *matters;
    CrShared matterKinds;
    uint32_t lastMatter; ///< most often the next one's too
    int pairRoot;        ///< of the tree of pairs, its place there, or -1
    CrKeyOwner *keyOwners;
    uint32_t freeKey; ///< CR_NONE: none; the last one given back, which names the one before
    int freeKeyCount;
    int edgeCount;

    CrGrid grid;   ///< edges of static shapes
    CrBoxes boxes; ///< boxes of static shapes, by slot
    CrKinematics kinematics;
    CrEdits edits;
    CrCharge *charges;
    CrSensors sensors;
    CrPairContacts touchings;

    CrFlights flights;
    CrRecipe *recipes;
    CrShared recipeKinds;
    uint32_t lastRecipe; ///< most often the next one too

    CrPartners partners;
    uint32_t *watchers; ///< flights with a proximity fuse, within a step in turn
    CrTurn *turns;      ///< heap of flights that wait for their turn in order of time
    double turnUntil;   ///< within such a step its end, else -CR_NEVER
    CrFlightBoxes flightBoxes;
    CrTies ties;
    CrEvents events;
    CaromHitFunction *hitCallback;
    void *hitContext;
    CaromMeetFunction *meetCallback;
    void *meetContext;
    CaromClockFunction *clock;
    void *clockContext;
    CrTasks tasks;
    CrMoments moments;
    CaromHistory *histories;  ///< those that look at it, a list; history.h
    CaromRecorder *recording; ///< writes down what is done to it, or null; recorder.h
    CaromCounters counters;
    CaromProfile profile;
    CrAsking asking; ///< from here on copies have none: crWorldCopy
    CrHeard heard;   ///< what its log was given, and those of its copies
};

/// Bodies or shapes are no longer what they were, in a way that states do not hold: states that
/// were saved before can't be restored any more. The last edition is spread before it meets `by`:
/// both may be small, and where they cancelled the edition would stay what it was. state.h
static inline void crEditionTurn(CaromWorld *world, uint64_t by)
{
    const uint64_t odd = 0x9e3779b97f4a7c15ULL;
    uint64_t mixed = (world->edition * odd ^ by) * odd + 1;
    world->edition = mixed ^ (mixed >> 29);
}

/// A shape has become another one in its place.
static inline void crEditionReshape(CaromWorld *world, uint32_t slot)
{
    crEditionTurn(world, slot);
    if (world->bodies[world->shapes[slot].body].type == CAROM_BODY_KINEMATIC) {
        world->kinematics.reshaped = world->edition;
    }
}

/// A kinematic body has got another transform or parent, which states do hold.
static inline void crPlacementTurn(CaromWorld *world)
{
    world->kinematics.placed = ++world->kinematics.placements;
}

// ---- birth and death (world.c)

CaromError crWorldDefCheck(const CaromWorldDef *def);
/// In memory of the def's allocator; whatever it returns, the world can be freed. kernels: as
/// another world has them, or crKernelsBest().
CaromError crWorldFill(CaromWorld *world, const CaromWorldDef *def, const CrKernels *kernels);
void crWorldFree(CaromWorld *world);
/// Each becomes what the other was; pointers to worlds stay good. Both of one game's allocator.
void crWorldExchange(CaromWorld *a, CaromWorld *b);

// ---- refusals (world.c)

/// Records, logs and returns the error.
CaromError crRefuse(CaromWorld *world, CaromError error, const char *function);
/// Of a def that is null or was not filled, which therefore names no log: tells the default one.
void crRefuseDef(CaromError error, const char *function);
/// For calls that write nothing: logs only.
CaromError crComplain(const CaromWorld *world, CaromError error, const char *function);
/// The same of a query: returns what it answers, which is minus the error.
int crRefuseQuery(const CaromWorld *world, CaromError error, const char *function);
/// The same of a query whose options are an argument: the only def that it may find unfilled.
int crRefuseOptions(const CaromWorld *world, CaromError error, const char *function);

CaromError crCheckNumber(double x);
/// Of a range, which may be infinite.
CaromError crCheckReach(double x, double least);
CaromError crCheckVecFully(CaromVec2 v);

static inline CaromError crCheckVec(CaromVec2 v)
{
    bool isUsual = crAbs(v.x) <= CR_HUGE && crAbs(v.y) <= CR_HUGE;
    return CR_LIKELY(isUsual) ? CAROM_OK : crCheckVecFully(v);
}

/// CAROM_OK, NULL, BUSY or ROUNDING: the first question of every edit.
CaromError crCheckEditable(const CaromWorld *world);
/// The same of what only reads the world, and may do so beside queries, while predicates are asked.
CaromError crCheckAtRest(const CaromWorld *world);

/// What the log gets of a def inside of an argument, or of one of several.
#define CR_UNFILLED(field) field " does not come from its default function"

/// Checks the fields of a def one by one, reports every broken one, remembers the first.
typedef struct CrDefCheck {
    const CaromWorld *world;
    const char *function;
    CaromLogFunction *log;
    void *logContext;
    CaromError error;
} CrDefCheck;
void crDefCheck(CrDefCheck *check, CaromError error, const char *field);
void crDefCheckRange(CrDefCheck *check, double x, double lo, double hi, const char *field);
void crDefCheckVec(CrDefCheck *check, CaromVec2 v, const char *field);
void crDefCheckBlast(CrDefCheck *check, const CaromBlast *blast);

// ---- ids (world.c)

/// Whether an id, maybe of a body that is gone, names the body in a slot.
static inline bool crBodyIdNames(const CaromWorld *world, const CaromBodyId *id, uint32_t slot)
{
    return id->index == slot + 1 && id->age == world->bodySlots.ages[slot];
}
static inline CaromBodyId crBodyIdOf(const CaromWorld *world, uint32_t slot)
{
    CaromBodyId id = {slot + 1, world->bodySlots.ages[slot], world->tag};
    return id;
}
static inline CaromShapeId crShapeIdOf(const CaromWorld *world, uint32_t slot)
{
    CaromShapeId id = {slot + 1, world->shapeSlots.ages[slot], world->tag};
    return id;
}
static inline CaromProjectileId crProjectileIdOf(const CaromWorld *world, uint32_t slot)
{
    if (world->recorder != NULL) {
        return world->recorder->projectile;
    }
    CaromProjectileId id = {slot + 1, world->flights.tail[slot].age, world->tag};
    return id;
}
CaromError crCheckId(const CaromWorld *world, const CrSlots *slots, uint32_t index, uint32_t age,
                     uint32_t tag);
CaromError crCheckFlightId(const CaromWorld *world, CaromProjectileId id);

static inline uint32_t crFlightsCount(const CrFlights *flights)
{
    return (uint32_t)crArrayCount(flights->next);
}

static inline bool crFlightLives(const CrFlights *flights, uint32_t i)
{
    return i < crFlightsCount(flights) && !(flights->hot[i].leg & CR_LEG_FREE);
}

// ---- bodies in motion

/// In hashes and snapshots: its type, and whether it is a character.
static inline uint8_t crBodyKind(const CrBody *body)
{
    return (uint8_t)(body->type + (body->character ? CAROM_BODY_TYPE_COUNT : 0));
}

/// Whether a body, or what it hangs from, stands for a mover. Movers meet it where that was put by
/// its own last move: how it goes on from there is a guess until the next one.
static inline bool crBodyIsCharacter(const CaromWorld *world, const CrBody *body)
{
    while (!body->character && body->parent != CR_NONE) {
        body = &world->bodies[body->parent];
    }
    return body->character;
}

/// How far a body's position is at a time from where its shapes are baked.
static inline CaromVec2 crBodyOffset(const CrBody *body, double time)
{
    if (body->type == CAROM_BODY_STATIC) {
        return crVec(0.0, 0.0);
    }
    return crAddScaled(body->drift, body->velocity, time - body->anchorTime);
}

/// How far it has turned.
static inline double crBodyTurn(const CrBody *body, double time)
{
    return body->turn + body->spin * (time - body->anchorTime);
}

static inline CrPose crBodyPose(const CrBody *body, double time)
{
    return crPose(body->pivot, crBodyOffset(body, time), crBodyTurn(body, time));
}

/// Where flights find it.
static inline CrPose crFlightPose(const CaromWorld *world, const CrBody *body, double time)
{
    return crBodyPose(body, CR_UNLIKELY(world->still) ? world->stillAt : time);
}

/// The velocity of the body's material that is at a place at a time.
static inline CaromVec2 crBodyVelocityAt(const CrBody *body, double time, CaromVec2 place)
{
    if (body->spin == 0.0) {
        return body->velocity;
    }
    CaromVec2 center = crAdd(body->pivot, crBodyOffset(body, time));
    return crAddScaled(body->velocity, crLeft(crSub(place, center)), body->spin);
}

#endif
