// SPDX-License-Identifier: MIT
// Movers among movers: landing on each other, stacks, crowds, carried and pushed together. In one
// move none goes farther than its own wish, what carried it and what pushed it; none is put aside.
#include "../../support/builder.h"
#include "mover_yard.h"

#include <string.h>

enum { MOST = 8 };

/// Movers of one world, moved in any order.
typedef struct Party {
    CaromWorld *world;
    CaromMover movers[MOST];
    double falls[MOST]; ///< [m/s]
    CaromMoverResult results[MOST];
    int count;
    double dt;
} Party;

static Party newParty(double dt)
{
    Party party;
    memset(&party, 0, sizeof party);
    party.world = newWorld();
    party.dt = dt;
    return party;
}

/// Circle, capsule or box, 1 m high and up to 1 m wide, with a kinematic body; half a clearance of
/// 0.05 m apart from all.
static CaromMover *join(Party *party, CaromVec2 place, int kind, bool goesOn)
{
    static const CaromVec2 ends[2] = {{0.0, -0.25}, {0.0, 0.25}};
    static const CaromVec2 box[4] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    CaromMoverDef def = caromMoverDef();
    def.position = place;
    def.up = caromVec2(0, 1);
    def.body = newMoving(party->world, place, caromVec2(0, 0));
    def.bodyGoesOn = goesOn;
    if (kind == 0) {
        def.shape.radius = 0.5;
        newCircle(party->world, def.body, caromVec2(0, 0), 0.5);
    } else if (kind == 1) {
        def.shape = caromGeometry(CAROM_SHAPE_CAPSULE, ends, 2, 0.25);
        newCapsule(party->world, def.body, ends[0], ends[1], 0.25);
    } else {
        def.shape = caromGeometry(CAROM_SHAPE_POLYGON, box, 4, 0.0);
        newPolygon(party->world, def.body, box, 4);
    }
    party->movers[party->count] = newMover(party->world, &def);
    return &party->movers[party->count++];
}

/// One that runs, and falls where it does not stand. Returns how far it went beyond its wish.
static double moveOne(Party *party, int k, double run)
{
    CaromMover *mover = &party->movers[k];
    CaromMoverResult *result = &party->results[k];
    double fall = mover->grounded ? 0.0 : party->falls[k] - 9.81 * party->dt;
    CaromVec2 wish = caromVec2(run, fall);
    ck_assert_ok(caromMoverMove(party->world, mover, wish, party->dt, result));
    party->falls[k] = result->velocity.y;
    return caromVec2Length(result->moved) - caromVec2Length(wish) * party->dt;
}

/// Where a mover is, its points in `points`.
static CaromGeometry shapeOf(const CaromMover *mover, CaromVec2 *points)
{
    static const CaromShapeType types[] = {CAROM_SHAPE_CIRCLE, CAROM_SHAPE_CAPSULE};
    int count = mover->pointCount;
    for (int k = 0; k < count; k++) {
        points[k] = caromVec2Add(mover->position, mover->points[k]);
    }
    return caromGeometry(count < 3 ? types[count - 1] : CAROM_SHAPE_POLYGON, points, count,
                         mover->radius);
}

static double roomBetween(const Party *party, int a, int b)
{
    CaromVec2 points[2][CAROM_MOVER_POINTS];
    CaromGeometry one = shapeOf(&party->movers[a], points[0]);
    CaromGeometry other = shapeOf(&party->movers[b], points[1]);
    return caromShapesDistance(&one, &other).distance;
}

static void checkRoom(const Party *party, double least, const char *where, int frame)
{
    for (int a = 0; a < party->count; a++) {
        for (int b = 0; b < a; b++) {
            ck_assert_msg(roomBetween(party, a, b) >= least, "%s, frame %d: %d and %d are %g apart",
                          where, frame, a, b, roomBetween(party, a, b));
        }
    }
}

// ---- landing

/// A tower falls apart in pieces upon each other, from 3 m to 60 m, in every order of moves.
TEST_LOOP(who_is_landed_upon_is_not_shoved_aside, 108)
{
    static const double rates[] = {24.0, 60.0, 144.0};
    static const double heights[] = {1.5, 4.0, 60.0};
    int kind = _i % 3, goesOn = _i / 3 % 2, order = _i / 6 % 2;
    double rate = rates[_i / 12 % 3], height = heights[_i / 36 % 3];
    Party party = newParty(1.0 / rate);
    addBox(party.world, newRest(party.world), 0.0, -1.0, 50.0, 1.0);
    for (int k = 0; k < 4; k++) {
        join(&party, caromVec2(0.1 * k * k, 0.6 + height * k), kind, goesOn);
    }
    for (int frame = 0; frame < 6 * (int)rate; frame++) {
        caromWorldStep(party.world, party.dt);
        for (int j = 0; j < party.count; j++) {
            int k = order ? party.count - 1 - j : j;
            double carried = 0.0; // round ones slide off round ones, and take others along
            for (int i = 0; i < party.count; i++) {
                carried = fmax(carried, caromVec2Length(party.results[i].moved));
            }
            double beyond = moveOne(&party, k, 0.0);
            ck_assert_msg(beyond <= (party.movers[k].grounded ? carried : 0.0) + 1e-5 &&
                              !party.results[k].crushed,
                          "case %d, frame %d: mover %d goes %g too far", _i, frame, k, beyond);
            checkRoom(&party, 0.05 - ROUNDING - 1e-12, "landing", frame);
        }
    }
    caromWorldDestroy(party.world);
}

/// At random, in a pit: they run, jump and land on each other.
TEST_LOOP(nobody_goes_farther_than_it_wants, 96)
{
    TestRandom random = testRandomSeed((uint64_t)_i + 400);
    Party party = newParty(1.0 / testRandomRange(&random, 24.0, 240.0));
    CaromBodyId rest = newRest(party.world);
    addBox(party.world, rest, 0.0, -1.0, 9.0, 1.0);
    addBox(party.world, rest, -5.0, 4.0, 1.0, 9.0);
    addBox(party.world, rest, 5.0, 4.0, 1.0, 9.0);
    int count = testRandomInt(&random, 2, MOST);
    for (int k = 0; k < count; k++) {
        CaromVec2 place = caromVec2(testRandomRange(&random, -3.0, 3.0), 0.7 + 1.3 * k);
        join(&party, place, testRandomInt(&random, 0, 2), testRandomInt(&random, 0, 3) != 0);
    }
    double runs[MOST] = {0}, lately[MOST];
    CaromVec2 before[MOST];
    for (int frame = 0; frame < 400; frame++) {
        int first = testRandomInt(&random, 0, count - 1);
        caromWorldStep(party.world, party.dt);
        for (int k = 0; k < count; k++) {
            before[k] = party.movers[k].position;
            lately[k] = caromVec2Length(party.results[k].moved);
        }
        for (int j = 0; j < count; j++) {
            int k = (first + j) % count;
            bool jumps = party.movers[k].grounded && testRandomInt(&random, 0, 30) == 0;
            double carried = 0.0; // by the one it stands on: at most two of its moves
            for (int i = 0; i < count; i++) {
                carried = fmax(carried,
                               lately[i] + caromVec2Distance(party.movers[i].position, before[i]));
            }
            runs[k] = testRandomInt(&random, 0, 20) ? runs[k] : testRandomRange(&random, -6, 6);
            party.falls[k] = jumps ? 6.0 : party.falls[k];
            party.movers[k].grounded = party.movers[k].grounded && !jumps;
            double beyond = moveOne(&party, k, runs[k]);
            ck_assert_msg(beyond <= carried + 1e-5 && !party.results[k].crushed,
                          "seed %d, frame %d: mover %d goes %g too far", _i, frame, k, beyond);
            checkRoom(&party, 0.05 - ROUNDING - 1e-12, "pit", frame);
        }
    }
    caromWorldDestroy(party.world);
}

// ---- carried and pushed together

/// Three on top of each other on a lift, up and down; the middle one begins to walk.
TEST_LOOP(a_stack_rides_a_lift, 8)
{
    int kind = 2, order = _i % 2, goesOn = _i / 2 % 2;
    double speed = _i / 4 % 2 ? 2.0 : -2.0;
    Party party = newParty(DT);
    CaromBodyId lift = newMoving(party.world, caromVec2(0, 0), caromVec2(0, 0));
    addBox(party.world, lift, 0.0, -1.0, 3.0, 1.0);
    for (int k = 0; k < 3; k++) {
        join(&party, caromVec2(0.0, 0.6 + 1.1 * k), kind, goesOn);
    }
    for (int frame = 0; frame < 240; frame++) {
        if (frame == 60) {
            caromBodySetVelocity(party.world, lift, caromVec2(0.0, speed));
        }
        caromWorldStep(party.world, DT);
        for (int j = 0; j < 3; j++) {
            int k = order ? 2 - j : j;
            double beyond = moveOne(&party, k, 0.0);
            ck_assert_msg(beyond <= 2.5 * fabs(speed) * DT && !party.results[k].crushed,
                          "case %d, frame %d: mover %d goes %g", _i, frame, k, beyond);
        }
        double top = caromBodyTransform(party.world, lift).position.y;
        for (int k = 0; k < 3; k++) {
            ASSERT_NEAR(party.movers[k].position.x, 0.0, 1e-4);
            ck_assert_msg(fabs(party.movers[k].position.y - top - 0.55 - 1.05 * k) <=
                              4.0 * fabs(speed) * DT + 0.11,
                          "case %d, frame %d: mover %d is at %g over %g", _i, frame, k,
                          party.movers[k].position.y, top);
        }
    }
    caromWorldDestroy(party.world);
}

/// One stands on the head of another one that walks: it is carried along, whichever moves first.
TEST_LOOP(who_stands_on_a_walker_is_carried, 4)
{
    int order = _i % 2, goesOn = _i / 2 % 2;
    Party party = newParty(DT);
    addBox(party.world, newRest(party.world), 0.0, -1.0, 50.0, 1.0);
    join(&party, caromVec2(0.0, 0.56), 2, goesOn);
    join(&party, caromVec2(0.2, 1.65), 2, goesOn);
    for (int frame = 0; frame < 180; frame++) {
        caromWorldStep(party.world, DT);
        for (int j = 0; j < 2; j++) {
            int k = order ? 1 - j : j;
            moveOne(&party, k, k == 0 && frame >= 60 ? 3.0 : 0.0);
            ck_assert(!party.results[k].crushed);
        }
        ASSERT_NEAR(party.movers[1].position.x - party.movers[0].position.x, 0.2,
                    order ? 3.0 * DT + 1e-6 : 1e-6);
    }
    ck_assert(party.movers[0].position.x > 5.9 && party.movers[1].grounded);
    caromWorldDestroy(party.world);
}

/// A mover stays where it is if its carrier is put elsewhere, out of reach.
TEST(who_stands_on_one_that_vanishes_is_not_taken_along)
{
    Party party = newParty(DT);
    addBox(party.world, newRest(party.world), 0.0, -1.0, 50.0, 1.0);
    join(&party, caromVec2(0.0, 0.56), 2, false);
    join(&party, caromVec2(0.2, 1.65), 2, false);
    for (int frame = 0; frame < 10; frame++) {
        caromWorldStep(party.world, DT);
        moveOne(&party, 0, 0.0);
        moveOne(&party, 1, 0.0);
    }
    ck_assert(party.movers[1].grounded);
    CaromTransform far = caromTransform(caromVec2(30.0, 20.0), 0.0, caromVec2(1, 1));
    ck_assert_ok(caromBodySetTransform(party.world, party.movers[0].body, far));
    caromWorldStep(party.world, DT);
    moveOne(&party, 1, 0.0);
    ASSERT_NEAR(party.movers[1].position.x, 0.2, 1e-9);
    ck_assert_double_lt(party.movers[1].position.y, 1.7);
    caromWorldDestroy(party.world);
}

/// Put between two, as deep in one as in the other, of which the first stands at `x`: where it
/// goes.
static double goBetween(double x)
{
    CaromWorld *world = newWorld();
    CaromMover all[3];
    for (int k = 0; k < 3; k++) {
        CaromMoverDef def = caromMoverDef();
        def.position = caromVec2(k == 0 ? x : k == 1 ? -x : 0.0, 0.0);
        if (k < 2) {
            def.body = newMoving(world, def.position, caromVec2(0, 0));
            newCircle(world, def.body, caromVec2(0, 0), 0.3);
        }
        all[k] = newMover(world, &def);
    }
    CaromMoverResult result = go(world, &all[2], 0.0, 0.0);
    ck_assert(!result.crushed && result.position.y == 0.0);
    caromWorldDestroy(world);
    return result.position.x;
}

/// Which one it gives way to depends on which was made first, not on where that is.
TEST(of_two_as_deep_the_first_decides)
{
    double right = goBetween(0.5), left = goBetween(-0.5);
    ck_assert(right != 0.0 && right == -left);
}

/// A door pushes a row before it: each gives way to the one behind, none is put aside.
TEST_LOOP(a_door_pushes_a_row, 12)
{
    int kind = _i % 3, order = _i / 3 % 2, goesOn = _i / 6 % 2;
    Party party = newParty(DT);
    addBox(party.world, newRest(party.world), 0.0, -1.0, 50.0, 1.0);
    CaromBodyId door = newMoving(party.world, caromVec2(-2.0, 0.0), caromVec2(0, 0));
    addBox(party.world, door, 0.0, 2.0, 0.25, 2.0);
    for (int k = 0; k < 3; k++) {
        join(&party, caromVec2(1.06 * k, 0.56), kind, goesOn);
    }
    caromBodySetVelocity(party.world, door, caromVec2(2.0, 0.0));
    for (int frame = 0; frame < 240; frame++) {
        caromWorldStep(party.world, DT);
        for (int j = 0; j < 3; j++) {
            int k = order ? 2 - j : j;
            double beyond = moveOne(&party, k, 0.0);
            ck_assert_msg(beyond <= 3.0 * 2.0 * DT && !party.results[k].crushed,
                          "case %d, frame %d: mover %d goes %g", _i, frame, k, beyond);
        }
        for (int k = 0; k < 3; k++) {
            ASSERT_NEAR(party.movers[k].position.y, 0.55, 0.02);
            ck_assert(k == 0 || party.movers[k].position.x > party.movers[k - 1].position.x + 0.4);
        }
    }
    double face = caromBodyTransform(party.world, door).position.x + 0.25;
    ck_assert(party.movers[0].position.x > face + 0.25);
    caromWorldDestroy(party.world);
}
