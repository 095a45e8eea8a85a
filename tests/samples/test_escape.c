// SPDX-License-Identifier: MIT
// The judge of the firefight: what it must convict, what it must let go. Oracles: every wall
// without buckets, in whole numbers for straight legs; for curved legs a walk along the curve in
// small steps.
#include "../../samples/escape.h"

#include "../support/assertions.h"
#include "../support/random.h"

#define MOST_WALLS 64

/// A map of walls alone.
typedef struct Walls {
    WadLine lines[MOST_WALLS];
    WadMap map;
} Walls;

/// From a to b, free on the right.
static void addWall(Walls *walls, double ax, double ay, double bx, double by)
{
    CaromVec2 ends[2] = {{ax, ay}, {bx, by}};
    CaromBox box = caromBoxOfPoints(ends, 2);
    WadMap *map = &walls->map;
    WadLine line = {ends[0], ends[1], 0, WAD_NO_SECTOR, map->lineCount, 0, 0};
    walls->lines[map->lineCount] = line;
    map->lines = walls->lines;
    map->bounds = map->lineCount++ == 0 ? box : caromBoxUnion(map->bounds, box);
}

static bool convictsStraight(const Walls *walls, double x0, double y0, double x1, double y1)
{
    EscapeCheck *check = escapeCreate(&walls->map);
    bool convicted = escapeStraight(check, caromVec2(x0, y0), caromVec2(x1, y1)) != NULL;
    escapeDestroy(check);
    return convicted;
}

static bool convictsCurved(const Walls *walls, double x, double y, double vx, double vy,
                           double seconds)
{
    EscapeCheck *check = escapeCreate(&walls->map);
    bool convicted = escapeCurved(check, caromVec2(x, y), caromVec2(vx, vy), caromVec2(0.0, -10.0),
                                  seconds) != NULL;
    escapeDestroy(check);
    return convicted;
}

TEST(through_a_wall_from_its_front)
{
    Walls walls = {.map = {.lineCount = 0}};
    addWall(&walls, 0, 0, 0, 8); // free where x > 0
    ck_assert(convictsStraight(&walls, 1, 4, -1, 4));
    ck_assert(convictsStraight(&walls, 1, 4, -0x1p-1074, 4)); // by the smallest number there is
    ck_assert(convictsStraight(&walls, 0, 4, -1, 4));         // from its face
    ck_assert(!convictsStraight(&walls, -1, 4, 1, 4));        // from behind
    ck_assert(!convictsStraight(&walls, 1, 4, 0, 4));         // ends on it
    ck_assert(!convictsStraight(&walls, 0, 1, 0, 7));         // along it
    ck_assert(!convictsStraight(&walls, 1, 9, -1, 9));        // past it
    ck_assert(!convictsStraight(&walls, 1, 7.5, -1, 8.75));   // just past its end
    ck_assert(convictsStraight(&walls, 1, 7.5, -1, 8.25));
    ck_assert(convictsStraight(&walls, 900, 4, -900, 4)); // from and to outside of all buckets
}

TEST(through_a_seam_of_two_walls)
{
    Walls walls = {.map = {.lineCount = 0}};
    addWall(&walls, 0, 0, 0, 4);
    addWall(&walls, 0, 4, 0, 8);
    ck_assert(convictsStraight(&walls, 1, 4, -1, 4));
    ck_assert(convictsStraight(&walls, 1, 3, -1, 5));
    ck_assert(!convictsStraight(&walls, -1, 3, 1, 5));
}

TEST(past_and_into_a_convex_corner)
{
    Walls walls = {.map = {.lineCount = 0}};
    addWall(&walls, 0, 0, 8, 0); // solid above it and to the left of the other: the block's
    addWall(&walls, 8, 0, 8, 8); // lower right corner is (8, 0)
    ck_assert(!convictsStraight(&walls, 7, -1, 9, 1)); // touches the corner in passing
    ck_assert(!convictsStraight(&walls, 9, 1, 7, -1));
    ck_assert(convictsStraight(&walls, 9, -1, 7, 1));  // straight into it
    ck_assert(!convictsStraight(&walls, 4, 0, 12, 0)); // along the lower face and on
    ck_assert(!convictsStraight(&walls, 8, 4, 8, -4));
    ck_assert(convictsStraight(&walls, 8, 0, 7, 1));  // from the corner itself
    ck_assert(!convictsStraight(&walls, 8, 0, 9, 1)); // behind the lower face's line, yet free
    ck_assert(!convictsStraight(&walls, 8, 0, 7, -1));
    ck_assert(!convictsStraight(&walls, 8, 0, 4, 0));
}

TEST(into_the_corner_of_a_room)
{
    Walls walls = {.map = {.lineCount = 0}};
    addWall(&walls, 8, 0, 0, 0);                       // the floor, free above
    addWall(&walls, 0, 0, 0, 8);                       // the left wall, free to the right
    ck_assert(convictsStraight(&walls, 2, 2, -2, -2)); // through the very corner
    ck_assert(convictsStraight(&walls, 4, 0, -4, 0));  // along the floor through the wall
    ck_assert(!convictsStraight(&walls, 4, 4, 0, 0));  // ends in the corner
    ck_assert(!convictsStraight(&walls, 0, 0, 4, 4));
    ck_assert(convictsStraight(&walls, 0, 0, 4, -1)); // from the corner itself
    ck_assert(convictsStraight(&walls, 0, 0, -4, 4));
    ck_assert(!convictsStraight(&walls, 0, 0, 0, 4));
}

TEST(out_of_a_cross_of_corners)
{
    Walls walls = {.map = {.lineCount = 0}};
    addWall(&walls, 0, 0, 8, 0); // two blocks that meet in (0, 0): one right and up,
    addWall(&walls, 0, 8, 0, 0);
    addWall(&walls, 0, 0, -8, 0); // one left and down
    addWall(&walls, 0, -8, 0, 0);
    ck_assert(convictsStraight(&walls, -1, 1, 2, -2 + 2.5));
    ck_assert(!convictsStraight(&walls, -1, 1, 2, -2)); // through the point between them
    ck_assert(!convictsStraight(&walls, 0, 0, 2, -2));
    ck_assert(!convictsStraight(&walls, 0, 0, -2, 2));
    ck_assert(convictsStraight(&walls, 0, 0, 2, 2));
    ck_assert(convictsStraight(&walls, 0, 0, -2, -2));
    ck_assert(!convictsStraight(&walls, -2, -2, 2, 2)); // from solid
}

TEST(arcs_through_and_along_walls)
{
    Walls walls = {.map = {.lineCount = 0}};
    addWall(&walls, 8, 0, -8, 0); // the floor, free above
    // From a height of 5 m it takes 1 s to the floor.
    ck_assert(!convictsCurved(&walls, 0, 5, 2, 0, 1.0));
    ck_assert(convictsCurved(&walls, 0, 5, 2, 0, 1.0 + 1e-8));   // 1e-7 m too deep
    ck_assert(!convictsCurved(&walls, 0, 5, 2, 0, 1.0 + 1e-11)); // 1e-10 m: rounding
    ck_assert(!convictsCurved(&walls, 0, 5, 9, 0, 2.0));         // past its end
    ck_assert(convictsCurved(&walls, 0, -5, 0, 20, 4.0));        // up through its back, down again
    ck_assert(!convictsCurved(&walls, 0, -5, 0, 20, 3.0));
    Walls roof = {.map = {.lineCount = 0}};
    addWall(&roof, -8, 5, 8, 5); // free below
    ck_assert(convictsCurved(&roof, -4, 0, 4, 10.5, 2.0));
    ck_assert(!convictsCurved(&roof, -4, 0, 4, 10, 2.0)); // its top, at 5 m, is a touch
}

static long cross(long ax, long ay, long bx, long by, long cx, long cy)
{
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/// 1 crossed from the front, 0 not, −1 through an end of the wall, where the corner decides.
static int crossesWhole(const WadLine *wall, const long leg[4])
{
    long ax = (long)wall->a.x, ay = (long)wall->a.y, bx = (long)wall->b.x, by = (long)wall->b.y;
    if (cross(ax, ay, bx, by, leg[0], leg[1]) > 0 || cross(ax, ay, bx, by, leg[2], leg[3]) <= 0)
        return 0;
    long a = cross(leg[0], leg[1], leg[2], leg[3], ax, ay);
    long b = cross(leg[0], leg[1], leg[2], leg[3], bx, by);
    return a == 0 || b == 0 ? -1 : a > 0 && b < 0;
}

static void addRandomWalls(Walls *walls, TestRandom *random, int extent)
{
    while (walls->map.lineCount < MOST_WALLS) {
        int x = testRandomInt(random, -extent, extent), y = testRandomInt(random, -extent, extent);
        int dx = testRandomInt(random, -9, 9), dy = testRandomInt(random, -9, 9);
        if (dx != 0 || dy != 0)
            addWall(walls, x, y, x + dx, y + dy);
    }
}

TEST_SEEDS(straight_legs_agree_with_every_wall, 40)
{
    int extent = 12 << _i % 5, convicted = 0;
    Walls walls = {.map = {.lineCount = 0}};
    addRandomWalls(&walls, &random, extent);
    EscapeCheck *check = escapeCreate(&walls.map);
    for (int i = 0; i < 400; i++) {
        long leg[4];
        for (int k = 0; k < 4; k++)
            leg[k] = testRandomInt(&random, -extent - 4, extent + 4);
        bool crossed = false, end = false;
        for (int w = 0; w < walls.map.lineCount; w++) {
            int answer = crossesWhole(&walls.lines[w], leg);
            crossed = crossed || answer == 1;
            end = end || answer == -1;
        }
        const WadLine *found = escapeStraight(check, caromVec2((double)leg[0], (double)leg[1]),
                                              caromVec2((double)leg[2], (double)leg[3]));
        if ((found != NULL) != crossed && !end)
            ck_abort_msg("leg (%ld, %ld) to (%ld, %ld)", leg[0], leg[1], leg[2], leg[3]);
        convicted += crossed;
    }
    ck_assert_int_gt(convicted, 10);
    escapeDestroy(check);
}

typedef struct Arc {
    CaromVec2 from, velocity, acceleration;
} Arc;

static CaromVec2 placeOn(const Arc *arc, double t)
{
    return caromVec2(arc->from.x + t * (arc->velocity.x + 0.5 * t * arc->acceleration.x),
                     arc->from.y + t * (arc->velocity.y + 0.5 * t * arc->acceleration.y));
}

/// Behind the wall [m], and whether that is well inside its length, well outside, or neither.
static double depthAt(const WadLine *wall, CaromVec2 p, int *within)
{
    CaromVec2 d = caromVec2Sub(wall->b, wall->a), r = caromVec2Sub(p, wall->a);
    double length = caromVec2Length(d), place = caromVec2Dot(d, r) / (length * length);
    *within = place > 0.02 && place < 0.98 ? 1 : place < -0.02 || place > 1.02 ? -1 : 0;
    return caromVec2Cross(d, r) / length;
}

/// 1 crossed from the front by more than 1 mm, 0 not, −1 hard to say.
static int crossesSampled(const WadLine *wall, const Arc *arc)
{
    int within, answer = 0;
    double before = depthAt(wall, arc->from, &within);
    if (before > -1e-3 && before < 1e-3)
        return -1;
    for (int i = 1; i <= 4000; i++) {
        double after = depthAt(wall, placeOn(arc, i / 4000.0), &within);
        if (before <= 0.0 && after > 0.0 && within == 1)
            answer = 1;
        if (before <= 0.0 && after > 0.0 && within == 0)
            return -1;
        before = after;
    }
    return before > -0.02 && before < 0.02 ? -1 : answer;
}

TEST_SEEDS(curved_legs_agree_with_small_steps, 40)
{
    int convicted = 0;
    for (int i = 0; i < 40; i++) {
        double n[10]; // of one sign or the other, up to 20
        for (int k = 0; k < 10; k++)
            n[k] = testRandomRange(&random, -20.0, 20.0);
        Walls walls = {.map = {.lineCount = 0}};
        addWall(&walls, n[0], n[1], n[0] + n[2], n[1] + n[3]);
        // Half of them near the wall at τ = ½.
        double nearby = i % 2 == 0 ? 1.0 : 20.0;
        Arc arc = {
            {n[0] + n[4] / nearby - n[6] - 0.25 * n[8], n[1] + n[5] / nearby - n[7] - 0.5 * n[9]},
            {2.0 * n[6], 2.0 * n[7]},
            {2.0 * n[8], 4.0 * n[9]}};
        int expected = crossesSampled(&walls.lines[0], &arc);
        EscapeCheck *check = escapeCreate(&walls.map);
        bool found = escapeCurved(check, arc.from, arc.velocity, arc.acceleration, 1.0) != NULL;
        escapeDestroy(check);
        if (expected != -1)
            ck_assert_msg(found == (expected == 1), "case %d: %d", i, found);
        convicted += expected == 1;
    }
    ck_assert_int_gt(convicted, 0);
}
