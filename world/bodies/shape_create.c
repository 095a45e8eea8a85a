// SPDX-License-Identifier: MIT
// Public calls that create shapes: the source of each kind, and what is refused.
#include "../data/observer.h"
#include "../geometry/outline.h"
#include "../geometry/shape_traits.h"
#include "../geometry/tile_shape.h"
#include "undo.h"

#include "../core/limits.h"
#include "../data/ids.h"
#include "rigid_change.h"
#include "shape.h"

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
    def.density = CR_DENSITY;
    def.bodyFriction = CR_BODY_FRICTION;
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
    crDefCheckRange(check, material->bodyRestitution, 0.0, 10.0,
                    "CaromShapeDef.bodyRestitution: 0 .. 10");
    crDefCheckRange(check, material->bodyFriction, 0.0, 1e6,
                    "CaromShapeDef.bodyFriction: 0 .. 1e6");
    crDefCheckRange(check, material->bodyRollingResistance, 0.0, 1e6,
                    "CaromShapeDef.bodyRollingResistance: 0 .. 1e6");
}

static CrShapeTraits traitsOf(const CaromShapeDef *def)
{
    CrShapeTraits traits = {def->filter,       def->restitution,
                            def->friction,     def->rollingResistance,
                            def->surfaceSpeed, def->material,
                            def->density,      def->bodyRestitution,
                            def->bodyFriction, def->bodyRollingResistance};
    return traits;
}

/// The checks below in one go; what is no number is in no range.
static bool isInRange(const CaromShapeDef *def)
{
    return def->restitution >= 0.0 && def->restitution <= 10.0 && def->friction >= 0.0 &&
           def->friction <= 1e6 && def->rollingResistance >= 0.0 && def->rollingResistance <= 1e6 &&
           def->material < CR_MATERIALS && crAbs(def->surfaceSpeed) <= CR_HUGE &&
           def->density >= 0.0 && def->density <= CR_DENSITY_MAX && def->bodyRestitution >= 0.0 &&
           def->bodyRestitution <= 10.0 && def->bodyFriction >= 0.0 && def->bodyFriction <= 1e6 &&
           def->bodyRollingResistance >= 0.0 && def->bodyRollingResistance <= 1e6;
}

static CaromError checkDef(const CaromWorld *world, const CaromShapeDef *def, const char *function)
{
    if (def->cookie != SHAPE_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    if (CR_LIKELY(isInRange(def))) {
        return CAROM_OK;
    }
    CrDefCheck check = {world, function, world->log, world->logContext, CAROM_OK};
    CrShapeTraits traits = traitsOf(def);
    CaromShapeMaterial material = crMaterialOfTraits(&traits);
    crDefCheckMaterial(&check, &material);
    crDefCheckRange(&check, def->density, 0.0, CR_DENSITY_MAX, "CaromShapeDef.density: 0 .. 1e9");
    return check.error;
}

// ---- creation

/// The request.
typedef struct Blueprint {
    const char *function;
    const CaromGeometry *geometry; ///< of tile maps only the radius
    CrTileMap *tiles;              ///< null: of all others; kept if the shape is made
    CaromError error;              ///< what the caller found wrong
} Blueprint;

static CaromError checkMaterials(const CaromWorld *world, const uint32_t *materials, int count,
                                 const Blueprint *print)
{
    CrDefCheck check = {world, print->function, world->log, world->logContext, CAROM_OK};
    if (print->tiles != NULL && materials != NULL) {
        crDefCheck(&check, CAROM_ERROR_OUT_OF_RANGE,
                   "CaromShapeDef.materials: null for tile maps, whose tiles tell");
    }
    for (int i = 0; i < count && materials != NULL && check.error == CAROM_OK; i++) {
        crDefCheckRange(&check, materials[i], 0, CR_MATERIALS - 1,
                        "CaromShapeDef.materials: each 0 .. 65535");
    }
    return check.error;
}

/// Type, side and counts of a shape.
static CaromError plan(CaromWorld *world, const Blueprint *print, CrShape *shape, CrRingRoom *room)
{
    if (print->tiles == NULL) {
        return crShapePlanAsked(world, print->geometry, shape, room, print->function);
    }
    shape->type = CAROM_SHAPE_TILES;
    shape->oneSided = true;
    shape->pointCount = shape->edgeCount = print->tiles->mesh.count;
    return CAROM_OK;
}

static CaromError make(CaromWorld *world, const CaromShapeDef *def, const Blueprint *print,
                       CrShape *shape, const CrRings *rings, uint32_t *slot)
{
    const CaromGeometry *geometry = print->geometry;
    CrShapeTraits traits = traitsOf(def);
    CrUndo mark = crUndoKeep(world);
    shape->traits = crShapeTraitsTake(world, &traits);
    if (shape->traits == CR_NONE) {
        return CAROM_ERROR_MEMORY;
    }
    CrShapeSource source = {geometry->points, geometry->radius, rings->ends,      rings->flags,
                            rings->count,     def->materials,   shape->edgeCount, print->tiles};
    CaromError error = crShapeMake(world, shape, &source, slot);
    if (error != CAROM_OK) {
        crShapeTraitsDrop(world, shape->traits);
        crUndoRestore(world, &mark);
    } else {
        crBodyAddMass(world, shape->body, &world->shapes[*slot]);
    }
    return error;
}

/// Points that the caller failed to make are no reason of their own.
static bool lacksPointer(const Blueprint *print)
{
    bool isMade = print->error == CAROM_OK && print->tiles == NULL;
    return print->error == CAROM_ERROR_NULL ||
           (isMade && (print->geometry == NULL || print->geometry->points == NULL));
}

static CaromError createChecked(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                const Blueprint *print, uint32_t *slot)
{
    CaromError error = crCheckEditable(world);
    error = crThen(error, (def == NULL || lacksPointer(print)) ? CAROM_ERROR_NULL : CAROM_OK);
    error = crThen(error, crCheckId(world, &world->bodySlots, body.index, body.age, body.world));
    error = crThen(error, checkDef(world, def, print->function));
    error = crThen(error, print->error);
    if (error != CAROM_OK) {
        return error;
    }
    CrShape shape = {0};
    CrRingRoom room = {0};
    shape.body = body.index - 1;
    shape.sensor = def->sensor;
    shape.contacts = def->contacts;
    shape.hits = def->hits;
    shape.asks = def->askContacts;
    shape.userData = def->userData;
    error = plan(world, print, &shape, &room);
    error = crThen(error, checkMaterials(world, def->materials, shape.edgeCount, print));
    error = crThen(error, make(world, def, print, &shape, &room.rings, slot));
    if (error == CAROM_OK && print->tiles == NULL) { // tiles are the game's still
        CaromGeometry told = *print->geometry;
        told.oneSided = shape.oneSided; // in recordings solids are so, too
        crRecordCall(world, CAROM_OK, caromShapeCreate, .body = body, .shapeDef = def,
                     .materials = shape.edgeCount, .geometry = &told,
                     .shape = crShapeIdOf(world, *slot));
    }
    crRingsDrop(world, &room);
    return error;
}

static CaromShapeId create(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                           const Blueprint *print)
{
    static const CaromShapeId null;
    uint32_t slot = CR_NONE;
    CaromError error = createChecked(world, body, def, print, &slot);
    if (error != CAROM_OK) {
        crRefuse(world, error, print->function);
        return null;
    }
    return crShapeIdOf(world, slot);
}

CaromShapeId caromShapeCreate(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                              const CaromGeometry *geometry)
{
    Blueprint print = {"caromShapeCreate", geometry, NULL, CAROM_OK};
    return create(world, body, def, &print);
}

CaromShapeId caromShapeCreateCircle(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                    CaromVec2 center, double radius)
{
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_CIRCLE, &center, 1, radius);
    Blueprint print = {"caromShapeCreateCircle", &geometry, NULL, CAROM_OK};
    return create(world, body, def, &print);
}

CaromShapeId caromShapeCreateCapsule(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                     CaromVec2 a, CaromVec2 b, double radius)
{
    CaromVec2 points[2] = {a, b};
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_CAPSULE, points, 2, radius);
    Blueprint print = {"caromShapeCreateCapsule", &geometry, NULL, CAROM_OK};
    return create(world, body, def, &print);
}

CaromShapeId caromShapeCreateSegment(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                     CaromVec2 a, CaromVec2 b)
{
    CaromVec2 points[2] = {a, b};
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_SEGMENT, points, 2, 0.0);
    Blueprint print = {"caromShapeCreateSegment", &geometry, NULL, CAROM_OK};
    return create(world, body, def, &print);
}

CaromShapeId caromShapeCreateOneSided(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                      CaromVec2 a, CaromVec2 b)
{
    CaromVec2 points[2] = {a, b};
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_SEGMENT, points, 2, 0.0);
    Blueprint print = {"caromShapeCreateOneSided", &geometry, NULL, CAROM_OK};
    geometry.oneSided = true;
    return create(world, body, def, &print);
}

CaromShapeId caromShapeCreateChain(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                   const CaromVec2 *points, int count, uint32_t flags)
{
    bool closed = flags & CAROM_CHAIN_CLOSED;
    CaromGeometry geometry =
        caromGeometry(closed ? CAROM_SHAPE_LOOP : CAROM_SHAPE_CHAIN, points, count, 0.0);
    Blueprint print = {"caromShapeCreateChain", &geometry, NULL, CAROM_OK};
    geometry.oneSided = flags & CAROM_CHAIN_ONE_SIDED;
    if (flags & ~(uint32_t)(CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED)) {
        print.error = points != NULL ? CAROM_ERROR_ENUM : CAROM_ERROR_NULL;
    }
    return create(world, body, def, &print);
}

CaromShapeId caromShapeCreatePolygon(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                     const CaromVec2 *points, int count)
{
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, points, count, 0.0);
    Blueprint print = {"caromShapeCreatePolygon", &geometry, NULL, CAROM_OK};
    return create(world, body, def, &print);
}

CaromShapeId caromShapeCreateRegion(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                    const CaromVec2 *points, const int *ringEnds, int ringCount)
{
    CaromGeometry geometry = caromGeometryRegion(points, ringEnds, ringCount, 0.0);
    Blueprint print = {"caromShapeCreateRegion", &geometry, NULL, CAROM_OK};
    return create(world, body, def, &print);
}

/// The least number of points of an inscribed polygon that is nowhere farther from the circle than
/// the tolerance: radius·(1 − cos(π/n)). If it is more than the limit: none.
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
    error = crThen(error, crCheckVec(h));
    error = crThen(error, crCheckRadius(tolerance));
    error = crThen(error, h.x > 0.0 && h.y > 0.0 ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE);
    *count = error == CAROM_OK ? ellipseCount(crMax(h.x, h.y), tolerance) : 0;
    return error == CAROM_OK && *count == 0 ? CAROM_ERROR_OUT_OF_RANGE : error;
}

CaromShapeId caromShapeCreateEllipse(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                     CaromVec2 center, CaromVec2 h, double tolerance)
{
    int count = 0;
    CaromError error = crCheckEditable(world); // before memory is touched
    error = crThen(error, checkEllipse(center, h, tolerance, &count));
    size_t size = (size_t)count * sizeof(CaromVec2);
    CaromVec2 *points = error == CAROM_OK ? crResize(&world->allocator, NULL, 0, size) : NULL;
    if (points != NULL) {
        caromEllipsePoints(caromTransform(center, 0.0, h), crVec(0.0, 0.0), 1.0, points, count);
    } else if (error == CAROM_OK) {
        error = CAROM_ERROR_MEMORY;
    }
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, points, count, 0.0);
    Blueprint print = {"caromShapeCreateEllipse", &geometry, NULL, error};
    CaromShapeId id = create(world, body, def, &print);
    if (points != NULL) {
        crResize(&world->allocator, points, size, 0);
    }
    return id;
}

CaromShapeId caromShapeCreateTiles(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                   const CaromTileMap *map)
{
    CaromGeometry geometry =
        caromGeometry(CAROM_SHAPE_TILES, NULL, 0, map != NULL ? map->radius : 0.0);
    Blueprint print = {"caromShapeCreateTiles", &geometry, NULL, CAROM_OK};
    if (crCheckEditable(world) == CAROM_OK) { // before memory is touched
        print.error = crTileMapMake(world, map, &print.tiles);
    }
    CaromShapeId id = create(world, body, def, &print);
    if (id.index == 0) {
        crTileMapFree(world, print.tiles);
    } else {
        crRecordCall(world, CAROM_OK, caromShapeCreateTiles, .body = body, .shapeDef = def,
                     .map = map, .number = map->radius, .shape = id);
    }
    return id;
}

CaromShapeId caromShapeCreateBox(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                 CaromVec2 center, CaromVec2 h)
{
    CaromVec2 points[4];
    CaromGeometry geometry = caromGeometryBox(center, h, 0.0, points);
    Blueprint print = {"caromShapeCreateBox", &geometry, NULL, crCheckVec(center)};
    print.error = print.error != CAROM_OK ? print.error : crCheckVec(h);
    if (print.error == CAROM_OK && !(h.x > 0.0 && h.y > 0.0)) {
        print.error = CAROM_ERROR_OUT_OF_RANGE;
    }
    return create(world, body, def, &print);
}
