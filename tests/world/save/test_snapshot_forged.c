// SPDX-License-Identifier: MIT
// Snapshots of spoilt worlds: their checksums are right, what they say is not. Each is refused, and
// one of the world as it was is not.
#include "../../../world/core/codec.h"
#include "../../../world/data/fields.h"
#include "../../../world/data/flight_pool.h"
#include "../../../world/flight/leg.h"
#include "../../../world/geometry/shape_storage.h"
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/snapshot_bytes.h"
#include "../../support/spoil.h"

// Bodies and shapes by slot, in the order of making; so are projectiles.
enum { FLOOR, LIFT, CABIN };
enum { GROUND, FRAME, MAP, BOX, BALL, ZONE, PLACE, DOOR };
enum { SLIDER, STUCK, PIERCER, SEEKER, MEETER, HEAVY, FALLING };

static void makeBodies(CaromWorld *world)
{
    CaromBodyDef def = caromBodyDef();
    caromBodyCreate(world, &def);
    def.type = CAROM_BODY_KINEMATIC;
    def.velocity = caromVec2(0.0, 0.0625);
    CaromBodyId lift = caromBodyCreate(world, &def);
    def.velocity = caromVec2(0.0, 0.0);
    def.parent = lift;
    caromBodyCreate(world, &def);
    ck_assert_ok(caromBodyDestroy(world, caromBodyCreate(world, &def)));
}

static void makeShapes(CaromWorld *world)
{
    static const CaromVec2 frame[] = {{-9, -9}, {9, -9}, {9, 9}, {-9, 9},
                                      {-8, -8}, {-8, 8}, {8, 8}, {8, -8}};
    static const int ends[] = {4, 8};
    static const uint16_t tiles[] = {1, 0, 2, 1};
    static const uint32_t materials[] = {1, 2, 3, 4};
    CaromTileMap map = {2, 2, 0.5, {3.0, 2.0}, tiles, 0.0};
    CaromShapeDef def = caromShapeDef();
    CaromBodyId floor = {FLOOR + 1, 1, world->tag}, lift = {LIFT + 1, 1, floor.world};
    def.contacts = true;
    def.friction = 0.01;
    caromShapeCreateSegment(world, floor, &def, caromVec2(-7, 0), caromVec2(7, 0));
    caromShapeCreateRegion(world, floor, &def, frame, ends, 2);
    caromShapeCreateTiles(world, floor, &def, &map);
    def.materials = materials;
    caromShapeCreateBox(world, floor, &def, caromVec2(-4, 3), caromVec2(1, 0.5));
    def.materials = NULL;
    caromShapeCreateCircle(world, lift, &def, caromVec2(1.0, -0.25), 0.5);
    def.sensor = true;
    caromShapeCreateBox(world, floor, &def, caromVec2(0, 4), caromVec2(7, 7));
    caromShapeCreateBox(world, floor, &def, caromVec2(0, 4), caromVec2(8, 7));
    def.sensor = false;
    CaromShapeId door =
        caromShapeCreateSegment(world, floor, &def, caromVec2(-7, 1), caromVec2(-6, 1));
    ck_assert_uint_eq(door.index, DOOR + 1);
    ck_assert_ok(caromShapeDestroy(world, door));
}

static CaromProjectileId fire(CaromWorld *world, CaromProjectileDef def, CaromVec2 from,
                              CaromVec2 velocity)
{
    def.position = from;
    def.velocity = velocity;
    return fireShot(world, &def);
}

static void fireAll(CaromWorld *world)
{
    CaromProjectileDef plain = caromProjectileDef(), def = plain;
    plain.restitution = 0.0;
    plain.friction = 0.01;
    fire(world, plain, caromVec2(-6.0, 0.01), caromVec2(2.0, 0.0));
    def.onHit = CAROM_HIT_STICK;
    fire(world, def, caromVec2(-4.0, 4.5), caromVec2(0.0, -3.0));
    def.onHit = CAROM_HIT_PIERCE;
    def.pierceDrag = 0.125;
    fire(world, def, caromVec2(-3.75, 2.0), caromVec2(0.0, 3.5));
    def = caromProjectileDef();
    def.turnRate = 1.0;
    CaromProjectileId seeker = fire(world, def, caromVec2(2.0, 6.0), caromVec2(1.0, 4.0));
    CaromBodyId lift = {LIFT + 1, 1, world->tag};
    ck_assert_ok(caromProjectileSetTarget(world, seeker, lift, caromVec2(0, 0)));
    ck_assert_ok(caromProjectileSetForce(world, seeker, caromVec2(1, 1), 9.0));
    def = caromProjectileDef();
    def.meetMask = 1;
    def.radius = 0.125;
    fire(world, def, caromVec2(4.0, 4.0), caromVec2(0.0, 4.0));
    def = caromProjectileDef();
    def.fuse = 7.0;
    def.acceleration = caromVec2(0.0, 1.0);
    fire(world, def, caromVec2(5.0, 5.0), caromVec2(0.0, 4.0));
    def = caromProjectileDef();
    def.restitution = 0.25;
    def.restTime = 1.0;
    fire(world, def, caromVec2(-1.0, 0.25), caromVec2(0.0, 0.0));
    ck_assert_ok(caromProjectileDestroy(world, fire(world, def, caromVec2(0, 2), def.velocity)));
}

static CaromWorld *makeWorld(void)
{
    CaromWorldDef def = newWorldDef();
    CaromSurface ice = caromSurface();
    def.gravity = caromVec2(0.0, -8.0);
    def.tag = 5;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    makeBodies(world);
    makeShapes(world);
    ck_assert_ok(caromWorldSetSurface(world, 1, 2, &ice));
    ck_assert_ok(caromWorldSetSurface(world, 2, 2, &ice));
    fireAll(world);
    for (int k = 1; k <= 12; k++) {
        caromWorldStepTo(world, k / 32.0);
    }
    const CrFlight *hot = world->flights.hot;
    ck_assert_int_eq(hot[SLIDER].mode, CAROM_PROJECTILE_SLIDING);
    ck_assert_int_eq(hot[STUCK].mode, CAROM_PROJECTILE_STUCK);
    ck_assert_int_eq(crFlightPierces(&world->flights, PIERCER)->count, 1);
    ck_assert_int_eq(hot[FALLING].mode, CAROM_PROJECTILE_SETTLING);
    ck_assert_int_gt(crArrayCount(world->touchings.all), 1);
    return world;
}

/// Whether the world, saved, can be restored; it is refused for no other reason than it says.
static bool isTaken(const CaromWorld *world, CaromWorld *other)
{
    SnapshotBytes bytes = snapshotSave(world);
    CaromError error = caromWorldRestore(other, bytes.at, bytes.size);
    free(bytes.at);
    ck_assert_msg(error == CAROM_OK || error == CAROM_ERROR_SNAPSHOT, "%s", caromErrorName(error));
    return error == CAROM_OK;
}

typedef struct Two {
    CaromWorld *world, *other;
} Two;

static Two makeTwo(void)
{
    Two two = {makeWorld(), newWorld()};
    return two;
}

static void destroyTwo(Two two)
{
    caromWorldDestroy(two.world);
    caromWorldDestroy(two.other);
}

#define FORGE(type, place, value) SPOIL_WITH(isTaken(world, two.other), type, place, value)
#define FORGE_BY(spoil, mend) SPOIL_BY(isTaken(world, two.other), spoil, mend)

TEST(slots_and_bodies)
{
    Two two = makeTwo();
    CaromWorld *world = two.world;
    CrBody *lift = &world->bodies[LIFT], *cabin = &world->bodies[CABIN];
    CrSlots *slots = &world->bodySlots;
    FORGE(double, world->time, 1e300);
    FORGE(double, world->editedAt, 1.0);
    FORGE(double, lift->anchorTime, -1.0);
    FORGE(double, lift->anchorTime, 1.0);
    FORGE(double, lift->own.time, -1.0);
    FORGE(double, lift->own.time, 1.0);
    FORGE(double, lift->own.spin, 1e200);
    FORGE(double, lift->spin, 1e200);
    FORGE(uint32_t, lift->parent, CABIN);
    FORGE(uint32_t, slots->freeIndices[0], 99);
    FORGE(uint32_t, slots->freeIndices[0], LIFT);
    FORGE(uint32_t, slots->ages[CABIN + 1], UINT32_MAX);
    FORGE(uint32_t, slots->ages[LIFT], 0);
    FORGE_BY(lift->transform.scale = cabin->transform.scale = caromVec2(1e-9, 1e-9),
             lift->transform.scale = cabin->transform.scale = caromVec2(1.0, 1.0));
    // one that is spent, and so not free
    crArraySetCount(slots->freeIndices, 0);
    slots->ages[CABIN + 1] = UINT32_MAX;
    ck_assert(isTaken(world, two.other) && caromWorldValidate(two.other));
    ck_assert(caromWorldHash(world) == caromWorldHash(two.other));
    destroyTwo(two);
}

TEST(shapes_and_keys)
{
    static int ends[] = {0};
    static uint32_t materials[99];
    Two two = makeTwo();
    CaromWorld *world = two.world;
    CrShape *shapes = world->shapes;
    CrShapeExtras *map = shapes[MAP].extras;
    FORGE(uint32_t, crShapeKeys(&shapes[BOX])[0], 999);
    FORGE(uint32_t, shapes[BOX].traits, 99);
    FORGE(uint32_t, crShapeKeys(&shapes[BOX])[0], crShapeKeys(&shapes[BALL])[0]);
    FORGE(double, shapes[BOX].edited, -1.0);
    FORGE(double, shapes[BOX].edited, 1.0);
    FORGE(double, shapes[BOX].extras->renewed, -1.0);
    FORGE(double, shapes[BOX].extras->renewed, 1.0);
    FORGE(bool, shapes[BOX].touched, true);
    FORGE(bool, shapes[BOX].oneSided, false);
    FORGE(int, shapes[GROUND].pointCount, 0);
    FORGE(uint8_t, shapes[FRAME].type, CAROM_SHAPE_POLYGON);
    FORGE(uint8_t, shapes[BOX].type, CAROM_SHAPE_REGION);
    FORGE(uint32_t *, map->materials, materials);
    FORGE(double, shapes[MAP].radius, -1.0);
    FORGE(double, shapes[MAP].radius, 1e300);
    FORGE_BY((map->ringEnds = ends, map->ringCount = 1),
             (map->ringEnds = NULL, map->ringCount = 0));
    destroyTwo(two);
}

TEST(tables_and_what_waits)
{
    Two two = makeTwo();
    CaromWorld *world = two.world;
    CrContact *touching = &world->touchings.all[0];
    FORGE(uint32_t, world->pairs[0].key, world->pairs[1].key);
    FORGE(double, world->pairs[0].surface.restitution, -1.0);
    FORGE(double, touching->since, -1.0);
    FORGE(double, touching->since, 1.0);
    FORGE(uint32_t, touching->a, touching->b);
    FORGE(uint32_t, touching->b, 99);
    FORGE(CrContact, world->touchings.all[1], *touching);
    CaromTransform moved = caromTransform(caromVec2(0.0, 0.0), 0.0, caromVec2(1, 1.0625));
    CaromBodyId floor = {FLOOR + 1, 1, world->tag};
    ck_assert_ok(caromBodySetTransform(world, floor, moved));
    CaromBox *edit = &world->edits.boxes[0];
    FORGE(double, edit->max.x, edit->min.x - 1.0);
    FORGE(double, edit->max.y, edit->min.y - 1.0);
    destroyTwo(two);
}

/// What steps have done is not left to be done: catching up took for ever.
TEST(nothing_was_due_in_the_past)
{
    Two two = makeTwo();
    CaromWorld *world = two.world;
    CaromProjectileDef def = caromProjectileDef();
    def.linearDrag = 0.5;
    fire(world, def, caromVec2(0.0, 30.0), caromVec2(1.0, 0.0));
    def.time = world->time + 9.0;
    uint32_t late = fire(world, def, caromVec2(1.0, 30.0), caromVec2(1.0, 0.0)).index - 1;
    caromWorldStepTo(world, 8.0);
    CrFlight *hot = world->flights.hot;
    uint32_t dragged = 0;
    while (!crFlightLives(&world->flights, dragged) ||
           world->flightDefs[hot[dragged].flightDef].def.linearDrag == 0.0) {
        dragged++;
    }
    double *start = &hot[dragged].start,
           *done = &crFlightOwn(&world->flights, dragged)->steering.done;
    ck_assert(hot[dragged].mode == CAROM_PROJECTILE_FLYING && *start == *done);
    FORGE_BY(*start = *done = *done - 1.0, *start = *done = *done + 1.0);
    FORGE(double, hot[late].start, 7.5);
    FORGE(double, crFlightOwn(&world->flights, dragged)->steering.forceTime, 7.5);
    FORGE(double, world->flights.tail[dragged].endTime, 7.5);
    destroyTwo(two);
}

/// Friction with the ground: no stop is overdue, nothing else pulls, and there is not too much.
TEST(no_stop_was_due_in_the_past)
{
    Two two = {newWorld(), newWorld()};
    CaromWorld *world = two.world;
    CaromProjectileDef def = caromProjectileDef();
    def.groundDeceleration = 0.125;
    uint32_t i = fire(world, def, caromVec2(0.0, 30.0), caromVec2(1.0, 0.0)).index - 1;
    caromWorldStepTo(world, 4.0); // it stops at 8 s
    CaromProjectileDef *flightDef = &world->flightDefs[world->flights.hot[i].flightDef].def;
    ck_assert(isTaken(world, two.other));
    FORGE(double, world->flights.hot[i].velocity.x, 0.25);
    FORGE(double, flightDef->groundDeceleration, 0.5);
    FORGE(double, flightDef->groundDeceleration, 1.1e9);
    FORGE(double, flightDef->acceleration.x, 1.0);
    destroyTwo(two);
}

/// Flights that should have bounced for a million seconds: they do so as often as in one window,
/// whether or not they have a record of their own, and are parked.
TEST(bounces_of_the_past_count_in_one_window)
{
    Two two = {newWorld(), newWorld()};
    CaromWorld *world = two.world;
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(-1, -9), caromVec2(-1, 9));
    newSegment(world, body, caromVec2(1, -9), caromVec2(1, 9));
    CaromProjectileDef ball = caromProjectileDef();
    fire(world, ball, caromVec2(0, 0), caromVec2(1, 0));
    ball.fuse = 2e6;
    fire(world, ball, caromVec2(0, 3), caromVec2(1, 0));
    ck_assert(!crFlightHasExtra(&world->flights, 0) && crFlightHasExtra(&world->flights, 1));
    ck_assert_int_eq(caromWorldStep(world, 0.5), CAROM_STEP_OK);
    world->time = world->queryTime = 1e6;
    ck_assert(isTaken(world, two.other));
    ck_assert_int_eq(caromWorldStep(two.other, 0.001), CAROM_STEP_PARKED);
    CaromCounters counters = caromWorldCounters(two.other);
    ck_assert(counters.parked == 2);
    ck_assert(counters.hits == 2 * two.other->eventLimit);
    ck_assert(caromWorldValidate(two.other));
    destroyTwo(two);
}

/// Edits of sensors, of which it never had one: the next step looked for what was within.
TEST(no_sensors_are_not_edited)
{
    Two two = {newWorld(), newWorld()};
    CaromWorld *world = two.world;
    CaromProjectileDef shot = caromProjectileDef();
    fire(world, shot, caromVec2(0, 0), caromVec2(1, 0));
    FORGE(bool, world->sensors.edited, true);
    destroyTwo(two);
}

TEST(flights)
{
    Two two = makeTwo();
    CaromWorld *world = two.world;
    CrFlights *f = &world->flights;
    CrFlight *heavy = &f->hot[HEAVY];
    FORGE(uint32_t, heavy->flightDef, 99);
    FORGE(double, heavy->place.x, 1e300);
    FORGE(double, heavy->place.y, 1e300);
    FORGE(double, heavy->velocity.x, 1e300);
    FORGE(double, heavy->start, -1.0);
    FORGE(double, heavy->start, 1e300);
    FORGE(double, f->tail[HEAVY].endTime, -1.0);
    FORGE(uint8_t, heavy->leg, heavy->leg & (uint8_t)~CR_LEG_EXTRA);
    FORGE(uint32_t, crFlightOwn(f, PIERCER)->pierces, CR_NONE);
    FORGE(uint32_t, f->free, HEAVY);
    FORGE(uint64_t, world->projectilePairs.legs, 0);
    destroyTwo(two);
}

TEST(extra_records)
{
    Two two = makeTwo();
    CaromWorld *world = two.world;
    CrFlights *f = &world->flights;
    CrFlightExtra *heavy = crFlightOwn(f, HEAVY), *seeker = crFlightOwn(f, SEEKER),
                  *slider = crFlightOwn(f, SLIDER), *stuck = crFlightOwn(f, STUCK),
                  *falling = crFlightOwn(f, FALLING);
    FORGE(double, heavy->acceleration.x, 1e300);
    FORGE(double, heavy->fuseTime, -1.0);
    FORGE(double, heavy->ignoreUntil, -1.5 * CR_NEVER);
    FORGE(double, heavy->after, -1.0);
    FORGE(double, heavy->after, 9.0);
    FORGE(uint32_t, heavy->supportKey, 999);
    FORGE(double, seeker->steering.force.x, 1e300);
    FORGE(double, seeker->steering.nextForce.y, 1e300);
    FORGE(double, seeker->steering.target.y, 1e300);
    FORGE(double, seeker->steering.forceTime, -1.0);
    FORGE(double, seeker->steering.done, 1.0);
    FORGE(double, falling->restTime, -1.0);
    FORGE(double, falling->restPlace.x, 1e300);
    FORGE(double, falling->settleSpeed, 1e300);
    FORGE(double, slider->slideEnd, -1.0);
    FORGE(double, slider->slideNormal.x, 3.0);
    slider->rides = true; // as on a body that spins
    FORGE(double, slider->slideSpeed, 1e300);
    FORGE(double, slider->slideEndSpeed, 1e300);
    FORGE(bool, slider->glued, true);
    FORGE(uint32_t, slider->supportKey, CR_NONE);
    slider->rides = false;
    FORGE(double, stuck->stuckLocal.x, 1e300);
    FORGE(double, stuck->stuckBaked.x, 1e300);
    FORGE(double, stuck->stuckPlace.x, 1e300);
    FORGE(uint32_t, stuck->stuckBody, 99);
    FORGE(uint32_t, stuck->stuckBody, LIFT);
    destroyTwo(two);
}

TEST(what_is_pierced_and_crossed)
{
    Two two = makeTwo();
    CaromWorld *world = two.world;
    CrPierced *pierced = &crFlightOwnPierces(&world->flights, PIERCER)->of[0];
    CrSensorCrossing *crossing = &world->flights.crossings[SEEKER];
    ck_assert_uint_ne(crossing->inside, CR_NONE);
    CrInside *first = &world->sensors.nodes[crossing->inside],
             *second = &world->sensors.nodes[first->next];
    ck_assert(first->shape == ZONE && second->shape == PLACE);
    FORGE(uint32_t, pierced->shape, 99);
    FORGE(uint32_t, pierced->shape, ZONE);
    FORGE(uint32_t, pierced->age, 9);
    FORGE(double, pierced->since, 1.0);
    FORGE(double, pierced->since, -1.0);
    FORGE(double, pierced->stops, -1.0);
    FORGE(double, pierced->place.x, 1e300);
    FORGE(double, crossing->crossed, 1.0);
    FORGE(double, first->since, 1.0);
    FORGE(uint32_t, first->shape, 99);
    FORGE(uint32_t, first->shape, BOX);
    FORGE(uint32_t, first->age, 9);
    FORGE(uint32_t, second->shape, ZONE);
    destroyTwo(two);
}

/// Where a part begins.
static size_t placeOf(SnapshotBytes bytes, const char *tag)
{
    size_t at = 0;
    while (memcmp(bytes.at + at, tag, 4) != 0) {
        at++;
        ck_assert_uint_lt(at + 4, bytes.size);
    }
    return at;
}

/// The edge that a leg passed last is saved by its key, which differs where there is none.
TEST(the_key_of_a_passed_edge)
{
    Two two = makeTwo();
    CrFlightExtra *piercer = crFlightOwn(&two.world->flights, PIERCER);
    piercer->passed = crPassedMake(two.world, BOX, 1);
    SnapshotBytes bytes = snapshotSave(two.world);
    piercer->passed.shape = CR_NONE;
    SnapshotBytes none = snapshotSave(two.world);
    ck_assert_uint_eq(none.size, bytes.size);
    size_t at = 0;
    while (bytes.at[at] == none.at[at]) {
        at++;
    }
    ck_assert_ok(caromWorldRestore(two.other, bytes.at, bytes.size));
    CrPassed read = crFlightExtra(&two.other->flights, PIERCER)->passed;
    ck_assert(read.shape == BOX && read.edge == 1 && crPassedIsThere(two.other, &read));
    uint32_t owned = (uint32_t)crArrayCount(two.world->keyOwners), spare = 0;
    while (spare < owned && two.world->keyOwners[spare].shape != CR_NONE) {
        spare++;
    }
    ck_assert(spare < owned && spare < 256); // owned by no shape: it is gone
    memset(bytes.at + at, 0, 4);
    bytes.at[at] = (uint8_t)spare;
    snapshotMendSum(bytes);
    ck_assert_ok(caromWorldRestore(two.other, bytes.at, bytes.size));
    ck_assert_uint_eq(crFlightExtra(&two.other->flights, PIERCER)->passed.shape, CR_NONE);
    bytes.at[at + 1] = 0x7f;
    snapshotMendSum(bytes);
    ck_assert_int_eq(caromWorldRestore(two.other, bytes.at, bytes.size), CAROM_ERROR_SNAPSHOT);
    destroyTwo(two);
    free(none.at);
    free(bytes.at);
}

/// Surfaces of pairs the other way round.
TEST(pairs_out_of_order)
{
    Two two = makeTwo();
    SnapshotBytes bytes = snapshotSave(two.world);
    size_t first = placeOf(bytes, "SURF") + 8, size = (placeOf(bytes, "RECI") - first) / 2;
    uint8_t kept[256];
    ck_assert_int_eq(bytes.at[first - 4], 2);
    ck_assert_uint_le(size, sizeof kept);
    memcpy(kept, bytes.at + first, size);
    memcpy(bytes.at + first, bytes.at + first + size, size);
    memcpy(bytes.at + first + size, kept, size);
    snapshotMendSum(bytes);
    ck_assert_int_eq(caromWorldRestore(two.other, bytes.at, bytes.size), CAROM_ERROR_SNAPSHOT);
    memcpy(bytes.at + first + size, bytes.at + first, size);
    memcpy(bytes.at + first, kept, size);
    snapshotMendSum(bytes);
    ck_assert_ok(caromWorldRestore(two.other, bytes.at, bytes.size));
    destroyTwo(two);
    free(bytes.at);
}

/// Each byte of them as 255 and as another one, with the sum put right.
TEST(shapes_of_other_bytes_are_refused_or_sound)
{
    Two two = makeTwo();
    SnapshotBytes bytes = snapshotSave(two.world);
    size_t first = placeOf(bytes, "SHAP"), end = placeOf(bytes, "EDIT");
    int taken = 0;
    for (size_t at = first; at < end; at++) {
        uint8_t was = bytes.at[at];
        for (int k = 0; k < 2; k++) {
            bytes.at[at] = k == 0 ? 0xff : (uint8_t)(was ^ 1);
            snapshotMendSum(bytes);
            CaromError error = caromWorldRestore(two.other, bytes.at, bytes.size);
            taken += error == CAROM_OK;
            ck_assert(error == CAROM_OK || error == CAROM_ERROR_SNAPSHOT);
            ck_assert_msg(caromWorldValidate(two.other), "byte %d", (int)(at - first));
        }
        bytes.at[at] = was;
    }
    ck_assert_int_gt(taken, 0); // user data, coordinates, …
    destroyTwo(two);
    free(bytes.at);
}

// ---- tables of fields

/// The first byte from which on no row, leaving out one of them, covers as much as no padding can
/// be: a whole structure has none.
static size_t firstUncovered(const CrFieldTable *table, size_t without)
{
    size_t at = 0, from = 0;
    for (; at < table->size; at++) {
        bool covered = false;
        for (size_t k = 0; k < table->count; k++) {
            const CrField *row = &table->fields[k];
            covered |= k != without && at >= row->at && at < (size_t)row->at + row->size;
        }
        from = covered ? at + 1 : from;
        if (at + 1 - from >= sizeof(double)) {
            return from;
        }
    }
    return at;
}

static void isCovered(const CrFieldTable *table)
{
    const size_t all = table->count;
    int stored = 0, found = 0;
    ck_assert_msg(firstUncovered(table, all) == table->size, "%s: no row for byte %d", table->name,
                  (int)firstUncovered(table, all));
    for (size_t k = 0; k < all; k++) {
        bool isLast = table->fields[k].kind == CR_FIELD_OTHER;
        stored += !isLast;
        found += firstUncovered(table, k) < table->size;
        ck_assert_msg(isLast == (table->fields[k].uses == 0), "%s, row %d", table->name, (int)k);
        ck_assert_msg(isLast || stored == (int)k + 1, "%s, row %d ends it", table->name, (int)k);
    }
    ck_assert_int_gt(stored, 0);
    ck_assert_int_lt(stored, (int)all);                   // one ends the walk
    ck_assert(found > 0 || table->size < sizeof(double)); // a missing one is noticed
}

TEST(tables_cover_their_structures)
{
#define IS_COVERED(name) isCovered(&name);
    CR_FIELD_TABLES(IS_COVERED)
#undef IS_COVERED
}
