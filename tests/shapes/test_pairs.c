// SPDX-License-Identifier: MIT
// Distances and manifolds of pairs. Oracles: all pairs of edges in long double; exact touching;
// shapes moved about: no move shorter than the reported depth frees them.
#include "../support/pair_shapes.h"

#include <stdlib.h>

#define MOST 128

typedef struct Case {
    PairKind kind;
    PairShape a, b;
    int seed, round;
} Case;

static Case anyCase(TestRandom *random, int seed, int round)
{
    Case c = {
        .kind = (PairKind)testRandomInt(random, 0, PAIR_KINDS - 1), .seed = seed, .round = round};
    c.a = pairShape(random, c.kind, (PairForm)testRandomInt(random, 0, PAIR_FORMS - 1));
    c.b = pairShape(random, c.kind, (PairForm)testRandomInt(random, 0, PAIR_FORMS - 1));
    if (testRandomInt(random, 0, 19) == 0) {
        c.b = c.a; // equal, or on each other
    }
    return c;
}

#define CHECK_PAIR(condition)                                                                      \
    ck_assert_msg(condition, "%s\nround %d of seed %d, kind %d, types %d %d", #condition,          \
                  c->round, c->seed, (int)c->kind, (int)c->a.geometry.type,                        \
                  (int)c->b.geometry.type)

static CaromVec2 along(CaromVec2 p, CaromVec2 v, double k)
{
    CaromVec2 q = {p.x + v.x * k, p.y + v.y * k};
    return q;
}

static double apart(CaromVec2 p, CaromVec2 q)
{
    return hypot(p.x - q.x, p.y - q.y);
}

static bool isTurned(CaromVec2 a, CaromVec2 b)
{
    return a.x == -b.x && a.y == -b.y;
}

static bool areEqual(const PairShape *a, const PairShape *b)
{
    bool equal = a->geometry.type == b->geometry.type && a->geometry.radius == b->geometry.radius &&
                 a->geometry.count == b->geometry.count;
    for (int i = 0; i < a->geometry.count && equal; i++) {
        equal = a->points[i].x == b->points[i].x && a->points[i].y == b->points[i].y;
    }
    return equal;
}

// ---- distance

/// Moving b by less, in any direction, leaves them in touch.
static void checkBound(Case *c, double depth, double tolerance, TestRandom *random)
{
    for (int k = 0; k < 12 && depth > tolerance; k++) {
        double angle = testRandomRange(random, 0.0, 6.3), way = depth - tolerance;
        CaromVec2 by = {way * cos(angle), way * sin(angle)};
        PairShape moved = pairMoved(&c->b, by);
        CHECK_PAIR(caromShapesTouch(pairGeometry(&c->a), pairGeometry(&moved)));
    }
}

static void checkOverlap(Case *c, const CaromDistance *d, double tolerance, TestRandom *random)
{
    double radii = c->a.geometry.radius + c->b.geometry.radius;
    CHECK_PAIR(d->distance <= -radii);
    if (pairIsConvex(&c->a) && pairIsConvex(&c->b)) {
        CaromOverlap overlap = caromOverlapConvex(pairGeometry(&c->a), pairGeometry(&c->b));
        CHECK_PAIR(overlap.overlap && d->distance == -overlap.depth);
        CHECK_PAIR(d->normal.x == overlap.normal.x && d->normal.y == overlap.normal.y);
    }
    checkBound(c, -d->distance, 16.0 * tolerance, random);
}

static void checkDistance(Case *c, TestRandom *random)
{
    CaromDistance d = caromShapesDistance(pairGeometry(&c->a), pairGeometry(&c->b));
    CaromDistance back = caromShapesDistance(pairGeometry(&c->b), pairGeometry(&c->a));
    double tolerance = pairTolerance(c->kind), radiusA = c->a.geometry.radius,
           radiusB = c->b.geometry.radius;
    bool equal = areEqual(&c->a, &c->b);
    CHECK_PAIR(d.distance == back.distance && (equal || d.featureA == back.featureB));
    CHECK_PAIR(equal || isTurned(d.normal, back.normal));
    CHECK_PAIR(equal || (d.pointA.x == back.pointB.x && d.pointA.y == back.pointB.y));
    CHECK_PAIR(fabs(hypot(d.normal.x, d.normal.y) - 1.0) < 1e-14);
    CHECK_PAIR(apart(d.pointB, along(d.pointA, d.normal, d.distance)) < tolerance);
    CaromVec2 onA = along(d.pointA, d.normal, -radiusA), onB = along(d.pointB, d.normal, radiusB);
    bool isPlace = pairIsConvex(&c->a) && pairIsConvex(&c->b);
    if (!pairOutlinesTouch(&c->a, &c->b)) {
        double expected = (double)(pairEdgeDistance(&c->a, &c->b) - radiusA - radiusB);
        CHECK_PAIR(fabs(d.distance - expected) < tolerance);
        isPlace = true;
    } else {
        checkOverlap(c, &d, tolerance, random);
    }
    CHECK_PAIR(!isPlace ||
               (pairDistanceTo(&c->a, onA) < tolerance && pairDistanceTo(&c->b, onB) < tolerance));
}

TEST_SEEDS(distances_of_all_pairs, 32)
{
    int rounds = getenv("CAROM_TEST_LONG") ? 40000 : 1000;
    for (int round = 0; round < rounds; round++) {
        Case c = anyCase(&random, _i, round);
        checkDistance(&c, &random);
    }
}

// ---- manifolds

static void checkManifold(Case *c, const CaromManifold *m, double margin)
{
    double tolerance = pairTolerance(c->kind);
    CHECK_PAIR(m->count == 1 || (m->count == 2 && m->points[0].id != m->points[1].id));
    CHECK_PAIR(fabs(hypot(m->normal.x, m->normal.y) - 1.0) < 1e-14);
    bool isSharp = c->a.geometry.radius == 0.0 && c->b.geometry.radius == 0.0;
    for (int k = 0; k < m->count; k++) {
        const CaromManifoldPoint *p = &m->points[k];
        CHECK_PAIR(p->separation <= margin + tolerance);
        CaromVec2 onA = along(p->point, m->normal, -0.5 * p->separation);
        CaromVec2 onB = along(p->point, m->normal, 0.5 * p->separation);
        CHECK_PAIR(!isSharp || (pairDistanceTo(&c->a, onA) < tolerance * 64.0 &&
                                pairDistanceTo(&c->b, onB) < tolerance * 64.0));
    }
}

static bool isTurnedManifold(const CaromManifold *m, const CaromManifold *n)
{
    bool same = m->count == n->count && isTurned(m->normal, n->normal) &&
                m->featureA == n->featureB && m->featureB == n->featureA;
    for (int k = 0; k < m->count && same; k++) {
        const CaromManifoldPoint *p = &m->points[k], *q = &n->points[k];
        same = p->separation == q->separation && p->point.x == q->point.x &&
               p->point.y == q->point.y && p->id == (q->id << 16 | q->id >> 16);
    }
    return same;
}

static void checkManifolds(Case *c, double margin)
{
    CaromManifold there[MOST], back[MOST], few[2];
    const CaromGeometry *a = pairGeometry(&c->a), *b = pairGeometry(&c->b);
    int count = caromShapesCollide(a, b, margin, there, MOST);
    CHECK_PAIR(count <= MOST && count == caromShapesCollide(b, a, margin, back, MOST));
    CHECK_PAIR(count == caromShapesCollide(a, b, margin, few, 2));
    CaromDistance d = caromShapesDistance(a, b);
    double tolerance = pairTolerance(c->kind), least = INFINITY;
    CHECK_PAIR(count > 0 ? d.distance <= margin + tolerance : d.distance > margin - tolerance);
    bool equal = areEqual(&c->a, &c->b);
    for (int i = 0; i < count; i++) {
        checkManifold(c, &there[i], margin);
        int found = 0;
        for (int j = 0; j < count; j++) {
            found += isTurnedManifold(&there[i], &back[j]);
        }
        CHECK_PAIR(found >= 1 || equal);
        CHECK_PAIR(i >= 2 || few[i].points[0].id == there[i].points[0].id);
        for (int k = 0; k < there[i].count; k++) {
            least = fmin(least, there[i].points[k].separation);
        }
    }
    if (pairIsConvex(&c->a) && pairIsConvex(&c->b)) {
        CHECK_PAIR(count <= 1 && (count == 0 || fabs(least - d.distance) < tolerance * 16.0));
        CHECK_PAIR(count == 0 ||
                   (there[0].normal.x == d.normal.x && there[0].normal.y == d.normal.y));
    }
}

TEST_LOOP(manifolds_of_all_pairs, 32)
{
    TestRandom random = testRandomSeed(1000u + (uint64_t)_i);
    int rounds = getenv("CAROM_TEST_LONG") ? 40000 : 1000;
    for (int round = 0; round < rounds; round++) {
        Case c = anyCase(&random, _i, round);
        bool near = testRandomInt(&random, 0, 1);
        checkManifolds(&c, near ? pairUnit(c.kind) * testRandomRange(&random, 0.0, 1.0) : 0.0);
    }
}

// ---- seams

/// A long straight floor of many edges, in any direction: a chain, a loop or a concave polygon.
static PairShape makeFloor(TestRandom *random, CaromShapeType type, CaromVec2 *up)
{
    double angle = testRandomInt(random, 0, 1) ? 0.0 : testRandomRange(random, 0.0, 6.3);
    CaromVec2 right = {cos(angle), sin(angle)}, origin = {0.0, 0.0};
    int count = type == CAROM_SHAPE_CHAIN ? 10 : 8;
    bool leftward = testRandomInt(random, 0, 1);
    PairShape floor;
    up->x = -right.y;
    up->y = right.x;
    for (int i = 0; i < count; i++) {
        floor.points[leftward ? count - 1 - i : i] = along(origin, right, i - 4.0);
    }
    if (type != CAROM_SHAPE_CHAIN) { // a notch below makes it concave
        double x = leftward ? -1.0 : 1.0;
        floor.points[count] = along(along(origin, right, x), *up, -9.0);
        floor.points[count + 1] = along(along(origin, right, 0.0), *up, -1.0);
        count += 2;
    }
    floor.geometry = caromGeometry(type, NULL, count, 0.0);
    return floor;
}

/// A box, a rounded box, a capsule or a circle, upright or not, that sinks in a little.
static PairShape makeRider(TestRandom *random, CaromVec2 up, double sink)
{
    double x = testRandomRange(random, -2.5, 1.5), half = testRandomRange(random, 0.2, 0.9);
    double lean = testRandomInt(random, 0, 1) ? 0.0 : testRandomRange(random, -0.4, 0.4);
    double radius = testRandomInt(random, 0, 1) ? 0.0 : 0.3;
    CaromVec2 right = {up.y, -up.x};
    static const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    int form = testRandomInt(random, 0, 2), count = form == 0 ? 1 : form == 1 ? 2 : 4;
    double height = 1e300;
    PairShape rider;
    for (int i = 0; i < count; i++) {
        double u = half * corners[i][0], v = half * corners[i][1];
        double s = u * cos(lean) - v * sin(lean), t = u * sin(lean) + v * cos(lean);
        rider.points[i] = along(along((CaromVec2){0.0, 0.0}, right, x + s), up, t);
        height = fmin(height, t);
    }
    for (int i = 0; i < count; i++) {
        rider.points[i] = along(rider.points[i], up, -height + (count < 3 ? 0.3 : radius) - sink);
    }
    static const CaromShapeType types[] = {CAROM_SHAPE_CIRCLE, CAROM_SHAPE_CAPSULE,
                                           CAROM_SHAPE_POLYGON};
    rider.geometry = caromGeometry(types[form], NULL, count, count < 3 ? 0.3 : radius);
    return rider;
}

TEST_LOOP(seams_of_a_straight_floor_push_straight_up, 12)
{
    static const CaromShapeType types[] = {CAROM_SHAPE_CHAIN, CAROM_SHAPE_LOOP,
                                           CAROM_SHAPE_POLYGON};
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int round = 0; round < 300; round++) {
        CaromVec2 up;
        PairShape floor = makeFloor(&random, types[_i % 3], &up);
        double sink = testRandomInt(&random, 0, 2) ? testRandomRange(&random, 0.0, 0.1) : 0.0;
        PairShape rider = makeRider(&random, up, sink);
        CaromManifold found[MOST];
        int count =
            caromShapesCollide(pairGeometry(&floor), pairGeometry(&rider), 0.01, found, MOST);
        ck_assert_msg(count > 0, "round %d of seed %d", round, _i);
        for (int i = 0; i < count; i++) {
            double cosine = found[i].normal.x * up.x + found[i].normal.y * up.y;
            ck_assert_msg(cosine > 1.0 - 1e-9, "round %d of seed %d: manifold %d leans, %g", round,
                          _i, i, cosine);
        }
    }
}

// ---- by hand

static CaromGeometry box(CaromVec2 points[4], double x, double y, double halfWidth, double half)
{
    const CaromVec2 corners[] = {{x - halfWidth, y - half},
                                 {x + halfWidth, y - half},
                                 {x + halfWidth, y + half},
                                 {x - halfWidth, y + half}};
    for (int i = 0; i < 4; i++) {
        points[i] = corners[i];
    }
    return caromGeometry(CAROM_SHAPE_POLYGON, points, 4, 0.0);
}

// The upper box stands on the lower one, sunk in by 1/8: from x 0.5 to 1, under its corners and the
// lower one's. Halfway between y 1 and 7/8.
TEST(a_box_on_a_box_bears_on_two_corners)
{
    CaromVec2 p[4], q[4];
    CaromGeometry lower = box(p, 0.0, 0.0, 1.0, 1.0), upper = box(q, 1.5, 1.875, 1.0, 1.0);
    CaromManifold m;
    ck_assert_int_eq(caromShapesCollide(&lower, &upper, 0.0, &m, 1), 1);
    ck_assert(m.count == 2 && m.normal.x == 0.0 && m.normal.y == 1.0);
    ck_assert(m.featureA == 2 && m.featureB == 0);
    double left = fmin(m.points[0].point.x, m.points[1].point.x),
           right = fmax(m.points[0].point.x, m.points[1].point.x);
    ck_assert(left == 0.5 && right == 1.0 && m.points[0].point.y == 0.9375);
    ck_assert(m.points[0].separation == -0.125 && m.points[1].separation == -0.125);
    uint32_t ids[2] = {m.points[0].id, m.points[1].id};
    for (int k = -4; k <= 4;
         k++) { // it slides, lifts off, sinks: the same corners on the same edges
        upper = box(q, 1.5 + 0.01 * k, 1.875 + 0.05 * k, 1.0, 1.0);
        ck_assert_int_eq(caromShapesCollide(&lower, &upper, 0.5, &m, 1), 1);
        ck_assert(m.count == 2 && m.points[0].id == ids[0] && m.points[1].id == ids[1]);
    }
}

// A disc on the ridge where two edges of a chain meet, as the first or the second shape: only one
// edge reports a contact.
TEST(a_joint_is_told_of_once)
{
    static const CaromVec2 points[] = {{-2, -1}, {0, 0}, {2, -1}};
    CaromGeometry chain = caromGeometry(CAROM_SHAPE_CHAIN, points, 3, 0.0);
    for (int k = 0; k < 2; k++) {
        CaromVec2 center = {0.0, 0.99};
        CaromGeometry disc = caromGeometry(CAROM_SHAPE_CIRCLE, &center, 1, 1.0);
        CaromManifold m[4];
        ck_assert_int_eq(k == 0 ? caromShapesCollide(&chain, &disc, 0.125, m, 4)
                                : caromShapesCollide(&disc, &chain, 0.125, m, 4),
                         1);
        ck_assert(m[0].count == 1 && m[0].normal.x == 0.0 &&
                  m[0].normal.y == (k == 0 ? 1.0 : -1.0));
    }
}

TEST(what_lies_within_is_pushed_out_of_the_nearest_border)
{
    CaromVec2 ring[] = {{0, 0}, {10, 0}, {10, 10}, {5, 9}, {0, 10}}, center = {8.0, 5.0};
    CaromGeometry solid = caromGeometry(CAROM_SHAPE_POLYGON, ring, 5, 0.0),
                  disc = caromGeometry(CAROM_SHAPE_CIRCLE, &center, 1, 1.0);
    CaromManifold m;
    ck_assert_int_eq(caromShapesCollide(&solid, &disc, 0.0, &m, 1), 1);
    ck_assert(m.count == 1 && m.normal.x == 1.0 && m.points[0].separation == -3.0);
    ck_assert(m.featureA == 1);
    CaromDistance d = caromShapesDistance(&solid, &disc);
    ck_assert(d.distance == -3.0 && d.pointA.x == 10.0 && d.pointB.x == 7.0);
    solid.type = CAROM_SHAPE_LOOP; // has no inside
    ck_assert_int_eq(caromShapesCollide(&solid, &disc, 0.5, &m, 1), 0);
    ck_assert(caromShapesDistance(&solid, &disc).distance == 1.0);
}

TEST(broken_geometry_is_far_from_all)
{
    CaromVec2 p = {0.0, 0.0};
    CaromGeometry none = caromGeometry(CAROM_SHAPE_POLYGON, &p, 0, 0.0),
                  half = caromGeometry(CAROM_SHAPE_CAPSULE, &p, 1, 1.0),
                  disc = caromGeometry(CAROM_SHAPE_CIRCLE, &p, 1, 1.0);
    CaromManifold m;
    ck_assert(caromShapesDistance(&none, &disc).distance > 1e300);
    ck_assert(caromShapesDistance(&disc, &half).distance > 1e300);
    ck_assert_int_eq(caromShapesCollide(&none, &disc, 1.0, &m, 1), 0);
    ck_assert_int_eq(caromShapesCollide(&half, &half, 1.0, &m, 1), 0);
}

TEST(geometry_without_points_touches_nothing)
{
    const CaromVec2 points[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    CaromGeometry square = caromGeometry(CAROM_SHAPE_POLYGON, points, 4, 0.0),
                  nothing = caromGeometry(CAROM_SHAPE_POLYGON, points, 0, 0.0);
    CaromManifold manifold;
    for (int k = 0; k < 2; k++) {
        const CaromGeometry *a = k == 0 ? &square : &nothing, *b = k == 0 ? &nothing : &square;
        ck_assert_int_eq(caromShapesCollide(a, b, 1.0, &manifold, 1), 0);
        ck_assert(caromShapesDistance(a, b).distance == DBL_MAX);
        ck_assert(!caromOverlapConvex(a, b).overlap);
    }
}

TEST(what_lies_within_is_counted_without_room)
{
    const CaromVec2 points[] = {{-9, -9}, {9, -9}, {9, 9}, {0, 8}, {-9, 9}};
    const CaromVec2 center = {0, 0};
    CaromGeometry solid = caromGeometry(CAROM_SHAPE_POLYGON, points, 5, 0.0),
                  disc = caromGeometry(CAROM_SHAPE_CIRCLE, &center, 1, 1.0);
    CaromManifold manifold;
    ck_assert_int_eq(caromShapesCollide(&solid, &disc, 0.0, &manifold, 1), 1);
    ck_assert_int_eq(caromShapesCollide(&solid, &disc, 0.0, NULL, 0), 1);
}

TEST(a_chain_of_one_point_is_a_point)
{
    const CaromVec2 point = {3, 4}, origin = {0, 0};
    CaromGeometry chain = caromGeometry(CAROM_SHAPE_CHAIN, &point, 1, 0.5),
                  disc = caromGeometry(CAROM_SHAPE_CIRCLE, &origin, 1, 1.0);
    ck_assert(fabs(caromShapesDistance(&chain, &disc).distance - 3.5) < 1e-15);
}
