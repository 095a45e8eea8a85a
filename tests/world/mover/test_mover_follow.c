// SPDX-License-Identifier: MIT
// What moved since a mover's last move is followed whatever happened in between: edits, a restore,
// a step without memory, more looks than there may be, calls from within the move.
#include "../../support/builder.h"
#include "../../support/meter.h"
#include "../../support/snapshot_bytes.h"
#include "mover_yard.h"

#include <stdlib.h>

#define WALL_SPEED 60.0
#define PUSHED (-1.0 + WALL_SPEED / 20.0 + 0.35) ///< [m] in front of the wall after 1/20 s

/// A wall that comes upon a mover at (0, 0) from 1 m away.
typedef struct Ram {
    CaromWorld *world;
    CaromBodyId body;
    CaromShapeId wall;
    CaromMover mover;
    CaromMoverResult result;
} Ram;

static CaromShapeId addRam(Ram *ram, bool sensor)
{
    CaromShapeDef def = caromShapeDef();
    def.sensor = sensor;
    return caromShapeCreateSegment(ram->world, ram->body, &def, caromVec2(0, -3), caromVec2(0, 3));
}

static Ram ramOf(CaromWorld *world)
{
    Ram ram = {.world = world};
    ram.body = newMoving(world, caromVec2(-1, 0), caromVec2(WALL_SPEED, 0));
    ram.mover = newDisc(world, 0.0, 0.0);
    return ram;
}

enum { NEW_FORM, NEW_SHAPE, NO_SENSOR_ANY_MORE, NEW_TILE, EDIT_KINDS };

static void makeWall(Ram *ram, int kind)
{
    static const uint16_t tile[1] = {0};
    CaromTileMap map = {1, 1, 6.0, {-6.0, -3.0}, tile, 0.0};
    if (kind == NEW_TILE) {
        ram->wall = newTiles(ram->world, ram->body, &map);
    } else if (kind != NEW_SHAPE) {
        ram->wall = addRam(ram, kind == NO_SENSOR_ANY_MORE);
    }
}

static void editWall(Ram *ram, int kind)
{
    CaromVec2 points[2] = {{0, -2.5}, {0, 3}};
    CaromGeometry form = caromGeometry(CAROM_SHAPE_SEGMENT, points, 2, 0.0);
    CaromError error = CAROM_OK;
    if (kind == NEW_FORM) {
        error = caromShapeSetGeometry(ram->world, ram->wall, &form);
    } else if (kind == NEW_SHAPE) {
        ram->wall = addRam(ram, false);
    } else if (kind == NO_SENSOR_ANY_MORE) {
        error = caromShapeSetSensor(ram->world, ram->wall, false);
    } else {
        error = caromShapeSetTile(ram->world, ram->wall, 0, 0, 1);
    }
    ck_assert_ok(error);
}

// No edit here is one of the body's motion: it came all the way.
TEST_LOOP(who_is_edited_between_step_and_move_is_followed, EDIT_KINDS)
{
    for (int restored = 0; restored < 2; restored++) {
        Ram ram = ramOf(newWorld());
        makeWall(&ram, _i);
        caromWorldStep(ram.world, 1.0 / 20.0);
        editWall(&ram, _i);
        if (restored) {
            snapshotThereAndBack(ram.world);
        }
        ram.result = go(ram.world, &ram.mover, 0.0, 0.0);
        ck_assert(!ram.result.crushed && ram.result.contactCount > 0);
        ASSERT_NEAR(ram.mover.position.x, PUSHED, ROUNDING);
        endWorld(ram.world);
    }
}

TEST(after_a_step_without_memory_all_is_followed)
{
    Meter meter;
    CaromWorldDef def = newWorldDef();
    def.allocator = meterAllocator(&meter);
    Ram ram = ramOf(caromWorldCreate(&def, NULL));
    addRam(&ram, false);
    meter.failFrom = meter.calls;
    int calls = meter.calls;
    caromWorldStep(ram.world, 1.0 / 20.0);
    ck_assert_int_gt(meter.calls, calls);
    meter.failFrom = METER_NEVER;
    ram.result = go(ram.world, &ram.mover, 0.0, 0.0);
    ck_assert(!ram.result.crushed && ram.result.contactCount > 0);
    ASSERT_NEAR(ram.mover.position.x, PUSHED, ROUNDING);
    caromWorldDestroy(ram.world);
}

// ---- pressed against what it must not pass

/// A wall through the origin at a time, of which the free side is where the normal points.
static void addComing(CaromWorld *world, CaromVec2 normal, double away, double speed)
{
    CaromBodyId body = newMoving(world, caromVec2(-away * normal.x, -away * normal.y),
                                 caromVec2(speed * normal.x, speed * normal.y));
    addWall(world, body, 20.0 * normal.y, -20.0 * normal.x, -20.0 * normal.y, 20.0 * normal.x);
}

// Two walls close like scissors, and press it by more than its radius at once: against the free
// side of a ceiling, which is no obstacle from its other side.
TEST_LOOP(scissors_press_nobody_through_a_wall_of_one_side, 15)
{
    for (double half = 1.1; half < 1.52; half += 0.02) {
        double height = 0.351 + 0.01 * _i;
        CaromWorld *world = newWorld();
        newOneSided(world, newRest(world), caromVec2(-20, height), caromVec2(20, height));
        addComing(world, caromVec2(sin(half), cos(half)), 0.36, 8.0);
        addComing(world, caromVec2(-sin(half), cos(half)), 0.36, 8.0);
        CaromMover mover = newDisc(world, 0.0, 0.0);
        bool crushed = false;
        for (int k = 0; k < 3 && !crushed; k++) {
            step(world);
            crushed = go(world, &mover, 0.0, 0.0).crushed;
            ck_assert_msg(mover.position.y <= height - 0.35 + ROUNDING, "half an angle of %g",
                          half);
        }
        ck_assert(crushed);
        caromWorldDestroy(world);
    }
}

// Three walls that touch it come by half of what keeps them off. The place that two of them leave
// is beyond the third, and just as free of that as need be: cos = 1/3, for (0.5 + 1) / 0.5 = 3.
TEST_WORLD_LOOP(three_walls_press_nobody_through_one_of_them, 41, newWorld())
{
    double rounding = 0.05 / 65536.0, reach = 0.35 - 0.5 * rounding, touch = rounding / 64.0;
    double c = (1.0 + (_i - 20) * 4e-8) / 3.0, s = sqrt(1.0 - c * c);
    addComing(world, caromVec2(s, c), reach + 0.6 * touch, 10.0);
    addComing(world, caromVec2(-s, c), reach + 0.6 * touch, 10.0);
    addComing(world, caromVec2(0, -1), reach + 0.8 * touch, 10.0);
    CaromMover mover = newDisc(world, 0.0, 0.0);
    caromWorldStep(world, 0.05 * reach);
    ck_assert(go(world, &mover, 0.0, 0.0).crushed);
    ck_assert(mover.position.y < 0.5 * reach);
}

// A box at the end of a corridor; the only free place is behind the stick that comes, over which
// its first corner would not pass, but its middle.
TEST_WORLD(nobody_is_put_past_a_stick_that_comes, newWorld())
{
    CaromBodyId rest = newRest(world);
    CaromMoverDef def = walkerDef(0.0, 0.0, true);
    def.up = caromVec2(0, 0);
    addWall(world, rest, -0.36, -0.56, -0.36, 0.56);
    addWall(world, rest, -0.36, -0.56, 9.0, -0.56);
    addWall(world, rest, -0.36, 0.56, 9.0, 0.56);
    CaromBodyId stick = newMoving(world, caromVec2(0.4, 0), caromVec2(-5.4, 0));
    addWall(world, stick, 0.0, -0.1, 0.0, 0.1);
    CaromMover mover = newMover(world, &def);
    step(world);
    ck_assert(go(world, &mover, 0.0, 0.0).crushed);
    ck_assert(mover.position.x <= 0.0);
}

// ---- as often as it may look

static CaromMoverDef boxDef(double clearance)
{
    static const CaromVec2 box[4] = {{-0.3, -0.5}, {0.3, -0.5}, {0.3, 0.5}, {-0.3, 0.5}};
    CaromMoverDef def = caromMoverDef();
    def.shape = caromGeometry(CAROM_SHAPE_POLYGON, box, 4, 0.0);
    def.clearance = clearance;
    return def;
}

// A box with a tiny clearance needs a look for each half of that: it is pushed all the way, or
// reported as crushed; never passed over in silence.
TEST_WORLD_LOOP(whom_it_cannot_follow_crushes_it, 8, newWorld())
{
    static const struct {
        double clearance, speed, time;
        bool crushed;
    } cases[] = {{0.05, 30, 1 / 60.0, false}, {1e-3, 30, 1 / 60.0, false},
                 {1e-3, 6, 1.0, true},        {1e-4, 30, 1 / 60.0, true},
                 {1e-4, 60, 1 / 60.0, true},  {1e-6, 30, 1 / 60.0, true},
                 {1e-3, 150, 1 / 60.0, true}, {1e-4, 0.3, 1 / 60.0, false}};
    CaromBodyId body = newMoving(world, caromVec2(-0.5, 0), caromVec2(cases[_i].speed, 0));
    addWall(world, body, 0.0, -3.0, 0.0, 3.0);
    CaromMoverDef def = boxDef(cases[_i].clearance);
    CaromMover mover = newMover(world, &def);
    caromWorldStep(world, cases[_i].time);
    CaromMoverResult result = go(world, &mover, 0.0, 0.0);
    double wall = -0.5 + cases[_i].speed * cases[_i].time;
    ck_assert_int_eq(result.crushed, cases[_i].crushed);
    ck_assert(result.crushed || mover.position.x > wall);
}

// What carries it comes no nearer, however fast: a lift that would need more looks.
TEST_WORLD_LOOP(what_carries_it_does_not_crush_it, 4, newWorld())
{
    double speed = _i % 2 ? -20.0 : 20.0, clearance = _i < 2 ? 1e-4 : 1e-5;
    CaromBodyId lift = newMoving(world, caromVec2(0, 0), caromVec2(0, speed));
    addWall(world, lift, -3.0, 0.0, 3.0, 0.0);
    CaromMoverDef def = boxDef(clearance);
    def.up = caromVec2(0, 1);
    def.snap = 0.3;
    def.position = caromVec2(0, 0.5 + 1.0001 * clearance);
    CaromMover mover = newMover(world, &def);
    go(world, &mover, 0.0, -1.0);
    for (int k = 0; k < 20; k++) {
        step(world);
        CaromMoverResult result = go(world, &mover, 0.0, -1.0);
        ck_assert(result.grounded && !result.crushed);
        ASSERT_NEAR(caromBodyPointInverse(world, lift, mover.position).y, 0.5, 3.0 * clearance);
    }
}

// Nor does it where sums of times or of places are rounded.
TEST_WORLD_LOOP(what_carries_it_alone_does_not_crush_it_by_a_rounding, 64, newWorld())
{
    static const CaromVec2 box[4] = {{-0.3, -0.9}, {0.3, -0.9}, {0.3, 0.9}, {-0.3, 0.9}};
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromBodyId plate = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
    addWall(world, plate, 50.0, 0.0, -50.0, 0.0);
    CaromMoverDef def = caromMoverDef();
    def.shape = caromGeometry(CAROM_SHAPE_POLYGON, box, 4, 0.0);
    def.clearance = 1e-3;
    def.up = caromVec2(0, 1);
    def.snap = 0.1;
    def.position = caromVec2(2.137, 0.91);
    CaromMover mover = newMover(world, &def);
    ck_assert(go(world, &mover, 0.0, -1.0).grounded);
    double speed = pow(10.0, testRandomRange(&random, 2.0, 4.0));
    caromBodySetVelocity(world, plate,
                         caromVec2(testRandomRange(&random, -speed, speed),
                                   testRandomRange(&random, -speed, speed)));
    for (int k = 0; k < 5; k++) {
        caromWorldStep(world, testRandomRange(&random, 0.01, 0.3));
        CaromMoverResult result = go(world, &mover, 0.0, 0.0);
        ck_assert_msg(result.grounded && !result.crushed, "seed %d, move %d", _i, k);
    }
}

enum { FILTERED, IGNORED, NOT_FOR_PREDICATE, ITS_OWN, UNMET_KINDS };

static bool meetsNothing(void *context, const CaromWorld *world, CaromShapeId shape)
{
    (void)context, (void)world, (void)shape;
    return false;
}

// What it never meets needs no looks: a fan that whirls over it, or a body of its own.
TEST_WORLD_LOOP(what_it_does_not_meet_does_not_crush_it, UNMET_KINDS, newWorld())
{
    CaromBodyId fan = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
    CaromShapeDef wall = caromShapeDef();
    wall.filter.category = 2;
    caromShapeCreateSegment(world, fan, &wall, caromVec2(0, -50), caromVec2(0, 50));
    CaromMoverDef def = caromMoverDef();
    def.options.filter.mask = _i == FILTERED ? 1 : ~(uint64_t)0;
    def.options.predicate = _i == NOT_FOR_PREDICATE ? meetsNothing : NULL;
    if (_i == IGNORED) {
        def.options.ignoreBody = fan;
    } else if (_i == ITS_OWN) {
        def.body = fan;
    }
    CaromMover mover = newMover(world, &def);
    for (int k = 0; k < 5; k++) {
        caromBodySetAngularVelocity(world, fan, 5000.0);
        step(world);
        ck_assert(!go(world, &mover, 1.0, 0.0).crushed);
    }
    ASSERT_NEAR(mover.position.x, 5.0 * DT, 1e-12);
}

// The lift drives it up against what rests, level or aslant, and it slides along that. The lift
// comes through where the mover cannot follow so often.
TEST_WORLD_LOOP(what_carries_it_against_something_does, 2, newWorld())
{
    addWall(world, newRest(world), -3.0, 1.25 + _i, 3.0, 1.25 - _i);
    CaromBodyId lift = newMoving(world, caromVec2(0, 0), caromVec2(0, 60));
    addWall(world, lift, -3.0, 0.0, 3.0, 0.0);
    CaromMoverDef def = boxDef(1e-4);
    def.up = caromVec2(0, 1);
    def.position = caromVec2(0, 0.50011);
    CaromMover mover = newMover(world, &def);
    go(world, &mover, 0.0, -1.0);
    caromWorldStep(world, 0.5);
    ck_assert(go(world, &mover, 0.0, -1.0).crushed);
    ck_assert(mover.position.y < 1.25 - 0.5 - _i / 3.0 * mover.position.x);
}

// ---- its body, and calls from within

// It stands for the mover in the world, whatever it hangs from.
TEST_WORLD_LOOP(a_body_that_hangs_from_another_goes_where_the_mover_goes, 6, newWorld())
{
    CaromBodyDef bodyDef = caromBodyDef();
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.position = caromVec2(10, 5);
    bodyDef.angle = _i * 0.7;
    bodyDef.scale = caromVec2(_i % 2 ? -2.0 : 0.5, 1.0);
    bodyDef.velocity = caromVec2(_i % 3, 1.0);
    CaromBodyId ship = caromBodyCreate(world, &bodyDef);
    bodyDef = caromBodyDef();
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.parent = ship;
    CaromMoverDef def = caromMoverDef();
    def.body = caromBodyCreate(world, &bodyDef);
    def.position = caromVec2(3, 4);
    CaromMover mover = newMover(world, &def);
    for (int k = 0; k < 20; k++) {
        CaromVec2 at = caromBodyPoint(world, def.body, caromVec2(0, 0));
        ASSERT_NEAR(at.x, mover.position.x, 1e-12);
        ASSERT_NEAR(at.y, mover.position.y, 1e-12);
        step(world);
        go(world, &mover, 1.0, 0.5);
    }
}

typedef struct Meddler {
    CaromWorld *world;
    CaromShapeId shape;
    CaromBodyId body;
    int asked, refused;
} Meddler;

static bool meddle(void *context, const CaromWorld *world, CaromShapeId shape)
{
    Meddler *meddler = context;
    CaromMover other;
    CaromMoverDef def = caromMoverDef();
    (void)shape;
    meddler->asked++;
    ck_assert_int_ge(caromWorldOverlapPoint(world, caromVec2(0, 0), caromQueryOptions(), NULL, 0),
                     0);
    meddler->refused += caromShapeDestroy(meddler->world, meddler->shape) == CAROM_ERROR_BUSY &&
                        caromBodyDestroy(meddler->world, meddler->body) == CAROM_ERROR_BUSY &&
                        caromMoverInit(meddler->world, &other, &def) == CAROM_ERROR_BUSY &&
                        (caromWorldStep(meddler->world, 0.1) & CAROM_STEP_REFUSED) != 0;
    return true;
}

TEST(predicates_of_movers_change_nothing)
{
    Ram ram = ramOf(newWorld());
    Meddler meddler = {ram.world, addRam(&ram, false), ram.body, 0, 0};
    caromWorldStep(ram.world, 1.0 / 20.0);
    uint64_t hash = caromWorldHash(ram.world);
    ram.mover.options.predicate = meddle;
    ram.mover.options.predicateContext = &meddler;
    go(ram.world, &ram.mover, 1.0, 0.0);
    ck_assert_int_gt(meddler.asked, 0);
    ck_assert_int_eq(meddler.refused, meddler.asked);
    ck_assert_uint_eq(caromWorldHash(ram.world), hash);
    ck_assert_ok(caromShapeDestroy(ram.world, meddler.shape));
    caromWorldDestroy(ram.world);
}
