// SPDX-License-Identifier: MIT
// Rollback across edits: what was dug, made, destroyed and changed since a state was saved comes
// back with it, ids included. Suite "state" compares random games with one that was never rolled
// back; here is each edit by itself, the limits of the journal, and memory that is short.
#include "../../../world/api/carom.h"
#include "../../../world/data/world.h"
#include "../../support/builder.h"
#include "../../support/meter.h"
#include "../../support/snapshot_bytes.h"

#include <string.h>

/// A room with a lift, a zone, two maps of tiles and a region.
typedef struct Room {
    CaromWorld *world;
    CaromBodyId floor, shelf, lift, cart;
    CaromShapeId wall, zone, tiles, cabin, load, ring, area;
} Room;

static void fireSome(CaromWorld *world)
{
    CaromProjectileDef shot = caromProjectileDef();
    for (int k = 0; k < 16; k++) {
        shot.position = caromVec2(-3.0 + 0.3 * k, 1.0);
        shot.velocity = caromVec2(1.0, k % 3 - 1.0);
        shot.restitution = k % 4 == 0 ? 0.0 : 0.75;
        shot.radius = k % 2 ? 0.1 : 0.0;
        shot.onHit = k % 5 == 0 ? CAROM_HIT_STICK : CAROM_HIT_BOUNCE;
        ck_assert_uint_ne(caromProjectileFire(world, &shot).index, 0);
    }
}

static void makeShapes(Room *room)
{
    static const uint16_t tiles[] = {1, 0, 2, 1};
    static const CaromVec2 rings[] = {{-9, 3}, {-5, 3}, {-5, 6}, {-9, 6},
                                      {-8, 4}, {-8, 5}, {-6, 5}, {-6, 4}};
    static const int ends[] = {4, 8};
    static const uint32_t materials[] = {1, 2, 3, 4};
    CaromShapeDef shape = caromShapeDef();
    CaromTileMap map = {2, 2, 0.5, {2.0, -1.0}, tiles, 0.0};
    CaromWorld *w = room->world;
    shape.contacts = true;
    room->wall = caromShapeCreateBox(w, room->floor, &shape, caromVec2(0, -3), caromVec2(9, 0.5));
    shape.contacts = false;
    room->tiles = caromShapeCreateTiles(w, room->floor, &shape, &map);
    map.origin = caromVec2(-2.0, 2.0);
    room->load = caromShapeCreateTiles(w, room->cart, &shape, &map);
    room->ring = caromShapeCreateRegion(w, room->shelf, &shape, rings, ends, 2);
    shape.materials = materials;
    room->cabin = caromShapeCreateBox(w, room->lift, &shape, caromVec2(-3, 0), caromVec2(1, 0.25));
    shape.materials = NULL;
    shape.sensor = true;
    room->zone = caromShapeCreateCircle(w, room->lift, &shape, caromVec2(0, 0), 2.0);
    room->area = caromShapeCreateCircle(w, room->floor, &shape, caromVec2(4, 0), 2.0);
}

static Room makeRoom(const CaromAllocator *allocator, int rollbackBytes)
{
    Room room;
    CaromWorldDef def = newWorldDef();
    CaromBodyDef body = caromBodyDef();
    def.gravity = caromVec2(0.0, -1.0);
    def.tag = 3;
    def.rollbackBytes = rollbackBytes < 0 ? def.rollbackBytes : rollbackBytes;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    room.world = caromWorldCreate(&def, NULL);
    room.floor = caromBodyCreate(room.world, &body);
    body.parent = room.floor;
    body.position = caromVec2(0.5, 0.25);
    room.shelf = caromBodyCreate(room.world, &body);
    body.type = CAROM_BODY_KINEMATIC;
    room.cart = caromBodyCreate(room.world, &body);
    body = caromBodyDef();
    body.type = CAROM_BODY_KINEMATIC;
    body.velocity = caromVec2(0.0, 0.25);
    room.lift = caromBodyCreate(room.world, &body);
    makeShapes(&room);
    fireSome(room.world);
    for (int k = 0; k < 20; k++) {
        caromWorldStep(room.world, 0.05);
    }
    return room;
}

// ---- each edit

enum { EDITS = 25 };

static CaromError editBody(Room *room, int which)
{
    CaromWorld *w = room->world;
    CaromBodyDef body = caromBodyDef();
    CaromTransform aside = caromTransform(caromVec2(1, 2), 0.1, caromVec2(1, 1));
    CaromMover mover;
    CaromMoverDef walker = caromMoverDef();
    CaromBodyId none = {0};
    switch (which) {
    case 0:
        return caromBodyCreate(w, &body).index != 0 ? CAROM_OK : CAROM_ERROR_NULL;
    case 1:
        body.type = CAROM_BODY_KINEMATIC;
        body.parent = room->floor;
        body.angularVelocity = 1.0;
        return caromBodyCreate(w, &body).index != 0 ? CAROM_OK : CAROM_ERROR_NULL;
    case 2:
        return caromBodyDestroy(w, room->lift);
    case 3:
        return caromBodyDestroy(w, room->floor); // and what hangs from it
    case 4:
        return caromBodySetTransform(w, room->floor, aside);
    case 5:
        return caromBodySetParent(w, room->shelf, none);
    case 6:
        return caromBodySetParent(w, room->lift, room->shelf);
    case 7:
        walker.body = room->shelf;
        return caromMoverInit(w, &mover, &walker);
    default:
        return caromBodySetUserData(w, room->floor, room);
    }
}

static CaromError editShape(Room *room, int which)
{
    CaromWorld *w = room->world;
    CaromShapeDef shape = caromShapeDef();
    CaromShapeMaterial material = caromShapeMaterial(w, room->wall);
    CaromVec2 corner = {1.0, 2.0};
    CaromGeometry disc = caromGeometry(CAROM_SHAPE_CIRCLE, &corner, 1, 0.5);
    CaromFilter filter = {2, UINT64_MAX, 0};
    switch (which) {
    case 9:
        return caromShapeCreateCircle(w, room->lift, &shape, corner, 1.0).index != 0
                   ? CAROM_OK
                   : CAROM_ERROR_NULL;
    case 10:
        return caromShapeDestroy(w, room->zone);
    case 11:
        return caromShapeDestroy(w, room->wall);
    case 12:
        return caromShapeSetGeometry(w, room->cabin, &disc);
    case 13:
        return caromShapeSetGeometry(w, room->ring, &disc);
    case 14:
        return caromShapeSetTile(w, room->tiles, 1, 0, 3);
    case 15:
        return caromShapeSetTile(w, room->load, 0, 0, 0);
    case 16:
        return caromShapeSetFilter(w, room->wall, filter);
    case 17:
        material.friction = 0.75;
        return caromShapeSetMaterial(w, room->wall, &material);
    case 18:
        return caromShapeSetSensor(w, room->tiles, true);
    case 19:
        return caromShapeSetSensor(w, room->area, false);
    case 20:
        return caromShapeSetContacts(w, room->wall, false);
    case 22:
        return caromBodySetEnabled(w, room->floor, !caromBodyIsEnabled(w, room->floor));
    case 23:
        return caromBodySetEnabled(w, room->lift, !caromBodyIsEnabled(w, room->lift));
    case 24:
        return caromBodySetEnabled(w, room->cart, !caromBodyIsEnabled(w, room->cart));
    default:
        return caromShapeSetUserData(w, room->wall, room);
    }
}

static CaromError edit(Room *room, int which)
{
    return which < 9 ? editBody(room, which) : editShape(room, which);
}

/// Kinds of shapes, which are numbered as they come, may have other numbers after a rollback.
static SnapshotBytes renumbered(SnapshotBytes snapshot)
{
    CaromWorldDef def = newWorldDef();
    CaromWorld *world = caromWorldCreate(&def, NULL);
    ck_assert_int_eq(caromWorldRestore(world, snapshot.at, snapshot.size), CAROM_OK);
    free(snapshot.at);
    SnapshotBytes again = snapshotSave(world);
    caromWorldDestroy(world);
    return again;
}

static SnapshotBytes saveBoth(const CaromWorld *world, SnapshotBytes *snapshot)
{
    *snapshot = renumbered(snapshotSave(world));
    return stateSave(world);
}

/// To the bit: hash, snapshot, and where it goes from here.
static void expectAsSaved(CaromWorld *world, SnapshotBytes snapshot, int a, int b)
{
    SnapshotBytes now = renumbered(snapshotSave(world));
    ck_assert_msg(now.size == snapshot.size && memcmp(now.at, snapshot.at, now.size) == 0,
                  "edits %d, %d: another snapshot", a, b);
    ck_assert_msg(caromWorldValidate(world), "edits %d, %d", a, b);
    free(now.at);
    for (int k = 0; k < 4; k++) {
        caromWorldStep(world, 0.0625);
    }
    uint64_t hash = caromWorldHash(world);
    ck_assert_int_eq(caromWorldRestore(world, snapshot.at, snapshot.size), CAROM_OK);
    for (int k = 0; k < 4; k++) {
        caromWorldStep(world, 0.0625);
    }
    ck_assert_msg(caromWorldHash(world) == hash, "edits %d, %d: it goes elsewhere", a, b);
}

/// Two edits, one after the other where the second is not refused, with a step and a mark between.
TEST_LOOP(any_two_edits_are_undone, EDITS)
{
    for (int second = 0; second < EDITS; second++) {
        Room room = makeRoom(NULL, -1);
        SnapshotBytes snapshot, state = saveBoth(room.world, &snapshot);
        ck_assert_int_eq(edit(&room, _i), CAROM_OK);
        if (second % 2) {
            caromWorldStep(room.world, 0.0625);
        }
        if (second % 3 == 0) {
            free(stateSave(room.world).at);
        }
        (void)edit(&room, second);
        caromWorldStep(room.world, 0.0625);
        ck_assert_int_eq(caromWorldRestoreState(room.world, state.at, state.size), CAROM_OK);
        expectAsSaved(room.world, snapshot, _i, second);
        free(state.at);
        free(snapshot.at);
        caromWorldDestroy(room.world);
    }
}

TEST(without_a_journal_any_edit_makes_it_stale)
{
    for (int which = 0; which < EDITS; which++) {
        bool isData = which == 8 || which == 21; // then states hold nothing of it
        Room room = makeRoom(NULL, 0);
        SnapshotBytes state = stateSave(room.world);
        ck_assert_int_eq(edit(&room, which), CAROM_OK);
        bool moves = which == 6; // states hold parents of what moves
        ck_assert_int_eq(caromWorldRestoreState(room.world, state.at, state.size),
                         isData || moves ? CAROM_OK : CAROM_ERROR_STALE_STATE);
        free(state.at);
        caromWorldDestroy(room.world);
    }
}

// ---- ids

TEST(ids_come_and_go_with_states)
{
    Room room = makeRoom(NULL, -1);
    CaromWorld *w = room.world;
    SnapshotBytes state = stateSave(w);
    CaromBodyId made[2];
    CaromShapeId box[2];
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(caromBodyDestroy(w, room.floor), CAROM_OK);
        ck_assert_int_eq(caromShapeDestroy(w, room.cabin), CAROM_OK);
        made[k] = newRest(w);
        box[k] = newBox(w, made[k], caromVec2(0, 5), caromVec2(1, 1));
        ck_assert(!caromBodyIsValid(w, room.shelf) && !caromShapeIsValid(w, room.tiles));
        ck_assert_int_eq(caromWorldRestoreState(w, state.at, state.size), CAROM_OK);
        ck_assert(!caromBodyIsValid(w, made[k]) && !caromShapeIsValid(w, box[k]));
        ck_assert(caromBodyIsValid(w, room.floor) && caromBodyIsValid(w, room.cart));
        ck_assert(caromShapeIsValid(w, room.tiles) && caromShapeIsValid(w, room.cabin));
    }
    ck_assert(memcmp(&made[0], &made[1], sizeof *made) == 0); // peers agree
    ck_assert(memcmp(&box[0], &box[1], sizeof *box) == 0);
    free(state.at);
    caromWorldDestroy(w);
}

// ---- histories

/// Shapes that come back may lie elsewhere in memory: a history looks at what there is now.
TEST(a_history_sees_what_came_back)
{
    Room room = makeRoom(NULL, -1);
    CaromWorld *w = room.world;
    CaromHistory *history = caromHistoryCreate(w, 8, NULL);
    CaromVec2 from = {0.0, 9.0}, way = {0.0, -20.0};
    CaromHit before, hit;
    ck_assert_int_eq(caromHistoryRecord(history), CAROM_OK);
    double then = caromWorldTime(w);
    const CaromWorld *past = caromHistoryLook(history, then, NULL);
    int count = caromWorldCastRay(past, from, way, caromQueryOptions(), &before, 1);
    SnapshotBytes state = stateSave(w);
    for (int which = 0; which < EDITS; which++) {
        ck_assert_int_eq(edit(&room, which), CAROM_OK);
        caromWorldStep(w, 0.0625);
        ck_assert_int_eq(caromHistoryRecord(history), CAROM_OK);
        (void)caromHistoryLook(history, caromWorldTime(w), NULL);
        ck_assert_int_eq(caromWorldRestoreState(w, state.at, state.size), CAROM_OK);
        past = caromHistoryLook(history, then, NULL);
        ck_assert_msg(past != NULL, "edit %d", which);
        ck_assert_int_eq(caromWorldCastRay(past, from, way, caromQueryOptions(), &hit, 1), count);
        ck_assert_msg(memcmp(&hit.point, &before.point, sizeof hit.point) == 0, "edit %d", which);
    }
    free(state.at);
    caromHistoryDestroy(history);
    caromWorldDestroy(w);
}

// ---- limits

/// Of 60 states with an edit after each, the last 24 can be restored at least, the first cannot.
TEST(the_last_states_are_good_and_the_first_are_stale)
{
    enum { STATES = 60, LAST = 24 };
    for (int back = 0; back < STATES; back += 1 + back / 12) {
        Room room = makeRoom(NULL, -1);
        SnapshotBytes states[STATES];
        uint64_t hashes[STATES];
        for (int k = 0; k < STATES; k++) {
            states[k] = stateSave(room.world);
            hashes[k] = caromWorldHash(room.world);
            ck_assert_int_eq(
                caromShapeSetTile(room.world, room.tiles, k % 2, k / 2 % 2, (uint16_t)(k % 3)),
                CAROM_OK);
            newRest(room.world);
            caromWorldStep(room.world, 0.03125);
        }
        const SnapshotBytes *state = &states[STATES - 1 - back];
        CaromError error = caromWorldRestoreState(room.world, state->at, state->size);
        ck_assert_msg(back >= LAST || error == CAROM_OK, "%d back", back);
        ck_assert_msg(back < CR_JOURNAL_MARKS || error == CAROM_ERROR_STALE_STATE, "%d", back);
        ck_assert(error != CAROM_OK || caromWorldHash(room.world) == hashes[STATES - 1 - back]);
        ck_assert(caromWorldValidate(room.world));
        for (int k = 0; k < STATES; k++) {
            free(states[k].at);
        }
        caromWorldDestroy(room.world);
    }
}

TEST(a_journal_keeps_to_its_bytes)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    Room room = makeRoom(&allocator, 4096);
    SnapshotBytes state = stateSave(room.world);
    ck_assert_int_eq(caromShapeSetTile(room.world, room.tiles, 1, 0, 3), CAROM_OK);
    ck_assert_int_eq(caromWorldRestoreState(room.world, state.at, state.size), CAROM_OK);
    for (int k = 0; k < 400; k++) { // far more than 4096 bytes of it
        ck_assert_int_eq(caromBodyDestroy(room.world, newRest(room.world)), CAROM_OK);
    }
    ck_assert_int_eq(caromWorldRestoreState(room.world, state.at, state.size),
                     CAROM_ERROR_STALE_STATE);
    ck_assert_int_eq(crArrayCount(room.world->journal.ops), 0);
    free(state.at);
    caromWorldDestroy(room.world);
    ck_assert_uint_eq(meter.held, 0);
}

/// A world that saves no states keeps nothing.
TEST(nothing_is_kept_before_the_first_state)
{
    Room room = makeRoom(NULL, -1);
    ck_assert_ptr_null(room.world->journal.ops);
    ck_assert_ptr_null(room.world->journal.shapes);
    free(stateSave(room.world).at);
    ck_assert_int_eq(caromShapeDestroy(room.world, room.wall), CAROM_OK);
    ck_assert_int_eq(crArrayCount(room.world->journal.shapes), 1);
    caromWorldDestroy(room.world);
}

/// A game of equal ticks allocates no more after a while, states and rollbacks included.
TEST(equal_ticks_need_no_more_memory)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    Room room = makeRoom(&allocator, -1);
    CaromWorld *w = room.world;
    SnapshotBytes frames[8] = {{NULL, 0}};
    size_t first = 0, second = 0;
    for (int tick = 0; tick < 400; tick++) {
        SnapshotBytes *frame = &frames[tick % 8];
        free(frame->at);
        *frame = stateSave(w);
        CaromBodyId body = newRest(w);
        newBox(w, body, caromVec2(tick % 5, 7), caromVec2(0.25, 0.25));
        caromShapeSetTile(w, room.tiles, tick % 2, 0, (uint16_t)(tick % 4));
        caromBodyDestroy(w, body);
        caromWorldStep(w, 0.001);
        if (tick % 16 == 15) {
            frame = &frames[(tick - 5) % 8];
            ck_assert_int_eq(caromWorldRestoreState(w, frame->at, frame->size), CAROM_OK);
        }
        size_t *peak = tick < 200 ? &first : &second;
        *peak = meter.held > *peak ? meter.held : *peak;
    }
    ck_assert_msg(second <= first, "%zu bytes, then %zu", first, second);
    for (int k = 0; k < 8; k++) {
        free(frames[k].at);
    }
    caromWorldDestroy(w);
    ck_assert_uint_eq(meter.held, 0);
}

// ---- memory

/// Where an edit finds no memory for the journal it is done all the same; then the state is stale,
/// or was not touched. Where a rollback finds none it is refused, and nothing has changed.
TEST_LOOP(whatever_memory_is_refused, EDITS)
{
    int refusals = 0, stale = 0;
    for (int fail = 0; fail < 200; fail++) {
        Meter meter;
        CaromAllocator allocator = meterAllocator(&meter);
        Room room = makeRoom(&allocator, -1);
        SnapshotBytes state = stateSave(room.world);
        uint64_t hash = caromWorldHash(room.world);
        meter.failFrom = fail % 2 ? meter.calls + fail / 2 : 1000000;
        CaromError error = edit(&room, _i);
        ck_assert(fail % 2 || error == CAROM_OK);
        meter.failFrom = fail % 2 ? 1000000 : meter.calls + fail / 2;
        uint64_t edited = caromWorldHash(room.world);
        CaromError refused = caromWorldRestoreState(room.world, state.at, state.size);
        meter.failFrom = 1000000;
        ck_assert(caromWorldValidate(room.world));
        if (refused != CAROM_OK) {
            ck_assert_int_eq(refused, fail % 2 ? CAROM_ERROR_STALE_STATE : CAROM_ERROR_MEMORY);
            ck_assert(caromWorldHash(room.world) == edited);
            refusals += refused == CAROM_ERROR_MEMORY;
            stale += refused == CAROM_ERROR_STALE_STATE;
        } else {
            ck_assert_msg(caromWorldHash(room.world) == hash, "edit %d fail %d", _i, fail);
        }
        caromWorldStep(room.world, 0.0625);
        free(state.at);
        caromWorldDestroy(room.world);
        ck_assert_uint_eq(meter.held, 0);
    }
    bool isHeld = _i == 6;                      // states hold parents of what moves
    ck_assert(isHeld || _i == 19 || stale > 0); // 19: the grid needs memory, too
    ck_assert(_i != 3 || refusals > 0);
}
