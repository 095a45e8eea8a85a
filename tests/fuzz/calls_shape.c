// SPDX-License-Identifier: MIT
// Calls that make, change and query shapes.
#include "../support/rounded.h"
#include "calls.h"

FUZZ_DEF(caromShapeDef)

/// Returns as many materials as points, at least; now and then one is invalid.
static const uint32_t *materials(FuzzGame *g)
{
    for (int k = 0; k < FUZZ_POINTS; k++) {
        g->materials[k] = (uint32_t)k % 4;
    }
    g->materials[1] = fuzzMaterial(g);
    fuzzSay(g, " /* at [1] of {0, 1, 2, 3, 0, ...} */");
    return g->materials;
}

/// And the radius of what is rounded: the short form is then caromShapeCreate.
static CaromShapeDef shapeDef(FuzzGame *g, double *radius, bool fewEdges)
{
    CaromShapeDef def = caromShapeDef();
    FuzzFields fields = fuzzFields(g, "CaromShapeDef def = caromShapeDef()");
    FUZZ_FIELD(fields, &def, sensor, fuzzBool(g));
    FUZZ_FIELD(fields, &def, contacts, fuzzBool(g));
    if ((radius != NULL || fuzzByte(&g->bytes) == 255) && fuzzNext(&fields, "radius")) {
        double drawn = fuzzPart(g);
        *(radius != NULL ? radius : &drawn) = drawn;
        fuzzFieldEnd(g);
    }
    FUZZ_FIELD(fields, &def, filter, fuzzFilter(g));
    FUZZ_FIELD(fields, &def, restitution, fuzzPart(g));
    FUZZ_FIELD(fields, &def, friction, fuzzPart(g));
    FUZZ_FIELD(fields, &def, rollingResistance, fuzzPart(g));
    FUZZ_FIELD(fields, &def, surfaceSpeed, fuzzNumber(g));
    FUZZ_FIELD(fields, &def, material, fuzzMaterial(g));
    if (fewEdges) {
        FUZZ_FIELD(fields, &def, materials, materials(g));
    }
    FUZZ_FIELD(fields, &def, userData, fuzzUserData(g));
    def.cookie = fuzzCookie(g, def.cookie);
    if (!g->inside && !fuzzHasRoom(g)) {
        def.cookie = 0;
    }
    return def;
}

static CaromBodyId open(FuzzGame *g, const char *name)
{
    fuzzOpen(g, name);
    CaromBodyId body = fuzzBody(g);
    fuzzArgument(g, "&def");
    return body;
}

static void made(FuzzGame *g, CaromShapeId id)
{
    fuzzMade(g, id.index != 0);
    fuzzKeepShape(g, id);
}

void fuzz_caromShapeCreateCircle(FuzzGame *g)
{
    CaromShapeDef def = shapeDef(g, NULL, true);
    CaromBodyId body = open(g, "caromShapeCreateCircle");
    CaromVec2 center = fuzzVec(g);
    made(g, caromShapeCreateCircle(g->call.at, body, &def, center, fuzzPositive(g)));
}

void fuzz_caromShapeCreateCapsule(FuzzGame *g)
{
    CaromShapeDef def = shapeDef(g, NULL, true);
    CaromBodyId body = open(g, "caromShapeCreateCapsule");
    CaromVec2 a = fuzzVec(g), b = fuzzVec(g);
    made(g, caromShapeCreateCapsule(g->call.at, body, &def, a, b, fuzzPositive(g)));
}

void fuzz_caromShapeCreateSegment(FuzzGame *g)
{
    double radius = 0.0;
    CaromShapeDef def = shapeDef(g, &radius, true);
    CaromBodyId body = open(g, "caromShapeCreateSegment");
    CaromVec2 a = fuzzVec(g), b = fuzzVec(g);
    made(g, radius == 0.0 ? caromShapeCreateSegment(g->call.at, body, &def, a, b)
                          : roundedSegment(g->call.at, body, &def, a, b, radius));
}

void fuzz_caromShapeCreateOneSided(FuzzGame *g)
{
    double radius = 0.0;
    CaromShapeDef def = shapeDef(g, &radius, true);
    CaromBodyId body = open(g, "caromShapeCreateOneSided");
    CaromVec2 a = fuzzVec(g), b = fuzzVec(g);
    made(g, radius == 0.0 ? caromShapeCreateOneSided(g->call.at, body, &def, a, b)
                          : roundedOneSided(g->call.at, body, &def, a, b, radius));
}

void fuzz_caromShapeCreateChain(FuzzGame *g)
{
    double radius = 0.0;
    CaromShapeDef def = shapeDef(g, &radius, true);
    int count = fuzzPoints(g);
    CaromBodyId body = open(g, "caromShapeCreateChain");
    const CaromVec2 *points = fuzzPointsAt(g);
    fuzzSay(g, ", %d", count);
    uint32_t flags = (uint32_t)fuzzEnum(g, 4);
    made(g, radius == 0.0 ? caromShapeCreateChain(g->call.at, body, &def, points, count, flags)
                          : roundedChain(g->call.at, body, &def, points, count, flags, radius));
}

void fuzz_caromShapeCreatePolygon(FuzzGame *g)
{
    double radius = 0.0;
    CaromShapeDef def = shapeDef(g, &radius, true);
    int count = fuzzPoints(g);
    CaromBodyId body = open(g, "caromShapeCreatePolygon");
    const CaromVec2 *points = fuzzPointsAt(g);
    fuzzSay(g, ", %d", count);
    made(g, radius == 0.0 ? caromShapeCreatePolygon(g->call.at, body, &def, points, count)
                          : roundedPolygon(g->call.at, body, &def, points, count, radius));
}

void fuzz_caromShapeCreateRegion(FuzzGame *g)
{
    double radius = 0.0;
    CaromShapeDef def = shapeDef(g, &radius, true);
    int count = fuzzPoints(g);
    CaromBodyId body = open(g, "caromShapeCreateRegion");
    const CaromVec2 *points = fuzzPointsAt(g);
    g->ends[0] = fuzzInt(g, FUZZ_POINTS);
    g->ends[1] = count;
    fuzzSay(g, ", (int[]){%d, %d}", g->ends[0], count);
    int rings = fuzzInt(g, 2);
    g->ends[0] = rings == 1 && g->ends[0] > FUZZ_POINTS ? count : g->ends[0];
    // Ends that ascend are believed: no more points than there are.
    if (count > FUZZ_POINTS || g->ends[0] > FUZZ_POINTS) {
        g->ends[0] = -1;
    }
    rings = rings > 2 ? 2 : rings;
    made(g, radius == 0.0 ? caromShapeCreateRegion(g->call.at, body, &def, points, g->ends, rings)
                          : roundedRegion(g->call.at, body, &def, points, g->ends, rings, radius));
}

void fuzz_caromShapeCreateBox(FuzzGame *g)
{
    double radius = 0.0;
    CaromShapeDef def = shapeDef(g, &radius, true);
    CaromBodyId body = open(g, "caromShapeCreateBox");
    CaromVec2 center = fuzzVec(g), h = {fuzzPositive(g), 0.0};
    h.y = fuzzPositive(g);
    made(g, radius == 0.0 ? caromShapeCreateBox(g->call.at, body, &def, center, h)
                          : roundedBox(g->call.at, body, &def, center, h, radius));
}

void fuzz_caromShapeCreateEllipse(FuzzGame *g)
{
    double radius = 0.0;
    CaromShapeDef def = shapeDef(g, &radius, false);
    CaromBodyId body = open(g, "caromShapeCreateEllipse");
    CaromVec2 center = fuzzVec(g), h = {fuzzPositive(g), 0.0};
    h.y = fuzzPositive(g);
    double tolerance = fuzzPart(g);
    double longest = h.x > h.y ? h.x : h.y;
    if (longest > 0.0 && tolerance > 0.0 && tolerance < longest / 64.0) {
        tolerance = longest / 64.0; // no more than 18 points
        fuzzSay(g, " /* %.17g */", tolerance);
    }
    made(g, caromShapeCreateEllipse(g->call.at, body, &def, center, h, tolerance));
}

// ---- tiles

static void fillTiles(FuzzGame *g)
{
    for (int k = 0; k < FUZZ_TILES; k += 8) {
        uint8_t row = fuzzByte(&g->bytes);
        for (int b = 0; b < 8; b++) {
            g->tiles[k + b] = (uint16_t)((row >> b & 1) * (1 + (k + b) % 3));
        }
    }
}

void fuzz_caromShapeCreateTiles(FuzzGame *g)
{
    double radius = 0.0;
    CaromShapeDef def = shapeDef(g, &radius, false);
    fillTiles(g);
    CaromTileMap map = {
        1 + fuzzByte(&g->bytes) % 8, 1 + fuzzByte(&g->bytes) % 8, 1.0, {0, 0}, NULL, radius};
    fuzzSay(g, "CaromTileMap map = {%d, %d, ", map.width, map.height);
    g->call.first = true;
    map.size = fuzzPositive(g);
    map.origin = fuzzVec(g);
    map.tiles = g->tiles;
    fuzzSay(g, ", tiles, radius}; ");
    uint8_t wrong = fuzzByte(&g->bytes);
    map.width = wrong == 255 ? -1 : wrong == 254 ? 4097 : map.width;
    map.tiles = wrong == 253 ? NULL : map.tiles;
    g->call.first = true;
    CaromBodyId body = open(g, "caromShapeCreateTiles");
    fuzzArgument(g, "&map");
    made(g, caromShapeCreateTiles(g->call.at, body, &def, &map));
}

void fuzz_caromShapeSetTiles(FuzzGame *g)
{
    fillTiles(g);
    fuzzOpen(g, "caromShapeSetTiles");
    CaromShapeId shape = fuzzShape(g);
    int x = fuzzInt(g, 4), y = fuzzInt(g, 4);
    int width = fuzzInt(g, 8), height = fuzzInt(g, 8);
    fuzzArgument(g, "tiles");
    fuzzEdit(g, caromShapeSetTiles(g->call.at, shape, x, y, width, height, g->tiles));
}

void fuzz_caromShapeSetTile(FuzzGame *g)
{
    fuzzOpen(g, "caromShapeSetTile");
    CaromShapeId shape = fuzzShape(g);
    int x = fuzzInt(g, 8), y = fuzzInt(g, 8), tile = fuzzInt(g, 3);
    fuzzEdit(g, caromShapeSetTile(g->call.at, shape, x, y, (uint16_t)tile));
}

FUZZ_QUESTION(caromShapeTile)
{
    CaromShapeId shape = fuzzShape(g);
    int x = fuzzInt(g, 8), y = fuzzInt(g, 8);
    (void)caromShapeTile(g->call.at, shape, x, y);
}

void fuzz_caromShapeCreate(FuzzGame *g)
{
    CaromShapeDef def = shapeDef(g, NULL, true);
    CaromGeometry geometry = fuzzGeometryOf(g);
    geometry.type = geometry.count > FUZZ_POINTS ? CAROM_SHAPE_CIRCLE : geometry.type;
    geometry.oneSided = fuzzEnum(g, 4) == 3;
    CaromBodyId body = open(g, "caromShapeCreate");
    fuzzArgument(g, "&geometry");
    made(g, caromShapeCreate(g->call.at, body, &def, &geometry));
}

FUZZ_LIST(caromWorldShapes, CaromShapeId, caromShapeIsValid)

// ---- changes

FUZZ_EDIT_1(caromShapeDestroy, Shape)

void fuzz_caromShapeSetGeometry(FuzzGame *g)
{
    CaromGeometry geometry = fuzzGeometryOf(g);
    geometry.type = geometry.count > FUZZ_POINTS ? CAROM_SHAPE_CIRCLE : geometry.type;
    fuzzOpen(g, "caromShapeSetGeometry");
    CaromShapeId shape = fuzzShape(g);
    fuzzArgument(g, "&geometry");
    geometry.oneSided = fuzzEnum(g, 3) == 2;
    fuzzEdit(g, caromShapeSetGeometry(g->call.at, shape, &geometry));
}

static void checkGeometry(const CaromGeometry *geometry)
{
    FUZZ_CHECK(geometry->radius >= 0.0 && geometry->type < CAROM_SHAPE_TYPE_COUNT);
    for (int k = 0; k < geometry->count && geometry->type != CAROM_SHAPE_TILES; k++) {
        fuzzFiniteVec(geometry->points[k]);
    }
}

FUZZ_QUESTION(caromShapeLocalGeometry)
{
    CaromGeometry geometry;
    CaromShapeId shape = fuzzShape(g);
    fuzzArgument(g, "&geometry");
    if (caromShapeLocalGeometry(g->call.at, shape, &geometry) == CAROM_OK) {
        checkGeometry(&geometry);
    }
}

FUZZ_QUESTION(caromShapeGeometry)
{
    CaromGeometry geometry;
    CaromTransform placement;
    CaromShapeId shape = fuzzShape(g);
    fuzzArgument(g, "&geometry, &placement");
    if (caromShapeGeometry(g->call.at, shape, &geometry, &placement) == CAROM_OK) {
        checkGeometry(&geometry);
        fuzzFiniteVec(placement.position);
    }
}

FUZZ_EDIT_2(caromShapeSetFilter, Shape, Filter)
FUZZ_ASK_1(caromShapeFilter, (void), Shape)

void fuzz_caromShapeSetMaterial(FuzzGame *g)
{
    CaromShapeMaterial material = caromShapeMaterial(g->world, g->shapes[1]);
    if (material.cookie == 0) {
        material = caromShapeMaterial(g->other, g->shapes[0]);
    }
    FuzzFields fields = fuzzFields(g, "CaromShapeMaterial material = caromShapeMaterial(...)");
    FUZZ_FIELD(fields, &material, restitution, fuzzPart(g));
    FUZZ_FIELD(fields, &material, friction, fuzzPart(g));
    FUZZ_FIELD(fields, &material, rollingResistance, fuzzPart(g));
    FUZZ_FIELD(fields, &material, surfaceSpeed, fuzzNumber(g));
    FUZZ_FIELD(fields, &material, material, fuzzMaterial(g));
    FUZZ_FIELD(fields, &material, bodyRestitution, fuzzPart(g));
    FUZZ_FIELD(fields, &material, bodyFriction, fuzzPart(g));
    FUZZ_FIELD(fields, &material, bodyRollingResistance, fuzzPart(g));
    material.cookie = fuzzCookie(g, material.cookie);
    fuzzOpen(g, "caromShapeSetMaterial");
    CaromShapeId shape = fuzzShape(g);
    fuzzArgument(g, "&material");
    fuzzEdit(g, caromShapeSetMaterial(g->call.at, shape, &material));
}

FUZZ_QUESTION(caromShapeMaterial)
{
    fuzzFinite(caromShapeMaterial(g->call.at, fuzzShape(g)).restitution);
}

FUZZ_EDIT_2(caromShapeSetSensor, Shape, Bool)
FUZZ_ASK_1(caromShapeIsSensor, (void), Shape)
FUZZ_EDIT_2(caromShapeSetContacts, Shape, Bool)
FUZZ_EDIT_2(caromShapeSetHits, Shape, Bool)
FUZZ_EDIT_2(caromShapeSetAskContacts, Shape, Bool)

FUZZ_QUESTION(caromShapeIsValid)
{
    CaromShapeId shape = fuzzShape(g);
    FUZZ_CHECK(!caromShapeIsValid(g->call.at, shape) || g->call.at != NULL);
}

FUZZ_QUESTION(caromShapeBody)
{
    CaromBodyId body = caromShapeBody(g->call.at, fuzzShape(g));
    FUZZ_CHECK(body.index == 0 || caromBodyIsValid(g->call.at, body));
}

FUZZ_EDIT_2(caromShapeSetUserData, Shape, UserData)
FUZZ_ASK_1(caromShapeUserData, (void), Shape)
