// SPDX-License-Identifier: MIT
// Location and rays in maps of sectors, against whole numbers.
//
// The oracle takes the rule by its word: a place is (p, δ, ε), a cross product of two of them three
// whole numbers, compared one after the other, and fractions are compared in 128 bits. It looks at
// every line. Points are located by the samples' two ways, crossings of loops and quadrants, off
// the lines, and on them by exclusive or of all lines crossed.
#include "../../support/sector_maps.h"

#include "../../../samples/locate.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../support/assertions.h"
#include "../../support/flight_field.h"
#include "../../support/wad_levels.h"
#include "../../support/whole.h"

enum { MOST = 2048 };

/// value + value of δ·δ + value of ε·ε
typedef struct Hair {
    int64_t value, delta, epsilon;
} Hair;

typedef struct Cut {
    int line, heading;
    Hair over;
    int64_t under; ///< > 0
} Cut;

typedef struct Level {
    const CaromSectorMap *map;
    const char *name;
    Whole *a, *b;
    double unit; ///< [m] of whole numbers
    int lineCount;
    bool sound; ///< no fault above a note
} Level;

static int hairSign(Hair h)
{
    if (h.value != 0) {
        return signOf(h.value);
    }
    return h.delta != 0 ? signOf(h.delta) : signOf(h.epsilon);
}

/// cross(u, p − o − (δ, ε))
static Hair hairCross(Whole u, Whole p, Whole o)
{
    Hair h = {cross(u, minus(p, o)), u.y, -u.x};
    return h;
}

static Level openLevel(const CaromSectorMap *map, const char *name, double unit, bool sound)
{
    int count = caromSectorMapLineCount(map);
    Level level = {map, name, NULL, NULL, unit, count, sound};
    level.a = malloc(((size_t)count + 1) * sizeof *level.a);
    level.b = malloc(((size_t)count + 1) * sizeof *level.b);
    for (int i = 0; i < count; i++) {
        CaromSectorEdge edge;
        ck_assert_ok(caromSectorMapLine(map, i, &edge));
        level.a[i] = wholeOf(edge.a, unit);
        level.b[i] = wholeOf(edge.b, unit);
    }
    return level;
}

static void closeLevel(Level *level)
{
    free(level->a);
    free(level->b);
}

// ---- the oracle

static bool cuts(const Level *level, int line, Whole o, Whole d, Cut *cut)
{
    Whole a = level->a[line], b = level->b[line], u = minus(b, a);
    int sideA = hairSign(hairCross(d, a, o)), sideB = hairSign(hairCross(d, b, o));
    if (sideA == sideB) {
        return false;
    }
    Hair over = hairCross(u, a, o), rest;
    int64_t under = cross(u, d);
    if (under < 0) {
        Hair turned = {-over.value, -over.delta, -over.epsilon};
        over = turned;
    }
    cut->line = line;
    cut->heading = under > 0 ? 1 : -1;
    cut->under = under > 0 ? under : -under;
    cut->over = over;
    rest = over;
    rest.value -= cut->under;
    return hairSign(over) > 0 && hairSign(rest) < 0;
}

static int compareCuts(const void *p, const void *q)
{
    const Cut *a = p, *b = q;
    Wide order = (Wide)a->over.value * b->under - (Wide)b->over.value * a->under;
    order = order != 0 ? order : (Wide)a->over.delta * b->under - (Wide)b->over.delta * a->under;
    order =
        order != 0 ? order : (Wide)a->over.epsilon * b->under - (Wide)b->over.epsilon * a->under;
    return order != 0 ? signOf(order) : a->line - b->line;
}

static int traceWhole(const Level *level, Whole o, Whole d, Cut *cutsOut)
{
    int count = 0;
    for (int i = 0; i < level->lineCount; i++) {
        CaromSectorEdge edge;
        Cut cut;
        if (!cuts(level, i, o, d, &cut)) {
            continue;
        }
        caromSectorMapLine(level->map, i, &edge);
        if (edge.front != CAROM_NO_SECTOR) {
            ck_assert_int_lt(count, MOST);
            cutsOut[count++] = cut;
        }
    }
    qsort(cutsOut, (size_t)count, sizeof *cutsOut, compareCuts);
    return count;
}

// ---- rays

static void failRay(const Level *level, Whole o, Whole d, const char *what, int i)
{
    ck_abort_msg("%s: (%d, %d) + (%d, %d): %s, crossing %d", level->name, (int)o.x, (int)o.y,
                 (int)d.x, (int)d.y, what, i);
}

/// Each crossing leads from the sector that one is in.
static void checkChain(const Level *level, Whole o, Whole d, const CaromSectorCrossing *found,
                       int count)
{
    Whole end = {o.x + d.x, o.y + d.y};
    int sector = caromSectorMapLocate(level->map, metresOf(o, level->unit));
    for (int i = 0; i < count; i++) {
        if (found[i].from != sector) {
            failRay(level, o, d, "the chain breaks", i);
        }
        sector = found[i].to;
    }
    if (sector != caromSectorMapLocate(level->map, metresOf(end, level->unit))) {
        failRay(level, o, d, "the chain does not end where the ray does", count);
    }
}

/// The same without `through`: it ends with the first that blocks.
static void checkStop(const Level *level, Whole o, Whole d, const CaromSectorCrossing *all,
                      int count)
{
    CaromSectorCrossing some[4];
    CaromSectorQuery query = caromSectorQuery();
    int first = 0;
    while (first < count && all[first].block == CAROM_BLOCK_NONE) {
        first++;
    }
    int told = first < count ? first + 1 : count;
    int found = caromSectorMapTrace(level->map, metresOf(o, level->unit), metresOf(d, level->unit),
                                    query, some, 4);
    if (found != told) {
        failRay(level, o, d, "does not stop where it is blocked", told);
    }
    for (int i = 0; i < found && i < 4; i++) {
        if (some[i].line != all[i].line || some[i].at != all[i].at) {
            failRay(level, o, d, "differs from the one that goes through", i);
        }
    }
}

static void checkRay(const Level *level, Whole o, Whole d)
{
    static Cut expected[MOST];
    static CaromSectorCrossing found[MOST];
    CaromVec2 origin = metresOf(o, level->unit), translation = metresOf(d, level->unit);
    CaromSectorQuery query = caromSectorQuery();
    query.through = true;
    int count = traceWhole(level, o, d, expected);
    int told = caromSectorMapTrace(level->map, origin, translation, query, found, MOST);
    if (told != count) {
        failRay(level, o, d, "another number of them", told);
    }
    double last = 0.0;
    for (int i = 0; i < count; i++) {
        const CaromSectorCrossing *c = &found[i];
        double at = (double)expected[i].over.value / (double)expected[i].under;
        if (c->line != expected[i].line || c->fromFront != (expected[i].heading > 0)) {
            failRay(level, o, d, "another line or side", i);
        }
        if (c->at < last || c->at > 1.0 || c->at - at > 1e-15 || at - c->at > 1e-15) {
            failRay(level, o, d, "another place", i);
        }
        last = c->at;
    }
    checkStop(level, o, d, found, count);
    if (level->sound) {
        checkChain(level, o, d, found, count);
    }
}

static Whole anyPoint(const Level *level, TestRandom *random, int margin)
{
    CaromBox bounds = caromSectorMapBounds(level->map);
    Whole min = wholeOf(bounds.min, level->unit), max = wholeOf(bounds.max, level->unit);
    Whole p;
    p.x = testRandomInt(random, (int)min.x - margin, (int)max.x + margin);
    p.y = testRandomInt(random, (int)min.y - margin, (int)max.y + margin);
    return p;
}

/// From and to anywhere, corners, exactly through them and beyond, along lines and along the axes.
static void traceAround(const Level *level, TestRandom *random, int margin)
{
    if (level->lineCount == 0) {
        return;
    }
    int line = testRandomInt(random, 0, level->lineCount - 1);
    int other = testRandomInt(random, 0, level->lineCount - 1);
    Whole o = anyPoint(level, random, margin), corner = level->a[line];
    Whole along = minus(level->b[line], corner), toCorner = minus(corner, o);
    Whole twice = {2 * toCorner.x, 2 * toCorner.y}, longer = {5 * along.x, 5 * along.y};
    Whole before = {corner.x - along.x, corner.y - along.y}, aside = {2 * toCorner.x, 0};
    Whole zero = {0, 0}, upright = {0, 2 * toCorner.y}, atHeight = {o.x, corner.y};
    checkRay(level, o, minus(anyPoint(level, random, margin), o));
    checkRay(level, o, toCorner);
    checkRay(level, o, twice);
    checkRay(level, corner, minus(o, corner));
    checkRay(level, corner, longer);
    checkRay(level, before, longer);
    checkRay(level, corner, minus(level->b[other], corner));
    checkRay(level, atHeight, aside);
    checkRay(level, o, upright);
    checkRay(level, corner, zero);
}

// ---- points

static void checkPoints(const Level *level, const WadMap *wad, const SectorLoops *loops,
                        TestRandom *random, int count)
{
    CaromBox bounds = wad->bounds;
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        CaromVec2 p = {testRandomRange(random, bounds.min.x - 1.0, bounds.max.x + 1.0),
                       testRandomRange(random, bounds.min.y - 1.0, bounds.max.y + 1.0)};
        int sector = caromSectorMapLocate(level->map, p);
        wrong += sector != sectorByCrossings(loops, p) || sector != sectorByQuadrants(loops, p);
        CaromVec2 whole = metresOf(anyPoint(level, random, 2), level->unit);
        wrong += caromSectorMapLocate(level->map, whole) != wadSectorAt(wad, whole);
        int line = testRandomInt(random, 0, level->lineCount - 1);
        CaromVec2 vertex = metresOf(level->a[line], level->unit), middle;
        middle = caromVec2Scale(caromVec2Add(vertex, metresOf(level->b[line], level->unit)), 0.5);
        wrong += caromSectorMapLocate(level->map, vertex) != wadSectorAt(wad, vertex);
        wrong += caromSectorMapLocate(level->map, middle) != wadSectorAt(wad, middle);
    }
    ck_assert_msg(wrong == 0, "%s: %d of %d points are elsewhere", level->name, wrong, 4 * count);
}

// ---- tests

TEST_LOOP(freedoom_points_lie_in_their_sectors, flightTestShare(WAD_LEVELS))
{
    WadMap wad;
    CaromSectorMap *map;
    SectorLoops loops;
    int odd;
    TestRandom random = testRandomSeed((uint64_t)_i);
    if (!sectorOpenWad(_i, &wad, &map, &odd)) {
        return;
    }
    Level level = openLevel(map, wad.name, WAD_METRES_PER_UNIT, odd == 0);
    ck_assert(sectorLoopsBuild(&loops, &wad));
    if (level.sound) {
        checkPoints(&level, &wad, &loops, &random, 400 * flightTestTimes(20));
    }
    sectorLoopsFree(&loops);
    closeLevel(&level);
    caromSectorMapDestroy(map);
    wadMapFree(&wad);
}

TEST_LOOP(freedoom_rays_cross_the_right_lines, flightTestShare(WAD_LEVELS))
{
    WadMap wad;
    CaromSectorMap *map;
    int odd;
    TestRandom random = testRandomSeed((uint64_t)_i);
    if (!HAS_WIDE || !sectorOpenWad(_i, &wad, &map, &odd)) {
        return;
    }
    Level level = openLevel(map, wad.name, WAD_METRES_PER_UNIT, odd == 0);
    for (int i = 0; i < 15 * flightTestTimes(60); i++) {
        traceAround(&level, &random, 64);
    }
    closeLevel(&level);
    caromSectorMapDestroy(map);
    wadMapFree(&wad);
}

/// Points and rays of a lattice of eighths over triangles: nothing but degenerate cases.
TEST_SEEDS(tilings_have_no_gap, flightTestShare(100))
{
    Tiling tiling;
    tilingMake(&tiling, &random, false);
    CaromSectorProblem problem = {.fault = CAROM_FAULT_COUNT};
    CaromSectorMapDef def = tilingDef(&tiling);
    def.strict = true;
    def.problems = &problem;
    def.problemCapacity = 1;
    CaromError error;
    CaromSectorMap *map = caromSectorMapCreate(&def, &error);
    ck_assert_msg(map != NULL, "seed %d: %s at (%g, %g)", _i, caromSectorFaultName(problem.fault),
                  problem.place.x, problem.place.y);
    char name[32];
    snprintf(name, sizeof name, "seed %d", _i);
    Level level = openLevel(map, name, 0.125, true);
    for (int y = -4; y <= 8 * tiling.n + 4; y++) {
        for (int x = -4; x <= 8 * tiling.n + 4; x++) {
            CaromVec2 p = caromVec2(x / 8.0, y / 8.0);
            if (caromSectorMapLocate(map, p) != tilingSectorAt(&tiling, p)) {
                ck_abort_msg("seed %d: (%g, %g) lies in %d, not in %d", _i, p.x, p.y,
                             tilingSectorAt(&tiling, p), caromSectorMapLocate(map, p));
            }
        }
    }
    for (int i = 0; i < 20 * flightTestTimes(60) && HAS_WIDE; i++) {
        traceAround(&level, &random, 8);
    }
    closeLevel(&level);
    caromSectorMapDestroy(map);
}

SUITE_HOOK(openLevels)
{
    (void)suite;
    wadLevelsOpen();
}
