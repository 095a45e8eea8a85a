// SPDX-License-Identifier: MIT
// Piles under fire: 600 bullets a second from both sides, with a tenth of the pile's weight in
// momentum a second, for a minute. What lies on top of a pyramid has nothing but friction to hold
// it: 30 hits a second from a random side push the crate on top of 20 rows off its place in the
// end. So averages count.
#include <math.h>

#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/random.h"

enum { MOST = 240, A_TICK = 10, SETTLES = 240, SECONDS = 60, RESTS = 300 };

#define G 10.0 // [m/s²]
#define TICK (1.0 / 60.0)
#define SPEED 100.0 // [m/s]

typedef struct Pile {
    CaromWorld *world;
    CaromBodyId body[MOST];
    CaromVec2 before[MOST];
    int count;
    TestRandom random;
} Pile;

/// What a minute has done to a pile. [m]
typedef struct Change {
    double drift, sink; ///< of its crates, on average
    double apex;        ///< how far its highest point has sunk
} Change;

static void addCrate(Pile *pile, double x, double y)
{
    CaromShapeDef def = caromShapeDef();
    CaromBodyId body =
        newBody(pile->world, CAROM_BODY_DYNAMIC, caromVec2(x, y), caromVec2(0.0, 0.0));
    madeShape(
        caromShapeCreateBox(pile->world, body, &def, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5)));
    pile->body[pile->count++] = body;
}

static void beginPile(Pile *pile)
{
    CaromWorldDef def = newWorldDef();
    def.gravity = caromVec2(0.0, -G);
    pile->world = newWorldOf(&def);
    pile->count = 0;
    pile->random = testRandomSeed(1);
    newBox(pile->world, newRest(pile->world), caromVec2(0.0, -1.0), caromVec2(100.0, 1.0));
}

static CaromVec2 placeOf(const Pile *pile, int i)
{
    return caromBodyTransform(pile->world, pile->body[i]).position;
}

static double topOf(const Pile *pile)
{
    double top = 0.0;
    for (int i = 0; i < pile->count; i++) {
        top = fmax(top, placeOf(pile, i).y);
    }
    return top;
}

static void shoot(Pile *pile, double top)
{
    CaromProjectileDef def = caromProjectileDef();
    double side = testRandomUnit(&pile->random) < 0.5 ? -1.0 : 1.0;
    double height = testRandomUnit(&pile->random) * (top + 0.4);
    CaromRotation aim = caromRotation(testRandomRange(&pile->random, -0.25, 0.25));
    CaromVec2 way = caromVec2(-side * aim.c, aim.s);
    def.position = caromVec2(side * 20.0, height - 15.0 * way.y);
    def.velocity = caromVec2Scale(way, SPEED);
    def.gravityScale = 0.0;
    def.restitution = 0.5;
    def.mass = 0.1 * pile->count * G / (60.0 * A_TICK) / SPEED;
    def.lifetime = 0.5;
    def.bounces = 1;
    def.time = caromWorldTime(pile->world) + testRandomUnit(&pile->random) * TICK;
    if (def.position.y > 0.0) {
        caromProjectileFire(pile->world, &def);
    }
}

static void ticks(Pile *pile, int count)
{
    for (int k = 0; k < count; k++) {
        caromWorldStep(pile->world, TICK);
    }
}

static Change shootAt(Pile *pile)
{
    ticks(pile, SETTLES);
    for (int i = 0; i < pile->count; i++) {
        pile->before[i] = placeOf(pile, i);
    }
    double top = topOf(pile);
    for (int k = 0; k < flightTestShare(60 * SECONDS); k++) {
        double now = topOf(pile);
        for (int n = 0; n < A_TICK; n++) {
            shoot(pile, now);
        }
        ticks(pile, 1);
    }
    ticks(pile, RESTS);
    Change change = {0.0, 0.0, top - topOf(pile)};
    for (int i = 0; i < pile->count; i++) {
        CaromVec2 way = caromVec2Sub(placeOf(pile, i), pile->before[i]);
        change.drift += sqrt(way.x * way.x + way.y * way.y) / pile->count;
        change.sink -= way.y / pile->count;
    }
    endWorld(pile->world);
    return change;
}

static Change shootAtPyramid(int rows)
{
    Pile pile;
    beginPile(&pile);
    for (int row = 0; row < rows; row++) {
        for (int i = 0; i < rows - row; i++) {
            addCrate(&pile, i - 0.5 * (rows - row - 1), 0.5 + row);
        }
    }
    return shootAt(&pile);
}

TEST(a_tower_under_fire_stands)
{
    Pile pile;
    beginPile(&pile);
    for (int i = 0; i < 30; i++) {
        addCrate(&pile, 0.0, 0.5 + i);
    }
    Change change = shootAt(&pile);
    ck_assert_msg(change.apex < 0.1, "%g, drift %g", change.apex, change.drift); // it sways
}

TEST(a_pyramid_of_10_under_fire_stays_one)
{
    Change change = shootAtPyramid(10);
    ck_assert_msg(change.drift < 0.02 && change.sink < 0.004, "%g %g", change.drift, change.sink);
}

TEST(a_pyramid_of_20_under_fire_stays_one)
{
    Change change = shootAtPyramid(20);
    ck_assert_msg(change.drift < 0.08 && change.sink < 0.05, "%g %g", change.drift, change.sink);
}
