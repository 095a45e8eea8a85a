// SPDX-License-Identifier: MIT
#include "sector_maps.h"

#include <math.h>

#include "assertions.h"
#include "wad_levels.h"

CaromSectorMapDef doorDef(const CaromSector sectors[3])
{
    static const CaromVec2 v[8] = {{0, 0}, {4, 0}, {5, 0}, {9, 0}, {9, 3}, {5, 3}, {4, 3}, {0, 3}};
    static const CaromSectorLine lines[10] = {{1, 0, 0, -1, 0, NULL}, {2, 1, 1, -1, 0, NULL},
                                              {3, 2, 2, -1, 0, NULL}, {4, 3, 2, -1, 0, NULL},
                                              {5, 4, 2, -1, 0, NULL}, {6, 5, 1, -1, 0, NULL},
                                              {7, 6, 0, -1, 0, NULL}, {0, 7, 0, -1, 0, NULL},
                                              {1, 6, 1, 0, 0, NULL},  {5, 2, 1, 2, 0, NULL}};
    CaromSectorMapDef def = caromSectorMapDef();
    def.log = NULL;
    def.vertices = v;
    def.vertexCount = 8;
    def.lines = lines;
    def.lineCount = 10;
    def.sectors = sectors;
    def.sectorCount = 3;
    return def;
}

bool sectorOpenWad(int i, WadMap *wad, CaromSectorMap **map, int *odd)
{
    static CaromSectorProblem problems[1000];
    int count = 0;
    if (!wadLevelRead(i, "sectors of Freedoom", wad)) {
        return false;
    }
    CaromSectorMapDef def = caromSectorMapDef();
    def.log = NULL;
    def.problems = problems;
    def.problemCapacity = 1000;
    def.problemCount = &count;
    CaromError refused;
    *map = wadSectorMap(wad, def, &refused);
    ck_assert_msg(*map != NULL, "%s: %s", wad->name, caromErrorName(refused));
    ck_assert_int_le(count, 1000);
    *odd = 0;
    for (int k = 0; k < count; k++) {
        *odd += problems[k].severity > CAROM_SECTOR_NOTE;
    }
    return true;
}

// ---- tilings

static int corner(const Tiling *tiling, int x, int y)
{
    return y * (tiling->n + 1) + x;
}

/// Returns the sector of a square's half above or below the diagonal.
static int sideSector(const Tiling *t, int x, int y, bool isUpper)
{
    if (x < 0 || y < 0 || x >= t->n || y >= t->n) {
        return CAROM_NO_SECTOR;
    }
    return isUpper ? t->upper[y][x] : t->lower[y][x];
}

static void addLine(Tiling *t, TestRandom *random, int a, int b, int left, int right, bool selves)
{
    if (left == right && (left == CAROM_NO_SECTOR || !selves || testRandomInt(random, 0, 3) != 0)) {
        return;
    }
    CaromSectorLine line = {a, b, right, left, 1u << testRandomInt(random, 0, 3), NULL};
    line.blocks *= testRandomInt(random, 0, 3) == 0;
    // a wall has its sector in front; a turned one would be a fault
    if (right == CAROM_NO_SECTOR || (left != CAROM_NO_SECTOR && testRandomInt(random, 0, 1))) {
        CaromSectorLine turned = {b, a, left, right, line.blocks, NULL};
        line = turned;
    }
    t->lines[t->lineCount++] = line;
}

static void addSquare(Tiling *t, TestRandom *random, int x, int y, bool selves)
{
    bool up = x < t->n && y < t->n && t->rising[y][x];
    // the rising diagonal has `lower` to the right, the falling one has it to the left
    bool before = x > 0 && y < t->n && t->rising[y][x - 1];
    int a = corner(t, x, y);
    if (x < t->n) { // the side below the square
        addLine(t, random, a, a + 1, sideSector(t, x, y, false), sideSector(t, x, y - 1, true),
                selves);
    }
    if (y < t->n) { // the side to its left
        addLine(t, random, a, corner(t, x, y + 1), sideSector(t, x - 1, y, !before),
                sideSector(t, x, y, up), selves);
    }
    if (x < t->n && y < t->n) {
        int from = up ? a : corner(t, x, y + 1), to = up ? corner(t, x + 1, y + 1) : a + 1;
        addLine(t, random, from, to, t->upper[y][x], t->lower[y][x], selves);
    }
}

void tilingMake(Tiling *t, TestRandom *random, bool selves)
{
    t->n = testRandomInt(random, 1, TILING_MOST);
    t->vertexCount = (t->n + 1) * (t->n + 1);
    t->lineCount = 0;
    t->sectorCount = testRandomInt(random, 1, 4);
    for (int y = 0; y <= t->n; y++) {
        for (int x = 0; x <= t->n; x++) {
            t->vertices[corner(t, x, y)] = caromVec2(x, y);
            if (x < t->n && y < t->n) {
                t->rising[y][x] = testRandomInt(random, 0, 1);
                t->lower[y][x] = testRandomInt(random, -1, t->sectorCount - 1);
                t->upper[y][x] = testRandomInt(random, -1, t->sectorCount - 1);
            }
        }
    }
    for (int s = 0; s < t->sectorCount; s++) {
        CaromSector sector = {testRandomInt(random, 0, 4), testRandomInt(random, 4, 8), NULL};
        t->sectors[s] = sector;
    }
    for (int y = 0; y <= t->n; y++) {
        for (int x = 0; x <= t->n; x++) {
            addSquare(t, random, x, y, selves);
        }
    }
}

CaromSectorMapDef tilingDef(const Tiling *t)
{
    CaromSectorMapDef def = caromSectorMapDef();
    def.log = NULL;
    def.vertices = t->vertices;
    def.vertexCount = t->vertexCount;
    def.lines = t->lines;
    def.lineCount = t->lineCount;
    def.sectors = t->sectors;
    def.sectorCount = t->sectorCount;
    return def;
}

int tilingSectorAt(const Tiling *t, CaromVec2 p)
{
    double px = p.x + 0x1p-20, py = p.y + 0x1p-40; // exact
    int x = (int)floor(px), y = (int)floor(py);
    if (x < 0 || y < 0 || x >= t->n || y >= t->n) {
        return CAROM_NO_SECTOR;
    }
    double u = px - x, v = py - y;
    bool isUpper = t->rising[y][x] ? v > u : v > 1.0 - u;
    return isUpper ? t->upper[y][x] : t->lower[y][x];
}
