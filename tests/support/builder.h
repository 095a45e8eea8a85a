// SPDX-License-Identifier: MIT
// Builds scenes by hand: a world, bodies, shapes and shots, a line each, with default defs. A test
// that needs another value passes a def of its own. Each call expects that it succeeds.
#ifndef CAROM_TESTS_BUILDER_H
#define CAROM_TESTS_BUILDER_H

#include "../../world/api/carom.h"

#include "assertions.h"
#include "random.h"

/// caromWorldDef for a world that logs nothing.
static inline CaromWorldDef newWorldDef(void)
{
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    return def;
}

static inline CaromWorld *newWorldOf(const CaromWorldDef *def)
{
    CaromWorld *world = caromWorldCreate(def, NULL);
    ck_assert_ptr_nonnull(world);
    return world;
}

/// A world without gravity.
static inline CaromWorld *newWorld(void)
{
    CaromWorldDef def = newWorldDef();
    return newWorldOf(&def);
}

/// [m/s²] pulls down.
static inline CaromWorld *newWorldUnder(double gravity)
{
    CaromWorldDef def = newWorldDef();
    def.gravity = caromVec2(0.0, -gravity);
    return newWorldOf(&def);
}

/// Steps to a time and returns the events of that step.
static inline CaromEvents eventsUntil(CaromWorld *world, double time)
{
    caromWorldStepTo(world, time);
    return caromWorldEvents(world);
}

/// Validates a world and destroys it.
static inline void endWorld(CaromWorld *world)
{
    ck_assert(caromWorldValidate(world));
    caromWorldDestroy(world);
}

// ---- bodies

static inline CaromBodyId newBodyOf(CaromWorld *world, const CaromBodyDef *def)
{
    CaromBodyId body = caromBodyCreate(world, def);
    ck_assert_uint_ne(body.index, 0);
    return body;
}

static inline CaromBodyId newBody(CaromWorld *world, CaromBodyType type, CaromVec2 position,
                                  CaromVec2 velocity)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    def.position = position;
    def.velocity = velocity;
    return newBodyOf(world, &def);
}

static inline CaromBodyId newMoving(CaromWorld *world, CaromVec2 position, CaromVec2 velocity)
{
    return newBody(world, CAROM_BODY_KINEMATIC, position, velocity);
}

/// A static body.
static inline CaromBodyId newRestAt(CaromWorld *world, CaromVec2 position)
{
    return newBody(world, CAROM_BODY_STATIC, position, caromVec2(0, 0));
}

static inline CaromBodyId newRest(CaromWorld *world)
{
    return newRestAt(world, caromVec2(0, 0));
}

/// A kinematic body. spin: [rad/s].
static inline CaromBodyId newSpinning(CaromWorld *world, CaromVec2 position, double angle,
                                      CaromVec2 velocity, double spin)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.position = position;
    def.angle = angle;
    def.velocity = velocity;
    def.angularVelocity = spin;
    return newBodyOf(world, &def);
}

/// A world with one static body.
static inline CaromWorld *newWorldAndRest(CaromBodyId *body)
{
    CaromWorld *world = newWorld();
    *body = newRest(world);
    return world;
}

// ---- shapes

static inline CaromShapeId madeShape(CaromShapeId shape)
{
    ck_assert_uint_ne(shape.index, 0);
    return shape;
}

static inline CaromShapeId newCircle(CaromWorld *world, CaromBodyId body, CaromVec2 center,
                                     double radius)
{
    CaromShapeDef def = caromShapeDef();
    return madeShape(caromShapeCreateCircle(world, body, &def, center, radius));
}

static inline CaromShapeId newCapsule(CaromWorld *world, CaromBodyId body, CaromVec2 a, CaromVec2 b,
                                      double radius)
{
    CaromShapeDef def = caromShapeDef();
    return madeShape(caromShapeCreateCapsule(world, body, &def, a, b, radius));
}

static inline CaromShapeId newSegment(CaromWorld *world, CaromBodyId body, CaromVec2 a, CaromVec2 b)
{
    CaromShapeDef def = caromShapeDef();
    return madeShape(caromShapeCreateSegment(world, body, &def, a, b));
}

/// Solid on the left of a -> b.
static inline CaromShapeId newOneSided(CaromWorld *world, CaromBodyId body, CaromVec2 a,
                                       CaromVec2 b)
{
    CaromShapeDef def = caromShapeDef();
    return madeShape(caromShapeCreateOneSided(world, body, &def, a, b));
}

/// A wall of either kind.
static inline CaromShapeId newWall(CaromWorld *world, CaromBodyId body, CaromVec2 a, CaromVec2 b,
                                   bool oneSided)
{
    return oneSided ? newOneSided(world, body, a, b) : newSegment(world, body, a, b);
}

static inline CaromShapeId newBox(CaromWorld *world, CaromBodyId body, CaromVec2 center,
                                  CaromVec2 half)
{
    CaromShapeDef def = caromShapeDef();
    return madeShape(caromShapeCreateBox(world, body, &def, center, half));
}

static inline CaromShapeId newPolygon(CaromWorld *world, CaromBodyId body, const CaromVec2 *points,
                                      int count)
{
    CaromShapeDef def = caromShapeDef();
    return madeShape(caromShapeCreatePolygon(world, body, &def, points, count));
}

/// flags: of caromShapeCreateChain.
static inline CaromShapeId newChain(CaromWorld *world, CaromBodyId body, const CaromVec2 *points,
                                    int count, uint32_t flags)
{
    CaromShapeDef def = caromShapeDef();
    return madeShape(caromShapeCreateChain(world, body, &def, points, count, flags));
}

static inline CaromShapeId newRegion(CaromWorld *world, CaromBodyId body, const CaromVec2 *points,
                                     const int *ringEnds, int ringCount)
{
    CaromShapeDef def = caromShapeDef();
    return madeShape(caromShapeCreateRegion(world, body, &def, points, ringEnds, ringCount));
}

static inline CaromShapeId newTiles(CaromWorld *world, CaromBodyId body, const CaromTileMap *map)
{
    CaromShapeDef def = caromShapeDef();
    return madeShape(caromShapeCreateTiles(world, body, &def, map));
}

// ---- projectiles

static inline CaromProjectileDef newShot(CaromVec2 position, CaromVec2 velocity)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = position;
    def.velocity = velocity;
    return def;
}

static inline CaromProjectileId fireShot(CaromWorld *world, const CaromProjectileDef *def)
{
    CaromProjectileId id = caromProjectileFire(world, def);
    ck_assert_uint_ne(id.index, 0);
    return id;
}

// ---- tests in a world

/// A test of each _i of 0 .. count - 1 in a `world` of its own, that `make` makes; it is validated
/// and destroyed at the end.
#define TEST_WORLD_LOOP(name, count, make)                                                         \
    static void name##In(CaromWorld *world, int _i);                                               \
    TEST_LOOP(name, count)                                                                         \
    {                                                                                              \
        CaromWorld *made = make;                                                                   \
        name##In(made, _i);                                                                        \
        endWorld(made);                                                                            \
    }                                                                                              \
    static void name##In(CaromWorld *world, int _i CK_ATTRIBUTE_UNUSED)

#define TEST_WORLD(name, make) TEST_WORLD_LOOP(name, 1, make)

/// The same with a `random` of seed _i.
#define TEST_WORLD_SEEDS(name, count, make)                                                        \
    static void name##Of(CaromWorld *world, int _i, TestRandom random);                            \
    TEST_WORLD_LOOP(name, count, make)                                                             \
    {                                                                                              \
        name##Of(world, _i, testRandomSeed((uint64_t)_i));                                         \
    }                                                                                              \
    static void name##Of(CaromWorld *world, int _i CK_ATTRIBUTE_UNUSED, TestRandom random)

#endif
