// SPDX-License-Identifier: MIT
// Rays in the maps of Freedoom, where walls share corners by the thousand, against whole numbers.
//
// The rule, exact: a ray meets a wall it crosses or touches, its own ends and the wall's included;
// one that it runs along it does not meet; a one-sided wall only from its right. A start on a wall
// meets it at 0. Hits are ordered by their exact fractions, then by shape. Map points are multiples
// of 1/32 m, so that doubles hold them exactly, and fractions are compared in 128 bits.
#include <stdio.h>
#include <stdlib.h>

#include "../../support/builder.h"
#include "../../support/random.h"
#include "../../support/wad_levels.h"
#include "../../support/whole.h"

enum { MOST_HITS = 512 };

typedef struct Hit {
    uint32_t shape;
    int64_t over, under; ///< the fraction; under > 0
} Hit;

typedef struct Level {
    WadMap map;
    CaromWorld *world;
    Whole *a, *b;
    uint32_t *shape; ///< of each line
} Level;

// ---- the oracle

static bool meets(const Level *level, int line, Whole o, Whole d, Hit *hit)
{
    Whole a = level->a[line], b = level->b[line], along = minus(b, a), end = {o.x + d.x, o.y + d.y};
    int sideA = signOf(cross(d, minus(a, o))), sideB = signOf(cross(d, minus(b, o)));
    if (sideA == sideB) {
        return false;
    }
    int heading = sideA > sideB ? 1 : -1; // to the left or to the right of the wall
    bool oneSided = level->map.lines[line].back == WAD_NO_SECTOR;
    int64_t from = cross(along, minus(o, a)), to = cross(along, minus(end, a)),
            speed = cross(along, d);
    if (signOf(from) == heading || signOf(to) == -heading || (oneSided && heading < 0)) {
        return false;
    }
    hit->shape = level->shape[line];
    hit->over = speed > 0 ? -from : from;
    hit->under = speed > 0 ? speed : -speed;
    return true;
}

static int compareHits(const void *p, const void *q)
{
    const Hit *a = p, *b = q;
    Wide first = (Wide)a->over * b->under, second = (Wide)b->over * a->under;
    if (first != second) {
        return first < second ? -1 : 1;
    }
    return (a->shape > b->shape) - (a->shape < b->shape);
}

static int castWhole(const Level *level, Whole o, Whole d, Hit *hits)
{
    int count = 0;
    for (int i = 0; i < level->map.lineCount; i++) {
        Hit hit;
        if (meets(level, i, o, d, &hit)) {
            ck_assert_int_lt(count, MOST_HITS);
            hits[count++] = hit;
        }
    }
    qsort(hits, (size_t)count, sizeof *hits, compareHits);
    return count;
}

// ---- a map as a world

static void makeLevel(Level *level)
{
    CaromShapeDef def = caromShapeDef();
    size_t count = (size_t)level->map.lineCount;
    level->world = newWorld();
    level->a = malloc(count * sizeof *level->a);
    level->b = malloc(count * sizeof *level->b);
    level->shape = malloc(count * sizeof *level->shape);
    CaromBodyId body = newRest(level->world);
    for (size_t i = 0; i < count; i++) {
        const WadLine *line = &level->map.lines[i];
        bool wall = line->back == WAD_NO_SECTOR;
        level->a[i] = wholeOf(line->a, WAD_METRES_PER_UNIT);
        level->b[i] = wholeOf(line->b, WAD_METRES_PER_UNIT);
        level->shape[i] = (wall ? caromShapeCreateOneSided : caromShapeCreateSegment)(
                              level->world, body, &def, line->a, line->b)
                              .index;
        ck_assert_uint_ne(level->shape[i], 0);
    }
}

static void freeLevel(Level *level)
{
    caromWorldDestroy(level->world);
    free(level->a);
    free(level->b);
    free(level->shape);
    wadMapFree(&level->map);
}

/// Map `index` of wad `wad`; false where there is none.
static bool openLevel(int i, Level *level)
{
    if (!HAS_WIDE && i == 0) {
        printf("SKIPPED rays in Freedoom: no 128-bit numbers here\n");
    }
    bool ok = HAS_WIDE && wadLevelRead(i, "rays in Freedoom", &level->map);
    if (ok) {
        makeLevel(level);
    }
    return ok;
}

// ---- the rays

static void checkRay(const Level *level, Whole o, Whole d, bool all)
{
    static Hit expected[MOST_HITS];
    static CaromHit hits[MOST_HITS];
    CaromVec2 origin = metresOf(o, WAD_METRES_PER_UNIT),
              translation = metresOf(d, WAD_METRES_PER_UNIT);
    int count = castWhole(level, o, d, expected);
    int found = caromWorldCastRay(level->world, origin, translation, caromQueryOptions(), hits,
                                  all ? MOST_HITS : 1);
    if (found != (all ? count : count > 0)) {
        ck_abort_msg("%s: (%d, %d) + (%d, %d): %d hits instead of %d", level->map.name, (int)o.x,
                     (int)o.y, (int)d.x, (int)d.y, found, count);
    }
    for (int i = 0; i < found; i++) {
        double fraction = (double)expected[i].over / (double)expected[i].under;
        if (hits[i].shape.index != expected[i].shape || hits[i].fraction != fraction) {
            ck_abort_msg(
                "%s: (%d, %d) + (%d, %d): hit %d is shape %u at %.17g instead of %u at %.17g",
                level->map.name, (int)o.x, (int)o.y, (int)d.x, (int)d.y, i, hits[i].shape.index,
                hits[i].fraction, expected[i].shape, fraction);
        }
    }
}

static Whole anyPoint(const Level *level, TestRandom *random)
{
    Whole min = wholeOf(level->map.bounds.min, WAD_METRES_PER_UNIT),
          max = wholeOf(level->map.bounds.max, WAD_METRES_PER_UNIT);
    Whole p = {testRandomInt(random, (int)min.x - 64, (int)max.x + 64),
               testRandomInt(random, (int)min.y - 64, (int)max.y + 64)};
    return p;
}

/// From a thing: to anywhere, to a corner, exactly through it and beyond, along a wall.
static void castFrom(const Level *level, Whole o, TestRandom *random, int number)
{
    int line = testRandomInt(random, 0, level->map.lineCount - 1);
    Whole corner = level->a[line], d = minus(corner, o), along = minus(level->b[line], corner);
    bool all = number % 4 == 0;
    checkRay(level, o, minus(anyPoint(level, random), o), all);
    checkRay(level, o, d, all);
    Whole twice = {2 * d.x, 2 * d.y}, longer = {5 * along.x, 5 * along.y};
    checkRay(level, o, twice, all);
    checkRay(level, corner, longer, all);
    Whole before = {corner.x - along.x, corner.y - along.y};
    checkRay(level, before, longer, all);
    checkRay(level, corner, minus(o, corner), all);
}

TEST_LOOP(rays_meet_the_right_walls, WAD_LEVELS)
{
    Level level;
    TestRandom random = testRandomSeed((uint64_t)_i);
    if (!openLevel(_i, &level)) {
        return;
    }
    bool isLong = getenv("CAROM_TEST_LONG") != NULL;
    for (int round = 0; round < (isLong ? 50 : 1); round++) {
        for (int i = 0; i < level.map.thingCount; i += isLong ? 1 : 3) {
            castFrom(&level, wholeOf(level.map.things[i].position, WAD_METRES_PER_UNIT), &random,
                     i);
        }
    }
    ck_assert(caromWorldValidate(level.world));
    freeLevel(&level);
}

SUITE_HOOK(openLevels)
{
    (void)suite;
    wadLevelsOpen();
}
