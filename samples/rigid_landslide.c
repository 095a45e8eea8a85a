// SPDX-License-Identifier: MIT
// A slope above a village: a dam sinks, and what it held comes down, comes to rest and falls
// asleep.
#include "rigid.h"

#include <math.h>

#define RADIUS 0.19   // [m] of the largest stones
#define CELL 0.42     // [m] from stone to stone at first
#define DAM_X -38.0   // [m]
#define DAM_TOP 108.0 // [m]
#define SINKS 0.5     // [s] when the dam begins to
#define SINKING 2.5   // [s] how long it does
#define SPEED 25.0    // [m/s] with which it does
#define HOUSES 6

static const CaromVec2 SLOPE[] = {{-105, 152}, {-105, 88}, {-40, 46}, {-38, 46},
                                  {-20, 38},   {-4, 21},   {2, 20},   {16, 8},
                                  {30, 2},     {46, 0},    {105, 0},  {105, 60}};

/// Stones of four kinds by turns, smaller than their cells.
static void addStone(RigidPlay *play, CaromVec2 at, int band)
{
    CaromShapeDef def = rigidMaterial(&RIGID_HUE[band], 0.3, 2.0);
    double size = sampleRandomRange(&play->random, 0.7, 1.0) * RADIUS;
    double angle = sampleRandomRange(&play->random, 0.0, 1.5);
    int corners = 3 + play->made++ % 4;
    def.bodyRollingResistance = 0.15;
    def.hits = false;
    if (corners == 6) {
        rigidDisc(play, &def, at, 0.9 * size);
        return;
    }
    CaromVec2 points[5];
    for (int i = 0; i < corners; i++) {
        CaromRotation turn = caromRotation(6.283185307179586 * i / corners);
        points[i] = caromRotate(turn, caromVec2(size, 0));
    }
    CaromBodyId body = rigidBody(play, CAROM_BODY_DYNAMIC, at, angle);
    caromShapeCreatePolygon(play->world, body, &def, points, corners);
}

/// [m] The floor behind the dam.
static double floorAt(double x)
{
    return 46.0 + (88.0 - 46.0) * (-40.0 - x) / (105.0 - 40.0);
}

/// Row by row from the floor upward; the colours are bands.
static void addStones(RigidPlay *play)
{
    int columns = (int)((DAM_X - 1.5 + 104.0) / CELL);
    int rows = (play->bodies + columns - 1) / columns;
    for (int i = 0; i < play->bodies; i++) {
        double x = DAM_X - 1.5 - CELL * (i % columns);
        double y = floorAt(x < -40.0 ? x : -40.0) + CELL * (i / columns + 0.8);
        addStone(play, caromVec2(x, y), i / columns * RIGID_HUES / rows);
    }
}

/// Walls of crates in the valley.
static void addVillage(RigidPlay *play)
{
    CaromShapeDef wood = rigidMaterial(&RIGID_WOOD, 0.6, 1.0);
    for (int house = 0; house < HOUSES; house++)
        for (int row = 0; row < 4; row++)
            for (int i = 0; i < 4 - row; i++)
                rigidBox(play, &wood,
                         caromVec2(54.0 + 8.0 * house + 1.5 * (i + 0.5 * row), 0.75 + 1.5 * row),
                         caromVec2(0.75, 0.75), 0);
}

static void begin(RigidPlay *play)
{
    rigidWalls(play, SLOPE, sizeof SLOPE / sizeof SLOPE[0], false);
    CaromShapeDef wall = rigidMaterial(&RIGID_WALL, 0.3, 1.0);
    play->gate =
        rigidBody(play, CAROM_BODY_KINEMATIC, caromVec2(DAM_X - 0.5, 0.5 * (DAM_TOP + 45.0)), 0);
    caromShapeCreateBox(play->world, play->gate, &wall, caromVec2(0, 0),
                        caromVec2(0.5, 0.5 * (DAM_TOP - 45.0)));
    addVillage(play);
    addStones(play);
}

static void act(RigidPlay *play, int64_t k)
{
    if (k == (int64_t)(SINKS * RIGID_HZ))
        caromBodySetVelocity(play->world, play->gate, caromVec2(0, -SPEED));
    if (k == (int64_t)((SINKS + SINKING) * RIGID_HZ))
        caromBodySetVelocity(play->world, play->gate, caromVec2(0, 0));
}

const RigidScene RIGID_LANDSLIDE = {
    .name = "landslide",
    .about = "20,000 stones come down a slope, come to rest and fall asleep",
    .title = "A landslide",
    .line = "A dam has sunk, and what it held comes down. The colours were layers. Stones that "
            "have come to rest sleep, and cost nothing.",
    .hint = "Press to throw a ball; drag stones with the other tool",
    .seconds = 40.0,
    .bodies = 20000,
    .fewest = 10,
    .most = 21000,
    .gravity = {0, -9.80665},
    .view = {{-107, -3}, {107, 146}},
    .trails = 0.3,
    .gun = {-30, 60},
    .shotRadius = 1.0,
    .shotMass = 500,
    .begin = begin,
    .act = act,
};
