// SPDX-License-Identifier: MIT
// A game whose steps use two threads of Carom's pool, and whose worlds are stepped on them, too:
// the same state as without.
#include <carom/carom.h>
#include <carom/threads/pool.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORLDS = 64, BULLETS = 20000 };

static CaromWorld *makeWorld(int bullets)
{
    CaromWorldDef worldDef = caromWorldDef();
    worldDef.tag = 1; // their ids are part of the state
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    CaromShapeDef wall = caromShapeDef();
    caromShapeCreateSegment(world, body, &wall, caromVec2(0.0, 8.0), caromVec2(900.0, 8.0));
    caromShapeCreateSegment(world, body, &wall, caromVec2(0.0, 0.0), caromVec2(900.0, 0.0));
    CaromProjectileDef bullet = caromProjectileDef();
    bullet.gravityScale = 0.0;
    for (int i = 0; i < bullets; i++) {
        bullet.position = caromVec2(1.0 + i * 0x1p-8, 1.0 + i % 6);
        bullet.velocity = caromVec2(1.0, 100.0 + i % 50);
        caromProjectileFire(world, &bullet);
    }
    return world;
}

static void stepWorld(void *worlds, int index)
{
    caromWorldStep(((CaromWorld **)worlds)[index], 0.125);
}

static int failed(const char *what)
{
    fprintf(stderr, "game: %s\n", what);
    return EXIT_FAILURE;
}

int main(void)
{
    caromThreadPrepare(); // where it is linked with -ffast-math
    CaromWorld *worlds[WORLDS], *plain = makeWorld(BULLETS), *tasks = makeWorld(BULLETS);
    CaromThreadPool *pool = caromThreadPoolCreate(2, NULL, NULL);
    if (caromThreadPoolCount(pool) < 1 ||
        caromWorldSetTasks(tasks, caromThreadPoolRun, pool, 2) != CAROM_OK) {
        return failed("no pool");
    }
    caromWorldStep(plain, 0.125);
    caromWorldStep(tasks, 0.125);
    bool same = caromWorldHash(plain) == caromWorldHash(tasks) &&
                caromWorldEvents(plain).hitCount == caromWorldEvents(tasks).hitCount;
    for (int i = 0; i < WORLDS; i++) {
        worlds[i] = makeWorld(100);
    }
    caromThreadPoolRun(pool, stepWorld, worlds, WORLDS);
    for (int i = WORLDS - 1; i >= 0; i--) {
        same = same && caromWorldHash(worlds[i]) == caromWorldHash(worlds[0]);
        caromWorldDestroy(worlds[i]);
    }
    int hits = caromWorldEvents(tasks).hitCount;
    caromWorldDestroy(plain);
    caromWorldDestroy(tasks);
    if (caromThreadPoolDestroy(pool) != CAROM_OK || !same || hits < BULLETS) {
        return failed("another state on two threads");
    }
    printf("threads: ok\n");
    return EXIT_SUCCESS;
}
