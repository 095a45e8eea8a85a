// SPDX-License-Identifier: MIT
#include "hall.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WALLS 1000
#define MARGIN 1.0 // [m] of what is put into the hall from its border
#define RUN 6.0    // [m/s] of a player, at most
#define TURN 0.3   // [m/s] of a velocity, in most frames
#define SUDDEN 5.0 // [m/s] in some
#define SELDOM 19  // a sudden turn: in one frame of SELDOM + 1
#define AISLE 5.0  // [m] along the border, in which players run back

static CaromVec2 anyPlace(TestRandom *random, double side)
{
    double x = testRandomRange(random, MARGIN, side - MARGIN);
    return caromVec2(x, testRandomRange(random, MARGIN, side - MARGIN));
}

static CaromVec2 anyWay(TestRandom *random, double length)
{
    CaromRotation heading = caromRotation(testRandomRange(random, -3.14159, 3.14159));
    return caromVec2(length * heading.c, length * heading.s);
}

static void addWall(BenchScene *scene, CaromVec2 a, CaromVec2 b)
{
    CaromVec2 ends[2] = {a, b};
    benchSceneAdd(scene, ends, 2, 0.0);
}

bool hallMake(BenchScene *scene, const HallDef *def)
{
    TestRandom random = testRandomSeed(def->seed);
    double side = def->side;
    CaromVec2 room[4] = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    int walls = 4 + WALLS;
    if (!benchSceneReserve(scene, walls + def->players, 2 * walls + def->players, def->bullets)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        addWall(scene, room[i], room[(i + 1) % 4]);
    }
    for (int i = 0; i < WALLS; i++) {
        CaromVec2 a = anyPlace(&random, side);
        addWall(scene, a, caromVec2Add(a, anyWay(&random, 1.0)));
    }
    for (int i = 0; i < def->bullets; i++) {
        scene->positions[i] = anyPlace(&random, side);
        scene->velocities[i] = anyWay(&random, HALL_SPEED);
    }
    for (int i = 0; i < def->players; i++) {
        CaromVec2 place = anyPlace(&random, side);
        benchSceneAdd(scene, &place, 1, HALL_PLAYER);
    }
    scene->movers = def->players;
    return true;
}

// ---- players

bool hallCrowdStart(HallCrowd *crowd, const BenchScene *scene, double side)
{
    size_t bytes = ((size_t)scene->movers + 1) * sizeof(CaromVec2);
    crowd->count = scene->movers;
    crowd->side = side;
    crowd->random = testRandomSeed(1);
    crowd->places = malloc(bytes);
    crowd->velocities = malloc(bytes);
    if (!crowd->places || !crowd->velocities) {
        return false;
    }
    for (int i = 0; i < crowd->count; i++) {
        const BenchShape *shape = &scene->shapes[scene->shapeCount - crowd->count + i];
        crowd->places[i] = scene->points[shape->first];
        crowd->velocities[i] = caromVec2(0, 0);
    }
    return true;
}

void hallCrowdFree(HallCrowd *crowd)
{
    free(crowd->places);
    free(crowd->velocities);
}

/// Back from the border, and no faster than players run.
static double tame(double speed, double place, double side)
{
    speed = speed > RUN ? RUN : speed < -RUN ? -RUN : speed;
    return place < AISLE ? fabs(speed) : place > side - AISLE ? -fabs(speed) : speed;
}

void hallCrowdTurn(HallCrowd *crowd)
{
    for (int i = 0; i < crowd->count; i++) {
        double most = testRandomInt(&crowd->random, 0, SELDOM) ? TURN : SUDDEN;
        CaromVec2 v = crowd->velocities[i], p = crowd->places[i];
        v.x += testRandomRange(&crowd->random, -most, most);
        v.y += testRandomRange(&crowd->random, -most, most);
        crowd->velocities[i] = caromVec2(tame(v.x, p.x, crowd->side), tame(v.y, p.y, crowd->side));
    }
}

void hallCrowdMove(HallCrowd *crowd)
{
    for (int i = 0; i < crowd->count; i++) {
        CaromVec2 way = caromVec2Scale(crowd->velocities[i], BENCH_DT);
        crowd->places[i] = caromVec2Add(crowd->places[i], way);
    }
}
