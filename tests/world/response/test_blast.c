// SPDX-License-Identifier: MIT
// Explosions: impulses against closed form, fuses and chains to the bit. What shields from them is
// in test_sight.c.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/meter.h"
#include "../../support/snapshot_bytes.h"
#include "blast_yard.h"

#include <math.h>

// ---- the push

static double falloffOf(CaromFalloff falloff, double d, double r)
{
    double left = 1.0 - d / r;
    return falloff == CAROM_FALLOFF_CONSTANT ? 1.0
           : falloff == CAROM_FALLOFF_LINEAR ? left
                                             : left * left;
}

TEST_SEEDS(impulse_is_that_of_the_formula, 60)
{
    double radius = testRandomRange(&random, 1.0, 20.0),
           impulse = testRandomRange(&random, -50, 50);
    CaromFalloff falloff = (CaromFalloff)(_i % CAROM_FALLOFF_COUNT);
    CaromWorld *world = makeWorld(0.0);
    CaromVec2 c = caromVec2(testRandomRange(&random, -9, 9), testRandomRange(&random, -9, 9));
    CaromProjectileDef def =
        shot(c.x + testRandomRange(&random, -radius, radius),
             c.y + testRandomRange(&random, -radius, radius), testRandomRange(&random, -9, 9), 3.0);
    def.radius = _i % 2 ? testRandomRange(&random, 0.01, 3.0) : 0.0;
    def.mass = testRandomRange(&random, 0.1, 10.0);
    CaromProjectileId id = fire(world, def);
    CaromVec2 away = caromVec2Sub(def.position, c);
    double far = hypot(away.x, away.y), d = fmax(far - def.radius, 0.0);
    CaromEvents events = explodeAt(world, c.x, c.y, makeBlast(radius, impulse, falloff));
    CaromVec2 expected = def.velocity, after = caromProjectileVelocity(world, id);
    const CaromPushEvent *push = pushOf(&events, id);
    ck_assert(d <= radius ? push != NULL : push == NULL);
    if (push != NULL) {
        double j = impulse * falloffOf(falloff, d, radius);
        expected.x += j * away.x / far / def.mass;
        expected.y += j * away.y / far / def.mass;
        ck_assert(push->exposure == 1.0 && push->time == 0.0 && push->shape.index == 0);
        ck_assert_double_le(fabs(push->distance - d), 1e-14 * radius);
        ck_assert_double_le(
            hypot(push->point.x - c.x - d * away.x / far, push->point.y - c.y - d * away.y / far),
            1e-13);
    }
    ck_assert_msg(hypot(after.x - expected.x, after.y - expected.y) <= 1e-12, "seed %d", _i);
    caromWorldDestroy(world);
}

TEST_WORLD(at_the_very_centre_it_goes_the_way_it_flies, makeWorld(0.0))
{
    CaromProjectileId flies = fire(world, shot(1, 2, 3, -4)), rests = fire(world, shot(1, 2, 0, 0));
    CaromEvents events = explodeAt(world, 1, 2, makeBlast(2, 10, CAROM_FALLOFF_LINEAR));
    CaromVec2 v = caromProjectileVelocity(world, flies);
    ck_assert_double_le(hypot(v.x - 9.0, v.y + 12.0), 1e-14);
    v = caromProjectileVelocity(world, rests);
    ck_assert(v.x == 0.0 && v.y == 0.0);
    ck_assert_int_eq(events.pushCount, 2);
}

TEST_WORLD(too_light_to_stay_in_range_ends, makeWorld(0.0))
{
    CaromProjectileDef def = shot(1, 0, 0, 0);
    def.mass = 1e-100;
    fire(world, def);
    CaromEvents events = explodeAt(world, 0, 0, makeBlast(2, 10, CAROM_FALLOFF_CONSTANT));
    ck_assert_int_eq(events.endCount, 1);
    ck_assert_int_eq(events.ends[0].reason, CAROM_END_OVERFLOW);
}

TEST_WORLD(filters_and_modes_decide_who_is_pushed, makeWorld(10.0))
{
    CaromBodyId ground = newRest(world);
    newWall(world, ground, caromVec2(-9, 0), caromVec2(9, 0), false);
    CaromProjectileDef def = shot(1, 0.5, 0, 0);
    def.radius = 0.25;
    def.onHit = CAROM_HIT_STOP;
    CaromProjectileId rests = fire(world, def);
    def = shot(2, 0.5, 0, 0);
    def.restitution = 0.9999; // 20 hits in one window: parked
    def.restTime = 0.0;
    def.acceleration = caromVec2(0, -1e8);
    CaromProjectileId parked = fire(world, def);
    def = shot(-1, 0.5, 0, 0);
    def.filter.category = 2;
    def.onHit = CAROM_HIT_STOP;
    CaromProjectileId other = fire(world, def);
    ck_assert_int_eq(caromWorldStepTo(world, 1.0), CAROM_STEP_PARKED);
    def = shot(0, 1, 0, 0);
    def.time = 2.0;
    CaromProjectileId pending = fire(world, def);
    ck_assert_int_eq(caromProjectileMode(world, rests), CAROM_PROJECTILE_RESTING);
    ck_assert_int_eq(caromProjectileMode(world, parked), CAROM_PROJECTILE_PARKED);
    CaromBlast blast = makeBlast(5, 10, CAROM_FALLOFF_CONSTANT);
    blast.filter.mask = 1;
    CaromEvents events = explodeAt(world, 0, 0.125, blast);
    ck_assert(pushOf(&events, rests) != NULL && pushOf(&events, parked) != NULL);
    ck_assert(pushOf(&events, other) == NULL && pushOf(&events, pending) == NULL);
    ck_assert_int_eq(caromProjectileMode(world, rests), CAROM_PROJECTILE_FLYING);
    ck_assert(caromProjectileVelocity(world, rests).x > 9.0);
    ck_assert_int_eq(caromProjectileMode(world, parked), CAROM_PROJECTILE_PARKED);
    ck_assert_int_eq(caromProjectileMode(world, other), CAROM_PROJECTILE_RESTING);
}

// ---- time

static const double rates[] = {24, 30, 60, 144, 1000, 0.1};

TEST(fuses_are_exact_at_every_rate)
{
    double fuse = 0.1 + 1.0 / 3.0, late = 0.7, first = 0.0;
    for (int k = 0; k < 6; k++) {
        CaromWorld *world = makeWorld(9.81);
        CaromProjectileDef def = shot(1, 2, 3, 4);
        def.fuse = fuse;
        def.lifetime = fuse; // the bang comes first
        fire(world, def);
        def.time = late;
        fire(world, def);
        double times[2] = {0.0, 0.0};
        int blasts = 0;
        CaromVec2 at = caromVec2(0, 0);
        for (uint64_t frame = 1; blasts < 2; frame++) {
            CaromEvents events = eventsUntil(world, (double)frame / rates[k]);
            for (int b = 0; b < events.blastCount; b++) {
                times[blasts++] = events.blasts[b].time;
                at = events.blasts[b].center;
                ck_assert_int_eq(events.ends[b].reason, CAROM_END_EXPLODED);
            }
        }
        ck_assert(times[0] == fuse && times[1] == late + fuse);
        first = k == 0 ? at.y : first;
        ck_assert(at.y == first);
        ck_assert_double_le(fabs(at.x - 1.0 - 3.0 * fuse), 1e-15 * 8);
        caromWorldDestroy(world);
    }
}

/// A bounce and two explosions at one time: in order of their indices, whichever waits for which.
TEST_WORLD(at_one_time_the_lower_index_goes_first, makeWorld(0.0))
{
    CaromBodyId body = newRest(world);
    newWall(world, body, caromVec2(4, -9), caromVec2(4, 9), false);
    CaromBlast blast = makeBlast(9, 1, CAROM_FALLOFF_CONSTANT);
    CaromProjectileId early = fire(world, shot(0, 0, 4, 0)); // at the wall at 1 s
    CaromProjectileId a = fireBomb(world, 0, 0, 1.0, blast);
    CaromProjectileId b = fireBomb(world, 2, 0, 1.0, blast);
    CaromProjectileId late = fire(world, shot(0, 0, 4, 0));
    CaromEvents events = eventsUntil(world, 1.5);
    ck_assert_int_eq(events.blastCount, 2);
    ck_assert(events.blasts[0].projectile.index == a.index);
    ck_assert(events.blasts[1].projectile.index == b.index);
    ck_assert(events.blasts[1].center.x == 2.0); // though pushed at the same time
    const CaromPushEvent *p = pushOf(&events, early);
    ck_assert(p->source.index == a.index && fabs(p->point.x - 4.0) <= 1e-14);
    // -4 after the bounce, and 1 from either; 4 and 1 from either before it
    ck_assert(caromProjectileVelocity(world, early).x == -2.0);
    ck_assert(caromProjectileVelocity(world, late).x == -6.0);
    ck_assert_int_eq(events.hitCount, 2);
    ck_assert(pushOf(&events, a) == NULL && pushOf(&events, b) != NULL);
}

/// Grenades in a row between floor and ceiling: one that explodes on the floor pushes the next to
/// the ceiling, and so on.
TEST(explosions_set_off_explosions)
{
    double last = 0.0;
    for (int k = 0; k < 6; k++) {
        CaromWorld *world = makeWorld(0.0);
        CaromBodyId body = newRest(world);
        CaromBlast blast = makeBlast(2, 10, CAROM_FALLOFF_CONSTANT);
        newWall(world, body, caromVec2(-9, -1), caromVec2(40, -1), false);
        newWall(world, body, caromVec2(-9, 1), caromVec2(40, 1), false);
        for (int i = 0; i < 10; i++) {
            CaromProjectileDef def = shot(2 * i, 0, 0, 0);
            def.onHit = CAROM_HIT_EXPLODE;
            def.blast = blast;
            fire(world, def);
        }
        ck_assert_ok(caromWorldExplode(world, caromVec2(-1, -1), &blast));
        int blasts = 0;
        double time = 0.0;
        for (uint64_t frame = 1; time < 3.0; frame++) {
            time = (double)frame / rates[k];
            CaromEvents events = eventsUntil(world, time);
            for (int b = 0; b < events.blastCount; b++, blasts++) { // √2 m at 10 m/s each
                ck_assert_double_le(fabs(events.blasts[b].time - blasts * sqrt(0.02)), 1e-12);
            }
            last =
                k == 0 && events.blastCount > 0 ? events.blasts[events.blastCount - 1].time : last;
            ck_assert(k == 0 || blasts < 11 || events.blastCount == 0 ||
                      events.blasts[events.blastCount - 1].time == last);
        }
        ck_assert_int_eq(blasts, 11);
        caromWorldDestroy(world);
    }
}

/// A bomb that sticks to a wall that moves explodes where the wall has carried it.
TEST_WORLD(stuck_bombs_explode_where_they_ride, makeWorld(0.0))
{
    CaromBodyId door = newMoving(world, caromVec2(0, 0), caromVec2(0, 2));
    newWall(world, door, caromVec2(4, -9), caromVec2(4, 9), false);
    CaromProjectileDef def = shot(0, 0, 4, 0); // strikes at 1 s at (4, 0)
    def.onHit = CAROM_HIT_STICK;
    def.fuse = 3.0;
    def.blast = makeBlast(9, 1, CAROM_FALLOFF_CONSTANT);
    fire(world, def);
    CaromProjectileId before = fire(world, shot(1, 4, 0, 0)),
                      behind = fire(world, shot(7, 4, 0, 0));
    CaromEvents events = eventsUntil(world, 4.0);
    ck_assert_int_eq(events.blastCount, 1);
    ck_assert_double_le(fabs(events.blasts[0].center.y - 4.0), 1e-14);
    ck_assert(events.ends[0].position.y == events.blasts[0].center.y);
    ck_assert(events.ends[0].velocity.y == 2.0);
    ck_assert(pushOf(&events, before) != NULL && pushOf(&events, behind) == NULL);
}

// ---- commands

TEST_WORLD(commands_act_at_the_clock_after_edits, makeWorld(0.0))
{
    CaromBodyId body = newRest(world);
    CaromShapeId wall = newWall(world, body, caromVec2(2, -4), caromVec2(2, 4), false);
    CaromProjectileId id = fire(world, shot(4, 0, 0, 0));
    caromWorldStepTo(world, 0.25);
    CaromBlast blast = makeBlast(9, 1, CAROM_FALLOFF_CONSTANT);
    uint64_t hash = caromWorldHash(world);
    ck_assert_ok(caromWorldExplode(world, caromVec2(0, 0), &blast));
    ck_assert(caromWorldHash(world) != hash);
    ck_assert(caromWorldEvents(world).blastCount == 0);
    ck_assert(caromProjectileVelocity(world, id).x == 0.0);
    caromShapeDestroy(world, wall); // it is gone when the blast comes
    CaromEvents events = eventsUntil(world, 3.0);
    ck_assert(events.blastCount == 1 && events.blasts[0].time == 0.25);
    ck_assert_uint_eq(events.blasts[0].projectile.index, 0);
    ck_assert_uint_eq(events.pushes[0].source.index, 0);
    ck_assert(caromProjectilePosition(world, id).x == 4.0 + 2.75);
    caromWorldStepTo(world, 4.0);
    ck_assert_int_eq(caromWorldEvents(world).blastCount, 0);
}

/// How a world came to the time at which a sensor that moves is around (8, 5). After a restore no
/// step has noted yet where that is.
enum { GATE_NEW, GATE_STEPPED, GATE_RESTORED, GATE_REWOUND, GATE_WAYS };

static void rewindGate(CaromWorld *world)
{
    SnapshotBytes state = stateSave(world);
    caromWorldStep(world, 1.0);
    caromWorldStep(world, 1.0); // in which it is nowhere near
    ck_assert_ok(caromWorldRestoreState(world, state.at, state.size));
    free(state.at);
}

/// In memory that is never clean.
static CaromWorld *makeGate(int way, Meter *meter)
{
    CaromWorldDef worldDef = caromWorldDef();
    worldDef.allocator = meterAllocator(meter);
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromBodyId lift = newMoving(world, caromVec2(0, 0), caromVec2(0, 16));
    CaromShapeDef def = caromShapeDef();
    def.sensor = true;
    caromShapeCreateCircle(world, lift, &def, caromVec2(8, way == GATE_NEW ? 5 : -3), 1.0);
    if (way != GATE_NEW) {
        caromWorldStep(world, 0.5);
    }
    if (way == GATE_RESTORED) {
        snapshotThereAndBack(world);
    } else if (way == GATE_REWOUND) {
        rewindGate(world);
    }
    return world;
}

/// A shot into the sensor is reported before the push: as it was fired, and inside from its start
/// on.
TEST_LOOP(who_is_pushed_was_seen_by_moving_sensors, GATE_WAYS)
{
    Meter meter;
    CaromWorld *world = makeGate(_i, &meter);
    double time = caromWorldTime(world);
    CaromProjectileId id = fire(world, shot(8.0, 5.0, 0.0, 3.0));
    CaromEvents events = explodeAt(world, 7.0, 5.0, makeBlast(4, 2, CAROM_FALLOFF_CONSTANT));
    ck_assert_ptr_nonnull(pushOf(&events, id));
    ck_assert_int_eq(events.crossCount, 1);
    const CaromCrossEvent *cross = &events.crosses[0];
    ck_assert(cross->entered && cross->startedInside && cross->time == time);
    ck_assert(cross->velocity.x == 0.0 && cross->velocity.y == 3.0);
    caromWorldDestroy(world);
}

TEST_WORLD(what_was_destroyed_does_not_explode, makeWorld(0.0))
{
    CaromBlast blast = makeBlast(9, 1, CAROM_FALLOFF_CONSTANT);
    CaromProjectileId bomb = fireBomb(world, 0, 0, 1.0, blast);
    CaromProjectileId id = fire(world, shot(4, 0, 0, 0));
    caromProjectileDestroy(world, bomb);
    fire(world, shot(0, 0, 0, 0)); // in its slot
    caromWorldStepTo(world, 2.0);
    ck_assert_int_eq(caromWorldEvents(world).blastCount, 0);
    ck_assert(caromProjectileVelocity(world, id).x == 0.0);
}

/// Random worlds: explosions do happen there, and push.
TEST(random_fields_are_full_of_blasts)
{
    CaromWorldDef def = caromWorldDef();
    int blasts = 0, pushes = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        FlightField field;
        flightFieldInit(&field, seed, FIELD_BLASTS, &def);
        flightFieldStepTo(&field, 4.0);
        blasts += field.log.blasts;
        pushes += field.log.pushes;
        flightFieldFree(&field);
    }
    ck_assert_int_gt(blasts, 50);
    ck_assert_int_gt(pushes, 200);
}

// What was near by an edit was only found once another event made it look again.
TEST_WORLD(a_stuck_mine_sees_what_is_put_near_it, newWorld())
{
    CaromShapeDef shape = caromShapeDef();
    CaromBodyId body = newRest(world);
    shape.filter.category = 2;
    caromShapeCreateSegment(world, body, &shape, caromVec2(5, -9), caromVec2(5, 9));
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(10.0, 0.0));
    def.onHit = CAROM_HIT_STICK;
    def.proximity = 1.0;
    def.proximityFilter.mask = 1;
    CaromProjectileId mine = caromProjectileFire(world, &def);
    caromWorldStep(world, 1.0);
    ck_assert_int_eq(caromProjectileMode(world, mine), CAROM_PROJECTILE_STUCK);
    shape.filter.category = 1;
    caromShapeCreateCircle(world, body, &shape, caromVec2(4.0, 1.0), 0.5);
    caromWorldStep(world, 1.0);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.endCount, 1);
    ck_assert(events.ends[0].time == 1.0 && events.ends[0].reason == CAROM_END_EXPLODED);
}

TEST_WORLD(a_blast_without_radius_pushes_nothing, makeWorld(0.0))
{
    CaromProjectileId at = fire(world, shot(1.0, 2.0, 3.0, 0.0)),
                      beside = fire(world, shot(1.0, 2.5, 0.0, 0.0));
    CaromEvents events = explodeAt(world, 1.0, 2.0, makeBlast(0.0, 4.0, CAROM_FALLOFF_LINEAR));
    ck_assert_ptr_null(pushOf(&events, at));
    ck_assert_ptr_null(pushOf(&events, beside));
    ck_assert_int_eq(events.pushCount, 0);
}

TEST(a_map_without_solid_tiles_is_not_pushed)
{
    static const uint16_t tiles[] = {0, 0};
    CaromWorld *world = makeWorld(0.0);
    CaromTileMap map = {2, 1, 1.0, {0.0, 0.0}, tiles, 0.0};
    CaromBodyId body = newRest(world);
    newTiles(world, body, &map);
    CaromEvents events = explodeAt(world, 0.5, 0.5, makeBlast(9.0, 4.0, CAROM_FALLOFF_LINEAR));
    ck_assert_int_eq(events.pushCount, 0);
    caromWorldDestroy(world);
}

// ---- which flights are near

/// Points and discs that fly, fall, wait to be launched, and stick to a wall that carries them on.
static void fireCrowd(CaromWorld *world, TestRandom *random, CaromProjectileId *ids, int count)
{
    for (int k = 0; k < count; k++) {
        CaromProjectileDef def = shot(0, 0, 0, 0);
        def.position.x = testRandomRange(random, -20, 20);
        def.position.y = testRandomRange(random, -20, 20);
        def.velocity.x = testRandomRange(random, -9, 9);
        def.velocity.y = testRandomRange(random, -9, 9);
        def.radius = k % 3 ? 0.0 : testRandomRange(random, 0.0, 4.0);
        def.gravityScale = k % 5 ? 0.0 : 1.0;
        def.onHit = CAROM_HIT_STICK;
        def.time = k % 7 ? CAROM_NOW : 0.7;
        ids[k] = fire(world, def);
    }
}

/// One blast, which moves nothing, against a look at each; blasts: so many others before it.
static void expectPushes(CaromWorld *world, const CaromProjectileId *ids, int count,
                         CaromVec2 center, int blasts)
{
    CaromBlast blast = makeBlast(3.0, 0.0, CAROM_FALLOFF_CONSTANT), none = blast;
    none.filter.mask = 0;
    blast.filter.mask = 1;
    for (int k = 0; k < blasts; k++) {
        caromWorldExplode(world, caromVec2(0, 0), &none);
    }
    caromWorldExplode(world, center, &blast);
    bool near[100];
    for (int k = 0; k < count; k++) {
        near[k] = caromProjectileIsValid(world, ids[k]) &&
                  caromProjectileMode(world, ids[k]) != CAROM_PROJECTILE_PENDING;
        if (near[k]) {
            CaromVec2 way = caromVec2Sub(caromProjectilePosition(world, ids[k]), center);
            near[k] = hypot(way.x, way.y) - caromProjectileRadius(world, ids[k]) <= 3.0;
        }
    }
    caromWorldStepTo(world, caromWorldTime(world) + 0.05);
    CaromEvents events = caromWorldEvents(world);
    for (int k = 0; k < count; k++) {
        ck_assert_msg((pushOf(&events, ids[k]) != NULL) == near[k], "%d at %g", k,
                      caromWorldTime(world));
    }
}

TEST_SEEDS(whoever_is_near_is_pushed, 8)
{
    CaromProjectileId ids[100];
    CaromWorld *world = makeWorld(5.0);
    CaromBodyId door = newMoving(world, caromVec2(0, 0), caromVec2(6, 3));
    CaromShapeDef shape = caromShapeDef();
    shape.filter.category = 2; // hides nothing, is not pushed
    caromShapeCreateSegment(world, door, &shape, caromVec2(0, -30), caromVec2(0, 30));
    fireCrowd(world, &random, ids, 100);
    for (int step = 0; step < 40; step++) {
        CaromVec2 center = {testRandomRange(&random, -20, 30), testRandomRange(&random, -20, 20)};
        expectPushes(world, ids, 100, center, step % 4 == 3 ? 9 : 0);
    }
    caromWorldDestroy(world);
}
