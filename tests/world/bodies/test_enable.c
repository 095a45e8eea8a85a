// SPDX-License-Identifier: MIT
// Bodies that are disabled and enabled: as if they were not there, and as if nothing had been.
#include "../../../world/api/carom.h"
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/meter.h"
#include "../../support/snapshot_bytes.h"

#include <math.h>
#include <string.h>

// ---- random worlds

/// Bodies among all others, at rest or moving, with solids and sensors; disabled.
static void addDisabled(FlightField *field, TestRandom *random, CaromBodyId *bodies, int count)
{
    for (int k = 0; k < count; k++) {
        CaromBodyDef def = caromBodyDef();
        CaromShapeDef shape = caromShapeDef();
        bool moves = k % 2 != 0 && (field->habits & FIELD_MOVES) != 0;
        def.type = moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
        def.position.x = testRandomRange(random, -field->half.x, field->half.x);
        def.position.y = testRandomRange(random, -field->half.y, field->half.y);
        def.velocity.x = moves ? 1.0 : 0.0;
        def.enabled = k % 3 != 0;
        bodies[k] = caromBodyCreate(field->world, &def);
        shape.contacts = k % 4 == 0;
        shape.sensor = k % 5 == 0;
        caromShapeCreateBox(field->world, bodies[k], &shape, caromVec2(0, 0), caromVec2(1, 2));
        ck_assert_int_eq(caromBodySetEnabled(field->world, bodies[k], false), CAROM_OK);
    }
}

static void stepAlike(FlightField *a, FlightField *b, double time, int seed)
{
    CaromStepFlags first = flightFieldStepTo(a, time), second = flightFieldStepTo(b, time);
    int difference = flightLogDifference(&a->log, &b->log);
    ck_assert_msg(first == second && difference < 0, "seed %d: other events at %g, word %d", seed,
                  time, difference);
    ck_assert_msg(flightLogDifference(&a->asks, &b->asks) < 0, "seed %d: asked otherwise", seed);
}

TEST_LOOP(a_disabled_body_is_as_one_that_was_never_made, flightTestRounds(64, 20))
{
    TestRandom random = testRandomSeed((uint64_t)_i + 900);
    int habits = (int)(testRandomU64(&random) & FIELD_ALL);
    habits |= _i % 3 == 1 ? FIELD_MOVES | FIELD_RIGID : 0;
    CaromWorldDef def = newWorldDef();
    FlightField without, with;
    CaromBodyId bodies[8];
    flightFieldInit(&without, (uint64_t)_i, habits, &def);
    flightFieldInit(&with, (uint64_t)_i, habits, &def);
    addDisabled(&with, &random, bodies, 8);
    for (int k = 0; k < 40; k++) {
        stepAlike(&without, &with, 0.05 * (k + 1), _i);
        ck_assert(caromWorldValidate(with.world));
    }
    flightFieldFree(&without);
    flightFieldFree(&with);
}

enum { BODIES = 24, SHOTS = 60 };

/// Boxes, discs and walls, some of them on kinematic bodies, of which few move, and what flies and
/// bounces among them.
static CaromWorld *makePinball(TestRandom *random, CaromBodyId *bodies)
{
    CaromWorldDef worldDef = newWorldDef();
    worldDef.gravity = caromVec2(0, -3);
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromBodyId rim = newRest(world);
    for (int side = 0; side < 4; side++) {
        CaromVec2 center = {side < 2 ? (side ? 11 : -11) : 0,
                            side < 2 ? 0 : (side == 2 ? 11 : -11)};
        newBox(world, rim, center, side < 2 ? caromVec2(1, 12) : caromVec2(12, 1));
    }
    for (int k = 0; k < BODIES; k++) {
        CaromBodyDef def = caromBodyDef();
        CaromVec2 a = {testRandomRange(random, -1, 0), 0}, b = {1, testRandomRange(random, 0, 1)};
        def.position.x = testRandomRange(random, -9, 9);
        def.position.y = testRandomRange(random, -9, 9);
        def.type = k % 3 == 0 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
        def.velocity.x = k % 6 == 0 ? 0.25 : 0.0;
        bodies[k] = caromBodyCreate(world, &def);
        newCircle(world, bodies[k], caromVec2(0, 1), 0.5);
        newBox(world, bodies[k], caromVec2(0.25, -1), caromVec2(0.75, 0.25));
        CaromShapeDef wall = caromShapeDef();
        caromShapeCreateSegment(world, bodies[k], &wall, a, b);
    }
    for (int k = 0; k < SHOTS; k++) {
        CaromProjectileDef shot = caromProjectileDef();
        shot.position.x = testRandomRange(random, -9, 9);
        shot.position.y = testRandomRange(random, -9, 9);
        shot.velocity.x = testRandomRange(random, -9, 9);
        shot.velocity.y = testRandomRange(random, -9, 9);
        shot.radius = k % 2 ? 0.05 : 0.0;
        shot.gravityScale = k % 3 ? 1.0 : 0.0;
        shot.meetMask = k % 4 == 0 ? 1 : 0;
        shot.linearDrag = k % 5 == 0 ? 0.125 : 0.0;
        ck_assert_uint_ne(caromProjectileFire(world, &shot).index, 0);
    }
    return world;
}

static void expectSameHits(const CaromWorld *a, const CaromWorld *b, int seed)
{
    CaromEvents x = caromWorldEvents(a), y = caromWorldEvents(b);
    ck_assert_msg(x.hitCount == y.hitCount && x.meetCount == y.meetCount &&
                      x.endCount == y.endCount,
                  "seed %d: %d and %d hits", seed, x.hitCount, y.hitCount);
    for (int k = 0; k < x.hitCount; k++) {
        const CaromHitEvent *p = &x.hits[k], *q = &y.hits[k];
        ck_assert_msg(p->time == q->time && p->shape.index == q->shape.index &&
                          p->projectile.index == q->projectile.index && p->point.x == q->point.x &&
                          p->point.y == q->point.y,
                      "seed %d: hit %d", seed, k);
    }
}

/// Whatever a projectile in flight does is the same to the bit.
TEST_LOOP(both_in_one_breath_are_nothing, flightTestRounds(64, 20))
{
    TestRandom random = testRandomSeed((uint64_t)_i + 300), again = random;
    CaromBodyId bodies[BODIES], same[BODIES];
    CaromWorld *left = makePinball(&random, bodies), *toggled = makePinball(&again, same);
    for (int k = 0; k < 60; k++) {
        double dt = testRandomRange(&random, 0.01, 0.06);
        for (int n = testRandomInt(&random, 0, 4); n > 0; n--) {
            CaromBodyId body = same[testRandomInt(&random, 0, BODIES - 1)];
            if (caromBodyVelocity(toggled, body).x == 0.0) { // those that move get a new anchor
                ck_assert_int_eq(caromBodySetEnabled(toggled, body, false), CAROM_OK);
                ck_assert_int_eq(caromBodySetEnabled(toggled, body, true), CAROM_OK);
            }
        }
        ck_assert_int_eq(caromWorldStep(left, dt), caromWorldStep(toggled, dt));
        expectSameHits(left, toggled, _i);
    }
    ck_assert_uint_gt(caromWorldCounters(left).events, 100);
    caromWorldDestroy(left);
    caromWorldDestroy(toggled);
}

/// Random edits, bodies disabled and enabled among them; beside a world that is restored from a
/// snapshot every now and then.
TEST_LOOP(whatever_is_toggled_a_snapshot_holds, flightTestRounds(64, 20))
{
    TestRandom random = testRandomSeed((uint64_t)_i + 400);
    int habits = (int)(testRandomU64(&random) & FIELD_ALL) | FIELD_TOGGLES;
    habits |= _i % 3 == 1 ? FIELD_MOVES | FIELD_RIGID : 0;
    CaromWorldDef def = newWorldDef();
    FlightField straight, restored;
    flightFieldInit(&straight, (uint64_t)_i, habits, &def);
    flightFieldInit(&restored, (uint64_t)_i, habits, &def);
    for (int k = 0; k < 60; k++) {
        flightFieldEdit(&straight);
        flightFieldEdit(&restored);
        ck_assert_msg(caromWorldValidate(straight.world), "seed %d edit %d", _i, k);
        if (k % 4 == 0) {
            snapshotThereAndBack(restored.world);
            flightFieldViewAs(&restored, &straight);
            ck_assert(caromWorldValidate(restored.world));
        }
        stepAlike(&straight, &restored, 0.04 * (k + 1), _i);
        ck_assert_msg(caromWorldHash(straight.world) == caromWorldHash(restored.world),
                      "seed %d step %d", _i, k);
    }
    flightFieldFree(&straight);
    flightFieldFree(&restored);
}

// ---- one by one

typedef struct Yard {
    CaromWorld *world;
    CaromBodyId wall, cart, child;
    CaromShapeId face, load;
} Yard;

static Yard makeYard(const CaromAllocator *allocator)
{
    Yard yard;
    CaromWorldDef def = newWorldDef();
    CaromBodyDef body = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    def.gravity = caromVec2(0, -10);
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    yard.world = caromWorldCreate(&def, NULL);
    yard.wall = caromBodyCreate(yard.world, &body);
    yard.face = newBox(yard.world, yard.wall, caromVec2(0, -1), caromVec2(5, 1));
    body.type = CAROM_BODY_KINEMATIC;
    body.position = caromVec2(20, 0);
    body.velocity = caromVec2(2, 0);
    yard.cart = caromBodyCreate(yard.world, &body);
    shape.contacts = true;
    yard.load =
        caromShapeCreateBox(yard.world, yard.cart, &shape, caromVec2(0, 0), caromVec2(1, 1));
    body.parent = yard.cart;
    body.position = caromVec2(0, 2);
    body.velocity = caromVec2(0, 0);
    yard.child = caromBodyCreate(yard.world, &body);
    newBox(yard.world, yard.child, caromVec2(0, 0), caromVec2(0.5, 0.5));
    return yard;
}

static CaromProjectileId dropBall(CaromWorld *world, double x, CaromHitAction onHit)
{
    CaromProjectileDef ball = caromProjectileDef();
    ball.position = caromVec2(x, 0.5);
    ball.radius = 0.25;
    ball.restitution = 0.0;
    ball.friction = 1.0;
    ball.onHit = onHit;
    return caromProjectileFire(world, &ball);
}

TEST(what_lies_or_sticks_on_it_falls)
{
    Yard yard = makeYard(NULL);
    CaromProjectileId lies = dropBall(yard.world, 0.0, CAROM_HIT_BOUNCE);
    CaromProjectileId sticks = dropBall(yard.world, 2.0, CAROM_HIT_STICK);
    caromWorldStepTo(yard.world, 1.0);
    ck_assert_int_eq(caromProjectileMode(yard.world, lies), CAROM_PROJECTILE_RESTING);
    ck_assert_int_eq(caromProjectileMode(yard.world, sticks), CAROM_PROJECTILE_STUCK);
    ck_assert_int_eq(caromBodySetEnabled(yard.world, yard.wall, false), CAROM_OK);
    ck_assert(!caromBodyIsEnabled(yard.world, yard.wall));
    caromWorldStepTo(yard.world, 2.0);
    for (int k = 0; k < 2; k++) {
        CaromProjectileId ball = k ? sticks : lies;
        double y = caromProjectilePosition(yard.world, ball).y; // 5 m below its place
        ck_assert_int_eq(caromProjectileMode(yard.world, ball), CAROM_PROJECTILE_FLYING);
        ck_assert_msg(fabs(y - (0.25 - 5.0)) < 1e-6, "at %g", y);
    }
    caromWorldDestroy(yard.world);
}

/// Crushed is what is inside of it when it comes back.
TEST(it_comes_back)
{
    Yard yard = makeYard(NULL);
    CaromHit hit;
    CaromVec2 from = {-4, 5}, way = {0, -10};
    ck_assert_int_eq(caromBodySetEnabled(yard.world, yard.wall, false), CAROM_OK);
    CaromProjectileId inside = dropBall(yard.world, 0.0, CAROM_HIT_BOUNCE);
    CaromProjectileId above = dropBall(yard.world, 2.0, CAROM_HIT_BOUNCE);
    ck_assert_int_eq(caromProjectileSetPosition(yard.world, inside, caromVec2(0, -1)), CAROM_OK);
    ck_assert_int_eq(caromProjectileSetPosition(yard.world, above, caromVec2(2, 8)), CAROM_OK);
    ck_assert_int_eq(caromWorldCastRay(yard.world, from, way, caromQueryOptions(), &hit, 1), 0);
    caromWorldStepTo(yard.world, 0.01);
    ck_assert(caromBodyIsValid(yard.world, yard.wall) && caromShapeIsValid(yard.world, yard.face));
    ck_assert_int_eq(caromBodySetEnabled(yard.world, yard.wall, true), CAROM_OK);
    ck_assert_int_eq(caromWorldCastRay(yard.world, from, way, caromQueryOptions(), &hit, 1), 1);
    ck_assert(hit.shape.index == yard.face.index && hit.fraction == 0.5);
    caromWorldStepTo(yard.world, 0.02);
    ck_assert_int_eq(caromWorldEvents(yard.world).endCount, 1);
    ck_assert_int_eq(caromWorldEvents(yard.world).ends[0].reason, CAROM_END_CRUSHED);
    caromWorldStepTo(yard.world, 4.0);
    ck_assert(fabs(caromProjectilePosition(yard.world, above).y - 0.25) < 1e-6);
    caromWorldDestroy(yard.world);
}

/// It keeps velocity and place, its child stops with it, and both go on together.
TEST(it_does_not_move_while_it_is_disabled)
{
    Yard yard = makeYard(NULL);
    CaromWorld *w = yard.world;
    caromWorldStepTo(w, 1.0);
    ck_assert_int_eq(caromBodySetEnabled(w, yard.cart, false), CAROM_OK);
    caromWorldStepTo(w, 3.0);
    CaromVec2 place = caromBodyPoint(w, yard.cart, caromVec2(0, 0)),
              child = caromBodyPoint(w, yard.child, caromVec2(0, 0));
    ck_assert(fabs(place.x - 22.0) < 1e-12 && fabs(child.x - 22.0) < 1e-12);
    ck_assert(caromBodyTransform(w, yard.cart).position.x == place.x);
    ck_assert(caromBodyVelocity(w, yard.cart).x == 2.0 && caromBodyIsEnabled(w, yard.child));
    ck_assert(caromBodyVelocityAt(w, yard.cart, place).x == 0.0);
    ck_assert_int_eq(caromBodySetVelocity(w, yard.cart, caromVec2(3, 0)), CAROM_OK);
    caromWorldStepTo(w, 4.0);
    ck_assert(caromBodyPoint(w, yard.cart, caromVec2(0, 0)).x == place.x);
    ck_assert_int_eq(caromBodySetEnabled(w, yard.cart, true), CAROM_OK);
    caromWorldStepTo(w, 6.0);
    ck_assert(fabs(caromBodyPoint(w, yard.cart, caromVec2(0, 0)).x - 28.0) < 1e-12);
    ck_assert(fabs(caromBodyPoint(w, yard.child, caromVec2(0, 0)).x - 28.0) < 1e-12);
    ck_assert(caromWorldValidate(w));
    caromWorldDestroy(w);
}

TEST(contacts_and_sensors_end)
{
    Yard yard = makeYard(NULL);
    CaromWorld *w = yard.world;
    CaromShapeDef zone = caromShapeDef();
    CaromBodyId around = newRest(w);
    zone.sensor = true;
    caromShapeCreateCircle(w, around, &zone, caromVec2(20, 0), 8.0);
    CaromProjectileDef shot = newShot(caromVec2(20, 3), caromVec2(0, 0.25));
    shot.gravityScale = 0.0;
    caromProjectileFire(w, &shot);
    caromWorldStepTo(w, 0.25);
    ck_assert_int_eq(caromWorldContacts(w, NULL, 0), 1); // of load and zone
    ck_assert_int_eq(caromBodySetEnabled(w, around, false), CAROM_OK);
    ck_assert_int_eq(caromWorldContacts(w, NULL, 0), 0);
    caromWorldStepTo(w, 0.5);
    CaromEvents events = caromWorldEvents(w);
    ck_assert(events.contactCount == 1 && !events.contacts[0].began);
    ck_assert(events.crossCount == 1 && !events.crosses[0].entered);
    ck_assert_int_eq(caromBodySetEnabled(w, around, true), CAROM_OK);
    caromWorldStepTo(w, 0.75);
    events = caromWorldEvents(w);
    ck_assert(events.contactCount == 1 && events.contacts[0].began);
    ck_assert(events.crossCount == 1 && events.crosses[0].entered);
    caromWorldDestroy(w);
}

/// What is changed while it is disabled is there when it is enabled.
TEST(changes_of_a_disabled_body_wait_for_it)
{
    Yard yard = makeYard(NULL);
    CaromWorld *w = yard.world;
    CaromVec2 center = {0, 0};
    CaromGeometry disc = caromGeometry(CAROM_SHAPE_CIRCLE, &center, 1, 2.0);
    CaromHit hit;
    ck_assert_int_eq(caromBodyDestroy(w, yard.child), CAROM_OK);
    for (int k = 0; k < 2; k++) {
        CaromBodyId body = k ? yard.cart : yard.wall;
        CaromShapeId shape = k ? yard.load : yard.face;
        CaromTransform aside = caromTransform(caromVec2(100 + 50 * k, 0), 0.0, caromVec2(1, 1));
        CaromVec2 from = {100 + 50 * k, 9}, way = {0, -18};
        ck_assert_int_eq(caromBodySetEnabled(w, body, false), CAROM_OK);
        ck_assert_int_eq(caromShapeSetGeometry(w, shape, &disc), CAROM_OK);
        ck_assert_int_eq(caromBodySetTransform(w, body, aside), CAROM_OK);
        CaromShapeId extra = newBox(w, body, caromVec2(0, 3), caromVec2(1, 1));
        ck_assert(caromShapeSetSensor(w, extra, true) == CAROM_OK && caromWorldValidate(w));
        ck_assert_int_eq(caromWorldCastRay(w, from, way, caromQueryOptions(), &hit, 1), 0);
        ck_assert_int_eq(caromBodySetEnabled(w, body, true), CAROM_OK);
        ck_assert(caromWorldValidate(w));
        ck_assert_int_eq(caromWorldCastRay(w, from, way, caromQueryOptions(), &hit, 1), 1);
        ck_assert(hit.point.y == 2.0);
        ck_assert_int_eq(caromBodySetEnabled(w, body, false), CAROM_OK);
        ck_assert_int_eq(caromShapeDestroy(w, shape), CAROM_OK);
        ck_assert(caromBodyDestroy(w, body) == CAROM_OK && caromWorldValidate(w));
    }
    caromWorldDestroy(w);
}

/// Enabling that lacks memory changes nothing, and can be tried again.
TEST_LOOP(without_memory_it_stays_disabled, 2)
{
    int refused = 0;
    for (int fail = 0, done = 0; !done; fail++) {
        Meter meter;
        CaromAllocator allocator = meterAllocator(&meter);
        Yard yard = makeYard(&allocator);
        CaromBodyId body = _i ? yard.cart : yard.wall;
        CaromBodyDef def = caromBodyDef();
        def.enabled = false;
        def.type = _i ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
        def.angularVelocity = _i ? 1.0 : 0.0;
        body = caromBodyCreate(yard.world, &def);
        for (int k = 0; k < 20; k++) {
            CaromShapeId shape =
                newBox(yard.world, body, caromVec2(900 + 9 * k, 0), caromVec2(1, 1));
            ck_assert_int_eq(caromShapeSetSensor(yard.world, shape, k % 3 == 0), CAROM_OK);
            ck_assert_int_eq(caromShapeSetContacts(yard.world, shape, k % 4 == 0), CAROM_OK);
        }
        dropBall(yard.world, 0.0, CAROM_HIT_BOUNCE);
        uint64_t hash = caromWorldHash(yard.world);
        meter.failFrom = meter.calls + fail;
        CaromError error = caromBodySetEnabled(yard.world, body, true);
        meter.failFrom = 1000000;
        ck_assert(error == CAROM_OK || error == CAROM_ERROR_MEMORY);
        ck_assert(caromWorldValidate(yard.world));
        refused += error != CAROM_OK;
        if (error == CAROM_OK) {
            done = 1;
        } else {
            ck_assert(caromWorldHash(yard.world) == hash);
            ck_assert_int_eq(caromBodySetEnabled(yard.world, body, true), CAROM_OK);
            ck_assert(caromWorldValidate(yard.world));
        }
        caromWorldStep(yard.world, 0.125);
        caromWorldDestroy(yard.world);
        ck_assert_uint_eq(meter.held, 0);
    }
    ck_assert_int_gt(refused, 2);
}

// ---- drawn, recorded, stood on

static void countPolygon(void *count, const CaromVec2 *points, int pointCount,
                         CaromTransform placement, CaromShapeId shape)
{
    (void)points, (void)pointCount, (void)placement, (void)shape;
    ++*(int *)count;
}

TEST_WORLD(what_is_disabled_is_not_drawn, newWorld())
{
    int count = 0;
    CaromDebugDraw draw = {.context = &count, .polygon = countPolygon};
    CaromBodyId bodies[2] = {newRest(world), newMoving(world, caromVec2(9, 0), caromVec2(1, 0))};
    for (int k = 0; k < 2; k++) {
        newBox(world, bodies[k], caromVec2(0, 0), caromVec2(1, 1));
    }
    caromWorldDraw(world, &draw);
    ck_assert_int_eq(count, 2);
    for (int k = 0; k < 2; k++) {
        ck_assert_ok(caromBodySetEnabled(world, bodies[k], false));
    }
    caromWorldDraw(world, &draw);
    ck_assert_int_eq(count, 2);
}

/// A recording of bodies that are made disabled plays into the same states.
TEST(bodies_that_are_made_disabled_are_recorded)
{
    size_t size;
    CaromWorldDef worldDef = newWorldDef();
    CaromWorld *world = caromWorldCreate(&worldDef, NULL),
               *again = caromWorldCreate(&worldDef, NULL);
    CaromRecorderDef recorderDef = caromRecorderDef();
    CaromRecorder *recorder = caromRecorderCreate(world, &recorderDef, NULL);
    CaromBodyDef def = caromBodyDef();
    def.enabled = false;
    for (int k = 0; k < 2; k++) {
        def.type = k ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
        CaromBodyId body = caromBodyCreate(world, &def);
        newBox(world, body, caromVec2(3.0 * k, 0), caromVec2(1, 1));
        caromWorldStep(world, 0.25);
        ck_assert_ok(caromBodySetEnabled(world, body, true));
        caromWorldStep(world, 0.25);
    }
    ck_assert_ok(caromRecorderEnd(recorder));
    const void *bytes = caromRecorderBytes(recorder, &size);
    CaromReplay *replay = caromReplayCreate(again, bytes, size, NULL);
    CaromReplayState state;
    while ((state = caromReplayNext(replay)) == CAROM_REPLAY_SAME) {
    }
    ck_assert_int_eq(state, CAROM_REPLAY_ENDED);
    ck_assert(caromWorldHash(again) == caromWorldHash(world));
    caromReplayDestroy(replay);
    caromRecorderDestroy(recorder);
    caromWorldDestroy(again);
    caromWorldDestroy(world);
}

/// A mover whose ground is disabled stands on it no more, and is not carried by it.
TEST_WORLD(a_mover_leaves_a_ground_that_is_disabled, newWorld())
{
    CaromBodyId lift = newMoving(world, caromVec2(0, 0), caromVec2(1, 0));
    newBox(world, lift, caromVec2(0, -1), caromVec2(5, 1));
    CaromMoverDef def = caromMoverDef();
    CaromMover mover;
    CaromMoverResult result;
    def.up = caromVec2(0, 1);
    def.position = caromVec2(0, 0.31);
    ck_assert_ok(caromMoverInit(world, &mover, &def));
    caromWorldStep(world, 0.25);
    ck_assert_ok(caromMoverMove(world, &mover, caromVec2(0, -1), 0.25, &result));
    ck_assert(result.grounded);
    ck_assert_ok(caromBodySetEnabled(world, lift, false));
    double x = mover.position.x;
    caromWorldStep(world, 0.25);
    ck_assert_ok(caromMoverMove(world, &mover, caromVec2(0, -1), 0.25, &result));
    ck_assert(!result.grounded && mover.position.x == x);
}
