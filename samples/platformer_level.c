// SPDX-License-Identifier: MIT
#include "platformer.h"

const CaromVec2 PLATFORMER_GROUND[PLATFORMER_POINTS] = {
    {0, 4},       {0, 0},       {3, 0},     {3, 0.3},   {3.6, 0.3}, {3.6, 0.6}, {4.2, 0.6},
    {4.2, 0.9},   {5.5, 0.9},   {7.5, 2.1}, {8.5, 2.1}, {10.5, 1},  {12.8, 1},  {12.8, -0.6},
    {14.2, -0.6}, {14.2, 1},    {17, 1},    {17, -0.6}, {27, -0.6}, {27, 1},    {29.6, 1},
    {29.6, -0.6}, {31.4, -0.6}, {31.4, 5},  {40, 5},    {40, 8}};
const PlatformerAct PLATFORMER_SCRIPT[PLATFORMER_ACTS] = {
    {4, false, UNTIL_X, 11.4},      // up the stair, over the hill, to the brink
    {4, true, UNTIL_X, 12.5},       // a jump
    {4, false, UNTIL_X, 15.7},      // over the pit
    {0, false, UNTIL_SECONDS, 0.3}, // below a platform
    {0, true, UNTIL_Y, 2.94},       // up through it
    {0, false, UNTIL_SECONDS, 0.8}, // which holds him
    {4, false, UNTIL_X, 18.1},      // onto the ferry
    {0, false, UNTIL_X, 25.8},      // carried
    {4, false, UNTIL_X, 30.5},      // onto the lift
    {0, false, UNTIL_Y, 5.54},      // carried up
    {4, false, UNTIL_X, 33.5},      // past the door
    {0, false, UNTIL_X, 37.0},      // which pushes him
    {4, false, UNTIL_SECONDS, 1.0},
};

bool platformerIsDone(const PlatformerAct *act, const CaromMover *hero, double seconds)
{
    switch (act->until) {
    case UNTIL_X:
        return hero->position.x >= act->value;
    case UNTIL_Y:
        return hero->position.y >= act->value && hero->grounded;
    default:
        return seconds >= act->value;
    }
}

CaromMoverDef platformerHero(void)
{
    static const CaromVec2 spine[2] = {{0, -0.2}, {0, 0.2}};
    CaromMoverDef def = caromMoverDef();
    def.shape = caromGeometry(CAROM_SHAPE_CAPSULE, spine, 2, 0.3);
    def.position = caromVec2(1, 0.56);
    def.up = caromVec2(0, 1);
    def.stepHeight = 0.35;
    def.snap = 0.35;
    return def;
}

bool platformerBuild(PlatformerLevel *level, CaromWorld *world)
{
    static const PlatformerMoving MOVING[PLATFORMER_MOVINGS] = {
        {{1, 0.15}, {18.1, 0.85}, {7.8, 0}, 2.5, false, {0, 0, 0}},
        {{0.8, 0.15}, {30.5, 0.85}, {0, 4}, 2, false, {0, 0, 0}},
        {{0.1, 0.8}, {29.3, 5.9}, {8, 0}, 1.5, false, {0, 0, 0}}};
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    CaromBodyId rest = caromBodyCreate(world, &bodyDef);
    CaromShapeId ground =
        caromShapeCreateChain(world, rest, &def, PLATFORMER_GROUND, PLATFORMER_POINTS, 0);
    level->platform = caromBodyCreate(world, &bodyDef);
    CaromShapeId platform = caromShapeCreateOneSided(
        world, level->platform, &def, caromVec2(16.6, 2.4), caromVec2(15, 2.4)); // free above
    bool ok = ground.index != 0 && platform.index != 0;
    bodyDef.type = CAROM_BODY_KINEMATIC;
    for (int k = 0; k < PLATFORMER_MOVINGS; k++) {
        level->movings[k] = MOVING[k];
        bodyDef.position = MOVING[k].from;
        level->movings[k].body = caromBodyCreate(world, &bodyDef);
        ok = ok && caromShapeCreateBox(world, level->movings[k].body, &def, caromVec2(0, 0),
                                       MOVING[k].half)
                           .index != 0;
    }
    return ok;
}

/// The velocities hold during a step, and end just where the way does.
void platformerDrive(PlatformerLevel *level, CaromWorld *world, const CaromMover *hero, double tick)
{
    for (int k = 0; k < PLATFORMER_MOVINGS; k++) {
        PlatformerMoving *m = &level->movings[k];
        bool stoodOn = hero->grounded && caromShapeBody(world, hero->ground).index == m->body.index;
        bool passed = k == PLATFORMER_DOOR && hero->position.x > 33.4;
        m->started = m->started || passed || (k != PLATFORMER_DOOR && stoodOn);
        CaromVec2 at = caromBodyTransform(world, m->body).position;
        CaromVec2 left = caromVec2Sub(caromVec2Add(m->from, m->way), at);
        double distance = caromVec2Length(left), speed = m->speed;
        speed = distance < speed * tick ? distance / tick : speed;
        CaromVec2 velocity = caromVec2Scale(caromVec2Normalize(left), m->started ? speed : 0);
        caromBodySetVelocity(world, m->body, velocity);
    }
}
