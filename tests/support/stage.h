// SPDX-License-Identifier: MIT
// A stage for one projectile: a test puts up what the projectile is to meet, fires it, and keeps
// its events.
#ifndef CAROM_TESTS_STAGE_H
#define CAROM_TESTS_STAGE_H

#include <math.h>
#include <string.h>

#include "builder.h"

#define HIT_MOST 400

/// A world with one static body, and the events of the one projectile in it.
typedef struct Stage {
    CaromWorld *world;
    CaromBodyId body;
    CaromHitEvent hits[HIT_MOST];
    int hitCount;
    bool ended;
    CaromEndReason reason;
    CaromVec2 place, velocity; ///< at last
    CaromProjectileMode mode;
} Stage;

static inline Stage makeStage(double gravity, double angle)
{
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    CaromBodyDef body = caromBodyDef();
    Stage stage;
    memset(&stage, 0, sizeof stage);
    def.gravity = caromVec2(0.0, -gravity);
    body.angle = angle;
    stage.world = caromWorldCreate(&def, NULL);
    stage.body = caromBodyCreate(stage.world, &body);
    return stage;
}

static inline CaromShapeId addBox(Stage *stage, double x, double y, double halfWidth,
                                  double halfHeight)
{
    CaromShapeDef def = caromShapeDef();
    return caromShapeCreateBox(stage->world, stage->body, &def, caromVec2(x, y),
                               caromVec2(halfWidth, halfHeight));
}

static inline CaromShapeId addWall(Stage *stage, double ax, double ay, double bx, double by)
{
    CaromShapeDef def = caromShapeDef();
    return caromShapeCreateSegment(stage->world, stage->body, &def, caromVec2(ax, ay),
                                   caromVec2(bx, by));
}

/// Solid on the left of a -> b.
static inline CaromShapeId addOneSided(Stage *stage, double ax, double ay, double bx, double by)
{
    CaromShapeDef def = caromShapeDef();
    return caromShapeCreateOneSided(stage->world, stage->body, &def, caromVec2(ax, ay),
                                    caromVec2(bx, by));
}

static inline CaromShapeId addCircle(Stage *stage, double x, double y, double radius)
{
    CaromShapeDef def = caromShapeDef();
    return caromShapeCreateCircle(stage->world, stage->body, &def, caromVec2(x, y), radius);
}

static inline CaromProjectileDef shot(double x, double y, double vx, double vy, double radius)
{
    CaromProjectileDef def = newShot(caromVec2(x, y), caromVec2(vx, vy));
    def.radius = radius;
    return def;
}

/// Flies one for a time. Not parked, unless a test says so: no flag is raised.
static inline void fly(Stage *stage, const CaromProjectileDef *def, double duration)
{
    CaromProjectileId id = caromProjectileFire(stage->world, def);
    ck_assert_uint_ne(id.index, 0);
    ck_assert_int_eq(caromWorldStep(stage->world, duration), CAROM_STEP_OK);
    CaromEvents events = caromWorldEvents(stage->world);
    stage->hitCount = events.hitCount;
    ck_assert_int_le(events.hitCount, HIT_MOST);
    for (int k = 0; k < events.hitCount; k++) {
        stage->hits[k] = events.hits[k];
    }
    stage->ended = events.endCount > 0;
    if (stage->ended) {
        stage->reason = events.ends[0].reason;
        return;
    }
    stage->place = caromProjectilePosition(stage->world, id);
    stage->velocity = caromProjectileVelocity(stage->world, id);
    stage->mode = caromProjectileMode(stage->world, id);
    caromProjectileDestroy(stage->world, id);
}

/// The same, of a plain shot.
static inline void flyFrom(Stage *stage, double x, double y, double vx, double vy, double radius,
                           double duration)
{
    CaromProjectileDef def = shot(x, y, vx, vy, radius);
    fly(stage, &def, duration);
}

static inline void endStage(Stage *stage)
{
    ck_assert(caromWorldValidate(stage->world));
    caromWorldDestroy(stage->world);
}

static inline void expectVec(CaromVec2 is, double x, double y)
{
    ck_assert_msg(fabs(is.x - x) + fabs(is.y - y) <= 1e-12, "(%.17g, %.17g), not (%.17g, %.17g)",
                  is.x, is.y, x, y);
}

static inline void expectFree(const Stage *stage, double x, double y)
{
    ck_assert_int_eq(stage->hitCount, 0);
    ck_assert(!stage->ended);
    expectVec(stage->place, x, y);
}

/// One hit, and off with a velocity.
static inline void expectHit(const Stage *stage, double nx, double ny, double vx, double vy)
{
    ck_assert_int_eq(stage->hitCount, 1);
    expectVec(stage->hits[0].normal, nx, ny);
    expectVec(stage->velocity, vx, vy);
}

#endif
