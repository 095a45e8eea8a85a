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
    bullet.position = caromVec2(1, 1);     // metres
    bullet.velocity = caromVec2(300, 400); // metres a second: 8.3 m a frame, in a room 3 m high
    caromProjectileFire(world, &bullet);
    for (int frame = 1; frame <= 2; frame++) {
        caromWorldStepTo(world, frame / 60.0);
        CaromEvents events = caromWorldEvents(world);
        for (const CaromHitEvent *hit = events.hits; hit != events.hits + events.hitCount; hit++)
            printf("%.4f s: bounce at (%.2f, %.2f)\n", hit->time, hit->point.x, hit->point.y);
    }
    caromWorldDestroy(world);
}
