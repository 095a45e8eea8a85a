// SPDX-License-Identifier: MIT
// Calls that are refused memory change nothing (law 9): not a byte of a snapshot, nor what raw
// states depend on. Each call is made with its first request for memory refused and all after it,
// then from the second on, until none of its requests is refused.
#include "../support/builder.h"
#include "../support/meter.h"
#include "../support/sector_maps.h"
#include "../support/snapshot_bytes.h"

#include "../../world/data/world.h"

/// A world in which keys, slots and kinds of matter are free, but not many.
typedef struct Yard {
    Meter meter;
    CaromWorld *world;
    CaromBodyId bodies[2]; ///< static, kinematic
    CaromShapeId wall, map;
    CaromSectorMap *sectors;
    uint64_t kinds; ///< of matter that were made up so far
} Yard;

static CaromSectorMap *makeDoor(const CaromAllocator *allocator)
{
    static const CaromSector sectors[3] = {{0, 4, NULL}, {0, 4, NULL}, {0, 4, NULL}};
    CaromSectorMapDef def = doorDef(sectors);
    def.allocator = *allocator;
    return caromSectorMapCreate(&def, NULL);
}

/// Each of a kind of its own.
static CaromShapeDef nextDef(Yard *yard)
{
    CaromShapeDef def = caromShapeDef();
    def.filter.category = (uint64_t)1 << 63 | yard->kinds++;
    return def;
}

static void makeYard(Yard *yard)
{
    static const uint16_t tiles[4] = {1, 0, 0, 1};
    CaromAllocator allocator = meterAllocator(&yard->meter);
    CaromWorldDef def = newWorldDef();
    CaromBodyDef body = caromBodyDef();
    CaromTileMap map = {2, 2, 1.0, {30, 0}, tiles, 0.0};
    def.allocator = allocator;
    def.tag = 1;
    yard->kinds = 0;
    yard->world = caromWorldCreate(&def, NULL);
    yard->bodies[0] = caromBodyCreate(yard->world, &body);
    body.type = CAROM_BODY_KINEMATIC;
    yard->bodies[1] = caromBodyCreate(yard->world, &body);
    CaromShapeId past[3];
    for (int k = 0; k < 3; k++) {
        CaromShapeDef shape = nextDef(yard);
        past[k] = caromShapeCreateSegment(yard->world, yard->bodies[k % 2], &shape,
                                          caromVec2(k, -5), caromVec2(k, -4));
    }
    CaromShapeDef shape = nextDef(yard);
    yard->wall = caromShapeCreateSegment(yard->world, yard->bodies[0], &shape, caromVec2(0, -3),
                                         caromVec2(9, -3));
    yard->map = caromShapeCreateTiles(yard->world, yard->bodies[1], &shape, &map);
    CaromProjectileDef shot = newShot(caromVec2(4, 1), caromVec2(1, 2));
    fireShot(yard->world, &shot);
    caromWorldStepTo(yard->world, 0.25);
    ck_assert_ok(caromShapeDestroy(yard->world, past[0]));
    ck_assert_ok(caromShapeDestroy(yard->world, past[2]));
    yard->sectors = makeDoor(&allocator);
    ck_assert_ptr_nonnull(yard->sectors);
}

// ---- the calls

enum {
    SEGMENT,
    ONE_SIDED,
    CIRCLE,
    CAPSULE,
    BOX,
    CHAIN,
    POLYGON,
    ELLIPSE,
    REGION,
    TILES,
    SHAPES,
    BODY = SHAPES,
    LINK,
    GEOMETRY,
    TILE,
    SENSOR,
    FILTER,
    SHOTS,
    CALLS
};
enum { POINTS = 40 };

typedef struct Call {
    int kind;
    int body;
    bool sensor, contacts;
} Call;

static CaromError errorOf(const Yard *yard, bool made)
{
    return made ? CAROM_OK : caromWorldLastError(yard->world);
}

static CaromError createShape(const Yard *yard, const Call *call, CaromShapeDef def)
{
    static const CaromVec2 ring[] = {{0, 9}, {9, 9}, {9, 18}, {0, 18}, {3, 12}, {3, 15}, {6, 12}};
    static const int ends[] = {4, 7};
    static const uint16_t tiles[6] = {1, 0, 1, 0, 1, 0};
    CaromWorld *world = yard->world;
    CaromBodyId body = yard->bodies[call->body];
    CaromTileMap map = {3, 2, 1.0, {40, 0}, tiles, 0.0};
    CaromVec2 zigzag[POINTS], a = {-3, 8}, b = {-1, 8.5};
    def.sensor = call->sensor;
    def.contacts = call->contacts;
    for (int k = 0; k < POINTS; k++) {
        zigzag[k] = caromVec2(k, 100 + k % 2);
    }
    switch (call->kind) {
    case SEGMENT:
        return errorOf(yard, caromShapeCreateSegment(world, body, &def, a, b).index != 0);
    case ONE_SIDED:
        return errorOf(yard, caromShapeCreateOneSided(world, body, &def, a, b).index != 0);
    case CIRCLE:
        return errorOf(yard, caromShapeCreateCircle(world, body, &def, a, 0.5).index != 0);
    case CAPSULE:
        return errorOf(yard, caromShapeCreateCapsule(world, body, &def, a, b, 0.5).index != 0);
    case BOX:
        return errorOf(yard, caromShapeCreateBox(world, body, &def, a, caromVec2(1, 2)).index != 0);
    case CHAIN:
        return errorOf(yard,
                       caromShapeCreateChain(world, body, &def, zigzag, POINTS, 0).index != 0);
    case POLYGON:
        return errorOf(yard, caromShapeCreatePolygon(world, body, &def, ring, 4).index != 0);
    case ELLIPSE:
        return errorOf(
            yard, caromShapeCreateEllipse(world, body, &def, a, caromVec2(2, 1), 0.001).index != 0);
    case REGION:
        return errorOf(yard, caromShapeCreateRegion(world, body, &def, ring, ends, 2).index != 0);
    default:
        return errorOf(yard, caromShapeCreateTiles(world, body, &def, &map).index != 0);
    }
}

static CaromError createLink(const Yard *yard, const Call *call, CaromShapeDef shape)
{
    CaromError error = CAROM_OK;
    CaromSectorLinkDef def = caromSectorLinkDef();
    def.wall.filter = def.portal.filter = shape.filter;
    def.portal.filter.mask = 1; // another kind
    def.wall.contacts = call->contacts;
    CaromSectorLink *link = caromSectorLinkCreate(yard->world, yard->sectors, &def, &error);
    ck_assert(link == NULL || caromSectorLinkDestroy(link) == CAROM_OK);
    return error;
}

static CaromError setGeometry(const Yard *yard, const Call *call)
{
    CaromVec2 points[POINTS];
    for (int k = 0; k < POINTS; k++) {
        points[k] = caromVec2(k, 50 + k % 3);
    }
    CaromGeometry chain =
        caromGeometry(CAROM_SHAPE_CHAIN, points, call->contacts ? POINTS : 4, 0.0);
    return caromShapeSetGeometry(yard->world, yard->wall, &chain);
}

static CaromError fireMany(const Yard *yard, const Call *call)
{
    CaromVec2 places[POINTS], velocities[POINTS];
    CaromProjectileDef def = caromProjectileDef();
    def.radius = 0.001 * (1 + call->body);
    def.meetMask = call->sensor;
    def.pierceLoss = call->contacts;
    def.onHit = call->contacts ? CAROM_HIT_PIERCE : CAROM_HIT_BOUNCE;
    for (int k = 0; k < POINTS; k++) {
        places[k] = caromVec2(k, 60);
        velocities[k] = caromVec2(1, k);
    }
    return caromProjectileFireMany(yard->world, &def, places, velocities, POINTS, NULL);
}

static CaromError make(const Yard *yard, const Call *call, CaromShapeDef def)
{
    CaromBodyDef body = caromBodyDef();
    body.type = call->body ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    body.parent = call->sensor ? yard->bodies[call->body] : body.parent;
    switch (call->kind) {
    case BODY:
        return errorOf(yard, caromBodyCreate(yard->world, &body).index != 0);
    case LINK:
        return createLink(yard, call, def);
    case GEOMETRY:
        return setGeometry(yard, call);
    case TILE:
        return caromShapeSetTile(yard->world, yard->map, call->body, 1 - call->sensor,
                                 call->contacts ? 7 : 0);
    case SENSOR:
        return caromShapeSetSensor(yard->world, call->body ? yard->map : yard->wall, call->sensor);
    case FILTER:
        return caromShapeSetFilter(yard->world, yard->wall, def.filter);
    case SHOTS:
        return fireMany(yard, call);
    default:
        return createShape(yard, call, def);
    }
}

// ---- what must hold

static void checkSame(const Yard *yard, const SnapshotBytes *before, const Call *call, int request)
{
    SnapshotBytes after = snapshotSave(yard->world);
    ck_assert_msg(after.size == before->size && memcmp(after.at, before->at, after.size) == 0,
                  "call %d on body %d, sensor %d, contacts %d, request %d", call->kind, call->body,
                  call->sensor, call->contacts, request);
    ck_assert(caromWorldValidate(yard->world));
    free(after.at);
}

/// Returns how often it was refused.
static int refuseAll(Yard *yard, const Call *call)
{
    SnapshotBytes before = snapshotSave(yard->world);
    CaromShapeDef def = nextDef(yard);
    uint64_t revision = yard->world->revision;
    CaromError error = CAROM_ERROR_MEMORY;
    int refused = 0;
    for (; error == CAROM_ERROR_MEMORY; refused++) {
        yard->meter.failFrom = yard->meter.calls + refused;
        error = make(yard, call, def);
        yard->meter.failFrom = METER_NEVER;
        if (error == CAROM_ERROR_MEMORY) {
            checkSame(yard, &before, call, refused);
            ck_assert(yard->world->revision == revision);
        }
    }
    ck_assert_msg(error == CAROM_OK, "call %d: %s", call->kind, caromErrorName(error));
    ck_assert(caromWorldValidate(yard->world));
    free(before.at);
    return refused - 1;
}

/// _i: a call, of each kind of body, sensors and solids, with contacts and without, in a world that
/// had none of it before; or after some of all the others.
TEST_LOOP(refused_memory_leaves_every_byte, CALLS)
{
    int refused = 0;
    for (int k = 0; k < 16; k++) {
        Yard yard;
        makeYard(&yard);
        Call call = {_i, k & 1, (k & 2) != 0, (k & 4) != 0};
        for (int other = 0; other < CALLS && k >= 8; other++) {
            Call before = {other, k & 1, (k & 4) != 0, (k & 2) != 0};
            refused += refuseAll(&yard, &before);
        }
        refused += refuseAll(&yard, &call);
        caromSectorMapDestroy(yard.sectors);
        caromWorldDestroy(yard.world);
        ck_assert_uint_eq(yard.meter.held, 0);
    }
    ck_assert_int_gt(refused, 100);
}
