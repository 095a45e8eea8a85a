// SPDX-License-Identifier: MIT
// A pyramid in a room of walls without thickness, shot at by bullets and cannonballs from both
// sides.
#include "rigid.h"

#define HALF 0.33    // [m] of a crate
#define ROOM 15.0    // [m] half of its width
#define GUN_Y 5.0    // [m]
#define BULLETS 16.0 // a second, of both guns
#define CANNON 0.9   // [s] between two cannonballs
#define UNTIL 30.0   // [s]

static const CaromVec2 BORDER[] = {{-ROOM, 0}, {ROOM, 0}, {ROOM, 11.5},
                                   {11, 15},   {-11, 15}, {-ROOM, 11.5}};

/// Returns how many crates are in the lowest row.
static int baseOf(int bodies)
{
    int base = 1;
    while ((base + 1) * (base + 2) / 2 <= bodies)
        base++;
    return base;
}

static void build(RigidPlay *play, int base)
{
    CaromShapeDef wood = rigidMaterial(&RIGID_WOOD, 0.7, 12.0);
    for (int row = 0; row < base; row++)
        for (int i = row; i < base; i++)
            rigidBox(play, &wood, caromVec2(HALF * (2 * i - row - base + 1), HALF * (2 * row + 1)),
                     caromVec2(HALF, HALF), 0);
}

static void shoot(RigidPlay *play, double height)
{
    for (int i = 0; i < (int)(UNTIL * BULLETS); i++) {
        double side = i % 2 ? 1.0 : -1.0, aim = sampleRandomRange(&play->random, 0.2, 1.0);
        CaromVec2 from = {side * (ROOM - 0.6), GUN_Y};
        CaromVec2 way = caromVec2Sub(caromVec2(0, aim * height), from);
        CaromProjectileDef def =
            rigidBullet(from, caromVec2Scale(way, 70.0 / caromVec2Length(way)));
        def.time = 0.5 + i / BULLETS;
        caromProjectileFire(play->world, &def);
    }
    for (int i = 0; i < (int)(UNTIL / CANNON); i++) {
        double side = i % 2 ? -1.0 : 1.0, aim = sampleRandomRange(&play->random, 0.25, 0.85);
        CaromVec2 from = {side * (ROOM - 0.8), GUN_Y - 1.0};
        CaromVec2 at = {side * height * (1.0 - aim) * 0.5, aim * height};
        CaromProjectileDef def = rigidCannonball(from, rigidThrow(play, from, at, 0.55));
        def.time = 1.0 + i * CANNON;
        caromProjectileFire(play->world, &def);
    }
}

static void begin(RigidPlay *play)
{
    int base = baseOf(play->bodies);
    rigidWalls(play, BORDER, 6, true);
    build(play, base);
    if (play->shots)
        shoot(play, 2.0 * HALF * base);
}

const RigidScene RIGID_PYRAMID = {
    .name = "pyramid",
    .about = "a pyramid of crates, shot at from both sides by bullets and cannonballs",
    .title = "A pyramid under fire",
    .line = "Bullets and cannonballs meet crates at the true time and place. The crates are solved "
            "60 times a second, whatever the frame rate is.",
    .hint = "Press to fire a cannonball from the left; drag crates with the other tool",
    .seconds = 5.0,
    .bodies = 210,
    .fewest = 1,
    .most = 5000,
    .gravity = {0, -9.80665},
    .view = {{-ROOM - 0.4, -0.4}, {ROOM + 0.4, 15.4}},
    .trails = 0.5,
    .gun = {-ROOM + 0.8, GUN_Y - 1.0},
    .begin = begin,
};
