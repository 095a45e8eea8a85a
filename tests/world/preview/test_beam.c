// SPDX-License-Identifier: MIT
// Beams: legs are those of a bullet, to the bit; energies and lengths by hand and by sums; nothing
// is passed that is seen.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/query_case.h"

#include <math.h>
#include <string.h>

#include "../../support/random_vec.h"

enum { BEAMS = 40, SEEDS = 40, LEGS = 64 };

/// A crowd without what moves, in a closed room; all of it mirrors.
static Crowd *makeHall(TestRandom *random, bool lattice)
{
    static const CaromVec2 room[4] = {{-16, -16}, {-16, 16}, {16, 16}, {16, -16}};
    Crowd *crowd = crowdMake(random, 40, 12.0, lattice);
    for (int i = 0; i < crowd->count; i++) {
        bool valid = caromBodyIsValid(crowd->world, crowd->bodies[i]);
        if (valid && caromBodySetVelocity(crowd->world, crowd->bodies[i], caromVec2(0, 0)) ==
                         CAROM_OK) { // a kinematic one
            caromBodyDestroy(crowd->world, crowd->bodies[i]);
        }
    }
    newChain(crowd->world, newRest(crowd->world), room, 4, CAROM_CHAIN_CLOSED);
    return crowd;
}

static CaromBeamDef anyBeam(TestRandom *random, bool lattice)
{
    CaromBeamDef def = caromBeamDef();
    def.origin = randomVec(random, 15.0);
    def.direction = randomVec(random, 3.0);
    def.direction.x += def.direction.x < 0.0 ? -0.5 : 0.5; // 60 steps are enough for a bullet
    if (lattice) {                                         // at corners, along edges
        def.origin = caromVec2((double)(int)def.origin.x, (double)(int)def.origin.y);
        def.direction = caromVec2(testRandomInt(random, -3, 3), testRandomInt(random, 1, 3));
    }
    def.bounces = LEGS - 2;
    def.length = testRandomInt(random, 0, 3) ? 1e4 : testRandomRange(random, 1.0, 100.0);
    def.radius = testRandomInt(random, 0, 2) ? 0.0 : testRandomRange(random, 0.01, 0.3);
    def.options.filter.category = 7;
    return def;
}

/// A real bullet, fired and flown in a world; its hits.
static int flyBullet(CaromWorld *world, const CaromBeamDef *beam, CaromHitEvent *hits, int capacity)
{
    CaromProjectileDef def = newShot(beam->origin, beam->direction);
    def.radius = beam->radius;
    def.filter = beam->options.filter;
    def.restTime = 0.0;
    def.lifetime = 1e9;
    def.bounces = beam->bounces;
    CaromProjectileId bullet = caromProjectileFire(world, &def);
    int count = 0;
    for (int step = 0; step < 60 && caromProjectileIsValid(world, bullet); step++) {
        caromWorldStep(world, 300.0);
        CaromEvents events = caromWorldEvents(world);
        for (int i = 0; i < events.hitCount && count < capacity; i++) {
            hits[count++] = events.hits[i];
        }
    }
    if (caromProjectileIsValid(world, bullet)) {
        caromProjectileDestroy(world, bullet);
    }
    return count;
}

/// At the clock 0, where times are as fine as a beam's: in corners, places depend on them.
TEST_LOOP(legs_are_those_of_a_bullet, SEEDS)
{
    bool lattice = _i % 2;
    int compared = 0;
    for (int number = 0; number < BEAMS * flightTestTimes(10); number++) {
        CaromBeamLeg legs[LEGS];
        CaromHitEvent hits[LEGS];
        TestRandom random = testRandomSeed((uint64_t)(_i * 1000 + number));
        Crowd *crowd = makeHall(&random, lattice);
        CaromBeamDef def = anyBeam(&random, lattice);
        int count = caromWorldCastBeam(crowd->world, &def, legs, LEGS);
        int flown = flyBullet(crowd->world, &def, hits, LEGS);
        ck_assert_int_le(count, LEGS - 1);
        for (int i = 0; i < count && legs[i].hit; i++, compared++) {
            ck_assert_msg(
                i < flown && legs[i].to.x == hits[i].center.x && legs[i].to.y == hits[i].center.y &&
                    legs[i].shape.index == hits[i].shape.index &&
                    legs[i].feature == hits[i].feature && legs[i].normal.x == hits[i].normal.x &&
                    legs[i].normal.y == hits[i].normal.y,
                "seed %d, beam %d, leg %d of %d, %d hits", _i, number, i, count, flown);
        }
        crowdFree(crowd);
    }
    ck_assert_int_gt(compared, 100);
}

/// Legs join, their lengths add up, and no leg meets anything between its ends.
TEST_LOOP(legs_join_and_are_free, SEEDS)
{
    TestRandom random = testRandomSeed((uint64_t)_i + 170);
    bool moves = _i % 2;
    Crowd *crowd = moves ? crowdMake(&random, 60, 12.0, false) : makeHall(&random, false);
    for (int number = 0; number < BEAMS; number++) {
        CaromBeamLeg legs[LEGS], few[2];
        CaromBeamDef def = anyBeam(&random, false);
        int count = caromWorldCastBeam(crowd->world, &def, legs, LEGS);
        ck_assert_int_eq(caromWorldCastBeam(crowd->world, &def, few, 2), count);
        ck_assert(count == 0 || memcmp(&few[0].to, &legs[0].to, sizeof few[0].to) == 0);
        double way = 0.0;
        for (int i = 0; i < count; i++) {
            CaromVec2 along = caromVec2Sub(legs[i].to, legs[i].from);
            double length = caromVec2Length(along);
            ck_assert(fabs(legs[i].way - way) <= 1e-9 * (1.0 + way) && legs[i].energy == 1.0);
            ck_assert(i == 0 ||
                      (legs[i].from.x == legs[i - 1].to.x && legs[i].from.y == legs[i - 1].to.y));
            ck_assert(legs[i].hit || i == count - 1);
            ck_assert(!legs[i].hit || caromVec2Dot(along, legs[i].normal) <= 1e-9 * length);
            way += length;
            def.options.inside = CAROM_INSIDE_IGNORE; // one-sided walls are passed from behind
            if (length > 0.1 && !moves) { // all but its very ends, beside which surfaces lie
                ck_assert_msg(!caromWorldCastAny(
                                  crowd->world,
                                  caromVec2Add(legs[i].from, caromVec2Scale(along, 0.01 / length)),
                                  def.radius * 0.9, caromVec2Scale(along, 1.0 - 0.02 / length),
                                  def.options) ||
                                  def.radius > 0.0,
                              "seed %d, beam %d, leg %d", _i, number, i);
            }
        }
        ck_assert(count == 0 || legs[count - 1].hit || fabs(way - def.length) <= 1e-9 * way);
    }
    crowdFree(crowd);
}

/// Between two walls, 1 apart, of restitution 0.5: straight back and forth.
TEST_WORLD(energy_and_length_by_hand, newWorld())
{
    CaromBodyId body = newRest(world);
    CaromShapeDef shape = caromShapeDef();
    shape.restitution = 0.5;
    shape.material = 3;
    caromShapeCreateSegment(world, body, &shape, caromVec2(0, -9), caromVec2(0, 9));
    caromShapeCreateSegment(world, body, &shape, caromVec2(1, -9), caromVec2(1, 9));
    CaromBeamLeg legs[32];
    CaromBeamDef def = caromBeamDef();
    def.origin = caromVec2(0.5, 0.0);
    def.direction = caromVec2(12.0, 0.0); // its length means nothing
    int count = caromWorldCastBeam(world, &def, legs, 32);
    ck_assert_int_eq(count, 10); // 2^-9 is above 0.001, 2^-10 is not
    for (int i = 0; i < count; i++) {
        ck_assert(legs[i].hit && legs[i].energy == ldexp(1.0, -i));
        ck_assert(fabs(legs[i].to.x - (i % 2 ? 0.0 : 1.0)) < 1e-14 && legs[i].to.y == 0.0);
        ck_assert(fabs(legs[i].way - (i > 0 ? i - 0.5 : 0.0)) < 1e-13);
    }
    def.length = 2.25;
    count = caromWorldCastBeam(world, &def, legs, 32);
    ck_assert_int_eq(count, 3);
    ck_assert(!legs[2].hit && legs[2].shape.index == 0 && fabs(legs[2].to.x - 0.75) < 1e-15);
    def.length = 100.0;
    def.bounces = 2;
    ck_assert_int_eq(caromWorldCastBeam(world, &def, legs, 32), 3);
    ck_assert(legs[2].hit);
    // A pair's own number, and its ricochet angle: straight on is too steep.
    CaromSurface surface = caromSurface();
    surface.restitution = 0.25;
    caromWorldSetSurface(world, 7, 3, &surface);
    def.material = 7;
    ck_assert_int_eq(caromWorldCastBeam(world, &def, legs, 32), 3);
    ck_assert(legs[1].energy == 0.25 && legs[2].energy == 0.0625);
    surface.ricochetAngle = 0.5;
    surface.steep = CAROM_HIT_DIE;
    caromWorldSetSurface(world, 7, 3, &surface);
    ck_assert_int_eq(caromWorldCastBeam(world, &def, legs, 32), 1);
    def.direction = caromVec2(1.0, 4.0); // 0.245 rad off the walls
    ck_assert_int_eq(caromWorldCastBeam(world, &def, legs, 32), 3);
    // Unseen walls are passed, and a beam that starts within a solid is none.
    def.options.ignoreBody = body;
    ck_assert_int_eq(caromWorldCastBeam(world, &def, legs, 32), 1);
    ck_assert(!legs[0].hit && fabs(caromVec2Distance(legs[0].from, legs[0].to) - 100.0) < 1e-12);
    CaromBodyId other = newRest(world);
    caromShapeCreateBox(world, other, &shape, def.origin, caromVec2(0.25, 0.25));
    ck_assert_int_eq(caromWorldCastBeam(world, &def, legs, 32), 0);
}
