// SPDX-License-Identifier: MIT
// The doors by which shapes come in: what each kind is made of, and what is refused.
#include "../shapes/border.h"
#include "shape.h"

#define SHAPE_COOKIE 0x43530001u
#define POINT_LIMIT 1000000

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

static CaromError checkDef(const CaromWorld *world, const CaromShapeDef *def, const char *function)
{
    if (def == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (def->cookie != SHAPE_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    CrDefCheck check = {world, function, world->log, world->logContext, CAROM_OK};
    crDefCheckRange(&check, def->restitution, 0.0, 10.0, "CaromShapeDef.restitution: 0 .. 10");
    crDefCheckRange(&check, def->friction, 0.0, 1e6, "CaromShapeDef.friction: 0 .. 1e6");
    crDefCheckRange(&check, def->rollingResistance, 0.0, 1e6,
                    "CaromShapeDef.rollingResistance: 0 .. 1e6");
    crDefCheckRange(&check, def->material, 0, CR_MATERIALS - 1,
                    "CaromShapeDef.material: 0 .. 65535");
    crDefCheck(&check, crCheckNumber(def->surfaceSpeed), "CaromShapeDef.surfaceSpeed: finite");
    crDefCheckRange(&check, def->radius, 0.0, 1e6, "CaromShapeDef.radius: 0 .. 1e6");
    return check.error;
}

// ---- creation

/// Of regions.
typedef struct Rings {
    const int *ends;
    const uint8_t *flags; ///< CR_RING_…, or-ed
    int count;
} Rings;

typedef struct Blueprint {
    CaromShapeType type;
    bool oneSided;
    const CaromVec2 *points;
    int pointCount, edgeCount;
    double radius;    ///< > 0: its own; 0: it is rounded by the def's
    CaromError error; ///< what the caller found wrong with the geometry
    Rings rings;
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
    if (error != CAROM_OK) {
        return error;
    }
    CrShape shape = {0};
    shape.type = print->type;
    shape.oneSided = print->oneSided;
    shape.body = body.index - 1;
    shape.pointCount = print->pointCount;
    shape.edgeCount = print->edgeCount;
    shape.localRadius = print->radius > 0.0 ? print->radius : def->radius;
    shape.filter = def->filter;
    shape.restitution = def->restitution;
    shape.rollingResistance = def->rollingResistance;
    shape.surfaceSpeed = def->surfaceSpeed;
    shape.material = def->material;
    shape.sensor = def->sensor;
    shape.contacts = def->contacts;
    shape.friction = def->friction;
    shape.userData = def->userData;
    shape.ringCount = print->rings.count;
    CrShapeSource source = {print->points, print->rings.ends, print->rings.flags};
    return crShapeMake(world, &shape, &source, slot);
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
    return crShapeIdOf(world, slot);
}

static CaromError checkRadius(double radius)
{
    CaromError error = crCheckNumber(radius);
    return error == CAROM_OK && !(radius > 0.0) ? CAROM_ERROR_OUT_OF_RANGE : error;
}

static CaromError checkPoints(const CaromVec2 *points, int count)
{
    CaromError error = CAROM_OK;
    for (int i = 0; i < count && error == CAROM_OK; i++) {
        error = crCheckVec(points[i]);
    }
    return error;
}

CaromShapeId caromShapeCreateCircle(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                    CaromVec2 center, double radius)
{
    Blueprint print = {CAROM_SHAPE_CIRCLE, false, &center, 1, 1, radius, crCheckVec(center), {0}};
    print.error = print.error != CAROM_OK ? print.error : checkRadius(radius);
    return create(world, body, def, &print, "caromShapeCreateCircle");
}

CaromShapeId caromShapeCreateCapsule(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                     CaromVec2 a, CaromVec2 b, double radius)
{
    CaromVec2 points[2] = {a, b};
    Blueprint print = {CAROM_SHAPE_CAPSULE,    false, points, 2, 1, radius,
                       checkPoints(points, 2), {0}};
    print.error = print.error != CAROM_OK ? print.error : checkRadius(radius);
    return create(world, body, def, &print, "caromShapeCreateCapsule");
}

static CaromShapeId createSegment(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                  CaromVec2 a, CaromVec2 b, bool oneSided, const char *function)
{
    CaromVec2 points[2] = {a, b};
    Blueprint print = {CAROM_SHAPE_SEGMENT,    oneSided, points, 2, 1, 0.0,
                       checkPoints(points, 2), {0}};
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

static CaromError checkChain(const CaromVec2 *points, int count, uint32_t flags)
{
    bool closed = flags & CAROM_CHAIN_CLOSED;
    if (points == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (flags & ~(uint32_t)(CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED)) {
        return CAROM_ERROR_ENUM;
    }
    if (count > POINT_LIMIT || count < (closed ? 3 : 2)) {
        return CAROM_ERROR_COUNT;
    }
    CaromError error = checkPoints(points, count);
    for (int i = closed ? 0 : 1; i < count && error == CAROM_OK; i++) {
        if (crEqual(points[i > 0 ? i - 1 : count - 1], points[i])) {
            error = CAROM_ERROR_SEGMENT_LENGTH;
        }
    }
    return error;
}

CaromShapeId caromShapeCreateChain(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                   const CaromVec2 *points, int count, uint32_t flags)
{
    bool closed = flags & CAROM_CHAIN_CLOSED, oneSided = flags & CAROM_CHAIN_ONE_SIDED;
    CaromError error = checkChain(points, count, flags);
    Blueprint print = {CAROM_SHAPE_LOOP, oneSided, points, count, count, 0.0, error, {0}};
    if (!closed && error == CAROM_OK) {
        print.type = CAROM_SHAPE_CHAIN;
        print.edgeCount = count - 1;
    }
    return create(world, body, def, &print, "caromShapeCreateChain");
}

/// Validation that finds crossings fast needs room for its sorted order.
static CaromError checkPolygon(CaromWorld *world, const CaromVec2 *points, int count)
{
    if (points == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (count > POINT_LIMIT || count < 0) {
        return CAROM_ERROR_COUNT;
    }
    if (world == NULL || count <= 64) {
        return caromPolygonValidate(points, count, NULL);
    }
    size_t size = (size_t)count * sizeof(int);
    int *scratch = crResize(&world->allocator, NULL, 0, size);
    if (scratch == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    CaromError error = caromPolygonValidate(points, count, scratch);
    crResize(&world->allocator, scratch, size, 0);
    return error;
}

CaromShapeId caromShapeCreatePolygon(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                     const CaromVec2 *points, int count)
{
    Blueprint print = {CAROM_SHAPE_POLYGON, true, points, count, count, 0.0, CAROM_OK, {0}};
    bool editable = crCheckEditable(world) == CAROM_OK; // before memory is touched
    print.error = editable ? checkPolygon(world, points, count) : CAROM_OK;
    return create(world, body, def, &print, "caromShapeCreatePolygon");
}

/// How the rings of a valid region lie.
static void lookAtRings(const CaromVec2 *points, const int *ringEnds, int ringCount, int *scratch,
                        uint8_t *flags)
{
    CrBorder border = crBorder(points, ringEnds, ringCount, scratch);
    for (int k = 0; k < ringCount; k++) {
        int start = crRingStart(ringEnds, k);
        bool isHole = crBorderIsHole(&border, k);
        bool isLeft = caromPolygonWinding(points + start, ringEnds[k] - start) > 0;
        flags[k] = (uint8_t)((isHole ? CR_RING_HOLE : 0) | (isLeft == isHole ? CR_RING_TURNED : 0));
    }
}

/// Before rings are looked at closely: whether there are some, and not too many.
static CaromError checkRings(const CaromVec2 *points, const int *ringEnds, int ringCount)
{
    if (points == NULL || ringEnds == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (ringCount < 0) {
        return CAROM_ERROR_COUNT;
    }
    for (int k = 0; k < ringCount; k++) {
        if (ringEnds[k] < crRingStart(ringEnds, k)) {
            return CAROM_ERROR_REGION_RINGS;
        }
        if (ringEnds[k] > POINT_LIMIT) {
            return CAROM_ERROR_COUNT;
        }
    }
    return ringCount > 0 ? CAROM_OK : CAROM_ERROR_REGION_RINGS;
}

CaromShapeId caromShapeCreateRegion(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                    const CaromVec2 *points, const int *ringEnds, int ringCount)
{
    CaromError error = checkRings(points, ringEnds, ringCount);
    int count = error == CAROM_OK ? ringEnds[ringCount - 1] : 0;
    Blueprint print = {CAROM_SHAPE_REGION, true, points, count, count, 0.0, error, {0}};
    size_t size = (size_t)count * sizeof(int) + (size_t)ringCount;
    bool look = error == CAROM_OK && crCheckEditable(world) == CAROM_OK;
    int *scratch = look ? crResize(&world->allocator, NULL, 0, size) : NULL;
    if (look) {
        print.error = scratch == NULL ? CAROM_ERROR_MEMORY
                                      : caromRegionValidate(points, ringEnds, ringCount, scratch);
    }
    if (look && print.error == CAROM_OK) {
        uint8_t *flags = (uint8_t *)(scratch + count);
        lookAtRings(points, ringEnds, ringCount, scratch, flags);
        Rings rings = {ringEnds, flags, ringCount};
        print.rings = rings;
    }
    CaromShapeId id = create(world, body, def, &print, "caromShapeCreateRegion");
    if (scratch != NULL) {
        crResize(&world->allocator, scratch, size, 0);
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
    Blueprint print = {CAROM_SHAPE_POLYGON, true, points, 4, 4, 0.0, crCheckVec(center), {0}};
    if (print.error == CAROM_OK) {
        print.error = crCheckVec(h);
    }
    if (print.error == CAROM_OK && !(h.x > 0.0 && h.y > 0.0)) {
        print.error = CAROM_ERROR_OUT_OF_RANGE;
    }
    if (print.error == CAROM_OK) {
        print.error = caromPolygonValidate(points, 4, NULL); // a box too small for its place
    }
    return create(world, body, def, &print, "caromShapeCreateBox");
}
