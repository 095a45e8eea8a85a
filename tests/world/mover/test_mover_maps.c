// SPDX-License-Identifier: MIT
// Movers in every map of Freedoom, wandering about and running into everything. They are never
// nearer to any wall than the clearance less the stated rounding, by brute force. They are never
// through a wall, by the exact crossings that decide the sector of a point; never stuck.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/mover_oracle.h"
#include "../../support/random.h"
#include "../../support/wad_levels.h"

#include <stdio.h>
#include <stdlib.h>

enum { KINDS = 4, MOVES = 100 };

typedef struct Level {
    WadMap map;
    CaromWorld *world;
    OracleEdge *edges;
    int count;
} Level;

static bool stops(const WadLine *line)
{
    return line->back == WAD_NO_SECTOR || (line->flags & 1u) != 0;
}

/// Walls as the map has them. If oneSided, walls with nothing behind them are one-sided.
static void makeLevel(Level *level, bool oneSided)
{
    CaromShapeDef def = caromShapeDef();
    level->world = newWorld();
    level->edges = malloc((size_t)level->map.lineCount * sizeof *level->edges);
    level->count = 0;
    CaromBodyId body = newRest(level->world);
    for (int i = 0; i < level->map.lineCount; i++) {
        const WadLine *line = &level->map.lines[i];
        if (!stops(line)) {
            continue;
        }
        OracleEdge edge = {line->a, line->b, 0.0};
        level->edges[level->count++] = edge;
        bool oneWay = oneSided && line->back == WAD_NO_SECTOR;
        CaromShapeId shape = (oneWay ? caromShapeCreateOneSided : caromShapeCreateSegment)(
            level->world, body, &def, line->a, line->b);
        ck_assert_uint_ne(shape.index, 0);
    }
}

static void closeLevel(Level *level)
{
    ck_assert_ok(caromWorldDestroy(level->world));
    free(level->edges);
    wadMapFree(&level->map);
}

/// A circle, a capsule, a turned box, a rounded triangle.
static CaromMover makeMover(Level *level, int kind, CaromVec2 place)
{
    static const CaromVec2 capsule[2] = {{-0.2, 0.1}, {0.2, -0.1}};
    static const CaromVec2 box[4] = {{0.3, 0.1}, {-0.1, 0.3}, {-0.3, -0.1}, {0.1, -0.3}};
    static const CaromVec2 triangle[3] = {{0.3, 0.0}, {-0.2, 0.25}, {-0.2, -0.25}};
    CaromMoverDef def = caromMoverDef();
    CaromMover mover;
    def.position = place;
    def.clearance = 0.1;
    if (kind == 1) {
        def.shape = caromGeometry(CAROM_SHAPE_CAPSULE, capsule, 2, 0.15);
    } else if (kind == 2) {
        def.shape = caromGeometry(CAROM_SHAPE_POLYGON, box, 4, 0.0);
    } else if (kind == 3) {
        def.shape = caromGeometry(CAROM_SHAPE_POLYGON, triangle, 3, 0.1);
    }
    ck_assert_ok(caromMoverInit(level->world, &mover, &def));
    return mover;
}

/// Where one of the map's things stands with room for a mover.
static bool findStart(const Level *level, const CaromMover *mover, TestRandom *random,
                      CaromVec2 *start)
{
    for (int tries = 0; tries < 200; tries++) {
        const WadThing *thing =
            &level->map.things[testRandomInt(random, 0, level->map.thingCount - 1)];
        if (thing->sector != WAD_NO_SECTOR &&
            caromMoverFits(level->world, mover, thing->position)) {
            *start = thing->position;
            return true;
        }
    }
    return false;
}

static CaromVec2 newWish(TestRandom *random)
{
    CaromRotation r = caromRotation(testRandomRange(random, -3.2, 3.2));
    if (testRandomInt(random, 0, 3) == 0) { // along the axes, as most walls are
        r = caromRotation(1.5707963267948966 * testRandomInt(random, 0, 3));
    }
    double speed = testRandomInt(random, 0, 7) == 0 ? 1e-6 : testRandomRange(random, 0.5, 25.0);
    return caromVec2(speed * r.c, speed * r.s);
}

static void checkMove(const Level *level, const CaromMover *mover, CaromVec2 from,
                      const CaromMoverResult *result, const char *what)
{
    double allowed = -CAROM_MOVER_ROUNDING * mover->clearance;
    long double room = oracleRoom(mover, result->position, level->edges, level->count);
    ck_assert_msg(room >= allowed, "%s: %Lg too near at (%.17g, %.17g)", what, -room,
                  result->position.x, result->position.y);
    ck_assert_msg(!result->crushed, "%s: crushed", what);
    // Clear of a wall by more than half of the way at both ends, it can't have gone through.
    bool through = false;
    for (int i = 0; i < level->count && !through; i++) {
        through = oracleCrosses(from, result->position, &level->edges[i]);
    }
    ck_assert_msg(!through, "%s: through a wall", what);
}

static void wander(Level *level, int kind, TestRandom *random, const char *what)
{
    CaromVec2 start = {0.0, 0.0};
    CaromMover mover = makeMover(level, kind, start);
    if (!findStart(level, &mover, random, &start)) {
        return;
    }
    ck_assert_ok(caromMoverPlace(level->world, &mover, start));
    CaromVec2 wish = newWish(random);
    int count = MOVES * flightTestTimes(100);
    for (int i = 0; i < count; i++) {
        CaromMoverResult result;
        CaromVec2 from = mover.position;
        ck_assert_ok(caromMoverMove(level->world, &mover, wish, 1.0 / 60.0, &result));
        checkMove(level, &mover, from, &result, what);
        if (testRandomInt(random, 0, 40) == 0 || (result.blocked && i % 8 == 0)) {
            wish = newWish(random);
        }
    }
    ck_assert_msg(wadSectorAt(&level->map, mover.position) != WAD_NO_SECTOR, "%s: outside", what);
}

TEST_LOOP(nobody_gets_too_near_or_through, WAD_LEVELS)
{
    Level level;
    if (!wadLevelRead(_i, "movers in Freedoom", &level.map)) {
        return;
    }
    makeLevel(&level, _i % 2 == 0);
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int kind = 0; kind < KINDS; kind++) {
        for (int n = 0; n < 4; n++) {
            char what[64];
            snprintf(what, sizeof what, "%s kind %d start %d", level.map.name, kind, n);
            wander(&level, kind, &random, what);
        }
    }
    closeLevel(&level);
}

SUITE_HOOK(openLevels)
{
    (void)suite;
    wadLevelsOpen();
}
