// SPDX-License-Identifier: MIT
// Worlds in one block: filled up to their budgets they are refused nothing; beyond it every call is
// refused and changes nothing. What a world says that it holds, by use, is all of it.

#include <math.h>
#include <stdlib.h>

#include "../support/builder.h"
#include "../support/flight_field.h"
#include "../support/random.h"

enum { POINTS = 8, TELLING = 3 };

typedef struct Game {
    CaromBudget budget, filled;
    TestRandom random;
    void *block;
    CaromArena *arena;
    CaromWorld *world;
    CaromBodyId ground;
    double width; ///< [m] of the world
    bool rich;    ///< sensors, contacts, fuses, piercing
} Game;

static void begin(Game *g, size_t size)
{
    CaromWorldDef def = newWorldDef();
    g->block = malloc(size);
    g->arena = caromArenaInit(g->block, size);
    def.allocator = caromArenaAllocator(g->arena);
    g->world = caromWorldCreate(&def, NULL);
    ck_assert_ptr_nonnull(g->world);
    g->ground = newRest(g->world);
    g->filled.bodies = 1;
}

static void end(Game *g)
{
    ck_assert(caromArenaIsSound(g->arena));
    caromWorldDestroy(g->world);
    ck_assert_uint_eq(caromArenaStats(g->arena).used, 0);
    free(g->block);
}

static CaromVec2 anyPlace(Game *g)
{
    double x = testRandomRange(&g->random, 0, g->width);
    return caromVec2(x, testRandomRange(&g->random, 0, g->width));
}

/// Sizes from 0.1 to 30 m, most of them small.
static bool addShape(Game *g, CaromBodyId body, CaromVec2 center, int points)
{
    CaromShapeDef def = caromShapeDef();
    CaromVec2 p[POINTS];
    double radius = 0.1 * pow(300.0, testRandomUnit(&g->random) * testRandomUnit(&g->random));
    def.sensor = g->rich && testRandomInt(&g->random, 0, 3) == 0;
    def.contacts = g->rich && g->filled.shapes < TELLING;
    def.material = g->rich ? (uint32_t)testRandomInt(&g->random, 0, 40) : 0;
    for (int k = 0; k < points; k++) {
        CaromRotation turn = caromRotation(2.0 * acos(-1.0) * k / points);
        p[k] = caromVec2(center.x + radius * turn.c, center.y + radius * turn.s);
    }
    CaromShapeId shape = points == 1 ? caromShapeCreateCircle(g->world, body, &def, center, radius)
                         : points == 2 ? caromShapeCreateSegment(g->world, body, &def, p[0], p[1])
                                       : caromShapeCreatePolygon(g->world, body, &def, p, points);
    g->filled.shapes += shape.index != 0;
    g->filled.points += shape.index != 0 ? points : 0;
    return shape.index != 0;
}

/// A body with a shape that moves, or a shape on one that rests.
static bool addSomething(Game *g)
{
    const CaromBudget *most = &g->budget;
    int points = testRandomInt(&g->random, 1, POINTS), left = most->points - g->filled.points;
    points = points < left ? points : left;
    if (g->filled.movingShapes < most->movingShapes) {
        CaromBodyDef def = caromBodyDef();
        def.type = CAROM_BODY_KINEMATIC;
        def.position = anyPlace(g);
        def.velocity = caromVec2(testRandomRange(&g->random, -9, 9), 1);
        CaromBodyId body = caromBodyCreate(g->world, &def);
        g->filled.bodies++;
        g->filled.movingShapes++;
        return body.index != 0 && addShape(g, body, caromVec2(0, 0), points);
    }
    if (g->filled.bodies < most->bodies) {
        CaromBodyDef def = caromBodyDef();
        def.position = anyPlace(g);
        CaromBodyId body = caromBodyCreate(g->world, &def);
        g->filled.bodies++;
        return body.index != 0 && addShape(g, body, caromVec2(0, 0), points);
    }
    return addShape(g, g->ground, anyPlace(g), points);
}

static bool isFull(const Game *g)
{
    return g->filled.shapes == g->budget.shapes || g->filled.points == g->budget.points;
}

static CaromProjectileId fire(Game *g, bool other)
{
    CaromVec2 place = anyPlace(g);
    CaromProjectileDef def = newShot(place, caromVec2(testRandomRange(&g->random, -90, 90), 50));
    if (other) {
        def.acceleration = caromVec2(0, -9.81);
        def.radius = 0.05;
        def.onHit = g->rich && testRandomInt(&g->random, 0, 1) ? CAROM_HIT_PIERCE : def.onHit;
        def.meetMask = g->rich ? ~(uint64_t)0 : 0;
        def.proximity = g->rich ? 0.1 : 0.0;
        def.lifetime = 5.0;
    }
    return caromProjectileFire(g->world, &def);
}

/// Those that start inside of something are not fired, for a reason that is not memory.
static void fireAll(Game *g)
{
    int bullets = 0, others = 0;
    for (int k = 0; bullets + others < g->budget.bullets + g->budget.otherProjectiles; k++) {
        bool other = others < g->budget.otherProjectiles;
        fire(g, other);
        ck_assert_int_ne(caromWorldLastError(g->world), CAROM_ERROR_MEMORY);
        bullets += !other;
        others += other;
    }
}

static void checkMemory(const Game *g)
{
    CaromMemory m = caromWorldMemory(g->world);
    ck_assert_int_eq(m.total, caromWorldCounters(g->world).bytes);
    ck_assert(m.bodies > 0 && m.shapes > 0 && m.events >= 0);
    ck_assert(m.projectiles > 0 || g->budget.bullets + g->budget.otherProjectiles == 0);
    ck_assert(m.cells > 0 || g->budget.movingShapes > 0 || g->rich); // all of them move, or sense
    ck_assert(m.other >= 0 && m.other < 20000); // the world and its maps of what moves
}

static CaromBudget anyBudget(TestRandom *random, int most)
{
    CaromBudget b = {0};
    b.shapes = testRandomInt(random, 1, most);
    b.points = b.shapes * testRandomInt(random, 1, POINTS);
    b.movingShapes = testRandomInt(random, 0, 2) ? 0 : testRandomInt(random, 0, b.shapes);
    b.bodies = 1 + b.movingShapes + testRandomInt(random, 0, b.shapes);
    b.bullets = testRandomInt(random, 0, 2 * most);
    b.otherProjectiles = testRandomInt(random, 0, most);
    b.events = 4 * (b.bullets + b.otherProjectiles) + 2 * TELLING * b.shapes;
    b.contacts = TELLING * b.shapes;
    return b;
}

TEST_LOOP(a_world_filled_up_to_its_budget_is_refused_nothing, flightTestShare(64))
{
    static const int sizes[] = {5, 60, 300, 1500};
    Game g = {.random = testRandomSeed((uint64_t)_i)};
    g.budget = anyBudget(&g.random, sizes[_i % 4]);
    g.rich = testRandomInt(&g.random, 0, 1);
    g.width = sqrt(g.budget.shapes) * (testRandomInt(&g.random, 0, 1) ? 4.0 : 4000.0);
    begin(&g, caromBudgetSize(&g.budget));
    while (!isFull(&g)) {
        ck_assert_msg(addSomething(&g), "%s", caromErrorName(caromWorldLastError(g.world)));
    }
    fireAll(&g);
    for (int k = 0; k < 8; k++) {
        CaromStepFlags flags = caromWorldStep(g.world, 1.0 / 60);
        ck_assert_int_eq(flags & (CAROM_STEP_EXHAUSTED | CAROM_STEP_EVENTS_DROPPED), 0);
    }
    checkMemory(&g);
    CaromArenaStats stats = caromArenaStats(g.arena);
    ck_assert_int_eq(stats.refused, 0);
    end(&g);
}

/// In a block that is too small: whatever is refused changes nothing, and what is given back is
/// there for the next.
TEST_LOOP(beyond_its_block_a_world_refuses_and_stays_as_it_is, flightTestShare(40))
{
    Game g = {.random = testRandomSeed((uint64_t)_i), .width = 100.0, .rich = _i % 2};
    CaromBudget budget = {.bodies = 1000, .shapes = 1000, .points = 8000, .movingShapes = 100};
    g.budget = budget;
    begin(&g, (size_t)testRandomInt(&g.random, 90000, 400000));
    uint64_t hash = caromWorldHash(g.world);
    int refused = 0;
    for (int k = 0; k < 3000; k++) {
        CaromCounters before = caromWorldCounters(g.world);
        bool done = testRandomInt(&g.random, 0, 1) ? addSomething(&g) : fire(&g, k % 2).index != 0;
        if (!done && caromWorldLastError(g.world) == CAROM_ERROR_MEMORY) {
            CaromCounters after = caromWorldCounters(g.world);
            ck_assert_int_eq(after.shapes, before.shapes);
            ck_assert_int_eq(after.projectiles, before.projectiles);
            refused++;
        }
        if (k % 100 == 0) {
            caromWorldStep(g.world, 1.0 / 60);
        }
    }
    ck_assert_int_gt(refused, 100);
    ck_assert(caromWorldValidate(g.world));
    ck_assert_uint_ne(caromWorldHash(g.world), hash);
    ck_assert_ok(caromBodyDestroy(g.world, g.ground));
    g.ground = newRest(g.world); // its slot is free, and all that goes with it is there
    end(&g);
}
