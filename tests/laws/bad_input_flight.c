// SPDX-License-Identifier: MIT
// Mistakes with projectiles.
#include "bad_input.h"

void bad_caromBlast(BadGame *g)
{
    (void)g;
    CaromBlast blast = caromBlast();
    ck_assert(blast.radius == 0.0 && blast.impulse == 0.0 && blast.filter.mask == UINT64_MAX);
    ck_assert(blast.falloff == CAROM_FALLOFF_LINEAR);
}

void bad_caromWorldExplode(BadGame *g)
{
    CaromVec2 here = caromVec2(0.0, 60.0);
    CaromBlast good = caromBlast(), blast = good;
    static const CaromBlast zeroed;
    BAD_NO_WORLD(caromWorldExplode(NULL, here, &good) == CAROM_ERROR_NULL);
    BAD_EDIT(CAROM_ERROR_NULL, caromWorldExplode(g->world, here, NULL));
    BAD_EDIT(CAROM_ERROR_DEF, caromWorldExplode(g->world, here, &zeroed));
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromError error = badNumbers[i].error;
        double bad = badNumbers[i].value;
        BAD_EDIT(error, caromWorldExplode(g->world, caromVec2(bad, 0.0), &good));
        BAD_EDIT(error, caromWorldExplode(g->world, caromVec2(0.0, bad), &good));
        blast = good;
        blast.radius = bad;
        BAD_EDIT(error, caromWorldExplode(g->world, here, &blast));
        blast = good;
        blast.impulse = bad;
        BAD_EDIT(error, caromWorldExplode(g->world, here, &blast));
    }
    blast = good;
    blast.radius = -1.0;
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromWorldExplode(g->world, here, &blast));
    blast.radius = 1.1e6;
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromWorldExplode(g->world, here, &blast));
    blast = good;
    blast.falloff = CAROM_FALLOFF_COUNT;
    BAD_EDIT(CAROM_ERROR_ENUM, caromWorldExplode(g->world, here, &blast));
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldExplode(g->world, here, &good))
}

void bad_caromProjectileDef(BadGame *g)
{
    (void)g;
    CaromProjectileDef def = caromProjectileDef();
    ck_assert(def.time == CAROM_NOW && def.gravityScale == 1.0 && def.mass == 1.0 &&
              def.restitution == 1.0);
    ck_assert(def.lifetime == CAROM_FOREVER && def.bounces == CAROM_UNLIMITED &&
              def.restTime == 0.05);
    ck_assert(def.onHit == CAROM_HIT_BOUNCE && def.filter.mask == UINT64_MAX &&
              def.ignoreBody.index == 0);
}

// Both ways of firing refuse the same.
static void refuseDef(BadGame *g, const CaromProjectileDef *def, CaromError error, int line)
{
    CaromVec2 p[2] = {{40.0, 0.0}, {41.0, 0.0}};
    CaromProjectileId ids[2];
    badBegin(g, "caromProjectileFire");
    badEndMake(g, error, caromProjectileFire(g->world, def).index == 0, line);
    badBegin(g, "caromProjectileFireMany");
    badEndEdit(g, error, caromProjectileFireMany(g->world, def, p, p, 2, ids), line);
}

/// A field, what it may not be, and why.
typedef struct Wrong {
    double *field, value;
    CaromError error;
} Wrong;

static void refuseFields(BadGame *g)
{
    CaromProjectileDef good = caromProjectileDef(), def = good;
    double *anyNumber[] = {
        &def.position.x,   &def.position.y,        &def.velocity.x,        &def.velocity.y,
        &def.time,         &def.gravityScale,      &def.acceleration.x,    &def.acceleration.y,
        &def.radius,       &def.restitution,       &def.friction,          &def.mass,
        &def.restTime,     &def.rollingResistance, &def.linearDrag,        &def.quadraticDrag,
        &def.turnRate,     &def.pierceLoss,        &def.pierceDrag,        &def.proximity,
        &def.blast.radius, &def.blast.impulse,     &def.groundDeceleration};
    for (size_t f = 0; f < sizeof anyNumber / sizeof anyNumber[0]; f++) {
        for (int i = 0; i < BAD_NUMBERS; i++) {
            def = good;
            *anyNumber[f] = badNumbers[i].value;
            refuseDef(g, &def, badNumbers[i].error, __LINE__);
        }
    }
    const Wrong wrongs[] = {
        {&def.radius, -5e-324, CAROM_ERROR_OUT_OF_RANGE},
        {&def.radius, 1e6 + 1.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.mass, 0.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.mass, -1.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.restitution, -1e-310, CAROM_ERROR_OUT_OF_RANGE},
        {&def.restitution, 10.5, CAROM_ERROR_OUT_OF_RANGE},
        {&def.friction, -1.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.friction, 1.1e6, CAROM_ERROR_OUT_OF_RANGE},
        {&def.lifetime, 0.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.lifetime, -1.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.lifetime, NAN, CAROM_ERROR_NOT_FINITE},
        {&def.lifetime, INFINITY, CAROM_ERROR_NOT_FINITE},
        {&def.lifetime, 1e301, CAROM_ERROR_OUT_OF_RANGE},
        {&def.restTime, -1.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.rollingResistance, -1.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.linearDrag, -1e-300, CAROM_ERROR_OUT_OF_RANGE},
        {&def.linearDrag, 1.1e6, CAROM_ERROR_OUT_OF_RANGE},
        {&def.quadraticDrag, -1.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.groundDeceleration, -1e-300, CAROM_ERROR_OUT_OF_RANGE},
        {&def.groundDeceleration, 1.1e9, CAROM_ERROR_OUT_OF_RANGE},
        {&def.turnRate, -1.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.pierceLoss, -1.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.pierceDrag, 1.1e9, CAROM_ERROR_OUT_OF_RANGE},
        {&def.proximity, -1.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.blast.radius, -1.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.blast.radius, 1.1e6, CAROM_ERROR_OUT_OF_RANGE},
        {&def.fuse, 0.0, CAROM_ERROR_OUT_OF_RANGE},
        {&def.fuse, NAN, CAROM_ERROR_NOT_FINITE},
        {&def.time, 0.125, CAROM_ERROR_TIME},
        {&def.time, -0.5, CAROM_ERROR_TIME},
    };
    for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
        def = good;
        *wrongs[i].field = wrongs[i].value;
        refuseDef(g, &def, wrongs[i].error, __LINE__);
    }
}

static void refuseOthers(BadGame *g)
{
    CaromProjectileDef good = caromProjectileDef(), def = good;
    static const CaromProjectileDef zeroed;
    refuseDef(g, NULL, CAROM_ERROR_NULL, __LINE__);
    refuseDef(g, &zeroed, CAROM_ERROR_DEF, __LINE__);
    def.material = 65536;
    refuseDef(g, &def, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    def = good;
    def.blast.cookie = 0;
    refuseDef(g, &def, CAROM_ERROR_DEF, __LINE__);
    def = good;
    def.blast.falloff = CAROM_FALLOFF_COUNT;
    refuseDef(g, &def, CAROM_ERROR_ENUM, __LINE__);
    def = good;
    def.onMeet = (CaromMeetAction)CAROM_MEETING_COUNT;
    refuseDef(g, &def, CAROM_ERROR_ENUM, __LINE__);
    def = good;
    static const int actions[] = {-1, CAROM_HIT_COUNT, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 4; i++) {
        def = good;
        def.onHit = (CaromHitAction)actions[i];
        refuseDef(g, &def, CAROM_ERROR_ENUM, __LINE__);
    }
    def = good;
    def.groundDeceleration = 1.0;
    def.acceleration = caromVec2(0.0, 1e-3);
    refuseDef(g, &def, CAROM_ERROR_GROUND, __LINE__);
    def = good;
    def.bounces = -1;
    refuseDef(g, &def, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    for (int i = 0; i < BAD_IDS; i++) {
        def = good;
        def.ignoreBody = g->bodies[i];
        if (g->bodies[i].index != 0) { // null means none
            refuseDef(g, &def, badIdError(i), __LINE__);
        }
    }
}

void bad_caromProjectileFire(BadGame *g)
{
    CaromProjectileDef good = caromProjectileDef();
    BAD_NO_WORLD(caromProjectileFire(NULL, &good).index == 0);
    refuseFields(g);
    refuseOthers(g);
    BAD_WHEN_BUSY(BAD_MAKE, caromProjectileFire(g->world, &good))
}

void bad_caromProjectileFireMany(BadGame *g)
{
    CaromProjectileDef def = caromProjectileDef();
    CaromVec2 p[4] = {{40.0, 0.0}, {41.0, 0.0}, {42.0, 0.0}, {43.0, 0.0}};
    CaromWorld *w = g->world;
    BAD_NO_WORLD(caromProjectileFireMany(NULL, &def, p, p, 4, NULL) == CAROM_ERROR_NULL);
    BAD_EDIT(CAROM_ERROR_COUNT, caromProjectileFireMany(w, &def, p, p, -1, NULL));
    BAD_EDIT(CAROM_ERROR_COUNT, caromProjectileFireMany(w, &def, p, p, INT32_MIN, NULL));
    BAD_EDIT(CAROM_ERROR_COUNT, caromProjectileFireMany(w, &def, p, p, INT32_MAX, NULL));
    BAD_EDIT(CAROM_ERROR_NULL, caromProjectileFireMany(w, &def, NULL, p, 4, NULL));
    BAD_EDIT(CAROM_ERROR_NULL, caromProjectileFireMany(w, &def, p, NULL, 4, NULL));
    for (int i = 0; i < BAD_NUMBERS; i++) { // all or none
        CaromVec2 q[4] = {p[0], p[1], p[2], {0.0, badNumbers[i].value}};
        BAD_EDIT(badNumbers[i].error, caromProjectileFireMany(w, &def, p, q, 4, NULL));
        BAD_EDIT(badNumbers[i].error, caromProjectileFireMany(w, &def, q, p, 4, NULL));
    }
    BAD_WHEN_BUSY(BAD_EDIT, caromProjectileFireMany(w, &def, p, p, 4, NULL))
    BAD_WHEN_BUSY(BAD_EDIT, caromProjectileFireMany(w, &def, NULL, NULL, 0, NULL))
    ck_assert(g->inside || caromProjectileFireMany(w, &def, NULL, NULL, 0, NULL) == CAROM_OK);
}

BAD_OF_ID(caromProjectileDestroy, projectile, projectiles)

void bad_caromProjectileIsValid(BadGame *g)
{
    BAD_NO_WORLD(!caromProjectileIsValid(NULL, g->projectile));
    for (int i = 0; i < BAD_IDS; i++) {
        ck_assert(!caromProjectileIsValid(g->world, g->projectiles[i]));
    }
}

static bool isZero(CaromVec2 v)
{
    return v.x == 0.0 && v.y == 0.0;
}

BAD_GETTER(caromProjectilePosition, projectile, projectiles, isZero, )
BAD_GETTER(caromProjectileVelocity, projectile, projectiles, isZero, )

void bad_caromProjectileAt(BadGame *g)
{
    CaromVec2 p = {1.0, 2.0}, v = p;
    BAD_NO_WORLD(caromProjectileAt(NULL, g->projectile, 1.0, &p, &v) == CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_ASK,
                caromProjectileAt(g->world, g->projectiles[i], 1.0, &p, &v) == badIdError(i))
    BAD_EACH_NUMBER(BAD_ASK,
                    caromProjectileAt(g->world, g->projectile, bad, &p, &v) == badNumbers[i].error)
    ck_assert(p.x == 1.0 && v.y == 2.0);
    ck_assert_ok(caromProjectileAt(g->world, g->projectile, 1.0, NULL, NULL));
}

void bad_caromProjectileSetVelocity(BadGame *g)
{
    CaromVec2 v = {1.0, 2.0};
    BAD_IDS_OF(caromProjectileSetVelocity, projectile, projectiles, v);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 wrong = {0.0, badNumbers[i].value};
        BAD_EDIT(badNumbers[i].error, caromProjectileSetVelocity(g->world, g->projectile, wrong));
    }
}

void bad_caromProjectileSetPosition(BadGame *g)
{
    CaromVec2 p = {1.0, 2.0};
    BAD_IDS_OF(caromProjectileSetPosition, projectile, projectiles, p);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 wrong = {badNumbers[i].value, 0.0};
        BAD_EDIT(badNumbers[i].error, caromProjectileSetPosition(g->world, g->projectile, wrong));
    }
}

BAD_GETTER(caromProjectileMode, projectile, projectiles, , == CAROM_PROJECTILE_PENDING)
BAD_GETTER(caromProjectileRadius, projectile, projectiles, , == 0.0)

void bad_caromProjectileSetFilter(BadGame *g)
{
    CaromFilter filter = {2, 3, -1};
    BAD_IDS_OF(caromProjectileSetFilter, projectile, projectiles, filter);
}

BAD_GETTER(caromProjectileFilter, projectile, projectiles, , .mask == 0)
BAD_SETTER(caromProjectileSetUserData, projectile, projectiles, g)
BAD_GETTER(caromProjectileUserData, projectile, projectiles, , == NULL)

void bad_caromWorldProjectiles(BadGame *g)
{
    CaromProjectileId out[4];
    BAD_NO_WORLD(caromWorldProjectiles(NULL, out, 4) == -CAROM_ERROR_NULL);
    BAD_QUERY(CAROM_ERROR_COUNT, caromWorldProjectiles(g->world, out, -1));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldProjectiles(g->world, NULL, 1));
    ck_assert_int_eq(caromWorldProjectiles(g->world, NULL, 0),
                     caromWorldCounters(g->world).projectiles);
}

void bad_caromWorldPositions(BadGame *g)
{
    CaromVec2 p[4];
    CaromProjectileId ids[4];
    BAD_NO_WORLD(caromWorldPositions(NULL, p, ids, 4) == -CAROM_ERROR_NULL);
    BAD_QUERY(CAROM_ERROR_COUNT, caromWorldPositions(g->world, p, ids, -1));
    BAD_QUERY(CAROM_ERROR_COUNT, caromWorldPositions(g->world, p, ids, INT32_MIN));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldPositions(g->world, NULL, ids, INT32_MAX));
}

void bad_caromWorldPositionsFloat(BadGame *g)
{
    float xy[8];
    CaromVec2 o = {0.0, 0.0};
    BAD_NO_WORLD(caromWorldPositionsFloat(NULL, o, 0.0, xy, NULL, 4) == -CAROM_ERROR_NULL);
    BAD_QUERY(CAROM_ERROR_COUNT, caromWorldPositionsFloat(g->world, o, 0.0, xy, NULL, -1));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldPositionsFloat(g->world, o, 0.0, NULL, NULL, 4));
    BAD_QUERY(CAROM_ERROR_OUT_OF_RANGE,
              caromWorldPositionsFloat(g->world, o, -1e-310, xy, NULL, 4));
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 wrong = {0.0, badNumbers[i].value};
        BAD_QUERY(badNumbers[i].error, caromWorldPositionsFloat(g->world, wrong, 0.0, xy, NULL, 4));
        BAD_QUERY(badNumbers[i].error, caromWorldPositionsFloat(g->world, o, wrong.y, xy, NULL, 4));
    }
}

void bad_caromPrediction(BadGame *g)
{
    (void)g;
    CaromPrediction p = caromPrediction();
    ck_assert(p.legs == NULL && p.hitCapacity == 0 && p.eventLimit == 100000 && p.legCount == 0);
}

void bad_caromPredictionStandingSize(BadGame *g)
{
    ck_assert(caromPredictionStandingSize(NULL) == 0);
    ck_assert(caromPredictionStandingSize(g->world) > 0);
}

/// Puts all that may be wrong with a prediction to a call of either kind; def null: of a
/// projectile.
static void refusePrediction(BadGame *g, const CaromProjectileDef *def, const CaromPrediction *p,
                             double horizon, CaromError error, int line)
{
    CaromPrediction copy = caromPrediction(), *asked = p != NULL ? &copy : NULL;
    copy = p != NULL ? *p : copy;
    copy.legCount = 77;
    badBegin(g, def != NULL ? "caromWorldPredict" : "caromProjectilePredict");
    CaromError got = def != NULL ? caromWorldPredict(g->world, def, horizon, asked)
                                 : caromProjectilePredict(g->world, g->projectile, horizon, asked);
    badEndAsk(g, error, got == error && copy.legCount == 77, line);
}

static void refusePredictions(BadGame *g, const CaromProjectileDef *def)
{
    CaromPrediction good = caromPrediction(), p = good;
    static const CaromPrediction zeroed;
    refusePrediction(g, def, NULL, 1.0, CAROM_ERROR_NULL, __LINE__);
    refusePrediction(g, def, &zeroed, 1.0, CAROM_ERROR_DEF, __LINE__);
    int *capacities[] = {&p.legCapacity, &p.hitCapacity, &p.modeCapacity, &p.crossCapacity};
    for (int i = 0; i < 4; i++) {
        p = good;
        *capacities[i] = -1;
        refusePrediction(g, def, &p, 1.0, CAROM_ERROR_COUNT, __LINE__);
        *capacities[i] = 1; // of nothing
        refusePrediction(g, def, &p, 1.0, CAROM_ERROR_NULL, __LINE__);
    }
    p = good;
    p.eventLimit = 0;
    refusePrediction(g, def, &p, 1.0, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    p = good;
    p.standing = &p;
    p.standingSize = caromPredictionStandingSize(g->world) - 1;
    refusePrediction(g, def, &p, 1.0, CAROM_ERROR_BUFFER, __LINE__);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        refusePrediction(g, def, &good, badNumbers[i].value, badNumbers[i].error, __LINE__);
    }
    refusePrediction(g, def, &good, 0.0, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    refusePrediction(g, def, &good, -5e-324, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
}

void bad_caromWorldPredict(BadGame *g)
{
    CaromProjectileDef def = caromProjectileDef(), wrong = def;
    CaromPrediction p = caromPrediction();
    def.position = caromVec2(20.0, 0.0);
    BAD_NO_WORLD(caromWorldPredict(NULL, &def, 1.0, &p) == CAROM_ERROR_NULL);
    BAD_ASK(CAROM_ERROR_NULL, caromWorldPredict(g->world, NULL, 1.0, &p) == CAROM_ERROR_NULL);
    wrong.cookie = 0;
    BAD_ASK(CAROM_ERROR_DEF, caromWorldPredict(g->world, &wrong, 1.0, &p) == CAROM_ERROR_DEF);
    wrong = def;
    wrong.time = caromWorldTime(g->world) - 0.001;
    BAD_ASK(CAROM_ERROR_TIME, caromWorldPredict(g->world, &wrong, 1.0, &p) == CAROM_ERROR_TIME);
    wrong = def;
    wrong.ignoreBody = g->bodies[1];
    BAD_ASK(CAROM_ERROR_STALE_ID,
            caromWorldPredict(g->world, &wrong, 1.0, &p) == CAROM_ERROR_STALE_ID);
    wrong.ignoreBody = g->bodies[BAD_IDS - 1];
    BAD_ASK(CAROM_ERROR_FOREIGN_ID,
            caromWorldPredict(g->world, &wrong, 1.0, &p) == CAROM_ERROR_FOREIGN_ID);
    wrong = def;
    wrong.groundDeceleration = 1.0;
    wrong.acceleration.x = 1.0;
    BAD_ASK(CAROM_ERROR_GROUND, caromWorldPredict(g->world, &wrong, 1.0, &p) == CAROM_ERROR_GROUND);
    wrong = def;
    wrong.onHit = CAROM_HIT_COUNT;
    BAD_ASK(CAROM_ERROR_ENUM, caromWorldPredict(g->world, &wrong, 1.0, &p) == CAROM_ERROR_ENUM);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        wrong = def;
        wrong.velocity.x = badNumbers[i].value;
        BAD_ASK(badNumbers[i].error,
                caromWorldPredict(g->world, &wrong, 1.0, &p) == badNumbers[i].error);
    }
    refusePredictions(g, &def);
    ck_assert_ok(caromWorldPredict(g->world, &def, 1.0, &p)); // in callbacks, too
}

void bad_caromProjectilePredict(BadGame *g)
{
    CaromPrediction p = caromPrediction();
    BAD_NO_WORLD(caromProjectilePredict(NULL, g->projectile, 1.0, &p) == CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_ASK,
                caromProjectilePredict(g->world, g->projectiles[i], 1.0, &p) == badIdError(i))
    refusePredictions(g, NULL);
    ck_assert_ok(caromProjectilePredict(g->world, g->projectile, 1.0, &p));
}

typedef int Sample(const CaromPrediction *p, double first, double spacing, CaromVec2 *points,
                   int capacity);

static void refuseSamples(BadGame *g, Sample *sample)
{
    CaromLeg legs[8];
    CaromVec2 points[4];
    CaromPrediction good = caromPrediction(), p;
    good.legs = legs;
    good.legCapacity = 8;
    ck_assert_ok(caromProjectilePredict(g->world, g->projectile, 1.0, &good));
    ck_assert_int_gt(sample(&good, 0.0, 0.1, points, 4), 4);
    ck_assert_int_eq(sample(NULL, 0.0, 0.1, points, 4), 0);
    p = good;
    p.cookie = 0;
    ck_assert_int_eq(sample(&p, 0.0, 0.1, points, 4), 0);
    p = good;
    p.legs = NULL;
    ck_assert_int_eq(sample(&p, 0.0, 0.1, points, 4), 0);
    p = good;
    p.legCapacity = -1;
    ck_assert_int_eq(sample(&p, 0.0, 0.1, points, 4), 0);
    ck_assert_int_eq(sample(&good, 0.0, 0.1, points, -1), 0);
    ck_assert_int_eq(sample(&good, 0.0, 0.1, NULL, 4), 0);
    ck_assert_int_eq(sample(&good, 0.0, 0.0, points, 4), 0);
    ck_assert_int_eq(sample(&good, 0.0, -1.0, points, 4), 0);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        ck_assert_int_eq(sample(&good, badNumbers[i].value, 0.1, points, 4), 0);
        ck_assert_int_eq(sample(&good, 0.0, badNumbers[i].value, points, 4), 0);
    }
}

void bad_caromPredictionSample(BadGame *g)
{
    refuseSamples(g, caromPredictionSample);
}

void bad_caromPredictionSampleWay(BadGame *g)
{
    CaromPrediction p = caromPrediction();
    refuseSamples(g, caromPredictionSampleWay);
    ck_assert_int_eq(caromPredictionSampleWay(&p, -1.0, 1.0, NULL, 0), 0);
}
