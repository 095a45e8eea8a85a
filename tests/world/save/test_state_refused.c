// SPDX-License-Identifier: MIT
// The moving state, raw: what is refused, and that nothing has changed then; and that a restore
// allocates no memory.
#include "../../../world/data/revision.h"
#include "../../../world/data/world.h"
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/meter.h"
#include "../../support/snapshot_bytes.h"

#include <string.h>

/// A room with a lift, a zone and a tile map.
typedef struct Room {
    CaromWorld *world;
    CaromBodyId floor, lift;
    CaromShapeId wall, zone, tiles, cabin;
    CaromProjectileId shot;
} Room;

static Room makeRoom(const CaromAllocator *allocator, bool hasJournal)
{
    static const uint16_t tiles[] = {1, 0, 2, 1};
    Room room;
    CaromWorldDef def = newWorldDef();
    CaromBodyDef body = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromTileMap map = {2, 2, 0.5, {2.0, -1.0}, tiles, 0.0};
    def.gravity = caromVec2(0.0, -1.0);
    def.tag = 3;
    def.rollbackBytes = hasJournal ? def.rollbackBytes : 0;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    room.world = caromWorldCreate(&def, NULL);
    room.floor = caromBodyCreate(room.world, &body);
    body.type = CAROM_BODY_KINEMATIC;
    body.velocity = caromVec2(0.0, 0.25);
    room.lift = caromBodyCreate(room.world, &body);
    room.wall =
        caromShapeCreateBox(room.world, room.floor, &shape, caromVec2(0, -3), caromVec2(9, 0.5));
    room.tiles = caromShapeCreateTiles(room.world, room.floor, &shape, &map);
    room.cabin =
        caromShapeCreateBox(room.world, room.lift, &shape, caromVec2(-3, 0), caromVec2(1, 0.25));
    shape.sensor = true;
    room.zone = caromShapeCreateCircle(room.world, room.lift, &shape, caromVec2(0, 0), 2.0);
    CaromProjectileDef shot = caromProjectileDef();
    for (int k = 0; k < 20; k++) {
        shot.position = caromVec2(-3.0 + 0.3 * k, 1.0);
        shot.velocity = caromVec2(1.0, -1.0);
        shot.restitution = 0.5;
        shot.meetMask = k % 2 ? 1 : 0;
        shot.radius = 0.1;
        shot.onHit = k % 5 == 0 ? CAROM_HIT_PIERCE : CAROM_HIT_BOUNCE;
        room.shot = caromProjectileFire(room.world, &shot);
        ck_assert_uint_ne(room.shot.index, 0);
    }
    for (int k = 0; k < 40; k++) {
        caromWorldStep(room.world, 0.05);
    }
    return room;
}

static void refuse(CaromWorld *world, const void *state, size_t size, CaromError expected)
{
    CaromError error = caromWorldRestoreState(world, state, size);
    ck_assert_msg(error == expected, "%s", caromErrorName(error));
    ck_assert_int_eq(caromWorldLastError(world), expected);
}

TEST(what_is_cut_or_written_over_is_refused)
{
    Room room = makeRoom(NULL, true);
    SnapshotBytes state = stateSave(room.world);
    uint64_t hash = caromWorldHash(room.world);
    caromWorldStep(room.world, 0.05);
    uint64_t after = caromWorldHash(room.world);
    for (size_t size = 0; size < state.size; size++) {
        char *cut = malloc(size + 1); // of its very size, so that reading past it shows
        memcpy(cut + 1, state.at, size);
        refuse(room.world, cut + 1, size, CAROM_ERROR_SNAPSHOT);
        free(cut);
    }
    for (size_t k = 0; k < 128; k++) { // its head, byte by byte, and its end
        state.at[k] ^= 1;
        refuse(room.world, state.at, state.size, CAROM_ERROR_SNAPSHOT);
        state.at[k] ^= 1;
    }
    state.at[state.size - 1] ^= 1;
    refuse(room.world, state.at, state.size, CAROM_ERROR_SNAPSHOT);
    state.at[state.size - 1] ^= 1;
    ck_assert(caromWorldHash(room.world) == after);
    char *odd = malloc(state.size + 3); // of any alignment, and longer
    memcpy(odd + 1, state.at, state.size);
    ck_assert_ok(caromWorldRestoreState(room.world, odd + 1, state.size + 2));
    ck_assert(caromWorldHash(room.world) == hash);
    free(odd);
    free(state.at);
    caromWorldDestroy(room.world);
}

TEST(what_another_world_saved_is_refused)
{
    Room room = makeRoom(NULL, true), other = makeRoom(NULL, true);
    SnapshotBytes state = stateSave(room.world), file = snapshotSave(room.world);
    uint64_t hash = caromWorldHash(other.world);
    refuse(other.world, state.at, state.size, CAROM_ERROR_SNAPSHOT);
    refuse(other.world, file.at, file.size, CAROM_ERROR_SNAPSHOT);
    ck_assert_int_eq(caromWorldRestore(other.world, state.at, state.size), CAROM_ERROR_SNAPSHOT);
    ck_assert(caromWorldHash(other.world) == hash);
    uint8_t few[8] = {0};
    size_t size = 5;
    ck_assert_int_eq(caromWorldSaveState(room.world, few, sizeof few, &size), CAROM_ERROR_BUFFER);
    ck_assert_int_eq(
        caromWorldSaveState(room.world, file.at, caromWorldStateSize(room.world) - 1, &size),
        CAROM_ERROR_BUFFER);
    ck_assert_uint_eq(size, 5);
    ck_assert_ok(caromWorldRestore(room.world, file.at, file.size)); // as it was
    free(state.at);
    free(file.at);
    caromWorldDestroy(room.world);
    caromWorldDestroy(other.world);
}

/// A world in a block, with one shape.
static CaromWorld *makeSmall(void *block, size_t size, CaromVec2 center, int points)
{
    CaromWorldDef def = newWorldDef();
    def.allocator = caromArenaAllocator(caromArenaInit(block, size));
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromBodyId ground = newRest(world);
    CaromVec2 p[3] = {center, {center.x + 1, center.y}, {center.x, center.y + 1}};
    if (points == 1) {
        newCircle(world, ground, center, 1.0);
    } else {
        newPolygon(world, ground, p, 3);
    }
    return world;
}

/// The next level, at the address of the last one, made by as many calls.
TEST(what_a_dead_world_saved_is_refused_in_its_place)
{
    size_t size = 1 << 18;
    void *block = malloc(size);
    for (int which = 0; which < 3; which++) {
        CaromWorld *world = makeSmall(block, size, caromVec2(5, 5), 3);
        SnapshotBytes state = stateSave(world);
        caromWorldDestroy(world);
        CaromVec2 center = caromVec2(which == 1 ? 6 : 5, 5);
        CaromWorld *next = makeSmall(block, size, center, which == 0 ? 1 : 3);
        ck_assert_ptr_eq(next, world);
        CaromError error = caromWorldRestoreState(next, state.at, state.size);
        ck_assert_int_eq(error, which == 2 ? CAROM_OK : CAROM_ERROR_STALE_STATE); // 2: the same
        free(state.at);
        caromWorldDestroy(next);
    }
    free(block);
}

// ---- edits

/// Without a journal each makes states stale. Their last is none.
static bool editRoom(Room *room, int which)
{
    CaromWorld *w = room->world;
    CaromShapeMaterial material = caromShapeMaterial(w, room->wall);
    CaromVec2 corner = {1.0, 2.0};
    CaromGeometry disc = caromGeometry(CAROM_SHAPE_CIRCLE, &corner, 1, 0.5);
    CaromFilter filter = {2, UINT64_MAX, 0};
    CaromTransform aside = caromTransform(corner, 0.1, caromVec2(1, 1));
    SnapshotBytes file = snapshotSave(w);
    CaromError error = CAROM_OK;
    switch (which) {
    case 0:
        error = newRest(w).index != 0 ? CAROM_OK : CAROM_ERROR_NULL;
        break;
    case 1:
        error = caromBodyDestroy(w, room->lift);
        break;
    case 2:
        error = caromBodySetTransform(w, room->floor, aside);
        break;
    case 3:
        error = newCircle(w, room->lift, corner, 1.0).index != 0 ? CAROM_OK : CAROM_ERROR_NULL;
        break;
    case 4:
        error = caromShapeDestroy(w, room->zone);
        break;
    case 5:
        error = caromShapeSetGeometry(w, room->cabin, &disc);
        break;
    case 6:
        error = caromShapeSetTile(w, room->tiles, 1, 0, 3);
        break;
    case 7:
        error = caromShapeSetFilter(w, room->wall, filter);
        break;
    case 8:
        material.friction = 0.75;
        error = caromShapeSetMaterial(w, room->wall, &material);
        break;
    case 9:
        error = caromShapeSetSensor(w, room->cabin, true);
        break;
    case 10:
        error = caromShapeSetContacts(w, room->cabin, true);
        break;
    case 11:
        error = caromWorldRestore(w, file.at, file.size);
        break;
    default:
        free(file.at);
        return false;
    }
    ck_assert_ok(error);
    free(file.at);
    return true;
}

TEST(after_an_edit_of_what_it_does_not_hold_it_is_stale)
{
    for (int which = 0;; which++) {
        Room room = makeRoom(NULL, false);
        SnapshotBytes state = stateSave(room.world);
        if (!editRoom(&room, which)) {
            ck_assert_ok(caromWorldRestoreState(room.world, state.at, state.size));
            free(state.at);
            caromWorldDestroy(room.world);
            return;
        }
        uint64_t hash = caromWorldHash(room.world);
        refuse(room.world, state.at, state.size, CAROM_ERROR_STALE_STATE);
        ck_assert_msg(caromWorldHash(room.world) == hash, "edit %d", which);
        ck_assert(caromWorldValidate(room.world));
        free(state.at);
        caromWorldStep(room.world, 0.05);
        caromWorldDestroy(room.world);
    }
}

/// A world that holds only as many bodies at rest.
static CaromWorld *makeBare(CaromBodyId *bodies, int count)
{
    CaromWorldDef def = newWorldDef();
    def.rollbackBytes = 0;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    for (int k = 0; k < count; k++) {
        bodies[k] = newRest(world);
    }
    return world;
}

/// One more is made, or one of them destroyed, put elsewhere or hung from another.
static void editBare(CaromWorld *world, const CaromBodyId *bodies, int count, int which)
{
    CaromTransform aside = caromTransform(caromVec2(1, 2), 0.5, caromVec2(1, 1));
    CaromBodyId one = bodies[which / 3 % count];
    if (which == 3 * count) {
        newRest(world);
    } else if (which % 3 == 0) {
        ck_assert_ok(caromBodyDestroy(world, one));
    } else if (which % 3 == 1 || count == 1) {
        ck_assert_ok(caromBodySetTransform(world, one, aside));
    } else {
        CaromBodyId parent = bodies[(which / 3 + 1) % count];
        ck_assert_ok(caromBodySetParent(world, one, parent));
    }
}

/// Also where all that was ever made is few bodies: the second one of a world with no shape was
/// made, placed and destroyed without turning the revision. A state from before left it with a time
/// that was yet to come, and the world with snapshots that none could be restored from.
TEST(after_an_edit_of_any_of_few_bodies_it_is_stale)
{
    CaromBodyId bodies[4];
    for (int count = 1; count <= 4; count++) {
        for (int which = 0; which <= 3 * count; which++) {
            CaromWorld *world = makeBare(bodies, count);
            SnapshotBytes state = stateSave(world);
            caromWorldStep(world, 0.25);
            editBare(world, bodies, count, which);
            uint64_t hash = caromWorldHash(world);
            refuse(world, state.at, state.size, CAROM_ERROR_STALE_STATE);
            ck_assert_msg(caromWorldHash(world) == hash, "edit %d of %d", which, count);
            free(state.at);
            caromWorldDestroy(world);
        }
    }
}

enum { SLOTS = 8, EDITS = 5, EDITIONS = 1 + 8 + 64 + 512 + 4096 + 32768 };

static int byValue(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

TEST_WORLD(no_two_rows_of_edits_lead_to_one_edition, makeBare(NULL, 0))
{
    uint64_t *all = malloc(EDITIONS * sizeof *all);
    int count = 0;
    all[count++] = world->revision;
    for (int from = 0, edits = 0; edits < EDITS; edits++) { // of one edit fewer
        for (int end = count; from < end; from++) {
            for (uint64_t slot = 0; slot < SLOTS; slot++) {
                world->revision = all[from];
                crRevisionTurn(world, slot);
                all[count++] = world->revision;
            }
        }
    }
    ck_assert_int_eq(count, EDITIONS);
    qsort(all, EDITIONS, sizeof *all, byValue);
    for (int k = 1; k < EDITIONS; k++) {
        ck_assert_msg(all[k - 1] != all[k], "%llx", (unsigned long long)all[k]);
    }
    free(all);
}

TEST(refused_edits_leave_states_good)
{
    Room room = makeRoom(NULL, true);
    SnapshotBytes state = stateSave(room.world);
    uint64_t hash = caromWorldHash(room.world);
    CaromBodyDef body = caromBodyDef();
    CaromGeometry nothing = caromGeometry(CAROM_SHAPE_POLYGON, NULL, 0, 0.0);
    body.position.x = 1.0 / 0.0;
    ck_assert_uint_eq(caromBodyCreate(room.world, &body).index, 0);
    ck_assert_int_ne(caromShapeSetGeometry(room.world, room.wall, &nothing), CAROM_OK);
    ck_assert_int_ne(caromShapeSetTile(room.world, room.tiles, 9, 9, 1), CAROM_OK);
    ck_assert_int_ne(caromBodySetVelocity(room.world, room.floor, caromVec2(1, 0)), CAROM_OK);
    caromWorldStep(room.world, 0.05);
    ck_assert_ok(caromWorldRestoreState(room.world, state.at, state.size));
    ck_assert(caromWorldHash(room.world) == hash);
    free(state.at);
    caromWorldDestroy(room.world);
}

// ---- ids, memory

TEST(ids_are_good_again)
{
    Room room = makeRoom(NULL, true);
    SnapshotBytes state = stateSave(room.world);
    CaromProjectileDef def = caromProjectileDef();
    def.userData = &def;
    CaromVec2 place = caromProjectilePosition(room.world, room.shot);
    ck_assert_ok(caromProjectileDestroy(room.world, room.shot));
    CaromProjectileId later = caromProjectileFire(room.world, &def);
    caromWorldStep(room.world, 0.1);
    ck_assert(!caromProjectileIsValid(room.world, room.shot));
    ck_assert_ok(caromWorldRestoreState(room.world, state.at, state.size));
    CaromVec2 again = caromProjectilePosition(room.world, room.shot);
    ck_assert(caromProjectileIsValid(room.world, room.shot));
    ck_assert(!caromProjectileIsValid(room.world, later));
    ck_assert(again.x == place.x && again.y == place.y);
    ck_assert(caromBodyIsValid(room.world, room.lift) && caromShapeIsValid(room.world, room.zone));
    free(state.at);
    caromWorldDestroy(room.world);
}

/// What was created since needs room that the saved ones did not, and the other way round.
TEST(neither_saving_nor_restoring_asks_for_memory)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    Room room = makeRoom(&allocator, true);
    SnapshotBytes few = stateSave(room.world);
    CaromProjectileDef def = caromProjectileDef();
    def.meetMask = 1;
    def.radius = 0.05;
    for (int k = 0; k < 500; k++) {
        def.position = caromVec2(0.01 * k, 3.0);
        def.blast.radius = k % 100;
        caromProjectileFire(room.world, &def);
    }
    caromWorldStep(room.world, 0.01);
    SnapshotBytes many = stateSave(room.world);
    uint64_t hash = caromWorldHash(room.world);
    size_t held = meter.held;
    meter.failFrom = meter.calls;
    for (int k = 0; k < 4; k++) {
        ck_assert_ok(caromWorldRestoreState(room.world, few.at, few.size));
        ck_assert(caromWorldValidate(room.world));
        for (int tick = 0; tick < k; tick++) {
            ck_assert_int_eq(caromWorldStep(room.world, 0.01) & CAROM_STEP_EXHAUSTED, 0);
        }
        ck_assert_ok(caromWorldRestoreState(room.world, many.at, many.size));
        ck_assert(caromWorldValidate(room.world) && caromWorldHash(room.world) == hash);
    }
    ck_assert_int_eq(meter.calls, meter.failFrom);
    ck_assert_uint_eq(meter.held, held);
    free(few.at);
    free(many.at);
    caromWorldDestroy(room.world);
}

TEST(states_of_another_tag_are_refused)
{
    CaromWorldDef def = newWorldDef();
    def.tag = 3;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    def.tag = 4;
    CaromWorld *other = caromWorldCreate(&def, NULL);
    SnapshotBytes state = stateSave(world), snapshot = snapshotSave(other);
    size_t size = state.size;
    ck_assert_ok(caromWorldSaveState(world, state.at, size, NULL)); // nor how long
    ck_assert_ok(caromWorldRestoreState(world, state.at, size));
    ck_assert_ok(caromWorldRestore(world, snapshot.at, snapshot.size));
    ck_assert_int_eq(caromWorldRestoreState(world, state.at, size), CAROM_ERROR_SNAPSHOT);
    caromWorldDestroy(world);
    caromWorldDestroy(other);
    free(state.at);
    free(snapshot.at);
}
