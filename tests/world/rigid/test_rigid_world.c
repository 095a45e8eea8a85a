// SPDX-License-Identifier: MIT
// Dynamic bodies that touch, in worlds: piles that stand, at any frame rate with the same bits.
#include <math.h>
#include <stdlib.h>

#include "../../../world/rigid/rigid_response.h"
#include "../../support/builder.h"

static CaromBodyId newCrate(CaromWorld *world, CaromVec2 position, CaromVec2 half)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = position;
    CaromBodyId body = newBodyOf(world, &def);
    newBox(world, body, caromVec2(0.0, 0.0), half);
    return body;
}

static void stepsAt(CaromWorld *world, double until, double hz)
{
    while (caromWorldTime(world) < until) {
        double next = floor(caromWorldTime(world) * hz + 1.5) / hz;
        caromWorldStepTo(world, fmin(until, next));
    }
}

static double heightOf(CaromWorld *world, CaromBodyId body)
{
    return caromBodyTransform(world, body).position.y;
}

TEST(a_crate_rests_on_each_kind_of_ground)
{
    for (int kind = 0; kind < 4; kind++) {
        CaromWorld *world = newWorldUnder(10.0);
        CaromBodyId rest = newRest(world);
        const CaromVec2 bumps[5] = {{9.0, 0.0}, {0.3, 0.0}, {0.2, 0.0}, {-3.0, 0.0}, {-9.0, 0.0}};
        if (kind == 0) {
            newBox(world, rest, caromVec2(0.0, -1.0), caromVec2(10.0, 1.0));
        } else if (kind == 1) {
            newSegment(world, rest, caromVec2(-10.0, 0.0), caromVec2(10.0, 0.0));
        } else if (kind == 2) {
            newChain(world, rest, bumps, 5, false);
        } else {
            newCapsule(world, rest, caromVec2(-10.0, -0.5), caromVec2(10.0, -0.5), 0.5);
        }
        CaromBodyId crate = newCrate(world, caromVec2(0.0, 1.5), caromVec2(0.5, 0.5));
        stepsAt(world, 3.0, 60.0);
        ck_assert_msg(fabs(heightOf(world, crate) - 0.5) < 0.005, "%d: %g", kind,
                      heightOf(world, crate));
        ck_assert(caromWorldValidate(world));
        endWorld(world);
    }
}

TEST(a_pyramid_has_the_same_bits_at_all_frame_rates)
{
    static const double rates[] = {60.0, 24.0, 30.0, 144.0, 1000.0};
    uint64_t first = 0;
    for (int k = 0; k < 5; k++) {
        CaromWorld *world = newWorldUnder(10.0);
        CaromBodyId top = newRest(world);
        newBox(world, top, caromVec2(0.0, -1.0), caromVec2(20.0, 1.0));
        for (int row = 0; row < 8; row++) {
            for (int i = 0; i < 8 - row; i++) {
                top =
                    newCrate(world, caromVec2(i - 0.5 * (7 - row), 0.5 + row), caromVec2(0.5, 0.5));
            }
        }
        stepsAt(world, 5.0, rates[k]);
        uint64_t hash = caromWorldHash(world);
        first = k == 0 ? hash : first;
        ck_assert(hash == first);
        ck_assert(fabs(heightOf(world, top) - 7.5) < 0.1);
        endWorld(world);
    }
}

TEST(a_crate_wakes_another)
{
    CaromWorld *world = newWorldUnder(0.0);
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.awake = false;
    CaromBodyId sleeper = newBodyOf(world, &def);
    newBox(world, sleeper, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    def.awake = true;
    def.position = caromVec2(-3.0, 0.0);
    def.velocity = caromVec2(4.0, 0.0);
    CaromBodyId other = newBodyOf(world, &def);
    newBox(world, other, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    stepsAt(world, 2.0, 60.0);
    ck_assert(caromBodyVelocity(world, sleeper).x > 0.5);
    endWorld(world);
}

/// What a lift carries rises with it.
TEST(a_kinematic_body_carries_crates)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromBodyId lift = newMoving(world, caromVec2(0.0, 0.0), caromVec2(0.0, 1.0));
    newBox(world, lift, caromVec2(0.0, -0.5), caromVec2(3.0, 0.5));
    CaromBodyId crate = newCrate(world, caromVec2(0.0, 0.5), caromVec2(0.5, 0.5));
    stepsAt(world, 3.0, 60.0);
    ck_assert_double_eq_tol(heightOf(world, crate), 3.5, 0.02);
    endWorld(world);
}

/// Discs in rows that damping turns to another path at each tick: more of them than are searched
/// one by one.
static CaromWorld *newCrowd(void)
{
    CaromWorld *world = newWorldUnder(10.0);
    for (int i = 0; i < 300; i++) {
        CaromBodyDef def = caromBodyDef();
        def.type = CAROM_BODY_DYNAMIC;
        def.position = caromVec2(2.0 * (i % 20), 2.0 * (i / 20));
        def.velocity = caromVec2(0.5 * (i % 7) - 1.5, 2.0);
        def.angularVelocity = 0.4 * (i % 5); // some turn little in a tick, some more
        def.linearDamping = 0.3;
        newBox(world, newBodyOf(world, &def), caromVec2(0.1, 0.0), caromVec2(0.4, 0.3));
    }
    for (int i = 0; i < 40; i++) {
        CaromProjectileDef def = caromProjectileDef();
        def.position = caromVec2(-3.0, 0.7 * i);
        def.velocity = caromVec2(30.0, 5.0);
        fireShot(world, &def);
    }
    return world;
}

TEST(many_bodies_that_change_at_a_tick_are_met_as_by_a_search_of_all)
{
    CaromWorld *world = newCrowd(), *all = newCrowd();
    for (int frame = 1; frame <= 90; frame++) {
        caromWorldStepTo(world, frame / 90.0);
        caromWorldStepTo(all, frame / 90.0);
        ck_assert(caromWorldHash(world) == caromWorldHash(all));
        ck_assert(caromWorldValidate(world));
        bool usable = all->movingIndex.usable;
        all->movingIndex.usable = false; // queries of the second world search all
        for (int i = 0; i < 60; i++) {
            CaromHit a = {0}, b = {0};
            CaromVec2 from = {-5.0, 0.5 * i}, way = {60.0, 3.0 - 0.2 * i};
            int count = caromWorldCastRay(world, from, way, caromQueryOptions(), &a, 1);
            ck_assert_int_eq(count, caromWorldCastRay(all, from, way, caromQueryOptions(), &b, 1));
            ck_assert(a.fraction == b.fraction && a.shape.index == b.shape.index);
        }
        all->movingIndex.usable = usable;
    }
    ck_assert(caromWorldCounters(world).events > 40);
    endWorld(world);
    endWorld(all);
}

/// The ground is met for the first time after the restore.
TEST(a_falling_crate_in_a_snapshot_lands)
{
    CaromWorld *world = newWorldUnder(10.0);
    newSegment(world, newRest(world), caromVec2(-10.0, 0.0), caromVec2(10.0, 0.0));
    CaromBodyId crate = newCrate(world, caromVec2(0.0, 4.0), caromVec2(0.5, 0.5));
    stepsAt(world, 0.5, 60.0);
    size_t size = caromWorldSnapshotSize(world);
    void *bytes = malloc(size);
    ck_assert_int_eq(caromWorldSave(world, bytes, size, NULL), CAROM_OK);
    stepsAt(world, 3.0, 60.0);
    uint64_t hash = caromWorldHash(world);
    ck_assert_int_eq(caromWorldRestore(world, bytes, size), CAROM_OK);
    stepsAt(world, 3.0, 60.0);
    ck_assert(caromWorldHash(world) == hash);
    ck_assert(fabs(heightOf(world, crate) - 0.5) < 0.005);
    free(bytes);
    endWorld(world);
}

/// A ball as heavy as a crate hits a crate, alone or before others and a wall; its velocity then,
/// and what all crates have.
static double ballOffCrates(int crates, bool wall, double *momentum)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromBodyId rest = newRest(world), row[8];
    newBox(world, rest, caromVec2(0.0, -1.0), caromVec2(40.0, 1.0));
    if (wall) {
        newBox(world, rest, caromVec2(crates + 0.5, 1.0), caromVec2(1.0, 1.0));
    }
    for (int i = 0; i < crates; i++) {
        row[i] = newCrate(world, caromVec2(i, 0.5), caromVec2(0.5, 0.5));
    }
    stepsAt(world, 1.0, 60.0);
    CaromProjectileDef def = caromProjectileDef();
    def.position = caromVec2(-1.0, 0.5);
    def.velocity = caromVec2(10.0, 0.0);
    def.radius = 0.2;
    def.gravityScale = 0.0;
    def.mass = caromBodyMass(world, row[0]);
    def.bounces = CAROM_UNLIMITED;
    CaromProjectileId ball = fireShot(world, &def);
    stepsAt(world, 1.0 + 4.0 / 60.0, 240.0);
    double speed = caromProjectileVelocity(world, ball).x;
    *momentum = 0.0;
    for (int i = 0; i < crates; i++) {
        *momentum += caromBodyVelocity(world, row[i]).x;
    }
    ck_assert(caromWorldValidate(world));
    endWorld(world);
    return speed;
}

/// Off a wall it comes back as it came; a lone crate takes all its speed, less what the ground
/// takes in two ticks of friction.
TEST(a_heavy_ball_meets_what_leans_on_others_as_a_wall)
{
    double momentum;
    ck_assert_double_eq_tol(ballOffCrates(1, false, &momentum), 0.0, 0.1);
    ck_assert_double_eq_tol(momentum, 10.0, 1.0);
    double off = ballOffCrates(1, true, &momentum);
    ck_assert_msg(off < -9.0, "%g", off);
    off = ballOffCrates(3, false, &momentum);
    ck_assert_msg(off < -1.0, "%g", off); // two crates together are heavier than the ball
    ck_assert_double_eq_tol(off + momentum, 10.0, 1.5);
}

// ---- without ground

enum { ADRIFT = 24 };

typedef struct Space {
    CaromWorld *world;
    CaromBodyId bodies[ADRIFT];
} Space;

/// Bodies of all kinds of shapes that fly towards each other.
static void makeSpace(Space *space, TestRandom *random)
{
    static const CaromVec2 wedge[] = {{-0.5, -0.4}, {0.6, -0.4}, {0.0, 0.5}};
    static const CaromVec2 angle[] = {{-0.6, -0.6}, {0.6, -0.6}, {0.6, -0.2},
                                      {-0.2, -0.2}, {-0.2, 0.6}, {-0.6, 0.6}};
    space->world = newWorld();
    for (int k = 0; k < ADRIFT; k++) {
        CaromVec2 at = caromVec2(2.2 * (k % 6) - 5.5, 2.2 * (k / 6) - 3.3), still = {0.0, 0.0};
        CaromVec2 way = caromVec2Scale(at, -testRandomRange(random, 0.2, 1.0));
        CaromBodyId body = newBody(space->world, CAROM_BODY_DYNAMIC, at, way);
        space->bodies[k] = body;
        switch (k % 5) {
        case 0:
            newBox(space->world, body, still, caromVec2(0.6, 0.3));
            break;
        case 1:
            newCircle(space->world, body, still, 0.5);
            break;
        case 2:
            newPolygon(space->world, body, wedge, 3);
            newCircle(space->world, body, caromVec2(0.0, 0.6), 0.3);
            break;
        case 3:
            newCapsule(space->world, body, caromVec2(-0.5, 0.0), caromVec2(0.5, 0.1), 0.2);
            break;
        default:
            newPolygon(space->world, body, angle, 6);
        }
        ck_assert_ok(
            caromBodySetAngularVelocity(space->world, body, testRandomRange(random, -3.0, 3.0)));
    }
}

/// Momenta x and y, and the angular momentum, of all.
static void sumUp(const Space *space, double sums[3])
{
    sums[0] = sums[1] = sums[2] = 0.0;
    for (int k = 0; k < ADRIFT; k++) {
        const CrBody *body = &space->world->bodies[space->bodies[k].index - 1];
        const CrRigid *rigid = &space->world->rigids.all[body->rigid];
        CaromVec2 at = crAdd(body->pivot, crBodyOffset(body, space->world->time));
        CaromVec2 p =
            caromVec2Scale(caromBodyVelocity(space->world, space->bodies[k]), rigid->mass);
        sums[0] += p.x;
        sums[1] += p.y;
        sums[2] += crCross(at, p) + rigid->spin * rigid->inertia;
    }
}

/// Nothing but what touches pushes: the sums stay, through impacts and piles. Of angular momentum a
/// little is lost, since contacts are solved before they touch, with the arms of where they were.
TEST_SEEDS(momenta_stay_without_ground, 8)
{
    Space space;
    double first[3], now[3];
    makeSpace(&space, &random);
    sumUp(&space, first);
    for (int tick = 1; tick <= 300; tick++) {
        caromWorldStepTo(space.world, tick / 60.0);
        sumUp(&space, now);
        ck_assert_msg(fabs(now[0] - first[0]) < 2e-5 && fabs(now[1] - first[1]) < 2e-5,
                      "tick %d: %g %g", tick, now[0] - first[0], now[1] - first[1]);
        ck_assert_msg(fabs(now[2] - first[2]) < 0.5, "tick %d: %g of %g", tick, now[2] - first[2],
                      first[2]);
    }
    endWorld(space.world);
}

/// More neighbours than take part in the answer to a hit: momentum is shared among those that do.
TEST(a_plate_with_many_neighbours_loses_no_momentum)
{
    enum { NEIGHBOURS = 40 };
    CaromWorld *world = newWorld();
    CaromBodyId plate = newCrate(world, caromVec2(0.0, 0.0), caromVec2(24.0, 0.5));
    for (int k = 0; k < NEIGHBOURS; k++) {
        newCrate(world, caromVec2(1.1 * k - 22.0, 0.9), caromVec2(0.5, 0.4));
    }
    CaromProjectileDef shot = newShot(caromVec2(0.3, -4.0), caromVec2(0.0, 120.0));
    shot.mass = 10.0;
    CaromProjectileId ball = fireShot(world, &shot);
    caromWorldStepTo(world, 1.9 / 60.0);
    ck_assert(crRigidLeans(world, plate.index - 1));
    double sum = 0.0;
    for (int k = 0; k < crArrayCount(world->rigids.all); k++) {
        const CrRigid *rigid = &world->rigids.all[k];
        sum += rigid->push.y + rigid->mass * (rigid->solved ? rigid->velocity.y : 0.0);
    }
    double after = caromProjectileVelocity(world, ball).y;
    ck_assert(after < 120.0);
    ck_assert_double_eq_tol(sum + 10.0 * after, 1200.0, 1e-9);
    endWorld(world);
}
