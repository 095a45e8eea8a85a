// SPDX-License-Identifier: MIT
// PUBLIC. What happened in a step: hits, ends, changes of mode, crossings, meetings, blasts,
// contacts, impacts, and what became of bodies.
#ifndef CAROM_WORLD_API_EVENTS_H
#define CAROM_WORLD_API_EVENTS_H

#include "../../shapes/pairs.h"
#include "ids.h"
#include "projectiles.h"

/// One array entry per hit: a bounce, stop, pierce, end, …; in order of time, then of the
/// projectile's index; at the time of a tick of dynamic bodies those before the tick come first.
typedef struct CaromHitEvent {
    uint64_t sequence; ///< position in the order of all events of all steps, from 1. Events dropped
                       ///< for lack of memory are counted at the end of their step
    double time;       ///< [s] world time of the hit, exact within rounding
    CaromProjectileId projectile;
    CaromShapeId shape;
    CaromBodyId body;
    CaromVec2 point;  ///< [m] on the surface
    CaromVec2 center; ///< [m] of the projectile; equals point if the radius is 0. The next leg
                      ///< starts here
    CaromVec2 normal; ///< [1] unit, out of the surface, against the projectile
    CaromVec2 velocityBefore; ///< [m/s]
    CaromVec2 velocityAfter;  ///< [m/s]
    CaromVec2 impulse;        ///< [N·s] on what was hit
    int feature;              ///< edge index of a polygon or chain, otherwise 0
    uint32_t material;        ///< [index] of the edge that was hit, or of its shape
    CaromCell tile;           ///< of a tile map: the tile that was hit; otherwise (−1, −1)
    bool corner;              ///< an end of an edge was hit, not its inside
    CaromHitAction action;    ///< what was done
    void *projectileData, *shapeData; ///< user data
} CaromHitEvent;

/// Why a projectile ended.
typedef enum CaromEndReason {
    CAROM_END_HIT,      ///< ended by a hit (CAROM_HIT_DIE); the hit event comes just before
    CAROM_END_BOUNCES,  ///< the hit after its last bounce; the hit event comes just before
    CAROM_END_LIFETIME, ///< its lifetime was over
    CAROM_END_INSIDE,   ///< it was fired inside a solid shape that it meets
    CAROM_END_CRUSHED,  ///< a moved, scaled or new shape left it no free side: it lies inside the
                        ///< shape, or a wall cuts its disc. Or a moving shape reached it where it
                        ///< was parked
    CAROM_END_EXPLODED, ///< by its fuse, a hit, a meeting or its proximity fuse; the blast event
                        ///< and its pushes come just before
    CAROM_END_MEETING,  ///< ended by meeting another projectile
    CAROM_END_OVERFLOW, ///< its position went past 1e12 m, or a bounce made it faster than 1e12 m/s
    CAROM_END_COUNT
} CaromEndReason;

/// One array entry per projectile that ended by itself (not by caromProjectileDestroy).
typedef struct CaromEndEvent {
    uint64_t sequence;
    double time;                  ///< [s]
    CaromProjectileId projectile; ///< stale from now on
    CaromVec2 position;           ///< [m]
    CaromVec2 velocity;           ///< [m/s]
    CaromEndReason reason;
    void *projectileData;
} CaromEndEvent;

/// One array entry per change of mode within a step: the projectile settles, slides, rolls, comes
/// to rest, is parked, takes off, or wakes up because its support went away. Calls between steps
/// (SetVelocity, SetPosition, SetGravity) make no such event.
typedef struct CaromModeEvent {
    uint64_t sequence;
    double time; ///< [s]
    CaromProjectileId projectile;
    CaromVec2 position;       ///< [m]
    CaromProjectileMode mode; ///< the new one
    void *projectileData;
    CaromVec2 velocity; ///< [m/s] with which it goes on
} CaromModeEvent;

/// One array entry per passage through the border of a sensor, and per exit from a pierced shape.
/// A sensor reports every projectile that its filter meets, even one that ignores its body: an
/// entry, then an exit, and so on; a disc is inside from its first touch to its last. Crossings at
/// one time come in order of the shapes' indices, before a hit at the same time. If a call made,
/// moved or destroyed the sensor, they have the time of the call; after destruction body and
/// shapeData are null. The end of a projectile is no exit. docs/near.md has more.
/// Cost: a search of boxes, once every few steps or once a leg.
typedef struct CaromCrossEvent {
    uint64_t sequence;
    double time; ///< [s]
    CaromProjectileId projectile;
    CaromShapeId shape;
    CaromBodyId body;
    CaromVec2 point;    ///< [m] the projectile's centre
    CaromVec2 velocity; ///< [m/s] afterwards
    bool entered;       ///< true: came in; false: left
    bool sensor;        ///< false: a pierced shape (its entry is a hit event)
    bool startedInside; ///< it was already inside when it was fired or placed there, or when the
                        ///< sensor was made or moved
    void *projectileData, *shapeData;
} CaromCrossEvent;

/// One array entry per meeting of two projectiles.
typedef struct CaromMeetEvent {
    uint64_t sequence;
    double time;                      ///< [s]
    CaromProjectileId a, b;           ///< a has the lower index
    CaromVec2 centerA, centerB;       ///< [m] from where each goes on
    CaromVec2 point;                  ///< [m] where they touch
    CaromVec2 normal;                 ///< [1] unit, from a to b
    CaromVec2 beforeA, beforeB;       ///< [m/s]
    CaromVec2 afterA, afterB;         ///< [m/s]
    CaromMeetAction actionA, actionB; ///< what was done; never CAROM_MEETING_ASK
    void *dataA, *dataB;
} CaromMeetEvent;

/// One array entry per explosion, also for radius 0.
typedef struct CaromBlastEvent {
    uint64_t sequence;
    double time;                  ///< [s]
    CaromProjectileId projectile; ///< that exploded; null: caromWorldExplode
    CaromVec2 center;             ///< [m]
    CaromBlast blast;
    void *projectileData;
} CaromBlastEvent;

/// One array entry per projectile or shape that a blast reached. Ordered as the events of its
/// source.
typedef struct CaromPushEvent {
    uint64_t sequence;
    double time;                  ///< [s]
    CaromProjectileId source;     ///< that exploded; null: caromWorldExplode
    CaromProjectileId projectile; ///< that was pushed; null: a shape
    CaromShapeId shape;           ///< what was reached; null: a projectile
    CaromBodyId body;
    CaromVec2 point;   ///< [m] its nearest point
    double distance;   ///< [m] from the centre to that point
    double exposure;   ///< [1] 0 .. 1, the part in line of sight
    CaromVec2 impulse; ///< [N·s] applied to projectiles; only reported for bodies
    void *data;        ///< the projectile's or the shape's
} CaromPushEvent;

/// One array entry when two shapes begin to touch, or part. At least one needs
/// CaromShapeDef.contacts, their filters must meet, and their bodies differ; sensors count.
/// - Where one is a solid shape of a dynamic body and the other is solid, too, the solver decides:
/// they touch from the tick in which they press on each other, up to the one in which they do not
/// and are more than 2 cm apart. Events have the tick's time, or that of a call that destroys,
/// disables or moves one of them away. Surfaces that let bodies pass never touch.
/// - All others: one-sided walls touch from both sides. Pairs are examined at world times kP, P =
/// CaromWorldDef.contactInterval, in between where shapes move fast, and at the clock after edits
/// (docs/near.md). Times are exact within P/1024 and do not depend on steps. Contacts come after
/// events of projectiles at the same time, in order of the shapes' indices. A destroyed shape ends
/// its contacts at the clock, with its id, null body and null data.
/// Cost: a test of boxes for pairs far apart; some microseconds each P for pairs that touch and
/// move, more with more edges.
typedef struct CaromContactEvent {
    uint64_t sequence;
    double time;                 ///< [s]
    CaromShapeId shapeA, shapeB; ///< a has the lower index
    CaromBodyId bodyA, bodyB;    ///< the bodies of both shapes
    bool began;                  ///< true: they began to touch; false: they parted
    bool sensor;                 ///< one of both is a sensor
    /// if began: the deepest one at that time, normal from a to b; otherwise 0
    CaromManifold manifold;
    void *dataA, *dataB; ///< the shapes'
} CaromContactEvent;

/// One array entry when two solid shapes hit each other, one of them a dynamic body's: faster than
/// caromWorldSetHitThreshold says, and at least one has CaromShapeDef.hits. A pair has one entry a
/// tick: that of its fastest place. After the contact events of the tick, in order of the shapes'
/// indices.
typedef struct CaromImpactEvent {
    uint64_t sequence;
    double time;                   ///< [s] the tick's, or the true time of a bounce between ticks
    CaromShapeId shapeA, shapeB;   ///< a has the lower index
    CaromBodyId bodyA, bodyB;      ///< the bodies of both shapes
    CaromVec2 point;               ///< [m] where they hit
    CaromVec2 normal;              ///< [1] unit, from a to b
    double speed;                  ///< [m/s] > 0, of the approach along the normal
    double impulse;                ///< [N·s] > 0, along the normal, on b; of the whole tick
    int featureA, featureB;        ///< edges of chains, concave polygons and tile maps, else 0
    uint32_t materialA, materialB; ///< [index] of these edges, or of the shapes
    void *dataA, *dataB;           ///< the shapes'
} CaromImpactEvent;

/// What became of a dynamic body.
typedef enum CaromBodyEventKind {
    CAROM_BODY_FELL_ASLEEP,  ///< it rests and costs nothing from now on
    CAROM_BODY_WOKE,         ///< something pushed it, or what it leaned on went away
    CAROM_BODY_OUT_OF_RANGE, ///< it was disabled: CAROM_STEP_BODIES_DISABLED
    CAROM_BODY_EVENT_KIND_COUNT
} CaromBodyEventKind;

/// One array entry when a step puts a dynamic body to sleep, wakes it or disables it. Calls between
/// steps (caromBodySetAwake, impulses) make no such event. Where bodies are is not an event: all
/// poses at once are in caromWorldPoses.
typedef struct CaromBodyEvent {
    uint64_t sequence;
    double time;             ///< [s] of the tick, or of the hit or blast that woke it
    CaromBodyId body;        ///< which one
    CaromBodyEventKind kind; ///< what became of it
    void *data;              ///< the body's
} CaromBodyEvent;

/// Two shapes that touch. Pairs with a solid shape of a dynamic body are as the last tick solved
/// them: points where they are at its end, separations from its beginning.
typedef struct CaromContact {
    CaromShapeId shapeA, shapeB; ///< a has the lower index
    CaromBodyId bodyA, bodyB;    ///< the bodies of both shapes
    double since;                ///< [s] the time of its begin event; -1: neither reports contacts
    bool sensor;                 ///< one of both is a sensor
    bool solved;                 ///< by ticks of dynamic bodies
    CaromManifold manifold;      ///< the deepest one, as last examined. If solved: features are
                                 ///< edges of chains, concave polygons and tile maps, else 0
    double normalImpulse[2];     ///< [N·s] >= 0, of each point in a tick; 0 if not solved
    double tangentImpulse[2];    ///< [N·s] the same along the surface, by friction
    void *dataA, *dataB;         ///< the shapes'
} CaromContact;

/// Valid until the next step. Arrays are null where the count is 0.
typedef struct CaromEvents {
    const CaromHitEvent *hits;         ///< hits, bounces among them
    const CaromEndEvent *ends;         ///< projectiles that ended
    const CaromModeEvent *modes;       ///< changes of mode
    const CaromCrossEvent *crosses;    ///< sensors entered and left
    const CaromMeetEvent *meets;       ///< projectiles that met
    const CaromBlastEvent *blasts;     ///< explosions
    const CaromPushEvent *pushes;      ///< bodies pushed by explosions
    const CaromContactEvent *contacts; ///< shapes that began or ceased to touch
    const CaromImpactEvent *impacts;   ///< shapes of dynamic bodies that hit something
    const CaromBodyEvent *bodies;      ///< dynamic bodies that fell asleep, woke, were disabled
    int hitCount, endCount, modeCount, crossCount, meetCount, blastCount, pushCount, contactCount,
        impactCount, bodyCount; ///< how many of each
    uint64_t dropped; ///< events of the last step that were lost for lack of memory; the physics is
                      ///< not affected
} CaromEvents;

/// The array of CaromEvents to which an event belongs.
typedef enum CaromEventKind {
    CAROM_EVENT_HIT,     ///< CaromHitEvent
    CAROM_EVENT_END,     ///< CaromEndEvent
    CAROM_EVENT_MODE,    ///< CaromModeEvent
    CAROM_EVENT_CROSS,   ///< CaromCrossEvent
    CAROM_EVENT_MEET,    ///< CaromMeetEvent
    CAROM_EVENT_BLAST,   ///< CaromBlastEvent
    CAROM_EVENT_PUSH,    ///< CaromPushEvent
    CAROM_EVENT_CONTACT, ///< CaromContactEvent
    CAROM_EVENT_IMPACT,  ///< CaromImpactEvent
    CAROM_EVENT_BODY,    ///< CaromBodyEvent
    CAROM_EVENT_KIND_COUNT
} CaromEventKind;

/// One event of any kind, as caromEventsNext gives it. The pointer points into the arrays of
/// CaromEvents and is valid as long as they are.
typedef struct CaromEvent {
    CaromEventKind kind; ///< selects the pointer of the union below
    uint64_t sequence;   ///< the event's own
    double time;         ///< [s] the event's own
    union {
        const CaromHitEvent *hit;         ///< of CAROM_EVENT_HIT
        const CaromEndEvent *end;         ///< of CAROM_EVENT_END
        const CaromModeEvent *mode;       ///< of CAROM_EVENT_MODE
        const CaromCrossEvent *cross;     ///< of CAROM_EVENT_CROSS
        const CaromMeetEvent *meet;       ///< of CAROM_EVENT_MEET
        const CaromBlastEvent *blast;     ///< of CAROM_EVENT_BLAST
        const CaromPushEvent *push;       ///< of CAROM_EVENT_PUSH
        const CaromContactEvent *contact; ///< of CAROM_EVENT_CONTACT
        const CaromImpactEvent *impact;   ///< of CAROM_EVENT_IMPACT
        const CaromBodyEvent *body;       ///< of CAROM_EVENT_BODY
    };
} CaromEvent;

/// A position in a walk through all events. caromEventsBegin fills it. May be copied.
typedef struct CaromEventIterator {
    const void *next[CAROM_EVENT_KIND_COUNT]; ///< the next event of each kind
    int left[CAROM_EVENT_KIND_COUNT];         ///< how many of each kind are left, with the next one
} CaromEventIterator;

/// What a step may report, or-ed.
typedef enum CaromStepFlags {
    CAROM_STEP_OK = 0,      ///< nothing to report
    CAROM_STEP_REFUSED = 1, ///< bad argument or inside a callback: nothing happened
    CAROM_STEP_PARKED = 2,  ///< projectiles were parked: CaromWorldDef.eventLimit per eventWindow
    CAROM_STEP_EVENTS_DROPPED =
        4, ///< no memory for events: CaromWorldDef.eventCapacity reserves it
    /// no memory: moving shapes were searched without an index, slower, with the same result.
    /// Contacts of shapes may be reported late, by the next step that has memory, or not at all if
    /// they are over by then. Entries into a sensor may be missed, with their exits. If a tick of
    /// dynamic bodies has no memory, the clock stops there: step on when there is some, nothing is
    /// lost
    CAROM_STEP_EXHAUSTED = 8,
    /// two shapes may have touched and parted between two times at which contacts are examined,
    /// without an event: CaromWorldDef.contactLimit. Each step that overlaps this time returns it
    CAROM_STEP_CONTACTS_LIMITED = 16,
    /// the clock stopped at a tick before the time that was asked for: CaromWorldDef.tickLimit.
    /// Nothing is lost: step on from there
    CAROM_STEP_TICKS_LIMITED = 32,
    /// bodies went past 1e12 m, or moved by no number, or contacts would have made them faster than
    /// 1e12 m/s, as only masses further apart than 1e12 can: they were disabled at a tick, before
    /// they could affect others, as caromBodySetEnabled does. caromBodyIsEnabled tells which
    CAROM_STEP_BODIES_DISABLED = 64
} CaromStepFlags;

/// Decides a hit of a CAROM_HIT_ASK projectile, in order of time, then index. The world is locked:
/// queries give results for the time of the hit; edits are refused with CAROM_ERROR_BUSY.
/// `hit->action` is what a bouncing projectile would do: bounce, or the surface's action for steep
/// hits (CaromSurface). velocityAfter and impulse describe a bounce. A return value that is not an
/// action counts as hit->action.
typedef CaromHitAction CaromHitFunction(void *context, const CaromWorld *world,
                                        const CaromHitEvent *hit);

/// Decides a meeting for a projectile with CAROM_MEETING_ASK, as CaromHitFunction does. `which` is
/// that projectile; if both ask, a comes first, then b. An action that is not decided yet appears
/// as a bounce, with the velocities of a bounce.
typedef CaromMeetAction CaromMeetFunction(void *context, const CaromWorld *world,
                                          const CaromMeetEvent *meeting, CaromProjectileId which);

/// Whether a dynamic body collides with another shape, if one of both has
/// CaromShapeDef.askContacts.
typedef enum CaromContactAction {
    CAROM_CONTACT_COLLIDE,      ///< they do, until they have parted
    CAROM_CONTACT_IGNORE,       ///< they pass through each other, until they have parted
    CAROM_CONTACT_COLLIDE_ONCE, ///< they do in this tick; the next tick asks again
    CAROM_CONTACT_IGNORE_ONCE,  ///< they do not in this tick; the next tick asks again
    CAROM_CONTACT_ACTION_COUNT
} CaromContactAction;

/// Two shapes that come together.
typedef struct CaromContactQuestion {
    double time;                    ///< [s] the tick's, or the true time of an impact between ticks
    CaromShapeId shapeA, shapeB;    ///< a has the lower index
    CaromBodyId bodyA, bodyB;       ///< the bodies of both shapes
    CaromVec2 point;                ///< [m] where they are nearest, or deepest in each other
    CaromVec2 normal;               ///< [1] unit, from a to b
    double separation;              ///< [m] below 0: they overlap by that
    CaromVec2 velocityA, velocityB; ///< [m/s] of both bodies at the point
    int featureA, featureB;         ///< edges of chains, concave polygons and tile maps, else 0
    uint32_t materialA, materialB;  ///< [index] of these edges, or of the shapes
    void *dataA, *dataB;            ///< the shapes'
} CaromContactQuestion;

/// Decides whether two solid shapes collide. Called once for a pair of shapes, when they come
/// within reach: in the tick after which they may touch, or at an impact between two ticks. Pairs
/// that filters, one side or CAROM_SURFACE_BODIES_PASS keep apart are not asked about. The answer
/// holds for all edges of both until a tick finds them parted by more than 2 cm, and by more than
/// they may approach until the next one; it is part of the state. Pairs of one tick come in the
/// order of the shapes' indices. The world is locked: queries give results for question->time,
/// edits are refused with CAROM_ERROR_BUSY. A value that is not an action counts as COLLIDE.
typedef CaromContactAction CaromContactFunction(void *context, const CaromWorld *world,
                                                const CaromContactQuestion *question);

#endif
