// SPDX-License-Identifier: MIT
// Mistakes with movers.
#include "bad_input.h"

#include <limits.h>
#include <string.h>

void bad_caromMoverDef(BadGame *g)
{
    (void)g;
    CaromMoverDef def = caromMoverDef();
    ck_assert(def.shape.type == CAROM_SHAPE_CIRCLE && def.shape.radius == 0.3);
    ck_assert(def.clearance == 0.05 && def.up.x == 0.0 && def.up.y == 0.0 && def.body.index == 0);
    ck_assert(def.stepHeight == 0.0 && def.snap == 0.0 && def.maxSlope > 0.785);
}

static void refuseInit(BadGame *g, const CaromMoverDef *def, CaromError error, int line)
{
    CaromMover mover, before;
    memset(&mover, 7, sizeof mover);
    before = mover;
    badBegin(g, "caromMoverInit");
    badEndEdit(g, error, caromMoverInit(g->world, &mover, def), line);
    ck_assert_int_eq(memcmp(&mover, &before, sizeof mover), 0);
}

static void refuseNumbers(BadGame *g)
{
    CaromMoverDef good = caromMoverDef(), def = good;
    double *numbers[] = {&def.position.x, &def.position.y, &def.shape.radius, &def.clearance,
                         &def.up.x,       &def.up.y,       &def.maxSlope,     &def.stepHeight,
                         &def.snap,       &def.mass,       &def.pushForce};
    for (size_t f = 0; f < sizeof numbers / sizeof numbers[0]; f++) {
        for (int i = 0; i < BAD_NUMBERS; i++) {
            def = good;
            *numbers[f] = badNumbers[i].value;
            refuseInit(g, &def, badNumbers[i].error, __LINE__);
        }
    }
    double wrongs[] = {-1e-9, 0.0, -1e-9, -1e-9, -1e-9, 1e6, -1e-9, 1.1e9, -1e-9};
    double *fields[] = {&def.shape.radius, &def.clearance, &def.maxSlope,
                        &def.stepHeight,   &def.snap,      &def.position.y,
                        &def.mass,         &def.mass,      &def.pushForce};
    for (int i = 0; i < 9; i++) {
        def = good;
        *fields[i] = wrongs[i];
        refuseInit(g, &def, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    }
    def = good;
    def.maxSlope = 1.6;
    refuseInit(g, &def, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
}

static void refuseShapes(BadGame *g)
{
    static const CaromVec2 bend[4] = {{0, 0}, {2, 0}, {0.5, 0.5}, {0, 2}};
    static const CaromVec2 many[9] = {{3, 0},   {2, 2},  {0, 3},    {-2, 2}, {-3, 0},
                                      {-2, -2}, {0, -3}, {1, -2.8}, {2, -2}};
    CaromMoverDef def = caromMoverDef();
    def.shape = caromGeometry(CAROM_SHAPE_CHAIN, bend, 4, 0.1);
    refuseInit(g, &def, CAROM_ERROR_ENUM, __LINE__);
    def.shape = caromGeometry(CAROM_SHAPE_POLYGON, NULL, 4, 0.1);
    refuseInit(g, &def, CAROM_ERROR_NULL, __LINE__);
    def.shape = caromGeometry(CAROM_SHAPE_POLYGON, bend, 2, 0.1);
    refuseInit(g, &def, CAROM_ERROR_POLYGON_FEW, __LINE__);
    def.shape = caromGeometry(CAROM_SHAPE_POLYGON, bend, -1, 0.1);
    refuseInit(g, &def, CAROM_ERROR_COUNT, __LINE__);
    def.shape = caromGeometry(CAROM_SHAPE_POLYGON, many, 9, 0.1);
    refuseInit(g, &def, CAROM_ERROR_COUNT, __LINE__);
    def.shape = caromGeometry(CAROM_SHAPE_POLYGON, bend, 4, 0.1);
    refuseInit(g, &def, CAROM_ERROR_NOT_CONVEX, __LINE__);
    static const CaromVec2 bow[4] = {{-1, -1}, {1, 1}, {1, -1}, {-1, 1}},
                           line[4] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}},
                           twice[4] = {{-1, -1}, {1, -1}, {1, -1}, {-1, 1}};
    def.shape = caromGeometry(CAROM_SHAPE_POLYGON, line, 4, 0.1);
    refuseInit(g, &def, CAROM_ERROR_POLYGON_AREA, __LINE__);
    def.shape = caromGeometry(CAROM_SHAPE_POLYGON, bow, 4, 0.1);
    refuseInit(g, &def, CAROM_ERROR_POLYGON_CROSSING, __LINE__);
    def.shape = caromGeometry(CAROM_SHAPE_POLYGON, twice, 4, 0.1);
    refuseInit(g, &def, CAROM_ERROR_POLYGON_REPEATED, __LINE__);
    def.shape = caromGeometry(CAROM_SHAPE_CAPSULE, bend, 3, 0.1);
    refuseInit(g, &def, CAROM_ERROR_COUNT, __LINE__);
}

static void refuseReferences(BadGame *g)
{
    CaromMoverDef def = caromMoverDef();
    def.options.sensors = CAROM_SENSORS_INCLUDED;
    refuseInit(g, &def, CAROM_ERROR_ENUM, __LINE__);
    for (int i = 0; i < BAD_OPTIONS; i++) {
        BadOptions bad = badOptions(g, i);
        def = caromMoverDef();
        def.options = bad.options;
        refuseInit(g, &def, bad.error, __LINE__);
    }
    for (int i = 0; i < BAD_IDS; i++) {
        def = caromMoverDef();
        def.body = g->bodies[i];
        if (def.body.index != 0) { // null is none
            refuseInit(g, &def, badIdError(i), __LINE__);
        }
    }
    def = caromMoverDef();
    def.bodyGoesOn = true;
    refuseInit(g, &def, CAROM_ERROR_NULL, __LINE__);
    def.body = g->body;
    refuseInit(g, &def, CAROM_ERROR_STATIC, __LINE__);
    def.body = g->crate;
    refuseInit(g, &def, CAROM_ERROR_DYNAMIC, __LINE__);
}

void bad_caromMoverInit(BadGame *g)
{
    CaromMoverDef good = caromMoverDef(), zeroed;
    CaromMover mover;
    memset(&zeroed, 0, sizeof zeroed);
    BAD_NO_WORLD(caromMoverInit(NULL, &mover, &good) == CAROM_ERROR_NULL);
    BAD_EDIT(CAROM_ERROR_NULL, caromMoverInit(g->world, NULL, &good));
    BAD_EDIT(CAROM_ERROR_NULL, caromMoverInit(g->world, &mover, NULL));
    refuseInit(g, &zeroed, CAROM_ERROR_DEF, __LINE__);
    refuseNumbers(g);
    refuseShapes(g);
    refuseReferences(g);
    BAD_WHEN_BUSY(BAD_EDIT, caromMoverInit(g->world, &mover, &good))
}

/// What the game may have written into a mover: more points than it has room for, or none.
static const int wrongCounts[] = {0, -1, INT_MIN, CAROM_MOVER_POINTS + 1, INT_MAX};
enum { WRONG_COUNTS = sizeof wrongCounts / sizeof wrongCounts[0] };

void bad_caromMoverMove(BadGame *g)
{
    CaromMover good = g->person, mover = good;
    CaromMoverResult result;
    CaromVec2 wish = {1.0, 2.0};
    BAD_NO_WORLD(caromMoverMove(NULL, &mover, wish, 0.1, &result) == CAROM_ERROR_NULL);
    BAD_EDIT(CAROM_ERROR_NULL, caromMoverMove(g->world, NULL, wish, 0.1, &result));
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 x = {badNumbers[i].value, 0.0}, y = {0.0, badNumbers[i].value};
        BAD_EDIT(badNumbers[i].error, caromMoverMove(g->world, &mover, x, 0.1, &result));
        BAD_EDIT(badNumbers[i].error, caromMoverMove(g->world, &mover, y, 0.1, &result));
        BAD_EDIT(badNumbers[i].error, caromMoverMove(g->world, &mover, wish, x.x, &result));
    }
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromMoverMove(g->world, &mover, wish, 0.0, &result));
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromMoverMove(g->world, &mover, wish, -1.0, &result));
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromMoverMove(g->world, &mover, wish, 1e11, &result));
    ck_assert_int_eq(memcmp(&mover, &good, sizeof mover), 0);
    mover.world++;
    BAD_EDIT(CAROM_ERROR_FOREIGN_ID, caromMoverMove(g->world, &mover, wish, 0.1, &result));
    mover = good;
    mover.body = g->bodies[BAD_IDS - 1];
    BAD_EDIT(CAROM_ERROR_FOREIGN_ID, caromMoverMove(g->world, &mover, wish, 0.1, &result));
    mover = good;
    mover.position.x = NAN;
    BAD_EDIT(CAROM_ERROR_NOT_FINITE, caromMoverMove(g->world, &mover, wish, 0.1, &result));
    for (int i = 0; i < BAD_OPTIONS; i++) {
        BadOptions bad = badOptions(g, i);
        mover = good;
        mover.options = bad.options;
        BAD_EDIT(bad.error, caromMoverMove(g->world, &mover, wish, 0.1, &result));
    }
    for (int i = 0; i < WRONG_COUNTS; i++) {
        mover = good;
        mover.pointCount = wrongCounts[i];
        BAD_EDIT(CAROM_ERROR_COUNT, caromMoverMove(g->world, &mover, wish, 0.1, &result));
    }
    memset(&mover, 0, sizeof mover);
    BAD_EDIT(CAROM_ERROR_DEF, caromMoverMove(g->world, &mover, wish, 0.1, &result));
    mover = good;
    BAD_WHEN_BUSY(BAD_EDIT, caromMoverMove(g->world, &mover, wish, 0.1, &result))
    ck_assert(g->inside || caromMoverMove(g->world, &mover, wish, 0.1, NULL) == CAROM_OK);
}

void bad_caromMoverPlace(BadGame *g)
{
    CaromMover mover = g->person, blank;
    CaromVec2 at = {1.0, 2.0}, far = {1e9, 0.0};
    memset(&blank, 0, sizeof blank);
    BAD_NO_WORLD(caromMoverPlace(NULL, &mover, at) == CAROM_ERROR_NULL);
    BAD_EDIT(CAROM_ERROR_NULL, caromMoverPlace(g->world, NULL, at));
    BAD_EDIT(CAROM_ERROR_DEF, caromMoverPlace(g->world, &blank, at));
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromMoverPlace(g->world, &mover, far));
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 x = {badNumbers[i].value, 0.0}, y = {0.0, badNumbers[i].value};
        BAD_EDIT(badNumbers[i].error, caromMoverPlace(g->world, &mover, x));
        BAD_EDIT(badNumbers[i].error, caromMoverPlace(g->world, &mover, y));
    }
    for (int i = 0; i < WRONG_COUNTS; i++) {
        CaromMover other = mover;
        other.pointCount = wrongCounts[i];
        BAD_EDIT(CAROM_ERROR_COUNT, caromMoverPlace(g->world, &other, at));
    }
    BAD_WHEN_BUSY(BAD_EDIT, caromMoverPlace(g->world, &mover, at))
}

void bad_caromMoverFits(BadGame *g)
{
    CaromMover mover = g->person, blank;
    CaromVec2 at = {1.0, 2.0}, far = {1e9, 0.0};
    memset(&blank, 0, sizeof blank);
    BAD_NO_WORLD(caromMoverFits(NULL, &mover, at) == -CAROM_ERROR_NULL);
    BAD_QUERY(CAROM_ERROR_NULL, caromMoverFits(g->world, NULL, at));
    BAD_QUERY(CAROM_ERROR_DEF, caromMoverFits(g->world, &blank, at));
    BAD_QUERY(CAROM_ERROR_OUT_OF_RANGE, caromMoverFits(g->world, &mover, far));
    for (int i = 0; i < WRONG_COUNTS; i++) {
        CaromMover other = mover;
        other.pointCount = wrongCounts[i];
        BAD_QUERY(CAROM_ERROR_COUNT, caromMoverFits(g->world, &other, at));
    }
    for (int i = 0; i < BAD_OPTIONS; i++) {
        BadOptions bad = badOptions(g, i);
        CaromMover other = mover;
        other.options = bad.options;
        BAD_QUERY(bad.error, caromMoverFits(g->world, &other, at));
    }
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 x = {badNumbers[i].value, 0.0}, y = {0.0, badNumbers[i].value};
        BAD_QUERY(badNumbers[i].error, caromMoverFits(g->world, &mover, x));
        BAD_QUERY(badNumbers[i].error, caromMoverFits(g->world, &mover, y));
    }
}
