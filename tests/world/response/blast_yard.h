// SPDX-License-Identifier: MIT
// What suites about explosions share: walls, bombs, and which flights were pushed.
#ifndef CAROM_TESTS_BLAST_YARD_H
#define CAROM_TESTS_BLAST_YARD_H

#include "../../support/builder.h"

#include "../../../shapes/vec.h"

/// A flight that has hit something 20 times in one window is parked.
static inline CaromWorld *makeWorld(double gravity)
{
    CaromWorldDef def = caromWorldDef();
    def.gravity = caromVec2(0.0, -gravity);
    def.eventLimit = 20;
    return caromWorldCreate(&def, NULL);
}

static inline CaromBlast makeBlast(double radius, double impulse, CaromFalloff falloff)
{
    CaromBlast blast = caromBlast();
    blast.radius = radius;
    blast.impulse = impulse;
    blast.falloff = falloff;
    return blast;
}

static inline CaromProjectileDef shot(double x, double y, double vx, double vy)
{
    CaromProjectileDef def = newShot(caromVec2(x, y), caromVec2(vx, vy));
    return def;
}

static inline CaromProjectileId fire(CaromWorld *world, CaromProjectileDef def)
{
    return fireShot(world, &def);
}

static inline CaromProjectileId fireBomb(CaromWorld *world, double x, double y, double fuse,
                                         CaromBlast blast)
{
    CaromProjectileDef def = shot(x, y, 0.0, 0.0);
    def.fuse = fuse;
    def.blast = blast;
    return fire(world, def);
}

static inline const CaromPushEvent *pushOf(const CaromEvents *events, CaromProjectileId id)
{
    for (int k = 0; k < events->pushCount; k++) {
        if (events->pushes[k].projectile.index == id.index) {
            return &events->pushes[k];
        }
    }
    return NULL;
}

static inline const CaromPushEvent *pushOfShape(const CaromEvents *events, CaromShapeId id)
{
    for (int k = 0; k < events->pushCount; k++) {
        if (events->pushes[k].shape.index == id.index) {
            return &events->pushes[k];
        }
    }
    return NULL;
}

/// Explodes at once; the events of the step that follows.
static inline CaromEvents explodeAt(CaromWorld *world, double x, double y, CaromBlast blast)
{
    ck_assert_ok(caromWorldExplode(world, caromVec2(x, y), &blast));
    ck_assert_int_eq(caromWorldStep(world, 1e-6), CAROM_STEP_OK);
    return caromWorldEvents(world);
}

#endif
