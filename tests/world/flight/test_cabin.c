// SPDX-License-Identifier: MIT
// What flies in something that moves: as in the same thing at rest, however far that has come, and
// whatever it does next.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/random.h"

#include "../../support/rounded.h"

#include <math.h>
#include <string.h>

/// A world with a cabin, of one body or of two that move alike, and one projectile in it.
typedef struct Cabin {
    CaromWorld *world;
    CaromBodyId body, other;
    CaromProjectileId shot;
    CaromVec2 velocity;
    int hits;
} Cabin;

static void stepCabin(Cabin *cabin, double dt)
{
    ck_assert_int_eq(caromWorldStep(cabin->world, dt), CAROM_STEP_OK);
    cabin->hits += caromWorldEvents(cabin->world).hitCount;
}

/// Where the projectile is, as the cabin has it.
static CaromVec2 placeIn(const Cabin *cabin)
{
    return caromBodyPointInverse(cabin->world, cabin->body,
                                 caromProjectilePosition(cabin->world, cabin->shot));
}

static CaromVec2 velocityIn(const Cabin *cabin)
{
    return caromVec2Sub(caromProjectileVelocity(cabin->world, cabin->shot), cabin->velocity);
}

static CaromVec2 randomVelocity(TestRandom *random, double speed)
{
    double x = testRandomRange(random, -speed, speed), y = testRandomRange(random, -speed, speed);
    return caromVec2(x, y);
}

static void endCabin(Cabin *cabin)
{
    endWorld(cabin->world);
}

// ---- relativity

static void addBoxes(const Cabin *cabin, const CaromShapeDef *def, double r)
{
    roundedBox(cabin->world, cabin->body, def, caromVec2(0.0, -2.5), caromVec2(3.0, 0.5), r);
    roundedBox(cabin->world, cabin->other, def, caromVec2(2.5, 0.0), caromVec2(0.5, 3.0), r);
    roundedBox(cabin->world, cabin->other, def, caromVec2(-2.5, 0.0), caromVec2(0.5, 3.0), r);
    roundedBox(cabin->world, cabin->body, def, caromVec2(0.0, 2.5), caromVec2(3.0, 0.5), r);
}

static void furnish(const Cabin *cabin, TestRandom *random)
{
    static const CaromVec2 outlines[3][8] = {
        {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}},
        {{-2, -2}, {3, -1.6}, {-2, 2}},
        {{-2, -2}, {-1, -2.3}, {1, -2.2}, {2, -1.5}, {2.2, 1}, {1, 2}, {-1, 2.2}, {-2.4, 0.5}}};
    static const int counts[3] = {4, 3, 8};
    CaromShapeDef def = caromShapeDef();
    def.restitution = 1.0;
    def.friction = 0.5 * testRandomInt(random, 0, 2);
    double radius = 0.125 * testRandomInt(random, 0, 1);
    int kind = testRandomInt(random, 0, 4);
    if (kind == 3) {
        addBoxes(cabin, &def, radius);
    } else if (kind == 4) {
        CaromVec2 inward[4] = {{-2, 2}, {2, 2}, {2, -2}, {-2, -2}}; // solid on their left
        roundedChain(cabin->world, cabin->body, &def, inward, 4,
                     CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED, radius);
    } else {
        roundedChain(cabin->world, cabin->body, &def, outlines[kind], counts[kind], true, radius);
    }
    if (testRandomInt(random, 0, 1)) {
        caromShapeCreateCircle(cabin->world, cabin->body, &def, caromVec2(0.3, -1.2), 0.4);
    }
}

/// The same from the same seed, but for whether it moves.
static Cabin makeCabin(TestRandom random, bool moves)
{
    Cabin cabin = {0};
    CaromVec2 velocity = randomVelocity(&random, 3.0);
    cabin.velocity = moves ? velocity : caromVec2(0.0, 0.0);
    cabin.world = newWorldUnder(testRandomInt(&random, 0, 3) > 0 ? 10.0 : 0.0);
    CaromBodyDef def = caromBodyDef();
    def.type = moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    def.position = randomVelocity(&random, 50.0);
    def.angle = testRandomInt(&random, 0, 1) * testRandomRange(&random, 0.0, 6.28);
    def.velocity = cabin.velocity;
    cabin.body = caromBodyCreate(cabin.world, &def);
    cabin.other = testRandomInt(&random, 0, 1) ? caromBodyCreate(cabin.world, &def) : cabin.body;
    furnish(&cabin, &random);
    CaromProjectileDef shot = caromProjectileDef();
    shot.restitution = 0.3 * testRandomInt(&random, 0, 3);
    shot.friction = 0.5 * testRandomInt(&random, 0, 1);
    shot.rolls = testRandomInt(&random, 0, 1);
    shot.radius = 0.1 * testRandomInt(&random, 0, 1);
    double x = testRandomRange(&random, -1.5, -0.5), y = testRandomRange(&random, -1.0, 0.0);
    shot.position = caromBodyPoint(cabin.world, cabin.body, caromVec2(x, y));
    shot.velocity = caromVec2Add(randomVelocity(&random, 3.0), cabin.velocity);
    cabin.shot = caromProjectileFire(cabin.world, &shot);
    return cabin;
}

/// As often, as far as bounces without end allow, and to the same place. What bounced in a corner
/// of a cabin that moved had thousands of hits, and was parked or crushed there.
TEST_LOOP(a_cabin_that_moves_is_as_one_at_rest, 200 * flightTestTimes(1))
{
    Cabin still = makeCabin(testRandomSeed((uint64_t)_i), false),
          moving = makeCabin(testRandomSeed((uint64_t)_i), true);
    for (int k = 0; k < 160; k++) {
        stepCabin(&still, 0.03125);
        stepCabin(&moving, 0.03125);
    }
    CaromVec2 place = placeIn(&still), velocity = velocityIn(&still);
    ck_assert_int_le(still.hits > moving.hits ? still.hits - moving.hits : moving.hits - still.hits,
                     3 + still.hits / 3);
    ck_assert(caromVec2Distance(place, placeIn(&moving)) < 1e-3);
    ck_assert(caromVec2Distance(velocity, velocityIn(&moving)) < 1e-2);
    endCabin(&still);
    endCabin(&moving);
}

/// The velocity that it already has is set in every frame, which restarts every leg. A flight that
/// lay in a corner was parked there, and some that bounced along one-sided walls fell out.
TEST_LOOP(nobody_leaves_a_cabin_that_is_told_its_velocity, 200 * flightTestTimes(1))
{
    Cabin cabin = makeCabin(testRandomSeed((uint64_t)_i), true);
    for (int k = 0; k < 160; k++) {
        caromBodySetVelocity(cabin.world, cabin.body, cabin.velocity);
        if (cabin.other.index != cabin.body.index) {
            caromBodySetVelocity(cabin.world, cabin.other, cabin.velocity);
        }
        stepCabin(&cabin, 0.03125);
        ck_assert(caromProjectileIsValid(cabin.world, cabin.shot));
    }
    CaromVec2 place = placeIn(&cabin);
    ck_assert(fabs(place.x) < 3.0 && fabs(place.y) < 2.4);
    endCabin(&cabin);
}

/// It is put where it is in every frame, and hung from its own parent, as by a game that does so
/// with all that it draws: nothing changes. Of flights that glided along thin walls, or lay in
/// their corners, one in 200 got out in four seconds, or ended as crushed.
TEST_LOOP(a_cabin_that_is_put_where_it_is_stays_as_it_was, 24)
{
    Cabin cabin = makeCabin(testRandomSeed((uint64_t)_i), true),
          other = makeCabin(testRandomSeed((uint64_t)_i), true);
    for (int k = 0; k < 160; k++) {
        CaromBodyId bodies[2] = {cabin.body, cabin.other};
        for (int j = 0; j < 2; j++) {
            CaromTransform place = caromBodyTransform(cabin.world, bodies[j]);
            CaromBodyId parent = caromBodyParent(cabin.world, bodies[j]);
            ck_assert_ok(caromBodySetTransform(cabin.world, bodies[j], place));
            ck_assert_ok(caromBodySetParent(cabin.world, bodies[j], parent));
        }
        stepCabin(&cabin, 0.03125);
        stepCabin(&other, 0.03125);
        ck_assert(caromWorldHash(cabin.world) == caromWorldHash(other.world));
    }
    endCabin(&cabin);
    endCabin(&other);
}

/// Turned for a second, then stopped, and from then on in one step a second or in 64.
TEST_LOOP(a_cabin_is_the_same_at_any_rate, 200 * flightTestTimes(1))
{
    Cabin coarse = makeCabin(testRandomSeed((uint64_t)_i), true),
          fine = makeCabin(testRandomSeed((uint64_t)_i), true);
    Cabin *both[2] = {&coarse, &fine};
    for (int k = 0; k < 2; k++) {
        caromBodySetAngularVelocity(both[k]->world, both[k]->body, 1.0);
        caromWorldStep(both[k]->world, 1.0);
        caromBodySetAngularVelocity(both[k]->world, both[k]->body, 0.0);
    }
    for (int k = 1; k <= 4; k++) {
        caromWorldStepTo(coarse.world, 1.0 + k);
        for (int j = 1; j <= 64; j++) {
            caromWorldStepTo(fine.world, k + j / 64.0);
        }
        ck_assert(caromWorldHash(coarse.world) == caromWorldHash(fine.world));
    }
    endCabin(&coarse);
    endCabin(&fine);
}

// ---- corners

enum { CORNERS = 5 };

static void cornersOf(TestRandom *random, CaromVec2 corners[CORNERS])
{
    double phase = testRandomRange(random, 0.0, 6.28);
    for (int k = 0; k < CORNERS; k++) {
        double angle = phase + 6.283185307179586 / CORNERS * (k + testRandomRange(random, 0, 0.4));
        double length =
            k % 2 ? testRandomRange(random, 0.4, 0.7) : testRandomRange(random, 0.9, 1.2);
        corners[k] = caromVec2(length * cos(angle), length * sin(angle));
    }
}

/// [m] How far it is out of a ring; 0: inside.
static double outOf(const CaromVec2 corners[CORNERS], CaromVec2 place)
{
    if (caromPointInPolygon(place, corners, CORNERS)) {
        return 0.0;
    }
    return caromNearestOnPolygon(place, corners, CORNERS).distance;
}

/// Shot from the middle at each corner, over and over, in a room that has come up to 1,000 km since
/// its walls were made, 20 legs at least. Of points some passed through the tips; of small discs,
/// and far out, most were left in walls, or had no place any more.
TEST_LOOP(nobody_gets_out_by_a_corner_that_moves, 200 * flightTestTimes(1) / 4)
{
    static const double ways[4] = {0.0, 1e2, 1e4, 1e6};
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromVec2 corners[CORNERS];
    cornersOf(&random, corners);
    Cabin cabin = {0};
    cabin.world = newWorldUnder(0.0);
    double way = ways[testRandomInt(&random, 0, 3)];
    CaromVec2 start = caromVec2Sub(randomVelocity(&random, 10.0), caromVec2(way, 0.0));
    cabin.body = newMoving(cabin.world, start, caromVec2(way, 0.0));
    newChain(cabin.world, cabin.body, corners, CORNERS, true);
    stepCabin(&cabin, 1.0);
    cabin.velocity = randomVelocity(&random, 3.0);
    caromBodySetVelocity(cabin.world, cabin.body, cabin.velocity);
    double radius = 0.01 * testRandomInt(&random, 0, 1);
    CaromProjectileDef def = caromProjectileDef();
    CaromProjectileId shots[4 * CORNERS];
    for (int k = 0; k < 4 * CORNERS; k++) {
        CaromVec2 from = randomVelocity(&random, 0.05), corner = corners[k % CORNERS];
        double speed = testRandomRange(&random, 1.0, 30.0);
        def.radius = radius;
        def.restitution = 0.5 * testRandomInt(&random, 0, 2);
        def.position = caromBodyPoint(cabin.world, cabin.body, from);
        def.velocity =
            caromVec2Add(cabin.velocity, caromVec2Scale(caromVec2Sub(corner, from), speed));
        shots[k] = caromProjectileFire(cabin.world, &def);
    }
    for (int k = 0; k < 30; k++) {
        stepCabin(&cabin, 0.0625);
        for (int s = 0; s < 4 * CORNERS; s++) {
            cabin.shot = shots[s];
            ck_assert(caromProjectileIsValid(cabin.world, cabin.shot));
            ck_assert(outOf(corners, placeIn(&cabin)) < 1e-6);
        }
    }
    endCabin(&cabin);
}

enum { LODGERS = 6 };

/// Points without weight and restitution, which lie in corners in the end.
static void fireLodgers(const Cabin *cabin, TestRandom *random, CaromProjectileId ids[LODGERS])
{
    CaromProjectileDef def = caromProjectileDef();
    def.restitution = def.friction = def.gravityScale = 0.0;
    def.position = caromBodyPoint(cabin->world, cabin->body, caromVec2(0.0, 0.0));
    for (int k = 0; k < LODGERS; k++) {
        def.velocity = caromVec2Add(randomVelocity(random, 5.0), cabin->velocity);
        ids[k] = caromProjectileFire(cabin->world, &def);
    }
}

/// Cut out of a solid.
static Cabin makeCave(TestRandom *random, CaromVec2 corners[CORNERS])
{
    CaromVec2 outline[4 + CORNERS] = {{-4, -4}, {4, -4}, {4, 4}, {-4, 4}};
    static const int ends[2] = {4, 4 + CORNERS};
    Cabin cabin = {0};
    cornersOf(random, corners);
    memcpy(outline + 4, corners, CORNERS * sizeof *corners);
    cabin.world = newWorldUnder(0.0);
    cabin.velocity = randomVelocity(random, 4.0);
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.position = randomVelocity(random, 20.0);
    def.angle = testRandomRange(random, 0.0, 6.28);
    def.velocity = cabin.velocity;
    cabin.body = caromBodyCreate(cabin.world, &def);
    newRegion(cabin.world, cabin.body, outline, ends, 2);
    return cabin;
}

/// Faster and slower as a lift. Of what lay in its corners some got into the solid, and out.
TEST_SEEDS(nobody_gets_into_the_solid_that_speeds_up, 200 * flightTestTimes(1) / 2)
{
    CaromVec2 corners[CORNERS];
    Cabin cabin = makeCave(&random, corners);
    CaromProjectileId ids[LODGERS];
    fireLodgers(&cabin, &random, ids);
    for (int k = 0; k < 360; k++) {
        cabin.velocity.y += k % 120 < 60 ? 0.05 : -0.05;
        caromBodySetVelocity(cabin.world, cabin.body, cabin.velocity);
        stepCabin(&cabin, 1.0 / 60.0);
    }
    for (int k = 0; k < LODGERS; k++) {
        cabin.shot = ids[k];
        ck_assert(caromProjectileIsValid(cabin.world, cabin.shot));
        ck_assert(outOf(corners, placeIn(&cabin)) < 1e-6);
    }
    endCabin(&cabin);
}

// ---- a notch

/// A flight goes into the narrow end between two faces of a body that moves. When it lies there,
/// the body gets another velocity. A third of the flights ended as crushed; a tenth of the flights
/// that lay there were put decimetres away, some behind a face.
TEST_SEEDS(what_lies_in_a_notch_that_moves_stays_there, 200 * flightTestTimes(1))
{
    Cabin cabin = {0};
    cabin.world = newWorldUnder(10.0);
    CaromVec2 start = randomVelocity(&random, 50.0);
    cabin.body = newMoving(cabin.world, start, randomVelocity(&random, 5.0));
    CaromShapeDef def = caromShapeDef();
    double radius = 0.05 * testRandomInt(&random, 0, 1), slope = testRandomRange(&random, 0.1, 0.6);
    double narrow = testRandomRange(&random, 0.5, 0.9), middle = slope - 0.5 * narrow;
    def.restitution = 0.0;
    double rounding = 0.03 * testRandomInt(&random, 0, 1);
    CaromVec2 tip = {0, 0}, low = {-3.0 * cos(slope), -3.0 * sin(slope)},
              high = {-3.0 * cos(slope - narrow), -3.0 * sin(slope - narrow)};
    CaromVec2 notch[3] = {high, tip, low};
    roundedChain(cabin.world, cabin.body, &def, notch, 3, false, rounding);
    CaromProjectileDef shot = caromProjectileDef();
    double far = 0.5 + (radius + rounding) / sin(0.5 * narrow);
    double speed = testRandomRange(&random, 5.0, 30.0);
    shot.radius = radius;
    shot.restitution = 0.0;
    shot.friction = testRandomRange(&random, 0.7, 2.0);
    shot.position =
        caromBodyPoint(cabin.world, cabin.body, caromVec2(-far * cos(middle), -far * sin(middle)));
    shot.velocity = caromVec2Add(caromBodyVelocity(cabin.world, cabin.body),
                                 caromVec2(speed * cos(middle), speed * sin(middle)));
    cabin.shot = caromProjectileFire(cabin.world, &shot);
    stepCabin(&cabin, 0.25);
    ck_assert(caromProjectileIsValid(cabin.world, cabin.shot));
    if (caromProjectileMode(cabin.world, cabin.shot) == CAROM_PROJECTILE_RESTING) {
        CaromVec2 before = placeIn(&cabin);
        caromBodySetVelocity(cabin.world, cabin.body, randomVelocity(&random, 20.0));
        stepCabin(&cabin, 1e-5);
        ck_assert(caromProjectileIsValid(cabin.world, cabin.shot));
        ck_assert(caromVec2Distance(before, placeIn(&cabin)) < 1e-3);
    }
    endCabin(&cabin);
}

// ---- a press

/// The upper jaw was made where the lower one lies, as a lift is that is flush with its floor: each
/// was taken for the other, and a fifth of what lay between came out below.
TEST_SEEDS(a_jaw_made_where_the_other_lies_is_another, 200 * flightTestTimes(1))
{
    Cabin cabin = {0};
    CaromVec2 place = randomVelocity(&random, 5.0);
    cabin.world = newWorldUnder(10.0 * testRandomInt(&random, 0, 1));
    cabin.other = newBody(cabin.world, CAROM_BODY_STATIC, place, caromVec2(0, 0));
    cabin.body = newMoving(cabin.world, place, caromVec2(0.0, testRandomRange(&random, 0.5, 2.0)));
    CaromShapeDef def = caromShapeDef();
    def.restitution = 0.5 * testRandomInt(&random, 0, 2);
    caromShapeCreateSegment(cabin.world, cabin.other, &def, caromVec2(-2, 0), caromVec2(2, 0));
    caromShapeCreateSegment(cabin.world, cabin.body, &def, caromVec2(-2, 0), caromVec2(2, 0));
    stepCabin(&cabin, testRandomRange(&random, 0.5, 1.0));
    double gap = caromBodyTransform(cabin.world, cabin.body).position.y - place.y;
    double down = testRandomRange(&random, 0.5, 3.0);
    caromBodySetVelocity(cabin.world, cabin.body, caromVec2(0.0, -down));
    CaromProjectileDef shot = caromProjectileDef();
    shot.restitution = 0.5 * testRandomInt(&random, 0, 2);
    shot.position = caromVec2Add(place, caromVec2(0.0, gap * testRandomRange(&random, 0.1, 0.9)));
    shot.velocity = caromVec2(0.0, testRandomRange(&random, -3.0, 3.0));
    cabin.shot = caromProjectileFire(cabin.world, &shot);
    caromWorldStep(cabin.world, gap / down * testRandomRange(&random, 0.98, 1.3));
    if (caromProjectileIsValid(cabin.world, cabin.shot)) {
        double height = caromProjectilePosition(cabin.world, cabin.shot).y;
        ck_assert(height > place.y - 1e-9);
        ck_assert(height < caromBodyTransform(cabin.world, cabin.body).position.y + 1e-9);
    }
    endCabin(&cabin);
}
