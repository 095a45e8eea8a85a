// SPDX-License-Identifier: MIT
// Contact kernels in floats. Oracle: the exact functions for pairs of shapes, which get what the
// floats hold as doubles. BAND, as a part of the sizes, is what float roundings come to.
#include "contact_shapes.h"

#include "../../shapes/pairs.h"
#include "../../shapes/shapes.h"

#include <math.h>
#include <stdlib.h>

#include "../support/assertions.h"

#define BAND 4e-6
#define POSES 2000

static int drawCorners(TestRandom *random)
{
    static const int corners[] = {1, 2, 3, 4, 4, 5, 6, 8, 12, 16, 40};
    return corners[testRandomInt(random, 0, 10)];
}

static float drawRadius(TestRandom *random, int corners, double size)
{
    bool isSharp = corners > 1 && testRandomInt(random, 0, 1) == 0;
    return isSharp ? 0.0f : (float)(size * testRandomRange(random, 0.02, 0.6));
}

/// Near enough that half of the pairs touch.
static void draw(ContactBodies *bodies, TestRandom *random, double sizeA, double sizeB)
{
    int a = drawCorners(random), b = drawCorners(random);
    contactBodyMake(&bodies->a, random, a, (float)sizeA, drawRadius(random, a, sizeA));
    contactBodyMake(&bodies->b, random, b, (float)sizeB, drawRadius(random, b, sizeB));
    double angle = testRandomRange(random, 0.0, 6.3);
    double way = testRandomRange(random, 0.0, 1.2) * (sizeA + sizeB);
    bodies->dx = (float)(way * cos(angle));
    bodies->dy = (float)(way * sin(angle));
}

static double sizeOf(const ContactBodies *bodies)
{
    double most = fabs((double)bodies->dx) + fabs((double)bodies->dy);
    const ContactBody *both[2] = {&bodies->a, &bodies->b};
    for (int k = 0; k < 2; k++) {
        double reach = 0.0;
        for (int i = 0; i < both[k]->shape.count; i++) {
            reach =
                fmax(reach, fabs((double)both[k]->shape.x[i]) + fabs((double)both[k]->shape.y[i]));
        }
        most += reach + both[k]->shape.radius;
    }
    return most;
}

static double deepestOf(const CrContactManifold *m)
{
    double least = m->points[0].separation;
    return m->count > 1 ? fmin(least, (double)m->points[1].separation) : least;
}

static void checkForm(const ContactBodies *bodies, const CrContactManifold *m, double margin,
                      double band)
{
    ck_assert_int_ge(m->count, 0);
    ck_assert_int_le(m->count, 2);
    if (m->count == 0) {
        return;
    }
    double length = hypot((double)m->normalX, (double)m->normalY);
    ck_assert_double_eq_tol(length, 1.0, 1e-6);
    for (int k = 0; k < m->count; k++) {
        const CrContactPoint *p = &m->points[k];
        ck_assert(isfinite(p->ax) && isfinite(p->ay) && isfinite(p->separation));
        ck_assert(p->separation <= margin);
        ck_assert_double_eq_tol((double)p->ax - p->bx, (double)bodies->dx, band);
        ck_assert_double_eq_tol((double)p->ay - p->by, (double)bodies->dy, band);
    }
    ck_assert(m->count < 2 || m->points[0].feature != m->points[1].feature);
}

/// Both normals part the shapes equally well within rounding.
static void checkAgainstExact(ContactBodies *bodies, double margin)
{
    CrContactManifold m;
    contactCollide(bodies, (float)margin, &m);
    CaromGeometry a = contactBodyAt(&bodies->a, 0.0, 0.0);
    CaromGeometry b = contactBodyAt(&bodies->b, (double)bodies->dx, (double)bodies->dy);
    CaromDistance exact = caromShapesDistance(&a, &b);
    double band = BAND * sizeOf(bodies);
    checkForm(bodies, &m, (double)(float)margin, band);
    if (exact.distance > margin + band) {
        ck_assert_int_eq(m.count, 0);
    }
    if (exact.distance < margin - band) {
        ck_assert_int_gt(m.count, 0);
    }
    if (m.count == 0 && m.apart >= 0.0f) {
        ck_assert_double_ge(exact.distance, m.apart - band);
    }
    if (m.count > 0) {
        double along =
            contactGapAlong(&bodies->a, &bodies->b, (double)m.normalX, (double)m.normalY);
        double slack = band + margin / 64.0; // a's faces are preferred by so much
        ck_assert_double_ge(along, exact.distance - slack);
        ck_assert_double_ge(deepestOf(&m), along - band);
        CaromManifold all[1];
        ck_assert_int_ge(caromShapesCollide(&a, &b, margin + band, all, 1), 1);
        double cosine = all[0].normal.x * m.normalX + all[0].normal.y * m.normalY;
        double its = all[0].points[0].separation;
        its = all[0].count > 1 ? fmin(its, all[0].points[1].separation) : its;
        if (cosine > 1.0 - 1e-9) {
            ck_assert_double_eq_tol(deepestOf(&m), its, 4.0 * band + margin / 64.0);
        }
    }
}

TEST_SEEDS(agree_with_exact_manifolds, 64)
{
    static ContactBodies bodies;
    for (int k = 0; k < POSES; k++) {
        double sizeB = testRandomSize(&random, 0.1, 10.0);
        draw(&bodies, &random, 1.0, sizeB);
        checkAgainstExact(&bodies, k % 2 == 0 ? 0.0 : 0.1);
    }
}

TEST(box_on_a_floor_has_two_points_however_little_it_leans)
{
    static ContactBodies bodies;
    contactBodyBox(&bodies.a, 10.0f, 1.0f, 0.0f);
    contactBodyBox(&bodies.b, 0.5f, 0.5f, 0.0f);
    bodies.dy = 1.498f;
    for (int k = -100; k <= 100; k++) {
        contactBodyTurn(&bodies.b, 1e-4 * k);
        CrContactManifold m;
        contactCollide(&bodies, 0.02f, &m);
        ck_assert_int_eq(m.count, 2);
        ck_assert(m.normalX == 0.0f && m.normalY == 1.0f);
        for (int i = 0; i < 2; i++) { // the corners of b below its centre: 0.498 - 0.5 ± 0.5 angle
            double corner = (m.points[i].bx > 0.0f ? 0.5e-4 : -0.5e-4) * k - 0.002;
            ck_assert_double_eq_tol((double)m.points[i].separation, corner, 3e-5);
        }
    }
}

TEST_SEEDS(degenerate_pairs_have_finite_unit_normals, 200)
{
    static ContactBodies bodies;
    static const float sizes[] = {1e-6f, 1e-3f, 1.0f, 1e5f};
    static const int corners[] = {1, 2, 3, 4, 16, 1000};
    for (int k = 0; k < 50; k++) {
        float size = sizes[testRandomInt(&random, 0, 3)],
              other = sizes[testRandomInt(&random, 0, 3)];
        int a = corners[testRandomInt(&random, 0, 5)], b = corners[testRandomInt(&random, 0, 5)];
        contactBodyMake(&bodies.a, &random, a, size, a == 1 ? size : 0.0f);
        contactBodyMake(&bodies.b, &random, b, other, b == 1 ? other : 0.0f);
        if (testRandomInt(&random, 0, 1) == 0) { // the very same, one on the other
            bodies.b = bodies.a;
            bodies.b.shape.x = bodies.a.shape.x;
        }
        bool isDeep = testRandomInt(&random, 0, 1) == 0;
        bodies.dx = isDeep ? 0.0f : size * (float)testRandomRange(&random, -1.0, 1.0);
        bodies.dy = isDeep ? 0.0f : size * (float)testRandomRange(&random, -1.0, 1.0);
        CrContactManifold m;
        contactCollide(&bodies, 0.02f * size, &m);
        checkForm(&bodies, &m, (double)(0.02f * size), 1e-6 * (sizeOf(&bodies) + 1e-3));
    }
}

TEST(what_has_no_length_is_a_point)
{
    static ContactBodies bodies;
    float x[4] = {1.0f, 1.0f, 1.0f, 1.0f}, y[4] = {2.0f, 2.0f, 2.0f, 2.0f};
    crContactShapeSet(&bodies.a.shape, x, y, 2, 0.5f, bodies.a.room);
    crContactShapeSet(&bodies.b.shape, x, y, 4, 0.5f, bodies.b.room);
    ck_assert_int_eq(bodies.a.shape.count, 1);
    ck_assert_int_eq(bodies.b.shape.count, 1);
    bodies.a.c = bodies.b.c = 1.0f;
    CrContactManifold m;
    contactCollide(&bodies, 0.0f, &m);
    ck_assert_int_eq(m.count, 1);
    ck_assert(m.normalX == 1.0f && m.normalY == 0.0f && m.points[0].separation == -1.0f);
}

TEST(a_side_with_corners_on_it_is_one_side)
{
    static ContactBodies bodies;
    float x[6] = {-0.5f, 0.0f, 0.5f, 0.5f, 0.0f, -0.5f};
    float y[6] = {-0.5f, -0.5f, -0.5f, 0.5f, 0.5f, 0.5f};
    contactBodyBox(&bodies.a, 10.0f, 1.0f, 0.0f);
    crContactShapeSet(&bodies.b.shape, x, y, 6, 0.0f, bodies.b.room);
    contactBodyTurn(&bodies.b, 0.0);
    ck_assert_int_eq(bodies.b.shape.count, 4);
    bodies.dy = 1.499f;
    CrContactManifold m;
    contactCollide(&bodies, 0.02f, &m);
    ck_assert_int_eq(m.count, 2);
    ck_assert_double_eq_tol(fabs((double)m.points[0].bx - m.points[1].bx), 1.0, 1e-5);
}

/// Swapped shapes: the same points, the normal reversed, the halves of features exchanged.
TEST_SEEDS(swapped_shapes_touch_alike, 32)
{
    static ContactBodies bodies, swapped;
    for (int k = 0; k < 500; k++) {
        draw(&bodies, &random, 1.0, testRandomSize(&random, 0.2, 5.0));
        swapped.a = bodies.b;
        swapped.b = bodies.a;
        swapped.dx = -bodies.dx;
        swapped.dy = -bodies.dy;
        CrContactManifold m, n;
        contactCollide(&bodies, 0.0f, &m);
        contactCollide(&swapped, 0.0f, &n);
        double band = BAND * sizeOf(&bodies);
        if (m.count != n.count) { // touching within rounding
            ck_assert(m.count == 0 || deepestOf(&m) > -band || m.count + n.count == 3);
            continue;
        }
        double cosine = (double)m.normalX * n.normalX + (double)m.normalY * n.normalY;
        if (m.count > 0 && cosine < -1.0 + 1e-9) {
            ck_assert_double_eq_tol(deepestOf(&m), deepestOf(&n), 4.0 * band);
        }
    }
}

/// A box that turns a little on a box, either the larger: the features stay.
TEST_SEEDS(features_stay_while_edges_touch, 32)
{
    static ContactBodies bodies;
    contactBodyBox(&bodies.a, (float)testRandomRange(&random, 0.3, 3.0), 0.5f, 0.0f);
    contactBodyBox(&bodies.b, (float)testRandomRange(&random, 0.3, 3.0), 0.5f, 0.0f);
    uint32_t features[2] = {0, 0};
    for (int k = 0; k < 300; k++) {
        contactBodyTurn(&bodies.b, testRandomRange(&random, -0.003, 0.003));
        bodies.dx = (float)testRandomRange(&random, -0.01, 0.01);
        bodies.dy = (float)testRandomRange(&random, 0.99, 1.0);
        CrContactManifold m;
        contactCollide(&bodies, 0.04f, &m);
        ck_assert_int_eq(m.count, 2);
        bool isTurned = m.points[0].bx > m.points[1].bx;
        uint32_t left = m.points[isTurned].feature, right = m.points[!isTurned].feature;
        ck_assert(k == 0 || (left == features[0] && right == features[1]));
        features[0] = left;
        features[1] = right;
    }
}
