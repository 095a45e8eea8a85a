// SPDX-License-Identifier: MIT
// The smallest game: a bullet, a wall, one bounce at a time that can be told beforehand.
#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>

#include "world/types.h"

static int fail(const char *what)
{
    fprintf(stderr, "game: %s\n", what);
    return EXIT_FAILURE;
}

int main(void)
{
    CaromWorldDef worldDef = caromWorldDef();
    CaromError error = CAROM_OK;
    CaromWorld *world = caromWorldCreate(&worldDef, &error);
    if (error == CAROM_ERROR_ROUNDING && caromThreadPrepare()) { // linked with -ffast-math
        world = caromWorldCreate(&worldDef, &error);
    }
    if (!world) {
        return fail(caromErrorText(error));
    }
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    CaromShapeDef shapeDef = caromShapeDef();
    caromShapeCreateSegment(world, body, &shapeDef, caromVec2(8.0, -GAME_WALL_HEIGHT),
                            caromVec2(8.0, GAME_WALL_HEIGHT));
    CaromProjectileDef bulletDef = caromProjectileDef();
    bulletDef.velocity = caromVec2(16.0, 0.0);
    caromProjectileFire(world, &bulletDef);
    // 8 m at 16 m/s: half a second.
    caromWorldStep(world, 0.75);
    CaromEvents events = caromWorldEvents(world);
    if (events.hitCount != 1 || events.hits[0].time != 0.5) {
        return fail("the bullet did not meet the wall after half a second");
    }
    if (caromWorldDestroy(world) != CAROM_OK) {
        return fail("the world did not go");
    }
    printf("game: ok\n");
    return EXIT_SUCCESS;
}
