// SPDX-License-Identifier: MIT
// Friction with the ground, seen from above: straight legs of one deceleration k, an exact stop,
// rest, and what wakes it. Oracles: v/k, v²/2k, and the straight line that a box folds.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "flight_log.h"
#include "meet_yard.h"
#include "random.h"

#define ULP 0x1p-52

static CaromProjectileDef puck(double x, double y, double vx, double vy, double k)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = caromVec2(x, y);
    def.velocity = caromVec2(vx, vy);
    def.groundDeceleration = k;
    return def;
}

static CaromVec2 placeOf(const CaromWorld *world, CaromProjectileId id)
{
    return caromProjectilePosition(world, id);
}

static bool rests(const CaromWorld *world, CaromProjectileId id)
{
    CaromVec2 v = caromProjectileVelocity(world, id);
    return caromProjectileMode(world, id) == CAROM_PROJECTILE_RESTING && v.x == 0.0 && v.y == 0.0;
}

/// Steps at 60 Hz up to a time; counts hits and keeps the last change of mode.
typedef struct Watch {
    int hits, meets, modes;
    CaromModeEvent last;
} Watch;

static Watch watch(CaromWorld *world, double until)
{
    Watch seen;
    memset(&seen, 0, sizeof seen);
    while (caromWorldTime(world) < until) {
        caromWorldStepTo(world, fmin(caromWorldTime(world) + 1.0 / 60.0, until));
        CaromEvents events = caromWorldEvents(world);
        seen.hits += events.hitCount;
        seen.meets += events.meetCount;
        seen.modes += events.modeCount;
        if (events.modeCount > 0) {
            seen.last = events.modes[events.modeCount - 1];
        }
    }
    return seen;
}

/// Four walls around ±h.
static void addBox(CaromWorld *world, double h)
{
    const CaromVec2 at[4] = {{-h, -h}, {h, -h}, {h, h}, {-h, h}};
    CaromShapeDef def = caromShapeDef();
    caromShapeCreateChain(world, newRest(world), &def, at, 4, CAROM_CHAIN_CLOSED);
}

// ---- the closed form

// From (x, y) it stops after v/k seconds and v²/2k metres, and stays there.
START_TEST(a_thrown_grenade_stops)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromWorld *world = newWorld();
    double v = testRandomSize(&random, 1e-3, 1e3), k = testRandomSize(&random, 1e-2, 1e3),
           angle = testRandomRange(&random, -4.0, 4.0);
    CaromVec2 way = caromVec2(cos(angle), sin(angle));
    CaromProjectileDef def = puck(1.0, -2.0, v * way.x, v * way.y, k);
    CaromProjectileId id = caromProjectileFire(world, &def);
    double speed = caromVec2Length(def.velocity), stops = speed / k,
           distance = speed * speed / (2.0 * k);
    CaromVec2 told, left;
    ck_assert_int_eq(caromProjectileAt(world, id, 9.0 * stops, &told, &left), CAROM_OK);
    caromWorldStepTo(world, 0.75 * stops);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_FLYING);
    ck_assert_double_eq_tol(caromVec2Length(caromProjectileVelocity(world, id)), 0.25 * speed,
                            8 * ULP * speed);
    caromWorldStepTo(world, 2.0 * stops);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.modeCount, 1);
    ck_assert_int_eq(events.modes[0].mode, CAROM_PROJECTILE_RESTING);
    ck_assert_double_eq_tol(events.modes[0].time, stops, 2 * ULP * stops);
    ck_assert(rests(world, id));
    CaromVec2 place = placeOf(world, id), gone = caromVec2Sub(place, def.position);
    double size = 3.0 + distance;
    ck_assert_double_eq_tol(gone.x, distance * way.x, 8 * ULP * size);
    ck_assert_double_eq_tol(gone.y, distance * way.y, 8 * ULP * size);
    ck_assert_double_le(caromVec2Distance(told, place), 8 * ULP * size);
    ck_assert_double_le(caromVec2Length(left), 8 * ULP * speed);
    caromWorldStepTo(world, 1e6);
    ck_assert(caromVec2Length(caromVec2Sub(placeOf(world, id), place)) == 0.0);
    ck_assert(caromWorldValidate(world));
    caromWorldDestroy(world);
}
END_TEST

/// A coordinate on an unfolded line, back in −h .. h.
static double fold(double x, double h)
{
    double turns = floor((x + h) / (4.0 * h)), in = x + h - 4.0 * h * turns;
    return in <= 2.0 * h ? in - h : 3.0 * h - in;
}

// In a box with restitution 1 the whole way is v²/2k, however many bounces there are, and it ends
// where the straight line ends that the box folds. Each bounce loses some roundings of places.
START_TEST(bounces_in_a_box_fold_one_straight_way)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromWorld *world = newWorld();
    addBox(world, 3.0);
    double radius = _i % 2 ? 0.25 : 0.0, h = 3.0 - radius;
    CaromProjectileDef def =
        puck(testRandomRange(&random, -1.0, 1.0), testRandomRange(&random, -1.0, 1.0),
             testRandomRange(&random, -40.0, 40.0), testRandomRange(&random, -40.0, 40.0),
             testRandomRange(&random, 2.0, 9.0));
    def.radius = radius;
    CaromProjectileId id = caromProjectileFire(world, &def);
    double speed = caromVec2Length(def.velocity), stops = speed / def.groundDeceleration;
    Watch seen = watch(world, stops + 1.0);
    CaromVec2 end = caromVec2Add(def.position, caromVec2Scale(def.velocity, 0.5 * stops));
    ck_assert(rests(world, id));
    ck_assert_double_eq_tol(seen.last.time, stops, 1e-11 * stops);
    ck_assert_double_eq_tol(placeOf(world, id).x, fold(end.x, h), 1e-9);
    ck_assert_double_eq_tol(placeOf(world, id).y, fold(end.y, h), 1e-9);
    ck_assert_int_ge(seen.hits, (int)(fabs(end.x) / (2.0 * h)));
    caromWorldDestroy(world);
}
END_TEST

// A wall just beyond v²/2k is not reached, one just before it is hit; and one that the stop is on,
// within rounding, neither holds it up nor lets it through.
START_TEST(stops_short_of_a_wall_or_hits_it)
{
    const double walls[] = {2.0 - 1e-9, 2.0 + 1e-9, 2.0, 2.0 - 0x1p-52, 2.0 + 0x1p-51};
    CaromWorld *world = newWorld();
    addWall(world, caromVec2(walls[_i], -9.0), caromVec2(walls[_i], 9.0));
    CaromProjectileDef def = puck(0.0, 0.0, 4.0, 0.0, 4.0); // stops after 1 s and 2 m
    CaromProjectileId id = caromProjectileFire(world, &def);
    Watch seen = watch(world, 3.0);
    ck_assert(rests(world, id));
    ck_assert(placeOf(world, id).x < walls[_i]);
    ck_assert_double_eq_tol(placeOf(world, id).x, fmin(2.0, 2.0 * walls[_i] - 2.0), 1e-13);
    if (_i < 2) {
        ck_assert_int_eq(seen.hits, _i == 0);
    }
    caromWorldDestroy(world);
}
END_TEST

// Friction and restitution of walls: with restitution 0 it goes on along the wall, straight, and
// stops there. No series of bounces ends here: nothing pulls it back to a wall.
START_TEST(dead_walls_leave_the_way_along_them)
{
    CaromWorld *world = newWorld();
    addWall(world, caromVec2(-50.0, 0.0), caromVec2(50.0, 0.0));
    CaromProjectileDef def = puck(0.0, 1.0, 3.0, -4.0, 2.0);
    def.restitution = 0.0;
    def.radius = 0.5;
    CaromProjectileId id = caromProjectileFire(world, &def);
    watch(world, 9.0);
    // 0.5 m down are 0.625 m of way; v² = 25 − 2·2·0.625 = 22.5, of which 0.36 is along the wall
    double x = 0.375 + 0.36 * 22.5 / 4.0;
    ck_assert(rests(world, id));
    ck_assert_double_eq_tol(placeOf(world, id).x, x, 1e-12);
    ck_assert_double_eq_tol(placeOf(world, id).y, 0.5, 1e-12);
    caromWorldDestroy(world);
}
END_TEST

// A weak restitution takes speed at each bounce and settles nothing early: between two walls at
// ±1 with restitution e the speed falls to e·sqrt(v² − 2k·d) from wall to wall.
START_TEST(weak_bounces_are_not_summed_up)
{
    CaromWorld *world = newWorld();
    addBox(world, 1.0);
    CaromProjectileDef def = puck(-0.5, 0.0, 5.0, 0.0, 1.0);
    def.restitution = 0.5;
    CaromProjectileId id = caromProjectileFire(world, &def);
    double x = -0.5, v = 5.0, side = 1.0;
    int hits = 0;
    while (v * v / 2.0 > fabs(side - x)) {
        v = 0.5 * sqrt(v * v - 2.0 * fabs(side - x));
        x = side;
        side = -side;
        hits++;
    }
    x += side * v * v / 2.0;
    Watch seen = watch(world, 20.0);
    ck_assert_int_eq(seen.hits, hits);
    ck_assert_int_eq(seen.modes, 1);
    ck_assert_double_eq_tol(placeOf(world, id).x, x, 1e-12);
    caromWorldDestroy(world);
}
END_TEST

// The slowest bounce is a bounce: what leaves a wall at 0.1 m/s rests 0.5 mm off it, though its way
// back, if there were one, would take less than restTime.
START_TEST(the_slowest_bounce_is_not_settled)
{
    CaromWorld *world = newWorld();
    addWall(world, caromVec2(1.0, -9.0), caromVec2(1.0, 9.0));
    CaromProjectileDef def = puck(0.0, 0.0, sqrt(20.04), 0.0, 10.0); // comes at 0.2 m/s
    def.restitution = 0.5;
    CaromProjectileId id = caromProjectileFire(world, &def);
    Watch seen = watch(world, 2.0);
    ck_assert_int_eq(seen.hits, 1);
    ck_assert_int_eq(seen.modes, 1);
    ck_assert(rests(world, id));
    ck_assert_double_eq_tol(placeOf(world, id).x, 1.0 - 0.01 / 20.0, 1e-12);
    caromWorldDestroy(world);
}
END_TEST

// One without speed rests from its start; what waits for its launch does so after that.
START_TEST(one_without_speed_rests_at_once)
{
    CaromWorld *world = newWorld();
    CaromProjectileDef def = puck(1.0, 2.0, 0.0, 0.0, 1.0);
    def.time = _i ? 0.5 : CAROM_NOW;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, 1.0);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.modeCount, 1);
    ck_assert(events.modes[0].time == (_i ? 0.5 : 0.0));
    ck_assert(rests(world, id));
    ck_assert_int_eq(caromWorldCounters(world).resting, 1);
    caromWorldDestroy(world);
}
END_TEST

// ---- drag and homing beside it

/// s' = −k − c·s from v: where it stops, by the closed form.
static double dragStop(double v, double k, double c)
{
    return v / c - k / (c * c) * log1p(c * v / k);
}

// With drag the deceleration is constant on intervals; finer ones come nearer to the true stop.
START_TEST(drag_beside_it_is_in_pieces)
{
    double error[2], stop = dragStop(10.0, 2.0, 0.5);
    for (int fine = 0; fine < 2; fine++) {
        CaromWorldDef world = caromWorldDef();
        world.steerInterval = fine ? 1.0 / 640.0 : 1.0 / 64.0;
        CaromWorld *of = caromWorldCreate(&world, NULL);
        CaromProjectileDef def = puck(0.0, 0.0, 6.0, 8.0, 2.0);
        def.linearDrag = 0.5;
        CaromProjectileId id = caromProjectileFire(of, &def);
        watch(of, 9.0);
        ck_assert(rests(of, id));
        error[fine] = fabs(caromVec2Length(placeOf(of, id)) - stop);
        caromWorldDestroy(of);
    }
    ck_assert_double_lt(error[0], 1e-3);
    ck_assert_double_lt(error[1], 0.1 * error[0]);
}
END_TEST

// The strongest drag overshoots nothing: it stops soon, and never goes back.
START_TEST(strong_drag_beside_it_never_turns_back)
{
    CaromWorld *world = newWorld();
    CaromProjectileDef def = puck(0.0, 0.0, 8.0, 0.0, _i ? 1e-3 : 50.0);
    def.linearDrag = 1e6;
    def.quadraticDrag = 1e3;
    CaromProjectileId id = caromProjectileFire(world, &def);
    double before = 0.0;
    for (int k = 1; k <= 300; k++) {
        caromWorldStepTo(world, k / 300.0);
        ck_assert_double_ge(placeOf(world, id).x, before);
        before = placeOf(world, id).x;
    }
    ck_assert(rests(world, id));
    caromWorldDestroy(world);
}
END_TEST

// Homing turns it and keeps its speed: it stops after v/k all the same.
START_TEST(homing_turns_it_and_it_stops)
{
    CaromWorld *world = newWorld();
    CaromProjectileDef def = puck(0.0, 0.0, 10.0, 0.0, 2.0);
    def.turnRate = 1.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromProjectileSetTargetPoint(world, id, caromVec2(-100.0, 100.0));
    Watch seen = watch(world, 6.0);
    ck_assert(rests(world, id));
    ck_assert_double_eq_tol(seen.last.time, 5.0, 1e-12);
    ck_assert_double_gt(placeOf(world, id).y, 5.0);
    caromWorldDestroy(world);
}
END_TEST

// ---- what wakes it

// A blast, an impulse or a velocity: each sends it off, and it stops again.
START_TEST(woken_by_hits_and_blasts)
{
    CaromWorld *world = newWorld();
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
    caromWorldDestroy(world);
}
END_TEST

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
    CaromShapeDef shape = caromShapeDef();
    push.wall = newMoving(push.world, caromVec2(0.0, 0.0), caromVec2(w, 0.0));
    caromShapeCreateSegment(push.world, push.wall, &shape, caromVec2(-tilt, -20.0),
                            caromVec2(tilt, 20.0));
    CaromProjectileDef def = puck(1.0, 0.0, 0.0, 0.0, k);
    def.radius = 0.25;
    def.restitution = restitution;
    def.friction = friction;
    push.id = caromProjectileFire(push.world, &def);
    return push;
}

// A wall that comes pushes what rests: it is never passed, and once settled goes along with it;
// when the wall stops, it rolls out by w²/2k.
START_TEST(a_wall_that_moves_pushes_it)
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
    ck_assert(caromWorldValidate(push.world));
    caromWorldDestroy(push.world);
}
END_TEST

// An elastic one is hit, stops just as the wall comes again, and so on: at 2w after each hit.
START_TEST(an_elastic_one_is_hit_again_and_again)
{
    Push push = pushed(1.0, 2.0, 1.0, 0.0, 0.0);
    Watch seen = watch(push.world, 20.0);
    double wall = caromBodyTransform(push.world, push.wall).position.x;
    ck_assert_double_ge(placeOf(push.world, push.id).x, wall + 0.25 - 1e-12);
    ck_assert_int_ge(seen.hits, 19); // each after 2·2w/k·w/w = 1 s
    ck_assert_int_le(seen.hits, 21);
    caromWorldDestroy(push.world);
}
END_TEST

// A slanting wall without friction pushes it aside: in the end it goes straight off along the
// wall's normal, as nothing else holds it. So it does where the ground would stop it within a
// sixtieth of the steering interval: its speed along the wall fades, and never turns back.
START_TEST(a_slanting_wall_pushes_it_along_its_normal)
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
END_TEST

// A bar that turns sweeps it aside and never goes through it.
START_TEST(a_bar_that_turns_never_passes_it)
{
    static const double bounce[3] = {0.0, 0.5, 1.0};
    double spin = _i / 3 ? 5.0 : 1.0;
    CaromWorld *world = newWorld();
    CaromShapeDef shape = caromShapeDef();
    CaromBodyId bar = newMoving(world, caromVec2(0.0, 0.0), caromVec2(0.0, 0.0));
    caromBodySetAngularVelocity(world, bar, spin);
    caromShapeCreateSegment(world, bar, &shape, caromVec2(0.0, 0.0), caromVec2(5.0, 0.0));
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
    caromWorldDestroy(world);
}
END_TEST

// ---- others

// A disc that is hit while it rests takes over: at equal masses all of the speed, head on.
START_TEST(a_resting_ball_that_is_hit_flies)
{
    CaromWorld *world = newWorld();
    CaromProjectileDef at = disc(5.0, 0.0, 0.0, 0.0, 0.5), def = disc(0.0, 0.0, 6.0, 0.0, 0.5);
    at.groundDeceleration = def.groundDeceleration = 2.0;
    CaromProjectileId target = fire(world, at), cue = fire(world, def);
    watch(world, 10.0);
    ck_assert(rests(world, target) && rests(world, cue));
    // 4 m to the meeting: v² = 36 − 16 = 20; 5 m from there
    ck_vec_eq_tol(placeOf(world, cue), 4.0, 0.0, 1e-12);
    ck_vec_eq_tol(placeOf(world, target), 10.0, 0.0, 1e-12);
    caromWorldDestroy(world);
}
END_TEST

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
START_TEST(a_break_settles)
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
END_TEST

// A fuse, a life's end, a sensor and a proximity fuse come at their times along the leg; after the
// stop the one that counts time goes on, those of places come no more.
START_TEST(fuses_and_sensors_along_the_way)
{
    CaromWorld *world = newWorld();
    CaromShapeDef sensor = caromShapeDef();
    sensor.sensor = true;
    CaromBodyId body = newRest(world);
    caromShapeCreateBox(world, body, &sensor, caromVec2(4.0, 0.0), caromVec2(1.0, 1.0));
    caromShapeCreateBox(world, body, &sensor, caromVec2(20.0, 0.0), caromVec2(1.0, 1.0));
    CaromProjectileDef def = puck(0.0, 0.0, 8.0, 0.0, 4.0); // 8 m in 2 s
    def.fuse = 3.0;
    def.blast.radius = 1.0;
    caromProjectileFire(world, &def);
    caromWorldStepTo(world, 10.0);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.crossCount, 2);
    ck_assert_double_eq_tol(events.crosses[0].time, 2.0 - sqrt(4.0 - 1.5), 1e-14);
    ck_assert_double_eq_tol(events.crosses[1].time, 2.0 - sqrt(4.0 - 2.5), 1e-14);
    ck_assert_int_eq(events.blastCount, 1);
    ck_assert(events.blasts[0].time == 3.0);
    ck_assert_double_eq_tol(events.blasts[0].center.x, 8.0, 1e-14);
    caromWorldDestroy(world);
}
END_TEST

// The proximity fuse of a mine that rolls: by what it comes near to before it stops, or not at all.
START_TEST(a_rolling_mine_finds_what_is_in_reach)
{
    CaromWorld *world = newWorld();
    CaromShapeDef shape = caromShapeDef();
    caromShapeCreateCircle(world, newRest(world), &shape, caromVec2(_i ? 10.5 : 9.25, 0.0), 1.0);
    CaromProjectileDef def = puck(0.0, 0.0, 8.0, 0.0, 4.0);
    def.proximity = 1.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, 10.0);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.blastCount, _i == 0);
    if (_i == 0) { // at x = 7.25
        ck_assert_double_eq_tol(events.blasts[0].time, 2.0 - sqrt(4.0 - 3.625), 1e-13);
    } else {
        ck_assert(rests(world, id));
    }
    caromWorldDestroy(world);
}
END_TEST

// ---- frames, previews, saves

/// A yard of pucks that bounce, meet, and are pushed by a wall.
static CaromWorld *yard(uint64_t seed, CaromProjectileId *first)
{
    TestRandom random = testRandomSeed(seed);
    CaromWorld *world = newWorld();
    CaromShapeDef shape = caromShapeDef();
    addBox(world, 6.0);
    caromShapeCreateCircle(world, newRest(world), &shape, caromVec2(2.0, 1.0), 0.75);
    CaromBodyId wall = newMoving(world, caromVec2(-5.0, 0.0), caromVec2(0.5, 0.0));
    caromShapeCreateBox(world, wall, &shape, caromVec2(0.0, 0.0), caromVec2(0.1, 2.0));
    for (int k = 0; k < 12; k++) {
        CaromProjectileDef def =
            puck(testRandomRange(&random, -4.0, 4.0), testRandomRange(&random, -5.0, -3.0),
                 testRandomRange(&random, -9.0, 9.0), testRandomRange(&random, -9.0, 9.0),
                 testRandomRange(&random, 1.0, 4.0));
        def.radius = k % 3 ? 0.125 : 0.0;
        def.restitution = k % 2 ? 1.0 : 0.6;
        def.friction = k % 4 ? 0.0 : 0.3;
        def.meetMask = k % 3 == 1 && seed % 2 ? UINT64_MAX : 0;
        def.linearDrag = k == 5 ? 0.5 : 0.0;
        CaromProjectileId id = caromProjectileFire(world, &def);
        *first = k == 0 ? id : *first;
    }
    return world;
}

// Law 2: the same bits at any frame rate, and in random steps.
START_TEST(frames_do_not_matter)
{
    static const double rates[] = {24.0, 60.0, 144.0, 1000.0, 0.0};
    uint64_t hashes[5];
    FlightLog logs[5];
    memset(logs, 0, sizeof logs);
    for (int r = 0; r < 5; r++) {
        TestRandom random = testRandomSeed((uint64_t)_i + 77);
        CaromProjectileId id;
        CaromWorld *world = yard((uint64_t)_i, &id);
        for (int k = 1; caromWorldTime(world) < 6.0; k++) {
            double next = rates[r] > 0.0
                              ? k / rates[r]
                              : caromWorldTime(world) + testRandomSize(&random, 1e-5, 1.0);
            caromWorldStepTo(world, fmin(next, 6.0));
            flightLogRead(&logs[r], world);
        }
        hashes[r] = caromWorldHash(world);
        ck_assert(caromWorldValidate(world));
        ck_assert_msg(flightLogDifference(&logs[0], &logs[r]) < 0, "seed %d at %g Hz", _i,
                      rates[r]);
        ck_assert_msg(hashes[r] == hashes[0], "seed %d at %g Hz", _i, rates[r]);
        caromWorldDestroy(world);
    }
    for (int r = 0; r < 5; r++) {
        free(logs[r].words);
    }
}
END_TEST

// Law 5: the preview of a throw is its flight, up to its rest, and says so.
START_TEST(the_preview_is_the_flight)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromWorld *world = newWorld();
    addBox(world, 3.0);
    CaromProjectileDef def = puck(0.5, -0.25, testRandomRange(&random, -20.0, 20.0),
                                  testRandomRange(&random, -20.0, 20.0), 3.0);
    def.radius = _i % 2 ? 0.2 : 0.0;
    def.restitution = _i % 3 ? 1.0 : 0.5;
    CaromLeg legs[128];
    CaromPrediction told = caromPrediction();
    told.legs = legs;
    told.legCapacity = 128;
    ck_assert_int_eq(caromWorldPredict(world, &def, 30.0, &told), CAROM_OK);
    ck_assert_int_eq(told.stop, CAROM_PREDICTION_RESTS);
    ck_assert_int_le(told.legCount, 128);
    const CaromLeg *last = &legs[told.legCount - 1];
    ck_assert_int_eq(last->mode, CAROM_PROJECTILE_RESTING);
    ck_assert_int_eq(last[-1].endedBy, CAROM_LEG_MODE);
    CaromProjectileId id = caromProjectileFire(world, &def);
    Watch seen = watch(world, 30.0);
    ck_assert(seen.last.time == last->start);
    ck_assert(placeOf(world, id).x == told.position.x && placeOf(world, id).y == told.position.y);
    // drawn by its way, it has the length of its legs: v²/2k where nothing is lost in bounces
    CaromVec2 dots[4];
    int count = caromPredictionSampleWay(&told, 0.0, 1.0, dots, 4);
    if (def.restitution == 1.0) {
        double v = caromVec2Length(def.velocity);
        ck_assert_int_eq(count, 1 + (int)floor(v * v / 6.0));
    }
    caromWorldDestroy(world);
}
END_TEST

/// The hash at the end of a run that is saved and restored at a time, or not.
static uint64_t runThrough(int seed, double at, int how)
{
    CaromProjectileId id;
    CaromWorld *world = yard((uint64_t)seed, &id);
    caromWorldStepTo(world, at);
    size_t size = how == 1 ? caromWorldSnapshotSize(world) : caromWorldStateSize(world), written;
    void *bytes = malloc(size);
    if (how == 1) {
        ck_assert_int_eq(caromWorldSave(world, bytes, size, &written), CAROM_OK);
        uint64_t hash = caromWorldHash(world);
        CaromWorld *other = newWorld();
        ck_assert_int_eq(caromWorldRestore(other, bytes, written), CAROM_OK);
        ck_assert(caromWorldHash(other) == hash);
        caromWorldDestroy(world);
        world = other;
    } else if (how == 2) {
        ck_assert_int_eq(caromWorldSaveState(world, bytes, size, &written), CAROM_OK);
        caromWorldStepTo(world, at + 1.5);
        caromProjectileSetVelocity(world, id, caromVec2(3.0, 3.0));
        caromWorldStepTo(world, at + 2.0);
        ck_assert_int_eq(caromWorldRestoreState(world, bytes, written), CAROM_OK);
    }
    free(bytes);
    caromWorldStepTo(world, 8.0);
    uint64_t hash = caromWorldHash(world);
    ck_assert(caromWorldValidate(world));
    caromWorldDestroy(world);
    return hash;
}

// Saved, restored, rolled back, on the way and at rest: the same future.
START_TEST(saved_and_rolled_back)
{
    static const double times[3] = {0.3, 1.7, 5.9};
    for (int t = 0; t < 3; t++) {
        uint64_t plain = runThrough(_i, times[t], 0);
        ck_assert_msg(runThrough(_i, times[t], 1) == plain, "seed %d saved at %g", _i, times[t]);
        ck_assert_msg(runThrough(_i, times[t], 2) == plain, "seed %d back to %g", _i, times[t]);
    }
}
END_TEST

// ---- aiming

// The throw that is aimed at a place stops there, and one that is to get there with a speed left
// has that speed there.
START_TEST(aimed_throws_stop_where_they_should)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromWorld *world = newWorld();
    CaromVec2 from = {testRandomRange(&random, -9.0, 9.0), testRandomRange(&random, -9.0, 9.0)},
              to = {testRandomRange(&random, -9.0, 9.0), testRandomRange(&random, -9.0, 9.0)};
    double k = testRandomSize(&random, 0.1, 50.0), left = _i % 2 ? 3.0 : 0.0;
    CaromShot shot;
    ck_assert(caromAimStop(from, to, left, k, &shot));
    CaromProjectileDef def = puck(from.x, from.y, shot.velocity.x, shot.velocity.y, k);
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, shot.time + (left > 0.0 ? 0.0 : 1.0));
    ck_vec_eq_tol(placeOf(world, id), to.x, to.y, 64 * ULP * 18.0);
    ck_assert_double_eq_tol(caromVec2Length(caromProjectileVelocity(world, id)), left, 1e-13 * 50);
    ck_assert(left > 0.0 || rests(world, id));
    double way = caromVec2Length(caromVec2Sub(to, from));
    ck_assert_double_eq_tol(caromStopDistance(caromVec2Length(shot.velocity), k),
                            way + left * left / (2.0 * k), 1e-13 * (way + 50.0));
    caromWorldDestroy(world);
}
END_TEST

START_TEST(what_can_not_be_aimed_is_told)
{
    CaromVec2 o = {1.0, 2.0}, far = {5.0, 2.0}, nowhere = {NAN, 0.0};
    CaromShot untouched = {{7.0, 7.0}, 7.0}, shot = untouched;
    ck_assert(!caromAimStop(o, far, 0.0, 0.0, &shot));
    ck_assert(!caromAimStop(o, far, -1.0, 1.0, &shot));
    ck_assert(!caromAimStop(o, far, 1.0, -1.0, &shot));
    ck_assert(!caromAimStop(o, o, 1.0, 1.0, &shot));
    ck_assert(!caromAimStop(o, nowhere, 0.0, 1.0, &shot));
    ck_assert(!caromAimStop(o, far, NAN, 1.0, &shot));
    ck_assert(!caromAimStop(o, far, 1.0, INFINITY, &shot));
    ck_assert(!caromAimStop(o, far, 1e-300, 0.0, &shot));
    ck_assert(!caromAimStop(o, far, 1e300, 1e300, &shot));
    ck_assert(memcmp(&shot, &untouched, sizeof shot) == 0);
    ck_assert(caromAimStop(o, o, 0.0, 1.0, &shot) && shot.time == 0.0 && shot.velocity.x == 0.0);
    ck_assert(caromAimStop(o, far, 2.0, 0.0, &shot) && shot.time == 2.0 && shot.velocity.x == 2.0);
    ck_assert(caromStopDistance(6.0, 2.0) == 9.0);
    ck_assert(caromStopDistance(6.0, 0.0) == CAROM_FOREVER);
    ck_assert(caromStopDistance(1e300, 1e-300) == CAROM_FOREVER);
    ck_assert(caromStopDistance(0.0, 0.0) == 0.0 && caromStopDistance(0.0, 3.0) == 0.0);
    ck_assert(caromStopDistance(NAN, 1.0) == 0.0 && caromStopDistance(1.0, NAN) == 0.0);
    ck_assert(caromStopDistance(-1.0, 1.0) == 0.0 && caromStopDistance(1.0, -1.0) == 0.0);
}
END_TEST

// ---- what is refused

// With gravity, an acceleration or a force the way would bend: refused, and nothing changes.
START_TEST(pulls_beside_it_are_refused)
{
    CaromWorld *world = newWorldUnder(9.81);
    CaromProjectileDef def = puck(0.0, 0.0, 1.0, 0.0, 1.0);
    CaromPrediction told = caromPrediction();
    ck_assert_uint_eq(caromProjectileFire(world, &def).index, 0);
    ck_assert_int_eq(caromWorldLastError(world), CAROM_ERROR_GROUND);
    ck_assert_int_eq(caromWorldPredict(world, &def, 1.0, &told), CAROM_ERROR_GROUND);
    def.gravityScale = 0.0;
    def.acceleration = caromVec2(1.0, 0.0);
    ck_assert_uint_eq(caromProjectileFire(world, &def).index, 0);
    def.acceleration = caromVec2(0.0, 0.0);
    CaromProjectileId id = caromProjectileFire(world, &def);
    ck_assert_uint_ne(id.index, 0);
    CaromVec2 force = caromVec2(1.0, 0.0);
    ck_assert_int_eq(caromProjectileSetForce(world, id, force, CAROM_NOW), CAROM_ERROR_GROUND);
    ck_assert_int_eq(caromProjectileSetForce(world, id, force, 1.0), CAROM_ERROR_GROUND);
    ck_assert_int_eq(caromProjectileSetForce(world, id, caromVec2(0.0, 0.0), CAROM_NOW), CAROM_OK);
    ck_assert_int_eq(caromWorldSetGravity(world, caromVec2(0.0, 1.0)), CAROM_OK);
    caromWorldSetGravity(world, caromVec2(0.0, 0.0));
    def.gravityScale = 1.0;
    CaromProjectileId other = caromProjectileFire(world, &def);
    ck_assert_uint_ne(other.index, 0);
    ck_assert_int_eq(caromWorldSetGravity(world, caromVec2(0.0, 1.0)), CAROM_ERROR_GROUND);
    ck_assert(caromWorldGravity(world).y == 0.0);
    caromProjectileDestroy(world, other);
    ck_assert_int_eq(caromWorldSetGravity(world, caromVec2(0.0, 1.0)), CAROM_OK);
    caromWorldDestroy(world);
}
END_TEST

Suite *testGroundSuite(void)
{
    Suite *suite = suite_create("ground");
    TCase *tc = tcase_create("ground");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, a_thrown_grenade_stops, 0, 64);
    tcase_add_loop_test(tc, bounces_in_a_box_fold_one_straight_way, 0, 64);
    tcase_add_loop_test(tc, stops_short_of_a_wall_or_hits_it, 0, 5);
    tcase_add_test(tc, dead_walls_leave_the_way_along_them);
    tcase_add_test(tc, weak_bounces_are_not_summed_up);
    tcase_add_test(tc, the_slowest_bounce_is_not_settled);
    tcase_add_loop_test(tc, one_without_speed_rests_at_once, 0, 2);
    tcase_add_test(tc, drag_beside_it_is_in_pieces);
    tcase_add_loop_test(tc, strong_drag_beside_it_never_turns_back, 0, 2);
    tcase_add_test(tc, homing_turns_it_and_it_stops);
    tcase_add_loop_test(tc, woken_by_hits_and_blasts, 0, 3);
    tcase_add_loop_test(tc, a_wall_that_moves_pushes_it, 0, 6);
    tcase_add_test(tc, an_elastic_one_is_hit_again_and_again);
    tcase_add_loop_test(tc, a_slanting_wall_pushes_it_along_its_normal, 0, 2);
    tcase_add_loop_test(tc, a_bar_that_turns_never_passes_it, 0, 6);
    tcase_add_test(tc, a_resting_ball_that_is_hit_flies);
    tcase_add_loop_test(tc, a_break_settles, 0, 12);
    tcase_add_test(tc, fuses_and_sensors_along_the_way);
    tcase_add_loop_test(tc, a_rolling_mine_finds_what_is_in_reach, 0, 2);
    tcase_add_loop_test(tc, frames_do_not_matter, 0, 12);
    tcase_add_loop_test(tc, the_preview_is_the_flight, 0, 24);
    tcase_add_loop_test(tc, saved_and_rolled_back, 0, 6);
    tcase_add_loop_test(tc, aimed_throws_stop_where_they_should, 0, 32);
    tcase_add_test(tc, what_can_not_be_aimed_is_told);
    tcase_add_test(tc, pulls_beside_it_are_refused);
    suite_add_tcase(suite, tc);
    return suite;
}
