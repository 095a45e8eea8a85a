// SPDX-License-Identifier: MIT
// Friction with the ground, seen from above: straight legs of one deceleration k, and an exact
// stop. Oracles: v/k, v²/2k, and the straight line that a box folds.
#include "../../support/builder.h"
#include "ground_yard.h"

#include <stdlib.h>

#include "../../support/flight_log.h"
#include "../../support/random.h"

#define ULP 0x1p-52

// ---- the closed form

// From (x, y) it stops after v/k seconds and v²/2k metres, and stays there.
TEST_WORLD_SEEDS(a_thrown_grenade_stops, 64, newWorld())
{
    double v = testRandomSize(&random, 1e-3, 1e3), k = testRandomSize(&random, 1e-2, 1e3),
           angle = testRandomRange(&random, -4.0, 4.0);
    CaromVec2 way = caromVec2(cos(angle), sin(angle));
    CaromProjectileDef def = puck(1.0, -2.0, v * way.x, v * way.y, k);
    CaromProjectileId id = caromProjectileFire(world, &def);
    double speed = caromVec2Length(def.velocity), stops = speed / k,
           distance = speed * speed / (2.0 * k);
    CaromVec2 told, left;
    ck_assert_ok(caromProjectileAt(world, id, 9.0 * stops, &told, &left));
    caromWorldStepTo(world, 0.75 * stops);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_FLYING);
    ck_assert_double_eq_tol(caromVec2Length(caromProjectileVelocity(world, id)), 0.25 * speed,
                            8 * ULP * speed);
    CaromEvents events = eventsUntil(world, 2.0 * stops);
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
}

/// A coordinate on an unfolded line, back in −h .. h.
static double fold(double x, double h)
{
    double turns = floor((x + h) / (4.0 * h)), in = x + h - 4.0 * h * turns;
    return in <= 2.0 * h ? in - h : 3.0 * h - in;
}

// In a box with restitution 1 the whole way is v²/2k, however many bounces there are, and it ends
// where the straight line ends that the box folds. Each bounce loses some roundings of places.
TEST_WORLD_SEEDS(bounces_in_a_box_fold_one_straight_way, 64, newWorld())
{
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
}

// A wall just beyond v²/2k is not reached, one just before it is hit; and one that the stop is on,
// within rounding, neither holds it up nor lets it through.
TEST_WORLD_LOOP(stops_short_of_a_wall_or_hits_it, 5, newWorld())
{
    const double walls[] = {2.0 - 1e-9, 2.0 + 1e-9, 2.0, 2.0 - 0x1p-52, 2.0 + 0x1p-51};
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
}

// Friction and restitution of walls: with restitution 0 it goes on along the wall, straight, and
// stops there. No series of bounces ends here: nothing pulls it back to a wall.
TEST_WORLD(dead_walls_leave_the_way_along_them, newWorld())
{
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
}

// A weak restitution takes speed at each bounce and settles nothing early: between two walls at
// ±1 with restitution e the speed falls to e·sqrt(v² − 2k·d) from wall to wall.
TEST_WORLD(weak_bounces_are_not_summed_up, newWorld())
{
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
}

// The slowest bounce is a bounce: what leaves a wall at 0.1 m/s rests 0.5 mm off it, though its way
// back, if there were one, would take less than restTime.
TEST_WORLD(the_slowest_bounce_is_not_settled, newWorld())
{
    addWall(world, caromVec2(1.0, -9.0), caromVec2(1.0, 9.0));
    CaromProjectileDef def = puck(0.0, 0.0, sqrt(20.04), 0.0, 10.0); // comes at 0.2 m/s
    def.restitution = 0.5;
    CaromProjectileId id = caromProjectileFire(world, &def);
    Watch seen = watch(world, 2.0);
    ck_assert_int_eq(seen.hits, 1);
    ck_assert_int_eq(seen.modes, 1);
    ck_assert(rests(world, id));
    ck_assert_double_eq_tol(placeOf(world, id).x, 1.0 - 0.01 / 20.0, 1e-12);
}

// One without speed rests from its start; what waits for its launch does so after that.
TEST_WORLD_LOOP(one_without_speed_rests_at_once, 2, newWorld())
{
    CaromProjectileDef def = puck(1.0, 2.0, 0.0, 0.0, 1.0);
    def.time = _i ? 0.5 : CAROM_NOW;
    CaromProjectileId id = caromProjectileFire(world, &def);
    CaromEvents events = eventsUntil(world, 1.0);
    ck_assert_int_eq(events.modeCount, 1);
    ck_assert(events.modes[0].time == (_i ? 0.5 : 0.0));
    ck_assert(rests(world, id));
    ck_assert_int_eq(caromWorldCounters(world).resting, 1);
}

// ---- drag and homing beside it

/// s' = −k − c·s from v: where it stops, by the closed form.
static double dragStop(double v, double k, double c)
{
    return v / c - k / (c * c) * log1p(c * v / k);
}

// With drag the deceleration is constant on intervals; finer ones come nearer to the true stop.
TEST(drag_beside_it_is_in_pieces)
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

// The strongest drag overshoots nothing: it stops soon, and never goes back.
TEST_WORLD_LOOP(strong_drag_beside_it_never_turns_back, 2, newWorld())
{
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
}

// Homing turns it and keeps its speed: it stops after v/k all the same.
TEST_WORLD(homing_turns_it_and_it_stops, newWorld())
{
    CaromProjectileDef def = puck(0.0, 0.0, 10.0, 0.0, 2.0);
    def.turnRate = 1.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromProjectileSetTargetPoint(world, id, caromVec2(-100.0, 100.0));
    Watch seen = watch(world, 6.0);
    ck_assert(rests(world, id));
    ck_assert_double_eq_tol(seen.last.time, 5.0, 1e-12);
    ck_assert_double_gt(placeOf(world, id).y, 5.0);
}

// ---- frames, previews, saves

/// A yard of pucks that bounce, meet, and are pushed by a wall.
static CaromWorld *yard(uint64_t seed, CaromProjectileId *first)
{
    TestRandom random = testRandomSeed(seed);
    CaromWorld *world = newWorld();
    addBox(world, 6.0);
    newCircle(world, newRest(world), caromVec2(2.0, 1.0), 0.75);
    CaromBodyId wall = newMoving(world, caromVec2(-5.0, 0.0), caromVec2(0.5, 0.0));
    newBox(world, wall, caromVec2(0.0, 0.0), caromVec2(0.1, 2.0));
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
TEST_LOOP(frames_do_not_matter, 12)
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

// Law 5: the preview of a throw is its flight, up to its rest, and says so.
TEST_WORLD_SEEDS(the_preview_is_the_flight, 24, newWorld())
{
    addBox(world, 3.0);
    CaromProjectileDef def = puck(0.5, -0.25, testRandomRange(&random, -20.0, 20.0),
                                  testRandomRange(&random, -20.0, 20.0), 3.0);
    def.radius = _i % 2 ? 0.2 : 0.0;
    def.restitution = _i % 3 ? 1.0 : 0.5;
    CaromLeg legs[128];
    CaromPrediction told = caromPrediction();
    told.legs = legs;
    told.legCapacity = 128;
    ck_assert_ok(caromWorldPredict(world, &def, 30.0, &told));
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
}

/// The hash at the end of a run that is saved and restored at a time, or not.
static uint64_t runThrough(int seed, double at, int how)
{
    CaromProjectileId id;
    CaromWorld *world = yard((uint64_t)seed, &id);
    caromWorldStepTo(world, at);
    size_t size = how == 1 ? caromWorldSnapshotSize(world) : caromWorldStateSize(world), written;
    void *bytes = malloc(size);
    if (how == 1) {
        ck_assert_ok(caromWorldSave(world, bytes, size, &written));
        uint64_t hash = caromWorldHash(world);
        CaromWorld *other = newWorld();
        ck_assert_ok(caromWorldRestore(other, bytes, written));
        ck_assert(caromWorldHash(other) == hash);
        caromWorldDestroy(world);
        world = other;
    } else if (how == 2) {
        ck_assert_ok(caromWorldSaveState(world, bytes, size, &written));
        caromWorldStepTo(world, at + 1.5);
        caromProjectileSetVelocity(world, id, caromVec2(3.0, 3.0));
        caromWorldStepTo(world, at + 2.0);
        ck_assert_ok(caromWorldRestoreState(world, bytes, written));
    }
    free(bytes);
    caromWorldStepTo(world, 8.0);
    uint64_t hash = caromWorldHash(world);
    endWorld(world);
    return hash;
}

// Saved, restored, rolled back, on the way and at rest: the same future.
TEST_LOOP(saved_and_rolled_back, 6)
{
    static const double times[3] = {0.3, 1.7, 5.9};
    for (int t = 0; t < 3; t++) {
        uint64_t plain = runThrough(_i, times[t], 0);
        ck_assert_msg(runThrough(_i, times[t], 1) == plain, "seed %d saved at %g", _i, times[t]);
        ck_assert_msg(runThrough(_i, times[t], 2) == plain, "seed %d back to %g", _i, times[t]);
    }
}

// ---- laws

/// What a puck meets in a room with a disc, turned by quarters and played in slow motion.
typedef struct Course {
    CaromHitEvent hits[256];
    int count;
    CaromModeEvent stop;
} Course;

static CaromVec2 turned(CaromVec2 v, int quarters)
{
    for (int k = 0; k < quarters; k++) {
        v = caromVec2(-v.y + 0.0, v.x);
    }
    return v;
}

/// All speeds are times `pace`, a power of two: then k is times pace².
static Course courseOf(uint64_t seed, int quarters, double pace)
{
    TestRandom random = testRandomSeed(seed);
    Course course;
    memset(&course, 0, sizeof course);
    CaromWorld *world = newWorld();
    addBox(world, 3.0);
    newCircle(world, newRest(world), turned(caromVec2(1.5, 0.25), quarters), 0.5);
    CaromProjectileDef def = puck(0.0, 0.0, 0.0, 0.0, testRandomRange(&random, 0.5, 8.0));
    def.position =
        turned(caromVec2(testRandomRange(&random, -2.0, 0.5), testRandomRange(&random, -2.0, 2.0)),
               quarters);
    def.velocity = turned(
        caromVec2(testRandomRange(&random, -15.0, 15.0), testRandomRange(&random, -15.0, 15.0)),
        quarters);
    def.velocity = caromVec2Scale(def.velocity, pace);
    def.groundDeceleration *= pace * pace;
    def.radius = seed % 2 ? 0.25 : 0.0;
    def.restitution = seed % 3 ? 1.0 : 0.75;
    def.friction = seed % 5 ? 0.0 : 0.25;
    caromProjectileFire(world, &def);
    CaromEvents events = eventsUntil(world, 64.0 / pace);
    for (; course.count < events.hitCount && course.count < 256; course.count++) {
        course.hits[course.count] = events.hits[course.count];
    }
    ck_assert_int_eq(events.modeCount, 1);
    course.stop = events.modes[0];
    caromWorldDestroy(world);
    return course;
}

static bool isTurned(CaromVec2 a, CaromVec2 b, int quarters, double pace)
{
    CaromVec2 other = caromVec2Scale(turned(a, quarters), pace);
    return other.x == b.x && other.y == b.y;
}

// Turned by quarters, up to 64 hits, or played slower by a power of two: all bits are the same.
TEST_LOOP(turned_and_slowed_courses_are_the_same, 48)
{
    for (int quarters = 0; quarters < 4; quarters++) {
        double pace = quarters % 2 ? 1.0 : 0x1p-6;
        Course a = courseOf((uint64_t)_i, 0, 1.0), b = courseOf((uint64_t)_i, quarters, pace);
        bool all = a.count == b.count;
        for (int k = 0; k < a.count && k < b.count && k < 64; k++) {
            const CaromHitEvent *x = &a.hits[k], *y = &b.hits[k];
            bool same = x->time / pace == y->time &&
                        isTurned(x->center, y->center, quarters, 1.0) &&
                        isTurned(x->velocityAfter, y->velocityAfter, quarters, pace);
            ck_assert_msg(same, "seed %d, %d quarters: hit %d differs", _i, quarters, k);
        }
        ck_assert(all || a.count > 64);
        ck_assert(a.count > 64 || (a.stop.time / pace == b.stop.time &&
                                   isTurned(a.stop.position, b.stop.position, quarters, 1.0)));
    }
}

// ---- aiming

// The throw that is aimed at a place stops there, and one that is to get there with a speed left
// has that speed there.
TEST_WORLD_SEEDS(aimed_throws_stop_where_they_should, 32, newWorld())
{
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
}

TEST(what_can_not_be_aimed_is_told)
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

// ---- what is refused

// With gravity, an acceleration or a force the way would bend: refused, and nothing changes.
TEST_WORLD(pulls_beside_it_are_refused, newWorldUnder(9.81))
{
    CaromProjectileDef def = puck(0.0, 0.0, 1.0, 0.0, 1.0);
    CaromPrediction told = caromPrediction();
    ck_assert_uint_eq(caromProjectileFire(world, &def).index, 0);
    ck_assert_int_eq(caromWorldLastError(world), CAROM_ERROR_GROUND);
    ck_assert_int_eq(caromWorldPredict(world, &def, 1.0, &told), CAROM_ERROR_GROUND);
    def.gravityScale = 0.0;
    def.acceleration = caromVec2(1.0, 0.0);
    ck_assert_uint_eq(caromProjectileFire(world, &def).index, 0);
    def.acceleration = caromVec2(0.0, 0.0);
    CaromProjectileId id = fireShot(world, &def);
    CaromVec2 force = caromVec2(1.0, 0.0);
    ck_assert_int_eq(caromProjectileSetForce(world, id, force, CAROM_NOW), CAROM_ERROR_GROUND);
    ck_assert_int_eq(caromProjectileSetForce(world, id, force, 1.0), CAROM_ERROR_GROUND);
    ck_assert_ok(caromProjectileSetForce(world, id, caromVec2(0.0, 0.0), CAROM_NOW));
    ck_assert_ok(caromWorldSetGravity(world, caromVec2(0.0, 1.0)));
    caromWorldSetGravity(world, caromVec2(0.0, 0.0));
    def.gravityScale = 1.0;
    CaromProjectileId other = fireShot(world, &def);
    ck_assert_int_eq(caromWorldSetGravity(world, caromVec2(0.0, 1.0)), CAROM_ERROR_GROUND);
    ck_assert(caromWorldGravity(world).y == 0.0);
    caromProjectileDestroy(world, other);
    ck_assert_ok(caromWorldSetGravity(world, caromVec2(0.0, 1.0)));
}
