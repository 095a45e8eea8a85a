// SPDX-License-Identifier: MIT
// A world with something of every kind, drawn by draw.c, which has no code made for it.
#include "draw.h"
#include "figure.h"
#include "options.h"
#include "sample.h"

#include <stdio.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static CaromBodyId makeBody(CaromWorld *world, CaromBodyType type, double x, double y, double spin)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    def.position = caromVec2(x, y);
    def.angularVelocity = spin;
    return caromBodyCreate(world, &def);
}

/// What rests: a landscape, pegs, a house with a window (a region), tiles, a rounded block.
static void makeWalls(CaromWorld *world)
{
    static const CaromVec2 land[] = {{-15, 1},  {-14, -2}, {-9, -4}, {-5, -4.5}, {-1, -3},
                                     {3, -4.5}, {9, -4.5}, {14, -3}, {15, 1}};
    static const CaromVec2 house[] = {{-8, -4},    {-4, -4},    {-4, -1},   {-6, 0.5}, {-8, -1},
                                      {-7, -2.75}, {-5, -2.75}, {-5, -1.5}, {-7, -1.5}};
    static const int rings[] = {5, 9};
    static const uint16_t tiles[] = {1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1};
    CaromBodyId ground = makeBody(world, CAROM_BODY_STATIC, 0, 0, 0);
    CaromShapeDef def = caromShapeDef();
    CaromVec2 corners[4];
    CaromTileMap map = {4, 4, 0.75, {9.5, -4.5}, tiles, 0.0};
    CaromGeometry region = caromGeometryRegion(house, rings, 2, 0);
    CaromGeometry block = caromGeometryBox(caromVec2(0, 4.5), caromVec2(1.5, 0.4), 0.3, corners);
    caromShapeCreateChain(world, ground, &def, land, COUNT(land), 0);
    caromShapeCreate(world, ground, &def, &region);
    caromShapeCreate(world, ground, &def, &block);
    caromShapeCreateTiles(world, ground, &def, &map);
    for (int i = 0; i < 160; i++) // pegs
        caromShapeCreateCircle(
            world, ground, &def,
            caromVec2(-13 + 0.6 * (i % 20) + 0.3 * (i / 20 % 2), 1 + 0.5 * (i / 20)), 0.07);
    def.sensor = true;
    caromShapeCreateCircle(world, ground, &def, caromVec2(5.5, -2.5), 2);
}

/// Makes what moves: a wheel of two bars, and a lift that pushes along a post and reports contacts.
static void makeMachines(CaromWorld *world)
{
    CaromBodyId wheel = makeBody(world, CAROM_BODY_KINEMATIC, 1, 0.5, 1.5);
    CaromBodyId lift = makeBody(world, CAROM_BODY_KINEMATIC, 7, 1, 0);
    CaromBodyId post = makeBody(world, CAROM_BODY_STATIC, 8.4, 3, 0);
    CaromShapeDef def = caromShapeDef();
    caromShapeCreateBox(world, wheel, &def, caromVec2(0, 0), caromVec2(2.5, 0.25));
    caromShapeCreateBox(world, wheel, &def, caromVec2(0, 0), caromVec2(0.25, 2.5));
    def.contacts = true;
    caromShapeCreateCapsule(world, lift, &def, caromVec2(-1, 0), caromVec2(1, 0), 0.5);
    caromShapeCreateBox(world, post, &def, caromVec2(0, 0), caromVec2(0.25, 3));
    caromBodySetVelocity(world, lift, caromVec2(0, 1));
}

static void fire(CaromWorld *world)
{
    CaromProjectileDef ball = caromProjectileDef();
    ball.restitution = 0.6;
    ball.friction = 0.2;
    for (int i = 0; i < 60; i++) {
        ball.position = caromVec2(-13 + 0.4 * i, 6.5 - i % 3 * 0.5);
        ball.velocity = caromVec2(i % 7 - 3, 0);
        ball.radius = i % 4 * 0.08;
        ball.rolls = i % 2 != 0;
        ball.onHit = i % 9 == 0 ? CAROM_HIT_STICK : CAROM_HIT_BOUNCE;
        ball.time = i % 12 == 5 ? 9 : CAROM_NOW;
        caromProjectileFire(world, &ball);
    }
}

int sampleDraw(int argc, char **argv)
{
    const char *out = "draw.png";
    double seconds = 1.6;
    const Option options[] = {
        {"out", "FILE", "the picture", OPTION_TEXT, &out, 0, 0},
        {"time", "SECONDS", "when it is drawn", OPTION_NUMBER, &seconds, 0.01, 8},
    };
    OptionsResult read = optionsRead(argc, argv,
                                     "A debug view of a world with something of "
                                     "every kind",
                                     options, COUNT(options));
    if (read != OPTIONS_GO)
        return read == OPTIONS_HELP ? SAMPLE_OK : SAMPLE_BAD_OPTIONS;
    CaromWorldDef def = caromWorldDef();
    def.gravity = caromVec2(0, -9.8);
    CaromWorld *world = caromWorldCreate(&def, NULL);
    Canvas *canvas = figureCreate(
        1400, 860, "Any world, by caromWorldDraw",
        "Grey: rests. Blue: moves. Green: a sensor. Balls: gold fly, violet slide or roll, dim "
        "rest or wait, white stick. Arrows: velocities. Red: contacts. Squares: the grid.");
    if (!world || !canvas)
        return SAMPLE_FAILED;
    makeWalls(world);
    makeMachines(world);
    fire(world);
    for (int frame = 1; frame <= (int)(seconds * 60 + 0.5); frame++)
        caromWorldStepTo(world, frame / 60.0);
    canvasFit(canvas, figureBox(-15.2, -5.2, 15.2, 8), figureBox(20, 96, 1380, 840));
    drawWorld(canvas, world);
    printf("drawn: %d bodies, %d shapes, %d projectiles, hash %016llx\n",
           caromWorldBodies(world, NULL, 0), caromWorldShapes(world, NULL, 0),
           caromWorldProjectiles(world, NULL, 0), (unsigned long long)caromWorldHash(world));
    caromWorldDestroy(world);
    return figureFinish(canvas, out);
}
