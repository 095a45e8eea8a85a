// SPDX-License-Identifier: MIT
// How a world reports calls and steps, without knowing what they are used for.
//
// An observer is a table of functions with a context. Recorders and histories fill one in and add
// it to the world's list; the rooms below call only these functions. At most one observer, the
// recorder, takes calls: `world->recording` points to it. Without one, each call that changes the
// world tests a null pointer, and a step tests an empty list twice.
//
// Reported are successful calls that act on the world itself. Shapes that are made of points share
// one call, boxes and ellipses too. Sector links have none, since they call those of bodies and
// shapes. Of movers
// caromMoverInit is reported, and what moves give dynamic bodies.
#ifndef CAROM_WORLD_DATA_OBSERVER_H
#define CAROM_WORLD_DATA_OBSERVER_H

#include "../api/movers.h"
#include "../api/worlds.h"
#include "refuse.h"
#include "world.h"

// ---- calls

/// Letters for the arguments of a call, in order; its result comes last. Upper case: by pointer.
///
///     b o  body, another body        s  shape           p  projectile
///     v w  vectors                   x y  numbers       d  user data
///     t    transform                 f  filter          k  flag
///     i    two integers              m  two materials, and the surface M or none
///     B S P L M  defs of body, shape, projectile, blast; material of a shape. With S comes x: the
///                radius of a tile map, 0 of shapes with a geometry
///     G    geometry                  N  places and velocities
///     T    tile map                  R  tiles, row by row
#define CR_CALLS(X)                                                                                \
    X(caromWorldSetGravity, "v")                                                                   \
    X(caromWorldSetSurface, "m")                                                                   \
    X(caromBodyCreate, "Bb")                                                                       \
    X(caromBodyDestroy, "b")                                                                       \
    X(caromBodySetTransform, "bt")                                                                 \
    X(caromBodySetVelocity, "bv")                                                                  \
    X(caromBodySetAngularVelocity, "bx")                                                           \
    X(caromBodySetParent, "bo")                                                                    \
    X(caromBodySetUserData, "bd")                                                                  \
    X(caromShapeCreate, "bSGs")                                                                    \
    X(caromShapeCreateTiles, "bSTs")                                                               \
    X(caromShapeSetTiles, "siR")                                                                   \
    X(caromShapeDestroy, "s")                                                                      \
    X(caromShapeSetGeometry, "sG")                                                                 \
    X(caromShapeSetFilter, "sf")                                                                   \
    X(caromShapeSetMaterial, "sM")                                                                 \
    X(caromShapeSetSensor, "sk")                                                                   \
    X(caromShapeSetContacts, "sk")                                                                 \
    X(caromShapeSetUserData, "sd")                                                                 \
    X(caromProjectileFire, "Pp")                                                                   \
    X(caromProjectileFireMany, "PN")                                                               \
    X(caromProjectileDestroy, "p")                                                                 \
    X(caromProjectileSetVelocity, "pv")                                                            \
    X(caromProjectileSetPosition, "pv")                                                            \
    X(caromProjectileSetTarget, "pbv")                                                             \
    X(caromProjectileSetTargetPoint, "pv")                                                         \
    X(caromProjectileClearTarget, "p")                                                             \
    X(caromProjectileSetForce, "pvx")                                                              \
    X(caromProjectileApplyImpulse, "pv")                                                           \
    X(caromProjectileSetUserData, "pd")                                                            \
    X(caromWorldExplode, "vL")                                                                     \
    X(caromMoverInit, "b")                                                                         \
    X(caromProjectileSetFilter, "pf")                                                              \
    X(caromBodySetEnabled, "bk")                                                                   \
    X(caromBodySetType, "bi")                                                                      \
    X(caromBodyApplyLinearImpulse, "bvw")                                                          \
    X(caromBodyApplyLinearImpulseToCenter, "bv")                                                   \
    X(caromBodyApplyAngularImpulse, "bx")                                                          \
    X(caromBodySetForce, "bv")                                                                     \
    X(caromBodySetTorque, "bx")                                                                    \
    X(caromBodySetMassData, "bvxy")                                                                \
    X(caromBodyResetMassData, "b")                                                                 \
    X(caromBodySetAwake, "bk")                                                                     \
    X(caromBodySetLinearDamping, "bx")                                                             \
    X(caromBodySetAngularDamping, "bx")                                                            \
    X(caromBodySetGravityScale, "bx")                                                              \
    X(caromBodySetMaxSpeed, "bx")                                                                  \
    X(caromBodySetSleepEnabled, "bk")                                                              \
    X(caromBodySetSleepThreshold, "bx")                                                            \
    X(caromBodySetLocks, "bi")                                                                     \
    X(caromShapeSetDensity, "sx")                                                                  \
    X(caromMoverMove, "bvw")                                                                       \
    X(caromWorldSetContactTuning, "vx")                                                            \
    X(caromShapeSetHits, "sk")                                                                     \
    X(caromWorldSetHitThreshold, "x")                                                              \
    X(caromWorldSetSleepEnabled, "k")                                                              \
    X(caromShapeSetAskContacts, "sk")

/// The kind of a record: one of these calls, or a report of a step or restore.
typedef enum CrCallKind {
#define CR_CALL_KIND(name, letters) CR_CALL_##name,
    CR_CALLS(CR_CALL_KIND)
#undef CR_CALL_KIND
        CR_CALL_COUNT,
    CR_RECORD_BECAME = CR_CALL_COUNT, ///< a snapshot follows: the world was restored
    CR_RECORD_CALLBACKS,              ///< which of both callbacks the world has from now on
    CR_RECORD_STEP,                   ///< it is stepped to a time
    CR_RECORD_HIT,                    ///< a callback's answer about a projectile's hit
    CR_RECORD_MEETING
} CrCallKind;

/// An answer about a contact is recorded as one about a meeting, with this bit: so calls keep the
/// bytes that follow those of the records.
enum { CR_ANSWER_CONTACT = 0x80 };

/// Two shapes as one number, as the first of a recorded answer.
static inline uint32_t crAnswerPair(CaromShapeId a, CaromShapeId b)
{
    return a.index * 0x9E3779B1u ^ b.index;
}

typedef struct CrCall {
    CrCallKind kind;
    CaromBodyId body, other;
    CaromShapeId shape;
    CaromProjectileId projectile;
    CaromVec2 vector, second;
    double number, number2;
    int x, y;         ///< or two materials
    int width, count; ///< of tiles in a row; of points, places, tiles
    bool set;
    void *userData;
    CaromTransform transform;
    CaromFilter filter;
    const CaromBodyDef *bodyDef;
    const CaromShapeDef *shapeDef;
    const CaromProjectileDef *shot;
    const CaromBlast *blast;
    const CaromShapeMaterial *material;
    const CaromSurface *surface;
    const CaromGeometry *geometry;
    const CaromTileMap *map;
    const CaromVec2 *places, *velocities;
    const uint16_t *tiles;
    int materials; ///< edges of the shape that is made, if its def has materials of their own
} CrCall;

// ---- observers

/// The functions of an observer; null ones are skipped. The observer that takes calls has all of
/// them but `turned`, others only the last four.
typedef struct CrObserverFunctions {
    void (*called)(void *context, CrCall *call);
    size_t (*mark)(const void *context);      ///< a position to undo to
    void (*undo)(void *context, size_t mark); ///< the calls since then were refused
    void (*became)(void *context);            ///< the world was restored
    void (*callbacks)(void *context);         ///< the game set or removed a callback
    /// A callback returned `answer` about a projectile.
    void (*answered)(void *context, CrCallKind kind, uint32_t projectile, unsigned answer);
    void (*began)(void *context, double time); ///< a step; nothing has moved yet
    /// Within a step: bodies have other paths from a time on.
    void (*turned)(void *context, double time);
    void (*ticked)(void *context, CaromStepFlags flags); ///< the step is over
    void (*ended)(void *context); ///< the world is about to be destroyed; already off its list
} CrObserverFunctions;

typedef struct CrObserver {
    const CrObserverFunctions *functions;
    void *context;
    struct CrObserver *next; ///< of the same world
} CrObserver;

static inline void crObserverAdd(CaromWorld *world, CrObserver *observer)
{
    observer->next = world->observers;
    world->observers = observer;
    world->recording = observer->functions->called != NULL ? observer : world->recording;
}

/// It must be on the world's list.
static inline void crObserverRemove(CaromWorld *world, const CrObserver *observer)
{
    CrObserver **link = &world->observers;
    while (*link != observer) {
        link = &(*link)->next;
    }
    *link = observer->next;
    world->recording = world->recording == observer ? NULL : world->recording;
}

static inline void crObserversBegan(const CaromWorld *world, double time)
{
    for (const CrObserver *o = world->observers; o != NULL; o = o->next) {
        if (o->functions->began != NULL) {
            o->functions->began(o->context, time);
        }
    }
}

static inline void crObserversTurned(const CaromWorld *world, double time)
{
    for (const CrObserver *o = world->observers; o != NULL; o = o->next) {
        if (o->functions->turned != NULL) {
            o->functions->turned(o->context, time);
        }
    }
}

static inline void crObserversTicked(const CaromWorld *world, CaromStepFlags flags)
{
    for (const CrObserver *o = world->observers; o != NULL; o = o->next) {
        if (o->functions->ticked != NULL) {
            o->functions->ticked(o->context, flags);
        }
    }
}

/// Takes all of them off the list.
static inline void crObserversEnded(CaromWorld *world)
{
    while (world->observers != NULL) {
        const CrObserver *observer = world->observers;
        crObserverRemove(world, observer);
        if (observer->functions->ended != NULL) {
            observer->functions->ended(observer->context);
        }
    }
}

// ---- for the observer of calls

static inline void crCallReport(const CaromWorld *world, CrCall *call)
{
    world->recording->functions->called(world->recording->context, call);
}

/// Reports CR_CALL_name with the members of a CrCall that it takes: .body = id. Stands at the end
/// of a call, where nothing can fail any more. Does nothing after an error or without a recorder.
#define crRecordCall(world, error, name, ...)                                                      \
    (CR_UNLIKELY((error) == CAROM_OK && (world)->recording != NULL)                                \
         ? crCallReport(world, &(CrCall){.kind = CR_CALL_##name, __VA_ARGS__})                     \
         : (void)0)

/// The end of a call that may be refused: reports it, or refuses it in its name; returns the error.
#define crEndCall(world, error, name, ...)                                                         \
    (crRecordCall(world, error, name, __VA_ARGS__), crRefuse(world, error, #name))

/// Returns a mark for crRecordUndo. Needed before calls whose arguments may be gone afterwards,
/// which are recorded first. 0 without a world or a recorder.
static inline size_t crRecordMark(const CaromWorld *world)
{
    const CrObserver *o = world != NULL ? world->recording : NULL;
    return o != NULL ? o->functions->mark(o->context) : 0;
}

/// Drops what was recorded since the mark, after a call was refused.
static inline void crRecordUndo(const CaromWorld *world, size_t mark)
{
    const CrObserver *o = world != NULL ? world->recording : NULL;
    if (o != NULL) {
        o->functions->undo(o->context, mark);
    }
}

static inline void crRecordBecame(const CaromWorld *world)
{
    if (world->recording != NULL) {
        world->recording->functions->became(world->recording->context);
    }
}

static inline void crRecordCallbacks(const CaromWorld *world)
{
    if (world->recording != NULL) {
        world->recording->functions->callbacks(world->recording->context);
    }
}

static inline void crRecordAnswer(const CaromWorld *world, CrCallKind kind, uint32_t projectile,
                                  unsigned answer)
{
    if (world->recording != NULL) {
        const CrObserver *o = world->recording;
        o->functions->answered(o->context, kind, projectile, answer);
    }
}

#endif
