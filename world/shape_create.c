// SPDX-License-Identifier: MIT
// The doors by which shapes come in: what each kind is made of, and what is refused.
#include "mark.h"
#include "matter.h"
#include "recorder.h"
#include "shape_plan.h"
#include "tile_shape.h"

#include "../shapes/touch.h"

#define SHAPE_COOKIE 0x43530001u
#define ELLIPSE_LIMIT 65536 ///< [points]
#define PI 3.141592653589793

// ---- defs

CaromShapeDef caromShapeDef(void)
{
    CaromShapeDef def = {0};
    def.filter.category = 1;
    def.filter.mask = UINT64_MAX;
    def.restitution = def.friction = def.rollingResistance = 1.0;
    def.cookie = SHAPE_COOKIE;
    return def;
}

void crDefCheckMaterial(CrDefCheck *check, const CaromShapeMaterial *material)
{
    crDefCheckRange(check, material->restitution, 0.0, 10.0, "CaromShapeDef.restitution: 0 .. 10");
    crDefCheckRange(check, material->friction, 0.0, 1e6, "CaromShapeDef.friction: 0 .. 1e6");
    crDefCheckRange(check, material->rollingResistance, 0.0, 1e6,
                    "CaromShapeDef.rollingResistance: 0 .. 1e6");
    crDefCheckRange(check, material->material, 0, CR_MATERIALS - 1,
                    "CaromShapeDef.material: 0 .. 65535");
    crDefCheck(check, crCheckNumber(material->surfaceSpeed), "CaromShapeDef.surfaceSpeed: finite");
}

/// The checks below in one go; what is no number is in no range.
static bool isInRange(const CaromShapeDef *def)
{
    return def->restitution >= 0.0 && def->restitution <= 10.0 && def->friction >= 0.0 &&
           def->friction <= 1e6 && def->rollingResistance >= 0.0 && def->rollingResistance <= 1e6 &&
           def->material < CR_MATERIALS && crAbs(def->surfaceSpeed) <= CR_HUGE &&
           def->radius >= 0.0 && def->radius <= CR_ROUNDING_MAX;
}

static CaromError checkDef(const CaromWorld *world, const CaromShapeDef *def, const char *function)
{
    if (def == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (def->cookie != SHAPE_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    if (CR_LIKELY(isInRange(def))) {
        return CAROM_OK;
    }
    CrDefCheck check = {world, function, world->log, world->logContext, CAROM_OK};
    CaromShapeMaterial material = {def->restitution,  def->friction, def->rollingResistance,
                                   def->surfaceSpeed, def->material, 0};
    crDefCheckMaterial(&check, &material);
    crDefCheckRange(&check, def->radius, 0.0, CR_ROUNDING_MAX, "CaromShapeDef.radius: 0 .. 1e6");
    return check.error;
}

// ---- creation

typedef struct Blueprint {
    CaromShapeType type;
    bool oneSided;
    const CaromVec2 *points;
    int pointCount, edgeCount;
    double radius;    ///< > 0: its own; 0: it is rounded by the def's
    CaromError error; ///< what the caller found wrong with the geometry
    CrRings rings;
    CrTileMap *tiles; ///< of tile maps; kept if the shape is made
} Blueprint;

/// Only what has no radius of its own can be rounded.
static CaromError checkRounding(const CaromWorld *world, const CaromShapeDef *def,
                                const Blueprint *print, const char *function)
{
    CrDefCheck check = {world, function, world->log, world->logContext, CAROM_OK};
    bool round = print->type == CAROM_SHAPE_CIRCLE || print->type == CAROM_SHAPE_CAPSULE;
    if (round) {
        crDefCheckRange(&check, def->radius, 0.0, 0.0,
                        "CaromShapeDef.radius: 0 for circles and capsules, which have their own");
    }
    return check.error;
}

static CaromError checkMaterials(const CaromWorld *world, const uint32_t *materials,
                                 const Blueprint *print, const char *function)
{
    CrDefCheck check = {world, function, world->log, world->logContext, CAROM_OK};
    if (print->tiles != NULL && materials != NULL) {
        crDefCheck(&check, CAROM_ERROR_OUT_OF_RANGE,
                   "CaromShapeDef.materials: null for tile maps, whose tiles tell");
    }
    for (int i = 0; i < print->edgeCount && materials != NULL && check.error == CAROM_OK; i++) {
        crDefCheckRange(&check, materials[i], 0, CR_MATERIALS - 1,
                        "CaromShapeDef.materials: each 0 .. 65535");
    }
    return check.error;
}

static CaromError createChecked(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                const Blueprint *print, const char *function, uint32_t *slot)
{
    CaromError error = crCheckEditable(world);
    error = error != CAROM_OK
                ? error
                : crCheckId(world, &world->bodySlots, body.index, body.age, body.world);
    error = error != CAROM_OK ? error : checkDef(world, def, function);
    error = error != CAROM_OK ? error : checkRounding(world, def, print, function);
    error = error != CAROM_OK ? error : print->error;
    const uint32_t *materials = error == CAROM_OK ? def->materials : NULL;
    error = error != CAROM_OK ? error : checkMaterials(world, materials, print, function);
    if (error != CAROM_OK) {
        return error;
    }
    CrMatter matter = {def->filter,       def->restitution, def->friction, def->rollingResistance,
                       def->surfaceSpeed, def->material};
    CrShape shape = {0};
    shape.type = (uint8_t)print->type;
    shape.oneSided = print->oneSided;
    shape.body = body.index - 1;
    shape.pointCount = print->pointCount;
    shape.edgeCount = print->edgeCount;
    shape.sensor = def->sensor;
    shape.contacts = def->contacts;
    shape.userData = def->userData;
    CrMark mark = crMark(world);
    shape.matter = crMatterTake(world, &matter);
    if (shape.matter == CR_NONE) {
        return CAROM_ERROR_MEMORY;
    }
    CrShapeSource source = {print->points,      print->radius > 0.0 ? print->radius : def->radius,
                            print->rings.ends,  print->rings.flags,
                            print->rings.count, materials,
                            print->edgeCount,   print->tiles};
    error = crShapeMake(world, &shape, &source, slot);
    if (error != CAROM_OK) {
        crMatterDrop(world, shape.matter);
        crMarkRestore(world, &mark);
    }
    return error;
}

/// All shapes but tile maps, whose tiles are the game's still.
static void record(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                   const Blueprint *print, CaromShapeId id)
{
    CaromGeometry geometry =
        caromGeometry(print->type, print->points, print->pointCount, print->radius);
    geometry.ringEnds = print->rings.ends;
    geometry.ringCount = print->rings.count;
    crRecordCall(world, CAROM_OK, caromShapeCreate, .body = body, .shapeDef = def,
                 .materials = print->edgeCount, .geometry = &geometry,
                 .flags = print->oneSided ? CAROM_CHAIN_ONE_SIDED : 0u, .shape = id);
}

static CaromShapeId create(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                           const Blueprint *print, const char *function)
{
    static const CaromShapeId null;
    uint32_t slot = CR_NONE;
    CaromError error = createChecked(world, body, def, print, function, &slot);
    if (error != CAROM_OK) {
        crRefuse(world, error, function);
        return null;
    }
    CaromShapeId id = crShapeIdOf(world, slot);
    if (CR_UNLIKELY(world->recording != NULL) && print->tiles == NULL) {
        record(world, body, def, print, id);
    }
    return id;
}

CaromShapeId caromShapeCreateCircle(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                    CaromVec2 center, double radius)
{
    Blueprint print = {CAROM_SHAPE_CIRCLE, false, &center, 1, 1, radius,
                       crCheckVec(center), {0},   NULL};
    print.error = print.error != CAROM_OK ? print.error : crCheckRadius(radius);
    return create(world, body, def, &print, "caromShapeCreateCircle");
}

CaromShapeId caromShapeCreateCapsule(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                     CaromVec2 a, CaromVec2 b, double radius)
{
    CaromVec2 points[2] = {a, b};
    Blueprint print = {CAROM_SHAPE_CAPSULE,      false, points, 2, 1, radius,
                       crCheckPoints(points, 2), {0},   NULL};
    print.error = print.error != CAROM_OK ? print.error : crCheckRadius(radius);
    return create(world, body, def, &print, "caromShapeCreateCapsule");
}

static CaromShapeId createSegment(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                  CaromVec2 a, CaromVec2 b, bool oneSided, const char *function)
{
    CaromVec2 points[2] = {a, b};
    Blueprint print = {CAROM_SHAPE_SEGMENT,      oneSided, points, 2, 1, 0.0,
                       crCheckPoints(points, 2), {0},      NULL};
    if (print.error == CAROM_OK && crEqual(a, b)) {
        print.error = CAROM_ERROR_SEGMENT_LENGTH;
    }
    return create(world, body, def, &print, function);
}

CaromShapeId caromShapeCreateSegment(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                     CaromVec2 a, CaromVec2 b)
{
    return createSegment(world, body, def, a, b, false, "caromShapeCreateSegment");
}

CaromShapeId caromShapeCreateOneSided(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                      CaromVec2 a, CaromVec2 b)
{
    return createSegment(world, body, def, a, b, true, "caromShapeCreateOneSided");
}

CaromShapeId caromShapeCreateChain(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                   const CaromVec2 *points, int count, uint32_t flags)
{
    bool closed = flags & CAROM_CHAIN_CLOSED, oneSided = flags & CAROM_CHAIN_ONE_SIDED;
    CaromError error = crCheckChain(points, count, flags);
    Blueprint print = {CAROM_SHAPE_LOOP, oneSided, points, count, count, 0.0, error, {0}, NULL};
    if (!closed && error == CAROM_OK) {
        print.type = CAROM_SHAPE_CHAIN;
        print.edgeCount = count - 1;
    }
    return create(world, body, def, &print, "caromShapeCreateChain");
}

CaromShapeId caromShapeCreatePolygon(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                     const CaromVec2 *points, int count)
{
    Blueprint print = {CAROM_SHAPE_POLYGON, true, points, count, count, 0.0, CAROM_OK, {0}, NULL};
    bool editable = crCheckEditable(world) == CAROM_OK; // before memory is touched
    print.error = editable ? crCheckPolygon(world, points, count) : CAROM_OK;
    return create(world, body, def, &print, "caromShapeCreatePolygon");
}

CaromShapeId caromShapeCreateRegion(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                    const CaromVec2 *points, const int *ringEnds, int ringCount)
{
    Blueprint print = {CAROM_SHAPE_REGION, true, points, 0, 0, 0.0, CAROM_OK, {0}, NULL};
    CrRingRoom room = {0};
    if (crCheckEditable(world) == CAROM_OK) { // before memory is touched
        print.error = crRingsRead(world, points, ringEnds, ringCount, &room);
    }
    if (room.rings.count > 0) {
        print.rings = room.rings;
        print.pointCount = print.edgeCount = ringEnds[ringCount - 1];
    }
    CaromShapeId id = create(world, body, def, &print, "caromShapeCreateRegion");
    crRingsDrop(world, &room);
    return id;
}

/// The least number of points whose polygon, inscribed into a circle, is nowhere farther from it
/// than the tolerance: radius·(1 − cos(π/n)). More than the limit: none.
static int ellipseCount(double radius, double tolerance)
{
    int least = 3, most = ELLIPSE_LIMIT + 1;
    while (least < most) {
        int n = least + (most - least) / 2;
        bool enough = radius * (1.0 - caromRotation(PI / n).c) <= tolerance;
        *(enough ? &most : &least) = enough ? n : n + 1;
    }
    return least <= ELLIPSE_LIMIT ? least : 0;
}

static CaromError checkEllipse(CaromVec2 center, CaromVec2 h, double tolerance, int *count)
{
    CaromError error = crCheckVec(center);
    error = error != CAROM_OK ? error : crCheckVec(h);
    error = error != CAROM_OK ? error : crCheckRadius(tolerance);
    if (error == CAROM_OK && !(h.x > 0.0 && h.y > 0.0)) {
        error = CAROM_ERROR_OUT_OF_RANGE;
    }
    *count = error == CAROM_OK ? ellipseCount(crMax(h.x, h.y), tolerance) : 0;
    return error == CAROM_OK && *count == 0 ? CAROM_ERROR_OUT_OF_RANGE : error;
}

CaromShapeId caromShapeCreateEllipse(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                     CaromVec2 center, CaromVec2 h, double tolerance)
{
    int count = 0;
    CaromError error = crCheckEditable(world); // before memory is touched
    error = error != CAROM_OK ? error : checkEllipse(center, h, tolerance, &count);
    size_t size = (size_t)count * sizeof(CaromVec2);
    CaromVec2 *points = error == CAROM_OK ? crResize(&world->allocator, NULL, 0, size) : NULL;
    if (points != NULL) {
        caromEllipsePoints(caromTransform(center, 0.0, h), crVec(0.0, 0.0), 1.0, points, count);
        error = crCheckPolygon(world, points, count); // too small for its place
    } else if (error == CAROM_OK) {
        error = CAROM_ERROR_MEMORY;
    }
    Blueprint print = {CAROM_SHAPE_POLYGON, true, points, count, count, 0.0, error, {0}, NULL};
    CaromShapeId id = create(world, body, def, &print, "caromShapeCreateEllipse");
    if (points != NULL) {
        crResize(&world->allocator, points, size, 0);
    }
    return id;
}

CaromShapeId caromShapeCreateTiles(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                   const CaromTileMap *map)
{
    Blueprint print = {CAROM_SHAPE_TILES, true, NULL, 0, 0, 0.0, CAROM_OK, {0}, NULL};
    if (crCheckEditable(world) == CAROM_OK) { // before memory is touched
        print.error = crTileMapMake(world, map, &print.tiles);
    }
    if (print.tiles != NULL) {
        print.pointCount = print.edgeCount = print.tiles->mesh.count;
    }
    CaromShapeId id = create(world, body, def, &print, "caromShapeCreateTiles");
    if (id.index == 0) {
        crTileMapFree(world, print.tiles);
    } else {
        crRecordCall(world, CAROM_OK, caromShapeCreateTiles, .body = body, .shapeDef = def,
                     .map = map, .shape = id);
    }
    return id;
}

CaromShapeId caromShapeCreateBox(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                 CaromVec2 center, CaromVec2 h)
{
    CaromVec2 points[4] = {
        {center.x - h.x, center.y - h.y},
        {center.x + h.x, center.y - h.y},
        {center.x + h.x, center.y + h.y},
        {center.x - h.x, center.y + h.y},
    };
    Blueprint print = {CAROM_SHAPE_POLYGON, true, points, 4, 4, 0.0, crCheckVec(center), {0}, NULL};
    if (print.error == CAROM_OK) {
        print.error = crCheckVec(h);
    }
    if (print.error == CAROM_OK && !(h.x > 0.0 && h.y > 0.0)) {
        print.error = CAROM_ERROR_OUT_OF_RANGE;
    }
    if (print.error == CAROM_OK) {
        print.error = crPolygonCheck(points, 4); // a box too small for its place
    }
    return create(world, body, def, &print, "caromShapeCreateBox");
}
