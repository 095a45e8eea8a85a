// SPDX-License-Identifier: MIT
// Snapshots: whatever is not one, byte for byte, is refused, and nothing has changed; what is
// accepted, whatever it is, is a sound world. And what ids, buffers and empty worlds come to.
#include "../../../world/core/codec.h"
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/meter.h"
#include "../../support/snapshot_bytes.h"

// ---- a small world of everything

typedef struct Corner {
    CaromWorld *world;
    CaromBodyId floor, lift;
    CaromShapeId sensor, box;
    CaromProjectileId pending;
} Corner;

static void fireInto(Corner *corner, CaromHitAction onHit, double x)
{
    CaromProjectileDef def = newShot(caromVec2(x, 1.5), caromVec2(0.25, -1.0));
    def.onHit = onHit;
    def.restitution = 0.5;
    def.pierceDrag = 0.5;
    def.radius = 0.05;
    def.meetMask = x > 1.0 ? 1 : 0;
    def.ignoreBody = corner->lift;
    fireShot(corner->world, &def);
}

static void fillCorner(Corner *corner)
{
    static const CaromVec2 frame[] = {{-9, -9}, {9, -9}, {9, 9}, {-9, 9},
                                      {-8, -8}, {8, -8}, {8, 8}, {-8, 8}};
    static const int ends[] = {4, 8};
    static const uint16_t tiles[] = {1, 0, 2, 1};
    static const uint32_t materials[] = {1, 2, 3, 4};
    CaromWorld *w = corner->world;
    CaromShapeDef def = caromShapeDef(), zone = def;
    CaromTileMap map = {2, 2, 0.5, {2.0, -1.0}, tiles, 0.0};
    CaromSurface ice = caromSurface();
    def.contacts = true;
    caromShapeCreateRegion(w, corner->floor, &def, frame, ends, 2);
    caromShapeCreateTiles(w, corner->floor, &def, &map);
    def.materials = materials;
    corner->box = caromShapeCreateBox(w, corner->floor, &def, caromVec2(0, 0), caromVec2(1, 0.5));
    def.materials = NULL;
    def.friction = 0.5;
    caromShapeCreateCircle(w, corner->lift, &def, caromVec2(1.2, 0.25), 0.5);
    zone.sensor = true;
    corner->sensor =
        caromShapeCreateBox(w, corner->floor, &zone, caromVec2(0, 1), caromVec2(3, 0.75));
    ck_assert_uint_ne(corner->sensor.index, 0);
    ck_assert_ok(caromWorldSetSurface(w, 1, 2, &ice));
    for (int k = 0; k < 6; k++) {
        fireInto(corner, (CaromHitAction)k, -0.5 + 0.4 * k);
    }
    CaromProjectileDef later = caromProjectileDef();
    later.time = 5.0;
    corner->pending = caromProjectileFire(w, &later);
}

/// A world in which something of every kind is under way, and edits wait for the next step.
static Corner makeCorner(const CaromAllocator *allocator)
{
    Corner corner;
    CaromWorldDef def = newWorldDef();
    CaromBodyDef body = caromBodyDef();
    def.gravity = caromVec2(0.0, -1.0);
    def.tag = 11;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    corner.world = caromWorldCreate(&def, NULL);
    corner.floor = caromBodyCreate(corner.world, &body);
    body.type = CAROM_BODY_KINEMATIC;
    body.velocity = caromVec2(0.0, 0.0625);
    corner.lift = caromBodyCreate(corner.world, &body);
    body.parent = corner.lift;
    caromBodyCreate(corner.world, &body);
    fillCorner(&corner);
    for (int k = 1; k <= 9; k++) {
        caromWorldStepTo(corner.world, k / 8.0);
    }
    CaromBlast blast = caromBlast();
    blast.radius = blast.impulse = 1.0;
    CaromTransform moved = caromTransform(caromVec2(0.0, 0.125), 0.0, caromVec2(1, 1));
    ck_assert_ok(caromWorldExplode(corner.world, caromVec2(0, 2), &blast));
    ck_assert_ok(caromBodySetTransform(corner.world, corner.floor, moved));
    ck_assert_int_gt(caromWorldCounters(corner.world).contacts, 0);
    return corner;
}

// ---- what is refused

typedef struct Refusals {
    CaromWorld *world;
    uint64_t hash;
} Refusals;

static void refuse(const Refusals *refusals, const uint8_t *bytes, size_t size, CaromError expected)
{
    CaromError error = caromWorldRestore(refusals->world, bytes, size);
    ck_assert_msg(error == expected, "%s", caromErrorName(error));
    ck_assert_int_eq(caromWorldLastError(refusals->world), expected);
}

static Refusals refusalsOf(CaromWorld *world)
{
    Refusals refusals = {world, caromWorldHash(world)};
    return refusals;
}

TEST_LOOP(every_changed_byte_is_refused, 8)
{
    enum { SHARES = 8 };
    Corner corner = makeCorner(NULL);
    SnapshotBytes bytes = snapshotSave(corner.world);
    Refusals refusals = refusalsOf(corner.world);
    for (size_t k = (size_t)_i; k < bytes.size; k += SHARES) {
        for (int change = 1; change < 256; change += 256 / flightTestShare(256)) {
            bytes.at[k] ^= (uint8_t)change;
            refuse(&refusals, bytes.at, bytes.size, CAROM_ERROR_SNAPSHOT);
            bytes.at[k] ^= (uint8_t)change;
        }
    }
    ck_assert(caromWorldHash(corner.world) == refusals.hash);
    ck_assert_ok(caromWorldRestore(corner.world, bytes.at, bytes.size));
    ck_assert(caromWorldHash(corner.world) == refusals.hash);
    caromWorldDestroy(corner.world);
    free(bytes.at);
}

TEST(every_cut_is_refused)
{
    Corner corner = makeCorner(NULL);
    SnapshotBytes bytes = snapshotSave(corner.world);
    Refusals refusals = refusalsOf(corner.world);
    for (size_t size = 0; size < bytes.size; size++) {
        uint8_t *cut = malloc(size + 1); // of its very size, so that reading past it shows
        memcpy(cut + 1, bytes.at, size);
        refuse(&refusals, cut + 1, size, CAROM_ERROR_SNAPSHOT);
        free(cut);
    }
    ck_assert(caromWorldHash(corner.world) == refusals.hash);
    caromWorldDestroy(corner.world);
    free(bytes.at);
}

TEST(foreign_files_and_other_versions_are_refused)
{
    Corner corner = makeCorner(NULL);
    SnapshotBytes bytes = snapshotSave(corner.world);
    Refusals refusals = refusalsOf(corner.world);
    uint8_t text[4096];
    for (size_t k = 0; k < sizeof text; k++) {
        text[k] = (uint8_t) "PNG and other files "[k % 20];
    }
    refuse(&refusals, text, sizeof text, CAROM_ERROR_SNAPSHOT);
    memset(text, 0, sizeof text);
    refuse(&refusals, text, sizeof text, CAROM_ERROR_SNAPSHOT);
    memset(text, 0xff, sizeof text);
    refuse(&refusals, text, sizeof text, CAROM_ERROR_SNAPSHOT);
    bytes.at[8]++; // its version
    snapshotMendSum(bytes);
    refuse(&refusals, bytes.at, bytes.size, CAROM_ERROR_VERSION);
    ck_assert(caromWorldHash(corner.world) == refusals.hash);
    caromWorldDestroy(corner.world);
    free(bytes.at);
}

/// Bytes that were meant: whatever is accepted is a sound world, which can be stepped and saved.
TEST_SEEDS(what_is_forged_is_refused_or_sound, flightTestRounds(16, 20))
{
    Corner corner = makeCorner(NULL);
    SnapshotBytes bytes = snapshotSave(corner.world);
    uint8_t *original = malloc(bytes.size);
    memcpy(original, bytes.at, bytes.size);
    int accepted = 0;
    for (int k = 0; k < 600; k++) {
        memcpy(bytes.at, original, bytes.size);
        for (int n = testRandomInt(&random, 1, 3); n > 0; n--) {
            int at = testRandomInt(&random, 20, (int)bytes.size - 9);
            int bit = 1 << testRandomInt(&random, 0, 7);
            bytes.at[at] = testRandomInt(&random, 0, 3) > 0 ? (uint8_t)(bytes.at[at] ^ bit)
                                                            : (uint8_t)testRandomU32(&random);
        }
        snapshotMendSum(bytes);
        uint64_t hash = caromWorldHash(corner.world);
        CaromError error = caromWorldRestore(corner.world, bytes.at, bytes.size);
        if (error != CAROM_OK) {
            ck_assert_int_eq(error, CAROM_ERROR_SNAPSHOT);
            ck_assert(caromWorldHash(corner.world) == hash);
        } else {
            ck_assert_msg(caromWorldValidate(corner.world), "seed %d case %d", _i, k);
            caromWorldStep(corner.world, 0.25);
            accepted++;
        }
    }
    ck_assert_int_gt(accepted, 50); // user data, velocities, …
    caromWorldDestroy(corner.world);
    free(bytes.at);
    free(original);
}

TEST(memory_may_fail_anywhere)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    Corner corner = makeCorner(&allocator);
    SnapshotBytes bytes = snapshotSave(corner.world);
    for (int k = 1; k <= 8; k++) {
        caromWorldStep(corner.world, 0.25);
    }
    uint64_t hash = caromWorldHash(corner.world);
    CaromError error = CAROM_ERROR_MEMORY;
    int refused = -1;
    while (error == CAROM_ERROR_MEMORY) {
        size_t held = meter.held;
        refused++;
        meter.failFrom = meter.calls + refused;
        error = caromWorldRestore(corner.world, bytes.at, bytes.size);
        ck_assert(error == CAROM_OK || (meter.held == held && error == CAROM_ERROR_MEMORY &&
                                        caromWorldHash(corner.world) == hash));
    }
    meter.failFrom = METER_NEVER;
    ck_assert_ok(error);
    ck_assert_int_gt(refused, 40);
    ck_assert(caromWorldHash(corner.world) != hash && caromWorldValidate(corner.world));
    ck_assert_int_eq(caromWorldCounters(corner.world).bytes, (int64_t)meter.held);
    caromWorldDestroy(corner.world);
    ck_assert_uint_eq(meter.held, 0);
    free(bytes.at);
}

// ---- what it means

TEST(ids_of_the_saved_world_are_valid)
{
    Corner corner = makeCorner(NULL);
    SnapshotBytes bytes = snapshotSave(corner.world);
    CaromShapeId since = newCircle(corner.world, corner.floor, caromVec2(30.0, 0.0), 1.0);
    ck_assert_ok(caromShapeDestroy(corner.world, corner.box));
    CaromWorld *worlds[2] = {corner.world, newWorld()};
    CaromBodyId before = newRest(worlds[1]);
    for (int k = 0; k < 2; k++) {
        ck_assert_ok(caromWorldRestore(worlds[k], bytes.at, bytes.size));
        ck_assert(caromShapeIsValid(worlds[k], corner.box));
        ck_assert(caromShapeIsSensor(worlds[k], corner.sensor));
        ck_assert(caromBodyIsValid(worlds[k], corner.lift));
        ck_assert(caromProjectileIsValid(worlds[k], corner.pending));
        ck_assert(!caromShapeIsValid(worlds[k], since));
        ck_assert_int_eq(caromBodyDestroy(worlds[k], before), CAROM_ERROR_FOREIGN_ID);
    }
    caromWorldDestroy(worlds[0]);
    caromWorldDestroy(worlds[1]);
    free(bytes.at);
}

TEST(a_buffer_that_is_too_small_is_left_alone)
{
    Corner corner = makeCorner(NULL);
    size_t size = caromWorldSnapshotSize(corner.world), written = 1;
    uint8_t *buffer = malloc(size + 8);
    memset(buffer, 0x5a, size + 8);
    ck_assert_int_eq(caromWorldSave(corner.world, buffer, size - 1, &written), CAROM_ERROR_BUFFER);
    for (size_t k = 0; k < size + 8; k++) {
        ck_assert_uint_eq(buffer[k], 0x5a);
    }
    ck_assert_uint_eq(written, 1);
    ck_assert_ok(caromWorldSave(corner.world, buffer, size + 8, &written));
    ck_assert(written == size && buffer[size] == 0x5a);
    ck_assert_ok(
        caromWorldRestore(corner.world, buffer, size + 8)); // what follows is no part of it
    caromWorldDestroy(corner.world);
    free(buffer);
}

/// Of an unchanging world: the same on every machine, in every order of bytes.
TEST(the_bytes_are_what_they_were)
{
    Corner corner = makeCorner(NULL);
    SnapshotBytes bytes = snapshotSave(corner.world);
    ck_assert_uint_eq(bytes.size, 4814);
    ck_assert_uint_eq(crStreamSum(bytes.at, bytes.size), 11805339001138374673u);
    caromWorldDestroy(corner.world);
    free(bytes.at);
}

TEST_WORLD(an_empty_world_is_one_too, newWorld())
{
    Corner corner = makeCorner(NULL);
    SnapshotBytes bytes = snapshotSave(world);
    ck_assert_ok(caromWorldRestore(corner.world, bytes.at, bytes.size));
    ck_assert(caromWorldHash(corner.world) == caromWorldHash(world));
    ck_assert(caromWorldValidate(corner.world));
    ck_assert_int_eq(caromWorldCounters(corner.world).shapes, 0);
    ck_assert_int_eq(caromWorldStep(corner.world, 1.0), CAROM_STEP_OK);
    caromWorldDestroy(corner.world);
    free(bytes.at);
}
