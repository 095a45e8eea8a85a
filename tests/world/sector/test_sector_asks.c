// SPDX-License-Identifier: MIT
// What a map of sectors answers besides points and rays: parts and neighbours, what blocks which
// query, doors, walls near a place, arcs. Oracles look at every line, arcs by long double.
#include "../../support/sector_maps.h"

#include <math.h>
#include <stdlib.h>

#include "../../support/assertions.h"
#include "../../support/flight_field.h"
#include "../../support/wad_levels.h"

enum { MOST = 1024 };

// ---- parts

TEST_SEEDS(parts_and_neighbours_are_those_of_the_lines, 40)
{
    Tiling tiling;
    tilingMake(&tiling, &random, true);
    CaromSectorMapDef def = tilingDef(&tiling);
    CaromSectorMap *map = caromSectorMapCreate(&def, NULL);
    ck_assert_int_eq(caromSectorMapLineCount(map), tiling.lineCount);
    ck_assert_int_eq(caromSectorMapSectorCount(map), tiling.sectorCount);
    for (int s = 0; s < tiling.sectorCount; s++) {
        int lines[MOST], others[4], count = 0;
        bool isNeighbour[4] = {false};
        int found = caromSectorMapSectorLines(map, s, lines, MOST);
        for (int i = 0; i < tiling.lineCount; i++) {
            const CaromSectorLine *line = &tiling.lines[i];
            if (line->front == s || line->back == s) {
                ck_assert(count < found && lines[count] == i);
                count++;
                int other = line->front == s ? line->back : line->front;
                isNeighbour[other == CAROM_NO_SECTOR ? s : other] = true;
            }
        }
        ck_assert_int_eq(found, count);
        isNeighbour[s] = false;
        count = caromSectorMapNeighbors(map, s, others, 4);
        for (int t = 0, k = 0; t < 4; t++) {
            ck_assert(!isNeighbour[t] || (k < count && others[k] == t));
            k += isNeighbour[t];
            ck_assert(t < 3 || k == count);
        }
    }
    caromSectorMapDestroy(map);
}

// ---- blocking

/// Said another way than in the library: by the room that is left.
static bool lets(const CaromSector *f, const CaromSector *b, const CaromSectorQuery *q)
{
    double floor = fmax(f->floor, b->floor), ceiling = fmin(f->ceiling, b->ceiling);
    if (q->flat) {
        return ceiling > floor;
    }
    double feet = fmax(q->z, floor);
    return ceiling > floor && feet - q->z <= q->step && ceiling - feet >= q->height;
}

TEST_SEEDS(openings_let_pass_what_fits, 40)
{
    Tiling tiling;
    tilingMake(&tiling, &random, true);
    CaromSectorMapDef def = tilingDef(&tiling);
    CaromSectorMap *map = caromSectorMapCreate(&def, NULL);
    CaromSector sectors[4];
    for (int s = 0; s < tiling.sectorCount; s++) {
        CaromSector sector = {testRandomInt(&random, -2, 4), testRandomInt(&random, 0, 8), NULL};
        sectors[s] = sector;
        ck_assert_ok(caromSectorMapSetHeights(map, s, sector.floor, sector.ceiling));
    }
    for (int i = 0; i < tiling.lineCount; i++) {
        const CaromSectorLine *line = &tiling.lines[i];
        CaromSectorQuery query = caromSectorQuery();
        query.mask = 1u << testRandomInt(&random, 0, 3);
        query.flat = testRandomInt(&random, 0, 1);
        query.z = testRandomInt(&random, -2, 6);
        query.height = testRandomInt(&random, 0, 4);
        query.step = testRandomInt(&random, 0, 2);
        CaromSectorBlock block = caromSectorMapLineBlocks(map, i, query);
        bool passes = line->back != CAROM_NO_SECTOR && !(line->blocks & query.mask) &&
                      lets(&sectors[line->front], &sectors[line->back], &query);
        if ((block == CAROM_BLOCK_NONE) != passes ||
            (block == CAROM_BLOCK_WALL) != (line->back == CAROM_NO_SECTOR)) {
            ck_abort_msg("seed %d: line %d: %d", _i, i, (int)block);
        }
        ck_assert_ok(caromSectorMapSetBlocks(map, i, query.mask));
        block = caromSectorMapLineBlocks(map, i, query);
        ck_assert(block == CAROM_BLOCK_WALL || block == CAROM_BLOCK_MASK);
    }
    caromSectorMapDestroy(map);
}

/// Three rooms in a row; the middle one is a door.
TEST(doors_open_and_close)
{
    static const CaromSector sectors[3] = {{0, 4, NULL}, {0, 0, NULL}, {1, 4, NULL}};
    CaromSectorMapDef def = doorDef(sectors);
    def.strict = true;
    CaromSectorMap *map = caromSectorMapCreate(&def, NULL);
    CaromSectorQuery query = caromSectorQuery();
    CaromSectorCrossing c[4];
    CaromVec2 from = {1, 1}, way = {16, 0};
    ck_assert_int_eq(caromSectorMapTrace(map, from, way, query, c, 4), 1);
    ck_assert(c[0].line == 8 && c[0].block == CAROM_BLOCK_CLOSED && c[0].point.x == 4.0);
    ck_assert_ok(caromSectorMapSetHeights(map, 1, 0.0, 3.0));
    ck_assert_int_eq(caromSectorMapTrace(map, from, way, query, c, 4), 3);
    ck_assert(c[0].line == 8 && c[0].from == 0 && c[0].to == 1 && !c[0].fromFront);
    ck_assert(c[1].line == 9 && c[1].from == 1 && c[1].to == 2 && c[1].fromFront);
    ck_assert(c[2].line == 3 && c[2].block == CAROM_BLOCK_WALL && c[2].to == CAROM_NO_SECTOR);
    ck_assert(c[2].at == 0.5 && c[2].point.x == 9.0);
    query.flat = false; // a step of 1 m into the last room
    query.height = 1.75;
    ck_assert_int_eq(caromSectorMapTrace(map, from, way, query, c, 4), 2);
    ck_assert_int_eq(c[1].block, CAROM_BLOCK_STEP);
    query.step = 1.0;
    ck_assert_int_eq(caromSectorMapTrace(map, from, way, query, c, 4), 3);
    query.height = 2.25; // fits under the door, but not on the step beneath it
    ck_assert_int_eq(caromSectorMapTrace(map, from, way, query, c, 4), 2);
    ck_assert_int_eq(c[1].block, CAROM_BLOCK_LOW);
    caromSectorMapDestroy(map);
}

// ---- near a place

static CaromSectorNearest nearestOfAll(const CaromSectorMap *map, CaromVec2 p, double distance,
                                       CaromSectorQuery query)
{
    CaromSectorNearest best = {-1, {0, 0}, {0, 0}, distance};
    for (int i = 0; i < caromSectorMapLineCount(map); i++) {
        CaromSectorEdge edge;
        caromSectorMapLine(map, i, &edge);
        CaromNearest found = caromNearestOnSegment(p, edge.a, edge.b);
        bool nearer = best.line < 0 ? found.distance <= distance : found.distance < best.distance;
        if (nearer && caromSectorMapLineBlocks(map, i, query) != CAROM_BLOCK_NONE) {
            best.line = i;
            best.distance = found.distance;
            best.point = found.point;
        }
    }
    return best;
}

static void checkNear(const CaromSectorMap *map, CaromVec2 p, TestRandom *random, const char *name)
{
    CaromSectorQuery query = caromSectorQuery();
    query.mask = (uint32_t)testRandomInt(random, 0, 3);
    double distance = ldexp(1.0, testRandomInt(random, -3, 9));
    CaromSectorNearest found, all = nearestOfAll(map, p, distance, query);
    bool any = caromSectorMapNearest(map, p, distance, query, &found);
    if (any != (all.line >= 0) || found.line != all.line ||
        (any && (found.distance - all.distance > 1e-12 || all.distance - found.distance > 1e-12 ||
                 caromVec2Distance(found.point, all.point) > 1e-9))) {
        ck_abort_msg("%s: (%.17g, %.17g) within %g: line %d at %.17g instead of %d at %.17g", name,
                     p.x, p.y, distance, found.line, found.distance, all.line, all.distance);
    }
    double arm = testRandomRange(random, 0.1, 1.0);
    CaromVec2 kept;
    if (caromSectorMapKeepArm(map, p, arm, query, &kept)) {
        double least = nearestOfAll(map, kept, 1e6, query).distance;
        ck_assert_msg(least >= arm, "%s: %.17g is nearer than %.17g", name, least, arm);
        CaromVec2 again;
        ck_assert(caromSectorMapKeepArm(map, kept, arm, query, &again));
        ck_assert(again.x == kept.x && again.y == kept.y);
    }
}

static void checkWalls(const CaromSectorMap *map, CaromVec2 p, TestRandom *random, const char *name)
{
    int found[MOST], count = 0;
    double half = testRandomRange(random, 0.0, 8.0);
    CaromBox box = {{p.x - half, p.y - half}, {p.x + half, p.y + half}};
    CaromSectorQuery query = caromSectorQuery();
    query.mask = 1;
    int told = caromSectorMapWalls(map, box, query, found, MOST);
    for (int i = 0; i < caromSectorMapLineCount(map); i++) {
        CaromSectorEdge edge;
        caromSectorMapLine(map, i, &edge);
        CaromVec2 ends[2] = {edge.a, edge.b};
        if (caromBoxOverlaps(caromBoxOfPoints(ends, 2), box) &&
            caromSectorMapLineBlocks(map, i, query) != CAROM_BLOCK_NONE) {
            if (count >= told || found[count] != i) {
                ck_abort_msg("%s: line %d near (%g, %g) is not told", name, i, p.x, p.y);
            }
            count++;
        }
    }
    ck_assert_int_eq(told, count);
    int few[3];
    ck_assert_int_eq(caromSectorMapWalls(map, box, query, few, 3), count);
    for (int i = 0; i < 3 && i < count; i++) {
        ck_assert_int_eq(few[i], found[i]);
    }
}

TEST_LOOP(walls_near_a_place_are_all_there, flightTestShare(WAD_LEVELS))
{
    WadMap wad;
    CaromSectorMap *map;
    int odd;
    TestRandom random = testRandomSeed((uint64_t)_i);
    if (!sectorOpenWad(_i, &wad, &map, &odd)) {
        return;
    }
    for (int i = 0; i < 12 * flightTestTimes(20); i++) {
        double x = testRandomRange(&random, wad.bounds.min.x - 1.0, wad.bounds.max.x + 1.0);
        CaromVec2 p = {x, testRandomRange(&random, wad.bounds.min.y - 1.0, wad.bounds.max.y + 1.0)};
        checkNear(map, p, &random, wad.name);
        checkWalls(map, p, &random, wad.name);
    }
    caromSectorMapDestroy(map);
    wadMapFree(&wad);
}

// ---- arcs

typedef struct Throw {
    CaromVec2 p, v, a;
    double time;
} Throw;

typedef struct Pass {
    int line;
    long double time;
    bool fromFront;
} Pass;

/// Nearer to a tie than this, the oracle does not judge.
#define DOUBT 1e-7L

typedef struct Passes {
    Pass passes[MOST];
    int count;
    bool inDoubt;
} Passes;

static void passAt(Passes *all, const Throw *t, const CaromSectorEdge *edge, int line,
                   long double time)
{
    long double x = t->p.x + (t->v.x + 0.5L * t->a.x * time) * time,
                y = t->p.y + (t->v.y + 0.5L * t->a.y * time) * time;
    long double ux = (long double)edge->b.x - edge->a.x, uy = (long double)edge->b.y - edge->a.y;
    long double along = ((x - edge->a.x) * ux + (y - edge->a.y) * uy) / (ux * ux + uy * uy);
    bool near = fabsl(time) < DOUBT || fabsl(time - t->time) < DOUBT || fabsl(along) < DOUBT ||
                fabsl(along - 1.0L) < DOUBT;
    all->inDoubt |= near;
    if (!near && time > 0.0L && time < t->time && along > 0.0L && along < 1.0L) {
        long double speed = ux * (t->v.y + t->a.y * time) - uy * (t->v.x + t->a.x * time);
        Pass pass = {line, time, speed > 0.0L};
        ck_assert_int_lt(all->count, MOST);
        all->passes[all->count++] = pass;
    }
}

static void passLine(Passes *all, const Throw *t, const CaromSectorEdge *edge, int line)
{
    long double ux = (long double)edge->b.x - edge->a.x, uy = (long double)edge->b.y - edge->a.y;
    long double c = ux * (t->p.y - (long double)edge->a.y) - uy * (t->p.x - (long double)edge->a.x);
    long double b = ux * t->v.y - uy * t->v.x, a = 0.5L * (ux * t->a.y - uy * t->a.x);
    if (fabsl(a) < 1e-15L * (fabsl(b) + 1.0L)) {
        if (b != 0.0L) {
            passAt(all, t, edge, line, -c / b);
        }
        return;
    }
    long double square = b * b - 4.0L * a * c;
    all->inDoubt |= fabsl(square) < DOUBT * (b * b + fabsl(a * c));
    if (square > 0.0L) {
        long double q = -0.5L * (b + (b < 0.0L ? -sqrtl(square) : sqrtl(square)));
        passAt(all, t, edge, line, q / a);
        passAt(all, t, edge, line, c / q);
    }
}

static int comparePasses(const void *p, const void *q)
{
    const Pass *a = p, *b = q;
    return (a->time > b->time) - (a->time < b->time);
}

static void throwAcross(const CaromSectorMap *map, const Throw *t, Passes *all)
{
    all->count = 0;
    all->inDoubt = false;
    for (int i = 0; i < caromSectorMapLineCount(map); i++) {
        CaromSectorEdge edge;
        caromSectorMapLine(map, i, &edge);
        if (edge.front != CAROM_NO_SECTOR) {
            passLine(all, t, &edge, i);
        }
    }
    qsort(all->passes, (size_t)all->count, sizeof *all->passes, comparePasses);
    for (int i = 1; i < all->count; i++) {
        all->inDoubt |= all->passes[i].time - all->passes[i - 1].time < DOUBT;
    }
}

/// Whether the oracle was sure.
static bool checkThrow(const CaromSectorMap *map, const Throw *t, bool sound, const char *name)
{
    static Passes all;
    static CaromSectorCrossing found[MOST];
    CaromSectorQuery query = caromSectorQuery();
    query.through = true;
    throwAcross(map, t, &all);
    if (all.inDoubt) {
        return false;
    }
    int count = caromSectorMapTraceArc(map, t->p, t->v, t->a, t->time, query, found, MOST);
    bool right = count == all.count;
    int sector = caromSectorMapLocate(map, t->p);
    for (int i = 0; i < count && right; i++) {
        right =
            found[i].line == all.passes[i].line && found[i].fromFront == all.passes[i].fromFront &&
            fabsl(found[i].at - all.passes[i].time) < 1e-9L && (!sound || found[i].from == sector);
        sector = found[i].to;
    }
    ck_assert_msg(right, "%s: (%.17g, %.17g) + (%.17g, %.17g)t + (%.17g, %.17g)t²/2: %d, not %d",
                  name, t->p.x, t->p.y, t->v.x, t->v.y, t->a.x, t->a.y, count, all.count);
    query.through = false;
    int blocked = 0;
    while (blocked < count && found[blocked].block == CAROM_BLOCK_NONE) {
        blocked++;
    }
    int stops = caromSectorMapTraceArc(map, t->p, t->v, t->a, t->time, query, NULL, 0);
    ck_assert_int_eq(stops, blocked < count ? blocked + 1 : count);
    return true;
}

TEST_LOOP(arcs_cross_the_right_lines, flightTestShare(WAD_LEVELS))
{
    WadMap wad;
    CaromSectorMap *map;
    int odd, sure = 0, tries = 25 * flightTestTimes(60);
    TestRandom random = testRandomSeed((uint64_t)_i);
    if (!sectorOpenWad(_i, &wad, &map, &odd)) {
        return;
    }
    for (int i = 0; i < tries; i++) {
        Throw t = {.time = testRandomRange(&random, 0.1, 4.0)};
        t.p.x = testRandomRange(&random, wad.bounds.min.x, wad.bounds.max.x);
        t.p.y = testRandomRange(&random, wad.bounds.min.y, wad.bounds.max.y);
        t.v.x = testRandomRange(&random, -30.0, 30.0);
        t.v.y = testRandomRange(&random, -30.0, 30.0);
        t.a.x = i % 3 == 0 ? 0.0 : testRandomRange(&random, -20.0, 20.0);
        t.a.y = i % 5 == 0 ? 0.0 : testRandomRange(&random, -20.0, 20.0);
        sure += checkThrow(map, &t, odd == 0, wad.name);
    }
    ck_assert_msg(sure * 10 > tries * 9, "%s: only %d of %d judged", wad.name, sure, tries);
    caromSectorMapDestroy(map);
    wadMapFree(&wad);
}

/// Two rooms side by side, with a line between them, from (−slant, −4) to (slant, 4), that has its
/// front on the right.
static CaromSectorMap *makeRooms(double slant)
{
    CaromVec2 vertices[] = {{-4, -4}, {-slant, -4}, {4, -4}, {4, 4}, {slant, 4}, {-4, 4}};
    CaromSectorLine lines[] = {{1, 0, 0, CAROM_NO_SECTOR, 0, NULL},
                               {2, 1, 1, CAROM_NO_SECTOR, 0, NULL},
                               {3, 2, 1, CAROM_NO_SECTOR, 0, NULL},
                               {4, 3, 1, CAROM_NO_SECTOR, 0, NULL},
                               {5, 4, 0, CAROM_NO_SECTOR, 0, NULL},
                               {0, 5, 0, CAROM_NO_SECTOR, 0, NULL},
                               {1, 4, 1, 0, 0, NULL}}; // front on the right
    CaromSector sectors[] = {{0, 3, NULL}, {0, 3, NULL}};
    CaromSectorMapDef def = caromSectorMapDef();
    def.log = NULL;
    def.vertices = vertices;
    def.vertexCount = 6;
    def.lines = lines;
    def.lineCount = 7;
    def.sectors = sectors;
    def.sectorCount = 2;
    CaromSectorMap *map = caromSectorMapCreate(&def, NULL);
    ck_assert_ptr_nonnull(map);
    return map;
}

/// Too near to one wall or to two, and on the open line between the rooms, near to none.
TEST(in_a_corner_an_arm_is_kept_from_both_walls)
{
    CaromSectorMap *map = makeRooms(0.0);
    for (int k = 0; k < 3 * 3; k++) {
        double x = (k % 3 - 1) * 3.875, y = (k / 3 - 1) * 3.75;
        CaromVec2 kept = {NAN, NAN};
        ck_assert(caromSectorMapKeepArm(map, caromVec2(x, y), 0.5, caromSectorQuery(), &kept));
        ck_assert(fabs(kept.x - (k % 3 - 1) * 3.5) < 1e-12);
        ck_assert(fabs(kept.y - (k / 3 - 1) * 3.5) < 1e-12);
    }
    caromSectorMapDestroy(map);
}

TEST(an_arm_of_more_than_a_thousand_kilometres_is_refused)
{
    CaromSectorMap *map = makeRooms(0.0);
    CaromVec2 kept = {7.0, 7.0};
    CaromSectorQuery query = caromSectorQuery();
    ck_assert_int_eq(caromSectorMapKeepArm(map, caromVec2(0, 0), 1000001.0, query, &kept),
                     -CAROM_ERROR_OUT_OF_RANGE);
    ck_assert(kept.x == 7.0 && kept.y == 7.0);
    ck_assert_int_ge(caromSectorMapKeepArm(map, caromVec2(0, 0), 1e6, query, &kept), 0);
    caromSectorMapDestroy(map);
}

/// From places on the line between two rooms, upright or slanting: a throw that goes into the room
/// it is located in crosses nothing, any other that line alone, at once. Some start along it and
/// are bent off.
TEST_LOOP(arcs_that_start_on_a_line_cross_it_or_not, 3)
{
    double slant = _i;
    CaromSectorMap *map = makeRooms(slant);
    for (int k = -4; k <= 4; k++) {
        CaromVec2 start = caromVec2(slant * k / 8.0, k / 2.0), along = caromVec2(slant / 4.0, 1.0);
        int home = caromSectorMapLocate(map, start);
        for (int side = 0; side < 2; side++) { // to the left, to the right
            double away = side ? 1.0 : -1.0;
            CaromVec2 v[] = {{away, 0.25}, {away, 0.0}, along, {-along.x, -along.y}, {0, 0}};
            CaromVec2 a[] = {{0.0, 0.5}, {0.5 * away, 0.0}, {away, 0}, {away, 0}, {away, 0}};
            for (int t = 0; t < 5; t++) {
                CaromSectorCrossing found[2];
                int count = caromSectorMapTraceArc(map, start, v[t], a[t], 0.5, caromSectorQuery(),
                                                   found, 2);
                ck_assert_msg(count == (side != home), "%d, to %d, throw %d: %d crossings", k, side,
                              t, count);
                ck_assert(count == 0 || (found[0].line == 6 && found[0].at == 0.0 &&
                                         found[0].to == side && found[0].fromFront == !side));
            }
        }
    }
    caromSectorMapDestroy(map);
}

/// Throws with their farthest place on the line between two rooms, at a time that is exact, come
/// back into the room they started in: no crossing. Those that go a little farther cross the line
/// twice, those that end short of it never.
TEST_LOOP(arcs_that_touch_a_line_cross_nothing, 3)
{
    double slant = _i, little = 0x1p-12;
    CaromSectorMap *map = makeRooms(slant);
    for (int k = 0; k < 5 * 5 * 3 * 2; k++) {
        double at = (k % 5 - 2) / 4.0, pace = (k / 5 % 5 - 2) / 8.0, top = 0.25 * (1 << k / 25 % 3),
               away = k / 75 ? 1.0 : -1.0; // the room it stays in: right or left
        CaromVec2 touch = caromVec2(slant * at, 4.0 * at), v = caromVec2(slant * pace, 4.0 * pace);
        CaromVec2 a = caromVec2(2.0 * away, 0.25), push = caromVec2Sub(v, caromVec2Scale(a, top));
        CaromVec2 rise = caromVec2Sub(caromVec2Scale(a, 0.5 * top * top), caromVec2Scale(v, top));
        CaromVec2 start = caromVec2Add(touch, rise);
        for (int beyond = -1; beyond <= 1; beyond++) {
            CaromSectorCrossing found[2];
            CaromVec2 from = caromVec2(start.x - beyond * away * little, start.y);
            int count =
                caromSectorMapTraceArc(map, from, push, a, 2.0 * top, caromSectorQuery(), found, 2);
            ck_assert_msg(count == (beyond == 1 ? 2 : 0), "throw %d, beyond %d: %d crossings", k,
                          beyond, count);
            ck_assert(count == 0 || (found[0].line == 6 && found[0].to == !(away > 0.0) &&
                                     found[1].line == 6 && found[1].to == (away > 0.0)));
        }
    }
    caromSectorMapDestroy(map);
}

/// Four rooms of 4 m that meet at (0, 0): 0 and 1 below, 2 and 3 above. Lines 8 and 9 are level.
static CaromSectorMap *makeFourRooms(void)
{
    CaromVec2 vertices[9];
    for (int i = 0; i < 9; i++) {
        vertices[i] = caromVec2(4 * (i % 3) - 4, 4 * (i / 3) - 4);
    }
    CaromSectorLine lines[] = {{1, 0, 0, CAROM_NO_SECTOR, 0, NULL},
                               {2, 1, 1, CAROM_NO_SECTOR, 0, NULL},
                               {5, 2, 1, CAROM_NO_SECTOR, 0, NULL},
                               {8, 5, 3, CAROM_NO_SECTOR, 0, NULL},
                               {7, 8, 3, CAROM_NO_SECTOR, 0, NULL},
                               {6, 7, 2, CAROM_NO_SECTOR, 0, NULL},
                               {3, 6, 2, CAROM_NO_SECTOR, 0, NULL},
                               {0, 3, 0, CAROM_NO_SECTOR, 0, NULL},
                               {3, 4, 0, 2, 0, NULL},
                               {4, 5, 1, 3, 0, NULL},
                               {1, 4, 1, 0, 0, NULL},
                               {4, 7, 3, 2, 0, NULL}};
    CaromSector sectors[] = {{0, 8, NULL}, {0, 8, NULL}, {0, 8, NULL}, {0, 8, NULL}};
    CaromSectorMapDef def = caromSectorMapDef();
    def.log = NULL;
    def.vertices = vertices;
    def.vertexCount = 9;
    def.lines = lines;
    def.lineCount = 12;
    def.sectors = sectors;
    def.sectorCount = 4;
    def.strict = true;
    CaromSectorMap *map = caromSectorMapCreate(&def, NULL);
    ck_assert_ptr_nonnull(map);
    return map;
}

/// Each sector is entered as often as it is left, but for those of the start and the end, which are
/// located. At a vertex, lines crossed at one time may be reported in either order.
static void checkBalance(const CaromSectorMap *map, const Throw *t, CaromVec2 end, const char *name)
{
    static CaromSectorCrossing found[MOST];
    CaromSectorQuery query = caromSectorQuery();
    int balance[5] = {0}; // that of no sector first
    int count = caromSectorMapTraceArc(map, t->p, t->v, t->a, t->time, query, found, MOST);
    for (int i = 0; i < count; i++) {
        balance[found[i].from + 1]--;
        balance[found[i].to + 1]++;
    }
    balance[caromSectorMapLocate(map, t->p) + 1]++;
    balance[caromSectorMapLocate(map, end) + 1]--;
    for (int s = 0; s < 5; s++) {
        ck_assert_msg(balance[s] == 0,
                      "%s: (%.17g, %.17g) + (%.17g, %.17g)t + (%.17g, %.17g)t²/2 to %.17g: sector "
                      "%d, %+d in %d crossings",
                      name, t->p.x, t->p.y, t->v.x, t->v.y, t->a.x, t->a.y, t->time, s - 1,
                      balance[s], count);
    }
}

/// Straight along its acceleration the way has no width: the vertex is on one side of it all the
/// same, and one of the lines on either side is crossed.
TEST(throws_along_their_acceleration_cross_at_a_vertex)
{
    CaromSectorMap *map = makeFourRooms();
    CaromVec2 ways[] = {{0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, 1}, {-1, 1}, {1, -1}, {2, -1}};
    for (int i = 0; i < 8; i++) {
        CaromVec2 start = caromVec2Scale(ways[i], -1.5), end = caromVec2Scale(ways[i], 1.5);
        // 1 m/s and 1 m/s² for 2 s, 4 m; or 2 m/s and −1 m/s² for 2 s, 2 m, and at rest there
        Throw on = {start, caromVec2Scale(ways[i], 0.5), caromVec2Scale(ways[i], 1.0), 2.0};
        Throw slowed = {start, caromVec2Scale(ways[i], 3.0), caromVec2Scale(ways[i], -1.5), 2.0};
        checkBalance(map, &on, end, "sped up");
        checkBalance(map, &slowed, end, "slowed down");
        Throw back = {start, caromVec2Scale(ways[i], 4.0), caromVec2Scale(ways[i], -4.0), 2.0};
        checkBalance(map, &back, start, "up and down");
        Throw from = {{0.0, 0.0}, caromVec2Scale(ways[i], 0.5), caromVec2Scale(ways[i], 1.0), 1.0};
        checkBalance(map, &from, ways[i], "from the vertex");
    }
    CaromSectorCrossing found[2];
    CaromVec2 start = {0, 3}, v = {0, -1}, a = {0, -2};
    ck_assert_int_eq(caromSectorMapTraceArc(map, start, v, a, 2.0, caromSectorQuery(), found, 2),
                     1);
    ck_assert(found[0].to < 2);
    caromSectorMapDestroy(map);
}

/// Throws that have their highest place at the vertex, where the two roots of a level line differ
/// by rounding or not at all: none is left in a room above.
TEST_LOOP(throws_with_their_top_at_a_vertex_come_back_down, 10)
{
    CaromSectorMap *map = makeFourRooms();
    TestRandom random = testRandomSeed((uint64_t)_i);
    Throw told = {{3.48, -1.2615000000000001}, {-1.2, 0.87}, {0.0, -0.3}, 4.9299999999999997};
    for (int i = 0; i < 2000; i++) {
        double pace = testRandomInt(&random, 1, 18) / (i % 2 ? 10.0 : -10.0),
               top = testRandomInt(&random, 1, 29) / 10.0, g = testRandomInt(&random, 1, 41) / 10.0;
        Throw t = {{-pace * top, -g * top * top / 2.0}, {pace, g * top}, {0.0, -g}, 1.7 * top};
        t = i == 0 ? told : t;
        CaromVec2 end = {t.p.x + t.v.x * t.time, t.p.y + (t.v.y + 0.5 * t.a.y * t.time) * t.time};
        if (fabs(t.p.x) < 3.9 && fabs(t.p.y) < 3.9 && fabs(end.x) < 3.9 && fabs(end.y) < 3.9) {
            checkBalance(map, &t, end, "top at a vertex");
        }
    }
    caromSectorMapDestroy(map);
}

TEST(ways_of_no_time_and_straight_ones)
{
    CaromSectorMap *map = makeRooms(0.0);
    CaromSectorCrossing arc[2], ray[2];
    CaromVec2 from = {-1.0, 0.5}, v = {4.0, 0.0}, a = {0.0, 1.0}, none = {0.0, 0.0};
    CaromSectorQuery query = caromSectorQuery();
    ck_assert_int_eq(caromSectorMapTraceArc(map, from, v, a, 0.0, query, arc, 2), 0);
    ck_assert_int_eq(caromSectorMapTraceArc(map, from, v, none, 0.0, query, arc, 2), 0);
    ck_assert_int_eq(caromSectorMapTraceArc(map, from, v, none, 0.5, query, arc, 2), 1);
    ck_assert_int_eq(caromSectorMapTrace(map, from, caromVec2(2.0, 0.0), query, ray, 2), 1);
    ck_assert(arc[0].line == ray[0].line && arc[0].at == 0.5 * ray[0].at);
    ck_assert_int_eq(caromSectorMapTraceArc(map, from, caromVec2(-1e9, 0.0), a, 1e5, query, arc, 2),
                     -CAROM_ERROR_OUT_OF_RANGE);
    caromSectorMapDestroy(map);
}

/// Two rooms in one: a map of which no line blocks, as both sides are the same room's. Nothing is
/// near, however far one looks.
TEST(nothing_is_near_where_nothing_blocks)
{
    CaromVec2 vertices[] = {{0, 0}, {4, 0}, {4, 4}};
    CaromSectorLine lines[] = {{0, 1, 0, 0, 0, NULL}, {1, 2, 0, 0, 0, NULL}, {2, 0, 0, 0, 0, NULL}};
    CaromSector sector = {0, 3, NULL};
    CaromSectorMapDef def = caromSectorMapDef();
    def.log = NULL;
    def.vertices = vertices;
    def.vertexCount = 3;
    def.lines = lines;
    def.lineCount = 3;
    def.sectors = &sector;
    def.sectorCount = 1;
    CaromSectorMap *map = caromSectorMapCreate(&def, NULL);
    ck_assert_ptr_nonnull(map);
    CaromSectorNearest near;
    CaromSectorQuery query = caromSectorQuery();
    ck_assert(!caromSectorMapNearest(map, caromVec2(3, 1), 1e11, query, &near));
    ck_assert_int_eq(near.line, -1);
    ck_assert(!caromSectorMapNearest(map, caromVec2(3, 1), 0.0, query, &near));
    caromSectorMapDestroy(map);
}

SUITE_HOOK(openLevels)
{
    (void)suite;
    wadLevelsOpen();
}
