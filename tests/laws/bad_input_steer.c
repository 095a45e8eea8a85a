// SPDX-License-Identifier: MIT
// Mistakes with targets, forces and impulses.
#include "bad_input.h"

void bad_caromProjectileSetTarget(BadGame *g)
{
    CaromVec2 o = {0.0, 0.0};
    BAD_NO_WORLD(caromProjectileSetTarget(NULL, g->projectile, g->body, o) == CAROM_ERROR_NULL);
    for (int i = 0; i < BAD_IDS; i++) {
        BAD_EDIT(badIdError(i), caromProjectileSetTarget(g->world, g->projectiles[i], g->body, o));
        BAD_EDIT(badIdError(i), caromProjectileSetTarget(g->world, g->projectile, g->bodies[i], o));
    }
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 wrong = {0.0, badNumbers[i].value};
        BAD_EDIT(badNumbers[i].error,
                 caromProjectileSetTarget(g->world, g->projectile, g->body, wrong));
    }
    BAD_WHEN_BUSY(BAD_EDIT, caromProjectileSetTarget(g->world, g->projectile, g->body, o))
}

void bad_caromProjectileSetTargetPoint(BadGame *g)
{
    CaromVec2 o = {0.0, 0.0};
    BAD_IDS_OF(caromProjectileSetTargetPoint, projectile, projectiles, o);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 wrong = {badNumbers[i].value, 0.0};
        BAD_EDIT(badNumbers[i].error,
                 caromProjectileSetTargetPoint(g->world, g->projectile, wrong));
    }
}

BAD_OF_ID(caromProjectileClearTarget, projectile, projectiles)

void bad_caromProjectileTarget(BadGame *g)
{
    CaromVec2 p = {1.0, 2.0};
    BAD_NO_WORLD(caromProjectileTarget(NULL, g->projectile, &p) == -CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_QUERY, caromProjectileTarget(g->world, g->projectiles[i], &p))
    ck_assert(p.x == 1.0 && p.y == 2.0);
    ck_assert(!caromProjectileTarget(g->world, g->projectile, NULL));
}

void bad_caromProjectileSetForce(BadGame *g)
{
    CaromVec2 o = {0.0, 0.0};
    CaromWorld *w = g->world;
    BAD_NO_WORLD(caromProjectileSetForce(NULL, g->projectile, o, CAROM_NOW) == CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_EDIT, caromProjectileSetForce(w, g->projectiles[i], o, CAROM_NOW))
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 wrong = {0.0, badNumbers[i].value};
        BAD_EDIT(badNumbers[i].error, caromProjectileSetForce(w, g->projectile, wrong, CAROM_NOW));
        BAD_EDIT(badNumbers[i].error, caromProjectileSetForce(w, g->projectile, o, wrong.y));
    }
    BAD_EDIT(CAROM_ERROR_TIME, caromProjectileSetForce(w, g->projectile, o, 0.125));
    BAD_EDIT(CAROM_ERROR_TIME, caromProjectileSetForce(w, g->projectile, o, -0.5));
    BAD_WHEN_BUSY(BAD_EDIT, caromProjectileSetForce(w, g->projectile, o, CAROM_NOW))
    BAD_WHEN_BUSY(BAD_EDIT, caromProjectileSetForce(w, g->projectile, o, 9.0))
}

BAD_GETTER(caromProjectileForce, projectile, projectiles, , .x == 0.0)

/// Far too light for a force that is fine by itself.
static void refuseTooMuch(BadGame *g)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = caromVec2(30.0, 30.0);
    def.mass = 1e-9;
    def.velocity = caromVec2(9e11, 0.0);
    CaromProjectileId id = caromProjectileFire(g->world, &def);
    CaromVec2 much = {1e6, 0.0}, little = {200.0, 0.0};
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromProjectileSetForce(g->world, id, much, CAROM_NOW));
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromProjectileApplyImpulse(g->world, id, much));
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromProjectileApplyImpulse(g->world, id, little));
}

/// Friction with the ground excludes forces, at once and later.
static void refuseOnGround(BadGame *g)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = caromVec2(30.0, 31.0);
    def.groundDeceleration = 1.0;
    CaromProjectileId id = caromProjectileFire(g->world, &def);
    CaromVec2 force = {1e-3, 0.0};
    BAD_EDIT(CAROM_ERROR_GROUND, caromProjectileSetForce(g->world, id, force, CAROM_NOW));
    BAD_EDIT(CAROM_ERROR_GROUND, caromProjectileSetForce(g->world, id, force, 9.0));
}

void bad_caromProjectileApplyImpulse(BadGame *g)
{
    CaromVec2 o = {0.0, 0.0};
    BAD_IDS_OF(caromProjectileApplyImpulse, projectile, projectiles, o);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 wrong = {0.0, badNumbers[i].value};
        BAD_EDIT(badNumbers[i].error, caromProjectileApplyImpulse(g->world, g->projectile, wrong));
    }
    if (!g->inside) {
        refuseTooMuch(g);
        refuseOnGround(g);
    }
}
