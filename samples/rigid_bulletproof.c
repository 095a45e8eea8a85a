// SPDX-License-Identifier: MIT
// A house of rooms whose walls are lines, and in each room balls at 1 km/s, all of one colour. They
// move by thirty times their size in a tick, and none ever gets into another room. They do not meet
// each other, so that they keep their speed.
#include "rigid.h"

#define COLUMNS 5
#define ROWS 3
#define ROOM 4.0     // [m] width and height of a room
#define LEAN 0.55    // [m] by which inner corners are moved, so that no wall is straight
#define SPEED 1000.0 // [m/s]
#define BALLS 2u     // category
#define SMALLEST 0.12
#define LARGEST 0.3 // [m] radius

/// A corner of the rooms; those of the house stay in their places.
static CaromVec2 corner(int x, int y)
{
    bool inner = x > 0 && x < COLUMNS && y > 0 && y < ROWS;
    double lean = inner ? LEAN : 0.0;
    return caromVec2(ROOM * x + ((x + y) % 2 ? lean : -lean), ROOM * y + (x % 2 ? lean : -lean));
}

static void addWalls(RigidPlay *play)
{
    CaromShapeDef def = rigidMaterial(&RIGID_WALL, 0.0, 1.0);
    def.bodyRestitution = 1.0;
    play->ground = rigidBody(play, CAROM_BODY_STATIC, caromVec2(0, 0), 0);
    for (int y = 0; y <= ROWS; y++) {
        CaromVec2 points[COLUMNS + 1];
        for (int x = 0; x <= COLUMNS; x++)
            points[x] = corner(x, y);
        caromShapeCreateChain(play->world, play->ground, &def, points, COLUMNS + 1, 0);
    }
    for (int x = 0; x <= COLUMNS; x++) {
        CaromVec2 points[ROWS + 1];
        for (int y = 0; y <= ROWS; y++)
            points[y] = corner(x, y);
        caromShapeCreateChain(play->world, play->ground, &def, points, ROWS + 1, 0);
    }
}

/// Places of a room form a grid, so that nothing overlaps at first.
static void addBall(RigidPlay *play, int room, int place, int across)
{
    int x = room % COLUMNS, y = room / COLUMNS;
    double cell = (ROOM - 2.0 * LEAN) / across;
    double most = 0.45 * cell < LARGEST ? 0.45 * cell : LARGEST;
    CaromVec2 at = {ROOM * x + LEAN + (place % across + 0.5) * cell,
                    ROOM * y + LEAN + ((double)(place / across) + 0.5) * cell};
    CaromShapeDef def = rigidMaterial(&RIGID_HUE[(x + 2 * y) % RIGID_HUES], 0.0, 1.0);
    def.bodyRestitution = 1.0;
    def.filter.category = BALLS;
    def.filter.mask = ~(uint64_t)BALLS;
    double least = SMALLEST < most ? SMALLEST : most;
    double angle = sampleRandomRange(&play->random, 0.0, 6.283185307179586);
    CaromBodyId body = rigidDisc(play, &def, at, sampleRandomRange(&play->random, least, most));
    caromBodySetVelocity(play->world, body, caromRotate(caromRotation(angle), caromVec2(SPEED, 0)));
    play->made++;
}

static void begin(RigidPlay *play)
{
    int rooms = COLUMNS * ROWS, most = (play->bodies + rooms - 1) / rooms, across = 1;
    while (across * across < most)
        across++;
    addWalls(play);
    for (int i = 0; i < play->bodies; i++)
        addBall(play, i % rooms, i / rooms, across);
}

const RigidScene RIGID_BULLETPROOF = {
    .name = "bulletproof",
    .about = "balls at 1 km/s in rooms whose walls have no thickness",
    .title = "Bulletproof",
    .line = "Balls at 1,000 m/s, ten seconds after each room began with one colour. The walls are "
            "lines: none has got through.",
    .hint = "Press to throw a ball into a room",
    .seconds = 10.0,
    .bodies = 180,
    .fewest = 1,
    .most = 1500,
    .gravity = {0, 0},
    .view = {{-0.5, -0.5}, {COLUMNS * ROOM + 0.5, ROWS *ROOM + 0.5}},
    .trails = 0.3,
    .shotRadius = 0.25,
    .shotMass = 5,
    .begin = begin,
};
