// SPDX-License-Identifier: MIT
// Pierced shapes: the exit's time and place, and what is lost on the way. Expected values by hand.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/snapshot_bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Case {
    CaromWorld *world;
    CaromBodyId body;
    CaromShapeDef shape;
    CaromProjectileDef shot;
    CaromCrossEvent exits[64];
    CaromHitEvent hits[64];
    CaromModeEvent mode; ///< the last one
    int exitCount, hitCount, modeCount;
} Case;

static Case setUp(CaromVec2 bodyVelocity)
{
    Case c;
    memset(&c, 0, sizeof c);
    CaromBodyDef body = caromBodyDef();
    c.world = newWorld();
    bool moves = bodyVelocity.x != 0.0;
    body.type = moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    body.velocity = bodyVelocity;
    c.body = caromBodyCreate(c.world, &body);
    c.shape = caromShapeDef();
    c.shot = caromProjectileDef();
    c.shot.onHit = CAROM_HIT_PIERCE;
    c.shot.velocity = caromVec2(10.0, 0.0);
    return c;
}

static void run(Case *c, double until, double dt)
{
    while (caromWorldTime(c->world) < until) {
        caromWorldStepTo(c->world, fmin(caromWorldTime(c->world) + dt, until));
        CaromEvents e = caromWorldEvents(c->world);
        ck_assert(c->exitCount + e.crossCount <= 64 && c->hitCount + e.hitCount <= 64);
        for (int k = 0; k < e.crossCount; k++) {
            c->exits[c->exitCount++] = e.crosses[k];
        }
        for (int k = 0; k < e.hitCount; k++) {
            c->hits[c->hitCount++] = e.hits[k];
        }
        c->mode = e.modeCount > 0 ? e.modes[e.modeCount - 1] : c->mode;
        c->modeCount += e.modeCount;
    }
}

static void expect(const Case *c, int k, double time, double x, double speed)
{
    ck_assert_int_lt(k, c->exitCount);
    const CaromCrossEvent *e = &c->exits[k];
    ck_assert(!e->entered && !e->sensor && !e->startedInside);
    ck_assert_msg(fabs(e->time - time) < 1e-9 && fabs(e->point.x - x) < 1e-9 &&
                      fabs(e->velocity.x - speed) < 1e-9,
                  "exit %d: at %.17g, x %.17g, speed %.17g", k, e->time, e->point.x, e->velocity.x);
}

static void tearDown(Case *c, int hits, int exits)
{
    ck_assert_msg(c->hitCount == hits && c->exitCount == exits, "%d hits, %d exits", c->hitCount,
                  c->exitCount);
    ck_assert(caromWorldValidate(c->world));
    ck_assert_ok(caromWorldDestroy(c->world));
}

static const double PACES[3] = {10.0, 1.0 / 60.0, 0.01};

/// A box of 2 m, a circle of 2 m, a wall: exits at 3, 7 and 8 m, with the old anchor, exactly.
TEST_LOOP(exits_without_loss_change_nothing, 3)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(2, 0), caromVec2(1, 1));
    caromShapeCreateCircle(c.world, c.body, &c.shape, caromVec2(6, 0), 1.0);
    caromShapeCreateSegment(c.world, c.body, &c.shape, caromVec2(8, -1), caromVec2(8, 1));
    CaromProjectileId id = caromProjectileFire(c.world, &c.shot);
    run(&c, 2.0, PACES[_i]);
    expect(&c, 0, 0.3, 3.0, 10.0);
    expect(&c, 1, 0.7, 7.0, 10.0);
    expect(&c, 2, 0.8, 8.0, 10.0);
    ck_assert(c.exits[2].time == c.hits[2].time && c.exits[2].sequence == c.hits[2].sequence + 1);
    ck_assert(caromProjectilePosition(c.world, id).x == 20.0);
    tearDown(&c, 3, 3);
}

/// Loss 1 m/s a shape and 2 m/s a metre. Box of 2 m, from 1 to 3: 10 - 1 - 4 = 5 m/s from 0.3 s on.
/// Wall at 4: in after 0.2 s more, out with 4 m/s. Disc of 1 m across, from 5 to 6: in at 0.75 s,
/// out at 1 s with 4 - 1 - 2 = 1 m/s. Wall at 7, at 2 s: all its speed is gone; it stays there.
TEST_LOOP(each_shape_takes_its_own, 3)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(2, 0), caromVec2(1, 1));
    caromShapeCreateSegment(c.world, c.body, &c.shape, caromVec2(4, -1), caromVec2(4, 1));
    caromShapeCreateCircle(c.world, c.body, &c.shape, caromVec2(5.5, 0), 0.5);
    caromShapeCreateOneSided(c.world, c.body, &c.shape, caromVec2(7, 1), caromVec2(7, -1));
    c.shot.pierceLoss = 1.0;
    c.shot.pierceDrag = 2.0;
    CaromProjectileId id = caromProjectileFire(c.world, &c.shot);
    run(&c, 3.0, PACES[_i]);
    expect(&c, 0, 0.3, 3.0, 5.0);
    expect(&c, 1, 0.5, 4.0, 4.0);
    expect(&c, 2, 1.0, 6.0, 1.0);
    expect(&c, 3, 2.0, 7.0, 0.0);
    ck_assert_double_le(fabs(caromProjectilePosition(c.world, id).x - 7.0), 1e-9);
    ck_assert_int_eq(c.modeCount, 1);
    tearDown(&c, 4, 4);
}

/// Two boxes that overlap: 1 to 3 and 2 to 4. Drag 1: it leaves the first with 10 - 2 = 8 m/s at
/// 0.3 s, the second at 0.3 + 1/8 s. The second's 2 m take 2 m/s more, which leaves 6 m/s.
TEST_LOOP(overlapping_shapes, 3)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(2, 0), caromVec2(1, 1));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(3, 0), caromVec2(1, 2));
    c.shot.pierceDrag = 1.0;
    caromProjectileFire(c.world, &c.shot);
    run(&c, 1.0, PACES[_i]);
    expect(&c, 0, 0.3, 3.0, 8.0);
    expect(&c, 1, 0.425, 4.0, 6.0);
    tearDown(&c, 2, 2);
}

/// A disc of 0.5 through a box from 1 to 3 that comes at 5 m/s: in relative motion 15 m/s over
/// 3 m (with the disc's width), from x = 0.5 on: in at 0.5/15 s, out 0.2 s later. Drag 1 takes 3 of
/// the 15: 12 relative, 7 in the world.
TEST_LOOP(moving_shapes, 3)
{
    Case c = setUp(caromVec2(-5.0, 0.0));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(2, 0), caromVec2(1, 1));
    c.shot.radius = 0.5;
    c.shot.pierceDrag = 1.0;
    caromProjectileFire(c.world, &c.shot);
    run(&c, 1.0, PACES[_i]);
    expect(&c, 0, 0.5 / 15.0 + 0.2, 10.0 * (0.5 / 15.0 + 0.2), 7.0);
    tearDown(&c, 1, 1);
}

/// Drag 20 ends the way after 1/20 s: at 1 + 0.5 m, whatever the speed. There it sticks, at any
/// pace, in spite of gravity, and is not crushed by an edit next to it.
TEST_LOOP(stops_inside, 3)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    CaromShapeId wall =
        caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(6, 0), caromVec2(5, 5));
    c.shot.pierceDrag = 20.0;
    CaromProjectileId id = caromProjectileFire(c.world, &c.shot);
    run(&c, 1.0, PACES[_i]);
    ck_assert_double_le(fabs(caromProjectilePosition(c.world, id).x - 1.5), 1e-9);
    ck_assert_double_le(fabs(c.mode.time - 0.15), 1e-12);
    ck_assert_int_eq(c.modeCount, 1);
    caromShapeCreateCircle(c.world, c.body, &c.shape, caromVec2(20, 0), 1.0);
    run(&c, 2.0, PACES[_i]);
    ck_assert(caromProjectileIsValid(c.world, id));
    ck_assert_double_le(fabs(caromProjectilePosition(c.world, id).x - 1.5), 1e-9);
    caromShapeDestroy(c.world, wall);
    run(&c, 3.0, PACES[_i]);
    ck_assert(caromProjectileIsValid(c.world, id));
    tearDown(&c, 1, 0);
}

/// Inside of a big box that is pierced, a small one with steep sides: what is met in there bounces,
/// by the callback's word, and the exit is where the way in was: at x = 1, with the way of 0 m.
static CaromHitAction pierceBig(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    const CaromShapeId *big = context;
    (void)world;
    return hit->shape.index == big->index ? CAROM_HIT_PIERCE : CAROM_HIT_BOUNCE;
}

TEST_LOOP(bounces_inside_of_what_is_pierced, 3)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    CaromShapeId big =
        caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(4, 0), caromVec2(3, 3));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(4, 0), caromVec2(1, 1));
    caromWorldSetHitCallback(c.world, pierceBig, &big);
    c.shot.onHit = CAROM_HIT_ASK;
    c.shot.pierceLoss = 1.0;
    c.shot.pierceDrag = 0.5;
    caromProjectileFire(c.world, &c.shot);
    run(&c, 1.0, PACES[_i]);
    ck_assert(c.hits[1].action == CAROM_HIT_BOUNCE && fabs(c.hits[1].time - 0.3) < 1e-9);
    expect(&c, 0, 0.5, 1.0, -9.0);
    tearDown(&c, 2, 1);
}

/// More than four at a time: the fifth is left where it is entered.
TEST_LOOP(five_deep, 3)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    for (int k = 0; k < 5; k++) {
        caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(10, 0), caromVec2(9 - k, 9 - k));
    }
    caromProjectileFire(c.world, &c.shot);
    run(&c, 3.0, PACES[_i]);
    expect(&c, 0, 0.5, 5.0, 10.0);
    for (int k = 1; k < 5; k++) {
        expect(&c, k, 1.5 + 0.1 * k, 15.0 + k, 10.0); // the smaller ones first
    }
    tearDown(&c, 5, 5);
}

/// A pierced shape that is destroyed is left at the clock; its end by its lifetime is no exit.
TEST(vanished_shapes_and_ends)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    CaromShapeId wall =
        caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(20, 0), caromVec2(19, 5));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(30, 0), caromVec2(20, 5));
    c.shot.lifetime = 2.0;
    c.shot.pierceLoss = 3.0;
    caromProjectileFire(c.world, &c.shot);
    run(&c, 1.5, 0.25);
    caromShapeDestroy(c.world, wall);
    run(&c, 2.5, 0.25);
    expect(&c, 0, 1.5, 15.0, 10.0);
    ck_assert(c.exits[0].body.index == 0 && c.exits[0].shape.index == wall.index);
    ck_assert_int_eq(caromWorldCounters(c.world).projectiles, 0);
    tearDown(&c, 2, 1);
}

// ---- random worlds

/// Each exit follows the hit that pierced; nothing leaves what it did not pierce; nothing gets
/// faster by it, seen from the shape.
TEST_LOOP(exits_follow_hits, 8 * flightTestTimes(20))
{
    enum { STEPS = 90 };
    static int inside[FLIGHT_SHOTS + 1][FLIGHT_SHAPES + 1];
    int exits = 0;
    for (int seed = 16 * _i; seed < 16 * _i + 16; seed++) {
        FlightField field;
        CaromWorldDef def = caromWorldDef();
        memset(inside, 0, sizeof inside);
        int habits = seed % 64 | FIELD_PIERCES | (seed % 4 == 1 ? FIELD_RIGID : 0);
        flightFieldInit(&field, (uint64_t)seed, habits, &def);
        for (int k = 1; k <= STEPS; k++) {
            flightFieldStepTo(&field, k / 30.0);
            CaromEvents e = caromWorldEvents(field.world);
            for (int h = 0, x = 0; h + x < e.hitCount + e.crossCount;) {
                bool hit = x == e.crossCount ||
                           (h < e.hitCount && e.hits[h].sequence < e.crosses[x].sequence);
                const CaromHitEvent *a = hit ? &e.hits[h] : NULL;
                const CaromCrossEvent *b = hit ? NULL : &e.crosses[x];
                h += hit;
                x += !hit;
                int *in = hit ? &inside[a->projectile.index][a->shape.index]
                              : &inside[b->projectile.index][b->shape.index];
                *in += hit ? a->action == CAROM_HIT_PIERCE : -1;
                exits += !hit;
                ck_assert_msg(*in == 0 || *in == 1, "seed %d: inside %d times at %g", seed, *in,
                              hit ? a->time : b->time);
            }
        }
        flightFieldFree(&field);
    }
    ck_assert_msg(exits > 50, "%d exits", exits);
}

TEST(predicted_exits_are_those_of_the_flight)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(4, 0), caromVec2(1, 1));
    caromShapeCreateCircle(c.world, c.body, &c.shape, caromVec2(9, 0), 1.0);
    c.shot.onHit = CAROM_HIT_PIERCE;
    c.shot.velocity = caromVec2(8.0, 0.0);
    CaromCrossEvent exits[4];
    CaromPrediction p = caromPrediction();
    p.crosses = exits;
    p.crossCapacity = 4;
    ck_assert_ok(caromWorldPredict(c.world, &c.shot, 4.0, &p));
    ck_assert_int_eq(p.crossCount, 2);
    fireShot(c.world, &c.shot);
    int told = 0;
    for (int k = 1; k <= 32; k++) {
        caromWorldStepTo(c.world, k / 8.0);
        CaromEvents events = caromWorldEvents(c.world);
        for (int i = 0; i < events.crossCount; i++, told++) {
            ck_assert(told < 2 && events.crosses[i].time == exits[told].time);
            ck_assert(memcmp(&events.crosses[i].shape, &exits[told].shape, sizeof exits->shape) ==
                      0);
        }
    }
    ck_assert_int_eq(told, 2);
    caromWorldDestroy(c.world);
}

/// A disc that lies on a floor, and a wall that comes down on it: no place is left there, and a
/// disc that pierces the wall needs none. It ended as crushed, before it was hit.
TEST_LOOP(who_pierces_is_not_crushed, 40)
{
    Case c = setUp(caromVec2(0.25, 0.0));
    c.shot.gravityScale = 0.0;
    c.shot.radius = 0.1 + 0.01 * _i;
    c.shot.position = caromVec2(0.0, nextafter(c.shot.radius, 1.0));
    c.shot.velocity = caromVec2(0.0, 0.0);
    caromShapeCreateSegment(c.world, newRest(c.world), &c.shape, caromVec2(-9, 0), caromVec2(9, 0));
    ck_assert_ok(caromBodySetVelocity(c.world, c.body, caromVec2(0.0, -1.0)));
    double above = 1.0 + _i / 7.0;
    caromShapeCreateSegment(c.world, c.body, &c.shape, caromVec2(-9, above), caromVec2(9, above));
    CaromProjectileId shot = caromProjectileFire(c.world, &c.shot);
    run(&c, above + 1.0, 0.25);
    ck_assert_msg(caromProjectileIsValid(c.world, shot), "case %d", _i);
    tearDown(&c, 1, 1);
}

/// A wall that is destroyed at the very time of its hit: nothing of it is remembered.
TEST(walls_that_vanish_as_they_are_pierced)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    CaromShapeId wall =
        caromShapeCreateSegment(c.world, c.body, &c.shape, caromVec2(10, -5), caromVec2(10, 5));
    caromShapeCreateSegment(c.world, c.body, &c.shape, caromVec2(30, -5), caromVec2(30, 5));
    caromProjectileFire(c.world, &c.shot);
    run(&c, 1.0, 1.0);
    expect(&c, 0, 1.0, 10.0, 10.0);
    ck_assert_ok(caromShapeDestroy(c.world, wall));
    run(&c, 1.25, 0.25);
    size_t size = caromWorldSnapshotSize(c.world);
    void *memory = malloc(size);
    ck_assert_ok(caromWorldSave(c.world, memory, size, NULL));
    ck_assert_ok(caromWorldRestore(c.world, memory, size));
    free(memory);
    run(&c, 3.0, 0.25);
    expect(&c, 1, 3.0, 30.0, 10.0);
    caromShapeCreateSegment(c.world, c.body, &c.shape, caromVec2(35, -5), caromVec2(35, 5));
    run(&c, 4.0, 0.25); // the second wall, which stays, is not pierced twice
    expect(&c, 2, 3.5, 35.0, 10.0);
    tearDown(&c, 3, 3);
}

static void expectTheSameRestored(CaromWorld *world)
{
    uint64_t hash = caromWorldHash(world);
    SnapshotBytes bytes = snapshotSave(world);
    ck_assert_ok(caromWorldRestore(world, bytes.at, bytes.size));
    ck_assert(caromWorldHash(world) == hash);
    free(bytes.at);
}

/// All of a map that is being pierced is dug away: it is left at the clock, with one event.
TEST_LOOP(maps_that_are_dug_away_while_they_are_pierced, 2)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    uint16_t tiles[2] = {1, 1};
    CaromTileMap map = {2, 1, 5.0, {5.0, -2.5}, tiles, 0.0};
    CaromShapeId shape = caromShapeCreateTiles(c.world, c.body, &c.shape, &map);
    c.shot.pierceLoss = _i ? 3.0 : 0.0;
    caromProjectileFire(c.world, &c.shot);
    run(&c, 1.0, PACES[2]);
    static const uint16_t none[2] = {0, 0};
    ck_assert_ok(caromShapeSetTiles(c.world, shape, 0, 0, 2, 1, none));
    run(&c, 2.0, PACES[2]);
    expect(&c, 0, 1.0, 10.0, _i ? 7.0 : 10.0);
    expectTheSameRestored(c.world);
    tearDown(&c, 1, 1);
}

/// The last edge that was passed may be one that there is no more.
TEST(maps_that_have_fewer_edges_since_they_were_left)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    uint16_t tiles[4] = {1, 0, 1, 1};
    CaromTileMap map = {4, 1, 2.5, {5.0, -1.25}, tiles, 0.0};
    CaromShapeId shape = caromShapeCreateTiles(c.world, c.body, &c.shape, &map);
    caromProjectileFire(c.world, &c.shot);
    run(&c, 2.0, PACES[2]);
    ck_assert_int_eq(c.exitCount, 2);
    static const uint16_t none[4] = {1, 0, 0, 0};
    expectTheSameRestored(c.world);
    ck_assert_ok(caromShapeSetTiles(c.world, shape, 0, 0, 4, 1, none));
    expectTheSameRestored(c.world);
    run(&c, 3.0, PACES[2]);
    ck_assert_int_eq(c.exitCount, 2);
    caromWorldDestroy(c.world);
}

/// The flush tops of two shapes meet, and a third has a tip there, below. The third is found first,
/// not one of the two that have the face in the hit event. All are pierced at that time, and left
/// in their turn. When that makes five at once, the fifth is reported as left as it is hit, and
/// shapes beside it are not reported any more.
TEST_LOOP(the_seam_of_two_shapes, 6)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    CaromVec2 below[3] = {{0, 0}, {1, -9}, {9, -9}}, right[4] = {{0, 0}, {0, -9}, {9, -9}, {9, 0}};
    CaromShapeId found = caromShapeCreatePolygon(c.world, c.body, &c.shape, below, 3);
    CaromShapeId told =
        caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(-4.5, -4.5), caromVec2(4.5, 4.5));
    caromShapeCreatePolygon(c.world, c.body, &c.shape, right, 4);
    for (int k = 0; k < _i; k++) {
        caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(0, 0), caromVec2(50 + k, 50 + k));
    }
    c.shot.position = caromVec2(-64.0, 256.0);
    c.shot.velocity = caromVec2(16.0, -64.0); // at 4 s at (0, 0), and on into the found one
    caromProjectileFire(c.world, &c.shot);
    run(&c, 4.0625, 1.0 / 64.0);
    int of[2] = {0, 0};
    for (int k = 0; k < c.hitCount; k++) {
        of[0] += c.hits[k].time == 4.0 && c.hits[k].shape.index == told.index;
        of[1] += c.hits[k].time == 4.0 && c.hits[k].shape.index == found.index;
    }
    ck_assert_int_ge(of[0], 1);
    ck_assert_int_eq(of[1], _i < 3);
    for (int k = 0; k < c.exitCount; k++) {
        of[0] -= c.exits[k].time == 4.0 && c.exits[k].shape.index == told.index;
    }
    ck_assert_int_eq(of[0], 0);
    endWorld(c.world);
}

// Its reciprocal is infinite: a snapshot with such a time was made, and refused.
TEST_LOOP(the_least_drag_stops_never, 3)
{
    static const double drags[3] = {5e-324, 1e-310, 1e-301};
    Case c = setUp(caromVec2(0.0, 0.0));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(2.0, 0.0), caromVec2(1.0, 1.0));
    c.shot.pierceDrag = drags[_i];
    caromProjectileFire(c.world, &c.shot);
    run(&c, 0.2, 0.1); // at 2 m, inside
    SnapshotBytes bytes = snapshotSave(c.world);
    ck_assert_ok(caromWorldRestore(c.world, bytes.at, bytes.size));
    free(bytes.at);
    run(&c, 1.0, 0.1);
    ck_assert_int_eq(c.exitCount, 1);
    expect(&c, 0, 0.3, 3.0, 10.0);
    caromWorldDestroy(c.world);
}

enum { WALL_MOVES, SHOT_TURNS, SHOT_IS_PUSHED, GRAVITY_TURNS, CHANGES };

static void change(Case *c, int what)
{
    CaromProjectileId shot = c->hits[0].projectile;
    CaromError error =
        what == WALL_MOVES       ? caromBodySetVelocity(c->world, c->body, caromVec2(0.0, 1.0))
        : what == SHOT_TURNS     ? caromProjectileSetVelocity(c->world, shot, caromVec2(9.0, 1.0))
        : what == SHOT_IS_PUSHED ? caromProjectileApplyImpulse(c->world, shot, caromVec2(0.0, 1.0))
                                 : caromWorldSetGravity(c->world, caromVec2(0.0, -1.0));
    ck_assert_ok(error);
}

// A flight pierces a thin wall, and its new leg at the same time begins in front of the wall, by a
// rounding: it pierced the wall once more, and lost speed for it.
TEST_LOOP(a_wall_that_is_pierced_at_the_clock_is_pierced_once, CHANGES)
{
    Case c = setUp(caromVec2(1.0, 0.0));
    c.shot.pierceLoss = 1.0;
    caromShapeCreateSegment(c.world, c.body, &c.shape, caromVec2(4.5, -2.0), caromVec2(4.5, 2.0));
    caromProjectileFire(c.world, &c.shot);
    run(&c, 0.5, 0.5);
    ck_assert_double_eq(c.hits[0].time, 0.5);
    change(&c, _i);
    run(&c, 1.0, 0.125);
    expect(&c, 0, 0.5, 5.0, 9.0);
    tearDown(&c, 1, 1);
}

/// A flight is in a shape that ends; another shape may take its slot. Before the next step, which
/// reports the exit, a look ahead returns where the flight will be: it comes out at the clock.
TEST_LOOP(is_asked_where_it_will_be_when_its_wall_has_gone, 16)
{
    Case c = setUp(caromVec2(_i & 1 ? 1.0 : 0.0, 0.0));
    CaromVec2 place;
    CaromShapeId wall =
        caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(4.0, 0.0), caromVec2(1.0, 1.0));
    CaromProjectileId shot = caromProjectileFire(c.world, &c.shot);
    run(&c, 0.45, 0.45);
    ck_assert_int_eq(c.hitCount, 1);
    if (_i & 2) {
        caromProjectileSetVelocity(c.world, shot, c.shot.velocity);
    }
    if (_i & 4) {
        caromShapeSetSensor(c.world, wall, true);
    } else {
        caromShapeDestroy(c.world, wall);
    }
    if (_i & 8) {
        caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(8.0, 0.0), caromVec2(1.0, 1.0));
    }
    caromProjectileSetVelocity(c.world, shot, c.shot.velocity);
    ck_assert_ok(caromProjectileAt(c.world, shot, 0.9, &place, NULL));
    ck_assert_double_eq_tol(place.x, 4.5, 1e-12);
    run(&c, 0.5, 0.5);
    ck_assert(c.exitCount == 1 || (c.exitCount > 1 && (_i & 4))); // what is in a sensor is reported
    ck_assert_double_eq(c.exits[0].time, 0.45);
    ck_assert_ok(caromProjectileAt(c.world, shot, 0.9, &place, NULL));
    ck_assert(place.x >= 6.0);
    caromWorldDestroy(c.world);
}

static CaromHitAction pierceOnce(void *hits, const CaromWorld *world, const CaromHitEvent *hit)
{
    int *count = hits;
    (void)world, (void)hit;
    return (*count)++ == 0 ? CAROM_HIT_PIERCE : CAROM_HIT_BOUNCE;
}

/// A wall that was pierced at the clock goes, and at its place there is another, under whatever id
/// and keys: that is met.
TEST_LOOP(what_takes_the_place_of_a_pierced_wall_is_met, 10)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    int hits = 0;
    caromWorldSetHitCallback(c.world, pierceOnce, &hits);
    c.shot.onHit = CAROM_HIT_ASK;
    c.shot.radius = _i & 1 ? 0.25 : 0.0;
    c.shot.position = caromVec2(_i & 1 ? -0.25 : 0.0, 0.25);
    CaromVec2 at = caromVec2(2.0, 0.0), away = caromVec2(50.0, 0.0), half = caromVec2(1.0, 1.0);
    CaromShapeId first = caromShapeCreateBox(c.world, c.body, &c.shape, away, half);
    CaromShapeId wall = caromShapeCreateBox(c.world, c.body, &c.shape, at, half);
    c.shot.velocity = caromVec2(1.0, 0.0);
    caromProjectileFire(c.world, &c.shot);
    run(&c, 1.0, 1.0);
    ck_assert_int_eq(c.hitCount, 1);
    int way = _i / 2;
    if (way == 0) { // of the same id
        caromShapeDestroy(c.world, wall);
        caromShapeCreateBox(c.world, c.body, &c.shape, at, half);
    } else if (way == 1) { // of a lower one
        caromShapeDestroy(c.world, wall);
        caromShapeDestroy(c.world, first);
        caromShapeCreateBox(c.world, c.body, &c.shape, at, half);
    } else if (way == 2) { // of a higher one
        caromShapeCreateBox(c.world, c.body, &c.shape, at, half);
        caromShapeDestroy(c.world, wall);
    } else if (way == 3) { // of a lower one, and it stays
        caromShapeDestroy(c.world, first);
        caromShapeCreateBox(c.world, c.body, &c.shape, at, half);
    } else { // of the same id, with keys of the other
        caromShapeDestroy(c.world, first);
        caromShapeDestroy(c.world, wall);
        caromShapeCreateBox(c.world, c.body, &c.shape, at, half);
    }
    run(&c, 1.5, 0.5);
    ck_assert_int_eq(hits, 2);
    ck_assert_int_eq(c.hitCount, 2);
    caromWorldDestroy(c.world);
}

/// As thin walls, which are left at once: each is reported once.
TEST_LOOP(a_thin_wall_beside_one_that_was_pierced_is_pierced_once, 8)
{
    Case c = setUp(caromVec2(_i & 1 ? 1.0 : 0.0, 0.0));
    double x = _i & 1 ? 4.5 : 5.0; // is at 5 m at 0.5 s
    CaromVec2 a = caromVec2(x, -2.0), b = caromVec2(x, 2.0), away = caromVec2(50.0, 50.0);
    CaromShapeId lower = caromShapeCreateSegment(c.world, c.body, &c.shape, away, b);
    CaromShapeId wall = caromShapeCreateSegment(c.world, c.body, &c.shape, a, b);
    caromProjectileFire(c.world, &c.shot);
    run(&c, 0.5, 0.5);
    ck_assert_int_eq(c.hitCount, 1);
    if (_i & 2) {
        caromShapeDestroy(c.world, lower);
    }
    if (_i & 4) { // or in its place
        caromShapeDestroy(c.world, wall);
    }
    caromShapeCreateSegment(c.world, c.body, &c.shape, a, b);
    run(&c, 1.0, 0.125);
    ck_assert_int_eq(c.hitCount, 2);
    ck_assert_int_eq(c.exitCount, 2);
    ck_assert_int_eq(c.modeCount, 0);
    caromWorldDestroy(c.world);
}
