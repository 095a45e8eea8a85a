// SPDX-License-Identifier: MIT
// What explosions reach: walls and solids that shield, from where and how much, against closed form
// and all edges one by one.
#include "../../support/builder.h"
#include "../../support/random.h"
#include "blast_yard.h"

#include <math.h>

static double exposureBehind(CaromVec2 a, CaromVec2 b, double radius, bool oneSided)
{
    CaromWorld *world = makeWorld(0.0);
    CaromBodyId body = newRest(world);
    newWall(world, body, a, b, oneSided);
    CaromProjectileDef def = shot(4, 0, 0, 0);
    def.radius = radius;
    CaromProjectileId id = fire(world, def);
    CaromEvents events = explodeAt(world, 0, 0, makeBlast(9, 10, CAROM_FALLOFF_LINEAR));
    const CaromPushEvent *push = pushOf(&events, id);
    double exposure = push != NULL ? push->exposure : 0.0;
    caromWorldDestroy(world);
    return exposure;
}

TEST_LOOP(walls_shield, 2)
{
    double r = _i ? 1.0 : 0.0;
    CaromVec2 low = caromVec2(2, -3), high = caromVec2(2, 3);
    ck_assert(exposureBehind(low, high, r, false) == 0.0);
    ck_assert(exposureBehind(caromVec2(2, -3), caromVec2(2, -1), r, false) == 1.0);
    ck_assert(exposureBehind(caromVec2(-2, -3), caromVec2(-2, 3), r, false) == 1.0);
    ck_assert(exposureBehind(caromVec2(6, -3), caromVec2(6, 3), r, false) == 1.0);
    ck_assert(exposureBehind(low, high, r, true) == 1.0); // from its solid side
    ck_assert(exposureBehind(high, low, r, true) == 0.0);
    ck_assert(exposureBehind(caromVec2(1, 0), caromVec2(3, 0), 0.0, false) == 1.0); // end on
}

TEST(half_covered_disc_is_half_exposed)
{
    ck_assert(exposureBehind(caromVec2(2, 0), caromVec2(2, 5), 1.0, false) == 0.5);
    ck_assert(exposureBehind(caromVec2(2, -5), caromVec2(2, 0), 1.0, false) == 0.5);
    // its edge halfway out at 4 m is seen past a tip at 0.25 m in 2 m
    ck_assert(exposureBehind(caromVec2(2, -5), caromVec2(2, 0.25), 1.0, false) == 0.25);
}

TEST_WORLD_LOOP(moving_walls_shield_where_they_are_at_the_time, 4, makeWorld(0.0))
{
    CaromBodyId door = newMoving(world, caromVec2(0, 0), caromVec2(0, 1));
    newWall(world, door, caromVec2(2, -4), caromVec2(2, -2), false); // before the target 2 .. 4 s
    CaromBlast blast = makeBlast(9, 1, CAROM_FALLOFF_CONSTANT);
    CaromProjectileId target = fire(world, shot(4, 0, 0, 0));
    fireBomb(world, 0, 0, 1.999 + _i, blast);
    CaromEvents events;
    do {
        caromWorldStep(world, 7.0);
        events = caromWorldEvents(world);
    } while (events.blastCount == 0);
    ck_assert((pushOf(&events, target) != NULL) == (_i == 0 || _i == 3));
}

static CaromVec2 along(CaromVec2 p, CaromVec2 direction, double way)
{
    return caromVec2Add(p, caromVec2Scale(direction, way));
}

/// On the side of the wall that it hit, by exact signs, however the wall lies.
TEST_WORLD_SEEDS(what_explodes_on_a_wall_does_so_before_it, 210, makeWorld(0.0))
{
    CaromRotation r = caromRotation(testRandomRange(&random, -3, 3));
    CaromVec2 n = caromVec2(r.c, r.s), t = caromVec2(-r.s, r.c),
              middle = caromVec2(testRandomRange(&random, -50, 50), 0.0);
    CaromBodyId body = newBody(world, _i % 2 ? CAROM_BODY_STATIC : CAROM_BODY_KINEMATIC,
                               caromVec2(0, 0), _i % 2 ? caromVec2(0, 0) : caromVec2(0.3, -0.7));
    CaromVec2 a = along(middle, t, -7), b = along(middle, t, 7);
    CaromShapeId wall = newWall(world, body, a, b, _i % 3 == 0);
    CaromVec2 from = along(middle, n, 3.0), behind = along(middle, n, -3.0);
    CaromProjectileDef def = shot(from.x, from.y, -10 * n.x + 3 * t.x, -10 * n.y + 3 * t.y);
    def.radius = _i % 5 == 0 ? 0.25 : 0.0;
    def.onHit = CAROM_HIT_EXPLODE;
    def.acceleration = _i % 7 == 0 ? t : caromVec2(0, 0);
    def.blast = makeBlast(9, 1, CAROM_FALLOFF_LINEAR);
    CaromProjectileId bomb = fire(world, def);
    CaromProjectileId before = fire(world, shot(from.x, from.y, 0, 0)),
                      after = fire(world, shot(behind.x, behind.y, 0, 0));
    CaromEvents events = eventsUntil(world, 1.0);
    ck_assert_int_eq(events.blastCount, 1);
    ck_assert_msg(pushOf(&events, before) != NULL, "seed %d", _i);
    ck_assert_msg(pushOf(&events, after) == NULL, "seed %d", _i);
    ck_assert_msg(pushOfShape(&events, wall) != NULL, "seed %d", _i);
    ck_assert(events.hitCount == 1 && events.hits[0].action == CAROM_HIT_EXPLODE);
    ck_assert(events.hits[0].sequence + 1 == events.blasts[0].sequence);
    ck_assert(events.ends[0].sequence == events.blasts[0].sequence + 3);
    ck_assert_int_eq(events.ends[0].reason, CAROM_END_EXPLODED);
    ck_assert(!caromProjectileIsValid(world, bomb));
    ck_assert(events.blasts[0].center.x == events.hits[0].center.x);
}

TEST_WORLD(deep_in_a_solid_only_the_solid_is_reached, makeWorld(0.0))
{
    CaromBodyId body = newRest(world);
    CaromShapeId box = newBox(world, body, caromVec2(0, 0), caromVec2(1.1, 1.3));
    CaromShapeId ball = newCircle(world, body, caromVec2(3, 0), 0.5);
    CaromProjectileId id = fire(world, shot(2, 0, 0, 0));
    CaromBlast blast = makeBlast(9, 1, CAROM_FALLOFF_LINEAR);
    CaromEvents events = explodeAt(world, 0.5, 0.25, blast);
    ck_assert_int_eq(events.pushCount, 1);
    ck_assert(events.pushes[0].shape.index == box.index && events.pushes[0].exposure == 1.0);
    ck_assert(events.pushes[0].distance == 0.0);
    events = explodeAt(world, 1.1, 0.25, blast); // on its border: outside
    ck_assert(pushOf(&events, id) != NULL && pushOfShape(&events, ball) != NULL);
    ck_assert(pushOfShape(&events, box)->distance == 0.0);
    ck_assert(pushOfShape(&events, box)->impulse.x < 0.0);
}

TEST_WORLD(shapes_are_told_what_they_would_get, makeWorld(0.0))
{
    CaromBodyId body = newRest(world);
    CaromBodyId mover = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
    CaromShapeDef def = caromShapeDef();
    int data = 0;
    def.userData = &data;
    CaromShapeId ball = caromShapeCreateCircle(world, mover, &def, caromVec2(0, 4), 1.0);
    CaromShapeId box = caromShapeCreateBox(world, body, &def, caromVec2(6, 0), caromVec2(2, 8));
    CaromShapeId far = caromShapeCreateBox(world, body, &def, caromVec2(-30, 0), caromVec2(1, 1));
    CaromShapeId wall =
        caromShapeCreateSegment(world, body, &def, caromVec2(2, 0), caromVec2(2, 9));
    def.sensor = true;
    CaromShapeId sensor = caromShapeCreateCircle(world, body, &def, caromVec2(-4, 0), 1.0);
    CaromEvents events = explodeAt(world, 0, 0, makeBlast(8, 2, CAROM_FALLOFF_LINEAR));
    const CaromPushEvent *push = pushOfShape(&events, ball);
    ck_assert(push->exposure == 1.0 && push->distance == 3.0 && push->data == &data);
    ck_assert_double_le(hypot(push->impulse.x, push->impulse.y - 2.0 * (1 - 3.0 / 8)), 1e-15);
    ck_assert(push->point.x == 0.0 && push->point.y == 3.0 && push->body.index == mover.index);
    push =
        pushOfShape(&events, box); // its face within reach: |y| <= sqrt(48), the upper half hidden
    ck_assert(push->exposure == 0.5 && push->distance == 4.0);
    ck_assert_double_le(hypot(push->impulse.x - 2.0 * (1 - 4.0 / 8) * 0.5, push->impulse.y), 1e-15);
    ck_assert(pushOfShape(&events, wall)->exposure == 1.0);
    ck_assert(pushOfShape(&events, far) == NULL && pushOfShape(&events, sensor) == NULL);
    for (int k = 1; k < events.pushCount; k++) {
        ck_assert(events.pushes[k].shape.index > events.pushes[k - 1].shape.index);
        ck_assert(events.pushes[k].sequence == events.pushes[k - 1].sequence + 1);
    }
}

/// A centre that rounding has put just below the surface of a solid reaches what is above that, and
/// nothing through the solid.
TEST_WORLD(just_below_a_surface_it_sees_what_is_above, makeWorld(0.0))
{
    CaromBodyId body = newRest(world);
    CaromShapeId wall = newBox(world, body, caromVec2(0, 0), caromVec2(4, 1));
    CaromProjectileId above = fire(world, shot(0.25, 3, 0, 0)),
                      below = fire(world, shot(0, -3, 0, 0));
    CaromBlast blast = makeBlast(9, 1, CAROM_FALLOFF_LINEAR);
    CaromEvents events = explodeAt(world, 0.25, 1.0 - 0x1p-46, blast);
    ck_assert(pushOf(&events, above) != NULL && pushOf(&events, below) == NULL);
    ck_assert(pushOfShape(&events, wall) != NULL);
}

// ---- against all edges, one by one

enum { EDGES = 40, TARGETS = 12, LINES = 16 };

typedef struct Edges {
    CaromVec2 a[EDGES], b[EDGES];
    bool oneSided[EDGES];
} Edges;

static long double sideOf(CaromVec2 a, CaromVec2 b, long double x, long double y)
{
    return ((long double)b.x - a.x) * (y - a.y) - ((long double)b.y - a.y) * (x - a.x);
}

/// 1 seen, 0 hidden, -1 too close to call.
static int isSeen(const Edges *edges, CaromVec2 c, long double x, long double y)
{
    int seen = 1;
    for (int e = 0; e < EDGES && seen != 0; e++) {
        CaromVec2 a = edges->a[e], b = edges->b[e];
        long double from = sideOf(a, b, c.x, c.y), to = sideOf(a, b, x, y);
        long double atA =
            (x - c.x) * (a.y - (long double)c.y) - (y - c.y) * (a.x - (long double)c.x);
        long double atB =
            (x - c.x) * (b.y - (long double)c.y) - (y - c.y) * (b.x - (long double)c.x);
        long double least = fminl(fminl(fabsl(from), fabsl(to)), fminl(fabsl(atA), fabsl(atB)));
        if (from * to < 0 && atA * atB < 0 && (!edges->oneSided[e] || from < 0)) {
            seen = 0;
        }
        seen = least < 1e-9L ? -1 : seen;
        if (seen < 0) {
            return -1;
        }
    }
    return seen;
}

static bool expectedExposure(const Edges *edges, CaromVec2 c, CaromVec2 at, double radius,
                             double *exposure)
{
    long double dx = at.x - (long double)c.x, dy = at.y - (long double)c.y, far = hypotl(dx, dy);
    int count = radius > 0.0 ? LINES : 1, total = 0;
    for (int k = 0; k < count; k++) {
        long double s = radius > 0.0 ? radius * ((2 * k + 1) / (long double)LINES - 1) / far : 0;
        int seen = isSeen(edges, c, at.x - dy * s, at.y + dx * s);
        if (seen < 0) {
            return false;
        }
        total += seen;
    }
    *exposure = total / (double)count;
    return true;
}

TEST_WORLD_SEEDS(exposure_agrees_with_every_edge, 100, makeWorld(0.0))
{
    CaromBodyId still = newRest(world), mover = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
    Edges edges;
    for (int e = 0; e < EDGES; e++) {
        edges.a[e] = caromVec2(testRandomRange(&random, -9, 9), testRandomRange(&random, -9, 9));
        edges.b[e] = caromVec2(edges.a[e].x + testRandomRange(&random, -2, 2),
                               edges.a[e].y + testRandomRange(&random, -2, 2));
        edges.oneSided[e] = testRandomInt(&random, 0, 1) == 1;
        newWall(world, e % 3 ? still : mover, edges.a[e], edges.b[e], edges.oneSided[e]);
    }
    CaromProjectileDef targets[TARGETS];
    CaromProjectileId ids[TARGETS];
    for (int k = 0; k < TARGETS; k++) {
        targets[k] = shot(testRandomRange(&random, -9, 9), testRandomRange(&random, -9, 9), 0, 0);
        targets[k].radius = k % 3 ? testRandomRange(&random, 0.0, 2.0) : 0.0;
        targets[k].filter.mask = 2; // fly through walls, which yet shield them
        targets[k].filter.category = 3;
        ids[k] = fire(world, targets[k]);
    }
    CaromVec2 c = caromVec2(testRandomRange(&random, -9, 9), testRandomRange(&random, -9, 9));
    CaromBlast blast = makeBlast(40, 1, CAROM_FALLOFF_CONSTANT);
    blast.filter.category = 3;
    CaromEvents events = explodeAt(world, c.x, c.y, blast);
    int told = 0;
    for (int k = 0; k < TARGETS; k++) {
        double exposure;
        const CaromPushEvent *push = pushOf(&events, ids[k]);
        if (expectedExposure(&edges, c, targets[k].position, targets[k].radius, &exposure)) {
            ck_assert_msg(exposure == (push != NULL ? push->exposure : 0.0), "seed %d target %d",
                          _i, k);
            told++;
        }
    }
    ck_assert_int_gt(told, TARGETS / 2);
}
