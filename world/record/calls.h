// SPDX-License-Identifier: MIT
// Calls that change a world, as a recording holds them: one list of them, one of what each takes,
// for both directions.
//
// Recorded is what acts on the world itself. So there is one call for all shapes that are made of
// points, boxes and ellipses among them; and sector links have none, since they call those of
// bodies and shapes. Of movers it is that a body stands for one. Ids are without
// the world's tag, which the world has that plays.
#ifndef CAROM_WORLD_RECORD_CALLS_H
#define CAROM_WORLD_RECORD_CALLS_H

#include "../api/movers.h"
#include "../api/worlds.h"
#include "../core/codec.h"
#include "../data/world.h"

/// Letters of what a call takes, in order; what it gave comes last. Upper case: by pointer.
///
///     b o  body, another body        s  shape           p  projectile
///     v w  vectors                   x  number          d  user data
///     t    transform                 f  filter          k  set or not
///     i    two integers              m  two materials, and the surface M or none
///     B S P L M  defs of body, shape, projectile, blast; material of a shape. With S comes x: the
///                radius of a tile map, 0 of what has a geometry
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
    X(caromProjectileSetFilter, "pf")

/// What a record is: one of these calls, or what steps and restores tell.
typedef enum CrCallKind {
#define CR_CALL_KIND(name, letters) CR_CALL_##name,
    CR_CALLS(CR_CALL_KIND)
#undef CR_CALL_KIND
        CR_CALL_COUNT,
    CR_RECORD_BECAME = CR_CALL_COUNT, ///< a snapshot follows: the world was restored
    CR_RECORD_CALLBACKS,              ///< which of both callbacks the world has from now on
    CR_RECORD_STEP,                   ///< it is stepped to a time
    CR_RECORD_HIT,                    ///< what was answered about a projectile's hit
    CR_RECORD_MEETING
} CrCallKind;

/// Recordings name kinds by a byte. The records' bytes follow those of the calls that there were
/// first; calls that came later follow the records, so that no byte changes its meaning.
enum { CR_FIRST_CALLS = 32, CR_RECORDS = CR_RECORD_MEETING + 1 - CR_CALL_COUNT };

static inline uint8_t crKindByte(CrCallKind kind)
{
    int byte = (int)kind, later = CR_CALL_COUNT - CR_FIRST_CALLS;
    return (uint8_t)(byte < CR_FIRST_CALLS  ? byte
                     : byte < CR_CALL_COUNT ? byte + CR_RECORDS
                                            : byte - later);
}

/// CR_CALL_COUNT + CR_RECORDS: of no kind.
static inline int crKindOf(uint8_t byte)
{
    int later = CR_CALL_COUNT - CR_FIRST_CALLS, most = CR_CALL_COUNT + CR_RECORDS;
    return byte < CR_FIRST_CALLS                ? byte
           : byte < CR_FIRST_CALLS + CR_RECORDS ? byte + later
           : byte < most                        ? byte - CR_RECORDS
                                                : most;
}

typedef struct CrCall {
    CrCallKind kind;
    CaromBodyId body, other;
    CaromShapeId shape;
    CaromProjectileId projectile;
    CaromVec2 vector;
    double number;
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

/// Room for what a call that is read points to.
typedef struct CrCallRoom {
    CaromAllocator allocator;
    CaromBodyDef bodyDef;
    CaromShapeDef shapeDef;
    CaromProjectileDef shot;
    CaromBlast blast;
    CaromShapeMaterial material;
    CaromSurface surface;
    CaromGeometry geometry;
    CaromTileMap map;
    CaromVec2 *places, *velocities; ///< arrays
    uint32_t *materials;
    uint16_t *tiles;
    int *ends;
} CrCallRoom;

/// Into or out of a stream, without its kind. Of one that reads: with the world's tag, into the
/// room; fails with CAROM_ERROR_MEMORY where there is none for its arrays.
void crCallFields(CrStream *stream, CrCall *call, CrCallRoom *room, uint32_t tag);
void crCallRoomFree(CrCallRoom *room);
const char *crCallName(CrCallKind kind);

/// Calls it. False, and *error why, where it was refused; *same: it gave the id that it gave when
/// it was recorded. calls_play.c
bool crCallPlay(CaromWorld *world, const CrCall *call, bool *same, CaromError *error);

#endif
