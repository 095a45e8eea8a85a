// SPDX-License-Identifier: MIT
// The samples' reader of WAD files: any bytes give maps that hold, or an error that says something.
// What is read is made into a map of sectors, too, as the samples do.
#include "../../samples/wad.h"
#include "../../samples/wad_sectors.h"
#include "fuzz.h"

#include <string.h>

enum { MAPS = 4 };

static bool isSector(const WadMap *map, int sector)
{
    return sector >= WAD_NO_SECTOR && sector < map->sectorCount;
}

static void checkMap(const WadMap *map)
{
    int oneSided = 0, inSolid = 0;
    FUZZ_CHECK(map->lineCount >= 0 && map->thingCount >= 0 && map->sectorCount >= 0);
    for (int k = 0; k < map->lineCount; k++) {
        const WadLine *line = &map->lines[k];
        FUZZ_CHECK(caromBoxContains(map->bounds, line->a) &&
                   caromBoxContains(map->bounds, line->b));
        FUZZ_CHECK(line->a.x != line->b.x || line->a.y != line->b.y);
        FUZZ_CHECK(line->front >= 0 && isSector(map, line->front) && isSector(map, line->back));
        oneSided += line->back == WAD_NO_SECTOR;
    }
    for (int k = 0; k < map->thingCount; k++) {
        FUZZ_CHECK(isSector(map, map->things[k].sector));
        FUZZ_CHECK(wadSectorAt(map, map->things[k].position) == map->things[k].sector);
        inSolid += map->things[k].sector == WAD_NO_SECTOR;
    }
    FUZZ_CHECK(oneSided == map->oneSidedCount && inSolid == map->thingsInSolid);
}

static void makeSectors(const WadMap *map)
{
    FuzzMemory memory;
    CaromSectorMapDef def = caromSectorMapDef();
    def.log = NULL;
    def.allocator = fuzzAllocator(&memory, NULL);
    CaromError error = CAROM_OK;
    CaromSectorMap *sectors = wadSectorMap(map, def, &error);
    FUZZ_CHECK((sectors != NULL) == (error == CAROM_OK));
    if (sectors != NULL) {
        FUZZ_CHECK(caromSectorMapLineCount(sectors) == map->lineCount);
        for (int k = 0; k < map->thingCount && k < 8; k++) {
            int sector = caromSectorMapLocate(sectors, map->things[k].position);
            FUZZ_CHECK(isSector(map, sector));
        }
    }
    caromSectorMapDestroy(sectors);
    FUZZ_CHECK(memory.held == 0);
}

int fuzzWad(const uint8_t *bytes, size_t size)
{
    WadError error = {""};
    Wad *wad = wadFromMemory(bytes, size, &error);
    FUZZ_CHECK((wad == NULL) == (error.text[0] != '\0'));
    for (int m = 0; wad != NULL && m < wadMapCount(wad) && m < MAPS; m++) {
        WadMap map;
        memset(&error, 0, sizeof error);
        if (wadReadMap(wad, wadMapName(wad, m), &map, &error)) {
            checkMap(&map);
            makeSectors(&map);
            wadMapFree(&map);
        } else {
            FUZZ_CHECK(error.text[0] != '\0' && map.lines == NULL && map.lineCount == 0);
        }
        if (fuzzOut != NULL) {
            fprintf(fuzzOut, "%s: %s\n", wadMapName(wad, m), error.text);
        }
    }
    wadClose(wad);
    return 0;
}
