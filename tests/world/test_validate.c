// SPDX-License-Identifier: MIT
// The walk that other tests trust: of a sound world one number after another is spoilt, the walk
// says so each time, and is content again when the number is back.
#include "../../world/data/flight_pool.h"
#include "../../world/flight/def_table.h"
#include "../../world/flight/leg.h"
#include "../../world/geometry/shape_storage.h"
#include "../../world/geometry/tile_border.h"
#include "../../world/index/hierarchy.h"
#include "../../world/index/moving_index.h"

#include "../support/builder.h"
#include "../support/spoil.h"

#include <math.h>

/// A number of a type, spoilt.
#define SPOIL(type, place, value) SPOIL_WITH(caromWorldValidate(world), type, place, value)

enum { FLOOR, DOOR, HANDLE, BODIES }; // slots, in the order of making

static CaromBodyId addBody(CaromWorld *world, CaromBodyType type, double spin, CaromBodyId parent)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    def.angularVelocity = spin;
    def.parent = parent;
    CaromBodyId id = caromBodyCreate(world, &def);
    ck_assert_uint_ne(id.index, 0);
    return id;
}

static void fire(CaromWorld *world, double x, uint64_t meetMask)
{
    CaromProjectileDef def = newShot(caromVec2(x, 5.0), caromVec2(1.0, 0.0));
    def.radius = 0.125;
    def.meetMask = meetMask;
    fireShot(world, &def);
}

/// Three bodies, the handle on the door; four shapes, one a sensor; four projectiles, two of which
/// may meet, one of which is gone.
static CaromWorld *makeWorld(void)
{
    CaromWorld *world = newWorld();
    CaromBodyId none = {0};
    CaromBodyId floor = addBody(world, CAROM_BODY_STATIC, 0.0, none);
    CaromBodyId door = addBody(world, CAROM_BODY_KINEMATIC, 0.5, none);
    addBody(world, CAROM_BODY_KINEMATIC, 0.0, door);
    CaromShapeDef def = caromShapeDef();
    CaromVec2 chain[] = {{-9, 0}, {0, 0}, {9, 1}};
    caromShapeCreateChain(world, floor, &def, chain, 3, 0);
    caromShapeCreateCircle(world, floor, &def, caromVec2(0, -3), 0.5);
    caromShapeCreateBox(world, door, &def, caromVec2(20, 0), caromVec2(1, 2));
    def.sensor = true;
    caromShapeCreateBox(world, floor, &def, caromVec2(0, 20), caromVec2(1, 1));
    fire(world, 0.0, 0);
    fire(world, 3.0, UINT64_MAX);
    fire(world, 6.0, UINT64_MAX);
    fire(world, 9.0, 0);
    CaromSurface surface = caromSurface();
    surface.ricochetAngle = 0.5;
    caromWorldSetSurface(world, 1, 1, &surface);
    caromWorldSetSurface(world, 2, 1, &surface);
    ck_assert_int_eq(caromWorldStep(world, 0.125), 0);
    return world;
}

TEST_WORLD(slots_and_bodies, makeWorld())
{
    CrBody *bodies = world->bodies;
    SPOIL(int, world->bodySlots.liveCount, BODIES - 1);
    SPOIL(uint32_t, bodies[HANDLE].parent, FLOOR);
    SPOIL(uint32_t, bodies[DOOR].firstChild, CR_NONE);
    SPOIL(uint32_t, bodies[FLOOR].nextSibling, DOOR);
    SPOIL(double, bodies[DOOR].spin, 0.0);
    SPOIL(double, bodies[HANDLE].spin, 7.0);
    SPOIL(int, world->movingIndex.spinners, 0);
    SPOIL(uint32_t, world->movingIndex.bodies[0], FLOOR);
    SPOIL(double, bodies[HANDLE].pivot.x, 7.0);
    SPOIL(double, bodies[HANDLE].drift.x, 7.0);
    SPOIL(double, bodies[HANDLE].velocity.x, 7.0);
    SPOIL(double, bodies[HANDLE].turn, 7.0);
    SPOIL(double, bodies[HANDLE].anchorTime, 7.0);
    SPOIL(uint32_t, bodies[DOOR].firstShape, CR_NONE);
}

enum { KNOB = BODIES, PIN, LATCH }; // on the door, but the pin on the floor

/// Each has links to those beside it.
TEST_WORLD(bodies_of_one_parent, makeWorld())
{
    CaromBodyId door = {DOOR + 1, 1, world->tag}, floor = {FLOOR + 1, 1, door.world};
    addBody(world, CAROM_BODY_KINEMATIC, 0.0, door);
    addBody(world, CAROM_BODY_KINEMATIC, 0.0, floor);
    addBody(world, CAROM_BODY_KINEMATIC, 0.0, door);
    CrBody *bodies = world->bodies;
    ck_assert(bodies[DOOR].firstChild == HANDLE && bodies[LATCH].previousSibling == KNOB);
    SPOIL(uint32_t, bodies[KNOB].previousSibling, LATCH);
    SPOIL(uint32_t, bodies[LATCH].previousSibling, HANDLE);
    SPOIL(uint32_t, bodies[LATCH].previousSibling, FLOOR);
    SPOIL(uint32_t, bodies[HANDLE].nextSibling, CR_NONE);
    SPOIL_BY(caromWorldValidate(world),
             (bodies[HANDLE].nextSibling = CR_NONE, bodies[KNOB].previousSibling = LATCH),
             (bodies[HANDLE].nextSibling = KNOB, bodies[KNOB].previousSibling = HANDLE));
    SPOIL_BY(caromWorldValidate(world),
             (bodies[KNOB].nextSibling = CR_NONE, bodies[PIN].nextSibling = LATCH,
              bodies[LATCH].previousSibling = PIN),
             (bodies[KNOB].nextSibling = LATCH, bodies[PIN].nextSibling = CR_NONE,
              bodies[LATCH].previousSibling = KNOB));
    SPOIL(int, bodies[DOOR].listed, bodies[HANDLE].listed);
    SPOIL(int, world->movingIndex.places[world->movingIndex.shapes[0]].listed, 7);
}

/// The table of pairs: lower keys on one side, lower priorities below.
TEST_WORLD(pairs_of_materials, makeWorld())
{
    CaromSurface surface = caromSurface();
    int parent = 0;
    for (uint32_t k = 3; k < 40; k++) {
        ck_assert_ok(caromWorldSetSurface(world, k, 1, &surface));
    }
    CrPair *pairs = world->pairs;
    while (pairs[parent].child[0] < 0 || pairs[parent].child[1] >= 0) {
        parent++;
    }
    int child = pairs[parent].child[0], root = world->pairRoot, second = pairs[root].child[0];
    SPOIL(double, pairs[child].ricochetSine, 7.0);
    SPOIL(int, world->pairRoot, -1);
    SPOIL(int, pairs[parent].child[0], -1);
    SPOIL_BY(caromWorldValidate(world),
             (pairs[parent].child[0] = -1, pairs[parent].child[1] = child),
             (pairs[parent].child[0] = child, pairs[parent].child[1] = -1));
    int full = 0, between = pairs[second].child[1];
    while (pairs[full].child[0] < 0 || pairs[full].child[1] < 0) {
        full++;
    }
    SPOIL(uint32_t, pairs[pairs[full].child[1]].key, pairs[full].key - 1);
    SPOIL_BY(
        caromWorldValidate(world), // the root below what was below it
        (world->pairRoot = second, pairs[second].child[1] = root, pairs[root].child[0] = between),
        (world->pairRoot = root, pairs[second].child[1] = between, pairs[root].child[0] = second));
}

TEST_WORLD(shapes_and_keys, makeWorld())
{
    CrShape *shapes = world->shapes;
    SPOIL(uint32_t, shapes[0].body, 99);
    SPOIL(int, shapes[0].pointCount, 4);
    SPOIL(int, shapes[0].edgeCount, 1);
    SPOIL(double, shapes[1].radius, -0.5);
    SPOIL(double, shapes[1].radius, NAN);
    SPOIL(uint32_t, shapes[0].next, CR_NONE);
    SPOIL(uint32_t, shapes[1].previous, CR_NONE);
    SPOIL(uint32_t, shapes[3].next, 0);
    SPOIL(uint32_t, world->keyOwners[crShapeKeys(&shapes[0])[1]].shape, 1);
    SPOIL(uint32_t, world->keyOwners[crShapeKeys(&shapes[0])[1]].feature, 0);
    SPOIL(int, world->edgeCount, world->edgeCount + 1);
    SPOIL(int, world->freeKeyCount, world->freeKeyCount + 1);
}

TEST(flights_and_recipes)
{
    CaromWorld *world = makeWorld();
    CrFlights *f = &world->flights;
    SPOIL(double, f->hot[0].place.x, NAN);
    SPOIL(double, f->hot[0].velocity.y, INFINITY);
    SPOIL(double, f->hot[0].start, INFINITY);
    SPOIL(double, f->next[0], NAN);
    SPOIL(uint32_t, f->hot[0].flightDef, 99);
    SPOIL(int, f->liveCount, 3);
    SPOIL(uint32_t, world->projectilePairs.all[0].flight, 2);
    SPOIL(uint64_t, world->flightDefs[0].def.meetMask, 1);
    SPOIL(double, world->flightDefs[0].def.restitution, 0.25);
    SPOIL(uint32_t, world->pairs[0].key, UINT32_MAX);
    SPOIL(double, world->pairs[1].ricochetSine, 0.5);
    SPOIL(double, world->pairs[1].surface.ricochetAngle, 0.25);
    caromWorldDestroy(world);
}

/// What the first world has none of: slots that are free, tiles, a region, several materials, a
/// pierced shape.
static CaromWorld *makeRichWorld(void)
{
    static const CaromVec2 frame[] = {{-9, -9}, {9, -9}, {9, 9}, {-9, 9},
                                      {-8, -8}, {-8, 8}, {8, 8}, {8, -8}};
    static const int ends[] = {4, 8};
    static const uint16_t tiles[] = {1, 0, 2, 1};
    CaromWorld *world = newWorld();
    CaromBodyId none = {0};
    CaromBodyId floor = addBody(world, CAROM_BODY_STATIC, 0.0, none);
    CaromBodyId lift = addBody(world, CAROM_BODY_KINEMATIC, 0.0, none);
    addBody(world, CAROM_BODY_KINEMATIC, 0.0, lift);
    CaromTransform up = caromTransform(caromVec2(0.0, 1.0), 0.0, caromVec2(1.0, 1.0));
    ck_assert_ok(caromBodySetTransform(world, lift, up));
    CaromShapeDef def = caromShapeDef();
    CaromTileMap map = {2, 2, 0.5, {3.0, 2.0}, tiles, 0.0};
    caromShapeCreateRegion(world, floor, &def, frame, ends, 2);
    caromShapeCreateTiles(world, floor, &def, &map);
    caromShapeCreateCircle(world, lift, &def, caromVec2(0, -3), 0.5);
    caromShapeCreateCapsule(world, floor, &def, caromVec2(-3, 0), caromVec2(-3, 1), 0.5);
    def.sensor = true;
    caromShapeCreateBox(world, floor, &def, caromVec2(0, 5), caromVec2(1, 1));
    CaromBodyId gone = addBody(world, CAROM_BODY_STATIC, 0.0, none);
    ck_assert_ok(caromBodyDestroy(world, gone));
    CaromProjectileDef shot = caromProjectileDef();
    shot.onHit = CAROM_HIT_PIERCE;
    shot.meetMask = 1;
    shot.radius = 0.125;
    shot.acceleration = caromVec2(0.0, 1.0);
    shot.position = caromVec2(-5.0, 0.5);
    shot.velocity = caromVec2(12.0, 0.0);
    caromProjectileFire(world, &shot);
    shot.position = caromVec2(2.0, 4.0);
    ck_assert_ok(caromProjectileDestroy(world, caromProjectileFire(world, &shot)));
    ck_assert_int_eq(caromWorldStep(world, 0.125), 0);
    return world;
}

enum { REGION, MAP, BALL, PILL, ZONE };

TEST(slots_that_are_free)
{
    CaromWorld *world = makeRichWorld();
    CrSlots *slots = &world->bodySlots;
    CrFlights *f = &world->flights;
    uint32_t *unused = slots->freeIndices;
    SPOIL(uint32_t, unused[0], 99);
    SPOIL(uint32_t, unused[0], 0);
    SPOIL(uint32_t, slots->ages[unused[0]], UINT32_MAX);
    SPOIL_BY(caromWorldValidate(world), crArraySetCount(unused, 0), crArraySetCount(unused, 1));
    SPOIL(int, world->shapeSlots.liveCount, 1);
    SPOIL(uint32_t, f->free, 99);
    SPOIL(uint32_t, f->free, 0);
    SPOIL(uint32_t, f->tail[1].age, UINT32_MAX);
    SPOIL(uint32_t, f->hot[1].nextKey, 1); // again and again
    SPOIL(uint32_t, f->free, CR_NONE);
    SPOIL(uint32_t, world->recipeKinds.entries[0].users, 2);
    SPOIL(uint32_t, world->matterKinds.entries[0].users, 99);
    caromWorldDestroy(world);
}

TEST(bodies_and_layers)
{
    CaromWorld *world = makeRichWorld();
    CrBody *bodies = world->bodies;
    uint32_t *listed = world->movingIndex.bodies, *shapes = world->movingIndex.shapes;
    SPOIL(uint32_t, bodies[HANDLE].parent, 99);
    SPOIL(double, bodies[HANDLE].transform.scale.x, 1e-20);
    SPOIL(uint32_t, listed[0], 99);
    SPOIL_BY(caromWorldValidate(world), crArraySetCount(listed, 1), crArraySetCount(listed, 2));
    SPOIL_BY(caromWorldValidate(world), crArraySetCount(shapes, 0), crArraySetCount(shapes, 1));
    SPOIL(int, world->grid.count, 99);
    SPOIL(uint64_t, world->boxes.used, 0);
    SPOIL(uint64_t, world->sensors.boxes.used, 0);
    SPOIL(uint64_t, world->projectilePairs.boxes.used, 1);
    CaromBox zone = crShapeBox(&world->shapes[ZONE]);
    SPOIL_BY(caromWorldValidate(world), crBoxCellsRemove(&world->sensors.boxes, ZONE, zone),
             crBoxCellsInsert(&world->sensors.boxes, ZONE, zone));
    caromWorldDestroy(world);
}

TEST_WORLD(shapes_of_every_kind, makeRichWorld())
{
    CrShape *shapes = world->shapes;
    CrShapeExtras *region = shapes[REGION].extras, *map = shapes[MAP].extras;
    CrTileMesh *mesh = &map->tiles->mesh;
    SPOIL(double, shapes[BALL].radius, 0.0);
    SPOIL(uint8_t, shapes[MAP].type, CAROM_SHAPE_POLYGON);
    SPOIL(uint8_t, shapes[REGION].type, CAROM_SHAPE_POLYGON);
    SPOIL(int, region->ringEnds[1], 7);
    SPOIL(int, mesh->count, mesh->count - 1);
    SPOIL(int32_t, mesh->edges[0].hi, mesh->edges[0].hi + 1);
    SPOIL(int, mesh->next[0][0], mesh->next[0][1]);
    SPOIL(int, mesh->next[1][mesh->next[0][0]], 1);
    SPOIL(uint16_t, map->tiles->cells[1], 1);
    SPOIL(uint32_t, world->grid.items[crShapeKeys(&shapes[PILL])[0]].flags, 0);
    CaromBox box = crShapeBox(&shapes[MAP]), wide = box, high = box;
    wide.min.x = box.max.x + 1.0;
    high.min.y = box.max.y + 1.0;
    SPOIL_BY(caromWorldValidate(world), crShapeSetBox(&shapes[MAP], wide),
             crShapeSetBox(&shapes[MAP], box));
    SPOIL_BY(caromWorldValidate(world), crShapeSetBox(&shapes[MAP], high),
             crShapeSetBox(&shapes[MAP], box));
}

TEST(flights_with_records)
{
    CaromWorld *world = makeRichWorld();
    CrFlights *f = &world->flights;
    CrFlightExtra *extra = crFlightOwn(f, 0);
    ck_assert_int_eq(crFlightPierces(f, 0)->count, 1);
    SPOIL(uint32_t, extra->flight, 1);
    double *pull = &f->pulls[f->hot[0].flightDef].of[f->hot[0].leg & CR_LEG_PULL_B ? 1 : 0].x;
    SPOIL(double, *pull, INFINITY);
    SPOIL(uint8_t, f->hot[0].mode, 99);
    SPOIL(uint8_t, f->hot[0].nextKind, 99);
    SPOIL(int, crFlightOwnPierces(f, 0)->count, -1);
    SPOIL(int, crFlightOwnPierces(f, 0)->count, 99);
    SPOIL(bool, world->projectilePairs.all[0].listed, !world->projectilePairs.all[0].listed);
    SPOIL(uint32_t, world->projectilePairs.all[0].flight, 1);
    caromWorldDestroy(world);
}
