// SPDX-License-Identifier: MIT
// PUBLIC. A world: its def, making, stepping and freeing it, its clock and its last error.
#ifndef CAROM_WORLD_API_WORLDS_H
#define CAROM_WORLD_API_WORLDS_H

#include "../../shapes/api.h"
#include "../../shapes/vec.h"
#include "draw.h"
#include "events.h"
#include "materials.h"
#include "steps.h"

/// [unit] limits, default
typedef struct CaromWorldDef {
    CaromAllocator allocator; ///< default: the C library's; the world's only source of memory
    /// default caromLogToStderr; called when a call is refused; null: no log
    CaromLogFunction *log;
    void *logContext; ///< handed to log
    bool logAll;  ///< default false: the first refusal of each function and cause is logged, up to
                  ///< 256 different ones; true: every one
    uint32_t tag; ///< default 0: taken from the world's address. Part of every id. Two worlds that
                  ///< exist one after the other can get the same address: give them different tags
                  ///< so that ids of the first are refused by the second
    CaromVec2 gravity;  ///< [m/s²] finite, default (0, 0)
    double eventWindow; ///< [s] 1e-6 .. 1e6, default 1/64; the events of a projectile are counted
                        ///< in each window [k·w, (k+1)·w) of world time, whatever the steps are
    int eventLimit;  ///< [1] 1 .. 1,000,000, default 1,000 events of a projectile in one window; at
                     ///< the next one it is parked. A slow meeting counts as 16 events
    int searchCells; ///< [cells] 16 .. 1,000,000, default 4,096; a projectile's search for its next
                     ///< hit stops after this many cells, and goes on when the projectile gets
                     ///< there. Changes no result
    double steerInterval; ///< [s] 1e-6 .. 1e6, default 1/64, P: drag and homing change the velocity
                          ///< only at world times kP. Each costs a new leg
    double contactInterval; ///< [s] 1e-6 .. 1e6, default 1/256, P: contacts of shapes are examined
                            ///< at world times kP (see CaromContactEvent)
    int contactLimit; ///< [1] 0 .. 1e9, default 100,000; limits the search for short touches of two
                      ///< shapes: those that begin and end between kP and (k+1)P. The first of them
                      ///< is reported. The search makes up to 64 distance tests for shapes of up to
                      ///< 64 corners, fewer for larger ones but at least 2, plus contactLimit /
                      ///< (corners of one · corners of the other). A test costs one
                      ///< caromShapesDistance: O(n + m) for convex shapes, O(n·m) for others
    double bodyInterval; ///< [s] 1e-4 .. 10, default 1/60, T: dynamic bodies are solved at world
                         ///< times kT, the ticks (docs/bodies.md). Between two ticks they move on
                         ///< without a change
    int substeps;        ///< [1] 1 .. 100, default 4 parts of a tick in which contacts are solved
    /// How contacts of dynamic bodies give way; docs/bodies.md, "Settings by symptom".
    double contactHertz;        ///< [Hz] 0.01 .. 1e6, default 30: how stiff they are; at most a
                                ///< quarter of the substeps' frequency counts, 60 Hz by default
    double contactDampingRatio; ///< [1] 0 .. 1e3, default 10; 1 is critical damping
    double contactSpeed;        ///< [m/s] 0 .. 1e6, default 3: at most so fast are bodies that
                                ///< overlap pushed apart
    int tickLimit; ///< [1] 1 .. 1e9, default 1,000 ticks in one step. Then the clock stops at the
                   ///< next tick, and the step returns CAROM_STEP_TICKS_LIMITED
    double hitThreshold; ///< [m/s] 0 .. 1e6, default 1; impacts of bodies that approach faster are
                         ///< reported (CaromShapeDef.hits)
    double restitutionThreshold; ///< [m/s] 0 .. 1e6, default 1; dynamic bodies that hit something
                                 ///< at a lower speed do not bounce. 0: the smallest bounces count
    bool enableSleep; ///< default false; true: dynamic bodies that rest fall asleep, and cost
                      ///< nothing then (docs/bodies.md)
    double sleepTime; ///< [s] 1e-6 .. 1e6, default 0.5; so long all bodies of an island have to be
                      ///< slow before it falls asleep: see CaromBodyDef.sleepThreshold
    CaromMix restitutionMix; ///< default CAROM_MIX_PRODUCT
    CaromMix frictionMix;    ///< default CAROM_MIX_PRODUCT; of friction and rolling resistance
    /// [1] >= 0, default 0; reserves memory for this many bullets at creation. Projectiles that
    /// can slide, rest, stick, pierce, meet or steer allocate more when they are fired. Steps
    /// allocate nothing for projectiles
    int projectileCapacity;
    int eventCapacity; ///< [1] >= 0, default 0; the same for the events of one step: this many of
                       ///< each kind (hits, ends, pushes, …), some 1,360 bytes for one of each
    int rollbackBytes; ///< [B] >= 0, default 16 MB; limits what is kept of edited bodies and shapes
                       ///< so that caromWorldRestoreState can undo the edits. Nothing is allocated
                       ///< before the first caromWorldSaveState. 0: states never cover edits
    uint32_t cookie;   ///< set by caromWorldDef
} CaromWorldDef;

/// How contacts of dynamic bodies give way: CaromWorldDef.contactHertz, contactDampingRatio and
/// contactSpeed.
typedef struct CaromContactTuning {
    double hertz;        ///< [Hz]
    double dampingRatio; ///< [1]
    double speed;        ///< [m/s]
} CaromContactTuning;

/// Returns the defaults.
CAROM_API CaromWorldDef caromWorldDef(void);
/// Returns the size [B] of an arena (arena.h) for a world up to a budget. The world can be filled
/// in any order and stepped, and the arena never runs out. Worlds of the tests used at most two
/// fifths of it; the rest is for shapes that lie far apart and for arrays that grow by half.
/// Includes 256 changes between two steps, and four of each shape. Does not include calls that need
/// memory only while they run: decomposing, triangulating, restoring a snapshot (a second world).
/// Returns 0 if a count is out of range, or the size does not fit a size_t. To ship with less, play
/// for a long time and read caromArenaStats(arena).peak.
CAROM_API size_t caromBudgetSize(const CaromBudget *budget);
/// Creates a world. Returns null if the def is refused or memory is short. *error (may be null) and
/// the def's log give the reason. For a null or zeroed def the reason goes to stderr.
CAROM_API CaromWorld *caromWorldCreate(const CaromWorldDef *def, CaromError *error);
/// Destroys the world with everything in it; ids and event arrays become invalid. Null is ignored.
/// Refused from inside a callback (BUSY).
CAROM_API CaromError caromWorldDestroy(CaromWorld *world);

/// Advances the world by dt and replaces every event array. Copy the events that you keep.
/// @param dt [s] > 0, finite. May differ from step to step: bounces do not depend on it.
/// Cost: one comparison per projectile in free flight; some 0.5 µs per event, and per steerInterval
/// for each projectile with drag or steering. So one long step costs as much as many short ones.
/// @returns 0, or CaromStepFlags; each names a limit and the def field that raises it.
CAROM_API CaromStepFlags caromWorldStep(CaromWorld *world, double dt);
/// Advances the world to a time [s] after its clock, as caromWorldStep does. Prefer it: steps to
/// k/60.0 reach exactly these times, while sums of 1/60 drift.
CAROM_API CaromStepFlags caromWorldStepTo(CaromWorld *world, double time);
/// Returns the current time [s]; inside a callback the time of the hit.
CAROM_API double caromWorldTime(const CaromWorld *world);

/// Sets the gravity [m/s²]. Allocates for all projectiles that gravity can bring to rest, or fails
/// (MEMORY) and changes nothing. GROUND if it would pull a projectile with groundDeceleration.
/// O(projectiles).
CAROM_API CaromError caromWorldSetGravity(CaromWorld *world, CaromVec2 gravity);
CAROM_API CaromVec2 caromWorldGravity(const CaromWorld *world);
/// Sets how contacts of dynamic bodies give way, from the next tick on; limits as in CaromWorldDef.
CAROM_API CaromError caromWorldSetContactTuning(CaromWorld *world, CaromContactTuning tuning);
CAROM_API CaromContactTuning caromWorldContactTuning(const CaromWorld *world);
/// Sets the speed of approach [m/s], 0 .. 1e6, above which impacts of dynamic bodies are reported
/// (CaromShapeDef.hits), from the next tick on.
CAROM_API CaromError caromWorldSetHitThreshold(CaromWorld *world, double threshold);
/// Returns it [m/s]; 0 if world is NULL.
CAROM_API double caromWorldHitThreshold(const CaromWorld *world);
/// Returns an elastic surface without friction and without loss of speed in piercing, as two
/// default materials have.
CAROM_API CaromSurface caromSurface(void);
/// Sets the surface of a pair of materials, 0 .. 65535 each. Its numbers override the mixed ones; a
/// null surface removes the pair. It applies to every hit from the current time on. Projectiles
/// that settle, slide, roll or rest on that pair start again from where they are, except those held
/// by CAROM_HIT_STOP. A projectile inside a pierced shape has the loss that is set at its exit, but
/// goes no deeper than was found at its entry. Allocates for all projectiles that the pair can
/// stop, stick or let pierce, or fails (MEMORY).
/// Cost: O(projectiles + log pairs); for projectiles that bounce, also the pairs of their material.
/// A lookup at a hit is O(log pairs).
CAROM_API CaromError caromWorldSetSurface(CaromWorld *world, uint32_t projectileMaterial,
                                          uint32_t shapeMaterial, const CaromSurface *surface);
/// Returns 1 if the pair has a surface, and writes it to `out` (may be null); otherwise 0. A query.
CAROM_API int caromWorldSurface(const CaromWorld *world, uint32_t projectileMaterial,
                                uint32_t shapeMaterial, CaromSurface *out);
/// Sets the function that decides hits with CAROM_HIT_ASK. Null: the projectiles bounce.
CAROM_API CaromError caromWorldSetHitCallback(CaromWorld *world, CaromHitFunction *callback,
                                              void *context);
/// Sets the function that decides meetings with CAROM_MEETING_ASK. Null: the projectiles bounce.
CAROM_API CaromError caromWorldSetMeetCallback(CaromWorld *world, CaromMeetFunction *callback,
                                               void *context);
/// Sets the function that decides whether dynamic bodies collide with shapes that have
/// CaromShapeDef.askContacts. Null: they collide.
CAROM_API CaromError caromWorldSetContactCallback(CaromWorld *world, CaromContactFunction *callback,
                                                  void *context);
/// Sets the clock for CaromProfile; null (the default) switches it off. It never changes the
/// simulation.
CAROM_API CaromError caromWorldSetProfileClock(CaromWorld *world, CaromClockFunction *clock,
                                               void *context);

/// Lets steps run parts of their work on several threads. `run` is a function of the game's job
/// system; it is called a few times a step with up to `count` tasks. Tasks call no code of the
/// game. Results are the same, to the bit, with any count, thread and order. Tasks do two things:
/// they bounce points on straight paths off thin walls and circles, and they write events. The
/// first needs a step without hit callbacks, blasts, proximity fuses, and meetings that call back
/// or explode. Small steps use no tasks.
/// @param run null: no tasks (the default). @param runner passed to run; not read
/// @param count [1] 1 .. 64 tasks at once; best the number of threads. 1: no tasks
/// Allocates a byte per 1,024 projectiles, and an eighth more for events, or fails (MEMORY).
CAROM_API CaromError caromWorldSetTasks(CaromWorld *world, CaromRunFunction *run, void *runner,
                                        int count);

CAROM_API CaromEvents caromWorldEvents(const CaromWorld *world); ///< of the last step
/// Begins a walk through the events of all kinds in the order in which they happened (by sequence
/// number). `events` may be null. To leave out a kind, set its count to 0. Allocates nothing; valid
/// as long as the arrays.
CAROM_API CaromEventIterator caromEventsBegin(const CaromEvents *events);
/// Writes the next event and returns true. After the last one, or if a pointer is null, it returns
/// false and leaves *event as it is. Cost: one comparison per kind.
///
///     CaromEvents events = caromWorldEvents(world);
///     CaromEventIterator iterator = caromEventsBegin(&events);
///     for (CaromEvent event; caromEventsNext(&iterator, &event);)
///         if (event.kind == CAROM_EVENT_HIT) playSound(event.hit->point);
CAROM_API bool caromEventsNext(CaromEventIterator *iterator, CaromEvent *event);
CAROM_API CaromCounters caromWorldCounters(const CaromWorld *world);
/// Returns what the world's memory is used for; zeros if world is NULL. O(shapes + tiles of the
/// grid).
CAROM_API CaromMemory caromWorldMemory(const CaromWorld *world);
CAROM_API CaromProfile caromWorldProfile(const CaromWorld *world);
/// Returns a hash of the state that decides the future: clock, bodies, shapes, anchors of
/// projectiles, free lists. It covers values in a fixed order, not memory or caches, so it is equal
/// on every machine. Call it between steps.
CAROM_API uint64_t caromWorldHash(const CaromWorld *world);
/// Returns the last error of an edit or a step. Queries return theirs, and do not set it.
CAROM_API CaromError caromWorldLastError(const CaromWorld *world);
/// Calls the functions of `draw` for everything in the world, at the places of the current time.
/// For a debug view to copy see samples/draw.c. O(everything in the world), and the calls.
CAROM_API CaromError caromWorldDraw(const CaromWorld *world, const CaromDebugDraw *draw);
/// Checks every structure of the world; false if one is inconsistent. Slow; for tests.
CAROM_API bool caromWorldValidate(const CaromWorld *world);

#endif
