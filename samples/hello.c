// SPDX-License-Identifier: MIT
#include <carom/carom.h>
#include <stdio.h>

int main(void)
{
    CaromWorldDef worldDef = caromWorldDef();
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId room = caromBodyCreate(world, &bodyDef);
    CaromShapeDef wall = caromShapeDef();
    caromShapeCreateSegment(world, room, &wall, caromVec2(0, 0), caromVec2(100, 0)); // floor
    caromShapeCreateSegment(world, room, &wall, caromVec2(0, 3), caromVec2(100, 3)); // ceiling
    CaromProjectileDef bullet = caromProjectileDef();
    bullet.position = caromVec2(1, 1);     // [m]
    bullet.velocity = caromVec2(300, 400); // [m/s] 8 m a frame, in a room 3 m high
    caromProjectileFire(world, &bullet);
    for (int frame = 1; frame <= 2; frame++) {
        caromWorldStepTo(world, frame / 60.0);
        CaromEvents events = caromWorldEvents(world);
        for (int i = 0; i < events.hitCount; i++)
            printf("frame %d: bounce at %.4f s, (%.2f, %.2f)\n", frame, events.hits[i].time,
                   events.hits[i].point.x, events.hits[i].point.y);
    }
    caromWorldDestroy(world);
}
