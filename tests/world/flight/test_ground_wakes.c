// SPDX-License-Identifier: MIT
// What rests on the ground, seen from above: what wakes it, walls that push it, discs that meet it,
// and fuses and sensors on its way. Oracles: momentum, and v²/2k.
#include "../../support/builder.h"
#include "ground_yard.h"

// ---- what wakes it

// A blast, an impulse or a velocity: each sends it off, and it stops again.
TEST_WORLD_LOOP(woken_by_hits_and_blasts, 3, newWorld())
{
    CaromProjectileDef def = puck(2.0, 0.0, 1.0, 0.0, 1.0);
    def.mass = 2.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    watch(world, 2.0);
    ck_assert(rests(world, id));
    CaromVec2 from = placeOf(world, id);
    CaromBlast blast = caromBlast();
    blast.radius = 10.0;
    blast.impulse = 8.0;
    blast.falloff = CAROM_FALLOFF_CONSTANT;
    switch (_i) {
    case 0:
        caromWorldExplode(world, caromVec2(0.0, 0.0), &blast);
        break;
    case 1:
        caromProjectileApplyImpulse(world, id, caromVec2(8.0, 0.0));
        break;
    default:
        caromProjectileSetVelocity(world, id, caromVec2(4.0, 0.0));
        break;
    }
    watch(world, 9.0);
    ck_assert(rests(world, id)); // 4 m/s at 1 m/s²: 8 m
    ck_assert_double_eq_tol(placeOf(world, id).x - from.x, 8.0, 1e-12);
}

/// A puck of 0.25 m that rests at (1, 0), and a wall that comes at w m/s from x = 0.
typedef struct Push {
    CaromWorld *world;
    CaromBodyId wall;
    CaromProjectileId id;
} Push;

static Push pushed(double w, double k, double restitution, double friction, double tilt)
{
    Push push;
    push.world = newWorld();
    push.wall = newMoving(push.world, caromVec2(0.0, 0.0), caromVec2(w, 0.0));
    newSegment(push.world, push.wall, caromVec2(-tilt, -20.0), caromVec2(tilt, 20.0));
    CaromProjectileDef def = puck(1.0, 0.0, 0.0, 0.0, k);
    def.radius = 0.25;
    def.restitution = restitution;
    def.friction = friction;
    push.id = caromProjectileFire(push.world, &def);
    return push;
}

// A wall that comes pushes what rests: it is never passed, and once settled goes along with it;
// when the wall stops, it rolls out by w²/2k.
TEST_LOOP(a_wall_that_moves_pushes_it, 6)
{
    static const double bounce[3] = {0.0, 0.5, 0.9};
    Push push = pushed(2.0, 3.0, bounce[_i % 3], _i / 3 ? 0.4 : 0.0, 0.0);
    for (int k = 1; k <= 1800; k++) { // at 0.9 the series takes 12 s
        ck_assert_int_eq(caromWorldStepTo(push.world, k / 60.0), CAROM_STEP_OK);
        double wall = caromBodyTransform(push.world, push.wall).position.x;
        ck_assert_double_ge(placeOf(push.world, push.id).x, wall + 0.25 - 1e-12);
    }
    double wall = caromBodyTransform(push.world, push.wall).position.x;
    ck_assert_double_eq_tol(placeOf(push.world, push.id).x, wall + 0.25, 1e-9);
    ck_assert_double_eq_tol(caromProjectileVelocity(push.world, push.id).x, 2.0, 1e-12);
    caromBodySetVelocity(push.world, push.wall, caromVec2(0.0, 0.0));
    watch(push.world, 32.0);
    ck_assert(rests(push.world, push.id));
    ck_assert_double_eq_tol(placeOf(push.world, push.id).x, wall + 0.25 + 4.0 / 6.0, 1e-9);
    endWorld(push.world);
}

// An elastic one is hit, stops just as the wall comes again, and so on: at 2w after each hit.
TEST(an_elastic_one_is_hit_again_and_again)
{
    Push push = pushed(1.0, 2.0, 1.0, 0.0, 0.0);
    Watch seen = watch(push.world, 20.0);
    double wall = caromBodyTransform(push.world, push.wall).position.x;
    ck_assert_double_ge(placeOf(push.world, push.id).x, wall + 0.25 - 1e-12);
    ck_assert_int_ge(seen.hits, 19); // each after 2·2w/k·w/w = 1 s
    ck_assert_int_le(seen.hits, 21);
    caromWorldDestroy(push.world);
}

// A slanting wall without friction pushes it aside: in the end it goes straight off along the
// wall's normal, as nothing else holds it. So it does where the ground would stop it within a
// sixtieth of the steering interval: its speed along the wall fades, and never turns back.
TEST_LOOP(a_slanting_wall_pushes_it_along_its_normal, 2)
{
    double w = _i ? 0.125 : 1.0, k = _i ? 500.0 : 2.0;
    Push push = pushed(w, k, 0.0, 0.0, -20.0); // the normal is (1, 1)/√2
    watch(push.world, 10.0);
    for (int n = 0; n < 20; n++) {
        watch(push.world, 10.0 + n / 50.0);
        CaromVec2 v = caromProjectileVelocity(push.world, push.id);
        CaromVec2 place = placeOf(push.world, push.id);
        ck_assert_double_eq_tol(v.x, 0.5 * w, 1e-6);
        ck_assert_double_eq_tol(v.y, 0.5 * w, 1e-6);
        double gap = place.x + place.y - w * caromWorldTime(push.world);
        ck_assert_double_eq_tol(gap * sqrt(0.5), 0.25, 1e-9);
    }
    caromWorldDestroy(push.world);
}

// A bar that turns sweeps it aside and never goes through it.
TEST_WORLD_LOOP(a_bar_that_turns_never_passes_it, 6, newWorld())
{
    static const double bounce[3] = {0.0, 0.5, 1.0};
    double spin = _i / 3 ? 5.0 : 1.0;
    CaromBodyId bar = newMoving(world, caromVec2(0.0, 0.0), caromVec2(0.0, 0.0));
    caromBodySetAngularVelocity(world, bar, spin);
    newSegment(world, bar, caromVec2(0.0, 0.0), caromVec2(5.0, 0.0));
    CaromProjectileDef def = puck(2.0, 2.0, 0.0, 0.0, 3.0);
    def.radius = 0.25;
    def.restitution = bounce[_i % 3];
    CaromProjectileId id = caromProjectileFire(world, &def);
    for (int k = 1; k <= 600; k++) {
        ck_assert_int_eq(caromWorldStepTo(world, k / 60.0), CAROM_STEP_OK);
        CaromVec2 tip = caromBodyPoint(world, bar, caromVec2(5.0, 0.0)), o = {0.0, 0.0};
        ck_assert_double_ge(caromNearestOnSegment(placeOf(world, id), o, tip).distance,
                            0.25 - 1e-9);
    }
}

// ---- others

// A disc that is hit while it rests takes over: at equal masses all of the speed, head on.
TEST_WORLD(a_resting_ball_that_is_hit_flies, newWorld())
{
    CaromProjectileDef at = disc(5.0, 0.0, 0.0, 0.0, 0.5), def = disc(0.0, 0.0, 6.0, 0.0, 0.5);
    at.groundDeceleration = def.groundDeceleration = 2.0;
    CaromProjectileId target = fire(world, at), cue = fire(world, def);
    watch(world, 10.0);
    ck_assert(rests(world, target) && rests(world, cue));
    // 4 m to the meeting: v² = 36 − 16 = 20; 5 m from there
    ck_vec_eq_tol(placeOf(world, cue), 4.0, 0.0, 1e-12);
    ck_vec_eq_tol(placeOf(world, target), 10.0, 0.0, 1e-12);
}

#define BALLS 16

typedef struct Table {
    CaromWorld *world;
    CaromProjectileId balls[BALLS];
} Table;

/// A rack of fifteen on a table with cushions, so far apart, and a cue ball that breaks it. [m]
static Table rack(double restitution, double speed, double gap)
{
    const CaromVec2 at[4] = {{-1.27, -0.635}, {1.27, -0.635}, {1.27, 0.635}, {-1.27, 0.635}};
    Table table;
    CaromShapeDef cushion = caromShapeDef();
    cushion.restitution = 0.8;
    table.world = newWorld();
    caromShapeCreateChain(table.world, newRest(table.world), &cushion, at, 4, CAROM_CHAIN_CLOSED);
    CaromProjectileDef def = disc(-0.6, 0.01, speed, 0.0, 0.028);
    def.groundDeceleration = 0.1; // [m/s²] c·g of cloth, c = 0.01
    def.restitution = restitution;
    table.balls[0] = fire(table.world, def);
    def.velocity = caromVec2(0.0, 0.0);
    for (int row = 0, n = 1; row < 5; row++) {
        for (int k = 0; k <= row; k++, n++) {
            double apart = 2.0 * 0.028 + gap;
            def.position = caromVec2(0.6 + row * apart * sqrt(0.75), (k - 0.5 * row) * apart);
            table.balls[n] = fire(table.world, def);
        }
    }
    return table;
}

static double energyOf(const Table *table)
{
    double sum = 0.0;
    for (int n = 0; n < BALLS; n++) {
        CaromVec2 v = caromProjectileVelocity(table->world, table->balls[n]);
        sum += 0.5 * (v.x * v.x + v.y * v.y);
    }
    return sum;
}

// Every ball comes to rest on the table, nothing is parked, and energy only falls; also where the
// balls of the rack touch.
TEST_LOOP(a_break_settles, 12)
{
    static const double restitutions[3] = {1.0, 0.95, 0.8};
    Table table = rack(restitutions[_i % 3], _i < 6 ? 8.0 : 2.5, _i / 3 % 2 ? 1e-4 : 0.0);
    double energy = energyOf(&table);
    int meets = 0;
    for (int k = 1; k <= 60 * 60; k++) {
        ck_assert_int_eq(caromWorldStepTo(table.world, k / 60.0), CAROM_STEP_OK);
        double now = energyOf(&table);
        ck_assert_double_le(now, energy * (1.0 + 1e-12));
        energy = now;
        meets += caromWorldEvents(table.world).meetCount;
    }
    ck_assert_int_gt(meets, 15);
    for (int n = 0; n < BALLS; n++) {
        CaromVec2 place = placeOf(table.world, table.balls[n]);
        ck_assert(rests(table.world, table.balls[n]));
        ck_assert(fabs(place.x) < 1.27 && fabs(place.y) < 0.635);
    }
    caromWorldDestroy(table.world);
}

// A fuse, a life's end, a sensor and a proximity fuse come at their times along the leg; after the
// stop the one that counts time goes on, those of places come no more.
TEST_WORLD(fuses_and_sensors_along_the_way, newWorld())
{
    CaromShapeDef sensor = caromShapeDef();
    sensor.sensor = true;
    CaromBodyId body = newRest(world);
    caromShapeCreateBox(world, body, &sensor, caromVec2(4.0, 0.0), caromVec2(1.0, 1.0));
    caromShapeCreateBox(world, body, &sensor, caromVec2(20.0, 0.0), caromVec2(1.0, 1.0));
    CaromProjectileDef def = puck(0.0, 0.0, 8.0, 0.0, 4.0); // 8 m in 2 s
    def.fuse = 3.0;
    def.blast.radius = 1.0;
    caromProjectileFire(world, &def);
    CaromEvents events = eventsUntil(world, 10.0);
    ck_assert_int_eq(events.crossCount, 2);
    ck_assert_double_eq_tol(events.crosses[0].time, 2.0 - sqrt(4.0 - 1.5), 1e-14);
    ck_assert_double_eq_tol(events.crosses[1].time, 2.0 - sqrt(4.0 - 2.5), 1e-14);
    ck_assert_int_eq(events.blastCount, 1);
    ck_assert(events.blasts[0].time == 3.0);
    ck_assert_double_eq_tol(events.blasts[0].center.x, 8.0, 1e-14);
}

// The proximity fuse of a mine that rolls: by what it comes near to before it stops, or not at all.
TEST_WORLD_LOOP(a_rolling_mine_finds_what_is_in_reach, 2, newWorld())
{
    newCircle(world, newRest(world), caromVec2(_i ? 10.5 : 9.25, 0.0), 1.0);
    CaromProjectileDef def = puck(0.0, 0.0, 8.0, 0.0, 4.0);
    def.proximity = 1.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    CaromEvents events = eventsUntil(world, 10.0);
    ck_assert_int_eq(events.blastCount, _i == 0);
    if (_i == 0) { // at x = 7.25
        ck_assert_double_eq_tol(events.blasts[0].time, 2.0 - sqrt(4.0 - 3.625), 1e-13);
    } else {
        ck_assert(rests(world, id));
    }
}
