// SPDX-License-Identifier: MIT
// Mistakes with changes of shapes in their place.
#include "bad_input.h"

static const CaromVec2 square[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

static void refuseGeometry(BadGame *g, CaromError error, CaromShapeType type,
                           const CaromVec2 *points, int count, double radius, bool oneSided)
{
    CaromShapeDef def = caromShapeDef();
    CaromGeometry geometry = caromGeometry(type, points, count, radius);
    geometry.count = count;
    geometry.oneSided = oneSided;
    BAD_EDIT(error, caromShapeSetGeometry(g->world, g->shape, &geometry));
    BAD_MAKE(error, caromShapeCreate(g->world, g->body, &def, &geometry)); // the same rules
}

static void refuseCounts(BadGame *g)
{
    static const struct {
        CaromShapeType type;
        int least, most;
        double radius;
    } rows[] = {{CAROM_SHAPE_CIRCLE, 1, 1, 1.0},
                {CAROM_SHAPE_CAPSULE, 2, 2, 1.0},
                {CAROM_SHAPE_SEGMENT, 2, 2, 0.0},
                {CAROM_SHAPE_CHAIN, 2, 1000000, 0.0},
                {CAROM_SHAPE_LOOP, 3, 1000000, 0.0}};
    for (int k = 0; k < 5; k++) {
        CaromShapeType type = rows[k].type;
        refuseGeometry(g, CAROM_ERROR_NULL, type, NULL, rows[k].least, rows[k].radius, false);
        refuseGeometry(g, CAROM_ERROR_COUNT, type, square, rows[k].least - 1, rows[k].radius,
                       false);
        refuseGeometry(g, CAROM_ERROR_COUNT, type, square, rows[k].most + 1, rows[k].radius, false);
        refuseGeometry(g, CAROM_ERROR_COUNT, type, square, -1, rows[k].radius, false);
        refuseGeometry(g, CAROM_ERROR_COUNT, type, square, INT32_MIN, rows[k].radius, false);
    }
    refuseGeometry(g, CAROM_ERROR_POLYGON_FEW, CAROM_SHAPE_POLYGON, square, 2, 0.0, false);
    refuseGeometry(g, CAROM_ERROR_COUNT, CAROM_SHAPE_POLYGON, square, 1000001, 0.0, false);
    refuseGeometry(g, CAROM_ERROR_ENUM, CAROM_SHAPE_POLYGON, square, 4, 0.0, true);
    refuseGeometry(g, CAROM_ERROR_ENUM, CAROM_SHAPE_CIRCLE, square, 1, 1.0, true);
    refuseGeometry(g, CAROM_ERROR_ENUM, CAROM_SHAPE_TYPE_COUNT, square, 4, 0.0, false);
    refuseGeometry(g, CAROM_ERROR_ENUM, (CaromShapeType)-1, square, 4, 0.0, false);
}

static void refuseNumbersOfGeometry(BadGame *g)
{
    static const double outside[] = {-5e-324, -1.0, 1e6 + 1.0};
    for (int i = 0; i < BAD_NUMBERS; i++) {
        refuseGeometry(g, badNumbers[i].error, CAROM_SHAPE_CIRCLE, square, 1, badNumbers[i].value,
                       false);
        refuseGeometry(g, badNumbers[i].error, CAROM_SHAPE_POLYGON, square, 4, badNumbers[i].value,
                       false);
        for (int type = 0; type <= CAROM_SHAPE_LOOP; type++) {
            static const int counts[] = {1, 2, 2, 4, 4, 4};
            CaromVec2 points[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
            *(i % 2 ? &points[0].x : &points[counts[type] - 1].y) = badNumbers[i].value;
            refuseGeometry(g, badNumbers[i].error, (CaromShapeType)type, points, counts[type],
                           type <= CAROM_SHAPE_CAPSULE ? 1.0 : 0.0, false);
        }
    }
    for (int i = 0; i < 3; i++) {
        refuseGeometry(g, CAROM_ERROR_OUT_OF_RANGE, CAROM_SHAPE_CHAIN, square, 4, outside[i],
                       false);
    }
    refuseGeometry(g, CAROM_ERROR_OUT_OF_RANGE, CAROM_SHAPE_CIRCLE, square, 1, 0.0, false);
    refuseGeometry(g, CAROM_ERROR_OUT_OF_RANGE, CAROM_SHAPE_CAPSULE, square, 2, -1.0, false);
}

static void refuseRegions(BadGame *g)
{
    static const int whole[] = {4}, back[] = {4, 3};
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_CIRCLE, square, 1, 0.0);
    geometry.type = CAROM_SHAPE_REGION;
    geometry.count = 4;
    BAD_EDIT(CAROM_ERROR_NULL, caromShapeSetGeometry(g->world, g->shape, &geometry));
    geometry.ringEnds = whole;
    BAD_EDIT(CAROM_ERROR_REGION_RINGS, caromShapeSetGeometry(g->world, g->shape, &geometry));
    geometry.ringCount = -1;
    BAD_EDIT(CAROM_ERROR_COUNT, caromShapeSetGeometry(g->world, g->shape, &geometry));
    geometry.ringCount = 1;
    geometry.oneSided = true;
    BAD_EDIT(CAROM_ERROR_ENUM, caromShapeSetGeometry(g->world, g->shape, &geometry));
    geometry.oneSided = false;
    geometry.count = 3;
    BAD_EDIT(CAROM_ERROR_COUNT, caromShapeSetGeometry(g->world, g->shape, &geometry));
    static const CaromVec2 crossing[] = {{0, 0}, {4, 0}, {0, 4}, {1, 1}, {9, 1}, {1, 9}};
    static const int both[] = {3, 6};
    geometry.points = crossing;
    geometry.count = 6;
    geometry.ringEnds = both;
    geometry.ringCount = 2;
    BAD_EDIT(CAROM_ERROR_REGION_CROSSING, caromShapeSetGeometry(g->world, g->shape, &geometry));
    geometry.points = square;
    geometry.count = 3;
    geometry.ringEnds = back;
    BAD_EDIT(CAROM_ERROR_REGION_RINGS, caromShapeSetGeometry(g->world, g->shape, &geometry));
}

/// What has room on its body no more.
static void refuseSizes(BadGame *g)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    CaromGeometry wide = caromGeometry(CAROM_SHAPE_CIRCLE, square, 1, 1e4);
    bodyDef.scale = caromVec2(1e9, 1e9);
    if (!g->inside) {
        CaromBodyId huge = caromBodyCreate(g->world, &bodyDef);
        CaromShapeId disc = caromShapeCreateCircle(g->world, huge, &def, square[0], 1.0);
        BAD_EDIT(CAROM_ERROR_SCALE, caromShapeSetGeometry(g->world, disc, &wide));
    }
}

void bad_caromShapeSetGeometry(BadGame *g)
{
    static const CaromVec2 bow[] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}}, same[] = {{1, 1}, {1, 1}};
    static const CaromVec2 line[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}},
                           twice[] = {{-1, -1}, {1, -1}, {1, -1}, {-1, 1}};
    CaromGeometry good = caromGeometry(CAROM_SHAPE_POLYGON, square, 4, 0.0);
    BAD_IDS_OF(caromShapeSetGeometry, shape, shapes, &good);
    BAD_EDIT(CAROM_ERROR_NULL, caromShapeSetGeometry(g->world, g->shape, NULL));
    refuseCounts(g);
    refuseNumbersOfGeometry(g);
    refuseRegions(g);
    refuseSizes(g);
    refuseGeometry(g, CAROM_ERROR_POLYGON_CROSSING, CAROM_SHAPE_POLYGON, bow, 4, 0.0, false);
    refuseGeometry(g, CAROM_ERROR_POLYGON_REPEATED, CAROM_SHAPE_POLYGON, twice, 4, 0.0, false);
    refuseGeometry(g, CAROM_ERROR_POLYGON_AREA, CAROM_SHAPE_POLYGON, line, 4, 0.0, false);
    refuseGeometry(g, CAROM_ERROR_SEGMENT_LENGTH, CAROM_SHAPE_SEGMENT, same, 2, 0.0, false);
    refuseGeometry(g, CAROM_ERROR_SEGMENT_LENGTH, CAROM_SHAPE_CHAIN, same, 2, 0.5, true);
}

void bad_caromShapeLocalGeometry(BadGame *g)
{
    CaromGeometry out;
    BAD_NO_WORLD(caromShapeLocalGeometry(NULL, g->shape, &out) == CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_ASK, caromShapeLocalGeometry(g->world, g->shapes[i], &out) == badIdError(i))
    BAD_ASK(CAROM_ERROR_NULL,
            caromShapeLocalGeometry(g->world, g->shape, NULL) == CAROM_ERROR_NULL);
}

void bad_caromShapeSetFilter(BadGame *g)
{
    CaromFilter filter = {2, 3, -1};
    BAD_IDS_OF(caromShapeSetFilter, shape, shapes, filter);
}

BAD_GETTER(caromShapeFilter, shape, shapes, , .mask == 0)

void bad_caromShapeSetMaterial(BadGame *g)
{
    static const CaromShapeMaterial zeroed;
    CaromShapeMaterial good = caromShapeMaterial(g->world, g->shape), bad = good;
    BAD_IDS_OF(caromShapeSetMaterial, shape, shapes, &good);
    BAD_EDIT(CAROM_ERROR_NULL, caromShapeSetMaterial(g->world, g->shape, NULL));
    BAD_EDIT(CAROM_ERROR_DEF, caromShapeSetMaterial(g->world, g->shape, &zeroed));
    double *fields[] = {&bad.restitution,     &bad.friction,     &bad.rollingResistance,
                        &bad.bodyRestitution, &bad.bodyFriction, &bad.bodyRollingResistance,
                        &bad.surfaceSpeed};
    for (int f = 0; f < 7; f++) {
        for (int i = 0; i < BAD_NUMBERS; i++) {
            bad = good;
            *fields[f] = badNumbers[i].value;
            BAD_EDIT(badNumbers[i].error, caromShapeSetMaterial(g->world, g->shape, &bad));
        }
    }
    for (int f = 0; f < 6; f++) {
        bad = good;
        *fields[f] = -5e-324;
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromShapeSetMaterial(g->world, g->shape, &bad));
    }
    bad = good;
    bad.material = 65536;
    BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromShapeSetMaterial(g->world, g->shape, &bad));
}

BAD_GETTER(caromShapeMaterial, shape, shapes, , .cookie == 0)
BAD_SETTER(caromShapeSetSensor, shape, shapes, true)

void bad_caromShapeIsSensor(BadGame *g)
{
    BAD_NO_WORLD(!caromShapeIsSensor(NULL, g->shape));
    BAD_EACH_ID(BAD_ASK, !caromShapeIsSensor(g->world, g->shapes[i]))
}
