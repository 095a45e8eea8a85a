// SPDX-License-Identifier: MIT
// Casts, case by case: starts inside, one-sided walls, exact ends, callbacks, shapes far away.
#include "../../support/builder.h"
#include "cast_check.h"

#include <math.h>
#include <string.h>

// ---- starts inside: what leaves and comes in again

/// The hit of one shape among all, or null.
static const CaromHit *hitOf(const CaromHit *hits, int count, const SceneShape *shape)
{
    for (int i = 0; i < count; i++) {
        if (hits[i].userData == (void *)shape) {
            return &hits[i];
        }
    }
    return NULL;
}

enum { SAMPLES = 256 };

/// Oracle: the gap along the cast, sampled. An exit has the shape before it and none at it; an
/// entry after an ignored start has free space before it.
static void checkPolicy(const Scene *scene, int index, const Ray *ray, const CaromHit *exits,
                        const CaromHit *enters, int number, int seed)
{
    SceneView view = sceneView(scene, index);
    double slack = 1e-9 * scene->unit;
    bool isOut = false;
    for (int k = 0; k <= SAMPLES; k++) {
        double t = (double)k / SAMPLES;
        CaromVec2 p = caromVec2Add(ray->origin, caromVec2Scale(ray->translation, t));
        double gap = sceneGap(&view, p, ray->radius);
        if (!exits || t < exits->fraction) {
            CHECK_CAST(gap <= slack);
        }
        isOut = isOut || gap > slack;
        CHECK_CAST(!isOut || (enters && t >= enters->fraction) || gap >= -slack);
    }
    if (exits) {
        CaromVec2 p = caromVec2Add(ray->origin, caromVec2Scale(ray->translation, exits->fraction));
        CHECK_CAST(exits->startsInside && fabs(sceneGap(&view, p, ray->radius)) <= slack);
        CHECK_CAST(caromVec2Dot(exits->normal, ray->translation) <=
                   1e-7 * caromVec2Length(ray->translation));
    }
    if (enters) {
        CaromVec2 p = caromVec2Add(ray->origin, caromVec2Scale(ray->translation, enters->fraction));
        CHECK_CAST(exits && !enters->startsInside && enters->fraction >= exits->fraction);
        CHECK_CAST(fabs(sceneGap(&view, p, ray->radius)) <= slack);
    }
}

TEST_LOOP(starts_inside_leave_and_come_in_again, 40)
{
    TestRandom random = testRandomSeed((uint64_t)_i + 1000);
    Scene *scene = sceneMake(&random, _i % 2 ? SCENE_MOVING : SCENE_RANDOM);
    CaromHit exits[SCENE_MOST], enters[SCENE_MOST];
    int seed = _i, inside = 0;
    caromWorldStepTo(scene->world, 0.3);
    for (int number = 0; number < 150; number++) {
        Ray any = anyRay(scene, &random), *ray = &any;
        ray->translation = caromVec2Scale(ray->translation, testRandomRange(&random, 0.2, 2.0));
        CaromQueryOptions options = caromQueryOptions();
        options.filter.group = 77;
        options.inside = CAROM_INSIDE_EXIT;
        int exitCount = castThrough(scene, ray, &options, exits, SCENE_MOST);
        options.inside = CAROM_INSIDE_IGNORE;
        int enterCount = castThrough(scene, ray, &options, enters, SCENE_MOST);
        for (int k = 0; k < scene->count; k++) {
            SceneView view = sceneView(scene, k);
            if (!sceneSees(scene, k, &options) ||
                sceneGap(&view, ray->origin, ray->radius) > -1e-6 ||
                caromVec2Length(ray->translation) < 1e-3) {
                continue;
            }
            if (view.shape->oneSided && sceneIsWall(&view)) {
                continue; // the gap jumps at its lines
            }
            inside++;
            checkPolicy(scene, k, ray, hitOf(exits, exitCount, view.shape),
                        hitOf(enters, enterCount, view.shape), number, seed);
        }
    }
    ck_assert(scene->count < 10 || inside > 0);
    sceneFree(scene);
}

// ---- single cases

typedef struct Room {
    CaromWorld *world;
    CaromBodyId body;
    CaromShapeDef def;
} Room;

static Room makeRoom(void)
{
    Room room = {newWorld(), {0, 0, 0}, caromShapeDef()};
    room.body = newRest(room.world);
    return room;
}

static int closest(const Room *room, CaromVec2 origin, double radius, CaromVec2 translation,
                   CaromHit *hit)
{
    return caromWorldCastCircle(room->world, origin, radius, translation, caromQueryOptions(), hit,
                                1);
}

TEST(segments_are_met_from_their_sides)
{
    Room room = makeRoom();
    CaromHit hit;
    // Solid on the left of (0, 0) -> (4, 0): above.
    caromShapeCreateOneSided(room.world, room.body, &room.def, caromVec2(0, 0), caromVec2(4, 0));
    for (int fat = 0; fat < 2; fat++) {
        double radius = 0.5 * fat;
        ck_assert_int_eq(closest(&room, caromVec2(2, 3), radius, caromVec2(0, -6), &hit), 0);
        ck_assert_int_eq(closest(&room, caromVec2(2, -3), radius, caromVec2(0, 6), &hit), 1);
        ck_assert(hit.fraction == (3.0 - radius) / 6.0 && hit.normal.y == -1.0 &&
                  !hit.startsInside);
        ck_assert(hit.point.x == 2.0 && hit.point.y == 0.0);
    }
    // On the wall: inward is a hit at 0, outward none, along it none.
    ck_assert_int_eq(closest(&room, caromVec2(2, 0), 0.0, caromVec2(0, 6), &hit), 1);
    ck_assert(hit.fraction == 0.0 && !hit.startsInside);
    ck_assert_int_eq(closest(&room, caromVec2(2, 0), 0.0, caromVec2(0, -6), &hit), 0);
    ck_assert_int_eq(closest(&room, caromVec2(2, 0), 0.0, caromVec2(6, 0), &hit), 0);
    // A circle that reaches into it from the free side starts inside; from behind it doesn't.
    ck_assert_int_eq(closest(&room, caromVec2(2, -0.25), 0.5, caromVec2(1, 0), &hit), 1);
    ck_assert(hit.startsInside && hit.distance == -0.25 && hit.normal.y == -1.0);
    ck_assert_int_eq(closest(&room, caromVec2(2, 0), 0.5, caromVec2(1, 0), &hit), 1);
    ck_assert(hit.startsInside && hit.distance == -0.5 && hit.normal.y == -1.0);
    ck_assert_int_eq(closest(&room, caromVec2(2, 0.25), 0.5, caromVec2(1, 0), &hit), 0);
    caromWorldDestroy(room.world);
}

TEST(ends_of_rays_count_exactly)
{
    Room room = makeRoom();
    CaromHit hit;
    // 0.1 + 0.2 as doubles is 2^-55 more than 0.3 as a double; one unit less of 0.2 makes it equal.
    caromShapeCreateSegment(room.world, room.body, &room.def, caromVec2(0.3, -1),
                            caromVec2(0.3, 1));
    ck_assert_int_eq(closest(&room, caromVec2(0.1, 0), 0.0, caromVec2(0.2, 0), &hit), 1);
    double less = nextafter(0.2, 0.0);
    ck_assert_int_eq(closest(&room, caromVec2(0.1, 0), 0.0, caromVec2(less, 0), &hit), 1);
    ck_assert(hit.fraction == 1.0);
    ck_assert_int_eq(
        closest(&room, caromVec2(0.1, 0), 0.0, caromVec2(nextafter(less, 0.0), 0), &hit), 0);
    caromShapeCreateSegment(room.world, room.body, &room.def, caromVec2(5, 7), caromVec2(9, 7));
    ck_assert_int_eq(closest(&room, caromVec2(6, 4), 0.0, caromVec2(1, 3), &hit), 1);
    ck_assert(hit.fraction == 1.0);
    ck_assert_int_eq(closest(&room, caromVec2(4, 6), 0.0, caromVec2(1, 1), &hit),
                     1); // ends on its end
    caromWorldDestroy(room.world);
}

typedef struct Asked {
    Scene *scene;
    TestRandom random;
    int times;
} Asked;

static CaromHitAction castInside(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    Asked *asked = context;
    ck_assert(caromWorldTime(world) == hit->time);
    for (int number = 0; number < 4; number++) {
        Ray ray = anyRay(asked->scene, &asked->random);
        CaromQueryOptions options = caromQueryOptions();
        checkCast(asked->scene, &ray, &options, number, asked->times);
    }
    asked->times++;
    return CAROM_HIT_BOUNCE;
}

TEST_LOOP(callbacks_cast_at_the_time_of_the_hit, 20)
{
    Asked asked = {NULL, testRandomSeed((uint64_t)_i), 0};
    asked.scene = sceneMake(&asked.random, SCENE_MOVING);
    caromWorldSetHitCallback(asked.scene->world, castInside, &asked);
    CaromProjectileDef shot = caromProjectileDef();
    shot.onHit = CAROM_HIT_ASK;
    for (int i = 0; i < 40; i++) {
        shot.position = scenePoint(asked.scene, &asked.random);
        shot.velocity = caromVec2(testRandomRange(&asked.random, -30.0, 30.0), 5.0);
        caromProjectileFire(asked.scene->world, &shot);
    }
    for (int step = 1; step <= 5; step++) {
        caromWorldStepTo(asked.scene->world, step * 0.1);
    }
    ck_assert(asked.scene->count < 10 || asked.times > 0);
    sceneFree(asked.scene);
}

TEST(shapes_far_away_change_nothing)
{
    enum { RAYS = 200, FAR = 100000 };
    TestRandom random = testRandomSeed(5);
    Scene *scene = sceneMake(&random, SCENE_RANDOM);
    static CaromHit before[RAYS][SCENE_MOST], after[SCENE_MOST];
    static Ray rays[RAYS];
    int counts[RAYS];
    CaromQueryOptions options = caromQueryOptions();
    for (int i = 0; i < RAYS; i++) {
        rays[i] = anyRay(scene, &random);
        counts[i] = castThrough(scene, &rays[i], &options, before[i], SCENE_MOST);
    }
    int edges = caromWorldCounters(scene->world).edges;
    for (int i = 0; i < FAR; i++) { // small ones, so that the grid chooses other cells
        CaromVec2 a = caromVec2(i % 2 ? 5000.0 + 0.01 * (i % 1000) : -7000.0, 4000.0 + 0.003 * i);
        newSegment(scene->world, scene->shapes[0].body, a, caromVec2(a.x + 0.002, a.y));
    }
    ck_assert(caromWorldCounters(scene->world).edges == edges + FAR);
    for (int i = 0; i < RAYS; i++) {
        int found = 0, count = castThrough(scene, &rays[i], &options, after, SCENE_MOST);
        for (int k = 0; k < count && k < SCENE_MOST; k++) {
            if (after[k].userData != NULL) { // a ray of 1e6 m may meet the far ones, too
                ck_assert(memcmp(&after[k], &before[i][found++], sizeof after[k]) == 0);
            }
        }
        ck_assert_int_eq(found, counts[i]);
    }
    sceneFree(scene);
}

/// From each corner of an L towards each of 64 directions: inward it is met at 0, outward not at
/// all. The corner at (1, 1) is reflex.
TEST_WORLD(rays_from_corners_are_met_where_they_lead_in, newWorld())
{
    static const CaromVec2 corners[6] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    newPolygon(world, newRest(world), corners, 6);
    for (int k = 0; k < 6 * 64; k++) {
        CaromVec2 from = corners[k / 64];
        double angle = (k % 64 + 0.5) * 6.283185307179586 / 64.0;
        CaromVec2 way = caromVec2(0.25 * cos(angle), 0.25 * sin(angle));
        bool leadsIn = caromPointInPolygon(caromVec2Add(from, way), corners, 6);
        CaromHit hit;
        int met = caromWorldCastRay(world, from, way, caromQueryOptions(), &hit, 1);
        ck_assert_msg(met == leadsIn, "corner %d, direction %d", k / 64, k % 64);
        ck_assert(!met || hit.fraction == 0.0);
    }
}

// ---- by closed forms

static CaromHit castOne(const CaromWorld *world, CaromVec2 from, CaromVec2 way, double radius,
                        CaromQueryOptions options)
{
    CaromHit hit;
    int count = caromWorldCastCircle(world, from, radius, way, options, &hit, 1);
    ck_assert_int_eq(count, 1);
    return hit;
}

/// A disc that rests within a box is met at once, and never leaves; one that touches it is not in.
TEST_WORLD(what_rests_never_leaves, newWorld())
{
    CaromBodyId body = newRest(world);
    CaromQueryOptions options = caromQueryOptions();
    newBox(world, body, caromVec2(0, 0), caromVec2(1, 1));
    options.exits = true;
    CaromHit hit = castOne(world, caromVec2(0.5, 0), caromVec2(0, 0), 0.5, options);
    ck_assert(hit.fraction == 0.0 && hit.startsInside);
    ck_assert(!hit.leaves && hit.exitFraction == CAROM_FOREVER);
    ck_assert_int_eq(
        caromWorldCastCircle(world, caromVec2(1.5, 0), 0.5, caromVec2(0, 0), options, &hit, 1), 0);
}

/// From k times 2^-46 m below the top of a box upwards it is out after about as much, or was never
/// inside as far as rounding shows; sideways, after 1.5 m, or at once where the top is so near.
TEST_WORLD(starts_just_inside_leave_by_the_way_that_they_go, newWorld())
{
    CaromBodyId body = newRest(world);
    CaromQueryOptions options = caromQueryOptions();
    newBox(world, body, caromVec2(0, 0), caromVec2(1, 1));
    options.inside = CAROM_INSIDE_EXIT;
    int inside = 0;
    for (int k = 1; k < 256; k++) {
        CaromVec2 from = caromVec2(-0.5, 1.0 - k * 0x1p-46);
        CaromHit hit;
        if (caromWorldCastRay(world, from, caromVec2(0, 4), options, &hit, 1) > 0) {
            ck_assert(hit.startsInside && hit.fraction < 1e-11);
            inside++;
        }
        if (caromWorldCastArc(world, from, 0.0, caromVec2(0, 0), caromVec2(0, 8), 1.0, options,
                              &hit, 1) > 0) {
            ck_assert(hit.startsInside && hit.time < 1e-5); // ½·8·t² is some 10^-11 at most
        }
        if (caromWorldCastRay(world, from, caromVec2(4, 0), options, &hit, 1) > 0) {
            ck_assert(hit.startsInside &&
                      (fabs(hit.fraction - 0.375) < 1e-11 || (k < 64 && hit.fraction == 0.0)));
        }
    }
    ck_assert_msg(inside > 200, "%d", inside);
}

/// A region with a hole: rays from the hole's corners into what is solid are met at once. Other
/// rays are met where they come to the other side, or not at all.
TEST_WORLD(rays_from_the_corners_of_a_hole, newWorld())
{
    static const CaromVec2 points[8] = {{-4, -4}, {4, -4}, {4, 4}, {-4, 4},
                                        {-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
    static const int ends[2] = {4, 8};
    CaromBodyId body = newRest(world);
    newRegion(world, body, points, ends, 2);
    for (int k = 4; k < 8; k++) {
        for (int d = 0; d < 64; d++) {
            double angle = (d + 0.5) * 6.283185307179586 / 64.0;
            CaromVec2 way = caromVec2(0.5 * cos(angle), 0.5 * sin(angle));
            CaromVec2 to = caromVec2Add(points[k], way);
            bool leadsIn = fabs(to.x) > 1.0 || fabs(to.y) > 1.0;
            CaromHit hit;
            int met = caromWorldCastRay(world, points[k], way, caromQueryOptions(), &hit, 1);
            ck_assert_msg(met == leadsIn, "corner %d, direction %d", k, d);
            ck_assert(!met || hit.fraction == 0.0);
        }
    }
}

/// A wall that is crossed at an angle of 10^-k, in its middle.
TEST_WORLD(nearly_along_a_wall, newWorld())
{
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(-1, 0), caromVec2(1, 0));
    double slope = 1.0;
    for (int k = 0; k < 12; k++, slope *= 0.1) {
        CaromHit hit = castOne(world, caromVec2(-0.5, -0.5 * slope), caromVec2(1, slope), 0.0,
                               caromQueryOptions());
        ck_assert(fabs(hit.fraction - 0.5) < 1e-15 / slope && hit.normal.y == -1.0);
    }
}

/// Rays of a millimetre, a thousand kilometres out, where each digit is 10^-10 m, over a border of
/// any cells: a wall at three quarters of the way.
TEST_WORLD(tiny_rays_far_out, newWorld())
{
    CaromBodyId body = newRest(world);
    double border = 0x1p20, h = 0x1p-10;
    newSegment(world, body, caromVec2(border + 0.5 * h, -1), caromVec2(border + 0.5 * h, 1));
    for (int back = 0; back < 2; back++) {
        CaromVec2 from = caromVec2(border + (back ? h : -h), 0.0);
        CaromVec2 way = caromVec2(back ? -2.0 * h : 2.0 * h, 0.0);
        CaromHit hit = castOne(world, from, way, 0.0, caromQueryOptions());
        ck_assert(hit.fraction == (back ? 0.25 : 0.75) && hit.normal.x == (back ? 1.0 : -1.0));
    }
}

/// Two walls across the world, among pebbles, that end at one point. Rays through the end, or a
/// digit beside it.
TEST_WORLD(the_ends_of_giants_count_exactly, newWorld())
{
    CaromBodyId body = newRest(world);
    for (int k = 0; k < 400; k++) {
        CaromVec2 a = caromVec2(3.0 * (k % 20), 3.0 * (k / 20));
        newSegment(world, body, a, caromVec2Add(a, caromVec2(0.25, 0.5)));
    }
    newSegment(world, body, caromVec2(-2e6, 1), caromVec2(40, 1));
    for (int k = -1; k <= 1; k++) {
        double x = k == 0 ? 40.0 : nextafter(40.0, k * 100.0);
        CaromHit hit;
        int met = caromWorldCastRay(world, caromVec2(x, 0.75), caromVec2(0, 0.5),
                                    caromQueryOptions(), &hit, 1);
        ck_assert_int_eq(met, k <= 0);
        ck_assert(!met || hit.fraction == 0.5);
    }
}
