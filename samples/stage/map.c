// SPDX-License-Identifier: MIT
#include "map.h"

#include <string.h>

#define MOST_LINES 128
#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

// The border, clockwise, so that the cave is to the right; pillars the other way round.
static const CaromVec2 BORDER[] = {{0, 3},   {0, 14},  {3, 18},  {3, 24},  {1, 28},  {5, 33},
                                   {14, 34}, {19, 31}, {24, 31}, {27, 34}, {38, 34}, {42, 30},
                                   {47, 31}, {52, 34}, {58, 32}, {60, 26}, {57, 22}, {57, 17},
                                   {60, 13}, {59, 4},  {54, 0},  {45, 0},  {41, 3},  {36, 3},
                                   {33, 0},  {22, 0},  {18, 4},  {13, 4},  {9, 1},   {4, 0}};
static const CaromVec2 LEDGE[] = {{8, 10}, {17, 10}, {18, 11.5}, {12, 13}, {7, 12}};
static const CaromVec2 WEDGE[] = {{24, 7}, {31, 7}, {27.5, 13}};
static const CaromVec2 BLOCK[] = {{9, 21}, {15, 19}, {17, 25}, {11, 27}};
static const CaromVec2 CROSS[] = {{24, 20}, {27, 20}, {27, 17}, {30, 17}, {30, 20}, {34, 20},
                                  {34, 23}, {30, 23}, {30, 26}, {27, 26}, {27, 23}, {24, 23}};
static const CaromVec2 ROOF[] = {{39, 14}, {50, 12}, {50.5, 13.2}, {44, 16.5}};
static const CaromVec2 STONE[] = {{43, 22}, {46, 20.5}, {49, 22}, {49, 25}, {46, 26.5}, {43, 25}};
static const CaromVec2 STEP[] = {{44, 6}, {51, 6}, {51, 7}, {44, 7}};

static const CaromVec2 PLACES[] = {{4, 6},   {12, 16}, {20, 8},    {21, 27}, {33, 10},
                                   {38, 26}, {54, 9},  {53, 27.5}, {37, 18}, {6, 30}};

static WadLine lines[MOST_LINES];
static WadThing things[COUNT(PLACES)];
static WadSector sector = {0, 4, 160, 0, 0};
static WadMap map;

static void addRing(const CaromVec2 *points, int count)
{
    for (int i = 0; i < count; i++) {
        WadLine *line = &lines[map.lineCount];
        *line =
            (WadLine){points[i], points[(i + 1) % count], 0, WAD_NO_SECTOR, map.lineCount, 1, 0};
        map.lineCount++;
    }
}

const WadMap *stageMap(void)
{
    if (map.lineCount > 0)
        return &map;
    strcpy(map.name, "CAVE");
    addRing(BORDER, COUNT(BORDER));
    addRing(LEDGE, COUNT(LEDGE));
    addRing(WEDGE, COUNT(WEDGE));
    addRing(BLOCK, COUNT(BLOCK));
    addRing(CROSS, COUNT(CROSS));
    addRing(ROOF, COUNT(ROOF));
    addRing(STONE, COUNT(STONE));
    addRing(STEP, COUNT(STEP));
    for (int i = 0; i < COUNT(PLACES); i++)
        things[i] = (WadThing){PLACES[i], 0, i == 0, 0};
    map.lines = lines;
    map.things = things;
    map.sectors = &sector;
    map.thingCount = COUNT(PLACES);
    map.sectorCount = 1;
    map.oneSidedCount = map.lineCount;
    map.bounds = (CaromBox){{0, 0}, {60, 34}};
    return &map;
}
