// SPDX-License-Identifier: MIT
#include "pile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static void *withRoom(Pile *pile, void *array, int *room, int count, size_t size)
{
    if (count <= *room) {
        return array;
    }
    void *moved = realloc(array, (size_t)(2 * count) * size);
    if (!moved) {
        pile->failed = true;
        return NULL;
    }
    *room = 2 * count;
    return moved;
}

static PileShape *addShape(Pile *pile)
{
    static PileShape nowhere;
    PileShape *shapes =
        withRoom(pile, pile->shapes, &pile->shapeRoom, pile->shapeCount + 1, sizeof *shapes);
    if (!shapes) {
        return &nowhere;
    }
    pile->shapes = shapes;
    return &shapes[pile->shapeCount++];
}

/// Adds the convex hull of points.
static void addHull(Pile *pile, const CaromVec2 *points, int count)
{
    PileShape *shape = addShape(pile);
    memcpy(shape->points, points, (size_t)count * sizeof *points);
    shape->count = count > 2 ? caromHull(shape->points, count) : count;
}

static void addBox(Pile *pile, CaromVec2 center, double halfX, double halfY)
{
    CaromVec2 corners[4] = {{center.x - halfX, center.y - halfY},
                            {center.x + halfX, center.y - halfY},
                            {center.x + halfX, center.y + halfY},
                            {center.x - halfX, center.y + halfY}};
    addHull(pile, corners, 4);
}

static void addSegment(Pile *pile, double x0, double y0, double x1, double y1)
{
    CaromVec2 ends[2] = {{x0, y0}, {x1, y1}};
    addHull(pile, ends, 2);
}

/// Adds a body of the shapes from `first` on, and returns it.
static PileBody *addBody(Pile *pile, CaromBodyType type, double x, double y, int first)
{
    static PileBody nobody;
    PileBody *bodies =
        withRoom(pile, pile->bodies, &pile->bodyRoom, pile->bodyCount + 1, sizeof *bodies);
    if (!bodies) {
        return &nobody;
    }
    pile->bodies = bodies;
    PileBody body = {type, {x, y}, {0, 0}, 0, 1.0, first, pile->shapeCount - first};
    bodies[pile->bodyCount] = body;
    return &bodies[pile->bodyCount++];
}

// ---- the scenes

static void addPyramid(Pile *pile, int box, int base, double half, double left, double floor)
{
    for (int row = 0; row < base; row++) {
        for (int i = row; i < base; i++) {
            addBody(pile, CAROM_BODY_DYNAMIC, left + half * (row + 1 + 2 * (i - row)),
                    floor + half * (2 * row + 1), box);
        }
    }
}

static void makeLargePyramid(Pile *pile, bool quick)
{
    int base = quick ? 20 : 100;
    addBox(pile, caromVec2(0, 0), 100, 1);
    addBody(pile, CAROM_BODY_STATIC, 0, -1, 0);
    addBox(pile, caromVec2(0, 0), 0.5, 0.5);
    addPyramid(pile, 1, base, 0.5, -0.5 * base, 0);
    pile->steps = 500;
    pile->standing = true;
}

static void makeManyPyramids(Pile *pile, bool quick)
{
    int base = 10, rows = quick ? 5 : 20, columns = rows;
    double high = base + 1.0, width = columns * high;
    for (int row = 0; row < rows; row++) {
        addSegment(pile, -0.5 * width, row * high, 0.5 * width, row * high);
    }
    addBody(pile, CAROM_BODY_STATIC, 0, 0, 0);
    int box = pile->shapeCount;
    addBox(pile, caromVec2(0, 0), 0.5, 0.5);
    for (int i = 0; i < rows * columns; i++) {
        double x = -0.5 * width + i % columns * high + 0.5;
        addPyramid(pile, box, base, 0.5, x, i / columns * high);
    }
    pile->steps = 200;
    pile->standing = true;
}

static void makeSmash(Pile *pile, bool quick)
{
    int columns = quick ? 20 : 120, rows = quick ? 10 : 80;
    pile->gravity = caromVec2(0, 0);
    addBox(pile, caromVec2(0, 0), 4, 4);
    PileBody *hammer = addBody(pile, CAROM_BODY_DYNAMIC, -20, 0, 0);
    hammer->velocity = caromVec2(40, 0);
    hammer->density = 8;
    addBox(pile, caromVec2(0, 0), 0.2, 0.2);
    for (int i = 0; i < columns * rows; i++) {
        addBody(pile, CAROM_BODY_DYNAMIC, i / rows * 0.4 + 30, (i % rows - rows / 2.0) * 0.4, 1);
    }
    pile->steps = 300;
}

/// A drum of 36 pieces that turns, with four blades in it.
static void makeWasher(Pile *pile, bool quick)
{
    int side = quick ? 20 : 90;
    for (int i = 0; i < 36; i++) {
        CaromRotation from = caromRotation(PI / 18 * i), to = caromRotation(PI / 18 * (i + 1));
        CaromRotation before = caromRotation(PI / 18 * (i - 0.1)),
                      behind = caromRotation(PI / 18 * (i + 1.1));
        CaromVec2 rim[4] = {{16 * before.c, 16 * before.s},
                            {18 * before.c, 18 * before.s},
                            {16 * behind.c, 16 * behind.s},
                            {18 * behind.c, 18 * behind.s}};
        CaromVec2 blade[4] = {{14 * from.c, 14 * from.s},
                              {16 * from.c, 16 * from.s},
                              {14 * to.c, 14 * to.s},
                              {16 * to.c, 16 * to.s}};
        addHull(pile, rim, 4);
        if (i % 9 == 0) {
            addHull(pile, blade, 4);
        }
    }
    PileBody *drum = addBody(pile, CAROM_BODY_KINEMATIC, 0, 10, 0);
    drum->velocity = caromVec2(0.001, -0.002);
    drum->spin = PI / 180 * 25;
    int box = pile->shapeCount;
    addBox(pile, caromVec2(0, 0), 0.1, 0.1);
    for (int i = 0; i < side * side; i++) {
        addBody(pile, CAROM_BODY_DYNAMIC, -0.11 * side + 0.21 * (i % side),
                -0.11 * side + 10 + 0.21 * (i / side), box);
    }
    pile->steps = 500;
}

/// A floor and two walls of boxes that overlap a little.
static void addTrough(Pile *pile, int half, int high)
{
    for (int i = -half; i <= half; i++) {
        addBox(pile, caromVec2(i, 0), 0.55, 0.5);
    }
    for (int i = 1; i <= high; i++) {
        addBox(pile, caromVec2(-half, i), 0.5, 0.55);
        addBox(pile, caromVec2(half, i), 0.5, 0.55);
    }
}

static void makeJunkyard(Pile *pile, bool quick)
{
    int rows = quick ? 2 : 40, columns = 200;
    addTrough(pile, 80, 50);
    addBody(pile, CAROM_BODY_STATIC, 0, 0, 0);
    CaromVec2 corners[5];
    for (int i = 0; i < 5; i++) { // by the golden angle: a pentagon that is not regular
        CaromRotation turn = caromRotation(PI * (sqrt(5.0) - 1.0) * i);
        corners[i] = caromVec2(0.25 * turn.c, 0.25 * turn.s);
    }
    int scrap = pile->shapeCount;
    addHull(pile, corners, 5);
    for (int i = 0; i < columns * rows; i++) {
        double shift = i % 2 ? 0.1 : -0.1;
        addBody(pile, CAROM_BODY_DYNAMIC, 0.375 * (2 * (i / rows) - columns) + shift,
                15.0 + i % rows, scrap);
    }
    int pusher = pile->shapeCount;
    addBox(pile, caromVec2(0, 4), 2, 4);
    pile->pusher = pile->bodyCount;
    addBody(pile, CAROM_BODY_KINEMATIC, 0, 0, pusher);
    pile->steps = 800;
}

static void makeCompounds(Pile *pile, bool quick)
{
    static const CaromVec2 left[3] = {{-1, 0}, {0.5, 1}, {0, 2}},
                           right[3] = {{1, 0}, {-0.5, 1}, {0, 2}};
    int columns = quick ? 10 : 20, rows = quick ? 40 : 150;
    pile->friction = 0.5;
    addTrough(pile, 40, 100);
    addSegment(pile, -800, -80, 800, -80);
    addBody(pile, CAROM_BODY_STATIC, 0, 0, 0);
    int pair = pile->shapeCount;
    addHull(pile, left, 3);
    addHull(pile, right, 3);
    for (int i = 0; i < columns * rows; i++) {
        addBody(pile, CAROM_BODY_DYNAMIC, 2.0 * (i / rows) - columns + 1.0 + (i % 2 ? -0.25 : 0.25),
                2.25 * (i % rows) + 5.575, pair);
    }
    pile->steps = 500;
}

CaromVec2 pilePush(const Pile *pile, int step)
{
    (void)pile;
    double now = 60 * sin(0.2 * step * BENCH_DT), then = 60 * sin(0.2 * (step + 1) * BENCH_DT);
    return caromVec2((then - now) / BENCH_DT, 0);
}

bool pileMake(Pile *pile, const char *name, bool quick)
{
    static const struct {
        const char *name;
        void (*make)(Pile *pile, bool quick);
    } scenes[] = {
        {"compounds", makeCompounds},
        {"junkyard", makeJunkyard},
        {"large_pyramid", makeLargePyramid},
        {"many_pyramids", makeManyPyramids},
        {"smash", makeSmash},
        {"washer", makeWasher},
    };
    memset(pile, 0, sizeof *pile);
    pile->name = name;
    pile->gravity = caromVec2(0, -10);
    pile->friction = PILE_FRICTION;
    pile->pusher = -1;
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        if (strcmp(scenes[i].name, name) == 0) {
            scenes[i].make(pile, quick);
        }
    }
    if (pile->failed || pile->bodyCount == 0) {
        fprintf(stderr, "carom_bench: %s: no memory, or no such pile\n", name);
        pileFree(pile);
        return false;
    }
    return true;
}

void pileFree(Pile *pile)
{
    free(pile->bodies);
    free(pile->shapes);
    pile->bodies = NULL;
    pile->shapes = NULL;
}
