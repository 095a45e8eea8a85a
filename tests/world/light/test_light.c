// SPDX-License-Identifier: MIT
// Fans against an oracle without order or merging: all directions at which anything may change, in
// long double, and between each two of them the nearest edge of all. And every end of an edge that
// nothing hides is a point of the fan, to the bit, and no other end is. Rooms full of walls that
// cross, touch, share ends, lie on each other and point at the light.
#include "../../../shapes/inline.h"
#include "../../support/builder.h"
#include "../../support/field.h"
#include "../../support/flight_field.h"
#include "../../support/meter.h"
#include "../../support/rounded.h"
#include "light_check.h"

enum { WALLS = 28, ANGLES = 4 * WALLS + WALLS * WALLS, SEEDS = 24, ROOMS = 12 };

typedef struct Wall {
    CaromVec2 a, b;
    bool oneSided;
} Wall;

/// A closed room of four walls with others in it.
typedef struct Room {
    CaromWorld *world;
    Wall walls[WALLS];
    int count;
    CaromVec2 light;
    double size; ///< [m] half its side
} Room;

typedef enum RoomKind {
    ROOM_CROSSING, ///< anything
    ROOM_LATTICE,  ///< small integers: shared ends, T-junctions, on one line
    ROOM_STAR,     ///< all through one point, which may be the light's
    ROOM_SLIVERS,  ///< thin wedges, nearly on one line
    ROOM_FAR,      ///< 10 km from the origin
    ROOM_KINDS
} RoomKind;

static CaromVec2 inRoom(TestRandom *random, const Room *room, RoomKind kind)
{
    double most = 0.9 * room->size;
    CaromVec2 p = {testRandomRange(random, -most, most), testRandomRange(random, -most, most)};
    if (kind == ROOM_LATTICE) {
        p = caromVec2(testRandomInt(random, -4, 4), testRandomInt(random, -4, 4));
    }
    return p;
}

static Wall anyWall(TestRandom *random, const Room *room, RoomKind kind)
{
    Wall wall = {inRoom(random, room, kind), inRoom(random, room, kind),
                 testRandomInt(random, 0, 3) == 0};
    if (kind == ROOM_STAR) {
        double t = testRandomRange(random, -1.0, 1.0);
        wall.b = caromVec2Scale(wall.a, testRandomInt(random, 0, 2) ? t : 0.0);
    }
    if (kind == ROOM_SLIVERS && room->count > 4 && testRandomInt(random, 0, 2)) {
        const Wall *other = &room->walls[testRandomInt(random, 4, room->count - 1)];
        wall.a = other->a;
        wall.b = caromVec2(other->b.x + testRandomRange(random, -1e-9, 1e-9),
                           nudged(random, other->b.y));
    }
    return wall;
}

static void addWall(Room *room, CaromBodyId body, Wall wall, CaromVec2 offset)
{
    CaromShapeDef def = caromShapeDef();
    wall.a = caromVec2Add(wall.a, offset);
    wall.b = caromVec2Add(wall.b, offset);
    CaromShapeId id = wall.oneSided
                          ? caromShapeCreateOneSided(room->world, body, &def, wall.a, wall.b)
                          : caromShapeCreateSegment(room->world, body, &def, wall.a, wall.b);
    if (id.index != 0) {
        room->walls[room->count++] = wall;
    }
}

static CaromVec2 anyLight(TestRandom *random, const Room *room, RoomKind kind)
{
    CaromVec2 p = inRoom(random, room, kind);
    const Wall *wall = &room->walls[testRandomInt(random, 4, room->count - 1)];
    switch (kind == ROOM_LATTICE || kind == ROOM_STAR ? testRandomInt(random, 0, 3) : 0) {
    case 1:
        return wall->oneSided ? p : wall->a;
    case 2:
        return caromVec2(0.0, 0.0);
    default:
        return p;
    }
}

/// Lights on one-sided walls have tests of their own; nearer to a wall than rounding, it is
/// undecidable where it crosses others.
static bool isAwkward(CaromVec2 p, const Wall *wall)
{
    double distance = caromNearestOnSegment(p, wall->a, wall->b).distance;
    return distance < 1e-9 && (wall->oneSided || caromOrientation(wall->a, wall->b, p) != 0);
}

static Room makeRoom(TestRandom *random, RoomKind kind)
{
    Room room = {.world = newWorld(), .size = 5.0};
    CaromBodyId body = newRest(room.world);
    CaromVec2 offset = kind == ROOM_FAR ? caromVec2(10000.1, -7000.3) : caromVec2(0.0, 0.0);
    CaromVec2 corners[4] = {{-5.0, -5.0}, {5.0, -5.0}, {5.0, 5.0}, {-5.0, 5.0}};
    for (int i = 0; i < 4; i++) {
        Wall side = {corners[i], corners[(i + 1) % 4], false};
        addWall(&room, body, side, offset);
    }
    int count = testRandomInt(random, 6, WALLS);
    for (int tries = 0; room.count < count && tries < 200; tries++) {
        addWall(&room, body, anyWall(random, &room, kind), offset);
    }
    room.light = anyLight(random, &room, kind);
    if (kind == ROOM_FAR) {
        room.light = caromVec2Add(inRoom(random, &room, kind), offset);
    }
    for (int i = 0; i < room.count; i++) {
        if (isAwkward(room.light, &room.walls[i])) {
            room.light = caromVec2Add(offset, caromVec2(0.123, 0.456));
            i = -1;
        }
    }
    return room;
}

// ---- the oracle

static bool shows(const Room *room, const Wall *wall)
{
    int side = caromOrientation(wall->a, wall->b, room->light);
    return side < 0 || (side > 0 && !wall->oneSided);
}

/// Distance along a direction; a huge number where the wall is not met.
static long double distanceTo(const Room *room, const Wall *wall, long double angle)
{
    long double ax = (long double)wall->a.x - room->light.x,
                ay = (long double)wall->a.y - room->light.y,
                bx = (long double)wall->b.x - room->light.x,
                by = (long double)wall->b.y - room->light.y, x = cosl(angle), y = sinl(angle);
    long double ca = x * ay - y * ax, cb = x * by - y * bx, under = ca - cb;
    if (!shows(room, wall) || (ca > 0) == (cb > 0) || under == 0) {
        return 1e30L;
    }
    long double t = ca / under, along = (ax + (bx - ax) * t) * x + (ay + (by - ay) * t) * y;
    return along > 0 ? along : 1e30L;
}

static int collectAngles(const Room *room, long double *angles)
{
    int count = 0;
    for (int i = 0; i < room->count; i++) {
        const Wall *v = &room->walls[i];
        Point a = pointOf(v->a), b = pointOf(v->b), o = pointOf(room->light);
        angles[count++] = atan2l(a.y - o.y, a.x - o.x);
        angles[count++] = atan2l(b.y - o.y, b.x - o.x);
        for (int k = 0; k < i; k++) {
            const Wall *w = &room->walls[k];
            Point c = pointOf(w->a), d = pointOf(w->b);
            long double under = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
            if (segmentsCross(a, b, c, d) && under != 0) {
                long double t = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / under;
                angles[count++] = atan2l(a.y + (b.y - a.y) * t - o.y, a.x + (b.x - a.x) * t - o.x);
            }
        }
    }
    return count;
}

static int byValue(const void *a, const void *b)
{
    long double left = *(const long double *)a, right = *(const long double *)b;
    return (left > right) - (left < right);
}

static long double areaByAngles(const Room *room)
{
    static long double angles[ANGLES];
    int count = collectAngles(room, angles);
    qsort(angles, (size_t)count, sizeof *angles, byValue);
    long double full = 8.0L * atanl(1.0L), area = 0;
    for (int i = 0; i < count; i++) {
        long double from = angles[i], to = i + 1 < count ? angles[i + 1] : angles[0] + full;
        long double middle = 0.5L * (from + to), nearest = 1e30L;
        int which = -1;
        for (int k = 0; k < room->count; k++) {
            long double distance = distanceTo(room, &room->walls[k], middle);
            if (distance < nearest) {
                nearest = distance;
                which = k;
            }
        }
        if (which < 0 || to - from < 1e-16L) {
            continue;
        }
        const Wall *wall = &room->walls[which];
        long double p = fanCut(wall->a, wall->b, room->light, from),
                    q = fanCut(wall->a, wall->b, room->light, to);
        area += 0.5L * p * q * sinl(to - from);
    }
    return area;
}

/// −1: a wall plainly hides a place, 1: none has any part of the line of sight, 0: some touch it.
static int clearance(const Room *room, CaromVec2 place, int own)
{
    int clear = 1;
    for (int i = 0; i < room->count; i++) {
        const Wall *w = &room->walls[i];
        int at = caromOrientation(w->a, w->b, place),
            from = caromOrientation(w->a, w->b, room->light);
        int a = caromOrientation(room->light, place, w->a),
            b = caromOrientation(room->light, place, w->b);
        if (i == own) {
            continue;
        }
        if (at * from < 0 && a * b < 0 && shows(room, w) &&
            caromNearestOnSegment(place, w->a, w->b).distance > 1e-12) { // crossings are rounded
            return -1;
        }
        bool barely = at != 0 && caromNearestOnSegment(place, w->a, w->b).distance < 1e-12;
        if (barely || (at * from <= 0 && a * b <= 0)) {
            clear = 0;
        }
    }
    return clear;
}

static bool isInFan(const CaromLightPoint *points, int count, CaromVec2 place)
{
    bool found = false;
    for (int i = 0; i < count; i++) {
        found |= points[i].point.x == place.x && points[i].point.y == place.y;
    }
    return found;
}

static void checkEnds(const Room *room, const CaromLight *light, int seed, int kind)
{
    int count;
    const CaromLightPoint *points = caromLightPoints(light, &count);
    for (int i = 0; i < 2 * room->count; i++) {
        const Wall *wall = &room->walls[i / 2];
        CaromVec2 end = i % 2 ? wall->a : wall->b;
        int clear = clearance(room, end, i / 2);
        if (clear != 0 && (clear < 0 || shows(room, wall))) {
            ck_assert_msg(isInFan(points, count, end) == (clear > 0),
                          "kind %d, seed %d: the end (%.17g, %.17g) is %s", kind, seed, end.x,
                          end.y, clear > 0 ? "seen, and not in the fan" : "hidden, and in the fan");
        }
    }
}

/// Directions in exact order, as far as points are not rounded: those of ends.
static void checkOrder(const Room *room, const CaromLight *light, int seed)
{
    int count;
    const CaromLightPoint *points = caromLightPoints(light, &count);
    ck_assert_msg(points[0].point.x == points[count - 1].point.x &&
                      points[0].point.y == points[count - 1].point.y &&
                      points[count - 1].seen == CAROM_LIGHT_END,
                  "seed %d: not closed", seed);
    for (int i = 0; i + 1 < count; i++) {
        long double turn =
            turnOf(pointOf(room->light), pointOf(points[i].point), pointOf(points[i + 1].point));
        ck_assert_msg(turn >= -1e-11L, "seed %d: point %d turns back by %Lg", seed, i, turn);
        ck_assert_msg((points[i].seen == CAROM_LIGHT_SURFACE) == (points[i].shape.index != 0),
                      "seed %d: point %d", seed, i);
    }
}

static void checkRoom(uint64_t number, RoomKind kind)
{
    TestRandom random = testRandomSeed(number * ROOM_KINDS + (uint64_t)kind);
    Room room = makeRoom(&random, kind);
    CaromLight *light = caromLightCreate(NULL);
    CaromLightDef def = caromLightDef();
    def.position = room.light;
    def.range = 20.0;
    ck_assert_ok(caromLightCast(light, room.world, &def));
    long double area = areaByAngles(&room), got = caromLightArea(light);
    ck_assert_msg(fabsl(area - got) < (kind == ROOM_FAR ? 1e-8L : 1e-10L),
                  "kind %d, seed %d: area %.17Lg instead of %.17Lg", (int)kind, (int)number, got,
                  area);
    checkEnds(&room, light, (int)number, (int)kind);
    checkOrder(&room, light, (int)number);
    caromLightDestroy(light);
    caromWorldDestroy(room.world);
}

TEST_LOOP(rooms, SEEDS)
{
    int times = ROOMS * flightTestTimes(20);
    for (int i = 0; i < times; i++) {
        for (int kind = 0; kind < ROOM_KINDS; kind++) {
            checkRoom((uint64_t)(_i * times + i), (RoomKind)kind);
        }
    }
}

TEST_WORLD(memory_may_fail_anywhere, newWorld())
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CaromShapeDef shape = caromShapeDef();
    CaromBodyId body = newRest(world);
    for (int k = 0; k < 40; k++) {
        CaromVec2 at = caromVec2(4.0 * (k % 8) - 14.0, 4.0 * (k / 8) - 9.0);
        if (k % 2) {
            caromShapeCreateBox(world, body, &shape, at, caromVec2(0.5, 0.75));
        } else {
            caromShapeCreateCapsule(world, body, &shape, at, crAdd(at, caromVec2(1, 0)), 0.5);
        }
    }
    roundedBox(world, body, &shape, caromVec2(30.0, 0.0), caromVec2(1.0, 1.0), 0.25);
    CaromLightDef def = caromLightDef();
    def.range = 60.0;
    def.position = caromVec2(-9.5, -9.0); // on the border of a box
    CaromLight *plain = caromLightCreate(NULL);
    ck_assert_ok(caromLightCast(plain, world, &def));
    CaromError error = CAROM_ERROR_MEMORY;
    int refused = 0;
    for (; error == CAROM_ERROR_MEMORY; refused++) {
        CaromLight *light = caromLightCreate(&allocator);
        ck_assert_ptr_nonnull(light);
        meter.failFrom = meter.calls + refused;
        error = caromLightCast(light, world, &def);
        meter.failFrom = METER_NEVER;
        ck_assert(error == CAROM_OK || error == CAROM_ERROR_MEMORY);
        ck_assert(error != CAROM_OK || caromLightArea(light) == caromLightArea(plain));
        caromLightDestroy(light);
        ck_assert_uint_eq(meter.held, 0);
    }
    ck_assert_int_gt(refused, 8);
    caromLightDestroy(plain);
}

TEST_WORLD(rough_borders_have_eight_corners_and_fine_ones_not_too_many, newWorld())
{
    CaromLight *light = caromLightCreate(NULL);
    CaromLightDef def = caromLightDef();
    int count = 0;
    def.range = 2.0;
    def.tolerance = 9.0;
    ck_assert_ok(caromLightCast(light, world, &def));
    ck_assert(fabs(caromLightArea(light) - 0.5 * 8.0 * 4.0 * sqrt(0.5)) < 1e-12);
    CaromBodyId body = newRest(world);
    newCircle(world, body, caromVec2(0.5, 0.0), 0.25);
    def.tolerance = 1e-12;
    ck_assert_ok(caromLightCast(light, world, &def));
    ck_assert_ptr_nonnull(caromLightPoints(light, &count));
    ck_assert(count > 1000 && count < 4096 + 4 * 1024);
    double sine = 0.25 / 0.5, cosine = sqrt(0.75), angle = 3.14159265358979 / 6.0;
    // the disc less the cone behind the tangents, and the kite before the circle less its sector
    double area = (3.14159265358979 - angle) * 4.0 + 0.25 * 0.5 * cosine -
                  (0.5 * 3.14159265358979 - angle) * 0.0625;
    ck_assert_msg(fabs(caromLightArea(light) - area) < 1e-4 && sine == 0.5, "%.9g %.9g",
                  caromLightArea(light), area);
    caromLightDestroy(light);
}

TEST_WORLD(a_light_in_a_corner_of_two_boxes_sees_what_they_leave, newWorld())
{
    CaromBodyId body = newRest(world);
    CaromLight *light = caromLightCreate(NULL);
    CaromLightDef def = caromLightDef();
    def.range = 0.5;
    def.tolerance = 1e-6;
    double circle = 3.14159265358979 * 0.25;
    for (int boxes = 0; boxes <= 3; boxes++) { // each takes a quarter
        if (boxes > 0) {
            CaromVec2 at = boxes == 1   ? caromVec2(1, 1)
                           : boxes == 2 ? caromVec2(-1, -1)
                                        : caromVec2(-1, 1);
            newBox(world, body, at, caromVec2(1, 1));
        }
        ck_assert_ok(caromLightCast(light, world, &def));
        ck_assert_msg(fabs(caromLightArea(light) - circle * (4 - boxes) / 4.0) < 1e-5, "%d: %.9g",
                      boxes, caromLightArea(light));
    }
    caromLightDestroy(light);
}

/// Half of the circle, whichever end of the segment the light is at.
TEST(a_light_at_the_end_of_a_one_sided_wall_sees_what_is_before_it)
{
    CaromLight *light = caromLightCreate(NULL);
    CaromLightDef def = caromLightDef();
    def.range = 0.5;
    def.tolerance = 1e-6;
    for (int end = 0; end < 2; end++) {
        CaromWorld *world = newWorld();
        CaromVec2 a = caromVec2(end ? -2.0 : 0.0, 0.0), b = caromVec2(end ? 0.0 : 2.0, 0.0);
        newOneSided(world, newRest(world), a, b);
        ck_assert_ok(caromLightCast(light, world, &def));
        ck_assert(fabs(caromLightArea(light) - 0.5 * 3.14159265358979 * 0.25) < 1e-5);
        caromWorldDestroy(world);
    }
    caromLightDestroy(light);
}

/// Of a box that went there, along either axis or not at all.
TEST(what_has_moved_throws_its_shadow_from_where_it_is)
{
    CaromLight *light = caromLightCreate(NULL);
    CaromLightDef def = caromLightDef();
    def.range = 8.0;
    static const CaromVec2 velocities[3] = {{0, 0}, {0.5, 0}, {0, 0.5}};
    double areas[3];
    for (int k = 0; k < 3; k++) {
        CaromWorld *world = newWorld();
        CaromVec2 at = caromVec2Sub(caromVec2(3, 1), caromVec2Scale(velocities[k], 2.0));
        newBox(world, newMoving(world, caromVec2(0.0, 0.0), velocities[k]), at, caromVec2(1, 1));
        caromWorldStepTo(world, 2.0);
        ck_assert_ok(caromLightCast(light, world, &def));
        areas[k] = caromLightArea(light);
        caromWorldDestroy(world);
    }
    ck_assert(areas[0] > 100.0 && areas[0] < 198.0);
    ck_assert(areas[0] == areas[1] && areas[0] == areas[2]);
    caromLightDestroy(light);
}

/// Its box is within that of the range, itself it is not: the whole circle is lit.
TEST_WORLD(a_wall_beyond_the_range_throws_no_shadow, newWorld())
{
    CaromLight *light = caromLightCreate(NULL);
    CaromLightDef def = caromLightDef();
    def.range = 0.5;
    def.tolerance = 1e-6;
    newSegment(world, newRest(world), caromVec2(0.49, 0.3), caromVec2(0.3, 0.49));
    ck_assert_ok(caromLightCast(light, world, &def));
    ck_assert(fabs(caromLightArea(light) - 3.14159265358979 * 0.25) < 1e-5);
    caromLightDestroy(light);
}
