// SPDX-License-Identifier: MIT
// Many edits between two steps: which flights they reach, and what is seen of them at once.

#include <stdlib.h>

#include "../../support/builder.h"
#include "../../support/random.h"

enum { ROWS = 120, PLAYERS = 60 };

static CaromShapeId addBox(CaromWorld *world, CaromVec2 center, double halfWidth, double halfHeight)
{
    CaromVec2 points[4] = {{-halfWidth, -halfHeight},
                           {halfWidth, -halfHeight},
                           {halfWidth, halfHeight},
                           {-halfWidth, halfHeight}};
    return newPolygon(world, newRestAt(world, center), points, 4);
}

/// Rows of bullets that fly to a wall; beside each row a box, which no bullet meets.
typedef struct Rows {
    CaromWorld *world;
    CaromShapeId boxes[ROWS];
    CaromProjectileId bullets[ROWS];
} Rows;

static void makeRows(Rows *rows)
{
    CaromWorldDef worldDef = caromWorldDef();
    worldDef.gravity = caromVec2(0, 0);
    rows->world = caromWorldCreate(&worldDef, NULL);
    addBox(rows->world, caromVec2(101, 5.0 * ROWS), 1.0, 6.0 * ROWS);
    for (int k = 0; k < ROWS; k++) {
        CaromProjectileDef def = newShot(caromVec2(0, 10.0 * k), caromVec2(1, 0));
        def.lifetime = 1e6;
        def.onHit = CAROM_HIT_DIE;
        rows->boxes[k] = addBox(rows->world, caromVec2(50, 10.0 * k + 2.0), 0.5, 0.5);
        rows->bullets[k] = caromProjectileFire(rows->world, &def);
    }
    caromWorldStep(rows->world, 0.25);
}

/// Of a row: far from its bullet, or in its way.
static void moveBox(Rows *rows, int row, bool inTheWay)
{
    CaromTransform transform = caromTransformIdentity();
    transform.position = caromVec2(50, 10.0 * row + (inTheWay ? 0.25 : 3.0));
    CaromBodyId body = caromShapeBody(rows->world, rows->boxes[row]);
    ck_assert_ok(caromBodySetTransform(rows->world, body, transform));
}

TEST_RANGE(of_many_edits_only_those_are_told_on_whose_way_they_are, 1, 40)
{
    Rows rows;
    int every = _i;
    makeRows(&rows);
    int woken = 0;
    for (int k = 0; k < ROWS; k++) {
        moveBox(&rows, k, k % every == 0);
        woken += k % every == 0;
    }
    caromWorldStep(rows.world, 0.25);
    ck_assert_int_eq(caromWorldCounters(rows.world).flightsWoken, woken);
    caromWorldStep(rows.world, 49.0); // past the boxes, short of the wall
    CaromEvents events = caromWorldEvents(rows.world);
    ck_assert_int_eq(events.hitCount, woken);
    for (int k = 0; k < ROWS; k++) {
        bool flies = caromProjectileIsValid(rows.world, rows.bullets[k]);
        ck_assert_int_eq(flies, k % every != 0);
    }
    caromWorldDestroy(rows.world);
}

/// More edits than are kept apart: the last one counts as well.
TEST(of_very_many_edits_none_is_forgotten)
{
    Rows rows;
    makeRows(&rows);
    for (int k = 0; k < 5000; k++) {
        moveBox(&rows, 0, false);
    }
    moveBox(&rows, 7, true);
    caromWorldStep(rows.world, 0.25);
    caromWorldStep(rows.world, 49.0);
    ck_assert_int_eq(caromWorldEvents(rows.world).hitCount, 1);
    for (int k = 0; k < ROWS; k++) {
        ck_assert_int_eq(caromProjectileIsValid(rows.world, rows.bullets[k]), k != 7);
    }
    caromWorldDestroy(rows.world);
}

// ---- those that move are seen where they are

typedef struct Player {
    CaromBodyId body;
    CaromShapeId shape;
    CaromVec2 center;
} Player;

static void place(CaromWorld *world, Player *player, CaromVec2 center)
{
    CaromTransform transform = caromTransformIdentity();
    transform.position = player->center = center;
    ck_assert_ok(caromBodySetTransform(world, player->body, transform));
}

/// By rays from above and from the left, which none but this one can be met by.
static void checkSeen(const CaromWorld *world, const Player *player)
{
    CaromVec2 above = caromVec2Add(player->center, caromVec2(0, 1.5));
    CaromHit hit;
    int count = caromWorldCastRay(world, above, caromVec2(0, -4), caromQueryOptions(), &hit, 1);
    ck_assert_int_eq(count, 1);
    ck_assert_int_eq((int)hit.shape.index, (int)player->shape.index);
    ck_assert_double_eq_tol(hit.fraction, 0.25, 1e-9);
}

TEST_WORLD_LOOP(players_who_move_in_turns_are_seen_where_they_are, 5, newWorld())
{
    static Player players[PLAYERS];
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int k = 0; k < PLAYERS; k++) {
        players[k].body = newMoving(world, caromVec2(0.0, 0.0), caromVec2(0.0, 0.0));
        players[k].shape = newCircle(world, players[k].body, caromVec2(0, 0), 0.5);
        place(world, &players[k], caromVec2(4.0 * k, 0));
    }
    for (int turn = 0; turn < 2000; turn++) {
        int k = testRandomInt(&random, 0, PLAYERS - 1),
            other = testRandomInt(&random, 0, PLAYERS - 1);
        double y = testRandomRange(&random, -50, 50);
        place(world, &players[k], caromVec2(4.0 * k, -y));
        place(world, &players[k], caromVec2(4.0 * k, y)); // the second time, too
        checkSeen(world, &players[k]);
        checkSeen(world, &players[other]);
        if (testRandomInt(&random, 0, 30) == 0) {
            caromWorldStep(world, 1.0 / 60);
        }
    }
}

// ---- what edits must not change

/// The clock of a beam is its own: what was edited long ago, and far away, is nothing to it.
TEST_WORLD(a_beam_meets_what_a_ray_meets_after_an_edit, newWorld())
{
    CaromShapeId far = addBox(world, caromVec2(1000, 0), 1, 1);
    addBox(world, caromVec2(20, 0), 1, 5);
    caromWorldStepTo(world, 100.0);
    CaromTransform transform = caromTransformIdentity();
    transform.position = caromVec2(1100, 0);
    ck_assert_ok(caromBodySetTransform(world, caromShapeBody(world, far), transform));
    for (int k = 0; k < 3; k++) {
        CaromBeamDef def = caromBeamDef();
        CaromBeamLeg legs[2];
        CaromHit hit;
        ck_assert_int_ge(caromWorldCastBeam(world, &def, legs, 2), 1);
        ck_assert_int_eq(
            caromWorldCastRay(world, def.origin, caromVec2(100, 0), caromQueryOptions(), &hit, 1),
            1);
        ck_assert(legs[0].hit && legs[0].to.x < 19.1 && hit.point.x < 19.1);
        caromWorldStep(world, 0.5);
    }
}

/// A moving body of more shapes than a call has room to note apart.
static CaromBodyId addComb(CaromWorld *world, int teeth)
{
    CaromBodyId comb = newMoving(world, caromVec2(-500, 0), caromVec2(0.0, 0.0));
    for (int k = 0; k < teeth; k++) {
        newCircle(world, comb, caromVec2(0, 10.0 * k + 5.0), 0.5);
    }
    return comb;
}

static int wokenByComb(bool editsMuchBefore)
{
    Rows rows;
    makeRows(&rows);
    CaromBodyId comb = addComb(rows.world, ROWS);
    caromWorldStep(rows.world, 0.25);
    for (int k = 0; editsMuchBefore && k < 2000; k++) {
        moveBox(&rows, k % ROWS, false);
    }
    caromWorldStep(rows.world, 0.25);
    CaromTransform transform = caromTransformIdentity();
    transform.position = caromVec2(60, 0);
    ck_assert_ok(caromBodySetTransform(rows.world, comb, transform));
    caromWorldStep(rows.world, 0.25);
    int woken = caromWorldCounters(rows.world).flightsWoken;
    caromWorldDestroy(rows.world);
    return woken;
}

/// Which boxes are joined follows from the call, not from room that earlier ones have left.
TEST(who_is_woken_does_not_depend_on_memory)
{
    ck_assert_int_eq(wokenByComb(false), wokenByComb(true));
}

TEST_WORLD(a_world_with_very_many_edits_can_be_restored, newWorld())
{
    CaromShapeId box = addBox(world, caromVec2(0, 0), 1, 1);
    CaromTransform transform = caromTransformIdentity();
    for (int k = 0; k < 6000; k++) {
        transform.position.x = k;
        caromBodySetTransform(world, caromShapeBody(world, box), transform);
    }
    size_t size = caromWorldSnapshotSize(world);
    ck_assert_uint_lt(size, 300000);
    void *memory = malloc(size);
    uint64_t hash = caromWorldHash(world);
    ck_assert_ok(caromWorldSave(world, memory, size, NULL));
    ck_assert_ok(caromWorldRestore(world, memory, size));
    ck_assert_uint_eq(caromWorldHash(world), hash);
    free(memory);
}

/// It crushes nothing, and rays that see no sensors pass it, at once.
TEST_WORLD(a_moving_shape_that_is_made_a_sensor_is_no_solid_any_more, newWorld())
{
    CaromBodyId body = newMoving(world, caromVec2(0.0, 0.0), caromVec2(0.0, 0.0));
    CaromShapeId shape = newCircle(world, body, caromVec2(0, 0), 1.0);
    CaromProjectileDef shot = newShot(caromVec2(0, 0.5), caromVec2(0, 0));
    caromWorldStep(world, 0.1);
    ck_assert_ok(caromShapeSetSensor(world, shape, true));
    CaromHit hit;
    ck_assert_int_eq(
        caromWorldCastRay(world, caromVec2(-5, 0), caromVec2(10, 0), caromQueryOptions(), &hit, 1),
        0);
    CaromProjectileId inside = caromProjectileFire(world, &shot);
    CaromTransform transform = caromTransformIdentity();
    transform.position = caromVec2(0.25, 0);
    ck_assert_ok(caromBodySetTransform(world, body, transform));
    caromWorldStep(world, 0.1);
    ck_assert(caromProjectileIsValid(world, inside));
}

static int hitsOfRay(const CaromWorld *world, CaromVec2 from, CaromVec2 way)
{
    CaromHit hit;
    return caromWorldCastRay(world, from, way, caromQueryOptions(), &hit, 1);
}

/// How often a bullet hits within 0.2 s.
static int hitsOfBullet(CaromWorld *world, CaromVec2 from, CaromVec2 velocity)
{
    CaromProjectileDef def = newShot(from, velocity);
    def.gravityScale = 0.0;
    def.onHit = CAROM_HIT_DIE;
    caromProjectileFire(world, &def);
    caromWorldStepTo(world, 0.2);
    return caromWorldEvents(world).hitCount;
}

// While a shape moved, the grid took the new one of two equal entries for the old one, where the
// block of eight that held that was full: what had grown was met as it had been. One of _i discs.
TEST_RANGE(what_grows_in_a_crowd_is_met_where_it_has_grown_to, 1, 20)
{
    for (int chosen = 0; chosen < _i; chosen++) {
        CaromBodyId body = {0};
        CaromWorld *world = newWorld();
        for (int k = 0; k < _i; k++) {
            CaromBodyId made = newRestAt(world, caromVec2(2.0 + 0.01 * k, 2.0));
            newCircle(world, made, caromVec2(0, 0), 0.5);
            body = k == chosen ? made : body;
        }
        CaromTransform larger = caromBodyTransform(world, body);
        larger.scale = caromVec2(1.5, 1.5);
        ck_assert_ok(caromBodySetTransform(world, body, larger));
        ck_assert(caromWorldValidate(world));
        ck_assert_int_eq(hitsOfRay(world, caromVec2(-1, 2.6), caromVec2(5, 0)), 1);
        ck_assert_int_eq(hitsOfBullet(world, caromVec2(-1, 2.6), caromVec2(50, 0)), 1);
        caromWorldDestroy(world);
    }
}

// The same of walls: one that had got a back was still passed from there. One of _i walls.
TEST_RANGE(what_gets_a_back_in_a_crowd_is_met_from_there, 1, 20)
{
    for (int chosen = 0; chosen < _i; chosen++) {
        CaromShapeId wall = {0};
        CaromWorld *world = newWorld();
        CaromBodyId body = newRest(world);
        for (int k = 0; k < _i; k++) {
            double y = 1.5 + 0.01 * k;
            CaromShapeId made = newOneSided(world, body, caromVec2(1.5, y), caromVec2(2.5, y));
            wall = k == chosen ? made : wall;
        }
        double y = 1.5 + 0.01 * chosen;
        CaromVec2 ends[2] = {{1.5, y}, {2.5, y}};
        CaromGeometry geometry = caromGeometry(CAROM_SHAPE_SEGMENT, ends, 2, 0.0);
        ck_assert_int_eq(hitsOfRay(world, caromVec2(2, 3), caromVec2(0, -3)), 0);
        ck_assert_ok(caromShapeSetGeometry(world, wall, &geometry));
        ck_assert(caromWorldValidate(world));
        ck_assert_int_eq(hitsOfRay(world, caromVec2(2, 3), caromVec2(0, -3)), 1);
        ck_assert_int_eq(hitsOfBullet(world, caromVec2(2, 3), caromVec2(0, -30)), 1);
        caromWorldDestroy(world);
    }
}

// A leg that shaves an end must pass all that it passed, however it is rounded: but not walls that
// were put behind the flight, which threw the place of a hit back to the leg's start.
TEST_WORLD(a_hit_is_where_it_is_whatever_was_put_behind_the_flight, newWorld())
{
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(10, -5), caromVec2(10, 5));
    newSegment(world, body, caromVec2(1, -5e-13), caromVec2(1, -1));
    CaromProjectileDef shot = newShot(caromVec2(0, 0), caromVec2(10, 0));
    shot.gravityScale = 0.0;
    caromProjectileFire(world, &shot);
    caromWorldStepTo(world, 0.5);
    newSegment(world, body, caromVec2(2, 0), caromVec2(2, 1));
    newSegment(world, body, caromVec2(2, 0), caromVec2(2, -1));
    CaromEvents events = eventsUntil(world, 1.1);
    ck_assert_int_eq(events.hitCount, 1);
    ck_assert_double_eq_tol(events.hits[0].center.x, 10.0, 1e-13);
    ck_assert_double_eq_tol(events.hits[0].center.y, 0.0, 1e-13);
}

// A wall of which only the tip, on the way by a rounding, lies behind the flight, its other end
// ahead.
TEST_WORLD_LOOP(a_hit_is_where_it_is_whatever_tip_was_put_behind_the_flight, 8, newWorld())
{
    static const double tips[] = {-0.1, -1e-13, 0.0, 1e-15, 1e-13, 1e-12, 1e-10, 0.1};
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(-10, 0), caromVec2(10, 0));
    CaromProjectileDef shot = newShot(caromVec2(0, 3), caromVec2(0, -10));
    shot.gravityScale = 0.0;
    shot.restitution = 1.0;
    caromProjectileFire(world, &shot);
    shot.onHit = CAROM_HIT_DIE;
    caromProjectileFire(world, &shot);
    caromWorldStepTo(world, 0.1);
    newSegment(world, body, caromVec2(-5, -5), caromVec2(tips[_i], 2.5));
    CaromEvents events = eventsUntil(world, 0.35);
    ck_assert_int_eq(events.hitCount, 2);
    for (int k = 0; k < 2; k++) {
        ck_assert_double_eq_tol(events.hits[k].center.x, 0.0, 1e-13);
        ck_assert_double_eq_tol(events.hits[k].center.y, 0.0, 1e-13);
        ck_assert_double_eq_tol(events.hits[k].time, 0.3, 1e-13);
    }
}

/// So slow that no time is large enough to compute when it gets anywhere: it reacts to edits all
/// the same.
TEST_WORLD(what_hardly_moves_is_crushed_like_what_rests, newWorld())
{
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(1e-305, 0.0));
    CaromProjectileId id = caromProjectileFire(world, &def);
    addBox(world, caromVec2(9, 9), 1, 1);
    caromWorldStepTo(world, 1.0);
    addBox(world, caromVec2(3, 0), 1, 1);
    caromWorldStepTo(world, 2.0);
    CaromVec2 at;
    ck_assert_ok(caromProjectileAt(world, id, 2.0, &at, NULL));
    ck_assert(at.x == 2e-305 && at.y == 0.0);
    addBox(world, caromVec2(0, 0), 1, 1);
    CaromEvents events = eventsUntil(world, 3.0);
    ck_assert(events.endCount == 1 && events.ends[0].reason == CAROM_END_CRUSHED);
    ck_assert(!caromProjectileIsValid(world, id));
}

/// At 10^6 m/s half a digit of a late clock is half a micrometre. A flight missed all that happened
/// to a wall that it was to meet at the end of that distance.
TEST_WORLD_LOOP(who_is_fast_late_is_told_of_what_goes, 32, newWorld())
{
    caromWorldStepTo(world, 2048.0 + _i / 64.0);
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(4, -1), caromVec2(4, 1));
    CaromProjectileDef def = newShot(caromVec2(-_i / 7.0, 0), caromVec2(1e6 + _i, 0));
    def.gravityScale = 0.0;
    caromProjectileFire(world, &def);
    caromWorldStep(world, 1e-7);
    ck_assert_ok(caromBodyDestroy(world, body));
    caromWorldStep(world, 1e-3);
    ck_assert_int_eq(caromWorldEvents(world).hitCount, 0);
}
