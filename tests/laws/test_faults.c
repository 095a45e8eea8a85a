// SPDX-License-Identifier: MIT
// Faults that were once found by reading, each by the input that showed it.
#include "../support/builder.h"
#include "../support/random.h"

#include <math.h>

static CaromWorld *makeWorld(CaromVec2 gravity)
{
    CaromWorldDef def = newWorldDef();
    def.gravity = gravity;
    return caromWorldCreate(&def, NULL);
}

static CaromProjectileDef bullet(double x, double y, double vx, double vy)
{
    CaromProjectileDef def = newShot(caromVec2(x, y), caromVec2(vx, vy));
    return def;
}

/// Speeds grew without end, to infinity, and the step with them.
TEST_WORLD_LOOP(bounces_that_gain_speed_end, 4, makeWorld(caromVec2(0, 0)))
{
    CaromBodyId room = newRest(world);
    CaromVec2 corner[4] = {{-1, -1}, {1, -1.1}, {1, 1}, {-1, 1.2}};
    for (int i = 0; i < 4; i++) {
        newSegment(world, room, corner[i], corner[(i + 1) % 4]);
    }
    CaromProjectileDef def = bullet(0, 0, 3, 1);
    def.restitution = 2.1 + _i;
    caromProjectileFire(world, &def);
    CaromEvents events = eventsUntil(world, 1.0);
    ck_assert_int_eq(events.endCount, 1);
    ck_assert_int_eq(events.ends[0].reason, CAROM_END_OVERFLOW);
}

/// A bullet without restitution moves along with the wall that caught it, an ulp in front of it.
/// When the wall's velocity changed, the bullet's place was rounded again, and now and then it came
/// to lie on the wall's other side.
TEST_LOOP(a_two_sided_wall_keeps_what_it_pushes, 50)
{
    CaromRotation r = caromRotation(0.0317 * _i);
    CaromVec2 n = caromVec2(r.c, r.s), t = caromVec2(-r.s, r.c);
    CaromWorld *world = makeWorld(caromVec2(0, 0));
    CaromBodyId wall = newMoving(world, caromVec2(0, 0), n);
    newSegment(world, wall, caromVec2Scale(t, -5), caromVec2Scale(t, 5));
    CaromProjectileDef def = bullet(1.3 * n.x, 1.3 * n.y, 0, 0);
    def.restitution = 0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    for (int k = 1; k <= 100; k++) {
        caromWorldStepTo(world, k / 30.0);
        ck_assert_ok(caromBodySetVelocity(world, wall, caromVec2Scale(n, 1.0 + 0.02 * k)));
    }
    CaromVec2 ahead =
        caromVec2Sub(caromProjectilePosition(world, id), caromBodyTransform(world, wall).position);
    ck_assert_double_ge(caromVec2Dot(ahead, n), -1e-12);
    caromWorldDestroy(world);
}

/// With more edges at one place than it had room for, a hit sent the grenade back to its launch.
TEST_WORLD_LOOP(a_hundred_walls_meet_at_one_point, 2, makeWorld(caromVec2(0, -10)))
{
    CaromBodyId star = newRest(world);
    for (int i = 0; i < 150; i++) {
        CaromRotation r = caromRotation(-3.0 + 2.8 * i / 149.0);
        newSegment(world, star, caromVec2(0, 0), caromVec2(5 * r.c, 5 * r.s));
    }
    CaromProjectileDef def = bullet(0, 10, 0, 0);
    def.radius = _i ? 0.1 : 0.0;
    def.restitution = 0.5;
    caromProjectileFire(world, &def);
    CaromEvents events = eventsUntil(world, 1.5);
    ck_assert_int_ge(events.hitCount, 1);
    ck_assert_double_lt(fabs(events.hits[0].center.y - def.radius), 1e-9);
    ck_assert_double_lt(fabs(events.hits[0].center.x), 1e-9);
}

/// A look ahead of the clock went through walls that no step had searched for yet, and through
/// moving ones.
TEST_WORLD(looks_ahead_end_at_the_wall, makeWorld(caromVec2(0, 0)))
{
    newSegment(world, newRest(world), caromVec2(1, -1), caromVec2(1, 1));
    newSegment(world, newMoving(world, caromVec2(0, 0), caromVec2(-1, 0)), caromVec2(-5, -1),
               caromVec2(-5, 1));
    CaromProjectileDef right = bullet(0, 0, 10, 0), left = bullet(0, 0, -2, 0);
    CaromProjectileId ids[2] = {caromProjectileFire(world, &right),
                                caromProjectileFire(world, &left)};
    CaromVec2 place, velocity;
    for (int k = 0; k < 2; k++) { // before a step and after it: the cache has no part in it
        ck_assert_ok(caromProjectileAt(world, ids[0], 7.0, &place, &velocity));
        ck_assert_double_eq_tol(place.x, 1.0, 1e-12);
        caromProjectileAt(world, ids[1], 100.0, &place, NULL); // 2t = 5 + t
        ck_assert_double_eq_tol(place.x, -10.0, 1e-12);
        caromWorldStepTo(world, 0.05 * (k + 1));
    }
}

typedef struct Witness {
    CaromProjectileId other;
    CaromVec2 place;
    double time;
} Witness;

static CaromHitAction look(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    Witness *witness = context;
    witness->place = caromProjectilePosition(world, witness->other);
    witness->time = hit->time;
    return CAROM_HIT_BOUNCE;
}

/// Flights without a callback had moved through the whole step before the first callback came.
TEST_LOOP(a_callback_sees_every_flight_at_the_hits_time, 2)
{
    const int steps = _i ? 100 : 1;
    CaromWorld *world = makeWorld(caromVec2(0, 0));
    CaromBodyId room = newRest(world);
    newSegment(world, room, caromVec2(1, -1), caromVec2(1, 1));
    CaromProjectileDef other = bullet(0, 0.5, 2, 0), asker = bullet(0, 0, 3, 0);
    asker.onHit = CAROM_HIT_ASK;
    Witness witness = {caromProjectileFire(world, &other), {0, 0}, 0};
    caromProjectileFire(world, &asker);
    caromWorldSetHitCallback(world, look, &witness);
    for (int k = 1; k <= steps; k++) {
        caromWorldStepTo(world, 0.7 * k / steps);
    }
    ck_assert_double_eq_tol(witness.time, 1.0 / 3.0, 1e-15);
    ck_assert_double_eq_tol(witness.place.x, 2.0 / 3.0, 1e-15);
    caromWorldDestroy(world);
}

/// A bullet inside of a box that it pierced, turned round by a wall in there, counted as crushed.
TEST_WORLD(a_bounce_inside_of_what_was_pierced, makeWorld(caromVec2(0, 0)))
{
    CaromBodyId box = newRest(world);
    newBox(world, box, caromVec2(5, 0), caromVec2(2, 2));
    CaromProjectileDef shot = bullet(0, 0, 10, 0);
    shot.onHit = CAROM_HIT_PIERCE;
    CaromProjectileId id = caromProjectileFire(world, &shot);
    caromWorldStepTo(world, 0.45);
    caromProjectileSetVelocity(world, id, caromVec2(0, 1));
    caromBodySetTransform(world, box, caromTransform(caromVec2(0.1, 0), 0, caromVec2(1, 1)));
    caromWorldStepTo(world, 0.5);
    ck_assert_int_eq(caromWorldEvents(world).endCount, 0);
    ck_assert(caromProjectileIsValid(world, id));
}

/// Once left, the shooter is a body like any other.
TEST_WORLD(a_shooter_crushes_what_has_left_it, makeWorld(caromVec2(0, 0)))
{
    CaromBodyId box = newRest(world);
    newBox(world, box, caromVec2(0, 0), caromVec2(1, 1));
    CaromProjectileDef shot = bullet(0, 0, 10, 0);
    shot.ignoreBody = box;
    caromProjectileFire(world, &shot);
    caromWorldStepTo(world, 1.1);
    caromBodySetTransform(world, box, caromTransform(caromVec2(11.5, 0), 0, caromVec2(1, 1)));
    CaromEvents events = eventsUntil(world, 2.0);
    ck_assert_int_eq(events.endCount, 1);
    ck_assert_int_eq(events.ends[0].reason, CAROM_END_CRUSHED);
}

/// A wall moved on over what stood parked before it. It pushes it along, and crushes it at the next
/// wall.
TEST(a_moving_wall_takes_along_what_is_parked)
{
    CaromWorldDef def = newWorldDef();
    def.eventLimit = 1;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    newSegment(world, newMoving(world, caromVec2(0, 0), caromVec2(1, 0)), caromVec2(0, -5),
               caromVec2(0, 5));
    newSegment(world, newRest(world), caromVec2(1, -5), caromVec2(1, 5));
    CaromProjectileDef shot = bullet(0.5, 0, 100, 0);
    CaromProjectileId id = caromProjectileFire(world, &shot);
    ck_assert_int_eq(caromWorldStepTo(world, 0.02), CAROM_STEP_PARKED);
    caromWorldStepTo(world, 0.95);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_PARKED);
    ck_assert_double_eq_tol(caromProjectilePosition(world, id).x, 0.95, 1e-12);
    CaromEvents events = eventsUntil(world, 1.05);
    ck_assert_int_eq(events.endCount, 1);
    ck_assert_int_eq(events.ends[0].reason, CAROM_END_CRUSHED);
    caromWorldDestroy(world);
}

static double fireFromClock(void *context)
{
    CaromProjectileDef def = caromProjectileDef();
    ck_assert_uint_eq(caromProjectileFire(context, &def).index, 0);
    ck_assert_int_eq(caromWorldLastError(context), CAROM_ERROR_BUSY);
    return 0.0;
}

TEST_WORLD(the_profile_clock_can_not_edit, makeWorld(caromVec2(0, 0)))
{
    caromWorldSetProfileClock(world, fireFromClock, world);
    caromWorldStepTo(world, 1.0);
    ck_assert_int_eq(caromWorldCounters(world).projectiles, 0);
}

/// The same gravity again was a new leg for each flight, and other bits in the end.
TEST_WORLD(gravity_set_again_changes_nothing, makeWorld(caromVec2(0, -10)))
{
    CaromProjectileDef def = bullet(0.1, 0.7, 3, 4);
    caromProjectileFire(world, &def);
    caromWorldStepTo(world, 0.3);
    uint64_t hash = caromWorldHash(world);
    ck_assert_ok(caromWorldSetGravity(world, caromVec2(0, -10)));
    ck_assert_uint_eq(caromWorldHash(world), hash);
}

/// Accelerations with squares that underflow let points out of a closed box.
TEST_WORLD_SEEDS(accelerations_too_small_to_be_squared, 20, makeWorld(caromVec2(0, 0)))
{
    CaromBodyId room = newRest(world);
    CaromVec2 corner[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int i = 0; i < 4; i++) {
        newSegment(world, room, corner[i], corner[(i + 1) % 4]);
    }
    CaromProjectileDef def = bullet(0, 0, 1, 2);
    def.velocity.x = testRandomRange(&random, -5, 5);
    def.velocity.y = testRandomRange(&random, -5, 5);
    def.acceleration = caromVec2(1e-322, 3e-322);
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, 20.0);
    CaromVec2 p = caromProjectilePosition(world, id);
    ck_assert(fabs(p.x) <= 1.0 && fabs(p.y) <= 1.0);
}
