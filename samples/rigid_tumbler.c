// SPDX-License-Identifier: MIT
// A box that turns, and what tumbles in it: a kinematic body with four walls.
#include "rigid.h"

#define INNER 5.0 // [m] half of the room in it
#define WALL 0.25 // [m] half of a wall's thickness
#define SPIN 0.6  // [rad/s]
#define HALF 0.15 // [m] of what tumbles

static void begin(RigidPlay *play)
{
    CaromShapeDef wall = rigidMaterial(&RIGID_STEEL, 1.0, 1.0);
    CaromBodyId drum = rigidBody(play, CAROM_BODY_KINEMATIC, caromVec2(0, 0), 0);
    for (int side = 0; side < 4; side++) {
        CaromRotation turn = caromRotation(1.5707963267948966 * side);
        CaromVec2 half =
            side % 2 ? caromVec2(WALL, INNER + 2 * WALL) : caromVec2(INNER + 2 * WALL, WALL);
        caromShapeCreateBox(play->world, drum, &wall,
                            caromRotate(turn, caromVec2(0, -INNER - WALL)), half);
    }
    caromBodySetAngularVelocity(play->world, drum, SPIN);
    int row = 1;
    while (row * row < play->bodies)
        row++;
    double space = row > 1 ? (2.0 * INNER - 4.0 * HALF) / (row - 1) : 0.0;
    space = space > 2.4 * HALF ? 2.4 * HALF : space;
    for (int i = 0; i < play->bodies; i++) {
        CaromShapeDef def = rigidMaterial(&RIGID_HUE[i / row * RIGID_HUES / row], 0.6, 1.0);
        CaromVec2 at = {(i % row - 0.5 * (row - 1)) * space, -INNER + 2.0 * HALF + i / row * space};
        rigidBox(play, &def, at, caromVec2(HALF, HALF), 0);
    }
}

const RigidScene RIGID_TUMBLER = {
    .name = "tumbler",
    .about = "boxes in a drum that turns",
    .title = "A tumbler",
    .line = "A kinematic body of four walls turns at a constant spin. The colours were layers at "
            "the beginning.",
    .hint = "Press to throw a ball; drag boxes with the other tool",
    .seconds = 12.0,
    .bodies = 625,
    .fewest = 1,
    .most = 700,
    .gravity = {0, -9.80665},
    .view = {{-8, -8}, {8, 8}},
    .trails = 0.3,
    .shotRadius = 0.25,
    .shotMass = 5,
    .begin = begin,
};
