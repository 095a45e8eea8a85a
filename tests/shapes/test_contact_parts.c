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
    // A corner that is deeper in one piece than beyond its neighbour's side is left to the other.
    bool isPieces = flat->parts[0] == &flat->pieces[0] && depth > 0.0;
    ck_assert_double_eq_tol(deepest, -depth, isPieces ? 2e-6 + 0.05 * depth : 2e-6);
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
        checkPose(&flat, &body, testRandomRange(&random, -1.2, 1.2),
                  testRandomRange(&random, -0.019, most));
    }
}
