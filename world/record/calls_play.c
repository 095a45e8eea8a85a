// SPDX-License-Identifier: MIT
// Executes recorded calls. Their arguments were read but not checked: the public functions refuse
// bad ones.
#include "../bodies/body.h"
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

// ---- bodies

static CaromError play_caromWorldSetGravity(Play *p)
{
    return caromWorldSetGravity(p->world, p->call->vector);
}

static CaromError play_caromWorldSetSurface(Play *p)
{
    return caromWorldSetSurface(p->world, (uint32_t)p->call->x, (uint32_t)p->call->y,
                                p->call->surface);
}

static CaromError play_caromBodyCreate(Play *p)
{
    CaromBodyId id = caromBodyCreate(p->world, p->call->bodyDef), as = p->call->body;
    return made(p, id.index, id.age, as.index, as.age);
}

static CaromError play_caromBodyDestroy(Play *p)
{
    return caromBodyDestroy(p->world, p->call->body);
}

static CaromError play_caromBodySetTransform(Play *p)
{
    return caromBodySetTransform(p->world, p->call->body, p->call->transform);
}

static CaromError play_caromBodySetVelocity(Play *p)
{
    return caromBodySetVelocity(p->world, p->call->body, p->call->vector);
}

static CaromError play_caromBodySetAngularVelocity(Play *p)
{
    return caromBodySetAngularVelocity(p->world, p->call->body, p->call->number);
}

static CaromError play_caromMoverInit(Play *p)
{
    return crBodyMakeCharacter(p->world, p->call->body);
}

static CaromError play_caromBodySetParent(Play *p)
{
    return caromBodySetParent(p->world, p->call->body, p->call->other);
}

static CaromError play_caromBodySetUserData(Play *p)
{
    return caromBodySetUserData(p->world, p->call->body, p->call->userData);
}

// ---- shapes

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

static CaromError play_caromShapeDestroy(Play *p)
{
    return caromShapeDestroy(p->world, p->call->shape);
}

static CaromError play_caromShapeSetGeometry(Play *p)
{
    return caromShapeSetGeometry(p->world, p->call->shape, p->call->geometry);
}

static CaromError play_caromShapeSetFilter(Play *p)
{
    return caromShapeSetFilter(p->world, p->call->shape, p->call->filter);
}

static CaromError play_caromShapeSetMaterial(Play *p)
{
    CaromShapeMaterial material = caromShapeMaterial(p->world, p->call->shape);
    uint32_t cookie = material.cookie;
    material = *p->call->material;
    material.cookie = cookie;
    return caromShapeSetMaterial(p->world, p->call->shape, &material);
}

static CaromError play_caromShapeSetSensor(Play *p)
{
    return caromShapeSetSensor(p->world, p->call->shape, p->call->set);
}

static CaromError play_caromShapeSetContacts(Play *p)
{
    return caromShapeSetContacts(p->world, p->call->shape, p->call->set);
}

static CaromError play_caromShapeSetUserData(Play *p)
{
    return caromShapeSetUserData(p->world, p->call->shape, p->call->userData);
}

// ---- projectiles

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

static CaromError play_caromProjectileDestroy(Play *p)
{
    return caromProjectileDestroy(p->world, p->call->projectile);
}

static CaromError play_caromProjectileSetVelocity(Play *p)
{
    return caromProjectileSetVelocity(p->world, p->call->projectile, p->call->vector);
}

static CaromError play_caromProjectileSetPosition(Play *p)
{
    return caromProjectileSetPosition(p->world, p->call->projectile, p->call->vector);
}

static CaromError play_caromProjectileSetTarget(Play *p)
{
    return caromProjectileSetTarget(p->world, p->call->projectile, p->call->body, p->call->vector);
}

static CaromError play_caromProjectileSetTargetPoint(Play *p)
{
    return caromProjectileSetTargetPoint(p->world, p->call->projectile, p->call->vector);
}

static CaromError play_caromProjectileClearTarget(Play *p)
{
    return caromProjectileClearTarget(p->world, p->call->projectile);
}

static CaromError play_caromProjectileSetForce(Play *p)
{
    return caromProjectileSetForce(p->world, p->call->projectile, p->call->vector, p->call->number);
}

static CaromError play_caromProjectileApplyImpulse(Play *p)
{
    return caromProjectileApplyImpulse(p->world, p->call->projectile, p->call->vector);
}

static CaromError play_caromProjectileSetUserData(Play *p)
{
    return caromProjectileSetUserData(p->world, p->call->projectile, p->call->userData);
}

static CaromError play_caromProjectileSetFilter(Play *p)
{
    return caromProjectileSetFilter(p->world, p->call->projectile, p->call->filter);
}

static CaromError play_caromWorldExplode(Play *p)
{
    return caromWorldExplode(p->world, p->call->vector, p->call->blast);
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
