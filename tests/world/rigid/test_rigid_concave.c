// SPDX-License-Identifier: MIT
// Concave bodies are solid for others: cups hold what falls into them, frames what is in them, and
// what lies in the solid is pushed out of it.
#include <math.h>
#include <stdlib.h>

#include "../../support/builder.h"
#include "../../support/random.h"

/// A cup, 2 m wide and 1.5 m high, open above; its walls and floor 0.3 m thick.
static const CaromVec2 CUP[8] = {{-1, 0},    {1, 0},      {1, 1.5},    {0.7, 1.5},
                                 {0.7, 0.3}, {-0.7, 0.3}, {-0.7, 1.5}, {-1, 1.5}};
/// A frame around a hole; the ring of the hole runs the other way.
static const CaromVec2 FRAME[8] = {{-1.5, -1.5}, {1.5, -1.5}, {1.5, 1.5}, {-1.5, 1.5},
                                   {-1, -1},     {-1, 1},     {1, 1},     {1, -1}};
static const int RINGS[2] = {4, 8};

static CaromWorld *newYard(void)
{
    CaromWorld *world = newWorldUnder(10.0);
    newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(60.0, 1.0));
    return world;
}

static CaromBodyId addCup(CaromWorld *world, CaromVec2 at, CaromVec2 scale, double radius)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = at;
    def.scale = scale;
    CaromBodyId body = newBodyOf(world, &def);
    CaromGeometry cup = caromGeometry(CAROM_SHAPE_POLYGON, CUP, 8, radius);
    CaromShapeDef shape = caromShapeDef();
    madeShape(caromShapeCreate(world, body, &shape, &cup));
    return body;
}

static CaromBodyId addDisc(CaromWorld *world, CaromVec2 at, double radius)
{
    CaromBodyId body = newBody(world, CAROM_BODY_DYNAMIC, at, caromVec2(0.0, 0.0));
    newCircle(world, body, caromVec2(0.0, 0.0), radius);
    return body;
}

static CaromVec2 seenFrom(const CaromWorld *world, CaromBodyId body, CaromBodyId other)
{
    return caromBodyPointInverse(world, body, caromBodyTransform(world, other).position);
}

static void play(CaromWorld *world, double until, double hz)
{
    while (caromWorldTime(world) < until) {
        double next = floor(caromWorldTime(world) * hz + 1.5) / hz;
        caromWorldStepTo(world, fmin(until, next));
    }
}

/// Mirrored or not, rounded or not, light or heavy.
TEST_LOOP(a_disc_dropped_into_a_cup_stays_in_it, 12)
{
    CaromWorld *world = newYard();
    double mirror = _i % 2 ? -1.0 : 1.0, radius = _i / 2 % 2 ? 0.05 : 0.0, y = radius + 0.01;
    CaromBodyId cup = addCup(world, caromVec2(0.0, y), caromVec2(mirror, 1.0), radius);
    CaromBodyId disc = addDisc(world, caromVec2(0.3 * (_i / 4) - 0.3, 3.0), 0.3);
    play(world, 1.0, 60.0);
    caromBodySetVelocity(world, disc, caromVec2(1.5, 0.0)); // to and fro
    play(world, 6.0, 60.0);
    CaromVec2 in = seenFrom(world, cup, disc);
    ck_assert_msg(fabs(in.x) < 0.45 && fabs(in.y - 0.6 - radius) < 0.02, "case %d: (%g, %g)", _i,
                  in.x, in.y);
    ck_assert(caromWorldValidate(world));
    endWorld(world);
}

/// Created in a leg, in the floor, in a corner: it comes out, on either side.
TEST_LOOP(what_lies_in_the_solid_comes_out, 48)
{
    CaromWorld *world = newYard();
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromBodyId cup = addCup(world, caromVec2(0.0, 1.0), caromVec2(1.0, 1.0), 0.0);
    caromBodySetGravityScale(world, cup, 0.0);
    double along = testRandomRange(&random, 0.1, 1.4);
    CaromVec2 at = _i % 3 == 0   ? caromVec2(-0.85, 1.0 + along)
                   : _i % 3 == 1 ? caromVec2(0.85, 1.0 + along)
                                 : caromVec2(along - 0.75, 1.15);
    CaromBodyId disc = newBody(world, CAROM_BODY_DYNAMIC, at, caromVec2(0.0, 0.0));
    if (_i < 24) {
        newCircle(world, disc, caromVec2(0.0, 0.0), 0.05);
    } else {
        newBox(world, disc, caromVec2(0.0, 0.0), caromVec2(0.05, 0.04));
    }
    caromBodySetGravityScale(world, disc, 0.0);
    play(world, 3.0, 60.0);
    CaromVec2 p = seenFrom(world, cup, disc);
    CaromGeometry solid = caromGeometry(CAROM_SHAPE_POLYGON, CUP, 8, 0.0);
    CaromGeometry ball = caromGeometry(CAROM_SHAPE_CIRCLE, &p, 1, 0.04);
    double gap = caromShapesDistance(&solid, &ball).distance;
    ck_assert_msg(gap > -0.01, "case %d: %g deep at (%g, %g)", _i, -gap, p.x, p.y);
    endWorld(world);
}

/// A frame that is a region rolls over the ground; what is in its hole stays in it.
TEST_LOOP(what_is_in_a_frame_stays_in_it, 4)
{
    CaromWorld *world = newYard();
    CaromBodyId frame =
        newBody(world, CAROM_BODY_DYNAMIC, caromVec2(0.0, 3.0), caromVec2(3.0, 0.0));
    CaromBodyId discs[3];
    newRegion(world, frame, FRAME, RINGS, 2);
    caromBodySetAngularVelocity(world, frame, _i % 2 ? 4.0 : -4.0);
    for (int k = 0; k < 3; k++) {
        discs[k] = addDisc(world, caromVec2(0.5 * k - 0.5, 3.0), _i < 2 ? 0.2 : 0.05 + 0.1 * k);
        caromBodySetVelocity(world, discs[k], caromVec2(3.0, 0.0));
    }
    for (double time = 0.1; time < 6.0; time += 0.1) {
        play(world, time, 60.0);
        for (int k = 0; k < 3; k++) {
            CaromVec2 in = seenFrom(world, frame, discs[k]);
            ck_assert_msg(fabs(in.x) < 1.0 && fabs(in.y) < 1.0, "case %d, %g s: %d at (%g, %g)", _i,
                          time, k, in.x, in.y);
        }
    }
    endWorld(world);
}

/// Cups on cups: equal at all frame rates, and after a restore.
TEST(heaps_of_cups_have_the_same_bits)
{
    static const double rates[] = {60.0, 24.0, 144.0};
    uint64_t first = 0;
    for (int k = 0; k < 3; k++) {
        CaromWorld *world = newYard();
        for (int i = 0; i < 6; i++) {
            addCup(world, caromVec2(0.3 * (i % 2), 0.1 + 1.8 * i), caromVec2(i % 3 ? 1.0 : -1.0, 1),
                   i % 2 ? 0.04 : 0.0);
        }
        play(world, 2.0, rates[k]);
        size_t size = caromWorldSnapshotSize(world);
        void *snapshot = malloc(size);
        ck_assert_ok(caromWorldSave(world, snapshot, size, NULL));
        play(world, 4.0, rates[k]);
        uint64_t hash = caromWorldHash(world);
        first = k == 0 ? hash : first;
        ck_assert(hash == first);
        ck_assert_ok(caromWorldRestore(world, snapshot, size));
        ck_assert(caromWorldValidate(world));
        play(world, 4.0, rates[k]);
        ck_assert(caromWorldHash(world) == hash);
        free(snapshot);
        endWorld(world);
    }
}

/// A type that changes changes the parts: static ones are outlines.
TEST(cups_change_their_type)
{
    CaromWorld *world = newYard();
    CaromBodyId cup = addCup(world, caromVec2(0.0, 0.0), caromVec2(1.0, 1.0), 0.0);
    CaromBodyId disc = addDisc(world, caromVec2(0.1, 2.0), 0.3);
    static const CaromBodyType types[] = {CAROM_BODY_STATIC, CAROM_BODY_KINEMATIC,
                                          CAROM_BODY_DYNAMIC};
    for (int k = 0; k < 6; k++) {
        ck_assert_ok(caromBodySetType(world, cup, types[k % 3]));
        play(world, k + 1.0, 60.0);
        ck_assert(caromWorldValidate(world));
        CaromVec2 in = seenFrom(world, cup, disc);
        ck_assert_msg(fabs(in.x) < 0.45 && fabs(in.y - 0.6) < 0.02, "%d: (%g, %g)", k, in.x, in.y);
    }
    endWorld(world);
}
