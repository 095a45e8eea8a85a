// SPDX-License-Identifier: MIT
// Mistakes with a world as a whole.
#include "bad_input.h"

#include <limits.h>

void bad_caromWorldDef(BadGame *g)
{
    (void)g;
    CaromWorldDef def = caromWorldDef();
    ck_assert(def.gravity.x == 0.0 && def.gravity.y == 0.0 && def.eventWindow == 1.0 / 64.0);
    ck_assert(def.eventLimit == 1000 && def.searchCells == 4096 && def.tag == 0 && !def.logAll);
    ck_assert(def.log == caromLogToStderr);
}

static void keepText(void *context, CaromError error, const char *function, const char *text)
{
    BadLog *log = context;
    (void)text;
    log->count++;
    log->error = error;
    badTold(function, error);
    ck_assert_str_eq(function, "caromWorldCreate");
}

static void refuseWorld(CaromWorldDef def, CaromError expected, int fields)
{
    BadLog log = {0};
    CaromError error = CAROM_OK;
    def.log = keepText;
    def.logContext = &log;
    ck_assert_ptr_null(caromWorldCreate(&def, &error));
    ck_assert_int_eq(error, expected);
    ck_assert_int_eq(log.count, fields);
    ck_assert_ptr_null(caromWorldCreate(&def, NULL));
}

void bad_caromWorldCreate(BadGame *g)
{
    CaromError error = CAROM_OK;
    ck_assert_ptr_null(caromWorldCreate(NULL, &error));
    ck_assert_int_eq(error, CAROM_ERROR_NULL);
    static const CaromWorldDef zeroed;
    ck_assert_ptr_null(caromWorldCreate(&zeroed, &error));
    ck_assert_int_eq(error, CAROM_ERROR_DEF);
    badTold("caromWorldCreate", CAROM_ERROR_DEF);
    CaromWorldDef good = caromWorldDef(), def = good;
    def.cookie++;
    ck_assert_ptr_null(caromWorldCreate(&def, &error));
    ck_assert_int_eq(error, CAROM_ERROR_DEF);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        def = good;
        def.gravity.x = badNumbers[i].value;
        refuseWorld(def, badNumbers[i].error, 1);
        def = good;
        def.gravity.y = badNumbers[i].value;
        refuseWorld(def, badNumbers[i].error, 1);
        def = good;
        def.eventWindow = badNumbers[i].value;
        refuseWorld(def, badNumbers[i].error, 1);
        def = good;
        def.contactInterval = badNumbers[i].value;
        refuseWorld(def, badNumbers[i].error, 1);
        def = good;
        def.contactHertz = badNumbers[i].value;
        refuseWorld(def, badNumbers[i].error, 1);
        def = good;
        def.contactDampingRatio = badNumbers[i].value;
        refuseWorld(def, badNumbers[i].error, 1);
        def = good;
        def.contactSpeed = badNumbers[i].value;
        refuseWorld(def, badNumbers[i].error, 1);
    }
    static const int limits[] = {0, -1, 1000001, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 5; i++) {
        def = good;
        def.eventLimit = limits[i];
        refuseWorld(def, CAROM_ERROR_OUT_OF_RANGE, 1);
        def.searchCells = limits[i];
        refuseWorld(def, CAROM_ERROR_OUT_OF_RANGE, 2);
    }
    for (int wrong = -1; wrong <= CAROM_MIX_COUNT; wrong += CAROM_MIX_COUNT + 1) {
        def = good;
        def.restitutionMix = (CaromMix)wrong;
        refuseWorld(def, CAROM_ERROR_ENUM, 1);
        def = good;
        def.frictionMix = (CaromMix)wrong;
        refuseWorld(def, CAROM_ERROR_ENUM, 1);
    }
    static const int capacities[] = {-1, INT32_MIN, INT32_MAX};
    for (int i = 0; i < 3; i++) {
        def = good;
        def.projectileCapacity = def.eventCapacity = capacities[i];
        def.eventWindow = 0.0;
        refuseWorld(def, CAROM_ERROR_OUT_OF_RANGE, 3);
        def = good;
        def.rollbackBytes = -1 - i;
        refuseWorld(def, CAROM_ERROR_OUT_OF_RANGE, 1);
    }
    g->cases++;
}

void bad_caromWorldDestroy(BadGame *g)
{
    BAD_NO_WORLD(caromWorldDestroy(NULL) == CAROM_OK); // ignored
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldDestroy(g->world))
}

void bad_caromWorldStep(BadGame *g)
{
    BAD_NO_WORLD(caromWorldStep(NULL, 1.0) == CAROM_STEP_REFUSED);
    BAD_EACH_NUMBER(BAD_STEP, caromWorldStep(g->world, bad))
    BAD_STEP(CAROM_ERROR_OUT_OF_RANGE, caromWorldStep(g->world, 0.0));
    BAD_STEP(CAROM_ERROR_OUT_OF_RANGE, caromWorldStep(g->world, -0.0));
    BAD_STEP(CAROM_ERROR_OUT_OF_RANGE, caromWorldStep(g->world, -1.0));
    BAD_STEP(CAROM_ERROR_TIME, caromWorldStep(g->world, 1e-310)); // lost in the clock's time
    BAD_WHEN_BUSY(BAD_STEP, caromWorldStep(g->world, 1.0))
}

void bad_caromWorldStepTo(BadGame *g)
{
    BAD_NO_WORLD(caromWorldStepTo(NULL, 1.0) == CAROM_STEP_REFUSED);
    BAD_EACH_NUMBER(BAD_STEP, caromWorldStepTo(g->world, bad))
    BAD_STEP(CAROM_ERROR_TIME, caromWorldStepTo(g->world, 0.25)); // the clock
    BAD_STEP(CAROM_ERROR_TIME, caromWorldStepTo(g->world, 0.0));
    BAD_STEP(CAROM_ERROR_TIME, caromWorldStepTo(g->world, -1.0));
    BAD_WHEN_BUSY(BAD_STEP, caromWorldStepTo(g->world, 100.0))
}

void bad_caromWorldTime(BadGame *g)
{
    BAD_NO_WORLD(caromWorldTime(NULL) == 0.0);
}

void bad_caromWorldSetHitThreshold(BadGame *g)
{
    BAD_NO_WORLD(caromWorldSetHitThreshold(NULL, 1.0) == CAROM_ERROR_NULL);
    BAD_EACH_NUMBER(BAD_EDIT, caromWorldSetHitThreshold(g->world, bad))
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldSetHitThreshold(g->world, 2.0))
    if (!g->inside) {
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromWorldSetHitThreshold(g->world, -1e-9));
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromWorldSetHitThreshold(g->world, 1.1e6));
    }
}

void bad_caromWorldSetGravity(BadGame *g)
{
    BAD_NO_WORLD(caromWorldSetGravity(NULL, caromVec2(0.0, 0.0)) == CAROM_ERROR_NULL);
    BAD_EACH_NUMBER(BAD_EDIT, caromWorldSetGravity(g->world, caromVec2(bad, 0.0)))
    BAD_EACH_NUMBER(BAD_EDIT, caromWorldSetGravity(g->world, caromVec2(0.0, bad)))
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldSetGravity(g->world, caromVec2(0.0, 0.0)))
    if (!g->inside) { // fine by itself, but not for a projectile that takes ten times as much
        CaromProjectileDef def = caromProjectileDef();
        def.position = caromVec2(0.0, 50.0);
        def.gravityScale = 10.0;
        CaromProjectileId heavy = caromProjectileFire(g->world, &def);
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromWorldSetGravity(g->world, caromVec2(0.0, 2e11)));
        caromProjectileDestroy(g->world, heavy); // and its flight def with it
        ck_assert_ok(caromWorldSetGravity(g->world, caromVec2(0.0, 2e11)));
        ck_assert_ok(caromWorldSetGravity(g->world, caromVec2(0.0, 0.0)));
        def.gravityScale = def.groundDeceleration = 1.0; // of a game that is seen from above
        heavy = caromProjectileFire(g->world, &def);
        BAD_EDIT(CAROM_ERROR_GROUND, caromWorldSetGravity(g->world, caromVec2(0.0, 1.0)));
        caromProjectileDestroy(g->world, heavy);
    }
}

void bad_caromWorldHitThreshold(BadGame *g)
{
    BAD_NO_WORLD(caromWorldHitThreshold(NULL) == 0.0);
}

void bad_caromWorldGravity(BadGame *g)
{
    BAD_NO_WORLD(caromWorldGravity(NULL).x == 0.0);
}

void bad_caromWorldSetContactTuning(BadGame *g)
{
    CaromContactTuning good = {30.0, 10.0, 3.0}, tuning = good;
    BAD_NO_WORLD(caromWorldSetContactTuning(NULL, good) == CAROM_ERROR_NULL);
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldSetContactTuning(g->world, good))
    if (g->inside) {
        return;
    }
    double *fields[] = {&tuning.hertz, &tuning.dampingRatio, &tuning.speed};
    for (int i = 0; i < 3; i++) {
        tuning = good;
        *fields[i] = NAN;
        BAD_EDIT(CAROM_ERROR_NOT_FINITE, caromWorldSetContactTuning(g->world, tuning));
        *fields[i] = -1.0;
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromWorldSetContactTuning(g->world, tuning));
        *fields[i] = 1.1e6;
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromWorldSetContactTuning(g->world, tuning));
    }
}

void bad_caromWorldContactTuning(BadGame *g)
{
    BAD_NO_WORLD(caromWorldContactTuning(NULL).hertz == 0.0);
}

void bad_caromWorldSetMeetCallback(BadGame *g)
{
    BAD_NO_WORLD(caromWorldSetMeetCallback(NULL, NULL, NULL) == CAROM_ERROR_NULL);
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldSetMeetCallback(g->world, NULL, NULL))
}

void bad_caromWorldSetContactCallback(BadGame *g)
{
    BAD_NO_WORLD(caromWorldSetContactCallback(NULL, NULL, NULL) == CAROM_ERROR_NULL);
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldSetContactCallback(g->world, NULL, NULL))
}

void bad_caromSurface(BadGame *g)
{
    (void)g;
    CaromSurface s = caromSurface();
    ck_assert(s.restitution == 1.0 && s.friction == 0.0 && s.rollingResistance == 0.0);
    ck_assert(s.minBounceSpeed == 0.0 && s.ricochetAngle == acos(0.0) && s.pierceLoss == 0.0);
    ck_assert(s.pierceDrag == 0.0 && s.steep == CAROM_HIT_BOUNCE);
    ck_assert(s.bodies == CAROM_SURFACE_BODIES_MIX);
}

static void refuseSurface(BadGame *g, CaromSurface surface, CaromError error)
{
    BAD_EDIT(error, caromWorldSetSurface(g->world, 1, 2, &surface));
    ck_assert(!caromWorldSurface(g->world, 1, 2, NULL));
}

void bad_caromWorldSetSurface(BadGame *g)
{
    CaromSurface good = caromSurface(), bad = good;
    static const CaromSurface zeroed;
    BAD_NO_WORLD(caromWorldSetSurface(NULL, 1, 2, &good) == CAROM_ERROR_NULL);
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromWorldSetSurface(g->world, 65536, 2, &good));
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromWorldSetSurface(g->world, 1, UINT32_MAX, NULL));
    refuseSurface(g, zeroed, CAROM_ERROR_DEF);
    static const double most[7] = {10.0, 1e6, 1e6, 1e12, 1.570796326794897, 1e9, 1e9};
    double *fields[7] = {&bad.restitution,    &bad.friction,      &bad.rollingResistance,
                         &bad.minBounceSpeed, &bad.ricochetAngle, &bad.pierceLoss,
                         &bad.pierceDrag};
    for (int i = 0; i < 7; i++) {
        double beyond[2] = {-1e-300, nextafter(most[i], 1e300)};
        for (int k = 0; k < 2; k++) {
            bad = good;
            *fields[i] = beyond[k];
            refuseSurface(g, bad, CAROM_ERROR_OUT_OF_RANGE);
        }
        for (int k = 0; k < BAD_NUMBERS; k++) {
            bad = good;
            *fields[i] = badNumbers[k].value;
            refuseSurface(g, bad, badNumbers[k].error);
        }
    }
    static const int actions[4] = {CAROM_HIT_ASK, CAROM_HIT_COUNT, -1, 1000};
    for (int k = 0; k < 4; k++) {
        bad = good;
        bad.steep = (CaromHitAction)actions[k];
        refuseSurface(g, bad, CAROM_ERROR_ENUM);
    }
    bad = good;
    bad.bodies = CAROM_SURFACE_BODIES_COUNT;
    refuseSurface(g, bad, CAROM_ERROR_ENUM);
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldSetSurface(g->world, 1, 2, &good))
}

void bad_caromWorldSurface(BadGame *g)
{
    CaromSurface kept = caromSurface();
    kept.friction = 0.25;
    BAD_NO_WORLD(caromWorldSurface(NULL, 1, 2, &kept) == -CAROM_ERROR_NULL);
    BAD_QUERY(CAROM_ERROR_OUT_OF_RANGE, caromWorldSurface(g->world, 65536, 2, &kept));
    BAD_QUERY(CAROM_ERROR_OUT_OF_RANGE, caromWorldSurface(g->world, 1, 65536, &kept));
    ck_assert(!caromWorldSurface(g->world, 1, 2, &kept) && kept.friction == 0.25);
}

void bad_caromWorldSetHitCallback(BadGame *g)
{
    BAD_NO_WORLD(caromWorldSetHitCallback(NULL, NULL, NULL) == CAROM_ERROR_NULL);
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldSetHitCallback(g->world, NULL, NULL))
}

void bad_caromWorldSetProfileClock(BadGame *g)
{
    BAD_NO_WORLD(caromWorldSetProfileClock(NULL, NULL, NULL) == CAROM_ERROR_NULL);
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldSetProfileClock(g->world, NULL, NULL))
}

static void runInTurn(void *runner, CaromTaskFunction *task, void *context, int count)
{
    (void)runner;
    for (int i = 0; i < count; i++) {
        task(context, i);
    }
}

void bad_caromWorldSetTasks(BadGame *g)
{
    static const int counts[] = {0, -1, 65, INT32_MAX, INT32_MIN};
    BAD_NO_WORLD(caromWorldSetTasks(NULL, runInTurn, NULL, 2) == CAROM_ERROR_NULL);
    for (int i = 0; i < 5; i++) {
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE,
                 caromWorldSetTasks(g->world, runInTurn, NULL, counts[i]));
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromWorldSetTasks(g->world, NULL, NULL, counts[i]));
    }
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldSetTasks(g->world, runInTurn, NULL, 2))
}

void bad_caromWorldEvents(BadGame *g)
{
    CaromEvents events = caromWorldEvents(NULL);
    BAD_NO_WORLD(events.hitCount + events.endCount + events.modeCount == 0 && events.hits == NULL);
}

void bad_caromEventsBegin(BadGame *g)
{
    (void)g;
    CaromEventIterator iterator = caromEventsBegin(NULL);
    for (int kind = 0; kind < CAROM_EVENT_KIND_COUNT; kind++) {
        ck_assert_int_eq(iterator.left[kind], 0);
    }
}

void bad_caromEventsNext(BadGame *g)
{
    (void)g;
    CaromEventIterator iterator = caromEventsBegin(NULL);
    CaromEvent event;
    ck_assert(!caromEventsNext(NULL, &event) && !caromEventsNext(&iterator, NULL));
}

void bad_caromWorldCounters(BadGame *g)
{
    BAD_NO_WORLD(caromWorldCounters(NULL).bytes == 0);
}

void bad_caromWorldMemory(BadGame *g)
{
    BAD_NO_WORLD(caromWorldMemory(NULL).total == 0);
}

void bad_caromBudgetSize(BadGame *g)
{
    (void)g;
    for (int field = 0; field < 9; field++) {
        CaromBudget budget = {1, 1, 1, 1, 1, 1, 1, 1, 1};
        int *const fields[] = {&budget.bodies,       &budget.shapes,  &budget.points,
                               &budget.movingShapes, &budget.bullets, &budget.otherProjectiles,
                               &budget.contacts,     &budget.events,  &budget.dynamicBodies};
        ck_assert_uint_gt(caromBudgetSize(&budget), 0);
        *fields[field] = -1;
        ck_assert_uint_eq(caromBudgetSize(&budget), 0);
        *fields[field] = 1000000001;
        ck_assert_uint_eq(caromBudgetSize(&budget), 0);
    }
    ck_assert_uint_eq(caromBudgetSize(NULL), 0);
}

void bad_caromWorldProfile(BadGame *g)
{
    BAD_NO_WORLD(caromWorldProfile(NULL).step == 0.0);
}

void bad_caromWorldHash(BadGame *g)
{
    BAD_NO_WORLD(caromWorldHash(NULL) == 0);
}

void bad_caromWorldLastError(BadGame *g)
{
    BAD_NO_WORLD(caromWorldLastError(NULL) == CAROM_ERROR_NULL);
}

void bad_caromWorldDraw(BadGame *g)
{
    static const CaromDebugDraw nothing;
    BAD_NO_WORLD(caromWorldDraw(NULL, &nothing) == CAROM_ERROR_NULL);
    BAD_ASK(CAROM_ERROR_NULL, caromWorldDraw(g->world, NULL) == CAROM_ERROR_NULL);
    ck_assert_ok(caromWorldDraw(g->world, &nothing));
}

void bad_caromWorldValidate(BadGame *g)
{
    BAD_NO_WORLD(!caromWorldValidate(NULL));
}

void bad_caromWorldSnapshotSize(BadGame *g)
{
    BAD_NO_WORLD(caromWorldSnapshotSize(NULL) == 0);
}

void bad_caromWorldSave(BadGame *g)
{
    uint8_t few[16];
    size_t size = 7;
    BAD_NO_WORLD(caromWorldSave(NULL, few, sizeof few, &size) == CAROM_ERROR_NULL);
    if (!g->inside) {
        BAD_ASK(CAROM_ERROR_NULL, caromWorldSave(g->world, NULL, 1000, &size) != CAROM_OK);
        BAD_ASK(CAROM_ERROR_BUFFER, caromWorldSave(g->world, few, sizeof few, &size) != CAROM_OK);
        BAD_ASK(CAROM_ERROR_BUFFER, caromWorldSave(g->world, few, 0, NULL) != CAROM_OK);
    }
    BAD_WHEN_BUSY(BAD_ASK, caromWorldSave(g->world, few, sizeof few, &size) != CAROM_OK)
    ck_assert_uint_eq(size, 7);
}

void bad_caromWorldRestore(BadGame *g)
{
    static const uint8_t zeros[256];
    BAD_NO_WORLD(caromWorldRestore(NULL, zeros, sizeof zeros) == CAROM_ERROR_NULL);
    BAD_EDIT(CAROM_ERROR_NULL, caromWorldRestore(g->world, NULL, 100));
    BAD_EDIT(CAROM_ERROR_SNAPSHOT, caromWorldRestore(g->world, zeros, sizeof zeros));
    BAD_EDIT(CAROM_ERROR_SNAPSHOT, caromWorldRestore(g->world, zeros, 0));
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldRestore(g->world, zeros, sizeof zeros))
}

void bad_caromWorldStateSize(BadGame *g)
{
    BAD_NO_WORLD(caromWorldStateSize(NULL) == 0);
}

void bad_caromWorldSaveState(BadGame *g)
{
    uint8_t few[16];
    size_t size = 7;
    BAD_NO_WORLD(caromWorldSaveState(NULL, few, sizeof few, &size) == CAROM_ERROR_NULL);
    if (!g->inside) {
        BAD_ASK(CAROM_ERROR_NULL, caromWorldSaveState(g->world, NULL, 1000, &size) != CAROM_OK);
        BAD_ASK(CAROM_ERROR_BUFFER,
                caromWorldSaveState(g->world, few, sizeof few, &size) != CAROM_OK);
        BAD_ASK(CAROM_ERROR_BUFFER, caromWorldSaveState(g->world, few, 0, NULL) != CAROM_OK);
    }
    BAD_WHEN_BUSY(BAD_ASK, caromWorldSaveState(g->world, few, sizeof few, &size) != CAROM_OK)
    ck_assert_uint_eq(size, 7);
}

void bad_caromWorldRestoreState(BadGame *g)
{
    static const uint8_t zeros[4096];
    BAD_NO_WORLD(caromWorldRestoreState(NULL, zeros, sizeof zeros) == CAROM_ERROR_NULL);
    BAD_EDIT(CAROM_ERROR_NULL, caromWorldRestoreState(g->world, NULL, 100));
    BAD_EDIT(CAROM_ERROR_SNAPSHOT, caromWorldRestoreState(g->world, zeros, sizeof zeros));
    BAD_EDIT(CAROM_ERROR_SNAPSHOT, caromWorldRestoreState(g->world, zeros, 0));
    BAD_WHEN_BUSY(BAD_EDIT, caromWorldRestoreState(g->world, zeros, sizeof zeros))
}

void bad_caromHistoryCreate(BadGame *g)
{
    static const int counts[] = {0, -1, INT_MIN, 4097, INT_MAX};
    CaromError error = CAROM_OK;
    BAD_NO_WORLD(caromHistoryCreate(NULL, 4, &error) == NULL && error == CAROM_ERROR_NULL);
    for (int k = 0; k < 5; k++) {
        badBegin(g, "caromHistoryCreate(");
        ck_assert_ptr_null(caromHistoryCreate(g->world, counts[k], &error));
        badEndEdit(g, CAROM_ERROR_COUNT, error, __LINE__);
    }
    if (g->inside) {
        badBegin(g, "caromHistoryCreate(");
        ck_assert_ptr_null(caromHistoryCreate(g->world, 4, &error));
        badEndEdit(g, CAROM_ERROR_BUSY, error, __LINE__);
    }
}

void bad_caromHistoryDestroy(BadGame *g)
{
    (void)g;
    caromHistoryDestroy(NULL);
}

void bad_caromHistoryRecord(BadGame *g)
{
    (void)g;
    ck_assert_int_eq(caromHistoryRecord(NULL), CAROM_ERROR_NULL);
}

void bad_caromHistoryCount(BadGame *g)
{
    (void)g;
    ck_assert_int_eq(caromHistoryCount(NULL), 0);
}

void bad_caromHistoryTime(BadGame *g)
{
    (void)g;
    ck_assert(caromHistoryTime(NULL, 0) == 0.0);
}

void bad_caromHistoryLook(BadGame *g)
{
    CaromError error = CAROM_OK;
    (void)g;
    ck_assert_ptr_null(caromHistoryLook(NULL, 0.0, &error));
    ck_assert_int_eq(error, CAROM_ERROR_NULL);
}
