// SPDX-License-Identifier: MIT
#include "wad_sectors.h"

#include <stdlib.h>

/// Each line brings its own two vertices: the library looks at places, not at indices.
static void fillLines(const WadMap *map, CaromVec2 *vertices, CaromSectorLine *lines)
{
    for (int i = 0; i < map->lineCount; i++) {
        const WadLine *line = &map->lines[i];
        vertices[2 * i] = line->a;
        vertices[2 * i + 1] = line->b;
        lines[i] = (CaromSectorLine){2 * i, 2 * i + 1, line->front, line->back, line->flags, NULL};
    }
}

CaromSectorMap *wadSectorMap(const WadMap *map, CaromSectorMapDef def, CaromError *error)
{
    CaromVec2 *vertices = malloc(2 * (size_t)map->lineCount * sizeof *vertices + 1);
    CaromSectorLine *lines = malloc((size_t)map->lineCount * sizeof *lines + 1);
    CaromSector *sectors = malloc((size_t)map->sectorCount * sizeof *sectors + 1);
    CaromSectorMap *made = NULL;
    *error = CAROM_ERROR_MEMORY;
    if (vertices && lines && sectors) {
        fillLines(map, vertices, lines);
        for (int i = 0; i < map->sectorCount; i++) {
            sectors[i] = (CaromSector){map->sectors[i].floor, map->sectors[i].ceiling, NULL};
        }
        def.vertices = vertices;
        def.vertexCount = 2 * map->lineCount;
        def.lines = lines;
        def.lineCount = map->lineCount;
        def.sectors = sectors;
        def.sectorCount = map->sectorCount;
        made = caromSectorMapCreate(&def, error);
    }
    free(vertices);
    free(lines);
    free(sectors);
    return made;
}
