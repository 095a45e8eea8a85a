// SPDX-License-Identifier: MIT
// The walk that other tests trust: of a sound world one number after another is spoilt, the walk
// says so each time, and is content again when the number is back.
#include "../world/family.h"
#include "../world/flight.h"
#include "../world/flight_slots.h"
#include "../world/kinematics.h"
#include "../world/recipe.h"
#include "../world/shape_room.h"

#include "spoil.h"

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
    CaromProjectileDef def = caromProjectileDef();
    def.position = caromVec2(x, 5.0);
    def.velocity = caromVec2(1.0, 0.0);
    def.radius = 0.125;
    def.meetMask = meetMask;
    ck_assert_uint_ne(caromProjectileFire(world, &def).index, 0);
}

/// Three bodies, the handle on the door; four shapes, one a sensor; four projectiles, two of which
/// may meet, one of which is gone.
static CaromWorld *makeWorld(void)
{
    CaromWorldDef worldDef = caromWorldDef();
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
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

START_TEST(slots_and_bodies)
{
    CaromWorld *world = makeWorld();
    CrBody *bodies = world->bodies;
    SPOIL(int, world->bodySlots.liveCount, BODIES - 1);
    SPOIL(uint32_t, bodies[HANDLE].parent, FLOOR);
    SPOIL(uint32_t, bodies[DOOR].firstChild, CR_NONE);
    SPOIL(uint32_t, bodies[FLOOR].nextSibling, DOOR);
    SPOIL(double, bodies[DOOR].spin, 0.0);
    SPOIL(double, bodies[HANDLE].spin, 7.0);
    SPOIL(int, world->kinematics.spinners, 0);
    SPOIL(uint32_t, world->kinematics.bodies[0], FLOOR);
    SPOIL(uint32_t, bodies[DOOR].firstShape, CR_NONE);
    caromWorldDestroy(world);
}
END_TEST

START_TEST(shapes_and_keys)
{
    CaromWorld *world = makeWorld();
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
    caromWorldDestroy(world);
}
END_TEST

START_TEST(flights_and_recipes)
{
    CaromWorld *world = makeWorld();
    CrFlights *f = &world->flights;
    SPOIL(double, f->hot[0].place.x, NAN);
    SPOIL(double, f->hot[0].velocity.y, INFINITY);
    SPOIL(double, f->hot[0].start, INFINITY);
    SPOIL(double, f->next[0], NAN);
    SPOIL(uint32_t, f->hot[0].recipe, 99);
    SPOIL(int, f->liveCount, 3);
    SPOIL(uint32_t, world->partners.all[0].flight, 2);
    SPOIL(uint64_t, world->recipes[0].def.meetMask, 1);
    SPOIL(double, world->recipes[0].def.restitution, 0.25);
    SPOIL(uint32_t, world->pairs[0].key, UINT32_MAX);
    SPOIL(double, world->pairs[1].ricochetSine, 0.5);
    SPOIL(double, world->pairs[1].surface.ricochetAngle, 0.25);
    caromWorldDestroy(world);
}
END_TEST

Suite *testValidateSuite(void)
{
    Suite *suite = suite_create("validate");
    TCase *tc = tcase_create("spoilt");
    tcase_add_test(tc, slots_and_bodies);
    tcase_add_test(tc, shapes_and_keys);
    tcase_add_test(tc, flights_and_recipes);
    suite_add_tcase(suite, tc);
    return suite;
}
