// SPDX-License-Identifier: MIT
// A heap of all convex shapes there are, poured into a bowl.
#include "rigid.h"

#define RIM 9.0  // [m] half of the bowl's width
#define DEEP 8.0 // [m]
#define EDGES 36
#define SPOUT 13.0 // [m] height from where things fall
#define AT_ONCE 4  // things
#define EVERY 5    // acts from pour to pour

static void begin(RigidPlay *play)
{
    CaromVec2 bowl[EDGES + 3];
    for (int i = 0; i <= EDGES; i++) {
        double x = RIM * (2.0 * i / EDGES - 1.0);
        bowl[i + 1] = caromVec2(x, DEEP * x * x / (RIM * RIM));
    }
    bowl[0] = caromVec2(-RIM, DEEP + 3);
    bowl[EDGES + 2] = caromVec2(RIM, DEEP + 3);
    rigidWalls(play, bowl, EDGES + 3, false);
}

static void addPolygon(RigidPlay *play, const CaromShapeDef *def, CaromBodyId body, int corners,
                       double size)
{
    CaromVec2 points[8];
    for (int i = 0; i < corners; i++)
        points[i] = caromRotate(caromRotation(6.283185307179586 * i / corners), caromVec2(size, 0));
    caromShapeCreatePolygon(play->world, body, def, points, corners);
}

static void pourOne(RigidPlay *play, CaromVec2 at)
{
    int kind = sampleRandomIndex(&play->random, RIGID_HUES);
    double size = sampleRandomRange(&play->random, 0.2, 0.36);
    CaromShapeDef def = rigidMaterial(&RIGID_HUE[kind], 0.6, 1.0);
    CaromBodyId body = rigidBody(play, CAROM_BODY_DYNAMIC, at,
                                 sampleRandomRange(&play->random, 0.0, 6.283185307179586));
    if (kind == 0)
        caromShapeCreateCircle(play->world, body, &def, caromVec2(0, 0), size);
    else if (kind == 1)
        caromShapeCreateBox(play->world, body, &def, caromVec2(0, 0), caromVec2(size, 0.8 * size));
    else if (kind == 2)
        caromShapeCreateCapsule(play->world, body, &def, caromVec2(-size, 0), caromVec2(size, 0),
                                0.6 * size);
    else
        addPolygon(play, &def, body, kind == 3 ? 3 : 6, 1.15 * size);
    caromBodySetVelocity(play->world, body, caromVec2(0, -4));
    play->made++;
}

static void act(RigidPlay *play, int64_t k)
{
    if (k % EVERY != 0)
        return;
    for (int i = 0; i < AT_ONCE && play->made < play->bodies; i++)
        pourOne(play, caromVec2(1.0 * (i - 0.5 * (AT_ONCE - 1)) +
                                    sampleRandomRange(&play->random, -0.1, 0.1),
                                SPOUT));
}

const RigidScene RIGID_BOWL = {
    .name = "bowl",
    .about = "a heap of circles, boxes, capsules, triangles and hexagons, poured into a bowl",
    .title = "Poured into a bowl",
    .line = "Circles, boxes, capsules, triangles and hexagons. The bowl is a chain of segments "
            "without thickness.",
    .hint = "Press to throw a ball into the heap; drag things with the other tool",
    .seconds = 10.0,
    .bodies = 420,
    .fewest = 1,
    .most = 5000,
    .gravity = {0, -9.80665},
    .view = {{-RIM - 0.5, -0.5}, {RIM + 0.5, SPOUT + 0.6}},
    .trails = 0.3,
    .gun = {-RIM + 1, SPOUT - 1},
    .begin = begin,
    .shotRadius = 0.25,
    .shotMass = 5,
    .act = act,
};
