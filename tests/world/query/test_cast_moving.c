// SPDX-License-Identifier: MIT
// Rays among shapes that move: the short way, along rows of cells and by ray proxies, against the
// general one, to the bit. Between steps, after edits, in what a history shows; and that both
// layouts of the moving layer, and ray proxies, are there to be asked.
#include "../../support/builder.h"
#include "../../support/meter.h"
#include "../../support/random.h"

#include <math.h>
#include <string.h>

#include "../../../world/query/first_hit.h"
#include "../../support/rounded.h"

#define MOVERS 300
#define RAYS 120
#define ROUNDS 5

typedef enum Layout {
    LAYOUT_FIELD,   // even
    LAYOUT_CLUMPS,  // two crowds far apart
    LAYOUT_FAR,     // even, a thousand kilometres away
    LAYOUT_OUTLIER, // even, and one far off
    LAYOUT_STRAYS,  // even, and a few far off in all directions, and huge ones around all
    LAYOUT_SIZES,   // of a decimetre to a hundred metres
    LAYOUT_LATTICE, // corners and rays on halves
    LAYOUT_COUNT
} Layout;

typedef struct Fair {
    CaromWorld *world;
    CaromHistory *history;
    TestRandom random;
    Layout layout;
    double half; // [m] of its square
    int bodies, shapes;
    CaromBodyId body[MOVERS + 100];
    CaromShapeId shape[2 * MOVERS + 200];
    int seed;
} Fair;

static double snap(const Fair *fair, double x)
{
    return fair->layout == LAYOUT_LATTICE ? floor(x * 2.0) * 0.5 : x;
}

static CaromVec2 place(Fair *fair)
{
    TestRandom *random = &fair->random;
    double x = snap(fair, testRandomRange(random, -fair->half, fair->half));
    CaromVec2 at = {x, snap(fair, testRandomRange(random, -fair->half, fair->half))};
    if (fair->layout == LAYOUT_CLUMPS && testRandomInt(random, 0, 1)) {
        at.x += 50000.0;
    }
    at.x += fair->layout == LAYOUT_FAR ? 1e6 : 0.0;
    return at;
}

static double size(Fair *fair)
{
    double exponent = fair->layout == LAYOUT_SIZES ? testRandomRange(&fair->random, -1.0, 2.0)
                                                   : testRandomRange(&fair->random, -0.5, 0.3);
    return pow(10.0, exponent);
}

/// Corners around a place of the body; of stars every other one is nearer.
static int corners(Fair *fair, CaromVec2 points[40], bool star)
{
    TestRandom *random = &fair->random;
    int count = testRandomInt(random, 0, 15) == 0 ? 36 : 2 * testRandomInt(random, 2, 4);
    double radius = size(fair), first = testRandomRange(random, 0.0, 6.28);
    CaromVec2 at = {snap(fair, testRandomRange(random, -1.0, 1.0)), 0.0};
    for (int i = 0; i < count; i++) {
        double angle = first + 6.283185307179586 * i / count;
        double reach = star && i % 2 ? 0.4 * radius : radius;
        points[i] =
            caromVec2(snap(fair, at.x + reach * cos(angle)), snap(fair, at.y + reach * sin(angle)));
    }
    return count;
}

/// Refused where the lattice makes it degenerate, which is as well.
static CaromShapeId addShape(Fair *fair, CaromBodyId body)
{
    CaromShapeDef def = caromShapeDef();
    TestRandom *random = &fair->random;
    CaromVec2 points[40];
    int kind = testRandomInt(random, 0, 9), count = corners(fair, points, kind == 6);
    double radius = testRandomInt(random, 0, 7) == 0 ? 0.1 : 0.0;
    def.filter.category = testRandomInt(random, 0, 3) ? 1 : 2;
    def.sensor = testRandomInt(random, 0, 15) == 0;
    switch (kind) {
    case 7:
        return roundedSegment(fair->world, body, &def, points[0], points[1], radius);
    case 8:
        return caromShapeCreateCapsule(fair->world, body, &def, points[0], points[1], 0.3);
    case 9:
        return roundedChain(fair->world, body, &def, points, count,
                            (uint32_t)testRandomInt(random, 0, 3), radius);
    default:
        return kind < 3 ? caromShapeCreateCircle(fair->world, body, &def, points[0], size(fair))
                        : roundedPolygon(fair->world, body, &def, points, count, radius);
    }
}

static CaromVec2 anyVelocity(Fair *fair)
{
    double x = testRandomRange(&fair->random, -20.0, 20.0);
    return testRandomInt(&fair->random, 0, 3)
               ? caromVec2(x, testRandomRange(&fair->random, -20.0, 20.0))
               : caromVec2(0.0, 0.0);
}

static void addBody(Fair *fair)
{
    CaromBodyDef def = caromBodyDef();
    TestRandom *random = &fair->random;
    def.type =
        testRandomInt(random, 0, 11) || fair->seed % 2 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    def.position = place(fair);
    if (def.type == CAROM_BODY_KINEMATIC) {
        def.velocity = anyVelocity(fair);
        def.angularVelocity =
            testRandomInt(random, 0, 2) ? 0.0 : testRandomRange(random, -3.0, 3.0);
    }
    if (testRandomInt(random, 0, 3) == 0) {
        def.angle = testRandomRange(random, -3.0, 3.0);
    }
    CaromBodyId body = caromBodyCreate(fair->world, &def);
    fair->body[fair->bodies++] = body;
    for (int k = testRandomInt(random, 0, 9) == 0; k >= 0; k--) {
        CaromShapeId shape = addShape(fair, body);
        if (shape.index != 0) {
            fair->shape[fair->shapes++] = shape;
        }
    }
}

static void addFar(Fair *fair, CaromVec2 at, double radius)
{
    CaromBodyId body = newMoving(fair->world, at, caromVec2(0.0, 0.0));
    newCircle(fair->world, body, caromVec2(0.0, 0.0), radius);
}

/// The rims of some lead through the crowd.
static void addStrays(Fair *fair)
{
    addFar(fair, caromVec2(1e6, 1e6), 1.0);
    addFar(fair, caromVec2(-1e6, 1e3), 1e6 - 10.0);
    addFar(fair, caromVec2(5.0, 1e8), 1e8);
    addFar(fair, caromVec2(0.0, -3e3), 1.0);
    addFar(fair, caromVec2(1e11, -1e11), 1.0);
}

static void fairInit(Fair *fair, int seed)
{
    fair->seed = seed;
    fair->random = testRandomSeed((uint64_t)seed);
    fair->layout = (Layout)(seed % LAYOUT_COUNT);
    fair->half = fair->layout == LAYOUT_CLUMPS ? 12.0 : 40.0;
    fair->bodies = fair->shapes = 0;
    fair->world = newWorld();
    fair->history = caromHistoryCreate(fair->world, ROUNDS, NULL);
    int count = seed % 5 == 4 ? 6 : MOVERS; // fewer than rows pay for
    for (int i = 0; i < count; i++) {
        addBody(fair);
    }
    if (fair->layout == LAYOUT_OUTLIER) {
        addFar(fair, caromVec2(3e7, -2e7), 1.0);
    }
    if (fair->layout == LAYOUT_STRAYS) {
        addStrays(fair);
    }
}

/// Ids that have died are refused, which is as well.
static void edit(Fair *fair)
{
    TestRandom *random = &fair->random;
    CaromBodyId body = fair->body[testRandomInt(random, 0, fair->bodies - 1)];
    CaromShapeId shape = fair->shape[testRandomInt(random, 0, fair->shapes - 1)];
    CaromTransform transform = {place(fair), caromRotation(0.3), {1.0, 1.0}};
    CaromFilter filter = {testRandomInt(random, 0, 1) ? 1 : 2, UINT64_MAX, 0};
    CaromGeometry circle = caromGeometry(CAROM_SHAPE_CIRCLE, &transform.scale, 1, size(fair));
    switch (testRandomInt(random, 0, 8)) {
    case 0:
        caromBodySetVelocity(fair->world, body, anyVelocity(fair));
        break;
    case 1:
        caromBodySetAngularVelocity(fair->world, body, testRandomRange(random, -2.0, 2.0));
        break;
    case 2:
        caromBodySetTransform(fair->world, body, transform);
        break;
    case 3:
        caromBodyDestroy(fair->world, body);
        break;
    case 4:
        caromShapeDestroy(fair->world, shape);
        break;
    case 5:
        caromShapeSetSensor(fair->world, shape, testRandomInt(random, 0, 1));
        break;
    case 6:
        caromShapeSetFilter(fair->world, shape, filter);
        break;
    case 7:
        if (fair->seed % 4 == 0) {
            caromShapeSetGeometry(fair->world, shape, &circle);
        }
        break;
    default:
        if (fair->bodies < MOVERS + 90) {
            addBody(fair);
        }
    }
}

// ---- rays

static CaromQueryOptions anyOptions(Fair *fair)
{
    CaromQueryOptions options = caromQueryOptions();
    options.inside = (CaromInside)testRandomInt(&fair->random, 0, 2);
    options.filter.mask = testRandomInt(&fair->random, 0, 2) ? UINT64_MAX : 1;
    options.exits = testRandomInt(&fair->random, 0, 3) == 0;
    CaromBodyId body = fair->body[testRandomInt(&fair->random, 0, fair->bodies - 1)];
    if (testRandomInt(&fair->random, 0, 3) == 0 && caromBodyIsValid(fair->world, body)) {
        options.ignoreBody = body;
    }
    return options;
}

static void anyRay(Fair *fair, CaromVec2 *origin, CaromVec2 *way)
{
    static const double LENGTHS[] = {1e-3, 0.5, 4.0, 16.0, 200.0, 1e6};
    TestRandom *random = &fair->random;
    double length = LENGTHS[testRandomInt(random, 0, 5)], angle = testRandomRange(random, 0, 6.28);
    *origin = place(fair);
    *way = caromVec2(snap(fair, length * cos(angle)), snap(fair, length * sin(angle)));
    switch (testRandomInt(random, 0, 7)) {
    case 0:
        *way = caromVec2Sub(place(fair), *origin);
        break;
    case 1:
        way->x = 0.0;
        break;
    case 2:
        way->y = testRandomInt(random, 0, 1) ? 0.0 : 1e-9 * way->x;
        break;
    default:
        break;
    }
}

/// A history's view is a world, too.
static void compare(Fair *fair, CaromWorld *world, const char *when)
{
    for (int i = 0; i < RAYS; i++) {
        CaromVec2 origin, way;
        CaromQueryOptions options = anyOptions(fair);
        CaromHit plain, other, batch;
        anyRay(fair, &origin, &way);
        memset(&plain, 0, sizeof plain);
        memset(&other, 0, sizeof other);
        world->plain = true;
        int met = caromWorldCastRay(world, origin, way, options, &plain, 1);
        bool any = caromWorldCastAny(world, origin, 0.0, way, options);
        world->plain = false;
        ck_assert_msg(caromWorldCastRay(world, origin, way, options, &other, 1) == met &&
                          memcmp(&plain, &other, sizeof plain) == 0,
                      "seed %d, ray %d %s: %g of %u, %g of %u", fair->seed, i, when, plain.fraction,
                      plain.shape.index, other.fraction, other.shape.index);
        ck_assert_msg(caromWorldCastAny(world, origin, 0.0, way, options) == any,
                      "any, seed %d, ray %d %s", fair->seed, i, when);
        caromWorldCastRays(world, &origin, &way, 1, options, &batch);
        ck_assert_msg((batch.shape.index != 0) == (met > 0) &&
                          (met == 0 || memcmp(&plain, &batch, sizeof plain) == 0),
                      "batch, seed %d, ray %d %s", fair->seed, i, when);
    }
}

/// A tick can't be shown once a shape that moves has become another one.
static void look(Fair *fair, int back, bool must)
{
    double time = caromHistoryTime(fair->history, back);
    const CaromWorld *then = caromHistoryLook(fair->history, time, NULL);
    ck_assert_msg(then != NULL || !must, "seed %d", fair->seed);
    if (then != NULL) {
        compare(fair, (CaromWorld *)(uintptr_t)then, "in the past");
    }
}

TEST_LOOP(rays_among_movers_go_alike, 60)
{
    static Fair fair;
    fairInit(&fair, _i);
    compare(&fair, fair.world, "before the first step");
    for (int round = 0; round < ROUNDS; round++) {
        caromWorldStep(fair.world, testRandomRange(&fair.random, 0.001, 0.3));
        ck_assert_ok(caromHistoryRecord(fair.history));
        compare(&fair, fair.world, "after a step");
        look(&fair, 0, true);
        for (int edits = testRandomInt(&fair.random, 0, 1) ? 5 : 150; edits > 0; edits--) {
            edit(&fair);
        }
        compare(&fair, fair.world, "after edits");
        look(&fair, testRandomInt(&fair.random, 0, round), false);
    }
    caromHistoryDestroy(fair.history);
    caromWorldDestroy(fair.world);
}

/// What the rays above go by.
TEST_LOOP(layers_are_as_meant, 12)
{
    static Fair fair;
    fairInit(&fair, _i);
    caromWorldStep(fair.world, 0.1);
    const CrMovingIndex *movingIndex = &fair.world->movingIndex;
    bool crowded = fair.layout == LAYOUT_CLUMPS && _i % 5 != 4;
    bool movedSince = fair.layout == LAYOUT_OUTLIER || fair.layout == LAYOUT_STRAYS;
    ck_assert(movingIndex->layer.rows != crowded || (movedSince && _i % 5 == 4));
    if (movedSince && _i % 5 != 4) {
        ck_assert_int_gt(movingIndex->layer.levels[CR_ROWS_MOVED_SINCE].count, 0);
        ck_assert(movingIndex->layer.most.max.x - movingIndex->layer.most.min.x < 300.0);
    }
    ck_assert(movingIndex->intact && movingIndex->rayProxies != NULL);
    ck_assert(movingIndex->to == fair.world->queryTime);
    edit(&fair);
    caromHistoryDestroy(fair.history);
    caromWorldDestroy(fair.world);
}

/// A step without memory lists nothing of what moves: rays meet all the same what they meet.
TEST(rays_after_a_step_without_memory)
{
    enum { DISCS = 60 };
    TestRandom random = testRandomSeed(5);
    CaromVec2 centers[DISCS];
    CaromWorld *worlds[2];
    Meter meters[2];
    for (int k = 0; k < DISCS; k++) {
        centers[k].x = testRandomRange(&random, -20.0, 20.0);
        centers[k].y = testRandomRange(&random, -20.0, 20.0);
    }
    for (int w = 0; w < 2; w++) {
        CaromWorldDef def = newWorldDef();
        def.allocator = meterAllocator(&meters[w]);
        worlds[w] = caromWorldCreate(&def, NULL);
        for (int k = 0; k < DISCS; k++) {
            newCircle(worlds[w], newMoving(worlds[w], centers[k], caromVec2(0.25, 0.0)),
                      caromVec2(0, 0), 0.5);
        }
    }
    meters[0].failFrom = meters[0].calls;
    ck_assert_int_eq(caromWorldStep(worlds[0], 0.5), CAROM_STEP_EXHAUSTED);
    ck_assert_int_eq(caromWorldStep(worlds[1], 0.5), CAROM_STEP_OK);
    ck_assert(!worlds[0]->movingIndex.usable && worlds[1]->movingIndex.usable);
    int met = 0;
    for (int k = 0; k < 500; k++) {
        CaromVec2 from = {testRandomRange(&random, -25.0, 25.0),
                          testRandomRange(&random, -25.0, 25.0)};
        CaromVec2 way = {testRandomRange(&random, -40.0, 40.0),
                         testRandomRange(&random, -40.0, 40.0)};
        CaromHit hits[2];
        int counts[2];
        for (int w = 0; w < 2; w++) {
            counts[w] = caromWorldCastRay(worlds[w], from, way, caromQueryOptions(), &hits[w], 1);
        }
        ck_assert_int_eq(counts[0], counts[1]);
        ck_assert(counts[0] == 0 || (hits[0].shape.index == hits[1].shape.index &&
                                     hits[0].fraction == hits[1].fraction));
        met += counts[0];
    }
    ck_assert_msg(met > 100 && met < 500, "%d of 500", met);
    caromWorldDestroy(worlds[0]);
    caromWorldDestroy(worlds[1]);
}
