// SPDX-License-Identifier: MIT
// The ground, the bunker and the cans of the grenade sample, and the grenade.
#include "grenade.h"

const CaromVec2 GRENADE_HAND = {2.3, 4.3};

static const CaromVec2 GROUND[] = {
    {-2, -6},     {37, -6},  {37, 3.4}, {31, 2.2},   {28.6, 0},  {16.2, 0},  {15.4, -1.5},
    {13.4, -1.5}, {12.8, 0}, {8.6, 0},  {7.6, 0.12}, {4.6, 2.3}, {4.2, 2.4}, {-2, 2.4},
};

static const CaromBox BOXES[] = {
    {{10.6, 0}, {11.1, 2.1}},   // a wall
    {{19.4, 0}, {19.9, 1.2}},   // the bunker: below its slit,
    {{19.4, 2.2}, {19.9, 3.2}}, // above,
    {{19.0, 3.2}, {23.1, 3.6}}, // its roof
    {{24.6, 3.2}, {27.6, 3.6}}, // beyond the hatch,
    {{26.9, 0}, {27.3, 3.2}},   // its back,
    {{22.4, 0}, {22.7, 0.9}},   // a low wall in it
};

static const CaromVec2 BAGS[] = {{3.55, 2.62}, {4.0, 2.6}, {3.78, 3.0}};

static const CaromVec2 CANS[GRENADE_CANS] = {
    {8.9, 0},  {9.9, 0},    {10.85, 2.1}, {11.7, 0}, {12.5, 0},    {14.9, -1.5},
    {16.5, 0}, {18.2, 0},   {19.65, 1.2}, {20.9, 0}, {22.55, 0.9}, {23.5, 0},
    {25.9, 0}, {20.6, 3.6}, {24.85, 3.6}, {28.1, 0},
};

CaromWorld *grenadeScene(CaromProjectileId cans[GRENADE_CANS])
{
    CaromWorldDef worldDef = caromWorldDef();
    worldDef.gravity = caromVec2(0, -9.81);
    worldDef.tag = 1;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    CaromShapeDef shape = caromShapeDef();
    caromShapeCreatePolygon(world, body, &shape, GROUND, (int)(sizeof GROUND / sizeof GROUND[0]));
    for (size_t i = 0; i < sizeof BOXES / sizeof BOXES[0]; i++) {
        CaromVec2 half = caromVec2Scale(caromVec2Sub(BOXES[i].max, BOXES[i].min), 0.5);
        caromShapeCreateBox(world, body, &shape, caromVec2Add(BOXES[i].min, half), half);
    }
    shape.restitution = 0.3;
    for (size_t i = 0; i < sizeof BAGS / sizeof BAGS[0]; i++) {
        caromShapeCreateCircle(world, body, &shape, BAGS[i], 0.24);
    }
    CaromProjectileDef can = caromProjectileDef();
    can.radius = GRENADE_CAN;
    can.mass = 0.35;
    can.restitution = 0.3;
    can.friction = 0.4;
    for (int i = 0; i < GRENADE_CANS; i++) {
        can.position = caromVec2Add(CANS[i], caromVec2(0, GRENADE_CAN + 0.01));
        cans[i] = caromProjectileFire(world, &can);
    }
    return world;
}

CaromProjectileDef grenadeDef(double fuse)
{
    CaromProjectileDef grenade = caromProjectileDef();
    grenade.position = GRENADE_HAND;
    grenade.radius = GRENADE_RADIUS;
    grenade.mass = 0.4;
    grenade.restitution = 0.42;
    grenade.friction = 0.15;
    grenade.rolls = true;
    grenade.rollingResistance = 0.11;
    grenade.fuse = fuse;
    grenade.blast.radius = 4.5;
    grenade.blast.impulse = 3.2;
    return grenade;
}
