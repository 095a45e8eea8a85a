// SPDX-License-Identifier: MIT
// Executes recorded calls. Their arguments were read but not checked: the public functions refuse
// bad ones.
#include "../api/rigid_bodies.h"
#include "../bodies/body.h"
#include "../bodies/press.h"
#include "../index/hierarchy.h"
#include "calls.h"

typedef struct Play {
    CaromWorld *world;
    const CrCall *call;
    bool same; ///< what it gave, or nothing to compare
} Play;

/// Whether something was made; by the name that it got when it was recorded?
static CaromError made(Play *play, uint32_t index, uint32_t age, uint32_t asIndex, uint32_t asAge)
{
    play->same = index == asIndex && age == asAge;
    return index != 0 ? CAROM_OK : caromWorldLastError(play->world);
}

// ---- calls that take what was recorded

/// A call that takes members of the recorded call as they are.
#define PLAY(name, ...)                                                                            \
    static CaromError play_##name(Play *p)                                                         \
    {                                                                                              \
        const CrCall *c = p->call;                                                                 \
        return name(p->world, __VA_ARGS__);                                                        \
    }

PLAY(caromWorldSetGravity, c->vector)
PLAY(caromWorldSetSurface, (uint32_t)c->x, (uint32_t)c->y, c->surface)
PLAY(caromBodyDestroy, c->body)
PLAY(caromBodySetTransform, c->body, c->transform)
PLAY(caromBodySetVelocity, c->body, c->vector)
PLAY(caromBodySetAngularVelocity, c->body, c->number)
PLAY(caromBodySetEnabled, c->body, c->set)
PLAY(caromBodySetParent, c->body, c->other)
PLAY(caromBodySetUserData, c->body, c->userData)
PLAY(caromShapeDestroy, c->shape)
PLAY(caromShapeSetGeometry, c->shape, c->geometry)
PLAY(caromShapeSetFilter, c->shape, c->filter)
PLAY(caromShapeSetSensor, c->shape, c->set)
PLAY(caromShapeSetContacts, c->shape, c->set)
PLAY(caromShapeSetUserData, c->shape, c->userData)
PLAY(caromProjectileDestroy, c->projectile)
PLAY(caromProjectileSetVelocity, c->projectile, c->vector)
PLAY(caromProjectileSetPosition, c->projectile, c->vector)
PLAY(caromProjectileSetTarget, c->projectile, c->body, c->vector)
PLAY(caromProjectileSetTargetPoint, c->projectile, c->vector)
PLAY(caromProjectileClearTarget, c->projectile)
PLAY(caromProjectileSetForce, c->projectile, c->vector, c->number)
PLAY(caromProjectileApplyImpulse, c->projectile, c->vector)
PLAY(caromProjectileSetUserData, c->projectile, c->userData)
PLAY(caromProjectileSetFilter, c->projectile, c->filter)
PLAY(caromWorldExplode, c->vector, c->blast)
PLAY(caromBodySetType, c->body, (CaromBodyType)c->x)
PLAY(caromBodyApplyLinearImpulse, c->body, c->vector, c->second)
PLAY(caromBodyApplyLinearImpulseToCenter, c->body, c->vector)
PLAY(caromBodyApplyAngularImpulse, c->body, c->number)
PLAY(caromBodySetForce, c->body, c->vector)
PLAY(caromBodySetTorque, c->body, c->number)
PLAY(caromBodyResetMassData, c->body)
PLAY(caromBodySetAwake, c->body, c->set)
PLAY(caromBodySetLinearDamping, c->body, c->number)
PLAY(caromBodySetAngularDamping, c->body, c->number)
PLAY(caromBodySetGravityScale, c->body, c->number)
PLAY(caromBodySetMaxSpeed, c->body, c->number)
PLAY(caromBodySetSleepEnabled, c->body, c->set)
PLAY(caromBodySetSleepThreshold, c->body, c->number)
PLAY(caromBodySetLocks, c->body, (uint32_t)c->x)
PLAY(caromShapeSetDensity, c->shape, c->number)
PLAY(caromShapeSetHits, c->shape, c->set)
PLAY(caromShapeSetAskContacts, c->shape, c->set)
PLAY(caromWorldSetHitThreshold, c->number)
#undef PLAY

static CaromError play_caromWorldSetSleepEnabled(Play *p)
{
    return caromWorldSetSleepEnabled(p->world, p->call->set);
}

// ---- others

static CaromError play_caromBodyCreate(Play *p)
{
    CaromBodyId id = caromBodyCreate(p->world, p->call->bodyDef), as = p->call->body;
    return made(p, id.index, id.age, as.index, as.age);
}

static CaromError play_caromBodySetMassData(Play *p)
{
    CaromMassData data = {p->call->number, p->call->vector, p->call->number2};
    return caromBodySetMassData(p->world, p->call->body, data);
}

static CaromError play_caromMoverInit(Play *p)
{
    return crBodyMakeCharacter(p->world, p->call->body);
}

static CaromError play_caromWorldSetContactTuning(Play *p)
{
    const CrCall *c = p->call;
    CaromContactTuning tuning = {c->vector.x, c->vector.y, c->number};
    return caromWorldSetContactTuning(p->world, tuning);
}

static CaromError play_caromMoverMove(Play *p)
{
    return crBodyPress(p->world, p->call->body, p->call->vector, p->call->second);
}

/// How many edges a geometry has, if it is a sound one.
static int edgesOf(const CaromGeometry *g)
{
    switch (g->type) {
    case CAROM_SHAPE_CIRCLE:
    case CAROM_SHAPE_CAPSULE:
    case CAROM_SHAPE_SEGMENT:
        return 1;
    case CAROM_SHAPE_CHAIN:
        return g->count - 1;
    default:
        return g->count;
    }
}

/// A def with materials has one for each edge; no more than there are are read.
static CaromError play_caromShapeCreate(Play *p)
{
    const CrCall *c = p->call;
    CaromShapeId id = {0, 0, 0};
    CaromGeometry geometry = *c->geometry;
    bool isSolid = geometry.type == CAROM_SHAPE_POLYGON || geometry.type == CAROM_SHAPE_REGION;
    geometry.oneSided = geometry.oneSided && !isSolid; // as solids are recorded
    if (c->shapeDef->materials == NULL || c->materials == edgesOf(&geometry)) {
        id = caromShapeCreate(p->world, c->body, c->shapeDef, &geometry);
    }
    return made(p, id.index, id.age, c->shape.index, c->shape.age);
}

static CaromError play_caromShapeCreateTiles(Play *p)
{
    const CrCall *c = p->call;
    CaromTileMap map = *c->map;
    map.radius = c->number;
    CaromShapeId id = caromShapeCreateTiles(p->world, c->body, c->shapeDef, &map);
    return made(p, id.index, id.age, c->shape.index, c->shape.age);
}

static CaromError play_caromShapeSetTiles(Play *p)
{
    const CrCall *c = p->call;
    return caromShapeSetTiles(p->world, c->shape, c->x, c->y, c->width, c->count / c->width,
                              c->tiles);
}

static CaromError play_caromShapeSetMaterial(Play *p)
{
    CaromShapeMaterial material = caromShapeMaterial(p->world, p->call->shape);
    uint32_t cookie = material.cookie;
    material = *p->call->material;
    material.cookie = cookie;
    return caromShapeSetMaterial(p->world, p->call->shape, &material);
}

static CaromError play_caromProjectileFire(Play *p)
{
    CaromProjectileId id = caromProjectileFire(p->world, p->call->shot), as = p->call->projectile;
    return made(p, id.index, id.age, as.index, as.age);
}

/// Their slots follow from the world's free slots, which its hash covers.
static CaromError play_caromProjectileFireMany(Play *p)
{
    const CrCall *c = p->call;
    return caromProjectileFireMany(p->world, c->shot, c->places, c->velocities, c->count, NULL);
}

// ---- any

bool crCallPlay(CaromWorld *world, const CrCall *call, bool *same, CaromError *error)
{
    static CaromError (*const plays[])(Play *) = {
#define CR_CALL_PLAY(name, letters) play_##name,
        CR_CALLS(CR_CALL_PLAY)
#undef CR_CALL_PLAY
    };
    Play play = {world, call, true};
    *error = plays[call->kind](&play);
    *same = play.same;
    return *error == CAROM_OK;
}
