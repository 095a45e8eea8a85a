// SPDX-License-Identifier: MIT
// Shapes of every kind as parts for the contact kernels, under base transforms that turn, mirror
// and scale unequally. Oracle: the exact distance of the whole to a disc.
#include "../../../shapes/inline.h"
#include "../../../world/narrowphase/shape_parts.h"

#include <math.h>

#include "../../support/assertions.h"
#include "../../support/builder.h"
#include "../../support/random.h"

#define RADIUS 0.2f
#define MARGIN 0.1f

enum { CIRCLE, CAPSULE, SEGMENT, CHAIN, LOOP, CONVEX, CONCAVE, REGION, TILES, KINDS };

static const CaromVec2 star[8] = {{2, 0},  {0.5, 0.5},   {0, 2},  {-0.5, 0.5},
                                  {-2, 0}, {-0.5, -0.5}, {0, -2}, {0.5, -0.5}};
static const CaromVec2 holed[8] = {{-2, -2}, {2, -2}, {2, 2}, {-2, 2},
                                   {-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
static const uint16_t cells[16] = {1, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 2, 2, 0};

static CaromGeometry geometryOf(int kind, double radius)
{
    static const int ends[2] = {4, 8};
    switch (kind) {
    case CIRCLE:
        return caromGeometry(CAROM_SHAPE_CIRCLE, star, 1, 1.0);
    case CAPSULE:
        return caromGeometry(CAROM_SHAPE_CAPSULE, star, 2, 0.3);
    case SEGMENT:
        return caromGeometry(CAROM_SHAPE_SEGMENT, &star[2], 2, radius);
    case CHAIN:
        return caromGeometry(CAROM_SHAPE_CHAIN, star, 6, radius);
    case LOOP:
        return caromGeometry(CAROM_SHAPE_LOOP, star, 8, radius);
    case CONVEX:
        return caromGeometry(CAROM_SHAPE_POLYGON, holed, 4, radius);
    case CONCAVE:
        return caromGeometry(CAROM_SHAPE_POLYGON, star, 8, radius);
    default:
        return caromGeometryRegion(holed, ends, 2, radius);
    }
}

static CaromShapeId makeKind(CaromWorld *world, CaromBodyId body, int kind, bool sided,
                             double radius)
{
    CaromShapeDef def = caromShapeDef();
    CaromTileMap map = {4, 4, 1.0, {-2.0, -2.0}, cells, radius};
    if (kind == TILES) {
        return newTiles(world, body, &map);
    }
    CaromGeometry geometry = geometryOf(kind, radius);
    geometry.oneSided = sided && kind >= SEGMENT && kind <= LOOP;
    return caromShapeCreate(world, body, &def, &geometry);
}

static double deepestOf(const CrContactShape *part, CaromVec2 at, double least)
{
    static float room[16];
    CrContactShape disc;
    float x = 0.0f, y = 0.0f;
    CrContactManifold m;
    crContactShapeSet(&disc, &x, &y, 1, RADIUS, room);
    crCollideShapes(part, 1.0f, 0.0f, &disc, 1.0f, 0.0f, (float)at.x, (float)at.y, MARGIN, &m);
    if (m.count > 0) {
        ck_assert_double_eq_tol(hypot((double)m.normalX, (double)m.normalY), 1.0, 1e-6);
        return fmin(least, (double)m.points[0].separation);
    }
    return least;
}

/// Of all parts near the disc.
static double deepestOfShape(const CrShape *shape, CaromVec2 at)
{
    CaromGeometry geometry = crShapeGeometry(shape);
    if (crShapeIsWhole(shape)) {
        float room[64];
        CrContactShape whole;
        crContactWhole(&geometry, crVec(0.0, 0.0), &whole, room);
        return deepestOf(&whole, at, HUGE_VAL);
    }
    CrPartsWalk walk;
    double least = HUGE_VAL, reach = (double)RADIUS + (double)MARGIN;
    crShapePartsStart(&walk, shape, crBoxInflate(crBox(at, at), reach));
    for (int edge; crShapePartsNext(&walk, &edge);) {
        CrContactEdge part, other;
        crShapeEdgePart(shape, edge, crVec(0.0, 0.0), &part);
        crContactEdgeCopy(&part, &other);
        least = deepestOf(&other.shape, at, least);
    }
    return least;
}

static void checkPlace(const CrShape *shape, CaromVec2 at, int kind, bool sided)
{
    CaromGeometry geometry = crShapeGeometry(shape);
    CaromGeometry disc = caromGeometry(CAROM_SHAPE_CIRCLE, &at, 1, (double)RADIUS);
    double exact = caromShapesDistance(&geometry, &disc).distance;
    bool isWall = kind == SEGMENT || kind == CHAIN || kind == LOOP;
    if (exact < -0.1 || (isWall && sided)) { // deep in, or maybe behind
        ck_assert_double_ge(deepestOfShape(shape, at), exact - 1e-5);
        return;
    }
    double found = deepestOfShape(shape, at);
    if (exact < (double)MARGIN - 1e-5) {
        ck_assert_msg(fabs(found - exact) < 1e-5, "kind %d: %g, not %g", kind, found, exact);
    } else if (exact > (double)MARGIN + 1e-5) {
        ck_assert(found == HUGE_VAL);
    }
}

TEST_WORLD_SEEDS(parts_are_the_whole, KINDS * 16, newWorld())
{
    int kind = _i % KINDS;
    bool sided = _i / KINDS % 2 == 1;
    CaromBodyDef def = caromBodyDef();
    def.position = crVec(testRandomRange(&random, -9.0, 9.0), 3.0);
    def.angle = testRandomRange(&random, -3.0, 3.0);
    def.scale.x = testRandomRange(&random, 0.6, 1.5);
    def.scale.y = testRandomRange(&random, 0.6, 1.5);
    def.scale.x = testRandomInt(&random, 0, 1) == 0 ? def.scale.x : -def.scale.x;
    CaromBodyId body = caromBodyCreate(world, &def);
    double radius = testRandomInt(&random, 0, 1) == 0 ? 0.0 : 0.05;
    CaromShapeId id = makeKind(world, body, kind, sided, radius);
    ck_assert_uint_ne(id.index, 0);
    const CrShape *shape = &world->shapes[id.index - 1];
    for (int k = 0; k < 300; k++) {
        CaromVec2 off = {testRandomRange(&random, -4.0, 4.0), testRandomRange(&random, -4.0, 4.0)};
        checkPlace(shape, crAdd(def.position, off), kind, sided);
    }
}
