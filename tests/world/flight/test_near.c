// SPDX-License-Identifier: MIT
// Proximity fuses: the time at which they go off against marching along the path by distances too
// small to step over anything, and the cases by hand.
#include "../../support/builder.h"
#include "../../support/random.h"
#include "../../support/snapshot_bytes.h"

#include <math.h>

#define END 3.0 ///< [s]

static CaromShapeId makeBall(CaromWorld *world, CaromBodyId body, double x, double y, double radius)
{
    return newCircle(world, body, caromVec2(x, y), radius);
}

/// A missile that flies through everything, and watches.
static CaromProjectileDef missile(double x, double y, double vx, double vy, double proximity)
{
    CaromProjectileDef def = newShot(caromVec2(x, y), caromVec2(vx, vy));
    def.proximity = proximity;
    def.filter.mask = 0;
    return def;
}

static CaromProjectileId fire(CaromWorld *world, CaromProjectileDef def)
{
    return fireShot(world, &def);
}

/// When the only explosion before a time happens, or -1; at so many steps a second.
static double explosionBefore(CaromWorld *world, double end, double rate)
{
    double time = -1.0;
    double begin = caromWorldTime(world);
    for (uint64_t frame = 1; begin + (double)(frame - 1) / rate < end; frame++) {
        CaromEvents events = eventsUntil(world, fmin(begin + (double)frame / rate, end));
        for (int k = 0; k < events.blastCount; k++) {
            ck_assert(time == -1.0);
            time = events.blasts[k].time;
        }
        if (caromWorldTime(world) >= end) {
            break;
        }
    }
    return time;
}

// ---- against marching

typedef struct Scene {
    CaromVec2 points[8], drift;
    int count;     ///< 1: a circle; 2: a wall; more: a polygon
    bool oneSided; ///< a wall that is
    double size;
    CaromProjectileDef def;
} Scene;

static long double distanceToSegment(long double x, long double y, CaromVec2 a, CaromVec2 b)
{
    long double dx = (long double)b.x - a.x, dy = (long double)b.y - a.y, u = 0.0L;
    if (dx != 0.0L || dy != 0.0L) {
        u = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy);
        u = fminl(fmaxl(u, 0.0L), 1.0L);
    }
    return hypotl(x - a.x - u * dx, y - a.y - u * dy);
}

static bool isInside(const Scene *s, long double x, long double y)
{
    bool inside = false;
    for (int i = 0, j = s->count - 1; i < s->count && s->count > 2; j = i++) {
        CaromVec2 a = s->points[i], b = s->points[j];
        if ((a.y > y) != (b.y > y) && x < (long double)a.x + (y - a.y) * ((long double)b.x - a.x) /
                                                                 ((long double)b.y - a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

/// How far it is from going off.
static long double gapAt(const Scene *s, long double t)
{
    const CaromProjectileDef *d = &s->def;
    long double x = d->position.x + (d->velocity.x - s->drift.x + 0.5L * d->acceleration.x * t) * t;
    long double y = d->position.y + (d->velocity.y - s->drift.y + 0.5L * d->acceleration.y * t) * t;
    long double nearest = 1e30L;
    for (int i = 0; i < s->count; i++) {
        nearest =
            fminl(nearest, distanceToSegment(x, y, s->points[i], s->points[(i + 1) % s->count]));
    }
    nearest = isInside(s, x, y) ? -nearest : nearest;
    return nearest - s->size - d->radius - d->proximity;
}

static Scene randomScene(TestRandom *random)
{
    Scene s = {0};
    s.count = testRandomInt(random, 0, 2) == 0 ? 1 : testRandomInt(random, 2, 8);
    s.size = s.count == 1 ? testRandomRange(random, 0.1, 2.0) : 0.0;
    CaromVec2 c = caromVec2(testRandomRange(random, -4, 4), testRandomRange(random, -4, 4));
    for (int i = 0; i < s.count; i++) { // a star, jagged
        CaromRotation r = caromRotation(6.28 * (i + 0.4 * testRandomUnit(random)) / s.count);
        double size = testRandomRange(random, 0.4, 3.0);
        s.points[i] = caromVec2(c.x + size * r.c, c.y + size * r.s);
    }
    s.def = missile(testRandomRange(random, -9, 9), testRandomRange(random, -9, 9),
                    testRandomRange(random, -9, 9), testRandomRange(random, -9, 9),
                    testRandomRange(random, 0.01, 2.0));
    s.def.radius = testRandomInt(random, 0, 1) ? testRandomRange(random, 0.0, 0.5) : 0.0;
    if (testRandomInt(random, 0, 1)) {
        s.def.acceleration =
            caromVec2(testRandomRange(random, -9, 9), testRandomRange(random, -9, 9));
    }
    if (testRandomInt(random, 0, 1)) {
        s.drift = caromVec2(testRandomRange(random, -3, 3), testRandomRange(random, -3, 3));
    }
    s.oneSided = testRandomInt(random, 0, 1);
    return s;
}

static CaromWorld *build(const Scene *s)
{
    CaromWorld *world = newWorld();
    bool moves = s->drift.x != 0.0 || s->drift.y != 0.0;
    CaromBodyId body =
        newBody(world, moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC, caromVec2(0, 0), s->drift);
    CaromShapeId id = s->count == 1  ? newCircle(world, body, s->points[0], s->size)
                      : s->count > 2 ? newPolygon(world, body, s->points, s->count)
                      : s->oneSided  ? newOneSided(world, body, s->points[0], s->points[1])
                                     : newSegment(world, body, s->points[0], s->points[1]);
    ck_assert_uint_ne(id.index, 0);
    fire(world, s->def);
    return world;
}

/// Never nearer than it should be before `end`, nor by more than rounding.
static void checkUntil(const Scene *s, double end, int seed)
{
    long double speed = hypotl(s->def.velocity.x - s->drift.x, s->def.velocity.y - s->drift.y) +
                        END * hypotl(s->def.acceleration.x, s->def.acceleration.y) + 1.0L;
    for (long double t = 0.0L; t < end;) {
        long double gap = gapAt(s, t);
        ck_assert_msg(gap > -1e-9L, "seed %d: %Lg m too near at %Lg s", seed, -gap, t);
        t += fmaxl(gap, 1e-6L) / speed;
    }
}

TEST_SEEDS(goes_off_when_first_near, 400)
{
    Scene scene = randomScene(&random);
    static const double rates[3] = {60.0, 7.0, 0.2};
    double times[3];
    for (int k = 0; k < 3; k++) {
        CaromWorld *world = build(&scene);
        times[k] = explosionBefore(world, END, rates[k]);
        caromWorldDestroy(world);
    }
    ck_assert_msg(times[0] == times[1] && times[1] == times[2], "seed %d: %.17g %.17g %.17g", _i,
                  times[0], times[1], times[2]);
    if (times[0] < 0.0) {
        checkUntil(&scene, END, _i);
        return;
    }
    long double gap = gapAt(&scene, times[0]);
    ck_assert_msg(times[0] == 0.0 ? gap <= 1e-12L : fabsl(gap) <= 1e-11L, "seed %d: gap %Lg at %g",
                  _i, gap, times[0]);
    checkUntil(&scene, times[0] - 1e-6, _i);
}

/// A new shape far away, and a restored world, make all flights look again.
TEST_SEEDS(goes_off_alike_whenever_it_is_looked_at, 400)
{
    Scene scene = randomScene(&random);
    CaromWorld *world = build(&scene), *restless = build(&scene);
    double expected = explosionBefore(world, END, 8.0), time = -1.0;
    for (int k = 1; k <= 24 && time < 0.0; k++) {
        time = explosionBefore(restless, k / 8.0, 8.0);
        makeBall(restless, newBody(restless, CAROM_BODY_STATIC, caromVec2(0, 0), caromVec2(0, 0)),
                 900.0 + 9.0 * k, 900.0, 1.0);
        SnapshotBytes bytes = snapshotSave(restless);
        ck_assert_ok(caromWorldRestore(restless, bytes.at, bytes.size));
        free(bytes.at);
    }
    ck_assert_msg(time == expected, "seed %d: %.17g, not %.17g", _i, time, expected);
    caromWorldDestroy(restless);
    caromWorldDestroy(world);
}

// ---- projectiles

TEST_WORLD_SEEDS(goes_off_near_another_projectile, 30, newWorld())
{
    double gap = testRandomRange(&random, 3.0, 9.0), v = testRandomRange(&random, 1.0, 9.0),
           w = testRandomRange(&random, 1.0, 9.0), near = testRandomRange(&random, 0.1, 2.0);
    double expected = (gap - near - 0.25 - 0.125) / (v + w);
    CaromProjectileDef watcher = missile(0, 0, v, 0, near), target = missile(gap, 0, -w, 0, 0);
    watcher.radius = 0.25;
    target.radius = 0.125;
    target.filter.mask = UINT64_MAX;
    target.acceleration = watcher.acceleration = caromVec2(0.0, -9.81);
    bool first = _i % 2;
    if (first) {
        fire(world, watcher);
    }
    CaromProjectileId aim = fire(world, target);
    if (!first) {
        fire(world, watcher);
    }
    double time = explosionBefore(world, END, _i % 3 ? 60.0 : 0.1);
    ck_assert_msg(fabs(time - expected) <= 1e-14, "seed %d: %.17g, not %.17g", _i, time, expected);
    ck_assert(caromProjectileIsValid(world, aim));
}

/// It turns away at 1 s, 2 m before it would have come near; another is fired near by.
TEST_WORLD_LOOP(others_that_change_their_way_are_watched, 3, newWorld())
{
    static const double rates[] = {60.0, 1000.0, 0.1};
    CaromBodyId body = newRest(world);
    CaromShapeDef wall = caromShapeDef();
    caromShapeCreateSegment(world, body, &wall, caromVec2(4, -9), caromVec2(4, 9));
    CaromProjectileDef watcher = missile(0, 0, 0, 0, 2), target = missile(7, 0, -3, 0, 0);
    watcher.proximityFilter.category = 2;
    target.filter.mask = UINT64_MAX;
    wall.filter.mask = 1;
    watcher.proximityFilter.mask = 4;
    target.filter.category = 5;
    fire(world, target); // at 4 m at 1 s
    fire(world, watcher);
    ck_assert(explosionBefore(world, 3.0, rates[_i]) == -1.0);
    target.position = caromVec2(1, 0);
    target.velocity = caromVec2(0, 0);
    target.time = 3.7;
    fire(world, target);
    ck_assert(explosionBefore(world, 5.0, rates[_i]) == 3.7);
}

TEST_WORLD(two_that_watch_each_other_the_lower_goes_first, newWorld())
{
    CaromProjectileDef a = missile(0, 0, 1, 0, 1), b = missile(5, 0, -1, 0, 1);
    a.filter.mask = b.filter.mask = UINT64_MAX;
    CaromProjectileId low = fire(world, a), high = fire(world, b);
    ck_assert(explosionBefore(world, END, 60.0) == 2.0);
    ck_assert(!caromProjectileIsValid(world, low) && caromProjectileIsValid(world, high));
}

// ---- what is watched for

TEST_WORLD(shooter_sensors_and_sisters_are_not_watched_for, newWorld())
{
    CaromBodyId shooter = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
    makeBall(world, shooter, 0, 0, 1);
    CaromShapeDef def = caromShapeDef();
    def.sensor = true;
    caromShapeCreateCircle(world, newRest(world), &def, caromVec2(3, 0), 1);
    CaromProjectileDef shot = missile(0, 0, 4, 0, 0.5);
    shot.ignoreBody = shooter;
    fire(world, shot);
    fire(world, shot);
    ck_assert(explosionBefore(world, END, 60.0) == -1.0);
    CaromBodyId none = {0, 0, 0};
    shot.ignoreBody = none;
    shot.proximityFilter.category = 2; // not for its sisters
    fire(world, shot);
    ck_assert(explosionBefore(world, END + 1.0, 60.0) == END); // at once, near the shooter
}

TEST_WORLD(a_mine_waits_for_what_moves, newWorldUnder(10))
{
    CaromBodyId ground = newRest(world);
    CaromBodyId enemy = newMoving(world, caromVec2(0, 0), caromVec2(-2, 0));
    CaromShapeDef def = caromShapeDef();
    caromShapeCreateSegment(world, ground, &def, caromVec2(-20, 0), caromVec2(20, 0));
    def.filter.category = 2;
    caromShapeCreateBox(world, enemy, &def, caromVec2(10, 1), caromVec2(1, 1));
    CaromProjectileDef mine = missile(0, 1, 0, 0, 1.5);
    mine.filter.mask = 1;
    mine.onHit = CAROM_HIT_STOP;
    mine.proximityFilter.mask = 2;
    CaromProjectileId id = fire(world, mine);
    caromWorldStepTo(world, 1.0);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_RESTING);
    double time = explosionBefore(world, 6.0, 60.0); // its front at 9 − 2 t
    ck_assert_double_le(fabs(time - (9.0 - 1.5) / 2.0), 1e-14);
}

TEST_WORLD_LOOP(what_appears_near_sets_it_off_at_the_clock, 4, newWorld())
{
    CaromBodyId body = newBody(world, _i % 2 ? CAROM_BODY_STATIC : CAROM_BODY_KINEMATIC,
                               caromVec2(0, 0), caromVec2(0, 0));
    CaromProjectileDef def = missile(0, 0, _i / 2, 0, 1.0);
    CaromShapeId far = makeBall(world, body, -9, 0, 1);
    ck_assert(caromShapeIsValid(world, far));
    fire(world, def);
    ck_assert(explosionBefore(world, 2.0, 60.0) == -1.0);
    makeBall(world, body, 2.0 * (_i / 2), 1.5, 1);
    ck_assert(explosionBefore(world, 4.0, 60.0) == 2.0);
}

/// A look ahead stops where the flight does.
TEST_WORLD_LOOP(looks_ahead_end_where_it_goes_off, 2, newWorld())
{
    CaromBodyId body = newBody(world, _i ? CAROM_BODY_STATIC : CAROM_BODY_KINEMATIC,
                               caromVec2(0, 0), caromVec2(0, 0));
    makeBall(world, body, 9, 0, 1);
    CaromProjectileDef def = missile(0, 0, 2, 0, 1.0);
    CaromProjectileId id = fire(world, def);
    CaromVec2 at;
    ck_assert_ok(caromProjectileAt(world, id, 99.0, &at, NULL));
    ck_assert(at.x == 7.0);
}

TEST(what_it_ignored_may_be_gone_and_another_in_its_place)
{
    for (int k = 0; k < 2; k++) {
        CaromWorld *world = newWorld();
        CaromBodyId shooter = newRest(world);
        CaromProjectileDef def = missile(0, 0, 1, 0, 1.0);
        def.ignoreBody = shooter;
        fire(world, def);
        if (k == 1) { // the same body, as long as it is the same
            makeBall(world, shooter, 5.0, 0.0, 1.0);
            ck_assert(explosionBefore(world, 9.0, 8.0) == -1.0);
        } else {
            ck_assert_ok(caromBodyDestroy(world, shooter));
            CaromBodyId other = newRest(world);
            ck_assert(other.index == shooter.index && other.age != shooter.age);
            makeBall(world, other, 5.0, 0.0, 1.0);
            ck_assert(fabs(explosionBefore(world, 9.0, 8.0) - 3.0) < 1e-9);
        }
        caromWorldDestroy(world);
    }
}

TEST_WORLD(sisters_have_one_shooter_not_one_place, newWorld())
{
    CaromProjectileDef def = missile(0, 0, 1, 0, 1.0);
    for (int k = 0; k < 2; k++) {
        CaromBodyId shooter = newRest(world);
        ck_assert_uint_eq(shooter.index, 1);
        def.ignoreBody = shooter;
        fire(world, def);
        def.position = caromVec2(10.0, 0.0);
        def.velocity = caromVec2(-1.0, 0.0);
        def.filter.mask = UINT64_MAX;
        def.proximity = 0.0;
        ck_assert_ok(caromBodyDestroy(world, shooter));
    }
    double time = explosionBefore(world, 9.0, 8.0);
    ck_assert_msg(fabs(time - 4.5) < 1e-9, "%g", time); // 10 - 2 t = 1
}

/// Twelve missiles, so many that a step lists where flights are, pass a dart that sticks to what
/// spins, and go off near a wall alone.
TEST_WORLD(what_sticks_to_what_spins_sets_nobody_off, newWorld())
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef dart = missile(2, 0.5, 0, -1, 0), def = missile(0, 1, 1, 0, 1.0);
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.angularVelocity = 0.03125;
    shape.filter.category = 4;
    caromShapeCreateBox(world, caromBodyCreate(world, &bodyDef), &shape, caromVec2(0, 0),
                        caromVec2(3.0, 0.0625));
    shape.filter.category = 1;
    caromShapeCreateSegment(world, newRest(world), &shape, caromVec2(8, -9), caromVec2(8, 9));
    dart.onHit = CAROM_HIT_STICK;
    dart.filter.mask = UINT64_MAX;
    CaromProjectileId stuck = fire(world, dart);
    caromWorldStepTo(world, 1.0);
    ck_assert_int_eq(caromProjectileMode(world, stuck), CAROM_PROJECTILE_STUCK);
    def.proximityFilter.mask = 1;
    for (int k = 0; k < 12; k++) {
        def.position.y = 1.0 + 0.25 * k;
        def.filter.category = 2; // not for each other
        fire(world, def);
    }
    caromWorldStepTo(world, 7.5);
    ck_assert_int_eq(caromWorldEvents(world).blastCount, 0);
    caromWorldStepTo(world, 8.5); // 7 m, at 8 s
    ck_assert_int_eq(caromWorldEvents(world).blastCount, 12);
    ck_assert_int_eq(caromProjectileMode(world, stuck), CAROM_PROJECTILE_STUCK);
}
