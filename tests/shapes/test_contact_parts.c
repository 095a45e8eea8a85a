// SPDX-License-Identifier: MIT
// Parts of shapes: what slides over seams is pushed along the surface's normal alone, and is never
// let through. Oracle: the surface is flat, so its normal is (0, 1), and the gap of a body is the
// height of its lowest place.
#include "contact_shapes.h"

#include "../../shapes/build.h"
#include "../../shapes/contact_parts.h"

#include <math.h>

#include "../support/assertions.h"

#define POINTS 400
#define PARTS 400
#define MARGIN 0.02f

typedef enum Ground { ONE_SIDED, TWO_SIDED, SOLID_EDGES, SOLID_PIECES, GROUNDS } Ground;
enum { BOX, DISC, HEXAGON, CAPSULE, ROUNDED, BODIES };

/// A ground that is flat at y = 0, in parts.
typedef struct Flat {
    CaromVec2 points[POINTS];
    CaromGeometry geometry;
    CrContactEdge edges[PARTS];
    CrContactShape pieces[PARTS];
    float rooms[PARTS][16];
    CrContactSeam seams[PARTS][4];
    const CrContactShape *parts[PARTS];
    int count, indices[3 * PARTS], ends[PARTS];
} Flat;

static void addPieces(Flat *flat)
{
    CaromPieces pieces = {flat->indices, flat->ends, 3 * PARTS, PARTS, 0, 0};
    ck_assert_ok(caromConvexPieces(&flat->geometry, 4, NULL, &pieces));
    ck_assert_int_le(pieces.pieceCount, PARTS);
    for (int k = 0, start = 0; k < pieces.pieceCount; start = pieces.ends[k++]) {
        crContactPiece(&flat->geometry, &pieces.indices[start], pieces.ends[k] - start,
                       caromVec2(0.0, 0.0), &flat->pieces[k], flat->rooms[k], flat->seams[k]);
        flat->parts[flat->count++] = &flat->pieces[k];
    }
}

/// From right to left, so that solid is below: seams at random, as dense as the pitch. Solids have
/// a zigzag below.
static void makeGround(Flat *flat, Ground ground, double pitch, TestRandom *random)
{
    int count = 0;
    for (double x = 3.0; x > -3.0; x -= testRandomRange(random, 0.3, 1.0) * pitch) {
        flat->points[count++] = caromVec2(x, 0.0);
    }
    flat->points[count++] = caromVec2(-3.0, 0.0);
    if (ground >= SOLID_EDGES) {
        for (int i = 0; i <= 12; i++) {
            flat->points[count++] = caromVec2(-3.4 + i * 0.5, i % 2 == 0 ? -3.0 : -1.0);
        }
    }
    flat->geometry = caromGeometry(ground >= SOLID_EDGES ? CAROM_SHAPE_POLYGON : CAROM_SHAPE_CHAIN,
                                   flat->points, count, 0.0);
    flat->geometry.oneSided = ground == ONE_SIDED;
    flat->count = 0;
    if (ground == SOLID_PIECES) {
        addPieces(flat);
        return;
    }
    for (int i = 0; i < (ground >= SOLID_EDGES ? count : count - 1); i++) {
        crContactEdgeMake(&flat->geometry, i, caromVec2(0.0, 0.0), &flat->edges[i]);
        flat->parts[flat->count++] = &flat->edges[i].shape;
    }
}

static void makeBody(ContactBody *body, int kind)
{
    static float x[6] = {0.5f, 0.25f, -0.25f, -0.5f, -0.25f, 0.25f};
    static float y[6] = {0.0f, 0.43f, 0.43f, 0.0f, -0.43f, -0.43f};
    contactBodyBox(body, kind == BOX ? 0.5f : 0.3f, kind == BOX ? 0.5f : 0.3f,
                   kind == BOX ? 0.0f : 0.2f);
    if (kind == HEXAGON) {
        crContactShapeSet(&body->shape, x, y, 6, 0.0f, body->room);
    } else if (kind == DISC) {
        crContactShapeSet(&body->shape, x + 3, y, 1, 0.5f, body->room);
    } else if (kind == CAPSULE) {
        float ends[2] = {-0.4f, 0.4f}, level[2] = {0.0f, 0.0f};
        crContactShapeSet(&body->shape, ends, level, 2, 0.2f, body->room);
    }
}

static double drawAngle(TestRandom *random)
{
    int way = testRandomInt(random, 0, 2);
    double most = way == 0 ? 0.0 : way == 1 ? 0.01 : 3.2;
    return testRandomRange(random, -most, most);
}

/// A pose of a depth against every part.
static void checkPose(const Flat *flat, ContactBody *body, double x, double depth)
{
    contactBodyAt(body, 0.0, 0.0);
    double lowest = HUGE_VAL, deepest = HUGE_VAL;
    for (int i = 0; i < body->shape.count; i++) {
        lowest = fmin(lowest, body->points[i].y);
    }
    float y = (float)(body->shape.radius - lowest - depth);
    for (int k = 0; k < flat->count; k++) {
        CrContactManifold m;
        crCollideShapes(flat->parts[k], 1.0f, 0.0f, &body->shape, body->c, body->s, (float)x, y,
                        MARGIN, &m);
        for (int i = 0; i < m.count; i++) {
            ck_assert_double_ge((double)m.normalY, 1.0 - 1e-6);
            deepest = fmin(deepest, (double)m.points[i].separation);
        }
    }
    // Where the side of a piece slopes under its neighbour, a corner just past the seam is left to
    // the neighbour, which ends at the seam: less deep by half at most.
    bool isPieces = flat->parts[0] == &flat->pieces[0] && depth > 0.0;
    ck_assert_double_ge(deepest, -depth - 2e-6);
    ck_assert_double_le(deepest, isPieces ? -0.5 * depth + 2e-6 : -depth + 2e-6);
}

TEST_SEEDS(a_flat_surface_has_one_normal, GROUNDS *BODIES * 12)
{
    static Flat flat;
    static ContactBody body;
    makeGround(&flat, (Ground)(_i % GROUNDS), testRandomSize(&random, 0.05, 2.0), &random);
    makeBody(&body, _i / GROUNDS % BODIES);
    for (int k = 0; k < 100; k++) {
        contactBodyTurn(&body, drawAngle(&random));
        double most = testRandomInt(&random, 0, 3) == 0 ? 0.1 : 0.01;
        double x = testRandomRange(&random, -1.2, 1.2);
        checkPose(&flat, &body, x, testRandomRange(&random, -0.019, most));
    }
}

/// A hill of short edges, and a body that is deeper than they are long. The oracle is the circle
/// that the hill is cut from.
TEST_SEEDS(a_hill_of_short_edges_holds, 60)
{
    static CaromVec2 points[POINTS];
    static CrContactEdge edges[POINTS];
    static ContactBody body;
    int count = testRandomInt(&random, 20, 300);
    double size = testRandomRange(&random, 1.5, 6.0);
    for (int i = 0; i <= count; i++) {
        CaromRotation r = caromRotation(3.141592653589793 * i / count);
        points[i] = caromVec2(size * r.c, size * r.s);
    }
    CaromGeometry hill = caromGeometry(CAROM_SHAPE_CHAIN, points, count + 1, 0.0);
    hill.oneSided = true;
    for (int i = 0; i < count; i++) {
        crContactEdgeMake(&hill, i, caromVec2(0.0, 0.0), &edges[i]);
    }
    makeBody(&body, _i % 2 == 0 ? BOX : HEXAGON);
    for (int k = 0; k < 100; k++) {
        contactBodyTurn(&body, testRandomRange(&random, -3.2, 3.2));
        CaromRotation up = caromRotation(testRandomRange(&random, 0.8, 2.3));
        contactBodyAt(&body, 0.0, 0.0);
        int corner = 0;
        for (int i = 1; i < body.shape.count; i++) {
            double its = body.points[i].x * up.c + body.points[i].y * up.s;
            corner = its < body.points[corner].x * up.c + body.points[corner].y * up.s ? i : corner;
        }
        double depth = testRandomRange(&random, 0.005, 0.1), at = size - depth;
        float x = (float)(at * up.c - body.points[corner].x);
        float y = (float)(at * up.s - body.points[corner].y);
        double deepest = HUGE_VAL;
        for (int i = 0; i < count; i++) {
            CrContactManifold m;
            crCollideShapes(&edges[i].shape, 1.0f, 0.0f, &body.shape, body.c, body.s, x, y, MARGIN,
                            &m);
            for (int j = 0; j < m.count; j++) {
                double radial = m.points[j].ax * m.normalX + m.points[j].ay * m.normalY;
                ck_assert_double_ge(radial, 0.9 * size);
                deepest = fmin(deepest, (double)m.points[j].separation);
            }
        }
        double flat = size * (1.0 - cos(3.141592653589793 / 2.0 / count)); // below the circle
        ck_assert(depth < flat || deepest <= -0.5 * (depth - flat) + 2e-6);
    }
}
