// SPDX-License-Identifier: MIT
// Broken maps of sectors: two rooms, spoiled in one way each, and which faults are reported, and
// where. Sound maps have no report; memory is refused at every call.
#include "../../support/sector_maps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../support/flight_field.h"
#include "../../support/meter.h"
#include "../../support/wad_levels.h"

enum { SPARE = 8, PROBLEMS = 32 };

/// Two rooms side by side, the left one 0, the right one 1: walls around, a portal between; and
/// room for more.
typedef struct Rooms {
    CaromVec2 vertices[6 + SPARE];
    CaromSectorLine lines[7 + SPARE];
    CaromSector sectors[2 + SPARE];
    int vertexCount, lineCount, sectorCount;
} Rooms;

static Rooms makeRooms(void)
{
    static const CaromVec2 corners[6] = {{0, 0}, {4, 0}, {8, 0}, {8, 4}, {4, 4}, {0, 4}};
    static const CaromSectorLine lines[7] = {{1, 0, 0, -1, 0, NULL}, {0, 5, 0, -1, 0, NULL},
                                             {5, 4, 0, -1, 0, NULL}, {4, 3, 1, -1, 0, NULL},
                                             {3, 2, 1, -1, 0, NULL}, {2, 1, 1, -1, 0, NULL},
                                             {1, 4, 1, 0, 4, NULL}};
    Rooms rooms = {.vertexCount = 6, .lineCount = 7, .sectorCount = 2};
    memcpy(rooms.vertices, corners, sizeof corners);
    memcpy(rooms.lines, lines, sizeof lines);
    for (int s = 0; s < 2 + SPARE; s++) {
        rooms.sectors[s].ceiling = 3.0;
    }
    return rooms;
}

static void addLine(Rooms *rooms, double ax, double ay, double bx, double by, int front, int back)
{
    int v = rooms->vertexCount;
    rooms->vertices[v] = caromVec2(ax, ay);
    rooms->vertices[v + 1] = caromVec2(bx, by);
    rooms->vertexCount += 2;
    CaromSectorLine line = {v, v + 1, front, back, 0, NULL};
    rooms->lines[rooms->lineCount++] = line;
}

/// Walked so that what is to its right, the outside, is `outside`.
static void addIsland(Rooms *rooms, double x, int inside, int outside)
{
    addLine(rooms, x, 1, x + 1, 1, outside, inside);
    addLine(rooms, x + 1, 1, x + 1, 2, outside, inside);
    addLine(rooms, x + 1, 2, x, 1, outside, inside);
}

// ---- how to spoil a map

static void nothing(Rooms *r)
{
    (void)r;
}
static void vertexNotANumber(Rooms *r)
{
    r->vertices[2].y = NAN;
}
static void vertexFarAway(Rooms *r)
{
    r->vertices[0].x = -1.0000001e12;
}
static void endlessCeiling(Rooms *r)
{
    r->sectors[1].ceiling = INFINITY;
}
static void noFloor(Rooms *r)
{
    r->sectors[1].floor = NAN;
}

static void noSuchVertex(Rooms *r)
{
    r->lines[3].b = 6;
}
static void negativeVertex(Rooms *r)
{
    r->lines[4].a = -1;
}
static void noSuchSector(Rooms *r)
{
    r->lines[6].back = 2;
}
static void negativeSector(Rooms *r)
{
    r->lines[0].front = -2;
}
static void noLength(Rooms *r)
{
    addLine(r, 2, 2, 2, 2, 0, 1);
}
static void noSide(Rooms *r)
{
    addLine(r, 1, 1, 2, 2, -1, -1);
}
static void onlyABack(Rooms *r)
{
    CaromSectorLine turned = {0, 1, -1, 0, 0, NULL};
    r->lines[0] = turned;
}
static void decoration(Rooms *r)
{
    addLine(r, 1, 1, 2, 2, 0, 0);
}
static void noLines(Rooms *r)
{
    r->sectorCount = 3;
}
static void twice(Rooms *r)
{
    r->lines[r->lineCount++] = r->lines[6];
}
static void crossing(Rooms *r)
{
    addLine(r, 2, 1, 6, 2, 0, 0);
}
static void upon(Rooms *r)
{
    addLine(r, 4, 1, 4, 3, 1, 0);
}
static void touching(Rooms *r)
{
    addLine(r, 2, 2, 4, 2, 0, 0);
}
static void missingWall(Rooms *r)
{
    r->lines[2] = r->lines[--r->lineCount]; // the portal in its place
}
static void wrongWayRound(Rooms *r)
{
    r->lines[6].front = 0;
    r->lines[6].back = 1;
}
static void moved(Rooms *r)
{
    addLine(r, 4, 0.5, 4, 4, 1, 0); // a corner that is not where the other is
    r->lines[6] = r->lines[--r->lineCount];
}
static void disagreement(Rooms *r)
{
    addLine(r, 1, 1, 2, 2, 0, 0);
    addLine(r, 2, 2, 3, 2, 1, 1);
}
static void island(Rooms *r)
{
    addIsland(r, 5.0, 0, 1);
}
static void islandOfNowhere(Rooms *r)
{
    addIsland(r, 5.0, 1, 0);
}
static void insideOut(Rooms *r)
{
    addIsland(r, 20.0, -1, 1);
}

typedef struct Case {
    const char *name;
    void (*spoil)(Rooms *rooms);
    CaromSectorFault fault; ///< the first reported; COUNT: none
    CaromSectorSeverity severity;
    int line, other, sector, vertex;
    int count; ///< of all that is reported
} Case;

static const Case CASES[] = {
    {"sound", nothing, CAROM_FAULT_COUNT, CAROM_SECTOR_NOTE, -1, -1, -1, -1, 0},
    {"sound island", island, CAROM_FAULT_COUNT, CAROM_SECTOR_NOTE, -1, -1, -1, -1, 0},
    {"NaN", vertexNotANumber, CAROM_FAULT_VERTEX, CAROM_SECTOR_BROKEN, -1, -1, -1, 2, 1},
    {"far", vertexFarAway, CAROM_FAULT_VERTEX, CAROM_SECTOR_BROKEN, -1, -1, -1, 0, 1},
    {"infinite", endlessCeiling, CAROM_FAULT_HEIGHT, CAROM_SECTOR_BROKEN, -1, -1, 1, -1, 1},
    {"floor", noFloor, CAROM_FAULT_HEIGHT, CAROM_SECTOR_BROKEN, -1, -1, 1, -1, 1},
    {"vertex", noSuchVertex, CAROM_FAULT_NO_VERTEX, CAROM_SECTOR_BROKEN, 3, -1, -1, -1, 1},
    {"vertex -1", negativeVertex, CAROM_FAULT_NO_VERTEX, CAROM_SECTOR_BROKEN, 4, -1, -1, -1, 1},
    {"sector", noSuchSector, CAROM_FAULT_NO_SECTOR, CAROM_SECTOR_BROKEN, 6, -1, -1, -1, 1},
    {"sector -2", negativeSector, CAROM_FAULT_NO_SECTOR, CAROM_SECTOR_BROKEN, 0, -1, -1, -1, 1},
    {"length", noLength, CAROM_FAULT_LENGTH, CAROM_SECTOR_ODD, 7, -1, 0, -1, 1},
    {"sideless", noSide, CAROM_FAULT_SIDELESS, CAROM_SECTOR_ODD, 7, -1, -1, -1, 1},
    {"turned", onlyABack, CAROM_FAULT_TURNED, CAROM_SECTOR_ODD, 0, -1, 0, -1, 1},
    {"self", decoration, CAROM_FAULT_SELF, CAROM_SECTOR_NOTE, 7, -1, 0, -1, 1},
    {"unused", noLines, CAROM_FAULT_UNUSED, CAROM_SECTOR_NOTE, -1, -1, 2, -1, 1},
    // and both ends don't close for either sector
    {"duplicate", twice, CAROM_FAULT_DUPLICATE, CAROM_SECTOR_ODD, 6, 7, -1, -1, 5},
    // and is a line of its own in 0
    {"crossing", crossing, CAROM_FAULT_SELF, CAROM_SECTOR_NOTE, 7, -1, 0, -1, 3},
    // and both ends, for both sectors; and its right side is 1, where it hangs in 0
    {"upon", upon, CAROM_FAULT_CROSSING, CAROM_SECTOR_ODD, 6, 7, -1, -1, 6},
    {"touching", touching, CAROM_FAULT_SELF, CAROM_SECTOR_NOTE, 7, -1, 0, -1, 3},
    {"missing", missingWall, CAROM_FAULT_OPEN, CAROM_SECTOR_ODD, 1, -1, 0, -1, 2},
    // each of both ends, each of both sectors
    {"sides", wrongWayRound, CAROM_FAULT_OPEN, CAROM_SECTOR_ODD, 5, -1, 1, -1, 4},
    {"moved", moved, CAROM_FAULT_OPEN, CAROM_SECTOR_ODD, 5, -1, 1, -1, 4},
    // around the place in between both ways, and what lies in 0 says 1
    {"disagreement", disagreement, CAROM_FAULT_SELF, CAROM_SECTOR_NOTE, 7, -1, 0, -1, 5},
    {"nowhere", islandOfNowhere, CAROM_FAULT_SURROUNDED, CAROM_SECTOR_ODD, 9, -1, 1, -1, 1},
    {"inside out", insideOut, CAROM_FAULT_SURROUNDED, CAROM_SECTOR_ODD, 9, -1, -1, -1, 1},
};
enum { CASE_COUNT = sizeof CASES / sizeof CASES[0] };

static CaromSectorMapDef defOf(const Rooms *rooms, CaromSectorProblem *problems, int *count)
{
    CaromSectorMapDef def = caromSectorMapDef();
    def.log = NULL;
    def.vertices = rooms->vertices;
    def.vertexCount = rooms->vertexCount;
    def.lines = rooms->lines;
    def.lineCount = rooms->lineCount;
    def.sectors = rooms->sectors;
    def.sectorCount = rooms->sectorCount;
    def.problems = problems;
    def.problemCapacity = PROBLEMS;
    def.problemCount = count;
    return def;
}

static CaromSectorSeverity worstOf(const CaromSectorProblem *problems, int count)
{
    CaromSectorSeverity worst = CAROM_SECTOR_NOTE;
    for (int i = 0; i < count; i++) {
        worst = problems[i].severity > worst ? problems[i].severity : worst;
    }
    return worst;
}

static void printAll(const CaromSectorProblem *problems, int count)
{
    for (int i = 0; i < count; i++) {
        printf("  %s: line %d, other %d, sector %d, vertex %d, at (%g, %g)\n",
               caromSectorFaultName(problems[i].fault), problems[i].line, problems[i].other,
               problems[i].sector, problems[i].vertex, problems[i].place.x, problems[i].place.y);
    }
    fflush(stdout); // an abort follows
}

TEST_LOOP(broken_maps_are_named, CASE_COUNT)
{
    const Case *c = &CASES[_i];
    Rooms rooms = makeRooms();
    c->spoil(&rooms);
    CaromSectorProblem problems[PROBLEMS];
    int count = -1;
    CaromSectorMapDef def = defOf(&rooms, problems, &count);
    CaromError error;
    CaromSectorMap *map = caromSectorMapCreate(&def, &error);
    const CaromSectorProblem *p = &problems[0];
    bool right =
        count == c->count &&
        (count == 0 || (p->fault == c->fault && p->severity == c->severity && p->line == c->line &&
                        p->other == c->other && p->sector == c->sector && p->vertex == c->vertex));
    if (!right) {
        printAll(problems, count);
    }
    ck_assert_msg(right, "%s: %d problems", c->name, count);
    bool isNowhere = c->vertex >= 0 || c->fault == CAROM_FAULT_UNUSED; // no place to report
    ck_assert(!isNowhere || (p->place.x == 0.0 && p->place.y == 0.0));
    bool broken = c->severity == CAROM_SECTOR_BROKEN;
    ck_assert_int_eq(error, broken ? CAROM_ERROR_SECTOR_MAP : CAROM_OK);
    ck_assert_int_eq(map == NULL, broken);
    CaromSectorSeverity worst = worstOf(problems, count);
    caromSectorMapDestroy(map);
    def.strict = true;
    def.problemCapacity = 0; // the count is full all the same
    map = caromSectorMapCreate(&def, &error);
    ck_assert_int_eq(map != NULL, worst == CAROM_SECTOR_NOTE);
    ck_assert_int_eq(count, c->count);
    caromSectorMapDestroy(map);
}

static bool tells(const CaromSectorProblem *problems, int count, CaromSectorFault fault, int line,
                  int other)
{
    for (int i = 0; i < count; i++) {
        if (problems[i].fault == fault && problems[i].line == line && problems[i].other == other) {
            return true;
        }
    }
    return false;
}

TEST(faults_behind_a_note_are_told)
{
    static const struct {
        void (*spoil)(Rooms *rooms);
        CaromSectorFault fault;
        int line, other;
        CaromVec2 place;
    } cases[] = {{crossing, CAROM_FAULT_CROSSING, 6, 7, {4.0, 1.5}},
                 {touching, CAROM_FAULT_TOUCHING, 7, 6, {4.0, 2.0}},
                 {disagreement, CAROM_FAULT_SIDES, 8, 7, {2.0, 2.0}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Rooms rooms = makeRooms();
        CaromSectorProblem problems[PROBLEMS];
        int count = 0;
        cases[i].spoil(&rooms);
        CaromSectorMapDef def = defOf(&rooms, problems, &count);
        CaromSectorMap *map = caromSectorMapCreate(&def, NULL);
        if (!tells(problems, count, cases[i].fault, cases[i].line, cases[i].other)) {
            printAll(problems, count);
            ck_abort_msg("%s is not told", caromSectorFaultName(cases[i].fault));
        }
        caromSectorMapDestroy(map);
    }
}

/// Spoils a sound tiling at one line: it is reported, whatever the line.
TEST_SEEDS(a_spoiled_tiling_is_never_sound, flightTestShare(300))
{
    Tiling tiling = {0};
    do {
        tilingMake(&tiling, &random, false);
    } while (tiling.lineCount == 0);
    CaromSectorLine *line = &tiling.lines[testRandomInt(&random, 0, tiling.lineCount - 1)];
    int kind = testRandomInt(&random, 0, 2), front = line->front;
    if (kind == 0) {
        *line = tiling.lines[--tiling.lineCount]; // gone
    } else if (kind == 1) {
        line->front = line->back;
        line->back = front; // turned over
    } else {
        line->front = (front + 1) % (tiling.sectorCount + 1); // another one
        tiling.sectors[tiling.sectorCount % 4].ceiling = 1.0;
        tiling.sectorCount += tiling.sectorCount < 4;
        line->front = line->front >= tiling.sectorCount ? CAROM_NO_SECTOR : line->front;
    }
    CaromSectorMapDef def = tilingDef(&tiling);
    def.strict = true;
    CaromError error;
    CaromSectorMap *map = caromSectorMapCreate(&def, &error);
    ck_assert_msg(map == NULL && error == CAROM_ERROR_SECTOR_MAP, "seed %d: kind %d is not told",
                  _i, kind);
}

TEST_SEEDS(memory_refused_anywhere_leaves_nothing, 10)
{
    Tiling tiling;
    Meter meter;
    CaromError error = CAROM_ERROR_MEMORY;
    tilingMake(&tiling, &random, true);
    CaromSectorMapDef def = tilingDef(&tiling);
    def.allocator = meterAllocator(&meter);
    for (int k = 0; error != CAROM_OK; k++) {
        meter.calls = 0;
        meter.failFrom = k;
        CaromSectorMap *map = caromSectorMapCreate(&def, &error);
        ck_assert_int_eq(map != NULL, error == CAROM_OK);
        ck_assert(error == CAROM_OK || error == CAROM_ERROR_MEMORY);
        int calls = meter.calls;
        caromSectorMapLocate(map, caromVec2(0.5, 0.25)); // takes none
        ck_assert_int_eq(meter.calls, calls);
        caromSectorMapDestroy(map);
        ck_assert_uint_eq(meter.held, 0);
    }
}

/// Prints what Freedoom's maps have above a note.
TEST_LOOP(freedoom_maps_are_maps, flightTestShare(WAD_LEVELS))
{
    WadMap wad;
    CaromSectorMap *map;
    int odd;
    if (sectorOpenWad(_i, &wad, &map, &odd)) {
        if (odd > 0) {
            printf("sectors: %s of file %d has %d oddities\n", wad.name, 1 + _i / 36, odd);
        }
        ck_assert_int_eq(caromSectorMapLineCount(map), wad.lineCount);
        ck_assert_int_eq(caromSectorMapSectorCount(map), wad.sectorCount);
        ck_assert_int_lt(odd, 100);
        caromSectorMapDestroy(map);
        wadMapFree(&wad);
    }
}

SUITE_HOOK(openLevels)
{
    (void)suite;
    wadLevelsOpen();
}
