// SPDX-License-Identifier: MIT
// Where a projectile is put at what it hits or is fired from, where very many edges, or some that
// are not for it, come close to one place.
#include "../shapes/exact.h"
#include "stage.h"
#include "yard.h"

#include <math.h>

#include "assertions.h"

/// More edges through one place than are kept in mind at once, behind it or all around but for a
/// gap of a tenth of a radian that it comes by, with all of them at rest, beside a wall across the
/// world, or in motion: it goes back from there, by the same gap.
START_TEST(hits_a_hub_of_very_many_spokes)
{
    for (int k = 0; k < 8; k++) {
        Stage stage = makeStage(0.0, 0.0);
        double from = k < 4 ? 2.0 : 0.05, speed = (k & 3) == 3 ? 0.5 : 0.0;
        if ((k & 3) >= 2) {
            stage.body = newMoving(stage.world, caromVec2(0, 0), caromVec2(speed, 0.0));
        }
        for (int s = 0; s < 120; s++) {
            double angle = from + (6.283185307179586 - 2.0 * from) * s / 119.0;
            addWall(&stage, 0.0, 0.0, cos(angle), sin(angle));
        }
        if ((k & 3) == 1) {
            addWall(&stage, -5.0, -3e6, -5.0, 3e6);
        }
        flyFrom(&stage, 4.0, 0.0, -1.0, 0.0, 0.0, 6.0);
        ck_assert_int_ge(stage.hitCount, 1);
        expectVec(stage.hits[0].point, speed > 0.0 ? 4.0 / 3.0 : 0.0, 0.0);
        ck_assert(!stage.ended && stage.velocity.x > 0.0 && stage.place.x > 6.0 * speed + 1.0);
        endStage(&stage);
    }
}
END_TEST

enum { SPOKES = 150 };

/// Walls of 4 m from (1, 1) on, by 0.04 rad each: more than are kept in mind at once. Two that do
/// not matter there: one that begins a hair beyond, on the first, and one that shots do not meet.
static void addFan(Stage *stage, CaromVec2 ends[SPOKES])
{
    for (int k = 0; k < SPOKES; k++) {
        CaromRotation r = caromRotation(0.04 * k);
        ends[k] = caromVec2(1.0 + 4.0 * r.c, 1.0 + 4.0 * r.s);
        addWall(stage, 1.0, 1.0, ends[k].x, ends[k].y);
    }
    CaromFilter unmet = {2, UINT64_MAX, 0};
    addWall(stage, 1.0 + 0x1p-20, 1.0, 2.0, 1.0);
    caromShapeSetFilter(stage->world, addWall(stage, 0.0, 0.9, 2.0, 1.1), unmet);
}

/// After which wall of the fan a place near it comes, counter-clockwise, by exact signs; -1: none,
/// it is on one.
static int wedgeOf(const CaromVec2 ends[SPOKES], CaromVec2 place)
{
    CaromVec2 tip = caromVec2(1, 1), from = caromVec2Sub(place, tip);
    for (int k = 0; k < SPOKES; k++) {
        CaromVec2 first = ends[k], next = ends[(k + 1) % SPOKES];
        if (caromVec2Dot(from, caromVec2Sub(first, tip)) > 0.0 && crOrient(tip, first, place) > 0 &&
            crOrient(tip, next, place) < 0) {
            return k;
        }
    }
    return -1;
}

/// Fired from the tip of a fan, which rests or may move, along each of its wedges: from a hair's
/// breadth beside the tip and out by that wedge, or not at all. Of more walls than are kept in mind
/// it was fired into another wedge, or through some.
START_TEST(fired_from_the_tip_of_a_fan)
{
    int fired = 0;
    for (int k = 0; k < SPOKES; k++) {
        Stage stage = makeStage(0.0, 0.0);
        CaromVec2 ends[SPOKES];
        stage.body = _i ? newMoving(stage.world, caromVec2(0, 0), caromVec2(0, 0)) : stage.body;
        addFan(&stage, ends);
        CaromRotation r = caromRotation(0.04 * k + 0.02);
        CaromProjectileDef def = shot(1.0, 1.0, r.c, r.s, 0.0);
        def.filter.mask = 1;
        CaromProjectileId id = caromProjectileFire(stage.world, &def);
        CaromVec2 from = caromProjectilePosition(stage.world, id);
        caromWorldStep(stage.world, 0.5);
        if (caromProjectileIsValid(stage.world, id)) {
            CaromVec2 at = caromProjectilePosition(stage.world, id);
            expectVec(from, 1.0, 1.0);
            expectVec(at, 1.0 + 0.5 * r.c, 1.0 + 0.5 * r.s);
            ck_assert_int_eq(wedgeOf(ends, from), k);
            fired++;
        } else {
            ck_assert_int_eq(caromWorldEvents(stage.world).ends[0].reason, CAROM_END_INSIDE);
        }
        endStage(&stage);
    }
    ck_assert_int_gt(fired, SPOKES / 8);
}
END_TEST

/// It passes the tip of one of its shooter's walls, and that of another wall, by less than
/// rounding, and hits a third: there it stands before what it hit, and the tips behind it have no
/// say.
START_TEST(tips_of_what_it_ignores_have_no_say)
{
    Stage stage = makeStage(0.0, 0.0);
    CaromProjectileDef def = shot(0.0, 0.0, 16.0, 0.0, 0.0);
    def.ignoreBody = stage.body;
    addBox(&stage, 0.0, 0.0, 1.0, 1.0);
    addWall(&stage, 3.0, 0x1p-60, 3.0, 1.0);
    stage.body = newRest(stage.world);
    addWall(&stage, 5.0, 0x1p-60, 5.0, 1.0);
    addWall(&stage, 8.0, -2.0, 8.0, 2.0);
    fly(&stage, &def, 0.75);
    ck_assert_int_eq(stage.hitCount, 1);
    ck_assert(stage.hits[0].time == 0.5 && fabs(stage.hits[0].point.x - 8.0) < 1e-12);
    endStage(&stage);
}
END_TEST

Suite *testPlaceSuite(void)
{
    Suite *suite = suite_create("place");
    TCase *tc = tcase_create("place");
    tcase_add_test(tc, hits_a_hub_of_very_many_spokes);
    tcase_add_loop_test(tc, fired_from_the_tip_of_a_fan, 0, 2);
    tcase_add_test(tc, tips_of_what_it_ignores_have_no_say);
    suite_add_tcase(suite, tc);
    return suite;
}
