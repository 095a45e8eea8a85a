// SPDX-License-Identifier: MIT
// What projectiles do at a hit, and the ends and limits of a flight.
#include "../../support/builder.h"
#include "../../support/flight_field.h"

#include <math.h>

static CaromBodyId makeBody(CaromWorld *world, CaromVec2 velocity)
{
    CaromBodyDef def = caromBodyDef();
    bool moves = velocity.x != 0.0 || velocity.y != 0.0;
    def.type = moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    def.velocity = velocity;
    return caromBodyCreate(world, &def);
}

static CaromBodyId makeStatic(CaromWorld *world)
{
    return makeBody(world, caromVec2(0.0, 0.0));
}

/// A projectile that flies along +x from (0, y).
static CaromProjectileDef bullet(double y, double speed, CaromHitAction onHit)
{
    CaromProjectileDef def = newShot(caromVec2(0.0, y), caromVec2(speed, 0.0));
    def.gravityScale = 0.0;
    def.onHit = onHit;
    return def;
}

/// Steps to a time and counts the hits on a shape, all shapes where it is null.
static int countHits(CaromWorld *world, double until, CaromShapeId shape)
{
    int count = 0;
    while (caromWorldTime(world) < until) {
        CaromEvents events = eventsUntil(world, fmin(caromWorldTime(world) + 0.01, until));
        for (int k = 0; k < events.hitCount; k++) {
            count += shape.index == 0 || events.hits[k].shape.index == shape.index;
        }
    }
    return count;
}

// ---- pierce

/// Shapes in a row: box, circle, two-sided wall, concave bracket, met at (2 + 2 k, 0).
static int addRow(CaromWorld *world, CaromBodyId body, CaromShapeId *ids)
{
    static const CaromVec2 bracket[8] = {{7, -1},      {9, -1},      {9, 1},    {8.75, 1},
                                         {8.75, -0.5}, {7.25, -0.5}, {7.25, 1}, {7, 1}};
    ids[0] = newBox(world, body, caromVec2(2, 0), caromVec2(0.5, 0.5));
    ids[1] = newCircle(world, body, caromVec2(4, 0), 0.5);
    ids[2] = newSegment(world, body, caromVec2(6, -1), caromVec2(6, 1));
    ids[3] = newPolygon(world, body, bracket, 8);
    return 4;
}

// The bracket is entered twice, by both of its arms, by what is thin enough to be between them.
TEST_WORLD_LOOP(pierces_each_shape_once, 20, newWorld())
{
    static const int often[4] = {1, 1, 1, 2};
    double ys[5] = {0.0, 0.25, 0.5, -0.25, 0.1}, radius = _i / 5 % 2 ? 0.125 : 0.0;
    CaromVec2 velocity = _i / 10 % 2 ? caromVec2(0.0, 0.0) : caromVec2(-1.0, 0.0);
    CaromShapeId ids[4];
    int count = addRow(world, makeBody(world, velocity), ids), hits[4] = {0};
    CaromProjectileDef def = bullet(ys[_i % 5], 10.0, CAROM_HIT_PIERCE);
    def.radius = radius;
    CaromProjectileId id = caromProjectileFire(world, &def);
    for (int step = 0; step < 100; step++) {
        caromWorldStep(world, 0.02);
        CaromEvents events = caromWorldEvents(world);
        for (int k = 0; k < events.hitCount; k++) {
            for (int s = 0; s < count; s++) {
                hits[s] += events.hits[k].shape.index == ids[s].index;
            }
            ck_assert(events.hits[k].velocityAfter.x == 10.0 && events.hits[k].impulse.x == 0.0);
        }
    }
    for (int s = 0; s < count; s++) {
        bool grazes =
            def.position.y == 0.5 && radius == 0.0 && s < 2; // along the box's top; at the circle's
        ck_assert_msg(hits[s] == often[s] || grazes, "case %d, shape %d: %d times", _i, s, hits[s]);
    }
    ck_assert_double_le(fabs(caromProjectilePosition(world, id).x - 20.0), 1e-12);
}

// Through a vertex two edges are passed at once; it is still one shape.
TEST_WORLD_LOOP(pierces_a_vertex_once, 8, newWorld())
{
    CaromVec2 diamond[4] = {{1, 0}, {2, -1}, {3, 0}, {2, 1}};
    CaromBodyId body = makeBody(world, _i % 2 ? caromVec2(-0.5, 0.0) : caromVec2(0.0, 0.0));
    newPolygon(world, body, diamond, 4);
    CaromProjectileDef def = bullet(0.0, 4.0, CAROM_HIT_PIERCE);
    def.radius = _i / 2 % 2 ? 0.25 : 0.0;
    def.acceleration = caromVec2(_i / 4 % 2 ? 1.0 : 0.0, 0.0);
    caromProjectileFire(world, &def);
    CaromShapeId any = {0, 0, 0};
    ck_assert_int_eq(countHits(world, 3.0, any), 1);
}

// A pierced shape that has been left is met again: the bullet comes back from a wall.
TEST_WORLD_LOOP(pierces_again_on_the_way_back, 2, newWorld())
{
    CaromBodyId body = makeStatic(world);
    CaromShapeId glass = newBox(world, body, caromVec2(2, 0), caromVec2(0.25, 1));
    CaromProjectileDef def = bullet(0.0, 4.0, CAROM_HIT_PIERCE);
    def.acceleration = caromVec2(-2.0, 0.0); // turns at x = 4
    def.radius = _i ? 0.25 : 0.0;
    caromProjectileFire(world, &def);
    ck_assert_int_eq(countHits(world, 4.0, glass), 2);
}

// A body that changes its velocity while it is being pierced is a new motion, not a new shape.
TEST_WORLD_LOOP(change_of_velocity_is_no_second_entry, 2, newWorld())
{
    CaromBodyId body = makeBody(world, caromVec2(-1.0, 0.0));
    CaromShapeId glass = newBox(world, body, caromVec2(4, 0), caromVec2(1, 1));
    CaromProjectileDef def = bullet(0.0, 2.0, CAROM_HIT_PIERCE);
    def.radius = _i ? 0.25 : 0.0;
    caromProjectileFire(world, &def);
    int hits = countHits(world, 0.5, glass);
    caromBodySetVelocity(world, body, caromVec2(-1.5, 0.25)); // still before it
    hits += countHits(world, 1.25, glass);
    caromBodySetVelocity(world, body, caromVec2(0.5, 0.0)); // inside
    ck_assert_int_eq(hits + countHits(world, 5.0, glass), 1);
}

// ---- ask

typedef struct Asked {
    double times[64];
    uint32_t who[64];
    int count;
    CaromWorld *world;
    CaromBodyId mover;
} Asked;

static CaromHitAction answer(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    Asked *asked = context;
    asked->times[asked->count] = hit->time;
    asked->who[asked->count++] = hit->projectile.index;
    ck_assert_double_eq(caromWorldTime(world), hit->time);
    ck_assert_double_eq(caromBodyTransform(world, asked->mover).position.y,
                        hit->time); // moves at 1 m/s
    ck_assert_int_eq(caromProjectileDestroy(asked->world, hit->projectile), CAROM_ERROR_BUSY);
    ck_assert_int_eq(caromWorldStep(asked->world, 1.0), CAROM_STEP_REFUSED);
    ck_assert_int_eq(caromWorldDestroy(asked->world), CAROM_ERROR_BUSY);
    return hit->projectile.index % 2 ? CAROM_HIT_BOUNCE : CAROM_HIT_PIERCE;
}

TEST_LOOP(asks_in_order_of_time_then_index, 2)
{
    CaromWorld *world = newWorld();
    Asked asked = {.world = world, .mover = makeBody(world, caromVec2(0.0, 1.0))};
    CaromBodyId body = makeStatic(world);
    newSegment(world, body, caromVec2(4, -50), caromVec2(4, 50));
    newSegment(world, body, caromVec2(-1, -50), caromVec2(-1, 50));
    ck_assert_ok(caromWorldSetHitCallback(world, answer, &asked));
    for (int k = 0; k < 8; k++) {
        CaromProjectileDef def = bullet(k, k < 4 ? 8.0 : 16.0 - k, CAROM_HIT_ASK);
        caromProjectileFire(world, &def);
    }
    for (double t = 0.0; t < 2.0; t += _i ? 2.0 : 0.0625) {
        caromWorldStepTo(world, fmin(t + (_i ? 2.0 : 0.0625), 2.0));
    }
    ck_assert_int_ge(asked.count, 8);
    for (int k = 1; k < asked.count; k++) {
        bool ordered = asked.times[k - 1] < asked.times[k] ||
                       (asked.times[k - 1] == asked.times[k] && asked.who[k - 1] < asked.who[k]);
        ck_assert_msg(ordered, "call %d at %g for %u", k, asked.times[k], asked.who[k]);
    }
    caromWorldDestroy(world);
}

// ---- the shooter

TEST_WORLD_LOOP(shooter_is_not_met_until_left, 8, newWorld())
{
    CaromBodyId shooter = makeBody(world, _i % 2 ? caromVec2(1.0, 0.0) : caromVec2(0.0, 0.0));
    newCircle(world, shooter, caromVec2(0, 0), 1.0);
    CaromShapeId gun = newBox(world, shooter, caromVec2(1.5, 0), caromVec2(0.5, 0.1)); // adjoins
    newBox(world, shooter, caromVec2(2.5, 0), caromVec2(0.5, 0.1));
    CaromBodyId other = makeStatic(world);
    newSegment(world, other, caromVec2(10, -9), caromVec2(10, 9));
    CaromProjectileDef def = bullet(0.0, 8.0, CAROM_HIT_BOUNCE);
    def.radius = _i / 2 % 2 ? 0.05 : 0.0;
    def.acceleration = caromVec2(_i / 4 % 2 ? 0.5 : 0.0, 0.0);
    def.ignoreBody = shooter;
    CaromProjectileId id = caromProjectileFire(world, &def);
    CaromShapeId any = {0, 0, 0};
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_FLYING);
    ck_assert_int_eq(countHits(world, 1.0, any), 0);
    ck_assert_double_ge(caromProjectilePosition(world, id).x, 8.0);
    ck_assert_int_eq(countHits(world, 2.2, any), 2); // the wall, then the shooter
    ck_assert(caromShapeIsValid(world, gun));
}

/// A shooter that is put elsewhere while the bullet is still in it has been left: it is met there.
TEST(a_shooter_that_is_put_ahead_is_met)
{
    for (int far = 0; far < 2; far++) {
        CaromWorld *world = newWorld();
        CaromBodyId shooter = makeBody(world, caromVec2(0.0, 0.0)), other = makeStatic(world);
        newCircle(world, shooter, caromVec2(0, 0), 1.0);
        CaromProjectileDef def = bullet(0.0, 1.0, CAROM_HIT_DIE);
        def.ignoreBody = shooter;
        caromProjectileFire(world, &def);
        caromWorldStepTo(world, 0.5);
        CaromTransform ahead = caromTransform(caromVec2(1.75, 0.0), 0.0, caromVec2(1, 1));
        ck_assert_ok(caromBodySetTransform(world, far ? other : shooter, ahead));
        CaromShapeId any = {0, 0, 0};
        ck_assert_int_eq(countHits(world, 3.0, any), far ? 0 : 1);
        caromWorldDestroy(world);
    }
}

/// A world in which a flight that meets more than ten things within a second is parked.
static CaromWorld *tenASecond(void)
{
    CaromWorldDef def = newWorldDef();
    def.eventLimit = 10;
    def.eventWindow = 1.0;
    return caromWorldCreate(&def, NULL);
}

// ---- limits and ends

/// Reason of the one end event by a time.
static int endBy(CaromWorld *world, double until, CaromEndEvent *end)
{
    int ends = 0;
    while (caromWorldTime(world) < until) {
        CaromEvents events = eventsUntil(world, fmin(caromWorldTime(world) + 0.03, until));
        if (events.endCount > 0) {
            *end = events.ends[0];
            ends += events.endCount;
        }
    }
    ck_assert_int_eq(ends, 1);
    return (int)end->reason;
}

static void addSlot(CaromWorld *world, double gap)
{
    CaromBodyId body = makeStatic(world);
    newSegment(world, body, caromVec2(gap, -9), caromVec2(gap, 9));
    newSegment(world, body, caromVec2(-gap, -9), caromVec2(-gap, 9));
}

TEST_WORLD(parks_at_the_limit_and_loses_nothing, tenASecond())
{
    addSlot(world, 1.0);
    CaromProjectileDef def = bullet(0.0, 40.0, CAROM_HIT_BOUNCE); // 20 bounces a second
    CaromProjectileId id = caromProjectileFire(world, &def);
    ck_assert_int_eq(caromWorldStepTo(world, 2.0), CAROM_STEP_PARKED);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.hitCount, 10);
    ck_assert_int_eq(events.modeCount, 1);
    ck_assert_double_le(fabs(events.modes[0].time - 21.0 / 40.0), 1e-14); // the 11th, on time
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_PARKED);
    ck_assert_double_le(fabs(caromProjectilePosition(world, id).x - 1.0), 1e-14);
    CaromVec2 gravity = caromWorldGravity(world);
    ck_assert_ok(caromWorldSetGravity(world, caromVec2(-9.0, 0.0))); // does not pull what is parked
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_PARKED);
    ck_assert_double_le(fabs(caromProjectilePosition(world, id).x - 1.0), 1e-14);
    ck_assert_ok(caromWorldSetGravity(world, gravity));
    ck_assert_ok(caromProjectileSetVelocity(world, id, caromVec2(-1.0, 0.0)));
    CaromShapeId any = {0, 0, 0};
    ck_assert_int_eq(countHits(world, 5.0, any), 1);
    ck_assert_double_le(fabs(caromProjectilePosition(world, id).x), 1e-12);
}

/// Parked on what turns, if ever so slowly, it stays where it is: turning would lead it off.
TEST_WORLD(what_turns_takes_no_one_along_that_is_parked, tenASecond())
{
    CaromBodyId wheel = makeBody(world, caromVec2(1.0, 0.0));
    ck_assert_ok(caromBodySetVelocity(world, wheel, caromVec2(0.0, 0.0)));
    ck_assert_ok(caromBodySetAngularVelocity(world, wheel, 1e-12));
    newSegment(world, wheel, caromVec2(1.0, -9.0), caromVec2(1.0, 9.0));
    newSegment(world, makeStatic(world), caromVec2(-1, -9), caromVec2(-1, 9));
    CaromProjectileDef def = bullet(0.0, 400.0, CAROM_HIT_BOUNCE);
    CaromProjectileId id = caromProjectileFire(world, &def);
    ck_assert_int_eq(caromWorldStepTo(world, 2.0), CAROM_STEP_PARKED);
    CaromVec2 v = caromProjectileVelocity(world, id);
    ck_assert(v.x == 0.0 && v.y == 0.0);
    ck_assert(fabs(caromProjectilePosition(world, id).x - 1.0) < 1e-9);
}

/// What a bullet has met counts on within its window when it is given a record of its own.
TEST_WORLD(a_window_goes_on_with_a_record, tenASecond())
{
    addSlot(world, 1.0);
    CaromProjectileDef def = bullet(0.0, 40.0, CAROM_HIT_BOUNCE); // 20 bounces a second
    CaromProjectileId id = caromProjectileFire(world, &def);
    CaromShapeId any = {0, 0, 0};
    int hits = countHits(world, 3.3, any); // parked at its 11th in the first window
    ck_assert_int_eq(hits, 10);
    ck_assert_ok(caromProjectileSetVelocity(world, id, caromVec2(-40.0, 0.0)));
    hits = countHits(world, 3.6, any);
    ck_assert(hits >= 5 && hits <= 6);
    ck_assert_ok(caromProjectileSetForce(world, id, caromVec2(0, 0), CAROM_NOW));
    ck_assert_int_eq(hits + countHits(world, 4.0, any), 10);
}

TEST_WORLD(ends_say_why, newWorld())
{
    CaromEndEvent end;
    addSlot(world, 1.0);
    CaromProjectileDef def = bullet(0.0, 4.0, CAROM_HIT_BOUNCE);
    def.bounces = 2; // ends on the third
    caromProjectileFire(world, &def);
    ck_assert_int_eq(endBy(world, 2.0, &end), CAROM_END_BOUNCES);
    ck_assert_double_le(fabs(end.time - 1.25), 1e-15);
    def.bounces = CAROM_UNLIMITED;
    def.lifetime = 1.5;
    caromProjectileFire(world, &def);
    ck_assert_int_eq(endBy(world, 5.0, &end), CAROM_END_LIFETIME);
    ck_assert_double_eq(end.time, 3.5);
    def.lifetime = CAROM_FOREVER;
    def.onHit = CAROM_HIT_DIE;
    caromProjectileFire(world, &def);
    ck_assert_int_eq(endBy(world, 7.0, &end), CAROM_END_HIT);
    ck_assert_double_le(fabs(end.time - 5.25), 1e-14);
    newBox(world, makeStatic(world), caromVec2(0, 20), caromVec2(1, 1));
    def.position.y = 20.0;
    caromProjectileFire(world, &def);
    ck_assert_int_eq(endBy(world, 8.0, &end), CAROM_END_INSIDE);
    ck_assert_double_eq(end.time, 7.0);
    def.position.y = 30.0;
    def.velocity = caromVec2(1e12, 0.0);
    caromProjectileFire(world, &def);
    ck_assert_int_eq(endBy(world, 10.0, &end), CAROM_END_OVERFLOW);
    ck_assert_double_le(fabs(end.time - 9.0), 1e-11);
}

TEST_WORLD_LOOP(fresh_solid_crushes, 4, newWorld())
{
    CaromEndEvent end;
    CaromBodyId body = makeBody(world, _i % 2 ? caromVec2(0.25, 0.0) : caromVec2(0.0, 0.0));
    newBox(world, body, caromVec2(50, 0), caromVec2(1, 1));
    CaromProjectileDef def = bullet(0.0, 1.0, CAROM_HIT_BOUNCE);
    def.radius = _i / 2 % 2 ? 0.25 : 0.0;
    caromProjectileFire(world, &def);
    caromWorldStepTo(world, 1.0);
    CaromTransform transform = caromBodyTransform(world, body);
    transform.position.x -= 49.0;
    ck_assert_ok(caromBodySetTransform(world, body, transform));
    ck_assert_int_eq(endBy(world, 2.0, &end), CAROM_END_CRUSHED);
    ck_assert_double_eq(end.time, 1.0);
}

TEST_WORLD(position_at_any_time_of_a_leg, newWorld())
{
    addSlot(world, 1.0);
    CaromProjectileDef def = bullet(0.0, 1.0, CAROM_HIT_BOUNCE);
    CaromProjectileId id = caromProjectileFire(world, &def);
    CaromVec2 p, v;
    caromWorldStepTo(world, 1.5); // bounced at 1
    ck_assert_ok(caromProjectileAt(world, id, 1.25, &p, &v));
    ck_assert_double_le(fabs(p.x - 0.75), 1e-14);
    ck_assert_double_eq(v.x, -1.0);
    ck_assert_ok(caromProjectileAt(world, id, 0.25, &p, NULL));
    ck_assert_double_le(fabs(p.x - 1.0), 1e-14); // the leg's start
    ck_assert_ok(caromProjectileAt(world, id, 9.0, &p, NULL));
    ck_assert_double_le(fabs(p.x + 1.0), 1e-14); // its end
    ck_assert_ok(caromProjectileSetPosition(world, id, caromVec2(0.5, 3.0)));
    ck_assert_double_eq(caromProjectilePosition(world, id).y, 3.0);
    caromWorldStepTo(world, 1.75);
    ck_assert_double_le(fabs(caromProjectilePosition(world, id).x - 0.25), 1e-15);
    ck_assert_ok(caromProjectileDestroy(world, id));
    ck_assert_int_eq(caromProjectileDestroy(world, id), CAROM_ERROR_STALE_ID);
}

// A future shot reads the world at its own time: the box has gone by then, or has come.
TEST_WORLD_LOOP(future_shot_starts_at_its_time, 2, newWorld())
{
    CaromEndEvent end;
    newBox(world, makeBody(world, caromVec2(1.0, 0.0)), caromVec2(_i ? -2.0 : 0.0, 0),
           caromVec2(0.5, 1));
    CaromProjectileDef def = bullet(0.0, 0.5, CAROM_HIT_BOUNCE);
    def.time = 2.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, 1.0);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_PENDING);
    ck_assert_double_eq(caromProjectilePosition(world, id).x, 0.0);
    if (_i) {
        ck_assert_int_eq(endBy(world, 3.0, &end), CAROM_END_INSIDE);
        ck_assert_double_eq(end.time, 2.0);
    } else {
        caromWorldStepTo(world, 3.0);
        ck_assert_double_eq(caromProjectilePosition(world, id).x, 0.5);
    }
}

/// What a leg passes by: a hundred tiles, their corners a hair below it.
TEST_WORLD_LOOP(long_way_along_tiles_ends_where_it_ends, 4, newWorld())
{
    CaromBodyId body = makeStatic(world);
    for (int k = 0; k < 100; k++) {
        newBox(world, body, caromVec2(0.5 + k, -0.5), caromVec2(0.5, 0.5));
    }
    newSegment(world, body, caromVec2(99.25, -1), caromVec2(99.25, 5));
    CaromProjectileDef def = bullet(0.0, 50.0, CAROM_HIT_BOUNCE);
    def.position = caromVec2(0.25, _i % 2 ? 0x1p-60 : 0.0);
    def.radius = _i / 2 % 2 ? 0x1p-3 : 0.0;
    def.position.y += def.radius;
    caromProjectileFire(world, &def);
    CaromEvents events = eventsUntil(world, 2.0);
    ck_assert_int_eq(events.hitCount, 1);
    ck_assert_double_le(fabs(events.hits[0].center.x - (99.25 - def.radius)), 1e-12);
    ck_assert_double_le(fabs(events.hits[0].center.y - def.radius), 1e-12);
}

/// A way of 40 km beside a fence, which a search does not follow to its end at once: a look ahead
/// does, up to what is met there; a point and a disc.
TEST(a_look_ahead_goes_on_where_a_search_was_cut)
{
    for (int disc = 0; disc < 2; disc++) {
        CaromWorldDef worldDef = newWorldDef();
        worldDef.searchCells = 64;
        CaromWorld *world = caromWorldCreate(&worldDef, NULL);
        CaromBodyId body = makeStatic(world);
        for (int k = 0; k < 10000; k++) {
            newSegment(world, body, caromVec2(4.0 * k, 1.0), caromVec2(4.0 * k + 3.0, 1.5));
        }
        newSegment(world, body, caromVec2(40000, -9), caromVec2(40000, 9));
        CaromProjectileDef def = caromProjectileDef();
        def.gravityScale = 0.0;
        def.velocity = caromVec2(100.0, 0.0);
        def.radius = 0.5 * disc;
        CaromProjectileId id = caromProjectileFire(world, &def);
        caromWorldStepTo(world, 0.25);
        CaromVec2 at;
        ck_assert_ok(caromProjectileAt(world, id, 300.0, &at, NULL));
        ck_assert(at.x == 30000.0 && at.y == 0.0);
        ck_assert_ok(caromProjectileAt(world, id, 1e4, &at, NULL));
        ck_assert(fabs(at.x - (40000.0 - def.radius)) < 1e-9 && at.y == 0.0);
        caromWorldDestroy(world);
    }
}

/// Fired from within its shooter, which goes as fast: it never gets out, and meets nothing.
TEST_WORLD(a_shooter_that_goes_along_is_never_left, newWorld())
{
    CaromBodyId body = makeBody(world, caromVec2(2.0, 0.0));
    newBox(world, body, caromVec2(0, 0), caromVec2(1, 1));
    newCircle(world, body, caromVec2(0, 0), 0.5);
    CaromProjectileDef def = newShot(caromBodyTransform(world, body).position, caromVec2(2.0, 0.0));
    def.gravityScale = 0.0;
    def.ignoreBody = body;
    CaromProjectileId id = caromProjectileFire(world, &def);
    for (int k = 1; k <= 20; k++) {
        CaromEvents events = eventsUntil(world, 0.5 * k);
        ck_assert_int_eq(events.hitCount + events.endCount, 0);
        CaromVec2 at = caromProjectilePosition(world, id),
                  there = caromBodyTransform(world, body).position;
        ck_assert(at.x == there.x && at.y == there.y);
    }
}

/// Up into space and down again, half an hour of Earth's year later: what it meets there, and that
/// it never left the range.
TEST_WORLD(what_goes_up_comes_down, newWorldUnder(10.0))
{
    CaromProjectileDef def = bullet(0.0, 0.0, CAROM_HIT_STOP);
    newSegment(world, makeStatic(world), caromVec2(-1, -5), caromVec2(1, -5));
    def.velocity = caromVec2(0.0, 2e6);
    def.gravityScale = 1.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    CaromEvents events = eventsUntil(world, 5e5);
    ck_assert_int_eq(events.hitCount, 1);
    ck_assert_double_le(fabs(events.hits[0].time - (4e5 + 5.0 / 2e6)), 1e-6);
    ck_assert(caromProjectileIsValid(world, id));
}
