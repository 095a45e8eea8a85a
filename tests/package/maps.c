// SPDX-License-Identifier: MIT
// A game that reads a map from memory, builds it and shoots at it.
#include <carom/maps/maps.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char MAP[] = "<svg xmlns='http://www.w3.org/2000/svg'>"
                          "<rect x='320' y='0' width='32' height='320'/></svg>";

int main(void)
{
    CaromMapError error = {""};
    CaromWorldDef worldDef = caromWorldDef();
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromMap *map = caromMapReadBytes("wall.svg", MAP, strlen(MAP), NULL, &error);
    CaromProjectileDef bullet = caromProjectileDef();
    bullet.velocity = caromVec2(100.0, 0.0);
    bullet.position = caromVec2(map ? map->bounds.min.x - 5.0 : 0.0, -1.0);
    bool good = map && caromMapBuild(map, world, &error).index != 0 &&
                caromProjectileFire(world, &bullet).index != 0;
    caromWorldStep(world, 0.1);
    good = good && caromWorldEvents(world).hitCount == 1 &&
           caromWorldEvents(world).hits[0].time == 0.05;
    printf("a map of %d objects%s%s\n", map ? map->objectCount : 0, good ? "" : ": wrong ",
           error.text);
    caromMapFree(map);
    caromWorldDestroy(world);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
