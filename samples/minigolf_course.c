// SPDX-License-Identifier: MIT
// The holes. Each is 6 m wide, its floor at a height of 0, the cup sunk into it.
#include "minigolf.h"

#define WIDTH 6.0
#define DEPTH (-1.5) // [m] of solid ground; deeper than the picture shows
#define CUP_DEPTH 0.18
#define PI 3.141592653589793

// ---- parts

static CaromBodyId makeBody(CaromWorld *world)
{
    CaromBodyDef def = caromBodyDef();
    return caromBodyCreate(world, &def);
}

static void addBox(CaromWorld *world, CaromBodyId body, const CaromShapeDef *shape, double left,
                   double bottom, double right, double top)
{
    CaromVec2 half = caromVec2((right - left) / 2, (top - bottom) / 2);
    caromShapeCreateBox(world, body, shape, caromVec2(left + half.x, bottom + half.y), half);
}

/// Floor from `left` to the right wall, with a cup in it, and the wall.
static void addGreen(CaromWorld *world, CaromBodyId body, const CaromShapeDef *shape, double left,
                     GolfSetting *setting)
{
    double cupLeft = setting->cup - GOLF_CUP / 2, cupRight = setting->cup + GOLF_CUP / 2;
    const CaromVec2 points[] = {
        {left, DEPTH},          {WIDTH, DEPTH},        {WIDTH, 0},   {cupRight, 0},
        {cupRight, -CUP_DEPTH}, {cupLeft, -CUP_DEPTH}, {cupLeft, 0}, {left, 0},
    };
    caromShapeCreatePolygon(world, body, shape, points, (int)(sizeof points / sizeof points[0]));
    addBox(world, body, shape, WIDTH, DEPTH, WIDTH + 0.2, 0.45);
}

static void addTee(CaromWorld *world, CaromBodyId body, const CaromShapeDef *shape, double right)
{
    addBox(world, body, shape, 0, DEPTH, right, 0);
    addBox(world, body, shape, -0.2, DEPTH, 0, 0.45);
}

static void makeBall(GolfSetting *setting, double x)
{
    setting->ball.position = caromVec2(x, GOLF_BALL);
    setting->ball.radius = GOLF_BALL;
    setting->ball.mass = 0.046;
    setting->ball.restitution = 0.55;
    setting->ball.friction = 0.06;
    setting->ball.rolls = true;
    setting->ball.rollingResistance = 0.05;
    setting->cup = 5.2;
}

// ---- holes

/// Two hills in one chain.
static void buildHills(CaromWorld *world, GolfSetting *setting)
{
    CaromBodyId body = makeBody(world);
    CaromShapeDef shape = caromShapeDef();
    makeBall(setting, 0.35);
    CaromVec2 *points = setting->hill;
    for (int i = 0; i < GOLF_HILL_POINTS; i++) {
        double x = 0.7 + 3.9 * i / (GOLF_HILL_POINTS - 1);
        double wave = 0.5 - 0.5 * caromRotation(2 * PI * (x - 0.7) / 1.95).c;
        points[i] = caromVec2(x, (x < 2.65 ? 0.22 : 0.38) * wave);
    }
    points[0].y = points[GOLF_HILL_POINTS - 1].y = 0;
    setting->hillCount = GOLF_HILL_POINTS;
    caromShapeCreateChain(world, body, &shape, points, GOLF_HILL_POINTS, 0);
    addTee(world, body, &shape, 0.7);
    addGreen(world, body, &shape, 4.6, setting);
}

/// A floor of flush tiles; those of sand roll heavily.
static void buildTiles(CaromWorld *world, GolfSetting *setting)
{
    CaromBodyId body = makeBody(world);
    CaromShapeDef shape = caromShapeDef();
    makeBall(setting, 0.35);
    for (int i = 0; i < 16; i++) {
        CaromShapeDef tile = shape;
        tile.rollingResistance = i >= 8 && i < 11 ? 6 : 1;
        addBox(world, body, &tile, 0.3 * i, DEPTH, 0.3 * (i + 1), 0);
    }
    addBox(world, body, &shape, -0.2, DEPTH, 0, 0.45);
    addGreen(world, body, &shape, 4.8, setting);
    setting->label = (GolfLabel){{2.85, -0.3}, "sand"};
}

/// A ferry across the water.
static void buildFerry(CaromWorld *world, GolfSetting *setting)
{
    CaromBodyId body = makeBody(world);
    CaromShapeDef shape = caromShapeDef();
    makeBall(setting, 0.35);
    addTee(world, body, &shape, 1.6);
    addGreen(world, body, &shape, 4.2, setting);
    addBox(world, body, &shape, 1.6, DEPTH, 4.2, -0.5);
    CaromBodyDef ferry = caromBodyDef();
    ferry.type = CAROM_BODY_KINEMATIC;
    ferry.position = caromVec2(2.02, 0);
    setting->ferry = caromBodyCreate(world, &ferry);
    setting->ferrySpeed = 0.44;
    setting->ferryTicks = 16;
    setting->ferryWait = 8;
    const CaromVec2 hull[] = {{-0.4, 0}, {-0.25, -0.16}, {0.25, -0.16}, {0.4, 0}};
    caromShapeCreatePolygon(world, setting->ferry, &shape, hull, 4);
}

/// A puck, that slides, and a belt that carries it up.
static void buildBelt(CaromWorld *world, GolfSetting *setting)
{
    CaromBodyId body = makeBody(world);
    CaromShapeDef shape = caromShapeDef();
    makeBall(setting, 0.35);
    setting->ball.rolls = false;
    setting->ball.friction = 0.25;
    setting->cup = 5.2;
    addTee(world, body, &shape, 1.4);
    const CaromVec2 ramp[] = {{1.4, DEPTH}, {3.2, DEPTH}, {3.2, 0.6}, {1.4, 0}};
    CaromShapeDef belt = shape;
    belt.surfaceSpeed = 1.8;
    belt.friction = 4;
    setting->label = (GolfLabel){{2.35, -0.12}, "1.8 m/s"};
    caromShapeCreatePolygon(world, body, &belt, ramp, 4);
    shape.friction = 0.3;
    addGreen(world, body, &shape, 3.2, setting);
}

/// A quarter pipe, a bumper that gives more than it gets, a back wall.
static void buildJump(CaromWorld *world, GolfSetting *setting)
{
    CaromBodyId body = makeBody(world);
    CaromShapeDef shape = caromShapeDef();
    makeBall(setting, 0.35);
    addTee(world, body, &shape, 1.2);
    CaromVec2 ramp[20] = {{2.0, DEPTH}};
    for (int i = 0; i < 17; i++) {
        CaromRotation turn = caromRotation(0.75 * (16 - i) / 16);
        ramp[1 + i] = caromVec2(1.2 + 1.1 * turn.s, 1.1 - 1.1 * turn.c);
    }
    ramp[1].x = ramp[0].x;
    ramp[17] = caromVec2(1.2, 0);
    ramp[18] = caromVec2(1.2, DEPTH);
    caromShapeCreatePolygon(world, body, &shape, ramp, 19);
    addGreen(world, body, &shape, 2.6, setting);
    addBox(world, body, &shape, 2.0, DEPTH, 2.6, -0.5);
    CaromShapeDef bumper = shape;
    bumper.restitution = 2.2;
    setting->label = (GolfLabel){{4.53, -0.35}, "2.2 times 0.55"};
    caromShapeCreateCircle(world, body, &bumper, caromVec2(4.53, 0), 0.14);
    addBox(world, body, &shape, WIDTH, 0.45, WIDTH + 0.2, 1.45);
}

/// A windmill with sails that sweep the floor.
static void buildMill(CaromWorld *world, GolfSetting *setting)
{
    CaromBodyId body = makeBody(world);
    CaromShapeDef shape = caromShapeDef();
    makeBall(setting, 0.35);
    addTee(world, body, &shape, 4.2);
    addGreen(world, body, &shape, 4.2, setting);
    CaromBodyDef mill = caromBodyDef();
    mill.type = CAROM_BODY_KINEMATIC;
    mill.position = caromVec2(2.7, 0.78);
    mill.angularVelocity = -1.1;
    CaromBodyId sails = caromBodyCreate(world, &mill);
    for (int i = 0; i < 2; i++) {
        double x = i == 0 ? 0.74 : 0.03, y = i == 0 ? 0.03 : 0.74;
        addBox(world, sails, &shape, -x, -y, x, y);
    }
}

// ---- what moves

/// There, a while to board, back, a while.
void golfTurnFerry(CaromWorld *world, const GolfSetting *setting, int tick)
{
    if (setting->ferry.index == 0) {
        return;
    }
    int half = setting->ferryTicks + setting->ferryWait, since = tick % half;
    if (since == 0 || since == setting->ferryTicks) {
        double speed = since > 0 ? 0 : (tick / half % 2 == 0 ? 1 : -1) * setting->ferrySpeed;
        caromBodySetVelocity(world, setting->ferry, caromVec2(speed, 0));
    }
}

const GolfHole GOLF_COURSE[GOLF_HOLES] = {
    {"Hills",
     "240 edges; in a hollow each is a bounce",
     buildHills,
     20,
     3,
     {{1.6, 0, 0}, {2.4, 0, 0}, {2.9, 0, 0}}},
    {"Tiles",
     "flush boxes: no seam throws the ball",
     buildTiles,
     10,
     3,
     {{0.5, 0, 0}, {2.2, 0, 0}, {2.3, 0, 0}}},
    {"Ferry",
     "the ball comes to rest on board, and rides",
     buildFerry,
     24,
     2,
     {{1.35, 0, 9}, {1.35, 0, 16}}},
    {"Belt", "a puck slides; the belt lifts it", buildBelt, 10, 1, {{2.6, 0, 0}}},
    {"Jump", "the bumper returns more than it gets", buildJump, 10, 1, {{6, 0, 0}}},
    {"Windmill", "its sails sweep the floor", buildMill, 16, 2, {{2.2, 0, 0}, {2.4, 0, 8.25}}},
};
