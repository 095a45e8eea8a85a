// SPDX-License-Identifier: MIT
// Mistakes with bodies that hang from bodies.
#include "bad_input.h"

static CaromBodyId make(BadGame *g, CaromBodyType type, CaromBodyId parent, CaromVec2 scale)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    def.parent = parent;
    def.scale = scale;
    return caromBodyCreate(g->world, &def);
}

/// What was refused as a body is refused as a change of parents, too.
static void refuseBoth(BadGame *g, CaromError error, CaromBodyId body, CaromBodyDef *def,
                       CaromBodyId parent)
{
    def->parent = parent;
    BAD_MAKE(error, caromBodyCreate(g->world, def));
    BAD_EDIT(error, caromBodySetParent(g->world, body, parent));
}

static void refuseFamilies(BadGame *g)
{
    const CaromVec2 one = {1.0, 1.0}, huge = {1e7, 1e7}, tiny = {1e-7, 1e-7}, unequal = {1.0, 2.0};
    CaromBodyId line = make(g, CAROM_BODY_STATIC, g->body, one), first = line;
    CaromBodyDef def = caromBodyDef();
    for (int k = 2; k < 32; k++) {
        line = make(g, CAROM_BODY_STATIC, line, one);
    }
    BAD_EDIT(CAROM_ERROR_CYCLE, caromBodySetParent(g->world, first, first));
    BAD_EDIT(CAROM_ERROR_CYCLE, caromBodySetParent(g->world, first, line));
    BAD_EDIT(CAROM_ERROR_CYCLE, caromBodySetParent(g->world, g->body, line));
    def = caromBodyDef();
    CaromBodyId unindexed = caromBodyCreate(g->world, &def);
    refuseBoth(g, CAROM_ERROR_DEPTH, unindexed, &def, line);
    def = caromBodyDef();
    refuseBoth(g, CAROM_ERROR_STATIC, unindexed, &def, g->mover);
    def = caromBodyDef();
    def.scale = huge;
    unindexed = caromBodyCreate(g->world, &def);
    refuseBoth(g, CAROM_ERROR_OUT_OF_RANGE, unindexed, &def,
               make(g, CAROM_BODY_STATIC, g->body, huge));
    def.scale = tiny;
    unindexed = make(g, CAROM_BODY_STATIC, g->bodies[0], tiny);
    refuseBoth(g, CAROM_ERROR_OUT_OF_RANGE, unindexed, &def,
               make(g, CAROM_BODY_STATIC, g->body, tiny));
    def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.angularVelocity = 1.0;
    CaromBodyId spinner = caromBodyCreate(g->world, &def);
    refuseBoth(g, CAROM_ERROR_MOTION, spinner, &def, make(g, CAROM_BODY_STATIC, g->body, unequal));
    def.angularVelocity = 0.0;
    def.parent = g->bodies[0];
    def.velocity = one;
    unindexed = caromBodyCreate(g->world, &def);
    refuseBoth(g, CAROM_ERROR_MOTION, unindexed, &def, spinner);
}

void bad_caromBodySetParent(BadGame *g)
{
    BAD_NO_WORLD(caromBodySetParent(NULL, g->mover, g->body) == CAROM_ERROR_NULL);
    CaromBodyDef def = caromBodyDef();
    for (int i = 0; i < BAD_IDS; i++) {
        BAD_EDIT(badIdError(i), caromBodySetParent(g->world, g->bodies[i], g->body));
        if (g->bodies[i].index != 0) { // null is no mistake
            def.parent = g->bodies[i];
            BAD_MAKE(badIdError(i), caromBodyCreate(g->world, &def));
            BAD_EDIT(badIdError(i), caromBodySetParent(g->world, g->mover, g->bodies[i]));
        }
    }
    if (!g->inside) {
        refuseFamilies(g);
        BAD_EDIT(CAROM_ERROR_DYNAMIC, caromBodySetParent(g->world, g->crate, g->body));
    }
    BAD_WHEN_BUSY(BAD_EDIT, caromBodySetParent(g->world, g->mover, g->body))
}

BAD_GETTER(caromBodyParent, mover, bodies, , .index == 0)

void bad_caromBodyChildren(BadGame *g)
{
    CaromBodyId out[4];
    BAD_NO_WORLD(caromBodyChildren(NULL, g->body, out, 4) == -CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_QUERY, caromBodyChildren(g->world, g->bodies[i], out, 4))
    BAD_QUERY(CAROM_ERROR_COUNT, caromBodyChildren(g->world, g->body, out, -1));
    BAD_QUERY(CAROM_ERROR_NULL, caromBodyChildren(g->world, g->body, NULL, INT32_MAX));
}

typedef CaromVec2 AskPoint(const CaromWorld *world, CaromBodyId body, CaromVec2 point);

static void refusePoints(BadGame *g, const char *name, AskPoint *ask)
{
    CaromVec2 good = {1.0, 2.0};
    BAD_NO_WORLD(ask(NULL, g->mover, good).y == 0.0);
#define BAD_POINT(error, body, point)                                                              \
    (badBegin(g, name), badEndAsk(g, (error), ask(g->world, (body), (point)).y == 0.0, __LINE__))
    BAD_EACH_ID(BAD_POINT, g->bodies[i], good)
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 x = {badNumbers[i].value, 1.0}, y = {1.0, badNumbers[i].value};
        BAD_POINT(badNumbers[i].error, g->mover, x);
        BAD_POINT(badNumbers[i].error, g->body, y);
    }
}

void bad_caromBodyPoint(BadGame *g)
{
    refusePoints(g, "caromBodyPoint", caromBodyPoint);
}

void bad_caromBodyPointInverse(BadGame *g)
{
    refusePoints(g, "caromBodyPointInverse", caromBodyPointInverse);
}

void bad_caromBodyVelocityAt(BadGame *g)
{
    refusePoints(g, "caromBodyVelocityAt", caromBodyVelocityAt);
}

void bad_caromBodyMatrix(BadGame *g)
{
    BAD_NO_WORLD(caromBodyMatrix(NULL, g->mover).tx == 0.0);
    for (int i = 0; i < BAD_IDS; i++) {
        CaromMatrix m = caromBodyMatrix(g->world, g->bodies[i]);
        ck_assert(m.xx == 1.0 && m.xy == 0.0 && m.yx == 0.0 && m.yy == 1.0 && m.ty == 0.0);
        BAD_ASK(badIdError(i), caromBodyMatrix(g->world, g->bodies[i]).tx == 0.0);
    }
}
