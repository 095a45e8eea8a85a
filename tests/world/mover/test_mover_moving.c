// SPDX-License-Identifier: MIT
// Movers among spikes, slivers, doors, pistons and bars that spin, chosen at random: never too near
// to anything unless crushed, never through or too near to what rests, crushed or not.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/mover_oracle.h"
#include "../../support/random.h"

#define DT (1.0 / 60.0)
enum { RESTING = 60, MOVING = 8, EDGES = RESTING + 4, SIDES = 4, MOVES = 500 };

typedef struct Hostile {
    CaromWorld *world;
    OracleEdge resting[EDGES];
    int restingCount;
    CaromBodyId bodies[MOVING];
    CaromVec2 half[MOVING]; ///< of its box; x 0: a wall along y
    CaromBodyId star;       ///< in some cases
} Hostile;

static void addResting(Hostile *h, CaromBodyId body, CaromVec2 a, CaromVec2 b)
{
    OracleEdge edge = {a, b, 0.0};
    newSegment(h->world, body, a, b);
    h->resting[h->restingCount++] = edge;
}

/// A room of 20 m by 20 m; in it walls, and spikes of a millionth of a radian.
static void addWalls(Hostile *h, TestRandom *random)
{
    CaromBodyId body = newRest(h->world);
    static const CaromVec2 corners[4] = {{-10, -10}, {10, -10}, {10, 10}, {-10, 10}};
    for (int k = 0; k < 4; k++) {
        addResting(h, body, corners[k], corners[(k + 1) % 4]);
    }
    int count = testRandomInt(random, 4, RESTING / 2);
    for (int i = 0; i < count; i++) {
        CaromVec2 a = {testRandomRange(random, -10, 10), testRandomRange(random, -10, 10)};
        CaromVec2 way = {testRandomRange(random, -4, 4), testRandomRange(random, -4, 4)};
        CaromVec2 b = caromVec2Add(a, way);
        addResting(h, body, a, b);
        if (i % 3 == 0) { // the other side of a spike
            CaromVec2 side = caromVec2Scale(caromVec2(-way.y, way.x), 1e-6);
            addResting(h, body, caromVec2Add(a, side), b);
        }
    }
}

static void addMoving(Hostile *h, TestRandom *random, int k)
{
    CaromBodyDef def = caromBodyDef();
    double speed = testRandomInt(random, 0, 3) == 0 ? 60.0 : 4.0;
    def.type = CAROM_BODY_KINEMATIC;
    def.position = caromVec2(testRandomRange(random, -9, 9), testRandomRange(random, -9, 9));
    def.velocity =
        caromVec2(testRandomRange(random, -speed, speed), testRandomRange(random, -speed, speed));
    def.angularVelocity = k % 2 ? testRandomRange(random, -6, 6) : 0.0;
    h->bodies[k] = caromBodyCreate(h->world, &def);
    h->half[k] = caromVec2(k % 3 ? testRandomRange(random, 0.05, 0.8) : 0.0,
                           testRandomRange(random, 0.3, 2.0));
    CaromShapeId id = h->half[k].x > 0.0
                          ? newBox(h->world, h->bodies[k], caromVec2(0, 0), h->half[k])
                          : newSegment(h->world, h->bodies[k], caromVec2(0, -h->half[k].y),
                                       caromVec2(0, h->half[k].y));
    ck_assert_uint_ne(id.index, 0);
}

/// What moves turns back at the room's walls.
static void turnBack(Hostile *h, int k)
{
    CaromVec2 at = caromBodyTransform(h->world, h->bodies[k]).position;
    CaromVec2 v = caromBodyVelocity(h->world, h->bodies[k]);
    CaromVec2 w = {at.x * v.x > 0.0 && (at.x > 9.0 || at.x < -9.0) ? -v.x : v.x,
                   at.y * v.y > 0.0 && (at.y > 9.0 || at.y < -9.0) ? -v.y : v.y};
    if (w.x != v.x || w.y != v.y) {
        ck_assert_ok(caromBodySetVelocity(h->world, h->bodies[k], w));
    }
}

static int movingEdges(const Hostile *h, OracleEdge *edges)
{
    int count = 0;
    for (int k = 0; k < MOVING; k++) {
        CaromTransform at = caromBodyTransform(h->world, h->bodies[k]);
        CaromVec2 s = h->half[k];
        CaromVec2 c[4] = {{-s.x, -s.y}, {s.x, -s.y}, {s.x, s.y}, {-s.x, s.y}};
        for (int i = 0; i < SIDES; i++) {
            OracleEdge edge = {caromTransformPoint(at, c[i]),
                               caromTransformPoint(at, c[(i + 1) % 4]), 0.0};
            edges[count++] = edge;
        }
    }
    return count;
}

static CaromMover makeMover(Hostile *h, TestRandom *random, int kind)
{
    static const CaromVec2 capsule[2] = {{-0.2, 0.1}, {0.2, -0.1}};
    static const CaromVec2 box[4] = {{0.3, 0.1}, {-0.1, 0.3}, {-0.3, -0.1}, {0.1, -0.3}};
    CaromMoverDef def = caromMoverDef();
    CaromMover mover;
    if (kind == 1) {
        def.shape = caromGeometry(CAROM_SHAPE_CAPSULE, capsule, 2, 0.15);
    } else if (kind == 2) {
        def.shape = caromGeometry(CAROM_SHAPE_POLYGON, box, 4, 0.0);
    }
    def.up = caromVec2(0.0, testRandomInt(random, 0, 1));
    def.stepHeight = def.snap = 0.3;
    ck_assert_ok(caromMoverInit(h->world, &mover, &def));
    for (int tries = 0; tries < 1000; tries++) {
        CaromVec2 at = {testRandomRange(random, -9, 9), testRandomRange(random, -9, 9)};
        if (caromMoverFits(h->world, &mover, at)) {
            ck_assert_ok(caromMoverPlace(h->world, &mover, at));
            break;
        }
    }
    return mover;
}

static void checkMove(const Hostile *h, const CaromMover *mover, const CaromMoverResult *result,
                      CaromVec2 from, int seed, int move)
{
    OracleEdge edges[MOVING * SIDES];
    double allowed = -CAROM_MOVER_ROUNDING * mover->clearance;
    CaromVec2 p = result->position;
    long double room = oracleRoom(mover, p, h->resting, h->restingCount);
    ck_assert_msg(room >= allowed, "seed %d, move %d: %Lg too near to what rests", seed, move,
                  -room);
    ck_assert_msg(p.x > -10.0 && p.x < 10.0 && p.y > -10.0 && p.y < 10.0, "seed %d: outside", seed);
    if (caromVec2Distance(from, p) < mover->clearance) {
        for (int i = 0; i < h->restingCount; i++) {
            ck_assert_msg(!oracleCrosses(from, p, &h->resting[i]), "seed %d: through", seed);
        }
    }
    if (!result->crushed) {
        room = oracleRoom(mover, p, edges, movingEdges(h, edges));
        ck_assert_msg(room >= allowed, "seed %d, move %d: %Lg too near to what moves", seed, move,
                      -room);
    }
}

TEST_LOOP(nothing_gets_too_near_unless_it_is_said, 80 * flightTestTimes(30))
{
    Hostile h = {0};
    TestRandom random = testRandomSeed((uint64_t)_i);
    h.world = newWorld();
    addWalls(&h, &random);
    for (int k = 0; k < MOVING; k++) {
        addMoving(&h, &random, k);
    }
    CaromMover mover = makeMover(&h, &random, _i % 3);
    CaromVec2 wish = {0.0, 0.0};
    int crushed = 0;
    bool fits = caromMoverFits(h.world, &mover, mover.position);
    for (int i = 0; fits && i < MOVES; i++) {
        for (int k = 0; k < MOVING; k++) {
            turnBack(&h, k);
        }
        caromWorldStep(h.world, DT);
        if (i % 16 == 0) {
            wish = caromVec2(testRandomRange(&random, -6, 6), testRandomRange(&random, -6, 6));
        }
        CaromVec2 from = mover.position;
        CaromMoverResult result;
        ck_assert_ok(caromMoverMove(h.world, &mover, wish, DT, &result));
        checkMove(&h, &mover, &result, from, _i, i);
        crushed += result.crushed;
    }
    ck_assert_msg(crushed < MOVES / 2, "seed %d: crushed %d times", _i, crushed);
    caromWorldDestroy(h.world);
}

/// A hostile world again, with a star in it: at its corners no edge is nearer than the other.
static CaromMover makeAnother(Hostile *h, TestRandom *random, int seed)
{
    CaromWorldDef worldDef = caromWorldDef();
    CaromVec2 star[12];
    worldDef.tag = 1;
    *random = testRandomSeed((uint64_t)seed + 500);
    h->world = caromWorldCreate(&worldDef, NULL);
    addWalls(h, random);
    flightStar(random, star, 12, 3.0, false);
    h->star = newRest(h->world);
    newPolygon(h->world, h->star, star, 12);
    for (int k = 0; k < MOVING; k++) {
        addMoving(h, random, k);
        caromBodySetVelocity(h->world, h->bodies[k],
                             caromVec2Scale(caromBodyVelocity(h->world, h->bodies[k]), 8.0));
    }
    return makeMover(h, random, seed % 3);
}

/// The star comes upon the mover: nearly, so that one of its corners touches it.
static void putStar(const Hostile *h, const CaromMover *mover, CaromVec2 aside)
{
    CaromTransform to = caromTransformIdentity();
    to.position = caromVec2Add(mover->position, aside);
    ck_assert_ok(caromBodySetTransform(h->world, h->star, to));
}

static void saveAndRestore(CaromWorld *world)
{
    static char bytes[1 << 20];
    size_t size;
    ck_assert_ok(caromWorldSave(world, bytes, sizeof bytes, &size));
    ck_assert_ok(caromWorldRestore(world, bytes, size));
}

/// A mover that was followed into a solid at a time before the last step was reported as free
/// there. And where edges meet in a corner, the edge that a search found first decided.
TEST_LOOP(steps_and_restores_lead_nobody_astray, flightTestRounds(48, 30))
{
    Hostile all = {0}, parts = {0};
    TestRandom random;
    CaromMover a = makeAnother(&all, &random, _i), b = makeAnother(&parts, &random, _i);
    for (int i = 0; i < 100; i++) {
        double time = i * DT;
        for (int k = 0; k < MOVING; k++) {
            turnBack(&all, k);
            turnBack(&parts, k);
        }
        caromWorldStepTo(all.world, time + DT);
        caromWorldStepTo(parts.world, time + DT / 3.0);
        caromWorldStepTo(parts.world, time + DT);
        CaromVec2 aside =
            caromVec2(testRandomRange(&random, -3, 3), testRandomRange(&random, -3, 3));
        if (i % 4 == 0) {
            putStar(&all, &a, aside);
            putStar(&parts, &b, aside);
            saveAndRestore(parts.world);
        }
        CaromVec2 wish =
            caromVec2(testRandomRange(&random, -6, 6), testRandomRange(&random, -6, 6));
        ck_assert_ok(caromMoverMove(all.world, &a, wish, DT, NULL));
        ck_assert_ok(caromMoverMove(parts.world, &b, wish, DT, NULL));
        ck_assert_msg(a.position.x == b.position.x && a.position.y == b.position.y,
                      "seed %d, move %d: %g apart", _i, i,
                      caromVec2Distance(a.position, b.position));
    }
    caromWorldDestroy(all.world);
    caromWorldDestroy(parts.world);
}
