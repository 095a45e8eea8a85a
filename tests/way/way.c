// SPDX-License-Identifier: MIT
// Prints each function of the library that one step enters, in order, each once: of a step in which
// a projectile bounces, and of the step before, in which it only flies. tests/way turns addresses
// into names. Compiled with -finstrument-functions, but for this file.
#include "../../world/api/carom.h"

#include <stdio.h>

enum { MOST = 4096 };

static void *entered[MOST];
static int count;
static bool listens;

void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

void __cyg_profile_func_enter(void *function, void *caller)
{
    (void)caller;
    for (int i = 0; listens && i < count; i++) {
        if (entered[i] == function) {
            return;
        }
    }
    if (listens && count < MOST) {
        entered[count++] = function;
    }
}

void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)function;
    (void)caller;
}

static void stepAndTell(CaromWorld *world, const char *name)
{
    count = 0;
    listens = true;
    caromWorldStep(world, 0.1);
    listens = false;
    for (int i = 0; i < count; i++) {
        printf("%s %p\n", name, entered[i]);
    }
}

/// A projectile between two walls meets one in the second and in the fifth step of 0.1 s. The first
/// hit takes the memory that hits need, so the second one is told.
static bool play(const char *name, double radius, CaromVec2 gravity)
{
    CaromWorldDef worldDef = caromWorldDef();
    worldDef.gravity = gravity;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shapeDef = caromShapeDef();
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    for (int side = -1; side <= 1; side += 2) {
        caromShapeCreateSegment(world, body, &shapeDef, caromVec2(side * 1.5, -9),
                                caromVec2(side * 1.5, 9));
    }
    CaromProjectileDef def = caromProjectileDef();
    def.radius = radius;
    def.velocity = caromVec2(10, 0);
    caromProjectileFire(world, &def);
    char quiet[32];
    snprintf(quiet, sizeof quiet, "%s-flies", name);
    for (int i = 0; i < 3; i++) {
        caromWorldStep(world, 0.1);
    }
    stepAndTell(world, quiet);
    stepAndTell(world, name);
    bool ok = caromWorldEvents(world).hitCount == 1;
    caromWorldDestroy(world);
    return ok;
}

int main(void)
{
    bool ok = play("bullet", 0.0, caromVec2(0, 0)) && play("grenade", 0.1, caromVec2(0, -10));
    return ok ? 0 : 1;
}
