// SPDX-License-Identifier: MIT
// A break seen from above, twice: on the left balls are projectiles that meet each other, exact in
// time, on the right they are rigid bodies, solved 60 times a second.
#include "rigid.h"

#define TABLE_X 2.54 // [m] half of its length is on each side of its middle
#define TABLE_Y 1.27
#define BALL 0.05715 // [m] of radius: twice a real ball's, to be seen
#define MASS 0.17
#define SPEED 7.0  // [m/s] of the cue ball
#define APART 1.65 // [m] from the middle of the picture to that of a table
#define CATEGORY 2u

typedef struct Rack {
    RigidPlay *play;
    CaromVec2 middle; ///< of its table
    bool bodies;
} Rack;

static void addTable(RigidPlay *play, CaromVec2 m)
{
    CaromVec2 rim[4] = {{m.x - 0.5 * TABLE_Y, m.y - 0.5 * TABLE_X},
                        {m.x + 0.5 * TABLE_Y, m.y - 0.5 * TABLE_X},
                        {m.x + 0.5 * TABLE_Y, m.y + 0.5 * TABLE_X},
                        {m.x - 0.5 * TABLE_Y, m.y + 0.5 * TABLE_X}};
    rigidWalls(play, rim, 4, true);
}

static void addBall(const Rack *rack, CaromVec2 at, CaromVec2 velocity, const RigidLook *look)
{
    CaromVec2 place = caromVec2Add(rack->middle, at);
    if (!rack->bodies) {
        CaromProjectileDef def = rigidCannonball(place, velocity);
        def.radius = BALL;
        def.mass = MASS;
        def.restitution = 0.97;
        def.friction = 0.0;
        def.rolls = false;
        def.rollingResistance = 0.0;
        def.groundDeceleration = 0.6;
        def.meetMask = def.filter.category = CATEGORY;
        def.userData = rigidMaterial(look, 0, 1).userData;
        caromProjectileFire(rack->play->world, &def);
        return;
    }
    CaromShapeDef def = rigidMaterial(look, 0.1, MASS / (3.141592653589793 * BALL * BALL));
    def.bodyRestitution = 0.97;
    CaromBodyId body = rigidDisc(rack->play, &def, place, BALL);
    caromBodySetLinearDamping(rack->play->world, body, 0.3);
    caromBodySetVelocity(rack->play->world, body, velocity);
}

static void addRack(const Rack *rack, int balls)
{
    double wide = 2.0 * BALL * 1.01, high = wide * 0.8660254037844386;
    int made = 0;
    for (int row = 0; made < balls; row++)
        for (int i = 0; i <= row && made < balls; i++, made++)
            addBall(rack, caromVec2((i - 0.5 * row) * wide, 0.35 + row * high), caromVec2(0, 0),
                    &RIGID_HUE[made % RIGID_HUES]);
    addBall(rack, caromVec2(0.02, -0.8), caromVec2(0, SPEED), &RIGID_CANNONBALL);
}

static void begin(RigidPlay *play)
{
    for (int side = 0; side < 2; side++) {
        Rack rack = {play, {side ? 0.5 * APART : -0.5 * APART, 0}, side == 1};
        addTable(play, rack.middle);
        addRack(&rack, play->bodies);
    }
}

const RigidScene RIGID_BILLIARDS = {
    .name = "billiards",
    .about = "a break of discs as projectiles, beside one of rigid bodies",
    .title = "A break: projectiles, and rigid bodies",
    .line = "Left: projectiles, which meet at exact times and keep their energy. Right: rigid "
            "bodies, solved 60 times a second.",
    .hint = "",
    .seconds = 1.6,
    .bodies = 15,
    .fewest = 1,
    .most = 45,
    .gravity = {0, 0},
    .view = {{-1.6, -1.35}, {1.6, 1.35}},
    .trails = 10.0,
    .begin = begin,
};
