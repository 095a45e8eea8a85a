// SPDX-License-Identifier: MIT
#include "wad.h"

bool wadBuildWalls(const WadMap *map, CaromWorld *world)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId ground = caromBodyCreate(world, &bodyDef);
    CaromShapeDef def = caromShapeDef();
    for (int i = 0; i < map->lineCount; i++) {
        WadLine *line = &map->lines[i];
        if (line->back != WAD_NO_SECTOR)
            continue;
        def.userData = line;
        if (caromShapeCreateOneSided(world, ground, &def, line->a, line->b).index == 0)
            return false;
    }
    return true;
}

bool wadHasRoom(const WadMap *map, const WadThing *thing, double room)
{
    if (thing->sector == WAD_NO_SECTOR)
        return false;
    for (int i = 0; i < map->lineCount; i++) {
        const WadLine *line = &map->lines[i];
        if (line->back == WAD_NO_SECTOR &&
            caromNearestOnSegment(thing->position, line->a, line->b).distance < room)
            return false;
    }
    return true;
}
