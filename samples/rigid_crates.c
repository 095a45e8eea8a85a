// SPDX-License-Identifier: MIT
// A yard with walls of crates and barrels, and grenades that throw them.
#include "rigid.h"

#define HALF 0.5  // [m] of a crate
#define HIGH 6    // crates
#define APART 3.9 // [m] from wall to wall, middle to middle
#define YARD 20.0 // [m] half of its width
#define PAUSE 0.3 // [s] between two throws
#define THROWS 40

static const CaromVec2 BORDER[] = {{-YARD, 9}, {-YARD, 1.5}, {-17.5, 1.5}, {-17.5, 0},
                                   {17.5, 0},  {17.5, 1.5},  {YARD, 1.5},  {YARD, 9}};

/// Adds a wall of some columns; barrels stand on top.
static int addWall(RigidPlay *play, double x, int columns, int left)
{
    CaromShapeDef wood = rigidMaterial(&RIGID_WOOD, 0.6, 20.0);
    CaromShapeDef drum = rigidMaterial(&RIGID_DRUM, 0.5, 25.0);
    int made = 0;
    for (int row = 0; row < HIGH; row++)
        for (int i = 0; i < columns && made < left; i++, made++)
            rigidBox(play, &wood, caromVec2(x + 2 * HALF * i, HALF * (2 * row + 1)),
                     caromVec2(HALF, HALF), 0);
    for (int i = 0; i < columns && made < left; i++, made++)
        rigidBox(play, &drum, caromVec2(x + 2 * HALF * i, 2 * HALF * HIGH + 0.55),
                 caromVec2(0.38, 0.55), 0);
    return made;
}

/// From either side, into a gap or onto a wall; it explodes soon after it gets there.
static void throwOne(RigidPlay *play, int i)
{
    double side = i % 2 ? 1.0 : -1.0, seconds = sampleRandomRange(&play->random, 1.5, 2.1);
    CaromVec2 from = {side * 18.5, 3.0};
    CaromVec2 at = {APART * (sampleRandomIndex(&play->random, 6) - 2.5), 0};
    at.y = sampleRandomRange(&play->random, 0.6, 4.0);
    CaromProjectileDef def =
        rigidGrenade(from, rigidThrow(play, from, at, seconds), seconds + 0.02);
    def.time = 0.2 + i * PAUSE;
    caromProjectileFire(play->world, &def);
}

static void begin(RigidPlay *play)
{
    rigidWalls(play, BORDER, 8, false);
    int left = play->bodies, columns = 3;
    for (int wall = 0; left > 0 && wall < 9; wall++) {
        int step = (wall + 1) / 2 * (wall % 2 ? -1 : 1); // from the middle outward
        left -= addWall(play, APART * step - 2 * HALF, columns, left);
    }
    for (int i = 0; play->shots && i < THROWS; i++)
        throwOne(play, i);
}

const RigidScene RIGID_CRATES = {
    .name = "crates",
    .about = "walls of crates and barrels, and grenades that throw them",
    .title = "Crates, barrels, grenades",
    .line = "Grenades lie on crates and ride; blasts throw what they see, each by the part of it "
            "that is in sight. Lines: the ways of the last second.",
    .hint = "Press to throw a grenade; drag crates and barrels with the other tool",
    .seconds = 4.5,
    .bodies = 105,
    .fewest = 1,
    .most = 189,
    .gravity = {0, -9.80665},
    .view = {{-YARD - 0.4, -0.4}, {YARD + 0.4, 15.0}},
    .trails = 1.0,
    .gun = {-18.5, 3.0},
    .grenades = true,
    .begin = begin,
};
