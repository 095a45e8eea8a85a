// SPDX-License-Identifier: MIT
// Dominoes over a landscape of steps: each stands on one of its own. A ball strikes the first.
#include "rigid.h"

#define SPACE 0.5 // [m] between two
#define HALF_X 0.07
#define HALF_Y 0.5
#define MOST_DOMINOES 400
#define FIRST 2.0 // [m] of the first from the left end

/// The height of the landscape: hills that no domino's fall is too short for.
static double heightAt(double x)
{
    CaromRotation slow = caromRotation(x * 0.31 + 1.2), fast = caromRotation(x * 0.61);
    return 2.9 + 1.5 * slow.s + 0.4 * fast.c;
}

static void buildLand(RigidPlay *play)
{
    CaromVec2 land[2 * MOST_DOMINOES + 8];
    int count = 0;
    double width = 2 * FIRST + SPACE * play->bodies;
    land[count++] = caromVec2(0, heightAt(0) + 3);
    land[count++] = caromVec2(0, heightAt(FIRST));
    for (int i = 0; i + 1 < play->bodies; i++) {
        double x = FIRST + SPACE * (i + 0.5);
        land[count++] = caromVec2(x, heightAt(FIRST + SPACE * i));
        land[count++] = caromVec2(x, heightAt(FIRST + SPACE * (i + 1)));
    }
    land[count++] = caromVec2(width, heightAt(FIRST + SPACE * (play->bodies - 1)));
    land[count] = caromVec2(width, land[count - 1].y + 3);
    rigidWalls(play, land, count + 1, false);
}

static void begin(RigidPlay *play)
{
    buildLand(play);
    for (int i = 0; i < play->bodies; i++) {
        const RigidLook *look = &RIGID_HUE[i * RIGID_HUES / play->bodies];
        CaromShapeDef def = rigidMaterial(look, 0.6, 8.0);
        double x = FIRST + SPACE * i;
        rigidBox(play, &def, caromVec2(x, heightAt(x) + HALF_Y), caromVec2(HALF_X, HALF_Y), 0);
    }
    if (play->shots) {
        CaromVec2 from = {FIRST - 1.2, heightAt(FIRST) + 1.6 * HALF_Y};
        CaromProjectileDef def = rigidCannonball(from, caromVec2(5, 0.6));
        def.radius = 0.15;
        def.mass = 2.0;
        def.time = 0.25;
        caromProjectileFire(play->world, &def);
    }
}

const RigidScene RIGID_DOMINOES = {
    .name = "dominoes",
    .about = "a row of dominoes that falls over a landscape",
    .title = "Dominoes over a landscape",
    .line = "Faint: where each was a tenth of a second before, and before that. The same fall, to "
            "the bit, at 30, 60, 144 and 1000 Hz.",
    .hint = "Press to throw a ball from the left; drag dominoes with the other tool",
    .seconds = 6.0,
    .bodies = 60,
    .fewest = 1,
    .most = MOST_DOMINOES,
    .gravity = {0, -9.80665},
    .view = {{-0.3, 0.2}, {34.3, 7.2}},
    .trails = 0.9,
    .gun = {0.8, 6.5},
    .shotRadius = 0.15,
    .shotMass = 2,
    .begin = begin,
};
