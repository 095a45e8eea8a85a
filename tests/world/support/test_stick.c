// SPDX-License-Identifier: MIT
// Sticking: it rides along with the body, whatever that does, and falls off when its shape goes.
#include "../../support/builder.h"
#include "../../support/random.h"
#include "../../support/snapshot_bytes.h"

#include <math.h>

#include "../../support/rounded.h"

/// A world with a box body of some type that stands somewhere, and a dart in its left side.
typedef struct Board {
    CaromWorld *world;
    CaromBodyId body;
    CaromShapeId shape;
    CaromProjectileId dart;
    CaromVec2 local; ///< where it stuck
} Board;

static Board makeBoard(CaromBodyType type, double radius)
{
    Board board = {0};
    board.world = newWorldUnder(10.0);
    CaromBodyDef body = caromBodyDef();
    body.type = type;
    body.position = caromVec2(3.0, 1.0);
    board.body = caromBodyCreate(board.world, &body);
    board.shape = newBox(board.world, board.body, caromVec2(0, 0), caromVec2(1, 2));
    CaromProjectileDef dart = newShot(caromVec2(0.0, 1.5), caromVec2(40.0, 0.0));
    dart.radius = radius;
    dart.gravityScale = 0.0;
    dart.onHit = CAROM_HIT_STICK;
    board.dart = caromProjectileFire(board.world, &dart);
    caromWorldStep(board.world, 0.25);
    ck_assert_int_eq(caromProjectileMode(board.world, board.dart), CAROM_PROJECTILE_STUCK);
    board.local = caromVec2(-1.0 - radius, 0.5);
    return board;
}

static double missOf(const Board *board)
{
    CaromVec2 is = caromProjectilePosition(board->world, board->dart);
    CaromVec2 ought =
        caromTransformPoint(caromBodyTransform(board->world, board->body), board->local);
    return hypot(is.x - ought.x, is.y - ought.y);
}

// A body at rest keeps it where it struck, to the bit; gravity does not matter.
TEST_LOOP(stays_where_it_struck, 2)
{
    Board board = makeBoard(CAROM_BODY_STATIC, _i ? 0.125 : 0.0);
    CaromVec2 before = caromProjectilePosition(board.world, board.dart);
    ck_assert_double_le(missOf(&board), 1e-12);
    for (int k = 0; k < 100; k++) {
        caromWorldStep(board.world, 0.1);
    }
    CaromVec2 after = caromProjectilePosition(board.world, board.dart);
    ck_assert(before.x == after.x && before.y == after.y);
    CaromVec2 all[2];
    ck_assert_int_eq(caromWorldPositions(board.world, all, NULL, 2), 1);
    ck_assert(all[0].x == after.x && all[0].y == after.y);
    ck_assert_ok(caromWorldSetGravity(board.world, caromVec2(5.0, 0.0)));
    caromWorldStep(board.world, 0.1);
    ck_assert_int_eq(caromProjectileMode(board.world, board.dart), CAROM_PROJECTILE_STUCK);
    caromWorldDestroy(board.world);
}

// Position, rotation and scale, mirrored too: at once, and after the step.
TEST_SEEDS(follows_every_transform, 40)
{
    Board board =
        makeBoard(_i % 2 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC, _i % 3 ? 0.125 : 0.0);
    for (int k = 0; k < 10; k++) {
        CaromVec2 scale = {testRandomRange(&random, 0.2, 3.0) *
                               (testRandomInt(&random, 0, 1) ? 1 : -1),
                           testRandomRange(&random, 0.2, 3.0)};
        CaromVec2 to = {testRandomRange(&random, -9, 9), testRandomRange(&random, -9, 9)};
        CaromTransform transform = caromTransform(to, testRandomRange(&random, -9, 9), scale);
        ck_assert_ok(caromBodySetTransform(board.world, board.body, transform));
        ck_assert_msg(missOf(&board) < 1e-11, "seed %d: off by %g", _i, missOf(&board));
        caromWorldStep(board.world, 0.05);
        ck_assert_msg(missOf(&board) < 1e-11, "seed %d: off by %g after a step", _i,
                      missOf(&board));
        ck_assert_int_eq(caromProjectileMode(board.world, board.dart), CAROM_PROJECTILE_STUCK);
    }
    caromWorldDestroy(board.world);
}

TEST(rides_along_with_what_moves)
{
    Board board = makeBoard(CAROM_BODY_KINEMATIC, 0.125);
    ck_assert_ok(caromBodySetVelocity(board.world, board.body, caromVec2(2.0, -1.0)));
    for (int k = 0; k < 50; k++) {
        caromWorldStep(board.world, 0.1);
        ck_assert_double_le(missOf(&board), 1e-11);
        CaromVec2 all[2], one = caromProjectilePosition(board.world, board.dart);
        ck_assert_int_eq(caromWorldPositions(board.world, all, NULL, 2), 1);
        ck_assert(all[0].x == one.x && all[0].y == one.y);
    }
    CaromVec2 v = caromProjectileVelocity(board.world, board.dart);
    ck_assert(v.x == 2.0 && v.y == -1.0);
    caromWorldDestroy(board.world);
}

// The shape, or the whole body: it falls from where it was.
TEST_LOOP(falls_off_when_its_shape_goes, 4)
{
    Board board = makeBoard(_i % 2 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC, 0.0);
    CaromVec2 before = caromProjectilePosition(board.world, board.dart);
    if (_i < 2) {
        ck_assert_ok(caromShapeDestroy(board.world, board.shape));
    } else {
        ck_assert_ok(caromBodyDestroy(board.world, board.body));
    }
    CaromVec2 still = caromProjectilePosition(board.world, board.dart);
    ck_assert(still.x == before.x && still.y == before.y);
    caromWorldStep(board.world, 0.5);
    CaromEvents events = caromWorldEvents(board.world);
    ck_assert_int_eq(events.modeCount, 1);
    ck_assert_int_eq(events.modes[0].mode, CAROM_PROJECTILE_FLYING);
    CaromVec2 after = caromProjectilePosition(board.world, board.dart);
    ck_assert(after.x == before.x && after.y == before.y); // its gravityScale is 0
    endWorld(board.world);
}

/// Another shape, in a slot that was used as often, gets more edges, and with them the keys of the
/// edges that the dart stuck in. It stayed in the air as long as that shape existed.
TEST_LOOP(falls_off_when_another_shape_takes_its_edges, 4)
{
    Board board = makeBoard(_i % 2 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC, 0.0);
    CaromVec2 corners[6] = {{20, 0}, {21, 0}, {22, 1}, {22, 2}, {21, 3}, {20, 2}};
    CaromGeometry hexagon = caromGeometry(CAROM_SHAPE_POLYGON, corners, 6, 0.0);
    CaromBodyId owner = _i < 2 ? board.body : newRest(board.world);
    CaromShapeId other = newCircle(board.world, owner, caromVec2(20, 0), 1.0);
    ck_assert_ok(caromShapeDestroy(board.world, board.shape));
    ck_assert_ok(caromShapeSetGeometry(board.world, other, &hexagon));
    SnapshotBytes snapshot = snapshotSave(board.world);
    ck_assert_ok(caromWorldRestore(board.world, snapshot.at, snapshot.size));
    free(snapshot.at);
    caromWorldStep(board.world, 0.5);
    ck_assert_int_eq(caromProjectileMode(board.world, board.dart), CAROM_PROJECTILE_FLYING);
    ck_assert_int_eq(caromWorldEvents(board.world).modeCount, 1);
    endWorld(board.world);
}

TEST_LOOP(is_set_free_by_a_velocity, 2)
{
    Board board = makeBoard(CAROM_BODY_STATIC, _i ? 0.125 : 0.0);
    CaromVec2 before = caromProjectilePosition(board.world, board.dart);
    ck_assert_ok(caromProjectileSetVelocity(board.world, board.dart, caromVec2(-2.0, 0.0)));
    caromWorldStep(board.world, 0.5);
    CaromVec2 after = caromProjectilePosition(board.world, board.dart);
    ck_assert_double_le(fabs(after.x - before.x + 1.0), 1e-12);
    ck_assert_int_eq(caromProjectileMode(board.world, board.dart), CAROM_PROJECTILE_FLYING);
    caromWorldDestroy(board.world);
}

/// The place where it will be depends on the body, as that moves now.
TEST(will_be_where_its_body_goes)
{
    Board board = makeBoard(CAROM_BODY_KINEMATIC, 0.125);
    ck_assert_ok(caromBodySetVelocity(board.world, board.body, caromVec2(2.0, -1.0)));
    CaromVec2 place, velocity, now = caromProjectilePosition(board.world, board.dart);
    double time = caromWorldTime(board.world) + 3.0;
    ck_assert_ok(caromProjectileAt(board.world, board.dart, time, &place, &velocity));
    ck_assert_double_eq_tol(place.x, now.x + 6.0, 1e-12);
    ck_assert_double_eq_tol(place.y, now.y - 3.0, 1e-12);
    ck_assert(velocity.x == 2.0 && velocity.y == -1.0);
    caromWorldDestroy(board.world);
}

/// What was stopped on something goes along with that when it turns, too, before it came or after.
TEST_WORLD_LOOP(is_stopped_on_what_turns, 2, newWorld())
{
    CaromBodyDef body = caromBodyDef();
    body.type = CAROM_BODY_KINEMATIC;
    body.angularVelocity = _i ? 0.5 : 0.0;
    CaromBodyId wheel = caromBodyCreate(world, &body);
    newCircle(world, wheel, caromVec2(0, 0), 1.0);
    CaromProjectileDef dart = newShot(caromVec2(-3.0, 0.0), caromVec2(20.0, 0.0));
    dart.onHit = CAROM_HIT_STOP;
    CaromProjectileId id = caromProjectileFire(world, &dart);
    caromWorldStepTo(world, 1.0);
    CaromVec2 local = caromBodyPointInverse(world, wheel, caromProjectilePosition(world, id));
    ck_assert_double_le(fabs(hypot(local.x, local.y) - 1.0), 1e-12);
    ck_assert_ok(caromBodySetAngularVelocity(world, wheel, 2.0));
    caromWorldStepTo(world, 3.0);
    CaromVec2 now = caromBodyPointInverse(world, wheel, caromProjectilePosition(world, id));
    ck_assert_double_le(hypot(now.x - local.x, now.y - local.y), 1e-12);
}

/// What a disc of 1/4 sticks in before that is scaled to half its height.
typedef enum HostKind { HOST_BOX, HOST_WALL, HOST_ONE_SIDED, HOST_CAPSULE, HOST_KINDS } HostKind;

static CaromShapeId makeHost(CaromWorld *world, CaromBodyId body, HostKind kind)
{
    CaromVec2 a = {-1, 1}, b = {1, 1}, low = {-1, 0}, right = {1, 0};
    switch (kind) {
    case HOST_BOX:
        return newBox(world, body, caromVec2(0, 0), caromVec2(1, 1));
    case HOST_WALL:
        return newSegment(world, body, a, b);
    case HOST_ONE_SIDED:
        return newOneSided(world, body, b, a);
    default: // as high as the others; its radius follows its width, so that it stays as thick
        return newCapsule(world, body, low, right, 1.0);
    }
}

typedef struct Freed {
    CaromWorld *world;
    CaromBodyId body;
    CaromProjectileId disc;
} Freed;

static CaromProjectileId stickOn(CaromWorld *world, double radius, CaromVec2 from, CaromVec2 way)
{
    CaromProjectileDef def = newShot(from, way);
    def.radius = radius;
    def.onHit = CAROM_HIT_STICK;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStep(world, 1.0);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_STUCK);
    return id;
}

static Freed makeFreed(HostKind kind, double radius)
{
    Freed freed = {newWorld(), {0}, {0}};
    freed.body = newMoving(freed.world, caromVec2(0.0, 0.0), caromVec2(0.0, 0.0));
    makeHost(freed.world, freed.body, kind);
    freed.disc = stickOn(freed.world, radius, caromVec2(0, 3), caromVec2(0, -4));
    return freed;
}

static void scaleHost(const Freed *freed, CaromVec2 scale)
{
    CaromTransform t = caromTransform(caromVec2(0, 0), 0.0, scale);
    ck_assert_ok(caromBodySetTransform(freed->world, freed->body, t));
}

/// It flew through what it had stuck in. It comes out by the nearest way, and hits it from there.
TEST_LOOP(leaves_what_was_scaled_by_the_nearest_way, 2 * HOST_KINDS)
{
    HostKind kind = (HostKind)(_i % HOST_KINDS);
    double radius = _i / HOST_KINDS ? 0.25 : 0.0;
    double top = kind == HOST_CAPSULE ? 1.0 : 0.5;
    for (int in = 0; in < 2; in++) {
        Freed freed = makeFreed(kind, radius);
        scaleHost(&freed, caromVec2(1.0, 0.5));
        ck_assert_ok(
            caromProjectileSetVelocity(freed.world, freed.disc, caromVec2(0, in ? -1 : 1)));
        CaromVec2 at = caromProjectilePosition(freed.world, freed.disc);
        ck_assert_double_eq_tol(at.x, 0.0, 1e-12);
        ck_assert_double_eq_tol(at.y, top + radius, 1e-12);
        caromWorldStep(freed.world, 1.0);
        ck_assert_int_eq(caromWorldEvents(freed.world).hitCount, in);
        at = caromProjectilePosition(freed.world, freed.disc);
        ck_assert_double_eq_tol(at.y, top + radius + (in ? 0.0 : 1.0), 1e-12);
        caromWorldDestroy(freed.world);
    }
}

/// Between two faces that have come nearer it gets out of both, at 90 and at some 27 degrees.
TEST_LOOP(leaves_two_faces_at_once, 2)
{
    Freed freed = makeFreed(HOST_BOX, 0.25);
    double steep = _i ? 0.5 : CAROM_FOREVER; // of the slope that goes up to the right from (−1, 1)
    CaromVec2 corner = {-1.0, 1.0}, top = _i ? caromVec2(7, 5) : caromVec2(-1, 5);
    newSegment(freed.world, freed.body, corner, top);
    CaromVec2 from = _i ? caromVec2(6, 2) : caromVec2(0, 3),
              way = _i ? caromVec2(-6, -0.7) : caromVec2(-1, -1.9);
    ck_assert_ok(caromProjectileDestroy(freed.world, freed.disc));
    freed.disc = stickOn(freed.world, 0.25, from, caromVec2(way.x * 2, way.y * 2));
    scaleHost(&freed, caromVec2(0.25, 0.25));
    ck_assert_ok(caromProjectileSetVelocity(freed.world, freed.disc, caromVec2(1, 0)));
    CaromVec2 at = caromProjectilePosition(freed.world, freed.disc);
    double gap =
        _i ? ((at.x + 0.25) * steep - (at.y - 0.25)) / sqrt(1.0 + steep * steep) : at.x + 0.25;
    ck_assert_double_ge(at.y, 0.5 - 1e-12);
    ck_assert_double_ge(gap, 0.25 - 1e-12);
    caromWorldStep(freed.world, 0.1);
    ck_assert(caromProjectileIsValid(freed.world, freed.disc));
    caromWorldDestroy(freed.world);
}

/// No side of another wall is left for it: it is crushed rather than passed through that; unless it
/// is put elsewhere.
TEST_LOOP(is_crushed_where_another_wall_bars_the_way, 2)
{
    Freed freed = makeFreed(HOST_BOX, 0.25);
    scaleHost(&freed, caromVec2(1.0, 0.5));
    newSegment(freed.world, newRest(freed.world), caromVec2(-3, 0.7), caromVec2(3, 0.7));
    ck_assert_ok(caromProjectileSetVelocity(freed.world, freed.disc, caromVec2(0, 1)));
    if (_i) {
        ck_assert_ok(caromProjectileSetPosition(freed.world, freed.disc, caromVec2(0, 2)));
    }
    caromWorldStep(freed.world, 0.5);
    CaromEvents events = caromWorldEvents(freed.world);
    ck_assert_int_eq(events.endCount, _i ? 0 : 1);
    ck_assert(_i || events.ends[0].reason == CAROM_END_CRUSHED);
    ck_assert_int_eq(caromProjectileIsValid(freed.world, freed.disc), _i);
    caromWorldDestroy(freed.world);
}

/// What has spent its speed within a solid flies on from there, whichever way: it was let in.
TEST_WORLD_LOOP(flies_out_of_what_it_was_let_into, 4, newWorld())
{
    makeHost(world, newRest(world), HOST_BOX);
    CaromProjectileDef bullet = newShot(caromVec2(0, 3), caromVec2(0, -4));
    bullet.radius = _i % 2 ? 0.25 : 0.0;
    bullet.onHit = CAROM_HIT_PIERCE;
    bullet.pierceDrag = 4.0;
    CaromProjectileId id = caromProjectileFire(world, &bullet);
    caromWorldStep(world, 1.0);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_STUCK);
    CaromVec2 before = caromProjectilePosition(world, id);
    ck_assert_double_lt(before.y, 0.9);
    if (_i / 2) {
        SnapshotBytes snapshot = snapshotSave(world);
        ck_assert_ok(caromWorldRestore(world, snapshot.at, snapshot.size));
        free(snapshot.at);
    }
    ck_assert_ok(caromProjectileSetVelocity(world, id, caromVec2(0, -4)));
    caromWorldStep(world, 1.0);
    CaromVec2 after = caromProjectilePosition(world, id);
    ck_assert_double_eq_tol(after.y, before.y - 4.0, 1e-12);
}

static CaromHitAction piercesWater(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    (void)world;
    const CaromBodyId *water = context;
    return hit->body.index == water->index ? CAROM_HIT_PIERCE : CAROM_HIT_STICK;
}

/// What sticks within something that it pierces is freed within that.
TEST(leaves_its_host_within_what_it_pierces)
{
    Freed freed = {newWorld(), {0}, {0}};
    freed.body = newRest(freed.world);
    makeHost(freed.world, freed.body, HOST_BOX);
    CaromBodyId water = newRest(freed.world);
    newBox(freed.world, water, caromVec2(0, 0), caromVec2(2, 2.5));
    caromWorldSetHitCallback(freed.world, piercesWater, &water);
    CaromProjectileDef bullet = newShot(caromVec2(0, 3), caromVec2(0, -4));
    bullet.radius = 0.25;
    bullet.onHit = CAROM_HIT_ASK;
    freed.disc = caromProjectileFire(freed.world, &bullet);
    caromWorldStep(freed.world, 1.0);
    ck_assert_int_eq(caromProjectileMode(freed.world, freed.disc), CAROM_PROJECTILE_STUCK);
    scaleHost(&freed, caromVec2(1.0, 0.5));
    CaromVec2 before = caromProjectilePosition(freed.world, freed.disc);
    ck_assert_ok(caromProjectileSetVelocity(freed.world, freed.disc, caromVec2(0, 1)));
    CaromVec2 after = caromProjectilePosition(freed.world, freed.disc);
    ck_assert_double_gt(after.y, before.y);
    ck_assert_double_eq_tol(after.y, 0.5 + 0.25, 1e-9);
    caromWorldStep(freed.world, 0.5);
    ck_assert_int_eq(caromProjectileMode(freed.world, freed.disc), CAROM_PROJECTILE_FLYING);
    ck_assert_double_eq_tol(caromProjectilePosition(freed.world, freed.disc).y, after.y + 0.5,
                            1e-9);
    caromWorldDestroy(freed.world);
}

static double sideOf(CaromVec2 a, CaromVec2 b, CaromVec2 p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

static bool cross(CaromVec2 a, CaromVec2 b, CaromVec2 c, CaromVec2 d)
{
    return sideOf(a, b, c) * sideOf(a, b, d) < 0.0 && sideOf(c, d, a) * sideOf(c, d, b) < 0.0;
}

typedef enum Bar { BAR_WALL, BAR_PASSED, BAR_FROM_BEHIND, BAR_SOLID, BAR_TWIN, BAR_KINDS } Bar;

/// Something on another body that bars the way, or does not; a and b: of a wall beside it.
static void addBar(const Freed *freed, Bar bar, CaromVec2 a, CaromVec2 b)
{
    CaromShapeDef shape = caromShapeDef();
    CaromBodyId body = newRest(freed->world);
    CaromVec2 middle = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
    shape.filter.mask = bar == BAR_PASSED ? 0 : UINT64_MAX;
    if (bar == BAR_FROM_BEHIND) {
        caromShapeCreateOneSided(freed->world, body, &shape, a, b);
    } else if (bar == BAR_SOLID) {
        caromShapeCreateBox(freed->world, body, &shape, middle, caromVec2(0.5, 0.5));
    } else {
        double radius = bar == BAR_PASSED ? 0.5 : bar == BAR_TWIN ? 0.01 : 0.0;
        roundedSegment(freed->world, body, &shape, a, b, radius);
    }
}

/// Random hosts of boxes and circles, scaled by halves and more, and a wall or another solid put
/// beside what sticks: freed, it reaches into nothing and is on its side of the wall, or it is
/// crushed.
TEST_SEEDS(is_freed_on_its_side_of_all, 1500)
{
    Freed freed = {newWorld(), {0}, {0}};
    Bar bar = (Bar)(_i % BAR_KINDS);
    freed.body = newRest(freed.world);
    for (int k = 0; k < 3; k++) {
        double aside = k == 0 ? 0.0 : 1.0; // one is there to be struck
        CaromVec2 at = {aside * testRandomRange(&random, -1, 1),
                        testRandomRange(&random, -0.2, 0.2)};
        double size = testRandomRange(&random, 0.2, 1.0);
        if (k == 1) {
            newCircle(freed.world, freed.body, at, size);
        } else {
            for (int n = 0; n <= (bar == BAR_TWIN); n++) {
                newBox(freed.world, freed.body, at, caromVec2(size, size));
            }
        }
    }
    double radius = testRandomRange(&random, 0.0, 0.4);
    freed.disc = stickOn(freed.world, radius, caromVec2(testRandomRange(&random, -0.1, 0.1), 3),
                         caromVec2(0, -4));
    scaleHost(&freed,
              caromVec2(testRandomRange(&random, 0.3, 2.0), testRandomRange(&random, 0.3, 2.0)));
    CaromVec2 before = caromProjectilePosition(freed.world, freed.disc);
    double off = testRandomRange(&random, 0.01, 0.3), turn = testRandomRange(&random, 0, 6.28);
    CaromVec2 n = {cos(turn), sin(turn)},
              a = {before.x + n.x * off - n.y * 5.0, before.y + n.y * off + n.x * 5.0},
              b = {before.x + n.x * off + n.y * 5.0, before.y + n.y * off - n.x * 5.0};
    if (bar == BAR_FROM_BEHIND && _i / BAR_KINDS % 2) {
        CaromVec2 end = a;
        a = b;
        b = end;
    }
    addBar(&freed, bar, a, b);
    ck_assert_ok(caromProjectileSetVelocity(freed.world, freed.disc, caromVec2(0, 0)));
    CaromVec2 after = caromProjectilePosition(freed.world, freed.disc);
    caromWorldStep(freed.world, 0.01);
    if (caromProjectileIsValid(freed.world, freed.disc)) {
        bool bars = bar == BAR_WALL || bar == BAR_TWIN ||
                    (bar == BAR_FROM_BEHIND && sideOf(a, b, before) < 0.0);
        CaromQueryOptions options = caromQueryOptions();
        double gap;
        caromWorldDistance(freed.world, after, 10.0, options, &gap, NULL);
        gap -= radius;
        ck_assert_msg(bar == BAR_PASSED || gap > -1e-9, "seed %d: reaches %g in", _i, -gap);
        ck_assert_msg(!bars || !cross(a, b, before, after), "seed %d: passed the wall", _i);
    } else {
        ck_assert_int_eq(caromWorldEvents(freed.world).ends[0].reason, CAROM_END_CRUSHED);
    }
    caromWorldDestroy(freed.world);
}

/// A disc that sticks to a wall is covered by another shape; it is set free, and that goes, in
/// either order, before the next step: nothing crushes it.
TEST_WORLD_LOOP(is_not_crushed_by_what_has_gone, 4, newWorld())
{
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(0.0, -5.0), caromVec2(0.0, 5.0));
    CaromProjectileDef shot = newShot(caromVec2(-3.0, 0.0), caromVec2(10.0, 0.0));
    shot.radius = 0.2;
    shot.onHit = _i & 2 ? CAROM_HIT_STOP : CAROM_HIT_STICK;
    CaromProjectileId disc = caromProjectileFire(world, &shot);
    caromWorldStep(world, 1.0);
    ck_assert(caromProjectileMode(world, disc) != CAROM_PROJECTILE_FLYING);
    CaromShapeId cover = newCircle(world, body, caromVec2(-1.0, 0.0), 2.0);
    for (int k = 0; k < 2; k++) {
        if (k == (_i & 1)) {
            caromProjectileSetVelocity(world, disc, caromVec2(-1.0, 0.0));
        } else {
            caromShapeDestroy(world, cover);
        }
    }
    caromWorldStep(world, 1.0);
    ck_assert(caromProjectileIsValid(world, disc));
    ck_assert(fabs(caromProjectilePosition(world, disc).x + 1.2) <= 1e-9);
}

/// A wall without thickness that moves, turns, or is put elsewhere now and then, and a point that
/// sticks in it, until it is given a speed towards it: it has to turn back.
TEST_WORLD_LOOP(is_freed_on_its_side_of_a_thin_wall, 800, newWorld())
{
    static const CaromVec2 points[6] = {{0, -30}, {0, -1}, {0, 1}, {0, 2}, {0.3, 3}, {0, 40}};
    TestRandom random = testRandomSeed((uint64_t)_i);
    int kind = _i % 4; // moves, turns, is moved, is turned and scaled
    CaromBodyDef def = caromBodyDef();
    def.type = kind < 2 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    def.position = caromVec2(testRandomRange(&random, -1, 1), testRandomRange(&random, -1, 1));
    def.angle = testRandomRange(&random, 0.0, 6.0);
    CaromBodyId body = caromBodyCreate(world, &def);
    if (_i % 3 == 0) {
        newSegment(world, body, points[0], points[5]);
    } else {
        newChain(world, body, points, 6, 0);
    }
    CaromTransform t = caromBodyTransform(world, body);
    CaromVec2 muzzle = caromTransformPoint(t, caromVec2(3.0, testRandomRange(&random, -2, 2)));
    CaromVec2 way = caromRotate(t.rotation, caromVec2(-30.0, testRandomRange(&random, -3, 3)));
    CaromProjectileDef shot = newShot(muzzle, way);
    shot.onHit = CAROM_HIT_STICK;
    CaromProjectileId point = caromProjectileFire(world, &shot);
    caromWorldStep(world, 0.25);
    for (int k = testRandomInt(&random, 1, 6); k > 0; k--) {
        CaromVec2 by = caromVec2(testRandomRange(&random, -1, 1), testRandomRange(&random, -1, 1));
        double scale = kind == 3 ? testRandomRange(&random, 0.8, 1.25) : 1.0;
        t.position = caromVec2Add(t.position, by);
        t.rotation = kind == 3 ? caromRotation(testRandomRange(&random, 0, 6)) : t.rotation;
        t.scale = caromVec2Scale(t.scale, scale);
        CaromError error = kind == 0   ? caromBodySetVelocity(world, body, by)
                           : kind == 1 ? caromBodySetAngularVelocity(world, body, by.x)
                                       : caromBodySetTransform(world, body, t);
        ck_assert_ok(error);
        caromWorldStep(world, testRandomRange(&random, 0.001, 0.1));
    }
    ck_assert_int_eq(caromProjectileMode(world, point), CAROM_PROJECTILE_STUCK);
    t = caromBodyTransform(world, body);
    CaromVec2 carried = caromBodyVelocityAt(world, body, caromProjectilePosition(world, point));
    CaromVec2 in = caromRotate(t.rotation, caromVec2(-5.0, testRandomRange(&random, -1, 1)));
    if (_i % 7 == 0) { // another body's wall ends there
        CaromVec2 at = caromProjectilePosition(world, point);
        CaromVec2 end = caromVec2Add(at, caromRotate(t.rotation, caromVec2(2.0, 1.0)));
        newSegment(world, newRest(world), at, end);
    }
    caromProjectileSetVelocity(world, point, caromVec2Add(carried, in));
    caromWorldStep(world, 0.0625);
    ck_assert(caromProjectileIsValid(world, point));
    CaromVec2 place = caromTransformPointInverse(caromBodyTransform(world, body),
                                                 caromProjectilePosition(world, point));
    ck_assert_msg(place.x > -0.01, "seed %d: at %g", _i, place.x); // where it sticks again
}
