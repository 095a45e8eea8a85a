// SPDX-License-Identifier: MIT
#include <carom/carom.h>
#include <stdio.h>

int main(void)
{
    CaromError error;
    CaromWorldDef worldDef = caromWorldDef();
    CaromWorld *world = caromWorldCreate(&worldDef, &error);
    if (!world)
        return fprintf(stderr, "no world: %s\n", caromErrorText(error)), 1;
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId room = caromBodyCreate(world, &bodyDef);
    CaromShapeDef wall = caromShapeDef();
    caromShapeCreateSegment(world, room, &wall, caromVec2(0, -1), caromVec2(100, -1)); // floor
    caromShapeCreateSegment(world, room, &wall, caromVec2(0, 2), caromVec2(100, 2));   // ceiling
    CaromProjectileDef bullet = caromProjectileDef(); // from (0, 0)
    bullet.velocity = caromVec2(300, 400);            // [m/s] 8 m a frame, in a room 3 m high
    caromProjectileFire(world, &bullet);
    for (int frame = 1; frame <= 2; frame++) {
        caromWorldStepTo(world, frame / 60.0);
        CaromEvents e = caromWorldEvents(world);
        for (int i = 0; i < e.hitCount; i++)
            printf("frame %d: %.4f s, x = %.2f\n", frame, e.hits[i].time, e.hits[i].point.x);
    }
    caromWorldDestroy(world);
}
